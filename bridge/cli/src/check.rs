//! The command `agent-ui check`: validates messages and lists all problems.

mod actions_json;
mod dry_run;
mod fix;
mod sorted_findings;

use crate::{
    args::{Check, CheckFormat},
    exit::Exit,
    flag_file::{ExpectedContent, FlagFile},
    input::{Input, Inputs},
    operands,
    report::Report,
};
use agent_ui_text::{
    check::{CheckSink, CheckedMessage, DocumentCheck, ManifestRules, a2ui},
    finding_limit::PlacedFinding,
    misspellings, protocol,
    split_sessions::SplitSessions,
};
use bridge::{DialectOrProtocol, Protocol, a2ui::catalog::CatalogDefinition};
use sorted_findings::SortedFindings;
use std::path::PathBuf;
use wire::{Finding, Pointer};

pub(crate) fn run(mut arguments: Check, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    let named = operands::protocol("check", first.as_deref(), &mut arguments.source)?;
    if let Some(named) = named.or_else(|| required_protocol(&arguments)) {
        arguments.protocol = Some(named);
        return run_named(&arguments, report);
    }
    operands::require_protocol("check", arguments.type_name.as_deref())?;
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred(
        "check",
        &source,
        arguments.session,
        report,
        &mut |protocol, source, report| {
            (arguments.protocol, arguments.source) = (Some(protocol), source);
            run_named(&arguments, report)
        },
    )
}

/// Returns the protocol that an option requires.
fn required_protocol(arguments: &Check) -> Option<DialectOrProtocol> {
    let is_of_manifest = arguments.rules || arguments.dry_run || arguments.dictionary.is_some();
    let has_catalogs = !arguments.catalogs.is_empty();
    is_of_manifest
        .then(|| Protocol::ActionsJson.into())
        .or_else(|| has_catalogs.then(|| Protocol::A2ui.into()))
}

/// Validates the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Check, report: &mut Report) -> Result<(), Exit> {
    let manifests = actions_json::rules(arguments)?;
    if arguments.format == CheckFormat::Sarif {
        refuse_other_output(arguments)?;
        report.start_sarif_log();
    }
    if arguments.rules {
        return match arguments.protocol().protocol() {
            Protocol::ActionsJson => actions_json::write_rules(manifests.profile, report),
            _ => Err(Exit::Usage(
                "--rules: it applies only to actions-json".to_owned(),
            )),
        };
    }
    require_json_schema(arguments.protocol().protocol())?;
    if !arguments.catalogs.is_empty()
        && (arguments.protocol().protocol() != Protocol::A2ui || arguments.type_name.is_some())
    {
        return Err(Exit::Usage(
            "--catalog: it applies only to whole messages of a2ui".to_owned(),
        ));
    }
    if arguments.dry_run && arguments.protocol().protocol() != Protocol::ActionsJson {
        return Err(Exit::Usage(
            "--dry-run: it applies only to manifests of actions-json".to_owned(),
        ));
    }
    if arguments.fix || arguments.diff {
        let mut validate =
            |inputs, report: &mut Report| validate_all(arguments, &manifests, inputs, report);
        return fix::run(arguments, &mut validate, report);
    }
    report.report_on_output();
    validate_all(
        arguments,
        &manifests,
        Inputs::of(&arguments.source)?,
        report,
    )
}

/// Refuses a protocol whose messages contain JSON Schemas if this build cannot check those.
fn require_json_schema(protocol: Protocol) -> Result<(), Exit> {
    if cfg!(feature = "jsonschema") || !matches!(protocol, Protocol::ActionsJson | Protocol::Mcp) {
        return Ok(());
    }
    let name = protocol.as_str();
    Err(Exit::Usage(format!(
        "check {name}: this program was built without the feature `jsonschema`; in a source checkout, run `cargo run -- check {name} FILE`"
    )))
}

/// Refuses options with another output than findings, which would mix with a SARIF log.
fn refuse_other_output(arguments: &Check) -> Result<(), Exit> {
    let others = [
        (arguments.rules, "--rules"),
        (arguments.dry_run, "--dry-run"),
        (arguments.diff, "--diff"),
        (
            arguments.fix && arguments.source.has_standard_input(),
            "--fix of standard input",
        ),
    ];
    match others.iter().find(|(is_given, _)| *is_given) {
        Some((_, other)) => {
            let message =
                format!("--format sarif: {other} writes something else to standard output");
            Err(Exit::Usage(message))
        }
        None => Ok(()),
    }
}

/// Validates all inputs and writes the findings.
fn validate_all(
    arguments: &Check,
    manifests: &ManifestRules,
    inputs: Inputs,
    report: &mut Report,
) -> Result<(), Exit> {
    let is_manifest = arguments.protocol().protocol() == Protocol::ActionsJson;
    let profile = is_manifest.then(|| manifests.profile.name());
    let mut found = SortedFindings::new(profile);
    let validated = validate_inputs(arguments, manifests, inputs, &mut found, report);
    // If an input cannot be read, the findings about the others are written nevertheless.
    let written = found.flush(report);
    validated.and(written)
}

/// Validates the documents of all inputs and adds the findings.
fn validate_inputs(
    arguments: &Check,
    manifests: &ManifestRules,
    mut inputs: Inputs,
    found: &mut SortedFindings<'_>,
    report: &mut Report,
) -> Result<(), Exit> {
    let dry_run = dry_run::DryRun::of(arguments)?;
    inputs = inputs.in_sessions(arguments.session);
    if arguments.type_name.is_none() {
        inputs = inputs.find_messages(arguments.protocol());
    }
    if arguments.protocol().protocol() == Protocol::A2ui && arguments.type_name.is_none() {
        let given = catalogs(&arguments.catalogs)?;
        let options = a2ui::surface_options(arguments.protocol(), &given);
        let mut split = SplitSessions::new(inputs.are_several_sessions());
        while inputs.next_session(report)? {
            split.begin_session();
            let mut stream = a2ui::Stream::new(
                arguments.protocol(),
                &given,
                options.clone(),
                Some(&mut split),
            );
            while inputs.next(report)? {
                let input = inputs.last();
                found.begin_document(input.start.file.as_ref());
                found.add(stream.validate(&input), report)?;
            }
            found.add(stream.finish(), report)?;
            found.flush(report)?;
        }
        return Ok(());
    }
    let type_name = arguments.type_name.as_deref();
    let Some(mut check) = DocumentCheck::new(arguments.protocol(), type_name, manifests) else {
        let name = type_name.unwrap_or_default();
        let names = protocol::validated_types(arguments.protocol());
        let dialect = arguments.protocol().dialect;
        let reason = misspellings::unknown_type(dialect, name, "validated wire type", &names);
        return Err(Exit::Usage(format!("--type {name}: {reason}")));
    };
    while inputs.next_session(report)? {
        check.begin_session();
        while inputs.next(report)? {
            let input = inputs.last();
            let mut sink = CheckOutput {
                found,
                report,
                dry_run: dry_run.as_ref(),
            };
            check.validate_document(&input, &mut sink)?;
        }
        found.flush(report)?;
    }
    Ok(())
}

/// Writes the findings about documents, and the calls of workflows.
struct CheckOutput<'o, 'p> {
    found: &'o mut SortedFindings<'p>,
    report: &'o mut Report,
    dry_run: Option<&'o dry_run::DryRun>,
}

impl CheckSink for CheckOutput<'_, '_> {
    type Error = Exit;

    fn take_findings(&mut self, found: Vec<PlacedFinding>) -> Result<(), Exit> {
        self.found.add(found, self.report)
    }

    fn take_message(
        &mut self,
        message: &CheckedMessage<'_>,
        input: &Input<'_>,
    ) -> Result<(), Exit> {
        let Some(dry_run) = self.dry_run else {
            return Ok(());
        };
        // The calls of a manifest follow the findings about it.
        self.found.flush(self.report)?;
        let profile = self.found.profile();
        dry_run.go_through(
            message.text(),
            &message.errors,
            self.report,
            &mut |report, finding| {
                let (place, finding) = message.place_finding(input, finding);
                report.output_finding(&place, &finding, profile)
            },
        )
    }
}

/// The reported errors of a message: rules and places.
type ReportedErrors = [(&'static str, Pointer)];

/// A function that reports a finding.
type ReportFinding<'t> = &'t mut dyn FnMut(&mut Report, Finding) -> Result<(), Exit>;

const CATALOG: ExpectedContent = ExpectedContent {
    noun: "a catalog of components",
    example: r#"{"catalogId":"…","components":{}} or {"inlineCatalogs":[…]}"#,
};

/// Reads the catalogs from files.
fn catalogs(files: &[PathBuf]) -> Result<Vec<CatalogDefinition>, Exit> {
    let mut catalogs = Vec::new();
    for file in files {
        let file = FlagFile::read("--catalog", file)?;
        let read = CatalogDefinition::read(&file.value(&CATALOG)?);
        catalogs.extend(read.map_err(|error| {
            let hint = CATALOG.hint();
            file.foreign_or(&CATALOG, || {
                file.wrong(&error.pointer, &error.message, &hint)
            })
        })?);
    }
    Ok(catalogs)
}

#[cfg(all(test, not(feature = "jsonschema")))]
mod tests {
    use super::*;

    #[test]
    fn without_json_schema_messages_with_schemas_are_not_checked() {
        for protocol in Protocol::ALL.iter().copied() {
            let name = protocol.as_str();
            let line = format!("run `cargo run -- check {name} FILE`");
            let refused = match require_json_schema(protocol) {
                Err(Exit::Usage(message)) => message.ends_with(&line),
                _ => false,
            };
            assert_eq!(refused, ["actions-json", "mcp"].contains(&name), "{name}");
        }
    }
}
