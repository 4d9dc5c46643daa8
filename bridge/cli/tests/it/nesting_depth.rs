//! The nesting limit of messages: 127 levels, counted over the message on its line, without the program's wrappers.

use crate::program::{at, convert, find, json, run, run_ok, text};

/// Builds an array that nests this many levels.
fn nested_arrays(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

/// Builds an object that nests this many levels.
fn object(levels: usize) -> String {
    format!("{{\"k\":{}}}", nested_arrays(levels - 1))
}

fn record(data: &str) -> String {
    format!(
        r#"{{"id":"a","timestamp":"t","canvasFile":"p.html","action":"a","data":{data},"summary":"s"}}"#
    )
}

fn action(context: &str) -> String {
    format!(
        r#"{{"version":"v0.9","action":{{"name":"n","surfaceId":"p.html","sourceComponentId":"c","timestamp":"t","context":{context}}}}}"#
    )
}

#[test]
fn a_message_of_127_levels_is_read_and_one_of_128_is_not() {
    let event = |payload: String| {
        format!(
            r#"{{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":{payload}}}"#
        )
    };
    let dispatch = |payload: String| {
        format!(r#"{{"channel":"c","action":{{"type":"canvas/message","payload":{payload}}}}}"#)
    };
    type Deep = Box<dyn Fn(usize) -> String>;
    let cases: [(&str, Deep); 5] = [
        (
            "aap",
            Box::new(move |levels| record(&nested_arrays(levels - 1))),
        ),
        ("a2ui@0.9", Box::new(|levels| action(&object(levels - 2)))),
        (
            "ahp",
            Box::new(move |levels| dispatch(nested_arrays(levels - 2))),
        ),
        (
            "actions-json",
            Box::new(move |levels| event(nested_arrays(levels - 1))),
        ),
        (
            "actions-json",
            Box::new(|levels| format!(r#"{{"tools":{}}}"#, nested_arrays(levels - 1))),
        ),
    ];
    for (protocol, message) in cases {
        assert_eq!(
            run_ok(&["decode", protocol], message(127)).value(),
            json(&message(127)),
            "{protocol}"
        );
        for input in [message(128), message(5_000), message(200_000)] {
            let ran = run(
                &["decode", protocol],
                format!("{input}\n{}\n", message(127)),
            );
            assert_eq!((ran.status, ran.values().len()), (65, 1), "{protocol}");
            let (line, error, rule, pointer) = ran.error();
            assert_eq!(
                (line, &*error, &*rule),
                (1, "decode", "depth"),
                "{protocol}"
            );
            assert!(
                pointer.len() > 100,
                "{protocol}: the pointer tells where: {pointer}"
            );
        }
    }
}

#[test]
fn a_document_of_messages_counts_as_a_whole() {
    let fits = format!("[{}]", action(&object(124)));
    assert_eq!(run_ok(&["decode", "a2ui"], fits).values().len(), 1);
}

#[test]
fn the_deepest_record_returns_and_a_deeper_one_is_refused() {
    let fits = record(&object(125));
    for kept in ["--envelope", "--embed"] {
        // The carry itself needs no level of the message that the data does not need.
        let there = run_ok(&convert("aap", "a2ui@0.9", &[kept]), &fits).out;
        let back = run_ok(
            &convert("a2ui@0.9", "aap", &[kept, "--trust-embedded"]),
            there,
        )
        .value();
        assert_eq!(
            if kept == "--envelope" {
                at(&back, "/value")
            } else {
                back
            },
            json(&fits),
            "{kept}"
        );
    }
    for (deep, start) in [
        (record(&object(126)), "/data/k/0"),
        (record(&nested_arrays(126)), "/data/0/0"),
    ] {
        run_ok(&["decode", "aap"], &deep);
        for kept in [&[][..], &["--envelope"], &["--embed"]] {
            let ran = run(
                &convert("aap", "a2ui@0.9", kept),
                format!("{deep}\n{fits}\n"),
            );
            assert_eq!((ran.status, ran.values().len()), (65, 1), "{kept:?}");
            let (line, error, rule, pointer) = ran.error();
            assert_eq!(
                (line, &*error, &*rule),
                (1, "limit", "aap-a2ui/depth"),
                "{kept:?}"
            );
            assert!(pointer.starts_with(start), "{pointer}");
            assert!(
                find(&json(&deep), &pointer).is_some(),
                "{pointer} is in the input"
            );
        }
    }
}

#[test]
fn an_envelope_around_the_deepest_message_is_read() {
    let deepest = action(&object(125));
    let envelope = format!(r#"{{"value":{deepest},"carry":{{"v":1,"layers":[]}},"notes":[]}}"#);
    let record = run_ok(&convert("a2ui@0.9", "aap", &["--envelope"]), envelope).value();
    assert_eq!(at(&record, "/value/data"), json(&object(125)));
    let ran = run(
        &convert("a2ui@0.9", "aap", &["--envelope"]),
        format!(
            r#"{{"value":{},"carry":{{"v":1,"layers":[]}}}}"#,
            action(&object(126))
        ),
    );
    assert_eq!((ran.status, ran.error().2.as_str()), (65, "depth"));
}

#[test]
fn the_line_of_a_record_does_not_count() {
    let line = |data: String| {
        format!(
            r#"{{"id":"a","timestamp":"2026-03-02T08:15:00.000Z","request":{{"action":"a","canvasFile":"p.html","data":{data}}}}}"#
        )
    };
    let ran = run(&["record"], line(nested_arrays(126)));
    assert_eq!(
        (ran.status, at(&ran.value(), "/record/data")),
        (0, json(&nested_arrays(126)))
    );
    let ran = run(&["record"], line(nested_arrays(127)));
    assert_eq!((ran.status, ran.out.as_str()), (65, ""));
    let (_, _, rule, pointer) = ran.error();
    assert_eq!(rule, "depth");
    assert!(pointer.starts_with("/request/data/0"), "{pointer}");
}

#[test]
fn a_message_that_is_too_deep_for_the_channel_of_a_canvas_is_refused() {
    run_ok(&convert("a2ui", "ahp", &[]), action(&object(123)));
    let ran = run(&convert("a2ui", "ahp", &[]), action(&object(124)));
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "limit"));
    assert!(
        ran.error().3.starts_with("/action/context/k/0"),
        "{}",
        ran.error().3
    );
}

#[test]
fn a_wrapped_event_payload_may_be_one_level_less_deep() {
    let manifest = crate::program::file(
        r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"n","event":"n","ingestion":"enabled"}]}"#,
    );
    let event = |payload: &str| {
        format!(
            r#"{{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":{payload},"url":"https://a.test/","observed_at":"2026-03-02T08:15:00Z"}}"#
        )
    };
    let more = ["--manifest", &*manifest];
    run_ok(&convert("actions-json", "aap", &more), event(&object(126)));
    run_ok(
        &convert("actions-json", "aap", &more),
        event(&nested_arrays(125)),
    );
    let deep = event(&nested_arrays(126));
    let ran = run(&convert("actions-json", "aap", &more), &deep);
    assert_eq!((ran.status, ran.error().1.as_str()), (65, "limit"));
    assert!(
        ran.error().3.starts_with("/payload/0/0"),
        "{}",
        ran.error().3
    );
    assert!(
        find(&json(&deep), &ran.error().3).is_some(),
        "{}",
        ran.error().3
    );
}

#[test]
fn a_surface_may_be_as_deep_as_its_creating_message() {
    let messages = format!(
        "{}\n{}\n",
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        format_args!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{}}}}}"#,
            nested_arrays(125)
        )
    );
    let before = run_ok(&["fold", "a2ui"], &messages).value();
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), &messages).out;
    let back = run_ok(&convert("ahp", "a2ui", &[]), &canvas).out;
    assert_eq!(run_ok(&["fold", "a2ui"], back).value(), before);
    assert_eq!(text(&before, "/surfaceId"), "s");
}

#[test]
fn the_depth_of_a_carry_in_a_message_does_not_count() {
    let deep = record(&nested_arrays(124));
    for kept in ["--envelope", "--embed"] {
        let action = run_ok(&convert("aap", "a2ui@0.9", &[kept]), &deep).out;
        let back = run_ok(
            &convert("a2ui@0.9", "aap", &[kept, "--trust-embedded"]),
            action,
        )
        .value();
        assert_eq!(
            if kept == "--embed" {
                back
            } else {
                at(&back, "/value")
            },
            json(&deep)
        );
    }
}
