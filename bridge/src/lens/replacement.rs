//! Messages that stand for another message of the source, or for none.
//!
//! One message may become several in another dialect. One of these stands for it, and the others stand for no message.
//! Each translates back to the message that it stands for, unless it was edited.

use super::{
    carry::{Carry, Layer},
    depth,
    field_map::RESTORED,
    message_types::{Translatable, payload},
    rules::OtherRules,
    translation::{Output, Translated, TranslationCx},
};
use crate::{Refusal, Verdict};
use a2ui::Message;
use wire::{Payload, Pointer};

/// The message that an unedited message stands for in the dialect of its source.
pub(crate) enum Original {
    /// The message stands for itself, or was edited.
    Itself,
    /// The source has no such message.
    Nothing,
    /// The message stands for this whole message.
    Message(Payload),
}

/// A translated A2UI message.
pub(crate) type A2uiOutput = Output<Box<Message>>;

impl TranslationCx<'_> {
    /// Creates the output for an A2UI message, like [`output`](Self::output).
    pub(crate) fn a2ui_output(&mut self, translated: Translated<impl Into<Message>>) -> A2uiOutput {
        self.output(translated.map(|message| Box::new(message.into())))
    }

    /// Returns the message of the target dialect that the incoming message stands for.
    pub(crate) fn original(&self, message: &impl Translatable) -> Original {
        let layer = self
            .carry
            .layer_of(self.step.to)
            .filter(|layer| layer.is_of_whole_message());
        match layer.and_then(|layer| layer.replaced_message(&payload(message))) {
            Some(Some(source)) => Original::Message(source.clone()),
            Some(None) => Original::Nothing,
            None => Original::Itself,
        }
    }

    /// Creates the output for the source message that the incoming message stands for.
    pub(crate) fn restore_original(
        &mut self,
        source: impl Into<Message>,
        others: &OtherRules,
    ) -> A2uiOutput {
        let (mut fields, root) = (self.notes(), Pointer::root());
        fields.enter(
            Verdict::Copied,
            others.restored,
            root.clone(),
            Some(root),
            RESTORED,
        );
        self.add_notes(fields);
        let carry = self.carry.without(self.step.to);
        self.a2ui_output(Translated {
            message: source,
            carry,
        })
    }

    /// Creates an output that stands for a message of the source, or for none. The output has no notes.
    ///
    /// # Errors
    /// Refuses a message that would nest too deeply.
    pub(crate) fn stand_in(
        &self,
        source: Option<Payload>,
        message: impl Into<Message> + Translatable,
        others: &OtherRules,
    ) -> Result<A2uiOutput, Refusal> {
        let target = payload(&message);
        depth::refuse_too_deep(&Payload::null, &target, wire::MAX_DEPTH, others.depth)?;
        let rest = source
            .as_ref()
            .map_or_else(Carry::default, |_| self.carry.without(self.step.to));
        let carry = rest.with(Layer::replacing(self.step.from, source, &target));
        Ok(Output {
            input: self.input,
            message: Box::new(message.into()),
            carry,
            notes: Vec::new(),
            before: None,
        })
    }
}
