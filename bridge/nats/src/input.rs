//! The messages that clients publish.

use crate::{names::Direction, objects::RefusedObject, recent_inputs::InputId};
use async_nats::{HeaderMap, jetstream::Message};

/// The header with the source protocol of a session, as in `a2ui@0.8`.
pub const FROM_HEADER: &str = "Agent-UI-From";
/// The header with the target protocol of a session.
pub const TO_HEADER: &str = "Agent-UI-To";
/// The header that is `true` if the message ends its session.
pub const END_HEADER: &str = "Agent-UI-End";
/// The header with the name of the object that contains the body. The payload of such a message is empty.
pub const OBJECT_HEADER: &str = "Agent-UI-Object";
/// The header with the sequence number of the input, in every message that results from the input.
pub const SEQUENCE_HEADER: &str = "Agent-UI-Sequence";
/// The header with a finding of a dead letter, as JSON. A dead letter has one header per finding.
pub const FINDING_HEADER: &str = "Agent-UI-Finding";

/// The number of deliveries after which every attempt to translate a message is recorded.
const USUAL_DELIVERIES: i64 = 2;

/// An input of a session.
#[derive(Debug)]
pub(crate) struct Input {
    /// The sequence number in the input stream.
    pub(crate) sequence: u64,
    pub(crate) direction: Direction,
    /// The id that the publisher gave to the input.
    pub(crate) id: Option<InputId>,
    pub(crate) body: InputBody,
    /// The protocols that the headers name.
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    pub(crate) is_end: bool,
    /// `true` if the message was delivered so often that it may have ended workers.
    pub(crate) is_suspect: bool,
}

/// The body of an input.
#[derive(Debug)]
pub(crate) enum InputBody {
    Inline(Vec<u8>),
    /// A body in the object store. The content is present once it was read.
    Object {
        name: String,
        content: Option<Result<Vec<u8>, RefusedObject>>,
    },
}

impl Input {
    /// Creates a forward input with a text, for tests.
    #[cfg(test)]
    pub(crate) fn of_text(sequence: u64, text: &str) -> Self {
        Self {
            sequence,
            direction: Direction::Forward,
            id: None,
            body: InputBody::Inline(text.as_bytes().to_vec()),
            from: None,
            to: None,
            is_end: false,
            is_suspect: false,
        }
    }

    /// Reads an input and the token of its session. Returns `None` if the subject is not an input subject.
    pub(crate) fn read(message: &Message, sequence: u64, delivered: i64) -> Option<(Self, String)> {
        let (_, direction) = message.subject.rsplit_once('.')?;
        let session = session_of(&message.subject);
        let direction = match direction {
            "forward" => Direction::Forward,
            "backward" => Direction::Backward,
            _ => return None,
        };
        let body = match header(message, OBJECT_HEADER) {
            Some(name) => InputBody::Object {
                name,
                content: None,
            },
            None => InputBody::Inline(message.payload.to_vec()),
        };
        let input = Self {
            sequence,
            direction,
            id: input_id(message),
            body,
            from: header(message, FROM_HEADER),
            to: header(message, TO_HEADER),
            is_end: is_true(message.headers.as_ref()),
            is_suspect: delivered > USUAL_DELIVERIES,
        };
        Some((input, session.to_owned()))
    }

    /// Returns the body, or the reason for which the body cannot be read.
    pub(crate) fn content(&self) -> Result<&[u8], RefusedObject> {
        match &self.body {
            InputBody::Inline(body) => Ok(body),
            InputBody::Object {
                content: Some(content),
                ..
            } => content.as_deref().map_err(Clone::clone),
            InputBody::Object { .. } => {
                Err(RefusedObject::Unreadable("it was not read".to_owned()))
            }
        }
    }
}

/// Returns the token of the session in the subject of an input.
pub(crate) fn session_of(subject: &str) -> &str {
    subject.rsplit('.').nth(1).unwrap_or_default()
}

fn header(message: &Message, name: &str) -> Option<String> {
    let value = message.headers.as_ref()?.get(name)?;
    Some(value.as_str().to_owned())
}

fn input_id(message: &Message) -> Option<InputId> {
    let id = message
        .headers
        .as_ref()?
        .get(async_nats::header::NATS_MESSAGE_ID)?;
    Some(InputId::new(
        id.as_str(),
        message.info().ok()?.published.unix_timestamp(),
    ))
}

fn is_true(headers: Option<&HeaderMap>) -> bool {
    let value = headers.and_then(|headers| headers.get(END_HEADER));
    value.is_some_and(|value| value.as_str().eq_ignore_ascii_case("true"))
}
