//! The functions of the basic catalog. A2UI 0.9, basic catalog, `functions`.

use super::{Call, Decimal, EvaluationError, PluralCategory, date};
use wire::{Payload, PayloadKind};

/// The functions that a client knows.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Version, data_model::DataModel};
/// use a2ui::expression::{BasicFunctions, Call, Evaluation, EvaluationError, Functions, Host};
/// use wire::{Payload, Pointer};
///
/// struct Mine;
/// impl Functions for Mine {
///     fn call(&self, call: &mut Call<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
///         match call.name() {
///             "upper" => Ok(Some(Payload::string(&call.text("value")?.to_uppercase()))),
///             _ => BasicFunctions.call(call),
///         }
///     }
/// }
///
/// let model = DataModel::new();
/// let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().functions(&Mine));
/// let value = Payload::parse(r#"{"call":"formatString","args":{"value":"${upper(value: 'a')}!"}}"#)?;
/// assert_eq!(evaluation.text(&value, &Pointer::root())?, "A!");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Functions {
    /// What the function gives for this call; absent if it has no value. Names that begin with `@` never come here where the
    /// specification defines them.
    ///
    /// # Errors
    /// [`Call::unknown`] for a function that is not known; otherwise what is wrong.
    fn call(&self, call: &mut Call<'_, '_>) -> Result<Option<Payload>, EvaluationError>;
}

/// The functions of the basic catalog, whatever the catalog of the surface is called.
///
/// | function | gives |
/// |---|---|
/// | `required(value)` | false for absent, null, `""` and `[]` |
/// | `regex(value, pattern)` | whether the pattern is found in the text of `value`; see below |
/// | `length(value, min, max)` | whether the length is in the range: elements of an array, else UTF-16 units of the text |
/// | `numeric(value, min, max)` | whether `value` is a number, or written like one, in the range; by its text, exactly |
/// | `email(value)` | whether it looks like an address: letters, digits and `._%+-`, `@`, a domain with a dot and two letters at its end |
/// | `formatString(value)` | the text with its `${…}` replaced |
/// | `formatNumber(value, decimals, grouping)` | as the [locale](super::Locale) writes it |
/// | `formatCurrency(value, currency, decimals, grouping)` | as the locale writes it |
/// | `formatDate(value, format)` | by a pattern of Unicode TR35, or `ISO`; nothing for what is no date; see below |
/// | `pluralize(value, zero, one, two, few, many, other)` | the text of the category; `zero`, `one`, `two` for exactly 0, 1, 2 if they are there |
/// | `and(values)`, `or(values)`, `not(value)` | as far as needed to know; `values` has at least two |
/// | `openUrl(url)` | the error `effect`: it has no value, the host opens the address |
///
/// What checks gives a boolean, in 1.0 an object with `valid`. A value that is absent or null is formatted as nothing.
///
/// **Dates** are texts of ISO 8601 and milliseconds since 1970. What states an offset, and a number, is shown in the
/// [time zone](super::Host::time_zone) of the host, and without one as it is written, a number in UTC; what states none is
/// always shown as it is written. The pattern `ISO` is the instant in UTC (`2026-01-16T14:30:00.000Z`). In any other pattern
/// `'…'` is text, `''` is a quote, and letters are fields, so many as in [TR35]:
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
/// Any other letter is an error. A2UI's own clients know fewer, and differ in what they make of the rest.
///
/// [TR35]: https://unicode.org/reports/tr35/tr35-dates.html#Date_Format_Patterns
///
/// **Regular expressions** are evaluated where the feature `regex` is enabled, in linear time; without it `regex` gives the
/// error `regex-feature`, never a verdict. Patterns mean what they mean in JavaScript without flags, by code points;
/// look-around and back references are refused (`pattern-unsupported`), as are patterns of more than 1000 bytes, patterns
/// that need more than 1 MiB, and texts of more than 64 KiB (`limit`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BasicFunctions;

impl Functions for BasicFunctions {
    fn call(&self, call: &mut Call<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
        let value = match call.name() {
            "required" => {
                let valid = is_given(call.require("value")?.as_ref());
                call.check_result(valid, None)
            }
            "regex" => {
                call.require("value")?;
                call.require("pattern")?;
                let valid = super::pattern::is_found(call)?;
                call.check_result(valid, None)
            }
            "length" => {
                let valid = length(call)?;
                call.check_result(valid, None)
            }
            "numeric" => {
                let valid = numeric(call)?;
                call.check_result(valid, None)
            }
            "email" => {
                call.require("value")?;
                let valid = is_email(&call.text("value")?);
                call.check_result(valid, Some("INVALID_EMAIL"))
            }
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
                let message = "`openUrl` has no value; the client opens the address";
                return Err(EvaluationError::new("effect", call.at().clone(), message));
            }
            _ => return Err(call.unknown()),
        };
        Ok(Some(value))
    }
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

fn length(call: &mut Call<'_, '_>) -> Result<bool, EvaluationError> {
    let length = match call.require("value")? {
        Some(value) if value.kind() == PayloadKind::Array => value.elements().count(),
        Some(value) if value.is_object() => {
            return Err(call.error("value", "`value` is an object, which has no length"));
        }
        value => super::dynamic::to_text(value.as_ref()).encode_utf16().count(),
    };
    let (min, max) = (call.count("min")?, call.count("max")?);
    Ok(min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max))
}

fn numeric(call: &mut Call<'_, '_>) -> Result<bool, EvaluationError> {
    let number = call.require("value")?.as_ref().and_then(Decimal::from_payload);
    let (min, max) = (call.number("min")?, call.number("max")?);
    Ok(number
        .is_some_and(|number| min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)))
}

fn is_email(text: &str) -> bool {
    let all = |text: &str, others: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
    };
    let Some((local, domain)) = text.split_once('@') else { return false };
    let Some((host, last)) = domain.rsplit_once('.') else { return false };
    let is_last = last.len() >= 2 && last.bytes().all(|b| b.is_ascii_alphabetic());
    all(local, "._%+-") && all(host, ".-") && is_last
}

/// As many digits behind the point as anybody shows.
const MAX_DECIMALS: usize = 100;

fn decimals(call: &mut Call<'_, '_>) -> Result<Option<usize>, EvaluationError> {
    match call.count("decimals")? {
        Some(n) if n > MAX_DECIMALS => {
            Err(call.error("decimals", format_args!("at most {MAX_DECIMALS} decimals are shown")))
        }
        decimals => Ok(decimals),
    }
}

fn format_number(call: &mut Call<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    let Some(number) = call.number("value")? else { return Ok(String::new()) };
    let (decimals, grouping) = (decimals(call)?, call.boolean("grouping")?.unwrap_or(true));
    let text = call.locale().number(&number, decimals, grouping);
    text.ok_or_else(|| call.error("value", "the number has too many digits"))
}

fn format_currency(call: &mut Call<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    call.require("currency")?;
    let currency = call.text("currency")?.to_ascii_uppercase();
    if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(call.error("currency", "`currency` is no code of three letters"));
    }
    let Some(amount) = call.number("value")? else { return Ok(String::new()) };
    let (decimals, grouping) = (decimals(call)?, call.boolean("grouping")?.unwrap_or(true));
    let text = call.locale().currency(&amount, &currency, decimals, grouping);
    text.ok_or_else(|| call.error("value", "the number has too many digits"))
}

fn pluralize(call: &mut Call<'_, '_>) -> Result<String, EvaluationError> {
    call.require("value")?;
    if !call.has("other") {
        return Err(call.error("other", "`pluralize` needs the argument `other`"));
    }
    let Some(number) = call.number("value")? else { return call.text("other") };
    let exact = [(0, PluralCategory::Zero), (1, PluralCategory::One), (2, PluralCategory::Two)];
    let exact =
        exact.into_iter().find(|(n, category)| Decimal::from(*n) == number && call.has(category.as_str()));
    let category = exact.map_or_else(|| call.locale().plural(&number), |(_, category)| category);
    match call.has(category.as_str()) {
        true => call.text(category.as_str()),
        false => call.text("other"),
    }
}

/// Whether all are true, or with `any` whether one is; what comes behind the one that decides is not evaluated.
fn all_or_any(call: &mut Call<'_, '_>, any: bool) -> Result<bool, EvaluationError> {
    let elements = call.elements("values")?.unwrap_or_default();
    if elements.len() < 2 {
        return Err(
            call.error("values", format_args!("`{}` needs a list of at least two values", call.name()))
        );
    }
    for element in &elements {
        if call.element(element)? == any {
            return Ok(any);
        }
    }
    Ok(!any)
}
