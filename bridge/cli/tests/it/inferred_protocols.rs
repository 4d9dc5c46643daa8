//! `check`, `decode` and `fold` without a protocol: inference, operands, and errors about unknown protocols.

use crate::{
    input_layouts::folder,
    program::{Ran, command, file, json, lines, protocols, run, run_ok, spawn, text},
};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::Stdio,
};

const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const RECORD: &str =
    r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
const TOOLS: &str =
    r#"{"tools":[{"name":"find","description":"d","inputSchema":{"type":"object"}}]}"#;
const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[]}"#;
const EVENT: &str =
    r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"cart.opened","payload":null}"#;
const CALL: &str = r#"{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}"#;
const PROPOSED: &str = r#"{"channel":"ahp-canvas:/1","state":{"instanceId":"a","canvasId":"c","extensionId":"x","availability":"ready","provider":{"kind":"server"}},"contents":[]}"#;

/// Returns the protocol that the run reports, with the file, line and column of its evidence.
fn inferred(ran: &Ran) -> Option<(String, String)> {
    let reports = lines(&ran.err);
    let report = reports
        .iter()
        .find(|report| text(report, "/rule") == "inferred-protocol")?;
    let message = text(report, "/message");
    let name = message.split('`').nth(1).unwrap().to_owned();
    Some((
        name,
        message.split(" because of ").nth(1).unwrap().to_owned(),
    ))
}

fn protocol_of(input: impl AsRef<[u8]>) -> String {
    let ran = run(&["check"], input);
    inferred(&ran).map_or_else(|| format!("unknown: {}", ran.err), |(name, _)| name)
}

#[test]
fn each_protocol_is_inferred_from_files_and_standard_input() {
    for (input, protocol, evidence) in [
        (SURFACE, "a2ui", "the member `createSurface`"),
        (
            r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#,
            "a2ui",
            "the member `surfaceUpdate`",
        ),
        (
            r#"{"createSurfce":{"surfaceId":"s"}}"#,
            "a2ui",
            "the member `createSurfce`",
        ),
        (
            r#"{"version":"v0.9","action":{"name":"n"}}"#,
            "a2ui",
            "the version `v0.9`",
        ),
        (RECORD, "aap", "the member `canvasFile`"),
        (
            r#"{"interactions":[{"id":"a"}]}"#,
            "aap",
            "the member `interactions`",
        ),
        (
            r#"{"type":"canvas:interaction","action":"click"}"#,
            "aap",
            "the type `canvas:interaction`",
        ),
        (TOOLS, "mcp", "tools with `inputSchema`"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            "mcp",
            "the method `tools/list`",
        ),
        (
            r#"[{"name":"find","inputSchema":{"type":"object"}}]"#,
            "mcp",
            "the member `inputSchema`",
        ),
        (MANIFEST, "actions-json", "the protocol `actions.json`"),
        (EVENT, "actions-json", "the type `dom_event`"),
        (
            r#"{"version":1,"tools":[{"name":"n"}]}"#,
            "actions-json",
            "the members `tools` and `version`",
        ),
        (CALL, "responses", "the type `function_call`"),
        (PROPOSED, "ahp", "the channel `ahp-canvas:/1`"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"listSessions","params":{}}"#,
            "ahp",
            "the method `listSessions`",
        ),
    ] {
        let path = file(input);
        let from_file = run(&["check", &path], "");
        let expected = Some((protocol.to_owned(), evidence.to_owned()));
        assert_eq!(inferred(&from_file), expected, "{input}: {from_file:?}");
        for arguments in [&["check"][..], &["check", "-"]] {
            let ran = run(arguments, input);
            assert_eq!(inferred(&ran), expected, "{input}: {ran:?}");
            // Standard output is the same as with the protocol.
            let named = run(&["check", protocol], input);
            assert_eq!((ran.status, ran.out), (named.status, named.out), "{input}");
        }
    }
}

#[test]
fn the_protocol_of_messages_in_texts_and_carriers_is_inferred() {
    let quoted = SURFACE.replace('"', "\\\"");
    for (input, protocol) in [
        (format!("Here it is:\n\n```json\n{SURFACE}\n```\n"), "a2ui"),
        (
            format!("Here it is: <a2ui-json>[{SURFACE}]</a2ui-json>\n"),
            "a2ui",
        ),
        (format!("data: {SURFACE}\n\n"), "a2ui"),
        (format!(r#"{{"messages":[{SURFACE}]}}"#), "a2ui"),
        (format!("[{SURFACE}]"), "a2ui"),
        (format!("\"{quoted}\""), "a2ui"),
        (
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"[{quoted}]"}}]}}}}"#
            ),
            "a2ui",
        ),
        (
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#.to_owned(),
            "a2ui",
        ),
        (
            format!(
                "event: response.output_item.done\ndata: {{\"type\":\"response.output_item.done\",\"item\":{CALL}}}\n\n"
            ),
            "responses",
        ),
        (format!("2026-01-01 INFO {RECORD}\n"), "aap"),
        // Broken JSON.
        (
            SURFACE.replace(r#"},"#, "},,").replacen('{', "{ ", 1) + "\n",
            "a2ui",
        ),
        (RECORD[..RECORD.len() - 1].to_owned(), "aap"),
    ] {
        assert_eq!(protocol_of(&input), protocol, "{input}");
    }
    let utf16: Vec<u8> = "\u{FEFF}"
        .encode_utf16()
        .chain(SURFACE.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let ran = run(&["decode"], &utf16);
    assert_eq!((ran.status, ran.out.trim_end()), (0, SURFACE));
    assert!(
        ran.err.contains("utf-16"),
        "the encoding is reported as well: {}",
        ran.err
    );
}

#[test]
fn files_of_unknown_protocols_are_a_usage_error_after_the_other_files() {
    let path = folder(&[
        ("a.json", r#"{"x":1,"y":2}"#),
        ("b.json", SURFACE),
        ("c.json", "42"),
    ]);
    let ran = run(&["decode", &path], "");
    assert_eq!((ran.status, ran.out.trim_end()), (2, SURFACE));
    assert!(
        ran.err.contains("a.json: the protocol cannot be inferred from an object with the members `x` and `y`; name it, as in `agent-ui decode a2ui ")
            && ran.err.contains("; the protocol of 1 more input is unknown"),
        "{}",
        ran.err
    );
    for (input, seen) in [
        ("{}", "an empty object"),
        ("42", "a number"),
        ("null", "`null`"),
        ("\"x\"", "a string"),
        ("[1]", "a list without a known message"),
        ("No interface this time.", "text without JSON"),
        (
            r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#,
            "an object with the members `a`, `b`, `c`, `d` and 2 more",
        ),
    ] {
        let ran = run(&["check"], input);
        let message = format!(
            "agent-ui: standard input: the protocol cannot be inferred from {seen}; name it, as in `agent-ui check a2ui` ({})\n",
            protocols("or"),
        );
        assert_eq!(
            (ran.status, &*ran.out, &*ran.err),
            (2, "", &*message),
            "{input}"
        );
    }
    // Whatever the protocol is, these inputs are judged alike.
    for input in ["", "[]", " \n"] {
        let ran = run(&["check"], input);
        assert_eq!((ran.status, &*ran.out), (0, ""), "{input:?}: {}", ran.err);
        assert!(ran.err.contains("empty-input"), "{input:?}: {}", ran.err);
    }
    let gzip = run(&["check"], b"\x1F\x8B\x08\0");
    assert_eq!(gzip.status, 65);
    assert!(gzip.out.contains("compressed with gzip"), "{}", gzip.out);
}

#[test]
fn the_error_for_an_unknown_operand_mentions_protocols_and_files() {
    let path = folder(&[
        ("s.json", SURFACE),
        ("surface", SURFACE),
        ("a2ui", SURFACE),
        ("actions.json", MANIFEST),
    ]);
    let check = |arguments: &[&str]| {
        let output = command(&[&["check"], arguments].concat())
            .current_dir(&path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let (out, err) = (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        );
        Ran {
            status: output.status.code().unwrap(),
            out,
            err,
        }
    };
    for (arguments, message) in [
        (
            &["s.jsn"][..],
            "s.jsn: there is no such file or folder, and it is not a protocol; did you mean `s.json`?",
        ),
        (
            &["x/y"],
            &format!(
                "x/y: there is no such file or folder, and it is not a protocol ({})",
                protocols("or")
            ),
        ),
        (
            &["surfce"],
            &format!(
                "`surfce` is not a protocol; the protocols are {}; there is also no file of this name; did you mean `surface`?",
                protocols("and"),
            ),
        ),
        (
            &["ahp@latest", "s.json"],
            "ahp has no version `latest`; its versions are canvas and 1.0; there is also no file of this name",
        ),
        (
            &["a2u", "s.json"],
            "`a2u` is not a protocol; did you mean `a2ui`? There is also no file of this name",
        ),
        (
            &["s.json", "aap"],
            "aap: the protocol comes before the files, as in `agent-ui check aap s.json`",
        ),
        (
            &["--type", "Component", "s.json"],
            "--type Component: name the protocol of the type, as in `agent-ui check a2ui --type Component`",
        ),
    ] {
        let ran = check(arguments);
        assert_eq!(
            (ran.status, &*ran.out, &*ran.err),
            (2, "", &*format!("agent-ui: {message}\n")),
            "{arguments:?}"
        );
    }
    // The exact name is the protocol, although a file has it. The file is still reachable.
    assert_eq!(check(&["a2ui", "s.json"]).err, "");
    assert_eq!(inferred(&check(&["./a2ui"])).unwrap().0, "a2ui");
    // Another spelling is the file, if there is one.
    assert_eq!(
        inferred(&check(&["actions.json"])).unwrap().0,
        "actions-json"
    );
    assert_eq!(check(&["Actions.JSON", "actions.json"]).err, "");
}

#[test]
fn options_of_one_protocol_select_that_protocol() {
    let rules = run_ok(&["check", "--rules"], "");
    assert_eq!(
        rules.out,
        run_ok(&["check", "actions-json", "--rules"], "").out
    );
    let catalog = file(r#"{"catalogId":"c","components":{}}"#);
    assert_eq!(run(&["check", "--catalog", &catalog], SURFACE).err, "");
}

#[test]
fn fold_and_fix_infer_the_protocol() {
    let ran = run(&["fold"], SURFACE);
    assert_eq!(
        (ran.status, inferred(&ran).unwrap().0.as_str()),
        (0, "a2ui")
    );
    assert_eq!(ran.out, run_ok(&["fold", "a2ui"], SURFACE).out);
    let other = run(&["fold"], RECORD);
    assert_eq!(other.status, 2);
    assert!(
        other.err.contains("cannot be folded; use a2ui or ahp"),
        "{}",
        other.err
    );

    let broken = SURFACE.replace("surfaceId", "surface_id");
    let fixed = run(&["check", "--fix"], &broken);
    assert_eq!(fixed.out.trim_end(), SURFACE, "{}", fixed.err);
    let path = file(&broken);
    assert_eq!(run(&["check", "--fix", &path], "").status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), SURFACE);
}

#[test]
fn inference_reads_no_more_than_it_needs_and_loses_nothing() {
    // The first message is decoded while the input is still open.
    let mut child = spawn(&["decode"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(format!("{SURFACE}\n").as_bytes()).unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // The program may wait for a second line before it writes the first.
    stdin.write_all(format!("{SURFACE}\n").as_bytes()).unwrap();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(json(line.trim_end()), json(SURFACE));
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));

    // A document that is longer than the examined part.
    let long = RECORD.replace("\"s\"", &format!("\"{}\"", "s".repeat(3 << 20)));
    let ran = run(&["decode"], format!("{long}\n{RECORD}\n"));
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2));
    assert_eq!(
        ran.out.lines().map(str::len).sum::<usize>(),
        long.len() + RECORD.len()
    );
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_once() {
    let path = file("");
    fs::remove_file(&path).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    for (arguments, expected) in [
        (["decode", &path, "-"], [SURFACE, SURFACE, RECORD]),
        (["decode", "-", &path], [RECORD, SURFACE, SURFACE]),
    ] {
        let mut child = spawn(&arguments);
        child
            .stdin
            .take()
            .unwrap()
            .write_all(RECORD.as_bytes())
            .unwrap();
        fs::write(&path, format!("{SURFACE}\n{SURFACE}\n")).unwrap();
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    }
}

/// The folders of the corpus with their protocols, and the lowest accepted percentage of files whose protocol is
/// inferred. The other files contain no messages, such as schemas, test reports and empty files.
const FOLDERS: &[(&str, &str, usize)] = &[
    ("aap/stored", "aap", 100),
    ("actions-json/maps", "actions-json", 100),
    ("field/files/actionsjson_new", "actions-json", 75),
    ("a2ui/v0_8/catalogs/basic/examples", "a2ui", 100),
    ("a2ui/v0_9/catalogs/basic/examples", "a2ui", 100),
    ("a2ui/v0_10/catalogs/basic/examples", "a2ui", 100),
    ("field/files/samples_v0_8", "a2ui", 100),
    ("field/files/samples_v0_9", "a2ui", 100),
    ("field/files/lynx", "a2ui", 100),
    ("field/files/genui", "a2ui", 100),
    ("field/files/agui", "a2ui", 100),
    ("field/files/agui_shapes", "a2ui", 100),
    ("field/files/inspector", "a2ui", 100),
    ("field/files/llm", "a2ui", 90),
    ("field/files/swift_fixtures", "a2ui", 90),
    ("field/messages", "a2ui", 90),
    ("field/files/ahp", "ahp", 75),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn protocols_of_the_corpus_are_inferred_and_none_is_wrong() {
    let corpus = crate::corpus::folder();
    let corpus = corpus.parent().unwrap();
    let mut wrong = Vec::new();
    for (folder, protocol, floor) in FOLDERS {
        let entries = fs::read_dir(corpus.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> = entries
            .filter(|path| path.is_file() && path.extension().is_none_or(|end| end != "src"))
            .collect();
        let right = files
            .iter()
            .filter(|path| is_right(path, protocol, &mut wrong))
            .count();
        let count = files.len();
        assert!(right * 100 >= floor * count, "{folder}: {right} of {count}");
    }
    // The commands of the field cases state the protocols of their inputs.
    let (mut right, mut count) = (0, 0);
    for row in crate::corpus::ROWS {
        let words: Vec<&str> = row.arguments.split_whitespace().collect();
        let from = words.iter().position(|word| *word == "--from");
        let protocol = words[from.map_or(1, |from| from + 1)]
            .split('@')
            .next()
            .unwrap();
        let path = corpus.join("field/cases").join(words.last().unwrap());
        if path.is_file() {
            count += 1;
            right += usize::from(is_right(&path, protocol, &mut wrong));
        }
    }
    assert!(
        count > 60 && right * 100 >= 90 * count,
        "{right} of {count} field cases"
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns `true` if the inferred protocol is the expected one. Another protocol is added to `wrong`.
fn is_right(path: &Path, protocol: &str, wrong: &mut Vec<String>) -> bool {
    let ran = run(&["check", path.to_str().unwrap()], "");
    let line = ran
        .err
        .lines()
        .find(|line| line.contains("inferred-protocol"));
    let Some(report) = line.map(json) else {
        return false;
    };
    let message = text(&report, "/message");
    let name = message.split('`').nth(1).unwrap();
    let is_right = name.split('@').next() == Some(protocol);
    if !is_right {
        wrong.push(format!("{}: {message}, not {protocol}", path.display()));
    }
    is_right
}
