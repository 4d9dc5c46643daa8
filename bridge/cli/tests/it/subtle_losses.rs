//! Nothing is lost without being named: the places where that is easy to miss.

use crate::program::{file, run};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

#[test]
fn update_members_that_surfaces_lack_are_named_and_refused_under_strict() {
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1,"x-pen":2}}"#;
    let input = format!("{CREATE}\n{update}\n");
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "ahp", "--notes"],
        &input,
    );
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains(
        r#""verdict":"lost","rule":"a2ui-ahp/unknown-member","from":"/updateDataModel/x-pen""#
    ));
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "ahp", "--strict"],
        &input,
    );
    assert_eq!(
        (ran.status, ran.values().len()),
        (1, 0),
        "the canvas depends on the update"
    );
    let (line, error, _, pointer) = ran.error();
    assert_eq!(
        (line, &*error, &*pointer),
        (2, "loss", "/updateDataModel/x-pen")
    );
}

#[test]
fn unknown_members_of_data_entries_are_named_at_their_place() {
    let input = r#"{"surfaceUpdate":{"surfaceId":"d","components":[{"id":"r","component":{"Text":{"text":{"path":"/a"}}}}]}}
{"dataModelUpdate":{"surfaceId":"d","contents":[{"key":"a","valueString":"1"},{"key":"c","x-e":1,"valueMap":[{"key":"z","valueString":"q","x-f":2}]}]}}
{"beginRendering":{"surfaceId":"d","root":"r"}}"#;
    let ran = run(
        &["convert", "--from", "a2ui@0.8", "--to", "ahp", "--notes"],
        input,
    );
    for at in [
        "/dataModelUpdate/contents/1/x-e",
        "/dataModelUpdate/contents/1/valueMap/0/x-f",
    ] {
        let note = format!(r#""verdict":"lost","rule":"a2ui-ahp/unknown-member","from":"{at}""#);
        assert!(ran.err.contains(&note), "{at}: {}", ran.err);
    }
}

#[test]
fn a_surface_deleted_by_its_own_messages_is_named() {
    let input = format!(
        "{CREATE}\n{}\n",
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#
    );
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "ahp", "--notes"],
        input,
    );
    assert_eq!((ran.status, ran.values().len()), (0, 0));
    assert!(ran.err.contains("a2ui-ahp/deleted-surface"), "{}", ran.err);
}

#[test]
fn a_record_from_an_event_without_a_time_keeps_its_time() {
    let manifest = file(
        r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"a","event":"e","ingestion":"enabled"}]}"#,
    );
    let there = [
        "convert",
        "--from",
        "actions-json",
        "--to",
        "aap",
        "--envelope",
        "--manifest",
        &*manifest,
    ];
    let at = |time: &str| {
        [&there[..], &["--time", time]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let event = r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"a","payload":{},"url":"https://a.test/"}"#;
    let texts = at("2026-01-01T00:00:00.000Z");
    let record = run(&texts.iter().map(String::as_str).collect::<Vec<_>>(), event).out;
    let event = run(
        &[
            "convert",
            "--from",
            "aap",
            "--to",
            "actions-json",
            "--envelope",
        ],
        &record,
    )
    .out;
    let texts = at("2027-01-01T00:00:00.000Z");
    let again = run(&texts.iter().map(String::as_str).collect::<Vec<_>>(), event).out;
    assert!(
        again.contains(r#""timestamp":"2026-01-01T00:00:00.000Z""#),
        "{again}"
    );
}

#[test]
fn a_url_that_renderers_must_not_open_stays_quarantined() {
    let canvas = run(&["convert", "--from", "a2ui", "--to", "ahp"], CREATE).out;
    let hostile = canvas.replace(
        r#""url":"ahp-canvas-content:/s/surface.json""#,
        r#""url":"javascript:alert(1)""#,
    );
    assert_ne!(canvas, hostile);
    let messages = run(
        &["convert", "--from", "ahp", "--to", "a2ui", "--envelope"],
        hostile,
    );
    assert!(
        messages
            .out
            .contains(r#"["/state/url","javascript:alert(1)"]"#),
        "{}",
        messages.out
    );
    let again = run(
        &["convert", "--from", "a2ui", "--to", "ahp", "--envelope"],
        &messages.out,
    )
    .out;
    assert!(
        again.contains(r#""url":"ahp-canvas-content:/s/surface.json""#),
        "{again}"
    );
    assert!(
        again.contains(r#""verdict":"quarantined""#)
            && again.contains(r#"["/state/url","javascript:alert(1)"]"#)
    );
}

#[test]
fn edits_and_flags_take_precedence_over_a_carried_channel() {
    let canvas = run(
        &[
            "convert",
            "--from",
            "a2ui",
            "--to",
            "ahp",
            "--channel",
            "ahp-canvas:/custom",
        ],
        CREATE,
    )
    .out;
    let messages = run(
        &["convert", "--from", "ahp", "--to", "a2ui", "--envelope"],
        canvas,
    )
    .out;
    let back = |input: &str, more: &[&str]| {
        run(
            &[
                &["convert", "--from", "a2ui", "--to", "ahp", "--envelope"],
                more,
            ]
            .concat(),
            input,
        )
        .out
    };
    assert!(back(&messages, &[]).contains(r#""channel":"ahp-canvas:/custom""#));
    assert!(
        back(&messages, &["--channel", "ahp-canvas:/mine"])
            .contains(r#""channel":"ahp-canvas:/mine""#)
    );
    let edited = messages.replace(r#""surfaceId":"s""#, r#""surfaceId":"other""#);
    assert!(back(&edited, &[]).contains(r#""channel":"ahp-canvas:/other""#));
}

#[test]
fn surfaces_cannot_share_a_channel_and_wrong_contexts_are_usage_errors() {
    let input = format!("{CREATE}\n{}\n", CREATE.replace(r#""s""#, r#""t""#));
    let ran = run(
        &[
            "convert",
            "--from",
            "a2ui",
            "--to",
            "ahp",
            "--channel",
            "ahp-canvas:/x",
        ],
        input,
    );
    assert_eq!((ran.status, ran.values().len()), (65, 1));
    for wrong in [
        ["--channel", "x"],
        ["--canvas-file", "../../etc"],
        ["--base-url", "https://"],
    ] {
        assert_eq!(
            run(
                &[
                    &["convert", "--from", "a2ui", "--to", "ahp@1.0"],
                    &wrong[..]
                ]
                .concat(),
                CREATE
            )
            .status,
            2
        );
    }
}
