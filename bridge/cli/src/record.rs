//! The command `agent-ui record`: builds the record that an AAP provider would store.

use crate::{
    args::Record,
    exit::Exit,
    input::{Input, Inputs},
    report::Report,
};
use agent_ui_text::{misspellings, protocol, recover};
use bridge::{Protocol, Refusal, aap::provider};
use serde::Serialize;
use std::{borrow::Cow, collections::BTreeSet, fmt::Display};
use wire::{DecodeError, Finding, Payload, PayloadKind, Pointer, decode::ReadError};

/// The expected form of an input line.
const LINE: &str = r#"write {"id":"…","timestamp":"…","request":{…}}"#;

#[derive(Serialize)]
struct StoredLine<'a> {
    file: &'a str,
    record: &'a Payload,
}

/// The protocol whose form of lists this command accepts: a list is an array.
const LISTS: Protocol = Protocol::ActionsJson;

pub(crate) fn run(arguments: &Record, report: &mut Report) -> Result<(), Exit> {
    let mut inputs = Inputs::of(&arguments.source)?;
    while inputs.next(report)? {
        let input = inputs.last();
        let Some(error) = record_document(&input, report)? else {
            continue;
        };
        for part in recover::parts(LISTS.into(), &input, error) {
            let part = part.input();
            if let Some(error) = record_document(&part, report)? {
                report.unreadable(&part, error)?;
            }
        }
    }
    Ok(())
}

/// Writes the records of a document, which is one request or a list. Returns the error of a text that is not JSON.
fn record_document(input: &Input<'_>, report: &mut Report) -> Result<Option<DecodeError>, Exit> {
    let (text, only) = match input
        .text
        .clone()
        .and_then(|text| Ok((text, Payload::parse(text)?)))
    {
        Ok(read) => read,
        Err(error) => return Ok(Some(error)),
    };
    let Some(elements) = protocol::elements(LISTS.into(), text) else {
        write_record(&only, &Pointer::root(), input, report)?;
        return Ok(None);
    };
    for element in elements {
        match Payload::parse(&element.text) {
            Ok(line) => write_record(&line, &element.at, input, report)?,
            Err(error) => return Ok(Some(error)),
        }
    }
    Ok(None)
}

/// Writes the record of one request, or reports the refusal.
fn write_record(
    line: &Payload,
    at: &Pointer,
    input: &Input<'_>,
    report: &mut Report,
) -> Result<(), Exit> {
    match build_record(line) {
        Ok(recorded) => {
            for mut finding in dropped_members(line).into_iter().chain(recorded.findings) {
                finding.pointer = at.join(&finding.pointer);
                report.finding(&input.at(&finding.pointer), &finding)?;
            }
            report.value(&StoredLine {
                file: &recorded.file,
                record: &recorded.stored,
            })
        }
        Err(refusal) => {
            let refusal = refusal.below(at);
            let hint = misspellings::hint(input, refusal.pointer(), refusal.hint_text());
            let refusal = match hint {
                Some(hint) => refusal.hint(hint),
                None => refusal,
            };
            report.refusal(&input.fault_at(refusal.rule(), refusal.pointer()), &refusal)
        }
    }
}

fn build_record(line: &Payload) -> Result<provider::StoredRecord, Refusal> {
    if line.kind() != PayloadKind::Object {
        let message = format!("the line is {}, not an object", line.kind());
        return Err(Refusal::rule_broken("record-line", Pointer::root(), message).hint(LINE));
    }
    if let Some(name) = repeated_name(line) {
        return Err(DecodeError::from(ReadError::duplicate(&name)).into());
    }
    let (id, timestamp) = (text_member(line, "id")?, text_member(line, "timestamp")?);
    let request = line
        .member("request")
        .ok_or_else(|| wrong_line("request", &"`request` is missing"))?;
    provider::record(id, timestamp, &request).map_err(|error| {
        Refusal::rule_broken(error.rule, error.pointer, error.message).hint(error.hint)
    })
}

fn text_member(line: &Payload, name: &str) -> Result<String, Refusal> {
    let member = line.member(name);
    match member.as_ref().and_then(Payload::as_str) {
        Some(text) => Ok(text.into_owned()),
        None => Err(wrong_line(
            name,
            &format_args!("`{name}` is missing or not a string"),
        )),
    }
}

/// Returns the first repeated member name of the line. The provider checks the request itself for repetitions.
fn repeated_name(line: &Payload) -> Option<Cow<'_, str>> {
    let mut names = BTreeSet::new();
    line.members()
        .map(|(name, _)| name)
        .find(|name| !names.insert(name.clone()))
}

fn wrong_line(member: &str, message: &dyn Display) -> Refusal {
    Refusal::rule_broken(
        "record-line",
        Pointer::root().member(member),
        message.to_string(),
    )
    .hint(LINE)
}

/// Returns a notice for each unexpected member of the line.
fn dropped_members(line: &Payload) -> Vec<Finding> {
    let mut notices = Vec::new();
    for (name, _) in line.members() {
        if !matches!(&*name, "id" | "timestamp" | "request") {
            let at = Pointer::root().member(&name);
            let notice = Finding::info("dropped-member", at, "`record` drops this member");
            notices.push(notice.hint(LINE));
        }
    }
    notices
}
