//! Hints for common mistakes in messages, members, flags and files.

use crate::{
    input_layouts::{ACTION, DOWN, POSTED, RECORD, REQUEST, SURFACE},
    program::{Ran, convert, file, json, run, run_ok, text},
};

/// Returns the message and the hint of the only report.
pub(crate) fn only_report(ran: &Ran) -> (String, String) {
    let reports = ran.reports();
    assert_eq!(reports.len(), 1, "{ran:?}");
    (text(&reports[0], "/message"), text(&reports[0], "/hint"))
}

#[test]
fn mistakes_are_recognised_with_a_hint() {
    let envelope = run_ok(&[&DOWN[..], &["--envelope"]].concat(), RECORD).out;
    let misspelt = RECORD.replace("canvasFile", "canvas_file");
    let old = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let [candidate, unknown] = ["v1.0", "v2.0"].map(|version| SURFACE.replace("v0.9", version));
    let (candidate, unknown) = (&*candidate, &*unknown);
    let up = convert("a2ui", "aap", &[]);
    for (arguments, input, hint) in [
        (&up[..], &*envelope, "this is an envelope: add --envelope"),
        (
            &DOWN,
            ACTION,
            "this looks like a2ui@0.9: use `--from a2ui@0.9`",
        ),
        (&up, RECORD, "this looks like aap: use `--from aap`"),
        (
            &convert("ahp", "aap", &[]),
            ACTION,
            "this looks like a2ui@0.9: use `--from a2ui@0.9`",
        ),
        (
            &["decode", "aap"],
            ACTION,
            "this looks like a2ui@0.9: use `decode a2ui@0.9`",
        ),
        (&["fold", "a2ui"], RECORD, "this looks like aap"),
        (&["fold", "a2ui@0.9"], old, "this looks like a2ui@0.8"),
        (
            &["fold", "a2ui"],
            &envelope,
            "this is an envelope: `convert --envelope` reads it",
        ),
        (
            &["decode", "aap"],
            &envelope,
            "this is an envelope: `convert --envelope` reads it",
        ),
        (
            &DOWN,
            &misspelt,
            "add the member `canvasFile`, or rename `canvas_file`",
        ),
        (
            &convert("a2ui@0.10", "aap", &[]),
            ACTION,
            "this looks like a2ui@0.9: use `--from a2ui@0.9`",
        ),
        (
            &["decode", "a2ui@0.9"],
            old,
            "this looks like a2ui@0.8: use `decode a2ui@0.8`",
        ),
        (
            &["decode", "a2ui@0.8"],
            candidate,
            "this looks like a2ui: use `decode a2ui`",
        ),
        (
            &convert("actions-json", "aap", &[]),
            r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
            "this is a manifest: pass it to `convert` as --manifest, with the events of its page as input",
        ),
        (
            &up,
            unknown,
            "write `v0.9`, `v0.9.1`, `v0.10`, `v1.0` or `1.0`; a message of 0.8 has no `version`",
        ),
        (
            &up,
            &SURFACE.replace("createSurface", "createSurfaces"),
            "did you mean `createSurface`?",
        ),
        (
            &["decode", "a2ui"],
            &old.replace("begin", "beginn"),
            "did you mean `beginRendering`?",
        ),
        (
            &["decode", "a2ui"],
            r#"{"createSurfaces":{"surfaceId":"s"}}"#,
            "did you mean `createSurface`?",
        ),
        (
            &["decode", "a2ui@0.9", "--type", "AgentMessage"],
            &SURFACE.replace("createSurface", "create_surface"),
            "did you mean `createSurface`?",
        ),
    ] {
        let ran = run(arguments, input);
        assert_eq!(ran.status, 65, "{arguments:?} {input}: {}", ran.err);
        assert_eq!(
            only_report(&ran).1,
            hint,
            "{arguments:?} {input}: {}",
            ran.err
        );
    }
}

#[test]
fn near_requests_page_messages_and_lists_are_validated_as_such() {
    let listed = format!("{{\"Interactions\":[{RECORD}]}}");
    for (input, pointer, hint) in [
        (
            r#"{"action":"click","canvas_file":"p.html"}"#,
            "/canvasFile",
            "add the member `canvasFile`, or rename `canvas_file`",
        ),
        (
            r#"{"acton":"click","canvasFile":"p.html"}"#,
            "/action",
            "add the member `action`, or rename `acton`",
        ),
        (
            r#"{"type":"canvas:interactoin","action":"click"}"#,
            "/type",
            "write `canvas:interaction`",
        ),
        (
            r#"{"typ":"canvas:interaction","action":"click"}"#,
            "/type",
            "add the member `type`, or rename `typ`",
        ),
        (
            &listed,
            "/interactions",
            "add the member `interactions`, or rename `Interactions`",
        ),
        (
            r#"{"interactions":null}"#,
            "/interactions",
            "write an array",
        ),
        // A member that only records have makes a record; a word of another protocol does not.
        (
            r#"{"id":"a","action":"click","canvas_file":"p.html"}"#,
            "/timestamp",
            "add the member `timestamp`",
        ),
        (
            r#"{"type":"canvas:foo","action":"click"}"#,
            "/id",
            "add the member `id`",
        ),
    ] {
        for arguments in [&DOWN[..], &["decode", "aap"], &["check", "aap"]] {
            let ran = run(arguments, input);
            let reports = if arguments[0] == "check" {
                ran.values()
            } else {
                ran.reports()
            };
            let reports: Vec<_> = reports
                .iter()
                .map(|report| (text(report, "/pointer"), text(report, "/hint")))
                .collect();
            assert_eq!(
                reports,
                [(pointer.to_owned(), hint.to_owned())],
                "{arguments:?} {input}"
            );
            assert_eq!(ran.status, 65, "{arguments:?} {input}");
        }
    }
    // A request keeps its other members.
    let asked = r#"{"action":"click","canvasFile":"p.html","type":"canvas:interactoin"}"#;
    assert_eq!(run_ok(&["decode", "aap"], asked).value(), json(asked));
}

#[test]
fn mistakes_in_a_list_are_recognised_one_by_one() {
    let envelope = format!("{{\"value\":{RECORD},\"carry\":{{\"v\":1,\"layers\":[]}}}}");
    let misspelt = RECORD.replace("canvasFile", "canvas_file");
    let list = format!("[{ACTION},{misspelt},{envelope}]");
    for (arguments, command) in [
        (&DOWN[..], "--from"),
        (&["decode", "aap"], "decode"),
        (&["check", "aap"], "check"),
    ] {
        let ran = run(arguments, &list);
        let reports = if command == "check" {
            ran.values()
        } else {
            ran.reports()
        };
        let hints: Vec<_> = reports.iter().map(|report| text(report, "/hint")).collect();
        // Nothing opens an envelope in a list.
        let expected = [
            &format!("this looks like a2ui@0.9: use `{command} a2ui@0.9`"),
            "add the member `canvasFile`, or rename `canvas_file`",
            "add the member `id`",
        ];
        assert_eq!(hints, expected, "{arguments:?}");
    }
    let list = format!("[{RECORD},{}]", ACTION.replace("surfaceId", "surface_id"));
    for arguments in [
        &convert("a2ui@0.9", "aap", &[])[..],
        &["decode", "a2ui@0.9"],
        &["check", "a2ui@0.9"],
    ] {
        let ran = run(arguments, &list);
        let reports = if arguments[0] == "check" {
            ran.values()
        } else {
            ran.reports()
        };
        let hints: Vec<_> = reports.iter().map(|report| text(report, "/hint")).collect();
        // A name with an underscore is read and reported.
        let is_of_record = |hint: &String| hint.starts_with("this looks like aap: ");
        assert!(hints.iter().any(is_of_record), "{arguments:?}: {hints:?}");
        assert!(
            hints.iter().any(|hint| hint.contains("check --fix")),
            "{arguments:?}: {hints:?}"
        );
    }
    let update = r#"{"version":"v0.9","updateComponent":{"surfaceId":"s","components":[]}}"#;
    let found = run(&["check", "a2ui"], format!("[{SURFACE},{update}]")).values();
    assert_eq!(
        (text(&found[0], "/pointer"), text(&found[0], "/hint")),
        ("/1".into(), "did you mean `updateComponents`?".into())
    );
}

#[test]
fn ahp_frames_with_an_action_are_read_as_the_action() {
    let dispatch = format!(
        r#"{{"channel":"ahp-canvas:/p.html","clientSeq":1,"action":{{"type":"canvas/message","payload":{ACTION}}}}}"#
    );
    let frame = |method: &str, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
    };
    let there = convert("ahp", "a2ui", &[]);
    for method in ["dispatchAction", "action"] {
        assert_eq!(
            run_ok(&there, frame(method, &dispatch)).value(),
            json(ACTION)
        );
    }
    let list = format!(
        "[{},{}]",
        frame("action", &dispatch),
        frame(
            "dispatchAction",
            &dispatch.replace("\"canvas/message\"", "7")
        )
    );
    let ran = run(&there, list);
    assert_eq!(
        (ran.values(), ran.error().3.as_str()),
        (vec![json(ACTION)], "/1/params/action/type")
    );
    assert_eq!(
        run(&there, frame("canvasInvokeAction", &dispatch))
            .error()
            .2,
        "route/none"
    );

    let traced = frame("action", &dispatch).replacen('{', r#"{"trace":"t","#, 1);
    let ran = run(&there, &traced);
    assert_eq!((ran.status, ran.value()), (0, json(ACTION)));
    assert_eq!(text(&ran.reports()[0], "/rule"), "frame/beside");
    assert_eq!(text(&ran.reports()[0], "/pointer"), "/trace");
    let strictly = run(
        &convert("ahp", "a2ui", &["--strict", "--envelope"]),
        &traced,
    );
    assert_eq!(
        (strictly.status, strictly.error().3.as_str()),
        (1, "/trace")
    );
}

#[test]
fn requests_and_page_messages_are_checked_and_decoded_by_type() {
    for message in [REQUEST, POSTED] {
        assert_eq!(run_ok(&["check", "aap"], message).out, "");
        assert_eq!(run_ok(&["decode", "aap"], message).value(), json(message));
    }
    let found = run(&["check", "aap"], REQUEST.replace("p.html", "../p")).values();
    assert_eq!(
        (text(&found[0], "/rule"), text(&found[0], "/pointer")),
        ("parent-ref".into(), "/canvasFile".into())
    );
    // A record is recognised whatever other members it has.
    let record = RECORD.replacen('{', r#"{"type":"canvas:interaction","#, 1);
    assert_eq!(run_ok(&["decode", "aap"], &record).value(), json(&record));
}

#[test]
fn faults_of_envelopes_are_reported() {
    let envelope = |carry: &str| format!("{{\"value\":{ACTION},\"carry\":{carry}}}");
    let whole = r#"{"v":1,"layers":[…]}"#;
    let parts =
        "an envelope contains `value` and `carry`, optionally `notes` and `seq`, and nothing else";
    for (input, pointer, message, hint) in [
        (
            envelope(r#"{"v":2,"layers":[]}"#),
            "/carry/v",
            "the carry cannot be read: expected version `1`, found version `2`",
            format!("write version `1`, as in {whole}"),
        ),
        (
            envelope("null"),
            "/carry",
            "the carry cannot be read: expected an object (Carry), found null",
            format!("write an object (Carry), as in {whole}"),
        ),
        (
            envelope(&format!(
                "{{\"v\":1,\"layers\":[{}]}}",
                [r#"{"from":"aap@1.0","fields":[]}"#; 17].join(",")
            )),
            "/carry",
            "the carry is larger than any that this program writes",
            whole.to_owned(),
        ),
        (
            envelope("{}").replace("\"carry\"", "\"cary\""),
            "",
            "the message has no message key, only `value`, `cary`",
            parts.to_owned(),
        ),
        (
            envelope("{}").replace("\"value\"", "\"vlaue\""),
            "",
            "the message has no message key, only `vlaue`, `carry`",
            parts.to_owned(),
        ),
    ] {
        let ran = run(&convert("a2ui", "aap", &["--envelope"]), input);
        assert_eq!((ran.status, ran.error().3.as_str()), (65, pointer));
        assert_eq!(only_report(&ran), (message.to_owned(), hint));
    }
}

#[test]
fn a_hint_names_the_flag_that_cures() {
    let manifest = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a","description":"b","input_schema":{},"x_actions":{"handler":"h"},"x":1}]}"#;
    let sent = r#"{"channel":"ahp-session:/s","action":{"type":"session/openCanvasesChanged","openCanvases":[]}}"#;
    for (arguments, input, hint) in [
        (
            &DOWN[..],
            REQUEST,
            "pass the time of receipt with --time, as in 2026-05-18T15:30:00.000Z",
        ),
        (&DOWN, POSTED, "pass the canvas file with --canvas-file"),
        (
            &convert("actions-json", "mcp", &["--embed"]),
            manifest,
            "keep the carry next to the message with --envelope",
        ),
        (
            &convert("ahp@canvas", "ahp@1.0", &[]),
            sent,
            "pass the channel of the chat with --ahp-chat",
        ),
        (
            &convert("a2ui", "aap", &[]),
            &ACTION.replace("p.html", &"x".repeat(300)),
            "assign a canvas file to the surface with --routes",
        ),
        (
            &convert("a2ui", "a2ui@0.8", &[]),
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#,
            "create it first, or pass the surface with --surface",
        ),
    ] {
        assert_eq!(only_report(&run(arguments, input)).1, hint, "{arguments:?}");
    }
    let embedded = run_ok(&[&DOWN[..], &["--embed"]].concat(), RECORD).out;
    let ran = run(&convert("a2ui", "aap", &["--notes"]), embedded);
    let note = ran
        .reports()
        .into_iter()
        .find(|note| text(note, "/rule") == "carry/ignored")
        .unwrap();
    let expected = "the carry is not used: embedded carries are not trusted without a key";
    assert_eq!(text(&note, "/remark"), expected);
    let surface = [
        r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["a-b"]},{"id":"a-b","component":"Text","text":"a"}]}}"#,
    ];
    let found = run(&["check", "a2ui"], surface.join("\n"));
    assert!(
        found
            .out
            .contains("strict clients refuse other ids; `convert --escape-ids` rewrites them\""),
        "{}",
        found.out
    );
}

#[test]
fn a_check_recognises_the_wrong_protocol_too() {
    for (protocol, input, hint) in [
        ("a2ui", RECORD, "this looks like aap: use `check aap`"),
        (
            "aap",
            ACTION,
            "this looks like a2ui@0.9: use `check a2ui@0.9`",
        ),
        ("ahp", RECORD, "this looks like aap: use `check aap`"),
        (
            "actions-json",
            RECORD,
            "this looks like aap: use `check aap`",
        ),
        (
            "actions-json",
            ACTION,
            "this looks like a2ui@0.9: use `check a2ui@0.9`",
        ),
        (
            "actions-json",
            r#"{"version":1,"tools":[]}"#,
            "use \"actions.json\"",
        ),
    ] {
        let ran = run(&["check", protocol], input);
        assert_eq!(
            (ran.status, text(&ran.values()[0], "/hint")),
            (65, hint.to_owned()),
            "{protocol}"
        );
    }
}

#[test]
fn misspelt_optional_members_are_kept_with_a_warning() {
    let record = RECORD.replace("\"element\"", "\"elment\"");
    let ran = run(&DOWN, &record);
    assert_eq!(ran.status, 0);
    let expected = (
        "`elment` is not a member of `Interaction` and has no effect",
        "did you mean `element`?",
    );
    assert_eq!(
        only_report(&ran),
        (expected.0.to_owned(), expected.1.to_owned())
    );
    let found = run(&["check", "aap"], &record).values();
    assert!(
        found
            .iter()
            .any(|finding| text(finding, "/rule") == "misspelt-member"),
        "{found:?}"
    );
}

#[test]
fn misspelt_members_of_a2ui_and_ahp_are_warnings_in_translations() {
    let create = SURFACE.replace("\"c\"", "\"c\",\"them\":{}");
    let canvas = r#"{"channel":"ahp-canvas:/s","state":{"instanceId":"s","canvasId":"c","extensionId":"x","tittle":"T","url":"ahp-canvas-content:/s/p.html","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;
    // Members of components depend on catalogs, and members of values are free.
    let own = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a","varient":"h1","componnt":1}]}}"#;
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"surfaceid":"s","valu":1}}}"#;
    let asking = ACTION
        .replace("v0.9", "1.0")
        .replace("\"context\"", "\"userMesage\":{},\"context\"");
    let several = format!("{{\"name\":\"n\",\"messages\":[{SURFACE},{create}]}}");
    let there = convert("a2ui", "ahp", &[]);
    let misspelt_member = |like: &str, pointer: &str, row: &str| {
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let message = format!("`{name}` is not a member of `{row}` and has no effect");
        (
            pointer.to_owned(),
            message,
            format!("did you mean `{like}`?"),
        )
    };
    for (arguments, input, expected) in [
        (
            &there,
            create.clone(),
            vec![misspelt_member(
                "theme",
                "/createSurface/them",
                "CreateSurface",
            )],
        ),
        (
            &there,
            several,
            vec![misspelt_member(
                "theme",
                "/messages/1/createSurface/them",
                "CreateSurface",
            )],
        ),
        (&there, format!("{SURFACE}\n{own}\n{data}\n"), vec![]),
        (
            &convert("ahp", "a2ui", &[]),
            canvas.to_owned(),
            vec![misspelt_member("title", "/state/tittle", "CanvasState")],
        ),
        (
            &convert("a2ui", "aap", &["--envelope"]),
            format!("{{\"value\":{asking},\"carry\":{{\"v\":1,\"layers\":[]}}}}"),
            vec![misspelt_member(
                "userMessage",
                "/value/action/userMesage",
                "UserAction",
            )],
        ),
    ] {
        let ran = run(arguments, &input);
        let reports = ran.reports();
        let found = reports
            .iter()
            .filter(|report| text(report, "/rule") == "misspelt-member");
        let found: Vec<_> = found
            .map(|report| {
                (
                    text(report, "/pointer"),
                    text(report, "/message"),
                    text(report, "/hint"),
                )
            })
            .collect();
        assert_eq!(found, expected, "{arguments:?}: {input} {}", ran.err);
    }
}

#[test]
fn misspelt_words_of_ahp_are_warnings() {
    let action = r#"{"type":"canvas/massage","payload":1}"#;
    let dispatch = format!(r#"{{"channel":"ahp-canvas:/s","action":{action}}}"#);
    let frame = |method: &str| {
        let params = format!(r#"{{"channel":"ahp-canvas:/s","clientSeq":1,"action":{action}}}"#);
        format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
    };
    let chat = frame("dispatchAction").replace("canvas/massage", "chat/canvasesChange");
    let of_action = "did you mean `canvas/message`?";
    for (protocol, input, pointer, hint) in [
        ("ahp", &dispatch, "/action/type", of_action),
        (
            "ahp",
            &frame("dispatchAction"),
            "/params/action/type",
            of_action,
        ),
        (
            "ahp@1.0",
            &chat,
            "/params/action/type",
            "did you mean `chat/canvasesChanged`?",
        ),
        (
            "ahp",
            &frame("dispatchActionn"),
            "/method",
            "did you mean `dispatchAction`?",
        ),
    ] {
        let found = run(&["check", protocol], input);
        let told: Vec<_> = found
            .values()
            .iter()
            .filter(|finding| text(finding, "/rule") == "misspelt-word")
            .map(|finding| ["/severity", "/pointer", "/hint"].map(|part| text(finding, part)))
            .collect();
        assert_eq!(
            told,
            [["warning", pointer, hint].map(str::to_owned)],
            "{input}: {found:?}"
        );
        assert_eq!(found.status, 0, "{input}");
    }
    let ran = run(&convert("ahp", "a2ui", &[]), frame("dispatchActionn"));
    assert_eq!(
        (ran.status, text(&ran.reports()[0], "/rule")),
        (65, "misspelt-word".into()),
        "{ran:?}"
    );
    assert_eq!(
        text(&ran.reports()[0], "/hint"),
        "did you mean `dispatchAction`?"
    );
    // A word that is not similar to a known one may be an extension.
    let other = frame("dispatchAction").replace("canvas/massage", "terminal/input");
    assert_eq!(run_ok(&["check", "ahp"], other).out, "");
    assert_eq!(run_ok(&["check", "ahp"], frame("resourceRead")).out, "");
}

#[test]
fn misspelt_members_of_a2ui_and_ahp_are_recognised_at_any_depth() {
    let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    let create = SURFACE.replace("\"c\"", &format!("\"{basic}\",\"them\":{{}}"));
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a","varient":"h1"}]}}"#;
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"},"usageHnt":"h1"}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let canvas = r#"{"channel":"ahp-canvas:/s","state":{"instanceId":"s","canvasId":"c","extensionId":"x","tittle":"T","url":"ahp-canvas-content:/s/p.html","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;
    for (protocol, input, expected) in [
        (
            "a2ui",
            format!("{create}\n{update}"),
            &[
                ("/createSurface/them", "theme"),
                ("/updateComponents/components/0/varient", "variant"),
            ][..],
        ),
        (
            "a2ui",
            old.to_owned(),
            &[(
                "/surfaceUpdate/components/0/component/Text/usageHnt",
                "usageHint",
            )],
        ),
        ("ahp", canvas.to_owned(), &[("/state/tittle", "title")]),
    ] {
        let found: Vec<_> = run(&["check", protocol], input)
            .values()
            .iter()
            .map(|finding| (text(finding, "/pointer"), text(finding, "/hint")))
            .filter(|(_, hint)| hint.starts_with("did you mean"))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(at, name)| ((*at).to_owned(), format!("did you mean `{name}`?")))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn usage_errors_state_the_right_usage() {
    let routes = file(r#"[{"file":"a.html","surface":"s"}]"#);
    let two = file(&format!("{SURFACE}\n{SURFACE}\n"));
    for (arguments, words) in [
        (
            &["decode", "a2ui@0.9", "--type", "Componnt"][..],
            &[
                "agent-ui: --type Componnt: a2ui@0.9 has no wire type with this name; did you mean `Component`?\n",
            ][..],
        ),
        (
            &["check", "a2ui@0.9", "--type", "Componnt"],
            &[
                "agent-ui: --type Componnt: a2ui@0.9 has no validated wire type with this name; did you mean `Component`?\n",
            ],
        ),
        (
            &["schema", "aap", "--type", "Interction"],
            &["did you mean `Interaction`?"],
        ),
        (
            &["decode", "aap", "--type", "Nope"],
            &["SubmitRequest", "CanvasMessage"],
        ),
        (
            &["check", "aap", "--type", "Nope"],
            &["Interaction", "ListResponse"],
        ),
        (
            &["schema", "aap", "--type", "Nope"],
            &["Interaction", "ListResponse"],
        ),
        (
            &["convert", "--quiet", "--from", "aap", "--to", "nope"],
            &["a2ui", "actions-json", "mcp"],
        ),
        (
            &convert("a2ui@0.9", "a2ui@0.9", &[]),
            &[
                "agent-ui: --to a2ui@0.9: this is also the protocol of the input; name another one, as in `--to a2ui@1.0`, or rewrite the messages with `agent-ui decode a2ui@0.9`\n",
            ],
        ),
        (
            &[&DOWN[..], &["--routes", &routes]].concat(),
            &[r#"{"reports/x.html":"surface"}"#],
        ),
        (&[&DOWN[..], &["--manifest", &two]].concat(), &[&two]),
        (
            &[&DOWN[..], &["--type", "CanvasState"]].concat(),
            &["SubmitRequest"],
        ),
        (
            &convert("a2ui", "ahp", &["--routes", "/none"]),
            &["--routes: it has no effect from a2ui to ahp, only between aap and a2ui; remove it"],
        ),
        (
            &convert("a2ui@0.9", "ahp", &["--surface", "/none"]),
            &[
                "--surface: it has no effect from a2ui@0.9 to ahp, only between aap and a2ui, and between a2ui@0.8 and other versions",
            ],
        ),
        (
            &[&DOWN[..], &["--base-url", "https://ui.test"]].concat(),
            &[
                "agent-ui: --base-url: it has no effect from aap@1.0 to a2ui, only to and from ahp@1.0; remove it\n",
            ],
        ),
    ] {
        let ran = run(arguments, RECORD);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?}");
        for word in words {
            assert!(
                ran.err.contains(word),
                "{arguments:?}: {word} in {}",
                ran.err
            );
        }
    }
}

#[test]
fn wrong_flag_values_are_reported_plainly() {
    let pipe = ["pipe", "--from", "aap", "--to", "a2ui"];
    for (arguments, message) in [
        (&DOWN[..], ["--channel", "x y"], "agent-ui: --channel x y: expected `ahp-canvas:/…`\n"),
        (
            &DOWN,
            ["--channel", "ahp-canvas:/x y"],
            "agent-ui: --channel ahp-canvas:/x y: expected `ahp-canvas:/…`, and spaces and control characters are not allowed\n",
        ),
        (
            &convert("a2ui", "ahp@1.0", &[]),
            ["--base-url", "nonsense"],
            "agent-ui: --base-url nonsense: expected an http(s) URL without query, fragment or credentials, as in https://host/path\n",
        ),
        (
            &pipe,
            ["--limit", "lots"],
            "error: invalid value 'lots' for '--limit <BYTES>': expected a number of bytes, as in 268435456\n",
        ),
        (&DOWN, ["--threads", "0"], "error: invalid value '0' for '--threads <N>': expected a number from 1 to 64\n"),
        (
            &["show"],
            ["--port", "http"],
            "error: invalid value 'http' for '--port <PORT>': expected a number from 0 to 65535\n",
        ),
    ]
    .map(|(arguments, flag, message)| ([arguments, &flag].concat(), message))
    {
        let ran = run(&arguments, RECORD);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with(message), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn faults_in_files_of_flags_are_reported_with_flag_and_place() {
    let missing = format!(
        "{SURFACE}\n\n{{\"version\":\"v0.9\",\n \"updateComponents\":{{\"surfaceId\":\"s\",\"componets\":[]}}}}\n"
    );
    let again = format!("{SURFACE}\n{SURFACE}\n");
    let (convert, manifest) = (
        DOWN.as_slice(),
        r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
    );
    let a2ui = ["check", "a2ui"].as_slice();
    let actions = ["check", "actions-json"].as_slice();
    for (command, flag, text, message) in [
        (
            convert,
            "--surface",
            &*missing,
            ":4:21: /updateComponents/components: the required member `components` is missing; add the member `components`, or rename `componets`",
        ),
        (
            convert,
            "--surface",
            &again,
            ":2:48: /createSurface/surfaceId: surface `s` already exists; delete the surface first, or use another id",
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\"s\",\n \"b.html\":7}",
            r#":2:11: /b.html: expected a surface id (a string), found a number; pass a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--surface",
            &SURFACE.replace("createSurface", "createSurfce"),
            ":1:1: the message has no message key, only `createSurfce`; did you mean `createSurface`?",
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\"s\",\n \"b.html\"}",
            ":2:10: the member has no value; write `:` and a value after the name",
        ),
        (
            convert,
            "--manifest",
            &manifest.replace("\"version\":1", "\n\"version\":7"),
            ":2:11: /version: The version 7 is not supported (V2); `agent-ui check actions-json --profile published FILE` lists every finding",
        ),
        (
            a2ui,
            "--catalog",
            "{\n\"components\":{}}",
            ":1:1: /catalogId: the catalog is missing the required member `catalogId`; pass a catalog of components, as in {\"catalogId\":\"…\",\"components\":{}} or {\"inlineCatalogs\":[…]}",
        ),
        (
            convert,
            "--routes",
            RECORD,
            r#":1:1: expected a table of canvas files and their surfaces, found a message of aap; pass one, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--routes",
            "",
            r#":1:1: the file is empty; pass a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\n\n",
            ":1:10: the text is truncated: it ends before a value; write the missing end of the text, at least `}`",
        ),
        (
            convert,
            "--manifest",
            " \n\n",
            r#":1:1: the file is empty; pass an actions.json manifest, as in {"protocol":"actions.json","version":1,"tools":[]}"#,
        ),
        (
            a2ui,
            "--catalog",
            "\n",
            ":1:1: the file is empty; pass a catalog of components, as in {\"catalogId\":\"…\",\"components\":{}} or {\"inlineCatalogs\":[…]}",
        ),
        (
            actions,
            "--dictionary",
            "",
            r#":1:1: the file is empty; pass a dictionary of primitives, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (
            convert,
            "--surface",
            RECORD,
            ":1:1: expected an A2UI message that creates a surface, found a message of aap; pass one, as in {\"version\":\"v0.9\",\"createSurface\":{\"surfaceId\":\"main\",\"catalogId\":\"…\"}}",
        ),
        (
            actions,
            "--dictionary",
            RECORD,
            r#":1:1: expected a dictionary of primitives, found a message of aap; pass one, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (
            actions,
            "--dictionary",
            "[]",
            ":1:1: expected a dictionary of primitives, found an array; pass one, as in {\"primitives\":[{\"name\":\"pointer.click\"}]}",
        ),
    ] {
        let file = file(text);
        let ran = run(&[command, &[flag, &file]].concat(), manifest);
        let expected = format!(
            "agent-ui: {flag} {file}{}\n",
            message.replace("FILE", &file)
        );
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
    for flag in ["--surface", "--routes", "--manifest", "--carry-key"] {
        let ran = run(&[convert, &[flag, "/no/such"]].concat(), RECORD);
        let expected =
            format!("agent-ui: {flag} /no/such: No such file or directory (os error 2)\n");
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
}

#[test]
fn the_types_of_every_protocol_are_listed() {
    for command in ["decode", "check", "schema"] {
        let help = run(&[command, "--types"], "").out;
        for name in [
            "SubmitRequest",
            "ListResponse",
            "AgentMessage",
            "CanvasState",
            "Manifest",
            "ListToolsResult",
        ] {
            assert!(help.contains(name), "{command}: {name}");
        }
    }
    assert!(run(&["help", "convert"], "").out.contains("CanvasMessage"));
}

#[test]
fn manifests_and_frames_are_not_lists_of_mcp_tools() {
    let manifest =
        r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a","description":"b"}]}"#;
    let found = "expected a list of MCP tools, found an actions.json manifest";
    for (arguments, hint) in [
        (
            &convert("mcp", "actions-json", &[])[..],
            "this looks like actions-json: use `--from actions-json`",
        ),
        (
            &convert("mcp@2026-07-28", "mcp@2025-06-18", &[]),
            "this looks like actions-json: use `--from actions-json`",
        ),
        (
            &["decode", "mcp"],
            "this looks like actions-json: use `decode actions-json`",
        ),
    ] {
        let ran = run(arguments, manifest);
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{arguments:?}");
        assert_eq!(
            only_report(&ran),
            (found.to_owned(), hint.to_owned()),
            "{arguments:?}"
        );
    }
    let finding = run(&["check", "mcp"], manifest).value();
    assert_eq!(text(&finding, "/message"), found);
    assert_eq!(
        text(&finding, "/hint"),
        "this looks like actions-json: use `check actions-json`"
    );

    let hint =
        "only lists of tools are decoded; calls of tools and their answers can be translated";
    for (frame, found) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#,
            "the MCP request `tools/call`",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            "the MCP notification `notifications/tools/list_changed`",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
            "the answer to another MCP request",
        ),
    ] {
        for protocol in ["mcp", "mcp@2026-07-28"] {
            let ran = run(&["decode", protocol], frame);
            assert_eq!(ran.status, 65, "{frame}");
            let message = format!("expected a list of MCP tools, found {found}");
            assert_eq!(only_report(&ran), (message, hint.to_owned()), "{frame}");
        }
    }
}
