//! The suite for names that begin with `@`.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/reserved_keys.yaml` | 8 | all; 4 are answered otherwise for the version `v1.0` |
//!
//! For the version `1.0`, everything is as in the suite. Its cases use `v1.0`, which also covers the older notation: there,
//! `path` and `call` are the directives, and a name that begins with `@` stays unchanged. A message of `v1.0` counts as the
//! notation with `@` if it has a binding, a call or a key of that notation, or if the host [sets
//! it](a2ui::surface::SurfaceOptions::notation). Names in literals do not count.

use crate::{
    client::{BASIC, definition},
    read,
};
use a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, Catalogs, SurfaceCatalog, basic},
    expression::{Host, Scope},
    surface::{SurfaceOptions, Surfaces},
};
use wire::Pointer;

/// A catalog with every way to define the type of a property.
const LUGGAGE: &str = r##"{"catalogId":"luggage","protocolVersion":"1.0",
    "components":{"Trunk":{"type":"object","properties":{
        "component":{"const":"Trunk"},
        "tag":{"$ref":"common_types.json#/$defs/DynamicValue"},
        "tags":{"type":"array","items":{"$ref":"common_types.json#/$defs/DynamicValue"}},
        "more":{"type":"object","additionalProperties":{"$ref":"common_types.json#/$defs/DynamicValue"}},
        "own":{"$ref":"#/$defs/DynamicValue"},
        "maybe":{"anyOf":[{"type":"string"},{"$ref":"common_types.json#/$defs/DynamicValue"}]},
        "name":{"$ref":"common_types.json#/$defs/DynamicString"},
        "use":{"$ref":"common_types.json#/$defs/Action"},
        "plain":{"type":"object"}},"required":["component"]}},
    "$defs":{"DynamicValue":{}},
    "functions":{
        "stamp":{"returnType":"string","properties":{"@call":{"const":"stamp"},"args":{"type":"object","properties":{
            "any":{},"box":{"type":"object"},"list":{"type":"array"},"value":{"$ref":"common_types.json#/$defs/DynamicValue"}}}}}}}"##;

fn create(word: &str, properties: &str) -> Message {
    read(&format!(
        r#"{{"version":"{word}","createSurface":{{"surfaceId":"hold","catalogId":"luggage","dataModel":{{"owner":"Ada"}},
            "components":[{{"id":"root","component":"Trunk",{properties}}}]}}}}"#
    ))
}

/// Returns the findings of the catalog about a property, relative to the component.
fn findings_of(message: &Message, notation: Notation) -> Vec<(&'static str, String)> {
    let (luggage, basic) = (definition(LUGGAGE), basic(Version::V1_0, notation));
    let catalogs = Catalogs::new(Version::V1_0, notation)
        .with(&luggage)
        .with(&basic);
    let found = catalogs
        .on_surface(SurfaceCatalog::Named("luggage".into()))
        .check_message(message)
        .into_iter();
    found
        .map(|one| {
            (
                one.rule,
                one.pointer
                    .as_str()
                    .replace("/createSurface/components/0", ""),
            )
        })
        .collect()
}

/// Returns the evaluated property, or the rule and the place of the error.
fn evaluate_property(
    message: &Message,
    notation: Option<Notation>,
    property: &str,
) -> Result<String, (&'static str, String)> {
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    surfaces.apply(message).unwrap();
    let surface = surfaces.get("hold").unwrap();
    let value = surface
        .component("root")
        .unwrap()
        .property(property)
        .unwrap();
    let host = Host::new();
    let mut evaluation = surface.evaluation_of("root", &Scope::top(), &host);
    match evaluation.value(&value, &Pointer::root()) {
        Ok(value) => Ok(value.unwrap().text().to_owned()),
        Err(error) => Err((error.rule, error.pointer.as_str().to_owned())),
    }
}

#[test]
fn a_single_at_is_a_directive_and_a_double_at_is_a_name() {
    let reserved = |at: &'static str| Err(("reserved-key", at));
    for (name, value, in_1_0, in_v1_0) in [
        (
            "a binding",
            r#"{"@path":"/owner"}"#,
            Ok(r#""Ada""#),
            Ok(r#""Ada""#),
        ),
        (
            "a call",
            r#"{"@call":"formatString","catalogId":"BASIC","args":{"value":"Of ${/owner}"}}"#,
            Ok(r#""Of Ada""#),
            Ok(r#""Of Ada""#),
        ),
        (
            "names that were directives before",
            r#"{"path":"/hold/3","call":"collect"}"#,
            Ok(r#"{"path":"/hold/3","call":"collect"}"#),
            Err(("unknown-function", "")),
        ),
        (
            "names with two",
            r#"{"@@path":"/hold","@@kind":"Box"}"#,
            Ok(r#"{"@path":"/hold","@kind":"Box"}"#),
            Ok(r#"{"@@path":"/hold","@@kind":"Box"}"#),
        ),
        (
            "a directive that there is not",
            r#"{"@when":true,"then":"left"}"#,
            reserved("/@when"),
            Ok(r#"{"@when":true,"then":"left"}"#),
        ),
        (
            "no name at all",
            r#"{"@":"x"}"#,
            reserved("/@"),
            Ok(r#"{"@":"x"}"#),
        ),
        (
            "the same as a name",
            r#"{"@@":"x"}"#,
            Ok(r#"{"@":"x"}"#),
            Ok(r#"{"@@":"x"}"#),
        ),
        (
            "three",
            r#"{"@@@x":1}"#,
            Ok(r#"{"@@x":1}"#),
            Ok(r#"{"@@@x":1}"#),
        ),
        (
            "far inside",
            r#"[{"in":[{"@@id":{"@path":"/owner"}}]}]"#,
            Ok(r#"[{"in":[{"@id":"Ada"}]}]"#),
            // The binding reveals the notation.
            Ok(r#"[{"in":[{"@id":"Ada"}]}]"#),
        ),
        (
            "and there reserved",
            r#"[{"in":[{"@id":1}]}]"#,
            reserved("/0/in/0/@id"),
            Ok(r#"[{"in":[{"@id":1}]}]"#),
        ),
    ] {
        let whole = format!(r#""tag":{}"#, value.replace("BASIC", BASIC));
        let owned = |done: Result<&str, (&'static str, &str)>| {
            done.map(str::to_owned)
                .map_err(|(rule, at)| (rule, at.to_owned()))
        };
        let (now, before) = (create("1.0", &whole), create("v1.0", &whole));
        assert_eq!(
            evaluate_property(&now, None, "tag"),
            owned(in_1_0),
            "{name}"
        );
        assert_eq!(
            evaluate_property(&before, None, "tag"),
            owned(in_v1_0),
            "{name} in v1.0"
        );
        assert_eq!(
            evaluate_property(&before, Some(Notation::AtValues), "tag"),
            owned(in_1_0),
            "{name} as the host says"
        );
        let wrong: Vec<_> = in_1_0
            .err()
            .map(|(rule, at)| (rule, format!("/tag{at}")))
            .into_iter()
            .collect();
        assert_eq!(findings_of(&now, Notation::At), wrong, "{name}");
    }
}

/// Checks `@index` in a text.
#[test]
fn the_index_of_an_item_is_a_call() {
    let basic = basic(Version::V1_0, Notation::At);
    let message = read(
        r#"{"version":"1.0","updateComponents":{"surfaceId":"hold","components":[
            {"id":"root","component":"List","children":{"componentId":"n","path":"/trunks"}},
            {"id":"n","component":"Text","text":{"@call":"@index","args":{"offset":1}}}]}}"#,
    );
    assert_eq!(basic.check_message(&message), []);
}

/// Checks the same three objects in every place that accepts a value.
#[test]
fn reserved_keys_are_handled_in_every_place() {
    for (place, properties) in [
        ("/tag", r#""tag":VALUE"#),
        ("/tag/0", r#""tag":[VALUE]"#),
        ("/tag/in", r#""tag":{"in":VALUE}"#),
        ("/tags/1", r#""tags":["x",VALUE]"#),
        ("/more/k", r#""more":{"k":VALUE}"#),
        ("/own", r#""own":VALUE"#),
        ("/maybe", r#""maybe":VALUE"#),
        (
            "/use/event/context/v",
            r#""use":{"event":{"name":"n","context":{"v":VALUE}}}"#,
        ),
        (
            "/use/functionCall/args/any",
            r#""use":{"functionCall":{"@call":"stamp","args":{"any":VALUE}}}"#,
        ),
        (
            "/use/functionCall/args/value",
            r#""use":{"functionCall":{"@call":"stamp","args":{"value":VALUE}}}"#,
        ),
        (
            "/use/functionCall/args/v",
            r#""use":{"functionCall":{"@call":"theirs","catalogId":"theirs","args":{"v":VALUE}}}"#,
        ),
        (
            "/name/args/box",
            r#""name":{"@call":"stamp","args":{"box":VALUE}}"#,
        ),
        (
            "/name/args/box/in",
            r#""name":{"@call":"stamp","args":{"box":{"in":VALUE}}}"#,
        ),
        (
            "/name/args/list/0",
            r#""name":{"@call":"stamp","args":{"list":[VALUE]}}"#,
        ),
        (
            "/name/args/other",
            r#""name":{"@call":"stamp","args":{"other":VALUE}}"#,
        ),
        (
            "/name/args/box/in/args/box",
            r#""name":{"@call":"stamp","args":{"box":{"in":{"@call":"stamp","args":{"box":VALUE}}}}}"#,
        ),
        (
            "/name/args/box/in/args/box",
            r#""name":{"@call":"theirs","catalogId":"theirs","args":{"box":{"in":{"@call":"stamp","args":{"box":VALUE}}}}}"#,
        ),
        (
            "/name/args/any",
            r#""name":{"@call":"stamp","args":{"any":VALUE}}"#,
        ),
        (
            "/name/args/any/0",
            r#""name":{"@call":"stamp","args":{"any":[VALUE]}}"#,
        ),
        (
            "/@checks/0/condition/args/value",
            r#""@checks":[{"condition":{"@call":"required","catalogId":"BASIC","args":{"value":VALUE}},"message":"m"}]"#,
        ),
        (
            "/@accessibility/label/args/any",
            r#""@accessibility":{"label":{"@call":"stamp","args":{"any":VALUE}}}"#,
        ),
    ] {
        let of = |value: &str| {
            let properties = properties.replace("VALUE", value).replace("BASIC", BASIC);
            findings_of(&create("1.0", &properties), Notation::At)
        };
        assert_eq!(
            of(r#"{"@if":true,"x":1}"#),
            [("reserved-key", format!("{place}/@if"))],
            "{place}"
        );
        assert_eq!(
            of(r#"{"@":1}"#),
            [("reserved-key", format!("{place}/@"))],
            "{place}"
        );
        assert_eq!(of(r#"{"@@x":1,"@@":{"path":"/a"}}"#), [], "{place}");
    }
    // These directives are invalid because of another member, and a catalog requires an object here.
    for (value, key) in [
        (r#"{"@path":"/a","x":1}"#, "@path"),
        (r#"{"@call":"stamp","x":1}"#, "@call"),
    ] {
        let message = create(
            "1.0",
            &format!(r#""name":{{"@call":"stamp","args":{{"box":{value}}}}}"#),
        );
        assert_eq!(
            findings_of(&message, Notation::At),
            [("reserved-key", format!("/name/args/box/{key}"))],
            "{value}"
        );
    }
    // Plain data may have any names.
    for properties in [
        r#""plain":{"@if":1,"@":2,"@@x":3}"#,
        r#""@metadata":{"extensions":{"mine":{"@if":1,"@":2}}}"#,
    ] {
        assert_eq!(
            findings_of(&create("1.0", properties), Notation::At),
            [],
            "{properties}"
        );
    }
    // A text is not an object, so its names do not matter.
    for value in [r#"{"@if":true}"#, r#"{"@":1}"#, r#"{"@@x":1}"#] {
        let found = findings_of(&create("1.0", &format!(r#""name":{value}"#)), Notation::At);
        let rules: Vec<_> = found.iter().map(|(rule, _)| *rule).collect();
        assert_eq!(rules, ["missing-member", "unknown-member"], "{value}");
    }
}

/// Checks that the data model is plain data, so that a bound value is unchanged.
#[test]
fn names_in_data_are_preserved() {
    let mut surfaces = Surfaces::new();
    let data = r#"{"@path":"/x","@if":1,"@":2,"@@q":3}"#;
    for text in [
        format!(
            r#"{{"version":"1.0","createSurface":{{"surfaceId":"hold","catalogId":"luggage","dataModel":{{"a":{data}}},
                "components":[{{"id":"root","component":"Trunk","tag":{{"@path":"/a"}},"tags":[{{"@path":"/b"}}]}}]}}}}"#
        ),
        format!(
            r#"{{"version":"1.0","updateDataModel":{{"surfaceId":"hold","path":"/b","value":{data}}}}}"#
        ),
    ] {
        surfaces.apply(&read(&text)).unwrap();
    }
    let surface = surfaces.get("hold").unwrap();
    let host = Host::new();
    for (property, expected) in [("tag", data.to_owned()), ("tags", format!("[{data}]"))] {
        let value = surface
            .component("root")
            .unwrap()
            .property(property)
            .unwrap();
        let mut evaluation = surface.evaluation_of("root", &Scope::top(), &host);
        let value = evaluation.value(&value, &Pointer::root()).unwrap().unwrap();
        assert_eq!(value.text(), expected, "{property}");
    }
}
