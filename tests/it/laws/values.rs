//! The laws of [`pairs`](super::pairs) for components with values that the versions of A2UI write in different ways.
//! These are bindings, calls, shapes, checks, events, keys, and literals that look like one of them.

use super::{
    config,
    pairs::{Pair, all_laws},
};
use bridge::{AnyMessage, Carry, Dialect, Family, Protocol};
use proptest::prelude::*;
use wire::Payload;

/// The pairs of dialects whose mapping rewrites values.
const PAIRS: [(Dialect, Dialect); 12] = [
    (Dialect::A2ui0_9, Dialect::A2ui0_10),
    (Dialect::A2ui0_10, Dialect::A2ui0_9),
    (Dialect::A2ui0_9_1, Dialect::A2ui0_10),
    (Dialect::A2ui0_10, Dialect::A2ui0_9_1),
    (Dialect::A2ui0_9, Dialect::A2ui1_0June),
    (Dialect::A2ui1_0June, Dialect::A2ui0_9),
    (Dialect::A2ui1_0Aug, Dialect::A2ui1_0Sep),
    (Dialect::A2ui1_0Aug, Dialect::A2ui1_0),
    (Dialect::A2ui1_0Sep, Dialect::A2ui1_0Aug),
    (Dialect::A2ui1_0Sep, Dialect::A2ui1_0),
    (Dialect::A2ui1_0, Dialect::A2ui1_0Aug),
    (Dialect::A2ui1_0, Dialect::A2ui1_0Sep),
];

const TYPES: &[&str] = &[
    "TextField",
    "Slider",
    "Video",
    "Icon",
    "Text",
    "Button",
    "ChoicePicker",
    "Tabs",
    "Chart",
];

const NAMES: &[&str] = &[
    "placeholder",
    "steps",
    "posterUrl",
    "validationRegexp",
    "value",
    "name",
    "text",
    "action",
    "tabs",
    "options",
    "checks",
    "accessibility",
    "@checks",
    "@accessibility",
    "@own",
    "x",
];

/// Values in the notation without marks. Each is also generated with marks.
const VALUES: &[&str] = &[
    r#""a""#,
    r#""^a$""#,
    "7.0",
    "null",
    "[]",
    r#"{"path":"/v"}"#,
    r#"{"path":"M1 2"}"#,
    r#"{"svgPath":"M1 2"}"#,
    r#"{"svgPath":"/icon"}"#,
    r#"{"svgPath":{"path":"/s"},"x":1}"#,
    r#"{"a":{"path":"/v","b":[1]},"@k":[2],"@@k":{"call":7}}"#,
    r#"{"call":"f","callableFrom":"clientOnly","args":{"a":{"call":"g","callableFrom":"clientOnly"},"b":{"@path":"/v"}}}"#,
    r#"{"call":"@index"}"#,
    r#"{"call":"formatString","args":{"value":"${@index()}. ${name}"}}"#,
    r#"{"call":"formatString","args":{"value":"Hello ${/v}"}}"#,
    r#"{"call":"formatNumber","args":{"value":{"path":"/v"},"decimals":1}}"#,
    r#"{"event":{"name":"n","context":{"sum":{"call":"formatString","args":{"value":"${/v}"}},"none":{"call":"f"}}}}"#,
    r#"[{"title":{"call":"formatString","args":{"value":"${/v}"}},"child":"c"}]"#,
    r#"{"event":{"name":"n","wantResponse":true,"responsePath":"/r","context":{"i":{"call":"@index"},"o":{"b":1}}}}"#,
    r#"{"functionCall":{"call":"f","args":{"i":{"call":"@index"}}}}"#,
    r#"[{"condition":{"call":"f","args":{"i":{"call":"@index"}}},"message":"m"},{"condition":{"call":"regex"}}]"#,
    r#"[{"title":{"call":"@index"},"child":"c"},{"label":{"call":"@index"},"value":"v"}]"#,
    r#"{"label":{"path":"/l"},"live":"polite"}"#,
];

/// The names of keys whose values have a type, each with a value.
const TYPED: &[(&str, &str)] = &[
    ("catalogId", r#""mine""#),
    ("@catalogId", r#""mine""#),
    ("metadata", r#"{"extensions":{"a":{"path":"/n"}}}"#),
    ("metadata", r#""own""#),
    ("@metadata", r#"{"extensions":{"a":{"path":"/n"}}}"#),
];

fn value() -> impl Strategy<Value = String> {
    (prop::sample::select(VALUES), any::<bool>()).prop_map(|(value, is_marked)| {
        if !is_marked {
            return value.to_owned();
        }
        value
            .replace(r#""path":"#, r#""@path":"#)
            .replace(r#""call":"#, r#""@call":"#)
    })
}

fn member() -> impl Strategy<Value = (String, String)> {
    prop_oneof![
        5 => (prop::sample::select(NAMES), value()).prop_map(|(name, value)| (name.to_owned(), value)),
        1 => prop::sample::select(TYPED).prop_map(|(name, value)| (name.to_owned(), value.to_owned())),
    ]
}

fn component(id: &'static str) -> impl Strategy<Value = String> {
    let members = prop::collection::btree_map("[a-z]", member(), 0..6);
    (prop::option::of(prop::sample::select(TYPES)), members).prop_map(move |(kind, members)| {
        let mut members: Vec<_> = members.into_values().collect();
        members.sort();
        members.dedup_by(|one, other| one.0 == other.0);
        let kind = kind.map_or_else(String::new, |kind| format!(r#","component":"{kind}""#));
        let members = members
            .iter()
            .map(|(name, value)| format!(r#","{name}":{value}"#));
        format!(r#"{{"id":"{id}"{kind}{}}}"#, members.collect::<String>())
    })
}

/// Generates the body of a message, with the members next to it.
fn body() -> impl Strategy<Value = String> {
    let components = || (component("a"), component("b"));
    prop_oneof![
        4 => components().prop_map(|(a, b)| format!(
            r#""updateComponents":{{"surfaceId":"s","components":[{a},{b}]}},"x-pen":1.50"#
        )),
        1 => components().prop_map(|(a, b)| format!(
            r#""createSurface":{{"surfaceId":"s","catalogId":"c","components":[{a},{b}],"dataModel":{{"n":1.0}}}}"#
        )),
        1 => prop::sample::select(vec!["wantResponse", "actionId", "functionCallId"]).prop_map(|name| format!(
            r#""updateDataModel":{{"surfaceId":"s","path":"/n","value":{{"path":"/n"}}}},"{name}":true"#
        )),
        1 => value().prop_map(|value| format!(
            r#""callRendererFunction":{{"surfaceId":"s","functionCallId":"1","callFunction":{{"@call":"f","args":{{"x":{value},"y":{{"z":{value}}}}}}}}}"#
        )),
        1 => value().prop_map(|value| format!(
            r#""callRendererFunction":{{"surfaceId":"s","functionCallId":"1","callFunction":{{"call":"f","args":{{"x":{value},"y":{{"z":{value}}}}}}}}}"#
        )),
    ]
}

fn session(dialect: Dialect) -> impl Strategy<Value = Vec<AnyMessage>> {
    let word = match dialect {
        Dialect::A2ui0_9 => "v0.9",
        Dialect::A2ui0_9_1 => "v0.9.1",
        Dialect::A2ui0_10 => "v0.10",
        Dialect::A2ui1_0 => "1.0",
        _ => "v1.0",
    };
    let read = move |body: String| {
        let message = Payload::parse(format!(r#"{{"version":"{word}",{body}}}"#)).unwrap();
        AnyMessage::read(&message, dialect, Protocol::Aap).ok()
    };
    prop::collection::vec(body(), 1..5)
        .prop_map(move |bodies| bodies.into_iter().filter_map(read).collect())
}

/// Generates a forged carry for fields that exist in the target. The only visible values in it are component ids.
fn forged_carry(to: Dialect) -> impl Strategy<Value = Carry> {
    let place = prop::sample::select(vec![
        "/version",
        "/wantResponse",
        "/updateComponents/surfaceId",
        "/updateComponents/components/0/id",
        "/updateComponents/components/0/component",
        "/updateComponents/components/0/text",
        "/updateComponents/components/0/name",
        "/updateComponents/components/0/value",
        "/updateComponents/components/0/checks",
        "/updateComponents/components/0/validationRegexp",
        "/updateComponents/components/1/@checks",
        "/updateComponents/components/1/x",
        "/updateDataModel/path",
        "/updateDataModel/value",
        "/createSurface/surfaceId",
        "/createSurface/catalogId",
        "/createSurface/components/0/text",
    ]);
    let field = (place, prop::option::of(value())).prop_map(|(place, value)| match value {
        Some(value) => format!(r#"["{place}",{value}]"#),
        None => format!(r#"["{place}"]"#),
    });
    prop::collection::vec(field, 0..4).prop_map(move |fields| {
        let keys = r#""images":[["/updateComponents/components/0","a"],["/updateComponents/components/1","b"]]"#;
        let layer = format!(r#"{{"from":"{to}","fields":[{}],{keys}}}"#, fields.join(","));
        Carry::read(&format!(r#"{{"v":1,"layers":[{layer}]}}"#)).unwrap()
    })
}

fn case() -> impl Strategy<Value = (Pair, Vec<AnyMessage>, Carry)> {
    prop::sample::select(&PAIRS[..]).prop_flat_map(|(from, to)| {
        let pair = Pair {
            family: Family::Surfaces,
            from,
            to,
        };
        (Just(pair), session(from), forged_carry(to))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn rewritten_values_keep_every_law((pair, session, carry) in case()) {
        all_laws(pair, &session, &carry)?;
    }
}
