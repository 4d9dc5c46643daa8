//! Surfaces as forms: the worked example, and the published examples of A2UI.

use super::{a2ui_surfaces, folder, payload};
use a2ui::{
    Message, Version,
    expression::Host,
    surface::{ClientAction, Surface, Surfaces},
};
use bridge::{
    Refusal, a2ui,
    elicitation::{ElicitResult, Revision},
    forms::{SurfaceForm, form_of_surface},
};
use std::{collections::BTreeMap, fs};
use wire::{Payload, Pointer};

fn form(surface: &Surface) -> Result<SurfaceForm, Refusal> {
    form_of_surface(
        &surface.resolve(&Host::new()).unwrap(),
        Revision::Mcp2025_11,
    )
}

fn value(payload: &Payload) -> serde_json::Value {
    serde_json::from_str(payload.text()).unwrap()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_worked_example_gives_its_form_and_its_action() {
    let text = fs::read_to_string(folder("neighbours/vectors.json")).unwrap();
    let vectors = payload(&text);
    let vector = |name: &str| vectors.member(name).unwrap();
    let mut surfaces = Surfaces::new();
    for message in vector("a2ui").elements() {
        surfaces
            .apply(&Message::read(message.text()).unwrap())
            .unwrap();
    }
    let form = form(surfaces.get("trip").unwrap()).unwrap();
    assert_eq!(value(&form.params()), value(&vector("mcpForm")));

    let result: ElicitResult = vector("elicitResult").decode().unwrap();
    let answered = form.answer(&mut surfaces, &result, &Host::new()).unwrap();
    let Some(ClientAction::Event(event)) = answered else {
        panic!("{answered:?}")
    };
    let expected = vector("action");
    let time = Pointer::parse("/action/timestamp").unwrap();
    let time = expected.get(&time).unwrap().as_str().unwrap().into_owned();
    let action = Payload::encode(&event.message(time.as_str())).unwrap();
    assert_eq!(value(&action), value(&expected));
    let model = surfaces.get("trip").unwrap().data_model().to_payload();
    let written = r#"{"name":"Grace","size":["s"],"news":true,"day":"2026-12-24","nights":3}"#;
    assert_eq!(value(&model.unwrap()), value(&payload(written)));
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_published_example_is_a_form_or_is_refused_by_name() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, text) in a2ui_surfaces::documents() {
        let surfaces = a2ui_surfaces::fold(&name, &a2ui_surfaces::messages(&name, &text));
        for surface in surfaces.iter() {
            // Surfaces of 0.8 become surfaces of 0.9 first.
            if surface.version() == Version::V0_8 {
                continue;
            }
            let outcome = match form(surface) {
                Ok(form) => {
                    assert!(!form.message.is_empty(), "{name}");
                    let schema = form.schema.check_content(&Payload::empty_object());
                    assert!(schema.len() <= form.fields.len() + 1, "{name}: {schema:?}");
                    match (form.url, form.fields.is_empty()) {
                        (Some(_), _) => "page",
                        (None, true) => "choice of buttons",
                        (None, false) => "form",
                    }
                    .to_owned()
                }
                Err(refusal) => {
                    assert!(
                        refusal.message().contains('`') && !refusal.hint_text().is_empty(),
                        "{name}: {refusal}"
                    );
                    refusal.rule().to_owned()
                }
            };
            *counts.entry(outcome).or_default() += 1;
        }
    }
    let counts: Vec<_> = counts
        .iter()
        .map(|(name, count)| (name.as_str(), *count))
        .collect();
    let expected = [
        ("choice of buttons", 42),
        ("form", 9),
        ("forms/no-button", 72),
        ("forms/secret", 6),
    ];
    assert_eq!(counts, expected);
}
