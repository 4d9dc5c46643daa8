//! One list of all wire types, from which every check over all of them is driven.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Presence {
    Required,
    Optional,
}

/// A row of a type's table.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether it has to be there.
    pub presence: Presence,
    /// The Rust type.
    pub type_name: &'static str,
    /// Its documentation, a line each.
    pub doc: &'static [&'static str],
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
        open: bool,
    },
    /// An object ([`object!`](crate::object!)).
    Object(&'static [Member]),
    /// An object whose one key names the message ([`keyed!`](crate::keyed!)).
    Keyed {
        /// The members around the key.
        members: &'static [Member],
        /// The keys.
        keys: &'static [&'static str],
    },
    /// An object whose tag says what it is ([`tagged!`](crate::tagged!)); other tags are kept.
    Tagged {
        /// The name of the tag member.
        tag: &'static str,
        /// The tags that the specification names.
        tags: &'static [&'static str],
    },
    /// Something of its own, read by hand-written code.
    Special,
}

/// A type that stands on the wire. Written by the macros of this crate, by hand only for a [`Shape::Special`].
pub trait WireType:
    Listed + Serialize + DeserializeOwned + Clone + Debug + PartialEq + HasSchema + HasGenerator + 'static
{
    /// The name of the type, as its specification has it.
    const NAME: &'static str;
    /// What it looks like.
    const SHAPE: Shape;
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
pub trait Listed {}

/// Calls something once for every type of an inventory.
pub trait Visit {
    /// Called with each type.
    fn visit<T: WireType>(&mut self);
}

/// Lists the wire types of a crate (or of one version in it).
///
/// With `pub fn each` it also defines the function that walks the list:
///
/// ```
/// # use agent_ui_wire as wire;
/// wire::text! {
///     /// Names a surface.
///     pub struct SurfaceId;
/// }
/// wire::inventory! {
///     /// Every wire type here.
///     pub fn each { SurfaceId }
/// }
///
/// struct Names(Vec<&'static str>);
/// impl wire::Visit for Names {
///     fn visit<T: wire::WireType>(&mut self) {
///         self.0.push(T::NAME);
///     }
/// }
/// let mut names = Names(Vec::new());
/// each(&mut names);
/// assert_eq!(names.0, ["SurfaceId"]);
/// ```
#[macro_export]
macro_rules! inventory {
    ($(#[$meta:meta])* pub fn $each:ident { $($Type:ty),* $(,)? }) => {
        $crate::inventory! { $($Type),* }

        $(#[$meta])*
        pub fn $each<V: $crate::Visit>(visitor: &mut V) {
            $( visitor.visit::<$Type>(); )*
        }
    };
    ($($Type:ty),* $(,)?) => {
        $( impl $crate::Listed for $Type {} )*
    };
}

inventory! {
    /// The wire types that all protocols share.
    pub fn each { crate::Timestamp }
}

/// [`schemars::JsonSchema`](https://docs.rs/schemars) with the feature `schemars`, nothing without it.
#[cfg(feature = "schemars")]
pub trait HasSchema: schemars::JsonSchema {}
#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema> HasSchema for T {}

/// `schemars::JsonSchema` with the feature `schemars`, nothing without it.
#[cfg(not(feature = "schemars"))]
pub trait HasSchema {}
#[cfg(not(feature = "schemars"))]
impl<T> HasSchema for T {}

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
