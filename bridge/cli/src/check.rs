//! `agent-ui check`: everything that is wrong with messages.

mod a2ui;
mod actions_json;
mod dry_run;

use crate::{
    args::Check,
    input::Inputs,
    json,
    protocol::{self, undecodable},
    report::{Exit, Report},
    slip::Asked,
};
use bridge::{Named, Protocol};
use wire::{Finding, Pointer, Severity};

pub(crate) fn run(arguments: &Check, report: &mut Report) -> Result<(), Exit> {
    let manifests = actions_json::Manifests::of(arguments)?;
    let profile = manifests.profile.name();
    if arguments.rules {
        return match arguments.protocol.protocol() {
            Protocol::ActionsJson => manifests.rules(report),
            _ => Err(Exit::Usage("--rules: only the rules of actions-json are listed".to_owned())),
        };
    }
    if !arguments.catalogs.is_empty()
        && (arguments.protocol.protocol() != Protocol::A2ui || arguments.type_name.is_some())
    {
        return Err(Exit::Usage("--catalog: only whole messages of a2ui are judged by catalogs".to_owned()));
    }
    if arguments.dry_run && arguments.protocol.protocol() != Protocol::ActionsJson {
        return Err(Exit::Usage("--dry-run: only manifests of actions-json have workflows".to_owned()));
    }
    let dry_run = dry_run::DryRun::of(arguments)?;
    let mut inputs = Inputs::of(&arguments.source)?;
    if arguments.protocol.protocol() == Protocol::A2ui && arguments.type_name.is_none() {
        let mut stream = a2ui::Stream::new(arguments.protocol, a2ui::catalogs(&arguments.catalogs)?);
        inputs = inputs.finding(arguments.protocol);
        while inputs.next(report)? {
            let found = stream.judge(&inputs.last());
            found.iter().try_for_each(|(place, finding)| report.found(place, finding, profile))?;
        }
        let found = stream.surfaces();
        return found.iter().try_for_each(|(place, finding)| report.found(place, finding, profile));
    }
    let Some(judge) = judge(arguments.protocol, arguments.type_name.as_deref(), &manifests) else {
        let name = arguments.type_name.as_deref().unwrap_or_default();
        let names = protocol::judged_types(arguments.protocol).join(", ");
        return Err(Exit::Usage(format!(
            "--type {name}: {} has rules for {names}",
            arguments.protocol.dialect
        )));
    };
    let is_typed = arguments.type_name.is_some();
    let asked = asked(arguments.protocol);
    while inputs.next(report)? {
        let input = inputs.last();
        let text = match &input.text {
            Ok(text) => *text,
            Err(error) => {
                report.found(&input.fault(error), &undecodable(error.clone()), profile)?;
                continue;
            }
        };
        if let Some(error) = json::syntax_error(text) {
            report.found(&input.fault(&error), &undecodable(input.told(error)), profile)?;
            continue;
        }
        let whole = || vec![(Pointer::root(), text)];
        let elements = protocol::elements(arguments.protocol, text).filter(|_| !is_typed);
        for (at, text) in elements.unwrap_or_else(whole) {
            let found = judge(text);
            let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
            let told: Vec<_> = errors.map(|error| (error.rule, error.pointer.clone())).collect();
            for mut finding in found {
                if finding.rule == "decode" {
                    let cure = asked.hint(text, &finding.pointer, &finding.hint);
                    finding.hint = cure.unwrap_or(finding.hint);
                }
                finding.pointer = at.join(&finding.pointer);
                report.found(&input.at(&finding.pointer), &finding, profile)?;
            }
            if let Some(dry_run) = &dry_run {
                dry_run.go_through(text, &told, report, &mut |report, mut finding| {
                    finding.pointer = at.join(&finding.pointer);
                    report.found(&input.at(&finding.pointer), &finding, profile)
                })?;
            }
        }
    }
    Ok(())
}

/// The errors that were told of a message: rules and places.
type Told = [(&'static str, Pointer)];

/// Tells a finding.
type Tell<'t> = &'t mut dyn FnMut(&mut Report, Finding) -> Result<(), Exit>;

/// How messages were asked for, for hints.
fn asked(protocol: Named) -> Asked {
    Asked { from: protocol, by: "check", opens: "`convert --envelope` reads it" }
}

type Judge<'a> = Box<dyn Fn(&str) -> Vec<Finding> + 'a>;

/// What judges texts of a type, if that has rules.
fn judge<'a>(
    protocol: Named,
    type_name: Option<&str>,
    manifests: &'a actions_json::Manifests,
) -> Option<Judge<'a>> {
    let (known, dialect) = (protocol::of(protocol), protocol.dialect);
    if protocol.protocol() == Protocol::ActionsJson && type_name.is_none_or(|name| name == "Manifest") {
        let is_named = type_name.is_some();
        return Some(Box::new(move |text| {
            if !is_named && json::member(text, "type").is_some() {
                (known.judge)(dialect, text)
            } else {
                manifests.judge(text)
            }
        }));
    }
    let Some(type_name) = type_name else { return Some(Box::new(move |text| (known.judge)(dialect, text))) };
    Some(Box::new(known.judge_of(dialect, type_name)?))
}
