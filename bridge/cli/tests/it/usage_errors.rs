//! The suggestions of usage errors.

use crate::program::{command, run};
use std::process::Stdio;

/// Runs a wrong command line, and returns what standard error says.
fn error_of(arguments: &[&str]) -> String {
    let ran = run(arguments, "");
    assert_eq!(
        (ran.status, &*ran.out),
        (2, ""),
        "{arguments:?}: {}",
        ran.err
    );
    assert!(!ran.err.contains("'-- "), "{arguments:?}: {}", ran.err);
    ran.err
}

#[test]
fn without_a_command_the_help_is_printed() {
    let help = run(&["--help"], "").out;
    assert_eq!(error_of(&[]), help);
}

#[test]
fn words_of_other_programs_suggest_a_command() {
    for (word, expected) in [
        ("translate", "convert"),
        ("validate", "check"),
        ("lint", "check"),
        ("Check", "check"),
        ("view", "show"),
        ("preview", "show"),
        ("diff", "explain"),
        ("konvert", "convert"),
        ("chekc", "check"),
        ("parse", "decode"),
    ] {
        let error = error_of(&[word, "--from", "a2ui"]);
        assert!(
            error.contains(&format!("did you mean `agent-ui {expected}`?")),
            "{word}: {error}"
        );
        assert_eq!(error.matches("tip:").count(), 1, "{error}");
    }
}

#[test]
fn other_words_in_the_place_of_a_command_are_explained() {
    for (word, expected) in [
        ("frobnicate", "the commands are convert, pipe, "),
        ("surface.json", "`agent-ui check surface.json`"),
        ("a2ui@0.9", "`agent-ui check a2ui@0.9`"),
        ("version", "`agent-ui --version`"),
    ] {
        let error = error_of(&[word]);
        assert!(error.contains(expected), "{word}: {error}");
    }
}

#[test]
fn options_of_other_programs_suggest_the_right_one() {
    let convert = ["convert", "--from", "aap", "--to", "a2ui"];
    for (option, expected) in [
        ("--pretty", "jq ."),
        ("--out", "did you mean `--output`?"),
        ("--in", "name the input without an option"),
        ("--input=x", "name the input without an option"),
        ("--silent", "did you mean `--quiet`?"),
        ("--verbose", "did you mean `--notes`?"),
        ("--form", "did you mean `--from`?"),
        ("--allow", "did you mean `--allow-empty`?"),
        ("--strickt", "did you mean `--strict`?"),
        ("--recursive", "its subfolders are read, too"),
        ("--catalog", "--catalog is an option of check"),
        ("--back", "--back is an option of pipe"),
    ] {
        let error = error_of(&[&convert[..], &[option]].concat());
        assert!(error.contains(expected), "{option}: {error}");
        assert_eq!(error.matches("tip:").count(), 1, "{error}");
    }
    // Without a fitting suggestion there is none.
    let error = error_of(&[&convert[..], &["--frobnicate"]].concat());
    assert!(
        !error.contains("tip:") && error.contains("--help"),
        "{error}"
    );
    let error = error_of(&["--from", "a2ui", "--to", "ahp"]);
    assert!(
        error.contains("name a command before the options"),
        "{error}"
    );
}

#[test]
fn commands_that_report_can_be_quiet() {
    for arguments in [
        &["convert", "--from", "aap", "--to", "a2ui"][..],
        &["pipe", "--from", "aap", "--to", "a2ui"],
        &["explain", "--from", "aap", "--to", "a2ui"],
        &["decode", "aap"],
        &["check", "aap"],
        &["record"],
        &["fold", "a2ui"],
    ] {
        for option in ["-q", "--quiet"] {
            let ran = run(&[arguments, &[option]].concat(), "");
            assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
        }
    }
}

#[test]
fn help_in_a_pipe_has_no_colour_unless_it_is_requested() {
    let is_coloured = |arguments: &[&str], variable: Option<&str>| {
        let mut command = command(arguments);
        if let Some(variable) = variable {
            command.env(variable, "1");
        }
        let output = command.stdin(Stdio::null()).output().unwrap();
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    assert!(!is_coloured(&["--help"], None));
    assert!(!is_coloured(&["konvert"], None));
    assert!(is_coloured(
        &["konvert", "--color", "always"],
        Some("NO_COLOR")
    ));
    assert!(!is_coloured(&["konvert", "--color=never"], None));
}
