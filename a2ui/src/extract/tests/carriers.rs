//! Tests of messages in other carriers.

use super::{super::*, A, B, held_in, short};

fn json(text: &str) -> String {
    wire::Payload::string(text).text().to_owned()
}

/// Returns the first repair in a text: its kind, pointer and sentence.
fn repair_in(text: &str) -> Option<(&'static str, String, String)> {
    extract_all(text).into_iter().find_map(|found| match found {
        ExtractedItem::Message(held) => {
            let repair = held.repairs.first()?;
            Some((
                repair.kind.as_str(),
                repair.pointer.as_str().to_owned(),
                repair.to_string(),
            ))
        }
        ExtractedItem::Text(_) => None,
    })
}

#[test]
fn parts_and_resources_are_read_in_every_frame() {
    let list = json(&format!("[{A},{B}]"));
    for text in [
        format!(r#"{{"data":[{A},{B}],"mediaType":"application/a2ui+json"}}"#),
        format!(
            r#"{{"data":[{A},{B}],"metadata":{{"mimeType":"application/json+a2ui; charset=utf-8"}}}}"#
        ),
        format!(
            r#"{{"type":"resource","resource":{{"uri":"a2ui://x","mimeType":"application/a2ui+json","text":{list}}}}}"#
        ),
        format!(
            r#"{{"content":[{{"type":"resource","resource":{{"mimeType":"application/a2ui+json","text":{list}}}}}]}}"#
        ),
        format!(
            r#"{{"contents":[{{"uri":"a2ui://x","mimeType":"application/a2ui+json","text":{list}}}]}}"#
        ),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"contents":[{{"uri":"a2ui://x","mimeType":"application/a2ui+json","text":{list}}}]}}}}"#
        ),
        format!(r#"{{"content":[],"structuredContent":{{"messages":[{A},{B}]}}}}"#),
        format!(r#"{{"content":[],"structuredContent":{{"a2ui_operations":[{A},{B}]}}}}"#),
        format!(
            r#"{{"content":[{{"type":"text","text":{}}}]}}"#,
            json(&format!("[{A},{B}]\nThat is all."))
        ),
    ] {
        assert_eq!(held_in(&text), [A, B], "{text}");
        assert_eq!(repair_in(&text), None, "{text}");
    }
    // The parts of a result often repeat the same messages.
    let (resource, structured) = (
        format!(
            r#"{{"type":"resource","resource":{{"mimeType":"application/a2ui+json","text":{list}}}}}"#
        ),
        format!(r#""structuredContent":{{"a2ui":[{A}, {B}]}}"#),
    );
    let quoted = format!(r#"{{"type":"text","text":{list}}}"#);
    for text in [
        format!(r#"{{"content":[{quoted},{resource}],{structured}}}"#),
        format!(r#"{{{structured},"content":[{quoted}]}}"#),
        format!(r#"{{"content":[{resource}],{structured}}}"#),
        format!(r#"{{"content":[],{structured}}}"#),
    ] {
        assert_eq!(held_in(&text), [A, B], "{text}");
    }
    let named = format!(r#"{{"data":{{"a2ui":[{A},{B}]}},"mediaType":"application/a2ui+json"}}"#);
    assert_eq!(held_in(&named), [A, B]);
    let sentence = "`a2ui` is read as a list of messages".to_owned();
    assert_eq!(
        repair_in(&named),
        Some(("list-name", "/data/a2ui".to_owned(), sentence))
    );
    let blob = r#"{"resource":{"uri":"a2ui://x","mimeType":"application/a2ui+json","blob":"eyJkZWxldGVTdXJmYWNlIjp7InN1cmZhY2VJZCI6InMifX0="}}"#;
    assert_eq!(
        short(&extract_all(blob)),
        [r#"Mcp 1:73 /resource/blob {"deleteSurface":{"surfaceId":"s"}}"#]
    );
    let blob = r#"{"resource":{"mimeType":"application/a2ui+json","blob":"?"}}"#;
    assert_eq!(
        short(&extract_all(blob)),
        ["Mcp 1:56 /resource/blob !syntax 1:56"]
    );
}

#[test]
fn an_unusual_a2ui_mime_type_is_reported_as_a_repair() {
    let part = |mime: &str| format!(r#"{{"parts":[{{"kind":"data","data":{A}{mime}}}]}}"#);
    let resource = |members: &str| {
        format!(
            r#"{{"contents":[{{{members}"text":{}}}]}}"#,
            json(&format!("[{A}]"))
        )
    };
    for (text, at, stated) in [
        (
            part(r#","metadata":{"mimeType":"application/json+a2aui"}"#),
            "/parts/0",
            "`application/json+a2aui`",
        ),
        (
            part(r#","mediaType":"application/vnd.a2ui.v0_9+json""#),
            "/parts/0",
            "`application/vnd.a2ui.v0_9+json`",
        ),
        (
            part(r#","mediaType":"application/json""#),
            "/parts/0",
            "`application/json`",
        ),
        (part(""), "/parts/0", "missing"),
        (
            resource(r#""mimeType":"text/x-a2ui","#),
            "/contents/0",
            "`text/x-a2ui`",
        ),
        (
            resource(r#""mimeType":"application/json","#),
            "/contents/0",
            "`application/json`",
        ),
        (
            resource(r#""uri":"a2ui://x","mimeType":"text/plain","#),
            "/contents/0",
            "`text/plain`",
        ),
        (resource(r#""uri":"a2ui://x","#), "/contents/0", "missing"),
    ] {
        assert_eq!(held_in(&text), [A], "{text}");
        let sentence = format!(
            "the MIME type of these messages is {stated}; readers of A2UI expect `application/a2ui+json`, those of 0.8 and 0.9 `application/json+a2ui`"
        );
        assert_eq!(
            repair_in(&text),
            Some(("mime-type", at.to_owned(), sentence)),
            "{text}"
        );
    }
    // JSON of other kinds and with other MIME types is unchanged.
    for text in [
        r#"{"parts":[{"kind":"data","data":{"a":1},"mediaType":"application/json"}]}"#,
        r#"{"parts":[{"kind":"data","data":{"version":"1.0","x":{}}}]}"#,
        r#"{"parts":[{"data":{"deleteSurface":{"surfaceId":"s"}},"mediaType":"application/vnd.api"}]}"#,
    ] {
        assert_eq!(held_in(text), [""; 0], "{text}");
    }
}

#[test]
fn a_client_message_in_a_text_part_is_reported_as_a_repair() {
    let action = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-06-01T00:00:00Z","context":{}}}"#;
    let text = format!(
        r#"{{"kind":"message","parts":[{{"kind":"text","text":{}}}]}}"#,
        json(action)
    );
    assert_eq!(held_in(&text), [action]);
    let sentence = "this client message is in a text part; agents expect a data part with the MIME type `application/a2ui+json`";
    assert_eq!(
        repair_in(&text),
        Some(("text-part", "/parts/0".to_owned(), sentence.to_owned()))
    );
    // A model writes the message as text.
    let text = format!(
        r#"{{"kind":"message","parts":[{{"kind":"text","text":{}}}]}}"#,
        json(A)
    );
    assert_eq!(
        (held_in(&text), repair_in(&text)),
        (vec![A.to_owned()], None)
    );
    // AG-UI has its own member for it.
    let text =
        format!(r#"{{"threadId":"t","messages":[],"forwardedProps":{{"a2uiAction":{action}}}}}"#);
    assert_eq!(
        (held_in(&text), repair_in(&text)),
        (vec![action.to_owned()], None)
    );
}

#[test]
fn activities_are_read_from_every_place_of_their_operations() {
    let snapshot = |id: &str, content: &str| {
        format!("{{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"{id}\",\"content\":{content}}}\n")
    };
    let delta = |op: &str, path: &str, value: &str| {
        format!(
            "{{\"type\":\"ACTIVITY_DELTA\",\"messageId\":\"m\",\"patch\":[{{\"op\":\"{op}\",\"path\":\"{path}\",\"value\":{value}}}]}}\n"
        )
    };
    let history = |content: &str| {
        format!(
            "{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{{\"id\":\"m\",\"role\":\"activity\",\"content\":{content}}}]}}\n"
        )
    };
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let flat = r#"{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}"#;
    let made = [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s"}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}}"#,
    ];
    for (events, expected, place) in [
        (
            vec![snapshot("m", &format!(r#"{{"operations":[{A},{B}]}}"#))],
            vec![A, B],
            "the member `operations`",
        ),
        (
            vec![snapshot("m", &format!(r#"{{"messages":[{begin}]}}"#))],
            vec![begin],
            "the member `messages`",
        ),
        (vec![snapshot("m", A)], vec![A], "the content itself"),
        (
            vec![snapshot("m", &format!("[{A},{B}]"))],
            vec![A, B],
            "a list",
        ),
        (
            vec![snapshot("m", flat)],
            made.to_vec(),
            "the content itself",
        ),
        (
            vec![history(&format!(r#"{{"operations":[{A},{B}]}}"#))],
            vec![A, B],
            "the member `operations`",
        ),
        // Each event yields the operations that it adds.
        (
            vec![
                snapshot("m", &format!(r#"{{"operations":[{A}]}}"#)),
                delta("add", "/operations/-", B),
                snapshot("m", &format!(r#"{{"operations":[{A},{B},{begin}]}}"#)),
                history(&format!(r#"{{"operations":[{A},{B},{begin}]}}"#)),
            ],
            vec![A, B, begin],
            "the member `operations`",
        ),
        (
            vec![snapshot("m", A), snapshot("m", B), snapshot("m", B)],
            vec![A, B],
            "the content itself",
        ),
        (
            vec![snapshot("m", A), delta("replace", "", B)],
            vec![A, B],
            "the content itself",
        ),
    ] {
        let text = events.concat();
        assert_eq!(held_in(&text), expected, "{text}");
        let sentence = format!(
            "the messages of this activity are in {place}; AG-UI clients read them from the list `a2ui_operations` of `content`"
        );
        let repair = repair_in(&text).map(|(kind, _, sentence)| (kind, sentence));
        assert_eq!(repair, Some(("activity-content", sentence)), "{text}");
    }
    // A first delta yields its operation as well, since servers send it before the snapshot.
    let events = delta("add", "/operations/-", A)
        + &snapshot("m", &format!(r#"{{"operations":[{A}]}}"#))
            .replace("\"content\"", "\"replace\":false,\"content\"");
    assert_eq!(held_in(&events), [A]);
    // A change inside an operation cannot be extracted.
    for (content, path) in [
        (A, "/createSurface/catalogId"),
        (
            &*format!(r#"{{"operations":[{A}]}}"#),
            "/operations/0/createSurface",
        ),
    ] {
        let events = snapshot("m", content) + &delta("replace", path, "\"d\"");
        let found = short(&extract_all(&events));
        assert!(found[1].contains("/patch/0 !value"), "{found:?}");
    }
    // Activities of other kinds do not belong to A2UI.
    for content in [
        r#"{"operations":[{"op":"add"}]}"#,
        r#"{"messages":[{"role":"user"}]}"#,
        r#"{"steps":[]}"#,
        "[1]",
        "\"x\"",
    ] {
        let events = snapshot("m", content)
            + &delta("add", "/operations/-", "{\"op\":\"x\"}")
            + &delta("add", "/steps/-", "1");
        assert_eq!(held_in(&events), [""; 0], "{content}");
    }
}

#[test]
fn messages_in_looser_forms_are_recognised_and_other_json_is_not() {
    for text in [
        r#"{"createSurface":{"surfaceId":"s"}}"#,
        r#"{"create_surface":{"surface_id":"s"}}"#,
        r#"{"type":"create_surface","surfaceId":"s"}"#,
        r#"{"op":"updateComponents","surface_id":"s","components":[]}"#,
        r#"{"surface_id":"s","components":[]}"#,
        r#"{"surfaceId":"s","components":{}}"#,
    ] {
        assert_eq!(held_in(&format!("So:\n```json\n{text}\n```\n")), [text]);
    }
    for text in [
        r#"{"surfaceId":"s"}"#,
        r#"{"components":[]}"#,
        r#"{"type":"create_surface"}"#,
        r#"{"type":"RUN_STARTED","surfaceId":"s"}"#,
        r#"{"function_response":{}}"#,
        r#"{"create_surface":true}"#,
        r#"{"a":{"surfaceId":"s","components":[]}}"#,
    ] {
        assert_eq!(held_in(&format!("So:\n```json\n{text}\n```\n")), [""; 0]);
    }
}

#[test]
fn the_message_in_a_recorded_line_is_found() {
    let text = format!(
        "{{\"tick\":0,\"direction\":\"agent->client\",\"message\":{A}}}\n{{\"tick\":1,\"message\":{{\"role\":\"user\"}}}}\n"
    );
    assert_eq!(
        short(&extract_all(&text)),
        [
            format!("Json 1:49 /message {A}"),
            "~{\"tick\":1,\"message\":{\"role\":\"user\"}}\n".to_owned()
        ]
    );
}
