//! The limit of the findings about one document, or one text in memory. Further findings are counted.

use crate::limits::MAX_FINDINGS;
use crate::{place::Place, repair::is_rule_of_repair};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, Pointer, Severity};

/// A finding with its place.
pub type PlacedFinding = (Place, Finding);

/// The rule of a finding that counts omitted findings.
const RULE: &str = "more-findings";

/// Decides which findings about one document are kept. Beyond [`MAX_FINDINGS`], a finding is kept if it has a fix, or
/// if it is the first finding of its rule.
#[derive(Clone, Debug, Default)]
pub struct FindingLimit {
    listed: usize,
    rules: BTreeSet<String>,
    omitted: BTreeMap<Severity, Omitted>,
}

/// The omitted findings of one severity.
#[derive(Clone, Debug)]
struct Omitted {
    /// The place of the first omitted finding.
    first: (Place, Pointer),
    count: usize,
}

impl FindingLimit {
    /// Returns `true` if the finding is kept. Otherwise it is counted.
    pub fn keeps(&mut self, (place, finding): &PlacedFinding) -> bool {
        let Finding {
            rule,
            pointer,
            severity,
            fix,
            count,
            ..
        } = finding;
        // A finding with a fix is listed even beyond the limit. Repairs are applied without their findings.
        let is_listed_fix = fix.is_some() && *rule != RULE && !is_rule_of_repair(rule);
        let is_extra_fix = is_listed_fix && self.listed >= MAX_FINDINGS;
        is_extra_fix || self.keeps_report(place, pointer, rule, *severity, *count)
    }

    /// Returns `true` if a report of this rule is kept. Otherwise it is counted.
    pub(crate) fn keeps_report(
        &mut self,
        place: &Place,
        pointer: &Pointer,
        rule: &str,
        severity: Severity,
        count: usize,
    ) -> bool {
        // The numbers of several parts of a document are added up.
        if rule == RULE {
            self.omit(severity, count, || (place.clone(), pointer.clone()));
            return false;
        }
        self.keep_or_omit(place, pointer, rule, severity)
    }

    fn keep_or_omit(
        &mut self,
        place: &Place,
        pointer: &Pointer,
        rule: &str,
        severity: Severity,
    ) -> bool {
        let is_first = !self.rules.contains(rule);
        if is_first {
            self.rules.insert(rule.to_owned());
        }
        if self.listed < MAX_FINDINGS || is_first {
            self.listed += 1;
            return true;
        }
        self.omit(severity, 1, || (place.clone(), pointer.clone()));
        false
    }

    /// Counts findings of one severity that were not created. `first` returns the place of the first of them.
    pub(crate) fn omit(
        &mut self,
        severity: Severity,
        count: usize,
        first: impl FnOnce() -> (Place, Pointer),
    ) {
        self.omitted
            .entry(severity)
            .or_insert_with(|| Omitted {
                first: first(),
                count: 0,
            })
            .count += count;
    }

    /// Returns one finding per severity that counts the omitted findings, at the place of the first omitted finding.
    pub fn finish(self) -> impl Iterator<Item = PlacedFinding> {
        self.omitted
            .into_iter()
            .rev()
            .map(|(severity, Omitted { first, count })| omitted_findings(severity, count, first))
    }
}

/// Returns the finding that counts the omitted findings of one severity. `first` is the place of the first of them.
pub(crate) fn omitted_findings(
    severity: Severity,
    count: usize,
    (place, pointer): (Place, Pointer),
) -> PlacedFinding {
    let (noun, verb) = match (severity, count) {
        (Severity::Error, 1) => ("error", "is"),
        (Severity::Error, _) => ("errors", "are"),
        (Severity::Warning, 1) => ("warning", "is"),
        (Severity::Warning, _) => ("warnings", "are"),
        (_, 1) => ("notice", "is"),
        _ => ("notices", "are"),
    };
    let message = format!("{count} more {noun} {verb} not listed");
    let mut finding = Finding::error(RULE, pointer, message).count(count);
    finding.severity = severity;
    (
        place,
        finding.hint("correct the listed ones, and try again"),
    )
}

/// The findings about one document, up to the limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimitedFindings {
    listed: Vec<PlacedFinding>,
    limit: FindingLimit,
}

impl LimitedFindings {
    pub(crate) fn push(&mut self, placed: PlacedFinding) {
        if self.limit.keeps(&placed) {
            self.listed.push(placed);
        }
    }

    /// Counts errors that were not created. `first` returns the place of the first error.
    pub(crate) fn omit_errors(&mut self, count: usize, first: impl FnOnce() -> (Place, Pointer)) {
        self.limit.omit(Severity::Error, count, first);
    }

    /// Returns the number of findings, including the omitted findings.
    pub(crate) fn count(&self) -> usize {
        self.listed.len()
            + self
                .limit
                .omitted
                .values()
                .map(|omitted| omitted.count)
                .sum::<usize>()
    }

    /// Returns the findings, followed by the findings that count the omitted ones.
    pub(crate) fn finish(self) -> Vec<PlacedFinding> {
        let Self { mut listed, limit } = self;
        listed.extend(limit.finish());
        listed
    }
}

impl Extend<PlacedFinding> for LimitedFindings {
    fn extend<T: IntoIterator<Item = PlacedFinding>>(&mut self, found: T) {
        found.into_iter().for_each(|placed| self.push(placed));
    }
}

/// Returns the findings up to the limit, followed by the findings that count the omitted ones.
pub(crate) fn limited(found: impl Iterator<Item = PlacedFinding>) -> Vec<PlacedFinding> {
    let mut limited = LimitedFindings::default();
    limited.extend(found);
    limited.finish()
}
