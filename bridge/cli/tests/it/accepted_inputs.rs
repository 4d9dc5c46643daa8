//! Inputs that the reading commands accept or refuse.

use crate::program::{file, json, run, run_ok};

/// One message of each protocol, for `decode`.
const MESSAGES: [(&str, &str); 12] = [
    (
        "aap",
        r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","data":{"n":1.0},"summary":"s","x":null}"#,
    ),
    (
        "a2ui@0.8",
        r#"{"beginRendering":{"surfaceId":"s","root":"r","x":1e2}}"#,
    ),
    (
        "a2ui@0.9",
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"},"x":[1.0]}"#,
    ),
    (
        "a2ui@0.9.1",
        r#"{"version":"v0.9.1","deleteSurface":{"surfaceId":"s"}}"#,
    ),
    (
        "a2ui@0.10",
        r#"{"version":"v0.10","actionId":"a","actionResponse":{"value":null}}"#,
    ),
    (
        "a2ui@1.0-june",
        r#"{"version":"v1.0","callFunction":{"call":"f"},"functionCallId":"1"}"#,
    ),
    (
        "a2ui@1.0",
        r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","@checks":[]}]}}"#,
    ),
    (
        "a2ui@1.0-aug",
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"path":"/a"},"weight":1.0}]}}"#,
    ),
    (
        "a2ui@1.0-sep",
        r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"@path":"/a"}}]}}"#,
    ),
    (
        "ahp@canvas",
        r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/message","payload":{"n":1.0}},"x":1}"#,
    ),
    (
        "actions-json",
        r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":1.0,"x":{}}"#,
    ),
    (
        "actions-json",
        r#"{"protocol":"actions.json","version":1,"tools":[{"x":1.0}]}"#,
    ),
];

fn decode(protocol: &str) -> [&str; 2] {
    ["decode", protocol]
}

/// Formats the value on several lines.
fn pretty(text: &str) -> String {
    format!(
        "\n{}\n\n",
        text.replace('{', "{\n  ")
            .replace(',', ",\n\n  ")
            .replace('}', "\n}")
    )
}

#[test]
fn a_message_per_line_is_written_unchanged() {
    for (protocol, message) in MESSAGES {
        let ran = run_ok(&decode(protocol), format!("{message}\n{message}\n"));
        assert_eq!(ran.values(), [json(message), json(message)], "{protocol}");
        let ran = run_ok(&decode(protocol), message);
        assert_eq!(ran.value(), json(message), "{protocol}: without a line end");
    }
}

#[test]
fn a_multi_line_document_is_written_on_one_line() {
    for (protocol, message) in MESSAGES {
        assert_eq!(
            run_ok(&decode(protocol), pretty(message)).value(),
            json(message),
            "{protocol}"
        );
    }
}

#[test]
fn blank_lines_and_carriage_returns_are_skipped_but_counted_as_lines() {
    for (protocol, message) in MESSAGES {
        let input = format!("\r\n  \t\n{message}\r\n\r\n7\r\n\n{message}\r\n");
        let ran = run(&decode(protocol), input);
        assert_eq!(ran.status, 65, "{protocol}");
        assert_eq!(ran.values(), [json(message), json(message)], "{protocol}");
        assert_eq!(ran.error().0, 5, "{protocol}");
    }
}

#[test]
fn a_leading_byte_order_mark_is_skipped_and_reported() {
    let told = "{\"line\":1,\"column\":1,\"rule\":\"byte-order-mark\",\"pointer\":\"\",\"severity\":\"info\",\"message\":\"the leading byte order mark is skipped\",\"hint\":\"\"}\n";
    for (protocol, message) in MESSAGES {
        for (input, count) in [
            (format!("\u{FEFF}{message}\n{message}\n"), 2),
            (format!("\u{FEFF}{}", pretty(message)), 1),
            (format!("\u{FEFF}[{message},\n{message}]"), 2),
        ] {
            let ran = run(&decode(protocol), &input);
            assert_eq!(
                (ran.status, ran.err.as_str()),
                (0, told),
                "{protocol}: {input}"
            );
            assert_eq!(
                ran.values(),
                vec![json(message); count],
                "{protocol}: {input}"
            );
        }
    }
    let (record, create) = (
        MESSAGES[0].1,
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    );
    for (arguments, input) in [
        (
            &["convert", "--quiet", "--from", "aap", "--to", "a2ui"][..],
            record.to_owned(),
        ),
        (
            &["pipe", "--from", "aap", "--to", "a2ui"],
            record.to_owned(),
        ),
        (&["fold", "a2ui"], create.to_owned()),
        (
            &["fold", "a2ui"],
            format!("Here it is:\n```json\n{create}\n```\n"),
        ),
    ] {
        let ran = run(arguments, format!("\u{FEFF}{input}"));
        assert_eq!(
            (ran.status, ran.values().len()),
            (0, 1),
            "{arguments:?}: {}",
            ran.err
        );
        assert!(ran.err.starts_with(told), "{arguments:?}: {}", ran.err);
    }
    // A fault has the place that the text has without the mark.
    let ran = run(&decode("aap"), "\u{FEFF}{\"id\" 7}");
    assert_eq!(crate::program::at(&ran.reports()[1], "/column"), json("7"));
}

#[test]
fn a_line_of_invalid_utf_8_is_refused_and_the_others_are_read() {
    for (protocol, message) in MESSAGES {
        let mut input = format!("{message}\n{{\"x\":\"").into_bytes();
        input.extend(b"\xff\xfe\"}\n");
        input.extend(message.as_bytes());
        let ran = run(&decode(protocol), input);
        assert_eq!((ran.status, ran.values().len()), (65, 2), "{protocol}");
        let (line, error, rule, _) = ran.error();
        assert_eq!(
            (line, &*error, &*rule),
            (2, "decode", "encoding"),
            "{protocol}"
        );
    }
}

#[test]
fn garbage_on_the_first_line_affects_only_that_line() {
    for (protocol, message) in MESSAGES {
        for garbage in ["{", "]", "hello", "{\"a\":", "\u{0}"] {
            let ran = run(
                &decode(protocol),
                format!("\n{garbage}\n\n{message}\n{message}\n"),
            );
            // A2UI messages may have text around them.
            if garbage == "hello" && protocol.starts_with("a2ui") {
                assert_eq!(
                    (ran.status, ran.values().len(), ran.reports().len()),
                    (0, 2, 1),
                    "{protocol}"
                );
                continue;
            }
            assert_eq!(
                (ran.status, ran.values().len()),
                (65, 2),
                "{protocol}: {garbage}"
            );
            let (line, error, rule, _) = ran.error();
            assert_eq!(
                (line, &*error, &*rule),
                (2, "decode", "syntax"),
                "{protocol}: {garbage}"
            );
        }
    }
}

#[test]
fn files_and_standard_input_are_read_alike() {
    for (protocol, message) in MESSAGES {
        let input = format!("{message}\n7\n");
        let (from_file, from_input) = (file(&input), run(&decode(protocol), &input));
        let ran = run(&["decode", protocol, &from_file], "");
        let named = from_input
            .err
            .replacen('{', &format!("{{\"file\":{from_file:?},"), 1);
        assert_eq!(
            (&ran.out, &ran.err, ran.status),
            (&from_input.out, &named, 65)
        );
        assert_eq!(run(&["decode", protocol, "-"], &input).out, from_input.out);
    }
    let ran = run(&["decode", "aap", "/no/such/file"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("/no/such/file"));
}
