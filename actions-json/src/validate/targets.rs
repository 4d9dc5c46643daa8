//! Target descriptors: rule V9.

use super::{
    checker::{Checker, OBJECT, TEXT},
    rules::{self, ManifestRule},
    slot_checks,
};
use crate::manifest::{Confidence, Selectors, Target};
use wire::{PayloadKind, Pointer, Tolerant};

/// Checks the member `target`.
pub(super) fn check_target(
    member: &Tolerant<Box<Target>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    check_target_by(&rules::UNKNOWN_STATE, member, at, checker);
}

/// Checks the member `target`. An undeclared state violates `rule`.
pub(super) fn check_target_by(
    rule: &ManifestRule,
    member: &Tolerant<Box<Target>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if let Some(target) = checker.read(at, "target", member, OBJECT) {
        let at = at.member("target");
        check_descriptor(target, &at, checker);
        if let Some(state) = target.state.get() {
            checker.check_reference(rule, at.member("state"), state, "state", |declared| {
                &declared.states
            });
        }
    }
}

pub(super) fn check_descriptor(target: &Target, at: &Pointer, checker: &mut Checker<'_>) {
    check_selectors("selector", &target.selector, at, checker);
    check_selectors("selectors", &target.selectors, at, checker);
    check_selectors(
        "fallback_selectors",
        &target.fallback_selectors,
        at,
        checker,
    );
    checker.check_text(at, "role", &target.role);
    checker.check_text(at, "name", &target.name);
    checker.check_text(at, "text_equals", &target.text_equals);
    checker.check_text(at, "text_contains", &target.text_contains);
    checker.check_text(at, "url_contains", &target.url_contains);
    checker.check_text(at, "url_matches", &target.url_matches);
    checker.check_text(at, "state", &target.state);
    checker.check_word(at, "confidence", &target.confidence, Confidence::WORDS);
    checker.check_text(at, "notes", &target.notes);
}

/// Checks rule V9: all selector members accept a string or a list of strings, but not null.
pub(super) fn check_selectors(
    name: &str,
    member: &Tolerant<Selectors>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if let Some(selectors) = member.get() {
        slot_checks::check_texts(selectors.payload(), &at.member(name), None, checker);
    }
    let Some(odd) = member.invalid() else { return };
    if odd.kind() != PayloadKind::Array {
        let expected = "a string or an array of strings";
        return checker.report_wrong_type(&rules::V9, at.member(name), odd.kind(), expected);
    }
    for (index, element) in odd.elements().enumerate() {
        if element.kind() != PayloadKind::String {
            checker.report_wrong_type(
                &rules::V9,
                at.member(name).element(index),
                element.kind(),
                TEXT,
            );
        }
    }
}
