//! Whether a payload fits the schema of its signal.

use super::{Refused, RefusedKind};
use wire::{Payload, Pointer};

/// Without the check nothing can be said of a payload, and so nothing passes.
#[cfg(not(feature = "jsonschema"))]
pub(super) fn check(index: usize, _: &Payload, _: &Payload) -> Result<(), Refused> {
    let message = "The payload has a schema, and this program cannot check schemas.";
    let hint =
        format!("a build with the feature `jsonschema`, or no `payload` at /signals/{index} of the manifest");
    Err(Refused::new(RefusedKind::Unchecked, Pointer::root().member("payload"), message, hint))
}

#[cfg(feature = "jsonschema")]
pub(super) fn check(index: usize, schema: &Payload, payload: &Payload) -> Result<(), Refused> {
    checked::check(index, schema, payload)
}

#[cfg(feature = "jsonschema")]
mod checked {
    use super::{Payload, Pointer, Refused, RefusedKind};
    use crate::admission::Violation;
    use jsonschema::{PatternOptions, Retrieve, Uri, ValidationError, Validator};
    use serde_json::Value;
    use std::{collections::BTreeSet, error::Error};
    use wire::token::{TokenKind, Tokens};

    /// How many violations are told; a payload may hold thousands.
    const MANY: usize = 32;

    pub(super) fn check(index: usize, schema: &Payload, payload: &Payload) -> Result<(), Refused> {
        let at = Pointer::root().member("payload");
        let validator = compile(schema).map_err(|reason| {
            let message = "The schema of the signal cannot be used.";
            let hint = format!("{reason}; see /signals/{index}/payload of the manifest");
            Refused::new(RefusedKind::SchemaUnusable, at.clone(), message, hint)
        })?;
        let value = value(payload).map_err(|reason| {
            let message = "The payload is nothing that a schema can judge.";
            Refused::new(RefusedKind::PayloadInvalid, at.clone(), message, reason)
        })?;
        let violations: Vec<Violation> =
            validator.iter_errors(&value).take(MANY).map(|error| violation(&at, &error)).collect();
        let Some(first) = violations.first() else {
            return Ok(());
        };
        let message = format!("The payload does not fit its schema: {}.", first.message);
        let hint = format!("what /signals/{index}/payload of the manifest describes");
        let refused = Refused::new(RefusedKind::PayloadInvalid, first.pointer.clone(), message, hint);
        Err(Refused { violations, ..refused })
    }

    fn compile(schema: &Payload) -> Result<Validator, String> {
        if !schema.is_object() {
            return Err(format!("a schema is an object, and this is {}", schema.kind()));
        }
        let schema = value(schema)?;
        jsonschema::options()
            .with_retriever(Nothing)
            .with_pattern_options(PatternOptions::regex())
            .build(&schema)
            .map_err(|error| error.masked().to_string())
    }

    /// `serde_json::Value` keeps the last of several members of one name, others the first: what would be checked is
    /// not what would be read.
    fn value(payload: &Payload) -> Result<Value, String> {
        if repeats_a_member(payload.text()) {
            return Err("each member once".to_owned());
        }
        payload.decode().map_err(|error| match error.expected.as_str() {
            "" => error.found,
            expected => format!("{expected} instead of {}", error.found),
        })
    }

    fn repeats_a_member(text: &str) -> bool {
        let mut open = Vec::new();
        for token in Tokens::new(text) {
            match token.kind {
                TokenKind::ObjectStart => open.push(BTreeSet::new()),
                TokenKind::ObjectEnd => drop(open.pop()),
                TokenKind::Name => {
                    let name = wire::token::string(token.text);
                    if open.last_mut().is_some_and(|names| !names.insert(name)) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn violation(at: &Pointer, error: &ValidationError<'_>) -> Violation {
        let below = Pointer::parse(error.instance_path().as_str()).unwrap_or_default();
        Violation {
            pointer: at.join(&below),
            keyword: error.kind().keyword().to_owned(),
            message: error.masked().to_string(),
        }
    }

    /// Fetches nothing, whatever features of the schema crate others turn on.
    struct Nothing;

    impl Retrieve for Nothing {
        fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
            Err("schemas are not fetched".into())
        }
    }
}
