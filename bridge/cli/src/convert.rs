//! `agent-ui convert`: messages from one protocol to another.

use crate::{
    args::Convert,
    canvases::Canvases,
    context,
    envelope::{self, Line, NoteLine},
    input, message,
    report::{Exit, Report},
    versions::Versions,
};
use bridge::{
    Carry, Context, Embed, Notes, Protocol, Refusal, Session,
    a2ui::{Message, surface::Surfaces},
    a2ui_ahp,
    aap::lenient::RepairKind,
    embed,
    pair::{self, Value},
};
use std::collections::BTreeMap;
use wire::Pointer;

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    check(arguments)?;
    let cx = context::read(&arguments.context)?;
    let mut fold = Fold::default();
    let mut versions = Versions::new(arguments, &cx);
    let mut canvases = Canvases::new(arguments, &cx);
    let is_one_protocol = arguments.from.protocol() == arguments.to.protocol();
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
        if is_one_protocol && arguments.to.protocol() == Protocol::Ahp {
            canvases.take(input.line, &envelope, report)?;
            continue;
        }
        for read in message::read(input.line, &envelope.value, arguments, &cx, report)? {
            let place = envelope.place.join(&read.place);
            let (value, carry) = match read.result {
                Ok((value, embedded)) => (value, envelope.carry.clone().join(embedded)),
                Err(refusal) => {
                    report.refusal(input.line, &refusal.below(&place))?;
                    continue;
                }
            };
            let job = Job { line: input.line, place, arguments, cx: &cx };
            match value {
                Value::Message(message) if is_one_protocol => {
                    versions.take(input.line, job.place, message, &carry, report)?;
                }
                Value::Message(message) if job.folds(&message) => {
                    job.fold(&message, &carry, &mut fold, report)?
                }
                value => job.translate(value, &carry, report)?,
            }
        }
    }
    versions.finish(report)?;
    for (index, surface) in fold.surfaces.iter().enumerate() {
        let carry = fold.carries.get(surface.surface_id().as_str()).cloned().unwrap_or_default();
        let job = Job { line: last_line, place: Pointer::root(), arguments, cx: &cx };
        if index > 0 && cx.channel.is_some() {
            let message =
                format!("the surface `{}` is a second one for the same channel", surface.surface_id());
            let refusal = Refusal::context("a2ui-ahp/channel", Pointer::root(), message);
            report.refusal(last_line, &refusal.hint("leave the channel to be minted"))?;
            continue;
        }
        job.translate(Value::Surface(Box::new(surface.clone())), &carry, report)?;
    }
    Ok(())
}

fn check(arguments: &Convert) -> Result<(), Exit> {
    let (from, to) = (arguments.from.dialect, arguments.to.dialect);
    if arguments.from.protocol() == arguments.to.protocol() {
        let has_mapping = match from.protocol() {
            Protocol::A2ui => Session::between(from, to).is_some() || !arguments.from.exact,
            Protocol::Ahp => from != to,
            _ => false,
        };
        if !has_mapping {
            return Err(Exit::Usage(format!(
                "there is no mapping from {from} to {to}: both are of one protocol"
            )));
        }
    }
    match arguments.type_name.as_deref() {
        None => Ok(()),
        Some("Interaction" | "SubmitRequest") if arguments.from.protocol() == Protocol::Aap => Ok(()),
        Some("CanvasState") if from.protocol() == Protocol::Ahp && to.protocol() == Protocol::Ahp => Ok(()),
        Some(name) => Err(Exit::Usage(format!(
            "--type {name}: convert takes the messages of a protocol, of aap an Interaction or a SubmitRequest, and from ahp to ahp a CanvasState"
        ))),
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
        envelope::Envelope::of(wire::Payload::parse(text)?)
    };
    Ok((envelope, marked.is_some()))
}

/// A2UI messages of an agent, which together become canvases.
#[derive(Default)]
struct Fold {
    surfaces: Surfaces,
    carries: BTreeMap<String, Carry>,
}

/// One message to translate.
struct Job<'a> {
    line: usize,
    /// Where the message stands in its line.
    place: Pointer,
    arguments: &'a Convert,
    cx: &'a Context,
}

impl Job<'_> {
    /// Whether a message builds a surface, and is not translated on its own.
    fn folds(&self, message: &Message) -> bool {
        self.arguments.to.protocol() == Protocol::Ahp && message.is_about_a_surface()
    }

    /// Takes a message that builds a surface.
    fn fold(
        &self,
        message: &Message,
        carry: &Carry,
        fold: &mut Fold,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let mut notes = Notes::default();
        let refusal = a2ui_ahp::unkept(&fold.surfaces, message, &mut notes).err();
        if refusal.is_none() && has_loss(self.arguments, self.line, &notes, report)? {
            return Ok(());
        }
        let applied = refusal.map_or_else(|| fold.surfaces.apply(message).map_err(Refusal::from), Err);
        if let Err(refusal) = applied {
            return report.refusal(self.line, &refusal.below(&self.place));
        }
        if let (Some(surface), false) = (message.surface_id(), carry.is_empty()) {
            let joined = fold.carries.remove(surface.as_str()).unwrap_or_default().join(carry.clone());
            fold.carries.insert(surface.as_str().to_owned(), joined);
        }
        Ok(())
    }

    /// Translates a message and writes what comes out.
    fn translate(&self, value: Value, home: &Carry, report: &mut Report) -> Result<(), Exit> {
        let mut notes = Notes::default();
        let converted = pair::convert(value, self.arguments.to.dialect, home, self.cx, &mut notes);
        let (values, carry) = match converted {
            Ok(converted) => converted,
            Err(refusal) => return report.refusal(self.line, &refusal.below(&self.place)),
        };
        if let Some(refusal) = values.iter().find_map(|value| other_version(value, self.arguments)) {
            return report.refusal(self.line, &refusal);
        }
        if has_loss(self.arguments, self.line, &notes, report)? {
            return Ok(());
        }
        let mut carry = Some(carry);
        let mut written = Vec::new();
        for value in values {
            // Several messages have one carry, which goes with the first.
            let carry = carry.take().unwrap_or_default();
            match write(value, carry, &mut notes, self.arguments) {
                Ok(text) => written.push(text),
                Err(refusal) => return report.refusal(self.line, &refusal),
            }
        }
        written.iter().try_for_each(|text| report.text(text))
    }
}

/// Writes the notes if they were asked for. Says whether the message is refused because something would be lost.
pub(crate) fn has_loss(
    arguments: &Convert,
    line: usize,
    notes: &Notes,
    report: &mut Report,
) -> Result<bool, Exit> {
    if arguments.notes {
        for note in &notes.0 {
            report.error(&NoteLine::from(note).of(line))?;
        }
    }
    let kept = arguments.envelope || arguments.embed;
    let Some(note) = notes.losses(kept).next().filter(|_| arguments.strict) else {
        return Ok(false);
    };
    report.loss(line, note)?;
    Ok(true)
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
pub(crate) fn write(
    value: Value,
    carry: Carry,
    notes: &mut Notes,
    arguments: &Convert,
) -> Result<String, Refusal> {
    if arguments.embed {
        return value.embed(carry.clone())?.encode().map(wire::one_line).map_err(|error| {
            let refusal = Refusal::from(error);
            match embed::source_of(refusal.pointer(), &carry) {
                Some(pointer) => {
                    refusal.at(pointer).hint("let the carry travel beside the message: --envelope")
                }
                None => refusal,
            }
        });
    }
    let text = wire::one_line(value.encode()?);
    if !arguments.envelope {
        return Ok(text);
    }
    let notes = std::mem::take(&mut notes.0);
    let line = Line { value: &value, carry, notes: notes.iter().map(NoteLine::from).collect() };
    line.written()
}
