//! The catalog that A2UI publishes for each version.

pub(crate) mod components;
pub(crate) mod functions;
pub(crate) mod parts;
pub(crate) mod words;

use super::{
    Catalog, Checker, MessageSchema, MessageSchemaOptions, Returns, UnknownSchemaName,
    schema::{output::SchemaSource, published},
};
use crate::{CatalogId, Notation, Version, capabilities::v1_0::AllowedCallers};
use wire::{Payload, Pointer};

/// The catalog that A2UI publishes, called standard in 0.8 and basic from 0.9 on. Its checks report the same errors as
/// the published schema of the version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasicCatalog {
    version: Version,
    notation: Notation,
}

/// Returns A2UI's own catalog for a version. The notation matters only for 1.0, which has several notations.
///
/// ```
/// use agent_ui_a2ui::{Notation, Version, catalog::{Catalog, basic}, v0_9::Component, wire};
///
/// let component: Component = wire::decode(r#"{"id":"t","component":"Text","txet":"a"}"#)?;
/// let found = basic(Version::V0_9, Notation::Plain).check(&component);
/// let found: Vec<_> = found.iter().map(|finding| (finding.rule, finding.pointer.as_str())).collect();
/// assert_eq!(found, [("missing-member", "/text"), ("unknown-member", "/txet")]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn basic(version: Version, notation: Notation) -> BasicCatalog {
    BasicCatalog { version, notation }
}

impl BasicCatalog {
    /// Returns the properties in which each component type refers to components, for example `children` or
    /// `tabs/*/child`.
    pub fn reference_fields(&self) -> Vec<(&'static str, Vec<String>)> {
        published(self.version).reference_fields()
    }

    /// Returns the JSON Schema of an object `{"messages":[…]}` with messages of an agent. Each component type has a
    /// schema of its own.
    ///
    /// # Errors
    /// Returns an error if the options name a component type or a function that the catalog does not have.
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, Version, catalog::{SchemaTarget, basic, MessageSchemaOptions}};
    ///
    /// let mut options = MessageSchemaOptions::default();
    /// options.target = SchemaTarget::OpenAi;
    /// options.components = Some(vec!["Text".into(), "Column".into()]);
    /// let schema = basic(Version::V0_9, Notation::Plain).message_schema(&options)?;
    /// assert!(schema.text.contains(r#""const": "Column""#) && schema.excesses.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn message_schema(
        &self,
        options: &MessageSchemaOptions,
    ) -> Result<MessageSchema, UnknownSchemaName> {
        let source = SchemaSource {
            schemas: published(self.version),
            version: self.version,
            notation: self.notation,
            id: &CatalogId::basic(self.version),
        };
        source.build(options)
    }
}

impl Catalog for BasicCatalog {
    fn version(&self) -> Version {
        self.version
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn has_id(&self, id: &CatalogId) -> bool {
        id.is_basic()
    }

    fn component_names(&self) -> Vec<&str> {
        published(self.version).component_names()
    }

    fn function_names(&self) -> Vec<&str> {
        published(self.version).function_names()
    }

    /// Returns `None`: the published catalog does not specify callers, so only renderers may call its functions.
    fn allowed_callers(&self, function: &str) -> Option<AllowedCallers> {
        let functions = &published(self.version).functions;
        let is_there = self.version == Version::V1_0 && functions.contains_key(function);
        is_there.then_some(AllowedCallers::RendererOnly)
    }

    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        published(self.version).check_component(name, properties, at, checker)
    }

    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns> {
        published(self.version).check_function(name, args, at, checker)
    }
}
