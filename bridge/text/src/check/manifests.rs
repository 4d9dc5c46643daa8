//! The rules for manifests of actions.json.

use crate::diagnostic::{Diagnostic, about_call};
use bridge::{
    Refusal,
    actions_json::{
        dictionary::Dictionary,
        manifest::Manifest,
        validate::{self, Profile},
    },
};
use wire::{DecodeError, Finding, Pointer};

/// The rules for manifests of actions.json: a profile, and a dictionary of primitives.
#[derive(Clone, Debug)]
pub struct ManifestRules {
    /// The profile that gives each rule its severity.
    pub profile: &'static Profile,
    /// The dictionary; `None` for the one of the specification.
    pub dictionary: Option<Dictionary>,
}

impl Default for ManifestRules {
    fn default() -> Self {
        Self {
            profile: &Profile::PUBLISHED,
            dictionary: None,
        }
    }
}

impl ManifestRules {
    /// Returns the rules of the profile with this name; `None` stands for `published`.
    pub(crate) fn of(name: Option<&str>) -> Result<Self, Box<Diagnostic>> {
        let Some(name) = name else {
            return Ok(Self::default());
        };
        let profile = Profile::by_name(name).ok_or_else(|| {
            let message = format!("the profile `{name}` is unknown");
            let refusal = Refusal::rule_broken("profile/unknown", Pointer::root(), message);
            about_call(&refusal.hint("write `published` or `strict`"))
        })?;
        Ok(Self {
            profile,
            ..Self::default()
        })
    }

    /// Returns the name of the profile.
    pub(crate) fn profile_name(&self) -> &'static str {
        self.profile.name()
    }

    pub(super) fn validate(&self, text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
        let manifest: Manifest = wire::decode(text)?;
        found.extend(validate::check(
            &manifest,
            self.profile,
            self.dictionary.as_ref(),
        ));
        Ok(())
    }
}
