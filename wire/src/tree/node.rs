//! One value of a tree: text, or expanded.

use super::{TreeError, array::Array, object::Object};
use crate::{Payload, PayloadKind, Pointer, token};
use std::sync::Arc;

/// A value where it stands. Clones share what is expanded.
#[derive(Clone)]
pub(super) enum Node {
    /// A value that was written, with a text of its own.
    Text(Arc<Payload>),
    /// A part of the text of its container.
    Span(u32, u32),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

/// What a write does at the end of its path.
pub(super) enum Change {
    /// A new element of an array comes after so many nulls.
    Set {
        node: Node,
        nulls: usize,
    },
    Remove,
}

/// About how many bytes a value takes beside its text: its counts, its pointer and its place on the heap.
const VALUE: usize = 64;
/// About how many bytes a child takes in its expanded container.
pub(super) const CHILD: usize = 32;

/// About how many bytes a member takes in an object to which it was added, beside its value.
pub(super) fn added(name: &str) -> usize {
    (CHILD + VALUE).saturating_add(name.len())
}

/// A value, for reading.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    Text(&'a str),
    Object(&'a Object),
    Array(&'a Array),
}

/// A value, for writing: expanded, or a text that has to be.
pub(super) enum Writable {
    Span(Span),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

/// A part of a text, in bytes.
#[derive(Clone)]
pub(super) struct Span {
    pub(super) text: Arc<Payload>,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A part of a text; what it counts from is known to be JSON and in bounds.
pub(super) fn part(text: &Payload, start: u32, end: u32) -> &str {
    text.text().get(start as usize..end as usize).unwrap_or_default()
}

impl Node {
    /// A value with a text of its own.
    pub(super) fn text(value: Payload) -> Self {
        Self::Text(Arc::new(value))
    }

    /// About how many bytes of memory it holds beside the text of its container. Only what is expanded recurses, and that is at most
    /// [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => VALUE.saturating_add(text.text().len()),
            Self::Span(..) => 0,
            Self::Object(object) => VALUE.saturating_add(object.bytes()),
            Self::Array(array) => VALUE.saturating_add(array.bytes()),
        }
    }

    /// For reading; a span is a part of the text of its container.
    pub(super) fn view<'a>(&'a self, container: Option<&'a Payload>) -> View<'a> {
        match self {
            Self::Text(text) => View::Text(text.text()),
            Self::Span(start, end) => View::Text(container.map_or("", |text| part(text, *start, *end))),
            Self::Object(object) => View::Object(object),
            Self::Array(array) => View::Array(array),
        }
    }

    /// For writing; a span is a part of the text of its container.
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

    /// Gives how many empty slots of an array were swept out.
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

    /// How many bytes of text are kept for it alone. A span of a larger text, which its container keeps, has none.
    pub(super) fn own_text(&self) -> usize {
        let len = self.text.text().len();
        if self.start == 0 && self.end as usize == len { len } else { 0 }
    }

    /// About how many bytes more it takes once it is expanded to so many children.
    pub(super) fn expanding(&self, children: usize) -> usize {
        let of_children = children.saturating_mul(CHILD);
        // A text of its own is counted as a value already.
        if self.own_text() > 0 { of_children } else { of_children.saturating_add(VALUE) }
    }

    /// How many nodes expanding it creates.
    pub(super) fn children(&self) -> usize {
        token::children(self.as_str()).count()
    }

    /// The node whose children are spans; `above` is where it stands.
    pub(super) fn expand(self, above: impl Fn() -> Pointer) -> Result<Node, TreeError> {
        match self.kind() {
            PayloadKind::Object => Ok(Node::Object(Arc::new(Object::new(self, above)?))),
            PayloadKind::Array => Ok(Node::Array(Arc::new(Array::new(self)))),
            kind => Err(TreeError::NotAContainer { at: above(), kind }),
        }
    }

    /// The bounds of a part of this span. They fit, because those of the span do.
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

    /// How many elements it has, if it is an array.
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

    /// Writes it as JSON. Only what is expanded recurses, and that is at most [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
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
