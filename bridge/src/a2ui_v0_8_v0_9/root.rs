//! The root of a surface, which 0.8 names and 0.9 calls `root`; and its catalog, by which the references to it are known.

use crate::engine::DerivedField;
use a2ui::{CatalogId, ComponentId, Version, surface::Surface};
use wire::Field;

/// What 0.9 calls the root.
pub(super) const ROOT: &str = "root";

/// The small catalog, by its names in both versions.
const MINIMAL_V0_8: &str = "https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json";
const MINIMAL_V0_9: &str = "https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json";

/// The catalog in 0.9. Without one, 0.8 means the standard catalog; a catalog of somebody's own keeps its id.
pub(super) fn catalog_forward(catalog: &Field<CatalogId>) -> CatalogId {
    match catalog.get() {
        Some(id) if id.as_str() == MINIMAL_V0_8 => MINIMAL_V0_9.into(),
        Some(id) if !id.is_basic() => id.clone(),
        _ => CatalogId::basic(Version::V0_9),
    }
}

/// The catalog in 0.8.
pub(super) fn catalog_backward(catalog: &CatalogId) -> CatalogId {
    match catalog.as_str() {
        MINIMAL_V0_9 => MINIMAL_V0_8.into(),
        _ if catalog.is_basic() => CatalogId::basic(Version::V0_8),
        _ => catalog.clone(),
    }
}

/// Whether it is known which properties of the catalog hold the ids of components.
pub(super) fn is_known(catalog: &CatalogId) -> bool {
    catalog.is_basic() || catalog.is_minimal()
}

/// The root of 0.8 comes back for the catalog that it was named in: it depends on that whether components or a Column have its name.
pub(super) static ROOT_DERIVED: &[DerivedField] = &[DerivedField {
    field: "/beginRendering/root",
    basis: |message| message.fingerprint(&["/createSurface/catalogId"]),
}];

/// How the ids of a surface change between the versions: the root and the component that is called `root` change their names.
/// Done twice, it changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Naming(Option<ComponentId>);

impl Naming {
    /// For a surface whose root 0.8 calls so.
    pub(super) fn of(root: &ComponentId, catalog: &CatalogId) -> Self {
        Self((root.as_str() != ROOT && is_known(catalog)).then(|| root.clone()))
    }

    /// For a surface that somebody holds.
    pub(super) fn of_surface(surface: &Surface) -> Self {
        match (surface.version(), surface.stated_root()) {
            (Version::V0_8, Some(root)) => {
                let catalog = surface.catalog_id().cloned().map_or(Field::Absent, Field::Value);
                Self::of(root, &catalog_forward(&catalog))
            }
            _ => Self::default(),
        }
    }

    /// Whether no id changes.
    pub(super) fn is_same(&self) -> bool {
        self.0.is_none()
    }

    /// The id in the other version.
    pub(super) fn map<'a>(&'a self, id: &'a str) -> &'a str {
        match &self.0 {
            Some(root) if root.as_str() == id => ROOT,
            Some(root) if id == ROOT => root.as_str(),
            _ => id,
        }
    }

    /// The same for an id as such.
    pub(super) fn id(&self, id: &ComponentId) -> ComponentId {
        match self.map(id.as_str()) {
            same if same == id.as_str() => id.clone(),
            other => other.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_change_places() {
        let naming = Naming::of(&"top".into(), &CatalogId::basic(Version::V0_9));
        for (id, other) in [("top", "root"), ("root", "top"), ("x", "x")] {
            assert_eq!(naming.map(id), other);
            assert_eq!(naming.map(naming.map(id)), id);
        }
        assert_eq!(Naming::of(&"top".into(), &"mine".into()).map("top"), "top");
    }
}
