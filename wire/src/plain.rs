//! The wire forms of plain Rust types.

use crate::{
    HasType, PayloadKind, Pointer, PointerError, Reader, Type, Wire, Writer,
    decode::{ReadError, ReadResult},
};
use std::{collections::BTreeMap, sync::Arc};

impl Wire for bool {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Boolean => Ok(reader.span()? == "true"),
            _ => Err(reader.mismatch("a boolean")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer.boolean(*self);
    }
}

impl HasType for bool {
    const TYPE: Type = Type::Boolean;
}

/// Implements the JSON form of integer types. `integers!(i32 "int32" "a 32-bit signed integer");` expands to:
///
/// ```text
/// impl Wire for i32 {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         integer(reader, "a 32-bit signed integer", &|text| text.parse().ok())
///     }
///     fn write(&self, writer: &mut Writer) { writer.display(self); }
/// }
/// impl HasType for i32 {
///     const TYPE: Type = Type::Integer { format: "int32", is_signed: i32::MIN != 0 };
/// }
/// ```
macro_rules! integers {
    ($($Type:ident $format:literal $range:literal)*) => { $(
        impl Wire for $Type {
            fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
                integer(reader, $range, &|text| text.parse().ok())
            }

            fn write(&self, writer: &mut Writer) {
                writer.display(self);
            }
        }

        impl HasType for $Type {
            const TYPE: Type = Type::Integer { format: $format, is_signed: $Type::MIN != 0 };
        }
    )* };
}
integers!(
    i32 "int32" "a 32-bit signed integer"
    i64 "int64" "a 64-bit signed integer"
    u32 "uint32" "a 32-bit unsigned integer"
    u64 "uint64" "a 64-bit unsigned integer"
);

fn integer<T>(
    reader: &mut Reader<'_>,
    range: &str,
    parse: &dyn Fn(&str) -> Option<T>,
) -> ReadResult<T> {
    let text = match reader.kind()? {
        PayloadKind::Number => reader.peek_span()?,
        _ => return Err(reader.mismatch(range)),
    };
    // `-0` differs from 0, and machine integers cannot represent it.
    let error = match parse(text).filter(|_| text != "-0") {
        Some(value) => return reader.span().map(|_| value),
        None => reader.mismatch(range),
    };
    // If the integer fits another machine type, the error is about the value instead of the type.
    if text != "-0" && (text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()) {
        return Err(error.with_rule(crate::DecodeRule::Value));
    }
    Err(error)
}

/// Implements the JSON form of string types. `strings!(Box<str>);` expands to:
///
/// ```text
/// impl Wire for Box<str> {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> { reader.string().map(Into::into) }
///     fn write(&self, writer: &mut Writer) { writer.string(self); }
/// }
/// impl HasType for Box<str> {
///     const TYPE: Type = Type::String;
/// }
/// ```
macro_rules! strings {
    ($($Type:ty)*) => { $(
        impl Wire for $Type {
            fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
                reader.string().map(Into::into)
            }

            fn write(&self, writer: &mut Writer) {
                writer.string(self);
            }
        }

        impl HasType for $Type {
            const TYPE: Type = Type::String;
        }
    )* };
}
strings!(String Box<str> Arc<str>);

impl<T: Wire> Wire for Box<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        T::read(reader).map(Self::new)
    }

    fn write(&self, writer: &mut Writer) {
        T::write(self, writer);
    }
}

impl<T: HasType> HasType for Box<T> {
    const TYPE: Type = T::TYPE;
}

impl<T: Wire> Wire for Vec<T> {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut values = Self::new();
        let mut more = reader.open_array()?;
        while more {
            match T::read(reader) {
                Ok(value) => values.push(value),
                Err(error) => return Err(reader.locate(error).at_index(values.len())),
            }
            more = reader.next_element()?;
        }
        Ok(values)
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_array();
        for value in self {
            writer.element();
            value.write(writer);
        }
        writer.close_array();
    }
}

impl<T: HasType> HasType for Vec<T> {
    const TYPE: Type = Type::List(&T::TYPE);
}

impl<K: Ord + AsRef<str> + for<'a> From<&'a str>, T: Wire> Wire for BTreeMap<K, T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut values = Self::new();
        reader.members(
            &mut |name, reader| match values.insert(name.into(), T::read(reader)?) {
                Some(_) => Err(ReadError::duplicate_here()),
                None => Ok(()),
            },
        )?;
        Ok(values)
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_object();
        for (name, value) in self {
            writer.name(name.as_ref());
            value.write(writer);
        }
        writer.close_object();
    }
}

impl<K, T: HasType> HasType for BTreeMap<K, T> {
    const TYPE: Type = Type::Map(&T::TYPE);
}

impl Wire for Pointer {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let text = reader.string()?;
        Self::parse(&text).map_err(|error| {
            let right = match error {
                PointerError::NoSlash => "a JSON Pointer that is empty or starts with `/`",
                PointerError::Escape => "a JSON Pointer with `0` or `1` after each `~`",
            };
            ReadError::value(format_args!("{text:?}"), right)
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(self.as_str());
    }
}

impl HasType for Pointer {
    const TYPE: Type = Type::Pointer;
}

/// A value of serde_json, which cannot contain numbers beyond the range of doubles or lone surrogates.
impl Wire for serde_json::Value {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        serde_json::from_str(reader.span()?)
            .map_err(|error| ReadError::value(error, "a value that `serde_json::Value` can hold"))
    }

    fn write(&self, writer: &mut Writer) {
        writer.display(self);
    }
}

impl HasType for serde_json::Value {
    const TYPE: Type = Type::Any;
}

#[cfg(test)]
mod tests {
    use crate::{decode, encode};
    use std::collections::BTreeMap;

    #[test]
    fn integers_out_of_range_name_the_violated_rule() {
        for text in ["0", "7", "4294967295"] {
            assert_eq!(encode(&decode::<u32>(text).unwrap()).unwrap(), text);
        }
        assert_eq!(decode::<i64>("-9223372036854775808").unwrap(), i64::MIN);
        for (text, rule) in [
            ("4294967296", "value"),
            ("-1", "value"),
            ("-0", "type"),
            ("1.0", "type"),
            ("1e2", "type"),
            ("18446744073709551616", "type"),
            ("\"1\"", "type"),
            ("null", "type"),
            ("01", "syntax"),
        ] {
            assert_eq!(
                decode::<u32>(text).unwrap_err().rule.as_str(),
                rule,
                "{text}"
            );
        }
    }

    #[test]
    fn maps_are_read_and_written_by_name() {
        let map: BTreeMap<String, bool> =
            decode(r#"{"b":true,"a\"":false,"\ud800":true}"#).unwrap();
        assert_eq!(
            encode(&map).unwrap(),
            r#"{"\ud800":true,"a\"":false,"b":true}"#
        );
        let error = decode::<BTreeMap<String, bool>>(r#"{"a":true,"\u0061":true}"#).unwrap_err();
        assert_eq!(
            (error.rule.as_str(), error.pointer.as_str()),
            ("duplicate", "/a")
        );
        assert_eq!(
            decode::<BTreeMap<String, bool>>(r#"{"a":[]}"#)
                .unwrap_err()
                .to_string(),
            "/a: expected a boolean, found an array (line 1, column 6)"
        );
    }
}
