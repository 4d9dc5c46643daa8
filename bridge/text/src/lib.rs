//! Text in, messages and findings out: reads texts in any form in which agent-UI messages are sent, and translates,
//! decodes, checks, folds and repairs them.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod check;
pub mod context;
pub mod decoding;
pub mod diagnostic;
mod documents;
pub mod envelope;
pub mod fix;
pub mod folding;
mod inference;
pub mod input;
pub mod inventory;
pub mod json;
pub mod message;
pub mod misspellings;
pub mod mistake_hints;
pub mod place;
pub mod protocol;
pub mod recover;
pub mod repair;
pub mod reports;
pub mod skipped;
pub mod split_sessions;
pub mod translation;
mod wire_types;

pub use bridge;
pub use check::{CheckOptions, check};
pub use context::ContextFields;
pub use decoding::{Decoded, decode};
pub use diagnostic::Diagnostic;
pub use fix::{Repaired, repair};
pub use folding::{Folded, fold};
pub use inference::recognize;
pub use translation::{MessageNote, TextTranslator, TranslateOptions, Translation, context, translate};
pub use wire_types::{schema, types};
