//! What the engine asks of a mapping: of which message an image is.

use super::{
    Dialect,
    derived::ValueAt,
    difference::{self, Change},
    message_types::{Translatable, payload},
};
use std::cell::{OnceCell, RefCell};
use wire::{Payload, Pointer};

/// The ways of a mapping, from JSON to JSON.
pub(super) trait JsonInverse {
    /// The message.
    fn source(&self) -> &Payload;
    /// What stands at a place of it.
    fn source_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Its plain_target image.
    fn plain_target(&self) -> &Payload;
    /// What stands at a place of that.
    fn plain_target_at(&self, pointer: &str) -> ValueAt<'_>;
    /// Whether that is known to nest little.
    fn is_plain_target_shallow(&self) -> bool;
    /// What has to change in the message of which the plain_target image is, to make it the one that is source; and that message, where
    /// it had to be written for that.
    fn changes_from_plain_target(&self, levels: usize) -> (Vec<Change>, Option<Payload>);
    /// Of which message an image is.
    fn back(&self, target: &Payload) -> Option<Payload>;
    /// Of which one it is for whoever restores fields of it; and whether that is back_in_session more.
    fn back_in_session(&self, target: &Payload) -> Option<Payload>;
    fn has_session_inverse(&self) -> bool;
    /// Whether a text is an image at all.
    fn is_readable(&self, target: &Payload) -> bool;
    /// How deep an image may nest.
    fn max_depth(&self) -> usize;
}

pub(crate) type InverseFn<'a, Message, Image> = dyn Fn(&Image) -> Option<Message> + 'a;

/// What has to change in the message of which the plain_target image is, to make it the one that is source, where there is a quick way to
/// tell; the same as the way back would.
pub(crate) type LossHint<'a, Image> = dyn Fn(&Image) -> Option<Vec<Change>> + 'a;

/// Of which message any image is; of which one for whoever restores, if that is back_in_session more; and what is quicker to tell.
pub(crate) struct Inverse<'a, Message, Image> {
    pub(crate) known_losses: Option<&'a LossHint<'a, Image>>,
    pub(crate) back: &'a InverseFn<'a, Message, Image>,
    pub(crate) back_in_session: Option<&'a InverseFn<'a, Message, Image>>,
}

/// The ways of a mapping, from type to type. What is needed as JSON is written once.
pub(super) struct TypedInverse<'a, Message, Image> {
    to: Dialect,
    message: &'a Message,
    source: OnceCell<Payload>,
    target: &'a Image,
    plain_target: OnceCell<Payload>,
    inverse: Inverse<'a, Message, Image>,
    /// The image that was last read, which is mostly the one that is settled on.
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
    /// What has to change, as the way back tells.
    fn changes_by_inverse(&self, levels: usize) -> (Vec<Change>, Option<Payload>) {
        let Some(before) = (self.inverse.back)(self.target) else {
            return (whole(self.source()), None);
        };
        if let Some(changes) = self.message.changes_from(&before, levels) {
            return (changes, None);
        }
        let before = payload(&before);
        (difference::between(&before, self.source(), levels), Some(before))
    }

    /// Of which message an image is, which is read once.
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
        // What is too deep is refused later, and may not be translated back at all.
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

/// Everything has to be carried.
pub(super) fn whole(source: &Payload) -> Vec<Change> {
    vec![(Pointer::root(), Some(source.clone()))]
}
