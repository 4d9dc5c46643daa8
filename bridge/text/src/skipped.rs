//! Parts of an input that are skipped by design, such as the reasoning of a model between its calls. The skipped parts
//! are counted and reported in one line.

use crate::{place::Place, protocol::SkipReason};
use std::collections::BTreeMap;
use wire::{Finding, Pointer};

/// The maximum number of kinds that are counted by name.
const MAX_KINDS: usize = 8;

/// The parts that were skipped for one reason.
#[derive(Debug, Default)]
pub struct SkippedParts {
    first: Option<(&'static SkipReason, Place)>,
    count: usize,
    kinds: BTreeMap<String, usize>,
}

impl SkippedParts {
    /// Counts a part of this kind. The report does not name an empty kind.
    pub fn count(
        &mut self,
        reason: &'static SkipReason,
        kind: &str,
        place: impl FnOnce() -> Place,
    ) {
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
    pub fn join(&mut self, later: Self) {
        self.first = self.first.take().or(later.first);
        let named: usize = later.kinds.values().sum();
        later
            .kinds
            .iter()
            .for_each(|(kind, count)| self.add(kind, *count));
        self.count += later.count - named;
    }

    /// Returns the finding that states the counts, at the place of the first part.
    pub fn finding(self) -> Option<(Place, Finding)> {
        let (reason, first) = self.first?;
        let mut message = match self.count {
            1 => reason.one.to_owned(),
            count => format!("{count} {}", reason.several),
        };
        let named: usize = self.kinds.values().sum();
        let mut kinds: Vec<String> = self
            .kinds
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        if !kinds.is_empty() && named < self.count {
            kinds.push(format!("{} others", self.count - named));
        }
        if !kinds.is_empty() {
            message = format!("{message}: {}", kinds.join(", "));
        }
        let mut finding = Finding::info(reason.rule, Pointer::root(), message).hint(reason.hint);
        finding.severity = reason.severity;
        Some((first, finding))
    }
}
