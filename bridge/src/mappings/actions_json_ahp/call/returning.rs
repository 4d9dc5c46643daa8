//! The fields of calls and frames that do not come back.

use super::{
    super::{BACKWARD, FORWARD},
    LEVELS, METHOD, params, params_of, provider_data, read_code_and_message, result_of,
};
use crate::{
    Context, Refusal,
    lens::{Losses, payload},
    mappings::{
        call_id::{self, call_of_request},
        calls,
    },
    tool_names::safe_name,
};
use actions_json::item::{ActionCall, ActionCallOutput, ActionError, Item};
use ahp::{
    canvas::PROVIDER_ERROR,
    json_rpc::{JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse},
};
use wire::{Field, Payload, Pointer};

/// Adds the fields of an item that do not come back from its frame.
pub(super) fn add_losses_of_item(
    item: &Item,
    frame: &JsonRpcMessage,
    cx: &Context,
    losses: &mut Losses,
) {
    let added = match (item, frame) {
        (Item::ActionCall(own), JsonRpcMessage::Request(target)) if target.method == METHOD => {
            add_losses_of_call(own, target, losses)
        }
        (Item::ActionCallOutput(own), JsonRpcMessage::Response(target)) => {
            add_losses_of_output(own, target, cx, losses)
        }
        (Item::ActionError(own), JsonRpcMessage::ErrorResponse(target)) => {
            add_losses_of_error(own, target, cx, losses)
        }
        _ => Err(Refusal::no_inverse()),
    };
    // A frame that translates to no such item gives nothing back.
    if added.is_err() {
        losses.add(Pointer::root());
    }
}

fn add_losses_of_call(
    own: &ActionCall,
    target: &JsonRpcRequest,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let params = params_of(target)?;
    let arguments = calls::arguments(params.input.as_ref(), &BACKWARD.arguments)?;
    let id = call_of_request(&target.id, &BACKWARD.call_id)?;
    let root = Pointer::root();
    let instance = params.instance_id.as_str();
    let members = [
        ("call_id", own.call_id == id),
        (
            "runtime_id",
            own.runtime_id
                .get()
                .is_some_and(|own| own.as_str() == instance),
        ),
        ("name", own.name == safe_name(&params.action_name)),
        // A frame has no room for the other members.
        ("target", own.target.is_absent()),
        ("target_url_contains", own.target_url_contains.is_absent()),
        (
            "target_title_contains",
            own.target_title_contains.is_absent(),
        ),
        ("timeout_ms", own.timeout_ms.is_absent()),
    ];
    losses.add_members(&root, &members);
    let arguments = (Some(&own.arguments), Some(&arguments));
    losses.add_changes(&root.member("arguments"), arguments, LEVELS);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}

fn add_losses_of_output(
    own: &ActionCallOutput,
    target: &JsonRpcResponse,
    cx: &Context,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let output = result_of(target)?.value.unwrap_or_else(Payload::null);
    let id = call_of_request(&target.id, &BACKWARD.call_id)?;
    let root = Pointer::root();
    let runtime_id = calls::runtime_id(cx).in_target();
    let members = [
        ("call_id", own.call_id == id),
        ("runtime_id", own.runtime_id.as_str() == runtime_id),
    ];
    losses.add_members(&root, &members);
    let output = (Some(&own.output), Some(&output));
    losses.add_changes(&root.member("output"), output, LEVELS);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}

fn add_losses_of_error(
    own: &ActionError,
    target: &JsonRpcErrorResponse,
    cx: &Context,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let id = call_of_request(&target.id, &BACKWARD.call_id)?;
    let (code, message) = read_code_and_message(target);
    let (root, error) = (Pointer::root(), Pointer::from_static("/error"));
    let runtime_id = match (&own.runtime_id, &cx.runtime_id) {
        (Field::Value(own), Some(returned)) => own.as_str() == returned,
        (own, returned) => own.is_absent() && returned.is_none(),
    };
    let members = [
        ("call_id", own.call_id.get() == Some(&id)),
        ("runtime_id", runtime_id),
    ];
    losses.add_members(&root, &members);
    let details = &own.error;
    let members = [
        ("code", details.code == code),
        ("message", details.message == message),
        ("severity", details.severity.is_absent()),
        ("recoverable", details.recoverable.is_absent()),
        ("evidence", details.evidence.is_none()),
    ];
    losses.add_members(&error, &members);
    losses.add_unknown_members(&error, &details.extra);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}

/// Adds the fields of a frame that do not come back from its item.
pub(super) fn add_losses_of_frame(
    frame: &JsonRpcMessage,
    item: &Item,
    cx: &Context,
    losses: &mut Losses,
) {
    let added = match (frame, item) {
        (JsonRpcMessage::Request(own), Item::ActionCall(target)) => {
            add_losses_of_request(own, target, cx, losses)
        }
        (JsonRpcMessage::Response(own), Item::ActionCallOutput(target)) => {
            add_losses_of_response(own, target, losses)
        }
        (JsonRpcMessage::ErrorResponse(own), Item::ActionError(target)) => {
            add_losses_of_error_response(own, target, losses)
        }
        _ => Err(Refusal::no_inverse()),
    };
    // An item that translates to no such frame gives nothing back.
    if added.is_err() {
        losses.add(Pointer::root());
    }
}

fn add_losses_of_request(
    own: &JsonRpcRequest,
    target: &ActionCall,
    cx: &Context,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let (own_params, returned) = (params_of(own)?, params(target, cx));
    let arguments = calls::arguments(Some(&target.arguments), &FORWARD.arguments)?;
    let (root, at) = (Pointer::root(), Pointer::from_static("/params"));
    losses.add_members(
        &root,
        &[("id", own.id == call_id::of_call(&target.call_id))],
    );
    let members = [
        ("channel", own_params.channel == returned.channel),
        ("_meta", own_params.meta.is_none()),
        ("instanceId", own_params.instance_id == returned.instance_id),
        ("canvasId", own_params.canvas_id == returned.canvas_id),
        (
            "extensionId",
            own_params.extension_id == returned.extension_id,
        ),
        ("actionName", own_params.action_name == returned.action_name),
    ];
    losses.add_members(&at, &members);
    let input = (own_params.input.as_ref(), Some(&arguments));
    losses.add_changes(&at.member("input"), input, LEVELS);
    losses.add_unknown_members(&at, &own_params.extra);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}

fn add_losses_of_response(
    own: &JsonRpcResponse,
    target: &ActionCallOutput,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let result = result_of(own)?;
    let (root, at) = (Pointer::root(), Pointer::from_static("/result"));
    losses.add_members(
        &root,
        &[("id", own.id == call_id::of_call(&target.call_id))],
    );
    let value = (result.value.as_ref(), Some(&target.output));
    losses.add_changes(&at.member("value"), value, LEVELS);
    losses.add_unknown_members(&at, &result.extra);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}

fn add_losses_of_error_response(
    own: &JsonRpcErrorResponse,
    target: &ActionError,
    losses: &mut Losses,
) -> Result<(), Refusal> {
    let Field::Value(call_id) = &target.call_id else {
        return Err(Refusal::no_inverse());
    };
    let (root, at) = (Pointer::root(), Pointer::from_static("/error"));
    losses.add_members(&root, &[("id", own.id == call_id::of_call(call_id))]);
    let error = &own.error;
    let members = [
        ("code", error.code == PROVIDER_ERROR),
        ("message", error.message == target.error.message),
    ];
    losses.add_members(&at, &members);
    let data = payload(&provider_data(&target.error));
    losses.add_changes(
        &at.member("data"),
        (error.data.as_ref(), Some(&data)),
        LEVELS,
    );
    losses.add_unknown_members(&at, &error.extra);
    losses.add_unknown_members(&root, &own.extra);
    Ok(())
}
