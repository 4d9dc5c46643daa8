//! The fields of calls and answers that do not come back.

use super::{
    FORWARD, LEVELS, Outcome, build_params, error_of_response, flat_name, frame, item, read_call,
    read_outcome, response_error, result_of_error, result_of_output,
};
use crate::{
    Context, Dialect,
    lens::{Losses, payload},
    mappings::{call_id, calls},
};
use actions_json::item::{ActionCall, ActionError, CallId, ErrorCode, ErrorDetails, Item};
use ahp::json_rpc::{
    JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, RequestId,
};
use wire::{Extra, Field, Payload, Pointer};

/// Adds the fields of an item that do not come back from its frame.
pub(super) fn add_losses_of_item(
    own: &Item,
    made: &JsonRpcMessage,
    cx: &Context,
    losses: &mut Losses,
) {
    // An answer with the id null does not identify its call.
    if let JsonRpcMessage::Response(JsonRpcResponse {
        id: RequestId::Null,
        ..
    })
    | JsonRpcMessage::ErrorResponse(JsonRpcErrorResponse {
        id: RequestId::Null,
        ..
    }) = made
    {
        return losses.add(Pointer::root());
    }
    match (own, made) {
        (Item::ActionCall(own), JsonRpcMessage::Request(made)) => {
            add_losses_of_call(own, made, cx, losses);
        }
        (_, JsonRpcMessage::Response(response)) => {
            add_losses_of_answer(own, response, made, cx, losses);
        }
        (Item::ActionError(own), JsonRpcMessage::ErrorResponse(made)) => {
            add_losses_of_error(own, &error_of_response(&made.error), &made.id, cx, losses);
        }
        // The message comes back as one of another kind.
        _ => losses.add_changes_of_message(own, item(made, cx), LEVELS),
    }
}

fn add_losses_of_call(own: &ActionCall, made: &JsonRpcRequest, cx: &Context, losses: &mut Losses) {
    let Ok((call_id, name, arguments)) = read_call(made, cx) else {
        return losses.add(Pointer::root());
    };
    add_call_id(Some(&own.call_id), Some(call_id), losses);
    if name != own.name {
        losses.add_static("/name");
    }
    // Null arguments come back as an empty object.
    let place = Pointer::from_static("/arguments");
    losses.add_changes_and_parts(&place, (&own.arguments, &arguments), LEVELS);
    calls::add_losses_of_call(own, cx, losses);
}

/// Adds the fields of an output or an error that do not come back from a response. `made` is the frame of that
/// response.
fn add_losses_of_answer(
    own: &Item,
    response: &JsonRpcResponse,
    made: &JsonRpcMessage,
    cx: &Context,
    losses: &mut Losses,
) {
    let Ok(outcome) = read_outcome(&response.result) else {
        return losses.add(Pointer::root());
    };
    match (own, outcome) {
        (Item::ActionError(own), Outcome::Error(error)) => {
            add_losses_of_error(own, &error, &response.id, cx, losses);
        }
        (Item::ActionCallOutput(own), Outcome::Output(output)) => {
            let call_id = call_id::of_request(&response.id);
            add_call_id(Some(&own.call_id), call_id, losses);
            // Before 2026-07-28, the text alone shows an output that is not an object.
            let place = Pointer::from_static("/output");
            losses.add_changes_and_parts(&place, (&own.output, &output), LEVELS);
            calls::add_losses_of_output(own, cx, losses);
        }
        // The message comes back as one of another kind.
        _ => losses.add_changes_of_message(own, item(made, cx), LEVELS),
    }
}

/// Adds the fields of an error that do not come back from an answer with this id. `returned` is the error that the text
/// of the answer states.
fn add_losses_of_error(
    own: &ActionError,
    returned: &ErrorDetails,
    id: &RequestId,
    cx: &Context,
    losses: &mut Losses,
) {
    add_call_id(own.call_id.get(), call_id::of_request(id), losses);
    let (place, stated) = (Pointer::from_static("/error"), payload(&own.error));
    losses.add_changes_and_parts(&place, (&stated, &payload(returned)), LEVELS);
    calls::add_losses_of_error(own, cx, losses);
}

fn add_call_id(own: Option<&CallId>, returned: Option<CallId>, losses: &mut Losses) {
    if own != returned.as_ref() {
        losses.add_static("/call_id");
    }
}

/// Adds the fields of a frame in the dialect `from` that do not come back from its item.
pub(super) fn add_losses_of_frame(
    own: &JsonRpcMessage,
    made: &Item,
    from: Dialect,
    cx: &Context,
    losses: &mut Losses,
) {
    match (own, made) {
        (JsonRpcMessage::Request(own), Item::ActionCall(made)) => {
            add_losses_of_request(own, made, from, cx, losses);
        }
        (JsonRpcMessage::Response(own), Item::ActionCallOutput(made)) => {
            let returned = result_of_output(&made.output, from);
            add_losses_of_response(own, &made.call_id, &returned, losses);
        }
        (
            JsonRpcMessage::Response(own),
            Item::ActionError(ActionError {
                call_id: Field::Value(call_id),
                error,
                ..
            }),
        ) if error.code != ErrorCode::UnknownAction => {
            let returned = result_of_error(error, from);
            add_losses_of_response(own, call_id, &returned, losses);
        }
        // Only an unknown tool comes back as an error of the protocol.
        (
            JsonRpcMessage::ErrorResponse(own),
            Item::ActionError(ActionError {
                call_id: Field::Value(call_id),
                error,
                ..
            }),
        ) if error.code == ErrorCode::UnknownAction => {
            let (place, stated) = (Pointer::from_static("/error"), payload(&own.error));
            let returned = payload(&response_error(error));
            losses.add_changes_and_parts(&place, (&stated, &returned), LEVELS);
            add_id_and_unknown_members((&own.id, &own.extra), call_id, losses);
        }
        // The message comes back as one of another kind.
        _ => losses.add_changes_of_message(own, frame(made, from, cx), LEVELS),
    }
}

fn add_losses_of_request(
    own: &JsonRpcRequest,
    made: &ActionCall,
    from: Dialect,
    cx: &Context,
    losses: &mut Losses,
) {
    let (Ok(arguments), Some(stated)) = (
        calls::arguments(Some(&made.arguments), &FORWARD.arguments),
        &own.params,
    ) else {
        return losses.add(Pointer::root());
    };
    // Neither other parameters nor the description of the client come back.
    let returned = build_params(&flat_name(&made.name, cx), &arguments, from);
    let place = Pointer::from_static("/params");
    losses.add_changes_and_parts(&place, (stated, &returned), LEVELS);
    add_id_and_unknown_members((&own.id, &own.extra), &made.call_id, losses);
}

fn add_losses_of_response(
    own: &JsonRpcResponse,
    call_id: &CallId,
    returned: &Payload,
    losses: &mut Losses,
) {
    let place = Pointer::from_static("/result");
    losses.add_changes_and_parts(&place, (&own.result, returned), LEVELS);
    add_id_and_unknown_members((&own.id, &own.extra), call_id, losses);
}

fn add_id_and_unknown_members(
    (id, unknown): (&RequestId, &Extra),
    call_id: &CallId,
    losses: &mut Losses,
) {
    if call_id::of_call(call_id) != *id {
        losses.add_static("/id");
    }
    losses.add_unknown_members(&Pointer::root(), unknown);
}
