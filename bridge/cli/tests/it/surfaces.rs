//! `check a2ui`: messages, catalogs, and the surfaces that messages build.

use crate::program::{at, run, text};

/// Builds messages with two components of the same id in every version and form. Each has the place of the second
/// component.
pub(crate) fn repeated_ids() -> Vec<(&'static str, String, &'static str)> {
    let update = r#""updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"b","component":"Text","text":"a"},{"id":"b","component":"Text","text":"b"}]}"#;
    let of = |version: &str, catalog: &str| {
        format!(
            "{{\"version\":\"{version}\",\"createSurface\":{{\"surfaceId\":\"s\",\"catalogId\":\"{catalog}\"}}}}\n{{\"version\":\"{version}\",{update}}}\n"
        )
    };
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}},{"id":"root","component":{"Text":{"text":{"literalString":"b"}}}}]}}"#;
    let whole = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#;
    let second = "/updateComponents/components/2/id";
    vec![
        (
            "a2ui@0.8",
            format!("{old}\n"),
            "/surfaceUpdate/components/1/id",
        ),
        ("a2ui@0.9", of("v0.9", "c"), second),
        ("a2ui@0.9.1", of("v0.9.1", "c"), second),
        ("a2ui@0.10", of("v0.10", "c"), second),
        ("a2ui@1.0-june", of("v1.0", "c"), second),
        ("a2ui@1.0-aug", of("v1.0", "c"), second),
        ("a2ui@1.0-sep", of("v1.0", "c"), second),
        ("a2ui@1.0", of("1.0", "c"), second),
        (
            "a2ui@1.0",
            format!("{whole}\n"),
            "/createSurface/components/1/id",
        ),
    ]
}

#[test]
fn duplicate_component_ids_are_refused_by_every_command_and_route() {
    let goals = [
        "a2ui@0.8",
        "a2ui@0.9",
        "a2ui@0.9.1",
        "a2ui@0.10",
        "a2ui@1.0-june",
        "a2ui@1.0-aug",
        "a2ui@1.0-sep",
        "a2ui@1.0",
        "ahp@canvas",
        "ahp@1.0",
    ];
    for (from, input, place) in repeated_ids() {
        let checked = run(&["check", from], &input);
        let finding = checked
            .values()
            .into_iter()
            .find(|found| text(found, "/rule") == "duplicate-id")
            .unwrap();
        assert_eq!(
            (checked.status, text(&finding, "/pointer")),
            (65, place.to_owned()),
            "{from}"
        );
        let mut commands = vec![vec!["fold", from]];
        for to in goals.into_iter().filter(|to| *to != from) {
            let context = if to == "ahp@1.0" {
                &["--base-url", "https://h/", "--ahp-chat", "ahp-chat:/1"][..]
            } else {
                &[]
            };
            commands.push([&["convert", "--from", from, "--to", to], context].concat());
        }
        for arguments in commands {
            let ran = run(&arguments, &input);
            let reports = ran
                .reports()
                .into_iter()
                .filter(|report| at(report, "/rule").text() == "\"duplicate-id\"");
            let places: Vec<_> = reports.map(|report| text(&report, "/pointer")).collect();
            assert_eq!(
                (ran.status, places),
                (65, vec![place.to_owned()]),
                "{arguments:?}: {}",
                ran.err
            );
            assert!(
                !ran.out.contains("\"b\"}") && !ran.out.contains("\"literalString\":\"b\""),
                "{}",
                ran.out
            );
        }
    }
}
