//! The layouts in which inputs occur in practice.

use crate::program::{Ran, at, convert, file, run, run_ok, spawn, text};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::Path,
    process::Stdio,
};
use wire::Payload;

pub(crate) const RECORD: &str = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"renew","data":{"n":1.50},"summary":"User click 'renew' on p.html with data: {\"n\":1.5}"}"#;
pub(crate) const ACTION: &str = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"p.html","sourceComponentId":"renew","timestamp":"2026-05-18T15:30:00.000Z","context":{"n":1.50}}}"#;
pub(crate) const REQUEST: &str =
    r#"{"action":"click","canvasFile":"p.html","element":"renew","data":{"n":1.50}}"#;
pub(crate) const SURFACE: &str =
    r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

fn pretty(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::to_string_pretty(&value).unwrap()
}

/// Creates a folder with these files and returns its path.
pub(crate) fn folder(files: &[(&str, &str)]) -> String {
    let path = file("");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    for (name, text) in files {
        fs::write(Path::new(&path).join(name), text).unwrap();
    }
    path
}

pub(crate) const DOWN: [&str; 6] = ["convert", "--quiet", "--from", "aap", "--to", "a2ui"];

#[test]
fn documents_may_follow_each_other_in_any_layout() {
    let pretty = pretty(RECORD);
    for input in [
        format!("{RECORD}{RECORD}{RECORD}"),
        format!("{RECORD} {RECORD}\n{RECORD}"),
        format!("{pretty}\n{pretty}\n{pretty}\n"),
        format!("{pretty}{RECORD}\n\n{pretty}"),
        format!("[{RECORD},{RECORD},{RECORD}]"),
        format!("[\n{RECORD},\n{RECORD}\n]\n{pretty}"),
        format!("{{\"interactions\":[{RECORD},{pretty},{RECORD}]}}"),
    ] {
        for arguments in [&DOWN[..], &["decode", "aap"]] {
            assert_eq!(
                run_ok(arguments, &input).values().len(),
                3,
                "{arguments:?}: {input}"
            );
        }
        assert_eq!(run_ok(&["check", "aap"], &input).out, "", "{input}");
    }
}

#[test]
fn missing_files_are_reported_before_anything_is_read() {
    let first = file(RECORD);
    let ran = run(&[&DOWN[..], &[&first, "/no/such"]].concat(), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(
        ran.err.starts_with("agent-ui: /no/such: No such file"),
        "{}",
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_in_a_folder_is_reported_with_the_skipped_inputs() {
    let folder = file("");
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    for name in ["a.json", "C.JSON", "d.json"] {
        std::fs::write(std::path::Path::new(&folder).join(name), RECORD).unwrap();
    }
    assert_eq!(run_ok(&["decode", "aap", &folder], "").values().len(), 3);
    std::os::unix::fs::symlink("/no/such", std::path::Path::new(&folder).join("b.json")).unwrap();
    let ran = run(&["decode", "aap", &folder], "");
    assert_eq!((ran.status, ran.values().len()), (2, 2), "{}", ran.err);
    assert!(ran.err.ends_with(
        "b.json: No such file or directory (os error 2); the input after it was not read\n"
    ));
}

/// Returns the line, column, message and hint of the only report or finding.
fn fault(ran: &Ran) -> (String, String, String, String) {
    let mut reports = ran.reports();
    reports.extend(
        ran.values()
            .into_iter()
            .filter(|value| crate::program::find(value, "/severity").is_some()),
    );
    assert_eq!((ran.status, reports.len()), (65, 1), "{ran:?}");
    let number = |name: &str| at(&reports[0], name).text().to_owned();
    (
        number("/line"),
        number("/column"),
        text(&reports[0], "/message"),
        text(&reports[0], "/hint"),
    )
}

#[test]
fn a_truncated_document_affects_no_other_document() {
    let breaks_off = "the document that starts on line 20, column 1, is truncated";
    let cut = [
        (
            "{\n  \"a\": {\n    \"b\": 1\n",
            (22, 10),
            breaks_off,
            "write the missing end of the text, at least `}}`",
        ),
        (
            "{\n  \"a\": 1,\n",
            (21, 9),
            breaks_off,
            "write the missing end of the text, at least `}`",
        ),
        (
            "{\n  \"a\":\n",
            (21, 6),
            breaks_off,
            "write the missing end of the text, at least `}`",
        ),
        (
            "{\n  \"a\": [\n    1,\n",
            (22, 6),
            breaks_off,
            "write the missing end of the text, at least `]}`",
        ),
        (
            "{\n  \"a\": \"b, {\n",
            (21, 12),
            breaks_off,
            "write the missing end of the text, at least `\"}`",
        ),
        (
            "[\n  {\n    \"a\": [\n",
            (22, 10),
            breaks_off,
            "write the missing end of the text, at least `]}]`",
        ),
        (
            "{\n  \"a\": 1 2,\n  \"b\": 3\n}\n",
            (21, 10),
            "expected `,` or `}` after this member, found `2`, in the document that starts on line 20, column 1",
            "write `,` before the next member, or `}` at the end",
        ),
    ];
    for (protocol, other, message) in [("aap", "a2ui", RECORD), ("a2ui", "aap", ACTION)] {
        let pretty = pretty(message);
        let blank = "\n".repeat(19 - pretty.lines().count());
        for (cut, (line, column), message, hint) in &cut {
            let expected = (
                line.to_string(),
                column.to_string(),
                (*message).to_owned(),
                (*hint).to_owned(),
            );
            for behind in [format!("{pretty}\n{pretty}\n"), pretty.clone()] {
                let input = format!("{pretty}\n{blank}{cut}{behind}");
                let whole = format!("{pretty}\n{behind}");
                for command in [&["decode", protocol][..], &convert(protocol, other, &[])] {
                    let ran = run(command, &input);
                    assert_eq!(fault(&ran), expected, "{command:?} {input}");
                    assert_eq!(ran.out, run_ok(command, &whole).out, "{command:?} {input}");
                }
                assert_eq!(
                    fault(&run(&["check", protocol], &input)),
                    expected,
                    "{input}"
                );
                let ran = run(
                    &[
                        "explain", "--quiet", "--format", "json", "--from", protocol, "--to", other,
                    ],
                    &input,
                );
                assert_eq!(fault(&ran), expected, "{input}");
                assert_eq!(ran.out.matches("\"refused\"").count(), 1, "{}", ran.out);
            }
        }
    }
}

/// Builds documents of three messages with a fault in the element of the given index, each with the place and text of
/// its report.
fn lists(message: &str, name: &str) -> Vec<(String, String, [usize; 2], String, String)> {
    let pretty = |level: usize| {
        let indent = "  ".repeat(level);
        indent.clone() + &pretty(message).replace('\n', &format!("\n{indent}"))
    };
    let (one, two, lines, length) = (
        pretty(1),
        pretty(2),
        pretty(1).lines().count(),
        message.len(),
    );
    let element = |index: usize, line: usize, column: usize| {
        format!(
            "element {index} of the list (counted from 0), which starts on line {line}, column {column}"
        )
    };
    let breaks_off = |index, line, column| element(index, line, column) + ", is truncated";
    let a_comma = "write `,` before the next member, or `}` at the end";
    let end = |closers: &str| format!("write the missing end of the text, at least `{closers}`");
    let (in_list, in_object) = (end("}]"), end("}]}"));
    let at_the_end = format!("[{message},{message},{message},");
    vec![
        // Truncated documents.
        (
            format!("[{message},{message},{message},{{\"id\""),
            "/3".to_owned(),
            [1, 3 * length + 9],
            breaks_off(3, 1, 3 * length + 5),
            in_list.clone(),
        ),
        (
            at_the_end.clone(),
            "/3".to_owned(),
            [1, at_the_end.len()],
            "the list is truncated before element 3 (counted from 0)".to_owned(),
            end("]"),
        ),
        (
            format!("{{\"{name}\":[{message},{message},{message},{{\"id\""),
            format!("/{name}/3"),
            [1, name.len() + 3 * length + 13],
            breaks_off(3, 1, name.len() + 3 * length + 9),
            in_object.clone(),
        ),
        (
            format!("[\n{message},\n{message},\n{message},\n{{\"id\""),
            "/3".to_owned(),
            [5, 5],
            breaks_off(3, 5, 1),
            in_list.clone(),
        ),
        (
            format!("[\n{one},\n{one},\n{one},\n  {{\n    \"id\""),
            "/3".to_owned(),
            [3 * lines + 3, 8],
            breaks_off(3, 3 * lines + 2, 3),
            in_list.clone(),
        ),
        (
            format!("{{\n  \"{name}\": [\n{two},\n{two},\n{two},\n    {{\n      \"id\""),
            format!("/{name}/3"),
            [3 * lines + 4, 10],
            breaks_off(3, 3 * lines + 3, 5),
            in_object.clone(),
        ),
        // Faults inside the document.
        (
            format!("[{message},{message},{{\"id\": 7 8}},{message}]"),
            "/2".to_owned(),
            [1, 2 * length + 13],
            format!("expected `,` or `}}` after this member, found `8`, in {}", element(2, 1, 2 * length + 4)),
            a_comma.to_owned(),
        ),
        (
            format!("[{message},{message},{message},{{\"id\": 7 8}},{{\"id\" 7}}]"),
            "/3".to_owned(),
            [1, 3 * length + 14],
            format!(
                "expected `,` or `}}` after this member, found `8`, in {}; the elements from 4 on were not read",
                element(3, 1, 3 * length + 5)
            ),
            a_comma.to_owned(),
        ),
        (
            format!("[{message},{{\"id\": tru}},{message},{message}]"),
            "/1".to_owned(),
            [1, length + 10],
            format!("the word `tru` is not a JSON value, in {}", element(1, 1, length + 3)),
            "write a string in double quotes, a number, true, false or null".to_owned(),
        ),
        (
            format!("[\n{message},\n{{\"id\": 7 8}},\n{message},\n{message}\n]"),
            "/1".to_owned(),
            [3, 10],
            format!("expected `,` or `}}` after this member, found `8`, in {}", element(1, 3, 1)),
            a_comma.to_owned(),
        ),
        (
            format!("[\n{one},\n  {{\n    \"id\": 7 8\n  }},\n{one},\n{one}\n]"),
            "/1".to_owned(),
            [lines + 3, 13],
            format!("expected `,` or `}}` after this member, found `8`, in {}", element(1, lines + 2, 3)),
            a_comma.to_owned(),
        ),
        (
            format!("{{\n  \"{name}\": [\n    {{\n      \"id\": 7,\n{two},\n{two},\n{two}\n  ]\n}}"),
            format!("/{name}/0"),
            [5, 5],
            format!("the name before this value is missing, in {}", element(0, 3, 5)),
            "write a name in double quotes and `:`".to_owned(),
        ),
        (
            format!("[\n{one},\n{one}\n{one}\n]"),
            "/2".to_owned(),
            [2 * lines + 2, 3],
            format!("a comma is missing before this value, in {}", element(2, 2 * lines + 2, 3)),
            "write a comma before it".to_owned(),
        ),
        (
            format!("[\n{message},\n{message},\n{{\"id\": 7 8}},{message}\n]"),
            "/2".to_owned(),
            [4, 10],
            format!("expected `,` or `}}` after this member, found `8`, in {}", element(2, 4, 1)),
            a_comma.to_owned(),
        ),
        (
            format!("[{{\"id\": 7 8}},\n{message},\n{message},\n{message}]"),
            "/0".to_owned(),
            [1, 11],
            format!("expected `,` or `}}` after this member, found `8`, in {}", element(0, 1, 2)),
            a_comma.to_owned(),
        ),
        // Faults after the list.
        (
            format!("{{\"{name}\":[{message},{message},{message}],\n\"next\" 1}}"),
            String::new(),
            [2, 8],
            "expected `:` after the name of the member, found `1`, in the document that starts on line 1, column 1".to_owned(),
            "write `:` and a value".to_owned(),
        ),
    ]
}

#[test]
fn separable_elements_of_a_faulty_list_are_read() {
    for (protocol, other, message, name) in [
        ("aap", "a2ui", RECORD, "interactions"),
        ("a2ui", "aap", ACTION, "messages"),
    ] {
        // Without members whose layout differs.
        let message = &message
            .replace("{\"n\":1.50}", "{}")
            .replace(" with data: {\\\"n\\\":1.5}", "");
        for (list, pointer, [line, column], message_of_it, hint) in lists(message, name) {
            let expected = (
                line.to_string(),
                column.to_string(),
                message_of_it,
                hint.to_owned(),
            );
            let (input, whole) = (
                format!("{list}\n{message}\n"),
                format!("{message}\n").repeat(4),
            );
            // A bracket or a comma that is missing between messages of A2UI is added.
            if protocol == "a2ui" && bridge::a2ui::repair::repair_json(&list).is_some() {
                let command = ["decode", protocol];
                let ran = run(&command, &input);
                assert_eq!(
                    ran.out,
                    run_ok(&command, &whole).out,
                    "{input}: {}",
                    ran.err
                );
                assert!(ran.err.contains("repair/missing-"), "{input}: {}", ran.err);
                continue;
            }
            for command in [&["decode", protocol][..], &convert(protocol, other, &[])] {
                let ran = run(command, &input);
                assert_eq!(fault(&ran), expected, "{command:?} {input}");
                assert_eq!(
                    text(&ran.reports()[0], "/pointer"),
                    pointer,
                    "{command:?} {input}"
                );
                assert_eq!(ran.out, run_ok(command, &whole).out, "{command:?} {input}");
                let file = file(&input);
                assert_eq!(
                    run(&[command, &[&*file]].concat(), "").out,
                    ran.out,
                    "{command:?} {input}"
                );
            }
            assert_eq!(
                fault(&run(&["check", protocol], &input)),
                expected,
                "{input}"
            );
            let ran = run(
                &[
                    "explain", "--quiet", "--format", "json", "--from", protocol, "--to", other,
                ],
                &input,
            );
            assert_eq!(fault(&ran), expected, "{input}");
            let refused = ran
                .values()
                .iter()
                .filter(|line| crate::program::find(line, "/refused").is_some())
                .count();
            assert_eq!((refused, ran.values().len()), (1, 5), "{input}");
        }
    }
}

#[test]
fn elements_next_to_invalid_utf_8_are_read() {
    for (protocol, message) in [("aap", RECORD), ("a2ui", ACTION)] {
        let message = message.as_bytes();
        let latin = |byte: u8| {
            message
                .iter()
                .map(|of| if *of == b'w' { byte } else { *of })
                .collect::<Vec<_>>()
        };
        let at = message.iter().position(|of| *of == b'w').unwrap() + 1;
        for between in [&b","[..], b",\n", b",\n  "] {
            let elements = [message, &latin(0xE4), message, &latin(0xFF), message];
            let list = [&b"["[..], &elements.join(between), b"]\n", message].concat();
            let ran = run(&["decode", protocol], &list);
            assert_eq!(
                (ran.status, ran.values().len()),
                (65, 4),
                "{protocol}: {}",
                ran.err
            );
            let (line, indent) = if between == b"," {
                (1, message.len() + 2)
            } else {
                (2, between.len() - 2)
            };
            let reports = ran.reports();
            let told: Vec<_> = reports.iter().map(|report| text(report, "/rule")).collect();
            assert_eq!(told, ["encoding", "encoding"], "{protocol}");
            assert_eq!(ran.errors()[0].0, line, "{protocol}");
            assert_eq!(text(&reports[0], "/pointer"), "/1");
            assert_eq!(at_of(&reports[0]), indent + at, "{protocol} {}", ran.err);
        }
    }
}

/// Returns the column of a report.
fn at_of(report: &Payload) -> usize {
    crate::program::at(report, "/column")
        .decode::<u64>()
        .ok()
        .and_then(|at| usize::try_from(at).ok())
        .unwrap()
}

#[test]
fn output_is_flushed_before_waiting_for_more() {
    for arguments in [
        &DOWN[..],
        &["decode", "aap"],
        &["check", "aap", "--type", "Interaction"],
        &["record"],
    ] {
        let mut child = spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            let line = match arguments[0] {
                "record" => format!(
                    "{{\"id\":\"f6554697-47fd-4d67-8db9-291b9f7f3476\",\"timestamp\":\"2026-05-18T15:30:00.000Z\",\"request\":{REQUEST}}}"
                ),
                "check" => "{}".to_owned(),
                _ => RECORD.to_owned(),
            };
            writeln!(stdin, "{line}").unwrap();
            let mut answer = String::new();
            stdout.read_line(&mut answer).unwrap();
            assert!(answer.starts_with('{'), "{arguments:?}");
        }
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_output_has_exit_status_74() {
    for arguments in [
        &DOWN[..],
        &["decode", "aap"],
        &["check", "aap"],
        &["demo"],
        &["schema", "aap"],
        &["--help"],
    ] {
        let mut child = crate::program::command(arguments)
            .stdin(Stdio::piped())
            .stdout(File::create("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(format!("{RECORD}\n{{}}\n").as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(74), "{arguments:?}: {said}");
        assert!(
            said.contains("the output cannot be written"),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_notes_and_errors_have_exit_status_74() {
    let run = |more: &[&str], input: &str, errors: Stdio| {
        let mut child = crate::program::command(&[&DOWN[..], more].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    };
    for (more, input) in [
        (&["--notes"][..], format!("{RECORD}\n")),
        (&[], "{}\n".to_owned()),
    ] {
        let full = File::create("/dev/full").unwrap();
        assert_eq!(
            run(more, &input, full.into()).status.code(),
            Some(74),
            "{more:?}"
        );
    }
    // Standard error is closed, but the values are still written.
    let mut gone = std::process::Command::new("true")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let writer = gone.stdin.take().unwrap();
    gone.wait().unwrap();
    let output = run(
        &["--notes"],
        &format!("{RECORD}\n{RECORD}\n"),
        writer.into(),
    );
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap().lines().count()
        ),
        (Some(0), 2)
    );
}
