//! The tools of manifests, and calls of them.

use crate::program::{at, convert, file, json, round_trip_in_envelope, run, run_ok, text};

const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"surface":{"name":"Shop","surface_id":"shop"},
  "states":[{"name":"open"}],
  "tools":[
    {"name":"cart.add","description":"Adds.","input_schema":{"properties":{"n":{"minimum":0.10}}},
     "target":{"selector":"#cart","state":"open"},"x_actions":{"handler":"shop.add","result_schema":{"type":"object"}}},
    {"name":"refresh","description":"Again.","input_schema":{"type":"object"},"x_actions":{"handler":"refresh"}}]}"##;

#[test]
fn a_manifest_becomes_a_kind_of_canvas_and_returns() {
    let declaration = run_ok(&convert("actions-json", "ahp@canvas", &[]), MANIFEST).value();
    assert_eq!(
        declaration,
        json(
            r#"{"canvasId":"shop","displayName":"Shop","description":"","actions":[
                {"name":"cart.add","description":"Adds.","inputSchema":{"properties":{"n":{"minimum":0.10}}}},
                {"name":"refresh","description":"Again.","inputSchema":{"type":"object"}}]}"#
        )
    );
    assert_eq!(
        round_trip_in_envelope("actions-json", "ahp@canvas", &[], MANIFEST),
        [json(MANIFEST)]
    );
    assert_eq!(
        round_trip_in_envelope("ahp@canvas", "actions-json", &[], declaration.text()),
        [declaration]
    );
}

#[test]
fn a_manifest_becomes_mcp_tools_and_returns() {
    let tools = run_ok(&convert("actions-json", "mcp", &[]), MANIFEST).value();
    assert_eq!(
        tools,
        json(
            r#"{"tools":[
                {"name":"cart.add","description":"Adds.","inputSchema":{"type":"object","properties":{"n":{"minimum":0.10}}},
                 "outputSchema":{"type":"object"}},
                {"name":"refresh","description":"Again.","inputSchema":{"type":"object"}}]}"#
        )
    );
    let flat = run_ok(&convert("actions-json", "mcp", &["--flat-names"]), MANIFEST).value();
    assert_eq!(text(&flat, "/tools/0/name"), "cart__add");
    assert_eq!(
        round_trip_in_envelope("actions-json", "mcp", &["--flat-names"], MANIFEST),
        [json(MANIFEST)]
    );
    assert_eq!(
        round_trip_in_envelope("mcp", "ahp@canvas", &[], tools.text()),
        [tools]
    );
}

const STRICT_TOOLS: &str = r##"{"protocol":"actions.json","version":1,"tools":[
    {"name":"find","description":"Finds.","input_schema":{"oneOf":[{"required":["id"]},{"required":["text"]}],"type":"object",
      "properties":{"id":{"anyOf":[{"type":"string"},{"type":"integer"}]},"n":{"type":"number","minimum":0,"exclusiveMinimum":true}},
      "if":{"required":["id"]},"then":{"maxProperties":1},"else":{"minProperties":2}},"x_actions":{"handler":"find"}},
    {"name":"plain","description":"Plain.","input_schema":{"type":"object"},"x_actions":{"handler":"plain"}}]}"##;

#[test]
fn portable_schemas_have_no_alternatives_at_their_top_and_the_carry_keeps_them() {
    let find = |more: &[&str]| {
        let tools = run_ok(&convert("actions-json", "mcp", more), STRICT_TOOLS).value();
        at(&tools, "/tools/0/inputSchema")
    };
    let properties = r#""properties":{"id":{"anyOf":[{"type":"string"},{"type":"integer"}]},"n":{"type":"number","exclusiveMinimum":0}}"#;
    assert_eq!(
        find(&["--portable-schemas"]),
        json(&format!(r#"{{"type":"object",{properties}}}"#))
    );
    let whole = find(&[]);
    assert!(
        ["oneOf", "if", "then", "else"]
            .iter()
            .all(|name| whole.member(name).is_some()),
        "{whole}"
    );
    for to in ["mcp@2025-06-18", "mcp@2025-11-25", "mcp@2026-07-28"] {
        assert_eq!(
            round_trip_in_envelope("actions-json", to, &["--portable-schemas"], STRICT_TOOLS),
            [json(STRICT_TOOLS)]
        );
        let tools = run_ok(
            &convert("actions-json", to, &["--portable-schemas"]),
            STRICT_TOOLS,
        )
        .out;
        assert_eq!(run(&["check", to], tools).out, "", "{to}");
    }
    let ran = run(
        &convert("actions-json", "mcp", &["--portable-schemas", "--notes"]),
        STRICT_TOOLS,
    );
    let notes = ran.reports();
    let told: Vec<_> = notes
        .iter()
        .filter(|note| text(note, "/rule") == "actions-json-mcp/portable-schema")
        .map(|note| (text(note, "/from"), text(note, "/verdict")))
        .collect();
    let carried = |name: &str| (format!("/tools/0/input_schema/{name}"), "lost".to_owned());
    assert_eq!(told, ["oneOf", "if", "then", "else"].map(carried));
    let bound = notes
        .iter()
        .find(|note| text(note, "/from").ends_with("/n/exclusiveMinimum"))
        .unwrap();
    assert_eq!(
        text(bound, "/to"),
        "/tools/0/inputSchema/properties/n/exclusiveMinimum"
    );
}

#[test]
fn tools_with_errors_are_omitted() {
    let bad = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a b","description":"","input_schema":{}}]}"#;
    for to in ["ahp@canvas", "mcp"] {
        let left_out = run(&convert("actions-json", to, &["--notes"]), bad);
        assert!(
            left_out.out.contains("[]")
                && left_out.err.contains("V4: This is not a safe identifier.")
        );
        let ran = run(&convert("actions-json", to, &["--profile", "strict"]), bad);
        assert_eq!((ran.status, ran.out.as_str()), (65, ""));
        let (_, error, rule, pointer) = ran.error();
        assert_eq!(
            (error.as_str(), pointer.as_str()),
            ("rule", "/tools/0/name")
        );
        assert!(rule.ends_with("/valid/V4"), "{rule}");
    }
    let strict = run(&convert("actions-json", "mcp", &["--strict"]), MANIFEST);
    assert_eq!((strict.status, strict.out.as_str()), (1, ""));
    let embedded = run(&convert("actions-json", "mcp", &["--embed"]), MANIFEST);
    assert_eq!(embedded.error().2, "carry/no-room");
}

#[test]
fn calls_outputs_and_errors_are_sent_over_ahp() {
    let manifest = file(MANIFEST);
    let more = [
        "--manifest",
        &*manifest,
        "--ahp-session",
        "ahp-session:/s",
        "--runtime-id",
        "rt1",
    ];
    let items = [
        r#"{"type":"action_call","call_id":"7","runtime_id":"rt1","name":"cart.add","arguments":{"n":1.0},"timeout_ms":9}"#,
        r#"{"type":"action_call_output","call_id":"7","runtime_id":"rt1","output":[null]}"#,
        r#"{"type":"action_error","call_id":"7","runtime_id":"rt1","error":{"code":"unknown_action","message":"No."}}"#,
    ];
    let frames = run_ok(
        &convert("actions-json", "ahp@canvas", &more),
        items.join("\n"),
    )
    .values();
    assert_eq!(text(&frames[0], "/method"), "canvasInvokeAction");
    assert_eq!(text(&frames[0], "/params/canvasId"), "shop");
    assert!(frames.iter().all(|frame| at(frame, "/id") == json("7")));
    assert_eq!(at(&frames[1], "/result"), json(r#"{"value":[null]}"#));
    assert_eq!(
        text(&frames[2], "/error/data/code"),
        "canvas_action_no_handler"
    );
    let back = round_trip_in_envelope("actions-json", "ahp@canvas", &more, &items.join("\n"));
    assert_eq!(back, items.map(json));
    let ran = run(&convert("actions-json", "ahp@canvas", &[]), items[0]);
    assert_eq!(ran.error().2, "actions-json-ahp/channel");
    // An item can hold an embedded carry, a frame cannot.
    let frame = r#"{"jsonrpc":"2.0","id":"c-7","result":{"value":1,"x":[2.0]},"y":3}"#;
    let embed = [
        "--embed",
        "--trust-embedded",
        "--strict",
        "--runtime-id",
        "rt1",
    ];
    let item = run_ok(&convert("ahp@canvas", "actions-json", &embed), frame).value();
    let back = run_ok(
        &convert("actions-json", "ahp@canvas", &embed[1..]),
        item.text(),
    )
    .value();
    assert_eq!(back, json(frame));
    let ran = run(
        &convert(
            "actions-json",
            "ahp@canvas",
            &["--embed", "--ahp-session", "ahp-session:/s"],
        ),
        items[0],
    );
    assert_eq!(ran.error().2, "carry/no-room");
}

#[test]
fn lists_of_mcp_tools_are_read_and_validated() {
    let list =
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"x":1.0}],"nextCursor":"c"}"#;
    assert_eq!(run_ok(&["decode", "mcp"], list).out.trim_end(), list);
    let ran = run(
        &["check", "mcp"],
        r#"{"tools":[{"name":"a","inputSchema":{}},{"name":"a","inputSchema":true}]}"#,
    );
    let rules: Vec<String> = ran
        .values()
        .iter()
        .map(|finding| text(finding, "/rule"))
        .collect();
    assert_eq!(rules, ["mcp-schema", "mcp-name", "mcp-schema"]);
}

const CALL: &str = r#"{"type":"function_call","call_id":"c1","name":"x--cart_2Eadd","arguments":"{\"sku\":\"A1\"}"}"#;

#[test]
fn model_calls_reach_the_page_and_mcp_and_their_results_return() {
    let call = run_ok(
        &convert("responses", "actions-json", &["--runtime-id", "rt"]),
        CALL,
    )
    .value();
    assert_eq!(
        (
            text(&call, "/name").as_str(),
            text(&call, "/runtime_id").as_str()
        ),
        ("cart.add", "rt")
    );
    let frame = run_ok(&convert("responses", "mcp", &[]), CALL).value();
    assert_eq!(text(&frame, "/params/name"), "cart.add");
    let result =
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"3 items"}]}}"#;
    let answer = run_ok(
        &convert("mcp", "responses", &["--runtime-id", "rt"]),
        result,
    )
    .value();
    assert_eq!(
        (
            text(&answer, "/type").as_str(),
            text(&answer, "/output").as_str()
        ),
        ("function_call_output", r#""3 items""#)
    );

    let ran = run(&convert("mcp", "actions-json", &[]), CALL);
    assert!(
        text(&ran.reports()[0], "/hint").contains("--from responses"),
        "{ran:?}"
    );
    let ran = run(
        &["check", "responses"],
        r#"{"type":"function_call","call_id":"c","name":"cart.add","arguments":"[]"}"#,
    );
    let rules: Vec<String> = ran
        .values()
        .iter()
        .map(|finding| text(finding, "/rule"))
        .collect();
    assert_eq!(rules, ["function-name", "function-arguments"]);
}

#[test]
fn declarations_are_extracted_from_enclosing_messages() {
    let declared = |id: &str| {
        format!(
            r#"{{"extensionId":"museum","canvasId":"{id}","displayName":"{id}","description":"","actions":[{{"name":"{id}.turn"}}],"source":{{"kind":"server"}}}}"#
        )
    };
    let list = format!("[{},{}]", declared("plan"), declared("tour"));
    let changed = format!(
        r#"{{"channel":"ahp-session:/1","action":{{"type":"session/canvasesChanged","canvases":{list}}},"serverSeq":2}}"#
    );
    let snapshot = format!(
        r#"{{"resource":"ahp-session:/1","state":{{"title":"Museum","canvases":{list}}},"fromSeq":2}}"#
    );
    let client = format!(r#"{{"clientId":"a","canvasProviders":{list}}}"#);
    let other = r#"{"resource":"ahp-chat:/1","state":{"canvases":[{"resource":"ahp-canvas:/1"}]},"fromSeq":2}"#;
    for (text, place) in [
        (changed.clone(), "/action/canvases"),
        (
            format!(r#"{{"jsonrpc":"2.0","method":"action","params":{changed}}}"#),
            "/params/action/canvases",
        ),
        (snapshot.clone(), "/state/canvases"),
        (
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"snapshot":{snapshot}}}}}"#),
            "/result/snapshot/state/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"1.0.0","serverSeq":2,"snapshots":[{other},{snapshot}]}}}}"#
            ),
            "/result/snapshots/1/state/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"type":"replay","missing":[],"actions":[{changed}]}}}}"#
            ),
            "/result/actions/0/action/canvases",
        ),
        (
            format!(r#"{{"title":"Museum","canvases":{list}}}"#),
            "/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"ahp-session:/1","clientSeq":1,"action":{{"type":"session/activeClientSet","activeClient":{client}}}}}}}"#
            ),
            "/params/action/activeClient/canvasProviders",
        ),
    ] {
        let ran = run(
            &[
                "convert",
                "--from",
                "ahp",
                "--to",
                "mcp",
                "--flat-names",
                "--notes",
            ],
            &text,
        );
        assert_eq!((ran.status, ran.values().len()), (0, 2), "{}", ran.err);
        assert!(
            crate::program::text(&ran.values()[1], "/tools/0/name").contains("tour"),
            "{text}"
        );
        let beside = ran
            .reports()
            .into_iter()
            .filter(|report| report.member("severity").is_some());
        let beside: Vec<_> = beside
            .map(|report| crate::program::text(&report, "/rule"))
            .collect();
        assert_eq!(beside, ["list/beside"], "{text}");
        let manifests = run(&["convert", "--from", "ahp", "--to", "actions-json"], &text).values();
        let surfaces: Vec<_> = manifests
            .iter()
            .map(|manifest| crate::program::text(manifest, "/surface/surface_id"))
            .collect();
        assert_eq!(surfaces, ["plan", "tour"]);
        // Ignored members are losses, and one bad declaration does not hide the other.
        let ran = run(
            &["convert", "--from", "ahp", "--to", "mcp", "--strict"],
            &text,
        );
        assert!(
            ran.err.contains("list/beside") && ran.status != 0,
            "{}",
            ran.err
        );
        let bad = text.replacen(r#""displayName":"plan""#, r#""displayName":7"#, 1);
        let ran = run(&["convert", "--from", "ahp", "--to", "mcp"], &bad);
        assert_eq!((ran.status, ran.values().len()), (65, 1), "{}", ran.err);
        assert!(
            ran.err.contains(&format!("{place}/0/displayName")),
            "{}",
            ran.err
        );
    }
}

#[test]
fn messages_without_a_canvas_are_only_counted() {
    let told = |kind: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"ahp-chat:/1","action":{{"type":"{kind}"}},"serverSeq":2}}}}"#
        )
    };
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"canvasInvokeAction","params":{"channel":"ahp-session:/1","instanceId":"i","canvasId":"c","extensionId":"e","actionName":"turn"}}"#;
    let log = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"channel":"ahp-root://","protocolVersions":["1.0.0"],"clientId":"a"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0.0","serverSeq":2,"snapshots":[]}}"#.to_owned(),
        told("chat/delta"),
        call.to_owned(),
        told("chat/isReadChanged"),
        r#"{"channel":"ahp-session:/1","action":{"type":"session/canvasesChanged","canvases":[]},"serverSeq":2}"#.to_owned(),
    ]
    .join("\n");
    for to in ["mcp", "actions-json"] {
        let ran = run(&["convert", "--from", "ahp", "--to", to], &log);
        let told = ran.err.matches("ahp/other-traffic").count();
        assert_eq!(
            (ran.status, ran.values().len(), told),
            (0, 1, 1),
            "{}",
            ran.err
        );
        let report = &ran.reports()[0];
        assert_eq!(
            (
                crate::program::text(report, "/message").as_str(),
                crate::program::at(report, "/line").text()
            ),
            ("5 messages without a canvas were skipped", "1")
        );
        let strict = run(&["convert", "--from", "ahp", "--to", to, "--strict"], &log);
        let refused = strict.err.matches("ahp/other-traffic").count();
        assert_eq!((strict.status, refused), (65, 5), "{}", strict.err);
    }
    // A misspelt canvas action is an error, and so is a result of a later draft, which is not a tool output.
    for wrong in [
        told("canvas/mesage"),
        r#"{"jsonrpc":"2.0","id":1,"result":{"channels":[{"kind":"missing","channel":"ahp-chat:/1"}]}}"#
            .to_owned(),
    ] {
        let ran = run(&["convert", "--from", "ahp", "--to", "mcp", "--runtime-id", "r"], wrong);
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{}", ran.err);
    }
}
