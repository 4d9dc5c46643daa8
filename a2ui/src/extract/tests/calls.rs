//! Tests of messages in the arguments of tool calls.

use super::{super::*, held_in};
use crate::repair::RepairKind;

/// Writes a tool call with messages in its arguments, complete or streamed.
pub(super) fn called_in(all: &str, number: usize) -> String {
    let json = |text: &str| wire::Payload::string(text).text().to_owned();
    let arguments = format!("{{\"a2ui_json\":[{all}]}}");
    let half = (0..=arguments.len() / 2)
        .rev()
        .find(|at| arguments.is_char_boundary(*at))
        .unwrap();
    let (one, two) = arguments.split_at(half);
    let (one, two, in_string) = (json(one), json(two), json(&arguments));
    let id = format!("c{number}");
    let name = "send_a2ui_json_to_client";
    match number % 10 {
        0 => format!(
            "{{\"type\":\"TOOL_CALL_START\",\"toolCallId\":\"{id}\",\"toolCallName\":\"{name}\"}}\n{{\"type\":\"TOOL_CALL_ARGS\",\"toolCallId\":\"{id}\",\"delta\":{one}}}\n{{\"type\":\"TOOL_CALL_ARGS\",\"toolCallId\":\"{id}\",\"delta\":{two}}}\n{{\"type\":\"TOOL_CALL_END\",\"toolCallId\":\"{id}\"}}\n"
        ),
        1 => format!(
            "data: {{\"id\":\"{id}\",\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{{\"index\":0,\"id\":\"{id}\",\"function\":{{\"name\":\"{name}\",\"arguments\":{one}}}}}]}}}}]}}\n\ndata: {{\"id\":\"{id}\",\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{{\"index\":0,\"function\":{{\"arguments\":{two}}}}}]}},\"finish_reason\":null}}]}}\n\n"
        ),
        2 => format!(
            "data: {{\"type\":\"response.output_item.added\",\"item\":{{\"id\":\"f{id}\",\"type\":\"function_call\",\"call_id\":\"{id}\",\"name\":\"{name}\",\"arguments\":\"\"}}}}\n\ndata: {{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"f{id}\",\"delta\":{one}}}\n\ndata: {{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"f{id}\",\"delta\":{two}}}\n\ndata: {{\"type\":\"response.output_item.done\",\"item\":{{\"id\":\"f{id}\",\"type\":\"function_call\",\"call_id\":\"{id}\",\"name\":\"{name}\",\"arguments\":{in_string}}}}}\n\n"
        ),
        3 => format!(
            "data: {{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"{name}\",\"input\":{{}}}}}}\n\ndata: {{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{{\"type\":\"input_json_delta\",\"partial_json\":{one}}}}}\n\ndata: {{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{{\"type\":\"input_json_delta\",\"partial_json\":{two}}}}}\n\n"
        ),
        4 => format!(
            "{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[{{\"id\":\"m{id}\",\"role\":\"assistant\",\"toolCalls\":[{{\"id\":\"{id}\",\"type\":\"function\",\"function\":{{\"name\":\"{name}\",\"arguments\":{in_string}}}}}]}}]}}\n"
        ),
        5 => format!(
            "{{\"choices\":[{{\"message\":{{\"role\":\"assistant\",\"tool_calls\":[{{\"id\":\"{id}\",\"function\":{{\"name\":\"{name}\",\"arguments\":{in_string}}}}}]}}}}]}}\n"
        ),
        6 => format!(
            "{{\"output\":[{{\"type\":\"function_call\",\"call_id\":\"{id}\",\"name\":\"{name}\",\"arguments\":{in_string}}}]}}\n"
        ),
        7 => format!(
            "{{\"role\":\"assistant\",\"content\":[{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"{name}\",\"input\":{arguments}}}]}}\n"
        ),
        8 => format!(
            "{{\"candidates\":[{{\"content\":{{\"parts\":[{{\"functionCall\":{{\"name\":\"{name}\",\"args\":{arguments}}}}}]}}}}]}}\n"
        ),
        _ => format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{name}\",\"arguments\":{arguments}}}}}\n"
        ),
    }
}

const SURFACE: &str = r#"{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Text","text":"x"}],"data":{"n":1}}"#;

/// The messages to which `SURFACE` is converted.
const MESSAGES: [&str; 3] = [
    r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}}"#,
    r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/","value":{"n":1}}}"#,
];

fn json(text: &str) -> String {
    wire::Payload::string(text).text().to_owned()
}

/// Writes a call in an AG-UI message.
fn call(id: &str, name: &str, arguments: &str) -> String {
    let arguments = json(arguments);
    format!(
        "{{\"toolCalls\":[{{\"id\":\"{id}\",\"function\":{{\"name\":\"{name}\",\"arguments\":{arguments}}}}}]}}\n"
    )
}

fn activity(id: &str, messages: &[&str]) -> String {
    format!(
        "{{\"type\":\"ACTIVITY_SNAPSHOT\",\"messageId\":\"{id}\",\"content\":{{\"a2ui_operations\":[{}]}}}}\n",
        messages.join(",")
    )
}

#[test]
fn arguments_that_describe_a_surface_yield_three_messages() {
    let found = extract_all(&call("c", "render_a2ui", SURFACE));
    let [
        ExtractedItem::Message(first),
        ExtractedItem::Message(second),
        ExtractedItem::Message(third),
    ] = &found[..]
    else {
        panic!("{found:?}")
    };
    let texts = [first, second, third].map(|held| held.text.as_deref().unwrap());
    assert_eq!(texts, MESSAGES);
    assert_eq!(
        (first.carrier, second.repairs.len(), third.repairs.len()),
        (Carrier::ToolCall, 0, 0)
    );
    assert_eq!(first.repairs[0].kind, RepairKind::ToolArguments);
    assert_eq!(
        first.repairs[0].pointer.as_str(),
        "/toolCalls/0/function/arguments"
    );
    assert_eq!(
        first.repairs[0].to_string(),
        "the arguments of `render_a2ui` are not messages; they are read as createSurface, updateComponents and updateDataModel of A2UI 0.9"
    );
}

#[test]
fn arguments_are_read_in_every_form_that_models_write() {
    let [create, update, data] = MESSAGES;
    let components = r#"[{"id":"root","component":"Text","text":"x"}]"#;
    let with = |members: &str| format!(r#"{{"surfaceId":"s","components":{components}{members}}}"#);
    let bare = r#"{"version":"v0.9","createSurface":{"surfaceId":"s"}}"#;
    for (name, arguments, expected) in [
        (
            "_design_a2ui_surface",
            SURFACE.to_owned(),
            vec![create, update, data],
        ),
        ("show_board", SURFACE.to_owned(), vec![create, update, data]),
        ("render_a2ui", with(r#","data":null"#), vec![bare, update]),
        (
            "render_a2ui",
            format!(
                r#"{{"surfaceId":"s","catalogId":"c","components":{},"data":{}}}"#,
                json(components),
                json("{\"n\":1}")
            ),
            vec![create, update, data],
        ),
        (
            "render_a2ui",
            with(r#","root":"root","theme":{"primaryColor":"red"},"data":[1]"#),
            vec![
                r#"{"version":"v0.9","createSurface":{"surfaceId":"s","theme":{"primaryColor":"red"},"data":[1]}}"#,
                r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}],"root":"root"}}"#,
            ],
        ),
        (
            "render_a2ui",
            format!(r#"{{"operations":[{create},{data}]}}"#),
            vec![create, data],
        ),
        (
            "send_a2ui_json_to_client",
            format!(r#"{{"a2ui_json":{}}}"#, json(&format!("[{create},{data}]"))),
            vec![create, data],
        ),
        (
            "send_a2ui_json_to_client",
            format!(r#"{{"a2ui_json":{create}}}"#),
            vec![create],
        ),
        ("show", create.to_owned(), vec![create]),
        // A request for a surface, and other arguments.
        (
            "generate_a2ui",
            r#"{"context":"a board"}"#.to_owned(),
            vec![],
        ),
        ("render_a2ui", "{}".to_owned(), vec![]),
        (
            "find",
            r#"{"components":[{"name":"x"}],"surfaceId":7}"#.to_owned(),
            vec![],
        ),
        (
            "ask",
            r#"{"messages":[{"role":"user","content":"Hi"}]}"#.to_owned(),
            vec![],
        ),
    ] {
        assert_eq!(
            held_in(&call("c", name, &arguments)),
            expected,
            "{arguments}"
        );
    }
}

#[test]
fn an_action_is_found_in_its_tool_call() {
    let action = r#"{"name":"save","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-06-01T00:00:00Z","context":{}}"#;
    let message = format!(r#"{{"version":"v0.9","action":{action}}}"#);
    let call = |name: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
        )
    };
    for text in [
        call("agent_ui_action", &message),
        call("action", action),
        call("a2ui_action", &format!(r#"{{"action":{action}}}"#)),
    ] {
        assert_eq!(held_in(&text), [message.as_str()], "{text}");
    }
    // An action without `version` counts only in a tool for actions.
    assert_eq!(held_in(&call("track", action)), [""; 0]);
    assert_eq!(held_in(&call("action", r#"{"name":"save"}"#)), [""; 0]);
}

#[test]
fn truncated_arguments_of_an_a2ui_tool_are_an_error() {
    let piece = |name: &str| {
        format!(
            "{{\"type\":\"TOOL_CALL_CHUNK\",\"toolCallId\":\"c\",\"toolCallName\":\"{name}\",\"delta\":\"{{\\\"surfaceId\\\":\"}}\n"
        )
    };
    let end = "{\"type\":\"TOOL_CALL_END\",\"toolCallId\":\"c\"}\n";
    let events = piece("render_a2ui") + end;
    let held: Vec<_> = extract_all(&events)
        .into_iter()
        .filter_map(|found| match found {
            ExtractedItem::Message(held) => Some((
                held.carrier,
                held.place.line,
                held.read(None).unwrap_err().rule,
            )),
            ExtractedItem::Text(_) => None,
        })
        .collect();
    assert_eq!(held, [(Carrier::ToolCall, 2, wire::DecodeRule::Syntax)]);
    // The input ends before the call does.
    let [_, ExtractedItem::Message(held)] = &extract_all(&piece("render_a2ui"))[..] else {
        panic!()
    };
    assert_eq!(
        held.text.as_ref().unwrap_err().rule,
        wire::DecodeRule::Syntax
    );
    for events in [piece("find"), piece("find") + end] {
        assert_eq!(held_in(&events), [""; 0]);
    }
    // If the arguments exceed the limit, the error is reported once.
    let mut finder = Extractor::new().limit(200);
    let long = format!(
        "{{\"type\":\"TOOL_CALL_ARGS\",\"toolCallId\":\"c\",\"delta\":\"{}\"}}\n",
        "x".repeat(50)
    );
    let found: Vec<_> = [piece("render_a2ui"), long.repeat(9), end.to_owned()]
        .iter()
        .flat_map(|event| finder.push(event))
        .collect();
    let errors = found.iter().filter(|found| {
        matches!(
            found,
            ExtractedItem::Message(ExtractedMessage { text: Err(_), .. })
        )
    });
    assert_eq!(errors.count(), 1);
}

#[test]
fn operations_repeated_by_a_call_and_an_activity_are_read_once() {
    let [create, update, data] = MESSAGES;
    let other_catalog = create.replace("\"c\"", "\"https://example.com/c\"");
    let changed = SURFACE.replace("\"x\"", "\"y\"");
    let changed_update = update.replace("\"x\"", "\"y\"");
    let gone = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    let asked = call("c", "render_a2ui", SURFACE);
    let shown = activity("a2ui-surface-c", &MESSAGES);
    for (events, expected) in [
        // The call, and the activity that a server creates from it, in either order.
        (
            vec![asked.clone(), shown.clone()],
            vec![create, update, data],
        ),
        (
            vec![shown.clone(), asked.clone()],
            vec![create, update, data],
        ),
        (
            vec![
                asked.clone(),
                activity("m", &[&other_catalog, update, data]),
            ],
            vec![create, update, data],
        ),
        (
            vec![activity("m", &[&other_catalog, update]), asked.clone()],
            vec![&other_catalog, update, data],
        ),
        (
            vec![
                activity("m", &[create]),
                activity("m", &[create, update]),
                asked.clone(),
            ],
            vec![create, update, data],
        ),
        // The same call in the history of the next request, and a call that changes the surface.
        (
            vec![asked.clone(), asked.clone()],
            vec![create, update, data],
        ),
        (
            vec![asked.clone(), call("d", "render_a2ui", &changed)],
            vec![create, update, data, &changed_update, data],
        ),
        // The surface is created again after it was deleted.
        (
            vec![
                asked.clone(),
                format!("{gone}\n"),
                call("d", "render_a2ui", SURFACE),
            ],
            vec![create, update, data, gone, create, update, data],
        ),
    ] {
        assert_eq!(held_in(&events.concat()), expected, "{events:?}");
    }
    // A tool result of the Agent Development Kit repeats the messages of the call.
    let part = |name: &str, content: &str| {
        format!(
            "{{\"content\":{{\"parts\":[{{\"{name}\":{{\"id\":\"c\",\"name\":\"send_a2ui_json_to_client\",{content}}}}}]}}}}\n"
        )
    };
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#;
    let events = part(
        "functionCall",
        &format!(r#""args":{{"a2ui_json":{}}}"#, json(&format!("[{begin}]"))),
    ) + &part(
        "functionResponse",
        &format!(r#""response":{{"validated_a2ui_json":[{begin}]}}"#),
    );
    assert_eq!(held_in(&events), [begin]);
}

#[test]
fn pieces_of_parallel_calls_are_joined_separately() {
    let chunk = |index: usize, id: &str, piece: &str| {
        let id = if id.is_empty() {
            String::new()
        } else {
            format!("\"id\":\"{id}\",")
        };
        let name = if id.is_empty() {
            ""
        } else {
            "\"name\":\"send_a2ui_json_to_client\","
        };
        format!(
            "data: {{\"id\":\"x\",\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{{\"index\":{index},{id}\"function\":{{{name}\"arguments\":{}}}}}]}}}}]}}\n\n",
            json(piece)
        )
    };
    let message = |id: &str| format!(r#"{{"deleteSurface":{{"surfaceId":"{id}"}}}}"#);
    let (one, two) = (
        format!("{{\"a2ui_json\":[{}]}}", message("1")),
        format!("{{\"a2ui_json\":[{}]}}", message("2")),
    );
    let events = chunk(0, "a", &one[..20])
        + &chunk(1, "b", &two[..30])
        + &chunk(0, "", &one[20..])
        + &chunk(1, "", &two[30..])
        + "data: [DONE]\n\n";
    assert_eq!(held_in(&events), [message("1"), message("2")]);
    // By default, the Python types of AG-UI write names in snake case.
    let events = "{\"type\":\"TOOL_CALL_START\",\"tool_call_id\":\"c\",\"tool_call_name\":\"f\"}\n{\"type\":\"TOOL_CALL_ARGS\",\"tool_call_id\":\"c\",\"delta\":\"{\\\"a2ui_json\\\":[{\\\"deleteSurface\\\":{\\\"surfaceId\\\":\\\"1\\\"}}]}\"}\n";
    assert_eq!(held_in(events), [message("1")]);
    // A piece without an id belongs to the previous call.
    let events = "{\"type\":\"TOOL_CALL_CHUNK\",\"toolCallId\":\"c\",\"toolCallName\":\"f\",\"delta\":\"{\\\"a2ui_json\\\":\"}\n{\"type\":\"TOOL_CALL_CHUNK\",\"delta\":\"[{\\\"deleteSurface\\\":{\\\"surfaceId\\\":\\\"1\\\"}}]}\"}\n";
    assert_eq!(held_in(events), [message("1")]);
}

#[test]
fn streamed_text_deltas_are_joined() {
    let message = r#"{"deleteSurface":{"surfaceId":"s"}}"#;
    let text = format!("So:\n```json\n{message}\n```\n");
    let (one, two) = text.split_at(20);
    let (one, two, whole) = (json(one), json(two), json(&text));
    for events in [
        format!(
            "data: {{\"id\":\"x\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":{one}}}}}]}}\n\ndata: {{\"id\":\"x\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":{two}}},\"finish_reason\":\"stop\"}}]}}\n\n"
        ),
        format!(
            "data: {{\"type\":\"response.output_text.delta\",\"item_id\":\"m\",\"delta\":{one}}}\n\ndata: {{\"type\":\"response.output_text.delta\",\"item_id\":\"m\",\"delta\":{two}}}\n\ndata: {{\"type\":\"response.output_text.done\",\"item_id\":\"m\",\"text\":{whole}}}\n\ndata: {{\"type\":\"response.completed\",\"response\":{{\"output\":[{{\"type\":\"message\",\"id\":\"m\",\"role\":\"assistant\",\"content\":[{{\"type\":\"output_text\",\"text\":{whole}}}]}}]}}}}\n\n"
        ),
        format!(
            "data: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":{one}}}}}\n\ndata: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":{two}}}}}\n\ndata: {{\"type\":\"content_block_stop\",\"index\":0}}\n\n"
        ),
    ] {
        assert_eq!(held_in(&events), [message], "{events}");
    }
}

#[test]
fn arguments_that_are_nearly_json_are_repaired() {
    let trailing = SURFACE.replace("}]", "},]");
    let python = SURFACE.replace('"', "'");
    for (arguments, kind) in [
        (trailing.as_str(), RepairKind::TrailingComma),
        (python.as_str(), RepairKind::SingleQuotes),
    ] {
        let text = call("c", "render_a2ui", arguments);
        assert_eq!(held_in(&text), MESSAGES, "{text}");
        let [ExtractedItem::Message(first), ..] = &extract_all(&text)[..] else {
            panic!()
        };
        let kinds: Vec<_> = first.repairs.iter().map(|repair| repair.kind).collect();
        assert_eq!(
            (kinds.first(), kinds.last()),
            (Some(&kind), Some(&RepairKind::ToolArguments))
        );
        assert_eq!(
            first.repairs[0].pointer.as_str(),
            "/toolCalls/0/function/arguments"
        );
        assert_eq!(held_in(&call("c", "show_board", arguments)), [""; 0]);
    }
    let resource = format!(
        "{{\"resource\":{{\"mimeType\":\"application/a2ui+json\",\"text\":{}}}}}",
        json(&format!("[{},]", MESSAGES[0]))
    );
    assert_eq!(held_in(&resource), [MESSAGES[0]]);
}
