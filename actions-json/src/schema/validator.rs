//! The JSON Schema validator.

use super::{SchemaCheckError, Violation, bounds};
use jsonschema::{
    PatternOptions, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::Value;
use std::{collections::BTreeSet, error::Error};
use wire::{
    DecodeRule, Payload, Pointer,
    token::{TokenKind, Tokens},
};

/// The maximum number of reported violations. A value may have thousands.
const MANY: usize = 32;

/// A compiled schema.
pub(super) struct Schema(Validator);

impl Schema {
    /// Checks a value; see [`violations`](super::violations).
    pub(super) fn violations(
        &self,
        value: &Payload,
        at: &Pointer,
    ) -> Result<Vec<Violation>, SchemaCheckError> {
        let value = self::value(value).map_err(|reason| SchemaCheckError::Value { reason })?;
        Ok(self
            .0
            .iter_errors(&value)
            .take(MANY)
            .map(|error| violation(at, &error))
            .collect())
    }
}

/// Compiles a schema. The error contains the place and the reason of the first fault.
pub(super) fn compile(schema: &Payload) -> Result<Schema, SchemaCheckError> {
    if !schema.is_object() {
        let kind = schema.kind();
        let reason = format!("a schema must be an object, but this is {kind}");
        return Err(unusable("", reason));
    }
    let schema = value(schema).map_err(|reason| unusable("", reason))?;
    bounds::check(&schema).map_err(|reason| unusable("", reason.to_owned()))?;
    jsonschema::options()
        .with_retriever(Nothing)
        // Patterns come from the manifest and texts from the page. Both are untrusted, so matching must take linear
        // time.
        .with_pattern_options(PatternOptions::regex())
        .build(&schema)
        .map(Schema)
        .map_err(|error| unusable(error.instance_path().as_str(), error.masked().to_string()))
}

/// Creates the error of a schema that cannot be used because of the value at a place.
fn unusable(pointer: &str, reason: String) -> SchemaCheckError {
    let pointer = Pointer::parse(pointer).unwrap_or_default();
    SchemaCheckError::Schema { pointer, reason }
}

/// Converts a payload. Duplicate members are refused: `serde_json::Value` keeps the last one and other readers keep
/// the first one, so the checked value could differ from the used value.
pub(super) fn value(payload: &Payload) -> Result<Value, String> {
    if has_duplicate_member(payload.text()) {
        return Err("each member may occur only once".to_owned());
    }
    payload.decode().map_err(|error| match error.rule {
        DecodeRule::Depth => format!("nesting may have at most {} levels", wire::MAX_DEPTH),
        _ => {
            "numbers must be in the range of doubles, and strings must not contain lone surrogates"
                .to_owned()
        }
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
    if let ValidationErrorKind::Required {
        property: Value::String(name),
    } = error.kind()
    {
        pointer.push(name);
    }
    let keyword = error.kind().keyword();
    let message = match keyword {
        // Only messages that quote just the schema are used. Other messages quote member names that the page chose.
        "type" | "enum" | "const" | "required" | "minimum" | "maximum" | "exclusiveMinimum"
        | "exclusiveMaximum" | "multipleOf" | "minLength" | "maxLength" | "pattern"
        | "minItems" | "maxItems" | "uniqueItems" | "minProperties" | "maxProperties" => {
            error.masked().to_string()
        }
        other => format!("the keyword `{other}` is violated"),
    };
    Violation {
        pointer,
        keyword: keyword.to_owned(),
        message,
    }
}

/// A retriever that fetches nothing, even if another crate enables the fetching features of `jsonschema`.
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err("schemas are not fetched".into())
    }
}
