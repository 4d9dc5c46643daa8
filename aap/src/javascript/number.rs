//! Numbers in the form that JavaScript writes.

use std::fmt::Write;

/// Writes a JSON number as JavaScript does: the nearest double in its shortest digits. A number beyond the range of
/// doubles becomes `null`. See `Number::toString` and `SerializeJSONProperty` in ECMA-262.
///
/// ```
/// use agent_ui_aap::javascript::number;
///
/// assert_eq!(number("12345678901234567890"), "12345678901234567000");
/// assert_eq!(number("0.00000010"), "1e-7");
/// assert_eq!(number("1e400"), "null");
/// ```
pub fn number(text: &str) -> String {
    if is_canonical(text) {
        text.to_owned()
    } else {
        through_double(text)
    }
}

/// Converts a number through a double.
fn through_double(text: &str) -> String {
    let value: f64 = text.parse().unwrap_or(f64::NAN);
    if !value.is_finite() {
        return "null".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = shortest(value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let mut out = String::new();
    if value < 0.0 {
        out.push('-');
    }
    write_decimal(&mut out, &digits, exponent);
    out
}

/// Returns `true` only if JavaScript writes the number unchanged. This quick check compares lengths, because two
/// numbers of up to fifteen digits are never the same double. It also returns `false` for some unchanged numbers.
pub(super) fn is_canonical(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.len() <= 15
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_plain
        && match digits.split_once('.') {
            None => text != "-0",
            // A number with seven or more decimal places may be written with an exponent.
            Some((whole, part)) => {
                let is_small = whole == "0" && part.bytes().take(6).all(|digit| digit == b'0');
                !part.ends_with('0') && !is_small
            }
        }
}

/// Returns the shortest digits of a double as `d.ddde±x`. If two candidates are equally near, Rust takes the upper one
/// and JavaScript the even one. Rounding to that length returns the even one.
fn shortest(value: f64) -> String {
    let shortest = format!("{value:e}");
    let digits = shortest
        .bytes()
        .take_while(|byte| *byte != b'e')
        .filter(u8::is_ascii_digit)
        .count();
    let rounded = format!("{value:.*e}", digits.saturating_sub(1));
    if rounded.parse() == Ok(value) {
        rounded
    } else {
        shortest
    }
}

fn zeros(count: i32) -> String {
    "0".repeat(usize::try_from(count).unwrap_or_default())
}

/// Writes `digits` with a point after the first one, times ten to the power of `exponent`.
fn write_decimal(out: &mut String, digits: &str, exponent: i32) {
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let point = exponent + 1;
    // Writing to a `String` does not fail.
    let _ = if (count..=21).contains(&point) {
        write!(out, "{digits}{}", zeros(point - count))
    } else if (1..=21).contains(&point) {
        let at = usize::try_from(point).unwrap_or_default();
        let (whole, part) = digits.split_at_checked(at).unwrap_or((digits, ""));
        write!(out, "{whole}.{part}")
    } else if (-5..=0).contains(&point) {
        write!(out, "0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
        let dot = if rest.is_empty() { "" } else { "." };
        write!(out, "{first}{dot}{rest}e{exponent:+}")
    };
}

/// Returns `true` if JavaScript writes a number with another value, or null.
pub(crate) fn is_changed(text: &str) -> bool {
    match (decimal(text), decimal(&number(text))) {
        (Some(before), Some(after)) => before != after,
        _ => true,
    }
}

/// Returns the sign, the digits without zeros at either end, and the power of ten of the last digit. Equal decimal
/// numbers have the same form.
fn decimal(text: &str) -> Option<(bool, String, i64)> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !whole.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = format!("{whole}{part}");
    let short = digits.trim_end_matches('0');
    let dropped = digits.len() - short.len();
    let short = short.trim_start_matches('0');
    if short.is_empty() {
        return Some((false, String::new(), 0));
    }
    let exponent: i64 = exponent.parse().ok()?;
    let moved = i64::try_from(dropped)
        .ok()?
        .checked_sub(i64::try_from(part.len()).ok()?)?;
    Some((negative, short.to_owned(), exponent.checked_add(moved)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_match_javascript_at_every_format_boundary() {
        for (text, expected) in [
            ("0.0000001", "1e-7"),
            ("-0.000001", "-0.000001"),
            ("9007199254740993", "9007199254740992"),
            ("12345678901234567890", "12345678901234567000"),
            ("1.0", "1"),
            ("1E2", "100"),
            ("100", "100"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("1e-999", "0"),
            ("1e400", "null"),
            ("-1e400", "null"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("123456789012345680000", "123456789012345680000"),
            ("1.5e21", "1.5e+21"),
            ("999999999999999999999", "1e+21"),
            ("1e-7", "1e-7"),
            ("0.000001", "0.000001"),
            ("0.0000012345", "0.0000012345"),
            ("1.25e-7", "1.25e-7"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("5e-324", "5e-324"),
            ("0.1", "0.1"),
            ("-944.9023", "-944.9023"),
            ("47.0", "47"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("-1.5e300", "-1.5e+300"),
            // Two shortest forms are equally near. JavaScript takes the even one.
            ("1410558315657930.25", "1410558315657930.2"),
            ("1410558315657930.75", "1410558315657930.8"),
            ("74703371527638.125", "74703371527638.12"),
            ("74703371527638.375", "74703371527638.38"),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn only_numbers_that_no_double_represents_change() {
        for same in [
            "0",
            "-0",
            "0e999999999999999999999",
            "1.0",
            "1e2",
            "0.10",
            "9007199254740992",
            "9007199254740994",
            "1e21",
            "5e-324",
            "100000000000000000000",
        ] {
            assert!(!is_changed(same), "{same}");
        }
        for other in [
            "9007199254740993",
            "12345678901234567890",
            "1e400",
            "1e-400",
            "1e99999999999999999999",
            "0.1000000000000000055511151231257827",
            "18446744073709551615",
        ] {
            assert!(is_changed(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn canonical_numbers_are_written_unchanged(text in "-?(0|[1-9][0-9]{0,9})([.][0-9]{1,9})?") {
            prop_assert!(!is_canonical(&text) || through_double(&text) == text, "{}", text);
        }

        #[test]
        fn written_numbers_denote_the_same_double(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let text = number(&format!("{value:e}"));
            prop_assert_eq!(text.parse::<f64>().unwrap(), value);
            prop_assert!(!is_changed(&text));
        }
    }
}
