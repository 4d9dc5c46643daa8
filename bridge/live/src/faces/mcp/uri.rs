//! The URIs of surfaces: `a2ui://<session>/<surface>`, with percent-encoding.

use wire::json_rpc::JsonRpcError;

pub(super) const SCHEME: &str = "a2ui://";

/// Returns the URI of a surface.
pub(super) fn of_surface(session: &str, surface: &str) -> String {
    format!("{SCHEME}{}/{}", encode(session), encode(surface))
}

/// Returns the session and the surface that a URI names.
pub(super) fn read(uri: &str) -> Result<(String, String), JsonRpcError> {
    let parts = uri
        .strip_prefix(SCHEME)
        .and_then(|rest| rest.split_once('/'));
    parts
        .and_then(|(session, surface)| Some((decode(session)?, decode(surface)?)))
        .ok_or_else(|| {
            JsonRpcError::invalid_params(format!(
                "the URI must have the form `{SCHEME}<session>/<surface>`: {uri}"
            ))
        })
}

/// Encodes a text as one part of a URI.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        decoded.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn different_names_have_different_uris() {
        for (session, surface, uri) in [
            ("main", "party", "a2ui://main/party"),
            ("a/b", "c d%é", "a2ui://a%2Fb/c%20d%25%C3%A9"),
            ("", "", "a2ui:///"),
        ] {
            assert_eq!(of_surface(session, surface), uri);
            assert_eq!(read(uri).unwrap(), (session.to_owned(), surface.to_owned()));
        }
        for wrong in [
            "a2ui://main",
            "ui://a/b",
            "a2ui://main/%zz",
            "a2ui://main/%C3",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
