//! Unions by a tag member: `{"type": "canvas/updated", …}`.

use crate::{
    Extra, Payload,
    decode::Refusal,
    object::{self, Name, Names, Object},
};
use serde::{
    Deserializer,
    de::{DeserializeSeed, MapAccess, Visitor, value::StrDeserializer},
    ser::{Error as _, SerializeMap},
};
use std::{fmt, marker::PhantomData, vec};

/// Declares a union whose variants are told apart by a tag member, wherever in the object that stands.
///
/// The union is open: an unknown tag is kept as `Unknown`, which nobody can build with a tag that is known. A known tag
/// with a malformed body is an error and never `Unknown`.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Moved, Action }
/// wire::object! {
///     /// Something moved.
///     pub struct Moved {
///         /// How far.
///         by: u64,
///     }
/// }
/// wire::tagged! {
///     /// What happened.
///     pub enum Action by "type" {
///         /// Something moved.
///         "moved" Moved(Moved),
///     }
/// }
/// let action: Action = wire::decode(r#"{"by":3,"type":"moved"}"#)?;
/// assert_eq!(action, Action::Moved(Moved::new(3u64)));
/// let text = r#"{"type":"turned","by":1e400}"#;
/// let action: Action = wire::decode(text)?;
/// assert_eq!(action.tag(), "turned");
/// assert_eq!(wire::encode(&action).unwrap(), text);
/// let error = wire::decode::<Action>(r#"{"by":[],"type":"moved"}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/by");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! tagged {
    (
        $(#[$meta:meta])*
        pub enum $Type:ident by $tag:literal {
            $( $(#[$variant_meta:meta])* $word:literal $Variant:ident($Inner:ty) ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Type {
            $( $(#[$variant_meta])* $Variant($Inner), )*
            /// A tag that the specification does not name. The union is open, so it is kept whole.
            Unknown($crate::Unknown),
        }

        $(
            impl ::core::convert::From<$Inner> for $Type {
                fn from(body: $Inner) -> Self {
                    Self::$Variant(body)
                }
            }
        )*

        impl $Type {
            /// The tags that the specification names.
            pub const TAGS: &'static [&'static str] = &[$($word),*];

            /// The tag, as it is written.
            pub fn tag(&self) -> &str {
                match self {
                    $( Self::$Variant(_) => $word, )*
                    Self::Unknown(unknown) => unknown.tag(),
                }
            }
        }

        impl $crate::tagged::Tagged for $Type {
            const TAG: &'static str = $tag;

            fn read<'de, A: $crate::__private::MapAccess<'de>>(tag: Box<str>, map: A) -> ::core::result::Result<Self, A::Error> {
                match &*tag {
                    $( $word => $crate::tagged::read_body($tag, map).map(Self::$Variant), )*
                    _ => $crate::Unknown::__read($tag, tag, map).map(Self::Unknown),
                }
            }
        }

        impl<'de> $crate::__private::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                $crate::tagged::read(deserializer)
            }
        }

        impl $crate::__private::Serialize for $Type {
            fn serialize<S: $crate::__private::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                use $crate::__private::SerializeMap as _;
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                map.serialize_entry($tag, self.tag())?;
                match self {
                    $( Self::$Variant(body) => $crate::tagged::write_body($tag, body, &mut map)?, )*
                    Self::Unknown(unknown) => $crate::object::write_extra(unknown.members(), &[], &mut map)?,
                }
                map.end()
            }
        }

        impl $crate::WireType for $Type {
            const NAME: &'static str = stringify!($Type);
            const SHAPE: $crate::Shape = $crate::Shape::Tagged { tag: $tag, tags: Self::TAGS };
        }

        $crate::__tagged_schema!($Type [ $($Inner)* ]);
        $crate::__tagged_generate!($Type $tag { $($Variant($Inner)),* });
    };
}

/// What [`tagged!`](crate::tagged!) implements.
pub trait Tagged: Sized {
    /// The name of the tag member.
    const TAG: &'static str;

    #[doc(hidden)]
    fn read<'de, A: MapAccess<'de>>(tag: Box<str>, map: A) -> Result<Self, A::Error>;
}

/// A variant that its union does not name: the tag and all other members, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    tag: Box<str>,
    members: Extra,
}

impl Unknown {
    /// The tag, as it came.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// All members but the tag.
    pub fn members(&self) -> &Extra {
        &self.members
    }

    #[doc(hidden)]
    pub fn __new(tag: Box<str>, members: Extra) -> Self {
        Self { tag, members }
    }

    #[doc(hidden)]
    pub fn __read<'de, A: MapAccess<'de>>(
        name: &'static str,
        tag: Box<str>,
        mut map: A,
    ) -> Result<Self, A::Error> {
        let mut members = Extra::new();
        while let Some(name) = map.next_key::<Box<str>>()? {
            object::read_extra(&mut members, name, &mut map)?;
        }
        object::no_duplicates(&members)?;
        no_second_tag(name, &members)?;
        Ok(Self { tag, members })
    }
}

fn no_second_tag<E: serde::de::Error>(tag: &str, members: &Extra) -> Result<(), E> {
    members.get(tag).map_or(Ok(()), |_| Err(Refusal::duplicate(tag).into_error()))
}

#[doc(hidden)]
pub fn read_body<'de, T: Object, A: MapAccess<'de>>(tag: &'static str, map: A) -> Result<T, A::Error> {
    let body = T::read(map)?;
    no_second_tag(tag, body.extra())?;
    Ok(body)
}

#[doc(hidden)]
pub fn write_body<T: Object, M: SerializeMap>(tag: &str, body: &T, map: &mut M) -> Result<(), M::Error> {
    if body.extra().get(tag).is_some() {
        return Err(M::Error::custom(format_args!("`extra` repeats the tag `{tag}`")));
    }
    body.write(map)
}

#[doc(hidden)]
pub fn read<'de, T: Tagged + crate::WireType, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(TaggedVisitor(PhantomData))
}

struct TaggedVisitor<T>(PhantomData<T>);

impl<'de, T: Tagged + crate::WireType> Visitor<'de> for TaggedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object ({})", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut early = Vec::new();
        let names = Names { members: &[], keys: const { &[T::TAG] } };
        while let Some(name) = map.next_key_seed(names)? {
            match name {
                Name::Other(name) => early.push((name, map.next_value::<Payload>()?)),
                Name::Key(_) | Name::Member(_) => {
                    let tag = map.next_value()?;
                    return T::read(tag, Chain { early: early.into_iter(), value: None, rest: map });
                }
            }
        }
        Err(Refusal::missing(T::TAG).into_error())
    }
}

/// The members that were met before the tag, then the rest of the stream.
struct Chain<A> {
    early: vec::IntoIter<(Box<str>, Payload)>,
    value: Option<(Box<str>, Payload)>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Chain<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some((name, value)) = self.early.next() else {
            return self.rest.next_key_seed(seed);
        };
        let key = seed.deserialize(StrDeserializer::<A::Error>::new(&name)).map(Some);
        self.value = Some((name, value));
        key
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some((name, value)) => crate::decode::nested(&name, value.text(), seed),
            None => self.rest.next_value_seed(seed),
        }
    }
}
