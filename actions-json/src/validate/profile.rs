//! By what manifests are judged.

use super::rules::{self, ManifestRule};
use wire::Severity;

/// By what manifests are judged: data, of which two are given.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::validate::{Limits, Profile};
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

/// How much of workflows a runtime takes. The specification says only that there are limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many steps a workflow may have.
    pub steps: usize,
    /// The largest `max_items`.
    pub items: u32,
    /// The largest `max_attempts`.
    pub attempts: u32,
    /// How many bytes an expression may give, as JSON.
    pub expression_bytes: usize,
    /// How many bytes a workflow may give, as JSON.
    pub output_bytes: usize,
}

impl Limits {
    /// Those of the runtime that exists.
    pub const UPSTREAM: Self =
        Self { steps: 25, items: 50, attempts: 50, expression_bytes: 16_000, output_bytes: 32_000 };
}

impl Default for Profile {
    /// `published`.
    fn default() -> Self {
        Self::PUBLISHED
    }
}

impl Profile {
    /// The specification to the letter. A workflow counts as execution: it has taken the place of steps.
    pub const STRICT: Self =
        Self { name: "strict", tolerated: &[], accepts_partial_manifests: false, limits: Limits::UPSTREAM };

    /// What published manifests do all the same is no error: versions as text, a `static_output` as execution, tools that only
    /// have the name of a primitive, `states` as an object, a `surface` as text, tools without description or schema, an empty
    /// `on_error`. A tool, signal, attachment, check, import, context or projection with an error is left out, and the rest of
    /// the manifest stays (see [`CheckedManifest`](crate::checked_manifest::CheckedManifest)).
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

    /// The profile of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        [&Self::STRICT, &Self::PUBLISHED].into_iter().find(|profile| profile.name == name)
    }

    /// `strict` or `published`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether what has an error is left out, and the rest of the manifest stays.
    pub fn accepts_partial_manifests(&self) -> bool {
        self.accepts_partial_manifests
    }

    /// How much of workflows is taken.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// How much a rule matters.
    pub fn severity(&self, rule: &ManifestRule) -> Severity {
        let row = self.tolerated.iter().find(|(tolerated, _)| *tolerated == rule);
        row.map_or(rule.severity, |(_, severity)| *severity)
    }
}
