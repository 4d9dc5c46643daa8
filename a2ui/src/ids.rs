//! Identifiers that all versions share.

use crate::Version;

wire::text! {
    /// The id of a surface. The agent chooses the id, which is unique among the live surfaces.
    ///
    /// Specification: [A2UI 1.0, `createSurface`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#createsurface).
    pub struct SurfaceId;
    /// The id of a component within its surface.
    ///
    /// Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types).
    pub struct ComponentId;
    /// The id of a function call. The response repeats it verbatim.
    ///
    /// Specification: [A2UI 1.0, `callRendererFunction`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#callrendererfunction).
    pub struct CallId;
    /// The id of an action for which the client expects a response.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `action`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#action).
    pub struct ActionId;
    /// The id of a component catalog. The id is usually written as a URI, which is never dereferenced.
    ///
    /// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
    pub struct CatalogId;
}

impl SurfaceId {
    /// Returns the empty id, which has no special meaning.
    pub fn empty() -> Self {
        Self::from("")
    }
}

impl ComponentId {
    /// Returns the empty id, which has no special meaning.
    pub fn empty() -> Self {
        Self::from("")
    }
}

impl CatalogId {
    /// Returns the id of the published basic catalog of a version, as stated in its schema.
    pub fn basic(version: Version) -> Self {
        Self::from(match version {
            Version::V0_8 => "https://a2ui.org/specification/v0_8/standard_catalog_definition.json",
            Version::V0_9 => "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
            Version::V0_10 => "https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json",
            Version::V1_0June | Version::V1_0 => {
                "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"
            }
        })
    }

    /// Returns `true` if this is an id of the published catalog, which is called standard in 0.8 and basic since 0.9.
    /// All other ids belong to custom catalogs.
    ///
    /// ```
    /// use agent_ui_a2ui::{CatalogId, Version};
    ///
    /// assert!(CatalogId::from("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json").is_basic());
    /// assert!(CatalogId::basic(Version::V1_0).is_basic());
    /// assert!(!CatalogId::from("https://example.com/catalog.json").is_basic());
    /// ```
    pub fn is_basic(&self) -> bool {
        self.basic_versions().is_some()
    }

    /// Returns `true` if this is a name of the published catalog that its schemas do not state. Agents write such
    /// names, but clients that compare ids do not find the catalog.
    ///
    /// ```
    /// use agent_ui_a2ui::{CatalogId, Version};
    ///
    /// let alias = CatalogId::from("https://a2ui.org/specification/v0_9/standard_catalog.json");
    /// assert!(alias.is_basic() && alias.is_alias_of_basic());
    /// assert!(!CatalogId::basic(Version::V0_9).is_alias_of_basic());
    /// ```
    pub fn is_alias_of_basic(&self) -> bool {
        find_alias_versions(self.as_str()).is_some()
    }

    /// Returns the versions whose published catalog has this id.
    fn basic_versions(&self) -> Option<&'static [Version]> {
        let stated = BASIC.iter().find(|(id, _)| *id == self.as_str());
        stated
            .map(|(_, versions)| *versions)
            .or_else(|| find_alias_versions(self.as_str()))
    }

    /// Returns `true` if this is an id of the published catalog, but not for `version`. A client refuses to show a
    /// surface with such a catalog.
    ///
    /// ```
    /// use agent_ui_a2ui::{CatalogId, Version};
    ///
    /// assert!(CatalogId::basic(Version::V0_9).is_basic_of_another(Version::V1_0));
    /// assert!(!CatalogId::from("mine").is_basic_of_another(Version::V1_0));
    /// ```
    pub fn is_basic_of_another(&self, version: Version) -> bool {
        self.basic_versions()
            .is_some_and(|versions| !versions.contains(&version))
    }

    /// Returns `true` if this is an id of the minimal catalog that A2UI publishes. The minimal catalog contains Text,
    /// Row, Column, Button, TextField and the function `capitalize`, which the basic catalog does not have.
    pub fn is_minimal(&self) -> bool {
        MINIMAL.contains(&self.as_str())
    }
}

/// The ids of the published catalog that its schemas state, each with its versions.
const BASIC: &[(&str, &[Version])] = &[
    ("a2ui.org:standard_catalog_0_8_0", &[Version::V0_8]),
    (
        "https://a2ui.org/specification/v0_8/standard_catalog_definition.json",
        &[Version::V0_8],
    ),
    ("https://a2ui.org/catalogs/v1/basic.json", LATER),
    (
        "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
        &[Version::V0_9],
    ),
    (
        "https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json",
        &[Version::V0_9],
    ),
    (
        "https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json",
        LATER,
    ),
    (
        "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
        LATER,
    ),
    ("https://a2ui.org/catalogs/basic/v1/catalog.json", LATER),
];

/// The versions since 0.10. They share a catalog, because 0.10 became 1.0.
const LATER: &[Version] = &[Version::V0_10, Version::V1_0June, Version::V1_0];

/// The words that agents write for the published catalog of any version.
const ALIAS_WORDS: [&str; 2] = ["basic", "standard"];

/// The folders of a2ui.org in which earlier editions and other writers place the published catalog.
const ALIAS_ROOTS: [&str; 2] = [
    "https://a2ui.org/specification/",
    "https://a2ui.dev/specification/",
];

/// The names of the folders with catalogs, each with the versions whose catalog the folder contains.
const ALIAS_FOLDERS: &[(&str, &[Version])] = &[
    ("v0_8", &[Version::V0_8]),
    ("0.8", &[Version::V0_8]),
    ("v0_9", &[Version::V0_9]),
    ("v0_9_1", &[Version::V0_9]),
    ("0.9", &[Version::V0_9]),
    ("v0_10", LATER),
    ("0.10", LATER),
    ("v1_0", LATER),
    ("1.0", LATER),
];

/// The file names of the published catalog.
const ALIAS_FILES: [&str; 4] = [
    "catalogs/basic/catalog.json",
    "basic_catalog.json",
    "standard_catalog.json",
    "standard_catalog_definition.json",
];

/// Returns the versions of the published catalog to which an alias refers, or `None` if the id is not an alias.
fn find_alias_versions(id: &str) -> Option<&'static [Version]> {
    if BASIC.iter().any(|(stated, _)| *stated == id) {
        return None;
    }
    if ALIAS_WORDS.contains(&id) {
        return Some(Version::ALL);
    }
    let path = ALIAS_ROOTS.iter().find_map(|root| id.strip_prefix(root))?;
    let (folder, _) = path
        .split_once('/')
        .filter(|(_, file)| ALIAS_FILES.contains(file))?;
    ALIAS_FOLDERS
        .iter()
        .find(|(known, _)| *known == folder)
        .map(|(_, versions)| *versions)
}

/// The known ids of the minimal catalog.
const MINIMAL: &[&str] = &[
    "https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json",
    "https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json",
    "https://a2ui.org/specification/v0_9_1/catalogs/minimal/catalog.json",
    "https://a2ui.org/specification/v0_10/catalogs/minimal/catalog.json",
    "https://a2ui.org/specification/v1_0/catalogs/minimal/catalog.json",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_has_a_basic_catalog_and_none_is_minimal() {
        for version in Version::ALL {
            let id = CatalogId::basic(*version);
            assert!(
                id.is_basic() && !id.is_minimal() && !id.is_basic_of_another(*version),
                "{id}"
            );
        }
        for (alias, version, is_of_another) in [
            (
                "https://a2ui.org/specification/v0_9/basic_catalog.json",
                Version::V0_9,
                false,
            ),
            (
                "https://a2ui.org/specification/v0_9/standard_catalog_definition.json",
                Version::V0_9,
                false,
            ),
            (
                "https://a2ui.org/specification/v0_10/standard_catalog.json",
                Version::V1_0,
                false,
            ),
            (
                "https://a2ui.org/specification/v0_10/standard_catalog.json",
                Version::V0_9,
                true,
            ),
            (
                "https://a2ui.dev/specification/v0_9/catalogs/basic/catalog.json",
                Version::V0_9,
                false,
            ),
            (
                "https://a2ui.dev/specification/0.9/standard_catalog.json",
                Version::V0_8,
                true,
            ),
            ("basic", Version::V0_8, false),
            ("standard", Version::V1_0, false),
        ] {
            let id = CatalogId::from(alias);
            assert!(id.is_basic() && id.is_alias_of_basic(), "{id}");
            assert_eq!(id.is_basic_of_another(version), is_of_another, "{id}");
        }
        for other in [
            "basics",
            "https://a2ui.org/specification/v0_9/catalog.json",
            "https://a2ui.org/specification/v2/basic_catalog.json",
        ] {
            assert!(!CatalogId::from(other).is_basic(), "{other}");
        }
        assert!(
            MINIMAL
                .iter()
                .all(|id| CatalogId::from(*id).is_minimal() && !CatalogId::from(*id).is_basic())
        );
    }
}
