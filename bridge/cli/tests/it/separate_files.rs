//! Files that are read as one session each, or as one with `--session`.

use crate::{
    input_layouts::folder,
    program::{at, convert, file, run, run_ok, text},
};
use std::path::Path;
use wire::Payload;

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

fn update(said: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"main","components":[{{"id":"root","component":"Text","text":"{said}"}}]}}}}"#
    )
}

/// Returns a folder with two files that create the same surface.
fn two_of_one_name() -> String {
    let surface = |said: &str| format!("{CREATE}\n{}\n", update(said));
    folder(&[
        ("a.jsonl", &*surface("first")),
        ("b.jsonl", &*surface("second")),
    ])
}

/// Returns a folder with a session in two files.
fn split_session() -> String {
    folder(&[("1.jsonl", CREATE), ("2.jsonl", &*update("second"))])
}

/// Returns the file name and line of a report.
fn place(report: &Payload) -> (String, u64) {
    let file = text(report, "/file");
    let name = Path::new(&file)
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    (name, at(report, "/line").decode().unwrap())
}

#[test]
fn each_file_of_a_folder_is_checked_on_its_own() {
    let folder = two_of_one_name();
    assert_eq!(run_ok(&["check", "a2ui", &folder], "").out, "");
    let joined = run(&["check", "a2ui", "--session", &folder], "");
    assert_eq!((joined.status, joined.err.as_str()), (65, ""));
    let found: Vec<_> = joined
        .values()
        .iter()
        .map(|finding| (place(finding), text(finding, "/rule")))
        .collect();
    assert_eq!(
        found,
        [(("b.jsonl".to_owned(), 1), "surface-exists".to_owned())]
    );
}

#[test]
fn the_surfaces_of_each_file_are_written_at_its_end() {
    let folder = two_of_one_name();
    let said = |surface: &Payload| text(surface, "/components/root/text");
    let surfaces = run_ok(&["fold", "a2ui", &folder], "").values();
    assert_eq!(
        surfaces.iter().map(said).collect::<Vec<_>>(),
        ["first", "second"]
    );
    let joined = run(&["fold", "a2ui", "--session", &folder], "");
    assert_eq!((joined.status, joined.values().len()), (65, 1));
}

#[test]
fn the_state_of_each_log_is_written_at_its_end() {
    let snapshot = r#"{"resource":"ahp-canvas:/c","state":{"instanceId":"c","canvasId":"c","extensionId":"e","availability":"ready","provider":{"kind":"server"},"url":"ahp-canvas-content:/c/x.json"},"fromSeq":1}"#;
    let action = r#"{"channel":"ahp-canvas:/c","serverSeq":2,"action":{"type":"canvas/updated","title":"New"}}"#;
    let folder = folder(&[("1.jsonl", snapshot), ("2.jsonl", action)]);
    let ran = run(&["fold", "ahp@canvas", &folder], "");
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{ran:?}");
    let [unknown] = &ran.reports()[..] else {
        panic!("{ran:?}")
    };
    assert_eq!(
        (place(unknown), text(unknown, "/rule")),
        (("2.jsonl".to_owned(), 1), "ahp/unknown-state".into())
    );
    assert!(
        text(unknown, "/hint").ends_with("or use --session if the files belong to one session"),
        "{unknown}"
    );
    let joined = run_ok(&["fold", "ahp@canvas", "--session", &folder], "").value();
    assert_ne!(joined, ran.value());
}

#[test]
fn each_file_is_translated_like_a_run_of_its_own() {
    let folder = two_of_one_name();
    for (to, more) in [
        ("ahp", &[][..]),
        ("a2ui@0.8", &["--envelope"]),
        ("a2ui@1.0", &["--notes"]),
        ("a2ui@0.8", &["--strict"]),
    ] {
        let alone = |name: &str| {
            let path = format!("{folder}/{name}");
            let ran = run(&convert("a2ui", to, &[more, &[&path]].concat()), "");
            (ran.status, ran.out, ran.err)
        };
        let (first, second) = (alone("a.jsonl"), alone("b.jsonl"));
        let both = run(&convert("a2ui", to, &[more, &[&folder]].concat()), "");
        assert_eq!(
            (both.out, both.err),
            (first.1 + &second.1, first.2 + &second.2),
            "{to}"
        );
        assert_eq!(both.status, first.0.max(second.0));
        let joined = run(
            &convert("a2ui", to, &[more, &["--session", &folder]].concat()),
            "",
        );
        // The second creation is refused where the target knows surfaces.
        let is_allowed = to == "a2ui@1.0";
        assert_eq!(joined.status == 65, !is_allowed, "{to}: {joined:?}");
    }
    let explained = run(
        &[
            "explain", "--from", "a2ui", "--to", "ahp", "--format", "json", &folder,
        ],
        "",
    );
    let messages = explained
        .values()
        .into_iter()
        .filter(|line| line.member("members").is_some());
    assert_eq!(messages.count(), 2, "{explained:?}");
}

#[test]
fn losses_are_counted_over_all_files() {
    let lossy = CREATE.replace(r#""surfaceId""#, r#""x-pen":1,"surfaceId""#);
    let folder = folder(&[("a.jsonl", &*lossy), ("b.jsonl", &*lossy)]);
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "a2ui@0.8", &folder],
        "",
    );
    let [losses] = &ran.reports()[..] else {
        panic!("{ran:?}")
    };
    assert!(
        text(losses, "/message").starts_with("the output cannot hold 2 fields;"),
        "{losses}"
    );
    assert_eq!(place(losses).0, "a.jsonl");
}

#[test]
fn a_session_in_two_files_is_recognised() {
    let hint =
        "an earlier file creates this surface: use --session if the files belong to one session";
    let folder = split_session();
    let update = ("2.jsonl".to_owned(), 1);
    let found = run_ok(&["check", "a2ui", &folder], "").value();
    assert_eq!(
        (place(&found), text(&found, "/hint")),
        (update.clone(), hint.to_owned())
    );
    for command in [
        vec!["fold", "a2ui"],
        convert("a2ui", "ahp", &[]),
        convert("a2ui", "a2ui@0.8", &[]),
    ] {
        let ran = run(&[&command[..], &[&folder]].concat(), "");
        let [refused] = &ran.reports()[..] else {
            panic!("{command:?}: {ran:?}")
        };
        assert_eq!(
            (ran.status, place(refused), text(refused, "/hint")),
            (65, update.clone(), hint.into())
        );
        run_ok(&[&command[..], &["--session", &folder]].concat(), "");
    }
    assert_eq!(run_ok(&["check", "a2ui", "--session", &folder], "").out, "");
    // Without an earlier file, the hint does not concern other files.
    let alone = run(&["fold", "a2ui", &format!("{folder}/2.jsonl")], "");
    assert_eq!(
        text(&alone.reports()[0], "/hint"),
        "send `createSurface` first, or correct the id"
    );
}

#[test]
fn a_surface_of_0_8_in_two_files_is_recognised() {
    let components = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a"}}}}]}}"#;
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let folder = folder(&[("1.jsonl", components), ("2.jsonl", begin)]);
    let ran = run(&convert("a2ui@0.8", "a2ui@0.9", &[&folder]), "");
    assert_eq!(
        (ran.status, ran.error().2),
        (65, "a2ui-0.8-0.9/held".to_owned())
    );
    assert_eq!(
        text(&ran.reports()[0], "/hint"),
        "send `beginRendering` after its components, or use --session if another file sends it"
    );
    assert_eq!(
        run_ok(
            &convert("a2ui@0.8", "a2ui@0.9", &["--session", &folder]),
            ""
        )
        .values()
        .len(),
        2
    );
}

#[test]
fn the_version_of_a_surface_is_not_remembered_in_another_file() {
    let create = CREATE.replace("v0.9", "v0.9.1");
    let bare = update("a").replace(r#""version":"v0.9","#, "");
    let folder = folder(&[("1.jsonl", &*create), ("2.jsonl", &*bare)]);
    let joined = run(&["decode", "a2ui", "--session", &folder], "").values();
    assert_eq!(
        joined
            .iter()
            .map(|message| text(message, "/version"))
            .collect::<Vec<_>>(),
        ["v0.9.1", "v0.9.1"]
    );
    let separate = run(&["decode", "a2ui", &folder], "").values();
    assert_eq!(
        separate
            .iter()
            .map(|message| text(message, "/version"))
            .collect::<Vec<_>>(),
        ["v0.9.1", "v0.9"]
    );
}

#[test]
fn files_are_fixed_on_their_own() {
    let create = CREATE.replace("v0.9", "v0.9.1");
    let bare = update("a").replace(r#""version":"v0.9","#, "");
    let fixed = |more: &[&str]| {
        let folder = folder(&[("1.jsonl", &*create), ("2.jsonl", &*bare)]);
        run(&[&["check", "a2ui", "--fix", &folder], more].concat(), "");
        std::fs::read_to_string(format!("{folder}/2.jsonl")).unwrap()
    };
    assert!(fixed(&["--session"]).contains("v0.9.1"));
    assert!(!fixed(&[]).contains("v0.9.1"));
}

#[test]
fn findings_at_the_end_of_a_file_are_sorted_among_the_others() {
    // The missing root is known at the end of the file, and belongs to its first line.
    let child = update("a").replace(r#""root""#, r#""child""#);
    let wrong =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"main","path":"no slash","valu":1}}"#;
    let text_of_file = [CREATE, &child, wrong, "{\"version\":7}"].join("\n");
    let path = file(&text_of_file);
    let found = run(&["check", "a2ui", &path], "").values();
    let order = |found: &Payload| -> (u64, u64) {
        (
            at(found, "/line").decode().unwrap(),
            at(found, "/column").decode().unwrap(),
        )
    };
    let places: Vec<_> = found.iter().map(order).collect();
    assert!(places.len() > 2 && places.is_sorted(), "{places:?}");
    assert_eq!(text(&found[0], "/rule"), "missing-root");
    // On standard input, findings are written as they arrive.
    let streamed = run(&["check", "a2ui"], &text_of_file).values();
    assert_eq!(text(streamed.last().unwrap(), "/rule"), "missing-root");
    assert_eq!(streamed.len(), found.len());
    // In one session, the files follow one another.
    let folder = folder(&[
        ("a.jsonl", &*[CREATE, &child].join("\n")),
        ("b.jsonl", "{\"version\":7}"),
    ]);
    let joined = run(&["check", "a2ui", "--session", &folder], "").values();
    let files: Vec<_> = joined.iter().map(|finding| place(finding).0).collect();
    assert!(files.len() > 1 && files.is_sorted(), "{files:?}");
    assert_eq!(text(&joined[0], "/rule"), "missing-root");
}

#[cfg(unix)]
#[test]
fn findings_are_written_if_a_later_file_cannot_be_read() {
    let folder = folder(&[("a.jsonl", "{\"version\":7}")]);
    std::os::unix::fs::symlink("/no/such", format!("{folder}/b.jsonl")).unwrap();
    for more in [&[][..], &["--session"]] {
        let ran = run(&[&["check", "a2ui", &folder], more].concat(), "");
        assert_eq!(
            (ran.status, ran.values().len()),
            (2, 1),
            "{more:?}: {ran:?}"
        );
    }
}

#[test]
fn files_are_counted_once() {
    let folder = two_of_one_name();
    for more in [&[][..], &["--session"], &["--fix"], &["--diff"]] {
        let ran = run(
            &[&["check", "a2ui", "--format", "text", &folder], more].concat(),
            "",
        );
        let summary = if more.contains(&"--diff") {
            ran.err.lines().last()
        } else {
            ran.out.lines().last()
        };
        let expected = if more.contains(&"--session") {
            "1 error in 2 files"
        } else {
            "2 files OK"
        };
        assert_eq!(summary, Some(expected), "{more:?}: {ran:?}");
    }
}

#[test]
fn many_findings_are_written_before_the_file_ends() {
    // The memory of findings is bounded, so a file with more of them is written in parts.
    let child = update("a").replace(r#""root""#, r#""child""#);
    let lines = [CREATE.to_owned(), child]
        .into_iter()
        .chain((0..5_000).map(|_| "{\"version\":7}".to_owned()));
    let path = file(&lines.collect::<Vec<_>>().join("\n"));
    let found = run(&["check", "a2ui", &path], "").values();
    assert_eq!(found.len(), 5_001);
    let end = found
        .iter()
        .position(|finding| text(finding, "/rule") == "missing-root")
        .unwrap();
    assert!(end > 4_000, "{end}");
}

#[test]
fn several_threads_read_files_as_one_thread_does() {
    let action = |n: usize| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"p.html","sourceComponentId":"b{n}","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}}}}}"#
        )
    };
    let many = |n: usize| (0..n).map(|n| action(n) + "\n").collect::<String>();
    let truncated = action(0).replace("}}}", "");
    let unstated = action(1).replace(r#""version":"v0.9","#, "");
    let marked = format!("\u{feff}{}", many(3_000));
    let files = [
        many(2_000) + &truncated,
        unstated + "\n" + &many(10),
        marked,
        "[]".to_owned(),
    ];
    let files: Vec<String> = files.iter().map(|text| file(text)).collect();
    let ran = |threads: &str| {
        let mut arguments = convert("a2ui@0.9", "aap", &["--threads", threads]);
        arguments.extend(files.iter().map(String::as_str));
        let ran = run(&arguments, "");
        (ran.status, ran.out, ran.err)
    };
    let one = ran("1");
    assert!(
        one.2.contains("byte-order-mark") && one.2.contains("empty-input"),
        "{}",
        one.2
    );
    for threads in ["2", "3"] {
        assert_eq!(ran(threads), one);
    }
}
