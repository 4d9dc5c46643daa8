//! Sources of keys: a file or an address.

use super::key_set::KeySet;
use crate::agents::http_client::{HttpClient, HttpError};
use axum::http::Method;
use std::{
    fmt,
    net::IpAddr,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// The maximum length of a key set in bytes.
const LENGTH: usize = 1 << 20;
/// The time limit for reading the keys from an address.
const LIMIT: Duration = Duration::from_secs(10);
/// The minimum time between two reads of the same address.
const PAUSE: Duration = Duration::from_secs(60);

/// The keys of an issuer. If they come from an address, they can be read again.
pub(crate) struct KeySource {
    keys: Mutex<Arc<KeySet>>,
    remote: Option<RemoteKeys>,
}

struct RemoteKeys {
    url: String,
    http: HttpClient,
    /// The time of the latest read. The lock is held while the keys are read, so that concurrent requests cause only
    /// one read.
    read_at: tokio::sync::Mutex<Instant>,
    pause: Duration,
}

impl fmt::Debug for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeySource")
            .field("keys", &self.current())
            .finish_non_exhaustive()
    }
}

impl KeySource {
    /// Reads the keys from a file.
    pub(crate) fn file(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Ok(Self {
            keys: Mutex::new(Arc::new(KeySet::read(&text)?)),
            remote: None,
        })
    }

    /// Reads the keys from an address.
    pub(crate) async fn url(url: &str) -> Result<Self, String> {
        ensure_safe(url)?;
        let http = HttpClient::new();
        let keys = fetch(&http, url).await?;
        let read_at = tokio::sync::Mutex::new(Instant::now());
        let remote = RemoteKeys {
            url: url.to_owned(),
            http,
            read_at,
            pause: PAUSE,
        };
        Ok(Self {
            keys: Mutex::new(Arc::new(keys)),
            remote: Some(remote),
        })
    }

    /// Sets the minimum time between two reads.
    #[cfg(test)]
    pub(super) fn pause(mut self, pause: Duration) -> Self {
        if let Some(remote) = &mut self.remote {
            remote.pause = pause;
        }
        self
    }

    /// Returns the keys. If none has this id, they are read from their address again, but at most once per minute.
    ///
    /// The error contains the reason if they cannot be read again.
    pub(super) async fn keys_for(&self, id: Option<&str>) -> Result<Arc<KeySet>, String> {
        let known = self.current();
        let (Some(id), Some(remote)) = (id, &self.remote) else {
            return Ok(known);
        };
        if known.has(id) {
            return Ok(known);
        }
        let mut read_at = remote.read_at.lock().await;
        let known = self.current();
        // Another request has read them meanwhile, or the pause is not over.
        if known.has(id) || read_at.elapsed() < remote.pause {
            return Ok(known);
        }
        let fetched = fetch(&remote.http, &remote.url).await;
        *read_at = Instant::now();
        let keys = Arc::new(fetched?);
        *self.keys.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&keys);
        Ok(keys)
    }

    fn current(&self) -> Arc<KeySet> {
        Arc::clone(&self.keys.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Refuses an unencrypted address. If others could change the response, they could sign in as any user.
fn ensure_safe(url: &str) -> Result<(), String> {
    let uri = crate::agents::http_client::address(url).map_err(|error| error.to_string())?;
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_loopback = host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|at| at.is_loopback());
    match uri.scheme_str() == Some("https") || is_loopback {
        true => Ok(()),
        false => {
            Err("keys must come over https, because an attacker could replace them".to_owned())
        }
    }
}

async fn fetch(http: &HttpClient, url: &str) -> Result<KeySet, String> {
    let answered = timeout(LIMIT, async {
        let headers = [("accept", "application/jwk-set+json, application/json")];
        let response = http.request(Method::GET, url, &headers, None).await?;
        response.successful().await?.text(LENGTH).await
    });
    let text: Result<String, HttpError> = answered
        .await
        .map_err(|_| format!("{url} gave no keys within {} s", LIMIT.as_secs()))?;
    KeySet::read(&text.map_err(|error| error.to_string())?)
}
