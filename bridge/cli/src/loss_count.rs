//! Counts the fields that the output lost, for the one line at the end of a run that nobody asked for notes of.

use crate::{
    input::Place,
    report::{Exit, Report},
};
use bridge::Note;
use wire::{Finding, Pointer};

/// The losses of a run.
#[derive(Default)]
pub(crate) struct LossCount {
    /// The number of fields that were lost, those of tools that were left out not counted.
    fields: usize,
    /// The number of tools that were left out.
    tools: usize,
    /// The first loss of a value, or the first loss if only absences were lost.
    first: Option<LostField>,
    /// The first tool that was left out, and the reason.
    first_tool: Option<(LostField, String)>,
}

/// A field that was lost.
pub(crate) struct LostField {
    pub(crate) place: Place,
    pub(crate) pointer: Pointer,
    /// Whether the input has the field. Else its absence was lost.
    pub(crate) is_present: bool,
}

impl LossCount {
    /// Counts the losses that notes name. `find` looks for the field of a note in the input.
    pub(crate) fn add(&mut self, notes: &[Note], carry_is_kept: bool, find: &dyn Fn(&Note) -> LostField) {
        for note in notes.iter().filter(|note| note.is_loss(carry_is_kept)) {
            if note.is_left_out() {
                self.tools += 1;
                let reason = || note.remark.get().map(ToString::to_string).unwrap_or_default();
                self.first_tool.get_or_insert_with(|| (find(note), reason()));
                continue;
            }
            self.fields += 1;
            if !self.has_value() {
                self.take_first(find(note));
            }
        }
    }

    fn has_value(&self) -> bool {
        self.first.as_ref().is_some_and(|first| first.is_present)
    }

    fn take_first(&mut self, lost: LostField) {
        if self.first.is_none() || lost.is_present && !self.has_value() {
            self.first = Some(lost);
        }
    }

    /// Adds the losses of a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.fields += later.fields;
        self.tools += later.tools;
        later.first.into_iter().for_each(|first| self.take_first(first));
        self.first_tool = self.first_tool.take().or(later.first_tool);
    }

    /// Writes one line that says how much was lost; nothing if nothing was.
    pub(crate) fn report(self, carry_is_kept: bool, report: &mut Report) -> Result<(), Exit> {
        let first = self.first.map(|first| (first, String::new()));
        let Some((LostField { place, pointer, .. }, reason)) = self.first_tool.or(first) else {
            return Ok(());
        };
        let lost = match (with_count(self.fields, "field"), with_count(self.tools, "tool")) {
            (Some(fields), None) => format!("has no place for {fields}"),
            (None, Some(tools)) => format!("leaves out {tools}"),
            (Some(fields), Some(tools)) => {
                format!("leaves out {tools} and has no place for {fields} of others")
            }
            (None, None) => return Ok(()),
        };
        let reason = if reason.is_empty() { reason } else { format!(": {reason}") };
        let message = format!("the output {lost}; this is the first{reason}");
        let keeps = if carry_is_kept { "" } else { "--envelope or --embed keeps what was lost, " };
        let hint =
            format!("--notes lists every loss, {keeps}--strict refuses it, --quiet silences this line");
        report.finding(&place, &Finding::warning("losses", pointer, message).hint(hint))
    }
}

/// A number with its noun; `None` for zero.
fn with_count(number: usize, noun: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        number => Some(format!("{number} {noun}s")),
    }
}
