//! The check itself.

use super::{SchemaCheckError, Violation, bounds};
use jsonschema::{PatternOptions, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;
use std::{collections::BTreeSet, error::Error};
use wire::{
    DecodeRule, Payload, Pointer,
    token::{TokenKind, Tokens},
};

/// How many violations are told; a value may hold thousands.
const MANY: usize = 32;

/// A schema that can judge.
pub(super) struct Schema(Validator);

impl Schema {
    /// As [`violations`](super::violations).
    pub(super) fn violations(
        &self,
        value: &Payload,
        at: &Pointer,
    ) -> Result<Vec<Violation>, SchemaCheckError> {
        let value = self::value(value).map_err(|reason| SchemaCheckError::Value { reason })?;
        Ok(self.0.iter_errors(&value).take(MANY).map(|error| violation(at, &error)).collect())
    }
}

/// The schema, or where in it something is wrong, and what.
pub(super) fn compile(schema: &Payload) -> Result<Schema, SchemaCheckError> {
    let at = |pointer: &str, reason: String| {
        let pointer = Pointer::parse(pointer).unwrap_or_default();
        SchemaCheckError::Schema { pointer, reason }
    };
    let whole = |reason: String| at("", reason);
    if !schema.is_object() {
        return Err(whole(format!("a schema is an object, and this is {}", schema.kind())));
    }
    let schema = value(schema).map_err(whole)?;
    bounds::check(&schema).map_err(|reason| whole(reason.to_owned()))?;
    jsonschema::options()
        .with_retriever(Nothing)
        // Patterns come from the manifest and texts from the page: neither may cost more than linear time.
        .with_pattern_options(PatternOptions::regex())
        .build(&schema)
        .map(Schema)
        .map_err(|error| at(error.instance_path().as_str(), error.masked().to_string()))
}

/// `serde_json::Value` keeps the last of several members of one name, others the first: what is checked would not be
/// what is read.
pub(super) fn value(payload: &Payload) -> Result<Value, String> {
    if has_duplicate_member(payload.text()) {
        return Err("each member once".to_owned());
    }
    payload.decode().map_err(|error| match error.rule {
        DecodeRule::Depth => format!("at most {} levels", wire::MAX_DEPTH),
        _ => "numbers within the range of doubles, and no half surrogate pairs in strings".to_owned(),
    })
}

fn has_duplicate_member(text: &str) -> bool {
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
    let mut pointer = at.join(&below);
    if let ValidationErrorKind::Required { property: Value::String(name) } = error.kind() {
        pointer.push(name);
    }
    let keyword = error.kind().keyword();
    let message = match keyword {
        // These messages speak of the schema alone. Others show the names of members, which are the page's.
        "type" | "enum" | "const" | "required" | "minimum" | "maximum" | "exclusiveMinimum"
        | "exclusiveMaximum" | "multipleOf" | "minLength" | "maxLength" | "pattern" | "minItems"
        | "maxItems" | "uniqueItems" | "minProperties" | "maxProperties" => error.masked().to_string(),
        other => format!("`{other}` is not fulfilled"),
    };
    Violation { pointer, keyword: keyword.to_owned(), message }
}

/// Fetches nothing, whatever features of the schema crate others turn on.
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err("schemas are not fetched".into())
    }
}
