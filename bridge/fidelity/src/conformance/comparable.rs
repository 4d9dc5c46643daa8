//! Messages in the form in which they are compared.

use crate::{
    run::{build_surfaces, normalize},
    variant::replace_value,
};
use bridge::{Dialect, Protocol, a2ui::Message};
use wire::{Payload, Pointer};

/// Normalizes messages for comparison: streams, including those in the contents of canvases, become the surfaces that
/// they build.
pub(super) fn comparable(dialect: Dialect, messages: &[Payload], like: &[Payload]) -> Payload {
    if dialect.protocol() != Protocol::Ahp {
        return normalize(dialect, messages, like);
    }
    let messages: Vec<Payload> = messages.iter().map(unfold).collect();
    Payload::array(&messages)
}

/// Replaces the texts in a canvas with the surfaces that they build.
fn unfold(canvas: &Payload) -> Payload {
    let contents = Pointer::root().member("contents");
    let count = match canvas.get(&contents) {
        Some(contents) => contents.elements().count(),
        None => 0,
    };
    let mut canvas = canvas.clone();
    for index in 0..count {
        let at = contents.element(index).member("text");
        let Some(built) = canvas.get(&at).and_then(|text| built_by_text(&text)) else {
            continue;
        };
        if let Some(changed) = replace_value(&canvas, &at, Some(&built)) {
            canvas = changed;
        }
    }
    canvas
}

/// Returns the surfaces that the messages in a string build.
fn built_by_text(text: &Payload) -> Option<Payload> {
    let stream = Payload::parse(&*text.as_str()?).ok()?;
    let messages = stream
        .elements()
        .map(|message| Message::read(message.text()).ok());
    let built = build_surfaces(messages, |_| None)?;
    Some(Payload::array(&built))
}
