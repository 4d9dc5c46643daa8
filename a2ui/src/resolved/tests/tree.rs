//! Tests of the resolved tree.

use super::*;
use crate::{
    ComponentId,
    expression::Scope,
    resolved::{DeclaredAction, ResolveError},
};
use proptest::prelude::*;
use wire::Pointer;

/// Returns the key, the place and the properties of each node.
fn lines(resolved: &ResolvedSurface) -> Vec<String> {
    let mut lines = Vec::new();
    for node in &resolved.nodes {
        lines.push(format!("{} {} {}", node.key, node.pointer, node.properties));
    }
    lines
}

#[test]
fn references_of_every_form_become_keys() {
    let surfaces = surfaces(
        r#"{"l":[{"n":"a"},{"n":"b"}]}"#,
        r#"{"id":"root","component":"Column","children":["tabs","m","gone"],"align":"center"},
        {"id":"tabs","component":"Tabs","tabs":[{"title":{"path":"/l/0/n"},"child":"list"}]},
        {"id":"list","component":"List","children":{"componentId":"row","path":"/l"}},
        {"id":"row","component":"Text","text":{"path":"n"}},
        {"id":"m","component":"Modal","trigger":"row","content":"list"}"#,
    );
    let resolved = resolve(&surfaces);
    assert_eq!(
        lines(&resolved),
        [
            r#"root  {"children":["tabs","m","gone"],"align":"center"}"#,
            r#"tabs /children/0 {"tabs":[{"title":"a","child":"list"}]}"#,
            r#"list /tabs/0/child {"children":["row@/l/0","row@/l/1"]}"#,
            r#"row@/l/0 /children/0 {"text":"a"}"#,
            r#"row@/l/1 /children/1 {"text":"b"}"#,
            r#"m /children/1 {"trigger":"row","content":"list#2"}"#,
            r#"row /trigger {}"#,
            r#"list#2 /content {"children":["row#2@/l/0","row#2@/l/1"]}"#,
            r#"row#2@/l/0 /children/0 {"text":"a"}"#,
            r#"row#2@/l/1 /children/1 {"text":"b"}"#,
            r#"gone /children/2 {}"#,
        ]
    );
    for (index, node) in resolved.nodes.iter().enumerate() {
        assert_eq!(resolved.node(&node.key), Some(node));
        let children: Vec<_> = resolved.children(node).map(|child| child.parent).collect();
        assert_eq!(children, vec![Some(index); node.children.len()]);
        let parent = node.parent.map(|parent| &resolved.nodes[parent]);
        let place = parent.map(|parent| parent.properties.get(&node.pointer).unwrap());
        let own = wire::Payload::string(node.key.as_str());
        assert!(place.is_none_or(|place| place == own), "{}", node.key);
    }
    assert_eq!(resolved.nodes.last().unwrap().component, None);
}

#[test]
fn a_surface_of_0_8_is_resolved_with_its_own_names() {
    let surfaces = surfaces_v0_8(
        r#"{"key":"l","valueMap":[{"key":"b","valueMap":[{"key":"n","valueString":"B"}]},{"key":"a","valueMap":[]}]}"#,
        r#"{"id":"root","component":{"Column":{"children":{"explicitList":["tabs","list"]}}}},
        {"id":"tabs","weight":2.0,"component":{"Tabs":{"tabItems":[{"title":{"literalString":"T"},"child":"choice"}]}}},
        {"id":"choice","component":{"MultipleChoice":{"selections":{"path":"/c","literalArray":["x"]},
            "options":[{"label":{"literalString":"X"},"value":"x"},{"label":{"path":"/l/b/n"},"value":"y"}]}}},
        {"id":"list","component":{"List":{"children":{"template":{"componentId":"row","dataBinding":"/l"}}}}},
        {"id":"row","component":{"Text":{"text":{"path":"n"},"usageHint":"h2"}}}"#,
    );
    assert_eq!(
        lines(&resolve(&surfaces)),
        [
            r#"root  {"children":["tabs","list"]}"#,
            r#"tabs /children/0 {"weight":2.0,"tabItems":[{"title":"T","child":"choice"}]}"#,
            r#"choice /tabItems/0/child {"selections":["x"],"options":[{"label":"X","value":"x"},{"label":"B","value":"y"}]}"#,
            r#"list /children/1 {"children":["row@/l/b","row@/l/a"]}"#,
            r#"row@/l/b /children/0 {"text":"B","usageHint":"h2"}"#,
            r#"row@/l/a /children/1 {"usageHint":"h2"}"#,
        ]
    );
}

#[test]
fn a_surface_without_a_root_has_no_nodes() {
    let mut surfaces = Surfaces::new();
    let text = r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#;
    surfaces.apply(&Message::read(text).unwrap()).unwrap();
    let resolved = resolve(&surfaces);
    assert_eq!((resolved.root(), resolved.nodes.len()), (None, 0));
}

#[test]
fn a_value_that_fails_does_not_hide_the_others() {
    let surfaces = surfaces(
        r#"{"n":"N"}"#,
        r#"{"id":"root","component":"Tabs","label":{"call":"now"},"tabs":[{"title":{"call":"now"},"child":"a"},
            {"title":{"path":"/n"},"child":"b"},{"title":{"call":"formatString","args":{"value":["${/n}",{"call":"now"}]}}}]}"#,
    );
    let resolved = resolve(&surfaces);
    assert_eq!(
        resolved.nodes[0].properties.text(),
        r#"{"tabs":[{"child":"a"},{"title":"N","child":"b"},{}]}"#
    );
    let failures: Vec<_> = resolved
        .failures
        .iter()
        .map(|failure| (failure.key.as_str(), failure.rule, failure.pointer.as_str()))
        .collect();
    assert_eq!(
        failures,
        [
            ("root", "unknown-function", "/label"),
            ("root", "unknown-function", "/tabs/0/title"),
            ("root", "unknown-function", "/tabs/2/title/args/value/1"),
        ]
    );
}

#[test]
fn checks_and_actions_are_not_properties() {
    let mut surfaces = Surfaces::new();
    let text = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","dataModel":{"n":""},"components":[
        {"id":"root","component":"Button","child":"t","variant":"primary","@accessibility":{"label":{"@path":"/n"}},
            "@checks":[{"condition":{"@call":"required","args":{"value":{"@path":"/n"}}},"message":"M"}],
            "action":{"event":{"name":"e","context":{"n":{"@path":"/n"}}}}},
        {"id":"t","component":"Row","children":["a","b"]},
        {"id":"a","component":"Text","text":"A"},{"id":"b","component":"Text","text":{"@path":"/n"}},
        {"id":"bad","component":"Button","action":{}}]}}"#;
    surfaces.apply(&Message::read(text).unwrap()).unwrap();
    let resolved = resolve(&surfaces);
    let root = resolved.root().unwrap();
    assert_eq!(
        root.properties.text(),
        r#"{"child":"t","variant":"primary","@accessibility":{"label":""}}"#
    );
    assert_eq!(root.failed_checks[0].message.as_deref(), Some("M"));
    let [action] = &resolved.actions[..] else {
        panic!()
    };
    assert_eq!(action.label.as_deref(), Some("A"));
    assert_eq!((action.is_primary, action.is_disabled), (true, true));
    let DeclaredAction::Event { name, context } = &action.action else {
        panic!()
    };
    assert_eq!(
        (name.as_str(), context.text()),
        ("e", r#"{"n":{"@path":"/n"}}"#)
    );
}

#[test]
fn an_action_that_cannot_be_read_is_a_failure() {
    let resolved = resolve(&surfaces(
        "{}",
        r#"{"id":"root","component":"Button","child":"t","action":{"event":{}}}"#,
    ));
    assert_eq!(resolved.actions, []);
    let [failure] = &resolved.failures[..] else {
        panic!()
    };
    assert_eq!(
        (failure.rule, failure.pointer.as_str()),
        ("malformed-action", "/action/event/name")
    );
}

#[test]
fn an_icon_of_0_10_keeps_the_path_that_it_draws() {
    for (version, shown) in [("v0.10", r#"{"name":{"path":"M0 0"}}"#), ("v0.9", r#"{}"#)] {
        let mut surfaces = Surfaces::new();
        for text in [
            format!(
                r#"{{"version":"{version}","createSurface":{{"surfaceId":"s","catalogId":"c"}}}}"#
            ),
            format!(
                r#"{{"version":"{version}","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Icon","name":{{"path":"M0 0"}}}}]}}}}"#
            ),
        ] {
            surfaces.apply(&Message::read(&text).unwrap()).unwrap();
        }
        assert_eq!(resolve(&surfaces).nodes[0].properties.text(), shown);
    }
}

#[test]
fn the_work_for_a_surface_is_limited() {
    let texts: Vec<String> = (0..40)
        .map(|_| format!("\"{}\"", "x".repeat(50_000)))
        .collect();
    let model = format!(
        r#"{{"big":[{}],"l":[{}]}}"#,
        texts.join(","),
        vec!["0"; 100].join(",")
    );
    let list = r#"{"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},
        {"id":"t","component":"Text","text":{"path":"/big"}}"#;
    let large = surfaces(&model, list);
    let surface = large.get("s").unwrap();
    assert_eq!(
        surface.resolve(&Host::new()),
        Err(ResolveError::TooMuchWork)
    );
    // A limit of the host concerns one value only.
    let resolved = surface.resolve(&Host::new().limits(100, 1000)).unwrap();
    assert_eq!(resolved.failures.len(), 100);
    let few = surfaces_with(SurfaceOptions::new().max_expanded(9), &model, list);
    let error = few.get("s").unwrap().resolve(&Host::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the expanded component tree has more than 9 nodes"
    );
}

#[test]
fn the_json_of_a_surface_omits_absent_values() {
    let resolved = resolve(&surfaces(
        r#"{"n":"3"}"#,
        r#"{"id":"root","component":"Button","child":"f","action":{"functionCall":{"call":"openUrl","args":{"url":"u"}}}},
        {"id":"f","component":"TextField","label":"L","value":{"path":"/n"},"variant":"number",
            "checks":[{"condition":{"call":"numeric","args":{"value":{"path":"/n"},"min":5}},"message":"M"}]}"#,
    ));
    assert_eq!(
        resolved.to_payload().text(),
        concat!(
            r#"{"surfaceId":"s","version":"v0.9","nodes":[{"key":"root","id":"root","component":"Button","properties":{"child":"f"}},"#,
            r#"{"key":"f","id":"f","component":"TextField","parent":"root","properties":{"label":"L","value":"3","variant":"number"},"failedChecks":[{"pointer":"/checks/0","message":"M"}]}],"#,
            r#""inputs":[{"key":"f","property":"value","path":"/n","kind":"number","label":"L","value":"3","constraints":{"minimum":5,"messages":["M"]}}],"#,
            r#""actions":[{"key":"root","call":{"name":"openUrl","arguments":{"url":"u"}}}],"failures":[]}"#,
        )
    );
}

proptest! {
    #[test]
    fn a_key_contains_its_component_and_scope(
        id in "[a~@#02/é]{0,5}",
        path in prop::collection::vec("[a~@#/0]{0,3}", 0..3),
        occurrence in 1usize..12,
    ) {
        let scope = Scope::item(&crate::data_model::path(&path)).unwrap();
        let key = NodeKey::new(&ComponentId::from(id.as_str()), &scope, occurrence);
        prop_assert_eq!(key.component_id(), ComponentId::from(id));
        prop_assert_eq!(key.scope(), Some(scope));
        let other = NodeKey::new(&key.component_id(), &key.scope().unwrap(), occurrence + 1);
        prop_assert_ne!(other, key);
    }
}

#[test]
fn the_root_has_an_empty_pointer() {
    let resolved = resolve(&surfaces(
        "{}",
        r#"{"id":"root","component":"Text","text":"a"}"#,
    ));
    assert_eq!(resolved.nodes[0].pointer, Pointer::root());
}

#[test]
fn the_arguments_of_a_called_function_are_read() {
    let resolved = resolve(&surfaces(
        r#"{"list":[{"url":"https://a.test/"},{"url":"https://b.test/"}]}"#,
        r#"{"id":"root","component":"List","children":{"componentId":"b","path":"/list"}},
        {"id":"b","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":{"path":"url"}}}}},
        {"id":"t","component":"Text","text":"Open"}"#,
    ));
    let urls: Vec<&str> = resolved
        .actions
        .iter()
        .map(|action| action.arguments.as_ref().unwrap().text())
        .collect();
    assert_eq!(
        urls,
        [
            r#"{"url":"https://a.test/"}"#,
            r#"{"url":"https://b.test/"}"#
        ]
    );
}
