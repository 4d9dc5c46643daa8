//! Times in the format that all protocols of the crate use: RFC 3339 in UTC, with milliseconds.

use chrono::{DateTime, SecondsFormat, Utc};
use std::time::SystemTime;

/// Formats a time.
pub(crate) fn format_time(time: SystemTime) -> String {
    DateTime::<Utc>::from(time).to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Formats the current time.
#[cfg(feature = "gateway")]
pub(crate) fn format_now() -> String {
    format_time(SystemTime::now())
}
