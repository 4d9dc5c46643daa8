//! `agent-ui convert`: messages from one protocol to another.

use crate::{
    args::Convert,
    context,
    envelope::{self, Envelope},
    input, message,
    report::{Exit, Report},
};
use bridge::{
    CarryPolicy, Outputs, Protocol, Refusal, RefusalKind, SealKey, Translator, Trust, Want,
    aap::lenient::RepairKind,
};
use std::{collections::BTreeMap, fs, path::Path};
use wire::Pointer;

pub(crate) fn run(arguments: &Convert, report: &mut Report) -> Result<(), Exit> {
    check(arguments)?;
    let mut conversion =
        Conversion { arguments, translator: translator(arguments)?, places: BTreeMap::new() };
    for input in input::read(&arguments.source)? {
        let input = input?;
        let opened = input.text.map_err(Refusal::from).and_then(|text| open(&text, arguments));
        match opened {
            Ok((envelope, is_marked)) => {
                if is_marked {
                    report.repair(input.line, RepairKind::ByteOrderMark.as_str(), &Pointer::root())?;
                }
                conversion.take(input.line, &envelope, report)?;
            }
            Err(refusal) => report.refusal(input.line, &refusal)?,
        }
    }
    conversion.finish(report)
}

fn check(arguments: &Convert) -> Result<(), Exit> {
    let (from, to) = (arguments.from.protocol(), arguments.to.protocol());
    match arguments.type_name.as_deref() {
        None => Ok(()),
        Some("Interaction" | "SubmitRequest") if from == Protocol::Aap => Ok(()),
        Some("CanvasState") if from == Protocol::Ahp && to == Protocol::Ahp => Ok(()),
        Some(name) => Err(Exit::Usage(format!(
            "--type {name}: convert takes the messages of a protocol, of aap an Interaction or a SubmitRequest, and from ahp to ahp a CanvasState"
        ))),
    }
}

/// What was asked for, as a translator.
fn translator(arguments: &Convert) -> Result<Translator, Exit> {
    let cx = context::read(&arguments.context)?;
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

/// Opens an input. Says whether a byte order mark stood before it, which only AAP tolerates.
fn open(text: &str, arguments: &Convert) -> Result<(Envelope, bool), Refusal> {
    let tolerates = arguments.from.protocol() == Protocol::Aap;
    let marked = text.strip_prefix('\u{FEFF}').filter(|_| tolerates);
    let text = marked.unwrap_or(text);
    let envelope =
        if arguments.envelope { envelope::open(text)? } else { Envelope::of(wire::Payload::parse(text)?) };
    Ok((envelope, marked.is_some()))
}

/// The messages of one run.
struct Conversion<'a> {
    arguments: &'a Convert,
    translator: Translator,
    /// Where the messages stood, by their numbers.
    places: BTreeMap<u64, (usize, Pointer)>,
}

impl Conversion<'_> {
    /// Takes what is in an input and writes what is due.
    fn take(&mut self, line: usize, envelope: &Envelope, report: &mut Report) -> Result<(), Exit> {
        let messages =
            message::read(line, &envelope.value, self.arguments, self.translator.context_mut(), report)?;
        for read in messages {
            let place = envelope.place.join(&read.place);
            self.places.insert(self.translator.next_input(), (line, place.clone()));
            let made = read.result.and_then(|message| self.translator.push(message, envelope.carry.clone()));
            match made {
                Ok(made) => self.write(made, report)?,
                Err(refusal) => self.refuse(line, &refusal.below(&place), report)?,
            }
        }
        Ok(())
    }

    /// Writes what waited for the end of the input, and says what waits in vain.
    fn finish(&mut self, report: &mut Report) -> Result<(), Exit> {
        let made = self.translator.finish();
        self.write(made, report)
    }

    fn write(&self, made: Outputs, report: &mut Report) -> Result<(), Exit> {
        if self.arguments.notes {
            let notes: Result<Vec<String>, Refusal> =
                made.all_notes().map(|note| envelope::note_line(note, self.line(note.input))).collect();
            match notes {
                Ok(notes) => report.errors(&notes)?,
                Err(refusal) => report.refusal(0, &refusal)?,
            }
        }
        for output in &made.outputs {
            let text = if self.arguments.envelope {
                envelope::written(output)
            } else {
                output.message.encode().map(wire::one_line).map_err(Refusal::from)
            };
            match text {
                Ok(text) => report.text(&text)?,
                Err(refusal) => report.refusal(self.line(output.input), &refusal)?,
            }
        }
        for (input, refusal) in made.refusals {
            let (line, place) = self.places.get(&input).cloned().unwrap_or_default();
            self.refuse(line, &refusal.below(&place), report)?;
        }
        Ok(())
    }

    fn line(&self, input: u64) -> usize {
        self.places.get(&input).map_or(0, |(line, _)| *line)
    }

    fn refuse(&self, line: usize, refusal: &Refusal, report: &mut Report) -> Result<(), Exit> {
        if refusal.kind() == RefusalKind::Loss {
            report.loss(line, refusal)
        } else {
            report.refusal(line, refusal)
        }
    }
}
