//! Translations over several mappings: actions.json, AAP, A2UI, AHP.

use crate::program::{
    at, convert, file, json, round_trip_embedded, round_trip_in_envelope, run, run_ok, text,
};

const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"seat.picked","event":"hall:picked","ingestion":"enabled","target":{"selector":".seat"}}]}"##;

const EVENTS: &str = r#"{"type":"dom_event","event_id":"ev-1","runtime_id":"rt-1","name":"seat.picked","payload":{"row":4.0},"url":"https://shop.test/hall?day=2","observed_at":"2026-03-02T08:15:00Z"}
{"type":"dom_event","event_id":"ev-2","runtime_id":"rt-1","name":"seat.picked","payload":[1],"url":"https://shop.test/hall","observed_at":"2026-03-02T08:15:01Z","event":null,"x":{"y":1}}
"#;

const RECORDS: &str = r#"{"id":"a","timestamp":"t","canvasFile":"hall/seats.html","action":"click","element":"seat-4","data":{"row":4.0},"summary":"s"}
{"id":"b","timestamp":"t","canvasFile":"up.html","action":"click","element":null,"data":7,"summary":"s","x":[]}
{"id":"c","timestamp":"t","canvasFile":"p.html","action":"click","data":{"agent_ui_carry":0},"summary":"s"}
"#;

fn values(lines: &str) -> Vec<wire::Payload> {
    lines.lines().map(json).collect()
}

#[test]
fn events_return_from_a2ui_and_from_ahp() {
    let manifest = file(MANIFEST);
    let more = ["--manifest", &*manifest];
    for to in ["a2ui@0.8", "a2ui@0.9", "ahp@canvas"] {
        assert_eq!(
            round_trip_in_envelope("actions-json", to, &more, EVENTS),
            values(EVENTS),
            "{to}"
        );
        assert_eq!(
            round_trip_embedded("actions-json", to, &more, EVENTS),
            values(EVENTS),
            "{to}"
        );
    }
}

#[test]
fn records_return_from_ahp() {
    assert_eq!(
        round_trip_in_envelope("aap", "ahp@canvas", &[], RECORDS),
        values(RECORDS)
    );
    assert_eq!(
        round_trip_embedded("aap", "ahp@canvas", &[], RECORDS),
        values(RECORDS)
    );
}

#[test]
fn a_composed_translation_equals_its_steps_in_sequence() {
    let whole = run_ok(&convert("aap", "ahp@canvas", &["--embed"]), RECORDS);
    let half = run_ok(&convert("aap", "a2ui@0.9", &["--embed"]), RECORDS).out;
    assert_eq!(
        run_ok(
            &convert("a2ui@0.9", "ahp@canvas", &["--embed", "--trust-embedded"]),
            half
        )
        .values(),
        whole.values()
    );
    let record = &whole.values()[0];
    assert_eq!(text(record, "/action/type"), "canvas/message");
    let carry = text(record, "/action/payload/action/context/agent_ui_carry");
    assert!(
        carry.starts_with("1:") && carry.contains(r#":{"v":1,"layers":[{"from":"aap@1.0""#),
        "{carry}"
    );
}

#[test]
fn every_forward_step_adds_a_layer_and_every_backward_step_removes_one() {
    let manifest = file(MANIFEST);
    let more = ["--manifest", &*manifest, "--envelope"];
    let layers = |line: &wire::Payload| -> Vec<String> {
        at(line, "/carry/layers")
            .elements()
            .map(|layer| text(&layer, "/from"))
            .collect()
    };
    let records = run_ok(&convert("actions-json", "aap", &more), EVENTS);
    assert_eq!(layers(&records.values()[0]), ["actions-json@1"]);
    let actions = run_ok(&convert("aap", "a2ui@0.9", &more), &records.out);
    assert_eq!(layers(&actions.values()[0]), ["actions-json@1", "aap@1.0"]);
    let back = run_ok(&convert("a2ui@0.9", "aap", &more), &actions.out);
    assert_eq!(layers(&back.values()[0]), ["actions-json@1"]);
    assert_eq!(back.opened_values(), records.opened_values());
    let events = run_ok(&convert("aap", "actions-json", &more), &back.out);
    assert!(layers(&events.values()[0]).is_empty());
    assert_eq!(events.opened_values(), values(EVENTS));
}

#[test]
fn pairs_without_a_route_are_refused() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let ran = run(
        &convert("a2ui", "actions-json", &["--runtime-id", "r"]),
        surface,
    );
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "rule"));
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), surface).out;
    let ran = run(&convert("ahp", "aap", &[]), canvas);
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.error().1.as_str()),
        (65, "", "rule")
    );
    let ran = run(
        &convert("aap", "ahp@1.0", &[]),
        RECORDS.lines().next().unwrap(),
    );
    assert_eq!(ran.status, 2);
    assert!(
        ran.err
            .contains("interactions of aap@1.0 can be translated into a2ui@0.8"),
        "{}",
        ran.err
    );
}

#[test]
fn the_version_of_a_payload_returns_from_a_record() {
    for payload in [
        r#"{"userAction":{"name":"go","surfaceId":"p.html","sourceComponentId":"b","timestamp":"t","context":{}}}"#,
        r#"{"version":"v0.9.1","action":{"name":"go","surfaceId":"p.html","sourceComponentId":"b","timestamp":"t","context":{}}}"#,
        r#"{"version":"v1.0","action":{"name":"go","surfaceId":"p.html","sourceComponentId":"b","timestamp":"t","context":{}}}"#,
    ] {
        let dispatch = format!(
            r#"{{"channel":"ahp-canvas:/p","action":{{"type":"canvas/message","payload":{payload}}}}}"#
        );
        assert_eq!(
            round_trip_in_envelope("ahp", "aap", &[], &dispatch),
            [json(&dispatch)]
        );
        assert_eq!(
            round_trip_embedded("ahp", "aap", &[], &dispatch),
            [json(&dispatch)]
        );
        let notes = at(
            &run_ok(&convert("ahp", "aap", &["--envelope"]), &dispatch).value(),
            "/notes",
        );
        assert!(
            notes
                .elements()
                .all(|note| !text(&note, "/from").is_empty()),
            "{notes}"
        );
    }
}

#[test]
fn values_that_return_only_from_the_carry_are_noted_as_lost() {
    let manifest = file(MANIFEST);
    let event = EVENTS.lines().next().unwrap();
    let ran = run(
        &convert(
            "actions-json",
            "a2ui@0.9",
            &["--manifest", &manifest, "--notes"],
        ),
        event,
    );
    let of_runtime: Vec<_> = ran
        .reports()
        .into_iter()
        .filter(|note| text(note, "/from") == "/runtime_id")
        .collect();
    assert_eq!(
        of_runtime
            .iter()
            .map(|note| text(note, "/verdict"))
            .collect::<Vec<_>>(),
        ["lost"]
    );
    // A missing description returns as an empty one.
    let declaration = r#"{"canvasId":"actions-json","displayName":"a","description":""}"#;
    let ran = run(&convert("ahp", "mcp", &["--notes"]), declaration);
    assert!(
        ran.reports()
            .iter()
            .all(|note| text(note, "/from") != "/description" || text(note, "/verdict") != "lost")
    );
    assert_eq!(
        text(
            &run_ok(&convert("mcp", "ahp", &[]), &ran.out).value(),
            "/description"
        ),
        ""
    );
}
