//! The output of several threads, which equals that of one thread.

use crate::program::{Ran, convert, file, run, run_ok};

/// Returns records on one or several lines. Some records need a repair, are refused, or are not JSON.
fn records(n: usize) -> String {
    let one = |i: usize| {
        let record = |element: &str, summary: &str| {
            format!(
                r#"{{"id":"f6554697-47fd-4d67-8db9-{i:012x}","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p{}.html","action":"click",{element}"data":{{"n":{i}}},"summary":"{summary}"}}"#,
                i % 7
            )
        };
        match i % 50 {
            7 => record("\"element\":7,", "a number"),
            11 => record("\"elment\":\"e\",", "misspelt"),
            13 => record("\"element\":", "broken"),
            17 => "{\"id\":\"".to_owned(),
            19 => record("", "on many lines").replace(",\"", ",\n  \""),
            23 => format!("[{},{}]", record("", "first of two"), record("", "second")),
            29 => r#"{"no":"record"}"#.to_owned(),
            31 => record("\"element\":null,", "null"),
            37 => format!("[{},{{\"id\"", record("", "in front of what breaks off")),
            41 => format!("[\n  {{\"id\" 7}},\n  {}\n]", record("", "behind a fault")),
            _ => record("\"element\":\"e\",", "User click"),
        }
    };
    (0..n).map(|i| one(i) + "\n").collect()
}

fn ran(
    from: &str,
    to: &str,
    more: &[&str],
    files: &[&str],
    threads: &str,
) -> (i32, String, String) {
    let more = [more, &["--threads", threads], files].concat();
    let Ran { status, out, err } = run(&convert(from, to, &more), "");
    (status, out, err)
}

#[test]
fn several_threads_write_the_same_output_as_one() {
    let (long, short) = (file(&records(6_000)), file(&records(300)));
    let files = [long.as_str(), &short, &long];
    let always = ["--runtime-id", "r"];
    for (to, more) in [
        ("a2ui@0.9", &[][..]),
        ("a2ui@0.9", &["--envelope"]),
        ("a2ui@1.0", &["--notes", "--strict"]),
        ("actions-json", &["--embed"]),
    ] {
        let more = [more, &always].concat();
        let one = ran("aap", to, &more, &files, "1");
        assert!(
            one.0 != 0 && !one.2.is_empty() && one.1.lines().count() > 5_000
                || more.contains(&"--strict")
        );
        for threads in ["2", "3"] {
            let several = ran("aap", to, &more, &files, threads);
            assert!(several == one, "{to} {more:?} {threads}");
        }
    }
}

#[test]
fn several_threads_translate_backward_like_one() {
    let there = run(&convert("aap", "a2ui@0.9", &["--envelope"]), records(4_000)).out;
    let click = there.lines().next().unwrap();
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    // A surface cannot be translated to AAP, and does not affect the clicks.
    let mixed: String = there
        .lines()
        .flat_map(|line| [line, "\n"])
        .chain([surface, "\n", click, "\n"])
        .collect();
    let back = file(&mixed);
    let one = ran("a2ui", "aap", &["--envelope"], &[&back], "1");
    assert_eq!(ran("a2ui", "aap", &["--envelope"], &[&back], "2"), one);
    assert!(
        one.1.lines().count() > 3_000 && one.2.contains("route/none"),
        "{}",
        one.2
    );
}

#[test]
fn surfaces_use_one_thread() {
    let surface = |i: usize| {
        format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s{i}","catalogId":"c"}}}}
{{"version":"v0.9","updateComponents":{{"surfaceId":"s{i}","components":[{{"id":"root","component":"Text","text":"a"}}]}}}}
"#
        )
    };
    let file = file(&(0..2_000).map(surface).collect::<String>());
    for to in ["a2ui@0.8", "ahp"] {
        let of = |threads: &str| {
            run_ok(&convert("a2ui@0.9", to, &["--threads", threads, &file]), "").out
        };
        assert!(of("1") == of("4"), "{to}");
    }
}
