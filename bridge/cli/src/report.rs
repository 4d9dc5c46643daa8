//! All output of the program: values on standard output, and diagnostics on standard error. The diagnostics of `check`
//! are its values. Diagnostics are text on a terminal, and JSON Lines elsewhere.

mod diagnostics;
mod error_stream;
mod held;
mod input_callbacks;
#[cfg(feature = "live")]
mod json_log;
mod log;
mod progress;
mod repeated;
mod rule_policy;
mod run_end;
mod source_lines;
mod summary;
mod text;
mod values;
mod verdict;

use crate::{
    args::Reporting,
    exit::{EndWith, Exit},
    flag_names::name_flags,
    input::start_of,
    interrupt::{self, Interrupt},
    output_file::OutputFile,
    streams::{Streams, Terminal},
    terminal_text::{CLEAR, printable},
};
pub(crate) use agent_ui_text::diagnostic::PlaceFields;
use agent_ui_text::place::Place;
#[cfg(feature = "live")]
use bridge::Refusal;
use error_stream::ErrorStream;
pub(crate) use held::{CollectedFinding, HeldOutput, HeldReport};
use held::{DiagnosticSink, FindingStream};
#[cfg(feature = "live")]
pub(crate) use json_log::{JsonLog, LogFields, LogSubject};
use log::FindingLog;
pub(crate) use log::LogFormat;
pub(crate) use rule_policy::{AllowedRule, DeniedRule, RulePolicy};
use run_end::RunEnd;
use serde::Serialize;
use source_lines::SourceLines;
use std::{
    fmt::Display,
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
};
use values::ValueStreams;
pub(crate) use verdict::Verdict;
use wire::{Finding, Pointer};

/// The streams of a run and the state of its report.
pub(crate) struct Report {
    input: Option<Box<dyn Read + Send>>,
    values: ValueStreams,
    errors: ErrorStream,
    layout: ReportLayout,
    /// The stream of the findings of the command.
    finding_stream: FindingStream,
    sink: DiagnosticSink,
    /// Findings held back until [`Report::take_collected`].
    collected: Option<Vec<CollectedFinding>>,
    /// Refusals since the last [`Report::take_refusals`], for the page.
    #[cfg(feature = "live")]
    refusals: Option<Vec<(Place, Refusal)>>,
    verdict: Verdict,
    policy: RulePolicy,
    /// `true` if findings do not change the exit status.
    ignores_findings: bool,
    /// `true` if an input contained no message, although messages were expected.
    is_input_empty: bool,
    run_end: RunEnd,
    source_lines: SourceLines,
    interrupt: Option<Arc<Interrupt>>,
}

/// The terminals of a run, and the options for its reports.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReportLayout {
    output: Option<Terminal>,
    errors: Option<Terminal>,
    reporting: Reporting,
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
        Self {
            input: Some(input),
            values: ValueStreams::new(output),
            errors: ErrorStream::new(errors),
            layout: ReportLayout {
                output: output_terminal,
                errors: errors_terminal,
                reporting: Reporting::default(),
            },
            finding_stream: FindingStream::Errors,
            sink: DiagnosticSink::Streams,
            collected: None,
            #[cfg(feature = "live")]
            refusals: None,
            verdict: Verdict::default(),
            policy: RulePolicy::default(),
            ignores_findings: false,
            is_input_empty: false,
            run_end: RunEnd::default(),
            source_lines: SourceLines::default(),
            interrupt: None,
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
        self.sink = DiagnosticSink::JsonLog(JsonLog::default());
    }

    /// Returns the log of the server, if it is one of JSON.
    #[cfg(feature = "live")]
    pub(crate) fn json_log(&mut self) -> Option<&mut JsonLog> {
        match &mut self.sink {
            DiagnosticSink::JsonLog(log) => Some(log),
            _ => None,
        }
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
        self.run_end.has_own_summary = true;
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
        matches!(self.sink, DiagnosticSink::Log(_))
            || self.output_layout().is_some()
            || self.errors_layout().is_some()
    }

    /// Writes all findings as one document to standard output, at the end of the run.
    pub(crate) fn start_log(&mut self, format: LogFormat) {
        self.sink = DiagnosticSink::Log(FindingLog::new(format));
        self.run_end.has_own_summary = true;
    }

    /// Sets the rules whose findings are errors or are left out.
    pub(crate) fn set_policy(&mut self, policy: RulePolicy) {
        self.policy = policy;
    }

    /// Ends with the exit status 0 whatever is found.
    pub(crate) fn ignore_findings(&mut self) {
        self.ignores_findings = true;
    }

    /// Writes the log of findings, if there is one.
    fn write_log(&mut self) -> Result<(), Exit> {
        match std::mem::replace(&mut self.sink, DiagnosticSink::Streams) {
            DiagnosticSink::Log(log) => match &*log.document()? {
                // A run without findings has no commands for GitHub and no counts.
                "" => Ok(()),
                document => self.text(document),
            },
            other => {
                self.sink = other;
                Ok(())
            }
        }
    }

    /// Writes findings to standard output instead of standard error, as `check` does.
    pub(crate) fn report_on_output(&mut self) {
        self.finding_stream = FindingStream::Output;
    }

    /// Counts an input for the summary. `None` stands for standard input.
    pub(crate) fn begin_input(&mut self, file: Option<&str>) {
        let summary = &mut self.run_end.summary;
        match file {
            Some(_) => summary.files += 1,
            None => summary.has_standard_input = true,
        }
        if let DiagnosticSink::Log(log) = &mut self.sink {
            log.begin_input(file);
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
        if let DiagnosticSink::JsonLog(log) = &self.sink {
            let line = log.line("info", text, LogFields::new());
            return self.write_errors(&line);
        }
        self.write_errors(text)
    }

    /// Writes a line of the log to standard error.
    #[cfg(feature = "live")]
    pub(crate) fn write_error_line(&mut self, line: &str) -> Result<(), Exit> {
        self.write_errors(line)
    }

    /// Preserves the whitespace between the tokens of values.
    pub(crate) fn verbatim(&mut self) {
        self.values.is_verbatim = true;
    }

    /// Omits the totals at the end of the run.
    pub(crate) fn quiet(&mut self) {
        self.run_end.is_quiet = true;
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
        let is_free = self.layout.output.is_none() || self.finding_stream == FindingStream::Output;
        if is_seen && is_free && !self.run_end.is_quiet {
            self.errors.begin_progress(sizes);
        }
    }

    /// Returns a reader of a file whose bytes count for the progress.
    pub(crate) fn count_bytes(&mut self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        self.errors.count_bytes(reader)
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
        match find {
            Some(_) => self.advance_progress(),
            None => Ok(()),
        }
    }

    /// Counts a document for the progress, and draws it if it is time.
    fn advance_progress(&mut self) -> Result<(), Exit> {
        let Some(terminal) = self.layout.errors else {
            return Ok(());
        };
        let Some(line) = self.errors.advance_progress(terminal) else {
            return Ok(());
        };
        // Values on the same terminal come before the line.
        if self.layout.output.is_some() {
            self.values.flush_main()?;
        }
        self.errors.draw(&line);
        Ok(())
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
            self.errors.clear_progress();
        }
        Ok(self.values.write_line(line)?)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Exit> {
        Ok(self.values.write_bytes(bytes)?)
    }

    /// Replaces standard output with another stream.
    pub(crate) fn write_to(&mut self, output: Box<dyn Write>) {
        self.values.set_main(output);
        self.layout.output = None;
    }

    /// Replaces standard output with a file, which keeps its earlier contents until the run ends.
    pub(crate) fn set_output_file(&mut self, file: OutputFile) -> Result<(), Exit> {
        self.write_to(file.writer()?);
        self.values.file = Some(file);
        Ok(())
    }

    /// Writes the summary, and replaces the file of the output, unless an empty or refused input has led to no output.
    fn finish_output(&mut self) -> Result<(), Exit> {
        self.flush()?;
        let Some(file) = self.values.file.take() else {
            return self.summarize();
        };
        if self.is_input_empty || !self.verdict.is_success() {
            if let Some(path) = file.unchanged() {
                self.report_unchanged_output(path)?;
                return self.summarize();
            }
        }
        // The summary of `check` is a part of its output.
        if self.finding_stream == FindingStream::Output {
            self.summarize()?;
            self.flush()?;
            return file.finish();
        }
        file.finish()?;
        self.summarize()
    }

    /// Reports that the earlier file of the output stays as it is.
    fn report_unchanged_output(&mut self, path: &Path) -> Result<(), Exit> {
        if self.run_end.is_quiet {
            return Ok(());
        }
        let message = "this file is unchanged, because there is no output to write to it";
        self.finding(
            &start_of(path),
            &Finding::info("unchanged-output", Pointer::root(), message)
                .hint("--output names the file to write; an input is named without an option"),
        )
    }

    /// Sets a separate output for the backward direction.
    pub(crate) fn write_back_to(&mut self, output: Box<dyn Write>) {
        self.values.set_backward(output);
    }

    /// Writes one JSON text as a line to the output of the backward direction.
    pub(crate) fn backward_json(&mut self, text: &str) -> Result<(), Exit> {
        if !self.values.has_backward() {
            return self.json(text);
        }
        let line = self.values.json_line(text);
        Ok(self.values.write_backward_line(&line)?)
    }

    /// Writes one JSON text as a line.
    pub(crate) fn json(&mut self, text: &str) -> Result<(), Exit> {
        let line = self.values.json_line(text);
        self.text(&line)
    }

    /// Writes one value as a line.
    pub(crate) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Exit> {
        self.json(&serde_json::to_string(value).map_err(io::Error::from)?)
    }

    /// Flushes both outputs.
    pub(crate) fn flush(&mut self) -> Result<(), Exit> {
        Ok(self.values.flush()?)
    }

    /// Returns the verdict about the run so far.
    pub(crate) fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Writes the result of a worker thread and adopts its verdict.
    pub(crate) fn join(&mut self, done: HeldOutput) -> Result<(), Exit> {
        self.verdict.join(done.verdict);
        self.values.write_bytes(&done.output)?;
        for report in done.reports {
            match report {
                HeldReport::Diagnostic(diagnostic) => self.diagnose(*diagnostic)?,
                HeldReport::Repair(place, repair) => self.report_repair(&place, repair)?,
                HeldReport::Lines(lines) => self.write_errors(&lines)?,
            }
        }
        Ok(())
    }

    /// Creates the report of a worker thread. It holds all reports back for the main thread, whose layout it has.
    pub(crate) fn of_worker(output: Box<dyn Write>, layout: ReportLayout) -> Self {
        let streams = Streams::new(Box::new(io::empty()), output, Box::new(io::sink()));
        Self {
            sink: DiagnosticSink::Held(Vec::new()),
            layout,
            ..Self::new(streams)
        }
    }

    /// Returns the reports that were held back.
    pub(crate) fn take_held(&mut self) -> Vec<HeldReport> {
        match std::mem::replace(&mut self.sink, DiagnosticSink::Streams) {
            DiagnosticSink::Held(held) => held,
            other => {
                self.sink = other;
                Vec::new()
            }
        }
    }

    /// Records that a client left the session without ending it, for the exit status.
    #[cfg(feature = "lsp")]
    pub(crate) fn end_unexpectedly(&mut self) {
        self.verdict.is_unfinished = true;
    }

    /// Records that a problem was reported on standard output, for the exit status.
    pub(crate) fn refuse(&mut self) {
        self.verdict.is_refused = true;
    }

    /// Writes a value as one line to standard error, after flushing standard output.
    pub(crate) fn error<T: Serialize>(&mut self, line: &T) -> Result<(), Exit> {
        let text = serde_json::to_string(line).map_err(io::Error::from)?;
        self.write_errors(&text)
    }
    /// Writes lines to standard error, after flushing standard output, so that earlier values appear first.
    fn write_errors(&mut self, lines: &str) -> Result<(), Exit> {
        if lines.is_empty() {
            return Ok(());
        }
        if let DiagnosticSink::Held(held) = &mut self.sink {
            held.push(HeldReport::Lines(lines.to_owned()));
            return Ok(());
        }
        self.errors.clear_progress();
        // What happened to the values before is reported even if their reader is gone.
        let flushed = self.values.flush_main();
        // A closed standard error is ignored, because the values may still be wanted.
        match self.errors.write_lines(lines) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Exit::Output(error)),
            _ => Ok(flushed?),
        }
    }

    /// Writes the summary of a report in text. `check` writes it to standard output, where its findings are.
    fn summarize(&mut self) -> Result<(), Exit> {
        let Some(summary) = self.run_end.written_summary() else {
            return Ok(());
        };
        let layout = match self.finding_stream {
            FindingStream::Output => self.output_layout(),
            FindingStream::Errors => self.errors_layout(),
        };
        let Some(terminal) = layout else {
            return Ok(());
        };
        let line = terminal.paint(summary.style(), summary.to_string());
        match self.finding_stream {
            FindingStream::Output => self.text(&line),
            FindingStream::Errors => self.write_errors(&line),
        }
    }

    /// Ends the report and returns the exit status.
    pub(crate) fn end(mut self, result: Result<(), Exit>) -> u8 {
        let mut result = result.end_with(|| self.report_totals());
        // The log of an interrupted run has the findings so far.
        if matches!(result, Ok(()) | Err(Exit::Interrupted)) {
            result = self.write_log().and(result);
        }
        let result = match result {
            // The inputs before the wrong one are summarised.
            Err(Exit::Usage(_)) => self.summarize().and(result),
            _ => result.and_then(|()| self.finish_output()),
        };
        let result = result.and_then(|()| self.flush());
        self.errors.clear_progress();
        match result {
            Ok(()) if self.ignores_findings => 0,
            Ok(()) => self.verdict.exit_status(),
            Err(exit) => self.end_early(exit),
        }
    }

    /// Writes the reason for which the run has ended early, and returns its exit status.
    fn end_early(mut self, exit: Exit) -> u8 {
        match exit {
            // A reader may close our output early; that is not an error.
            Exit::Closed => 0,
            Exit::Usage(message) => {
                self.write_last_error(&name_flags(&message));
                2
            }
            Exit::Unhealthy(reason) => {
                self.write_last_error(&reason);
                1
            }
            Exit::Interrupted => self.end_interrupted(),
            Exit::Output(error) => {
                self.write_last_error(&format_args!("the output cannot be written: {error}"));
                74
            }
            Exit::State(error) => {
                self.write_last_error(&format_args!("the state cannot be written: {error}"));
                74
            }
        }
    }

    /// Writes the advice after an interrupt, and returns the exit status.
    fn end_interrupted(mut self) -> u8 {
        // Interrupted results are complete up to the last document.
        let _ = self.values.flush_main();
        let Some(interrupt) = self.interrupt else {
            return interrupt::STATUS;
        };
        // A terminal shows `^C`.
        let clear = match self.layout.errors {
            Some(_) => CLEAR,
            None => "",
        };
        self.errors
            .write_last(&format!("{clear}agent-ui: {}", interrupt.message()));
        interrupt.status()
    }

    /// Writes the error that has ended the run. Each message is one line, and the names of files may contain anything.
    fn write_last_error(&mut self, message: &dyn Display) {
        let message = message.to_string();
        #[cfg(feature = "live")]
        if let DiagnosticSink::JsonLog(log) = &self.sink {
            let line = log.line("error", &message, LogFields::new());
            self.errors.write_last(&line);
            return;
        }
        self.errors
            .write_last(&format!("agent-ui: {}", printable(&message)));
    }
}
