//! A2UI surfaces translated to AHP canvases, and back.

use crate::program::{at, convert, find, json, round_trip_in_envelope, run, run_ok, text};

/// Two live surfaces and a deleted one, in A2UI 0.9.
const DESK: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c","theme":{"agentDisplayName":"Loans","hue":210.0},"sendDataModel":true}}
{"version":"v0.9","createSurface":{"surfaceId":"gone","catalogId":"c"}}
{"version":"v0.9","createSurface":{"surfaceId":"hall / 2","catalogId":"d"}}
{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"root","component":"Column","children":["a","b"]},{"id":"a","component":"Text","text":{"path":"/n"},"x":{"y":[1.0,1e999]}}]}}
{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":{"n":1.50,"list":[1,2,3],"":null}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"desk","path":"/list/1","value":"two"}}
{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"b","component":"Button","child":"a","action":{"event":{"name":"go"}}}]}}
{"version":"v0.9","deleteSurface":{"surfaceId":"gone"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"hall / 2","path":"/seats","value":{"4":"free"}}}
"#;

/// One surface in A2UI 0.8.
const OLD: &str = r#"{"surfaceUpdate":{"surfaceId":"old","components":[{"id":"top","component":{"Text":{"text":{"path":"/name"}}}}]}}
{"dataModelUpdate":{"surfaceId":"old","contents":[{"key":"name","valueString":"Ada"},{"key":"age","valueNumber":36.0},{"key":"tags","valueMap":[{"key":"a","valueBoolean":true}]}]}}
{"beginRendering":{"surfaceId":"old","root":"top","styles":{"font":"Inter"}}}
"#;

fn fold(messages: &str) -> String {
    run_ok(&["fold", "a2ui"], messages).out
}

#[test]
fn every_live_surface_becomes_a_canvas_in_order_of_creation() {
    let canvases = run_ok(&convert("a2ui", "ahp@canvas", &[]), DESK).values();
    assert_eq!(canvases.len(), 2);
    let desk = &canvases[0];
    assert_eq!(text(desk, "/channel"), "ahp-canvas:/desk");
    assert_eq!(text(desk, "/state/instanceId"), "desk");
    assert_eq!(text(desk, "/state/canvasId"), "a2ui");
    assert_eq!(text(desk, "/state/extensionId"), "agent-ui-bridge");
    assert_eq!(text(desk, "/state/title"), "Loans");
    assert_eq!(text(desk, "/state/availability"), "ready");
    assert_eq!(at(desk, "/state/provider"), json(r#"{"kind":"server"}"#));
    assert_eq!(text(desk, "/state/url"), text(desk, "/contents/0/uri"));
    assert_eq!(text(desk, "/contents/0/mimeType"), "application/json+a2ui");
    let hall = &canvases[1];
    assert_eq!(text(hall, "/channel"), "ahp-canvas:/hall%20%2F%202");
    assert_eq!(text(hall, "/state/instanceId"), "hall / 2");
    assert!(find(hall, "/state/title").is_none());
    // The content is a document of messages that any reader of A2UI accepts.
    assert_eq!(
        fold(&text(desk, "/contents/0/text")),
        fold(DESK).lines().next().unwrap().to_owned() + "\n"
    );
}

#[test]
fn surfaces_return_unchanged() {
    for (messages, count) in [(DESK, 2), (OLD, 1)] {
        for (dialect, base) in [
            ("ahp@canvas", &[][..]),
            ("ahp@1.0", &["--base-url", "https://ui.test/x/"]),
            ("ahp@1.0", &["--base-url", "http://ui.test"]),
        ] {
            for more in [base, &[base, &["--envelope"]].concat()] {
                let there = run_ok(&convert("a2ui", dialect, more), messages);
                assert_eq!(there.values().len(), count);
                let back = run_ok(&convert(dialect, "a2ui", more), &there.out);
                let messages_back: String = if more.contains(&"--envelope") {
                    back.opened_values()
                        .iter()
                        .map(|message| format!("{message}\n"))
                        .collect()
                } else {
                    back.out
                };
                assert_eq!(fold(&messages_back), fold(messages), "{dialect}");
            }
        }
    }
}

#[test]
fn surfaces_of_other_versions_are_translated_to_the_requested_one() {
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), OLD).out;
    assert_eq!(
        run_ok(&convert("ahp", "a2ui@0.9", &[]), &canvas).out,
        run_ok(
            &convert("a2ui@0.8", "a2ui@0.9", &[]),
            run_ok(&convert("ahp", "a2ui", &[]), &canvas).out
        )
        .out
    );
    assert_eq!(
        run_ok(&convert("ahp", "a2ui@0.8", &[]), &canvas).out,
        run_ok(&convert("ahp", "a2ui", &[]), &canvas).out
    );
}

#[test]
fn a_released_canvas_needs_a_base_url() {
    let ran = run(&convert("a2ui", "ahp@1.0", &[]), OLD);
    assert_eq!((ran.status, ran.out.as_str()), (65, ""));
    assert_eq!(ran.error().1, "context");
    assert!(text(&ran.reports()[0], "/hint").contains("--base-url"));
    assert_eq!(
        run(
            &convert("a2ui", "ahp@1.0", &["--base-url", "file:///x"]),
            OLD
        )
        .status,
        2
    );

    let canvas = run_ok(
        &convert("a2ui", "ahp@1.0", &["--base-url", "https://ui.test"]),
        OLD,
    )
    .value();
    assert!(
        text(&canvas, "/state/url").starts_with("https://ui.test/old/"),
        "{canvas}"
    );
    assert_eq!(
        text(&canvas, "/state/url"),
        text(&canvas, "/contents/0/uri")
    );
}

#[test]
fn an_edited_title_is_translated_to_the_theme_and_back() {
    for kept in [&[][..], &["--envelope"]] {
        let there = run_ok(&convert("a2ui", "ahp", kept), DESK).out;
        let edited = there.replace(r#""title":"Loans""#, r#""title":"Returns""#);
        assert_ne!(there, edited);
        let back = run_ok(&convert("ahp", "a2ui", kept), edited);
        let messages: String = match kept {
            [] => back.out.clone(),
            _ => back
                .opened_values()
                .iter()
                .map(|message| format!("{message}\n"))
                .collect(),
        };
        let surface = json(fold(&messages).lines().next().unwrap());
        assert_eq!(
            at(&surface, "/theme"),
            json(r#"{"agentDisplayName":"Returns","hue":210.0}"#)
        );
        let again = run_ok(&convert("a2ui", "ahp", kept), back.out).values();
        let again = if kept.is_empty() {
            again[0].clone()
        } else {
            at(&again[0], "/value")
        };
        assert_eq!(text(&again, "/state/title"), "Returns");
    }
}

/// Returns one of our canvases with additional members from its host.
fn grown() -> String {
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), OLD).out;
    let grown = canvas.replace(
        r#""availability":"ready""#,
        r#""availability":"stale","status":"waiting","x-seen":[1.0]"#,
    );
    assert_ne!(canvas, grown);
    grown.replace(
        r#""channel":"ahp-canvas:/old""#,
        r#""channel":"ahp-canvas:/elsewhere","y":null"#,
    )
}

#[test]
fn members_that_a_host_added_return_from_an_envelope() {
    assert_eq!(
        round_trip_in_envelope("ahp", "a2ui", &[], &grown()),
        [json(&grown())]
    );
}

#[test]
fn agent_messages_cannot_embed_a_carry() {
    let ran = run(&convert("ahp", "a2ui", &["--embed"]), grown());
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.error().2.as_str()),
        (65, "", "carry/no-room")
    );
    // A conversion without a carry is not refused.
    let canvas = run_ok(&convert("a2ui", "ahp", &["--embed"]), OLD).out;
    assert_eq!(
        fold(&run_ok(&convert("ahp", "a2ui", &["--embed"]), canvas).out),
        fold(OLD)
    );
}

#[test]
fn a_foreign_canvas_is_refused_rather_than_an_empty_surface() {
    let foreign = r#"{"channel":"ahp-canvas:/x","state":{"instanceId":"x","canvasId":"plan","extensionId":"e","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;
    let ours = run_ok(&convert("a2ui", "ahp", &[]), OLD).out;
    let ran = run(&convert("ahp", "a2ui", &[]), format!("{foreign}\n{ours}"));
    assert_eq!(ran.status, 65);
    let (line, error, rule, pointer) = ran.error();
    assert_eq!(
        (line, &*error, &*rule, &*pointer),
        (1, "rule", "ahp-a2ui/surface", "/contents")
    );
    assert_eq!(fold(&ran.out), fold(OLD));

    let empty = foreign.replace(
        "[]",
        r#"[{"uri":"u","mimeType":"application/json+a2ui","text":"[]"}]"#,
    );
    let ran = run(&convert("ahp", "a2ui", &[]), empty);
    assert_eq!(
        (ran.status, ran.error().3.as_str()),
        (65, "/contents/0/text")
    );
    let renamed = ours.replace(r#""instanceId":"old""#, r#""instanceId":"new""#);
    let ran = run(&convert("ahp", "a2ui", &[]), renamed);
    assert_eq!(
        (ran.status, ran.error().3.as_str()),
        (65, "/state/instanceId")
    );
}

#[test]
fn a_surface_whose_id_cannot_name_a_canvas_is_refused() {
    for id in ["", ".", ".."] {
        let create = format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}"#
        );
        let ran = run(&convert("a2ui", "ahp", &[]), create);
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.error().3.as_str()),
            (65, "", "/createSurface/surfaceId"),
            "{id:?}"
        );
    }
}

#[test]
fn a_message_without_a_live_surface_is_refused_at_its_place() {
    let input = format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"unknown","value":1}}}}{}{DESK}"#,
        "\n"
    );
    let ran = run(&convert("a2ui", "ahp", &[]), input);
    assert_eq!((ran.status, ran.values().len(), ran.error().0), (65, 2, 1));
}

#[test]
fn complete_actions_are_sent_on_the_channel_of_their_canvas() {
    let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"hall / 2","sourceComponentId":"b","timestamp":"t","context":{"n":1.0},"x":null},"y":[]}"#;
    let there = run_ok(&convert("a2ui", "ahp@canvas", &[]), action);
    let expected = format!(
        r#"{{"channel":"ahp-canvas:/hall%20%2F%202","action":{{"type":"canvas/message","payload":{action}}}}}"#
    );
    assert_eq!(there.out, format!("{expected}\n"));
    assert_eq!(
        run_ok(&convert("ahp@canvas", "a2ui", &[]), &there.out).out,
        format!("{action}\n")
    );
    let ran = run(
        &convert("a2ui", "ahp@1.0", &["--base-url", "https://ui.test"]),
        action,
    );
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "rule"));

    let dispatch = expected.replace("ahp-canvas:/hall%20%2F%202", "ahp-canvas:/elsewhere");
    assert_eq!(
        round_trip_in_envelope("ahp", "a2ui@0.9", &[], &dispatch),
        [json(&dispatch)]
    );
    assert_eq!(
        crate::program::round_trip_embedded("ahp", "a2ui@0.9", &[], &dispatch),
        [json(&dispatch)]
    );
}

#[test]
fn actions_between_agent_messages_are_passed_through() {
    let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"desk","sourceComponentId":"b","timestamp":"t","context":{}}}"#;
    let values = run_ok(&convert("a2ui", "ahp", &[]), format!("{DESK}{action}\n")).values();
    assert_eq!(values.len(), 3);
    assert_eq!(at(&values[0], "/action/payload"), json(action));
    assert!(find(&values[1], "/state").is_some() && find(&values[2], "/state").is_some());
}

#[test]
fn other_canvas_actions_cannot_be_translated() {
    let closed = r#"{"channel":"ahp-canvas:/x","action":{"type":"canvas/closeRequested"}}"#;
    let ran = run(&convert("ahp", "a2ui", &[]), closed);
    assert_eq!(
        (ran.status, ran.error().1.as_str(), ran.error().3.as_str()),
        (65, "rule", "/action/type")
    );
    let ran = run(
        &convert("ahp", "a2ui", &[]),
        r#"{"channel":"c","action":{"type":"canvas/message","payload":{"no":1}}}"#,
    );
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "rule"));
    assert!(ran.error().3.starts_with("/action/payload"));
}

#[test]
fn the_caller_names_the_channel_and_the_owner() {
    let more = ["--channel", "ahp-canvas:/mine", "--owner", "loans-agent"];
    let canvas = run_ok(&convert("a2ui", "ahp", &more), OLD).value();
    assert_eq!(text(&canvas, "/channel"), "ahp-canvas:/mine");
    assert_eq!(text(&canvas, "/state/extensionId"), "loans-agent");
}

#[test]
fn a_foreign_carry_does_not_change_the_requested_version() {
    // June and 0.10 have the same messages under other words.
    let june = r#"{"channel":"ahp-canvas:/desk","state":{"instanceId":"desk","canvasId":"a2ui","extensionId":"x","url":"https://ui.test/desk/surface.json"},"contents":[{"uri":"https://ui.test/desk/surface.json","mimeType":"application/a2ui+json","text":"[{\"version\":\"v1.0\",\"createSurface\":{\"surfaceId\":\"desk\",\"catalogId\":\"c\"}}]"}]}"#;
    for (to, word) in [("a2ui@0.10", "v0.10"), ("a2ui@1.0-june", "v1.0")] {
        let envelope = format!(
            r#"{{"value":{june},"carry":{{"v":1,"layers":[{{"from":"a2ui@1.0-june","fields":[]}}]}}}}"#
        );
        let ran = run_ok(&convert("ahp@1.0", to, &["--envelope"]), envelope);
        assert_eq!(
            text(&ran.opened_values()[0], "/version"),
            word,
            "{}",
            ran.out
        );
    }
}
