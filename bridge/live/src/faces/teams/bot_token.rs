//! The tokens of requests.
//!
//! Specification: [Bot Connector authentication](https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication).

use crate::server::front::users::{
    key_source::KeySource,
    signed_token::{TokenRefusal, describe_error, verify_token},
};
use axum::http::{HeaderMap, header::AUTHORIZATION};
use jsonwebtoken::{Algorithm, Validation};
use serde::Deserialize;
use std::path::Path;

/// The issuer of the tokens.
const ISSUER: &str = "https://api.botframework.com";
/// The accepted difference between the clocks, in seconds.
const LEEWAY: u64 = crate::limits::BOT_CLOCK.as_secs();

/// The check of the tokens of one bot.
#[derive(Debug)]
pub(super) struct TokenCheck {
    keys: KeySource,
    app_id: String,
}

/// The members of a token that are read in addition to the verified ones.
#[derive(Deserialize)]
struct BotClaims {
    /// The address to which the bot answers.
    #[serde(default, alias = "serviceUrl")]
    serviceurl: String,
}

impl TokenCheck {
    /// Reads the keys from a file or an address.
    pub(super) async fn new(keys: &str, app_id: String) -> Result<Self, String> {
        let keys = match keys.contains("://") {
            true => KeySource::url(keys).await?,
            false => KeySource::file(Path::new(keys))?,
        };
        Ok(Self { keys, app_id })
    }

    /// Verifies the token of a request. Returns the address to which the bot answers. The error is for the operator.
    pub(super) async fn verify(&self, headers: &HeaderMap) -> Result<String, String> {
        let token = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim());
        let token = token.ok_or_else(|| "the request has no token".to_owned())?;
        let validation = |algorithm| match algorithm {
            Algorithm::RS256 => Some(self.validation()),
            _ => None,
        };
        match verify_token::<BotClaims>(&self.keys, token, validation).await {
            Ok(claims) if claims.serviceurl.is_empty() => {
                Err("the token has no `serviceurl`".to_owned())
            }
            Ok(claims) => Ok(claims.serviceurl),
            Err(TokenRefusal::Unsigned(reason)) => Err(reason),
            Err(TokenRefusal::Invalid(error)) => Err(describe_error(&error)),
        }
    }

    fn validation(&self) -> Validation {
        let mut validation = Validation::new(Algorithm::RS256);
        validation.leeway = LEEWAY;
        validation.validate_nbf = true;
        validation.set_audience(&[&self.app_id]);
        validation.set_issuer(&[ISSUER]);
        validation.set_required_spec_claims(&["exp", "aud", "iss"]);
        validation
    }
}
