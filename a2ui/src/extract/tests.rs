mod calls;
mod carriers;
mod places;

use super::*;
use calls::called_in;
use proptest::prelude::*;

const A: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"a","catalogId":"c"}}"#;
const B: &str = r#"{"deleteSurface":{"surfaceId":"é"}}"#;

fn in_pieces(limit: usize, pieces: &[&str]) -> Vec<ExtractedItem> {
    let mut finder = Extractor::new().limit(limit);
    let mut found = Vec::new();
    for piece in pieces {
        finder
            .push(piece)
            .into_iter()
            .for_each(|next| add(&mut found, next));
    }
    finder
        .finish()
        .into_iter()
        .for_each(|next| add(&mut found, next));
    found
}

/// Describes items briefly: a text after a tilde, or the carrier, line, column, pointer and text (or error) of a
/// message.
fn short(found: &[ExtractedItem]) -> Vec<String> {
    let one = |found: &ExtractedItem| match found {
        ExtractedItem::Text(around) => format!("~{}", around.text),
        ExtractedItem::Message(held) => {
            let Place { line, column, .. } = held.place;
            let what = match (&held.text, held.read(None)) {
                (Ok(text), Ok(_)) => text.clone(),
                (_, Err(error)) => {
                    format!("!{} {}:{}", error.rule.as_str(), error.line, error.column)
                }
                (Err(_), Ok(_)) => unreachable!(),
            };
            format!("{:?} {line}:{column} {} {what}", held.carrier, held.pointer)
        }
    };
    found.iter().map(one).collect()
}

/// Splits a text into pieces.
fn pieces<'a>(text: &'a str, cuts: &[prop::sample::Index]) -> Vec<&'a str> {
    let bounds: Vec<usize> = (0..=text.len())
        .filter(|at| text.is_char_boundary(*at))
        .collect();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&bounds)).collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.windows(2)
        .map(|pair| &text[pair[0]..pair[1]])
        .collect()
}

const BITS: [&str; 57] = [
    A,
    "Sure: {\"deleteSurface\":{",
    "{“version”: “v0.9”,",
    "'",
    "// c\n",
    "<a2ui-vertical>Text(",
    "\"s\n\"}",
    B,
    "\n",
    "\n",
    "\n",
    "\r\n",
    " ",
    "    ",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "`",
    "<",
    ">",
    "-",
    "é",
    "1",
    "word ",
    "```",
    "```json\n",
    "\n```a2ui\n",
    "~~~\n",
    "\n```\n",
    "<a2ui-json>",
    "</a2ui-json>",
    "<a2a_datapart_json>",
    "</a2a_datapart_json>",
    "<a2ui>",
    "</a2ui>",
    "---a2ui_JSON---",
    "\ndata: ",
    "\ndata:",
    "event: e\n",
    ": c\n",
    "\n\n",
    "{\"a\":1}",
    "{\"a\":",
    "\"deleteSurface\":{",
    "{\"deleteSurface\":{},",
    "[\n",
    "{\"type\":\"ACTIVITY_SNAPSHOT\",\"content\":{\"a2ui_operations\":[",
    "{\"parts\":[{\"mediaType\":\"application/a2ui+json\",\"data\":",
    "\n{\"type\":\"TEXT_MESSAGE_CHUNK\",\"delta\":\"```json\\n[\"}\n",
    "\n{\"type\":\"TOOL_CALL_CHUNK\",\"toolCallId\":\"c\",\"toolCallName\":\"render_a2ui\",\"delta\":\"{\\\"surfaceId\\\":\\\"s\\\",\\\"components\\\":[\"}\n",
    "\n{\"type\":\"TOOL_CALL_CHUNK\",\"delta\":\"]}\"}\n",
    "\n{\"type\":\"TEXT_MESSAGE_CHUNK\",\"delta\":\"{\\\"deleteSurface\\\":{\\\"surfaceId\\\":\\\"s\\\"}}\\n\"}\n",
];

/// Generates texts that contain none of these words.
fn bits(without: &[&str]) -> impl Strategy<Value = String> {
    let bits = BITS
        .iter()
        .copied()
        .filter(|bit| !without.iter().any(|word| bit.contains(word)));
    prop::collection::vec(prop::sample::select(bits.collect::<Vec<_>>()), 0..24)
        .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4 * ProptestConfig::default().cases))]
    #[test]
    fn extraction_does_not_depend_on_how_the_text_is_split(
        text in bits(&[]),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        limit in prop_oneof![3 => Just(usize::MAX), 1 => 0usize..120],
    ) {
        let whole = in_pieces(limit, &[&text]);
        prop_assert_eq!(&in_pieces(limit, &pieces(&text, &cuts)), &whole);
        let letters: Vec<_> = text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect();
        prop_assert_eq!(&in_pieces(limit, &letters), &whole);
        if limit == usize::MAX {
            prop_assert_eq!(extract_all(&text), whole);
        }
    }

    #[test]
    fn extracted_messages_are_unique_and_at_their_stated_place(text in bits(&["data:", "ACTIVITY", "parts", "TEXT", "CALL"])) {
        // Text in events is moved, and messages in A2A are reordered.
        let (mut end, nothing) = (0, String::new());
        for found in extract_all(&text) {
            let (place, is) = match &found {
                ExtractedItem::Text(around) => (around.place, &around.text),
                // For a block in another notation, only the position is known.
                ExtractedItem::Message(held) => (held.place, held.text.as_ref().unwrap_or(&nothing)),
            };
            prop_assert!(place.offset >= end, "{found:?}");
            prop_assert!(text[place.offset..].starts_with(is.as_str()), "{found:?}");
            prop_assert_eq!(Place::START.after(&text[..place.offset]), place);
            end = place.offset + is.len();
        }
    }
}

/// Writes messages as the text of a carrier. The number distinguishes activities.
fn carried_in(carrier: Carrier, messages: &[String], number: usize) -> String {
    let (all, quoted) = (messages.join(","), |text: &str| {
        text.replace('\\', "\\\\").replace('"', "\\\"")
    });
    let part = |data: &str| {
        format!("{{\"data\":{data},\n\"metadata\":{{\"mimeType\":\"application/a2ui+json\"}}}}")
    };
    match (carrier, number % 2) {
        (Carrier::Plain, 0) => messages
            .iter()
            .map(|message| format!("{message}\n"))
            .collect(),
        (Carrier::Plain, _) => format!("[{all}]\n"),
        (Carrier::Fence, 0) => format!("```json\n{}\n```\n", messages.join("\n")),
        (Carrier::Fence, _) => format!("~~~~a2ui\n[\n{all}\n]\n~~~~\n"),
        (Carrier::Tag, 0) => format!("<a2ui-json>\n```\n[{all}]\n```\n</a2ui-json>"),
        (Carrier::Tag, _) => format!("<a2ui>{}</a2ui>", messages.join(" ")),
        (Carrier::Delimiter, _) => format!("---a2ui_JSON---\n[{all}]\n"),
        (Carrier::Event, _) => messages
            .iter()
            .map(|message| format!("id: 1\r\ndata: {message}\r\n\r\n"))
            .collect(),
        (Carrier::A2a, 0) => format!(
            "{{\"result\":{{\"parts\":[{}]}}}}\n",
            part(&format!("[{all}]"))
        ),
        (Carrier::A2a, _) => {
            let parts: Vec<_> = messages.iter().map(|message| part(message)).collect();
            let task = format!(
                "{{\"status\":{{\"message\":\n{{\"parts\":[{}]}}}}}}",
                parts.join(",")
            );
            format!(
                "event: e\n{}\n",
                task.lines()
                    .map(|line| format!("data: {line}\n"))
                    .collect::<String>()
            )
        }
        (Carrier::AgUi, 0) => format!(
            "data: {{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"{number}\",\"content\":{{\"a2ui_operations\":[{all}]}}}}\n\n"
        ),
        (Carrier::AgUi, _) => {
            let tool = format!("{{\"a2ui_operations\":[{all}]}}");
            format!(
                "{{\"type\":\"TOOL_CALL_RESULT\",\"content\":\"{}\"}}\n",
                quoted(&tool)
            )
        }
        (Carrier::Mcp, _) => format!(
            "{{\"content\":[{{\"resource\":{{\"mimeType\":\"application/a2ui+json\",\"text\":\"{}\"}}}}]}}\n",
            quoted(&format!("[{all}]"))
        ),
        (Carrier::ToolCall, _) => called_in(&all, number),
        (Carrier::Text, 0) => {
            format!(
                "{{\"content\":[{{\"type\":\"text\",\"text\":\"{}\"}}]}}\n",
                quoted(&format!("[{all}]"))
            )
        }
        (Carrier::Text, _) => {
            let lines: Vec<_> = messages.iter().map(|message| quoted(message)).collect();
            format!(
                "{{\"parts\":[{{\"text\":\"Here:\\n{}\"}}]}}\n",
                lines.join("\\n")
            )
        }
        (Carrier::Json, 0) => messages
            .iter()
            .map(|message| format!("{{\"tick\":1,\"message\":{message}}}\n"))
            .collect(),
        (Carrier::Json, _) => format!("{{\"result\":{{\"messages\":[{all}]}}}}\n"),
    }
}

/// Returns the first surface that messages create, if the first message creates one.
fn made_first(messages: &[String]) -> Option<String> {
    let first = Message::read(&messages[0]).unwrap();
    (first.key() == "createSurface").then(|| first.surface_id().unwrap().as_str().to_owned())
}

fn messages() -> impl Strategy<Value = Vec<String>> {
    let message = wire::generate::any::<crate::v0_9::AgentMessage>();
    prop::collection::vec(
        message.prop_filter_map("written", |message| {
            wire::encode(&message)
                .ok()
                .map(|text| wire::one_line(&text).into_owned())
        }),
        1..4,
    )
}

fn carrier() -> impl Strategy<Value = Carrier> {
    use Carrier::{A2a, AgUi, Delimiter, Event, Fence, Json, Mcp, Plain, Tag, Text, ToolCall};
    prop::sample::select(vec![
        Plain, Fence, Tag, Delimiter, Event, A2a, AgUi, Mcp, ToolCall, ToolCall, ToolCall, Text,
        Json,
    ])
}

proptest! {
    #[test]
    fn messages_and_surrounding_text_return_from_every_carrier_unchanged(
        blocks in prop::collection::vec((carrier(), messages(), "[A-Za-z][A-Za-zé {}.,\"<-]{0,20}\n"), 1..5),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        first in 0_usize..10,
    ) {
        // A surface that is created twice is extracted once.
        let mut made: Vec<_> = blocks.iter().filter_map(|block| made_first(&block.1)).collect();
        made.sort();
        prop_assume!(made.windows(2).all(|pair| pair[0] != pair[1]));
        let mut text = String::new();
        for (number, (carrier, messages, words)) in blocks.iter().enumerate() {
            text += &(carried_in(*carrier, messages, first + number) + words);
        }
        let (mut around, mut held) = (String::new(), Vec::new());
        for found in in_pieces(usize::MAX, &pieces(&text, &cuts)) {
            match found {
                ExtractedItem::Text(next) => around += &next.text,
                ExtractedItem::Message(message) => {
                    prop_assert!(message.read(None).is_ok(), "{message:?}");
                    held.push((message.carrier, message.text.unwrap()));
                }
            }
        }
        // Events that stream a piece stay in place.
        let is_event = |line: &&str| line.trim().is_empty() || line.starts_with("data: {") || line.starts_with('{');
        let around: String = around.split_inclusive('\n').filter(|line| !is_event(line)).collect();
        prop_assert_eq!(around, blocks.iter().map(|block| &*block.2).collect::<String>(), "{}", text);
        let sent = blocks.iter().flat_map(|(carrier, messages, _)| messages.iter().map(|text| (*carrier, text.clone())));
        prop_assert_eq!(held, sent.collect::<Vec<_>>());
    }
}

/// Covers input that a careless implementation would scan repeatedly.
#[test]
fn work_grows_linearly_with_the_text() {
    for bit in [
        "[\n",
        "{\"a\":\n",
        "{\"deleteSurface\":[\n",
        "```json\n{",
        "<a2ui-json>",
        "<a2ui-json>[{\"a\":\n",
        "data: {\n",
        "data:",
        "\n```",
        "[{\n",
        "---a2ui_JSON---[",
        "`",
        " ",
        "[ ",
        "{\"a\":\"\\",
    ] {
        let text = bit.repeat(100_000 / bit.len());
        let mut finder = Extractor::new();
        let mut length = 0;
        for piece in text.as_bytes().chunks(7) {
            length += finder.push(std::str::from_utf8(piece).unwrap()).len();
        }
        length += finder.finish().len();
        assert!(length <= text.len(), "{bit:?}");
    }
}

/// The lookahead for long items does not depend on how the text is split.
#[test]
fn long_delimiters_and_blanks_do_not_depend_on_the_split() {
    for text in [
        "<a2ui-json@ >@A</a2ui-json>",
        "<a2ui-json>@A</a2ui-json@ >x",
        "<a2ui-json>@ ```@ @A",
        "---a2ui_JSON---@ @A",
        "[@ @A]\nx",
        "@A@ \n@B",
        "@ @A\n",
        "```json@ \n@A\n```@ \nx",
        "``````@ \n@A",
        "```\n[@ @A]\n```\n",
        "<a2ui@ >@A</a2ui>",
        "data:@ @A\n\n",
    ] {
        for length in [MARK - 12, MARK - 1, MARK, MARK + 1, MARK + 12] {
            let text = text
                .replace("@A", A)
                .replace("@B", B)
                .replace('@', &" ".repeat(length));
            let letters: Vec<_> = text
                .char_indices()
                .map(|(at, letter)| &text[at..at + letter.len_utf8()])
                .collect();
            assert_eq!(
                in_pieces(usize::MAX, &letters),
                extract_all(&text),
                "{length}: {text}"
            );
        }
    }
}

#[test]
fn an_overlong_value_is_reported_once_and_skipped() {
    let long = format!(
        "{{\"deleteSurface\":{{\"surfaceId\":\"{}\"}}}}",
        "x".repeat(100)
    );
    for (text, expected) in [
        ("@L\n@B\n", &["Plain 1:1  !value 1:1", "Plain 2:1  @B"][..]),
        (
            "[@L,@B]\nx",
            &["Plain 1:2 /0 !value 1:2", "Plain 1:137 /1 @B", "~x"],
        ),
        (
            "```json\n@L\n@B\n```\nx",
            &["Fence 2:1  !value 2:1", "Fence 3:1  @B", "~x"],
        ),
        (
            "<a2ui-json>@L @B</a2ui-json>x",
            &["Tag 1:12  !value 1:12", "Tag 1:147  @B", "~x"],
        ),
        (
            "data: @L\nid: 1\n\ndata: @B\n\nx",
            &["Event 1:1  !value 1:1", "Event 4:7  @B", "~x"],
        ),
        (
            "```a2ui\n@L, ]]\n```\nx",
            &["Fence 2:1  !value 2:1", "Fence 2:135  !syntax 2:135", "~x"],
        ),
        (
            "{\"note\":\"@L\"}\n@B\n",
            &["~{\"note\":\"@L\"}\n", "Plain 2:1  @B"],
        ),
    ] {
        let filled = |text: &str| text.replace("@L", &long).replace("@B", B);
        let expected: Vec<_> = expected.iter().map(|line| filled(line)).collect();
        assert_eq!(short(&in_pieces(100, &[&filled(text)])), expected, "{text}");
    }
}

#[test]
fn a_part_of_an_a2a_message_is_read_between_tags() {
    let part = |data: &str, mime: &str| {
        format!(
            "<a2a_datapart_json>{{\"kind\":\"data\",\"metadata\":{{\"mimeType\":\"{mime}\"}},\"data\":{data}}}</a2a_datapart_json>"
        )
    };
    let (a2ui, other) = ("application/json+a2ui", "application/json");
    for (text, expected) in [
        (
            format!("Here: {} and", part(A, a2ui)),
            vec!["~Here: ", "A2a 1:96 /data @A", "~ and"],
        ),
        (
            format!("{}{}", part(A, a2ui), part(B, a2ui)),
            vec!["A2a 1:90 /data @A", "A2a 1:268 /data @B"],
        ),
        // Other data is not A2UI, and not an error.
        (part("{\"n\":1}", other), vec!["~@T"]),
        ("<a2a_datapart_json>{".to_owned(), vec!["~@T"]),
    ] {
        let expected: Vec<_> = expected
            .iter()
            .map(|line| line.replace("@A", A).replace("@B", B).replace("@T", &text))
            .collect();
        assert_eq!(short(&extract_all(&text)), expected, "{text}");
    }
}

#[test]
fn an_activity_yields_only_added_messages() {
    let event = |kind: &str, rest: &str| {
        format!("{{\"type\":\"ACTIVITY_{kind}\",\"messageId\":\"m\",{rest}}}\n")
    };
    let snapshot = |list: &str| {
        event(
            "SNAPSHOT",
            &format!("\"content\":{{\"a2ui_operations\":[{list}]}}"),
        )
    };
    let delta = |op: &str, path: &str, value: &str| {
        event(
            "DELTA",
            &format!("\"patch\":[{{\"op\":\"{op}\",\"path\":\"{path}\",\"value\":{value}}}]"),
        )
    };
    let at = "/a2ui_operations";
    for (events, expected) in [
        (
            vec![
                snapshot(A),
                snapshot(&format!("{A},{B}")),
                snapshot(&format!("{A},{B}")),
            ],
            vec![A, B],
        ),
        (
            vec![
                snapshot(A),
                delta("add", &format!("{at}/-"), B),
                snapshot(&format!("{A},{B}")),
            ],
            vec![A, B],
        ),
        (
            vec![
                snapshot(&format!("{A},{B}")),
                delta("replace", &format!("{at}/1"), A),
                snapshot(&format!("{A},{A},{B}")),
            ],
            vec![A, B, A, B],
        ),
        (
            vec![
                snapshot(A),
                delta("remove", &format!("{at}/0"), "0"),
                snapshot(A),
            ],
            vec![A, A],
        ),
        (
            vec![
                snapshot(A),
                event(
                    "SNAPSHOT",
                    &format!("\"replace\":false,\"content\":{{\"a2ui_operations\":[{B}]}}"),
                ),
            ],
            vec![A],
        ),
        (
            vec![
                delta("add", at, &format!("[{A}]")),
                delta("replace", "", &format!("{{\"a2ui_operations\":[{A},{B}]}}")),
            ],
            vec![A, B],
        ),
        (
            vec![
                event("SNAPSHOT", "\"content\":{\"status\":\"building\"}"),
                delta("add", "/status", "1"),
            ],
            vec![],
        ),
    ] {
        let found = extract_all(&events.concat());
        let held = found.iter().filter_map(|found| match found {
            ExtractedItem::Message(held) => Some(held.text.clone().unwrap()),
            ExtractedItem::Text(_) => None,
        });
        assert_eq!(held.collect::<Vec<_>>(), expected, "{events:?}");
    }
    let deep = extract_all(&delta(
        "add",
        &format!("{at}/0/updateComponents/components/-"),
        "{}",
    ));
    assert_eq!(short(&deep), ["AgUi 1:51 /patch/0 !value 1:51"]);
    let mut finder = Extractor::new().limit(300);
    let found: Vec<_> = (0..4)
        .flat_map(|_| finder.push(&delta("add", &format!("{at}/-"), A)))
        .collect();
    assert_eq!(
        found
            .iter()
            .filter(|found| matches!(
                found,
                ExtractedItem::Message(ExtractedMessage { text: Err(_), .. })
            ))
            .count(),
        0
    );
    let found: Vec<_> = (0..4)
        .flat_map(|_| finder.push(&delta("add", &format!("{at}/-"), A)))
        .collect();
    assert_eq!(
        found
            .iter()
            .filter(|found| matches!(
                found,
                ExtractedItem::Message(ExtractedMessage { text: Err(_), .. })
            ))
            .count(),
        4
    );
}

/// Returns the messages in a text, without pointers and positions.
fn held_in(text: &str) -> Vec<String> {
    let held = |found| {
        if let ExtractedItem::Message(held) = found {
            Some(held.text.unwrap())
        } else {
            None
        }
    };
    extract_all(text).into_iter().filter_map(held).collect()
}

#[test]
fn repeated_ag_ui_operations_are_read_once() {
    let update = |text: &str| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"a","path":"/n","value":"{text}"}}}}"#
        )
    };
    let (one, two) = (update("1"), update("2"));
    let gone = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}"#;
    let quoted = |text: &str| wire::Payload::string(text).text().to_owned();
    let list = |messages: &[&str]| format!(r#"{{"a2ui_operations":[{}]}}"#, messages.join(","));
    let tool = |id: &str, messages: &[&str]| {
        let content = quoted(&list(messages).replace("\":", "\": "));
        format!(
            "{{\"type\":\"TOOL_CALL_RESULT\",{id}\"toolCallId\":\"c\",\"content\":{content}}}\n"
        )
    };
    let activity = |id: &str, messages: &[&str]| {
        format!(
            "data: {{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"{id}\",\"content\":{}}}\n\n",
            list(messages)
        )
    };
    let said = |id: &str, role: &str, content: &str| {
        format!(r#"{{"id":"{id}","role":"{role}","content":{content}}}"#)
    };
    let snapshot = |messages: &[String]| {
        format!(
            "{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{}]}}\n",
            messages.join(",")
        )
    };
    let t1 = "\"messageId\":\"t1\",";
    let both = snapshot(&[
        said("u", "user", "\"Hi\""),
        said("t1", "tool", &quoted(&list(&[A, &one]))),
        said("m", "activity", &list(&[A, &one, &two])),
    ]);
    let text = |id: &str| {
        snapshot(&[said(
            id,
            "assistant",
            &quoted(&format!("So:\n```json\n[{A},\n{one}]\n```\n")),
        )])
    };
    let streamed = "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"x\",\"delta\":@}\n\ndata: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"x\"}\n\n";
    let streamed = streamed.replace('@', &quoted(&format!("```json\n[{A},{one}]\n```\n")));
    for (events, expected) in [
        // A tool result followed by the activity, or the reverse, with and without an id.
        (
            vec![tool(t1, &[A, &one]), activity("m", &[A, &one])],
            vec![A, &one],
        ),
        (
            vec![tool("", &[A, &one]), activity("m", &[A, &one])],
            vec![A, &one],
        ),
        (
            vec![activity("m", &[A, &one]), tool(t1, &[A, &one])],
            vec![A, &one],
        ),
        // One of the two lists is longer.
        (
            vec![
                tool(t1, &[A, &one]),
                activity("m", &[A]),
                activity("m", &[A, &one, &two]),
            ],
            vec![A, &one, &two],
        ),
        (
            vec![
                activity("m", &[A]),
                tool(t1, &[A, &one]),
                activity("m", &[A, &one, &two]),
            ],
            vec![A, &one, &two],
        ),
        // A snapshot with all messages, twice, after the events that contained them.
        (vec![both.clone(), both.clone()], vec![A, &one, &two]),
        (
            vec![
                tool(t1, &[A, &one]),
                activity("m", &[A, &one, &two]),
                both.clone(),
            ],
            vec![A, &one, &two],
        ),
        (vec![text("x"), text("x")], vec![A, &one]),
        (vec![streamed, text("x")], vec![A, &one]),
        // A deleted surface is created again, but not by a message that preceded the deletion.
        (
            vec![tool(t1, &[A]), tool("", &[gone]), activity("m", &[A])],
            vec![A, gone, A],
        ),
        (
            vec![tool(t1, &[A]), format!("{gone}\n"), activity("m", &[A])],
            vec![A, gone, A],
        ),
        (
            vec![tool(t1, &[A]), tool("", &[gone]), tool(t1, &[A])],
            vec![A, gone],
        ),
        // Another surface with the same id, and another message with the same content for an existing surface.
        (
            vec![tool(t1, &[A, &one]), activity("m", &[A, &two])],
            vec![A, &one, A, &two],
        ),
        (
            vec![tool(t1, &[&one]), tool("", &[&two]), activity("m", &[&one])],
            vec![&one, &two, &one],
        ),
        (
            vec![text("x"), text("y").replace("So", "Or")],
            vec![A, &one],
        ),
    ] {
        assert_eq!(
            held_in(&events.concat())
                .iter()
                .map(|text| text.replace("\": ", "\":"))
                .collect::<Vec<_>>(),
            expected,
            "{events:?}"
        );
    }
    // Outside AG-UI carriers, repeated messages are not deduplicated.
    assert_eq!(held_in(&format!("{A}\n{A}\n[{A},{A}]\n")), [A, A, A, A]);
}
