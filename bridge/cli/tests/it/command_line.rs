//! Usage, help, the demo, and readers that close the output.

use crate::program::{run, spawn};
use std::io::{BufRead, BufReader, Read, Write};

#[test]
fn without_a_command_the_demo_runs() {
    for arguments in [&[][..], &["demo"]] {
        let ran = run(arguments, "");
        assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
        let said = (ran.out + &ran.err).to_lowercase();
        for word in ["aap", "a2ui", "ahp", "actions.json"] {
            assert!(said.contains(word), "{arguments:?}: {word}");
        }
        assert_eq!(said.matches("back    equal").count(), 3, "{said}");
        assert!(!said.contains("back    different"), "{said}");
    }
}

#[test]
fn help_lists_the_commands_and_every_command_has_help() {
    let help = run(&["--help"], "");
    assert_eq!(help.status, 0);
    for name in [
        "demo", "convert", "decode", "check", "record", "fold", "show", "schema", "matrix", "conform",
        "answer",
    ] {
        assert!(help.out.contains(&format!("\n  {name} ")), "{name}");
        let ran = run(&[name, "--help"], "");
        assert_eq!((ran.status, ran.out.contains("Usage: agent-ui")), (0, true), "{name}");
    }
    for name in ["aap", "a2ui@0.8", "a2ui@0.9", "a2ui@1.0", "ahp@canvas", "ahp@1.0", "actions-json"] {
        assert!(help.out.contains(name), "{name}");
    }
    assert_eq!(run(&["--version"], "").status, 0);
}

#[test]
fn a_reader_that_closes_the_output_is_not_an_error() {
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    for arguments in
        [&["decode", "aap"][..], &["convert", "--from", "aap", "--to", "a2ui"], &["check", "aap"]]
    {
        let mut child = spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = format!("{record}\n").repeat(20_000);
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let mut first = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut first).unwrap();
        drop(stdout);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let status = child.wait().unwrap();
        writer.join().unwrap();
        assert!(first.starts_with('{'), "{arguments:?}");
        assert_eq!((status.success(), &*said), (true, ""), "{arguments:?}");
    }
}

#[test]
fn reports_follow_the_values_of_earlier_lines() {
    // A reader of both streams sees the value first, even while the program waits for input.
    let record = r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    let mut child = spawn(&["decode", "aap"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(format!("{record}\n7\n").as_bytes()).unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), record);
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(65));
}
