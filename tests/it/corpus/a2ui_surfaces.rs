//! The published examples of A2UI: their messages, the surfaces that they build, and the canvases of those surfaces.

use super::{again, folder, payload, texts};
use crate::translation::{self, bare};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
};
use bridge::{AnyMessage, Context, Dialect};
use wire::Payload;

const EXAMPLES: [(&str, usize); 8] = [
    ("a2ui/v0_8/catalogs/basic/examples", 30),
    ("a2ui/v0_8/catalogs/minimal/examples", 5),
    ("a2ui/v0_9/catalogs/basic/examples", 36),
    ("a2ui/v0_9/catalogs/minimal/examples", 7),
    ("a2ui/v0_9_1/catalogs/basic/examples", 36),
    ("a2ui/v0_9_1/catalogs/minimal/examples", 7),
    ("a2ui/v0_10/catalogs/basic/examples", 36),
    ("a2ui/v0_10/catalogs/minimal/examples", 7),
];

/// Returns the documents with their names.
pub(super) fn documents() -> Vec<(String, String)> {
    let mut documents = Vec::new();
    for (name, count) in EXAMPLES {
        let folder = folder(name);
        let found = texts(&folder);
        assert_eq!(found.len(), count, "{name}");
        documents.extend(
            found
                .into_iter()
                .map(|(file, text)| (format!("{name}/{file}"), text)),
        );
    }
    documents
}

pub(super) fn messages(name: &str, text: &str) -> Vec<Message> {
    let elements = a2ui::read(text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let message = |element: a2ui::Element| {
        element
            .result
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    elements.into_iter().map(message).collect()
}

pub(super) fn fold(name: &str, messages: &[Message]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces
            .apply(message)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    surfaces
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_message_comes_back_equal() {
    for (name, text) in documents() {
        let document = payload(&text);
        let list = document.member("messages").unwrap_or(document);
        let originals: Vec<Payload> = list.elements().collect();
        let messages = messages(&name, &text);
        assert!(!messages.is_empty(), "{name}");
        assert_eq!(
            messages.iter().map(again).collect::<Vec<_>>(),
            originals,
            "{name}"
        );
    }
}

/// Translates every surface to a canvas and back.
fn through(canvas: Dialect, cx: &Context) {
    let documents = documents();
    let mut seen = 0;
    for (name, text) in &documents {
        for surface in fold(name, &messages(name, text)).iter() {
            seen += 1;
            let messages = surface.messages();
            let version = AnyMessage::from(messages[0].clone()).dialect();
            let there = translation::all(version, canvas, cx, bare(messages));
            let [output] = there.outputs.as_slice() else {
                panic!("{name}: {there:?}")
            };
            assert!(
                output.carry.is_empty(),
                "{name}: a canvas holds a surface whole"
            );
            let back = translation::all(canvas, version, cx, there.alone());
            let messages: Vec<Message> = back
                .outputs
                .into_iter()
                .map(|output| output.message.try_into().unwrap())
                .collect();
            let snapshots = |surface: &Surface| again(&surface.snapshot());
            let rebuilt: Vec<_> = fold(name, &messages).iter().map(snapshots).collect();
            assert_eq!(rebuilt, [snapshots(surface)], "{name}");
        }
    }
    assert!(seen >= documents.len(), "every example builds a surface");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_surface_comes_back_equal_from_a_proposed_canvas() {
    through(Dialect::AhpCanvas, &Context::default());
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_surface_comes_back_equal_from_a_released_canvas() {
    let mut cx = Context::default();
    cx.base_url = Some("https://canvases.test/live".to_owned());
    through(Dialect::Ahp1_0, &cx);
}
