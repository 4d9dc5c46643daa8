//! The function `formatDate` of the basic catalog (A2UI 0.9).
//!
//! A date is an ISO 8601 text (`2026-01-16`, `2026-01-16T14:30`, with seconds, a fraction and an offset) or a number of
//! milliseconds since 1970. A text without an offset is shown as it is written. A text with an offset is an instant, and
//! so is a number. An instant is shown in the [time zone](super::TimeZone) of the host. Without a time zone, a text is
//! shown in its own offset and a number in UTC.

use super::{EvaluationError, FunctionContext, TimeZone, date_fields::Fields, zone};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use wire::PayloadKind;

/// A date and time in its original form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    local: NaiveDateTime,
    /// The offset from UTC in seconds, if the text contains one.
    offset: Option<i32>,
}

pub(super) fn format_date(call: &mut FunctionContext<'_, '_>) -> Result<String, EvaluationError> {
    call.require("format")?;
    let Some(value) = call.require("value")?.filter(|value| !value.is_null()) else {
        return Ok(String::new());
    };
    let moment = match value.kind() {
        PayloadKind::String => Moment::parse(&value.as_str().unwrap_or_default()),
        PayloadKind::Number => Moment::from_milliseconds(value.text()),
        kind => return Err(call.error("value", format_args!("`value` must be a date, not {kind}"))),
    };
    let pattern = call.text("format")?;
    // A2UI's own clients show empty text for a value that is not a date.
    let Some(moment) = moment.and_then(|moment| moment.shown_in(call.time_zone())) else {
        return Ok(String::new());
    };
    if pattern == "ISO" {
        return Ok(moment.iso());
    }
    let offset = moment.offset.unwrap_or(0);
    let fields = Fields {
        local: moment.local,
        offset,
        locale: call.locale(),
        zone: call.time_zone(),
    };
    fields
        .format_moment(&pattern)
        .map_err(|unknown| call.error("format", unknown))
}

impl Moment {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, rest) = text.split_at_checked(10)?;
        let local_date = read_date(date)?;
        if rest.is_empty() {
            return Some(Self {
                local: local_date.and_time(NaiveTime::MIN),
                offset: None,
            });
        }
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
        let (time, zone) = rest.split_at_checked(end)?;
        let (time, next_day) = read_time(time)?;
        let local = local_date
            .checked_add_days(Days::new(next_day))?
            .and_time(time);
        Some(Self {
            local,
            offset: read_offset(zone)?,
        })
    }

    fn from_milliseconds(text: &str) -> Option<Self> {
        let whole = super::Decimal::parse(text)?.round(0, 0)?.to_string();
        let local = DateTime::from_timestamp_millis(whole.parse().ok()?)?.naive_utc();
        Some(Self {
            local,
            offset: Some(0),
        })
        .filter(|moment| (0..=9999).contains(&moment.local.year()))
    }

    /// Converts the moment to the local time of a zone. A moment without an offset is already local.
    fn shown_in(self, zone: Option<&dyn TimeZone>) -> Option<Self> {
        let Some(zone) = zone else { return Some(self) };
        let Some(stated) = self.offset else {
            return Some(Self {
                offset: Some(zone::offset_of_local(zone, self.local)),
                ..self
            });
        };
        let utc = self
            .local
            .checked_sub_signed(TimeDelta::seconds(stated.into()))?;
        let offset = zone::offset_at(zone, utc.and_utc().timestamp());
        let local = utc.checked_add_signed(TimeDelta::seconds(offset.into()))?;
        Some(Self {
            local,
            offset: Some(offset),
        })
    }

    /// Returns the instant in the form of JavaScript's `toISOString`.
    fn iso(self) -> String {
        let ahead = TimeDelta::seconds(self.offset.unwrap_or(0).into());
        let utc = self.local.checked_sub_signed(ahead).unwrap_or(self.local);
        utc.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    }
}

/// Parses a text of exactly `count` digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    if text.len() != count || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

pub(crate) fn read_date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.splitn(3, '-');
    let (year, month, day) = (
        digits(parts.next()?, 4)?,
        digits(parts.next()?, 2)?,
        digits(parts.next()?, 2)?,
    );
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

/// Parses a time of day. Also returns the number of days to add, because `24:00` is midnight of the next day.
pub(crate) fn read_time(text: &str) -> Option<(NaiveTime, u64)> {
    let (clock, fraction) = match text.split_once(['.', ',']) {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (text, None),
    };
    let mut parts = clock.splitn(3, ':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = match parts.next() {
        Some(second) => digits(second, 2)?,
        // Only seconds can have a fraction.
        None if fraction.is_some() => return None,
        None => 0,
    };
    let nanoseconds = match fraction {
        Some(fraction) => read_fraction(fraction)?,
        None => 0,
    };
    match (hour, minute, second, nanoseconds) {
        (24, 0, 0, 0) => Some((NaiveTime::MIN, 1)),
        _ => Some((
            NaiveTime::from_hms_nano_opt(hour, minute, second, nanoseconds)?,
            0,
        )),
    }
}

/// Parses the digits of a fraction of a second. Returns nanoseconds and ignores further digits.
fn read_fraction(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let nine: String = digits.chars().chain("000000000".chars()).take(9).collect();
    nine.parse().ok()
}

/// Parses an offset in seconds. `Some(None)` means that the text is empty.
pub(crate) fn read_offset(text: &str) -> Option<Option<i32>> {
    if text.is_empty() {
        return Some(None);
    }
    if matches!(text, "Z" | "z") {
        return Some(Some(0));
    }
    let (sign, clock) = match text.strip_prefix('-') {
        Some(clock) => (-1, clock),
        None => (1, text.strip_prefix('+')?),
    };
    let clock = clock.replacen(':', "", 1);
    let (hours, minutes) = clock.split_at_checked(2)?;
    let hours = digits(hours, 2)?;
    let minutes = match minutes {
        "" => 0,
        minutes => digits(minutes, 2)?,
    };
    if hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
    Some(Some(sign * seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_are_read_in_every_documented_form() {
        let shown = |text: &str| Moment::parse(text).map(|m| (m.local.to_string(), m.offset));
        let at = |text: &str, offset| Some((text.to_owned(), offset));
        assert_eq!(shown("2026-01-16"), at("2026-01-16 00:00:00", None));
        assert_eq!(shown("2026-01-16 14:30"), at("2026-01-16 14:30:00", None));
        assert_eq!(
            shown(" 2026-01-16T14:30:05,5+02:00 "),
            at("2026-01-16 14:30:05.500", Some(7200))
        );
        assert_eq!(
            shown("2026-01-16T14:30-0530"),
            at("2026-01-16 14:30:00", Some(-19_800))
        );
        assert_eq!(
            shown("2026-02-28T24:00Z"),
            at("2026-03-01 00:00:00", Some(0))
        );
        for text in [
            "",
            "now",
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "2026-01-16T",
            "2026-01-16T25:00",
            "2026-01-16T14",
            "2026-01-16T14:30+25:00",
            "2026-01-16T14:30.5",
            "2026-01-16T14:30:00.",
            "+026-01-16",
            "14:30",
            "2026-01-16T14:30:60Z",
            "é026-01-16",
        ] {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_iso_pattern_shows_utc_with_three_fractional_digits() {
        let iso = |text: &str| Moment::parse(text).unwrap().iso();
        assert_eq!(
            iso("2026-01-16T01:30:00.9999+02:00"),
            "2026-01-15T23:30:00.999Z"
        );
        assert_eq!(iso("2026-01-16"), "2026-01-16T00:00:00.000Z");
        assert_eq!(
            Moment::from_milliseconds("1768523400000").unwrap().iso(),
            "2026-01-16T00:30:00.000Z"
        );
        assert_eq!(
            Moment::from_milliseconds("-1").unwrap().iso(),
            "1969-12-31T23:59:59.999Z"
        );
        assert_eq!(Moment::from_milliseconds("1e17"), None);
    }

    #[test]
    fn a_time_zone_shifts_instants_but_not_local_times() {
        // Paris in 2026 is one hour ahead, and two hours from 29 March to 25 October.
        let paris = |at: i64| {
            if (1_774_746_000..1_792_890_000).contains(&at) {
                7200
            } else {
                3600
            }
        };
        let paris: &dyn TimeZone = &paris;
        for (text, local, iso) in [
            (
                "2026-01-16T23:30:00Z",
                "2026-01-17 00:30:00",
                "2026-01-16T23:30:00.000Z",
            ),
            (
                "2026-07-16T14:00:00-05:00",
                "2026-07-16 21:00:00",
                "2026-07-16T19:00:00.000Z",
            ),
            (
                "2026-01-16",
                "2026-01-16 00:00:00",
                "2026-01-15T23:00:00.000Z",
            ),
            (
                "2026-07-16T14:00",
                "2026-07-16 14:00:00",
                "2026-07-16T12:00:00.000Z",
            ),
            // A local time that clocks skip has the offset before the gap. A local time that repeats has the first offset.
            (
                "2026-03-29T02:30",
                "2026-03-29 02:30:00",
                "2026-03-29T01:30:00.000Z",
            ),
            (
                "2026-10-25T02:30",
                "2026-10-25 02:30:00",
                "2026-10-25T00:30:00.000Z",
            ),
            (
                "2026-03-29T01:59",
                "2026-03-29 01:59:00",
                "2026-03-29T00:59:00.000Z",
            ),
            (
                "2026-03-29T03:00",
                "2026-03-29 03:00:00",
                "2026-03-29T01:00:00.000Z",
            ),
        ] {
            let moment = Moment::parse(text).unwrap().shown_in(Some(paris)).unwrap();
            assert_eq!(
                (moment.local.to_string().as_str(), moment.iso().as_str()),
                (local, iso),
                "{text}"
            );
        }
        let stays = Moment::parse("2026-07-16T14:00-05:00").unwrap();
        assert_eq!(stays.shown_in(None), Some(stays));
        // An offset of more than a day is limited.
        let wild: &dyn TimeZone = &|_: i64| i32::MAX;
        let moment = Moment::parse("2026-01-01T00:00Z")
            .unwrap()
            .shown_in(Some(wild))
            .unwrap();
        assert_eq!(moment.local.to_string(), "2026-01-01 23:59:59");
        assert!(
            Moment::parse("9999-12-31T00:00Z")
                .unwrap()
                .shown_in(Some(wild))
                .is_some()
        );
    }

    proptest! {
        #[test]
        fn every_instant_round_trips_through_its_text(millis in -62_167_219_200_000i64..253_402_300_800_000) {
            let moment = Moment::from_milliseconds(&millis.to_string()).unwrap();
            prop_assert_eq!(Moment::parse(&moment.iso()), Some(moment));
            let fields = Fields { local: moment.local, offset: 0, locale: &crate::expression::English, zone: None };
            let again = fields.format_moment("uuuu-MM-dd'T'HH:mm:ss.SSSXXX").unwrap();
            prop_assert_eq!(Moment::parse(&again), Some(moment));
        }

        #[test]
        fn a_time_zone_does_not_change_the_instant(millis in 0i64..253_402_300_800_000, ahead in -90_000i32..90_000, step in 0i32..7200) {
            let zone = move |at: i64| if at % 20_000_000 < 10_000_000 { ahead } else { ahead.saturating_add(step) };
            let moment = Moment::from_milliseconds(&millis.to_string()).unwrap();
            let shown = moment.shown_in(Some(&zone)).unwrap();
            prop_assert_eq!(shown.iso(), moment.iso());
            // Converting the moment to its own zone again changes nothing.
            prop_assert_eq!(shown.shown_in(Some(&zone)), Some(shown));
        }

        #[test]
        fn parsing_a_date_never_panics(text in "[-0-9TtZz:+., é]{0,30}", ahead in any::<i32>()) {
            if let Some(moment) = Moment::parse(&text) {
                let shown = moment.shown_in(Some(&move |_: i64| ahead));
                let _ = (moment.iso(), shown.map(Moment::iso));
            }
        }
    }
}
