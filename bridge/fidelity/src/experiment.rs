//! One experiment: a field is varied, and it is watched what moves.

use super::{
    linked,
    matrix::{Case, Outcome},
    run::{CarriedMessage, OutputNote, Run, normal, run, run_embedding},
    subject::{Sample, Subject},
    variant::{Variant, differences},
    verdict::{Observation, has_moved, is_below},
};
use bridge::{Carry, Dialect, Refusal, carry::CarriedField};
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

/// The maximum length of an example in bytes. Longer ones are omitted.
const LONGEST_EXAMPLE: usize = 300;

/// The unchanged sample and its translation.
pub(super) struct Base<'a> {
    subject: &'a Subject,
    sample: &'a Sample,
    run: Run,
    /// The normalized sample, and its normalized backward translations.
    source: Payload,
    backs: Vec<(Way, Option<Payload>)>,
}

/// Varied messages with their translation or refusal.
struct Trial {
    messages: Vec<Payload>,
    run: Result<Run, Refusal>,
}

/// The varied messages, their normalized form, and the places that differ from the sample.
struct Source {
    inputs: Payload,
    messages: Payload,
    moved: Vec<Pointer>,
}

/// An experiment and its result.
pub(super) struct Experiment {
    /// The row of the matrix.
    pub(super) case: Case,
    /// The messages, the index of the varied one, and the varied place.
    pub(super) messages: Vec<Payload>,
    pub(super) varied: usize,
    pub(super) at: Pointer,
    /// The places at which the normalized messages differ from the sample.
    pub(super) moved: Vec<Pointer>,
    pub(super) run: Result<Run, Refusal>,
    /// The messages of the backward translations that succeeded.
    pub(super) backs: Vec<(Way, Vec<Payload>)>,
}

impl Experiment {
    /// Creates the experiment of a sample that is refused.
    pub(super) fn of_refused(
        sample: &Sample,
        at: &Pointer,
        value: Payload,
        refusal: &Refusal,
    ) -> Self {
        Self {
            case: refused_case(Variant::Value, Some(value), refusal),
            messages: sample.messages.clone(),
            varied: sample.varied,
            at: at.clone(),
            moved: Vec::new(),
            run: Err(refusal.clone()),
            backs: Vec::new(),
        }
    }
}

impl<'a> Base<'a> {
    /// # Errors
    /// Returns the refusal of the sample.
    pub(super) fn of(subject: &'a Subject, sample: &'a Sample) -> Result<Self, Refusal> {
        let run = forward(subject, &sample.messages)?;
        let source = normal(subject.from, &sample.messages, &sample.messages);
        let back = |way| {
            backward(subject, &sample.messages, &run, way)
                .ok()
                .map(|back| normal(subject.from, &back, &sample.messages))
        };
        let backs = Way::ALL.map(|way| (way, back(way))).to_vec();
        Ok(Self {
            subject,
            sample,
            run,
            source,
            backs,
        })
    }

    /// Replaces the value of the field with the first accepted one. If none is accepted, the experiment has the
    /// refusal of the last one.
    pub(super) fn value(&self, at: &Pointer, others: &[Payload]) -> Option<Experiment> {
        let mut last = None;
        for other in others {
            let trial = self.trial(at, Some(other))?;
            let is_accepted = trial.run.is_ok();
            last = Some(self.experiment(Variant::Value, at, Some(other.clone()), trial));
            if is_accepted {
                break;
            }
        }
        last
    }

    /// Applies a variant to the field.
    pub(super) fn variant(
        &self,
        variant: Variant,
        at: &Pointer,
        value: &Payload,
    ) -> Option<Experiment> {
        let value = variant.of(value)?;
        let trial = self.trial(at, value.as_ref())?;
        Some(self.experiment(variant, at, value, trial))
    }

    fn trial(&self, at: &Pointer, value: Option<&Payload>) -> Option<Trial> {
        let messages = linked::with(&self.sample.messages, self.sample.varied, at, value)?;
        let run = forward(self.subject, &messages);
        Some(Trial { messages, run })
    }

    fn experiment(
        &self,
        variant: Variant,
        at: &Pointer,
        value: Option<Payload>,
        Trial { messages, run }: Trial,
    ) -> Experiment {
        let whole = normal(self.subject.from, &messages, &messages);
        let inputs = Payload::array(&messages);
        let source = Source {
            inputs,
            moved: differences(&self.source, &whole),
            messages: whole,
        };
        let (case, backs) = match &run {
            Ok(run) => {
                let backs = Way::ALL.map(|way| (way, backward(self.subject, &messages, run, way)));
                let case = self.case(variant, at, value, &source, run, &backs);
                (
                    case,
                    backs
                        .into_iter()
                        .filter_map(|(way, back)| Some((way, back.ok()?)))
                        .collect(),
                )
            }
            Err(refusal) => (refused_case(variant, value, refusal), Vec::new()),
        };
        let moved = source.moved;
        Experiment {
            case,
            messages,
            varied: self.sample.varied,
            at: at.clone(),
            moved,
            run,
            backs,
        }
    }

    fn case(
        &self,
        variant: Variant,
        at: &Pointer,
        value: Option<Payload>,
        source: &Source,
        run: &Run,
        backs: &[(Way, Result<Vec<Payload>, Refusal>)],
    ) -> Case {
        let outputs = messages(&run.outputs);
        let targets = differences(&messages(&self.run.outputs), &outputs);
        let back = |way| {
            backs
                .iter()
                .find(|(known, _)| *known == way)
                .map(|(_, back)| back)
        };
        let comes_back = |way| self.comes_back(source, way, back(way)?.as_ref().ok());
        let alone = comes_back(Way::Alone).unwrap_or(false);
        let is_other_carry = carries(&self.run.outputs) != carries(&run.outputs);
        let seen = Observation {
            varied: (self.sample.varied, &variant.place(at)),
            inputs: &source.inputs,
            leaves: differences(&Payload::array(&self.sample.messages), &source.inputs),
            outputs,
            origins: &run.inputs,
            is_composed: self.subject.is_composed,
            // What concerns the field in the carry, or, where nothing else shows it, anything there.
            carry_moved: carried_fields(&self.run.outputs, at) != carried_fields(&run.outputs, at)
                || targets.is_empty() && is_other_carry,
            targets,
            comes_back_alone: alone,
            comes_back_by_carry: is_other_carry && comes_back(Way::Beside) == Some(true),
            variant,
        };
        let notes = self.notes_on(at, run, &seen.targets);
        let observed = match seen.outcome() {
            Outcome::Dropped if source.moved.is_empty() => Outcome::Same,
            observed => observed,
        };
        let outcome = seen.stated_outcome(observed, &notes);
        let mut case = Case::new(
            variant,
            outcome.unwrap_or(observed),
            Vec::new(),
            rules(&notes),
        );
        if outcome.is_none() && observed != Outcome::Same {
            let said: BTreeSet<&str> =
                wire::collect_set(notes.iter().map(|noted| noted.note.verdict.as_str()));
            let said: Vec<&str> = said.into_iter().collect();
            let said = if said.is_empty() {
                "nothing".to_owned()
            } else {
                said.join(", ")
            };
            case = case.dishonest(format!(
                "observed {}, the notes say {said}",
                observed.as_str()
            ));
        }
        if let Some(false_note) = run
            .notes
            .iter()
            .find_map(|noted| seen.contradiction(noted, &run.notes))
        {
            case = case.dishonest(false_note);
        }
        let targets = &seen.targets;
        let one = only_output(run, self.sample.varied, targets);
        case.targets = targets
            .iter()
            .map(|target| describe_target(target, one))
            .collect();
        case.after = example(targets, one, &seen.outputs);
        case.before = value.filter(|value| value.text().len() <= LONGEST_EXAMPLE);
        case.alone = Field::Value(alone);
        case.embedded = comes_back(Way::Embedded).map_or(Field::Null, Field::Value);
        case.carried = Field::Value(comes_back(Way::Beside).unwrap_or(false));
        match back(Way::Beside) {
            Some(Err(refusal)) => {
                case = case.why(format!("the way back is refused by {}", refusal.rule()));
            }
            _ if case.carried.get() == Some(&true) => {}
            _ => {
                case.why = why(self.subject, case.outcome, at)
                    .map_or(Field::Absent, |why| Field::Value(why.to_owned()))
            }
        }
        case
    }

    /// Returns `true` if the field comes back and differs from the value in the sample; `None` if it cannot be translated back this way.
    fn comes_back(&self, source: &Source, way: Way, back: Option<&Vec<Payload>>) -> Option<bool> {
        let inputs: Vec<Payload> = source.inputs.elements().collect();
        let back = back.map(|back| normal(self.subject.from, back, &inputs));
        let base = self
            .backs
            .iter()
            .find(|(known, _)| *known == way)
            .and_then(|(_, back)| back.as_ref());
        match (back, base) {
            (Some(back), Some(base)) => Some(source.moved.iter().all(|at| {
                back.get(at) == source.messages.get(at) && base.get(at) == self.source.get(at)
            })),
            _ if way == Way::Embedded => None,
            _ => Some(false),
        }
    }

    /// Returns the notes of both runs about a field, the values inside it and the values around it.
    ///
    /// A note about the whole message counts as one about its place in the target.
    fn notes_on(&self, at: &Pointer, run: &Run, targets: &[Pointer]) -> Vec<OutputNote> {
        let varied = u64::try_from(self.sample.varied).unwrap_or_default();
        let is_on = |noted: &&OutputNote| {
            let OutputNote { note, output } = noted;
            let overlaps = is_below(&note.from, at) || is_below(at, &note.from);
            match (note.from.is_root(), note.to.get(), output) {
                (true, Some(to), Some(output)) => has_moved(targets, *output, to),
                (true, None, _) => note.input == varied && note.is_loss(false),
                (true, ..) => false,
                (false, ..) => note.input == varied && overlaps,
            }
        };
        let mut notes: Vec<OutputNote> = run
            .notes
            .iter()
            .chain(&self.run.notes)
            .filter(is_on)
            .cloned()
            .collect();
        // Notes about the field itself precede notes about its surroundings.
        notes.sort_by_key(|OutputNote { note, .. }| {
            (
                note.from != *at,
                std::cmp::Reverse(note.from.segments().count()),
            )
        });
        notes
    }
}

/// The way in which the carry is passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Alone,
    Embedded,
    Beside,
}

impl Way {
    const ALL: [Self; 3] = [Self::Alone, Self::Embedded, Self::Beside];
}

fn forward(subject: &Subject, messages: &[Payload]) -> Result<Run, Refusal> {
    let inputs = without_carries(messages);
    run(subject.from, subject.to, &inputs, &subject.context)
}

fn without_carries(messages: &[Payload]) -> Vec<CarriedMessage> {
    let messages = messages.iter().cloned();
    messages.map(CarriedMessage::alone).collect()
}

/// Translates the targets of these messages back.
fn backward(
    subject: &Subject,
    messages: &[Payload],
    there: &Run,
    way: Way,
) -> Result<Vec<Payload>, Refusal> {
    let (from, to) = (subject.from, subject.to);
    let outputs = there.outputs.iter().cloned();
    let inputs: Vec<CarriedMessage> = match way {
        Way::Alone => outputs
            .map(|output| CarriedMessage::alone(output.message))
            .collect(),
        Way::Beside => outputs.collect(),
        Way::Embedded => {
            let there = run_embedding(from, to, &without_carries(messages), &subject.context)?;
            let embedded = there.outputs.iter();
            let embedded =
                embedded.map(|output| CarriedMessage::extract(to, from, &output.message));
            embedded.collect::<Result<_, _>>()?
        }
    };
    let back = run(to, from, &inputs, &subject.context)?;
    Ok(back
        .outputs
        .into_iter()
        .map(|output| output.message)
        .collect())
}

fn messages(outputs: &[CarriedMessage]) -> Payload {
    Payload::array(outputs.iter().map(|output| &output.message))
}

fn carries(outputs: &[CarriedMessage]) -> Vec<&Carry> {
    outputs.iter().map(|output| &output.carry).collect()
}

/// Returns the carried fields at a place, inside it and around it.
fn carried_fields<'a>(outputs: &'a [CarriedMessage], at: &Pointer) -> Vec<&'a CarriedField> {
    let fields = outputs
        .iter()
        .flat_map(|output| &output.carry.layers)
        .flat_map(|layer| &layer.fields);
    fields
        .filter(|field| is_below(&field.pointer, at) || is_below(at, &field.pointer))
        .collect()
}

fn rules(notes: &[OutputNote]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for OutputNote { note, .. } in notes {
        if !rules.iter().any(|rule| rule == note.rule.as_str()) {
            rules.push(note.rule.as_str().to_owned());
        }
    }
    rules
}

fn refused_case(variant: Variant, value: Option<Payload>, refusal: &Refusal) -> Case {
    let mut case = Case::new(
        variant,
        Outcome::Refused,
        vec![refusal.pointer().to_string()],
        vec![refusal.rule().to_owned()],
    );
    case.before = value.filter(|value| value.text().len() <= LONGEST_EXAMPLE);
    case
}

/// Returns the reason why a field does not come back even with the carry, if that is intended.
fn why(subject: &Subject, outcome: Outcome, at: &Pointer) -> Option<&'static str> {
    let is_part = at.as_str().starts_with("/createSurface/dataModel")
        || at.as_str().starts_with("/createSurface/components");
    match outcome {
        Outcome::Quarantined => Some("an unsafe value is not put back; it stays in the carry"),
        Outcome::Dropped => Some("a removed member has no place in the target"),
        _ if subject.from == Dialect::A2ui1_0 && subject.to == Dialect::A2ui0_9 && is_part => Some(
            "this value does not build a surface: 0.9 sends it in a separate message, which comes back as one",
        ),
        _ => None,
    }
}

/// Returns the index of the only output of a message if it contains all targets.
fn only_output(run: &Run, input: usize, targets: &[Pointer]) -> Option<usize> {
    let mut own = run
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, from)| usize::try_from(**from) == Ok(input));
    let (output, _) = own.next().filter(|_| own.next().is_none())?;
    let prefix = Pointer::root().element(output);
    targets
        .iter()
        .all(|target| is_below(target, &prefix))
        .then_some(output)
}

/// Formats a place in the outputs, relative to the only output if there is one.
fn describe_target(target: &Pointer, one: Option<usize>) -> String {
    let text = target.as_str();
    let prefix = one.map(|one| Pointer::root().element(one));
    prefix
        .and_then(|prefix| text.strip_prefix(prefix.as_str()))
        .unwrap_or(text)
        .to_owned()
}

fn example(targets: &[Pointer], one: Option<usize>, outputs: &Payload) -> Option<Payload> {
    let parts: Vec<(String, Payload)> = targets
        .iter()
        .filter_map(|target| Some((describe_target(target, one), outputs.get(target)?)))
        .collect();
    let example = Payload::object(parts.iter().map(|(name, value)| (name.as_str(), value)));
    (!parts.is_empty() && example.text().len() <= LONGEST_EXAMPLE).then_some(example)
}
