//! Reading what can be translated.

use super::Value;
use crate::{Dialect, Protocol, Refusal};
use a2ui::Message;
use actions_json::item::Item;
use wire::{Payload, Pointer};

impl Value {
    /// Reads a message of a dialect that is on its way to a protocol.
    ///
    /// What a dialect has several kinds of is told apart by members that only one kind has: an AHP frame by `jsonrpc`, an action
    /// on a channel by `action`, a declaration by a `displayName` without a `channel`; an actions.json item by its `type`, which
    /// a manifest has not. Where items are translated and manifests are not, all that comes is an item.
    ///
    /// # Errors
    /// If it cannot be read, or is an item that has no image.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Dialect, Protocol, pair::Value};
    ///
    /// let message = wire::Payload::parse(r#"{"canvasId":"plan","displayName":"Plan","description":"A floor"}"#)?;
    /// assert!(matches!(Value::read(&message, Dialect::AhpCanvas, Protocol::Mcp)?, Value::Declaration(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(message: &Payload, from: Dialect, to: Protocol) -> Result<Self, Refusal> {
        let text = message.text();
        let has = |name: &str| message.get(&Pointer::root().member(name)).is_some();
        Ok(match from {
            Dialect::Aap => Self::Interaction(wire::decode(text)?),
            Dialect::ActionsJson => {
                let takes_tools = matches!(to, Protocol::Ahp | Protocol::Mcp);
                if takes_tools && !has("type") {
                    return Ok(Self::Manifest(Box::new(wire::decode(text)?)));
                }
                item(wire::decode(text)?, to)?
            }
            Dialect::Mcp => Self::Tools(wire::decode(text)?),
            Dialect::Ahp1_0 => Self::Released(wire::decode(text)?),
            Dialect::AhpCanvas if has("action") => Self::Dispatch(wire::decode(text)?),
            Dialect::AhpCanvas if has("jsonrpc") => Self::Frame(wire::decode(text)?),
            Dialect::AhpCanvas if has("displayName") && !has("channel") => {
                Self::Declaration(wire::decode(text)?)
            }
            Dialect::AhpCanvas => Self::Canvas(wire::decode(text)?),
            a2ui => Self::Message(Message::read_as(text, a2ui.a2ui_version())?),
        })
    }
}

/// An event, or where tools are called, a call.
fn item(item: Item, to: Protocol) -> Result<Value, Refusal> {
    match item {
        Item::DomEvent(event) => Ok(Value::Event(event)),
        call @ (Item::ActionCall(_) | Item::ActionCallOutput(_) | Item::ActionError(_))
            if to == Protocol::Ahp =>
        {
            Ok(Value::Call(Box::new(call)))
        }
        other => {
            let message = format_args!("an item of the type `{}` has no image", other.tag()).to_string();
            Err(Refusal::rule_broken("actions-json-aap/item", Pointer::root().member("type"), message)
                .hint("a `dom_event` becomes an interaction"))
        }
    }
}
