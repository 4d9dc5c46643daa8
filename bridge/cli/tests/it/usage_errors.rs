//! The suggestions of usage errors.

use crate::program::{command, run};
use std::process::Stdio;

/// Runs a wrong command line, and returns its standard error.
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
