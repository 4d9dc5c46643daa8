//! Reports of a worker to its operator.

use std::{fmt, sync::Arc};

/// The importance of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportLevel {
    /// A failure that will not be retried.
    Error,
    /// An event that may need attention: a refused message, a lost connection.
    Warn,
    /// The start or end of a partition or of the worker.
    Info,
    /// Any other event.
    Debug,
}

impl fmt::Display for ReportLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
        })
    }
}

/// One event of a worker. It contains names, numbers and errors, and no values of messages.
///
/// It is displayed as a line such as `info partition taken partition=g1-p2`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerReport {
    /// The importance of the event.
    pub level: ReportLevel,
    /// The text, without values.
    pub message: &'static str,
    /// The values, by name.
    pub fields: Vec<(&'static str, String)>,
}

/// Receives the events of a worker. It must not block.
pub type WorkerReportSink = Arc<dyn Fn(&WorkerReport) + Send + Sync>;

impl WorkerReport {
    pub(crate) fn new(level: ReportLevel, message: &'static str) -> Self {
        Self {
            level,
            message,
            fields: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.fields.push((name, value.to_string()));
        self
    }
}

impl fmt::Display for WorkerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level, self.message)?;
        for (name, value) in &self.fields {
            // A raw line break or control character could fake another event.
            match value.is_empty()
                || value.contains(|c: char| c.is_control() || matches!(c, ' ' | '"' | '='))
            {
                true => write!(f, " {name}={value:?}")?,
                false => write!(f, " {name}={value}")?,
            }
        }
        Ok(())
    }
}
