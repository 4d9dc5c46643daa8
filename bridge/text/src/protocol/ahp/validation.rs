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

/// Validates a document. Its members show its type, as for `convert`.
pub(super) fn validate(
    dialect: Dialect,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let is_released = dialect == Dialect::Ahp1_0;
    let has = |name: &str| has_member(text, name);
    if has("jsonrpc") {
        return validate_frame(dialect, text, found);
    }
    match (has("action"), has("state")) {
        (true, _) if is_released => read::<ReleasedAction>(text, found)?
            .action
            .findings(&at("action"), found),
        (true, _) => read::<ProposedAction>(text, found)?
            .action
            .findings(&at("action"), found),
        (_, true) if has("resource") => {
            let shown = read::<Snapshot>(text, found)?;
            snapshot(dialect, &shown, &Pointer::root(), found);
        }
        (_, true) if is_released => {
            let canvas: ReleasedCanvas = read(text, found)?;
            canvas.state.findings(&at("state"), found);
            canvas.contents.findings(&at("contents"), found);
        }
        (_, true) => {
            let canvas: OpenCanvas = read(text, found)?;
            canvas.state.findings(&at("state"), found);
            canvas.contents.findings(&at("contents"), found);
        }
        _ if is_released => return validate_naming_drafts::<v1_0::CanvasState>(text, found),
        _ if has("displayName") && !has("provider") => {
            return validate_naming_drafts::<ClientCanvasDeclaration>(text, found);
        }
        _ => return validate_naming_drafts::<canvas::CanvasState>(text, found),
    }
    Ok(())
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
        JsonRpcMessage::Notification(told) => {
            let notification = Notification::read(told)?;
            notification.findings(&params, found);
            if let Notification::DispatchAction(DispatchActionParams { action, .. })
            | Notification::Action(ActionEnvelope { action, .. }) = &notification
            {
                let row = match dialect {
                    Dialect::Ahp1_0 => v1_0::StateAction::INFO,
                    _ => canvas::StateAction::INFO,
                };
                below(
                    &params.member("action"),
                    misspellings::misspelt_members(row, &[], action.text()),
                    found,
                );
            }
        }
        JsonRpcMessage::Response(response) => {
            answer(dialect, &response.result, &at("result"), found)
        }
        JsonRpcMessage::ErrorResponse(_) => {}
    }
    Ok(())
}

/// Validates a result. The request is unknown, so the members show which results concern canvases.
fn answer(dialect: Dialect, result: &Payload, at: &Pointer, found: &mut Vec<Finding>) {
    if let Some(shape) = draft::finding_for_answer(result, at) {
        found.push(shape);
        return;
    }
    let member = |name: &str| result.member(name);
    let kind = member("type");
    if member("protocolVersion").is_some() {
        validate_payload::<InitializeResult>(result, at, found);
    } else if matches!(
        kind.as_ref().and_then(Payload::as_str).as_deref(),
        Some("replay" | "snapshot")
    ) {
        validate_payload::<ReconnectResult>(result, at, found);
    }
    let one = member("snapshot").map(|shown| (at.member("snapshot"), shown));
    let several = member("snapshots").into_iter().flat_map(|list| {
        let of = |(index, shown): (usize, Payload)| (at.member("snapshots").element(index), shown);
        list.elements().enumerate().map(of).collect::<Vec<_>>()
    });
    for (at, shown) in one.into_iter().chain(several) {
        match draft::decode::<Snapshot>(shown.text()) {
            Ok(shown) => snapshot(dialect, &shown, &at, found),
            Err(error) => unreadable(&shown, error, &at, found),
        }
    }
}

fn validate_payload<T: WireType + Validate>(
    value: &Payload,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    match draft::decode::<T>(value.text()) {
        Ok(value) => value.findings(at, found),
        Err(error) => unreadable(value, error, at, found),
    }
}

/// Validates a snapshot and the state in it, in the form that the dialect defines.
fn snapshot(dialect: Dialect, shown: &Snapshot, at: &Pointer, found: &mut Vec<Finding>) {
    shown.findings(at, found);
    let state = at.member("state");
    let read = match dialect {
        Dialect::Ahp1_0 => {
            v1_0::SnapshotState::read(shown).map(|read| read.findings(&state, found))
        }
        _ => canvas::SnapshotState::read(shown).map(|read| read.findings(&state, found)),
    };
    if let Err(error) = read {
        unreadable(&shown.state, error, &state, found);
    }
}

/// Finds why a value below a message cannot be read: the shape of another draft is kept, anything else is an error.
fn unreadable(value: &Payload, error: DecodeError, at: &Pointer, found: &mut Vec<Finding>) {
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

fn below(at: &Pointer, findings: Vec<Finding>, found: &mut Vec<Finding>) {
    for mut finding in findings {
        finding.pointer = at.join(&finding.pointer);
        found.push(finding);
    }
}
