//! The lines that agents without a protocol of their own receive.

use crate::gateway::agent::AgentInput;
use agent_ui_text::bridge::a2ui::{
    ClientDataModel, Version,
    a2a::{A2aMessage, A2aVersion, DataPart, MessageMetadata, MimeType, Part},
};
use wire::{EncodeError, Field, Payload};

/// Returns the lines of a client's message, without line ends.
///
/// A message of A2UI is a line as it is. A text of the user, or messages with the data models of their surfaces, are one line: an
/// A2A message with parts and metadata. It also contains the capabilities of the client, if they are known.
pub(crate) fn of_input(input: &AgentInput, version: Option<Version>) -> Result<Vec<String>, EncodeError> {
    let one_line = |text: &str| wire::without_layout(text).into_owned();
    let data_model: Option<ClientDataModel> = input.data_model.as_ref().and_then(|model| model.decode().ok());
    if input.text.is_none() && data_model.is_none() {
        return Ok(input.messages.iter().map(|message| one_line(message.text())).collect());
    }
    let mime_type = match version {
        Some(Version::V1_0) => MimeType::A2uiJson,
        _ => MimeType::JsonA2ui,
    };
    let data = input.messages.iter().map(|message| DataPart::a2ui(message.clone(), mime_type.clone()));
    let mut parts: Vec<Part> = data.map(Part::from).collect();
    parts.extend(input.text.as_ref().map(|text| Part::text(text, A2aVersion::V0_3)));
    let capabilities = input.capabilities.as_ref().and_then(|capabilities| capabilities.decode().ok());
    let metadata = MessageMetadata::for_version(version.unwrap_or(Version::V0_9), capabilities, data_model);
    let mut message = A2aMessage::new(parts);
    if metadata != MessageMetadata::new() {
        message.metadata = Field::Value(metadata);
    }
    Ok(vec![one_line(&wire::encode(&message)?)])
}

/// The parts of a line that an agent has written.
pub(crate) struct AgentLine {
    /// The texts for the user.
    pub(crate) texts: Vec<String>,
    /// `true` if the line contains more than texts.
    pub(crate) has_messages: bool,
}

impl AgentLine {
    /// Looks for texts in a line. Only an A2A message has them.
    pub(crate) fn read(line: &str) -> Self {
        let is_a2a = agent_ui_text::json::member(line, "parts").is_some_and(|parts| parts.starts_with('['));
        let message = is_a2a.then(|| Payload::parse(line).ok()?.decode::<A2aMessage>().ok()).flatten();
        let Some(message) = message else { return Self { texts: Vec::new(), has_messages: true } };
        let texts = message.parts.iter().filter_map(|part| match part {
            Part::Text(part) => Some(part.text.clone()),
            _ => None,
        });
        let has_messages = message.parts.iter().any(|part| matches!(part, Part::Data(_)));
        Self { texts: texts.collect(), has_messages }
    }
}
