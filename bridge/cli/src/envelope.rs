//! `{"value", "carry", "notes"}`.

use bridge::{Carry, Note, Refusal};
use serde::Serialize;
use wire::{Payload, Pointer};

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
    let member = |name: &str| whole.get(&Pointer::root().member(name));
    let is_envelope = whole.members().all(|(name, _)| matches!(&*name, "value" | "carry" | "notes"));
    if !is_envelope {
        return Ok(Envelope::of(whole));
    }
    let (Some(value), Some(carry)) = (member("value"), member("carry")) else {
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

/// The line that is written.
#[derive(Serialize)]
pub(crate) struct Line<'a, T: Serialize> {
    pub(crate) value: &'a T,
    pub(crate) carry: &'a Carry,
    pub(crate) notes: Vec<NoteLine<'a>>,
}

impl<T: Serialize> Line<'_, T> {
    /// The line as text.
    pub(crate) fn written(&self) -> Result<String, Refusal> {
        let unwritable = |error: serde_json::Error| Refusal::limit("envelope", Pointer::root(), error);
        serde_json::to_string(self).map(wire::one_line).map_err(unwritable)
    }
}

/// What became of a field, as a line.
#[derive(Serialize)]
pub(crate) struct NoteLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    verdict: &'a str,
    rule: &'a str,
    from: &'a Pointer,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a Pointer>,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
}

impl<'a> From<&'a Note> for NoteLine<'a> {
    fn from(note: &'a Note) -> Self {
        Self {
            line: None,
            verdict: note.verdict.as_str(),
            rule: note.rule.as_str(),
            from: &note.from,
            to: note.to.get(),
            remark: note.remark.get().map_or("", |remark| remark.as_str()),
        }
    }
}

impl NoteLine<'_> {
    /// The note of an input line.
    pub(crate) fn of(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}
