//! The count of lost fields, reported in one line at the end of a run without `--notes`.

use crate::{exit::Exit, report::Report};
use agent_ui_text::place::Place;
use bridge::Note;
use wire::{Finding, Pointer};

/// The lost fields and tools of a run.
#[derive(Default)]
pub(crate) struct LossCount {
    /// The number of lost fields, without the fields of omitted tools.
    fields: usize,
    /// The number of omitted tools.
    tools: usize,
    /// The first lost value. If no value is lost, the first member whose absence is lost.
    first: Option<LostField>,
    /// The first omitted tool.
    first_tool: Option<LostField>,
}

/// A lost field, with its place in the input.
pub(crate) struct LostField {
    pub(crate) place: Place,
    pub(crate) pointer: Pointer,
    /// `true` if the input has the field; `false` if its absence was lost.
    pub(crate) is_present: bool,
    /// The reason for the loss, if the note states one.
    pub(crate) reason: String,
}

impl LossCount {
    /// Counts the losses in the notes. `find` returns the input field of a note.
    pub(crate) fn add(
        &mut self,
        notes: &[Note],
        carry_is_kept: bool,
        find: &dyn Fn(&Note) -> LostField,
    ) {
        for note in notes.iter().filter(|note| note.is_loss(carry_is_kept)) {
            if note.is_left_out() {
                self.tools += 1;
                self.first_tool.get_or_insert_with(|| find(note));
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

    /// Adds the losses from a later part of the input.
    pub(crate) fn join(&mut self, later: Self) {
        self.fields += later.fields;
        self.tools += later.tools;
        if let Some(first) = later.first {
            self.take_first(first);
        }
        self.first_tool = self.first_tool.take().or(later.first_tool);
    }

    /// Reports the losses in one line, unless there are none.
    pub(crate) fn report(self, carry_is_kept: bool, report: &mut Report) -> Result<(), Exit> {
        let Some(LostField {
            place,
            pointer,
            reason,
            ..
        }) = self.first_tool.or(self.first)
        else {
            return Ok(());
        };
        let lost = match (
            with_count(self.fields, "field"),
            with_count(self.tools, "tool"),
        ) {
            (Some(fields), None) => format!("cannot hold {fields}"),
            (None, Some(tools)) => format!("omits {tools}"),
            (Some(fields), Some(tools)) => {
                format!("omits {tools} and cannot hold {fields} of others")
            }
            (None, None) => return Ok(()),
        };
        let reason = if reason.is_empty() {
            reason
        } else {
            format!(": {}", reason.trim_end_matches('.'))
        };
        let message = format!("the output {lost}; this is the first{reason}");
        let keeps = if carry_is_kept {
            ""
        } else {
            "--envelope or --embed keeps the lost data, "
        };
        let corrects = match self.tools {
            0 => "",
            _ => "`agent-ui check` describes how to correct the tools, ",
        };
        let hint = format!(
            "{corrects}--lost lists every loss, {keeps}--strict refuses the message, --quiet hides this line"
        );
        report.finding(
            &place,
            &Finding::warning("losses", pointer, message).hint(hint),
        )
    }
}

/// Formats a number with its noun; `None` for zero.
fn with_count(number: usize, noun: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        number => Some(format!("{number} {noun}s")),
    }
}
