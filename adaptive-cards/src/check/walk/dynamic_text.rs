//! Dates and times that hosts write in the zone of the user: `{{DATE(2017-02-14T06:00:00Z, SHORT)}}`.

use wire::{Finding, Pointer, Timestamp};

/// Reports the functions of a text that hosts show as they are.
pub(super) fn check(text: &str, at: &Pointer, found: &mut Vec<Finding>) {
    for name in ["{{DATE(", "{{TIME("] {
        let has_fault = text.split(name).skip(1).any(|rest| !is_call(name, rest));
        if !has_fault {
            continue;
        }
        let message = format!("hosts show this `{name}…` as text, because they cannot read it");
        let finding = Finding::warning("adaptive-cards/date", at.clone(), message);
        let example = match name {
            "{{DATE(" => "write it like `{{DATE(2026-12-24T06:00:00Z, SHORT)}}`",
            _ => "write it like `{{TIME(2026-12-24T06:00:00Z)}}`",
        };
        found.push(finding.hint(example));
    }
}

/// Returns `true` if the text after the name of a function is its argument and its end.
fn is_call(name: &str, rest: &str) -> bool {
    let Some((inner, _)) = rest.split_once(")}}") else {
        return false;
    };
    let (time, form) = match inner.split_once(',') {
        Some((time, form)) => (time, Some(form.trim())),
        None => (inner, None),
    };
    let is_form = match form {
        Some(form) => name == "{{DATE(" && matches!(form, "COMPACT" | "SHORT" | "LONG"),
        None => true,
    };
    is_form && Timestamp::from(time.trim()).is_rfc3339()
}
