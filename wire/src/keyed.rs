//! Unions whose one key names the message: `{"version": …, "createSurface": {…}}`.

use crate::{Extra, decode::DecodeRule, decode::Refusal};
use serde::{
    Deserializer,
    de::{self, MapAccess, Visitor},
    ser::SerializeMap,
};
use std::{fmt, marker::PhantomData};

/// Declares a message that is named by its one key: the members around it as in [`object!`](crate::object!), and the
/// bodies by key. Members and key may come in any order.
///
/// Exactly one key is a message; none or two are errors that name what was found.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Open, Close, Message }
/// wire::object! {
///     /// Opens.
///     pub struct Open {
///         /// What.
///         id: String,
///     }
///     /// Closes.
///     pub struct Close {
///         /// What.
///         id: String,
///     }
/// }
/// wire::keyed! {
///     /// A message.
///     pub struct Message {
///         /// Its version.
///         version: String,
///     }
///     /// What a message says.
///     pub enum Body {
///         /// Opens something.
///         "open" Open(Open),
///         /// Closes something.
///         "close" Close(Close),
///     }
/// }
/// let message: Message = wire::decode(r#"{"open":{"id":"a"},"version":"1"}"#)?;
/// assert_eq!(message, Message::new("1", Open::new("a")));
/// let error = wire::decode::<Message>(r#"{"version":"1","opne":{}}"#).unwrap_err();
/// assert_eq!(error.to_string(), "no message key, but `opne`; expected exactly one of `open`, `close` (line 1, column 25)");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! keyed {
    (
        $(#[$meta:meta])*
        pub struct $Type:ident {
            $( $(#[doc = $doc:literal])* $field:ident $(as $name:literal)? $(?: $optional:ty)? $(: $required:ty)? ),* $(,)?
        }
        $(#[$body_meta:meta])*
        pub enum $Body:ident {
            $( $(#[$variant_meta:meta])* $key:literal $Variant:ident($Inner:ty) ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $Type {
            $( $(#[doc = $doc])* pub $field: $($required)? $($optional)?, )*
            /// What the message says; its key names it.
            pub body: $Body,
            /// The members that the specification does not name, verbatim.
            pub extra: $crate::Extra,
        }

        $(#[$body_meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Body {
            $( $(#[$variant_meta])* $Variant($Inner), )*
        }

        $(
            impl ::core::convert::From<$Inner> for $Body {
                fn from(body: $Inner) -> Self {
                    Self::$Variant(body)
                }
            }
        )*

        impl $Type {
            /// With its required members and its body; the optional members are absent.
            #[allow(clippy::too_many_arguments)]
            pub fn new($( $($field: impl ::core::convert::Into<$required>,)? )* body: impl ::core::convert::Into<$Body>) -> Self {
                Self {
                    $( $field: $crate::__member!(new $field [$(required $required)? $(optional $optional)?]), )*
                    body: body.into(),
                    extra: $crate::Extra::new(),
                }
            }

            $( $crate::__setter!($field [$(required $required)? $(optional $optional)?]); )*

            /// The keys that name a message.
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// The key that names this message.
            pub fn key(&self) -> &'static str {
                match &self.body {
                    $( $Body::$Variant(_) => $key, )*
                }
            }
        }

        impl $crate::keyed::Keyed for $Type {
            const MEMBERS: &'static [$crate::Member] = $crate::__members!(
                $( $(#[doc = $doc])* $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $optional)?] ),*
            );

            fn read<'de, A: $crate::__private::MapAccess<'de>>(mut map: A) -> ::core::result::Result<Self, A::Error> {
                #[allow(non_camel_case_types)]
                enum At { $($field,)* __End }
                let _ = At::__End;
                enum Key { $($Variant),* }
                $( let mut $field: ::core::option::Option<$($required)? $($optional)?> = ::core::option::Option::None; )*
                let mut body: ::core::option::Option<(usize, $Body)> = ::core::option::Option::None;
                let mut extra = $crate::Extra::new();
                let names = $crate::object::Names { members: <Self as $crate::keyed::Keyed>::MEMBERS, keys: Self::KEYS };
                while let ::core::option::Option::Some(name) = map.next_key_seed(names)? {
                    match name {
                        $(
                            $crate::object::Name::Member(at) if at == At::$field as usize => {
                                $crate::__member!(read $field ($crate::__name!($field $($name)?)) map [$(required $required)? $(optional $optional)?]);
                            }
                        )*
                        $crate::object::Name::Key(at) => {
                            if let ::core::option::Option::Some((first, _)) = body {
                                return ::core::result::Result::Err($crate::keyed::second_key(Self::KEYS, first, at));
                            }
                            $(
                                if at == Key::$Variant as usize {
                                    body = ::core::option::Option::Some((at, $Body::$Variant(map.next_value()?)));
                                }
                            )*
                        }
                        $crate::object::Name::Other(name) => $crate::object::read_extra(&mut extra, name, &mut map)?,
                        $crate::object::Name::Member(_) => {}
                    }
                }
                $crate::object::no_duplicates(&extra)?;
                let ::core::option::Option::Some((_, body)) = body else {
                    return ::core::result::Result::Err($crate::keyed::no_key(Self::KEYS, &extra));
                };
                ::core::result::Result::Ok(Self {
                    $( $field: $crate::__member!(finish $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $optional)?]), )*
                    body,
                    extra,
                })
            }
        }

        impl<'de> $crate::__private::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                $crate::keyed::read(deserializer)
            }
        }

        impl $crate::__private::Serialize for $Type {
            fn serialize<S: $crate::__private::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                use $crate::__private::SerializeMap as _;
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                $( $crate::__member!(write self $field ($crate::__name!($field $($name)?)) map [$(required $required)? $(optional $optional)?]); )*
                match &self.body {
                    $( $Body::$Variant(body) => map.serialize_entry($key, body)?, )*
                }
                $crate::keyed::write_extra(&self.extra, <Self as $crate::keyed::Keyed>::MEMBERS, Self::KEYS, &mut map)?;
                map.end()
            }
        }

        impl $crate::WireType for $Type {
            const NAME: &'static str = stringify!($Type);
            const SHAPE: $crate::Shape =
                $crate::Shape::Keyed { members: <Self as $crate::keyed::Keyed>::MEMBERS, keys: Self::KEYS };
        }

        $crate::__keyed_schema!($Type [ $( [$($required)? $($optional)?] )* ] [ $($Inner)* ]);
        $crate::__keyed_generate!($Type { $($field: [$($required)? $($optional)?],)* extra: [$crate::Extra] } $Body { $($Variant($Inner)),* });
    };
}

/// What [`keyed!`](crate::keyed!) implements.
pub trait Keyed: Sized {
    /// The table of the members around the key.
    const MEMBERS: &'static [crate::Member];

    #[doc(hidden)]
    fn read<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
}

#[doc(hidden)]
pub fn read<'de, T: Keyed + crate::WireType, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct KeyedVisitor<T>(PhantomData<T>);

    impl<'de, T: Keyed + crate::WireType> Visitor<'de> for KeyedVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object ({})", T::NAME)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::read(map)
        }
    }

    deserializer.deserialize_map(KeyedVisitor(PhantomData))
}

fn one_of(keys: &[&str]) -> String {
    format!("exactly one of `{}`", keys.join("`, `"))
}

#[doc(hidden)]
pub fn no_key<E: de::Error>(keys: &[&str], extra: &Extra) -> E {
    let others: Vec<&str> = extra.iter().map(|member| member.0).take(8).collect();
    let found = match others.as_slice() {
        [] => "no message key".to_owned(),
        others => format!("no message key, but `{}`", others.join("`, `")),
    };
    Refusal::new(DecodeRule::Key, found, one_of(keys)).into_error()
}

#[doc(hidden)]
pub fn second_key<E: de::Error>(keys: &[&'static str], first: usize, second: usize) -> E {
    let name = |at: usize| keys.get(at).copied().unwrap_or_default();
    if first == second {
        return Refusal::duplicate(name(second)).into_error();
    }
    let found = format!("a second message key beside `{}`", name(first));
    Refusal::new(DecodeRule::Key, found, one_of(keys)).at(name(second)).into_error()
}

#[doc(hidden)]
pub fn write_extra<M: SerializeMap>(
    extra: &Extra,
    members: &[crate::Member],
    keys: &[&str],
    map: &mut M,
) -> Result<(), M::Error> {
    use serde::ser::Error as _;
    if let Some((name, _)) = extra.iter().find(|member| keys.contains(&member.0)) {
        return Err(M::Error::custom(format_args!("`extra` holds the message key `{name}`")));
    }
    crate::object::write_extra(extra, members, map)
}
