//! Server-Sent Events with JSON data, as `curl` prints responses of streamable HTTP and streamed model APIs.
//!
//! Everything except event data is replaced by spaces, so that each document keeps its place:
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>.

use std::io::{self, Read};

/// The field of an event whose text is kept, `data:`.
const DATA: &[u8] = b"data:";
const OTHERS: [&[u8]; 4] = [b"event:", b"id:", b"retry:", b":"];
/// The data that ends a stream of responses.
const DONE: &[u8] = b"[DONE]";
/// The number of bytes that identify a line: `data: [DONE]` and its line break.
const IDENTIFYING_BYTES: usize = 14;

/// A reader of the data of events. Text outside of events is unchanged, because no line of JSON starts like a field.
pub(super) struct EventData<R> {
    inner: R,
    /// The bytes that were read.
    buffer: Vec<u8>,
    /// The number of bytes in the buffer that were returned already.
    returned: usize,
    /// The kind of the line that contains the next byte.
    line: EventLine,
    is_at_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EventLine {
    Start,
    Kept,
    Blank,
}

impl<R: Read> EventData<R> {
    pub(super) fn new(inner: R) -> Self {
        Self {
            inner,
            buffer: Vec::new(),
            returned: 0,
            line: EventLine::Start,
            is_at_end: false,
        }
    }

    /// Reads more input, at least the bytes that identify a line.
    fn fill(&mut self, room: usize) -> io::Result<()> {
        self.buffer.drain(..self.returned);
        self.returned = 0;
        let known = self.buffer.len();
        self.buffer.resize(known + room.max(IDENTIFYING_BYTES), 0);
        let read = self
            .inner
            .read(self.buffer.get_mut(known..).unwrap_or_default());
        self.buffer.truncate(known + *read.as_ref().unwrap_or(&0));
        self.is_at_end = read? == 0;
        Ok(())
    }

    /// Classifies the line that starts here. Returns its kind and the number of bytes to replace by spaces, or `None`
    /// if more bytes are needed.
    fn classify_line(&self) -> Option<(EventLine, usize)> {
        let rest = self.buffer.get(self.returned..).unwrap_or_default();
        let is_whole = self.is_at_end || rest.len() >= IDENTIFYING_BYTES || rest.contains(&b'\n');
        if let Some(data) = rest.strip_prefix(DATA) {
            if !is_whole {
                return None;
            }
            let end = memchr::memchr(b'\n', data).unwrap_or(data.len());
            let data = data.get(..end).unwrap_or_default();
            let line = if data.trim_ascii() == DONE {
                EventLine::Blank
            } else {
                EventLine::Kept
            };
            return Some((line, DATA.len()));
        }
        if OTHERS.iter().any(|field| rest.starts_with(field)) {
            return Some((EventLine::Blank, 0));
        }
        let mut fields = OTHERS.iter().chain([&DATA]);
        if !is_whole && fields.any(|field| field.starts_with(rest)) {
            return None;
        }
        Some((EventLine::Kept, 0))
    }

    /// Returns a part of the current line, with spaces for everything that is not kept.
    fn read_line(&mut self, into: &mut [u8]) -> usize {
        let rest = self.buffer.get(self.returned..).unwrap_or_default();
        let line = match memchr::memchr(b'\n', rest) {
            Some(end) => end + 1,
            None => rest.len(),
        };
        let length = line.min(into.len());
        let from = rest.get(..length).unwrap_or_default();
        let to = into.get_mut(..length).unwrap_or_default();
        to.copy_from_slice(from);
        if self.line == EventLine::Blank {
            for byte in to {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        if from.last() == Some(&b'\n') {
            self.line = EventLine::Start;
        }
        self.returned += length;
        length
    }
}

impl<R: Read> Read for EventData<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !into.is_empty() {
            if self.line == EventLine::Start && self.returned < self.buffer.len() {
                if let Some((line, blanks)) = self.classify_line() {
                    self.line = line;
                    let field = self.buffer.iter_mut().skip(self.returned).take(blanks);
                    field.for_each(|byte| *byte = b' ');
                }
            }
            if self.returned < self.buffer.len() && self.line != EventLine::Start {
                return Ok(self.read_line(into));
            }
            if self.is_at_end {
                return Ok(0);
            }
            self.fill(into.len())?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a fixed number of bytes per read.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(into.len());
            let (piece, rest) = self.0.split_at(length);
            into[..length].copy_from_slice(piece);
            self.0 = rest;
            Ok(length)
        }
    }

    #[test]
    fn event_data_keeps_its_place_for_any_read_size() {
        for (text, expected) in [
            (
                "event: message\ndata: {\"a\":1}\n\n",
                "              \n      {\"a\":1}\n\n",
            ),
            (
                "data:{\ndata:}\nid: 7\nretry: 5\n: ping\n",
                "     {\n     }\n     \n        \n      \n",
            ),
            ("data: [DONE]\r\ndata: [DO", "             \n      [DO"),
            (
                "{\"data\":\n1}\nda\ndatum: 1\nid",
                "{\"data\":\n1}\nda\ndatum: 1\nid",
            ),
            ("data: [DONE]", "            "),
            ("", ""),
        ] {
            for size in 1..20 {
                let mut read = String::new();
                EventData::new(Pieces(text.as_bytes(), size))
                    .read_to_string(&mut read)
                    .unwrap();
                assert_eq!(read, expected, "{size} bytes at once");
            }
        }
    }
}
