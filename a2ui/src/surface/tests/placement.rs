//! Tests of the placement of components, by allowed parents and in templates.

use super::*;
use crate::catalog::{Catalog, CatalogDefinition};
use wire::{Finding, Payload, Pointer, Validate};

const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

/// Builds a surface from one message in a version of 1.0.
fn surface(word: &str, catalog: &str, components: &str) -> Surface {
    let mut surfaces = Surfaces::new();
    let text = format!(
        r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","components":[{components}]}}}}"#
    );
    surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    surfaces.get("s").unwrap().clone()
}

fn short(found: Vec<Finding>) -> Vec<(&'static str, String)> {
    let short = |finding: Finding| {
        (
            finding.rule,
            finding.pointer.as_str().replace("/components/", ""),
        )
    };
    found.into_iter().map(short).collect()
}

#[test]
fn catalogs_limit_the_placement_of_components() {
    let text = r#"{"catalogId":"garden","protocolVersion":"1.0","components":{
        "Garden":{"allowedParents":["Surface"]},"Bed":{"allowedParents":["Garden","Bed"],"allowedChildren":["Plant","Bed"]},
        "Plant":{},"Sign":{},"Stone":{"allowedParents":[]},"Wall":{"allowedChildren":[]}}}"#;
    let garden = CatalogDefinition::read(&Payload::parse(text).unwrap())
        .unwrap()
        .remove(0);
    let found = |catalog: &str, components: &str| {
        let mut found = Vec::new();
        let catalogs: [&dyn Catalog; 1] = [&garden];
        surface("1.0", catalog, components).placement_findings(
            &catalogs,
            &Pointer::root(),
            &mut found,
        );
        short(found)
    };
    let tree = |root: &str, child: &str| {
        format!(
            r#"{{"id":"root","component":"{root}","children":["a"]}},{{"id":"a","component":"{child}"}}"#
        )
    };
    for (components, expected) in [
        (tree("Garden", "Bed"), &[][..]),
        (tree("Plant", "Sign"), &[]),
        (tree("Plant", "Bed"), &[("unallowed-parent", "a/component")]),
        (tree("Bed", "Bed"), &[("unallowed-parent", "root/component")]),
        (tree("Bed", "Sign"), &[("unallowed-parent", "root/component"), ("unallowed-child", "root/children/0")]),
        (tree("Garden", "Stone"), &[("unallowed-parent", "a/component")]),
        (tree("Wall", "Plant"), &[("unallowed-child", "root/children/0")]),
        (tree("Wall", "Garden"), &[("unallowed-parent", "a/component"), ("unallowed-child", "root/children/0")]),
        (
            r#"{"id":"root","component":"Wall","children":{"componentId":"a","path":"/p"}},{"id":"a","component":"Bed"}"#.to_owned(),
            &[("unallowed-parent", "a/component"), ("unallowed-child", "root/children/componentId")],
        ),
        (r#"{"id":"root","component":"Wall","children":["gone"]}"#.to_owned(), &[]),
        // The catalog of the child is unknown, and the list allows types of any catalog.
        (
            format!(r#"{{"id":"root","component":"Wall","child":"a"}},{{"id":"a","component":"Text","@catalogId":"{BASIC}"}}"#),
            &[("unallowed-child", "root/child")],
        ),
        (
            format!(r#"{{"id":"root","component":"Wall","@catalogId":"{BASIC}","child":"a"}},{{"id":"a","component":"Sign"}}"#),
            &[],
        ),
    ] {
        let expected: Vec<_> = expected.iter().map(|(rule, at)| (*rule, (*at).to_owned())).collect();
        assert_eq!(found("garden", &components), expected, "{components}");
    }
    assert_eq!(found("meadow", &tree("Wall", "Plant")), []);
}

#[test]
fn index_is_only_allowed_in_templates() {
    let text =
        |id: &str, value: &str| format!(r#"{{"id":"{id}","component":"Text","text":{value}}}"#);
    let call = r#"{"@call":"@index"}"#;
    let plain = r#"{"call":"@index","args":{}}"#;
    let format = r#"{"@call":"formatString","args":{"value":"No ${formatNumber(value: @index(offset: 1))}"}}"#;
    let spoken = r#"{"@call":"formatString","args":{"value":"Say \\${@index()}"}}"#;
    let list = r#"{"id":"root","component":"Column","children":{"componentId":"a","path":"/l"}}"#;
    let rows = r#"{"id":"root","component":"Column","children":["l"]},{"id":"l","component":"List","children":{"componentId":"r","path":"/l"}},{"id":"r","component":"Row","children":["a"]}"#;
    let other = r#"{"id":"root","component":"Loop","@catalogId":"mine","child":"a"}"#;
    let at = |pointer: &'static str| vec![("index-outside-template", pointer.to_owned())];
    for (word, components, expected) in [
        ("1.0", text("root", call), at("root/text")),
        ("v1.0", text("root", call), at("root/text")),
        ("v1.0", text("root", plain), at("root/text")),
        ("1.0", text("root", plain), vec![]),
        ("1.0", text("root", format), at("root/text/args/value")),
        ("1.0", text("root", spoken), vec![]),
        ("1.0", format!("{list},{}", text("a", call)), vec![]),
        ("1.0", format!("{list},{}", text("a", format)), vec![]),
        ("1.0", format!("{rows},{}", text("a", call)), vec![]),
        ("1.0", format!("{other},{}", text("a", call)), vec![]),
        (
            "1.0",
            r#"{"id":"root","component":"Button","child":"a","action":{"event":{"name":"n","context":{"k":[{"@call":"@index"}]}}}}"#.to_owned()
                + ","
                + &text("a", "\"x\""),
            at("root/action/event/context/k/0"),
        ),
    ] {
        assert_eq!(short(surface(word, BASIC, &components).validate()), expected, "{components}");
    }
}

#[test]
fn ids_that_are_not_identifiers_are_warnings_only_in_1_0() {
    for (id, is_odd) in [
        ("a", false),
        ("_1", false),
        ("größe_2", false),
        ("तारीख", false),
        ("字", false),
        ("1a", true),
        ("a-b", true),
        ("a.b", true),
        ("a b", true),
        ("€", true),
    ] {
        let components = format!(
            r#"{{"id":"root","component":"Column","children":["{id}"]}},{{"id":"{id}","component":"Text","text":"x"}}"#
        );
        let expected = if is_odd {
            vec![("component-id", format!("{id}/id"))]
        } else {
            vec![]
        };
        assert_eq!(
            short(surface("1.0", BASIC, &components).validate()),
            expected,
            "{id}"
        );
    }
    let mut surfaces = Surfaces::new();
    for text in [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
            {"id":"root","component":"Column","children":["a-b"]},{"id":"a-b","component":"Text","text":"x"}]}}"#,
    ] {
        surfaces.apply(&Message::read(text).unwrap()).unwrap();
    }
    assert_eq!(surfaces.get("s").unwrap().validate(), []);
}
