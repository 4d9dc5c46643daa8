//! The forms in which people have their data, and the slips that they make.

use crate::program::{Ran, at, convert, file, json, run, started, text, well};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::Path,
    process::Stdio,
};
use wire::Payload;

const RECORD: &str = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"renew","data":{"n":1.50},"summary":"User click 'renew' on p.html with data: {\"n\":1.5}"}"#;
const ACTION: &str = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"p.html","sourceComponentId":"renew","timestamp":"2026-05-18T15:30:00.000Z","context":{"n":1.50}}}"#;
const REQUEST: &str = r#"{"action":"click","canvasFile":"p.html","element":"renew","data":{"n":1.50}}"#;
const POSTED: &str = r#"{"type":"canvas:interaction","action":"click","element":"renew","data":{"n":1.50}}"#;
const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

fn pretty(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::to_string_pretty(&value).unwrap()
}

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> String {
    let path = file("");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    for (name, text) in files {
        fs::write(Path::new(&path).join(name), text).unwrap();
    }
    path
}

/// Where each report says that it belongs: file, line and column.
fn places(ran: &Ran) -> Vec<(String, usize, usize)> {
    let number = |report: &Payload, name: &str| at(report, name).text().parse().unwrap();
    let place = |report: &Payload| {
        let file = crate::program::find(report, "/file").map(|file| file.as_str().unwrap().into_owned());
        (file.unwrap_or_default(), number(report, "/line"), number(report, "/column"))
    };
    ran.reports().iter().map(place).collect()
}

const DOWN: [&str; 5] = ["convert", "--from", "aap", "--to", "a2ui"];

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
            assert_eq!(well(arguments, &input).values().len(), 3, "{arguments:?}: {input}");
        }
        assert_eq!(well(&["check", "aap"], &input).out, "", "{input}");
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
    let elements: Vec<_> =
        ran.values().iter().map(|value| text(value, "/action/sourceComponentId")).collect();
    assert_eq!((elements, ran.status), (vec!["renew".to_owned(), "cancel".to_owned()], 65));
    assert_eq!(places(&ran), [(format!("{folder}/c.jsonl"), 1, 1)]);

    let (a, b) = (file(RECORD), file(&other));
    assert_eq!(well(&[&DOWN[..], &[&b, &a]].concat(), "").values().len(), 2);
    assert_eq!(well(&[&DOWN[..], &[&b, "-", &a]].concat(), RECORD).values().len(), 3);
}

#[test]
fn one_bad_record_of_a_list_loses_no_other() {
    let list = format!("{{\n\"interactions\": [\n  {RECORD},\n  {{\"id\": 7}},\n  {RECORD}\n]}}");
    for arguments in [&DOWN[..], &["decode", "aap"]] {
        let ran = run(arguments, &list);
        assert_eq!((ran.status, ran.values().len()), (65, 2), "{arguments:?}");
        assert_eq!(places(&ran), [(String::new(), 4, 10)], "{arguments:?}");
        assert_eq!(ran.error().3, "/interactions/1/id");
    }
    let found = run(&["check", "aap"], &list);
    assert_eq!((found.status, text(&found.value(), "/pointer")), (65, "/interactions/1/id".to_owned()));
    assert_eq!(at(&found.value(), "/line").text(), "4");
}

#[test]
fn what_stands_beside_a_list_is_named() {
    let beside = "not taken over";
    for (list, pointer, message) in [
        (
            format!("{{\"interactions\":[{RECORD}],\n \"next\":\"abc\"}}"),
            "/next",
            "a member beside the list of messages is",
        ),
        (
            format!("{{\"a/b\":1,\"interactions\":[{RECORD}],\"c\":2}}"),
            "/a~1b",
            "2 members beside the list of messages are",
        ),
    ] {
        for arguments in [&DOWN[..], &["decode", "aap"]] {
            let ran = run(arguments, &list);
            assert_eq!((ran.status, ran.values().len()), (0, 1), "{arguments:?}");
            let [report] = &ran.reports()[..] else { panic!("{ran:?}") };
            assert_eq!(text(report, "/rule"), "list/beside");
            assert_eq!(text(report, "/pointer"), pointer);
            assert_eq!(text(report, "/message"), format!("{message} {beside}"));
        }
        let ran = run(&[&DOWN[..], &["--strict", "--envelope"]].concat(), &list);
        assert_eq!((ran.status, ran.values().len()), (1, 1));
        assert_eq!((ran.error().1.as_str(), ran.error().3.as_str()), ("loss", pointer));
    }
    let sample = r#"{"name":"n","messages":[{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}]}"#;
    for arguments in [&["convert", "--from", "a2ui", "--to", "a2ui@0.8"][..], &["decode", "a2ui"]] {
        let ran = run(arguments, sample);
        assert_eq!((ran.values().len(), text(&ran.reports()[0], "/pointer")), (1, "/name".to_owned()));
    }
}

#[test]
fn a_repair_is_a_loss() {
    let record = RECORD.replace("\"click\"", "5").replace("\"renew\"", "{\"a\":1}");
    let dropped = |notes: Vec<Payload>| -> Vec<String> {
        notes
            .iter()
            .filter(|note| text(note, "/verdict") == "dropped")
            .map(|note| text(note, "/from"))
            .collect()
    };
    let ran = run(&[&DOWN[..], &["--envelope"]].concat(), &record);
    assert_eq!(ran.status, 0);
    assert_eq!(dropped(at(&ran.value(), "/notes").elements().collect()), ["/action", "/element"]);
    let ran = run(&[&DOWN[..], &["--envelope", "--strict"]].concat(), &record);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let [.., refused] = &ran.reports()[..] else { panic!("{ran:?}") };
    assert_eq!(
        (text(refused, "/rule"), text(refused, "/pointer")),
        ("aap/not-a-string".into(), "/action".into())
    );

    let half = RECORD.replace("\"summary\":\"", "\"summary\":\"\\ud83d");
    assert_eq!(dropped(run(&[&DOWN[..], &["--notes"]].concat(), &half).reports().split_off(1)), ["/summary"]);
    // A byte order mark is no part of the record.
    let ran = run(&[&DOWN[..], &["--envelope", "--strict"]].concat(), format!("\u{FEFF}{RECORD}"));
    assert_eq!((ran.status, ran.values().len()), (0, 1));
}

#[test]
fn files_that_are_not_there_are_told_before_anything_is_read() {
    let first = file(RECORD);
    let ran = run(&[&DOWN[..], &[&first, "/no/such"]].concat(), "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.starts_with("agent-ui: /no/such: No such file"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn of_a_folder_with_a_file_that_cannot_be_read_it_is_told_what_is_left_out() {
    let folder = file("");
    std::fs::remove_file(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    for name in ["a.json", "C.JSON", "d.json"] {
        std::fs::write(std::path::Path::new(&folder).join(name), RECORD).unwrap();
    }
    assert_eq!(well(&["decode", "aap", &folder], "").values().len(), 3);
    std::os::unix::fs::symlink("/no/such", std::path::Path::new(&folder).join("b.json")).unwrap();
    let ran = run(&["decode", "aap", &folder], "");
    assert_eq!((ran.status, ran.values().len()), (2, 2), "{}", ran.err);
    assert!(
        ran.err
            .ends_with("b.json: No such file or directory (os error 2); the input behind it is not read\n")
    );
}

#[test]
fn a_misspelt_member_of_a_message_of_a_page_is_told() {
    let posted = POSTED.replace("\"data\"", "\"datta\"");
    let context = ["--time", "2026-05-18T15:30:00.000Z", "--canvas-file", "p.html"];
    let ran = run(&[&DOWN[..], &context].concat(), &posted);
    assert_eq!(
        (ran.status, text(&ran.reports()[0], "/rule")),
        (0, "misspelt-member".to_owned()),
        "{}",
        ran.err
    );
}

#[test]
fn of_two_members_of_one_name_explain_shows_the_second() {
    let input = RECORD.replacen("{\"id\":", "{\"id\":\"first\",\"id\":", 1);
    let ran = run(&["explain", "--format", "json", "--from", "aap", "--to", "a2ui"], input);
    assert_eq!(text(&ran.values()[0], "/value"), "f6554697-47fd-4d67-8db9-291b9f7f3476", "{}", ran.out);
}

#[test]
fn a_repair_says_what_the_text_becomes() {
    let number = RECORD.replace("\"renew\"", "7");
    let half = RECORD.replace("\"summary\":\"", "\"summary\":\"\\ud83d");
    for (record, repair, pointer, message) in [
        (number, "not-a-string", "/element", "it is no text, and its JSON is taken for one"),
        (half, "half-surrogate", "/summary", "half a surrogate pair becomes U+FFFD"),
    ] {
        let said = format!("\"repair\":\"{repair}\",\"pointer\":\"{pointer}\",\"message\":\"{message}\"}}\n");
        for arguments in [&DOWN[..], &["decode", "aap"]] {
            let ran = run(arguments, &record);
            assert_eq!((ran.status, ran.values().len()), (0, 1), "{arguments:?}");
            assert!(ran.err.ends_with(&said), "{arguments:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_fault_is_told_where_it_stands_in_the_document() {
    let record = pretty(&RECORD.replace("\"click\"", "7"));
    let line = record.lines().position(|line| line.contains("\"action\"")).unwrap() + 1;
    for arguments in [&DOWN[..], &["decode", "aap"]] {
        let ran = run(arguments, format!("{RECORD}\n{record}\n"));
        assert_eq!(places(&ran), [(String::new(), line + 1, 13)], "{arguments:?}");
    }
    // The comma that is too much is one fault, however many lines come behind it.
    let broken = "{\n  \"id\": \"a\",\n  \"x\": [1,],\n  \"y\": 2\n}\n";
    for arguments in [&DOWN[..], &["decode", "aap"], &["fold", "a2ui"], &["record"]] {
        let ran = run(arguments, format!("{broken}{broken}"));
        assert_eq!(places(&ran), [(String::new(), 3, 11), (String::new(), 8, 11)], "{arguments:?}");
    }
    // In an object it is named.
    for arguments in [&["decode", "aap"][..], &["record"], &["convert", "--from", "a2ui", "--to", "ahp"]] {
        let ran = run(arguments, r#"{"id":"a",}"#);
        let expected = "expected a member name in quotes, or no comma before `}`";
        assert_eq!((places(&ran), &*said(&ran).1), (vec![(String::new(), 1, 11)], expected), "{arguments:?}");
    }
    let ran = run(&["check", "a2ui"], broken);
    assert_eq!((at(&ran.value(), "/line").text(), at(&ran.value(), "/column").text()), ("3", "11"));
}

/// What the only report or finding says: line, column, message and hint.
fn fault(ran: &Ran) -> (String, String, String, String) {
    let mut reports = ran.reports();
    reports
        .extend(ran.values().into_iter().filter(|value| crate::program::find(value, "/severity").is_some()));
    assert_eq!((ran.status, reports.len()), (65, 1), "{ran:?}");
    let number = |name: &str| at(&reports[0], name).text().to_owned();
    (number("/line"), number("/column"), text(&reports[0], "/message"), text(&reports[0], "/hint"))
}

#[test]
fn a_document_that_breaks_off_costs_no_other() {
    let breaks_off = "the document that begins in line 20, column 1 breaks off";
    let cut = [
        ("{\n  \"a\": {\n    \"b\": 1\n", (22, 10), breaks_off, "expected `,` or `}`"),
        ("{\n  \"a\": 1,\n", (21, 9), breaks_off, "expected a member name in quotes"),
        ("{\n  \"a\":\n", (21, 6), breaks_off, "expected a value"),
        ("{\n  \"a\": [\n    1,\n", (22, 6), breaks_off, "expected a value"),
        ("{\n  \"a\": \"b, {\n", (21, 12), breaks_off, "expected the end of the string"),
        ("[\n  {\n    \"a\": [\n", (22, 10), breaks_off, "expected a value"),
        (
            "{\n  \"a\": 1 2,\n  \"b\": 3\n}\n",
            (21, 10),
            "`2`, in the document that begins in line 20, column 1",
            "expected `,` or `}`",
        ),
    ];
    for (protocol, other, message) in [("aap", "a2ui", RECORD), ("a2ui", "aap", ACTION)] {
        let pretty = pretty(message);
        let blank = "\n".repeat(19 - pretty.lines().count());
        for (cut, (line, column), message, hint) in &cut {
            let expected = (line.to_string(), column.to_string(), (*message).to_owned(), (*hint).to_owned());
            for behind in [format!("{pretty}\n{pretty}\n"), pretty.clone()] {
                let input = format!("{pretty}\n{blank}{cut}{behind}");
                let whole = format!("{pretty}\n{behind}");
                for command in [&["decode", protocol][..], &convert(protocol, other, &[])] {
                    let ran = run(command, &input);
                    assert_eq!(fault(&ran), expected, "{command:?} {input}");
                    assert_eq!(ran.out, well(command, &whole).out, "{command:?} {input}");
                }
                assert_eq!(fault(&run(&["check", protocol], &input)), expected, "{input}");
                let ran = run(&["explain", "--format", "json", "--from", protocol, "--to", other], &input);
                assert_eq!(fault(&ran), expected, "{input}");
                assert_eq!(ran.out.matches("\"refused\"").count(), 1, "{}", ran.out);
            }
        }
    }
}

#[test]
fn the_surfaces_of_a_list_at_fault_are_folded() {
    let other = SURFACE.replace("\"s\"", "\"t\"");
    let ran = run(&["fold", "a2ui"], format!("{{\"messages\":[{SURFACE},{{\"version\":tru}},{other}]}}"));
    assert_eq!((ran.values().len(), ran.error().3.as_str()), (2, "/messages/1"));
}

/// Documents of three messages each with a fault in the element of that index, where that is told, and how.
fn lists(message: &str, name: &str) -> Vec<(String, String, [usize; 2], String, &'static str)> {
    let pretty = |level: usize| {
        let indent = "  ".repeat(level);
        indent.clone() + &pretty(message).replace('\n', &format!("\n{indent}"))
    };
    let (one, two, lines, length) = (pretty(1), pretty(2), pretty(1).lines().count(), message.len());
    let element = |index: usize, line: usize, column: usize| {
        format!("element {index} of the list (the first is 0), which begins in line {line}, column {column}")
    };
    let breaks_off = |index, line, column| element(index, line, column) + ", breaks off";
    let (a_colon, a_comma) = ("expected `:`", "expected `,` or `}`");
    let at_the_end = format!("[{message},{message},{message},");
    vec![
        // What breaks off.
        (
            format!("[{message},{message},{message},{{\"id\""),
            "/3".to_owned(),
            [1, 3 * length + 9],
            breaks_off(3, 1, 3 * length + 5),
            a_colon,
        ),
        (
            at_the_end.clone(),
            "/3".to_owned(),
            [1, at_the_end.len()],
            "the list breaks off before its element 3 (the first is 0)".to_owned(),
            "expected a value",
        ),
        (
            format!("{{\"{name}\":[{message},{message},{message},{{\"id\""),
            format!("/{name}/3"),
            [1, name.len() + 3 * length + 13],
            breaks_off(3, 1, name.len() + 3 * length + 9),
            a_colon,
        ),
        (
            format!("[\n{message},\n{message},\n{message},\n{{\"id\""),
            "/3".to_owned(),
            [5, 5],
            breaks_off(3, 5, 1),
            a_colon,
        ),
        (
            format!("[\n{one},\n{one},\n{one},\n  {{\n    \"id\""),
            "/3".to_owned(),
            [3 * lines + 3, 8],
            breaks_off(3, 3 * lines + 2, 3),
            a_colon,
        ),
        (
            format!("{{\n  \"{name}\": [\n{two},\n{two},\n{two},\n    {{\n      \"id\""),
            format!("/{name}/3"),
            [3 * lines + 4, 10],
            breaks_off(3, 3 * lines + 3, 5),
            a_colon,
        ),
        // What is at fault in the middle.
        (
            format!("[{message},{message},{{\"id\": 7 8}},{message}]"),
            "/2".to_owned(),
            [1, 2 * length + 13],
            format!("`8`, in {}", element(2, 1, 2 * length + 4)),
            a_comma,
        ),
        (
            format!("[{message},{message},{message},{{\"id\": 7 8}},{{\"id\" 7}}]"),
            "/3".to_owned(),
            [1, 3 * length + 14],
            format!("`8`, in {}; the elements from 4 on are not read", element(3, 1, 3 * length + 5)),
            a_comma,
        ),
        (
            format!("[{message},{{\"id\": tru}},{message},{message}]"),
            "/1".to_owned(),
            [1, length + 10],
            format!("`t`, in {}", element(1, 1, length + 3)),
            "expected a value",
        ),
        (
            format!("[\n{message},\n{{\"id\": 7 8}},\n{message},\n{message}\n]"),
            "/1".to_owned(),
            [3, 10],
            format!("`8`, in {}", element(1, 3, 1)),
            a_comma,
        ),
        (
            format!("[\n{one},\n  {{\n    \"id\": 7 8\n  }},\n{one},\n{one}\n]"),
            "/1".to_owned(),
            [lines + 3, 13],
            format!("`8`, in {}", element(1, lines + 2, 3)),
            a_comma,
        ),
        (
            format!("{{\n  \"{name}\": [\n    {{\n      \"id\": 7,\n{two},\n{two},\n{two}\n  ]\n}}"),
            format!("/{name}/0"),
            [5, 5],
            format!("`{{`, in {}", element(0, 3, 5)),
            "expected a member name in quotes",
        ),
        (
            format!("[\n{one},\n{one}\n{one}\n]"),
            "/2".to_owned(),
            [2 * lines + 2, 3],
            format!("`{{`, in {}", element(2, 2 * lines + 2, 3)),
            "expected `,` or `]`",
        ),
        (
            format!("[\n{message},\n{message},\n{{\"id\": 7 8}},{message}\n]"),
            "/2".to_owned(),
            [4, 10],
            format!("`8`, in {}", element(2, 4, 1)),
            a_comma,
        ),
        (
            format!("[{{\"id\": 7 8}},\n{message},\n{message},\n{message}]"),
            "/0".to_owned(),
            [1, 11],
            format!("`8`, in {}", element(0, 1, 2)),
            a_comma,
        ),
        // What is at fault behind the list.
        (
            format!("{{\"{name}\":[{message},{message},{message}],\n\"next\" 1}}"),
            String::new(),
            [2, 8],
            "`1`, in the document that begins in line 1, column 1".to_owned(),
            "expected `:`",
        ),
    ]
}

#[test]
fn of_a_list_that_breaks_off_or_is_at_fault_all_is_read_that_can_be_told_apart() {
    for (protocol, other, message, name) in
        [("aap", "a2ui", RECORD, "interactions"), ("a2ui", "aap", ACTION, "messages")]
    {
        // Without what looks otherwise when it is laid out.
        let message = &message.replace("{\"n\":1.50}", "{}").replace(" with data: {\\\"n\\\":1.5}", "");
        for (list, pointer, [line, column], message_of_it, hint) in lists(message, name) {
            let expected = (line.to_string(), column.to_string(), message_of_it, hint.to_owned());
            let (input, whole) = (format!("{list}\n{message}\n"), format!("{message}\n").repeat(4));
            for command in [&["decode", protocol][..], &convert(protocol, other, &[])] {
                let ran = run(command, &input);
                assert_eq!(fault(&ran), expected, "{command:?} {input}");
                assert_eq!(text(&ran.reports()[0], "/pointer"), pointer, "{command:?} {input}");
                assert_eq!(ran.out, well(command, &whole).out, "{command:?} {input}");
                let file = file(&input);
                assert_eq!(run(&[command, &[&*file]].concat(), "").out, ran.out, "{command:?} {input}");
            }
            assert_eq!(fault(&run(&["check", protocol], &input)), expected, "{input}");
            let ran = run(&["explain", "--format", "json", "--from", protocol, "--to", other], &input);
            assert_eq!(fault(&ran), expected, "{input}");
            let refused =
                ran.values().iter().filter(|line| crate::program::find(line, "/refused").is_some()).count();
            assert_eq!((refused, ran.values().len()), (1, 5), "{input}");
        }
    }
}

#[test]
fn of_a_list_with_bytes_that_are_no_utf_8_the_other_elements_are_read() {
    for (protocol, message) in [("aap", RECORD), ("a2ui", ACTION)] {
        let message = message.as_bytes();
        let latin =
            |byte: u8| message.iter().map(|of| if *of == b'w' { byte } else { *of }).collect::<Vec<_>>();
        let at = message.iter().position(|of| *of == b'w').unwrap() + 1;
        for between in [&b","[..], b",\n", b",\n  "] {
            let elements = [message, &latin(0xE4), message, &latin(0xFF), message];
            let list = [&b"["[..], &elements.join(between), b"]\n", message].concat();
            let ran = run(&["decode", protocol], &list);
            assert_eq!((ran.status, ran.values().len()), (65, 4), "{protocol}: {}", ran.err);
            let (line, indent) =
                if between == b"," { (1, message.len() + 2) } else { (2, between.len() - 2) };
            let reports = ran.reports();
            let told: Vec<_> = reports.iter().map(|report| text(report, "/rule")).collect();
            assert_eq!(told, ["encoding", "encoding"], "{protocol}");
            assert_eq!(ran.errors()[0].0, line, "{protocol}");
            assert_eq!(text(&reports[0], "/pointer"), "/1");
            assert_eq!(at_of(&reports[0]), indent + at, "{protocol} {}", ran.err);
        }
    }
}

/// The column of a report.
fn at_of(report: &Payload) -> usize {
    crate::program::at(report, "/column")
        .decode::<u64>()
        .ok()
        .and_then(|at| usize::try_from(at).ok())
        .unwrap()
}

#[test]
fn requests_and_messages_of_pages_become_records_and_records_become_these() {
    let context = ["--time", "2026-05-18T15:30:00.000Z", "--canvas-file", "p.html"];
    for input in [REQUEST, POSTED] {
        let ran = well(&[&DOWN[..], &context].concat(), input).value();
        assert_eq!(ran, json(ACTION), "{input}");
    }
    for (name, expected) in [("SubmitRequest", REQUEST), ("CanvasMessage", POSTED)] {
        let up = convert("a2ui", "aap", &["--type", name]);
        assert_eq!(well(&up, ACTION).value(), json(expected), "{name}");
        let noted = run(&[&up[..], &["--notes"]].concat(), ACTION);
        let dropped: Vec<_> = noted
            .reports()
            .iter()
            .filter(|note| text(note, "/verdict") == "dropped")
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
fn the_layout_of_a_source_does_not_get_into_lines_unless_it_is_asked_for() {
    let pretty = RECORD.replace("{\"n\":1.50}", "{\n    \"n\": [\n      1.50,\n      \"a b\"\n    ]\n  }");
    let data = |more: &[&str]| {
        at(&well(&[&DOWN[..], more].concat(), &pretty).value(), "/action/context").text().to_owned()
    };
    assert_eq!(data(&[]), r#"{"n":[1.50,"a b"]}"#);
    assert_eq!(data(&["--verbatim"]), r#"{    "n": [      1.50,      "a b"    ]  }"#);
    let decoded = well(&["decode", "aap"], &pretty).out;
    assert!(decoded.contains(r#""data":{"n":[1.50,"a b"]},"#), "{decoded}");
    // What stands on one line stays as it is; what the types read is written without blanks.
    let blank = RECORD.replace("{\"n\":1.50}", "{\"n\": 1.50}").replacen("\"id\":", "\"id\": ", 1);
    for more in [&[][..], &["--verbatim"]] {
        let decoded = well(&[&["decode", "aap"], more].concat(), &blank).out;
        assert!(decoded.starts_with("{\"id\":\"") && decoded.contains("\"data\":{\"n\": 1.50}"), "{decoded}");
    }
}

#[test]
fn an_envelope_behind_a_byte_order_mark_is_one() {
    let envelope = format!("\u{FEFF}{{\"value\":{RECORD},\"carry\":{{\"v\":1,\"layers\":[]}}}}\n");
    let ran = run(&[&DOWN[..], &["--envelope"]].concat(), envelope);
    assert_eq!((ran.status, ran.opened()), (0, vec![json(ACTION)]));
    assert_eq!(text(&ran.reports()[0], "/rule"), "byte-order-mark");
}

/// The message and the hint of the only report.
fn said(ran: &Ran) -> (String, String) {
    let reports = ran.reports();
    assert_eq!(reports.len(), 1, "{ran:?}");
    (text(&reports[0], "/message"), text(&reports[0], "/hint"))
}

#[test]
fn slips_are_recognised_and_the_cure_is_named() {
    let envelope = well(&[&DOWN[..], &["--envelope"]].concat(), RECORD).out;
    let misspelt = RECORD.replace("canvasFile", "canvas_file");
    let old = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let [candidate, unknown] = ["v1.0", "v2.0"].map(|version| SURFACE.replace("v0.9", version));
    let (candidate, unknown) = (&*candidate, &*unknown);
    let up = convert("a2ui", "aap", &[]);
    for (arguments, input, hint) in [
        (&up[..], &*envelope, "this is an envelope: add --envelope"),
        (&DOWN, ACTION, "this looks like a message of a2ui@0.9: --from a2ui@0.9"),
        (&up, RECORD, "this looks like a message of aap: --from aap"),
        (&convert("ahp", "aap", &[]), ACTION, "this looks like a message of a2ui@0.9: --from a2ui@0.9"),
        (&["decode", "aap"], ACTION, "this looks like a message of a2ui@0.9: decode a2ui@0.9"),
        (&["fold", "a2ui"], RECORD, "this looks like a message of aap"),
        (&["fold", "a2ui@0.9"], old, "this looks like a message of a2ui@0.8"),
        (&["fold", "a2ui"], &envelope, "this is an envelope: `convert --envelope` reads it"),
        (&["decode", "aap"], &envelope, "this is an envelope: `convert --envelope` reads it"),
        (&DOWN, &misspelt, "expected a member `canvasFile`: `canvas_file` is there"),
        (&convert("a2ui@0.10", "aap", &[]), ACTION, "this looks like a message of a2ui@0.9: --from a2ui@0.9"),
        (&["decode", "a2ui@0.9"], old, "this looks like a message of a2ui@0.8: decode a2ui@0.8"),
        (&["decode", "a2ui@0.8"], candidate, "this looks like a message of a2ui: decode a2ui"),
        (
            &convert("actions-json", "aap", &[]),
            r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
            "this is a manifest: `convert` takes it as --manifest, and the events of its page as input",
        ),
        (&up, unknown, "expected none or `v0.9` or `v0.9.1` or `v0.10` or `v1.0` or `1.0`"),
        (&up, &SURFACE.replace("createSurface", "createSurfaces"), "did you mean `createSurface`?"),
        (&["decode", "a2ui"], &old.replace("begin", "beginn"), "did you mean `beginRendering`?"),
        (&["decode", "a2ui"], r#"{"createSurfaces":{"surfaceId":"s"}}"#, "did you mean `createSurface`?"),
        (
            &["decode", "a2ui@0.9", "--type", "AgentMessage"],
            &SURFACE.replace("createSurface", "create_surface"),
            "did you mean `createSurface`?",
        ),
    ] {
        let ran = run(arguments, input);
        assert_eq!(ran.status, 65, "{arguments:?} {input}: {}", ran.err);
        assert_eq!(said(&ran).1, hint, "{arguments:?} {input}: {}", ran.err);
    }
}

#[test]
fn what_is_nearly_a_request_a_message_of_a_page_or_a_list_is_judged_as_that() {
    let listed = format!("{{\"Interactions\":[{RECORD}]}}");
    for (input, pointer, hint) in [
        (
            r#"{"action":"click","canvas_file":"p.html"}"#,
            "/canvasFile",
            "expected a member `canvasFile`: `canvas_file` is there",
        ),
        (
            r#"{"acton":"click","canvasFile":"p.html"}"#,
            "/action",
            "expected a member `action`: `acton` is there",
        ),
        (r#"{"type":"canvas:interactoin","action":"click"}"#, "/type", "expected `canvas:interaction`"),
        (
            r#"{"typ":"canvas:interaction","action":"click"}"#,
            "/type",
            "expected a member `type`: `typ` is there",
        ),
        (&listed, "/interactions", "expected a member `interactions`: `Interactions` is there"),
        (r#"{"interactions":null}"#, "/interactions", "expected an array"),
        // What only a record has makes one, and a word of another protocol is none of this one.
        (
            r#"{"id":"a","action":"click","canvas_file":"p.html"}"#,
            "/timestamp",
            "expected a member `timestamp`",
        ),
        (r#"{"type":"canvas:foo","action":"click"}"#, "/id", "expected a member `id`"),
    ] {
        for arguments in [&DOWN[..], &["decode", "aap"], &["check", "aap"]] {
            let ran = run(arguments, input);
            let said = if arguments[0] == "check" { ran.values() } else { ran.reports() };
            let said: Vec<_> =
                said.iter().map(|report| (text(report, "/pointer"), text(report, "/hint"))).collect();
            assert_eq!(said, [(pointer.to_owned(), hint.to_owned())], "{arguments:?} {input}");
            assert_eq!(ran.status, 65, "{arguments:?} {input}");
        }
    }
    // A request keeps what it has beside.
    let asked = r#"{"action":"click","canvasFile":"p.html","type":"canvas:interactoin"}"#;
    assert_eq!(well(&["decode", "aap"], asked).value(), json(asked));
}

#[test]
fn slips_in_a_list_are_recognised_one_by_one() {
    let envelope = format!("{{\"value\":{RECORD},\"carry\":{{\"v\":1,\"layers\":[]}}}}");
    let misspelt = RECORD.replace("canvasFile", "canvas_file");
    let list = format!("[{ACTION},{misspelt},{envelope}]");
    for (arguments, cure) in
        [(&DOWN[..], "--from"), (&["decode", "aap"], "decode"), (&["check", "aap"], "check")]
    {
        let ran = run(arguments, &list);
        let said = if cure == "check" { ran.values() } else { ran.reports() };
        let hints: Vec<_> = said.iter().map(|report| text(report, "/hint")).collect();
        // Nothing opens an envelope in a list.
        let expected = [
            &format!("this looks like a message of a2ui@0.9: {cure} a2ui@0.9"),
            "expected a member `canvasFile`: `canvas_file` is there",
            "expected a member `id`",
        ];
        assert_eq!(hints, expected, "{arguments:?}");
    }
    let list = format!("[{RECORD},{}]", ACTION.replace("surfaceId", "surface_id"));
    for arguments in [&convert("a2ui@0.9", "aap", &[])[..], &["decode", "a2ui@0.9"], &["check", "a2ui@0.9"]] {
        let ran = run(arguments, &list);
        let said = if arguments[0] == "check" { ran.values() } else { ran.reports() };
        let hints: Vec<_> = said.iter().map(|report| text(report, "/hint")).collect();
        assert!(hints[0].starts_with("this looks like a message of aap: "), "{arguments:?}: {hints:?}");
        assert_eq!(hints[1], "expected a member `surfaceId`: `surface_id` is there");
    }
    let update = r#"{"version":"v0.9","updateComponent":{"surfaceId":"s","components":[]}}"#;
    let found = run(&["check", "a2ui"], format!("[{SURFACE},{update}]")).values();
    assert_eq!(
        (text(&found[0], "/pointer"), text(&found[0], "/hint")),
        ("/1".into(), "did you mean `updateComponents`?".into())
    );
}

#[test]
fn a_frame_of_ahp_that_brings_an_action_is_read_as_that() {
    let dispatch = format!(
        r#"{{"channel":"ahp-canvas:/p.html","clientSeq":1,"action":{{"type":"canvas/message","payload":{ACTION}}}}}"#
    );
    let frame =
        |method: &str, params: &str| format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#);
    let there = convert("ahp", "a2ui", &[]);
    for method in ["dispatchAction", "action"] {
        assert_eq!(well(&there, frame(method, &dispatch)).value(), json(ACTION));
    }
    let list = format!(
        "[{},{}]",
        frame("action", &dispatch),
        frame("dispatchAction", &dispatch.replace("\"canvas/message\"", "7"))
    );
    let ran = run(&there, list);
    assert_eq!((ran.values(), ran.error().3.as_str()), (vec![json(ACTION)], "/1/params/action/type"));
    assert_eq!(run(&there, frame("canvasInvokeAction", &dispatch)).error().2, "route/none");

    let traced = frame("action", &dispatch).replacen('{', r#"{"trace":"t","#, 1);
    let ran = run(&there, &traced);
    assert_eq!((ran.status, ran.value()), (0, json(ACTION)));
    assert_eq!(text(&ran.reports()[0], "/rule"), "frame/beside");
    assert_eq!(text(&ran.reports()[0], "/pointer"), "/trace");
    let strictly = run(&convert("ahp", "a2ui", &["--strict", "--envelope"]), &traced);
    assert_eq!((strictly.status, strictly.error().3.as_str()), (1, "/trace"));
}

#[test]
fn requests_and_messages_of_pages_are_checked_and_decoded_as_what_they_are() {
    for message in [REQUEST, POSTED] {
        assert_eq!(well(&["check", "aap"], message).out, "");
        assert_eq!(well(&["decode", "aap"], message).value(), json(message));
    }
    let found = run(&["check", "aap"], REQUEST.replace("p.html", "../p")).values();
    assert_eq!(
        (text(&found[0], "/rule"), text(&found[0], "/pointer")),
        ("parent-ref".into(), "/canvasFile".into())
    );
    // A record is one, whatever else it says of itself.
    let record = RECORD.replacen('{', r#"{"type":"canvas:interaction","#, 1);
    assert_eq!(well(&["decode", "aap"], &record).value(), json(&record));
}

#[test]
fn what_is_wrong_with_an_envelope_is_told() {
    let envelope = |carry: &str| format!("{{\"value\":{ACTION},\"carry\":{carry}}}");
    let whole = r#"{"v":1,"layers":[…]}"#;
    let parts = "an envelope has `value` and `carry`, may have `notes` and `seq`, and nothing else";
    for (input, pointer, message, hint) in [
        (
            envelope(r#"{"v":2,"layers":[]}"#),
            "/carry/v",
            "the carry cannot be read: version `2`",
            format!("expected version `1`, as in {whole}"),
        ),
        (
            envelope("null"),
            "/carry",
            "the carry cannot be read: null",
            format!("expected an object (Carry), as in {whole}"),
        ),
        (
            envelope(&format!(
                "{{\"v\":1,\"layers\":[{}]}}",
                [r#"{"from":"aap@1.0","fields":[]}"#; 17].join(",")
            )),
            "/carry",
            "the carry is bigger than any that is made here",
            whole.to_owned(),
        ),
        (
            envelope("{}").replace("\"carry\"", "\"cary\""),
            "",
            "no message key, but `value`, `cary`",
            parts.to_owned(),
        ),
        (
            envelope("{}").replace("\"value\"", "\"vlaue\""),
            "",
            "no message key, but `vlaue`, `carry`",
            parts.to_owned(),
        ),
    ] {
        let ran = run(&convert("a2ui", "aap", &["--envelope"]), input);
        assert_eq!((ran.status, ran.error().3.as_str()), (65, pointer));
        assert_eq!(said(&ran), (message.to_owned(), hint));
    }
}

#[test]
fn a_hint_names_the_flag_that_cures() {
    let manifest = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a","description":"b","input_schema":{},"x_actions":{"handler":"h"},"x":1}]}"#;
    let sent =
        r#"{"channel":"ahp-session:/s","action":{"type":"session/openCanvasesChanged","openCanvases":[]}}"#;
    for (arguments, input, hint) in [
        (&DOWN[..], REQUEST, "the time of receipt: --time"),
        (&DOWN, POSTED, "the file of the page: --canvas-file"),
        (
            &convert("actions-json", "mcp", &["--embed"]),
            manifest,
            "let the carry travel beside the message: --envelope",
        ),
        (&convert("ahp@canvas", "ahp@1.0", &[]), sent, "the channel of the chat: --chat"),
        (
            &convert("a2ui", "aap", &[]),
            &ACTION.replace("p.html", &"x".repeat(300)),
            "give the surface a canvas file of your own in the routes: --routes",
        ),
        (
            &convert("a2ui", "a2ui@0.8", &[]),
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#,
            "create it first, or give the surface: --surface",
        ),
    ] {
        assert_eq!(said(&run(arguments, input)).1, hint, "{arguments:?}");
    }
    let embedded = well(&[&DOWN[..], &["--embed"]].concat(), RECORD).out;
    let ran = run(&convert("a2ui", "aap", &["--notes"]), embedded);
    let note = ran.reports().into_iter().find(|note| text(note, "/rule") == "carry/ignored").unwrap();
    let expected = "the carry is not used: the policy is to ignore it; --trust-embedded uses it";
    assert_eq!(text(&note, "/remark"), expected);
    let surface = [
        r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["a-b"]},{"id":"a-b","component":"Text","text":"a"}]}}"#,
    ];
    let found = run(&["check", "a2ui"], surface.join("\n"));
    assert!(
        found.out.contains("strict clients refuse others; `convert --escape-ids` rewrites them\""),
        "{}",
        found.out
    );
}

#[test]
fn a_check_recognises_the_wrong_protocol_too() {
    for (protocol, input, hint) in [
        ("a2ui", RECORD, "this looks like a message of aap: check aap"),
        ("aap", ACTION, "this looks like a message of a2ui@0.9: check a2ui@0.9"),
        ("ahp", RECORD, "this looks like a message of aap: check aap"),
        ("actions-json", RECORD, "this looks like a message of aap: check aap"),
        ("actions-json", ACTION, "this looks like a message of a2ui@0.9: check a2ui@0.9"),
        ("actions-json", r#"{"version":1,"tools":[]}"#, "\"actions.json\""),
    ] {
        let ran = run(&["check", protocol], input);
        assert_eq!((ran.status, text(&ran.values()[0], "/hint")), (65, hint.to_owned()), "{protocol}");
    }
}

#[test]
fn an_optional_member_that_is_misspelt_is_warned_of_and_kept() {
    let record = RECORD.replace("\"element\"", "\"elment\"");
    let ran = run(&DOWN, &record);
    assert_eq!(ran.status, 0);
    let expected =
        ("`elment` is no member of `Interaction`, and means nothing there", "did you mean `element`?");
    assert_eq!(said(&ran), (expected.0.to_owned(), expected.1.to_owned()));
    let found = run(&["check", "aap"], &record).values();
    assert!(found.iter().any(|finding| text(finding, "/rule") == "misspelt-member"), "{found:?}");
}

#[test]
fn misspelt_members_of_a2ui_and_ahp_are_warned_of_on_the_way() {
    let create = SURFACE.replace("\"c\"", "\"c\",\"them\":{}");
    let canvas = r#"{"channel":"ahp-canvas:/s","state":{"instanceId":"s","canvasId":"c","extensionId":"x","tittle":"T","url":"ahp-canvas-content:/s/p.html","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;
    // What stands in components is a matter of catalogs, and what stands in values of nobody.
    let own = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a","varient":"h1","componnt":1}]}}"#;
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"surfaceid":"s","valu":1}}}"#;
    let asking = ACTION.replace("v0.9", "1.0").replace("\"context\"", "\"userMesage\":{},\"context\"");
    let several = format!("{{\"name\":\"n\",\"messages\":[{SURFACE},{create}]}}");
    let there = convert("a2ui", "ahp", &[]);
    let said = |like: &str, pointer: &str, row: &str| {
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let message = format!("`{name}` is no member of `{row}`, and means nothing there");
        (pointer.to_owned(), message, format!("did you mean `{like}`?"))
    };
    for (arguments, input, expected) in [
        (&there, create.clone(), vec![said("theme", "/createSurface/them", "CreateSurface")]),
        (&there, several, vec![said("theme", "/messages/1/createSurface/them", "CreateSurface")]),
        (&there, format!("{SURFACE}\n{own}\n{data}\n"), vec![]),
        (
            &convert("ahp", "a2ui", &[]),
            canvas.to_owned(),
            vec![said("title", "/state/tittle", "CanvasState")],
        ),
        (
            &convert("a2ui", "aap", &["--envelope"]),
            format!("{{\"value\":{asking},\"carry\":{{\"v\":1,\"layers\":[]}}}}"),
            vec![said("userMessage", "/value/action/userMesage", "UserAction")],
        ),
    ] {
        let ran = run(arguments, &input);
        let reports = ran.reports();
        let found = reports.iter().filter(|report| text(report, "/rule") == "misspelt-member");
        let found: Vec<_> = found
            .map(|report| (text(report, "/pointer"), text(report, "/message"), text(report, "/hint")))
            .collect();
        assert_eq!(found, expected, "{arguments:?}: {input} {}", ran.err);
    }
}

#[test]
fn words_of_ahp_that_are_nearly_known_are_warned_of() {
    let action = r#"{"type":"canvas/massage","payload":1}"#;
    let dispatch = format!(r#"{{"channel":"ahp-canvas:/s","action":{action}}}"#);
    let frame = |method: &str| {
        let params = format!(r#"{{"channel":"ahp-canvas:/s","clientSeq":1,"action":{action}}}"#);
        format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
    };
    let chat = frame("dispatchAction").replace("canvas/massage", "chat/canvasesChange");
    let of_action = "did you mean `canvas/message`?";
    for (protocol, input, pointer, hint) in [
        ("ahp", &dispatch, "/action/type", of_action),
        ("ahp", &frame("dispatchAction"), "/params/action/type", of_action),
        ("ahp@1.0", &chat, "/params/action/type", "did you mean `chat/canvasesChanged`?"),
        ("ahp", &frame("dispatchActionn"), "/method", "did you mean `dispatchAction`?"),
    ] {
        let found = run(&["check", protocol], input);
        let told: Vec<_> = found
            .values()
            .iter()
            .filter(|finding| text(finding, "/rule") == "misspelt-word")
            .map(|finding| ["/severity", "/pointer", "/hint"].map(|part| text(finding, part)))
            .collect();
        assert_eq!(told, [["warning", pointer, hint].map(str::to_owned)], "{input}: {found:?}");
        assert_eq!(found.status, 0, "{input}");
    }
    let ran = run(&convert("ahp", "a2ui", &[]), frame("dispatchActionn"));
    assert_eq!((ran.status, text(&ran.reports()[0], "/rule")), (65, "misspelt-word".into()), "{ran:?}");
    assert_eq!(text(&ran.reports()[0], "/hint"), "did you mean `dispatchAction`?");
    // What is no slip may be any word of others.
    let other = frame("dispatchAction").replace("canvas/massage", "terminal/input");
    assert_eq!(well(&["check", "ahp"], other).out, "");
    assert_eq!(well(&["check", "ahp"], frame("resourceRead")).out, "");
}

#[test]
fn members_of_a2ui_and_ahp_that_are_misspelt_are_recognised_wherever_they_stand() {
    let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    let create = SURFACE.replace("\"c\"", &format!("\"{basic}\",\"them\":{{}}"));
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a","varient":"h1"}]}}"#;
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"},"usageHnt":"h1"}}}]}}
{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let canvas = r#"{"channel":"ahp-canvas:/s","state":{"instanceId":"s","canvasId":"c","extensionId":"x","tittle":"T","url":"ahp-canvas-content:/s/p.html","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;
    for (protocol, input, expected) in [
        (
            "a2ui",
            format!("{create}\n{update}"),
            &[("/createSurface/them", "theme"), ("/updateComponents/components/0/varient", "variant")][..],
        ),
        ("a2ui", old.to_owned(), &[("/surfaceUpdate/components/0/component/Text/usageHnt", "usageHint")]),
        ("ahp", canvas.to_owned(), &[("/state/tittle", "title")]),
    ] {
        let found: Vec<_> = run(&["check", protocol], input)
            .values()
            .iter()
            .map(|finding| (text(finding, "/pointer"), text(finding, "/hint")))
            .filter(|(_, hint)| hint.starts_with("did you mean"))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(at, name)| ((*at).to_owned(), format!("did you mean `{name}`?"))).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let routes = file(r#"[{"file":"a.html","surface":"s"}]"#);
    let two = file(&format!("{SURFACE}\n{SURFACE}\n"));
    for (arguments, words) in [
        (
            &["decode", "a2ui@0.9", "--type", "Componnt"][..],
            &[
                "agent-ui: --type Componnt: a2ui@0.9 has no wire type of that name; did you mean `Component`?\n",
            ][..],
        ),
        (
            &["check", "a2ui@0.9", "--type", "Componnt"],
            &[
                "agent-ui: --type Componnt: a2ui@0.9 has no wire type with rules of that name; did you mean `Component`?\n",
            ],
        ),
        (&["schema", "aap", "--type", "Interction"], &["did you mean `Interaction`?"]),
        (&["decode", "aap", "--type", "Nope"], &["SubmitRequest", "CanvasMessage"]),
        (&["check", "aap", "--type", "Nope"], &["Interaction", "ListResponse"]),
        (&["schema", "aap", "--type", "Nope"], &["Interaction", "ListResponse"]),
        (&["convert", "--from", "aap", "--to", "nope"], &["a2ui", "actions-json", "mcp"]),
        (
            &convert("a2ui@0.9", "a2ui@0.9", &[]),
            &[
                "agent-ui: there is no route from a2ui@0.9 to a2ui@0.9: `decode a2ui@0.9` reads messages and writes them as the same\n",
            ],
        ),
        (&[&DOWN[..], &["--routes", &routes]].concat(), &[r#"{"reports/x.html":"surface"}"#]),
        (&[&DOWN[..], &["--manifest", &two]].concat(), &[&two]),
        (&[&DOWN[..], &["--type", "CanvasState"]].concat(), &["SubmitRequest"]),
        (
            &convert("a2ui", "ahp", &["--routes", "/none"]),
            &["--routes: it counts on the way between aap and a2ui, and not from a2ui to ahp; leave it out"],
        ),
        (
            &convert("a2ui@0.9", "ahp", &["--surface", "/none"]),
            &[
                "--surface: it counts on the way between aap and a2ui, and between a2ui@0.8 and other versions, and not from a2ui@0.9",
            ],
        ),
        (
            &[&DOWN[..], &["--base-url", "https://ui.test"]].concat(),
            &[
                "agent-ui: --base-url: it counts on the way to and from ahp@1.0, and not from aap@1.0 to a2ui; leave it out\n",
            ],
        ),
    ] {
        let ran = run(arguments, RECORD);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?}");
        for word in words {
            assert!(ran.err.contains(word), "{arguments:?}: {word} in {}", ran.err);
        }
    }
}

#[test]
fn what_is_wrong_with_the_value_of_a_flag_is_told_plainly() {
    let pipe = ["pipe", "--from", "aap", "--to", "a2ui"];
    for (arguments, said) in [
        (&DOWN[..], ["--channel", "x y"], "agent-ui: --channel x y: expected `ahp-canvas:/…`\n"),
        (
            &DOWN,
            ["--channel", "ahp-canvas:/x y"],
            "agent-ui: --channel ahp-canvas:/x y: expected `ahp-canvas:/…`, and it holds neither spaces nor control characters\n",
        ),
        (
            &convert("a2ui", "ahp@1.0", &[]),
            ["--base-url", "nonsense"],
            "agent-ui: --base-url nonsense: expected an http(s) address to which a path can be added, as in https://host/path\n",
        ),
        (
            &pipe,
            ["--limit", "lots"],
            "error: invalid value 'lots' for '--limit <BYTES>': expected a number of bytes, as in 268435456\n",
        ),
        (&DOWN, ["--threads", "0"], "error: invalid value '0' for '--threads <N>': expected a number from 1 to 64\n"),
        (
            &["show"],
            ["--port", "http"],
            "error: invalid value 'http' for '--port <PORT>': expected a number from 0 to 65535\n",
        ),
    ]
    .map(|(arguments, flag, said)| ([arguments, &flag].concat(), said))
    {
        let ran = run(&arguments, RECORD);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn what_is_wrong_with_a_file_of_a_flag_is_told_with_flag_and_place() {
    let missing = format!(
        "{SURFACE}\n\n{{\"version\":\"v0.9\",\n \"updateComponents\":{{\"surfaceId\":\"s\",\"componets\":[]}}}}\n"
    );
    let again = format!("{SURFACE}\n{SURFACE}\n");
    let (convert, manifest) = (DOWN.as_slice(), r#"{"protocol":"actions.json","version":1,"tools":[]}"#);
    let a2ui = ["check", "a2ui"].as_slice();
    let actions = ["check", "actions-json"].as_slice();
    for (command, flag, text, said) in [
        (
            convert,
            "--surface",
            &*missing,
            ":4:21: /updateComponents/components: a required member is missing; expected a member `components`: `componets` is there",
        ),
        (
            convert,
            "--surface",
            &again,
            ":2:48: /createSurface/surfaceId: the surface `s` exists already; delete it first, or use another id",
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\"s\",\n \"b.html\":7}",
            r#":2:11: /b.html: a number; expected a surface id, a string; expected canvas files and the surfaces that they show, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--surface",
            &SURFACE.replace("createSurface", "createSurfce"),
            ":1:1: no message key, but `createSurfce`; did you mean `createSurface`?",
        ),
        (convert, "--routes", "{\"a.html\":\"s\",\n \"b.html\"}", ":2:10: `}`; expected `:`"),
        (
            convert,
            "--manifest",
            &manifest.replace("\"version\":1", "\n\"version\":7"),
            ":2:11: error V2 at \"/version\": The version is 7.; `agent-ui check actions-json --profile published FILE` lists all",
        ),
        (a2ui, "--catalog", "{\n\"components\":{}}", ":1:1: /catalogId: a catalog has a `catalogId`"),
        (
            convert,
            "--routes",
            RECORD,
            r#":1:1: a record of aap; expected canvas files and the surfaces that they show, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--routes",
            "",
            r#":1:1: the file is empty; expected canvas files and the surfaces that they show, as in {"reports/x.html":"surface"}"#,
        ),
        (convert, "--routes", "{\"a.html\":\n\n", ":1:10: the end of the text; expected a value"),
        (
            convert,
            "--manifest",
            " \n\n",
            r#":1:1: the file is empty; expected a manifest of actions.json, as in {"protocol":"actions.json","version":1,"tools":[]}"#,
        ),
        (
            a2ui,
            "--catalog",
            "\n",
            ":1:1: the file is empty; expected a catalog with `catalogId`, or capabilities with `inlineCatalogs`",
        ),
        (
            actions,
            "--dictionary",
            "",
            r#":1:1: the file is empty; expected the primitives of a runtime, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (
            convert,
            "--surface",
            RECORD,
            ":1:1: /version: a message without `version`; this looks like a message of aap",
        ),
        (
            actions,
            "--dictionary",
            RECORD,
            r#":1:1: there is no list `primitives`; expected the primitives of a runtime, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (actions, "--dictionary", "[]", ":1:1: an array; expected an object (Dictionary)"),
    ] {
        let file = file(text);
        let ran = run(&[command, &[flag, &file]].concat(), manifest);
        let expected = format!("agent-ui: {flag} {file}{}\n", said.replace("FILE", &file));
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
    for flag in ["--surface", "--routes", "--manifest", "--carry-key"] {
        let ran = run(&[convert, &[flag, "/no/such"]].concat(), RECORD);
        let expected = format!("agent-ui: {flag} /no/such: No such file or directory (os error 2)\n");
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
}

#[test]
fn help_lists_the_types_of_every_protocol() {
    for command in ["decode", "check", "schema"] {
        let help = run(&[command, "--help"], "").out;
        for name in
            ["SubmitRequest", "ListResponse", "AgentMessage", "CanvasState", "Manifest", "ListToolsResult"]
        {
            assert!(help.contains(name), "{command}: {name}");
        }
    }
    assert!(run(&["convert", "--help"], "").out.contains("CanvasMessage"));
}

#[test]
fn what_was_written_is_seen_before_more_is_waited_for() {
    for arguments in [&DOWN[..], &["decode", "aap"], &["check", "aap", "--type", "Interaction"], &["record"]]
    {
        let mut child = started(arguments);
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
    for arguments in
        [&DOWN[..], &["decode", "aap"], &["check", "aap"], &["demo"], &["schema", "aap"], &["--help"]]
    {
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
        assert!(said.contains("the output cannot be written"), "{arguments:?}: {said}");
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
    for (more, input) in [(&["--notes"][..], format!("{RECORD}\n")), (&[], "{}\n".to_owned())] {
        let full = File::create("/dev/full").unwrap();
        assert_eq!(run(more, &input, full.into()).status.code(), Some(74), "{more:?}");
    }
    // Nobody listens any more: the values come out all the same.
    let mut gone = std::process::Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let writer = gone.stdin.take().unwrap();
    gone.wait().unwrap();
    let output = run(&["--notes"], &format!("{RECORD}\n{RECORD}\n"), writer.into());
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stdout).unwrap().lines().count()),
        (Some(0), 2)
    );
}
