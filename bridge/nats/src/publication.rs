//! The messages that a worker publishes: outputs, reports and dead letters.

use crate::limits::FINDING_BYTES;
use crate::{
    input::{FINDING_HEADER, Input, InputBody, OBJECT_HEADER, SEQUENCE_HEADER},
    names::{Direction, StreamNames},
};
use agent_ui_text::Diagnostic;
use async_nats::{HeaderMap, HeaderValue};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The kinds of subjects of a session that a worker writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Channel {
    Forward,
    Backward,
    Report,
    DeadForward,
    DeadBackward,
}

impl Channel {
    pub(crate) fn output(direction: Direction) -> Self {
        match direction {
            Direction::Forward => Self::Forward,
            Direction::Backward => Self::Backward,
        }
    }

    pub(crate) fn dead_letter(direction: Direction) -> Self {
        match direction {
            Direction::Forward => Self::DeadForward,
            Direction::Backward => Self::DeadBackward,
        }
    }

    /// Returns the subject of this kind for a session.
    pub(crate) fn subject(self, names: &StreamNames, token: &str) -> String {
        match self {
            Self::Forward => format!("{names}.out.{token}.forward"),
            Self::Backward => format!("{names}.out.{token}.backward"),
            Self::Report => format!("{names}.out.{token}.report"),
            Self::DeadForward => format!("{names}.dead.{token}.forward"),
            Self::DeadBackward => format!("{names}.dead.{token}.backward"),
        }
    }

    pub(crate) fn is_dead_letter(self) -> bool {
        matches!(self, Self::DeadForward | Self::DeadBackward)
    }
}

/// The id of a publication. Within a subject, ids increase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PublicationId {
    /// The sequence number of the input.
    #[serde(rename = "input")]
    pub(crate) sequence: u64,
    /// The index of the publication among the publications of the input.
    pub(crate) index: u32,
}

impl PublicationId {
    /// Returns the value of the header `Nats-Msg-Id`.
    pub(crate) fn header(self, incarnation: &str) -> String {
        format!("{incarnation}-{}-{}", self.sequence, self.index)
    }

    /// Reads the value of the header `Nats-Msg-Id`. Returns `None` if the message belongs to another incarnation of the input stream.
    pub(crate) fn of_header(id: &str, incarnation: &str) -> Option<Self> {
        let (sequence, index) = id
            .strip_prefix(incarnation)?
            .strip_prefix('-')?
            .split_once('-')?;
        Some(Self {
            sequence: sequence.parse().ok()?,
            index: index.parse().ok()?,
        })
    }
}

/// A message that a worker publishes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Publication {
    pub(crate) channel: Channel,
    #[serde(flatten)]
    pub(crate) id: PublicationId,
    pub(crate) body: Body,
    /// The findings of a dead letter, as JSON in ASCII.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) findings: Vec<String>,
}

/// The body of a publication.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Body {
    Text(String),
    /// The bytes of a body that is not UTF-8, in Base64.
    Bytes(String),
    /// The name of the object with the body.
    Object(String),
}

impl Body {
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Bytes(BASE64_STANDARD.encode(bytes)),
        }
    }

    /// Returns the payload of the message.
    pub(crate) fn payload(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            // The text was encoded by `of_bytes`, so decoding cannot fail.
            Self::Bytes(text) => BASE64_STANDARD.decode(text).unwrap_or_default(),
            Self::Object(_) => Vec::new(),
        }
    }
}

impl Publication {
    /// Creates the dead letter of an input, with the body of the input.
    pub(crate) fn dead_letter(input: &Input, index: u32, findings: &[Diagnostic]) -> Self {
        let body = match &input.body {
            InputBody::Inline(bytes) => Body::of_bytes(bytes),
            InputBody::Object { name, .. } => Body::Object(name.clone()),
        };
        let mut left = FINDING_BYTES;
        let lines = findings
            .iter()
            .filter_map(|finding| Some(ascii_json(&finding.json().ok()?)));
        let findings = lines.take_while(|line| {
            let fits = line.len() <= left;
            left = left.saturating_sub(line.len());
            fits
        });
        Self {
            channel: Channel::dead_letter(input.direction),
            id: PublicationId {
                sequence: input.sequence,
                index,
            },
            body,
            findings: findings.collect(),
        }
    }

    /// Returns the headers except the id.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(SEQUENCE_HEADER, self.id.sequence.to_string());
        if let Body::Object(name) = &self.body
            && let Ok(name) = name.parse::<HeaderValue>()
        {
            headers.insert(OBJECT_HEADER, name);
        }
        for finding in &self.findings {
            if let Ok(finding) = finding.parse::<HeaderValue>() {
                headers.append(FINDING_HEADER, finding);
            }
        }
        headers
    }
}

/// Escapes all non-ASCII characters of a JSON text. Some clients cannot read them in headers.
fn ascii_json(json: &str) -> String {
    let mut ascii = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() {
            ascii.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(ascii, "\\u{unit:04x}");
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn ids_increase_with_input_and_index() {
        let id = |sequence, index| PublicationId { sequence, index };
        assert!(id(9, 1) < id(10, 0) && id(10, 0) < id(10, 1));
        assert_eq!(id(10, 2).header("6a"), "6a-10-2");
        assert_eq!(PublicationId::of_header("6a-10-2", "6a"), Some(id(10, 2)));
        assert_eq!(PublicationId::of_header("6b-10-2", "6a"), None);
    }

    #[test]
    fn bodies_keep_every_byte() {
        for bytes in [b"{\"a\":1}".as_slice(), b"\xff\xfe\0", "…".as_bytes()] {
            let text = serde_json::to_string(&Body::of_bytes(bytes)).unwrap();
            assert_eq!(
                serde_json::from_str::<Body>(&text).unwrap().payload(),
                bytes
            );
        }
    }
}
