//! Messages of any version.

use crate::{Direction, SurfaceId, Version, detect, v0_8, v0_9, v0_10, v1_0};
use wire::{
    DecodeError, Finding, Payload, Pointer, Reader, Validate, Wire, Writer,
    decode::{ReadError, ReadResult},
};

/// A message of any version. The `version` member (which 0.8 does not have) and the message key determine the
/// variant.
///
/// ```
/// use agent_ui_a2ui::{Message, Version, wire};
///
/// let message = Message::read(r#"{"deleteSurface":{"surfaceId":"s"}}"#)?;
/// assert_eq!(message.version(), Version::V0_8);
///
/// let error = Message::read(r#"{"version":"v0.9","beginRendering":{"surfaceId":"s","root":"r"}}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "/beginRendering: `beginRendering` is a message of A2UI 0.8, but the version is `v0.9`"
/// );
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [A2UI 1.0, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub enum Message {
    /// A message from the agent in A2UI 0.8.
    V0_8Agent(v0_8::AgentMessage),
    /// A message from the client in A2UI 0.8.
    V0_8Client(v0_8::ClientMessage),
    /// A message from the agent in A2UI 0.9 or 0.9.1.
    V0_9Agent(v0_9::AgentMessage),
    /// A message from the client in A2UI 0.9 or 0.9.1.
    V0_9Client(v0_9::ClientMessage),
    /// A message from the agent in A2UI 0.10 or the 1.0 of June 2026.
    V0_10Agent(v0_10::AgentMessage),
    /// A message from the client in A2UI 0.10 or the 1.0 of June 2026.
    V0_10Client(v0_10::ClientMessage),
    /// A message from the agent in A2UI 1.0.
    V1_0Agent(v1_0::AgentMessage),
    /// A message from the renderer in A2UI 1.0.
    V1_0Renderer(v1_0::RendererMessage),
}

/// Runs the same expression for the message type of each variant.
///
/// `each!(self, message => message.key())` expands to:
///
/// ```text
/// match self {
///     Message::V0_8Agent(message) => message.key(),
///     Message::V0_8Client(message) => message.key(),
///     …
///     Message::V1_0Renderer(message) => message.key(),
/// }
/// ```
macro_rules! each {
    ($message:expr, $inner:ident => $do:expr) => {
        match $message {
            Message::V0_8Agent($inner) => $do,
            Message::V0_8Client($inner) => $do,
            Message::V0_9Agent($inner) => $do,
            Message::V0_9Client($inner) => $do,
            Message::V0_10Agent($inner) => $do,
            Message::V0_10Client($inner) => $do,
            Message::V1_0Agent($inner) => $do,
            Message::V1_0Renderer($inner) => $do,
        }
    };
}

impl Message {
    /// Reads a message and detects its version.
    ///
    /// # Errors
    /// Returns an error if the version is unknown, or if the members of the message have the wrong shape. A message
    /// without a key, with two keys, or with a key of another version is an error, too.
    pub fn read(text: &str) -> Result<Self, DecodeError> {
        Self::read_as(text, None)
    }

    /// Reads a message. If `version` is given, a message of another version is an error.
    ///
    /// # Errors
    /// Returns the errors of [`read`](Self::read). If the message states another version, the error has the rule
    /// `value` and the place `/version`.
    pub fn read_as(text: &str, version: impl Into<Option<Version>>) -> Result<Self, DecodeError> {
        let given = version.into();
        // Most messages state their version first, so their body is read only once.
        let guess = detect::guess(text).filter(|guess| given.is_none_or(|given| given == guess.0));
        let guessed = guess.map(|guess| Self::decode(text, guess));
        match guessed {
            Some(Ok(message)) if message.has_only_own_keys() => Ok(message),
            Some(Err(error)) if guess == Some(detect::detect(text, given)?) => Err(error),
            _ => Self::decode(text, detect::detect(text, given)?),
        }
    }

    /// Returns `true` if no unknown member has the name `version` or the name of a message key.
    fn has_only_own_keys(&self) -> bool {
        let is_other_key = |name: &str| name == "version" || detect::is_key(name);
        each!(self, message => message.extra.iter().all(|(name, _)| !is_other_key(name)))
    }

    fn decode(text: &str, (version, direction): (Version, Direction)) -> Result<Self, DecodeError> {
        use Direction::{Agent, Client};
        Ok(match (version, direction) {
            (Version::V0_8, Agent) => Self::V0_8Agent(wire::decode(text)?),
            (Version::V0_8, Client) => Self::V0_8Client(wire::decode(text)?),
            (Version::V0_9, Agent) => Self::V0_9Agent(wire::decode(text)?),
            (Version::V0_9, Client) => Self::V0_9Client(wire::decode(text)?),
            (Version::V0_10 | Version::V1_0June, Agent) => Self::V0_10Agent(wire::decode(text)?),
            (Version::V0_10 | Version::V1_0June, Client) => Self::V0_10Client(wire::decode(text)?),
            (Version::V1_0, Agent) => Self::V1_0Agent(wire::decode(text)?),
            (Version::V1_0, Client) => Self::V1_0Renderer(wire::decode(text)?),
        })
    }

    /// Returns the version of the message.
    pub fn version(&self) -> Version {
        let v0_10 = |version: v0_10::Version| match version {
            v0_10::Version::V0_10 => Version::V0_10,
            v0_10::Version::V1_0 => Version::V1_0June,
        };
        match self {
            Self::V0_8Agent(_) | Self::V0_8Client(_) => Version::V0_8,
            Self::V0_9Agent(_) | Self::V0_9Client(_) => Version::V0_9,
            Self::V0_10Agent(message) => v0_10(message.version),
            Self::V0_10Client(message) => v0_10(message.version),
            Self::V1_0Agent(_) | Self::V1_0Renderer(_) => Version::V1_0,
        }
    }

    /// Returns the version as text: the value of the `version` member, or `v0.8` for messages of 0.8, which have no
    /// such member.
    pub fn version_word(&self) -> &'static str {
        match self {
            Self::V0_8Agent(_) | Self::V0_8Client(_) => "v0.8",
            Self::V0_9Agent(message) => message.version.as_str(),
            Self::V0_9Client(message) => message.version.as_str(),
            Self::V0_10Agent(message) => message.version.as_str(),
            Self::V0_10Client(message) => message.version.as_str(),
            Self::V1_0Agent(message) => message.version.as_str(),
            Self::V1_0Renderer(message) => message.version.as_str(),
        }
    }

    /// Returns the sender of the message.
    pub fn direction(&self) -> Direction {
        match self {
            Self::V0_8Agent(_) | Self::V0_9Agent(_) | Self::V0_10Agent(_) | Self::V1_0Agent(_) => {
                Direction::Agent
            }
            Self::V0_8Client(_)
            | Self::V0_9Client(_)
            | Self::V0_10Client(_)
            | Self::V1_0Renderer(_) => Direction::Client,
        }
    }

    /// Returns the key of the message, such as `createSurface`.
    pub fn key(&self) -> &'static str {
        each!(self, message => message.key())
    }

    /// Returns `true` if the message creates, changes or deletes a surface. Calls, responses and messages from clients
    /// do not.
    pub fn is_about_a_surface(&self) -> bool {
        self.direction() == Direction::Agent
            && self.surface_id().is_some()
            && self.key() != "callRendererFunction"
    }

    /// Returns the id of the surface that the message names. Calls, responses, and errors outside a surface name
    /// none.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match self {
            Self::V0_8Agent(message) => Some(message.surface_id()),
            Self::V0_8Client(message) => message.surface_id(),
            Self::V0_9Agent(message) => Some(message.surface_id()),
            Self::V0_9Client(message) => Some(message.surface_id()),
            Self::V0_10Agent(message) => message.surface_id(),
            Self::V0_10Client(message) => message.surface_id(),
            Self::V1_0Agent(message) => message.surface_id(),
            Self::V1_0Renderer(message) => message.surface_id(),
        }
    }
}

/// Implements the conversion from each message type. `from! { v0_8::AgentMessage => V0_8Agent }` expands to:
///
/// ```text
/// impl From<v0_8::AgentMessage> for Message {
///     fn from(message: v0_8::AgentMessage) -> Self { Self::V0_8Agent(message) }
/// }
/// ```
macro_rules! from {
    ($($Type:ty => $Variant:ident),* $(,)?) => {
        $(
            impl From<$Type> for Message {
                fn from(message: $Type) -> Self {
                    Self::$Variant(message)
                }
            }
        )*
    };
}

from! {
    v0_8::AgentMessage => V0_8Agent,
    v0_8::ClientMessage => V0_8Client,
    v0_9::AgentMessage => V0_9Agent,
    v0_9::ClientMessage => V0_9Client,
    v0_10::AgentMessage => V0_10Agent,
    v0_10::ClientMessage => V0_10Client,
    v1_0::AgentMessage => V1_0Agent,
    v1_0::RendererMessage => V1_0Renderer,
}

impl Wire for Message {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let payload = Payload::read(reader)?;
        Self::read(payload.text()).map_err(ReadError::from)
    }

    fn write(&self, writer: &mut Writer) {
        each!(self, message => message.write(writer));
    }
}

wire::hand_written! {
    Message,
    schema: |schemas| {
        use wire::schema::json;
        let v0_8 = [
            schemas.schema_for::<v0_8::AgentMessage>(),
            schemas.schema_for::<v0_8::ClientMessage>(),
        ];
        let v0_9 = [
            schemas.schema_for::<v0_9::AgentMessage>(),
            schemas.schema_for::<v0_9::ClientMessage>(),
        ];
        let v0_10 = [
            schemas.schema_for::<v0_10::AgentMessage>(),
            schemas.schema_for::<v0_10::ClientMessage>(),
        ];
        let v1_0 = [
            schemas.schema_for::<v1_0::AgentMessage>(),
            schemas.schema_for::<v1_0::RendererMessage>(),
        ];
        // A message has exactly one key of any version, so a key of another version is not an unknown member.
        let keys = wire::collect_set(detect::KEYS.iter().flat_map(|row| row.2));
        let one_key: Vec<_> = keys.into_iter().map(|key| json!({"required": [key]})).collect();
        let any_of = |names: &[&str]| {
            let each: Vec<_> = names.iter().map(|name| json!({"required": [name]})).collect();
            json!({"anyOf": each})
        };
        let mut june: Vec<_> = detect::JUNE.keys().map(|key| json!({"required": [key]})).collect();
        june.extend(detect::JUNE.bodies.iter().map(|(key, members, later)| {
            let body = json!({"type": "object", "allOf": [any_of(members), {"not": any_of(later)}]});
            json!({"required": [key], "properties": {(*key): body}})
        }));
        let june_or_later = json!({"if": {"anyOf": june}, "then": {"anyOf": v0_10}, "else": {"anyOf": v1_0}});
        let of = |word: &str| json!({"properties": {"version": {"const": word}}});
        json!({
            "type": "object",
            "oneOf": one_key,
            "anyOf": [
                {"allOf": [of("v0.8"), {"anyOf": v0_8}]},
                {"anyOf": v0_9},
                {"allOf": [of("v0.10"), {"anyOf": v0_10}]},
                {"allOf": [of("v1.0"), {"required": ["version"]}, june_or_later]},
                {"not": of("v1.0"), "anyOf": v1_0},
            ],
        })
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        let is_detected_as_itself = |message: &Self| {
            let text = wire::encode(message).unwrap_or_default();
            detect::detect(&text, None).is_ok_and(|(version, _)| version == message.version())
        };
        prop_oneof![
            v0_8::AgentMessage::strategy(level).prop_map(Self::V0_8Agent),
            v0_8::ClientMessage::strategy(level).prop_map(Self::V0_8Client),
            v0_9::AgentMessage::strategy(level).prop_map(Self::V0_9Agent),
            v0_9::ClientMessage::strategy(level).prop_map(Self::V0_9Client),
            v0_10::AgentMessage::strategy(level).prop_map(Self::V0_10Agent),
            v0_10::ClientMessage::strategy(level).prop_map(Self::V0_10Client),
            v1_0::AgentMessage::strategy(level).prop_map(Self::V1_0Agent),
            v1_0::RendererMessage::strategy(level).prop_map(Self::V1_0Renderer),
        ]
        // A message of June 2026 must have a key or member specific to June; otherwise it is read as 1.0.
        .prop_map(move |message| match &message {
            Self::V0_10Agent(inner) if !is_detected_as_itself(&message) => {
                Self::V0_10Agent(v0_10::AgentMessage { version: v0_10::Version::V0_10, ..inner.clone() })
            }
            Self::V0_10Client(inner) if !is_detected_as_itself(&message) => {
                Self::V0_10Client(v0_10::ClientMessage { version: v0_10::Version::V0_10, ..inner.clone() })
            }
            _ => message,
        })
        .boxed()
    },
}

impl Validate for Message {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        each!(self, message => message.findings(at, found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_written_message_is_read_back_unchanged(message: Message) {
            let text = wire::encode(&message).unwrap();
            prop_assert_eq!(Message::read_as(&text, message.version()).unwrap(), message.clone());
            prop_assert_eq!(wire::decode::<Message>(&text).unwrap(), message);
        }
    }
}
