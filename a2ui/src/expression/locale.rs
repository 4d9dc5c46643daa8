//! How a client writes numbers and dates.

use super::{Decimal, decimal::Rounded};

/// How long a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// `Jan`, `Tue`
    Short,
    /// `January`, `Tuesday`
    Long,
}

/// The categories of plural of CLDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum PluralCategory {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl PluralCategory {
    /// The argument of `pluralize` that is meant.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }
}

/// How a client writes numbers, dates and plurals. What is not overridden is [`English`].
pub trait Locale {
    /// A number. Without `decimals` up to three digits behind the point, with it exactly so many; `grouping` separates
    /// thousands. `None` if the number has too many digits.
    fn number(&self, number: &Decimal, decimals: Option<usize>, grouping: bool) -> Option<String> {
        let rounded = match decimals {
            Some(n) => number.rounded(n, n)?,
            None => number.rounded(0, 3)?,
        };
        let sign = if rounded.negative { "-" } else { "" };
        Some(format!("{sign}{}", unsigned(&rounded, grouping)))
    }

    /// An amount of money; `currency` is a code of three capital letters (ISO 4217). Without `decimals` as many digits as the
    /// currency has.
    fn currency(
        &self,
        amount: &Decimal,
        currency: &str,
        decimals: Option<usize>,
        grouping: bool,
    ) -> Option<String> {
        let decimals = decimals.unwrap_or_else(|| minor_digits(currency));
        let rounded = amount.rounded(decimals, decimals)?;
        let sign = if rounded.negative { "-" } else { "" };
        let symbol = if currency == "USD" { "$".to_owned() } else { format!("{currency} ") };
        Some(format!("{sign}{symbol}{}", unsigned(&rounded, grouping)))
    }

    /// The category of a number. In CLDR's rules the sign does not count: -1 is `one` in English.
    fn plural(&self, number: &Decimal) -> PluralCategory {
        match number.plain().as_deref() {
            Some("1" | "-1") => PluralCategory::One,
            _ => PluralCategory::Other,
        }
    }

    /// The name of a month, from 1 on.
    fn month(&self, month: u32, width: Width) -> String {
        let name = nth(&MONTHS, month.wrapping_sub(1));
        shortened(name, width)
    }

    /// The name of a day of the week; Monday is 1.
    fn weekday(&self, weekday: u32, width: Width) -> String {
        let name = nth(&WEEKDAYS, weekday.wrapping_sub(1));
        shortened(name, width)
    }

    /// The half of the day: before noon or after.
    fn day_period(&self, hour: u32) -> String {
        if hour < 12 { "AM" } else { "PM" }.to_owned()
    }
}

/// English in plain ASCII: `1,234.5`, `$1,234.50`, `EUR 1,234.50`, `January`, `Tue`, `PM`; one of a thing is `one`, the rest
/// `other`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Locale for English {}

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
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The currencies without minor unit, and those with a thousand of it (ISO 4217).
const WITHOUT_MINOR: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
const THOUSAND_MINOR: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

fn minor_digits(currency: &str) -> usize {
    if WITHOUT_MINOR.contains(&currency) {
        0
    } else if THOUSAND_MINOR.contains(&currency) {
        3
    } else {
        2
    }
}

fn nth(names: &[&'static str], index: u32) -> &'static str {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or_default()
}

fn shortened(name: &str, width: Width) -> String {
    match width {
        Width::Short => name.chars().take(3).collect(),
        Width::Long => name.to_owned(),
    }
}

fn unsigned(rounded: &Rounded, grouping: bool) -> String {
    let mut text = String::new();
    for (index, digit) in rounded.integer.chars().enumerate() {
        if grouping && index > 0 && (rounded.integer.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if !rounded.fraction.is_empty() {
        text.push('.');
        text.push_str(&rounded.fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn english_numbers_have_commas_and_up_to_three_decimals() {
        for (number, decimals, grouping, text) in [
            ("1234.5678", None, true, "1,234.568"),
            ("1234.5", None, true, "1,234.5"),
            ("1234.567", Some(2), true, "1,234.57"),
            ("1234.567", Some(0), false, "1235"),
            ("999", None, true, "999"),
            ("-1000000", Some(1), true, "-1,000,000.0"),
            ("-0.0004", None, true, "0"),
            ("123456789012345678901", None, true, "123,456,789,012,345,678,901"),
        ] {
            assert_eq!(English.number(&decimal(number), decimals, grouping).unwrap(), text);
        }
        assert_eq!(English.number(&decimal("1e999"), None, true), None);
    }

    #[test]
    fn amounts_have_the_digits_of_their_currency() {
        for (amount, currency, decimals, text) in [
            ("1234.5", "USD", None, "$1,234.50"),
            ("-1234.5", "USD", Some(0), "-$1,235"),
            ("99.999", "EUR", None, "EUR 100.00"),
            ("1234.5", "JPY", None, "JPY 1,235"),
            ("1", "KWD", None, "KWD 1.000"),
        ] {
            assert_eq!(English.currency(&decimal(amount), currency, decimals, true).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn a_grouped_number_is_the_plain_one_with_commas_every_three_digits(n in any::<i64>(), decimals in 0usize..5) {
            let plain = English.number(&Decimal::parse(&n.to_string()).unwrap(), Some(decimals), false).unwrap();
            let grouped = English.number(&Decimal::parse(&n.to_string()).unwrap(), Some(decimals), true).unwrap();
            prop_assert_eq!(grouped.replace(',', ""), plain.clone());
            let point = if decimals == 0 { String::new() } else { format!(".{}", "0".repeat(decimals)) };
            prop_assert_eq!(plain, format!("{n}{point}"));
            let integer = grouped.split('.').next().unwrap().trim_start_matches('-');
            let groups: Vec<&str> = integer.split(',').collect();
            prop_assert!(groups[1..].iter().all(|group| group.len() == 3) && (1..=3).contains(&groups[0].len()));
        }
    }
}
