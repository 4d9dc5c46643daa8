//! Macros that define the dynamic values of a version: literals, bindings and calls, distinguished by their shape.

/// Defines a dynamic value of one literal type. The caller's scope must contain `DataBinding`, `FunctionCall` and
/// `CALL`, the list of member names that only calls have.
///
/// `dynamic! { pub enum DynamicString of String; }` expands to:
///
/// ```text
/// pub enum DynamicString { Literal(String), Binding(DataBinding), Call(FunctionCall) }
///
/// impl DynamicString {
///     pub fn path(path: impl Into<String>) -> Self { Self::Binding(DataBinding::path(path)) }
/// }
/// dynamic_from!(DynamicString);
/// impl Wire for DynamicString { … } // an object is a call or a binding, anything else a literal
/// wire::hand_written! { DynamicString, schema: …, generate: … }
/// ```
macro_rules! dynamic {
    ($(
        $(#[$meta:meta])*
        pub enum $Type:ident of $Literal:ty;
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Type {
            /// A literal value of the type.
            Literal($Literal),
            /// A binding to a value in the data model.
            Binding(DataBinding),
            /// A call of a function that returns the value.
            Call(FunctionCall),
        }

        impl $Type {
            /// Creates a binding to a path of the data model, in the plain notation.
            pub fn path(path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::path(path))
            }
        }

        $crate::dynamic::dynamic_from!($Type);

        impl wire::Wire for $Type {
            fn read(reader: &mut wire::Reader<'_>) -> wire::decode::ReadResult<Self> {
                if reader.kind()? != wire::PayloadKind::Object {
                    wire::Wire::read(reader).map(Self::Literal)
                } else if CALL.iter().any(|name| reader.peek_member(name).is_some()) {
                    wire::Wire::read(reader).map(Self::Call)
                } else {
                    wire::Wire::read(reader).map(Self::Binding)
                }
            }

            fn write(&self, writer: &mut wire::Writer) {
                match self {
                    Self::Literal(literal) => literal.write(writer),
                    Self::Binding(binding) => binding.write(writer),
                    Self::Call(call) => call.write(writer),
                }
            }
        }

        wire::hand_written! {
            $Type,
            schema: |schemas| {
                let literal = schemas.schema_for::<$Literal>();
                let binding = schemas.schema_for::<DataBinding>();
                let call = schemas.schema_for::<FunctionCall>();
                let is_call: Vec<_> =
                    CALL.iter().map(|name| wire::schema::json!({"required": [name]})).collect();
                let object = wire::schema::json!({"if": {"anyOf": is_call}, "then": call, "else": binding});
                wire::schema::json!({"if": {"type": "object"}, "then": object, "else": literal})
            },
            generate: |level| {
                use wire::proptest::prelude::*;
                let no_call = |binding: &DataBinding| CALL.iter().all(|name| binding.extra().get(name).is_none());
                prop_oneof![
                    <$Literal>::strategy(level).prop_map(Self::Literal),
                    DataBinding::strategy(level).prop_filter("no call", no_call).prop_map(Self::Binding),
                    FunctionCall::strategy(level).prop_map(Self::Call),
                ]
                .boxed()
            },
        }
    )* };
}
pub(crate) use dynamic;

/// Defines a dynamic value of any type. Every value that is neither a binding nor a call is a literal.
///
/// `dynamic_value! { pub enum DynamicValue; }` expands to:
///
/// ```text
/// pub enum DynamicValue { Literal(Payload), Binding(DataBinding), Call(FunctionCall) }
///
/// impl DynamicValue {
///     pub fn path(path: impl Into<String>) -> Self { Self::Binding(DataBinding::path(path)) }
/// }
/// dynamic_from!(DynamicValue);
/// impl From<Payload> for DynamicValue { … } // an object that is neither a call nor a binding is a literal
/// impl From<&str> for DynamicValue { … } // and for `bool` and `Number`
/// impl Wire for DynamicValue { … }
/// wire::hand_written! { DynamicValue, schema: …, generate: … }
/// ```
macro_rules! dynamic_value {
    ($(
        $(#[$meta:meta])*
        pub enum $Type:ident;
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Type {
            /// A literal value of any type.
            Literal(wire::Payload),
            /// A binding to a value in the data model.
            Binding(DataBinding),
            /// A call of a function that returns the value.
            Call(FunctionCall),
        }

        impl $Type {
            /// Creates a binding to a path of the data model, in the plain notation.
            pub fn path(path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::path(path))
            }
        }

        $crate::dynamic::dynamic_from!($Type);

        /// Creates a binding, a call or a literal, depending on the shape of the value.
        impl From<wire::Payload> for $Type {
            fn from(payload: wire::Payload) -> Self {
                if let Some(call) = as_call(&payload) {
                    return Self::Call(call);
                }
                as_binding(&payload).map_or(Self::Literal(payload), Self::Binding)
            }
        }

        impl From<&str> for $Type {
            fn from(text: &str) -> Self {
                Self::Literal(wire::Payload::string(text))
            }
        }

        impl From<bool> for $Type {
            fn from(value: bool) -> Self {
                // `true` and `false` are valid JSON, so parsing cannot fail.
                Self::Literal(wire::Payload::parse(value.to_string()).unwrap_or_else(|_| wire::Payload::null()))
            }
        }

        impl From<wire::Number> for $Type {
            fn from(number: wire::Number) -> Self {
                // The text of a number is valid JSON, so parsing cannot fail.
                Self::Literal(wire::Payload::parse(number.as_str()).unwrap_or_else(|_| wire::Payload::null()))
            }
        }

        impl wire::Wire for $Type {
            fn read(reader: &mut wire::Reader<'_>) -> wire::decode::ReadResult<Self> {
                <wire::Payload as wire::Wire>::read(reader).map(Self::from)
            }

            fn write(&self, writer: &mut wire::Writer) {
                match self {
                    Self::Literal(literal) => literal.write(writer),
                    Self::Binding(binding) => binding.write(writer),
                    Self::Call(call) => call.write(writer),
                }
            }
        }

        wire::hand_written! {
            $Type,
            schema: |_schemas| wire::schema::json!(true),
            generate: |level| {
                use wire::proptest::prelude::*;
                prop_oneof![
                    wire::Payload::strategy(level).prop_map(Self::from),
                    DataBinding::strategy(0)
                        .prop_map(|mut binding| {
                            *binding.extra_mut() = wire::Extra::new();
                            Self::Binding(binding)
                        }),
                    FunctionCall::strategy(level).prop_map(Self::Call),
                ]
                .boxed()
            },
        }
    )* };
}
pub(crate) use dynamic_value;

/// Implements the conversions from bindings and calls. `dynamic_from!(DynamicString);` expands to:
///
/// ```text
/// impl From<DataBinding> for DynamicString {
///     fn from(binding: DataBinding) -> Self { Self::Binding(binding) }
/// }
/// impl From<FunctionCall> for DynamicString {
///     fn from(call: FunctionCall) -> Self { Self::Call(call) }
/// }
/// ```
macro_rules! dynamic_from {
    ($Type:ident) => {
        impl From<DataBinding> for $Type {
            fn from(binding: DataBinding) -> Self {
                Self::Binding(binding)
            }
        }

        impl From<FunctionCall> for $Type {
            fn from(call: FunctionCall) -> Self {
                Self::Call(call)
            }
        }
    };
}
pub(crate) use dynamic_from;

/// Implements conversions from literals to dynamic values.
///
/// `literals! { DynamicString of &str; }` expands to:
///
/// ```text
/// impl From<&str> for DynamicString {
///     fn from(literal: &str) -> Self { Self::Literal(literal.into()) }
/// }
/// ```
macro_rules! literals {
    ($($Type:ident of $($From:ty),+;)*) => { $( $(
        impl From<$From> for $Type {
            fn from(literal: $From) -> Self {
                Self::Literal(literal.into())
            }
        }
    )+ )* };
}
pub(crate) use literals;
