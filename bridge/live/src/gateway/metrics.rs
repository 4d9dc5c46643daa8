//! Counts of the events in a gateway.

use super::{
    agent::Agent,
    agent_metrics::{self, AgentMetrics},
};
use crate::server::prometheus::PrometheusText;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Defines the counts and their text. `inputs "inputs_total" "Help.",` becomes:
///
/// ```text
/// pub struct Metrics { /// Help.
///     inputs: AtomicU64, … }
/// text.single("inputs_total", "counter", "Help.", self.inputs.load(Ordering::Relaxed));   // in prometheus
/// ```
macro_rules! metrics {
    ($($field:ident $name:literal $help:literal,)*) => {
        /// Counts of events since the start of the program.
        #[derive(Debug, Default)]
        pub struct Metrics {
            $(#[doc = $help] pub(crate) $field: AtomicU64,)*
            agents: Vec<AgentMetrics>,
        }

        impl Metrics {
            /// Writes all counts in the text format of Prometheus, version 0.0.4.
            ///
            /// ```
            /// let text = agent_ui_live::gateway::Metrics::default().prometheus();
            /// assert!(text.contains("# TYPE agent_ui_inputs_total counter\nagent_ui_inputs_total 0\n"));
            /// ```
            ///
            /// Specification: [Prometheus, Text-based format](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
            pub fn prometheus(&self) -> String {
                let mut text = PrometheusText::default();
                $(text.single($name, "counter", $help, self.$field.load(Ordering::Relaxed));)*
                agent_metrics::write(&self.agents, &mut text);
                text.into_text()
            }
        }
    };
}

metrics! {
    agent_messages "agent_messages_total" "Messages that agents sent and that were accepted.",
    refused_messages "refused_messages_total" "Messages of agents that were refused.",
    agent_texts "agent_texts_total" "Texts that agents said.",
    unshown_events "unshown_events_total" "Events of AG-UI agents and parts of chat routes that clients do not see.",
    inputs "inputs_total" "Messages of clients that were accepted.",
    repeated_inputs "repeated_inputs_total" "Messages of clients that were accepted before and not delivered again.",
    refused_inputs "refused_inputs_total" "Messages of clients that were refused.",
    delivered_inputs "delivered_inputs_total" "Messages of clients whose turns ended.",
    failed_inputs "failed_inputs_total" "Messages of clients that failed.",
    redeliveries "redeliveries_total" "Deliveries that were tried again after a temporary error.",
    lost_fields "lost_fields_total" "Fields that the version of a client cannot hold.",
    lagged_clients "lagged_clients_total" "Clients that missed updates and took a new snapshot.",
    store_failures "store_failures_total" "Requests that the store did not answer or refused.",
    loaded_sessions "loaded_sessions_total" "Sessions that were created, or loaded from the store.",
}

impl Metrics {
    /// Creates the counts for a gateway with these agents.
    pub(super) fn of_agents(agents: &[Arc<dyn Agent>]) -> Self {
        let agents = agents.iter().map(|agent| AgentMetrics {
            name: agent.name().to_owned(),
            ..AgentMetrics::default()
        });
        Self {
            agents: agents.collect(),
            ..Self::default()
        }
    }

    /// Returns the counts of one agent.
    pub(super) fn agent(&self, agent_index: usize) -> Option<&AgentMetrics> {
        self.agents.get(agent_index)
    }
}

/// Adds one to a count.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
