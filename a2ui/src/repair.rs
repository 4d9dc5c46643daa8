//! Reads messages that break a rule of the specification in a known way, and names every liberty taken.
//!
//! Sample agents, renderers and models write messages that no version of the specification allows, and published readers show them
//! all the same. [`Repairer`] reads such messages. Each change it has to make is a [`Repair`]: a kind, a place and a sentence. Nothing
//! is changed in a message that can be read as it is, and nothing is guessed: a message that could mean two things is an error.
//!
//! ```
//! use agent_ui_a2ui::{Version, repair::Repairer, wire};
//!
//! let mut repairer = Repairer::new(None);
//! let elements = repairer.read(r#"{"createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
//! assert_eq!(elements[0].result.as_ref().unwrap().version(), Version::V0_9);
//! assert_eq!(elements[0].repairs[0].kind.as_str(), "missing-version");
//! assert_eq!(elements[0].repairs[0].to_string(), "the message states no `version`; it is read as A2UI 0.9");
//! # Ok::<(), wire::DecodeError>(())
//! ```

mod component;
mod data_entries;
mod envelope;
mod json_object;
mod kind;
mod message_body;
mod message_draft;
mod needs_repair;
pub(crate) mod spelling;
mod syntax;
#[cfg(test)]
mod tests;
mod version;

pub use kind::RepairKind;
pub use syntax::{Extent, RepairedJson, repair_json};

use crate::{Element, Message, Version, detect, document};
use json_object::{Object, unquoted};
use message_draft::Draft;
use std::{collections::BTreeMap, fmt};
use version::Around;
pub use version::StatedVersion;
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// One liberty taken to read a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The kind of the repair.
    pub kind: RepairKind,
    /// The place of the change, in the document as it was given.
    pub pointer: Pointer,
    /// The names that the sentence of the kind mentions, in order.
    pub names: Vec<String>,
    /// The offset of the change in the text as it was given, in bytes, if its JSON syntax was mended.
    pub offset: Option<usize>,
}

impl Repair {
    /// Creates a repair; `names` fill the placeholders of the sentence of its kind, in order.
    pub fn new(kind: RepairKind, pointer: Pointer, names: &[&str]) -> Self {
        Self { kind, pointer, names: names.iter().map(|name| (*name).to_owned()).collect(), offset: None }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names.iter();
        let mut parts = self.kind.sentence().split("{}");
        f.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            f.write_str(names.next().map_or("?", String::as_str))?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// Reads documents one after the other, and repairs the messages that cannot be read as they are.
///
/// It remembers which version each live surface was made with, because a message without `version` belongs to that one.
#[derive(Clone, Debug, Default)]
pub struct Repairer {
    given: Option<Version>,
    surfaces: BTreeMap<String, LiveSurface>,
    /// The surface of the last message, while it lives. Most messages are about the surface of the one before.
    last_surface: Option<String>,
    /// Whether the root of any surface was repaired.
    has_renamed_root: bool,
    /// The last version that states itself; messages of 0.8 do not.
    last: Option<StatedVersion>,
    /// Whether a document broke off and no message with its own key followed, so that what comes may be a part of it.
    is_behind_broken: bool,
}

/// A surface that was made and not deleted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSurface {
    /// The version that it was made with.
    pub version: StatedVersion,
    /// The id that its root had before a repair.
    pub root: Option<String>,
}

/// The messages that a text stands for, and the repairs that make them of it.
#[derive(Default)]
struct Repaired {
    messages: Vec<(Message, Option<String>)>,
    repairs: Vec<Repair>,
}

impl Repairer {
    /// Creates a repairer. Given a version, every message has to be of that one.
    pub fn new(version: Option<Version>) -> Self {
        Self { given: version, ..Self::default() }
    }

    /// Creates a repairer that goes on for another one, with what [`surfaces`](Self::surfaces) and
    /// [`last_version`](Self::last_version) of that one return.
    #[must_use]
    pub fn resume(
        mut self,
        surfaces: impl IntoIterator<Item = (String, LiveSurface)>,
        last: Option<StatedVersion>,
    ) -> Self {
        self.surfaces = surfaces.into_iter().collect();
        self.has_renamed_root = self.surfaces.values().any(|surface| surface.root.is_some());
        self.last = last;
        self
    }

    /// Returns the live surfaces, each with its id.
    pub fn surfaces(&self) -> impl Iterator<Item = (&str, &LiveSurface)> {
        self.surfaces.iter().map(|(id, surface)| (id.as_str(), surface))
    }

    /// Returns the version of the last message.
    pub fn last_version(&self) -> Option<StatedVersion> {
        self.last
    }

    /// Announces that the next document may be a part of one that broke off. Until a message with its own key follows, components and
    /// members that stand alone are errors, because nothing says which surface they were for. [`read`](Self::read) takes note of
    /// documents that it cannot read by itself.
    pub fn begin_remainder(&mut self) {
        self.is_behind_broken = true;
    }

    /// Reads a document as [`read`](crate::read()) does: one message, an array of messages, or an object with an array `messages`.
    /// A message that stands for several becomes several elements with the same pointer; the first has the repairs.
    ///
    /// # Errors
    /// If the text is no JSON and cannot be mended, or its `messages` are no array.
    pub fn read(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        let read = self.read_document(text);
        let is_truncated =
            |element: &Element| element.repairs.iter().any(|repair| repair.kind == RepairKind::Truncated);
        if read.as_ref().map_or(true, |elements| elements.iter().any(is_truncated)) {
            self.is_behind_broken |= breaks_off(text);
        }
        read
    }

    /// Reads a document, or one in a string or under a name.
    fn read_document(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        let error = match self.read_json(text) {
            Ok(elements) => return Ok(elements),
            Err(error) => error,
        };
        let Some(RepairedJson { text, repairs }) = repair_json(text) else { return Err(error) };
        match self.read_json(&text) {
            Ok(mut elements) if elements.iter().any(|element| element.result.is_ok()) => {
                syntax::add_to(&mut elements, repairs);
                Ok(elements)
            }
            // Of a text that is no message, the fault in its syntax says more.
            _ => Err(error),
        }
    }

    /// Reads a document that is valid JSON.
    fn read_json(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        let list = match document::list_of_messages(text) {
            Ok(list) => list,
            Err(error) => match list_under_another_name(text) {
                Some((list, name)) if Payload::is_json(text) => return Ok(self.named_list(list, name)),
                _ => return Err(error),
            },
        };
        let Some(list) = list else { return self.one_message(text) };
        if envelope::are_components(list.text()) {
            return self.component_list(&list);
        }
        let told = std::cell::OnceCell::new();
        let told =
            || *told.get_or_init(|| list.parts(|part| version::told(part.text)).into_iter().flatten().next());
        let read = list.parts(|part| {
            let elements = self.message(part.text, &told);
            let placed = |element: Element| Element {
                pointer: part.pointer.join(&element.pointer),
                result: element.result.map_err(|error| part.place(error)),
                repairs: placed(element.repairs, &part.pointer),
            };
            elements.into_iter().map(placed).collect::<Vec<_>>()
        });
        Ok(read.into_iter().flatten().collect())
    }

    /// Reads a document that is one message, or holds a list under another name than `messages`.
    fn one_message(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        let strict = Message::read_as(text, self.given);
        let list = if strict.is_err() { list_under_another_name(text) } else { None };
        if let Some((list, name)) = list.filter(|_| Payload::is_json(text)) {
            return Ok(self.named_list(list, name));
        }
        let read = self.repaired(strict, text, &|| None);
        match read.first().map(|element| &element.result) {
            Some(Err(error)) if !Payload::is_json(text) => Err(error.clone()),
            _ => Ok(read),
        }
    }

    /// Reads a document that is a list of components as the components of the only surface.
    fn component_list(&mut self, list: &document::MessageList<'_>) -> Result<Vec<Element>, DecodeError> {
        let Some(shaped) = self.lone_components(list.text()) else { return Err(self.component_outside()) };
        let mut elements = match self.finish(shaped, list.text(), &|| None) {
            Some(Ok(repaired)) => self.accept(repaired),
            Some(Err(error)) => vec![Element::new(Pointer::root(), Err(error))],
            None => Vec::new(),
        };
        elements.iter_mut().for_each(|element| place_below(element, list.pointer(), false));
        Ok(elements)
    }

    /// Reads a list that a member of the document holds, or one message in its place.
    fn named_list(&mut self, list: &str, name: &str) -> Vec<Element> {
        let at = Pointer::root().member(name);
        let mut repairs = Vec::new();
        if name != "messages" {
            repairs.push(Repair::new(RepairKind::ListName, at.clone(), &[name]));
        }
        let json = unquoted(list);
        let (inner, is_quoted) = (json.as_deref().unwrap_or(list), json.is_some());
        if is_quoted {
            repairs.push(Repair::new(RepairKind::JsonInString, at.clone(), &[]));
        } else if !inner.starts_with('[') {
            repairs.push(Repair::new(RepairKind::OneForList, at.clone(), &[name]));
        }
        let mut elements =
            self.read_document(inner).unwrap_or_else(|error| vec![Element::new(Pointer::root(), Err(error))]);
        for element in &mut elements {
            place_below(element, &at, is_quoted);
        }
        if let Some(first) = elements.first_mut() {
            first.repairs.splice(..0, repairs);
        }
        elements
    }

    /// Reads one message. `document` looks for a version in the rest of the document. Places count from the message.
    fn message(&mut self, text: &str, document: &dyn Fn() -> Option<StatedVersion>) -> Vec<Element> {
        self.repaired(Message::read_as(text, self.given), text, document)
    }

    /// Repairs a message that was read strictly, if that is necessary.
    fn repaired(
        &mut self,
        strict: Result<Message, DecodeError>,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
    ) -> Vec<Element> {
        let is_plain = strict.as_ref().is_ok_and(|message| !self.has_drift(message));
        let quoted = if is_plain { None } else { unquoted(text.trim()) };
        if let Some(json) = quoted {
            return self.quoted_message(&json);
        }
        let repaired = if is_plain { None } else { self.repair(text, document) };
        match (strict, repaired) {
            (_, Some(Ok(repaired))) => self.accept(repaired),
            (Err(_), Some(Err(error))) => vec![Element::new(Pointer::root(), Err(error))],
            (result, _) => {
                if let Ok(message) = &result {
                    self.remember(message, None);
                }
                vec![Element::new(Pointer::root(), result)]
            }
        }
    }

    /// Reads the document in a JSON string. Nothing in it has a place of its own in the outer document.
    fn quoted_message(&mut self, json: &str) -> Vec<Element> {
        // What stands in a string inside that string is no message.
        let mut elements = match json.starts_with(['{', '[']).then(|| self.read_document(json)) {
            Some(Ok(elements)) => elements,
            Some(Err(error)) => vec![Element::new(Pointer::root(), Err(error))],
            None => Vec::new(),
        };
        for element in &mut elements {
            place_below(element, &Pointer::root(), true);
        }
        if let Some(first) = elements.first_mut() {
            first.repairs.insert(0, Repair::new(RepairKind::JsonInString, Pointer::root(), &[]));
        }
        elements
    }

    /// Remembers what repaired messages say, and makes elements of them.
    fn accept(&mut self, repaired: Repaired) -> Vec<Element> {
        let mut repairs = Some(repaired.repairs);
        let element = |(message, root): (Message, Option<String>)| {
            self.remember(&message, root);
            let repairs = repairs.take().unwrap_or_default();
            Element { pointer: Pointer::root(), result: Ok(message), repairs }
        };
        repaired.messages.into_iter().map(element).collect()
    }

    /// Repairs a message. `None` if it looks like none, or needs no repair.
    fn repair(
        &self,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
    ) -> Option<Result<Repaired, DecodeError>> {
        let object = Object::parse(text)?;
        if Payload::parse(text).is_err() {
            return None;
        }
        if envelope::is_component(&object) {
            let Some(shaped) = self.lone_components(text.trim()) else {
                return Some(Err(self.component_outside()));
            };
            return self.finish(shaped, text, document);
        }
        self.finish(self.shape(object)?, text, document)
    }

    /// Repairs the bodies of the messages that a text stands for. `None` if that says nothing about the text, or if nothing had to
    /// be repaired.
    fn finish(
        &self,
        shaped: envelope::Shaped,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
    ) -> Option<Result<Repaired, DecodeError>> {
        let mut repaired = Repaired { repairs: shaped.repairs, ..Repaired::default() };
        let mut beside = None;
        for draft in shaped.drafts {
            match self.draft(draft, text, &Around { document, beside }, &mut repaired) {
                Ok(version) => beside = version,
                Err(_) if shaped.is_guess => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        (!repaired.repairs.is_empty()).then_some(Ok(repaired))
    }

    /// Repairs one of the messages that a text stands for, and returns its version.
    fn draft(
        &self,
        mut draft: Draft,
        source: &str,
        around: &Around<'_>,
        repaired: &mut Repaired,
    ) -> Result<Option<StatedVersion>, DecodeError> {
        let repairs = &mut repaired.repairs;
        self.name_surface(&mut draft, repairs);
        self.state_version(&mut draft, around, repairs).map_err(|error| draft.error(error, source))?;
        let text = draft.to_json();
        let (version, _) = detect::detect(&text, self.given).map_err(|error| draft.error(error, source))?;
        let mut stated = None;
        for draft in self.repair_body(draft, version, repairs) {
            let text = draft.to_json();
            let message = Message::read_as(&text, self.given).map_err(|error| draft.error(error, source))?;
            // What stands for several messages is of the version of the first.
            stated = stated.or(Some(StatedVersion::of(&message)));
            repaired.messages.push((message, draft.root));
        }
        Ok(stated)
    }

    fn version_of_surface(&self, id: &str) -> Option<Version> {
        self.surfaces.get(id).map(|surface| surface.version.version)
    }

    /// Returns the id that the root of a surface had before a repair.
    fn root_of_surface(&self, id: &str) -> Option<String> {
        self.has_renamed_root.then(|| self.surfaces.get(id))??.root.clone()
    }

    /// Returns the live surface with its id, if there is only one and nothing before could be for another one.
    fn only_surface(&self) -> Option<(&str, &LiveSurface)> {
        let mut surfaces = self.surfaces();
        surfaces.next().filter(|_| surfaces.next().is_none() && !self.is_behind_broken)
    }

    /// Returns the error of a component that stands where a message belongs.
    fn component_outside(&self) -> DecodeError {
        let (found, expected) = match self.is_behind_broken {
            false => (
                "a component outside of a message",
                "it among the `components` of a message, or exactly one surface before it to which it can belong",
            ),
            true => (
                "a component behind a document that broke off, which may have been for another surface",
                "it among the `components` of a message",
            ),
        };
        ReadError::new(DecodeRule::Key, found, expected).into()
    }

    /// Remembers the version of the message, and of its surface while that lives.
    fn remember(&mut self, message: &Message, root: Option<String>) {
        let version = StatedVersion::of(message);
        self.is_behind_broken = false;
        if version.version != Version::V0_8 {
            self.last = Some(version);
        }
        let Some(id) = message.surface_id().filter(|_| message.is_about_a_surface()) else { return };
        self.has_renamed_root |= root.is_some();
        if message.key() == "deleteSurface" {
            self.surfaces.remove(id.as_str());
            self.last_surface = None;
            return;
        }
        let is_known = self.last_surface.as_deref() == Some(id.as_str());
        if is_known && root.is_none() && message.key() != "createSurface" {
            return;
        }
        if !is_known {
            let last = self.last_surface.get_or_insert_default();
            last.clear();
            last.push_str(id.as_str());
        }
        match self.surfaces.get_mut(id.as_str()) {
            Some(surface) => {
                if message.key() == "createSurface" {
                    *surface = LiveSurface { version, root: None };
                }
                if root.is_some() {
                    surface.root = root;
                }
            }
            None => {
                self.surfaces.insert(id.as_str().to_owned(), LiveSurface { version, root });
            }
        }
    }
}

/// Returns whether brackets are open at the end of a text.
fn breaks_off(text: &str) -> bool {
    let depth = Tokens::new(text).fold(0_usize, |depth, token| match token.kind {
        TokenKind::ObjectStart | TokenKind::ArrayStart => depth + 1,
        TokenKind::ObjectEnd | TokenKind::ArrayEnd => depth.saturating_sub(1),
        _ => depth,
    });
    depth > 0
}

/// The names under which carriers and models put a list of messages.
const LIST_NAMES: &[&str] = &["operations", "a2ui_operations"];

/// Finds the list of messages in an object that is no message and has it under another name than `messages`, or that has something
/// else than an array there. A message in a string is one that the object holds alone.
fn list_under_another_name(text: &str) -> Option<(&str, &'static str)> {
    let mut found = None;
    if !text.trim_start().starts_with('{') {
        return None;
    }
    for child in token::children(text) {
        let name = token::string(child.name?);
        if detect::is_key(&name) || name == "version" {
            return None;
        }
        let known = LIST_NAMES.iter().copied().find(|known| *known == name);
        let holds_messages = if child.text.starts_with('[') {
            // Other protocols have operations, too.
            known.is_some()
                && token::children(child.text).any(|element| envelope::is_like_a_message(element.text))
        } else {
            envelope::is_like_a_message(child.text)
        };
        let known = known.or_else(|| (name == "messages").then_some("messages")).filter(|_| holds_messages);
        if let Some(known) = known {
            found = Some((child.text, known));
        }
    }
    found
}

fn placed(repairs: Vec<Repair>, at: &Pointer) -> Vec<Repair> {
    let place = |repair: Repair| Repair { pointer: at.join(&repair.pointer), offset: None, ..repair };
    repairs.into_iter().map(place).collect()
}

/// Makes the places of an element those of the document that holds it at `at`; what stands in a string has the place of the string.
fn place_below(element: &mut Element, at: &Pointer, is_quoted: bool) {
    let place = |pointer: &Pointer| if is_quoted { at.clone() } else { at.join(pointer) };
    element.pointer = place(&element.pointer);
    for repair in &mut element.repairs {
        (repair.pointer, repair.offset) = (place(&repair.pointer), None);
    }
    if let Err(error) = &mut element.result {
        error.pointer = place(&error.pointer);
        // The position in the list is none in the document.
        (error.line, error.column) = (0, 0);
    }
}
