//! Groups of failures with the same cause.

use super::{
    case::{Level, experiment},
    examination::CaseResult,
    failure::{Failure, FailureCause, Operation},
};
use std::collections::BTreeMap;

/// The number of examples of a group.
const EXAMPLES: usize = 2;

/// Failed cases that have the same cause.
///
/// ```
/// use agent_ui_fidelity::{
///     bridge::Dialect,
///     conformance::{Examination, FailureCause, FailureGroup, cases_of},
/// };
///
/// let cases = cases_of(|from, to| (from, to) == (Dialect::Aap, Dialect::A2ui0_9))?;
/// let count = cases.len();
/// let mut examination = Examination::new(cases);
/// examination.fail_rest(FailureCause::Crashed, "the program ended");
/// let results = examination.finish();
/// let groups = FailureGroup::of(&results, |_| true);
/// assert_eq!((groups.len(), groups[0].cases.len()), (1, count));
/// # Ok::<(), agent_ui_fidelity::bridge::Refusal>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailureGroup<'a> {
    /// The kind of the difference.
    pub cause: FailureCause,
    /// The operation in which the difference first appears.
    pub operation: Operation,
    /// The field that the cause concerns, as the field `about` of a [`Failure`] states it.
    pub about: &'a str,
    /// The failed cases, in their order. They include cases that fail as a consequence.
    pub cases: Vec<&'a CaseResult>,
    /// The first cases that show the cause itself, each of another experiment.
    pub examples: Vec<&'a CaseResult>,
}

/// The properties that the failures of a group share.
type GroupKey<'a> = (FailureCause, Operation, &'a str);

impl<'a> FailureGroup<'a> {
    /// Groups the failures of the cases that `is_counted` accepts. The group with the most required cases comes first.
    ///
    /// If a translation is wrong, the backward translations of its messages fail as a consequence, and belong to its
    /// group.
    pub fn of(results: &'a [CaseResult], is_counted: impl Fn(&CaseResult) -> bool) -> Vec<Self> {
        let refuses = results
            .iter()
            .any(|case| case.is_passed() && checked_part(&case.id) == "refused");
        let mut groups: Vec<Self> = Vec::new();
        let mut places: BTreeMap<GroupKey<'a>, usize> = BTreeMap::new();
        for cases in results.chunk_by(|a, b| experiment(&a.id) == experiment(&b.id)) {
            for case in cases {
                let Some(failure) = case.failure.as_ref().filter(|_| is_counted(case)) else {
                    continue;
                };
                let root = root_of(failure, cases);
                let key = group_key(root, refuses);
                let place = *places.entry(key).or_insert(groups.len());
                if place == groups.len() {
                    groups.push(Self::empty(key));
                }
                if let Some(group) = groups.get_mut(place) {
                    group.add(case, std::ptr::eq(root, failure));
                }
            }
        }
        for group in &mut groups {
            // The failures that show the cause itself are not counted.
            if group.examples.is_empty() {
                group.examples.extend(group.cases.first());
            }
        }
        groups.sort_by_key(|group| {
            std::cmp::Reverse((group.count(Level::Required), group.cases.len()))
        });
        groups
    }

    fn empty((cause, operation, about): GroupKey<'a>) -> Self {
        Self {
            cause,
            operation,
            about,
            cases: Vec::new(),
            examples: Vec::new(),
        }
    }

    fn add(&mut self, case: &'a CaseResult, is_root: bool) {
        self.cases.push(case);
        let is_new = |shown: &&CaseResult| experiment(&shown.id) != experiment(&case.id);
        if is_root && self.examples.len() < EXAMPLES && self.examples.iter().all(is_new) {
            self.examples.push(case);
        }
    }

    /// Returns the number of cases of a level.
    pub fn count(&self, level: Level) -> usize {
        self.cases.iter().filter(|case| case.level == level).count()
    }

    /// Returns the mappings of the cases, as pairs of source and target, each once.
    pub fn mappings(&self) -> Vec<(&'a str, &'a str)> {
        let mut mappings = Vec::new();
        for case in &self.cases {
            let mapping = (&*case.from, &*case.to);
            if !mappings.contains(&mapping) {
                mappings.push(mapping);
            }
        }
        mappings
    }
}

/// Returns the failure that explains a failure of the same experiment; the failure itself if no other one does.
fn root_of<'a>(failure: &'a Failure, cases: &'a [CaseResult]) -> &'a Failure {
    let failures = cases.iter().filter_map(|case| case.failure.as_ref());
    for earlier in failures {
        if std::ptr::eq(earlier, failure) {
            break;
        }
        if explains(earlier, failure) {
            return earlier;
        }
    }
    failure
}

/// Returns `true` if the first failure causes the second one.
fn explains(first: &Failure, second: &Failure) -> bool {
    if (first.cause, &first.about) == (second.cause, &second.about) {
        return true;
    }
    if is_about_notes(second.cause) {
        return is_about_notes(first.cause);
    }
    if !is_restoring(second.operation) {
        return false;
    }
    // Wrong messages do not come back as the source.
    let is_wrong_translation = first.operation == Operation::Translate
        && matches!(
            first.cause,
            FailureCause::Missing
                | FailureCause::Changed
                | FailureCause::Extra
                | FailureCause::NumberText
        );
    // A carry with wrong contents is also wrong if it is embedded.
    let is_wrong_carry = first.operation == Operation::RestoreWithCarry
        && second.operation == Operation::RestoreEmbedded
        && second.cause != FailureCause::NotEmbedded;
    is_wrong_translation
        || is_wrong_carry
        || is_restoring(first.operation) && first.is_same_difference(second)
}

fn is_about_notes(cause: FailureCause) -> bool {
    matches!(
        cause,
        FailureCause::NoNotes
            | FailureCause::MissingNote
            | FailureCause::WrongVerdict
            | FailureCause::WrongNote
            | FailureCause::WrongRule
    )
}

fn is_restoring(operation: Operation) -> bool {
    !matches!(operation, Operation::Translate | Operation::Embed)
}

/// Returns the properties that decide the group of a failure.
fn group_key(failure: &Failure, refuses: bool) -> GroupKey<'_> {
    use FailureCause::{
        Crashed, NotAnAnswer, NotJson, NotRefused, NumberText, TimedOut, WrongOrder,
    };
    let operation = match failure.cause {
        // These causes lie in the program as a whole.
        Crashed | NotAnAnswer | NotJson | NumberText | TimedOut | WrongOrder => {
            Operation::Translate
        }
        _ => failure.operation,
    };
    let about = match failure.cause {
        // The program never checks its input.
        NotRefused if !refuses => "",
        _ => &failure.about,
    };
    (failure.cause, operation, about)
}

/// Returns the checked part in the id of a case.
fn checked_part(id: &str) -> &str {
    match id.rsplit_once(':') {
        Some((_, part)) => part,
        None => "",
    }
}
