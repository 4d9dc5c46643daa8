//! The streams of values: standard output, or the files that replace it.

use crate::output_file::OutputFile;
use std::{
    borrow::Cow,
    io::{self, BufWriter, Write},
};

/// The number of bytes that are collected before a write.
const CAPACITY: usize = 64 << 10;

/// The streams that a run writes its values to.
pub(super) struct ValueStreams {
    main: BufWriter<Box<dyn Write>>,
    /// The output of the backward direction, if it is separate.
    backward: Option<BufWriter<Box<dyn Write>>>,
    /// The file of the main stream, which replaces an earlier one at the end of the run.
    pub(super) file: Option<OutputFile>,
    /// `true` if the whitespace between the tokens of values is preserved.
    pub(super) is_verbatim: bool,
}

impl ValueStreams {
    pub(super) fn new(output: Box<dyn Write>) -> Self {
        Self {
            main: BufWriter::with_capacity(CAPACITY, output),
            backward: None,
            file: None,
            is_verbatim: false,
        }
    }

    /// Replaces the main stream.
    pub(super) fn set_main(&mut self, output: Box<dyn Write>) {
        self.main = BufWriter::with_capacity(CAPACITY, output);
    }

    /// Sets a separate stream for the backward direction.
    pub(super) fn set_backward(&mut self, output: Box<dyn Write>) {
        self.backward = Some(BufWriter::with_capacity(CAPACITY, output));
    }

    /// Returns `true` if the backward direction has a separate stream.
    pub(super) fn has_backward(&self) -> bool {
        self.backward.is_some()
    }

    /// Returns a JSON text on one line.
    pub(super) fn json_line<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.is_verbatim {
            true => wire::one_line(text),
            false => wire::without_layout(text),
        }
    }

    /// Writes one line of text.
    pub(super) fn write_line(&mut self, line: &str) -> io::Result<()> {
        write_line(&mut self.main, line)
    }

    /// Writes one line of text to the stream of the backward direction, if it is separate.
    pub(super) fn write_backward_line(&mut self, line: &str) -> io::Result<()> {
        match &mut self.backward {
            Some(backward) => write_line(backward, line),
            None => Ok(()),
        }
    }

    /// Writes bytes without a change.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.main.write_all(bytes)
    }

    /// Flushes the main stream.
    pub(super) fn flush_main(&mut self) -> io::Result<()> {
        self.main.flush()
    }

    /// Flushes both streams.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if let Some(backward) = &mut self.backward {
            backward.flush()?;
        }
        self.main.flush()
    }
}

fn write_line(stream: &mut dyn Write, line: &str) -> io::Result<()> {
    stream.write_all(line.as_bytes())?;
    stream.write_all(b"\n")
}
