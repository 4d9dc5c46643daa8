//! Macros for the tables of a catalog. One entry defines everything about a component or function: its Rust type, name, checks,
//! references and place in the inventory.

/// Objects that a catalog checks. The syntax is that of `wire::object!`, with `where` for rules of a member beyond its type.
/// Objects are closed unless they are declared `is open`.
macro_rules! checked_objects {
    ($(
        $(#[$meta:meta])*
        pub struct $Type:ident $(is $open:ident)? {
            $( $(#[doc = $doc:literal])* $field:ident $(as $name:literal)? $(?: $optional:ty)? $(: $required:ty)? $(where $rule:expr)? ),* $(,)?
        } $(where $rules:expr;)?
    )*) => { $(
        wire::object! {
            $(#[$meta])*
            pub struct $Type {
                $( $(#[doc = $doc])* $field $(as $name)? $(?: $optional)? $(: $required)? ),*
            }
        }

        impl $crate::catalog::CatalogValue for $Type {
            fn check(value: &wire::Payload, at: &wire::Pointer, checker: &mut $crate::catalog::Checker<'_>) {
                let Some(mut members) = $crate::catalog::ObjectMembers::of(value, at, stringify!($Type), checker) else {
                    return;
                };
                $( members.member::<$($optional)? $($required)?>(
                    $crate::catalog::tables::name!($field $($name)?),
                    $crate::catalog::tables::required!($($optional)?),
                    &[$(&$rule)?],
                    checker,
                ); )*
                $crate::catalog::tables::close!(members checker $($open)?);
                $( $rules(value, at, checker); )?
            }

            fn references(path: &str, found: &mut Vec<String>) {
                let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                $( <$($optional)? $($required)? as $crate::catalog::CatalogValue>::references(
                    &below($crate::catalog::tables::name!($field $($name)?)),
                    found,
                ); )*
            }
        }
    )* };
}
pub(crate) use checked_objects;

/// Objects of a table that several versions share. The syntax is that of [`checked_objects`], for one version. The attributes
/// `#[since(v0_10)]` and `#[until(v0_10)]` limit a member to some versions.
macro_rules! objects_of {
    ($version:ident $(
        $(#[$meta:meta])*
        pub struct $Type:ident $(is $open:ident)? { $($members:tt)* } $(where $rules:expr;)?
    )*) => { $(
        $crate::catalog::tables::object_of! {
            $version { $(#[$meta])* pub struct $Type $(is $open)? } {} { $($members)* } { $(where $rules;)? }
        }
    )* };
}
pub(crate) use objects_of;

/// Processes the members of one object: `{ head } { members of this version } { members to come } { tail }`.
macro_rules! object_of {
    ($version:ident { $($head:tt)* } $kept:tt {} { $($tail:tt)* }) => {
        $crate::catalog::tables::checked_objects! { $($head)* $kept $($tail)* }
    };
    ($version:ident $head:tt $kept:tt {
        $(#[doc = $doc:literal])* $(#[since($since:ident)])? $(#[until($until:ident)])?
        $field:ident $(as $name:literal)? $(?: $optional:ty)? $(: $required:ty)? $(where $rule:expr)?, $($rest:tt)*
    } $tail:tt) => {
        $crate::catalog::tables::member_of! {
            $version [$(since $since)? $(until $until)?] $head $kept
            { $(#[doc = $doc])* $field $(as $name)? $(?: $optional)? $(: $required)? $(where $rule)?, }
            { $($rest)* } $tail
        }
    };
}
pub(crate) use object_of;

/// Omits a member if its attributes exclude the version.
macro_rules! member_of {
    (v0_9 [since $($marks:tt)*] $($state:tt)*) => {
        $crate::catalog::tables::member_of! { leave out v0_9 $($state)* }
    };
    (v0_10 [since v1_0] $($state:tt)*) => {
        $crate::catalog::tables::member_of! { leave out v0_10 $($state)* }
    };
    (v0_10 [until v0_9] $($state:tt)*) => {
        $crate::catalog::tables::member_of! { leave out v0_10 $($state)* }
    };
    (v1_0 [$(since $since:ident)? until $until:ident] $($state:tt)*) => {
        $crate::catalog::tables::member_of! { leave out v1_0 $($state)* }
    };
    (leave out $version:ident $head:tt $kept:tt $member:tt $rest:tt $tail:tt) => {
        $crate::catalog::tables::object_of! { $version $head $kept $rest $tail }
    };
    ($version:ident $marks:tt $head:tt { $($kept:tt)* } { $($member:tt)* } $rest:tt $tail:tt) => {
        $crate::catalog::tables::object_of! { $version $head { $($kept)* $($member)* } $rest $tail }
    };
}
pub(crate) use member_of;

macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}
pub(crate) use name;

macro_rules! required {
    () => {
        true
    };
    ($optional:ty) => {
        false
    };
}
pub(crate) use required;

macro_rules! close {
    ($members:ident $checker:ident) => {
        $members.close($checker)
    };
    ($members:ident $checker:ident open) => {
        drop($members)
    };
}
pub(crate) use close;

/// Vocabularies to which a catalog allows no additions. Reading keeps unknown words, and the check reports them.
macro_rules! checked_words {
    ($(
        $(#[$meta:meta])*
        pub enum $Type:ident { $($body:tt)* }
    )*) => { $(
        wire::word! {
            $(#[$meta])*
            pub open enum $Type { $($body)* }
        }

        impl $crate::catalog::CatalogValue for $Type {
            fn check(value: &wire::Payload, at: &wire::Pointer, checker: &mut $crate::catalog::Checker<'_>) {
                $crate::catalog::check_word(value, at, Self::WORDS, checker);
            }
        }
    )* };
}
pub(crate) use checked_words;

/// The components of a catalog. `common` lists the members of all components. In 0.10, only types with `#[differs(v0_10)]` have
/// their own definition; the others are those of 0.9.
macro_rules! components {
    (
        v0_10
        $(#[$meta:meta])*
        pub enum $Basic:ident;
        common $common:tt
        $($table:tt)*
    ) => {
        $crate::catalog::tables::components_that_differ! {
            { $(#[$meta])* pub enum $Basic; common $common } {} {} $($table)*
        }
    };
    (
        $version:ident
        $(#[$meta:meta])*
        pub enum $Basic:ident;
        common $common:tt
        $( $(#[doc = $doc:literal])* $(#[differs(v0_10)])? pub struct $Type:ident $body:tt )*
    ) => {
        $crate::catalog::tables::components_from! {
            $version
            $(#[$meta])*
            pub enum $Basic;
            common $common
            of {}
            $( $(#[doc = $doc])* pub struct $Type $body )*
        }
    };
}
pub(crate) use components;

/// Processes the components of 0.10: `{ head } { names that 0.9 has } { components that differ } components to come`.
macro_rules! components_that_differ {
    ({ $($head:tt)* } $same:tt { $($own:tt)* }) => {
        $crate::catalog::tables::components_from! { v0_10 $($head)* of $same $($own)* }
    };
    (
        $head:tt $same:tt { $($own:tt)* }
        $(#[doc = $doc:literal])* #[differs(v0_10)] pub struct $Type:ident $body:tt
        $($rest:tt)*
    ) => {
        $crate::catalog::tables::components_that_differ! {
            $head $same { $($own)* $(#[doc = $doc])* pub struct $Type $body } $($rest)*
        }
    };
    (
        $head:tt { $($same:tt)* } $own:tt
        $(#[doc = $doc:literal])* pub struct $Type:ident $body:tt
        $($rest:tt)*
    ) => {
        $crate::catalog::tables::components_that_differ! { $head { $($same)* $Type, } $own $($rest)* }
    };
}
pub(crate) use components_that_differ;

/// The components of one version. `of` lists those that are types of an earlier version.
macro_rules! components_from {
    (
        $version:ident
        $(#[$meta:meta])*
        pub enum $Basic:ident;
        common $common:tt
        of { $($Same:ident),* $(,)? }
        $( $(#[$component_meta:meta])* pub struct $Type:ident { $($body:tt)* } )*
    ) => {
        $( $crate::catalog::tables::component! {
            $version $common
            $(#[$component_meta])* pub struct $Type { $($body)* }
        } )*

        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Basic {
            $(
                #[doc = concat!("The properties of a `", stringify!($Same), "` component.")]
                $Same($Same),
            )*
            $(
                #[doc = concat!("The properties of a `", stringify!($Type), "` component.")]
                $Type($Type),
            )*
            /// A type that the basic catalog does not define.
            Unknown($crate::catalog::UnknownComponent),
        }

        impl $Basic {
            /// The names of the component types.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($Same),)* $(stringify!($Type),)*];

            /// Reads the properties of a component as those of its type.
            ///
            /// # Errors
            /// Returns an error if the properties do not fit a known type, with pointers into the component, or if the
            /// component does not state its type.
            pub fn of(component: &impl $crate::catalog::AnyComponent) -> ::core::result::Result<Self, wire::DecodeError> {
                match component.type_name() {
                    $( Some(stringify!($Same)) => $crate::catalog::view(component).map(Self::$Same), )*
                    $( Some(stringify!($Type)) => $crate::catalog::view(component).map(Self::$Type), )*
                    Some(name) => Ok(Self::Unknown($crate::catalog::UnknownComponent::new(name, component.properties($crate::Notation::At)))),
                    None => Err(wire::decode::ReadError::missing("component").into()),
                }
            }

            /// Returns the name of the component type.
            pub fn name(&self) -> &str {
                match self {
                    $( Self::$Same(_) => stringify!($Same), )*
                    $( Self::$Type(_) => stringify!($Type), )*
                    Self::Unknown(unknown) => unknown.name(),
                }
            }

            /// Returns the properties as they are on the wire.
            ///
            /// # Errors
            /// Returns an error if they cannot be serialized, for example because an `extra` repeats a member.
            pub fn properties(&self) -> ::core::result::Result<wire::Extra, wire::EncodeError> {
                match self {
                    $( Self::$Same(properties) => $crate::catalog::properties_of(properties), )*
                    $( Self::$Type(properties) => $crate::catalog::properties_of(properties), )*
                    Self::Unknown(unknown) => Ok(unknown.properties()),
                }
            }

            /// Returns the properties in which each type refers to components: `children`, `tabs/*/child`.
            pub fn reference_fields() -> Vec<(&'static str, Vec<String>)> {
                fn of<T: $crate::catalog::CatalogValue>() -> Vec<String> {
                    let mut found = Vec::new();
                    T::references("", &mut found);
                    found
                }
                let mut all = vec![$((stringify!($Same), of::<$Same>()),)* $((stringify!($Type), of::<$Type>()),)*];
                all.retain(|(_, fields)| !fields.is_empty());
                all
            }
        }

        $( impl ::core::convert::From<$Same> for $Basic {
            fn from(properties: $Same) -> Self {
                Self::$Same(properties)
            }
        } )*
        $( impl ::core::convert::From<$Type> for $Basic {
            fn from(properties: $Type) -> Self {
                Self::$Type(properties)
            }
        } )*

        /// Checks the properties of a component; returns `false` if the type is unknown.
        pub(crate) fn check_component(
            name: &str,
            properties: &wire::Payload,
            at: &wire::Pointer,
            checker: &mut $crate::catalog::Checker<'_>,
        ) -> bool {
            use $crate::catalog::CatalogValue;
            match name {
                $( stringify!($Same) => $Same::check(properties, at, checker), )*
                $( stringify!($Type) => $Type::check(properties, at, checker), )*
                _ => return false,
            }
            true
        }

        wire::inventory! {
            /// The property types of the components that are new in this version.
            pub(crate) static COMPONENT_TYPES = [ $($Type),* ];
        }

        #[cfg(test)]
        pub(crate) fn visit_components<V: $crate::catalog::VisitComponents>(visitor: &mut V) {
            $( visitor.visit::<$Same>(); )*
            $( visitor.visit::<$Type>(); )*
        }
    };
}
pub(crate) use components_from;

macro_rules! component {
    ($version:ident { $($common:tt)* } $(#[$meta:meta])* pub struct $Type:ident { $($body:tt)* }) => {
        $crate::catalog::tables::objects_of! {
            $version
            $(#[$meta])*
            pub struct $Type { $($body)* $($common)* }
        }

        impl $crate::catalog::CatalogComponent for $Type {}
    };
}
pub(crate) use component;

/// The functions of a catalog. `returns Boolean (ValidationResult since v1_0)` gives another return type for 1.0.
macro_rules! functions {
    (
        $version:ident
        $(
            $(#[$meta:meta])*
            pub struct $Type:ident as $name:literal returns $Returns:ident $(($Later:ident since v1_0))? { $($body:tt)* }
            $(where $rules:expr;)?
        )*
    ) => {
        $(
            $crate::catalog::tables::objects_of! {
                $version
                $(#[$meta])*
                pub struct $Type { $($body)* } $(where $rules;)?
            }

            impl $crate::catalog::CatalogFunction for $Type {
                const FUNCTION: &'static str = $name;
                const RETURNS: $crate::catalog::Returns = $crate::catalog::tables::returns!($version $Returns $($Later)?);
            }
        )*

        /// The names of the functions.
        pub const FUNCTIONS: &[&str] = &[
            $(<$Type as $crate::catalog::CatalogFunction>::FUNCTION,)*
        ];

        /// Checks the arguments of a function and returns its return type; `None` if the function is unknown.
        pub(crate) fn check_function(
            name: &str,
            args: &wire::Payload,
            at: &wire::Pointer,
            checker: &mut $crate::catalog::Checker<'_>,
        ) -> Option<$crate::catalog::Returns> {
            use $crate::catalog::{CatalogFunction, CatalogValue};
            $( if name == $Type::FUNCTION {
                $Type::check(args, at, checker);
                return Some($Type::RETURNS);
            } )*
            None
        }

        wire::inventory! {
            /// The argument types of the functions that are new in this version.
            pub(crate) static FUNCTION_TYPES = [ $($Type),* ];
        }
    };
}
pub(crate) use functions;

macro_rules! returns {
    (v1_0 $Returns:ident $Later:ident) => {
        $crate::catalog::Returns::$Later
    };
    ($version:ident $Returns:ident $($Later:ident)?) => {
        $crate::catalog::Returns::$Returns
    };
}
pub(crate) use returns;
