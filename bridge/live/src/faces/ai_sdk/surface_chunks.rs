//! Reads the A2UI messages in the chunks of answers.

use super::{A2UI_OPERATIONS, Chunk};
use crate::faces::ag_ui::{
    A2UI_SURFACE, ActivitySnapshot, Custom, Event, ToolCallArgs, ToolCallEnd, ToolCallResult,
    ToolCallStart, surface_reader::SurfaceReader,
};
use std::{collections::BTreeMap, mem};
use wire::Payload;

/// The maximum number of calls whose inputs are read piece by piece.
const CALLS: usize = 256;

/// Finds the A2UI messages in chunks. Data parts repeat their messages, but each is returned once.
///
/// AG-UI has an event for each kind of chunks that can contain messages, so its reader reads them.
#[derive(Debug, Default)]
pub(super) struct SurfaceChunks {
    reader: SurfaceReader,
    /// The calls whose inputs have begun. `true` after the first piece of the input.
    calls: BTreeMap<String, bool>,
    /// The number of data parts without an id.
    nameless: u64,
}

impl SurfaceChunks {
    /// Prepares for the chunks of the next answer. Calls of an answer that broke off are forgotten.
    pub(super) fn begin_answer(&mut self) {
        for id in mem::take(&mut self.calls).into_keys() {
            self.forget_input(&id);
        }
    }

    /// Returns the new messages of a chunk.
    pub(super) fn read(&mut self, chunk: &Chunk) -> Vec<String> {
        match chunk {
            Chunk::SurfacePart(part) => {
                self.read_data(chunk.tag(), part.id.get().cloned(), &part.data)
            }
            Chunk::Unknown(unknown) if unknown.tag().starts_with("data-") => {
                let id = unknown.members().get("id");
                let id = id.and_then(|id| Some(id.as_str()?.into_owned()));
                match unknown.members().get("data") {
                    Some(data) => self.read_data(unknown.tag(), id, data),
                    None => Vec::new(),
                }
            }
            Chunk::ToolInputStart(start) => self.start_call(&start.tool_call_id, &start.tool_name),
            Chunk::ToolInputDelta(delta) => {
                let Some(is_in_pieces) = self.calls.get_mut(&delta.tool_call_id) else {
                    // The whole input follows.
                    return Vec::new();
                };
                *is_in_pieces = true;
                self.extract(ToolCallArgs::new(
                    &*delta.tool_call_id,
                    &*delta.input_text_delta,
                ))
            }
            Chunk::ToolInputError(error) => {
                if self.calls.remove(&error.tool_call_id).is_some() {
                    self.forget_input(&error.tool_call_id);
                }
                Vec::new()
            }
            Chunk::ToolInputAvailable(input) => {
                let whole = input.input.as_ref();
                self.end_call(&input.tool_call_id, &input.tool_name, whole)
            }
            Chunk::ToolOutputAvailable(output) => {
                let Some(value) = &output.output else {
                    return Vec::new();
                };
                // A result is a text in AG-UI.
                let content = match value.as_str() {
                    Some(_) => value.clone(),
                    None => Payload::string(value.text()),
                };
                let id = format!("{}/output", output.tool_call_id);
                self.extract(ToolCallResult::new(id, &*output.tool_call_id, content))
            }
            // Texts are read when they are complete.
            _ => Vec::new(),
        }
    }

    /// Splits a complete text into its A2UI messages and the remaining text.
    pub(super) fn split_text(&self, text: &str) -> (Vec<String>, String) {
        self.reader.split_text(text)
    }

    /// Reads the data of a part. A part with the same type and id replaces this one.
    fn read_data(&mut self, kind: &str, id: Option<String>, data: &Payload) -> Vec<String> {
        if data.member(A2UI_OPERATIONS).is_none() {
            return self.extract(Custom::new(kind, data.clone()));
        }
        let part = match id {
            Some(id) => format!("{kind}/{id}"),
            None => {
                self.nameless += 1;
                format!("{kind}//{}", self.nameless)
            }
        };
        self.extract(ActivitySnapshot::new(part, A2UI_SURFACE, data.clone()).replace(true))
    }

    fn start_call(&mut self, id: &str, tool: &str) -> Vec<String> {
        if self.calls.len() >= CALLS || self.calls.contains_key(id) {
            return Vec::new();
        }
        self.calls.insert(id.to_owned(), false);
        self.extract(ToolCallStart::new(id, tool))
    }

    /// Ends the input of a call that failed. An incomplete input contains no messages.
    fn forget_input(&mut self, id: &str) {
        self.extract(ToolCallEnd::new(id));
    }

    /// Ends the input of a call. `input` is the whole input, which may have come in pieces before.
    fn end_call(&mut self, id: &str, tool: &str, input: Option<&Payload>) -> Vec<String> {
        let known = self.calls.remove(id);
        let mut messages = match known {
            Some(_) => Vec::new(),
            None => self.extract(ToolCallStart::new(id, tool)),
        };
        if let (false, Some(input)) = (known == Some(true), input) {
            messages.extend(self.extract(ToolCallArgs::new(id, input.text())));
        }
        messages.extend(self.extract(ToolCallEnd::new(id)));
        messages
    }

    fn extract(&mut self, event: impl Into<Event>) -> Vec<String> {
        let event = event.into();
        // Events can always be written.
        let text = wire::encode_line(&event).unwrap_or_default();
        self.reader.read(&event, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    const DATA: &str =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.0}}"#;

    fn read(surfaces: &mut SurfaceChunks, text: &str) -> Vec<String> {
        surfaces.read(&wire::decode(text).unwrap())
    }

    #[test]
    fn parts_that_repeat_their_messages_yield_the_new_ones() {
        let mut surfaces = SurfaceChunks::default();
        let part = |kind: &str, id: &str, messages: &[&str]| {
            format!(
                r#"{{"type":"{kind}","id":"{id}","data":{{"a2ui_operations":[{}]}}}}"#,
                messages.join(",")
            )
        };
        let own = "data-a2ui-surface";
        assert_eq!(read(&mut surfaces, &part(own, "s", &[CREATE])), [CREATE]);
        assert_eq!(
            read(&mut surfaces, &part(own, "s", &[CREATE, DATA])),
            [DATA]
        );
        assert_eq!(
            read(&mut surfaces, &part(own, "s", &[CREATE, DATA])),
            [""; 0]
        );
        let other = DATA.replace("\"s\"", "\"t\"");
        assert_eq!(
            read(&mut surfaces, &part("data-other", "s", &[&other])),
            [&*other]
        );
    }

    #[test]
    fn data_parts_may_contain_messages_themselves() {
        for data in [DATA.to_owned(), format!("[{DATA}]")] {
            let mut surfaces = SurfaceChunks::default();
            let part = format!(r#"{{"type":"data-ui","data":{data}}}"#);
            assert_eq!(read(&mut surfaces, &part), [DATA], "{data}");
        }
        let mut surfaces = SurfaceChunks::default();
        let weather = r#"{"type":"data-weather","data":{"city":"Bern"}}"#;
        assert_eq!(read(&mut surfaces, weather), [""; 0]);
    }

    #[test]
    fn calls_without_an_end_are_forgotten() {
        let mut surfaces = SurfaceChunks::default();
        let start = |id: usize| {
            format!(
                r#"{{"type":"tool-input-start","toolCallId":"{id}","toolName":"send_a2ui_json_to_client"}}"#
            )
        };
        let delta = |id: usize, text: &str| {
            let text = Payload::string(text);
            format!(r#"{{"type":"tool-input-delta","toolCallId":"{id}","inputTextDelta":{text}}}"#)
        };
        for id in 0..CALLS {
            read(&mut surfaces, &start(id));
            read(&mut surfaces, &delta(id, r#"{"a2ui_json":"#));
        }
        // A call that failed makes room for another one.
        let failed = r#"{"type":"tool-input-error","toolCallId":"0","toolName":"send_a2ui_json_to_client","input":"{","errorText":"e"}"#;
        assert_eq!(read(&mut surfaces, failed), [""; 0]);
        assert_eq!(surfaces.calls.len(), CALLS - 1);
        surfaces.begin_answer();
        assert_eq!(surfaces.calls.len(), 0);
        // The next answer may use an id again.
        let input = Payload::string(&format!(r#"{{"messages":[{DATA}]}}"#));
        let mut found = read(&mut surfaces, &start(1));
        found.extend(read(
            &mut surfaces,
            &delta(1, &format!(r#"{{"a2ui_json":{input}}}"#)),
        ));
        assert_eq!(found, [DATA]);
        // Pieces of an unknown call are not stored.
        read(&mut surfaces, &delta(2, "{"));
        assert_eq!(surfaces.calls.len(), 1);
    }

    #[test]
    fn inputs_and_results_of_tools_are_read_once() {
        let mut surfaces = SurfaceChunks::default();
        let result = format!(
            r#"{{"type":"tool-output-available","toolCallId":"c","output":{{"a2ui_operations":[{CREATE}]}}}}"#
        );
        assert_eq!(read(&mut surfaces, &result), [CREATE]);
        let input = format!(r#"{{"messages":[{DATA}]}}"#);
        let name = "send_a2ui_json_to_client";
        let available = |id: &str| {
            format!(
                r#"{{"type":"tool-input-available","toolCallId":"{id}","toolName":"{name}","input":{{"a2ui_json":{}}}}}"#,
                Payload::string(&input)
            )
        };
        let whole = read(&mut surfaces, &available("d"));
        assert_eq!(whole, [DATA]);
        let mut surfaces = SurfaceChunks::default();
        let start =
            format!(r#"{{"type":"tool-input-start","toolCallId":"e","toolName":"{name}"}}"#);
        let arguments = format!(r#"{{"a2ui_json":{}}}"#, Payload::string(&input));
        let delta = format!(
            r#"{{"type":"tool-input-delta","toolCallId":"e","inputTextDelta":{}}}"#,
            Payload::string(&arguments)
        );
        let mut found = read(&mut surfaces, &start);
        found.extend(read(&mut surfaces, &delta));
        found.extend(read(&mut surfaces, &available("e")));
        assert_eq!(found, [DATA]);
    }
}
