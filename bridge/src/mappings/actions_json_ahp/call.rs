//! Calls and their answers as AHP frames.

use super::{
    BACKWARD, FORWARD,
    declaration::{CANVAS_ID, canvas_id},
    error_code,
};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Defaulted, Encoded},
    lens::{Direction, Translated, TranslationCx, payload},
    mappings::{
        call_id,
        calls::{self, MemberFields},
    },
    tool_names::{any_name, safe_name},
};
use actions_json::item::{ActionCall, ActionError, ErrorCode, ErrorDetails, Item, RuntimeId};
use ahp::{
    canvas::{
        CanvasInvokeActionParams, CanvasInvokeActionResult, CanvasProviderErrorData, PROVIDER_ERROR,
    },
    ids::ChannelUri,
    json_rpc::{
        JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse,
        JsonRpcVersion,
    },
};
use wire::{Field, Payload, Pointer};

const METHOD: &str = "canvasInvokeAction";
const EXTENSION_ID: &str = "agent-ui-bridge";

/// The depth of the fields of a frame, such as `/params/input`.
const LEVELS: usize = 4;

static TO_AHP: Direction = Direction::new(
    Dialect::ActionsJson,
    Dialect::AhpCanvas,
    LEVELS,
    &FORWARD.others,
);

static TO_ACTIONS_JSON: Direction = Direction::new(
    Dialect::AhpCanvas,
    Dialect::ActionsJson,
    LEVELS,
    &BACKWARD.others,
);

/// Translates a call, its output or its error into an AHP frame.
///
/// # Errors
/// Refuses other items and an error without a call. Refuses a call without a runtime id in the call or the context, and
/// without a session in the context.
pub(crate) fn forward(
    item: Item,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<JsonRpcMessage>, Refusal> {
    let cx = tcx.cx;
    let plain_target = frame(&item, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note_forward(&item, MemberFields::new(&item, &plain_target, &mut fields));
    }
    let back = |target: &_| self::item(target, cx);
    let translated = TO_AHP.reconcile_by_inverse(&item, plain_target, fields, back, tcx)?;
    let made = &translated.message;
    if let Some((member, whose)) = missing_member(made) {
        let (rule, option) = match member {
            "instanceId" => (&FORWARD.runtime_id, "runtime_id"),
            _ => (&FORWARD.channel, "session"),
        };
        let message =
            format!("the AHP frame needs {whose}, and neither the call nor the context names it");
        return Err(Refusal::context(rule.id, Pointer::root(), message)
            .hint(format_args!("name {whose} with `options.context.{option}`")));
    }
    Ok(translated)
}

/// Translates a frame that invokes a canvas action, or answers one, into an item.
///
/// # Errors
/// Refuses other frames, answers without an id, and an output whose runtime id is neither in the carry nor in the
/// context.
pub(crate) fn backward(
    frame: JsonRpcMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Item>, Refusal> {
    let cx = tcx.cx;
    let plain_target = item(&frame, cx)?;
    // Such a call could not be sent back.
    if let Some((member, whose)) = missing_member(&frame) {
        let rule = if member == "instanceId" {
            &BACKWARD.runtime_id
        } else {
            &BACKWARD.channel
        };
        let at = Pointer::root().member("params").member(member);
        let message = format!("the call does not name {whose}");
        return Err(
            Refusal::rule_broken(rule.id, at, message).hint("use the value of the open canvas")
        );
    }
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note_backward(
            &frame,
            MemberFields::new(&frame, &plain_target, &mut fields),
        );
    }
    let back = |target: &_| self::frame(target, cx);
    let translated =
        TO_ACTIONS_JSON.reconcile_by_inverse(&frame, plain_target, fields, back, tcx)?;
    let made = &translated.message;
    calls::ensure_runtime(made, &BACKWARD.runtime_id, tcx)?;
    Ok(translated)
}

/// Returns a required member that the call lacks, with its meaning.
fn missing_member(frame: &JsonRpcMessage) -> Option<(&'static str, &'static str)> {
    let JsonRpcMessage::Request(request) = frame else {
        return None;
    };
    [("instanceId", "the runtime"), ("channel", "the session")]
        .into_iter()
        .find(|(member, _)| {
            let stated = request
                .params
                .as_ref()
                .and_then(|params| params.member(member));
            stated.is_none_or(|stated| stated.as_str().as_deref() == Some(""))
        })
}

/// Translates an item into a frame. Unknown members are empty.
fn frame(item: &Item, cx: &Context) -> Result<JsonRpcMessage, Refusal> {
    let version = JsonRpcVersion::V2;
    Ok(match item {
        Item::ActionCall(call) => {
            let runtime_id = call
                .runtime_named()
                .map(RuntimeId::as_str)
                .or(cx.runtime_id.as_deref());
            let params = CanvasInvokeActionParams::new(
                cx.session
                    .as_deref()
                    .map_or(ChannelUri::from(""), ChannelUri::from),
                runtime_id.unwrap_or_default(),
                cx.manifest
                    .as_ref()
                    .map_or(CANVAS_ID, |checked| canvas_id(checked.manifest())),
                cx.owner.as_deref().unwrap_or(EXTENSION_ID),
                any_name(&call.name),
            );
            let params = params.input(calls::arguments(Some(&call.arguments), &FORWARD.arguments)?);
            JsonRpcRequest::new(version, call_id::of_call(&call.call_id), METHOD)
                .params(payload(&params))
                .into()
        }
        Item::ActionCallOutput(output) => {
            let result = CanvasInvokeActionResult::new().value(output.output.clone());
            JsonRpcResponse::new(version, call_id::of_call(&output.call_id), payload(&result))
                .into()
        }
        Item::ActionError(ActionError {
            call_id: Field::Value(call_id),
            error,
            ..
        }) => {
            let code = error_code::of_provider(&error.code);
            let data = CanvasProviderErrorData::new(code, error.message.as_str());
            let target =
                JsonRpcError::new(PROVIDER_ERROR, error.message.as_str()).data(payload(&data));
            JsonRpcErrorResponse::new(version, call_id::of_call(call_id), target).into()
        }
        other => {
            return Err(calls::no_counterpart(
                other,
                &FORWARD.call_id,
                &FORWARD.item,
            ));
        }
    })
}

/// Translates a frame into an item. Unknown members are empty.
fn item(frame: &JsonRpcMessage, cx: &Context) -> Result<Item, Refusal> {
    let below = |member: &str| Pointer::root().member(member);
    let related = |id| call_id::call_of_request(id, &BACKWARD.call_id);
    Ok(match frame {
        JsonRpcMessage::Request(request) if request.method == METHOD => {
            let none = Payload::null();
            let params = request.params.as_ref().unwrap_or(&none);
            let params: CanvasInvokeActionParams = params
                .decode()
                .map_err(|error| Refusal::from(error).below(&below("params")))?;
            let arguments = calls::arguments(params.input.as_ref(), &BACKWARD.arguments)?;
            ActionCall::new(
                related(&request.id)?,
                safe_name(&params.action_name),
                arguments,
            )
            .runtime_id(params.instance_id.as_str())
            .into()
        }
        JsonRpcMessage::Response(response) => {
            let result: CanvasInvokeActionResult = response
                .result
                .decode()
                .map_err(|error| Refusal::from(error).below(&below("result")))?;
            let output = result.value.unwrap_or_else(Payload::null);
            calls::output(related(&response.id)?, output, cx)
        }
        JsonRpcMessage::ErrorResponse(response) => {
            let (code, message) = match provider_error(response) {
                Some(data) => (error_code::of_item(&data.code), data.message),
                None => (ErrorCode::HandlerFailed, response.error.message.clone()),
            };
            calls::error(related(&response.id)?, ErrorDetails::new(code, message), cx)
        }
        _ => {
            let message = "the frame neither invokes a canvas action nor answers a request";
            return Err(
                Refusal::rule_broken(BACKWARD.item.id, below("method"), message).hint(METHOD),
            );
        }
    })
}

/// Returns the provider error in an answer.
fn provider_error(response: &JsonRpcErrorResponse) -> Option<CanvasProviderErrorData> {
    let stated = response
        .error
        .data
        .as_ref()
        .filter(|_| response.error.code == PROVIDER_ERROR);
    stated.and_then(|data| data.decode().ok())
}

/// Adds the notes about the members of an item.
fn note_forward(item: &Item, mut members: MemberFields<'_>) {
    let rules = &FORWARD;
    members.note_move(Encoded, &rules.call_id);
    match item {
        Item::ActionCall(call) => {
            members.note_move(Encoded, &rules.name);
            members.note_move(Encoded, &rules.arguments);
            let is_of_target = call.runtime_id.get().is_none() && call.runtime_named().is_some();
            let from = if is_of_target {
                "/target/runtime_id"
            } else {
                rules.runtime_id.from
            };
            members.note_move_between(
                Some(from),
                Encoded,
                &rules.runtime_id,
                Some(rules.runtime_id.to),
            );
            [&rules.channel, &rules.canvas, &rules.extension_id]
                .into_iter()
                .for_each(|rule| members.note(Defaulted, rule));
        }
        Item::ActionCallOutput(_) => members.note_move(Encoded, &rules.output),
        Item::ActionError(_) => {
            members.note_move(Encoded, &rules.error_code);
            members.note_move(Encoded, &rules.message);
        }
        _ => {}
    }
}

/// Adds the notes about the members of a frame.
fn note_backward(frame: &JsonRpcMessage, mut members: MemberFields<'_>) {
    let rules = &BACKWARD;
    members.note_move(Encoded, &rules.call_id);
    match frame {
        JsonRpcMessage::Request(_) => {
            members.note_move(Encoded, &rules.name);
            members.note_move(Encoded, &rules.arguments);
            members.note_move(Encoded, &rules.runtime_id);
        }
        JsonRpcMessage::Response(_) => members.note_move(Encoded, &rules.output),
        JsonRpcMessage::ErrorResponse(response) if provider_error(response).is_some() => {
            members.note_move(Encoded, &rules.error_code);
            members.note_move(Encoded, &rules.message);
        }
        JsonRpcMessage::ErrorResponse(_) => {
            members.note_move_between(None, Encoded, &rules.error_code, Some(rules.error_code.to));
            members.note_move_between(
                Some("/error/message"),
                Encoded,
                &rules.message,
                Some(rules.message.to),
            );
        }
        JsonRpcMessage::Notification(_) => {}
    }
}
