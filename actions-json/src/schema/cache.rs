//! A cache of compiled schemas.

use super::{SchemaCheckError, Violation};
use std::fmt;
use wire::{Payload, Pointer};

#[cfg(feature = "jsonschema")]
use {
    super::validator::{Schema, compile},
    std::{
        collections::BTreeMap,
        sync::{Arc, Mutex, PoisonError},
    },
};

/// Schemas by their text, compiled on first use. Clones share the cache, and all caches compare equal, so that they
/// do not affect the equality of their owners.
#[derive(Clone, Default)]
pub(crate) struct SchemaCache {
    #[cfg(feature = "jsonschema")]
    by_text: Arc<Mutex<BTreeMap<String, Arc<Schema>>>>,
}

impl SchemaCache {
    /// Checks a value like [`violations`](super::violations), with a cache for the schemas of one manifest. Entries
    /// are never removed from the cache.
    pub(crate) fn violations(
        &self,
        schema: &Payload,
        value: &Payload,
        at: &Pointer,
    ) -> Result<Vec<Violation>, SchemaCheckError> {
        #[cfg(feature = "jsonschema")]
        return self.of(schema)?.violations(value, at);
        #[cfg(not(feature = "jsonschema"))]
        super::violations(schema, value, at)
    }

    #[cfg(feature = "jsonschema")]
    fn of(&self, schema: &Payload) -> Result<Arc<Schema>, SchemaCheckError> {
        let mut by_text = self.by_text.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_text.get(schema.text()) {
            return Ok(Arc::clone(known));
        }
        let compiled = Arc::new(compile(schema)?);
        by_text.insert(schema.text().to_owned(), Arc::clone(&compiled));
        Ok(compiled)
    }
}

impl PartialEq for SchemaCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SchemaCache {}

impl fmt::Debug for SchemaCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SchemaCache")
    }
}

#[cfg(all(test, feature = "jsonschema"))]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_compiled_once_with_the_same_results() {
        let compiled = SchemaCache::default();
        let copy = compiled.clone();
        let parse = |text: &str| Payload::parse(text).unwrap();
        let (schema, other) = (
            parse(r#"{"required":["n"]}"#),
            parse(r#"{"type":"string"}"#),
        );
        for value in [
            parse("{}"),
            parse(r#"{"n":1}"#),
            parse(r#""n""#),
            parse(r#"{"n":1,"n":2}"#),
        ] {
            for schema in [&schema, &other, &parse(r#"{"type":7}"#)] {
                let alone = super::super::violations(schema, &value, &Pointer::root());
                assert_eq!(compiled.violations(schema, &value, &Pointer::root()), alone);
            }
        }
        assert_eq!(copy.by_text.lock().unwrap().len(), 2);
        assert!(Arc::ptr_eq(
            &copy.of(&schema).unwrap(),
            &compiled.of(&schema).unwrap()
        ));
    }
}
