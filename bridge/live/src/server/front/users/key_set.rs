//! Public keys that verify tokens.
//!
//! Specification: [RFC 7517, JSON Web Key](https://www.rfc-editor.org/rfc/rfc7517).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use std::fmt;

/// The algorithms of an RSA key that states none.
const RSA: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];
const P256: &[Algorithm] = &[Algorithm::ES256];
const P384: &[Algorithm] = &[Algorithm::ES384];
const ED25519: &[Algorithm] = &[Algorithm::EdDSA];
/// The minimum length of an RSA modulus in bytes: 2,048 bits.
const MODULUS: usize = 256;

/// A public key, with the algorithms that its signatures may use.
pub(super) struct VerificationKey {
    /// The `kid` of the key.
    pub(super) id: Option<String>,
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) key: DecodingKey,
}

impl fmt::Debug for VerificationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerificationKey")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// All public keys of an issuer.
#[derive(Debug)]
pub(super) struct KeySet(Vec<VerificationKey>);

/// The contents of a key file: a set of keys, or one key.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeyFile {
    Set { keys: Vec<serde_json::Value> },
    One(serde_json::Value),
}

/// A key of any type.
#[derive(Deserialize)]
struct JsonKey {
    kty: String,
    #[serde(default)]
    kid: Option<String>,
    #[serde(default, rename = "use")]
    usage: Option<String>,
    #[serde(default)]
    alg: Option<String>,
    #[serde(default)]
    crv: String,
    #[serde(default)]
    n: String,
    #[serde(default)]
    e: String,
    #[serde(default)]
    x: String,
    #[serde(default)]
    y: String,
}

impl KeySet {
    /// Reads a JWK Set or a single JWK. Keys for other purposes are ignored.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.trim_start().starts_with("-----BEGIN") {
            return Err(
                "the keys must be a JWK Set in JSON, as {\"keys\":[…]}, and not PEM".to_owned(),
            );
        }
        let file: KeyFile = serde_json::from_str(text).map_err(|error| {
            format!("the keys must be a JWK Set in JSON, as {{\"keys\":[…]}}: {error}")
        })?;
        let keys = match file {
            KeyFile::Set { keys } => keys,
            KeyFile::One(key) => vec![key],
        };
        let (mut usable, mut refused) = (Vec::new(), Vec::new());
        for (index, key) in keys.into_iter().enumerate() {
            let read = serde_json::from_value(key).map_err(|error| error.to_string());
            match read.and_then(|key: JsonKey| key.verification_key()) {
                Ok(key) => usable.push(key),
                Err(reason) => refused.push(format!("key {}: {reason}", index + 1)),
            }
        }
        match (usable.is_empty(), refused.is_empty()) {
            (false, _) => Ok(Self(usable)),
            (true, true) => Err("the JWK Set contains no key".to_owned()),
            (true, false) => Err(format!("no key can verify tokens: {}", refused.join("; "))),
        }
    }

    /// Returns `true` if a key with this id exists.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|key| key.id.as_deref() == Some(id))
    }

    /// Returns the keys that may have signed a token with this `kid` and algorithm. Keys without an id are always
    /// candidates.
    pub(super) fn candidates(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
    ) -> impl Iterator<Item = &VerificationKey> {
        self.0.iter().filter(move |key| {
            let may_have_id = id.is_none() || key.id.is_none() || key.id.as_deref() == id;
            may_have_id && key.algorithms.contains(&algorithm)
        })
    }
}

impl JsonKey {
    /// Converts the key to its usable form. The error is the reason if it cannot verify signatures.
    fn verification_key(self) -> Result<VerificationKey, String> {
        if self.usage.as_deref().is_some_and(|usage| usage != "sig") {
            return Err("its `use` is not `sig`".to_owned());
        }
        let (algorithms, key) = match (self.kty.as_str(), self.crv.as_str()) {
            ("RSA", _) => (RSA, self.rsa_key()?),
            ("EC", "P-256") => (P256, self.point(32)?),
            ("EC", "P-384") => (P384, self.point(48)?),
            ("OKP", "Ed25519") => {
                check_length("x", &self.x, 32)?;
                (
                    ED25519,
                    DecodingKey::from_ed_components(&self.x).map_err(|error| error.to_string())?,
                )
            }
            ("oct", _) => {
                return Err(
                    "it is a shared secret, so everyone who can check a token could also write one; use a public key"
                        .to_owned(),
                );
            }
            ("EC" | "OKP", curve) => return Err(format!("the curve `{curve}` is not supported")),
            (other, _) => return Err(format!("the type `{other}` is not supported")),
        };
        let mut algorithms = algorithms.to_vec();
        if let Some(stated) = &self.alg {
            algorithms.retain(|algorithm| format!("{algorithm:?}") == *stated);
        }
        if algorithms.is_empty() {
            let stated = self.alg.unwrap_or_default();
            return Err(format!("the algorithm `{stated}` is not one for its type"));
        }
        Ok(VerificationKey {
            id: self.kid,
            algorithms,
            key,
        })
    }

    fn rsa_key(&self) -> Result<DecodingKey, String> {
        let modulus = decode_member("n", &self.n)?;
        if modulus.iter().skip_while(|byte| **byte == 0).count() < MODULUS {
            return Err("the RSA key is shorter than 2,048 bits".to_owned());
        }
        Ok(DecodingKey::from_rsa_raw_components(
            &modulus,
            &decode_member("e", &self.e)?,
        ))
    }

    fn point(&self, length: usize) -> Result<DecodingKey, String> {
        check_length("x", &self.x, length)?;
        check_length("y", &self.y, length)?;
        DecodingKey::from_ec_components(&self.x, &self.y).map_err(|error| error.to_string())
    }
}

fn decode_member(member: &str, text: &str) -> Result<Vec<u8>, String> {
    match URL_SAFE_NO_PAD.decode(text) {
        Ok(bytes) if !bytes.is_empty() => Ok(bytes),
        _ => Err(format!("`{member}` is absent or not base64url")),
    }
}

fn check_length(member: &str, text: &str, length: usize) -> Result<(), String> {
    match decode_member(member, text)?.len() == length {
        true => Ok(()),
        false => Err(format!("`{member}` must have {length} bytes")),
    }
}
