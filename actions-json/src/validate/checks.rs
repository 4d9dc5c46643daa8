//! Checks: V12, in what they are about, in what they do and in what they assert. Targets have no names, so no reference to one can be unknown; its
//! state can.

use super::{
    judge::{Judge, OBJECT, TEXT},
    rules, sources, targets,
};
use crate::manifest::{Assertion, Check, CheckSeverity};
use wire::{Extra, Payload, Pointer, Tolerant};

pub(super) fn check(check: &Check, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "description", &check.description);
    judge.word(at, "severity", &check.severity, CheckSeverity::WORDS);
    steps("setup", check.setup.as_ref(), at, judge);
    steps("steps", check.steps.as_ref(), at, judge);
    judge.each(at, "assertions", &check.assertions, |judge, at, item| assertion(item, at, judge));
    judge.each(at, "negative_assertions", &check.negative_assertions, |judge, at, item| {
        assertion(item, at, judge)
    });
    itself(&check.extra, at, judge);
    sources::source(&check.source, at, judge);
}

/// What the check as a whole is about, named as assertions name it.
fn itself(extra: &Extra, at: &Pointer, judge: &mut Judge<'_>) {
    let text = |name| Some(Tolerant::Value(extra.get(name)?.as_str()?.into_owned()));
    let target = extra
        .get("target")
        .map(|target| target.decode().map_or(Tolerant::Invalid(target.clone()), Tolerant::Value));
    let mut assertion = Assertion::new();
    assertion.target = target.unwrap_or_default();
    assertion.tool = text("tool").unwrap_or_default();
    assertion.attachment = text("attachment").unwrap_or_default();
    about(&assertion, at, judge);
    if let Some(state) = text("state").as_ref().and_then(Tolerant::get) {
        self::state(state, at, judge);
    }
}

fn state(state: &str, at: &Pointer, judge: &mut Judge<'_>) {
    judge.reference(&rules::V12, at.member("state"), state, "state", |declared| &declared.states);
}

/// What is done names what it is about as assertions do. Its `state` may be that of an element, and is not judged.
fn steps(name: &str, steps: Option<&Payload>, at: &Pointer, judge: &mut Judge<'_>) {
    let at = at.member(name);
    for (index, step) in steps.into_iter().flat_map(Payload::elements).enumerate() {
        let at = at.element(index);
        if let Some(step) = step.is_object().then(|| step.decode::<Assertion>().ok()).flatten() {
            about(&step, &at, judge);
        }
    }
}

fn assertion(assertion: &Assertion, at: &Pointer, judge: &mut Judge<'_>) {
    judge.read(at, "target", &assertion.target, OBJECT);
    judge.boolean(at, "visible", &assertion.visible);
    judge.text(at, "tool", &assertion.tool);
    judge.text(at, "attachment", &assertion.attachment);
    about(assertion, at, judge);
    if let Some(state) = judge.read(at, "state", &assertion.state, TEXT) {
        self::state(state, at, judge);
    }
}

/// What it is about is declared.
fn about(assertion: &Assertion, at: &Pointer, judge: &mut Judge<'_>) {
    if assertion.target.get().is_some() {
        targets::target_by(&rules::V12, &assertion.target, at, judge);
    }
    if let Some(tool) = assertion.tool.get() {
        judge.reference(&rules::V12, at.member("tool"), tool, "tool", |declared| &declared.tools);
    }
    if let Some(attachment) = assertion.attachment.get() {
        let at = at.member("attachment");
        judge.reference(&rules::V12, at, attachment, "attachment", |declared| &declared.attachments);
    }
}
