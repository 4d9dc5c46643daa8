//! The health check and the metrics.

use super::counters::Counters;
use crate::{
    gateway::{Gateway, GatewayPhase},
    server::{
        accept::Connections,
        refusal::{RETRY, Refusals, with_retry},
    },
};
use axum::{
    http::{
        HeaderMap, HeaderValue, StatusCode, Version,
        header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// The body of the health check.
#[derive(Serialize)]
struct Health<'a> {
    status: &'static str,
    sessions: usize,
    agents: Vec<AgentHealth<'a>>,
}

#[derive(Serialize)]
struct AgentHealth<'a> {
    name: &'a str,
    /// `failing` if the most recent event of the agent is an error.
    state: &'static str,
}

/// Answers the health check with the states of the agents.
pub(super) fn health(gateway: &Gateway) -> Response {
    let agents = gateway
        .agent_states()
        .map(|(name, is_failing)| AgentHealth {
            name,
            state: if is_failing { "failing" } else { "ok" },
        });
    let agents = agents.collect();
    let health = Health {
        status: "ok",
        sessions: gateway.open_sessions(),
        agents,
    };
    let text = serde_json::to_string(&health).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Returns 200 if the program can serve another client, or otherwise 503 with the reason.
pub(super) fn ready(gateway: &Gateway) -> Response {
    let mut failing: Vec<&str> = gateway
        .agent_states()
        .filter(|(_, is_failing)| *is_failing)
        .map(|(name, _)| name)
        .collect();
    let is_draining = *gateway.phase().borrow() != GatewayPhase::Running;
    let works = failing.is_empty() || failing.len() < gateway.agents().len();
    let status = match () {
        () if is_draining => "draining",
        () if gateway.is_store_away() => "store-away",
        () if !works => "failing",
        () => "ready",
    };
    failing.sort_unstable();
    let text = serde_json::to_string(&Readiness { status, failing }).unwrap_or_default();
    let mut response = ([(CONTENT_TYPE, "application/json")], text).into_response();
    if status != "ready" {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        response = with_retry(response);
    }
    response
}

/// The body of the readiness check.
#[derive(Serialize)]
struct Readiness<'a> {
    status: &'static str,
    /// The agents whose most recent event is an error.
    failing: Vec<&'a str>,
}

/// Creates the answer to a request that arrives while the program is stopping.
pub(super) fn stopping(version: Version) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(RETRY_AFTER, RETRY);
    if version < Version::HTTP_2 {
        // The next request of the client should reach another program.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    (
        StatusCode::SERVICE_UNAVAILABLE,
        headers,
        r#"{"error":"the program is stopping"}"#,
    )
        .into_response()
}

/// Answers with the metrics of the gateway and of this server.
pub(super) fn metrics(
    gateway: &Gateway,
    counters: &Counters,
    connections: &Connections,
    refusals: &Refusals,
) -> Response {
    let mut refused = gateway.refusals().counts();
    for (limit, count) in refusals.counts() {
        *refused.entry(limit).or_default() += count;
    }
    let text =
        gateway.metrics().prometheus() + &counters.prometheus(gateway, connections, &refused);
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        text,
    )
        .into_response()
}
