//! Text in, messages and findings out: reads texts in any form in which agent-UI messages are sent, and translates,
//! decodes, checks, folds and repairs them.
//!
//! The program `agent-ui`, the package for Python and the package for JavaScript are built on this crate, so a text has the
//! same result in all of them. Use `agent-ui-bridge` to work with typed messages.
//!
//! | function | result |
//! |---|---|
//! | [`translate()`], [`TextTranslator`] | the messages of another protocol, with the carry and a note on every field |
//! | [`TextBridge`] | both directions of a conversation |
//! | [`decode()`] | the messages in their canonical form |
//! | [`check()`] | all problems of the messages and of the surfaces that they build |
//! | [`Checker`] | the problems of each text of a session, against all texts before it |
//! | [`for_model()`] | the problems as short lines for a model |
//! | `MessageStream` | messages and components while a model still writes them (feature `extraction`) |
//! | [`fold()`], [`fold_as()`] | the surfaces or states that the messages build, or the fewest messages that build them |
//! | [`repair()`] | the text with every safe correction |
//! | [`recognize()`] | the protocol of the text |
//! | [`schema()`], [`types()`] | the JSON Schemas and the names of the wire types |
//! | [`message_schema()`] | the JSON Schema with which a model writes messages with the components of a catalog |
//!
//! A text is one message, a JSON list of messages, or JSON Lines. Messages of A2UI are also found inside other texts, such as
//! the answer of a model, with the feature `extraction`. A message that is refused does not affect the others: its [`Diagnostic`] is among the results.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `all-protocols` | all protocols other than A2UI; on by default |
//! | `checks` | `TextBridge::check`, for which a bridge follows its surfaces; on by default |
//! | `extraction` | finding A2UI messages in other texts and in the messages of other protocols; on by default |
//! | `jsonschema` | the check of event payloads and manifests of actions.json against the JSON Schemas in them; on by default |
//! | `schemars`, `proptest` | a JSON Schema and a generator for every wire type |

//!
//! # Stability
//!
//! The items on this page are the interface of the crate. Modules that it does not list serve the program and the packages for
//! other languages, which have the same version. They may change in every release.

#![cfg_attr(not(feature = "all-protocols"), allow(unused))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod check;
mod checker;
#[doc(hidden)]
pub mod context;
#[doc(hidden)]
pub mod conversation;
#[doc(hidden)]
pub mod decoding;
#[doc(hidden)]
pub mod diagnostic;
mod documents;
#[doc(hidden)]
pub mod envelope;
#[doc(hidden)]
pub mod finding_limit;
#[doc(hidden)]
pub mod fix;
#[doc(hidden)]
pub mod folding;
mod for_model;
mod inference;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod inventory;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod message;
#[doc(hidden)]
pub mod message_schema;
mod message_type;
#[doc(hidden)]
pub mod misspellings;
#[doc(hidden)]
pub mod mistake_hints;
#[doc(hidden)]
pub mod option_names;
#[doc(hidden)]
pub mod place;
#[doc(hidden)]
pub mod protocol;
#[doc(hidden)]
pub mod recover;
#[doc(hidden)]
pub mod repair;
#[doc(hidden)]
pub mod reports;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod saved_state;
#[doc(hidden)]
pub mod skipped;
#[doc(hidden)]
pub mod split_sessions;
#[cfg(feature = "extraction")]
mod streaming;
#[doc(hidden)]
pub mod translation;
#[doc(hidden)]
pub mod verdict_word;
mod wire_types;

pub use bridge::{self, RefusalKind};
pub use check::{CheckOptions, check};
pub use checker::{CheckedText, Checker};
pub use context::ContextFields;
pub use decoding::{DecodedMessages, decode};
pub use diagnostic::Diagnostic;
pub use fix::{RepairedText, repair};
pub use folding::{FoldForm, FoldedStates, fold, fold_as};
pub use for_model::for_model;
pub use inference::recognize;
pub use message_schema::{SchemaOptions, message_schema};
pub use message_type::MessageType;
pub use place::Place;
#[cfg(feature = "extraction")]
pub use streaming::{MessageStream, StreamEvent};
pub use translation::{
    TextBridge, TextTranslator, TranslateOptions, TranslatedMessage, Translation, context,
    notes_json, translate,
};
pub use wire::{Fix, Pointer, Severity};
pub use wire_types::{schema, types};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Compiles the examples of the page about languages.
#[cfg(doctest)]
#[doc = include_str!("../docs/languages.md")]
mod languages {}

/// Compiles the example of the page about streams.
#[cfg(all(doctest, feature = "extraction"))]
#[doc = include_str!("../docs/streaming.md")]
mod streams {}

/// Compiles the example in the README of the project.
#[cfg(doctest)]
#[doc = include_str!("../docs/repository.md")]
mod project {}
