//! Target descriptors: V9.

use super::{
    judge::{Judge, OBJECT, sentence},
    rules::{self, ManifestRule},
    slots,
};
use crate::manifest::{Confidence, Selectors, Target};
use wire::{PayloadKind, Pointer, Tolerant};

/// The member `target`.
pub(super) fn target(member: &Tolerant<Box<Target>>, at: &Pointer, judge: &mut Judge<'_>) {
    target_by(&rules::UNKNOWN_STATE, member, at, judge);
}

/// The member `target`; a state that is not declared breaks `rule`.
pub(super) fn target_by(
    rule: &ManifestRule,
    member: &Tolerant<Box<Target>>,
    at: &Pointer,
    judge: &mut Judge<'_>,
) {
    if let Some(target) = judge.read(at, "target", member, OBJECT) {
        let at = at.member("target");
        descriptor(target, &at, judge);
        if let Some(state) = target.state.get() {
            judge.reference(rule, at.member("state"), state, "state", |declared| &declared.states);
        }
    }
}

pub(super) fn descriptor(target: &Target, at: &Pointer, judge: &mut Judge<'_>) {
    selectors("selector", &target.selector, at, judge);
    selectors("selectors", &target.selectors, at, judge);
    selectors("fallback_selectors", &target.fallback_selectors, at, judge);
    judge.text(at, "role", &target.role);
    judge.text(at, "name", &target.name);
    judge.text(at, "text_equals", &target.text_equals);
    judge.text(at, "text_contains", &target.text_contains);
    judge.text(at, "url_contains", &target.url_contains);
    judge.text(at, "url_matches", &target.url_matches);
    judge.text(at, "state", &target.state);
    judge.word(at, "confidence", &target.confidence, Confidence::WORDS);
    judge.text(at, "notes", &target.notes);
}

/// V9. Either form may stand in each of the members; null is neither.
pub(super) fn selectors(name: &str, member: &Tolerant<Selectors>, at: &Pointer, judge: &mut Judge<'_>) {
    if let Some(selectors) = member.get() {
        slots::texts(selectors.payload(), &at.member(name), None, judge);
    }
    let Some(odd) = member.invalid() else { return };
    if odd.kind() != PayloadKind::Array {
        let message = sentence(odd.kind());
        return judge.find(&rules::V9, at.member(name), message, "a selector or a list of selectors");
    }
    for (index, element) in odd.elements().enumerate() {
        if element.kind() != PayloadKind::String {
            let message = sentence(element.kind());
            judge.find(&rules::V9, at.member(name).element(index), message, "a selector");
        }
    }
}
