//! Refusals because of limits: their answers, counts and reports.

use axum::{
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::Response,
};
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The time in seconds after which a client should try again. If there is a load balancer, another program may answer
/// then.
pub(crate) const RETRY: HeaderValue = HeaderValue::from_static("2");
/// The pause between two reports about the same limit.
const PAUSE: Duration = Duration::from_secs(10);

/// A limit that refuses requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Limit {
    /// The connections to the server.
    Connections,
    /// The connections from one address.
    AddressConnections,
    /// The simultaneous requests of one address.
    AddressRequests,
    /// The memory for the bodies of requests.
    Bodies,
    /// The event streams of all clients.
    Streams,
    /// The event streams of one session.
    SessionStreams,
    /// The sockets of all clients.
    Sockets,
    /// The clients of MCP.
    McpClients,
    /// The simultaneous requests of AAP.
    AapRequests,
    /// The running tasks of A2A.
    Tasks,
    /// The sessions in memory.
    Sessions,
    /// The messages of a session that wait for an agent.
    Inputs,
}

impl Limit {
    /// All limits of requests.
    const ALL: [Self; 12] = [
        Self::Connections,
        Self::AddressConnections,
        Self::AddressRequests,
        Self::Bodies,
        Self::Streams,
        Self::SessionStreams,
        Self::Sockets,
        Self::McpClients,
        Self::AapRequests,
        Self::Tasks,
        Self::Sessions,
        Self::Inputs,
    ];

    /// Returns the label of the limit in counts.
    pub fn label(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::AddressConnections => "address-connections",
            Self::AddressRequests => "address-requests",
            Self::Bodies => "bodies",
            Self::Streams => "streams",
            Self::SessionStreams => "session-streams",
            Self::Sockets => "sockets",
            Self::McpClients => "mcp-clients",
            Self::AapRequests => "aap-requests",
            Self::Tasks => "tasks",
            Self::Sessions => "sessions",
            Self::Inputs => "inputs",
        }
    }

    /// Returns the reason for a refusal, for its client and the operator.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Connections => "the server has too many connections",
            Self::AddressConnections => "one address has too many connections",
            Self::AddressRequests => "one address has too many requests at the same time",
            Self::Bodies => {
                "the requests that are answered at the moment use all memory for requests"
            }
            Self::Streams => "there are too many event streams",
            Self::SessionStreams => "the session has too many event streams",
            Self::Sockets => "there are too many WebSockets",
            Self::McpClients => "too many clients of MCP have a stream",
            Self::AapRequests => "there are too many requests of AAP at the same time",
            Self::Tasks => "too many tasks are running",
            Self::Sessions => "too many sessions are in use",
            Self::Inputs => "too many inputs wait for the agent",
        }
    }

    /// Returns the status for a refusal: 429 if the client itself uses too much, or 503 if all clients together do.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::AddressConnections | Self::AddressRequests => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Turns a response into a refusal because of this limit. The server counts the refusal.
    pub(crate) fn refuse(self, mut response: Response) -> Response {
        *response.status_mut() = self.status();
        response.extensions_mut().insert(self);
        with_retry(response)
    }
}

/// Adds the `Retry-After` header to a response.
pub(crate) fn with_retry(mut response: Response) -> Response {
    response.headers_mut().insert(RETRY_AFTER, RETRY);
    response
}

/// The numbers of refusals, by limit.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<BTreeMap<Limit, RefusalCount>>);

/// The refusals because of one limit.
#[derive(Default)]
struct RefusalCount {
    all: u64,
    reported: u64,
    last: Option<Instant>,
}

impl Refusals {
    /// Counts a refusal. Returns the number of refusals to report, or `None` if the limit was reported a moment ago.
    pub(crate) fn count(&self, limit: Limit) -> Option<u64> {
        // The counts are consistent even after a panic.
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(limit).or_default();
        count.all += 1;
        if count.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return None;
        }
        let new = count.all - count.reported;
        (count.reported, count.last) = (count.all, Some(Instant::now()));
        Some(new)
    }

    /// Returns the counts of all limits.
    pub(crate) fn counts(&self) -> BTreeMap<Limit, u64> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |limit| {
            counts
                .get(&limit)
                .map_or(0, |count: &RefusalCount| count.all)
        };
        Limit::ALL
            .into_iter()
            .map(|limit| (limit, count(limit)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_reported_once_for_each_limit() {
        let refusals = Refusals::default();
        for limit in [Limit::Streams, Limit::Bodies] {
            let reports: Vec<u64> = (0..1000).filter_map(|_| refusals.count(limit)).collect();
            assert_eq!(reports, [1]);
        }
        let counts = refusals.counts();
        assert_eq!(
            [Limit::Streams, Limit::Bodies, Limit::Sessions].map(|limit| counts[&limit]),
            [1000, 1000, 0]
        );
    }
}
