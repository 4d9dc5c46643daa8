//! A reader for messages that break the specification in a known way. It reports each repair.
//!
//! Sample agents, renderers and models write messages that no version of the specification allows, but that published
//! readers accept. [`Repairer`] reads such messages. Each change is reported as a [`Repair`] with a kind, a place and
//! a sentence. A readable message is not changed, and an ambiguous message is an error.
//!
//! ```
//! use agent_ui_a2ui::{Version, repair::Repairer, wire};
//!
//! let mut repairer = Repairer::new(None);
//! let elements = repairer.read(r#"{"createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
//! assert_eq!(elements[0].result.as_ref().unwrap().version(), Version::V0_9);
//! assert_eq!(elements[0].repairs[0].kind.as_str(), "missing-version");
//! assert_eq!(elements[0].repairs[0].to_string(), "the message has no `version`; it is read as A2UI 0.9");
//! # Ok::<(), wire::DecodeError>(())
//! ```

mod component;
mod data_entries;
mod envelope;
mod journal;
mod json_object;
pub(crate) mod kind;
mod message_body;
mod message_draft;
mod needs_repair;
pub(crate) mod spelling;
mod syntax;
#[cfg(test)]
mod tests;
mod version;

pub use journal::Checkpoint;
use journal::SurfaceJournal;
pub use kind::{Repair, RepairKind};
use syntax::SyntaxRepairs;
pub use syntax::{Extent, RepairedJson, repair_json};

use crate::{Element, Message, Version, detect, document};
use json_object::{Object, json_in_string};
use message_draft::Draft;
use std::collections::BTreeMap;
use version::NeighbourVersions;
pub use version::StatedVersion;
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// A reader for a sequence of documents, which repairs messages that cannot be read as they are written.
///
/// The repairer stores the version of each live surface, because a message without `version` has the version of its
/// surface.
#[derive(Clone, Debug, Default)]
pub struct Repairer {
    given: Option<Version>,
    surfaces: BTreeMap<String, LiveSurface>,
    /// The surface of the last message, while it is live. Consecutive messages usually have the same surface.
    last_surface: Option<String>,
    /// `true` if the root of any surface was renamed.
    has_renamed_root: bool,
    /// The last version that a message stated. Messages of 0.8 state no version.
    last: Option<StatedVersion>,
    /// `true` if a document was truncated and no complete message followed. The next document can then be part of the
    /// truncated document.
    is_after_truncated: bool,
    journal: SurfaceJournal,
}

/// A surface that was created and not deleted, as the repairer remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSurface {
    /// The version of the message that created the surface.
    pub version: StatedVersion,
    /// The original id of the root, if a repair renamed it.
    pub root: Option<String>,
}

/// The place of a document inside another document.
enum PlaceInside {
    /// The inner document is a value of the outer document.
    Value(Pointer),
    /// The inner document is in a string of the outer document.
    String(Pointer),
}

impl PlaceInside {
    /// Converts a place in the inner document to a place in the outer document. Places in a string become the place
    /// of the string.
    fn outer(&self, pointer: &Pointer) -> Pointer {
        match self {
            Self::Value(at) => at.join(pointer),
            Self::String(at) => at.clone(),
        }
    }
}

/// Receives the elements of a document, in order.
type TakeElement<'t> = &'t mut dyn FnMut(Element);

/// The messages that result from a text, and the repairs that produced them.
#[derive(Default)]
struct RepairedMessages {
    messages: Vec<(Message, Option<String>)>,
    repairs: Vec<Repair>,
}

impl Repairer {
    /// Creates a repairer. If `version` is given, a message of another version is an error.
    pub fn new(version: Option<Version>) -> Self {
        Self {
            given: version,
            ..Self::default()
        }
    }

    /// Creates a repairer that continues the work of another one, from its [`surfaces`](Self::surfaces) and
    /// [`last_version`](Self::last_version). If the other repairer [is after a truncated
    /// document](Self::is_after_truncated), call [`begin_remainder`](Self::begin_remainder), too.
    #[must_use]
    pub fn resume(
        mut self,
        surfaces: impl IntoIterator<Item = (String, LiveSurface)>,
        last: Option<StatedVersion>,
    ) -> Self {
        self.surfaces = wire::collect_map(surfaces);
        self.has_renamed_root = self.surfaces.values().any(|surface| surface.root.is_some());
        self.last = last;
        self
    }

    /// Returns the live surfaces with their ids.
    pub fn surfaces(&self) -> impl Iterator<Item = (&str, &LiveSurface)> {
        self.surfaces
            .iter()
            .map(|(id, surface)| (id.as_str(), surface))
    }

    /// Returns the last version that a message stated.
    pub fn last_version(&self) -> Option<StatedVersion> {
        self.last
    }

    /// Returns `true` if a document was truncated and no complete message followed. The next document can then be
    /// part of the truncated document. [`begin_remainder`](Self::begin_remainder) restores this state.
    pub fn is_after_truncated(&self) -> bool {
        self.is_after_truncated
    }

    /// Announces that the next document can be part of a truncated document. Until a complete message follows,
    /// components and members without a message are errors, because their surface is unknown. [`read`](Self::read)
    /// recognizes truncated documents by itself.
    pub fn begin_remainder(&mut self) {
        self.is_after_truncated = true;
    }

    /// Begins a part of the input that can be read again. Call [`restore`](Self::restore) to go back to its start,
    /// and [`release`](Self::release) at its end. The cost does not depend on the number of surfaces.
    pub fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            position: self.journal.begin(),
            last_surface: self.last_surface.clone(),
            has_renamed_root: self.has_renamed_root,
            last: self.last,
            is_after_truncated: self.is_after_truncated,
        }
    }

    /// Returns to the state at the checkpoint.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        self.journal.undo(checkpoint.position, &mut self.surfaces);
        self.last_surface.clone_from(&checkpoint.last_surface);
        self.has_renamed_root = checkpoint.has_renamed_root;
        self.last = checkpoint.last;
        self.is_after_truncated = checkpoint.is_after_truncated;
    }

    /// Ends the part that began at the checkpoint.
    pub fn release(&mut self, _: Checkpoint) {
        self.journal.end();
    }

    /// Reads a document like [`read`](crate::read()): one message, an array of messages, or an object with an array
    /// `messages`. If a message is converted to several messages, their elements have the same pointer, and the first
    /// element has the repairs.
    ///
    /// # Errors
    /// Returns an error if the text is not valid JSON and cannot be repaired, or if its member `messages` is not an
    /// array.
    pub fn read(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        let mut elements = Vec::new();
        self.read_each(text, &mut |element| elements.push(element))?;
        Ok(elements)
    }

    /// Reads a document like [`read`](Self::read), but passes the elements to `take` one by one. A long list of
    /// unreadable elements is then never in memory as a whole.
    ///
    /// ```
    /// use agent_ui_a2ui::{repair::Repairer, wire};
    ///
    /// let mut unreadable = 0;
    /// Repairer::new(None).read_each("[0,0,0]", &mut |element| unreadable += usize::from(element.result.is_err()))?;
    /// assert_eq!(unreadable, 3);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read). In that case, no element was passed to `take`.
    pub fn read_each(
        &mut self,
        text: &str,
        take: &mut dyn FnMut(Element),
    ) -> Result<(), DecodeError> {
        let mut has_truncated = false;
        let read = self.read_document(text, &mut |element| {
            has_truncated |= is_truncated(&element);
            take(element);
        });
        if read.is_err() || has_truncated {
            self.is_after_truncated |= is_truncated_text(text);
        }
        read
    }

    /// Reads a document as it is written, and remembers its messages like [`read`](Self::read). Returns `None` if a
    /// message is not readable without a repair.
    ///
    /// A message with a carry is read in this way, because the carry restores the values that the message had before
    /// its translation.
    ///
    /// ```
    /// use agent_ui_a2ui::{repair::Repairer, wire};
    ///
    /// let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"c","component":"Chart","title":{"literalString":"a"}}]}}"#;
    /// let elements = Repairer::new(None).read_as_written(text).unwrap();
    /// assert!(elements[0].repairs.is_empty());
    /// assert_eq!(Repairer::new(None).read(text)?[0].repairs[0].kind.as_str(), "bound-value");
    /// assert!(Repairer::new(None).read_as_written("{}").is_none());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn read_as_written(&mut self, text: &str) -> Option<Vec<Element>> {
        let elements = crate::read(text, self.given).ok()?;
        // Nothing is remembered if any message is unreadable.
        if elements.iter().any(|element| element.result.is_err()) {
            return None;
        }
        for element in &elements {
            if let Ok(message) = &element.result {
                self.remember(message, None);
            }
        }
        Some(elements)
    }

    /// Reads a document, including one in a string or in a named member.
    fn read_document(&mut self, text: &str, take: TakeElement<'_>) -> Result<(), DecodeError> {
        let Err(error) = self.read_json(text, take) else {
            return Ok(());
        };
        let Some(RepairedJson { text, repairs }) = repair_json(text) else {
            return Err(error);
        };
        let before = self.checkpoint();
        let mut has_message = false;
        let read = self.read_json(&text, &mut |element| has_message |= element.result.is_ok());
        self.restore(&before);
        self.release(before);
        // If the repaired text is not a message either, the syntax error is more helpful.
        if read.is_err() || !has_message {
            return Err(error);
        }
        let mut repairs = SyntaxRepairs::new(repairs, take);
        self.read_json(&text, &mut |element| repairs.add(element))?;
        repairs.finish();
        Ok(())
    }

    /// Reads a document that is valid JSON.
    fn read_json(&mut self, text: &str, take: TakeElement<'_>) -> Result<(), DecodeError> {
        let list = match document::find_message_list(text) {
            Ok(list) => list,
            Err(error) => {
                let Some((list, name)) = find_list_under_another_name(text) else {
                    return Err(error);
                };
                if !Payload::is_json(text) {
                    return Err(error);
                }
                self.read_named_list(list, name, take);
                return Ok(());
            }
        };
        let Some(list) = list else {
            return self.read_one_message(text, take);
        };
        if envelope::are_components(list.text()) {
            return self.read_component_list(&list, take);
        }
        let stated = std::cell::OnceCell::new();
        let stated = || *stated.get_or_init(|| list.parts().find_map(version::stated_or_implied));
        list.for_each_part(|part| {
            self.read_message(part.text, &stated, &mut |element| {
                take(Element {
                    pointer: part.pointer.join(&element.pointer),
                    result: element.result.map_err(|error| part.place(error)),
                    repairs: place_all(element.repairs, &part.pointer),
                });
            });
        });
        Ok(())
    }

    /// Reads a document that is a single message, or has a list in a member other than `messages`.
    fn read_one_message(&mut self, text: &str, take: TakeElement<'_>) -> Result<(), DecodeError> {
        let strict = Message::read_as(text, self.given);
        if let Err(error) = &strict {
            // A text that is not JSON is not repaired here, so it has only its strict error.
            if !Payload::is_json(text) {
                return Err(error.clone());
            }
            if let Some((list, name)) = find_list_under_another_name(text) {
                self.read_named_list(list, name, take);
                return Ok(());
            }
        }
        self.repair_if_needed(strict, text, &|| None, take);
        Ok(())
    }

    /// Reads a document that is a list of components, as components of the only surface.
    fn read_component_list(
        &mut self,
        list: &document::MessageList<'_>,
        take: TakeElement<'_>,
    ) -> Result<(), DecodeError> {
        let Some(shaped) = self.read_lone_components(list.text()) else {
            return Err(self.component_outside_error());
        };
        let place = PlaceInside::Value(list.pointer().clone());
        let take = &mut |mut element| {
            place_below(&mut element, &place);
            take(element);
        };
        match self.finish_repair(shaped, list.text(), &|| None) {
            Some(Ok(repaired)) => self.accept(repaired, take),
            Some(Err(error)) => take(Element::new(Pointer::root(), Err(error))),
            None => {}
        }
        Ok(())
    }

    /// Reads a list in a member of the document, or a single message in its place.
    fn read_named_list(&mut self, list: &str, name: &str, take: TakeElement<'_>) {
        let at = Pointer::root().member(name);
        let mut repairs = Vec::new();
        if name != MESSAGES {
            repairs.push(Repair::new(RepairKind::ListName, at.clone(), &[name]));
        }
        let json = json_in_string(list);
        let place = match json {
            Some(_) => PlaceInside::String(at.clone()),
            None => PlaceInside::Value(at.clone()),
        };
        let inner = json.as_deref().unwrap_or(list);
        if json.is_some() {
            repairs.push(Repair::new(RepairKind::JsonInString, at, &[]));
        } else if !inner.starts_with('[') {
            repairs.push(Repair::new(RepairKind::OneForList, at, &[name]));
        }
        self.read_inside(inner, &place, repairs, take);
    }

    /// Reads a document inside another document. The first element gets the `repairs` that were needed to find the
    /// inner document.
    fn read_inside(
        &mut self,
        text: &str,
        place: &PlaceInside,
        mut repairs: Vec<Repair>,
        take: TakeElement<'_>,
    ) {
        let take = &mut |mut element| {
            place_below(&mut element, place);
            element.repairs.splice(..0, repairs.drain(..));
            take(element);
        };
        if let Err(error) = self.read_document(text, take) {
            take(Element::new(Pointer::root(), Err(error)));
        }
    }

    /// Reads one message. `document` finds a version in the rest of the document. Pointers are relative to the
    /// message.
    fn read_message(
        &mut self,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
        take: TakeElement<'_>,
    ) {
        self.repair_if_needed(Message::read_as(text, self.given), text, document, take);
    }

    /// Repairs a message after a strict read, if necessary.
    fn repair_if_needed(
        &mut self,
        strict: Result<Message, DecodeError>,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
        take: TakeElement<'_>,
    ) {
        let may_need_repair = match &strict {
            Ok(message) => self.has_drift(message),
            Err(_) => true,
        };
        let mut repaired = None;
        if may_need_repair {
            if let Some(json) = json_in_string(text.trim()) {
                return self.read_quoted_message(&json, take);
            }
            repaired = self.repair(text, document);
        }
        match (strict, repaired) {
            (_, Some(Ok(repaired))) => self.accept(repaired, take),
            (Err(_), Some(Err(error))) => take(Element::new(Pointer::root(), Err(error))),
            (result, _) => {
                if let Ok(message) = &result {
                    self.remember(message, None);
                }
                take(Element::new(Pointer::root(), result));
            }
        }
    }

    /// Reads the document in a JSON string. All places in the document become the place of the string.
    fn read_quoted_message(&mut self, json: &str, take: TakeElement<'_>) {
        // A string within the string is not read.
        if !json.starts_with(['{', '[']) {
            return;
        }
        let repairs = vec![Repair::new(RepairKind::JsonInString, Pointer::root(), &[])];
        self.read_inside(json, &PlaceInside::String(Pointer::root()), repairs, take);
    }

    /// Remembers repaired messages, and passes them to `take`. The first message gets the repairs.
    fn accept(&mut self, repaired: RepairedMessages, take: TakeElement<'_>) {
        let mut repairs = repaired.repairs;
        for (message, root) in repaired.messages {
            self.remember(&message, root);
            let repairs = std::mem::take(&mut repairs);
            take(Element {
                pointer: Pointer::root(),
                result: Ok(message),
                repairs,
            });
        }
    }

    /// Repairs a message. Returns `None` if the text does not look like a message, or needs no repair.
    fn repair(
        &self,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
    ) -> Option<Result<RepairedMessages, DecodeError>> {
        let object = Object::parse(text)?;
        if Payload::parse(text).is_err() {
            return None;
        }
        if envelope::is_component(&object) {
            let Some(shaped) = self.read_lone_components(text.trim()) else {
                return Some(Err(self.component_outside_error()));
            };
            return self.finish_repair(shaped, text, document);
        }
        self.finish_repair(self.repair_envelope(object)?, text, document)
    }

    /// Repairs the bodies of the messages in a text. Returns `None` if nothing was repaired, or if the text was only
    /// guessed to be a message and cannot be read as one.
    fn finish_repair(
        &self,
        shaped: envelope::EnvelopeRepair,
        text: &str,
        document: &dyn Fn() -> Option<StatedVersion>,
    ) -> Option<Result<RepairedMessages, DecodeError>> {
        let mut repaired = RepairedMessages {
            repairs: shaped.repairs,
            ..RepairedMessages::default()
        };
        let mut beside = None;
        for draft in shaped.drafts {
            let around = NeighbourVersions { document, beside };
            match self.repair_draft(draft, text, &around, &mut repaired) {
                Ok(version) => beside = version,
                Err(_) if shaped.is_guess => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        (!repaired.repairs.is_empty()).then_some(Ok(repaired))
    }

    /// Repairs one of the messages in a text, and returns the version of the message.
    fn repair_draft(
        &self,
        mut draft: Draft,
        source: &str,
        around: &NeighbourVersions<'_>,
        repaired: &mut RepairedMessages,
    ) -> Result<Option<StatedVersion>, DecodeError> {
        let repairs = &mut repaired.repairs;
        self.repair_names(&mut draft, repairs);
        self.state_version(&mut draft, around, repairs)
            .map_err(|error| draft.error(error, source))?;
        let text = draft.to_json();
        let (version, _) =
            detect::detect(&text, self.given).map_err(|error| draft.error(error, source))?;
        let mut stated = None;
        for draft in self.repair_body(draft, version, repairs) {
            let text = draft.to_json();
            let message =
                Message::read_as(&text, self.given).map_err(|error| draft.error(error, source))?;
            // If one message is converted to several, all have the version of the first.
            stated = stated.or(Some(StatedVersion::of(&message)));
            repaired.messages.push((message, draft.root));
        }
        Ok(stated)
    }

    /// Returns the version of a live surface.
    fn version_of_surface(&self, id: &str) -> Option<Version> {
        self.surfaces.get(id).map(|surface| surface.version.version)
    }

    /// Returns the original id of the root of a surface, if it was renamed.
    fn root_of_surface(&self, id: &str) -> Option<String> {
        // Most documents have no renamed root, so their surfaces need not be looked up.
        if !self.has_renamed_root {
            return None;
        }
        self.surfaces.get(id)?.root.clone()
    }

    /// Returns the only live surface with its id. Returns `None` if several surfaces are live, or if the text can be
    /// part of a truncated document.
    fn only_surface(&self) -> Option<(&str, &LiveSurface)> {
        if self.is_after_truncated {
            return None;
        }
        let mut surfaces = self.surfaces();
        match (surfaces.next(), surfaces.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// Returns the error for a component in place of a message.
    fn component_outside_error(&self) -> DecodeError {
        let (message, hint) = if self.is_after_truncated {
            (
                "the component is not inside a message, and follows a truncated document for an unknown surface",
                "put it into the `components` of a message",
            )
        } else {
            (
                "the component is not inside a message",
                "put it into the `components` of a message, or write exactly one surface before it",
            )
        };
        ReadError::new(DecodeRule::Key, message, hint).into()
    }

    /// Remembers the version of a message and, until the surface is deleted, the version of its surface.
    fn remember(&mut self, message: &Message, root: Option<String>) {
        let version = StatedVersion::of(message);
        self.is_after_truncated = false;
        if version.version != Version::V0_8 {
            self.last = Some(version);
        }
        let Some(id) = message.surface_id() else {
            return;
        };
        if !message.is_about_a_surface() {
            return;
        }
        let id = id.as_str();
        self.has_renamed_root |= root.is_some();
        if message.key() == "deleteSurface" {
            self.journal.record(id, &self.surfaces);
            self.surfaces.remove(id);
            // A surface that is created again can have another version.
            self.last_surface = None;
            return;
        }
        // Consecutive messages usually have the same surface, which is known already.
        let is_last = self.last_surface.as_deref() == Some(id);
        let is_creation = message.key() == "createSurface";
        if is_last && root.is_none() && !is_creation {
            return;
        }
        if !is_last {
            let last = self.last_surface.get_or_insert_default();
            last.clear();
            last.push_str(id);
        }
        self.journal.record(id, &self.surfaces);
        let Some(surface) = self.surfaces.get_mut(id) else {
            self.surfaces
                .insert(id.to_owned(), LiveSurface { version, root });
            return;
        };
        if is_creation {
            *surface = LiveSurface {
                version,
                root: None,
            };
        }
        if root.is_some() {
            surface.root = root;
        }
    }
}

/// Returns `true` if the text of an element was truncated.
fn is_truncated(element: &Element) -> bool {
    element
        .repairs
        .iter()
        .any(|repair| repair.kind == RepairKind::Truncated)
}

/// Returns `true` if brackets are open at the end of a text.
fn is_truncated_text(text: &str) -> bool {
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => depth += 1,
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0
}

/// The name of a list of messages in a document.
const MESSAGES: &str = "messages";

/// The other names that carriers and models use for a list of messages.
const LIST_NAMES: &[&str] = &["operations", "a2ui_operations"];

/// Finds a list of messages in an object that is not a message. The list has a name other than `messages` or a type
/// other than array. A single message or a string in place of the list is found, too.
fn find_list_under_another_name(text: &str) -> Option<(&str, &'static str)> {
    let mut found = None;
    if !text.trim_start().starts_with('{') {
        return None;
    }
    for child in token::children(text) {
        let name = token::string(child.name?);
        if detect::is_key(&name) || name == "version" {
            return None;
        }
        let Some(known) = find_list_name(&name) else {
            continue;
        };
        let holds_messages = if child.text.starts_with('[') {
            // Other protocols have operations as well.
            known != MESSAGES && has_messages(child.text)
        } else {
            envelope::is_like_a_message(child.text)
        };
        if holds_messages {
            found = Some((child.text, known));
        }
    }
    found
}

/// Returns the name of a list of messages that equals a name.
fn find_list_name(name: &str) -> Option<&'static str> {
    if name == MESSAGES {
        return Some(MESSAGES);
    }
    LIST_NAMES.iter().copied().find(|known| *known == name)
}

/// Returns `true` if a list contains a message.
fn has_messages(list: &str) -> bool {
    token::children(list).any(|element| envelope::is_like_a_message(element.text))
}

/// Converts the places of repairs in a message to places in the document that contains the message at `at`.
fn place_all(mut repairs: Vec<Repair>, at: &Pointer) -> Vec<Repair> {
    for repair in &mut repairs {
        repair.pointer = at.join(&repair.pointer);
        repair.offset = None;
    }
    repairs
}

/// Converts the places in an element of an inner document to places in the outer document.
fn place_below(element: &mut Element, place: &PlaceInside) {
    element.pointer = place.outer(&element.pointer);
    for repair in &mut element.repairs {
        (repair.pointer, repair.offset) = (place.outer(&repair.pointer), None);
    }
    if let Err(error) = &mut element.result {
        error.pointer = place.outer(&error.pointer);
        // The position in the list is unknown in the document.
        (error.line, error.column) = (0, 0);
    }
}
