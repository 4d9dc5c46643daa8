//! The state that a client of 2026-07-28 returns with its answers. It is sealed, so that clients cannot change it.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::hmac;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use wire::Payload;

/// The time in which a client must return the state.
const VALID: Duration = crate::limits::QUESTION_ANSWER;

/// The state of a tool call that waits for the answer of the user.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct RequestState {
    /// The digest of the tool and its arguments.
    pub(super) call: String,
    /// The session of the call.
    pub(super) session: String,
    /// The number of the last session entry before the call.
    pub(super) since: u64,
    /// The key of the question, which is the id of its surface.
    pub(super) key: String,
    /// The digest of the surface that the question shows.
    pub(super) digest: String,
    /// The number of invalid answers to this question.
    pub(super) attempts: usize,
    /// The digests of the surfaces that this call has asked before.
    pub(super) asked: BTreeMap<String, String>,
    /// A random text. Two actions with the same text are delivered once.
    pub(super) nonce: String,
    /// The end of the validity, in seconds since 1970.
    pub(super) expires: u64,
}

/// The key with which states are sealed.
#[derive(Clone, Debug)]
pub(super) struct StateSeal(hmac::Key);

impl StateSeal {
    /// Creates a key. It lives as long as the program. Returns `None` if the system has no random numbers.
    pub(super) fn new() -> Option<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(hmac::Key::new(hmac::HMAC_SHA256, &bytes)))
    }

    /// Seals a state, which is valid for 10 minutes.
    pub(super) fn seal(&self, mut state: RequestState) -> String {
        state.expires = now() + VALID.as_secs();
        // A struct with texts and numbers can always be written.
        let json = serde_json::to_string(&state).unwrap_or_default();
        let body = URL_SAFE_NO_PAD.encode(json);
        let tag = hmac::sign(&self.0, body.as_bytes());
        format!("{body}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    /// Opens a sealed state. Returns `None` if it was changed, is too old, or belongs to another call.
    pub(super) fn open(&self, sealed: &str, call: &str) -> Option<RequestState> {
        let (body, tag) = sealed.split_once('.')?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        hmac::verify(&self.0, body.as_bytes(), &tag).ok()?;
        let json = URL_SAFE_NO_PAD.decode(body).ok()?;
        let state: RequestState = serde_json::from_slice(&json).ok()?;
        (state.expires >= now() && state.call == call).then_some(state)
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map(|since| since.as_secs()).unwrap_or_default()
}

/// Returns the digest of a tool call. The layout and the order of the arguments do not matter.
pub(super) fn call_digest(tool: &str, arguments: &Payload) -> String {
    let read = serde_json::from_str::<serde_json::Value>(arguments.text());
    let arguments = read.unwrap_or_default().to_string();
    digest([tool, &arguments])
}

/// Returns the digest of texts, in hexadecimal digits.
pub(super) fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        // The length separates the texts.
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_unchanged_states_of_the_same_call_are_opened() {
        let seal = StateSeal::new().unwrap();
        let call = call_digest("show", &Payload::parse(r#"{"b":1,"a":2}"#).unwrap());
        let again = Payload::parse(r#"{ "a": 2, "b": 1 }"#).unwrap();
        assert_eq!(call, call_digest("show", &again));
        let state = RequestState {
            call: call.clone(),
            session: "main".to_owned(),
            ..RequestState::default()
        };
        let sealed = seal.seal(state);
        assert_eq!(seal.open(&sealed, &call).unwrap().session, "main");
        assert_eq!(seal.open(&sealed, "other"), None);
        assert_eq!(StateSeal::new().unwrap().open(&sealed, &call), None);
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last letter of a text in base64 contains unused bits, which must be zero.
            assert_eq!(seal.open(&changed, &call), None, "{place}");
        }
        assert_eq!(seal.open("", &call), None);
        assert_eq!(seal.open("a.b", &call), None);
    }
}
