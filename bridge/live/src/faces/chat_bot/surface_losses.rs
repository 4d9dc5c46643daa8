//! The parts of a surface that a message does not show.

use agent_ui_text::bridge::{ComponentNote, Verdict};
use wire::{Finding, Pointer};

/// Returns one finding for each kind of loss, with its first place.
pub(in crate::faces) fn losses_of(
    face: &'static str,
    surface: &str,
    notes: &[ComponentNote],
) -> Vec<Finding> {
    let mut losses: Vec<Finding> = Vec::new();
    for note in notes {
        let rule = match (face, note.verdict) {
            ("slack", Verdict::Dropped) => "slack/not-shown",
            (_, Verdict::Dropped) => "teams/not-shown",
            _ => continue,
        };
        if losses.iter().any(|loss| loss.rule == rule) {
            continue;
        }
        let part = match note.member {
            "" => format!("the component `{}`", note.key),
            member => format!("`{member}` of the component `{}`", note.key),
        };
        let message = format!("a message does not show {part} of the surface `{surface}`");
        let finding = Finding::warning(rule, Pointer::root(), message);
        losses.push(finding.hint(note.remark));
    }
    losses
}
