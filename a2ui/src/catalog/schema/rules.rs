//! Rules from the prose of the specification, and rules of the published schemas that the Rust types cannot express.

use super::{MemberChoice, Schema};
use crate::{
    catalog::{Checker, CommonType},
    data_model, v0_8,
};
use wire::{Finding, Payload, Pointer};

/// A change to the schema of a type or of one of its members.
type Change = fn(&mut Schema);

/// The affected types, the name of the member (empty for the type itself) and the change.
const RULES: &[(&[&str], &str, Change)] = &[
    (&["Tabs"], "tabs", |schema| schema.set_limit("minItems", 1)),
    (&["And", "Or"], "values", |schema| {
        schema.set_limit("minItems", 2)
    }),
    (&["Slider"], "steps", |schema| {
        schema.require_integer(Some(1))
    }),
    (&["Length"], "min", |schema| schema.require_integer(Some(0))),
    (&["Length"], "max", |schema| schema.require_integer(Some(0))),
    (&["Length", "Numeric"], "", |schema| {
        schema.require_any(&["min", "max"])
    }),
    (&["MultipleChoice"], "maxAllowedSelections", |schema| {
        schema.require_integer(None)
    }),
    (&["DateTimeInput"], "min", |schema| {
        schema.rule = Some(check_date_or_time)
    }),
    (&["DateTimeInput"], "max", |schema| {
        schema.rule = Some(check_date_or_time)
    }),
    (&["OpenUrl"], "url", |schema| schema.rule = Some(check_uri)),
    (&["Event"], "context", |schema| {
        *schema = Schema {
            others: Some(Box::new(Schema::of_common(CommonType::DynamicValue))),
            ..Schema::of_type("object")
        };
    }),
    (&["Event"], "responsePath", DATA_PATH),
    (&["ChildTemplate"], "path", DATA_PATH),
    (&["ChildTemplate"], "dataBinding", DATA_PATH),
    (&["DataBinding", "PlainDataBinding"], "path", DATA_PATH),
    (&["AtDataBinding"], "@path", DATA_PATH),
    (BOUND_VALUES, "path", DATA_PATH),
    (BOUND_VALUES, "", |schema| {
        schema.rule = Some(v0_8::check_bound_value);
        schema.choose_one_of_all(false);
    }),
    (&["Children"], "", |schema| {
        schema.rule = Some(v0_8::check_children);
        schema.choose_one_of_all(true);
    }),
    // Before 1.0, which added `live`, the published schema allows other attributes.
    (&["AccessibilityAttributes"], "", |schema| {
        schema.is_closed = schema.properties.contains_key("live");
    }),
];

const DATA_PATH: Change = |schema| schema.rule = Some(check_data_path);

const BOUND_VALUES: &[&str] = &[
    "BoundString",
    "BoundNumber",
    "BoundBoolean",
    "BoundStringList",
    "BoundValue",
    "BoundIcon",
];

impl Schema {
    /// Adds the rules for a type or for one of its members.
    pub(super) fn add_rules(&mut self, of: &str, member: &str) {
        for (types, name, change) in RULES {
            if types.contains(&of) && *name == member {
                change(self);
            }
        }
    }

    fn set_limit(&mut self, keyword: &'static str, limit: u32) {
        self.limits.insert(keyword, limit.into());
    }

    fn require_integer(&mut self, min: Option<u32>) {
        *self = Self::of_type("integer");
        if let Some(min) = min {
            self.set_limit("minimum", min);
        }
    }

    fn choose_one_of_all(&mut self, is_exact: bool) {
        let names = self.properties.keys().cloned().collect();
        self.choice = Some(MemberChoice { names, is_exact });
    }

    fn require_any(&mut self, names: &[&str]) {
        let mut alternatives = Vec::new();
        for name in names {
            alternatives.push(Self {
                required: vec![(*name).into()],
                ..Self::default()
            });
        }
        self.alternatives.push(alternatives);
    }
}

/// Checks that a string is a data model path.
fn check_data_path(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(path) = value.as_str() else { return };
    if let Err(error) = data_model::segments(&path) {
        checker.report(Finding::error("data-path", at.clone(), &error).hint(error.hint()));
    }
}

/// Checks that a literal string is a URI. Bound or computed values are not known yet.
fn check_uri(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if value.as_str().is_some_and(|text| !is_uri(&text)) {
        let finding = Finding::error(
            "uri",
            at.clone(),
            format_args!("{value} is not a valid URI"),
        );
        checker.report(finding.hint("write an absolute URI like https://example.com/a%20b"));
    }
}

/// Returns `true` if a text has a scheme and contains no character that [RFC
/// 3986](https://www.rfc-editor.org/rfc/rfc3986) requires to be escaped. Rules of single schemes are not checked.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && consists_of(scheme, b"+-.")
        && consists_of(rest, b"-._~:/?#[]@!$&'()*+,;=%")
        && has_valid_escapes(rest)
}

/// Returns `true` if a text contains only ASCII letters, digits and the bytes in `others`.
fn consists_of(text: &str, others: &[u8]) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || others.contains(&byte))
}

/// Returns `true` if two hexadecimal digits follow each `%`.
fn has_valid_escapes(text: &str) -> bool {
    for after in text.split('%').skip(1) {
        match after.as_bytes() {
            [one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit() => {}
            _ => return false,
        }
    }
    true
}

/// Checks that a literal string is a date, a time or both. Bound or computed values are not known yet.
fn check_date_or_time(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if value.as_str().is_some_and(|text| !is_date_or_time(&text)) {
        let finding = Finding::error(
            "date-time",
            at.clone(),
            format_args!("{value} is not a valid date or time"),
        );
        checker.report(finding.hint("write it like 2026-05-18, 15:30:00Z or 2026-05-18T15:30:00Z"));
    }
}

/// Returns `true` for an ISO 8601 date or time. Seconds and the offset are optional, unlike in the date formats of JSON
/// Schema.
fn is_date_or_time(text: &str) -> bool {
    match text.split_once('T') {
        Some((date, time)) => is_date(date) && is_time(time),
        None => is_date(text) || is_time(text),
    }
}

fn is_date(text: &str) -> bool {
    has_form(text, "0000-00-00") && wire::Timestamp::from(format!("{text}T00:00:00Z")).is_rfc3339()
}

fn is_time(text: &str) -> bool {
    let offset = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, offset) = text.split_at(offset);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let offset_is_one =
        matches!(offset, "" | "Z") || has_form(offset.get(1..).unwrap_or_default(), "00:00");
    let seconds = if has_form(time, "00:00") { ":00" } else { "" };
    let instant = wire::Timestamp::from(format!("2026-01-01T{time}{seconds}Z"));
    offset_is_one && fraction.bytes().all(|b| b.is_ascii_digit()) && instant.is_rfc3339()
}

/// Returns `true` if a text matches a form, in which `0` stands for any digit.
fn has_form(text: &str, form: &str) -> bool {
    if text.len() != form.len() {
        return false;
    }
    for (byte, form) in text.bytes().zip(form.bytes()) {
        let fits = match form {
            b'0' => byte.is_ascii_digit(),
            other => byte == other,
        };
        if !fits {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_escaped_texts_are_uris() {
        for text in [
            "https://example.com",
            "mailto:a@b.c",
            "data:,%20",
            "urn:x:y",
            "a+b-c.1:",
        ] {
            assert!(is_uri(text), "{text}");
        }
        for text in [
            "",
            "not a uri",
            "/path",
            "example.com",
            "1a:b",
            "https://a b",
            "a:%2",
            "a:%zz",
            "ä:b",
            "a:ä",
        ] {
            assert!(!is_uri(text), "{text}");
        }
    }

    #[test]
    fn only_iso_8601_texts_are_dates_or_times() {
        for text in [
            "2026-05-18",
            "15:30",
            "15:30:00Z",
            "15:30:00.5+02:00",
            "2026-05-18T15:30",
            "2026-05-18T15:30:00Z",
        ] {
            assert!(is_date_or_time(text), "{text}");
        }
        for text in [
            "",
            "today",
            "2026-13-01",
            "2026-5-1",
            "25:00",
            "15:30+2",
            "2026-05-18T",
            "T15:30",
            "15:30:00.xZ",
        ] {
            assert!(!is_date_or_time(text), "{text}");
        }
    }
}
