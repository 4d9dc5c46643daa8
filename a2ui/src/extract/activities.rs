//! State for AG-UI messages that span several events: activities, which repeat their operations, and streamed texts and
//! calls.
//!
//! If a message is repeated in any event, only the operations after the common prefix are returned. A list of
//! operations that creates a surface is also compared with the list that created it before, because AG-UI clients
//! receive a surface first in a tool result and then in an activity.

use super::{
    Carrier, ExtractedItem, ExtractedMessage, Extractor, Place,
    members::Members,
    part::Part,
    recognise::is_like_a_message,
    tool_call::{self, LISTS},
};
use crate::{
    detect,
    repair::{Repair, RepairKind},
    stream::TooLong,
};
use std::collections::BTreeMap;
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::ReadError,
    syntax::{Progress, Syntax},
    token::{self, Child},
};

/// The member in which AG-UI clients look for the operations of an activity.
pub(super) const OPERATIONS: &str = "a2ui_operations";

/// The origin of operations, which determines how repetitions are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An activity, a tool result, or a text.
    List,
    /// The arguments of a tool call. They express the request of a model, which a client can answer with a different
    /// list.
    Call,
}

/// The operations seen so far, for recognizing repetitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Activities {
    /// The operations of each message, by message id.
    lists: BTreeMap<String, Vec<String>>,
    /// The lists that created the live surfaces with their origins, by the first surface that each list creates.
    creations: BTreeMap<String, (Origin, Vec<String>)>,
    /// For each surface created by a list, the first surface of that list.
    makers: BTreeMap<String, String>,
    /// The size of all stored operations.
    length: usize,
    /// The number of operations that were skipped as repetitions.
    pub(super) repeated: usize,
    /// The texts that are being streamed, by message id.
    texts: BTreeMap<String, Extractor>,
    /// The calls whose arguments are being streamed.
    calls: BTreeMap<String, Arguments>,
    /// The key of the call that received the latest piece.
    last_call: String,
}

/// The arguments of a streamed call so far.
#[derive(Clone, Debug)]
struct Arguments {
    id: Option<String>,
    name: String,
    text: String,
    /// The JSON state at the end of the text; `None` after a syntax error.
    syntax: Option<Syntax>,
    /// `true` if the arguments exceeded the limit and are no longer stored.
    is_long: bool,
}

/// A call whose arguments were streamed.
pub(super) struct StreamedCall {
    pub(super) id: Option<String>,
    pub(super) name: String,
    /// The arguments, or the error that prevented storing them.
    pub(super) text: Result<String, TooLong>,
}

impl Activities {
    /// Processes the content of an activity and returns the operations after the common prefix with the previous
    /// content.
    pub(super) fn snapshot(
        &mut self,
        id: &str,
        content: &str,
        offset: usize,
        at: &Pointer,
        is_replacing: bool,
        limit: usize,
    ) -> Vec<Part> {
        let Some(parts) = operations(content, offset, at) else {
            return Vec::new();
        };
        if !is_replacing && self.lists.contains_key(id) {
            return Vec::new();
        }
        self.news(Some(id), parts, limit, true, Origin::List)
    }

    /// Returns the operations that are not repetitions, for a message or for a list without an id. If `has_to_fit` is
    /// set, a list that is too long to be stored for later comparison is an error. Parts that were compared already are
    /// returned unchanged.
    pub(super) fn news(
        &mut self,
        id: Option<&str>,
        parts: Vec<Part>,
        limit: usize,
        has_to_fit: bool,
        origin: Origin,
    ) -> Vec<Part> {
        let open = parts.iter().filter(|part| !part.is_compared);
        let texts: Vec<&str> = open.map_while(|part| part.text.as_deref().ok()).collect();
        let list = id
            .and_then(|id| self.lists.get(id))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let same = common(list, &texts);
        let old = same.max(self.count_replayed(&texts, limit, origin));
        if let Some(id) = id {
            self.truncate(id, same);
        }
        self.repeated += old;
        let mut news = Vec::new();
        let mut index = 0;
        for mut part in parts {
            if part.is_compared {
                news.push(part);
                continue;
            }
            part.is_compared = true;
            let text = part.text.as_deref().unwrap_or_default();
            let id = id.filter(|_| index >= same);
            let failed = id.and_then(|id| self.store(id, text, part.offset, &part.pointer, limit));
            if index >= old {
                self.forget_deleted(text);
                news.push(part);
            }
            news.extend(failed.filter(|_| has_to_fit));
            index += 1;
        }
        news
    }

    /// Returns the number of leading operations that an earlier list for the same surface contained, and stores the
    /// longer list. If the lists differ after that, the later list creates another surface with the same id.
    ///
    /// If one of the lists comes from tool call arguments, both create the same surface even if they differ: a client
    /// can use another catalog than the model requested, and a model can call again to change the surface.
    fn count_replayed(&mut self, texts: &[&str], limit: usize, origin: Origin) -> usize {
        let Some(surface) = texts.first().and_then(|first| surface_in(first, CREATE)) else {
            return 0;
        };
        let (known_origin, known) = match self.creations.get(&surface) {
            Some((origin, known)) => (*origin, known.as_slice()),
            None => (origin, Default::default()),
        };
        let is_one_surface =
            !known.is_empty() && (origin == Origin::Call || known_origin == Origin::Call);
        let same = match (known, texts) {
            ([_, known @ ..], [_, texts @ ..]) if is_one_surface => 1 + common(known, texts),
            _ => common(known, texts),
        };
        let is_replay =
            is_one_surface || (!known.is_empty() && same == known.len().min(texts.len()));
        let replayed = if is_replay { same } else { 0 };
        if is_replay && known.len() >= texts.len() && same == texts.len() {
            return replayed;
        }
        self.forget(&surface);
        let length: usize = texts.iter().map(|text| text.len()).sum();
        if self.length.saturating_add(length) <= limit {
            self.length += length;
            let made = texts.iter().filter_map(|text| surface_in(text, CREATE));
            self.makers.extend(made.map(|made| (made, surface.clone())));
            let list = texts.iter().map(|text| (*text).to_owned()).collect();
            self.creations.insert(surface, (origin, list));
        }
        replayed
    }

    /// Forgets the list that created a surface.
    fn forget(&mut self, surface: &str) {
        let Some((_, list)) = self
            .makers
            .remove(surface)
            .and_then(|first| self.creations.remove(&first))
        else {
            return;
        };
        for text in list {
            self.length -= text.len();
            surface_in(&text, CREATE).map(|made| self.makers.remove(&made));
        }
    }

    /// Forgets the list that created a surface when an operation deletes the surface, so that it can be created again.
    pub(super) fn forget_deleted(&mut self, text: &str) {
        if let Some(surface) = surface_in(text, "deleteSurface").filter(|_| !self.makers.is_empty())
        {
            self.forget(&surface);
        }
    }

    /// Forgets the operations of an activity from the given index on, after they were removed from it. They can occur
    /// again.
    fn take_out(&mut self, id: &str, length: usize) {
        let list = self.lists.get(id).filter(|list| length < list.len());
        if let Some(surface) = list.and_then(|list| surface_in(list.first()?, CREATE)) {
            self.forget(&surface);
        }
        self.truncate(id, length);
    }

    /// Truncates the stored operations of a message.
    fn truncate(&mut self, id: &str, length: usize) {
        if let Some(list) = self.lists.get_mut(id) {
            let cut = list.drain(length.min(list.len())..);
            self.length -= cut.map(|text| text.len()).sum::<usize>();
        }
    }

    /// Processes changes of an activity and returns the operations that they add.
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
            let word =
                |name: &str| member(change.text, name).map(|child| token::string(child.text));
            let (op, path) = (
                word("op").unwrap_or_default(),
                word("path").unwrap_or_default(),
            );
            let value = member(change.text, "value");
            let mut segments = path.split('/').skip(1);
            let is_known = self.lists.contains_key(id);
            let brings_operations = || value.is_some_and(|value| has_operations(value.text));
            let is_list = |key: &str| LISTS.contains(&key) && (is_known || brings_operations());
            let key = segments
                .next()
                .map(|key| if is_list(key) { OPERATIONS } else { key });
            let is_in_operation = key.is_some_and(|key| is_known && detect::is_key(key));
            let place = (key, segments.next(), segments.next());
            let value_at = at.member("value");
            match (&*op, place, value) {
                ("add" | "replace", (None, ..), Some(value)) => {
                    parts.extend(self.snapshot(
                        id,
                        value.text,
                        offset + value.at,
                        &value_at,
                        true,
                        limit,
                    ));
                }
                ("add" | "replace", (Some(OPERATIONS), None, _), Some(value)) => {
                    let list = elements(value.text, offset + value.at, &value_at);
                    parts.extend(self.news(Some(id), list, limit, true, Origin::List));
                }
                // The operations after a changed one are no longer compared; the next snapshot repeats them.
                ("add" | "replace", (Some(OPERATIONS), Some(index), None), Some(value)) => {
                    self.take_out(id, index.parse().unwrap_or(usize::MAX));
                    self.forget_deleted(value.text);
                    parts.push(part(value.text, offset + value.at, value_at.clone()));
                    parts.extend(self.store(id, value.text, offset + value.at, &value_at, limit));
                }
                ("remove", (Some(OPERATIONS), index, None), _) => {
                    self.take_out(
                        id,
                        index.map_or(0, |index| index.parse().unwrap_or(usize::MAX)),
                    );
                }
                (_, (Some(key), ..), _) if key == OPERATIONS || is_in_operation => {
                    let found = format!("the patch has `{op}` at `{path}`, inside an operation");
                    let error = ReadError::new(
                        DecodeRule::Value,
                        found,
                        "patch complete operations, or send a new snapshot",
                    );
                    parts.push(failed_part(error.into(), offset, at));
                }
                _ => {}
            }
        }
        parts
    }

    /// Processes the next piece of a streamed text; `None` ends the text.
    pub(super) fn push_text(
        &mut self,
        id: &str,
        piece: Option<&str>,
        limit: usize,
        nested: u8,
    ) -> Vec<ExtractedMessage> {
        let found = match piece {
            Some(piece) => {
                let new = || Extractor::inside(Place::START, nested).limit(limit);
                self.texts
                    .entry(id.to_owned())
                    .or_insert_with(new)
                    .push(piece)
            }
            None => self
                .texts
                .remove(id)
                .map(|mut finder| finder.finish())
                .unwrap_or_default(),
        };
        only_messages(found)
    }

    /// Processes an event about a call and the next piece of its arguments. Returns the call once the arguments are
    /// complete.
    pub(super) fn push_call(
        &mut self,
        key: String,
        id: Option<String>,
        name: Option<String>,
        piece: &str,
        limit: usize,
    ) -> Option<StreamedCall> {
        let key = if key.is_empty() {
            self.last_call.clone()
        } else {
            key
        };
        self.last_call.clone_from(&key);
        let is_another =
            |known: &mut Arguments| id.is_some() && known.id.is_some() && known.id != id;
        if self.calls.get_mut(&key).is_some_and(is_another) {
            self.end_call(&key);
        }
        let known = self.calls.entry(key.clone()).or_insert_with(|| Arguments {
            id: None,
            name: String::new(),
            text: String::new(),
            syntax: Some(Syntax::default()),
            is_long: false,
        });
        known.id = id.or(known.id.take());
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            known.name = name;
        }
        if known.is_long {
            return None;
        }
        if self.length.saturating_add(piece.len()) > limit {
            known.is_long = true;
            self.length -= std::mem::take(&mut known.text).len();
            let call = StreamedCall {
                id: known.id.clone(),
                name: known.name.clone(),
                text: Err(TooLong { limit }),
            };
            return Some(call);
        }
        self.length += piece.len();
        known.text.push_str(piece);
        match known.syntax.as_mut()?.read(piece.as_bytes()) {
            Progress::Complete(_) => return self.end_call(&key),
            Progress::Incomplete => {}
            Progress::Invalid(_) => known.syntax = None,
        }
        None
    }

    /// Ends a call and returns it if its arguments are incomplete.
    pub(super) fn end_call(&mut self, key: &str) -> Option<StreamedCall> {
        let Arguments {
            id,
            name,
            text,
            is_long,
            ..
        } = self.calls.remove(key)?;
        self.length -= text.len();
        (!is_long).then_some(StreamedCall {
            id,
            name,
            text: Ok(text),
        })
    }

    /// Ends all texts and calls. Returns the messages in the texts, and the calls with incomplete arguments.
    pub(super) fn finish(&mut self) -> (Vec<ExtractedMessage>, Vec<StreamedCall>) {
        let all = std::mem::take(&mut self.texts).into_values();
        let held = all
            .flat_map(|mut finder| only_messages(finder.finish()))
            .collect();
        let keys: Vec<_> = self.calls.keys().cloned().collect();
        (
            held,
            keys.iter().filter_map(|key| self.end_call(key)).collect(),
        )
    }

    /// Stores a message from a streamed text, so that the complete message does not repeat it.
    pub(super) fn store_streamed(&mut self, id: &str, part: &Part, limit: usize) {
        if let Ok(text) = &part.text {
            let _ = self.store(id, text, part.offset, &part.pointer, limit);
        }
    }

    /// Stores an operation if the limit permits it.
    fn store(
        &mut self,
        id: &str,
        text: &str,
        offset: usize,
        at: &Pointer,
        limit: usize,
    ) -> Option<Part> {
        if self.length.saturating_add(text.len()) > limit {
            return Some(failed_part(TooLong { limit }.into(), offset, at.clone()));
        }
        self.length += text.len();
        self.lists
            .entry(id.to_owned())
            .or_default()
            .push(text.to_owned());
        None
    }
}

/// The operation that creates a surface since 0.9. Operations of 0.8 can be repeated without harm.
const CREATE: &str = "createSurface";

/// Returns the surface of an operation with this name.
fn surface_in(text: &str, name: &str) -> Option<String> {
    let body = if text.contains(name) {
        member(text, name)?
    } else {
        return None;
    };
    let id = member(body.text, "surfaceId").filter(|id| id.text.starts_with('"'))?;
    Some(token::string(id.text).into_owned())
}

/// Returns the length of the common prefix of two lists.
fn common(list: &[String], texts: &[&str]) -> usize {
    let is_same = |(one, other): &(&String, &&str)| {
        one == *other
            || matches!((Payload::parse(one.as_str()), Payload::parse(**other)), (Ok(one), Ok(other)) if one == other)
    };
    list.iter().zip(texts).take_while(is_same).count()
}

fn only_messages(found: Vec<ExtractedItem>) -> Vec<ExtractedMessage> {
    let held = |found| {
        if let ExtractedItem::Message(held) = found {
            Some(held)
        } else {
            None
        }
    };
    found.into_iter().filter_map(held).collect()
}

fn part(text: &str, offset: usize, pointer: Pointer) -> Part {
    Part::new(offset, pointer, Some(Carrier::AgUi), Ok(text.to_owned()))
}

fn failed_part(error: DecodeError, offset: usize, pointer: Pointer) -> Part {
    Part::new(offset, pointer, Some(Carrier::AgUi), Err(error))
}

/// Returns the elements of a list of operations.
fn elements(text: &str, offset: usize, at: &Pointer) -> Vec<Part> {
    let element =
        |(index, child): (usize, Child<'_>)| part(child.text, offset + child.at, at.element(index));
    token::children(text).enumerate().map(element).collect()
}

/// Returns `true` if a value is an operation, or a list that contains one.
fn has_operations(text: &str) -> bool {
    tool_call::has_messages(text) || (text.starts_with('{') && is_like_a_message(text))
}

/// Returns the operations in the content of an activity: from the standard member, from another member, or from the
/// content itself. Returns `None` if it contains no operations.
pub(super) fn operations(content: &str, offset: usize, at: &Pointer) -> Option<Vec<Part>> {
    let members = Members::of(content);
    if let Some(list) = members.find(OPERATIONS) {
        return Some(elements(
            list.text,
            offset + list.at,
            &at.member(OPERATIONS),
        ));
    }
    let (mut parts, name) = match members
        .find_any(&LISTS)
        .filter(|(_, list)| tool_call::has_messages(list.text))
    {
        Some((name, list)) => (
            elements(list.text, offset + list.at, &at.member(&name)),
            format!("the member `{name}`"),
        ),
        None if tool_call::has_messages(content) => {
            (elements(content, offset, at), "a list".to_owned())
        }
        None => {
            let messages = tool_call::surface(&members).map(|messages| {
                let part = |text: String| Part {
                    is_quoted: true,
                    ..part(&text, offset, at.clone())
                };
                messages.into_iter().map(part).collect()
            });
            let one = || {
                if is_like_a_message(content) {
                    vec![part(content, offset, at.clone())]
                } else {
                    Vec::new()
                }
            };
            (
                messages.unwrap_or_else(one),
                "the content itself".to_owned(),
            )
        }
    };
    parts.first_mut()?.repairs.push(Repair::new(
        RepairKind::ActivityContent,
        at.clone(),
        &[&name],
    ));
    Some(parts)
}

fn member<'a>(text: &'a str, name: &str) -> Option<Child<'a>> {
    token::children(text).find(|child| child.name.is_some_and(|quoted| token::name(quoted) == name))
}
