//! What the program says: values on standard output, everything else as JSON Lines on standard error.

use bridge::Refusal;
use serde::Serialize;
use std::{
    io::{self, Write},
    process::ExitCode,
};
use wire::{DecodeError, Finding, Pointer};

/// Why the program stops before its input ends.
#[derive(Debug)]
pub(crate) enum Exit {
    /// Nobody reads the output any more.
    Closed,
    /// Something is wrong with how it was called.
    Usage(String),
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Usage(error.to_string()) }
    }
}

/// Standard output and what was said beside it.
pub(crate) struct Report {
    out: io::BufWriter<io::Stdout>,
    refused: bool,
    lost: bool,
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    line: usize,
    error: &'a str,
    pointer: &'a Pointer,
    rule: &'a str,
    message: &'a str,
    hint: &'a str,
}

#[derive(Serialize)]
struct RepairLine<'a> {
    line: usize,
    repair: &'a str,
    pointer: &'a Pointer,
}

#[derive(Serialize)]
struct FindingLine<'a> {
    line: usize,
    #[serde(flatten)]
    finding: FindingParts<'a>,
}

#[derive(Serialize)]
struct FindingParts<'a> {
    rule: &'a str,
    pointer: &'a Pointer,
    severity: &'a str,
    message: &'a str,
    hint: &'a str,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self { out: io::BufWriter::new(io::stdout()), refused: false, lost: false }
    }

    /// Writes one line of text.
    pub(crate) fn text(&mut self, line: &str) -> Result<(), Exit> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    /// Writes one value as a line.
    pub(crate) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(value).map_err(|error| Exit::Usage(error.to_string()))?;
        self.text(&wire::one_line(text))
    }

    /// Lets everything be seen that was written.
    pub(crate) fn flush(&mut self) -> Result<(), Exit> {
        Ok(self.out.flush()?)
    }

    /// Says that an input was refused.
    pub(crate) fn refusal(&mut self, line: usize, refusal: &Refusal) -> Result<(), Exit> {
        self.refused = true;
        self.error(&ErrorLine {
            line,
            error: refusal.kind().as_str(),
            pointer: refusal.pointer(),
            rule: refusal.rule(),
            message: refusal.message(),
            hint: refusal.hint_text(),
        })
    }

    /// Says that an input cannot be read.
    pub(crate) fn unreadable(&mut self, line: usize, error: DecodeError) -> Result<(), Exit> {
        self.refusal(line, &Refusal::from(error))
    }

    /// Says that an input was refused because something would be lost.
    pub(crate) fn loss(&mut self, line: usize, refusal: &Refusal) -> Result<(), Exit> {
        let refused = self.refused;
        self.refusal(line, refusal)?;
        (self.refused, self.lost) = (refused, true);
        Ok(())
    }

    /// Says that the text of an input was changed to read it.
    pub(crate) fn repair(&mut self, line: usize, repair: &str, pointer: &Pointer) -> Result<(), Exit> {
        self.error(&RepairLine { line, repair, pointer })
    }

    /// Says something about an input that was not refused.
    pub(crate) fn finding(&mut self, line: usize, finding: &Finding) -> Result<(), Exit> {
        let finding = FindingParts {
            rule: finding.rule,
            pointer: &finding.pointer,
            severity: finding.severity.as_str(),
            message: &finding.message,
            hint: &finding.hint,
        };
        self.error(&FindingLine { line, finding })
    }

    /// Writes a line on standard error, behind everything that is on standard output.
    pub(crate) fn error<T: Serialize>(&mut self, line: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(line).map_err(|error| Exit::Usage(error.to_string()))?;
        self.errors(&[text])
    }

    /// The same with several lines, which come out together.
    pub(crate) fn errors(&mut self, lines: &[String]) -> Result<(), Exit> {
        if lines.is_empty() {
            return Ok(());
        }
        self.out.flush()?;
        let _ = io::stderr().write_all((lines.join("\n") + "\n").as_bytes());
        Ok(())
    }

    /// An input was found to be wrong, which is told on standard output.
    pub(crate) fn found_error(&mut self) {
        self.refused = true;
    }

    /// The exit status: a refused input outranks a loss.
    pub(crate) fn exit(mut self) -> ExitCode {
        match self.out.flush() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                eprintln!("agent-ui: {error}");
                ExitCode::from(2)
            }
            _ if self.refused => ExitCode::from(65),
            _ if self.lost => ExitCode::from(1),
            _ => ExitCode::SUCCESS,
        }
    }
}
