//! What the engine asks of a mapping: of which message an image is.

use super::{
    Dialect,
    difference::{self, Change},
    follows::At,
    form::{Form, payload},
};
use std::cell::{OnceCell, RefCell};
use wire::{Payload, Pointer};

/// The ways of a mapping, from JSON to JSON.
pub(super) trait Ways {
    /// The message.
    fn visible(&self) -> &Payload;
    /// What stands at a place of it.
    fn visible_at(&self, pointer: &str) -> At<'_>;
    /// Its bare image.
    fn bare(&self) -> &Payload;
    /// What stands at a place of that.
    fn bare_at(&self, pointer: &str) -> At<'_>;
    /// Whether that is known to nest little.
    fn bare_is_shallow(&self) -> bool;
    /// What has to change in the message of which the bare image is, to make it the one that is visible; and that message, where
    /// it had to be written for that.
    fn changes_from_bare(&self, levels: usize) -> (Vec<Change>, Option<Payload>);
    /// Of which message an image is.
    fn back(&self, image: &Payload) -> Option<Payload>;
    /// Of which one it is for whoever restores fields of it; and whether that is told more.
    fn told(&self, image: &Payload) -> Option<Payload>;
    fn is_told(&self) -> bool;
    /// Whether a text is an image at all.
    fn is_readable(&self, image: &Payload) -> bool;
    /// How deep an image may nest.
    fn max_depth(&self) -> usize;
}

pub(crate) type WayBack<'a, Message, Image> = dyn Fn(&Image) -> Option<Message> + 'a;

/// What has to change in the message of which the bare image is, to make it the one that is visible, where there is a quick way to
/// tell; the same as the way back would.
pub(crate) type Quickly<'a, Image> = dyn Fn(&Image) -> Option<Vec<Change>> + 'a;

/// Of which message any image is; of which one for whoever restores, if that is told more; and what is quicker to tell.
pub(crate) struct WaysBack<'a, Message, Image> {
    pub(crate) quickly: Option<&'a Quickly<'a, Image>>,
    pub(crate) back: &'a WayBack<'a, Message, Image>,
    pub(crate) told: Option<&'a WayBack<'a, Message, Image>>,
}

/// The ways of a mapping, from type to type. What is needed as JSON is written once.
pub(super) struct Typed<'a, Message, Image> {
    to: Dialect,
    message: &'a Message,
    visible: OnceCell<Payload>,
    image: &'a Image,
    bare: OnceCell<Payload>,
    ways_back: WaysBack<'a, Message, Image>,
    /// The image that was last read, which is mostly the one that is settled on.
    pub(super) last: RefCell<Option<(Payload, Image)>>,
}

impl<'a, Message, Image> Typed<'a, Message, Image> {
    pub(super) fn new(
        message: &'a Message,
        image: &'a Image,
        ways_back: WaysBack<'a, Message, Image>,
        to: Dialect,
    ) -> Self {
        let (visible, bare, last) = Default::default();
        Self { to, message, visible, image, bare, ways_back, last }
    }
}

impl<Message: Form, Image: Form> Typed<'_, Message, Image> {
    /// What has to change, as the way back tells.
    fn changes_by_way_back(&self, levels: usize) -> (Vec<Change>, Option<Payload>) {
        let Some(before) = (self.ways_back.back)(self.image) else {
            return (whole(self.visible()), None);
        };
        if let Some(changes) = self.message.changes_from(&before, levels) {
            return (changes, None);
        }
        let before = payload(&before);
        (difference::between(&before, self.visible(), levels), Some(before))
    }

    /// Of which message an image is, which is read once.
    fn read_back(&self, image: &Payload, back: &WayBack<'_, Message, Image>) -> Option<Payload> {
        let read = Image::read_as(image, self.to).ok()?;
        let message = payload(&back(&read)?);
        self.last.replace(Some((image.clone(), read)));
        Some(message)
    }
}

impl<Message: Form, Image: Form> Ways for Typed<'_, Message, Image> {
    fn visible(&self) -> &Payload {
        self.visible.get_or_init(|| payload(self.message))
    }

    fn visible_at(&self, pointer: &str) -> At<'_> {
        self.message.at(pointer)
    }

    fn bare(&self) -> &Payload {
        self.bare.get_or_init(|| payload(self.image))
    }

    fn bare_at(&self, pointer: &str) -> At<'_> {
        self.image.at(pointer)
    }

    fn bare_is_shallow(&self) -> bool {
        self.image.is_shallow()
    }

    fn changes_from_bare(&self, levels: usize) -> (Vec<Change>, Option<Payload>) {
        let Some(changes) = self.ways_back.quickly.and_then(|quickly| quickly(self.image)) else {
            return self.changes_by_way_back(levels);
        };
        // What is too deep is refused later, and may not be translated back at all.
        debug_assert!(
            self.bare().depth() > self.max_depth() || changes == self.changes_by_way_back(levels).0,
            "{changes:?} of {}",
            self.visible().text()
        );
        (changes, None)
    }

    fn back(&self, image: &Payload) -> Option<Payload> {
        self.read_back(image, self.ways_back.back)
    }

    fn told(&self, image: &Payload) -> Option<Payload> {
        self.read_back(image, self.ways_back.told.unwrap_or(self.ways_back.back))
    }

    fn is_told(&self) -> bool {
        self.ways_back.told.is_some()
    }

    fn is_readable(&self, image: &Payload) -> bool {
        Image::read_as(image, self.to).is_ok()
    }

    fn max_depth(&self) -> usize {
        Image::MAX_DEPTH
    }
}

/// Everything has to be carried.
pub(super) fn whole(visible: &Payload) -> Vec<Change> {
    vec![(Pointer::root(), Some(visible.clone()))]
}
