//! Diagnostics, repairs and notes in a report.

use super::{
    CollectedFinding, Report,
    held::{DiagnosticSink, FindingStream, HeldReport},
};
use crate::{exit::Exit, flag_names::name_flags, input::Input, streams::Terminal};
use agent_ui_text::{
    diagnostic::{Diagnostic, FixedLine},
    envelope,
    place::Place,
    repair::Repair,
    reports::{ReportEntry, Reports},
};
use bridge::{Note, Refusal};
use std::io;
use wire::{DecodeError, Finding, Pointer, Severity};

impl Report {
    /// Reports a refused message.
    pub(crate) fn refusal(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        self.verdict.is_refused = true;
        self.write_refusal(place, refusal)
    }

    /// Reports a message that was refused because it would lose data.
    pub(crate) fn loss(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
        self.verdict.is_lossy = true;
        self.write_refusal(place, refusal)
    }

    fn write_refusal(&mut self, place: &Place, refusal: &Refusal) -> Result<(), Exit> {
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
    /// Writes results and reports of the library in their order.
    pub(crate) fn replay_all(&mut self, reports: Reports) -> Result<(), Exit> {
        for reported in reports {
            match reported {
                ReportEntry::Message(text) => self.json(&text)?,
                ReportEntry::Repairs(placed) => {
                    for (place, repair) in placed {
                        self.report_repair(&place, repair)?;
                    }
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
        let mut placed: Vec<(Place, Repair)> = repairs
            .map(|repair| (input.place_of(&repair), repair))
            .collect();
        placed.sort_by_key(|(place, _)| (place.line, place.column));
        for (place, repair) in placed {
            self.report_repair(&place, repair)?;
        }
        Ok(())
    }

    /// Reports the first repair of its kind in a source, and counts the others for the total at the end.
    pub(crate) fn report_repair(&mut self, place: &Place, repair: Repair) -> Result<(), Exit> {
        // Only the main thread knows the repairs of all threads.
        if let DiagnosticSink::Held(held) = &mut self.sink {
            held.push(HeldReport::Repair(place.clone(), repair));
            return Ok(());
        }
        let warning = repair.warning();
        if !self.run_end.repairs.count(place, &warning) {
            return Ok(());
        }
        self.finding(place, &warning)
    }

    /// Reports the numbers of refusals and repairs that were only counted.
    pub(super) fn report_totals(&mut self) -> Result<(), Exit> {
        let repairs = std::mem::take(&mut self.run_end.repairs);
        let repeated = std::mem::take(&mut self.run_end.repeated);
        if self.run_end.is_quiet {
            return Ok(());
        }
        for total in repeated.totals() {
            self.write_diagnostic(&total)?;
        }
        for (place, total) in repairs.totals() {
            self.finding(&place, &total)?;
        }
        Ok(())
    }

    /// Holds findings back from now on.
    pub(crate) fn collect(&mut self) {
        self.collected = Some(Vec::new());
    }

    /// Returns the held-back findings and stops holding them back.
    pub(crate) fn take_collected(&mut self) -> Vec<CollectedFinding> {
        self.collected.take().unwrap_or_default()
    }

    /// Returns the diagnostic of a finding that was held back; `None` if the run allows the finding. A notice about the
    /// input is not a finding of `check`.
    #[cfg(feature = "lsp")]
    pub(crate) fn judge_collected(&mut self, collected: &CollectedFinding) -> Option<Diagnostic> {
        let is_notice = collected.stream == FindingStream::Errors
            && collected.finding.severity == Severity::Info;
        if is_notice {
            return None;
        }
        let profile = collected.profile.as_deref();
        let mut diagnostic = self.judge(&collected.place, &collected.finding, profile)?;
        diagnostic.hint = name_flags(&diagnostic.hint);
        Some(diagnostic)
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
            stream,
            profile,
        } = collected;
        let Some(diagnostic) = self.judge(&place, &finding, profile.as_deref()) else {
            return Ok(());
        };
        match stream {
            FindingStream::Errors => self.diagnose(diagnostic),
            FindingStream::Output if is_output_taken => {
                self.verdict.is_refused |= diagnostic.severity == Severity::Error;
                self.diagnose(diagnostic)
            }
            FindingStream::Output => self.diagnose_on_output(diagnostic),
        }
    }

    /// Writes a diagnostic to standard error. It does not change the exit status.
    #[cfg(feature = "live")]
    pub(crate) fn diagnostic(&mut self, diagnostic: Diagnostic) -> Result<(), Exit> {
        self.diagnose(diagnostic)
    }

    /// Reports a finding about an accepted input on standard error.
    pub(crate) fn finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if self.collect_finding(place, finding, FindingStream::Errors, None) {
            return Ok(());
        }
        match self.judge(place, finding, None) {
            Some(diagnostic) => self.diagnose(diagnostic),
            None => Ok(()),
        }
    }

    /// Returns the diagnostic of a finding with its severity in this run; `None` if the run allows the finding.
    fn judge(
        &mut self,
        place: &Place,
        finding: &Finding,
        profile: Option<&str>,
    ) -> Option<Diagnostic> {
        if self.policy.allows(finding, place.file.as_deref()) {
            return None;
        }
        let mut diagnostic = Diagnostic::of_finding(place, finding);
        let severity = self.policy.severity(finding);
        if severity != finding.severity {
            diagnostic.severity = severity;
            // A denied warning decides the exit status, whichever stream shows it.
            self.verdict.is_refused = true;
        }
        match profile {
            Some(profile) => Some(diagnostic.with_profile(profile)),
            None => Some(diagnostic),
        }
    }

    /// Writes a finding of `check` to standard output, with its validation profile.
    pub(crate) fn output_finding(
        &mut self,
        place: &Place,
        finding: &Finding,
        profile: Option<&str>,
    ) -> Result<(), Exit> {
        if self.collect_finding(place, finding, FindingStream::Output, profile) {
            return Ok(());
        }
        match self.judge(place, finding, profile) {
            Some(diagnostic) => self.diagnose_on_output(diagnostic),
            None => Ok(()),
        }
    }

    /// Holds a finding back if findings are collected. Returns `true` in that case.
    fn collect_finding(
        &mut self,
        place: &Place,
        finding: &Finding,
        stream: FindingStream,
        profile: Option<&str>,
    ) -> bool {
        let Some(collected) = &mut self.collected else {
            return false;
        };
        collected.push(CollectedFinding {
            place: place.clone(),
            finding: finding.clone(),
            stream,
            profile: profile.map(str::to_owned),
        });
        true
    }

    /// Writes a diagnostic to standard error.
    pub(super) fn diagnose(&mut self, mut diagnostic: Diagnostic) -> Result<(), Exit> {
        if let DiagnosticSink::Log(log) = &mut self.sink {
            let line = self.source_lines.line(&diagnostic.place);
            log.add(diagnostic, line.as_deref());
            return Ok(());
        }
        diagnostic.hint = name_flags(&diagnostic.hint);
        if let DiagnosticSink::Held(held) = &mut self.sink {
            held.push(HeldReport::Diagnostic(Box::new(diagnostic)));
            return Ok(());
        }
        if self.run_end.repeated.count(&diagnostic) {
            return Ok(());
        }
        self.write_diagnostic(&diagnostic)
    }

    fn write_diagnostic(&mut self, diagnostic: &Diagnostic) -> Result<(), Exit> {
        #[cfg(feature = "live")]
        if let DiagnosticSink::JsonLog(log) = &self.sink {
            let line = log.diagnostic(diagnostic).map_err(io::Error::from)?;
            return self.write_errors(&line);
        }
        let text = self.format(diagnostic, self.errors_layout())?;
        self.write_errors(&text)
    }

    /// Writes a diagnostic to standard output, as `check` does.
    fn diagnose_on_output(&mut self, mut diagnostic: Diagnostic) -> Result<(), Exit> {
        self.verdict.is_refused |= diagnostic.severity == Severity::Error;
        if matches!(self.sink, DiagnosticSink::Log(_)) {
            return self.diagnose(diagnostic);
        }
        diagnostic.hint = name_flags(&diagnostic.hint);
        let text = self.format(&diagnostic, self.output_layout())?;
        self.text(&text)
    }

    /// Counts a diagnostic and formats it as text or as a line of JSON.
    fn format(
        &mut self,
        diagnostic: &Diagnostic,
        layout: Option<Terminal>,
    ) -> Result<String, Exit> {
        let summary = &mut self.run_end.summary;
        summary.count(diagnostic.severity, diagnostic.count);
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
        let mut lines = String::new();
        for notes in notes.chunk_by(|one, next| one.input == next.input) {
            let Some(first) = notes.first() else { continue };
            let place = place(first.input);
            for note in notes {
                if !lines.is_empty() {
                    lines.push('\n');
                }
                lines += &self.note_line(note, carry_is_kept, &place)?;
            }
        }
        self.write_errors(&lines)
    }

    /// Formats a note as text, or as a line of JSON.
    fn note_line(&self, note: &Note, carry_is_kept: bool, place: &Place) -> Result<String, Exit> {
        #[cfg(feature = "live")]
        if let DiagnosticSink::JsonLog(log) = &self.sink {
            let line = note_json(note, carry_is_kept, place)?;
            return Ok(log.note(&line).map_err(io::Error::from)?);
        }
        match self.errors_layout() {
            Some(terminal) => Ok(terminal.note(note, carry_is_kept, place)),
            None => note_json(note, carry_is_kept, place),
        }
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
            Some(terminal) => self.write_errors(&terminal.fixed(place, rule, message)),
            None => self.error(&FixedLine::new(place, rule, pointer, message)),
        }
    }
}

/// Formats a note as a line of JSON.
fn note_json(note: &Note, carry_is_kept: bool, place: &Place) -> Result<String, Exit> {
    envelope::note_line(note, carry_is_kept, place)
        .map_err(|refusal| Exit::Usage(refusal.message().to_owned()))
}
