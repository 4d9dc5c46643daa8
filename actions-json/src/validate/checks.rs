//! Checks: rule V12 for their subjects, steps and assertions. Targets have no names, so references to them are not
//! checked. References to states are checked.

use super::{
    checker::{Checker, OBJECT, TEXT},
    rules, sources, targets,
};
use crate::manifest::{Assertion, Check, CheckSeverity};
use wire::{Extra, Payload, Pointer, Tolerant};

pub(super) fn check(check: &Check, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "description", &check.description);
    checker.check_word(at, "severity", &check.severity, CheckSeverity::WORDS);
    check_steps("setup", check.setup.as_ref(), at, checker);
    check_steps("steps", check.steps.as_ref(), at, checker);
    checker.check_member_elements(at, "assertions", &check.assertions, |checker, at, item| {
        check_assertion(item, at, checker)
    });
    checker.check_member_elements(
        at,
        "negative_assertions",
        &check.negative_assertions,
        |checker, at, item| check_assertion(item, at, checker),
    );
    check_own_subject(&check.extra, at, checker);
    sources::check_source(&check.source, at, checker);
}

/// Checks the subject of the whole check. Its members have the same names as in assertions.
fn check_own_subject(extra: &Extra, at: &Pointer, checker: &mut Checker<'_>) {
    let mut assertion = Assertion::new();
    if let Some(target) = extra.get("target") {
        assertion.target = match target.decode() {
            Ok(target) => Tolerant::Value(target),
            Err(_) => Tolerant::Invalid(target.clone()),
        };
    }
    assertion.tool = text_member(extra, "tool");
    assertion.attachment = text_member(extra, "attachment");
    check_subject(&assertion, at, checker);
    if let Some(state) = text_member(extra, "state").get() {
        check_state(state, at, checker);
    }
}

/// Returns a member that is a string. Other values are ignored, because the specification does not define the member.
fn text_member(extra: &Extra, name: &str) -> Tolerant<String> {
    match extra.get(name).and_then(Payload::as_str) {
        Some(text) => Tolerant::Value(text.into_owned()),
        None => Tolerant::Absent,
    }
}

fn check_state(state: &str, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_reference(
        &rules::V12,
        at.member("state"),
        state,
        "state",
        |declared| &declared.states,
    );
}

/// Checks the subjects of steps. Their members have the same names as in assertions. The `state` of a step is not
/// checked, because it may be the state of an element.
fn check_steps(name: &str, steps: Option<&Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member(name);
    for (index, step) in steps.into_iter().flat_map(Payload::elements).enumerate() {
        let at = at.element(index);
        if step.is_object()
            && let Ok(step) = step.decode::<Assertion>()
        {
            check_subject(&step, &at, checker);
        }
    }
}

fn check_assertion(assertion: &Assertion, at: &Pointer, checker: &mut Checker<'_>) {
    checker.read(at, "target", &assertion.target, OBJECT);
    checker.check_boolean(at, "visible", &assertion.visible);
    checker.check_text(at, "tool", &assertion.tool);
    checker.check_text(at, "attachment", &assertion.attachment);
    check_subject(assertion, at, checker);
    if let Some(state) = checker.read(at, "state", &assertion.state, TEXT) {
        check_state(state, at, checker);
    }
}

/// Checks that the subject of an assertion is declared.
fn check_subject(assertion: &Assertion, at: &Pointer, checker: &mut Checker<'_>) {
    if assertion.target.get().is_some() {
        targets::check_target_by(&rules::V12, &assertion.target, at, checker);
    }
    if let Some(tool) = assertion.tool.get() {
        checker.check_reference(&rules::V12, at.member("tool"), tool, "tool", |declared| {
            &declared.tools
        });
    }
    if let Some(attachment) = assertion.attachment.get() {
        let at = at.member("attachment");
        checker.check_reference(&rules::V12, at, attachment, "attachment", |declared| {
            &declared.attachments
        });
    }
}
