//! Inputs that are too large. They are refused at their place, and later input is read.

use crate::program::{at, json, run, text};

use agent_ui_cli::{Streams, run as run_here};
use agent_ui_text::{CheckOptions, TextBridge, TranslateOptions, Translation};
use std::io;

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// Builds updates past the ends of new lists. Each update has a few bytes and causes 50 KB of nulls.
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
    errors
        .lines()
        .filter(|line| line.contains("too-many-bytes"))
        .collect()
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
        assert_eq!(
            ran.status,
            65,
            "{arguments:?} {}",
            ran.err.get(..500).unwrap_or(&ran.err)
        );
        // The limit of 64 MiB allows about 1,300 such lists.
        assert!(
            (500..1_000).contains(&refusal_rules(&ran.err).len()),
            "{arguments:?}: {}",
            refusal_rules(&ran.err).len()
        );
        let last = json(ran.out.lines().last().unwrap());
        assert!(
            ran.out.contains(r#""n":1"#) || ran.out.contains(r#"\"n\":1"#),
            "{arguments:?}: {last:?}"
        );
        assert!(!ran.out.contains("null,null"));
    }
    let odd =
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a"}]}}"#;
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
    assert_eq!(
        (ran.status, refusal_rules(&ran.err).is_empty()),
        (65, false),
        "{}",
        ran.err
    );
    assert!(refusal_rules(&ran.err)[0].contains("10000"), "{}", ran.err);
    let opened: Vec<String> = ran
        .out
        .lines()
        .map(|line| text(&json(line), "/value/channel").to_owned())
        .collect();
    assert!(
        opened.iter().any(|channel| channel.ends_with("/s9")),
        "{opened:?}"
    );
    assert_eq!(
        run(
            &["pipe", "--from", "a2ui", "--to", "ahp", "--limit", "100000"],
            &all
        )
        .status,
        0
    );
}

/// Builds a list of 100 KB whose elements are not messages.
fn zeros() -> String {
    format!("[{}]", vec!["0"; 50_000].join(","))
}

/// Returns the peak memory of a run.
fn peak_memory(arguments: &[&str], input: &str) -> u64 {
    let input = Box::new(io::Cursor::new(input.as_bytes().to_vec()));
    let streams = Streams::new(input, Box::new(io::sink()), Box::new(io::sink()));
    let arguments = [&["agent-ui"], arguments].concat();
    allocation_counter::measure(|| {
        run_here(arguments, streams);
    })
    .bytes_max
}

#[test]
fn the_library_bounds_the_diagnostics_of_a_call() {
    let zeros = "0\n".repeat(100_000);
    let mut bridge = TextBridge::new(
        "a2ui@0.9".parse().unwrap(),
        "a2ui@0.8".parse().unwrap(),
        TranslateOptions::default(),
    )
    .unwrap();
    let mut translated = Ok(Translation::default());
    let translating = allocation_counter::measure(|| translated = bridge.forward(&zeros, None));
    let mut found = Ok(Vec::new());
    let checking = allocation_counter::measure(|| {
        found = agent_ui_text::check(&zeros, "a2ui@0.9".parse().ok(), &CheckOptions::default());
    });
    for (diagnostics, memory) in [
        (translated.unwrap().refusals, translating.bytes_max),
        (found.unwrap(), checking.bytes_max),
    ] {
        let count: usize = diagnostics.iter().map(|each| each.count.max(1)).sum();
        assert_eq!((diagnostics.len(), count), (1_001, 100_000));
        assert!(
            memory < 48 << 20,
            "{memory} bytes for {} bytes",
            zeros.len()
        );
    }
}

#[test]
fn findings_beyond_the_limit_are_counted() {
    let ran = run(&["check", "a2ui", "--format", "json"], zeros());
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!((ran.status, lines.len()), (65, 1_001));
    let last = json(lines[1_000]);
    assert_eq!(
        (text(&last, "/rule"), text(&last, "/severity")),
        ("more-findings".into(), "error".into())
    );
    assert_eq!(
        (text(&last, "/pointer"), at(&last, "/count").text()),
        ("/1000".to_owned(), "49000")
    );

    let ran = run(&["check", "a2ui", "--format", "text"], zeros());
    assert!(ran.out.contains("49000 more errors are not listed"));
    assert!(
        ran.out.ends_with("\n50000 errors in standard input\n"),
        "{}",
        &ran.out[ran.out.len() - 200..]
    );

    for arguments in [
        &["check", "aap"][..],
        &["check", "actions-json"],
        &["check", "ahp"],
    ] {
        let ran = run(arguments, zeros());
        assert_eq!(
            (ran.status, ran.out.lines().count()),
            (65, 1_001),
            "{arguments:?}"
        );
    }
    for arguments in [
        &["convert", "--from", "a2ui", "--to", "ahp"][..],
        &["pipe", "--from", "a2ui@0.9", "--to", "a2ui@1.0"],
        &["convert", "--from", "aap", "--to", "a2ui@0.9"],
        &["fold", "a2ui"],
    ] {
        let ran = run(arguments, zeros());
        let counted = ran
            .err
            .lines()
            .filter(|line| line.contains("\"count\":49000"))
            .count();
        assert_eq!(
            (ran.status, ran.err.lines().count(), counted),
            (65, 1_001, 1),
            "{arguments:?}"
        );
    }
    let ran = run(
        &[
            "explain", "--from", "a2ui@0.9", "--to", "a2ui@1.0", "--format", "json",
        ],
        zeros(),
    );
    assert!(
        ran.out.contains("\"refused\":50000"),
        "{}",
        &ran.out[ran.out.len() - 200..]
    );
}

#[test]
fn many_findings_need_little_memory() {
    const LIMIT: u64 = 12 << 20;
    let zeros = zeros();
    for arguments in [
        &["check", "a2ui"][..],
        &["check", "aap"],
        &["convert", "--from", "a2ui@0.9", "--to", "a2ui@1.0"],
        &["convert", "--from", "aap", "--to", "a2ui@0.9"],
        &["explain", "--from", "a2ui@0.9", "--to", "a2ui@1.0"],
        &["pipe", "--from", "a2ui@0.9", "--to", "a2ui@1.0"],
        &["fold", "a2ui"],
    ] {
        let memory = peak_memory(arguments, &zeros);
        assert!(memory < LIMIT, "{arguments:?}: {memory} bytes");
    }
}

#[test]
fn corrections_beyond_the_limit_are_made() {
    let unreadable = vec!["0"; 1_500].join(",");
    let record = r#"{"version":"v0.9","createSurface":{"surfaceID":"s","catalogId":"c"}}"#;
    let ran = run(
        &["check", "a2ui", "--fix"],
        format!("[{unreadable},{record}]"),
    );
    assert_eq!(ran.status, 65);
    assert!(
        ran.out.contains(r#""surfaceId":"s""#),
        "{}",
        &ran.out[ran.out.len() - 200..]
    );

    // Wrong members of one message, and a misspelt word after them.
    let texts: String = (0..1_200)
        .map(|n| format!(r#",{{"id":"t{n}","component":"Text","text":"a","zeugs":1}}"#))
        .collect();
    let misspelt = r#"{"id":"root","component":"Column","children":["x"],"justify":"spaceBetwen"}"#;
    let update = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{}{}]}}}}"#,
        texts.trim_start_matches(','),
        format_args!(",{misspelt}")
    );
    let create = CREATE.replace(
        "\"c\"",
        "\"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json\"",
    );
    let ran = run(&["check", "a2ui", "--fix"], format!("{create}\n{update}\n"));
    assert!(
        ran.out.contains(r#""justify":"spaceBetween""#),
        "{}",
        &ran.out[ran.out.len() - 200..]
    );
    assert!(
        ran.err.contains("\"more-findings\""),
        "{}",
        &ran.err[ran.err.len() - 400..]
    );
}
