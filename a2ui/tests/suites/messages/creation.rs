//! Messages that create and change surfaces.

use crate::client::{Client, expand};

#[test]
fn messages_create_surfaces() {
    for (name, texts, stated) in [
        // Cases of 0.9.
        (
            "a surface",
            &["@C9"][..],
            &[
                ("a", "/catalogId", "\"c\""),
                ("a", "/sendDataModel", ""),
                ("a", "/components", "{}"),
            ][..],
        ),
        (
            "with a theme",
            &[
                r##"@9"createSurface":{"surfaceId":"a","catalogId":"c","theme":{"primaryColor":"#00aa00"}}}"##,
            ],
            &[("a", "/theme", r##"{"primaryColor":"#00aa00"}"##)],
        ),
        (
            "that sends its data",
            &[r#"@9"createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#],
            &[("a", "/sendDataModel", "true")],
        ),
        (
            "that is gone",
            &["@C9", r#"@9"deleteSurface":{"surfaceId":"a"}}"#],
            &[("a", "", "")],
        ),
        (
            "components",
            &[
                "@C9",
                r#"@U9[{"id":"b","component":"Button","child":"t"},{"id":"t","component":"Text","text":"Go"}]}}"#,
            ],
            &[
                ("a", "/components/b/child", "\"t\""),
                ("a", "/components/t/text", "\"Go\""),
            ],
        ),
        (
            "a component again: what it does not say any more is gone",
            &[
                "@C9",
                r#"@U9[{"id":"t","component":"Text","text":"Go","variant":"h1"}]}}"#,
                r#"@U9[{"id":"t","component":"Text","text":"Stop"}]}}"#,
            ],
            &[(
                "a",
                "/components/t",
                r#"{"id":"t","component":"Text","text":"Stop"}"#,
            )],
        ),
        (
            "a component of another type",
            &[
                "@C9",
                r#"@U9[{"id":"x","component":"Button","child":"t"}]}}"#,
                r#"@U9[{"id":"x","component":"Row","children":["t"]}]}}"#,
            ],
            &[(
                "a",
                "/components/x",
                r#"{"id":"x","component":"Row","children":["t"]}"#,
            )],
        ),
        (
            "components of one surface only",
            &[
                "@C9",
                r#"@9"createSurface":{"surfaceId":"b","catalogId":"c"}}"#,
                r#"@9"updateComponents":{"surfaceId":"b","components":[{"id":"root","component":"Divider"}]}}"#,
            ],
            &[
                ("a", "/components", "{}"),
                ("b", "/components/root/component", "\"Divider\""),
            ],
        ),
        (
            "data",
            &[
                "@C9",
                r#"@9"updateDataModel":{"surfaceId":"a","path":"/guest/name","value":"Kim"}}"#,
            ],
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
            &[
                ("a", "/dataModel", r#"{"n":1}"#),
                ("b", "/dataModel", r#"{"n":2}"#),
            ],
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
            &[
                ("a", "/version", "\"v0.9.1\""),
                ("a", "/components/root/component", "\"Divider\""),
            ],
        ),
        (
            "titles of tabs are not components",
            &[
                "@C9",
                r#"@U9[{"id":"root","component":"Tabs","tabs":[{"title":"One","child":"x"},{"title":"Two","child":"y"}]},{"id":"x","component":"Divider"},{"id":"y","component":"Divider"}]}}"#,
            ],
            &[("a", "/components/root/tabs/1/title", "\"Two\"")],
        ),
        // Cases of 0.8.
        (
            "styles of 0.8",
            &[
                r##"{"beginRendering":{"surfaceId":"a","root":"top","catalogId":"c","styles":{"primaryColor":"#00aa00","font":"Arial"}}}"##,
            ],
            &[
                (
                    "a",
                    "/theme",
                    r##"{"primaryColor":"#00aa00","font":"Arial"}"##,
                ),
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
            &[(
                "a",
                "/components/b/component",
                r#"{"Button":{"child":"t","action":{"name":"go"}}}"#,
            )],
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
            &[
                ("a", "/dataModel/c", r#"{"dark":true}"#),
                ("a", "/dataModel/d", r#""{dark\" }""#),
            ],
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
            &[
                r#"{"beginRendering":{"surfaceId":"a","root":"b"}}"#,
                r#"{"deleteSurface":{"surfaceId":"a"}}"#,
            ],
            &[("a", "", "")],
        ),
        // Cases of 1.0.
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
        (
            "the end of what never was",
            &[r#"@1"deleteSurface":{"surfaceId":"a"}}"#],
            &[("a", "", "")],
        ),
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
            &[
                ("a", "/components/root/children", r#"["t"]"#),
                ("a", "/components/t/text", "\"2\""),
            ],
        ),
    ] {
        let mut client = Client::new(false);
        for text in texts {
            client
                .take(&expand(text))
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        for (surface, pointer, text) in stated {
            assert_eq!(
                client.value_at(surface, pointer),
                *text,
                "{name}: {pointer}"
            );
        }
    }
}
