//! Checks of single values by the schemas of a catalog: allowed words, numbers and lengths.

use crate::catalog::{Checker, check_word};
use serde_json::{Map, Value};
use wire::{Finding, Number, Payload, PayloadKind, Pointer};

/// Checks `const` and `enum`.
pub(super) fn words(
    schema: &Map<String, Value>,
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let is = |word: &Value| match (word, value.kind()) {
        (Value::String(word), PayloadKind::String) => {
            value.as_str().is_some_and(|text| text == word.as_str())
        }
        (Value::Number(word), PayloadKind::Number) => number_of(value) == word.as_f64(),
        (Value::Array(_), PayloadKind::Array) | (Value::Object(_), PayloadKind::Object) => {
            value.decode::<Value>().is_ok_and(|value| value == *word)
        }
        (Value::Null, kind) => kind == PayloadKind::Null,
        (Value::Bool(word), PayloadKind::Boolean) => (value.text() == "true") == *word,
        _ => false,
    };
    if let Some(word) = schema.get("const").filter(|word| !is(word)) {
        let finding = Finding::error(
            "unknown-word",
            at.clone(),
            format_args!("`{value}` is not allowed here, only `{word}` is"),
        );
        checker.report(finding.hint(format_args!("write `{word}`")));
    }
    let Some(words) = schema
        .get("enum")
        .and_then(Value::as_array)
        .filter(|words| !words.iter().any(is))
    else {
        return;
    };
    let texts: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    if texts.len() == words.len() {
        return check_word(value, at, &texts, checker);
    }
    let words: Vec<String> = words.iter().map(Value::to_string).collect();
    let finding = Finding::error(
        "unknown-word",
        at.clone(),
        format_args!("`{value}` is not one of the allowed values"),
    );
    checker.report(finding.hint(format_args!("write one of `{}`", words.join("`, `"))));
}

pub(super) fn number_of(value: &Payload) -> Option<f64> {
    Number::from_payload(value)?.as_f64()
}

pub(super) fn number(
    schema: &Map<String, Value>,
    value: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let Some(number) = number_of(value) else {
        return;
    };
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    for (name, is_past, words) in [
        (
            "minimum",
            bound("minimum").is_some_and(|bound| number < bound),
            "of at least",
        ),
        (
            "exclusiveMinimum",
            bound("exclusiveMinimum").is_some_and(|bound| number <= bound),
            "above",
        ),
        (
            "maximum",
            bound("maximum").is_some_and(|bound| number > bound),
            "of at most",
        ),
        (
            "exclusiveMaximum",
            bound("exclusiveMaximum").is_some_and(|bound| number >= bound),
            "below",
        ),
    ] {
        if let Some(bound) = schema.get(name).filter(|_| is_past) {
            let finding = Finding::error(
                "range",
                at.clone(),
                format_args!("`{value}` is outside the allowed range"),
            );
            checker.report(finding.hint(format_args!("write a number {words} {bound}")));
        }
    }
}

pub(super) fn bounds(
    schema: &Map<String, Value>,
    [min, max]: [&str; 2],
    [too_few, too_many]: [&'static str; 2],
    length: usize,
    of: &str,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    let bound = |name: &str| {
        schema
            .get(name)
            .and_then(Value::as_u64)
            .and_then(|bound| usize::try_from(bound).ok())
    };
    if let Some(min) = bound(min).filter(|min| length < *min) {
        let message = format!("expected at least {min} {of}, found {length}");
        checker.report(Finding::error(too_few, at.clone(), message).hint("make the value longer"));
    }
    if let Some(max) = bound(max).filter(|max| length > *max) {
        let message = format!("expected at most {max} {of}, found {length}");
        checker
            .report(Finding::error(too_many, at.clone(), message).hint("make the value shorter"));
    }
}
