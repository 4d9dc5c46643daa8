//! The part of a data model that a write changes.

use super::{
    DataModel,
    path::{is_index, segments},
};
use wire::PayloadKind;

/// The part of a data model that one write affects: a path, and everything above and below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedPath {
    pub(crate) at: Vec<String>,
    /// The number of leading segments that lead to the changed container: the container that is created, or whose
    /// number of children changes. Equals the length of `at` if no container changes.
    pub(crate) container_len: usize,
}

impl DataModel {
    /// Predicts the part that a write to `path`, or a removal, affects. Returns `None` if the path is invalid.
    pub(crate) fn predict_change(&self, path: &str) -> Option<ChangedPath> {
        let mut at = segments(path).ok()?;
        let Some(tree) = &self.tree else {
            return Some(ChangedPath {
                at: Vec::new(),
                container_len: 0,
            });
        };
        let reach = tree.reach(&at);
        // Null can be replaced by a container; every other value must already be one.
        let reached = reach.found + usize::from(reach.kind != PayloadKind::Null);
        // A new list may be padded with nulls beside the path.
        if at.iter().skip(reached).any(|segment| is_index(segment)) {
            at.truncate(reached);
        }
        Some(ChangedPath {
            at,
            container_len: reach.found,
        })
    }

    /// Corrects the prediction after a write that reported `path` as changed. Returns `None` if nothing changed.
    pub(crate) fn confirm_change(&self, touches: ChangedPath, path: &str) -> Option<ChangedPath> {
        let changed = segments(path).ok()?;
        if changed.len() < touches.at.len() {
            // A whole list was padded or shifted.
            return Some(ChangedPath {
                container_len: changed.len(),
                at: changed,
            });
        }
        let exists = match &self.tree {
            Some(tree) => tree.kind(&touches.at).is_some(),
            None => false,
        };
        if exists {
            return Some(touches);
        }
        // Neither before nor after the write is there a value.
        if touches.container_len < touches.at.len() {
            return None;
        }
        // The value was removed, so its container has another number of children.
        Some(ChangedPath {
            container_len: touches.at.len().saturating_sub(1),
            ..touches
        })
    }
}
