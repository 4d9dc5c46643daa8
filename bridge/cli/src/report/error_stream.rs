//! Standard error, with the progress that a terminal shows below the reports.

use super::progress::Progress;
use crate::{streams::Terminal, terminal_text::CLEAR};
use std::io::{self, Read, Write};

/// Standard error and the progress of the run.
pub(super) struct ErrorStream {
    stream: Box<dyn Write>,
    progress: Option<Progress>,
}

impl ErrorStream {
    pub(super) fn new(stream: Box<dyn Write>) -> Self {
        Self {
            stream,
            progress: None,
        }
    }

    /// Prepares to show the progress of reading files of these sizes. Later calls have no effect.
    pub(super) fn begin_progress(&mut self, sizes: &mut dyn Iterator<Item = u64>) {
        if self.progress.is_none() {
            self.progress = Some(Progress::start(sizes));
        }
    }

    /// Returns a reader that counts the bytes of a file for the progress.
    pub(super) fn count_bytes(&mut self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match &mut self.progress {
            Some(progress) => progress.count_bytes(reader),
            None => reader,
        }
    }

    /// Counts a document. Returns the line of the progress if it is time to draw it.
    pub(super) fn advance_progress(&mut self, terminal: Terminal) -> Option<String> {
        self.progress.as_mut()?.advance(terminal)
    }

    /// Clears the progress from the terminal before something else is written.
    pub(super) fn clear_progress(&mut self) {
        if self.progress.as_mut().is_some_and(Progress::take_visible) {
            self.draw(CLEAR);
        }
    }

    /// Draws on the terminal. Progress that cannot be shown is not an error.
    pub(super) fn draw(&mut self, text: &str) {
        // The terminal may be closed.
        let _ = self
            .stream
            .write_all(text.as_bytes())
            .and_then(|()| self.stream.flush());
    }

    /// Writes lines and a final line break.
    pub(super) fn write_lines(&mut self, lines: &str) -> io::Result<()> {
        self.stream.write_all(format!("{lines}\n").as_bytes())
    }

    /// Writes a last line. The run has ended, so a failure cannot be reported.
    pub(super) fn write_last(&mut self, line: &str) {
        let _ = writeln!(self.stream, "{line}");
    }
}
