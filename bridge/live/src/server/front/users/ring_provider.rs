//! Verification of token signatures, with the same library that TLS uses.

use jsonwebtoken::{
    Algorithm, DecodingKey, DecodingKeyKind, EncodingKey,
    crypto::{CryptoProvider, JwkUtils, JwtSigner, JwtVerifier},
    errors::{Error, ErrorKind},
    signature::{Error as SignatureError, Verifier},
};
use ring::signature::{
    self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};

/// A provider that verifies signatures with public keys, and cannot sign.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: refuse_to_sign,
    verifier_factory: verifier,
    jwk_utils: JwkUtils::new_unimplemented(),
};

/// Installs the provider in this process, unless the application has already installed one.
pub(super) fn install() {
    // The provider of the application verifies tokens just as well.
    let _ = PROVIDER.install_default();
}

fn refuse_to_sign(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    Err(ErrorKind::Provider("this program signs no tokens".to_owned()).into())
}

/// Verifies signatures for one algorithm and key.
struct RingVerifier {
    algorithm: Algorithm,
    scheme: Scheme,
    key: DecodingKeyKind,
}

/// A signature algorithm, by the kind of its keys.
#[derive(Clone, Copy)]
enum Scheme {
    Rsa(&'static RsaParameters),
    /// An algorithm whose key is a point on a curve.
    Point(&'static dyn VerificationAlgorithm),
}

/// Creates the verifier for an algorithm and a key.
fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    use Scheme::{Point, Rsa};
    let scheme = match algorithm {
        Algorithm::RS256 => Rsa(&signature::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Rsa(&signature::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Rsa(&signature::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Rsa(&signature::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Rsa(&signature::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Rsa(&signature::RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Point(&signature::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Point(&signature::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Point(&signature::ED25519),
        // A public key as the secret of HMAC would let everyone sign.
        Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512 => {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
    };
    Ok(Box::new(RingVerifier {
        algorithm: *algorithm,
        scheme,
        key: key.kind().clone(),
    }))
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        let verified = match (self.scheme, &self.key) {
            (Scheme::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Scheme::Point(algorithm), DecodingKeyKind::SecretOrDer(point)) => {
                UnparsedPublicKey::new(algorithm, point).verify(message, signature)
            }
            // The key belongs to another algorithm.
            _ => return Err(SignatureError::new()),
        };
        verified.map_err(|_| SignatureError::new())
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
