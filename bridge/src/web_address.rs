//! The addresses that surfaces open or load.

/// Returns the host of a web address. Returns `None` for other addresses.
pub(crate) fn host_of(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    if url
        .bytes()
        .any(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control())
    {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    // The part before `@` may look like a host, and is not one.
    let host = authority.rsplit('@').next()?;
    (!host.is_empty()).then_some(host)
}

/// Returns `true` for an address that a button may open: a web page, an email address or a telephone number.
pub(crate) fn is_link(url: &str) -> bool {
    if host_of(url).is_some() {
        return true;
    }
    let Some((scheme, rest)) = url.split_once(':') else {
        return false;
    };
    let is_known = scheme.eq_ignore_ascii_case("mailto") || scheme.eq_ignore_ascii_case("tel");
    let is_one_word = !rest.contains(|c: char| c.is_whitespace() || c.is_control());
    is_known && !rest.is_empty() && is_one_word
}

/// Escapes the characters that a URI cannot contain (RFC 3986, section 2).
pub(crate) fn to_uri(url: &str) -> String {
    let mut escaped = String::with_capacity(url.len());
    for character in url.chars() {
        if character.is_ascii_graphic() && !r#""<>\^`{|}"#.contains(character) {
            escaped.push(character);
            continue;
        }
        let mut bytes = [0; 4];
        for byte in character.encode_utf8(&mut bytes).bytes() {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_one_of_four_schemes() {
        for url in [
            "https://a.test/x?y#z",
            "HTTP://a.test",
            "mailto:a@b.test",
            "tel:+4930123",
        ] {
            assert!(is_link(url), "{url}");
        }
        for url in [
            "javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "mailto:",
            "mailto:a b",
            "/local",
            "https://a\tb",
            "",
        ] {
            assert!(!is_link(url), "{url}");
        }
    }

    #[test]
    fn uris_have_no_spaces_and_no_other_letters() {
        assert_eq!(
            to_uri("https://a.test/\u{e9} x?q=%20&r={1}"),
            "https://a.test/%C3%A9%20x?q=%20&r=%7B1%7D"
        );
    }
}
