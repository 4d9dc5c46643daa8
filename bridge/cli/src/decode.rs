//! `agent-ui decode`: into the types and out again.

use crate::{
    args::Decode,
    broken,
    input::{Input, Inputs},
    json, misspelt,
    protocol::{self, Decoded, Element},
    report::{Exit, Report},
    slip::Asked,
};
use bridge::{Named, Protocol};
use wire::{DecodeError, Row};

pub(crate) fn run(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    let row = match &arguments.type_name {
        None => None,
        Some(name) => {
            let row = protocol::of(arguments.protocol).row(arguments.protocol.dialect, name);
            Some(row.ok_or_else(|| unknown(arguments.protocol, name))?)
        }
    };
    if arguments.verbatim {
        report.verbatim();
    }
    let mut inputs = Inputs::of(&arguments.source)?.quick();
    if row.is_none() {
        inputs = inputs.finding(arguments.protocol);
    }
    while inputs.next(report)? {
        let unreadable = write(&inputs.last(), arguments.protocol, row, report)?;
        if let Some(error) = unreadable {
            if !inputs.again() {
                write_parts(&inputs.last(), error, arguments.protocol, row, report)?;
            }
        }
    }
    Ok(())
}

/// Writes the messages of a document again. It gives back the error of a text that is no JSON.
fn write(
    input: &Input<'_>,
    protocol: Named,
    row: Option<&Row>,
    report: &mut Report,
) -> Result<Option<DecodeError>, Exit> {
    let text = match &input.text {
        Ok(text) => *text,
        Err(error) => return Ok(Some(error.clone())),
    };
    let asked = Asked { from: protocol, by: "decode", opens: "`convert --envelope` reads it" };
    let framed = if row.is_none() { protocol::framed(protocol, text) } else { None };
    let mut read = match &framed {
        Some(framed) => {
            decode(protocol, row, &framed.text).into_iter().map(|element| element.below(framed)).collect()
        }
        None => decode(protocol, row, text),
    };
    // Lists of A2UI are read as they stand.
    let mut may_be_list = row.is_none() && protocol.protocol() == Protocol::A2ui;
    if read.iter().any(|element| element.result.is_err()) {
        if let Some(error) = json::syntax_error(text) {
            return Ok(Some(error));
        }
        if let Some(elements) = protocol::elements(protocol, text).filter(|_| row.is_none()) {
            read.clear();
            may_be_list = true;
            for framed in elements {
                let elements = decode(protocol, row, &framed.text).into_iter();
                read.extend(elements.map(|element| element.below(&framed)));
            }
        }
    }
    if let Some(beside) = may_be_list.then(|| protocol::beside(protocol, text)).flatten() {
        report.finding(&input.at(&beside.pointer), &beside)?;
    }
    for Element { place: message, result } in read {
        match result {
            Ok(Decoded { text, repairs }) => {
                for repair in &repairs {
                    report.repaired(&input.at(&repair.pointer), repair.kind, &repair.pointer)?;
                }
                report.json(&text)?;
            }
            Err(error) => {
                let place = input.fault(&error);
                report.refusal(&place, &asked.explained(error.into(), input, &message))?;
            }
        }
    }
    Ok(None)
}

/// Writes what can be read of a document that is no JSON, and says why it is none.
fn write_parts(
    input: &Input<'_>,
    error: DecodeError,
    protocol: Named,
    row: Option<&Row>,
    report: &mut Report,
) -> Result<(), Exit> {
    if row.is_some() {
        return report.unreadable(input, error);
    }
    for part in broken::parts(protocol, input, error) {
        let part = part.input();
        if let Some(error) = write(&part, protocol, row, report)? {
            report.unreadable(&part, error)?;
        }
    }
    Ok(())
}

/// Reads one input: as the wire type of that name, else as the messages that the protocol usually has.
fn decode(protocol: Named, row: Option<&Row>, text: &str) -> Vec<Element> {
    let known = protocol::of(protocol);
    match row {
        Some(row) => vec![(known.rewrite)(row, text).into()],
        None => (known.decode)(protocol, text),
    }
}

/// What to say of a name that no wire type of a protocol has.
pub(crate) fn unknown(protocol: Named, name: &str) -> Exit {
    misspelt::of_type(protocol.dialect, name, "wire type", &protocol::types(protocol))
}
