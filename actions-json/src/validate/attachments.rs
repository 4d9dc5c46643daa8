//! Attachments: rule V10.

use super::{
    checker::{Checker, OBJECT},
    rules, slot_checks, sources, targets,
};
use crate::manifest::Attachment;
use wire::{Payload, PayloadKind, Pointer};

pub(super) fn check_attachment(attachment: &Attachment, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "kind", &attachment.kind);
    checker.check_text(at, "description", &attachment.description);
    let required = [
        (
            "target",
            attachment.target.get().is_some(),
            attachment.target.invalid(),
        ),
        (
            "lifecycle",
            attachment.lifecycle.get().is_some(),
            attachment.lifecycle.invalid(),
        ),
    ];
    for (name, is_readable, odd) in required {
        match odd.filter(|odd| !odd.is_null()) {
            _ if is_readable => {}
            Some(odd) if odd.is_object() => checker.report_duplicates(&at.member(name), odd),
            Some(odd) => {
                checker.report_wrong_type(&rules::V10, at.member(name), odd.kind(), OBJECT)
            }
            None => {
                let message = format!("the attachment has no `{name}`");
                checker.report(&rules::V10, at.member(name), message, OBJECT);
            }
        }
    }
    if attachment.target.get().is_some() {
        targets::check_target(&attachment.target, at, checker);
    }
    if let Some(lifecycle) = attachment.lifecycle.get() {
        let at = at.member("lifecycle");
        checker.check_text(&at, "install", &lifecycle.install);
        checker.check_text(&at, "remove", &lifecycle.remove);
        checker.check_text(&at, "reattach", &lifecycle.reattach);
        checker.check_text(&at, "drift", &lifecycle.drift);
    }
    if let Some(affordance) = checker.read(at, "affordance", &attachment.affordance, OBJECT) {
        let at = at.member("affordance");
        checker.check_text(&at, "label", &affordance.label);
        checker.check_text(&at, "title", &affordance.title);
        checker.check_text(&at, "placement", &affordance.placement);
        checker.check_limit(&at, "max_instances", &affordance.max_instances);
        if let Some(opens) = &affordance.opens {
            slot_checks::check_texts(opens, &at.member("opens"), None, checker);
        }
    }
    check_signals(attachment.signals.as_ref(), &at.member("signals"), checker);
    sources::check_source(&attachment.source, at, checker);
}

/// Checks the names of signals, in a list or in an object.
fn check_signals(signals: Option<&Payload>, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(signals) = signals.filter(|signals| !signals.is_null()) else {
        return;
    };
    if !matches!(signals.kind(), PayloadKind::Array | PayloadKind::Object) {
        let hint = "an array or an object with the names of signals";
        return checker.report_wrong_type(&rules::SHAPE, at.clone(), signals.kind(), hint);
    }
    let listed = signals
        .elements()
        .enumerate()
        .map(|(index, value)| (at.element(index), value));
    let named = signals
        .members()
        .map(|(name, value)| (at.member(&name), value));
    for (at, value) in listed.chain(named) {
        match value.as_str() {
            Some(name) => {
                checker.check_reference(&rules::UNKNOWN_SIGNAL, at, &name, "signal", |declared| {
                    &declared.signals
                })
            }
            None => checker.report_wrong_type(
                &rules::SHAPE,
                at,
                value.kind(),
                "a string with the name of a signal",
            ),
        }
    }
}
