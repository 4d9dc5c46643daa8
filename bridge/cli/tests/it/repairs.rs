//! Messages that are read after a repair, with the content, place and number of the reports.

use crate::program::{Ran, at, convert, file, find, run, run_ok, text};
use wire::Payload;

const CREATE: &str = r#"{"createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;
const DATA: &str = r#"{"updateDataModel":{"surfaceId":"s","path":"/a","value":1}}"#;

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

fn warnings(ran: &Ran) -> Vec<(String, u32, u32, String, String)> {
    repairs(&ran.reports(), "repair/missing-version")
}

#[test]
fn every_command_reads_a_message_after_a_repair_and_warns_once() {
    let input = format!("{CREATE}\n{UPDATE}\n\n  {DATA}\n");
    for arguments in READERS {
        let ran = run(arguments, &input);
        assert_eq!(ran.status, 0, "{arguments:?}: {ran:?}");
        assert!(!ran.out.is_empty(), "{arguments:?}");
        let said = warnings(&ran);
        let [first, total] = &said[..] else {
            panic!("{arguments:?}: {ran:?}")
        };
        assert_eq!(
            (first.1, first.2, &*first.3),
            (1, 1, "warning"),
            "{arguments:?}"
        );
        assert_eq!(
            first.4, "the message has no `version`; it is read as A2UI 0.9",
            "{arguments:?}"
        );
        assert_eq!(
            (total.1, total.2, &*total.3),
            (1, 1, "warning"),
            "{arguments:?}"
        );
        assert_eq!(
            total.4, "2 more repairs of this kind follow",
            "{arguments:?}"
        );
    }
}

#[test]
fn a_surface_keeps_the_version_of_its_creation() {
    let made = r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#;
    let other = r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c"}}"#;
    let ran = run(&["decode", "a2ui"], format!("{made}\n{other}\n{DATA}\n"));
    assert_eq!(
        warnings(&ran)[0].4,
        "the message has no `version`; it is read as A2UI 1.0",
        "{ran:?}"
    );
}

#[test]
fn each_file_has_its_own_warning() {
    let [a, b] = [
        file(&format!("{CREATE}\n{DATA}\n")),
        file(&format!("\n{CREATE}\n")),
    ];
    for arguments in READERS.iter().filter(|arguments| arguments[0] != "pipe") {
        let ran = run(&[arguments, &[&*a, &*b][..]].concat(), "");
        assert_eq!(ran.status, 0, "{ran:?}");
        let places: Vec<_> = warnings(&ran)
            .into_iter()
            .map(|(file, line, ..)| (file, line))
            .collect();
        assert_eq!(
            places,
            [(a.clone(), 1), (b.clone(), 2), (a.clone(), 1)],
            "{arguments:?}: {ran:?}"
        );
    }
}

#[test]
fn quiet_omits_the_total_but_not_the_warning() {
    let input = format!("{CREATE}\n{UPDATE}\n");
    for arguments in READERS
        .iter()
        .filter(|arguments| !matches!(arguments[0], "decode" | "fold"))
    {
        let ran = run(&[arguments, &["--quiet"][..]].concat(), &input);
        assert_eq!(warnings(&ran).len(), 1, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn strict_refuses_repaired_messages_with_a_hint() {
    let well_formed = r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c"}}"#;
    for arguments in READERS
        .iter()
        .filter(|arguments| !matches!(arguments[0], "decode" | "fold"))
    {
        let ran = run(
            &[arguments, &["--strict"][..]].concat(),
            format!("[{CREATE},\n{well_formed}]\n"),
        );
        assert_eq!(ran.status, 65, "{arguments:?}: {ran:?}");
        let errors: Vec<_> = ran
            .reports()
            .into_iter()
            .filter(|report| find(report, "/error").is_some())
            .collect();
        assert_eq!(errors.len(), 1, "{arguments:?}: {ran:?}");
        assert_eq!(text(&errors[0], "/rule"), "repair/missing-version");
        assert_eq!(text(&errors[0], "/pointer"), "/0");
        assert!(text(&errors[0], "/hint").contains("check --fix"), "{ran:?}");
        assert!(ran.out.contains("\"t\""), "{arguments:?}: {ran:?}");
        assert_eq!(
            ran.out.contains(r#""surfaceId":"s""#),
            arguments[0] == "explain",
            "{arguments:?}: {ran:?}"
        );
    }
}

#[test]
fn check_reports_each_repair_as_an_error() {
    let ran = run(&["check", "a2ui"], format!("{CREATE}\n{UPDATE}\n{DATA}\n"));
    assert_eq!((ran.status, &*ran.err), (65, ""), "{ran:?}");
    let said = repairs(&ran.values(), "repair/missing-version");
    let places: Vec<_> = said
        .iter()
        .map(|(_, line, column, severity, _)| (*line, *column, &**severity))
        .collect();
    assert_eq!(
        places,
        [(1, 1, "error"), (2, 1, "error"), (3, 1, "error")],
        "{ran:?}"
    );
    assert!(
        text(&ran.values()[0], "/hint").contains("check --fix"),
        "{ran:?}"
    );
}

#[test]
fn the_file_of_live_surfaces_is_read_after_repairs_too() {
    let surface = file(&format!("{CREATE}\n{UPDATE}\n"));
    let record = r#"{"id":"a","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"root","summary":"s"}"#;
    let ran = run(&convert("aap", "a2ui", &["--surface", &surface]), record);
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{ran:?}");
    assert_eq!(warnings(&ran)[0].0, surface, "{ran:?}");
}

#[test]
fn several_threads_warn_as_one_does() {
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

#[test]
fn a_resumed_session_knows_the_versions_of_its_surfaces() {
    let state = file("");
    std::fs::remove_file(&state).unwrap();
    let arguments = [
        "pipe", "--from", "a2ui", "--to", "a2ui@0.9", "--state", &state, "-",
    ];
    let made = r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#;
    let other = r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c"}}"#;
    assert_eq!(run(&arguments, format!("{made}\n{other}\n")).status, 0);
    let ran = run(&arguments, DATA);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(
        warnings(&ran)[0].4,
        "the message has no `version`; it is read as A2UI 1.0",
        "{ran:?}"
    );
}

#[test]
fn a_resumed_session_knows_that_its_last_document_was_truncated() {
    let state = file("");
    std::fs::remove_file(&state).unwrap();
    let arguments = [
        "pipe", "--from", "a2ui", "--to", "a2ui@1.0", "--state", &state, "-",
    ];
    let made = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let cut = r#"{"version":"v0.9","updateComponents":{"surfaceId":"other","components":["#;
    assert_eq!(run(&arguments, format!("{made}\n{cut}\n")).status, 65);
    let ran = run(
        &arguments,
        r#"{"id":"root","component":"Text","text":"for other"}"#,
    );
    assert_eq!((ran.status, &*ran.out), (65, ""), "{ran:?}");
    assert!(
        ran.err
            .contains("follows a truncated document for an unknown surface"),
        "{ran:?}"
    );
}

#[test]
fn well_formed_messages_have_no_reports() {
    let input = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    run_ok(&["decode", "a2ui"], input);
    run_ok(&["decode", "a2ui@0.9"], input);
}

#[test]
fn repairable_json_is_read_with_the_place_of_the_repair() {
    let mended = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c",}}"#;
    for arguments in READERS {
        let ran = run(arguments, format!("\n{mended}\n"));
        assert_eq!(ran.status, 0, "{arguments:?}: {ran:?}");
        let said = repairs(&ran.reports(), "repair/trailing-comma");
        assert_eq!(
            (said.len(), said[0].1, said[0].2),
            (1, 2, 67),
            "{arguments:?}: {ran:?}"
        );
    }
    let ran = run(&["check", "a2ui"], mended);
    assert_eq!(
        repairs(&ran.values(), "repair/trailing-comma").len(),
        1,
        "{ran:?}"
    );
}

#[test]
fn documents_side_by_side_on_one_line_are_read_one_by_one() {
    let [a, b] = ["s", "t"].map(|id| {
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}}"#)
    });
    for arguments in READERS {
        let ran = run(arguments, format!("{a} {b}\n"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{arguments:?}");
    }
}

/// Builds documents whose second message is truncated, with a part that would fit the first surface.
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

#[test]
fn fold_warns_about_members_that_the_surface_drops() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let card = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"card","component":"Card","child":"t","own":1}]}}"#;
    let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","root":"card","components":[{"id":"t","component":"Text","text":"x"}]}}"#;
    let ran = run(&["fold", "a2ui"], format!("{create}\n[{card},{text}]\n"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let reports = ran.reports();
    let [report] = &reports[..] else {
        panic!("{ran:?}")
    };
    assert_eq!(self::text(report, "/rule"), "unknown-member");
    assert_eq!(self::text(report, "/severity"), "warning");
    assert_eq!(self::text(report, "/pointer"), "/1/updateComponents/root");
    assert_eq!(
        self::text(report, "/message"),
        "`updateComponents` has no member `root`"
    );
}
