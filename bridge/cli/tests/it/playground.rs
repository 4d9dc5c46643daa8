//! `playground`: serves the page, or explains how to build it.

use crate::program::{command, run};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
};

/// Returns `true` if this build contains the playground.
fn has_playground() -> bool {
    #[cfg(feature = "live")]
    return !live::server::playground::files().is_empty();
    #[cfg(not(feature = "live"))]
    false
}

/// A running program, which ends with the test.
struct PlaygroundProcess(Child);

impl Drop for PlaygroundProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the head of an answer.
fn head(address: &str, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let text = String::from_utf8_lossy(&answer).into_owned();
    text.split("\r\n\r\n").next().unwrap().to_owned()
}

#[test]
fn the_playground_is_served_or_its_build_is_explained() {
    if !has_playground() {
        let ran = run(&["playground"], "");
        let line = match cfg!(feature = "live") {
            true => "run `rustup target add wasm32-unknown-unknown && bridge/cli/install`",
            false => "without the feature `live`; in a source checkout, run `bridge/cli/install`",
        };
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.err.contains(line)),
            (2, "", true),
            "{}",
            ran.err
        );
        return;
    }
    let mut child = command(&["playground"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let _process = PlaygroundProcess(child);
    let address = line
        .trim()
        .strip_prefix("serving http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .expect(&line);
    for (path, kind) in [
        ("/", "text/html"),
        ("/show.html", "text/html"),
        ("/src/worker.js", "text/javascript"),
        ("/agent-ui-bridge/agent-ui.wasm", "application/wasm"),
        ("/samples/surface.json", "application/json"),
    ] {
        let answer = head(address, path, address);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{path}: {answer}");
        assert!(
            answer.contains(&format!("content-type: {kind}")),
            "{path}: {answer}"
        );
        assert!(
            answer.contains("content-security-policy: "),
            "{path}: {answer}"
        );
    }
    assert!(head(address, "/", "rebound.example").starts_with("HTTP/1.1 403"));
}
