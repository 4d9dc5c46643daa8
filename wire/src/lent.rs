//! The text of a value, lent by the input where that can.

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, Error, MapAccess, Unexpected, Visitor,
        value::{BorrowedStrDeserializer, MapDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt, iter};

/// The JSON text of the value that comes next, as [`Payload`](crate::Payload) reads it, but not copied where the input is a
/// text itself.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'de, str>, D::Error> {
    let mut text = None;
    <&RawValue>::deserialize(Lender { deserializer, text: &mut text })?;
    text.ok_or_else(|| D::Error::custom("a value without a text"))
}

/// serde_json gives out the text of a value to who asks for a newtype struct of a secret name, which is that of `RawValue`. Here
/// `RawValue` asks, the text goes elsewhere, and `RawValue` gets a `null`.
struct Lender<'l, 'de, D> {
    deserializer: D,
    text: &'l mut Option<Cow<'de, str>>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Lender<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        token: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        *self.text = Some(self.deserializer.deserialize_newtype_struct(token, Text { token })?);
        let null = BorrowedStrDeserializer::new("null");
        visitor.visit_map(MapDeserializer::new(iter::once((token, null))))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Takes the text out of what serde_json answers: a map of one member, the secret name and the text.
struct Text {
    token: &'static str,
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        match map.next_key::<&str>()? {
            Some(name) if name == self.token => map.next_value_seed(self),
            _ => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }

    /// What is no serde_json: a buffer of serde's, for example. It has values and no text.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Ok(Cow::Owned(serde_json::Value::deserialize(deserializer)?.to_string()))
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

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_lends_and_what_is_no_text_gives_a_copy() {
        let json = r#" {"a": [1.0, "\ud83d"]} "#;
        let mut input = serde_json::Deserializer::from_str(json);
        assert!(matches!(text(&mut input).unwrap(), Cow::Borrowed(text) if text == json.trim()));
        let mut input = serde_json::Deserializer::from_reader(json.as_bytes());
        assert!(matches!(text(&mut input).unwrap(), Cow::Owned(text) if text == json.trim()));
        let value = serde_json::json!({"a": [1]});
        assert_eq!(text(&value).unwrap(), r#"{"a":[1]}"#);
        let map = MapDeserializer::<_, serde_json::Error>::new(iter::once(("a", "[1]")));
        assert!(text(map).is_err(), "a map of another kind gives its members, and no text");
    }
}
