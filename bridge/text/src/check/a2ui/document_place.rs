//! Places of messages in documents that were split into several messages.

use crate::{input::Input, json::parent};
use bridge::a2ui::Message;
use wire::{Pointer, token};

/// The place of a message in its document. A `createSurface` with additional members is read as several messages.
pub(super) struct DocumentPlace {
    /// The place of the body in the message.
    pub(super) key: Pointer,
    /// The place of the `createSurface` that the message was split from.
    creation: Option<Pointer>,
}

impl DocumentPlace {
    pub(super) fn of(input: &Input<'_>, message: &Message, at: &Pointer) -> Self {
        let (key, creation) = (at.member(message.key()), at.member("createSurface"));
        let is_part = input.value(&key).is_none() && input.value(&creation).is_some();
        Self {
            key,
            creation: is_part.then_some(creation),
        }
    }

    /// Converts a place in the message into a place in the document.
    pub(super) fn place_of(&self, pointer: Pointer) -> Pointer {
        let Some(creation) = &self.creation else {
            return pointer;
        };
        let below = pointer.as_str().strip_prefix(self.key.as_str());
        let Some(below) = below.and_then(|below| Pointer::parse(below).ok()) else {
            return pointer;
        };
        let mut segments = below.segments();
        match segments.next().as_deref() {
            // The value of an `updateDataModel` was the `dataModel`.
            Some("value") => segments.fold(creation.member("dataModel"), |at, segment| {
                at.member(&segment)
            }),
            _ => creation.join(&below),
        }
    }
}

/// Removes all members with the name that the pointer ends with, except the last one.
pub(super) fn without_earlier(text: &str, pointer: &Pointer) -> Option<String> {
    let (object, name) = parent(pointer)?;
    let object = token::value_at(text, &object)?;
    let start = (object.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let children: Vec<_> = token::children(object).collect();
    let has_name =
        |child: &token::Child<'_>| child.name.is_some_and(|own| token::name(own) == name);
    let last = children.iter().rposition(has_name)?;
    let (mut shortened, mut passed) = (String::with_capacity(text.len()), 0);
    for pair in children.get(..=last)?.windows(2) {
        let [child, next] = pair else { continue };
        if has_name(child) {
            shortened.push_str(text.get(passed..start + child.start)?);
            passed = start + next.start;
        }
    }
    shortened.push_str(text.get(passed..)?);
    Some(shortened)
}
