//! The translation of texts.

mod carries;
mod direction;
#[cfg(feature = "checks")]
mod followed_surfaces;
#[cfg(not(feature = "checks"))]
#[path = "translation/no_followed_surfaces.rs"]
mod followed_surfaces;
#[cfg(test)]
mod tests;
mod text_bridge;

pub use text_bridge::TextBridge;

#[cfg(feature = "checks")]
use crate::check::CheckOptions;
use crate::{
    context::ContextFields,
    diagnostic::{Diagnostic, about_call},
    envelope::{Envelopes, OutputLine},
    message_type::MessageType,
    saved_state::{self, SavedTextTranslator},
};
use bridge::{
    Carry, CarryPolicy, Context, DialectOrProtocol, LossPolicy, Note, RequestedNotes,
    RequestedOutputs, SealKey, Translator, Trust,
};
use direction::TextDirection;
use wire::{EncodeError, Wire, Writer};

/// The settings of a translation.
///
/// ```
/// use agent_ui_text::{TranslateOptions, translate};
///
/// let options = TranslateOptions::new().context(agent_ui_text::context(r#"{"canvasFile":"shop.html"}"#)?);
/// let event = r#"{"type":"signal.action","name":"buy","element":{"id":"b"}}"#;
/// let _ = translate(event, "actions-json".parse()?, "aap".parse()?, options, None)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TranslateOptions {
    /// The values that no message contains: clock, routes, manifest, surfaces.
    pub context: Context,
    /// `true` if messages that would lose data are refused. Data in the carry is not lost.
    pub strict: bool,
    /// `true` if carries are stored inside the translated messages.
    pub embed: bool,
    /// `true` if carries inside messages are trusted without a seal.
    pub trust_embedded: bool,
    /// `true` if ids of components are written as identifiers, which strict clients of A2UI 1.0 require.
    pub escape_ids: bool,
    /// The key that seals the carries. Only carries that it has sealed are trusted.
    pub carry_key: Option<SealKey>,
    /// The type of the messages of AAP or AHP, unless it is the default.
    pub type_name: Option<MessageType>,
    /// `true` if the messages are envelopes, `{"value":…,"carry":…}`. A message that is not an envelope has no carry. No
    /// messages are extracted from other texts. [`TranslatedMessage::envelope`] writes a result in the same form.
    pub envelope: bool,
    /// The limit for the bytes kept of earlier messages, as [`Translator::max_bytes`] describes it; `None` for
    /// [`DEFAULT_SESSION_BYTES`](bridge::DEFAULT_SESSION_BYTES).
    pub max_bytes: Option<usize>,
    /// The settings of [`TextBridge::check`]. With them, a bridge follows the surfaces of the source, so each text of the
    /// forward direction is also validated.
    #[cfg(feature = "checks")]
    pub checks: Option<CheckOptions>,
}

impl TranslateOptions {
    /// Creates the usual settings: nothing is refused, and carries are separate and not sealed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the values that no message contains.
    #[must_use]
    pub fn context(self, context: Context) -> Self {
        Self { context, ..self }
    }

    /// Refuses messages that would lose data.
    #[must_use]
    pub fn strict(self) -> Self {
        Self {
            strict: true,
            ..self
        }
    }

    /// Stores carries inside the translated messages.
    #[must_use]
    pub fn embed(self) -> Self {
        Self {
            embed: true,
            ..self
        }
    }

    /// Trusts carries inside messages without a seal.
    #[must_use]
    pub fn trust_embedded(self) -> Self {
        Self {
            trust_embedded: true,
            ..self
        }
    }

    /// Writes ids of components as identifiers.
    #[must_use]
    pub fn escape_ids(self) -> Self {
        Self {
            escape_ids: true,
            ..self
        }
    }

    /// Seals carries with a key, and trusts only carries that it has sealed.
    #[must_use]
    pub fn carry_key(self, key: SealKey) -> Self {
        Self {
            carry_key: Some(key),
            ..self
        }
    }

    /// Sets the type of the messages of AAP or AHP.
    #[must_use]
    pub fn type_name(self, type_name: MessageType) -> Self {
        Self {
            type_name: Some(type_name),
            ..self
        }
    }

    /// Reads messages in envelopes.
    #[must_use]
    pub fn envelope(self) -> Self {
        Self {
            envelope: true,
            ..self
        }
    }

    /// Limits the bytes that are kept of earlier messages.
    #[must_use]
    pub fn max_bytes(self, bytes: usize) -> Self {
        Self {
            max_bytes: Some(bytes),
            ..self
        }
    }

    /// Prepares a bridge for [`TextBridge::check`].
    #[cfg(feature = "checks")]
    #[must_use]
    pub fn checks(self, options: CheckOptions) -> Self {
        Self {
            checks: Some(options),
            ..self
        }
    }

    fn translator(&self, translator: Translator) -> Translator {
        let mut translator = translator.request(RequestedOutputs {
            carry: true,
            notes: RequestedNotes::All,
        });
        if let Some(bytes) = self.max_bytes {
            translator = translator.max_bytes(bytes);
        }
        if self.escape_ids {
            translator = translator.escape_ids();
        }
        if self.strict {
            translator = translator.loss_policy(LossPolicy::RefuseUnlessCarried);
        }
        if self.embed {
            translator = translator.embed();
        }
        if self.trust_embedded {
            translator = translator.trust(Trust {
                separate: CarryPolicy::Accept,
                embedded: CarryPolicy::Accept,
            });
        }
        if let Some(key) = &self.carry_key {
            translator = translator.seal(key.clone()).trust(Trust {
                separate: CarryPolicy::Sealed(key.clone()),
                embedded: CarryPolicy::Sealed(key.clone()),
            });
        }
        translator
    }
}

/// The result of a translation.
#[derive(Clone, Debug, Default)]
#[must_use = "the notes say what was lost, and the refusals what was not translated"]
#[non_exhaustive]
pub struct Translation {
    /// The translated messages in order.
    pub messages: Vec<TranslatedMessage>,
    /// The notes about messages without a result. [`Translation::notes`] returns all notes.
    pub other_notes: Vec<Note>,
    /// The repairs of the source, and its members that are probably misspelt.
    pub findings: Vec<Diagnostic>,
    /// The messages that were refused. The others are translated nevertheless.
    pub refusals: Vec<Diagnostic>,
}

impl Translation {
    /// Returns the notes about all fields of the source: those of each message, then those of messages without a result.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        let of_messages = self.messages.iter().flat_map(|message| &message.notes);
        of_messages.chain(&self.other_notes)
    }

    /// Returns the texts of the messages.
    pub fn texts(&self) -> Vec<&str> {
        let texts = self.messages.iter().map(|message| message.text.as_str());
        texts.collect()
    }

    /// Returns the messages as JSON Lines, without a line feed at the end.
    pub fn text(&self) -> String {
        self.texts().join("\n")
    }

    /// Writes the carries of all messages as a JSON list, for the translation back of [`Translation::text`].
    ///
    /// # Errors
    /// Returns an error if a carry nests too deep to be written.
    pub fn carries(&self) -> Result<String, EncodeError> {
        let mut list = String::from("[");
        for message in &self.messages {
            if list.len() > 1 {
                list.push(',');
            }
            list.push_str(&message.carry_text()?);
        }
        list.push(']');
        Ok(list)
    }

    /// Appends the result of the texts that follow.
    pub fn append(&mut self, later: Self) {
        self.messages.extend(later.messages);
        self.other_notes.extend(later.other_notes);
        self.findings.extend(later.findings);
        self.refusals.extend(later.refusals);
    }
}

/// A translated message, with what restores and explains it.
///
/// ```
/// use agent_ui_text::translate;
///
/// let click = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
/// let there = translate(click, "aap".parse()?, "a2ui@0.9".parse()?, Default::default(), None)?;
/// let message = &there.messages[0];
/// let mut lost = message.notes.iter().filter(|note| note.is_loss(false));
/// assert!(lost.any(|note| note.from.as_str() == "/id"));
///
/// let carry = message.carry_text()?;
/// let back = translate(&message.text, "a2ui@0.9".parse()?, "aap".parse()?, Default::default(), Some(&carry))?;
/// assert_eq!(back.text(), click);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TranslatedMessage {
    /// The message: one line of JSON.
    pub text: String,
    /// The fields that the message cannot hold.
    pub carry: Carry,
    /// The notes about the fields of the source. The `input` of a note is the index of the accepted message, from 0.
    pub notes: Vec<Note>,
}

impl TranslatedMessage {
    /// Writes the carry as JSON, with a fingerprint of the message. Pass it to the translation back together with the
    /// message. A translation reports a carry that was made for another message.
    ///
    /// # Errors
    /// Returns an error if the carry nests too deep to be written.
    pub fn carry_text(&self) -> Result<String, EncodeError> {
        let mut writer = Writer::new();
        let carry = self.carry.clone().for_message(&self.text);
        carry.write(&mut writer);
        Ok(wire::without_layout(&writer.finish()?).into_owned())
    }

    /// Writes the message with its carry and notes, as the line `{"value":…,"carry":…,"notes":[…]}` that `agent-ui pipe
    /// --envelope` and a translation with [`TranslateOptions::envelope`] read.
    ///
    /// # Errors
    /// Returns an error if the carry nests too deep to be written.
    ///
    /// ```
    /// use agent_ui_text::{TranslateOptions, translate};
    ///
    /// let click = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
    /// let there = translate(click, "aap".parse()?, "a2ui@0.9".parse()?, Default::default(), None)?;
    /// let line = there.messages[0].envelope()?;
    /// let options = TranslateOptions::new().envelope();
    /// let back = translate(&line, "a2ui@0.9".parse()?, "aap".parse()?, options, None)?;
    /// assert_eq!(back.text(), click);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn envelope(&self) -> Result<String, Box<Diagnostic>> {
        let line = OutputLine {
            text: self.text.clone(),
            carry: self.carry.clone(),
            notes: self.notes.clone(),
        };
        let mut envelopes = Envelopes::default();
        let line = envelopes.envelope_line(line);
        let line = line.map_err(|refusal| about_call(&refusal))?;
        Ok(wire::without_layout(line).into_owned())
    }
}

/// Writes notes as a JSON list: `[{"input":0,"verdict":"renamed","rule":"…","from":"/a","to":"/b"}]`.
///
/// # Errors
/// Returns an error if a note cannot be written.
pub fn notes_json(notes: &[Note]) -> Result<String, EncodeError> {
    let mut writer = Writer::new();
    writer.open_array();
    for note in notes {
        writer.element();
        write_note(note, None, &mut writer);
    }
    writer.close_array();
    writer.finish()
}

/// Writes a note as a JSON object. `message` is the index of its message among the results.
///
/// # Errors
/// Returns an error if the note cannot be written.
#[doc(hidden)]
pub fn note_json(note: &Note, message: Option<usize>) -> Result<String, EncodeError> {
    let mut writer = Writer::new();
    write_note(note, message, &mut writer);
    writer.finish()
}

fn write_note(note: &Note, message: Option<usize>, writer: &mut Writer) {
    writer.open_object();
    let message = message.and_then(|message| u64::try_from(message).ok());
    for (name, number) in [("message", message), ("input", Some(note.input))] {
        if let Some(number) = number {
            writer.name(name);
            number.write(writer);
        }
    }
    // The result has the carry of each message.
    crate::envelope::write_note_members(note, true, writer);
    writer.close_object();
}

/// Translates a text: one message, a JSON list of messages, or JSON Lines.
///
/// All messages form one sequence: an A2UI message may depend on an earlier one. `carry` is the
/// [carry](TranslatedMessage::carry_text) of the only message, or a JSON list with one carry or `null` for each message. If the
/// list has another order or more carries than messages, each message gets the carry that was made for it.
///
/// # Errors
/// Returns an error if the two protocols cannot be translated, or the carry cannot be read. A message that cannot be
/// translated is among the [refusals](Translation::refusals) of the result.
///
/// ```
/// use agent_ui_text::translate;
///
/// let click = r#"{"id":"1","timestamp":"2026-05-18T15:30:00Z","canvasFile":"p.html","action":"click","summary":"Save"}"#;
/// let forward = translate(click, "aap".parse()?, "a2ui@0.9".parse()?, Default::default(), None)?;
/// let (text, carries) = (forward.text(), forward.carries()?);
/// let back = translate(&text, "a2ui@0.9".parse()?, "aap".parse()?, Default::default(), Some(&carries))?;
/// assert_eq!(back.text(), click);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate(
    text: &str,
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    options: TranslateOptions,
    carry: Option<&str>,
) -> Result<Translation, Box<Diagnostic>> {
    let mut translator = TextTranslator::new(from, to, options)?;
    let mut translation = translator.push(text, carry)?;
    translation.append(translator.finish());
    Ok(translation)
}

/// A translator of the texts of one session.
///
/// ```
/// use agent_ui_text::TextTranslator;
///
/// let mut translator = TextTranslator::new("a2ui@0.9".parse()?, "a2ui@1.0".parse()?, Default::default())?;
/// let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
/// assert_eq!(translator.push(create, None)?.messages.len(), 1);
///
/// let saved = translator.save()?;
/// let mut resumed = TextTranslator::resume(&saved, Default::default())?;
/// let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#;
/// assert_eq!(resumed.push(update, None)?.messages.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextTranslator {
    direction: TextDirection,
    translator: Translator,
}

impl TextTranslator {
    /// Creates a translator between two protocols.
    ///
    /// # Errors
    /// Returns an error if no message of one protocol can be translated into the other.
    pub fn new(
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        mut options: TranslateOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let context = std::mem::take(&mut options.context);
        let translator =
            Translator::new(from, to, context).map_err(|refusal| about_call(&refusal))?;
        Ok(Self::with(translator, from, to, &options))
    }

    fn with(
        translator: Translator,
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> Self {
        Self {
            direction: TextDirection::new(from, to, options),
            translator: options.translator(translator),
        }
    }

    /// Translates the next messages: one, a JSON list, or JSON Lines. `carry` is the one of [`translate`]. A message that
    /// completes an earlier one returns the results of both.
    ///
    /// # Errors
    /// Returns an error if the carry cannot be read. No message is translated then.
    pub fn push(
        &mut self,
        text: &str,
        carry: Option<&str>,
    ) -> Result<Translation, Box<Diagnostic>> {
        self.direction.push(&mut self.translator, text, carry)
    }

    /// Translates the next messages like [`TextTranslator::push`], and passes each result to `receive`. The returned
    /// translation has everything except the messages. A long text without a carry needs less memory in this way, because
    /// the results need not be kept.
    ///
    /// # Errors
    /// Returns an error if the carry cannot be read. No message is translated then.
    ///
    /// ```
    /// use agent_ui_text::TextTranslator;
    ///
    /// let mut translator = TextTranslator::new("a2ui@0.9".parse()?, "a2ui@1.0".parse()?, Default::default())?;
    /// let lines = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}
    /// {"version":"v0.9","deleteSurface":{"surfaceId":"b"}}"#;
    /// let mut sizes = Vec::new();
    /// let translation = translator.push_each(lines, None, &mut |message| sizes.push(message.text.len()))?;
    /// assert_eq!((sizes.len(), translation.messages.len()), (2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push_each(
        &mut self,
        text: &str,
        carry: Option<&str>,
        receive: &mut dyn FnMut(TranslatedMessage),
    ) -> Result<Translation, Box<Diagnostic>> {
        self.direction
            .push_each(&mut self.translator, text, carry, receive)
    }

    /// Returns the messages that waited for the end of the session, and refuses the incomplete ones.
    pub fn finish(&mut self) -> Translation {
        self.direction.finish(&mut self.translator)
    }

    /// Saves the state that another translator needs to continue, as JSON. The options are not saved.
    ///
    /// # Errors
    /// Returns an error if a message in the state nests too deep to be written.
    pub fn save(&self) -> Result<String, Box<Diagnostic>> {
        saved_state::write(&SavedTextTranslator::new(
            self.translator.save(),
            self.direction.save(),
        ))
    }

    /// Continues from a state that [`TextTranslator::save`] wrote, with new options.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read.
    pub fn resume(saved: &str, mut options: TranslateOptions) -> Result<Self, Box<Diagnostic>> {
        let SavedTextTranslator {
            translator,
            direction,
            ..
        } = saved_state::read(saved)?;
        let context = std::mem::take(&mut options.context);
        let translator =
            Translator::resume(translator, context).map_err(|refusal| about_call(&refusal))?;
        let (from, to) = translator.ends();
        let mut resumed = Self::with(translator, from, to, &options);
        resumed
            .direction
            .resume(direction)
            .map_err(|refusal| about_call(&refusal))?;
        Ok(resumed)
    }
}

/// Reads the context of a translation from JSON. [`ContextFields`] describes its members.
///
/// # Errors
/// Returns an error if a member cannot be read.
pub fn context(json: &str) -> Result<Context, Box<Diagnostic>> {
    ContextFields::decode(json)
        .and_then(|fields| fields.read())
        .map_err(|refusal| about_call(&refusal))
}
