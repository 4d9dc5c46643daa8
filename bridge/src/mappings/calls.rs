//! Shared parts of the call mappings: translatable items, required values of answers, and notes.

use crate::{
    Context, Refusal, Rule, Verdict,
    lens::{FieldMap, RequiredText, TranslationCx, payload},
};
use actions_json::item::{ActionCall, ActionCallOutput, ActionError, CallId, ErrorDetails, Item};
use wire::{Payload, PayloadKind, Pointer, Wire};
#[cfg(any(feature = "mcp", feature = "responses"))]
use {crate::lens::Losses, actions_json::item::RuntimeId, wire::Field};

/// Returns the arguments of a call as an object. Absent and null arguments become an empty object.
///
/// # Errors
/// Refuses any other value at its place, by the given rule. The tool's schema could never allow such a value.
pub(crate) fn arguments(stated: Option<&Payload>, rule: &Rule) -> Result<Payload, Refusal> {
    let Some(stated) = stated else {
        return Ok(Payload::empty_object());
    };
    let is_quoted = match stated.kind() {
        PayloadKind::Null => return Ok(Payload::empty_object()),
        PayloadKind::Object => return Ok(stated.clone()),
        PayloadKind::String => is_quoted_object(stated),
        _ => false,
    };
    let (message, hint) = if is_quoted {
        (
            "the arguments are an object written as a string",
            "send the object itself, without quotes",
        )
    } else {
        (
            not_an_object(stated.kind()),
            "send an object with one member per argument, or {} without arguments",
        )
    };
    Err(Refusal::rule_broken(rule.id, parse_pointer(rule.from), message).hint(hint))
}

/// Returns `true` for a string that contains the JSON text of an object, as the Responses API has it.
fn is_quoted_object(text: &Payload) -> bool {
    let Some(text) = text.as_str() else {
        return false;
    };
    match Payload::parse(text) {
        Ok(quoted) => quoted.is_object(),
        Err(_) => false,
    }
}

/// Returns the message for arguments that are not an object.
pub(crate) fn not_an_object(kind: PayloadKind) -> &'static str {
    match kind {
        PayloadKind::String => "the arguments are a string, not an object",
        PayloadKind::Array => "the arguments are an array, not an object",
        PayloadKind::Number => "the arguments are a number, not an object",
        PayloadKind::Boolean => "the arguments are a boolean, not an object",
        PayloadKind::Null | PayloadKind::Object => "the arguments are not an object",
    }
}

/// Checks that a result of MCP ends its call. Since 2026-07-28, `resultType` states that the server asks for more input
/// or has begun a task. In 2025-11-25, such a result has a `task` and no `content`.
///
/// # Errors
/// Refuses a result that is not complete, by the given rule.
#[cfg(feature = "mcp")]
pub(crate) fn ensure_complete(result: &Payload, rule: &Rule) -> Result<(), Refusal> {
    let Some(stated) = result.member("resultType") else {
        return if has_begun_task(result) {
            Err(refuse_begun_task("task", rule))
        } else {
            Ok(())
        };
    };
    let (message, hint) = match stated.as_str().as_deref() {
        Some("complete") => return Ok(()),
        Some("task") => return Err(refuse_begun_task("resultType", rule)),
        Some("input_required") => (
            "the server asks for more input (`input_required`), and the call has no output yet"
                .to_owned(),
            "answer the server's request first, and translate the `complete` result",
        ),
        _ => (
            format!(
                "a result of the type {} is not the output of a call",
                stated.text()
            ),
            "translate a result whose `resultType` is `complete`",
        ),
    };
    let at = Pointer::root().member("result").member("resultType");
    Err(Refusal::rule_broken(rule.id, at, message).hint(hint))
}

/// Returns `true` for a result of 2025-11-25 that has begun a task.
#[cfg(feature = "mcp")]
fn has_begun_task(result: &Payload) -> bool {
    match result.member("task") {
        Some(task) => task.member("taskId").is_some() && result.member("content").is_none(),
        None => false,
    }
}

/// Creates the refusal for a result that has begun a task, at the member that states this.
#[cfg(feature = "mcp")]
fn refuse_begun_task(name: &str, rule: &Rule) -> Refusal {
    let at = Pointer::root().member("result").member(name);
    let message = "the server has begun a `task`, and the call has no output yet";
    Refusal::rule_broken(rule.id, at, message)
        .hint("wait for the task to end, and translate its result")
}

/// Creates a call, with the runtime id of the context if there is one.
pub(crate) fn call(call_id: CallId, name: String, arguments: Payload, cx: &Context) -> Item {
    let call = ActionCall::new(call_id, name, arguments);
    match &cx.runtime_id {
        Some(runtime_id) => call.runtime_id(runtime_id.as_str()).into(),
        None => call.into(),
    }
}

/// Returns the runtime id of the context, which outputs require.
pub(crate) fn runtime_id(cx: &Context) -> RequiredText<'_> {
    RequiredText::from(cx.runtime_id.as_deref())
}

/// Creates an output. The runtime id is unknown if the context has none.
pub(crate) fn output(call_id: CallId, output: Payload, cx: &Context) -> Item {
    ActionCallOutput::new(call_id, runtime_id(cx).in_target(), output).into()
}

/// Creates the error of a call.
pub(crate) fn error(call_id: CallId, details: ErrorDetails, cx: &Context) -> Item {
    let error = ActionError::new(details).call_id(call_id);
    match &cx.runtime_id {
        Some(runtime_id) => error.runtime_id(runtime_id.as_str()).into(),
        None => error.into(),
    }
}

/// Refuses an output whose runtime id is neither in the carry nor in the context. If another mapping follows, the runtime
/// id is not required.
///
/// # Errors
/// Refuses such an output, by the given rule.
pub(crate) fn ensure_runtime(
    item: &Item,
    rule: &Rule,
    tcx: &TranslationCx<'_>,
) -> Result<(), Refusal> {
    let Item::ActionCallOutput(output) = item else {
        return Ok(());
    };
    if tcx.passes_through || !RequiredText::of(output.runtime_id.as_str()).is_unknown() {
        return Ok(());
    }
    let message = "an output needs a runtime id, and neither the carry nor the context has one";
    Err(Refusal::context(rule.id, Pointer::root(), message)
        .hint("pass the runtime id with `options.context.runtime_id`"))
}

/// Adds the members of a call that its target lacks. A runtime id that equals the one of the context comes back.
#[cfg(any(feature = "mcp", feature = "responses"))]
pub(crate) fn add_losses_of_call(call: &ActionCall, cx: &Context, losses: &mut Losses) {
    let members = [
        ("runtime_id", is_of_context(&call.runtime_id, cx)),
        ("target", call.target.is_absent()),
        ("target_url_contains", call.target_url_contains.is_absent()),
        (
            "target_title_contains",
            call.target_title_contains.is_absent(),
        ),
        ("timeout_ms", call.timeout_ms.is_absent()),
    ];
    losses.add_members(&Pointer::root(), &members);
    losses.add_unknown_members(&Pointer::root(), &call.extra);
}

/// Adds the members of an output that its target lacks.
#[cfg(any(feature = "mcp", feature = "responses"))]
pub(crate) fn add_losses_of_output(output: &ActionCallOutput, cx: &Context, losses: &mut Losses) {
    if output.runtime_id != runtime_id(cx).in_target() {
        losses.add_static("/runtime_id");
    }
    losses.add_unknown_members(&Pointer::root(), &output.extra);
}

/// Adds the members of an error that its target lacks.
#[cfg(any(feature = "mcp", feature = "responses"))]
pub(crate) fn add_losses_of_error(error: &ActionError, cx: &Context, losses: &mut Losses) {
    if !is_of_context(&error.runtime_id, cx) {
        losses.add_static("/runtime_id");
    }
    losses.add_unknown_members(&Pointer::root(), &error.extra);
}

/// Returns `true` if an item has the runtime id of the context, or if both have none.
#[cfg(any(feature = "mcp", feature = "responses"))]
fn is_of_context(runtime_id: &Field<RuntimeId>, cx: &Context) -> bool {
    match (runtime_id, &cx.runtime_id) {
        (Field::Value(own), Some(of_context)) => own.as_str() == of_context.as_str(),
        (Field::Absent, None) => true,
        _ => false,
    }
}

/// Creates the refusal for an item without a counterpart. Such an item is an error without a call, or is not part of a
/// call.
pub(crate) fn no_counterpart(item: &Item, call_id: &Rule, other: &Rule) -> Refusal {
    if let Item::ActionError(_) = item {
        let message = "an error without `call_id` cannot be translated into an answer";
        let at = Pointer::root().member("call_id");
        return Refusal::rule_broken(call_id.id, at, message).hint("add the `call_id` of the call");
    }
    let message = format!(
        "an item of the type `{}` is neither a call nor an answer",
        item.tag()
    );
    let at = Pointer::root().member("type");
    Refusal::rule_broken(other.id, at, message).hint("send a call, its output or its error")
}

/// Notes about the members of a message that is translated into another.
pub(crate) struct MemberFields<'n> {
    source: Payload,
    target: Payload,
    fields: &'n mut FieldMap,
}

impl<'n> MemberFields<'n> {
    pub(crate) fn new(source: &impl Wire, target: &impl Wire, fields: &'n mut FieldMap) -> Self {
        Self {
            source: payload(source),
            target: payload(target),
            fields,
        }
    }

    /// Returns `true` if the target has a value at the place of a rule.
    pub(crate) fn is_in_target(&self, rule: &Rule) -> bool {
        self.target.get(&parse_pointer(rule.to)).is_some()
    }

    /// Returns `true` if source and target have values at the places of a rule.
    pub(crate) fn is_in_both(&self, rule: &Rule) -> bool {
        self.source.get(&parse_pointer(rule.from)).is_some()
            && self.target.get(&parse_pointer(rule.to)).is_some()
    }

    /// Adds a note about a member between the two places of a rule. `other` is the verdict if the values differ.
    pub(crate) fn note_move(&mut self, other: Verdict, rule: &'static Rule) {
        self.note_move_between(Some(rule.from), other, rule, Some(rule.to));
    }

    /// Adds a note about a member between two places. One of the places may be missing.
    pub(crate) fn note_move_between(
        &mut self,
        from: Option<&str>,
        other: Verdict,
        rule: &'static Rule,
        to: Option<&str>,
    ) {
        let (value, target) = (value_at(&self.source, from), value_at(&self.target, to));
        let (from, to) = (
            parse_pointer(from.unwrap_or_default()),
            parse_pointer(to.unwrap_or_default()),
        );
        let (verdict, from, to) = match (value, target) {
            (None, None) => return,
            (None, Some(_)) => (Verdict::Defaulted, Pointer::root(), Some(to)),
            (Some(_), None) => (other, from, None),
            (Some(value), Some(target)) if value != target => (other, from, Some(to)),
            _ if last_name(&from) == last_name(&to) => (Verdict::Copied, from, Some(to)),
            _ => (Verdict::Renamed, from, Some(to)),
        };
        let to = to.as_ref().map(|to| (to, ""));
        self.fields.add(verdict, rule, (&from, ""), to);
    }

    /// Records the place of the target that shows a member, if notes name no place or a less exact one.
    pub(crate) fn show(&mut self, from: &'static str, to: &'static str) {
        self.fields
            .show(Pointer::from_static(from), Pointer::from_static(to));
    }

    /// Adds a note with this verdict for the places of a rule.
    pub(crate) fn note(&mut self, verdict: Verdict, rule: &'static Rule) {
        let (from, to) = (parse_pointer(rule.from), parse_pointer(rule.to));
        let to = if self.is_in_target(rule) {
            Some((&to, ""))
        } else {
            None
        };
        self.fields.add(verdict, rule, (&from, ""), to);
    }

    /// Adds a note for the places of a rule. Adds another one for each member at the target place that comes from the
    /// same text.
    pub(crate) fn note_each_member(&mut self, verdict: Verdict, rule: &'static Rule) {
        self.note(verdict, rule);
        let (from, to) = (parse_pointer(rule.from), parse_pointer(rule.to));
        let Some(target) = self.target.get(&to) else {
            return;
        };
        for (name, _) in target.members() {
            let to = to.member(&name);
            self.fields.add(verdict, rule, (&from, ""), Some((&to, "")));
        }
    }
}

/// Returns the value at a place. Returns `None` if there is no place.
fn value_at(message: &Payload, place: Option<&str>) -> Option<Payload> {
    message.get(&parse_pointer(place?))
}

fn last_name(place: &Pointer) -> Option<&str> {
    place.as_str().rsplit('/').next()
}

/// Parses the pointer of a rule, which is always valid.
fn parse_pointer(pointer: &str) -> Pointer {
    Pointer::parse(pointer).unwrap_or_default()
}
