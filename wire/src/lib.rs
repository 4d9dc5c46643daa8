//! What every wire crate of Agent UI Bridge needs, written once.
//!
//! | module | holds |
//! |---|---|
//! | [`object!`], [`keyed!`], [`tagged!`], [`text!`], [`word!`] | the ways to write a wire type |
//! | [`Payload`], [`Extra`], [`Field`], [`Tolerant`], [`List`], [`Number`], [`Timestamp`] | what its members are made of |
//! | [`decode()`], [`encode()`], [`encode_line()`] | reading and writing a message |
//! | [`Wire`], [`Reader`], [`Writer`] | how a type does that |
//! | [`schema`] | JSON Schema out of the tables |
//! | [`DecodeError`], [`Finding`], [`Pointer`] | what is wrong, and where |
//! | `tree` | a large value that changes a little at a time (feature `tree`) |
//! | [`token`] | JSON text as spans |
//! | [`syntax`] | where a JSON value ends, in a text that comes in pieces |
//! | [`inventory!`] | the list of all wire types, which drives the checks over them |
//!
//! Features: `schemars` makes every wire type a `schemars::JsonSchema`, `proptest` gives it a generator
//! (`generate`); `tree` is the lazy tree.
//!
//! ```
//! # use agent_ui_wire as wire;
//! use wire::{Field, Payload, Timestamp};
//!
//! wire::object! {
//!     /// One click.
//!     pub struct Click {
//!         /// When.
//!         at: Timestamp,
//!         /// On what; null if the page did not say.
//!         element?: Field<String>,
//!         /// Whatever came along.
//!         data?: Option<Payload>,
//!     }
//! }
//! wire::inventory! { Click }
//!
//! let text = r#"{"at":"2026-05-18T15:30:00Z","element":null,"data":{"n":1e999},"x-device":"pen"}"#;
//! let click: Click = wire::decode(text)?;
//! assert!(click.element.is_null());
//! assert_eq!(wire::encode(&click).unwrap(), text);
//! # Ok::<(), wire::DecodeError>(())
//! ```

pub mod decode;
mod edge;
mod encode;
mod extra;
mod field;
mod finding;
#[cfg(feature = "proptest")]
pub mod generate;
mod hand_written;
mod inventory;
pub mod keyed;
mod number;
pub mod object;
mod payload;
mod plain;
mod pointer;
mod reader;
mod redact;
mod scan;
pub mod schema;
pub mod spelling;
pub mod syntax;
pub mod tagged;
#[cfg(test)]
mod tests;
pub mod text;
mod timestamp;
pub mod token;
mod tolerant;
#[cfg(feature = "tree")]
pub mod tree;
mod writer;

pub use decode::{DecodeError, DecodeRule, MAX_DEPTH, decode, decode_any_depth, decode_slice, read_members};
pub use encode::{EncodeError, encode, encode_line, encoded_len, one_line, without_layout};
pub use extra::Extra;
pub use field::{Field, Optional};
pub use finding::{Finding, Fix, Severity, Validate};
pub use inventory::{
    HasGenerator, HasType, InInventory, Member, Presence, Shape, TYPES, Type, TypeInfo, Variant, WireType,
};
pub use number::Number;
pub use payload::{Payload, PayloadKind};
pub use pointer::{Pointer, PointerError};
pub use reader::{Reader, Wire};
pub use tagged::Unknown;
pub use timestamp::Timestamp;
pub use tolerant::{List, Tolerant};
pub use writer::Writer;

/// The version of proptest for which the generators are written (feature `proptest`).
#[cfg(feature = "proptest")]
pub use proptest;
/// The version of schemars for which the schemas are written (feature `schemars`).
#[cfg(feature = "schemars")]
pub use schemars;

/// Used by the macros.
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        edge::{read, write},
        inventory::Rewrite,
        reader::__required,
    };
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
}

#[cfg(not(feature = "proptest"))]
mod without_proptest {
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __object_generate {
        ($($ignored:tt)*) => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __keyed_generate {
        ($($ignored:tt)*) => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __tagged_generate {
        ($($ignored:tt)*) => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __text_generate {
        ($($ignored:tt)*) => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __word_generate {
        ($($ignored:tt)*) => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __special_generate {
        ($($ignored:tt)*) => {};
    }
}
