//! `agent-ui convert`: messages from one protocol to another.

use crate::{
    args::Convert,
    context,
    envelope::{self, Line, NoteLine},
    input, message,
    report::{Exit, Report},
};
use bridge::{
    Carry, Context, Embed, Notes, Protocol, Refusal,
    a2ui::{Direction, surface::Surfaces},
    aap::lenient::RepairKind,
    pair::{self, Value},
};
use std::collections::BTreeMap;
use wire::Pointer;

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    check(arguments)?;
    let cx = context::read(&arguments.context)?;
    let mut fold = Fold::default();
    let mut last_line = 0;
    for input in input::read(&arguments.source)? {
        let input = input?;
        last_line = input.line;
        let opened = input.text.map_err(Refusal::from).and_then(|text| open(&text, arguments));
        let envelope = match opened {
            Ok((envelope, is_marked)) => {
                if is_marked {
                    report.repair(input.line, RepairKind::ByteOrderMark.as_str(), &Pointer::root())?;
                }
                envelope
            }
            Err(refusal) => {
                report.refusal(input.line, &refusal)?;
                continue;
            }
        };
        for (value, embedded) in message::read(input.line, &envelope.value, arguments, &cx, report)? {
            let carry = envelope.carry.clone().join(embedded);
            let value = if arguments.to.protocol() == Protocol::Ahp {
                fold.take(value, &carry)
            } else {
                Ok(Some(value))
            };
            match value {
                Ok(Some(value)) => one(input.line, value, &carry, arguments, &cx, report)?,
                Ok(None) => {}
                Err(refusal) => report.refusal(input.line, &refusal)?,
            }
        }
    }
    for surface in fold.surfaces.iter() {
        let carry = fold.carries.get(surface.surface_id().as_str()).cloned().unwrap_or_default();
        one(last_line, Value::Surface(Box::new(surface.clone())), &carry, arguments, &cx, report)?;
    }
    Ok(())
}

fn check(arguments: &Convert) -> Result<(), Exit> {
    if arguments.from.protocol() == arguments.to.protocol() {
        let (from, to) = (arguments.from.dialect, arguments.to.dialect);
        return Err(Exit::Usage(format!(
            "there is no mapping from {from} to {to}: both are of one protocol"
        )));
    }
    match arguments.type_name.as_deref() {
        None | Some("Interaction" | "SubmitRequest") => Ok(()),
        Some(name) => {
            Err(Exit::Usage(format!("--type {name}: convert takes messages, and of AAP a SubmitRequest")))
        }
    }
}

/// Opens an input. Says whether a byte order mark stood before it, which only AAP tolerates.
fn open(text: &str, arguments: &Convert) -> Result<(envelope::Envelope, bool), Refusal> {
    let tolerates = arguments.from.protocol() == Protocol::Aap;
    let marked = text.strip_prefix('\u{FEFF}').filter(|_| tolerates);
    let text = marked.unwrap_or(text);
    let envelope = if arguments.envelope {
        envelope::open(text)?
    } else {
        envelope::Envelope { value: wire::Payload::parse(text)?, carry: Carry::default() }
    };
    Ok((envelope, marked.is_some()))
}

/// A2UI messages of an agent, which together become canvases.
#[derive(Default)]
struct Fold {
    surfaces: Surfaces,
    carries: BTreeMap<String, Carry>,
}

impl Fold {
    /// Takes a message that builds a surface; gives back what is to be translated on its own.
    fn take(&mut self, value: Value, carry: &Carry) -> Result<Option<Value>, Refusal> {
        let message = match value {
            Value::Message(message) if message.direction() == Direction::Agent => message,
            other => return Ok(Some(other)),
        };
        if let (Some(surface), false) = (message.surface_id(), carry.is_empty()) {
            let joined = self.carries.remove(surface.as_str()).unwrap_or_default().join(carry.clone());
            self.carries.insert(surface.as_str().to_owned(), joined);
        }
        match self.surfaces.apply(&message) {
            Ok(_) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

fn one(
    line: usize,
    value: Value,
    home: &Carry,
    arguments: &Convert,
    cx: &Context,
    report: &mut Report,
) -> Result<(), Exit> {
    let mut notes = Notes::default();
    let converted = pair::convert(value, arguments.to.dialect, home, cx, &mut notes);
    let (values, carry) = match converted {
        Ok(converted) => converted,
        Err(refusal) => return report.refusal(line, &refusal),
    };
    if arguments.notes {
        for note in &notes.0 {
            report.error(&NoteLine::from(note).of(line))?;
        }
    }
    if let Some(refusal) = values.iter().find_map(|value| other_version(value, arguments)) {
        return report.refusal(line, &refusal);
    }
    let kept = arguments.envelope || arguments.embed;
    if let Some(note) = notes.losses(kept).next().filter(|_| arguments.strict) {
        return report.loss(line, note);
    }
    let mut carry = Some(carry);
    let mut written = Vec::new();
    for value in values {
        // Several messages have one carry, which goes with the first.
        let carry = carry.take().unwrap_or_default();
        match write(value, carry, &mut notes, arguments) {
            Ok(text) => written.push(text),
            Err(refusal) => return report.refusal(line, &refusal),
        }
    }
    written.iter().try_for_each(|text| report.text(text))
}

/// A surface comes back in the version in which it was written; where another was asked for, that is a refusal.
fn other_version(value: &Value, arguments: &Convert) -> Option<Refusal> {
    let (Value::Message(message), Some(version)) = (value, arguments.to.a2ui_version()) else {
        return None;
    };
    (message.version() != version).then(|| {
        let text = format_args!("the message is one of {}, not of {version}", message.version()).to_string();
        Refusal::rule_broken("pair/version", Pointer::root(), text).hint("ask for a2ui, which takes either")
    })
}

/// The line of one value.
fn write(value: Value, carry: Carry, notes: &mut Notes, arguments: &Convert) -> Result<String, Refusal> {
    if arguments.embed {
        return Ok(wire::encode_line(&value.embed(carry)?)?);
    }
    let text = wire::encode_line(&value)?;
    if !arguments.envelope {
        return Ok(text);
    }
    let notes = std::mem::take(&mut notes.0);
    let line = Line { value: &value, carry, notes: notes.iter().map(NoteLine::from).collect() };
    let unwritable = |error: serde_json::Error| Refusal::limit("envelope", Pointer::root(), error);
    serde_json::to_string(&line).map(wire::decode::one_line).map_err(unwritable)
}
