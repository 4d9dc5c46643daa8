//! Counts the fields that the output lost, for the one line at the end of a run that nobody asked for notes of.

use crate::{
    input::Place,
    report::{Exit, Report},
};
use bridge::Note;
use wire::{Finding, Pointer};

/// The losses of a run.
#[derive(Default)]
pub(crate) struct Losses {
    /// The number of fields that were lost, those of tools that were left out not counted.
    fields: usize,
    /// The number of tools that were left out.
    tools: usize,
    /// The first loss of a value, or the first loss if only absences were lost.
    first: Option<LostField>,
}

/// A field that was lost.
pub(crate) struct LostField {
    pub(crate) place: Place,
    pub(crate) pointer: Pointer,
    /// Whether the input has the field. Else its absence was lost.
    pub(crate) is_present: bool,
}

impl Losses {
    /// Counts the losses that notes name. `find` looks for the field of a note in the input.
    pub(crate) fn add(&mut self, notes: &[Note], carry_is_kept: bool, find: &dyn Fn(&Note) -> LostField) {
        for note in notes.iter().filter(|note| note.is_loss(carry_is_kept)) {
            match note.is_left_out() {
                true => self.tools += 1,
                false => self.fields += 1,
            }
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
    }

    /// Writes one line that says how much was lost; nothing if nothing was.
    pub(crate) fn report(self, carry_is_kept: bool, report: &mut Report) -> Result<(), Exit> {
        let Some(LostField { place, pointer, .. }) = self.first else { return Ok(()) };
        let message = match (counted(self.fields, "field"), counted(self.tools, "tool")) {
            (Some(fields), None) => format!("the output has no place for {fields}; this is the first"),
            (None, Some(tools)) => format!("the output leaves out {tools}; this is the first"),
            (Some(fields), Some(tools)) => {
                format!(
                    "the output leaves out {tools} and has no place for {fields} of others; this is the first"
                )
            }
            (None, None) => return Ok(()),
        };
        let keeps = if carry_is_kept { "" } else { "--envelope or --embed keeps what was lost, " };
        let hint =
            format!("--notes lists every loss, {keeps}--strict refuses it, --quiet silences this line");
        report.finding(&place, &Finding::warning("losses", pointer, message).hint(hint))
    }
}

/// A number with its noun; `None` for zero.
fn counted(number: usize, noun: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        number => Some(format!("{number} {noun}s")),
    }
}
