//! A message under repair.

use super::{Object, Repair, RepairKind};
use wire::{DecodeError, Pointer, token};

/// A message under repair. Its body is separate from its envelope, and the original places of its parts are recorded.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The members next to the body, including the key of the message.
    pub(super) envelope: Object,
    pub(super) key: &'static str,
    pub(super) body: Object,
    /// The original id of the component that was renamed to `root`.
    pub(super) root: Option<String>,
    /// The moves made so far, in order: each with the place in the draft, and the place before the move.
    moves: Vec<(String, String)>,
}

impl Draft {
    pub(super) fn new(envelope: Object, key: &'static str, body: Object) -> Self {
        Self {
            envelope,
            key,
            body,
            root: None,
            moves: Vec::new(),
        }
    }

    /// Creates a message from part of this message.
    pub(super) fn split_off(&self, key: &'static str, body: Object) -> Self {
        let mut envelope = Object::of(key);
        if let Some(version) = self.envelope.get("version") {
            envelope.set_first("version", version);
        }
        let mut draft = Self {
            envelope,
            key,
            body,
            root: None,
            moves: self.moves.clone(),
        };
        draft.record_move(&format!("/{key}"), &format!("/{}", self.key));
        draft
    }

    /// Records that the value at `to` was at `from` before.
    pub(super) fn record_move(&mut self, to: &str, from: &str) {
        self.moves.push((to.to_owned(), from.to_owned()));
    }

    /// Records moves that were made before all others.
    pub(super) fn record_first_moves(&mut self, moves: &[(String, String)]) {
        self.moves.splice(..0, moves.iter().cloned());
    }

    /// Returns the place in the source message from which a place in the draft comes.
    pub(super) fn source(&self, pointer: &str) -> Pointer {
        let mut pointer = pointer.to_owned();
        for (to, from) in self.moves.iter().rev() {
            let below = pointer
                .strip_prefix(to.as_str())
                .filter(|below| below.is_empty() || below.starts_with('/'));
            if let Some(moved) = below.map(|below| format!("{from}{below}")) {
                pointer = moved;
            }
        }
        Pointer::parse(&pointer).unwrap_or_else(|_| Pointer::root())
    }

    /// Creates a repair for a place in the body.
    pub(super) fn repair(&self, kind: RepairKind, below: &str, names: &[&str]) -> Repair {
        Repair::new(kind, self.source(&format!("/{}{below}", self.key)), names)
    }

    /// Renames a member of the body.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        self.body.rename(from, to);
        let key = self.key;
        self.record_move(&below(key, to), &below(key, from));
    }

    pub(super) fn to_json(&self) -> String {
        let mut message = self.envelope.clone();
        message.set(self.key, self.body.to_json());
        message.to_json()
    }

    /// Converts an error in the draft to an error in the source message.
    pub(super) fn error(&self, mut error: DecodeError, source: &str) -> DecodeError {
        error.pointer = self.source(error.pointer.as_str());
        let before = source
            .get(..token::offset(source, &error.pointer))
            .unwrap_or_default();
        error.line = before.matches('\n').count() + 1;
        error.column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        error
    }
}

/// Returns the pointer of a member of the body.
fn below(key: &str, name: &str) -> String {
    Pointer::root().member(key).member(name).as_str().to_owned()
}
