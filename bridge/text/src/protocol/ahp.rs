//! Support for AHP, the [canvas
//! proposal](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md)
//! and the release. Errors name canvases of other drafts.

pub mod nested;
mod validation;

use super::{
    ProtocolSupport, RewrittenText, SkipReason, TakeElement, TypeSupport, Validator, add_findings,
    has, has_member, mcp, no_frame, no_list, validators,
};
use crate::{
    json::{self, ObjectMembers},
    misspellings,
};
use bridge::{
    AnyMessage, Dialect, DialectOrProtocol, Protocol,
    a2ui::repair::Repairer,
    ahp::{
        self,
        canvas::{CanvasAction, ClientCanvasDeclaration},
        json_rpc::JsonRpcMessage,
        method::{Notification, Request},
    },
    canvases::{CanvasDispatch, OpenCanvas, ReleasedAction, ReleasedCanvas},
};
use wire::{
    DecodeError, Finding, Pointer, Severity, TypeInfo, Validate, WireType, spelling::is_like, token,
};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::Ahp,
    message_list: no_list,
    unframe: no_frame,
    looks_like: |text| {
        let is_frame = has(text, "jsonrpc") && !mcp::is_frame(text);
        (is_frame || has(text, "channel")).then_some("ahp")
    },
    is_in_events: false,
    skips: Some(&OTHER_TRAFFIC),
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |dialect| {
        let dialect_types = if dialect == Dialect::Ahp1_0 {
            ahp::inventory::V1_0
        } else {
            ahp::inventory::CANVAS
        };
        dialect_types
            .iter()
            .chain(ahp::inventory::SHARED)
            .copied()
            .collect()
    },
    usual: |_| &["JsonRpcMessage"],
    validators: |named| validators(named.dialect),
    validate: |named, text, found| validation::validate(named.dialect, text, found),
    decode,
    rewrite,
    across_messages: None,
};

/// The reason to skip messages that do not concern canvases.
pub const OTHER_TRAFFIC: SkipReason = SkipReason {
    rule: AnyMessage::OTHER_TRAFFIC,
    severity: Severity::Info,
    one: "1 message without a canvas was skipped",
    several: "messages without a canvas were skipped",
    hint: "`options.strict` refuses them",
};

/// The members that other protocols do not have.
const MEMBERS: [&str; 7] = [
    "instanceId",
    "extensionId",
    "serverSeq",
    "fromSeq",
    "lastSeenServerSeq",
    "canvasId",
    "snapshots",
];

/// The first words of the types of actions.
const ACTIONS: [&str; 5] = ["canvas/", "session/", "chat/", "root/", "terminal/"];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if !members.has("jsonrpc") {
        return evidence_of_data(members);
    }
    let method = members.string("method").unwrap_or_default();
    let mut known = Request::METHODS.iter().chain(Notification::METHODS);
    if method != "initialize" && known.any(|known| is_like(&method, known)) {
        return Some(format!("the method `{method}`"));
    }
    let inner = members.get("params").or_else(|| members.get("result"))?;
    evidence_of_data(&ObjectMembers::of(inner))
}

fn evidence_of_data(members: &ObjectMembers<'_>) -> Option<String> {
    for name in ["channel", "resource"] {
        if let Some(uri) = members.string(name).filter(|uri| uri.starts_with("ahp-")) {
            return Some(format!("the {name} `{uri}`"));
        }
    }
    if members.has("reducer") && members.has("initial") {
        return Some("the members `reducer` and `initial`".to_owned());
    }
    if let Some(word) = members.string("type") {
        if ACTIONS.iter().any(|start| word.starts_with(start)) {
            return Some(format!("the action `{word}`"));
        }
    }
    if members.has("channel") && members.first_of(&["action", "state"]).is_some() {
        return Some("the member `channel`".to_owned());
    }
    members
        .first_of(&MEMBERS)
        .map(|name| format!("the member `{name}`"))
}

/// Returns the number of errors of a text in the proposal and in the release. A difference shows the dialect.
pub fn errors_by_dialect(text: &str) -> (usize, usize) {
    (
        count_errors(Dialect::AhpCanvas, text),
        count_errors(Dialect::Ahp1_0, text),
    )
}

/// Returns the number of errors of a text in one dialect. In a test case for a reducer, the initial state and the actions
/// are validated.
fn count_errors(dialect: Dialect, text: &str) -> usize {
    let mut found = Vec::new();
    let mut unreadable = 0;
    if let Some(reducer) = json::member(text, "reducer") {
        if let Some(state) = json::member(text, "initial") {
            let is_refused = state != "null" && fails_as(dialect, "CanvasState", state, &mut found);
            unreadable += usize::from(is_refused);
        }
        for action in token::children(json::member(text, "actions").unwrap_or_default()) {
            unreadable += usize::from(fails_as(dialect, "CanvasAction", action.text, &mut found));
        }
        // The reducers `session` and `chat` exist in one dialect each.
        let reducer_of_other = match dialect {
            Dialect::Ahp1_0 => "\"session\"",
            _ => "\"chat\"",
        };
        if reducer == reducer_of_other {
            unreadable += 100;
        }
    } else if validation::validate(dialect, text, &mut found).is_err() {
        unreadable = 1;
    }
    let errors = found
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    unreadable + errors.count()
}

/// Validates a value as the type with this name, and adds the findings. Returns `true` if the value cannot be read.
fn fails_as(dialect: Dialect, type_name: &str, text: &str, found: &mut Vec<Finding>) -> bool {
    for (name, validate) in validators(dialect) {
        if name == type_name {
            return validate(text, found).is_err();
        }
    }
    false
}

/// Returns findings for misspelt members and words of a canvas, or of an action on a canvas.
pub(super) fn misspelt_members<'t>(
    message: &AnyMessage,
    text: &dyn Fn() -> &'t str,
) -> Vec<Finding> {
    let (row, has_unknown) = match message {
        AnyMessage::Canvas(canvas) => (
            OpenCanvas::INFO,
            !canvas.extra.is_empty() || !canvas.state.extra.is_empty(),
        ),
        AnyMessage::Released(canvas) => (
            ReleasedCanvas::INFO,
            !canvas.extra.is_empty() || !canvas.state.extra.is_empty(),
        ),
        AnyMessage::Dispatch(dispatch) => (
            CanvasDispatch::INFO,
            !dispatch.extra.is_empty() || has_unknown_members(&dispatch.action),
        ),
        AnyMessage::Frame(frame) => return misspelt_method(frame).into_iter().collect(),
        AnyMessage::Declaration(declaration) => {
            (ClientCanvasDeclaration::INFO, !declaration.extra.is_empty())
        }
        _ => return Vec::new(),
    };
    if has_unknown {
        misspellings::misspelt_members(row, &[], text())
    } else {
        Vec::new()
    }
}

/// Returns `true` if an action may have unknown members.
fn has_unknown_members(action: &CanvasAction) -> bool {
    match action {
        CanvasAction::Updated(updated) => !updated.extra.is_empty(),
        CanvasAction::CloseRequested(request) => !request.extra.is_empty(),
        CanvasAction::Message(message) => !message.extra.is_empty(),
        _ => true,
    }
}

/// Returns a finding for a method that is similar to a known one.
fn misspelt_method(frame: &JsonRpcMessage) -> Option<Finding> {
    let method = match frame {
        JsonRpcMessage::Request(frame) => &frame.method,
        JsonRpcMessage::Notification(frame) => &frame.method,
        _ => return None,
    };
    // A misspelt method may be a request or a notification.
    let known = Request::METHODS
        .iter()
        .chain(Notification::METHODS)
        .copied();
    misspellings::misspelt_word(method, "method", known, Pointer::root().member("method"))
}

fn rewrite(row: &TypeInfo, text: &str) -> Result<RewrittenText, DecodeError> {
    RewrittenText::of(
        row.rewrite(text)
            .map_err(|error| ahp::draft::explain(text, error))?,
        Vec::new(),
    )
}

fn decode(named: DialectOrProtocol, text: &str, _: &mut Repairer, take: TakeElement<'_>) {
    let row = match (has_member(text, "action"), named.dialect) {
        _ if has_member(text, "jsonrpc") => JsonRpcMessage::INFO,
        (true, Dialect::Ahp1_0) => ReleasedAction::INFO,
        (true, _) => CanvasDispatch::INFO,
        (false, Dialect::Ahp1_0) => ReleasedCanvas::INFO,
        (false, _) => OpenCanvas::INFO,
    };
    take(rewrite(row, text).into());
}

fn validators(dialect: Dialect) -> Vec<(&'static str, Validator)> {
    let mut validators = match dialect {
        Dialect::Ahp1_0 => {
            use ahp::v1_0::*;
            validators![validate_naming_drafts: CanvasState, CanvasReference, ChatState, ChatAction, CanvasAction, StateAction]
        }
        _ => {
            use ahp::canvas::*;
            validators![validate_naming_drafts: CanvasState, OpenCanvasRef, CanvasAction, SessionAction, StateAction,
                SessionState, SessionActiveClient, SessionCanvasDeclaration, ClientCanvasDeclaration,
                SessionCanvasAction, CanvasProviderSource, CanvasOpenParams, CanvasOpenResult,
                CanvasInvokeActionParams, CanvasCloseParams, CanvasReadResourceParams, CanvasReadResourceResult,
                CanvasResourceContent]
        }
    };
    validators.extend(shared_validators());
    validators
}

/// Returns the validation functions of the types that both AHP dialects share.
fn shared_validators() -> Vec<(&'static str, Validator)> {
    use ahp::{connection::*, envelope::*, json_rpc::*, session_list::*, subscription::*};
    let mut validators: Vec<(&'static str, Validator)> =
        vec![(JsonRpcMessage::NAME, validate_frame)];
    validators.extend(validators![validate_naming_drafts: ClientCapabilities, InitializeParams, InitializeResult, ListSessionsParams,
        ListSessionsResult, SubscribeParams,
        SubscribeResult, UnsubscribeParams, ReconnectParams, ReconnectResult, Snapshot, ActionEnvelope,
        DispatchActionParams]);
    validators
}

/// Validates a frame without its parameters.
fn validate_frame(text: &str, found: &mut Vec<Finding>) -> Result<(), DecodeError> {
    let frame = ahp::draft::decode::<JsonRpcMessage>(text)?;
    found.extend(misspellings::misspelt_members(
        JsonRpcMessage::INFO,
        &[],
        text,
    ));
    ahp::frame::findings(&frame, &Pointer::root(), found);
    Ok(())
}

/// Validates a text. Errors name canvases of other drafts.
fn validate_naming_drafts<T: WireType + Validate>(
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let value = ahp::draft::decode::<T>(text)?;
    add_findings(&value, T::INFO, text, found);
    Ok(())
}
