//! Tools and their parts: rules V6 and V7.

use super::{
    checker::{Checker, OBJECT},
    rules, slot_checks, sources, targets, workflow,
};
use crate::manifest::{Direction, Scope, Tool, XActions};
use std::collections::BTreeSet;
use wire::{Pointer, Tolerant};

pub(super) fn tool(tool: &Tool, at: &Pointer, checker: &mut Checker<'_>) {
    checker.text(at, "description", &tool.description);
    if tool.description.is_absent() || tool.description.is_null() {
        checker.missing(&rules::REQUIRED_TOOL, at, "description", &tool.extra);
    }
    if tool.input_schema.is_none() {
        checker.missing(&rules::REQUIRED_TOOL, at, "input_schema", &tool.extra);
    }
    checker.schema(&rules::V6, at, "input_schema", &tool.input_schema);
    checker.schema(&rules::V6, at, "result_schema", &tool.result_schema);
    targets::target(&tool.target, at, checker);
    checker.texts(at, "requires", &tool.requires);
    for (index, name) in tool.requires.get().into_iter().flatten().enumerate() {
        checker.requires(at.member("requires").element(index), name.as_str());
    }
    sources::source(&tool.source, at, checker);
    if let Some(x_actions) = checker.read(at, "x_actions", &tool.x_actions, OBJECT) {
        self::x_actions(x_actions, &at.member("x_actions"), checker);
    }
    workflow::member(&tool.workflow, at, checker);
    execution(tool, at, checker);
}

/// Checks rule V7. The manifest alone cannot show that a handler exists on the page.
fn execution(tool: &Tool, at: &Pointer, checker: &mut Checker<'_>) {
    let is_unreadable = tool.x_actions.invalid().is_some_and(|odd| !odd.is_null());
    if is_unreadable || !tool.is_called_by_agents() || tool.is_executable() {
        return;
    }
    let hint = "add a `workflow`, or a `handler` or `execution.steps` in `x_actions`";
    if tool.static_output().is_some() {
        let message = "the tool has a `static_output` but no execution";
        checker.report(&rules::V7_STATIC, at.clone(), message, hint);
    } else if tool
        .name
        .get()
        .is_some_and(|name| checker.is_primitive(name.as_str()))
    {
        let message = "the tool has the name of a primitive but no execution";
        checker.report(&rules::V7_PRIMITIVE, at.clone(), message, hint);
    } else {
        checker.report(
            &rules::V7,
            at.clone(),
            "the tool does not define its execution",
            hint,
        );
    }
}

pub(super) fn x_actions(x_actions: &XActions, at: &Pointer, checker: &mut Checker<'_>) {
    checker.word(at, "direction", &x_actions.direction, Direction::WORDS);
    match &x_actions.handler {
        Tolerant::Value(handler) => checker.safe(at, "handler", handler.as_str()),
        Tolerant::Invalid(payload) if !payload.is_null() => {
            let expected = "a string with the name of a page function";
            checker.wrong_type(&rules::V4, at.member("handler"), payload.kind(), expected);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
    checker.word(at, "scope", &x_actions.scope, Scope::WORDS);
    sources::source(&x_actions.source, at, checker);
    checker.schema(&rules::V6, at, "result_schema", &x_actions.result_schema);
    for (name, value) in [
        ("static_output", &x_actions.static_output),
        ("binding", &x_actions.binding),
    ] {
        if let Some(value) = value {
            slot_checks::texts(value, &at.member(name), None, checker);
        }
    }
    let Some(execution) = checker.read(at, "execution", &x_actions.execution, OBJECT) else {
        return;
    };
    let at = at.member("execution");
    checker.text(&at, "mode", &execution.mode);
    checker.text(&at, "fallback", &execution.fallback);
    let mut ids = BTreeSet::new();
    checker.each(&at, "steps", &execution.steps, |checker, at, step| {
        checker.once(at, "id", &step.id, &mut ids);
        checker.text(at, "id", &step.id);
        checker.text(at, "type", &step.step_type);
        targets::target(&step.target, at, checker);
        checker.text(at, "value_from", &step.value_from);
    });
}
