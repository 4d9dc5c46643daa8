//! The addresses that a surface may open or load.

/// Returns `true` if a button may open the address.
pub(super) fn may_open(address: &str) -> bool {
    match scheme_of(address) {
        Some(scheme) => matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel"),
        None => false,
    }
}

/// Returns `true` if an image, a video or audio may be loaded from the address. `media` is the first part of its type.
pub(super) fn may_load(address: &str, media: &str) -> bool {
    match scheme_of(address).as_deref() {
        None | Some("http" | "https") => true,
        Some("data") => {
            let data = address.trim_start().get(5..).unwrap_or_default();
            let kind = data.split('/').next().unwrap_or_default();
            kind.eq_ignore_ascii_case(media)
        }
        Some(_) => false,
    }
}

/// Returns the scheme of an address as browsers read it: they skip controls and spaces before it, and tabs and line ends
/// in it.
fn scheme_of(address: &str) -> Option<String> {
    let address = address.trim_start_matches(|character: char| character <= ' ');
    let (scheme, _) = address.split_once(':')?;
    let mut read = String::new();
    for character in scheme.chars() {
        match character {
            '\t' | '\n' | '\r' => {}
            _ if character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.') => {
                read.push(character.to_ascii_lowercase());
            }
            _ => return None,
        }
    }
    read.starts_with(|first: char| first.is_ascii_alphabetic())
        .then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_schemes_are_opened_or_loaded() {
        for address in [
            "https://a",
            "HTTP://a",
            "mailto:a@example.org",
            "tel:1",
            " https://a",
        ] {
            assert!(may_open(address), "{address}");
        }
        for address in [
            "javascript:x",
            "\u{1}java\tscript:x",
            "data:text/html,x",
            "file:///x",
            "a",
            "",
            "./a",
            "ms-windows:x",
        ] {
            assert!(!may_open(address), "{address}");
        }
        assert!(may_load("data:image/png;base64,x", "image") && may_load("a/b:c.png", "image"));
        assert!(!may_load("data:text/html,x", "image") && !may_load("javascript:x", "image"));
        assert!(!may_load("da\tta:text/html,x", "image"));
    }
}
