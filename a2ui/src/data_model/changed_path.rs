//! How much of a data model a write changes.

use super::{DataModel, is_index, segments};
use wire::PayloadKind;

/// What one write changes: a place, what lies above it and what lies below it, and nothing beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedPath {
    pub(crate) at: Vec<String>,
    /// How many segments lead to what has a member or an element more or less than before, or only came to be; all of them if
    /// nothing has.
    pub(crate) there: usize,
}

impl DataModel {
    /// What a write to `path`, or a removal, is about to change; `None` if the path is none.
    pub(crate) fn predict_change(&self, path: &str) -> Option<ChangedPath> {
        let mut at = segments(path).ok()?;
        let Some(tree) = &self.tree else { return Some(ChangedPath { at: Vec::new(), there: 0 }) };
        let reach = tree.reach(&at);
        // Null makes room for what is written below it, anything else has to have room already.
        let kept = reach.found + usize::from(reach.kind != PayloadKind::Null);
        // A new list may be filled up with nulls beside the place.
        if at.iter().skip(kept).any(|segment| is_index(segment)) {
            at.truncate(kept);
        }
        Some(ChangedPath { at, there: reach.found })
    }

    /// What was changed, after the write said that it changed `path`; `None` if that is nothing.
    pub(crate) fn confirm_change(&self, touches: ChangedPath, path: &str) -> Option<ChangedPath> {
        let changed = segments(path).ok()?;
        if changed.len() < touches.at.len() {
            // A whole list, filled up or moved up.
            return Some(ChangedPath { there: changed.len(), at: changed });
        }
        let came = touches.there < touches.at.len();
        let is_there = self.tree.as_ref().is_some_and(|tree| tree.kind(&touches.at).is_some());
        match (came, is_there) {
            (_, true) => Some(touches),
            (true, false) => None,
            (false, false) => Some(ChangedPath { there: touches.at.len().saturating_sub(1), ..touches }),
        }
    }
}
