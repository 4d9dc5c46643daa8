//! Support for
//! [AAP](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#interaction-record).
//! Messages of providers are repaired.

use super::{ProtocolSupport, RewrittenText, TypeSupport, has, no_frame, validators};
use crate::{
    input::MARK_SKIPPED,
    json::{self, ObjectMembers},
    message_type::MessageType,
    misspellings,
    repair::Repair,
};
use bridge::{
    Protocol,
    aap::{
        self, CanvasMessage, Interaction, ListResponse, SubmitRequest,
        lenient::{self, RepairKind},
    },
};
use wire::{
    DecodeError, Finding, Pointer, TypeInfo, Validate, WireType, decode::ReadError,
    spelling::is_like, token,
};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Aap,
    message_list: |object| {
        let list = json::member(object, "interactions").filter(|_| !has(object, "action"))?;
        Some(("interactions", list))
    },
    unframe: no_frame,
    looks_like: |text| (has(text, "canvasFile") || is_of_page(text)).then_some("aap"),
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| aap::TYPES.to_vec(),
    usual: |_| &["Interaction"],
    validators: |_| {
        validators![validate_leniently: aap::Interaction, aap::SubmitRequest, aap::CanvasMessage, aap::ListResponse,
            aap::SubmitResponse, aap::CanvasFile]
    },
    validate: |_, text, found| match detect_type(text)? {
        MessageType::SubmitRequest => validate_leniently::<SubmitRequest>(text, found),
        MessageType::CanvasMessage => validate_leniently::<CanvasMessage>(text, found),
        _ => validate_leniently::<Interaction>(text, found),
    },
    decode: |_, text, _, take| take(decode(text).into()),
    rewrite,
    across_messages: None,
};

fn decode(text: &str) -> Result<RewrittenText, DecodeError> {
    // Text that can be read as a record is a record. Only other text is examined further.
    let record = rewrite(Interaction::INFO, text);
    if record.is_ok() {
        return record;
    }
    match type_of(text)? {
        MessageType::SubmitRequest => rewrite(SubmitRequest::INFO, text),
        MessageType::CanvasMessage => rewrite(CanvasMessage::INFO, text),
        _ => record,
    }
}

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if let Some(word) = members.string("type") {
        if is_like(&word, PAGE) {
            return Some(format!("the type `{PAGE}`"));
        }
    }
    if let Some(name) = members.names().find(|name| is_like(name, "canvasFile")) {
        return Some(format!("the member `{name}`"));
    }
    if members.list("interactions").is_some() {
        return Some("the member `interactions`".to_owned());
    }
    // A record may lack its page.
    if members.has("action") && members.has("summary") && members.has("timestamp") {
        return Some("the members `action`, `summary` and `timestamp`".to_owned());
    }
    None
}

/// Detects the type of a message. A text that can be read as a record is a record.
fn detect_type(text: &str) -> Result<MessageType, DecodeError> {
    match type_of(text) {
        Ok(MessageType::CanvasMessage) if lenient::decode::<Interaction>(text).is_ok() => {
            Ok(MessageType::Interaction)
        }
        other => other,
    }
}

/// Guesses the type of a text that is not a record. A page message names its type; a request has an action and a page,
/// and no member that only records have. Names and words may be misspelt.
///
/// # Errors
/// Returns an error if the text is nearly a message of another type.
pub fn type_of(text: &str) -> Result<MessageType, DecodeError> {
    if is_of_page(text) {
        return Ok(MessageType::CanvasMessage);
    }
    if has(text, "id") || has(text, "timestamp") || has(text, "summary") {
        return Ok(MessageType::Interaction);
    }
    if has(text, "action") && has(text, "canvasFile") {
        return Ok(MessageType::SubmitRequest);
    }
    let (action, page) = (
        misspellings::like_member(text, "action"),
        misspellings::like_member(text, "canvasFile"),
    );
    if action.is_some() && page.is_some() {
        return Ok(MessageType::SubmitRequest);
    }
    if is_nearly_of_page(text)? {
        return Ok(MessageType::CanvasMessage);
    }
    if action.is_none() {
        if let Some((name, list)) = misspellings::like_member(text, "interactions") {
            // The elements of a list are read one by one, so only another value is an error here.
            let is_list = name == "interactions" && list.starts_with('[');
            if !is_list {
                lenient::decode::<ListResponse>(text)?;
            }
        }
    }
    Ok(MessageType::Interaction)
}

/// The `type` member of page messages.
const PAGE: &str = "canvas:interaction";

fn is_of_page(text: &str) -> bool {
    json::member(text, "type").is_some_and(|word| token::string(word) == PAGE)
}

/// Returns `true` if the text is a page message, even if its member `type` is misspelt.
///
/// # Errors
/// Returns an error if the name is right and the word is misspelt.
fn is_nearly_of_page(text: &str) -> Result<bool, DecodeError> {
    let Some((name, word)) = misspellings::like_member(text, "type") else {
        return Ok(false);
    };
    let word = token::string(word);
    if word == PAGE {
        return Ok(true);
    }
    if !is_like(&word, PAGE) {
        return Ok(false);
    }
    if name != "type" {
        return Ok(true);
    }
    let error = ReadError::value(
        format_args!("the type is {word:?}"),
        format_args!("`{PAGE}`"),
    );
    Err(error.at("type").into())
}

fn rewrite(row: &TypeInfo, text: &str) -> Result<RewrittenText, DecodeError> {
    let read = lenient::decode_with(text, &|text| row.rewrite(text))?;
    RewrittenText::of(
        read.value,
        read.repairs.into_iter().map(Repair::from).collect(),
    )
}

/// Creates the finding about a repair.
fn repair_finding(kind: RepairKind, pointer: Pointer) -> Finding {
    let (rule, sentence) = repair_rule(kind);
    Finding::error(rule, pointer, sentence).hint(repair_hint(kind))
}

/// Validates a text that is read with repairs; each repair is a finding.
fn validate_leniently<T: WireType + Validate>(
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let read = lenient::decode::<T>(text)?;
    found.extend(
        read.repairs
            .into_iter()
            .map(|repair| repair_finding(repair.kind, repair.pointer)),
    );
    found.extend(misspellings::misspelt_members(T::INFO, &[], text));
    read.value.findings(&Pointer::root(), found);
    Ok(())
}

impl From<lenient::Repair> for Repair {
    fn from(repair: lenient::Repair) -> Self {
        let (rule, sentence) = repair_rule(repair.kind);
        let sentence = sentence.to_owned();
        Self {
            rule,
            pointer: repair.pointer,
            is_safe: false,
            is_fault: true,
            offset: None,
            sentence,
            hint: repair_hint(repair.kind),
            fix: None,
        }
    }
}

/// Returns the rule and the sentence of a repair in AAP.
pub fn repair_rule(kind: RepairKind) -> (&'static str, &'static str) {
    match kind {
        RepairKind::ByteOrderMark => ("repair/byte-order-mark", MARK_SKIPPED),
        RepairKind::HalfSurrogate => (
            "repair/half-surrogate",
            "a lone surrogate is replaced by U+FFFD",
        ),
        RepairKind::NotAString => (
            "repair/not-a-string",
            "the value is not a string; its JSON text is used instead",
        ),
        _ => ("repair", "the text is repaired before reading"),
    }
}

/// Returns the hint for correcting the source of a repair in AAP.
pub fn repair_hint(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::NotAString => "write a string here",
        RepairKind::HalfSurrogate => "write both halves of the surrogate pair, or none",
        _ => "remove the byte order mark",
    }
}
