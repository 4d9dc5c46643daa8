//! Messages in the form in which they are compared.

use crate::{
    run::{build_surfaces, normal},
    variant::with,
};
use bridge::{Dialect, Protocol, a2ui::Message};
use wire::{Payload, Pointer};

/// Normalizes messages for comparison: streams, including those in the contents of canvases, become the surfaces that
/// they build.
pub(super) fn comparable(dialect: Dialect, messages: &[Payload], like: &[Payload]) -> Payload {
    if dialect.protocol() != Protocol::Ahp {
        return normal(dialect, messages, like);
    }
    let messages: Vec<Payload> = messages.iter().map(unfold).collect();
    Payload::array(&messages)
}

/// Replaces the texts in a canvas with the surfaces that they build.
fn unfold(canvas: &Payload) -> Payload {
    let contents = Pointer::root().member("contents");
    let count = canvas
        .get(&contents)
        .map_or(0, |contents| contents.elements().count());
    let mut canvas = canvas.clone();
    for index in 0..count {
        let at = contents.element(index).member("text");
        let text = canvas.get(&at);
        let Some(stream) = text
            .as_ref()
            .and_then(Payload::as_str)
            .and_then(|text| Payload::parse(&*text).ok())
        else {
            continue;
        };
        let messages = stream
            .elements()
            .map(|message| Message::read(message.text()).ok());
        let Some(built) = build_surfaces(messages, |_| None) else {
            continue;
        };
        if let Some(with) = with(&canvas, &at, Some(&Payload::array(&built))) {
            canvas = with;
        }
    }
    canvas
}
