//! Parts of an input that are skipped by design, such as the reasoning of a model between its calls. They are counted
//! and reported in one line.

use crate::{exit::Exit, place::Place, report::Report};
use bridge::AnyMessage;
use std::collections::BTreeMap;
use wire::{Finding, Pointer, Severity};

/// The maximum number of kinds that are counted by name.
const MAX_KINDS: usize = 8;

/// A reason to skip a part, with the texts of its report.
pub(crate) struct Reason {
    pub(crate) rule: &'static str,
    pub(crate) severity: Severity,
    /// The sentence about a single part.
    pub(crate) one: &'static str,
    /// The sentence about several parts, without their number.
    pub(crate) several: &'static str,
    pub(crate) hint: &'static str,
}

const STRICT: &str = "--strict refuses them";

/// A message of AHP that does not concern canvases.
pub(crate) const OTHER_TRAFFIC: Reason = Reason {
    rule: AnyMessage::OTHER_TRAFFIC,
    severity: Severity::Info,
    one: "1 message without a canvas was skipped",
    several: "messages without a canvas were skipped",
    hint: STRICT,
};

/// An item of the Responses API that is neither a call nor its output.
const NOT_A_CALL: Reason = Reason {
    rule: AnyMessage::NOT_A_CALL,
    severity: Severity::Info,
    one: "1 item that is neither a function call nor an output was skipped",
    several: "items that are neither function calls nor outputs were skipped",
    hint: STRICT,
};

impl Reason {
    /// Returns the reason to skip messages refused under this rule, or `None` if the refusal stays an error.
    pub(crate) fn of_rule(rule: &str) -> Option<&'static Self> {
        [&OTHER_TRAFFIC, &NOT_A_CALL].into_iter().find(|reason| reason.rule == rule)
    }
}

/// The parts that were skipped for one reason.
#[derive(Default)]
pub(crate) struct SkippedParts {
    first: Option<(&'static Reason, Place)>,
    count: usize,
    kinds: BTreeMap<String, usize>,
}

impl SkippedParts {
    /// Counts a part of this kind; an empty kind is not named.
    pub(crate) fn count(&mut self, reason: &'static Reason, kind: &str, place: impl FnOnce() -> Place) {
        self.first.get_or_insert_with(|| (reason, place()));
        self.add(kind, 1);
    }

    fn add(&mut self, kind: &str, count: usize) {
        self.count += count;
        if !kind.is_empty() && (self.kinds.len() < MAX_KINDS || self.kinds.contains_key(kind)) {
            *self.kinds.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds the counts from a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.first = self.first.take().or(later.first);
        let named: usize = later.kinds.values().sum();
        later.kinds.iter().for_each(|(kind, count)| self.add(kind, *count));
        self.count += later.count - named;
    }

    /// Reports the counts in one line.
    pub(crate) fn report(self, report: &mut Report) -> Result<(), Exit> {
        let Some((reason, first)) = self.first else { return Ok(()) };
        let mut message = match self.count {
            1 => reason.one.to_owned(),
            count => format!("{count} {}", reason.several),
        };
        let named: usize = self.kinds.values().sum();
        let mut kinds: Vec<String> =
            self.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if !kinds.is_empty() && named < self.count {
            kinds.push(format!("{} others", self.count - named));
        }
        if !kinds.is_empty() {
            message = format!("{message}: {}", kinds.join(", "));
        }
        let mut finding = Finding::info(reason.rule, Pointer::root(), message).hint(reason.hint);
        finding.severity = reason.severity;
        report.finding(&first, &finding)
    }
}
