//! The fields of calls and answers that do not come back.

use super::{
    FORWARD, LEVELS, arguments, error, item, output_value, response, text_of, value_of_error,
};
use crate::{
    Context,
    lens::{Losses, payload},
    mappings::{calls, tools},
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
    tool_names::{any_name, safe_name},
};
use actions_json::item::{ActionCall, ActionError, Item};
use wire::{Extra, Field, Payload, Pointer};

/// Adds the fields of an item of actions.json that do not come back from an item of the Responses API.
pub(super) fn add_losses_of_item(
    own: &Item,
    made: &ResponseItem,
    cx: &Context,
    losses: &mut Losses,
) {
    match (own, made) {
        (Item::ActionCall(own), ResponseItem::FunctionCall(made)) => {
            add_losses_of_call(own, made, cx, losses);
        }
        (_, ResponseItem::FunctionCallOutput(made)) => {
            add_losses_of_answer(own, made, cx, losses);
        }
        // The message comes back as one of another kind.
        _ => losses.add_changes_of_message(own, item(made, cx), LEVELS),
    }
}

fn add_losses_of_call(own: &ActionCall, made: &FunctionCall, cx: &Context, losses: &mut Losses) {
    let Ok(returned) = arguments(&made.arguments) else {
        return losses.add(Pointer::root());
    };
    if made.call_id != own.call_id.as_str() {
        losses.add_static("/call_id");
    }
    if safe_name(&tools::flat_tools(cx).dotted_name(&made.name)) != own.name {
        losses.add_static("/name");
    }
    // Null arguments come back as an empty object.
    let place = Pointer::from_static("/arguments");
    losses.add_changes_and_parts(&place, (&own.arguments, &returned), LEVELS);
    calls::add_losses_of_call(own, cx, losses);
}

fn add_losses_of_answer(own: &Item, made: &FunctionCallOutput, cx: &Context, losses: &mut Losses) {
    let value = output_value(&made.output);
    match (own, error(&value)) {
        (Item::ActionCallOutput(own), None) => {
            if made.call_id != own.call_id.as_str() {
                losses.add_static("/call_id");
            }
            let place = Pointer::from_static("/output");
            losses.add_changes_and_parts(&place, (&own.output, &value), LEVELS);
            calls::add_losses_of_output(own, cx, losses);
        }
        (Item::ActionError(own), Some(returned)) => {
            let call_id = own.call_id.get();
            if call_id.is_none_or(|call_id| made.call_id != call_id.as_str()) {
                losses.add_static("/call_id");
            }
            let place = Pointer::from_static("/error");
            losses.add_changes_and_parts(
                &place,
                (&payload(&own.error), &payload(&returned)),
                LEVELS,
            );
            calls::add_losses_of_error(own, cx, losses);
        }
        // The answer comes back as the other type, so the whole item is compared.
        _ => {
            losses.add_changes_of_message(own, item(&ResponseItem::from(made.clone()), cx), LEVELS);
        }
    }
}

/// Adds the fields of an item of the Responses API that do not come back from an item of actions.json.
pub(super) fn add_losses_of_response(
    own: &ResponseItem,
    made: &Item,
    cx: &Context,
    losses: &mut Losses,
) {
    match (own, made) {
        (ResponseItem::FunctionCall(own), Item::ActionCall(made)) => {
            add_losses_of_function_call(own, made, cx, losses);
        }
        (ResponseItem::FunctionCallOutput(own), Item::ActionCallOutput(made)) => {
            add_losses_of_function_output(own, made.call_id.as_str(), &made.output, losses);
        }
        (
            ResponseItem::FunctionCallOutput(own),
            Item::ActionError(ActionError {
                call_id: Field::Value(call_id),
                error,
                ..
            }),
        ) => add_losses_of_function_output(own, call_id.as_str(), &value_of_error(error), losses),
        // The message comes back as one of another kind.
        _ => losses.add_changes_of_message(own, response(made, cx), LEVELS),
    }
}

fn add_losses_of_function_call(
    own: &FunctionCall,
    made: &ActionCall,
    cx: &Context,
    losses: &mut Losses,
) {
    let Ok(returned) = calls::arguments(Some(&made.arguments), &FORWARD.arguments) else {
        return losses.add(Pointer::root());
    };
    if made.call_id.as_str() != own.call_id {
        losses.add_static("/call_id");
    }
    if tools::flat_tools(cx).flat_name(&any_name(&made.name)) != own.name {
        losses.add_static("/name");
    }
    // The layout that the model wrote is gone, and so are empty and null arguments.
    if text_of(&returned) != own.arguments {
        losses.add_static("/arguments");
    }
    add_members_without_room(&own.id, &own.status, &own.extra, losses);
}

fn add_losses_of_function_output(
    own: &FunctionCallOutput,
    call_id: &str,
    value: &Payload,
    losses: &mut Losses,
) {
    if call_id != own.call_id {
        losses.add_static("/call_id");
    }
    // A text that is not compact JSON comes back as JSON, and parts come back as a text.
    let text = own.output.as_str();
    if text.is_none_or(|text| text != text_of(value)) {
        losses.add_static("/output");
    }
    add_members_without_room(&own.id, &own.status, &own.extra, losses);
}

/// Adds the members that items of actions.json have no room for.
fn add_members_without_room(
    id: &Field<String>,
    status: &Field<String>,
    unknown: &Extra,
    losses: &mut Losses,
) {
    let members = [("id", id.is_absent()), ("status", status.is_absent())];
    losses.add_members(&Pointer::root(), &members);
    losses.add_unknown_members(&Pointer::root(), unknown);
}
