//! The examples of the rules of A2UI messages.

use super::Documented;

pub(super) const EXAMPLES: &[Documented] = &[
    Documented {
        rule: "missing-member",
        reason: "The receiver cannot carry out the message without it.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.10","actionResponse":{"value":1}}"#,
        right: r#"{"version":"v0.10","actionResponse":{"value":1},"actionId":"a1"}"#,
    },
    Documented {
        rule: "unknown-member",
        reason: "Clients that validate messages refuse the whole message.",
        protocol: "a2ui",
        wrong: r##"{"beginRendering":{"surfaceId":"s","root":"r","colour":"#ff0000"}}"##,
        right: r##"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"primaryColor":"#ff0000"}}}"##,
    },
    Documented {
        rule: "null-member",
        reason: "Schemas of optional members do not allow null.",
        protocol: "ahp",
        wrong: r#"{"instanceId":"a","canvasId":"b","extensionId":"c","title":null,"availability":"ready","provider":{"kind":"server"}}"#,
        right: r#"{"instanceId":"a","canvasId":"b","extensionId":"c","availability":"ready","provider":{"kind":"server"}}"#,
    },
    Documented {
        rule: "exactly-one",
        reason: "With both or none of them, the receiver cannot know the result.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","agentFunctionResponse":{"functionCallId":"1"}}"#,
        right: r#"{"version":"1.0","agentFunctionResponse":{"functionCallId":"1","value":7}}"#,
    },
    Documented {
        rule: "wrong-type",
        reason: "A component cannot show a value of another type.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":["a"]}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "not-an-object",
        reason: "The members of the value cannot be found.",
        protocol: "a2ui",
        wrong: r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":[]}}"#,
        right: r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{}}}"#,
    },
    Documented {
        rule: "min-items",
        reason: "An empty update changes nothing, and clients that validate messages refuse it.",
        protocol: "a2ui",
        wrong: r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#,
        right: r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Divider":{}}}]}}"#,
    },
    Documented {
        rule: "version-word",
        reason: "Other readers may refuse the message.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0.0","deleteSurface":{"surfaceId":"s"}}"#,
        right: r#"{"version":"1.0","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "surface-version",
        reason: "A client may refuse the message, or treat it as one for another surface.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.10","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
        right: r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#,
    },
    Documented {
        rule: "mixed-notations",
        reason: "A client reads one notation per surface, and shows the other one as plain data.",
        protocol: "a2ui",
        wrong: r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Own","a":{"@path":"/n"},"b":{"path":"/m"}}]}}"#,
        right: r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Own","a":{"path":"/n"},"b":{"path":"/m"}}]}}"#,
    },
    Documented {
        rule: "notation",
        reason: "Clients show the binding as plain data.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"path":"/a"}}],"dataModel":{"a":"A"}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":{"@path":"/a"}}],"dataModel":{"a":"A"}}}"#,
    },
    Documented {
        rule: "not-a-timestamp",
        reason: "Agents order actions by their time.",
        protocol: "a2ui",
        wrong: r#"{"userAction":{"name":"save","surfaceId":"s","sourceComponentId":"b","timestamp":"noon","context":{}}}"#,
        right: r#"{"userAction":{"name":"save","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-06-01T12:00:00Z","context":{}}}"#,
    },
    Documented {
        rule: "color",
        reason: "Clients ignore other notations of colours.",
        protocol: "a2ui",
        wrong: r#"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"primaryColor":"red"}}}"#,
        right: r##"{"beginRendering":{"surfaceId":"s","root":"r","styles":{"primaryColor":"#ff0000"}}}"##,
    },
    Documented {
        rule: "unsafe-address",
        reason: "A URL such as `javascript:` runs code in the page of the user.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Image","url":"javascript:alert(1)"}]}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Image","url":"https://example.org/a.png"}]}}"#,
    },
    Documented {
        rule: "function-name",
        reason: "Model APIs refuse the whole request because of one name.",
        protocol: "responses",
        wrong: r#"{"type":"function_call","call_id":"c","name":"cart.add","arguments":"{}"}"#,
        right: r#"{"type":"function_call","call_id":"c","name":"cart_add","arguments":"{}"}"#,
    },
    Documented {
        rule: "callable-from",
        reason: "The client refuses the call.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.10","functionCallId":"3","callFunction":{"call":"f","returnType":"void","callableFrom":"clientOnly"}}"#,
        right: r#"{"version":"v0.10","functionCallId":"3","callFunction":{"call":"f","returnType":"void","callableFrom":"remoteOnly"}}"#,
    },
    Documented {
        rule: "extension-name",
        reason: "Clients look extensions up by an identifier.",
        protocol: "a2ui",
        wrong: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":{"a.b":1}}}}"#,
        right: r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":{"a_b":1}}}}"#,
    },
];
