//! One message of any version.

use crate::{SurfaceId, detect, v0_8, v0_9};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use wire::{DecodeError, Finding, Payload, Pointer, Validate};

/// A version of A2UI, as far as its messages differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Version {
    /// A2UI 0.8, whose messages carry no version.
    V0_8,
    /// A2UI 0.9 and 0.9.1.
    V0_9,
}

impl Version {
    /// All of them, the oldest first.
    pub const ALL: &'static [Self] = &[Self::V0_8, Self::V0_9];

    /// The words by which messages state it.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::V0_8 => &["v0.8"],
            Self::V0_9 => v0_9::Version::WORDS,
        }
    }

    /// The version that a word states.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// assert_eq!(a2ui::Version::from_word("v0.9.1"), Some(a2ui::Version::V0_9));
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|version| version.words().contains(&word))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V0_8 => "A2UI 0.8",
            Self::V0_9 => "A2UI 0.9",
        })
    }
}

/// Who sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// The agent, to the client.
    Agent,
    /// The client, to the agent.
    Client,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent => "agent",
            Self::Client => "client",
        })
    }
}

/// One message. Its version and its direction are what it states: the `version` member (0.8 has none) and the one key
/// that names it.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Message, Version};
///
/// let message = Message::read(r#"{"deleteSurface":{"surfaceId":"s"}}"#)?;
/// assert_eq!(message.version(), Version::V0_8);
///
/// let error = Message::read(r#"{"version":"v0.9","beginRendering":{"surfaceId":"s","root":"r"}}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "/beginRendering: `beginRendering`, a message of A2UI 0.8, beside the version `v0.9`; expected exactly one of \
///      `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface`, `action`, `error`"
/// );
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub enum Message {
    /// From the agent, A2UI 0.8.
    V0_8Agent(v0_8::AgentMessage),
    /// From the client, A2UI 0.8.
    V0_8Client(v0_8::ClientMessage),
    /// From the agent, A2UI 0.9 or 0.9.1.
    V0_9Agent(v0_9::AgentMessage),
    /// From the client, A2UI 0.9 or 0.9.1.
    V0_9Client(v0_9::ClientMessage),
}

impl Message {
    /// Reads a message of the version that it states.
    ///
    /// # Errors
    /// If the version is unknown, the message has no key, two, or one of another version, or it does not decode.
    pub fn read(text: &str) -> Result<Self, DecodeError> {
        Self::read_as(text, None)
    }

    /// Reads a message; given a version, it has to be of that one.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and `value` at `/version` if it states another version.
    pub fn read_as(text: &str, version: impl Into<Option<Version>>) -> Result<Self, DecodeError> {
        Ok(match detect::detect(text, version.into())? {
            (Version::V0_8, Direction::Agent) => Self::V0_8Agent(wire::decode(text)?),
            (Version::V0_8, Direction::Client) => Self::V0_8Client(wire::decode(text)?),
            (Version::V0_9, Direction::Agent) => Self::V0_9Agent(wire::decode(text)?),
            (Version::V0_9, Direction::Client) => Self::V0_9Client(wire::decode(text)?),
        })
    }

    /// Its version.
    pub fn version(&self) -> Version {
        match self {
            Self::V0_8Agent(_) | Self::V0_8Client(_) => Version::V0_8,
            Self::V0_9Agent(_) | Self::V0_9Client(_) => Version::V0_9,
        }
    }

    /// The version as text, as a [surface](crate::surface::SurfaceSnapshot) shows it: `v0.8`, which no message of 0.8
    /// says, or the word that the message states.
    pub fn version_word(&self) -> &'static str {
        match self {
            Self::V0_8Agent(_) | Self::V0_8Client(_) => "v0.8",
            Self::V0_9Agent(message) => message.version.as_str(),
            Self::V0_9Client(message) => message.version.as_str(),
        }
    }

    /// Who sends it.
    pub fn direction(&self) -> Direction {
        match self {
            Self::V0_8Agent(_) | Self::V0_9Agent(_) => Direction::Agent,
            Self::V0_8Client(_) | Self::V0_9Client(_) => Direction::Client,
        }
    }

    /// The key that names it.
    pub fn key(&self) -> &'static str {
        match self {
            Self::V0_8Agent(message) => message.key(),
            Self::V0_8Client(message) => message.key(),
            Self::V0_9Agent(message) => message.key(),
            Self::V0_9Client(message) => message.key(),
        }
    }

    /// The surface that it is about; only an `error` of 0.8 names none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match self {
            Self::V0_8Agent(message) => Some(message.surface_id()),
            Self::V0_8Client(message) => message.surface_id(),
            Self::V0_9Agent(message) => Some(message.surface_id()),
            Self::V0_9Client(message) => Some(message.surface_id()),
        }
    }
}

impl From<v0_8::AgentMessage> for Message {
    fn from(message: v0_8::AgentMessage) -> Self {
        Self::V0_8Agent(message)
    }
}

impl From<v0_8::ClientMessage> for Message {
    fn from(message: v0_8::ClientMessage) -> Self {
        Self::V0_8Client(message)
    }
}

impl From<v0_9::AgentMessage> for Message {
    fn from(message: v0_9::AgentMessage) -> Self {
        Self::V0_9Agent(message)
    }
}

impl From<v0_9::ClientMessage> for Message {
    fn from(message: v0_9::ClientMessage) -> Self {
        Self::V0_9Client(message)
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::V0_8Agent(message) => message.serialize(serializer),
            Self::V0_8Client(message) => message.serialize(serializer),
            Self::V0_9Agent(message) => message.serialize(serializer),
            Self::V0_9Client(message) => message.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        Self::read(payload.text()).map_err(wire::decode::nested_error)
    }
}

wire::special! {
    Message,
    schema: |generator| {
        let v0_8 = [
            generator.subschema_for::<v0_8::AgentMessage>(),
            generator.subschema_for::<v0_8::ClientMessage>(),
        ];
        let v0_9 = [
            generator.subschema_for::<v0_9::AgentMessage>(),
            generator.subschema_for::<v0_9::ClientMessage>(),
        ];
        // A key of one version is no stray member of another.
        let keys: std::collections::BTreeSet<_> = detect::KEYS.iter().flat_map(|row| row.2).collect();
        let one_key: Vec<_> =
            keys.into_iter().map(|key| wire::schemars::json_schema!({"required": [key]})).collect();
        wire::schemars::json_schema!({
            "type": "object",
            "oneOf": one_key,
            "anyOf": [{"properties": {"version": {"const": "v0.8"}}, "anyOf": v0_8}, {"anyOf": v0_9}],
        })
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            v0_8::AgentMessage::strategy(level).prop_map(Self::V0_8Agent),
            v0_8::ClientMessage::strategy(level).prop_map(Self::V0_8Client),
            v0_9::AgentMessage::strategy(level).prop_map(Self::V0_9Agent),
            v0_9::ClientMessage::strategy(level).prop_map(Self::V0_9Client),
        ]
        .boxed()
    },
}

impl Validate for Message {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::V0_8Agent(message) => message.findings(at, found),
            Self::V0_8Client(message) => message.findings(at, found),
            Self::V0_9Agent(message) => message.findings(at, found),
            Self::V0_9Client(message) => message.findings(at, found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn any_message_is_read_back_as_what_it_is(message: Message) {
            let text = wire::encode(&message).unwrap();
            prop_assert_eq!(Message::read_as(&text, message.version()).unwrap(), message.clone());
            prop_assert_eq!(wire::decode::<Message>(&text).unwrap(), message);
        }
    }
}
