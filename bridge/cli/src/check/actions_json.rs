//! Validation of actions.json manifests in a profile and with a dictionary of primitives.

use crate::{
    args::Check,
    exit::Exit,
    flag_file::{ExpectedContent, FlagFile},
    report::Report,
};
use bridge::actions_json::{
    dictionary::Dictionary,
    manifest::Manifest,
    validate::{self, Profile, rules},
};
use serde::Serialize;
use std::path::Path;
use wire::{DecodeError, Finding, Pointer, Severity};

/// The rules for manifests: a profile and a dictionary.
pub(super) struct Manifests {
    pub(super) profile: &'static Profile,
    dictionary: Option<Dictionary>,
}

const DICTIONARY: ExpectedContent = ExpectedContent {
    noun: "a dictionary of primitives",
    example: r#"{"primitives":[{"name":"pointer.click"}]}"#,
};

#[derive(Serialize)]
struct RuleLine {
    rule: &'static str,
    case: &'static str,
    severity: Severity,
    sentence: &'static str,
    profile: &'static str,
}

impl Manifests {
    pub(super) fn of(arguments: &Check) -> Result<Self, Exit> {
        let profile = arguments.profile.rules();
        let dictionary = arguments.dictionary.as_deref().map(dictionary).transpose()?;
        Ok(Self { profile, dictionary })
    }

    pub(super) fn validate(&self, text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
        let manifest: Manifest = wire::decode(text)?;
        found.extend(validate::check(&manifest, self.profile, self.dictionary.as_ref()));
        Ok(())
    }

    /// Writes the rules for manifests, one per line.
    pub(super) fn rules(&self, report: &mut Report) -> Result<(), Exit> {
        for rule in rules::ALL {
            let (severity, profile) = (self.profile.severity(rule), self.profile.name());
            report.value(&RuleLine {
                rule: rule.id,
                case: rule.case,
                severity,
                sentence: rule.sentence,
                profile,
            })?;
        }
        Ok(())
    }
}

/// Reads a dictionary from a file. Its reader is tolerant, but the primitives are required.
fn dictionary(path: &Path) -> Result<Dictionary, Exit> {
    let file = FlagFile::read("--dictionary", path)?;
    let dictionary: Dictionary = file.value(&DICTIONARY)?;
    let missing = || file.wrong(&Pointer::root(), &"the list `primitives` is missing", &DICTIONARY.hint());
    match dictionary.primitives.get() {
        Some(_) => Ok(dictionary),
        None => Err(file.foreign_or(&DICTIONARY, missing)),
    }
}
