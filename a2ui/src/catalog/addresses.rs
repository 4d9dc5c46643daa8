//! Checks of the URLs in components and calls. They apply to types with these names in any catalog.

use super::Checker;
use crate::address;
use std::borrow::Cow;
use wire::{Payload, PayloadKind, Pointer};

/// The properties from which clients load media, and the kind of media.
const LOADED: &[(&str, &str, &str)] = &[
    ("Image", "url", "image"),
    ("Video", "url", "video"),
    ("Video", "posterUrl", "image"),
    ("AudioPlayer", "url", "audio"),
];

/// The function that opens a URL, and its argument.
const OPENS: (&str, &str) = ("openUrl", "url");

/// Reports unsafe URLs in the properties of a component.
pub(super) fn of_component(
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
pub(super) fn of_call(name: &str, args: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
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

/// Returns the part of a text that is known before evaluation, with its pointer: a string, the literal of a bound value of 0.8,
/// or the template of a `formatString`.
fn literal(value: &Payload, at: &Pointer) -> Option<(String, Pointer)> {
    let own = |text: Cow<'_, str>| text.into_owned();
    let text = |path: &[&str]| {
        let below = path
            .iter()
            .fold(Pointer::root(), |at, name| at.member(name));
        Some((value.get(&below)?.as_str().map(own)?, at.join(&below)))
    };
    if value.kind() != PayloadKind::Object {
        return text(&[]);
    }
    let is_format = ["call", "@call"]
        .iter()
        .any(|name| text(&[name]).is_some_and(|call| call.0 == "formatString"));
    if is_format {
        text(&["args", "value"])
    } else {
        text(&["literalString"])
    }
}
