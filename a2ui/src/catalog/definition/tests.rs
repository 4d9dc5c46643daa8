//! Tests of custom catalogs and their findings about components and calls.

use super::*;
use crate::{
    Message,
    catalog::{Catalogs, SurfaceCatalog, basic},
};
use wire::Finding;

fn catalog(text: &str) -> CatalogDefinition {
    let mut catalogs = CatalogDefinition::read(&Payload::parse(text).unwrap()).unwrap();
    assert_eq!(catalogs.len(), 1);
    catalogs.remove(0)
}

/// A catalog for a harbour, with components for ships and berths.
const HARBOUR: &str = r##"{"$id":"harbour","catalogId":"harbour","protocolVersion":"1.0",
    "components":{
        "Berth":{"type":"object","properties":{
            "component":{"const":"Berth"},
            "name":{"$ref":"common_types.json#/$defs/DynamicString"},
            "ships":{"$ref":"https://a2ui.org/specification/v1_0/common_types.json#/$defs/ChildList"},
            "buoy":{"$ref":"common_types.json#/$defs/Child"},
            "side":{"type":"string","enum":["port","starboard"]},
            "depth":{"$ref":"#/$defs/Metres"},
            "marks":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","properties":{
                "at":{"type":"integer"},"lit":{"type":["boolean","null"]}},"required":["at"],"additionalProperties":false}},
            "flag":{"oneOf":[{"type":"string","minLength":2,"maxLength":3},
                {"type":"object","properties":{"colour":{"$ref":"common_types.json#/$defs/DynamicString"}},"required":["colour"]},
                {"$ref":"common_types.json#/$defs/DataBinding"}]},
            "tide":{"anyOf":[{"const":"low"},{"const":"high"}]},
            "code":{"type":"string","pattern":"^[A-Z]$","format":"x-berth"},
            "notes":{"type":"object","additionalProperties":{"type":"string"}},
            "far":{"$ref":"https://example.com/other.json#/$defs/Far"},
            "tow":{"$ref":"#/$defs/DynamicNumber"},
            "fixed":{"enum":[1,null,"x"]},
            "checks":{"type":"boolean"}},
            "required":["component","id","name"]},
        "Dial":{"type":"object","allOf":[{"$ref":"common_types.json#/$defs/ComponentCommon"},
            {"$ref":"common_types.json#/$defs/Checkable"},
            {"properties":{"value":{"$ref":"common_types.json#/$defs/DynamicNumber"},"action":{"$ref":"common_types.json#/$defs/Action"}}}],
            "unevaluatedProperties":false},
        "Free":{"type":"object"},
        "Odd":{"patternProperties":{"^x":{"type":"number"}},"properties":{"a":{"type":"string"}}},
        "Hidden":{"type":"object"}},
    "functions":{
        "knots":{"type":"object","returnType":"number","properties":{"@call":{"const":"knots"},"args":{"type":"object",
            "properties":{"value":{"$ref":"common_types.json#/$defs/DynamicNumber"},"of":{"description":"anything"}},
            "required":["value"],"unevaluatedProperties":false}},"required":["@call","args"]},
        "tide":{"returnType":"boolean","parameters":{"hour":{"type":"number"}}}},
    "$defs":{
        "anyComponent":{"oneOf":[{"$ref":"#/components/Berth"},{"$ref":"#/components/Dial"},{"$ref":"#/components/Free"},{"$ref":"#/components/Odd"}]},
        "Metres":{"type":"number","minimum":0,"exclusiveMaximum":40},
        "DynamicNumber":{"oneOf":[{"type":"number"},{"type":"string"}]},
        "Round":{"$ref":"#/$defs/Round"}}}"##;

fn findings_of(catalog: &CatalogDefinition, component: &str) -> Vec<(&'static str, String)> {
    let component: crate::v1_0::Component = wire::decode(component).unwrap();
    let found = catalog.check(&component);
    found
        .into_iter()
        .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
        .collect()
}

fn assert_found(catalog: &CatalogDefinition, component: &str, expected: &[(&'static str, &str)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(rule, at)| (*rule, (*at).to_owned()))
        .collect();
    assert_eq!(findings_of(catalog, component), expected, "{component}");
}

#[test]
fn components_are_checked_against_the_schemas_of_their_catalog() {
    let harbour = catalog(HARBOUR);
    for (members, expected) in [
        (r#""name":"A1""#, &[][..]),
        (
            r#""name":{"@path":"/berth"},"ships":["a"],"buoy":"b","side":"port","depth":12.5"#,
            &[],
        ),
        (
            r#""name":{"@call":"knots","args":{"value":1}}"#,
            &[("return-type", "/name")],
        ),
        (
            r#""name":{"@call":"nodes"}"#,
            &[("unknown-function", "/name/@call")],
        ),
        (r#""side":"port""#, &[("missing-member", "/name")]),
        (r#""name":7"#, &[("wrong-type", "/name")]),
        (r#""name":"a","ships":7"#, &[("child-list", "/ships")]),
        (r#""name":"a","buoy":["x"]"#, &[("wrong-type", "/buoy")]),
        (r#""name":"a","side":"left""#, &[("unknown-word", "/side")]),
        (r#""name":"a","side":null"#, &[("null-member", "/side")]),
        (r#""name":"a","depth":-1"#, &[("range", "/depth")]),
        (r#""name":"a","depth":40"#, &[("range", "/depth")]),
        (
            r#""name":"a","depth":{"@path":"/d"}"#,
            &[("wrong-type", "/depth")],
        ),
        (r#""name":"a","marks":[]"#, &[("min-items", "/marks")]),
        (
            r#""name":"a","marks":[{"at":1},{"at":2.0,"lit":null},{"at":3,"lit":true},{"at":4}]"#,
            &[("max-items", "/marks")],
        ),
        (
            r#""name":"a","marks":[{"lit":1,"x":2},{"at":1.5}]"#,
            &[
                ("missing-member", "/marks/0/at"),
                ("wrong-type", "/marks/0/lit"),
                ("unknown-member", "/marks/0/x"),
                ("integer", "/marks/1/at"),
            ],
        ),
        (
            r#""name":"a","marks":[{"at":1,"at":2}]"#,
            &[("duplicate-member", "/marks/0/at")],
        ),
        (r#""name":"a","flag":"no""#, &[]),
        (r#""name":"a","flag":{"@path":"/f"}"#, &[]),
        (r#""name":"a","flag":{"colour":"red"}"#, &[]),
        (r#""name":"a","flag":"n""#, &[("length", "/flag")]),
        (r#""name":"a","flag":"nnnn""#, &[("length", "/flag")]),
        (
            r#""name":"a","flag":{"color":"red"}"#,
            &[("no-alternative", "/flag")],
        ),
        (r#""name":"a","flag":[]"#, &[("no-alternative", "/flag")]),
        (r#""name":"a","tide":"high""#, &[]),
        (r#""name":"a","tide":"mid""#, &[("no-alternative", "/tide")]),
        (r#""name":"a","code":"zz","far":[1,{"x":2}]"#, &[]),
        (
            r#""name":"a","notes":{"a":"b","c":1}"#,
            &[("wrong-type", "/notes/c")],
        ),
        (r#""name":"a","tow":"long""#, &[]),
        (r#""name":"a","tow":{"@path":"/t"}"#, &[]),
        (r#""name":"a","tow":false"#, &[("wrong-type", "/tow")]),
        (r#""name":"a","fixed":1.0"#, &[]),
        (r#""name":"a","fixed":null"#, &[]),
        (r#""name":"a","fixed":2"#, &[("unknown-word", "/fixed")]),
        // The catalog defines a property with the name of an A2UI key.
        (r#""name":"a","checks":true,"@checks":[]"#, &[]),
        (
            r#""name":"a","checks":[],"@checks":true"#,
            &[("wrong-type", "/checks"), ("wrong-type", "/@checks")],
        ),
        (
            r#""name":"a","@accessibility":{"label":1}"#,
            &[("wrong-type", "/@accessibility/label")],
        ),
        (
            r#""name":"a","accessibility":{"label":"x"}"#,
            &[("older-key", "/accessibility")],
        ),
        (r#""name":"a","nmae":"b""#, &[("unknown-member", "/nmae")]),
    ] {
        assert_found(
            &harbour,
            &format!(r#"{{"id":"a","component":"Berth",{members}}}"#),
            expected,
        );
    }
    for (component, expected) in [
        (
            r#"{"id":"a","component":"Dial","value":1,"@checks":[{"condition":true}]}"#,
            &[("wrong-type", "/@checks/0/condition")][..],
        ),
        (
            r#"{"id":"a","component":"Dial","vlaue":1}"#,
            &[("unknown-member", "/vlaue")],
        ),
        (
            r#"{"id":"a","component":"Dial","action":{"event":{}}}"#,
            &[("missing-member", "/action/event/name")],
        ),
        (
            r#"{"id":"a","component":"Free","anything":[1],"children":["b"]}"#,
            &[],
        ),
        (r#"{"id":"a","component":"Odd","x1":"?","y":1}"#, &[]),
        (
            r#"{"id":"a","component":"Odd","a":1}"#,
            &[("wrong-type", "/a")],
        ),
        (
            r#"{"id":"a","component":"Hidden"}"#,
            &[("unknown-component", "/component")],
        ),
        (
            r#"{"id":"a","component":"Text","text":"x"}"#,
            &[("unknown-component", "/component")],
        ),
    ] {
        assert_found(&harbour, component, expected);
    }
}

#[test]
fn the_schema_makes_unknown_properties_warnings_or_errors() {
    let harbour = catalog(HARBOUR);
    let severity = |component: &str| {
        let component: crate::v1_0::Component = wire::decode(component).unwrap();
        harbour
            .check(&component)
            .into_iter()
            .map(|finding| finding.severity.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        severity(r#"{"id":"a","component":"Berth","name":"b","x":1}"#),
        ["warning"]
    );
    assert_eq!(
        severity(r#"{"id":"a","component":"Dial","x":1}"#),
        ["error"]
    );
}

#[test]
fn calls_are_checked_against_the_functions_of_their_catalog() {
    let harbour = catalog(HARBOUR);
    for (call, expected) in [
        (r#"{"@call":"knots","args":{"value":1}}"#, &[][..]),
        (
            r#"{"@call":"knots","args":{"value":{"@call":"knots","args":{}}}}"#,
            &[("missing-member", "/value/args/value/args/value")],
        ),
        (
            r#"{"@call":"knots"}"#,
            &[("missing-member", "/value/args/value")],
        ),
        (
            r#"{"@call":"knots","args":{"value":"fast","x":1}}"#,
            &[
                ("wrong-type", "/value/args/value"),
                ("unknown-member", "/value/args/x"),
            ],
        ),
        (
            r#"{"@call":"knots","args":{"value":1,"of":{"@call":"nodes"}}}"#,
            &[("unknown-function", "/value/args/of/@call")],
        ),
        (
            r#"{"@call":"tide","args":{"hour":"noon"}}"#,
            &[
                ("wrong-type", "/value/args/hour"),
                ("return-type", "/value"),
            ],
        ),
    ] {
        assert_found(
            &harbour,
            &format!(r#"{{"id":"a","component":"Dial","value":{call}}}"#),
            expected,
        );
    }
}

#[test]
fn definitions_are_found_in_catalogs_and_capabilities_with_their_versions() {
    let bare = r#"{"catalogId":"c","components":{"A":{}}}"#;
    let inline = |word: &str| {
        format!(r#"{{"{word}":{{"supportedCatalogIds":[],"inlineCatalogs":[{bare}]}}}}"#)
    };
    let stated =
        |version: &str| format!(r#"{{"$id":"c","protocolVersion":"{version}","functions":{{}}}}"#);
    let (v8, v9, v10, june, v1) = (
        Version::V0_8,
        Version::V0_9,
        Version::V0_10,
        Version::V1_0June,
        Version::V1_0,
    );
    for (text, is_compatible_with) in [
        (bare.to_owned(), vec![v8, v9, v10, june]),
        (
            r#"{"catalogId":"c","components":{},"functions":[]}"#.to_owned(),
            vec![v9, v10, june],
        ),
        (stated("0.8"), vec![v8]),
        (stated("v0.9"), vec![v9]),
        (stated("0.9.1"), vec![v9]),
        (stated("0.10"), vec![v10, june, v1]),
        (stated("1.0"), vec![v10, june, v1]),
        (stated("v1.0"), vec![v10, june, v1]),
        (stated("1.1"), vec![v10, june, v1]),
        (inline("v0.9"), vec![v9]),
        (inline("1.0"), vec![v10, june, v1]),
        (
            format!(r#"{{"a2uiRendererCapabilities":{}}}"#, inline("v1.0")),
            vec![v10, june, v1],
        ),
        (
            format!(r#"{{"supportedCatalogIds":[],"inlineCatalogs":[{bare}]}}"#),
            vec![v8, v9, v10, june],
        ),
    ] {
        let catalog = catalog(&text);
        let goes: Vec<Version> = Version::ALL
            .iter()
            .copied()
            .filter(|version| catalog.is_compatible_with(*version))
            .collect();
        assert_eq!(
            (catalog.id().as_str(), goes),
            ("c", is_compatible_with),
            "{text}"
        );
    }
    for (text, pointer) in [
        ("[]", ""),
        ("{}", ""),
        (r#"{"components":{}}"#, "/catalogId"),
        (
            r#"{"catalogId":"c","protocolVersion":"two"}"#,
            "/protocolVersion",
        ),
        (
            r#"{"v0.9":{"inlineCatalogs":[{"catalogId":"c"},{"components":{}}]}}"#,
            "/v0.9/inlineCatalogs/1/catalogId",
        ),
    ] {
        let error = CatalogDefinition::read(&Payload::parse(text).unwrap()).unwrap_err();
        assert_eq!(error.pointer.as_str(), pointer, "{text}");
    }
}

#[test]
fn catalog_definitions_of_every_version_are_read() {
    let of_0_8 = r#"{"catalogId":"c","styles":{},"components":{"Sail":{"type":"object","additionalProperties":false,"properties":{
        "area":{"type":"object","properties":{"literalNumber":{"type":"number"},"path":{"type":"string"}}}},"required":["area"]}}}"#;
    let of_0_9 = r##"{"catalogId":"c","components":{"Sail":{"allOf":[{"$ref":"common_types.json#/$defs/ComponentCommon"},
        {"$ref":"common_types.json#/$defs/Checkable"},{"properties":{"area":{"$ref":"common_types.json#/$defs/DynamicNumber"}}}],
        "unevaluatedProperties":false}},"functions":[{"name":"reef","parameters":{"type":"object","properties":{"by":{"type":"number"}},
        "required":["by"]},"returnType":"number"}]}"##;
    let judged = |text: &str, version: Version, message: &str| -> Vec<(&'static str, String)> {
        let catalog = catalog(text);
        let message = Message::read_as(message, version).unwrap();
        let catalogs = Catalogs::new(version, Notation::Plain).with(&catalog);
        let found: Vec<Finding> = catalogs
            .on_surface(SurfaceCatalog::Named("c".into()))
            .check_message(&message);
        found
            .into_iter()
            .map(|finding| {
                (
                    finding.rule,
                    finding
                        .pointer
                        .as_str()
                        .rsplit("/components/0")
                        .next()
                        .unwrap()
                        .to_owned(),
                )
            })
            .collect()
    };
    for (properties, expected) in [
        (r#"{"area":{"path":"/a"}}"#, &[][..]),
        (
            r#"{"area":{"literalNumber":"x"},"mast":1}"#,
            &[
                ("wrong-type", "/component/Sail/area/literalNumber"),
                ("unknown-member", "/component/Sail/mast"),
            ],
        ),
        ("{}", &[("missing-member", "/component/Sail/area")]),
    ] {
        let message = format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"a","component":{{"Sail":{properties}}}}}]}}}}"#
        );
        let expected: Vec<_> = expected
            .iter()
            .map(|(rule, at)| (*rule, (*at).to_owned()))
            .collect();
        assert_eq!(
            judged(of_0_8, Version::V0_8, &message),
            expected,
            "{properties}"
        );
    }
    for (members, expected) in [
        (
            r#""area":{"call":"reef","args":{"by":1},"returnType":"number"},"accessibility":{"label":"x"},"checks":[]"#,
            &[][..],
        ),
        (
            r#""area":{"call":"reef"}"#,
            &[("missing-member", "/area/args/by")],
        ),
        (
            r#""area":{"call":"reef","args":{"by":1},"returnType":"string"}"#,
            &[("return-type", "/area/returnType")],
        ),
        (
            r#""area":"x","mast":1"#,
            &[("wrong-type", "/area"), ("unknown-member", "/mast")],
        ),
        (
            r#""accessibility":{"label":1},"checks":7"#,
            &[
                ("wrong-type", "/accessibility/label"),
                ("wrong-type", "/checks"),
            ],
        ),
    ] {
        let message = format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Sail",{members}}}]}}}}"#
        );
        let expected: Vec<_> = expected
            .iter()
            .map(|(rule, at)| (*rule, (*at).to_owned()))
            .collect();
        assert_eq!(
            judged(of_0_9, Version::V0_9, &message),
            expected,
            "{members}"
        );
    }
}

#[test]
fn a_catalog_of_another_version_is_an_error_at_its_id() {
    let old = catalog(r#"{"catalogId":"old","components":{"Sail":{}},"functions":{"reef":{}}}"#);
    let basic = basic(Version::V1_0, Notation::At);
    let create = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"old","components":[{"id":"a","component":"Sail"}]}}"#;
    let update = r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Sail","@catalogId":"old"},
        {"id":"b","component":"Text","text":{"@call":"reef","catalogId":"old"}}]}}"#;
    for (text, surface, expected) in [
        (create, "old", &["/createSurface/catalogId"][..]),
        (
            update,
            "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
            &[
                "/updateComponents/components/0/@catalogId",
                "/updateComponents/components/1/text/catalogId",
            ],
        ),
    ] {
        let catalogs = Catalogs::new(Version::V1_0, Notation::At)
            .with(&old)
            .with(&basic);
        let found = catalogs
            .on_surface(SurfaceCatalog::Named(surface.into()))
            .check_message(&Message::read(text).unwrap());
        let found: Vec<_> = found
            .iter()
            .map(|finding| (finding.rule, finding.pointer.as_str()))
            .collect();
        let expected: Vec<_> = expected.iter().map(|at| ("catalog-version", *at)).collect();
        assert_eq!(found, expected);
    }
}

/// The schema has alternatives with two branches per level, of which the last one fails. A complete visit would take more
/// than 2^60 steps.
#[test]
fn checks_by_circular_schemas_end_without_findings() {
    let deep = catalog(
        r##"{"catalogId":"c","protocolVersion":"1.0","components":{"A":{"properties":{"x":{"$ref":"#/$defs/N"},"y":{"$ref":"#/$defs/Loop"}}}},
            "$defs":{"Loop":{"$ref":"#/$defs/Loop"},"N":{"anyOf":[{"items":{"$ref":"#/$defs/N"},"type":"array","minItems":1},
            {"type":"array","items":{"$ref":"#/$defs/N"},"maxItems":1,"minItems":1}]}}}"##,
    );
    let nested = format!("{}{}", "[".repeat(45), "]".repeat(45));
    assert_found(
        &deep,
        &format!(r#"{{"id":"a","component":"A","x":{nested}}}"#),
        &[],
    );
    assert_found(&deep, r#"{"id":"a","component":"A","y":1}"#, &[]);
}
