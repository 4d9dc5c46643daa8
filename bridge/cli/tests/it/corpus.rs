//! Public bug reports as small inputs, with the expected behaviour of the program.
//!
//! The inputs and the list of cases are in a corpus outside of this project, so the test is ignored unless requested:
//! `cargo test -- --ignored corpus` with the variable `AGENT_UI_CORPUS`.

use crate::program::{command, lines, run};
use Fact::{ComesBack, Err, ErrCount, Exit, Lines, NotErr, NotOut, Out, OutCount, ShortNames};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};
use wire::Payload;

/// An expectation about the output of a run.
#[derive(Debug)]
enum Fact {
    /// The exit status.
    Exit(i32),
    /// The number of lines on standard output.
    Lines(usize),
    /// A substring of standard output.
    Out(&'static str),
    /// A substring of standard output, with its number of occurrences.
    OutCount(&'static str, usize),
    /// A text that must not occur on standard output.
    NotOut(&'static str),
    /// A substring of standard error.
    Err(&'static str),
    /// A substring of standard error, with its number of occurrences.
    ErrCount(&'static str, usize),
    /// A text that must not occur on standard error.
    NotErr(&'static str),
    /// No tool on standard output has a name that model APIs refuse.
    ShortNames,
    /// The envelopes on standard output translate back into the messages of the input.
    ComesBack,
}

/// One run of the program on the input of a case.
pub(crate) struct Row {
    pub(crate) arguments: &'static str,
    facts: &'static [Fact],
    /// The reason for unmet expectations; empty if all expectations are met.
    later: &'static str,
}

const fn row(arguments: &'static str, facts: &'static [Fact]) -> Row {
    Row {
        arguments,
        facts,
        later: "",
    }
}

const fn later(arguments: &'static str, facts: &'static [Fact], later: &'static str) -> Row {
    Row {
        arguments,
        facts,
        later,
    }
}

/// The input of a case that needs more than a file: an offer of a version between the proposal and the release. A test
/// of `serve` covers the case.
const ELSEWHERE: &str = "surf";

const ECHOED_ID: &str = "an id that a server echoes in another form needs the call that it answers";
const IMAGES: &str = "images in results are not translated yet";
const CARRIERS: &str = "a later reader takes what carriers and models really send";
const WAITING: &str = "a list of open canvases that comes before their states is refused";

pub(crate) const ROWS: &[Row] = &[
    row(
        "check mcp 01.json",
        &[
            Out("/tools/1/name"),
            Out("/tools/2/name"),
            Out("/tools/3/name"),
        ],
    ),
    row(
        "convert --from actions-json --to responses 13.jsonl",
        &[
            Exit(0),
            Lines(1),
            Out(r#""type":"function_call""#),
            Out(r#"{\"id\":\"e1\",\"answer\":\"yes\"}"#),
        ],
    ),
    row(
        "convert --from actions-json --to mcp --flat-names 02.json",
        &[Lines(1), ShortNames],
    ),
    row(
        "convert --from actions-json --to responses 13.jsonl",
        &[Lines(1), ShortNames],
    ),
    row(
        "convert --from mcp --to actions-json 05.sse",
        &[Lines(1), Out("upload_design"), Out("get_project")],
    ),
    row("check mcp 51b.json", &[Out("/exclusiveMinimum")]),
    row(
        "check mcp 51.json",
        &[
            Exit(65),
            Out("/required"),
            Out("/exclusiveMinimum"),
            Out("$ref"),
        ],
    ),
    row(
        "convert --from actions-json --to mcp 16.json",
        &[Out(r#""exclusiveMinimum":0"#)],
    ),
    row(
        "convert --from mcp --to actions-json --envelope 18.json",
        &[
            Exit(0),
            OutCount("ui://issues/form", 2),
            Out("ui/resourceUri"),
        ],
    ),
    row(
        "convert --from actions-json --to mcp 92o.jsonl",
        &[Exit(0), Lines(1), NotOut("structuredContent")],
    ),
    row(
        "convert --from actions-json --to mcp@2026-07-28 92o.jsonl",
        &[Exit(0), Out(r#""structuredContent":["a","b"]"#)],
    ),
    row(
        "convert --from mcp --to responses --runtime-id rt 07.jsonl",
        &[
            Exit(0),
            Lines(9),
            Out("Not found: 12"),
            Out("Unknown tool: foo"),
        ],
    ),
    row(
        "convert --from responses --to mcp 90.jsonl",
        &[Exit(0), Lines(2), Out(r#"{"sku":"A1"}"#)],
    ),
    row(
        "convert --from mcp --to responses 91.jsonl",
        &[Exit(0), Lines(3), Out(r#""call_id":"call_1""#)],
    ),
    later(
        "convert --from mcp --to responses 71.jsonl",
        &[Lines(2), OutCount(r#""call_id":"1""#, 2)],
        ECHOED_ID,
    ),
    later(
        "convert --from mcp --to responses --runtime-id rt 07.jsonl",
        &[Out("input_image")],
        IMAGES,
    ),
    // Arguments as a string and as an array; null and absent ones are omitted.
    row(
        "convert --from mcp --to responses 14.jsonl",
        &[
            Exit(65),
            Lines(5),
            ErrCount(r#""pointer":"/params/arguments""#, 2),
        ],
    ),
    row(
        "convert --from responses --to mcp 08.jsonl",
        &[Out(
            r#""id":"call_2","method":"tools/call","params":{"name":"get_weather","arguments":{}}"#,
        )],
    ),
    row(
        "convert --from responses --to mcp 09.json",
        &[Exit(0), Lines(2), Out("call_1"), Out("call_2")],
    ),
    row(
        "convert --from responses --to mcp 10.json",
        &[Exit(0), Lines(2)],
    ),
    row(
        "convert --from responses --to mcp 11.sse",
        &[Exit(0), Lines(1), Out("call_1")],
    ),
    row("check responses 107.jsonl", &[Out("/call_id")]),
    row(
        "convert --from actions-json --to mcp 15.json",
        &[
            Exit(0),
            Out(r#"{"name":"union","description":"u","inputSchema":{"type":"object","oneOf":"#),
        ],
    ),
    row(
        "check mcp 19c.json",
        &[
            Exit(65),
            Out("/tools/0/inputSchema"),
            Out("/tools/1/outputSchema"),
        ],
    ),
    row(
        "convert --from mcp --to actions-json 113.json",
        &[
            Lines(1),
            Out(r#""name":"ok""#),
            NotOut(r#""name":"bad""#),
            Err("/tools/1"),
        ],
    ),
    row(
        "check mcp 19.json",
        &[
            Exit(65),
            Out("/tools/0/annotations"),
            Out("/tools/1/"),
            Out("/tools/4/"),
        ],
    ),
    row(
        "check mcp@2026-07-28 19c.json",
        &[
            Exit(65),
            Out("/tools/0/inputSchema"),
            NotOut("outputSchema"),
        ],
    ),
    row("check mcp 52.jsonl", &[OutCount("/nextCursor", 2)]),
    row(
        "convert --from mcp --to responses 14.jsonl",
        &[
            Exit(65),
            Out(r#""call_id":"0""#),
            Err(
                r#""line":7,"column":23,"error":"rule","rule":"mcp-actions-json/call-id","pointer":"/id""#,
            ),
        ],
    ),
    row("convert --from actions-json --to mcp 62.json", &[Err("V7")]),
    row(
        "check actions-json 63.json",
        &[
            Exit(65),
            Out(r#""rule":"V2""#),
            Out(r#""rule":"P-expression""#),
        ],
    ),
    row(
        "convert --from actions-json --to mcp 63.json",
        &[Exit(65), Lines(0), Err("V2"), Err("P-expression")],
    ),
    row(
        "explain --from actions-json --to mcp 16.json",
        &[Exit(0), Out("copied"), Out("renamed"), Out("left-out")],
    ),
    row(
        "convert --from actions-json --to mcp --notes 115.json",
        &[Lines(1), Err("left-out"), Err("/tools/0")],
    ),
    row(
        "convert --from ahp --to mcp 64.jsonl",
        &[Exit(0), Lines(3), OutCount(r#""name":"refresh""#, 3)],
    ),
    row(
        "convert --from ahp --to actions-json 67.jsonl",
        &[Exit(0), Lines(2), OutCount(r#""surface_id":"a""#, 2)],
    ),
    row(
        "convert --from ahp --to mcp --runtime-id r 44.jsonl",
        &[
            OutCount(r#""isError":true"#, 2),
            Out(r#""id":2,"#),
            Out(r#""id":3,"#),
            Out(r#"{"jsonrpc":"2.0","id":6,"method":"tools/call""#),
            Out("Invalid canvas instance ID"),
        ],
    ),
    later(
        "convert --from ahp@1.0 --to ahp@canvas --ahp-session ahp-session:/s 86.jsonl",
        &[
            Exit(0),
            NotErr(r#""error""#),
            Out(r#""status":null"#),
            Err("1 message without a canvas was skipped"),
        ],
        WAITING,
    ),
    row(
        "fold ahp@1.0 86.jsonl",
        &[
            Exit(0),
            Lines(1),
            Out(r#""canvases":[]"#),
            Err("1 message without a canvas was skipped"),
        ],
    ),
    row(
        "fold ahp@canvas 41.jsonl",
        &[
            Exit(0),
            Lines(0),
            Err("without an earlier snapshot has no effect"),
        ],
    ),
    row(
        "check ahp 45.jsonl",
        &[
            Exit(0),
            OutCount("shape-of-another-draft", 6),
            OutCount(r#""pointer":"/method""#, 4),
            Out(r#""pointer":"/state""#),
        ],
    ),
    row(
        "check ahp 47.jsonl",
        &[
            Exit(0),
            OutCount("shape-of-another-draft", 3),
            OutCount("/result/snapshot/state", 2),
        ],
    ),
    row(
        "check ahp 40.jsonl",
        &[
            Exit(65),
            OutCount("url-http-host", 2),
            OutCount("shape-of-another-draft", 1),
        ],
    ),
    row(
        "explain --from mcp --to actions-json --runtime-id r 114.jsonl",
        &[Exit(0), Out("/result/structuredContent")],
    ),
    row(
        "fold a2ui 21.jsonl",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "fold a2ui 23.jsonl",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "fold a2ui 24.jsonl",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "fold a2ui 26.jsonl",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "fold a2ui 55.sse",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "fold a2ui 57.sse",
        &[Exit(0), Lines(1), Out(r#""text":"Bye""#)],
    ),
    row("fold a2ui 20.jsonl", &[Err("a2ui_operations")]),
    row("fold a2ui 22.jsonl", &[Err("a2ui_operations")]),
    row("fold a2ui 25.jsonl", &[Err("a2ui_operations")]),
    row("fold a2ui 76.json", &[Exit(0), Lines(1)]),
    row("fold a2ui 77.json", &[Exit(0), Lines(1)]),
    row("fold a2ui 78.json", &[Lines(1)]),
    row("fold a2ui 82.json", &[Exit(0), Lines(1)]),
    row(
        "fold a2ui 72.json",
        &[Exit(0), Lines(1), Out(r#""text":"Hi""#)],
    ),
    row(
        "convert --from a2ui --to a2ui@0.8 72.json",
        &[Exit(0), Out("beginRendering")],
    ),
    row("fold a2ui 79.json", &[Exit(0), Lines(1)]),
    row("fold a2ui 83.json", &[Exit(0), Lines(1)]),
    row("fold a2ui 84.json", &[Exit(0), Lines(1)]),
    row(
        "convert --from a2ui --to aap 110.jsonl",
        &[Exit(0), Lines(2), OutCount(r#""action":"save""#, 2)],
    ),
    row(
        "convert --from a2ui --to aap 111.json",
        &[Exit(0), Lines(1), Out(r#""action":"go""#)],
    ),
    row("fold a2ui 29.jsonl", &[Err("application/json+a2aui")]),
    row("decode a2ui 32.jsonl", &[Err("text part")]),
    row("fold a2ui 31.jsonl", &[Exit(0), Lines(1)]),
    row(
        "convert --from a2ui --to aap 33.jsonl",
        &[Exit(0), Lines(1), Out(r#""action":"save""#)],
    ),
    row(
        "convert --from a2ui --to aap 104.json",
        &[Exit(0), Lines(1), Out(r#""action":"save""#)],
    ),
    row(
        "fold a2ui 53.jsonl",
        &[Exit(0), Lines(1), Out(r#"{"mandate":{"title":"Buy"}}"#)],
    ),
    row(
        "fold a2ui 54.json",
        &[Exit(0), Lines(1), Out(r#"{"mandate":{"title":"Buy"}}"#)],
    ),
    row(
        "convert --from a2ui --to a2ui@0.9 53.jsonl",
        &[Exit(0), Lines(3), Out(r#""value":{"title":"Buy"}"#)],
    ),
    row(
        "check aap 50.jsonl",
        &[
            Exit(65),
            Out("member-order"),
            Out("non-object-data"),
            Out("non-canonical-timestamp"),
            Out("not-a-string"),
            Out(r#""pointer":"/interactions/0/summary""#),
        ],
    ),
    row(
        "record 108.jsonl",
        &[
            Exit(65),
            Lines(3),
            Err("parent-ref"),
            ErrCount("missing-field", 2),
            Err("/request/data/token"),
        ],
    ),
    later(
        "convert --from aap --to a2ui 65.txt",
        &[Exit(65), Err("interactions/")],
        CARRIERS,
    ),
    row(
        "convert --from mcp --to actions-json 102.json",
        &[Exit(0), Lines(1), Out(r#""name":"find""#)],
    ),
    row(
        "convert --from mcp --to actions-json 103.json",
        &[
            Exit(0),
            Lines(1),
            Out(r#""name":"find""#),
            Out(r#""name":"b""#),
        ],
    ),
    row(
        "convert --from mcp --to actions-json 100.json",
        &[Exit(65), Err(r#"{\"tools\":["#)],
    ),
    row(
        "convert --from mcp --to actions-json 101.json",
        &[Exit(65), Err(r#"{\"tools\":["#)],
    ),
    row(
        "convert --from mcp --to actions-json 112.json",
        &[Exit(65), Err(r#"{\"tools\":["#)],
    ),
    row(
        "fold a2ui a2ui/01.json",
        &[Exit(0), Lines(1), Out("Order 7")],
    ),
    row("fold a2ui a2ui/02.jsonl", &[Lines(1), Out("Hello")]),
    row("check a2ui a2ui/03.jsonl", &[Exit(65), Out("missing-root")]),
    row(
        "check a2ui a2ui/04.jsonl",
        &[
            Exit(65),
            Out("/updateComponents/root"),
            Out("repair/root-member"),
        ],
    ),
    row("fold a2ui a2ui/05.jsonl", &[Lines(1)]),
    row("fold a2ui a2ui/06.json", &[Lines(1), Out("car_sales")]),
    row(
        "fold a2ui a2ui/07.jsonl",
        &[Exit(0), Lines(1), Out(r#"{"n":3}"#)],
    ),
    row(
        "fold a2ui a2ui/08.jsonl",
        &[Exit(0), Lines(1), Out("item1")],
    ),
    row(
        "fold a2ui a2ui/09.sse",
        &[Exit(0), Lines(1), Out(r#""text":"hi""#)],
    ),
    row("fold a2ui a2ui/10.jsonl", &[Exit(0), Lines(1), Out("Ann")]),
    row(
        "convert --from actions-json --to mcp a2ui/11.json",
        &[Lines(1), Out("a.top_oneof"), Err("V7")],
    ),
];

const BEGINS_EARLIER: &str =
    "each message comes back, `beginRendering` right after the root of the surface";
const OTHER_CARRIERS: &str = "messages in these carriers are not found yet";
const DELETED: &str =
    "a surface that is deleted before it has a root does not exist in A2UI 0.8, which a note says";
const BASIC_0_9: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

/// The cases of `field-2`, whose list contains each input with its fault.
const ROWS_2: &[Row] = &[
    row(
        "convert --from a2ui@0.8 --to a2ui@0.9 --envelope c01.jsonl",
        &[Exit(0), ComesBack],
    ),
    row(
        "convert --from a2ui@0.8 --to a2ui@0.9 c01.jsonl",
        &[Exit(0), NotOut("literalArray")],
    ),
    row(
        "convert --from a2ui@0.8 --to a2ui@1.0 --envelope c02.jsonl",
        &[Exit(0), ComesBack],
    ),
    row(
        "convert --from a2ui@0.8 --to a2ui@0.9 c02.jsonl",
        &[Exit(0), NotOut("literal"), NotOut("explicitList")],
    ),
    row(
        "convert --from a2ui@0.8 --to a2ui@0.9 --envelope i33.jsonl",
        &[Exit(0), ComesBack],
    ),
    row(
        "convert --from a2ui@0.8 --to a2ui@0.9 i33.jsonl",
        &[Exit(0), NotOut("literalString")],
    ),
    later(
        "convert --from a2ui@0.8 --to a2ui@0.9 --envelope c03.jsonl",
        &[Exit(0), ComesBack],
        BEGINS_EARLIER,
    ),
    row(
        "convert --from a2ui@0.9 --to a2ui@0.8 --envelope c04.jsonl",
        &[Exit(0), ComesBack],
    ),
    row(
        "convert --from a2ui@0.9 --to a2ui@0.8 --envelope i01.jsonl",
        &[Exit(0), ComesBack],
    ),
    row(
        "convert --from a2ui --to a2ui@0.9 f03.jsonl",
        &[Exit(0), Out(BASIC_0_9), NotOut("v1_0")],
    ),
    row(
        "convert --from a2ui --to a2ui@0.9 i20.jsonl",
        &[Exit(0), Out(BASIC_0_9), NotOut("v1_0")],
    ),
    row(
        "check a2ui i42.jsonl",
        &[Exit(0), Out("slow-pattern"), Out("(a+)+")],
    ),
    row(
        "convert --from a2ui --to a2ui@0.9 i69.json",
        &[Exit(0), Lines(2)],
    ),
    row(
        "convert --from a2ui@0.9 --to a2ui@0.8 f10.jsonl",
        &[Out("Hello Ann"), NotOut("openUrl")],
    ),
    row(
        "convert --from a2ui@0.9 --to a2ui@0.8 i28.jsonl",
        &[Exit(0), NotOut("openUrl")],
    ),
    row(
        "check a2ui i18.jsonl",
        &[Exit(65), Out("did you mean `component`?")],
    ),
    row(
        "check a2ui i12ok.jsonl",
        &[Exit(0), Out(BASIC_0_9), NotOut("unjudged-catalog")],
    ),
    row(
        "check a2ui i12b.jsonl",
        &[Exit(0), Out(BASIC_0_9), NotOut("unjudged-catalog")],
    ),
    row(
        "check a2ui i17.jsonl",
        &[
            Exit(65),
            Out("cycle"),
            NotOut("dangling-reference"),
            NotOut("orphan"),
        ],
    ),
    row(
        "check a2ui f07.jsonl",
        &[
            Exit(65),
            Out("repair/redundant-root"),
            Out("--fix` applies"),
        ],
    ),
    row(
        "check a2ui i13.jsonl",
        &[Exit(65), Out("did you mean `formatString`?")],
    ),
    row("check a2ui i24b.jsonl", &[Exit(65), Out("deleteSurface")]),
    row("check a2ui i25.jsonl", &[Exit(65), Out("in `condition`")]),
    row("check a2ui i30.jsonl", &[Exit(65), Out("0.9")]),
    row("check a2ui i38.jsonl", &[Exit(65), Out("remove `version`")]),
    row(
        "convert --from a2ui --to a2ui@1.0 i02.sse",
        &[Exit(0), NotErr("text-around")],
    ),
    row(
        "convert --from a2ui --to a2ui@1.0 i60.sse",
        &[Exit(0), NotErr("text-around")],
    ),
    row(
        "decode a2ui i04b.jsonl",
        &[Exit(0), Lines(1), Err("missing-version")],
    ),
    row(
        "decode a2ui i04c.jsonl",
        &[Exit(0), Lines(1), Err("missing-version")],
    ),
    later(
        "convert --from a2ui@0.9 --to a2ui@0.8 --envelope f08.jsonl",
        &[Exit(0), ComesBack],
        DELETED,
    ),
    row("decode a2ui i32.txt", &[Exit(0), Out("beginRendering")]),
    later("decode a2ui i65.json", &[Exit(0)], OTHER_CARRIERS),
    later("decode a2ui i73.jsonl", &[Exit(0)], OTHER_CARRIERS),
    later("decode a2ui i77.sse", &[Exit(0), Lines(2)], OTHER_CARRIERS),
    later("decode a2ui i39.jsonl", &[Exit(0)], OTHER_CARRIERS),
];

pub(crate) fn folder() -> PathBuf {
    corpus_folder("field")
}

fn corpus_folder(name: &str) -> PathBuf {
    let corpus = std::env::var_os("AGENT_UI_CORPUS")
        .expect("AGENT_UI_CORPUS names the folder of the corpus");
    let folder = Path::new(&corpus).join(name);
    assert!(folder.exists(), "the corpus has no {}", folder.display());
    folder
}

/// Returns the expectations that a run does not meet.
fn missing(row: &Row, cases: &Path) -> Vec<String> {
    let arguments: Vec<_> = row.arguments.split_whitespace().collect();
    let mut command = command(&arguments);
    let output = command
        .current_dir(cases)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let status = output.status.code().unwrap();
    let (out, err) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert!(!err.contains("panicked"), "{}: {err}", row.arguments);
    assert_ne!(status, 2, "{}: {err}", row.arguments);
    let count = |text: &str, part: &str| text.matches(part).count();
    let holds = |fact: &Fact| match fact {
        Exit(expected) => status == *expected,
        Lines(expected) => out.lines().count() == *expected,
        Out(part) => out.contains(part),
        OutCount(part, times) => count(&out, part) == *times,
        NotOut(part) => !out.contains(part),
        Err(part) => err.contains(part),
        ErrCount(part, times) => count(&err, part) == *times,
        NotErr(part) => !err.contains(part),
        ShortNames => lines(&out).iter().all(has_short_names),
        ComesBack => comes_back(&arguments, &out, cases),
    };
    let shown = || format!("exit {status}\n{out}{err}");
    row.facts
        .iter()
        .filter(|fact| !holds(fact))
        .map(|fact| format!("{fact:?} of {}", shown()))
        .collect()
}

/// Returns `true` if the envelopes of a `convert --from A --to B --envelope FILE` translate back into the messages of the file.
fn comes_back(arguments: &[&str], envelopes: &str, cases: &Path) -> bool {
    let [_, _, from, _, to, .., file] = arguments else {
        return false;
    };
    let back = run(
        &["convert", "--from", to, "--to", from, "--envelope"],
        envelopes,
    );
    let value = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
    let messages: Vec<_> = back
        .out
        .lines()
        .map(|line| value(line)["value"].take())
        .collect();
    let input = fs::read_to_string(cases.join(file)).unwrap();
    messages == input.lines().map(value).collect::<Vec<_>>()
}

/// Returns `true` if the tool names of a list or call have at most 64 characters.
fn has_short_names(value: &Payload) -> bool {
    let tools = value.member("tools");
    let named = tools
        .iter()
        .flat_map(Payload::elements)
        .chain([value.clone()]);
    let names = named.filter_map(|tool| tool.member("name"));
    names
        .filter_map(|name| name.as_str().map(|name| name.chars().count()))
        .all(|length| length <= 64)
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_field_case_meets_its_expectations_or_states_a_reason() {
    check_rows(ROWS, "field");
    check_rows(ROWS_2, "field-2");
}

fn check_rows(rows: &[Row], folder: &str) {
    let cases = corpus_folder(folder).join("cases");
    let mut wrong = Vec::new();
    for row in rows {
        let missing = missing(row, &cases);
        let what = format!("`{}`", row.arguments);
        match (row.later, missing.as_slice()) {
            ("", [first, ..]) => wrong.push(format!("{what}: {first}")),
            ("", []) | (_, [_, ..]) => {}
            (reason, []) => wrong.push(format!("{what} holds now; take its reason away: {reason}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} rows of {folder}:\n{}",
        wrong.len(),
        rows.len(),
        wrong.join("\n")
    );
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_field_case_of_the_corpus_has_a_row() {
    let list = fs::read_to_string(folder().join("cases.md")).unwrap();
    // A row of the list begins with a number and names its inputs in the fourth column: `01.json, 03`, `05-07.json`.
    let inputs = |line: &str| {
        let mut columns = line.strip_prefix("| ")?.split(" | ");
        columns.next()?.parse::<u32>().ok()?;
        Some(
            columns
                .nth(2)?
                .split(", ")
                .flat_map(stems)
                .collect::<Vec<_>>(),
        )
    };
    let listed: BTreeSet<_> = list.lines().filter_map(inputs).flatten().collect();
    assert!(listed.len() > 60, "only {listed:?}");
    let rows = ROWS.iter().flat_map(|row| row.arguments.split_whitespace());
    let known: BTreeSet<_> = rows.flat_map(stems).collect();
    let unknown: Vec<_> = listed
        .iter()
        .filter(|stem| !known.contains(*stem) && *stem != ELSEWHERE)
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_listed_case_of_the_second_field_has_a_row() {
    let list = fs::read_to_string(corpus_folder("field-2").join("cases.md")).unwrap();
    // A line names its inputs before a colon: `c01.jsonl, c02.jsonl`, `i13, i24b`.
    let named = list
        .lines()
        .filter_map(|line| line.strip_prefix("- ")?.split_once(':'))
        .map(|(names, _)| names);
    let listed: BTreeSet<_> = named
        .flat_map(|names| names.split(", "))
        .flat_map(stems)
        .collect();
    assert!(listed.len() > 25, "only {listed:?}");
    let rows = ROWS_2
        .iter()
        .flat_map(|row| row.arguments.split_whitespace());
    let known: BTreeSet<_> = rows.flat_map(stems).collect();
    let unknown: Vec<_> = listed.difference(&known).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// Returns the file names that a part of a list refers to, without extensions.
fn stems(part: &str) -> Vec<String> {
    let name = part.split(' ').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let range = stem
        .split_once('-')
        .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match range {
        Some((from, to)) => (from..=to).map(|number: u32| number.to_string()).collect(),
        None => vec![stem.to_owned()],
    }
}
