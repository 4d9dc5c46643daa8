//! A value of a tree, as text or expanded.

use super::{TreeError, array::Array, object::Object};
use crate::{Payload, PayloadKind, Pointer, token};
use std::sync::Arc;

/// A value in its container. Clones share expanded containers.
#[derive(Clone)]
pub(super) enum Node {
    /// A value that was written, with its own text.
    Text(Arc<Payload>),
    /// A span of the text of its container.
    Span(u32, u32),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

/// The change at the end of a path.
pub(super) enum Change {
    /// Sets a value. `nulls` nulls are added before a new element of an array.
    Set {
        node: Node,
        nulls: usize,
    },
    Remove,
}

/// The approximate size of a value besides its text, in bytes: reference counts, pointer and heap overhead.
const VALUE: usize = 64;
/// The approximate size of a child in its expanded container, in bytes.
pub(super) const CHILD: usize = 32;

/// Returns the approximate size of an added member without its value, in bytes.
pub(super) fn added_size(name: &str) -> usize {
    (CHILD + VALUE).saturating_add(name.len())
}

/// A value to read.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    Text(&'a str),
    Object(&'a Object),
    Array(&'a Array),
}

/// A value to write to: expanded, or a text that must be expanded.
pub(super) enum Writable {
    Span(Span),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

/// A byte range of a text.
#[derive(Clone)]
pub(super) struct Span {
    pub(super) text: Arc<Payload>,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Returns a byte range of a text. The caller passes offsets that are in bounds.
pub(super) fn part(text: &Payload, start: u32, end: u32) -> &str {
    text.text().get(start as usize..end as usize).unwrap_or_default()
}

impl Node {
    /// Creates a value with its own text.
    pub(super) fn text(value: Payload) -> Self {
        Self::Text(Arc::new(value))
    }

    /// Returns the approximate memory use besides the text of the container, in bytes. Only expanded values recurse,
    /// at most [`MAX_DEPTH`](crate::MAX_DEPTH) levels.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => VALUE.saturating_add(text.text().len()),
            Self::Span(..) => 0,
            Self::Object(object) => VALUE.saturating_add(object.bytes()),
            Self::Array(array) => VALUE.saturating_add(array.bytes()),
        }
    }

    /// Returns a view for reading. A span refers to the text of the container.
    pub(super) fn view<'a>(&'a self, container: Option<&'a Payload>) -> View<'a> {
        match self {
            Self::Text(text) => View::Text(text.text()),
            Self::Span(start, end) => View::Text(container.map_or("", |text| part(text, *start, *end))),
            Self::Object(object) => View::Object(object),
            Self::Array(array) => View::Array(array),
        }
    }

    /// Returns the value for writing. A span refers to the text of the container.
    pub(super) fn place(&self, container: Option<&Arc<Payload>>) -> Result<Writable, TreeError> {
        Ok(match (self, container) {
            (Self::Object(object), _) => Writable::Object(Arc::clone(object)),
            (Self::Array(array), _) => Writable::Array(Arc::clone(array)),
            (Self::Span(start, end), Some(text)) => {
                Writable::Span(Span { text: Arc::clone(text), start: *start, end: *end })
            }
            (Self::Text(text), _) => {
                let end = u32::try_from(text.text().len()).map_err(|_| TreeError::TooLong)?;
                Writable::Span(Span { text: Arc::clone(text), start: 0, end })
            }
            (Self::Span(..), None) => return Err(TreeError::TooLong),
        })
    }

    pub(super) fn child_mut(&mut self, segment: &str) -> Option<&mut Node> {
        match self {
            Self::Object(object) => Arc::make_mut(object).get_mut(segment),
            Self::Array(array) => Arc::make_mut(array).get_mut(token::index(segment)?),
            Self::Text(_) | Self::Span(..) => None,
        }
    }

    /// Applies a change. Returns the number of removed empty slots of an array.
    pub(super) fn change(&mut self, segment: &str, change: Change) -> usize {
        match (self, change) {
            (Self::Object(object), Change::Set { node, .. }) => Arc::make_mut(object).set(segment, node),
            (Self::Object(object), Change::Remove) => Arc::make_mut(object).remove(segment),
            (Self::Array(array), change) => {
                let array = Arc::make_mut(array);
                match (token::index(segment), change) {
                    (Some(index), Change::Set { node, nulls }) => {
                        array.pad(nulls);
                        array.set(index, node);
                    }
                    (Some(index), Change::Remove) => return array.remove(index),
                    (None, _) => {}
                }
            }
            (Self::Text(_) | Self::Span(..), _) => {}
        }
        0
    }
}

impl Span {
    pub(super) fn as_str(&self) -> &str {
        part(&self.text, self.start, self.end)
    }

    pub(super) fn kind(&self) -> PayloadKind {
        kind(self.as_str())
    }

    /// Returns the size of the text that only this span uses; 0 for a part of a larger text.
    pub(super) fn own_text(&self) -> usize {
        let len = self.text.text().len();
        if self.start == 0 && self.end as usize == len { len } else { 0 }
    }

    /// Returns the approximate additional memory after expansion into this number of children, in bytes.
    pub(super) fn expanding(&self, children: usize) -> usize {
        let of_children = children.saturating_mul(CHILD);
        // Its own text is counted as a value already.
        if self.own_text() > 0 { of_children } else { of_children.saturating_add(VALUE) }
    }

    /// Returns the number of nodes that the expansion creates.
    pub(super) fn children(&self) -> usize {
        token::children(self.as_str()).count()
    }

    /// Expands the span into a node whose children are spans. `above` returns its place.
    pub(super) fn expand(self, above: impl Fn() -> Pointer) -> Result<Node, TreeError> {
        match self.kind() {
            PayloadKind::Object => Ok(Node::Object(Arc::new(Object::new(self, above)?))),
            PayloadKind::Array => Ok(Node::Array(Arc::new(Array::new(self)))),
            kind => Err(TreeError::NotAContainer { at: above(), kind }),
        }
    }

    /// Returns the bounds of a part of this span, which fit because the span does.
    pub(super) fn bounds(&self, at: usize, part: &str) -> (u32, u32) {
        let bound = |n: usize| self.start.saturating_add(u32::try_from(n).unwrap_or(u32::MAX));
        (bound(at), bound(at + part.len()))
    }
}

fn kind(text: &str) -> PayloadKind {
    match text.as_bytes().first() {
        Some(b'{') => PayloadKind::Object,
        Some(b'[') => PayloadKind::Array,
        Some(b'"') => PayloadKind::String,
        Some(b't' | b'f') => PayloadKind::Boolean,
        Some(b'n') | None => PayloadKind::Null,
        Some(_) => PayloadKind::Number,
    }
}

impl<'a> View<'a> {
    pub(super) fn kind(self) -> PayloadKind {
        match self {
            Self::Text(text) => kind(text),
            Self::Object(_) => PayloadKind::Object,
            Self::Array(_) => PayloadKind::Array,
        }
    }

    /// Returns the number of elements of an array; 0 for other values.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Text(text) if text.starts_with('[') => token::children(text).count(),
            Self::Array(array) => array.len(),
            Self::Text(_) | Self::Object(_) => 0,
        }
    }

    pub(super) fn child(self, segment: &str) -> Option<View<'a>> {
        match self {
            Self::Text(text) => token::child(text, segment).map(View::Text),
            Self::Object(object) => Some(object.get(segment)?.view(Some(object.text()))),
            Self::Array(array) => Some(array.get(token::index(segment)?)?.view(Some(array.text()))),
        }
    }

    /// Writes the value as JSON. Only expanded values recurse, at most [`MAX_DEPTH`](crate::MAX_DEPTH) levels.
    pub(super) fn write(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Object(object) => object.write(out),
            Self::Array(array) => array.write(out),
        }
    }

    pub(super) fn to_payload(self) -> Payload {
        let mut text = String::new();
        self.write(&mut text);
        Payload::parse(text).unwrap_or_else(|_| Payload::null())
    }
}
