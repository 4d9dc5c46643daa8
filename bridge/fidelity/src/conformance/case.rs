//! The experiments as questions with their expected answers.

use super::{
    ContextFields,
    comparable::comparable,
    message::{AnswerError, AnswerNote, Op},
};
use crate::{
    experiment::{Experiment, Way},
    matrix::Outcome,
    run::{Run, normalize},
    subject::{self, Subject},
};
use bridge::{Dialect, Refusal};
use wire::{Field, Payload, Pointer};

wire::word! {
    /// The importance of a case.
    pub closed enum Level {
        /// If such a case fails, a value is lost or wrong.
        Required = "required",
        /// The case describes the output of this project; other answers are possible.
        Recommended = "recommended",
    }
}

wire::object! {
    /// A question with the expected answer. The line of a case can itself be sent as a request.
    pub struct ConformanceCase {
        /// The stable id: source, target, message, field, variant and the checked part, separated by colons.
        id: String,
        /// The importance of the case.
        level: Level,
        /// The requested operation.
        op: Op,
        /// The dialect of the messages.
        from: String,
        /// The requested dialect.
        to: String,
        /// The name of the message type.
        message: String,
        /// The messages to translate, in order.
        input: Vec<Payload>,
        /// The index of the varied message, from 0.
        varied: u64,
        /// The place of the varied field in that message, a JSON Pointer.
        place: String,
        /// The settings that no message contains, such as the time of receipt.
        context: ContextFields,
        /// The expected answer.
        expect: Expectation,
    }

    /// The expected answer: every member that is present must match.
    pub struct Expectation {
        /// The expected messages, in order.
        value?: Field<Vec<Payload>>,
        /// `true` if a note about the varied place must report a changed or lost value.
        named?: Field<bool>,
        /// The exact notes about the varied place, by verdict and places.
        notes?: Field<Vec<AnswerNote>>,
        /// The exact rules of the notes about the varied place.
        rules?: Field<Vec<String>>,
        /// The messages that must come back if the answer is translated back without its carry.
        alone?: Field<Vec<Payload>>,
        /// The messages that must come back if the answer to `embed` is translated back.
        embedded?: Field<Vec<Payload>>,
        /// The messages that must come back if the answer is translated back with its carry.
        carried?: Field<Vec<Payload>>,
        /// The expected error. Every member that is present must match.
        error?: Field<AnswerError>,
    }
}

impl Level {
    /// Returns the level of the cases about one way in which messages come back.
    fn of_way(comes_back: &Field<bool>) -> Self {
        match comes_back.get() {
            Some(true) => Self::Required,
            _ => Self::Recommended,
        }
    }
}

/// Returns the cases of all experiments of the matrix, in its order.
///
/// # Errors
/// Returns an error if a sample is not valid JSON, or a context cannot be written.
pub fn cases() -> Result<Vec<ConformanceCase>, Refusal> {
    cases_of(|_, _| true)
}

/// Returns the cases of the mappings whose source and target `is_wanted` accepts.
///
/// # Errors
/// Returns the errors of [`cases`].
///
/// ```
/// use agent_ui_fidelity::{bridge::Dialect, conformance::cases_of};
///
/// let cases = cases_of(|from, to| (from, to) == (Dialect::Aap, Dialect::A2ui0_9))?;
/// let case = cases.iter().find(|case| case.id == "aap@1.0:a2ui@0.9:Interaction:/element:null:carried").unwrap();
/// assert_eq!(case.expect.carried.get(), Some(&case.input), "null comes back as null");
/// # Ok::<(), agent_ui_fidelity::bridge::Refusal>(())
/// ```
pub fn cases_of(
    is_wanted: impl Fn(Dialect, Dialect) -> bool,
) -> Result<Vec<ConformanceCase>, Refusal> {
    let mut cases = Vec::new();
    for subject in subject::all()?
        .iter()
        .filter(|subject| is_wanted(subject.from, subject.to))
    {
        let context = ContextFields::of(&subject.context)?;
        for (field, experiments) in crate::experiments(subject) {
            for experiment in experiments {
                let builder = CaseBuilder {
                    subject,
                    context: &context,
                    field: &field.field,
                    experiment,
                };
                builder.build(&mut cases);
            }
        }
    }
    Ok(cases)
}

/// Returns the id of a case without the checked part. The cases of an experiment share it.
pub(super) fn experiment(id: &str) -> &str {
    match id.rsplit_once(':') {
        Some((experiment, _)) => experiment,
        None => id,
    }
}

/// Builds the cases of one experiment.
struct CaseBuilder<'a> {
    subject: &'a Subject,
    context: &'a ContextFields,
    field: &'a str,
    experiment: Experiment,
}

impl CaseBuilder<'_> {
    fn build(&self, cases: &mut Vec<ConformanceCase>) {
        use Level::{Recommended, Required};
        let expect = Expectation::new;
        let run = match &self.experiment.run {
            Ok(run) => run,
            Err(refusal) => return self.build_refused(refusal, cases),
        };
        let outputs = run.outputs.iter();
        let messages: Vec<Payload> = outputs.map(|output| output.message.clone()).collect();
        cases.push(self.build_case("value", Required, expect().value(messages)));
        if self.is_lost_alone() {
            cases.push(self.build_case("named", Required, expect().named(true)));
        }
        self.build_notes(run, cases);
        let case = &self.experiment.case;
        if let Some(back) = self.messages_back(Way::Alone) {
            cases.push(self.build_case("alone", Recommended, expect().alone(back)));
        }
        if let Some(back) = self.messages_back(Way::Beside) {
            let level = Level::of_way(&case.carried);
            cases.push(self.build_case("carried", level, expect().carried(back)));
        }
        if let Some(back) = self.messages_back(Way::Embedded) {
            let level = Level::of_way(&case.embedded);
            cases.push(self.build_case("embedded", level, expect().embedded(back)));
        }
    }

    /// Builds the cases of messages that must be refused.
    fn build_refused(&self, refusal: &Refusal, cases: &mut Vec<ConformanceCase>) {
        use Level::{Recommended, Required};
        let reason = AnswerError::new()
            .kind(refusal.kind().as_str())
            .pointer(refusal.pointer().as_str());
        let rule = AnswerError::new().rule(refusal.rule());
        for (what, level, error) in [
            ("refused", Required, AnswerError::new()),
            ("reason", Recommended, reason),
            ("rule", Recommended, rule),
        ] {
            cases.push(self.build_case(what, level, Expectation::new().error(error)));
        }
    }

    /// Adds the cases that check the notes about the varied field, if there are any.
    fn build_notes(&self, run: &Run, cases: &mut Vec<ConformanceCase>) {
        let mut notes = self.varied_notes(run);
        if notes.is_empty() {
            return;
        }
        let mut rules: Vec<String> = Vec::new();
        for note in &mut notes {
            if let Some(rule) = std::mem::take(&mut note.rule).into_value() {
                rules.push(rule);
            }
        }
        rules.sort_unstable();
        rules.dedup();
        let (notes, rules) = (
            Expectation::new().notes(notes),
            Expectation::new().rules(rules),
        );
        cases.push(self.build_case("notes", Level::Recommended, notes));
        cases.push(self.build_case("rules", Level::Recommended, rules));
    }

    /// Builds a case. `what` names the checked part of the answer.
    fn build_case(&self, what: &str, level: Level, expect: Expectation) -> ConformanceCase {
        let (
            Subject {
                from, to, message, ..
            },
            Experiment {
                case,
                messages,
                varied,
                ..
            },
        ) = (self.subject, &self.experiment);
        let variant = case.variant.as_str().replace(' ', "-");
        let id = format!("{from}:{to}:{message}:{}:{variant}:{what}", self.field);
        let op = if expect.embedded.is_absent() {
            Op::Translate
        } else {
            Op::Embed
        };
        let (varied, place) = (u64::try_from(*varied).unwrap_or_default(), self.place());
        ConformanceCase::new(
            id,
            level,
            op,
            from.as_str(),
            to.as_str(),
            *message,
            messages.clone(),
            varied,
            place.as_str(),
            self.context.clone(),
            expect,
        )
    }

    /// Returns the varied place: the added member if a member was added to an object.
    fn place(&self) -> Pointer {
        self.experiment.case.variant.place(&self.experiment.at)
    }

    /// Returns the messages that come back. If they are equivalent to the input, returns the exact input.
    fn messages_back(&self, way: Way) -> Option<Vec<Payload>> {
        let (_, back) = self
            .experiment
            .backs
            .iter()
            .find(|(known, _)| *known == way)?;
        let (from, input) = (self.subject.from, &self.experiment.messages);
        let is_same = comparable(from, back, input) == comparable(from, input, input);
        Some(if is_same { input.clone() } else { back.clone() })
    }

    /// Returns `true` if the target does not contain the varied value unchanged, and the target alone does not restore it.
    fn is_lost_alone(&self) -> bool {
        use Outcome::{Carried, Copied, Dropped, Quarantined, Renamed, Same};
        let Experiment {
            case,
            messages,
            moved,
            ..
        } = &self.experiment;
        let Some(back) = self.messages_back(Way::Alone) else {
            return matches!(case.outcome, Carried | Dropped | Quarantined);
        };
        if matches!(case.outcome, Copied | Renamed | Same) {
            return false;
        }
        let source = normalize(self.subject.from, messages, messages);
        let back = normalize(self.subject.from, &back, messages);
        moved.iter().any(|at| back.get(at) != source.get(at))
    }

    /// Returns the notes about the varied place.
    fn varied_notes(&self, run: &Run) -> Vec<AnswerNote> {
        let place = self.place();
        let notes = run.notes.iter().map(|noted| AnswerNote::from(&noted.note));
        notes
            .filter(|note| note.is_about(self.experiment.varied, &place))
            .collect()
    }
}
