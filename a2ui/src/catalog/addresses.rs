//! Checks of the URLs in components and calls. These checks apply to types with these names in any catalog.

use super::Checker;
use crate::address;
use wire::{Payload, PayloadKind, Pointer};

/// The component types that load media, the property with the URL, and the kind of media.
const LOADED: &[(&str, &str, &str)] = &[
    ("Image", "url", "image"),
    ("Video", "url", "video"),
    ("Video", "posterUrl", "image"),
    ("AudioPlayer", "url", "audio"),
];

/// The function that opens a URL, and the argument with the URL.
const OPENS: (&str, &str) = ("openUrl", "url");

/// Reports unsafe URLs in the properties of a component.
pub(super) fn check_component(
    name: &str,
    properties: &Payload,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    for (_, property, media) in LOADED.iter().filter(|(component, ..)| *component == name) {
        for (_, value) in properties.members().filter(|(name, _)| name == property) {
            let found = literal(&value, &at.member(property));
            let found = found.and_then(|(text, at)| address::check_media(&text, media, &at));
            found
                .into_iter()
                .for_each(|finding| checker.report(finding));
        }
    }
}

/// Reports unsafe URLs in the arguments of a function.
pub(super) fn check_call(name: &str, args: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let (function, argument) = OPENS;
    if name != function {
        return;
    }
    for (_, value) in args.members().filter(|(name, _)| name == argument) {
        let found = literal(&value, &at.member(argument));
        let found = found.and_then(|(text, at)| address::check_link(&text, &at));
        found
            .into_iter()
            .for_each(|finding| checker.report(finding));
    }
}

/// Returns the part of a text that is known before evaluation, with its pointer. This is a string, the literal of a 0.8
/// bound value, or the template of a `formatString`.
fn literal(value: &Payload, at: &Pointer) -> Option<(String, Pointer)> {
    if value.kind() != PayloadKind::Object {
        return text_at(value, at, &[]);
    }
    for name in ["call", "@call"] {
        if let Some((function, _)) = text_at(value, at, &[name]) {
            if function == "formatString" {
                return text_at(value, at, &["args", "value"]);
            }
        }
    }
    text_at(value, at, &["literalString"])
}

fn text_at(value: &Payload, at: &Pointer, path: &[&str]) -> Option<(String, Pointer)> {
    let mut below = Pointer::root();
    for name in path {
        below.push(name);
    }
    let text = value.get(&below)?.as_str()?.into_owned();
    Some((text, at.join(&below)))
}
