//! Messages that wait in a session, and fields that wait for their element.

use super::{
    carry::{Carry, Layer},
    field_map::RequestedNotes,
    keyed_list::KeyedList,
    label::Label,
    message_part::NOTHING,
    message_types::Translatable,
    replacement::A2uiOutput,
    translation::{LossPolicy, RequestedOutputs, TranslationCx},
};
use crate::{Dialect, Note, Refusal, shared::measured_by_encoding};
use a2ui::Message;
use std::collections::BTreeMap;
use wire::Field;

wire::object! {
    /// A message that waits in a session for a later one.
    pub struct HeldMessage {
        /// The number of the input message.
        input: u64,
        /// The dialect of the message, by name.
        from?: Field<Label>,
        /// The waiting message itself.
        message: Message,
        /// The carry that came with the message.
        carry: Carry,
        /// The notes of earlier mappings.
        before: Vec<Note>,
    }

    /// The carried fields of a list element that is translated again later.
    pub struct HeldFields {
        /// The fields, as if the element were alone in its list.
        carry: Carry,
    }
}

measured_by_encoding!(HeldMessage, HeldFields);

impl HeldMessage {
    /// Translates the message as if it came now.
    ///
    /// # Errors
    /// Returns the refusal of the translation.
    pub(crate) fn release(
        &self,
        tcx: &TranslationCx<'_>,
        translate: impl FnOnce(&mut TranslationCx<'_>) -> Result<Vec<A2uiOutput>, Refusal>,
    ) -> Result<Vec<A2uiOutput>, Refusal> {
        let mut outputs = translate(&mut self.cx(tcx))?;
        outputs
            .iter_mut()
            .for_each(|output| output.before = Some(self.before.clone()));
        Ok(outputs)
    }

    /// Creates the state for translating the held message.
    pub(crate) fn cx<'b>(&'b self, tcx: &TranslationCx<'b>) -> TranslationCx<'b> {
        let mut tcx = tcx.for_message(self.input, &self.carry);
        if let Some(from) = self
            .from
            .get()
            .and_then(|from| Dialect::from_name(from.as_str()))
        {
            tcx.step.from = from;
        }
        tcx
    }
}

impl<'a> TranslationCx<'a> {
    /// Holds a message until a later one releases it.
    pub(crate) fn hold(&mut self, message: impl Into<Message>) -> HeldMessage {
        self.held(message, self.carry.clone())
    }

    /// Holds a message that stands for no message of the target. If it is released, it is translated as itself.
    pub(crate) fn hold_as_itself(&mut self, message: impl Into<Message>) -> HeldMessage {
        self.held(message, self.carry.without(self.step.to))
    }

    fn held(&mut self, message: impl Into<Message>, carry: Carry) -> HeldMessage {
        let before = std::mem::take(&mut self.earlier_notes);
        let mut held = HeldMessage::new(self.input, message, carry, before);
        held.from = Field::Value(self.step.from.as_str().into());
        held
    }

    /// Returns `true` if a trial translation is needed to know whether the message can be translated and with which
    /// losses.
    pub(crate) fn needs_trial(&self, message: &impl Translatable) -> bool {
        self.loss_policy != LossPolicy::Allow || !self.carry.is_empty() || !message.is_shallow()
    }

    /// Creates the state for translating the message once before it is held. The losses must be refused with the
    /// message itself, and not with the later message that releases it.
    pub(crate) fn trial(&self) -> TranslationCx<'a> {
        let mut trial = self.for_message(self.input, self.carry);
        if self.loss_policy == LossPolicy::Allow {
            trial.requested = RequestedOutputs {
                carry: false,
                notes: RequestedNotes::None,
            };
        }
        trial
    }

    /// Creates the state for translating an element again as the only element of its list.
    pub(crate) fn for_element<'b>(&self, held: Option<&'b HeldFields>) -> TranslationCx<'b>
    where
        'a: 'b,
    {
        let mut tcx = self.for_message(self.input, held.map_or(&NOTHING, |held| &held.carry));
        tcx.requested.carry = false;
        tcx
    }

    /// Returns the carried fields of the elements of the target list, by the keys of the elements.
    pub(crate) fn held_fields(&self, list: KeyedList) -> BTreeMap<String, HeldFields> {
        let layers = self
            .carry
            .fields_of(self.step.to)
            .map(|kept| list.split(kept))
            .unwrap_or_default();
        let held =
            |(key, layer): (String, Layer)| (key, HeldFields::new(Carry::default().with(layer)));
        wire::collect_map(layers.into_iter().map(held))
    }
}
