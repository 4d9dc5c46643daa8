//! A running `serve`, and requests as plain text, so that tests see every header.

use crate::program::command;
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// The time for which a test waits.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;
/// The secret part of all addresses.
pub(crate) const TOKEN: &str = "0123456789abcdef";

/// The request of an AG-UI run that opens a session.
const OPEN: &str = r#"{"threadId":"main","runId":"open","state":{},"messages":[],"tools":[],"context":[],"forwardedProps":{}}"#;

/// An agent command that shows a surface and answers each message after some seconds.
pub(crate) fn slow_agent(seconds: &str) -> String {
    let answer = UPDATE.replace("\"a\"", "\"answer\"");
    format!(
        "lines:echo '{CREATE}'; echo '{UPDATE}'; while read -r line; do sleep {seconds}; echo '{answer}'; done"
    )
}

pub(crate) struct Served {
    pub(crate) child: Child,
    /// The address of each face, by its printed name.
    pub(crate) addresses: BTreeMap<String, String>,
    /// The text on standard error after the addresses.
    errors: Arc<Mutex<String>>,
    /// The port on which the program listens.
    port: u16,
}

impl Served {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = command(&[&["serve", "--token", TOKEN], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let mut addresses = BTreeMap::new();
        for line in &mut lines {
            // An agent may fail at once.
            let Some((name, address)) = line
                .strip_prefix("serving ")
                .and_then(|line| line.rsplit_once(' '))
            else {
                continue;
            };
            addresses.insert(name.trim().to_owned(), address.to_owned());
            if name.trim() == "health" {
                break;
            }
        }
        let local = addresses
            .get("for proxy")
            .or_else(|| addresses.get("health"));
        let local =
            local.and_then(|address| address.split('/').nth(2)?.rsplit_once(':')?.1.parse().ok());
        let errors: Arc<Mutex<String>> = Arc::default();
        let written = Arc::clone(&errors);
        thread::spawn(move || {
            lines.for_each(|line| *written.lock().unwrap() += &format!("{line}\n"))
        });
        Self {
            child,
            addresses,
            errors,
            port: local.expect("a port"),
        }
    }

    /// Waits until the session `main` shows the surface of its agent. All later output of the agent answers a message.
    pub(crate) fn until_shown(&self) {
        let run = all(&mut self.send("POST", "/ag-ui", "Connection: close\r\n", OPEN));
        assert!(
            run.contains("updateComponents") && run.contains("RUN_FINISHED"),
            "{run}"
        );
    }

    pub(crate) fn errors(&self) -> String {
        self.errors.lock().unwrap().clone()
    }

    /// Sends a request for a path below the token, and returns the connection.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let host = if headers.contains("Host:") {
            ""
        } else {
            "Host: localhost\r\n"
        };
        let length = body.len();
        self.send_raw(&format!(
            "{method} /{TOKEN}{path} HTTP/1.1\r\n{host}{headers}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    pub(crate) fn send_raw(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Returns the whole answer to a GET request for a path of the server.
    pub(crate) fn get(&self, path: &str, headers: &str) -> String {
        all(&mut self.send_raw(&format!(
            "GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"
        )))
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(
            std::process::Command::new("kill")
                .args([&format!("-{name}"), &*id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits for the end of the program, and returns its exit status.
    pub(crate) fn status(&mut self) -> i32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < end, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until standard error contains a text.
    pub(crate) fn until_error(&self, part: &str) -> String {
        let end = Instant::now() + PATIENCE;
        while !self.errors().contains(part) {
            assert!(Instant::now() < end, "{part} is not in {}", self.errors());
            thread::sleep(Duration::from_millis(10));
        }
        self.errors()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads to the end of a connection.
pub(crate) fn all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is cut counts as its end. Then the last chunk is missing.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads until a connection has sent a text.
pub(crate) fn until(stream: &mut TcpStream, part: &str) -> String {
    let mut bytes = Vec::new();
    let mut some = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if text.contains(part) {
            return text.into_owned();
        }
        let count = stream
            .read(&mut some)
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(count > 0, "{part} is not in {text}");
        bytes.extend(&some[..count]);
    }
}

/// A running program, and its lines on standard error.
pub(crate) struct Watched {
    child: Child,
    pub(crate) lines: Receiver<String>,
}

impl Watched {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let errors = BufReader::new(child.stderr.take().unwrap());
        let (to, lines) = channel();
        // The thread ends with the program.
        thread::spawn(move || {
            errors
                .lines()
                .map_while(Result::ok)
                .all(|line| to.send(line).is_ok())
        });
        Self { child, lines }
    }

    /// Waits for a line with this text, and returns it.
    pub(crate) fn until(&self, part: &str) -> String {
        let mut before = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("no {part} in {before:#?}")
            };
            if line.contains(part) {
                return line;
            }
            before.push(line);
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
