//! A parser for event streams that arrive in pieces.

use super::SseError;
use std::mem;

/// An event of a stream. Fields that the bridge does not need, such as `retry`, are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SseEvent {
    /// The field `event`; empty if absent.
    pub(crate) event: String,
    /// The last `id` of the stream so far.
    pub(crate) id: Option<String>,
    /// The lines of data, joined by LF.
    pub(crate) data: String,
}

/// A parser that turns the bytes of a stream into events.
#[derive(Debug)]
pub(super) struct EventParser {
    limit: usize,
    /// The bytes of the current line.
    line: Vec<u8>,
    /// `true` after a CR, which may be followed by an LF.
    is_after_cr: bool,
    is_first_line: bool,
    event: SseEvent,
    has_data: bool,
}

impl EventParser {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            is_after_cr: false,
            is_first_line: true,
            event: SseEvent::default(),
            has_data: false,
        }
    }

    /// Parses the next bytes. Each complete event is passed to `found`.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        mut found: impl FnMut(SseEvent),
    ) -> Result<(), SseError> {
        let mut rest = bytes;
        if mem::take(&mut self.is_after_cr) {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, more) = rest.split_at(end);
            self.extend(line)?;
            rest = if let Some(more) = more.strip_prefix(b"\r") {
                self.is_after_cr = more.is_empty();
                more.strip_prefix(b"\n").unwrap_or(more)
            } else {
                more.strip_prefix(b"\n").unwrap_or(more)
            };
            if let Some(event) = self.end_line() {
                found(event);
            }
        }
        self.extend(rest)
    }

    /// Returns the last event of a stream that ends without a blank line.
    pub(super) fn finish(&mut self) -> Option<SseEvent> {
        let event = self.end_line();
        event.or_else(|| self.dispatch())
    }

    fn extend(&mut self, piece: &[u8]) -> Result<(), SseError> {
        if self.line.len() + self.event.data.len() + piece.len() > self.limit {
            return Err(SseError::TooLong(self.limit));
        }
        self.line.extend_from_slice(piece);
        Ok(())
    }

    /// Processes a complete line. A blank line ends an event, which is returned.
    fn end_line(&mut self) -> Option<SseEvent> {
        let line = mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let mut line = &*line;
        if mem::take(&mut self.is_first_line) {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            "event" => value.clone_into(&mut self.event.event),
            "id" if !value.contains('\0') => self.event.id = Some(value.to_owned()),
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<SseEvent> {
        let id = self.event.id.clone();
        let event = mem::replace(
            &mut self.event,
            SseEvent {
                id,
                ..SseEvent::default()
            },
        );
        mem::take(&mut self.has_data).then_some(event)
    }
}
