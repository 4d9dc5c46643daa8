//! `agent-ui record`: what an AAP provider would store.

use crate::{
    args::Record,
    input::{Input, Inputs},
    misspelt,
    report::{Exit, Report},
};
use bridge::{Refusal, aap::provider};
use serde::Serialize;
use std::{borrow::Cow, collections::BTreeSet, fmt::Display};
use wire::{DecodeError, Finding, Payload, Pointer, decode::Unreadable};

/// What is asked for.
const LINE: &str = r#"expected {"id":"…","timestamp":"…","request":{…}}"#;

#[derive(Serialize)]
struct Stored<'a> {
    file: &'a str,
    record: &'a Payload,
}

pub(crate) fn run(arguments: &Record, report: &mut Report) -> Result<(), Exit> {
    let mut inputs = Inputs::of(&arguments.source)?;
    while inputs.next(report)? {
        let input = inputs.last();
        let line = match input.text.clone().and_then(Payload::parse) {
            Ok(line) => line,
            Err(error) => {
                report.unreadable(&input, error)?;
                continue;
            }
        };
        store(&line, &input, report)?;
    }
    Ok(())
}

/// Writes what is stored of a line, or says why that is nothing.
fn store(line: &Payload, input: &Input<'_>, report: &mut Report) -> Result<(), Exit> {
    match record(line) {
        Ok(recorded) => {
            for finding in beside(line).iter().chain(&recorded.findings) {
                report.finding(&input.at(&finding.pointer), finding)?;
            }
            report.value(&Stored { file: &recorded.file, record: &recorded.stored })
        }
        Err(refusal) => {
            let cure = misspelt::cure(input, refusal.pointer(), refusal.hint_text());
            let refusal = match cure {
                Some(cure) => refusal.hint(cure),
                None => refusal,
            };
            report.refusal(&input.broken_at(refusal.rule(), refusal.pointer()), &refusal)
        }
    }
}

fn record(line: &Payload) -> Result<provider::Recorded, Refusal> {
    let member = |name: &str| line.member(name);
    let string = |name: &str| {
        let value = member(name).and_then(|value| value.as_str().map(String::from));
        value.ok_or_else(|| wrong(name, &format_args!("`{name}` is missing, or no string")))
    };
    if let Some(name) = repeated(line) {
        return Err(DecodeError::from(Unreadable::duplicate(&name)).into());
    }
    let (id, timestamp) = (string("id")?, string("timestamp")?);
    let request = member("request").ok_or_else(|| wrong("request", &"`request` is missing"))?;
    provider::record(id, timestamp, &request)
        .map_err(|error| Refusal::rule_broken(error.rule, error.pointer, error.message).hint(error.hint))
}

/// The first name that a second member of the line has, too. What is repeated in the request is the provider's matter.
fn repeated(line: &Payload) -> Option<Cow<'_, str>> {
    let mut names = BTreeSet::new();
    line.members().map(|(name, _)| name).find(|name| !names.insert(name.clone()))
}

fn wrong(member: &str, message: &dyn Display) -> Refusal {
    Refusal::rule_broken("record-line", Pointer::root().member(member), message.to_string()).hint(LINE)
}

/// What stands in a line beside what is asked for.
fn beside(line: &Payload) -> Vec<Finding> {
    let names = line.members().map(|(name, _)| name);
    let others = names.filter(|name| !matches!(&**name, "id" | "timestamp" | "request"));
    let dropped = |name: Cow<'_, str>| {
        let at = Pointer::root().member(&name);
        Finding::info("dropped-member", at, "`record` drops this member").hint(LINE)
    };
    others.map(dropped).collect()
}
