//! The counts of a server.

use crate::connections::Connections;
use axum::http::StatusCode;
use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, PoisonError},
};

/// The counts of requests by face and class of the status.
#[derive(Debug, Default)]
pub(super) struct Counters {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
}

impl Counters {
    pub(super) fn count(&self, face: &'static str, status: StatusCode) {
        // The map is consistent even after a panic.
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((face, status.as_u16() / 100)).or_default() += 1;
    }

    /// Writes all counts in the text format of Prometheus.
    pub(super) fn prometheus(&self, connections: &Connections, refused: &[(&str, u64)]) -> String {
        let mut text = String::new();
        let mut metric = |name: &str, kind: &str, help: &str, values: &[(String, u64)]| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP agent_ui_{name} {help}\n# TYPE agent_ui_{name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "agent_ui_{name}{labels} {value}");
            }
        };
        let open = u64::try_from(connections.open()).unwrap_or(u64::MAX);
        metric("connections", "gauge", "Open connections, with WebSockets.", &[(String::new(), open)]);
        let refused: Vec<_> =
            refused.iter().map(|(limit, count)| (format!("{{limit=\"{limit}\"}}"), *count)).collect();
        metric(
            "refusals_total",
            "counter",
            "Connections and requests that were refused, by limit.",
            &refused,
        );
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let labels = |face: &str, class: u16| format!("{{face=\"{face}\",status=\"{class}xx\"}}");
        let requests: Vec<_> =
            requests.iter().map(|((face, class), count)| (labels(face, *class), *count)).collect();
        metric("requests_total", "counter", "Requests by face and class of the status.", &requests);
        text
    }
}
