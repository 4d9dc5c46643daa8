//! The failures that are known, and the ratchet: one that does not fail any more has to be taken off.

use crate::{flag_file::FlagFile, report::Exit};
use fidelity::conformance::Judged;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The ids of the cases that are known to fail.
#[derive(Default)]
pub(crate) struct KnownFailures(BTreeSet<String>);

/// What is wrong with an id that is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaleReason {
    /// The case holds.
    Holds,
    /// There is no such case.
    NoCase,
}

impl KnownFailures {
    /// Reads the list: an id a line; blank lines and those with `#` in front are nothing.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, Exit> {
        let Some(path) = path else { return Ok(Self::default()) };
        let file = FlagFile::read("--known", path)?;
        let lines =
            file.text()?.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self(lines.map(str::to_owned).collect()))
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// What has to be taken off the list. Ids of mappings that were not wanted are left alone.
    pub(crate) fn stale_ids(
        &self,
        judged: &[Judged],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(&str, StaleReason)> {
        let fails: BTreeMap<&str, bool> =
            judged.iter().map(|judged| (&*judged.id, judged.failure.is_some())).collect();
        let stale = self.0.iter().filter_map(|id| match fails.get(&**id) {
            Some(true) => None,
            Some(false) => Some((&**id, StaleReason::Holds)),
            None => is_wanted(id).then_some((&**id, StaleReason::NoCase)),
        });
        stale.collect()
    }
}

impl StaleReason {
    /// What to say of it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::NoCase => "no case",
        }
    }
}
