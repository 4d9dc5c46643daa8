//! The list of known failures. Cases that pass must be removed from it.

use crate::{flag_file::FlagFile, report::Exit};
use fidelity::conformance::CaseResult;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The ids of the cases that are known to fail.
#[derive(Default)]
pub(crate) struct KnownFailures(BTreeSet<String>);

/// Reasons to remove an id from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaleReason {
    /// The case passes.
    Holds,
    /// The case does not exist.
    NoCase,
}

impl KnownFailures {
    /// Reads the list: one id per line. Blank lines and lines that start with `#` are ignored.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, Exit> {
        let Some(path) = path else { return Ok(Self::default()) };
        let file = FlagFile::read("--known", path)?;
        let lines =
            file.text()?.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self(wire::collect_set(lines.map(str::to_owned))))
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// Returns the ids to remove from the list. Ids of mappings that were not selected are left alone.
    pub(crate) fn stale_ids(
        &self,
        judged: &[CaseResult],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(&str, StaleReason)> {
        let fails = judged.iter().map(|judged| (&*judged.id, judged.failure.is_some()));
        let fails: BTreeMap<&str, bool> = wire::collect_map(fails);
        let stale = self.0.iter().filter_map(|id| match fails.get(&**id) {
            Some(true) => None,
            Some(false) => Some((&**id, StaleReason::Holds)),
            None => is_wanted(id).then_some((&**id, StaleReason::NoCase)),
        });
        stale.collect()
    }
}

impl StaleReason {
    /// Returns the word that reports the reason.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::NoCase => "no case",
        }
    }

    /// Returns the sentence that reports the reason, without its subject.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Self::Holds => "is listed as known to fail but passes: remove it from the list",
            Self::NoCase => "is listed as known to fail but does not exist: remove it from the list",
        }
    }
}
