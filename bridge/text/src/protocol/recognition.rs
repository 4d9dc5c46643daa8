//! Recognition of the protocol of a text by its members.

use super::ALL;
use crate::{
    json::{self, ObjectMembers},
    mistake_hints::has_carried_messages,
};
use bridge::Protocol;
use std::borrow::Cow;
use wire::{Payload, token};

/// The maximum number of list elements that are examined.
const MAX_ELEMENTS: usize = 32;
/// The depth to which lists, envelopes and strings with JSON are opened.
const SEARCH_DEPTH: usize = 3;

/// A protocol to which a text may belong, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The protocol of the text.
    pub protocol: Protocol,
    /// A description of the evidence, such as `the member x`.
    pub evidence: String,
}

/// Returns the protocols to which a text may belong. Text that is nearly JSON is recognised, too.
pub fn recognize(text: &str) -> Vec<Candidate> {
    recognize_within(text, SEARCH_DEPTH)
}

fn recognize_within(text: &str, depth: usize) -> Vec<Candidate> {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    match text.as_bytes().first() {
        Some(b'{') => recognize_object(text, depth),
        Some(b'[') if depth > 0 => recognize_list(text, depth - 1),
        Some(b'"') if depth > 0 => recognize_within(&token::string(text), depth - 1),
        _ => Vec::new(),
    }
}

/// Returns A2UI if the object contains A2UI messages, otherwise the protocols that its members show, otherwise the
/// protocols of its nested messages.
fn recognize_object(text: &str, depth: usize) -> Vec<Candidate> {
    let members = ObjectMembers::of(text);
    let mut candidates = Vec::new();
    for known in ALL {
        if let Some(evidence) = (known.evidence)(&members) {
            candidates.push(Candidate {
                protocol: known.protocol,
                evidence,
            });
        }
    }
    if candidates
        .iter()
        .any(|candidate| candidate.protocol == Protocol::A2ui)
    {
        return candidates;
    }
    // A frame of another protocol that carries A2UI messages is read as A2UI, whatever its members show.
    if Payload::is_json(text) && has_carried_messages(text) {
        let evidence = "the A2UI messages that it carries".to_owned();
        return vec![Candidate {
            protocol: Protocol::A2ui,
            evidence,
        }];
    }
    if candidates.is_empty() && depth > 0 {
        return recognize_nested(text, &members, depth - 1);
    }
    candidates
}

/// Returns the protocols of the messages in an object: in its message list, or in an envelope.
fn recognize_nested(text: &str, members: &ObjectMembers<'_>, depth: usize) -> Vec<Candidate> {
    for known in ALL {
        if let Some((_, list)) = (known.message_list)(text) {
            let found = recognize_within(list, depth);
            if !found.is_empty() {
                return found;
            }
        }
    }
    match members.get("value") {
        Some(value) if members.has("carry") => recognize_within(value, depth),
        _ => Vec::new(),
    }
}

/// Returns the protocol of the first element with exactly one candidate. Without such an element, returns the
/// candidates of an element with several.
fn recognize_list(text: &str, depth: usize) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for element in token::children(text).take(MAX_ELEMENTS) {
        let found = recognize_within(element.text, depth);
        match found.len() {
            0 => {}
            1 => return found,
            _ => candidates = found,
        }
    }
    candidates
}

/// Returns a description of a document, for an error about an unknown protocol.
pub fn describe(text: &str) -> Cow<'static, str> {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    match text.as_bytes().first() {
        Some(b'{') if json::syntax_error(text).is_none() => {
            let members = ObjectMembers::of(text);
            let names: Vec<&str> = members.names().collect();
            let shown: Vec<String> = names
                .iter()
                .take(4)
                .map(|name| format!("`{}`", name.escape_debug()))
                .collect();
            match (shown.split_last(), names.len()) {
                (None, _) => "an empty object".into(),
                (Some((only, [])), _) => format!("an object with the member {only}").into(),
                (Some((last, others)), 2..=4) => format!(
                    "an object with the members {} and {last}",
                    others.join(", ")
                )
                .into(),
                (_, count) => format!(
                    "an object with the members {} and {} more",
                    shown.join(", "),
                    count - shown.len()
                )
                .into(),
            }
        }
        Some(b'[') if json::syntax_error(text).is_none() => "a list without a known message".into(),
        Some(b'{' | b'[') => "text that is not valid JSON".into(),
        Some(b'"') => "a string".into(),
        Some(b'-' | b'0'..=b'9') => "a number".into(),
        _ if Payload::is_json(text) => format!("`{text}`").into(),
        _ => "text without JSON".into(),
    }
}
