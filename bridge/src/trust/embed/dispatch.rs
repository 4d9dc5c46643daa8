//! The slot of AHP actions, which is the slot of the A2UI message in their payload.

use super::{CarrySlot, Embed, no_room};
use crate::{
    Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, Refusal,
    canvases::CanvasDispatch,
    trust::carry_slot::{self, EmbeddedCarry},
};
use a2ui::Message;
use ahp::canvas::CanvasAction;
use wire::Payload;

impl Embed for CanvasDispatch {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if carry.is_empty() {
            return Ok(self);
        }
        let Some(message) = a2ui_message(&self) else {
            return Err(no_room("an AHP action without an A2UI message"));
        };
        set_message(
            &mut self,
            Payload::parse(wire::encode(&message.embed(carry)?)?)?,
        );
        Ok(self)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        let CanvasAction::Message(body) = &self.action else {
            return Ok(Carry::default());
        };
        if !body
            .payload
            .as_ref()
            .is_some_and(carry_slot::can_contain_carry)
        {
            return Ok(Carry::default());
        }
        let Some(mut message) = a2ui_message(self) else {
            return Ok(Carry::default());
        };
        let Some(found) = message.find_carry() else {
            return Ok(Carry::default());
        };
        let EmbeddedCarry { carry, before } = found?;
        let carry = policy.admit_for(carry, &|| binding_of(self, Some(&message)))?;
        message.restore(before);
        // A message that was read can be serialised. If not, it is treated as one without a carry.
        let Ok(payload) = Payload::encode(&message) else {
            return Ok(Carry::default());
        };
        set_message(self, payload);
        Ok(carry)
    }

    fn binding(&self) -> Binding {
        binding_of(self, a2ui_message(self).as_ref())
    }
}

fn a2ui_message(dispatch: &CanvasDispatch) -> Option<Message> {
    match &dispatch.action {
        CanvasAction::Message(message) => Message::read(message.payload.as_ref()?.text()).ok(),
        _ => None,
    }
}

fn set_message(dispatch: &mut CanvasDispatch, payload: Payload) {
    if let CanvasAction::Message(message) = &mut dispatch.action {
        message.payload = Some(payload);
    }
}

fn binding_of(dispatch: &CanvasDispatch, message: Option<&Message>) -> Binding {
    let binding = message.map_or_else(|| Binding::of(Dialect::AhpCanvas), Embed::binding);
    let surface = binding
        .surface
        .clone()
        .unwrap_or_else(|| dispatch.channel.to_string());
    Binding {
        dialect: Dialect::AhpCanvas,
        ..binding
    }
    .surface(Some(surface))
}
