//! The stand-in for the rules for manifests in builds without actions.json.

use crate::diagnostic::Diagnostic;

/// The rules for manifests of actions.json, which this build does not contain.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ManifestRules {}

impl ManifestRules {
    /// Returns the rules. Profiles have no effect without manifests.
    pub(crate) fn of(_: Option<&str>) -> Result<Self, Box<Diagnostic>> {
        Ok(Self {})
    }

    /// Returns an empty name, because this build has no profiles.
    pub(crate) fn profile_name(&self) -> &'static str {
        ""
    }
}
