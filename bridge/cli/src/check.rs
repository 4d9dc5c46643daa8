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
    json, misspellings, operands,
    place::Place,
    protocol::{self, CheckAcross, FramedMessage},
    recover,
    report::Report,
    split_sessions::SplitSessions,
};
use agent_ui_text::check::{a2ui, hint_context};
use bridge::{DialectOrProtocol, Protocol, a2ui::catalog::CatalogDefinition};
use sorted_findings::SortedFindings;
use std::path::PathBuf;
use wire::{DecodeError, DecodeRule, Finding, Pointer, Severity};

pub(crate) fn run(mut arguments: Check, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    let named = operands::protocol("check", first.as_deref(), &mut arguments.source)?;
    if let Some(named) = named.or_else(|| required_protocol(&arguments)) {
        arguments.protocol = Some(named);
        return run_named(&arguments, report);
    }
    operands::require_protocol("check", arguments.type_name.as_deref())?;
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred("check", &source, arguments.session, report, &mut |protocol, source, report| {
        (arguments.protocol, arguments.source) = (Some(protocol), source);
        run_named(&arguments, report)
    })
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
    let manifests = actions_json::Manifests::of(arguments)?;
    if arguments.format == CheckFormat::Sarif {
        refuse_other_output(arguments)?;
        report.start_sarif_log();
    }
    if arguments.rules {
        return match arguments.protocol().protocol() {
            Protocol::ActionsJson => manifests.rules(report),
            _ => Err(Exit::Usage("--rules: it applies only to actions-json".to_owned())),
        };
    }
    if !arguments.catalogs.is_empty()
        && (arguments.protocol().protocol() != Protocol::A2ui || arguments.type_name.is_some())
    {
        return Err(Exit::Usage("--catalog: it applies only to whole messages of a2ui".to_owned()));
    }
    if arguments.dry_run && arguments.protocol().protocol() != Protocol::ActionsJson {
        return Err(Exit::Usage("--dry-run: it applies only to manifests of actions-json".to_owned()));
    }
    if arguments.fix || arguments.diff {
        let mut validate = |inputs, report: &mut Report| validate_all(arguments, &manifests, inputs, report);
        return fix::run(arguments, &mut validate, report);
    }
    report.report_on_output();
    validate_all(arguments, &manifests, Inputs::of(&arguments.source)?, report)
}

/// Refuses options with another output than findings, which would mix with a SARIF log.
fn refuse_other_output(arguments: &Check) -> Result<(), Exit> {
    let others = [
        (arguments.rules, "--rules"),
        (arguments.dry_run, "--dry-run"),
        (arguments.diff, "--diff"),
        (arguments.fix && arguments.source.has_standard_input(), "--fix of standard input"),
    ];
    match others.iter().find(|(is_given, _)| *is_given) {
        Some((_, other)) => {
            let message = format!("--format sarif: {other} writes something else to standard output");
            Err(Exit::Usage(message))
        }
        None => Ok(()),
    }
}

/// Validates all inputs and writes the findings.
fn validate_all(
    arguments: &Check,
    manifests: &actions_json::Manifests,
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
    manifests: &actions_json::Manifests,
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
            let mut stream =
                a2ui::Stream::new(arguments.protocol(), &given, options.clone(), Some(&mut split));
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
    let Some(validate) = validator(arguments.protocol(), arguments.type_name.as_deref(), manifests) else {
        let name = arguments.type_name.as_deref().unwrap_or_default();
        let names = protocol::validated_types(arguments.protocol());
        let dialect = arguments.protocol().dialect;
        let reason = misspellings::unknown_type(dialect, name, "validated wire type", &names);
        return Err(Exit::Usage(format!("--type {name}: {reason}")));
    };
    let is_typed = arguments.type_name.is_some();
    let mut documents =
        Documents { protocol: arguments.protocol(), is_typed, validate, across: None, dry_run, found };
    while inputs.next_session(report)? {
        documents.across = None;
        while inputs.next(report)? {
            let input = inputs.last();
            let Some(error) = documents.validate(&input, report)? else { continue };
            if is_typed {
                documents.unreadable(&input, error, report)?;
                continue;
            }
            for part in recover::parts(arguments.protocol(), &input, error) {
                let part = part.input();
                if let Some(error) = documents.validate(&part, report)? {
                    documents.unreadable(&part, error, report)?;
                }
            }
        }
        documents.found.flush(report)?;
    }
    Ok(())
}

/// The validation of documents one by one.
struct Documents<'a, 'p> {
    protocol: DialectOrProtocol,
    is_typed: bool,
    validate: DocumentValidator<'a>,
    /// The check of the messages of a file against each other, with the start of its first document.
    across: Option<(Place, Box<dyn CheckAcross>)>,
    dry_run: Option<dry_run::DryRun>,
    found: &'a mut SortedFindings<'p>,
}

impl Documents<'_, '_> {
    /// Validates a document and writes the findings. Returns the error of a text that is not JSON.
    fn validate(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Option<DecodeError>, Exit> {
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => return Ok(Some(error.clone())),
        };
        if let Some(error) = json::syntax_error(text) {
            return Ok(Some(error));
        }
        // The provider of AAP reports numbers that change, so its validation covers them.
        let range = (self.protocol.protocol() != Protocol::Aap).then(|| json::out_of_range(text)).flatten();
        if let Some(finding) = range {
            self.found.add(vec![(input.at(&finding.pointer), finding)], report)?;
        }
        match protocol::elements(self.protocol, text).filter(|_| !self.is_typed) {
            Some(elements) => {
                elements.iter().try_for_each(|element| self.message(input, element, report))?;
            }
            None => self.message(input, &FramedMessage::whole(text), report)?,
        }
        Ok(None)
    }

    /// Validates a message of a document and writes the findings.
    fn message(
        &mut self,
        input: &Input<'_>,
        framed: &FramedMessage<'_>,
        report: &mut Report,
    ) -> Result<(), Exit> {
        let (at, text) = (&framed.at, &*framed.text);
        let mut found = Vec::new();
        let error = (self.validate)(text, &mut found).err();
        if let Some(create) = protocol::of(self.protocol).across_messages {
            let known = self.across.take().filter(|(start, _)| start.file == input.start.file);
            let (start, mut check) = known.unwrap_or_else(|| (input.start.clone(), create()));
            found.extend(check.validate(text, &|| input.at(at).line));
            self.across = Some((start, check));
        }
        found.extend(error.map(Finding::from));
        let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
        let reported: Vec<_> = errors.map(|error| (error.rule, error.pointer.clone())).collect();
        let placed = |mut finding: Finding| {
            finding.pointer = framed.place_of(&finding.pointer);
            let place = input.fault_at(finding.rule, &finding.pointer);
            (place, finding)
        };
        let with_cure = |mut finding: Finding| {
            if DecodeRule::from_name(finding.rule).is_some() || is_of_no_manifest(&finding, text) {
                let fault = framed.place_of(&finding.pointer);
                let suggestion = hint_context(self.protocol).hint(input, at, &fault, &finding.hint);
                finding.hint = suggestion.unwrap_or(finding.hint);
            }
            finding
        };
        let found: Vec<_> = found.into_iter().map(with_cure).map(placed).collect();
        self.found.add(found, report)?;
        let Some(dry_run) = &self.dry_run else { return Ok(()) };
        // The calls of a manifest follow the findings about it.
        self.found.flush(report)?;
        let profile = self.found.profile();
        dry_run.go_through(text, &reported, report, &mut |report, finding| {
            let (place, finding) = placed(finding);
            report.output_finding(&place, &finding, profile)
        })
    }

    /// Writes the finding about an unreadable document.
    fn unreadable(&mut self, input: &Input<'_>, error: DecodeError, report: &mut Report) -> Result<(), Exit> {
        let place = input.fault(&error);
        self.found.add(vec![(place, Finding::from(input.with_document_start(error)))], report)
    }
}

/// The reported errors of a message: rules and places.
type ReportedErrors = [(&'static str, Pointer)];

/// A function that reports a finding.
type ReportFinding<'t> = &'t mut dyn FnMut(&mut Report, Finding) -> Result<(), Exit>;

/// Returns `true` if the finding rejects a manifest, and the text has no other member of one either.
fn is_of_no_manifest(finding: &Finding, text: &str) -> bool {
    finding.rule == "V1" && !["protocol", "tools"].iter().any(|name| json::member(text, name).is_some())
}

type DocumentValidator<'a> = Box<dyn Fn(&str, &mut Vec<Finding>) -> Result<(), DecodeError> + 'a>;

/// Returns the validation function of a type, if it has rules.
fn validator<'a>(
    protocol: DialectOrProtocol,
    type_name: Option<&str>,
    manifests: &'a actions_json::Manifests,
) -> Option<DocumentValidator<'a>> {
    let known = protocol::of(protocol);
    if protocol.protocol() == Protocol::ActionsJson && type_name.is_none_or(|name| name == "Manifest") {
        let is_named = type_name.is_some();
        return Some(Box::new(move |text, found| {
            if !is_named && json::member(text, "type").is_some() {
                (known.validate)(protocol, text, found)
            } else {
                manifests.validate(text, found)
            }
        }));
    }
    let Some(type_name) = type_name else {
        return Some(Box::new(move |text, found| (known.validate)(protocol, text, found)));
    };
    Some(Box::new(known.validator_of(protocol, type_name)?))
}

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
            file.foreign_or(&CATALOG, || file.wrong(&error.pointer, &error.message, &hint))
        })?);
    }
    Ok(catalogs)
}
