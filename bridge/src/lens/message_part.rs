//! Parts of a message that become separate messages in the target.

use super::{
    carry::Carry,
    field_map::Verdict,
    message_types::{Translatable, payload},
    replacement::A2uiOutput,
    rules::Rule,
    translation::{Translated, TranslationCx},
};
use crate::Refusal;
use a2ui::Message;
use std::sync::LazyLock;
use wire::Pointer;

/// A part of a message as a separate message.
pub(crate) struct MessagePart<Message> {
    pub(crate) message: Message,
    pub(crate) rule: &'static Rule,
    /// The place of the part in the whole message.
    pub(crate) place_in_whole: Pointer,
    /// The place of the part in its own message, before and after the translation.
    pub(crate) place: Pointer,
}

/// The empty carry of messages that came without one.
pub(super) static NOTHING: LazyLock<Carry> = LazyLock::new(Carry::default);

impl<'a> TranslationCx<'a> {
    /// Creates the state for one part of the message. `has_carry` is `true` for the one part that uses the carry of the
    /// whole message.
    pub(crate) fn for_part(&self, has_carry: bool) -> TranslationCx<'a> {
        self.for_message(self.input, if has_carry { self.carry } else { &NOTHING })
    }

    /// Translates a part of a message. The part uses no carry, because the carry of the whole message belongs to the
    /// main output. The notes name places in the whole message.
    ///
    /// # Errors
    /// Refuses if `translate` refuses.
    pub(crate) fn part_output<Source: Translatable, Target: Translatable + Into<Message>>(
        &self,
        whole: &Source,
        part: &MessagePart<Source>,
        translate: impl FnOnce(&Source, &mut TranslationCx<'_>) -> Result<Translated<Target>, Refusal>,
    ) -> Result<A2uiOutput, Refusal> {
        let MessagePart {
            message,
            rule,
            place_in_whole,
            place,
        } = part;
        let mut below = self.for_part(false);
        let Translated { message, carry } = translate(message, &mut below)?;
        let mut fields = self.notes();
        if fields.is_wanted() {
            let verdict = match payload(whole).get(place_in_whole) == payload(&message).get(place) {
                true => Verdict::of_move(place_in_whole, place),
                // The part returns as a message of its own.
                false => Verdict::Derived,
            };
            fields.add(verdict, rule, (place_in_whole, ""), Some((place, "")));
        }
        let mut of_part = self.notes();
        of_part.list = below.notes;
        // The place of the value itself has a note already.
        of_part
            .list
            .retain(|note| note.from != *place || note.verdict.needs_carry());
        fields.add_moved(of_part, place, place_in_whole);
        let message = Box::new(message.into());
        Ok(A2uiOutput {
            input: self.input,
            message,
            carry,
            notes: fields.list,
            before: None,
        })
    }
}
