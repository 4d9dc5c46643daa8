//! JSON Schemas of the messages that a model writes, with one object schema for each component of a catalog.

mod builder;
mod calls;
mod components;
mod messages;
mod node;
mod size;
mod target;
#[cfg(test)]
mod tests;
mod values;

pub use size::{SchemaExcess, SchemaSizes};
pub use target::{SchemaTarget, UnknownSchemaTarget};

use super::Schemas;
use crate::{CatalogId, Notation, Version};
use builder::Builder;

/// The settings of a message schema.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MessageSchemaOptions {
    /// The reader of the schema.
    pub target: SchemaTarget,
    /// The words of the member `version`, as in `v0.9`. An empty list stands for all words of the version.
    pub version_words: Vec<String>,
    /// The component types of the schema. `None` selects all types of the catalog.
    pub components: Option<Vec<String>>,
    /// The functions of the schema. `None` selects all functions of the catalog.
    pub functions: Option<Vec<String>>,
    /// The names of the optional members of components and functions that the schema keeps. `None` keeps all of them.
    pub optional: Option<Vec<String>>,
}

/// A JSON Schema of the messages of an agent, and its sizes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MessageSchema {
    /// The schema as formatted JSON. Its root is an object with the member `messages`.
    pub text: String,
    /// The sizes that vendors limit.
    pub sizes: SchemaSizes,
    /// The exceeded limits of the target.
    pub excesses: Vec<SchemaExcess>,
    /// The places that the target cannot express and that the schema omits, as in `Event/context`.
    pub left_out: Vec<String>,
}

/// A name in the options that the catalog does not define.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("`{name}` is not {kind} of the catalog; it has {}", .known.join(", "))]
pub struct UnknownSchemaName {
    /// The name that is not in the catalog.
    pub name: String,
    /// The kind of the name with its article: `a component type` or `a function`.
    pub kind: &'static str,
    /// The names that the catalog defines.
    pub known: Vec<String>,
}

/// The catalog, the version and the notation of a schema.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct SchemaSource<'a> {
    pub(in crate::catalog) schemas: &'a Schemas,
    pub(in crate::catalog) version: Version,
    pub(in crate::catalog) notation: Notation,
    pub(in crate::catalog) id: &'a CatalogId,
}

impl SchemaSource<'_> {
    /// Builds the schema of the messages with the components of the catalog.
    pub(in crate::catalog) fn build(
        self,
        options: &MessageSchemaOptions,
    ) -> Result<MessageSchema, UnknownSchemaName> {
        let components = self.schemas.component_names();
        ensure_known(
            options.components.as_deref(),
            "a component type",
            &components,
        )?;
        let functions = self.schemas.function_names();
        ensure_known(options.functions.as_deref(), "a function", &functions)?;
        let mut builder = Builder::new(self, options);
        let root = messages::document(&mut builder);
        let sizes = SchemaSizes::of(&root);
        Ok(MessageSchema {
            text: root.to_text(),
            excesses: sizes.excesses(options.target),
            sizes,
            left_out: builder.left_out.into_iter().collect(),
        })
    }
}

fn ensure_known(
    names: Option<&[String]>,
    kind: &'static str,
    known: &[&str],
) -> Result<(), UnknownSchemaName> {
    for name in names.unwrap_or_default() {
        if !known.contains(&name.as_str()) {
            return Err(UnknownSchemaName {
                name: name.clone(),
                kind,
                known: known.iter().map(|name| (*name).to_owned()).collect(),
            });
        }
    }
    Ok(())
}
