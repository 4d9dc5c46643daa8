//! The items of actions.json in translators: conversions and reading.

use super::{
    message::{AnyMessage, Family, TypedMessage},
    table::has_mapping,
};
use crate::{Dialect, Protocol, Refusal};
use actions_json::item::Item;
use wire::{Payload, Pointer};

impl From<Item> for AnyMessage {
    fn from(item: Item) -> Self {
        match item {
            Item::DomEvent(event) => event.into(),
            other => Self::Call(Box::new(other)),
        }
    }
}

impl TryFrom<AnyMessage> for Item {
    type Error = AnyMessage;

    /// Returns the message unchanged if it is of another type.
    fn try_from(any: AnyMessage) -> Result<Self, AnyMessage> {
        match any {
            AnyMessage::Call(item) => Ok(*item),
            AnyMessage::Event(event) => Ok(Self::DomEvent(*event)),
            other => Err(other),
        }
    }
}

impl TypedMessage for Item {
    const DIALECT: Dialect = Dialect::ActionsJson;
}

/// Reads an actions.json message: a manifest, or an item for the target protocol.
pub(super) fn read(message: &Payload, to: Protocol) -> Result<AnyMessage, Refusal> {
    let is_item = message.member("type").is_some();
    if !is_item && has_mapping(Dialect::ActionsJson, to, Family::Tools) {
        return Ok(AnyMessage::Manifest(wire::decode(message.text())?));
    }
    item(wire::decode(message.text())?, to)
}

/// Converts an item to an event. If the target protocol has calls, converts it to a call.
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
            Err(Refusal::rule_broken(
                AnyMessage::UNSUPPORTED_ITEM,
                Pointer::root().member("type"),
                message,
            )
            .hint("translate only items of the type `dom_event`"))
        }
    }
}
