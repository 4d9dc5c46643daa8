//! What messages make of surfaces, and what clients say of themselves.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/message_processor.yaml` | 19 | all; 1 is answered otherwise |
//! | `…/message_processor_v0_8.yaml` | 8 | all |
//! | `…/message_processor_v0_9.yaml` | 43 | 42; 1 is answered otherwise. Themes are not judged by the catalogs of others (1 case) |
//! | `…/message_processor_v1_0.yaml` | 59 | all; 2 are answered otherwise |
//! | `message-processor.test.ts` of the web core | 28 | 24; 1 is answered otherwise. 3 read the code of that client's catalogs, 1 is about listeners |
//! | `client-capabilities.test.ts` of the web core | 1 | none; it reads the code of a catalog |
//! | `model-processor.test.ts` of the web core of 0.8 | 27 | 20; 7 are about the objects of that core |
//!
//! Answered otherwise: which catalogs a client has is for the client to say, so a surface and a call of one that nobody knows are
//! not refused ([`a_catalog_that_nobody_knows_judges_nothing`]).

use crate::{apply, read};
use a2ui::{
    ClientDataModel, Message, Notation, Version,
    capabilities::{ClientCapabilities, v0_9, v1_0},
    catalog::{Catalog, CatalogDefinition, Catalogs, SurfaceCatalog, basic},
    expression::Scope,
    surface::{Strictness, SurfaceOptions, Surfaces},
};
use wire::{Payload, Pointer, Severity, Validate};

const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
const BASIC_0_9: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

/// A catalog of 1.0, and one of 0.9.
const MINE: &str = r##"{"catalogId":"mine","protocolVersion":"1.0",
    "components":{
        "Gauge":{"properties":{"component":{"const":"Gauge"},"label":{"$ref":"common_types.json#/$defs/DynamicString"}},"required":["component","label"]},
        "Marks":{"properties":{"component":{"const":"Marks"},"of":{"type":"array"}},"required":["component","of"]}},
    "functions":{
        "loud":{"returnType":"string","properties":{"@call":{"const":"loud"},"args":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}}},
        "keep":{"returnType":"string","properties":{"@call":{"const":"keep"},"args":{"type":"object","properties":{"what":{}},"required":["what"],"additionalProperties":false}}}}}"##;
const OLD: &str = r##"{"catalogId":"old","protocolVersion":"0.9","components":{
    "Chart":{"properties":{"component":{"const":"Chart"},"title":{"type":"string"},"at":{"type":"number"},"child":{"$ref":"common_types.json#/$defs/ComponentId"}},"required":["title"]}}}"##;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn definition(text: &str) -> CatalogDefinition {
    CatalogDefinition::read(&payload(text)).unwrap().remove(0)
}

const FIRST: &str =
    r#"{"catalogId":"first","protocolVersion":"0.8","components":{"Text":{"properties":{}}}}"#;

/// `@9` and `@1` begin a message of a version, `BASIC` is the basic catalog of 1.0, `@C9` and `@C1` make a surface.
fn filled(text: &str) -> String {
    text.replace("@C9", r#"@9"createSurface":{"surfaceId":"a","catalogId":"c"}}"#)
        .replace("@C1", r#"@1"createSurface":{"surfaceId":"a","catalogId":"BASIC"}}"#)
        .replace("@U9", r#"@9"updateComponents":{"surfaceId":"a","components":"#)
        .replace("@U1", r#"@1"updateComponents":{"surfaceId":"a","components":"#)
        .replace("@9", r#"{"version":"v0.9","#)
        .replace("@1", r#"{"version":"1.0","#)
        .replace("BASIC", BASIC)
}

/// Surfaces, and what they are judged by.
struct Client {
    surfaces: Surfaces,
    is_strict: bool,
}

impl Client {
    fn new(is_strict: bool) -> Self {
        let strictness = if is_strict { Strictness::Whole } else { Strictness::Incremental };
        Self { surfaces: Surfaces::with_options(SurfaceOptions::new().strictness(strictness)), is_strict }
    }

    /// Takes messages as they come, in a list or not, and judges each as a strict client does: by itself, by its catalogs, and
    /// by what it makes. The first thing that is wrong is the rule and the place.
    fn take(&mut self, text: &str) -> Result<(), (String, String)> {
        let wrong = |rule: &str, at: &Pointer| (rule.to_owned(), at.as_str().to_owned());
        let elements = a2ui::read(text, None).map_err(|error| wrong(error.rule.as_str(), &error.pointer))?;
        for element in elements {
            let message = element.result.map_err(|error| wrong(error.rule.as_str(), &error.pointer))?;
            let mut found = message.validate();
            if self.is_strict {
                found.extend(self.judged(&message));
            }
            // The schema of 0.8 has no maps in maps, its clients do.
            found.retain(|one| one.severity == Severity::Error && one.rule != "nested-value-map");
            if let Some(finding) = found.first() {
                return Err(wrong(finding.rule, &finding.pointer));
            }
            self.surfaces.apply(&message).map_err(|error| wrong(error.rule, &error.pointer))?;
        }
        Ok(())
    }

    fn judged(&self, message: &Message) -> Vec<wire::Finding> {
        let notation = if message.version() == Version::V1_0 { Notation::At } else { Notation::Plain };
        let basic = basic(message.version(), notation);
        let (mine, old, first) = (definition(MINE), definition(OLD), definition(FIRST));
        let surface = message.surface_id().and_then(|id| self.surfaces.get(id.as_str()));
        let surface = match surface.map(|surface| surface.catalog_id()) {
            None => SurfaceCatalog::Untold,
            Some(None) => SurfaceCatalog::Unnamed,
            Some(Some(id)) => SurfaceCatalog::Named(id.clone()),
        };
        let catalogs =
            Catalogs::new(message.version(), notation).with(&basic).with(&mine).with(&old).with(&first);
        catalogs.on(surface).judge_message(message)
    }

    /// What stands somewhere in the snapshot of a surface; nothing if there is no such surface, or nothing there.
    fn stated(&self, surface: &str, pointer: &str) -> String {
        let found = self.surfaces.get(surface).and_then(|surface| {
            let snapshot = Payload::of(&surface.snapshot()).unwrap();
            snapshot.get(&Pointer::parse(pointer).unwrap())
        });
        found.map_or_else(String::new, |payload| payload.text().to_owned())
    }
}

#[test]
fn messages_make_surfaces() {
    for (name, texts, stated) in [
        // Of 0.9.
        (
            "a surface",
            &["@C9"][..],
            &[("a", "/catalogId", "\"c\""), ("a", "/sendDataModel", ""), ("a", "/components", "{}")][..],
        ),
        (
            "with a theme",
            &[r##"@9"createSurface":{"surfaceId":"a","catalogId":"c","theme":{"primaryColor":"#00aa00"}}}"##],
            &[("a", "/theme", r##"{"primaryColor":"#00aa00"}"##)],
        ),
        (
            "that sends its data",
            &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#],
            &[("a", "/sendDataModel", "true")],
        ),
        ("that is gone", &["@C9", r#"@9"deleteSurface":{"surfaceId":"a"}}"#], &[("a", "", "")]),
        (
            "components",
            &[
                "@C9",
                r#"@U9[{"id":"b","component":"Button","child":"t"},{"id":"t","component":"Text","text":"Go"}]}}"#,
            ],
            &[("a", "/components/b/child", "\"t\""), ("a", "/components/t/text", "\"Go\"")],
        ),
        (
            "a component again: what it does not say any more is gone",
            &[
                "@C9",
                r#"@U9[{"id":"t","component":"Text","text":"Go","variant":"h1"}]}}"#,
                r#"@U9[{"id":"t","component":"Text","text":"Stop"}]}}"#,
            ],
            &[("a", "/components/t", r#"{"id":"t","component":"Text","text":"Stop"}"#)],
        ),
        (
            "a component of another type",
            &[
                "@C9",
                r#"@U9[{"id":"x","component":"Button","child":"t"}]}}"#,
                r#"@U9[{"id":"x","component":"Row","children":["t"]}]}}"#,
            ],
            &[("a", "/components/x", r#"{"id":"x","component":"Row","children":["t"]}"#)],
        ),
        (
            "components of one surface only",
            &[
                "@C9",
                r#"@9"createSurface":{"surfaceId":"b","catalogId":"c"}}"#,
                r#"@9"updateComponents":{"surfaceId":"b","components":[{"id":"root","component":"Divider"}]}}"#,
            ],
            &[("a", "/components", "{}"), ("b", "/components/root/component", "\"Divider\"")],
        ),
        (
            "data",
            &["@C9", r#"@9"updateDataModel":{"surfaceId":"a","path":"/guest/name","value":"Kim"}}"#],
            &[("a", "/dataModel", r#"{"guest":{"name":"Kim"}}"#)],
        ),
        (
            "data of each surface",
            &[
                "@C9",
                r#"@9"createSurface":{"surfaceId":"b","catalogId":"c"}}"#,
                r#"@9"updateDataModel":{"surfaceId":"a","path":"/n","value":1}}"#,
                r#"@9"updateDataModel":{"surfaceId":"b","path":"/n","value":2}}"#,
            ],
            &[("a", "/dataModel", r#"{"n":1}"#), ("b", "/dataModel", r#"{"n":2}"#)],
        ),
        (
            "a list",
            &[r#"[@C9, @9"createSurface":{"surfaceId":"b","catalogId":"c"}}]"#],
            &[("a", "/catalogId", "\"c\""), ("b", "/catalogId", "\"c\"")],
        ),
        (
            "messages in an object",
            &[r#"{"messages":[@C9, @U9[{"id":"root","component":"Divider"}]}}]}"#],
            &[("a", "/components/root/component", "\"Divider\"")],
        ),
        (
            "0.9.1",
            &[
                r#"{"version":"v0.9.1","createSurface":{"surfaceId":"a","catalogId":"c"}}"#,
                r#"{"version":"v0.9.1","updateComponents":{"surfaceId":"a","components":[{"id":"root","component":"Divider"}]}}"#,
            ],
            &[("a", "/version", "\"v0.9.1\""), ("a", "/components/root/component", "\"Divider\"")],
        ),
        (
            "titles of tabs are no components",
            &[
                "@C9",
                r#"@U9[{"id":"root","component":"Tabs","tabs":[{"title":"One","child":"x"},{"title":"Two","child":"y"}]},{"id":"x","component":"Divider"},{"id":"y","component":"Divider"}]}}"#,
            ],
            &[("a", "/components/root/tabs/1/title", "\"Two\"")],
        ),
        // Of 0.8.
        (
            "styles of 0.8",
            &[
                r##"{"beginRendering":{"surfaceId":"a","root":"top","catalogId":"c","styles":{"primaryColor":"#00aa00","font":"Arial"}}}"##,
            ],
            &[
                ("a", "/theme", r##"{"primaryColor":"#00aa00","font":"Arial"}"##),
                ("a", "/root", "\"top\""),
                ("a", "/components", "{}"),
            ],
        ),
        (
            "components of 0.8",
            &[
                r#"{"beginRendering":{"surfaceId":"a","root":"b"}}"#,
                r#"{"surfaceUpdate":{"surfaceId":"a","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go"}}}}]}}"#,
            ],
            &[("a", "/components/b/component", r#"{"Button":{"child":"t","action":{"name":"go"}}}"#)],
        ),
        (
            "data of 0.8",
            &[
                r#"{"beginRendering":{"surfaceId":"a","root":"b"}}"#,
                r#"{"dataModelUpdate":{"surfaceId":"a","contents":[{"key":"n","valueNumber":7}]}}"#,
            ],
            &[("a", "/dataModel", r#"{"n":7}"#)],
        ),
        (
            "a map in a map",
            &[
                r#"{"dataModelUpdate":{"surfaceId":"a","contents":[{"key":"o","valueMap":[{"key":"i","valueMap":[{"key":"n","valueString":"x"}]}]}]}}"#,
            ],
            &[("a", "/dataModel", r#"{"o":{"i":{"n":"x"}}}"#)],
        ),
        (
            "one value below a path",
            &[
                r#"{"dataModelUpdate":{"surfaceId":"a","path":"/o/i","contents":[{"key":".","valueString":"x"}]}}"#,
            ],
            &[("a", "/dataModel", r#"{"o":{"i":"x"}}"#)],
        ),
        (
            "a map below a path",
            &[
                r#"{"dataModelUpdate":{"surfaceId":"a","path":"/o","contents":[{"key":".","valueMap":[{"key":"i","valueString":"x"}]}]}}"#,
            ],
            &[("a", "/dataModel", r#"{"o":{"i":"x"}}"#)],
        ),
        (
            "JSON in a string, and what only begins like it",
            &[
                r#"{"dataModelUpdate":{"surfaceId":"a","contents":[{"key":"c","valueString":"{\"dark\":true}"},{"key":"d","valueString":"{dark\" }"}]}}"#,
            ],
            &[("a", "/dataModel/c", r#"{"dark":true}"#), ("a", "/dataModel/d", r#""{dark\" }""#)],
        ),
        (
            "paths with brackets",
            &[
                r#"{"dataModelUpdate":{"surfaceId":"a","path":"guests[0].name","contents":[{"key":".","valueString":"Kim"}]}}"#,
            ],
            &[("a", "/dataModel/guests/0/name", "\"Kim\"")],
        ),
        (
            "the end of 0.8",
            &[r#"{"beginRendering":{"surfaceId":"a","root":"b"}}"#, r#"{"deleteSurface":{"surfaceId":"a"}}"#],
            &[("a", "", "")],
        ),
        // Of 1.0.
        (
            "everything at once",
            &[
                r#"@1"createSurface":{"surfaceId":"a","catalogId":"BASIC","sendDataModel":true,"dataModel":{"n":7},"components":[{"id":"root","component":"Row","children":["t"]},{"id":"t","component":"Text","text":"x"}]}}"#,
            ],
            &[
                ("a", "/sendDataModel", "true"),
                ("a", "/dataModel", r#"{"n":7}"#),
                ("a", "/components/root/children", r#"["t"]"#),
                ("a", "/components/t/text", "\"x\""),
            ],
        ),
        (
            "no catalog",
            &[r#"@1"createSurface":{"surfaceId":"a"}}"#],
            &[("a", "/version", "\"1.0\""), ("a", "/catalogId", "")],
        ),
        (
            "what vendors add",
            &[
                r#"@1"createSurface":{"surfaceId":"a","metadata":{"extensions":{"org_example":{"on":true}}}}}"#,
            ],
            &[("a", "/metadata/extensions/org_example/on", "true")],
        ),
        (
            "a component of another catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Row","children":["g"]},{"id":"g","component":"Gauge","@catalogId":"mine","label":"x"}]}}"#,
            ],
            &[("a", "/components/g/@catalogId", "\"mine\"")],
        ),
        (
            "null removes",
            &[
                r#"@1"createSurface":{"surfaceId":"a","dataModel":{"guest":{"name":"Kim","pin":"1"}}}}"#,
                r#"@1"updateDataModel":{"surfaceId":"a","path":"/guest/pin","value":null}}"#,
            ],
            &[("a", "/dataModel", r#"{"guest":{"name":"Kim"}}"#)],
        ),
        (
            "several messages in a list",
            &[
                r#"[@C1, @U1[{"id":"root","component":"Card","child":"t"},{"id":"t","component":"Text","text":"1"}]}},
                @1"updateDataModel":{"surfaceId":"a","path":"/state","value":"ready"}},
                @U1[{"id":"t","component":"Text","text":"2"}]}}]"#,
            ],
            &[
                ("a", "/dataModel", r#"{"state":"ready"}"#),
                ("a", "/components/root/child", "\"t\""),
                ("a", "/components/t/text", "\"2\""),
            ],
        ),
        ("the end of what never was", &[r#"@1"deleteSurface":{"surfaceId":"a"}}"#], &[("a", "", "")]),
        (
            "a child that is not there yet, and one that nothing leads to",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Card","child":"later"},{"id":"alone","component":"Divider"}]}}"#,
            ],
            &[
                ("a", "/components/root/child", "\"later\""),
                ("a", "/components/alone/component", "\"Divider\""),
            ],
        ),
        (
            "a child again, and its parent is as it was",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Row","children":["t"]},{"id":"t","component":"Text","text":"1"}]}}"#,
                r#"@U1[{"id":"t","component":"Text","text":"2"}]}}"#,
            ],
            &[("a", "/components/root/children", r#"["t"]"#), ("a", "/components/t/text", "\"2\"")],
        ),
    ] {
        let mut client = Client::new(false);
        for text in texts {
            client.take(&filled(text)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        for (surface, pointer, text) in stated {
            assert_eq!(client.stated(surface, pointer), *text, "{name}: {pointer}");
        }
    }
}

/// The last message is refused by this rule, there, and everything is as it was.
fn refused(is_strict: bool, cases: &[(&str, &[&str], &str, &str)]) {
    let mut wrong = Vec::new();
    for (name, texts, rule, at) in cases {
        let mut client = Client::new(is_strict);
        let (last, before) = texts.split_last().unwrap();
        for text in before {
            client.take(&filled(text)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        let unchanged = client.surfaces.clone();
        let done = client.take(&filled(last));
        if done != Err(((*rule).to_owned(), (*at).to_owned())) {
            wrong.push(format!("{name}: {done:?}"));
        }
        if client.surfaces != unchanged {
            wrong.push(format!("{name}: something changed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    refused(
        false,
        &[
            ("a surface twice", &["@C9", "@C9"], "surface-exists", "/createSurface/surfaceId"),
            (
                "a surface of 0.9 without a catalog",
                &[r#"@9"createSurface":{"surfaceId":"a"}}"#],
                "missing",
                "/createSurface/catalogId",
            ),
            (
                "of 0.9.1",
                &[r#"{"version":"v0.9.1","createSurface":{"surfaceId":"a"}}"#],
                "missing",
                "/createSurface/catalogId",
            ),
            (
                "components of no surface",
                &[r#"@U9[{"id":"root","component":"Divider"}]}}"#],
                "unknown-surface",
                "/updateComponents/surfaceId",
            ),
            (
                "data of no surface",
                &[r#"@9"updateDataModel":{"surfaceId":"a","path":"/n","value":1}}"#],
                "unknown-surface",
                "/updateDataModel/surfaceId",
            ),
            (
                "components of one that is gone",
                &[
                    "@C1",
                    r#"@1"deleteSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Divider"}]}}"#,
                ],
                "unknown-surface",
                "/updateComponents/surfaceId",
            ),
            (
                "data of one that is gone",
                &[
                    "@C1",
                    r#"@1"deleteSurface":{"surfaceId":"a"}}"#,
                    r#"@1"updateDataModel":{"surfaceId":"a","path":"/n","value":1}}"#,
                ],
                "unknown-surface",
                "/updateDataModel/surfaceId",
            ),
            (
                "a component without an id",
                &["@C9", r#"@U9[{"component":"Divider"}]}}"#],
                "missing",
                "/updateComponents/components/0/id",
            ),
            (
                "a new component without a type",
                &["@C9", r#"@U9[{"id":"x","text":"x"}]}}"#],
                "missing-component-type",
                "/updateComponents/components/0/component",
            ),
            (
                "a component twice",
                &["@C1", r#"@U1[{"id":"x","component":"Divider"},{"id":"x","component":"Divider"}]}}"#],
                "duplicate-id",
                "/updateComponents/components/1/id",
            ),
            // Envelopes.
            (
                "two bodies",
                &[
                    r#"@9"createSurface":{"surfaceId":"a","catalogId":"c"},"deleteSurface":{"surfaceId":"a"}}"#,
                ],
                "key",
                "/deleteSurface",
            ),
            (
                "two updates",
                &[
                    "@C9",
                    r#"@9"updateComponents":{"surfaceId":"a","components":[]},"updateDataModel":{"surfaceId":"a","value":{}}}"#,
                ],
                "key",
                "/updateDataModel",
            ),
            (
                "two bodies of 0.8",
                &[
                    r#"{"beginRendering":{"surfaceId":"a","root":"r"},"surfaceUpdate":{"surfaceId":"a","components":[]}}"#,
                ],
                "key",
                "/surfaceUpdate",
            ),
            (
                "two bodies of 1.0",
                &[r#"@1"createSurface":{"surfaceId":"a"},"deleteSurface":{"surfaceId":"a"}}"#],
                "key",
                "/deleteSurface",
            ),
            (
                "a body of 0.9 in 0.8",
                &[r#"{"version":"v0.8","createSurface":{"surfaceId":"a","catalogId":"c"}}"#],
                "key",
                "/createSurface",
            ),
            (
                "a body of 0.8 in 0.9",
                &[r#"@9"beginRendering":{"surfaceId":"a","root":"r"}}"#],
                "key",
                "/beginRendering",
            ),
            (
                "a body of 0.8 in 1.0",
                &[r#"@1"beginRendering":{"surfaceId":"a","root":"r"}}"#],
                "key",
                "/beginRendering",
            ),
            (
                "a number for a surface",
                &[r#"@9"createSurface":{"surfaceId":7,"catalogId":"c"}}"#],
                "type",
                "/createSurface/surfaceId",
            ),
            (
                "in 0.8",
                &[r#"{"beginRendering":{"surfaceId":7,"root":"r"}}"#],
                "type",
                "/beginRendering/surfaceId",
            ),
            ("in 1.0", &[r#"@1"createSurface":{"surfaceId":7}}"#], "type", "/createSurface/surfaceId"),
            (
                "a version that there is not",
                &[r#"{"version":"v99.0","createSurface":{"surfaceId":"a"}}"#],
                "value",
                "/version",
            ),
            (
                "no version",
                &[r#"{"createSurface":{"surfaceId":"a","catalogId":"c"}}"#],
                "missing",
                "/version",
            ),
            (
                "a name of a vendor that is none",
                &[r#"@1"createSurface":{"surfaceId":"a","metadata":{"extensions":{"org:example":1}}}}"#],
                "extension-name",
                "/createSurface/metadata/extensions/org:example",
            ),
            (
                "what a vendor adds, elsewhere",
                &[r#"@1"createSurface":{"surfaceId":"a","metadata":{"owner":"me"}}}"#],
                "unknown-member",
                "/createSurface/metadata/owner",
            ),
            (
                "an entry of 0.8 without a value",
                &[r#"{"dataModelUpdate":{"surfaceId":"a","path":"/x","contents":[{"key":"."}]}}"#],
                "exactly-one-value",
                "/dataModelUpdate/contents/0",
            ),
            // A tree, in any mode.
            (
                "a component in itself",
                &["@C9", r#"@U9[{"id":"root","component":"Card","child":"root"}]}}"#],
                "self-reference",
                "/updateComponents/components/0/child",
            ),
            (
                "a component in its child",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"x"},{"id":"x","component":"Card","child":"root"}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/1/child",
            ),
            (
                "and in the child of that",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Card","child":"x"},{"id":"x","component":"Card","child":"y"},{"id":"y","component":"Card","child":"root"}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/2/child",
            ),
            (
                "a cycle that a later message closes",
                &[
                    r#"@1"createSurface":{"surfaceId":"a","catalogId":"BASIC","components":[{"id":"root","component":"Row","children":["x"]},{"id":"x","component":"Divider"}]}}"#,
                    r#"@U1[{"id":"x","component":"Row","children":["y"]},{"id":"y","component":"Row","children":["x"]}]}}"#,
                ],
                "cycle",
                "/updateComponents/components/1/children/0",
            ),
            (
                "a cycle of 0.8",
                &[
                    r#"{"surfaceUpdate":{"surfaceId":"a","components":[{"id":"x","component":{"Row":{"children":{"explicitList":["y"]}}}},{"id":"y","component":{"Row":{"children":{"explicitList":["x"]}}}}]}}"#,
                ],
                "cycle",
                "/surfaceUpdate/components/1/component/Row/children/explicitList/0",
            ),
        ],
    );
    // 52 objects in each other.
    let deep = format!("{}1{}", r#"{"in":"#.repeat(52), "}".repeat(52));
    let deep = format!(r#"@U1[{{"id":"root","component":"Text","text":"x","more":{deep}}}]}}}}"#);
    let at = format!("/updateComponents/components/0/more{}", "/in".repeat(46));
    refused(false, &[("JSON that is too deep", &["@C1", &deep], "json-depth", &at)]);
}

/// What a client refuses that wants whole surfaces of catalogs that it knows.
#[test]
fn a_strict_client_refuses_more() {
    let create = r#"@9"createSurface":{"surfaceId":"a","catalogId":"old"}}"#;
    refused(
        true,
        &[
            (
                "no root",
                &[create, r#"@U9[{"id":"x","component":"Chart","title":"x","child":"y"}]}}"#],
                "missing-root",
                "/updateComponents/components",
            ),
            (
                "a child that is not there",
                &["@C9", r#"@U9[{"id":"root","component":"Card","child":"gone"}]}}"#],
                "dangling-reference",
                "/updateComponents/components/0/child",
            ),
            (
                "a component that nothing leads to",
                &[
                    "@C9",
                    r#"@U9[{"id":"root","component":"Text","text":"x"},{"id":"alone","component":"Text","text":"y"}]}}"#,
                ],
                "orphan",
                "/updateComponents/components/1",
            ),
            (
                "a property of another type",
                &[create, r#"@U9[{"id":"root","component":"Chart","title":"x","at":"noon"}]}}"#],
                "wrong-type",
                "/updateComponents/components/0/at",
            ),
            (
                "one of two components: neither is taken",
                &[
                    create,
                    r#"@U9[{"id":"root","component":"Chart","title":"x","child":"y"},{"id":"y","component":"Chart","title":7}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/1/title",
            ),
            (
                "a component that is too little",
                &[r#"{"surfaceUpdate":{"surfaceId":"a","components":[{"id":"x"}]}}"#],
                "missing",
                "/surfaceUpdate/components/0/component",
            ),
            // Which catalog counts. A component is of the one that it names, or else of that of its surface.
            (
                "neither names one",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Text","text":"x"}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a component again, without its catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Text","@catalogId":"BASIC","text":"x"}]}}"#,
                    r#"@U1[{"id":"root","component":"Text","text":"y"}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "the same, where the surface has one",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":"x"}]}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","label":"y"}]}}"#,
                ],
                "unknown-component",
                "/updateComponents/components/0/component",
            ),
            (
                "a type that only the other one has",
                &["@C1", r#"@U1[{"id":"root","component":"Text","@catalogId":"mine","text":"x"}]}}"#],
                "unknown-component",
                "/updateComponents/components/0/component",
            ),
            (
                "a number for a catalog",
                &["@C1", r#"@U1[{"id":"root","component":"Text","@catalogId":7,"text":"x"}]}}"#],
                "type",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a catalog of 0.9",
                &["@C1", r#"@U1[{"id":"root","component":"Chart","@catalogId":"old","title":"x"}]}}"#],
                "catalog-version",
                "/updateComponents/components/0/@catalogId",
            ),
            (
                "a surface of 0.9 with one of 1.0",
                &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"mine"}}"#],
                "catalog-version",
                "/createSurface/catalogId",
            ),
            (
                "and with one of 0.8",
                &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"first"}}"#],
                "catalog-version",
                "/createSurface/catalogId",
            ),
            // So is a call, whatever it stands in.
            (
                "a call that its catalog does not have",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"mine","args":{"value":"x"}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
            (
                "with another argument",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"text":7}}}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/text/args/text",
            ),
            (
                "that no catalog has",
                &["@C1", r#"@U1[{"id":"root","component":"Text","text":{"@call":"whisper","args":{}}}]}}"#],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
            (
                "of a catalog without a name",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"","args":{"value":"x"}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of a number",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":7,"args":{"value":"x"}}}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of a catalog of 0.9",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"formatString","catalogId":"old","args":{"value":"x"}}}]}}"#,
                ],
                "catalog-version",
                "/updateComponents/components/0/text/catalogId",
            ),
            (
                "of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"loud","args":{"text":"x"}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/label/catalogId",
            ),
            (
                "in a call of another catalog",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Text","text":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","args":{"text":"x"}}}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/text/args/what/@call",
            ),
            (
                "in such a call, of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","args":{"text":"x"}}}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/0/label/args/what/catalogId",
            ),
            (
                "in an object in a list",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"@call":"loud","catalogId":"mine","args":{"text":"x"}},{"in":[{"@call":"loud","args":{"text":"y"}}]}]}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/0/of/1/in/0/@call",
            ),
            (
                "there with another argument",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"in":[{"@call":"loud","catalogId":"mine","args":{"text":7}}]}]}]}}"#,
                ],
                "wrong-type",
                "/updateComponents/components/0/of/0/in/0/args/text",
            ),
            (
                "in the place in a list",
                &[
                    "@C1",
                    r#"@U1[{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","text":{"@call":"@index","args":{"offset":{"@call":"whisper"}}}}]}}"#,
                ],
                "unknown-function",
                "/updateComponents/components/1/text/args/offset/@call",
            ),
            (
                "there, of no catalog",
                &[
                    r#"@1"createSurface":{"surfaceId":"a"}}"#,
                    r#"@U1[{"id":"root","component":"List","@catalogId":"BASIC","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","@catalogId":"BASIC","text":{"@call":"@index","args":{"offset":{"@call":"formatNumber","args":{"value":1}}}}}]}}"#,
                ],
                "missing-catalog",
                "/updateComponents/components/1/text/args/offset/catalogId",
            ),
            (
                "of the system, which has none of that name",
                &["@C1", r#"@U1[{"id":"root","component":"Text","text":{"@call":"@foo"}}]}}"#],
                "unknown-function",
                "/updateComponents/components/0/text/@call",
            ),
        ],
    );
    // And what it takes.
    for (name, texts) in [
        (
            "each component names its catalog",
            &[
                r#"@1"createSurface":{"surfaceId":"a"}}"#,
                r#"@U1[{"id":"root","component":"Row","@catalogId":"BASIC","children":["t","g"]},{"id":"t","component":"Text","@catalogId":"BASIC","text":"x"},{"id":"g","component":"Gauge","@catalogId":"mine","label":"y"}]}}"#,
            ][..],
        ),
        (
            "a call of another catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"mine","args":{"text":"x"}}}]}}"#,
            ],
        ),
        (
            "a call of the surface's in a component of another",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Gauge","@catalogId":"mine","label":{"@call":"formatString","args":{"value":"x"}}}]}}"#,
            ],
        ),
        (
            "a call in a call, each with its catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Text","text":{"@call":"keep","catalogId":"mine","args":{"what":{"@call":"loud","catalogId":"mine","args":{"text":"x"}}}}}]}}"#,
            ],
        ),
        (
            "calls in lists, each with its catalog",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"Marks","@catalogId":"mine","of":[{"@call":"loud","catalogId":"mine","args":{"text":"x"}},{"in":[{"@call":"loud","catalogId":"mine","args":{"text":"y"}}]}]}]}}"#,
            ],
        ),
        (
            "the place in a list",
            &[
                "@C1",
                r#"@U1[{"id":"root","component":"List","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","text":{"@call":"@index","args":{"offset":1}}}]}}"#,
            ],
        ),
        (
            "of no catalog",
            &[
                r#"@1"createSurface":{"surfaceId":"a"}}"#,
                r#"@U1[{"id":"root","component":"List","@catalogId":"BASIC","children":{"componentId":"x","path":"/l"}},{"id":"x","component":"Text","@catalogId":"BASIC","text":{"@call":"@index","args":{"offset":1}}}]}}"#,
            ],
        ),
    ] {
        let mut client = Client::new(true);
        for text in texts {
            client.take(&filled(text)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
    }
}

/// Every type of 0.8 with what it needs, and how it is refused without that.
#[test]
fn the_types_of_0_8_are_what_they_are() {
    let basic = basic(Version::V0_8, Notation::Bound);
    let judged = |kind: &str, properties: &str| {
        let message = format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"a","components":[{{"id":"x","component":{{"{kind}":{properties}}}}}]}}}}"#
        );
        basic.judge_message(&read(&message)).first().map(|finding| finding.rule)
    };
    for (kind, properties) in [
        ("Text", r#"{"text":{"literalString":"x"}}"#),
        ("Image", r#"{"url":{"literalString":"https://example.org/i"}}"#),
        ("Icon", r#"{"name":{"literalString":"home"}}"#),
        ("Video", r#"{"url":{"literalString":"https://example.org/v"}}"#),
        ("AudioPlayer", r#"{"url":{"literalString":"https://example.org/a"}}"#),
        ("Row", r#"{"children":{"explicitList":["y"]}}"#),
        ("Column", r#"{"children":{"explicitList":["y"]}}"#),
        ("List", r#"{"children":{"explicitList":["y"]}}"#),
        ("Card", r#"{"child":"y"}"#),
        ("Tabs", r#"{"tabItems":[{"title":{"literalString":"x"},"child":"y"}]}"#),
        ("Modal", r#"{"entryPointChild":"y","contentChild":"z"}"#),
        ("Button", r#"{"child":"y","action":{"name":"go"}}"#),
        ("CheckBox", r#"{"label":{"literalString":"x"},"value":{"literalBoolean":true}}"#),
        ("TextField", r#"{"label":{"literalString":"x"}}"#),
        ("DateTimeInput", r#"{"value":{"literalString":"2027-03-01"}}"#),
        ("MultipleChoice", r#"{"selections":{"literalArray":["x"]},"options":[]}"#),
        ("Slider", r#"{"value":{"literalNumber":5}}"#),
    ] {
        assert_eq!(judged(kind, properties), None, "{kind}");
        assert_eq!(judged(kind, "{}"), Some("missing-member"), "{kind}");
    }
    assert_eq!(judged("Divider", "{}"), None);
    assert_eq!(judged("List", r#"{"children":"none"}"#), Some("wrong-type"));
    assert_eq!(judged("Own", "{}"), Some("unknown-component"));
}

/// Which catalogs a client has is for the client to say. What is of another one is not judged, and told.
#[test]
fn a_catalog_that_nobody_knows_judges_nothing() {
    let unknown = [
        (r#"@9"createSurface":{"surfaceId":"a","catalogId":"gone"}}"#, "a surface"),
        (r#"@1"createSurface":{"surfaceId":"a","catalogId":"gone"}}"#, "a surface of 1.0"),
    ];
    for (create, name) in unknown {
        let mut client = Client::new(true);
        client.take(&filled(create)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(client.stated("a", "/catalogId"), "\"gone\"", "{name}");
    }
    let mut client = Client::new(true);
    client.take(&filled("@C1")).unwrap();
    let call = r#"@U1[{"id":"root","component":"Text","text":{"@call":"loud","catalogId":"gone","args":{"text":7}}}]}}"#;
    client.take(&filled(call)).unwrap();
    let message = read(&filled(
        r#"@U1[{"id":"x","component":"Gauge","@catalogId":"gone"},{"id":"y","component":"Divider"}]}}"#,
    ));
    let basic = basic(Version::V1_0, Notation::At);
    let catalogs =
        Catalogs::new(Version::V1_0, Notation::At).with(&basic).on(SurfaceCatalog::Named(BASIC.into()));
    assert_eq!(catalogs.unjudged(&message), [(0, "gone".into())]);
}

/// What a client says that it can show.
#[test]
fn capabilities_are_stated_below_their_version() {
    let one = || v0_9::Capabilities::new(["mine".into()]);
    let function = r#"{"name":"add","description":"The sum","parameters":{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]},"returnType":"number"}"#;
    let with_inline =
        |text: &str| one().inline_catalogs(vec![wire::decode::<v0_9::InlineCatalog>(text).unwrap()]);
    let component = r##"{"catalogId":"mine","components":{"Sign":{"allOf":[{"$ref":"common_types.json#/$defs/ComponentCommon"},{"properties":{"component":{"const":"Sign"},"words":{"type":"string","description":"What it says"}},"required":["component","words"]}]}}}"##;
    let all = format!(
        r##"{{"catalogId":"mine","components":{{}},"functions":[{function}],"theme":{{"primaryColor":{{"type":"string","pattern":"^#[0-9a-f]{{6}}$"}}}}}}"##
    );
    let theme = r#"{"catalogId":"theirs","theme":{"color":{"type":"string"}}}"#;
    let both = v0_9::Capabilities::new(["mine".into(), "theirs".into()])
        .inline_catalogs(vec![wire::decode(component).unwrap(), wire::decode(theme).unwrap()]);
    for (name, capabilities, text) in [
        (
            "of 0.8",
            ClientCapabilities::new().supported_catalog_ids(vec!["mine".into()]),
            r#"{"supportedCatalogIds":["mine"]}"#.to_owned(),
        ),
        (
            "of 0.9",
            ClientCapabilities::new().v0_9(one()),
            r#"{"v0.9":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "of 0.9.1",
            ClientCapabilities::new().v0_9_1(one()),
            r#"{"v0.9.1":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "of 1.0",
            ClientCapabilities::new().v1_0(v1_0::Capabilities::new(["mine".into()])),
            r#"{"1.0":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "components",
            ClientCapabilities::new().v0_9(with_inline(component)),
            format!(r#"{{"v0.9":{{"supportedCatalogIds":["mine"],"inlineCatalogs":[{component}]}}}}"#),
        ),
        (
            "functions and a theme",
            ClientCapabilities::new().v0_9(with_inline(&all)),
            format!(r#"{{"v0.9":{{"supportedCatalogIds":["mine"],"inlineCatalogs":[{all}]}}}}"#),
        ),
        (
            "none of them",
            ClientCapabilities::new().v0_9(with_inline(r#"{"catalogId":"mine"}"#)),
            r#"{"v0.9":{"supportedCatalogIds":["mine"],"inlineCatalogs":[{"catalogId":"mine"}]}}"#.to_owned(),
        ),
        (
            "two catalogs",
            ClientCapabilities::new().v0_9(both),
            format!(
                r#"{{"v0.9":{{"supportedCatalogIds":["mine","theirs"],"inlineCatalogs":[{component},{theme}]}}}}"#
            ),
        ),
    ] {
        assert_eq!(wire::encode(&capabilities).unwrap(), text, "{name}");
        assert_eq!(wire::decode::<ClientCapabilities>(&text).unwrap(), capabilities, "{name}");
        assert_eq!(capabilities.validate(), [], "{name}");
    }
    // The catalog that it brings along judges.
    let sign = definition(component);
    let message = read(
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"a","components":[{"id":"root","component":"Sign","words":7}]}}"#,
    );
    let found = sign.judge_message(&message);
    assert_eq!(
        (found[0].rule, found[0].pointer.as_str()),
        ("wrong-type", "/updateComponents/components/0/words")
    );
}

/// What a client says of its data models: of those surfaces that a version made, and whose data is to be sent.
#[test]
fn data_models_are_sent_where_it_was_said() {
    let yes = r#"@9"createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#;
    let no = r#"@9"createSurface":{"surfaceId":"b","catalogId":"c","sendDataModel":false}}"#;
    let data = r#"@9"updateDataModel":{"surfaceId":"a","value":{"guest":"Kim"}}}"#;
    let secret = r#"@9"updateDataModel":{"surfaceId":"b","value":{"pin":"1"}}}"#;
    let yes_1_0 = r#"@1"createSurface":{"surfaceId":"a","sendDataModel":true}}"#;
    let old =
        &format!(r#"@9"createSurface":{{"surfaceId":"t","catalogId":"{BASIC_0_9}","sendDataModel":true}}}}"#);
    for (name, texts, version, expected) in [
        (
            "of some",
            &[yes, no, data, secret][..],
            Version::V0_9,
            r#"{"version":"v0.9","surfaces":{"a":{"guest":"Kim"}}}"#,
        ),
        ("of none", &[no, secret], Version::V0_9, ""),
        ("unsaid", &["@C9", data], Version::V0_9, ""),
        (
            "of 0.9.1",
            &[
                r#"{"version":"v0.9.1","createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#,
            ],
            Version::V0_9,
            r#"{"version":"v0.9.1","surfaces":{"a":{}}}"#,
        ),
        ("of 1.0, without a catalog", &[yes_1_0], Version::V1_0, r#"{"version":"1.0","surfaces":{"a":{}}}"#),
        ("of another version", &[yes_1_0], Version::V0_9, ""),
        (
            "of one of two versions",
            &[yes_1_0, old],
            Version::V0_9,
            r#"{"version":"v0.9","surfaces":{"t":{}}}"#,
        ),
    ] {
        let mut client = Client::new(false);
        for text in texts {
            client.take(&filled(text)).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        let model = ClientDataModel::from_surfaces(client.surfaces.iter(), version);
        assert_eq!(model.map_or_else(String::new, |model| wire::encode(&model).unwrap()), expected, "{name}");
    }
}

#[test]
fn paths_count_from_where_a_component_stands() {
    let of = |item: &str, path: &str| Scope::item(item).unwrap().resolve(path);
    assert_eq!(of("/bar", "/foo"), "/foo");
    assert_eq!(of("/bar", "foo"), "/bar/foo");
    assert_eq!(of("/bar/", "foo"), "/bar/foo");
    assert_eq!(Scope::top().resolve("foo"), "/foo");
}

/// The tree of a surface of 0.8: children, templates over maps, and what an action names is no component.
#[test]
fn a_tree_of_0_8_has_its_templates_filled() {
    let text = |id: &str, text: &str| format!(r#"{{"id":"{id}","component":{{"Text":{{"text":{text}}}}}}}"#);
    let row = |children: &str| format!(r#"{{"id":"top","component":{{"Row":{{"children":{children}}}}}}}"#);
    let template = r#"{"template":{"componentId":"one","dataBinding":"/rows"}}"#;
    let data = r#"{"dataModelUpdate":{"surfaceId":"a","contents":[{"key":"rows","valueMap":[{"key":"k","valueString":"K"},{"key":"0","valueString":"Z"}]}]}}"#;
    let button = r#"{"id":"top","component":{"Button":{"child":"t","action":{"name":"go","context":[{"key":"one","value":{"path":"/one"}}]}}}}"#;
    for (name, data, components, expected) in [
        ("nothing yet", "", vec![], &["top?"][..]),
        (
            "children",
            "",
            vec![row(r#"{"explicitList":["x","y"]}"#), text("x", "{}"), text("y", "{}")],
            &["top", "x", "y"],
        ),
        (
            "a template",
            data,
            vec![row(template), text("one", r#"{"path":"."}"#)],
            &["top", "one /rows/k", "one /rows/0"],
        ),
        ("a template over nothing", "", vec![row(template), text("one", "{}")], &["top"]),
        ("an action", "", vec![button.to_owned(), text("t", "{}"), text("one", "{}")], &["top", "t"]),
        (
            "a type that nobody knows",
            "",
            vec![r#"{"id":"top","component":{"Own":{"a":1}}}"#.to_owned()],
            &["top"],
        ),
    ] {
        let mut surfaces = Surfaces::new();
        apply(&mut surfaces, r#"{"beginRendering":{"surfaceId":"a","root":"top"}}"#);
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
