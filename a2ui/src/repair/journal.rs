//! The changes of surfaces since a checkpoint, which are undone to read a document again in the same state.

use super::{LiveSurface, StatedVersion};
use std::collections::BTreeMap;

/// A state of a [`Repairer`](super::Repairer) to which it can return.
#[derive(Debug)]
pub struct Checkpoint {
    /// The number of earlier entries in the journal.
    pub(super) position: usize,
    pub(super) last_surface: Option<String>,
    pub(super) has_renamed_root: bool,
    pub(super) last: Option<StatedVersion>,
    pub(super) is_after_truncated: bool,
}

/// The previous values of changed surfaces, in the order of the changes.
#[derive(Clone, Debug, Default)]
pub(super) struct SurfaceJournal {
    entries: Vec<(String, Option<LiveSurface>)>,
    /// The number of checkpoints that were not released.
    checkpoints: usize,
}

impl SurfaceJournal {
    /// Begins a checkpoint, and returns its position.
    pub(super) fn begin(&mut self) -> usize {
        self.checkpoints += 1;
        self.entries.len()
    }

    /// Ends the last checkpoint.
    pub(super) fn end(&mut self) {
        self.checkpoints = self.checkpoints.saturating_sub(1);
        if self.checkpoints == 0 {
            self.entries.clear();
        }
    }

    /// Records a surface before it changes.
    pub(super) fn record(&mut self, id: &str, surfaces: &BTreeMap<String, LiveSurface>) {
        if self.checkpoints > 0 {
            self.entries
                .push((id.to_owned(), surfaces.get(id).cloned()));
        }
    }

    /// Undoes all changes after this position.
    pub(super) fn undo(&mut self, position: usize, surfaces: &mut BTreeMap<String, LiveSurface>) {
        for (id, surface) in self.entries.drain(position.min(self.entries.len())..).rev() {
            match surface {
                Some(surface) => surfaces.insert(id, surface),
                None => surfaces.remove(&id),
            };
        }
    }
}
