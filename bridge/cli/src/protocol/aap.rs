//! AAP: what providers write is repaired.

use super::{Decoded, Known, has, judges};
use crate::{args::MessageType, json, misspelt};
use bridge::{
    Protocol,
    aap::{
        self, CanvasMessage, Interaction, SubmitRequest,
        lenient::{self, RepairKind},
    },
};
use wire::{DecodeError, Finding, Pointer, Row, Validate, WireType};

pub(super) static KNOWN: Known = Known {
    protocol: Protocol::Aap,
    types: |_| aap::TYPES.to_vec(),
    usual: |_| &["Interaction"],
    judges: |_| {
        judges![tolerant: aap::Interaction, aap::SubmitRequest, aap::CanvasMessage, aap::ListResponse,
            aap::SubmitResponse, aap::CanvasFile]
    },
    judge: |_, text, found| match of_message(text) {
        MessageType::SubmitRequest => tolerant::<SubmitRequest>(text, found),
        MessageType::CanvasMessage => tolerant::<CanvasMessage>(text, found),
        _ => tolerant::<Interaction>(text, found),
    },
    // What is read as a record is one; only what is not is looked at more closely.
    decode: |_, text| {
        let record = rewrite(Interaction::ROW, text);
        let other = match record.as_ref().map_or_else(|_| type_of(text), |_| MessageType::Interaction) {
            MessageType::SubmitRequest => SubmitRequest::ROW,
            MessageType::CanvasMessage => CanvasMessage::ROW,
            _ => return vec![record.into()],
        };
        vec![rewrite(other, text).into()]
    },
    rewrite,
    listed: |object| {
        let list = json::member(object, "interactions").filter(|_| !has(object, "action"))?;
        Some(("interactions", list))
    },
    looks_like: |text| {
        let is_message = json::member(text, "type") == Some("\"canvas:interaction\"");
        (has(text, "canvasFile") || is_message).then_some("aap")
    },
};

/// What a repair makes of a text.
pub(crate) fn repaired(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::ByteOrderMark => "the byte order mark in front is left out",
        RepairKind::HalfSurrogate => "half a surrogate pair becomes U+FFFD",
        RepairKind::NotAString => "it is no text, and its JSON is taken for one",
        _ => "it is changed to be read",
    }
}

/// What a text is: a record, if it can be read as one.
fn of_message(text: &str) -> MessageType {
    match type_of(text) {
        MessageType::CanvasMessage if lenient::decode::<Interaction>(text).is_ok() => {
            MessageType::Interaction
        }
        other => other,
    }
}

/// What a text that is no record seems to be: the message of a page names itself; a request has an action and a page, and nothing
/// of which only a record has.
pub(crate) fn type_of(text: &str) -> MessageType {
    if json::member(text, "type") == Some("\"canvas:interaction\"") {
        return MessageType::CanvasMessage;
    }
    let has = |name: &&str| json::member(text, name).is_some();
    if ["action", "canvasFile"].iter().all(has) && !["id", "timestamp", "summary"].iter().any(has) {
        MessageType::SubmitRequest
    } else {
        MessageType::Interaction
    }
}

fn rewrite(row: &Row, text: &str) -> Result<Decoded, DecodeError> {
    let read = lenient::decode_with(text, &|text| row.rewrite(text))?;
    Decoded::of(read.value, read.repairs)
}

/// The finding that a repair is.
fn of_repair(kind: RepairKind, pointer: Pointer) -> Finding {
    let finding = Finding::warning("repair", pointer, format!("read after a repair: {kind}"));
    match kind {
        RepairKind::NotAString => finding.hint("a text belongs here"),
        RepairKind::HalfSurrogate => finding.hint("write both halves of the surrogate pair, or none"),
        _ => finding.hint("write no byte order mark"),
    }
}

/// The findings about a text, in which a repair is one.
fn tolerant<T: WireType + Validate>(text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
    let read = lenient::decode::<T>(text)?;
    found.extend(read.repairs.into_iter().map(|repair| of_repair(repair.kind, repair.pointer)));
    found.extend(misspelt::misspelt_members(T::ROW, &[], text));
    read.value.findings(&Pointer::root(), found);
    Ok(())
}
