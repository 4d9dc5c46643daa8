//! A log of what a server does, as lines of text.
//!
//! The modules of this crate emit events with the crate `tracing`. Programs with a subscriber of their own do not need this module.
//! Events contain names, counts, lengths and errors. They never contain tokens, texts or values of users.

use std::{
    fmt::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// The start of the names of the modules whose events are written.
const OWN: &str = "agent_ui";

/// The levels of a log, with everything above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LogLevel {
    /// Everything that failed.
    Error,
    /// What may need attention.
    Warn,
    /// What began and ended: agents, sessions, the server.
    Info,
    /// Every request and every delivery.
    Debug,
}

impl From<LogLevel> for Level {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
        }
    }
}

/// Passes each event of this level and above to `write`, as a line such as `info agent started agent=clerk`. Returns `false` if the
/// program has a subscriber already.
pub fn start(level: LogLevel, write: impl Fn(&str) + Send + Sync + 'static) -> bool {
    tracing::subscriber::set_global_default(LineLog { level: level.into(), write, spans: AtomicU64::new(1) })
        .is_ok()
}

/// A subscriber that writes lines.
struct LineLog<F> {
    level: Level,
    write: F,
    spans: AtomicU64,
}

impl<F: Fn(&str) + Send + Sync + 'static> Subscriber for LineLog<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level && metadata.is_event() && metadata.target().starts_with(OWN)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed))
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line { message: String::new(), fields: String::new() };
        event.record(&mut line);
        let level = event.metadata().level().as_str().to_ascii_lowercase();
        (self.write)(&format!("{level} {}{}", line.message, line.fields));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The message and the fields of an event.
struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut text = format!("{value:?}");
        if text.contains(|character: char| character.is_control()) {
            // A line break would forge another event.
            text = text.escape_debug().to_string();
        }
        if field.name() == "message" {
            self.message = text;
            return;
        }
        let is_plain = !text.is_empty() && !text.contains([' ', '"', '=']);
        // Writing to a string does not fail.
        let _ = match is_plain {
            true => write!(self.fields, " {}={text}", field.name()),
            false => write!(self.fields, " {}={text:?}", field.name()),
        };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn events_are_lines_of_their_level() {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let written = Arc::clone(&lines);
        let write = move |line: &str| written.lock().unwrap().push(line.to_owned());
        let log = LineLog { level: Level::INFO, write, spans: AtomicU64::new(1) };
        tracing::subscriber::with_default(log, || {
            tracing::info!(agent = "clerk", text = "a b\nc", count = 2, "the agent has started");
            tracing::debug!("left out");
            tracing::warn!(target: "another_crate", "left out");
        });
        assert_eq!(
            *lines.lock().unwrap(),
            [r#"info the agent has started agent=clerk text="a b\\nc" count=2"#]
        );
    }
}
