//! The list of known failures. Cases that pass must be removed from it.

use crate::{
    exit::Exit,
    flag_file::{self, FlagFile},
};
use agent_ui_text::place::Place;
use fidelity::conformance::CaseResult;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use wire::Pointer;

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
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let file = FlagFile::read("--known", path)?;
        let mut ids = BTreeSet::new();
        for (index, line) in file.text()?.lines().enumerate() {
            let id = line.trim();
            if id.is_empty() || id.starts_with('#') {
                continue;
            }
            // An id starts with two dialects, as in `aap@1.0:a2ui@0.9:`.
            if id.contains(char::is_whitespace)
                || id.starts_with(['{', '['])
                || id.split(':').nth(2).is_none()
            {
                let place = Place {
                    line: index + 1,
                    ..file.input().start
                };
                let hint = "list the ids that `agent-ui conform --cases` prints, one per line";
                let message = "the line is not the id of a case";
                return Err(flag_file::wrong(
                    "--known",
                    &place,
                    &Pointer::root(),
                    &message,
                    hint,
                ));
            }
            ids.insert(id.to_owned());
        }
        Ok(Self(ids))
    }

    pub(crate) fn contains(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// Returns the ids to remove from the list. Ids of mappings that were not selected are kept.
    pub(crate) fn stale_ids(
        &self,
        judged: &[CaseResult],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(&str, StaleReason)> {
        let passes = judged
            .iter()
            .map(|judged| (&*judged.id, judged.is_passed()));
        let passes: BTreeMap<&str, bool> = wire::collect_map(passes);
        let stale = self.0.iter().filter_map(|id| match passes.get(&**id) {
            Some(false) => None,
            Some(true) => Some((&**id, StaleReason::Holds)),
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
            Self::NoCase => {
                "is listed as known to fail but does not exist: remove it from the list"
            }
        }
    }
}
