//! Checks: V12. Targets have no names, so no reference to one can be unknown; its state can.

use super::{
    judge::{Judge, TEXT},
    rules, sources, targets,
};
use crate::manifest::{Assertion, Check, CheckSeverity};
use wire::Pointer;

pub(super) fn check(check: &Check, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "description", &check.description);
    judge.word(at, "severity", &check.severity, CheckSeverity::WORDS);
    judge.each(at, "assertions", &check.assertions, |judge, at, item| assertion(item, at, judge));
    judge.each(at, "negative_assertions", &check.negative_assertions, |judge, at, item| {
        assertion(item, at, judge)
    });
    sources::source(&check.source, at, judge);
}

fn assertion(assertion: &Assertion, at: &Pointer, judge: &mut Judge<'_>) {
    targets::target_by(&rules::V12, &assertion.target, at, judge);
    judge.boolean(at, "visible", &assertion.visible);
    if let Some(tool) = judge.read(at, "tool", &assertion.tool, TEXT) {
        judge.reference(&rules::V12, at.member("tool"), tool, "tool", |declared| &declared.tools);
    }
    if let Some(state) = judge.read(at, "state", &assertion.state, TEXT) {
        judge.reference(&rules::V12, at.member("state"), state, "state", |declared| &declared.states);
    }
    if let Some(attachment) = judge.read(at, "attachment", &assertion.attachment, TEXT) {
        let at = at.member("attachment");
        judge.reference(&rules::V12, at, attachment, "attachment", |declared| &declared.attachments);
    }
}
