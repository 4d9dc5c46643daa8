//! Attachments: V10.

use super::{
    judge::{Judge, OBJECT, sentence},
    rules, slots, sources, targets,
};
use crate::manifest::Attachment;
use wire::{Payload, PayloadKind, Pointer};

pub(super) fn attachment(attachment: &Attachment, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "kind", &attachment.kind);
    judge.text(at, "description", &attachment.description);
    let stands = [
        ("target", attachment.target.get().is_some(), attachment.target.invalid()),
        ("lifecycle", attachment.lifecycle.get().is_some(), attachment.lifecycle.invalid()),
    ];
    for (name, is_there, odd) in stands {
        match odd.filter(|odd| !odd.is_null()) {
            _ if is_there => {}
            Some(odd) if odd.is_object() => judge.find_duplicates(&at.member(name), odd),
            Some(odd) => judge.find(&rules::V10, at.member(name), sentence(odd.kind()), OBJECT),
            None => {
                let message = format!("This attachment has no {name}.");
                judge.find(&rules::V10, at.member(name), message, OBJECT);
            }
        }
    }
    if attachment.target.get().is_some() {
        targets::target(&attachment.target, at, judge);
    }
    if let Some(lifecycle) = attachment.lifecycle.get() {
        let at = at.member("lifecycle");
        judge.text(&at, "install", &lifecycle.install);
        judge.text(&at, "remove", &lifecycle.remove);
        judge.text(&at, "reattach", &lifecycle.reattach);
        judge.text(&at, "drift", &lifecycle.drift);
    }
    if let Some(affordance) = judge.read(at, "affordance", &attachment.affordance, OBJECT) {
        let at = at.member("affordance");
        judge.text(&at, "label", &affordance.label);
        judge.text(&at, "title", &affordance.title);
        judge.text(&at, "placement", &affordance.placement);
        judge.limit(&at, "max_instances", &affordance.max_instances);
        if let Some(opens) = &affordance.opens {
            slots::texts(opens, &at.member("opens"), None, judge);
        }
    }
    signals(attachment.signals.as_ref(), &at.member("signals"), judge);
    sources::source(&attachment.source, at, judge);
}

/// Names of signals, in a list or by occasion.
fn signals(signals: Option<&Payload>, at: &Pointer, judge: &mut Judge<'_>) {
    let Some(signals) = signals.filter(|signals| !signals.is_null()) else { return };
    if !matches!(signals.kind(), PayloadKind::Array | PayloadKind::Object) {
        let hint = "the names of signals, in a list or by occasion";
        return judge.find(&rules::SHAPE, at.clone(), sentence(signals.kind()), hint);
    }
    let listed = signals.elements().enumerate().map(|(index, value)| (at.element(index), value));
    let named = signals.members().map(|(name, value)| (at.member(&name), value));
    for (at, value) in listed.chain(named) {
        match value.as_str() {
            Some(name) => {
                judge.reference(&rules::UNKNOWN_SIGNAL, at, &name, "signal", |declared| &declared.signals)
            }
            None => judge.find(&rules::SHAPE, at, sentence(value.kind()), "the name of a signal"),
        }
    }
}
