//! AHP canvases, translated from the proposal to the release and back.

use crate::program::{at, convert, find, json, round_trip_in_envelope, run, run_ok, text};

/// An open canvas, an update, a list and a page message, as sent by a host of the proposal.
const PROPOSED: &str = r#"{"resource":"ahp-canvas:/7","state":{"instanceId":"east","canvasId":"plan","extensionId":"museum","title":"East","status":"drawn","url":"https://plans.test/east?k=1","availability":"ready","provider":{"kind":"server"}},"fromSeq":3}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/updated","title":"West","status":null},"serverSeq":4}
{"channel":"ahp-session:/s","action":{"type":"session/openCanvasesChanged","openCanvases":[{"instanceId":"east","channel":"ahp-canvas:/7","canvasId":"plan","extensionId":"museum","title":"West","availability":"ready"}]},"serverSeq":5}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/updated","url":null,"availability":"stale"},"serverSeq":6}
"#;

/// The messages of `PROPOSED` as sent by a host of the release.
const RELEASED: &str = r#"{"resource":"ahp-canvas:/7","state":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East","status":"drawn","url":"https://plans.test/east?k=1"},"fromSeq":3}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"West","url":"https://plans.test/east?k=1"}},"serverSeq":4}
{"channel":"ahp-chat:/c","action":{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-canvas:/7"}]},"serverSeq":5}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"West"}},"serverSeq":6}
"#;

const CHANNELS: [&str; 4] = [
    "--ahp-chat",
    "ahp-chat:/c",
    "--ahp-session",
    "ahp-session:/s",
];

fn values(text: &str) -> Vec<wire::Payload> {
    text.lines().map(json).collect()
}

#[test]
fn an_update_becomes_a_state_and_a_state_the_update_that_leads_to_it() {
    let there = run_ok(&convert("ahp@canvas", "ahp@1.0", &CHANNELS), PROPOSED);
    assert_eq!(there.values(), values(RELEASED));
    let back = run_ok(&convert("ahp@1.0", "ahp@canvas", &CHANNELS), RELEASED);
    assert_eq!(back.values(), values(PROPOSED));
    let strict: Vec<&str> = CHANNELS.into_iter().chain(["--strict"]).collect();
    assert_eq!(
        run_ok(&convert("ahp", "ahp@1.0", &strict), PROPOSED).out,
        there.out,
        "nothing is lost"
    );
}

#[test]
fn json_rpc_messages_keep_their_frames() {
    let (proposed, released) = (
        PROPOSED.lines().collect::<Vec<_>>(),
        RELEASED.lines().collect::<Vec<_>>(),
    );
    let framed = |lines: &[&str]| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{{\"snapshot\":{},\"x\":1.0}}}}\n{{\"jsonrpc\":\"2.0\",\"method\":\"action\",\"params\":{}}}\n",
            lines[0], lines[1]
        )
    };
    let there = run_ok(&convert("ahp@canvas", "ahp@1.0", &[]), framed(&proposed));
    assert_eq!(there.values(), values(&framed(&released)));
    let back = run_ok(&convert("ahp@1.0", "ahp@canvas", &[]), framed(&released));
    assert_eq!(back.values(), values(&framed(&proposed)));
}

#[test]
fn pointers_count_from_the_whole_message() {
    let frame = r#"{"jsonrpc":"2.0","id":0,"result":{"snapshot":{"resource":"ahp-canvas:/7","state":{"instanceId":"a","canvasId":"b","extensionId":"c","displayName":"D","availability":"ready","provider":{"kind":"server"}},"fromSeq":3}}}"#;
    let ran = run(&convert("ahp@canvas", "ahp@1.0", &["--notes"]), frame);
    assert_eq!(ran.status, 0);
    let carried = ran
        .reports()
        .into_iter()
        .filter(|note| text(note, "/verdict") == "lost");
    let noted: Vec<String> = carried.map(|note| text(&note, "/from")).collect();
    let carried =
        ["availability", "displayName"].map(|name| format!("/result/snapshot/state/{name}"));
    assert_eq!(noted, carried);

    let ran = run(&convert("ahp@canvas", "ahp@1.0", &["--strict"]), frame);
    let losses: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(_, error, _, pointer)| (error, pointer))
        .collect();
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(losses, carried.map(|pointer| ("loss".to_owned(), pointer)));
    let broken = frame.replace(r#""instanceId":"a","#, "");
    let ran = run(&convert("ahp@canvas", "ahp@1.0", &[]), broken);
    assert_eq!(
        (ran.status, ran.error().3.as_str()),
        (65, "/result/snapshot/state/instanceId")
    );
}

#[test]
fn data_that_the_release_cannot_express_returns_from_an_envelope() {
    let proposed = r#"{"resource":"ahp-canvas:/7","state":{"instanceId":"a","canvasId":"b","extensionId":"c","extensionName":"C","displayName":"D","input":{"n":1.0},"url":"data:,x","availability":"ready","provider":{"kind":"client","clientId":"k"},"x":null},"fromSeq":3}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/updated","availability":"stale"}}
{"channel":"ahp-canvas:/7","action":{"type":"canvas/updated","title":"t","y":[1e999]}}
{"channel":"ahp-session:/s","action":{"type":"session/openCanvasesChanged","openCanvases":[{"instanceId":"o","channel":"ahp-canvas:/8","canvasId":"b","extensionId":"c","availability":"warming","z":1}]}}"#;
    let cx = ["--ahp-chat", "ahp-chat:/c"];
    assert_eq!(
        round_trip_in_envelope("ahp@canvas", "ahp@1.0", &cx, proposed),
        values(proposed)
    );

    let embedded: Vec<&str> = cx.into_iter().chain(["--embed"]).collect();
    let ran = run(&convert("ahp@canvas", "ahp@1.0", &embedded), proposed);
    // Without the state, the updates have no canvas to apply to.
    let rules: Vec<String> = ran.errors().into_iter().map(|error| error.2).collect();
    let expected = [
        "carry/no-room",
        "ahp-canvas-1.0/action",
        "ahp-canvas-1.0/action",
        "carry/no-room",
    ];
    assert_eq!(
        (ran.status, ran.out.as_str(), rules),
        (65, "", expected.map(String::from).to_vec())
    );
}

#[test]
fn a_state_without_contents_is_read_by_type_name() {
    let state = r#"{"instanceId":"a","extensionId":"c","canvasId":"b"}"#;
    let there = run_ok(
        &convert("ahp@1.0", "ahp@canvas", &["--type", "CanvasState"]),
        state,
    )
    .value();
    assert_eq!(
        (
            text(&there, "/availability"),
            text(&there, "/provider/kind")
        ),
        ("stale".into(), "server".into())
    );
    let back = run_ok(
        &convert("ahp@canvas", "ahp@1.0", &["--type", "CanvasState"]),
        there.text(),
    );
    assert_eq!(back.value(), json(state));
}

#[test]
fn data_that_the_other_shape_lacks_is_refused_by_name() {
    let channel = r#""channel":"ahp-canvas:/7""#;
    for (from, to, action, pointer) in [
        (
            "ahp@canvas",
            "ahp@1.0",
            r#"{"type":"canvas/closeRequested"}"#,
            "/action/type",
        ),
        (
            "ahp@canvas",
            "ahp@1.0",
            r#"{"type":"canvas/message","payload":1}"#,
            "/action/type",
        ),
        (
            "ahp@canvas",
            "ahp@1.0",
            r#"{"type":"session/canvasesChanged","canvases":[]}"#,
            "/action/type",
        ),
        (
            "ahp@canvas",
            "ahp@1.0",
            r#"{"type":"chat/canvasesChanged"}"#,
            "/action/type",
        ),
        (
            "ahp@canvas",
            "ahp@1.0",
            r#"{"type":"canvas/updated"}"#,
            "/channel",
        ),
        (
            "ahp@1.0",
            "ahp@canvas",
            r#"{"type":"canvas/updated"}"#,
            "/action/type",
        ),
        (
            "ahp@1.0",
            "ahp@canvas",
            r#"{"type":"session/openCanvasesChanged"}"#,
            "/action/type",
        ),
        (
            "ahp@1.0",
            "ahp@canvas",
            r#"{"type":"chat/canvasesChanged","canvases":[]}"#,
            "/channel",
        ),
    ] {
        let ran = run(
            &convert(from, to, &[]),
            format!("{{{channel},\"action\":{action}}}"),
        );
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.error().3.as_str()),
            (65, "", pointer),
            "{action}"
        );
    }
    let after = format!(
        "{}\n{{{channel},\"action\":{{\"type\":\"canvas/updated\",\"availability\":null}}}}",
        PROPOSED.lines().next().unwrap()
    );
    let ran = run(&convert("ahp@canvas", "ahp@1.0", &[]), after);
    assert_eq!(
        (ran.status, ran.error().0, ran.error().3.as_str()),
        (65, 2, "/action/availability")
    );

    let unknown = r#"{"channel":"ahp-chat:/c","action":{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-canvas:/9"}]}}"#;
    let ran = run(&convert("ahp@1.0", "ahp@canvas", &CHANNELS), unknown);
    assert_eq!(
        (ran.status, ran.error().1.as_str(), ran.error().3.as_str()),
        (65, "context", "/action/canvases/0/resource")
    );
    for (line, pointer) in [
        (
            r#"{"resource":"ahp-canvas:/7","state":{"canvasId":"b","providerId":"c","contentUri":"data:,","availability":"ready"},"fromSeq":1}"#,
            "/state/instanceId",
        ),
        (
            r#"{"channel":"ahp-canvas:/7","action":{"type":"canvas/trustChanged","trust":{}}}"#,
            "/action/type",
        ),
    ] {
        let ran = run(&convert("ahp@canvas", "ahp@1.0", &[]), line);
        assert_eq!((ran.status, ran.error().3.as_str()), (65, pointer));
        assert!(ran.err.contains("AHP pull request"), "{}", ran.err);
    }
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"canvasOpen","params":{}}"#;
    assert_eq!(
        run(&convert("ahp@canvas", "ahp@1.0", &[]), request)
            .error()
            .2,
        "ahp-canvas/no-canvas"
    );
    let rejected = PROPOSED.lines().nth(1).unwrap().replace(
        r#""serverSeq":4"#,
        r#""serverSeq":4,"rejectionReason":"no""#,
    );
    assert_eq!(
        run(&convert("ahp@canvas", "ahp@1.0", &[]), rejected)
            .error()
            .3,
        "/rejectionReason"
    );
}

#[test]
fn another_identity_in_a_state_is_kept_in_the_carry() {
    let renamed = RELEASED.replacen(
        r#""canvas":{"instanceId":"east""#,
        r#""canvas":{"instanceId":"west""#,
        1,
    );
    let ran = run(
        &convert(
            "ahp@1.0",
            "ahp@canvas",
            &["--notes", "--ahp-session", "ahp-session:/s"],
        ),
        &renamed,
    );
    let note = ran
        .reports()
        .into_iter()
        .find(|note| {
            text(note, "/rule") == "ahp-1.0-canvas/instance-id" && text(note, "/verdict") == "lost"
        })
        .unwrap();
    assert_eq!(text(&note, "/from"), "/action/canvas/instanceId");
    assert_eq!(
        round_trip_in_envelope("ahp@1.0", "ahp@canvas", &CHANNELS, &renamed),
        values(&renamed)
    );
}

#[test]
fn surfaces_reach_the_release_through_the_proposal() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c"}}"#;
    let base = ["--base-url", "https://ui.test/x"];
    let proposed = run_ok(&convert("a2ui", "ahp@canvas", &[]), surface).out;
    let released = run_ok(&convert("a2ui", "ahp@1.0", &base), surface);
    assert_eq!(
        text(&released.value(), "/state/url"),
        "https://ui.test/x/desk/surface.json"
    );
    assert_eq!(
        text(&released.value(), "/contents/0/uri"),
        "https://ui.test/x/desk/surface.json"
    );
    assert_eq!(
        run_ok(&convert("ahp@canvas", "ahp@1.0", &base), &proposed).out,
        released.out
    );
    assert_eq!(
        run_ok(&convert("ahp@1.0", "ahp@canvas", &base), &released.out).out,
        proposed
    );
    assert_eq!(
        run_ok(&convert("ahp@1.0", "a2ui", &base), &released.out).out,
        run_ok(&convert("ahp", "a2ui", &[]), &proposed).out
    );
    let unserved = run_ok(&convert("ahp@canvas", "ahp@1.0", &[]), &proposed).value();
    assert!(find(&unserved, "/state/url").is_none());
    assert_eq!(
        at(&unserved, "/contents"),
        at(&json(proposed.trim()), "/contents")
    );
}

#[test]
fn the_context_names_a_chat_and_a_session() {
    for wrong in [
        ["--ahp-chat", "ahp-session:/s"],
        ["--ahp-session", "https://a.test"],
        ["--base-url", "ftp://a"],
    ] {
        let ran = run(
            &convert("ahp@canvas", "ahp@1.0", &wrong),
            PROPOSED.lines().next().unwrap(),
        );
        assert_eq!(ran.status, 2, "{wrong:?}");
    }
    assert_eq!(run(&convert("ahp", "ahp@canvas", &[]), PROPOSED).status, 2);
}

#[test]
fn messages_without_canvases_are_omitted_from_a_log() {
    let shown = |id: &str| {
        format!(
            r#"{{"resource":"ahp-canvas:/{id}","state":{{"instanceId":"{id}","extensionId":"museum","canvasId":"plan"}},"fromSeq":2}}"#
        )
    };
    let chat = r#"{"resource":"ahp-chat:/1","state":{"title":"Visit","turns":[]},"fromSeq":2}"#;
    let snapshots = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"type":"snapshot","snapshots":[{chat},{},{}]}}}}"#,
        shown("east"),
        shown("west")
    );
    let told = |channel: &str, action: &str| {
        format!(r#"{{"channel":"{channel}","action":{action},"serverSeq":3}}"#)
    };
    let changed = r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East"}}"#;
    let replay = format!(
        r#"{{"jsonrpc":"2.0","id":2,"result":{{"type":"replay","missing":[],"actions":[{},{}]}}}}"#,
        told("ahp-chat:/1", r#"{"type":"chat/delta","content":"a"}"#),
        told("ahp-canvas:/east", changed)
    );
    let log = format!(
        "{snapshots}\n{replay}\n{}",
        told(
            "ahp-chat:/1",
            r#"{"type":"chat/isReadChanged","isRead":true}"#
        )
    );
    let ran = run(
        &["convert", "--from", "ahp@1.0", "--to", "ahp@canvas"],
        &log,
    );
    let out: Vec<_> = ran.values();
    assert_eq!((ran.status, out.len()), (0, 3), "{}", ran.err);
    assert_eq!(text(&out[1], "/resource"), "ahp-canvas:/west");
    assert_eq!(text(&out[2], "/action/title"), "East");
    let told: Vec<_> = ran
        .reports()
        .iter()
        .map(|report| text(report, "/rule"))
        .collect();
    assert_eq!(told, ["list/beside", "list/beside", "ahp/other-traffic"]);
    assert!(
        ran.err.contains("3 messages without a canvas"),
        "{}",
        ran.err
    );
    // A list inside a snapshot is not skipped.
    let listed = r#"{"resource":"ahp-chat:/1","state":{"canvases":[{"resource":"ahp-canvas:/east"}]},"fromSeq":2}"#;
    let ran = run(
        &["convert", "--from", "ahp@1.0", "--to", "ahp@canvas"],
        listed,
    );
    assert_eq!(
        ran.error(),
        (
            1,
            "rule".into(),
            "ahp-canvas/no-canvas".into(),
            "/resource".into()
        )
    );
}
