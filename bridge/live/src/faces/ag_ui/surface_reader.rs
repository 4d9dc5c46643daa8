//! Reads the A2UI messages in the events of runs.

use super::{ActivitySnapshot, Event, json_patch};
use agent_ui_text::bridge::a2ui::extract::{ExtractedItem, Extractor};
use std::{collections::BTreeMap, fmt};
use wire::{Payload, PayloadKind};

/// The maximum length in bytes of an event, and of all activities that are compared.
const LIMIT: usize = 16 << 20;

/// Finds the A2UI messages in events. Activities repeat their messages, but each is returned once.
pub(in crate::faces) struct SurfaceReader {
    extractor: Extractor,
    /// The content of the activities, by message id, for patches inside a message.
    contents: BTreeMap<String, Payload>,
    length: usize,
}

impl fmt::Debug for SurfaceReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurfaceReader")
            .field("activities", &self.contents.len())
            .finish_non_exhaustive()
    }
}

impl Default for SurfaceReader {
    fn default() -> Self {
        Self {
            extractor: Extractor::new().limit(LIMIT),
            contents: BTreeMap::new(),
            length: 0,
        }
    }
}

impl SurfaceReader {
    /// Returns the new messages of an event. `data` is the text of the event.
    pub(in crate::faces) fn read(&mut self, event: &Event, data: &str) -> Vec<String> {
        match event {
            Event::ActivitySnapshot(snapshot) => {
                let is_first = !self.contents.contains_key(&snapshot.message_id);
                if is_first || snapshot.replace.get() != Some(&false) {
                    self.remember(&snapshot.message_id, snapshot.content.clone());
                }
                self.extract(data)
            }
            Event::ActivityDelta(delta) => {
                let known = self.contents.get(&delta.message_id);
                let changed =
                    known.and_then(|content| json_patch::apply(content, &delta.patch).ok());
                let Some(content) = changed else {
                    return self.extract(data);
                };
                self.remember(&delta.message_id, content.clone());
                if delta.patch.iter().all(is_addition) {
                    return self.extract(data);
                }
                // The extractor compares the whole content with what it has seen.
                let snapshot =
                    ActivitySnapshot::new(&*delta.message_id, &*delta.activity_type, content);
                let snapshot = wire::encode_line(&Event::from(snapshot)).unwrap_or_default();
                self.extract(&snapshot)
            }
            Event::MessagesSnapshot(snapshot) => {
                let mut found = Vec::new();
                for message in &snapshot.messages {
                    // Messages of the user and calls that report actions are not messages of the agent.
                    if !message.has_role("activity") {
                        continue;
                    }
                    if let (Some(id), Some(content)) = (message.id.get(), &message.content) {
                        self.remember(id, content.clone());
                    }
                    found.extend(self.extract(&wire::encode_line(message).unwrap_or_default()));
                }
                found
            }
            Event::ToolCallStart(_)
            | Event::ToolCallArgs(_)
            | Event::ToolCallEnd(_)
            | Event::ToolCallChunk(_)
            | Event::ToolCallResult(_) => self.extract(data),
            Event::Custom(_) => self.extract(data),
            // Texts are read when they are complete.
            _ => Vec::new(),
        }
    }

    /// Splits a complete text into its A2UI messages and the remaining text.
    pub(in crate::faces) fn split_text(&self, text: &str) -> (Vec<String>, String) {
        let mut extractor = Extractor::new().limit(LIMIT);
        let mut found = extractor.push(text);
        found.extend(extractor.finish());
        let (mut messages, mut rest) = (Vec::new(), String::new());
        for item in found {
            match item {
                ExtractedItem::Text(around) => rest.push_str(&around.text),
                ExtractedItem::Message(message) => messages.extend(message.text.ok()),
                _ => {}
            }
        }
        (messages, rest)
    }

    fn extract(&mut self, data: &str) -> Vec<String> {
        let line = wire::without_layout(data);
        let mut found = self.extractor.push(&line);
        found.extend(self.extractor.push("\n"));
        let mut messages = Vec::new();
        for item in found {
            // The gateway reports messages that cannot be read.
            if let ExtractedItem::Message(message) = item {
                messages.extend(message.text.ok().filter(|text| !is_of_client(text)));
            }
        }
        messages
    }

    fn remember(&mut self, id: &str, content: Payload) {
        self.length += content.text().len();
        let before = self.contents.insert(id.to_owned(), content);
        self.length -= before.map_or(0, |before| before.text().len());
        while self.length > LIMIT {
            let Some((_, content)) = self.contents.pop_first() else {
                break;
            };
            self.length -= content.text().len();
        }
    }
}

/// Returns `true` for a patch operation that appends to a list.
fn is_addition(operation: &Payload) -> bool {
    let (op, path) = (operation.member("op"), operation.member("path"));
    let op = op.as_ref().and_then(Payload::as_str);
    let (Some("add"), Some(path)) = (op.as_deref(), path.as_ref().and_then(Payload::as_str)) else {
        return false;
    };
    path.ends_with("/-") && path.matches('/').count() == 2
}

/// Returns `true` for a client's message, because servers repeat these.
fn is_of_client(message: &str) -> bool {
    let Ok(message) = Payload::parse(message) else {
        return false;
    };
    message.kind() == PayloadKind::Object
        && ["userAction", "action", "error"]
            .iter()
            .any(|key| message.member(key).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    const DATA: &str =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.0}}"#;
    const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

    fn read(reader: &mut SurfaceReader, text: &str) -> Vec<String> {
        reader.read(&wire::decode(text).unwrap(), text)
    }

    fn snapshot(operations: &[&str]) -> String {
        wire::encode(&ActivitySnapshot::of_operations("m", operations.iter().copied()).unwrap())
            .unwrap()
    }

    #[test]
    fn repeated_activities_yield_only_new_messages() {
        let mut reader = SurfaceReader::default();
        let building = r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"a2ui-surface","content":{"status":"building"}}"#;
        assert_eq!(read(&mut reader, building), [""; 0]);
        assert_eq!(read(&mut reader, &snapshot(&[CREATE])), [CREATE]);
        assert_eq!(read(&mut reader, &snapshot(&[CREATE, DATA])), [DATA]);
        assert_eq!(read(&mut reader, &snapshot(&[CREATE, DATA])), [""; 0]);
        let history = format!(
            r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"m","role":"activity","activityType":"a2ui-surface","content":{{"a2ui_operations":[{CREATE},{DATA},{DATA}]}}}}]}}"#
        );
        assert_eq!(read(&mut reader, &history), [DATA]);
        // A list without the changes, as a server that replays a surface sends it.
        let compact = DATA.replace("1.0", "2");
        assert_eq!(
            read(&mut reader, &snapshot(&[CREATE, &compact])),
            [&*compact]
        );
        assert_eq!(read(&mut reader, &snapshot(&[DELETE])), [DELETE]);
        assert_eq!(
            read(&mut reader, &snapshot(&[CREATE, DATA])),
            [CREATE, DATA]
        );
    }

    #[test]
    fn patches_add_and_change_messages() {
        let mut reader = SurfaceReader::default();
        let delta = |patch: &str| {
            format!(
                r#"{{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"a2ui-surface","patch":[{patch}]}}"#
            )
        };
        read(&mut reader, &snapshot(&[CREATE]));
        let add = delta(&format!(
            r#"{{"op":"add","path":"/a2ui_operations/-","value":{DATA}}}"#
        ));
        assert_eq!(read(&mut reader, &add), [DATA]);
        let inside = delta(
            r#"{"op":"replace","path":"/a2ui_operations/1/updateDataModel/value","value":2}"#,
        );
        assert_eq!(read(&mut reader, &inside), [DATA.replace("1.0", "2")]);
        let whole = delta(&format!(
            r#"{{"op":"replace","path":"/a2ui_operations","value":[{CREATE},{DATA}]}}"#
        ));
        assert_eq!(read(&mut reader, &whole), [DATA]);
    }

    #[test]
    fn messages_in_tool_calls_and_texts_are_found() {
        let mut reader = SurfaceReader::default();
        let result = format!(
            r#"{{"type":"TOOL_CALL_RESULT","messageId":"r","toolCallId":"c","content":{}}}"#,
            Payload::string(&format!(r#"{{"a2ui_operations":[{CREATE}]}}"#)).text()
        );
        assert_eq!(read(&mut reader, &result), [CREATE]);
        assert_eq!(
            read(&mut reader, &snapshot(&[CREATE, DATA])),
            [DATA],
            "the activity repeats the result"
        );
        let logged = format!(
            r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"d","delta":{}}}"#,
            Payload::string(
                r#"{"name":"go","surfaceId":"s","sourceComponentId":"b","context":{}}"#
            )
            .text()
        );
        read(
            &mut reader,
            r#"{"type":"TOOL_CALL_START","toolCallId":"d","toolCallName":"log_a2ui_event"}"#,
        );
        read(&mut reader, &logged);
        assert_eq!(
            read(&mut reader, r#"{"type":"TOOL_CALL_END","toolCallId":"d"}"#),
            [""; 0]
        );
        let text = format!("Here it is:\n<a2ui-json>{DATA}</a2ui-json>\nAnything else?");
        let (messages, rest) = reader.split_text(&text);
        assert_eq!(
            (messages, rest.split_whitespace().count()),
            (vec![DATA.to_owned()], 5)
        );
    }
}
