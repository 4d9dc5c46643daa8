//! The trait of all wire types, and the macro that lists the wire types of a crate.

use crate::{HasType, Shape, TypeInfo, Wire, type_info::Rewrite};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A type with its own JSON form. The macros of this crate implement this trait.
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
    /// The description of the type, for code that is not generic.
    const INFO: &'static TypeInfo = &TypeInfo {
        name: Self::NAME,
        module: Self::MODULE,
        shape: Self::SHAPE,
        __rewrite: Self::__REWRITE,
        #[cfg(feature = "proptest")]
        samples: crate::sample::Samples::for_type::<Self>(),
    };
}

/// A mark for types that the [`inventory!`](crate::inventory!) of their crate lists. A wire type without the mark does
/// not compile, so the tests over all types include every type:
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
///
/// A second list after `of_other_crates` contains types that another crate declares and marks, such as those of
/// [`json_rpc`](crate::json_rpc). Further lists with a condition, such as
/// `if (feature = "ahp") [Canvas]`, contain the types that are not always compiled.
///
/// The macro expands to the marks, and to the slice if it has a name:
///
/// ```text
/// inventory! { pub static TYPES = [SurfaceId] if (feature = "ahp") [Canvas]; }
/// // expands to
/// impl InInventory for SurfaceId {}
/// #[cfg(feature = "ahp")]
/// impl InInventory for Canvas {}
///
/// pub static TYPES: &[&TypeInfo] = &[
///     <SurfaceId as WireType>::INFO,
///     #[cfg(feature = "ahp")]
///     <Canvas as WireType>::INFO,
/// ];
/// ```
#[macro_export]
macro_rules! inventory {
    (
        $(#[$meta:meta])* $visibility:vis static $NAME:ident = [ $($Type:ty),* $(,)? ]
        $( of_other_crates [ $($Foreign:ty),* $(,)? ] )?
        $( if ($cfg:meta) [ $($Optional:ty),* $(,)? ] )*;
    ) => {
        $crate::inventory! { $($Type),* }
        $( $( #[cfg($cfg)] impl $crate::InInventory for $Optional {} )* )*

        $(#[$meta])*
        $visibility static $NAME: &[&$crate::TypeInfo] = &[
            $( <$Type as $crate::WireType>::INFO, )*
            $( $( <$Foreign as $crate::WireType>::INFO, )* )?
            $( $( #[cfg($cfg)] <$Optional as $crate::WireType>::INFO, )* )*
        ];
    };
    ($($Type:ty),* $(,)?) => {
        $( impl $crate::InInventory for $Type {} )*
    };
}

/// Requires a generator. This variant of the trait is used with the feature `proptest`.
#[cfg(feature = "proptest")]
pub trait HasGenerator: crate::sample::Generate {}
#[cfg(feature = "proptest")]
impl<T: crate::sample::Generate> HasGenerator for T {}

/// Accepts every type. This variant of the trait is used without the feature `proptest`.
#[cfg(not(feature = "proptest"))]
pub trait HasGenerator {}
#[cfg(not(feature = "proptest"))]
impl<T> HasGenerator for T {}
