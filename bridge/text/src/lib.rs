//! Text in, messages and findings out: reads texts in any form in which agent-UI messages are sent, and translates,
//! decodes, checks, folds and repairs them.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod check;
pub mod context;
pub mod diagnostic;
mod documents;
pub mod envelope;
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
pub mod split_sessions;
pub mod translation;

pub use bridge;
pub use context::ContextFields;
pub use diagnostic::Diagnostic;
pub use translation::{MessageNote, TextTranslator, TranslateOptions, Translation, context, translate};
