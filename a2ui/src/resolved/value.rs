//! The conversion of values that users enter in other clients.

use super::{InputKind, ResolvedInput, choice, date};
use crate::expression::{Decimal, json, to_text};
use wire::{Payload, PayloadKind};

/// A value that a user entered in another client.
///
/// | kind of the input | accepted | written, if the data model has no value yet | empty |
/// |---|---|---|---|
/// | text, long text | a text, number or boolean | a text | `""` |
/// | number | a number, also as text | a text without exponent and `.0` | `""` |
/// | boolean | `true` or `false`, also as text | a boolean | `false` |
/// | single choice | the value of an option, or a list with it | a list | `[]` |
/// | multiple choice | a list of values of options, or a text with commas | a list | `[]` |
/// | slider | a number, also as text | a number | nothing |
/// | date, time, date with time | a text of ISO 8601; for both together also seconds since 1970 | a text | `""` |
///
/// If the data model has a text, number, boolean or list at the path, a value of the same type is written where one exists. A
/// time keeps the seconds and the zone of the old value if it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubmittedValue {
    /// A value with a type. Null means [`Empty`](Self::Empty).
    Json(Payload),
    /// A value of any type as text, such as `3`, `true` or `a,b`.
    Text(String),
    /// The user entered nothing.
    Empty,
}

impl From<Payload> for SubmittedValue {
    fn from(value: Payload) -> Self {
        Self::Json(value)
    }
}

impl From<&str> for SubmittedValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Converts a value to the type of an input. `old` is the value at the path. Returns `None` if nothing is to be written. The
/// error says what would be right.
pub(super) fn convert(
    input: &ResolvedInput,
    value: &SubmittedValue,
    old: Option<&Payload>,
) -> Result<Option<Payload>, String> {
    let value = match value {
        SubmittedValue::Json(value) if value.is_null() => return Ok(empty(input, old)),
        SubmittedValue::Empty => return Ok(empty(input, old)),
        SubmittedValue::Json(value) => value.clone(),
        SubmittedValue::Text(text) => Payload::string(text),
    };
    let old_kind = old.map(Payload::kind);
    let converted = match input.kind {
        InputKind::Text | InputKind::LongText => text(&value, old_kind)?,
        InputKind::Number if value.text() == "\"\"" => Payload::string(""),
        InputKind::Number => number(&value, old_kind.unwrap_or(PayloadKind::String))?,
        InputKind::Slider => slider(input, &value, old_kind)?,
        InputKind::Boolean => boolean(&value, old_kind)?,
        InputKind::SingleChoice | InputKind::MultipleChoice => {
            choices(&choice::convert(input, &value)?, input.kind, old_kind)
        }
        InputKind::Date | InputKind::Time | InputKind::DateTime => {
            if value.text() == "\"\"" {
                return Ok(empty(input, old));
            }
            moment(input, &value, old)?
        }
    };
    Ok(Some(converted))
}

/// Returns the value that an empty input writes. A slider always has a number, so it keeps the old one.
fn empty(input: &ResolvedInput, old: Option<&Payload>) -> Option<Payload> {
    match input.kind {
        InputKind::Slider => None,
        InputKind::Boolean => boolean(&json("false"), old.map(Payload::kind)).ok(),
        InputKind::SingleChoice | InputKind::MultipleChoice => {
            Some(choices(&[], input.kind, old.map(Payload::kind)))
        }
        _ => Some(Payload::string("")),
    }
}

fn text(value: &Payload, old: Option<PayloadKind>) -> Result<Payload, String> {
    if matches!(value.kind(), PayloadKind::Array | PayloadKind::Object) {
        return Err("expected a text".to_owned());
    }
    let text = to_text(Some(value));
    match old {
        // An emptied field holds a text, as in a client.
        Some(PayloadKind::Number) if !text.is_empty() => number(value, PayloadKind::Number),
        Some(PayloadKind::Boolean) if !text.is_empty() => {
            boolean(value, Some(PayloadKind::Boolean))
        }
        _ => Ok(Payload::string(&text)),
    }
}

/// Converts a number to a number or to a text.
fn number(value: &Payload, target: PayloadKind) -> Result<Payload, String> {
    let plain = Decimal::from_payload(value).and_then(|number| number.plain());
    let Some(plain) = plain else {
        return Err("expected a number".to_owned());
    };
    Ok(match target {
        PayloadKind::Number => json(&plain),
        _ => Payload::string(&plain),
    })
}

fn slider(
    input: &ResolvedInput,
    value: &Payload,
    old: Option<PayloadKind>,
) -> Result<Payload, String> {
    let target = match old {
        Some(PayloadKind::String) => PayloadKind::String,
        _ => PayloadKind::Number,
    };
    let converted = number(value, target)?;
    let (least, most) = (&input.constraints.minimum, &input.constraints.maximum);
    let (least, most) = (
        least.as_ref().map_or("", |number| number.as_str()),
        most.as_ref().map_or("", |number| number.as_str()),
    );
    let number = Decimal::from_payload(value);
    let is_low = Decimal::parse(least).is_some_and(|least| number < Some(least));
    let is_high = Decimal::parse(most).is_some_and(|most| number > Some(most));
    if !is_low && !is_high {
        return Ok(converted);
    }
    Err(match (least, most) {
        (least, "") => format!("expected a number of at least {least}"),
        ("", most) => format!("expected a number of at most {most}"),
        (least, most) => format!("expected a number from {least} to {most}"),
    })
}

fn boolean(value: &Payload, old: Option<PayloadKind>) -> Result<Payload, String> {
    let is_true = match to_text(Some(value)).as_str() {
        "true" => true,
        "false" => false,
        _ => return Err("expected true or false".to_owned()),
    };
    Ok(match old {
        Some(PayloadKind::String) => Payload::string(if is_true { "true" } else { "false" }),
        Some(PayloadKind::Number) => json(if is_true { "1" } else { "0" }),
        _ => json(if is_true { "true" } else { "false" }),
    })
}

/// Returns choices as a list, or as a text if the model has a text for a single choice.
fn choices(chosen: &[String], kind: InputKind, old: Option<PayloadKind>) -> Payload {
    if kind == InputKind::SingleChoice && old == Some(PayloadKind::String) {
        return Payload::string(chosen.first().map_or("", String::as_str));
    }
    let chosen: Vec<Payload> = chosen.iter().map(|value| Payload::string(value)).collect();
    Payload::array(&chosen)
}

fn moment(
    input: &ResolvedInput,
    value: &Payload,
    old: Option<&Payload>,
) -> Result<Payload, String> {
    let Some(text) = date::convert(input.kind, value, old) else {
        return Err(match input.kind {
            InputKind::Date => "expected a date such as 2026-12-24".to_owned(),
            InputKind::Time => "expected a time such as 14:30".to_owned(),
            _ => "expected a date with a time such as 2026-12-24T14:30".to_owned(),
        });
    };
    let (earliest, latest) = (&input.constraints.earliest, &input.constraints.latest);
    let (earliest, latest) = (earliest.as_deref(), latest.as_deref());
    if !date::is_outside(&text, earliest, latest) {
        return Ok(Payload::string(&text));
    }
    Err(match (earliest, latest) {
        (Some(earliest), None) => format!("expected {earliest} or later"),
        (None, Some(latest)) => format!("expected {latest} or earlier"),
        _ => format!(
            "expected {} to {}",
            earliest.unwrap_or_default(),
            latest.unwrap_or_default()
        ),
    })
}
