//! Unions that a tag member distinguishes: `{"type": "canvas/updated", …}`.

use crate::{
    Extra, Reader, Writer,
    decode::ReadResult,
    object::{Object, Table},
};

/// Declares a union whose variants are distinguished by a tag member. The tag can be at any position in the object.
///
/// The union is open. An object with an unknown tag is kept as `Unknown`, which cannot be created with a known tag. A
/// known tag with an invalid body is an error.
///
/// ```
/// agent_ui_wire::inventory! { Moved, Action }
/// agent_ui_wire::object! {
///     /// Something moved.
///     pub struct Moved by "type" = "moved" {
///         /// The distance.
///         by: u64,
///     }
/// }
/// agent_ui_wire::tagged! {
///     /// An event on the canvas.
///     pub enum Action by "type" {
///         /// Something moved.
///         "moved" Moved(Moved),
///     }
/// }
/// let action: Action = agent_ui_wire::decode(r#"{"by":3,"type":"moved"}"#)?;
/// assert_eq!(action, Action::Moved(Moved::new(3u64)));
/// // A variant that is written on its own has its tag as well.
/// assert_eq!(agent_ui_wire::encode(&Moved::new(3u64)).unwrap(), r#"{"type":"moved","by":3}"#);
/// assert_eq!(agent_ui_wire::decode::<Moved>(r#"{"type":"turned","by":3}"#).unwrap_err().pointer.as_str(), "/type");
/// let text = r#"{"type":"turned","by":1e400}"#;
/// let action: Action = agent_ui_wire::decode(text)?;
/// assert_eq!(action.tag(), "turned");
/// assert_eq!(agent_ui_wire::encode(&action).unwrap(), text);
/// let error = agent_ui_wire::decode::<Action>(r#"{"by":[],"type":"moved"}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/by");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
///
/// The macro expands to the enum and its implementations. For the example, in short:
///
/// ```text
/// pub enum Action { Moved(Moved), Unknown(Unknown) }
///
/// impl From<Moved> for Action { … }
///
/// impl Action {
///     pub const TAGS: &[&str] = &["moved"];
///     pub fn tag(&self) -> &str { … }
/// }
///
/// impl Wire for Action {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         match &*reader.__tag("Action", "type")? {
///             "moved" => Wire::read(reader).map(Self::Moved),
///             tag => Unknown::__read(…, tag, reader).map(Self::Unknown),
///         }
///     }
///     fn write(&self, writer: &mut Writer) { … }
/// }
/// // and `WireType`, serde's traits and the generator, by `__wire_type!`, `__serde!` and `__tagged_generate!`
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
            /// An object with a tag that the specification does not name. The union is open, so the whole object is kept.
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

            /// Returns the tag on the wire.
            pub fn tag(&self) -> &str {
                match self {
                    $( Self::$Variant(_) => $word, )*
                    Self::Unknown(unknown) => unknown.tag(),
                }
            }
        }

        $( const _: () = $crate::tagged::__check_tag::<$Inner>($tag, $word); )*

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::ReadResult<Self> {
                match &*reader.__tag(stringify!($Type), $tag)? {
                    $( $word => $crate::Wire::read(reader).map(Self::$Variant), )*
                    tag => $crate::Unknown::__read($crate::tagged::__any!($Type by $tag), tag, reader).map(Self::Unknown),
                }
            }

            fn write(&self, writer: &mut $crate::Writer) {
                match self {
                    $( Self::$Variant(body) => $crate::Wire::write(body, writer), )*
                    Self::Unknown(unknown) => unknown.__write($crate::tagged::__any!($Type by $tag), writer),
                }
            }
        }

        $crate::__wire_type!($Type, $crate::Shape::Tagged {
            tag: $tag,
            variants: &[$( $crate::Variant { word: $word, ty: <$Inner as $crate::HasType>::TYPE } ),*],
        });
        $crate::__serde!($Type);
        $crate::__tagged_generate!($Type $tag { $($Variant($Inner)),* });
    };
}

/// Returns the table of an unknown variant, which has only the tag.
///
/// `__any!(Action by "type")` expands to:
///
/// ```text
/// {
///     const TABLE: &Table = &Table { name: "Action", tag: Some(("type", "")), members: &[], keys: &[] };
///     TABLE
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __any {
    ($Type:ident by $tag:literal) => {{
        const TABLE: &$crate::object::Table = &$crate::object::Table {
            name: stringify!($Type),
            tag: ::core::option::Option::Some(($tag, "")),
            members: &[],
            keys: &[],
        };
        TABLE
    }};
}
#[doc(hidden)]
pub use crate::__any;

/// Fails to compile if the table of a variant has a different tag than its union.
#[doc(hidden)]
#[allow(clippy::panic, reason = "it runs while compiling")]
pub const fn __check_tag<T: Object>(tag: &str, word: &str) {
    match T::TABLE.tag {
        Some((own_tag, own_word)) => {
            assert!(
                is_same(own_tag, tag) && is_same(own_word, word),
                "the union and its variant have different tags"
            );
        }
        None => {
            panic!("the table of a variant needs a tag: `pub struct Name by \"type\" = \"word\"`")
        }
    }
}

const fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, rest_of_a @ ..], [y, rest_of_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_of_a, rest_of_b);
    }
    a.is_empty() && b.is_empty()
}

/// An object with an unknown tag: the tag and all other members, verbatim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    tag: Box<str>,
    members: Extra,
}

impl Unknown {
    /// Returns the original tag.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns all members except the tag.
    pub fn members(&self) -> &Extra {
        &self.members
    }

    #[doc(hidden)]
    pub fn __new(tag: Box<str>, members: Extra) -> Self {
        Self { tag, members }
    }

    #[doc(hidden)]
    pub fn __read(table: &'static Table, tag: &str, reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut members = Extra::new();
        reader.object(table, &mut members, &mut |_, _| Ok(()))?;
        Ok(Self {
            tag: tag.into(),
            members,
        })
    }

    #[doc(hidden)]
    pub fn __write(&self, table: &Table, writer: &mut Writer) {
        writer.open_object();
        if let Some((tag, _)) = table.tag {
            writer.__tag(tag, &self.tag);
        }
        writer.__extra(&self.members, table);
        writer.close_object();
    }
}
