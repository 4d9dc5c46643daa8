//! The forms of texts, and the addresses that Slack opens or shows.

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
                return address_problem(self, text).map(FormProblem::Address);
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

/// The schemes that may execute code or contain data.
const UNSAFE_SCHEMES: [&str; 5] = ["data", "javascript", "vbscript", "file", "blob"];

/// A problem with an address, with its correction.
pub(super) struct AddressProblem {
    pub(super) message: String,
    pub(super) hint: &'static str,
    /// `true` if Slack may accept the address.
    pub(super) is_doubtful: bool,
}

/// Returns the problem of an address of this form. An empty address is a matter of its length.
fn address_problem(form: Form, address: &str) -> Option<AddressProblem> {
    let hint = match form {
        Form::Https => "write an address like `https://example.com/video`",
        Form::Web => "write an address like `https://example.com/image.png`",
        _ => "write an address like `https://example.com/trip`, or a `mailto` address",
    };
    if address.is_empty() {
        return None;
    }
    let Some(scheme) = scheme(address) else {
        return Some(AddressProblem {
            message: "the text is not an absolute address".to_owned(),
            hint,
            is_doubtful: false,
        });
    };
    let permitted: &[&str] = match form {
        Form::Https => &["https"],
        Form::Web => &["https", "http"],
        _ => &["https", "http", "mailto"],
    };
    if permitted.contains(&scheme.as_str()) {
        return None;
    }
    // An unknown scheme may belong to a program that the user has.
    let is_doubtful = form == Form::Link && !UNSAFE_SCHEMES.contains(&scheme.as_str());
    let message = match is_doubtful {
        true => format!("clients may not open an address with the scheme `{scheme}`"),
        false => format!("an address may not have the scheme `{scheme}` here"),
    };
    Some(AddressProblem {
        message,
        hint,
        is_doubtful,
    })
}

/// Returns the scheme of an address in lower case (RFC 3986, section 3.1).
fn scheme(address: &str) -> Option<String> {
    let (scheme, rest) = address.trim().split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let scheme = scheme.to_ascii_lowercase();
    let has_host = match scheme.as_str() {
        "https" | "http" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            !host.is_empty() && !host.starts_with(['/', '?', '#'])
        }
        _ => !rest.is_empty(),
    };
    (is_scheme && has_host).then_some(scheme)
}
