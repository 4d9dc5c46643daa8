//! The foundation of all wire crates of Agent UI Bridge: type tables, payloads, a reader and a writer.
//!
//! | item | purpose |
//! |---|---|
//! | [`object!`], [`keyed!`], [`tagged!`], [`text!`], [`word!`] | macros that declare a wire type |
//! | [`Payload`], [`Extra`], [`Field`], [`Tolerant`], [`List`], [`Number`], [`Timestamp`] | types of members |
//! | [`decode()`], [`encode()`], [`encode_line()`] | functions that read and write a message |
//! | [`Wire`], [`Reader`], [`Writer`] | the trait that does this for one type |
//! | [`schema`] | JSON Schema, generated from the tables |
//! | [`DecodeError`], [`Finding`], [`Pointer`] | errors, findings and their places |
//! | [`tree`] | a large value with cheap small changes (feature `tree`) |
//! | [`token`] | JSON text as tokens and spans |
//! | [`json_rpc`] | the messages of JSON-RPC 2.0 |
//! | [`partial`] | the complete values of a JSON object that is still being written |
//! | [`syntax`] | the end of a JSON value in a text that arrives in pieces |
//! | [`inventory!`] | the list of all wire types of a crate, for tests that check each of them |
//!
//! A [`Payload`] converts from and to `serde_json::Value`, and to other types that implement `serde::Deserialize`
//! ([`Payload::deserialize`]).
//!
//! ```
//! use agent_ui_wire::{Field, Payload, Timestamp};
//!
//! agent_ui_wire::object! {
//!     /// A click on an element of a page.
//!     pub struct Click {
//!         /// The time of the click.
//!         at: Timestamp,
//!         /// The id of the element; null if the page did not name one.
//!         element?: Field<String>,
//!         /// Free-form data of the page.
//!         data?: Option<Payload>,
//!     }
//! }
//! agent_ui_wire::inventory! { Click }
//!
//! let text = r#"{"at":"2026-05-18T15:30:00Z","element":null,"data":{"n":1e999},"x-device":"pen"}"#;
//! let click: Click = agent_ui_wire::decode(text)?;
//! assert!(click.element.is_null());
//! assert_eq!(agent_ui_wire::encode(&click).unwrap(), text);
//! # Ok::<(), agent_ui_wire::DecodeError>(())
//! ```
//!
//! # Features
//!
//! By default all optional parts are off.
//!
//! | feature | adds |
//! |---|---|
//! | `chrono` | `Timestamp::to_datetime`, and `From<DateTime<Utc>>` for [`Timestamp`] |
//! | `tree` | the lazy tree |
//! | `schemars` | `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |
#![cfg_attr(not(feature = "tree"), doc = "\n[`tree`]: #features")]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod decode;
mod definitions;
mod edge;
mod encode;
mod extra;
mod field;
mod finding;
#[cfg(feature = "proptest")]
pub mod generate;
mod hand_written;
mod inventory;
pub mod json_rpc;
pub mod keyed;
#[doc(hidden)]
pub mod limits;
mod number;
pub mod object;
mod ordered;
pub mod partial;
mod payload;
mod payload_kind;
mod plain;
mod pointer;
mod quote;
mod read_error;
mod reader;
mod redact;
#[cfg(feature = "proptest")]
mod sample;
mod scan;
pub mod schema;
pub mod spelling;
pub mod syntax;
mod syntax_fault;
pub mod tagged;
#[cfg(test)]
mod tests;
pub mod text;
mod timestamp;
pub mod token;
mod tolerant;
#[cfg(feature = "tree")]
pub mod tree;
mod type_info;
mod writer;

#[doc(inline)]
pub use decode::{decode, decode_any_depth, decode_slice, read_members};
pub use encode::{encode, encode_line, encoded_len, one_line, without_layout, without_whitespace};
pub use extra::Extra;
pub use field::{Field, Optional};
pub use finding::{Finding, Fix, Severity, Validate};
pub use inventory::{HasGenerator, InInventory, WireType};
pub use limits::MAX_DEPTH;
pub use number::Number;
pub use ordered::{collect_map, collect_set};
pub use payload::Payload;
pub use payload_kind::PayloadKind;
pub use pointer::{Pointer, PointerError};
pub use read_error::{DecodeError, DecodeRule};
pub use reader::{Reader, Wire};
#[doc(inline)]
pub use tagged::Unknown;
pub use timestamp::{TYPES, Timestamp};
pub use tolerant::{List, Tolerant};
pub use type_info::{HasType, Member, Presence, Shape, Type, TypeInfo, Variant};
pub use writer::{EncodeError, Writer};

/// The version of proptest that the generators use (feature `proptest`).
#[cfg(feature = "proptest")]
pub use proptest;
/// The version of schemars that the schemas use (feature `schemars`).
#[cfg(feature = "schemars")]
pub use schemars;

/// Items for the expansions of this crate's macros.
#[doc(hidden)]
pub mod __private {
    pub use crate::{
        edge::{read, write},
        reader::object::__required,
        type_info::Rewrite,
    };
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
}

#[cfg(not(feature = "proptest"))]
mod without_proptest {
    /// Ignores its arguments: generators need the feature `proptest`. `__object_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __object_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__keyed_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __keyed_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__tagged_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __tagged_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__text_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __text_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__word_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __word_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__special_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __special_generate {
        ($($ignored:tt)*) => {};
    }
    /// Ignores its arguments: generators need the feature `proptest`. `__same_generate!(…);` expands to nothing.
    #[doc(hidden)]
    #[macro_export]
    macro_rules! __same_generate {
        ($($ignored:tt)*) => {};
    }
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
