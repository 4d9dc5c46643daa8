//! Verification of signed tokens with the keys of their issuer.

use super::{key_source::KeySource, ring_provider};
use jsonwebtoken::{
    Algorithm, Validation, decode, decode_header,
    errors::{Error, ErrorKind},
};
use serde::de::DeserializeOwned;

/// The longest token in bytes.
const LENGTH: usize = 16 << 10;
/// The maximum length of a token value in an error message, in characters.
const SHOWN: usize = 100;

/// The reason for which a token is refused.
#[derive(Debug)]
pub(crate) enum TokenRefusal {
    /// The token cannot be read, or no key can have signed it. The text is for the operator.
    Unsigned(String),
    /// The signature, a time or a value of the token is wrong.
    Invalid(Error),
}

/// Verifies the signature, the times and the values of a token, and returns its members. `validation` returns the rules
/// for a token with an algorithm, or `None` if such tokens are refused.
pub(crate) async fn verify_token<C: DeserializeOwned>(
    keys: &KeySource,
    token: &str,
    validation: impl Fn(Algorithm) -> Option<Validation>,
) -> Result<C, TokenRefusal> {
    use TokenRefusal::{Invalid, Unsigned};
    ring_provider::install();
    if token.len() > LENGTH {
        return Err(Unsigned(format!("the token is longer than {LENGTH} bytes")));
    }
    // An algorithm that is not one of signatures, such as `none`, cannot be read.
    let header = decode_header(token).map_err(|error| {
        Unsigned(format!(
            "the token has no header of a signed JWT: {}",
            describe_error(&error)
        ))
    })?;
    if header.crit.is_some() {
        return Err(Unsigned(
            "the token has extensions that must be understood (`crit`)".to_owned(),
        ));
    }
    let algorithm = header.alg;
    let Some(validation) = validation(algorithm) else {
        return Err(Unsigned(format!(
            "the algorithm {algorithm:?} of the token is not allowed"
        )));
    };
    let id = header.kid.as_deref();
    let keys = keys.keys_for(id).await.map_err(|reason| {
        Unsigned(format!(
            "the key `{}` is unknown, and the keys cannot be read again: {reason}",
            shorten_value(id)
        ))
    })?;
    let mut refused = None;
    for key in keys.candidates(id, algorithm) {
        match decode::<C>(token, &key.key, &validation) {
            Ok(read) => return Ok(read.claims),
            // Another key may have signed the token.
            Err(error) => refused = Some(error),
        }
    }
    Err(match refused {
        Some(error) => Invalid(error),
        None if id.is_some_and(|id| !keys.has(id)) => {
            Unsigned(format!("the key `{}` is unknown", shorten_value(id)))
        }
        None => Unsigned(format!(
            "no key has the algorithm {algorithm:?} of the token"
        )),
    })
}

/// Describes the problem of a token for the operator.
pub(crate) fn describe_error(error: &Error) -> String {
    match error.kind() {
        ErrorKind::ExpiredSignature => "the token has expired".to_owned(),
        ErrorKind::ImmatureSignature => "the token is not valid yet (`nbf`)".to_owned(),
        ErrorKind::InvalidSignature => "the signature of the token is wrong".to_owned(),
        ErrorKind::InvalidAudience => "the audience of the token is wrong".to_owned(),
        ErrorKind::InvalidIssuer => "the issuer of the token is wrong".to_owned(),
        ErrorKind::MissingRequiredClaim(name) => format!("the token has no `{name}`"),
        ErrorKind::InvalidClaimFormat(name) => format!("`{name}` of the token has a wrong type"),
        ErrorKind::InvalidToken => "the token does not have the form of a JWT".to_owned(),
        _ => format!("the token cannot be read: {error}"),
    }
}

/// Shortens a token value for an error message. An absent value becomes an empty string.
pub(super) fn shorten_value(value: Option<&str>) -> String {
    value.unwrap_or_default().chars().take(SHOWN).collect()
}
