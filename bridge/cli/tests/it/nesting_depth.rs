//! The nesting limit of messages: 127 levels of the message itself, without the wrappers that the program adds.

use crate::program::{json, run, run_ok};

/// Builds an array with this number of nested levels.
fn nested_arrays(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

/// Builds an object with this number of nested levels.
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
fn a_message_of_127_levels_is_read_and_one_of_128_is_refused() {
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
