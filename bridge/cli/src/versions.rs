//! Messages from one version of A2UI to another.

use crate::{
    args::Convert,
    convert::write,
    envelope::NoteLine,
    report::{Exit, Report},
};
use bridge::{
    Carry, Context, Dialect, Notes, Output, Refusal, Session,
    a2ui::{Message, Version},
    pair::Value,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::Pointer;

/// The sessions of one run, by the version of the input.
pub(crate) struct Versions<'a> {
    arguments: &'a Convert,
    cx: &'a Context,
    running: BTreeMap<Dialect, Running>,
}

struct Running {
    session: Session,
    /// Where the messages stood that may still come out, by their numbers.
    places: BTreeMap<u64, (usize, Pointer)>,
}

/// The dialect of a message: what was named, else what it states.
fn dialect(message: &Message, arguments: &Convert) -> Option<Dialect> {
    if arguments.from.exact {
        return Some(arguments.from.dialect);
    }
    match message.version() {
        Version::V0_8 => Some(Dialect::A2ui0_8),
        Version::V0_9 => Some(Dialect::A2ui0_9),
        Version::V1_0 => {
            let text = wire::encode(message).unwrap_or_default();
            let is_marked = text.contains(r#""@path""#) || text.contains(r#""@call""#);
            Some(if is_marked { Dialect::A2ui1_0At } else { Dialect::A2ui1_0 })
        }
        _ => None,
    }
}

impl<'a> Versions<'a> {
    pub(crate) fn new(arguments: &'a Convert, cx: &'a Context) -> Self {
        Self { arguments, cx, running: BTreeMap::new() }
    }

    /// Takes a message and writes what is due.
    pub(crate) fn take(
        &mut self,
        line: usize,
        place: Pointer,
        message: Message,
        carry: &Carry,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let version = message.version();
        let to = self.arguments.to.dialect;
        let from = dialect(&message, self.arguments);
        if from == dialect_of(to) {
            // It is what was asked for already.
            let output = Output::of(message, carry.clone());
            return self.write(vec![output], &mut Notes::default(), &|_| line, report);
        }
        let running = match from.and_then(|from| self.running.get_mut(&from)) {
            Some(running) => running,
            None => {
                let (Some(from), Some(session)) = (from, from.and_then(|from| Session::between(from, to)))
                else {
                    let message = format!("there is no mapping from {version} to {to}");
                    let refusal = Refusal::rule_broken("pair/no-mapping", Pointer::root(), message);
                    return report.refusal(line, &refusal.below(&place));
                };
                self.running.entry(from).or_insert(Running { session, places: BTreeMap::new() })
            }
        };
        running.places.insert(running.session.next_input(), (line, place.clone()));
        let mut notes = Notes::default();
        let outputs = match running.session.handle(message, carry, self.cx, &mut notes) {
            Ok(outputs) => outputs,
            Err(refusal) => return report.refusal(line, &refusal.below(&place)),
        };
        let places = running.places.clone();
        let held: BTreeSet<u64> = running.session.held().into_iter().collect();
        running.places.retain(|number, _| held.contains(number));
        self.write(outputs, &mut notes, &|number| places.get(&number).map_or(line, |place| place.0), report)
    }

    /// Writes what waited for the end of the input, and says what waits in vain.
    pub(crate) fn finish(&mut self, report: &mut Report) -> Result<(), Exit> {
        for (_, mut running) in std::mem::take(&mut self.running) {
            let places = &running.places;
            let line_of = |number: u64| places.get(&number).map_or(0, |place| place.0);
            let mut notes = Notes::default();
            let (outputs, unfinished) = match running.session.finish(&mut notes) {
                Ok(ended) => ended,
                Err(refusal) => return report.refusal(0, &refusal),
            };
            self.write(outputs, &mut notes, &line_of, report)?;
            for held in unfinished {
                let (line, place) = places.get(&held.input).cloned().unwrap_or_default();
                report.refusal(line, &held.refusal.below(&place))?;
            }
        }
        Ok(())
    }

    /// Writes messages with their notes; those of a line that would lose something are refused under `--strict`.
    fn write(
        &self,
        outputs: Vec<Output>,
        notes: &mut Notes,
        line_of: &dyn Fn(u64) -> usize,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let arguments = self.arguments;
        let mut of_input: BTreeMap<u64, Notes> = BTreeMap::new();
        for note in std::mem::take(&mut notes.0) {
            let input = note.place.as_ref().map_or(0, |place| place.input);
            if arguments.notes {
                report.error(&NoteLine::from(&note).of(line_of(input)))?;
            }
            of_input.entry(input).or_default().0.push(note);
        }
        let kept = arguments.envelope || arguments.embed;
        let mut refused = BTreeSet::new();
        for (input, notes) in &of_input {
            if let Some(note) = notes.losses(kept).next().filter(|_| arguments.strict) {
                report.loss(line_of(*input), note)?;
                refused.insert(*input);
            }
        }
        for output in outputs.into_iter().filter(|output| !refused.contains(&output.input)) {
            let mut notes = of_input.remove(&output.input).unwrap_or_default();
            match write(Value::Message(output.message), output.carry, &mut notes, arguments) {
                Ok(text) => report.text(&text)?,
                Err(refusal) => report.refusal(line_of(output.input), &refusal)?,
            }
        }
        Ok(())
    }
}

/// 0.9.1 has the messages of 0.9.
fn dialect_of(to: Dialect) -> Option<Dialect> {
    Some(if to == Dialect::A2ui0_9_1 { Dialect::A2ui0_9 } else { to })
}
