//! One way to write an object: its table.

use crate::{Extra, Member, Payload, decode::Refusal};
use serde::{
    Deserializer,
    de::{self, DeserializeSeed, MapAccess, Visitor},
    ser::{Error as _, SerializeMap},
};
use std::{fmt, marker::PhantomData};

/// Declares objects by the tables of their specification.
///
/// `name: T` is required, `name?: T` may be absent; `as "wireName"` says how the member is called on the wire, where
/// that differs. The order is the order of writing. `name =: T` is a member that the specification requires and reading
/// does not: `new` asks for it, and a rule misses it where it is absent. Each struct gets
///
/// - its members as public fields, and `extra` for those that the table does not name,
/// - `new(…)` with the required and wanted members, and a setter of the same name for each optional one,
/// - reading in any order in one pass: a missing or a doubled member is an error with its pointer,
/// - its member table in [`WireType::SHAPE`](crate::WireType), from which schema and generators come.
///
/// It has to be listed in the [`inventory!`](crate::inventory!) of its crate.
///
/// ```
/// # use agent_ui_wire as wire;
/// use wire::{Field, Payload, object};
///
/// # wire::inventory! { Click }
/// object! {
///     /// What a page sends.
///     pub struct Click {
///         /// The page.
///         canvas_file as "canvasFile": String,
///         /// The element, if there is one.
///         element?: Field<String>,
///         /// Whatever the page sent.
///         data?: Option<Payload>,
///     }
/// }
/// let click = Click::new("a.html").element("save");
/// assert_eq!(wire::encode(&click)?, r#"{"canvasFile":"a.html","element":"save"}"#);
/// let error = wire::decode::<Click>(r#"{"element":null}"#).unwrap_err();
/// assert_eq!((error.pointer.as_str(), error.rule.as_str()), ("/canvasFile", "missing"));
/// # Ok::<(), wire::EncodeError>(())
/// ```
///
/// A required member cannot be an `Option`, which would read null and absent alike:
///
/// ```compile_fail
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Click }
/// wire::object! {
///     /// What a page sends.
///     pub struct Click {
///         /// The element.
///         element: Option<String>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! object {
    ($(
        $(#[$meta:meta])*
        pub struct $Type:ident {
            $( $(#[doc = $doc:literal])* $field:ident $(as $name:literal)? $(?: $optional:ty)? $(=: $wanted:ty)? $(: $required:ty)? ),* $(,)?
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $Type {
            $( $(#[doc = $doc])* pub $field: $($required)? $($optional)? $($wanted)?, )*
            /// The members that the specification does not name, verbatim.
            pub extra: $crate::Extra,
        }

        impl $Type {
            /// With its required members; the optional ones are absent.
            #[allow(clippy::too_many_arguments, clippy::new_without_default)]
            pub fn new($(
                $($field: impl ::core::convert::Into<$required>,)?
                $($field: impl ::core::convert::Into<<$wanted as $crate::Optional>::Value>,)?
            )*) -> Self {
                Self {
                    $( $field: $crate::__member!(new $field [$(required $required)? $(optional $optional)? $(wanted $wanted)?]), )*
                    extra: $crate::Extra::new(),
                }
            }

            $( $crate::__setter!($field [$(required $required)? $(optional $optional)? $(wanted $wanted)?]); )*
        }

        impl $crate::object::Object for $Type {
            const MEMBERS: &'static [$crate::Member] = $crate::__members!(
                $( $(#[doc = $doc])* $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $optional)? $(wanted $wanted)?] ),*
            );

            fn read<'de, A: $crate::__private::MapAccess<'de>>(mut map: A) -> ::core::result::Result<Self, A::Error> {
                #[allow(non_camel_case_types)]
                enum At { $($field,)* __End }
                let _ = At::__End;
                $( let mut $field: ::core::option::Option<$($required)? $($optional)? $($wanted)?> = ::core::option::Option::None; )*
                let mut extra = $crate::Extra::new();
                let names = $crate::object::Names { members: Self::MEMBERS, keys: &[] };
                while let ::core::option::Option::Some(name) = map.next_key_seed(names)? {
                    match name {
                        $(
                            $crate::object::Name::Member(at) if at == At::$field as usize => {
                                $crate::__member!(read $field ($crate::__name!($field $($name)?)) map [$(required $required)? $(optional $optional)? $(wanted $wanted)?]);
                            }
                        )*
                        $crate::object::Name::Other(name) => $crate::object::read_extra(&mut extra, name, &mut map)?,
                        $crate::object::Name::Member(_) | $crate::object::Name::Key(_) => {}
                    }
                }
                $crate::object::no_duplicates(&extra)?;
                ::core::result::Result::Ok(Self {
                    $( $field: $crate::__member!(finish $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $optional)? $(wanted $wanted)?]), )*
                    extra,
                })
            }

            fn write<M: $crate::__private::SerializeMap>(&self, map: &mut M) -> ::core::result::Result<(), M::Error> {
                $( $crate::__member!(write self $field ($crate::__name!($field $($name)?)) map [$(required $required)? $(optional $optional)? $(wanted $wanted)?]); )*
                $crate::object::write_extra(&self.extra, Self::MEMBERS, map)
            }

            fn extra(&self) -> &$crate::Extra {
                &self.extra
            }
        }

        impl<'de> $crate::__private::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                $crate::object::read(deserializer)
            }
        }

        impl $crate::__private::Serialize for $Type {
            fn serialize<S: $crate::__private::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                $crate::object::Object::write(self, &mut map)?;
                $crate::__private::SerializeMap::end(map)
            }
        }

        impl $crate::WireType for $Type {
            const NAME: &'static str = stringify!($Type);
            const SHAPE: $crate::Shape = $crate::Shape::Object(<Self as $crate::object::Object>::MEMBERS);
        }

        $crate::__object_schema!($Type [ $( [$($required)? $($optional)? $($wanted)?] )* ]);
        $crate::__object_generate!($Type { $($field: [$($required)? $($optional)? $($wanted)?],)* extra: [$crate::Extra] });
    )* };
}

/// What differs between a required and an optional member.
#[doc(hidden)]
#[macro_export]
macro_rules! __member {
    (new $field:ident [required $Type:ty]) => {{
        // An `Option` would fit both implementations, and so none.
        fn not_an_option<T: $crate::object::NotAnOption<Which>, Which>() {}
        let _ = not_an_option::<$Type, _>;
        ::core::convert::Into::<$Type>::into($field)
    }};
    (new $field:ident [optional $Type:ty]) => { <$Type as $crate::Optional>::absent() };
    (new $field:ident [wanted $Type:ty]) => {
        <$Type as $crate::Optional>::of(::core::convert::Into::into($field))
    };

    (read $field:ident ($name:expr) $map:ident [$presence:ident $Type:ty]) => {
        if $field.is_some() {
            return ::core::result::Result::Err($crate::decode::Refusal::duplicate($name).into_error());
        }
        $field = ::core::option::Option::Some($crate::__member!(value $map [$presence $Type]));
    };
    (value $map:ident [required $Type:ty]) => { $map.next_value::<$Type>()? };
    (value $map:ident [wanted $Type:ty]) => { <$Type as $crate::Optional>::read(&mut $map)? };
    (value $map:ident [optional $Type:ty]) => { <$Type as $crate::Optional>::read(&mut $map)? };

    (finish $field:ident ($name:expr) [required $Type:ty]) => {
        match $field {
            ::core::option::Option::Some(value) => value,
            ::core::option::Option::None => {
                return ::core::result::Result::Err($crate::decode::Refusal::missing($name).into_error());
            }
        }
    };
    (finish $field:ident ($name:expr) [$presence:ident $Type:ty]) => {
        $field.unwrap_or_else(<$Type as $crate::Optional>::absent)
    };

    (write $self:ident $field:ident ($name:expr) $map:ident [required $Type:ty]) => {
        $map.serialize_entry($name, &$self.$field)?;
    };
    (write $self:ident $field:ident ($name:expr) $map:ident [$presence:ident $Type:ty]) => {
        if !$crate::Optional::is_absent(&$self.$field) {
            $map.serialize_entry($name, &$self.$field)?;
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($field:ident [required $Type:ty]) => {};
    ($field:ident [wanted $Type:ty]) => {};
    ($field:ident [optional $Type:ty]) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(
            mut self,
            value: impl ::core::convert::Into<<$Type as $crate::Optional>::Value>,
        ) -> Self {
            self.$field = <$Type as $crate::Optional>::of(value.into());
            self
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __members {
    ($( $(#[doc = $doc:literal])* $field:ident ($name:expr) [$presence:ident $Type:ty] ),*) => {
        &[ $( $crate::Member {
            name: $name,
            presence: $crate::__presence!($presence),
            type_name: stringify!($Type),
            doc: &[$($doc),*],
        } ),* ]
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __presence {
    (required) => {
        $crate::Presence::Required
    };
    ($may_be_absent:ident) => {
        $crate::Presence::Optional
    };
}

/// What [`object!`](crate::object!) implements: reading and writing the members of a map that somebody else opened.
pub trait Object: Sized {
    /// The table.
    const MEMBERS: &'static [Member];

    #[doc(hidden)]
    fn read<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
    #[doc(hidden)]
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;

    /// The members that the table does not name.
    fn extra(&self) -> &Extra;
}

#[doc(hidden)]
pub fn read<'de, T: Object + crate::WireType, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct ObjectVisitor<T>(PhantomData<T>);

    impl<'de, T: Object + crate::WireType> Visitor<'de> for ObjectVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object ({})", T::NAME)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::read(map)
        }
    }

    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

#[doc(hidden)]
pub trait NotAnOption<Which> {}
impl<T: ?Sized> NotAnOption<()> for T {}
impl<T> NotAnOption<u8> for Option<T> {}

/// Looks a member name up without allocating, unless the table does not have it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub members: &'static [Member],
    pub keys: &'static [&'static str],
}

#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Name {
    Member(usize),
    Key(usize),
    Other(Box<str>),
}

impl<'de> DeserializeSeed<'de> for Names {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Names {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Name, E> {
        if let Some(at) = self.members.iter().position(|member| member.name == name) {
            return Ok(Name::Member(at));
        }
        Ok(self.keys.iter().position(|key| *key == name).map_or_else(|| Name::Other(name.into()), Name::Key))
    }
}

#[doc(hidden)]
pub fn read_extra<'de, A: MapAccess<'de>>(
    extra: &mut Extra,
    name: Box<str>,
    map: &mut A,
) -> Result<(), A::Error> {
    extra.push(name, map.next_value::<Payload>()?);
    Ok(())
}

#[doc(hidden)]
pub fn no_duplicates<E: de::Error>(extra: &Extra) -> Result<(), E> {
    extra.duplicate().map_or(Ok(()), |name| Err(Refusal::duplicate(name).into_error()))
}

#[doc(hidden)]
pub fn write_extra<M: SerializeMap>(extra: &Extra, members: &[Member], map: &mut M) -> Result<(), M::Error> {
    for (name, value) in extra.iter() {
        if members.iter().any(|member| member.name == name) {
            return Err(M::Error::custom(format_args!("`extra` repeats the member `{name}`")));
        }
        map.serialize_entry(name, value)?;
    }
    Ok(())
}
