//! The slot of an actions.json item: a member of its own.

use super::{Embed, no_room};
use crate::{
    Carry, Dialect, Refusal,
    carry::Hop,
    slot::{self, take_field},
};
use actions_json::item::{DomEvent, Item};
use wire::{Extra, Payload, Pointer};

/// The members that the specification does not name, of the items that are translated.
fn members(item: &mut Item) -> Option<&mut Extra> {
    match item {
        Item::DomEvent(event) => Some(&mut event.extra),
        Item::ActionCall(call) => Some(&mut call.extra),
        Item::ActionCallOutput(output) => Some(&mut output.extra),
        Item::ActionError(error) => Some(&mut error.extra),
        _ => None,
    }
}

fn put(members: &mut Extra, mut carry: Carry) {
    if carry.is_empty() {
        return;
    }
    if let Some(foreign) = members.remove(slot::CARRY_MEMBER) {
        let mut hop = Hop::of(Dialect::ActionsJson);
        hop.keep_member("", slot::CARRY_MEMBER, foreign);
        carry = carry.beside(hop);
    }
    members.insert(slot::CARRY_MEMBER, Payload::of(&carry).unwrap_or_else(|_| Payload::null()));
}

fn take(members: &mut Extra) -> Carry {
    let carry = members.get(slot::CARRY_MEMBER).and_then(Carry::read);
    let Some(mut carry) = carry.filter(|carry| !carry.is_empty()) else {
        return Carry::default();
    };
    members.remove(slot::CARRY_MEMBER);
    let pointer = Pointer::root().member(slot::CARRY_MEMBER);
    if let Some(Some(foreign)) = take_field(&mut carry, pointer.as_str(), Dialect::ActionsJson) {
        members.insert(slot::CARRY_MEMBER, foreign);
    }
    carry
}

impl Embed for DomEvent {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        put(&mut self.extra, carry);
        Ok(self)
    }

    fn extract(mut self) -> (Self, Carry) {
        let carry = take(&mut self.extra);
        (self, carry)
    }
}

impl Embed for Item {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        match members(&mut self) {
            Some(members) => put(members, carry),
            None if carry.is_empty() => {}
            None => return Err(no_room("an actions.json item of this type")),
        }
        Ok(self)
    }

    fn extract(mut self) -> (Self, Carry) {
        let carry = members(&mut self).map(take).unwrap_or_default();
        (self, carry)
    }
}
