//! Generators of questions to users and their answers, in each version of MCP and ACP.

use bridge::{
    AnyMessage, Dialect, Family, Protocol,
    elicitation::{ElicitParams, ElicitResult, FormParams, acp::RequestPermission},
};
use proptest::{prelude::*, sample::select};
use wire::{Payload, generate, json_rpc::RequestId};

/// Inputs with everything that only some versions have.
const INPUTS: [&str; 22] = [
    r#"{"type":"string"}"#,
    r#"{"type":"string","title":"City","minLength":2,"maxLength":40.0,"format":"email","x-hint":1.50}"#,
    r#"{"type":"string","pattern":"^a","default":"a","_meta":{"a":1}}"#,
    r#"{"type":"string","format":"time"}"#,
    r#"{"type":"string","format":"regex","title":null}"#,
    r#"{"type":"string","enum":["x","y"]}"#,
    r#"{"type":"string","enum":["x","y"],"enumNames":["X","Y"],"default":"x"}"#,
    r#"{"type":"string","enum":["x","y"],"enumNames":["X"]}"#,
    r#"{"type":"string","oneOf":[{"const":"x","title":"X"},{"const":"y","title":"Y"}],"default":"x"}"#,
    r#"{"type":"string","oneOf":[{"const":"x","title":"X","description":"d"}]}"#,
    r#"{"type":"string","oneOf":[]}"#,
    r#"{"type":"string","enum":["x"],"oneOf":[{"const":"x","title":"X"}]}"#,
    r#"{"type":"string","enum":["x"],"enumNames":["X"],"oneOf":[{"const":"y","title":"Y"}]}"#,
    r#"{"type":"string","enum":null,"oneOf":null,"enumNames":["X"]}"#,
    r#"{"type":"number","minimum":1.50,"maximum":1e2,"default":2}"#,
    r#"{"type":"integer","description":"d"}"#,
    r#"{"type":"boolean","default":true}"#,
    r#"{"type":"array","items":{"type":"string","enum":["x","y"]},"default":["x"]}"#,
    r#"{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]},"maxItems":1}"#,
    r#"{"type":"file","accept":"image/*"}"#,
    r#"{"type":"object","properties":{}}"#,
    r#"{}"#,
];

fn object(members: Vec<(&str, Option<Payload>)>) -> Payload {
    let present = members
        .iter()
        .filter_map(|(name, value)| Some((*name, value.as_ref()?)));
    Payload::object(present)
}

fn parse(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

/// Generates one of these JSON texts, or none.
fn some_of(texts: &'static [&'static str]) -> BoxedStrategy<Option<Payload>> {
    prop_oneof![
        1 => Just(None),
        1 => select(texts).prop_map(|text| Some(parse(text))),
    ]
    .boxed()
}

fn schema() -> BoxedStrategy<Payload> {
    let input = (
        select(vec!["a", "b", "c", "x/y", "", "enum"]),
        select(INPUTS.to_vec()),
    );
    (
        some_of(&[r#""object""#, r#""object""#, "null"]),
        prop::collection::vec(input, 0..4),
        any::<bool>(),
        some_of(&[r#"["a"]"#, "[]", "null"]),
        some_of(&[r#""Trip""#, "null"]),
        some_of(&[r#"{"n":1.50}"#, "false"]),
    )
        .prop_map(|(kind, inputs, has_inputs, required, title, extra)| {
            let mut names: Vec<&str> = Vec::new();
            let mut properties = Vec::new();
            for (name, input) in &inputs {
                if !names.contains(name) {
                    names.push(name);
                    properties.push((*name, parse(input)));
                }
            }
            let properties = Payload::object(properties.iter().map(|(name, input)| (*name, input)));
            object(vec![
                ("type", kind),
                ("title", title),
                ("properties", has_inputs.then_some(properties)),
                ("required", required),
                ("_meta", extra.clone()),
                ("additionalProperties", extra),
            ])
        })
        .boxed()
}

/// Generates the parameters of a question.
fn params() -> BoxedStrategy<Payload> {
    let scope = || some_of(&[r#""s1""#, "null"]);
    let form = (
        (scope(), scope(), some_of(&["7", r#""r""#])),
        some_of(&[r#""form""#, "null"]),
        generate::text(),
        schema(),
        (some_of(&["{}"]), some_of(&[r#"{"p":1}"#])),
    )
        .prop_map(
            |((session, call, request), mode, message, schema, (task, meta))| {
                object(vec![
                    ("sessionId", session),
                    ("toolCallId", call),
                    ("requestId", request),
                    ("mode", mode),
                    ("message", Some(Payload::string(&message))),
                    ("requestedSchema", Some(schema)),
                    ("task", task),
                    ("_meta", meta),
                ])
            },
        );
    let any_form = generate::any::<FormParams>()
        .prop_map(|params| Payload::encode(&ElicitParams::from(params)).unwrap())
        .prop_filter("a form", |params| params.decode::<ElicitParams>().is_ok());
    let url = (
        scope(),
        generate::text(),
        some_of(&[r#""e1""#, r#""1""#, "null"]),
    )
        .prop_map(|(session, message, id)| {
            object(vec![
                ("mode", Some(Payload::string("url"))),
                ("sessionId", session),
                ("message", Some(Payload::string(&message))),
                ("url", Some(Payload::string("https://example.com/"))),
                ("elicitationId", id),
            ])
        });
    let other = Just(parse(r#"{"mode":"voice","text":1.50}"#));
    prop_oneof![6 => form, 2 => any_form, 2 => url, 1 => other].boxed()
}

fn answer() -> BoxedStrategy<Payload> {
    let own = (
        select(vec!["accept", "accept", "decline", "cancel", "later"]),
        some_of(&[r#"{"a":"b","n":1.50,"many":["x"]}"#, "null", "{}", "7"]),
        some_of(&[r#"{"p":1}"#, "null"]),
    )
        .prop_map(|(action, content, meta)| {
            object(vec![
                ("action", Some(Payload::string(action))),
                ("content", content),
                ("_meta", meta),
            ])
        });
    let any = generate::any::<ElicitResult>().prop_map(|result| Payload::encode(&result).unwrap());
    prop_oneof![3 => own, 1 => any].boxed()
}

fn permission() -> BoxedStrategy<Payload> {
    const OPTIONS: &str = r#"[{"optionId":"yes","name":"Yes","kind":"allow_once"}]"#;
    let own = (
        some_of(&[
            r#"{"toolCallId":"c","title":"Edit","kind":"edit"}"#,
            r#"{"toolCallId":"c"}"#,
            "null",
        ]),
        some_of(&[r#""Edit?""#, r#""Edit""#, "null"]),
        some_of(&[
            r#"{"type":"tool_call","toolCall":{"toolCallId":"c"}}"#,
            r#"{"type":"tool_call","toolCall":{"toolCallId":"c","title":"Edit"},"x":1}"#,
            r#"{"type":"command","command":"ls","toolCallId":"c"}"#,
            r#"{"type":"command","command":"ls"}"#,
            r#"{"type":"_pay"}"#,
        ]),
    )
        .prop_map(|(call, title, subject)| {
            object(vec![
                ("sessionId", Some(Payload::string("s"))),
                ("title", title),
                ("toolCall", call),
                ("subject", subject),
                ("options", Some(parse(OPTIONS))),
            ])
        });
    let any =
        generate::any::<RequestPermission>().prop_map(|params| Payload::encode(&params).unwrap());
    prop_oneof![4 => own, 1 => any].boxed()
}

fn frame(id: RequestId, members: Vec<(&str, Option<Payload>)>, extra: Option<Payload>) -> Payload {
    let mut all = vec![
        ("jsonrpc", Some(Payload::string("2.0"))),
        ("id", Some(id.to_payload())),
    ];
    all.extend(members);
    all.push(("x-frame", extra));
    object(all)
}

/// Generates a question or an answer in the form of MCP until 2025-11-25 and of ACP.
fn framed(dialect: Dialect, family: Family) -> BoxedStrategy<Payload> {
    let id = || generate::any::<RequestId>();
    let extra = || some_of(&["1.50", "null"]);
    let is_acp = dialect.protocol() == Protocol::Acp;
    if family == Family::Interactions {
        let answer = (id(), answer(), extra())
            .prop_map(|(id, answer, extra)| frame(id, vec![("result", Some(answer))], extra));
        if !is_acp {
            return answer.boxed();
        }
        let outcome = (
            id(),
            select(vec![
                r#"{"outcome":{"outcome":"selected","optionId":"yes"}}"#,
                r#"{"outcome":{"outcome":"cancelled"},"_meta":null}"#,
                r#"{"outcome":{"outcome":"later","n":1.50}}"#,
            ]),
        )
            .prop_map(|(id, outcome)| frame(id, vec![("result", Some(parse(outcome)))], None));
        return prop_oneof![3 => answer, 1 => outcome].boxed();
    }
    let method = |method| ("method", Some(Payload::string(method)));
    let question = (id(), params(), extra()).prop_map(move |(id, params, extra)| {
        frame(
            id,
            vec![method("elicitation/create"), ("params", Some(params))],
            extra,
        )
    });
    let complete = Just(parse(match is_acp {
        true => {
            r#"{"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e"}}"#
        }
        false => {
            r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e","x":1.50}}"#
        }
    }));
    let error = select(vec![
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":[1.50]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"sign in","data":{"elicitations":[]}}}"#,
    ])
    .prop_map(parse);
    if !is_acp {
        return prop_oneof![6 => question, 1 => complete, 1 => error].boxed();
    }
    let permission = (id(), permission()).prop_map(move |(id, params)| {
        frame(
            id,
            vec![
                method("session/request_permission"),
                ("params", Some(params)),
            ],
            None,
        )
    });
    prop_oneof![6 => question, 3 => permission, 1 => complete].boxed()
}

/// Generates a question or an answer in the form of MCP 2026-07-28.
fn in_result(family: Family) -> BoxedStrategy<Payload> {
    let key = || select(vec!["q", "1", "1.50", "\"1\"", "", "a/b", "x~y"]);
    let state = || some_of(&[r#""s1""#, "null"]);
    let map = |key: &str, value: Payload| Payload::object([(key, &value)]);
    if family == Family::Interactions {
        return (key(), answer(), state(), state())
            .prop_map(move |(key, answer, state, name)| {
                object(vec![
                    ("inputResponses", Some(map(key, answer))),
                    ("requestState", state),
                    ("name", name),
                ])
            })
            .boxed();
    }
    let question = |params: Payload| {
        object(vec![
            ("method", Some(Payload::string("elicitation/create"))),
            ("params", Some(params)),
        ])
    };
    let one = (key(), params(), state(), state()).prop_map(move |(key, params, state, meta)| {
        object(vec![
            ("resultType", Some(Payload::string("input_required"))),
            ("inputRequests", Some(map(key, question(params)))),
            ("requestState", state),
            ("_meta", meta),
        ])
    });
    let refused = select(vec![
        r#"{"resultType":"input_required","requestState":"s"}"#,
        r#"{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}}"#,
    ])
    .prop_map(parse);
    prop_oneof![8 => one, 1 => refused].boxed()
}

/// Generates messages of a dialect.
pub(super) fn messages(dialect: Dialect, family: Family) -> BoxedStrategy<Vec<AnyMessage>> {
    let one = match dialect {
        Dialect::Elicitation2026_07 => in_result(family),
        _ => framed(dialect, family),
    };
    // A generated frame may have a part that its type does not read.
    let read = move |message: Payload| {
        AnyMessage::read(&message, dialect, dialect.protocol())
            .ok()
            .filter(|message| message.family() == family)
    };
    prop::collection::vec(one.prop_filter_map("a message", read), 1..12).boxed()
}
