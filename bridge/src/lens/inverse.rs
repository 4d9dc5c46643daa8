//! The inverse of a mapping, which translates targets back.

use super::{
    derived::ValueAt,
    difference::{self, Change},
    message_types::{Translatable, payload},
};
use crate::Dialect;
use std::cell::{OnceCell, RefCell};
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
    fn back_in_session(&self, target: &Payload) -> Option<Payload>;
    fn has_session_inverse(&self) -> bool;
    /// Returns `true` if the text is a valid target.
    fn is_readable(&self, target: &Payload) -> bool;
    /// Returns the depth limit of targets.
    fn max_depth(&self) -> usize;
}

pub(crate) type InverseFn<'a, Message, Image> = dyn Fn(&Image) -> Option<Message> + 'a;

/// Returns the fields that a plain target loses, if they are known without translating back. The result must equal the
/// diff to the back-translation.
pub(crate) type LossHint<'a, Image> = dyn Fn(&Image) -> Option<Vec<Change>> + 'a;

/// The inverse functions of a mapping: the stateless one, one that uses session state while restoring, and a hint for
/// known losses.
pub(crate) struct Inverse<'a, Message, Image> {
    pub(crate) known_losses: Option<&'a LossHint<'a, Image>>,
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
}

impl<'a, Message, Image> TypedInverse<'a, Message, Image> {
    pub(super) fn new(
        message: &'a Message,
        target: &'a Image,
        inverse: Inverse<'a, Message, Image>,
        to: Dialect,
    ) -> Self {
        let (source, plain_target, last) = Default::default();
        Self { to, message, source, target, plain_target, inverse, last }
    }
}

impl<Message: Translatable, Image: Translatable> TypedInverse<'_, Message, Image> {
    /// Diffs the back-translation of the plain target against the source.
    fn changes_by_inverse(&self, levels: usize) -> (Vec<Change>, Option<Payload>) {
        let Some(before) = (self.inverse.back)(self.target) else {
            return (whole(self.source()), None);
        };
        if let Some(changes) = self.message.changes_from(&before, levels) {
            return (changes, None);
        }
        let before = payload(&before);
        (difference::changes_between(&before, self.source(), levels), Some(before))
    }

    /// Parses a target and translates it back.
    fn read_back(&self, target: &Payload, back: &InverseFn<'_, Message, Image>) -> Option<Payload> {
        let read = Image::read_as(target, self.to).ok()?;
        let message = payload(&back(&read)?);
        self.last.replace(Some((target.clone(), read)));
        Some(message)
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
        let Some(changes) = self.inverse.known_losses.and_then(|known_losses| known_losses(self.target))
        else {
            return self.changes_by_inverse(levels);
        };
        // A target that nests too deeply is refused later, and may not translate back at all.
        debug_assert!(
            self.plain_target().depth() > self.max_depth() || changes == self.changes_by_inverse(levels).0,
            "{changes:?} of {}",
            self.source().text()
        );
        (changes, None)
    }

    fn back(&self, target: &Payload) -> Option<Payload> {
        self.read_back(target, self.inverse.back)
    }

    fn back_in_session(&self, target: &Payload) -> Option<Payload> {
        self.read_back(target, self.inverse.back_in_session.unwrap_or(self.inverse.back))
    }

    fn has_session_inverse(&self) -> bool {
        self.inverse.back_in_session.is_some()
    }

    fn is_readable(&self, target: &Payload) -> bool {
        Image::read_as(target, self.to).is_ok()
    }

    fn max_depth(&self) -> usize {
        Image::MAX_DEPTH
    }
}

/// Carries the whole source.
pub(super) fn whole(source: &Payload) -> Vec<Change> {
    vec![(Pointer::root(), Some(source.clone()))]
}
