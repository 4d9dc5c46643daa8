//! Exact decimal numbers, with arithmetic on their text.

use std::cmp::Ordering;
use wire::{Number, Payload};

/// The maximum number of digits before the decimal point that are written. Doubles have at most 309.
const MAX_INTEGER_DIGITS: i64 = 400;
/// The maximum number of digits after the decimal point that are shown.
const MAX_FRACTION_DIGITS: usize = 400;

/// An exact decimal number of any size: `0.1` is one tenth, and a large integer keeps all its digits.
///
/// ```
/// use agent_ui_a2ui::expression::Decimal;
///
/// let number = Decimal::parse("1.005e3").unwrap();
/// assert_eq!(number.plain().unwrap(), "1005");
/// assert_eq!(Decimal::parse("2.675").unwrap().round(2, 2).unwrap().to_string(), "2.68");
/// assert!(Decimal::parse("0.30000000000000000001") > Decimal::parse("0.3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// The digits without zeros at either end. Empty for zero.
    digits: String,
    /// The exponent of ten by which the digits are multiplied.
    exponent: i64,
}

/// A rounded number. `Display` writes it with `-` and `.`, without grouping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundedDecimal {
    /// `true` if the number is negative and was not rounded to zero.
    pub negative: bool,
    /// The digits before the decimal point, at least one.
    pub integer: String,
    /// The digits after the decimal point, if any.
    pub fraction: String,
}

impl std::fmt::Display for RoundedDecimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, point) = (
            if self.negative { "-" } else { "" },
            if self.fraction.is_empty() { "" } else { "." },
        );
        write!(f, "{sign}{}{point}{}", self.integer, self.fraction)
    }
}

impl Decimal {
    /// Parses a number in the form of JSON or everyday writing. Surrounding space, a `+`, leading zeros and a bare
    /// decimal point are accepted. A text without a digit is not a number.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)?),
            None => (text, 0),
        };
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all_digits = integer
            .bytes()
            .chain(fraction.bytes())
            .all(|b| b.is_ascii_digit());
        if !all_digits || integer.len() + fraction.len() == 0 {
            return None;
        }
        let mut digits = format!("{integer}{fraction}");
        let mut exponent = exponent.saturating_sub(length(fraction));
        let significant = digits.trim_end_matches('0').len();
        exponent =
            exponent.saturating_add(length(&digits) - i64::try_from(significant).unwrap_or(0));
        digits.truncate(significant);
        let digits = digits.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Self {
                negative: false,
                digits,
                exponent: 0,
            });
        }
        Some(Self {
            negative,
            digits,
            exponent,
        })
    }

    /// Returns the number in a payload, which can be a JSON number or a string that [`parse`](Self::parse) accepts.
    pub fn from_payload(payload: &Payload) -> Option<Self> {
        match Number::from_payload(payload) {
            Some(number) => Self::parse(number.as_str()),
            None => Self::parse(&payload.as_str()?),
        }
    }

    /// Returns `true` for zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns the power of ten just above the first digit: 1 for 7, 2 for 10, 0 for 0.5.
    fn order(&self) -> i64 {
        self.exponent.saturating_add(length(&self.digits))
    }

    /// Returns the number as an integer, if it is an integer and fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.exponent < 0 {
            return None;
        }
        self.plain()?.parse().ok()
    }

    /// Returns the number as a JSON number without exponent and trailing zeros. Returns `None` if it has more than 400
    /// digits before or after the decimal point.
    pub fn plain(&self) -> Option<String> {
        let digits = usize::try_from((-self.exponent).max(0)).ok()?;
        if digits > MAX_FRACTION_DIGITS {
            return None;
        }
        Some(self.round(0, digits)?.to_string())
    }

    /// Rounds to at most `max` digits after the decimal point, with halves away from zero. At least `min` digits are
    /// shown. Returns `None` if there are more than 400 digits before the decimal point.
    pub fn round(&self, min: usize, max: usize) -> Option<RoundedDecimal> {
        if self.order() > MAX_INTEGER_DIGITS {
            return None;
        }
        let (min, max) = (min.min(MAX_FRACTION_DIGITS), max.min(MAX_FRACTION_DIGITS));
        let max_len = length_of(max);
        // These are the digits of the number times ten to the power `max`, truncated at the decimal point.
        let mut scaled = match self.exponent.saturating_add(max_len) {
            shift if shift >= 0 => {
                format!(
                    "{}{}",
                    self.digits,
                    "0".repeat(usize::try_from(shift).unwrap_or(0))
                )
            }
            _ => {
                let keep = self.order().saturating_add(max_len);
                let cut = usize::try_from(keep).unwrap_or(0);
                let (rounded, rest) = self
                    .digits
                    .split_at_checked(cut)
                    .unwrap_or((&self.digits, ""));
                let up = keep >= 0 && rest.as_bytes().first().is_some_and(|digit| *digit >= b'5');
                if up {
                    increment(rounded)
                } else {
                    rounded.to_owned()
                }
            }
        };
        // A number that rounds to zero has no sign.
        let negative = self.negative && scaled.bytes().any(|digit| digit != b'0');
        if scaled.len() <= max {
            scaled = format!("{}{scaled}", "0".repeat(max + 1 - scaled.len()));
        }
        let (integer, fraction) = scaled.split_at_checked(scaled.len() - max)?;
        let shown = fraction.trim_end_matches('0').len().max(min.min(max));
        let fraction = fraction.get(..shown).unwrap_or(fraction);
        let integer = integer.trim_start_matches('0');
        Some(RoundedDecimal {
            negative,
            integer: if integer.is_empty() { "0" } else { integer }.to_owned(),
            fraction: format!(
                "{fraction}{}",
                "0".repeat(min.saturating_sub(fraction.len()))
            ),
        })
    }
}

fn length(digits: &str) -> i64 {
    length_of(digits.len())
}

fn length_of(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Parses an exponent and clamps it to a safe range.
fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Adds one to an integer that is given as decimal digits.
fn increment(digits: &str) -> String {
    let mut bytes: Vec<u8> = digits.bytes().rev().collect();
    for digit in &mut bytes {
        if *digit != b'9' {
            *digit += 1;
            return bytes.iter().rev().map(|b| char::from(*b)).collect();
        }
        *digit = b'0';
    }
    format!(
        "1{}",
        bytes
            .iter()
            .rev()
            .map(|b| char::from(*b))
            .collect::<String>()
    )
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = self.sign();
        match sign.cmp(&other.sign()) {
            Ordering::Equal => {}
            ordering => return ordering,
        }
        let magnitude = match self.order().cmp(&other.order()) {
            Ordering::Equal => self.digits.as_str().cmp(&other.digits),
            ordering => ordering,
        };
        match sign {
            0 => Ordering::Equal,
            1 => magnitude,
            _ => magnitude.reverse(),
        }
    }
}

impl Decimal {
    fn sign(&self) -> i8 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }
}

impl From<u64> for Decimal {
    fn from(n: u64) -> Self {
        Self::parse(&n.to_string()).unwrap_or(Self {
            negative: false,
            digits: String::new(),
            exponent: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_read_in_every_common_form() {
        for (text, plain) in [
            ("24.0", "24"),
            ("1e2", "100"),
            ("-0", "0"),
            ("+007.50", "7.5"),
            (" .5 ", "0.5"),
            ("5.", "5"),
            ("1.20E-3", "0.0012"),
            (
                "123456789012345678901234567890.10",
                "123456789012345678901234567890.1",
            ),
        ] {
            assert_eq!(decimal(text).plain().unwrap(), plain);
        }
        for text in [
            "", " ", ".", "-", "e1", "1e", "1e+", "0x1", "1 2", "1,0", "NaN", "Infinity", "1.2.3",
            "--1",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn huge_numbers_are_compared_but_not_written_out() {
        assert!(decimal("1e99999999999999999999") > decimal("1e999"));
        assert!(decimal("-1e999") < decimal("1e-999"));
        assert!(decimal("1e-99999999999999999999") < decimal("1e-999"));
        assert_eq!(decimal("1e999").plain(), None);
        assert_eq!(decimal("1e999").round(0, 2), None);
        assert_eq!(decimal("1e-999").plain(), None);
        assert_eq!(decimal("-1e-999").round(1, 2).unwrap().to_string(), "0.0");
        assert_eq!(decimal("1e308").plain().unwrap().len(), 309);
        assert_eq!(decimal("1e18").to_i64(), Some(1_000_000_000_000_000_000));
        assert_eq!(
            (decimal("1e19").to_i64(), decimal("1.5").to_i64()),
            (None, None)
        );
    }

    #[test]
    fn halves_in_decimal_text_are_rounded_away_from_zero() {
        for (text, min, max, rounded) in [
            ("1.005", 2, 2, "1.01"),
            ("-1.005", 2, 2, "-1.01"),
            ("0.5", 0, 0, "1"),
            ("0.49999999999999999999", 0, 0, "0"),
            ("-0.4", 0, 0, "0"),
            ("999.995", 2, 2, "1000.00"),
            ("0.05", 0, 1, "0.1"),
            ("0.005", 0, 1, "0"),
            ("1234.5", 0, 3, "1234.5"),
            ("7", 2, 2, "7.00"),
        ] {
            assert_eq!(
                decimal(text).round(min, max).unwrap().to_string(),
                rounded,
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn rounding_agrees_with_integer_arithmetic(n in -1_000_000_000_000i64..1_000_000_000_000, behind in 0u32..8, kept in 0usize..8) {
            let text = format!("{n}e-{behind}");
            let rounded = decimal(&text).round(kept, kept).unwrap().to_string();
            let (n, unit) = (i128::from(n), 10i128.pow(behind));
            let scaled = n * 10i128.pow(kept as u32);
            let half_away = (2 * scaled.abs() + unit) / (2 * unit) * scaled.signum();
            let digits = format!("{:0>width$}", half_away.abs(), width = kept + 1);
            let (integer, fraction) = digits.split_at(digits.len() - kept);
            let sign = if half_away < 0 { "-" } else { "" };
            let point = if kept == 0 { "" } else { "." };
            prop_assert_eq!(rounded, format!("{sign}{integer}{point}{fraction}"));
        }

        #[test]
        fn ordering_agrees_with_integers(a in -100_000i64..100_000, b in -100_000i64..100_000, i in 0u32..6, j in 0u32..6) {
            let scaled = |n: i64, e: u32| i128::from(n) * 10i128.pow(6 - e);
            let order = decimal(&format!("{a}e-{i}")).cmp(&decimal(&format!("{b}e-{j}")));
            prop_assert_eq!(order, scaled(a, i).cmp(&scaled(b, j)));
        }

        #[test]
        fn a_plain_number_is_a_json_number_of_the_same_value(text in "-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?") {
            let number = decimal(&text);
            let plain = number.plain().unwrap();
            prop_assert!(Number::parse(&plain).is_some());
            prop_assert_eq!(decimal(&plain), number);
        }

        #[test]
        fn parsing_a_decimal_never_panics(text in "[-+0-9.eE ]{0,12}") {
            if let Some(number) = Decimal::parse(&text) {
                let _ = (number.plain(), number.round(0, 3), number.to_i64());
            }
        }
    }
}
