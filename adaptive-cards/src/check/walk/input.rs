//! The rules of inputs.

use super::{
    CardWalk,
    object::{ObjectText, as_string, is_template},
};
use wire::{Finding, Pointer, Timestamp, token};

/// Checks an object of the type `name`, if it is an input.
pub(super) fn check(
    walk: &mut CardWalk<'_, '_>,
    name: &str,
    object: &ObjectText<'_>,
    at: &Pointer,
) {
    match name {
        "TextInput" => check_text(walk, object, at),
        "NumberInput" | "RatingInput" => check_number(walk, object, at),
        "DateInput" => check_moment(walk, object, at, is_date, "a date", "2026-12-24"),
        "TimeInput" => check_moment(walk, object, at, is_time, "a time", "09:30"),
        "ToggleInput" => check_toggle(walk, object, at),
        "ChoiceSetInput" => check_choices(walk, object, at),
        _ => return,
    }
    if !object.has("id") {
        let message = "hosts submit no value of an input without an id";
        let finding = Finding::warning("adaptive-cards/input-id", at.clone(), message);
        walk.found.push(finding.hint("add an `id`"));
    }
    check_label(walk, name, object, at);
}

/// Reports an input that hosts check, and whose faults they cannot name.
fn check_label(walk: &mut CardWalk<'_, '_>, name: &str, object: &ObjectText<'_>, at: &Pointer) {
    // The title of a toggle names it. Older versions have no labels.
    let has_label = object.has("label") || name == "ToggleInput" && object.has("title");
    if has_label || !walk.has_minor(3) {
        return;
    }
    let check = match ["min", "max", "regex"]
        .into_iter()
        .find(|own| object.has(own))
    {
        _ if object.is_true("isRequired") => "isRequired",
        Some(check) => check,
        None => return,
    };
    let message = format!("the input has `{check}`, and no label that names it");
    let finding = Finding::warning("adaptive-cards/label", at.clone(), message);
    walk.found.push(finding.hint("add a `label`"));
}

/// Reports a value that the input does not admit.
fn report_value(
    walk: &mut CardWalk<'_, '_>,
    at: Pointer,
    message: &str,
    hint: impl std::fmt::Display,
) {
    let finding = Finding::warning("adaptive-cards/value", at, message);
    walk.found.push(finding.hint(hint));
}

fn check_text(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let (Some(value), Some(limit)) = (object.string("value"), object.number("maxLength")) else {
        return;
    };
    if limit > 0.0 && value.chars().count() as f64 > limit && !is_template(&value) {
        let message = "the value has more characters than `maxLength` admits";
        report_value(
            walk,
            at.member("value"),
            message,
            "shorten the value, or raise `maxLength`",
        );
    }
}

fn check_number(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let (min, max) = (object.number("min"), object.number("max"));
    if min.zip(max).is_some_and(|(min, max)| min > max) {
        let message = "`min` is greater than `max`, so no value is valid";
        report_value(walk, at.member("min"), message, "exchange `min` and `max`");
        return;
    }
    let Some(value) = object.number("value") else {
        return;
    };
    if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
        let message = "the value is outside of `min` and `max`";
        report_value(
            walk,
            at.member("value"),
            message,
            "write a value between them",
        );
    }
}

/// Checks the value and the bounds of a date or a time. Valid ones have the order of their texts.
fn check_moment(
    walk: &mut CardWalk<'_, '_>,
    object: &ObjectText<'_>,
    at: &Pointer,
    is_valid: fn(&str) -> bool,
    kind: &str,
    example: &str,
) {
    for name in ["value", "min", "max"] {
        let Some(text) = object.string(name) else {
            continue;
        };
        if !text.is_empty() && !is_template(&text) && !is_valid(&text) {
            let message = format!("hosts ignore a `{name}` that is not {kind}");
            let hint = format!("write {kind} like `{example}`");
            report_value(walk, at.member(name), &message, hint);
        }
    }
    let valid = |name| object.string(name).filter(|text| is_valid(text));
    let Some(value) = valid("value") else {
        return;
    };
    if valid("min").is_some_and(|min| value < min) || valid("max").is_some_and(|max| value > max) {
        let message = "the value is outside of `min` and `max`";
        report_value(
            walk,
            at.member("value"),
            message,
            "write a value between them",
        );
    }
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && Timestamp::from(format!("{text}T00:00:00Z")).is_rfc3339()
}

fn is_time(text: &str) -> bool {
    text.len() == 5 && Timestamp::from(format!("2026-01-01T{text}:00Z")).is_rfc3339()
}

fn check_toggle(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let Some(value) = object.string("value") else {
        return;
    };
    let on = object.string("valueOn").unwrap_or("true".into());
    let off = object.string("valueOff").unwrap_or("false".into());
    if value != on && value != off && !is_template(&value) {
        let message = "the value is neither `valueOn` nor `valueOff`";
        let hint = format!("write `{}` or `{}`", on.escape_debug(), off.escape_debug());
        report_value(walk, at.member("value"), message, hint);
    }
}

fn check_choices(walk: &mut CardWalk<'_, '_>, object: &ObjectText<'_>, at: &Pointer) {
    let is_multiple = object.is_true("isMultiSelect");
    let mut values = std::collections::BTreeSet::new();
    let mut is_template_list = false;
    let choices = token::children(object.get("choices").unwrap_or_default()).enumerate();
    for (index, choice) in choices {
        let choice = ObjectText::of(choice.text);
        let Some(value) = choice.get("value").and_then(as_string) else {
            continue;
        };
        is_template_list |= is_template(&value);
        if is_multiple && value.contains(',') {
            let at = at.member("choices").element(index).member("value");
            let message =
                "hosts join the chosen values by commas, so this value looks like several";
            let finding = Finding::warning("adaptive-cards/comma", at, message);
            walk.found
                .push(finding.hint("choose a value without commas"));
        }
        values.insert(value);
    }
    let Some(value) = object.string("value") else {
        return;
    };
    // A query can return the value, and an expression can become it.
    let is_open = object.has("choices.data") || is_template_list || is_template(&value);
    let is_known = |part: &str| part.is_empty() || values.contains(part);
    let has_all = match is_multiple {
        true => is_known(&value) || value.split(',').all(|part| is_known(part.trim())),
        false => is_known(&value),
    };
    if !is_open && !has_all {
        let message = "hosts ignore a value that is not the value of a choice";
        report_value(
            walk,
            at.member("value"),
            message,
            "write the `value` of a choice",
        );
    }
}
