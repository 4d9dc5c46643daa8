//! Absent, null and a value are three things.

use crate::{HasType, Payload, PayloadKind, Reader, Type, Wire, Writer, decode::ReadResult};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A member that may be absent, or null, or hold a value. The three never turn into one another.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Patch }
/// use wire::Field;
///
/// wire::object! {
///     /// Changes a title.
///     pub struct Patch {
///         /// Null clears it, absent leaves it.
///         title?: Field<String>,
///     }
/// }
/// for (text, title) in [
///     ("{}", Field::Absent),
///     (r#"{"title":null}"#, Field::Null),
///     (r#"{"title":"a"}"#, Field::Value("a".to_owned())),
/// ] {
///     let patch: Patch = wire::decode(text)?;
///     assert_eq!(patch.title, title);
///     assert_eq!(wire::encode(&patch).unwrap(), text);
/// }
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// The member is there and null.
    Null,
    /// The member is there.
    Value(T),
}

impl<T> Field<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Whether the member is not there.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is there and null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The same presence, with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Field<U> {
        match self {
            Self::Absent => Field::Absent,
            Self::Null => Field::Null,
            Self::Value(value) => Field::Value(f(value)),
        }
    }

    /// The same presence, borrowed.
    pub fn as_ref(&self) -> Field<&T> {
        match self {
            Self::Absent => Field::Absent,
            Self::Null => Field::Null,
            Self::Value(value) => Field::Value(value),
        }
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: Wire> Wire for Field<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::Null => reader.span().map(|_| Self::Null),
            _ => T::read(reader).map(Self::Value),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Value(value) => value.write(writer),
            Self::Absent | Self::Null => writer.null(),
        }
    }
}

impl<T: HasType> HasType for Field<T> {
    const TYPE: Type = Type::Nullable(&T::TYPE);
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Option::deserialize(deserializer)? {
            None => Self::Null,
            Some(value) => Self::Value(value),
        })
    }
}

impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Absent | Self::Null => serializer.serialize_unit(),
        }
    }
}

/// What may stand behind `name?:` in a table: [`Field<T>`], or `Option<Payload>` for an open slot, in which null is a
/// payload like any other. `Option<String>` would read null as absent, and does not compile:
///
/// ```compile_fail
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Patch }
/// wire::object! {
///     /// Changes a title.
///     pub struct Patch {
///         /// Null and absent would be one.
///         title?: Option<String>,
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an optional member: null would be lost",
    label = "neither `Field<T>` nor `Option<Payload>`"
)]
pub trait Optional: Sized {
    /// What the member holds when it holds something.
    type Value;
    #[doc(hidden)]
    fn absent() -> Self;
    #[doc(hidden)]
    fn is_absent(&self) -> bool;
    #[doc(hidden)]
    fn of(value: Self::Value) -> Self;
}

impl<T> Optional for Field<T> {
    type Value = T;

    fn absent() -> Self {
        Self::Absent
    }

    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    fn of(value: T) -> Self {
        Self::Value(value)
    }
}

impl Optional for Option<Payload> {
    type Value = Payload;

    fn absent() -> Self {
        None
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn of(value: Payload) -> Self {
        Some(value)
    }
}
