//! The signatures of requests.
//!
//! Specification: [verifying requests](https://docs.slack.dev/authentication/verifying-requests-from-slack).

use crate::faces::chat_bot::Secret;
use axum::http::HeaderMap;
use ring::hmac;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The accepted age of a request.
const AGE: Duration = crate::limits::BOT_CLOCK;

/// The reason for which a request does not count as one of Slack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SignatureError {
    #[error("the request has no signature of Slack")]
    Absent,
    #[error("the request is older than five minutes, or the clock of this computer is wrong")]
    Old,
    #[error("the signature of the request is wrong; check the signing secret of the app")]
    Wrong,
}

/// The check of the signatures of one app.
#[derive(Clone, Debug)]
pub(super) struct SignatureCheck(hmac::Key);

impl SignatureCheck {
    pub(super) fn new(secret: &Secret) -> Self {
        let secret = secret.expose().as_bytes();
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret))
    }

    /// Verifies that Slack has sent this body within the last five minutes.
    pub(super) fn verify(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: SystemTime,
    ) -> Result<(), SignatureError> {
        let header = |name: &str| headers.get(name)?.to_str().ok();
        let stated = header("x-slack-request-timestamp").ok_or(SignatureError::Absent)?;
        let signature = header("x-slack-signature").ok_or(SignatureError::Absent)?;
        let seconds: u64 = stated.parse().map_err(|_| SignatureError::Absent)?;
        let sent = Duration::from_secs(seconds);
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        if sent.abs_diff(now) > AGE {
            return Err(SignatureError::Old);
        }
        let tag = signature
            .strip_prefix("v0=")
            .and_then(read_hex)
            .ok_or(SignatureError::Wrong)?;
        let mut signed = format!("v0:{stated}:").into_bytes();
        signed.extend_from_slice(body);
        // The comparison takes the same time for every signature.
        hmac::verify(&self.0, &signed, &tag).map_err(|_| SignatureError::Wrong)
    }
}

/// Reads pairs of hexadecimal digits.
fn read_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let mut bytes = Vec::new();
    for pair in digits?.chunks(2) {
        let &[high, low] = pair else { return None };
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn headers(time: &str, signature: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-slack-request-timestamp", time.parse().unwrap());
        headers.insert("x-slack-signature", signature.parse().unwrap());
        headers
    }

    #[test]
    fn only_fresh_requests_with_the_right_signature_are_verified() {
        let check = SignatureCheck::new(&"shared".parse().unwrap());
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"shared");
        let tag = hmac::sign(&key, b"v0:1000:a=b");
        let hex: String = tag
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let verify = |time: &str, signature: &str, body: &str, now: u64| {
            let now = UNIX_EPOCH + Duration::from_secs(now);
            check.verify(&headers(time, signature), body.as_bytes(), now)
        };
        let right = format!("v0={hex}");
        assert_eq!(verify("1000", &right, "a=b", 1000), Ok(()));
        assert_eq!(verify("1000", &right, "a=b", 1300), Ok(()));
        assert_eq!(verify("1000", &right, "a=b", 700), Ok(()));
        use SignatureError::{Absent, Old, Wrong};
        for (time, signature, body, now, error) in [
            ("1000", right.as_str(), "a=b", 1301, Old),
            ("1000", &right, "a=b", 699, Old),
            ("1000", &right, "a=c", 1000, Wrong),
            ("1001", &right, "a=b", 1000, Wrong),
            ("1000", &hex, "a=b", 1000, Wrong),
            ("1000", "v0=", "a=b", 1000, Wrong),
            ("1000", "v0=é", "a=b", 1000, Absent),
            ("1000", &right[..right.len() - 1], "a=b", 1000, Wrong),
            ("1000", &right[..right.len() - 2], "a=b", 1000, Wrong),
            ("-1", &right, "a=b", 1000, Absent),
            ("99999999999999999999", &right, "a=b", 1000, Absent),
        ] {
            assert_eq!(
                verify(time, signature, body, now),
                Err(error),
                "{time} {signature}"
            );
        }
        assert_eq!(
            check.verify(&HeaderMap::new(), b"", UNIX_EPOCH),
            Err(Absent)
        );
    }
}
