//! Maps actions.json calls to function calls of the Responses API and back.
//!
//! | item | item of the Responses API | how |
//! |---|---|---|
//! | `action_call` | `function_call` | `call_id` is copied, `name` has no dots (see [`FlatNames`](crate::tool_names::FlatNames)), `arguments` becomes a JSON text |
//! | `action_call_output` | `function_call_output` | `output` becomes a JSON text |
//! | `action_error` | `function_call_output` | the JSON text of an object that contains only the `error` |
//! | `runtime_id`, `target` and the like | – | carried |
//! | – | `id`, `status` | carried |
//!
//! On the way back, an output that is not JSON becomes a string, and an output of several parts becomes an array. Empty
//! and null arguments become an empty object. Arguments that are not the JSON text of an object are refused. The items
//! have no room for a carry.

mod returning;

use crate::{
    Context, Dialect, Refusal,
    Verdict::Encoded,
    lens::{Direction, Returns, Translatable, Translated, TranslationCx, payload, rules},
    mappings::{
        calls::{self, MemberFields},
        tools,
    },
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
    tool_names::{any_name, safe_name},
};
use actions_json::item::{ActionError, ErrorDetails, Item};
use std::borrow::Cow;
use wire::{Field, Payload, PayloadKind, Pointer};

rules! { "actions-json-responses", "responses-actions-json";
    item "item": "/type" => "/type";
    call_id "call-id": "/call_id" => "/call_id";
    called "called": "/name" => "/name";
    arguments "arguments": "/arguments" => "/arguments";
    runtime_id "runtime-id": "/runtime_id" => "";
    output "output": "/output" => "/output";
    error "error": "/error" => "/output";
}

/// The rule that refuses items that neither call a function nor answer a call, such as messages and reasoning.
/// Translators of model output skip these items.
pub const NOT_A_CALL: &str = "responses-actions-json/item";

impl Translatable for ResponseItem {}

/// The depth of the fields of an item, such as `/target/runtime_id`.
const LEVELS: usize = 3;

static TO_RESPONSES: Direction = Direction::new(
    Dialect::ActionsJson,
    Dialect::Responses,
    LEVELS,
    &FORWARD.others,
);

static TO_ACTIONS_JSON: Direction = Direction::new(
    Dialect::Responses,
    Dialect::ActionsJson,
    LEVELS,
    &BACKWARD.others,
);

/// Translates a call, its output or its error into an item for models.
///
/// # Errors
/// Refuses other items, and an error without a call.
pub(crate) fn forward(
    item: Item,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ResponseItem>, Refusal> {
    let cx = tcx.cx;
    let plain_target = response(&item, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        let mut members = MemberFields::new(&item, &plain_target, &mut fields);
        // An output that states nothing but an error comes back as that error.
        members.show("/error", "/output");
        note(&item, &FORWARD, members);
    }
    let returns = Returns {
        losses: &|response, losses| returning::add_losses_of_item(&item, response, cx, losses),
        back: &|response| self::item(response, cx),
    };
    TO_RESPONSES.reconcile(&item, plain_target, fields, returns, tcx)
}

/// Translates a function call or its output into an actions.json item.
///
/// # Errors
/// Refuses other items and arguments that are not the JSON text of an object. Refuses an output whose runtime id is
/// neither in the carry nor in the context.
pub(crate) fn backward(
    response: ResponseItem,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Item>, Refusal> {
    let cx = tcx.cx;
    let plain_target = item(&response, cx)?;
    let mut fields = tcx.fields();
    if fields.is_wanted() {
        note(
            &plain_target,
            &BACKWARD,
            MemberFields::new(&response, &plain_target, &mut fields),
        );
    }
    let returns = Returns {
        losses: &|item, losses| returning::add_losses_of_response(&response, item, cx, losses),
        back: &|item| self::response(item, cx),
    };
    let translated = TO_ACTIONS_JSON.reconcile(&response, plain_target, fields, returns, tcx)?;
    let made = &translated.message;
    calls::ensure_runtime(made, &BACKWARD.runtime_id, tcx)?;
    Ok(translated)
}

fn response(item: &Item, cx: &Context) -> Result<ResponseItem, Refusal> {
    Ok(match item {
        Item::ActionCall(call) => {
            let arguments = calls::arguments(Some(&call.arguments), &FORWARD.arguments)?;
            let name = tools::flat_tools(cx).flat_name(&any_name(&call.name));
            FunctionCall::new(call.call_id.as_str(), name, text_of(&arguments)).into()
        }
        Item::ActionCallOutput(output) => answer(output.call_id.as_str(), &output.output),
        Item::ActionError(ActionError {
            call_id: Field::Value(call_id),
            error,
            ..
        }) => answer(call_id.as_str(), &value_of_error(error)),
        other => {
            return Err(calls::no_counterpart(
                other,
                &FORWARD.call_id,
                &FORWARD.item,
            ));
        }
    })
}

fn answer(call_id: &str, value: &Payload) -> ResponseItem {
    FunctionCallOutput::new(call_id, Payload::string(&text_of(value))).into()
}

/// Returns the JSON text of a value, in the layout of the page and not of the model.
fn text_of(value: &Payload) -> Cow<'_, str> {
    wire::without_layout(value.text())
}

/// Returns the output that states an error.
fn value_of_error(error: &ErrorDetails) -> Payload {
    Payload::object([("error", &payload(error))])
}

/// Translates an item of the Responses API into an actions.json item without unknown members.
fn item(response: &ResponseItem, cx: &Context) -> Result<Item, Refusal> {
    Ok(match response {
        ResponseItem::FunctionCall(call) => {
            let name = safe_name(&tools::flat_tools(cx).dotted_name(&call.name));
            calls::call(
                call.call_id.as_str().into(),
                name,
                arguments(&call.arguments)?,
                cx,
            )
        }
        ResponseItem::FunctionCallOutput(answer) => {
            let value = output_value(&answer.output);
            let call_id = answer.call_id.as_str().into();
            match error(&value) {
                Some(error) => calls::error(call_id, error, cx),
                None => calls::output(call_id, value, cx),
            }
        }
        other => {
            let message = format!(
                "an item of the type `{}` neither calls a function nor answers a call",
                other.tag()
            );
            let at = Pointer::root().member("type");
            return Err(Refusal::rule_broken(BACKWARD.item.id, at, message)
                .hint("use the type `function_call` or `function_call_output`"));
        }
    })
}

/// Parses the arguments that a model wrote. Some models write nothing for a function without parameters.
fn arguments(text: &str) -> Result<Payload, Refusal> {
    if text.trim().is_empty() {
        return Ok(Payload::empty_object());
    }
    let refused = |message: &str| {
        let at = Pointer::root().member("arguments");
        Refusal::rule_broken(BACKWARD.arguments.id, at, message)
            .hint(r#"write the JSON text of an object, as in "{\"city\":\"Oslo\"}"; answer the call with this error so that the model tries again"#)
    };
    let parsed = Payload::parse(wire::without_layout(text));
    let arguments =
        parsed.map_err(|error| refused(&format!("the arguments are not valid JSON: {error}")))?;
    match arguments.kind() {
        PayloadKind::Object => Ok(arguments),
        PayloadKind::Null => Ok(Payload::empty_object()),
        other => Err(refused(calls::not_an_object(other))),
    }
}

/// Parses the text of an output as JSON. A text that is not JSON becomes a JSON string.
fn output_value(output: &Payload) -> Payload {
    let text = output.as_str().filter(|text| Payload::is_json(text));
    text.and_then(|text| Payload::parse(wire::without_layout(&text)).ok())
        .unwrap_or_else(|| output.clone())
}

/// Returns the error in a value if the value has no other member.
fn error(value: &Payload) -> Option<ErrorDetails> {
    let error = value.member("error")?;
    if value.members().count() == 1 {
        error.decode().ok()
    } else {
        None
    }
}

/// Adds the notes about the members of an item and its translation.
fn note(item: &Item, rules: &'static Rules, mut members: MemberFields<'_>) {
    members.note(Encoded, &rules.item);
    members.note_move(Encoded, &rules.call_id);
    match item {
        Item::ActionCall(_) => {
            members.note_move(Encoded, &rules.called);
            members.note_move(Encoded, &rules.arguments);
        }
        Item::ActionCallOutput(_) => members.note_move(Encoded, &rules.output),
        Item::ActionError(_) => members.note_each_member(Encoded, &rules.error),
        _ => {}
    }
}
