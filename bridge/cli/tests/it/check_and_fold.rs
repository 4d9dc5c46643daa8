//! `check`, `fold`, and `decode --type`.

use crate::program::{at, json, run, run_ok, text};

#[test]
fn types_are_selected_by_name() {
    for (protocol, name, value) in [
        (
            "aap",
            "SubmitRequest",
            r#"{"action":"a","canvasFile":"p","x":1}"#,
        ),
        ("aap", "ListResponse", r#"{"interactions":[],"count":0}"#),
        (
            "a2ui@0.8",
            "UserAction",
            r#"{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":{}}"#,
        ),
        (
            "a2ui@0.9",
            "Component",
            r#"{"id":"a","component":"Text","text":"x"}"#,
        ),
        ("a2ui", "SurfaceId", "\"s\""),
        (
            "ahp",
            "JsonRpcMessage",
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1.0]}"#,
        ),
        (
            "ahp@1.0",
            "CanvasReference",
            r#"{"resource":"ahp-canvas:/i"}"#,
        ),
        ("actions-json", "Signal", r#"{"name":"a.b"}"#),
    ] {
        let arguments = ["decode", protocol, "--type", name];
        let ran = run(&arguments, format!("{value}\n[[]]\n"));
        assert_eq!(
            (ran.status, ran.values(), ran.error().0),
            (65, vec![json(value)], 2),
            "{protocol} {name}"
        );
    }
}

#[test]
fn unknown_types_and_protocols_are_usage_errors() {
    for arguments in [
        &["decode", "aap", "--type", "Nothing"][..],
        &["decode", "aap", "--type", "CanvasState"],
        &["check", "a2ui", "--type", "Interaction"],
        &[
            "convert",
            "--from",
            "aap",
            "--to",
            "a2ui",
            "--type",
            "CanvasState",
        ],
        &["decode", "aap@2.0"],
        &["decode", "aaq"],
        &["check", "a2ui@9"],
        &["fold", "aap"],
        &["convert", "--from", "aap", "--to", "nowhere"],
        &["convert", "--from", "aap", "--to", "aap"],
        &["convert", "--from", "a2ui@0.9", "--to", "a2ui@0.9"],
        &["convert", "--from", "aap"],
        &[
            "convert",
            "--from",
            "aap",
            "--to",
            "a2ui",
            "--embed",
            "--envelope",
        ],
        &["check", "actions-json", "--profile", "gentle"],
        &["frobnicate"],
    ] {
        let ran = run(arguments, "{}");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn only_the_named_dialect_is_read() {
    let old = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let new = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    for (protocol, good) in [("a2ui@0.8", old), ("a2ui@0.9", new), ("a2ui@0.9.1", new)] {
        for command in ["decode", "fold"] {
            let ran = run(&[command, protocol], format!("{old}\n{new}\n"));
            assert_eq!(
                (ran.status, ran.values().len()),
                (65, 1),
                "{command} {protocol}"
            );
            assert_eq!(run_ok(&[command, protocol], good).out, ran.out);
        }
        assert_eq!(
            run(&["check", protocol], format!("{old}\n{new}\n")).status,
            65
        );
    }
    assert_eq!(
        run_ok(&["decode", "a2ui"], format!("{old}\n{new}\n"))
            .values()
            .len(),
        2
    );
}

#[test]
fn every_finding_is_a_line() {
    let record =
        r#"{"id":"a","timestamp":"noon","canvasFile":"../p","action":"click","summary":"s"}"#;
    let ran = run(&["check", "aap"], format!("\n{record}\n"));
    assert_eq!((ran.status, ran.err.as_str()), (65, ""));
    let found = ran.values();
    assert!(found.len() >= 3, "{found:?}");
    for finding in &found {
        let members: Vec<String> = finding
            .members()
            .map(|(name, _)| name.into_owned())
            .collect();
        assert_eq!(
            members,
            [
                "line", "column", "rule", "pointer", "severity", "message", "hint"
            ]
        );
        assert_eq!(at(finding, "/line").text(), "2");
    }
    let rules: Vec<_> = found
        .iter()
        .map(|finding| (text(finding, "/rule"), text(finding, "/pointer")))
        .collect();
    for (rule, pointer) in [
        ("not-a-uuid", "/id"),
        ("not-a-timestamp", "/timestamp"),
        ("parent-ref", "/canvasFile"),
    ] {
        assert!(
            rules.contains(&(rule.to_owned(), pointer.to_owned())),
            "{rule} in {rules:?}"
        );
    }
}

#[test]
fn findings_are_sorted_by_place() {
    let record = r#"{"id":"a","timestamp":"x","canvasFile":"../a.html","action":"click","summary":"s","elment":"x"}"#;
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","surfaceID":"t","catalogId":"c"},"verson":1}"#;
    for (protocol, message) in [("aap", record), ("a2ui", create)] {
        let found = run(&["check", protocol], message).values();
        let columns: Vec<u64> = found
            .iter()
            .filter_map(|found| found.member("column")?.decode().ok())
            .collect();
        assert!(
            columns.len() > 1 && columns.is_sorted(),
            "{protocol}: {columns:?}"
        );
    }
}

#[test]
fn the_second_of_two_members_with_one_name_is_reported() {
    for (protocol, message) in [
        ("aap", r#"{"id":"a", "id":"b"}"#),
        ("aap", r#"[{"id":"a", "id":"b"}]"#),
        ("a2ui", r#"{"version":"v0.9", "version":"v0.9"}"#),
        ("actions-json", r#"{"tools":[], "tools":[]}"#),
        ("ahp", r#"{"jsonrpc":"2.0", "jsonrpc":"2.0"}"#),
    ] {
        let second = u64::try_from(message.rfind(", ").unwrap() + 3).unwrap();
        let found = run(&["check", protocol], message).values();
        let columns: Vec<u64> = found
            .iter()
            .filter_map(|found| found.member("column")?.decode().ok())
            .collect();
        assert_eq!(columns, [second], "{protocol} {message}");
    }
}

#[test]
fn a_repeated_component_is_refused_alike_by_every_command() {
    let input = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#;
    let routes = ["ahp", "a2ui@0.8", "a2ui@1.0"]
        .map(|to| ["convert", "--quiet", "--from", "a2ui", "--to", to]);
    let mut answers = Vec::new();
    for command in [&["check", "a2ui"], &["fold", "a2ui"]]
        .map(|command| &command[..])
        .into_iter()
        .chain(routes.each_ref().map(|route| &route[..]))
    {
        let ran = run(command, input);
        let lines = if command[0] == "check" {
            ran.values()
        } else {
            ran.reports()
        };
        let answer = lines
            .iter()
            .find(|line| text(line, "/rule") == "duplicate-id")
            .unwrap();
        let place = ["/line", "/column"].map(|part| at(answer, part).text().to_owned());
        answers.push((
            ran.status,
            place,
            ["/pointer", "/message", "/hint"].map(|part| text(answer, part)),
        ));
    }
    assert_eq!(answers[0].0, 65);
    assert!(!answers[0].2[2].is_empty());
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn valid_messages_have_no_findings() {
    for (protocol, message) in [
        (
            "aap",
            r#"{"id":"5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01","timestamp":"2026-03-02T08:15:00.000Z","canvasFile":"p.html","action":"click","data":{},"summary":"User click on p.html"}"#,
        ),
        ("a2ui", r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#),
        (
            "a2ui@0.9",
            r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
        ),
        (
            "actions-json",
            r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"a.b","event":"e","ingestion":"enabled"}]}"#,
        ),
        (
            "actions-json",
            r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"a.b","payload":{}}"#,
        ),
    ] {
        assert_eq!(run_ok(&["check", protocol], message).out, "", "{protocol}");
    }
}

#[test]
fn unreadable_text_is_a_finding() {
    let mut input = b"{]\n7\n".to_vec();
    input.extend(b"\"\xff\"\n");
    let ran = run(&["check", "aap"], input);
    assert_eq!((ran.status, ran.err.as_str()), (65, ""));
    let found: Vec<_> = ran
        .values()
        .iter()
        .map(|f| {
            (
                at(f, "/line").text().to_owned(),
                text(f, "/rule"),
                text(f, "/severity"),
            )
        })
        .collect();
    let expected = [("1", "syntax"), ("2", "type"), ("3", "encoding")];
    let expected =
        expected.map(|(line, rule)| (line.to_owned(), rule.to_owned(), "error".to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn findings_name_the_message_of_their_document() {
    let good = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    let ran = run(
        &["check", "a2ui"],
        format!(r#"{{"messages":[{good},{{"version":"v0.9"}},{good}]}}"#),
    );
    assert_eq!(ran.status, 65);
    assert!(
        text(&ran.value(), "/pointer").starts_with("/messages/1"),
        "{}",
        ran.out
    );
}

#[test]
fn a_repair_is_an_error() {
    let record = r#"{"id":"5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01","timestamp":"2026-03-02T08:15:00.000Z","canvasFile":"p.html","action":"click","summary":"cut \ud83d"}"#;
    let ran = run(&["check", "aap"], record);
    let repair = ran
        .values()
        .into_iter()
        .find(|finding| text(finding, "/rule") == "repair/half-surrogate")
        .unwrap();
    assert_eq!(
        (text(&repair, "/severity"), text(&repair, "/pointer")),
        ("error".into(), "/summary".into())
    );
}

#[test]
fn the_profile_is_named_in_every_finding() {
    let manifest = r#"{"protocol":"other","version":1,"tools":[]}"#;
    for profile in ["strict", "published"] {
        let ran = run(&["check", "actions-json", "--profile", profile], manifest);
        for finding in ran.values() {
            assert_eq!(text(&finding, "/profile"), profile);
        }
    }
    assert_eq!(
        run(&["check", "actions-json", "--profile", "strict"], manifest).status,
        65
    );
}

#[test]
fn deviations_of_published_manifests_are_errors_only_when_strict() {
    let manifest = r#"{"protocol":"actions.json","version":"0.1","states":{"a":"b"},"tools":[
        {"name":"a","description":"b","input_schema":{},"x_actions":{"static_output":{}}}]}"#;
    let judged = |profile| run(&["check", "actions-json", "--profile", profile], manifest);
    let severities = |profile| {
        let found = judged(profile).values();
        found
            .iter()
            .map(|finding| (text(finding, "/rule"), text(finding, "/severity")))
            .collect::<Vec<_>>()
    };
    let of = |rows: [(&str, &str); 3]| {
        rows.map(|(rule, severity)| (rule.to_owned(), severity.to_owned()))
    };
    assert_eq!(
        severities("strict"),
        of([("V2", "error"), ("shape", "error"), ("V7", "error")])
    );
    assert_eq!(
        severities("published"),
        of([("V2", "warning"), ("shape", "warning"), ("V7", "info")])
    );
    assert_eq!(
        (judged("strict").status, judged("published").status),
        (65, 0)
    );
}

#[test]
fn unknown_styles_and_other_values_are_reported_with_a_hint() {
    let [none, styled] = ["[]", r#"{"dense":true}"#].map(|styles| {
        format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"r","styles":{styles}}}}}"#)
    });
    let model =
        r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","dataModel":[]}}"#;
    let (an_object, is_list) = (
        "send an object; it may be empty",
        "expected an object, found an array",
    );
    let unknown = [
        "unknown-style",
        "the standard catalog does not define the style `dense`",
        "use `font` or `primaryColor`",
    ];
    for (command, input, said) in [
        ("check", &*none, ["not-an-object", is_list, an_object]),
        ("check", &styled, unknown),
        ("check", model, ["not-an-object", is_list, an_object]),
        ("fold", model, ["not-an-object", is_list, an_object]),
    ] {
        let ran = run(&[command, "a2ui"], input);
        let found = [ran.values(), ran.reports()].concat();
        assert_eq!(
            ["/rule", "/message", "/hint"].map(|part| text(&found[0], part)),
            said,
            "{command} {input}"
        );
    }
}

#[test]
fn primitives_come_from_the_dictionary_and_rules_can_be_listed() {
    let manifest = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a","description":"b","input_schema":{},
        "workflow":{"version":1,"expression_language":"jsonata","steps":[{"id":"a","primitive":"pointer.clik"}]}}]}"#;
    assert_eq!(run_ok(&["check", "actions-json"], manifest).out, "");
    let dictionary =
        crate::program::file(r#"{"version":1,"stage":1,"primitives":[{"name":"pointer.click"}]}"#);
    let ran = run(
        &["check", "actions-json", "--dictionary", &dictionary],
        manifest,
    );
    assert_eq!(
        (ran.status, text(&ran.values()[0], "/hint")),
        (65, "did you mean `pointer.click`?".into())
    );
    assert_eq!(
        run(
            &["check", "actions-json", "--dictionary", "nowhere.json"],
            manifest
        )
        .status,
        2
    );
    let rules = run_ok(&["check", "actions-json", "--rules"], "").values();
    assert!(
        rules
            .iter()
            .any(|rule| (text(rule, "/rule"), text(rule, "/profile"))
                == ("V13".into(), "published".into()))
    );
    assert_eq!(run(&["check", "aap", "--rules"], "").status, 2);
}

#[test]
fn fold_writes_only_stated_members() {
    let messages = r#"{"version":"v0.9","createSurface":{"surfaceId":"a","catalogId":"c"}}
{"beginRendering":{"surfaceId":"b","root":"top","styles":{"font":"Inter"}}}
{"version":"v0.9","updateComponents":{"surfaceId":"a","components":[{"id":"root","component":"Text","text":1.0}]}}
{"version":"v0.9","updateDataModel":{"surfaceId":"a","path":"/x/y","value":[1e2]}}
"#;
    let surfaces = run_ok(&["fold", "a2ui"], messages).values();
    assert_eq!(
        surfaces,
        [
            json(
                r#"{"surfaceId":"a","version":"v0.9","catalogId":"c","components":{"root":{"id":"root","component":"Text","text":1.0}},"dataModel":{"x":{"y":[1e2]}}}"#
            ),
            json(
                r#"{"surfaceId":"b","version":"v0.8","theme":{"font":"Inter"},"root":"top","components":{}}"#
            ),
        ]
    );
}

#[test]
fn a_recreated_surface_is_new_and_last() {
    let create = |id: &str| {
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}"#)
    };
    let messages = [
        create("a"),
        create("b"),
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"a","value":1}}"#.to_owned(),
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}"#.to_owned(),
        create("a"),
    ];
    let surfaces = run_ok(&["fold", "a2ui"], messages.join("\n")).values();
    let ids: Vec<String> = surfaces
        .iter()
        .map(|surface| text(surface, "/surfaceId"))
        .collect();
    assert_eq!(ids, ["b", "a"]);
    assert!(crate::program::find(&surfaces[1], "/dataModel").is_none());
}
