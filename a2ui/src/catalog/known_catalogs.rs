//! Resolution of catalog ids to the catalogs that check a message.

use super::{AnyComponent, Catalog};
use crate::{CatalogId, Notation, Version, rules};
use wire::{Finding, Pointer};

/// The catalogs that check one message.
#[derive(Clone, Copy)]
pub(super) struct KnownCatalogs<'a> {
    pub(super) version: Version,
    pub(super) notation: Notation,
    pub(super) surface: ResolvedCatalog<'a>,
    pub(super) catalogs: &'a [&'a dyn Catalog],
}

impl<'a> KnownCatalogs<'a> {
    /// Creates a set in which the only catalog is that of the surface.
    pub(super) fn alone(catalog: &'a dyn Catalog) -> Self {
        Self {
            version: catalog.version(),
            notation: catalog.notation(),
            surface: ResolvedCatalog::Known(catalog),
            catalogs: &[],
        }
    }

    /// Returns the catalog with this id.
    pub(super) fn find(&self, id: &CatalogId) -> Option<&'a dyn Catalog> {
        let of_surface = match self.surface {
            ResolvedCatalog::Known(catalog) => Some(catalog),
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => None,
        };
        let mut catalogs = self.catalogs.iter().copied().chain(of_surface);
        catalogs.find(|catalog| catalog.has_id(id))
    }

    /// Returns the key with which a component names its catalog, and the id of the catalog.
    pub(super) fn find_named_id(
        &self,
        component: &impl AnyComponent,
    ) -> Option<(&'static str, CatalogId)> {
        if let Some(id) = component.catalog_id(Notation::At) {
            return Some(("@catalogId", id));
        }
        // The basic catalog has no property `catalogId`, so the key without `@` can only name the catalog.
        // The notation `AtValues` has this key, even if the surface uses `At`.
        let is_basic = match self.surface {
            ResolvedCatalog::Known(catalog) => catalog.has_id(&CatalogId::basic(self.version)),
            ResolvedCatalog::Foreign | ResolvedCatalog::Unknown | ResolvedCatalog::Unnamed => false,
        };
        let notation = if is_basic {
            Notation::AtValues
        } else {
            self.notation
        };
        Some(("catalogId", component.catalog_id(notation)?))
    }
}

/// The state of looking up the surface's catalog among the known catalogs.
#[derive(Clone, Copy)]
pub(super) enum ResolvedCatalog<'a> {
    /// The catalog is known and checks components.
    Known(&'a dyn Catalog),
    /// The surface names an unknown catalog.
    Foreign,
    Unknown,
    Unnamed,
}

/// Reports a catalog whose version differs from that of the message.
pub(super) fn check_catalog_version(
    catalog: Option<&dyn Catalog>,
    id: &CatalogId,
    version: Version,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(catalog) = catalog.filter(|catalog| !catalog.is_compatible_with(version)) else {
        return rules::basic_catalog_at(id, version, at, found);
    };
    let own = catalog.version();
    let message =
        format_args!("catalog `{id}` is written for {own}, but the message uses {version}")
            .to_string();
    let finding = Finding::error("catalog-version", at.clone(), message);
    found.push(finding.hint(
        "name a catalog of that version; a catalog file states it as `protocolVersion` (default: 0.9)",
    ));
}
