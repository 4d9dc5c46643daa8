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
//! | [`fold()`] | the surfaces or states that the messages build |
//! | [`repair()`] | the text with every safe correction |
//! | [`recognize()`] | the protocol of the text |
//! | [`schema()`], [`types()`] | the JSON Schemas and the names of the wire types |
//!
//! A text is one message, a JSON list of messages, or JSON Lines. Messages of A2UI are also found inside other texts, such as
//! the answer of a model. A message that is refused does not affect the others: its [`Diagnostic`] is among the results.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `all-protocols` | all protocols beside A2UI; on by default |
//! | `jsonschema` | the check of event payloads and manifests of actions.json against the JSON Schemas in them; on by default |
//! | `schemars`, `proptest` | a JSON Schema and a generator for every wire type |

#![cfg_attr(not(feature = "all-protocols"), allow(unused))]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod check;
pub mod context;
pub mod conversation;
pub mod decoding;
pub mod diagnostic;
mod documents;
pub mod envelope;
pub mod finding_limit;
pub mod fix;
pub mod folding;
mod inference;
pub mod input;
pub mod inventory;
pub mod json;
pub mod message;
mod message_type;
pub mod misspellings;
pub mod mistake_hints;
pub mod option_names;
pub mod place;
pub mod protocol;
pub mod recover;
pub mod repair;
pub mod reports;
pub mod rules;
pub mod skipped;
pub mod split_sessions;
pub mod translation;
pub mod verdict_word;
mod wire_types;

pub use bridge;
pub use check::{CheckOptions, check};
pub use context::ContextFields;
pub use decoding::{DecodedMessages, decode};
pub use diagnostic::Diagnostic;
pub use fix::{RepairedText, repair};
pub use folding::{FoldedStates, fold};
pub use inference::recognize;
pub use message_type::MessageType;
pub use translation::{
    MessageNote, TextBridge, TextTranslator, TranslateOptions, Translation, context, translate,
};
pub use wire_types::{schema, types};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Compiles the examples of the page about languages.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/languages.md")]
mod languages {}

/// Compiles the example of the page of the project.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod project {}
