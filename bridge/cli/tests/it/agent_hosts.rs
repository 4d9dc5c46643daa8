//! Messages of AHP: `fold`, `decode`, `check` and `schema` of the proposal and of the release.

use crate::program::{json, run, run_ok};
use bridge::ahp;
use std::{fs, path::Path};
use wire::Payload;

const DIALECTS: [&str; 2] = ["ahp@canvas", "ahp@1.0"];

/// Returns the messages of a folder of AHP fixtures.
fn fixtures(folder: &str) -> Vec<Payload> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures/ahp")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|file| Payload::parse(fs::read_to_string(file).unwrap()).unwrap())
        .collect()
}

fn member(payload: &Payload, name: &str) -> Payload {
    payload.member(name).unwrap()
}

#[test]
fn a_case_is_folded_into_the_resulting_state() {
    for (dialect, folder, least) in [
        ("ahp@canvas", "canvas/reducers", 26),
        ("ahp@1.0", "1.0/reducers", 12),
    ] {
        let cases = fixtures(folder);
        assert!(cases.len() >= least, "{folder}");
        let lines: String = cases
            .iter()
            .map(|case| wire::one_line(case.text()).into_owned() + "\n")
            .collect();
        let expected: Vec<_> = cases.iter().map(|case| member(case, "expected")).collect();
        assert_eq!(
            run(&["fold", dialect], lines).values(),
            expected,
            "{dialect}"
        );
        // A document on several lines is one case.
        assert_eq!(
            run(&["fold", dialect], cases[0].text()).values(),
            expected[..1]
        );
    }
}

#[test]
fn actions_without_effect_are_reported() {
    let case = r#"{"reducer":"canvas","initial":{"instanceId":"a","canvasId":"b","extensionId":"c","availability":"ready","provider":{"kind":"server"},"n":1e400},"actions":[
        {"type":"canvas/updated","availability":null},{"type":"session/titleChanged"},{"type":"canvas/updated","title":7},{"type":"canvas/updated","title":"T"}]}"#;
    let ran = run(&["fold", "ahp"], wire::one_line(case).into_owned());
    assert_eq!(ran.status, 65);
    assert_eq!(
        ran.values(),
        [json(
            r#"{"instanceId":"a","canvasId":"b","extensionId":"c","title":"T","availability":"ready","provider":{"kind":"server"},"n":1e400}"#
        )]
    );
    let lines: Vec<_> = ran.err.lines().map(json).collect();
    assert_eq!(lines.len(), 3, "{}", ran.err);
    assert_eq!(
        member(&lines[0], "rule").as_str().as_deref(),
        Some("ahp/invalid-action")
    );
    assert_eq!(
        member(&lines[0], "pointer").as_str().as_deref(),
        Some("/actions/0")
    );
    assert_eq!(
        lines[1],
        json(
            r#"{"line":1,"column":210,"rule":"ahp/out-of-scope","pointer":"/actions/1","severity":"info","message":"the action belongs to another reducer and is skipped","hint":""}"#
        )
    );
    assert_eq!(
        member(&lines[2], "pointer").as_str().as_deref(),
        Some("/actions/2/title")
    );

    let other =
        r#"{"reducer":"terminal","initial":{"n":1.0},"actions":[{"type":"terminal/input"}]}"#;
    let ran = run(&["fold", "ahp@1.0"], other);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "{\"n\":1.0}\n"),
        "a skipped case is not an error"
    );
    let good = r#"{"reducer":"chat","initial":{},"actions":[]}"#;
    let ran = run(
        &["fold", "ahp@1.0"],
        format!("{}\n{good}\n", good.replace("{}", "7")),
    );
    assert_eq!(
        (ran.status, ran.values().len(), ran.error().3.as_str()),
        (65, 1, "/initial")
    );
}

#[test]
fn misspelt_reducers_are_refused_and_others_reported() {
    let case = |reducer: &str| format!(r#"{{"reducer":"{reducer}","initial":{{}},"actions":[]}}"#);
    for (dialect, reducer, known) in [
        ("ahp@canvas", "canvs", "expected `canvas` or `session`"),
        ("ahp@canvas", "Session", "expected `canvas` or `session`"),
        ("ahp@1.0", "cht", "expected `canvas` or `chat`"),
    ] {
        let ran = run(
            &["fold", dialect],
            format!("{}\n{}", case(reducer), case("terminal")),
        );
        assert_eq!((ran.status, ran.out.as_str()), (65, "{}\n"), "{reducer}");
        let reports = ran.reports();
        let said =
            |index: usize, part: &str| member(&reports[index], part).as_str().unwrap().into_owned();
        assert_eq!(
            (said(0, "error"), said(0, "pointer")),
            ("rule".to_owned(), "/reducer".to_owned())
        );
        assert_eq!(said(1, "severity"), "info", "AHP has others");
        for index in 0..2 {
            assert_eq!(
                (said(index, "rule").as_str(), &*said(index, "hint")),
                ("ahp/unknown-reducer", known)
            );
        }
    }
}

#[test]
fn decode_keeps_every_member_null_and_number() {
    for (dialect, folder) in [
        ("ahp@canvas", "canvas/round-trips"),
        ("ahp@1.0", "1.0/round-trips"),
    ] {
        for case in fixtures(folder) {
            let type_name = member(&case, "type");
            let input = member(&case, "input");
            let ran = run_ok(
                &["decode", dialect, "--type", &type_name.as_str().unwrap()],
                input.text(),
            );
            assert_eq!(ran.value(), input, "{dialect} {type_name}");
        }
    }
    let frames = [
        r#"{"jsonrpc":"2.0","id":0,"method":"canvasOpen","params":{"channel":"ahp-session:/1","input":{"a":null,"b":1.0,"c":-0,"d":123456789012345678901}},"x":null}"#,
        r#"{"jsonrpc":"2.0","id":"0","result":null,"x":[]}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":null}}"#,
        r#"{"jsonrpc":"2.0","method":"action","params":{"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":null},"serverSeq":1,"y":1e2}}"#,
    ];
    for dialect in DIALECTS {
        for frame in frames {
            assert_eq!(
                run_ok(&["decode", dialect], frame).out,
                format!("{frame}\n"),
                "{dialect}"
            );
        }
    }
}

#[test]
fn canvases_of_other_drafts_are_recognised() {
    let state = r#"{"canvasId":"plan","providerId":"x","contentUri":"https://plans.test/","availability":"ready"}"#;
    for dialect in DIALECTS {
        let ran = run(&["decode", dialect, "--type", "CanvasState"], state);
        assert_eq!((ran.status, ran.out.as_str()), (65, ""), "{dialect}");
        assert!(ran.err.contains("AHP pull request 298"), "{}", ran.err);
        let ran = run(&["check", dialect, "--type", "CanvasState"], state);
        assert!(ran.out.contains("AHP pull request 298"), "{}", ran.out);
    }
    let icon = r#"{"type":"canvas/iconChanged","icon":null}"#;
    let ran = run(&["check", "ahp@canvas", "--type", "CanvasAction"], icon);
    assert!(
        ran.out.contains("shape-of-another-draft") && ran.out.contains("443"),
        "{}",
        ran.out
    );
    assert_eq!(ran.status, 0, "a preserved member is not an error");
    assert_eq!(
        run_ok(&["decode", "ahp@canvas", "--type", "CanvasAction"], icon).out,
        format!("{icon}\n")
    );
}

#[test]
fn the_parameters_of_a_frame_are_checked_by_its_method() {
    let found = |text: &str| {
        let ran = run(&["check", "ahp@canvas"], text);
        ran.values()
            .iter()
            .map(|line| {
                (
                    member(line, "rule").as_str().unwrap().into_owned(),
                    member(line, "pointer").as_str().unwrap().into_owned(),
                )
            })
            .collect::<Vec<_>>()
    };
    let open = |channel: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"canvasOpen","params":{{"channel":"{channel}","canvasId":"a","extensionId":"b","instanceId":"c"}}}}"#
        )
    };
    assert_eq!(found(&open("ahp-session:/1")), []);
    assert_eq!(
        found(&open("ahp-canvas:/1")),
        [("session-channel".to_owned(), "/params/channel".to_owned())]
    );
    let dispatch = r#"{"jsonrpc":"2.0","method":"dispatchAction","params":{"channel":"ahp-canvas:/1","clientSeq":1,"action":{"type":"canvas/updated"}}}"#;
    assert_eq!(
        found(dispatch),
        [(
            "server-only-action".to_owned(),
            "/params/action/type".to_owned()
        )]
    );
    let close = r#"{"jsonrpc":"2.0","id":1,"method":"canvasClose","params":{}}"#;
    assert_eq!(
        found(close),
        [("missing".to_owned(), "/params/channel".to_owned())]
    );
}

#[test]
fn every_type_has_a_schema() {
    for (dialect, own) in [
        ("ahp@canvas", ahp::inventory::CANVAS),
        ("ahp@1.0", ahp::inventory::V1_0),
    ] {
        for name in own.iter().chain(ahp::inventory::SHARED).map(|row| row.name) {
            let ran = run_ok(&["schema", dialect, "--type", name], "");
            assert!(
                ran.out
                    .contains("https://json-schema.org/draft/2020-12/schema"),
                "{dialect} {name}"
            );
        }
    }
}

#[test]
fn a_log_of_a_host_is_folded_into_the_states_at_its_end() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0.0","serverSeq":4,"snapshots":[
        {"resource":"ahp-root://","state":{"agents":[]},"fromSeq":4},
        {"resource":"ahp-chat:/visit","state":{"title":"Visit","canvases":[{"resource":"ahp-canvas:/east"},{"resource":"ahp-canvas:/west"}]},"fromSeq":4}]}}"#;
    let shown = |id: &str| {
        let state = format!(r#"{{"instanceId":"{id}","extensionId":"museum","canvasId":"plan"}}"#);
        format!(
            r#"{{"jsonrpc":"2.0","id":2,"result":{{"snapshot":{{"resource":"ahp-canvas:/{id}","state":{state},"fromSeq":4}}}}}}"#
        )
    };
    let told = |channel: &str, seq: u32, action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"{channel}","action":{action},"serverSeq":{seq}}}}}"#
        )
    };
    let titled = r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East"}}"#;
    let listed = r#"{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-canvas:/east"}]}"#;
    let log = [
        wire::one_line(hello).into_owned(),
        shown("east"),
        shown("west"),
        r#"{"jsonrpc":"2.0","id":3,"method":"subscribe","params":{"channel":"ahp-chat:/visit"}}"#
            .to_owned(),
        told("ahp-canvas:/east", 5, titled),
        told("ahp-canvas:/south", 6, titled),
        told("ahp-chat:/visit", 7, listed),
        told(
            "ahp-chat:/visit",
            8,
            r#"{"type":"chat/delta","content":"a"}"#,
        ),
    ];
    let ran = run(&["fold", "ahp@1.0"], log.join("\n"));
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (
            0,
            concat!(
                r#"{"resource":"ahp-canvas:/east","state":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East"},"fromSeq":5}"#,
                "\n",
                r#"{"resource":"ahp-chat:/visit","state":{"canvases":[{"resource":"ahp-canvas:/east"}],"title":"Visit"},"fromSeq":8}"#,
                "\n"
            )
        )
    );
    let told: Vec<_> = ran
        .reports()
        .iter()
        .map(|report| {
            (
                member(report, "rule"),
                member(report, "line"),
                member(report, "message"),
            )
        })
        .collect();
    let text = |part: &Payload| {
        part.as_str()
            .map(|text| text.into_owned())
            .unwrap_or_else(|| part.text().to_owned())
    };
    let told: Vec<_> = told
        .iter()
        .map(|(rule, line, message)| format!("{} {} {}", text(rule), text(line), text(message)))
        .collect();
    assert_eq!(
        told,
        [
            "ahp/other-traffic 1 3 messages without a canvas were skipped",
            "ahp/unknown-state 6 1 action for a channel without an earlier snapshot has no effect",
        ]
    );
    // The replay after a lost connection, with a removed canvas and an action that violates the protocol.
    let replay = r#"{"jsonrpc":"2.0","id":4,"result":{"type":"replay","actions":[{"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":"A"},"serverSeq":5},
        {"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","availability":null},"serverSeq":6}],"missing":["ahp-canvas:/b"]}}"#;
    let canvas = |id: &str| {
        format!(
            r#"{{"resource":"ahp-canvas:/{id}","state":{{"instanceId":"{id}","canvasId":"c","extensionId":"e","availability":"ready","provider":{{"kind":"server"}}}},"fromSeq":4}}"#
        )
    };
    let ran = run(
        &["fold", "ahp"],
        format!(
            "{}\n{}\n{}",
            canvas("a"),
            canvas("b"),
            wire::one_line(replay)
        ),
    );
    assert_eq!(
        ran.error(),
        (
            3,
            "rule".into(),
            "ahp/invalid-action".into(),
            "/result/actions/1/action".into()
        )
    );
    assert_eq!(ran.values().len(), 1);
    assert_eq!(
        member(&member(&ran.value(), "state"), "title").text(),
        r#""A""#
    );
    // Neither a case nor a message of a host.
    let ran = run(&["fold", "ahp"], r#"{"title":"East"}"#);
    assert_eq!((ran.status, ran.error().3), (65, "/reducer".into()));
    assert!(
        ran.err
            .contains("a frame, a snapshot or an action of a host"),
        "{}",
        ran.err
    );
}

#[test]
fn shapes_of_other_drafts_are_recognised_at_any_place() {
    let named = |arguments: &[&str], text: &str| {
        let ran = run(arguments, text);
        let at = |report: &Payload| (member(report, "rule"), member(report, "pointer"));
        let found: Vec<_> = ran.values().iter().map(at).collect();
        let found: Vec<_> = found
            .iter()
            .map(|(rule, at)| format!("{} {}", rule.as_str().unwrap(), at.as_str().unwrap()))
            .collect();
        (ran.status, found.join("; "))
    };
    let local = r#"{"identity":{"chat":"ahp-chat:/1","canvasType":"plan","instanceId":"i","incarnation":"7"},"trust":"trusted","availability":"ready","revision":1}"#;
    let reviewed = r#"{"canvasId":"plan","providerId":"museum","contentUri":"https://plans.test/","availability":"ready"}"#;
    for dialect in ["ahp@canvas", "ahp@1.0"] {
        let check = ["check", dialect];
        let shape = |place: &str| (0, format!("shape-of-another-draft {place}"));
        for method in ["openCanvas", "canvasInvokeOperation", "listCanvasTypes"] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{}}}}"#);
            assert_eq!(named(&check, &frame), shape("/method"), "{dialect}");
        }
        for state in [local, reviewed] {
            let snapshot = format!(r#"{{"resource":"ahp-canvas:/a","state":{state},"fromSeq":3}}"#);
            assert_eq!(named(&check, &snapshot), shape("/state"), "{dialect}");
            let answer = |result: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
            let one = answer(&format!(r#"{{"snapshot":{snapshot}}}"#));
            assert_eq!(
                named(&check, &one),
                shape("/result/snapshot/state"),
                "{dialect}"
            );
            let several = answer(&format!(
                r#"{{"protocolVersion":"1.0.0","serverSeq":3,"snapshots":[{snapshot}]}}"#
            ));
            assert_eq!(
                named(&check, &several),
                shape("/result/snapshots/0/state"),
                "{dialect}"
            );
        }
        let recovered = r#"{"jsonrpc":"2.0","id":1,"result":{"channels":[{"kind":"missing","channel":"ahp-chat:/1"}]}}"#;
        assert_eq!(named(&check, recovered), shape("/result"), "{dialect}");
        // A member of no known draft is an error; a correct state is not.
        let bad = r#"{"resource":"ahp-canvas:/a","state":{"canvasId":"plan"},"fromSeq":3}"#;
        assert_eq!(
            named(&check, bad),
            (65, "missing /state/instanceId".to_owned()),
            "{dialect}"
        );
        let good = r#"{"instanceId":"a","canvasId":"plan","extensionId":"e","availability":"ready","provider":{"kind":"server"}}"#;
        let good = format!(r#"{{"resource":"ahp-canvas:/a","state":{good},"fromSeq":3}}"#);
        assert_eq!(named(&check, &good), (0, String::new()), "{dialect}");
    }
    let back = r#"{"jsonrpc":"2.0","id":1,"method":"reconnect","params":{"channel":"ahp-root://","clientId":"a","subscriptions":[{"channel":"ahp-chat:/1","lastSeenServerSeq":4}]}}"#;
    for (arguments, text) in [
        (&["check", "ahp@1.0"][..], back),
        (
            &["decode", "ahp@1.0", "--type", "ReconnectResult"],
            r#"{"channels":[{"kind":"replay","channel":"ahp-chat:/1","actions":[]}]}"#,
        ),
    ] {
        let ran = run(arguments, text);
        assert!(
            ran.status == 65 && (ran.out + &ran.err).contains("the AHP draft after 1.0"),
            "{arguments:?}"
        );
    }
}

#[test]
fn session_actions_are_validated_alone_and_in_frames() {
    let action = r#"{"channel":"ahp-session:/1","action":{"type":"session/openCanvasesChanged","openCanvases":[{"instanceId":"a","channel":"ahp-chat:/1","canvasId":"c","extensionId":"e","availability":"ready"}]},"serverSeq":3}"#;
    let frame = format!(r#"{{"jsonrpc":"2.0","method":"action","params":{action}}}"#);
    let found = |text: &str| {
        let ran = run(&["check", "ahp"], text);
        (
            member(&ran.value(), "rule"),
            member(&ran.value(), "pointer")
                .as_str()
                .unwrap()
                .replace("/params", ""),
        )
    };
    assert_eq!(found(action), found(&frame));
    let list = r#"{"channel":"ahp-chat:/1","action":{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-chat:/1"}]}}"#;
    let ran = run(&["check", "ahp@1.0"], list);
    assert_eq!(
        member(&ran.value(), "pointer").text(),
        r#""/action/canvases/0/resource""#
    );
    let declared = r#"{"canvasId":"plan","displayName":"Plan","description":"A plan","actions":[{"name":"a"},{"name":"a"}]}"#;
    assert_eq!(run(&["check", "ahp"], declared).status, 65);
}
