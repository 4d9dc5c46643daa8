//! Ctrl-C and SIGTERM: the program stops between two documents, reports the last document, and can resume.

use crate::program::{Ran, file, json, lines, run_ok, spawn, text};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command},
    time::{Duration, Instant},
};

fn record(id: usize) -> String {
    format!(
        r#"{{"id":"{id}","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"s"}}"#
    )
}

fn press_ctrl_c(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits for the end, and returns the remaining output.
fn end(mut child: Child, mut output: impl Read) -> Ran {
    let (mut out, mut err) = (String::new(), String::new());
    output.read_to_string(&mut out).unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    Ran {
        status: child.wait().unwrap().code().unwrap(),
        out,
        err,
    }
}

#[test]
fn a_program_that_waits_for_input_stops_at_once() {
    for arguments in [
        &["decode", "aap"][..],
        &["convert", "--quiet", "--from", "aap", "--to", "a2ui"],
        &["pipe", "--quiet", "--from", "aap", "--to", "a2ui"],
    ] {
        let mut child = spawn(arguments);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for id in 0..2 {
            writeln!(input, "{}", record(id)).unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            json(line.trim());
        }
        // The program writes results before it waits.
        std::thread::sleep(Duration::from_millis(200));
        press_ctrl_c(&child);
        let ran = end(child, output);
        assert_eq!((ran.status, &*ran.out), (130, ""), "{arguments:?}: {ran:?}");
        let expected = "agent-ui: stopped after 2 documents, the last at standard input:2:1; ";
        assert!(ran.err.starts_with(expected), "{arguments:?}: {ran:?}");
        drop(input);
    }
}

#[test]
fn the_results_before_ctrl_c_are_complete() {
    let input = file(&(0..100_000).map(|id| record(id) + "\n").collect::<String>());
    for arguments in [
        &["decode", "aap", &*input][..],
        &[
            "convert", "--quiet", "--from", "aap", "--to", "a2ui", &input,
        ],
        &[
            "convert",
            "--quiet",
            "--threads",
            "1",
            "--from",
            "aap",
            "--to",
            "a2ui",
            &input,
        ],
    ] {
        let mut child = spawn(arguments);
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        press_ctrl_c(&child);
        let ran = end(child, output);
        assert_eq!(ran.status, 130, "{arguments:?}: {}", ran.err);
        let results = 1 + lines(&ran.out).len();
        assert!(results < 100_000, "{arguments:?}");
        let shown = ran.err.split(' ').nth(3).unwrap().replace(',', "");
        assert_eq!(shown, results.to_string(), "{arguments:?}: {}", ran.err);
        assert!(
            ran.err.contains(&format!(
                "{input}:{results}:1; the results up to there are written"
            )),
            "{ran:?}"
        );
    }
}

#[test]
fn a_pipe_with_a_state_resumes_after_ctrl_c() {
    let input = file(&(0..20_000).map(|id| record(id) + "\n").collect::<String>());
    let [state, output] = [file(""), file("")];
    std::fs::remove_file(&state).unwrap();
    let arguments = [
        "pipe", "--quiet", "--from", "aap", "--to", "a2ui", "--state", &state, "--output", &output,
        &input,
    ];
    let mut child = spawn(&arguments);
    while std::fs::metadata(&output).unwrap().len() == 0 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    press_ctrl_c(&child);
    let out = child.stdout.take().unwrap();
    let ran = end(child, out);
    assert_eq!(ran.status, 130, "{ran:?}");
    assert!(
        ran.err.ends_with("run the same command again to go on\n"),
        "{ran:?}"
    );
    let results = || lines(&std::fs::read_to_string(&output).unwrap());
    assert!(results().len() < 20_000);
    run_ok(&arguments, "");
    let whole = run_ok(
        &[
            "convert", "--quiet", "--from", "aap", "--to", "a2ui", &input,
        ],
        "",
    )
    .values();
    let texts = |values: Vec<wire::Payload>| {
        values
            .iter()
            .map(|value| value.text().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(texts(results()) == texts(whole));
    let last = results().pop().unwrap();
    assert_eq!(text(&last, "/action/name"), "click");
}

#[test]
fn losses_before_ctrl_c_are_counted() {
    let input = file(&(0..50_000).map(|id| record(id) + "\n").collect::<String>());
    for more in [&[][..], &["--threads", "1"]] {
        let mut child =
            spawn(&[&["convert", "--from", "aap", "--to", "a2ui", &*input], more].concat());
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        press_ctrl_c(&child);
        let ran = end(child, output);
        let (losses, stopped) = ran.err.split_once('\n').unwrap();
        assert_eq!(text(&json(losses), "/rule"), "losses", "{ran:?}");
        assert!(stopped.starts_with("agent-ui: stopped after "), "{stopped}");
    }
}

#[test]
fn losses_are_counted_when_a_signal_ends_the_wait_for_input() {
    for (command, name, status) in [
        ("convert", "-INT", 130),
        ("pipe", "-INT", 130),
        ("convert", "-TERM", 143),
        ("pipe", "-TERM", 143),
    ] {
        let mut child = spawn(&[command, "--from", "aap", "--to", "a2ui"]);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        writeln!(input, "{}", record(0)).unwrap();
        output.read_line(&mut String::new()).unwrap();
        signal(&child, name);
        let ran = end(child, output);
        let (losses, stopped) = ran.err.split_once('\n').unwrap();
        assert_eq!(text(&json(losses), "/rule"), "losses", "{command}: {ran:?}");
        assert!(
            stopped.starts_with("agent-ui: stopped after 1 document, the last at "),
            "{stopped}"
        );
        assert_eq!(ran.status, status, "{ran:?}");
        drop(input);
    }
}

#[test]
fn ctrl_c_ends_a_run_whose_output_is_not_read() {
    let input = file(&(0..50_000).map(|id| record(id) + "\n").collect::<String>());
    let mut child = spawn(&["convert", "--from", "aap", "--to", "a2ui", &input]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    press_ctrl_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let ran = end(child, output);
    assert!(
        ran.err
            .contains("the end of the output and of the report is missing"),
        "{ran:?}"
    );
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let input = file(&(0..50_000).map(|id| record(id) + "\n").collect::<String>());
    let mut child = spawn(&["convert", "--from", "aap", "--to", "a2ui", &input]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    let start = Instant::now();
    // Signals that arrive together count as one.
    while child.try_wait().unwrap().is_none() {
        press_ctrl_c(&child);
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(
        start.elapsed() < Duration::from_secs(9),
        "{:?}",
        start.elapsed()
    );
    let ran = end(child, output);
    assert_eq!((ran.status, &*ran.err), (130, ""));
}
