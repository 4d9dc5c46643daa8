//! Rules for members beyond their type. Each rule is called with a value of the right type.

use super::Checker;
use wire::{Finding, Number, Payload, Pointer};

/// Requires at least `min` elements.
pub(crate) fn min_items(min: usize) -> impl Fn(&Payload, &Pointer, &mut Checker<'_>) {
    move |value, at, checker| {
        let len = value.elements().count();
        if len < min {
            let message = format!("the list has {len} elements, but at least {min} are required");
            checker
                .report(Finding::error("min-items", at.clone(), message).hint("add more elements"));
        }
    }
}

/// Requires a whole number that is at least `min`.
pub(crate) fn integer(min: u32) -> impl Fn(&Payload, &Pointer, &mut Checker<'_>) {
    move |value, at, checker| {
        let number = Number::from_payload(value).and_then(|number| number.as_f64());
        if number.is_some_and(|number| number.fract() == 0.0 && number >= f64::from(min)) {
            return;
        }
        let message = format!("`{value}` is not an integer of at least {min}");
        checker.report(
            Finding::error("integer", at.clone(), message)
                .hint(format_args!("write a whole number of at least {min}")),
        );
    }
}

/// Requires a number without a fraction.
pub(crate) fn whole(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let number = Number::from_payload(value).and_then(|number| number.as_f64());
    if !number.is_some_and(|number| number.fract() == 0.0) {
        let finding = Finding::error(
            "integer",
            at.clone(),
            format_args!("`{value}` is not an integer"),
        );
        checker.report(finding.hint("write a whole number"));
    }
}

/// Requires at least one of these members.
pub(crate) fn any_of(
    names: &'static [&'static str],
) -> impl Fn(&Payload, &Pointer, &mut Checker<'_>) {
    move |value, at, checker| {
        if !value.members().any(|(name, _)| names.contains(&&*name)) {
            let message = format!(
                "at least one of the properties `{}` is required",
                names.join("`, `")
            );
            checker.report(
                Finding::error("missing-member", at.clone(), message).hint("add one of them"),
            );
        }
    }
}

/// Requires a URI, if the value is a literal string. Bound or computed values are not known yet.
pub(crate) fn uri(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if value.as_str().is_some_and(|text| !is_uri(&text)) {
        let finding = Finding::error(
            "uri",
            at.clone(),
            format_args!("{value} is not a valid URI"),
        );
        checker.report(finding.hint("write an absolute URI like https://example.com/a%20b"));
    }
}

/// Checks RFC 3986 as far as possible without the rules of the scheme: there is a scheme, and no character needs escaping.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    let escapes = rest.split('%').skip(1).all(|after| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        && rest.bytes().all(allowed)
        && escapes
}

/// Requires a date, a time or both, if the value is a literal string. Bound or computed values are not known yet.
pub(crate) fn date_or_time(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    if value.as_str().is_some_and(|text| !is_date_or_time(&text)) {
        let finding = Finding::error(
            "date-time",
            at.clone(),
            format_args!("{value} is not a valid date or time"),
        );
        checker.report(finding.hint("write it like 2026-05-18, 15:30:00Z or 2026-05-18T15:30:00Z"));
    }
}

/// Accepts ISO 8601 with optional seconds and offset, which the date formats of JSON Schema do not allow.
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

/// Returns `true` if the text has digits where the form has `0`, and equals the form elsewhere.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(byte, form): (u8, u8)| {
        if form == b'0' {
            byte.is_ascii_digit()
        } else {
            byte == form
        }
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_absolute_and_escaped() {
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
    fn dates_and_times_are_distinguished_from_other_texts() {
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
