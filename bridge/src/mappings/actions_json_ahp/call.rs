//! Calls and their answers as AHP frames.

mod returning;

use super::{
    BACKWARD, FORWARD,
    declaration::{CANVAS_ID, canvas_id},
    error_code,
};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Defaulted, Encoded},
    lens::{Direction, Returns, Translated, TranslationCx, payload},
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
/// Refuses other items and an error without a call. Refuses a call if neither the call nor the context has a runtime
/// id, or if the context has no session.
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
    let returns = Returns {
        losses: &|target, losses| returning::add_losses_of_item(&item, target, cx, losses),
        back: &|target| self::item(target, cx),
    };
    let translated = TO_AHP.reconcile(&item, plain_target, fields, returns, tcx)?;
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
/// Refuses other frames and answers without an id. Refuses an output whose runtime id is neither in the carry nor in
/// the context.
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
    let returns = Returns {
        losses: &|target, losses| returning::add_losses_of_frame(&frame, target, cx, losses),
        back: &|target| self::frame(target, cx),
    };
    let translated = TO_ACTIONS_JSON.reconcile(&frame, plain_target, fields, returns, tcx)?;
    let made = &translated.message;
    calls::ensure_runtime(made, &BACKWARD.runtime_id, tcx)?;
    Ok(translated)
}

/// Returns a required member that the call lacks, with the meaning of the member.
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

/// Translates an item into a frame. The frame has no unknown members.
fn frame(item: &Item, cx: &Context) -> Result<JsonRpcMessage, Refusal> {
    let version = JsonRpcVersion::V2;
    Ok(match item {
        Item::ActionCall(call) => {
            let params = params(call, cx);
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
            let target = JsonRpcError::new(PROVIDER_ERROR, error.message.as_str())
                .data(payload(&provider_data(error)));
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

/// Returns the parameters of a call without its input.
fn params(call: &ActionCall, cx: &Context) -> CanvasInvokeActionParams {
    let runtime_id = call
        .runtime_named()
        .map(RuntimeId::as_str)
        .or(cx.runtime_id.as_deref());
    CanvasInvokeActionParams::new(
        cx.session
            .as_deref()
            .map_or(ChannelUri::from(""), ChannelUri::from),
        runtime_id.unwrap_or_default(),
        cx.manifest
            .as_ref()
            .map_or(CANVAS_ID, |checked| canvas_id(checked.manifest())),
        cx.owner.as_deref().unwrap_or(EXTENSION_ID),
        any_name(&call.name),
    )
}

/// Converts the error of an actions.json item into a provider error.
fn provider_data(error: &ErrorDetails) -> CanvasProviderErrorData {
    CanvasProviderErrorData::new(error_code::of_provider(&error.code), error.message.as_str())
}

/// Reads the parameters of a request.
///
/// # Errors
/// Refuses parameters that are not the parameters of a call.
fn params_of(request: &JsonRpcRequest) -> Result<CanvasInvokeActionParams, Refusal> {
    let none = Payload::null();
    let params = request.params.as_ref().unwrap_or(&none);
    params
        .decode()
        .map_err(|error| Refusal::from(error).below(&Pointer::root().member("params")))
}

/// Reads the result of a response.
///
/// # Errors
/// Refuses a result that is not the result of a call.
fn result_of(response: &JsonRpcResponse) -> Result<CanvasInvokeActionResult, Refusal> {
    response
        .result
        .decode()
        .map_err(|error| Refusal::from(error).below(&Pointer::root().member("result")))
}

/// Returns the code and the message of an error response in an item.
fn read_code_and_message(response: &JsonRpcErrorResponse) -> (ErrorCode, String) {
    match provider_error(response) {
        Some(data) => (error_code::of_item(&data.code), data.message),
        None => (ErrorCode::HandlerFailed, response.error.message.clone()),
    }
}

/// Translates a frame into an item. The item has no unknown members.
fn item(frame: &JsonRpcMessage, cx: &Context) -> Result<Item, Refusal> {
    let related = |id| call_id::call_of_request(id, &BACKWARD.call_id);
    Ok(match frame {
        JsonRpcMessage::Request(request) if request.method == METHOD => {
            let params = params_of(request)?;
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
            let output = result_of(response)?.value.unwrap_or_else(Payload::null);
            calls::output(related(&response.id)?, output, cx)
        }
        JsonRpcMessage::ErrorResponse(response) => {
            let (code, message) = read_code_and_message(response);
            calls::error(related(&response.id)?, ErrorDetails::new(code, message), cx)
        }
        _ => {
            let message = "the frame neither invokes a canvas action nor answers a request";
            let at = Pointer::root().member("method");
            return Err(Refusal::rule_broken(BACKWARD.item.id, at, message).hint(METHOD));
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
            // An absent runtime id comes back only while the frame names the same runtime.
            members.show("/runtime_id", "/params/instanceId");
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
            // An absent input comes back only while the call has no arguments.
            members.show(rules.arguments.from, rules.arguments.to);
        }
        JsonRpcMessage::Response(_) => {
            members.note_move(Encoded, &rules.output);
            members.show(rules.output.from, rules.output.to);
        }
        JsonRpcMessage::ErrorResponse(response) if provider_error(response).is_some() => {
            members.note_move(Encoded, &rules.error_code);
            members.note_move(Encoded, &rules.message);
        }
        JsonRpcMessage::ErrorResponse(response) => {
            members.note_move_between(None, Encoded, &rules.error_code, Some(rules.error_code.to));
            members.note_move_between(
                Some("/error/message"),
                Encoded,
                &rules.message,
                Some(rules.message.to),
            );
            show_other_error(response, &mut members);
        }
        JsonRpcMessage::Notification(_) => {}
    }
}

/// States the places where an error is visible that does not come from a provider. The error is restored only while the
/// item has its code, because any other code makes it the error of a provider. If only its data is unreadable, other
/// data may become readable with another message.
fn show_other_error(response: &JsonRpcErrorResponse, members: &mut MemberFields<'_>) {
    for from in [
        "/error/code",
        "/error/data",
        "/error/data/code",
        "/error/data/message",
    ] {
        members.show(from, BACKWARD.error_code.to);
        if response.error.code == PROVIDER_ERROR {
            members.show(from, BACKWARD.message.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Translator};
    use Dialect::{ActionsJson, AhpCanvas};
    use wire::Payload;

    /// Translates a message with its carry.
    fn translated(text: &str, carry: Carry, from: Dialect, to: Dialect) -> (String, Carry) {
        let mut cx = Context::default();
        (cx.session, cx.runtime_id) = (Some("ahp-session:/s".into()), Some("rt".into()));
        let message =
            AnyMessage::read(&Payload::parse(text).unwrap(), from, to.protocol()).unwrap();
        let mut translator = Translator::new(from, to, cx).unwrap();
        let output = translator.push(message, carry).unwrap().outputs.remove(0);
        (output.message.encode().unwrap(), output.carry)
    }

    /// Translates a frame, replaces a text of its item, and translates the item back.
    fn frame_of_edited_item(frame: &str, text: &str, edited: &str) -> String {
        let (item, carry) = translated(frame, Carry::default(), AhpCanvas, ActionsJson);
        assert!(item.contains(text), "{item}");
        let item = item.replacen(text, edited, 1);
        translated(&item, carry, ActionsJson, AhpCanvas).0
    }

    #[test]
    fn an_error_from_outside_a_provider_is_restored_until_its_code_is_edited() {
        let frame = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No method."}}"#;
        assert_eq!(
            frame_of_edited_item(frame, "No method.", "No such method."),
            frame.replace("No method.", "No such method.")
        );
        assert_eq!(
            frame_of_edited_item(frame, "handler_failed", "tab_closed"),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32012,"message":"No method.","data":{"code":"tab_closed","message":"No method."}}}"#
        );
    }

    #[test]
    fn unreadable_provider_error_data_gives_way_to_an_edit() {
        let error = |data: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32012,"message":"m","data":{data}}}}}"#
            )
        };
        let frame = error(r#"{"code":"tab_closed"}"#);
        assert_eq!(
            frame_of_edited_item(&frame, r#""message":"m""#, r#""message":"n""#),
            error(r#"{"code":"handler_failed","message":"n"}"#).replacen(r#""m""#, r#""n""#, 1)
        );
        assert_eq!(frame_of_edited_item(&frame, "rt", "rt"), frame);
    }

    #[test]
    fn an_absent_value_is_restored_unless_a_value_was_added() {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"canvasInvokeAction","params":{"channel":"ahp-session:/s","instanceId":"i","canvasId":"c","extensionId":"e","actionName":"n"}}"#;
        assert_eq!(frame_of_edited_item(call, "{}", "{}"), call);
        assert_eq!(
            frame_of_edited_item(call, "{}", r#"{"seat":1}"#),
            call.replace(r#""n"}"#, r#""n","input":{"seat":1}}"#)
        );
        let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        assert_eq!(
            frame_of_edited_item(answer, r#""output":null"#, r#""output":7"#),
            answer.replace("{}", r#"{"value":7}"#)
        );
        let item =
            r#"{"type":"action_call","call_id":"1","name":"n","arguments":{},"timeout_ms":5}"#;
        let (frame, carry) = translated(item, Carry::default(), ActionsJson, AhpCanvas);
        let edited = frame.replace(r#""instanceId":"rt""#, r#""instanceId":"rt2""#);
        assert_eq!(
            translated(&frame, carry.clone(), AhpCanvas, ActionsJson).0,
            item
        );
        assert_eq!(
            translated(&edited, carry, AhpCanvas, ActionsJson).0,
            r#"{"type":"action_call","call_id":"1","runtime_id":"rt2","name":"n","arguments":{},"timeout_ms":5}"#
        );
    }
}
