//! The lines of agents that have no protocol of their own.

use crate::gateway::agent::{AgentInput, TurnMark};
use agent_ui_text::bridge::a2ui::{
    ClientDataModel, Message, Version,
    a2a::{A2aMessage, A2aVersion, DataPart, MessageMetadata, MimeType, Part},
};
use wire::{EncodeError, Field, Payload};

/// Returns the lines of a client's message, without line ends.
///
/// An A2UI message alone is one line. A text of the user becomes an A2A message with parts and metadata on one line,
/// and so do messages with the data models of their surfaces. The A2A message also contains the client's capabilities,
/// if they are known.
pub(crate) fn of_input(
    input: &AgentInput,
    version: Option<Version>,
) -> Result<Vec<String>, EncodeError> {
    let data_model: Option<ClientDataModel> = match &input.data_model {
        Some(model) => model.decode().ok(),
        None => None,
    };
    if input.text.is_none() && data_model.is_none() {
        return Ok(input
            .messages
            .iter()
            .map(|message| wire::without_layout(message.text()).into_owned())
            .collect());
    }
    // The messages show a version that is not known.
    let version = version.or_else(|| {
        let first = input.messages.first()?;
        Some(Message::read(first.text()).ok()?.version())
    });
    let mime_type = match version {
        Some(Version::V1_0) => MimeType::A2uiJson,
        _ => MimeType::JsonA2ui,
    };
    let data = input
        .messages
        .iter()
        .map(|message| DataPart::a2ui(message.clone(), mime_type.clone()));
    let mut parts: Vec<Part> = data.map(Part::from).collect();
    if let Some(text) = &input.text {
        parts.push(Part::text(text, A2aVersion::V0_3));
    }
    let capabilities = match &input.capabilities {
        Some(capabilities) => capabilities.decode().ok(),
        None => None,
    };
    let metadata =
        MessageMetadata::for_version(version.unwrap_or(Version::V0_9), capabilities, data_model);
    let mut message = A2aMessage::new(parts);
    if metadata != MessageMetadata::new() {
        message.metadata = Field::Value(metadata);
    }
    // The agent can recognise a message that it gets again.
    let id = Payload::string(&input.id);
    let message = Payload::encode(&message)?;
    let members: Vec<_> = message.members().collect();
    let members = members.iter().map(|(name, value)| (name.as_ref(), value));
    let message = Payload::object(std::iter::once(("messageId", &id)).chain(members));
    Ok(vec![wire::without_layout(message.text()).into_owned()])
}

/// Returns `true` if the agent must respond: to a text or a user action. Client errors and function results need no
/// answer.
pub(crate) fn needs_answer(input: &AgentInput) -> bool {
    input.text.is_some()
        || input.messages.iter().any(|message| {
            message.member("action").is_some() || message.member("userAction").is_some()
        })
}

/// The contents of a line that an agent has written.
#[derive(Default)]
pub(crate) struct AgentLine {
    /// The texts for the user.
    pub(crate) texts: Vec<String>,
    /// `true` if the line contains A2UI messages, or anything else that the session must validate.
    pub(crate) has_messages: bool,
    /// The agent's statement about its turn, if the line contains one.
    pub(crate) mark: Option<TurnMark>,
}

impl AgentLine {
    /// Reads the texts and the mark of a line. Only an A2A message has texts.
    ///
    /// # Errors
    /// Returns a description of the error if the line contains an unknown mark.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        if let Some(mark) = agent_ui_text::json::member(line, "turn") {
            return read_mark(mark).map(|mark| Self {
                mark: Some(mark),
                ..Self::default()
            });
        }
        let is_a2a =
            agent_ui_text::json::member(line, "parts").is_some_and(|parts| parts.starts_with('['));
        let message = is_a2a
            .then(|| Payload::parse(line).ok()?.decode::<A2aMessage>().ok())
            .flatten();
        let Some(message) = message else {
            return Ok(Self {
                has_messages: true,
                ..Self::default()
            });
        };
        let texts = message.parts.iter().filter_map(|part| match part {
            Part::Text(part) => Some(part.text.clone()),
            _ => None,
        });
        let has_messages = message
            .parts
            .iter()
            .any(|part| matches!(part, Part::Data(_)));
        Ok(Self {
            texts: texts.collect(),
            has_messages,
            mark: None,
        })
    }
}

/// Reads the value of `{"turn":…}`.
fn read_mark(value: &str) -> Result<TurnMark, String> {
    match value {
        "\"end\"" => Ok(TurnMark::Ended),
        "\"more\"" => Ok(TurnMark::More),
        other => Err(format!(
            r#"{{"turn":{other}}} is not a mark; write {{"turn":"end"}} or {{"turn":"more"}}"#
        )),
    }
}
