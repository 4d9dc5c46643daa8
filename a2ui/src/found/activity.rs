//! What AG-UI brings in several events: activities, each of which repeats its operations, and texts in pieces.
//!
//! A message that comes again, in whatever event, brings what lies behind the beginning that it has in common with what it brought before.
//! A list of operations that makes a surface is also compared with the list that made it: clients of AG-UI hear of a surface by the
//! result of a tool, and then by an activity.

use super::{Carrier, Finder, Found, Held, Place, carried::Part};
use crate::stream::TooLong;
use std::collections::BTreeMap;
use wire::{
    DecodeError, Payload, Pointer,
    decode::Unreadable,
    token::{self, Child},
};

const OPERATIONS: &str = "a2ui_operations";

/// The operations that may come again.
#[derive(Clone, Debug, Default)]
pub(super) struct Activities {
    /// Those of each message, by its id.
    lists: BTreeMap<String, Vec<String>>,
    /// The lists that made the surfaces which are there, by the first surface that each one makes.
    creations: BTreeMap<String, Vec<String>>,
    /// For each surface that one of them makes, the first one of that list.
    makers: BTreeMap<String, String>,
    /// How long all of them are.
    length: usize,
    /// How many operations came again, and were left out.
    pub(super) repeated: usize,
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
        let element =
            |(index, child): (usize, Child<'_>)| part(child.text, offset + child.at, at.element(index));
        let parts = token::children(text).enumerate().map(element).collect();
        self.news(Some(id), parts, limit, true)
    }

    /// Returns those of the operations that did not come before: of a message, or of a list in no message. Whether a list that is too
    /// long to be compared later is an error, `has_to_fit` says.
    pub(super) fn news(
        &mut self,
        id: Option<&str>,
        parts: Vec<Part>,
        limit: usize,
        has_to_fit: bool,
    ) -> Vec<Part> {
        let texts: Vec<&str> = parts.iter().map_while(|part| part.text.as_deref().ok()).collect();
        let list = id.and_then(|id| self.lists.get(id)).map(Vec::as_slice).unwrap_or_default();
        let same = common(list, &texts);
        let old = same.max(self.replayed(&texts, limit));
        if let Some(id) = id {
            self.cut(id, same);
        }
        self.repeated += old;
        let mut news = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            let text = part.text.as_deref().unwrap_or_default();
            let id = id.filter(|_| index >= same);
            let failed = id.and_then(|id| self.keep(id, text, part.offset, &part.pointer, limit));
            if index >= old {
                self.forget_deleted(text);
                news.push(part);
            }
            news.extend(failed.filter(|_| has_to_fit));
        }
        news
    }

    /// Returns how many operations, from the first one, an earlier list brought that made the same surface, and remembers the longer one.
    /// If the two lists differ after that, the later one makes another surface of the same id.
    fn replayed(&mut self, texts: &[&str], limit: usize) -> usize {
        let Some(surface) = texts.first().and_then(|first| surface_in(first, CREATE)) else { return 0 };
        let known = self.creations.get(&surface).map(Vec::as_slice).unwrap_or_default();
        let same = common(known, texts);
        let is_replay = !known.is_empty() && same == known.len().min(texts.len());
        let replayed = if is_replay { same } else { 0 };
        if is_replay && known.len() >= texts.len() {
            return replayed;
        }
        self.forget(&surface);
        let length: usize = texts.iter().map(|text| text.len()).sum();
        if self.length.saturating_add(length) <= limit {
            self.length += length;
            let made = texts.iter().filter_map(|text| surface_in(text, CREATE));
            self.makers.extend(made.map(|made| (made, surface.clone())));
            self.creations.insert(surface, texts.iter().map(|text| (*text).to_owned()).collect());
        }
        replayed
    }

    /// Forgets the list that made a surface.
    fn forget(&mut self, surface: &str) {
        let Some(list) = self.makers.remove(surface).and_then(|first| self.creations.remove(&first)) else {
            return;
        };
        for text in list {
            self.length -= text.len();
            surface_in(&text, CREATE).map(|made| self.makers.remove(&made));
        }
    }

    /// Forgets the list that made the surface which an operation deletes: it may be made again.
    pub(super) fn forget_deleted(&mut self, text: &str) {
        if let Some(surface) = surface_in(text, "deleteSurface").filter(|_| !self.makers.is_empty()) {
            self.forget(&surface);
        }
    }

    /// Forgets all but so many operations of an activity, which were taken out of it: they may come again.
    fn take_out(&mut self, id: &str, length: usize) {
        let list = self.lists.get(id).filter(|list| length < list.len());
        if let Some(surface) = list.and_then(|list| surface_in(list.first()?, CREATE)) {
            self.forget(&surface);
        }
        self.cut(id, length);
    }

    /// Forgets all but so many operations of a message.
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
                    self.take_out(id, index.parse().unwrap_or(usize::MAX));
                    self.forget_deleted(value.text);
                    parts.push(part(value.text, offset + value.at, value_at.clone()));
                    parts.extend(self.keep(id, value.text, offset + value.at, &value_at, limit));
                }
                ("remove", (Some(OPERATIONS), index, None), _) => {
                    self.take_out(id, index.map_or(0, |index| index.parse().unwrap_or(usize::MAX)));
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

    /// Keeps what a text in pieces brought, so that the whole message brings it no second time.
    pub(super) fn keep_said(&mut self, id: &str, part: &Part, limit: usize) {
        if let Ok(text) = &part.text {
            let _ = self.keep(id, text, part.offset, &part.pointer, limit);
        }
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

/// The name of the operation that makes a surface from 0.9 on. Those of 0.8 may come again.
const CREATE: &str = "createSurface";

/// The surface that an operation of this name is about, if it is one.
fn surface_in(text: &str, name: &str) -> Option<String> {
    let body = if text.contains(name) { member(text, name)? } else { return None };
    let id = member(body.text, "surfaceId").filter(|id| id.text.starts_with('"'))?;
    Some(token::string(id.text).into_owned())
}

/// How many operations two lists begin with that are the same.
fn common(list: &[String], texts: &[&str]) -> usize {
    let is_same = |(one, other): &(&String, &&str)| {
        one == *other
            || matches!((Payload::parse(one.as_str()), Payload::parse(**other)), (Ok(one), Ok(other)) if one == other)
    };
    list.iter().zip(texts).take_while(is_same).count()
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
