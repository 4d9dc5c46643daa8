//! The standard streams of a run, and the terminals behind them.

use anstream::{AutoStream, ColorChoice};
use std::{
    fmt,
    io::{self, Read, Write},
};
use terminal_size::{Width, terminal_size_of};

/// The assumed number of columns if a terminal does not report its width, or if there is no terminal.
const DEFAULT_COLUMNS: usize = 100;

/// A terminal that an output stream writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The width of the terminal in columns.
    pub columns: usize,
    /// `true` if the terminal shows colours and the user has not turned them off, for example with `NO_COLOR`.
    pub has_color: bool,
}

impl Terminal {
    /// Returns the terminal of a standard stream, if it is one.
    fn of<S: RawStream>(stream: &S) -> Option<Self> {
        let has_color = AutoStream::choice(stream) != ColorChoice::Never;
        stream.is_terminal().then(|| Self {
            columns: stream.columns().unwrap_or(DEFAULT_COLUMNS),
            has_color,
        })
    }

    /// Returns the layout of text that is not written to a terminal.
    pub(crate) fn of_file() -> Self {
        Self {
            columns: DEFAULT_COLUMNS,
            has_color: false,
        }
    }
}

/// A standard output stream of the process.
trait RawStream: anstream::stream::RawStream {
    /// Returns the width of the terminal that shows the stream.
    fn columns(&self) -> Option<usize>;
}

impl RawStream for io::Stdout {
    fn columns(&self) -> Option<usize> {
        terminal_size_of(self).map(|(Width(columns), _)| columns.into())
    }
}

impl RawStream for io::Stderr {
    fn columns(&self) -> Option<usize> {
        terminal_size_of(self).map(|(Width(columns), _)| columns.into())
    }
}

/// The standard streams of one run.
pub struct Streams {
    /// The standard input stream.
    pub input: Box<dyn Read + Send>,
    /// The standard output stream.
    pub output: Box<dyn Write>,
    /// The terminal that shows standard output; `None` for a file or a pipe.
    pub output_terminal: Option<Terminal>,
    /// The standard error stream.
    pub errors: Box<dyn Write>,
    /// The terminal that shows standard error; `None` for a file or a pipe.
    pub errors_terminal: Option<Terminal>,
}

impl Streams {
    /// Creates streams that are not connected to a terminal.
    pub fn new(
        input: Box<dyn Read + Send>,
        output: Box<dyn Write>,
        errors: Box<dyn Write>,
    ) -> Self {
        Self {
            input,
            output,
            output_terminal: None,
            errors,
            errors_terminal: None,
        }
    }

    /// Returns the standard streams of the process.
    pub(crate) fn of_process() -> Self {
        Self {
            input: Box::new(io::stdin()),
            output: Box::new(io::stdout()),
            output_terminal: Terminal::of(&io::stdout()),
            errors: Box::new(io::stderr()),
            errors_terminal: Terminal::of(&io::stderr()),
        }
    }
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            output_terminal,
            errors_terminal,
            ..
        } = self;
        f.debug_struct("Streams")
            .field("output_terminal", output_terminal)
            .field("errors_terminal", errors_terminal)
            .finish_non_exhaustive()
    }
}
