//! Envelopes: lines of `{"value", "carry", "notes"}`.

use crate::{place::Place, verdict_word::verdict_word};
use bridge::{Carry, Note, Refusal};
use wire::{DecodeError, Pointer, Wire, Writer};

/// A message and its carry.
#[derive(Debug)]
pub struct Envelope<'a> {
    /// The message as JSON.
    pub value: &'a str,
    /// The carry; empty if the envelope has none.
    pub carry: Carry,
    /// The place of the message in its document.
    pub place: Pointer,
}

impl<'a> Envelope<'a> {
    /// Creates an envelope for a message without one.
    pub fn of(value: &'a str) -> Self {
        Self {
            value,
            carry: Carry::default(),
            place: Pointer::root(),
        }
    }
}

/// The carry of a line without one.
const NO_CARRY: &str = r#"{"v":1,"layers":[]}"#;

/// Returns the message and the carry of an envelope, or of a line of `pipe`, which has a `seq` and may omit the carry.
/// Returns `None` for any other text.
///
/// # Errors
/// Returns an error if the text is not JSON.
pub fn parts(text: &str) -> Result<Option<(&str, &str)>, DecodeError> {
    let (mut value, mut carry, mut numbered) = (None, None, None);
    let is_whole = wire::read_members(text, &mut |name, reader| {
        match name {
            "value" => value = Some(reader.span()?),
            "carry" => carry = Some(reader.span()?),
            "notes" => drop(reader.span()?),
            "seq" => numbered = Some(reader.span()?).map(|_| NO_CARRY),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(value.zip(carry.or(numbered)).filter(|_| is_whole))
}

/// A reader of envelopes.
#[derive(Debug, Default)]
pub struct Opener {
    /// The notes of the last envelope. Most messages of one kind have the same notes, which are not parsed again.
    notes: String,
}

impl Opener {
    /// Opens an envelope. Any other text is a message without a carry. The message inside is checked when it is read.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON. The inner error reports an envelope whose carry cannot be read.
    pub fn open<'a>(
        &mut self,
        text: &'a str,
    ) -> Result<Result<Envelope<'a>, Refusal>, DecodeError> {
        let place = Pointer::from_static("/value");
        if let Some((value, carry)) = self.read_usual(text) {
            return Ok(Ok(Envelope {
                value,
                carry,
                place,
            }));
        }
        let Some((value, carry)) = parts(text)? else {
            return Ok(Ok(Envelope::of(text)));
        };
        match Carry::read(carry) {
            Some(carry) => Ok(Ok(Envelope {
                value,
                carry,
                place,
            })),
            None => Ok(Err(unreadable_carry(carry))),
        }
    }

    /// Reads an envelope that has each member once and a readable carry.
    fn read_usual<'a>(&mut self, text: &'a str) -> Option<(&'a str, Carry)> {
        let (mut value, mut carry, mut numbered, mut notes) = (None, None, None, "");
        let mut is_known = false;
        let read = wire::read_members(text, &mut |name, reader| {
            match name {
                "value" if value.is_none() => value = Some(reader.skip_value()?),
                "carry" if carry.is_none() => carry = Some(<Carry as Wire>::read(reader)?),
                "notes" if notes.is_empty() => {
                    let known = reader.skip_known(&self.notes);
                    is_known = known.is_some();
                    notes = match known {
                        Some(known) => known,
                        None => reader.span()?,
                    };
                }
                "seq" => numbered = Some(reader.skip_value()?).map(|_| Carry::default()),
                _ => return Ok(false),
            }
            Ok(true)
        });
        // An envelope with a number may have no carry.
        let (value, carry) = (value?, carry.or(numbered)?);
        if carry.is_too_big() || !matches!(read, Ok(true)) {
            return None;
        }
        if !is_known {
            notes.clone_into(&mut self.notes);
        }
        Some((value, carry))
    }
}

/// Returns the refusal of an unreadable carry.
fn unreadable_carry(carry: &str) -> Refusal {
    let (pointer, message, hint) = match wire::decode_any_depth::<Carry>(carry) {
        Err(DecodeError {
            pointer,
            message,
            hint,
            ..
        }) => (
            pointer,
            format!("the carry cannot be read: {message}"),
            hint + ", as in ",
        ),
        Ok(_) => (
            Pointer::root(),
            "the carry is larger than any that this program writes".to_owned(),
            String::new(),
        ),
    };
    let pointer = Pointer::root().member("carry").join(&pointer);
    Refusal::rule_broken("carry/unreadable", pointer, message)
        .hint(hint + r#"{"v":1,"layers":[…]}"#)
}

/// Returns the error of a whole text, one part of which is not JSON.
pub fn error_of(text: &str, of_part: DecodeError) -> DecodeError {
    parts(text).err().unwrap_or(of_part)
}

/// An output message with its carry and notes.
#[derive(Debug)]
pub struct OutputLine {
    /// The message as JSON.
    pub text: String,
    /// The fields that the message cannot hold.
    pub carry: Carry,
    /// The notes about the fields of the message.
    pub notes: Vec<Note>,
}

/// A writer of envelopes.
#[derive(Debug, Default)]
pub struct Envelopes {
    /// The last line, reused as a buffer.
    line: String,
    /// Recently written notes with their text. Most messages of one kind have the same notes.
    known: Vec<(Vec<Note>, String)>,
    /// The index of the notes that were written last.
    last: usize,
}

/// The number of remembered lists of notes. The messages of a surface are of a few kinds.
const KINDS: usize = 8;

impl Envelopes {
    /// Writes a line `{"value":…,"carry":…,"notes":[…]}`.
    ///
    /// # Errors
    /// Returns an error if the message or its carry cannot be written.
    pub fn envelope_line(&mut self, line: OutputLine) -> Result<&str, Refusal> {
        self.write("{", line, true)
    }

    /// Writes a line of `pipe`, `{"seq":…,"value":…}`, with carry and notes if requested.
    ///
    /// # Errors
    /// Returns an error if the message or its carry cannot be written.
    pub fn pipe_line(
        &mut self,
        line: OutputLine,
        seq: &str,
        is_whole: bool,
    ) -> Result<&str, Refusal> {
        self.write(&format!("{{\"seq\":\"{seq}\","), line, is_whole)
    }

    fn write(&mut self, start: &str, line: OutputLine, is_whole: bool) -> Result<&str, Refusal> {
        let mut text = std::mem::take(&mut self.line);
        text.clear();
        text.extend([start, "\"value\":", &line.text]);
        if is_whole {
            text.push_str(",\"carry\":");
            // A carry may nest deeper than its message.
            let mut writer = Writer::appending(text);
            line.carry.write(&mut writer);
            text = writer.finish()?;
            text.extend([",\"notes\":", self.write_notes(line.notes)?]);
        }
        text.push('}');
        self.line = text;
        Ok(&self.line)
    }

    fn write_notes(&mut self, notes: Vec<Note>) -> Result<&str, Refusal> {
        // Kinds of messages mostly alternate in a fixed order.
        let (before, after) = self.known.split_at_checked(self.last).unwrap_or_default();
        let known = match position_of(after, &notes) {
            Some(at) => Some(self.last + at),
            None => position_of(before, &notes),
        };
        self.last = match known {
            Some(at) => at,
            None => {
                let mut writer = Writer::new();
                writer.open_array();
                for note in &notes {
                    writer.element();
                    // The envelope has the carry.
                    write_note(note, true, None, &mut writer);
                }
                writer.close_array();
                let at = if self.known.len() < KINDS {
                    self.known.len()
                } else {
                    (self.last + 1) % KINDS
                };
                let written = (notes, writer.finish()?);
                self.known
                    .splice(at..self.known.len().min(at + 1), [written]);
                at
            }
        };
        Ok(self.known.get(self.last).map_or("[]", |(_, text)| text))
    }
}

/// Returns the position of notes that are written alike.
fn position_of(known: &[(Vec<Note>, String)], notes: &[Note]) -> Option<usize> {
    known.iter().position(|(known, _)| {
        let mut pairs = known.iter().zip(notes);
        known.len() == notes.len() && pairs.all(|(one, other)| one.is_equivalent_to(other))
    })
}

/// Formats a note as a line of its own, with the place of its message. A carried field is lost unless the carry is kept.
///
/// # Errors
/// Returns an error if the note cannot be written.
pub fn note_line(note: &Note, carry_is_kept: bool, place: &Place) -> Result<String, Refusal> {
    let mut writer = Writer::new();
    write_note(note, carry_is_kept, Some(place), &mut writer);
    Ok(writer.finish()?)
}

fn write_note(note: &Note, carry_is_kept: bool, place: Option<&Place>, writer: &mut Writer) {
    writer.open_object();
    if let Some(place) = place {
        if let Some(file) = &place.file {
            writer.name("file");
            writer.string(file);
        }
        for (name, number) in [("line", place.line), ("column", place.column)] {
            writer.name(name);
            u64::try_from(number).unwrap_or(u64::MAX).write(writer);
        }
    }
    write_note_members(note, carry_is_kept, writer);
    writer.close_object();
}

/// Writes the members of a note that describe the field.
pub(crate) fn write_note_members(note: &Note, carry_is_kept: bool, writer: &mut Writer) {
    let verdict = verdict_word(note.verdict, carry_is_kept);
    write_member("\"verdict\":", verdict, writer);
    write_member("\"rule\":", note.rule.as_str(), writer);
    write_member("\"from\":", note.from.as_str(), writer);
    if let Some(to) = note.to.get() {
        write_member("\"to\":", to.as_str(), writer);
    }
    if let Some(remark) = note.remark.get() {
        write_member("\"remark\":", remark.as_str(), writer);
    }
}

/// Writes a member whose name is a JSON text with a colon.
fn write_member(name: &'static str, text: &str, writer: &mut Writer) {
    writer.raw_name(name);
    writer.string(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::Verdict;

    #[test]
    fn notes_of_many_kinds_are_written_unchanged_in_any_order() {
        let mut envelopes = Envelopes::default();
        for turn in 0..100 {
            // Some kinds alternate, and some repeat.
            let kind = if turn % 3 == 0 {
                turn % 4
            } else {
                turn % (KINDS + 3)
            };
            let rule = format!("a-b/{kind}");
            let notes =
                vec![Note::new(0_u64, Verdict::Copied, rule.clone(), Pointer::root()); kind];
            let line = format!(r#"{{"verdict":"copied","rule":"{rule}","from":""}}"#);
            assert_eq!(
                envelopes.write_notes(notes).unwrap(),
                format!("[{}]", vec![line; kind].join(","))
            );
        }
    }
}
