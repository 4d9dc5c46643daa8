//! `{"value", "carry", "notes"}`.

use crate::input::Place;
use bridge::{Carry, Note, Refusal};
use wire::{DecodeError, Pointer, Wire, Writer};

/// A message and what travels beside it.
pub(crate) struct Envelope<'a> {
    pub(crate) value: &'a str,
    pub(crate) carry: Carry,
    /// Where the message stands in its document.
    pub(crate) place: Pointer,
}

impl<'a> Envelope<'a> {
    /// A message without an envelope.
    pub(crate) fn of(value: &'a str) -> Self {
        Self { value, carry: Carry::default(), place: Pointer::root() }
    }
}

/// The carry of a line that has none.
const NO_CARRY: &str = r#"{"v":1,"layers":[]}"#;

/// The message and the carry in an envelope, or in a line of `pipe`, which has a `seq` and may have no carry; nothing if the text is
/// neither.
///
/// # Errors
/// If the text is no JSON.
pub(crate) fn parts(text: &str) -> Result<Option<(&str, &str)>, DecodeError> {
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

/// Opens envelopes.
#[derive(Default)]
pub(crate) struct Opener {
    /// The notes of the last one: most messages of one kind have the same ones, which are not looked at again.
    notes: String,
}

impl Opener {
    /// Opens an envelope; anything else is a message without a carry. Whether the message in it is JSON shows where it is read.
    ///
    /// # Errors
    /// If the text is no JSON; inside that, if it is an envelope and its carry cannot be read.
    pub(crate) fn open<'a>(&mut self, text: &'a str) -> Result<Result<Envelope<'a>, Refusal>, DecodeError> {
        let place = Pointer::from_static("/value");
        if let Some((value, carry)) = self.usual(text) {
            return Ok(Ok(Envelope { value, carry, place }));
        }
        let Some((value, carry)) = parts(text)? else { return Ok(Ok(Envelope::of(text))) };
        Ok(Carry::read(carry).map(|carry| Envelope { value, carry, place }).ok_or_else(|| unreadable(carry)))
    }

    /// What is in an envelope that has each member once and a carry that can be read.
    fn usual<'a>(&mut self, text: &'a str) -> Option<(&'a str, Carry)> {
        let (mut value, mut carry, mut numbered, mut notes) = (None, None, None, "");
        let read = wire::read_members(text, &mut |name, reader| {
            match name {
                "value" if value.is_none() => value = Some(reader.skip_value()?),
                "carry" if carry.is_none() => carry = Some(<Carry as Wire>::read(reader)?),
                "notes" if notes.is_empty() => {
                    notes = match reader.skip_known(&self.notes) {
                        Some(known) => known,
                        None => reader.span()?,
                    }
                }
                "seq" => numbered = Some(reader.skip_value()?).map(|_| Carry::default()),
                _ => return Ok(false),
            }
            Ok(true)
        });
        let carry = carry.or(numbered).filter(|carry: &Carry| !carry.is_too_big());
        let opened = value.zip(carry).filter(|_| read.is_ok_and(|is_whole| is_whole))?;
        if self.notes != notes {
            notes.clone_into(&mut self.notes);
        }
        Some(opened)
    }
}

/// Why a text is no carry that is read.
fn unreadable(carry: &str) -> Refusal {
    let (pointer, message, hint) = match wire::decode_any_depth::<Carry>(carry) {
        Err(DecodeError { pointer, found, expected, .. }) => {
            (pointer, format!("the carry cannot be read: {found}"), format!("expected {expected}, as in "))
        }
        Ok(_) => (
            Pointer::root(),
            "the carry is larger than any that this program writes".to_owned(),
            String::new(),
        ),
    };
    let pointer = Pointer::root().member("carry").join(&pointer);
    Refusal::rule_broken("carry/unreadable", pointer, message).hint(hint + r#"{"v":1,"layers":[…]}"#)
}

/// The error of a text, of which a part is no JSON: by its place in the whole.
pub(crate) fn error_of(text: &str, of_part: DecodeError) -> DecodeError {
    parts(text).err().unwrap_or(of_part)
}

/// A message that goes out.
pub(crate) struct OutputLine {
    pub(crate) text: Result<String, Refusal>,
    pub(crate) carry: Carry,
    pub(crate) notes: Vec<Note>,
}

/// Writes envelopes.
#[derive(Default)]
pub(crate) struct Envelopes {
    /// The last line, for its room.
    line: String,
    /// Notes that were written, and their text: most messages of one kind have the same ones.
    known: Vec<(Vec<Note>, String)>,
    /// Which of them was written last.
    last: usize,
}

/// How many lists of notes are kept. The messages of a surface are of a few kinds.
const KINDS: usize = 8;

impl Envelopes {
    /// The line of a message: `{"value":…,"carry":…,"notes":[…]}`.
    ///
    /// # Errors
    /// If the message or its carry cannot be written.
    pub(crate) fn envelope_line(&mut self, line: OutputLine) -> Result<&str, Refusal> {
        self.write("{", line, true)
    }

    /// The line of a message on a pipe: `{"seq":…,"value":…}`, with carry and notes if they are wanted.
    ///
    /// # Errors
    /// If the message or its carry cannot be written.
    pub(crate) fn pipe_line(&mut self, line: OutputLine, seq: &str, is_whole: bool) -> Result<&str, Refusal> {
        self.write(&format!("{{\"seq\":\"{seq}\","), line, is_whole)
    }

    fn write(&mut self, start: &str, line: OutputLine, is_whole: bool) -> Result<&str, Refusal> {
        let mut text = std::mem::take(&mut self.line);
        text.clear();
        text.extend([start, "\"value\":", &line.text?]);
        if is_whole {
            // What is beside a message may nest as deep as it does, and deeper.
            let mut carry = Writer::new();
            line.carry.write(&mut carry);
            text.extend([",\"carry\":", &carry.finish()?, ",\"notes\":", self.notes(line.notes)?]);
        }
        text.push('}');
        self.line = text;
        Ok(&self.line)
    }

    fn notes(&mut self, notes: Vec<Note>) -> Result<&str, Refusal> {
        let is_it = |(known, _): &(Vec<Note>, String)| {
            known.len() == notes.len() && known.iter().zip(&notes).all(|(one, other)| one.is_alike(other))
        };
        // Kinds of messages mostly come in turn.
        let (before, behind) = self.known.split_at_checked(self.last).unwrap_or_default();
        let known = match behind.iter().position(is_it) {
            Some(at) => Some(self.last + at),
            None => before.iter().position(is_it),
        };
        self.last = match known {
            Some(at) => at,
            None => {
                let mut writer = Writer::new();
                writer.open_array();
                for note in &notes {
                    writer.element();
                    write_note(note, None, &mut writer);
                }
                writer.close_array();
                let at = if self.known.len() < KINDS { self.known.len() } else { (self.last + 1) % KINDS };
                let written = (notes, writer.finish()?);
                self.known.splice(at..self.known.len().min(at + 1), [written]);
                at
            }
        };
        Ok(self.known.get(self.last).map_or("[]", |(_, text)| text))
    }
}

/// The line of a note that stands alone, with the place of its message.
///
/// # Errors
/// None that are known.
pub(crate) fn note_line(note: &Note, place: &Place) -> Result<String, Refusal> {
    let mut writer = Writer::new();
    write_note(note, Some(place), &mut writer);
    Ok(writer.finish()?)
}

fn write_note(note: &Note, place: Option<&Place>, writer: &mut Writer) {
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
    let mut text = |name: &'static str, text: &str| {
        writer.raw_name(name);
        writer.string(text);
    };
    text("\"verdict\":", note.verdict.as_str());
    text("\"rule\":", note.rule.as_str());
    text("\"from\":", note.from.as_str());
    if let Some(to) = note.to.get() {
        text("\"to\":", to.as_str());
    }
    if let Some(remark) = note.remark.get() {
        text("\"remark\":", remark.as_str());
    }
    writer.close_object();
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::Verdict;

    #[test]
    fn notes_of_many_kinds_in_any_turn_are_written_as_they_are() {
        let mut envelopes = Envelopes::default();
        for turn in 0..100 {
            // Some come in turn, and some again and again.
            let kind = if turn % 3 == 0 { turn % 4 } else { turn % (KINDS + 3) };
            let rule = format!("a-b/{kind}");
            let notes = vec![Note::new(0_u64, Verdict::Copied, rule.clone(), Pointer::root()); kind];
            let line = format!(r#"{{"verdict":"copied","rule":"{rule}","from":""}}"#);
            assert_eq!(envelopes.notes(notes).unwrap(), format!("[{}]", vec![line; kind].join(",")));
        }
    }
}
