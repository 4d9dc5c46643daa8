//! The failures that are known, and the ratchet: one that does not fail any more has to be taken off.

use crate::{given::Given, report::Exit};
use fidelity::conformance::Judged;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The ids of the cases that are known to fail.
#[derive(Default)]
pub(crate) struct Known(BTreeSet<String>);

/// What is wrong with an id that is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stale {
    /// The case holds.
    Holds,
    /// There is no such case.
    NoCase,
}

impl Known {
    /// Reads the list: an id a line; blank lines and those with `#` in front are nothing.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, Exit> {
        let Some(path) = path else { return Ok(Self::default()) };
        let file = Given::read("--known", path)?;
        let lines =
            file.text()?.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self(lines.map(str::to_owned).collect()))
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// What has to be taken off the list. Ids of mappings that were not wanted are left alone.
    pub(crate) fn stale(&self, judged: &[Judged], is_wanted: impl Fn(&str) -> bool) -> Vec<(&str, Stale)> {
        let fails: BTreeMap<&str, bool> =
            judged.iter().map(|judged| (&*judged.id, judged.failure.is_some())).collect();
        let stale = self.0.iter().filter_map(|id| match fails.get(&**id) {
            Some(true) => None,
            Some(false) => Some((&**id, Stale::Holds)),
            None => is_wanted(id).then_some((&**id, Stale::NoCase)),
        });
        stale.collect()
    }
}

impl Stale {
    /// What to say of it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::NoCase => "no case",
        }
    }
}
