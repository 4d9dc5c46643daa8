//! MCP messages, translated from one version to another.

use crate::program::{at, convert, find, json, round_trip_in_envelope, run, text};

const LIST: &str = r#"{"tools":[{"name":"a.b","title":"A","description":"D.","inputSchema":{"type":"object","properties":[]},
    "outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"x":1.0},"_meta":{"ui":{"resourceUri":"ui://a"}},"x-own":[1],
    "icons":[{"src":"https://example.com/a.png"}],"execution":{"taskSupport":"optional"}}],"nextCursor":"2","_meta":{"k":1}}"#;

#[test]
fn shared_members_are_copied_and_none_are_invented() {
    let (v1, v2, v3) = ("mcp@2025-06-18", "mcp@2025-11-25", "mcp@2026-07-28");
    let without = |list: &str, members: &[&str]| {
        members
            .iter()
            .fold(list.to_owned(), |list, member| list.replace(member, ""))
    };
    let (icons, execution) = (
        ",\n    \"icons\":[{\"src\":\"https://example.com/a.png\"}]",
        ",\"execution\":{\"taskSupport\":\"optional\"}",
    );
    for (from, to, gone) in [
        (v1, v2, &[][..]),
        (v2, v1, &[icons, execution]),
        (v2, v3, &[execution]),
    ] {
        // The first version does not know these members.
        let list = &if from == v1 {
            without(LIST, &[icons, execution])
        } else {
            LIST.to_owned()
        };
        let there = run(&convert(from, to, &["--notes"]), list);
        assert_eq!(there.status, 0, "{there:?}");
        let mut expected = without(list, gone);
        if to == v3 {
            expected = expected.replace(
                r#","_meta":{"k":1}}"#,
                r#","_meta":{"k":1},"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
            );
        }
        assert_eq!(there.value(), json(&expected), "{from} to {to}");
        let lost: Vec<String> = there
            .reports()
            .iter()
            .filter(|note| text(note, "/verdict") == "lost")
            .map(|note| text(note, "/from"))
            .collect();
        assert_eq!(lost.len(), gone.len(), "{lost:?}");
        assert_eq!(round_trip_in_envelope(from, to, &[], list), [json(list)]);
    }
}

#[test]
fn a_list_of_2026_keeps_the_members_of_2025() {
    let list = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"string"}},{"name":7}],
        "resultType":"complete","ttlMs":60000,"cacheScope":"public"}"#;
    let there = run(&convert("mcp", "mcp@2025-11-25", &[]), list);
    assert_eq!(there.status, 0, "{there:?}");
    assert_eq!(
        there.value(),
        json(r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":7}]}"#)
    );
    assert_eq!(
        round_trip_in_envelope("mcp@2026-07-28", "mcp@2025-11-25", &[], list),
        [json(list)]
    );
}

#[test]
fn calls_and_results_change_only_as_the_version_requires() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":1.0},"_meta":{"progressToken":"p"}}}"#;
    let there = run(&convert("mcp@2025-11-25", "mcp@2026-07-28", &[]), call).value();
    let meta = at(&there, "/params/_meta");
    assert_eq!(
        meta,
        json(
            r#"{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        )
    );
    assert_eq!(
        run(
            &convert("mcp@2026-07-28", "mcp@2025-11-25", &[]),
            there.text()
        )
        .value(),
        json(call)
    );

    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[1]"},{"type":"image","data":"","mimeType":"image/png"}],"structuredContent":[1],"resultType":"complete"}}"#;
    let there = run(&convert("mcp@2026-07-28", "mcp@2025-06-18", &[]), answer).value();
    assert!(
        find(&there, "/result/resultType").is_none()
            && find(&there, "/result/structuredContent").is_none()
    );
    assert_eq!(
        at(&there, "/result/content"),
        at(&json(answer), "/result/content")
    );
    assert_eq!(
        round_trip_in_envelope("mcp@2026-07-28", "mcp@2025-06-18", &[], answer),
        [json(answer)]
    );

    let asks = answer.replace("complete", "input_required");
    let ran = run(&convert("mcp@2026-07-28", "mcp@2025-06-18", &[]), asks);
    assert_eq!(
        (ran.error().2.as_str(), ran.error().3.as_str()),
        ("mcp-earlier/outcome", "/result/resultType")
    );
}
