//! The messages of AHP hosts in translators.

use super::message::AnyMessage;
use crate::{Dialect, Protocol, Refusal};
use ahp::{draft, traffic};
use wire::{Payload, Pointer};

impl AnyMessage {
    /// Returns a host message about canvases as JSON.
    pub(super) fn into_host(self) -> Result<Payload, Refusal> {
        match self {
            Self::Proposal(payload) | Self::Release(payload) => Ok(*payload),
            other => Ok(Payload::parse(other.encode()?)?),
        }
    }

    /// Reads a host message about canvases in this dialect.
    pub(super) fn of_host(payload: Payload, dialect: Dialect) -> Result<Self, Refusal> {
        let is_canvas = payload.member("contents").is_some();
        Ok(match (dialect, is_canvas) {
            (Dialect::Ahp1_0, true) => Self::Released(payload.decode()?),
            (Dialect::Ahp1_0, false) => Self::Release(Box::new(payload)),
            (_, true) => Self::Canvas(payload.decode()?),
            (_, false) => Self::Proposal(Box::new(payload)),
        })
    }
}

/// Reads a message of AHP for the target protocol.
pub(super) fn read(message: &Payload, from: Dialect, to: Protocol) -> Result<AnyMessage, Refusal> {
    check_traffic(message, to)?;
    let text = message.text();
    let has = |name: &str| message.member(name).is_some();
    Ok(match from {
        Dialect::Ahp1_0 if to == Protocol::Ahp => AnyMessage::Release(Box::new(message.clone())),
        Dialect::Ahp1_0 => AnyMessage::Released(wire::decode(text)?),
        _ if to == Protocol::Ahp => AnyMessage::Proposal(Box::new(message.clone())),
        _ if has("jsonrpc") => AnyMessage::Frame(wire::decode(text)?),
        _ if has("canvasId") && has("displayName") => AnyMessage::Declaration(wire::decode(text)?),
        #[cfg(feature = "a2ui")]
        _ if message
            .get(&Pointer::root().member("action").member("type"))
            .is_some() =>
        {
            AnyMessage::Dispatch(wire::decode(text)?)
        }
        _ => AnyMessage::Canvas(wire::decode(text)?),
    })
}

/// Refuses AHP traffic that is not about canvases, and an answer in the shape of a later draft.
fn check_traffic(message: &Payload, to: Protocol) -> Result<(), Refusal> {
    let result = match message.member("jsonrpc") {
        Some(_) => message.member("result"),
        None => None,
    };
    // An answer without content may end a call, but contains no canvas.
    let has_no_content = match &result {
        Some(result) if result.is_object() => result.members().next().is_none(),
        Some(result) => result.is_null(),
        None => false,
    };
    if has_no_content && to == Protocol::Ahp || !traffic::is_about_canvases(message) {
        return Err(Refusal::rule_broken(
            AnyMessage::OTHER_TRAFFIC,
            Pointer::root(),
            "the message does not contain a canvas",
        )
        .hint("remove the message, or omit `options.strict` to skip such messages"));
    }
    let Some(result) = result else {
        return Ok(());
    };
    let at = Pointer::root().member("result");
    match draft::finding_for_answer(&result, &at) {
        Some(shape) => {
            Err(Refusal::rule_broken(shape.rule, shape.pointer, shape.message).hint(shape.hint))
        }
        None => Ok(()),
    }
}
