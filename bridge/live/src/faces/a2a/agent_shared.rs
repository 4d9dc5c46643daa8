//! The address of an A2A agent, its card, and the secrets of its conversations.

use super::card::{self, Endpoint};
use crate::{
    agents::http_client::{HttpClient, HttpError, HttpResponse, address},
    gateway::{AgentDescription, agent::AgentError},
};
use axum::http::StatusCode;
use sha2::{Digest, Sha256};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The maximum length of an agent card in bytes: 1 MiB.
const CARD: usize = 1 << 20;
/// The pause before the card is requested again.
const PAUSE: Duration = Duration::from_secs(30);

/// The description in the card, and the time of the latest request for the card.
#[derive(Debug, Default)]
pub(super) struct CardState {
    pub(super) description: Option<AgentDescription>,
    asked: Option<Instant>,
}

/// The parts of an agent that all its conversations share.
#[derive(Clone)]
pub(super) struct A2aAgentShared {
    pub(super) name: String,
    pub(super) url: String,
    pub(super) key: Vec<u8>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) http: HttpClient,
    /// The description from the card, shared by all clones.
    pub(super) card: Arc<Mutex<CardState>>,
}

impl fmt::Debug for A2aAgentShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("A2aAgentShared")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl A2aAgentShared {
    /// Derives an id from a purpose and a value. Only the owner of the secret can guess the id.
    pub(super) fn derived_id(&self, purpose: &str, value: &str) -> String {
        let mut hash = Sha256::new();
        for text in [
            self.key.as_slice(),
            purpose.as_bytes(),
            self.name.as_bytes(),
            self.url.as_bytes(),
            value.as_bytes(),
        ] {
            hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(text);
        }
        hash.finalize()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    pub(super) fn card_state(&self) -> MutexGuard<'_, CardState> {
        // Each change is one assignment, so the state is consistent even after a panic.
        self.card.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if the description is unknown and was not requested recently. The caller must then request the
    /// card.
    pub(super) fn must_ask(&self) -> bool {
        let mut state = self.card_state();
        let is_recent = state.asked.is_some_and(|asked| asked.elapsed() < PAUSE);
        if state.description.is_some() || is_recent {
            return false;
        }
        state.asked = Some(Instant::now());
        true
    }

    /// Reads the card of the agent, stores its description, and returns the endpoint of the agent.
    pub(super) async fn read_card(&self) -> Result<Endpoint, AgentError> {
        let mut url = card::address(&self.url);
        let headers: Vec<_> = self
            .own_headers(&url)
            .chain([("accept", "application/json")])
            .collect();
        let mut response = self.get(&url, &headers).await?;
        if let (StatusCode::NOT_FOUND, Some(old)) = (response.status, card::old_address(&url)) {
            let second = self.get(&old, &headers).await?;
            if second.status.is_success() {
                (url, response) = (old, second);
            }
        }
        let response = response
            .successful()
            .await
            .map_err(|error| convert_unsent(&error))?;
        let text = response
            .text(CARD)
            .await
            .map_err(|error| convert_unsent(&error))?;
        let (endpoint, description) =
            card::read(&text).map_err(|error| wrong_answer(format!("{url}: {error}")))?;
        self.card_state().description = Some(description);
        Ok(endpoint)
    }

    async fn get(&self, url: &str, headers: &[(&str, &str)]) -> Result<HttpResponse, AgentError> {
        let response = self
            .http
            .request(axum::http::Method::GET, url, headers, None)
            .await;
        response.map_err(|error| convert_unsent(&error))
    }

    /// Returns the headers that the user set, if they may be sent to this address. A card may name an address at
    /// another origin, which must not receive the secrets in the headers.
    pub(super) fn own_headers(&self, url: &str) -> impl Iterator<Item = (&str, &str)> {
        let wanted = origin(url);
        let is_own = wanted.is_some() && wanted == origin(&self.url);
        let headers = self.headers.iter().filter(move |_| is_own);
        headers.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Returns the scheme, the host and the port of an address.
fn origin(url: &str) -> Option<(bool, String, u16)> {
    let address = address(url).ok()?;
    let is_tls = address.scheme_str() == Some("https");
    let port = address.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
    Some((is_tls, address.host()?.to_ascii_lowercase(), port))
}

/// Converts the error of a request that precedes the message. Because the message was not sent, it may be sent again.
fn convert_unsent(error: &HttpError) -> AgentError {
    let described = AgentError::from(error);
    if error.is_temporary() {
        described.into_temporary()
    } else {
        described
    }
}

/// Creates the error of an agent that violates its protocol.
pub(super) fn wrong_answer(detail: String) -> AgentError {
    AgentError::permanent("the agent gave an answer that cannot be read").with_detail(detail)
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_consists_of_scheme_host_and_port() {
        let same = [
            "https://agent.test",
            "https://AGENT.test:443/a2a",
            "https://agent.test/card.json?x",
        ];
        for url in same {
            assert_eq!(origin(url), origin(same[0]), "{url}");
        }
        for other in [
            "http://agent.test",
            "https://agent.test:8443",
            "https://agent.test.evil.test",
            "https://evil.test",
        ] {
            assert_ne!(origin(other), origin(same[0]), "{other}");
        }
        assert_eq!(origin("https://agent.test@evil.test/"), None);
    }
}
