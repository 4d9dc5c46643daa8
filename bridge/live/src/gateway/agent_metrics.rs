//! Metrics of each agent, labelled with its name.

use crate::server::prometheus::PrometheusText;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The upper limits of the histogram buckets for turns, in milliseconds. Commands answer within milliseconds, and
/// models within minutes.
const LIMITS: [u32; 11] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000,
];

/// The counts of one agent.
#[derive(Debug, Default)]
pub(super) struct AgentMetrics {
    pub(super) name: String,
    /// The number of the agent's errors.
    pub(super) failures: AtomicU64,
    /// The number of restarts of the agent's process or connection.
    pub(super) restarts: AtomicU64,
    pub(super) turns: TurnDurations,
}

/// The durations of turns as a histogram.
#[derive(Debug, Default)]
pub(super) struct TurnDurations {
    /// The number of turns per bucket. Each bucket contains only turns that are longer than the previous limit.
    within: [AtomicU64; LIMITS.len()],
    longer: AtomicU64,
    microseconds: AtomicU64,
}

impl TurnDurations {
    /// Counts a turn.
    pub(super) fn add(&self, duration: Duration) {
        let limits = LIMITS
            .iter()
            .map(|&limit| Duration::from_millis(limit.into()));
        let within = limits
            .zip(&self.within)
            .find(|(limit, _)| duration <= *limit);
        let bucket = within.map_or(&self.longer, |(_, bucket)| bucket);
        bucket.fetch_add(1, Ordering::Relaxed);
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// Writes the histogram of one agent.
    fn write(&self, agent: &str, text: &mut PrometheusText) {
        let mut all = 0_u64;
        for (limit, bucket) in LIMITS.iter().zip(&self.within) {
            all = all.saturating_add(bucket.load(Ordering::Relaxed));
            let limit = (f64::from(*limit) / 1000.0).to_string();
            text.sample(
                "turn_duration_seconds_bucket",
                &[("agent", agent), ("le", &limit)],
                all,
            );
        }
        // The count is the sum of the buckets, also while turns are counted.
        all = all.saturating_add(self.longer.load(Ordering::Relaxed));
        text.sample(
            "turn_duration_seconds_bucket",
            &[("agent", agent), ("le", "+Inf")],
            all,
        );
        let sum = Duration::from_micros(self.microseconds.load(Ordering::Relaxed));
        text.sample(
            "turn_duration_seconds_sum",
            &[("agent", agent)],
            sum.as_secs_f64(),
        );
        text.sample("turn_duration_seconds_count", &[("agent", agent)], all);
    }
}

/// Writes the counts of all agents.
pub(super) fn write(agents: &[AgentMetrics], text: &mut PrometheusText) {
    if agents.is_empty() {
        return;
    }
    text.begin("agent_failures_total", "counter", "Errors of agents.");
    for agent in agents {
        let failures = agent.failures.load(Ordering::Relaxed);
        text.sample("agent_failures_total", &[("agent", &agent.name)], failures);
    }
    text.begin(
        "agent_restarts_total",
        "counter",
        "Processes and connections of agents that began again.",
    );
    for agent in agents {
        let restarts = agent.restarts.load(Ordering::Relaxed);
        text.sample("agent_restarts_total", &[("agent", &agent.name)], restarts);
    }
    text.begin(
        "turn_duration_seconds",
        "histogram",
        "Times from the delivery of a message to the end of its turn.",
    );
    for agent in agents {
        agent.turns.write(&agent.name, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bucket_counts_all_shorter_turns() {
        let agent = AgentMetrics {
            name: "clerk".to_owned(),
            ..AgentMetrics::default()
        };
        for milliseconds in [50, 51, 200, 119_999, 500_000] {
            agent.turns.add(Duration::from_millis(milliseconds));
        }
        let mut text = PrometheusText::default();
        write(&[agent], &mut text);
        let text = text.into_text();
        for line in [
            r#"bucket{agent="clerk",le="0.05"} 1"#,
            r#"bucket{agent="clerk",le="0.1"} 2"#,
            r#"bucket{agent="clerk",le="0.25"} 3"#,
            r#"bucket{agent="clerk",le="2.5"} 3"#,
            r#"bucket{agent="clerk",le="120"} 4"#,
            r#"bucket{agent="clerk",le="+Inf"} 5"#,
            r#"sum{agent="clerk"} 620.3"#,
            r#"count{agent="clerk"} 5"#,
        ] {
            assert!(
                text.contains(&format!("agent_ui_turn_duration_seconds_{line}\n")),
                "{line}: {text}"
            );
        }
    }
}
