//! Catalogs that are not available, so that their components are not validated.

use crate::{finding_limit::PlacedFinding, place::Place};
use bridge::a2ui::{CatalogId, ComponentId, SurfaceId};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, Pointer};

/// The unavailable catalogs of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct UnknownCatalogs(BTreeMap<CatalogId, UnknownCatalog>);

/// The components of an unavailable catalog.
#[derive(Clone, Debug)]
struct UnknownCatalog {
    components: BTreeSet<(SurfaceId, ComponentId)>,
    /// The place of the first component.
    first: (Place, Pointer),
}

impl UnknownCatalogs {
    /// Records components of a catalog. `first` returns the place of the first one.
    pub(super) fn add(
        &mut self,
        catalog: &CatalogId,
        surface: &SurfaceId,
        components: impl IntoIterator<Item = ComponentId>,
        first: impl FnOnce() -> (Place, Pointer),
    ) {
        let unknown = self
            .0
            .entry(catalog.clone())
            .or_insert_with(|| UnknownCatalog {
                components: BTreeSet::new(),
                first: first(),
            });
        for component in components {
            unknown.components.insert((surface.clone(), component));
        }
    }

    /// Returns one notice for each unavailable catalog.
    pub(super) fn notices(&self) -> impl Iterator<Item = PlacedFinding> {
        self.0
            .iter()
            .map(|(catalog, unknown)| notice(catalog, unknown))
    }
}

fn notice(catalog: &CatalogId, unknown: &UnknownCatalog) -> PlacedFinding {
    let (place, pointer) = unknown.first.clone();
    let message = match unknown.components.len() {
        1 => format!("1 component of the catalog `{catalog}` was not validated"),
        count => format!("{count} components of the catalog `{catalog}` were not validated"),
    };
    let finding = Finding::info("unjudged-catalog", pointer, message);
    (
        place,
        finding.hint("pass the catalog with `options.catalogs`"),
    )
}
