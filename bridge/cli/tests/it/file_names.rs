//! Names of files with control characters, which text output shows as escapes.

use crate::{
    input_layouts::{RECORD, folder},
    program::{run, text},
};
use std::{fs, path::Path};

/// A file name that changes the colour of a terminal and starts a new line.
const NAME: &str = "a\u{1b}[31m\nb.json";

/// A message with an error that can be repaired.
const COMMA: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"},}"#;

/// Runs the program with text output, and checks that the name is shown only with escapes.
fn assert_escaped(arguments: &[&str], input: &str) {
    let ran = run(arguments, input);
    let shown = ran.out.clone() + &ran.err;
    assert!(!shown.contains('\u{1b}'), "{arguments:?}: {shown:?}");
    assert!(
        !shown.lines().any(|line| line.starts_with("b.json")),
        "{arguments:?}: {shown:?}"
    );
    let is_shown = ["a\\u{1b}[31m\\nb", "a\\033[31m\\012b"]
        .iter()
        .any(|name| shown.contains(name));
    assert!(is_shown, "{arguments:?}: {shown:?}");
}

#[test]
fn every_command_escapes_file_names() {
    let records = folder(&[(NAME, RECORD)]);
    let messages = folder(&[(NAME, COMMA)]);
    let texts = folder(&[(&NAME.replace(".json", ".txt"), "text")]);
    let (record, message) = (format!("{records}/{NAME}"), format!("{messages}/{NAME}"));
    let convert = [
        "convert", "--format", "text", "--notes", "--from", "aap", "--to", "a2ui",
    ];
    let unknown = folder(&[(NAME, "42")]);
    for arguments in [
        &["check", "--format", "text", &message][..],
        &["check", "--format", "text", &messages],
        &["check", "--format", "text", &unknown],
        &["check", "--format", "text", &texts],
        &["check", "a2ui", "--diff", "--format", "text", &messages],
        &[
            "check",
            "a2ui",
            "--fix",
            "--format",
            "text",
            &folder(&[(NAME, COMMA)]),
        ],
        &[&convert[..], &[&record]].concat(),
        &[&convert[..], &["--routes", &message, &record]].concat(),
        &[&convert[..], &["--routes", NAME, &record]].concat(),
        &[&convert[..], &["-o", &record, &record]].concat(),
        &[&convert[..], &["-o", &format!("{record}/x"), &record]].concat(),
        &[
            "explain", "--format", "text", "--from", "aap", "--to", "a2ui", &record,
        ],
        &["fold", "a2ui", "--format", "text", &message],
        &["decode", "a2ui", "--format", "text", &message],
        &[
            "pipe", "--format", "text", "--from", "a2ui", "--to", "a2ui@0.8", &message,
        ],
        &["pipe", "--from", "a2ui", "--to", "a2ui@0.8", NAME],
        &["pipe", "--from", "aap", "--to", "a2ui", "--state", &record],
        &["conform", NAME],
        &["check", NAME],
        &["check", "a2ui", NAME],
        &["check", &format!("{NAME}/x")],
        &["check", "a\u{1b}[31m\nb"],
        &["convert", "--from", "a\u{1b}[31m\nb"],
        &["a\u{1b}[31m\nb"],
    ] {
        assert_escaped(arguments, "");
    }
}

#[cfg(unix)]
#[test]
fn a_broken_link_in_a_folder_is_named_with_escapes() {
    let records = folder(&[]);
    std::os::unix::fs::symlink("/no/such", Path::new(&records).join(NAME)).unwrap();
    for command in ["check", "decode"] {
        assert_escaped(&[command, "--format", "text", &records], "");
        assert_escaped(&[command, "aap", "--format", "text", &records], "");
    }
}

#[test]
fn json_reports_contain_the_unescaped_name() {
    let messages = folder(&[(NAME, COMMA)]);
    let path = format!("{messages}/{NAME}");
    let ran = run(&["check", "a2ui", &messages], "");
    assert_eq!(text(&ran.values()[0], "/file"), path);
    fs::write(Path::new(&messages).join(NAME.replace(".json", ".txt")), "").unwrap();
    let ran = run(&["check", "a2ui", &messages], "");
    let expected = format!(
        "1 other file (`{}`) is not read",
        path.replace("b.json", "b.txt")
    );
    assert_eq!(text(&ran.reports()[0], "/message"), expected);
}
