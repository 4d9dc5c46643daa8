//! Lists of tools and items inside responses and events, whole responses, and single tools.

use crate::program::{Ran, at, convert, json, round_trip_in_envelope, run, text};

fn names(manifest: &wire::Payload) -> Vec<String> {
    at(manifest, "/tools")
        .elements()
        .map(|tool| text(&tool, "/name"))
        .collect()
}

fn run_convert(from: &str, to: &str, input: &str) -> Ran {
    let ran = run(&convert(from, to, &["--notes"]), input);
    assert_eq!(ran.status, 0, "{ran:?}");
    ran
}

const FIND: &str = r#"{"name":"find","description":"","inputSchema":{"type":"object"}}"#;
const SHOW: &str = r#"{"name":"show","description":"","inputSchema":{"type":"object"}}"#;

#[test]
fn an_answer_to_tools_list_is_the_list() {
    let page = |id: u64, tool: &str, rest: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{tool}]{rest}}}}}"#)
    };
    let pages = [page(1, FIND, r#","nextCursor":"2""#), page(2, SHOW, "")];
    let ran = run_convert("mcp", "actions-json", &pages.join("\n"));
    assert_eq!(
        ran.values().iter().map(names).collect::<Vec<_>>(),
        [["find"], ["show"]]
    );
    let cursor = |report: &wire::Payload| at(report, "/rule").text().contains("next-cursor");
    let cursor = ran.reports().into_iter().find(cursor).unwrap();
    assert_eq!(text(&cursor, "/verdict"), "lost");
    assert_eq!(
        text(&cursor, "/remark"),
        "the server has more tools on another page"
    );
    // The list returns without its frame.
    let lists = pages.each_ref().map(|page| at(&json(page), "/result"));
    assert_eq!(
        round_trip_in_envelope("mcp", "actions-json", &[], &pages.join("\n")),
        lists
    );

    // As curl prints streamable HTTP, and as a list of responses.
    let events = pages
        .each_ref()
        .map(|page| format!("event: message\ndata: {page}\n\n"))
        .concat();
    for input in [events.as_str(), &format!("[{}]", pages.join(",\n"))] {
        assert_eq!(run_convert("mcp", "actions-json", input).out, ran.out);
        let decoded = run(&["decode", "mcp"], input);
        assert_eq!(
            (decoded.status, decoded.values()),
            (0, lists.to_vec()),
            "{decoded:?}"
        );
    }
    let wrong = r#"event: message
data: {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{}}]}}
"#;
    let checked = run(&["check", "mcp"], wrong);
    let finding = checked.value();
    assert_eq!(text(&finding, "/pointer"), "/result/tools/0/inputSchema");
    assert_eq!(
        (at(&finding, "/line"), at(&finding, "/column")),
        (json("2"), json("76"))
    );
    // The response to a call is not a list, whatever it contains.
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"tools":[]}}"#;
    assert!(
        run_convert("mcp", "responses", answer)
            .out
            .contains("function_call_output")
    );
}

#[test]
fn a_tool_alone_and_an_array_of_tools_are_a_list() {
    assert_eq!(
        names(&run_convert("mcp", "actions-json", FIND).value()),
        ["find"]
    );
    let several = format!("[{FIND},\n{SHOW}]");
    assert_eq!(
        names(&run_convert("mcp", "actions-json", &several).value()),
        ["find", "show"]
    );
    let decoded = run(&["decode", "mcp"], &several);
    assert_eq!(decoded.value(), json(&format!(r#"{{"tools":{several}}}"#)));
    // Places are those of the document.
    for (input, place, line) in [
        (
            r#"{"name":"a","title":"A","inputSchema":{}}"#.to_owned(),
            "",
            "1",
        ),
        (
            format!("[{FIND},\n{{\"name\":\"a\",\"inputSchema\":{{}}}}]"),
            "/1",
            "2",
        ),
    ] {
        let ran = run(
            &convert("mcp", "actions-json", &["--profile", "strict"]),
            &input,
        );
        assert_eq!(ran.error().3, format!("{place}/inputSchema"), "{ran:?}");
        assert_eq!(at(&ran.reports()[0], "/line"), json(line));
        let checked = run(&["check", "mcp"], &input);
        assert_eq!(
            text(&checked.value(), "/pointer"),
            format!("{place}/inputSchema")
        );
        let left_out = run_convert("mcp", "actions-json", &input);
        let is_it = |report: &wire::Payload| text(report, "/rule").ends_with("/left-out");
        assert_eq!(
            text(
                left_out
                    .reports()
                    .iter()
                    .find(|report| is_it(report))
                    .unwrap(),
                "/from"
            ),
            place
        );
    }
}

#[test]
fn tools_of_other_vendors_are_refused_with_the_form_of_a_list() {
    for other in [
        r#"{"type":"function","name":"find","parameters":{"type":"object"}}"#,
        r#"{"name":"find","description":"","input_schema":{"type":"object"}}"#,
    ] {
        let ran = run(&convert("mcp", "actions-json", &[]), other);
        assert_eq!(ran.status, 65);
        assert!(
            text(&ran.reports()[0], "/hint").contains(r#"{"tools":[{"name":"#),
            "{ran:?}"
        );
    }
}

#[test]
fn an_invalid_tool_is_omitted_and_named_and_the_others_are_translated() {
    let list = r#"{"tools":[
        {"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}},
        {"name":"b","inputSchema":{"type":"object"}},
        {"name":"c"},
        {"name":"b","inputSchema":{"type":"object"}},
        {"name":"d","inputSchema":{"oneOf":[{"type":"object"}]}},
        7]}"#;
    for (to, tools) in [("actions-json", "/tools"), ("ahp@canvas", "/actions")] {
        let ran = run_convert("mcp", to, list);
        let kept: Vec<String> = at(&ran.value(), tools)
            .elements()
            .map(|tool| text(&tool, "/name"))
            .collect();
        assert_eq!(kept, ["b"]);
        let left_out: Vec<_> = ran
            .reports()
            .iter()
            .filter(|report| text(report, "/rule") == "mcp-actions-json/left-out")
            .map(|report| {
                (
                    text(report, "/from"),
                    text(report, "/verdict"),
                    text(report, "/remark"),
                )
            })
            .collect();
        for (index, said) in [
            (
                0,
                "mcp-tool: The tool cannot be read: expected a boolean, found string \"yes\" at `/annotations/readOnlyHint`.",
            ),
            (
                2,
                "mcp-tool: The tool cannot be read: the required member `inputSchema` is missing at `/inputSchema`.",
            ),
            (3, "mcp-name: The list contains another tool called `b`."),
            (
                4,
                "mcp-schema: The schema does not state the type `object`.",
            ),
            (
                5,
                "mcp-tool: The tool cannot be read: expected an object (Tool), found integer `7`.",
            ),
        ] {
            let note = (
                format!("/tools/{index}"),
                "lost".to_owned(),
                said.to_owned(),
            );
            assert!(left_out.contains(&note), "{said}: {left_out:#?}");
        }
        assert_eq!(left_out.len(), 5);
        assert_eq!(round_trip_in_envelope("mcp", to, &[], list), [json(list)]);
    }
    let strict = run(
        &convert("mcp", "actions-json", &["--profile", "strict"]),
        list,
    );
    assert_eq!((strict.status, strict.out.as_str()), (65, ""));
    // Every item is validated.
    let judged = run(&["check", "mcp"], list);
    let tool = |finding: &wire::Payload| {
        text(finding, "/pointer")
            .split('/')
            .nth(2)
            .map(str::to_owned)
    };
    let mut judged: Vec<String> = judged.values().iter().filter_map(tool).collect();
    judged.dedup();
    assert_eq!(judged, ["0", "2", "3", "4", "5"]);
}

const CALL: &str = r#"{"type":"function_call","id":"fc_1","call_id":"c1","name":"find","arguments":"{}","status":"completed"}"#;
const OTHER: &str = r#"{"type":"function_call","id":"fc_2","call_id":"c2","name":"find","arguments":"{\"a\":1}","status":"completed"}"#;
const REASONING: &str = r#"{"type":"reasoning","id":"rs_1","summary":[]}"#;
const MESSAGE: &str = r#"{"type":"message","id":"m_1","role":"assistant","content":[]}"#;

#[test]
fn calls_of_a_whole_response_are_translated_and_other_items_counted() {
    let items = [REASONING, MESSAGE, CALL, OTHER].join(",\n");
    let whole =
        format!(r#"{{"id":"resp_1","object":"response","status":"completed","output":[{items}]}}"#);
    let events = [
        format!(r#"{{"type":"response.created","response":{whole}}}"#).replace('\n', ""),
        format!(r#"{{"type":"response.output_item.added","output_index":2,"item":{CALL}}}"#),
        r#"{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":"{}"}"#
            .to_owned(),
        format!(
            r#"{{"type":"response.output_item.done","output_index":0,"sequence_number":9,"item":{REASONING}}}"#
        ),
        format!(r#"{{"type":"response.output_item.done","output_index":2,"item":{CALL}}}"#),
        format!(r#"{{"type":"response.output_item.done","output_index":3,"item":{OTHER}}}"#),
    ];
    let stream = events
        .each_ref()
        .map(|event| format!("event: x\ndata: {event}\n\n"))
        .concat();
    for (input, count, kinds) in [
        (whole.clone(), 2, "1 message, 1 reasoning"),
        (format!("[{items}]"), 2, "1 message, 1 reasoning"),
        (items.replace(",\n", "\n"), 2, "1 message, 1 reasoning"),
        (
            stream + "data: [DONE]\n",
            4,
            "1 reasoning, 1 response.created, 1 response.function_call_arguments.delta, 1 response.output_item.added",
        ),
    ] {
        let ran = run(&convert("responses", "mcp", &[]), &input);
        assert_eq!(ran.status, 0, "{ran:?}");
        let ids: Vec<String> = ran
            .values()
            .iter()
            .map(|frame| text(frame, "/id"))
            .collect();
        assert_eq!(ids, ["c1", "c2"]);
        let is_it = |report: &wire::Payload| text(report, "/rule") == "responses-actions-json/item";
        let passed = ran
            .reports()
            .into_iter()
            .filter(is_it)
            .map(|report| text(&report, "/message"));
        let said = format!(
            "{count} items that are neither function calls nor outputs were skipped: {kinds}"
        );
        assert_eq!(passed.collect::<Vec<_>>(), [said]);
        // Under --strict, nothing is skipped silently.
        let strict = run(
            &convert("responses", "mcp", &["--strict", "--envelope"]),
            &input,
        );
        assert!(
            strict.status != 0 && strict.err.contains("responses-actions-json/item"),
            "{strict:?}"
        );
    }
    let decoded = run(&["decode", "responses"], &whole);
    assert_eq!(
        decoded.values(),
        [REASONING, MESSAGE, CALL, OTHER].map(json)
    );
    let wrong = whole.replace(r#""c1","name":"find""#, r#""c1","name":"fi.nd""#);
    let checked = run(&["check", "responses"], &wrong);
    assert_eq!(text(&checked.value(), "/pointer"), "/output/2/name");
}

#[test]
fn several_threads_count_together() {
    let lines = format!("{REASONING}\n{CALL}\n").repeat(300);
    let ran = run(&convert("responses", "mcp", &["--threads", "2"]), &lines);
    assert_eq!((ran.status, ran.values().len()), (0, 300));
    assert!(
        ran.err.contains("300 items that are neither"),
        "{}",
        ran.err
    );
}
