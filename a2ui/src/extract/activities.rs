//! State for AG-UI messages that span several events: activities, which repeat their operations, and streamed texts and
//! calls.
//!
//! If a message is repeated in any event, only the operations after the common prefix are returned. AG-UI clients
//! receive a surface first in a tool result and then in an activity. So a list of operations that creates a surface
//! is also compared with the list that created the surface before.

use super::{
    ExtractedItem, ExtractedMessage, Extractor, Place,
    members::Members,
    part::{Part, PlacedValue},
    recognise::is_like_a_message,
    tool_call::{self, LISTS},
};
use crate::{
    detect,
    repair::{Repair, RepairKind},
    stream::TooLong,
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{
    DecodeRule, Payload,
    decode::ReadError,
    syntax::{Progress, Syntax},
    token::{self, Child},
};

/// The member in which AG-UI clients look for the operations of an activity.
pub(super) const OPERATIONS: &str = "a2ui_operations";

/// The origin of operations, which determines how repetitions are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An activity. Operations that are too long to be stored for later comparison are errors.
    Activity,
    /// A tool result or a text.
    List,
    /// The arguments of a tool call, which express the request of a model. A client can answer the request with a
    /// different list.
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
    /// The JSON state at the end of the text, or `None` after a syntax error.
    syntax: Option<Syntax>,
    /// `true` if the arguments exceeded the limit and are no longer stored.
    is_long: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            id: None,
            name: String::new(),
            text: String::new(),
            syntax: Some(Syntax::default()),
            is_long: false,
        }
    }
}

/// An event about a streamed call, with the next piece of its arguments.
pub(super) struct CallPiece<'a> {
    /// The key that the pieces of a call share. An empty key means the call that received the latest piece.
    pub(super) key: String,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) piece: &'a str,
}

/// The target of a change in the content of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChangeTarget {
    /// The content itself.
    Content,
    /// The list of operations.
    List,
    /// The operation with this index. An index that is not a number counts as beyond the end.
    Operation(usize),
    /// A value within an operation.
    InsideOperation,
    /// Content without operations.
    Other,
}

/// A call whose arguments were streamed.
pub(super) struct StreamedCall {
    pub(super) id: Option<String>,
    pub(super) name: String,
    /// The arguments, or the error that prevented storing them.
    pub(super) text: Result<String, TooLong>,
}

impl Activities {
    /// Returns `true` if any operations of this message are stored.
    pub(super) fn is_known(&self, id: &str) -> bool {
        self.lists.contains_key(id)
    }

    /// Processes the content of an activity. Returns the operations after the common prefix with the previous
    /// content.
    pub(super) fn apply_snapshot(
        &mut self,
        id: &str,
        content: PlacedValue<'_>,
        limit: usize,
    ) -> Vec<Part> {
        match find_operations(content) {
            Some(parts) => self.filter_new(Some(id), parts, Origin::Activity, limit),
            None => Vec::new(),
        }
    }

    /// Returns the operations that are not repetitions, for a message or for a list without an id. Parts that were
    /// compared before are returned unchanged.
    pub(super) fn filter_new(
        &mut self,
        id: Option<&str>,
        parts: Vec<Part>,
        origin: Origin,
        limit: usize,
    ) -> Vec<Part> {
        let open = parts.iter().filter(|part| !part.is_compared);
        let texts: Vec<&str> = open.map_while(|part| part.text.as_deref().ok()).collect();
        let mut same = 0;
        if let Some(id) = id {
            if let Some(list) = self.lists.get(id) {
                same = count_common(list, &texts);
            }
        }
        let old = same.max(self.count_replayed(&texts, limit, origin));
        if let Some(id) = id {
            self.truncate(id, same);
        }
        self.repeated += old;
        let mut new = Vec::new();
        let mut index = 0;
        for mut part in parts {
            if part.is_compared {
                new.push(part);
                continue;
            }
            part.is_compared = true;
            let text = part.text.as_deref().unwrap_or_default();
            let operation = PlacedValue {
                text,
                offset: part.offset,
                at: &part.pointer,
            };
            // A message without an id cannot be recognized again.
            let mut failed = None;
            if let Some(id) = id {
                if index >= same {
                    failed = self.store(id, operation, limit);
                }
            }
            if index >= old {
                self.forget_deleted(text);
                new.push(part);
            }
            if origin == Origin::Activity {
                new.extend(failed);
            }
            index += 1;
        }
        new
    }

    /// Returns the number of leading operations that an earlier list for the same surface contained, and stores the
    /// longer list. If the lists differ after their common prefix, the later list creates another surface with the
    /// same id.
    ///
    /// If one of the lists comes from tool call arguments, both lists create the same surface even if they differ. A
    /// client can use another catalog than the model requested, and a model can call again to change the surface.
    fn count_replayed(&mut self, texts: &[&str], limit: usize, origin: Origin) -> usize {
        let Some(first) = texts.first() else { return 0 };
        let Some(surface) = find_surface(first, CREATE) else {
            return 0;
        };
        let (known_origin, known) = match self.creations.get(&surface) {
            Some((origin, known)) => (*origin, known.as_slice()),
            None => (origin, Default::default()),
        };
        // A client can use another catalog than the model requested, so the first operations can differ.
        let is_one_surface =
            !known.is_empty() && (origin == Origin::Call || known_origin == Origin::Call);
        let same = match (known, texts) {
            ([_, known @ ..], [_, texts @ ..]) if is_one_surface => 1 + count_common(known, texts),
            _ => count_common(known, texts),
        };
        let is_prefix = !known.is_empty() && same == known.len().min(texts.len());
        let is_replay = is_one_surface || is_prefix;
        let replayed = if is_replay { same } else { 0 };
        let has_longer_list = known.len() >= texts.len() && same == texts.len();
        if !(is_replay && has_longer_list) {
            self.store_creation(surface, texts, limit, origin);
        }
        replayed
    }

    /// Stores the list that creates a surface, if the limit permits it.
    fn store_creation(&mut self, surface: String, texts: &[&str], limit: usize, origin: Origin) {
        self.forget(&surface);
        let length: usize = texts.iter().map(|text| text.len()).sum();
        if self.length.saturating_add(length) > limit {
            return;
        }
        self.length += length;
        for text in texts {
            if let Some(created) = find_surface(text, CREATE) {
                self.makers.insert(created, surface.clone());
            }
        }
        let list = texts.iter().map(|text| (*text).to_owned()).collect();
        self.creations.insert(surface, (origin, list));
    }

    /// Forgets the list that created a surface.
    fn forget(&mut self, surface: &str) {
        let Some(first) = self.makers.remove(surface) else {
            return;
        };
        let Some((_, list)) = self.creations.remove(&first) else {
            return;
        };
        for text in list {
            self.length -= text.len();
            if let Some(created) = find_surface(&text, CREATE) {
                self.makers.remove(&created);
            }
        }
    }

    /// Forgets the list that created a surface when an operation deletes the surface, so that it can be created again.
    pub(super) fn forget_deleted(&mut self, text: &str) {
        if self.makers.is_empty() {
            return;
        }
        if let Some(surface) = find_surface(text, "deleteSurface") {
            self.forget(&surface);
        }
    }

    /// Forgets the operations of an activity from the given index on, because they were removed from it. The same
    /// operations then count as new again.
    fn remove_from(&mut self, id: &str, length: usize) {
        let Some(list) = self.lists.get(id) else {
            return;
        };
        if length >= list.len() {
            return;
        }
        if let Some(first) = list.first() {
            if let Some(surface) = find_surface(first, CREATE) {
                self.forget(&surface);
            }
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

    /// Applies changes to an activity, and returns the operations that the changes add.
    pub(super) fn apply_delta(
        &mut self,
        id: &str,
        patch: PlacedValue<'_>,
        limit: usize,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for (index, change) in token::children(patch.text).enumerate() {
            let at = patch.at.element(index);
            self.apply_change(id, patch.child(change, &at), limit, &mut parts);
        }
        parts
    }

    /// Applies one change to an activity, an operation of [JSON Patch](https://www.rfc-editor.org/rfc/rfc6902), and
    /// adds the operations that the change brings.
    fn apply_change(
        &mut self,
        id: &str,
        change: PlacedValue<'_>,
        limit: usize,
        parts: &mut Vec<Part>,
    ) {
        let op = read_text_member(change.text, "op");
        let path = read_text_member(change.text, "path");
        let value_at = change.at.member("value");
        let value = find_member(change.text, "value").map(|value| change.child(value, &value_at));
        match (&*op, self.find_target(id, &path, value), value) {
            ("add" | "replace", ChangeTarget::Content, Some(value)) => {
                parts.extend(self.apply_snapshot(id, value, limit));
            }
            ("add" | "replace", ChangeTarget::List, Some(value)) => {
                let list = value.operations();
                parts.extend(self.filter_new(Some(id), list, Origin::Activity, limit));
            }
            // The operations after a changed one are no longer compared; the next snapshot repeats them.
            ("add" | "replace", ChangeTarget::Operation(index), Some(value)) => {
                self.remove_from(id, index);
                self.forget_deleted(value.text);
                parts.push(value.operation());
                parts.extend(self.store(id, value, limit));
            }
            ("remove", ChangeTarget::List, _) => self.remove_from(id, 0),
            ("remove", ChangeTarget::Operation(index), _) => self.remove_from(id, index),
            (_, ChangeTarget::Content | ChangeTarget::Other, _) => {}
            (
                _,
                ChangeTarget::List | ChangeTarget::Operation(_) | ChangeTarget::InsideOperation,
                _,
            ) => {
                let error = ReadError::new(
                    DecodeRule::Value,
                    format!("the patch has `{op}` at `{path}`, inside an operation"),
                    "patch complete operations, or send a new snapshot",
                );
                parts.push(change.failed_operation(error.into()));
            }
        }
    }

    /// Returns the target of a change with this path and value.
    fn find_target(&self, id: &str, path: &str, value: Option<PlacedValue<'_>>) -> ChangeTarget {
        let mut segments = path.split('/').skip(1);
        let Some(key) = segments.next() else {
            return ChangeTarget::Content;
        };
        let is_known = self.is_known(id);
        let is_list = if LISTS.contains(&key) {
            is_known || value.is_some_and(|value| has_operations(value.text))
        } else {
            key == OPERATIONS
        };
        if is_list {
            return match (segments.next(), segments.next()) {
                (None, _) => ChangeTarget::List,
                (Some(index), None) => ChangeTarget::Operation(index.parse().unwrap_or(usize::MAX)),
                (Some(_), Some(_)) => ChangeTarget::InsideOperation,
            };
        }
        // The content can be a single operation.
        if is_known && detect::is_key(key) {
            return ChangeTarget::InsideOperation;
        }
        ChangeTarget::Other
    }

    /// Processes the next piece of a streamed text, or ends the text if the piece is `None`.
    pub(super) fn push_text(
        &mut self,
        id: &str,
        piece: Option<&str>,
        limit: usize,
        nested: u8,
    ) -> Vec<ExtractedMessage> {
        let Some(piece) = piece else {
            return match self.texts.remove(id) {
                Some(mut extractor) => filter_messages(extractor.finish()),
                None => Vec::new(),
            };
        };
        let extractor = self
            .texts
            .entry(id.to_owned())
            .or_insert_with(|| Extractor::inside(Place::START, nested).limit(limit));
        filter_messages(extractor.push(piece))
    }

    /// Processes an event about a call and the next piece of its arguments. Returns the call once the arguments are
    /// complete.
    pub(super) fn push_call(&mut self, event: CallPiece<'_>, limit: usize) -> Option<StreamedCall> {
        let CallPiece {
            mut key,
            id,
            name,
            piece,
        } = event;
        // A piece without an id belongs to the previous call.
        if key.is_empty() {
            key.clone_from(&self.last_call);
        }
        self.last_call.clone_from(&key);
        // The key can be an index, which another call uses again.
        if let (Some(id), Some(known)) = (&id, self.calls.get(&key)) {
            if known.id.as_ref().is_some_and(|known| known != id) {
                // The arguments of the other call were never completed, so the call is dropped.
                self.end_call(&key);
            }
        }
        let known = self.calls.entry(key.clone()).or_default();
        if id.is_some() {
            known.id = id;
        }
        if let Some(name) = name {
            if !name.is_empty() {
                known.name = name;
            }
        }
        // The error is returned once.
        if known.is_long {
            return None;
        }
        if self.length.saturating_add(piece.len()) > limit {
            known.is_long = true;
            self.length -= std::mem::take(&mut known.text).len();
            return Some(StreamedCall {
                id: known.id.clone(),
                name: known.name.clone(),
                text: Err(TooLong { limit }),
            });
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

    /// Ends an open call and returns it. Returns `None` if the call is not open, or if its arguments exceeded the
    /// limit.
    pub(super) fn end_call(&mut self, key: &str) -> Option<StreamedCall> {
        let Arguments {
            id,
            name,
            text,
            is_long,
            ..
        } = self.calls.remove(key)?;
        self.length -= text.len();
        // The error of a call that is too long was returned when it exceeded the limit.
        if is_long {
            return None;
        }
        Some(StreamedCall {
            id,
            name,
            text: Ok(text),
        })
    }

    /// Ends all texts and calls. Returns the messages in the texts, and the calls that were still open.
    pub(super) fn finish(&mut self) -> (Vec<ExtractedMessage>, Vec<StreamedCall>) {
        let mut messages = Vec::new();
        for mut extractor in std::mem::take(&mut self.texts).into_values() {
            messages.extend(filter_messages(extractor.finish()));
        }
        let keys: Vec<_> = self.calls.keys().cloned().collect();
        let calls = keys.iter().filter_map(|key| self.end_call(key)).collect();
        (messages, calls)
    }

    /// Stores a message from a streamed text, so that the message is skipped when the complete text repeats it.
    pub(super) fn store_streamed(&mut self, id: &str, part: &Part, limit: usize) {
        if let Ok(text) = &part.text {
            let operation = PlacedValue {
                text,
                offset: part.offset,
                at: &part.pointer,
            };
            // The message was returned, so an exceeded limit only means that a repetition is not recognized.
            let _ = self.store(id, operation, limit);
        }
    }

    /// Stores an operation if the limit permits it. Otherwise, returns the error to report in its place.
    fn store(&mut self, id: &str, operation: PlacedValue<'_>, limit: usize) -> Option<Part> {
        let text = operation.text;
        if self.length.saturating_add(text.len()) > limit {
            return Some(operation.failed_operation(TooLong { limit }.into()));
        }
        self.length += text.len();
        self.lists
            .entry(id.to_owned())
            .or_default()
            .push(text.to_owned());
        None
    }
}

/// The operation that creates a surface since 0.9. Operations of 0.8 are not listed, because repeating them is
/// harmless.
const CREATE: &str = "createSurface";

/// Returns the id of the surface in an operation with this name, or `None` if the text is another operation.
fn find_surface(text: &str, name: &str) -> Option<String> {
    // Most operations do not contain the name, so their members need not be read.
    if !text.contains(name) {
        return None;
    }
    let body = find_member(text, name)?;
    let id = find_member(body.text, "surfaceId")?;
    if !id.text.starts_with('"') {
        return None;
    }
    Some(token::string(id.text).into_owned())
}

/// Returns the length of the common prefix of two lists.
fn count_common(list: &[String], texts: &[&str]) -> usize {
    let pairs = list.iter().zip(texts);
    pairs.take_while(|(one, other)| is_same(one, other)).count()
}

/// Returns `true` if two texts have the same JSON.
fn is_same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    match (Payload::parse(one), Payload::parse(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

fn filter_messages(found: Vec<ExtractedItem>) -> Vec<ExtractedMessage> {
    let messages = found.into_iter().filter_map(|item| match item {
        ExtractedItem::Message(message) => Some(message),
        ExtractedItem::Text(_) => None,
    });
    messages.collect()
}

/// Returns `true` if a value is an operation, or a list that contains one.
fn has_operations(text: &str) -> bool {
    tool_call::has_messages(text) || (text.starts_with('{') && is_like_a_message(text))
}

/// Returns the operations in the content of an activity. They are in the standard member, in another member, or are
/// the content itself. Returns `None` if there are no operations.
pub(super) fn find_operations(content: PlacedValue<'_>) -> Option<Vec<Part>> {
    let members = Members::of(content.text);
    if let Some(list) = members.find(OPERATIONS) {
        let at = content.at.member(OPERATIONS);
        return Some(content.child(list, &at).operations());
    }
    let (mut parts, place) = find_operations_elsewhere(content, &members);
    let repair = Repair::new(RepairKind::ActivityContent, content.at.clone(), &[&place]);
    parts.first_mut()?.repairs.push(repair);
    Some(parts)
}

/// Returns the operations in the content of an activity without the standard member, and a description of their place.
fn find_operations_elsewhere(
    content: PlacedValue<'_>,
    members: &Members<'_>,
) -> (Vec<Part>, String) {
    if let Some((name, list)) = tool_call::find_message_list(members) {
        let at = content.at.member(&name);
        let parts = content.child(list, &at).operations();
        return (parts, format!("the member `{name}`"));
    }
    if tool_call::has_messages(content.text) {
        return (content.operations(), "a list".to_owned());
    }
    let mut parts = Vec::new();
    if let Some(messages) = tool_call::convert_surface(members) {
        for message in messages {
            let mut part = Part::operation(content.offset, content.at.clone(), Ok(message));
            part.is_quoted = true;
            parts.push(part);
        }
    } else if is_like_a_message(content.text) {
        parts.push(content.operation());
    }
    (parts, "the content itself".to_owned())
}

/// Returns the string in a member, or an empty string if the member is missing or has another type.
fn read_text_member<'a>(text: &'a str, name: &str) -> Cow<'a, str> {
    match find_member(text, name) {
        Some(child) => token::string(child.text),
        None => Cow::Borrowed(""),
    }
}

fn find_member<'a>(text: &'a str, name: &str) -> Option<Child<'a>> {
    token::children(text).find(|child| child.name.is_some_and(|quoted| token::name(quoted) == name))
}
