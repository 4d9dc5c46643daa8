//! `lsp`: the language server, with a client that speaks the protocol on standard input and output.

mod client;

use crate::program::command;
use client::{Client, apply, marked, offset, position};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Stdio, time::Instant};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const URI: &str = "file:///messages/a.jsonl";

fn rules(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic["code"].as_str().unwrap())
        .collect()
}

/// A folder of its own, which is removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agent-ui-lsp-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the findings of `agent-ui check` about a text: rule, severity, message and hint.
fn findings_of_check(folder: &Folder, name: &str, text: &str) -> Vec<(String, u64, String)> {
    let path = folder.0.join(name);
    fs::write(&path, text).unwrap();
    let ran = command(&["check", "--no-config", path.to_str().unwrap()])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    let mut found = Vec::new();
    for line in out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let severity = match line["severity"].as_str() {
            Some("error") => 1,
            Some("warning") => 2,
            _ => 3,
        };
        let text = |name: &str| line[name].as_str().unwrap().to_owned();
        let message = match (text("message"), text("hint")) {
            (message, hint) if hint.is_empty() => message,
            (message, hint) => format!("{message}\n{hint}"),
        };
        found.push((text("rule"), severity, message));
    }
    found
}

#[test]
fn diagnostics_are_those_of_check_at_their_places() {
    let folder = Folder::new("check");
    let mut client = Client::with_options(Value::Null);
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","txet":"😀","text":5}]}}"#;
    for (name, text) in [
        ("a.jsonl", format!("{CREATE}\n{update}\n")),
        ("b.json", format!("[\n  {CREATE},\n  {update}\n]\n")),
        (
            "c.md",
            format!("# Answer\n\n```json\n{CREATE}\n{update}\n```\n\nDone.\n"),
        ),
        (
            "d.md",
            format!("Here: <a2ui-json>[{CREATE},{update}]</a2ui-json>\n"),
        ),
        (
            "e.json",
            r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","sum":"s"}"#
                .to_owned(),
        ),
    ] {
        let uri = folder.uri(name);
        let found = client.check(&uri, &text);
        let mut own = Vec::new();
        for diagnostic in &found {
            assert_eq!(diagnostic["source"], "agent-ui");
            let field = |name: &str| diagnostic[name].as_str().unwrap().to_owned();
            own.push((
                field("code"),
                diagnostic["severity"].as_u64().unwrap(),
                field("message"),
            ));
        }
        assert!(!own.is_empty(), "{name}");
        assert_eq!(own, findings_of_check(&folder, name, &text), "{name}");
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn diagnostics_mark_the_value_in_units_of_utf_16() {
    let mut client = Client::with_options(Value::Null);
    let text = format!(
        "{CREATE}\n{}\n",
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"😀","variant":"huge"}]}}"#
    );
    let found = client.check(URI, &text);
    let of_variant: Vec<&Value> = found
        .iter()
        .filter(|found| marked(&text, &found["range"]) == r#""huge""#)
        .collect();
    assert_eq!(of_variant.len(), 1, "{found:#?}");
    let start = text.find(r#""huge""#).unwrap();
    assert_eq!(of_variant[0]["range"]["start"], position(&text, start));
    assert_eq!(of_variant[0]["range"]["end"], position(&text, start + 6));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn positions_count_bytes_if_the_client_offers_it() {
    let mut client = Client::start();
    let general = json!({"positionEncodings": ["utf-16", "utf-8"]});
    let capabilities = client.initialize(json!({"capabilities": {"general": general}}));
    assert_eq!(capabilities["positionEncoding"], "utf-8");
    let text = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"é😀","extra":1}}"#;
    let found = client.check(URI, text);
    let at = u64::try_from(text.find(":1}").unwrap() + 1).unwrap();
    let characters: Vec<_> = found
        .iter()
        .map(|found| found["range"]["start"]["character"].as_u64().unwrap())
        .collect();
    assert!(characters.contains(&at), "{at} {found:#?}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn quick_fixes_correct_one_finding_each_and_all_together() {
    let mut client = Client::with_options(Value::Null);
    let text = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","childen":["t"]},{"id":"t","component":"Text","text":"😀","varient":"h1"}]}}
"#;
    let found = client.check(URI, text);
    let fixable: Vec<&Value> = found
        .iter()
        .filter(|found| found["message"].as_str().unwrap().contains("did you mean"))
        .collect();
    assert_eq!(fixable.len(), 2, "{found:#?}");
    for (diagnostic, old, new) in [
        (fixable[0], "childen", "children"),
        (fixable[1], "varient", "variant"),
    ] {
        let context = json!({"diagnostics": [diagnostic], "only": ["quickfix"]});
        let actions = client.actions(URI, &diagnostic["range"], context);
        assert_eq!(actions.len(), 1, "{actions:#?}");
        assert_eq!(actions[0]["kind"], "quickfix");
        assert_eq!(actions[0]["diagnostics"], json!([diagnostic]));
        let expected = text.replacen(&format!("\"{old}\""), &format!("\"{new}\""), 1);
        assert_eq!(apply(text, URI, &actions[0]), expected);
    }
    let whole = json!({"start": position(text, 0), "end": position(text, text.len())});
    let context = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let actions = client.actions(URI, &whole, context);
    assert_eq!(actions.len(), 1, "{actions:#?}");
    let corrected = apply(text, URI, &actions[0]);
    client.change(URI, 2, json!([{"text": corrected}]));
    assert_eq!(client.diagnostics(URI, 2), [] as [Value; 0], "{corrected}");
    let context = json!({"diagnostics": []});
    assert_eq!(client.actions(URI, &whole, context), [] as [Value; 0]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn repairs_of_broken_json_are_quick_fixes() {
    let mut client = Client::with_options(Value::Null);
    let text = r#"{"version":"v0.9","deleteSurface":{"surface_id":"s",}}"#;
    let found = client.check(URI, text);
    let context = json!({"diagnostics": found, "only": ["quickfix"]});
    let actions = client.actions(URI, &found[0]["range"], context);
    assert_eq!(actions.len(), 1, "{actions:#?}");
    let corrected = apply(text, URI, &actions[0]);
    assert!(
        serde_json::from_str::<Value>(&corrected).is_ok(),
        "{corrected}"
    );
    assert_eq!(client.end(), Some(0));
}

#[test]
fn half_written_messages_have_one_clear_diagnostic() {
    let mut client = Client::with_options(Value::Null);
    let whole = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"t","component":"Text","text":"Hi"},{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}}]}}"#;
    let mut version = 1;
    client.check(URI, &format!("{CREATE}\n"));
    for end in 45..whole.len() {
        version += 1;
        let text = format!("{CREATE}\n{}\n", &whole[..end]);
        client.change(URI, version, json!([{"text": text}]));
        let found = client.diagnostics(URI, version);
        // A text without its last brackets is complete otherwise, and each missing bracket is a finding.
        let is_bracket = |rule: &&str| *rule == "repair/missing-bracket";
        let others = rules(&found)
            .into_iter()
            .filter(|rule| !is_bracket(rule))
            .count();
        assert!(found.len() <= 4 && others <= 1, "{text}\n{found:#?}");
        if found.len() == 1 {
            let line = &found[0]["range"]["start"]["line"];
            assert_eq!(*line, 1, "{text}\n{found:#?}");
        }
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn incremental_changes_keep_the_text_of_the_client() {
    let mut client = Client::with_options(Value::Null);
    let fresh = "file:///messages/fresh.jsonl";
    let mut text = format!("{CREATE}\r\n{CREATE}\n");
    client.check(URI, &text);
    let inserts = [
        "😀", "\n", "\r\n", "é", "{", "}", "\"", ",", "\"x\":1,", CREATE, "",
    ];
    // A linear congruential generator, so that every run has the same edits.
    let mut state: usize = 12345;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    for version in 2..200 {
        let mut changes = Vec::new();
        for _ in 0..=random(3) {
            let boundaries: Vec<usize> = (0..=text.len())
                .filter(|at| text.is_char_boundary(*at))
                // A position between the two characters of a line break is outside of its line.
                .filter(|at| !text[..*at].ends_with('\r'))
                .collect();
            let from = boundaries[random(boundaries.len())];
            let mut to = from + random(12);
            while !boundaries.contains(&to.min(text.len())) {
                to += 1;
            }
            let to = to.min(text.len());
            let insert = inserts[random(inserts.len())];
            let range = json!({"start": position(&text, from), "end": position(&text, to)});
            changes.push(json!({"range": range, "text": insert}));
            text.replace_range(from..to, insert);
            assert_eq!(offset(&text, &position(&text, from)), from);
        }
        client.change(URI, version, json!(changes));
        let changed = client.diagnostics(URI, version);
        let opened = client.check(fresh, &text);
        assert_eq!(changed, opened, "{version}: {text:?}");
        client.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": fresh}}),
        );
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn hover_documents_components_and_fields_with_their_fate() {
    let mut client = Client::with_options(json!({"target": "a2ui@0.8"}));
    let text = |component: &str| {
        format!(
            "{CREATE}\n{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s\",\"components\":[{component}]}}}}\n"
        )
    };
    for (component, expected) in [
        (
            r#"{"id":"root","component":"Te|xt","text":"a"}"#,
            vec!["**Text**", "`text`", "`variant`"],
        ),
        (
            r#"{"id":"root","component":"Text","te|xt":"a"}"#,
            vec!["`text` (", "required", "**In a2ui@0.8:** kept"],
        ),
        (
            r#"{"id":"root","component":"Text","text":"a","accessibility":{"label":"|b"}}"#,
            vec!["**In a2ui@0.8:** lost"],
        ),
    ] {
        let hover = client.at_mark("textDocument/hover", URI, &text(component));
        let shown = hover["contents"]["value"].as_str().unwrap_or_default();
        for part in expected {
            assert!(shown.contains(part), "{component}: {part} in {shown}");
        }
    }
    let nothing = client.at_mark("textDocument/hover", URI, &format!("{CREATE}\n|\n"));
    assert_eq!(nothing, Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn completion_suggests_names_that_fit_at_the_cursor() {
    let mut client = Client::with_options(Value::Null);
    let data = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"user":{"name":"A"},"items":[{"price":1}]}}}"#;
    let text = |component: &str| {
        format!(
            "{CREATE}\n{data}\n{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s\",\"components\":[{{\"id\":\"t\",\"component\":\"Text\",\"text\":\"a\"}},{component}\n"
        )
    };
    for (component, some, none) in [
        (
            r#"{"id":"root","component":"|"#,
            vec!["Text", "Button", "Column"],
            vec!["text"],
        ),
        (
            r#"{"id":"root","component":"Button","|"#,
            vec!["child", "action", "variant"],
            vec!["id", "text"],
        ),
        (
            r#"{"id":"root","component":"Column","children":["|"#,
            vec!["t"],
            vec!["root"],
        ),
        (
            r#"{"id":"root","component":"Button","child":|"#,
            vec!["t"],
            vec!["root"],
        ),
        (
            r#"{"id":"root","component":"Text","text":{"path":"|"#,
            vec!["/user/name", "/items/0/price"],
            vec!["t"],
        ),
        (
            r#"{"id":"root","component":"Text","text":"b","variant":"|"}]}}"#,
            vec!["h1", "body"],
            vec!["t"],
        ),
        (
            r#"{"id":"root","component":"Text"}],"surfaceId":"|"#,
            vec!["s"],
            vec![],
        ),
    ] {
        let labels = client.labels(URI, &text(component));
        for name in some {
            assert!(
                labels.iter().any(|label| label == name),
                "{component}: {labels:?}"
            );
        }
        for name in none {
            assert!(
                labels.iter().all(|label| label != name),
                "{component}: {labels:?}"
            );
        }
    }
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"|"#;
    assert!(client.labels(URI, old).contains(&"Text".to_owned()));
    // In Markdown, only the blocks have suggestions.
    let marked = format!(
        "# A\n\n```json\n{CREATE}\n{{\"version\":\"v0.9\",\"deleteSurface\":{{\"surfaceId\":\"|\n```\n"
    );
    assert_eq!(client.labels("file:///messages/a.md", &marked), ["s"]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn suggestions_replace_the_text_at_the_cursor() {
    let mut client = Client::with_options(Value::Null);
    let before = format!(
        "{CREATE}\n{{\"version\":\"v0.9\",\"updateComponents\":{{\"surfaceId\":\"s\",\"components\":[{{\"id\":\"😀\",\"component\":"
    );
    let marked = format!("{before}\"Te|\"}}]}}}}\n");
    let items = client.at_mark("textDocument/completion", URI, &marked);
    let text = marked.replacen('|', "", 1);
    let mut items = items.as_array().unwrap().iter();
    let item = items.find(|item| item["label"] == "Text").unwrap();
    let edit = &item["textEdit"];
    assert_eq!(client::marked(&text, &edit["range"]), r#""Te""#);
    assert_eq!(edit["newText"], r#""Text""#);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn settings_come_from_the_client_and_from_the_file_of_the_workspace() {
    let folder = Folder::new("settings");
    let text = format!(
        "{CREATE}\n{}\n",
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Gauge","value":1}]}}"#
    );
    let mut client = Client::in_folder(Some(&folder.0), Value::Null);
    let uri = folder.uri("a.jsonl");
    let found = client.check(&uri, &text);
    assert!(rules(&found).contains(&"unknown-component"), "{found:#?}");
    // The file is read when it changes.
    fs::write(
        folder.0.join("agent-ui.toml"),
        "[check]\nallow = [\"unknown-component:a.jsonl\"]\n",
    )
    .unwrap();
    client.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    assert_eq!(rules(&client.diagnostics(&uri, 1)), [] as [&str; 0]);
    fs::write(
        folder.0.join("agent-ui.toml"),
        "[check]\nallowed = [\"x\"]\n",
    )
    .unwrap();
    client.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    let shown = client.next_notification("window/showMessage");
    let message = shown["message"].as_str().unwrap();
    assert!(
        message.contains("agent-ui.toml:2: `allowed` is not an option of check"),
        "{message}"
    );
    fs::remove_file(folder.0.join("agent-ui.toml")).unwrap();
    // A catalog of the client, whose path begins at the workspace.
    let catalog = r#"{"catalogId":"c","components":{"Gauge":{"description":"A gauge.","properties":{"value":{"type":"string"}}}}}"#;
    fs::write(folder.0.join("catalog.json"), catalog).unwrap();
    let settings = json!({"agent-ui": {"catalog": ["catalog.json"], "deny": ["warnings"]}});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": settings}),
    );
    let text = text.replace(
        "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
        "c",
    );
    let uri = folder.uri("b.jsonl");
    let found = client.check(&uri, &text);
    assert_eq!(rules(&found), ["wrong-type"], "{found:#?}");
    let marked = text.replacen("Gauge", "Ga|uge", 1);
    let hover = client.at_mark("textDocument/hover", &uri, &marked);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("A gauge."),
        "{hover}"
    );
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_configuration_of_the_client_is_requested() {
    let mut client = Client::start();
    let workspace = json!({"configuration": true});
    client.initialize(json!({"capabilities": {"workspace": workspace}}));
    let request = client.next_request();
    assert_eq!(request.method, "workspace/configuration");
    assert_eq!(request.params["items"][0]["section"], "agent-ui");
    client.respond(request.id, json!([{"protocol": "aap"}]));
    let found = client.check(URI, "{}");
    assert!(rules(&found).contains(&"missing"), "{found:#?}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn requests_outside_of_the_session_are_errors() {
    let mut client = Client::start();
    assert_eq!(client.request("textDocument/hover", json!({})), Err(-32002));
    client.initialize(json!({"capabilities": {}}));
    assert_eq!(
        client.request("textDocument/rename", json!({})),
        Err(-32601)
    );
    assert_eq!(client.request("textDocument/hover", json!({})), Err(-32602));
    let unknown =
        json!({"textDocument": {"uri": "file:///no"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.request("textDocument/hover", unknown), Err(-32602));
    // A message that is not JSON does not end the session, and neither do unknown notifications.
    client.write_bytes(b"Content-Length: 5\r\n\r\n{oops");
    client.notify("$/unknown", json!({}));
    client.notify("textDocument/didChange", json!(5));
    assert_eq!(client.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(client.request("textDocument/hover", json!({})), Err(-32600));
    assert_eq!(client.exit(), Some(0));
}

#[test]
fn a_client_that_leaves_without_shutdown_is_a_failure() {
    let client = Client::with_options(Value::Null);
    assert_eq!(client.exit(), Some(1));
    let client = Client::with_options(Value::Null);
    assert_eq!(client.leave(), Some(1));
}

#[test]
fn documents_without_messages_have_no_errors() {
    let mut client = Client::with_options(Value::Null);
    for (uri, text) in [
        ("file:///a/README.md", "# Title\n\nSome words.\n"),
        ("file:///a/empty.md", ""),
    ] {
        assert_eq!(client.check(uri, text), [] as [Value; 0], "{uri}");
    }
    let found = client.check("file:///a/package.json", r#"{"name":"x","private":true}"#);
    assert_eq!(rules(&found), ["protocol/unknown"]);
    assert_eq!(found[0]["severity"], 3);
    client.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": "file:///a/package.json"}}),
    );
    let closed = client.next_notification("textDocument/publishDiagnostics");
    assert_eq!(closed["diagnostics"], json!([]));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn large_documents_do_not_stop_the_server() {
    let mut client = Client::with_options(Value::Null);
    let line = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":"0123456789"}}"#;
    let mut text = format!("{CREATE}\n");
    while text.len() < 10 << 20 {
        text += line;
        text.push('\n');
    }
    let started = Instant::now();
    client.open(URI, &text);
    // Edits and requests in between are answered before the document is checked.
    for version in 2..20 {
        let start = json!({"line": 1, "character": 0});
        let range = json!({"start": start, "end": start});
        client.change(URI, version, json!([{"range": range, "text": " "}]));
    }
    let params = json!({"textDocument": {"uri": URI}, "position": {"line": 1, "character": 9}});
    assert_eq!(
        client.request("textDocument/completion", params),
        Ok(Value::Null)
    );
    assert_eq!(client.diagnostics(URI, 19), [] as [Value; 0]);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    let found = client.check("file:///b.jsonl", &text.repeat(2));
    assert_eq!(rules(&found), ["document-too-large"]);
    assert_eq!(client.end(), Some(0));
}
