//! The message types that mappings translate.

#[cfg(feature = "a2ui")]
mod a2ui_messages;
#[cfg(feature = "ahp")]
mod canvases;
#[cfg(feature = "actions-json")]
mod items;
#[cfg(feature = "aap")]
mod records;
#[cfg(feature = "mcp")]
mod tool_lists;

use super::{carry::CarriedField, depth, derived::ValueAt};
use crate::{Dialect, Refusal};
use wire::{Extra, Payload, Pointer, Wire, token};

/// Returns a wire type as JSON.
pub(crate) fn payload<T: Wire>(value: &T) -> Payload {
    Payload::encode(value).unwrap_or_else(|_| Payload::null())
}

/// A message type that mappings read or write.
pub(crate) trait Translatable: Wire + Clone + PartialEq {
    /// The depth limit of the message.
    const MESSAGE_DEPTH: usize = wire::MAX_DEPTH;

    /// Returns this message with restored fields. Returns `None` if the fields change nothing or the type requires
    /// serialising to hold them.
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

    /// Reads a message as the mappings of a dialect do. A message that they refuse is not readable.
    fn read_as(payload: &Payload, _dialect: Dialect) -> Result<Self, Refusal> {
        Ok(payload.decode()?)
    }
}

#[cfg(any(feature = "ahp", feature = "mcp"))]
impl Translatable for ahp::json_rpc::JsonRpcMessage {}

#[cfg(feature = "mcp-elicitation")]
impl Translatable for elicitation::mcp::McpMessage {}

#[cfg(feature = "acp")]
impl Translatable for elicitation::acp::AcpMessage {}

#[cfg(feature = "adaptive-cards")]
impl Translatable for adaptive_cards::CardMessage {}

#[cfg(feature = "slack-blocks")]
impl Translatable for slack_blocks::SlackMessage {}

/// Refuses a message that has all of these members, because readers would take it for another kind of message.
fn refuse_other_kind(payload: &Payload, members: &[&str]) -> Result<(), Refusal> {
    let has = |name: &&str| {
        token::children(payload.text())
            .any(|child| child.name.map(token::name).as_deref() == Some(name))
    };
    if !members.iter().all(has) {
        return Ok(());
    }
    let message = format!(
        "the members `{}` belong to another kind of message",
        members.join("` and `")
    );
    let at = members
        .first()
        .map_or_else(Pointer::root, |name| Pointer::root().member(name));
    Err(Refusal::rule_broken("form/another", at, message))
}

fn are_shallow(extra: &Extra) -> bool {
    extra
        .iter()
        .all(|(_, value)| depth::is_shallow(Some(value)))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{
        canvases::CanvasDispatch,
        lens::{
            derived::VisibleMessage,
            difference::{self, Change},
            payload,
        },
    };
    use aap::Interaction;
    use actions_json::item::DomEvent;
    use proptest::prelude::*;
    use wire::{Shape, WireType};

    /// Returns the places of all members of a type.
    fn members<T: WireType>() -> Vec<&'static str> {
        let Shape::Object(table) = T::SHAPE else {
            panic!("{} is not an object", T::NAME)
        };
        table
            .members
            .iter()
            .map(|member| &*Box::leak(format!("/{}", member.name).into_boxed_str()))
            .collect()
    }

    /// Asserts that the changes between two messages can be restored in the type. The other message is `one` with the members
    /// of `another` that the bits of `taken` select.
    fn assert_changes_can_be_restored<T: Translatable + WireType>(
        one: &T,
        another: &T,
        taken: u64,
    ) {
        let takes = |bit: usize| taken >> bit & 1 == 1;
        let source = payload(another);
        let places = members::<T>().into_iter().map(Pointer::from_static);
        let known: Vec<Pointer> = places.collect();
        let is_extra = |(at, _): &Change| !known.contains(at);
        let mut changes: Vec<Change> = known
            .iter()
            .map(|at| (at.clone(), source.get(at)))
            .collect();
        let extra = difference::changes_between(&payload(one), &source, 1);
        changes.extend(extra.into_iter().filter(is_extra));
        let changes: Vec<Change> = changes
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| takes(*bit % 64))
            .map(|(_, change)| change)
            .collect();
        let other: T = difference::apply(&payload(one), &changes).decode().unwrap();
        for (one, other) in [(one, &other), (&other, one)] {
            let changes = difference::changes_between(&payload(other), &payload(one), 1);
            let fields: Vec<_> = changes
                .iter()
                .cloned()
                .map(|(pointer, value)| CarriedField { pointer, value })
                .collect();
            let made = other
                .clone()
                .with_restored(&fields.iter().collect::<Vec<_>>());
            // Unknown members are not removed in the type.
            let can_be_made = changes
                .iter()
                .all(|(at, value)| value.is_some() || known.contains(at));
            assert_eq!(
                made.as_ref(),
                (can_be_made && !changes.is_empty()).then_some(one)
            );
        }
    }

    proptest! {
        #[test]
        fn changes_of_a_record_can_be_restored_in_its_type(one: Interaction, another: Interaction, taken: u64) {
            assert_changes_can_be_restored(&one, &another, taken);
        }

        #[test]
        fn changes_of_an_event_can_be_restored_in_its_type(one: DomEvent, another: DomEvent, taken: u64) {
            assert_changes_can_be_restored(&one, &another, taken);
        }
    }

    /// Asserts that typed access returns the values of the JSON form.
    pub(crate) fn assert_values_match_json<T: Translatable>(message: &T, places: &[&'static str]) {
        let written = payload(message);
        for place in places {
            let typed = VisibleMessage::new(&|pointer| message.at(pointer), &|| &written)
                .fingerprint([*place]);
            let read =
                VisibleMessage::new(&|_| ValueAt::Unknown, &|| &written).fingerprint([*place]);
            assert_eq!(typed, read, "{place} of {written}");
        }
        // A shallow value stays below half the limit, and two objects wrap it.
        assert!(
            !message.is_shallow() || written.depth() <= wire::MAX_DEPTH / 2 + 2,
            "{written}"
        );
    }

    proptest! {
        #[test]
        fn typed_values_of_a_record_match_its_json(record: Interaction) {
            assert_values_match_json(&record, &[members::<Interaction>(), vec!["/data/a", ""]].concat());
        }

        #[test]
        fn typed_values_of_a_canvas_message_match_its_json(action: CanvasDispatch) {
            assert_values_match_json(&action, &["/action", "/channel"]);
        }

        #[test]
        fn typed_values_of_an_event_match_its_json(event: DomEvent) {
            assert_values_match_json(&event, &[members::<DomEvent>(), vec!["/type", "/payload/a", ""]].concat());
        }
    }
}
