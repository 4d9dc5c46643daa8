//! Tests of every place in a text where a message is found.

use super::{
    super::{ExtractedItem, extract_all},
    A, B, short,
};

/// Each line of the table is one form of input: the text, and the items extracted from it. `@A` and `@B` are messages;
/// `@Q` is a message in a string.
#[test]
fn messages_are_found_in_every_known_place() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        (
            "Only words, {braces} and [brackets].\n{so} too\n",
            &["~Only words, {braces} and [brackets].\n{so} too\n"],
        ),
        // Messages on their own lines.
        ("@A", &["Plain 1:1  @A"]),
        (
            "@A\r\n  @B \nrest",
            &["Plain 1:1  @A", "Plain 2:3  @B", "~rest"],
        ),
        (
            "say:\n@A\n\n@B\nend\n",
            &["~say:\n", "Plain 2:1  @A", "~\n", "Plain 4:1  @B", "~end\n"],
        ),
        ("@A @B\n", &["Plain 1:1  @A", "Plain 1:70  @B"]),
        ("@A is one\n", &["~@A is one\n"]),
        // Messages within a line of text, in any script. Text after a message on the same line shows that the message
        // is only quoted.
        ("Sure! @A", &["~Sure! ", "Plain 1:7  @A"]),
        (
            "- @A\n> @B\n",
            &["~- ", "Plain 1:3  @A", "~> ", "Plain 2:3  @B"],
        ),
        (
            "当然！\n@A\nبكل سرور: @B\n🎉",
            &[
                "~当然！\n",
                "Plain 2:1  @A",
                "~بكل سرور: ",
                "Plain 3:18  @B",
                "~🎉",
            ],
        ),
        (
            "Send `@A` or {\"a\":1}, {\"version\":1} and {\"error\":{}}.\n",
            &["~Send `@A` or {\"a\":1}, {\"version\":1} and {\"error\":{}}.\n"],
        ),
        // The same applies to a list.
        (
            "Sure: [@A]\nx = [@A,\n@B] \nok",
            &[
                "~Sure: ",
                "Plain 1:8 /0 @A",
                "~x = ",
                "Plain 2:6 /0 @A",
                "Plain 3:1 /1 @B",
                "~ok",
            ],
        ),
        (
            "[INFO] sent [ @A ]\n",
            &["~[INFO] sent ", "Plain 1:15 /0 @A"],
        ),
        (
            "Use [@A] here.\nsend([@B])\n`[@B]`\n",
            &["~Use [@A] here.\nsend([@B])\n`[@B]`\n"],
        ),
        (
            "See [a](b), [1] and [{}].\nx = [1,2]\n[x]\n",
            &["~See [a](b), [1] and [{}].\nx = [1,2]\n[x]\n"],
        ),
        (
            "So: [{'deleteSurface': {'surfaceId': 's'}},@B]\n",
            &["~So: ", "Plain 1:6 /0 !syntax 1:7", "Plain 1:44 /1 @B"],
        ),
        ("So: [@A,", &["~So: ", "Plain 1:6 /0 @A"]),
        ("```js\nx = [@A]\n```\n", &["~```js\nx = [@A]\n```\n"]),
        // A repairable value is not divided.
        (
            "So:\n{'deleteSurface':\n{'surfaceId':\n'}{'}}\n[@A, // the {first}\n/* and\n*/@B]\nok",
            &[
                "~So:\n",
                "Plain 2:1  !syntax 2:2",
                "Plain 5:2 /0 @A",
                "Plain 7:3 /1 @B",
                "~ok",
            ],
        ),
        (
            "[@A, / @B]\n",
            &[
                "Plain 1:2 /0 @A",
                "Plain 1:72 /1 !syntax 1:72",
                "Plain 1:74 /2 @B",
            ],
        ),
        // Terminal colors, record separators and commas surround messages.
        (
            "\x1b[1;32minfo\x1b[0m @A\x1b[0m\n\x1b[32m@B \x1b[0m",
            &[
                "~\x1b[1;32minfo\x1b[0m ",
                "Plain 1:17  @A",
                "~\x1b[32m",
                "Plain 2:6  @B",
            ],
        ),
        ("@A\x1b[K\n", &["~@A\x1b[K\n"]),
        ("\x1e@A\n\x1e@B\n", &["Plain 1:2  @A", "Plain 2:2  @B"]),
        (
            "@A,\n@A, @B",
            &[
                "Plain 1:1  !syntax 1:69",
                "Plain 2:1  !syntax 2:69",
                "Plain 2:71  @B",
            ],
        ),
        ("@A, or @B,,\n", &["~@A, or @B,,\n"]),
        (
            "{oops \"a\":@A\nsend(@A)\n",
            &["~{oops \"a\":@A\nsend(@A)\n"],
        ),
        ("Result:@A", &["~Result:", "Plain 1:8  @A"]),
        (
            "```js\nx = @A\n```\ny = @A\n",
            &["~```js\nx = @A\n```\ny = ", "Plain 4:5  @A"],
        ),
        (
            "See {\"deleteSurface\": {\n \"surfaceId\": \"é\"}}\nok",
            &[
                "~See ",
                "Plain 1:5  {\"deleteSurface\": {\n \"surfaceId\": \"é\"}}",
                "~ok",
            ],
        ),
        // The text of repairable JSON is returned unchanged.
        (
            "So:\n{“deleteSurface”: {“surfaceId”: “s”}}\nBye",
            &["~So:\n", "Plain 2:1  !syntax 2:2", "~Bye"],
        ),
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
        (
            "```json\n{deleteSurface: {surfaceId: \"s\"}}\n```\nBye",
            &["Fence 2:1  !syntax 2:2", "~Bye"],
        ),
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
        (
            "[@A,\n @B]\nend",
            &["Plain 1:2 /0 @A", "Plain 2:2 /1 @B", "~end"],
        ),
        (
            "[{},@A,7]",
            &[
                "Plain 1:2 /0 !key 1:2",
                "Plain 1:5 /1 @A",
                "Plain 1:74 /2 !type 1:74",
            ],
        ),
        (
            "{\"messages\":[@A,{}]}",
            &[
                "Plain 1:14 /messages/0 @A",
                "Plain 1:83 /messages/1 !key 1:83",
            ],
        ),
        (
            "{\"deleteSurface\":{\n \"surfaceId\":7}}\nx",
            &["Plain 1:1  !type 2:14", "~x"],
        ),
        (
            "{\"deleteSurface\":{\n@A\n",
            &["Plain 1:1  !syntax 1:18", "Plain 2:1  @A"],
        ),
        (
            "{\"deleteSurface\":{oops}}\n@A\n",
            &["Plain 1:1  !syntax 1:19", "Plain 2:1  @A"],
        ),
        (
            "{\"a\":1}\n[1]\n{\"version\":\"v1\",\"x\":{}}\n",
            &["~{\"a\":1}\n[1]\n{\"version\":\"v1\",\"x\":{}}\n"],
        ),
        (
            "{\"version\":\"v0.9\",\"creatSurface\":{}}",
            &["Plain 1:1  !key 1:1"],
        ),
        // `1.0` is common in other JSON. With it, a key counts only if it has an object, and other members do not
        // count.
        (
            "{\"version\":\"1.0\",\"action\":{}}",
            &["Plain 1:1  !missing 1:28"],
        ),
        (
            "{\"error\":{\"code\":1},\"version\":\"1.0\"}",
            &["Plain 1:1  !type 1:18"],
        ),
        (
            "{\"version\":\"1.0\",\"error\":\"no\"}\n{\"version\":\"1.0\",\"x\":{}}",
            &["~{\"version\":\"1.0\",\"error\":\"no\"}\n{\"version\":\"1.0\",\"x\":{}}"],
        ),
        (
            "{\"error\":\"no\"}\n{\"action\":{}}",
            &["~{\"error\":\"no\"}\n{\"action\":{}}"],
        ),
        (
            "[@A,\nand so on\n@B\n",
            &["Plain 1:2 /0 @A", "~and so on\n", "Plain 3:1  @B"],
        ),
        // Messages in fences.
        (
            "Hi\n```json\n@A\n```\nBye",
            &["~Hi\n", "Fence 3:1  @A", "~Bye"],
        ),
        (
            "```\n[@A,@B]```\n",
            &["Fence 2:2 /0 @A", "Fence 2:71 /1 @B"],
        ),
        (
            "~~~~ jsonl\n@A\n@B\n~~~~",
            &["Fence 2:1  @A", "Fence 3:1  @B"],
        ),
        ("  ```JSON5\n  @A\n  ```\n", &["Fence 2:3  @A"]),
        (
            "```json\n[\n  @A,\n  {\"deleteSurface\":{\"surfaceId\":}},\n  @B\n]\n```\n",
            &[
                "Fence 3:3 /0 @A",
                "Fence 4:3 /1 !syntax 4:33",
                "Fence 5:3 /2 @B",
            ],
        ),
        (
            "```json\n[@A,{\"deleteSurface\":{\"surfa",
            &["Fence 2:2 /0 @A", "Fence 2:71 /1 !syntax 2:94"],
        ),
        (
            "```json\n{\"note\":1}\n```\n",
            &["~```json\n{\"note\":1}\n```\n"],
        ),
        (
            "```json\n{\"note\":1}\n@A\n```\n",
            &["~{\"note\":1}\n", "Fence 3:1  @A"],
        ),
        (
            "```json\n@A\n{\"note\":1}\n```\n",
            &["Fence 2:1  @A", "~{\"note\":1}"],
        ),
        (
            "```a2ui\n@A\noops\n```\nend",
            &["Fence 2:1  @A", "Fence 3:1  !syntax 3:1", "~end"],
        ),
        (
            "```python\nx = {\n```\n@A\n",
            &["~```python\nx = {\n```\n", "Plain 4:1  @A"],
        ),
        (
            "```\nlet x;\n```\n@A\nend",
            &["~```\nlet x;\n```\n", "Plain 4:1  @A", "~end"],
        ),
        ("a `` b\n``` ` \nc", &["~a `` b\n``` ` \nc"]),
        // Messages in tags and after delimiters.
        (
            "So: <a2ui-json>[@A, @B]</a2ui-json> done",
            &["~So: ", "Tag 1:17 /0 @A", "Tag 1:87 /1 @B", "~ done"],
        ),
        (
            "<A2UI-JSON lang=\"x\">\n```json\n@A\n```\n</a2ui-json >",
            &["Tag 3:1  @A"],
        ),
        (
            "<a2ui-json></a2ui-json>x",
            &["Tag 1:12  !syntax 1:12", "~x"],
        ),
        (
            "<a2ui-json>\nno JSON\n</a2ui-json>x",
            &["Tag 2:1  !syntax 2:1", "~x"],
        ),
        (
            "<a2ui-json>[@A,{\"x\":}]</a2ui-json>x",
            &["Tag 1:13 /0 @A", "Tag 1:82 /1 !syntax 1:87", "~x"],
        ),
        (
            "Use <a2ui-json> tags: <a2ui-json>@A</a2ui-json>",
            &["~Use <a2ui-json> tags: ", "Tag 1:34  @A"],
        ),
        ("Use <a2ui-json> tags", &["~Use <a2ui-json> tags"]),
        (
            "<a2ui>@A</a2ui><a2ui>words</a2ui>",
            &["Tag 1:7  @A", "~<a2ui>words</a2ui>"],
        ),
        (
            "<a2ui-json>[@A]</a2ui> <a2ui>@B</a2ui-json>!",
            &["Tag 1:13 /0 @A", "~ ", "Tag 1:96  @B", "~!"],
        ),
        // Blocks in other notations.
        (
            "So\n<a2ui>\nroot = Text(\"</b>\")\n</a2ui>\nok",
            &["~So\n", "Tag 3:1  !syntax 3:1", "~\nok"],
        ),
        (
            "<a2ui-vertical>\nText(\"a\")\n</a2ui-vertical>ok",
            &["Tag 2:1  !syntax 2:1", "~ok"],
        ),
        ("<a2ui-express>surface(\"s\")", &["Tag 1:15  !syntax 1:15"]),
        (
            "```a2ui\nroot = Column([a])\na = Text(\"``\")\n```\n@A",
            &["Fence 2:1  !syntax 2:1", "Plain 5:1  @A"],
        ),
        (
            "```a2ui\nno JSON\nat all\n```\n@A",
            &["Fence 2:1  !syntax 2:1", "Plain 5:1  @A"],
        ),
        ("```a2ui\n```\n@A", &["Plain 3:1  @A"]),
        (
            "<a2ui-jsonp> <a2uix> <b> - --- ---a2ui\n",
            &["~<a2ui-jsonp> <a2uix> <b> - --- ---a2ui\n"],
        ),
        (
            "Hi\n---a2ui_JSON---\n[@A,\n@B]\nBye",
            &[
                "~Hi\n",
                "Delimiter 3:2 /0 @A",
                "Delimiter 4:1 /1 @B",
                "~Bye",
            ],
        ),
        (
            "Hi ---a2ui_json---\n```json\n@A\n```\n",
            &["~Hi ", "Delimiter 3:1  @A"],
        ),
        (
            "split at `---a2ui_JSON---`.",
            &["~split at `---a2ui_JSON---`."],
        ),
        // Messages in events.
        (
            "data: @A\n\ndata:@B\r\n\r\n",
            &["Event 1:7  @A", "Event 3:6  @B"],
        ),
        (
            ": ping\n\nevent: m\nid: 1\nretry: 5\ndata: {\"deleteSurface\":\n: é\ndata: {\"surfaceId\":7}}\n\n@A",
            &["~: ping\n\n", "Event 6:7  !type 8:20", "Plain 10:1  @A"],
        ),
        (
            "data: [DONE]\n\ndata: {\"type\":\"RUN_STARTED\"}\n\n",
            &["~data: [DONE]\n\ndata: {\"type\":\"RUN_STARTED\"}\n\n"],
        ),
        (
            "data: Hi\ndata: ```\ndata: @A\ndata: ```\n\nx",
            &["~      Hi\n", "Fence 3:7  @A", "~x"],
        ),
        ("data: @B\nand so on", &["Event 1:7  @B", "~and so on"]),
        ("data", &["~data"]),
        // Messages in A2A.
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
        (
            "{\"parts\":[{\"data\":{}}]}\n",
            &["~{\"parts\":[{\"data\":{}}]}\n"],
        ),
        // Messages in AG-UI and MCP.
        (
            "data: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@A]}}\n\ndata: {\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"m\",\"content\":{\"a2ui_operations\":[@A,@B]}}\n\n",
            &[
                "AgUi 1:81 /content/a2ui_operations/0 @A",
                "AgUi 3:150 /content/a2ui_operations/1 @B",
            ],
        ),
        (
            "[{\"type\":\"RUN_STARTED\"},{\"type\":\"ACTIVITY_SNAPSHOT\",\"content\":{\"a2ui_operations\":[@A]}}]",
            &[
                "~[{\"type\":\"RUN_STARTED\"},",
                "AgUi 1:83 /1/content/a2ui_operations/0 @A",
            ],
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
        let expected: Vec<_> = expected
            .iter()
            .map(|line| filled(&line.replace("@Q", "@B")))
            .collect();
        let text = filled(&text.replace("@Q", &quoted));
        assert_eq!(short(&extract_all(&text)), expected, "{text}");
    }
}

#[test]
fn misplaced_text_between_messages_is_reported_with_the_next_message() {
    let cases: &[(&str, &[&str])] = &[
        ("```json\n[@A,@B\n]\n```\n", &[]),
        ("```json\n[@A\n@B]\n```\n", &["missing-comma at /1"]),
        ("<a2ui-json>[@A,,@B]</a2ui-json>", &["trailing-comma at /1"]),
        (
            "[{'deleteSurface':{'surfaceId':'s'}} @B]",
            &["missing-comma at /1"],
        ),
        (
            "[@A, // one\n/* two */ @B]",
            &["comment at /1", "comment at /1"],
        ),
        ("[{oops}\n@A,@B]", &[]),
    ];
    for (text, expected) in cases {
        let text = text.replace("@A", A).replace("@B", B);
        let repairs: Vec<_> = extract_all(&text)
            .iter()
            .filter_map(|found| {
                if let ExtractedItem::Message(held) = found {
                    Some(&held.repairs)
                } else {
                    None
                }
            })
            .flatten()
            .map(|repair| format!("{} at {}", repair.kind, repair.pointer))
            .collect();
        assert_eq!(repairs, *expected, "{text}");
    }
}
