//! Checks of URLs that clients open or load. Some schemes run code, and others access local resources.
//!
//! ```
//! use agent_ui_a2ui::address::{has_link_scheme, has_media_scheme};
//!
//! assert!(has_link_scheme("mailto:ada@example.com"));
//! assert!(!has_link_scheme("java\tscript:alert(1)"));
//! assert!(has_media_scheme("data:image/png;base64,AA==", "image"));
//! assert!(!has_media_scheme("file:///etc/passwd", "image"));
//! ```

use wire::{Finding, Pointer};

/// Checks a URL that is opened when the user activates a component.
#[cfg(feature = "catalog")]
pub(crate) fn check_link(address: &str, at: &Pointer) -> Option<Finding> {
    let (scheme, _) = split_scheme(address)?;
    (!has_link_scheme(address)).then(|| {
        unsafe_address_finding(
            &scheme,
            "open",
            "use the scheme `http`, `https`, `mailto` or `tel`".to_owned(),
            at,
        )
    })
}

/// Returns `true` for an absolute URL that is safe to open: one with the scheme `http`, `https`, `mailto` or `tel`.
pub fn has_link_scheme(address: &str) -> bool {
    let scheme = split_scheme(address).map(|(scheme, _)| scheme);
    matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel"))
}

/// Returns `true` for an absolute URL that is safe to load: one with the scheme `http` or `https`, or a `data` URL whose
/// MIME type begins with `media`, such as `image`.
pub fn has_media_scheme(address: &str, media: &str) -> bool {
    let Some((scheme, rest)) = split_scheme(address) else {
        return false;
    };
    match scheme.as_str() {
        "http" | "https" => true,
        "data" => {
            let (kind, _) = rest.split_once('/').unwrap_or_default();
            kind.eq_ignore_ascii_case(media)
        }
        _ => false,
    }
}

/// Checks a URL from which an image, a video or audio is loaded. `media` is the first part of the expected MIME type.
pub(crate) fn check_media(address: &str, media: &str, at: &Pointer) -> Option<Finding> {
    let (scheme, _) = split_scheme(address)?;
    if has_media_scheme(address, media) {
        return None;
    }
    let hint = format!("use `http`, `https`, `data:{media}/…`, or a URL without a scheme");
    Some(unsafe_address_finding(&scheme, "load", hint, at))
}

/// Creates the finding about a URL with an unsafe scheme.
fn unsafe_address_finding(scheme: &str, what: &str, hint: String, at: &Pointer) -> Finding {
    let message = format!("a URL with the scheme `{scheme}` is not safe to {what}");
    Finding::warning("unsafe-address", at.clone(), message).hint(hint)
}

/// Splits a URL into its lower-case scheme and the rest, as browsers do (URL Standard, "basic URL parser"). Leading
/// spaces and control characters are skipped, and tabs and line ends are ignored. Returns `None` if the URL has no
/// scheme.
fn split_scheme(address: &str) -> Option<(String, String)> {
    let address = address.trim_start_matches(|c: char| c <= ' ');
    let mut read = address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let mut scheme = String::new();
    loop {
        match read.next()? {
            ':' if !scheme.is_empty() => return Some((scheme, read.collect())),
            c if c.is_ascii_alphabetic() => scheme.push(c.to_ascii_lowercase()),
            c if !scheme.is_empty() && (c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) => {
                scheme.push(c)
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split_scheme;

    #[test]
    fn schemes_are_read_as_browsers_read_them() {
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
            // Browsers do not treat a no-break space as a space.
            ("\u{A0}a:b", None),
        ] {
            let found = split_scheme(address);
            let found = found
                .as_ref()
                .map(|(scheme, rest)| (scheme.as_str(), rest.as_str()));
            assert_eq!(found, expected, "{address:?}");
        }
    }
}
