//! The lines of reports, which must match `docs/finding.schema.json`.

use crate::program::{Ran, command, file, run};
use jsonschema::Validator;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

/// Commands, in which `FILE` stands for the inputs.
const COMMANDS: &[&str] = &[
    "check a2ui FILE",
    "check aap FILE",
    "check ahp FILE",
    "check actions-json FILE",
    "check actions-json --profile strict FILE",
    "check mcp FILE",
    "check responses FILE",
    "check a2ui --type Component FILE",
    "check a2ui --diff FILE",
    "convert --from a2ui --to a2ui@0.8 --notes FILE",
    "convert --from a2ui@0.8 --to a2ui@0.9 --strict FILE",
    "convert --from a2ui --to ahp FILE",
    "convert --from a2ui --to aap --notes FILE",
    "convert --from aap --to a2ui --notes FILE",
    "convert --from aap --to actions-json FILE",
    "convert --from ahp --to a2ui FILE",
    "convert --from actions-json --to mcp --notes FILE",
    "convert --from actions-json --to aap FILE",
    "convert --from mcp --to actions-json --notes FILE",
    "convert --from mcp --to responses FILE",
    "decode a2ui FILE",
    "decode aap FILE",
    "decode ahp FILE",
    "fold a2ui FILE",
    "fold ahp FILE",
    "record FILE",
];

/// Inputs with mistakes of many kinds.
const WRONG: &[&str] = &[
    "",
    "\n",
    "{",
    "[1, 2",
    "null",
    "7",
    "\"text\"",
    "text without any message",
    "{} {}",
    "{\"a\":1,}",
    "{'a':1}",
    "// comment\n{\"a\":1}",
    "{\"a\":NaN}",
    "{\"a\":\"\u{7}\"}",
    "\u{FEFF}{\"version\":\"v0.9\"}",
    "{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":7}}",
    "{\"version\":\"v0.9\",\"deleteSurface\":{}}\n{\"version\":\"v7\",\"deleteSurface\":{\"surfaceId\":\"s\"}}",
    "{\"deleteSurface\":{\"surfaceId\":\"s\"}}",
    "{\"version\":\"v0.9\",\"deletesurface\":{\"surface_id\":\"s\"}}",
    "{\"version\":\"v0.9\",\"updateComponents\":{\"surfaceId\":\"s\",\"components\":[{\"id\":\"root\",\"component\":\"Tekst\"}]}}",
    "{\"version\":\"v0.9\",\"updateComponents\":{\"surfaceId\":\"s\",\"components\":{\"a~b/c\":{\"Text\":{\"text\":{}}}}}}",
    "{\"id\":\"a\",\"timestamp\":\"t\",\"canvasFile\":\"p.html\",\"action\":\"click\",\"summary\":\"s\",\"data\":[1e999]}",
    "{\"id\":\"a\",\"timestamp\":\"t\",\"action\":\"click\"}",
    "{\"id\":\"f6554697-47fd-4d67-8db9-291b9f7f3476\",\"timestamp\":\"yesterday\",\"request\":{}}",
    "{\"protocol\":\"actions.json\",\"version\":\"1\",\"tools\":{}}",
    "{\"protocol\":\"actions.json\",\"version\":1,\"tools\":[{\"name\":\"a b\"},{\"name\":\"a b\"}]}",
    "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"string\"}}]}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"dispatchAction\",\"params\":{}}",
    "{\"reducer\":\"canvas\",\"initial\":{},\"actions\":[{}]}",
    "{\"reducer\":\"canvas\",\"initial\":{\"instanceId\":\"a\",\"canvasId\":\"b\",\"extensionId\":\"c\",\"availability\":\"ready\",\"provider\":{\"kind\":\"server\"}},\"actions\":[{\"type\":\"canvas/updated\",\"availability\":null}]}",
];

/// The validated lines of many runs.
struct ReportLines {
    schema: Validator,
    /// The names of the shapes that occurred.
    shapes: BTreeSet<&'static str>,
    count: usize,
    wrong: Vec<String>,
}

impl ReportLines {
    fn new() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/finding.schema.json");
        let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let schema = jsonschema::validator_for(&schema).unwrap();
        Self {
            schema,
            shapes: BTreeSet::new(),
            count: 0,
            wrong: Vec::new(),
        }
    }

    /// Validates the lines of a text.
    fn add(&mut self, what: &str, text: &str) {
        for line in text.lines() {
            self.count += 1;
            let Ok(value) = serde_json::from_str::<Value>(line) else {
                self.wrong.push(format!("{what}: {line}"));
                continue;
            };
            if !self.schema.is_valid(&value) {
                self.wrong.push(format!("{what}: {line}"));
            }
            let members = [
                "verdict", "fixed", "reason", "examples", "stale", "required", "error", "severity",
            ];
            self.shapes.extend(
                members
                    .into_iter()
                    .find(|member| value.get(member).is_some()),
            );
        }
    }

    /// Validates the report of a command about inputs.
    fn add_run(&mut self, arguments: &str, inputs: &[PathBuf]) {
        let words = arguments.split(' ').filter(|word| *word != "FILE");
        let files = inputs.iter().map(|input| input.to_str().unwrap());
        let output = command(&words.chain(files).collect::<Vec<_>>())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let status = output.status.code().unwrap();
        assert_ne!(
            status,
            2,
            "{arguments}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        self.add(arguments, &String::from_utf8(output.stderr).unwrap());
        if arguments.starts_with("check") && !arguments.contains("--diff") {
            self.add(arguments, &String::from_utf8(output.stdout).unwrap());
        }
    }

    fn finish(self) {
        let few: Vec<&str> = self.wrong.iter().map(String::as_str).take(10).collect();
        assert!(
            few.is_empty(),
            "{} of {} lines:\n{}",
            self.wrong.len(),
            self.count,
            few.join("\n")
        );
    }
}

/// Lists the files in a folder and its subfolders.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn reports_of_wrong_inputs_have_a_documented_shape() {
    let mut lines = ReportLines::new();
    let mut inputs: Vec<PathBuf> = WRONG.iter().map(|text| file(text).into()).collect();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("samples"),
        &mut inputs,
    );
    COMMANDS
        .iter()
        .for_each(|arguments| lines.add_run(arguments, &inputs));
    let ran = run(&["check", "a2ui"], WRONG.join("\n"));
    lines.add("check a2ui", &ran.out);
    let misspelt = file("{\"version\":\"v0.9\",\"deletesurface\":{\"surface_id\":\"s\"}}\n");
    lines.add_run(
        "pipe --from a2ui --to a2ui@0.8 FILE",
        &[misspelt.clone().into()],
    );
    lines.add_run("check a2ui --fix FILE", &[misspelt.into()]);
    assert_eq!(
        lines.shapes,
        BTreeSet::from(["verdict", "fixed", "error", "severity"])
    );
    assert!(lines.count > 1000, "{}", lines.count);
    lines.finish();
}

#[cfg(unix)]
#[test]
fn results_of_conform_have_a_documented_shape() {
    let program = env!("CARGO_BIN_EXE_agent-ui");
    let script = r##""$0" answer | sed 's#"name":"submit"#"name":"sent"#'"##;
    let known = file("aap@1.0:a2ui@0.9:Interaction:/id:value:none\n");
    let mapping = [
        "conform", "--format", "json", "--from", "aap", "--to", "a2ui@0.9", "--known", &known,
    ];
    let Ran { status, out, .. } = run(
        &[&mapping[..], &["--", "sh", "-c", script, program]].concat(),
        "",
    );
    assert_eq!(status, 65);
    let mut lines = ReportLines::new();
    lines.add("conform", &out);
    assert_eq!(
        lines.shapes,
        BTreeSet::from(["reason", "examples", "stale", "required"])
    );
    lines.finish();
}

#[test]
fn the_schema_refuses_lines_of_other_shapes() {
    let mut lines = ReportLines::new();
    let right = r#"{"line":1,"column":1,"severity":"error","error":"decode","rule":"r","pointer":"/a~1","message":"m","hint":"h"}"#;
    lines.add("right", right);
    assert_eq!(lines.wrong, Vec::<String>::new());
    for (part, other) in [
        (r#""hint":"h""#, r#""hint":"""#),
        (r#""severity":"error""#, r#""severity":"warning""#),
        (r#""pointer":"/a~1""#, r#""pointer":"a""#),
        (r#""line":1,"#, ""),
        (r#""line":1"#, r#""line":"1""#),
        (r#""rule""#, r#""verdict""#),
        (r#""error":"decode""#, r#""error":"other""#),
    ] {
        let wrong = right.replace(part, other);
        assert_ne!(wrong, right);
        let mut lines = ReportLines::new();
        lines.add("wrong", &wrong);
        assert_eq!(lines.wrong.len(), 1, "{wrong}");
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn reports_about_the_corpus_have_a_documented_shape() {
    let corpus = std::env::var_os("AGENT_UI_CORPUS")
        .expect("AGENT_UI_CORPUS names the folder of the corpus");
    let mut inputs = Vec::new();
    files(Path::new(&corpus), &mut inputs);
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures"),
        &mut inputs,
    );
    assert!(inputs.len() > 500, "{}", inputs.len());
    let mut lines = ReportLines::new();
    for inputs in inputs.chunks(100) {
        COMMANDS
            .iter()
            .for_each(|arguments| lines.add_run(arguments, inputs));
    }
    lines.finish();
}
