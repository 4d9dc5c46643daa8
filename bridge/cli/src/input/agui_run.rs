//! Runs of AG-UI that bring no message of A2UI.

use wire::{DecodeError, DecodeRule, Payload, decode::ReadError, token};

/// How the types of events begin.
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

/// Returns what to say of a run in which no message was found; `None` if the text has anything but events of AG-UI.
///
/// The events are lines of JSON, the data of Server-Sent Events, or the elements of a list.
pub(super) fn without_messages(text: &str) -> Option<DecodeError> {
    let mut events = 0;
    for line in text.lines() {
        let line = line.trim();
        let is_field = [":", "event:", "id:", "retry:"].iter().any(|field| line.starts_with(field));
        let data = line.strip_prefix("data:").map_or(line, str::trim);
        match data.as_bytes().first() {
            None => {}
            _ if is_field || data == "[DONE]" => {}
            Some(b'{') if is_event(data) => events += 1,
            // A list may go on over many lines.
            Some(b'[') if events == 0 => {
                events = events_of_list(text)?;
                break;
            }
            _ => return None,
        }
    }
    let events = match events {
        0 => return None,
        1 => "an event of AG-UI that brings no message of A2UI".to_owned(),
        events => format!("{events} events of AG-UI, none of which brings a message of A2UI"),
    };
    let expected = "an activity, a tool call, the result of a tool or a text with messages";
    Some(ReadError::new(DecodeRule::Key, events, expected).into())
}

/// Counts the elements of a list; `None` if one of them is no event.
fn events_of_list(text: &str) -> Option<usize> {
    let elements = || token::children(text.trim());
    let are_events = Payload::is_json(text.trim()) && elements().all(|element| is_event(element.text));
    are_events.then(|| elements().count())
}

fn is_event(text: &str) -> bool {
    let kind = crate::json::member(text, "type").filter(|kind| kind.starts_with('"'));
    let kind = kind.map(token::string).unwrap_or_default();
    EVENTS.iter().any(|event| kind.starts_with(event)) && Payload::is_json(text)
}
