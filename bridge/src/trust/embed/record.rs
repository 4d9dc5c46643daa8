//! The slot of AAP records, a member of their data.

use super::{CarrySlot, Embed, take_carry};
use crate::{
    Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, Refusal,
    trust::carry_slot::{self, Before, EmbeddedCarry},
};
use aap::Interaction;

impl Embed for Interaction {
    fn embed(mut self, carry: Carry) -> Result<Self, Refusal> {
        if !carry.is_empty() {
            self.data = Some(carry_slot::embed_carry(self.data.as_ref(), &carry)?);
        }
        Ok(self)
    }

    fn take_carry(&mut self, policy: &CarryPolicy) -> Result<Carry, IgnoredCarry> {
        take_carry(self, policy)
    }

    fn binding(&self) -> Binding {
        Binding::of(Dialect::Aap)
            .surface(Some(&self.canvas_file))
            .component(self.element.get())
            .timestamp(Some(&self.timestamp))
    }
}

impl CarrySlot for Interaction {
    fn find_carry(&mut self) -> Option<Result<EmbeddedCarry, IgnoredCarry>> {
        carry_slot::find(self.data.as_ref()?)
    }

    fn restore(&mut self, before: Before) {
        self.data = self
            .data
            .as_ref()
            .and_then(|data| carry_slot::restore(data, before));
    }
}
