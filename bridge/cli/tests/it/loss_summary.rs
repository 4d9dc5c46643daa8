//! The summary of losses on standard error, in runs without notes or a carry.

use crate::program::{Ran, file, find, run, text};

/// A record whose id and element A2UI cannot express.
const RECORD: &str = r#"{"id":"a","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":null,"summary":"s","data":{}}"#;

/// Returns the reports of losses: rule, pointer, message.
fn losses(ran: &Ran) -> Vec<(String, String)> {
    let is_it = |report: &wire::Payload| {
        find(report, "/rule").is_some_and(|rule| rule.text() == r#""losses""#)
    };
    let told = |report: wire::Payload| (text(&report, "/pointer"), text(&report, "/message"));
    ran.reports().into_iter().filter(is_it).map(told).collect()
}

fn loss_line(pointer: &str, message: &str) -> Vec<(String, String)> {
    vec![(pointer.to_owned(), format!("{message}; this is the first"))]
}

#[test]
fn one_line_counts_the_losses_of_all_threads_and_directions() {
    let records = format!("{RECORD}\n").repeat(3000);
    let route = ["--from", "aap", "--to", "a2ui"];
    for threads in ["1", "2"] {
        let ran = run(
            &[
                &["convert", "--threads", threads],
                &route[..],
                &[&*file(&records)],
            ]
            .concat(),
            "",
        );
        assert_eq!(
            losses(&ran),
            loss_line("/element", "the output cannot hold 9000 fields")
        );
    }
    let ran = run(&[&["pipe"], &route[..]].concat(), [RECORD; 2].join("\n"));
    assert_eq!(
        losses(&ran),
        loss_line("/element", "the output cannot hold 6 fields")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn losses_are_counted_if_the_output_cannot_be_written() {
    use crate::program::{command, json};
    use std::{
        fs::File,
        io::{BufRead, BufReader},
        process::Stdio,
    };

    let input = file(&format!("{RECORD}\n").repeat(5_000));
    for arguments in [
        &["convert", "--threads", "1"][..],
        &["convert", "--threads", "2"],
        &["pipe"],
    ] {
        let spawn = |output: Stdio| {
            let arguments = [arguments, &["--from", "aap", "--to", "a2ui", &input]].concat();
            command(&arguments)
                .stdin(Stdio::null())
                .stdout(output)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        // The reader has gone after the first line, as `head -1` does.
        let mut closed = spawn(Stdio::piped());
        BufReader::new(closed.stdout.take().unwrap())
            .read_line(&mut String::new())
            .unwrap();
        let full = spawn(File::create("/dev/full").unwrap().into());
        for (child, status) in [(closed, 0), (full, 74)] {
            let ended = child.wait_with_output().unwrap();
            let err = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(ended.status.code(), Some(status), "{arguments:?}: {err}");
            let first = json(err.lines().next().unwrap_or_default());
            assert_eq!(text(&first, "/rule"), "losses", "{arguments:?}: {err}");
        }
    }
}
