//! `{"value", "carry", "notes"}`.

use bridge::{Carry, Note, Output, Refusal};
use wire::{Payload, Pointer, Wire, Writer};

/// A message and what travels beside it.
pub(crate) struct Envelope {
    pub(crate) value: Payload,
    pub(crate) carry: Carry,
    /// Where the message stands in its line.
    pub(crate) place: Pointer,
}

impl Envelope {
    /// A message without an envelope.
    pub(crate) fn of(value: Payload) -> Self {
        Self { value, carry: Carry::default(), place: Pointer::root() }
    }
}

/// Opens an envelope; anything else is a message without a carry.
///
/// # Errors
/// If it is an envelope and its carry cannot be read.
pub(crate) fn open(text: &str) -> Result<Envelope, Refusal> {
    let whole = Payload::parse(text)?;
    let (mut value, mut carry) = (None, None);
    for (name, member) in whole.members() {
        match &*name {
            "value" => value = Some(member),
            "carry" => carry = Some(member),
            "notes" => {}
            _ => {
                (value, carry) = (None, None);
                break;
            }
        }
    }
    let (Some(value), Some(carry)) = (value, carry) else {
        return Ok(Envelope::of(whole));
    };
    match Carry::read(&carry) {
        Some(carry) => Ok(Envelope { value, carry, place: Pointer::root().member("value") }),
        None => {
            let message = "this is no carry that can be read here: another version, too big, or malformed";
            let pointer = Pointer::root().member("carry");
            Err(Refusal::rule_broken("carry/unreadable", pointer, message).hint(r#"{"v":1,"layers":[…]}"#))
        }
    }
}

/// The line of a message: `{"value":…,"carry":…,"notes":[…]}`.
///
/// # Errors
/// If the message or its carry cannot be written.
pub(crate) fn written(output: &Output) -> Result<String, Refusal> {
    // What is beside a message may nest as deep as it does, and deeper.
    let (mut carry, mut notes) = (Writer::new(), Writer::new());
    output.carry.write(&mut carry);
    notes.open_array();
    for note in &output.notes {
        notes.element();
        write_note(note, None, &mut notes);
    }
    notes.close_array();
    let (value, carry, notes) = (output.message.encode()?, carry.finish()?, notes.finish()?);
    Ok(wire::one_line(format!(r#"{{"value":{value},"carry":{carry},"notes":{notes}}}"#)))
}

/// The line of a note that stands alone, with the number of the input line.
///
/// # Errors
/// None that are known.
pub(crate) fn note_line(note: &Note, line: usize) -> Result<String, Refusal> {
    let mut writer = Writer::new();
    write_note(note, Some(line), &mut writer);
    Ok(writer.finish()?)
}

fn write_note(note: &Note, line: Option<usize>, writer: &mut Writer) {
    writer.open_object();
    if let Some(line) = line {
        writer.name("line");
        u64::try_from(line).unwrap_or(u64::MAX).write(writer);
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
