//! Byte ranges of texts, and the approximate sizes of values.

use crate::{Payload, PayloadKind, token};
use std::sync::Arc;

/// The approximate size of a value without its text, in bytes: reference counts, pointer and heap overhead.
pub(super) const VALUE: usize = 64;

/// The approximate size of a child in its expanded container, in bytes.
pub(super) const CHILD: usize = 32;

/// Returns the approximate size of an added member, without the size of its value, in bytes.
pub(super) fn added_size(name: &str) -> usize {
    (CHILD + VALUE).saturating_add(name.len())
}

/// A range of bytes in a text.
#[derive(Clone)]
pub(super) struct Span {
    pub(super) text: Arc<Payload>,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Returns a part of a text. The caller passes offsets that are in bounds.
pub(super) fn part(text: &Payload, start: u32, end: u32) -> &str {
    text.text()
        .get(start as usize..end as usize)
        .unwrap_or_default()
}

impl Span {
    pub(super) fn as_str(&self) -> &str {
        part(&self.text, self.start, self.end)
    }

    pub(super) fn kind(&self) -> PayloadKind {
        kind(self.as_str())
    }

    /// Returns the size of the text if only this span uses it. Returns 0 for a part of a larger text.
    pub(super) fn own_text(&self) -> usize {
        let len = self.text.text().len();
        if self.start == 0 && self.end as usize == len {
            len
        } else {
            0
        }
    }

    /// Returns the approximate additional memory after expansion into this number of children, in bytes.
    pub(super) fn expanding(&self, children: usize) -> usize {
        let of_children = children.saturating_mul(CHILD);
        // The text of the span is already counted as a value.
        if self.own_text() > 0 {
            of_children
        } else {
            of_children.saturating_add(VALUE)
        }
    }

    /// Returns the number of nodes that expanding the span creates.
    pub(super) fn children(&self) -> usize {
        token::children(self.as_str()).count()
    }

    /// Returns the bounds of a part of this span. They fit into 32 bits because those of the span do.
    pub(super) fn bounds(&self, at: usize, part: &str) -> (u32, u32) {
        (self.bound(at), self.bound(at + part.len()))
    }

    fn bound(&self, offset: usize) -> u32 {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        self.start.saturating_add(offset)
    }
}

pub(super) fn kind(text: &str) -> PayloadKind {
    match text.as_bytes().first() {
        Some(b'{') => PayloadKind::Object,
        Some(b'[') => PayloadKind::Array,
        Some(b'"') => PayloadKind::String,
        Some(b't' | b'f') => PayloadKind::Boolean,
        Some(b'n') | None => PayloadKind::Null,
        Some(_) => PayloadKind::Number,
    }
}
