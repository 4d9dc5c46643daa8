//! The places of errors: they do not depend on other flags, and are the same in the library.

use crate::program::{file, run, text};
use agent_ui_text::{TranslateOptions, translate};
use std::collections::BTreeSet;

/// The flags that change the output, but not the refusals.
const FLAGS: [&[&str]; 8] = [
    &["--quiet"],
    &["--notes"],
    &["--lost"],
    &["--verbatim"],
    &["--threads", "1"],
    &["--threads", "4"],
    &["--session"],
    &["--quiet", "--threads", "1"],
];

const RECORD: &str = r#"{"id":"1","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"","action":"a","summary":"s"}"#;
const UNKNOWN: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[]}}"#;
/// Messages of A2UI 0.8 whose updates wait for `beginRendering`.
const WAITS: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Text":{"text":{"literalString":"a"}}}}]}}"#;
const CREATE: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const TWICE: &str = r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#;

/// Lists refused inputs with their protocols.
fn refused_inputs() -> Vec<(&'static str, &'static str, String)> {
    let lines = |messages: &[&str]| messages.join("\n") + "\n";
    let list = |messages: &[&str]| format!("[\n  {}\n]\n", messages.join(",\n  "));
    let events = |messages: &[&str]| {
        messages
            .iter()
            .map(|message| format!("data: {message}\n\n"))
            .collect::<String>()
    };
    let mut inputs = Vec::new();
    for (from, to, messages) in [
        ("aap", "a2ui", &[RECORD, RECORD, r#"{"id":1}"#][..]),
        ("aap", "ahp", &[RECORD, RECORD]),
        ("a2ui", "a2ui@0.8", &[UNKNOWN, UNKNOWN]),
        ("a2ui", "a2ui@0.8", &[CREATE, TWICE, UNKNOWN]),
        ("a2ui@1.0", "a2ui@0.8", &[CREATE, TWICE]),
        ("a2ui", "a2ui@0.9", &[WAITS, WAITS]),
        ("a2ui", "ahp", &[WAITS, CREATE, TWICE, UNKNOWN]),
        ("a2ui@0.8", "a2ui@1.0", &[WAITS, WAITS]),
    ] {
        inputs.extend(
            [lines(messages), list(messages), events(messages)].map(|input| (from, to, input)),
        );
    }
    inputs
}

/// Returns the places of the errors of a run.
fn places_in_program(from: &str, to: &str, more: &[&str], input: &str) -> BTreeSet<String> {
    let ran = run(
        &[&["convert", "--from", from, "--to", to], more, &[input]].concat(),
        "",
    );
    let errors = ran
        .reports()
        .into_iter()
        .filter(|report| report.member("error").is_some());
    errors
        .map(|error| {
            let number = |name: &str| error.member(name).unwrap().text().to_owned();
            format!(
                "{}:{} {} {}",
                number("line"),
                number("column"),
                text(&error, "/rule"),
                text(&error, "/pointer")
            )
        })
        .collect()
}

#[test]
fn the_place_of_an_error_does_not_depend_on_flags() {
    for (from, to, input) in refused_inputs() {
        let path = file(&input);
        let expected = places_in_program(from, to, &[], &path);
        assert!(!expected.is_empty(), "{from} {to} {input}");
        for flags in FLAGS {
            assert_eq!(
                places_in_program(from, to, flags, &path),
                expected,
                "{from} {to} {flags:?} {input}"
            );
        }
        // These flags refuse further messages, and the messages that depend on them.
        for flags in [&["--embed"][..], &["--strict"], &["--strict", "--quiet"]] {
            let error = |line: &str| line.split_once(' ').unwrap().1.to_owned();
            let known: BTreeSet<String> = expected.iter().map(|line| error(line)).collect();
            let mut found = places_in_program(from, to, flags, &path);
            found.retain(|line| known.contains(&error(line)));
            assert!(
                found.is_subset(&expected),
                "{from} {to} {flags:?} {found:?} {expected:?} {input}"
            );
        }
        let options = TranslateOptions::default();
        let translated = translate(
            &input,
            from.parse().unwrap(),
            to.parse().unwrap(),
            options,
            None,
        )
        .unwrap();
        let of_library: BTreeSet<String> = translated
            .refusals
            .iter()
            .map(|error| {
                let place = &error.place;
                format!(
                    "{}:{} {} {}",
                    place.line, place.column, error.rule, error.pointer
                )
            })
            .collect();
        assert_eq!(of_library, expected, "{from} {to} {input}");
    }
}
