//! The formats of texts.

use crate::schema::TextFormat;
use wire::Timestamp;

impl TextFormat {
    /// Returns `true` if a text has this format. Unknown formats accept every text.
    ///
    /// ```
    /// use agent_ui_elicitation::TextFormat;
    ///
    /// assert!(TextFormat::Date.accepts("2024-02-29"));
    /// assert!(!TextFormat::Date.accepts("2026-02-29"));
    /// ```
    pub fn accepts(&self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => scheme(text).is_some(),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Other(_) => true,
        }
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
        Some(authority) => {
            scheme.eq_ignore_ascii_case("file")
                || !authority.split(['/', '?', '#']).next()?.is_empty()
        }
        // An address of a web page has a host.
        None => !rest.is_empty() && !is_web(scheme),
    };
    (is_scheme && is_printable && has_authority).then_some(scheme)
}

/// Returns `true` for a scheme of web pages. Schemes ignore case.
pub(super) fn is_web(scheme: &str) -> bool {
    ["http", "https"]
        .iter()
        .any(|web| scheme.eq_ignore_ascii_case(web))
}

/// Returns `true` for a date of RFC 3339, which exists in the calendar.
fn is_date(text: &str) -> bool {
    Timestamp::from(format!("{text}T00:00:00Z")).is_rfc3339()
}

/// Returns `true` for a date with a time and an offset of RFC 3339.
fn is_date_time(text: &str) -> bool {
    // RFC 3339 also permits lower-case letters, and a space in place of the `T`.
    let text = text.to_ascii_uppercase().replacen(' ', "T", 1);
    Timestamp::from(text).is_rfc3339()
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
                vec![
                    "https://a.b/c?d#e",
                    "HTTPS://a.b",
                    "mailto:a@b",
                    "urn:x:1",
                    "file:///a",
                ],
                vec![
                    "",
                    "a",
                    "/a",
                    "http:",
                    "HTTP:a",
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
                assert!(format.accepts(text), "{format} {text}");
            }
            for text in wrong {
                assert!(!format.accepts(text), "{format} {text}");
            }
        }
    }
}
