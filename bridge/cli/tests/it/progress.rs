//! The progress of long runs on a terminal.

use agent_ui_cli::{Streams, Terminal, run};
use std::{
    io::{self, Read, Write},
    sync::{Arc, Mutex},
    time::Duration,
};

/// A stream whose bytes can be read later.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// A slow input: one record per read.
struct SlowInput(usize);

impl Read for SlowInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Ok(0);
        }
        self.0 -= 1;
        std::thread::sleep(Duration::from_millis(700));
        let record = r#"{"id":"a","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"s"}"#;
        // The second record is refused.
        let line = if self.0 == 2 {
            record.replace(r#""a""#, "7")
        } else {
            record.to_owned()
        } + "\n";
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

const TERMINAL: Terminal = Terminal {
    columns: 80,
    has_color: false,
};

/// Runs the program, and returns standard output and standard error.
fn ran(arguments: &[&str], errors: Option<Terminal>, output: Option<Terminal>) -> (String, String) {
    let (out, err) = (Written::default(), Written::default());
    let mut streams = Streams::new(
        Box::new(SlowInput(4)),
        Box::new(out.clone()),
        Box::new(err.clone()),
    );
    (streams.errors_terminal, streams.output_terminal) = (errors, output);
    run([&["agent-ui"], arguments].concat(), streams);
    (out.text(), err.text())
}

/// Returns the text that a terminal shows at the end.
fn shown(text: &str) -> String {
    let last = |line: &str| line.rsplit("\r\u{1b}[K").next().unwrap().to_owned();
    text.split('\n').map(last).collect::<Vec<_>>().join("\n")
}

#[test]
fn progress_is_drawn_on_a_terminal_and_leaves_no_trace() {
    let (out, err) = ran(&["decode", "aap"], Some(TERMINAL), None);
    assert_eq!(out.lines().count(), 3, "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
    let drawn = err
        .split("\r\u{1b}[K")
        .any(|part| part.starts_with("2 documents, ") && part.ends_with(" per second"));
    assert!(drawn, "{err:?}");
    assert!(!shown(&err).contains("documents"), "{err:?}");
    assert!(
        shown(&err).starts_with("standard input:2:7: error[type]: "),
        "{err:?}"
    );
}

#[test]
fn progress_is_hidden_from_pipes_json_and_a_terminal_with_results() {
    let (_, err) = ran(&["decode", "aap"], None, None);
    assert!(!err.contains("documents"), "{err:?}");
    let (_, err) = ran(&["decode", "aap", "--format", "json"], Some(TERMINAL), None);
    assert!(!err.contains("documents"), "{err:?}");
    let (out, err) = ran(&["decode", "aap"], Some(TERMINAL), Some(TERMINAL));
    assert!(
        !err.contains("documents") && !out.contains("documents"),
        "{err:?}"
    );
    // The output of `check` is its report, which is short.
    let (out, err) = ran(&["check", "aap"], Some(TERMINAL), Some(TERMINAL));
    assert!(
        err.contains(" documents, ") && shown(&err).is_empty(),
        "{err:?}"
    );
    assert!(
        out.contains("\nstandard input:2:7: error[type]: "),
        "{out:?}"
    );
}
