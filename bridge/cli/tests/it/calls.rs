//! Tool calls and their answers, translated between MCP, the Responses API, AHP and pages.

use crate::program::{Ran, at, convert, file, json, round_trip_in_envelope, run, run_ok, text};

const SESSION: [&str; 4] = ["--ahp-session", "ahp-session:/s", "--runtime-id", "rt"];

/// Returns the only message of a run without refusals. Losses are not checked.
fn value(ran: &Ran) -> wire::Payload {
    assert_eq!(ran.status, 0, "{ran:?}");
    ran.value()
}

#[test]
fn errors_are_sent_to_mcp_as_text_not_structured_content() {
    let error = |code: &str, message: &str| {
        format!(
            r#"{{"type":"action_error","call_id":"a","runtime_id":"rt","error":{{"code":"{code}","message":"{message}"}}}}"#
        )
    };
    for (code, message, said) in [
        ("invalid_input", "No seat.", "invalid_input: No seat."),
        ("tab_closed", "Gone: x", "tab_closed: Gone: x"),
        ("handler_failed", "Boom.", "Boom."),
        (
            "handler_failed",
            "tab_closed: so it says",
            "handler_failed: tab_closed: so it says",
        ),
        ("invalid_input", "", "invalid_input: "),
    ] {
        let item = error(code, message);
        for version in ["mcp@2025-06-18", "mcp@2026-07-28"] {
            let frame = value(&run(&convert("actions-json", version, &[]), &item));
            assert_eq!(text(&frame, "/result/content/0/text"), said);
            assert_eq!(at(&frame, "/result/isError"), json("true"));
            assert!(crate::program::find(&frame, "/result/structuredContent").is_none());
            // The code comes back without any carry.
            let back = value(&run(
                &convert(version, "actions-json", &["--runtime-id", "rt"]),
                frame.text(),
            ));
            assert_eq!(back, json(&item));
        }
    }
    // Results of other servers are messages and stay unchanged.
    let foreign = r#"{"jsonrpc":"2.0","id":10,"result":{"content":[{"type":"text","text":"Not found: 12"}],"isError":true}}"#;
    let answer = value(&run(&convert("mcp", "responses", &[]), foreign));
    assert_eq!(
        text(&answer, "/output"),
        r#"{"error":{"code":"handler_failed","message":"Not found: 12"}}"#
    );
    assert_eq!(
        value(&run(&convert("responses", "mcp", &[]), answer.text())),
        json(foreign)
    );
}

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
fn a_call_without_arguments_has_none() {
    for params in [
        r#"{"name":"run"}"#,
        r#"{"name":"run","arguments":null}"#,
        r#"{"name":"run","arguments":{}}"#,
    ] {
        let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let item = value(&run(&convert("mcp", "responses", &[]), &call));
        assert_eq!(text(&item, "/arguments"), "{}");
        assert_eq!(
            round_trip_in_envelope("mcp", "responses", &[], &call),
            [json(&call)]
        );
    }
    for arguments in ["", " ", "null", "{}"] {
        let call = format!(
            r#"{{"type":"function_call","call_id":"c","name":"run","arguments":"{arguments}"}}"#
        );
        let frame = value(&run(&convert("responses", "mcp", &[]), &call));
        assert_eq!(at(&frame, "/params/arguments"), json("{}"));
        assert_eq!(
            round_trip_in_envelope("responses", "mcp", &[], &call),
            [json(&call)]
        );
    }
}

#[test]
fn results_need_no_runtime_between_protocols_without_one() {
    let of_mcp =
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"3 items"}]}}"#;
    let of_model = r#"{"type":"function_call_output","call_id":"c1","output":"3 items"}"#;
    let of_ahp = r#"{"jsonrpc":"2.0","id":"c1","result":{"value":"3 items"}}"#;
    for (from, answer, others) in [
        ("mcp", of_mcp, ["responses", "ahp@canvas"]),
        ("responses", of_model, ["mcp", "ahp@canvas"]),
        ("ahp@canvas", of_ahp, ["mcp", "responses"]),
    ] {
        for to in others {
            let there = run(&convert(from, to, &["--notes"]), answer);
            assert_eq!(there.status, 0, "{there:?}");
            assert!(
                there.out.contains("3 items") && !there.out.contains("unknown"),
                "{there:?}"
            );
            assert!(!there.err.contains("unknown"), "{there:?}");
            assert_eq!(
                round_trip_in_envelope(from, to, &[], answer),
                [json(answer)]
            );
        }
        // A page has runtimes.
        let ran = run(&convert(from, "actions-json", &[]), answer);
        assert!(ran.error().2.ends_with("/runtime-id"), "{ran:?}");
    }
}

#[test]
fn results_of_a_server_return_to_the_model_in_one_session() {
    let calls = r#"{"type":"function_call","call_id":"call_1","name":"find","arguments":"{}"}"#;
    let answers = file(
        r#"{"jsonrpc":"2.0","id":"call_1","result":{"content":[{"type":"text","text":"3 items"}]}}"#,
    );
    let back = file("");
    let ran = run(
        &[
            "pipe",
            "--from",
            "responses",
            "--to",
            "mcp",
            "--back",
            &answers,
            "--back-output",
            &back,
        ],
        calls,
    );
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{ran:?}");
    let answer = json(std::fs::read_to_string(back).unwrap().trim_end());
    assert_eq!(text(&answer, "/value/output"), r#""3 items""#);
}

const SHOP: &str = r#"{"protocol":"actions.json","version":1,"tools":[
    {"name":"shop.add_item","description":"","input_schema":{"type":"object"},"x_actions":{"handler":"h"}},
    {"name":"shop.cart","description":"","input_schema":{"type":"object"},"x_actions":{"handler":"h"}},
    {"name":"shop__cart","description":"","input_schema":{"type":"object"},"x_actions":{"handler":"h"}},
    {"name":"calendar.events.respondToTheInvitationOnBehalfOfAnybodyInTheMailbox","description":"","input_schema":{"type":"object"},"x_actions":{"handler":"h"}}]}"#;

#[test]
fn names_without_dots_are_readable_and_calls_by_them_find_their_tools() {
    let list = value(&run(
        &convert("actions-json", "mcp", &["--flat-names"]),
        SHOP,
    ));
    let names: Vec<String> = at(&list, "/tools")
        .elements()
        .map(|tool| text(&tool, "/name"))
        .collect();
    assert_eq!(
        names[..3],
        ["shop__add_item", "x--shop_2Ecart", "shop__cart"]
    );
    assert!(
        names[3].starts_with("calendar__events__respondTo") && names[3].len() == 64,
        "{}",
        names[3]
    );
    assert_eq!(
        round_trip_in_envelope("actions-json", "mcp", &["--flat-names"], SHOP),
        [json(SHOP)]
    );

    let manifest = file(SHOP);
    let known = ["--manifest", manifest.as_str()];
    let tools = json(SHOP);
    for (name, tool) in names.iter().zip(at(&tools, "/tools").elements()) {
        let call = format!(
            r#"{{"type":"function_call","call_id":"c","name":"{name}","arguments":"{{}}"}}"#
        );
        let item = value(&run(&convert("responses", "actions-json", &known), &call));
        assert_eq!(text(&item, "/name"), text(&tool, "/name"));
        let frame = value(&run(&convert("responses", "mcp", &known), &call));
        assert_eq!(text(&frame, "/params/name"), text(&tool, "/name"));
        let flat = [&known[..], &["--flat-names"]].concat();
        assert_eq!(
            text(
                &value(&run(&convert("responses", "mcp", &flat), &call)),
                "/params/name"
            ),
            *name
        );
        let back = value(&run(
            &convert("actions-json", "responses", &known),
            item.text(),
        ));
        assert_eq!(back, json(&call));
    }
}

#[test]
fn without_the_manifest_the_name_of_a_call_identifies_its_tool() {
    let call = |name: &str| {
        format!(r#"{{"type":"action_call","call_id":"c","name":"{name}","arguments":{{}}}}"#)
    };
    let flat = |name: &str, more: &[&str]| {
        text(
            &value(&run(
                &convert("actions-json", "responses", more),
                call(name),
            )),
            "/name",
        )
    };
    assert_eq!(flat("shop.add", &[]), "x--shop_2Eadd");
    assert_eq!(flat("mcp__files__read", &[]), "mcp__files__read");
    // A client that received the list without dots uses these names.
    assert_eq!(flat("shop.add", &["--flat-names"]), "shop__add");
    let of_model = r#"{"type":"function_call","call_id":"c","name":"shop__add","arguments":"{}"}"#;
    let name = |more: &[&str]| {
        text(
            &value(&run(&convert("responses", "actions-json", more), of_model)),
            "/name",
        )
    };
    assert_eq!(
        (name(&[]).as_str(), name(&["--flat-names"]).as_str()),
        ("shop__add", "shop.add")
    );
    // A name that is too long comes back with the carry.
    let long = call("calendar.events.respondToTheInvitationOnBehalfOfAnybodyInTheMailbox");
    let envelope = run_ok(
        &convert("actions-json", "responses", &["--envelope"]),
        &long,
    )
    .value();
    assert_eq!(text(&envelope, "/value/name").len(), 64);
    let checked = run(&["check", "responses"], at(&envelope, "/value").text());
    assert_eq!((checked.status, checked.out.as_str()), (0, ""));
    assert_eq!(
        round_trip_in_envelope("actions-json", "responses", &[], &long),
        [json(&long)]
    );
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
