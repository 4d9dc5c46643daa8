//! Optional members that distinguish absent, null and a value.

use crate::{HasType, Payload, PayloadKind, Reader, Type, Wire, Writer, decode::ReadResult};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;

/// An optional member that can be absent, null or a value. Reading and writing preserve all three states.
///
/// ```
/// agent_ui_wire::inventory! { Patch }
/// use agent_ui_wire::Field;
///
/// agent_ui_wire::object! {
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
///     let patch: Patch = agent_ui_wire::decode(text)?;
///     assert_eq!(patch.title, title);
///     assert_eq!(agent_ui_wire::encode(&patch).unwrap(), text);
/// }
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field<T> {
    /// The object has no such member.
    #[default]
    Absent,
    /// The member is null.
    Null,
    /// The member has this value.
    Value(T),
}

impl<T> Field<T> {
    /// Returns the value, or `None` if the member is absent or null.
    #[doc(alias = "as_option")]
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Borrows the value as its target, such as a string as `&str`. Returns `None` if the member is absent or null.
    ///
    /// ```
    /// use agent_ui_wire::Field;
    ///
    /// let title = Field::from("Plan".to_owned());
    /// assert_eq!(title.as_deref(), Some("Plan"));
    /// assert_eq!(Field::<String>::Null.as_deref(), None);
    /// ```
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        self.get().map(Deref::deref)
    }

    /// Converts the field into its value. Returns `None` if the member is absent or null.
    #[doc(alias = "into_option")]
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns `true` if the object has no such member.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns `true` if the member is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Applies a function to the value. Absent and null are unchanged.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Field<U> {
        match self {
            Self::Absent => Field::Absent,
            Self::Null => Field::Null,
            Self::Value(value) => Field::Value(f(value)),
        }
    }

    /// Borrows the value. Absent and null are unchanged.
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

/// Converts `None` to an absent member. Write [`Field::Null`] for null.
///
/// ```
/// use agent_ui_wire::Field;
///
/// assert_eq!(Field::from(Some("a")), Field::Value("a"));
/// assert_eq!(Field::<&str>::from(None), Field::Absent);
/// ```
impl<T> From<Option<T>> for Field<T> {
    fn from(value: Option<T>) -> Self {
        match value {
            Some(value) => Self::Value(value),
            None => Self::Absent,
        }
    }
}

/// Converts absent and null to `None`, as [`Field::into_value`] does.
///
/// ```
/// use agent_ui_wire::Field;
///
/// assert_eq!(Option::from(Field::Value(7)), Some(7));
/// assert_eq!(Option::<u32>::from(Field::Null), None);
/// ```
impl<T> From<Field<T>> for Option<T> {
    fn from(field: Field<T>) -> Self {
        field.into_value()
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

/// A type that a table accepts after `name?:`. The type is [`Field<T>`], or `Option<Payload>` for a free-form value, for
/// which null is a payload. `Option<String>` would read null as absent, so it does not compile:
///
/// ```compile_fail
/// agent_ui_wire::inventory! { Patch }
/// agent_ui_wire::object! {
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
    /// The type of the member's value.
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
