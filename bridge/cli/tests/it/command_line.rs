//! Usage, help, the demo, and readers that close the output.

use crate::program::{run, spawn};
use std::io::{BufRead, BufReader, Read, Write};

#[test]
fn the_demo_translates_samples_of_every_protocol() {
    let ran = run(&["demo"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let said = (ran.out + &ran.err).to_lowercase();
    for word in ["aap", "a2ui", "ahp", "actions.json"] {
        assert!(said.contains(word), "{word}");
    }
    assert_eq!(said.matches("back    equal").count(), 3, "{said}");
    assert!(!said.contains("back    different"), "{said}");
}

#[test]
fn the_complete_help_lists_the_protocols_with_their_versions() {
    let help = run(&["help"], "");
    assert_eq!(help.status, 0);
    for name in [
        "aap",
        "a2ui@0.8",
        "a2ui@0.9",
        "a2ui@1.0",
        "ahp@canvas",
        "ahp@1.0",
        "actions-json",
    ] {
        assert!(help.out.contains(name), "{name}");
    }
    assert_eq!(run(&["--version"], "").status, 0);
}

#[test]
fn a_reader_that_closes_the_output_is_not_an_error() {
    let record =
        r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    for arguments in [
        &["decode", "aap"][..],
        &["convert", "--quiet", "--from", "aap", "--to", "a2ui"],
        &["check", "aap"],
    ] {
        let mut child = spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = format!("{record}\n").repeat(20_000);
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let mut first = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut first).unwrap();
        drop(stdout);
        let mut said = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        let status = child.wait().unwrap();
        writer.join().unwrap();
        assert!(first.starts_with('{'), "{arguments:?}");
        assert_eq!((status.success(), &*said), (true, ""), "{arguments:?}");
    }
}

#[test]
fn reports_follow_the_values_of_earlier_lines() {
    // A reader of both streams sees the value first, even while the program waits for input.
    let record =
        r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    let mut child = spawn(&["decode", "aap"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(format!("{record}\n7\n").as_bytes())
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line.trim_end(), record);
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(65));
}
