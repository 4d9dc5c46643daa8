//! The layouts in which inputs occur in practice.

use crate::{
    mistake_hints::only_report,
    program::{Ran, at, convert, file, json, run, run_ok, spawn, text},
};
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
pub(crate) const POSTED: &str =
    r#"{"type":"canvas:interaction","action":"click","element":"renew","data":{"n":1.50}}"#;
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

/// Returns the file, line and column of each report.
fn places(ran: &Ran) -> Vec<(String, usize, usize)> {
    let number = |report: &Payload, name: &str| at(report, name).text().parse().unwrap();
    let place = |report: &Payload| {
        let file =
            crate::program::find(report, "/file").map(|file| file.as_str().unwrap().into_owned());
        (
            file.unwrap_or_default(),
            number(report, "/line"),
            number(report, "/column"),
        )
    };
    ran.reports().iter().map(place).collect()
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
fn several_files_and_the_folder_of_a_provider_are_read_by_name() {
    let other = RECORD.replace("renew", "cancel");
    let folder = folder(&[
        ("b.json", &pretty(&other)),
        ("a.json", RECORD),
        ("notes.txt", "no record"),
        ("c.jsonl", "7\n"),
    ]);
    let ran = run(&[&DOWN[..], &[&folder]].concat(), "");
    let elements: Vec<_> = ran
        .values()
        .iter()
        .map(|value| text(value, "/action/sourceComponentId"))
        .collect();
    assert_eq!(
        (elements, ran.status),
        (vec!["renew".to_owned(), "cancel".to_owned()], 65)
    );
    assert_eq!(
        places(&ran),
        [(folder.clone(), 1, 1), (format!("{folder}/c.jsonl"), 1, 1)]
    );

    let (a, b) = (file(RECORD), file(&other));
    assert_eq!(
        run_ok(&[&DOWN[..], &[&b, &a]].concat(), "").values().len(),
        2
    );
    assert_eq!(
        run_ok(&[&DOWN[..], &[&b, "-", &a]].concat(), RECORD)
            .values()
            .len(),
        3
    );
}

#[test]
fn one_bad_record_of_a_list_affects_no_other() {
    let list = format!("{{\n\"interactions\": [\n  {RECORD},\n  {{\"id\": 7}},\n  {RECORD}\n]}}");
    for arguments in [&DOWN[..], &["decode", "aap"]] {
        let ran = run(arguments, &list);
        assert_eq!((ran.status, ran.values().len()), (65, 2), "{arguments:?}");
        assert_eq!(places(&ran), [(String::new(), 4, 10)], "{arguments:?}");
        assert_eq!(ran.error().3, "/interactions/1/id");
    }
    let found = run(&["check", "aap"], &list);
    assert_eq!(
        (found.status, text(&found.value(), "/pointer")),
        (65, "/interactions/1/id".to_owned())
    );
    assert_eq!(at(&found.value(), "/line").text(), "4");
}

#[test]
fn members_next_to_a_list_are_named() {
    let beside = "ignored";
    for (list, pointer, message) in [
        (
            format!("{{\"interactions\":[{RECORD}],\n \"next\":\"abc\"}}"),
            "/next",
            "a member next to the message list is",
        ),
        (
            format!("{{\"a/b\":1,\"interactions\":[{RECORD}],\"c\":2}}"),
            "/a~1b",
            "2 members next to the message list are",
        ),
    ] {
        for arguments in [&DOWN[..], &["decode", "aap"]] {
            let ran = run(arguments, &list);
            assert_eq!((ran.status, ran.values().len()), (0, 1), "{arguments:?}");
            let [report] = &ran.reports()[..] else {
                panic!("{ran:?}")
            };
            assert_eq!(text(report, "/rule"), "list/beside");
            assert_eq!(text(report, "/pointer"), pointer);
            assert_eq!(text(report, "/message"), format!("{message} {beside}"));
        }
        let ran = run(&[&DOWN[..], &["--strict", "--envelope"]].concat(), &list);
        assert_eq!((ran.status, ran.values().len()), (1, 1));
        assert_eq!(
            (ran.error().1.as_str(), ran.error().3.as_str()),
            ("loss", pointer)
        );
    }
    let sample =
        r#"{"name":"n","messages":[{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}]}"#;
    for arguments in [
        &["convert", "--quiet", "--from", "a2ui", "--to", "a2ui@0.8"][..],
        &["decode", "a2ui"],
    ] {
        let ran = run(arguments, sample);
        assert_eq!(
            (ran.values().len(), text(&ran.reports()[0], "/pointer")),
            (1, "/name".to_owned())
        );
    }
}

#[test]
fn a_repair_is_a_loss() {
    let record = RECORD
        .replace("\"click\"", "5")
        .replace("\"renew\"", "{\"a\":1}");
    let dropped = |notes: Vec<Payload>| -> Vec<String> {
        notes
            .iter()
            .filter(|note| text(note, "/verdict") == "lost")
            .map(|note| text(note, "/from"))
            .collect()
    };
    let ran = run(&[&DOWN[..], &["--envelope"]].concat(), &record);
    assert_eq!(ran.status, 0);
    assert_eq!(
        dropped(at(&ran.value(), "/notes").elements().collect()),
        ["/action", "/element"]
    );
    let ran = run(&[&DOWN[..], &["--envelope", "--strict"]].concat(), &record);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let mut refused = ran.reports();
    refused.retain(|report| crate::program::find(report, "/error").is_some());
    let refused: Vec<_> = refused
        .iter()
        .map(|at| (text(at, "/rule"), text(at, "/pointer")))
        .collect();
    assert_eq!(
        refused,
        ["/action", "/element"].map(|at| ("aap/not-a-string".to_owned(), at.to_owned()))
    );

    let half = RECORD.replace("\"summary\":\"", "\"summary\":\"\\ud83d");
    assert_eq!(
        dropped(
            run(&[&DOWN[..], &["--notes"]].concat(), &half)
                .reports()
                .split_off(1)
        ),
        ["/summary", "/id", "/summary"]
    );
    // A byte order mark does not belong to the record.
    let ran = run(
        &[&DOWN[..], &["--envelope", "--strict"]].concat(),
        format!("\u{FEFF}{RECORD}"),
    );
    assert_eq!((ran.status, ran.values().len()), (0, 1));
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

#[test]
fn misspelt_members_of_page_messages_are_reported() {
    let posted = POSTED.replace("\"data\"", "\"datta\"");
    let context = [
        "--time",
        "2026-05-18T15:30:00.000Z",
        "--canvas-file",
        "p.html",
    ];
    let ran = run(&[&DOWN[..], &context].concat(), &posted);
    assert_eq!(
        (ran.status, text(&ran.reports()[0], "/rule")),
        (0, "misspelt-member".to_owned()),
        "{}",
        ran.err
    );
}

#[test]
fn explain_shows_the_second_of_two_members_with_one_name() {
    let input = RECORD.replacen("{\"id\":", "{\"id\":\"first\",\"id\":", 1);
    let ran = run(
        &[
            "explain", "--format", "json", "--from", "aap", "--to", "a2ui",
        ],
        input,
    );
    assert_eq!(
        text(&ran.values()[0], "/value"),
        "f6554697-47fd-4d67-8db9-291b9f7f3476",
        "{}",
        ran.out
    );
}

#[test]
fn a_repair_states_the_resulting_text() {
    let number = RECORD.replace("\"renew\"", "7");
    let half = RECORD.replace("\"summary\":\"", "\"summary\":\"\\ud83d");
    let both = "write both halves of the surrogate pair, or none";
    let (used, replaced) = (
        "the value is not a string; its JSON text is used instead",
        "a lone surrogate is replaced by U+FFFD",
    );
    for (record, repair, pointer, message, hint) in [
        (
            number,
            "not-a-string",
            "/element",
            used,
            "write a string here",
        ),
        (half, "half-surrogate", "/summary", replaced, both),
    ] {
        let said = format!(
            "\"rule\":\"repair/{repair}\",\"pointer\":\"{pointer}\",\"severity\":\"warning\",\"message\":\"{message}\",\"hint\":\"{hint}\"}}\n"
        );
        for arguments in [&DOWN[..], &["decode", "aap"]] {
            let ran = run(arguments, &record);
            assert_eq!((ran.status, ran.values().len()), (0, 1), "{arguments:?}");
            assert!(ran.err.ends_with(&said), "{arguments:?}: {}", ran.err);
        }
    }
}

#[test]
fn faults_are_reported_at_their_place_in_the_document() {
    let record = pretty(&RECORD.replace("\"click\"", "7"));
    let line = record
        .lines()
        .position(|line| line.contains("\"action\""))
        .unwrap()
        + 1;
    for arguments in [&DOWN[..], &["decode", "aap"]] {
        let ran = run(arguments, format!("{RECORD}\n{record}\n"));
        assert_eq!(
            places(&ran),
            [(String::new(), line + 1, 13)],
            "{arguments:?}"
        );
    }
    // The extra comma is a single fault, however many lines follow.
    let broken = "{\n  \"id\": \"a\",\n  \"x\": [1,],\n  \"y\": 2\n}\n";
    for arguments in [
        &DOWN[..],
        &["decode", "aap"],
        &["fold", "a2ui"],
        &["record"],
    ] {
        let ran = run(arguments, format!("{broken}{broken}"));
        assert_eq!(
            places(&ran),
            [(String::new(), 3, 10), (String::new(), 8, 10)],
            "{arguments:?}"
        );
    }
    // In an object, the member is named.
    for arguments in [
        &["decode", "aap"][..],
        &["record"],
        &["convert", "--from", "a2ui", "--to", "ahp"],
    ] {
        let ran = run(arguments, r#"{"id":"a",}"#);
        let expected = "remove the comma";
        assert_eq!(
            (places(&ran), &*only_report(&ran).1),
            (vec![(String::new(), 1, 10)], expected),
            "{arguments:?}"
        );
    }
    let ran = run(&["check", "a2ui"], broken);
    assert_eq!(
        (
            at(&ran.value(), "/line").text(),
            at(&ran.value(), "/column").text()
        ),
        ("3", "10")
    );
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
fn a_truncated_document_affects_no_other() {
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

#[test]
fn surfaces_of_a_faulty_list_are_folded() {
    let other = SURFACE.replace("\"s\"", "\"t\"");
    let ran = run(
        &["fold", "a2ui"],
        format!("{{\"messages\":[{SURFACE},{{\"version\":tru}},{other}]}}"),
    );
    assert_eq!(
        (ran.values().len(), ran.error().3.as_str()),
        (2, "/messages/1")
    );
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
fn requests_and_messages_of_pages_become_records_and_records_become_these() {
    let context = [
        "--time",
        "2026-05-18T15:30:00.000Z",
        "--canvas-file",
        "p.html",
    ];
    for input in [REQUEST, POSTED] {
        let ran = run_ok(&[&DOWN[..], &context].concat(), input).value();
        assert_eq!(ran, json(ACTION), "{input}");
    }
    for (name, expected) in [("SubmitRequest", REQUEST), ("CanvasMessage", POSTED)] {
        let up = convert("a2ui", "aap", &["--type", name]);
        assert_eq!(run_ok(&up, ACTION).value(), json(expected), "{name}");
        let noted = run(&[&up[..], &["--notes"]].concat(), ACTION);
        let dropped: Vec<_> = noted
            .reports()
            .iter()
            .filter(|note| text(note, "/verdict") == "lost")
            .map(|note| text(note, "/from"))
            .collect();
        let mut expected = vec!["/action/timestamp"];
        if name == "CanvasMessage" {
            expected.insert(0, "/action/surfaceId");
        }
        assert_eq!(dropped, expected, "{name}: {}", noted.err);
        let strict = run(&[&up[..], &["--strict"]].concat(), ACTION);
        assert_eq!((strict.status, &*strict.out), (1, ""), "{name}");
    }
    let ran = run(&DOWN, POSTED);
    assert_eq!(ran.error().2, "aap-request/canvas-file");
}

#[test]
fn the_source_layout_is_dropped_unless_requested() {
    let pretty = RECORD.replace(
        "{\"n\":1.50}",
        "{\n    \"n\": [\n      1.50,\n      \"a b\"\n    ]\n  }",
    );
    let data = |more: &[&str]| {
        at(
            &run_ok(&[&DOWN[..], more].concat(), &pretty).value(),
            "/action/context",
        )
        .text()
        .to_owned()
    };
    assert_eq!(data(&[]), r#"{"n":[1.50,"a b"]}"#);
    assert_eq!(
        data(&["--verbatim"]),
        r#"{    "n": [      1.50,      "a b"    ]  }"#
    );
    let decoded = run_ok(&["decode", "aap"], &pretty).out;
    assert!(
        decoded.contains(r#""data":{"n":[1.50,"a b"]},"#),
        "{decoded}"
    );
    // Values on one line stay unchanged; everything that the types read is written without whitespace.
    let blank = RECORD
        .replace("{\"n\":1.50}", "{\"n\": 1.50}")
        .replacen("\"id\":", "\"id\": ", 1);
    for more in [&[][..], &["--verbatim"]] {
        let decoded = run_ok(&[&["decode", "aap"], more].concat(), &blank).out;
        assert!(
            decoded.starts_with("{\"id\":\"") && decoded.contains("\"data\":{\"n\": 1.50}"),
            "{decoded}"
        );
    }
}

#[test]
fn an_envelope_after_a_byte_order_mark_is_opened() {
    let envelope = format!("\u{FEFF}{{\"value\":{RECORD},\"carry\":{{\"v\":1,\"layers\":[]}}}}\n");
    let ran = run(&[&DOWN[..], &["--envelope"]].concat(), envelope);
    assert_eq!((ran.status, ran.opened_values()), (0, vec![json(ACTION)]));
    assert_eq!(text(&ran.reports()[0], "/rule"), "byte-order-mark");
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
fn output_that_cannot_be_written_is_74() {
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
fn notes_and_errors_that_cannot_be_written_are_74() {
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
