//! Calls of MCP tools and their answers.

use super::{BACKWARD, FORWARD, Rules};
use crate::{
    Context, Dialect, Refusal,
    Verdict::{Defaulted, Encoded},
    lens::{Direction, Translated, TranslationCx},
    mappings::{
        call_id,
        calls::{self, MemberFields},
        tools,
    },
    mcp::{CLIENT_CAPABILITIES, PROTOCOL_VERSION},
    tool_names::{any_name, safe_name},
};
use actions_json::item::{ActionError, ErrorCode, ErrorDetails, Item};
use ahp::json_rpc::{
    JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse,
    JsonRpcVersion,
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
    let back = |target: &_| self::item(target, cx);
    Direction::new(Dialect::ActionsJson, to, LEVELS, &FORWARD.others).reconcile_by_inverse(
        &item,
        plain_target,
        fields,
        back,
        tcx,
    )
}

/// Translates a frame that calls a tool, or answers such a call, into an item.
///
/// # Errors
/// Refuses other frames, answers without an id, and an output whose runtime id is neither in the carry nor in the
/// context.
pub(crate) fn backward(
    frame: JsonRpcMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Item>, Refusal> {
    let from = tcx.step.from;
    let cx = tcx.cx;
    let plain_target = item(&frame, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note(
            &plain_target,
            &BACKWARD,
            MemberFields::new(&frame, &plain_target, &mut fields),
        );
    }
    let back = |target: &_| self::frame(target, from, cx);
    let direction = Direction::new(from, Dialect::ActionsJson, LEVELS, &BACKWARD.others);
    let translated = direction.reconcile_by_inverse(&frame, plain_target, fields, back, tcx)?;
    let made = &translated.message;
    calls::ensure_runtime(made, &BACKWARD.runtime_id, tcx)?;
    Ok(translated)
}

/// Translates an item into a frame.
fn frame(item: &Item, to: Dialect, cx: &Context) -> Result<JsonRpcMessage, Refusal> {
    let version = JsonRpcVersion::V2;
    Ok(match item {
        Item::ActionCall(call) => {
            let name = any_name(&call.name);
            let name = if cx.flat_names {
                tools::flat_tools(cx).flat_name(&name)
            } else {
                name
            };
            let name = Payload::string(&name);
            let arguments = calls::arguments(Some(&call.arguments), &FORWARD.arguments)?;
            let mut params = vec![("name", &name), ("arguments", &arguments)];
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
            let request =
                JsonRpcRequest::new(JsonRpcVersion::V2, call_id::of_call(&call.call_id), METHOD);
            request.params(Payload::object(params)).into()
        }
        Item::ActionCallOutput(output) => {
            let output_text = match output.output.as_str() {
                Some(_) => output.output.clone(),
                // The text must not depend on the layout, which a carry does not always keep.
                None => Payload::string(&wire::without_whitespace(output.output.text())),
            };
            let result = result(&output_text, Some(&output.output), to);
            JsonRpcResponse::new(version, call_id::of_call(&output.call_id), result).into()
        }
        Item::ActionError(ActionError {
            call_id: Field::Value(call_id),
            error,
            ..
        }) => {
            let id = call_id::of_call(call_id);
            if error.code == ErrorCode::UnknownAction {
                let details = Payload::object([
                    ("code", &Payload::string(error.code.as_str())),
                    ("message", &Payload::string(&error.message)),
                ]);
                let error = JsonRpcError::new(INVALID_PARAMS, error.message.as_str()).data(details);
                return Ok(JsonRpcErrorResponse::new(version, id, error).into());
            }
            JsonRpcResponse::new(
                version,
                id,
                result(&Payload::string(&error_text(error)), None, to),
            )
            .into()
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

/// Returns the result of a call: its text for models and, if the MCP version allows it, the value itself. Without a value
/// the call has failed.
///
/// An error has no `structuredContent`. Clients validate that against the tool's `outputSchema` and would throw instead
/// of showing the error to the model.
fn result(text: &Payload, value: Option<&Payload>, to: Dialect) -> Payload {
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

/// Splits an error text into code and message; `None` if it does not begin with a code. Other servers begin texts with
/// words, so a code is one that actions.json defines, or several words joined by `_`.
fn split_code(text: &str) -> Option<(&str, &str)> {
    let (code, message) = text.split_once(": ")?;
    let is_word = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let is_joined = || {
        code.starts_with(|first: char| first.is_ascii_lowercase())
            && code.contains('_')
            && code
                .split('_')
                .all(|word| !word.is_empty() && is_word(word))
    };
    (ErrorCode::WORDS.contains(&code) || is_joined()).then_some((code, message))
}

/// Translates a frame into an item. Unknown members are empty.
fn item(frame: &JsonRpcMessage, cx: &Context) -> Result<Item, Refusal> {
    let below = |member: &str| Pointer::root().member(member);
    let related = |id| call_id::call_of_request(id, &BACKWARD.call_id);
    let failed = |details: Option<&Payload>, message: String, call_id| {
        let text = |name: &str| details?.member(name)?.as_str().map(String::from);
        let details = match (text("code"), split_code(&message)) {
            (Some(code), _) => ErrorDetails::new(code.as_str(), text("message").unwrap_or(message)),
            (None, Some((code, message))) => ErrorDetails::new(code, message),
            (None, None) => ErrorDetails::new(ErrorCode::HandlerFailed, message),
        };
        calls::error(call_id, details, cx)
    };
    Ok(match frame {
        JsonRpcMessage::Request(request) if request.method == METHOD => {
            let params = request.params.as_ref();
            let name = params.and_then(|params| params.member("name"));
            let Some(name) = name.as_ref().and_then(Payload::as_str) else {
                let message = "the call does not name its tool";
                let at = below("params").member("name");
                return Err(Refusal::rule_broken(BACKWARD.called.id, at, message)
                    .hint("add the name of the tool"));
            };
            let arguments = params.and_then(|params| params.member("arguments"));
            let arguments = calls::arguments(arguments.as_ref(), &BACKWARD.arguments)?;
            let name = if cx.flat_names {
                tools::flat_tools(cx).dotted_name(&name)
            } else {
                name.into_owned()
            };
            calls::call(related(&request.id)?, safe_name(&name), arguments, cx)
        }
        JsonRpcMessage::Response(response) => {
            let result = &response.result;
            calls::ensure_complete(result, &BACKWARD.outcome)?;
            let structured = result.member("structuredContent");
            let text = || only_text(result);
            if result
                .member("isError")
                .is_some_and(|is_error| is_error.text() == "true")
            {
                let message = text()
                    .and_then(|text| text.as_str().map(String::from))
                    .unwrap_or_default();
                failed(structured.as_ref(), message, related(&response.id)?)
            } else {
                let content = || result.member("content").unwrap_or_else(|| result.clone());
                let output = structured.or_else(text).unwrap_or_else(content);
                calls::output(related(&response.id)?, output, cx)
            }
        }
        JsonRpcMessage::ErrorResponse(response) => {
            let code = if response.error.code == INVALID_PARAMS {
                "invalid_input"
            } else {
                "handler_failed"
            };
            let stated = Payload::object([("code", &Payload::string(code))]);
            let details = response
                .error
                .data
                .as_ref()
                .filter(|data| data.member("code").is_some());
            failed(
                details.or(Some(&stated)),
                response.error.message.clone(),
                related(&response.id)?,
            )
        }
        _ => {
            let message = "the frame neither calls a tool nor answers a call";
            return Err(
                Refusal::rule_broken(BACKWARD.item.id, below("method"), message).hint(METHOD),
            );
        }
    })
}

/// Returns the text of a result that has no other content.
fn only_text(result: &Payload) -> Option<Payload> {
    let content = result.member("content")?;
    let mut all = content.elements();
    let text = all
        .next()
        .and_then(|first| first.member("text"))
        .filter(|text| text.kind() == PayloadKind::String);
    text.filter(|_| all.next().is_none())
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
