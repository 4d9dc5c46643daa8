//! The growth of work with the input: the work of every command is linear, and processed input is not retained.
//!
//! Work is measured in allocations and allocated bytes, independent of the machine.

use crate::program::run_ok;
use agent_ui_cli::{Streams, run};
use allocation_counter::AllocationInfo;
use std::{
    io,
    time::{Duration, Instant},
};

/// A generator of inputs of a given size.
type Shape = fn(usize) -> String;
/// The generators of inputs, by the name of the shape.
type Shapes = &'static [(&'static str, Shape)];

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| line(i) + "\n").collect()
}

fn list(n: usize, element: impl Fn(usize) -> String) -> String {
    (0..n).map(element).collect::<Vec<_>>().join(",")
}

const MADE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}
"#;
const MADE_0_8: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"root"}}
"#;

fn update(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

fn text(i: usize) -> String {
    format!(r#"{{"id":"t{i}","component":"Text","text":"a"}}"#)
}

/// Builds a surface with one update of many components.
fn big_update(n: usize, component: fn(usize) -> String) -> String {
    let components = list(n, component);
    format!(
        r#"{MADE}{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

/// Messages of A2UI 0.9.
const SURFACES: [(&str, Shape); 9] = [
    ("surfaces", |n| {
        lines(n, |i| {
            MADE.trim_end().replace("\"s\"", &format!("\"s{i}\""))
        })
    }),
    ("an array value", |n| {
        MADE.to_owned() + &update("/big", &format!("[{}]", list(n, |i| i.to_string())))
    }),
    ("an object value", |n| {
        MADE.to_owned()
            + &update(
                "/big",
                &format!("{{{}}}", list(n, |i| format!("\"k{i}\":{i}"))),
            )
    }),
    ("updates of members", |n| {
        format!("{MADE}{}\n", update("/big", "{}"))
            + &lines(n, |i| update(&format!("/big/k{i}"), "1"))
    }),
    ("updates of elements", |n| {
        format!("{MADE}{}\n", update("/big", "[]"))
            + &lines(n, |i| update(&format!("/big/{i}"), "1"))
    }),
    ("updates of one value", |n| {
        MADE.to_owned() + &lines(n, |i| update("/v", &i.to_string()))
    }),
    ("a growing surface", |n| {
        let children = list(n, |i| format!("\"t{i}\""));
        let message = |components: &str| {
            format!(
                r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
            )
        };
        let column = format!(r#"{{"id":"root","component":"Column","children":[{children}]}}"#);
        format!("{MADE}{}\n", message(&column)) + &lines(n, |i| message(&text(i)))
    }),
    ("a big update", |n| big_update(n, text)),
    ("surfaces made and deleted", |n| {
        let deleted = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
        lines(n, |_| format!("{MADE}{deleted}"))
    }),
];

/// A2UI 0.9 messages in answers of models and frames of other protocols.
const CARRIED: [(&str, Shape); 8] = [
    ("a fence", |n| {
        format!(
            "```json\n{MADE}{}```\n",
            lines(n, |i| update("/v", &i.to_string()))
        )
    }),
    ("a list in a tag", |n| {
        format!(
            "So: <a2ui-json>[{}]</a2ui-json>",
            list(n, |i| update("/v", &i.to_string()))
        )
    }),
    ("text around", |n| {
        format!(
            "Some words\n```a2ui\n{MADE}```\n{}",
            lines(n, |i| format!("- {i} <b> [x](y)"))
        )
    }),
    ("events", |n| {
        lines(n, |i| {
            format!("id: {i}\ndata: {}\n", update("/v", &i.to_string()))
        })
    }),
    ("events that bring nothing", |n| {
        format!("data: {}\n\n", update("/v", "1"))
            + &lines(n, |i| {
                format!(
                    "data: {{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"{i}\"}}\n"
                )
            })
    }),
    ("parts", |n| {
        let part = |i: usize| {
            let data = update("/v", &i.to_string());
            format!(r#"{{"data":{data},"metadata":{{"mimeType":"application/a2ui+json"}}}}"#)
        };
        format!(r#"{{"kind":"message","parts":[{}]}}"#, list(n, part))
    }),
    ("changes of an activity", |n| {
        lines(n, |i| {
            let value = update("/v", &i.to_string());
            format!(
                r#"{{"type":"ACTIVITY_DELTA","patch":[{{"op":"add","path":"/a2ui_operations/-","value":{value}}}]}}"#
            )
        })
    }),
    ("brackets that stay open", |n| {
        format!(
            "Some words\n```a2ui\n{MADE}```\n{}",
            lines(n, |_| "[{\"a\":".to_owned())
        )
    }),
];

/// Messages of A2UI 0.8.
const SURFACES_0_8: [(&str, Shape); 4] = [
    ("surfaces", |n| {
        lines(n, |i| {
            MADE_0_8.trim_end().replace("\"s\"", &format!("\"s{i}\""))
        })
    }),
    ("many contents", |n| {
        let contents = list(n, |i| format!(r#"{{"key":"k{i}","valueNumber":{i}}}"#));
        format!(r#"{MADE_0_8}{{"dataModelUpdate":{{"surfaceId":"s","contents":[{contents}]}}}}"#)
    }),
    ("updates", |n| {
        let update = |i| {
            format!(
                r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/big","contents":[{{"key":"k{i}","valueNumber":1}}]}}}}"#
            )
        };
        MADE_0_8.to_owned() + &lines(n, update)
    }),
    ("a growing surface", |n| {
        let text = |i| {
            format!(
                r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"t{i}","component":{{"Text":{{"text":{{"literalString":"a"}}}}}}}}]}}}}"#
            )
        };
        MADE_0_8.to_owned() + &lines(n, text)
    }),
];

fn record(members: &str) -> String {
    format!(
        r#"{{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"s"{members}}}"#
    )
}

/// Records of AAP.
const RECORDS: [(&str, Shape); 4] = [
    ("records", |n| {
        lines(n, |i| record(&format!(",\"data\":{{\"i\":{i}}}")))
    }),
    ("a record with much data", |n| {
        record(&format!(
            ",\"data\":{{{}}}",
            list(n, |i| format!("\"k{i}\":[{i}]"))
        ))
    }),
    ("a record with many members", |n| {
        record(&format!(
            ",{}",
            list(n.min(400), |i| format!("\"k{i}\":{i}"))
        ))
    }),
    ("a list of records", |n| {
        format!("{{\"interactions\":[{}]}}", list(n, |_| record("")))
    }),
];

fn action(context: &str) -> String {
    format!(
        r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00.000Z","context":{{{context}}}}}}}"#
    )
}

/// Actions of A2UI 0.9.
const ACTIONS: [(&str, Shape); 2] = [
    ("actions", |n| lines(n, |i| action(&format!("\"i\":{i}")))),
    ("an action with much context", |n| {
        action(&list(n, |i| format!("\"k{i}\":[{i}]")))
    }),
];

/// Inputs without a valid message.
const HOSTILE: [(&str, Shape); 12] = [
    ("lines that break off", |n| "{\"id\":\n".repeat(n)),
    ("brackets that never close", |n| "[\n".repeat(n)),
    ("a line of brackets", |n| "[".repeat(n)),
    ("a document of brackets", |n| "[".repeat(n) + &"]".repeat(n)),
    ("many documents on a line", |n| "{}".repeat(n)),
    ("a document that is at fault at its end", |n| {
        format!(
            "{{\n{}\n  \"x\": ]\n}}\n",
            list(n, |i| format!("  \"k{i}\": {i}\n"))
        )
    }),
    ("documents that break off", |n| "{\n  \"id\": 1\n".repeat(n)),
    ("documents that break off where a value has to come", |n| {
        "{\n  \"id\":\n".repeat(n)
    }),
    ("a list that breaks off", |n| {
        format!("[{},{{\"id\"", list(n, |_| "{\"id\": 1}".to_owned()))
    }),
    ("a list of faults", |n| {
        format!("[\n  {{}},\n{}]", "  {\n    \"id\" 1\n  },\n".repeat(n))
    }),
    ("a list with a fault in front", |n| {
        format!("[0x0{}]", ",{}".repeat(n))
    }),
    ("one long string", |n| format!("\"{}\"", "\\\"".repeat(n))),
];

const EVENTS_MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"changed","event":"e","ingestion":"enabled","payload":{"type":"object"}}]}"#;

/// Events of actions.json.
const EVENTS: [(&str, Shape); 1] = [("events", |n| {
    lines(n, |i| {
        format!(
            r#"{{"type":"dom_event","event_id":"e{i}","runtime_id":"r","name":"changed","payload":{{"i":{i}}},"timestamp":"2026-05-18T15:30:00.000Z"}}"#
        )
    })
})];

/// Surfaces with losses in A2UI 0.9.
const LOSSES: [(&str, Shape); 2] = [
    ("losses in one message", |n| {
        let component = |i| {
            format!(
                r#"{{"id":"t{i}","more":{i},"component":{{"Text":{{"text":{{"literalString":"a"}}}}}}}}"#
            )
        };
        let components = list(n, component);
        format!(r#"{MADE_0_8}{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#)
    }),
    ("losses in a list", |n| {
        let surface = |i| {
            MADE_0_8
                .trim_end()
                .replace('\n', ",")
                .replace("\"s\"", &format!("\"s{i}\""))
        };
        format!(
            "[{}]",
            list(n, surface).replace("\"id\"", "\"more\":1,\"id\"")
        )
    }),
];

/// Manifests and lists of tools.
const MANIFESTS: [(&str, Shape); 3] = [
    ("tools of a manifest", |n| {
        manifest(n, |i| format!(r#"{{"name":"shop.t{i}",{TOOL}}}"#))
    }),
    ("tools of a manifest with errors", |n| {
        manifest(n, |i| format!(r#"{{"name":"shop t{i}",{TOOL}}}"#))
    }),
    ("tools of a manifest with long names", |n| {
        manifest(n, |i| {
            format!(r#"{{"name":"{}.t{i}",{TOOL}}}"#, "shop.items".repeat(6))
        })
    }),
];

const TOOL: &str =
    r#""description":"","input_schema":{"type":"object"},"x_actions":{"handler":"h"}"#;

fn manifest(n: usize, tool: impl Fn(usize) -> String) -> String {
    format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[{}]}}"#,
        list(n, tool)
    )
}

const MCP_LISTS: [(&str, Shape); 3] = [
    ("tools of MCP", |n| {
        mcp_list(n, |i| {
            format!(r#"{{"name":"t__{i}","title":"T","inputSchema":{{"type":"object"}}}}"#)
        })
    }),
    ("tools of MCP with errors", |n| {
        mcp_list(n, |i| format!(r#"{{"name":"t{i}"}}"#))
    }),
    ("tools of MCP in an answer", |n| {
        let tools = mcp_list(n, |i| {
            format!(r#"{{"name":"t{i}","inputSchema":{{"type":"object"}}}}"#)
        });
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{tools}}}"#)
    }),
];

fn mcp_list(n: usize, tool: impl Fn(usize) -> String) -> String {
    format!(r#"{{"tools":[{}]}}"#, list(n, tool))
}

/// Calls in Server-Sent Events.
const EVENT_STREAM: [(&str, Shape); 1] = [("calls in events", |n| {
    lines(n, |i| {
        format!(
            r#"data: {{"type":"response.output_item.done","item":{{"type":"function_call","call_id":"c{i}","name":"shop__t{i}","arguments":"{{}}"}}}}"#
        )
    })
})];

const FOLDED: [(&str, Shape); 1] = [("cases", |n| {
    lines(n, |_| {
        r#"{"reducer":"canvas","initial":{"url":"a"},"actions":[{"type":"canvas/updated","title":"b"}]}"#
            .to_owned()
    })
})];

/// Returns the allocations of a run of the program.
fn work(arguments: &[&str], input: String) -> AllocationInfo {
    let arguments: Vec<String> = std::iter::once("agent-ui")
        .chain(arguments.iter().copied())
        .map(str::to_owned)
        .collect();
    allocation_counter::measure(|| {
        let input = Box::new(io::Cursor::new(input));
        let streams = Streams::new(input, Box::new(io::sink()), Box::new(io::sink()));
        let status = run(arguments, streams);
        assert!(matches!(status, 0 | 65), "exit status {status}");
    })
}

/// Runs a command on an input and on one of twice the size.
fn work_at_double_size(arguments: &[&str], shape: Shape, n: usize) -> [AllocationInfo; 2] {
    // The first run performs the allocations that occur once per process.
    work(arguments, shape(n));
    [n, 2 * n].map(|n| work(arguments, shape(n)))
}

#[test]
fn work_doubles_with_the_input() {
    let manifest = crate::program::file(EVENTS_MANIFEST);
    let base = ["--base-url", "https://h/", "--ahp-chat", "ahp-chat:/1"];
    let convert = |from: &'static str, to: &'static str, more: &[&'static str]| {
        [&["convert", "--from", from, "--to", to], more].concat()
    };
    let all = |from: &'static str, to: &'static str, more: &[&'static str]| {
        let with = |flag: &[&'static str]| convert(from, to, &[more, flag].concat());
        vec![with(&[]), with(&["--notes"]), with(&["--envelope"])]
    };
    let mut jobs: Vec<(Shapes, Vec<&str>)> = Vec::new();
    for to in ["a2ui@0.8", "a2ui@0.9.1", "a2ui@1.0", "a2ui@1.0-sep", "ahp"] {
        jobs.extend(
            all("a2ui", to, &[])
                .into_iter()
                .map(|job| (&SURFACES[..], job)),
        );
    }
    jobs.extend(
        all("a2ui", "ahp@1.0", &base)
            .into_iter()
            .map(|job| (&SURFACES[..], job)),
    );
    for to in ["a2ui@0.9", "a2ui@1.0", "ahp"] {
        jobs.extend(
            all("a2ui", to, &[])
                .into_iter()
                .map(|job| (&SURFACES_0_8[..], job)),
        );
    }
    for (to, more) in [
        ("a2ui@0.9", &[][..]),
        ("a2ui@0.8", &[]),
        ("a2ui@1.0", &[]),
        ("actions-json", &["--runtime-id", "r"]),
        ("ahp", &["--channel", "ahp-canvas:/s"]),
    ] {
        jobs.extend(
            all("aap", to, more)
                .into_iter()
                .map(|job| (&RECORDS[..], job)),
        );
    }
    for to in ["aap", "a2ui@0.8", "a2ui@1.0"] {
        jobs.extend(
            all("a2ui", to, &[])
                .into_iter()
                .map(|job| (&ACTIONS[..], job)),
        );
    }
    for flags in [&[][..], &["--envelope"]] {
        let arguments = [
            "convert",
            "--from",
            "actions-json",
            "--to",
            "aap",
            "--canvas-file",
            "p.html",
            "--manifest",
            &manifest,
        ];
        jobs.push((&EVENTS, [&arguments[..], flags].concat()));
    }
    for verb in ["decode", "check", "fold"] {
        jobs.push((&SURFACES, vec![verb, "a2ui"]));
        jobs.push((&SURFACES_0_8, vec![verb, "a2ui"]));
        jobs.push((&CARRIED, vec![verb, "a2ui"]));
        jobs.push((&HOSTILE, vec![verb, "a2ui"]));
        jobs.push((&HOSTILE, vec![verb, "ahp"]));
    }
    for verb in ["decode", "check"] {
        jobs.push((&RECORDS, vec![verb, "aap"]));
        jobs.push((&ACTIONS, vec![verb, "a2ui"]));
        jobs.push((&HOSTILE, vec![verb, "aap"]));
        jobs.push((&EVENTS, vec![verb, "actions-json"]));
    }
    for more in [&[][..], &["--flat-names"]] {
        jobs.extend(
            all("actions-json", "mcp", more)
                .into_iter()
                .map(|job| (&MANIFESTS[..], job)),
        );
        for to in ["actions-json", "mcp@2026-07-28"] {
            jobs.extend(
                all("mcp", to, more)
                    .into_iter()
                    .map(|job| (&MCP_LISTS[..], job)),
            );
        }
    }
    jobs.extend(
        all("actions-json", "ahp@canvas", &[])
            .into_iter()
            .map(|job| (&MANIFESTS[..], job)),
    );
    jobs.push((
        &MANIFESTS,
        vec!["explain", "--from", "actions-json", "--to", "mcp"],
    ));
    let known = crate::program::file(&MANIFESTS[0].1(80));
    for to in ["mcp", "actions-json"] {
        let more = ["--manifest", &*known, "--runtime-id", "r"];
        jobs.extend(
            [[&["convert", "--from", "responses", "--to", to], &more[..]].concat()]
                .map(|job| (&EVENT_STREAM[..], job)),
        );
    }
    let page = crate::program::file("");
    if crate::show::has_page() {
        for shapes in [&SURFACES[..], &SURFACES_0_8, &CARRIED, &HOSTILE, &LOSSES] {
            jobs.push((shapes, vec!["show", "--output", &page]));
        }
    }
    jobs.push((&HOSTILE, vec!["record"]));
    jobs.push((&FOLDED, vec!["fold", "ahp"]));
    jobs.extend(
        all("aap", "a2ui", &[])
            .into_iter()
            .map(|job| (&HOSTILE[..], job)),
    );

    let mut wrong = Vec::new();
    for (shapes, arguments) in &jobs {
        for (name, shape) in *shapes {
            let [once, twice] = work_at_double_size(arguments, *shape, 80);
            // A little is allocated once, and a buffer that grows by doubling may grow just now.
            let is_linear = |once: u64, twice: u64, slack: u64| twice <= once * 5 / 2 + slack;
            if !is_linear(once.count_total, twice.count_total, 100)
                || !is_linear(once.bytes_total, twice.bytes_total, 300_000)
            {
                wrong.push(format!(
                    "{} of {name}: {once:?}, {twice:?}",
                    arguments.join(" ")
                ));
            }
        }
    }
    assert!(jobs.len() > 40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn processed_input_is_not_retained() {
    for (arguments, (name, shape)) in [
        (&["check", "a2ui"][..], SURFACES[5]),
        (&["check", "a2ui"], SURFACES[8]),
        (&["check", "a2ui"], ACTIONS[0]),
        (&["check", "aap"], RECORDS[0]),
        (&["fold", "a2ui"], SURFACES[8]),
        (&["decode", "a2ui"], CARRIED[0]),
        (&["decode", "a2ui"], CARRIED[2]),
        (&["decode", "a2ui"], CARRIED[3]),
        (&["decode", "a2ui"], CARRIED[4]),
        (&["decode", "aap"], RECORDS[0]),
        (
            &["convert", "--from", "aap", "--to", "a2ui", "--envelope"],
            RECORDS[0],
        ),
        (
            &["convert", "--from", "a2ui", "--to", "aap", "--envelope"],
            ACTIONS[0],
        ),
        (
            &[
                "convert",
                "--from",
                "a2ui",
                "--to",
                "a2ui@0.8",
                "--envelope",
            ],
            SURFACES[8],
        ),
        (
            &[
                "convert",
                "--from",
                "a2ui",
                "--to",
                "a2ui@1.0",
                "--envelope",
            ],
            SURFACES[5],
        ),
        (
            &["convert", "--from", "a2ui", "--to", "ahp", "--notes"],
            SURFACES[8],
        ),
    ] {
        let [once, twice] = work_at_double_size(arguments, shape, 1200);
        assert!(
            twice.bytes_max < once.bytes_max + 20_000,
            "{arguments:?} of {name}: {once:?}, {twice:?}"
        );
    }
}

/// Compares the time for a list with the time for the same messages on separate lines, because repeated passes over a
/// list allocate nothing.
#[test]
fn refused_messages_cost_no_more_in_a_list() {
    let misspelt: Shape = |_| record("").replace("canvasFile", "canvas_file");
    let nameless: Shape = |_| action("").replace("\"action\"", "\"acted\"");
    let up = ["convert", "--from", "a2ui", "--to", "aap"].as_slice();
    let jobs: [(&[&str], &str, usize, Shape); 9] = [
        (&["check", "aap", "--fix"], "interactions", 4000, misspelt),
        (&["check", "a2ui", "--fix"], "messages", 2000, |_| {
            action("").replace(r#""version":"v0.9","#, "")
        }),
        (
            &["explain", "--from", "aap", "--to", "a2ui"],
            "interactions",
            2000,
            misspelt,
        ),
        (
            &["convert", "--from", "aap", "--to", "a2ui"],
            "interactions",
            8000,
            misspelt,
        ),
        (&["decode", "aap"], "interactions", 8000, misspelt),
        (&["check", "aap"], "interactions", 8000, misspelt),
        (up, "messages", 2000, nameless),
        (&["decode", "a2ui"], "messages", 2000, nameless),
        (&["check", "a2ui"], "messages", 2000, nameless),
    ];
    let time = |arguments: &[&str], input: String| {
        let start = Instant::now();
        work(arguments, input);
        start.elapsed()
    };
    for (arguments, name, n, message) in jobs {
        let [alone, listed] = [
            lines(n, message),
            format!("{{\"{name}\":[{}]}}", list(n, message)),
        ];
        let times = || {
            (
                time(arguments, alone.clone()),
                time(arguments, listed.clone()),
            )
        };
        assert_soon(
            times,
            |(alone, listed)| listed < 4 * alone,
            &format!("{arguments:?}, alone and in a list"),
        );
    }
}

/// Repeats a measurement, at most eight times, until two times are as expected. Other load on the machine may affect
/// single times.
fn assert_soon(
    times: impl Fn() -> (Duration, Duration),
    is_expected: impl Fn((Duration, Duration)) -> bool,
    what: &str,
) {
    let mut measured = Vec::new();
    let is_found = (0..8).any(|_| {
        measured.push(times());
        measured.last().copied().is_some_and(&is_expected)
    });
    assert!(is_found, "{what}: {measured:?}");
}

const BEGIN_0_8: &str = "{\"beginRendering\":{\"surfaceId\":\"s\",\"root\":\"root\"}}\n";

fn update_0_8(components: &str) -> String {
    format!("{{\"surfaceUpdate\":{{\"surfaceId\":\"s\",\"components\":[{components}]}}}}\n")
}

fn text_0_8(id: &str, text: &str) -> String {
    format!(r#"{{"id":"{id}","component":{{"Text":{{"text":{text}}}}}}}"#)
}

fn root_0_8() -> String {
    text_0_8("root", r#"{"literalString":"a"}"#)
}

fn record_with_carry(layer: &str, fields: String, images: &str) -> String {
    let carry = format!(r#"{{"v":1,"layers":[{{"from":"{layer}","fields":[{fields}]{images}}}]}}"#);
    format!(r#"{{"value":{},"carry":{carry}}}"#, action(""))
}

/// Measures time, because repeated passes allocate nothing. Eight times the input must take about eight times as long.
/// If every part were compared with every other, it would take sixty-four times as long.
#[test]
fn time_grows_linearly_with_the_input() {
    let surface = crate::program::file(&MADE.replace(
        r#""component":"Text","text":"a""#,
        r#""component":"Button","child":"t","action":{"event":{"name":"go","context":{"q":1}}}"#,
    ));
    let click: Shape = |n| {
        let data = list(n, |i| format!("\"k{i}\":{i}"));
        record(&format!(",\"element\":\"root\",\"data\":{{{data}}}"))
            .replace("p.html", "a2ui/s.html")
    };
    let written: Shape = |n| {
        let texts = list(n, |i| {
            text_0_8(
                &format!("t{i}"),
                &format!(r#"{{"path":"/x{i}","literalString":"a"}}"#),
            )
        });
        let messages = update_0_8(&format!("{},{texts}", root_0_8())) + BEGIN_0_8;
        crate::program::run_ok(
            &[
                "convert",
                "--from",
                "a2ui@0.8",
                "--to",
                "a2ui@0.9",
                "--envelope",
            ],
            messages,
        )
        .out
    };
    let up = ["convert", "--from", "a2ui@0.8", "--to", "a2ui@0.9"].as_slice();
    let down = ["convert", "--from", "a2ui@0.9", "--to", "a2ui@0.8"].as_slice();
    let back = ["convert", "--from", "a2ui@0.9", "--to", "aap", "--envelope"].as_slice();
    let kept_down = [
        "convert",
        "--from",
        "a2ui@0.9",
        "--to",
        "a2ui@0.8",
        "--envelope",
    ]
    .as_slice();
    let edited: Shape = |n| {
        let data = format!(
            r#"{{"m":{{"l":[{}]}}}}"#,
            list(n, |i| format!(r#"["i{i}"]"#))
        );
        let messages = MADE.to_owned() + &update("/", &data);
        let arguments = [
            "convert",
            "--from",
            "a2ui@0.9",
            "--to",
            "a2ui@0.8",
            "--envelope",
        ];
        let there = crate::program::run_ok(&arguments, messages).out;
        assert!(there.contains(r#""valueString":"i0""#), "{there}");
        there.replace(r#""valueString":"i0""#, r#""valueString":"edited""#)
    };
    let kept_up = [up, &["--envelope"]].concat();
    let nested: Shape = |n| {
        let entry = |i| {
            format!(
                r#"{{"key":"k{i}","valueMap":[{{"key":"a","valueMap":[{{"key":"b","valueNumber":{i}}}]}}]}}"#
            )
        };
        let contents = list(n, entry);
        let data =
            format!("{{\"dataModelUpdate\":{{\"surfaceId\":\"s\",\"contents\":[{contents}]}}}}\n");
        BEGIN_0_8.to_owned() + &data
    };
    let parts: Shape = |n| {
        let data = format!(
            r#"{{"m":{{{}}}}}"#,
            list(n, |i| format!(r#""k{i}":{{"a":{{"b":{i}}}}}"#))
        );
        let down = ["convert", "--from", "a2ui@0.9", "--to", "a2ui@0.8"];
        let arguments = [&down[..], &["--envelope"]].concat();
        crate::program::run_ok(&arguments, MADE.to_owned() + &update("/", &data)).out
    };
    let results: Shape = |n| {
        let call = |i| {
            format!(
                r#"{{"id":"t{i}","component":"Text","text":{{"call":"formatString","args":{{"value":"${{/k{i}/a}}"}}}}}}"#
            )
        };
        let components = format!(
            "{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s\",\"components\":[{}]}}}}\n",
            list(n, call)
        );
        let updates: String = (0..n).map(|i| update(&format!("/k{i}/a"), "1")).collect();
        MADE.to_owned() + &components + &updates
    };
    let returned: Shape = |n| {
        let call = r#"{"call":"formatString","args":{"value":"${/k}"}}"#;
        let tabs = list(n, |_| format!(r#"{{"title":{call},"child":"root"}}"#));
        let context = list(n, |i| format!(r#""k{i}":{call}"#));
        let tabs = format!(r#"{{"id":"t","component":"Tabs","tabs":[{tabs}]}}"#);
        let button = format!(
            r#"{{"id":"b","component":"Button","child":"root","action":{{"event":{{"name":"go","context":{{{context}}}}}}}}}"#
        );
        let components = format!(
            "{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s\",\"components\":[{tabs},{button}]}}}}\n"
        );
        let down = ["convert", "--from", "a2ui@0.9", "--to", "a2ui@0.8"];
        let arguments = [&down[..], &["--envelope"]].concat();
        crate::program::run_ok(&arguments, MADE.to_owned() + &components).out
    };
    let flat = [
        "convert",
        "--from",
        "actions-json",
        "--to",
        "mcp",
        "--flat-names",
        "--envelope",
    ]
    .as_slice();
    let of_mcp = [
        "convert",
        "--from",
        "mcp",
        "--to",
        "actions-json",
        "--flat-names",
        "--envelope",
    ]
    .as_slice();
    let explained = ["explain", "--from", "actions-json", "--to", "mcp"].as_slice();
    let known = crate::program::file(&MANIFESTS[0].1(4000));
    let by_name = &[
        "convert",
        "--from",
        "responses",
        "--to",
        "actions-json",
        "--manifest",
        &*known,
    ][..];
    let properties: Shape =
        |n| MADE.replace(r#""text":"a""#, &list(n, |i| format!("\"p{i}\":{i}")));
    let jobs: [(&[&str], &str, usize, Shape); 33] = [
        (&kept_up, "calls that return", 250, returned),
        (down, "results of calls that change", 250, results),
        (&kept_up, "maps in maps", 250, nested),
        (&kept_up, "parts of a deep value", 100, parts),
        (flat, MANIFESTS[0].0, 250, MANIFESTS[0].1),
        (flat, MANIFESTS[1].0, 500, MANIFESTS[1].1),
        (flat, MANIFESTS[2].0, 250, MANIFESTS[2].1),
        (of_mcp, MCP_LISTS[0].0, 1000, MCP_LISTS[0].1),
        (of_mcp, MCP_LISTS[1].0, 250, MCP_LISTS[1].1),
        (explained, MANIFESTS[0].0, 250, MANIFESTS[0].1),
        (explained, MANIFESTS[1].0, 250, MANIFESTS[1].1),
        (by_name, EVENT_STREAM[0].0, 500, EVENT_STREAM[0].1),
        (back, "one field many times", 500, |n| {
            let image = r#","images":[["/summary","x"]]"#;
            record_with_carry(
                "aap@1.0",
                list(n, |_| r#"["/summary","q"]"#.to_owned()),
                image,
            )
        }),
        (back, "fields that are not there", 500, |n| {
            record_with_carry(
                "a2ui@0.9",
                list(n, |i| format!(r#"["/action/context/z{i}",1]"#)),
                "",
            )
        }),
        (up, "a root that is named again", 100, |n| {
            let texts = list(n, |i| {
                text_0_8(&format!("t{i}"), r#"{"literalString":"a"}"#)
            });
            update_0_8(&format!("{},{texts}", root_0_8())) + &BEGIN_0_8.repeat(n)
        }),
        (up, "a list that is replaced", 100, |n| {
            let template = r#"{"id":"root","component":{"List":{"children":{"template":{"componentId":"row","dataBinding":"/l"}}}}}"#;
            let texts = list(n, |i| {
                text_0_8(&format!("t{i}"), &format!(r#"{{"path":"/l/k{i}"}}"#))
            });
            let data = |i| {
                format!(
                    r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/l","contents":[{{"key":"a","valueNumber":{i}}}]}}}}"#
                )
            };
            update_0_8(&format!("{template},{texts}")) + BEGIN_0_8 + &lines(n, data)
        }),
        (up, "templates in many items", 100, |n| {
            let template = r#"{"id":"root","component":{"List":{"children":{"template":{"componentId":"row","dataBinding":"/m"}}}}}"#;
            let row = list(n, |i| {
                format!(r#""c{i}":{{"template":{{"componentId":"x","dataBinding":"a{i}"}}}}"#)
            });
            let items = list(n, |i| {
                format!(r#"{{"key":"k{i}","valueMap":[{{"key":"a","valueNumber":1}}]}}"#)
            });
            update_0_8(&format!(
                "{template},{}",
                text_0_8("row", r#"{"literalString":"a"}"#)
            )) + BEGIN_0_8
                + &format!(
                    "{{\"dataModelUpdate\":{{\"surfaceId\":\"s\",\"path\":\"/m\",\"contents\":[{items}]}}}}\n"
                )
                + &update_0_8(&format!(
                    r#"{{"id":"row","component":{{"Mine":{{{row}}}}}}}"#
                ))
        }),
        (up, "unknown properties", 1000, |n| {
            let component = list(n, |i| format!("\"p{i}\":{i}"));
            update_0_8(&format!(
                r#"{{"id":"root","component":{{"Text":{{{component}}}}}}}"#
            )) + BEGIN_0_8
        }),
        (down, "unknown properties", 1000, properties),
        (
            &["convert", "--from", "a2ui@0.9", "--to", "a2ui@1.0"],
            "unknown properties",
            1000,
            properties,
        ),
        (
            &["convert", "--from", "a2ui@0.9", "--to", "a2ui@0.10"],
            "unknown properties",
            1000,
            properties,
        ),
        (kept_down, "the context of an event", 1000, |n| {
            let context = list(n, |i| format!("\"k{i}\":null"));
            let action = format!(
                r#""component":"Button","child":"t","action":{{"event":{{"name":"go","context":{{{context}}}}}}}"#
            );
            MADE.replace(r#""component":"Text","text":"a""#, &action)
        }),
        (down, "components of one update", 1000, |n| {
            big_update(n, text)
        }),
        (kept_down, "components of one update", 500, |n| {
            big_update(n, |i| {
                format!(r#"{{"id":"t{i}","component":"Text","text":{{"path":"/x{i}"}},"more":1}}"#)
            })
        }),
        (kept_down, "lists in data", 200, |n| {
            MADE.to_owned()
                + &update(
                    "/l",
                    &format!(
                        "[{}]",
                        list(n, |i| format!(r#"{{"n":[{i},{{"m":[{i}]}}]}}"#))
                    ),
                )
        }),
        (
            &[
                "convert",
                "--from",
                "a2ui@0.8",
                "--to",
                "a2ui@0.9",
                "--envelope",
            ],
            "lists whose items were edited",
            1000,
            edited,
        ),
        (
            &[
                "convert",
                "--from",
                "a2ui@0.9",
                "--to",
                "a2ui@0.8",
                "--envelope",
            ],
            "literals that are written",
            100,
            written,
        ),
        (
            &[
                "convert",
                "--from",
                "a2ui@0.9",
                "--to",
                "a2ui@1.0",
                "--escape-ids",
                "--notes",
            ],
            "ids that are escaped",
            200,
            |n| {
                let ids = list(n, |i| text(i).replace("\"t", "\"t-"));
                MADE.replace(r#"{"id":"root""#, &format!(r#"{ids},{{"id":"root""#))
            },
        ),
        (
            &[
                "convert",
                "--from",
                "aap",
                "--to",
                "a2ui",
                "--surface",
                &surface,
            ],
            "data of an event",
            1000,
            click,
        ),
        (&["decode", "aap"], "numbers on a line", 1000, |n| {
            "1 ".repeat(n)
        }),
        (&["decode", "aap"], "words on a line", 1000, |n| {
            "word [1] ".repeat(n)
        }),
        (&["check", "a2ui"], "messages in a string", 250, |n| {
            let message = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
            let messages = list(n, |_| message.to_owned());
            wire::Payload::string(&format!("[{messages}]"))
                .text()
                .to_owned()
        }),
        (
            &[
                "convert",
                "--from",
                "a2ui",
                "--to",
                "a2ui@0.8",
                "--envelope",
            ],
            "tags on a line",
            500,
            |n| {
                r#"<a2ui-json>{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}</a2ui-json>"#
                    .repeat(n)
            },
        ),
    ];
    for (arguments, name, n, shape) in jobs {
        let time = |input: &str| {
            let start = Instant::now();
            work(arguments, input.to_owned());
            start.elapsed()
        };
        let [once, eight] = [n, 8 * n].map(shape);
        let times = || (time(&once), time(&eight));
        assert_soon(
            times,
            |(once, eight)| eight < 24 * once,
            &format!("{arguments:?} of {name}"),
        );
    }
}

/// Records in envelopes, as actions of A2UI 0.9.
const ENVELOPES: Shape = |n| {
    let arguments = ["convert", "--from", "aap", "--to", "a2ui@0.9", "--envelope"];
    run_ok(&arguments, RECORDS[0].1(n)).out
};

/// Checks the fixed cost of a message. Results that were not requested are not computed.
#[test]
fn a_record_takes_few_allocations() {
    let to_a2ui = ["convert", "--from", "aap", "--to", "a2ui@0.9"].as_slice();
    let to_aap = ["convert", "--from", "a2ui@0.9", "--to", "aap"].as_slice();
    let mut excess = Vec::new();
    for (arguments, more, shape, budget) in [
        (&["decode"][..], "aap", RECORDS[0].1, 8),
        (to_a2ui, "--quiet", RECORDS[0].1, 13),
        (to_a2ui, "--notes", RECORDS[0].1, 73),
        (to_a2ui, "--envelope", RECORDS[0].1, 68),
        (to_aap, "--quiet", ACTIONS[0].1, 30),
        (to_aap, "--notes", ACTIONS[0].1, 63),
        (to_aap, "--envelope", ENVELOPES, 135),
    ] {
        let arguments = [arguments, &[more]].concat();
        let [once, twice] = work_at_double_size(&arguments, shape, 1000);
        let each = (twice.count_total - once.count_total) as f64 / 1000.0;
        // Buffers that grow with the input take a few allocations more.
        if each > f64::from(budget) + 0.1 {
            excess.push(format!(
                "{arguments:?}: {each} allocations a message, at most {budget}"
            ));
        }
    }
    assert!(excess.is_empty(), "{excess:#?}");
}
