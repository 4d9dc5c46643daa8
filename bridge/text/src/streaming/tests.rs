use super::*;
use crate::decode;
use proptest::prelude::*;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};
use wire::Payload;

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":["a","b"]}, {"id":"a", "component":"Text","text":"é \"}]\\ 🎉","weight":1.50e0},{"component":"Text","id":"b","text":{"path":"/n"}}]}}"#;
const DATA: &str =
    r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":[1e400,-0.0]}}"#;
const UPDATE_0_8: &str = r#"{"surfaceUpdate":{"components":[{"id":"root","component":{"Text":{"text":{"literalString":"x"}}}}],"surfaceId":"t"}}"#;
const CREATE_1_0: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"u","catalogId":"c","components":[{"id":"root","component":"Text","text":"y"}],"dataModel":{"n":1.0}}}"#;

/// Returns the events of a text whose pieces end at these offsets.
fn events(text: &[u8], ends: &[usize]) -> Vec<StreamEvent> {
    let mut stream = MessageStream::new(None).unwrap();
    let (mut found, mut from) = (Vec::new(), 0);
    for end in ends.iter().copied().chain([text.len()]) {
        found.extend(stream.push(&text[from..end.max(from)]));
        from = end.max(from);
    }
    found.extend(stream.finish());
    found
}

fn one_by_one(text: &str) -> Vec<StreamEvent> {
    events(text.as_bytes(), &(1..text.len()).collect::<Vec<_>>())
}

fn messages(events: &[StreamEvent]) -> Vec<String> {
    let mut found = Vec::new();
    for event in events {
        if let StreamEvent::Message { message, .. } = event {
            found.push(message.clone());
        }
    }
    found
}

fn components(events: &[StreamEvent]) -> Vec<&StreamEvent> {
    let components = events.iter();
    components
        .filter(|event| matches!(event, StreamEvent::Component { .. }))
        .collect()
}

/// Checks that each component equals one of the message that follows it, in order. Returns the number of components.
fn count_components(events: &[StreamEvent]) -> usize {
    let (mut open, mut count) = (Vec::new(), 0);
    for event in events {
        match event {
            StreamEvent::Component {
                surface, component, ..
            } => open.push((surface, component)),
            StreamEvent::Message { message, .. } => {
                let message = Payload::parse(message).unwrap();
                count += open.len();
                let mut whole = Vec::new();
                for key in ["updateComponents", "createSurface", "surfaceUpdate"] {
                    let Some(body) = message.member(key) else {
                        continue;
                    };
                    let surface: String = body.member("surfaceId").unwrap().decode().unwrap();
                    let components = body.member("components");
                    for component in components.iter().flat_map(|list| list.elements()) {
                        whole.push((surface.clone(), wire::without_whitespace(component.text())));
                    }
                }
                for (index, (surface, component)) in open.drain(..).enumerate() {
                    assert_eq!((surface, component), (&whole[index].0, &whole[index].1));
                }
            }
            _ => {}
        }
    }
    count
}

/// Returns a text in each form in which models and hosts write messages.
fn layouts(messages: &[&str]) -> Vec<String> {
    let lines = messages.join("\n");
    let list = messages.join(",\n ");
    vec![
        lines.clone(),
        format!("{lines}\n"),
        messages.concat(),
        format!("[{list}]"),
        format!("[\n  {list}\n]\n"),
        format!(
            "{{\"name\":\"n\",\"description\":\"a [b] {{c}}\",\"messages\":[{list}],\"more\":[1]}}"
        ),
        format!("{{\"messages\": [\n{list} ] }}\n"),
        format!("Here you are: é\n\n```json\n[{list}]\n```\nAnything else?"),
        format!("Here:\n```a2ui\n{lines}\n```\n"),
        format!(
            "Some text\n<a2ui-json>[{list}]</a2ui-json> and\n<a2ui-json>\n{lines}\n</a2ui-json>"
        ),
        format!("Text.\n```json\n{{\"messages\":[{list}]}}\n```\n"),
        format!("\u{FEFF}{lines}"),
    ]
}

#[test]
fn messages_in_every_layout_do_not_depend_on_the_pieces() {
    let all = [CREATE, UPDATE, DATA, UPDATE_0_8, CREATE_1_0];
    for text in layouts(&all) {
        let whole = decode(&text, Some(Protocol::A2ui.into()), None).unwrap();
        assert!(whole.messages.len() >= all.len(), "{text}");
        let one_by_one = one_by_one(&text);
        assert_eq!(messages(&one_by_one), whole.messages, "{text}");
        assert_eq!(
            count_components(&one_by_one) * all.len(),
            5 * whole.messages.len(),
            "{text}"
        );
        for end in 0..text.len() {
            let found = events(text.as_bytes(), &[end]);
            assert_eq!(messages(&found), whole.messages, "{end} of {text}");
            assert_eq!(
                components(&found),
                components(&one_by_one),
                "{end} of {text}"
            );
        }
    }
}

#[test]
fn a_component_is_returned_with_its_closing_brace() {
    let mut stream = MessageStream::new(None).unwrap();
    let end = UPDATE.find("}, {").unwrap();
    assert_eq!(stream.push(&UPDATE[..end]), []);
    let found = stream.push("}");
    let [
        StreamEvent::Component {
            surface,
            component,
            place,
        },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    assert_eq!(surface, "s");
    assert_eq!(
        component,
        r#"{"id":"root","component":"Column","children":["a","b"]}"#
    );
    assert_eq!(UPDATE.find("{\"id\"").unwrap() + 1, place.column);
}

#[test]
fn components_wait_for_a_surface_that_follows_them() {
    let mut stream = MessageStream::new(None).unwrap();
    let end = UPDATE_0_8.find(r#""t"}"#).unwrap();
    assert_eq!(stream.push(&UPDATE_0_8[..end]), []);
    let found = stream.push("\"t\"");
    assert!(!found.is_empty(), "{:?}", stream.partial);
    assert!(matches!(&found[..], [StreamEvent::Component { surface, .. }] if surface == "t"));
}

#[test]
fn a_broken_message_does_not_affect_the_next() {
    let broken = r#"{"version":"v0.9","updateComponents":{"surfaceId":7}}"#;
    let invalid = r#"{"version":"v0.9","deleteSurface":{"surfaceId" "x"}}"#;
    let repaired = r#"{"version":"v0.9","deleteSurface":{"surfaceID":"x"}}"#;
    for (index, text) in layouts(&[CREATE, broken, UPDATE, invalid, repaired, DATA])
        .into_iter()
        .enumerate()
    {
        // Without line ends, the message after an invalid one cannot be found.
        if index == 2 {
            continue;
        }
        let found = one_by_one(&text);
        let read = messages(&found);
        assert!(read.len() >= 4, "{text}: {found:?}");
        assert!(
            read.iter().any(|message| message.contains("1e400")),
            "{text}"
        );
        let faults = found
            .iter()
            .filter(|event| matches!(event, StreamEvent::Fault(_)));
        assert!(faults.count() >= 2, "{text}");
        assert_eq!(messages(&events(text.as_bytes(), &[])), read, "{text}");
    }
}

#[test]
fn the_end_reports_a_message_that_is_incomplete() {
    for (text, column) in [
        (format!("{CREATE}\n{}", &UPDATE[..200]), 1),
        (format!("[{CREATE},\n {}", &UPDATE[..200]), 2),
        (
            format!("{{\"messages\":[{CREATE},\n   {}", &UPDATE[..200]),
            4,
        ),
        (format!("Text\n```json\n{}", &UPDATE[..200]), 1),
        (format!("Text\n<a2ui-json>{CREATE}\n{}", &UPDATE[..200]), 1),
    ] {
        let found = one_by_one(&text);
        let Some(StreamEvent::Fault(fault)) = found.last() else {
            panic!("{text}: {found:?}");
        };
        let line = text.matches('\n').count() + 1;
        assert_eq!(
            (fault.place.line, fault.place.column),
            (line, column),
            "{text}"
        );
        assert!(fault.message.contains("ends within"), "{fault}");
        let components = found
            .iter()
            .filter(|event| matches!(event, StreamEvent::Component { .. }));
        assert_eq!(components.count(), 2, "{text}");
    }
}

#[test]
fn the_end_reports_a_list_without_its_bracket() {
    let found = one_by_one(&format!("[{CREATE},\n{DATA}"));
    assert_eq!(messages(&found), [CREATE, DATA]);
    assert!(matches!(found.last(), Some(StreamEvent::Fault(_))));
    assert_eq!(messages(&one_by_one("")), Vec::<String>::new());
}

#[test]
fn a_stream_can_be_used_again_after_its_end() {
    let mut stream = MessageStream::new(None).unwrap();
    stream.push(&UPDATE[..60]);
    assert_eq!(stream.finish().len(), 1);
    assert_eq!(messages(&stream.push(CREATE)), [CREATE]);
}

#[test]
fn a_message_beyond_the_limit_is_a_fault() {
    let mut stream = MessageStream::new(None).unwrap().limit(100);
    let mut found = Vec::new();
    for byte in format!("{CREATE}\n{UPDATE}\n{DATA}\n").bytes() {
        found.extend(stream.push([byte]));
    }
    assert_eq!(messages(&found), [CREATE, DATA]);
    assert!(
        found
            .iter()
            .any(|event| matches!(event, StreamEvent::Fault(_)))
    );
}

#[test]
fn other_protocols_are_refused() {
    let error = MessageStream::new(Some("mcp".parse().unwrap())).unwrap_err();
    assert_eq!(error.rule, "stream/protocol");
}

/// Returns a message with components of this total size.
fn large_message(size: usize) -> String {
    let mut text = String::from(
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":""}"#,
    );
    while text.len() < size {
        let length = text.len();
        write!(
            text,
            r#",{{"id":"c{length}","component":"Text","text":"number {length}"}}"#
        )
        .unwrap();
    }
    text + "]}}"
}

#[test]
fn work_grows_linearly_with_a_message_that_arrives_byte_by_byte() {
    let time = |size: usize| {
        let text = large_message(size);
        let start = Instant::now();
        let found = one_by_one(&text);
        assert_eq!(messages(&found), [text]);
        assert!(count_components(&found) > size / 100);
        start.elapsed()
    };
    let small = time(32 << 10);
    let large = time(512 << 10);
    // Quadratic work would take 256 times as long.
    assert!(large < small * 64, "{small:?}, {large:?}");
}

#[test]
fn a_stream_stores_only_the_unfinished_message() {
    for (start, end) in [("[", "]"), ("{\"messages\":[", "]}")] {
        let mut stream = MessageStream::new(None).unwrap();
        let mut count = stream.push(format!("{start}{CREATE}")).len();
        for _ in 0..2_000 {
            count += stream.push(format!(",{DATA}")).len();
        }
        assert_eq!(count, 2_001);
        let stored = format!("{:?}", stream.extractor).len();
        assert!(stored < 4_000, "{stored}");
        assert_eq!(stream.push(end), []);
        assert_eq!(stream.finish(), []);
    }
}

proptest! {
    #[test]
    fn any_pieces_of_any_messages_give_the_messages_of_the_whole(
        picked in prop::collection::vec(prop::sample::select(vec![CREATE, UPDATE, DATA, UPDATE_0_8, CREATE_1_0]), 1..5),
        layout in any::<prop::sample::Index>(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let layouts = layouts(&picked);
        let text = layout.get(&layouts);
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        ends.sort_unstable();
        let whole = decode(text, Some(Protocol::A2ui.into()), None).unwrap();
        let found = events(text.as_bytes(), &ends);
        prop_assert_eq!(messages(&found), whole.messages);
        count_components(&found);
    }
}

/// Returns the texts below a folder that are not larger than this.
fn texts_below(folder: PathBuf, largest: u64) -> Vec<(PathBuf, String)> {
    let (mut folders, mut found) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if fs::metadata(&path).unwrap().len() <= largest {
                if let Ok(text) = fs::read_to_string(&path) {
                    found.push((path, text));
                }
            }
        }
    }
    found.sort();
    found
}

/// Checks that pieces of several sizes give the messages of the whole text. Returns a description of the first difference.
fn difference(path: &Path, text: &str) -> Option<String> {
    let whole = decode(text, Some(Protocol::A2ui.into()), None).ok()?;
    for size in [1, 7, 64, text.len().max(1)] {
        let ends: Vec<usize> = (0..text.len()).step_by(size).collect();
        let found = events(text.as_bytes(), &ends);
        count_components(&found);
        let read = messages(&found);
        if read != whole.messages {
            let (path, count) = (path.display(), whole.messages.len());
            let first = read.iter().zip(&whole.messages).position(|(a, b)| a != b);
            return Some(format!(
                "{path}: {} of {count} messages in pieces of {size}; the first difference is {first:?}",
                read.len()
            ));
        }
    }
    None
}

#[test]
fn fixtures_in_pieces_give_the_messages_of_the_whole() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A package from a registry lacks the fixtures.
    if package.join("Cargo.toml.orig").exists() {
        return;
    }
    let folder = package.join("../../tests/fixtures/a2ui");
    let texts = texts_below(folder, 1 << 20);
    assert!(!texts.is_empty());
    for (path, text) in texts {
        assert_eq!(difference(&path, &text), None);
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn published_texts_in_pieces_give_the_messages_of_the_whole() {
    let corpus = std::env::var_os("AGENT_UI_CORPUS").expect("AGENT_UI_CORPUS names the corpus");
    let texts = texts_below(Path::new(&corpus).join("a2ui"), 100 << 10);
    let differences: Vec<String> = texts
        .iter()
        .filter_map(|(path, text)| difference(path, text))
        .collect();
    assert!(
        differences.is_empty(),
        "{} of {}:\n{}",
        differences.len(),
        texts.len(),
        differences.join("\n")
    );
}
