//! What AG-UI brings in several events: activities, each of which repeats its operations, and texts in pieces.

use super::{Carrier, Finder, Found, Held, Place, carried::Part};
use crate::stream::TooLong;
use std::collections::BTreeMap;
use wire::{
    DecodeError, Pointer,
    decode::Unreadable,
    token::{self, Child},
};

const OPERATIONS: &str = "a2ui_operations";

/// The operations of each activity, by the id of its message.
#[derive(Clone, Debug, Default)]
pub(super) struct Activities {
    lists: BTreeMap<String, Vec<String>>,
    /// How long all of them are.
    length: usize,
    /// The texts that are being said, by the ids of their messages.
    said: BTreeMap<String, Finder>,
}

impl Activities {
    /// The content of an activity: what lies behind the beginning that it has in common with the one before.
    pub(super) fn snapshot(
        &mut self,
        id: &str,
        content: &str,
        offset: usize,
        at: &Pointer,
        is_replacing: bool,
        limit: usize,
    ) -> Vec<Part> {
        let Some(operations) = member(content, OPERATIONS) else { return Vec::new() };
        if !is_replacing && self.lists.contains_key(id) {
            return Vec::new();
        }
        self.list(id, operations.text, offset + operations.at, &at.member(OPERATIONS), limit)
    }

    fn list(&mut self, id: &str, text: &str, offset: usize, at: &Pointer, limit: usize) -> Vec<Part> {
        let elements: Vec<_> = token::children(text).collect();
        let list = self.lists.entry(id.to_owned()).or_default();
        let same = list.iter().zip(&elements).take_while(|(before, now)| **before == now.text).count();
        self.cut(id, same);
        let mut parts = Vec::new();
        for (index, child) in elements.into_iter().enumerate().skip(same) {
            parts.push(part(child.text, offset + child.at, at.element(index)));
            parts.extend(self.keep(id, child.text, offset + child.at, &at.element(index), limit));
        }
        parts
    }

    /// Forgets all but so many operations of an activity.
    fn cut(&mut self, id: &str, length: usize) {
        if let Some(list) = self.lists.get_mut(id) {
            let cut = list.drain(length.min(list.len())..);
            self.length -= cut.map(|text| text.len()).sum::<usize>();
        }
    }

    /// The changes of an activity: what they add.
    pub(super) fn delta(
        &mut self,
        id: &str,
        patch: &str,
        offset: usize,
        at: &Pointer,
        limit: usize,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for (index, change) in token::children(patch).enumerate() {
            let (offset, at) = (offset + change.at, at.element(index));
            let word = |name: &str| member(change.text, name).map(|child| token::string(child.text));
            let (op, path) = (word("op").unwrap_or_default(), word("path").unwrap_or_default());
            let value = member(change.text, "value");
            let mut segments = path.split('/').skip(1);
            let place = (segments.next(), segments.next(), segments.next());
            let value_at = at.member("value");
            match (&*op, place, value) {
                ("add" | "replace", (None, ..), Some(value)) => {
                    parts.extend(self.snapshot(id, value.text, offset + value.at, &value_at, true, limit));
                }
                ("add" | "replace", (Some(OPERATIONS), None, _), Some(value)) => {
                    parts.extend(self.list(id, value.text, offset + value.at, &value_at, limit));
                }
                // What comes behind a changed one is compared no more: the next snapshot brings it again.
                ("add" | "replace", (Some(OPERATIONS), Some(index), None), Some(value)) => {
                    self.cut(id, index.parse().unwrap_or(usize::MAX));
                    parts.push(part(value.text, offset + value.at, value_at.clone()));
                    parts.extend(self.keep(id, value.text, offset + value.at, &value_at, limit));
                }
                ("remove", (Some(OPERATIONS), index, None), _) => {
                    self.cut(id, index.map_or(0, |index| index.parse().unwrap_or(usize::MAX)));
                }
                (_, (Some(OPERATIONS), ..), _) => {
                    let found = format!("`{op}` at `{path}`, in the middle of an operation");
                    let error = Unreadable::value(found, "whole operations, or a new snapshot");
                    parts.push(failed(error.into(), offset, at));
                }
                _ => {}
            }
        }
        parts
    }

    /// The next piece of a text; nothing is its end.
    pub(super) fn said(&mut self, id: &str, piece: Option<&str>, limit: usize, nested: u8) -> Vec<Held> {
        let found = match piece {
            Some(piece) => {
                let new = || Finder::inside(Place::START, nested).limit(limit);
                self.said.entry(id.to_owned()).or_insert_with(new).push(piece)
            }
            None => self.said.remove(id).map(|mut finder| finder.finish()).unwrap_or_default(),
        };
        held(found)
    }

    /// Ends all texts.
    pub(super) fn finish(&mut self) -> Vec<Held> {
        let all = std::mem::take(&mut self.said).into_values();
        all.flat_map(|mut finder| held(finder.finish())).collect()
    }

    /// Keeps an operation, if there is room.
    fn keep(&mut self, id: &str, text: &str, offset: usize, at: &Pointer, limit: usize) -> Option<Part> {
        if self.length.saturating_add(text.len()) > limit {
            return Some(failed(TooLong { limit }.into(), offset, at.clone()));
        }
        self.length += text.len();
        self.lists.entry(id.to_owned()).or_default().push(text.to_owned());
        None
    }
}

fn held(found: Vec<Found>) -> Vec<Held> {
    let held = |found| if let Found::Message(held) = found { Some(held) } else { None };
    found.into_iter().filter_map(held).collect()
}

fn part(text: &str, offset: usize, pointer: Pointer) -> Part {
    Part { offset, pointer, carrier: Some(Carrier::AgUi), text: Ok(text.to_owned()), is_quoted: false }
}

fn failed(error: DecodeError, offset: usize, pointer: Pointer) -> Part {
    Part { offset, pointer, carrier: Some(Carrier::AgUi), text: Err(error), is_quoted: false }
}

fn member<'a>(text: &'a str, name: &str) -> Option<Child<'a>> {
    token::children(text).find(|child| child.name.is_some_and(|quoted| token::name(quoted) == name))
}
