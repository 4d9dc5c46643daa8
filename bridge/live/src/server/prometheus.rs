//! The text format of Prometheus, version 0.0.4.
//!
//! Specification: [Prometheus, Text-based format](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).

use std::fmt::{Display, Write};

/// A text in the format of Prometheus. The samples of each metric follow its help and its type.
#[derive(Default)]
pub(crate) struct PrometheusText(String);

impl PrometheusText {
    /// Begins a metric. `name` excludes the common prefix of all metrics.
    pub(crate) fn begin(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(
            self.0,
            "# HELP agent_ui_{name} {help}\n# TYPE agent_ui_{name} {kind}"
        );
    }

    /// Adds a sample to the current metric.
    pub(crate) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(label, text)| format!("{label}=\"{}\"", escaped(text)))
            .collect();
        let labels = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", labels.join(","))
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "agent_ui_{name}{labels} {value}");
    }

    /// Adds a metric with one sample.
    pub(crate) fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.begin(name, kind, help);
        self.sample(name, &[], value);
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let mut text = PrometheusText::default();
        text.begin("x_total", "counter", "Things.");
        text.sample("x_total", &[("a", "1\"\\\n"), ("b", "2")], 3);
        assert_eq!(
            text.into_text(),
            "# HELP agent_ui_x_total Things.\n# TYPE agent_ui_x_total counter\nagent_ui_x_total{a=\"1\\\"\\\\\\n\",b=\"2\"} 3\n"
        );
    }
}
