//! A2UI messages inside answers of models and frames of other protocols.

use crate::program::{at, convert, find, json, run, spawn, text};
use std::io::{BufRead, BufReader, Write};

const A: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const B: &str =
    r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.50}}"#;

/// The line and column of the error in `@X`, which replaces the second message.
const BROKEN: &str = r#"{"version":"v0.9","updateDataModel":{"surfaceId":7}}"#;

/// Two messages in every form, each with the number and the first line of the other text. `@2` stands for the second
/// message, and `@q` for the same inside a string.
const FORMS: &[(&str, usize, usize)] = &[
    ("Here it is:\n```json\n@1\n@2\n```\nAnything else?\n", 2, 1),
    ("```\n[\n  @1,\n  @2\n]\n```", 0, 0),
    ("So:\n~~~a2ui\n@1\n~~~\nand\n\n@2\n", 2, 1),
    ("\nI made\nthis: <a2ui-json>[@1,@2]</a2ui-json> Good?", 2, 2),
    ("Done.\n---a2ui_JSON---\n[@1, @2]\n", 1, 1),
    (
        ": ping\r\n\r\nevent: message\r\ndata: @1\r\n\r\ndata: @2\r\n\r\n",
        1,
        1,
    ),
    (
        "id: 1\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"kind\":\"artifact-update\",\"artifact\":{\"parts\":[\ndata: {\"kind\":\"data\",\"metadata\":{\"mimeType\":\"application/json+a2ui\"},\"data\":@1},\ndata: {\"data\":[@2],\"mediaType\":\"application/a2ui+json\"}]}}}\n\n",
        0,
        0,
    ),
    (
        "{\n\"kind\":\"message\",\"parts\":[{\"text\":\"hi\"},\n{\"data\":{\"value\":[@1,@2]},\"metadata\":{\"mimeType\":\"application/a2ui+json\"}}]}",
        0,
        0,
    ),
    (
        "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\"}\n{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@1]}}\n{\"type\":\"ACTIVITY_DELTA\",\"messageId\":\"m\",\"patch\":[{\"op\":\"add\",\"path\":\"/a2ui_operations/-\",\"value\":@2}]}\n",
        0,
        0,
    ),
    (
        "data: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@1]}}\n\ndata: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@1,@2]}}\n\n",
        0,
        0,
    ),
    (
        "[{\"type\":\"TOOL_CALL_RESULT\",\"content\":\"{\\\"a2ui_operations\\\":[@p]}\"},{\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":{\"a2ui_operations\":[@2]}}]",
        0,
        0,
    ),
    (
        "{\"data\":[@1,\n@2],\"mediaType\":\"application/a2ui+json\"}",
        0,
        0,
    ),
    (
        "{\"id\":\"m\",\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"send_a2ui_json_to_client\",\"input\":{\"a2ui_json\":[@1,@2]}}]}",
        0,
        0,
    ),
    (
        "{\"content\":[{\"type\":\"text\",\"text\":\"@p\"}],\"structuredContent\":{\"messages\":[@2]}}",
        0,
        0,
    ),
    (
        "{\"tick\":0,\"message\":@1}\n{\"tick\":1,\"message\":@2}\n",
        0,
        0,
    ),
];

fn fill_template(form: &str, second: &str) -> String {
    form.replace("@1", A)
        .replace("@2", second)
        .replace("@p", &A.replace('"', "\\\""))
}

/// Formats the notice about skipped text.
fn remark(lines: usize, first: usize) -> String {
    let message = match lines {
        0 => return String::new(),
        1 => "1 line of text around the messages was skipped".to_owned(),
        lines => format!("{lines} lines of text around the messages were skipped"),
    };
    format!(
        "{{\"line\":{first},\"column\":1,\"rule\":\"text-around\",\"pointer\":\"\",\"severity\":\"info\",\"message\":\"{message}\",\"hint\":\"\"}}\n"
    )
}

#[test]
fn messages_are_extracted_from_answers_and_carriers() {
    let plain = format!("{A}\n{B}\n");
    for (form, lines, first) in FORMS {
        let input = fill_template(form, B);
        for arguments in [
            &["decode", "a2ui"][..],
            &["fold", "a2ui@0.9"],
            &["check", "a2ui"],
            &convert("a2ui@0.9", "a2ui@0.8", &[]),
            &convert("a2ui", "ahp", &["--channel", "ahp-canvas:/x"]),
        ] {
            let (ran, expected) = (run(arguments, &input), run(arguments, &plain));
            assert_eq!(
                (ran.status, &ran.out),
                (expected.status, &expected.out),
                "{arguments:?}: {input}"
            );
            assert_eq!(
                ran.err,
                remark(*lines, *first) + &expected.err,
                "{arguments:?}: {input}"
            );
        }
    }
}

#[test]
fn errors_have_their_place_in_the_file_and_affect_no_other_message() {
    for (form, ..) in FORMS {
        let input = fill_template(form, BROKEN);
        let offset = input.find(BROKEN).unwrap() + BROKEN.find('7').unwrap();
        let before = &input[..offset];
        let line = before.matches('\n').count() + 1;
        let column = offset - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let place = (line.to_string(), column.to_string());
        let found = run(&["check", "a2ui"], &input);
        let found: Vec<_> = found
            .values()
            .into_iter()
            .filter(|found| found.to_string().contains("\"error\":"))
            .collect();
        assert_eq!(found.len(), 1, "{input}");
        assert_eq!(
            (
                at(&found[0], "/line").text().to_owned(),
                at(&found[0], "/column").text().to_owned()
            ),
            place,
            "{input}"
        );
        assert_eq!(
            text(&found[0], "/message"),
            "expected a string, found integer `7`",
            "{input}"
        );
        let ran = run(&["decode", "a2ui"], &input);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (65, format!("{A}\n").as_str()),
            "{input}"
        );
        let error = &ran.reports()[0];
        assert_eq!(
            (
                at(error, "/line").text().to_owned(),
                at(error, "/column").text().to_owned()
            ),
            place,
            "{input}"
        );
    }
    // Truncated messages are errors as well.
    let ran = run(&["decode", "a2ui"], format!("```json\n[{A},\n{}", &B[..40]));
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (65, format!("{A}\n").as_str())
    );
    assert_eq!(
        ran.error(),
        (3, "decode".to_owned(), "syntax".to_owned(), String::new())
    );
}

#[test]
fn invalid_utf_8_affects_only_its_message() {
    let bad = |text: &str| {
        text.bytes()
            .map(|byte| if byte == b'@' { 0xFF } else { byte })
            .collect::<Vec<_>>()
    };
    let ran = run(
        &["decode", "a2ui"],
        bad(&format!(
            "d\u{e9}j\u{e0} @@ vu\n{A}\n{}\n{B}\n",
            A.replace("\"c\"", "\"@\"")
        )),
    );
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (65, format!("{A}\n{B}\n").as_str())
    );
    assert_eq!(at(&ran.reports()[0], "/line").text(), "3");
}

#[test]
fn messages_are_written_as_soon_as_they_arrive() {
    let mut program = spawn(&["decode", "a2ui"]);
    let (mut stdin, mut out) = (
        program.stdin.take().unwrap(),
        BufReader::new(program.stdout.take().unwrap()),
    );
    for (piece, message) in [
        (format!("One moment\n```json\n[{A}"), A),
        (format!(",{B}"), B),
    ] {
        stdin.write_all(piece.as_bytes()).unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{message}\n"));
    }
    drop(stdin);
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

/// Checks the limit of the buffer for text before the first message: a longer text is read as documents.
#[test]
fn a_long_text_without_a_message_is_read_as_documents() {
    let text = |length: usize| {
        format!(
            "Some words\n{}{A}",
            ("x".repeat(1 << 16) + "\n").repeat(length >> 16)
        )
    };
    let (short, long) = (
        run(&["decode", "a2ui"], text(3 << 20)),
        run(&["decode", "a2ui"], text(5 << 20)),
    );
    assert_eq!(
        (short.status, short.out.as_str(), short.err.lines().count()),
        (0, format!("{A}\n").as_str(), 1)
    );
    assert_eq!(
        (long.status, long.out.as_str()),
        (65, format!("{A}\n").as_str())
    );
}

#[test]
fn every_command_treats_repeated_agui_operations_as_replays() {
    let operations = format!(r#"{{"a2ui_operations":[{A},{B}]}}"#);
    let quoted = operations.replace('"', "\\\"");
    let tool = format!(
        r#"{{"type":"TOOL_CALL_RESULT","messageId":"t","toolCallId":"c","content":"{quoted}"}}"#
    );
    let activity =
        format!(r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"m","content":{operations}}}"#);
    let snapshot = format!(
        r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"t","role":"tool","toolCallId":"c","content":"{quoted}"}},{{"id":"m","role":"activity","content":{operations}}}]}}"#
    );
    let plain = format!("{A}\n{B}\n");
    let other = format!(
        r#"{{"type":"CUSTOM","value":{{"a2ui_operations":[{A},{}]}}}}"#,
        B.replace("1.50", "2")
    );
    for arguments in [
        &["decode", "a2ui"][..],
        &["fold", "a2ui"],
        &["check", "a2ui"],
        &convert("a2ui@0.9", "a2ui@0.8", &[]),
        &convert("a2ui@0.9", "a2ui@1.0", &[]),
        &convert("a2ui", "ahp", &["--channel", "ahp-canvas:/x"]),
    ] {
        let expected = run(arguments, &plain);
        for events in [
            [&tool, &activity],
            [&snapshot, &snapshot],
            [&tool, &snapshot],
            [&snapshot, &activity],
        ] {
            let events: String = events
                .iter()
                .map(|event| format!("data: {event}\n\n"))
                .collect();
            let ran = run(arguments, &events);
            assert_eq!(
                (ran.status, &ran.out, &ran.err),
                (expected.status, &expected.out, &expected.err),
                "{events}"
            );
        }
        // Another surface with the same id is not a repetition.
        let events = format!("data: {tool}\n\ndata: {other}\n\n");
        let ran = run(arguments, &events);
        assert!(
            ran.out != expected.out || ran.err.contains("surface-exists"),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[test]
fn carrier_faults_are_reported_with_the_severity_of_their_rule() {
    let quoted = |text: &str| wire::encode(&text.to_owned()).unwrap();
    let surface = r#"{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Text","text":"x"}]}"#;
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}}"#;
    let start = r#"{"type":"TOOL_CALL_START","toolCallId":"t","toolCallName":"render_a2ui"}"#;
    let arguments = format!(
        r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"t","delta":{}}}"#,
        quoted(surface)
    );
    // The arguments of a tool are what that tool declares.
    for (rule, severity, input) in [
        (
            "repair/tool-arguments",
            "info",
            format!("data: {start}\n\ndata: {arguments}\n\n"),
        ),
        (
            "repair/activity-content",
            "warning",
            format!(
                r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"m","content":{{"operations":[{A},{update}]}}}}"#
            ),
        ),
        (
            "repair/mime-type",
            "warning",
            format!(r#"{{"data":[{A},{update}],"mediaType":"application/vnd.a2ui+json"}}"#),
        ),
    ] {
        for arguments in [
            &["decode", "a2ui"][..],
            &["fold", "a2ui"],
            &convert("a2ui", "a2ui@0.8", &[]),
        ] {
            let (ran, plain) = (
                run(arguments, &input),
                run(arguments, format!("{A}\n{update}\n")),
            );
            assert_eq!(
                (ran.status, &ran.out),
                (0, &plain.out),
                "{arguments:?}: {input}: {}",
                ran.err
            );
            let reports = ran.reports();
            let of_rule = |report: &&wire::Payload| {
                find(report, "/rule").is_some_and(|own| own == json(&quoted(rule)))
            };
            let told: Vec<_> = reports.iter().filter(of_rule).collect();
            assert_eq!(told.len(), 1, "{arguments:?}: {}", ran.err);
            assert_eq!(text(told[0], "/severity"), severity);
        }
        let status = if severity == "info" { 0 } else { 65 };
        let ran = run(&convert("a2ui", "a2ui@1.0", &["--strict"]), &input);
        assert_eq!(ran.status, status, "{input}: {}", ran.err);
        assert!(ran.err.contains(rule), "{}", ran.err);
        let ran = run(&["check", "a2ui"], &input);
        assert!(
            ran.status == status && ran.out.contains(rule),
            "{input}: {}",
            ran.out
        );
    }
}
