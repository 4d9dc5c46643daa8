//! The interface to serde, which allows wire types inside the types and formats of other crates.
//!
//! A value is read by passing its text from the deserializer to the [`Reader`](crate::Reader). A value is written by
//! splitting the text of the [`Writer`](crate::Writer) into members, so that `flatten` and inner tags see an object. With
//! the text of serde_json, every byte of a member is kept. A `serde_json::Value` and other formats receive the value, and
//! a number that they cannot represent is an error.

use crate::MAX_DEPTH;
use crate::{DecodeError, DecodeRule, Wire, decode, decode::ReadError, quote, scan, token};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor},
    ser::{Error as _, SerializeMap, SerializeSeq},
};
use serde_json::value::RawValue;
use std::{any::TypeId, borrow::Cow, fmt, iter};

/// Reads a wire type from any deserializer.
#[doc(hidden)]
pub fn read<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    decode::decode_any_depth(&read_text(deserializer)?).map_err(|error| {
        // The line and column would mislead, because they are relative to a part of the document.
        D::Error::custom(decode::DecodeError { line: 0, ..error })
    })
}

/// Writes a wire type into any serializer.
#[doc(hidden)]
pub fn write<T: Wire + ?Sized, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut writer = crate::Writer::new();
    value.write(&mut writer);
    let text = writer.finish().map_err(S::Error::custom)?;
    write_text(&text, serializer)
}

/// Writes JSON text into any serializer. The outermost array or object becomes a sequence or map of the serializer.
pub(crate) fn write_text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match text.as_bytes().first() {
        Some(b'{')
            if !token::children(text)
                .filter_map(|child| child.name)
                .any(token::has_lone_surrogate) =>
        {
            let mut map = serializer.serialize_map(None)?;
            for child in token::children(text) {
                map.serialize_entry(
                    &token::name(child.name.unwrap_or_default()),
                    &Json { text: child.text },
                )?;
            }
            map.end()
        }
        Some(b'[') => {
            let mut list = serializer.serialize_seq(None)?;
            for child in token::children(text) {
                list.serialize_element(&Json { text: child.text })?;
            }
            list.end()
        }
        // A Rust string cannot contain a lone surrogate, but raw JSON text can.
        Some(b'"') if !token::has_lone_surrogate(text) => {
            serializer.serialize_str(&token::string(text))
        }
        Some(b'{' | b'"') if !is_serde_json::<S>() => Err(S::Error::custom(format_args!(
            "only JSON can represent the lone surrogate in {text}"
        ))),
        _ => Json { text }.serialize(serializer),
    }
}

/// Returns `true` if the serializer belongs to serde_json, which accepts raw JSON text.
fn is_serde_json<S: Serializer>() -> bool {
    typeid::of::<S::Error>() == TypeId::of::<serde_json::Error>()
}

/// Returns `true` if the serializer builds a `serde_json::Value`, as `serde_json::to_value` does.
fn is_serde_value<S: Serializer>() -> bool {
    typeid::of::<S::Ok>() == TypeId::of::<serde_json::Value>()
}

/// JSON text as a serializable value.
pub(crate) struct Json<'a> {
    pub(crate) text: &'a str,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_serde_json::<S>() {
            if is_serde_value::<S>() {
                // serde_json would replace the number by the nearest double, without an error.
                ensure_value_can_hold(self.text)
                    .map_err(|error| S::Error::custom(error.message))?;
            }
            let raw: &RawValue = serde_json::from_str(self.text).map_err(S::Error::custom)?;
            return raw.serialize(serializer);
        }
        if token::depth(self.text) > MAX_DEPTH {
            return Err(S::Error::custom(format_args!(
                "the value nests deeper than {} levels",
                MAX_DEPTH
            )));
        }
        match self.text {
            "null" => serializer.serialize_unit(),
            "true" => serializer.serialize_bool(true),
            "false" => serializer.serialize_bool(false),
            text if text.starts_with(['{', '[', '"']) => write_text(text, serializer),
            number => write_number(number, serializer),
        }
    }
}

/// Writes a number into a format that has only machine types. Returns an error if none of these types can represent the
/// value.
fn write_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match MachineNumber::parse(text) {
        Some(MachineNumber::Unsigned(integer)) => serializer.serialize_u64(integer),
        Some(MachineNumber::Signed(integer)) => serializer.serialize_i64(integer),
        Some(MachineNumber::Float(float)) => serializer.serialize_f64(float),
        None => Err(S::Error::custom(format_args!(
            "this format cannot represent the number {text}"
        ))),
    }
}

/// A number as the machine type that represents its exact value.
enum MachineNumber {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl MachineNumber {
    /// Parses a number. Returns `None` if every machine type would change the value.
    fn parse(text: &str) -> Option<Self> {
        if text != "-0" {
            if let Ok(integer) = text.parse() {
                return Some(Self::Unsigned(integer));
            }
            if let Ok(integer) = text.parse() {
                return Some(Self::Signed(integer));
            }
        }
        let float: f64 = text.parse().ok()?;
        let is_exact =
            float.is_finite() && Decimal::parse(&format!("{float:e}")) == Decimal::parse(text);
        is_exact.then_some(Self::Float(float))
    }
}

/// Converts valid JSON into a value of serde_json. Contents that the value cannot represent are errors.
pub(crate) fn to_serde_value(text: &str) -> Result<serde_json::Value, DecodeError> {
    if let Some(pointer) = token::deeper_than(text, MAX_DEPTH) {
        let message = format!("the value nests deeper than {MAX_DEPTH} levels");
        let error = ReadError::new(
            DecodeRule::Depth,
            message,
            "nest arrays and objects less deep",
        );
        return Err(DecodeError {
            pointer,
            ..error.into()
        });
    }
    ensure_value_can_hold(text)?;
    serde_json::from_str(text)
        .map_err(|error| ReadError::new(DecodeRule::Value, error, "keep the payload").into())
}

/// Returns an error for the first number or string that a value of serde_json cannot represent.
fn ensure_value_can_hold(text: &str) -> Result<(), DecodeError> {
    use token::TokenKind as Kind;
    // With `arbitrary_precision`, serde_json keeps the text of numbers.
    let keeps_numbers = has_arbitrary_precision();
    for token in token::Tokens::new(text) {
        let error = match token.kind {
            Kind::Number if !keeps_numbers && MachineNumber::parse(token.text).is_none() => {
                let message = format!(
                    "the number `{}` is not a 64-bit integer or a double",
                    token.text
                );
                ReadError::new(
                    DecodeRule::Value,
                    message,
                    "keep the payload, or write the number as a string",
                )
            }
            Kind::Name | Kind::String if token::has_lone_surrogate(token.text) => ReadError::new(
                DecodeRule::Encoding,
                "the string contains a lone surrogate",
                "keep the payload, or remove the surrogate",
            ),
            _ => continue,
        };
        let error = error.at_offset(token.at + 1).in_text(text);
        return Err(DecodeError {
            pointer: token::pointer_at(text, token.at),
            ..error
        });
    }
    Ok(())
}

/// The value of a number: the digits without leading and trailing zeros, and the power of ten that follows.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    power: i64,
}

impl Decimal {
    /// Parses a number. Returns `None` if the exponent is out of range.
    fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_negative = whole.starts_with('-');
        let all = [whole.trim_start_matches('-'), fraction].concat();
        let short = all.trim_end_matches('0');
        let zeros = i64::try_from(all.len() - short.len()).ok()?;
        let digits = short.trim_start_matches('0').to_owned();
        let power = exponent
            .parse::<i64>()
            .ok()?
            .checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let power = if digits.is_empty() {
            0
        } else {
            power.checked_add(zeros)?
        };
        Some(Self {
            is_negative,
            digits,
            power,
        })
    }
}

/// Returns the JSON text of the next value. The text is borrowed if the input is a string.
pub(crate) fn read_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Cow<'de, str>, D::Error> {
    // To get the raw text of a value from serde_json, a newtype struct with the private name of `RawValue` must be
    // requested. `RawValue` itself makes this request, which reveals the name.
    let mut text = None;
    let capture = CaptureText {
        deserializer,
        text: &mut text,
    };
    <Box<RawValue>>::deserialize(capture)?;
    text.ok_or_else(|| D::Error::custom("the deserializer returned no value"))
}

/// A deserializer for `RawValue` that captures the text of the value and passes on `null`.
struct CaptureText<'t, 'de, D> {
    deserializer: D,
    text: &'t mut Option<Cow<'de, str>>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for CaptureText<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        secret: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        *self.text = Some(
            self.deserializer
                .deserialize_newtype_struct(secret, TextOf { secret })?,
        );
        let null = iter::once((secret, "null"));
        visitor.visit_map(serde::de::value::MapDeserializer::new(null))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A visitor for serde_json's answer, a map with the private name and the raw text.
struct TextOf {
    secret: &'static str,
}

impl<'de> Visitor<'de> for TextOf {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        match map.next_key::<&str>()? {
            Some(name) if name == self.secret => map.next_value_seed(self),
            _ => Err(A::Error::custom(
                "the deserializer returned an unexpected map",
            )),
        }
    }

    /// Reads from any other source: a `Value`, serde's buffer for `untagged` and `flatten`, or another format.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Self::Value, D::Error> {
        let mut text = String::new();
        Transcript {
            text: &mut text,
            depth: 0,
        }
        .deserialize(deserializer)?;
        Ok(Cow::Owned(text))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

impl<'de> DeserializeSeed<'de> for TextOf {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

/// A visitor that writes the value of a deserializer as JSON.
struct Transcript<'t> {
    text: &'t mut String,
    depth: usize,
}

/// The private member name of serde_json that contains a number if the feature `arbitrary_precision` is enabled.
const NUMBER_MEMBER: &str = "$serde_json::private::Number";

/// Returns `true` if serde_json keeps the text of numbers in this build.
pub(crate) fn has_arbitrary_precision() -> bool {
    serde_json::from_str::<serde_json::Value>("1e999").is_ok()
}

impl Transcript<'_> {
    fn push<E>(self, json: impl fmt::Display) -> Result<(), E> {
        self.text.push_str(&json.to_string());
        Ok(())
    }

    /// Returns the transcript for a nested value.
    fn child_transcript<E: serde::de::Error>(&mut self) -> Result<Transcript<'_>, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format_args!(
                "the value nests deeper than {} levels",
                MAX_DEPTH
            )));
        }
        Ok(Transcript {
            text: self.text,
            depth: self.depth + 1,
        })
    }
}

impl<'de> DeserializeSeed<'de> for Transcript<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Transcript<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON can represent")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.push(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.push(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.push(value)
    }

    fn visit_i128<E>(self, value: i128) -> Result<(), E> {
        self.push(value)
    }

    fn visit_u128<E>(self, value: u128) -> Result<(), E> {
        self.push(value)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        match serde_json::Number::from_f64(value) {
            Some(number) => self.push(number),
            None => Err(E::custom(format_args!(
                "JSON cannot represent the number {value}"
            ))),
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.push(quote::quote(value))
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.push("null")
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.push("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.text.push('[');
        while list.next_element_seed(self.child_transcript()?)?.is_some() {
            self.text.push(',');
        }
        close(self.text, ']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let start = self.text.len();
        self.text.push('{');
        let mut is_first = true;
        while let Some(name) = map.next_key::<Cow<'_, str>>()? {
            if is_first && name == NUMBER_MEMBER && has_arbitrary_precision() {
                self.text.truncate(start);
                let number: Cow<'_, str> = map.next_value()?;
                if scan::skip_number(number.as_bytes(), 0) == Ok(number.len()) {
                    return self.push(number);
                }
                return Err(A::Error::custom(format_args!("{number:?} is not a number")));
            }
            is_first = false;
            self.text.push_str(&quote::quote(&name));
            self.text.push(':');
            map.next_value_seed(self.child_transcript()?)?;
            self.text.push(',');
        }
        close(self.text, '}');
        Ok(())
    }
}

/// Appends a closing bracket, and removes a trailing comma before it.
fn close(text: &mut String, bracket: char) {
    if text.ends_with(',') {
        text.pop();
    }
    text.push(bracket);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::MapDeserializer;

    #[test]
    fn a_string_is_borrowed_and_other_sources_are_copied() {
        let json = r#" {"a": [1.0, "\ud83d"]} "#;
        let mut input = serde_json::Deserializer::from_str(json);
        assert!(
            matches!(read_text(&mut input).unwrap(), Cow::Borrowed(text) if text == json.trim())
        );
        let mut input = serde_json::Deserializer::from_reader(json.as_bytes());
        assert!(matches!(read_text(&mut input).unwrap(), Cow::Owned(text) if text == json.trim()));
        let value = serde_json::json!({"a": [1, [], {}, "\"", null, 1.5, true]});
        assert_eq!(
            read_text(&value).unwrap(),
            r#"{"a":[1,[],{},"\"",null,1.5,true]}"#
        );
        let map = MapDeserializer::<_, serde_json::Error>::new(iter::once(("a", "[1]")));
        assert!(
            read_text(map).is_err(),
            "a map of another kind gives its members, and no text"
        );
    }

    #[test]
    fn numbers_are_compared_by_value() {
        for (a, b) in [
            ("1", "1.0"),
            ("100", "1e2"),
            ("0.10", "1E-1"),
            ("-0", "-0.0"),
            ("0", "0e9"),
            ("12.5e3", "12500"),
        ] {
            assert!(
                Decimal::parse(a).is_some() && Decimal::parse(a) == Decimal::parse(b),
                "{a} {b}"
            );
        }
        for (a, b) in [
            ("1", "-1"),
            ("1", "10"),
            ("0", "-0"),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert!(Decimal::parse(a) != Decimal::parse(b), "{a} {b}");
        }
        assert!(Decimal::parse("1e99999999999999999999").is_none());
    }
}
