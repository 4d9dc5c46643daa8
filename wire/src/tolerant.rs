//! Members that accept values of the wrong type without losing them.

use crate::{HasType, Payload, Reader, Type, Wire, Writer, decode::ReadResult, field::Optional};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};

/// A member that can be absent, a `T`, or any other JSON value.
///
/// This type is for objects that must be readable even if a member breaks the specification, and that are validated
/// later. Nothing is lost, because an invalid value is kept verbatim. Null is invalid unless `T` can be read from null.
/// The setter accepts only a `T`.
///
/// ```
/// agent_ui_wire::inventory! { Tool }
/// use agent_ui_wire::{List, Tolerant};
///
/// agent_ui_wire::object! {
///     /// A tool that an agent may call.
///     pub struct Tool {
///         /// The name of the tool.
///         name =: Tolerant<String>,
///         /// Other names of the tool.
///         aliases?: Tolerant<List<String>>,
///     }
/// }
/// let text = r#"{"name":7,"aliases":["a",null,"b"]}"#;
/// let tool: Tool = agent_ui_wire::decode(text)?;
/// assert_eq!(tool.name.get(), None);
/// assert_eq!(tool.name.invalid().unwrap().text(), "7");
/// assert_eq!(tool.aliases.get().unwrap().iter().collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(agent_ui_wire::encode(&tool).unwrap(), text);
/// assert_eq!(agent_ui_wire::encode(&Tool::new("cart.add")).unwrap(), r#"{"name":"cart.add"}"#);
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tolerant<T> {
    /// The object has no such member.
    #[default]
    Absent,
    /// The member is a valid `T`.
    Value(T),
    /// The member is any other JSON value.
    Invalid(Payload),
}

impl<T> Tolerant<T> {
    /// Returns the value, or `None` if the member is absent or invalid.
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Invalid(_) => None,
        }
    }

    /// Converts the member into its value. Returns `None` if the member is absent or invalid.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Invalid(_) => None,
        }
    }

    /// Returns the JSON value if the member is invalid.
    pub fn invalid(&self) -> Option<&Payload> {
        match self {
            Self::Invalid(payload) => Some(payload),
            Self::Absent | Self::Value(_) => None,
        }
    }

    /// Turns a valid value into an invalid one with the same JSON text.
    ///
    /// ```
    /// let mut count: agent_ui_wire::Tolerant<u32> = agent_ui_wire::decode("7")?;
    /// count.mark_invalid();
    /// assert_eq!(count.get(), None);
    /// assert_eq!(agent_ui_wire::encode(&count).unwrap(), "7");
    /// # Ok::<(), agent_ui_wire::DecodeError>(())
    /// ```
    pub fn mark_invalid(&mut self)
    where
        T: Wire,
    {
        if let Self::Value(value) = self {
            // A value that was read can be written.
            let payload = match crate::encode(value) {
                Ok(text) => Payload::parse(text).unwrap_or_else(|_| Payload::null()),
                Err(_) => Payload::null(),
            };
            *self = Self::Invalid(payload);
        }
    }

    /// Returns `true` if the object has no such member.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns `true` if the member is an invalid null.
    pub fn is_null(&self) -> bool {
        self.invalid().is_some_and(Payload::is_null)
    }
}

impl<T> From<T> for Tolerant<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: Wire> Wire for Tolerant<T> {
    // Each instance has a single caller, so the function is inlined.
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let start = reader.clone();
        match T::read(reader) {
            Ok(value) => Ok(Self::Value(value)),
            // Invalid JSON and excessive depth are errors for every type.
            Err(error) if error.is_final() => Err(error),
            Err(_) => {
                *reader = start;
                Payload::read(reader).map(Self::Invalid)
            }
        }
    }

    #[inline(always)]
    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Value(value) => value.write(writer),
            Self::Invalid(payload) => payload.write(writer),
            Self::Absent => writer.null(),
        }
    }
}

impl<T: HasType> HasType for Tolerant<T> {
    const TYPE: Type = Type::Tolerant(&T::TYPE);
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Tolerant<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = <Payload as Deserialize>::deserialize(deserializer)?;
        Ok(match serde_json::from_str(payload.text()) {
            Ok(value) => Self::Value(value),
            Err(_) => Self::Invalid(payload),
        })
    }
}

impl<T: Serialize> Serialize for Tolerant<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Invalid(payload) => payload.serialize(serializer),
            Self::Absent => serializer.serialize_unit(),
        }
    }
}

impl<T> Optional for Tolerant<T> {
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

/// A list in which elements of the wrong type keep their places. See [`Tolerant`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(Vec<Tolerant<T>>);

impl<T> List<T> {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the number of elements, including invalid ones.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the list has no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the element at `index` if the element is a `T`.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index)?.get()
    }

    /// Iterates over the elements of type `T` in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().filter_map(Tolerant::get)
    }

    /// Iterates over the elements of type `T`, each with its index in the whole list.
    pub fn enumerate(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0
            .iter()
            .enumerate()
            .filter_map(|(index, element)| Some((index, element.get()?)))
    }

    /// Iterates over all elements in order. Valid elements are `Ok`, and the JSON values of invalid elements are `Err`.
    pub fn entries(&self) -> impl Iterator<Item = Result<&T, &Payload>> {
        self.0.iter().filter_map(|element| match element {
            Tolerant::Value(value) => Some(Ok(value)),
            Tolerant::Invalid(payload) => Some(Err(payload)),
            // Elements are never absent.
            Tolerant::Absent => None,
        })
    }

    /// Turns the element at `index` into an invalid element with the same JSON text.
    pub fn mark_invalid(&mut self, index: usize)
    where
        T: Wire,
    {
        if let Some(element) = self.0.get_mut(index) {
            element.mark_invalid();
        }
    }

    /// Adds an element at the end.
    pub fn push(&mut self, value: T) {
        self.0.push(Tolerant::Value(value));
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().map(Tolerant::Value).collect())
    }
}

impl<T: Wire> Wire for List<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        // The number of elements is unknown in advance, so the vector may have twice the necessary capacity.
        let mut elements = Vec::read(reader)?;
        elements.shrink_to_fit();
        Ok(Self(elements))
    }

    fn write(&self, writer: &mut Writer) {
        self.0.write(writer);
    }
}

impl<T: HasType> HasType for List<T> {
    const TYPE: Type = Vec::<Tolerant<T>>::TYPE;
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self)
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "proptest")]
mod generated {
    use super::{List, Tolerant};
    use crate::{Payload, Wire, generate::Generate};
    use proptest::prelude::*;

    /// JSON texts of every type, including values that Rust types cannot represent.
    const VALUES: [&str; 11] = [
        "null",
        "true",
        "-0",
        "1e999",
        r#""""#,
        r#""\ud83d""#,
        "[]",
        r#"["a", 1, [{}]]"#,
        "{}",
        r#"{"a":{"b":null}}"#,
        r#"{"x":1,"x":2}"#,
    ];

    /// Generates values that cannot be read as a `T`.
    fn invalid<T: Wire + std::fmt::Debug + Clone + 'static>() -> impl Strategy<Value = Tolerant<T>>
    {
        let read = VALUES.iter().filter_map(|text| Payload::parse(*text).ok());
        let invalid = read.filter(|payload| payload.decode::<T>().is_err());
        prop::sample::select(invalid.collect::<Vec<_>>()).prop_map(Tolerant::Invalid)
    }

    impl<T: Generate + Clone + Wire> Generate for Tolerant<T> {
        fn strategy(level: u32) -> BoxedStrategy<Self> {
            if level == 0 {
                return prop_oneof![Just(Self::Absent), invalid()].boxed();
            }
            let value = T::strategy(level - 1).prop_map(Self::Value);
            prop_oneof![2 => Just(Self::Absent), 1 => invalid(), 4 => value].boxed()
        }
    }

    impl<T: Generate + Clone + Wire> Generate for List<T> {
        fn strategy(level: u32) -> BoxedStrategy<Self> {
            if level == 0 {
                return Just(Self::new()).boxed();
            }
            let value = T::strategy(level - 1).prop_map(Tolerant::Value);
            prop::collection::vec(prop_oneof![1 => invalid(), 6 => value], 0..3)
                .prop_map(Self)
                .boxed()
        }
    }
}

// Calling the macro here tests its expansion in other crates.
#[cfg(test)]
#[allow(unreachable_pub, unused_imports)]
mod tests {
    use super::*;

    crate::inventory! { Crate }
    crate::object! {
        /// A test object: a crate of bottles.
        pub struct Crate {
            /// The number of bottles.
            bottles =: Tolerant<u32>,
            /// The labels of the bottles.
            labels?: Tolerant<List<String>>,
            /// A free-form note.
            note =: Option<Payload>,
        }
    }

    #[test]
    fn every_value_is_kept_and_only_valid_values_are_returned() {
        for (text, bottles, labels) in [
            ("{}", None, 0),
            (r#"{"bottles":6,"labels":["a","b"]}"#, Some(6), 2),
            (r#"{"bottles":null,"labels":null,"note":null}"#, None, 0),
            (
                r#"{"bottles":6.0,"labels":["a",1e999,["b"],"\ud83d","c"]}"#,
                None,
                2,
            ),
            (r#"{"bottles":{"a":1,"a":2},"labels":{}}"#, None, 0),
            (r#"{"labels":[]}"#, None, 0),
        ] {
            let read: Crate = crate::decode(text).unwrap();
            let list = read.labels.get();
            assert!(
                list.is_none_or(|list| list.is_empty() == text.ends_with("[]}")),
                "{text}"
            );
            assert_eq!(read.bottles.get(), bottles.as_ref(), "{text}");
            assert_eq!(
                read.labels.get().map_or(0, |labels| labels.iter().count()),
                labels,
                "{text}"
            );
            assert_eq!(crate::encode(&read).unwrap(), text);
        }
        assert_eq!(
            crate::decode::<Crate>(r#"{"note":1,"note":1}"#)
                .unwrap_err()
                .rule
                .as_str(),
            "duplicate"
        );
    }

    #[test]
    fn wanted_members_are_required_by_new_but_not_by_reading() {
        let built = Crate::new(6u32, Payload::null()).labels(vec!["a".to_owned()]);
        assert_eq!(
            crate::encode(&built).unwrap(),
            r#"{"bottles":6,"labels":["a"],"note":null}"#
        );
        assert_eq!(
            crate::decode::<Crate>("{}").unwrap(),
            Crate {
                bottles: Tolerant::Absent,
                labels: Tolerant::Absent,
                note: None,
                extra: crate::Extra::new()
            }
        );
    }

    #[test]
    fn deep_values_do_not_recurse() {
        let deep = format!(
            r#"{{"bottles":{}{}}}"#,
            "[".repeat(50_000),
            "]".repeat(50_000)
        );
        let read: Crate = serde_json::from_str(&deep).unwrap();
        assert_eq!(read.bottles.invalid().unwrap().depth(), 50_000);
    }

    #[test]
    fn serde_reads_and_writes_invalid_values() {
        for (text, read) in [
            ("7", Tolerant::Value(7_u32)),
            ("\"7\"", Tolerant::Invalid(Payload::string("7"))),
            (
                "[1.50]",
                Tolerant::Invalid(Payload::parse("[1.50]").unwrap()),
            ),
        ] {
            assert_eq!(serde_json::from_str::<Tolerant<u32>>(text).unwrap(), read);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
    }
}
