//! The values that a write replaces, saved so that they can be restored.

use super::{DataError, DataModel, path::segments};
use wire::{Payload, PayloadKind};

/// The state before a write.
#[derive(Debug)]
pub(crate) struct SavedValue(Was);

#[derive(Debug)]
enum Was {
    /// The model was absent.
    Absent,
    /// This value was at the path.
    Value(Vec<String>, Payload),
    /// The object did not have the member.
    NoMember(Vec<String>),
    /// The array had this many elements.
    Length(Vec<String>, usize),
}

impl DataModel {
    /// Saves the state that a write to `path` would change.
    ///
    /// # Errors
    /// Returns an error if the path is invalid.
    pub(crate) fn before(&self, path: &str) -> Result<SavedValue, DataError> {
        let mut segments = segments(path)?;
        let Some(tree) = &self.tree else {
            return Ok(SavedValue(Was::Absent));
        };
        let reach = tree.reach(&segments);
        let all = reach.found == segments.len();
        segments.truncate(reach.found + usize::from(!all && reach.kind == PayloadKind::Object));
        Ok(SavedValue(match reach.kind {
            PayloadKind::Object if !all => Was::NoMember(segments),
            PayloadKind::Array if !all => Was::Length(segments, reach.len),
            _ => {
                let value = tree.get(&segments).unwrap_or_else(Payload::null);
                Was::Value(segments, value)
            }
        }))
    }

    /// Restores the state before the last write. `before` was saved before that write.
    pub(crate) fn restore(&mut self, before: SavedValue) {
        let Some(tree) = &mut self.tree else { return };
        // The old value may be larger than the written one.
        tree.set_max_bytes(usize::MAX);
        // The old values were written once, so writing them again succeeds, and the results can be ignored.
        match before.0 {
            Was::Absent => self.tree = None,
            Was::Value(path, value) => drop(tree.set(&path, value)),
            Was::NoMember(path) => drop(tree.remove(&path)),
            Was::Length(mut path, len) => {
                let now = tree.reach(&path).len;
                // The last element goes first, so that every index is the end of the array.
                for index in (len..now).rev() {
                    path.push(index.to_string());
                    let _ = tree.remove(&path);
                    path.pop();
                }
            }
        }
    }
}
