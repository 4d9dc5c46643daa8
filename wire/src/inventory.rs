//! The tables of all wire types, as data.

use crate::{
    DecodeError, EncodeError, Reader, Wire, Writer, decode::ReadResult, encode, object::Table,
    schema::Definitions,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Presence {
    Required,
    /// The specification asks for it, and readers do without.
    Wanted,
    Optional,
}

/// A row of a type's table.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether it has to be there.
    pub presence: Presence,
    /// What may stand there.
    pub ty: Type,
    /// Its documentation, a line each.
    pub doc: &'static [&'static str],
}

/// One of several messages: the word that names it, and its type.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The key, or the tag.
    pub word: &'static str,
    /// What the message is.
    pub ty: Type,
}

/// What a wire type looks like on the wire.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A string of any content ([`text!`](crate::text!)).
    Text,
    /// A string out of a vocabulary ([`word!`](crate::word!)).
    Word {
        /// The words that the specification names.
        words: &'static [&'static str],
        /// Whether others are kept.
        is_open: bool,
    },
    /// An object ([`object!`](crate::object!)).
    Object(&'static Table),
    /// An object whose one key names the message ([`keyed!`](crate::keyed!)).
    Keyed(&'static Table),
    /// An object whose tag says what it is ([`tagged!`](crate::tagged!)); other tags are kept.
    Tagged {
        /// The name of the tag member.
        tag: &'static str,
        /// The variants that the specification names.
        variants: &'static [Variant],
    },
    /// Something of its own, read by hand-written code ([`hand_written!`](crate::hand_written!)): its JSON Schema.
    HandWritten(fn(&mut Definitions) -> serde_json::Value),
}

/// What may stand in a slot: a wire type, or something around one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// Any JSON.
    Any,
    /// `true` or `false`.
    Boolean,
    /// An integer that a machine type holds.
    Integer {
        /// The machine type, as JSON Schema calls it.
        format: &'static str,
        /// Whether it may be negative.
        is_signed: bool,
    },
    /// Any number.
    Number,
    /// Any string.
    String,
    /// A JSON Pointer.
    Pointer,
    /// An array.
    List(&'static Type),
    /// An object with members of any name.
    Map(&'static Type),
    /// The same, or null.
    Nullable(&'static Type),
    /// The same where the writer kept to the specification, else anything ([`Tolerant`](crate::Tolerant)).
    Tolerant(&'static Type),
    /// A wire type. A function, as a type may stand in itself.
    Named(fn() -> &'static TypeInfo),
}

/// A type that may stand in a table.
pub trait HasType {
    /// What it looks like.
    const TYPE: Type;
}

/// What is known of a wire type without naming it in Rust.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// The name of the type, as its specification has it.
    pub name: &'static str,
    /// The module that declares it. Versions of a protocol have types of the same name.
    pub module: &'static str,
    /// What it looks like.
    pub shape: Shape,
    /// Reads a value of this type, and writes what was read.
    #[doc(hidden)]
    pub __rewrite: Rewrite,
    /// Values of the type, for tests that run over all of them.
    #[cfg(feature = "proptest")]
    pub samples: crate::generate::Samples,
}

/// Reads a value, and writes what was read: the one function that a row has.
#[doc(hidden)]
pub type Rewrite = fn(&mut Reader<'_>, &mut Writer) -> ReadResult<()>;

impl TypeInfo {
    /// Reads a text as this type, and writes what was read.
    ///
    /// # Errors
    /// If the text is no such message; or, inside, if what was read cannot be written.
    pub fn rewrite(&self, text: &str) -> Result<Result<String, EncodeError>, DecodeError> {
        let (mut reader, mut writer) = (Reader::new(text), Writer::new());
        match (self.__rewrite)(&mut reader, &mut writer) {
            Ok(()) => reader.end()?,
            Err(error) => return Err(reader.into_decode_error(error)),
        }
        Ok(encode::message(writer))
    }
}

/// A type that stands on the wire. Written by the macros of this crate.
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
    /// The name of the type, as its specification has it.
    const NAME: &'static str;
    /// The module that declares it.
    const MODULE: &'static str;
    /// What it looks like.
    const SHAPE: Shape;
    #[doc(hidden)]
    const __REWRITE: Rewrite;
    /// All of that as data.
    const INFO: &'static TypeInfo = &TypeInfo {
        name: Self::NAME,
        module: Self::MODULE,
        shape: Self::SHAPE,
        __rewrite: Self::__REWRITE,
        #[cfg(feature = "proptest")]
        samples: crate::generate::Samples::for_type::<Self>(),
    };
}

/// Says that a type is in the [`inventory!`](crate::inventory!) of its crate. A wire type that is not does not compile, so no
/// type can dodge the checks that run over all of them:
///
/// ```compile_fail
/// # use agent_ui_wire as wire;
/// wire::text! {
///     /// Nowhere listed.
///     pub struct Stray;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the wire type `{Self}` is not in the inventory of its crate",
    note = "add it to the `inventory!` of the crate, so that the checks over all wire types see it"
)]
pub trait InInventory {}

/// Lists the wire types of a crate (or of one version in it).
///
/// With a name the list is also data, a [`TypeInfo`] for each type:
///
/// ```
/// # use agent_ui_wire as wire;
/// wire::text! {
///     /// Names a surface.
///     pub struct SurfaceId;
/// }
/// wire::inventory! {
///     /// Every wire type here.
///     pub static TYPES = [SurfaceId];
/// }
///
/// assert_eq!(TYPES.iter().map(|row| row.name).collect::<Vec<_>>(), ["SurfaceId"]);
/// assert_eq!(TYPES[0].rewrite(r#" "booking" "#)?, Ok(r#""booking""#.to_owned()));
/// # Ok::<(), wire::DecodeError>(())
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
    /// The wire types that all protocols share.
    pub static TYPES = [crate::Timestamp];
}

/// [`Generate`](crate::generate::Generate) with the feature `proptest`, nothing without it.
#[cfg(feature = "proptest")]
pub trait HasGenerator: crate::generate::Generate {}
#[cfg(feature = "proptest")]
impl<T: crate::generate::Generate> HasGenerator for T {}

/// `Generate` with the feature `proptest`, nothing without it.
#[cfg(not(feature = "proptest"))]
pub trait HasGenerator {}
#[cfg(not(feature = "proptest"))]
impl<T> HasGenerator for T {}
