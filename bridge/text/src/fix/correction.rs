//! The rounds of corrections. The result is read again, and a correction that makes the text worse is left out.

use super::{
    FixOptions,
    draft::Draft,
    round::{ChangeId, ChangeKey, FixRound, Reading, ReportedChange},
};
use crate::limits::CORRECTION_ROUNDS;
use crate::{place::Place, repair::is_rule_of_repair};
use std::{collections::BTreeSet, fmt, sync::Arc};
use wire::{Finding, Severity};

/// The maximum number of results that are read in the search for harmful corrections. If the search needs more, all
/// corrections that were not tried are left out.
const MAX_TRIALS: usize = 64;

/// The corrections of some texts.
#[derive(Debug, Default)]
pub struct Corrections {
    /// The corrections in the order in which they were made.
    pub changes: Vec<ReportedChange>,
    /// The corrections that would make a text worse.
    pub left_out: Vec<LeftOutChange>,
}

/// A correction that is not applied, because the text would become worse.
#[derive(Clone, Debug)]
pub struct LeftOutChange {
    change: ReportedChange,
    reason: String,
}

impl LeftOutChange {
    /// Returns the place of the correction in the text before its round, and the finding that reports it.
    pub fn placed_finding(&self) -> (Place, Finding) {
        let ReportedChange {
            place,
            pointer,
            message,
            ..
        } = &self.change;
        let message = format!(
            "a correction is left out, because {}: {message}",
            self.reason
        );
        let finding = Finding::warning("fix/left-out", pointer.clone(), message);
        (place.clone(), finding.hint("correct it by hand"))
    }
}

/// The findings that decide which corrections are kept.
#[derive(Debug, Default)]
pub struct Validation {
    pub(super) errors: BTreeSet<(Option<Arc<str>>, &'static str)>,
    pub(super) suggestions: Vec<(Place, Finding)>,
}

impl Validation {
    /// Collects the rules of errors and the suggestions from findings.
    pub fn of<'f>(found: impl Iterator<Item = (&'f Place, &'f Finding)>) -> Self {
        let mut validation = Self::default();
        for (place, finding) in found {
            // The number of errors that are not listed may change.
            if finding.severity == Severity::Error && finding.count == 1 {
                validation.errors.insert((place.file.clone(), finding.rule));
            }
            // A round applies a repair itself, unless an obstacle prevents that.
            if finding.fix.is_some() && !is_rule_of_repair(finding.rule) {
                validation
                    .suggestions
                    .push((place.clone(), finding.clone()));
            }
        }
        validation
    }
}

/// A function that validates drafts.
pub type ValidateDrafts<'v, E> = &'v mut dyn FnMut(&[Draft]) -> Result<Validation, E>;

/// Corrects drafts in rounds, because a corrected text may show further problems. A correction is left out if the
/// result is not JSON, has fewer messages, or breaks a rule that the text did not break before. The last call of
/// `validate` is for the final drafts.
///
/// # Errors
/// Returns the error of `validate`.
pub fn correct<E>(
    options: FixOptions,
    drafts: &mut Vec<Draft>,
    validate: ValidateDrafts<'_, E>,
) -> Result<Corrections, E> {
    let mut run = CorrectionRun {
        options,
        validate,
        original: None,
        excluded: BTreeSet::new(),
        left_out: Vec::new(),
        trials: 0,
    };
    let mut steps = Vec::new();
    loop {
        let end = run.apply_rounds(drafts, &mut steps)?;
        let objections = run.objections(&end);
        if objections.is_empty() {
            break;
        }
        run.leave_out_harmful(drafts, &mut steps, &objections)?;
    }
    let changes = steps
        .iter()
        .flat_map(|step| step.round.reported(&step.chosen))
        .collect();
    Ok(Corrections {
        changes,
        left_out: run.left_out,
    })
}

/// One round that was applied.
struct Step {
    before: Vec<Draft>,
    round: FixRound,
    chosen: Vec<ChangeId>,
}

/// The properties of texts that must not become worse.
#[derive(Clone)]
pub(super) struct TextState {
    pub(super) readings: Vec<Reading>,
    pub(super) errors: BTreeSet<(Option<Arc<str>>, &'static str)>,
}

/// A reason to leave a correction out. The numbers are indices of drafts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Objection {
    NotJson(usize),
    FewerMessages(usize),
    NewError(Option<Arc<str>>, &'static str),
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(_) => f.write_str("the text would not be JSON any more"),
            Self::FewerMessages(_) => f.write_str("fewer messages could be read"),
            Self::NewError(_, rule) => write!(f, "it leads to an error of the rule `{rule}`"),
        }
    }
}

impl TextState {
    /// Returns all reasons why this state is worse than an earlier one.
    pub(super) fn objections(&self, earlier: &Self) -> BTreeSet<Objection> {
        let mut objections = BTreeSet::new();
        let readings = self.readings.iter().zip(&earlier.readings);
        for (draft, (now, before)) in readings.enumerate() {
            if now.broken > before.broken {
                objections.insert(Objection::NotJson(draft));
            }
            if now.messages < before.messages {
                objections.insert(Objection::FewerMessages(draft));
            }
        }
        for (file, rule) in self.errors.difference(&earlier.errors) {
            objections.insert(Objection::NewError(file.clone(), rule));
        }
        objections
    }
}

struct CorrectionRun<'v, E> {
    options: FixOptions,
    validate: ValidateDrafts<'v, E>,
    /// The state before all corrections; `None` until it is known.
    original: Option<TextState>,
    excluded: BTreeSet<ChangeKey>,
    left_out: Vec<LeftOutChange>,
    trials: usize,
}

impl<E> CorrectionRun<'_, E> {
    /// Applies rounds until nothing changes, and returns the state at the end.
    fn apply_rounds(
        &mut self,
        drafts: &mut Vec<Draft>,
        steps: &mut Vec<Step>,
    ) -> Result<TextState, E> {
        loop {
            let mut round = FixRound::of(self.options, drafts);
            round.exclude(&self.excluded, drafts);
            let is_done = round.is_empty() || steps.len() >= CORRECTION_ROUNDS;
            if self.original.is_none() || is_done {
                let Validation {
                    errors,
                    suggestions,
                } = (self.validate)(drafts)?;
                let state = TextState {
                    readings: round.readings().to_vec(),
                    errors,
                };
                self.original.get_or_insert_with(|| state.clone());
                // Suggestions refer to places in repaired texts, so they wait until nothing is repaired.
                if round.is_empty() && steps.len() < CORRECTION_ROUNDS {
                    suggestions
                        .iter()
                        .for_each(|(place, finding)| round.suggest(place, finding));
                    round.exclude(&self.excluded, drafts);
                }
                if round.is_empty() || steps.len() >= CORRECTION_ROUNDS {
                    return Ok(state);
                }
            }
            let chosen = round.choose();
            let next = round.apply(drafts, &chosen);
            steps.push(Step {
                before: std::mem::replace(drafts, next),
                round,
                chosen,
            });
        }
    }

    fn objections(&self, state: &TextState) -> BTreeSet<Objection> {
        match &self.original {
            Some(original) => state.objections(original),
            // Nothing was validated yet, so nothing can be worse.
            None => BTreeSet::new(),
        }
    }

    /// Goes back to the first round with one of these objections, and applies only its harmless changes.
    fn leave_out_harmful(
        &mut self,
        drafts: &mut Vec<Draft>,
        steps: &mut Vec<Step>,
        objections: &BTreeSet<Objection>,
    ) -> Result<(), E> {
        let mut first = steps.len().saturating_sub(1);
        for (index, after) in steps.iter().skip(1).map(|step| &step.before).enumerate() {
            if self.first_objection(after, objections)?.is_some() {
                first = index;
                break;
            }
        }
        steps.truncate(first + 1);
        let Some(Step {
            before,
            round,
            chosen,
        }) = steps.pop()
        else {
            return Ok(());
        };
        let mut harmless = Vec::new();
        self.keep_harmless(&before, &round, &chosen, objections, &mut harmless)?;
        *drafts = round.apply(&before, &harmless);
        if !harmless.is_empty() {
            steps.push(Step {
                before,
                round,
                chosen: harmless,
            });
        }
        Ok(())
    }

    /// Adds the changes of a group to `harmless` that cause none of the objections together with the others. Harmful
    /// changes are found by halving the group. After [`MAX_TRIALS`], a group with an objection is left out as a whole.
    fn keep_harmless(
        &mut self,
        before: &[Draft],
        round: &FixRound,
        group: &[ChangeId],
        objections: &BTreeSet<Objection>,
        harmless: &mut Vec<ChangeId>,
    ) -> Result<(), E> {
        let mut together = [&**harmless, group].concat();
        together.sort_unstable();
        let objection = self.first_objection(&round.apply(before, &together), objections)?;
        let Some(objection) = objection else {
            *harmless = together;
            return Ok(());
        };
        let (front, back) = group.split_at(group.len() / 2);
        if front.is_empty() || self.trials >= MAX_TRIALS {
            for id in group {
                self.excluded.extend(round.key(*id, before));
                let reason = objection.to_string();
                let changes = round.reported(std::slice::from_ref(id));
                let left_out = changes.map(|change| LeftOutChange {
                    change,
                    reason: reason.clone(),
                });
                self.left_out.extend(left_out);
            }
            return Ok(());
        }
        self.keep_harmless(before, round, front, objections, harmless)?;
        self.keep_harmless(before, round, back, objections, harmless)
    }

    /// Reads drafts, and returns the first of the objections that they have.
    fn first_objection(
        &mut self,
        drafts: &[Draft],
        objections: &BTreeSet<Objection>,
    ) -> Result<Option<Objection>, E> {
        self.trials += 1;
        let readings = FixRound::of(self.options, drafts).readings().to_vec();
        let errors = (self.validate)(drafts)?.errors;
        let found = self.objections(&TextState { readings, errors });
        Ok(found
            .into_iter()
            .find(|objection| objections.contains(objection)))
    }
}
