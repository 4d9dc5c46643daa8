//! Tools and their parts: rules V6 and V7.

use super::{
    checker::{Checker, OBJECT},
    rules, slot_checks, sources, targets, workflow,
};
use crate::manifest::{Direction, Scope, Tool, XActions};
use std::collections::BTreeSet;
use wire::{Pointer, Tolerant};

pub(super) fn check_tool(tool: &Tool, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "description", &tool.description);
    if tool.description.is_absent() || tool.description.is_null() {
        checker.report_missing(&rules::REQUIRED_TOOL, at, "description", &tool.extra);
    }
    if tool.input_schema.is_none() {
        checker.report_missing(&rules::REQUIRED_TOOL, at, "input_schema", &tool.extra);
    }
    checker.check_schema(&rules::V6, at, "input_schema", &tool.input_schema);
    checker.check_schema(&rules::V6, at, "result_schema", &tool.result_schema);
    targets::check_target(&tool.target, at, checker);
    checker.check_texts(at, "requires", &tool.requires);
    for (index, name) in tool.requires.get().into_iter().flatten().enumerate() {
        checker.check_required_primitive(at.member("requires").element(index), name.as_str());
    }
    sources::check_source(&tool.source, at, checker);
    if let Some(x_actions) = checker.read(at, "x_actions", &tool.x_actions, OBJECT) {
        check_x_actions(x_actions, &at.member("x_actions"), checker);
    }
    workflow::check_member(&tool.workflow, at, checker);
    check_execution(tool, at, checker);
}

/// Checks rule V7. The manifest alone cannot show that a handler exists on the page.
fn check_execution(tool: &Tool, at: &Pointer, checker: &mut Checker<'_>) {
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

pub(super) fn check_x_actions(x_actions: &XActions, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_word(at, "direction", &x_actions.direction, Direction::WORDS);
    match &x_actions.handler {
        Tolerant::Value(handler) => checker.check_safe(at, "handler", handler.as_str()),
        Tolerant::Invalid(payload) if !payload.is_null() => {
            let expected = "a string with the name of a page function";
            checker.report_wrong_type(&rules::V4, at.member("handler"), payload.kind(), expected);
        }
        Tolerant::Invalid(_) | Tolerant::Absent => {}
    }
    checker.check_word(at, "scope", &x_actions.scope, Scope::WORDS);
    sources::check_source(&x_actions.source, at, checker);
    checker.check_schema(&rules::V6, at, "result_schema", &x_actions.result_schema);
    for (name, value) in [
        ("static_output", &x_actions.static_output),
        ("binding", &x_actions.binding),
    ] {
        if let Some(value) = value {
            slot_checks::check_texts(value, &at.member(name), None, checker);
        }
    }
    let Some(execution) = checker.read(at, "execution", &x_actions.execution, OBJECT) else {
        return;
    };
    let at = at.member("execution");
    checker.check_text(&at, "mode", &execution.mode);
    checker.check_text(&at, "fallback", &execution.fallback);
    let mut ids = BTreeSet::new();
    checker.check_member_elements(&at, "steps", &execution.steps, |checker, at, step| {
        checker.check_unique(at, "id", &step.id, &mut ids);
        checker.check_text(at, "id", &step.id);
        checker.check_text(at, "type", &step.step_type);
        targets::check_target(&step.target, at, checker);
        checker.check_text(at, "value_from", &step.value_from);
    });
}
