//! The part of a data model that a write changes.

use super::{
    DataModel,
    path::{is_index, segments},
};
use wire::PayloadKind;

/// The change of one write: a path with everything above and below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedPath {
    pub(crate) at: Vec<String>,
    /// The number of segments of the path to the container that is created or whose number of children changes; the length of
    /// `at` if there is none.
    pub(crate) there: usize,
}

impl DataModel {
    /// Predicts the change of a write to `path`, or of a removal; `None` if the path is invalid.
    pub(crate) fn predict_change(&self, path: &str) -> Option<ChangedPath> {
        let mut at = segments(path).ok()?;
        let Some(tree) = &self.tree else {
            return Some(ChangedPath {
                at: Vec::new(),
                there: 0,
            });
        };
        let reach = tree.reach(&at);
        // Null can be replaced by a container; every other value must already be one.
        let kept = reach.found + usize::from(reach.kind != PayloadKind::Null);
        // A new list may be padded with nulls beside the path.
        if at.iter().skip(kept).any(|segment| is_index(segment)) {
            at.truncate(kept);
        }
        Some(ChangedPath {
            at,
            there: reach.found,
        })
    }

    /// Corrects the prediction after a write reported the changed `path`; `None` if nothing changed.
    pub(crate) fn confirm_change(&self, touches: ChangedPath, path: &str) -> Option<ChangedPath> {
        let changed = segments(path).ok()?;
        if changed.len() < touches.at.len() {
            // A whole list was padded or shifted.
            return Some(ChangedPath {
                there: changed.len(),
                at: changed,
            });
        }
        let came = touches.there < touches.at.len();
        let is_there = self
            .tree
            .as_ref()
            .is_some_and(|tree| tree.kind(&touches.at).is_some());
        match (came, is_there) {
            (_, true) => Some(touches),
            (true, false) => None,
            (false, false) => Some(ChangedPath {
                there: touches.at.len().saturating_sub(1),
                ..touches
            }),
        }
    }
}
