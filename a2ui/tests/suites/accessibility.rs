//! The suites for accessibility attributes.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/accessibility.yaml` | 6 | all; of 3 a part |
//! | `agent_sdks/conformance/suites/accessibility.yaml` | 4, of 0.9 | all; of 2 a part |
//!
//! The attributes of a component are read, checked and evaluated here. Their effect is up to a renderer: the name that a button
//! takes from its text (1 case), roles and states (1 case), and hiding the contents of a hidden component (1 case).

use crate::{client::BASIC, read};
use a2ui::{
    CatalogId, Message, Notation, Version,
    catalog::{Catalog, CatalogComponent, basic},
    expression::{Host, Scope},
    surface::{Surface, Surfaces},
    v1_0::{self, basic as parts},
};
use wire::{Payload, Pointer, Severity};

/// Builds surfaces with these components, one for each notation since 0.9. The surfaces have data for bindings. Each is
/// returned with the message that created the components. `KEY` is replaced by the key.
fn surfaces(components: &str) -> [(Version, Notation, Message, Surface); 4] {
    [
        ("1.0", Version::V1_0, Notation::At, "@accessibility"),
        ("v1.0", Version::V1_0, Notation::AtValues, "accessibility"),
        ("v1.0", Version::V1_0, Notation::Plain, "accessibility"),
        ("v0.9", Version::V0_9, Notation::Plain, "accessibility"),
    ]
    .map(|(word, version, notation, key)| {
        let path = if notation.has_marked_values() { r#""@path""# } else { r#""path""# };
        let components = components.replace("KEY", key).replace(r#""@path""#, path);
        let catalog = CatalogId::basic(version);
        let message = |body: &str| read(&format!(r#"{{"version":"{word}",{body}}}"#));
        let mut surfaces = Surfaces::new();
        for body in [
            format!(r#""createSurface":{{"surfaceId":"hall","catalogId":"{catalog}"}}"#),
            r#""updateDataModel":{"surfaceId":"hall","value":{"name":"Next stop","quiet":true,"busy":false}}"#.to_owned(),
        ] {
            surfaces.apply(&message(&body)).unwrap();
        }
        let message = message(&format!(r#""updateComponents":{{"surfaceId":"hall","components":[{components}]}}"#));
        surfaces.apply(&message).unwrap();
        (version, notation, message, surfaces.get("hall").unwrap().clone())
    })
}

/// Returns the evaluated attributes of a component. Empty if it has no attributes.
fn attributes_of(surface: &Surface, id: &str) -> String {
    let component = surface.component(id).unwrap();
    let stated = component
        .property("@accessibility")
        .or_else(|| component.property("accessibility"));
    let Some(stated) = stated else {
        return String::new();
    };
    let host = Host::new();
    let mut evaluation = surface.evaluation_of(id, &Scope::top(), &host);
    evaluation
        .value(&stated, &Pointer::root())
        .unwrap()
        .unwrap()
        .text()
        .to_owned()
}

#[test]
fn attributes_are_read_and_evaluated() {
    let button = |id: &str, keys: &str| {
        format!(
            r#"{{"id":"{id}","component":"Button","child":"t","action":{{"event":{{"name":"go"}}}}{keys}}}"#
        )
    };
    let text = |id: &str, keys: &str| {
        format!(r#"{{"id":"{id}","component":"Text","text":"Doors open"{keys}}}"#)
    };
    let row = r#"{"id":"root","component":"Row","children":["b","x"]}"#;
    let label = r#"{"label":"Ring","description":"Calls the porter to the hall"}"#;
    for (name, components, id, expected) in [
        (
            "a name and what more there is to say",
            format!("{row},{},{}", button("b", &format!(r#","KEY":{label}"#)), text("t", "")),
            "b",
            label,
        ),
        ("changes that are announced politely", text("root", r#","KEY":{"live":"polite"}"#), "root", r#"{"live":"polite"}"#),
        (
            "and at once",
            text("root", r#","KEY":{"label":"Alarm","live":"assertive"}"#),
            "root",
            r#"{"label":"Alarm","live":"assertive"}"#,
        ),
        (
            "what is hidden",
            format!(r#"{{"id":"root","component":"Column","children":["t","i"],"KEY":{{"hidden":true}}}},{},{{"id":"i","component":"Icon","name":"star"}}"#, text("t", "")),
            "root",
            r#"{"hidden":true}"#,
        ),
        ("nothing: the renderer takes the text", format!("{},{}", button("root", ""), text("t", "")), "root", ""),
        (
            "a field",
            r#"{"id":"root","component":"TextField","label":"Platform","KEY":{"description":"A number from 1 to 9"}}"#.to_owned(),
            "root",
            r#"{"description":"A number from 1 to 9"}"#,
        ),
        (
            "a box",
            r#"{"id":"root","component":"CheckBox","label":"Wake me","value":true,"KEY":{"label":"Wake me before the stop"}}"#.to_owned(),
            "root",
            r#"{"label":"Wake me before the stop"}"#,
        ),
        (
            "a choice",
            r#"{"id":"root","component":"ChoicePicker","options":[{"label":"Window","value":"w"}],"value":["w"],"KEY":{"label":"Seat"}}"#.to_owned(),
            "root",
            r#"{"label":"Seat"}"#,
        ),
        (
            "what is bound",
            text("root", r#","KEY":{"label":{"@path":"/name"},"hidden":{"@path":"/quiet"}}"#),
            "root",
            r#"{"label":"Next stop","hidden":true}"#,
        ),
        ("and false", text("root", r#","KEY":{"hidden":{"@path":"/busy"}}"#), "root", r#"{"hidden":false}"#),
    ] {
        for (version, notation, message, surface) in surfaces(&components) {
            let judged = basic(version, notation).check_message(&message);
            assert_eq!(judged, [], "{name} in {version}, {notation:?}");
            assert_eq!(attributes_of(&surface, id), expected, "{name} in {version}, {notation:?}");
        }
    }
}

/// Checks that bound attributes change when the data changes.
#[test]
fn bound_attributes_follow_the_data() {
    let mut surfaces = Surfaces::new();
    for body in [
        format!(
            r#""createSurface":{{"surfaceId":"hall","catalogId":"{BASIC}","components":[
                {{"id":"root","component":"Text","text":"x","@accessibility":{{"label":{{"@path":"/name"}}}}}}],"dataModel":{{"name":"Quay 1"}}}}"#
        ),
        r#""updateDataModel":{"surfaceId":"hall","path":"/name","value":"Quay 2"}"#.to_owned(),
    ] {
        surfaces
            .apply(&read(&format!(r#"{{"version":"1.0",{body}}}"#)))
            .unwrap();
    }
    assert_eq!(
        attributes_of(surfaces.get("hall").unwrap(), "root"),
        r#"{"label":"Quay 2"}"#
    );
}

/// Checks that the typed views have the same attributes.
#[test]
fn every_component_type_has_accessibility_attributes() {
    fn label<T: CatalogComponent>(
        properties: &str,
        of: impl Fn(T) -> wire::Field<parts::AccessibilityAttributes>,
    ) -> Payload {
        let text = format!(
            r#"{{"id":"a","component":"{}",{properties}"@accessibility":{{"label":"Quay"}}}}"#,
            T::COMPONENT
        );
        let component: v1_0::Component = wire::decode(&text).unwrap();
        let attributes = of(component.view::<T>().unwrap());
        Payload::encode(&attributes.get().unwrap().label).unwrap()
    }
    let quay = Payload::string("Quay");
    assert_eq!(
        label::<parts::Text>(r#""text":"x","#, |text| text.accessibility),
        quay
    );
    assert_eq!(
        label::<parts::Row>(r#""children":[],"#, |row| row.accessibility),
        quay
    );
    assert_eq!(
        label::<parts::Button>(
            r#""child":"t","action":{"event":{"name":"go"}},"#,
            |button| button.accessibility
        ),
        quay
    );
}

#[test]
fn invalid_attributes_are_reported() {
    for (stated, rule, at, severity) in [
        (r#"{"label":7}"#, "wrong-type", "/label", Severity::Error),
        (
            r#"{"live":"loud"}"#,
            "unknown-word",
            "/live",
            Severity::Error,
        ),
        (
            r#"{"live":{"@path":"/n"}}"#,
            "wrong-type",
            "/live",
            Severity::Error,
        ),
        (
            r#"{"hidden":"yes"}"#,
            "wrong-type",
            "/hidden",
            Severity::Error,
        ),
        (
            r#"{"role":"button"}"#,
            "unknown-member",
            "/role",
            Severity::Error,
        ),
        (
            r#"{"description":null}"#,
            "null-member",
            "/description",
            Severity::Error,
        ),
        (r#""Ring""#, "wrong-type", "", Severity::Error),
    ] {
        let message = read(&format!(
            r#"{{"version":"1.0","updateComponents":{{"surfaceId":"hall","components":[
                {{"id":"root","component":"Text","text":"x","@accessibility":{stated}}}]}}}}"#
        ));
        let found = basic(Version::V1_0, Notation::At).check_message(&message);
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.rule, one.pointer.as_str(), one.severity))
            .collect();
        let at = format!("/updateComponents/components/0/@accessibility{at}");
        assert_eq!(found, [(rule, at.as_str(), severity)], "{stated}");
    }
}
