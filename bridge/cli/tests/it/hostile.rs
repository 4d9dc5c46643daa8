//! Hostile input through the program: the rows of `tests/it/hostile.rs` that a user can send, with the same numbers.
//!
//! For any input, the program ends by itself, reports the problem and its place, and continues with the next line. The
//! last test measures memory.

use crate::program::{Ran, file, json, run};
use agent_ui_cli::{Streams, run as run_here};
use std::{
    collections::BTreeSet,
    io,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The expected result of an input.
enum Outcome {
    /// Status 65, and a report or finding with this rule at this place (its start, if it ends with `…`).
    Refused(&'static str, &'static str),
    /// Status 0, and this text in the output.
    Kept(&'static str),
    /// Status 0, and a finding with this rule at this place.
    Found(&'static str, &'static str),
    /// Status 0, a note that the value at this place was quarantined, and an output without this text.
    Quarantined(&'static str, &'static str),
}
use Outcome::{Found, Kept, Quarantined, Refused};

impl Outcome {
    /// Returns the letter of the outcome in reports.
    fn letter(&self) -> char {
        match self {
            Refused(..) => 'E',
            Kept(_) | Found(..) => 'K',
            Quarantined(..) => 'Q',
        }
    }
}

/// The row that needs more memory than the others.
const DISORDERED: &str = "deep carry, members in another order";

/// A row: the number and the name as in the rows of the library, the arguments in one text, the input and the outcome.
type Row = (usize, &'static str, &'static str, fn() -> Vec<u8>, Outcome);

const DECODE: &str = "decode aap";
const CHECK: &str = "check aap";
const UP: &str = "convert --from aap --to a2ui@0.9 --notes";
const DOWN: &str = "convert --from a2ui@0.9 --to aap --notes";
const FOLD: &str = "fold a2ui";
const EVENTS: &str = "convert --from actions-json --to aap --manifest MANIFEST";
const CANVAS: &str = "convert --from ahp@canvas --to ahp@1.0 --notes --ahp-session ahp-session:/s --ahp-chat ahp-chat:/c";

/// The manifest with the declarations that the rows use.
const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[
    {"name":"n","event":"e:n","ingestion":"enabled","payload":{"type":"object","properties":{"a":{"type":"string"}}}},
    {"name":"away","event":"e:away","ingestion":"enabled","payload":{"$ref":"http://h.test/s.json"}},
    {"name":"off","event":"e:off","ingestion":"disabled_by_default"},
    {"name":"a","event":"x","ingestion":"enabled"},{"name":"b","event":"x","ingestion":"enabled"},
    {"name":"closed","event":"actions-json:closed","ingestion":"enabled"}]}"#;

fn record(member: &str, value: &str) -> Vec<u8> {
    let members = [
        ("id", r#""f6554697-47fd-4d67-8db9-291b9f7f3476""#),
        ("timestamp", r#""2026-05-18T15:30:00.000Z""#),
        ("canvasFile", r#""p.html""#),
        ("action", r#""click""#),
        ("element", r#""e""#),
        ("data", "{}"),
        ("summary", r#""User click 'e' on p.html""#),
    ];
    let members = members
        .map(|(name, usual)| format!("\"{name}\":{}", if name == member { value } else { usual }));
    format!("{{{}}}", members.join(",")).into_bytes()
}

fn action(surface: &str) -> Vec<u8> {
    format!(
        r#"{{"version":"v0.9","action":{{"name":"n","surfaceId":"{surface}","sourceComponentId":"c","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}}}}}"#
    )
    .into_bytes()
}

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

/// Builds the messages of a surface, followed by these messages.
fn surface(messages: &[String]) -> Vec<u8> {
    format!("{CREATE}\n{}\n", messages.join("\n")).into_bytes()
}

fn components(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

fn update(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

/// Builds a data update below `/items`, which is an empty list.
fn write(path: &str) -> Vec<u8> {
    surface(&[update("/items", "[]"), update(path, "1")])
}

fn event(name: &str, payload: &str) -> Vec<u8> {
    format!(
        r#"{{"type":"dom_event","event_id":"e","runtime_id":"r","name":"{name}","payload":{payload},"url":"https://a.test/","observed_at":"2026-03-02T08:15:00Z"}}"#
    )
    .into_bytes()
}

fn state(url: &str) -> String {
    format!(
        r#"{{"instanceId":"s","canvasId":"c","extensionId":"e","url":"{url}","availability":"ready","provider":{{"kind":"server"}}}}"#
    )
}

fn canvas(url: &str) -> Vec<u8> {
    format!(
        r#"{{"channel":"ahp-canvas:/s","state":{},"contents":[]}}"#,
        state(url)
    )
    .into_bytes()
}

fn nested_arrays(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

const ROWS: &[Row] = &[
    (
        1,
        "deep data",
        DECODE,
        || record("data", &nested_arrays(128)),
        Refused("depth", "/data/0/0…"),
    ),
    (
        2,
        "deep carry",
        "convert --from a2ui@0.9 --to aap --envelope",
        || {
            let action = String::from_utf8(action("p.html")).unwrap();
            let deep = nested_arrays(1_000_000);
            let carry =
                format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[["/data",{deep}]]}}]}}"#);
            format!(r#"{{"value":{action},"carry":{carry},"notes":[]}}"#).into_bytes()
        },
        // Kept, not refused: in an envelope no depth counts, and what is visible wins over what is carried.
        Kept(r#""data":{}"#),
    ),
    (
        2,
        DISORDERED,
        "convert --from a2ui@0.9 --to aap --envelope",
        || {
            let action = String::from_utf8(action("p.html"))
                .unwrap()
                .replace("{}", r#"{"b":1,"a":0}"#);
            let deep = format!(r#"{{"a":{},"b":1}}"#, nested_arrays(1_000_000));
            let carry =
                format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[["/data",{deep}]]}}]}}"#);
            format!(r#"{{"value":{action},"carry":{carry},"notes":[]}}"#).into_bytes()
        },
        Kept(r#""data":{"b":1,"a":0}"#),
    ),
    (
        4,
        "twice",
        DECODE,
        || record("action", r#""a","action":"b""#),
        Refused("duplicate", "/action"),
    ),
    (
        5,
        "unknown twice",
        DECODE,
        || record("data", r#"{},"x":1,"x":2"#),
        Refused("duplicate", "/x"),
    ),
    (
        5,
        "twice in a payload",
        UP,
        || record("data", r#"{"a":1,"a":2}"#),
        Kept(r#""context":{"a":1,"a":2}"#),
    ),
    (
        5,
        "twice in a payload",
        CHECK,
        || record("data", r#"{"a":1,"a":2}"#),
        Found("repeated-member", "/data/a"),
    ),
    (
        6,
        "twice, escaped",
        DECODE,
        || record("action", r#""a","\u0061ction":"b""#),
        Refused("duplicate", "/action"),
    ),
    (
        7,
        "normal forms",
        UP,
        || record("data", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
        Kept("{\"\u{e9}\":1,\"e\u{301}\":2}"),
    ),
    (
        8,
        "cut summary",
        DECODE,
        || record("summary", r#""cut \ud83d...""#),
        Found("repair/half-surrogate", "/summary"),
    ),
    (
        9,
        "half a pair",
        UP,
        || record("data", r#"{"\udc00":1}"#),
        Kept(r#"{"\udc00":1}"#),
    ),
    (
        10,
        "null character",
        CHECK,
        || record("element", r#""a\u0000b""#),
        Found("control-characters", "/element"),
    ),
    (
        11,
        "no UTF-8",
        DECODE,
        || b"{\"id\":\"\xff\"}".to_vec(),
        Refused("encoding", ""),
    ),
    (
        12,
        "overlong",
        DECODE,
        || b"{\"id\":\"\xc0\xaf\"}".to_vec(),
        Refused("encoding", ""),
    ),
    (
        12,
        "UTF-16",
        DECODE,
        || {
            "\u{FEFF}{}"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect()
        },
        Refused("missing", "/id"),
    ),
    (
        13,
        "byte order mark",
        "decode a2ui",
        || format!("\u{FEFF}{CREATE}").into_bytes(),
        Kept("createSurface"),
    ),
    (
        14,
        "comma",
        DECODE,
        || b"{\"a\":1,}".to_vec(),
        Refused("syntax", ""),
    ),
    (14, "NaN", DECODE, || b"NaN".to_vec(), Refused("syntax", "")),
    (
        14,
        "quotes",
        DECODE,
        || b"{'a':1}".to_vec(),
        Refused("syntax", ""),
    ),
    (
        16,
        "line ends",
        "decode a2ui",
        || format!("{CREATE}\r\n{}\r\n", update("/v", "\"\u{2028}\"")).into_bytes(),
        Kept("\u{2028}"),
    ),
    (
        17,
        "64 bits",
        UP,
        || record("data", r#"{"n":18446744073709551616}"#),
        Kept(":18446744073709551616}"),
    ),
    (
        18,
        "53 bits",
        CHECK,
        || record("data", r#"{"n":9007199254740993}"#),
        Found("number-changes", "/data/n"),
    ),
    (
        19,
        "1e999",
        UP,
        || record("data", r#"{"n":1e999}"#),
        Kept(":1e999}"),
    ),
    (
        20,
        "1e-999",
        UP,
        || record("data", r#"{"n":1e-999}"#),
        Kept(":1e-999}"),
    ),
    (21, "-0", UP, || record("data", r#"{"n":-0}"#), Kept(":-0}")),
    (
        22,
        "1.0",
        UP,
        || record("data", r#"{"n":1.0}"#),
        Kept(":1.0}"),
    ),
    (
        23,
        "digits",
        UP,
        || record("data", &"9".repeat(10_000_000)),
        Kept("999999999}"),
    ),
    (
        24,
        "private",
        UP,
        || record("data", r#"{"$serde_json::private::Number":"1"}"#),
        Kept(r#"{"$serde_json::private::Number":"1"}"#),
    ),
    (
        26,
        "negative sequence",
        "decode ahp --type ActionEnvelope",
        || br#"{"channel":"c","serverSeq":-1,"action":{"type":"x"}}"#.to_vec(),
        Refused("value", "/serverSeq"),
    ),
    (
        27,
        "__proto__",
        UP,
        || record("data", r#"{"__proto__":{"x":1}}"#),
        Kept(r#"{"__proto__":{"x":1}}"#),
    ),
    (
        27,
        "__proto__",
        FOLD,
        || write("/__proto__/x"),
        Refused("forbidden-segment", "/updateDataModel/path"),
    ),
    (
        28,
        "constructor",
        FOLD,
        || write("/constructor/prototype"),
        Refused("forbidden-segment", "/updateDataModel/path"),
    ),
    (
        30,
        "empty ids",
        CHECK,
        || record("id", r#""""#),
        Refused("not-a-uuid", "/id"),
    ),
    (
        31,
        "null",
        DECODE,
        || record("element", "null"),
        Kept(r#""element":null"#),
    ),
    (
        32,
        "turned",
        UP,
        || record("element", "\"a\u{202e}b\""),
        Kept("a\u{202e}b"),
    ),
    (
        33,
        "a colon",
        EVENTS,
        || event("actions-json:closed", "{}"),
        Kept(r#""action":"closed""#),
    ),
    (
        33,
        "a colon",
        "check actions-json",
        || {
            MANIFEST
                .replace("\"name\":\"off\"", "\"name\":\"o:ff\"")
                .into_bytes()
        },
        Refused("V4", "/signals/2/name"),
    ),
    (
        34,
        "a long name",
        "check actions-json",
        || {
            MANIFEST
                .replace(
                    "\"name\":\"off\"",
                    &format!("\"name\":\"{}!\"", "o".repeat(1_000_000)),
                )
                .into_bytes()
        },
        Refused("V4", "/signals/2/name"),
    ),
    (
        35,
        "outside",
        UP,
        || record("canvasFile", r#""../../etc/passwd""#),
        Quarantined("/canvasFile", "never"),
    ),
    (
        35,
        "outside",
        CHECK,
        || record("canvasFile", r#""../../etc/passwd""#),
        Refused("parent-ref", "/canvasFile"),
    ),
    (
        36,
        "absolute",
        CHECK,
        || record("canvasFile", r#""/abs.html""#),
        Refused("absolute", "/canvasFile"),
    ),
    (
        36,
        "drive",
        UP,
        || record("canvasFile", r#""C:\\x.html""#),
        Quarantined("/canvasFile", "never"),
    ),
    (
        37,
        "encoded",
        UP,
        || record("canvasFile", r#""%2e%2e/a.html""#),
        Quarantined("/canvasFile", "never"),
    ),
    (
        38,
        "two dots",
        CHECK,
        || record("canvasFile", r#""a..b.html""#),
        Refused("parent-ref", "/canvasFile"),
    ),
    (
        39,
        "a dot",
        CHECK,
        || record("canvasFile", r#""a/./b.html""#),
        Found("dot-or-empty-segment", "/canvasFile"),
    ),
    (
        40,
        "a line end",
        CHECK,
        || record("canvasFile", r#""a\nb.html""#),
        Found("control-or-nul", "/canvasFile"),
    ),
    (
        41,
        "a kept name",
        UP,
        || record("canvasFile", r#""CON.html""#),
        Kept("CON.html"),
    ),
    (
        42,
        "four kilobytes",
        CHECK,
        || record("canvasFile", &format!("\"{}.html\"", "x".repeat(4096))),
        Found("too-long", "/canvasFile"),
    ),
    (
        43,
        "content outside",
        CANVAS,
        || canvas("ahp-canvas-content:/s/../o/x"),
        Quarantined("/state/url", "/o/x"),
    ),
    (
        44,
        "content of a host",
        CANVAS,
        || canvas("ahp-canvas-content://h/x"),
        Quarantined("/state/url", "//h/x"),
    ),
    (
        46,
        "javascript",
        CANVAS,
        || canvas("javascript:alert(1)"),
        Quarantined("/state/url", "alert"),
    ),
    (
        46,
        "javascript",
        "check ahp --type CanvasState",
        || state("javascript:alert(1)").into_bytes(),
        Refused("url-scheme", "/url"),
    ),
    (
        48,
        "disguised",
        CANVAS,
        || canvas(r" jAvA\tscript:alert(1)"),
        Quarantined("/state/url", "alert"),
    ),
    (
        49,
        "vscode",
        CANVAS,
        || canvas("vscode://x"),
        Quarantined("/state/url", "vscode"),
    ),
    (
        50,
        "password",
        "check ahp --type CanvasState",
        || state("https://user:pw@h/").into_bytes(),
        Refused("url-user-info", "/url"),
    ),
    (
        50,
        "password",
        CANVAS,
        || canvas("https://user:pw@h/"),
        Quarantined("/state/url", "user:pw"),
    ),
    (
        51,
        "looks local",
        "check ahp --type CanvasState",
        || state("http://localhost.evil.test").into_bytes(),
        Refused("url-http-host", "/url"),
    ),
    (
        52,
        "other alphabet",
        CANVAS,
        || canvas("https://xn--e1awd7f.test/"),
        Kept("https://xn--e1awd7f.test/"),
    ),
    (
        53,
        "relative",
        CANVAS,
        || canvas("rel/x"),
        Quarantined("/state/url", "rel/x"),
    ),
    (
        60,
        "a second line",
        CHECK,
        || record("summary", r#""a\n[CANVAS] x""#),
        Found("control-characters", "/summary"),
    ),
    (
        62,
        "an instruction",
        UP,
        || record("data", r#"{"n":"ignore previous"}"#),
        Kept(r#"{"n":"ignore previous"}"#),
    ),
    (
        63,
        "an attribute",
        DOWN,
        || action(r#"\" onmouseover=x"#),
        Kept("a2ui/"),
    ),
    (
        64,
        "a style",
        "check a2ui",
        || {
            CREATE
                .replace("}}", r#","theme":{"primaryColor":"url(x)"}}}"#)
                .into_bytes()
        },
        Refused("color", "/createSurface/theme/primaryColor"),
    ),
    (
        66,
        "a far index",
        FOLD,
        || write("/items/999999999"),
        Refused("index-gap", "/updateDataModel/path"),
    ),
    (
        67,
        "an odd index",
        FOLD,
        || write("/items/01"),
        Refused("not-an-index", "/updateDataModel/path"),
    ),
    (
        68,
        "no index",
        FOLD,
        || write("/items/x"),
        Refused("not-an-index", "/updateDataModel/path"),
    ),
    (
        69,
        "through a number",
        FOLD,
        || surface(&[update("/v", "1"), update("/v/x", "1")]),
        Refused("write-through-primitive", "/updateDataModel/path"),
    ),
    (
        70,
        "a long path",
        FOLD,
        || write(&"/a".repeat(10_000)),
        Refused("depth", "/updateDataModel/path"),
    ),
    (
        71,
        "a broken escape",
        FOLD,
        || write("/~2"),
        Refused("data-path", "/updateDataModel/path"),
    ),
    (
        72,
        "many items",
        FOLD,
        || surface(&[update("/items", &format!("[{}1]", "1,".repeat(1_000_000)))]),
        Kept("1,1,1"),
    ),
    (73, "36 million", FOLD, eight, Kept(r#""c7""#)),
    (73, "36 million", "check a2ui", eight, Kept("")),
    (
        73,
        "36 million",
        "convert --from a2ui --to a2ui@0.8",
        eight,
        Kept("c7"),
    ),
    (
        75,
        "a circle",
        FOLD,
        || {
            surface(&[components(
                r#"{"id":"root","component":"Card","child":"root"}"#,
            )])
        },
        Refused("self-reference", "/updateComponents/components/0/child"),
    ),
    (
        76,
        "no root",
        "check a2ui",
        || surface(&[components(r#"{"id":"x","component":"Text","text":"a"}"#)]),
        Refused("missing-root", "/updateComponents/components/0/id"),
    ),
    (
        77,
        "six calls",
        FOLD,
        || {
            let call =
                r#"{"call":"formatString","args":{"value":"#.repeat(6) + "\"x\"" + &"}}".repeat(6);
            surface(&[components(&format!(
                r#"{{"id":"root","component":"Text","text":{call}}}"#
            ))])
        },
        Refused("call-depth", "/updateComponents/components/0/text"),
    ),
    (
        83,
        "no Base64",
        "check ahp --type CanvasReadResourceResult",
        || br#"{"contents":[{"uri":"ahp-canvas-content:/s/x","text":"t","blob":"!!!"}]}"#.to_vec(),
        Refused("base64", "/contents/0/blob"),
    ),
    (
        87,
        "a leap second",
        DECODE,
        || record("timestamp", r#""2026-12-31T23:59:60Z""#),
        Kept("23:59:60Z"),
    ),
    (
        87,
        "no time",
        CHECK,
        || record("timestamp", r#""bad""#),
        Refused("not-a-timestamp", "/timestamp"),
    ),
    (
        88,
        "no time of receipt",
        EVENTS,
        || {
            String::from_utf8(event("n", "{}"))
                .unwrap()
                .replace("observed_at", "x")
                .into_bytes()
        },
        Refused("actions-json-aap/observed-at", "/observed_at"),
    ),
    (
        89,
        "made again",
        FOLD,
        || {
            surface(&[
                r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#.into(),
                CREATE.into(),
            ])
        },
        Kept(r#""components":{}"#),
    ),
    (
        90,
        "made twice",
        FOLD,
        || surface(&[CREATE.into()]),
        Refused("surface-exists", "/createSurface/surfaceId"),
    ),
    (
        91,
        "not made",
        FOLD,
        || update("/v", "1").into_bytes(),
        Refused("unknown-surface", "/updateDataModel/surfaceId"),
    ),
    (
        92,
        "a path",
        DOWN,
        || action("../x"),
        Kept("a2ui/~2E~2E~2Fx.html"),
    ),
    (
        92,
        "a path",
        DOWN,
        || action("A/b"),
        Kept("a2ui/A~2Fb.html"),
    ),
    (
        92,
        "a path",
        DOWN,
        || action("A%2Fb"),
        Kept("a2ui/A~252Fb.html"),
    ),
    (
        93,
        "capitals",
        DOWN,
        || action("Main"),
        Kept("a2ui/Main.html"),
    ),
    (
        97,
        "a carry of another form",
        "convert --from a2ui@0.9 --to aap --envelope",
        || {
            let action = String::from_utf8(action("p.html")).unwrap();
            format!(r#"{{"value":{action},"carry":{{"v":2,"layers":[]}},"notes":[]}}"#).into_bytes()
        },
        Refused("carry/unreadable", "/carry/v"),
    ),
    (
        100,
        "id 0",
        "decode ahp --type JsonRpcMessage",
        || br#"{"jsonrpc":"2.0","id":0,"method":"m"}"#.to_vec(),
        Kept(r#""id":0"#),
    ),
    (
        100,
        "id null",
        "decode ahp --type JsonRpcMessage",
        || br#"{"jsonrpc":"2.0","id":null,"method":"m"}"#.to_vec(),
        Kept(r#""id":null"#),
    ),
    (
        101,
        "not enabled",
        EVENTS,
        || event("off", "{}"),
        Refused("actions-json-aap/admission/disabled", "/name"),
    ),
    (
        102,
        "no signal",
        EVENTS,
        || event("zz", "{}"),
        Refused("actions-json-aap/admission/undeclared", "/name"),
    ),
    (
        102,
        "two signals",
        EVENTS,
        || event("x", "{}"),
        Refused("actions-json-aap/admission/ambiguous", "/name"),
    ),
    (
        103,
        "no such payload",
        EVENTS,
        || event("n", r#"{"a":7}"#),
        Refused("actions-json-aap/admission/payload-invalid", "/payload/a"),
    ),
    (
        104,
        "a schema elsewhere",
        EVENTS,
        || event("away", "{}"),
        Refused("actions-json-aap/admission/schema-unusable", "/payload"),
    ),
    (
        106,
        "no such version",
        "decode a2ui",
        || CREATE.replace("\"v0.9\"", "\"v9\"").into_bytes(),
        Refused("value", "/version"),
    ),
    (
        107,
        "another label",
        "decode a2ui",
        || br#"{"version":"v0.9","beginRendering":{"surfaceId":"s","root":"r"}}"#.to_vec(),
        Refused("key", "/beginRendering"),
    ),
    (
        108,
        "two messages",
        "decode a2ui",
        || {
            CREATE
                .replace("}}", r#"},"deleteSurface":{"surfaceId":"s"}}"#)
                .into_bytes()
        },
        Refused("key", "/deleteSurface"),
    ),
];

/// Builds eight components that each reference the next one twelve times.
fn eight() -> Vec<u8> {
    let level = |i: usize| {
        let id = if i == 0 {
            "root".to_owned()
        } else {
            format!("c{i}")
        };
        let children = vec![format!("\"c{}\"", i + 1); 12].join(",");
        format!(r#"{{"id":"{id}","component":"Column","children":[{children}]}}"#)
    };
    let list: Vec<String> = (0..7).map(level).collect();
    surface(&[components(
        &(list.join(",") + r#",{"id":"c7","component":"Text","text":"a"}"#),
    )])
}

fn arguments<'a>(line: &'a str, manifest: &'a str) -> Vec<&'a str> {
    line.split(' ')
        .map(|word| if word == "MANIFEST" { manifest } else { word })
        .collect()
}

/// Returns `true` if a report has this rule and place.
fn has_report(ran: &Ran, rule: &str, pointer: &str) -> bool {
    let lines = ran.err.lines().chain(ran.out.lines()).map(json);
    let text = |line: &wire::Payload, at: &str| {
        Some(crate::program::find(line, at)?.as_str()?.into_owned())
    };
    lines
        .filter(|line| text(line, "/rule").as_deref() == Some(rule))
        .any(|line| {
            let place = text(&line, "/pointer").unwrap_or_default();
            match pointer.strip_suffix('…') {
                Some(start) => place.starts_with(start),
                None => place == pointer,
            }
        })
}

fn is_as_expected(ran: &Ran, outcome: &Outcome) -> bool {
    let quarantined = |from: &str| {
        let note = format!(r#""from":"{from}""#);
        ran.err
            .lines()
            .any(|line| line.contains(r#""verdict":"quarantined""#) && line.contains(&note))
    };
    match outcome {
        Refused(rule, pointer) => ran.status == 65 && has_report(ran, rule, pointer),
        Found(rule, pointer) => ran.status == 0 && has_report(ran, rule, pointer),
        Kept(text) => ran.status == 0 && ran.out.contains(text),
        Quarantined(from, text) => ran.status == 0 && quarantined(from) && !ran.out.contains(text),
    }
}

#[test]
fn each_row_has_its_expected_outcome() {
    let manifest = file(MANIFEST);
    let mut failed = Vec::new();
    for (number, name, line, input, outcome) in ROWS {
        let ran = run(&arguments(line, &manifest), input());
        if !is_as_expected(&ran, outcome) {
            let short = |text: &str| text.chars().take(300).collect::<String>();
            failed.push(format!(
                "{number} {name}: {line}: {} {} {}",
                ran.status,
                short(&ran.out),
                short(&ran.err)
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The rows that only the library can test: built values, and types that no command reads.
const NOT_SENT: &[usize] = &[
    3, 15, 25, 29, 45, 47, 54, 55, 56, 57, 58, 59, 61, 65, 74, 78, 79, 80, 81, 82, 84, 85, 86, 94,
    95, 96, 98, 99, 105,
];

#[test]
fn each_of_the_108_rows_is_covered() {
    let sent = ROWS.iter().map(|(number, ..)| *number);
    let all: BTreeSet<usize> = sent.clone().chain(NOT_SENT.iter().copied()).collect();
    assert_eq!(all, (1..=108).collect());
    assert!(
        sent.into_iter().all(|number| !NOT_SENT.contains(&number)),
        "in one of the two"
    );
}

/// The memory limits of the program: a fixed amount, and a number of bytes per byte of input.
const FIXED: u64 = 1 << 21;
const PER_BYTE: u64 = 24;

/// Runs the program in this process and returns its status and peak memory.
fn measure_memory(arguments: &[&str], input: Vec<u8>) -> (u8, u64) {
    let streams = Streams::new(
        Box::new(io::Cursor::new(input)),
        Box::new(io::sink()),
        Box::new(io::sink()),
    );
    let arguments = [&["agent-ui"], arguments].concat();
    let mut status = 0;
    let info = allocation_counter::measure(|| status = run_here(arguments, streams));
    (status, info.bytes_max)
}

#[test]
fn each_row_costs_memory_in_proportion_to_its_input() {
    let manifest = file(MANIFEST);
    let mut failed = Vec::new();
    for (number, name, line, input, outcome) in ROWS {
        let input = input();
        let size = u64::try_from(input.len()).unwrap();
        let (_, memory) = measure_memory(&arguments(line, &manifest), input);
        // Comparing values with reordered members needs a node per value, and a nested list may be two bytes long.
        let limit = FIXED + size * if *name == DISORDERED { 128 } else { PER_BYTE };
        let letter = outcome.letter();
        println!("hostile\tprogram\trows\t{number}\t{name}\t{letter}\t{size}\t{memory}\t{limit}");
        if memory > limit {
            failed.push(format!("{number} {name}: {memory} bytes for {size}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns texts of the corpus on which JSON parsers disagree. Names with `y_` are JSON and names with `n_` are not;
/// `i_` depends on the parser.
fn disputed_files(prefix: &str) -> Vec<(String, Vec<u8>)> {
    let corpus = std::env::var_os("AGENT_UI_CORPUS")
        .expect("AGENT_UI_CORPUS names the folder of the corpus");
    let files =
        std::fs::read_dir(Path::new(&corpus).join("json")).expect("the corpus has a folder json");
    let files = files.map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = files
        .map(|path| (name(&path), std::fs::read(&path).unwrap()))
        .collect();
    files.retain(|(name, _)| name.starts_with(prefix) && name.ends_with(".json"));
    files.sort();
    assert!(!files.is_empty(), "{prefix}");
    files
}

/// Runs a command on files with these names and contents in one process. Also returns the file names in its reports.
fn over(command: &[&str], files: &[(String, Vec<u8>)]) -> (Ran, BTreeSet<String>) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let folder = format!(
        "disputed-{}-{}",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut arguments: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).unwrap();
        arguments.push(folder.join(name).to_str().unwrap().to_owned());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = run(&arguments, "");
    std::fs::remove_dir_all(&folder).unwrap();
    let reports: Vec<_> = ran.err.lines().chain(ran.out.lines()).map(json).collect();
    let file = |report| {
        Some(
            crate::program::find(report, "/file")?
                .as_str()?
                .rsplit('/')
                .next()?
                .to_owned(),
        )
    };
    let named = reports.iter().filter_map(file).collect();
    (ran, named)
}

fn names(files: &[(String, Vec<u8>)]) -> BTreeSet<String> {
    files.iter().map(|(name, _)| name.clone()).collect()
}

/// Wraps each text as the data of a record.
fn as_data(files: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let whole = String::from_utf8(record("data", "DATA")).unwrap();
    let (before, behind) = whole.split_once("DATA").unwrap();
    let wrap = |text: Vec<u8>| [before.as_bytes(), &text, behind.as_bytes()].concat();
    files
        .into_iter()
        .map(|(name, text)| (name, wrap(text)))
        .collect()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn corpus_json_is_read_and_written() {
    let texts = disputed_files("y_");
    let (ran, named) = over(&["decode", "aap"], &as_data(texts.clone()));
    assert_eq!((ran.status, named), (0, BTreeSet::new()), "{}", ran.err);
    for ((name, text), value) in texts.iter().zip(ran.values()) {
        assert_eq!(
            crate::program::at(&value, "/data"),
            json(std::str::from_utf8(text).unwrap()),
            "{name}"
        );
    }
    assert_eq!(ran.values().len(), texts.len());
    let (ran, _) = over(&["check", "aap"], &as_data(texts.clone()));
    assert!(
        !ran.out.contains(r#""rule":"syntax""#) && !ran.out.contains(r#""rule":"encoding""#),
        "{}",
        ran.out
    );
    // None of the texts is a record, and a list without records is an input without messages.
    let texts: Vec<_> = texts
        .into_iter()
        .filter(|(_, text)| text.trim_ascii() != b"[]")
        .collect();
    for command in ["decode", "check"] {
        let (ran, named) = over(&[command, "aap"], &texts);
        assert_eq!((ran.status, named), (65, names(&texts)), "{command}");
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn corpus_invalid_json_is_refused() {
    for texts in [disputed_files("n_"), as_data(disputed_files("n_"))] {
        for command in ["decode", "check"] {
            // Whitespace, and two lists without records on one line, are inputs without messages, not errors.
            let (ran, named) = over(&[command, "aap"], &texts);
            let blank = |name: &&String| {
                let text = texts
                    .iter()
                    .find(|(other, _)| other == *name)
                    .map(|(_, text)| text.trim_ascii());
                text == Some(b"") || text == Some(b"[][]")
            };
            let missing: Vec<_> = names(&texts)
                .difference(&named)
                .filter(|name| !blank(name))
                .cloned()
                .collect();
            assert!(missing.is_empty(), "{command}: {missing:?}");
            assert_eq!(ran.status, 65, "{command}");
            assert!(command == "check" || ran.out.is_empty(), "{}", ran.out);
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn corpus_disputed_json_is_read_completely_or_refused() {
    let texts = as_data(disputed_files("i_"));
    let (ran, named) = over(&["decode", "aap"], &texts);
    let read: Vec<_> = texts
        .iter()
        .filter(|(name, _)| !named.contains(name))
        .collect();
    assert_eq!((ran.status, ran.values().len()), (65, read.len()));
    for ((name, text), value) in read.into_iter().zip(ran.values()) {
        assert_eq!(value, json(std::str::from_utf8(text).unwrap()), "{name}");
    }
    let (ran, _) = over(&["check", "aap"], &texts);
    assert_eq!(ran.status, 65);
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn corpus_each_text_costs_memory_in_proportion_to_its_length() {
    let all = || {
        ["y_", "n_", "i_"]
            .into_iter()
            .flat_map(disputed_files)
            .collect::<Vec<_>>()
    };
    for (what, texts) in [
        ("JSON texts", all()),
        ("JSON texts as data", as_data(all())),
    ] {
        for (name, text) in texts {
            let size = u64::try_from(text.len()).unwrap();
            let (status, memory) = measure_memory(&["decode", "aap"], text);
            let (letter, limit) = (if status == 0 { 'K' } else { 'E' }, FIXED + PER_BYTE * size);
            println!("hostile\tprogram\t{what}\t\t{name}\t{letter}\t{size}\t{memory}\t{limit}");
            assert!(memory <= limit, "{name}: {memory} bytes for {size}");
        }
    }
}
