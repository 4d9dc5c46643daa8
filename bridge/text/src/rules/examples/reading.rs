//! The examples of the rules of JSON, of the form of messages, and of the input.

use super::Documented;

pub(super) const EXAMPLES: &[Documented] = &[
    Documented {
        rule: "syntax",
        reason: "Nothing after a syntax error can be read with certainty.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","deleteSurface":{"surfaceId":}}"#,
        right: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "type",
        reason: "Clients refuse a value of another type, or take it for something else.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","deleteSurface":{"surfaceId":7}}"#,
        right: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"7"}}"#,
    },
    Documented {
        rule: "missing",
        reason: "A reader has no value to use instead.",
        protocol: "aap",
        wrong: r#"{"action":"click","element":"renew"}"#,
        right: r#"{"action":"click","element":"renew","canvasFile":"loans/desk.html"}"#,
    },
    Documented {
        rule: "duplicate",
        reason: "Readers disagree: some keep the first value, others the last one.",
        protocol: "actions-json",
        wrong: r#"{"protocol":"actions.json","version":1,"tools":[],"tools":[]}"#,
        right: r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
    },
    Documented {
        rule: "value",
        reason: "A reader cannot know the meaning of another value.",
        protocol: "a2ui",
        wrong: r#"{"version":"v7.0","deleteSurface":{"surfaceId":"s"}}"#,
        right: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "key",
        reason: "The key tells a reader which message it is.",
        protocol: "a2ui",
        wrong: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"},"updateDataModel":{"surfaceId":"s","value":1}}"#,
        right: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "text-around",
        reason: "The notice shows that the program did not take the text for messages.",
        protocol: "a2ui",
        wrong: r#"Here is the form:
{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
        right: r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    },
    Documented {
        rule: "number-range",
        reason: "Most programs read such a number as infinity, or refuse it.",
        protocol: "ahp",
        wrong: r#"{"jsonrpc":"2.0","id":1,"result":{"n":1e999}}"#,
        right: r#"{"jsonrpc":"2.0","id":1,"result":{"n":1e99}}"#,
    },
    Documented {
        rule: "misspelt-member",
        reason: "Readers ignore a member that they do not know, so its value has no effect.",
        protocol: "aap",
        wrong: r#"{"type":"canvas:interaction","action":"click","element":"renew","datta":{"n":1}}"#,
        right: r#"{"type":"canvas:interaction","action":"click","element":"renew","data":{"n":1}}"#,
    },
    Documented {
        rule: "misspelt-word",
        reason: "Readers ignore an action that they do not know.",
        protocol: "ahp",
        wrong: r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/massage","payload":1}}"#,
        right: r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/message","payload":1}}"#,
    },
];
