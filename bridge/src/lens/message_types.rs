//! The message types that mappings translate.

mod a2ui_messages;
mod canvases;
mod items;
mod records;
mod tool_lists;

use super::{carry::CarriedField, depth, derived::ValueAt, difference::Change};
use crate::{Dialect, Refusal};
use ahp::json_rpc::JsonRpcMessage;
use wire::{Extra, Payload, Pointer, Wire, token};

/// Returns a wire type as JSON.
pub(crate) fn payload<T: Wire>(value: &T) -> Payload {
    Payload::encode(value).unwrap_or_else(|_| Payload::null())
}

/// A message type that mappings read or write.
pub(crate) trait Translatable: Wire + Clone + PartialEq {
    /// The depth limit of the message.
    const MAX_DEPTH: usize = wire::MAX_DEPTH;

    /// Returns the changes that turn `other` into this message, down to `levels`, if they are known without serialising
    /// both.
    fn changes_from(&self, other: &Self, _levels: usize) -> Option<Vec<Change>> {
        (self == other).then(Vec::new)
    }

    /// Returns this message with restored fields, if they change it and the type can hold them without serialising.
    fn with_restored(self, _kept: &[&CarriedField]) -> Option<Self> {
        None
    }

    /// Returns the value at a place, if it is known without serialising.
    fn at(&self, _pointer: &str) -> ValueAt<'_> {
        ValueAt::Unknown
    }

    /// Returns `true` if the message is known, without serialising, to nest so little that no wrapper exceeds the depth
    /// limit.
    fn is_shallow(&self) -> bool {
        false
    }

    /// Reads a message as the mappings of a dialect do. Messages that these refuse are not readable.
    fn read_as(payload: &Payload, _dialect: Dialect) -> Result<Self, Refusal> {
        Ok(payload.decode()?)
    }
}

impl Translatable for JsonRpcMessage {}

/// Refuses a message that has all of these members, because readers would take it for another kind.
fn refuse_other_kind(payload: &Payload, members: &[&str]) -> Result<(), Refusal> {
    let has = |name: &&str| {
        token::children(payload.text()).any(|child| child.name.map(token::name).as_deref() == Some(name))
    };
    if !members.iter().all(has) {
        return Ok(());
    }
    let message = format!("the members `{}` belong to another kind of message", members.join("` and `"));
    let at = members.first().map_or_else(Pointer::root, |name| Pointer::root().member(name));
    Err(Refusal::rule_broken("form/another", at, message))
}

fn are_shallow(extra: &Extra) -> bool {
    extra.iter().all(|(_, value)| depth::is_shallow(Some(value)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{
        canvases::CanvasDispatch,
        lens::{derived::VisibleMessage, difference, payload},
    };
    use aap::Interaction;
    use actions_json::item::DomEvent;
    use proptest::prelude::*;

    proptest! {
        /// The fast path equals the path through JSON.
        #[test]
        fn typed_changes_equal_the_changes_between_texts(
            one: Interaction, another: Interaction, taken in 0..1024_u16,
        ) {
            let mut other = one.clone();
            let takes = |bit: u16| taken >> bit & 1 == 1;
            if takes(0) { other.id = another.id }
            if takes(1) { other.timestamp = another.timestamp }
            if takes(2) { other.canvas_file = another.canvas_file }
            if takes(3) { other.action = another.action }
            if takes(4) { other.element = another.element }
            if takes(5) { other.data = another.data }
            if takes(6) { other.summary = another.summary }
            if takes(7) { other.extra = wire::Extra::new() }
            if takes(8) { another.extra.iter().for_each(|(name, value)| drop(other.extra.insert(name, value.clone()))) }
            for (one, other) in [(&one, &other), (&other, &one)] {
                let changes = one.changes_from(other, 1).unwrap();
                prop_assert_eq!(&changes, &difference::changes_between(&payload(other), &payload(one), 1));
                let fields: Vec<_> = changes
                    .iter()
                    .map(|(pointer, value)| CarriedField { pointer: pointer.clone(), value: value.clone() })
                    .collect();
                let made = other.clone().with_restored(&fields.iter().collect::<Vec<_>>());
                let is_made = can_be_made(&changes) && !changes.is_empty();
                prop_assert_eq!(made.as_ref(), is_made.then_some(one));
            }
        }
    }

    /// Asserts that typed access returns the values of the JSON form.
    pub(crate) fn assert_values_match_json<T: Translatable>(message: &T, places: &[&'static str]) {
        let written = payload(message);
        for place in places {
            let told =
                VisibleMessage::new(&|pointer| message.at(pointer), &|| &written).fingerprint([*place]);
            let read = VisibleMessage::new(&|_| ValueAt::Unknown, &|| &written).fingerprint([*place]);
            assert_eq!(told, read, "{place} of {written}");
        }
        // A shallow value stays below half the limit, and two objects wrap it.
        assert!(!message.is_shallow() || written.depth() <= wire::MAX_DEPTH / 2 + 2, "{written}");
    }

    proptest! {
        #[test]
        fn typed_values_of_a_record_match_its_json(record: Interaction) {
            let places = ["/id", "/timestamp", "/canvasFile", "/action", "/data", "/element", "/data/a"];
            assert_values_match_json(&record, &places);
        }

        #[test]
        fn typed_values_of_a_canvas_message_match_its_json(action: CanvasDispatch) {
            assert_values_match_json(&action, &["/action", "/channel"]);
        }

        #[test]
        fn typed_values_of_an_event_match_its_json(event: DomEvent) {
            let places = ["/event_id", "/name", "/payload", "/url", "/observed_at", "/runtime_id", "/event", "/type", "/payload/a"];
            assert_values_match_json(&event, &places);
        }
    }

    /// The fast path does not remove unknown members.
    fn can_be_made(changes: &[Change]) -> bool {
        let is_known =
            |(pointer, value): &Change| value.is_some() || matches!(pointer.as_str(), "/element" | "/data");
        changes.iter().all(is_known)
    }
}
