//! Time zones of the host.

use super::NameWidth;
use chrono::NaiveDateTime;

/// The time zone of a client. This crate does not contain a table of zones. The host returns the offset of its clocks at
/// an instant, from the system or from a library.
///
/// Functions from an instant to an offset implement this trait, so a fixed offset can also be a time zone.
///
/// ```
/// use agent_ui_a2ui::{Version, data_model::DataModel, expression::{Evaluation, Host}};
/// use agent_ui_a2ui::wire::{Payload, Pointer};
///
/// let delhi = |_: i64| 5 * 3600 + 1800;
/// let model = DataModel::new();
/// let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().time_zone(&delhi));
/// let value = Payload::parse(
///     r#"{"call":"formatDate","args":{"value":"2026-01-16T20:30:00Z","format":"EEE d MMM, HH:mm xxx"}}"#,
/// )?;
/// assert_eq!(evaluation.text(&value, &Pointer::root())?, "Sat 17 Jan, 02:00 +05:30");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TimeZone {
    /// Returns the offset from UTC in seconds at an instant. `instant` is in seconds since 1970. The offset must be less
    /// than a day.
    fn offset(&self, instant: i64) -> i32;

    /// Returns the name of the zone at an instant, such as `CET` or `Central European Standard Time`, for the letter `z`
    /// of a pattern. If this is `None`, the offset is used as the name: `GMT+1`, `GMT+01:00`.
    fn name(&self, instant: i64, width: NameWidth) -> Option<String> {
        let _ = (instant, width);
        None
    }
}

impl<F: Fn(i64) -> i32> TimeZone for F {
    fn offset(&self, instant: i64) -> i32 {
        self(instant)
    }
}

const DAY: i64 = 86_400;

/// Returns the offset at an instant, clamped to less than a day.
pub(super) fn offset_at(zone: &dyn TimeZone, instant: i64) -> i32 {
    zone.offset(instant).clamp(-86_399, 86_399)
}

/// Returns the offset for a local time. If clocks show the time twice, this is the first offset. If clocks skip the time,
/// this is the offset before the gap, as in JavaScript.
pub(super) fn offset_of_local(zone: &dyn TimeZone, local: NaiveDateTime) -> i32 {
    let local = local.and_utc().timestamp();
    let (before, after) = (
        offset_at(zone, local - 2 * DAY),
        offset_at(zone, local + 2 * DAY),
    );
    let holds = |offset: i32| offset_at(zone, local - i64::from(offset)) == offset;
    if holds(before) || !holds(after) {
        before
    } else {
        after
    }
}
