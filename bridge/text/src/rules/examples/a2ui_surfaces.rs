//! The examples of the rules of A2UI surfaces, data and functions.

use super::Documented;

pub(super) const EXAMPLES: &[Documented] = &[
    Documented {
        rule: "unknown-surface",
        reason: "Clients drop a message about a surface that they do not know.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1}}"#,
    },
    Documented {
        rule: "surface-exists",
        reason: "Clients refuse the second surface, or lose the first one.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}
{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
    },
    Documented {
        rule: "missing-root",
        reason: "A client shows nothing before it knows the root.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"title","component":"Text","text":"a"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "dangling-reference",
        reason: "The place of the missing component stays empty.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"titel"},{"id":"title","component":"Text","text":"a"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"title"},{"id":"title","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "orphan",
        reason: "A component that no other one refers to is never shown.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"b","component":"Text","text":"b"}]}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["a","b"]},{"id":"a","component":"Text","text":"a"},{"id":"b","component":"Text","text":"b"}]}}"#,
    },
    Documented {
        rule: "self-reference",
        reason: "A client that draws it would never end.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"root"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"t"},{"id":"t","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "cycle",
        reason: "A client that draws them would never end.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"a"},{"id":"a","component":"Card","child":"root"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"a"},{"id":"a","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "unwritten-path",
        reason: "The component stays empty until a message writes the path.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/loan/titel"}}],"dataModel":{"loan":{"title":"Dune"}}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/loan/title"}}],"dataModel":{"loan":{"title":"Dune"}}}}"#,
    },
    Documented {
        rule: "bound-kind",
        reason: "A component cannot show a value of another type.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/loan"}}],"dataModel":{"loan":{"title":"Dune"}}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/loan/title"}}],"dataModel":{"loan":{"title":"Dune"}}}}"#,
    },
    Documented {
        rule: "not-a-list",
        reason: "A template is repeated for each element of a list.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},{"id":"t","component":"Text","text":"a"}],"dataModel":{"l":{"a":1}}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},{"id":"t","component":"Text","text":"a"}],"dataModel":{"l":[1]}}}"#,
    },
    Documented {
        rule: "data-path",
        reason: "A client cannot find the value.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/~x"}}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/~0x"}}],"dataModel":{"~x":"a"}}}"#,
    },
    Documented {
        rule: "exactly-one-value",
        reason: "With several values, clients choose differently.",
        protocol: "a2ui",
        wrong: r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"n","valueNumber":3,"valueString":"three"}]}}"#,
        right: r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"n","valueNumber":3}]}}"#,
    },
    Documented {
        rule: "nested-value-map",
        reason: "The schema of 0.8 allows one level only.",
        protocol: "a2ui",
        wrong: r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"o","valueMap":[{"key":"i","valueMap":[{"key":"n","valueString":"x"}]}]}]}}"#,
        right: r#"{"dataModelUpdate":{"surfaceId":"s","path":"/o","contents":[{"key":"i","valueMap":[{"key":"n","valueString":"x"}]}]}}"#,
    },
    Documented {
        rule: "duplicate-key",
        reason: "Only the last entry is used.",
        protocol: "a2ui",
        wrong: r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueNumber":1},{"key":"a","valueNumber":2}]}}"#,
        right: r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"a","valueNumber":2}]}}"#,
    },
    Documented {
        rule: "forbidden-segment",
        reason: "Such a path can change the objects of a client that is written in JavaScript.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/__proto__/a","value":1}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/proto/a","value":1}}"#,
    },
    Documented {
        rule: "write-through-primitive",
        reason: "A text or a number has no members to write.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":1}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a/b","value":2}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":{}}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a/b","value":2}}"#,
    },
    Documented {
        rule: "not-an-index",
        reason: "The elements of a list have numbers, not names.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":[1]}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l/first","value":2}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":[1]}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l/0","value":2}}"#,
    },
    Documented {
        rule: "index-gap",
        reason: "The elements between would have no value.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":[1]}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l/99999999","value":2}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"l":[1]}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/l/1","value":2}}"#,
    },
    Documented {
        rule: "unknown-function",
        reason: "A client cannot evaluate the call, so the value stays empty.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"string_format","args":{"value":"x"}}}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"formatString","args":{"value":"x"}}}]}}"#,
    },
    Documented {
        rule: "not-callable",
        reason: "The renderer answers the call with an error.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","args":{"url":"https://example.org"}}}}"#,
        right: r#"{"version":"1.0","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "return-type",
        reason: "A component cannot show a value of another type.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"x"},"returnType":"boolean"}}]}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"x"},"returnType":"string"}}]}}"#,
    },
    Documented {
        rule: "format-string",
        reason: "A client cannot evaluate the text, so nothing is shown.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"formatString","args":{"value":"Hello ${/name"}}}],"dataModel":{"name":"Ada"}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"formatString","args":{"value":"Hello ${/name}"}}}],"dataModel":{"name":"Ada"}}}"#,
    },
    Documented {
        rule: "slow-pattern",
        reason: "A short input can block the page of a client that backtracks.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","@checks":[{"message":"m","condition":{"@call":"regex","args":{"value":{"@path":"/v"},"pattern":"(a|aa)+$"}}}]}],"dataModel":{"v":"x"}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","@checks":[{"message":"m","condition":{"@call":"regex","args":{"value":{"@path":"/v"},"pattern":"a+$"}}}]}],"dataModel":{"v":"x"}}}"#,
    },
];
