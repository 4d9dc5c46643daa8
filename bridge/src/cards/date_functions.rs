//! The functions `DATE` and `TIME` in the texts of cards.

/// Replaces the functions of a text by their values. Returns `None` for a text without functions that can be read.
///
/// Hosts show the values in the time zone of the user. Here they are in the zone of the text itself.
pub(super) fn replace_functions(text: &str) -> Option<String> {
    let mut replaced = String::new();
    let mut rest = text;
    let mut is_replaced = false;
    while let Some(start) = rest.find("{{") {
        let (before, from) = rest.split_at(start);
        replaced.push_str(before);
        match read_function(from) {
            Some((value, after)) => {
                replaced.push_str(&value);
                rest = after;
                is_replaced = true;
            }
            // Hosts show other braces as they are.
            None => {
                let (braces, after) = from.split_at(2);
                replaced.push_str(braces);
                rest = after;
            }
        }
    }
    replaced.push_str(rest);
    is_replaced.then_some(replaced)
}

/// Reads a function at the start of a text. Returns its value and the text after it.
fn read_function(text: &str) -> Option<(String, &str)> {
    let body = text.strip_prefix("{{")?;
    let (call, after) = body.split_once("}}")?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    let (time, format) = match arguments.split_once(',') {
        Some((time, format)) => (time, format.trim()),
        None => (arguments, "COMPACT"),
    };
    let moment = Moment::parse(time)?;
    let value = match (name, format) {
        ("DATE", "COMPACT") => format!("{}/{}/{}", moment.month, moment.day, moment.year),
        ("DATE", "SHORT") => moment.long_date(true),
        ("DATE", "LONG") => moment.long_date(false),
        ("TIME", _) => moment.time(),
        _ => return None,
    };
    Some((value, after))
}

/// The parts of a time.
struct Moment<'t> {
    year: u32,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    zone: &'t str,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

impl<'t> Moment<'t> {
    /// Reads a time such as `2017-02-14T06:00:00Z`. The seconds may have a fraction.
    fn parse(text: &'t str) -> Option<Self> {
        let (date, time) = text.split_once('T')?;
        let mut date = date.split('-');
        let (year, month, day) = (date.next()?, date.next()?, date.next()?);
        let zone_at = time.find(['Z', '+', '-'])?;
        let (clock, zone) = time.split_at_checked(zone_at)?;
        let mut clock = clock.split(':');
        let (hour, minute, second) = (clock.next()?, clock.next()?, clock.next()?);
        let second = second.split('.').next()?;
        let is_zone = zone == "Z" || (zone.len() == 6 && zone.as_bytes().get(3) == Some(&b':'));
        if !is_zone || date.next().is_some() || clock.next().is_some() {
            return None;
        }
        let moment = Self {
            year: number(year, 4, 9999)?,
            month: number(month, 2, 12)?,
            day: number(day, 2, 31)?,
            hour: number(hour, 2, 23)?,
            minute: number(minute, 2, 59)?,
            zone,
        };
        number(second, 2, 60)?;
        (moment.month > 0 && moment.day > 0).then_some(moment)
    }

    /// Returns the date with the names of the day and the month, which may be short.
    fn long_date(&self, is_short: bool) -> String {
        let length = match is_short {
            true => 3,
            false => usize::MAX,
        };
        let name = |names: &[&str], index: u32| -> String {
            let name = usize::try_from(index).ok().and_then(|at| names.get(at));
            name.map_or("", |name| name).chars().take(length).collect()
        };
        let weekday = name(&WEEKDAYS, self.weekday());
        let month = name(&MONTHS, self.month.saturating_sub(1));
        format!("{weekday}, {month} {}, {}", self.day, self.year)
    }

    /// Returns the day of the week, beginning with Sunday (Zeller's congruence).
    fn weekday(&self) -> u32 {
        let (year, month) = match self.month {
            // January and February count as months of the year before. Adding 400 years keeps the weekday.
            1 | 2 => (self.year + 399, self.month + 12),
            month => (self.year + 400, month),
        };
        let days = self.day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400;
        (days + 6) % 7
    }

    fn time(&self) -> String {
        let (hour, half) = match self.hour {
            0 => (12, "AM"),
            1..=11 => (self.hour, "AM"),
            12 => (12, "PM"),
            _ => (self.hour - 12, "PM"),
        };
        let zone = match self.zone {
            "Z" => "UTC",
            zone => zone,
        };
        format!("{hour}:{:02} {half} {zone}", self.minute)
    }
}

/// Reads a number with exactly this many digits.
fn number(text: &str, digits: usize, maximum: u32) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return None;
    }
    text.parse().ok().filter(|number| *number <= maximum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_get_the_values_that_hosts_show() {
        for (text, expected) in [
            ("{{DATE(2017-02-14T06:00:00Z, SHORT)}}", "Tue, Feb 14, 2017"),
            (
                "On {{DATE(2017-02-14T06:00:00Z,LONG)}}.",
                "On Tuesday, February 14, 2017.",
            ),
            ("{{DATE(2017-02-14T06:00:00Z)}}", "2/14/2017"),
            ("{{DATE(2000-01-01T06:00:00.5+01:00, COMPACT)}}", "1/1/2000"),
            ("{{DATE(2024-02-29T06:00:00Z, SHORT)}}", "Thu, Feb 29, 2024"),
            ("{{TIME(2017-02-14T00:05:00Z)}}", "12:05 AM UTC"),
            (
                "{{TIME(2017-02-14T18:30:00-08:00)}} {{x",
                "6:30 PM -08:00 {{x",
            ),
        ] {
            assert_eq!(replace_functions(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_braces_stay_as_they_are() {
        for text in [
            "",
            "{{",
            "{{DATE(",
            "{{DATE()}}",
            "{{date(2017-02-14T06:00:00Z)}}",
            "{{DATE(2017-02-14T06:00:00)}}",
            "{{DATE(2017-00-14T06:00:00Z)}}",
            "{{DATE(2017-02-14T06:00Z)}}",
            "{{DATE(2017-02-14T06:00:00Z, FULL)}}",
            "{{DATE(2017-02-14T06:00:00é01:00)}}",
            "{{ DATE(2017-02-14T06:00:00Z) }}",
            "{{x.value}}",
        ] {
            assert_eq!(replace_functions(text), None, "{text}");
        }
    }
}
