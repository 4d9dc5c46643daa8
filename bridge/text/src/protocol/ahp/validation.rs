//! Validates AHP documents whose type is not stated: frames, actions, snapshots, canvases, declarations and states.

use super::{has_member, misspelt_method, validate_naming_drafts};
use crate::misspellings;
use bridge::{
    Dialect,
    ahp::{
        canvas::{self, ClientCanvasDeclaration},
        connection::InitializeResult,
        draft,
        envelope::{ActionEnvelope, DispatchActionParams},
        frame,
        json_rpc::JsonRpcMessage,
        method::{Notification, Request},
        subscription::{ReconnectResult, Snapshot},
        v1_0,
    },
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
};
use wire::{DecodeError, Finding, Payload, Pointer, Validate, WireType};

/// Validates a document. The type is detected from its members, as for `convert`.
pub(super) fn validate(
    dialect: Dialect,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    if has_member(text, "jsonrpc") {
        return validate_frame(dialect, text, found);
    }
    let is_released = dialect == Dialect::Ahp1_0;
    if has_member(text, "action") {
        let at = at("action");
        if is_released {
            read::<ReleasedAction>(text, found)?
                .action
                .findings(&at, found);
        } else {
            read::<ProposedAction>(text, found)?
                .action
                .findings(&at, found);
        }
        return Ok(());
    }
    if !has_member(text, "state") {
        return validate_without_channel(dialect, text, found);
    }
    if has_member(text, "resource") {
        let shown = read::<Snapshot>(text, found)?;
        validate_snapshot(dialect, &shown, &Pointer::root(), found);
    } else if is_released {
        let canvas: ReleasedCanvas = read(text, found)?;
        canvas.state.findings(&at("state"), found);
        canvas.contents.findings(&at("contents"), found);
    } else {
        let canvas: OpenCanvas = read(text, found)?;
        canvas.state.findings(&at("state"), found);
        canvas.contents.findings(&at("contents"), found);
    }
    Ok(())
}

/// Validates a state or a declaration.
fn validate_without_channel(
    dialect: Dialect,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    if dialect == Dialect::Ahp1_0 {
        return validate_naming_drafts::<v1_0::CanvasState>(text, found);
    }
    if has_member(text, "displayName") && !has_member(text, "provider") {
        return validate_naming_drafts::<ClientCanvasDeclaration>(text, found);
    }
    validate_naming_drafts::<canvas::CanvasState>(text, found)
}

fn at(name: &str) -> Pointer {
    Pointer::root().member(name)
}

/// Reads a value and adds findings for misspelt members.
fn read<T: WireType>(text: &str, found: &mut Vec<Finding>) -> Result<T, DecodeError> {
    let value = draft::decode::<T>(text)?;
    found.extend(misspellings::misspelt_members(T::INFO, &[], text));
    Ok(value)
}

/// Validates a frame, and its parameters or result where their type is known.
fn validate_frame(
    dialect: Dialect,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let message = wire::decode::<JsonRpcMessage>(text)?;
    frame::findings(&message, &Pointer::root(), found);
    found.extend(misspelt_method(&message));
    let params = at("params");
    match &message {
        JsonRpcMessage::Request(request) => Request::read(request)?.findings(&params, found),
        JsonRpcMessage::Notification(raw) => {
            let notification = Notification::read(raw)?;
            notification.findings(&params, found);
            if let Notification::DispatchAction(DispatchActionParams { action, .. })
            | Notification::Action(ActionEnvelope { action, .. }) = &notification
            {
                let row = match dialect {
                    Dialect::Ahp1_0 => v1_0::StateAction::INFO,
                    _ => canvas::StateAction::INFO,
                };
                add_below(
                    &params.member("action"),
                    misspellings::misspelt_members(row, &[], action.text()),
                    found,
                );
            }
        }
        JsonRpcMessage::Response(response) => {
            validate_result(dialect, &response.result, &at("result"), found)
        }
        JsonRpcMessage::ErrorResponse(_) => {}
    }
    Ok(())
}

/// Validates a result. Because the request is unknown, the members decide which type the result has.
fn validate_result(dialect: Dialect, result: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    if let Some(shape) = draft::finding_for_answer(result, at) {
        found.push(shape);
        return;
    }
    let kind = result.member("type");
    let kind = kind.as_ref().and_then(Payload::as_str);
    if result.member("protocolVersion").is_some() {
        validate_payload::<InitializeResult>(result, at, found);
    } else if matches!(kind.as_deref(), Some("replay" | "snapshot")) {
        validate_payload::<ReconnectResult>(result, at, found);
    }
    if let Some(shown) = result.member("snapshot") {
        validate_nested_snapshot(dialect, &shown, &at.member("snapshot"), found);
    }
    if let Some(list) = result.member("snapshots") {
        let at = at.member("snapshots");
        for (index, shown) in list.elements().enumerate() {
            validate_nested_snapshot(dialect, &shown, &at.element(index), found);
        }
    }
}

/// Validates a snapshot inside a result.
fn validate_nested_snapshot(
    dialect: Dialect,
    shown: &Payload,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    match draft::decode::<Snapshot>(shown.text()) {
        Ok(read) => validate_snapshot(dialect, &read, at, found),
        Err(error) => add_unreadable(shown, error, at, found),
    }
}

fn validate_payload<T: WireType + Validate>(
    value: &Payload,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    match draft::decode::<T>(value.text()) {
        Ok(value) => value.findings(at, found),
        Err(error) => add_unreadable(value, error, at, found),
    }
}

/// Validates a snapshot and the state in it, in the form that the dialect defines.
fn validate_snapshot(dialect: Dialect, shown: &Snapshot, at: &Pointer, found: &mut Vec<Finding>) {
    shown.findings(at, found);
    let state = at.member("state");
    let read = match dialect {
        Dialect::Ahp1_0 => {
            v1_0::SnapshotState::read(shown).map(|read| read.findings(&state, found))
        }
        _ => canvas::SnapshotState::read(shown).map(|read| read.findings(&state, found)),
    };
    if let Err(error) = read {
        add_unreadable(&shown.state, error, &state, found);
    }
}

/// Adds the finding about an unreadable value: the shape of another draft, or else the error.
fn add_unreadable(value: &Payload, error: DecodeError, at: &Pointer, found: &mut Vec<Finding>) {
    let finding = match draft::finding_for(value, &error, at) {
        Some(shape) => shape,
        None => {
            let mut finding = Finding::from(error);
            finding.pointer = at.join(&finding.pointer);
            finding
        }
    };
    // A frame and its snapshot may both be read at the same place.
    if !found.contains(&finding) {
        found.push(finding);
    }
}

fn add_below(at: &Pointer, findings: Vec<Finding>, found: &mut Vec<Finding>) {
    for mut finding in findings {
        finding.pointer = at.join(&finding.pointer);
        found.push(finding);
    }
}
