//! Wire types with hand-written readers, which have no table.

/// Declares a wire type whose [`Wire`](crate::Wire) implementation is written by hand, such as a union by JSON type.
///
/// The closure after `schema:` returns the JSON Schema of the type. After `examples:` are JSON texts of the type. The
/// generator for property tests (feature `proptest`) selects one of them.
///
/// ```
/// use agent_ui_wire::{PayloadKind, Reader, Wire, Writer, decode::ReadResult};
///
/// /// One name or several.
/// #[derive(Clone, Debug, PartialEq)]
/// pub enum Names {
///     One(String),
///     Several(Vec<String>),
/// }
///
/// impl Wire for Names {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         match reader.kind()? {
///             PayloadKind::Array => Wire::read(reader).map(Self::Several),
///             _ => Wire::read(reader).map(Self::One),
///         }
///     }
///
///     fn write(&self, writer: &mut Writer) {
///         match self {
///             Self::One(name) => name.write(writer),
///             Self::Several(names) => names.write(writer),
///         }
///     }
/// }
///
/// agent_ui_wire::hand_written! {
///     Names,
///     schema: |schemas| {
///         let several = schemas.schema_for::<Vec<String>>();
///         agent_ui_wire::schema::json!({"anyOf": [{"type": "string"}, several]})
///     },
///     examples: [r#""a""#, "[]", r#"["a","b"]"#],
/// }
/// agent_ui_wire::inventory! { Names }
///
/// assert_eq!(agent_ui_wire::decode::<Names>(r#"["a"]"#)?, Names::Several(vec!["a".into()]));
/// assert_eq!(agent_ui_wire::decode::<Names>(r#"["a",1]"#).unwrap_err().pointer.as_str(), "/1");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
///
/// # A generator of your own
///
/// In place of `examples:`, `generate:` states a closure that returns a strategy of proptest. The compiler checks this
/// closure only if the feature `proptest` of this crate is on, for example because another crate of the build turns it on.
/// A mistake in the closure then breaks that build. Use `generate:` only in a crate that builds its tests with the
/// feature, and `examples:` everywhere else.
///
/// ```
/// # use agent_ui_wire::{Reader, Wire, Writer, decode::ReadResult};
/// /// A name.
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct Name(String);
/// # impl Wire for Name {
/// #     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> { Wire::read(reader).map(Self) }
/// #     fn write(&self, writer: &mut Writer) { self.0.write(writer); }
/// # }
///
/// agent_ui_wire::hand_written! {
///     Name,
///     schema: |_schemas| agent_ui_wire::schema::json!({"type": "string"}),
///     generate: |level| {
///         use agent_ui_wire::{generate::Generate, proptest::prelude::*};
///         String::strategy(level).prop_map(Name).boxed()
///     },
/// }
/// agent_ui_wire::inventory! { Name }
/// ```
///
/// The macro expands to the implementations of `WireType`, of serde's traits and of the generator:
///
/// ```text
/// hand_written! { Names, schema: |schemas| …, examples: ["[]"] }
/// // expands to
/// __wire_type!(Names, Shape::HandWritten(|schemas: &mut Definitions| …));
/// __serde!(Names);
/// __special_generate!(Names |_level| __examples(&["[]"])); // or the closure after `generate:`
/// ```
#[macro_export]
macro_rules! hand_written {
    ($Type:ident, schema: |$schemas:ident| $schema:expr, examples: [$($example:literal),+ $(,)?] $(,)?) => {
        $crate::hand_written! {
            $Type,
            schema: |$schemas| $schema,
            generate: |_level| $crate::generate::__examples(&[$($example),+]),
        }
    };
    ($Type:ident, schema: |$schemas:ident| $schema:expr, generate: |$level:ident| $strategy:expr $(,)?) => {
        $crate::__wire_type!(
            $Type,
            $crate::Shape::HandWritten(|$schemas: &mut $crate::schema::Definitions| $schema)
        );
        $crate::__serde!($Type);
        $crate::__special_generate!($Type | $level | $strategy);
    };
}

/// Implements the schema and the generator of a generic type by those of another type. The generic type has a
/// hand-written [`Wire`](crate::Wire) implementation and implements `From` for the other type.
///
/// `same_form!([T] List<T> as Vec<T>);` expands to:
///
/// ```text
/// impl<T> HasType for List<T>
/// where
///     Vec<T>: HasType,
/// {
///     const TYPE: Type = <Vec<T> as HasType>::TYPE;
/// }
/// // and the generator, by `__same_generate!`
/// ```
#[macro_export]
macro_rules! same_form {
    ([$($generics:tt)*] $Type:ty as $Other:ty) => {
        impl<$($generics)*> $crate::HasType for $Type
        where
            $Other: $crate::HasType,
        {
            const TYPE: $crate::Type = <$Other as $crate::HasType>::TYPE;
        }

        $crate::__same_generate!([$($generics)*] $Type as $Other);
    };
}

/// Implements everything that a wire type needs besides [`Wire`](crate::Wire).
///
/// `__wire_type!(Click, Shape::Text);` expands to:
///
/// ```text
/// impl WireType for Click {
///     const NAME: &'static str = "Click";
///     const MODULE: &'static str = module_path!();
///     const SHAPE: Shape = Shape::Text;
///     const __REWRITE: Rewrite = |reader, writer| {
///         <Self as Wire>::read(reader).map(|value| Wire::write(&value, writer))
///     };
/// }
/// impl HasType for Click {
///     const TYPE: Type = Type::Named(|| <Self as WireType>::INFO);
/// }
/// // and the JSON Schema, by `__schema!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_type {
    ($Type:ident, $shape:expr) => {
        impl $crate::WireType for $Type {
            const NAME: &'static str = stringify!($Type);
            const MODULE: &'static str = module_path!();
            const SHAPE: $crate::Shape = $shape;
            const __REWRITE: $crate::__private::Rewrite = |reader, writer| {
                <Self as $crate::Wire>::read(reader)
                    .map(|value| $crate::Wire::write(&value, writer))
            };
        }

        impl $crate::HasType for $Type {
            const TYPE: $crate::Type = $crate::Type::Named(|| <Self as $crate::WireType>::INFO);
        }

        $crate::__schema!($Type);
    };
}

/// Implements serde's traits for a wire type.
///
/// `__serde!(Click);` expands to:
///
/// ```text
/// impl<'de> Deserialize<'de> for Click {
///     fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> { read(deserializer) }
/// }
/// impl Serialize for Click {
///     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> { write(self, serializer) }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($Type:ident) => {
        impl<'de> $crate::__private::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::read(deserializer)
            }
        }

        impl $crate::__private::Serialize for $Type {
            fn serialize<S: $crate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::write(self, serializer)
            }
        }
    };
}
