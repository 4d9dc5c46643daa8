//! The inverse of a mapping, which translates targets back.

use super::{
    carry::CarriedField,
    depth,
    derived::ValueAt,
    difference::{self, Change},
    message_types::{Translatable, payload},
};
use crate::{Dialect, Refusal};
use std::cell::{Cell, OnceCell, RefCell};
use wire::{Payload, Pointer};

/// The inverse of a mapping on JSON values.
pub(super) trait JsonInverse {
    /// Returns the source message.
    fn source(&self) -> &Payload;
    /// Returns the value at a place of the source.
    fn source_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Returns the target before anything is restored.
    fn plain_target(&self) -> &Payload;
    /// Returns the value at a place of the plain target.
    fn plain_target_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Returns `true` if the plain target is known to stay below the depth limit.
    fn is_plain_target_shallow(&self) -> bool;
    /// Returns the diff from `back(plain_target)` to the source. The second value is `back(plain_target)` itself, if it
    /// was serialised.
    fn changes_from_plain_target(&self, levels: usize) -> (Vec<Change>, Option<Payload>);
    /// Translates a target back.
    fn back(&self, target: &Payload) -> Option<Payload>;
    /// Translates a target back with the help of session state. Used only while restoring.
    ///
    /// # Errors
    /// Returns the place of the target that cannot be translated back.
    fn back_in_session(&self, target: &Payload) -> Result<Payload, Pointer>;
    fn has_session_inverse(&self) -> bool;
    /// Restores fields of the plain target without serialising, if the result translates back to exactly the source.
    /// Returns `false` if that is not known.
    fn restore_typed(&self, fields: &[&CarriedField]) -> bool;
    /// Returns the target of [`restore_typed`](Self::restore_typed).
    fn typed_target(&self) -> &Payload;
    /// Returns `true` if [`restore_typed`](Self::restore_typed) removed a field.
    fn has_removed(&self) -> bool;
    /// Returns the place at fault if the text is not a valid target.
    fn fault(&self, target: &Payload) -> Option<Pointer>;
    /// Returns the depth limit of targets.
    fn max_depth(&self) -> usize;
}

pub(crate) type InverseFn<'a, Message, Image> = dyn Fn(&Image) -> Result<Message, Refusal> + 'a;

/// The inverse functions of a mapping: the stateless one, and one that uses session state while restoring.
pub(crate) struct Inverse<'a, Message, Image> {
    pub(crate) back: &'a InverseFn<'a, Message, Image>,
    pub(crate) back_in_session: Option<&'a InverseFn<'a, Message, Image>>,
}

/// The inverse of a mapping on types. JSON is serialised at most once.
pub(super) struct TypedInverse<'a, Message, Image> {
    to: Dialect,
    message: &'a Message,
    source: OnceCell<Payload>,
    target: &'a Image,
    plain_target: OnceCell<Payload>,
    inverse: Inverse<'a, Message, Image>,
    /// The target that was last parsed, which is usually the final one.
    pub(super) last: RefCell<Option<(Payload, Image)>>,
    /// The target whose fields were restored without serialising, and its JSON.
    pub(super) typed: RefCell<Option<Image>>,
    written: OnceCell<Payload>,
    has_removed: Cell<bool>,
}

impl<'a, Message, Image> TypedInverse<'a, Message, Image> {
    pub(super) fn new(
        message: &'a Message,
        target: &'a Image,
        inverse: Inverse<'a, Message, Image>,
        to: Dialect,
    ) -> Self {
        let (source, plain_target, last, typed, written, has_removed) = Default::default();
        Self {
            to,
            message,
            source,
            target,
            plain_target,
            inverse,
            last,
            typed,
            written,
            has_removed,
        }
    }
}

impl<Message: Translatable, Image: Translatable> TypedInverse<'_, Message, Image> {
    /// Parses a target and translates it back.
    fn read_back(
        &self,
        target: &Payload,
        back: &InverseFn<'_, Message, Image>,
    ) -> Result<Payload, Pointer> {
        let place = |refusal: Refusal| refusal.pointer().clone();
        let read = Image::read_as(target, self.to).map_err(place)?;
        let message = payload(&back(&read).map_err(place)?);
        self.last.replace(Some((target.clone(), read)));
        Ok(message)
    }
}

impl<Message: Translatable, Image: Translatable> JsonInverse for TypedInverse<'_, Message, Image> {
    fn source(&self) -> &Payload {
        self.source.get_or_init(|| payload(self.message))
    }

    fn source_at(&self, pointer: &str) -> ValueAt<'_> {
        self.message.at(pointer)
    }

    fn plain_target(&self) -> &Payload {
        self.plain_target.get_or_init(|| payload(self.target))
    }

    fn plain_target_at(&self, pointer: &str) -> ValueAt<'_> {
        self.target.at(pointer)
    }

    fn is_plain_target_shallow(&self) -> bool {
        self.target.is_shallow()
    }

    fn changes_from_plain_target(&self, levels: usize) -> (Vec<Change>, Option<Payload>) {
        let Ok(before) = (self.inverse.back)(self.target) else {
            return (whole(self.source()), None);
        };
        if let Some(changes) = self.message.changes_from(&before, levels) {
            return (changes, None);
        }
        let before = payload(&before);
        (
            difference::changes_between(&before, self.source(), levels),
            Some(before),
        )
    }

    fn back(&self, target: &Payload) -> Option<Payload> {
        self.read_back(target, self.inverse.back).ok()
    }

    fn back_in_session(&self, target: &Payload) -> Result<Payload, Pointer> {
        self.read_back(
            target,
            self.inverse.back_in_session.unwrap_or(self.inverse.back),
        )
    }

    fn has_session_inverse(&self) -> bool {
        self.inverse.back_in_session.is_some()
    }

    fn restore_typed(&self, fields: &[&CarriedField]) -> bool {
        let is_shallow = |field: &&CarriedField| depth::is_shallow(field.value.as_ref());
        if !fields.iter().all(is_shallow)
            || !(self.message.is_shallow() || depth::is_shallow(Some(self.source())))
        {
            return false;
        }
        let Some(target) = self.target.clone().with_restored(fields) else {
            return false;
        };
        let back = self.inverse.back_in_session.unwrap_or(self.inverse.back);
        let is_source = back(&target).is_ok_and(|back| back == *self.message);
        if is_source {
            self.has_removed
                .set(fields.iter().any(|field| field.value.is_none()));
            self.typed.replace(Some(target));
        }
        is_source
    }

    fn typed_target(&self) -> &Payload {
        self.written.get_or_init(|| {
            self.typed
                .borrow()
                .as_ref()
                .map_or_else(Payload::null, payload)
        })
    }

    fn has_removed(&self) -> bool {
        self.has_removed.get()
    }

    fn fault(&self, target: &Payload) -> Option<Pointer> {
        Image::read_as(target, self.to)
            .err()
            .map(|refusal| refusal.pointer().clone())
    }

    fn max_depth(&self) -> usize {
        Image::MESSAGE_DEPTH
    }
}

/// Carries the whole source.
pub(super) fn whole(source: &Payload) -> Vec<Change> {
    vec![(Pointer::root(), Some(source.clone()))]
}
