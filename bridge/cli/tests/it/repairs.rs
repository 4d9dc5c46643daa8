//! Messages that are read after a repair, with the content, place and number of the reports.

use crate::program::{at, convert, file, find, run, text};
use wire::Payload;

/// The commands that read messages and continue after a repair.
const READERS: [&[&str]; 6] = [
    &["decode", "a2ui"],
    &["fold", "a2ui"],
    &["convert", "--from", "a2ui", "--to", "a2ui@1.0"],
    &["convert", "--from", "a2ui", "--to", "ahp"],
    &["pipe", "--from", "a2ui", "--to", "a2ui@0.8"],
    &[
        "explain", "--from", "a2ui", "--to", "a2ui@1.0", "--format", "json",
    ],
];

/// Returns the reports of repairs: file, line, column, severity and message.
fn repairs(reports: &[Payload], rule: &str) -> Vec<(String, u32, u32, String, String)> {
    let number = |report: &Payload, name: &str| at(report, name).text().parse().unwrap();
    let has_rule = |report: &&Payload| {
        find(report, "/rule").is_some_and(|own| own.as_str().as_deref() == Some(rule))
    };
    let of_rule = reports.iter().filter(has_rule);
    let one = |report: &Payload| {
        let file = find(report, "/file").map(|file| file.as_str().unwrap().into_owned());
        let (line, column) = (number(report, "/line"), number(report, "/column"));
        let (severity, message) = (text(report, "/severity"), text(report, "/message"));
        (file.unwrap_or_default(), line, column, severity, message)
    };
    of_rule.map(one).collect()
}

#[test]
fn several_threads_report_the_same_repairs_as_one() {
    let record = |n: usize| {
        let end = if n.is_multiple_of(3) { r"\ud83d" } else { "" };
        format!(
            r#"{{"id":"{n}","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"s{end}"}}"#
        )
    };
    let mut lines: Vec<String> = (0..8000).map(record).collect();
    lines[4000] = "{}".to_owned();
    let input = file(&lines.join("\n"));
    let runs = ["1", "2", "7"]
        .map(|threads| run(&convert("aap", "a2ui", &["--threads", threads, &input]), ""));
    assert_eq!(runs[0].err, runs[1].err);
    assert_eq!(runs[0].err, runs[2].err);
    assert_eq!(runs[0].out, runs[2].out);
    let said = repairs(&runs[0].reports(), "repair/half-surrogate");
    assert_eq!(said.len(), 1, "--quiet: {said:?}");
}

/// Builds documents whose second message is truncated. The message contains a part that would fit the first surface.
fn broken_off() -> Vec<Vec<u8>> {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let component = r#"{"id":"root","component":"Text","text":"for other"}"#;
    let update = |fault: &str| {
        format!(
            "{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"other\",\"components\":[{fault}\n{component},\n]}}}}"
        )
    };
    let data = "{\"version\":\"v0.9\",\"updateDataModel\":\n{\"surfaceId\":\"s\",\"value\":\"for other\"} oops}";
    let lines = format!("{create}\n{}\n", update("\u{1}"));
    let bytes = lines
        .bytes()
        .map(|byte| if byte == 1 { 0xFF } else { byte })
        .collect();
    let texts = [
        format!("{create}\n{}\n", update("oops")),
        format!("[{create},\n{}]\n", update("oops")),
        format!("[\n{create},\n{{\"version\": oops\n{component},\n{component}]\n"),
        format!("{create}\n{data}\n"),
    ];
    texts
        .into_iter()
        .map(String::into_bytes)
        .chain([bytes])
        .collect()
}

#[test]
fn parts_of_truncated_documents_are_not_assigned_to_the_only_surface() {
    for input in broken_off() {
        let shown = String::from_utf8_lossy(&input).into_owned();
        for arguments in READERS {
            let ran = run(arguments, &input);
            // An explanation shows what is refused.
            let is_explained = arguments.first() == Some(&"explain");
            assert!(
                is_explained || !ran.out.contains("for other"),
                "{arguments:?}: {shown}\n{ran:?}"
            );
            assert!(
                !ran.err.contains("repair/"),
                "{arguments:?}: {shown}\n{ran:?}"
            );
            assert_eq!(ran.status, 65, "{arguments:?}: {shown}\n{ran:?}");
        }
        let ran = run(&["check", "a2ui"], &input);
        assert!(!ran.out.contains("repair/"), "{shown}\n{ran:?}");
    }
}
