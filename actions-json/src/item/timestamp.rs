//! Checks of timestamps.

use wire::{Field, Finding, Pointer, Timestamp};

/// Reports a timestamp that does not comply with RFC 3339.
pub(super) fn check_timestamp(at: Pointer, time: &Field<Timestamp>, found: &mut Vec<Finding>) {
    if time.get().is_some_and(|time| !time.is_rfc3339()) {
        let message = "the timestamp does not comply with RFC 3339";
        found.push(
            Finding::warning("timestamp", at, message).hint("write it as 2026-05-18T15:30:00.000Z"),
        );
    }
}
