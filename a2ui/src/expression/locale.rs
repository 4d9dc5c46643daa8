//! Formatting of numbers, dates and plurals by locale.

use super::{Decimal, decimal::RoundedDecimal};

/// The length of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameWidth {
    /// An abbreviation: `Jan`, `Tue`.
    Short,
    /// The full name: `January`, `Tuesday`.
    Long,
    /// One letter: `J`, `T`.
    Narrow,
}

/// The grammatical form of a name. Many languages have two forms of month names: `1 декабря` and `декабрь`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameForm {
    /// The form next to a day or another part of a date, for the letters `M`, `E` and `Q`.
    InDate,
    /// The form without other parts of the date, for the letters `L`, `c` and `q`.
    Alone,
}

/// A named part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DayPeriod {
    /// The time before noon.
    Am,
    /// The time from noon on.
    Pm,
    /// Exactly noon, for the letter `b` of a pattern.
    Noon,
    /// Exactly midnight, for the letter `b` of a pattern.
    Midnight,
}

/// The plural category of a number in CLDR.
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
    /// Returns the argument name of this category in `pluralize`.
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

/// The formatting of numbers, dates and plurals in a language. The default methods format like [`English`].
///
/// ```
/// use agent_ui_a2ui::{Version, data_model::DataModel};
/// use agent_ui_a2ui::expression::{Decimal, English, Evaluation, Host, Locale};
/// use agent_ui_a2ui::wire::{Payload, Pointer};
///
/// struct German;
/// impl Locale for German {
///     fn number(&self, number: &Decimal, decimals: Option<usize>, grouping: bool) -> Option<String> {
///         let english = English.number(number, decimals, grouping)?;
///         Some(english.replace(',', " ").replace('.', ",").replace(' ', "."))
///     }
/// }
///
/// let model = DataModel::new();
/// let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().locale(&German));
/// let value = Payload::parse(r#"{"call":"formatNumber","args":{"value":1234.5}}"#)?;
/// assert_eq!(evaluation.text(&value, &Pointer::root())?, "1.234,5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Locale {
    /// Formats a number. Without `decimals`, up to three digits after the decimal point are shown. With `decimals`,
    /// exactly that many are shown. `grouping` separates thousands. Returns `None` if the number has too many digits.
    fn number(&self, number: &Decimal, decimals: Option<usize>, grouping: bool) -> Option<String> {
        let rounded = match decimals {
            Some(n) => number.round(n, n)?,
            None => number.round(0, 3)?,
        };
        let sign = if rounded.negative { "-" } else { "" };
        Some(format!("{sign}{}", format_unsigned(&rounded, grouping)))
    }

    /// Formats an amount of money. `currency` is an ISO 4217 code of three capital letters. Without `decimals`, the
    /// amount has the usual number of digits for the currency.
    fn currency(
        &self,
        amount: &Decimal,
        currency: &str,
        decimals: Option<usize>,
        grouping: bool,
    ) -> Option<String> {
        let decimals = decimals.unwrap_or_else(|| digits_in_use(currency));
        let rounded = amount.round(decimals, decimals)?;
        let sign = if rounded.negative { "-" } else { "" };
        let symbol = SIGNS
            .iter()
            .find(|(code, _)| *code == currency)
            .map_or(currency, |(_, symbol)| symbol);
        // CLDR inserts a space between letters and digits.
        let space = if symbol.ends_with(|c: char| c.is_alphabetic() || c == '.') {
            "\u{a0}"
        } else {
            ""
        };
        Some(format!(
            "{sign}{symbol}{space}{}",
            format_unsigned(&rounded, grouping)
        ))
    }

    /// Returns the plural category of a number. CLDR's rules ignore the sign, so -1 is `one` in English.
    fn plural(&self, number: &Decimal) -> PluralCategory {
        match number.plain().as_deref() {
            Some("1" | "-1") => PluralCategory::One,
            _ => PluralCategory::Other,
        }
    }

    /// Returns the name of a month. January is 1.
    fn month(&self, month: u32, width: NameWidth, form: NameForm) -> String {
        let _ = form;
        let name = nth(&MONTHS, month.wrapping_sub(1));
        abbreviate(name, width)
    }

    /// Returns the name of a day of the week. Monday is 1.
    fn weekday(&self, weekday: u32, width: NameWidth, form: NameForm) -> String {
        let _ = form;
        let name = nth(&WEEKDAYS, weekday.wrapping_sub(1));
        abbreviate(name, width)
    }

    /// Returns the text for the user if a check with this function fails without any other message. Returns `None` for an
    /// unknown function.
    fn failure(&self, function: &str) -> Option<String> {
        let message = match function {
            "required" => "Please fill this in.",
            "email" => "Please enter a valid email address (e.g. user@example.com).",
            "regex" => "This does not have the expected form.",
            "length" => "This is too short or too long.",
            "numeric" => "Please enter a number that is allowed here.",
            _ => return None,
        };
        Some(message.to_owned())
    }

    /// Returns the name of a part of the day.
    fn day_period(&self, period: DayPeriod, width: NameWidth) -> String {
        let (name, narrow) = match period {
            DayPeriod::Am => ("AM", "a"),
            DayPeriod::Pm => ("PM", "p"),
            DayPeriod::Noon => ("noon", "n"),
            DayPeriod::Midnight => ("midnight", "mi"),
        };
        if width == NameWidth::Narrow {
            narrow
        } else {
            name
        }
        .to_owned()
    }

    /// Returns the name of a quarter of the year. `quarter` is from 1 to 4.
    fn quarter(&self, quarter: u32, width: NameWidth, form: NameForm) -> String {
        let _ = form;
        match width {
            NameWidth::Short => format!("Q{quarter}"),
            NameWidth::Long => {
                let nth = ["1st", "2nd", "3rd", "4th"];
                format!("{} quarter", self::nth(&nth, quarter.wrapping_sub(1)))
            }
            NameWidth::Narrow => quarter.to_string(),
        }
    }

    /// Returns the name of an era: the current era if `forward` is `true`, otherwise the era before.
    fn era(&self, forward: bool, width: NameWidth) -> String {
        let [before, since] = match width {
            NameWidth::Short => ["BC", "AD"],
            NameWidth::Long => ["Before Christ", "Anno Domini"],
            NameWidth::Narrow => ["B", "A"],
        };
        if forward { since } else { before }.to_owned()
    }

    /// Returns the first day of the week. Monday is 1. In the United States, the first day is Sunday.
    fn first_weekday(&self) -> u32 {
        7
    }

    /// Returns the minimum number of days that the first week has in the new year: 1 in the United States, 4 by ISO 8601.
    fn days_of_first_week(&self) -> u32 {
        1
    }
}

/// American English, based on the data of CLDR 48: `1,234.5`, `$1,234.50`, `€1,234.50`, `¥1,235`, `CHF 1,234.50` with a
/// U+00A0, `January`, `Tue`, `PM`. The plural category of 1 is `one`, and that of other numbers is `other`. JavaScript's
/// `Intl` formats the same way, except that it keeps the sign of a negative number that is rounded to zero.
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
const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// The currencies with a symbol in English. Other currencies are shown by their code.
const SIGNS: [(&str, &str); 23] = [
    ("AUD", "A$"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("CNY", "CN¥"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("HKD", "HK$"),
    ("ILS", "₪"),
    ("INR", "₹"),
    ("JPY", "¥"),
    ("KRW", "₩"),
    ("MXN", "MX$"),
    ("NZD", "NZ$"),
    ("PHP", "₱"),
    ("TWD", "NT$"),
    ("USD", "$"),
    ("VND", "₫"),
    ("XAF", "FCFA"),
    ("XCD", "EC$"),
    ("XCG", "Cg."),
    ("XOF", "F\u{202f}CFA"),
    ("XPF", "CFPF"),
    ("XXX", "¤"),
];

/// The currencies that are commonly used without fractions according to CLDR. The next constants list those with
/// thousandths and ten-thousandths. For some currencies, ISO 4217 defines a smaller minor unit.
const WITHOUT_FRACTION: [&str; 46] = [
    "ADP", "AFN", "ALL", "BIF", "BYR", "CLP", "COP", "DJF", "ESP", "GNF", "HUF", "IDR", "IQD",
    "IRR", "ISK", "ITL", "JPY", "KMF", "KPW", "KRW", "LAK", "LBP", "LUF", "MGA", "MGF", "MMK",
    "MRO", "PKR", "PYG", "RWF", "SLL", "SOS", "STD", "SYP", "TMM", "TRL", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF", "YER", "ZMK", "ZWD",
];
const THOUSANDTHS: [&str; 6] = ["BHD", "JOD", "KWD", "LYD", "OMR", "TND"];
const TEN_THOUSANDTHS: [&str; 2] = ["CLF", "UYW"];

fn digits_in_use(currency: &str) -> usize {
    if WITHOUT_FRACTION.contains(&currency) {
        0
    } else if THOUSANDTHS.contains(&currency) {
        3
    } else if TEN_THOUSANDTHS.contains(&currency) {
        4
    } else {
        2
    }
}

fn nth(names: &[&'static str], index: u32) -> &'static str {
    usize::try_from(index)
        .ok()
        .and_then(|index| names.get(index))
        .copied()
        .unwrap_or_default()
}

fn abbreviate(name: &str, width: NameWidth) -> String {
    match width {
        NameWidth::Short => name.chars().take(3).collect(),
        NameWidth::Narrow => name.chars().take(1).collect(),
        NameWidth::Long => name.to_owned(),
    }
}

fn format_unsigned(rounded: &RoundedDecimal, grouping: bool) -> String {
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
            (
                "123456789012345678901",
                None,
                true,
                "123,456,789,012,345,678,901",
            ),
        ] {
            assert_eq!(
                English
                    .number(&decimal(number), decimals, grouping)
                    .unwrap(),
                text
            );
        }
        assert_eq!(English.number(&decimal("1e999"), None, true), None);
    }

    /// The expected values are those of `Intl.NumberFormat("en-US", { style: "currency", … })`, with `_` for U+00A0.
    #[test]
    fn amounts_use_the_symbol_and_digits_of_their_currency() {
        for (amount, currency, decimals, text) in [
            ("1234.5", "USD", None, "$1,234.50"),
            ("-1234.5", "USD", Some(0), "-$1,235"),
            ("1234.5", "EUR", None, "€1,234.50"),
            ("-99.999", "EUR", None, "-€100.00"),
            ("1234.5", "GBP", None, "£1,234.50"),
            ("1234.5", "JPY", None, "¥1,235"),
            ("1234.5", "JPY", Some(2), "¥1,234.50"),
            ("123456.789", "INR", None, "₹123,456.79"),
            ("1", "CAD", None, "CA$1.00"),
            ("1", "AUD", None, "A$1.00"),
            ("1", "CNY", None, "CN¥1.00"),
            ("1", "KRW", None, "₩1"),
            ("-1234.5", "CHF", None, "-CHF_1,234.50"),
            ("1", "KWD", None, "KWD_1.000"),
            ("1", "HUF", None, "HUF_1"),
            ("1", "CLF", None, "CLF_1.0000"),
            ("1", "XAF", None, "FCFA_1"),
            ("1", "XOF", None, "F\u{202f}CFA_1"),
            ("1", "XCG", None, "Cg._1.00"),
            ("1", "XXX", None, "¤1.00"),
            ("1", "ABC", None, "ABC_1.00"),
        ] {
            let written = English
                .currency(&decimal(amount), currency, decimals, true)
                .unwrap();
            assert_eq!(written.replace('\u{a0}', "_"), text);
        }
        assert_eq!(
            English
                .currency(&decimal("-0.001"), "EUR", None, true)
                .unwrap(),
            "€0.00"
        );
    }

    proptest! {
        #[test]
        fn grouping_only_inserts_commas_every_three_digits(n in any::<i64>(), decimals in 0usize..5) {
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
