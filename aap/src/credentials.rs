//! Detection of credentials in data. Credentials would be stored in a file and shown in the terminal of an agent.

use crate::walk::{PathStep, Walk};
use wire::{
    Finding, Payload, Pointer,
    token::{self, Token, TokenKind},
};

/// The endings of member names that mark credentials, in lower case and without `_`, `-` and spaces.
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

/// The prefixes of credential values.
const VALUES: [&str; 8] = [
    "Bearer ",
    "Basic ",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "-----BEGIN ",
];

/// Reports one `credential` warning for all credentials, at the place of the first one.
pub(crate) fn findings(data: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    let mut first = None;
    let mut count = 0usize;
    let mut walk = Walk::new(data.text());
    while let Some(token) = walk.next() {
        if is_credential(&token, walk.path().last()) {
            first.get_or_insert_with(|| walk.pointer());
            count += 1;
        }
    }
    if let Some(pointer) = first {
        let others = if count > 1 {
            format!("; so do {} more", count - 1)
        } else {
            String::new()
        };
        let message = format!(
            "this looks like a credential{others}; the provider stores it and shows it to the agent"
        );
        let finding = Finding::warning("credential", at.join(&pointer), message);
        found.push(finding.hint("ask for it in a form of the application, outside the canvas"));
    }
}

/// Returns the data with `***` in place of each credential, or `None` if it has no credential.
pub(crate) fn masked(data: &Payload) -> Option<Payload> {
    let text = data.text();
    let (mut masked, mut copied) = (String::new(), 0);
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if is_credential(&token, walk.path().last()) {
            let start = (token.text.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
            masked = masked + text.get(copied..start)? + "\"***\"";
            copied = start + token.text.len();
        }
    }
    if copied == 0 {
        return None;
    }
    Payload::parse(masked + text.get(copied..)?).ok()
}

/// Returns `true` if a token is a credential, based on its text and the last step of its path.
fn is_credential(token: &Token<'_>, step: Option<&PathStep<'_>>) -> bool {
    if token.kind != TokenKind::String || token.text == "\"\"" {
        return false;
    }
    let is_named = matches!(step, Some(PathStep::Name(name)) if is_name(&token::string(name)));
    is_named || is_value(&token::string(token.text))
}

fn is_name(name: &str) -> bool {
    let letters = name
        .chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase);
    let name: String = letters.collect();
    NAMES.iter().any(|end| name.ends_with(end))
}

fn is_value(text: &str) -> bool {
    VALUES
        .iter()
        .any(|begin| text.strip_prefix(begin).is_some_and(|rest| rest.len() >= 8))
        || is_jwt(text)
}

/// Returns `true` for a JWT: three parts in base64url, the first of which is a JSON object.
fn is_jwt(text: &str) -> bool {
    let mut parts = text.split('.');
    text.starts_with("eyJ")
        && parts
            .by_ref()
            .take(3)
            .filter(|part| is_jwt_part(part))
            .count()
            == 3
        && parts.next().is_none()
}

fn is_jwt_part(part: &str) -> bool {
    part.len() > 8 && part.bytes().all(is_base64url)
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probable_credential_is_reported_once_without_its_value() {
        for (data, place) in [
            (
                r#"{"user":"a","password":"hunter-2"}"#,
                Some("/data/password"),
            ),
            (
                r#"{"form":[{"API Key":"x"}],"client_secret":"y"}"#,
                Some("/data/form/0/API Key"),
            ),
            (r#"{"accessToken":"x"}"#, Some("/data/accessToken")),
            (r#"{"note":"Bearer abcdefgh12"}"#, Some("/data/note")),
            (r#"["-----BEGIN PRIVATE KEY-----"]"#, Some("/data/0")),
            (r#""eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl""#, Some("/data")),
            (
                r#"{"password":"","tokens":7,"token":null,"secret":["a"],"note":"Basic idea"}"#,
                None,
            ),
            (
                r#"{"passwordHint":"the dog","author":"Ann","note":"eyJ.a.b"}"#,
                None,
            ),
        ] {
            let mut found = Vec::new();
            findings(
                &Payload::parse(data).unwrap(),
                &Pointer::root().member("data"),
                &mut found,
            );
            let places: Vec<_> = found
                .iter()
                .map(|finding| finding.pointer.as_str())
                .collect();
            assert_eq!(places, place.into_iter().collect::<Vec<_>>(), "{data}");
            assert!(
                !found
                    .iter()
                    .any(|finding| finding.message.contains("hunter"))
            );
        }
    }

    #[test]
    fn credentials_are_masked_and_other_data_is_kept() {
        for (data, shown) in [
            (
                r#"{"user":"a","password":"hunter-2"}"#,
                Some(r#"{"user":"a","password":"***"}"#),
            ),
            (
                r#"{"form":[{"API Key":"x"}, 7]}"#,
                Some(r#"{"form":[{"API Key":"***"}, 7]}"#),
            ),
            (
                r#"{"a":{"note":"Bearer abcdefgh12"},"pin_code":"1"}"#,
                Some(r#"{"a":{"note":"***"},"pin_code":"***"}"#),
            ),
            (
                r#""eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl""#,
                Some(r#""***""#),
            ),
            (r#"{"password":"","user":"a"}"#, None),
        ] {
            let masked = masked(&Payload::parse(data).unwrap());
            assert_eq!(masked.as_ref().map(Payload::text), shown, "{data}");
        }
    }
}
