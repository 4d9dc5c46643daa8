//! An expanded object.

use super::{
    TreeError,
    node::{CHILD, Node, Span, added_size, part},
};
use crate::{Payload, Pointer, token};
use std::{collections::BTreeMap, sync::Arc};

/// The original members keep their places, which are empty after a removal. New members follow in insertion order.
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
    /// The span of the name, with its quotes and escapes.
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
            members
                .push(Member { name: span.bounds(child.start, name), value: Some(Node::Span(start, end)) });
        }
        names.sort_unstable();
        let twin = names.windows(2).find_map(|pair| match pair {
            [a, b] if a.0 == b.0 => Some(a.1),
            _ => None,
        });
        let by_name = names.into_iter().map(|(_, place)| place).collect();
        if let Some(member) = twin.and_then(|place| members.get(place as usize)) {
            let name = token::name(part(&span.text, member.name.0, member.name.1));
            return Err(TreeError::DuplicateMember { at: above().member(&name) });
        }
        let own_text = span.own_text();
        let (added, added_by_name) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { text: span.text, members, by_name, added, added_by_name, next: 0, own_text })
    }

    /// Returns the approximate memory use in bytes: text, members and values.
    pub(super) fn bytes(&self) -> usize {
        let members = self.members.len().saturating_mul(CHILD);
        let values = self.members.iter().filter_map(|member| member.value.as_ref()).map(Node::bytes);
        let added = self.added.values().map(|(name, node)| added_size(name).saturating_add(node.bytes()));
        values.chain(added).fold(self.own_text.saturating_add(members), usize::saturating_add)
    }

    /// Returns the memory that removing a member frees, in bytes.
    pub(super) fn bytes_at(&self, name: &str) -> usize {
        let own = if self.added_by_name.contains_key(name) { added_size(name) } else { 0 };
        own.saturating_add(self.get(name).map_or(0, Node::bytes))
    }

    pub(super) fn text(&self) -> &Arc<Payload> {
        &self.text
    }

    fn name(&self, place: u32) -> &str {
        self.members.get(place as usize).map_or("", |member| part(&self.text, member.name.0, member.name.1))
    }

    /// Returns the index of an original member, even if it was removed.
    fn place(&self, name: &str) -> Option<usize> {
        let order = |place: &u32| (*token::name(self.name(*place))).cmp(name);
        let at = self.by_name.binary_search_by(order).ok()?;
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
        let mut first = true;
        let mut member = |name: &str, node: &Node, out: &mut String| {
            if !std::mem::take(&mut first) {
                out.push(',');
            }
            out.push_str(name);
            out.push(':');
            node.view(Some(&self.text)).write(out);
        };
        for Member { name, value } in &self.members {
            if let Some(node) = value {
                member(part(&self.text, name.0, name.1), node, out);
            }
        }
        for (name, node) in self.added.values() {
            member(&token::quoted_name(name), node, out);
        }
        out.push('}');
    }
}
