//! Numbers that keep their original text.

use crate::{HasType, Payload, PayloadKind, Reader, Type, Wire, Writer, decode::ReadResult, scan};
use std::fmt;

/// A JSON number in its original spelling. For example, `1`, `1.0`, `1e2`, `-0` and `1e999` are preserved as five
/// different numbers.
///
/// ```
/// use agent_ui_wire::Number;
///
/// let weight: Number = agent_ui_wire::decode("1.50")?;
/// assert_eq!(weight.as_f64(), Some(1.5));
/// assert_eq!(agent_ui_wire::encode(&weight).unwrap(), "1.50");
/// assert_eq!(Number::from(7).as_u64(), Some(7));
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Box<str>);

impl Number {
    /// Parses the text of a JSON number. Returns `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        (scan::skip_number(text.as_bytes(), 0) == Ok(text.len())).then(|| Self(text.into()))
    }

    /// Converts a payload. Returns `None` if the payload is not a number.
    pub fn from_payload(payload: &Payload) -> Option<Self> {
        (payload.kind() == PayloadKind::Number).then(|| Self(payload.text().into()))
    }

    /// Returns the original text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the nearest double. Returns `None` beyond the range of doubles.
    pub fn as_f64(&self) -> Option<f64> {
        self.0.parse().ok().filter(|n: &f64| n.is_finite())
    }

    /// Returns the integer. Returns `None` if the number has a fraction or exponent, or does not fit.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Returns the unsigned integer. Returns `None` if the number has a sign, a fraction or an exponent, or does not fit.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.parse().ok()
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Implements the conversion from integer types. `from_integers!(i32);` expands to:
///
/// ```text
/// impl From<i32> for Number {
///     fn from(n: i32) -> Self { Self(n.to_string().into()) }
/// }
/// ```
macro_rules! from_integers {
    ($($integer:ty)*) => { $(
        impl From<$integer> for Number {
            fn from(n: $integer) -> Self {
                Self(n.to_string().into())
            }
        }
    )* };
}
from_integers!(i32 i64 u32 u64);

impl Wire for Number {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Number => reader.span().map(|text| Self(text.into())),
            _ => Err(reader.mismatch("a number")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer.raw(&self.0);
    }
}

impl HasType for Number {
    const TYPE: Type = Type::Number;
}

crate::__serde!(Number);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_number_is_kept() {
        for text in [
            "1e2",
            "1.0",
            "0.10",
            "-0",
            "18446744073709551616",
            "1e999",
            "1e-999",
            "1E+2",
        ] {
            let number: Number = crate::decode(text).unwrap();
            assert_eq!(crate::encode(&number).unwrap(), text);
        }
        assert_eq!(Number::parse("1e999").unwrap().as_f64(), None);
        assert_eq!(Number::parse("1.0").unwrap().as_u64(), None);
        assert_eq!(Number::parse("\"1\""), None);
        assert_eq!(Number::parse("01"), None);
        assert_eq!(
            crate::decode::<Number>("\"1\"").unwrap_err().message,
            "expected a number, found string \"1\""
        );
    }
}
