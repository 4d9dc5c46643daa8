//! The ids that all versions share.

use crate::Version;

wire::text! {
    /// Names a surface. Chosen by the agent, unique among its live surfaces.
    pub struct SurfaceId;
    /// Names a component within its surface.
    pub struct ComponentId;
    /// Names one call of a function. Whoever answers it gives it back verbatim.
    pub struct CallId;
    /// Names one action to which the client wants an answer.
    pub struct ActionId;
    /// Names a catalog of components. It looks like a URI and is never resolved.
    pub struct CatalogId;
}

impl SurfaceId {
    /// The empty id, which is an id like any other.
    pub fn empty() -> Self {
        Self::from("")
    }
}

impl ComponentId {
    /// The empty id, which is an id like any other.
    pub fn empty() -> Self {
        Self::from("")
    }
}

impl CatalogId {
    /// The name of the catalog that A2UI itself publishes for a version: the one that its schema states.
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

    /// Whether this is one of the names of the catalog that A2UI itself publishes (called standard in 0.8, basic from
    /// 0.9 on). Only these are known; every other id is somebody's own.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{CatalogId, Version};
    ///
    /// assert!(CatalogId::from("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json").is_basic());
    /// assert!(CatalogId::basic(Version::V1_0).is_basic());
    /// assert!(!CatalogId::from("https://example.com/catalog.json").is_basic());
    /// ```
    pub fn is_basic(&self) -> bool {
        BASIC.iter().any(|(id, _)| *id == self.as_str())
    }

    /// Whether this is a name of the published catalog for versions other than this one. A client refuses to show such a surface.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{CatalogId, Version};
    ///
    /// assert!(CatalogId::basic(Version::V0_9).is_basic_of_another(Version::V1_0));
    /// assert!(!CatalogId::from("mine").is_basic_of_another(Version::V1_0));
    /// ```
    pub fn is_basic_of_another(&self, version: Version) -> bool {
        BASIC.iter().any(|(id, versions)| *id == self.as_str() && !versions.contains(&version))
    }

    /// Whether this is one of the names of the small catalog that A2UI publishes for first steps: Text, Row, Column,
    /// Button, TextField and the function `capitalize`, which the basic catalog does not have.
    pub fn is_minimal(&self) -> bool {
        MINIMAL.contains(&self.as_str())
    }
}

/// The names under which the published catalog is known.
const BASIC: &[(&str, &[Version])] = &[
    ("a2ui.org:standard_catalog_0_8_0", &[Version::V0_8]),
    ("https://a2ui.org/specification/v0_8/standard_catalog_definition.json", &[Version::V0_8]),
    ("https://a2ui.org/specification/v0_9/basic_catalog.json", &[Version::V0_9]),
    ("https://a2ui.org/catalogs/v1/basic.json", LATER),
    ("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json", &[Version::V0_9]),
    ("https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json", &[Version::V0_9]),
    ("https://a2ui.org/specification/v0_10/catalogs/basic/catalog.json", LATER),
    ("https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json", LATER),
    ("https://a2ui.org/catalogs/basic/v1/catalog.json", LATER),
];

/// 0.10 became 1.0, and its catalog with it.
const LATER: &[Version] = &[Version::V0_10, Version::V1_0June, Version::V1_0];

/// The names under which the small one is known.
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
            assert!(id.is_basic() && !id.is_minimal() && !id.is_basic_of_another(*version), "{id}");
        }
        assert!(
            MINIMAL.iter().all(|id| CatalogId::from(*id).is_minimal() && !CatalogId::from(*id).is_basic())
        );
    }
}
