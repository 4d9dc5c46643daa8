//! `check --fix` and `--diff`: applied changes, unchanged text, and reports.

use crate::program::{Ran, at, file, json, run, text};
use wire::Payload;

const CREATE: &str = r#"{"createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const UPDATE: &str = r#"{ "updateComponents": {"surfaceId": "s", "components": [{"id": "root", "component": "Text", "text": "a"}]} }"#;
const RECORD: &str = r#"{"id":"5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01","timestamp":"2026-03-02T08:15:00.000Z","canvasFile":"p.html","action":"click","summary":"User click on p.html"}"#;

/// Returns each kind of repair with its example document, and `true` if `check --fix` leaves the document unchanged.
fn examples() -> Vec<(&'static str, &'static str, bool)> {
    let documentation = include_str!("../../../../docs/repairs.md");
    let example = |section: &'static str| {
        let (title, rest) = section.split_once('\n').unwrap();
        let kind = title.split('`').nth(1).unwrap();
        let (_, document) = rest.split_once("```json\n").unwrap();
        (
            kind,
            document.split_once("\n```").unwrap().0,
            title.contains("(guess)"),
        )
    };
    documentation.split("\n### ").skip(1).map(example).collect()
}

#[test]
fn each_safe_repair_is_applied_once() {
    let mut failed = Vec::new();
    for (kind, document, is_guess) in examples() {
        let rule = format!("repair/{kind}");
        let first = run(&["check", "a2ui", "--fix"], document);
        let names = corrections(&first);
        let is_named = names.iter().any(|(_, fixed, _)| *fixed == rule);
        let remains = first.err.contains(&format!("\"rule\":\"{rule}\""));
        let second = run(&["check", "a2ui", "--fix"], &first.out);
        let is_stable = second.out == first.out && corrections(&second).is_empty();
        // A line break in a string ends the expected document.
        let is_exception = kind == "control-character";
        if !is_stable || (!is_exception && (is_named == is_guess || remains != is_guess)) {
            failed.push(format!("{kind}: {first:?}\n  again: {second:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn run_fix(protocol: &str, input: &str) -> Ran {
    run(&["check", protocol, "--fix"], input)
}

/// Returns the reports of applied fixes: line, rule and pointer.
fn corrections(ran: &Ran) -> Vec<(u32, String, String)> {
    let reports = ran.reports();
    let fixed = reports
        .iter()
        .filter(|report| crate::program::find(report, "/fixed").is_some());
    let one = |report: &Payload| {
        (
            at(report, "/line").text().parse().unwrap(),
            text(report, "/fixed"),
            text(report, "/pointer"),
        )
    };
    fixed.map(one).collect()
}

#[test]
fn corrected_standard_input_is_written_with_the_rest_unchanged() {
    let rest =
        r#"{"version" :"v0.9" ,"updateDataModel":{"surfaceId":"s","path":"/a","value":1.50}}"#;
    let ran = run_fix("a2ui", &format!("\n{CREATE}\r\n\n{rest}\n  {UPDATE}"));
    let [create, update] =
        [CREATE, UPDATE].map(|text| text.replacen('{', r#"{"version":"v0.9","#, 1));
    let update = update.replacen(r#""version":"v0.9","#, r#" "version": "v0.9","#, 1);
    assert_eq!(
        ran.out,
        format!("\n{create}\r\n\n{rest}\n  {update}"),
        "{ran:?}"
    );
    let missing = |line| (line, "repair/missing-version".to_owned(), String::new());
    assert_eq!(
        (ran.status, corrections(&ran)),
        (0, vec![missing(2), missing(5)]),
        "{ran:?}"
    );
    let again = run_fix("a2ui", &ran.out);
    assert_eq!(
        (again.status, corrections(&again), again.out),
        (0, vec![], ran.out)
    );
}

#[test]
fn a_file_is_changed_in_place_and_remaining_faults_are_found() {
    let [good, bad] = [
        file(&format!("{CREATE}\n{UPDATE}\n")),
        file("{\"version\":\"v0.9\"}\n"),
    ];
    let before = std::fs::metadata(&bad).unwrap().modified().unwrap();
    let ran = run(&["check", "a2ui", "--fix", &good, &bad], "");
    assert_eq!(
        (ran.status, corrections(&ran).len(), ran.values().len()),
        (65, 2, 1),
        "{ran:?}"
    );
    assert_eq!(
        (
            text(&ran.values()[0], "/file"),
            text(&ran.values()[0], "/rule")
        ),
        (bad.clone(), "key".into())
    );
    assert!(
        std::fs::read_to_string(&good)
            .unwrap()
            .starts_with(r#"{"version":"v0.9","createSurface""#)
    );
    assert_eq!(
        std::fs::metadata(&bad).unwrap().modified().unwrap(),
        before,
        "it has nothing to change"
    );
    let ran = run(&["check", "a2ui", &good], "");
    assert_eq!((ran.status, &*ran.out), (0, ""), "{ran:?}");
}

#[test]
fn a_diff_shows_the_changes_and_writes_nothing() {
    let rest = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":1}}"#;
    let source = format!(
        "{CREATE}\n{UPDATE}\n{}{UPDATE}",
        format!("{rest}\n").repeat(9)
    );
    let name = file(&source);
    let ran = run(&["check", "a2ui", "--diff", &name], "");
    assert_eq!((ran.status, corrections(&ran).len()), (0, 3), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&name).unwrap(), source);
    let create = CREATE.replacen('{', r#"{"version":"v0.9","#, 1);
    let update = UPDATE.replacen("{ ", r#"{ "version": "v0.9", "#, 1);
    let head = format!(
        "--- {name}\n+++ {name}\n@@ -1,5 +1,5 @@\n-{CREATE}\n-{UPDATE}\n+{create}\n+{update}\n"
    );
    let end = "\n\\ No newline at end of file\n";
    let tail = format!(
        "@@ -9,4 +9,4 @@\n{}-{UPDATE}{end}+{update}{end}",
        format!(" {rest}\n").repeat(3)
    );
    assert_eq!(
        ran.out,
        format!("{head}{}{tail}", format!(" {rest}\n").repeat(3))
    );
    let ran = run(&["check", "a2ui", "--diff"], &*format!("{rest}\n"));
    assert_eq!((&*ran.out, corrections(&ran)), ("", vec![]), "{ran:?}");
}

#[test]
fn misspelt_members_are_renamed_in_every_protocol() {
    let component = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","texxt":"a"}]}}"#;
    let versioned = CREATE.replacen('{', r#"{"version":"v0.9","#, 1);
    let ran = run_fix("a2ui", &format!("{versioned}\n{component}\n"));
    assert_eq!(
        ran.out,
        format!("{versioned}\n{}\n", component.replace("texxt", "text")),
        "{ran:?}"
    );
    let record = RECORD.replace(r#""summary""#, r#" "elment" : "renew",  "summary""#);
    let ran = run_fix("aap", &record);
    assert_eq!(ran.out, record.replace("elment", "element"), "{ran:?}");
    assert_eq!(
        corrections(&ran),
        [(1, "misspelt-member".to_owned(), "/elment".to_owned())]
    );
    // Without it nothing can be read.
    for (protocol, input, wrong, right) in [
        ("aap", RECORD, "cavasFile", "canvasFile"),
        ("aap", r#"{"interactions":[{}]}"#, "cavasFile", "canvasFile"),
        (
            "a2ui",
            r#"[{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}]"#,
            "deleteSurfaces",
            "deleteSurface",
        ),
        (
            "a2ui@0.9",
            r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            "surfaceIt",
            "surfaceId",
        ),
    ] {
        let input = input.replace("{}", RECORD);
        let ran = run_fix(protocol, &input.replace(right, wrong));
        assert_eq!(ran.out, input, "{ran:?}");
        assert_eq!(corrections(&ran)[0].1, "misspelt-member", "{ran:?}");
    }
}

#[test]
fn a_list_keeps_its_layout() {
    let input = format!("[\n  {CREATE},\n    {UPDATE} ]\n");
    let ran = run_fix("a2ui", &input);
    assert_eq!(ran.status, 0, "{ran:?}");
    let update = UPDATE.replacen("{ ", r#"{ "version": "v0.9", "#, 1);
    let create = CREATE.replacen('{', r#"{"version":"v0.9","#, 1);
    assert_eq!(ran.out, format!("[\n  {create},\n    {update} ]\n"));
    let pointers: Vec<_> = corrections(&ran)
        .into_iter()
        .map(|(line, _, pointer)| (line, pointer))
        .collect();
    assert_eq!(pointers, [(2, "/0".to_owned()), (3, "/1".to_owned())]);
}

#[test]
fn text_around_messages_is_preserved() {
    let input = format!("Here you are:\n\n```json\n{CREATE}\n{UPDATE}\n```\nHave fun!\n");
    let ran = run_fix("a2ui", &input);
    let update = UPDATE.replacen("{ ", r#"{ "version": "v0.9", "#, 1);
    let create = CREATE.replacen('{', r#"{"version":"v0.9","#, 1);
    assert_eq!(
        ran.out,
        format!("Here you are:\n\n```json\n{create}\n{update}\n```\nHave fun!\n"),
        "{ran:?}"
    );
}

#[test]
fn text_that_is_not_json_is_preserved_and_reported() {
    let input = format!("{{\"version\":\"v0.9\",]\n{CREATE}\n");
    let ran = run_fix("a2ui", &input);
    assert_eq!((ran.status, corrections(&ran).len()), (65, 1), "{ran:?}");
    let create = CREATE.replacen('{', r#"{"version":"v0.9","#, 1);
    assert_eq!(ran.out, format!("{{\"version\":\"v0.9\",]\n{create}\n"));
    let binary = b"\x1F\x8B\x08\0\0";
    let ran = run(&["check", "a2ui", "--diff"], binary);
    assert_eq!((ran.status, &*ran.out), (65, ""), "{ran:?}");
}

#[test]
fn messages_in_strings_of_carriers_are_not_changed() {
    let quoted = Payload::string(CREATE);
    let input = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":{}}}]}}}}"#,
        quoted.text()
    );
    let ran = run_fix("a2ui", &input);
    assert_eq!((&*ran.out, corrections(&ran)), (&*input, vec![]), "{ran:?}");
    assert!(
        text(&ran.reports()[0], "/hint").contains("correct it by hand"),
        "{ran:?}"
    );
}

#[test]
fn byte_order_marks_and_invalid_utf_8_are_preserved() {
    let ran = run_fix("a2ui", &format!("\u{FEFF}{CREATE}\n"));
    assert!(ran.out.starts_with("\u{FEFF}{\"version\""), "{ran:?}");
    let name = file("");
    let bytes = [b"{\"x\":\"\xFF\"}\n", CREATE.as_bytes()].concat();
    std::fs::write(&name, &bytes).unwrap();
    let ran = run(&["check", "a2ui", "--fix", &name], "");
    assert_eq!((ran.status, corrections(&ran).len()), (65, 1), "{ran:?}");
    let written = std::fs::read(&name).unwrap();
    assert!(
        written.starts_with(b"{\"x\":\"\xFF\"}\n{\"version\""),
        "{written:?}"
    );
}

#[test]
fn a_correct_input_is_written_unchanged() {
    let input = format!("{RECORD} \n\n");
    let ran = run_fix("aap", &input);
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, &*input, ""));
    assert_eq!(json(&ran.out), json(RECORD));
}

/// Files of the corpus in which `check --fix` leaves a repair that it could apply elsewhere.
const LEFT: [&str; 3] = [
    // The list has its name in the data part of a carrier.
    "cases/30.jsonl",
    // The messages are in a string of a fixture.
    "files/copilotkit/showcase__aimock__d6__built-in-agent__a2ui-recovery.json",
    // The activity describes a surface, from which the messages are generated.
    "cases/25.jsonl",
];

/// Collects the files below a folder that may contain messages.
fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_data = path
            .extension()
            .is_some_and(|own| matches!(own.to_str(), Some("json" | "jsonl" | "txt" | "sample")));
        if path.is_dir() {
            files(&path, found);
        } else if is_data {
            found.push(path);
        }
    }
}

/// Returns the rules of the errors among findings, one per line.
fn error_rules(findings: &str) -> Vec<String> {
    let errors = findings
        .lines()
        .filter(|line| line.contains(r#""severity":"error""#));
    errors.map(|line| text(&json(line), "/rule")).collect()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn each_file_of_the_field_corpus_that_can_be_corrected_passes() {
    let corpus = std::env::var("AGENT_UI_CORPUS").expect("AGENT_UI_CORPUS names the corpus");
    let field = std::path::Path::new(&corpus).join("field");
    let mut paths = Vec::new();
    files(&field, &mut paths);
    paths.sort();
    let safe: Vec<String> = {
        let kinds = bridge::a2ui::repair::RepairKind::ALL
            .iter()
            .filter(|kind| kind.is_safe());
        kinds.map(|kind| kind.rule().to_owned()).collect()
    };
    let (mut failed, mut corrected) = (Vec::new(), 0);
    for path in paths {
        let name = path
            .strip_prefix(&field)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let input = std::fs::read(&path).unwrap();
        let before = error_rules(&run(&["check", "a2ui"], &input).out);
        let ran = run(&["check", "a2ui", "--fix"], &input);
        let after = error_rules(&ran.err);
        let again = run(&["check", "a2ui", "--fix"], &ran.out);
        corrected += corrections(&ran).len();
        let is_stable = again.out == ran.out && corrections(&again).is_empty();
        let is_left = after.iter().any(|rule| safe.contains(rule));
        let is_known = LEFT.contains(&&*name);
        let others = |rules: &[String]| {
            rules
                .iter()
                .filter(|rule| !rule.starts_with("repair/"))
                .count()
        };
        if !is_stable || is_left != is_known || others(&after) > others(&before) {
            failed.push(format!(
                "{name}: stable {is_stable}, before {before:?}, after {after:?}"
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(corrected > 300, "{corrected}");
}

#[test]
fn repairable_json_is_written_as_json() {
    let broken = "{\n  // the surface\n  'version': \"v0.9\",\n  createSurface: {\"surfaceId\": \"s\", \"catalogId\": \"c\",},\n}\n";
    let ran = run_fix("a2ui", broken);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.out.contains(
            "\n  \"version\": \"v0.9\",\n  \"createSurface\": {\"surfaceId\": \"s\", \"catalogId\": \"c\"}"
        ),
        "{ran:?}"
    );
    let names: Vec<_> = corrections(&ran)
        .into_iter()
        .map(|(line, rule, _)| (line, rule))
        .collect();
    let expected = [
        (2, "comment"),
        (3, "single-quotes"),
        (4, "unquoted-name"),
        (4, "trailing-comma"),
        (4, "trailing-comma"),
    ];
    assert_eq!(
        names,
        expected.map(|(line, kind)| (line, format!("repair/{kind}")))
    );
    assert_eq!(run_fix("a2ui", &ran.out).out, ran.out);
}

#[test]
fn suggestions_for_manifests_and_mcp_are_applied() {
    let workflow = r#"{"version":1,"expression_language":"jsonata","steps":[{"id":"a","primitive":"pointer.click","LIMIT":2}]}"#;
    let manifest = |protocol: &str, version: &str, limit: &str| {
        format!(
            r#"{{"protocol":{protocol}, "version":{version}, "tools":[{{"name":"shop.a","description":"","input_schema":{{"type":"object"}},"workflow":{}}}]}}"#,
            workflow.replace("LIMIT", limit)
        )
    };
    let ran = run_fix(
        "actions-json",
        &manifest("\"action.json\"", "\"1\"", "max_item"),
    );
    assert_eq!(
        ran.out,
        manifest("\"actions.json\"", "1", "max_items"),
        "{ran:?}"
    );
    let list = |schema: &str| format!(r#"{{"tools":[{{"name":"a", "inputSchema":{schema}}}]}}"#);
    for (wrong, right) in [
        ("{}", r#"{"type":"object"}"#),
        (
            r#"{ "properties": {} }"#,
            r#"{"type":"object", "properties": {} }"#,
        ),
        (r#"{"type":"string"}"#, r#"{"type":"string"}"#),
    ] {
        let ran = run_fix("mcp", &list(wrong));
        assert_eq!(ran.out, list(right), "{ran:?}");
    }
}

#[test]
fn a_correction_that_leads_to_another_error_is_left_out_and_named() {
    // The misspelt name hides a value of another type.
    let input = r#"{"version":"v0.9","deleteSurface":{"surfaceIt":1}}"#;
    let ran = run_fix("a2ui@0.9", input);
    assert_eq!(
        (&*ran.out, corrections(&ran), ran.status),
        (input, vec![], 65),
        "{ran:?}"
    );
    let left_out = ran
        .reports()
        .into_iter()
        .find(|report| text(report, "/rule") == "fix/left-out");
    let message = text(&left_out.unwrap(), "/message");
    assert_eq!(
        message,
        "a correction is left out, because it leads to an error of the rule `type`: `surfaceIt` is renamed to `surfaceId`"
    );
}

#[test]
fn the_hint_of_a_repair_that_is_left_gives_the_reason() {
    let update = r#"{"version":"0.9","updateComponents":{"surfaceId":"s","root":"top","components":[{"id":"top","component":"Text","text":"a"}]}}"#;
    let guess = "correct the ambiguous fault of this message first: `agent-ui check --fix` does not change a message that has one";
    let container = "correct it by hand: `agent-ui check --fix` does not change messages that are inside strings or other containers";
    let part = format!(
        r#"{{"kind":"message","messageId":"m","role":"agent","parts":[{{"kind":"text","text":{}}}]}}"#,
        Payload::string(CREATE).text()
    );
    for (input, rule, reason) in [
        (update, "repair/version-spelling", guess),
        (&*part, "repair/missing-version", container),
    ] {
        let hints = |output: &str| -> Vec<String> {
            let repairs = output.lines().map(json);
            let own = repairs.filter(|report| text(report, "/rule") == rule);
            own.map(|report| text(&report, "/hint")).collect()
        };
        assert_eq!(hints(&run(&["check", "a2ui"], input).out), [reason]);
        let fixed = run_fix("a2ui", input);
        assert_eq!(
            (&*fixed.out, hints(&fixed.err)),
            (input, vec![reason.to_owned()])
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_reported_as_fixed_if_it_cannot_be_written() {
    let name = file(&format!("{CREATE}\n"));
    for format in ["text", "json"] {
        let mut command = crate::program::command(&["check", "a2ui", "--format", format, "--fix"]);
        command.stdin(std::fs::File::open(&name).unwrap());
        command.stdout(
            std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        );
        let ran = command.output().unwrap();
        let errors = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(74), "{errors}");
        assert!(
            !errors.contains("fixed") && !errors.contains("OK"),
            "{errors}"
        );
    }
}
