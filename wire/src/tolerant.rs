//! Members of which the specification says what they hold, and in which anything may stand.

use crate::{HasType, Payload, Reader, Type, Wire, Writer, decode::ReadResult, field::Optional};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};

/// A member that holds a `T` where its writer kept to the specification, and whatever was written where not.
///
/// For objects that are to be read whatever stands in them, and judged afterwards: nothing is refused and nothing is
/// lost. Null is odd, unless it reads as a `T`. The setter takes a `T` only.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Tool }
/// use wire::{List, Tolerant};
///
/// wire::object! {
///     /// What an agent may call.
///     pub struct Tool {
///         /// Its name.
///         name =: Tolerant<String>,
///         /// Other names of it.
///         aliases?: Tolerant<List<String>>,
///     }
/// }
/// let text = r#"{"name":7,"aliases":["a",null,"b"]}"#;
/// let tool: Tool = wire::decode(text)?;
/// assert_eq!(tool.name.get(), None);
/// assert_eq!(tool.name.invalid().unwrap().text(), "7");
/// assert_eq!(tool.aliases.get().unwrap().iter().collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(wire::encode(&tool).unwrap(), text);
/// assert_eq!(wire::encode(&Tool::new("cart.add")).unwrap(), r#"{"name":"cart.add"}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Tolerant<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// It holds what the specification says.
    Value(T),
    /// It holds something else.
    Invalid(Payload),
}

impl<T> Tolerant<T> {
    /// The value, if it is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Invalid(_) => None,
        }
    }

    /// The value, if it is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Invalid(_) => None,
        }
    }

    /// What stands there, if it is no value.
    pub fn invalid(&self) -> Option<&Payload> {
        match self {
            Self::Invalid(payload) => Some(payload),
            Self::Absent | Self::Value(_) => None,
        }
    }

    /// Takes the value for what stands there, and for no `T` any more. It is written as before.
    ///
    /// ```
    /// # use agent_ui_wire as wire;
    /// let mut count: wire::Tolerant<u32> = wire::decode("7")?;
    /// count.mark_invalid();
    /// assert_eq!(count.get(), None);
    /// assert_eq!(wire::encode(&count).unwrap(), "7");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn mark_invalid(&mut self)
    where
        T: Wire,
    {
        if let Self::Value(value) = self {
            // What was read can be written.
            let text = crate::encode(value).ok();
            *self =
                Self::Invalid(text.and_then(|text| Payload::parse(text).ok()).unwrap_or_else(Payload::null));
        }
    }

    /// Whether the member is not there.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is there and null.
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
    // A step of reading and writing one member: a function of its own for every type would be called from one place.
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let start = reader.clone();
        match T::read(reader) {
            Ok(value) => Ok(Self::Value(value)),
            // What is no JSON, or too deep, is so for any type.
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
        let payload = Payload::deserialize(deserializer)?;
        Ok(serde_json::from_str(payload.text()).map_or_else(|_| Self::Invalid(payload), Self::Value))
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

/// A list whose elements are `T`s where their writer kept to the specification; what else stands among them is kept in its
/// place. See [`Tolerant`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(Vec<Tolerant<T>>);

impl<T> List<T> {
    /// An empty one.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// How many elements there are, odd ones included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The element at `index`, if it is a `T`.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index)?.get()
    }

    /// The elements that are `T`s, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().filter_map(Tolerant::get)
    }

    /// The elements that are `T`s, each with its place among all.
    pub fn enumerate(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0.iter().enumerate().filter_map(|(index, element)| Some((index, element.get()?)))
    }

    /// All elements in order, or what stands in their places.
    pub fn entries(&self) -> impl Iterator<Item = Result<&T, &Payload>> {
        self.0.iter().filter_map(|element| match element {
            Tolerant::Value(value) => Some(Ok(value)),
            Tolerant::Invalid(payload) => Some(Err(payload)),
            // No element is ever absent.
            Tolerant::Absent => None,
        })
    }

    /// Takes the element at `index` for what stands there, and for no `T` any more. It is written as before.
    pub fn mark_invalid(&mut self, index: usize)
    where
        T: Wire,
    {
        if let Some(element) = self.0.get_mut(index) {
            element.mark_invalid();
        }
    }

    /// Adds an element.
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
        // Nobody says how many there will be, and half of what a list grew to may be empty.
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

    /// Something of each JSON type, and what no type of a program can hold.
    const ODD: [&str; 11] = [
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

    /// Whatever does not read as a `T`.
    fn odd<T: Wire + std::fmt::Debug + Clone + 'static>() -> impl Strategy<Value = Tolerant<T>> {
        let read = ODD.iter().filter_map(|text| Payload::parse(*text).ok());
        let odd = read.filter(|payload| payload.decode::<T>().is_err());
        prop::sample::select(odd.collect::<Vec<_>>()).prop_map(Tolerant::Invalid)
    }

    impl<T: Generate + Clone + Wire> Generate for Tolerant<T> {
        fn strategy(level: u32) -> BoxedStrategy<Self> {
            if level == 0 {
                return prop_oneof![Just(Self::Absent), odd()].boxed();
            }
            let value = T::strategy(level - 1).prop_map(Self::Value);
            prop_oneof![2 => Just(Self::Absent), 1 => odd(), 4 => value].boxed()
        }
    }

    impl<T: Generate + Clone + Wire> Generate for List<T> {
        fn strategy(level: u32) -> BoxedStrategy<Self> {
            if level == 0 {
                return Just(Self::new()).boxed();
            }
            let value = T::strategy(level - 1).prop_map(Tolerant::Value);
            prop::collection::vec(prop_oneof![1 => odd(), 6 => value], 0..3).prop_map(Self).boxed()
        }
    }
}

// The macro writes for other crates.
#[cfg(test)]
#[allow(unreachable_pub, unused_imports)]
mod tests {
    use super::*;

    crate::inventory! { Crate }
    crate::object! {
        /// A crate of bottles.
        pub struct Crate {
            /// How many.
            bottles =: Tolerant<u32>,
            /// What they hold.
            labels?: Tolerant<List<String>>,
            /// Whatever.
            note =: Option<Payload>,
        }
    }

    #[test]
    fn whatever_stands_there_is_kept_and_what_fits_is_a_value() {
        for (text, bottles, labels) in [
            ("{}", None, 0),
            (r#"{"bottles":6,"labels":["a","b"]}"#, Some(6), 2),
            (r#"{"bottles":null,"labels":null,"note":null}"#, None, 0),
            (r#"{"bottles":6.0,"labels":["a",1e999,["b"],"\ud83d","c"]}"#, None, 2),
            (r#"{"bottles":{"a":1,"a":2},"labels":{}}"#, None, 0),
            (r#"{"labels":[]}"#, None, 0),
        ] {
            let read: Crate = crate::decode(text).unwrap();
            let list = read.labels.get();
            assert!(list.is_none_or(|list| list.is_empty() == text.ends_with("[]}")), "{text}");
            assert_eq!(read.bottles.get(), bottles.as_ref(), "{text}");
            assert_eq!(read.labels.get().map_or(0, |labels| labels.iter().count()), labels, "{text}");
            assert_eq!(crate::encode(&read).unwrap(), text);
        }
        assert_eq!(crate::decode::<Crate>(r#"{"note":1,"note":1}"#).unwrap_err().rule.as_str(), "duplicate");
    }

    #[test]
    fn what_is_wanted_is_asked_for_by_new_and_not_by_reading() {
        let built = Crate::new(6u32, Payload::null()).labels(vec!["a".to_owned()]);
        assert_eq!(crate::encode(&built).unwrap(), r#"{"bottles":6,"labels":["a"],"note":null}"#);
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
        let deep = format!(r#"{{"bottles":{}{}}}"#, "[".repeat(50_000), "]".repeat(50_000));
        let read: Crate = serde_json::from_str(&deep).unwrap();
        assert_eq!(read.bottles.invalid().unwrap().depth(), 50_000);
    }

    #[test]
    fn serde_reads_and_writes_what_is_odd_as_well() {
        for (text, read) in [
            ("7", Tolerant::Value(7_u32)),
            ("\"7\"", Tolerant::Invalid(Payload::string("7"))),
            ("[1.50]", Tolerant::Invalid(Payload::parse("[1.50]").unwrap())),
        ] {
            assert_eq!(serde_json::from_str::<Tolerant<u32>>(text).unwrap(), read);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
    }
}
