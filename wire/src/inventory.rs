//! The tables of all wire types as data.

use crate::{
    DecodeError, EncodeError, Reader, Wire, Writer, decode::ReadResult, encode, object::Table,
    schema::Definitions,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// The rule that states whether a member can be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Required by the specification and for reading.
    Required,
    /// Required by the specification, but reading accepts an object without it.
    Wanted,
    /// Optional: the member may be absent.
    Optional,
}

/// A member in the table of a type.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name on the wire.
    pub name: &'static str,
    /// The rule that states whether the member can be absent.
    pub presence: Presence,
    /// The type of the value.
    pub ty: Type,
    /// The documentation of the member, one line per entry.
    pub doc: &'static [&'static str],
}

/// A variant of a union: the word that names it, and its type.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The message key, or the value of the tag.
    pub word: &'static str,
    /// The type of the body.
    pub ty: Type,
}

/// The JSON form of a wire type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A string of any content ([`text!`](crate::text!)).
    Text,
    /// A string from a vocabulary ([`word!`](crate::word!)).
    Word {
        /// The words that the specification names.
        words: &'static [&'static str],
        /// `true` if other words are kept.
        is_open: bool,
    },
    /// An object ([`object!`](crate::object!)).
    Object(&'static Table),
    /// An object with a single key that identifies the message ([`keyed!`](crate::keyed!)).
    Keyed(&'static Table),
    /// An object with a tag ([`tagged!`](crate::tagged!)). Unknown tags are kept.
    Tagged {
        /// The name of the tag member.
        tag: &'static str,
        /// The variants that the specification names.
        variants: &'static [Variant],
    },
    /// A form that hand-written code reads ([`hand_written!`](crate::hand_written!)), described by its JSON Schema.
    HandWritten(fn(&mut Definitions) -> serde_json::Value),
}

/// The type of a slot: a wire type, a JSON type, or a container of one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// An integer of a machine type.
    Integer {
        /// The machine type, as in the `format` of JSON Schema.
        format: &'static str,
        /// `true` if the integer can be negative.
        is_signed: bool,
    },
    /// A number of any size and spelling.
    Number,
    /// A string of any content.
    String,
    /// A JSON Pointer.
    Pointer,
    /// An array of values of this type.
    List(&'static Type),
    /// An object with members of any name, whose values have this type.
    Map(&'static Type),
    /// A value of this type, or null.
    Nullable(&'static Type),
    /// A value of this type, or any other value ([`Tolerant`](crate::Tolerant)).
    Tolerant(&'static Type),
    /// A wire type. It is a function because a type may contain itself.
    Named(fn() -> &'static TypeInfo),
}

/// A Rust type that members of a table can have.
pub trait HasType {
    /// The description of the type.
    const TYPE: Type;
}

/// The description of a wire type, for code that is not generic over the type.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// The name of the type in its specification.
    pub name: &'static str,
    /// The module that declares the type. Versions of a protocol have types with the same name.
    pub module: &'static str,
    /// The JSON form of the type.
    pub shape: Shape,
    /// Reads a value of this type and writes it again.
    #[doc(hidden)]
    pub __rewrite: Rewrite,
    /// A generator of values, for tests over all types.
    #[cfg(feature = "proptest")]
    pub samples: crate::generate::Samples,
}

/// A function that reads a value of one type and writes it again.
#[doc(hidden)]
pub type Rewrite = fn(&mut Reader<'_>, &mut Writer) -> ReadResult<()>;

impl TypeInfo {
    /// Decodes a text as this type and encodes the result.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if the text is not a value of this type; as the inner result, an [`EncodeError`] if
    /// the value cannot be written.
    pub fn rewrite(&self, text: &str) -> Result<Result<String, EncodeError>, DecodeError> {
        let (mut reader, mut writer) = (Reader::new(text), Writer::new());
        match (self.__rewrite)(&mut reader, &mut writer) {
            Ok(()) => reader.end()?,
            Err(error) => return Err(reader.decode_error_at(error)),
        }
        Ok(encode::message(writer))
    }
}

/// A type with a JSON form of its own. The macros of this crate implement it.
pub trait WireType:
    InInventory
    + Wire
    + HasType
    + Serialize
    + DeserializeOwned
    + Clone
    + Debug
    + PartialEq
    + HasGenerator
    + 'static
{
    /// The name of the type in its specification.
    const NAME: &'static str;
    /// The module that declares the type.
    const MODULE: &'static str;
    /// The JSON form of the type.
    const SHAPE: Shape;
    #[doc(hidden)]
    const __REWRITE: Rewrite;
    /// The description of the type as data.
    const INFO: &'static TypeInfo = &TypeInfo {
        name: Self::NAME,
        module: Self::MODULE,
        shape: Self::SHAPE,
        __rewrite: Self::__REWRITE,
        #[cfg(feature = "proptest")]
        samples: crate::generate::Samples::for_type::<Self>(),
    };
}

/// Marks a type that the [`inventory!`](crate::inventory!) of its crate lists. A wire type without the mark does not
/// compile, so the tests over all types cover every one:
///
/// ```compile_fail
/// agent_ui_wire::text! {
///     /// A type without an inventory.
///     pub struct Stray;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the wire type `{Self}` is not in the inventory of its crate",
    note = "add it to the `inventory!` of the crate, so that the tests over all wire types cover it"
)]
pub trait InInventory {}

/// Lists the wire types of a crate, or of one version in it.
///
/// With a name, the list is also a static slice with a [`TypeInfo`] for each type:
///
/// ```
/// agent_ui_wire::text! {
///     /// The id of a surface.
///     pub struct SurfaceId;
/// }
/// agent_ui_wire::inventory! {
///     /// Every wire type here.
///     pub static TYPES = [SurfaceId];
/// }
///
/// assert_eq!(TYPES.iter().map(|row| row.name).collect::<Vec<_>>(), ["SurfaceId"]);
/// assert_eq!(TYPES[0].rewrite(r#" "booking" "#)?, Ok(r#""booking""#.to_owned()));
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! inventory {
    ($(#[$meta:meta])* $visibility:vis static $NAME:ident = [ $($Type:ty),* $(,)? ];) => {
        $crate::inventory! { $($Type),* }

        $(#[$meta])*
        $visibility static $NAME: &[&$crate::TypeInfo] = &[ $( <$Type as $crate::WireType>::INFO ),* ];
    };
    ($($Type:ty),* $(,)?) => {
        $( impl $crate::InInventory for $Type {} )*
    };
}

inventory! {
    /// All wire types that the protocols share.
    pub static TYPES = [crate::Timestamp];
}

/// Requires a generator if the feature `proptest` is enabled. Without the feature, every type implements this trait.
#[cfg(feature = "proptest")]
pub trait HasGenerator: crate::generate::Generate {}
#[cfg(feature = "proptest")]
impl<T: crate::generate::Generate> HasGenerator for T {}

/// A type with a generator if the feature `proptest` is enabled; otherwise every type.
#[cfg(not(feature = "proptest"))]
pub trait HasGenerator {}
#[cfg(not(feature = "proptest"))]
impl<T> HasGenerator for T {}
