//! A value of a tree, either as text or as an expanded array or object.

use super::{
    counts::Counts,
    error::TreeError,
    span::{CHILD, Span, VALUE, added_size, kind, part},
};
use crate::{Payload, PayloadKind, Pointer, token};
use std::{collections::BTreeMap, sync::Arc};

/// A value inside a container. Clones share expanded containers.
#[derive(Clone)]
pub(super) enum Node {
    /// A written value with its own text.
    Text(Arc<Payload>),
    /// The bounds of a value in the text of its container.
    Span(u32, u32),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

/// The change of a write, at the last segment of its path.
pub(super) enum Change {
    /// Sets a value. Before a new array element, `nulls` nulls are added.
    Set {
        node: Node,
        nulls: usize,
    },
    Remove,
}

/// A borrowed value for reading.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    Text(&'a str),
    Object(&'a Object),
    Array(&'a Array),
}

/// A value for writing: an expanded container, or a text that must be expanded first.
pub(super) enum Writable {
    Span(Span),
    Object(Arc<Object>),
    Array(Arc<Array>),
}

impl Node {
    /// Creates a value with its own text.
    pub(super) fn text(value: Payload) -> Self {
        Self::Text(Arc::new(value))
    }

    /// Expands a span into a node whose children are spans. `above` returns the place of the span.
    pub(super) fn expand(span: Span, above: impl Fn() -> Pointer) -> Result<Self, TreeError> {
        match span.kind() {
            PayloadKind::Object => Ok(Self::Object(Arc::new(Object::new(span, above)?))),
            PayloadKind::Array => Ok(Self::Array(Arc::new(Array::new(span)))),
            kind => Err(TreeError::NotAContainer { at: above(), kind }),
        }
    }

    /// Returns the approximate memory in bytes, except the text of the container. Only expanded values recurse, at most
    /// [`MAX_DEPTH`](crate::MAX_DEPTH) levels.
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
            Self::Span(start, end) => {
                View::Text(container.map_or("", |text| part(text, *start, *end)))
            }
            Self::Object(object) => View::Object(object),
            Self::Array(array) => View::Array(array),
        }
    }

    /// Returns the value for writing. A span refers to the text of the container.
    pub(super) fn place(&self, container: Option<&Arc<Payload>>) -> Result<Writable, TreeError> {
        Ok(match (self, container) {
            (Self::Object(object), _) => Writable::Object(Arc::clone(object)),
            (Self::Array(array), _) => Writable::Array(Arc::clone(array)),
            (Self::Span(start, end), Some(text)) => Writable::Span(Span {
                text: Arc::clone(text),
                start: *start,
                end: *end,
            }),
            (Self::Text(text), _) => {
                let end = u32::try_from(text.text().len()).map_err(|_| TreeError::TooLong)?;
                Writable::Span(Span {
                    text: Arc::clone(text),
                    start: 0,
                    end,
                })
            }
            (Self::Span(..), None) => return Err(TreeError::TooLong),
        })
    }

    pub(super) fn child_mut(&mut self, segment: &str) -> Option<&mut Node> {
        match self {
            Self::Object(object) => Arc::make_mut(object).get_mut(segment),
            Self::Array(array) => Arc::make_mut(array).get_mut(token::parse_index(segment)?),
            Self::Text(_) | Self::Span(..) => None,
        }
    }

    /// Applies a change. Returns the number of removed empty slots of an array.
    pub(super) fn change(&mut self, segment: &str, change: Change) -> usize {
        match (self, change) {
            (Self::Object(object), Change::Set { node, .. }) => {
                Arc::make_mut(object).set(segment, node)
            }
            (Self::Object(object), Change::Remove) => Arc::make_mut(object).remove(segment),
            (Self::Array(array), change) => {
                let array = Arc::make_mut(array);
                match (token::parse_index(segment), change) {
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

impl<'a> View<'a> {
    pub(super) fn kind(self) -> PayloadKind {
        match self {
            Self::Text(text) => kind(text),
            Self::Object(_) => PayloadKind::Object,
            Self::Array(_) => PayloadKind::Array,
        }
    }

    /// Returns the number of elements of an array. Returns 0 for other values.
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
            Self::Array(array) => Some(
                array
                    .get(token::parse_index(segment)?)?
                    .view(Some(array.text())),
            ),
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

/// An expanded array.
///
/// A removed element leaves an empty slot, so that other elements do not move. From the first removal on, `live` counts
/// the occupied slots. When more than half of the slots are empty, the empty slots are dropped.
#[derive(Clone)]
pub(super) struct Array {
    text: Arc<Payload>,
    slots: Vec<Option<Node>>,
    live: Option<Counts>,
    len: usize,
    /// The size of the text that only this array uses.
    own_text: usize,
}

/// The number of empty slots that are never dropped.
const SLACK: usize = 16;

impl Array {
    pub(super) fn new(span: Span) -> Self {
        let mut slots = Vec::new();
        for child in token::children(span.as_str()) {
            let (start, end) = span.bounds(child.at, child.text);
            slots.push(Some(Node::Span(start, end)));
        }
        let len = slots.len();
        Self {
            own_text: span.own_text(),
            text: span.text,
            slots,
            live: None,
            len,
        }
    }

    pub(super) fn text(&self) -> &Arc<Payload> {
        &self.text
    }

    /// Returns the approximate memory use in bytes: text, slots and elements.
    pub(super) fn bytes(&self) -> usize {
        let slots = self.slots.len().saturating_mul(CHILD);
        let elements = self.slots.iter().flatten().map(Node::bytes);
        elements.fold(self.own_text.saturating_add(slots), usize::saturating_add)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn slot(&self, index: usize) -> Option<usize> {
        match &self.live {
            _ if index >= self.len => None,
            None => Some(index),
            Some(live) => Some(live.find(index)),
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&Node> {
        self.slots.get(self.slot(index)?)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Node> {
        let slot = self.slot(index)?;
        self.slots.get_mut(slot)?.as_mut()
    }

    /// Replaces an element, or appends an element at the end.
    pub(super) fn set(&mut self, index: usize, node: Node) {
        if let Some(old) = self.get_mut(index) {
            *old = node;
            return;
        }
        self.slots.push(Some(node));
        self.len += 1;
        if let Some(live) = &mut self.live {
            live.push(1);
        }
    }

    /// Appends nulls, which share a single text.
    pub(super) fn pad(&mut self, nulls: usize) {
        if nulls == 0 {
            return;
        }
        let null = Node::text(Payload::null());
        self.slots.reserve(nulls);
        for _ in 0..nulls {
            self.set(self.len, null.clone());
        }
    }

    /// Empties the slot of an element. If more than half of the slots are empty, drops the empty slots. Returns the
    /// number of dropped slots, which the caller subtracts from the memory use.
    pub(super) fn remove(&mut self, index: usize) -> usize {
        let Some(slot) = self.slot(index) else {
            return 0;
        };
        let live = self
            .live
            .get_or_insert_with(|| Counts::ones(self.slots.len()));
        live.take_one(slot);
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = None;
        }
        self.len -= 1;
        if self.slots.len() <= 2 * self.len + SLACK {
            return 0;
        }
        let before = self.slots.len();
        self.slots.retain(Option::is_some);
        self.live = None;
        before - self.slots.len()
    }

    pub(super) fn write(&self, out: &mut String) {
        out.push('[');
        for (index, node) in self.slots.iter().flatten().enumerate() {
            if index > 0 {
                out.push(',');
            }
            node.view(Some(&self.text)).write(out);
        }
        out.push(']');
    }
}

/// An expanded object.
///
/// The original members keep their places, which become empty after a removal. New members follow in insertion order.
#[derive(Clone)]
pub(super) struct Object {
    text: Arc<Payload>,
    members: Vec<Member>,
    /// The indices of the original members, sorted by name.
    by_name: Arc<[u32]>,
    added: BTreeMap<u64, (Arc<str>, Node)>,
    added_by_name: BTreeMap<Arc<str>, u64>,
    next: u64,
    /// The size of the text that only this object uses.
    own_text: usize,
}

#[derive(Clone)]
struct Member {
    /// The bounds of the name, including quotes and escapes.
    name: (u32, u32),
    value: Option<Node>,
}

impl Object {
    pub(super) fn new(span: Span, above: impl Fn() -> Pointer) -> Result<Self, TreeError> {
        let mut members = Vec::new();
        let mut names = Vec::new();
        for (place, child) in token::children(span.as_str()).enumerate() {
            let name = child.name.unwrap_or_default();
            let (start, end) = span.bounds(child.at, child.text);
            names.push((token::name(name), place as u32));
            members.push(Member {
                name: span.bounds(child.start, name),
                value: Some(Node::Span(start, end)),
            });
        }
        names.sort_unstable();
        let twin = names.windows(2).find_map(|pair| match pair {
            [a, b] if a.0 == b.0 => Some(a.1),
            _ => None,
        });
        let by_name = names.into_iter().map(|(_, place)| place).collect();
        if let Some(member) = twin.and_then(|place| members.get(place as usize)) {
            let name = token::name(part(&span.text, member.name.0, member.name.1));
            return Err(TreeError::DuplicateMember {
                at: above().member(&name),
            });
        }
        let own_text = span.own_text();
        let (added, added_by_name) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self {
            text: span.text,
            members,
            by_name,
            added,
            added_by_name,
            next: 0,
            own_text,
        })
    }

    /// Returns the approximate memory use in bytes: text, members and values.
    pub(super) fn bytes(&self) -> usize {
        let members = self.members.len().saturating_mul(CHILD);
        let values = self
            .members
            .iter()
            .filter_map(|member| member.value.as_ref())
            .map(Node::bytes);
        let added = self
            .added
            .values()
            .map(|(name, node)| added_size(name).saturating_add(node.bytes()));
        values
            .chain(added)
            .fold(self.own_text.saturating_add(members), usize::saturating_add)
    }

    /// Returns the memory that removing a member frees, in bytes.
    pub(super) fn bytes_at(&self, name: &str) -> usize {
        let own = if self.added_by_name.contains_key(name) {
            added_size(name)
        } else {
            0
        };
        own.saturating_add(self.get(name).map_or(0, Node::bytes))
    }

    pub(super) fn text(&self) -> &Arc<Payload> {
        &self.text
    }

    fn name(&self, place: u32) -> &str {
        self.members
            .get(place as usize)
            .map_or("", |member| part(&self.text, member.name.0, member.name.1))
    }

    /// Returns the index of an original member, including removed members.
    fn place(&self, name: &str) -> Option<usize> {
        let at = self
            .by_name
            .binary_search_by(|place| (*token::name(self.name(*place))).cmp(name))
            .ok()?;
        self.by_name.get(at).map(|place| *place as usize)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        if let Some(number) = self.added_by_name.get(name) {
            return self.added.get(number).map(|(_, node)| node);
        }
        self.members.get(self.place(name)?)?.value.as_ref()
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        if let Some(number) = self.added_by_name.get(name) {
            return self.added.get_mut(number).map(|(_, node)| node);
        }
        let place = self.place(name)?;
        self.members.get_mut(place)?.value.as_mut()
    }

    pub(super) fn set(&mut self, name: &str, node: Node) {
        if let Some(old) = self.get_mut(name) {
            *old = node;
            return;
        }
        let name: Arc<str> = name.into();
        self.added_by_name.insert(Arc::clone(&name), self.next);
        self.added.insert(self.next, (name, node));
        self.next += 1;
    }

    pub(super) fn remove(&mut self, name: &str) {
        if let Some(number) = self.added_by_name.remove(name) {
            self.added.remove(&number);
        } else if let Some(place) = self.place(name) {
            if let Some(member) = self.members.get_mut(place) {
                member.value = None;
            }
        }
    }

    pub(super) fn write(&self, out: &mut String) {
        out.push('{');
        for Member { name, value } in &self.members {
            if let Some(node) = value {
                self.write_member(part(&self.text, name.0, name.1), node, out);
            }
        }
        for (name, node) in self.added.values() {
            self.write_member(&token::quoted_name(name), node, out);
        }
        out.push('}');
    }

    fn write_member(&self, quoted_name: &str, node: &Node, out: &mut String) {
        if !out.ends_with('{') {
            out.push(',');
        }
        out.push_str(quoted_name);
        out.push(':');
        node.view(Some(&self.text)).write(out);
    }
}
