//! Addresses that clients open and load. Some schemes run what they hold, and others lead to what is the user's own.

use wire::{Finding, Pointer};

/// What is wrong with an address that is opened at a touch.
#[cfg(feature = "catalog")]
pub(crate) fn opened(address: &str, at: &Pointer) -> Option<Finding> {
    let (scheme, _) = parts(address)?;
    let is_safe = matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel");
    (!is_safe)
        .then(|| finding(&scheme, "open", "write one of `http`, `https`, `mailto`, `tel`".to_owned(), at))
}

/// What is wrong with an address of which an image is loaded, a video or a sound: `media` is what its type begins with.
pub(crate) fn loaded(address: &str, media: &str, at: &Pointer) -> Option<Finding> {
    let (scheme, rest) = parts(address)?;
    let is_of_media = || {
        let (kind, _) = rest.split_once('/').unwrap_or_default();
        kind.eq_ignore_ascii_case(media)
    };
    let is_safe = match scheme.as_str() {
        "http" | "https" => true,
        "data" => is_of_media(),
        _ => false,
    };
    let hint = format!("write `http`, `https`, `data:{media}/…`, or an address without a scheme");
    (!is_safe).then(|| finding(&scheme, "load", hint, at))
}

fn finding(scheme: &str, what: &str, hint: String, at: &Pointer) -> Finding {
    let message = format!("`{scheme}:` is no address that is safe to {what}");
    Finding::warning("unsafe-address", at.clone(), message).hint(hint)
}

/// The scheme of an address in small letters, and what follows it, as browsers read them: they pass over spaces and control
/// characters in front, and over tabs and the ends of lines everywhere. URL Standard, "basic URL parser". Nothing, if it has no scheme.
fn parts(address: &str) -> Option<(String, String)> {
    let address = address.trim_start_matches(|c: char| c <= ' ');
    let mut read = address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let mut scheme = String::new();
    loop {
        match read.next()? {
            ':' if !scheme.is_empty() => return Some((scheme, read.collect())),
            c if c.is_ascii_alphabetic() => scheme.push(c.to_ascii_lowercase()),
            c if !scheme.is_empty() && (c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) => scheme.push(c),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_scheme_is_read_as_browsers_read_it() {
        for (address, expected) in [
            ("https://a", Some(("https", "//a"))),
            ("a+b-c.1:x:y", Some(("a+b-c.1", "x:y"))),
            ("\u{1} \tJa\nva\rScript\t:x\ny", Some(("javascript", "xy"))),
            ("", None),
            ("a", None),
            (":a", None),
            ("1a:b", None),
            ("/a:b", None),
            ("?a:b", None),
            ("a/b:c", None),
            ("ä:b", None),
            ("a b:c", None),
            // No space to a browser.
            ("\u{A0}a:b", None),
        ] {
            let found = parts(address);
            let found = found.as_ref().map(|(scheme, rest)| (scheme.as_str(), rest.as_str()));
            assert_eq!(found, expected, "{address:?}");
        }
    }
}
