//! The connection to the server.

use crate::{
    error::{Chain, NatsError},
    report::{ReportLevel, WorkerReport, WorkerReportSink},
};
use async_nats::{
    ConnectOptions, Event, ServerAddr,
    jetstream::{self, context::ContextBuilder},
};
use std::{fmt, path::PathBuf, time::Duration};

/// The longest time in which the server answers a request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The number of publications whose answer may be awaited at the same time.
const IN_FLIGHT: usize = 4096;
/// The bytes of a message that headers and the protocol may need.
const HEADERS: usize = 16 << 10;

/// The address of a NATS server or of a cluster.
///
/// ```
/// let address = agent_ui_nats::ServerAddress::new("nats://127.0.0.1:4222");
/// assert_eq!(address.credentials, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerAddress {
    /// `nats://HOST:PORT` or `tls://HOST:PORT`, with a user and a password if needed; or several of them, separated by commas.
    pub url: String,
    /// The file with the credentials of a user: a JWT and its NKey seed.
    pub credentials: Option<PathBuf>,
}

impl ServerAddress {
    /// Creates an address without credentials.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), credentials: None }
    }

    /// Sets the file with the credentials.
    #[must_use]
    pub fn with_credentials(mut self, file: Option<PathBuf>) -> Self {
        self.credentials = file;
        self
    }
}

/// A connection to a server with JetStream. It connects again by itself.
#[derive(Clone)]
pub struct NatsClient {
    pub(crate) nats: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
}

impl fmt::Debug for NatsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsClient").field("state", &self.nats.connection_state()).finish_non_exhaustive()
    }
}

/// Connects to a server.
///
/// # Errors
/// Returns an error if the address or the credentials cannot be read, or no server answers.
pub async fn connect(address: &ServerAddress, report: WorkerReportSink) -> Result<NatsClient, NatsError> {
    // The address may contain a password.
    let shown = without_password(&address.url);
    let wrong = || NatsError::Address { address: shown.clone() };
    let servers: Vec<ServerAddr> = address
        .url
        .split(',')
        .map(|url| url.trim().parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let mut options = ConnectOptions::new()
        .name("agent-ui")
        .connection_timeout(TIMEOUT)
        .request_timeout(Some(TIMEOUT))
        .client_capacity(IN_FLIGHT)
        .event_callback(move |event| {
            report_event(&report, &event);
            std::future::ready(())
        });
    if let Some(file) = &address.credentials {
        let failed = |error| NatsError::Credentials { file: file.display().to_string(), error };
        options = options.credentials_file(file).await.map_err(failed)?;
    }
    let connected = options.connect(servers).await;
    let nats = connected
        .map_err(|error| NatsError::Connect { address: shown, reason: Chain(&error).to_string() })?;
    let jetstream = ContextBuilder::new().timeout(TIMEOUT).ack_timeout(TIMEOUT).max_ack_inflight(IN_FLIGHT);
    Ok(NatsClient { jetstream: jetstream.build(nats.clone()), nats })
}

impl NatsClient {
    /// Returns the largest body that a message may have, in bytes.
    pub(crate) fn max_body(&self) -> usize {
        self.nats.server_info().max_payload.saturating_sub(HEADERS).max(HEADERS)
    }

    /// Returns `true` while the server answers.
    pub(crate) fn is_connected(&self) -> bool {
        self.nats.connection_state() == async_nats::connection::State::Connected
    }
}

fn report_event(report: &WorkerReportSink, event: &Event) {
    let (level, message) = match event {
        Event::Connected => (ReportLevel::Info, "connected"),
        Event::Disconnected => (ReportLevel::Warn, "disconnected"),
        Event::Draining | Event::Closed => (ReportLevel::Debug, "connection closed"),
        _ => (ReportLevel::Warn, "the connection reported an event"),
    };
    report(&WorkerReport::new(level, message).with("event", event));
}

/// Returns the addresses without users and passwords.
fn without_password(url: &str) -> String {
    let hidden = |url: &str| match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            format!("{}://{}", url.get(..scheme).unwrap_or_default(), url.get(at + 1..).unwrap_or_default())
        }
        _ => url.to_owned(),
    };
    url.split(',').map(|url| hidden(url.trim())).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_show_passwords() {
        assert_eq!(
            without_password("nats://ann:pass@a.test:4222, tls://b.test"),
            "nats://a.test:4222,tls://b.test"
        );
    }
}
