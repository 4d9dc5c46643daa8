//! The date fields of Unicode TR35, "Date Format Patterns".

use super::{DayPeriod, Locale, NameForm, NameWidth, TimeZone};
use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, TimeDelta, Timelike};
use std::fmt;

/// A local date and time, with the offset and locale for formatting.
pub(super) struct Fields<'a> {
    pub(super) local: NaiveDateTime,
    /// The offset from UTC in seconds.
    pub(super) offset: i32,
    pub(super) locale: &'a dyn Locale,
    pub(super) zone: Option<&'a dyn TimeZone>,
}

/// A letter that is not a date field, with the number of its repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown(char, usize);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the letter `{}`", self.0)?;
        if self.1 > 1 {
            write!(f, ", {} times,", self.1)?;
        }
        f.write_str(" is not a date field; quote literal text with '")
    }
}

impl Fields<'_> {
    /// Formats the date and time by a pattern.
    ///
    /// # Errors
    /// Returns the first letters in the pattern that are not a field.
    pub(super) fn format_moment(&self, pattern: &str) -> Result<String, Unknown> {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            if let Some(quoted) = rest.strip_prefix('\'') {
                rest = quoted_text(quoted, &mut text);
                continue;
            }
            let end = rest.find(|c| c != first).unwrap_or(rest.len());
            let (run, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = after;
            match first.is_ascii_alphabetic() {
                true => text.push_str(
                    &self
                        .field(first, run.len())
                        .ok_or(Unknown(first, run.len()))?,
                ),
                false => text.push_str(run),
            }
        }
        Ok(text)
    }

    fn field(&self, letter: char, width: usize) -> Option<String> {
        match letter {
            'G' | 'y' | 'u' | 'Y' | 'w' | 'Q' | 'q' | 'M' | 'L' | 'd' | 'D' | 'e' | 'c' | 'E' => {
                self.date_field(letter, width)
            }
            'a' | 'b' | 'h' | 'H' | 'k' | 'K' | 'm' | 's' | 'S' => self.time_field(letter, width),
            _ => self.zone_field(letter, width),
        }
    }

    fn date_field(&self, letter: char, width: usize) -> Option<String> {
        let (date, locale) = (self.local.date(), self.locale);
        let form = if matches!(letter, 'L' | 'c' | 'q') {
            NameForm::Alone
        } else {
            NameForm::InDate
        };
        match (letter, width) {
            ('G', 1..=5) => Some(locale.era(date.year() > 0, name_width(width))),
            ('y', _) => year(year_of_era(date.year()), width),
            ('u', 1..=MAX_DIGITS) => Some(format!("{:0width$}", date.year())),
            ('Y', _) => year(year_of_era(self.week().0), width),
            ('w', 1 | 2) => padded(self.week().1, width),
            ('Q' | 'q', 1 | 2) => padded(date.month0() / 3 + 1, width),
            ('Q' | 'q', 3..=5) => {
                Some(locale.quarter(date.month0() / 3 + 1, name_width(width), form))
            }
            ('M' | 'L', 1 | 2) => padded(date.month(), width),
            ('M' | 'L', 3..=5) => Some(locale.month(date.month(), name_width(width), form)),
            ('d', 1 | 2) => padded(date.day(), width),
            ('D', 1..=3) => padded(date.ordinal(), width),
            ('e' | 'c', 1 | 2) => padded(self.day_of_week(date) + 1, width),
            ('E', 1..=5) | ('e' | 'c', 3..=5) => {
                Some(locale.weekday(date.weekday().number_from_monday(), name_width(width), form))
            }
            _ => None,
        }
    }

    fn time_field(&self, letter: char, width: usize) -> Option<String> {
        let (time, locale) = (self.local.time(), self.locale);
        let hour12 = time.hour() % 12;
        match (letter, width) {
            ('a', 1..=5) => Some(locale.day_period(half(time.hour()), name_width(width))),
            ('b', 1..=5) => {
                let period = match (time.hour(), time.minute(), time.second()) {
                    (0, 0, 0) => DayPeriod::Midnight,
                    (12, 0, 0) => DayPeriod::Noon,
                    (hour, ..) => half(hour),
                };
                Some(locale.day_period(period, name_width(width)))
            }
            ('h', 1 | 2) => padded(if hour12 == 0 { 12 } else { hour12 }, width),
            ('H', 1 | 2) => padded(time.hour(), width),
            ('k', 1 | 2) => padded(if time.hour() == 0 { 24 } else { time.hour() }, width),
            ('K', 1 | 2) => padded(hour12, width),
            ('m', 1 | 2) => padded(time.minute(), width),
            ('s', 1 | 2) => padded(time.second(), width),
            // In a leap second, chrono counts more than 999,999,999 nanoseconds.
            ('S', 1..=9) => Some(
                format!("{:09}", time.nanosecond() % 1_000_000_000)
                    .get(..width)?
                    .to_owned(),
            ),
            _ => None,
        }
    }

    fn zone_field(&self, letter: char, width: usize) -> Option<String> {
        match (letter, width) {
            ('z', 1..=4) => {
                let width = if width < 4 {
                    NameWidth::Short
                } else {
                    NameWidth::Long
                };
                let instant = self.local.and_utc().timestamp() - i64::from(self.offset);
                let name = self.zone.and_then(|zone| zone.name(instant, width));
                Some(name.unwrap_or_else(|| self.gmt(width)))
            }
            ('O', 1) => Some(self.gmt(NameWidth::Short)),
            ('O' | 'Z', 4) => Some(self.gmt(NameWidth::Long)),
            ('Z', 1..=3) => Some(self.iso_offset("", false)),
            ('X' | 'Z', 5) | ('X', 1..=4) if self.offset == 0 => Some("Z".to_owned()),
            ('X' | 'x', 1) => {
                let offset = self.iso_offset("", false);
                // The shortest form omits the minutes if they are zero.
                match offset.strip_suffix("00") {
                    Some(hours) => Some(hours.to_owned()),
                    None => Some(offset),
                }
            }
            ('X' | 'x', 2) => Some(self.iso_offset("", false)),
            ('X' | 'x', 3) => Some(self.iso_offset(":", false)),
            ('X' | 'x', 4) => Some(self.iso_offset("", true)),
            ('X' | 'x' | 'Z', 5) => Some(self.iso_offset(":", true)),
            _ => None,
        }
    }

    /// Returns the number of days since the first day of the week.
    fn day_of_week(&self, date: NaiveDate) -> u32 {
        (date.weekday().number_from_monday() + 7 - self.locale.first_weekday() % 7) % 7
    }

    /// Returns the week-based year and the number of the week.
    fn week(&self) -> (i32, u32) {
        let date = self.local.date();
        let this = date.year();
        let years = [this.checked_add(1), Some(this), this.checked_sub(1)];
        // The last days of a year may be in the first week of the next year, and the first days in the last week of the
        // previous one.
        let (mut year, mut days) = (this, 0);
        for candidate in years.into_iter().flatten() {
            let Some(first) = self.first_week(candidate) else {
                continue;
            };
            let since = date.signed_duration_since(first).num_days();
            if since >= 0 {
                (year, days) = (candidate, since);
                break;
            }
        }
        (year, u32::try_from(days / 7).unwrap_or(0) + 1)
    }

    /// Returns the first day of the first week of a year.
    fn first_week(&self, year: i32) -> Option<NaiveDate> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
        let before = self.day_of_week(first);
        let begin = first.checked_sub_days(Days::new(before.into()))?;
        match 7 - before >= self.locale.days_of_first_week() {
            true => Some(begin),
            false => begin.checked_add_signed(TimeDelta::days(7)),
        }
    }

    /// Returns the offset as `+0130`. With `seconds`, seconds that are not zero are included.
    fn iso_offset(&self, colon: &str, seconds: bool) -> String {
        let (sign, [hours, minutes, rest]) = self.clock();
        match rest {
            1.. if seconds => format!("{sign}{hours:02}{colon}{minutes:02}{colon}{rest:02}"),
            _ => format!("{sign}{hours:02}{colon}{minutes:02}"),
        }
    }

    /// Returns the offset as `GMT+1` or `GMT+1:30`, or in the long form as `GMT+01:30`.
    fn gmt(&self, width: NameWidth) -> String {
        let (sign, [hours, minutes, rest]) = self.clock();
        let seconds = if rest > 0 {
            format!(":{rest:02}")
        } else {
            String::new()
        };
        match (width, minutes + rest) {
            _ if self.offset == 0 => "GMT".to_owned(),
            (NameWidth::Long, _) => format!("GMT{sign}{hours:02}:{minutes:02}{seconds}"),
            (_, 0) => format!("GMT{sign}{hours}"),
            _ => format!("GMT{sign}{hours}:{minutes:02}{seconds}"),
        }
    }

    fn clock(&self) -> (char, [u32; 3]) {
        let seconds = self.offset.unsigned_abs();
        let sign = if self.offset < 0 { '-' } else { '+' };
        (sign, [seconds / 3600, seconds / 60 % 60, seconds % 60])
    }
}

/// The maximum number of digits of a year.
const MAX_DIGITS: usize = 9;

/// Formats a number with at least `width` digits.
fn padded(number: u32, width: usize) -> Option<String> {
    Some(format!("{number:0width$}"))
}

/// Formats a year. With a width of two, only the last two digits are used.
fn year(year: i32, width: usize) -> Option<String> {
    match width {
        2 => Some(format!("{:02}", year.rem_euclid(100))),
        1..=MAX_DIGITS => Some(format!("{year:0width$}")),
        _ => None,
    }
}

/// Returns the year within its era. The year 0 is the first year before the era.
fn year_of_era(year: i32) -> i32 {
    if year > 0 {
        year
    } else {
        1_i32.saturating_sub(year)
    }
}

fn name_width(width: usize) -> NameWidth {
    match width {
        ..=3 => NameWidth::Short,
        4 => NameWidth::Long,
        _ => NameWidth::Narrow,
    }
}

fn half(hour: u32) -> DayPeriod {
    if hour < 12 {
        DayPeriod::Am
    } else {
        DayPeriod::Pm
    }
}

/// Appends the text up to the closing quote and returns the rest. Inside and outside of quotes, `''` is a literal quote.
fn quoted_text<'a>(quoted: &'a str, text: &mut String) -> &'a str {
    if let Some(rest) = quoted.strip_prefix('\'') {
        text.push('\'');
        return rest;
    }
    let mut rest = quoted;
    loop {
        let (part, after) = rest.split_once('\'').unwrap_or((rest, ""));
        text.push_str(part);
        match after.strip_prefix('\'') {
            Some(again) => {
                text.push('\'');
                rest = again;
            }
            None => return after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::English;
    use proptest::prelude::*;

    fn at(text: &str, offset: i32) -> Fields<'static> {
        let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").unwrap();
        Fields {
            local,
            offset,
            locale: &English,
            zone: None,
        }
    }

    fn format_moment(text: &str, offset: i32, pattern: &str) -> Result<String, Unknown> {
        at(text, offset).format_moment(pattern)
    }

    #[test]
    fn every_date_field_is_formatted_in_english() {
        let day = "2026-01-06T14:05:09.1234";
        for (pattern, text) in [
            ("yy yyyy y yyyyyy u uuuu", "26 2026 2026 002026 2026 2026"),
            ("G GGG GGGG GGGGG", "AD AD Anno Domini A"),
            (
                "Q QQ QQQ QQQQ QQQQQ q qqqq",
                "1 01 Q1 1st quarter 1 1 1st quarter",
            ),
            ("M MM MMM MMMM MMMMM", "1 01 Jan January J"),
            ("L LL LLL LLLL LLLLL", "1 01 Jan January J"),
            ("d dd D DD DDD", "6 06 6 06 006"),
            ("w ww Y YY YYYY", "2 02 2026 26 2026"),
            ("E EE EEE EEEE EEEEE", "Tue Tue Tue Tuesday T"),
            (
                "e ee eee eeee eeeee c ccc cccc",
                "3 03 Tue Tuesday T 3 Tue Tuesday",
            ),
            ("a aaa aaaa aaaaa b bbbbb", "PM PM PM p PM p"),
            ("h hh H HH k kk K KK", "2 02 14 14 14 14 2 02"),
            ("m mm s ss S SSS SSSSSSSSS", "5 05 9 09 1 123 123400000"),
            ("EEEE, d MMMM", "Tuesday, 6 January"),
            ("h:mm a", "2:05 PM"),
            ("yyyy-MM-dd'T'HH:mm", "2026-01-06T14:05"),
            ("d 'o''clock' '' 'open", "6 o'clock ' open"),
            ("", ""),
            ("yyyy年", "2026年"),
        ] {
            assert_eq!(
                format_moment(day, 0, pattern).as_deref(),
                Ok(text),
                "{pattern}"
            );
        }
        for (day, pattern, text) in [
            (
                "2026-01-06T00:00:00",
                "h H k K b bbbbb",
                "12 0 24 0 midnight mi",
            ),
            (
                "2026-01-06T12:00:00",
                "h H k K b bbbbb",
                "12 12 12 0 noon n",
            ),
            ("2026-01-06T12:00:01", "b", "PM"),
            ("2026-01-06T00:30:00", "h a b", "12 AM AM"),
            (
                "2026-10-31T00:00:00",
                "QQQ QQQQ D e",
                "Q4 4th quarter 304 7",
            ),
            (
                "0000-01-01T00:00:00",
                "y yy u uuuu G GGGG GGGGG",
                "1 01 0 0000 BC Before Christ B",
            ),
        ] {
            assert_eq!(
                format_moment(day, 0, pattern).as_deref(),
                Ok(text),
                "{pattern}"
            );
        }
    }

    #[test]
    fn the_locale_determines_the_first_week_of_a_year() {
        struct Iso;
        impl Locale for Iso {
            fn first_weekday(&self) -> u32 {
                1
            }
            fn days_of_first_week(&self) -> u32 {
                4
            }
        }
        for (day, english, iso) in [
            ("2026-01-01", "2026 1 5", "2026 1 4"),
            ("2026-12-27", "2027 1 1", "2026 52 7"),
            ("2027-01-01", "2027 1 6", "2026 53 5"),
            ("2027-01-03", "2027 2 1", "2026 53 7"),
            ("2027-01-04", "2027 2 2", "2027 1 1"),
            ("2024-12-30", "2025 1 2", "2025 1 1"),
            ("2023-12-31", "2024 1 1", "2023 52 7"),
            ("2022-12-31", "2022 53 7", "2022 52 6"),
        ] {
            let fields = at(&format!("{day}T00:00:00"), 0);
            assert_eq!(fields.format_moment("Y w e").unwrap(), english, "{day}");
            assert_eq!(
                Fields {
                    locale: &Iso,
                    ..fields
                }
                .format_moment("Y w e")
                .unwrap(),
                iso,
                "{day}"
            );
        }
    }

    #[test]
    fn a_locale_distinguishes_names_in_dates_from_names_alone() {
        struct Russian;
        impl Locale for Russian {
            fn month(&self, _: u32, _: NameWidth, form: NameForm) -> String {
                if form == NameForm::InDate {
                    "декабря"
                } else {
                    "декабрь"
                }
                .to_owned()
            }
            fn weekday(&self, _: u32, _: NameWidth, form: NameForm) -> String {
                if form == NameForm::InDate {
                    "вторник"
                } else {
                    "Вторник"
                }
                .to_owned()
            }
            fn quarter(&self, _: u32, _: NameWidth, form: NameForm) -> String {
                if form == NameForm::InDate {
                    "4-го"
                } else {
                    "4-й"
                }
                .to_owned()
            }
        }
        let fields = Fields {
            locale: &Russian,
            ..at("2026-12-01T00:00:00", 0)
        };
        let written = fields
            .format_moment("d MMMM, LLLL; EEEE, eeee, cccc; QQQQ, qqqq")
            .unwrap();
        assert_eq!(
            written,
            "1 декабря, декабрь; вторник, вторник, Вторник; 4-го, 4-й"
        );
    }

    #[test]
    fn offsets_are_formatted_in_every_tr35_form() {
        let zones = [
            "X", "XX", "XXX", "XXXX", "XXXXX", "x", "xxx", "Z", "ZZZZ", "ZZZZZ", "O", "OOOO", "z",
            "zzzz",
        ];
        for (offset, texts) in [
            (0, "Z Z Z Z Z +00 +00:00 +0000 GMT Z GMT GMT GMT GMT"),
            (
                -8 * 3600,
                "-08 -0800 -08:00 -0800 -08:00 -08 -08:00 -0800 GMT-08:00 -08:00 GMT-8 GMT-08:00 GMT-8 GMT-08:00",
            ),
            (
                19_800,
                "+0530 +0530 +05:30 +0530 +05:30 +0530 +05:30 +0530 GMT+05:30 +05:30 GMT+5:30 GMT+05:30 GMT+5:30 GMT+05:30",
            ),
            (
                -3_661,
                "-0101 -0101 -01:01 -010101 -01:01:01 -0101 -01:01 -0101 GMT-01:01:01 -01:01:01 GMT-1:01:01 GMT-01:01:01 GMT-1:01:01 GMT-01:01:01",
            ),
        ] {
            assert_eq!(
                format_moment("2026-01-06T14:05:09", offset, &zones.join(" ")).as_deref(),
                Ok(texts)
            );
        }
    }

    #[test]
    fn a_time_zone_with_a_name_is_shown_by_its_name() {
        struct Berlin;
        impl TimeZone for Berlin {
            fn offset(&self, _: i64) -> i32 {
                7200
            }
            fn name(&self, instant: i64, width: NameWidth) -> Option<String> {
                let summer = instant == 1_783_000_000;
                (width == NameWidth::Short && summer).then(|| "CEST".to_owned())
            }
        }
        let local = chrono::DateTime::from_timestamp(1_783_007_200, 0)
            .unwrap()
            .naive_utc();
        let fields = Fields {
            local,
            offset: 7200,
            locale: &English,
            zone: Some(&Berlin),
        };
        assert_eq!(
            fields.format_moment("z zzz zzzz").unwrap(),
            "CEST CEST GMT+02:00"
        );
    }

    #[test]
    fn letters_that_are_not_fields_are_reported() {
        for (pattern, letter, times) in [
            ("yyyy-MM-ddTHH", 'T', 1),
            ("B", 'B', 1),
            ("d MMMMMM", 'M', 6),
            ("ddd", 'd', 3),
            ("yyyyyyyyyy", 'y', 10),
            ("SSSSSSSSSS", 'S', 10),
            ("OO", 'O', 2),
            ("j", 'j', 1),
        ] {
            assert_eq!(
                format_moment("2026-01-06T14:05:09", 0, pattern),
                Err(Unknown(letter, times))
            );
        }
        assert_eq!(
            Unknown('T', 1).to_string(),
            "the letter `T` is not a date field; quote literal text with '"
        );
        assert_eq!(
            Unknown('M', 6).to_string(),
            "the letter `M`, 6 times, is not a date field; quote literal text with '"
        );
    }

    proptest! {
        #[test]
        fn formatting_by_any_pattern_never_panics(
            pattern in "[GyYuwQqMLdDeEcabhHkKmsSzZXxO' é]{0,12}",
            seconds in -62_167_219_200i64..253_402_300_800,
            offset in -86_399i32..86_400,
        ) {
            let local = chrono::DateTime::from_timestamp(seconds, 0).unwrap().naive_utc();
            let _ = Fields { local, offset, locale: &English, zone: None }.format_moment(&pattern);
        }
    }
}
