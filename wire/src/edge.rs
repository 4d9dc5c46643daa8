//! The edge to serde: wire types inside other people's types and formats.
//!
//! Reading asks the deserializer for the text of the value and gives it to the [`Reader`](crate::Reader). Writing takes the
//! text that the [`Writer`](crate::Writer) made and passes on its members, so that `flatten` and inner tags find an object.
//! serde_json keeps every byte of a member; other formats get the value, and a number that they cannot hold is an error.

use crate::{Wire, decode, token, writer};
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
    decode::decode_any_depth(&text(deserializer)?).map_err(|error| {
        // Lines and columns of a part would be taken for those of the whole.
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

/// Writes JSON text into any serializer, its outermost array or object as such.
pub(crate) fn write_text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match text.as_bytes().first() {
        Some(b'{')
            if !token::children(text).filter_map(|child| child.name).any(token::has_lone_surrogate) =>
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
        Some(b'"') if !token::has_lone_surrogate(text) => serializer.serialize_str(&token::string(text)),
        Some(b'{' | b'"') if !is_serde_json::<S>() => {
            Err(S::Error::custom(format_args!("half a surrogate pair, which only JSON can hold: {text}")))
        }
        _ => Json { text }.serialize(serializer),
    }
}

/// Whether a serializer ends in serde_json, which can take JSON text as it is.
fn is_serde_json<S: Serializer>() -> bool {
    typeid::of::<S::Error>() == TypeId::of::<serde_json::Error>()
}

/// JSON text as a value of its own.
pub(crate) struct Json<'a> {
    pub(crate) text: &'a str,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_serde_json::<S>() {
            let raw: &RawValue = serde_json::from_str(self.text).map_err(S::Error::custom)?;
            return raw.serialize(serializer);
        }
        if token::depth(self.text) > crate::MAX_DEPTH {
            return Err(S::Error::custom(format_args!(
                "a value nested deeper than {} levels",
                crate::MAX_DEPTH
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

/// Writes a number into a format that has machine types only: by its value, and not at all if none of them holds that.
fn write_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if text != "-0" {
        if let Ok(integer) = text.parse() {
            return serializer.serialize_u64(integer);
        }
        if let Ok(integer) = text.parse() {
            return serializer.serialize_i64(integer);
        }
    }
    let float: f64 = text.parse().map_err(S::Error::custom)?;
    if !float.is_finite() || Decimal::of(&format!("{float:e}")) != Decimal::of(text) {
        return Err(S::Error::custom(format_args!("this format cannot hold the number {text}")));
    }
    serializer.serialize_f64(float)
}

/// A number by its value: the digits without zeros around them, and the power of ten behind them.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    power: i64,
}

impl Decimal {
    /// `None` if the exponent is out of any range.
    fn of(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_negative = whole.starts_with('-');
        let all = [whole.trim_start_matches('-'), fraction].concat();
        let short = all.trim_end_matches('0');
        let zeros = i64::try_from(all.len() - short.len()).ok()?;
        let digits = short.trim_start_matches('0').to_owned();
        let power = exponent.parse::<i64>().ok()?.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let power = if digits.is_empty() { 0 } else { power.checked_add(zeros)? };
        Some(Self { is_negative, digits, power })
    }
}

/// The JSON text of the value that comes next; not copied where the input is a text itself.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    // serde_json gives out the text of a value to whoever asks for a newtype struct of a secret name, which is that of
    // `RawValue`. The name is learnt by letting `RawValue` ask.
    let mut text = None;
    let asked = RawValueAsks { deserializer, text: &mut text };
    <Box<RawValue>>::deserialize(asked)?;
    text.ok_or_else(|| D::Error::custom("a value without a text"))
}

/// Stands between a deserializer and `RawValue`: the text goes elsewhere, and `RawValue` gets a `null`.
struct RawValueAsks<'t, 'de, D> {
    deserializer: D,
    text: &'t mut Option<Cow<'de, str>>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for RawValueAsks<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        secret: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        *self.text = Some(self.deserializer.deserialize_newtype_struct(secret, TextOf { secret })?);
        let null = iter::once((secret, "null"));
        visitor.visit_map(serde::de::value::MapDeserializer::new(null))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Takes the text out of what serde_json answers: a map of one member, the secret name and the text.
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
            _ => Err(A::Error::custom("a map that came uncalled for")),
        }
    }

    /// Anything but serde_json's own text: a `Value`, serde's buffer behind `untagged` and `flatten`, another format.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let mut text = String::new();
        Transcript { text: &mut text, depth: 0 }.deserialize(deserializer)?;
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

/// Writes down as JSON what a deserializer says.
struct Transcript<'t> {
    text: &'t mut String,
    depth: usize,
}

/// The name under which serde_json hands out numbers when it keeps their text (its feature `arbitrary_precision`).
const NUMBER: &str = "$serde_json::private::Number";

/// Whether serde_json keeps the text of numbers in this build.
fn keeps_numbers() -> bool {
    serde_json::from_str::<serde_json::Value>("1e999").is_ok()
}

impl Transcript<'_> {
    fn push<E>(self, json: impl fmt::Display) -> Result<(), E> {
        self.text.push_str(&json.to_string());
        Ok(())
    }

    /// What stands one level deeper.
    fn below<E: serde::de::Error>(&mut self) -> Result<Transcript<'_>, E> {
        if self.depth >= crate::MAX_DEPTH {
            return Err(E::custom(format_args!("a value nested deeper than {} levels", crate::MAX_DEPTH)));
        }
        Ok(Transcript { text: self.text, depth: self.depth + 1 })
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
        f.write_str("a value that JSON has")
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
            None => Err(E::custom(format_args!("JSON has no number {value}"))),
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.push(writer::quoted(value))
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
        while list.next_element_seed(self.below()?)?.is_some() {
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
            if is_first && name == NUMBER && keeps_numbers() {
                self.text.truncate(start);
                let number: Cow<'_, str> = map.next_value()?;
                return match crate::Number::parse(&number) {
                    Some(number) => self.push(number),
                    None => Err(A::Error::custom(format_args!("{number:?} is no number"))),
                };
            }
            is_first = false;
            self.text.push_str(&writer::quoted(&name));
            self.text.push(':');
            map.next_value_seed(self.below()?)?;
            self.text.push(',');
        }
        close(self.text, '}');
        Ok(())
    }
}

/// Puts the bracket in the place of the last comma.
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
    fn a_text_lends_and_what_is_no_text_gives_a_copy() {
        let json = r#" {"a": [1.0, "\ud83d"]} "#;
        let mut input = serde_json::Deserializer::from_str(json);
        assert!(matches!(text(&mut input).unwrap(), Cow::Borrowed(text) if text == json.trim()));
        let mut input = serde_json::Deserializer::from_reader(json.as_bytes());
        assert!(matches!(text(&mut input).unwrap(), Cow::Owned(text) if text == json.trim()));
        let value = serde_json::json!({"a": [1, [], {}, "\"", null, 1.5, true]});
        assert_eq!(text(&value).unwrap(), r#"{"a":[1,[],{},"\"",null,1.5,true]}"#);
        let map = MapDeserializer::<_, serde_json::Error>::new(iter::once(("a", "[1]")));
        assert!(text(map).is_err(), "a map of another kind gives its members, and no text");
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
            assert!(Decimal::of(a).is_some() && Decimal::of(a) == Decimal::of(b), "{a} {b}");
        }
        for (a, b) in [("1", "-1"), ("1", "10"), ("0", "-0"), ("9007199254740993", "9007199254740992")] {
            assert!(Decimal::of(a) != Decimal::of(b), "{a} {b}");
        }
        assert!(Decimal::of("1e99999999999999999999").is_none());
    }
}
