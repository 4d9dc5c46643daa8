//! Inputs that the reading commands accept, and the ones they refuse.

use crate::program::{file, json, run, run_ok, text};

/// A message of every protocol, for `decode`.
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
fn lines_come_out_one_by_one() {
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
fn a_payload_with_line_breaks_is_written_on_one_line() {
    let record = "{\"id\":\"a\",\"timestamp\":\"t\",\"canvasFile\":\"p.html\",\"action\":\"a\",\"data\":{\n\"a\": [\r\n1,\n\n\"\\n\"]},\"summary\":\"s\"}";
    for arguments in [
        &["decode", "aap"][..],
        &["convert", "--quiet", "--from", "aap", "--to", "a2ui"],
        &[
            "convert",
            "--quiet",
            "--from",
            "aap",
            "--to",
            "a2ui",
            "--envelope",
        ],
        &[
            "convert", "--quiet", "--from", "aap", "--to", "a2ui", "--embed",
        ],
        &[
            "convert", "--quiet", "--from", "aap", "--to", "ahp", "--embed",
        ],
    ] {
        let ran = run_ok(arguments, record);
        assert_eq!(
            (ran.values().len(), ran.out.contains('\r')),
            (1, false),
            "{arguments:?}"
        );
    }
    let line = format!(
        "{{\"id\":\"a\",\"timestamp\":\"2026-03-02T08:15:00.000Z\",\"request\":{}}}",
        record
    );
    assert_eq!(run(&["record"], line).values().len(), 1);
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
fn empty_input_gives_empty_output() {
    for arguments in [
        &["decode", "aap"][..],
        &["check", "a2ui"],
        &["fold", "a2ui"],
        &["record"],
        &["convert", "--quiet", "--from", "a2ui", "--to", "ahp"],
    ] {
        for input in ["", "\n", " \r\n\t\n"] {
            let ran = run(arguments, input);
            assert_eq!((ran.status, &*ran.out), (0, ""), "{arguments:?}");
            assert_eq!(
                text(&ran.reports()[0], "/rule"),
                "empty-input",
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn arrays_and_objects_with_messages_contain_a2ui_messages() {
    let a = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let b = r#"{"beginRendering":{"surfaceId":"t","root":"r"}}"#;
    for input in [
        format!("[{a},{b}]"),
        format!("[\n{a},\n{b}\n]\n"),
        format!(r#"{{"messages":[{a},{b}]}}"#),
        format!("{{\n\"messages\":\n[{a},{b}]}}"),
        format!("[{a}]\n[]\n{{\"messages\":[{b}]}}\n"),
    ] {
        assert_eq!(
            run_ok(&decode("a2ui"), &input).values(),
            [json(a), json(b)],
            "{input}"
        );
        assert_eq!(
            run_ok(&["fold", "a2ui"], &input).values().len(),
            2,
            "{input}"
        );
        assert_eq!(
            run_ok(
                &["convert", "--quiet", "--from", "a2ui", "--to", "ahp"],
                &input
            )
            .values()
            .len(),
            2,
            "{input}"
        );
    }
}

#[test]
fn one_bad_message_does_not_affect_the_others_of_its_document() {
    let good = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let ran = run(
        &decode("a2ui"),
        format!("\n[{good},\n{{\"version\":\"v0.9\"}},7,{good}]\n"),
    );
    assert_eq!((ran.status, ran.values().len()), (65, 2));
    let places: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(line, _, _, pointer)| (line, pointer))
        .collect();
    assert_eq!(places, [(3, "/1".to_owned()), (3, "/2".to_owned())]);
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
fn every_command_continues_after_a_bad_line() {
    let message = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let input = format!("7\n{message}\n{{\n");
    for arguments in [
        &["fold", "a2ui"][..],
        &["decode", "a2ui"],
        &["convert", "--quiet", "--from", "a2ui", "--to", "ahp"],
    ] {
        let ran = run(arguments, &input);
        assert_eq!((ran.status, ran.values().len()), (65, 1), "{arguments:?}");
        let lines: Vec<usize> = ran.errors().into_iter().map(|(line, ..)| line).collect();
        assert_eq!(lines, [1, 3], "{arguments:?}");
    }
}

#[test]
fn an_error_names_the_value_its_place_and_the_expectation() {
    let ran = run(
        &decode("aap"),
        r#"{"id":"a","timestamp":7,"canvasFile":"p","action":"a","summary":"s"}"#,
    );
    assert_eq!(
        ran.error(),
        (1, "decode".into(), "type".into(), "/timestamp".into())
    );
    let report = &ran.reports()[0];
    assert!(
        text(report, "/message").contains('7') && text(report, "/hint").contains("string"),
        "{report}"
    );
    let members: Vec<String> = report
        .members()
        .map(|(name, _)| name.into_owned())
        .collect();
    assert_eq!(
        members,
        [
            "line", "column", "error", "rule", "pointer", "severity", "message", "hint"
        ]
    );
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

#[test]
fn an_empty_file_is_reported_even_among_others() {
    let (empty, full) = (file(" \n"), file(MESSAGES[0].1));
    for arguments in [
        &["decode", "aap", &*empty][..],
        &["decode", "aap", &*empty, &*full],
    ] {
        let ran = run(arguments, "");
        let expected = format!(
            "{{\"file\":\"{empty}\",\"line\":1,\"column\":1,\"rule\":\"empty-input\",\"pointer\":\"\",\"severity\":\"warning\",\
             \"message\":\"the input is empty: it contains no message\",\"hint\":\"this file is empty: name a file that contains messages\"}}\n"
        );
        assert_eq!((ran.status, ran.err), (0, expected));
    }
}

#[test]
fn notes_have_the_place_of_their_message_in_a_list() {
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":null}}"#;
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let list = format!("[\n  {create},\n  {update},  {update}\n]");
    let ran = run(
        &[
            "convert", "--quiet", "--from", "a2ui", "--to", "a2ui@1.0", "--notes",
        ],
        &list,
    );
    let of_data = ran
        .err
        .lines()
        .filter(|line| line.contains("/updateDataModel"));
    let mut places: Vec<_> = of_data
        .filter_map(|line| Some(line.split_once(r#","verdict""#)?.0.to_owned()))
        .collect();
    places.dedup();
    let of_third = format!(
        r#"{{"line":3,"column":{}"#,
        "  ".len() + update.len() + ",  ".len() + 1
    );
    assert_eq!(places, [r#"{"line":3,"column":3"#, &of_third]);
    // A conversion whose results wait for the end of the input.
    let waiting = run(
        &[
            "convert", "--quiet", "--from", "a2ui", "--to", "ahp", "--notes",
        ],
        &list,
    );
    let of_surface = r#"{"line":2,"column":3,"verdict":"renamed","rule":"a2ui-ahp/instance-id""#;
    assert!(waiting.err.contains(of_surface), "{}", waiting.err);
}

#[test]
fn the_second_of_two_members_with_one_name_is_reported() {
    let record =
        r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    let twice = record.replace(r#""action""#, "\n  \"action\":\"x\", \"action\"");
    let list = format!("[{record},\n{twice}]");
    for arguments in [
        &["decode", "aap"][..],
        &["convert", "--quiet", "--from", "aap", "--to", "a2ui"],
    ] {
        for (input, line) in [(&twice, 2), (&list, 3)] {
            let ran = run(arguments, input);
            let place = format!(r#"{{"line":{line},"column":17,"error":"decode""#);
            assert!(ran.err.starts_with(&place), "{arguments:?}: {}", ran.err);
        }
    }
}
