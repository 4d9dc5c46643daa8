//! All output of the program: values on standard output, and diagnostics on standard error. The diagnostics of `check`
//! are its values. Diagnostics are text on a terminal, and JSON Lines elsewhere.

mod input_callbacks;
#[cfg(feature = "live")]
mod json_log;
mod progress;
mod repeated;
mod sarif;
mod source_lines;
mod summary;
mod text;

use crate::{
    args::Reporting,
    exit::{EndWith, Exit},
    flag_names::name_flags,
    input::Input,
    interrupt::{self, Interrupt},
    output_file::OutputFile,
    repair_counts::Repairs,
    streams::{Streams, Terminal},
    terminal_text::{CLEAR, printable},
};
pub(crate) use agent_ui_text::diagnostic::{FixedLine, PlaceFields};
use agent_ui_text::reports::{ReportEntry, Reports};
use agent_ui_text::{diagnostic::Diagnostic, envelope, place::Place, repair::Repair};
use bridge::{Note, Refusal};
#[cfg(feature = "live")]
pub(crate) use json_log::{JsonLog, LogFields, LogSubject};
use progress::Progress;
use repeated::RepeatedRefusals;
use sarif::SarifLog;
use serde::Serialize;
use source_lines::SourceLines;
use std::{
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
};
use summary::Summary;
use wire::{DecodeError, Finding, Pointer};

/// The streams of a run and the state of its report.
pub(crate) struct Report {
    input: Option<Box<dyn Read + Send>>,
    out: io::BufWriter<Box<dyn Write>>,
    /// The output of the backward direction, if it is separate.
    back: Option<io::BufWriter<Box<dyn Write>>>,
    /// The file that standard output is written to.
    output_file: Option<OutputFile>,
    /// `true` if an input contained no message, although messages were expected.
    is_input_empty: bool,
    errors: Box<dyn Write>,
    refused: bool,
    lost: bool,
    is_verbatim: bool,
    /// `true` if the totals at the end are omitted.
    is_quiet: bool,
    repairs: Repairs,
    repeated: RepeatedRefusals,
    /// The reports of a worker thread, which the main thread writes.
    held: Option<Vec<HeldReport>>,
    layout: ReportLayout,
    summary: Summary,
    /// `true` if the command writes its own summary.
    has_own_summary: bool,
    /// `true` if the report is the output of the command.
    is_output_report: bool,
    source_lines: SourceLines,
    progress: Option<Progress>,
    interrupt: Option<Arc<Interrupt>>,
    /// The log that takes all findings in place of the streams.
    sarif_log: Option<SarifLog>,
    /// Findings held back until [`Report::take_collected`].
    collected: Option<Vec<CollectedFinding>>,
    /// Refusals since the last [`Report::take_refusals`], for the page.
    #[cfg(feature = "live")]
    refusals: Option<Vec<(Place, Refusal)>>,
    /// The log that takes the place of texts on standard error.
    #[cfg(feature = "live")]
    json_log: Option<JsonLog>,
}

/// A finding that was held back, to be written later.
pub(crate) struct CollectedFinding {
    pub(crate) place: Place,
    pub(crate) finding: Finding,
    /// `true` for a finding of `check`, and `false` for a notice about the input.
    is_output: bool,
    /// The validation profile, for manifests.
    profile: Option<String>,
}

impl CollectedFinding {
    /// Creates a finding of `check` without a profile.
    pub(crate) fn of_check((place, finding): (Place, Finding)) -> Self {
        Self {
            place,
            finding,
            is_output: true,
            profile: None,
        }
    }
}

/// The terminals of a run, and the options for its reports.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReportLayout {
    output: Option<Terminal>,
    errors: Option<Terminal>,
    reporting: Reporting,
}

/// A report of a worker thread, which the main thread writes.
pub(crate) enum HeldReport {
    Diagnostic(Box<Diagnostic>),
    Repair(Place, Repair),
    /// Lines that are already formatted.
    Lines(String),
}

/// The output of a worker thread, which the main thread writes.
pub(crate) struct HeldOutput {
    pub(crate) output: Vec<u8>,
    pub(crate) reports: Vec<HeldReport>,
    pub(crate) refused: bool,
    pub(crate) lost: bool,
}

impl Report {
    pub(crate) fn new(streams: Streams) -> Self {
        let Streams {
            input,
            output,
            output_terminal,
            errors,
            errors_terminal,
        } = streams;
        let out = io::BufWriter::with_capacity(64 << 10, output);
        Self {
            input: Some(input),
            out,
            back: None,
            output_file: None,
            is_input_empty: false,
            errors,
            refused: false,
            lost: false,
            is_verbatim: false,
            is_quiet: false,
            repairs: Repairs::default(),
            repeated: RepeatedRefusals::default(),
            held: None,
            layout: ReportLayout {
                output: output_terminal,
                errors: errors_terminal,
                reporting: Reporting::default(),
            },
            summary: Summary::default(),
            has_own_summary: false,
            is_output_report: false,
            source_lines: SourceLines::default(),
            progress: None,
            interrupt: None,
            sarif_log: None,
            collected: None,
            #[cfg(feature = "live")]
            refusals: None,
            #[cfg(feature = "live")]
            json_log: None,
        }
    }

    /// Returns the refusals since the last call. The first call returns none and starts the collection.
    #[cfg(feature = "live")]
    pub(crate) fn take_refusals(&mut self) -> Vec<(Place, Refusal)> {
        self.refusals.replace(Vec::new()).unwrap_or_default()
    }

    /// Writes everything on standard error as lines of a log from now on.
    #[cfg(feature = "live")]
    pub(crate) fn start_json_log(&mut self) {
        self.json_log = Some(JsonLog::default());
    }

    /// Returns the log of the server, if it is one of JSON.
    #[cfg(feature = "live")]
    pub(crate) fn json_log(&mut self) -> Option<&mut JsonLog> {
        self.json_log.as_mut()
    }

    /// Sets the format and the colours of diagnostics.
    pub(crate) fn set_reporting(&mut self, reporting: Reporting) {
        self.layout.reporting = reporting;
    }

    /// Returns the terminals of the run and the options for its reports.
    pub(crate) fn layout(&self) -> ReportLayout {
        self.layout
    }

    /// Returns the terminal that shows standard output, with the requested colours.
    pub(crate) fn output_terminal(&self) -> Option<Terminal> {
        self.layout
            .output
            .map(|terminal| self.layout.reporting.color.apply(terminal))
    }

    /// Returns the layout of tables on standard output. In a file their lines have any length.
    pub(crate) fn table_layout(&self) -> Terminal {
        let of_file = Terminal {
            columns: usize::MAX,
            has_color: false,
        };
        self.layout
            .reporting
            .color
            .apply(self.layout.output.unwrap_or(of_file))
    }

    /// Returns `true` if one terminal shows both the output and the diagnostics as text.
    pub(crate) fn has_shared_terminal(&self) -> bool {
        self.layout.output.is_some()
            && self.layout.errors.is_some()
            && self.errors_layout().is_some()
    }

    /// Omits the summary, because the command writes one of its own.
    pub(crate) fn omit_summary(&mut self) {
        self.has_own_summary = true;
    }

    /// Returns the layout of diagnostics on standard output; `None` for JSON Lines.
    fn output_layout(&self) -> Option<Terminal> {
        self.layout.reporting.layout(self.layout.output)
    }

    /// Returns the layout of diagnostics on standard error; `None` for JSON Lines.
    fn errors_layout(&self) -> Option<Terminal> {
        self.layout.reporting.layout(self.layout.errors)
    }

    /// Returns `true` if diagnostics refer to the lines of inputs.
    fn shows_source(&self) -> bool {
        self.sarif_log.is_some() || self.output_layout().is_some() || self.errors_layout().is_some()
    }

    /// Writes all findings as a SARIF log to standard output, at the end of the run.
    pub(crate) fn start_sarif_log(&mut self) {
        self.sarif_log = Some(SarifLog::new());
        self.has_own_summary = true;
    }

    /// Writes the SARIF log, if there is one.
    fn write_sarif_log(&mut self) -> Result<(), Exit> {
        match self.sarif_log.take() {
            Some(log) => self.text(&log.document().map_err(io::Error::other)?),
            None => Ok(()),
        }
    }

    /// Makes the report the output of the command, as for `check`.
    pub(crate) fn report_on_output(&mut self) {
        self.is_output_report = true;
    }

    /// Counts an input for the summary. `None` stands for standard input.
    pub(crate) fn begin_input(&mut self, file: Option<&str>) {
        match file {
            Some(_) => self.summary.files += 1,
            None => self.summary.has_standard_input = true,
        }
    }

    /// Sets the text of an input whose findings are about a changed form of it.
    pub(crate) fn set_source(&mut self, file: Option<&Arc<str>>, bytes: &[u8]) {
        if self.shows_source() {
            self.source_lines.set(file, bytes);
        }
    }

    /// Writes a line of plain text to standard error.
    #[cfg(any(feature = "live", feature = "nats"))]
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Exit> {
        #[cfg(feature = "live")]
        if let Some(log) = &self.json_log {
            let line = log.line("info", text, LogFields::new());
            return self.errors(&line);
        }
        self.errors(text)
    }

    /// Writes a line of the log to standard error.
    #[cfg(feature = "live")]
    pub(crate) fn write_error_line(&mut self, line: &str) -> Result<(), Exit> {
        self.errors(line)
    }

    /// Writes a diagnostic to standard error. It does not change the exit status.
    #[cfg(feature = "live")]
    pub(crate) fn diagnostic(&mut self, diagnostic: Diagnostic) -> Result<(), Exit> {
        self.diagnose(diagnostic)
    }

    /// Preserves the whitespace between the tokens of values.
    pub(crate) fn verbatim(&mut self) {
        self.is_verbatim = true;
    }

    /// Omits the totals at the end of the run.
    pub(crate) fn quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Stops between two documents when the user presses Ctrl-C, if the process is that of the program. `advice` states how to go on.
    pub(crate) fn catch_interrupts(&mut self, advice: &'static str) {
        self.interrupt = Interrupt::catch(advice);
        if let Some(input) = self.input.take() {
            self.input = Some(self.interruptible(input));
        }
    }

    /// Prepares to show the progress of reading files of these sizes, if a terminal shows reports as text and nothing
    /// else.
    pub(crate) fn begin_progress(&mut self, sizes: &mut dyn Iterator<Item = u64>) {
        let is_seen = self.layout.errors.is_some() && self.errors_layout().is_some();
        let is_free = self.layout.output.is_none() || self.is_output_report;
        if is_seen && is_free && !self.is_quiet && self.progress.is_none() {
            self.progress = Some(Progress::start(sizes));
        }
    }

    /// Returns a reader of a file whose bytes count for the progress.
    pub(crate) fn count_bytes(&mut self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match &mut self.progress {
            Some(progress) => progress.count_bytes(reader),
            None => reader,
        }
    }

    /// Begins to handle a document, or the end of an input. `find` returns the place of the document.
    ///
    /// # Errors
    /// Returns an error if the user has pressed Ctrl-C.
    pub(crate) fn begin_document(&mut self, find: Option<&dyn Fn() -> Place>) -> Result<(), Exit> {
        if let Some(interrupt) = &self.interrupt {
            if interrupt.notice() {
                return Err(Exit::Interrupted);
            }
            if let Some(find) = find {
                interrupt.begin_document(find());
            }
        }
        if let (Some(progress), Some(terminal), Some(_)) =
            (&mut self.progress, self.layout.errors, find)
        {
            if let Some(line) = progress.advance(terminal) {
                if self.layout.output.is_some() {
                    self.out.flush()?;
                }
                let _ = self
                    .errors
                    .write_all(line.as_bytes())
                    .and_then(|()| self.errors.flush());
            }
        }
        Ok(())
    }

    /// Clears the progress from the terminal before something else is written.
    fn clear_progress(&mut self) {
        if self.progress.as_mut().is_some_and(Progress::take_visible) {
            let _ = self
                .errors
                .write_all(CLEAR.as_bytes())
                .and_then(|()| self.errors.flush());
        }
    }

    /// Returns a reader of an input that may block for any time. Ctrl-C ends its reads.
    pub(crate) fn interruptible(&self, input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        match &self.interrupt {
            Some(interrupt) => interrupt.reader(input),
            None => input,
        }
    }

    /// Takes the standard input stream. Later calls return an empty stream.
    pub(crate) fn standard_input(&mut self) -> Box<dyn Read + Send> {
        let input = self.input.take().unwrap_or_else(|| Box::new(io::empty()));
        if !self.shows_source() {
            return input;
        }
        self.source_lines.record(input)
    }

    /// Replaces the standard input stream.
    pub(crate) fn replace_input(&mut self, input: Box<dyn Read + Send>) {
        self.input = Some(input);
    }

    /// Writes one line of text.
    pub(crate) fn text(&mut self, line: &str) -> Result<(), Exit> {
        if self.layout.output.is_some() {
            self.clear_progress();
        }
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
        self.layout.output = None;
    }

    /// Replaces standard output with a file, which keeps its earlier contents until the run ends.
    pub(crate) fn set_output_file(&mut self, file: OutputFile) -> Result<(), Exit> {
        self.write_to(file.writer()?);
        self.output_file = Some(file);
        Ok(())
    }

    /// Writes the summary, and replaces the file of the output, unless an empty or refused input has led to no output.
    fn finish_output(&mut self) -> Result<(), Exit> {
        self.flush()?;
        let Some(file) = self.output_file.take() else {
            return self.summarize();
        };
        let is_without_result = self.refused || self.lost || self.is_input_empty;
        if let Some(path) = file.unchanged().filter(|_| is_without_result) {
            return self
                .report_unchanged_output(path)
                .and_then(|()| self.summarize());
        }
        // The summary of `check` is a part of its output.
        if self.is_output_report {
            self.summarize()?;
            self.flush()?;
            return file.finish();
        }
        file.finish()?;
        self.summarize()
    }

    /// Reports that the earlier file of the output stays as it is.
    fn report_unchanged_output(&mut self, path: &Path) -> Result<(), Exit> {
        if self.is_quiet {
            return Ok(());
        }
        let place = Place {
            file: Some(path.to_string_lossy().into()),
            line: 1,
            column: 1,
        };
        let message = "this file is unchanged, because there is no output to write to it";
        self.finding(
            &place,
            &Finding::info("unchanged-output", Pointer::root(), message),
        )
    }

    /// Sets a separate output for the backward direction.
    pub(crate) fn write_back_to(&mut self, output: Box<dyn Write>) {
        self.back = Some(io::BufWriter::with_capacity(64 << 10, output));
    }

    /// Writes one JSON text as a line to the output of its direction.
    pub(crate) fn json_to(&mut self, is_backward: bool, text: &str) -> Result<(), Exit> {
        match &mut self.back {
            Some(back) if is_backward => {
                let line = if self.is_verbatim {
                    wire::one_line(text)
                } else {
                    wire::without_layout(text)
                };
                back.write_all(line.as_bytes())?;
                back.write_all(b"\n")?;
                Ok(())
            }
            _ => self.json(text),
        }
    }

    /// Writes one JSON text as a line.
    pub(crate) fn json(&mut self, text: &str) -> Result<(), Exit> {
        let line = if self.is_verbatim {
            wire::one_line(text)
        } else {
            wire::without_layout(text)
        };
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
    pub(crate) fn join(&mut self, done: HeldOutput) -> Result<(), Exit> {
        self.refused |= done.refused;
        self.lost |= done.lost;
        self.out.write_all(&done.output)?;
        done.reports
            .into_iter()
            .try_for_each(|report| match report {
                HeldReport::Diagnostic(diagnostic) => self.diagnose(*diagnostic),
                HeldReport::Repair(place, repair) => self.report_repair(&place, repair),
                HeldReport::Lines(lines) => self.errors(&lines),
            })
    }

    /// Creates the report of a worker thread. It holds all reports back for the main thread, whose layout it has.
    pub(crate) fn of_worker(output: Box<dyn Write>, layout: ReportLayout) -> Self {
        let streams = Streams::new(Box::new(io::empty()), output, Box::new(io::sink()));
        Self {
            held: Some(Vec::new()),
            layout,
            ..Self::new(streams)
        }
    }

    /// Returns the reports that were held back.
    pub(crate) fn take_held(&mut self) -> Vec<HeldReport> {
        self.held.take().unwrap_or_default()
    }

    /// Reports a refused message.
    pub(crate) fn refusal(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        self.refused = true;
        #[cfg(feature = "live")]
        if let Some(refusals) = &mut self.refusals {
            refusals.push((place.clone(), refusal.clone()));
        }
        self.diagnose(Diagnostic::of_refusal(place, refusal))
    }

    /// Reports an input that cannot be read.
    pub(crate) fn unreadable(&mut self, input: &Input<'_>, error: DecodeError) -> Result<(), Exit> {
        self.refusal(
            &input.fault(&error),
            &Refusal::from(input.with_document_start(error)),
        )
    }

    /// Reports a message that was refused because it would lose data.
    pub(crate) fn loss(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        let refused = self.refused;
        self.refusal(place, refusal)?;
        (self.refused, self.lost) = (refused, true);
        Ok(())
    }

    /// Writes results and reports of the library in their order.
    pub(crate) fn replay_all(&mut self, reports: Reports) -> Result<(), Exit> {
        for reported in reports {
            match reported {
                ReportEntry::Message(text) => self.json(&text)?,
                ReportEntry::Repairs(placed) => {
                    placed
                        .into_iter()
                        .try_for_each(|(place, repair)| self.report_repair(&place, repair))?;
                }
                ReportEntry::Finding(place, finding) => self.finding(&place, &finding)?,
                ReportEntry::Loss(place, refusal) => self.loss(&place, &refusal)?,
                ReportEntry::Refusal(place, refusal) => self.refusal(&place, &refusal)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Reports the repairs of a message in the order of their places.
    pub(crate) fn report_repairs(
        &mut self,
        input: &Input<'_>,
        repairs: impl Iterator<Item = Repair>,
    ) -> Result<(), Exit> {
        self.report_placed_repairs(
            repairs
                .map(|repair| (input.place_of(&repair), repair))
                .collect(),
        )
    }

    fn report_placed_repairs(&mut self, mut placed: Vec<(Place, Repair)>) -> Result<(), Exit> {
        placed.sort_by_key(|(place, _)| (place.line, place.column));
        placed
            .into_iter()
            .try_for_each(|(place, repair)| self.report_repair(&place, repair))
    }

    /// Reports the first repair of its kind in a source, and counts the others for the total at the end.
    pub(crate) fn report_repair(&mut self, place: &Place, repair: Repair) -> Result<(), Exit> {
        if let Some(held) = &mut self.held {
            held.push(HeldReport::Repair(place.clone(), repair));
            return Ok(());
        }
        let warning = repair.warning();
        if self.repairs.is_first(place, &warning) {
            self.finding(place, &warning)
        } else {
            Ok(())
        }
    }

    /// Reports the numbers of refusals and repairs that were only counted.
    fn report_totals(&mut self) -> Result<(), Exit> {
        let repairs = std::mem::take(&mut self.repairs);
        let repeated = std::mem::take(&mut self.repeated);
        if self.is_quiet {
            return Ok(());
        }
        repeated
            .totals()
            .try_for_each(|total| self.write_diagnostic(&total))?;
        repairs
            .totals()
            .try_for_each(|(place, total)| self.finding(&place, &total))
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
    pub(crate) fn replay(
        &mut self,
        collected: CollectedFinding,
        is_output_taken: bool,
    ) -> Result<(), Exit> {
        let CollectedFinding {
            place,
            finding,
            is_output,
            profile,
        } = collected;
        if is_output && is_output_taken {
            self.refused |= finding.severity == wire::Severity::Error;
        }
        let diagnostic = Diagnostic::of_finding(&place, &finding);
        let diagnostic = match profile {
            Some(profile) => diagnostic.with_profile(&profile),
            None => diagnostic,
        };
        if is_output && !is_output_taken {
            return self.diagnose_on_output(diagnostic);
        }
        self.diagnose(diagnostic)
    }

    /// Reports a finding about an accepted input on standard error.
    pub(crate) fn finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if self.collect_finding(place, finding, false, None) {
            return Ok(());
        }
        self.diagnose(Diagnostic::of_finding(place, finding))
    }

    /// Holds a finding back if findings are collected. Returns `true` in that case.
    fn collect_finding(
        &mut self,
        place: &Place,
        finding: &Finding,
        is_output: bool,
        profile: Option<&str>,
    ) -> bool {
        let Some(collected) = &mut self.collected else {
            return false;
        };
        let (place, finding) = (place.clone(), finding.clone());
        collected.push(CollectedFinding {
            place,
            finding,
            is_output,
            profile: profile.map(str::to_owned),
        });
        true
    }

    /// Writes a diagnostic to standard error.
    fn diagnose(&mut self, mut diagnostic: Diagnostic) -> Result<(), Exit> {
        diagnostic.hint = name_flags(&diagnostic.hint);
        if let Some(held) = &mut self.held {
            held.push(HeldReport::Diagnostic(Box::new(diagnostic)));
            return Ok(());
        }
        if let Some(log) = &mut self.sarif_log {
            log.add(
                &diagnostic,
                self.source_lines.line(&diagnostic.place).as_deref(),
            );
            return Ok(());
        }
        if self.repeated.is_repetition(&diagnostic) {
            return Ok(());
        }
        self.write_diagnostic(&diagnostic)
    }

    fn write_diagnostic(&mut self, diagnostic: &Diagnostic) -> Result<(), Exit> {
        #[cfg(feature = "live")]
        if let Some(log) = &self.json_log {
            let line = log.diagnostic(diagnostic).map_err(io::Error::from)?;
            return self.errors(&line);
        }
        let text = self.format(diagnostic, self.errors_layout())?;
        self.errors(&text)
    }

    /// Writes a diagnostic to standard output, as `check` does.
    fn diagnose_on_output(&mut self, mut diagnostic: Diagnostic) -> Result<(), Exit> {
        diagnostic.hint = name_flags(&diagnostic.hint);
        self.refused |= diagnostic.severity == wire::Severity::Error;
        if self.sarif_log.is_some() {
            return self.diagnose(diagnostic);
        }
        let text = self.format(&diagnostic, self.output_layout())?;
        self.text(&text)
    }

    /// Counts a diagnostic and formats it as text or as a line of JSON.
    fn format(
        &mut self,
        diagnostic: &Diagnostic,
        layout: Option<Terminal>,
    ) -> Result<String, Exit> {
        self.summary.count(diagnostic.severity, diagnostic.count);
        let Some(terminal) = layout else {
            return Ok(diagnostic.json().map_err(io::Error::from)?);
        };
        let line = self.source_lines.line(&diagnostic.place);
        Ok(terminal.diagnostic(diagnostic, line.as_deref()))
    }

    /// Writes notes about fields to standard error. `place` returns the place of a message. A carried field is lost unless
    /// the carry is kept.
    pub(crate) fn notes(
        &mut self,
        notes: &[Note],
        carry_is_kept: bool,
        place: &dyn Fn(u64) -> Place,
    ) -> Result<(), Exit> {
        let layout = self.errors_layout();
        let mut lines = String::new();
        for notes in notes.chunk_by(|one, next| one.input == next.input) {
            let place = notes
                .first()
                .map_or_else(Place::default, |note| place(note.input));
            for note in notes {
                if !lines.is_empty() {
                    lines.push('\n');
                }
                #[cfg(feature = "live")]
                if let Some(log) = &self.json_log {
                    let line = envelope::note_line(note, carry_is_kept, &place);
                    let line = line.map_err(|refusal| Exit::Usage(refusal.message().to_owned()))?;
                    lines += &log.note(&line).map_err(io::Error::from)?;
                    continue;
                }
                match layout {
                    Some(terminal) => lines += &terminal.note(note, carry_is_kept, &place),
                    None => {
                        let line = envelope::note_line(note, carry_is_kept, &place);
                        lines +=
                            &line.map_err(|refusal| Exit::Usage(refusal.message().to_owned()))?;
                    }
                }
            }
        }
        self.errors(&lines)
    }

    /// Reports a corrected fault on standard error.
    pub(crate) fn fixed(
        &mut self,
        place: &Place,
        rule: &str,
        pointer: &Pointer,
        message: &str,
    ) -> Result<(), Exit> {
        match self.errors_layout() {
            Some(terminal) => self.errors(&terminal.fixed(place, rule, message)),
            None => self.error(&FixedLine::new(place, rule, pointer, message)),
        }
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
        profile: Option<&str>,
    ) -> Result<(), Exit> {
        if self.collect_finding(place, finding, true, profile) {
            return Ok(());
        }
        let diagnostic = Diagnostic::of_finding(place, finding);
        self.diagnose_on_output(match profile {
            Some(profile) => diagnostic.with_profile(profile),
            None => diagnostic,
        })
    }

    /// Writes a value as one line to standard error, after flushing standard output.
    pub(crate) fn error<T: Serialize>(&mut self, line: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(line).map_err(io::Error::from)?;
        self.errors(&text)
    }

    /// Writes lines to standard error, after flushing standard output, so that earlier values appear first.
    fn errors(&mut self, lines: &str) -> Result<(), Exit> {
        if lines.is_empty() {
            return Ok(());
        }
        if let Some(held) = &mut self.held {
            held.push(HeldReport::Lines(lines.to_owned()));
            return Ok(());
        }
        self.clear_progress();
        // What happened to the values before is reported even if their reader is gone.
        let flushed = self.out.flush();
        // A closed standard error is ignored, because the values may still be wanted.
        match self.errors.write_all(format!("{lines}\n").as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Exit::Output(error)),
            _ => Ok(flushed?),
        }
    }

    /// Writes the summary of a report in text. `check` writes it to standard output, where its findings are.
    fn summarize(&mut self) -> Result<(), Exit> {
        if self.is_quiet || self.has_own_summary || !self.summary.has_inputs() {
            return Ok(());
        }
        let summary = self.summary;
        let line = |terminal: Terminal| terminal.paint(summary.style(), summary.to_string());
        match (
            self.is_output_report,
            self.output_layout(),
            self.errors_layout(),
        ) {
            (true, Some(terminal), _) => self.text(&line(terminal)),
            (false, _, Some(terminal)) => self.errors(&line(terminal)),
            _ => Ok(()),
        }
    }

    /// Ends the report and returns the exit status. A refused input outranks a loss.
    pub(crate) fn end(mut self, result: Result<(), Exit>) -> u8 {
        let mut result = result.end_with(|| self.report_totals());
        // The log of an interrupted run has the findings so far.
        if matches!(result, Ok(()) | Err(Exit::Interrupted)) {
            result = self.write_sarif_log().and(result);
        }
        let result = match result {
            // The inputs before the wrong one are summarised.
            Err(Exit::Usage(_)) => self.summarize().and(result),
            _ => result.and_then(|()| self.finish_output()),
        };
        let result = result.and_then(|()| self.flush());
        self.clear_progress();
        // Each message is one line. The names of files may contain anything.
        let mut say = |message: &dyn std::fmt::Display| {
            #[cfg(feature = "live")]
            if let Some(log) = &self.json_log {
                let line = log.line("error", &message.to_string(), LogFields::new());
                let _ = writeln!(self.errors, "{line}");
                return;
            }
            let _ = writeln!(self.errors, "agent-ui: {}", printable(&message.to_string()));
        };
        match result {
            Ok(()) if self.refused => 65,
            Ok(()) if self.lost => 1,
            // A reader may close our output early; that is not an error.
            Ok(()) | Err(Exit::Closed) => 0,
            Err(Exit::Usage(message)) => {
                say(&name_flags(&message));
                2
            }
            Err(Exit::Interrupted) => {
                // Interrupted results are complete up to the last document.
                let _ = self.out.flush();
                if let Some(interrupt) = &self.interrupt {
                    // A terminal shows `^C`.
                    let clear = if self.layout.errors.is_some() {
                        CLEAR
                    } else {
                        ""
                    };
                    let _ = writeln!(self.errors, "{clear}agent-ui: {}", interrupt.message());
                }
                self.interrupt
                    .map_or(interrupt::STATUS, |interrupt| interrupt.status())
            }
            Err(Exit::Output(error)) => {
                say(&format_args!("the output cannot be written: {error}"));
                74
            }
            Err(Exit::State(error)) => {
                say(&format_args!("the state cannot be written: {error}"));
                74
            }
        }
    }
}
