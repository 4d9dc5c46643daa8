use super::*;
use crate::{
    Notation, Version,
    expression::{Host, Scope},
};

fn v1_0(rest: &str) -> String {
    format!(r#"{{"version":"v1.0",{rest}}}"#)
}

fn components(components: &str) -> String {
    v1_0(&format!(
        r#""updateComponents":{{"surfaceId":"s","components":[{components}]}}"#
    ))
}

fn data(rest: &str) -> String {
    v1_0(&format!(r#""updateDataModel":{{"surfaceId":"s",{rest}}}"#))
}

const BEGIN: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#;

#[test]
fn create_surface_of_1_0_contains_components_data_and_metadata() {
    let text = v1_0(
        r#""createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":true,"metadata":{"extensions":{"com_x":1.0}},
            "components":[{"id":"root","component":"Card","child":"a"},{"id":"a","component":"Chart","catalogId":"mine"}],
            "dataModel":{"n":1.0,"gone":null},"x":2},"y":3"#,
    );
    let mut surfaces = Surfaces::new();
    let id = || crate::SurfaceId::from("s");
    assert_eq!(
        surfaces.apply(&message(&text)).unwrap(),
        [
            SurfaceChange::Created { surface_id: id() },
            SurfaceChange::DataModel {
                surface_id: id(),
                path: String::new()
            },
            SurfaceChange::Components {
                surface_id: id(),
                components: vec!["root".into(), "a".into()]
            },
        ]
    );
    let surface = surfaces.get("s").unwrap();
    assert_eq!(
        (surface.version(), surface.version_word(), surface.root()),
        (Version::V1_0, "v1.0", Some("root"))
    );
    let catalogs = ["root", "a", "b"].map(|id| surface.catalog_of(id));
    assert_eq!(catalogs, [Some("c".into()), Some("mine".into()), None]);
    assert_eq!(surface.validate(), []);
    assert_eq!(surface.messages(), [message(&text)]);
    assert_eq!(rebuilt(&surfaces), surfaces);
    assert_eq!(
        snapshot(&surfaces, "s"),
        r#"{"surfaceId":"s","version":"v1.0","catalogId":"c","sendDataModel":true,"metadata":{"extensions":{"com_x":1.0}},"components":{"root":{"id":"root","component":"Card","child":"a"},"a":{"id":"a","component":"Chart","catalogId":"mine"}},"dataModel":{"n":1.0,"gone":null}}"#
    );
}

#[test]
fn creating_a_surface_of_1_0_is_atomic() {
    let create = |rest: &str| v1_0(&format!(r#""createSurface":{{"surfaceId":"s",{rest}}}"#));
    let cycle = create(r#""components":[{"id":"a","component":"Card","child":"a"}]"#);
    assert_eq!(
        refusal(&[&cycle]),
        is("self-reference", "/createSurface/components/0/child")
    );
    assert_eq!(
        refusal(&[&create(r#""dataModel":[]"#)]),
        is("not-an-object", "/createSurface/dataModel")
    );
    assert_eq!(
        refusal(&[BEGIN, BEGIN]),
        is("surface-exists", "/createSurface/surfaceId")
    );
    let reserved = components(r#"{"id":"a","component":"Surface"}"#);
    assert_eq!(
        refusal(&[BEGIN, &reserved]),
        is("reserved-type", "/updateComponents/components/0/component")
    );
    apply(&[CREATE, &update(r#"{"id":"a","component":"Surface"}"#)]);
}

#[test]
fn null_removes_a_value_in_1_0_and_is_stored_before_1_0() {
    let start = data(r#""value":{"user":{"name":"a","bio":"b"},"l":[1,2]}"#);
    let model = |texts: &[&str]| {
        let mut all = vec![BEGIN, &start];
        all.extend(texts);
        let surfaces = apply(&all);
        assert_eq!(rebuilt(&surfaces), surfaces);
        surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .map(|model| model.text().to_owned())
    };
    assert_eq!(
        model(&[&data(r#""path":"/user/bio","value":null"#)]).unwrap(),
        r#"{"user":{"name":"a"},"l":[1,2]}"#
    );
    assert_eq!(
        model(&[
            &data(r#""path":"/user","value":null"#),
            &data(r#""path":"/l","value":null"#)
        ])
        .unwrap(),
        "{}"
    );
    assert_eq!(
        model(&[&data(r#""path":"/l/0","value":null"#)]).unwrap(),
        r#"{"user":{"name":"a","bio":"b"},"l":[null,2]}"#
    );
    assert_eq!(
        model(&[&data(r#""path":"/gone/x","value":null"#)]),
        model(&[])
    );
    assert_eq!(model(&[&data(r#""value":null"#)]).unwrap(), "{}");
    assert_eq!(
        model(&[&data(r#""path":"/","value":"x""#)]).unwrap(),
        "\"x\""
    );
    for word in ["v0.10", "v0.9"] {
        let text = |rest: &str| format!(r#"{{"version":"{word}",{rest}}}"#);
        let create = text(r#""createSurface":{"surfaceId":"s","catalogId":"c"}"#);
        let null = text(r#""updateDataModel":{"surfaceId":"s","path":"/a","value":null}"#);
        let gone = text(r#""updateDataModel":{"surfaceId":"s","path":"/a"}"#);
        let model = |texts: &[&str]| {
            apply(texts)
                .get("s")
                .unwrap()
                .data_model()
                .to_payload()
                .unwrap()
                .text()
                .to_owned()
        };
        assert_eq!(model(&[&create, &null]), r#"{"a":null}"#);
        assert_eq!(model(&[&create, &null, &gone]), "{}");
    }
}

#[test]
fn a_surface_of_0_10_behaves_like_one_of_0_9() {
    let create = r#"{"version":"v0.10","createSurface":{"surfaceId":"s","catalogId":"c","theme":{"a":1.0},"x":1},"y":2}"#;
    let text = r#"{"version":"v0.10","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text"}]}}"#;
    let surfaces = apply(&[create, text]);
    let surface = surfaces.get("s").unwrap();
    assert_eq!(
        (surface.version(), surface.version_word()),
        (Version::V0_10, "v0.10")
    );
    assert_eq!(
        (surface.notation(), surface.theme().unwrap().text()),
        (Notation::Plain, r#"{"a":1.0}"#)
    );
    assert_eq!(rebuilt(&surfaces), surfaces);
}

#[test]
fn messages_of_several_versions_on_one_surface_are_read_by_their_own_rules() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let plain = update(
        r#"{"id":"root","component":"Column","children":["a","b","c"]},{"id":"a","component":"Text","text":{"path":"/n"},"checks":[{"condition":{"path":"/no"},"message":"a"}]}"#,
    );
    let of = |word: &str, component: &str| {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{component}]}}}}"#
        )
    };
    let today = of(
        "1.0",
        r#"{"id":"b","component":"Text","text":{"@path":"/n"},"@checks":[{"condition":{"@path":"/no"},"message":"b"}],"checks":"mine"}"#,
    );
    let candidate = of(
        "v1.0",
        r#"{"id":"c","component":"Text","text":{"path":"/n"},"checks":[{"condition":{"path":"/no"},"message":"c"}]}"#,
    );
    let value = |word: &str, path: &str| {
        format!(
            r#"{{"version":"{word}","updateDataModel":{{"surfaceId":"s","path":"{path}","value":null}}}}"#
        )
    };
    let start = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":1.0,"no":false,"x":1,"y":1}}}"#;
    let surfaces = apply(&[
        create,
        start,
        &plain,
        &today,
        &candidate,
        &value("v0.9", "/x"),
        &value("1.0", "/y"),
    ]);
    let surface = surfaces.get("s").unwrap();
    assert_eq!(
        (surface.version(), surface.notation()),
        (Version::V0_9, Notation::Plain)
    );
    assert_eq!(
        surface.data_model().to_payload().unwrap().text(),
        r#"{"n":1.0,"no":false,"x":null}"#
    );
    for id in ["a", "b", "c"] {
        let mut evaluation = surface.evaluation_of(id, &Scope::top(), &Host::new());
        let text = surface.component(id).unwrap().property("text").unwrap();
        assert_eq!(
            evaluation.text(&text, &wire::Pointer::root()).unwrap(),
            "1",
            "{id}"
        );
        let failed = surface.checks(id, &Scope::top(), &Host::new()).unwrap();
        let failed: Vec<_> = failed
            .iter()
            .map(|failed| failed.message.as_deref())
            .collect();
        assert_eq!(failed, [Some(id)]);
    }
    assert_eq!(
        surface
            .messages()
            .iter()
            .map(Message::version_word)
            .collect::<Vec<_>>(),
        ["v0.9", "v0.9", "v0.9", "1.0", "v1.0"]
    );
    assert_eq!(rebuilt(&surfaces), surfaces);
    let finding = surface.version_mismatch(&message(&today)).unwrap();
    assert_eq!(
        (finding.rule, finding.severity),
        ("surface-version", wire::Severity::Warning)
    );
    assert_eq!(surface.version_mismatch(&message(start)), None);
    // 0.8 differs in its messages and its root.
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#;
    assert_eq!(
        surface.version_mismatch(&message(old)),
        None,
        "it is refused, and that says it"
    );
    assert_eq!(
        refusal(&[create, old]),
        is("surface-version", "/surfaceUpdate")
    );
    assert_eq!(
        refusal(&[old, &today]),
        is("surface-version", "/updateComponents")
    );
}

#[test]
fn keys_of_components_are_read_with_and_without_at() {
    let basic = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
    let create = |word: &str, catalog: &str| {
        format!(
            r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#
        )
    };
    let update = |word: &str, keys: &str| {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Button"{keys}}}]}}}}"#
        )
    };
    let check = r#"[{"condition":{"@path":"/no"},"message":"no"}]"#;
    for (word, catalog, keys, is_checked, of) in [
        (
            "1.0",
            "mine",
            format!(r#","@checks":{check},"@catalogId":"other""#),
            true,
            "other",
        ),
        (
            "1.0",
            "mine",
            format!(r#","checks":{check},"catalogId":"other""#),
            false,
            "mine",
        ),
        (
            "1.0",
            basic,
            format!(r#","checks":{check},"catalogId":"other""#),
            false,
            "other",
        ),
        ("1.0", basic, format!(r#","checks":{check}"#), true, basic),
        (
            "v1.0",
            "mine",
            format!(r#","checks":{check},"catalogId":"other""#),
            true,
            "other",
        ),
        (
            "v1.0",
            "mine",
            format!(r#","@checks":{check},"@catalogId":"other""#),
            true,
            "other",
        ),
    ] {
        let surfaces = apply(&[&create(word, catalog), &update(word, &keys)]);
        let surface = surfaces.get("s").unwrap();
        assert_eq!(
            surface
                .checks("root", &Scope::top(), &Host::new())
                .unwrap()
                .len(),
            usize::from(is_checked),
            "{word}{keys}"
        );
        assert_eq!(
            surface.catalog_of("root").unwrap().as_str(),
            of,
            "{word}{keys}"
        );
        assert_eq!(rebuilt(&surfaces), surfaces);
    }
}

#[test]
fn a_june_surface_accepts_messages_that_are_also_valid_today() {
    let create =
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","theme":{}}}"#;
    let text = components(
        r#"{"id":"root","component":"Text","catalogId":"own","metadata":{"a":1.0},"text":"x"}"#,
    );
    let null = data(r#""path":"/a","value":null"#);
    let surfaces = apply(&[create, &text, &null]);
    let surface = surfaces.get("s").unwrap();
    assert_eq!(surface.version(), Version::V1_0June);
    assert_eq!(
        surface.data_model().to_payload().unwrap().text(),
        r#"{"a":null}"#
    );
    assert!(snapshot(&surfaces, "s").contains(
        r#""root":{"id":"root","component":"Text","catalogId":"own","metadata":{"a":1.0},"text":"x"}"#
    ));
    assert_eq!(rebuilt(&surfaces), surfaces);
}

#[test]
fn calls_and_responses_do_not_change_surfaces() {
    for text in [
        r#"{"version":"v0.10","callFunction":{"call":"f","returnType":"void","callableFrom":"remoteOnly"},"functionCallId":"1"}"#,
        r#"{"version":"v0.10","actionResponse":{"value":1},"actionId":"1"}"#,
        r#"{"version":"v1.0","callRendererFunction":{"surfaceId":"gone","functionCallId":"1","callFunction":{"call":"f","catalogId":"c"}}}"#,
        r#"{"version":"v1.0","agentFunctionResponse":{"functionCallId":"1","value":1}}"#,
    ] {
        let mut surfaces = apply(&[BEGIN]);
        assert_eq!(surfaces.apply(&message(text)), Ok(Vec::new()));
        assert_eq!(surfaces, apply(&[BEGIN]));
    }
    for text in [
        r#"{"version":"v1.0","rendererFunctionResponse":{"functionCallId":"1","value":1}}"#,
        r#"{"version":"v0.10","functionResponse":{"functionCallId":"1","call":"f","value":1}}"#,
    ] {
        assert_eq!(
            Surfaces::new().apply(&message(text)).unwrap_err().rule,
            "client-message"
        );
    }
}

#[test]
fn an_update_without_a_type_keeps_the_type_and_its_catalog() {
    let first = components(r#"{"id":"root","component":"Chart","catalogId":"mine","n":1}"#);
    let component = |second: &str| {
        let surfaces = apply(&[BEGIN, &first, &components(second)]);
        surfaces
            .get("s")
            .unwrap()
            .component("root")
            .unwrap()
            .to_payload()
            .text()
            .to_owned()
    };
    assert_eq!(
        component(r#"{"id":"root","m":2}"#),
        r#"{"id":"root","component":"Chart","catalogId":"mine","m":2}"#
    );
    assert_eq!(
        component(r#"{"id":"root","catalogId":"c"}"#),
        r#"{"id":"root","component":"Chart","catalogId":"c"}"#
    );
    assert_eq!(
        component(r#"{"id":"root","component":"Text"}"#),
        r#"{"id":"root","component":"Text"}"#
    );
}

#[test]
fn components_show_the_notation_and_mixed_notations_are_refused() {
    let text =
        |id: &str, value: &str| format!(r#"{{"id":"{id}","component":"Text","text":{value}}}"#);
    let notation = |texts: &[&str]| {
        let mut all = vec![BEGIN];
        all.extend(texts);
        apply(&all).get("s").unwrap().notation()
    };
    let plain = components(&text("a", r#"{"path":"/n"}"#));
    let at = components(&text("b", r#"{"@call":"f"}"#));
    assert_eq!(notation(&[]), Notation::Plain);
    assert_eq!(notation(&[&at]), Notation::AtValues);
    assert_eq!(notation(&[&plain]), Notation::Plain);
    // A template reveals neither notation.
    let list =
        components(r#"{"id":"l","component":"List","children":{"componentId":"a","path":"/x"}}"#);
    assert_eq!(notation(&[&at, &list]), Notation::AtValues);
    let place = |pointer: &str| format!("/updateComponents/components/{pointer}");
    assert_eq!(
        refusal(&[BEGIN, &plain, &at]),
        is("mixed-notations", &place("0/text"))
    );
    assert_eq!(
        refusal(&[BEGIN, &at, &plain]),
        is("mixed-notations", &place("0/text"))
    );
    let one = components(&format!(
        "{},{}",
        text("a", r#"{"@path":"/n"}"#),
        text("b", r#"{"call":"f"}"#)
    ));
    assert_eq!(
        refusal(&[BEGIN, &one]),
        is("mixed-notations", &place("1/text"))
    );
    let both = components(&text("a", r#"[{"@path":"/n"},{"path":"/n"}]"#));
    let error = apply(&[BEGIN]).apply(&message(&both)).unwrap_err();
    assert_eq!(
        (error.rule, error.pointer.as_str()),
        ("mixed-notations", &*place("0/text/0/@path"))
    );
    assert!(
        error.message.contains("@path") && error.message.contains("`path`"),
        "{error}"
    );
    // The replacement of the last component in one notation may use the other.
    assert_eq!(
        notation(&[&plain, &components(&text("a", r#"{"@path":"/n"}"#)), &at]),
        Notation::AtValues
    );
    // If the options set a notation, the other notation is a literal.
    let options = SurfaceOptions::new().notation(Notation::AtValues);
    let mut surfaces = Surfaces::with_options(options);
    for text in [BEGIN, &plain, &at] {
        surfaces.apply(&message(text)).unwrap();
    }
    assert_eq!(surfaces.get("s").unwrap().notation(), Notation::AtValues);
    // Before 1.0, each version has only one notation.
    apply(&[
        CREATE,
        &update(r#"{"id":"a","component":"T","x":{"@path":"/n"},"y":{"path":"/n"}}"#),
    ]);
}

#[test]
fn a_component_of_1_0_needs_a_catalog() {
    let create = v1_0(
        r#""createSurface":{"surfaceId":"s","components":[{"id":"root","component":"Card","child":"a","catalogId":"c"},{"id":"a","component":"Text"}]}"#,
    );
    let found = apply(&[&create]).get("s").unwrap().validate();
    let found: Vec<_> = found
        .iter()
        .map(|finding| (finding.rule, finding.pointer.as_str()))
        .collect();
    assert_eq!(found, [("missing-catalog", "/components/a/catalogId")]);
}
