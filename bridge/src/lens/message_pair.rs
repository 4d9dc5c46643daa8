//! A source and its target, with access to their values. Each is serialised at most once.

use super::{
    carry::CarriedField,
    depth,
    derived::ValueAt,
    losses::Losses,
    message_types::{Translatable, payload},
};
use crate::{Dialect, Refusal};
use std::cell::{Cell, OnceCell};
use wire::{Payload, Pointer};

/// A source and its target. The trait hides their types from the lens, so the code of the lens exists once.
pub(super) trait MessagePair {
    fn source(&self) -> &Payload;
    /// Returns the value at a place of the source, if the type of the source knows it.
    fn source_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Returns the target before anything is restored.
    fn plain_target(&self) -> &Payload;
    /// Returns `true` if the plain target is known to stay below the depth limit.
    fn is_plain_target_shallow(&self) -> bool;
    /// Returns the target with its restored fields.
    fn target(&self) -> &Payload;
    /// Returns the value at a place of the target with its restored fields, if the type of the target knows it.
    fn target_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Restores fields in the type of the target. Returns `false` if that is not possible or changes nothing.
    fn restore_typed(&self, fields: &[&CarriedField]) -> bool;
    /// Replaces the target.
    ///
    /// # Errors
    /// Returns the places at fault if the text is not a valid target.
    fn restore(&self, target: Payload) -> Result<(), Vec<Pointer>>;
    fn is_restored(&self) -> bool;
    /// Returns `true` if a restored field may have removed another one.
    fn has_removed(&self) -> bool;
    /// Returns the fields of the source that do not come back from the target.
    fn losses(&self) -> Losses;
    /// Returns the depth limit of targets.
    fn max_depth(&self) -> usize;
}

/// A source and its target in their types.
pub(super) struct TypedPair<'a, Message, Image> {
    to: Dialect,
    message: &'a Message,
    source: OnceCell<Payload>,
    plain_image: Image,
    plain_target: OnceCell<Payload>,
    restored_image: OnceCell<Image>,
    restored_target: OnceCell<Payload>,
    has_removed: Cell<bool>,
    add_losses: &'a dyn Fn(&Image, &mut Losses),
    check: &'a Check<'a, Image>,
}

/// Checks a target with restored fields.
pub(crate) type Check<'a, Image> = dyn Fn(&Image) -> Result<(), Refusal> + 'a;

impl<'a, Message: Translatable, Image: Translatable> TypedPair<'a, Message, Image> {
    pub(super) fn new(
        message: &'a Message,
        plain_image: Image,
        add_losses: &'a dyn Fn(&Image, &mut Losses),
        check: &'a Check<'a, Image>,
        to: Dialect,
    ) -> Self {
        Self {
            to,
            message,
            source: OnceCell::new(),
            plain_image,
            plain_target: OnceCell::new(),
            restored_image: OnceCell::new(),
            restored_target: OnceCell::new(),
            has_removed: Cell::new(false),
            add_losses,
            check,
        }
    }

    /// Returns the target with its restored fields.
    pub(super) fn typed_target(&self) -> &Image {
        self.restored_image.get().unwrap_or(&self.plain_image)
    }

    /// Converts the pair into its target with the restored fields.
    pub(super) fn into_target(self) -> Image {
        self.restored_image.into_inner().unwrap_or(self.plain_image)
    }
}

impl<Message: Translatable, Image: Translatable> MessagePair for TypedPair<'_, Message, Image> {
    fn source(&self) -> &Payload {
        self.source.get_or_init(|| payload(self.message))
    }

    fn source_at(&self, pointer: &str) -> ValueAt<'_> {
        self.message.at(pointer)
    }

    fn plain_target(&self) -> &Payload {
        self.plain_target.get_or_init(|| payload(&self.plain_image))
    }

    fn is_plain_target_shallow(&self) -> bool {
        self.plain_image.is_shallow()
    }

    fn target(&self) -> &Payload {
        match self.restored_image.get() {
            Some(image) => self.restored_target.get_or_init(|| payload(image)),
            None => self.plain_target(),
        }
    }

    fn target_at(&self, pointer: &str) -> ValueAt<'_> {
        self.typed_target().at(pointer)
    }

    fn restore_typed(&self, fields: &[&CarriedField]) -> bool {
        let mut values = fields.iter().map(|field| field.value.as_ref());
        if !values.all(depth::is_shallow) || !self.plain_image.is_shallow() {
            return false;
        }
        let Some(image) = self.plain_image.clone().with_restored(fields) else {
            return false;
        };
        if (self.check)(&image).is_err() {
            return false;
        }
        let has_removed = fields.iter().any(|field| field.value.is_none());
        self.has_removed.set(has_removed);
        self.restored_image.set(image).is_ok()
    }

    fn restore(&self, target: Payload) -> Result<(), Vec<Pointer>> {
        let image = match Image::read_as(&target, self.to) {
            Ok(image) => image,
            Err(refusal) => return Err(places_at_fault(refusal)),
        };
        if let Err(refusal) = (self.check)(&image) {
            return Err(places_at_fault(refusal));
        }
        self.has_removed.set(true);
        // The lens restores a pair once, so both cells are empty.
        let _ = self.restored_image.set(image);
        let _ = self.restored_target.set(target);
        Ok(())
    }

    fn is_restored(&self) -> bool {
        self.restored_image.get().is_some()
    }

    fn has_removed(&self) -> bool {
        self.has_removed.get()
    }

    fn losses(&self) -> Losses {
        let mut losses = Losses::of_few();
        (self.add_losses)(self.typed_target(), &mut losses);
        losses
    }

    fn max_depth(&self) -> usize {
        Image::MESSAGE_DEPTH
    }
}

/// Returns the places of all errors of a refusal.
fn places_at_fault(refusal: Refusal) -> Vec<Pointer> {
    let each = refusal.into_each().into_iter();
    each.map(|refusal| refusal.pointer().clone()).collect()
}
