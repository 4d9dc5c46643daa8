//! Inputs that are too large are refused at their place, and later input is read.

use crate::program::{json, run, text};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// Builds writes past the ends of new lists: a few bytes each, for 50 KB of nulls.
fn padded_record(n: usize) -> String {
    let write = |n: usize| {
        format!(
            "{{\"version\":\"v0.9\",\"updateDataModel\":{{\"surfaceId\":\"s\",\"path\":\"/a{n}/9999\",\"value\":1}}}}\n"
        )
    };
    format!("{CREATE}\n") + &(0..n).map(write).collect::<String>()
}

/// Builds messages that remove the padded lists and create another surface.
fn and_then(n: usize) -> String {
    padded_record(n)
        + &format!(
            "{}\n{}\n{}\n",
            r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            CREATE.replace("\"s\"", "\"t\""),
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"t","path":"/n","value":1}}"#
        )
}

/// Returns the lines on which messages were refused as too large.
fn refusal_rules(errors: &str) -> Vec<&str> {
    errors.lines().filter(|line| line.contains("too-many-bytes")).collect()
}

#[test]
fn surfaces_padded_with_nulls_are_bounded_and_later_input_is_read() {
    const WRITES: usize = 2_000;
    for arguments in [
        &["fold", "a2ui"][..],
        &["convert", "--from", "a2ui", "--to", "ahp"],
        &["pipe", "--from", "a2ui", "--to", "ahp"],
    ] {
        let ran = run(arguments, and_then(WRITES));
        assert_eq!(ran.status, 65, "{arguments:?} {}", ran.err.get(..500).unwrap_or(&ran.err));
        // The limit of 64 MiB allows about 1,300 such lists.
        assert!(
            (500..1_000).contains(&refusal_rules(&ran.err).len()),
            "{arguments:?}: {}",
            refusal_rules(&ran.err).len()
        );
        let last = json(ran.out.lines().last().unwrap());
        assert!(ran.out.contains(r#""n":1"#) || ran.out.contains(r#"\"n\":1"#), "{arguments:?}: {last:?}");
        assert!(!ran.out.contains("null,null"));
    }
    let odd = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a"}]}}"#;
    let ran = run(&["check", "a2ui"], &(padded_record(WRITES) + odd + "\n"));
    let all = ran.out + &ran.err;
    assert!(
        refusal_rules(&all).len() > 500 && all.contains("missing-component-type"),
        "{}",
        refusal_rules(&all).len()
    );
}

#[test]
fn a_pipe_session_stays_within_its_limit() {
    let surface = |n: usize| {
        let long = "x".repeat(3_000);
        format!(
            "{}\n{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s{n}\",\"components\":[{{\"id\":\"root\",\"component\":\"Text\",\"text\":\"{long}\"}}]}}}}\n",
            CREATE.replace("\"s\"", &format!("\"s{n}\""))
        )
    };
    let all: String = (0..5).map(surface).collect();
    let gone = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s0"}}"#;
    let ran = run(
        &["pipe", "--from", "a2ui", "--to", "ahp", "--limit", "10000"],
        &(all.clone() + gone + "\n" + &surface(9)),
    );
    assert_eq!((ran.status, refusal_rules(&ran.err).is_empty()), (65, false), "{}", ran.err);
    assert!(refusal_rules(&ran.err)[0].contains("10000"), "{}", ran.err);
    let opened: Vec<String> =
        ran.out.lines().map(|line| text(&json(line), "/value/channel").to_owned()).collect();
    assert!(opened.iter().any(|channel| channel.ends_with("/s9")), "{opened:?}");
    assert_eq!(run(&["pipe", "--from", "a2ui", "--to", "ahp", "--limit", "100000"], &all).status, 0);
}
