//! Files that are read as one session each, or as one with `--session`.

use crate::{
    input_layouts::folder,
    program::{convert, file, run, text},
};

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

#[test]
fn each_file_is_translated_as_in_a_separate_run() {
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
fn several_threads_translate_files_like_one_thread() {
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
