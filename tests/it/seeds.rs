//! Seeds for the fuzz targets: messages of the fixtures, of the generators and, with `AGENT_UI_CORPUS`, of the corpus.
//! For a dictionary, also the names and words of all tables.
//!
//! `AGENT_UI_SEEDS` names the folder for the seeds. `tests/fuzz/lib.rs` and the comment at the top of each target
//! describe the first bytes of an input. Inputs from the corpus are not part of the project, so the folder is outside
//! the sources.

use crate::{inventory, laws::pairs, translation};
use bridge::{Context, Dialect};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use wire::{Payload, Shape, TypeInfo};

/// The maximum size of a seed in bytes, because larger seeds slow down fuzzing.
const LONGEST: usize = 1 << 12;

/// The number of values for each type, and of sessions for each pair of dialects.
const VALUES: usize = 6;
const SESSIONS: u32 = 2;

/// A writer for the seeds of one target.
struct Seeds(PathBuf, usize);

impl Seeds {
    fn of(target: &str) -> Self {
        let folder = std::env::var_os("AGENT_UI_SEEDS").expect("AGENT_UI_SEEDS names a folder");
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder).unwrap();
        Self(folder, 0)
    }

    fn add(&mut self, begin: &[u8], text: &str) {
        if begin.len() + text.len() <= LONGEST {
            fs::write(
                self.0.join(self.1.to_string()),
                [begin, text.as_bytes()].concat(),
            )
            .unwrap();
            self.1 += 1;
        }
    }
}

/// Collects the texts in a folder and its subfolders.
fn texts_below(folder: &Path, texts: &mut Vec<String>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            texts_below(&path, texts);
        } else if let Ok(text) = fs::read_to_string(&path) {
            texts.push(text);
        }
    }
}

/// Returns the texts of the fixtures and of the corpus. A file is one document, or has one document on each line.
fn written() -> Vec<String> {
    let mut texts = Vec::new();
    texts_below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"),
        &mut texts,
    );
    if let Some(corpus) = std::env::var_os("AGENT_UI_CORPUS") {
        texts_below(Path::new(&corpus), &mut texts);
    }
    texts
}

/// Returns the distinct JSON documents in the texts, each on one line.
fn documents(texts: &[String]) -> BTreeSet<String> {
    let documents = texts.iter().flat_map(|text| match Payload::is_json(text) {
        true => vec![text.as_str()],
        false => text.lines().filter(|line| Payload::is_json(line)).collect(),
    });
    documents
        .filter(|text| text.len() <= LONGEST)
        .map(|text| wire::one_line(text).into_owned())
        .collect()
}

/// Returns the types in the order of the target `readers`.
fn types() -> Vec<&'static TypeInfo> {
    let without_fidelity = inventory::SOURCES
        .into_iter()
        .filter(|source| *source != "bridge/fidelity");
    without_fidelity.flat_map(inventory::rows).collect()
}

fn readers(documents: &BTreeSet<String>) {
    let mut seeds = Seeds::of("readers");
    for (index, row) in types().into_iter().enumerate() {
        let index = u16::try_from(index).unwrap().to_le_bytes();
        for text in inventory::texts(row).take(VALUES) {
            seeds.add(&index, &text);
        }
        // Types that accept any members read almost every document, so that a few documents suffice.
        for text in documents
            .iter()
            .filter(|text| row.rewrite(text).is_ok())
            .take(4 * VALUES)
        {
            seeds.add(&index, text);
        }
    }
}

fn lines(messages: &[(bridge::AnyMessage, bridge::Carry)], between: &str) -> Vec<String> {
    let line = |(message, carry): &(bridge::AnyMessage, bridge::Carry)| {
        let message = message.encode().unwrap();
        if carry.is_empty() {
            message
        } else {
            format!("{message}{between}{}", wire::encode(carry).unwrap())
        }
    };
    messages.iter().map(line).collect()
}

fn byte(dialect: Dialect) -> u8 {
    u8::try_from(
        Dialect::ALL
            .iter()
            .position(|other| *other == dialect)
            .unwrap(),
    )
    .unwrap()
}

fn translations() {
    let (mut one, mut many) = (Seeds::of("mappings"), Seeds::of("translators"));
    let mut options = (b' '..b'p').cycle();
    let mut add = |from, to, messages: &[_]| {
        for message in lines(messages, "\n") {
            one.add(&[byte(from), byte(to)], &message);
        }
        let session = lines(messages, "\t").join("\n");
        many.add(
            &[byte(from), byte(to), options.next().unwrap(), b'\n'],
            &session,
        );
    };
    for (from, to, messages) in pairs::sessions(SESSIONS) {
        let messages = translation::bare(messages);
        add(from, to, &messages);
        let there = crate::translation::paranoid(from, to, pairs::context()).unwrap();
        add(
            to,
            from,
            &translation::through(there, messages).with_carries(),
        );
    }
}

/// Writes documents between any two dialects that accept them.
fn documents_between(documents: &BTreeSet<String>) {
    let mut seeds = Seeds::of("mappings/documents");
    for text in documents {
        let message = Payload::parse(text.as_str()).unwrap();
        let dialects = || Dialect::ALL.iter().copied();
        for (at, from) in dialects().enumerate() {
            let goals = dialects()
                .filter(|to| crate::translation::paranoid(from, *to, Context::default()).is_ok());
            let read =
                goals.filter(|to| bridge::AnyMessage::read(&message, from, to.protocol()).is_ok());
            // Each document gets one target dialect, selected by its length.
            let read: Vec<_> = read.collect();
            if let Some(to) = read.get((text.len() + at) % read.len().max(1)) {
                seeds.add(&[byte(from), byte(*to)], text);
            }
        }
    }
}

fn surfaces(texts: &[String]) {
    let (mut built, mut cut) = (Seeds::of("surfaces"), Seeds::of("streams"));
    for text in texts
        .iter()
        .filter(|text| a2ui::read(text, None).is_ok() || text.contains("Surface"))
    {
        built.add(
            &[],
            &documents(std::slice::from_ref(text))
                .into_iter()
                .collect::<Vec<_>>()
                .join("\n"),
        );
        cut.add(&[7], text);
    }
    for (from, _, messages) in pairs::sessions(SESSIONS) {
        if from.protocol() == bridge::Protocol::A2ui {
            built.add(&[], &lines(&translation::bare(messages), "").join("\n"));
        }
    }
    let message = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    let quoted = Payload::string(message);
    for text in [
        format!("a\n```json\n{message}\n```\nb"),
        format!("~~~a2ui\n{message}\n~~~"),
        format!("<a2ui-json>{message}</a2ui-json> <a2ui>{message}</a2ui>"),
        format!("a\n---a2ui_JSON---\n[{message}]"),
        format!(
            "event: x\ndata: {message}\n\ndata: {{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":{quoted}}}\n\n"
        ),
        format!(
            r#"{{"parts":[{{"kind":"data","data":{message},"metadata":{{"mimeType":"application/json+a2ui"}}}}]}}"#
        ),
        format!(
            r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"m","content":{{"a2ui_operations":[{message}]}}}}"#
        ),
        format!(
            r#"{{"resource":{{"uri":"a2ui://s","mimeType":"application/json+a2ui","text":{quoted}}}}}"#
        ),
    ] {
        cut.add(&[3], &text);
    }
}

fn hosts(documents: &BTreeSet<String>) {
    let mut seeds = Seeds::of("hosts");
    let hello = |versions, client, capabilities| {
        format!(
            r#"h{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"channel":"ahp-root://","protocolVersions":["{versions}"],"clientId":"{client}",{capabilities}"initialSubscriptions":["ahp-session:/1","ahp-chat:/1"]}}}}"#
        )
    };
    let proposal = hello("0.6.0", "desk", r#""capabilities":{"canvas":{}},"#);
    let release = hello("1.0.0", "old", "");
    let canvas = "ahp-canvas:/east";
    let follow = format!(
        r#"h{{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{{"channel":"{canvas}"}}}}"#
    );
    let read = format!(
        r#"h{{"jsonrpc":"2.0","id":3,"method":"canvasReadResource","params":{{"channel":"{canvas}","uri":"ahp-canvas-content:/east/a"}}}}"#
    );
    let dispatch = format!(
        r#"h{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{canvas}","clientSeq":1,"action":{{"type":"canvas/closeRequested"}}}}}}"#
    );
    for hello in [proposal, release] {
        for script in [
            format!(
                "o east {{\"wing\":1}}\n{follow}\ns{canvas}\nu{canvas} {{\"title\":\"West\"}}\nm{canvas} {{\"a\":1}}\n{read}\n{dispatch}"
            ),
            format!(
                "peast\ns{canvas}\nv{canvas} turn\nr{canvas} ahp-canvas-content:/east/a\nl\nq{canvas}\nx{canvas}\nd"
            ),
        ] {
            seeds.add(&[], &format!("{hello}\n{script}"));
        }
        let frames: Vec<&String> = documents
            .iter()
            .filter(|text| text.contains("jsonrpc"))
            .collect();
        for frames in frames.chunks(4) {
            let frames = frames.iter().map(|frame| format!("h{frame}\nc{frame}"));
            seeds.add(
                &[],
                &format!("{hello}\no east\n{}", frames.collect::<Vec<_>>().join("\n")),
            );
        }
    }
}

fn lazy_tree() {
    let mut seeds = Seeds::of("lazy_tree");
    for text in [
        r#"{"a":{"b":[1,2,{"c":null}],"d":"e"}}"#,
        r#"[[],{},"",0,{"a":[[[1]]]}]"#,
        "{}",
        r#"{"a":1,"a":2,"":{"":3}}"#,
    ] {
        seeds.add(
            &[],
            &format!(
                "{text}\na/b/0=7\na/b/2/c={{}}\na/d\n/=[]\n0/1=\"x\"\na/b/9=1\na={text}\na/a/b/1"
            ),
        );
    }
}

/// Writes every member name and every word as a dictionary for libFuzzer.
fn dictionary() {
    let mut words = BTreeSet::new();
    for row in types() {
        match row.shape {
            Shape::Word { words: known, .. } => words.extend(known.iter().copied()),
            Shape::Object(table) | Shape::Keyed(table) => {
                words.extend(table.members.iter().map(|member| member.name))
            }
            Shape::Tagged { tag, variants } => {
                words.insert(tag);
                words.extend(variants.iter().map(|variant| variant.word));
            }
            _ => {}
        }
    }
    words.extend([
        "agent_ui_carry",
        "layers",
        "__proto__",
        "component",
        "Text",
        "Column",
        "children",
        "path",
        "call",
        "args",
    ]);
    let plain = words.iter().filter(|word| {
        word.bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte))
    });
    let lines: String = plain.map(|word| format!("\"\\\"{word}\\\"\"\n")).collect();
    let folder = Seeds::of("").0;
    fs::write(folder.join("names.dict"), lines).unwrap();
}

#[test]
#[ignore = "needs AGENT_UI_SEEDS"]
fn seeds_are_written_for_every_fuzz_target() {
    let texts = written();
    let documents = documents(&texts);
    readers(&documents);
    translations();
    documents_between(&documents);
    surfaces(&texts);
    hosts(&documents);
    lazy_tree();
    dictionary();
}
