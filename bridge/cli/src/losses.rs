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
    /// The place of the first loss.
    first: Option<(Place, Pointer)>,
}

impl Losses {
    /// Counts the losses that notes name. `place` finds the field of a note in the input.
    pub(crate) fn add(
        &mut self,
        notes: &[Note],
        carry_is_kept: bool,
        place: &dyn Fn(&Note) -> (Place, Pointer),
    ) {
        for note in notes.iter().filter(|note| note.is_loss(carry_is_kept)) {
            match note.is_left_out() {
                true => self.tools += 1,
                false => self.fields += 1,
            }
            self.first.get_or_insert_with(|| place(note));
        }
    }

    /// Adds the losses of a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.fields += later.fields;
        self.tools += later.tools;
        self.first = self.first.take().or(later.first);
    }

    /// Writes one line that says how much was lost; nothing if nothing was.
    pub(crate) fn report(self, carry_is_kept: bool, report: &mut Report) -> Result<(), Exit> {
        let Some((place, pointer)) = self.first else { return Ok(()) };
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
