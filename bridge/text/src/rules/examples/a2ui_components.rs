//! The examples of the rules of A2UI components and catalogs.

use super::Documented;

pub(super) const EXAMPLES: &[Documented] = &[
    Documented {
        rule: "unknown-component",
        reason: "Clients show nothing, or an error, in the place of the component.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Buton","child":"t","action":{"event":{"name":"save"}}},{"id":"t","component":"Text","text":"Save"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"save"}}},{"id":"t","component":"Text","text":"Save"}]}}"#,
    },
    Documented {
        rule: "missing-component-type",
        reason: "A client cannot know what to draw.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","text":"Save"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"Save"}]}}"#,
    },
    Documented {
        rule: "reserved-type",
        reason: "`Surface` is the container of the root, and a client creates it itself.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Surface"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":["t"]},{"id":"t","component":"Text","text":"Save"}]}}"#,
    },
    Documented {
        rule: "reserved-key",
        reason: "Keys with `@` belong to A2UI, so that new ones cannot collide with properties.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a","@if":true}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "older-key",
        reason: "Clients of the released version ignore the earlier name.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","checks":[]}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","@checks":[]}]}}"#,
    },
    Documented {
        rule: "component-id",
        reason: "Strict clients refuse other ids.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":["a-b"]},{"id":"a-b","component":"Text","text":"a"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":["a_b"]},{"id":"a_b","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "duplicate-id",
        reason: "Only one of the two components can be shown, and clients choose differently.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":["a","b"]},{"id":"a","component":"Text","text":"a"},{"id":"b","component":"Text","text":"b"}]}}"#,
    },
    Documented {
        rule: "duplicate-member",
        reason: "Readers disagree: some keep the first value, others the last one.",
        protocol: "a2ui",
        wrong: r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"},"text":{"literalString":"b"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
        right: r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
    },
    Documented {
        rule: "missing-catalog",
        reason: "Without a catalog, a client does not know any component.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":""}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}}"#,
    },
    Documented {
        rule: "catalog-version",
        reason: "Components of another version have other properties.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_10/standard_catalog.json"}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
    },
    Documented {
        rule: "catalog-alias",
        reason: "Renderers find a catalog by its exact name.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"basic"}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
    },
    Documented {
        rule: "unjudged-catalog",
        reason: "Mistakes in these components are not found unless the check gets the catalog.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"urn:maps","components":[{"id":"root","component":"Map"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "child-list",
        reason: "A client cannot find the children.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":null}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Column","children":["t"]},{"id":"t","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "weight-parent",
        reason: "Only rows and columns share their space by weight.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Card","child":"t"},{"id":"t","component":"Text","text":"a","weight":1}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Row","children":["t"]},{"id":"t","component":"Text","text":"a","weight":1}]}}"#,
    },
    Documented {
        rule: "index-outside-template",
        reason: "Without a template, nothing is repeated.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"@index"}}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},{"id":"t","component":"Text","text":{"@call":"formatString","args":{"value":"${@index()}"}}}],"dataModel":{"l":[1,2]}}}"#,
    },
    Documented {
        rule: "template-as-text",
        reason: "Clients show the characters `${…}` instead of the value.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"Hello ${/name}"}],"dataModel":{"name":"Ada"}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@call":"formatString","args":{"value":"Hello ${/name}"}}}],"dataModel":{"name":"Ada"}}}"#,
    },
    Documented {
        rule: "bound-value",
        reason: "A client has no value to show, or does not know which one.",
        protocol: "a2ui",
        wrong: r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
        right: r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
    },
    Documented {
        rule: "unknown-word",
        reason: "Clients fall back to a default, or show nothing.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a","variant":"huge"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a","variant":"caption"}]}}"#,
    },
    Documented {
        rule: "unknown-style",
        reason: "Clients ignore other styles.",
        protocol: "a2ui",
        wrong: r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"dense":true}}}"#,
        right: r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"font":"Inter"}}}"#,
    },
    Documented {
        rule: "integer",
        reason: "Clients refuse a number with a fraction.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","@checks":[{"message":"m","condition":{"@call":"length","args":{"value":{"@path":"/v"},"min":1.5}}}]}],"dataModel":{"v":"x"}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"TextField","label":"n","value":"","@checks":[{"message":"m","condition":{"@call":"length","args":{"value":{"@path":"/v"},"min":1}}}]}],"dataModel":{"v":"x"}}}"#,
    },
    Documented {
        rule: "date-time",
        reason: "Clients cannot compare or show another text as a time.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"DateTimeInput","value":"","enableDate":true,"min":"soon"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"DateTimeInput","value":"","enableDate":true,"min":"2026-06-01"}]}}"#,
    },
];
