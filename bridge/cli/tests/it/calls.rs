//! Tool calls and their answers, translated between MCP, the Responses API, AHP and pages.

use crate::program::{convert, run, text};

const SESSION: [&str; 4] = ["--ahp-session", "ahp-session:/s", "--runtime-id", "rt"];

#[test]
fn arguments_that_are_not_an_object_are_refused_in_every_direction() {
    let refused = |from: &str, to: &str, call: String, pointer: &str| {
        let ran = run(&convert(from, to, &SESSION), &call);
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{call}");
        let (_, error, rule, at) = ran.error();
        assert_eq!((error.as_str(), at.as_str()), ("rule", pointer), "{call}");
        assert!(rule.ends_with("/arguments"), "{rule}");
        text(&ran.reports()[0], "/message")
    };
    for arguments in [
        r#""{\"sku\":\"A1\"}""#,
        r#""""#,
        r#""sku""#,
        "[7]",
        "7",
        "true",
    ] {
        let of_mcp = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"run","arguments":{arguments}}}}}"#
        );
        let of_page = format!(
            r#"{{"type":"action_call","call_id":"c","name":"run","arguments":{arguments}}}"#
        );
        let of_ahp = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"canvasInvokeAction","params":{{"channel":"ahp-session:/s","instanceId":"i","canvasId":"c","extensionId":"e","actionName":"run","input":{arguments}}}}}"#
        );
        for to in ["actions-json", "responses", "ahp@canvas"] {
            refused("mcp", to, of_mcp.clone(), "/params/arguments");
        }
        for to in ["mcp", "responses", "ahp@canvas"] {
            refused("actions-json", to, of_page.clone(), "/arguments");
        }
        for to in ["mcp", "responses", "actions-json"] {
            refused("ahp@canvas", to, of_ahp.clone(), "/params/input");
        }
        if !arguments.starts_with('"') {
            let of_model = format!(
                r#"{{"type":"function_call","call_id":"c","name":"run","arguments":"{arguments}"}}"#
            );
            for to in ["mcp", "actions-json", "ahp@canvas"] {
                refused("responses", to, of_model.clone(), "/arguments");
            }
        }
    }
    let message = refused(
        "mcp",
        "responses",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":"{}"}}"#
            .to_owned(),
        "/params/arguments",
    );
    assert_eq!(message, "the arguments are an object written as a string");
    let quoted = r#"{"type":"function_call","call_id":"c","name":"run","arguments":"\"{}\""}"#;
    let message = refused("responses", "mcp", quoted.to_owned(), "/arguments");
    assert_eq!(message, "the arguments are a string, not an object");
}

#[test]
fn a_result_that_does_not_end_its_call_is_refused() {
    let answer = |kind: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":"c1","result":{{"resultType":{kind},"requestState":"x"}}}}"#
        )
    };
    for from in ["mcp", "mcp@2025-11-25", "mcp@2026-07-28"] {
        for to in ["actions-json", "responses", "ahp@canvas"] {
            for kind in [
                r#""input_required""#,
                r#""task""#,
                r#""later""#,
                "null",
                "7",
            ] {
                let ran = run(&convert(from, to, &["--runtime-id", "rt"]), answer(kind));
                assert_eq!(
                    (ran.status, ran.out.as_str()),
                    (65, ""),
                    "{from} {to} {kind}"
                );
                let (_, error, rule, at) = ran.error();
                assert_eq!(
                    (error.as_str(), rule.as_str(), at.as_str()),
                    ("rule", "mcp-actions-json/outcome", "/result/resultType"),
                    "{from} {to} {kind}"
                );
                let message = text(&ran.reports()[0], "/message");
                assert!(message.contains(kind.trim_matches('"')), "{message}");
            }
            let complete = answer(r#""complete""#).replace("requestState", "structuredContent");
            assert_eq!(
                run(&convert(from, to, &["--runtime-id", "rt"]), complete).status,
                0
            );
        }
    }
    let begun =
        r#"{"jsonrpc":"2.0","id":"c1","result":{"task":{"taskId":"t","status":"working"}}}"#;
    let ran = run(&convert("mcp@2025-11-25", "responses", &[]), begun);
    assert_eq!((ran.status, ran.error().3.as_str()), (65, "/result/task"));
}
