//! `agent-ui convert`: messages from one protocol to another.

use crate::{
    args::{Convert, MessageType},
    context,
    envelope::{self, Envelope, Line},
    input::{Input, Inputs, Place},
    message::Reader,
    report::{Exit, Report},
    slip::Asked,
};
use bridge::{
    AnyMessage, CarryPolicy, Output, Outputs, Protocol, Refusal, RefusalKind, SealKey, Translator, Trust,
    Want, request,
};
use std::{collections::BTreeMap, fs, path::Path};
use wire::{DecodeError, Payload, Pointer};

/// How many places of messages are kept before it is looked which of them are still needed.
const PLACES: usize = 1024;

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    check(arguments)?;
    if arguments.verbatim {
        report.verbatim();
    }
    let translator = translator(arguments, report)?;
    let mut conversion = Conversion { arguments, translator, places: BTreeMap::new(), enough: PLACES };
    let mut inputs = Inputs::of(&arguments.source)?.quick();
    while inputs.next(report)? {
        let unreadable = conversion.take(&inputs.last(), report)?;
        if let Some(error) = unreadable {
            if !inputs.again() {
                report.unreadable(&inputs.last(), error)?;
            }
        }
    }
    conversion.finish(report)
}

fn check(arguments: &Convert) -> Result<(), Exit> {
    let (from, to) = (arguments.from.protocol(), arguments.to.protocol());
    let fits = match arguments.type_name {
        None => true,
        Some(MessageType::CanvasState) => (from, to) == (Protocol::Ahp, Protocol::Ahp),
        Some(_) => from == Protocol::Aap || to == Protocol::Aap,
    };
    if fits {
        return Ok(());
    }
    let message = "--type: Interaction, SubmitRequest and CanvasMessage are messages of aap, and CanvasState goes from ahp to ahp";
    Err(Exit::Usage(message.to_owned()))
}

/// What was asked for, as a translator.
fn translator(arguments: &Convert, report: &mut Report) -> Result<Translator, Exit> {
    let cx = context::read(&arguments.context, report)?;
    let usage = |refusal: Refusal| Exit::Usage(format!("{}: {}", refusal.message(), refusal.hint_text()));
    let mut translator = Translator::new(arguments.from, arguments.to, cx).map_err(usage)?;
    let keeps_carry = arguments.envelope || arguments.embed;
    translator = translator.want(Want { carry: keeps_carry, notes: arguments.notes || arguments.envelope });
    if arguments.strict {
        translator = translator.strict(keeps_carry);
    }
    if arguments.embed {
        translator = translator.embed();
    }
    if arguments.trust_embedded {
        translator = translator.trust(Trust { beside: CarryPolicy::Accept, inside: CarryPolicy::Accept });
    }
    if let Some(path) = &arguments.carry_key {
        let key = key(path)?;
        let (beside, inside) = (CarryPolicy::Sealed(key.clone()), CarryPolicy::Sealed(key.clone()));
        translator = translator.seal(key).trust(Trust { beside, inside });
    }
    Ok(translator)
}

/// The key in a file: its bytes, without a line end behind them.
fn key(path: &Path) -> Result<SealKey, Exit> {
    let wrong =
        |error: &dyn std::fmt::Display| Exit::Usage(format!("--carry-key {}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| wrong(&error))?;
    SealKey::new(bytes.trim_ascii_end()).map_err(|error| wrong(&error))
}

/// The messages of one run.
struct Conversion<'a> {
    arguments: &'a Convert,
    translator: Translator,
    /// Where messages stood that wait, by their numbers, and where in their documents.
    places: BTreeMap<u64, (Place, Pointer)>,
    /// How many places may be kept before it is looked which of them are needed.
    enough: usize,
}

impl Conversion<'_> {
    /// Takes what is in a document and writes what is due.
    ///
    /// It gives back the error of a text that is no JSON.
    fn take(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Option<DecodeError>, Exit> {
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Ok(Some(error.clone())),
        };
        let envelope = if self.arguments.envelope {
            if let Err(error) = Payload::parse(text.trim_start_matches('\u{FEFF}')) {
                return Ok(Some(error));
            }
            match envelope::open(text) {
                Ok(envelope) => envelope,
                Err(refusal) => {
                    report.refusal(&input.at(refusal.pointer()), &refusal)?;
                    return Ok(None);
                }
            }
        } else {
            Envelope::of(text)
        };
        let mut reader = Reader {
            arguments: self.arguments,
            cx: self.translator.context_mut(),
            input,
            report: &mut *report,
        };
        let messages = match reader.read(envelope.value, &envelope.place)? {
            Ok(messages) => messages,
            Err(error) => return Ok(Some(error)),
        };
        for read in messages {
            let place =
                if read.place.is_root() { envelope.place.clone() } else { envelope.place.join(&read.place) };
            let number = self.translator.next_input();
            let made = read.result.and_then(|message| self.translator.push(message, envelope.carry.clone()));
            let mut here = (number, input.start.clone(), place);
            match made {
                Ok(made) => {
                    let comes_later = !made.outputs.iter().any(|output| output.input == number);
                    self.write(made, Some(&here), report)?;
                    if comes_later {
                        self.places.insert(number, (std::mem::take(&mut here.1), here.2));
                    }
                }
                Err(refusal) => {
                    let refusal = refusal.below(&read.place);
                    let refusal = self.asked().explained(refusal, envelope.value).below(&envelope.place);
                    self.refuse(&input.at(refusal.pointer()), &refusal, report)?;
                }
            }
        }
        if self.places.len() > self.enough {
            let waiting = self.translator.waiting();
            self.places.retain(|number, _| waiting.contains(number));
            self.enough = PLACES + 2 * self.places.len();
        }
        Ok(None)
    }

    fn asked(&self) -> Asked {
        let opens = if self.arguments.envelope { "" } else { "add --envelope" };
        Asked { from: self.arguments.from, by: "--from", opens }
    }

    /// Writes what waited for the end of the input, and says what waits in vain.
    fn finish(&mut self, report: &mut Report) -> Result<(), Exit> {
        let made = self.translator.finish();
        self.write(made, None, report)
    }

    /// Writes what came out: of the message that stands here, or of others before it.
    fn write(
        &self,
        mut made: Outputs,
        here: Option<&(u64, Place, Pointer)>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let place = |input: u64| match here {
            Some((number, place, pointer)) if *number == input => (place.clone(), pointer.clone()),
            _ => self.places.get(&input).cloned().unwrap_or_default(),
        };
        let mut lines = Vec::with_capacity(made.outputs.len());
        for output in made.outputs {
            let input = output.input;
            match self.line(output) {
                Ok(line) => lines.push(line),
                Err(refusal) => made.refusals.push((input, refusal)),
            }
        }
        if self.arguments.notes {
            let notes = lines.iter().flat_map(|line| &line.notes).chain(&made.notes);
            let notes: Result<Vec<String>, Refusal> =
                notes.map(|note| envelope::note_line(note, &place(note.input).0)).collect();
            match notes {
                Ok(notes) => report.errors(&notes)?,
                Err(refusal) => report.refusal(&Place::default(), &refusal)?,
            }
        }
        for line in lines {
            let input = line.input;
            let text = if self.arguments.envelope { envelope::written(line) } else { line.text };
            match text {
                Ok(text) => report.json(text)?,
                Err(refusal) => report.refusal(&place(input).0, &refusal)?,
            }
        }
        for (input, refusal) in made.refusals {
            let (place, pointer) = place(input);
            self.refuse(&place, &refusal.below(&pointer), report)?;
        }
        Ok(())
    }

    /// A message as it is written: of aap the one that was asked for.
    fn line(&self, output: Output) -> Result<Line, Refusal> {
        let Output { input, message, carry, mut notes, .. } = output;
        let is_loss = |note: &&bridge::Note| note.is_loss(self.arguments.envelope || self.arguments.embed);
        let text = match (message, self.arguments.type_name) {
            (AnyMessage::Interaction(record), Some(MessageType::SubmitRequest)) => {
                wire::encode(&request::of_record(record, &mut notes))
            }
            (AnyMessage::Interaction(record), Some(MessageType::CanvasMessage)) => {
                wire::encode(&request::of_record_by_page(record, &mut notes))
            }
            (message, _) => message.encode(),
        };
        match notes.iter().find(is_loss).filter(|_| self.arguments.strict) {
            Some(loss) => Err(loss.refusal()),
            None => Ok(Line { input, text: text.map_err(Refusal::from), carry, notes }),
        }
    }

    fn refuse(&self, place: &Place, refusal: &Refusal, report: &mut Report) -> Result<(), Exit> {
        if refusal.kind() == RefusalKind::Loss {
            report.loss(place, refusal)
        } else {
            report.refusal(place, refusal)
        }
    }
}
