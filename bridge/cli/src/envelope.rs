//! `{"value", "carry", "notes"}`.

use crate::input::Place;
use bridge::{Carry, Note, Refusal};
use wire::{Payload, Pointer, Wire, Writer, token};

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

/// The members of an envelope, value and carry; nothing if the text is none.
pub(crate) fn parts(text: &str) -> Option<(&str, &str)> {
    let (mut value, mut carry) = (None, None);
    for child in token::children(text) {
        match &*token::name(child.name?) {
            "value" => value = Some(child.text),
            "carry" => carry = Some(child.text),
            "notes" => {}
            _ => return None,
        }
    }
    Some((value?, carry?))
}

/// Opens an envelope; anything else is a message without a carry.
///
/// # Errors
/// If it is an envelope and its carry cannot be read.
pub(crate) fn open(text: &str) -> Result<Envelope<'_>, Refusal> {
    let Some((value, carry)) = parts(text) else { return Ok(Envelope::of(text)) };
    match Carry::read(&Payload::parse(carry)?) {
        Some(carry) => Ok(Envelope { value, carry, place: Pointer::root().member("value") }),
        None => {
            let message = "this is no carry that can be read here: another version, too big, or malformed";
            let pointer = Pointer::root().member("carry");
            Err(Refusal::rule_broken("carry/unreadable", pointer, message).hint(r#"{"v":1,"layers":[…]}"#))
        }
    }
}

/// A message that goes out.
pub(crate) struct Line {
    pub(crate) text: Result<String, Refusal>,
    pub(crate) carry: Carry,
    pub(crate) notes: Vec<Note>,
}

/// The line of a message: `{"value":…,"carry":…,"notes":[…]}`.
///
/// # Errors
/// If the message or its carry cannot be written.
pub(crate) fn written(line: Line) -> Result<String, Refusal> {
    // What is beside a message may nest as deep as it does, and deeper.
    let (mut carry, mut notes) = (Writer::new(), Writer::new());
    line.carry.write(&mut carry);
    notes.open_array();
    for note in &line.notes {
        notes.element();
        write_note(note, None, &mut notes);
    }
    notes.close_array();
    let (value, carry, notes) = (line.text?, carry.finish()?, notes.finish()?);
    Ok(format!(r#"{{"value":{value},"carry":{carry},"notes":{notes}}}"#))
}

/// The line of a message on a pipe: `{"seq":…,"value":…}`, with carry and notes if they are wanted.
///
/// # Errors
/// If the message or its carry cannot be written.
pub(crate) fn numbered(line: Line, seq: &str, is_whole: bool) -> Result<String, Refusal> {
    let rest = match is_whole {
        true => written(line)?.split_off(1),
        false => format!("\"value\":{}}}", line.text?),
    };
    Ok(format!("{{\"seq\":\"{seq}\",{rest}"))
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
        writer.name("line");
        u64::try_from(place.line).unwrap_or(u64::MAX).write(writer);
    }
    let mut text = |name: &str, text: &str| {
        writer.name(name);
        writer.string(text);
    };
    text("verdict", note.verdict.as_str());
    text("rule", note.rule.as_str());
    text("from", note.from.as_str());
    if let Some(to) = note.to.get() {
        text("to", to.as_str());
    }
    if let Some(remark) = note.remark.get() {
        text("remark", remark.as_str());
    }
    writer.close_object();
}
