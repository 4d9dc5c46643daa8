//! What is shown of addresses in logs and errors.

use std::borrow::Cow;

/// The text without queries, fragments and user names of the addresses in it, which may hold keys.
///
/// An address is whatever has a `:` between blanks or quotes: a scheme may stand in front of it, and what is hidden for
/// no reason is only missing from a log.
pub(crate) fn addresses(text: &str) -> Cow<'_, str> {
    if !(text.contains(':') && text.contains(['?', '#', '@'])) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for word in text.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '"' | '`')) {
        let Some((scheme, rest)) = word.split_once(':') else {
            shown.push_str(word);
            continue;
        };
        let end = word.chars().next_back().filter(|c| c.is_whitespace() || matches!(c, '"' | '`'));
        let rest = end.map_or(rest, |end| rest.strip_suffix(end).unwrap_or(rest));
        let (address, hidden) = match rest.find(['?', '#']) {
            Some(at) => (rest.get(..=at).unwrap_or_default(), true),
            None => (rest, false),
        };
        shown.push_str(scheme);
        shown.push(':');
        shown.push_str(&without_user(address));
        if hidden {
            shown.push('…');
        }
        shown.extend(end);
    }
    Cow::Owned(shown)
}

/// What stands in front of an `@` in the first segment is a user name and a password.
fn without_user(address: &str) -> Cow<'_, str> {
    let host = address.trim_start_matches(['/', '\\']);
    let slashes = address.strip_suffix(host).unwrap_or_default();
    let authority = host.split(['/', '?', '#']).next().unwrap_or_default();
    match authority.rfind('@') {
        Some(at) => Cow::Owned(format!("{slashes}…{}", host.get(at..).unwrap_or_default())),
        None => Cow::Borrowed(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_hold_a_key_is_not_shown() {
        for (text, shown) in [
            ("", ""),
            ("Is this one? #3 @ home", "Is this one? #3 @ home"),
            ("https://a.test/b", "https://a.test/b"),
            ("https://a.test/b?key=1&c=https://d.test/?e", "https://a.test/b?…"),
            ("see https://u:p@a.test:80/b#token=1 now", "see https://…@a.test:80/b#… now"),
            ("https:\\\\u@a.test\\b", "https:\\\\…@a.test\\b"),
            ("HTTPS:a.test?k", "HTTPS:a.test?…"),
            ("string \"https://a.test/?k=1\", expected", "string \"https://a.test/?…\", expected"),
            ("mailto:a@b.test", "mailto:…@b.test"),
            ("https://a.test/@b", "https://a.test/@b"),
        ] {
            assert_eq!(addresses(text), shown, "{text}");
        }
    }
}
