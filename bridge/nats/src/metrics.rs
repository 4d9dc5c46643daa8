//! The counts of a worker.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// Defines the counts and their text. `inputs "counter" "inputs_total" "Help.",` becomes a field `inputs: AtomicU64` with the
/// doc `Help.`, and the lines of Prometheus with the type `counter`.
macro_rules! metrics {
    ($($field:ident $kind:literal $name:literal $help:literal,)*) => {
        /// The counts of a worker since its start.
        #[derive(Debug, Default)]
        pub(crate) struct Metrics {
            $(#[doc = $help] pub(crate) $field: AtomicU64,)*
            /// The total time of all translations in nanoseconds.
            translation: AtomicU64,
        }

        impl Metrics {
            /// Writes all counts in the text format of Prometheus.
            ///
            /// Specification: [Prometheus, Text-based format](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
            pub(crate) fn prometheus(&self) -> String {
                let mut text = String::new();
                $(
                    let value = self.$field.load(Ordering::Relaxed);
                    // Writing to a string does not fail.
                    let _ = writeln!(
                        text,
                        concat!("# HELP agent_ui_worker_", $name, " ", $help, "\n# TYPE agent_ui_worker_", $name, " ", $kind, "\nagent_ui_worker_", $name, " {}"),
                        value
                    );
                )*
                let seconds = Duration::from_nanos(self.translation.load(Ordering::Relaxed)).as_secs_f64();
                let _ = writeln!(
                    text,
                    "# HELP agent_ui_worker_translation_seconds_total Time that translations took, with parsing and writing the states as text, but without the server.\n# TYPE agent_ui_worker_translation_seconds_total counter\nagent_ui_worker_translation_seconds_total {seconds}"
                );
                text
            }
        }
    };
}

metrics! {
    messages "counter" "messages_total" "Inputs that were translated or refused.",
    outputs "counter" "outputs_total" "Outputs that were published.",
    reports "counter" "reports_total" "Reports about losses and findings that were published.",
    dead_letters "counter" "dead_letters_total" "Inputs that were refused.",
    lost_fields "counter" "lost_fields_total" "Fields that the target cannot hold.",
    redeliveries "counter" "redeliveries_total" "Inputs that were delivered more than once.",
    repeated_publications "counter" "repeated_publications_total" "Publications that were there already, after a redelivery.",
    failures "counter" "failures_total" "Times that the inputs of a session were returned, because the server failed.",
    conflicts "counter" "conflicts_total" "Writes of states that failed because another worker had written.",
    state_writes "counter" "state_writes_total" "Writes of states.",
    state_bytes "counter" "state_bytes_total" "Bytes of the states that were written.",
    objects "counter" "objects_total" "Objects that were stored, because they exceed the payload limit.",
    loaded_sessions "counter" "loaded_sessions_total" "Sessions that were loaded from the server.",
    panics "counter" "panics_total" "Translations that ended with a panic.",
    cached_sessions "gauge" "cached_sessions" "Sessions in memory.",
    cached_bytes "gauge" "cached_bytes" "Bytes of the states of these sessions, as they are stored.",
}

impl Metrics {
    pub(crate) fn add_translation(&self, time: Duration) {
        self.translation.fetch_add(
            u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
            Ordering::Relaxed,
        );
    }
}

/// Adds a number to a count.
pub(crate) fn add(counter: &AtomicU64, number: usize) {
    counter.fetch_add(u64::try_from(number).unwrap_or(u64::MAX), Ordering::Relaxed);
}
