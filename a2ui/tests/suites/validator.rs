//! The suites for messages that are checked by schemas and by their result.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/validator.yaml` | 7 | 6; 1 is about the theme of a catalog |
//! | `…/validator_v0_9.yaml` | 12 | all |
//! | `…/validator_v1_0.yaml` | 14 | 13; 3 are answered otherwise in part. 1 is about the theme of a catalog |
//!
//! Other catalogs do not check themes.
//!
//! | answered otherwise | why |
//! |---|---|
//! | an id that is not an identifier is a warning | the schema allows any text, and only strict clients refuse it |
//! | a word that the catalog does not define is a warning | from 1.0 on, readers accept unknown words |
//! | a path with spaces and brackets is valid | JSON Pointers may contain them, and A2UI's own clients accept it |

use crate::client::{BASIC, BASIC_0_9, definition};
use a2ui::{
    CatalogId, Message, Notation, Version,
    catalog::{CatalogDefinition, Catalogs, SurfaceCatalog, basic},
    surface::{Strictness, SurfaceOptions, Surfaces},
};
use wire::{Severity, Validate};

const OF_0_8: &str = r#"{"catalogId":"yard","protocolVersion":"0.8","components":{
    "Siding":{"type":"object","properties":{"children":{"type":"object","properties":{"explicitList":{"type":"array","items":{"type":"string"}}},"required":["explicitList"]}},"required":["children"],"additionalProperties":false},
    "Signal":{"type":"object","properties":{"shows":{"type":"string","enum":["go","halt"]},"state":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},"required":["shows","state"]}}}"#;

/// Builds a catalog for 0.9 or 1.0.
fn yard(version: &str) -> String {
    format!(
        r#"{{"catalogId":"yard","protocolVersion":"{version}","components":{{
            "Siding":{{"type":"object","properties":{{"component":{{"const":"Siding"}},"children":{{"type":"array","items":{{"type":"string"}}}}}},"required":["component","children"]}},
            "Signal":{{"type":"object","properties":{{"component":{{"const":"Signal"}},"shows":{{"enum":["go","halt"]}},"at":{{"type":"string"}}}},"required":["component","shows"]}}}}}}"#
    )
}

/// Returns the first problem of each message. Problems are found on reading, in the message alone, by the catalogs, and
/// by the result on complete surfaces.
fn wrong(catalog: Option<&CatalogDefinition>, texts: &[String]) -> Vec<(String, String)> {
    let mut surfaces =
        Surfaces::with_options(SurfaceOptions::new().strictness(Strictness::Complete));
    texts
        .iter()
        .filter_map(|text| one(&mut surfaces, catalog, text).err())
        .collect()
}

fn one(
    surfaces: &mut Surfaces,
    catalog: Option<&CatalogDefinition>,
    text: &str,
) -> Result<(), (String, String)> {
    let message = Message::read(text).map_err(|error| {
        (
            error.rule.as_str().to_owned(),
            error.pointer.as_str().to_owned(),
        )
    })?;
    let version = message.version();
    let notation = match version {
        Version::V0_8 => Notation::Bound,
        Version::V1_0 => Notation::At,
        _ => Notation::Plain,
    };
    let basic = basic(version, notation);
    let mut catalogs = Catalogs::new(version, notation);
    catalogs = catalog
        .into_iter()
        .fold(catalogs, |all, one| all.with(one))
        .with(&basic);
    let id = catalog.map_or_else(|| CatalogId::basic(version), |catalog| catalog.id().clone());
    let mut found = message.validate();
    found.extend(
        catalogs
            .on_surface(SurfaceCatalog::Named(id))
            .check_message(&message),
    );
    found.retain(|one| one.severity == Severity::Error);
    if let Some(finding) = found.first() {
        return Err((finding.rule.to_owned(), finding.pointer.as_str().to_owned()));
    }
    let done = surfaces.apply(&message);
    done.map(drop)
        .map_err(|error| (error.rule.to_owned(), error.pointer.as_str().to_owned()))
}

/// Expands placeholders: `@8` begins the components of a message of 0.8; `@9` and `@1` a message of a version, `@U9` and `@U1`
/// its components.
fn expand(text: &str) -> String {
    text.replace("@8", r#"{"surfaceUpdate":{"surfaceId":"y","components":"#)
        .replace(
            "@U9",
            r#"@9"updateComponents":{"surfaceId":"y","components":"#,
        )
        .replace(
            "@U1",
            r#"@1"updateComponents":{"surfaceId":"y","components":"#,
        )
        .replace("@9", r#"{"version":"v0.9","#)
        .replace("@1", r#"{"version":"1.0","#)
        .replace("OLDBASIC", BASIC_0_9)
        .replace("BASIC", BASIC)
}

/// Cases: a name, earlier messages without problems, the message to check, and its problem.
type Cases<'a> = &'a [(&'a str, &'a [&'a str], &'a str, &'a str)];

fn check(catalog: Option<&str>, before: &[&str], cases: Cases<'_>) {
    let catalog = catalog.map(definition);
    for (name, texts, rule, at) in cases {
        let texts: Vec<String> = before
            .iter()
            .chain(*texts)
            .map(|text| expand(text))
            .collect();
        let expected: Vec<_> = match rule.is_empty() {
            true => Vec::new(),
            false => vec![((*rule).to_owned(), (*at).to_owned())],
        };
        assert_eq!(wrong(catalog.as_ref(), &texts), expected, "{name}");
    }
}

#[test]
fn messages_of_0_8_are_validated() {
    check(
        None,
        &[],
        &[
            (
                "a surface",
                &[
                    r##"{"beginRendering":{"surfaceId":"y","root":"r","styles":{"primaryColor":"#00cc88"}}}"##,
                ],
                "",
                "",
            ),
            (
                "a number for its id",
                &[r#"{"beginRendering":{"surfaceId":8,"root":"r"}}"#],
                "type",
                "/beginRendering/surfaceId",
            ),
            (
                "a text for its styles",
                &[r#"{"beginRendering":{"surfaceId":"y","root":"r","styles":"plain"}}"#],
                "not-an-object",
                "/beginRendering/styles",
            ),
            (
                "no root",
                &[r#"{"beginRendering":{"surfaceId":"y"}}"#],
                "missing",
                "/beginRendering/root",
            ),
        ],
    );
    let at = "/surfaceUpdate/components/0/component";
    check(
        Some(OF_0_8),
        &[],
        &[
            (
                "components of a catalog",
                &[
                    r#"@8[{"id":"r","component":{"Siding":{"children":{"explicitList":["a","b"]}}}},
                        {"id":"a","component":{"Siding":{"children":{"explicitList":[]}}}},
                        {"id":"b","component":{"Signal":{"shows":"halt","state":{"path":"/b"}}}}]}}"#,
                    r#"{"beginRendering":{"surfaceId":"y","root":"r","catalogId":"yard"}}"#,
                ],
                "",
                "",
            ),
            (
                "another word",
                &[
                    r#"@8[{"id":"a","component":{"Signal":{"shows":"slow","state":{"path":"/b"}}}}]}}"#,
                ],
                "unknown-word",
                &format!("{at}/Signal/shows"),
            ),
            (
                "a number for children",
                &[r#"@8[{"id":"a","component":{"Siding":{"children":{"explicitList":3}}}}]}}"#],
                "wrong-type",
                &format!("{at}/Siding/children/explicitList"),
            ),
            (
                "children that are none",
                &[r#"@8[{"id":"a","component":{"Siding":{"children":{}}}}]}}"#],
                "missing-member",
                &format!("{at}/Siding/children/explicitList"),
            ),
            (
                "a property too many",
                &[
                    r#"@8[{"id":"a","component":{"Siding":{"children":{"explicitList":[]},"rails":2}}}]}}"#,
                ],
                "unknown-member",
                &format!("{at}/Siding/rails"),
            ),
            (
                "a type that the catalog does not have",
                &[r#"@8[{"id":"a","component":{"Tunnel":{"dark":true}}}]}}"#],
                "unknown-component",
                at,
            ),
        ],
    );
}

/// Checks both later versions. `#` is replaced by the version.
#[test]
fn messages_of_0_9_and_1_0_are_validated() {
    for (number, create, missing) in [
        (
            "9",
            r#"@9"createSurface":{"surfaceId":"y","catalogId":"yard"}}"#,
            "/createSurface/catalogId",
        ),
        (
            "1",
            r#"@1"createSurface":{"surfaceId":"y","catalogId":"yard"}}"#,
            "",
        ),
    ] {
        let of = |text: &str| {
            text.replace("@#", &format!("@{number}"))
                .replace("@U#", &format!("@U{number}"))
        };
        let ok =
            of(r#"@#"createSurface":{"surfaceId":"y","catalogId":"yard","sendDataModel":true}}"#);
        let unnamed = of(r#"@#"createSurface":{"surfaceId":"y"}}"#);
        let typed = of(r#"@#"createSurface":{"surfaceId":9,"catalogId":"yard"}}"#);
        let two = of(
            r#"@#"createSurface":{"surfaceId":"y","catalogId":"yard"},"deleteSurface":{"surfaceId":"y"}}"#,
        );
        check(
            None,
            &[],
            &[
                ("a surface", &[&ok], "", ""),
                (
                    "without a catalog",
                    &[&unnamed],
                    if missing.is_empty() { "" } else { "missing" },
                    missing,
                ),
                (
                    "without a version",
                    &[r#"{"createSurface":{"surfaceId":"y","catalogId":"yard"}}"#],
                    "missing",
                    "/version",
                ),
                (
                    "of 0.8",
                    &[r#"{"version":"v0.8","createSurface":{"surfaceId":"y"}}"#],
                    "key",
                    "/createSurface",
                ),
                (
                    "a number for its id",
                    &[&typed],
                    "type",
                    "/createSurface/surfaceId",
                ),
                ("two bodies", &[&two], "key", "/deleteSurface"),
            ],
        );
        let whole = of(
            r#"@U#[{"id":"root","component":"Siding","children":["a"]},{"id":"a","component":"Signal","shows":"go","at":"km 4"}]}}"#,
        );
        let odd = of(r#"@U#[{"id":"root","component":"Signal","shows":"slow"}]}}"#);
        let number_ = of(r#"@U#[{"id":"root","component":"Siding","children":3}]}}"#);
        let none = of(r#"@U#[{"id":"root","component":"Siding"}]}}"#);
        let tunnel = of(r#"@U#[{"id":"root","component":"Tunnel"}]}}"#);
        let at = |rest: &str| format!("/updateComponents/components/0/{rest}");
        let version = if number == "9" { "0.9" } else { "1.0" };
        check(
            Some(&yard(version)),
            &[create],
            &[
                ("components of a catalog", &[&whole], "", ""),
                ("another word", &[&odd], "unknown-word", &at("shows")),
                (
                    "a number for children",
                    &[&number_],
                    "wrong-type",
                    &at("children"),
                ),
                ("no children", &[&none], "missing-member", &at("children")),
                (
                    "a type that the catalog does not have",
                    &[&tunnel],
                    "unknown-component",
                    &at("component"),
                ),
            ],
        );
    }
    check(
        None,
        &[],
        &[
            (
                "a surface of 1.0 with all that it shows",
                &[
                    r#"@1"createSurface":{"surfaceId":"y","catalogId":"BASIC","sendDataModel":true,"components":[{"id":"root","component":"Text","text":"All clear"}],"dataModel":{"trains":3}}}"#,
                    r#"@1"updateDataModel":{"surfaceId":"y","path":"/trains/late","value":null}}"#,
                ],
                "",
                "",
            ),
            (
                "a path that is none",
                &[
                    r#"@1"createSurface":{"surfaceId":"y"}}"#,
                    r#"@1"updateDataModel":{"surfaceId":"y","path":"trains ~ late","value":1}}"#,
                ],
                "data-path",
                "/updateDataModel/path",
            ),
            (
                "one with spaces and brackets",
                &[
                    r#"@1"createSurface":{"surfaceId":"y"}}"#,
                    r#"@1"updateDataModel":{"surfaceId":"y","path":"late trains [0]","value":1}}"#,
                ],
                "data-path",
                "/updateDataModel/path",
            ),
        ],
    );
}

#[test]
fn trees_and_components_of_the_basic_catalog_are_validated() {
    for (number, create) in [
        (
            "9",
            r#"@9"createSurface":{"surfaceId":"y","catalogId":"OLDBASIC"}}"#,
        ),
        (
            "1",
            r#"@1"createSurface":{"surfaceId":"y","catalogId":"BASIC"}}"#,
        ),
    ] {
        let at = |rest: &str| format!("/updateComponents/components/{rest}");
        for (name, components, rule, place) in [
            (
                "a cycle",
                r#"{"id":"root","component":"Row","children":["a"]},{"id":"a","component":"Row","children":["root"]}"#,
                "cycle",
                at("1/children/0"),
            ),
            (
                "a child that is not there",
                r#"{"id":"root","component":"Row","children":["a"]}"#,
                "dangling-reference",
                at("0/children/0"),
            ),
            (
                "a component in itself",
                r#"{"id":"root","component":"Row","children":["root"]}"#,
                "self-reference",
                at("0/children/0"),
            ),
            (
                "one that nothing leads to",
                r#"{"id":"root","component":"Divider"},{"id":"a","component":"Divider"}"#,
                "orphan",
                at("1"),
            ),
            (
                "no root",
                r#"{"id":"a","component":"Divider"}"#,
                "missing-root",
                at("0/id"),
            ),
            (
                "a type that there is not",
                r#"{"id":"root","component":"Tunnel","dark":true}"#,
                "unknown-component",
                at("0/component"),
            ),
            (
                "properties that there are not",
                r#"{"id":"root","component":"Divider","length":4}"#,
                "unknown-member",
                at("0/length"),
            ),
            (
                "an action that is none",
                r#"{"id":"root","component":"Button","child":"t","action":{"call":"whistle","args":{"times":2}}},{"id":"t","component":"Text","text":"x"}"#,
                "exactly-one",
                at("0/action"),
            ),
            (
                "a function that there is not",
                r#"{"id":"root","component":"Button","child":"t","action":{"functionCall":{CALL:"whistle","args":{"times":2}}}},{"id":"t","component":"Text","text":"x"}"#,
                "unknown-function",
                at("0/action/functionCall/CALL"),
            ),
            (
                "two components that are too little",
                r#"{"id":"root","component":"Button"},{"id":"a","component":"Text"}"#,
                "missing-member",
                at("0/child"),
            ),
        ] {
            let call = if number == "1" { "@call" } else { "call" };
            let components = components.replace("CALL", &format!("{call:?}"));
            let text = format!("@U{number}[{components}]}}}}");
            check(
                None,
                &[create],
                &[(name, &[&text], rule, &place.replace("CALL", call))],
            );
        }
    }
    // Six nested calls.
    let calls = |depth: usize| {
        let (open, close) = (
            r#"{"call":"not","args":{"value":"#.repeat(depth),
            "}}".repeat(depth),
        );
        format!(
            r#"@U9[{{"id":"root","component":"CheckBox","label":"x","value":{open}true{close}}}]}}}}"#
        )
    };
    let create = r#"@9"createSurface":{"surfaceId":"y","catalogId":"OLDBASIC"}}"#;
    let at = format!(
        "/updateComponents/components/0/value{}",
        "/args/value".repeat(5)
    );
    check(
        None,
        &[create],
        &[
            ("five calls", &[&calls(5)], "", ""),
            ("six calls", &[&calls(6)], "call-depth", &at),
        ],
    );
}

/// Checks that ids which are not identifiers are warnings.
#[test]
fn ids_refused_by_strict_clients_are_warnings() {
    let mut surfaces = Surfaces::new();
    let text = expand(
        r#"@1"createSurface":{"surfaceId":"y","catalogId":"BASIC","components":[
            {"id":"root","component":"Column","children":["4a"]},{"id":"4a","component":"Text","text":"x"}]}}"#,
    );
    surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    let found = surfaces.get("y").unwrap().validate();
    let found: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.pointer.as_str(), one.severity))
        .collect();
    assert_eq!(
        found,
        [("component-id", "/components/4a/id", Severity::Warning)]
    );
}
