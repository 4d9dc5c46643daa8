//! The functions of the basic catalog (A2UI 0.9).

use super::{Decimal, EvaluationError, FunctionContext, Functions, Host, PluralCategory, date};
use crate::limits::DECIMALS;
use wire::{Payload, PayloadKind};

/// The functions of the basic catalog, independent of the catalog id of the surface.
///
/// | function | result |
/// |---|---|
/// | `required(value)` | `false` for absent, null, `""` and `[]` |
/// | `regex(value, pattern)` | `true` if the pattern matches part of the text of `value`; see below |
/// | `length(value, min, max)` | `true` if the length is in the range: elements of an array, else UTF-16 units of the text |
/// | `numeric(value, min, max)` | `true` if `value` is a number, or text of a number, in the range; compared exactly |
/// | `email(value)` | `true` if it looks like an address: letters, digits and `._%+-`, `@`, a domain with a dot and two letters at its end |
/// | `formatString(value)` | the text with each `${…}` replaced |
/// | `formatNumber(value, decimals, grouping)` | the number as the [locale](super::Locale) writes it |
/// | `formatCurrency(value, currency, decimals, grouping)` | the amount as the locale writes it |
/// | `formatDate(value, format)` | the date in a pattern of Unicode TR35, or `ISO`; empty if it is not a date; see below |
/// | `pluralize(value, zero, one, two, few, many, other)` | the text of the category; `zero`, `one`, `two` for exactly 0, 1, 2 if present |
/// | `and(values)`, `or(values)`, `not(value)` | the truth value; evaluation stops when it is known; `values` has at least two |
/// | `openUrl(url)` | the error `effect`: it has no value, and the host opens the address |
///
/// Validation functions return a boolean, in 1.0 an object with `valid`. Absent and null values are formatted as empty text.
///
/// **Dates** are texts of ISO 8601, or milliseconds since 1970. Texts with an offset, and numbers, are shown in the [time
/// zone](super::Host::time_zone) of the host. Without a time zone, texts are shown as they are written, and numbers in UTC.
/// Texts without an offset are always shown as they are written. The pattern `ISO` is the instant in UTC
/// (`2026-01-16T14:30:00.000Z`). In other patterns, `'…'` is text, `''` is a quote, and letters are fields as in [TR35]:
///
/// | letters | field |
/// |---|---|
/// | `G` | era |
/// | `y` `u`, `Y` `w` | year, with and without era; year of the week, and its number |
/// | `Q` `q`, `M` `L`, `d`, `D` | quarter, month, day of the month, day of the year |
/// | `E`, `e` `c` | day of the week by its name, and by its number in the week |
/// | `a`, `b` | AM and PM; the same with noon and midnight |
/// | `h` `H` `k` `K`, `m`, `s`, `S` | hour (1–12, 0–23, 1–24, 0–11), minute, second, fraction |
/// | `z`, `O`, `Z`, `X`, `x` | name of the zone, `GMT+1`, `+0100`, `+01:00` with and without `Z` |
///
/// Any other letter is an error. A2UI's own clients support fewer letters, and treat the others differently.
///
/// [TR35]: https://unicode.org/reports/tr35/tr35-dates.html#Date_Format_Patterns
///
/// **Regular expressions** need the feature `regex` and are evaluated in linear time. Without the feature, `regex` returns the
/// error `regex-feature`. Patterns have the meaning of JavaScript patterns without flags, by code points. Look-around and back
/// references are refused (`pattern-unsupported`). Patterns of more than 1000 bytes, patterns that need more than 1 MiB, and
/// texts of more than 64 KiB are refused, too (`limit`).
///
/// Specification: [A2UI 0.9, basic catalog](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BasicFunctions;

impl Default for Host<'_> {
    fn default() -> Self {
        Self::with_functions(&BasicFunctions)
    }
}

impl Functions for BasicFunctions {
    fn call(&self, call: &mut FunctionContext<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
        let value = match call.name() {
            "required" | "regex" | "length" | "numeric" | "email" => validate(call)?,
            "formatString" => {
                call.require("value")?;
                let (template, at) = (call.text("value")?, call.argument_at("value"));
                Payload::string(&call.evaluation().format(&template, &at)?)
            }
            "formatNumber" => Payload::string(&format_number(call)?),
            "formatCurrency" => Payload::string(&format_currency(call)?),
            "formatDate" => Payload::string(&date::format_date(call)?),
            "pluralize" => Payload::string(&pluralize(call)?),
            "and" => boolean(all_or_any(call, false)?),
            "or" => boolean(all_or_any(call, true)?),
            "not" => {
                let value = call.require("value")?;
                boolean(!call.is_true(value.as_ref()))
            }
            "openUrl" => {
                let message = "`openUrl` has no value; the host must open the address";
                return Err(EvaluationError::new("effect", call.at().clone(), message));
            }
            _ => return Err(call.unknown()),
        };
        Ok(Some(value))
    }
}

/// Calls a function that validates a value, and returns the result in the form of the version.
fn validate(call: &mut FunctionContext<'_, '_>) -> Result<Payload, EvaluationError> {
    let (valid, code) = match call.name() {
        "regex" => {
            call.require("value")?;
            call.require("pattern")?;
            (super::pattern::is_found(call)?, None)
        }
        "length" => (length(call)?, None),
        "numeric" => (numeric(call)?, None),
        "email" => {
            call.require("value")?;
            (is_email(&call.text("value")?), Some("INVALID_EMAIL"))
        }
        _ => (is_given(call.require("value")?.as_ref()), None),
    };
    Ok(call.check_result(valid, code))
}

fn boolean(value: bool) -> Payload {
    Payload::parse(value.to_string()).unwrap_or_else(|_| Payload::null())
}

fn is_given(value: Option<&Payload>) -> bool {
    value.is_some_and(|value| match value.kind() {
        PayloadKind::Null => false,
        PayloadKind::String => value.text() != "\"\"",
        PayloadKind::Array => value.elements().next().is_some(),
        _ => true,
    })
}

fn length(call: &mut FunctionContext<'_, '_>) -> Result<bool, EvaluationError> {
    let length = match call.require("value")? {
        Some(value) if value.kind() == PayloadKind::Array => value.elements().count(),
        Some(value) if value.is_object() => {
            return Err(call.error("value", "`value` must be a list or a text, not an object"));
        }
        value => super::dynamic::to_text(value.as_ref())
            .encode_utf16()
            .count(),
    };
    let (min, max) = (call.count("min")?, call.count("max")?);
    Ok(min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max))
}

fn numeric(call: &mut FunctionContext<'_, '_>) -> Result<bool, EvaluationError> {
    let value = call.require("value")?;
    let (min, max) = (call.number("min")?, call.number("max")?);
    let Some(number) = value.as_ref().and_then(Decimal::from_payload) else {
        return Ok(false);
    };
    let is_low = min.is_some_and(|min| number < min);
    let is_high = max.is_some_and(|max| number > max);
    Ok(!is_low && !is_high)
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let Some((host, last)) = domain.rsplit_once('.') else {
        return false;
    };
    let is_last = last.len() >= 2 && last.bytes().all(|b| b.is_ascii_alphabetic());
    consists_of(local, "._%+-") && consists_of(host, ".-") && is_last
}

/// Returns `true` if a text is not empty and contains only ASCII letters, digits and the characters in `others`.
fn consists_of(text: &str, others: &str) -> bool {
    let mut chars = text.chars();
    !text.is_empty() && chars.all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

fn decimals(call: &mut FunctionContext<'_, '_>) -> Result<Option<usize>, EvaluationError> {
    match call.count("decimals")? {
        Some(n) if n > DECIMALS => Err(call.error(
            "decimals",
            format_args!("`decimals` must be at most {DECIMALS}"),
        )),
        decimals => Ok(decimals),
    }
}

fn format_number(call: &mut FunctionContext<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    let Some(number) = call.number("value")? else {
        return Ok(String::new());
    };
    let (decimals, grouping) = (decimals(call)?, call.boolean("grouping")?.unwrap_or(true));
    let text = call.locale().number(&number, decimals, grouping);
    text.ok_or_else(|| call.error("value", "`value` has too many digits"))
}

fn format_currency(call: &mut FunctionContext<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    call.require("currency")?;
    let currency = call.text("currency")?.to_ascii_uppercase();
    if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(call.error("currency", "`currency` must be a three-letter code"));
    }
    let Some(amount) = call.number("value")? else {
        return Ok(String::new());
    };
    let (decimals, grouping) = (decimals(call)?, call.boolean("grouping")?.unwrap_or(true));
    let text = call
        .locale()
        .currency(&amount, &currency, decimals, grouping);
    text.ok_or_else(|| call.error("value", "`value` has too many digits"))
}

fn pluralize(call: &mut FunctionContext<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    if !call.has("other") {
        return Err(call.error(
            "other",
            "`pluralize` is missing the required argument `other`",
        ));
    }
    let Some(number) = call.number("value")? else {
        return call.text("other");
    };
    let exact = [
        (0, PluralCategory::Zero),
        (1, PluralCategory::One),
        (2, PluralCategory::Two),
    ];
    let exact = exact
        .into_iter()
        .find(|(n, category)| Decimal::from(*n) == number && call.has(category.as_str()));
    let category = exact.map_or_else(|| call.locale().plural(&number), |(_, category)| category);
    match call.has(category.as_str()) {
        true => call.text(category.as_str()),
        false => call.text("other"),
    }
}

/// Returns `true` if all values are true, or with `any`, if at least one is true. Values after the deciding one are not
/// evaluated.
fn all_or_any(call: &mut FunctionContext<'_, '_>, any: bool) -> Result<bool, EvaluationError> {
    let elements = call.list_elements("values")?.unwrap_or_default();
    if elements.len() < 2 {
        return Err(call.error(
            "values",
            format_args!(
                "`values` of `{}` must be a list of at least two values",
                call.name()
            ),
        ));
    }
    for element in &elements {
        if call.is_element_true(element)? == any {
            return Ok(any);
        }
    }
    Ok(!any)
}
