//! An expanded array.

use super::node::{CHILD, Node, Span};
use crate::{Payload, token};
use std::sync::Arc;

/// A removed element leaves an empty slot, so that no other element moves. From the first removal on, `live` counts
/// the occupied slots. When more than half of the slots are empty, they are removed.
#[derive(Clone)]
pub(super) struct Array {
    text: Arc<Payload>,
    slots: Vec<Option<Node>>,
    live: Option<Counts>,
    len: usize,
    /// The size of the text that only this array uses.
    own_text: usize,
}

/// The number of empty slots that are always kept.
const SLACK: usize = 16;

impl Array {
    pub(super) fn new(span: Span) -> Self {
        let slot = |child: token::Child<'_>| {
            let (start, end) = span.bounds(child.at, child.text);
            Some(Node::Span(start, end))
        };
        let slots: Vec<_> = token::children(span.as_str()).map(slot).collect();
        let len = slots.len();
        Self { own_text: span.own_text(), text: span.text, slots, live: None, len }
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

    /// Replaces an element, or appends one at the end.
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

    /// Appends nulls, which share one text.
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

    /// Removes an element. Returns the number of removed empty slots.
    pub(super) fn remove(&mut self, index: usize) -> usize {
        let Some(slot) = self.slot(index) else { return 0 };
        let live = self.live.get_or_insert_with(|| Counts::ones(self.slots.len()));
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

/// Counts with fast prefix sums (a Fenwick tree): entry `i`, counted from 1, is the sum of the last `lowest_bit(i)`
/// counts up to `i`.
#[derive(Clone)]
struct Counts(Vec<u32>);

fn lowest_bit(i: usize) -> usize {
    i & i.wrapping_neg()
}

impl Counts {
    fn ones(n: usize) -> Self {
        Self((1..=n).map(|i| lowest_bit(i) as u32).collect())
    }

    fn entry(&self, i: usize) -> u32 {
        i.checked_sub(1).and_then(|i| self.0.get(i)).copied().unwrap_or(0)
    }

    fn push(&mut self, count: u32) {
        let i = self.0.len() + 1;
        let (mut sum, mut below) = (count, i - 1);
        while below > i - lowest_bit(i) {
            sum += self.entry(below);
            below -= lowest_bit(below);
        }
        self.0.push(sum);
    }

    /// Decrements the count at `slot`, counted from 0.
    fn take_one(&mut self, slot: usize) {
        let mut i = slot + 1;
        while let Some(entry) = self.0.get_mut(i - 1) {
            *entry = entry.saturating_sub(1);
            i += lowest_bit(i);
        }
    }

    /// Returns the index, counted from 0, of the slot with `rank` occupied slots before it.
    fn find(&self, rank: usize) -> usize {
        let (mut place, mut left) = (0, rank);
        let mut step = self.0.len().next_power_of_two();
        while step > 0 {
            let next = place + step;
            let count = self.entry(next) as usize;
            if next <= self.0.len() && count <= left {
                place = next;
                left -= count;
            }
            step /= 2;
        }
        place
    }
}
