//! `agent-ui decode`: into the types and out again.

use crate::{
    args::Decode,
    dialect::Named,
    input,
    report::{Exit, Report},
};
use bridge::{
    Dialect, Protocol, a2ui,
    a2ui_ahp::{CanvasDispatch, OpenCanvas},
    aap::{self, Interaction, lenient, lenient::Repair},
    actions_json::{self, item::Item, manifest::Manifest},
    ahp,
    ahp_canvas_ahp_v1_0::{ReleasedAction, ReleasedCanvas},
    mcp,
};
use serde::de::DeserializeOwned;
use wire::{
    DecodeError, EncodeError, Payload, Visit, WireType,
    token::{self, Child},
};

pub(crate) fn run(arguments: &Decode, report: &mut Report) -> Result<(), Exit> {
    if let Some(name) = &arguments.type_name {
        if !has_type(arguments.protocol, name) {
            return Err(Exit::Usage(format!(
                "--type {name}: {} has no wire type of that name",
                arguments.protocol.dialect
            )));
        }
    }
    for input in input::read(&arguments.source)? {
        let input = input?;
        let text = match input.text {
            Ok(text) => text,
            Err(error) => {
                report.unreadable(input.line, error)?;
                continue;
            }
        };
        for result in decode(arguments.protocol, arguments.type_name.as_deref(), &text) {
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
fn decode(protocol: Named, type_name: Option<&str>, text: &str) -> Vec<Result<Decoded, DecodeError>> {
    if let Some(name) = type_name {
        let mut by_name = ByName { name, text, protocol: protocol.protocol(), decoded: None };
        each(protocol, &mut by_name);
        return by_name.decoded.into_iter().collect();
    }
    match protocol.protocol() {
        Protocol::Aap => vec![tolerant::<Interaction>(text)],
        Protocol::A2ui => match a2ui::read(text, protocol.a2ui_version()) {
            Ok(elements) => elements
                .into_iter()
                .map(|element| element.result.and_then(|message| write(&message)))
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
    write(&wire::decode::<T>(text)?)
}

/// As [`exact`], but canvases of other drafts are named.
fn named<T: WireType>(text: &str) -> Result<Decoded, DecodeError> {
    write(&ahp::draft::decode::<T>(text)?)
}

fn tolerant<T: WireType + DeserializeOwned>(text: &str) -> Result<Decoded, DecodeError> {
    let read = lenient::decode::<T>(text)?;
    Ok(Decoded { repairs: read.repairs, ..write(&read.value)? })
}

fn write<T: serde::Serialize>(value: &T) -> Result<Decoded, DecodeError> {
    match wire::encode_line(value) {
        Ok(text) => Ok(Decoded { text, repairs: Vec::new() }),
        Err(error @ EncodeError::Depth { .. }) => {
            Err(wire::decode::Refusal::new(wire::DecodeRule::Depth, error, "").into())
        }
        Err(error) => Err(wire::decode::Refusal::value(error, "").into()),
    }
}

/// Walks the wire types of a protocol.
pub(crate) fn each<V: Visit>(protocol: Named, visitor: &mut V) {
    match protocol.dialect {
        Dialect::Aap => aap::each(visitor),
        Dialect::A2ui0_8 => a2ui::inventory::v0_8(visitor),
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => a2ui::inventory::v0_9(visitor),
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => a2ui::inventory::v0_10(visitor),
        Dialect::A2ui1_0 | Dialect::A2ui1_0At => a2ui::inventory::v1_0(visitor),
        Dialect::AhpCanvas => ahp::inventory::canvas(visitor),
        Dialect::Ahp1_0 => ahp::inventory::v1_0(visitor),
        Dialect::Mcp => {
            visitor.visit::<mcp::ListToolsResult>();
            visitor.visit::<mcp::Tool>();
            visitor.visit::<mcp::ToolAnnotations>();
        }
        _ => actions_json::inventory::each(visitor),
    }
    match protocol.protocol() {
        Protocol::A2ui => a2ui::inventory::shared(visitor),
        Protocol::Ahp => ahp::inventory::shared(visitor),
        _ => {}
    }
}

fn has_type(protocol: Named, name: &str) -> bool {
    struct Finder<'a>(&'a str, bool);
    impl Visit for Finder<'_> {
        fn visit<T: WireType>(&mut self) {
            self.1 |= T::NAME == self.0;
        }
    }
    let mut finder = Finder(name, false);
    each(protocol, &mut finder);
    finder.1
}

struct ByName<'a> {
    name: &'a str,
    text: &'a str,
    protocol: Protocol,
    decoded: Option<Result<Decoded, DecodeError>>,
}

impl Visit for ByName<'_> {
    fn visit<T: WireType>(&mut self) {
        if T::NAME == self.name {
            self.decoded = Some(match self.protocol {
                Protocol::Aap => tolerant::<T>(self.text),
                Protocol::Ahp => named::<T>(self.text),
                _ => exact::<T>(self.text),
            });
        }
    }
}
