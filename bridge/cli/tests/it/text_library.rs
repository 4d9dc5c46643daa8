//! The functions of `agent-ui-text`: for every fixture, they return the output of the commands of the program.

mod comparison;

use agent_ui_cli::{Streams, run};
use agent_ui_text::{
    CheckOptions, ContextFields, Diagnostic, TranslateOptions, Translation,
    bridge::DialectOrProtocol,
};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use wire::Payload;

/// The context of the translations, as JSON and as flags.
const CONTEXT: &str = r#"{"time":"2026-05-18T15:30:00.000Z","canvasFile":"page.html","runtimeId":"runtime",
    "session":"ahp-session:/one","chat":"ahp-chat:/one"}"#;
const CONTEXT_FLAGS: [&str; 10] = [
    "--time",
    "2026-05-18T15:30:00.000Z",
    "--canvas-file",
    "page.html",
    "--runtime-id",
    "runtime",
    "--ahp-session",
    "ahp-session:/one",
    "--ahp-chat",
    "ahp-chat:/one",
];

/// A stream that stores the written bytes.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the program in this process and returns the lines of its output and of its reports.
fn program(arguments: &[&str], input: &str) -> (Vec<String>, Vec<String>) {
    let (output, errors) = (Kept::default(), Kept::default());
    let input = Box::new(io::Cursor::new(input.to_owned()));
    let streams = Streams::new(input, Box::new(output.clone()), Box::new(errors.clone()));
    run(
        std::iter::once("agent-ui").chain(arguments.iter().copied()),
        streams,
    );
    let lines = |kept: Kept| {
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    (lines(output), lines(errors))
}

/// Returns the line and column of a report line.
fn place(line: &str) -> (u64, u64) {
    let line = Payload::parse(line).unwrap();
    let number = |name: &str| line.member(name).unwrap().decode().unwrap();
    (number("line"), number("column"))
}

fn json(found: &[Diagnostic]) -> Vec<String> {
    found
        .iter()
        .map(|diagnostic| diagnostic.json().unwrap())
        .collect()
}

/// Returns a report line without its hint. The hints of the program name its flags.
fn without_hint(line: &str) -> String {
    line.split(r#","hint":"#).next().unwrap().to_owned()
}

fn without_hints(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| without_hint(line)).collect()
}

/// Returns the reports of `check` about a text in the order of their places, without hints.
fn checked(name: &str, text: &str) -> Vec<String> {
    let (mut lines, notices) = program(&["check", name], text);
    lines.extend(
        notices
            .into_iter()
            .filter(|line| line.contains(SKIPPED_TEXT)),
    );
    // The findings about standard input are written at once, so those about whole surfaces come last.
    lines.sort_by_key(|line| place(line));
    without_hints(&lines)
}

/// The rule of the notice about skipped text.
const SKIPPED_TEXT: &str = r#""rule":"text-around""#;

/// Returns the fixtures below a folder, with their texts.
fn fixtures(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/fixtures")
            .join(folder),
    ];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                files.push((path, text));
            }
        }
    }
    assert!(!files.is_empty());
    files.sort();
    files
}

const FOLDERS: [(&str, &str); 4] = [
    ("a2ui", "a2ui"),
    ("aap", "aap"),
    ("ahp", "ahp"),
    ("actions-json", "actions-json"),
];

/// Returns the messages with their carries and notes.
fn envelopes(made: &Translation) -> Vec<String> {
    let lines = made
        .messages
        .iter()
        .map(|message| message.envelope().unwrap());
    lines.collect()
}

#[test]
fn decode_check_and_fold_equal_the_commands() {
    for (folder, name) in FOLDERS {
        let protocol: DialectOrProtocol = name.parse().unwrap();
        for (path, text) in fixtures(folder) {
            let decoded = agent_ui_text::decode(&text, Some(protocol), None).unwrap();
            assert_eq!(
                decoded.messages,
                program(&["decode", name], &text).0,
                "{}",
                path.display()
            );

            let found =
                agent_ui_text::check(&text, Some(protocol), &CheckOptions::default()).unwrap();
            assert_eq!(
                without_hints(&json(&found)),
                checked(name, &text),
                "{}",
                path.display()
            );

            if let Ok(folded) = agent_ui_text::fold(&text, Some(protocol)) {
                assert_eq!(
                    folded.states,
                    program(&["fold", name], &text).0,
                    "{}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn translations_equal_the_envelopes_of_convert() {
    for (folder, name, targets) in [
        (
            "a2ui",
            "a2ui",
            &["a2ui@0.8", "a2ui@0.9", "a2ui@1.0", "ahp@canvas", "aap"][..],
        ),
        ("aap", "aap", &["a2ui@0.9", "a2ui@1.0", "actions-json"]),
        ("ahp", "ahp", &["a2ui@0.9", "ahp@1.0"]),
        (
            "actions-json",
            "actions-json",
            &["aap", "mcp", "ahp@canvas"],
        ),
    ] {
        for (path, text) in fixtures(folder) {
            for to in targets {
                let convert =
                    [&["convert", "--from", name, "--to", to][..], &CONTEXT_FLAGS].concat();
                let (values, errors) = program(&convert, &text);
                let (lines, _) = program(&[&convert[..], &["--envelope"]].concat(), &text);
                let fields: ContextFields = wire::decode(CONTEXT).unwrap();
                let options = TranslateOptions::new().context(fields.read().unwrap());
                let made = agent_ui_text::translate(
                    &text,
                    name.parse().unwrap(),
                    to.parse().unwrap(),
                    options.clone(),
                    None,
                )
                .unwrap();
                let at = format!("{} to {to}", path.display());
                assert_eq!(made.texts(), values, "{at}");
                let enveloped = |text: &str, from: &str, to: &str| {
                    let options = options.clone().envelope();
                    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
                    envelopes(&agent_ui_text::translate(text, from, to, options, None).unwrap())
                };
                assert_eq!(enveloped(&text, name, to), lines, "{at}");
                if folder == "aap" && *to == targets[0] {
                    let convert = [
                        &["convert", "--from", to, "--to", name, "--envelope"][..],
                        &CONTEXT_FLAGS,
                    ];
                    let lines = lines.join("\n");
                    let (returned, _) = program(&convert.concat(), &lines);
                    assert_eq!(enveloped(&lines, to, name), returned, "{at} and back");
                }
                let is_refusal = |line: &&String| {
                    line.contains(r#""error":""#) && !line.contains("refused for this reason")
                };
                let refusals: Vec<&String> = errors.iter().filter(is_refusal).collect();
                // The program reports a repeated refusal once.
                let reported = without_hints(&json(&made.refusals));
                assert!(
                    refusals
                        .iter()
                        .all(|line| reported.contains(&without_hint(line))),
                    "{at}: {refusals:?}, {reported:?}"
                );
                assert_eq!(
                    refusals.is_empty(),
                    reported.is_empty(),
                    "{at}: {refusals:?}, {reported:?}"
                );
            }
        }
    }
}

#[test]
fn repaired_texts_equal_those_of_check_fix() {
    for (folder, name) in FOLDERS {
        for (path, text) in fixtures(folder) {
            let repaired = agent_ui_text::repair(&text, Some(name.parse().unwrap())).unwrap();
            let (lines, _) = program(&["check", name, "--fix"], &text);
            assert_eq!(
                repaired.text.lines().collect::<Vec<_>>(),
                lines,
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn skipped_text_is_reported_as_by_the_program() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let protocol: DialectOrProtocol = "a2ui".parse().unwrap();
    for text in [
        format!("Here it is:\n```json\n{create}\n```\nDone.\n"),
        format!("\n\nHere it is: <a2ui-json>{create}</a2ui-json>"),
        format!("Sure!\n---a2ui_JSON---\n[{create}]"),
        format!(
            "Now\n```\n{create}\n```\nand\n\n```\n{}\n```\nDone.",
            create.replace("\"s\"", "\"t\"")
        ),
    ] {
        let (_, errors) = program(&["convert", "--from", "a2ui", "--to", "a2ui@1.0"], &text);
        let skipped = |lines: &[String]| -> Vec<String> {
            lines
                .iter()
                .filter(|line| line.contains(SKIPPED_TEXT))
                .map(|line| without_hint(line))
                .collect()
        };
        let expected = skipped(&errors);
        assert_eq!(expected.len(), 1, "{text}");
        let found = agent_ui_text::check(&text, Some(protocol), &CheckOptions::default()).unwrap();
        assert_eq!(skipped(&json(&found)), expected, "{text}");
        let to = "a2ui@1.0".parse().unwrap();
        let made = agent_ui_text::translate(&text, protocol, to, TranslateOptions::default(), None)
            .unwrap();
        assert_eq!(skipped(&json(&made.findings)), expected, "{text}");
        let folded = agent_ui_text::fold(&text, Some(protocol)).unwrap();
        assert_eq!(skipped(&json(&folded.findings)), expected, "{text}");
    }
}
