//! The request of a client: its conversation, and the message that it sends to the agent.

use super::{A2UI_ACTION, A2UI_OPERATIONS, A2UI_SURFACE, FACE};
use crate::{
    faces::{
        DIALECT,
        client_action::{other_basic_catalog, read_action, read_data_model},
        message_history::{HistoryMessage, MessageKey},
    },
    gateway::{ClientContent, ClientMessage, Role, TextEntry},
    member_text::member_text,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use wire::{List, Payload, Tolerant};

/// The maximum number of surfaces in the messages of a request. Surfaces in older parts count as unknown.
const SURFACES: usize = crate::limits::AI_SDK_SURFACES;

wire::object! {
    /// The body of a request: `POST` with `Content-Type: application/json`.
    ///
    /// Only [`id`](Self::id) is required to read a request. Members of the wrong type count as absent, and unknown members
    /// are kept.
    ///
    /// ```
    /// use agent_ui_live::faces::ai_sdk::ChatRequest;
    /// use agent_ui_live::wire;
    ///
    /// let text = r#"{"id":"c","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Hello"}]}],"trigger":"submit-message"}"#;
    /// let request: ChatRequest = wire::decode(text)?;
    /// assert_eq!(request.messages().last().and_then(|message| message.text()).unwrap(), "Hello");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [AI SDK, transports](https://ai-sdk.dev/docs/ai-sdk-ui/transport).
    pub struct ChatRequest {
        /// The id of the chat.
        id: String,
        /// The conversation so far.
        messages =: Tolerant<List<UiMessage>>,
        /// The last message of the conversation, from clients that do not send the whole one.
        message?: Tolerant<UiMessage>,
        /// `submit-message`, or `regenerate-message` if the agent should answer once more.
        trigger?: Tolerant<String>,
        /// The id of a message that the client has changed, or that the answer continues.
        message_id as "messageId"?: Tolerant<String>,
        /// The action of the user, as an A2UI message or in a member `userAction`.
        a2ui_action as "a2uiAction"?: Option<Payload>,
        /// The data models of the client.
        a2ui_client_data_model as "a2uiClientDataModel"?: Option<Payload>,
        /// The capabilities of the client.
        a2ui_client_capabilities as "a2uiClientCapabilities"?: Option<Payload>,
    }
    /// A message of the conversation.
    ///
    /// Specification: [AI SDK, `UIMessage`](https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message).
    pub struct UiMessage {
        /// The id, unique in the conversation.
        id =: Tolerant<String>,
        /// The author: `system`, `user` or `assistant`.
        role =: Tolerant<String>,
        /// The parts, each an object with a `type`.
        parts =: Tolerant<List<Payload>>,
        /// Metadata of the application.
        metadata?: Option<Payload>,
    }
}

impl ChatRequest {
    /// Iterates over the messages that could be read.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &UiMessage> {
        // The iterator of a list has one direction only.
        let mut messages: Vec<&UiMessage> = self
            .messages
            .get()
            .into_iter()
            .flat_map(List::iter)
            .collect();
        if messages.is_empty() {
            messages.extend(self.message.get());
        }
        messages.into_iter()
    }
}

impl UiMessage {
    /// Creates a message with these parts.
    pub(super) fn of_parts(id: &str, role: &str, parts: impl IntoIterator<Item = Payload>) -> Self {
        let mut list = List::new();
        for part in parts {
            list.push(part);
        }
        Self::new(id, role, list)
    }

    /// Iterates over the parts.
    pub fn parts(&self) -> impl Iterator<Item = &Payload> {
        self.parts.get().into_iter().flat_map(List::iter)
    }

    /// Returns `true` if the message has this role.
    pub fn has_role(&self, role: &str) -> bool {
        self.role.get().is_some_and(|own| own == role)
    }

    /// Returns the text of the message. If it has several text parts, they are joined with line ends. Returns `None` if
    /// no part is a text.
    pub fn text(&self) -> Option<String> {
        let texts: Vec<String> = self.texts().collect();
        if texts.is_empty() {
            return None;
        }
        Some(texts.join("\n"))
    }

    /// Iterates over the texts of the parts.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        let texts = self.parts().filter(|part| part_type(part) == "text");
        texts.filter_map(|part| Some(part.member("text")?.as_str()?.into_owned()))
    }
}

impl HistoryMessage for UiMessage {
    fn key(&self) -> Option<MessageKey> {
        Some((self.id.get()?.clone(), self.role.get()?.clone()))
    }
}

/// Returns the type of a part, or an empty text.
pub(super) fn part_type(part: &Payload) -> String {
    member_text(part, "type").unwrap_or_default()
}

/// Returns the message that a request delivers to an agent, or `None` if the client only wants to see the surfaces.
///
/// An action outside the messages has precedence, because clients repeat all messages in every request.
pub(super) fn client_message(request: &ChatRequest) -> Result<Option<ClientMessage>, String> {
    let (content, id) = match present(request.a2ui_action.as_ref()) {
        Some(action) => (to_a2ui(read_action(action, "a2uiAction")?), None),
        None => match new_message(request) {
            Some(message) => (read_content(message)?, message_key(request, message)),
            None => return Ok(None),
        },
    };
    let mut message = ClientMessage::new(FACE, content);
    message.id = id;
    if let Some(model) = present(request.a2ui_client_data_model.as_ref()) {
        message.data_model = Some(read_data_model(model)?);
    }
    message.capabilities = present(request.a2ui_client_capabilities.as_ref()).cloned();
    Ok(Some(message))
}

/// Treats null as an absent member.
fn present(value: Option<&Payload>) -> Option<&Payload> {
    value.filter(|value| !value.is_null())
}

fn to_a2ui(message: String) -> ClientContent {
    ClientContent::A2ui {
        message,
        dialect: DIALECT,
    }
}

/// Returns the last message, if it is one of the user.
fn new_message(request: &ChatRequest) -> Option<&UiMessage> {
    let last = request.messages().next_back()?;
    last.has_role("user").then_some(last)
}

/// Returns the content of a user's message: the action in it, or its text. A message with parts of other types is
/// refused, because agents receive nothing else.
fn read_content(message: &UiMessage) -> Result<ClientContent, String> {
    let mut action = None;
    for part in message.parts() {
        match &*part_type(part) {
            "text" => {}
            A2UI_ACTION if action.is_none() => action = Some(read_action_part(part)?),
            A2UI_ACTION => {
                return Err(format!(
                    "the message of the user has several parts of the type `{A2UI_ACTION}`; send one message for each action"
                ));
            }
            other => {
                return Err(format!(
                    "the message of the user has a part of the type `{other}`; agents receive texts and A2UI messages only"
                ));
            }
        }
    }
    // Next to an action, a text only shows the user what happened.
    if let Some(action) = action {
        return Ok(to_a2ui(action));
    }
    match message.text().filter(|text| !text.trim().is_empty()) {
        Some(text) => Ok(ClientContent::Text(text)),
        None => {
            Err("the message of the user has no text, and agents receive nothing else".to_owned())
        }
    }
}

/// Returns the A2UI message in a part of a user's message.
fn read_action_part(part: &Payload) -> Result<String, String> {
    match part.member("data") {
        Some(data) => read_action(&data, "data"),
        None => Err(format!(
            "the part of the type `{A2UI_ACTION}` has no member `data` with the action of the user"
        )),
    }
}

/// Returns the key with which a message is delivered only once. A client that changes a message keeps its id, so the key
/// also depends on the contents. A message whose answer is requested once more has no key.
fn message_key(request: &ChatRequest, message: &UiMessage) -> Option<String> {
    if request.trigger.get().map(String::as_str) == Some("regenerate-message") {
        return None;
    }
    let id = message.id.get()?;
    let mut digest = Sha256::new();
    for part in message.parts() {
        digest.update(part.text());
        digest.update("\n");
    }
    let digest = BASE64_URL_SAFE_NO_PAD.encode(digest.finalize());
    Some(format!("ai-sdk/message/{id}/{digest}"))
}

/// Returns the id that the client uses for the basic catalog, if it differs from A2UI 0.9's id.
fn basic_catalog(request: &ChatRequest) -> Option<String> {
    let capabilities = present(request.a2ui_client_capabilities.as_ref())?;
    let supported = capabilities.member("v0.9")?.member("supportedCatalogIds")?;
    let mut ids = supported.elements();
    ids.find_map(|id| other_basic_catalog(&id.as_str()?))
}

/// Returns `true` if the client has removed the end of its conversation, so that it gets another answer.
fn is_rewritten(request: &ChatRequest) -> bool {
    let is_again = request.trigger.get().map(String::as_str) == Some("regenerate-message");
    let last = request.messages().next_back();
    let last_id = last.filter(|last| last.has_role("user"));
    let last_id = last_id.and_then(|last| last.id.get());
    is_again || (last_id.is_some() && request.message_id.get() == last_id)
}

/// The texts of a conversation that a client already has.
#[derive(Debug, Default)]
pub(super) enum KnownTexts {
    /// All texts so far, or the client does not want them.
    #[default]
    All,
    /// The client has sent one message, which is the first one, or the only one that it ever sends.
    OnlyLast,
    /// These texts, in order.
    These(Vec<(Role, String)>),
}

impl KnownTexts {
    /// Returns the texts of a session that the client lacks: those after the last one that it has.
    pub(super) fn missing<'a>(&self, texts: &'a [TextEntry]) -> &'a [TextEntry] {
        let known = match self {
            Self::All => return &[],
            // Before the first words of the user, the agent may have said something.
            Self::OnlyLast => match texts.iter().any(|text| text.role == Role::User) {
                true => return &[],
                false => return texts,
            },
            Self::These(known) => known,
        };
        // A client decides how many texts it sends.
        let known: BTreeSet<(bool, &str)> = known
            .iter()
            .map(|(role, words)| (*role == Role::User, words.as_str()))
            .collect();
        let last = texts
            .iter()
            .rposition(|text| known.contains(&(text.role == Role::User, text.text.as_str())));
        texts
            .get(last.map_or(0, |last| last + 1)..)
            .unwrap_or_default()
    }
}

/// The parts of the conversation that a client already has.
#[derive(Debug, Default)]
pub(super) struct KnownParts {
    /// The operations of the surfaces that the latest parts contain.
    pub(super) surfaces: BTreeMap<String, Vec<Payload>>,
    /// The texts of the conversation.
    pub(super) texts: KnownTexts,
    /// The id of the last message, if it is one of the assistant. The answer continues it.
    pub(super) continued: Option<String>,
    /// The id that the client uses for the basic catalog, if it differs from A2UI 0.9's id.
    pub(super) basic_catalog: Option<String>,
}

impl KnownParts {
    /// Reads the conversation of a request.
    pub(super) fn new(request: &ChatRequest) -> Self {
        let mut known = Self {
            basic_catalog: basic_catalog(request),
            ..Self::default()
        };
        let mut texts = Vec::new();
        for message in request.messages() {
            known.continued = None;
            if message.has_role("user") {
                texts.extend(message.text().map(|text| (Role::User, text)));
            }
            if !message.has_role("assistant") {
                continue;
            }
            known.continued = message.id.get().cloned();
            texts.extend(message.texts().map(|text| (Role::Agent, text)));
        }
        known.add_surfaces(request);
        known.texts = match (is_rewritten(request), request.messages().count()) {
            (true, _) => KnownTexts::All,
            (false, 1) => KnownTexts::OnlyLast,
            (false, _) => KnownTexts::These(texts),
        };
        known
    }

    /// Adds the latest part of each surface.
    fn add_surfaces(&mut self, request: &ChatRequest) {
        let messages = request.messages().rev();
        for message in messages.filter(|message| message.has_role("assistant")) {
            // The iterator of a list has one direction only.
            let parts: Vec<&Payload> = message.parts().collect();
            for part in parts.into_iter().rev() {
                if self.surfaces.len() >= SURFACES {
                    return;
                }
                if part_type(part) == A2UI_SURFACE {
                    self.add_surface(part);
                }
            }
        }
    }

    /// Adds the part of a surface, unless a later part of it is known.
    fn add_surface(&mut self, part: &Payload) {
        let operations = part
            .member("data")
            .and_then(|data| data.member(A2UI_OPERATIONS));
        let (Some(id), Some(operations)) = (member_text(part, "id"), operations) else {
            return;
        };
        let operations = || operations.elements().collect();
        self.surfaces.entry(id).or_insert_with(operations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_surfaces_of_a_conversation_are_known() {
        let part = |id: usize, operations: &str| {
            format!(
                r#"{{"type":"{A2UI_SURFACE}","id":"{id}","data":{{"{A2UI_OPERATIONS}":[{operations}]}}}}"#
            )
        };
        let mut parts: Vec<_> = (0..=SURFACES).map(|id| part(id, "1")).collect();
        parts.push(part(SURFACES, "2"));
        let request = format!(
            r#"{{"id":"c","messages":[{{"id":"m","role":"assistant","parts":[{}]}}]}}"#,
            parts.join(",")
        );
        let known = KnownParts::new(&wire::decode(&request).unwrap());
        assert_eq!(known.surfaces.len(), SURFACES);
        let last = &known.surfaces[&SURFACES.to_string()];
        assert_eq!(last.iter().map(Payload::text).collect::<Vec<_>>(), ["2"]);
        assert!(!known.surfaces.contains_key("0"));
    }
}
