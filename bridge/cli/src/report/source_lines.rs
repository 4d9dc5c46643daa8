//! The lines of inputs, for the text form of findings.

use crate::input;
use agent_ui_text::place::Place;
use std::{
    io::{self, Read},
    path::Path,
    sync::{Arc, Mutex},
};

/// The maximum number of bytes of an input that are kept. Findings after them are reported without their line.
const MAX_BYTES: u64 = 64 << 20;

/// The text of an input, with the offset of each line.
#[derive(Debug, Default)]
struct SourceText {
    bytes: Vec<u8>,
    /// The offset of each line, except the first.
    starts: Vec<usize>,
}

impl SourceText {
    fn push(&mut self, bytes: &[u8]) {
        let room = usize::try_from(MAX_BYTES)
            .unwrap_or(usize::MAX)
            .saturating_sub(self.bytes.len());
        let bytes = bytes.get(..room).unwrap_or(bytes);
        let offset = self.bytes.len() + 1;
        self.starts
            .extend(memchr::memchr_iter(b'\n', bytes).map(|end| offset + end));
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns a line, counted from 1, without its line break.
    fn line(&self, number: usize) -> Option<&[u8]> {
        let start = match number.checked_sub(2) {
            None => 0,
            Some(index) => *self.starts.get(index)?,
        };
        let end = number
            .checked_sub(1)
            .and_then(|index| self.starts.get(index))
            .map(|end| end - 1);
        let line = self.bytes.get(start..end.unwrap_or(self.bytes.len()))?;
        // Columns do not count a byte order mark.
        let line = if start == 0 {
            line.strip_prefix(input::MARK).unwrap_or(line)
        } else {
            line
        };
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The lines of the inputs of a run: those of the current file, and those of standard input that were read so far.
#[derive(Debug, Default)]
pub(super) struct SourceLines {
    standard_input: Arc<Mutex<SourceText>>,
    file: Option<(Arc<str>, SourceText)>,
}

impl SourceLines {
    /// Returns a reader that also stores the text that it reads.
    pub(super) fn record(&self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(RecordingReader {
            reader,
            text: Arc::clone(&self.standard_input),
        })
    }

    /// Sets the text of a file whose content on disk is different. `None` stands for standard input.
    pub(super) fn set(&mut self, file: Option<&Arc<str>>, bytes: &[u8]) {
        let mut text = SourceText::default();
        text.push(bytes);
        match (file, self.standard_input.lock()) {
            (Some(file), _) => self.file = Some((Arc::clone(file), text)),
            (None, Ok(mut standard_input)) => *standard_input = text,
            // Findings are then shown without their lines.
            (None, Err(_)) => {}
        }
    }

    /// Returns the line of a place, if it is available.
    pub(super) fn line(&mut self, place: &Place) -> Option<Vec<u8>> {
        if place.line == 0 {
            return None;
        }
        let Some(file) = &place.file else {
            return self
                .standard_input
                .lock()
                .ok()?
                .line(place.line)
                .map(<[u8]>::to_vec);
        };
        if self.file.as_ref().is_none_or(|(open, _)| open != file) {
            let mut text = SourceText::default();
            text.push(&input::first_bytes(Path::new(&**file), MAX_BYTES).unwrap_or_default());
            self.file = Some((Arc::clone(file), text));
        }
        self.file.as_ref()?.1.line(place.line).map(<[u8]>::to_vec)
    }
}

/// A reader that also stores the text that it reads.
struct RecordingReader {
    reader: Box<dyn Read + Send>,
    text: Arc<Mutex<SourceText>>,
}

impl Read for RecordingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if let (Ok(mut text), Some(bytes)) = (self.text.lock(), buffer.get(..read)) {
            text.push(bytes);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_across_reads() {
        let lines = SourceLines::default();
        let mut reader = lines.record(Box::new(Read::chain(&b"one\r\ntw"[..], &b"o\n\nfour"[..])));
        io::copy(&mut reader, &mut io::sink()).unwrap();
        let text = lines.standard_input.lock().unwrap();
        let line = |number| {
            text.line(number)
                .map(|line| String::from_utf8_lossy(line).into_owned())
        };
        assert_eq!(
            [1, 2, 3, 4].map(line),
            ["one", "two", "", "four"].map(|line| Some(line.to_owned()))
        );
        assert_eq!(line(5), None);
    }
}
