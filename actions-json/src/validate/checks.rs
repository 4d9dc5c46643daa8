//! Checks: rule V12 for their subjects, steps and assertions. Targets have no names, so references to them are not
//! checked. References to states are checked.

use super::{
    checker::{Checker, OBJECT, TEXT},
    rules, sources, targets,
};
use crate::manifest::{Assertion, Check, CheckSeverity};
use wire::{Extra, Payload, Pointer, Tolerant};

pub(super) fn check(check: &Check, at: &Pointer, checker: &mut Checker<'_>) {
    checker.text(at, "description", &check.description);
    checker.word(at, "severity", &check.severity, CheckSeverity::WORDS);
    steps("setup", check.setup.as_ref(), at, checker);
    steps("steps", check.steps.as_ref(), at, checker);
    checker.each(at, "assertions", &check.assertions, |checker, at, item| {
        assertion(item, at, checker)
    });
    checker.each(
        at,
        "negative_assertions",
        &check.negative_assertions,
        |checker, at, item| assertion(item, at, checker),
    );
    itself(&check.extra, at, checker);
    sources::source(&check.source, at, checker);
}

/// Checks the subject of the whole check. Its members have the same names as in assertions.
fn itself(extra: &Extra, at: &Pointer, checker: &mut Checker<'_>) {
    let mut assertion = Assertion::new();
    if let Some(target) = extra.get("target") {
        assertion.target = match target.decode() {
            Ok(target) => Tolerant::Value(target),
            Err(_) => Tolerant::Invalid(target.clone()),
        };
    }
    assertion.tool = text(extra, "tool");
    assertion.attachment = text(extra, "attachment");
    about(&assertion, at, checker);
    if let Some(state) = text(extra, "state").get() {
        self::state(state, at, checker);
    }
}

/// Returns a member that is a string. Other values are ignored, because the specification does not define the member.
fn text(extra: &Extra, name: &str) -> Tolerant<String> {
    match extra.get(name).and_then(Payload::as_str) {
        Some(text) => Tolerant::Value(text.into_owned()),
        None => Tolerant::Absent,
    }
}

fn state(state: &str, at: &Pointer, checker: &mut Checker<'_>) {
    checker.reference(
        &rules::V12,
        at.member("state"),
        state,
        "state",
        |declared| &declared.states,
    );
}

/// Checks the subjects of steps. Their members have the same names as in assertions. The `state` of a step is not
/// checked, because it may be the state of an element.
fn steps(name: &str, steps: Option<&Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member(name);
    for (index, step) in steps.into_iter().flat_map(Payload::elements).enumerate() {
        let at = at.element(index);
        if step.is_object()
            && let Ok(step) = step.decode::<Assertion>()
        {
            about(&step, &at, checker);
        }
    }
}

fn assertion(assertion: &Assertion, at: &Pointer, checker: &mut Checker<'_>) {
    checker.read(at, "target", &assertion.target, OBJECT);
    checker.boolean(at, "visible", &assertion.visible);
    checker.text(at, "tool", &assertion.tool);
    checker.text(at, "attachment", &assertion.attachment);
    about(assertion, at, checker);
    if let Some(state) = checker.read(at, "state", &assertion.state, TEXT) {
        self::state(state, at, checker);
    }
}

/// Checks that the subject of an assertion is declared.
fn about(assertion: &Assertion, at: &Pointer, checker: &mut Checker<'_>) {
    if assertion.target.get().is_some() {
        targets::target_by(&rules::V12, &assertion.target, at, checker);
    }
    if let Some(tool) = assertion.tool.get() {
        checker.reference(&rules::V12, at.member("tool"), tool, "tool", |declared| {
            &declared.tools
        });
    }
    if let Some(attachment) = assertion.attachment.get() {
        let at = at.member("attachment");
        checker.reference(&rules::V12, at, attachment, "attachment", |declared| {
            &declared.attachments
        });
    }
}
