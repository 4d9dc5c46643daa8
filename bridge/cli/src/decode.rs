//! `agent-ui decode`: into the types and out again.

use crate::{
    args::Decode,
    input::{Input, Inputs},
    list,
    report::{Exit, Report},
    slip::Asked,
};
use bridge::{
    Dialect, Named, Protocol, a2ui,
    aap::{self, Interaction, lenient, lenient::Repair},
    actions_json::{self, item::Item, manifest::Manifest},
    ahp,
    canvases::{CanvasDispatch, OpenCanvas, ReleasedAction, ReleasedCanvas},
    mcp,
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
};
use wire::{DecodeError, DecodeRule, EncodeError, Payload, Pointer, Row, WireType, decode::Unreadable};

pub(crate) fn run(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    let row = match &arguments.type_name {
        None => None,
        Some(name) => Some(row(arguments.protocol, name).ok_or_else(|| unknown(arguments.protocol, name))?),
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
                report.unreadable(&inputs.last(), error)?;
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
    let mut results = decode(protocol, row, text);
    if results.iter().any(Result::is_err) {
        if let Some(error) = list::syntax_error(text) {
            return Ok(Some(error));
        }
        if let Some(elements) = list::elements(protocol.protocol(), text).filter(|_| row.is_none()) {
            results.clear();
            for (place, text) in elements {
                results.extend(decode(protocol, row, text).into_iter().map(|result| below(&place, result)));
            }
        }
    }
    for result in results {
        match result {
            Ok(Decoded { text, repairs }) => {
                for repair in &repairs {
                    report.repair(&input.at(&repair.pointer), repair.kind.as_str(), &repair.pointer)?;
                }
                report.json(&text)?;
            }
            Err(error) => {
                let place = input.fault(&error);
                report.refusal(&place, &asked.explained(error.into(), text))?;
            }
        }
    }
    Ok(None)
}

/// What came of an element, with its place in the document.
fn below(place: &Pointer, result: Result<Decoded, DecodeError>) -> Result<Decoded, DecodeError> {
    match result {
        Ok(mut decoded) => {
            for repair in &mut decoded.repairs {
                repair.pointer = place.join(&repair.pointer);
            }
            Ok(decoded)
        }
        Err(mut error) => {
            error.pointer = place.join(&error.pointer);
            // Line and column count from the element.
            (error.line, error.column) = (0, 0);
            Err(error)
        }
    }
}

/// A message, written again.
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) repairs: Vec<Repair>,
}

/// Reads one input: as the wire type of that name, else as the messages that the protocol usually has.
fn decode(protocol: Named, row: Option<&Row>, text: &str) -> Vec<Result<Decoded, DecodeError>> {
    if let Some(row) = row {
        return vec![rewrite(protocol.protocol(), row, text)];
    }
    match protocol.protocol() {
        Protocol::Aap => vec![rewrite(Protocol::Aap, Interaction::ROW, text)],
        Protocol::A2ui => match a2ui::read(text, protocol.a2ui_version()) {
            Ok(elements) => elements
                .into_iter()
                .map(|element| {
                    let text = wire::encode(&element.result?).map_err(unwritable)?;
                    Ok(Decoded { text, repairs: Vec::new() })
                })
                .collect(),
            Err(error) => vec![Err(error)],
        },
        Protocol::Ahp if has_member(text, "jsonrpc") => vec![named::<ahp::json_rpc::JsonRpcMessage>(text)],
        Protocol::Ahp => vec![match (has_member(text, "action"), protocol.dialect) {
            (true, Dialect::Ahp1_0) => named::<ReleasedAction>(text),
            (true, _) => named::<CanvasDispatch>(text),
            (false, Dialect::Ahp1_0) => named::<ReleasedCanvas>(text),
            (false, _) => named::<OpenCanvas>(text),
        }],
        Protocol::Mcp => vec![exact::<mcp::ListToolsResult>(text)],
        Protocol::Responses => vec![exact::<ResponseItem>(text)],
        _ => vec![if has_member(text, "type") { exact::<Item>(text) } else { exact::<Manifest>(text) }],
    }
}

/// Whether an object has a member; of no object, no.
pub(crate) fn has_member(text: &str, name: &str) -> bool {
    Payload::is_json(text) && list::member(text, name).is_some()
}

fn exact<T: WireType>(text: &str) -> Result<Decoded, DecodeError> {
    rewrite(Protocol::ActionsJson, T::ROW, text)
}

/// As [`exact`], but canvases of other drafts are named.
fn named<T: WireType>(text: &str) -> Result<Decoded, DecodeError> {
    rewrite(Protocol::Ahp, T::ROW, text)
}

/// Reads a text as a wire type, in the way of its protocol, and writes what was read.
fn rewrite(protocol: Protocol, row: &Row, text: &str) -> Result<Decoded, DecodeError> {
    let (written, repairs) = match protocol {
        Protocol::Aap => {
            let read = lenient::decode_with(text, &|text| row.rewrite(text))?;
            (read.value, read.repairs)
        }
        Protocol::Ahp => (row.rewrite(text).map_err(|error| ahp::draft::explain(text, error))?, Vec::new()),
        _ => (row.rewrite(text)?, Vec::new()),
    };
    match written {
        Ok(text) => Ok(Decoded { text, repairs }),
        Err(error) => Err(unwritable(error)),
    }
}

fn unwritable(error: EncodeError) -> DecodeError {
    match error {
        EncodeError::Depth { .. } => Unreadable::new(DecodeRule::Depth, error, "").into(),
        _ => Unreadable::value(error, "").into(),
    }
}

/// The wire types of a protocol.
fn rows(protocol: Named) -> Vec<&'static Row> {
    let mut rows: Vec<&'static Row> = match protocol.dialect {
        Dialect::Aap => aap::TYPES.to_vec(),
        Dialect::A2ui0_8 => a2ui::inventory::v0_8().collect(),
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => a2ui::inventory::v0_9().collect(),
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => a2ui::inventory::v0_10().collect(),
        Dialect::A2ui1_0 | Dialect::A2ui1_0Sep | Dialect::A2ui1_0Aug => a2ui::inventory::v1_0().collect(),
        Dialect::AhpCanvas => ahp::inventory::CANVAS.to_vec(),
        Dialect::Ahp1_0 => ahp::inventory::V1_0.to_vec(),
        Dialect::Mcp2025_06 | Dialect::Mcp2025_11 | Dialect::Mcp2026_07 => {
            vec![mcp::ListToolsResult::ROW, mcp::Tool::ROW, mcp::ToolAnnotations::ROW]
        }
        Dialect::Responses => vec![ResponseItem::ROW, FunctionCall::ROW, FunctionCallOutput::ROW],
        _ => actions_json::inventory::TYPES.to_vec(),
    };
    match protocol.protocol() {
        Protocol::A2ui => rows.extend(a2ui::inventory::shared()),
        Protocol::Ahp => rows.extend(ahp::inventory::SHARED),
        _ => {}
    }
    rows
}

/// The names of the wire types of a protocol.
pub(crate) fn names(protocol: Named) -> Vec<&'static str> {
    let mut names: Vec<_> = rows(protocol).into_iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What to say of a name that no wire type of a protocol has.
pub(crate) fn unknown(protocol: Named, name: &str) -> Exit {
    let (dialect, names) = (protocol.dialect, names(protocol).join(", "));
    Exit::Usage(format!("--type {name}: {dialect} has no wire type of that name; it has {names}"))
}

/// The wire type of a protocol that has this name.
pub(crate) fn row(protocol: Named, name: &str) -> Option<&'static Row> {
    rows(protocol).into_iter().find(|row| row.name == name)
}
