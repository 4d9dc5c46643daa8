//! Folders as inputs: which files are read, and how the others are reported.

use crate::{
    input_layouts::{RECORD, folder},
    program::{Ran, run, text},
};

/// Returns the messages of the reports with a rule.
fn messages(ran: &Ran, rule: &str) -> Vec<String> {
    let reports = ran.reports();
    let with_rule = reports
        .iter()
        .filter(|report| text(report, "/rule") == rule);
    with_rule.map(|report| text(report, "/message")).collect()
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
