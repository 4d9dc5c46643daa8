//! A log of the events in a server.
//!
//! The modules of this crate emit events with the crate `tracing`. Programs that have their own subscriber do not need
//! this module. Events contain names, counts, lengths and errors, but never tokens, texts or values of users.

use std::{
    borrow::Cow,
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// The prefix of the names of modules whose events are written.
const OWN: &str = "agent_ui";

/// The lowest severity that is written to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LogLevel {
    /// Everything that has failed.
    Error,
    /// Lines that may need attention.
    Warn,
    /// Lines about the start and the end of agents, sessions and the server.
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

impl LogLevel {
    /// Returns the name of the level: `error`, `warn`, `info` or `debug`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
        }
    }

    fn of(level: Level) -> Self {
        match level {
            Level::ERROR => Self::Error,
            Level::WARN => Self::Warn,
            Level::INFO => Self::Info,
            _ => Self::Debug,
        }
    }
}

/// An event of the log. Its text is one line, such as `info the agent has started agent=clerk`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogEvent {
    /// The level of the event.
    pub level: LogLevel,
    /// The text of the line.
    pub message: String,
    /// The names and values of the fields.
    pub fields: Vec<(&'static str, LogValue)>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogValue {
    /// A whole number, such as a count.
    Number(i64),
    /// A text, such as a name.
    Text(String),
}

impl fmt::Display for LogValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl fmt::Display for LogEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level.as_str(), on_one_line(&self.message))?;
        for (name, value) in &self.fields {
            let value = value.to_string();
            let value = on_one_line(&value);
            let is_plain = !value.is_empty() && !value.contains([' ', '"', '=']);
            match is_plain {
                true => write!(f, " {name}={value}")?,
                false => write!(f, " {name}={value:?}")?,
            }
        }
        Ok(())
    }
}

/// Escapes control characters, because a line break could forge another event.
fn on_one_line(text: &str) -> Cow<'_, str> {
    match text.contains(char::is_control) {
        true => text.escape_debug().to_string().into(),
        false => text.into(),
    }
}

/// Passes each event with at least this level to `write`. Returns `false` if the program already has a subscriber.
pub fn start(level: LogLevel, write: impl Fn(&LogEvent) + Send + Sync + 'static) -> bool {
    tracing::subscriber::set_global_default(EventLog {
        level: level.into(),
        write,
        spans: AtomicU64::new(1),
    })
    .is_ok()
}

/// A subscriber that passes events on.
struct EventLog<F> {
    level: Level,
    write: F,
    spans: AtomicU64,
}

impl<F: Fn(&LogEvent) + Send + Sync + 'static> Subscriber for EventLog<F> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level && metadata.is_event() && metadata.target().starts_with(OWN)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed))
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let level = LogLevel::of(*event.metadata().level());
        let mut found = LogEvent {
            level,
            message: String::new(),
            fields: Vec::new(),
        };
        event.record(&mut found);
        (self.write)(&found);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Visit for LogEvent {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.fields.push((field.name(), LogValue::Number(value)));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match i64::try_from(value) {
            Ok(value) => self.record_i64(field, value),
            Err(_) => self.record_debug(field, &value),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        match field.name() {
            "message" => self.message = text,
            name => self.fields.push((name, LogValue::Text(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn events_are_written_as_lines_with_their_level() {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let written = Arc::clone(&lines);
        let write = move |event: &LogEvent| written.lock().unwrap().push(event.to_string());
        let log = EventLog {
            level: Level::INFO,
            write,
            spans: AtomicU64::new(1),
        };
        tracing::subscriber::with_default(log, || {
            tracing::info!(
                agent = "clerk",
                text = "a b\nc",
                count = 2,
                "the agent has started"
            );
            tracing::debug!("left out");
            tracing::warn!(target: "another_crate", "left out");
        });
        assert_eq!(
            *lines.lock().unwrap(),
            [r#"info the agent has started agent=clerk text="a b\\nc" count=2"#]
        );
    }
}
