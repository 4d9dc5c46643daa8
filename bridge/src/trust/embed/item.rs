//! The slot of actions.json items, a member of the item.

use super::{CarrySlot, Embed, no_room, take_carry};
use crate::{
    Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, Refusal,
    trust::carry_slot::{self, Before, EmbeddedCarry},
};
use actions_json::item::{DomEvent, Item};
use wire::{Extra, Payload};

/// Returns the members of a translatable item that the specification does not name.
fn members(item: &mut Item) -> Option<&mut Extra> {
    match item {
        Item::DomEvent(event) => Some(&mut event.extra),
        Item::ActionCall(call) => Some(&mut call.extra),
        Item::ActionCallOutput(output) => Some(&mut output.extra),
        Item::ActionError(error) => Some(&mut error.extra),
        _ => None,
    }
}

/// Returns the members as one object, which preserves the positions of foreign members.
fn object(members: &Extra) -> Payload {
    Payload::object(members.iter())
}

fn of_object(object: &Payload) -> Extra {
    object
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect()
}

fn embed_carry(members: &mut Extra, carry: &Carry) -> Result<(), Refusal> {
    if !carry.is_empty() {
        *members = of_object(&carry_slot::embed_carry(Some(&object(members)), carry)?);
    }
    Ok(())
}

fn find(members: &Extra) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
    members.get(carry_slot::CARRY_MEMBER)?;
    carry_slot::find(&object(members))
}

fn restore(members: &mut Extra, before: Before) {
    // An item always is an object, so any other value is forged.
    let before = match before {
        Before::Value(value) if value.is_object() => Before::Value(value),
        _ => Before::Same,
    };
    if let Some(before) = carry_slot::restore(&object(members), before) {
        *members = of_object(&before);
    }
}

impl Embed for DomEvent {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        embed_carry(&mut self.extra, &carry)?;
        Ok(self)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        take_carry(self, policy)
    }

    fn binding(&self) -> Binding {
        Binding::of(Dialect::ActionsJson)
            .surface(Some(&self.runtime_id))
            .component(Some(&self.event_id))
            .timestamp(self.observed_at.get())
    }
}

impl CarrySlot for DomEvent {
    fn find_carry(&mut self) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
        find(&self.extra)
    }

    fn restore(&mut self, before: Before) {
        restore(&mut self.extra, before);
    }
}

impl Embed for Item {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        match members(&mut self) {
            Some(members) => embed_carry(members, &carry)?,
            None if carry.is_empty() => {}
            None => return Err(no_room("an actions.json item of this type")),
        }
        Ok(self)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        take_carry(self, policy)
    }

    fn binding(&self) -> Binding {
        match self {
            Self::DomEvent(event) => event.binding(),
            other => Binding::of(Dialect::ActionsJson)
                .surface(other.runtime_id())
                .component(other.call_id()),
        }
    }
}

impl CarrySlot for Item {
    fn find_carry(&mut self) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
        find(members(self)?)
    }

    fn restore(&mut self, before: Before) {
        if let Some(members) = members(self) {
            restore(members, before);
        }
    }
}
