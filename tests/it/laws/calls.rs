//! Tool calls and their answers, in frames of AHP and MCP and in items of the Responses API.

use super::{
    config, is_lossless, noted, send,
    tools::{extra, forged, object, optional},
    value,
};
use actions_json::item::{
    ActionCall, ActionCallOutput, ActionError, ErrorCode, ErrorDetails, Item,
};
use ahp::{
    canvas::CanvasInvokeActionParams,
    json_rpc::{
        JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse,
        JsonRpcVersion, RequestId,
    },
};
use bridge::{
    AnyMessage, Carry, CarryPolicy, Context, Dialect, Embed, ExtractedMessage,
    responses::{FunctionCall, FunctionCallOutput, ResponseItem},
};
use proptest::{prelude::*, sample::select};
use wire::{Extra, Field, Payload, generate};

pub(super) fn call_context() -> Context {
    let mut cx = Context::default();
    cx.session = Some("ahp-session:/s".to_owned());
    cx.runtime_id = Some("rt".to_owned());
    cx
}

/// Generates the sixteen error codes and other codes, such as the codes of AHP.
fn code() -> impl Strategy<Value = ErrorCode> {
    prop_oneof![
        select(ErrorCode::WORDS.to_vec()).prop_map(ErrorCode::from),
        select(vec![
            "canvas_action_no_handler",
            "canvas_provider_unavailable",
            "",
            "tab_closed"
        ])
        .prop_map(ErrorCode::from),
    ]
}

const LONG_NAME: &str = "calendar.events.respondToTheInvitationOnBehalfOfEverybodyWhoReadsIt";

/// Generates arguments that tools accept: objects, and null for a call without arguments.
fn arguments() -> impl Strategy<Value = Payload> {
    let object = extra().prop_map(|members| object(Vec::new(), &members));
    prop_oneof![4 => object, 1 => Just(Payload::null()), 1 => Just(json(r#"{"n":0.10,"n":{"x":[1e999]}}"#))]
}

pub(super) fn item() -> BoxedStrategy<Item> {
    let call = (generate::any::<ActionCall>(), arguments()).prop_map(|(mut call, arguments)| {
        call.arguments = arguments;
        // An empty id identifies no call.
        if call
            .runtime_named()
            .is_some_and(|runtime_id| runtime_id.is_empty())
        {
            call.runtime_id = Field::Value("rt".into());
        }
        Item::from(call)
    });
    let output = generate::any::<ActionCallOutput>().prop_map(Item::from);
    let error = (generate::any::<ActionError>(), code(), generate::text()).prop_map(
        |(mut error, code, id)| {
            error.call_id = Field::Value(id.as_str().into());
            error.error.code = code;
            Item::from(error)
        },
    );
    prop_oneof![call, output, error].boxed()
}

pub(super) fn frame() -> BoxedStrategy<JsonRpcMessage> {
    let id = || generate::any::<RequestId>().prop_filter("not null", |id| *id != RequestId::Null);
    let members = || {
        extra().prop_map(|members| {
            members
                .into_iter()
                .map(|(name, value)| (name.into_boxed_str(), value))
                .collect::<Extra>()
        })
    };
    let request = (
        id(),
        generate::any::<CanvasInvokeActionParams>(),
        optional(arguments()),
        members(),
    )
        .prop_map(|(id, mut params, input, extra)| {
            params.input = input;
            if params.instance_id.is_empty() {
                params.instance_id = "i".into();
            }
            if params.channel.is_empty() {
                params.channel = "ahp-session:/x".into();
            }
            let mut request = JsonRpcRequest::new(JsonRpcVersion::V2, id, "canvasInvokeAction")
                .params(value(&params));
            request.extra = extra;
            JsonRpcMessage::Request(request)
        });
    let result = (optional(generate::any::<Payload>()), extra())
        .prop_map(|(result, extra)| object(vec![("value", result)], &extra));
    let response = (id(), result).prop_map(|(id, result)| {
        JsonRpcMessage::Response(JsonRpcResponse::new(JsonRpcVersion::V2, id, result))
    });
    let error = (
        id(),
        prop_oneof![Just(-32012i64), Just(-32601)],
        generate::text(),
        optional(generate::any::<Payload>()),
        code(),
    )
        .prop_map(|(id, number, message, data, code)| {
            let mut error = JsonRpcError::new(number, message.as_str());
            error.data = data.or_else(|| Some(value(&ErrorDetails::new(code, message))));
            JsonRpcMessage::ErrorResponse(JsonRpcErrorResponse::new(JsonRpcVersion::V2, id, error))
        });
    prop_oneof![request, response, error].boxed()
}

/// Generates frames that call an MCP tool or answer such a call.
pub(super) fn mcp_frame(is_of_2026: bool) -> BoxedStrategy<JsonRpcMessage> {
    let id = || generate::any::<RequestId>().prop_filter("not null", |id| *id != RequestId::Null);
    let name = select(vec![
        "a",
        "cart.add",
        "b c",
        "x--cart_2Eadd",
        "",
        "cart__add",
        LONG_NAME,
    ])
    .prop_map(Payload::string);
    let arguments = select(vec![r#"{"n":1.0}"#, "{}", "null"]).prop_map(json);
    let params = (name, optional(arguments), extra()).prop_map(|(name, arguments, extra)| {
        object(vec![("name", Some(name)), ("arguments", arguments)], &extra)
    });
    let request = (id(), params).prop_map(|(id, params)| {
        JsonRpcRequest::new(JsonRpcVersion::V2, id, "tools/call")
            .params(params)
            .into()
    });
    let content = select(vec![
        r#"[{"type":"text","text":"5"}]"#,
        r#"[{"type":"text","text":"tab_closed: Gone: x"}]"#,
        r#"[{"type":"text","text":"Error: handler_failed: x"}]"#,
        r#"[{"type":"text","text":"5","annotations":{}},{"type":"text","text":"6"}]"#,
        r#"[{"type":"image","data":"","mimeType":"image/png"}]"#,
        "[]",
    ]);
    let structured = optional(prop_oneof![
        Just(json(r#"{"code":"tab_closed","message":"Gone."}"#)),
        generate::any::<Payload>(),
    ]);
    let result = (content, structured, optional(any::<bool>()), extra()).prop_map(
        move |(content, structured, is_error, extra)| {
            let members = vec![
                ("content", Some(json(content))),
                ("structuredContent", structured),
                ("isError", is_error.map(|is_error| value(&is_error))),
                (
                    "resultType",
                    is_of_2026.then(|| Payload::string("complete")),
                ),
            ];
            object(members, &extra)
        },
    );
    let response = (id(), result).prop_map(|(id, result)| {
        JsonRpcMessage::Response(JsonRpcResponse::new(JsonRpcVersion::V2, id, result))
    });
    let error = (
        id(),
        prop_oneof![Just(-32602i64), Just(-32603)],
        generate::text(),
    )
        .prop_map(|(id, number, message)| {
            let error = JsonRpcError::new(number, message);
            JsonRpcMessage::ErrorResponse(JsonRpcErrorResponse::new(JsonRpcVersion::V2, id, error))
        });
    prop_oneof![request, response, error].boxed()
}

/// Generates items of the Responses API that call a function or answer such a call.
pub(super) fn response_item() -> BoxedStrategy<ResponseItem> {
    let texts = prop_oneof![
        generate::any::<Payload>().prop_map(|value| value.text().to_owned()),
        select(vec![
            "",
            " ",
            "{ \"n\" : 1.0 }",
            "{\n  \"n\": 1e999\n}",
            "3 items",
            r#"{"error":{"code":"tab_closed","message":"Gone."}}"#,
            r#"{"error":{"code":"tab_closed","message":"Gone."},"more":1}"#,
            r#"{"error":{"code":7}}"#,
        ])
        .prop_map(str::to_owned),
    ];
    let name = select(vec![
        "add",
        "x--cart_2Eadd",
        "x--x",
        "a-b",
        "b c",
        "",
        "cart__add",
        "_x",
        LONG_NAME,
    ]);
    let written = prop_oneof![
        arguments().prop_map(|value| value.text().to_owned()),
        select(vec![
            "",
            " ",
            "{ \"n\" : 1.0 }",
            "{\n  \"n\": 1e999\n}",
            " null"
        ])
        .prop_map(str::to_owned),
    ];
    let call =
        (generate::any::<FunctionCall>(), name, written).prop_map(|(mut call, name, text)| {
            (call.name, call.arguments) = (name.to_owned(), text);
            ResponseItem::from(call)
        });
    let parts = Just(json(
        r#"[{"type":"input_text","text":"{}"},{"type":"input_image"}]"#,
    ));
    let output = prop_oneof![
        texts.prop_map(|text| Payload::string(&text)),
        parts,
        generate::any::<Payload>()
    ];
    let output = (generate::any::<FunctionCallOutput>(), output).prop_map(|(mut item, output)| {
        item.output = output;
        ResponseItem::from(item)
    });
    prop_oneof![call, output].boxed()
}

fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l1_calls_and_answers_come_back(item in item()) {
        let cx = call_context();
        let (frame, carry) = send::<JsonRpcMessage>(item.clone(), Dialect::AhpCanvas, &Carry::default(), &cx).unwrap();
        prop_assert_eq!(send::<Item>(frame.clone(), Dialect::ActionsJson, &carry, &cx).unwrap(), (item.clone(), Carry::default()));
        let (_, _, notes) = noted::<JsonRpcMessage>(item.clone(), Dialect::AhpCanvas, &Carry::default(), &cx).unwrap();
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        let bare = send::<Item>(frame, Dialect::ActionsJson, &Carry::default(), &cx).unwrap().0;
        prop_assert_eq!(carry.is_empty(), bare == item);
        // L23: an answer relates to its call without any carry.
        prop_assert_eq!(bare.call_id(), item.call_id());
    }

    #[test]
    fn l2_frames_come_back_with_a_separate_or_an_embedded_carry(frame in frame()) {
        let cx = call_context();
        let (item, carry) = send::<Item>(frame.clone(), Dialect::ActionsJson, &Carry::default(), &cx).unwrap();
        let again = send::<JsonRpcMessage>(item.clone(), Dialect::AhpCanvas, &carry, &cx).unwrap();
        prop_assert_eq!(again, (frame.clone(), Carry::default()));
        let text = wire::encode(&item.embed(carry).unwrap()).unwrap();
        let ExtractedMessage { message: item, carry, .. } = wire::decode::<Item>(&text).unwrap().extract(&CarryPolicy::Accept);
        prop_assert_eq!(send::<JsonRpcMessage>(item, Dialect::AhpCanvas, &carry, &cx).unwrap(), (frame, Carry::default()));
    }

    #[test]
    fn l2_an_item_keeps_a_foreign_member_with_the_name_of_the_carry(item in item(), foreign in generate::any::<Payload>(), carry in forged()) {
        let item = match item {
            Item::ActionCall(mut call) => { call.extra.insert("agent_ui_carry", foreign); Item::from(call) }
            Item::ActionCallOutput(mut output) => { output.extra.insert("agent_ui_carry", foreign); Item::from(output) }
            Item::ActionError(mut error) => { error.extra.insert("agent_ui_carry", foreign); Item::from(error) }
            other => other,
        };
        let full = item.clone().embed(carry.clone()).unwrap();
        let extracted = full.extract(&CarryPolicy::Accept);
        let expected = if carry.is_empty() { item.clone().extract(&CarryPolicy::Accept) } else { ExtractedMessage::without_carry(item) };
        prop_assert_eq!(extracted.message, expected.message);
        prop_assert_eq!(extracted.carry, if carry.is_empty() { expected.carry } else { carry.without_seal() });
    }

    #[test]
    fn l2_a_frame_has_no_slot_for_a_carry(item in item()) {
        let (frame, carry) = send::<JsonRpcMessage>(item, Dialect::AhpCanvas, &Carry::default(), &call_context()).unwrap();
        let embedded = AnyMessage::Frame(frame.into()).embed(carry.clone());
        prop_assert_eq!(embedded.err().map(|refusal| refusal.rule().to_owned()), (!carry.is_empty()).then(|| "carry/no-room".to_owned()));
    }

    #[test]
    fn l8_a_frame_overrides_a_forged_carry(frame in frame(), forged in forged()) {
        let cx = call_context();
        if let Ok((item, _)) = send::<Item>(frame.clone(), Dialect::ActionsJson, &forged, &cx) {
            let bare = send::<Item>(frame, Dialect::ActionsJson, &Carry::default(), &cx).unwrap().0;
            prop_assert_eq!(item.call_id(), bare.call_id());
        }
    }
}

#[test]
fn messages_without_a_counterpart_are_refused() {
    let item = |text: &str| {
        let item: Item = wire::decode(text).unwrap();
        send::<JsonRpcMessage>(
            item,
            Dialect::AhpCanvas,
            &Carry::default(),
            &Context::default(),
        )
        .unwrap_err()
        .rule()
        .to_owned()
    };
    let call = |rest: &str| {
        format!(r#"{{"type":"action_call","call_id":"c","name":"n","arguments":{{}}{rest}}}"#)
    };
    assert_eq!(item(&call("")), "actions-json-ahp/runtime-id");
    assert_eq!(
        item(&call(r#","runtime_id":"r""#)),
        "actions-json-ahp/channel"
    );
    assert_eq!(
        item(r#"{"type":"runtime_status"}"#),
        "actions-json-ahp/item"
    );
    assert_eq!(
        item(r#"{"type":"action_error","error":{"code":"x","message":"m"}}"#),
        "actions-json-ahp/call-id"
    );
    let frame = |text: &str| {
        let frame: JsonRpcMessage = wire::decode(text).unwrap();
        send::<Item>(
            frame,
            Dialect::ActionsJson,
            &Carry::default(),
            &Context::default(),
        )
        .unwrap_err()
        .rule()
        .to_owned()
    };
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
        "ahp-actions-json/runtime-id"
    );
    for (instance, channel, rule) in [
        ("", "ahp-session:/s", "ahp-actions-json/runtime-id"),
        ("i", "", "ahp-actions-json/channel"),
    ] {
        let params = format!(
            r#"{{"channel":"{channel}","instanceId":"{instance}","canvasId":"c","extensionId":"e","actionName":"n"}}"#
        );
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"canvasInvokeAction","params":{params}}}"#
        );
        assert_eq!(frame(&call), rule);
    }
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","id":1,"method":"canvasOpen","params":{}}"#),
        "ahp-actions-json/item"
    );
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#),
        "ahp-actions-json/call-id"
    );
}

/// A call survives the round trip through MCP without a carry.
#[test]
fn calls_and_answers_match_the_mcp_specification() {
    let cx = call_context();
    let of_mcp = |text: &str| AnyMessage::McpFrame(wire::decode(text).unwrap());
    for (to, item, frame) in [
        (
            Dialect::Mcp2025_11,
            r#"{"type":"action_call","call_id":"7","runtime_id":"rt","name":"cart.add","arguments":{"n":1.0}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cart.add","arguments":{"n":1.0}}}"#,
        ),
        (
            Dialect::Mcp2026_07,
            r#"{"type":"action_call","call_id":"7","runtime_id":"rt","name":"cart.add","arguments":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"cart.add","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
        ),
        (
            Dialect::Mcp2025_06,
            r#"{"type":"action_call_output","call_id":"a","runtime_id":"rt","output":{"ok":true}}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"{\"ok\":true}"}],"structuredContent":{"ok":true}}}"#,
        ),
        (
            Dialect::Mcp2025_06,
            r#"{"type":"action_call_output","call_id":"a","runtime_id":"rt","output":"Done."}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"Done."}]}}"#,
        ),
        (
            Dialect::Mcp2026_07,
            r#"{"type":"action_call_output","call_id":"a","runtime_id":"rt","output":[1]}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1],"resultType":"complete"}}"#,
        ),
        (
            Dialect::Mcp2025_06,
            r#"{"type":"action_error","call_id":"a","runtime_id":"rt","error":{"code":"invalid_input","message":"No seat."}}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"invalid_input: No seat."}],"isError":true}}"#,
        ),
        (
            Dialect::Mcp2025_06,
            r#"{"type":"action_error","call_id":"a","runtime_id":"rt","error":{"code":"unknown_action","message":"No such tool."}}"#,
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"No such tool.","data":{"code":"unknown_action","message":"No such tool."}}}"#,
        ),
    ] {
        let there = AnyMessage::read(&json(item), Dialect::ActionsJson, to.protocol()).unwrap();
        let mut translator = bridge::Translator::new(Dialect::ActionsJson, to, cx.clone()).unwrap();
        let made = translator
            .push(there.clone(), Carry::default())
            .unwrap()
            .outputs
            .remove(0)
            .message;
        assert_eq!(made, of_mcp(frame), "{}", made.encode().unwrap());
        let mut back = bridge::Translator::new(to, Dialect::ActionsJson, cx.clone()).unwrap();
        let back = back
            .push(made, Carry::default())
            .unwrap()
            .outputs
            .remove(0)
            .message;
        assert_eq!(back, there, "{}", back.encode().unwrap());
    }
}

/// A call survives the round trip through the Responses API without a carry.
#[test]
fn function_calls_match_the_protocol() {
    let cx = call_context();
    for (item, response) in [
        (
            r#"{"type":"action_call","call_id":"7","runtime_id":"rt","name":"cart.add","arguments":{"n":1.0}}"#,
            r#"{"type":"function_call","call_id":"7","name":"x--cart_2Eadd","arguments":"{\"n\":1.0}"}"#,
        ),
        (
            r#"{"type":"action_call_output","call_id":"a","runtime_id":"rt","output":{"ok":true}}"#,
            r#"{"type":"function_call_output","call_id":"a","output":"{\"ok\":true}"}"#,
        ),
        (
            r#"{"type":"action_call_output","call_id":"a","runtime_id":"rt","output":"Done."}"#,
            r#"{"type":"function_call_output","call_id":"a","output":"\"Done.\""}"#,
        ),
        (
            r#"{"type":"action_error","call_id":"a","runtime_id":"rt","error":{"code":"invalid_input","message":"No seat.","recoverable":true}}"#,
            r#"{"type":"function_call_output","call_id":"a","output":"{\"error\":{\"code\":\"invalid_input\",\"message\":\"No seat.\",\"recoverable\":true}}"}"#,
        ),
    ] {
        let item: Item = wire::decode(item).unwrap();
        let (made, _) =
            send::<ResponseItem>(item.clone(), Dialect::Responses, &Carry::default(), &cx).unwrap();
        assert_eq!(wire::encode(&made).unwrap(), response);
        assert_eq!(
            send::<Item>(made, Dialect::ActionsJson, &Carry::default(), &cx)
                .unwrap()
                .0,
            item
        );
    }
}

/// The result has a value next to a text with another value.
#[test]
fn notes_name_structured_content_as_the_source() {
    let describe = |content: &str| -> Vec<String> {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":{content}}}],"structuredContent":{{"a":1}}}}}}"#
        );
        let frame = AnyMessage::McpFrame(wire::decode(&frame).unwrap());
        let (_, _, notes) = noted::<Item>(
            frame,
            Dialect::ActionsJson,
            &Carry::default(),
            &call_context(),
        )
        .unwrap();
        let about = notes
            .iter()
            .filter(|note| note.from.as_str().starts_with("/result/"));
        let to = |note: &bridge::Note| {
            note.to
                .get()
                .map_or_else(|| "-".to_owned(), |to| to.to_string())
        };
        about
            .map(|note| format!("{} {} {}", note.verdict, note.from, to(note)))
            .collect()
    };
    assert_eq!(
        describe(r#""{\"a\":1}""#),
        [
            "renamed /result/structuredContent /output",
            "encoded /result/content -"
        ]
    );
    assert_eq!(
        describe(r#""x""#),
        [
            "renamed /result/structuredContent /output",
            "encoded /result/content -",
            "carried /result/content/0/text -"
        ]
    );
}

/// Calls that models write although no specification describes them.
#[test]
fn items_written_by_models_are_read_or_refused_with_their_place() {
    let read = |text: &str| {
        let item: ResponseItem = wire::decode(text).unwrap();
        send::<Item>(
            item,
            Dialect::ActionsJson,
            &Carry::default(),
            &call_context(),
        )
    };
    let call = |arguments: &str| {
        let arguments = Payload::string(arguments);
        read(&format!(
            r#"{{"type":"function_call","call_id":"c","name":"n","arguments":{arguments}}}"#
        ))
    };
    let Item::ActionCall(made) = call("").unwrap().0 else {
        panic!()
    };
    assert_eq!(made.arguments.text(), "{}");
    let refused = call(r#"{"n":"#).unwrap_err();
    assert_eq!(
        (refused.rule(), refused.pointer().as_str()),
        ("responses-actions-json/arguments", "/arguments")
    );
    let refused = read(r#"{"type":"reasoning","id":"r"}"#).unwrap_err();
    assert_eq!(
        (refused.rule(), refused.pointer().as_str()),
        ("responses-actions-json/item", "/type")
    );

    // Text that is not JSON stays text, and comes back unchanged.
    let plain = r#"{"type":"function_call_output","call_id":"c","output":"3 items"}"#;
    let (item, carry) = read(plain).unwrap();
    let Item::ActionCallOutput(output) = &item else {
        panic!()
    };
    assert_eq!(output.output.text(), r#""3 items""#);
    let back = send::<ResponseItem>(item, Dialect::Responses, &carry, &call_context())
        .unwrap()
        .0;
    assert_eq!(wire::encode(&back).unwrap(), plain);
    let unnamed: ResponseItem = wire::decode(plain).unwrap();
    let mut translator =
        crate::translation::paranoid(Dialect::Responses, Dialect::ActionsJson, Context::default())
            .unwrap();
    let refused = translator.push(unnamed, Carry::default()).unwrap_err();
    assert!(
        refused.hint_text().contains("options.context.runtime_id"),
        "{refused:?}"
    );
}

/// An output whose only member is `error` cannot be distinguished from an error.
#[test]
fn an_output_that_states_only_an_error_comes_back() {
    let output = r#"{"error":{"code":"tab_closed","message":"Gone."}}"#;
    let item: Item = wire::decode(&format!(
        r#"{{"type":"action_call_output","call_id":"a","runtime_id":"rt-2","output":{output},"x":1}}"#
    ))
    .unwrap();
    let (response, carry) = send::<ResponseItem>(
        item.clone(),
        Dialect::Responses,
        &Carry::default(),
        &call_context(),
    )
    .unwrap();
    for cx in [call_context(), Context::default()] {
        let back = send::<Item>(response.clone(), Dialect::ActionsJson, &carry, &cx);
        assert_eq!(back.unwrap().0, item);
    }
    let bare = send::<Item>(
        response,
        Dialect::ActionsJson,
        &Carry::default(),
        &call_context(),
    );
    assert!(matches!(bare.unwrap().0, Item::ActionError(_)));
}

/// Frames may have members that JSON-RPC does not define.
#[test]
fn unknown_members_of_mcp_frames_come_back() {
    let cx = call_context();
    for rest in [
        r#""method":"tools/call","params":{"name":"a","arguments":{}}"#,
        r#""result":{"content":[{"type":"text","text":"x"}]}"#,
        r#""error":{"code":-32602,"message":"x","data":{"code":"unknown_action","message":"x"}}"#,
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,{rest},"x-own":[1.0]}}"#);
        let frame = AnyMessage::McpFrame(wire::decode(&text).unwrap());
        let (item, carry) =
            send::<Item>(frame, Dialect::ActionsJson, &Carry::default(), &cx).unwrap();
        let there =
            crate::translation::paranoid(Dialect::ActionsJson, Dialect::Mcp2025_06, cx.clone());
        let made = there.unwrap().push(item, carry).unwrap().outputs.remove(0);
        assert_eq!(json(&made.message.encode().unwrap()), json(&text));
    }
}
