//! The macros in which the tables of a catalog are written. One entry is everything that is said about a component or
//! function: its Rust type, its name, its judgement, the components to which it refers, its place in the inventory.

/// Objects that a catalog judges: as `wire::object!`, with `where` for what is asked of a member beyond its type. All are
/// closed but those that say `is open`.
macro_rules! judged_objects {
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

        impl $crate::catalog::Judged for $Type {
            fn judge(value: &wire::Payload, at: &wire::Pointer, judge: &mut $crate::catalog::Judge<'_>) {
                let Some(mut members) = $crate::catalog::Members::of(value, at, stringify!($Type), judge) else {
                    return;
                };
                $( members.member::<$($optional)? $($required)?>(
                    $crate::catalog::tables::name!($field $($name)?),
                    $crate::catalog::tables::required!($($optional)?),
                    &[$(&$rule)?],
                    judge,
                ); )*
                $crate::catalog::tables::close!(members judge $($open)?);
                $( $rules(value, at, judge); )?
            }

            fn references(path: &str, found: &mut Vec<String>) {
                let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                $( <$($optional)? $($required)? as $crate::catalog::Judged>::references(
                    &below($crate::catalog::tables::name!($field $($name)?)),
                    found,
                ); )*
            }
        }
    )* };
}
pub(crate) use judged_objects;

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
    ($members:ident $judge:ident) => {
        $members.close($judge)
    };
    ($members:ident $judge:ident open) => {
        drop($members)
    };
}
pub(crate) use close;

/// Vocabularies that a catalog closes. Reading keeps other words; the judgement reports them.
macro_rules! judged_words {
    ($(
        $(#[$meta:meta])*
        pub enum $Type:ident { $($body:tt)* }
    )*) => { $(
        wire::word! {
            $(#[$meta])*
            pub open enum $Type { $($body)* }
        }

        impl $crate::catalog::Judged for $Type {
            fn judge(value: &wire::Payload, at: &wire::Pointer, judge: &mut $crate::catalog::Judge<'_>) {
                $crate::catalog::judged_word(value, at, Self::WORDS, judge);
            }
        }
    )* };
}
pub(crate) use judged_words;

/// The components of a catalog. `common` are the members that all have; `of` names types of an earlier version that are the
/// same in this one.
macro_rules! components {
    (
        $(#[$meta:meta])*
        pub enum $Basic:ident;
        common $common:tt
        of { $($Same:ident),* $(,)? }
        $( $(#[$component_meta:meta])* pub struct $Type:ident { $($body:tt)* } )*
    ) => {
        $( $crate::catalog::tables::component! {
            $common
            $(#[$component_meta])* pub struct $Type { $($body)* }
        } )*

        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Basic {
            $(
                #[doc = concat!("A `", stringify!($Same), "`.")]
                $Same($Same),
            )*
            $(
                #[doc = concat!("A `", stringify!($Type), "`.")]
                $Type($Type),
            )*
            /// A type that the basic catalog does not have.
            Unknown($crate::catalog::UnknownComponent),
        }

        impl $Basic {
            /// The names of the types.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($Same),)* $(stringify!($Type),)*];

            /// The properties of a component, as those of its type.
            ///
            /// # Errors
            /// If the type is known and the properties are none of it, with pointers in the component; if the component
            /// does not say its type.
            pub fn of(component: &impl $crate::catalog::AnyComponent) -> ::core::result::Result<Self, wire::DecodeError> {
                match component.type_name() {
                    $( Some(stringify!($Same)) => $crate::catalog::view(component).map(Self::$Same), )*
                    $( Some(stringify!($Type)) => $crate::catalog::view(component).map(Self::$Type), )*
                    Some(name) => Ok(Self::Unknown($crate::catalog::UnknownComponent::new(name, component.properties()))),
                    None => Err(wire::decode::Refusal::missing("component").into()),
                }
            }

            /// The name of the type.
            pub fn name(&self) -> &str {
                match self {
                    $( Self::$Same(_) => stringify!($Same), )*
                    $( Self::$Type(_) => stringify!($Type), )*
                    Self::Unknown(unknown) => unknown.name(),
                }
            }

            /// The properties as they stand on the wire.
            ///
            /// # Errors
            /// If they do not serialize: an `extra` repeats a member, for example.
            pub fn properties(&self) -> ::core::result::Result<wire::Extra, wire::EncodeError> {
                match self {
                    $( Self::$Same(properties) => $crate::catalog::properties_of(properties), )*
                    $( Self::$Type(properties) => $crate::catalog::properties_of(properties), )*
                    Self::Unknown(unknown) => Ok(unknown.properties()),
                }
            }

            /// The properties in which each type names components: `children`, `tabs/*/child`.
            pub fn reference_fields() -> Vec<(&'static str, Vec<String>)> {
                fn of<T: $crate::catalog::Judged>() -> Vec<String> {
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

        /// Judges the properties of a component; false if the type is unknown.
        pub(crate) fn judge_component(
            name: &str,
            properties: &wire::Payload,
            at: &wire::Pointer,
            judge: &mut $crate::catalog::Judge<'_>,
        ) -> bool {
            use $crate::catalog::Judged;
            match name {
                $( stringify!($Same) => $Same::judge(properties, at, judge), )*
                $( stringify!($Type) => $Type::judge(properties, at, judge), )*
                _ => return false,
            }
            true
        }

        wire::inventory! {
            /// The properties of the components that are new in this version.
            pub static COMPONENT_TYPES = [ $($Type),* ];
        }

        #[cfg(test)]
        pub(crate) fn visit_components<V: $crate::catalog::VisitComponents>(visitor: &mut V) {
            $( visitor.visit::<$Same>(); )*
            $( visitor.visit::<$Type>(); )*
        }
    };
}
pub(crate) use components;

macro_rules! component {
    ({ $($common:tt)* } $(#[$meta:meta])* pub struct $Type:ident { $($body:tt)* }) => {
        $crate::catalog::tables::judged_objects! {
            $(#[$meta])*
            pub struct $Type { $($body)* $($common)* }
        }

        impl $crate::catalog::CatalogComponent for $Type {}
    };
}
pub(crate) use component;

/// The functions of a catalog.
macro_rules! functions {
    (
        of { $($Same:ident),* $(,)? }
        $( $(#[$meta:meta])* pub struct $Type:ident as $name:literal returns $Returns:ident { $($body:tt)* } $(where $rules:expr;)? )*
    ) => {
        $(
            $crate::catalog::tables::judged_objects! {
                $(#[$meta])*
                pub struct $Type { $($body)* } $(where $rules;)?
            }

            impl $crate::catalog::CatalogFunction for $Type {
                const FUNCTION: &'static str = $name;
                const RETURNS: $crate::catalog::Returns = $crate::catalog::Returns::$Returns;
            }
        )*

        /// The names of the functions.
        pub const FUNCTIONS: &[&str] = &[
            $(<$Same as $crate::catalog::CatalogFunction>::FUNCTION,)*
            $(<$Type as $crate::catalog::CatalogFunction>::FUNCTION,)*
        ];

        /// Judges the arguments of a function and says what it returns; `None` if the function is unknown.
        pub(crate) fn judge_function(
            name: &str,
            args: &wire::Payload,
            at: &wire::Pointer,
            judge: &mut $crate::catalog::Judge<'_>,
        ) -> Option<$crate::catalog::Returns> {
            use $crate::catalog::{CatalogFunction, Judged};
            $( if name == $Same::FUNCTION {
                $Same::judge(args, at, judge);
                return Some($Same::RETURNS);
            } )*
            $( if name == $Type::FUNCTION {
                $Type::judge(args, at, judge);
                return Some($Type::RETURNS);
            } )*
            None
        }

        wire::inventory! {
            /// The arguments of the functions that are new in this version.
            pub static FUNCTION_TYPES = [ $($Type),* ];
        }
    };
}
pub(crate) use functions;
