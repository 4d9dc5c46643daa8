//! Events that contain no A2UI message, such as those of an AG-UI run.

use wire::{DecodeError, DecodeRule, Payload, decode::ReadError, token};

/// Prefixes of the AG-UI event types.
const EVENTS: [&str; 11] = [
    "ACTIVITY_",
    "CUSTOM",
    "MESSAGES_",
    "RAW",
    "REASONING_",
    "RUN_",
    "STATE_",
    "STEP_",
    "TEXT_MESSAGE_",
    "THINKING_",
    "TOOL_CALL_",
];

/// The fields of a Server-Sent Event.
const FIELDS: [&str; 4] = ["data:", "event:", "id:", "retry:"];

/// Returns the error for an AG-UI run without messages, or `None` if the text contains anything else.
///
/// The events are lines of JSON, the data of Server-Sent Events, or the elements of a list.
pub(super) fn without_messages(text: &str) -> Option<DecodeError> {
    let mut events = 0;
    for line in text.lines() {
        let line = line.trim();
        let is_field = [":", "event:", "id:", "retry:"]
            .iter()
            .any(|field| line.starts_with(field));
        let data = line.strip_prefix("data:").map_or(line, str::trim);
        match data.as_bytes().first() {
            None => {}
            _ if is_field || data == "[DONE]" => {}
            Some(b'{') if is_event(data) => events += 1,
            // A list may span several lines.
            Some(b'[') if events == 0 => {
                events = events_of_list(text)?;
                break;
            }
            _ => return None,
        }
    }
    let events = match events {
        0 => return None,
        1 => "this AG-UI event contains no A2UI message".to_owned(),
        events => format!("none of the {events} AG-UI events contains an A2UI message"),
    };
    let expected = "add an activity, a tool call, a tool result or a text that contains messages";
    Some(ReadError::new(DecodeRule::Key, events, expected).into())
}

/// Returns `true` if a line is part of a Server-Sent Event, or is an AG-UI event.
pub(super) fn is_of_event(line: &str) -> bool {
    let line = line.trim();
    FIELDS.iter().any(|field| line.starts_with(field)) || is_event(line)
}

/// Counts the events of a list; `None` if an element is not an event.
fn events_of_list(text: &str) -> Option<usize> {
    let text = text.trim();
    if !Payload::is_json(text) {
        return None;
    }
    let mut count = 0;
    for element in token::children(text) {
        if !is_event(element.text) {
            return None;
        }
        count += 1;
    }
    Some(count)
}

fn is_event(text: &str) -> bool {
    let kind = crate::json::member(text, "type").filter(|kind| kind.starts_with('"'));
    let kind = kind.map(token::string).unwrap_or_default();
    EVENTS.iter().any(|event| kind.starts_with(event)) && Payload::is_json(text)
}
