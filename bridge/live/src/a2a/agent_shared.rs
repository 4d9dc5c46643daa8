//! The address of an A2A agent, and the secrets of its conversations.

use crate::http_client::HttpClient;
use sha2::{Digest, Sha256};
use std::fmt;

/// The parts of an agent that all its conversations use.
#[derive(Clone)]
pub(super) struct A2aAgentShared {
    pub(super) name: String,
    pub(super) url: String,
    pub(super) key: Vec<u8>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) http: HttpClient,
}

impl fmt::Debug for A2aAgentShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("A2aAgentShared").field("name", &self.name).finish_non_exhaustive()
    }
}

impl A2aAgentShared {
    /// Returns an id that only the owner of the secret can guess.
    pub(super) fn derived_id(&self, purpose: &str, of: &str) -> String {
        let mut hash = Sha256::new();
        for text in [
            self.key.as_slice(),
            purpose.as_bytes(),
            self.name.as_bytes(),
            self.url.as_bytes(),
            of.as_bytes(),
        ] {
            hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(text);
        }
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the headers that the user set.
    pub(super) fn own_headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
