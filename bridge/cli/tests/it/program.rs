//! Runs the program and parses its output.

use bridge::Protocol;
use std::{
    io::Write,
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};
use wire::{Payload, Pointer};

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-ui"));
    command.args(arguments);
    command
}

/// Starts the program with open streams.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    spawn_in(Path::new("."), arguments)
}

fn spawn_in(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = command(arguments);
    command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The status and output of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with this standard input.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    run_in(Path::new("."), arguments, input)
}

/// Runs the program in this folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = spawn_in(folder, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    // The program may stop reading, which is part of what is tested.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let ran = Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

/// Runs the program and expects status 0 and an empty standard error.
pub(crate) fn run_ok(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let ran = run(arguments, input);
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (0, ""),
        "{arguments:?}: {}",
        ran.out
    );
    ran
}

/// Lists the protocols, with `word` before the last one.
pub(crate) fn protocols(word: &str) -> String {
    let names: Vec<&str> = Protocol::ALL
        .iter()
        .map(|protocol| protocol.as_str())
        .collect();
    let (last, others) = names.split_last().unwrap();
    format!("{} {word} {last}", others.join(", "))
}

impl Ran {
    /// Returns the values on standard output, one per line.
    pub(crate) fn values(&self) -> Vec<Payload> {
        lines(&self.out)
    }

    /// Returns the only value on standard output.
    pub(crate) fn value(&self) -> Payload {
        let values = self.values();
        assert_eq!(values.len(), 1, "{self:?}");
        values[0].clone()
    }

    /// Returns the `value` of every envelope.
    pub(crate) fn opened_values(&self) -> Vec<Payload> {
        self.values()
            .iter()
            .map(|envelope| at(envelope, "/value"))
            .collect()
    }

    /// Returns the reports on standard error, one per line.
    pub(crate) fn reports(&self) -> Vec<Payload> {
        lines(&self.err)
    }

    /// Returns the line, kind of error, rule and pointer of every report.
    pub(crate) fn errors(&self) -> Vec<(usize, String, String, String)> {
        let error = |report: &Payload| {
            let line = at(report, "/line").text().parse().unwrap();
            (
                line,
                text(report, "/error"),
                text(report, "/rule"),
                text(report, "/pointer"),
            )
        };
        self.reports().iter().map(error).collect()
    }

    /// Returns the line, kind of error, rule and pointer of the only report.
    pub(crate) fn error(&self) -> (usize, String, String, String) {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{self:?}");
        errors[0].clone()
    }
}

pub(crate) fn lines(text: &str) -> Vec<Payload> {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(json).collect()
}

pub(crate) fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

pub(crate) fn find(payload: &Payload, pointer: &str) -> Option<Payload> {
    payload.get(&Pointer::parse(pointer).unwrap())
}

pub(crate) fn at(payload: &Payload, pointer: &str) -> Payload {
    find(payload, pointer).unwrap_or_else(|| panic!("no {pointer} in {payload}"))
}

pub(crate) fn text(payload: &Payload, pointer: &str) -> String {
    at(payload, pointer)
        .as_str()
        .unwrap_or_else(|| panic!("{pointer} in {payload}"))
        .into_owned()
}

/// Creates a temporary file with this text and returns its name.
pub(crate) fn file(text: &str) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!(
        "{}-{}.json",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the arguments `convert --from FROM --to TO`, followed by further arguments.
pub(crate) fn convert<'a>(from: &'a str, to: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["convert", "--quiet", "--from", from, "--to", to];
    arguments.extend(more);
    arguments
}

/// Translates forward and backward with the carry in envelopes, and returns the messages.
pub(crate) fn round_trip_in_envelope(
    from: &str,
    to: &str,
    more: &[&str],
    input: &str,
) -> Vec<Payload> {
    let more = [more, &["--envelope"]].concat();
    let there = run_ok(&convert(from, to, &more), input);
    run_ok(&convert(to, from, &more), there.out).opened_values()
}

/// Translates forward and backward with the carry embedded, and returns the messages.
pub(crate) fn round_trip_embedded(
    from: &str,
    to: &str,
    more: &[&str],
    input: &str,
) -> Vec<Payload> {
    let more = [more, &["--embed", "--trust-embedded"]].concat();
    let there = run_ok(&convert(from, to, &more), input);
    run_ok(&convert(to, from, &more), there.out).values()
}
