//! Validation of actions.json manifests in a profile and with a dictionary of primitives.

use crate::{
    args::Check,
    exit::Exit,
    flag_file::{ExpectedContent, FlagFile},
    report::Report,
};
use agent_ui_text::check::ManifestRules;
use bridge::actions_json::{
    dictionary::Dictionary,
    validate::{Profile, rules},
};
use serde::Serialize;
use std::path::Path;
use wire::{Pointer, Severity};

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

/// Returns the rules for manifests that the command line selects.
pub(super) fn rules(arguments: &Check) -> Result<ManifestRules, Exit> {
    let profile = arguments.profile.rules();
    let dictionary = arguments
        .dictionary
        .as_deref()
        .map(read_dictionary)
        .transpose()?;
    Ok(ManifestRules {
        profile,
        dictionary,
    })
}

/// Writes the rules for manifests, one per line.
pub(super) fn write_rules(profile: &Profile, report: &mut Report) -> Result<(), Exit> {
    for rule in rules::ALL {
        let (severity, profile) = (profile.severity(rule), profile.name());
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

/// Reads a dictionary from a file. The type `Dictionary` is tolerant, but the list `primitives` is required here.
fn read_dictionary(path: &Path) -> Result<Dictionary, Exit> {
    let file = FlagFile::read("--dictionary", path)?;
    let dictionary: Dictionary = file.value(&DICTIONARY)?;
    if dictionary.primitives.get().is_some() {
        return Ok(dictionary);
    }
    let message = "the list `primitives` is missing";
    Err(file.foreign_or(&DICTIONARY, || {
        file.wrong(&Pointer::root(), &message, &DICTIONARY.hint())
    }))
}
