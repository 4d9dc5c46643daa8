//! The component types and trees of 0.8.

use crate::{apply, read};
use a2ui::{
    Notation, Version,
    catalog::{Catalog, basic},
    expression::Scope,
    surface::Surfaces,
};

/// Checks that every type of 0.8 is read with its required members, and refused without them.
#[test]
fn components_of_0_8_require_their_members() {
    let basic = basic(Version::V0_8, Notation::Bound);
    let judged = |kind: &str, properties: &str| {
        let message = format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"a","components":[{{"id":"x","component":{{"{kind}":{properties}}}}}]}}}}"#
        );
        basic
            .check_message(&read(&message))
            .first()
            .map(|finding| finding.rule)
    };
    for (kind, properties) in [
        ("Text", r#"{"text":{"literalString":"x"}}"#),
        (
            "Image",
            r#"{"url":{"literalString":"https://example.org/i"}}"#,
        ),
        ("Icon", r#"{"name":{"literalString":"home"}}"#),
        (
            "Video",
            r#"{"url":{"literalString":"https://example.org/v"}}"#,
        ),
        (
            "AudioPlayer",
            r#"{"url":{"literalString":"https://example.org/a"}}"#,
        ),
        ("Row", r#"{"children":{"explicitList":["y"]}}"#),
        ("Column", r#"{"children":{"explicitList":["y"]}}"#),
        ("List", r#"{"children":{"explicitList":["y"]}}"#),
        ("Card", r#"{"child":"y"}"#),
        (
            "Tabs",
            r#"{"tabItems":[{"title":{"literalString":"x"},"child":"y"}]}"#,
        ),
        ("Modal", r#"{"entryPointChild":"y","contentChild":"z"}"#),
        ("Button", r#"{"child":"y","action":{"name":"go"}}"#),
        (
            "CheckBox",
            r#"{"label":{"literalString":"x"},"value":{"literalBoolean":true}}"#,
        ),
        ("TextField", r#"{"label":{"literalString":"x"}}"#),
        (
            "DateTimeInput",
            r#"{"value":{"literalString":"2027-03-01"}}"#,
        ),
        (
            "MultipleChoice",
            r#"{"selections":{"literalArray":["x"]},"options":[]}"#,
        ),
        ("Slider", r#"{"value":{"literalNumber":5}}"#),
    ] {
        assert_eq!(judged(kind, properties), None, "{kind}");
        assert_eq!(judged(kind, "{}"), Some("missing-member"), "{kind}");
    }
    assert_eq!(judged("Divider", "{}"), None);
    assert_eq!(judged("List", r#"{"children":"none"}"#), Some("wrong-type"));
    assert_eq!(judged("Own", "{}"), Some("unknown-component"));
}

#[test]
fn paths_are_resolved_in_the_scope_of_the_component() {
    let of = |item: &str, path: &str| Scope::item(item).unwrap().resolve(path);
    assert_eq!(of("/bar", "/foo"), "/foo");
    assert_eq!(of("/bar", "foo"), "/bar/foo");
    assert_eq!(of("/bar/", "foo"), "/bar/foo");
    assert_eq!(Scope::top().resolve("foo"), "/foo");
}

/// Checks the tree of a 0.8 surface, with children and templates over maps. A name in an action is not a component.
#[test]
fn templates_of_0_8_are_expanded() {
    let text = |id: &str, text: &str| {
        format!(r#"{{"id":"{id}","component":{{"Text":{{"text":{text}}}}}}}"#)
    };
    let row = |children: &str| {
        format!(r#"{{"id":"top","component":{{"Row":{{"children":{children}}}}}}}"#)
    };
    let template = r#"{"template":{"componentId":"one","dataBinding":"/rows"}}"#;
    let data = r#"{"dataModelUpdate":{"surfaceId":"a","contents":[{"key":"rows","valueMap":[{"key":"k","valueString":"K"},{"key":"0","valueString":"Z"}]}]}}"#;
    let button = r#"{"id":"top","component":{"Button":{"child":"t","action":{"name":"go","context":[{"key":"one","value":{"path":"/one"}}]}}}}"#;
    for (name, data, components, expected) in [
        ("nothing yet", "", vec![], &["top?"][..]),
        (
            "children",
            "",
            vec![
                row(r#"{"explicitList":["x","y"]}"#),
                text("x", "{}"),
                text("y", "{}"),
            ],
            &["top", "x", "y"],
        ),
        (
            "a template",
            data,
            vec![row(template), text("one", r#"{"path":"."}"#)],
            &["top", "one /rows/k", "one /rows/0"],
        ),
        (
            "a template over nothing",
            "",
            vec![row(template), text("one", "{}")],
            &["top"],
        ),
        (
            "an action",
            "",
            vec![button.to_owned(), text("t", "{}"), text("one", "{}")],
            &["top", "t"],
        ),
        (
            "an unknown type",
            "",
            vec![r#"{"id":"top","component":{"Own":{"a":1}}}"#.to_owned()],
            &["top"],
        ),
    ] {
        let mut surfaces = Surfaces::new();
        apply(
            &mut surfaces,
            r#"{"beginRendering":{"surfaceId":"a","root":"top"}}"#,
        );
        if !data.is_empty() {
            apply(&mut surfaces, data);
        }
        if !components.is_empty() {
            apply(
                &mut surfaces,
                &format!(
                    r#"{{"surfaceUpdate":{{"surfaceId":"a","components":[{}]}}}}"#,
                    components.join(",")
                ),
            );
        }
        let surface = surfaces.get("a").unwrap();
        let nodes: Vec<String> = surface
            .nodes()
            .unwrap()
            .iter()
            .map(|node| {
                let come = if node.component.is_some() { "" } else { "?" };
                let (id, scope) = (node.component_id.as_str(), node.scope.path());
                format!("{id}{come} {scope}").trim_end().to_owned()
            })
            .collect();
        assert_eq!(nodes, expected, "{name}");
    }
}
