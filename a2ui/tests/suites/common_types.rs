//! The suite for the types that A2UI defines for all catalogs.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/common_types.yaml` | 22 | 19; 3 write the schemas of all types as one file, which this crate does not do |
//!
//! The suite checks each type by itself; here it is part of a message. The cases of 1.0 are those of August, with `path` and
//! `call`; here they are written as in the current 1.0. A binding with another member is therefore refused for its reserved
//! name.

use crate::client::{BASIC, BASIC_0_9};
use a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, basic},
};
use wire::{Severity, Validate};

/// Returns the rules that a message breaks on reading, in the message alone and by the basic catalog.
fn wrong(word: &str, body: &str) -> Vec<String> {
    let basic_id = if word == "1.0" { BASIC } else { BASIC_0_9 };
    let text = format!(
        r#"{{"version":"{word}",{}}}"#,
        body.replace("BASIC", basic_id)
    );
    let message = match Message::read(&text) {
        Ok(message) => message,
        Err(error) => return vec![error.rule.as_str().to_owned()],
    };
    let (version, notation) = match word {
        "1.0" => (Version::V1_0, Notation::At),
        _ => (Version::V0_9, Notation::Plain),
    };
    let mut found = message.validate();
    found.extend(basic(version, notation).check_message(&message));
    let errors = found
        .into_iter()
        .filter(|one| one.severity == Severity::Error);
    let mut rules: Vec<String> = errors.map(|one| one.rule.to_owned()).collect();
    // Some problems are reported for the message and for its catalog.
    rules.dedup();
    rules
}

/// Checks values of a type, each with the rules that it breaks. `VALUE` in the body of a message is replaced by the
/// value.
fn check(word: &str, name: &str, body: &str, values: &[(&str, &[&str])]) {
    for (value, rules) in values {
        assert_eq!(
            wrong(word, &body.replace("VALUE", value)),
            *rules,
            "{name} in {word}: {value}"
        );
    }
}

const COMPONENT: &str = r#""updateComponents":{"surfaceId":"s","components":[VALUE]}"#;
const TEXT: &str = r#""updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":VALUE}]}"#;
const CONTEXT: &str = r#""updateComponents":{"surfaceId":"s","components":[
    {"id":"a","component":"Button","child":"t","action":{"event":{"name":"go","context":{"v":VALUE}}}}]}"#;
const ACTION: &str = r#""updateComponents":{"surfaceId":"s","components":[
    {"id":"a","component":"Button","child":"t","action":VALUE}]}"#;
const CHILDREN: &str = r#""updateComponents":{"surfaceId":"s","components":[
    {"id":"a","component":"Row","children":VALUE}]}"#;

#[test]
fn types_of_1_0_are_validated() {
    check(
        "1.0",
        "what vendors add",
        r#""createSurface":{"surfaceId":"s","metadata":{"extensions":VALUE}}"#,
        &[
            (r#"{"shop":{"aisle":"4"}}"#, &[]),
            (r#"{"a2ui_tint":"dusk"}"#, &[]),
            (r#"{"_own":0}"#, &[]),
            (r#"{"größe":true}"#, &[]),
            (r#"{"2nd":1}"#, &["extension-name"]),
            (r#"{"with-dash":1}"#, &["extension-name"]),
            (r#"{"a b":1}"#, &["extension-name"]),
            (r#"{"":1}"#, &["extension-name"]),
        ],
    );
    let divider = |keys: &str| format!(r#"{{"id":"a","component":"Divider",{keys}}}"#);
    check(
        "1.0",
        "the metadata of a component",
        COMPONENT,
        &[
            (
                &divider(r#""@metadata":{"extensions":{"shop":{"aisle":4}}}"#),
                &[],
            ),
            (&divider(r#""@metadata":{}"#), &[]),
            (
                &divider(r#""@metadata":{"author":"us"}"#),
                &["unknown-member"],
            ),
            (
                &divider(r#""@metadata":{"extensions":{"a-b":1}}"#),
                &["extension-name"],
            ),
            (&divider(r#""@metadata":null"#), &["null-member"]),
            (&divider(r#""@catalogId":null"#), &["null-member"]),
        ],
    );
    check(
        "1.0",
        "what a function returned",
        r#""agentFunctionResponse":VALUE"#,
        &[
            (r#"{"functionCallId":"7","value":12}"#, &[]),
            (r#"{"functionCallId":"7","value":null}"#, &[]),
            (
                r#"{"functionCallId":"7","error":{"code":"LATE","message":"no train"}}"#,
                &[],
            ),
            (r#"{"functionCallId":"7"}"#, &["exactly-one"]),
            (
                r#"{"functionCallId":"7","value":12,"error":{"code":"LATE","message":"no train"}}"#,
                &["exactly-one"],
            ),
            (r#"{"functionCallId":"7","error":null}"#, &["null-member"]),
            (
                r#"{"functionCallId":"7","value":null,"error":null}"#,
                &["null-member", "exactly-one"],
            ),
        ],
    );
    check(
        "1.0",
        "the place in a list",
        TEXT,
        &[
            (r#"{"@call":"@index"}"#, &[]),
            (r#"{"@call":"@index","args":{"offset":2}}"#, &[]),
            (r#"{}"#, &["missing-member"]),
            (r#"{"@call":"@place"}"#, &["unknown-function"]),
            (
                r#"{"@call":"@index","args":{"offset":2,"by":3}}"#,
                &["unknown-member"],
            ),
            (r#"{"@call":"@index","args":null}"#, &["wrong-type"]),
        ],
    );
    // The surface creates the parent of the root, and messages cannot define it.
    check(
        "1.0",
        "what holds the root",
        COMPONENT,
        &[
            (
                r#"{"id":"a","component":"Surface","child":"root"}"#,
                &["reserved-type", "unknown-component"],
            ),
            (
                r#"{"id":"a","component":"Surface"}"#,
                &["reserved-type", "unknown-component"],
            ),
        ],
    );
    check(
        "1.0",
        "a value",
        CONTEXT,
        &[
            (r#"{"seat":"x"}"#, &[]),
            (r#"{"@path":"/a"}"#, &[]),
            (r#"{"@call":"required","args":{"value":1}}"#, &[]),
            (r#"{"path":"/a","seat":1}"#, &[]),
            (r#"{"@path":"/a","seat":1}"#, &["reserved-key"]),
            (r#"{"@path":1}"#, &["wrong-type"]),
            (
                r#"{"@call":"required","@path":"/a","args":{"value":1},"seat":1}"#,
                &["unknown-member"],
            ),
            (
                r#"{"@call":"required","@path":"/a","args":{"value":1}}"#,
                &["unknown-member"],
            ),
        ],
    );
    check(
        "1.0",
        "a call",
        TEXT,
        &[
            (r#"{"@call":"formatString","args":{"value":"x"}}"#, &[]),
            (
                r#"{"@call":"formatString","catalogId":"BASIC","args":{"value":"x"}}"#,
                &[],
            ),
            (
                r#"{"@call":"formatString","args":{"value":"x"},"seat":1}"#,
                &["unknown-member"],
            ),
            (
                r#"{"@call":"formatString","args":{"value":"x"},"returnType":"string"}"#,
                &["unknown-member"],
            ),
            (
                r#"{"@call":"formatString","catalogId":null,"args":{"value":"x"}}"#,
                &["null-member"],
            ),
        ],
    );
}

#[test]
fn types_of_0_9_are_validated() {
    for word in ["v0.9", "v0.9.1"] {
        check(
            word,
            "a call",
            TEXT,
            &[
                (r#"{"call":"formatString","args":{"value":"x"}}"#, &[]),
                (
                    r#"{"call":"formatString","args":{"value":"x"},"returnType":"string"}"#,
                    &[],
                ),
                (
                    r#"{"call":"formatString","args":{"value":"x"},"seat":1}"#,
                    &["unknown-member"],
                ),
            ],
        );
        check(
            word,
            "a value",
            CONTEXT,
            &[
                (r#""x""#, &[]),
                ("4", &[]),
                ("false", &[]),
                (r#"["x",4]"#, &[]),
                (r#"{"path":"/a"}"#, &[]),
                (r#"{"call":"required","args":{"value":1}}"#, &[]),
                (r#"{"seat":"x"}"#, &["wrong-type"]),
                (
                    r#"{"call":"required","path":"/a","args":{"value":1}}"#,
                    &["unknown-member"],
                ),
                (r#"{"path":"/a","seat":1}"#, &["wrong-type"]),
                ("null", &["wrong-type"]),
            ],
        );
        check(
            word,
            "children",
            CHILDREN,
            &[
                (r#"["x","y"]"#, &[]),
                (r#"{"componentId":"x","path":"/a"}"#, &[]),
                (r#""x""#, &["child-list"]),
                (r#"{"componentId":"x"}"#, &["missing-member"]),
                (
                    r#"{"componentId":"x","path":"/a","seat":1}"#,
                    &["unknown-member"],
                ),
            ],
        );
        check(
            word,
            "an action",
            ACTION,
            &[
                (r#"{"event":{"name":"go"}}"#, &[]),
                (
                    r#"{"functionCall":{"call":"openUrl","args":{"url":"https://example.org"}}}"#,
                    &[],
                ),
                ("{}", &["exactly-one"]),
                (
                    r#"{"event":{"name":"go"},"functionCall":{"call":"openUrl","args":{"url":"https://example.org"}}}"#,
                    &["exactly-one"],
                ),
            ],
        );
    }
}
