//! Inline catalogs of A2UI 0.8.

use super::members::check_schemas;
use crate::CatalogId;
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// A catalog that the client sends inline.
    ///
    /// A client that states no version can belong to a later version, so only the id is required.
    ///
    /// Specification: [A2UI 0.8, § 2.1 Catalog negotiation, step 2](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#2-client-declares-supported-catalogs).
    pub struct InlineCatalog {
        /// The id of the catalog.
        catalog_id as "catalogId": CatalogId,
        /// The JSON Schemas of component properties, by component type.
        components?: Option<Payload>,
        /// The JSON Schemas of styles, by name.
        styles?: Option<Payload>,
    }
}

impl Validate for InlineCatalog {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (name, member) in [("components", &self.components), ("styles", &self.styles)] {
            check_schemas(member.as_ref(), name, at, found);
            if member.is_none() {
                let message =
                    format_args!("a catalog of A2UI 0.8 is missing the required member `{name}`")
                        .to_string();
                let finding = Finding::warning("missing-member", at.member(name), message);
                found.push(finding.hint("write `{}` if there are none; for later versions, nest the capabilities below the version"));
            }
        }
    }
}
