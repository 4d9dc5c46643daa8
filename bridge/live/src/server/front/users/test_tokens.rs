//! An issuer of tokens for tests.

#![allow(clippy::unwrap_used)]

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{Ed25519KeyPair, KeyPair},
};
use serde_json::{Value, json};

/// An issuer with an Ed25519 key.
pub(crate) struct TestIssuer {
    key: Ed25519KeyPair,
    id: &'static str,
}

impl TestIssuer {
    pub(crate) fn new(id: &'static str) -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self {
            key: Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap(),
            id,
        }
    }

    /// Returns the public key.
    pub(crate) fn public_key(&self) -> Value {
        json!({"kty":"OKP","crv":"Ed25519","kid":self.id,"x":encode(self.key.public_key())})
    }

    /// Returns a key set that contains the public key.
    pub(crate) fn key_set(&self) -> String {
        json!({"keys":[self.public_key()]}).to_string()
    }

    /// Returns a token for a user. It is valid for an hour.
    pub(crate) fn token(&self, user: &str) -> String {
        self.sign(
            &json!({"alg":"EdDSA","kid":self.id}),
            &json!({"sub":user,"exp":in_seconds(3600)}),
        )
    }

    pub(crate) fn sign(&self, header: &Value, claims: &Value) -> String {
        let signed = format!(
            "{}.{}",
            encode(header.to_string()),
            encode(claims.to_string())
        );
        format!("{signed}.{}", encode(self.key.sign(signed.as_bytes())))
    }
}

pub(crate) fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns a token time that lies this many seconds in the future.
pub(crate) fn in_seconds(seconds: i64) -> i64 {
    i64::try_from(jsonwebtoken::get_current_timestamp()).unwrap() + seconds
}
