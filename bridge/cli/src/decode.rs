//! `agent-ui decode`: into the types and out again.

use crate::{
    args::Decode,
    input,
    report::{Exit, Report},
};
use bridge::{
    Dialect, Named, Protocol, a2ui,
    aap::{self, Interaction, lenient, lenient::Repair},
    actions_json::{self, item::Item, manifest::Manifest},
    ahp,
    canvases::{CanvasDispatch, OpenCanvas, ReleasedAction, ReleasedCanvas},
    mcp,
};
use wire::{
    DecodeError, DecodeRule, EncodeError, Payload, Row, WireType,
    decode::Unreadable,
    token::{self, Child},
};

pub(crate) fn run(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    let row = match &arguments.type_name {
        None => None,
        Some(name) => Some(row(arguments.protocol, name).ok_or_else(|| {
            let protocol = arguments.protocol.dialect;
            Exit::Usage(format!("--type {name}: {protocol} has no wire type of that name"))
        })?),
    };
    for input in input::read(&arguments.source)? {
        let input = input?;
        let text = match input.text {
            Ok(text) => text,
            Err(error) => {
                report.unreadable(input.line, error)?;
                continue;
            }
        };
        for result in decode(arguments.protocol, row, &text) {
            match result {
                Ok(Decoded { text, repairs }) => {
                    for repair in &repairs {
                        report.repair(input.line, repair.kind.as_str(), &repair.pointer)?;
                    }
                    report.text(&text)?;
                }
                Err(error) => report.unreadable(input.line, error)?,
            }
        }
    }
    Ok(())
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
                    let text = wire::encode_line(&element.result?).map_err(unwritable)?;
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
        _ => vec![if has_member(text, "type") { exact::<Item>(text) } else { exact::<Manifest>(text) }],
    }
}

/// Whether an object has a member; of no object, no.
pub(crate) fn has_member(text: &str, name: &str) -> bool {
    let is_named = |child: Child<'_>| child.name.is_some_and(|quoted| token::string(quoted) == name);
    Payload::is_json(text) && token::children(text).any(is_named)
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
        Ok(text) => Ok(Decoded { text: wire::one_line(text), repairs }),
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
        Dialect::A2ui1_0 | Dialect::A2ui1_0At => a2ui::inventory::v1_0().collect(),
        Dialect::AhpCanvas => ahp::inventory::CANVAS.to_vec(),
        Dialect::Ahp1_0 => ahp::inventory::V1_0.to_vec(),
        Dialect::Mcp => vec![mcp::ListToolsResult::ROW, mcp::Tool::ROW, mcp::ToolAnnotations::ROW],
        _ => actions_json::inventory::TYPES.to_vec(),
    };
    match protocol.protocol() {
        Protocol::A2ui => rows.extend(a2ui::inventory::shared()),
        Protocol::Ahp => rows.extend(ahp::inventory::SHARED),
        _ => {}
    }
    rows
}

/// The wire type of a protocol that has this name.
pub(crate) fn row(protocol: Named, name: &str) -> Option<&'static Row> {
    rows(protocol).into_iter().find(|row| row.name == name)
}
