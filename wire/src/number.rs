//! Numbers that keep their original text.

use crate::{
    EncodeError, HasType, Payload, PayloadKind, Reader, Type, Wire, Writer, decode::ReadResult,
    scan,
};
use std::fmt;

/// A JSON number in its original spelling. For example, `1`, `1.0`, `1e2`, `-0` and `1e999` are preserved as five
/// different numbers.
///
/// A number converts from integers and doubles. JSON has no infinity and no NaN, so encoding a message with such a number
/// fails. To find out before, use [`from_f64`](Self::from_f64).
///
/// ```
/// use agent_ui_wire::Number;
///
/// let weight: Number = agent_ui_wire::decode("1.50")?;
/// assert_eq!(weight.as_f64(), Some(1.5));
/// assert_eq!(agent_ui_wire::encode(&weight).unwrap(), "1.50");
/// assert_eq!(Number::from(7).as_u64(), Some(7));
/// assert_eq!(Number::from(1.5).as_str(), "1.5");
/// assert!(agent_ui_wire::encode(&Number::from(f64::NAN)).is_err());
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

    /// Converts a double. Returns `None` for infinities and NaN, which JSON cannot represent.
    pub fn from_f64(n: f64) -> Option<Self> {
        n.is_finite().then(|| Self::from(n))
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

/// Converts a double. An infinity or NaN has no JSON text, so encoding the number fails.
impl From<f64> for Number {
    fn from(n: f64) -> Self {
        let text = match serde_json::Number::from_f64(n) {
            Some(finite) => finite.to_string(),
            // The spelling of Rust, such as `NaN`, never equals a JSON number.
            None => n.to_string(),
        };
        Self(text.into())
    }
}

/// Converts a double. Integers, booleans and strings convert with `From`.
///
/// ```
/// use agent_ui_wire::Payload;
///
/// assert_eq!(Payload::try_from(1.5)?.text(), "1.5");
/// assert!(Payload::try_from(f64::NAN).is_err());
/// # Ok::<(), agent_ui_wire::EncodeError>(())
/// ```
impl TryFrom<f64> for Payload {
    type Error = EncodeError;

    /// # Errors
    /// Returns an error for infinities and NaN, which JSON cannot represent.
    fn try_from(n: f64) -> Result<Self, EncodeError> {
        Self::encode(&Number::from(n))
    }
}

impl Wire for Number {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Number => reader.span().map(|text| Self(text.into())),
            _ => Err(reader.mismatch("a number")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        // Only `From<f64>` creates other texts, and all of these end in a letter.
        if self.0.ends_with(|last: char| last.is_ascii_alphabetic()) {
            writer.refuse(format_args!("JSON cannot represent the number {self}"));
        }
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
    fn doubles_are_converted_and_those_without_json_text_are_refused_by_the_encoder() {
        for (n, text) in [
            (1.5, "1.5"),
            (2.0, "2.0"),
            (-0.0, "-0.0"),
            (1e300, "1e+300"),
        ] {
            let number = Number::from(n);
            assert_eq!(crate::encode(&number).unwrap(), text);
            assert_eq!(Payload::try_from(n).unwrap().text(), text);
            assert_eq!(Number::parse(text), Some(number.clone()));
            assert_eq!(
                (number.as_f64(), Number::from_f64(n)),
                (Some(n), Some(number))
            );
        }
        for (n, reason) in [
            (f64::NAN, "JSON cannot represent the number NaN"),
            (f64::INFINITY, "JSON cannot represent the number inf"),
            (f64::NEG_INFINITY, "JSON cannot represent the number -inf"),
        ] {
            let number = Number::from(n);
            assert_eq!(crate::encode(&number).unwrap_err().to_string(), reason);
            assert_eq!(
                serde_json::to_string(&number).unwrap_err().to_string(),
                reason
            );
            assert_eq!((number.as_f64(), Number::from_f64(n)), (None, None));
            assert_eq!(Payload::try_from(n).unwrap_err().to_string(), reason);
        }
    }

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
