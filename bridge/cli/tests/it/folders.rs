//! Folders as inputs: which files are read, and how the others are reported.

use crate::{
    input_layouts::{RECORD, SURFACE, folder},
    program::{Ran, run, run_ok, text},
};
use std::{fs, path::Path};

/// A message with an error.
const WRONG: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":7}}"#;

/// A message as a model writes it, with a comment and a trailing comma.
const JSON5: &str =
    "// A comment\n{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":\"s\"},}\n";

/// Writes files below a folder.
fn add(folder: &str, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = Path::new(folder).join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Returns the messages of the reports with a rule.
fn messages(ran: &Ran, rule: &str) -> Vec<String> {
    let reports = ran.reports();
    let with_rule = reports
        .iter()
        .filter(|report| text(report, "/rule") == rule);
    with_rule.map(|report| text(report, "/message")).collect()
}

#[test]
fn files_of_every_kind_are_read_in_all_subfolders() {
    let tree = folder(&[
        ("ok.json", SURFACE),
        ("bad3.ndjson", WRONG),
        ("bad4.json5", JSON5),
    ]);
    add(
        &tree,
        &[("sub/bad.json", WRONG), ("sub/deeper/CASE.JSONL", WRONG)],
    );
    for arguments in [
        &["check", "a2ui"][..],
        &["check"],
        &["check", "a2ui", "--session"],
    ] {
        let ran = run(&[arguments, &["--format", "text", &tree]].concat(), "");
        assert_eq!(ran.status, 65, "{arguments:?}: {}", ran.err);
        assert!(
            ran.out.contains(" in 5 files\n"),
            "{arguments:?}: {}",
            ran.out
        );
        for name in [
            "sub/bad.json",
            "bad3.ndjson",
            "bad4.json5",
            "sub/deeper/CASE.JSONL",
        ] {
            let place = format!("{tree}/{name}:");
            let is_reported = ran
                .out
                .lines()
                .any(|line| line.starts_with(&place) && line.contains("error["));
            assert!(is_reported, "{arguments:?} {name}: {}", ran.out);
        }
    }
}

#[test]
fn a_folder_with_nothing_but_subfolders_is_read() {
    let tree = folder(&[]);
    add(&tree, &[("a/b/c/record.json", RECORD)]);
    assert_eq!(run_ok(&["decode", "aap", &tree], "").values().len(), 1);
}

#[test]
fn files_are_read_in_the_order_of_their_names() {
    let named = |element: &str| RECORD.replace("renew", element);
    let tree = folder(&[("a.json", &named("first")), ("c.json", &named("third"))]);
    add(
        &tree,
        &[
            ("b/z.json", &named("second")),
            ("d/1/x.json", &named("fourth")),
        ],
    );
    let ran = run_ok(&["decode", "aap", &tree], "");
    let elements: Vec<_> = ran
        .values()
        .iter()
        .map(|value| text(value, "/element"))
        .collect();
    assert_eq!(elements, ["first", "second", "third", "fourth"]);
}

#[test]
fn other_files_are_counted_once_in_a_run() {
    let tree = folder(&[
        ("a.json", SURFACE),
        ("b.json", RECORD),
        ("notes.txt", "{}"),
        ("README", "{}"),
    ]);
    add(
        &tree,
        &[
            ("sub/x.yaml", "a: 1"),
            ("node_modules/p/package.json", "{}"),
            (".git/HEAD.json", "{}"),
        ],
    );
    let expected =
        format!("3 other files and 2 other folders (such as `{tree}/README`) are not read");
    let commands = [
        &["check"][..],
        &["check", "a2ui"],
        &["check", "--diff"],
        &["decode"],
        &["decode", "aap"],
    ];
    for arguments in commands {
        let ran = run(&[arguments, &[&tree]].concat(), "");
        assert_eq!(
            messages(&ran, "unread-files"),
            [&*expected],
            "{arguments:?}: {}",
            ran.err
        );
    }
    // The line counts for all folders of the command line.
    let other = folder(&[("a.json", SURFACE), ("b.csv", "1")]);
    let ran = run(&["check", &tree, &other], "");
    let expected =
        format!("4 other files and 2 other folders (such as `{tree}/README`) are not read");
    assert_eq!(messages(&ran, "unread-files"), [expected], "{}", ran.err);
    let ran = run(&["check", &other], "");
    let expected = format!("1 other file (`{other}/b.csv`) is not read");
    assert_eq!(
        (ran.status, messages(&ran, "unread-files")),
        (0, vec![expected]),
        "{}",
        ran.err
    );
}

#[test]
fn a_hidden_folder_is_read_if_it_is_named() {
    let tree = folder(&[]);
    add(
        &tree,
        &[
            (".hidden/a.json", RECORD),
            (".hidden/node_modules/b.json", RECORD),
        ],
    );
    let hidden = format!("{tree}/.hidden");
    assert_eq!(run(&["decode", "aap", &hidden], "").values().len(), 1);
    assert_eq!(
        run_ok(&["decode", "aap", &format!("{hidden}/node_modules")], "")
            .values()
            .len(),
        1
    );
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_read_only_if_it_is_named() {
    let tree = folder(&[("a.json", RECORD)]);
    let link = format!("{tree}/loop");
    std::os::unix::fs::symlink(&tree, &link).unwrap();
    let ran = run(&["decode", "aap", &tree], "");
    assert_eq!((ran.status, ran.values().len()), (0, 1), "{}", ran.err);
    assert_eq!(
        messages(&ran, "unread-files"),
        [format!("1 other folder (`{link}`) is not read")]
    );
    assert_eq!(run(&["decode", "aap", &link], "").values().len(), 1);
}

#[test]
fn a_folder_without_input_files_is_an_error_that_names_its_contents() {
    let tree = folder(&[("notes.txt", "{}")]);
    let empty = folder(&[]);
    for (folder, found) in [
        (
            &tree,
            format!("it contains 1 other file (`{tree}/notes.txt`)"),
        ),
        (&empty, "it contains no files".to_owned()),
    ] {
        for arguments in [
            &["decode", "aap"][..],
            &["check"],
            &["check", "--fix"],
            &["fold", "a2ui"],
        ] {
            let ran = run(&[arguments, &[folder]].concat(), "");
            let expected = format!(
                "agent-ui: {folder}: in a folder, *.json, *.jsonl, *.ndjson and *.json5 files are read, but \
                 {found}; name a file, or a folder that contains some\n"
            );
            assert_eq!((ran.status, ran.err), (2, expected), "{arguments:?}");
        }
        for arguments in [&["decode", "aap"][..], &["check"]] {
            let ran = run(&[arguments, &["--allow-empty", folder]].concat(), "");
            assert_eq!(
                (ran.status, messages(&ran, "empty-input").len()),
                (0, 1),
                "{arguments:?}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn fix_changes_the_files_of_subfolders_in_place() {
    let comma = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"},}"#;
    let fixed = comma.replace("},}", "}}");
    let tree = folder(&[("a.json", comma)]);
    add(&tree, &[("sub/a.json", comma)]);
    // A file with two names is changed once.
    let sub = format!("{tree}/sub");
    let ran = run(&["check", "a2ui", "--fix", &tree, &sub], "");
    assert_eq!(ran.err.matches(r#""fixed":"#).count(), 2, "{}", ran.err);
    for name in ["a.json", "sub/a.json"] {
        assert_eq!(
            fs::read_to_string(Path::new(&tree).join(name)).unwrap(),
            fixed,
            "{name}"
        );
    }
}

#[test]
fn an_output_that_the_folder_would_contain_is_refused() {
    let tree = folder(&[("a.json", RECORD)]);
    add(&tree, &[("sub/b.json", RECORD), (".hidden/c.json", RECORD)]);
    for name in ["out.json", "sub/out.ndjson", "sub/out.JSON5", "out.jsonl"] {
        let ran = run(
            &["decode", "aap", &tree, "-o", &format!("{tree}/{name}")],
            "",
        );
        assert_eq!(ran.status, 2, "{name}: {}", ran.err);
        assert!(
            ran.err.contains("use another folder"),
            "{name}: {}",
            ran.err
        );
    }
    for name in ["sub/out.txt", ".hidden/out.json"] {
        let output = format!("{tree}/{name}");
        let ran = run(&["decode", "aap", &tree, "-o", &output], "");
        assert_eq!(
            (
                ran.status,
                fs::read_to_string(output).unwrap().lines().count()
            ),
            (0, 2),
            "{}",
            ran.err
        );
    }
}
