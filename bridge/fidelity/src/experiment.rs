//! One experiment: a field is varied, and the changes in the translation are recorded.

use super::{
    linked,
    matrix::{Case, Outcome},
    run::{CarriedMessage, OutputNote, Run, normalize, run, run_embedding},
    subject::{Sample, Subject},
    variant::{Variant, VariedValue, differences},
    verdict::{Observation, has_moved, is_below},
};
use bridge::{Carry, Dialect, Refusal, carry::CarriedField};
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

/// The maximum length of an example in bytes. Longer examples are omitted.
const LONGEST_EXAMPLE: usize = 300;

/// The unchanged sample and its translation.
pub(super) struct Base<'a> {
    subject: &'a Subject,
    sample: &'a Sample,
    run: Run,
    /// The normalized sample.
    source: Payload,
    /// The normalized backward translations of the sample.
    backs: Vec<(Way, Option<Payload>)>,
}

/// A variation of a field.
struct Variation<'a> {
    variant: Variant,
    /// The place of the field.
    at: &'a Pointer,
    /// The varied place: the field, or the member that is added to it.
    place: Pointer,
    /// The new value; `None` if the field is removed.
    value: Option<Payload>,
}

impl<'a> Variation<'a> {
    fn new(variant: Variant, at: &'a Pointer, value: Option<Payload>) -> Self {
        Self {
            variant,
            at,
            place: variant.place(at),
            value,
        }
    }
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

/// The backward translations of varied messages.
struct BackwardRuns {
    alone: Result<Vec<Payload>, Refusal>,
    embedded: Result<Vec<Payload>, Refusal>,
    beside: Result<Vec<Payload>, Refusal>,
}

impl BackwardRuns {
    fn of(subject: &Subject, messages: &[Payload], run: &Run) -> Self {
        Self {
            alone: translate_back(subject, messages, run, Way::Alone),
            embedded: translate_back(subject, messages, run, Way::Embedded),
            beside: translate_back(subject, messages, run, Way::Beside),
        }
    }

    fn get(&self, way: Way) -> &Result<Vec<Payload>, Refusal> {
        match way {
            Way::Alone => &self.alone,
            Way::Embedded => &self.embedded,
            Way::Beside => &self.beside,
        }
    }

    /// Returns the messages of the backward translations that succeeded.
    fn into_messages(self) -> Vec<(Way, Vec<Payload>)> {
        let mut messages = Vec::new();
        let backs = [
            (Way::Alone, self.alone),
            (Way::Embedded, self.embedded),
            (Way::Beside, self.beside),
        ];
        for (way, back) in backs {
            if let Ok(back) = back {
                messages.push((way, back));
            }
        }
        messages
    }
}

/// The ways in which a field comes back.
struct Survival {
    alone: bool,
    /// `None` if messages have no slot for a carry.
    embedded: Option<bool>,
    beside: bool,
}

/// An experiment and its result.
pub(super) struct Experiment {
    /// The row of the matrix.
    pub(super) case: Case,
    /// The varied messages.
    pub(super) messages: Vec<Payload>,
    /// The index of the message with the varied field.
    pub(super) varied: usize,
    /// The place of the varied field.
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
    /// Translates the unchanged sample, and its targets back.
    ///
    /// # Errors
    /// Returns the refusal of the sample.
    pub(super) fn of(subject: &'a Subject, sample: &'a Sample) -> Result<Self, Refusal> {
        let run = translate_forward(subject, &sample.messages)?;
        let source = normalize(subject.from, &sample.messages, &sample.messages);
        let mut backs = Vec::new();
        for way in Way::ALL {
            let back = match translate_back(subject, &sample.messages, &run, way) {
                Ok(back) => Some(normalize(subject.from, &back, &sample.messages)),
                Err(_) => None,
            };
            backs.push((way, back));
        }
        Ok(Self {
            subject,
            sample,
            run,
            source,
            backs,
        })
    }

    /// Replaces the value of the field with the first accepted value. If none is accepted, the experiment has the
    /// refusal of the last one.
    pub(super) fn vary_value(&self, at: &Pointer, others: &[Payload]) -> Option<Experiment> {
        let mut last = None;
        for other in others {
            let trial = self.run_trial(at, Some(other))?;
            let is_accepted = trial.run.is_ok();
            let variation = Variation::new(Variant::Value, at, Some(other.clone()));
            last = Some(self.build_experiment(variation, trial));
            if is_accepted {
                break;
            }
        }
        last
    }

    /// Applies a variant to the field.
    pub(super) fn apply_variant(
        &self,
        variant: Variant,
        at: &Pointer,
        value: &Payload,
    ) -> Option<Experiment> {
        let value = match variant.apply(value)? {
            VariedValue::Value(value) => Some(value),
            VariedValue::Removed => None,
        };
        let trial = self.run_trial(at, value.as_ref())?;
        Some(self.build_experiment(Variation::new(variant, at, value), trial))
    }

    fn run_trial(&self, at: &Pointer, value: Option<&Payload>) -> Option<Trial> {
        let messages =
            linked::replace_linked(&self.sample.messages, self.sample.varied, at, value)?;
        let run = translate_forward(self.subject, &messages);
        Some(Trial { messages, run })
    }

    fn build_experiment(
        &self,
        variation: Variation<'_>,
        Trial { messages, run }: Trial,
    ) -> Experiment {
        let whole = normalize(self.subject.from, &messages, &messages);
        let source = Source {
            inputs: Payload::array(&messages),
            moved: differences(&self.source, &whole),
            messages: whole,
        };
        let at = variation.at.clone();
        let (case, backs) = match &run {
            Ok(run) => {
                let backs = BackwardRuns::of(self.subject, &messages, run);
                let case = self.accepted_case(variation, &source, run, &backs);
                (case, backs.into_messages())
            }
            Err(refusal) => {
                let case = refused_case(variation.variant, variation.value, refusal);
                (case, Vec::new())
            }
        };
        Experiment {
            case,
            messages,
            varied: self.sample.varied,
            at,
            moved: source.moved,
            run,
            backs,
        }
    }

    /// Returns the row of an accepted variation.
    fn accepted_case(
        &self,
        variation: Variation<'_>,
        source: &Source,
        run: &Run,
        backs: &BackwardRuns,
    ) -> Case {
        let survival = self.measure_survival(source, backs);
        let seen = self.observe(&variation, source, run, &survival);
        let notes = self.notes_on(variation.at, run, &seen.targets);
        let mut case = judged_case(&seen, source, run, &notes);
        let only_output = only_output(run, self.sample.varied, &seen.targets);
        for target in &seen.targets {
            case.targets.push(describe_target(target, only_output));
        }
        case.after = example(&seen.targets, only_output, &seen.outputs);
        case.before = short_example(variation.value);
        case.alone = Field::Value(survival.alone);
        case.embedded = match survival.embedded {
            Some(comes_back) => Field::Value(comes_back),
            None => Field::Null,
        };
        case.carried = Field::Value(survival.beside);
        let why = match &backs.beside {
            Err(refusal) => Some(format!("the way back is refused by {}", refusal.rule())),
            _ if survival.beside => None,
            _ => intended_reason(self.subject, case.outcome, variation.at).map(str::to_owned),
        };
        if let Some(why) = why {
            case = case.why(why);
        }
        case
    }

    /// Compares the translation of a variation with that of the sample.
    fn observe<'o>(
        &self,
        variation: &'o Variation<'_>,
        source: &'o Source,
        run: &'o Run,
        survival: &Survival,
    ) -> Observation<'o> {
        let at = variation.at;
        let outputs = messages(&run.outputs);
        let targets = differences(&messages(&self.run.outputs), &outputs);
        let is_other_carry = carries(&self.run.outputs) != carries(&run.outputs);
        // If the target did not change, any change of the carry counts, not only one that concerns the field.
        let carry_moved = carried_fields(&self.run.outputs, at) != carried_fields(&run.outputs, at)
            || targets.is_empty() && is_other_carry;
        Observation {
            varied: (self.sample.varied, &variation.place),
            inputs: &source.inputs,
            leaves: differences(&Payload::array(&self.sample.messages), &source.inputs),
            outputs,
            origins: &run.inputs,
            is_composed: self.subject.is_composed,
            carry_moved,
            targets,
            comes_back_alone: survival.alone,
            comes_back_by_carry: is_other_carry && survival.beside,
            variant: variation.variant,
        }
    }

    fn measure_survival(&self, source: &Source, backs: &BackwardRuns) -> Survival {
        Survival {
            alone: self.comes_back(source, Way::Alone, backs) == Some(true),
            embedded: self.comes_back(source, Way::Embedded, backs),
            beside: self.comes_back(source, Way::Beside, backs) == Some(true),
        }
    }

    /// Returns `true` if the field comes back and differs from the value in the sample. Returns `None` if the messages have
    /// no slot for the carry.
    fn comes_back(&self, source: &Source, way: Way, backs: &BackwardRuns) -> Option<bool> {
        let base = self.backs.iter().find(|(known, _)| *known == way);
        let (Ok(back), Some((_, Some(base)))) = (backs.get(way), base) else {
            return match way {
                Way::Embedded => None,
                Way::Alone | Way::Beside => Some(false),
            };
        };
        let inputs: Vec<Payload> = source.inputs.elements().collect();
        let back = normalize(self.subject.from, back, &inputs);
        for at in &source.moved {
            if back.get(at) != source.messages.get(at) || base.get(at) != self.source.get(at) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns the notes of both runs about a field, the values inside the field and the values around it.
    ///
    /// A note about the whole message counts as one about its place in the target.
    fn notes_on(&self, at: &Pointer, run: &Run, targets: &[Pointer]) -> Vec<OutputNote> {
        let varied = u64::try_from(self.sample.varied).unwrap_or_default();
        let mut notes = Vec::new();
        for noted in run.notes.iter().chain(&self.run.notes) {
            let OutputNote { note, output } = noted;
            let is_on_field = if !note.from.is_root() {
                let overlaps = is_below(&note.from, at) || is_below(at, &note.from);
                note.input == varied && overlaps
            } else {
                match (note.to.get(), output) {
                    (Some(to), Some(output)) => has_moved(targets, *output, to),
                    (Some(_), None) => false,
                    (None, _) => note.input == varied && note.is_loss(false),
                }
            };
            if is_on_field {
                notes.push(noted.clone());
            }
        }
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

fn translate_forward(subject: &Subject, messages: &[Payload]) -> Result<Run, Refusal> {
    let inputs = without_carries(messages);
    run(subject.from, subject.to, &inputs, &subject.context)
}

fn without_carries(messages: &[Payload]) -> Vec<CarriedMessage> {
    let messages = messages.iter().cloned();
    messages.map(CarriedMessage::alone).collect()
}

/// Translates the targets of these messages back.
fn translate_back(
    subject: &Subject,
    messages: &[Payload],
    forward_run: &Run,
    way: Way,
) -> Result<Vec<Payload>, Refusal> {
    let (from, to) = (subject.from, subject.to);
    let outputs = forward_run.outputs.iter().cloned();
    let inputs: Vec<CarriedMessage> = match way {
        Way::Alone => outputs
            .map(|output| CarriedMessage::alone(output.message))
            .collect(),
        Way::Beside => outputs.collect(),
        Way::Embedded => {
            let forward_run =
                run_embedding(from, to, &without_carries(messages), &subject.context)?;
            let embedded = forward_run.outputs.iter();
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

/// Returns the carried fields at a place, inside the place and around it.
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

/// Returns a row with the outcome that the notes state. If the notes contradict the observation, the row reports the
/// contradiction.
fn judged_case(seen: &Observation<'_>, source: &Source, run: &Run, notes: &[OutputNote]) -> Case {
    let observed = match seen.outcome() {
        Outcome::Dropped if source.moved.is_empty() => Outcome::Same,
        observed => observed,
    };
    let stated = seen.stated_outcome(observed, notes);
    let outcome = stated.unwrap_or(observed);
    let mut case = Case::new(seen.variant, outcome, Vec::new(), rules(notes));
    if stated.is_none() && observed != Outcome::Same {
        let verdicts: BTreeSet<&str> =
            wire::collect_set(notes.iter().map(|noted| noted.note.verdict.as_str()));
        let verdicts: Vec<&str> = verdicts.into_iter().collect();
        let verdicts = if verdicts.is_empty() {
            "nothing".to_owned()
        } else {
            verdicts.join(", ")
        };
        let observed = observed.as_str();
        case = case.dishonest(format!("observed {observed}, the notes say {verdicts}"));
    }
    let mut contradictions = run
        .notes
        .iter()
        .filter_map(|noted| seen.contradiction(noted, &run.notes));
    match contradictions.next() {
        Some(contradiction) => case.dishonest(contradiction),
        None => case,
    }
}

fn refused_case(variant: Variant, value: Option<Payload>, refusal: &Refusal) -> Case {
    let mut case = Case::new(
        variant,
        Outcome::Refused,
        vec![refusal.pointer().to_string()],
        vec![refusal.rule().to_owned()],
    );
    case.before = short_example(value);
    case
}

/// Returns a value that is short enough for an example.
fn short_example(value: Option<Payload>) -> Option<Payload> {
    value.filter(|value| value.text().len() <= LONGEST_EXAMPLE)
}

/// Returns the reason why a field does not come back even with the carry, if the loss is intended.
fn intended_reason(subject: &Subject, outcome: Outcome, at: &Pointer) -> Option<&'static str> {
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
    if targets.iter().all(|target| is_below(target, &prefix)) {
        Some(output)
    } else {
        None
    }
}

/// Formats a place in the outputs, relative to the only output if there is one.
fn describe_target(target: &Pointer, only_output: Option<usize>) -> String {
    let text = target.as_str();
    let Some(output) = only_output else {
        return text.to_owned();
    };
    let prefix = Pointer::root().element(output);
    text.strip_prefix(prefix.as_str())
        .unwrap_or(text)
        .to_owned()
}

/// Returns the values in the outputs, by place.
fn example(targets: &[Pointer], only_output: Option<usize>, outputs: &Payload) -> Option<Payload> {
    let mut parts: Vec<(String, Payload)> = Vec::new();
    for target in targets {
        if let Some(value) = outputs.get(target) {
            parts.push((describe_target(target, only_output), value));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let members = parts.iter().map(|(name, value)| (name.as_str(), value));
    short_example(Some(Payload::object(members)))
}
