//! Credentials that a page sent: they would stand in a file, and in the terminal of an agent.

use crate::walk::{Step, Walk};
use wire::{
    Finding, Payload, Pointer,
    token::{self, TokenKind},
};

/// How the names end under which people keep credentials, in small letters and without `_`, `-` and blanks.
const NAMES: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "authorization",
    "cookie",
    "pincode",
    "cardnumber",
];

/// How values begin that are credentials wherever they stand.
const VALUES: [&str; 8] =
    ["Bearer ", "Basic ", "ghp_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "-----BEGIN "];

/// One finding for all of them, at the first: `credential`, a warning.
pub(crate) fn findings(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    let mut first = None;
    let mut count = 0usize;
    let mut walk = Walk::new(data.text());
    while let Some(token) = walk.next() {
        if token.kind != TokenKind::String || token.text == "\"\"" {
            continue;
        }
        let is_named = matches!(walk.path().last(), Some(Step::Name(name)) if is_name(&token::string(name)));
        if is_named || is_value(&token::string(token.text)) {
            first.get_or_insert_with(|| walk.pointer());
            count += 1;
        }
    }
    if let Some(pointer) = first {
        let others = if count > 1 { format!("; so do {} more", count - 1) } else { String::new() };
        let message =
            format!("this looks like a credential{others}; it will be stored, and shown to the agent");
        let finding = Finding::warning("credential", at.join(&pointer), message);
        found.push(finding.hint("leave it to a form of the application, outside of the canvas"));
    }
}

fn is_name(name: &str) -> bool {
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase);
    let name: String = letters.collect();
    NAMES.iter().any(|end| name.ends_with(end))
}

fn is_value(text: &str) -> bool {
    VALUES.iter().any(|begin| text.strip_prefix(begin).is_some_and(|rest| rest.len() >= 8)) || is_jwt(text)
}

/// Three parts in base64url, of which the first is JSON, which begins with `{"`.
fn is_jwt(text: &str) -> bool {
    let mut parts = text.split('.');
    let is_part = |part: &str| {
        part.len() > 8 && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    text.starts_with("eyJ")
        && parts.by_ref().take(3).filter(|part| is_part(part)).count() == 3
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_credential_is_told_once_without_itself() {
        for (data, place) in [
            (r#"{"user":"a","password":"hunter-2"}"#, Some("/data/password")),
            (r#"{"form":[{"API Key":"x"}],"client_secret":"y"}"#, Some("/data/form/0/API Key")),
            (r#"{"accessToken":"x"}"#, Some("/data/accessToken")),
            (r#"{"note":"Bearer abcdefgh12"}"#, Some("/data/note")),
            (r#"["-----BEGIN PRIVATE KEY-----"]"#, Some("/data/0")),
            (r#""eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl""#, Some("/data")),
            (r#"{"password":"","tokens":7,"token":null,"secret":["a"],"note":"Basic idea"}"#, None),
            (r#"{"passwordHint":"the dog","author":"Ann","note":"eyJ.a.b"}"#, None),
        ] {
            let mut found = Vec::new();
            findings(&Payload::parse(data).unwrap(), &Pointer::root().member("data"), &mut found);
            let places: Vec<_> = found.iter().map(|finding| finding.pointer.as_str()).collect();
            assert_eq!(places, place.into_iter().collect::<Vec<_>>(), "{data}");
            assert!(!found.iter().any(|finding| finding.message.contains("hunter")));
        }
    }
}
