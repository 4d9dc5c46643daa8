//! Taking writes back.

use super::{DataError, DataModel, segments};
use wire::{Payload, PayloadKind};

/// What a write changes, as it was.
#[derive(Debug)]
pub(crate) struct SavedValue(Was);

#[derive(Debug)]
enum Was {
    /// There was no model.
    Absent,
    /// Something else stood here.
    Value(Vec<String>, Payload),
    /// An object had no such member.
    NoMember(Vec<String>),
    /// A list was so long.
    Length(Vec<String>, usize),
}

impl DataModel {
    /// What a write to `path` would change.
    ///
    /// # Errors
    /// If the path is none.
    pub(crate) fn before(&self, path: &str) -> Result<SavedValue, DataError> {
        let mut segments = segments(path)?;
        let Some(tree) = &self.tree else { return Ok(SavedValue(Was::Absent)) };
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

    /// Puts back what one write changed, which was the last.
    pub(crate) fn restore(&mut self, before: SavedValue) {
        let Some(tree) = &mut self.tree else { return };
        // What was there before may be larger than what was written.
        tree.set_max_bytes(usize::MAX);
        // What could be written can be written back.
        match before.0 {
            Was::Absent => self.tree = None,
            Was::Value(path, value) => drop(tree.set(&path, value)),
            Was::NoMember(path) => drop(tree.remove(&path)),
            Was::Length(mut path, len) => {
                let now = tree.reach(&path).len;
                for index in (len..now).rev() {
                    path.push(index.to_string());
                    let _ = tree.remove(&path);
                    path.pop();
                }
            }
        }
    }
}
