//! The formats of texts.

use crate::schema::TextFormat;

/// Returns `true` if a text has a format. Unknown formats accept every text.
pub(super) fn has_format(text: &str, format: &TextFormat) -> bool {
    match format {
        TextFormat::Email => is_email(text),
        TextFormat::Uri => scheme(text).is_some(),
        TextFormat::Date => is_date(text),
        TextFormat::DateTime => is_date_time(text),
        TextFormat::Other(_) => true,
    }
}

/// Returns `true` for a local part and a domain. RFC 5321 permits more, which no client accepts.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|character: char| {
                character.is_whitespace() || character.is_control() || character == '@'
            })
    };
    let are_labels = domain
        .split('.')
        .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    is_plain(local) && is_plain(domain) && are_labels
}

/// Returns the scheme of an absolute URI (RFC 3986, section 3), or `None` for another text.
pub(super) fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let mut bytes = scheme.bytes();
    let is_scheme = bytes.next()?.is_ascii_alphabetic()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let is_printable = rest.chars().all(|character| {
        !character.is_whitespace() && !character.is_control() && !"<>\"{}|\\^`".contains(character)
    });
    let has_authority = match rest.strip_prefix("//") {
        Some(authority) => scheme == "file" || !authority.split(['/', '?', '#']).next()?.is_empty(),
        // An address of a web page has a host.
        None => !rest.is_empty() && !matches!(scheme, "http" | "https"),
    };
    (is_scheme && is_printable && has_authority).then_some(scheme)
}

/// Reads a number of exactly `digits` digits.
fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Returns `true` for a date of RFC 3339, which exists in the calendar.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// Returns `true` for a date with a time and an offset of RFC 3339.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let (clock, offset) = match time.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, None),
        None => match time.rfind(['+', '-']) {
            Some(place) => {
                let (clock, offset) = time.split_at(place);
                (clock, offset.get(1..))
            }
            None => return false,
        },
    };
    let is_offset = offset.is_none_or(|offset| is_clock(offset, false));
    is_date(date) && is_clock(clock, true) && is_offset
}

/// Returns `true` for `10:30`, and for `10:30:00.5` if seconds are expected.
fn is_clock(text: &str, has_seconds: bool) -> bool {
    let (text, fraction) = match text.split_once('.') {
        Some((text, fraction)) => (text, Some(fraction)),
        None => (text, None),
    };
    let mut parts = text.split(':');
    let hours = parts.next().and_then(|part| number(part, 2));
    let minutes = parts.next().and_then(|part| number(part, 2));
    let seconds = parts.next().map(|part| number(part, 2));
    let is_end = parts.next().is_none();
    let is_fraction = match fraction {
        Some(digits) => {
            has_seconds && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
        None => true,
    };
    let are_seconds = match seconds {
        // A leap second is the 61st second.
        Some(seconds) => has_seconds && seconds.is_some_and(|seconds| seconds <= 60),
        None => !has_seconds,
    };
    hours.is_some_and(|hours| hours < 24)
        && minutes.is_some_and(|minutes| minutes < 60)
        && are_seconds
        && is_fraction
        && is_end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_accept_exactly_their_texts() {
        for (format, right, wrong) in [
            (
                TextFormat::Email,
                vec!["octocat@github.com", "a@localhost", "é@ü.de"],
                vec!["", "a", "@b", "a@", "a b@c", "a@b@c", "a@.b", "a@-b"],
            ),
            (
                TextFormat::Uri,
                vec!["https://a.b/c?d#e", "mailto:a@b", "urn:x:1", "file:///a"],
                vec![
                    "",
                    "a",
                    "/a",
                    "http:",
                    "https://",
                    "https:///a",
                    "1a:b",
                    "a b:c",
                    "https://a b",
                ],
            ),
            (
                TextFormat::Date,
                vec!["2026-07-28", "2024-02-29", "2000-02-29"],
                vec![
                    "",
                    "2026-7-28",
                    "2026-02-29",
                    "1900-02-29",
                    "2026-13-01",
                    "2026-04-31",
                    "2026-07-28Z",
                    "+026-07-28",
                ],
            ),
            (
                TextFormat::DateTime,
                vec![
                    "2026-07-28T10:00:00Z",
                    "2026-07-28t10:00:00.25+02:00",
                    "2016-12-31T23:59:60z",
                ],
                vec![
                    "2026-07-28",
                    "2026-07-28T10:00:00",
                    "2026-07-28T10:00Z",
                    "2026-07-28T24:00:00Z",
                    "2026-07-28T10:00:00+2",
                    "2026-07-28T10:00:00.Z",
                ],
            ),
        ] {
            for text in right {
                assert!(has_format(text, &format), "{format} {text}");
            }
            for text in wrong {
                assert!(!has_format(text, &format), "{format} {text}");
            }
        }
    }
}
