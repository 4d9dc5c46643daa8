//! The connection to the server.

use crate::limits::SERVER_WAIT;
use crate::{
    error::{Chain, NatsError, is_connection_refused},
    report::{ReportLevel, WorkerReport, WorkerReportSink},
    server_address::{Login, ServerAddress},
};
use async_nats::{
    ConnectErrorKind, ConnectOptions, Event,
    jetstream::{self, context::ContextBuilder},
};
use std::{fmt, path::Path, time::Duration};
use tokio::time::timeout;

/// The maximum number of publications that wait for an answer at the same time.
const IN_FLIGHT: usize = 4096;
/// The longest pause before the client reconnects.
const RECONNECT: Duration = Duration::from_millis(250);
/// The number of bytes of a message that are reserved for headers and the protocol.
const HEADERS: usize = 16 << 10;

/// A connection to a server with JetStream. The client reconnects by itself.
#[derive(Clone)]
pub struct NatsClient {
    pub(crate) nats: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
}

impl fmt::Debug for NatsClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsClient")
            .field("state", &self.nats.connection_state())
            .finish_non_exhaustive()
    }
}

/// Connects to a server. `credentials` is a file with the JWT and the NKey seed of a user.
///
/// # Errors
/// Returns an error if the credentials cannot be read, the server refuses the user, TLS fails, or no server answers within 5 s.
pub async fn connect(
    address: &ServerAddress,
    credentials: Option<&Path>,
    report: WorkerReportSink,
) -> Result<NatsClient, NatsError> {
    let nats = open_connection(address, credentials, move |event| {
        report_event(&report, event)
    })
    .await?;
    let jetstream = ContextBuilder::new()
        .timeout(SERVER_WAIT)
        .ack_timeout(SERVER_WAIT)
        .max_ack_inflight(IN_FLIGHT);
    Ok(NatsClient {
        jetstream: jetstream.build(nats.clone()),
        nats,
    })
}

/// Connects to a server, and passes the events of the connection to `report`.
pub(crate) async fn open_connection(
    address: &ServerAddress,
    credentials: Option<&Path>,
    report: impl Fn(&Event) + Send + Sync + 'static,
) -> Result<async_nats::Client, NatsError> {
    let mut options = ConnectOptions::new()
        .name("agent-ui")
        .connection_timeout(SERVER_WAIT)
        .request_timeout(Some(SERVER_WAIT))
        .client_capacity(IN_FLIGHT)
        .reconnect_delay_callback(|attempt| match attempt {
            0 | 1 => Duration::ZERO,
            _ => RECONNECT,
        })
        .event_callback(move |event| {
            report(&event);
            std::future::ready(())
        });
    // The client ignores the users in addresses, so they are set here.
    options = match address.login().cloned() {
        Some(Login::User { name, password }) => options.user_and_password(name, password),
        Some(Login::Token(token)) => options.token(token),
        None => options,
    };
    if let Some(file) = credentials {
        let read = options.credentials_file(file).await;
        options = read.map_err(|error| NatsError::Credentials {
            file: file.display().to_string(),
            error,
        })?;
    }
    let connected = timeout(SERVER_WAIT, options.connect(address.servers())).await;
    let (reason, is_refused) = match connected {
        Ok(Ok(client)) => return Ok(client),
        Ok(Err(error)) if error.kind() != ConnectErrorKind::TimedOut => {
            (Chain(&error).to_string(), is_connection_refused(&error))
        }
        Ok(Err(_)) | Err(_) => ("no answer within 5 s".to_owned(), false),
    };
    Err(NatsError::Connect {
        address: address.to_string(),
        reason,
        is_refused,
    })
}

impl NatsClient {
    /// Returns the maximum length of a message body in bytes.
    pub(crate) fn max_body(&self) -> usize {
        self.nats
            .server_info()
            .max_payload
            .saturating_sub(HEADERS)
            .max(HEADERS)
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
        _ => (ReportLevel::Warn, "connection event"),
    };
    report(&WorkerReport::new(level, message).with("event", event));
}
