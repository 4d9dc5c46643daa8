//! The root component, which has any id in 0.8 and the id `root` in 0.9, and the catalogs whose component references are known.

use crate::lens::DerivedField;
use a2ui::{CatalogId, ComponentId, Version, surface::Surface};
use wire::Field;

/// The id of the root in 0.9.
pub(super) const ROOT: &str = "root";

/// The id of the minimal catalog in 0.8.
const MINIMAL_V0_8: &str =
    "https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json";
/// The id of the minimal catalog in 0.9.
const MINIMAL_V0_9: &str = "https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json";

/// Returns the id of a catalog in 0.9. In 0.8 an absent id means the standard catalog. A custom catalog keeps its id.
pub(super) fn catalog_forward(catalog: &Field<CatalogId>) -> CatalogId {
    match catalog.get() {
        Some(id) if id.as_str() == MINIMAL_V0_8 => MINIMAL_V0_9.into(),
        Some(id) if !id.is_basic() => id.clone(),
        _ => CatalogId::basic(Version::V0_9),
    }
}

/// Returns the id of a catalog in 0.8. A custom catalog keeps its id.
pub(super) fn catalog_backward(catalog: &CatalogId) -> CatalogId {
    match catalog.as_str() {
        MINIMAL_V0_9 => MINIMAL_V0_8.into(),
        _ if catalog.is_basic() => CatalogId::basic(Version::V0_8),
        _ => catalog.clone(),
    }
}

/// Returns `true` if the properties with component ids are known for this catalog.
pub(super) fn is_known(catalog: &CatalogId) -> bool {
    catalog.is_basic() || catalog.is_minimal()
}

/// The rule that restores the root only while the catalog is unchanged, because the catalog decides if the root is renamed.
pub(super) static ROOT_DERIVED: &[DerivedField] = &[DerivedField {
    field: "/beginRendering/root",
    from: &["/createSurface/catalogId"],
}];

/// The renaming of component ids between the versions: the root and the component called `root` swap their ids. Two renamings
/// in a row change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Naming(Option<ComponentId>);

impl Naming {
    /// Creates the renaming for a surface with this 0.8 root. Ids stay the same if the references of the catalog are unknown.
    pub(super) fn of(root: &ComponentId, catalog: &CatalogId) -> Self {
        if root.as_str() != ROOT && is_known(catalog) {
            Self(Some(root.clone()))
        } else {
            Self(None)
        }
    }

    /// Creates the renaming for a surface of the context.
    pub(super) fn of_surface(surface: &Surface) -> Self {
        match (surface.version(), surface.stated_root()) {
            (Version::V0_8, Some(root)) => {
                let catalog = surface
                    .catalog_id()
                    .cloned()
                    .map_or(Field::Absent, Field::Value);
                Self::of(root, &catalog_forward(&catalog))
            }
            // A surface of another version has no other root id.
            _ => Self::default(),
        }
    }

    /// Returns `true` if all ids stay the same.
    pub(super) fn is_identity(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the text of an id in the other version.
    pub(super) fn swapped<'a>(&'a self, id: &'a str) -> &'a str {
        match &self.0 {
            Some(root) if root.as_str() == id => ROOT,
            Some(root) if id == ROOT => root.as_str(),
            _ => id,
        }
    }

    /// Returns a component id in the other version.
    pub(super) fn swap(&self, id: &ComponentId) -> ComponentId {
        match self.swapped(id.as_str()) {
            same if same == id.as_str() => id.clone(),
            other => other.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_and_its_namesake_swap_ids() {
        let naming = Naming::of(&"top".into(), &CatalogId::basic(Version::V0_9));
        for (id, other) in [("top", "root"), ("root", "top"), ("x", "x")] {
            assert_eq!(naming.swapped(id), other);
            assert_eq!(naming.swapped(naming.swapped(id)), id);
        }
        assert_eq!(
            Naming::of(&"top".into(), &"mine".into()).swapped("top"),
            "top"
        );
    }
}
