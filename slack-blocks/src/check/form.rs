//! The forms of texts.

use super::address::{self, AddressProblem};
use wire::{Number, Timestamp};

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A date such as `2026-12-24`.
    Date,
    /// A time such as `09:30`.
    Time,
    /// A number such as `-1.5`.
    Number,
    /// An address of a link.
    Link,
    /// An address of an image on the web.
    Web,
    /// An address that has the scheme `https`.
    Https,
}

/// A problem with the form of a text.
pub(super) enum FormProblem {
    /// The text has another form.
    Value { message: String, hint: &'static str },
    /// The address cannot be used.
    Address(AddressProblem),
}

impl Form {
    /// Returns the problem of a text that does not have this form.
    pub(super) fn problem(self, text: &str) -> Option<FormProblem> {
        let (is_right, name, hint) = match self {
            Self::Date => (is_date(text), "a date", "write a date like `2026-12-24`"),
            Self::Time => (is_time(text), "a time", "write a time like `09:30`"),
            Self::Number => (
                number(text).is_some(),
                "a number",
                "write a number like `1.5` as a string",
            ),
            Self::Link | Self::Web | Self::Https => {
                return address::problem(self, text).map(FormProblem::Address);
            }
        };
        if is_right {
            return None;
        }
        let message = format!("the text is not {name}");
        Some(FormProblem::Value { message, hint })
    }
}

/// Returns the value of a number that is written as a text.
pub(super) fn number(text: &str) -> Option<f64> {
    // Slack accepts `+1` and `01`, which JSON does not have.
    let digits = text.strip_prefix('+').unwrap_or(text);
    let digits = digits.trim_start_matches('0');
    let digits = match digits.chars().next() {
        Some('0'..='9' | '-') => digits.to_owned(),
        _ => format!("0{digits}"),
    };
    Number::parse(&digits)?
        .as_f64()
        .filter(|_| !text.is_empty())
}

/// Returns `true` for a date that exists in the calendar.
fn is_date(text: &str) -> bool {
    Timestamp::from(format!("{text}T00:00:00Z")).is_rfc3339()
}

/// Returns `true` for hours and minutes of two digits each.
fn is_time(text: &str) -> bool {
    text.len() == 5 && Timestamp::from(format!("2000-01-01T{text}:00Z")).is_rfc3339()
}
