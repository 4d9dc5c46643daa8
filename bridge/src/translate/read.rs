//! Reads the messages of all protocols.

use super::{
    message::{AnyMessage, Family},
    table::has_mapping,
};
use crate::{Dialect, Protocol, Refusal};
use actions_json::item::Item;
use ahp::{draft, traffic};
use wire::{Payload, Pointer};

impl AnyMessage {
    /// Reads a message of the dialect `from`, to be translated into the protocol `to`.
    ///
    /// If a dialect has several kinds of messages, a member that only one kind has identifies it: `jsonrpc` a frame,
    /// `action` an action on a channel, `displayName` without `channel` a declaration. A `type` identifies an
    /// actions.json item, because a manifest has none. If `to` takes items but no manifests, every message is read as an
    /// item.
    ///
    /// # Errors
    /// Refuses a message that cannot be read, an item without a counterpart, and an AHP message that contains no canvas
    /// or has the shape of a later draft.
    ///
    /// ```
    /// use agent_ui_bridge::{AnyMessage, Dialect, Protocol, wire};
    ///
    /// let message = wire::Payload::parse(r#"{"canvasId":"plan","displayName":"Plan","description":"A floor"}"#)?;
    /// assert!(matches!(AnyMessage::read(&message, Dialect::AhpCanvas, Protocol::Mcp)?, AnyMessage::Declaration(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(message: &Payload, from: Dialect, to: Protocol) -> Result<Self, Refusal> {
        let text = message.text();
        let has = |name: &str| message.member(name).is_some();
        if from.protocol() == Protocol::Ahp {
            check_traffic(message, to)?;
        }
        let has_action = || message.get(&Pointer::root().member("action").member("type")).is_some();
        Ok(match from {
            Dialect::ActionsJson if has_mapping(from, to, Family::Tools) && !has("type") => {
                Self::Manifest(wire::decode(text)?)
            }
            Dialect::ActionsJson => item(wire::decode(text)?, to)?,
            Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 if has("jsonrpc") => {
                Self::McpFrame(wire::decode(text)?)
            }
            Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 => {
                Self::Tools(wire::decode(text)?)
            }
            Dialect::AhpCanvas if to == Protocol::Ahp => Self::Proposal(Box::new(message.clone())),
            Dialect::Ahp1_0 if to == Protocol::Ahp => Self::Release(Box::new(message.clone())),
            Dialect::Ahp1_0 => Self::Released(wire::decode(text)?),
            Dialect::AhpCanvas if has("jsonrpc") => Self::Frame(wire::decode(text)?),
            Dialect::AhpCanvas if has("canvasId") && has("displayName") => {
                Self::Declaration(wire::decode(text)?)
            }
            Dialect::AhpCanvas if has_action() => Self::Dispatch(wire::decode(text)?),
            Dialect::AhpCanvas => Self::Canvas(wire::decode(text)?),
            _ => Self::read_only_kind(text, from)?,
        })
    }
}

/// Refuses AHP traffic that is not about canvases, and answers in the shape of a later draft.
fn check_traffic(message: &Payload, to: Protocol) -> Result<(), Refusal> {
    let result = message.member("jsonrpc").and_then(|_| message.member("result"));
    // An answer without content may end a call, but contains no canvas.
    let is_empty =
        |result: &Payload| result.is_null() || result.is_object() && result.members().next().is_none();
    let says_nothing = to == Protocol::Ahp && result.as_ref().is_some_and(is_empty);
    if says_nothing || !traffic::is_about_canvases(message) {
        return Err(Refusal::rule_broken(
            AnyMessage::OTHER_TRAFFIC,
            Pointer::root(),
            "the message does not contain a canvas",
        )
        .hint("remove the message, or omit --strict to skip such messages"));
    }
    let at = Pointer::root().member("result");
    match result.and_then(|result| draft::finding_for_answer(&result, &at)) {
        Some(shape) => Err(Refusal::rule_broken(shape.rule, shape.pointer, shape.message).hint(shape.hint)),
        None => Ok(()),
    }
}

/// Converts an item to an event, or to a call if the target protocol has calls.
fn item(item: Item, to: Protocol) -> Result<AnyMessage, Refusal> {
    match item {
        Item::DomEvent(event) => Ok(event.into()),
        call @ (Item::ActionCall(_) | Item::ActionCallOutput(_) | Item::ActionError(_))
            if has_mapping(Dialect::ActionsJson, to, Family::Calls) =>
        {
            Ok(AnyMessage::Call(Box::new(call)))
        }
        other => {
            let message = format!("an item of the type `{}` cannot be translated", other.tag());
            Err(Refusal::rule_broken(AnyMessage::UNSUPPORTED_ITEM, Pointer::root().member("type"), message)
                .hint("translate only items of the type `dom_event`"))
        }
    }
}
