mod calls;
mod carriers;

use super::*;
use calls::called_in;
use proptest::prelude::*;

const A: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"a","catalogId":"c"}}"#;
const B: &str = r#"{"deleteSurface":{"surfaceId":"é"}}"#;

fn in_pieces(limit: usize, pieces: &[&str]) -> Vec<Found> {
    let mut finder = Finder::new().limit(limit);
    let mut found = Vec::new();
    for piece in pieces {
        finder.push(piece).into_iter().for_each(|next| add(&mut found, next));
    }
    finder.finish().into_iter().for_each(|next| add(&mut found, next));
    found
}

/// What was found, in short: texts behind a tilde, of messages carrier, line, column and pointer, and the text or its error.
fn short(found: &[Found]) -> Vec<String> {
    let one = |found: &Found| match found {
        Found::Text(around) => format!("~{}", around.text),
        Found::Message(held) => {
            let Place { line, column, .. } = held.place;
            let what = match (&held.text, held.read(None)) {
                (Ok(text), Ok(_)) => text.clone(),
                (_, Err(error)) => format!("!{} {}:{}", error.rule.as_str(), error.line, error.column),
                (Err(_), Ok(_)) => unreachable!(),
            };
            format!("{:?} {line}:{column} {} {what}", held.carrier, held.pointer)
        }
    };
    found.iter().map(one).collect()
}

/// Every way in which a message may come is one line of these: the text, and what is found in it. `@A` and `@B` are messages, `@Q` is one in a string.
#[test]
fn messages_are_found_where_models_and_carriers_put_them() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        (
            "Only words, {braces} and [brackets].\n{so} too\n",
            &["~Only words, {braces} and [brackets].\n{so} too\n"],
        ),
        // Lines.
        ("@A", &["Plain 1:1  @A"]),
        ("@A\r\n  @B \nrest", &["Plain 1:1  @A", "Plain 2:3  @B", "~rest"]),
        ("say:\n@A\n\n@B\nend\n", &["~say:\n", "Plain 2:1  @A", "~\n", "Plain 4:1  @B", "~end\n"]),
        ("@A @B\n", &["Plain 1:1  @A", "Plain 1:70  @B"]),
        ("@A is one\n", &["~@A is one\n"]),
        // In a line of text, in any script; what follows a message on its line shows that it is only spoken of.
        ("Sure! @A", &["~Sure! ", "Plain 1:7  @A"]),
        ("- @A\n> @B\n", &["~- ", "Plain 1:3  @A", "~> ", "Plain 2:3  @B"]),
        (
            "当然！\n@A\nبكل سرور: @B\n🎉",
            &["~当然！\n", "Plain 2:1  @A", "~بكل سرور: ", "Plain 3:18  @B", "~🎉"],
        ),
        (
            "Send `@A` or {\"a\":1}, {\"version\":1} and {\"error\":{}}.\n",
            &["~Send `@A` or {\"a\":1}, {\"version\":1} and {\"error\":{}}.\n"],
        ),
        // So does a list.
        (
            "Sure: [@A]\nx = [@A,\n@B] \nok",
            &["~Sure: ", "Plain 1:8 /0 @A", "~x = ", "Plain 2:6 /0 @A", "Plain 3:1 /1 @B", "~ok"],
        ),
        ("[INFO] sent [ @A ]\n", &["~[INFO] sent ", "Plain 1:15 /0 @A"]),
        ("Use [@A] here.\nsend([@B])\n`[@B]`\n", &["~Use [@A] here.\nsend([@B])\n`[@B]`\n"]),
        ("See [a](b), [1] and [{}].\nx = [1,2]\n[x]\n", &["~See [a](b), [1] and [{}].\nx = [1,2]\n[x]\n"]),
        (
            "So: [{'deleteSurface': {'surfaceId': 's'}},@B]\n",
            &["~So: ", "Plain 1:6 /0 !syntax 1:7", "Plain 1:44 /1 @B"],
        ),
        ("So: [@A,", &["~So: ", "Plain 1:6 /0 @A"]),
        ("```js\nx = [@A]\n```\n", &["~```js\nx = [@A]\n```\n"]),
        // What can be mended is not divided.
        (
            "So:\n{'deleteSurface':\n{'surfaceId':\n'}{'}}\n[@A, // the {first}\n/* and\n*/@B]\nok",
            &["~So:\n", "Plain 2:1  !syntax 2:2", "Plain 5:2 /0 @A", "Plain 7:3 /1 @B", "~ok"],
        ),
        ("[@A, / @B]\n", &["Plain 1:2 /0 @A", "Plain 1:72 /1 !syntax 1:72", "Plain 1:74 /2 @B"]),
        // Colours, marks of a text sequence, and commas stand around messages.
        (
            "\x1b[1;32minfo\x1b[0m @A\x1b[0m\n\x1b[32m@B \x1b[0m",
            &["~\x1b[1;32minfo\x1b[0m ", "Plain 1:17  @A", "~\x1b[32m", "Plain 2:6  @B"],
        ),
        ("@A\x1b[K\n", &["~@A\x1b[K\n"]),
        ("\x1e@A\n\x1e@B\n", &["Plain 1:2  @A", "Plain 2:2  @B"]),
        ("@A,\n@A, @B", &["Plain 1:1  !syntax 1:69", "Plain 2:1  !syntax 2:69", "Plain 2:71  @B"]),
        ("@A, or @B,,\n", &["~@A, or @B,,\n"]),
        ("{oops \"a\":@A\nsend(@A)\n", &["~{oops \"a\":@A\nsend(@A)\n"]),
        ("Result:@A", &["~Result:", "Plain 1:8  @A"]),
        ("```js\nx = @A\n```\ny = @A\n", &["~```js\nx = @A\n```\ny = ", "Plain 4:5  @A"]),
        (
            "See {\"deleteSurface\": {\n \"surfaceId\": \"é\"}}\nok",
            &["~See ", "Plain 1:5  {\"deleteSurface\": {\n \"surfaceId\": \"é\"}}", "~ok"],
        ),
        // In JSON that can be mended: the text is as it came.
        ("So:\n{“deleteSurface”: {“surfaceId”: “s”}}\nBye", &["~So:\n", "Plain 2:1  !syntax 2:2", "~Bye"]),
        (
            "{'version': 'v0.9', 'deleteSurface': {'surfaceId': 's'}}\nBye",
            &["Plain 1:1  !syntax 1:2", "~Bye"],
        ),
        (
            "[{version: \"v0.9\", deleteSurface: {surfaceId: \"s\"}},\n@B]",
            &["Plain 1:2 /0 !syntax 1:3", "Plain 2:1 /1 @B"],
        ),
        (
            "{ // a comment\n\"deleteSurface\": {\"surfaceId\": \"s\"}}\nBye",
            &["Plain 1:1  !syntax 1:3", "~Bye"],
        ),
        ("```json\n{deleteSurface: {surfaceId: \"s\"}}\n```\nBye", &["Fence 2:1  !syntax 2:2", "~Bye"]),
        (
            "{\"deleteSurface\":{\"surfaceId\":\"a\nb\"},\"x\":\"c\n\nd\"}\n@A\n",
            &["Plain 1:1  !syntax 1:33", "Plain 5:1  @A"],
        ),
        (
            "{\"deleteSurface\":{\"surfaceId\":\"a\n  \"x\":1}}\n@A\n",
            &["Plain 1:1  !syntax 1:33", "Plain 3:1  @A"],
        ),
        (
            "<a2ui-json>[{\"deleteSurface\":{\"surfaceId\":\"a\n}b\"}},@A]</a2ui-json>.",
            &["Tag 1:13 /0 !syntax 1:45", "Tag 2:7 /1 @A", "~."],
        ),
        (
            "[{\"deleteSurface\":{\"surfaceId\":\"a\"},@A]\n",
            &["Plain 1:2 /0 !syntax 1:35", "Plain 1:37 /1 @A"],
        ),
        ("[@A,\n @B]\nend", &["Plain 1:2 /0 @A", "Plain 2:2 /1 @B", "~end"]),
        ("[{},@A,7]", &["Plain 1:2 /0 !key 1:2", "Plain 1:5 /1 @A", "Plain 1:74 /2 !type 1:74"]),
        ("{\"messages\":[@A,{}]}", &["Plain 1:14 /messages/0 @A", "Plain 1:83 /messages/1 !key 1:83"]),
        ("{\"deleteSurface\":{\n \"surfaceId\":7}}\nx", &["Plain 1:1  !type 2:14", "~x"]),
        ("{\"deleteSurface\":{\n@A\n", &["Plain 1:1  !syntax 1:18", "Plain 2:1  @A"]),
        ("{\"deleteSurface\":{oops}}\n@A\n", &["Plain 1:1  !syntax 1:19", "Plain 2:1  @A"]),
        (
            "{\"a\":1}\n[1]\n{\"version\":\"v1\",\"x\":{}}\n",
            &["~{\"a\":1}\n[1]\n{\"version\":\"v1\",\"x\":{}}\n"],
        ),
        ("{\"version\":\"v0.9\",\"creatSurface\":{}}", &["Plain 1:1  !key 1:1"]),
        // The word of 1.0 is anybody's: beside it a key is one only with an object, and another member is none.
        ("{\"version\":\"1.0\",\"action\":{}}", &["Plain 1:1  !missing 1:28"]),
        ("{\"error\":{\"code\":1},\"version\":\"1.0\"}", &["Plain 1:1  !type 1:18"]),
        (
            "{\"version\":\"1.0\",\"error\":\"no\"}\n{\"version\":\"1.0\",\"x\":{}}",
            &["~{\"version\":\"1.0\",\"error\":\"no\"}\n{\"version\":\"1.0\",\"x\":{}}"],
        ),
        ("{\"error\":\"no\"}\n{\"action\":{}}", &["~{\"error\":\"no\"}\n{\"action\":{}}"]),
        ("[@A,\nand so on\n@B\n", &["Plain 1:2 /0 @A", "~and so on\n", "Plain 3:1  @B"]),
        // Fences.
        ("Hi\n```json\n@A\n```\nBye", &["~Hi\n", "Fence 3:1  @A", "~Bye"]),
        ("```\n[@A,@B]```\n", &["Fence 2:2 /0 @A", "Fence 2:71 /1 @B"]),
        ("~~~~ jsonl\n@A\n@B\n~~~~", &["Fence 2:1  @A", "Fence 3:1  @B"]),
        ("  ```JSON5\n  @A\n  ```\n", &["Fence 2:3  @A"]),
        (
            "```json\n[\n  @A,\n  {\"deleteSurface\":{\"surfaceId\":}},\n  @B\n]\n```\n",
            &["Fence 3:3 /0 @A", "Fence 4:3 /1 !syntax 4:33", "Fence 5:3 /2 @B"],
        ),
        ("```json\n[@A,{\"deleteSurface\":{\"surfa", &["Fence 2:2 /0 @A", "Fence 2:71 /1 !syntax 2:94"]),
        ("```json\n{\"note\":1}\n```\n", &["~```json\n{\"note\":1}\n```\n"]),
        ("```json\n{\"note\":1}\n@A\n```\n", &["~{\"note\":1}\n", "Fence 3:1  @A"]),
        ("```json\n@A\n{\"note\":1}\n```\n", &["Fence 2:1  @A", "~{\"note\":1}"]),
        ("```a2ui\n@A\noops\n```\nend", &["Fence 2:1  @A", "Fence 3:1  !syntax 3:1", "~end"]),
        ("```python\nx = {\n```\n@A\n", &["~```python\nx = {\n```\n", "Plain 4:1  @A"]),
        ("```\nlet x;\n```\n@A\nend", &["~```\nlet x;\n```\n", "Plain 4:1  @A", "~end"]),
        ("a `` b\n``` ` \nc", &["~a `` b\n``` ` \nc"]),
        // Tags and delimiters.
        (
            "So: <a2ui-json>[@A, @B]</a2ui-json> done",
            &["~So: ", "Tag 1:17 /0 @A", "Tag 1:87 /1 @B", "~ done"],
        ),
        ("<A2UI-JSON lang=\"x\">\n```json\n@A\n```\n</a2ui-json >", &["Tag 3:1  @A"]),
        ("<a2ui-json></a2ui-json>x", &["Tag 1:12  !syntax 1:12", "~x"]),
        ("<a2ui-json>\nno JSON\n</a2ui-json>x", &["Tag 2:1  !syntax 2:1", "~x"]),
        ("<a2ui-json>[@A,{\"x\":}]</a2ui-json>x", &["Tag 1:13 /0 @A", "Tag 1:82 /1 !syntax 1:87", "~x"]),
        ("Use <a2ui-json> tags: <a2ui-json>@A</a2ui-json>", &["~Use <a2ui-json> tags: ", "Tag 1:34  @A"]),
        ("Use <a2ui-json> tags", &["~Use <a2ui-json> tags"]),
        ("<a2ui>@A</a2ui><a2ui>words</a2ui>", &["Tag 1:7  @A", "~<a2ui>words</a2ui>"]),
        ("<a2ui-json>[@A]</a2ui> <a2ui>@B</a2ui-json>!", &["Tag 1:13 /0 @A", "~ ", "Tag 1:96  @B", "~!"]),
        // Other notations.
        ("So\n<a2ui>\nroot = Text(\"</b>\")\n</a2ui>\nok", &["~So\n", "Tag 3:1  !syntax 3:1", "~\nok"]),
        ("<a2ui-vertical>\nText(\"a\")\n</a2ui-vertical>ok", &["Tag 2:1  !syntax 2:1", "~ok"]),
        ("<a2ui-express>surface(\"s\")", &["Tag 1:15  !syntax 1:15"]),
        (
            "```a2ui\nroot = Column([a])\na = Text(\"``\")\n```\n@A",
            &["Fence 2:1  !syntax 2:1", "Plain 5:1  @A"],
        ),
        ("```a2ui\nno JSON\nat all\n```\n@A", &["Fence 2:1  !syntax 2:1", "Plain 5:1  @A"]),
        ("```a2ui\n```\n@A", &["Plain 3:1  @A"]),
        ("<a2ui-jsonp> <a2uix> <b> - --- ---a2ui\n", &["~<a2ui-jsonp> <a2uix> <b> - --- ---a2ui\n"]),
        (
            "Hi\n---a2ui_JSON---\n[@A,\n@B]\nBye",
            &["~Hi\n", "Delimiter 3:2 /0 @A", "Delimiter 4:1 /1 @B", "~Bye"],
        ),
        ("Hi ---a2ui_json---\n```json\n@A\n```\n", &["~Hi ", "Delimiter 3:1  @A"]),
        ("split at `---a2ui_JSON---`.", &["~split at `---a2ui_JSON---`."]),
        // Events.
        ("data: @A\n\ndata:@B\r\n\r\n", &["Event 1:7  @A", "Event 3:6  @B"]),
        (
            ": ping\n\nevent: m\nid: 1\nretry: 5\ndata: {\"deleteSurface\":\n: é\ndata: {\"surfaceId\":7}}\n\n@A",
            &["~: ping\n\n", "Event 6:7  !type 8:20", "Plain 10:1  @A"],
        ),
        (
            "data: [DONE]\n\ndata: {\"type\":\"RUN_STARTED\"}\n\n",
            &["~data: [DONE]\n\ndata: {\"type\":\"RUN_STARTED\"}\n\n"],
        ),
        ("data: Hi\ndata: ```\ndata: @A\ndata: ```\n\nx", &["~      Hi\n", "Fence 3:7  @A", "~x"]),
        ("data: @B\nand so on", &["Event 1:7  @B", "~and so on"]),
        ("data", &["~data"]),
        // A2A.
        (
            "{\"jsonrpc\":\"2.0\",\"result\":{\"kind\":\"status-update\",\"status\":{\"message\":{\"parts\":[{\"text\":\"t\"},{\"data\":@A,\"metadata\":{\"mimeType\":\"application/a2ui+json\"}}]}}}}",
            &["A2a 1:102 /result/status/message/parts/1/data @A"],
        ),
        (
            "{\"task\":{\"status\":{\"message\":{\"parts\":[{\"data\":[@A,7],\"mediaType\":\"application/json+a2ui\"}]}},\n\"history\":[{\"parts\":[{\"data\":{\"value\":[@B]},\"metadata\":{\"mimeType\":\"application/a2ui+json\"}},{\"data\":{}}]}],\n\"artifacts\":[{\"parts\":[{\"data\":@B,\"mediaType\":\"application/a2ui+json\"}]}]}}",
            &[
                "A2a 2:40 /task/history/0/parts/0/data/value/0 @B",
                "A2a 3:32 /task/artifacts/0/parts/0/data @B",
                "A2a 1:49 /task/status/message/parts/0/data/0 @A",
                "A2a 1:118 /task/status/message/parts/0/data/1 !type 1:118",
            ],
        ),
        (
            "data: {\"result\":{\"artifact\":{\"parts\":[{\"kind\":\"text\",\"text\":\"So: <a2ui-json>[@Q]</a2ui-json>\"}]}}}\n\n",
            &["Tag 1:61 /result/artifact/parts/0/text/0 @Q"],
        ),
        ("{\"parts\":[{\"data\":{}}]}\n", &["~{\"parts\":[{\"data\":{}}]}\n"]),
        // AG-UI and MCP.
        (
            "data: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@A]}}\n\ndata: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@A,@B]}}\n\n",
            &["AgUi 1:81 /content/a2ui_operations/0 @A", "AgUi 3:150 /content/a2ui_operations/1 @B"],
        ),
        (
            "[{\"type\":\"RUN_STARTED\"},{\"type\":\"ACTIVITY_SNAPSHOT\",\"content\":{\"a2ui_operations\":[@A]}}]",
            &["~[{\"type\":\"RUN_STARTED\"},", "AgUi 1:83 /1/content/a2ui_operations/0 @A"],
        ),
        (
            "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"So:\\n```js\"}\n\ndata: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"on\\n[@Q,\\n@Q,{\"}\n\ndata: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m\"}\n\n",
            &[
                "~data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\",\"delta\":\"So:\\n```js\"}\n\n",
                "Fence 3:62 /delta/0 @Q",
                "Fence 3:62 /delta/1 @Q",
                "Fence 5:7 /2 !syntax 5:7",
            ],
        ),
        (
            "{\"type\":\"TEXT_MESSAGE_CHUNK\",\"delta\":\"<a2ui-json>[@Q,{\"}",
            &["Tag 1:38 /delta/0 @Q", "Tag 1:97 /1 !syntax 1:97"],
        ),
        (
            "{\"type\":\"TOOL_CALL_RESULT\",\"content\":\"{\\\"a2ui_operations\\\":[@Q]}\"}",
            &["AgUi 1:38 /content/a2ui_operations/0 @Q"],
        ),
        (
            "{\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":{\"a2ui_operations\":[@A]}}",
            &["AgUi 1:57 /value/a2ui_operations/0 @A"],
        ),
        (
            "{\"result\":{\"content\":[{\"type\":\"resource\",\"resource\":{\"mimeType\":\"application/a2ui+json\",\"text\":\"[@Q]\"}}]}}",
            &["Mcp 1:96 /result/content/0/resource/text/0 @Q"],
        ),
    ];
    let quoted = B.replace('"', "\\\"");
    let filled = |text: &str| text.replace("@A", A).replace("@B", B);
    for (text, expected) in cases {
        let expected: Vec<_> = expected.iter().map(|line| filled(&line.replace("@Q", "@B"))).collect();
        let text = filled(&text.replace("@Q", &quoted));
        assert_eq!(short(&find(&text)), expected, "{text}");
    }
}

/// A text in pieces.
fn pieces<'a>(text: &'a str, cuts: &[prop::sample::Index]) -> Vec<&'a str> {
    let bounds: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&bounds)).collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

const BITS: [&str; 55] = [
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

/// Texts of those bits in which none of these words stands.
fn bits(without: &[&str]) -> impl Strategy<Value = String> {
    let bits = BITS.iter().copied().filter(|bit| !without.iter().any(|word| bit.contains(word)));
    prop::collection::vec(prop::sample::select(bits.collect::<Vec<_>>()), 0..24)
        .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4 * ProptestConfig::default().cases))]
    #[test]
    fn what_is_found_does_not_depend_on_the_cuts(
        text in bits(&[]),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        limit in prop_oneof![3 => Just(usize::MAX), 1 => 0usize..120],
    ) {
        let whole = in_pieces(limit, &[&text]);
        prop_assert_eq!(&in_pieces(limit, &pieces(&text, &cuts)), &whole);
        let letters: Vec<_> = text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect();
        prop_assert_eq!(&in_pieces(limit, &letters), &whole);
        if limit == usize::MAX {
            prop_assert_eq!(find(&text), whole);
        }
    }

    #[test]
    fn everything_stands_where_it_is_said_to_stand_and_nothing_comes_twice(text in bits(&["data:", "ACTIVITY", "parts", "TEXT", "CALL"])) {
        // What stands in events is moved, and what A2A carries is put in order.
        let (mut end, nothing) = (0, String::new());
        for found in find(&text) {
            let (place, is) = match &found {
                Found::Text(around) => (around.place, &around.text),
                // Of a block in another notation only the place is known.
                Found::Message(held) => (held.place, held.text.as_ref().unwrap_or(&nothing)),
            };
            prop_assert!(place.offset >= end, "{found:?}");
            prop_assert!(text[place.offset..].starts_with(is.as_str()), "{found:?}");
            prop_assert_eq!(Place::START.behind(&text[..place.offset]), place);
            end = place.offset + is.len();
        }
    }
}

/// Messages as text in something that carries them. The number keeps activities apart.
fn carried_in(carrier: Carrier, messages: &[String], number: usize) -> String {
    let (all, quoted) = (messages.join(","), |text: &str| text.replace('\\', "\\\\").replace('"', "\\\""));
    let part =
        |data: &str| format!("{{\"data\":{data},\n\"metadata\":{{\"mimeType\":\"application/a2ui+json\"}}}}");
    match (carrier, number % 2) {
        (Carrier::Plain, 0) => messages.iter().map(|message| format!("{message}\n")).collect(),
        (Carrier::Plain, _) => format!("[{all}]\n"),
        (Carrier::Fence, 0) => format!("```json\n{}\n```\n", messages.join("\n")),
        (Carrier::Fence, _) => format!("~~~~a2ui\n[\n{all}\n]\n~~~~\n"),
        (Carrier::Tag, 0) => format!("<a2ui-json>\n```\n[{all}]\n```\n</a2ui-json>"),
        (Carrier::Tag, _) => format!("<a2ui>{}</a2ui>", messages.join(" ")),
        (Carrier::Delimiter, _) => format!("---a2ui_JSON---\n[{all}]\n"),
        (Carrier::Event, _) => {
            messages.iter().map(|message| format!("id: 1\r\ndata: {message}\r\n\r\n")).collect()
        }
        (Carrier::A2a, 0) => format!("{{\"result\":{{\"parts\":[{}]}}}}\n", part(&format!("[{all}]"))),
        (Carrier::A2a, _) => {
            let parts: Vec<_> = messages.iter().map(|message| part(message)).collect();
            let task = format!("{{\"status\":{{\"message\":\n{{\"parts\":[{}]}}}}}}", parts.join(","));
            format!("event: e\n{}\n", task.lines().map(|line| format!("data: {line}\n")).collect::<String>())
        }
        (Carrier::AgUi, 0) => format!(
            "data: {{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"{number}\",\"content\":{{\"a2ui_operations\":[{all}]}}}}\n\n"
        ),
        (Carrier::AgUi, _) => {
            let tool = format!("{{\"a2ui_operations\":[{all}]}}");
            format!("{{\"type\":\"TOOL_CALL_RESULT\",\"content\":\"{}\"}}\n", quoted(&tool))
        }
        (Carrier::Mcp, _) => format!(
            "{{\"content\":[{{\"resource\":{{\"mimeType\":\"application/a2ui+json\",\"text\":\"{}\"}}}}]}}\n",
            quoted(&format!("[{all}]"))
        ),
        (Carrier::ToolCall, _) => called_in(&all, number),
        (Carrier::Text, 0) => {
            format!("{{\"content\":[{{\"type\":\"text\",\"text\":\"{}\"}}]}}\n", quoted(&format!("[{all}]")))
        }
        (Carrier::Text, _) => {
            let lines: Vec<_> = messages.iter().map(|message| quoted(message)).collect();
            format!("{{\"parts\":[{{\"text\":\"Here:\\n{}\"}}]}}\n", lines.join("\\n"))
        }
        (Carrier::Json, 0) => {
            messages.iter().map(|message| format!("{{\"tick\":1,\"message\":{message}}}\n")).collect()
        }
        (Carrier::Json, _) => format!("{{\"result\":{{\"messages\":[{all}]}}}}\n"),
    }
}

/// The first surface that messages make, if the first one of them makes one.
fn made_first(messages: &[String]) -> Option<String> {
    let first = Message::read(&messages[0]).unwrap();
    (first.key() == "createSurface").then(|| first.surface_id().unwrap().as_str().to_owned())
}

fn messages() -> impl Strategy<Value = Vec<String>> {
    let message = wire::generate::any::<crate::v0_9::AgentMessage>();
    prop::collection::vec(
        message.prop_filter_map("written", |message| {
            wire::encode(&message).ok().map(|text| wire::one_line(&text).into_owned())
        }),
        1..4,
    )
}

fn carrier() -> impl Strategy<Value = Carrier> {
    use Carrier::{A2a, AgUi, Delimiter, Event, Fence, Json, Mcp, Plain, Tag, Text, ToolCall};
    prop::sample::select(vec![
        Plain, Fence, Tag, Delimiter, Event, A2a, AgUi, Mcp, ToolCall, ToolCall, ToolCall, Text, Json,
    ])
}

proptest! {
    #[test]
    fn messages_come_out_of_every_carrier_as_they_went_in_and_so_does_the_text_around(
        blocks in prop::collection::vec((carrier(), messages(), "[A-Za-z][A-Za-zé {}.,\"<-]{0,20}\n"), 1..5),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        first in 0_usize..10,
    ) {
        // A surface that is made twice is made once.
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
                Found::Text(next) => around += &next.text,
                Found::Message(message) => {
                    prop_assert!(message.read(None).is_ok(), "{message:?}");
                    held.push((message.carrier, message.text.unwrap()));
                }
            }
        }
        // Events that bring a piece stay where they are.
        let is_event = |line: &&str| line.trim().is_empty() || line.starts_with("data: {") || line.starts_with('{');
        let around: String = around.split_inclusive('\n').filter(|line| !is_event(line)).collect();
        prop_assert_eq!(around, blocks.iter().map(|block| &*block.2).collect::<String>(), "{}", text);
        let sent = blocks.iter().flat_map(|(carrier, messages, _)| messages.iter().map(|text| (*carrier, text.clone())));
        prop_assert_eq!(held, sent.collect::<Vec<_>>());
    }
}

/// What would be looked at again and again by one who is not careful.
#[test]
fn no_text_takes_more_than_its_length_allows() {
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
        let mut finder = Finder::new();
        let mut length = 0;
        for piece in text.as_bytes().chunks(7) {
            length += finder.push(std::str::from_utf8(piece).unwrap()).len();
        }
        length += finder.finish().len();
        assert!(length <= text.len(), "{bit:?}");
    }
}

/// How far is looked ahead for what is long depends on no cut, either.
#[test]
fn long_marks_and_blanks_are_the_same_in_pieces() {
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
            let text = text.replace("@A", A).replace("@B", B).replace('@', &" ".repeat(length));
            let letters: Vec<_> =
                text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect();
            assert_eq!(in_pieces(usize::MAX, &letters), find(&text), "{length}: {text}");
        }
    }
}

#[test]
fn what_is_too_long_is_said_once_and_skipped() {
    let long = format!("{{\"deleteSurface\":{{\"surfaceId\":\"{}\"}}}}", "x".repeat(100));
    for (text, expected) in [
        ("@L\n@B\n", &["Plain 1:1  !value 1:1", "Plain 2:1  @B"][..]),
        ("[@L,@B]\nx", &["Plain 1:2 /0 !value 1:2", "Plain 1:137 /1 @B", "~x"]),
        ("```json\n@L\n@B\n```\nx", &["Fence 2:1  !value 2:1", "Fence 3:1  @B", "~x"]),
        ("<a2ui-json>@L @B</a2ui-json>x", &["Tag 1:12  !value 1:12", "Tag 1:147  @B", "~x"]),
        ("data: @L\nid: 1\n\ndata: @B\n\nx", &["Event 1:1  !value 1:1", "Event 4:7  @B", "~x"]),
        ("```a2ui\n@L, ]]\n```\nx", &["Fence 2:1  !value 2:1", "Fence 2:135  !syntax 2:135", "~x"]),
        ("{\"note\":\"@L\"}\n@B\n", &["~{\"note\":\"@L\"}\n", "Plain 2:1  @B"]),
    ] {
        let filled = |text: &str| text.replace("@L", &long).replace("@B", B);
        let expected: Vec<_> = expected.iter().map(|line| filled(line)).collect();
        assert_eq!(short(&in_pieces(100, &[&filled(text)])), expected, "{text}");
    }
}

#[test]
fn an_activity_brings_what_it_adds() {
    let event =
        |kind: &str, rest: &str| format!("{{\"type\":\"ACTIVITY_{kind}\",\"messageId\":\"m\",{rest}}}\n");
    let snapshot = |list: &str| event("SNAPSHOT", &format!("\"content\":{{\"a2ui_operations\":[{list}]}}"));
    let delta = |op: &str, path: &str, value: &str| {
        event("DELTA", &format!("\"patch\":[{{\"op\":\"{op}\",\"path\":\"{path}\",\"value\":{value}}}]"))
    };
    let at = "/a2ui_operations";
    for (events, expected) in [
        (vec![snapshot(A), snapshot(&format!("{A},{B}")), snapshot(&format!("{A},{B}"))], vec![A, B]),
        (vec![snapshot(A), delta("add", &format!("{at}/-"), B), snapshot(&format!("{A},{B}"))], vec![A, B]),
        (
            vec![
                snapshot(&format!("{A},{B}")),
                delta("replace", &format!("{at}/1"), A),
                snapshot(&format!("{A},{A},{B}")),
            ],
            vec![A, B, A, B],
        ),
        (vec![snapshot(A), delta("remove", &format!("{at}/0"), "0"), snapshot(A)], vec![A, A]),
        (
            vec![
                snapshot(A),
                event("SNAPSHOT", &format!("\"replace\":false,\"content\":{{\"a2ui_operations\":[{B}]}}")),
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
            vec![event("SNAPSHOT", "\"content\":{\"status\":\"building\"}"), delta("add", "/status", "1")],
            vec![],
        ),
    ] {
        let found = find(&events.concat());
        let held = found.iter().filter_map(|found| match found {
            Found::Message(held) => Some(held.text.clone().unwrap()),
            Found::Text(_) => None,
        });
        assert_eq!(held.collect::<Vec<_>>(), expected, "{events:?}");
    }
    let deep = find(&delta("add", &format!("{at}/0/updateComponents/components/-"), "{}"));
    assert_eq!(short(&deep), ["AgUi 1:51 /patch/0 !value 1:51"]);
    let mut finder = Finder::new().limit(300);
    let found: Vec<_> = (0..4).flat_map(|_| finder.push(&delta("add", &format!("{at}/-"), A))).collect();
    assert_eq!(
        found.iter().filter(|found| matches!(found, Found::Message(Held { text: Err(_), .. }))).count(),
        0
    );
    let found: Vec<_> = (0..4).flat_map(|_| finder.push(&delta("add", &format!("{at}/-"), A))).collect();
    assert_eq!(
        found.iter().filter(|found| matches!(found, Found::Message(Held { text: Err(_), .. }))).count(),
        4
    );
}

/// The messages in a text, each without its pointer and its place.
fn held_in(text: &str) -> Vec<String> {
    let held = |found| if let Found::Message(held) = found { Some(held.text.unwrap()) } else { None };
    find(text).into_iter().filter_map(held).collect()
}

#[test]
fn what_agui_tells_twice_is_taken_once() {
    let update = |text: &str| {
        format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"a","path":"/n","value":"{text}"}}}}"#)
    };
    let (one, two) = (update("1"), update("2"));
    let gone = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}"#;
    let quoted = |text: &str| wire::Payload::string(text).text().to_owned();
    let list = |messages: &[&str]| format!(r#"{{"a2ui_operations":[{}]}}"#, messages.join(","));
    let tool = |id: &str, messages: &[&str]| {
        let content = quoted(&list(messages).replace("\":", "\": "));
        format!("{{\"type\":\"TOOL_CALL_RESULT\",{id}\"toolCallId\":\"c\",\"content\":{content}}}\n")
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
        format!("{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{}]}}\n", messages.join(","))
    };
    let t1 = "\"messageId\":\"t1\",";
    let both = snapshot(&[
        said("u", "user", "\"Hi\""),
        said("t1", "tool", &quoted(&list(&[A, &one]))),
        said("m", "activity", &list(&[A, &one, &two])),
    ]);
    let text = |id: &str| {
        snapshot(&[said(id, "assistant", &quoted(&format!("So:\n```json\n[{A},\n{one}]\n```\n")))])
    };
    let streamed = "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"x\",\"delta\":@}\n\ndata: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"x\"}\n\n";
    let streamed = streamed.replace('@', &quoted(&format!("```json\n[{A},{one}]\n```\n")));
    for (events, expected) in [
        // The result of a tool, and then the activity, in either order and with or without an id.
        (vec![tool(t1, &[A, &one]), activity("m", &[A, &one])], vec![A, &one]),
        (vec![tool("", &[A, &one]), activity("m", &[A, &one])], vec![A, &one]),
        (vec![activity("m", &[A, &one]), tool(t1, &[A, &one])], vec![A, &one]),
        // One of the two is further.
        (
            vec![tool(t1, &[A, &one]), activity("m", &[A]), activity("m", &[A, &one, &two])],
            vec![A, &one, &two],
        ),
        (
            vec![activity("m", &[A]), tool(t1, &[A, &one]), activity("m", &[A, &one, &two])],
            vec![A, &one, &two],
        ),
        // All messages, twice, and behind the events that brought them.
        (vec![both.clone(), both.clone()], vec![A, &one, &two]),
        (vec![tool(t1, &[A, &one]), activity("m", &[A, &one, &two]), both.clone()], vec![A, &one, &two]),
        (vec![text("x"), text("x")], vec![A, &one]),
        (vec![streamed, text("x")], vec![A, &one]),
        // After the surface was taken away, it is made again; by a message that came before it is not.
        (vec![tool(t1, &[A]), tool("", &[gone]), activity("m", &[A])], vec![A, gone, A]),
        (vec![tool(t1, &[A]), format!("{gone}\n"), activity("m", &[A])], vec![A, gone, A]),
        (vec![tool(t1, &[A]), tool("", &[gone]), tool(t1, &[A])], vec![A, gone]),
        // Another surface of that id, and another message that says the same of a surface that is there.
        (vec![tool(t1, &[A, &one]), activity("m", &[A, &two])], vec![A, &one, A, &two]),
        (vec![tool(t1, &[&one]), tool("", &[&two]), activity("m", &[&one])], vec![&one, &two, &one]),
        (vec![text("x"), text("y").replace("So", "Or")], vec![A, &one]),
    ] {
        assert_eq!(
            held_in(&events.concat()).iter().map(|text| text.replace("\": ", "\":")).collect::<Vec<_>>(),
            expected,
            "{events:?}"
        );
    }
    // In no carrier of AG-UI a message is what it is as often as it comes.
    assert_eq!(held_in(&format!("{A}\n{A}\n[{A},{A}]\n")), [A, A, A, A]);
}
