//! Checks of single values by the schemas of a catalog: allowed words, numbers and lengths.

use super::Schema;
use crate::catalog::Checker;
use serde_json::Value;
use wire::{Finding, Fix, Number, Payload, PayloadKind, Pointer, spelling};

/// Checks `const` and `enum`.
pub(super) fn check_words(
    schema: &Schema,
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if schema.words.is_empty() && schema.constant.is_none() {
        return;
    }
    let text = value.as_str();
    if let Some(word) = &schema.constant {
        if !is_equal_to_word(value, text.as_deref(), word) {
            let message = format!("`{value}` is not allowed here, only `{word}` is");
            let finding = Finding::error("unknown-word", at.clone(), message);
            checker.report(finding.hint(format_args!("write `{word}`")));
        }
    }
    if schema.words.is_empty() {
        return;
    }
    for word in &schema.words {
        if is_equal_to_word(value, text.as_deref(), word) {
            return;
        }
    }
    let texts: Vec<&str> = schema.words.iter().filter_map(Value::as_str).collect();
    if texts.len() == schema.words.len() {
        return report_unknown_word(value, at, &texts, checker);
    }
    let words: Vec<String> = schema.words.iter().map(Value::to_string).collect();
    let message = format!("`{value}` is not one of the allowed values");
    let finding = Finding::error("unknown-word", at.clone(), message);
    checker.report(finding.hint(format_args!("write one of `{}`", words.join("`, `"))));
}

/// Returns `true` if a value equals an allowed word. `text` is the value as a string, so that it is unescaped only once.
fn is_equal_to_word(value: &Payload, text: Option<&str>, word: &Value) -> bool {
    match (word, value.kind()) {
        (Value::String(word), _) => text == Some(word.as_str()),
        // JSON has one number type, so `1` is equal to `1.0`.
        (Value::Number(word), PayloadKind::Number) => number_of(value) == word.as_f64(),
        (Value::Array(_), PayloadKind::Array) | (Value::Object(_), PayloadKind::Object) => {
            match value.decode::<Value>() {
                Ok(value) => value == *word,
                Err(_) => false,
            }
        }
        (Value::Null, kind) => kind == PayloadKind::Null,
        (Value::Bool(word), PayloadKind::Boolean) => (value.text() == "true") == *word,
        _ => false,
    }
}

/// Reports a value outside a closed vocabulary.
fn report_unknown_word(value: &Payload, at: &Pointer, words: &[&str], checker: &mut Checker<'_>) {
    let Some(word) = value.as_str() else {
        return checker.wrong_type(value, at, "a string");
    };
    let name = at.segments().last().unwrap_or_default().into_owned();
    let message = format!("`{word}` is not an allowed value of `{name}`");
    let finding = Finding::error("unknown-word", at.clone(), message);
    checker.report(match spelling::closest(&word, words.iter().copied()) {
        Some(like) => finding
            .hint(format_args!("did you mean `{like}`?"))
            .fix(Fix::string(like)),
        None => finding.hint(format_args!("write one of `{}`", words.join("`, `"))),
    });
}

pub(super) fn number_of(value: &Payload) -> Option<f64> {
    Number::from_payload(value)?.as_f64()
}

pub(super) fn check_number(
    schema: &Schema,
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let Some(number) = number_of(value).filter(|_| !schema.limits.is_empty()) else {
        return;
    };
    type IsPast = fn(f64, f64) -> bool;
    let limits: [(&str, IsPast, &str); 4] = [
        ("minimum", |number, limit| number < limit, "of at least"),
        ("exclusiveMinimum", |number, limit| number <= limit, "above"),
        ("maximum", |number, limit| number > limit, "of at most"),
        ("exclusiveMaximum", |number, limit| number >= limit, "below"),
    ];
    for (name, is_past, words) in limits {
        let limit = schema.limits.get(name);
        let limit = limit.filter(|limit| limit.as_f64().is_some_and(|at| is_past(number, at)));
        if let Some(limit) = limit {
            let message = format!("`{value}` is outside the allowed range");
            let finding = Finding::error("range", at.clone(), message);
            checker.report(finding.hint(format_args!("write a number {words} {limit}")));
        }
    }
}

pub(super) fn check_bounds(
    schema: &Schema,
    [min, max]: [&str; 2],
    [too_few, too_many]: [&'static str; 2],
    (length, of): (usize, &str),
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if let Some(min) = bound(schema, min).filter(|min| length < *min) {
        let message = format!("expected at least {min} {of}, found {length}");
        checker.report(Finding::error(too_few, at.clone(), message).hint("make the value longer"));
    }
    if let Some(max) = bound(schema, max).filter(|max| length > *max) {
        let message = format!("expected at most {max} {of}, found {length}");
        checker
            .report(Finding::error(too_many, at.clone(), message).hint("make the value shorter"));
    }
}

fn bound(schema: &Schema, name: &str) -> Option<usize> {
    usize::try_from(schema.limits.get(name)?.as_u64()?).ok()
}
