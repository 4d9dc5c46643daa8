//! The examples of the rules of MCP and the Responses API.

use super::Documented;

pub(super) const EXAMPLES: &[Documented] = &[
    Documented {
        rule: "mcp-name",
        reason: "A call by this name could mean either tool.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object"}}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","inputSchema":{"type":"object"}}]}"#,
    },
    Documented {
        rule: "mcp-name-form",
        reason: "Clients drop the tool, or the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a b","inputSchema":{"type":"object"}}]}"#,
        right: r#"{"tools":[{"name":"a_b","inputSchema":{"type":"object"}}]}"#,
    },
    Documented {
        rule: "mcp-name-length",
        reason: "Many clients and model APIs allow 64 characters.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"show_all_the_books_that_a_member_of_the_library_has_borrowed_before","inputSchema":{"type":"object"}}]}"#,
        right: r#"{"tools":[{"name":"show_loans","inputSchema":{"type":"object"}}]}"#,
    },
    Documented {
        rule: "mcp-schema",
        reason: "Clients refuse the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{}}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#,
    },
    Documented {
        rule: "mcp-schema-composition",
        reason: "Some clients drop the tool without a word.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{"type":"object","anyOf":[{"required":["n"]}]}}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object","required":["n"]}}]}"#,
    },
    Documented {
        rule: "mcp-null",
        reason: "Clients refuse the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":null}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}"#,
    },
    Documented {
        rule: "mcp-meta",
        reason: "Clients refuse the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[],"_meta":[]}"#,
        right: r#"{"tools":[],"_meta":{}}"#,
    },
    Documented {
        rule: "mcp-icon",
        reason: "Clients refuse the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":{}}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":[]}]}"#,
    },
    Documented {
        rule: "mcp-execution",
        reason: "Clients refuse the whole list.",
        protocol: "mcp",
        wrong: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"execution":"optional"}]}"#,
        right: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}}]}"#,
    },
    Documented {
        rule: "mcp-caching",
        reason: "Clients of this version refuse an answer without them.",
        protocol: "mcp@2026-07-28",
        wrong: r#"{"tools":[]}"#,
        right: r#"{"tools":[],"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
    },
    Documented {
        rule: "mcp-next-cursor",
        reason: "The tools of the other pages are missing.",
        protocol: "mcp",
        wrong: r#"{"tools":[],"nextCursor":"2"}"#,
        right: r#"{"tools":[]}"#,
    },
    Documented {
        rule: "function-arguments",
        reason: "The program that runs the function cannot read its arguments.",
        protocol: "responses",
        wrong: r#"{"type":"function_call","call_id":"c","name":"run","arguments":"[]"}"#,
        right: r#"{"type":"function_call","call_id":"c","name":"run","arguments":"{}"}"#,
    },
    Documented {
        rule: "function-output",
        reason: "The API refuses the request.",
        protocol: "responses",
        wrong: r#"{"type":"function_call_output","call_id":"c","output":7}"#,
        right: r#"{"type":"function_call_output","call_id":"c","output":"7"}"#,
    },
    Documented {
        rule: "function-call-id",
        reason: "An output could belong to either call.",
        protocol: "responses",
        wrong: r#"{"type":"function_call","call_id":"c","name":"a","arguments":"{}"}
{"type":"function_call","call_id":"c","name":"b","arguments":"{}"}"#,
        right: r#"{"type":"function_call","call_id":"c","name":"a","arguments":"{}"}
{"type":"function_call","call_id":"d","name":"b","arguments":"{}"}"#,
    },
];
