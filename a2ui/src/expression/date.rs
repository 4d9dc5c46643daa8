//! Dates, written by a pattern. A2UI 0.9, basic catalog, `formatDate`.
//!
//! A date is a text of ISO 8601 (`2026-01-16`, `2026-01-16T14:30`, with seconds, a fraction and an offset) or a number of
//! milliseconds since 1970. It is shown as it is written: the time of day is that of its own offset, or UTC for a number.
//! A client knows its time zone; here there is none.

use super::{Call, EvaluationError, Locale, Width};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};
use wire::PayloadKind;

/// A date as it is written, and how far its clock is ahead of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    local: NaiveDateTime,
    /// In minutes; nothing counts as none.
    offset: i64,
}

pub(super) fn format_date(call: &mut Call<'_, '_>) -> Result<String, EvaluationError> {
    call.needed("format")?;
    let Some(value) = call.needed("value")?.filter(|value| !value.is_null()) else {
        return Ok(String::new());
    };
    let moment = match value.kind() {
        PayloadKind::String => Moment::parse(&value.as_str().unwrap_or_default()),
        PayloadKind::Number => Moment::from_milliseconds(value.text()),
        kind => return Err(call.error("value", format_args!("`value` is {kind}, no date"))),
    };
    let pattern = call.text("format")?;
    // What is no date is nothing: A2UI's own clients show an empty text.
    let Some(moment) = moment else { return Ok(String::new()) };
    if pattern == "ISO" {
        return Ok(moment.iso());
    }
    moment.format(&pattern, call.locale()).map_err(|letter| {
        call.error(
            "format",
            format_args!("the letter `{letter}` of the pattern means nothing; quote text with '"),
        )
    })
}

impl Moment {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, rest) = text.split_at_checked(10)?;
        let local_date = read_date(date)?;
        if rest.is_empty() {
            return Some(Self { local: local_date.and_time(NaiveTime::MIN), offset: 0 });
        }
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let end = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
        let (time, zone) = rest.split_at_checked(end)?;
        let (time, next_day) = read_time(time)?;
        let local = local_date.checked_add_days(Days::new(next_day))?.and_time(time);
        Some(Self { local, offset: read_offset(zone)? })
    }

    fn from_milliseconds(text: &str) -> Option<Self> {
        let whole = super::Decimal::parse(text)?.rounded(0, 0)?.to_string();
        let local = DateTime::from_timestamp_millis(whole.parse().ok()?)?.naive_utc();
        Some(Self { local, offset: 0 }).filter(|moment| (0..=9999).contains(&moment.local.year()))
    }

    /// The instant, as JavaScript's `toISOString` writes it.
    fn iso(self) -> String {
        let utc = self.local.checked_sub_signed(TimeDelta::minutes(self.offset)).unwrap_or(self.local);
        utc.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    }

    /// The moment by a pattern of TR35, or the letter that is none of its fields.
    fn format(self, pattern: &str, locale: &dyn Locale) -> Result<String, char> {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            if let Some(quoted) = rest.strip_prefix('\'') {
                rest = quoted_text(quoted, &mut text);
                continue;
            }
            let end = rest.find(|c| c != first).unwrap_or(rest.len());
            let (run, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = behind;
            match first.is_ascii_alphabetic() {
                true => text.push_str(&self.field(first, run.len(), locale).ok_or(first)?),
                false => text.push_str(run),
            }
        }
        Ok(text)
    }

    fn field(self, letter: char, width: usize, locale: &dyn Locale) -> Option<String> {
        let padded = |n: u32| format!("{n:0width$}");
        let named = |width| if width < 4 { Width::Short } else { Width::Long };
        let (date, time) = (self.local.date(), self.local.time());
        let (_, hour) = time.hour12();
        Some(match (letter, width) {
            ('y', 2) => format!("{:02}", date.year().rem_euclid(100)),
            ('y', 1..=4) => format!("{:0width$}", date.year()),
            ('M' | 'L', 1 | 2) => padded(date.month()),
            ('M' | 'L', 3 | 4) => locale.month(date.month(), named(width)),
            ('d', 1 | 2) => padded(date.day()),
            ('E', 1..=4) => locale.weekday(date.weekday().number_from_monday(), named(width)),
            ('a', 1..=4) => locale.day_period(time.hour()),
            ('h', 1 | 2) => padded(hour),
            ('H', 1 | 2) => padded(time.hour()),
            ('m', 1 | 2) => padded(time.minute()),
            ('s', 1 | 2) => padded(time.second()),
            ('S', 1..=9) => format!("{:09}", time.nanosecond() % 1_000_000_000).get(..width)?.to_owned(),
            _ => return None,
        })
    }
}

/// Takes the text up to the closing quote, behind which the rest is; `''` is a quote, in quotes and outside.
fn quoted_text<'a>(quoted: &'a str, text: &mut String) -> &'a str {
    if let Some(rest) = quoted.strip_prefix('\'') {
        text.push('\'');
        return rest;
    }
    let mut rest = quoted;
    loop {
        let (part, behind) = rest.split_once('\'').unwrap_or((rest, ""));
        text.push_str(part);
        match behind.strip_prefix('\'') {
            Some(again) => {
                text.push('\'');
                rest = again;
            }
            None => return behind,
        }
    }
}

/// Digits only, so many of them.
fn digits(text: &str, count: usize) -> Option<u32> {
    let all = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    all.then(|| text.parse().ok())?
}

fn read_date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.splitn(3, '-');
    let (year, month, day) =
        (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

/// A time of day, and how many days later: `24:00` is midnight of the next day.
fn read_time(text: &str) -> Option<(NaiveTime, u64)> {
    let (clock, fraction) = text.split_once(['.', ',']).map_or((text, None), |(c, f)| (c, Some(f)));
    let mut parts = clock.splitn(3, ':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = parts.next().map(|text| digits(text, 2));
    let nanoseconds = match fraction {
        None => 0,
        Some(fraction) => {
            second?;
            let all_digits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
            let nine: String =
                all_digits.then(|| fraction.chars().chain("000000000".chars()).take(9).collect())?;
            nine.parse().ok()?
        }
    };
    let second = second.map_or(Some(0), |second| second)?;
    match (hour, minute, second, nanoseconds) {
        (24, 0, 0, 0) => Some((NaiveTime::MIN, 1)),
        _ => Some((NaiveTime::from_hms_nano_opt(hour, minute, second, nanoseconds)?, 0)),
    }
}

/// Minutes ahead of UTC.
fn read_offset(text: &str) -> Option<i64> {
    if matches!(text, "" | "Z" | "z") {
        return Some(0);
    }
    let (sign, clock) = match text.strip_prefix('-') {
        Some(clock) => (-1, clock),
        None => (1, text.strip_prefix('+')?),
    };
    let clock = clock.replacen(':', "", 1);
    let (hours, minutes) = clock.split_at_checked(2)?;
    let (hours, minutes) = (digits(hours, 2)?, if minutes.is_empty() { 0 } else { digits(minutes, 2)? });
    (hours < 24 && minutes < 60).then(|| sign * i64::from(hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::English;
    use proptest::prelude::*;

    fn formatted(text: &str, pattern: &str) -> Result<String, char> {
        Moment::parse(text).unwrap().format(pattern, &English)
    }

    #[test]
    fn the_fields_of_the_catalog_are_written() {
        let at = "2026-01-06T14:05:09.1234Z";
        for (pattern, text) in [
            ("yy yyyy y", "26 2026 2026"),
            ("M MM MMM MMMM", "1 01 Jan January"),
            ("d dd E EEE EEEE", "6 06 Tue Tue Tuesday"),
            ("h hh H HH", "2 02 14 14"),
            ("mm ss SSS a", "05 09 123 PM"),
            ("EEEE, d MMMM", "Tuesday, 6 January"),
            ("h:mm a", "2:05 PM"),
            ("yyyy-MM-dd'T'HH:mm", "2026-01-06T14:05"),
            ("d 'o''clock' '' 'open", "6 o'clock ' open"),
            ("", ""),
            ("yyyy年", "2026年"),
        ] {
            assert_eq!(formatted(at, pattern).as_deref(), Ok(text), "{pattern}");
        }
        assert_eq!(formatted("2026-01-06T00:30", "h a").unwrap(), "12 AM");
        for (pattern, letter) in [("yyyy-MM-ddTHH", 'T'), ("Q", 'Q'), ("MMMMM", 'M'), ("ddd", 'd')] {
            assert_eq!(formatted(at, pattern), Err(letter));
        }
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        let shown = |text: &str| Moment::parse(text).map(|m| (m.local.to_string(), m.offset));
        let at = |text: &str, offset| Some((text.to_owned(), offset));
        assert_eq!(shown("2026-01-16"), at("2026-01-16 00:00:00", 0));
        assert_eq!(shown("2026-01-16 14:30"), at("2026-01-16 14:30:00", 0));
        assert_eq!(shown(" 2026-01-16T14:30:05,5+02:00 "), at("2026-01-16 14:30:05.500", 120));
        assert_eq!(shown("2026-01-16T14:30-0530"), at("2026-01-16 14:30:00", -330));
        assert_eq!(shown("2026-02-28T24:00Z"), at("2026-03-01 00:00:00", 0));
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
    fn iso_is_the_instant_in_utc_with_three_digits() {
        let iso = |text: &str| Moment::parse(text).unwrap().iso();
        assert_eq!(iso("2026-01-16T01:30:00.9999+02:00"), "2026-01-15T23:30:00.999Z");
        assert_eq!(iso("2026-01-16"), "2026-01-16T00:00:00.000Z");
        assert_eq!(Moment::from_milliseconds("1768523400000").unwrap().iso(), "2026-01-16T00:30:00.000Z");
        assert_eq!(Moment::from_milliseconds("-1").unwrap().iso(), "1969-12-31T23:59:59.999Z");
        assert_eq!(Moment::from_milliseconds("1e17"), None);
    }

    proptest! {
        #[test]
        fn any_moment_is_written_and_read_back(millis in -62_167_219_200_000i64..253_402_300_800_000) {
            let moment = Moment::from_milliseconds(&millis.to_string()).unwrap();
            prop_assert_eq!(Moment::parse(&moment.iso()), Some(moment));
            let again = moment.format("yyyy-MM-dd'T'HH:mm:ss.SSS", &English).unwrap();
            prop_assert_eq!(Moment::parse(&again), Some(moment));
        }

        #[test]
        fn no_text_and_no_pattern_panics(text in "[-0-9TtZz:+., é]{0,30}", pattern in "[yMdEahHmsSQ'é ]{0,12}") {
            if let Some(moment) = Moment::parse(&text) {
                let _ = (moment.iso(), moment.format(&pattern, &English));
            }
            let _ = Moment::parse("2026-01-16T14:30").unwrap().format(&pattern, &English);
        }
    }
}
