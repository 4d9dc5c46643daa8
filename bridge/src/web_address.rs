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
    fn uris_have_no_spaces_and_no_other_letters() {
        assert_eq!(
            to_uri("https://a.test/\u{e9} x?q=%20&r={1}"),
            "https://a.test/%C3%A9%20x?q=%20&r=%7B1%7D"
        );
    }
}
