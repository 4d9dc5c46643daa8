//! The log of `serve` as JSON Lines.

use crate::{
    program::{command, file},
    serve_process::{PATIENCE, TOKEN, Watched, all, until},
};
use serde_json::Value;
use std::{io::Write, net::TcpStream};

/// An agent command that shows a surface, writes to standard error, and crashes at its first message.
const AGENT: &str = r#"clerk=lines:echo '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}'; echo '{"x":1}' >&2; echo no message; read -r line; exit 3"#;
const SECRET: &str = "a-secret-text-of-a-user";

/// A running server, and the lines of its log.
struct Logged {
    program: Watched,
    lines: Vec<Value>,
}

impl Logged {
    fn start(arguments: &[&str]) -> Self {
        let mut serve = command(&[&["serve", "--log-format", "json"], arguments].concat());
        Self {
            program: Watched::start(&mut serve),
            lines: Vec::new(),
        }
    }

    /// Reads lines until one is wanted, and returns this line. Checks that each line has the required members.
    fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let Ok(text) = self.program.lines.recv_timeout(PATIENCE) else {
                panic!("{:#?}", self.lines)
            };
            assert!(!text.contains(TOKEN) && !text.contains(SECRET), "{text}");
            let line: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
            let time = line["time"].as_str().unwrap();
            assert!(
                time.ends_with('Z') && time.len() == "2026-01-01T00:00:00.000Z".len(),
                "{text}"
            );
            assert!(
                ["error", "warn", "info", "debug"].contains(&line["level"].as_str().unwrap()),
                "{text}"
            );
            assert!(line["message"].is_string(), "{text}");
            self.lines.push(line.clone());
            if is_wanted(&line) {
                return line;
            }
        }
    }
}

#[test]
fn each_line_is_an_object_with_its_time_session_and_turn() {
    let mut logged = Logged::start(&[
        "--token", TOKEN, "--log", "debug", "--agent", AGENT, "--face", "ag-ui",
    ]);
    let serving = logged.until(|line| line["face"] == "AG-UI");
    let address = serving["address"].as_str().unwrap();
    assert!(address.ends_with("/TOKEN/ag-ui"), "{address}");
    let host = address
        .strip_prefix("http://")
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    logged.until(|line| line["face"] == "health");

    let run = |thread: &str, text: &str| {
        let body = format!(
            r#"{{"threadId":"{thread}","runId":"r","state":{{}},"messages":[{{"id":"m","role":"user","content":"{text}"}}],"tools":[],"context":[],"forwardedProps":{{}}}}"#
        );
        let mut stream = TcpStream::connect(host).unwrap();
        let head = format!(
            "POST /{TOKEN}/ag-ui HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    all(&mut run("other", SECRET));
    let failed = logged.until(|line| line["rule"] == "serve/agent" && line["session"] == "other");
    assert!(
        failed["message"].as_str().unwrap().contains("clerk"),
        "{failed}"
    );
    assert!(
        failed["turn"].as_str().unwrap().starts_with("other/"),
        "{failed}"
    );
    logged.until(|line| line["message"] == "the turn has ended" && line["session"] == "other");
    let found = |is_found: &dyn Fn(&Value) -> bool| logged.lines.iter().any(is_found);
    assert!(found(
        &|line| line["message"] == "request" && line["face"] == "ag-ui"
    ));
    // A line of an agent is a text, also if it is JSON.
    assert!(found(
        &|line| line["agent"] == "clerk" && line["message"] == r#"{"x":1}"#
    ));
    assert!(found(
        &|line| line["message"] == "the turn begins" && line["turn"] == failed["turn"]
    ));
}

#[test]
fn errors_at_the_start_are_lines_of_the_log() {
    let surface = file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let mut logged = Logged::start(&[&surface]);
    let line = logged.until(|line| line["level"] == "error");
    assert!(
        line["message"].as_str().unwrap().contains("--token-file"),
        "{line}"
    );
    let mut logged = Logged::start(&["--token", TOKEN, "missing.jsonl"]);
    let line = logged.until(|line| line["level"] == "error");
    assert!(
        line["message"].as_str().unwrap().contains("missing.jsonl"),
        "{line}"
    );
}

#[test]
fn a_log_with_standard_streams_contains_no_message_contents() {
    let surface = file(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let mut logged = Logged::start(&["--stdio", "--token", TOKEN, "--face", "ag-ui", &surface]);
    let address = logged.until(|line| line["face"] == "AG-UI")["address"]
        .as_str()
        .unwrap()
        .to_owned();
    logged.until(|line| line["face"] == "health");
    let host = address
        .strip_prefix("http://")
        .unwrap()
        .split('/')
        .next()
        .unwrap();
    let body = format!(
        r#"{{"threadId":"main","runId":"r","state":{{}},"messages":[{{"id":"m","role":"user","content":"{SECRET}"}}],"tools":[],"context":[],"forwardedProps":{{}}}}"#
    );
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!(
        "POST /{TOKEN}/ag-ui HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    logged.until(|line| line["message"] == "a message for the agent");
    until(&mut stream, "RUN_FINISHED");
}
