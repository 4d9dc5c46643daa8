//! Several surfaces and canvases in one input, and the notations of A2UI 1.0.

use crate::program::{at, convert, json, round_trip_in_envelope, run, run_ok, text};
use wire::Payload;

const BASIC: &str = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns `true` if a note has this verdict and place.
fn has_note(notes: &Payload, verdict: &str, from: &str) -> bool {
    notes
        .elements()
        .any(|note| text(&note, "/verdict") == verdict && text(&note, "/from") == from)
}

#[test]
fn canvases_keep_their_own_identities_through_answers() {
    let canvas = |id: &str| {
        let messages = format!(
            r#"[{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}]"#
        );
        let messages = Payload::string(&messages);
        format!(
            r#"{{"channel":"ahp-canvas:/of-{id}","state":{{"instanceId":"{id}","canvasId":"plan-{id}","extensionId":"e","availability":"ready","provider":{{"kind":"server"}},"url":"ahp-canvas-content:/{id}/x.json"}},"contents":[{{"uri":"ahp-canvas-content:/{id}/x.json","mimeType":"application/json+a2ui","text":{messages}}}]}}"#
        )
    };
    let canvases = format!("[{},{}]", canvas("a"), canvas("b"));
    let ask = |from: &str, to: &str, input: &str, carry: &str| {
        let question = format!(
            r#"{{"id":"1","op":"translate","from":"{from}","to":"{to}","input":{input}{carry}}}"#
        );
        run_ok(&["answer"], question).value()
    };
    let there = ask("ahp@canvas", "a2ui@0.9", &canvases, "");
    let carry = format!(r#","carry":{}"#, at(&there, "/carry"));
    let back = ask(
        "a2ui@0.9",
        "ahp@canvas",
        at(&there, "/value").text(),
        &carry,
    );
    assert_eq!(at(&back, "/value"), json(&canvases));
}

#[test]
fn the_notation_is_detected_from_possible_bindings() {
    let create = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let component = |binding: &str| {
        format!(
            r#"{{"version":"v1.0","updateComponents":{{"surfaceId":"s","components":[{{"id":"root","component":"Text","text":{binding}}}]}}}}"#
        )
    };
    let data = r#"{"version":"v1.0","updateDataModel":{"surfaceId":"s","value":{"note":"@path"}}}"#;
    for binding in [r#"{"path":"/note"}"#, r#"{"@path":"/note"}"#] {
        let ran = run_ok(
            &convert("a2ui", "a2ui@0.9", &[]),
            lines(&[create, data, &component(binding)]),
        );
        let expected = [create, data, &component(r#"{"path":"/note"}"#)]
            .map(|line| line.replace("v1.0", "v0.9"));
        assert_eq!(ran.values(), expected.map(|line| json(&line)));
    }
}

#[test]
fn members_that_0_9_1_lacks_return_to_1_0() {
    let create = format!(
        r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","catalogId":"{BASIC}","components":[{{"id":"root","component":"Text","text":"Hi","variant":"h1"}}],"dataModel":null}}}}"#
    );
    for version in ["a2ui@0.9", "a2ui@0.9.1"] {
        let back = round_trip_in_envelope("a2ui@1.0-aug", version, &[], &create);
        let keys = ["/updateDataModel/value", "/updateComponents/components/0"];
        let found: Vec<Payload> = keys
            .iter()
            .map(|key| {
                back.iter()
                    .find_map(|line| crate::program::find(line, key))
                    .unwrap()
            })
            .collect();
        assert_eq!(
            found,
            [
                json("null"),
                json(r#"{"id":"root","component":"Text","text":"Hi","variant":"h1"}"#)
            ],
            "{version}"
        );
    }
}

#[test]
fn waiting_results_keep_their_notes() {
    let create =
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","x-desk":2}}"#;
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}],"x-pen":1}}"#;
    let canvas = run_ok(
        &convert("a2ui@0.9", "ahp", &["--envelope"]),
        lines(&[create, update]),
    )
    .value();
    assert!(
        has_note(&at(&canvas, "/notes"), "lost", "/updateComponents/x-pen"),
        "{canvas}"
    );
    let old = run_ok(
        &convert("a2ui@0.9", "a2ui@0.8", &["--envelope"]),
        lines(&[create, update]),
    )
    .values();
    let begin = old
        .iter()
        .find(|line| at(line, "/value").text().contains("beginRendering"))
        .unwrap();
    assert!(
        has_note(&at(begin, "/notes"), "carried", "/createSurface/x-desk"),
        "{begin}"
    );
}

#[test]
fn notes_have_the_line_of_their_own_surface() {
    let create = |id: &str| {
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}"#)
    };
    let ran = run(
        &convert("a2ui@0.9", "ahp", &["--notes"]),
        lines(&[&create("s"), &create("t")]),
    );
    let ids: Vec<_> = ran
        .reports()
        .into_iter()
        .filter(|note| text(note, "/to") == "/state/instanceId")
        .collect();
    assert_eq!(
        ids.iter()
            .map(|note| at(note, "/line").text().to_owned())
            .collect::<Vec<_>>(),
        ["1", "2"]
    );
}

#[test]
fn a_june_message_returns_from_a_channel() {
    let action = r#"{"version":"v1.0","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"t","context":{}}}"#;
    assert_eq!(
        round_trip_in_envelope("a2ui@1.0-june", "ahp", &[], action),
        [json(action)]
    );
}

#[test]
fn a_channel_returns_for_a_surface_whose_id_cannot_name_one() {
    for id in ["", ".", ".."] {
        let action = format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"{id}","sourceComponentId":"b","timestamp":"t","context":{{}}}}}}"#
        );
        let dispatch = format!(
            r#"{{"channel":"ahp-canvas:/x","action":{{"type":"canvas/message","payload":{action}}}}}"#
        );
        assert_eq!(
            round_trip_in_envelope("ahp", "a2ui@0.9", &[], &dispatch),
            [json(&dispatch)]
        );
        let ran = run(&convert("a2ui@0.9", "ahp", &[]), &action);
        assert_eq!(ran.error().3, "/action/surfaceId");
    }
}
