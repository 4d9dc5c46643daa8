//! The published examples of A2UI: their messages, the surfaces that they build, and the canvases that those become.

use super::{again, folder, payload, texts};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
};
use bridge::{Carry, Context, Translate, a2ui_ahp::OpenCanvas, ahp_canvas_ahp_v1_0::ReleasedCanvas};
use wire::{Payload, Pointer};

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

/// The documents, by name.
fn documents() -> Vec<(String, String)> {
    let mut documents = Vec::new();
    for (name, count) in EXAMPLES {
        let folder = folder(name);
        let found = texts(&folder);
        assert_eq!(found.len(), count, "{name}");
        documents.extend(found.into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
    }
    documents
}

fn messages(name: &str, text: &str) -> Vec<Message> {
    let elements = a2ui::read(text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let message = |element: a2ui::Element| element.result.unwrap_or_else(|error| panic!("{name}: {error}"));
    elements.into_iter().map(message).collect()
}

fn fold(name: &str, messages: &[Message]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    surfaces
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_message_comes_back_equal() {
    for (name, text) in documents() {
        let document = payload(&text);
        let list = document.get(&Pointer::root().member("messages")).unwrap_or(document);
        let originals: Vec<Payload> = list.elements().collect();
        let messages = messages(&name, &text);
        assert!(!messages.is_empty(), "{name}");
        assert_eq!(messages.iter().map(again).collect::<Vec<_>>(), originals, "{name}");
    }
}

/// Every surface through a canvas and back.
fn through<T: wire::WireType + Translate<Vec<Message>>>(cx: &Context)
where
    for<'a> &'a Surface: Translate<T>,
{
    let documents = documents();
    let mut seen = 0;
    for (name, text) in &documents {
        for surface in fold(name, &messages(name, text)).iter() {
            seen += 1;
            let (canvas, carry): (T, Carry) = surface.translate(&Carry::default(), cx, &mut ()).expect(name);
            assert!(carry.is_empty(), "{name}: a canvas holds a surface whole");
            let canvas: T = serde_json::from_str(&wire::encode(&canvas).unwrap()).expect(name);
            let (messages, _) = canvas.translate(&Carry::default(), cx, &mut ()).expect(name);
            let rebuilt = fold(name, &messages);
            let snapshots = |surface: &Surface| again(&surface.snapshot());
            let rebuilt: Vec<_> = rebuilt.iter().map(snapshots).collect();
            assert_eq!(rebuilt, [snapshots(surface)], "{name}");
        }
    }
    assert!(seen >= documents.len(), "every example builds a surface");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_surface_comes_back_equal_from_a_canvas_of_the_proposal() {
    through::<OpenCanvas>(&Context::default());
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_surface_comes_back_equal_from_a_released_canvas() {
    let mut cx = Context::default();
    cx.base_url = Some("https://canvases.test/live".to_owned());
    through::<ReleasedCanvas>(&cx);
}
