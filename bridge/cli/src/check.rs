//! The command `agent-ui check`: validates messages and lists all problems.

mod actions_json;
mod dry_run;
mod fix;
mod sorted_findings;
#[cfg(feature = "lsp")]
pub(crate) mod text;

use crate::{
    args::{Check, CheckFormat},
    exit::Exit,
    flag_file::{ExpectedContent, FlagFile},
    input::{Input, Inputs},
    operands,
    report::{LogFormat, Report, RulePolicy},
};
use agent_ui_text::{
    check::{CheckSink, CheckedMessage, DocumentCheck, ManifestRules, a2ui},
    finding_limit::PlacedFinding,
    misspellings, protocol,
};
use bridge::{DialectOrProtocol, Protocol, a2ui::catalog::CatalogDefinition};
use sorted_findings::SortedFindings;
use std::path::PathBuf;
use wire::{Finding, Pointer};

pub(crate) fn run(mut arguments: Check, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    let named = operands::protocol("check", first.as_deref(), &mut arguments.source)?;
    let protocol = match named {
        Some(named) => Some(named),
        None => required_protocol(&arguments),
    };
    if protocol.is_some() {
        arguments.protocol = protocol;
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
pub(crate) fn required_protocol(arguments: &Check) -> Option<DialectOrProtocol> {
    if arguments.rules || arguments.dry_run || arguments.dictionary.is_some() {
        Some(Protocol::ActionsJson.into())
    } else if !arguments.catalogs.is_empty() {
        Some(Protocol::A2ui.into())
    } else {
        None
    }
}

/// Validates the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Check, report: &mut Report) -> Result<(), Exit> {
    let manifests = actions_json::rules(arguments)?;
    if let Some(format) = log_format(arguments, report)? {
        refuse_other_output(arguments)?;
        report.start_log(format);
    }
    report.set_policy(RulePolicy {
        denied: arguments.deny.clone(),
        allowed: arguments.allow.clone(),
    });
    if arguments.exit_zero {
        report.ignore_findings();
    }
    let protocol = arguments.protocol().protocol();
    if arguments.rules {
        return match protocol {
            Protocol::ActionsJson => actions_json::write_rules(manifests.profile, report),
            _ => Exit::usage("--rules: it applies only to actions-json"),
        };
    }
    require_json_schema(protocol)?;
    let is_whole_a2ui = protocol == Protocol::A2ui && arguments.type_name.is_none();
    if !arguments.catalogs.is_empty() && !is_whole_a2ui {
        return Exit::usage("--catalog: it applies only to whole messages of a2ui");
    }
    if arguments.dry_run && protocol != Protocol::ActionsJson {
        return Exit::usage("--dry-run: it applies only to manifests of actions-json");
    }
    if arguments.fix || arguments.diff {
        return fix::run(
            arguments,
            &mut |inputs, report| validate_all(arguments, &manifests, inputs, report),
            report,
        );
    }
    report.report_on_output();
    let inputs = Inputs::of(&arguments.source)?;
    validate_all(arguments, &manifests, inputs, report)
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

/// Returns the format of the document that takes all findings; `None` if each finding is written when it is found.
fn log_format(arguments: &Check, report: &Report) -> Result<Option<LogFormat>, Exit> {
    let format = match (arguments.format, arguments.statistics) {
        (CheckFormat::Sarif, false) => LogFormat::Sarif,
        (CheckFormat::Github, false) => LogFormat::Github,
        (CheckFormat::Gitlab, false) => LogFormat::Gitlab,
        (CheckFormat::Junit, false) => LogFormat::Junit,
        (CheckFormat::Llm, false) => LogFormat::Llm,
        (_, false) => return Ok(None),
        (CheckFormat::Text, true) => LogFormat::StatisticsText,
        (CheckFormat::Json, true) => LogFormat::StatisticsJson,
        (CheckFormat::Auto, true) => match report.output_terminal() {
            Some(_) => LogFormat::StatisticsText,
            None => LogFormat::StatisticsJson,
        },
        (_, true) => {
            return Exit::usage(
                "--statistics: it writes text or JSON Lines; use --format text or json",
            );
        }
    };
    Ok(Some(format))
}

/// Refuses options with another output than findings, which would mix with the document of findings.
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
            let message = format!(
                "{other}: it writes something else to standard output than the document of findings"
            );
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
    let profile = match arguments.protocol().protocol() {
        Protocol::ActionsJson => Some(manifests.profile.name()),
        _ => None,
    };
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
        if arguments.protocol().protocol() == Protocol::A2ui {
            return validate_a2ui(arguments, inputs, found, report);
        }
    }
    let type_name = arguments.type_name.as_deref();
    let check = DocumentCheck::new(arguments.protocol(), type_name, manifests.clone());
    let Some(mut check) = check else {
        return Err(unknown_type(arguments, type_name.unwrap_or_default()));
    };
    while inputs.next_session(report)? {
        check.begin_session();
        while inputs.next(report)? {
            let mut output = CheckOutput {
                found,
                report,
                dry_run: dry_run.as_ref(),
            };
            check.validate_document(&inputs.last(), &mut output)?;
        }
        found.flush(report)?;
    }
    Ok(())
}

/// Validates streams of A2UI messages, which depend on the messages before them.
fn validate_a2ui(
    arguments: &Check,
    mut inputs: Inputs,
    found: &mut SortedFindings<'_>,
    report: &mut Report,
) -> Result<(), Exit> {
    let catalogs = read_catalogs(&arguments.catalogs)?;
    let mut stream = a2ui::Stream::new(arguments.protocol(), catalogs.into())
        .in_several_sessions(inputs.are_several_sessions());
    while inputs.next_session(report)? {
        stream.begin_session();
        while inputs.next(report)? {
            let input = inputs.last();
            found.begin_document(input.start.file.as_ref());
            found.add(stream.validate(&input), report)?;
        }
        found.add(stream.finish(), report)?;
        found.flush(report)?;
    }
    Ok(())
}

/// Returns the usage error for a type that is not validated.
fn unknown_type(arguments: &Check, name: &str) -> Exit {
    let names = protocol::validated_types(arguments.protocol());
    let dialect = arguments.protocol().dialect;
    let reason = misspellings::unknown_type(dialect, name, "validated wire type", &names);
    Exit::Usage(format!("--type {name}: {reason}"))
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
        dry_run.run(
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
pub(crate) fn read_catalogs(files: &[PathBuf]) -> Result<Vec<CatalogDefinition>, Exit> {
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
