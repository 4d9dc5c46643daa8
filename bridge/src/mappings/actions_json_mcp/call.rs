//! Calls of MCP tools and their answers.

mod returning;

use super::{BACKWARD, FORWARD, Rules};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Defaulted, Encoded},
    lens::{Direction, Returns, Translated, TranslationCx},
    mappings::{
        call_id,
        calls::{self, MemberFields},
        tools,
    },
    mcp::{CLIENT_CAPABILITIES, PROTOCOL_VERSION},
    tool_names::{any_name, safe_name},
};
use actions_json::item::{ActionError, CallId, ErrorCode, ErrorDetails, Item};
use ahp::json_rpc::{
    JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse,
    JsonRpcVersion, RequestId,
};
use wire::{Field, Payload, PayloadKind, Pointer};

const METHOD: &str = "tools/call";
/// The JSON-RPC code for invalid parameters, which MCP also uses for unknown tools.
const INVALID_PARAMS: i64 = -32602;

/// The depth of the fields of a frame, such as `/params/arguments`.
const LEVELS: usize = 4;

/// Translates a call, its output or its error into an MCP frame.
///
/// # Errors
/// Refuses other items, and an error without a call.
pub(crate) fn forward(
    item: Item,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<JsonRpcMessage>, Refusal> {
    let to = tcx.step.to;
    let cx = tcx.cx;
    let plain_target = frame(&item, to, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note(
            &item,
            &FORWARD,
            MemberFields::new(&item, &plain_target, &mut fields),
        );
    }
    let returns = Returns {
        losses: &|frame, losses| returning::add_losses_of_item(&item, frame, cx, losses),
        back: &|frame| self::item(frame, cx),
    };
    let direction = Direction::new(Dialect::ActionsJson, to, LEVELS, &FORWARD.others);
    direction.reconcile(&item, plain_target, fields, returns, tcx)
}

/// Translates a frame that calls a tool or answers such a call into an item.
///
/// # Errors
/// Refuses other frames and answers without an id. Refuses an output whose runtime id is neither in the carry nor in
/// the context.
pub(crate) fn backward(
    frame: JsonRpcMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Item>, Refusal> {
    let from = tcx.step.from;
    let cx = tcx.cx;
    let plain_target = item(&frame, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        let mut members = MemberFields::new(&frame, &plain_target, &mut fields);
        show_absent(&plain_target, &mut members);
        note(&plain_target, &BACKWARD, members);
    }
    let returns = Returns {
        losses: &|item, losses| returning::add_losses_of_frame(&frame, item, from, cx, losses),
        back: &|item| self::frame(item, from, cx),
    };
    let direction = Direction::new(from, Dialect::ActionsJson, LEVELS, &BACKWARD.others);
    let translated = direction.reconcile(&frame, plain_target, fields, returns, tcx)?;
    let made = &translated.message;
    calls::ensure_runtime(made, &BACKWARD.runtime_id, tcx)?;
    Ok(translated)
}

/// Translates an item into a frame.
fn frame(item: &Item, to: Dialect, cx: &Context) -> Result<JsonRpcMessage, Refusal> {
    let version = JsonRpcVersion::V2;
    Ok(match item {
        Item::ActionCall(call) => {
            let arguments = calls::arguments(Some(&call.arguments), &FORWARD.arguments)?;
            let params = build_params(&flat_name(&call.name, cx), &arguments, to);
            let request = JsonRpcRequest::new(version, call_id::of_call(&call.call_id), METHOD);
            request.params(params).into()
        }
        Item::ActionCallOutput(output) => {
            let result = result_of_output(&output.output, to);
            JsonRpcResponse::new(version, call_id::of_call(&output.call_id), result).into()
        }
        Item::ActionError(ActionError {
            call_id: Field::Value(call_id),
            error,
            ..
        }) => {
            let id = call_id::of_call(call_id);
            if error.code == ErrorCode::UnknownAction {
                return Ok(JsonRpcErrorResponse::new(version, id, response_error(error)).into());
            }
            JsonRpcResponse::new(version, id, result_of_error(error, to)).into()
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

/// Returns the name by which MCP clients call a tool.
fn flat_name(name: &str, cx: &Context) -> String {
    let name = any_name(name);
    if cx.flat_names {
        tools::flat_tools(cx).flat_name(&name)
    } else {
        name
    }
}

/// Returns the parameters of a call.
fn build_params(name: &str, arguments: &Payload, to: Dialect) -> Payload {
    let name = Payload::string(name);
    let mut params = vec![("name", &name), ("arguments", arguments)];
    // The capabilities of the client are unknown here.
    let version = Payload::string("2026-07-28");
    let capabilities = Payload::empty_object();
    let meta = Payload::object([
        (PROTOCOL_VERSION, &version),
        (CLIENT_CAPABILITIES, &capabilities),
    ]);
    if to == Dialect::Mcp2026_07 {
        params.push(("_meta", &meta));
    }
    Payload::object(params)
}

fn result_of_output(output: &Payload, to: Dialect) -> Payload {
    let text = match output.as_str() {
        Some(_) => output.clone(),
        // The text must not depend on the layout, which a carry does not always keep.
        None => Payload::string(&wire::without_whitespace(output.text())),
    };
    build_result(&text, Some(output), to)
}

fn result_of_error(error: &ErrorDetails, to: Dialect) -> Payload {
    build_result(&Payload::string(&error_text(error)), None, to)
}

/// Returns the JSON-RPC error for an unknown tool.
fn response_error(error: &ErrorDetails) -> JsonRpcError {
    let details = Payload::object([
        ("code", &Payload::string(error.code.as_str())),
        ("message", &Payload::string(&error.message)),
    ]);
    JsonRpcError::new(INVALID_PARAMS, error.message.as_str()).data(details)
}

/// Returns the result of a call. It contains the text for models and, if the MCP version allows it, the value itself. A
/// call without a value has failed.
///
/// An error has no `structuredContent`. Clients validate such content against the tool's `outputSchema`, and would
/// throw instead of showing the error to the model.
fn build_result(text: &Payload, value: Option<&Payload>, to: Dialect) -> Payload {
    let content = Payload::object([("type", &Payload::string("text")), ("text", text)]);
    let content = Payload::array(&[content]);
    let is_error = Payload::encode(&true).unwrap_or_else(|_| Payload::null());
    let complete = Payload::string("complete");
    let mut members = vec![("content", &content)];
    match value {
        Some(value) if value.is_object() || to == Dialect::Mcp2026_07 => {
            members.push(("structuredContent", value));
        }
        Some(_) => {}
        None => members.push(("isError", &is_error)),
    }
    if to == Dialect::Mcp2026_07 {
        members.push(("resultType", &complete));
    }
    Payload::object(members)
}

/// Returns the text of an error, `code: message`. The default code is omitted.
fn error_text(error: &ErrorDetails) -> String {
    let (code, message) = (error.code.as_str(), error.message.as_str());
    let is_implied = error.code == ErrorCode::HandlerFailed && split_code(message).is_none();
    if is_implied || code.is_empty() {
        message.to_owned()
    } else {
        format!("{code}: {message}")
    }
}

/// Splits an error text into code and message. Returns `None` if the text does not begin with a code. Other servers
/// begin texts with words, so a code is a code of actions.json, or several words joined by `_`.
fn split_code(text: &str) -> Option<(&str, &str)> {
    let (code, message) = text.split_once(": ")?;
    if ErrorCode::WORDS.contains(&code) || is_joined(code) {
        Some((code, message))
    } else {
        None
    }
}

/// Returns `true` for several words of small letters and digits joined by `_`.
fn is_joined(code: &str) -> bool {
    code.contains('_')
        && code.starts_with(|first: char| first.is_ascii_lowercase())
        && code.split('_').all(is_word)
}

fn is_word(word: &str) -> bool {
    !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Translates a frame into an item. The item has no unknown members.
fn item(frame: &JsonRpcMessage, cx: &Context) -> Result<Item, Refusal> {
    Ok(match frame {
        JsonRpcMessage::Request(request) if request.method == METHOD => {
            let (call_id, name, arguments) = read_call(request, cx)?;
            calls::call(call_id, name, arguments, cx)
        }
        JsonRpcMessage::Response(response) => match read_outcome(&response.result)? {
            Outcome::Output(output) => calls::output(related(&response.id)?, output, cx),
            Outcome::Error(error) => calls::error(related(&response.id)?, error, cx),
        },
        JsonRpcMessage::ErrorResponse(response) => {
            let error = error_of_response(&response.error);
            calls::error(related(&response.id)?, error, cx)
        }
        _ => {
            let message = "the frame neither calls a tool nor answers a call";
            let at = Pointer::root().member("method");
            return Err(Refusal::rule_broken(BACKWARD.item.id, at, message).hint(METHOD));
        }
    })
}

fn related(id: &RequestId) -> Result<CallId, Refusal> {
    call_id::call_of_request(id, &BACKWARD.call_id)
}

/// Returns the call id, the name for pages, and the arguments of a call.
fn read_call(request: &JsonRpcRequest, cx: &Context) -> Result<(CallId, String, Payload), Refusal> {
    let params = request.params.as_ref();
    let name = params.and_then(|params| params.member("name"));
    let Some(name) = name.as_ref().and_then(Payload::as_str) else {
        let message = "the call does not name its tool";
        let at = Pointer::root().member("params").member("name");
        return Err(
            Refusal::rule_broken(BACKWARD.called.id, at, message).hint("add the name of the tool")
        );
    };
    let arguments = params.and_then(|params| params.member("arguments"));
    let arguments = calls::arguments(arguments.as_ref(), &BACKWARD.arguments)?;
    let name = if cx.flat_names {
        tools::flat_tools(cx).dotted_name(&name)
    } else {
        name.into_owned()
    };
    Ok((related(&request.id)?, safe_name(&name), arguments))
}

/// The outcome that a result states.
enum Outcome {
    Output(Payload),
    Error(ErrorDetails),
}

/// Returns the outcome that a result states.
///
/// # Errors
/// Refuses a result that is not complete.
fn read_outcome(result: &Payload) -> Result<Outcome, Refusal> {
    calls::ensure_complete(result, &BACKWARD.outcome)?;
    let structured = result.member("structuredContent");
    let text = only_text(result);
    if matches!(result.member("isError"), Some(is_error) if is_error.text() == "true") {
        let message = match text.as_ref().and_then(Payload::as_str) {
            Some(text) => text.into_owned(),
            None => String::new(),
        };
        return Ok(Outcome::Error(error_details(structured.as_ref(), message)));
    }
    let output = match (structured.or(text), result.member("content")) {
        (Some(value), _) | (None, Some(value)) => value,
        // A result without content is the output itself.
        (None, None) => result.clone(),
    };
    Ok(Outcome::Output(output))
}

/// Converts a JSON-RPC error into the error of an item.
fn error_of_response(error: &JsonRpcError) -> ErrorDetails {
    let code = if error.code == INVALID_PARAMS {
        "invalid_input"
    } else {
        "handler_failed"
    };
    let message = error.message.clone();
    match &error.data {
        Some(data) if data.member("code").is_some() => error_details(Some(data), message),
        _ => {
            let stated = Payload::object([("code", &Payload::string(code))]);
            error_details(Some(&stated), message)
        }
    }
}

/// Returns an error with the code and message of `details`. Without `details`, uses the text.
fn error_details(details: Option<&Payload>, message: String) -> ErrorDetails {
    if let Some(code) = text_member(details, "code") {
        let message = text_member(details, "message").unwrap_or(message);
        return ErrorDetails::new(code.as_str(), message);
    }
    match split_code(&message) {
        Some((code, message)) => ErrorDetails::new(code, message),
        None => ErrorDetails::new(ErrorCode::HandlerFailed, message),
    }
}

/// Returns the text of a member. Returns `None` if the object lacks the member.
fn text_member(object: Option<&Payload>, name: &str) -> Option<String> {
    Some(object?.member(name)?.as_str()?.into_owned())
}

/// Returns the text of a result if the result has no other content.
fn only_text(result: &Payload) -> Option<Payload> {
    let content = result.member("content")?;
    let mut all = content.elements();
    let text = all.next()?.member("text")?;
    if text.kind() == PayloadKind::String && all.next().is_none() {
        Some(text)
    } else {
        None
    }
}

/// Records which member of an item holds the value of each frame member that may be absent or duplicated.
fn show_absent(item: &Item, members: &mut MemberFields<'_>) {
    match item {
        Item::ActionCall(_) => members.show("/params/arguments", "/arguments"),
        Item::ActionCallOutput(_) => {
            members.show("/result/structuredContent", "/output");
            members.show("/result/content", "/output");
        }
        // An error is in one of the two kinds of answers.
        Item::ActionError(_) => {
            members.show("/result", "/error");
            members.show("/error", "/error");
        }
        _ => {}
    }
}

/// Adds the notes about the members of an item and its frame.
fn note(item: &Item, rules: &'static Rules, mut members: MemberFields<'_>) {
    members.note_move(Encoded, &rules.call_id);
    match item {
        Item::ActionCall(_) => {
            members.note_move(Encoded, &rules.called);
            members.note_move(Encoded, &rules.arguments);
            if !rules.meta.to.is_empty() && members.is_in_target(&rules.meta) {
                members.note(Defaulted, &rules.meta);
            }
        }
        // The text repeats the value.
        Item::ActionCallOutput(_) if members.is_in_both(&rules.structured) => {
            members.note_move(Encoded, &rules.structured);
            if std::ptr::eq(rules, &FORWARD) {
                members.note(Encoded, &rules.output);
            } else {
                members.note_move_between(Some(rules.output.from), Encoded, &rules.output, None);
            }
        }
        Item::ActionCallOutput(_) => members.note(Encoded, &rules.output),
        // The error is in one of the two kinds of answers.
        Item::ActionError(_) if members.is_in_both(&rules.error_response) => {
            members.note(Encoded, &rules.error_response);
        }
        Item::ActionError(_) => members.note_each_member(Encoded, &rules.error),
        _ => {}
    }
}
