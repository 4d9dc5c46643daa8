//! The health check and the metrics.

use super::counters::Counters;
use crate::{connections::Connections, gateway::Gateway};
use axum::{
    http::header::CONTENT_TYPE,
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
    /// `failing` if the latest that happened with the agent is an error.
    state: &'static str,
}

pub(super) fn health(gateway: &Gateway) -> Response {
    let state = |is_failing| if is_failing { "failing" } else { "ok" };
    let agents =
        gateway.agent_states().map(|(name, is_failing)| AgentHealth { name, state: state(is_failing) });
    let agents = agents.collect();
    let health = Health { status: "ok", sessions: gateway.open_sessions(), agents };
    let text = serde_json::to_string(&health).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

pub(super) fn metrics(gateway: &Gateway, counters: &Counters, connections: &Connections) -> Response {
    let text = gateway.metrics().prometheus() + &counters.prometheus(connections);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
