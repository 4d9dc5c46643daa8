//! Profiles of the validator.

use super::rules::{self, ManifestRule};
use wire::Severity;

/// A profile of the validator: the severity of each rule, and the limits of workflows.
///
/// ```
/// use agent_ui_actions_json::validate::{Limits, Profile};
///
/// assert_eq!(Profile::by_name("strict").unwrap().name(), "strict");
/// let patient = Profile::STRICT.with_limits(Limits { steps: 32, ..Limits::UPSTREAM });
/// assert_eq!(patient.limits().steps, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    name: &'static str,
    tolerated: &'static [(&'static ManifestRule, Severity)],
    accepts_partial_manifests: bool,
    limits: Limits,
}

/// The limits on workflows. The specification requires limits but does not define them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of steps in a workflow.
    pub steps: usize,
    /// The maximum value of `max_items`.
    pub items: u32,
    /// The maximum value of `max_attempts`.
    pub attempts: u32,
    /// The maximum size of an expression result, in bytes of JSON.
    pub expression_bytes: usize,
    /// The maximum size of a workflow output, in bytes of JSON.
    pub output_bytes: usize,
}

impl Limits {
    /// The limits of the reference runtime.
    pub const UPSTREAM: Self = Self {
        steps: 25,
        items: 50,
        attempts: 50,
        expression_bytes: 16_000,
        output_bytes: 32_000,
    };
}

impl Default for Profile {
    /// Returns the profile `published`.
    fn default() -> Self {
        Self::PUBLISHED
    }
}

impl Profile {
    /// The exact specification. A workflow counts as execution, because workflows replaced steps.
    pub const STRICT: Self = Self {
        name: "strict",
        tolerated: &[],
        accepts_partial_manifests: false,
        limits: Limits::UPSTREAM,
    };

    /// A tolerant profile for published manifests. It accepts versions as strings, a `static_output` as execution,
    /// tools named like a primitive, `states` as an object, a `surface` as a string, tools without description or
    /// schema, and an empty `on_error`. A tool, signal, attachment, check, import, context or projection with an
    /// error is excluded, and the rest of the manifest is accepted (see
    /// [`CheckedManifest`](crate::checked_manifest::CheckedManifest)).
    pub const PUBLISHED: Self = Self {
        name: "published",
        tolerated: &[
            (&rules::V2_TEXT, Severity::Warning),
            (&rules::V7_STATIC, Severity::Info),
            (&rules::V7_PRIMITIVE, Severity::Info),
            (&rules::REQUIRED_TOOL, Severity::Warning),
            (&rules::SHAPE_STATES, Severity::Warning),
            (&rules::SHAPE_SURFACE, Severity::Info),
            (&rules::W_ON_ERROR_EMPTY, Severity::Warning),
        ],
        accepts_partial_manifests: true,
        limits: Limits::UPSTREAM,
    };

    /// Returns the profile with this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        [&Self::STRICT, &Self::PUBLISHED]
            .into_iter()
            .find(|profile| profile.name == name)
    }

    /// Returns the name of the profile, `strict` or `published`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `true` if parts with an error are excluded and the rest of the manifest is accepted.
    pub fn accepts_partial_manifests(&self) -> bool {
        self.accepts_partial_manifests
    }

    /// Returns the limits on workflows.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the profile with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the severity of a rule.
    pub fn severity(&self, rule: &ManifestRule) -> Severity {
        for (tolerated, severity) in self.tolerated {
            if *tolerated == rule {
                return *severity;
            }
        }
        rule.severity
    }
}
