use super::*;

fn component(id: &str, kind: &str, properties: &str) -> String {
    format!(r#"{{"id":"{id}","component":{{"{kind}":{{{properties}}}}}}}"#)
}

fn old(components: &[String]) -> String {
    format!(
        r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{}]}}}}"#,
        components.join(",")
    )
}

fn model(surfaces: &Surfaces) -> String {
    let model = surfaces.get("s").unwrap().data_model().to_payload();
    model.map_or_else(String::new, |model| model.text().to_owned())
}

#[test]
fn a_literal_beside_a_path_is_written_and_reported_as_a_change() {
    let text = component(
        "t",
        "TextField",
        r#""label":{"literalString":"Name"},"text":{"path":"/user/name","literalString":"Ada"}"#,
    );
    let slider = component(
        "n",
        "Slider",
        r#""value":{"literalNumber":1.50,"path":"/user/level"}"#,
    );
    let mut surfaces = Surfaces::new();
    let changes = surfaces.apply(&message(&old(&[text, slider]))).unwrap();
    assert_eq!(model(&surfaces), r#"{"user":{"name":"Ada","level":1.50}}"#);
    let literal = |component: &str, path: &str| SurfaceChange::Literal {
        surface_id: "s".into(),
        component: component.into(),
        path: path.to_owned(),
    };
    assert_eq!(
        changes,
        [
            SurfaceChange::Created {
                surface_id: "s".into()
            },
            literal("t", "/user/name"),
            literal("n", "/user/level"),
            SurfaceChange::Components {
                surface_id: "s".into(),
                components: vec!["t".into(), "n".into()]
            },
        ]
    );
}

#[test]
fn every_bound_property_of_the_standard_catalog_writes_its_literal() {
    let bound = |path: &str, literal: &str| format!(r#"{{"path":"/{path}",{literal}}}"#);
    let string = |path: &str| bound(path, r#""literalString":"s""#);
    for (kind, properties, written) in [
        ("Text", format!(r#""text":{}"#, string("a")), r#"{"a":"s"}"#),
        (
            "Image",
            format!(r#""url":{},"altText":{}"#, string("a"), string("b")),
            r#"{"a":"s","b":"s"}"#,
        ),
        ("Icon", format!(r#""name":{}"#, string("a")), r#"{"a":"s"}"#),
        ("Video", format!(r#""url":{}"#, string("a")), r#"{"a":"s"}"#),
        (
            "AudioPlayer",
            format!(r#""url":{},"description":{}"#, string("a"), string("b")),
            r#"{"a":"s","b":"s"}"#,
        ),
        (
            "Tabs",
            format!(
                r#""tabItems":[{{"title":{},"child":"x"}},{{"title":{}}}]"#,
                string("a"),
                string("b")
            ),
            r#"{"a":"s","b":"s"}"#,
        ),
        (
            "CheckBox",
            format!(
                r#""label":{},"value":{}"#,
                string("a"),
                bound("b", r#""literalBoolean":false"#)
            ),
            r#"{"a":"s","b":false}"#,
        ),
        (
            "TextField",
            format!(r#""label":{},"text":{}"#, string("a"), string("b")),
            r#"{"a":"s","b":"s"}"#,
        ),
        (
            "DateTimeInput",
            format!(r#""value":{}"#, string("a")),
            r#"{"a":"s"}"#,
        ),
        (
            "MultipleChoice",
            format!(
                r#""selections":{},"options":[{{"label":{}}}]"#,
                bound("a", r#""literalArray":["x"]"#),
                string("b")
            ),
            r#"{"a":["x"],"b":"s"}"#,
        ),
        (
            "Slider",
            format!(
                r#""label":{},"value":{}"#,
                string("a"),
                bound("b", r#""literalNumber":7"#)
            ),
            r#"{"a":"s","b":7}"#,
        ),
    ] {
        let surfaces = apply(&[&old(&[component("c", kind, &properties)])]);
        assert_eq!(model(&surfaces), written, "{kind}");
        assert_eq!(rebuilt(&surfaces), surfaces);
    }
}

#[test]
fn a_literal_is_written_only_with_an_absolute_path_its_type_and_a_known_property() {
    for properties in [
        r#""text":{"path":"name","literalString":"of an item"}"#,
        r#""text":{"path":"/a"}"#,
        r#""text":{"literalString":"a"}"#,
        r#""text":{"path":"/a","literalString":7}"#,
        r#""text":{"path":"/a","literalArray":[7]}"#,
        r#""text":{"path":7,"literalString":"a"}"#,
        r#""more":{"path":"/a","literalString":"b"}"#,
    ] {
        let surfaces = apply(&[&old(&[component("t", "Text", properties)])]);
        assert_eq!(model(&surfaces), "", "{properties}");
    }
    let own = component("t", "Own", r#""text":{"path":"/a","literalString":"b"}"#);
    let button = r#""action":{"name":"n","context":[{"key":"k","value":{"path":"/a","literalString":"b"}}]}"#;
    let surfaces = apply(&[&old(&[own, component("b", "Button", button)])]);
    assert_eq!(model(&surfaces), "");
}

#[test]
fn the_literals_of_a_message_are_written_atomically() {
    let data = r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"n","valueNumber":1},{"key":"o","valueMap":[]}]}}"#;
    let good = |path: &str| {
        component(
            &path.replace('/', "_"),
            "Text",
            &format!(r#""text":{{"path":"{path}","literalString":"x"}}"#),
        )
    };
    let bad = component(
        "bad",
        "Text",
        r#""text":{"path":"/n/x","literalString":"x"}"#,
    );
    let all = ["/n", "/o/a", "/o/b/c", "/o", "/new/0/x", "/new/1"].map(good);
    let mut update = all.to_vec();
    update.push(component(
        "last",
        "Text",
        r#""text":{"path":"/n/x","literalString":"x"}"#,
    ));
    let at = "/surfaceUpdate/components/6/component/Text/text/path";
    assert_eq!(
        refusal(&[data, &old(&update)]),
        is("write-through-primitive", at)
    );
    assert_eq!(refusal(&[data, &old(&[bad])]).0, "write-through-primitive");
    // This includes refused components, with and without an earlier model.
    let mut update = all.to_vec();
    update.push(component("c", "Card", r#""child":"c""#));
    assert_eq!(refusal(&[data, &old(&update)]).0, "self-reference");
    let root = component("r", "Text", r#""text":{"path":"/","literalString":"x"}"#);
    let own = component("c", "Card", r#""child":"c""#);
    assert_eq!(
        refusal(&[
            r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
            &old(&[root.clone(), own.clone()])
        ])
        .0,
        "self-reference"
    );
    assert_eq!(refusal(&[data, &old(&[root, own])]).0, "self-reference");
}

#[test]
fn later_data_wins_over_a_literal_even_after_rebuilding() {
    let field = component(
        "t",
        "TextField",
        r#""text":{"path":"/a","literalString":"first"}"#,
    );
    let typed = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"a","valueString":"typed"}]}}"#;
    let surfaces = apply(&[&old(&[field]), typed]);
    assert_eq!(model(&surfaces), r#"{"a":"typed"}"#);
    assert_eq!(rebuilt(&surfaces), surfaces);
}

#[test]
fn empty_lists_are_rebuilt_in_their_places() {
    let choice = |id: &str, path: &str| {
        component(
            id,
            "MultipleChoice",
            &format!(r#""selections":{{"path":"{path}","literalArray":[]}},"options":[]"#),
        )
    };
    let quiet = component("quiet", "Row", r#""children":{"explicitList":["a","b"]}"#);
    let data = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/z","contents":[{"key":"y","valueNumber":1}]}}"#;
    let update = old(&[choice("a", "/x/list"), quiet, choice("b", "/x/0")]);
    let surfaces = apply(&[&update, data]);
    assert_eq!(model(&surfaces), r#"{"x":{"list":[],"0":[]},"z":{"y":1}}"#);
    let again = rebuilt(&surfaces);
    assert_eq!(snapshot(&again, "s"), snapshot(&surfaces, "s"));
    for message in surfaces.get("s").unwrap().messages() {
        assert_eq!(message.validate(), []);
    }
    let root = apply(&[&old(&[choice("a", "/"), component("q", "Row", "")])]);
    assert_eq!(model(&root), "[]");
    assert_eq!(rebuilt(&root), root);
}

#[test]
fn conflicting_literals_are_rebuilt_too() {
    let text = |id: &str, path: &str, literal: &str| {
        component(
            id,
            "Text",
            &format!(r#""text":{{"path":"{path}",{literal}}}"#),
        )
    };
    let x = r#""literalString":"x""#;
    let root = |contents: &str| {
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{contents}]}}}}"#)
    };
    let list = r#"{"key":"l","valueMap":[]}"#;
    let quiet = component("q", "Row", "");
    for texts in [
        vec![
            old(&[text("a", "/a", x)]),
            root(""),
            old(&[text("b", "/a/b", x)]),
        ],
        vec![
            old(&[text("a", "/l/0", x)]),
            old(&[text("b", "/l/1", x)]),
            root(list),
        ],
        vec![
            old(&[text("b", "/c", x)]),
            old(&[text("a", "/", r#""literalArray":["x","y"]"#)]),
            old(&[text("c", "/2", x)]),
        ],
        vec![
            old(&[text("a", "/", x)]),
            root(""),
            old(&[text("b", "/l/0/m", x)]),
            root(r#"{"key":".","valueNumber":1}"#),
        ],
    ] {
        let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let first = old(std::slice::from_ref(&quiet));
        texts.insert(0, &first);
        let surfaces = apply(&texts);
        let again = rebuilt(&surfaces);
        assert_eq!(snapshot(&again, "s"), snapshot(&surfaces, "s"));
    }
}
