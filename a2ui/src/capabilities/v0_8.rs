//! A2UI 0.8.

use super::schemas;
use crate::CatalogId;
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// A catalog that the client brings along. A2UI 0.8, catalog description.
    ///
    /// A client that names no version may be one of a later version, so only the id has to be there.
    pub struct InlineCatalog {
        /// Names it.
        catalog_id as "catalogId": CatalogId,
        /// The JSON Schemas of the properties, by type of component.
        components?: Option<Payload>,
        /// The JSON Schemas of the styles, by name.
        styles?: Option<Payload>,
    }
}

impl Validate for InlineCatalog {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        for (name, member) in [("components", &self.components), ("styles", &self.styles)] {
            schemas(member.as_ref(), name, at, found);
            if member.is_none() {
                let message = format_args!("a catalog of A2UI 0.8 has `{name}`").to_string();
                let finding = Finding::warning("missing-member", at.member(name), message);
                found.push(finding.hint("write `{}` if there are none; in later versions, name the version"));
            }
        }
    }
}
