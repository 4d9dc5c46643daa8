//! Time zones, which the host knows.

use super::NameWidth;
use chrono::NaiveDateTime;

/// The time zone of a client. There is no table of zones here: the host says how far its clocks are ahead at an instant,
/// from its system or from a library of its choice.
///
/// A function of the instant is a time zone, so also a fixed offset.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Version, data_model::DataModel, expression::{Evaluation, Host}};
/// use wire::{Payload, Pointer};
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
    /// How many seconds the clocks are ahead of UTC at an instant, which is a number of seconds since 1970. Less than a day.
    fn offset(&self, instant: i64) -> i32;

    /// What the zone is called at an instant, `CET` or `Central European Standard Time`, for the letter `z` of a pattern.
    /// Without a name the offset is written: `GMT+1`, `GMT+01:00`.
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

/// The offset at an instant, less than a day.
pub(super) fn offset_at(zone: &dyn TimeZone, instant: i64) -> i32 {
    zone.offset(instant).clamp(-86_399, 86_399)
}

/// The offset when clocks show this. Of an hour that they show twice it is the first, and one that they skip counts by the
/// time before, as in JavaScript.
pub(super) fn offset_of_local(zone: &dyn TimeZone, local: NaiveDateTime) -> i32 {
    let local = local.and_utc().timestamp();
    let (before, after) = (offset_at(zone, local - 2 * DAY), offset_at(zone, local + 2 * DAY));
    let holds = |offset: i32| offset_at(zone, local - i64::from(offset)) == offset;
    if holds(before) || !holds(after) { before } else { after }
}
