//! `agent-ui record`: what an AAP provider would store.

use crate::{
    args::Record,
    input::Inputs,
    report::{Exit, Report},
};
use bridge::{Refusal, aap::provider};
use serde::Serialize;
use wire::{Payload, Pointer};

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
        match record(&line) {
            Ok(recorded) => {
                for finding in &recorded.findings {
                    report.finding(&input.at(&finding.pointer), finding)?;
                }
                report.value(&Stored { file: &recorded.file, record: &recorded.stored })?;
            }
            Err(refusal) => report.refusal(&input.broken_at(refusal.rule(), refusal.pointer()), &refusal)?,
        }
    }
    Ok(())
}

fn record(line: &Payload) -> Result<provider::Recorded, Refusal> {
    let member = |name: &str| line.member(name);
    let string = |name: &str| {
        let value = member(name).and_then(|value| value.as_str().map(String::from));
        value.ok_or_else(|| {
            let message = format_args!("`{name}` is missing, or no string").to_string();
            Refusal::rule_broken("record-line", Pointer::root().member(name), message)
                .hint(r#"{"id":"…","timestamp":"…","request":{…}}"#)
        })
    };
    let (id, timestamp) = (string("id")?, string("timestamp")?);
    let Some(request) = member("request") else {
        let message = "`request` is missing";
        return Err(Refusal::rule_broken("record-line", Pointer::root().member("request"), message));
    };
    provider::record(id, timestamp, &request)
        .map_err(|error| Refusal::rule_broken(error.rule, error.pointer, error.message).hint(error.hint))
}
