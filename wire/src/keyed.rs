//! Messages with a single key that identifies them: `{"version": …, "createSurface": {…}}`.

use crate::{
    Extra, Variant,
    decode::{DecodeRule, ReadError},
    object::Table,
};

/// Declares a message type with a key that identifies each message. The struct lists the members next to the key, as in
/// [`object!`](crate::object!), and the enum lists the bodies by key. Members and key can occur in any order.
///
/// A message without a key, or with several, is an error.
///
/// ```
/// agent_ui_wire::inventory! { Open, Close, Message }
/// agent_ui_wire::object! {
///     /// Opens a page.
///     pub struct Open {
///         /// The id of the page.
///         id: String,
///     }
///     /// Closes a page.
///     pub struct Close {
///         /// The id of the page.
///         id: String,
///     }
/// }
/// agent_ui_wire::keyed! {
///     /// A message.
///     pub struct Message {
///         /// The version of the protocol.
///         version: String,
///     }
///     /// The body of a message.
///     pub enum Body {
///         /// Opens something.
///         "open" Open(Open),
///         /// Closes something.
///         "close" Close(Close),
///     }
/// }
/// let message: Message = agent_ui_wire::decode(r#"{"open":{"id":"a"},"version":"1"}"#)?;
/// assert_eq!(message, Message::new("1", Open::new("a")));
/// let error = agent_ui_wire::decode::<Message>(r#"{"version":"1","opne":{}}"#).unwrap_err();
/// assert_eq!(error.to_string(), "the message has no message key, only `opne` (line 1, column 25)");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
///
/// The macro expands to the struct, the enum and their implementations. For the example, in short:
///
/// ```text
/// pub struct Message { pub version: String, pub body: Body, pub extra: Extra }
/// pub enum Body { Open(Open), Close(Close) }
///
/// impl From<Open> for Body { … }
/// impl From<Close> for Body { … }
///
/// impl Message {
///     pub fn new(version: impl Into<String>, body: impl Into<Body>) -> Self { … }
///     pub const KEYS: &[&str] = &["open", "close"];
///     pub fn key(&self) -> &'static str { … }
/// }
///
/// impl Object for Message { const TABLE: &Table = …; }
///
/// impl Wire for Message {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         enum At { version, Open, Close } // the positions in the table
///         let mut version: Option<String> = None;
///         let mut body: Option<(usize, Body)> = None;
///         let mut extra = Extra::new();
///         reader.object(TABLE, &mut extra, &mut |at, reader| {
///             if at == At::version as usize { version = Some(Wire::read(reader)?); return Ok(()); }
///             // A second key is an error.
///             if at == At::Open as usize { body = Some((at, Body::Open(Wire::read(reader)?))); }
///             if at == At::Close as usize { body = Some((at, Body::Close(Wire::read(reader)?))); }
///             Ok(())
///         })?;
///         // A message without a key is an error.
///         Ok(Self { version: __required(version, TABLE)?, body, extra })
///     }
///     fn write(&self, writer: &mut Writer) { … }
/// }
/// // and `WireType`, serde's traits and the generator, by `__wire_type!`, `__serde!` and `__keyed_generate!`
/// ```
#[macro_export]
macro_rules! keyed {
    (
        $(#[$meta:meta])*
        pub struct $Type:ident {
            $( $(#[doc = $doc:literal])* $field:ident $(as $name:literal)? $(?: $($wrap:ident)::+<$optional:ty>)? $(: $required:ty)? ),* $(,)?
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
            $( $(#[doc = $doc])* pub $field: $($required)? $($($wrap)::+<$optional>)?, )*
            /// The body of the message, under its key on the wire.
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
            /// Creates a message from its required members and its body. Optional members are absent.
            #[allow(clippy::too_many_arguments)]
            pub fn new($( $($field: impl ::core::convert::Into<$required>,)? )* body: impl ::core::convert::Into<$Body>) -> Self {
                Self {
                    $( $field: $crate::__member!(new $field [$(required $required)? $(optional $($wrap)::+<$optional>)?]), )*
                    body: body.into(),
                    extra: $crate::Extra::new(),
                }
            }

            $( $crate::__setter!($field [$(required $required)? $(optional $($wrap)::+<$optional>)?]); )*

            /// The keys of all bodies.
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Returns the key of the body.
            pub fn key(&self) -> &'static str {
                match &self.body {
                    $( $Body::$Variant(_) => $key, )*
                }
            }
        }

        impl $crate::object::Object for $Type {
            const TABLE: &'static $crate::object::Table = &$crate::object::Table {
                name: stringify!($Type),
                tag: ::core::option::Option::None,
                members: $crate::__members!(
                    $( $(#[doc = $doc])* $field ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $($wrap)::+<$optional>)?] ),*
                ),
                keys: &[$( $crate::Variant { word: $key, ty: <$Inner as $crate::HasType>::TYPE } ),*],
            };
        }

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::ReadResult<Self> {
                const TABLE: &$crate::object::Table = <$Type as $crate::object::Object>::TABLE;
                #[allow(non_camel_case_types, dead_code)]
                enum At { $($field,)* $($Variant),* }
                const { TABLE.__fits() };
                $( $crate::__member!(let $field [$(required $required)? $(optional $($wrap)::+<$optional>)?]); )*
                let mut body: ::core::option::Option<(usize, $Body)> = ::core::option::Option::None;
                let mut extra = $crate::Extra::new();
                reader.object(TABLE, &mut extra, &mut |at, reader| {
                    $( if at == At::$field as usize {
                        $crate::__member!(read $field reader [$(required $required)? $(optional $($wrap)::+<$optional>)?]);
                        return ::core::result::Result::Ok(());
                    } )*
                    if let ::core::option::Option::Some((first, _)) = body {
                        return ::core::result::Result::Err($crate::keyed::__second_key(TABLE, first));
                    }
                    $( if at == At::$Variant as usize {
                        body = ::core::option::Option::Some((at, $Body::$Variant($crate::Wire::read(reader)?)));
                    } )*
                    ::core::result::Result::Ok(())
                })?;
                let ::core::option::Option::Some((_, body)) = body else {
                    return ::core::result::Result::Err($crate::keyed::__no_key(TABLE, &extra));
                };
                ::core::result::Result::Ok(Self {
                    $( $field: $crate::__member!(held $field TABLE [$(required $required)? $(optional $($wrap)::+<$optional>)?]), )*
                    body,
                    extra,
                })
            }

            fn write(&self, writer: &mut $crate::Writer) {
                writer.open_object();
                $( $crate::__member!(write self.$field writer ($crate::__name!($field $($name)?)) [$(required $required)? $(optional $($wrap)::+<$optional>)?]); )*
                match &self.body {
                    $( $Body::$Variant(body) => {
                        writer.raw_name(concat!("\"", $key, "\":"));
                        $crate::Wire::write(body, writer);
                    } )*
                }
                writer.__extra(&self.extra, <Self as $crate::object::Object>::TABLE);
                writer.close_object();
            }
        }

        $crate::__wire_type!($Type, $crate::Shape::Keyed(<Self as $crate::object::Object>::TABLE));
        $crate::__serde!($Type);
        $crate::__keyed_generate!($Type { $($field: [$($required)? $($($wrap)::+<$optional>)?],)* extra: [$crate::Extra] } $Body { $($Variant($Inner)),* });
    };
}

fn one_of(keys: &[Variant]) -> String {
    let words: Vec<&str> = keys.iter().map(|key| key.word).collect();
    format!("write exactly one of `{}`", words.join("`, `"))
}

#[doc(hidden)]
#[cold]
pub fn __no_key(table: &Table, extra: &Extra) -> ReadError {
    let others: Vec<&str> = extra.iter().map(|member| member.0).take(8).collect();
    let message = match others.as_slice() {
        [] => "the message has no message key".to_owned(),
        others => format!(
            "the message has no message key, only `{}`",
            others.join("`, `")
        ),
    };
    ReadError::new(DecodeRule::Key, message, one_of(table.keys))
}

/// Returns the error for a second message key. A repeated key is reported as a repeated member.
#[doc(hidden)]
#[cold]
pub fn __second_key(table: &Table, first: usize) -> ReadError {
    let first = table
        .keys
        .get(first - table.members.len())
        .map_or("", |key| key.word);
    let message = format_args!("the message has a second message key after `{first}`").to_string();
    ReadError::new(DecodeRule::Key, message, one_of(table.keys))
}
