//! Users that are named by JSON Web Tokens.
//!
//! Specification: [RFC 7519, JSON Web Token](https://www.rfc-editor.org/rfc/rfc7519), with the advice of
//! [RFC 8725](https://www.rfc-editor.org/rfc/rfc8725).

use super::{
    key_source::KeySource,
    ring_provider,
    signed_token::{TokenRefusal, describe_error, shorten_value, verify_token},
};
use crate::server::user::User;
use jsonwebtoken::{
    Algorithm, Validation,
    errors::{Error, ErrorKind},
};
use serde::Deserialize;
use std::{path::Path, sync::Arc};

/// The accepted difference in seconds between the clocks of the issuer and of this computer.
const LEEWAY: u64 = 60;

/// The required values of tokens, apart from their user and their time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenRules {
    /// The audiences for which tokens may be issued. If the list is empty, tokens must not state an audience.
    pub audiences: Vec<String>,
    /// The allowed issuers of tokens. If the list is empty, every issuer with a known key is allowed.
    pub issuers: Vec<String>,
}

/// The keys and rules for tokens. The member `sub` of a token names its user.
///
/// Creating a value installs a provider for the crate `jsonwebtoken` in this process, unless the application has
/// already installed one. The provider only verifies signatures, and cannot sign.
#[derive(Clone, Debug)]
pub struct JwtUsers {
    keys: Arc<KeySource>,
    rules: TokenRules,
}

/// The user of a valid token, and the expiry time of the token in seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TokenUser {
    pub(super) user: User,
    pub(super) expires: u64,
}

/// The members of a token that are read. Their types are checked before use.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Claims {
    sub: serde_json::Value,
    exp: f64,
    aud: serde_json::Value,
    iss: serde_json::Value,
}

impl JwtUsers {
    /// Reads the public keys from a file: a JWK Set or one JWK.
    ///
    /// # Errors
    /// Returns the reason if no key can be used.
    pub fn from_file(path: &Path, rules: TokenRules) -> Result<Self, String> {
        KeySource::file(path).map(|keys| Self::new(keys, rules))
    }

    /// Reads the public keys from an address. They are read again when a token names an unknown key, but at most once
    /// per minute.
    ///
    /// # Errors
    /// Returns the reason if the keys cannot be read.
    pub async fn from_url(url: &str, rules: TokenRules) -> Result<Self, String> {
        KeySource::url(url).await.map(|keys| Self::new(keys, rules))
    }

    pub(super) fn new(keys: KeySource, rules: TokenRules) -> Self {
        ring_provider::install();
        Self {
            keys: Arc::new(keys),
            rules,
        }
    }

    /// Verifies a token. The error message is for the operator.
    pub(super) async fn verify(&self, token: &str) -> Result<TokenUser, String> {
        let validation = |algorithm| Some(self.validation(algorithm));
        match verify_token::<Claims>(&self.keys, token, validation).await {
            Ok(claims) => read_user(&claims),
            Err(TokenRefusal::Unsigned(reason)) => Err(reason),
            Err(TokenRefusal::Invalid(error)) => Err(self.reason(token, &error)),
        }
    }

    /// Returns the rules for a token that is signed with this algorithm.
    fn validation(&self, algorithm: Algorithm) -> Validation {
        let TokenRules { audiences, issuers } = &self.rules;
        let mut validation = Validation::new(algorithm);
        let mut required = vec!["exp", "sub"];
        validation.leeway = LEEWAY;
        validation.validate_nbf = true;
        if !audiences.is_empty() {
            validation.set_audience(audiences);
            required.push("aud");
        }
        if !issuers.is_empty() {
            validation.set_issuer(issuers);
            required.push("iss");
        }
        validation.set_required_spec_claims(&required);
        validation
    }

    /// Returns the reason for which a token is refused, with the option that is concerned.
    fn reason(&self, token: &str, error: &Error) -> String {
        // The signature was verified before these members.
        let claims = || {
            jsonwebtoken::dangerous::insecure_decode::<Claims>(token)
                .ok()
                .map(|read| read.claims)
        };
        match error.kind() {
            ErrorKind::InvalidAudience => {
                let aud = claims().map(|claims| claims.aud.to_string());
                format!(
                    "the audience {} is not one of --audience",
                    shorten_value(aud.as_deref())
                )
            }
            ErrorKind::InvalidIssuer => {
                let iss = claims().map(|claims| claims.iss.to_string());
                format!(
                    "the issuer {} is not one of --issuer",
                    shorten_value(iss.as_deref())
                )
            }
            _ => describe_error(error),
        }
    }
}

/// Returns the user that verified members name.
fn read_user(claims: &Claims) -> Result<TokenUser, String> {
    let name = claims.sub.as_str().unwrap_or_default();
    let user = name
        .parse()
        .map_err(|error| format!("`sub` of the token is not a user: {error}"))?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let expires = claims.exp as u64;
    Ok(TokenUser { user, expires })
}

#[cfg(test)]
mod tests;
