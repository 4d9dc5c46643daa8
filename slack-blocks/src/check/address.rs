//! The addresses that Slack opens or shows.

use super::form::Form;

/// The schemes that may execute code or contain data.
const UNSAFE_SCHEMES: [&str; 5] = ["data", "javascript", "vbscript", "file", "blob"];

/// A problem with an address, with its correction.
pub(super) struct AddressProblem {
    pub(super) message: String,
    pub(super) hint: &'static str,
    /// `true` if Slack may accept the address.
    pub(super) is_doubtful: bool,
}

/// Returns the problem of an address of this form. An empty address is a matter of its length.
pub(super) fn problem(form: Form, address: &str) -> Option<AddressProblem> {
    let hint = match form {
        Form::Https => "write an address like `https://example.com/video`",
        Form::Web => "write an address like `https://example.com/image.png`",
        _ => "write an address like `https://example.com/trip`, or a `mailto` address",
    };
    if address.is_empty() {
        return None;
    }
    let Some(scheme) = scheme(address) else {
        return Some(AddressProblem {
            message: "the text is not an absolute address".to_owned(),
            hint,
            is_doubtful: false,
        });
    };
    let permitted: &[&str] = match form {
        Form::Https => &["https"],
        Form::Web => &["https", "http"],
        _ => &["https", "http", "mailto"],
    };
    if permitted.contains(&scheme.as_str()) {
        return None;
    }
    // An unknown scheme may belong to a program that the user has.
    let is_doubtful = form == Form::Link && !UNSAFE_SCHEMES.contains(&scheme.as_str());
    let message = match is_doubtful {
        true => format!("clients may not open an address with the scheme `{scheme}`"),
        false => format!("an address may not have the scheme `{scheme}` here"),
    };
    Some(AddressProblem {
        message,
        hint,
        is_doubtful,
    })
}

/// Returns the scheme of an address in lower case (RFC 3986, section 3.1).
fn scheme(address: &str) -> Option<String> {
    let (scheme, rest) = address.trim().split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let scheme = scheme.to_ascii_lowercase();
    let has_host = match scheme.as_str() {
        "https" | "http" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            !host.is_empty() && !host.starts_with(['/', '?', '#'])
        }
        _ => !rest.is_empty(),
    };
    (is_scheme && has_host).then_some(scheme)
}
