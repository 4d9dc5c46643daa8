//! Redaction of URLs in logs and errors.

use std::borrow::Cow;

/// Removes the query, fragment and user name of each URL in a text, because they can contain keys.
///
/// Every word between whitespace or quotes that contains a `:` counts as a URL. Too many removals only shorten a log.
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
        let end = word
            .chars()
            .next_back()
            .filter(|c| c.is_whitespace() || matches!(c, '"' | '`'));
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

/// Removes the user name and password, which end with an `@`, from the first segment.
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
    fn url_parts_that_can_contain_keys_are_hidden() {
        for (text, shown) in [
            ("", ""),
            ("Is this one? #3 @ home", "Is this one? #3 @ home"),
            ("https://a.test/b", "https://a.test/b"),
            (
                "https://a.test/b?key=1&c=https://d.test/?e",
                "https://a.test/b?…",
            ),
            (
                "see https://u:p@a.test:80/b#token=1 now",
                "see https://…@a.test:80/b#… now",
            ),
            ("https:\\\\u@a.test\\b", "https:\\\\…@a.test\\b"),
            ("HTTPS:a.test?k", "HTTPS:a.test?…"),
            (
                "string \"https://a.test/?k=1\", expected",
                "string \"https://a.test/?…\", expected",
            ),
            ("mailto:a@b.test", "mailto:…@b.test"),
            ("https://a.test/@b", "https://a.test/@b"),
        ] {
            assert_eq!(addresses(text), shown, "{text}");
        }
    }
}
