//! What the program says: values on standard output, everything else as JSON Lines on standard error.

use crate::{
    input::{Input, Place},
    repair::{Repair, Repairs},
    threads::BatchResult,
};
use bridge::Refusal;
use serde::Serialize;
use std::io::{self, Read, Write};
use wire::{DecodeError, Finding, Pointer};

/// Why the program stops before its input ends.
#[derive(Debug)]
pub(crate) enum Exit {
    /// Nobody reads the output any more.
    Closed,
    /// Something is wrong with how it was called.
    Usage(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Output(error) }
    }
}

/// What the program is connected to.
pub struct Streams {
    /// Standard input.
    pub input: Box<dyn Read + Send>,
    /// Standard output.
    pub output: Box<dyn Write>,
    /// Standard error.
    pub errors: Box<dyn Write>,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Streams")
    }
}

/// The streams, and what was said on them.
pub(crate) struct Report {
    input: Option<Box<dyn Read + Send>>,
    out: io::BufWriter<Box<dyn Write>>,
    /// Where that goes which goes back.
    back: Option<io::BufWriter<Box<dyn Write>>>,
    errors: Box<dyn Write>,
    refused: bool,
    lost: bool,
    is_verbatim: bool,
    /// Whether totals at the end are left out.
    is_quiet: bool,
    repairs: Repairs,
    /// Repairs for another report, and the number of bytes that this one has written to standard error.
    held_repairs: Option<Vec<(usize, Place, Repair)>>,
    error_bytes: usize,
    /// What is kept back of what would be said.
    collected: Option<Vec<CollectedFinding>>,
    /// What was refused, if somebody else tells it, too.
    #[cfg(feature = "live")]
    refusals: Option<Vec<(Place, Refusal)>>,
}

/// Where something stands, as it is error_bytes.
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

/// What was said of an input, to be said later.
pub(crate) struct CollectedFinding {
    pub(crate) place: Place,
    pub(crate) finding: Finding,
    /// By whose rules it was found; `None` if it is no finding about a message.
    profile: Option<String>,
}

/// A fault that is corrected.
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

    /// Gives what was refused since it was asked for it last. The first time that is nothing.
    #[cfg(feature = "live")]
    pub(crate) fn take_refusals(&mut self) -> Vec<(Place, Refusal)> {
        self.refusals.replace(Vec::new()).unwrap_or_default()
    }

    /// Says something to the user, on standard error.
    #[cfg(feature = "live")]
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Exit> {
        self.errors(&[text.to_owned()])
    }

    /// Keeps the blanks that stand between the tokens of what came.
    pub(crate) fn verbatim(&mut self) {
        self.is_verbatim = true;
    }

    /// Leaves out totals at the end.
    pub(crate) fn quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Standard input, which can be read once.
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

    /// Writes to something else than standard output.
    pub(crate) fn write_to(&mut self, output: Box<dyn Write>) {
        self.out = io::BufWriter::with_capacity(64 << 10, output);
    }

    /// Writes what goes back there.
    pub(crate) fn write_back_to(&mut self, output: Box<dyn Write>) {
        self.back = Some(io::BufWriter::with_capacity(64 << 10, output));
    }

    /// Writes one JSON text as a line, to where it belongs.
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

    /// Lets everything be seen that was written.
    pub(crate) fn flush(&mut self) -> Result<(), Exit> {
        if let Some(back) = &mut self.back {
            back.flush()?;
        }
        Ok(self.out.flush()?)
    }

    /// Whether something was refused, and whether something was lost.
    pub(crate) fn verdict(&self) -> (bool, bool) {
        (self.refused, self.lost)
    }

    /// Writes what a thread made, and takes its verdict for one's own.
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

    /// Writes to standard error, behind the values of the lines before it.
    fn write_errors_after_output(&mut self, text: &[u8]) -> Result<(), Exit> {
        if text.is_empty() {
            return Ok(());
        }
        self.out.flush()?;
        self.write_errors(text)
    }

    /// Says that an input was refused.
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

    /// Says that an input cannot be read.
    pub(crate) fn unreadable(&mut self, input: &Input<'_>, error: DecodeError) -> Result<(), Exit> {
        self.refusal(&input.fault(&error), &Refusal::from(input.with_document_start(error)))
    }

    /// Says that an input was refused because something would be lost.
    pub(crate) fn loss(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        let refused = self.refused;
        self.refusal(place, refusal)?;
        (self.refused, self.lost) = (refused, true);
        Ok(())
    }

    /// Warns of a repair, if it is the first of its kind in its source; else counts it for the end.
    pub(crate) fn report_repair(&mut self, place: &Place, repair: Repair) -> Result<(), Exit> {
        if let Some(held) = &mut self.held_repairs {
            held.push((self.error_bytes, place.clone(), repair));
            return Ok(());
        }
        let warning = repair.warning();
        if self.repairs.is_first(place, &warning) { self.finding(place, &warning) } else { Ok(()) }
    }

    /// Holds repairs back from now on, for a report that knows those of the whole input.
    pub(crate) fn hold_repairs(&mut self) {
        self.held_repairs = Some(Vec::new());
    }

    /// The repairs that were held back, each with the number of bytes on standard error before it.
    pub(crate) fn take_repairs(&mut self) -> Vec<(usize, Place, Repair)> {
        self.held_repairs.take().unwrap_or_default()
    }

    /// Says how many repairs were counted.
    fn total_repairs(&mut self) -> Result<(), Exit> {
        let repairs = std::mem::take(&mut self.repairs);
        if self.is_quiet {
            return Ok(());
        }
        repairs.totals().try_for_each(|(place, total)| self.finding(&place, &total))
    }

    /// Keeps back from now on what is said of inputs.
    pub(crate) fn collect(&mut self) {
        self.collected = Some(Vec::new());
    }

    /// What was kept back. From now on nothing is.
    pub(crate) fn take_collected(&mut self) -> Vec<CollectedFinding> {
        self.collected.take().unwrap_or_default()
    }

    /// Says what was kept back; on standard error, if the output is something else.
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

    /// Says something about an input that was not refused.
    pub(crate) fn finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if let Some(collected) = &mut self.collected {
            let (place, finding) = (place.clone(), finding.clone());
            collected.push(CollectedFinding { place, finding, profile: None });
            return Ok(());
        }
        self.error(&FindingLine::new(place, finding, None))
    }

    /// Something was wrong, which was error_bytes on standard output.
    pub(crate) fn refuse(&mut self) {
        self.refused = true;
    }

    /// Says on standard output what was found, by whose rules.
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

    /// Writes a line on standard error, behind everything that is on standard output.
    pub(crate) fn error<T: Serialize>(&mut self, line: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(line).map_err(io::Error::from)?;
        self.errors(&[text])
    }

    /// The same with several lines, which come out together.
    pub(crate) fn errors(&mut self, lines: &[String]) -> Result<(), Exit> {
        if lines.is_empty() {
            return Ok(());
        }
        self.out.flush()?;
        self.write_errors((lines.join("\n") + "\n").as_bytes())
    }

    /// Writes to standard error. Whoever does not listen may still want the values.
    fn write_errors(&mut self, text: &[u8]) -> Result<(), Exit> {
        self.error_bytes += text.len();
        match self.errors.write_all(text) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Exit::Output(error)),
            _ => Ok(()),
        }
    }

    /// How it ended: a refused input outranks a loss.
    pub(crate) fn end(mut self, result: Result<(), Exit>) -> u8 {
        let result = result.and_then(|()| self.total_repairs()).and_then(|()| self.flush());
        let mut say = |message: &dyn std::fmt::Display| {
            let _ = writeln!(self.errors, "agent-ui: {message}");
        };
        match result {
            Ok(()) if self.refused => 65,
            Ok(()) if self.lost => 1,
            // Whoever reads our output may stop reading; that is no fault of theirs.
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
