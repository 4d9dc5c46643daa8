//! The summary of losses on standard error, in runs without notes or a carry.

use crate::program::{Ran, at, file, find, json, run, run_ok, text};

/// A record whose id and element A2UI cannot express.
const RECORD: &str = r#"{"id":"a","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":null,"summary":"s","data":{}}"#;

const FORMATTED: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"Hi ${/name}"}}}]}}"#;

/// A readable manifest whose tools are all invalid, because they have no description.
const MANIFEST: &str =
    r#"{"protocol":"actions.json","version":1,"tools":[{"name":"shop.add"},{"name":"shop.buy"}]}"#;

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
fn lost_fields_are_counted_in_one_line() {
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "a2ui@0.8"],
        FORMATTED,
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(losses(&ran).len(), 1, "{}", ran.err);

    let records = [RECORD; 3].join("\n");
    let ran = run(&["convert", "--from", "aap", "--to", "a2ui"], &records);
    assert_eq!((ran.status, ran.values().len()), (0, 3));
    assert_eq!(
        losses(&ran),
        loss_line("/element", "the output cannot hold 9 fields")
    );
    let report = &ran.reports()[0];
    assert_eq!(
        (at(report, "/line").text(), at(report, "/column").text()),
        ("1", "99")
    );
    for flag in ["--lost", "--envelope", "--embed", "--strict", "--quiet"] {
        assert!(text(report, "/hint").contains(flag), "{}", ran.err);
    }
}

#[test]
fn the_first_reported_loss_is_a_value_not_an_absence() {
    let record = RECORD
        .replace(r#""element":null,"#, "")
        .replace(r#","data":{}"#, "");
    let ran = run(&["convert", "--from", "aap", "--to", "a2ui"], record);
    assert_eq!(
        losses(&ran),
        loss_line("/id", "the output cannot hold 4 fields")
    );
}

#[test]
fn omitted_tools_are_counted_separately() {
    for (to, more) in [
        ("mcp", &[][..]),
        ("ahp", &["--channel", "ahp-canvas:/s", "--runtime-id", "r"]),
    ] {
        let ran = run(
            &[&["convert", "--from", "actions-json", "--to", to], more].concat(),
            MANIFEST,
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        let [(pointer, message)] = &losses(&ran)[..] else {
            panic!("{}", ran.err)
        };
        assert_eq!(pointer, "/tools/0");
        assert!(message.contains("omits 2 tools"), "{message}");
        assert!(message.contains("; this is the first: V7: "), "{message}");
    }
}

#[test]
fn strict_names_the_tool_it_would_omit_with_the_reason() {
    let ran = run(
        &[
            "convert",
            "--strict",
            "--from",
            "actions-json",
            "--to",
            "mcp",
        ],
        MANIFEST,
    );
    let message = text(&ran.reports()[1], "/message");
    assert_eq!(ran.status, 1);
    assert!(
        message.starts_with("without a carry this tool would be omitted: "),
        "{}",
        ran.err
    );
}

#[test]
fn the_summary_is_omitted_without_losses_or_with_notes() {
    let route = ["--from", "aap", "--to", "a2ui"];
    for flag in ["--quiet", "--envelope", "--embed"] {
        run_ok(&[&["convert", flag], &route[..]].concat(), RECORD);
    }
    let ran = run(&[&["convert", "--notes"], &route[..]].concat(), RECORD);
    assert_eq!(losses(&ran), []);
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    run_ok(&["convert", "--from", "a2ui", "--to", "a2ui@1.0"], create);
}

#[test]
fn losses_despite_an_embedded_carry_are_counted() {
    let broken = RECORD.replace(r#""click""#, "[1]");
    let ran = run(
        &["convert", "--embed", "--from", "aap", "--to", "a2ui"],
        broken,
    );
    let reason = "the value is not a string; its JSON text is used instead";
    let expected = format!("the output cannot hold 1 field; this is the first: {reason}");
    assert_eq!(losses(&ran), [("/action".to_owned(), expected)]);
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

#[test]
fn a_field_that_no_carry_keeps_is_lost_in_every_form() {
    let record = r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"s"}"#;
    let names = |more: &[&str]| {
        run(
            &[&["convert", "--from", "aap", "--to", "a2ui@0.9"], more].concat(),
            record,
        )
        .err
    };
    let words = |more: &[&str]| -> Vec<String> {
        let err = names(more);
        err.lines()
            .map(json)
            .filter(|line| line.member("verdict").is_some())
            .map(|note| text(&note, "/verdict"))
            .collect()
    };
    let noted = words(&["--notes"]);
    assert!(
        noted.contains(&"lost".to_owned()) && !noted.contains(&"carried".to_owned()),
        "{noted:?}"
    );
    let only_lost = words(&["--lost"]);
    assert_eq!(
        only_lost.len(),
        noted.iter().filter(|word| *word == "lost").count()
    );
    assert!(only_lost.iter().all(|word| word == "lost"), "{only_lost:?}");
    let shown = names(&["--lost", "--format", "text"]);
    assert_eq!(shown.matches(": lost[").count(), only_lost.len(), "{shown}");
    for kept in ["--envelope", "--embed"] {
        let noted = words(&["--notes", kept]);
        assert!(
            noted.contains(&"carried".to_owned()) && !noted.contains(&"lost".to_owned()),
            "{noted:?}"
        );
        assert_eq!(words(&["--lost", kept]), [""; 0]);
    }
}
