//! A message while it is repaired.

use super::{Object, Repair, RepairKind};
use wire::{DecodeError, Pointer, token};

/// One message while it is repaired: its body apart from what stands around it, and where its parts stood in the source.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The members beside the body, with the key of the message among them.
    pub(super) envelope: Object,
    pub(super) key: &'static str,
    pub(super) body: Object,
    /// The id that a component had before it became `root`.
    pub(super) root: Option<String>,
    /// Places of the draft and where they stood before a step moved them, in the order of the steps.
    moves: Vec<(String, String)>,
}

impl Draft {
    pub(super) fn new(envelope: Object, key: &'static str, body: Object) -> Self {
        Self { envelope, key, body, root: None, moves: Vec::new() }
    }

    /// Creates a message that stands for a part of this one.
    pub(super) fn split_off(&self, key: &'static str, body: Object) -> Self {
        let mut envelope = Object::of(key);
        if let Some(version) = self.envelope.get("version") {
            envelope.set_first("version", version);
        }
        let mut draft = Self { envelope, key, body, root: None, moves: self.moves.clone() };
        draft.moved(&format!("/{key}"), &format!("/{}", self.key));
        draft
    }

    /// Records that what stands at `to` now stood at `from` before.
    pub(super) fn moved(&mut self, to: &str, from: &str) {
        self.moves.push((to.to_owned(), from.to_owned()));
    }

    /// Records moves that were made before all others.
    pub(super) fn moved_first(&mut self, moves: &[(String, String)]) {
        self.moves.splice(..0, moves.iter().cloned());
    }

    /// Returns where something stood in the source message.
    pub(super) fn source(&self, pointer: &str) -> Pointer {
        let mut pointer = pointer.to_owned();
        for (to, from) in self.moves.iter().rev() {
            let below =
                pointer.strip_prefix(to.as_str()).filter(|below| below.is_empty() || below.starts_with('/'));
            if let Some(moved) = below.map(|below| format!("{from}{below}")) {
                pointer = moved;
            }
        }
        Pointer::parse(&pointer).unwrap_or_else(|_| Pointer::root())
    }

    /// Returns the repair of something in the body; the place counts from the body.
    pub(super) fn repair(&self, kind: RepairKind, below: &str, names: &[&str]) -> Repair {
        Repair::new(kind, self.source(&format!("/{}{below}", self.key)), names)
    }

    /// Renames a member of the body.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        self.body.rename(from, to);
        let key = self.key;
        self.moved(&below(key, to), &below(key, from));
    }

    pub(super) fn to_json(&self) -> String {
        let mut message = self.envelope.clone();
        message.set(self.key, self.body.to_json());
        message.to_json()
    }

    /// Makes an error of the draft one of the source message.
    pub(super) fn error(&self, mut error: DecodeError, source: &str) -> DecodeError {
        error.pointer = self.source(error.pointer.as_str());
        let before = source.get(..token::offset(source, &error.pointer)).unwrap_or_default();
        error.line = before.matches('\n').count() + 1;
        error.column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        error
    }
}

/// Returns the pointer of a member of the body.
fn below(key: &str, name: &str) -> String {
    Pointer::root().member(key).member(name).as_str().to_owned()
}
