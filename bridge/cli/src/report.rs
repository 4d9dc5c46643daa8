//! All output of the program: values on standard output, and errors, findings and notices as JSON Lines on standard
//! error.

use crate::{
    input::{Input, Place},
    repair::{Repair, Repairs},
    threads::BatchResult,
};
use bridge::Refusal;
use serde::Serialize;
use std::io::{self, Read, Write};
use wire::{DecodeError, Finding, Pointer};

/// Reasons to stop before the input ends.
#[derive(Debug)]
pub(crate) enum Exit {
    /// The reader of the output has closed it.
    Closed,
    /// The command line is wrong; exit status 2.
    Usage(String),
    /// The output cannot be written; exit status 74.
    Output(io::Error),
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Output(error) }
    }
}

/// The standard streams of one run.
pub struct Streams {
    /// The standard input stream.
    pub input: Box<dyn Read + Send>,
    /// The standard output stream.
    pub output: Box<dyn Write>,
    /// The standard error stream.
    pub errors: Box<dyn Write>,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Streams")
    }
}

/// The streams of a run and the state of its report.
pub(crate) struct Report {
    input: Option<Box<dyn Read + Send>>,
    out: io::BufWriter<Box<dyn Write>>,
    /// The output of the backward direction, if it is separate.
    back: Option<io::BufWriter<Box<dyn Write>>>,
    errors: Box<dyn Write>,
    refused: bool,
    lost: bool,
    is_verbatim: bool,
    /// `true` if the totals at the end are omitted.
    is_quiet: bool,
    repairs: Repairs,
    /// Repairs held back for another report, each with the number of bytes of standard error before it.
    held_repairs: Option<Vec<(usize, Place, Repair)>>,
    error_bytes: usize,
    /// Findings held back until [`Report::take_collected`].
    collected: Option<Vec<CollectedFinding>>,
    /// Refusals since the last [`Report::take_refusals`], for the page.
    #[cfg(feature = "live")]
    refusals: Option<Vec<(Place, Refusal)>>,
}

/// The file, line and column members of a report line.
#[derive(Serialize)]
pub(crate) struct PlaceFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    column: usize,
}

impl<'a> From<&'a Place> for PlaceFields<'a> {
    fn from(place: &'a Place) -> Self {
        Self { file: place.file.as_deref(), line: place.line, column: place.column }
    }
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    error: &'a str,
    pointer: &'a Pointer,
    rule: &'a str,
    message: &'a str,
    hint: &'a str,
}

#[derive(Serialize)]
struct FindingLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    rule: &'a str,
    pointer: &'a Pointer,
    severity: &'a str,
    message: &'a str,
    hint: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
}

impl<'a> FindingLine<'a> {
    fn new(place: &'a Place, finding: &'a Finding, profile: Option<&'a str>) -> Self {
        Self {
            at: place.into(),
            rule: finding.rule,
            pointer: &finding.pointer,
            severity: finding.severity.as_str(),
            message: &finding.message,
            hint: &finding.hint,
            profile,
        }
    }
}

/// A finding that was held back, to be written later.
pub(crate) struct CollectedFinding {
    pub(crate) place: Place,
    pub(crate) finding: Finding,
    /// The validation profile of the finding; `None` for a notice about the input.
    profile: Option<String>,
}

/// The report line of a corrected fault.
#[derive(Serialize)]
pub(crate) struct FixedLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    fixed: &'a str,
    pointer: &'a Pointer,
    message: &'a str,
}

impl<'a> FixedLine<'a> {
    pub(crate) fn new(place: &'a Place, fixed: &'a str, pointer: &'a Pointer, message: &'a str) -> Self {
        Self { at: place.into(), fixed, pointer, message }
    }
}

impl Report {
    pub(crate) fn new(streams: Streams) -> Self {
        let Streams { input, output, errors } = streams;
        let out = io::BufWriter::with_capacity(64 << 10, output);
        Self {
            input: Some(input),
            out,
            back: None,
            errors,
            refused: false,
            lost: false,
            is_verbatim: false,
            is_quiet: false,
            repairs: Repairs::default(),
            held_repairs: None,
            error_bytes: 0,
            collected: None,
            #[cfg(feature = "live")]
            refusals: None,
        }
    }

    /// Returns the refusals since the last call. The first call returns none and starts the collection.
    #[cfg(feature = "live")]
    pub(crate) fn take_refusals(&mut self) -> Vec<(Place, Refusal)> {
        self.refusals.replace(Vec::new()).unwrap_or_default()
    }

    /// Writes a line of plain text to standard error.
    #[cfg(feature = "live")]
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Exit> {
        self.errors(&[text.to_owned()])
    }

    /// Preserves the whitespace between the tokens of values.
    pub(crate) fn verbatim(&mut self) {
        self.is_verbatim = true;
    }

    /// Omits the totals at the end of the run.
    pub(crate) fn quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Takes the standard input stream. Later calls return an empty stream.
    pub(crate) fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.input.take().unwrap_or_else(|| Box::new(io::empty()))
    }

    /// Writes one line of text.
    pub(crate) fn text(&mut self, line: &str) -> Result<(), Exit> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        Ok(())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Exit> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Replaces standard output with another stream.
    pub(crate) fn write_to(&mut self, output: Box<dyn Write>) {
        self.out = io::BufWriter::with_capacity(64 << 10, output);
    }

    /// Sets a separate output for the backward direction.
    pub(crate) fn write_back_to(&mut self, output: Box<dyn Write>) {
        self.back = Some(io::BufWriter::with_capacity(64 << 10, output));
    }

    /// Writes one JSON text as a line to the output of its direction.
    pub(crate) fn json_to(&mut self, is_backward: bool, text: &str) -> Result<(), Exit> {
        match &mut self.back {
            Some(back) if is_backward => {
                let line = if self.is_verbatim { wire::one_line(text) } else { wire::without_layout(text) };
                back.write_all(line.as_bytes())?;
                back.write_all(b"\n")?;
                Ok(())
            }
            _ => self.json(text),
        }
    }

    /// Writes one JSON text as a line.
    pub(crate) fn json(&mut self, text: &str) -> Result<(), Exit> {
        let line = if self.is_verbatim { wire::one_line(text) } else { wire::without_layout(text) };
        self.text(&line)
    }

    /// Writes one value as a line.
    pub(crate) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Exit> {
        self.json(&serde_json::to_string(value).map_err(io::Error::from)?)
    }

    /// Flushes both outputs.
    pub(crate) fn flush(&mut self) -> Result<(), Exit> {
        if let Some(back) = &mut self.back {
            back.flush()?;
        }
        Ok(self.out.flush()?)
    }

    /// Returns whether a message was refused, and whether data was lost.
    pub(crate) fn verdict(&self) -> (bool, bool) {
        (self.refused, self.lost)
    }

    /// Writes the result of a worker thread and adopts its verdict.
    pub(crate) fn join(&mut self, done: BatchResult) -> Result<(), Exit> {
        self.refused |= done.refused;
        self.lost |= done.lost;
        self.out.write_all(&done.output)?;
        let mut at = 0;
        for (end, place, repair) in done.repairs {
            self.write_errors_after_output(done.errors.get(at..end).unwrap_or_default())?;
            self.report_repair(&place, repair)?;
            at = end;
        }
        self.write_errors_after_output(done.errors.get(at..).unwrap_or_default())
    }

    /// Writes to standard error after flushing standard output, so that earlier values appear first.
    fn write_errors_after_output(&mut self, text: &[u8]) -> Result<(), Exit> {
        if text.is_empty() {
            return Ok(());
        }
        self.out.flush()?;
        self.write_errors(text)
    }

    /// Reports a refused message.
    pub(crate) fn refusal(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        self.refused = true;
        #[cfg(feature = "live")]
        if let Some(refusals) = &mut self.refusals {
            refusals.push((place.clone(), refusal.clone()));
        }
        self.error(&ErrorLine {
            at: place.into(),
            error: refusal.kind().as_str(),
            pointer: refusal.pointer(),
            rule: refusal.rule(),
            message: refusal.message(),
            hint: refusal.hint_text(),
        })
    }

    /// Reports an input that cannot be read.
    pub(crate) fn unreadable(&mut self, input: &Input<'_>, error: DecodeError) -> Result<(), Exit> {
        self.refusal(&input.fault(&error), &Refusal::from(input.with_document_start(error)))
    }

    /// Reports a message that was refused because it would lose data.
    pub(crate) fn loss(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        let refused = self.refused;
        self.refusal(place, refusal)?;
        (self.refused, self.lost) = (refused, true);
        Ok(())
    }

    /// Reports the first repair of its kind in a source, and counts the others for the total at the end.
    pub(crate) fn report_repair(&mut self, place: &Place, repair: Repair) -> Result<(), Exit> {
        if let Some(held) = &mut self.held_repairs {
            held.push((self.error_bytes, place.clone(), repair));
            return Ok(());
        }
        let warning = repair.warning();
        if self.repairs.is_first(place, &warning) { self.finding(place, &warning) } else { Ok(()) }
    }

    /// Holds repairs back from now on, for a report that sees the whole input.
    pub(crate) fn hold_repairs(&mut self) {
        self.held_repairs = Some(Vec::new());
    }

    /// Returns the held-back repairs, each with the number of bytes of standard error before it.
    pub(crate) fn take_repairs(&mut self) -> Vec<(usize, Place, Repair)> {
        self.held_repairs.take().unwrap_or_default()
    }

    /// Reports the number of repairs that were only counted.
    fn total_repairs(&mut self) -> Result<(), Exit> {
        let repairs = std::mem::take(&mut self.repairs);
        if self.is_quiet {
            return Ok(());
        }
        repairs.totals().try_for_each(|(place, total)| self.finding(&place, &total))
    }

    /// Holds findings back from now on.
    pub(crate) fn collect(&mut self) {
        self.collected = Some(Vec::new());
    }

    /// Returns the held-back findings and stops holding them back.
    pub(crate) fn take_collected(&mut self) -> Vec<CollectedFinding> {
        self.collected.take().unwrap_or_default()
    }

    /// Writes a finding that was held back. If standard output contains something else, the finding goes to standard
    /// error.
    pub(crate) fn replay(&mut self, collected: CollectedFinding, is_output_taken: bool) -> Result<(), Exit> {
        let CollectedFinding { place, finding, profile } = collected;
        match profile {
            None => self.finding(&place, &finding),
            Some(profile) if is_output_taken => {
                self.refused |= finding.severity == wire::Severity::Error;
                self.error(&FindingLine::new(&place, &finding, Some(&profile)))
            }
            Some(profile) => self.output_finding(&place, &finding, &profile),
        }
    }

    /// Reports a finding about an accepted input on standard error.
    pub(crate) fn finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if let Some(collected) = &mut self.collected {
            let (place, finding) = (place.clone(), finding.clone());
            collected.push(CollectedFinding { place, finding, profile: None });
            return Ok(());
        }
        self.error(&FindingLine::new(place, finding, None))
    }

    /// Records that a problem was reported on standard output, for the exit status.
    pub(crate) fn refuse(&mut self) {
        self.refused = true;
    }

    /// Writes a finding of `check` to standard output, with its validation profile.
    pub(crate) fn output_finding(
        &mut self,
        place: &Place,
        finding: &Finding,
        profile: &str,
    ) -> Result<(), Exit> {
        if let Some(collected) = &mut self.collected {
            let (place, finding) = (place.clone(), finding.clone());
            collected.push(CollectedFinding { place, finding, profile: Some(profile.to_owned()) });
            return Ok(());
        }
        self.refused |= finding.severity == wire::Severity::Error;
        self.value(&FindingLine::new(place, finding, Some(profile)))
    }

    /// Writes a value as one line to standard error, after flushing standard output.
    pub(crate) fn error<T: Serialize>(&mut self, line: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(line).map_err(io::Error::from)?;
        self.errors(&[text])
    }

    /// Writes several lines to standard error at once, after flushing standard output.
    pub(crate) fn errors(&mut self, lines: &[String]) -> Result<(), Exit> {
        if lines.is_empty() {
            return Ok(());
        }
        self.out.flush()?;
        self.write_errors((lines.join("\n") + "\n").as_bytes())
    }

    /// Writes to standard error. A closed standard error is ignored, because the values may still be wanted.
    fn write_errors(&mut self, text: &[u8]) -> Result<(), Exit> {
        self.error_bytes += text.len();
        match self.errors.write_all(text) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Exit::Output(error)),
            _ => Ok(()),
        }
    }

    /// Ends the report and returns the exit status. A refused input outranks a loss.
    pub(crate) fn end(mut self, result: Result<(), Exit>) -> u8 {
        let result = result.and_then(|()| self.total_repairs()).and_then(|()| self.flush());
        let mut say = |message: &dyn std::fmt::Display| {
            let _ = writeln!(self.errors, "agent-ui: {message}");
        };
        match result {
            Ok(()) if self.refused => 65,
            Ok(()) if self.lost => 1,
            // A reader may close our output early; that is not an error.
            Ok(()) | Err(Exit::Closed) => 0,
            Err(Exit::Usage(message)) => {
                say(&message);
                2
            }
            Err(Exit::Output(error)) => {
                say(&format_args!("the output cannot be written: {error}"));
                74
            }
        }
    }
}
