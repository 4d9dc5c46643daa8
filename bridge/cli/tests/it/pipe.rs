//! `pipe`: sessions that continue across runs, in both directions.

use crate::program::{Ran, at, command, convert, file, find, json, run, run_ok, spawn, text};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

const RECORD: &str = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"renew","data":{"n":1.50},"summary":"s"}"#;

/// Returns the name of a file that does not exist yet.
fn name() -> String {
    let path = file("");
    fs::remove_file(&path).unwrap();
    path
}

/// Returns interleaved messages that create, extend, change and delete surfaces of A2UI 0.9.
fn session(n: usize) -> String {
    let made = |i: usize| {
        format!(
            "{{\"version\":\"v0.9\",\"createSurface\":{{\"surfaceId\":\"s{i}\",\"catalogId\":\"c\"}}}}\n\
             {{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s{i}\",\"components\":[{{\"id\":\"root\",\"component\":\"Text\",\"text\":{{\"path\":\"/a\"}}}}]}}}}\n\
             {{\"version\":\"v0.9\",\"updateDataModel\":{{\"surfaceId\":\"s{i}\",\"path\":\"/a\",\"value\":[{i},\"x\"]}}}}\n"
        )
    };
    let gone = |i: usize| {
        format!("{{\"version\":\"v0.9\",\"deleteSurface\":{{\"surfaceId\":\"s{i}\"}}}}\n")
    };
    (0..n)
        .map(|i| made(i) + &i.checked_sub(20).map_or(String::new(), gone))
        .collect()
}

fn pipe<'a>(from: &'a str, to: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["pipe", "--quiet", "--from", from, "--to", to], more].concat()
}

#[test]
fn lines_from_file_to_file_equal_those_of_convert() {
    for (from, to, input) in [
        ("a2ui", "a2ui@0.8", session(30)),
        ("a2ui", "a2ui@1.0", session(30)),
        ("a2ui", "ahp", session(30)),
        ("aap", "a2ui", format!("{RECORD}\n").repeat(30)),
    ] {
        for flags in [&[][..], &["--envelope"]] {
            let converted = run_ok(
                &[&["convert", "--quiet", "--from", from, "--to", to], flags].concat(),
                &input,
            )
            .out;
            let (input, output, state) = (file(&input), name(), name());
            let more = [flags, &["--state", &state, "--output", &output, &input]].concat();
            assert_eq!(run_ok(&pipe(from, to, &more), "").out, "");
            assert_eq!(
                fs::read_to_string(&output).unwrap(),
                converted,
                "{from} to {to}"
            );
            // Another run changes nothing, and text appended to the input is processed next.
            run_ok(&pipe(from, to, &more), "");
            assert_eq!(
                fs::read_to_string(&output).unwrap(),
                converted,
                "{from} to {to}: again"
            );
        }
    }
}

#[test]
fn separable_elements_of_a_faulty_list_are_written() {
    let input = format!("[{RECORD},{{\"id\":tru}},{RECORD}]\n[{RECORD},{{\"id\"\n{RECORD}\n");
    let ran = run(&pipe("aap", "a2ui", &[]), input);
    let sequence: Vec<_> = ran.values().iter().map(|line| text(line, "/seq")).collect();
    assert_eq!(
        (ran.status, sequence),
        (65, ["0/0", "0/1", "1/0", "2/0"].map(str::to_owned).to_vec())
    );
    let places: Vec<_> = ran
        .errors()
        .into_iter()
        .map(|(line, _, _, pointer)| (line, pointer))
        .collect();
    assert_eq!(places, [(1, "/1".to_owned()), (2, "/1".to_owned())]);
}

#[test]
fn a_file_that_is_read_and_written_is_refused_and_unchanged() {
    let text = session(3);
    let (input, other) = (file(&text), name());
    for files in [
        &["--output", &input][..],
        &["--output", &other, "--state", &input],
    ] {
        let ran = run(&pipe("a2ui", "a2ui@0.8", &[files, &[&input]].concat()), "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(
            ran.err.contains("are the same file; use different files"),
            "{}",
            ran.err
        );
        assert_eq!(fs::read_to_string(&input).unwrap(), text);
    }
    let ran = run(
        &pipe(
            "a2ui",
            "a2ui@0.8",
            &["--output", &other, "--state", &other, &input],
        ),
        "",
    );
    assert!(
        ran.status == 2 && ran.err.contains("--state and --output are the same file"),
        "{}",
        ran.err
    );
}

#[test]
fn an_unwritable_file_is_an_error_with_its_path() {
    let (input, output) = (file(&session(1)), name());
    for (files, kind) in [
        (&["--output", "/nowhere/o"][..], "output"),
        (&["--output", &output, "--state", "/nowhere/o"], "state"),
        (&["--state", "/nowhere/o"], "state"),
    ] {
        let ran = run(&pipe("a2ui", "a2ui@0.8", &[files, &[&input]].concat()), "");
        assert_eq!((ran.status, ran.out.as_str()), (74, ""), "{}", ran.err);
        let expected = format!("the {kind} cannot be written: /nowhere/o: ");
        assert!(ran.err.contains(&expected), "{}", ran.err);
    }
}

#[test]
fn an_input_shorter_than_the_state_is_refused() {
    let (input, output, state) = (file(&session(10)), name(), name());
    let arguments = pipe(
        "a2ui",
        "a2ui@0.8",
        &["--state", &state, "--output", &output, &input],
    );
    run_ok(&arguments, "");
    let made = fs::read_to_string(&output).unwrap();
    fs::write(&input, session(3)).unwrap();
    let ran = run(&arguments, "");
    assert!(
        ran.status == 2
            && ran
                .err
                .contains("this is not the input of the saved session"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read_to_string(&output).unwrap(), made);
}

#[test]
fn an_input_with_another_beginning_is_refused() {
    let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s0","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    let (text, actions) = (
        format!("{RECORD}\n").repeat(700),
        format!("{action}\n").repeat(3),
    );
    let (input, back) = (file(&text), file(&actions));
    let (output, back_output, state) = (name(), name(), name());
    let files = [
        "--state",
        &state,
        "--output",
        &output,
        "--back",
        &back,
        "--back-output",
        &back_output,
        &input,
    ];
    let arguments = pipe("aap", "a2ui", &files);
    run_ok(&arguments, "");
    let made = fs::read_to_string(&output).unwrap();
    for (path, text) in [(&input, &text), (&back, &actions)] {
        fs::write(path, text.replacen("05-18", "05-19", 1) + text).unwrap();
        let ran = run(&arguments, "");
        let said = format!(
            "{path}: its first {} bytes differ from those that the saved session has read: this is not the input of the saved session; name that input, or start again with another --state",
            text.len() - 1
        );
        assert!(ran.status == 2 && ran.err.contains(&said), "{}", ran.err);
        assert_eq!(fs::read_to_string(&output).unwrap(), made);
        fs::write(path, text).unwrap();
    }
    run_ok(&arguments, "");
}

#[test]
fn a_grown_input_is_resumed() {
    let whole = session(40);
    let (first, _) = whole.split_at(whole.match_indices('\n').nth(61).unwrap().0 + 1);
    let (input, output, state) = (file(first), name(), name());
    let arguments = pipe(
        "a2ui",
        "ahp",
        &["--state", &state, "--output", &output, &input],
    );
    run_ok(&arguments, "");
    fs::write(&input, &whole).unwrap();
    run_ok(&arguments, "");
    let converted = run_ok(
        &["convert", "--quiet", "--from", "a2ui", "--to", "ahp"],
        &whole,
    )
    .out;
    assert_eq!(fs::read_to_string(&output).unwrap(), converted);
}

/// Kills runs at random moments, `PIPE_KILLS` times, until their joint output is complete, and compares this output.
#[test]
fn runs_killed_at_random_lose_and_repeat_nothing() {
    let kills = std::env::var("PIPE_KILLS").map_or(10, |kills| kills.parse().expect("a number"));
    let input = session(1500);
    let expected = run_ok(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui",
            "--to",
            "a2ui@0.8",
            "--envelope",
        ],
        &input,
    )
    .out;
    let input = file(&input);
    // A run saves its position only if it gets a good part of the time of a complete run.
    let start = Instant::now();
    run_ok(
        &pipe(
            "a2ui",
            "a2ui@0.8",
            &[
                "--envelope",
                "--state",
                &name(),
                "--output",
                &name(),
                &input,
            ],
        ),
        "",
    );
    let longest = u64::try_from(start.elapsed().as_micros()).unwrap() / 3;
    let (mut killed, mut seed) = (0, 0x5EED_u64);
    while killed < kills {
        let (output, state) = (name(), name());
        let arguments = pipe(
            "a2ui",
            "a2ui@0.8",
            &["--envelope", "--state", &state, "--output", &output, &input],
        );
        let mut longest = longest;
        loop {
            let mut child = command(&arguments)
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            std::thread::sleep(Duration::from_micros(2_000 + (seed >> 33) % longest));
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            killed += 1;
            // If the machine has become slower, a run needs more time until it saves its position.
            longest += longest / 10;
        }
        let made = fs::read_to_string(&output).unwrap();
        assert!(
            made == expected,
            "after {killed} kills: {} bytes, {} expected",
            made.len(),
            expected.len()
        );
    }
}

/// A running program with open input and output.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Self {
        let mut child = spawn(arguments);
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self {
            child,
            input,
            output: BufReader::new(output),
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> wire::Payload {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        json(&line)
    }

    /// Closes the input and returns the remaining output.
    fn end(self) -> Ran {
        let Self {
            child,
            input,
            mut output,
        } = self;
        drop(input);
        let mut out = String::new();
        std::io::Read::read_to_string(&mut output, &mut out).unwrap();
        let output = child.wait_with_output().unwrap();
        Ran {
            status: output.status.code().unwrap(),
            out,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[test]
fn lines_over_pipes_are_numbered_and_immediate() {
    let mut talk = Talk::start(&pipe("a2ui", "a2ui@0.8", &["--envelope"]));
    let mut seqs = Vec::new();
    for (line, answers) in session(2).lines().zip([0, 2, 1, 0, 2, 1]) {
        talk.say(line);
        for _ in 0..answers {
            let answer = talk.hear();
            assert!(
                find(&answer, "/value").is_some() && find(&answer, "/carry").is_some(),
                "{answer}"
            );
            seqs.push(text(&answer, "/seq"));
        }
    }
    assert_eq!(seqs, ["1/0", "1/1", "2/0", "4/0", "4/1", "5/0"]);
    assert_eq!(talk.end().status, 0);
}

#[test]
fn results_at_the_end_are_numbered_after_the_last_document() {
    let ran = run_ok(&pipe("a2ui", "ahp", &[]), session(2));
    let seqs: Vec<String> = ran
        .values()
        .iter()
        .map(|answer| text(answer, "/seq"))
        .collect();
    assert_eq!(seqs, ["6/0", "6/1"]);
}

#[test]
fn the_lines_of_a_pipe_are_read_as_envelopes() {
    let action = RECORD.replace("\"summary\":\"s\"", "\"summary\":\"own\"");
    for flags in [&["--envelope"][..], &[]] {
        let there = run_ok(&pipe("aap", "a2ui", flags), &action).out;
        let back = run_ok(
            &[
                "convert",
                "--quiet",
                "--from",
                "a2ui",
                "--to",
                "aap",
                "--envelope",
            ],
            &there,
        )
        .opened_values();
        assert_eq!(back[0] == json(&action), !flags.is_empty(), "{there}");
        let slip = run(
            &["convert", "--quiet", "--from", "a2ui", "--to", "aap"],
            &there,
        );
        assert_eq!(
            text(&slip.reports()[0], "/hint"),
            "this is an envelope: add --envelope"
        );
    }
}

#[test]
fn a_new_session_overwrites_its_output() {
    let output = file("of another session\n");
    let arguments = pipe("aap", "a2ui", &["--output", &output]);
    for _ in 0..2 {
        run_ok(&arguments, RECORD);
        let text = fs::read_to_string(&output).unwrap();
        assert!(
            text.starts_with("{\"seq\":\"0/0\"") && text.lines().count() == 1,
            "{text}"
        );
    }
    let state = name();
    let kept = pipe("aap", "a2ui", &["--output", &output, "--state", &state]);
    for n in [1, 2] {
        run(&kept, RECORD);
        assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), n);
    }
}

#[test]
fn the_backward_file_is_read_after_the_forward_file() {
    // The input is long enough that clicks would overtake surfaces if both were read at once.
    let mut there = session(400);
    there += r#"{"version":"v0.9","createSurface":{"surfaceId":"last","catalogId":"c"}}"#;
    let there = there.replace("\"v0.9\"", "\"v0.10\"");
    let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"last","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    let (input, clicks) = (file(&there), file(click));
    for is_output_a_file in [true, false] {
        let (output, answers) = (name(), name());
        let mut more = vec!["--back", &clicks, "--back-output", &answers, &input];
        if is_output_a_file {
            more.extend(["--output", &output]);
        }
        run_ok(&pipe("a2ui", "a2ui@0.9", &more), "");
        let answer = json(&fs::read_to_string(&answers).unwrap());
        let version = find(&answer, "/version")
            .or_else(|| find(&answer, "/value/version"))
            .unwrap();
        assert_eq!(version, json("\"v0.10\""));
    }
}

#[test]
fn the_numbers_continue_after_a_crash() {
    let lines: Vec<String> = session(12).lines().map(str::to_owned).collect();
    let whole = run_ok(&pipe("a2ui", "a2ui@0.8", &[]), lines.join("\n")).out;
    let state = name();
    let arguments = pipe("a2ui", "a2ui@0.8", &["--state", &state]);
    let mut answers = std::collections::BTreeMap::new();
    let mut next = 0;
    for stop in [7, 20, lines.len()] {
        let mut talk = Talk::start(&arguments);
        for line in &lines[next..stop] {
            talk.say(line);
        }
        let rest = if stop == lines.len() {
            talk.end().out
        } else {
            // The process is killed while it waits, with or without a saved session.
            let mut heard = String::new();
            talk.output.read_line(&mut heard).unwrap();
            let start = Instant::now();
            while !fs::exists(&state).unwrap() && start.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(100));
            talk.child.kill().unwrap();
            std::io::Read::read_to_string(&mut talk.output, &mut heard).unwrap();
            talk.child.wait().unwrap();
            heard
        };
        for line in rest.lines() {
            let seq = text(&json(line), "/seq");
            let before = answers.insert(seq.clone(), line.to_owned());
            assert!(
                before.is_none_or(|before| before == line),
                "{seq} is another answer now"
            );
        }
        next = at(
            &json(&fs::read_to_string(&state).unwrap()),
            "/there/documents",
        )
        .text()
        .parse()
        .unwrap();
    }
    let mut made: Vec<&str> = answers.values().map(String::as_str).collect();
    let mut expected: Vec<&str> = whole.lines().collect();
    made.sort_unstable();
    expected.sort_unstable();
    assert_eq!(made, expected);
    let again = run(&arguments, "");
    assert!(
        again.err.contains(&format!(
            "{{\"resumed\":{{\"there\":{},\"back\":0}}}}",
            lines.len()
        )),
        "{}",
        again.err
    );
}

#[test]
fn the_backward_direction_knows_the_forward_surfaces() {
    // The 0.8 root is named `top` and must be named `root` in 0.9, which requires knowledge of the surface.
    let there = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Button":{"child":"t","action":{"name":"go"}}}},{"id":"t","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"top"}}
"#;
    let back = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    let (clicks, answers) = (name(), name());
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&clicks)
            .status()
            .unwrap()
            .success()
    );
    let mut talk = Talk::start(&pipe(
        "a2ui@0.8",
        "a2ui@0.9",
        &["--back", &clicks, "--back-output", &answers],
    ));
    there.lines().for_each(|line| talk.say(line));
    talk.hear();
    talk.hear();
    let mut sender = fs::OpenOptions::new().write(true).open(&clicks).unwrap();
    writeln!(sender, "{back}").unwrap();
    drop(sender);
    assert_eq!(talk.end().status, 0);
    let answer = json(&fs::read_to_string(&answers).unwrap());
    assert_eq!(text(&answer, "/seq"), "0/0");
    assert_eq!(text(&answer, "/value/userAction/sourceComponentId"), "top");
}

/// Checks that the descriptor of a named pipe keeps the contents after the writer has ended.
#[test]
#[cfg(unix)]
fn a_named_pipe_is_read_after_its_writer_has_ended() {
    let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    let (pipe, program) = (name(), env!("CARGO_BIN_EXE_agent-ui"));
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for command in [
        "pipe --quiet --from a2ui@0.8 --to a2ui@0.9 --back 3 --back-output /dev/stdout < /dev/null",
        "decode a2ui /dev/fd/3",
        "decode a2ui /dev/stdin <&3",
    ] {
        for _ in 0..20 {
            let mut writer = Command::new("sh");
            let mut writer = writer
                .args(["-c", "printf '%s' \"$1\" > \"$2\"", "sh", click, &pipe])
                .spawn()
                .unwrap();
            // The shell opens the pipe, and the writer ends before the program starts.
            let script = format!("exec 3< {pipe}; sleep 0.05; exec {program} {command}");
            let ran = Command::new("sh").arg("-c").arg(script).output().unwrap();
            assert!(writer.wait().unwrap().success());
            let output = String::from_utf8(ran.stdout).unwrap();
            assert!(
                ran.status.success() && output.contains(r#""name":"go""#),
                "{command}: {output}"
            );
        }
    }
}

#[test]
fn clicks_return_in_the_version_of_their_surface() {
    let there = r#"{"surfaceUpdate":{"surfaceId":"s8","components":[{"id":"top","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"s8","root":"top"}}
{"version":"v0.9","createSurface":{"surfaceId":"s9","catalogId":"c"}}
{"version":"v0.9.1","createSurface":{"surfaceId":"s91","catalogId":"c"}}
{"version":"v0.10","createSurface":{"surfaceId":"s10","catalogId":"c"}}
{"version":"1.0","createSurface":{"surfaceId":"s1","catalogId":"c"}}
{"version":"v0.9","createSurface":{"surfaceId":"gone","catalogId":"c"}}
{"version":"v0.9","deleteSurface":{"surfaceId":"gone"}}
{"version":"1.0","createSurface":{"surfaceId":"gone","catalogId":"c"}}
"#;
    let click = |surface: &str| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"{surface}","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}}}}}"#
        )
    };
    let (clicks, answers, state) = (name(), name(), name());
    let session = [
        "--state",
        &state,
        "--back",
        &clicks,
        "--back-output",
        &answers,
    ];
    let arguments = pipe("a2ui", "a2ui@0.9", &session);
    fs::write(&clicks, "").unwrap();
    run_ok(&arguments, there);
    // The state knows it, too.
    fs::write(
        &clicks,
        ["s8", "s9", "s10", "s1", "gone", "other", "s91"]
            .map(click)
            .join("\n"),
    )
    .unwrap();
    run(&arguments, "");
    let answers: Vec<_> = fs::read_to_string(&answers)
        .unwrap()
        .lines()
        .map(json)
        .collect();
    let said = |n: usize, member: &str| text(&answers[n], &format!("/value{member}"));
    assert_eq!(said(0, "/userAction/sourceComponentId"), "top");
    for (n, version) in [
        (1, "v0.9"),
        (2, "v0.10"),
        (3, "1.0"),
        (4, "1.0"),
        (5, "v0.9"),
        (6, "v0.9.1"),
    ] {
        assert_eq!(said(n, "/version"), version, "{}", answers[n]);
    }
    assert_eq!(answers.len(), 7);
}

#[test]
fn untranslatable_surfaces_still_resolve_clicks() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"p.html","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"p.html","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"approve"}}},{"id":"t","component":"Text","text":"a"}]}}
"#;
    let (surface, back) = (file(surface), name());
    let record = RECORD.replace("renew", "root");
    let state = name();
    let session = [
        "--state",
        &state,
        "--back",
        &surface,
        "--back-output",
        &back,
    ];
    run(&pipe("aap", "a2ui", &session), "");
    // The state contains the surfaces, even if the context provides them again.
    let ran = run(
        &pipe("aap", "a2ui", &["--state", &state, "--surface", &surface]),
        &record,
    );
    assert_eq!(
        text(&ran.value(), "/value/action/name"),
        "approve",
        "{ran:?}"
    );
    let ran = run(&pipe("aap", "a2ui", &["--state", &state]), &record);
    assert_eq!(
        text(&ran.value(), "/value/action/name"),
        "approve",
        "{ran:?}"
    );
}

#[test]
fn a_session_over_its_limit_refuses_messages_and_continues() {
    let ran = run(&pipe("a2ui", "ahp", &["--limit", "5000"]), session(300));
    assert_eq!(ran.status, 65);
    assert!(ran.err.contains("the limit is 5000"), "{}", ran.err);
    // Deleted surfaces make room for new ones.
    assert!(ran.out.lines().count() > 2, "{}", ran.out);
    run_ok(
        &pipe("a2ui", "a2ui@0.8", &["--limit", "100000"]),
        session(300),
    );
}

#[test]
fn observed_messages_are_never_written() {
    let catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    let create = format!(
        r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#
    );
    let update = |id: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"{id}","component":"Text","text":"a"}}]}}}}"#
        )
    };
    let surface = format!("{create}\n{}\n", update("root"));
    let given = file(&surface);
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":4}}"#;
    let canvas = run_ok(&convert("a2ui@0.9", "ahp", &[]), &surface).out;
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#;
    let rootless = format!("{create}\n{}\n", update("x"));
    for (from, to, more, input) in [
        ("ahp", "a2ui@0.9", &[][..], canvas),
        ("a2ui@0.8", "a2ui@0.9", &[], begin.to_owned()),
        ("a2ui@0.9", "a2ui@0.8", &[], rootless),
        ("a2ui", "a2ui@0.8", &["--surface", &given], data.to_owned()),
    ] {
        let ran = run_ok(&pipe(from, to, more), &input);
        let outputs: Vec<_> = ran.values().iter().map(|line| at(line, "/value")).collect();
        assert_eq!(
            outputs,
            run_ok(&convert(from, to, more), &input).values(),
            "{from} {to}"
        );
    }
}

#[test]
fn missing_inputs_are_reported_before_anything_is_read() {
    let (input, output) = (file(&session(1)), name());
    let state = name();
    run_ok(
        &pipe(
            "a2ui",
            "a2ui@0.8",
            &["--state", &state, "--output", &output, &input],
        ),
        "",
    );
    for (arguments, message) in [
        (
            vec!["--state", &state, "--output", &output, "/no/such"],
            "/no/such: No such file",
        ),
        (
            vec!["--back", "/no/such", "--back-output", &output, &input],
            "--back /no/such: No such file",
        ),
        (
            vec!["--back", "77", "--back-output", &output, &input],
            "--back /dev/fd/77: No such file",
        ),
        (
            vec!["--state", "/dev/null", &input],
            "--state /dev/null: this is not a regular file; name a file, or a new path",
        ),
    ] {
        let ran = run(&pipe("a2ui", "a2ui@0.8", &arguments), "");
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            ran.err
        );
        assert!(
            ran.err.starts_with(&format!("agent-ui: {message}")),
            "{}",
            ran.err
        );
    }
    let frame = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"resource","resource":{"uri":"a2ui://x","mimeType":"application/json+a2ui","text":"[{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":\"s\"}}]"}}]}}"#;
    let ran = run(&pipe("a2ui", "a2ui@0.8", &[]), frame);
    assert!(
        ran.err
            .contains("this contains A2UI messages: `convert` without --envelope"),
        "{}",
        ran.err
    );
    // Backward messages are in the protocol of --to.
    let back = file(
        r#"{"userAction":{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"t","context":{}}}"#,
    );
    let ran = run(
        &pipe(
            "a2ui",
            "ahp",
            &["--back", &back, "--back-output", &output, &input],
        ),
        "",
    );
    assert!(
        ran.err
            .contains("this looks like a2ui@0.8: use `--to a2ui@0.8`"),
        "{}",
        ran.err
    );
}

#[test]
fn an_empty_input_is_reported() {
    let input = file("");
    for (files, is_file) in [(&[][..], false), (&[&*input], true)] {
        let ran = run(&pipe("a2ui", "a2ui@0.8", files), "");
        let report = ran.reports().remove(0);
        assert_eq!(
            (ran.status, text(&report, "/rule").as_str()),
            (0, "empty-input")
        );
        assert_eq!(find(&report, "/file").is_some(), is_file);
    }
}

#[test]
fn a_foreign_state_file_is_refused() {
    let state = name();
    run_ok(&pipe("a2ui", "a2ui@0.8", &["--state", &state]), session(2));
    let ran = run(&pipe("a2ui", "a2ui@1.0", &["--state", &state]), "");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err
            .contains("the state was saved for translating a2ui to a2ui@0.8"),
        "{}",
        ran.err
    );
    let other = file("{}");
    let ran = run(&pipe("a2ui", "a2ui@0.8", &["--state", &other]), "");
    let said = "this is not a state file of `pipe`; name another file, or delete this one";
    assert!(
        ran.status == 2
            && ran
                .err
                .contains(&format!("--state {other}: missing field `v`")),
        "{}",
        ran.err
    );
    assert!(ran.err.contains(said), "{}", ran.err);
    let (output, input, state) = (name(), file(&session(50)), name());
    run_ok(
        &pipe(
            "a2ui",
            "ahp",
            &["--state", &state, "--output", &output, &input],
        ),
        "",
    );
    let longer = pipe(
        "a2ui",
        "a2ui@0.8",
        &["--state", &state, "--output", &output, &input],
    );
    assert_eq!(run(&longer, "").status, 2);
}

#[test]
fn a_file_resumes_after_its_read_part_for_any_output() {
    let (text, state) = (session(3), name());
    let input = file(&text);
    let arguments = pipe("a2ui", "a2ui@0.8", &["--state", &state, &input]);
    let first = run_ok(&arguments, "").values();
    assert_eq!(
        text_of(&first, "/seq"),
        [
            "1/0", "1/1", "2/0", "4/0", "4/1", "5/0", "7/0", "7/1", "8/0"
        ]
    );
    let again = run(&arguments, "");
    assert_eq!((again.status, again.out.as_str()), (0, ""), "{}", again.err);
    fs::write(&input, text + &session(4)[session(3).len()..]).unwrap();
    let ran = run(&arguments, "");
    assert_eq!(text_of(&ran.values(), "/seq"), ["10/0", "10/1", "11/0"]);
    assert!(
        ran.err.contains(r#"{"resumed":{"there":9,"back":0}}"#),
        "{}",
        ran.err
    );
}

fn text_of(values: &[wire::Payload], pointer: &str) -> Vec<String> {
    values
        .iter()
        .map(|value| text(value, pointer).to_owned())
        .collect()
}

#[test]
fn a_state_is_refused_by_calls_of_another_kind() {
    let (input, output, state) = (file(&session(3)), name(), name());
    let over_pipes = pipe("a2ui", "a2ui@0.8", &["--state", &state, &input]);
    let between_files = [&over_pipes[..], &["--output", &output]].concat();
    run_ok(&over_pipes, "");
    let ran = run(&between_files, "");
    let said = format!(
        "--state {state}: the saved session did not run from file to file, and this one does: use the earlier input, --output, --back and --back-output, or start again with another --state"
    );
    assert!(ran.status == 2 && ran.err.contains(&said), "{}", ran.err);
    fs::remove_file(&state).unwrap();
    run_ok(&between_files, "");
    let ran = run(&over_pipes, "");
    assert!(
        ran.status == 2
            && ran
                .err
                .contains("ran from file to file, and this one does not"),
        "{}",
        ran.err
    );
}
