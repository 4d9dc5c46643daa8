//! Dates and times that a user enters, in ISO 8601.

use super::InputKind;
use crate::expression::{read_date, read_offset, read_time};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta};
use wire::{Payload, PayloadKind};

/// The parts of a date or time, as they are written.
#[derive(Clone, Copy)]
struct Parts<'t> {
    date: Option<&'t str>,
    time: Option<&'t str>,
    zone: &'t str,
}

impl<'t> Parts<'t> {
    fn split(text: &'t str) -> Option<Self> {
        let date = text
            .split_at_checked(10)
            .filter(|(date, _)| read_date(date).is_some());
        let (date, rest) = match date {
            Some((date, "")) => {
                return Some(Self {
                    date: Some(date),
                    time: None,
                    zone: "",
                });
            }
            Some((date, rest)) => (Some(date), rest.strip_prefix(['T', 't', ' '])?),
            None => (None, text),
        };
        let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
        let (time, zone) = rest.split_at_checked(end)?;
        read_time(time)?;
        read_offset(zone)?;
        Some(Self {
            date,
            time: Some(time),
            zone,
        })
    }

    /// Returns the part of the time after the minutes, such as `:30`.
    fn seconds(&self) -> &'t str {
        let rest = self.time.and_then(|time| time.split_at_checked(5));
        rest.map_or("", |(_, seconds)| seconds)
    }

    fn day(&self) -> Option<NaiveDate> {
        read_date(self.date?)
    }

    fn clock(&self) -> Option<(NaiveTime, u64)> {
        read_time(self.time?)
    }
}

/// Converts a submitted date or time to the form of an input. `old` is the value that it replaces. Returns `None` for a
/// value of another form.
pub(super) fn convert(kind: InputKind, value: &Payload, old: Option<&Payload>) -> Option<String> {
    let text = match value.kind() {
        PayloadKind::String => value.as_str()?.into_owned(),
        // Some clients return a date with a time as seconds since 1970.
        PayloadKind::Number if kind == InputKind::DateTime => {
            let seconds = value.text().parse().ok()?;
            let utc = DateTime::from_timestamp(seconds, 0)?;
            return Some(utc.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        }
        _ => return None,
    };
    let parts = Parts::split(&text)?;
    let has_both = match kind {
        InputKind::Date => (true, false),
        InputKind::Time => (false, true),
        _ => (true, true),
    };
    if (parts.date.is_some(), parts.time.is_some()) != has_both {
        return None;
    }
    if kind == InputKind::Date {
        return Some(text);
    }
    // Most clients enter neither seconds nor a zone, so those of the old value are kept.
    let old = old.and_then(|old| Some(old.as_str()?.into_owned()));
    let old = old.as_deref().and_then(Parts::split);
    let mut text = text.strip_suffix(parts.zone).unwrap_or(&text).to_owned();
    if let Some(old) = &old {
        if parts.seconds().is_empty() {
            text.push_str(old.seconds());
        }
    }
    match old {
        Some(old) if parts.zone.is_empty() => text.push_str(old.zone),
        _ => text.push_str(parts.zone),
    }
    Some(text)
}

/// Returns `true` if a date or time is outside a range. A bound of another form does not limit it.
pub(super) fn is_outside(text: &str, earliest: Option<&str>, latest: Option<&str>) -> bool {
    let Some(parts) = Parts::split(text) else {
        return false;
    };
    let compare = |bound: Option<&str>| compare(&parts, &Parts::split(bound?)?);
    compare(earliest).is_some_and(|order| order.is_lt())
        || compare(latest).is_some_and(|order| order.is_gt())
}

/// Compares two values by the parts that both have.
fn compare(value: &Parts<'_>, bound: &Parts<'_>) -> Option<std::cmp::Ordering> {
    let (Some(day), Some(bound_day)) = (value.day(), bound.day()) else {
        return Some(value.clock()?.cmp(&bound.clock()?));
    };
    let (Some(clock), Some(bound_clock)) = (value.clock(), bound.clock()) else {
        return Some(day.cmp(&bound_day));
    };
    let (offset, bound_offset) = (read_offset(value.zone)?, read_offset(bound.zone)?);
    // Instants are compared only if both have an offset. Otherwise the dates are compared as they are written.
    let (offset, bound_offset) = match (offset, bound_offset) {
        (Some(offset), Some(bound)) => (offset, bound),
        _ => (0, 0),
    };
    let instant = |day: NaiveDate, (time, days): (NaiveTime, u64), offset: i32| {
        let local = day.checked_add_days(Days::new(days))?.and_time(time);
        local.checked_sub_signed(TimeDelta::seconds(offset.into()))
    };
    Some(instant(day, clock, offset)?.cmp(&instant(bound_day, bound_clock, bound_offset)?))
}
