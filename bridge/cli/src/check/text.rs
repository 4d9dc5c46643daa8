//! The validation and the correction of a text in memory, with the options of a command line.

use super::{actions_json, require_json_schema, validate_all};
use crate::{
    args::Check,
    exit::Exit,
    input::Inputs,
    report::{CollectedFinding, Report, RulePolicy},
    streams::Streams,
};
use agent_ui_text::{
    check::ManifestRules,
    diagnostic::Diagnostic,
    fix::{Corrections, Draft, FixChange, FixOptions, Validation, correct, proposals},
    input::inference::{self, Inference},
};
use bridge::DialectOrProtocol;
use std::{
    io::{self, Cursor},
    path::PathBuf,
};
use wire::Finding;

/// The validation of texts of one protocol.
pub(crate) struct TextCheck<'a> {
    arguments: &'a Check,
    manifests: ManifestRules,
    /// The name of the text in findings, which `--allow` compares with its patterns.
    path: PathBuf,
}

/// Returns the protocol that a text shows.
pub(crate) fn infer_protocol(text: &str) -> Option<Inference> {
    let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let (inference, _) = inference::infer(reader, &mut || Ok(())).ok()?;
    Some(inference)
}

impl<'a> TextCheck<'a> {
    /// Prepares the validation of texts of the protocol in the arguments.
    ///
    /// # Errors
    /// Returns an error if a file that the arguments name cannot be read, or this build cannot check the protocol.
    pub(crate) fn new(
        arguments: &'a mut Check,
        protocol: DialectOrProtocol,
        path: PathBuf,
    ) -> Result<Self, Exit> {
        arguments.protocol = Some(protocol);
        require_json_schema(protocol.protocol())?;
        let manifests = actions_json::rules(arguments)?;
        Ok(Self {
            arguments,
            manifests,
            path,
        })
    }

    /// Returns what `check` reports about a text: each finding with its diagnostic, which has the severity of this run.
    ///
    /// # Errors
    /// Returns an error if a file that the arguments name cannot be read.
    pub(crate) fn findings(&self, text: &str) -> Result<Vec<(Diagnostic, Finding)>, Exit> {
        let mut report = silent_report();
        report.set_policy(RulePolicy {
            denied: self.arguments.deny.clone(),
            allowed: self.arguments.allow.clone(),
        });
        let collected = self.collect(text.as_bytes().to_vec(), &mut report)?;
        let mut found = Vec::with_capacity(collected.len());
        for collected in collected {
            if let Some(diagnostic) = report.judge_collected(&collected) {
                found.push((diagnostic, collected.finding));
            }
        }
        Ok(found)
    }

    /// Returns the corrections of a text that `is_wanted` selects. Each of them can be applied alone.
    ///
    /// # Errors
    /// Returns an error if a file that the arguments name cannot be read.
    pub(crate) fn proposals(
        &self,
        text: &str,
        is_wanted: &dyn Fn(&FixChange) -> bool,
    ) -> Result<Vec<FixChange>, Exit> {
        let draft = Draft::new(Some(self.path.clone()), text.as_bytes());
        proposals(self.fix_options(), &draft, is_wanted, &mut |drafts| {
            self.validate(drafts)
        })
    }

    /// Corrects a text as `check --fix` does.
    ///
    /// # Errors
    /// Returns an error if a file that the arguments name cannot be read.
    pub(crate) fn correct(&self, text: &str) -> Result<(Draft, Corrections), Exit> {
        let draft = Draft::new(Some(self.path.clone()), text.as_bytes());
        let mut drafts = vec![draft.clone()];
        let corrections = correct(self.fix_options(), &mut drafts, &mut |drafts| {
            self.validate(drafts)
        })?;
        Ok((drafts.pop().unwrap_or(draft), corrections))
    }

    fn fix_options(&self) -> FixOptions {
        FixOptions {
            protocol: self.arguments.protocol(),
            is_typed: self.arguments.type_name.is_some(),
            is_one_session: false,
        }
    }

    fn validate(&self, drafts: &[Draft]) -> Result<Validation, Exit> {
        let mut found = Vec::new();
        for draft in drafts {
            found.extend(self.collect(draft.text(), &mut silent_report())?);
        }
        let placed = found
            .iter()
            .map(|collected| (&collected.place, &collected.finding));
        Ok(Validation::of(placed))
    }

    /// Validates a text and returns all findings in the order of their places.
    fn collect(&self, text: Vec<u8>, report: &mut Report) -> Result<Vec<CollectedFinding>, Exit> {
        report.collect();
        let inputs = Inputs::of_texts(vec![(Some(self.path.clone()), text)]);
        validate_all(self.arguments, &self.manifests, inputs, report)?;
        Ok(report.take_collected())
    }
}

/// Returns a report that writes nothing.
fn silent_report() -> Report {
    Report::new(Streams::new(
        Box::new(io::empty()),
        Box::new(io::sink()),
        Box::new(io::sink()),
    ))
}
