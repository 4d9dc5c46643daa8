//! Tools: V6, V7, and what they are made of.

use super::{
    judge::{Judge, OBJECT},
    rules, slots, sources, targets, workflow,
};
use crate::manifest::{Direction, Scope, Tool, XActions};
use std::collections::BTreeSet;
use wire::{Pointer, Tolerant};

pub(super) fn tool(tool: &Tool, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "description", &tool.description);
    if tool.description.is_absent() || tool.description.is_null() {
        judge.missing(&rules::REQUIRED_TOOL, at, "description", &tool.extra);
    }
    if tool.input_schema.is_none() {
        judge.missing(&rules::REQUIRED_TOOL, at, "input_schema", &tool.extra);
    }
    judge.schema(&rules::V6, at, "input_schema", &tool.input_schema);
    judge.schema(&rules::V6, at, "result_schema", &tool.result_schema);
    targets::target(&tool.target, at, judge);
    judge.texts(at, "requires", &tool.requires);
    for (index, name) in tool.requires.get().into_iter().flatten().enumerate() {
        judge.requires(at.member("requires").element(index), name.as_str());
    }
    sources::source(&tool.source, at, judge);
    if let Some(x_actions) = judge.read(at, "x_actions", &tool.x_actions, OBJECT) {
        self::x_actions(x_actions, &at.member("x_actions"), judge);
    }
    workflow::member(&tool.workflow, at, judge);
    execution(tool, at, judge);
}

/// V7. Whether a handler exists on the page, nobody can say who has only the manifest.
fn execution(tool: &Tool, at: &Pointer, judge: &mut Judge<'_>) {
    let is_unreadable = tool.x_actions.invalid().is_some_and(|odd| !odd.is_null());
    if is_unreadable || !tool.is_called_by_agents() || tool.is_executable() {
        return;
    }
    let hint = "a `workflow`, or in `x_actions` a `handler` or `execution.steps`";
    if tool.static_output().is_some() {
        let message = "This tool has a `static_output` and no execution.";
        judge.find(&rules::V7_STATIC, at.clone(), message, hint);
    } else if tool.name.get().is_some_and(|name| judge.is_primitive(name.as_str())) {
        let message = "This tool has the name of a primitive and no execution.";
        judge.find(&rules::V7_PRIMITIVE, at.clone(), message, hint);
    } else {
        judge.find(&rules::V7, at.clone(), "Nothing says how this tool is executed.", hint);
    }
}

pub(super) fn x_actions(x_actions: &XActions, at: &Pointer, judge: &mut Judge<'_>) {
    judge.word(at, "direction", &x_actions.direction, Direction::WORDS);
    match &x_actions.handler {
        Tolerant::Value(handler) => judge.safe(at, "handler", handler.as_str()),
        Tolerant::Invalid(payload) if !payload.is_null() => {
            judge.find(
                &rules::V4,
                at.member("handler"),
                "This is no text.",
                "the name of a function of the page",
            );
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
    judge.word(at, "scope", &x_actions.scope, Scope::WORDS);
    sources::source(&x_actions.source, at, judge);
    judge.schema(&rules::V6, at, "result_schema", &x_actions.result_schema);
    for (name, value) in [("static_output", &x_actions.static_output), ("binding", &x_actions.binding)] {
        if let Some(value) = value {
            slots::texts(value, &at.member(name), None, judge);
        }
    }
    let Some(execution) = judge.read(at, "execution", &x_actions.execution, OBJECT) else { return };
    let at = at.member("execution");
    judge.text(&at, "mode", &execution.mode);
    judge.text(&at, "fallback", &execution.fallback);
    let mut ids = BTreeSet::new();
    judge.each(&at, "steps", &execution.steps, |judge, at, step| {
        judge.once(at, "id", &step.id, &mut ids);
        judge.text(at, "id", &step.id);
        judge.text(at, "type", &step.step_type);
        targets::target(&step.target, at, judge);
        judge.text(at, "value_from", &step.value_from);
    });
}
