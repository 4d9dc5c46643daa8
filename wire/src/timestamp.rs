//! Timestamps that keep their original text.

crate::text! {
    /// A point in time in its original spelling. Most protocols use RFC 3339, but some peers deviate from it.
    ///
    /// The text is kept because names, signatures and file orders depend on it. For example, `…:00Z`, `…:00.000Z` and
    /// `…:00+00:00` are the same instant but different timestamps.
    ///
    /// ```
    /// use agent_ui_wire::Timestamp;
    ///
    /// let time = Timestamp::from("2026-05-18T17:30:00+02:00");
    /// assert_eq!(time.to_unix_millis(), Some(1_779_118_200_000));
    /// assert!(!time.is_canonical());
    /// assert_eq!(time.to_canonical().unwrap(), "2026-05-18T15:30:00.000Z");
    /// ```
    ///
    /// Specification: [RFC 3339, Internet date/time format](https://www.rfc-editor.org/rfc/rfc3339#section-5.6).
    pub struct Timestamp;
}

impl Timestamp {
    /// Returns `true` if the text is a date and time of RFC 3339 ([section
    /// 5.6](https://www.rfc-editor.org/rfc/rfc3339#section-5.6)) with a capital `T` and `Z`.
    pub fn is_rfc3339(&self) -> bool {
        Moment::parse(self.as_str()).is_some()
    }

    /// Returns the milliseconds since 1970. Returns `None` if the text is not RFC 3339. Digits beyond milliseconds are
    /// truncated, and a leap second counts as the next second.
    pub fn to_unix_millis(&self) -> Option<i64> {
        Moment::parse(self.as_str()).map(|moment| moment.unix_millis())
    }

    /// Returns `true` if the text has the canonical form, in which alphabetical order is chronological. This is the form
    /// of JavaScript's `toISOString`: UTC with `Z`, exactly three fractional digits, a year from 0000 to 9999, no leap
    /// second.
    pub fn is_canonical(&self) -> bool {
        let text = self.as_str();
        text.len() == CANONICAL
            && text.ends_with('Z')
            && Moment::parse(text).is_some_and(|moment| moment.second < 60)
    }

    /// Converts the timestamp to the [canonical](Self::is_canonical) form. Returns `None` if the text is not RFC 3339, is
    /// a leap second, or is outside the years 0000 to 9999.
    pub fn to_canonical(&self) -> Option<Self> {
        let moment = Moment::parse(self.as_str()).filter(|moment| moment.second < 60)?;
        Self::from_unix_millis(moment.unix_millis())
    }

    /// Returns the [canonical](Self::is_canonical) form of a time in milliseconds since 1970. Returns `None` outside the years
    /// 0000 to 9999.
    ///
    /// ```
    /// use agent_ui_wire::Timestamp;
    ///
    /// let time = Timestamp::from_unix_millis(1_796_083_200_000).unwrap();
    /// assert_eq!(time.as_str(), "2026-12-01T00:00:00.000Z");
    /// assert_eq!(time.to_unix_millis(), Some(1_796_083_200_000));
    /// ```
    pub fn from_unix_millis(time: i64) -> Option<Self> {
        let (year, month, day) = date_from_days(time.div_euclid(DAY));
        let (rest, millis) = (time.rem_euclid(DAY) / 1000, time.rem_euclid(1000));
        let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
        (0..=9999).contains(&year).then(|| {
            Self::from(format!(
                "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z"
            ))
        })
    }
}

/// Conversions from and to the types of `chrono` (feature `chrono`).
#[cfg(feature = "chrono")]
impl Timestamp {
    /// Converts the timestamp to a date and time, with its offset from UTC. Returns `None` if the text is not [RFC
    /// 3339](Self::is_rfc3339).
    ///
    /// Digits beyond nanoseconds are truncated. A leap second becomes a leap second of `chrono`.
    ///
    /// ```
    /// use agent_ui_wire::Timestamp;
    /// use chrono::{DateTime, Utc};
    ///
    /// let stated = Timestamp::from("2026-05-18T17:30:00+02:00");
    /// let time: DateTime<Utc> = stated.to_datetime().unwrap().to_utc();
    /// assert_eq!(Timestamp::from(time), "2026-05-18T15:30:00.000Z");
    /// assert_eq!(stated, "2026-05-18T17:30:00+02:00");
    /// ```
    pub fn to_datetime(&self) -> Option<chrono::DateTime<chrono::FixedOffset>> {
        if !self.is_rfc3339() {
            return None;
        }
        chrono::DateTime::parse_from_rfc3339(self.as_str()).ok()
    }
}

/// Converts a time to the [canonical](Timestamp::is_canonical) text, as JavaScript's `toISOString` does. Digits beyond
/// milliseconds are truncated, because the protocols expect exactly three.
///
/// To keep more digits, use the text of `chrono`. A leap second, and a year outside 0000 to 9999, have no canonical text.
///
/// ```
/// use agent_ui_wire::Timestamp;
/// use chrono::{DateTime, SecondsFormat, Utc};
///
/// let now: DateTime<Utc> = "2026-05-18T15:30:00.199181543Z".parse()?;
/// assert_eq!(Timestamp::from(now), "2026-05-18T15:30:00.199Z");
/// let exact = Timestamp::from(now.to_rfc3339_opts(SecondsFormat::Nanos, true));
/// assert_eq!(exact, "2026-05-18T15:30:00.199181543Z");
/// # Ok::<(), chrono::ParseError>(())
/// ```
#[cfg(feature = "chrono")]
impl From<chrono::DateTime<chrono::Utc>> for Timestamp {
    fn from(time: chrono::DateTime<chrono::Utc>) -> Self {
        Self::from(time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true))
    }
}

/// The length of a canonical timestamp in bytes.
const CANONICAL: usize = "0000-00-00T00:00:00.000Z".len();
/// The number of milliseconds in a day.
const DAY: i64 = 86_400_000;

/// A date and time of RFC 3339.
struct Moment {
    /// The number of days since 1970, in local time.
    day: i64,
    hour: i64,
    minute: i64,
    /// The second, or 60 in a leap second.
    second: i64,
    millisecond: i64,
    /// The offset from UTC in minutes.
    offset: i64,
}

impl Moment {
    fn parse(text: &str) -> Option<Self> {
        let (date_time, rest) = text.as_bytes().split_first_chunk()?;
        #[rustfmt::skip]
        let [y0, y1, y2, y3, b'-', mo0, mo1, b'-', d0, d1, b'T', h0, h1, b':', mi0, mi1, b':', s0, s1] = *date_time else {
            return None;
        };
        let (hour, minute, second) = (
            parse_digits([h0, h1])?,
            parse_digits([mi0, mi1])?,
            parse_digits([s0, s1])?,
        );
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let (fraction, zone) = split_fraction(rest)?;
        let digits = fraction.iter().chain(b"000").take(3);
        Some(Self {
            day: days_from_date(
                parse_digits([y0, y1, y2, y3])?,
                parse_digits([mo0, mo1])?,
                parse_digits([d0, d1])?,
            )?,
            hour,
            minute,
            second,
            millisecond: digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')),
            offset: parse_offset(zone)?,
        })
    }

    fn unix_millis(&self) -> i64 {
        let minutes = self.hour * 60 + self.minute - self.offset;
        self.day * DAY + (minutes * 60 + self.second) * 1000 + self.millisecond
    }
}

/// Splits the text after the seconds into the digits of the fraction and the rest.
fn split_fraction(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let [b'.', rest @ ..] = text else {
        return Some((&[], text));
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // RFC 3339 requires a digit after the point.
    if length == 0 {
        return None;
    }
    rest.split_at_checked(length)
}

/// Parses an offset from UTC in minutes.
fn parse_offset(text: &[u8]) -> Option<i64> {
    match *text {
        [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), h0, h1, b':', mi0, mi1] => {
            let (hours, minutes) = (parse_digits([h0, h1])?, parse_digits([mi0, mi1])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let minutes = hours * 60 + minutes;
            Some(if sign == b'-' { -minutes } else { minutes })
        }
        _ => None,
    }
}

/// Returns the number that the digits form.
fn parse_digits<const N: usize>(digits: [u8; N]) -> Option<i64> {
    digits.iter().try_fold(0, |value, digit| {
        digit
            .is_ascii_digit()
            .then(|| value * 10 + i64::from(digit - b'0'))
    })
}

// Years start on 1 March in this computation. The leap day is then the last day of a year, and every five months have 153
// days. A cycle of 400 years has 146,097 days, and 1970-01-01 is day 719,468 since 0000-03-01.

/// Returns the number of days from 1970 to a date in the Gregorian calendar.
fn days_from_date(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_a_date = (1..=12).contains(&month) && (1..=last).contains(&day);
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    is_a_date.then(|| year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468)
}

/// Returns the year, month and day for a number of days since 1970.
fn date_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year;
    if month < 10 {
        (year, month + 3, day)
    } else {
        (year + 1, month - 9, day)
    }
}

crate::inventory! {
    /// The wire types that all protocols share.
    pub static TYPES = [Timestamp];
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Datelike};
    use proptest::prelude::*;

    #[test]
    fn only_one_form_is_canonical() {
        for (text, canonical, readable) in [
            ("2026-05-18T15:30:00.000Z", true, true),
            ("0000-01-01T00:00:00.000Z", true, true),
            ("2026-05-18T15:30:00Z", false, true),
            ("2026-05-18T15:30:00.123456Z", false, true),
            ("2026-05-18T15:30:00.000+00:00", false, true),
            ("2026-05-18T15:30:00.00+01:00", false, true),
            ("2026-05-18T15:30:60.000Z", false, true),
            ("2026-02-30T15:30:00.000Z", false, false),
            ("2100-02-29T15:30:00.000Z", false, false),
            ("2000-02-29T15:30:00.000Z", true, true),
            ("2026-005-18T15:30:00.000Z", false, false),
            ("2026-+5-18T15:30:00.000Z", false, false),
            ("2026-00-18T15:30:00.000Z", false, false),
            ("2026-05-00T15:30:00.000Z", false, false),
            ("2026-05-18t15:30:00.000z", false, false),
            ("2026-05-18 15:30:00.000Z", false, false),
            ("2026-05-18T24:00:00.000Z", false, false),
            ("2026-05-18T15:30:00.Z", false, false),
            ("2026-05-18T15:30:00.000ZZ", false, false),
            ("2026-05-18T15:30:00.000+24:00", false, false),
            ("2026-05-18T15:30:00.000+0100", false, false),
            ("+010000-01-01T00:00:00.000Z", false, false),
            ("", false, false),
        ] {
            let time = Timestamp::from(text);
            assert_eq!(
                (time.is_canonical(), time.is_rfc3339()),
                (canonical, readable),
                "{text}"
            );
        }
    }

    #[test]
    fn the_canonical_form_has_years_of_four_digits_and_no_leap_second() {
        for (text, canonical) in [
            (
                "2026-05-18T17:30:00+02:00",
                Some("2026-05-18T15:30:00.000Z"),
            ),
            (
                "2024-02-29T23:59:59.9999-00:01",
                Some("2024-03-01T00:00:59.999Z"),
            ),
            ("0000-01-01T00:00:00+00:01", None),
            ("9999-12-31T23:59:59-00:01", None),
            ("2026-12-31T23:59:60Z", None),
            ("yesterday", None),
        ] {
            assert_eq!(
                Timestamp::from(text)
                    .to_canonical()
                    .as_ref()
                    .map(Timestamp::as_str),
                canonical,
                "{text}"
            );
        }
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn date_times_keep_nanoseconds_and_offsets_and_become_canonical_timestamps() {
        for (text, offset_minutes, utc) in [
            ("2026-05-18T15:30:00Z", 0, "2026-05-18T15:30:00.000Z"),
            (
                "2026-05-18T17:30:00.120+02:00",
                120,
                "2026-05-18T15:30:00.120Z",
            ),
            (
                "2026-05-18T15:30:00.000001-00:30",
                -30,
                "2026-05-18T16:00:00.000Z",
            ),
            (
                "2026-05-18T15:30:00.123456789Z",
                0,
                "2026-05-18T15:30:00.123Z",
            ),
            (
                "2026-05-18T15:30:00.1234567899Z",
                0,
                "2026-05-18T15:30:00.123Z",
            ),
            ("2016-12-31T23:59:60.500Z", 0, "2016-12-31T23:59:60.500Z"),
            ("2017-01-01T00:59:60+01:00", 60, "2016-12-31T23:59:60.000Z"),
            ("0000-01-01T00:00:00Z", 0, "0000-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", 0, "9999-12-31T23:59:59.999Z"),
        ] {
            let timestamp = Timestamp::from(text);
            let time = timestamp.to_datetime().unwrap();
            assert_eq!(
                time.offset().local_minus_utc(),
                offset_minutes * 60,
                "{text}"
            );
            let written = Timestamp::from(time.to_utc());
            assert_eq!(written, utc);
            // `chrono` represents a leap second by more than 999 milliseconds.
            let is_leap = time.timestamp_subsec_millis() > 999;
            assert_eq!(written.is_canonical(), !is_leap, "{text}");
            let exact = time
                .to_utc()
                .to_rfc3339_opts(chrono::SecondsFormat::Nanos, true);
            assert_eq!(Timestamp::from(exact).to_datetime(), Some(time), "{text}");
            assert_eq!(timestamp, text, "the text stays as it was written");
        }
        for text in [
            "2026-05-18 15:30:00Z",
            "2026-05-18t15:30:00z",
            "2026-02-30T15:30:00Z",
            "yesterday",
            "",
        ] {
            assert_eq!(Timestamp::from(text).to_datetime(), None, "{text}");
        }
        let far = Timestamp::from(chrono::DateTime::<chrono::Utc>::MAX_UTC);
        assert!(!far.is_rfc3339() && far.to_datetime().is_none(), "{far}");
    }

    #[cfg(feature = "chrono")]
    proptest! {
        #[test]
        fn every_rfc_3339_text_is_a_date_time_of_the_same_instant(
            text in "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{1,12})?(Z|[+-][0-2][0-9]:[0-6][0-9])",
        ) {
            use chrono::Timelike;

            let timestamp = Timestamp::from(text.as_str());
            let time = timestamp.to_datetime();
            prop_assert_eq!(time.map(|time| time.timestamp_millis()), timestamp.to_unix_millis());
            if let Some(time) = time.filter(|time| (0..=9999).contains(&time.to_utc().year())) {
                let written = Timestamp::from(time.to_utc());
                prop_assert_eq!(written.to_unix_millis(), timestamp.to_unix_millis());
                prop_assert_eq!(written.as_str().len(), CANONICAL);
                let millis = time.nanosecond() / 1_000_000 * 1_000_000;
                prop_assert_eq!(written.to_datetime(), time.with_nanosecond(millis));
            }
        }
    }

    /// Returns the instant as the crate `chrono` reads it.
    fn other(text: &str) -> Option<DateTime<chrono::Utc>> {
        DateTime::parse_from_rfc3339(text)
            .ok()
            .map(|time| time.to_utc())
    }

    proptest! {
        #[test]
        fn instants_agree_with_chrono(
            text in "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{1,5})?(Z|[+-][0-2][0-9]:[0-6][0-9])",
        ) {
            let (time, other) = (Timestamp::from(text.as_str()), other(&text));
            prop_assert_eq!(time.to_unix_millis(), other.map(|time| time.timestamp_millis()));
            if let Some(other) = other.filter(|time| !text[17..].starts_with("60") && (0..=9999).contains(&time.year())) {
                let written = other.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
                prop_assert_eq!(time.to_canonical(), Some(Timestamp::from(written)));
            }
        }
    }
}
