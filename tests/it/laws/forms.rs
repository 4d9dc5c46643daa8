//! Laws of forms, R3 and R4: the questions of servers as surfaces, and surfaces as questions. Also the generators of both
//! for [`pairs`](super::pairs).

use super::config;
use a2ui::{
    Message, Version,
    expression::Host,
    resolved::SubmittedValue,
    surface::{ClientAction, Surfaces},
};
use bridge::{
    AnyMessage, Dialect, Protocol,
    elicitation::{ElicitResult, Revision},
    forms::{
        AnswerOutcome, ElicitationRequest, Question, SurfaceForm, form_of_surface,
        result_of_action, surface_of_request,
    },
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wire::Payload;

const TIME: &str = "2026-11-30T12:00:00Z";

/// The kinds of properties, those of MCP 2025-06-18 first. Each has the members of its schema and two valid values.
const KINDS: [(&str, &str, &str); 18] = [
    (r#""type":"string""#, r#""x""#, r#""two words\n""#),
    (
        r#""type":"string","minLength":2,"maxLength":500"#,
        r#""ab""#,
        r#""éé…""#,
    ),
    (
        r#""type":"string","format":"email""#,
        r#""a@b.test""#,
        r#""c.d@e.test""#,
    ),
    (
        r#""type":"string","format":"uri""#,
        r#""https://a.test/""#,
        r#""mailto:a@b.test""#,
    ),
    (
        r#""type":"string","format":"date""#,
        r#""2026-12-24""#,
        r#""2027-01-02""#,
    ),
    (
        r#""type":"string","format":"date-time""#,
        r#""2026-12-24T10:00:00Z""#,
        r#""2026-12-24T10:00:00+02:00""#,
    ),
    (r#""type":"number""#, "1.5", "-3"),
    (
        r#""type":"number","minimum":0,"maximum":5000"#,
        "0",
        "12.25",
    ),
    (r#""type":"integer","minimum":1,"maximum":9"#, "1", "9"),
    (r#""type":"boolean""#, "true", "false"),
    (r#""type":"boolean","default":true"#, "true", "false"),
    (r#""type":"string","enum":["a","b"]"#, r#""a""#, r#""b""#),
    (
        r#""type":"string","enum":["a","b"],"enumNames":["A","B"]"#,
        r#""b""#,
        r#""a""#,
    ),
    (
        r#""type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]"#,
        r#""a""#,
        r#""b""#,
    ),
    (
        r#""type":"string","default":"Ada""#,
        r#""Grace""#,
        r#""Ada""#,
    ),
    (r#""type":"integer","default":3"#, "4", "3"),
    (
        r#""type":"array","items":{"type":"string","enum":["a","b","c"]}"#,
        r#"["a"]"#,
        r#"["c","a"]"#,
    ),
    (
        r#""type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]},"minItems":1"#,
        r#"["a","b"]"#,
        r#"["b"]"#,
    ),
];

/// The number of kinds that MCP 2025-06-18 has.
const KINDS_OF_JUNE: usize = 13;

/// A form, and contents that it allows.
#[derive(Clone, Debug)]
struct Form {
    schema: String,
    contents: Vec<String>,
}

/// Generates forms. Names of properties may be unusual.
fn form(of_june: bool) -> impl Strategy<Value = Form> {
    let count = if of_june { KINDS_OF_JUNE } else { KINDS.len() };
    let names = ["name", "a b", "x.y", "0", "naïve", "k/l", "~t", "name_2"];
    let property = (0..count, any::<bool>(), any::<bool>(), 0_usize..2);
    prop::collection::vec(property, 0..6).prop_map(move |chosen| {
        let (mut properties, mut required) = (Vec::new(), Vec::new());
        let (mut all, mut least) = (Vec::new(), Vec::new());
        for (name, (kind, is_required, has_title, value)) in names.iter().zip(chosen) {
            let (schema, one, other) = KINDS[kind];
            // Kinds with a default belong to later versions, except for booleans.
            let title = if has_title {
                r#","title":"Title","description":"Some words""#
            } else {
                ""
            };
            properties.push(format!(r#""{name}":{{{schema}{title}}}"#));
            let member = format!(r#""{name}":{}"#, [one, other][value]);
            if is_required {
                required.push(format!(r#""{name}""#));
            }
            // A value that the form shows at first stays unless the user removes it, and a box cannot be neither.
            if is_required || schema.contains(r#""default":true"#) {
                least.push(member.clone());
            }
            all.push(member);
        }
        let required = match required.is_empty() {
            true => String::new(),
            false => format!(r#","required":[{}]"#, required.join(",")),
        };
        Form {
            schema: format!(
                r#"{{"type":"object","properties":{{{}}}{required}}}"#,
                properties.join(",")
            ),
            contents: vec![
                format!("{{{}}}", all.join(",")),
                format!("{{{}}}", least.join(",")),
            ],
        }
    })
}

/// Returns the message that asks for a form in a dialect.
fn request_text(dialect: Dialect, number: usize, schema: &str) -> String {
    let message = r#""message":"Please answer""#;
    let params = match dialect.protocol() {
        Protocol::Acp => {
            format!(r#"{{"sessionId":"s","mode":"form",{message},"requestedSchema":{schema}}}"#)
        }
        _ if number % 2 == 0 && dialect != Dialect::Elicitation2025_06 => {
            format!(r#"{{"mode":"form",{message},"requestedSchema":{schema}}}"#)
        }
        _ => format!(r#"{{{message},"requestedSchema":{schema}}}"#),
    };
    match dialect {
        Dialect::Elicitation2026_07 => format!(
            r#"{{"resultType":"input_required","inputRequests":{{"q-{number}":{{"method":"elicitation/create","params":{params}}}}}}}"#
        ),
        _ => format!(
            r#"{{"jsonrpc":"2.0","id":{number},"method":"elicitation/create","params":{params}}}"#
        ),
    }
}

fn url_text(dialect: Dialect, number: usize) -> String {
    let head = r#""mode":"url","message":"Sign in","url":"https://a.test/in""#;
    match dialect {
        Dialect::Elicitation2026_07 => format!(
            r#"{{"resultType":"input_required","inputRequests":{{"q-{number}":{{"method":"elicitation/create","params":{{{head}}}}}}},"requestState":"s"}}"#
        ),
        _ => {
            let session = if dialect.protocol() == Protocol::Acp {
                r#""sessionId":"s","#
            } else {
                ""
            };
            format!(
                r#"{{"jsonrpc":"2.0","id":"r-{number}","method":"elicitation/create","params":{{{session}{head},"elicitationId":"e-{number}"}}}}"#
            )
        }
    }
}

fn read(text: &str, dialect: Dialect) -> AnyMessage {
    AnyMessage::read(&Payload::parse(text).unwrap(), dialect, Protocol::A2ui).unwrap()
}

/// Generates requests with forms, each with an id of its own, and requests for pages.
pub(super) fn requests(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    let is_june = dialect == Dialect::Elicitation2025_06;
    let one = (form(is_june), 0..6);
    prop::collection::vec(one, 1..6)
        .prop_map(move |forms| {
            let mut messages = Vec::new();
            for (number, (form, kind)) in forms.into_iter().enumerate() {
                messages.push(match kind {
                    0 if !is_june => read(&url_text(dialect, number), dialect),
                    _ => read(&request_text(dialect, number, &form.schema), dialect),
                });
            }
            messages
        })
        .boxed()
}

/// Returns the surfaces to which [`answers`] belong.
pub(super) fn surfaces_of_forms() -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in form_surface("form-of-answers", 2) {
        surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    }
    surfaces
}

/// Generates answers to the surface of [`surfaces_of_forms`].
pub(super) fn answers(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    let result = prop_oneof![
        ("[a-z]{1,6}", 1_u32..14).prop_map(|(name, nights)| format!(
            r#"{{"action":"accept","content":{{"name":"{name}","nights":{nights}}}}}"#
        )),
        Just(r#"{"action":"decline"}"#.to_owned()),
        Just(r#"{"action":"cancel"}"#.to_owned()),
    ];
    prop::collection::vec(result, 1..8)
        .prop_map(move |results| {
            let wrapped = results.iter().map(|result| match dialect {
                Dialect::Elicitation2026_07 => {
                    format!(r#"{{"inputResponses":{{"form-of-answers":{result}}}}}"#)
                }
                _ => format!(r#"{{"jsonrpc":"2.0","id":"form-of-answers","result":{result}}}"#),
            });
            wrapped.map(|text| read(&text, dialect)).collect()
        })
        .boxed()
}

/// Returns the messages of a surface with a form, in A2UI 0.9. `buttons` is their number, at most three.
fn form_surface(id: &str, buttons: usize) -> Vec<String> {
    let create = format!(
        r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}}}"#
    );
    let data = format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"{id}","value":{{"name":"Ada","nights":2,"other":[1]}}}}}}"#
    );
    let mut shown = vec![
        r#""t""#.to_owned(),
        r#""n""#.to_owned(),
        r#""k""#.to_owned(),
    ];
    let mut components = vec![
        r#"{"id":"t","component":"Text","text":"Your trip","variant":"h2"}"#.to_owned(),
        r#"{"id":"n","component":"TextField","label":"Name","value":{"path":"/name"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"m"}]}"#.to_owned(),
        r#"{"id":"k","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14}"#.to_owned(),
    ];
    for (index, name) in ["book", "trip.cancel", "no"]
        .iter()
        .enumerate()
        .take(buttons + 1)
    {
        shown.push(format!(r#""b{index}""#));
        components.push(format!(
            r#"{{"id":"b{index}","component":"Button","child":"l{index}","action":{{"event":{{"name":"{name}","context":{{"name":{{"path":"/name"}},"nights":{{"path":"/nights"}}}}}}}}}}"#
        ));
        components.push(format!(
            r#"{{"id":"l{index}","component":"Text","text":"Button {index}"}}"#
        ));
    }
    let root = format!(
        r#"{{"id":"root","component":"Column","children":[{}]}}"#,
        shown.join(",")
    );
    let components = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"{id}","components":[{root},{}]}}}}"#,
        components.join(",")
    );
    vec![create, data, components]
}

/// Generates the messages of surfaces with forms, in A2UI 0.9.
pub(super) fn form_surfaces() -> BoxedStrategy<Vec<Message>> {
    prop::collection::vec((0_usize..3, "[a-z]{1,5}"), 1..4)
        .prop_map(|forms| {
            let mut messages = Vec::new();
            for (number, (buttons, name)) in forms.into_iter().enumerate() {
                for text in form_surface(&format!("{name}-{number}"), buttons) {
                    messages.push(Message::read(&text).unwrap());
                }
            }
            messages
        })
        .boxed()
}

/// Generates actions on the surfaces of requests, in A2UI 0.9.
pub(super) fn actions_of_requests() -> BoxedStrategy<Vec<Message>> {
    let one = (
        form(true),
        0_usize..2,
        prop_oneof![Just("accept"), Just("decline"), Just("cancel")],
    );
    prop::collection::vec(one, 1..6)
        .prop_map(|forms| {
            let mut actions = Vec::new();
            for (number, (form, content, button)) in forms.into_iter().enumerate() {
                let request = request_of(&form, number);
                let mut surfaces = shown(&request, Version::V0_9);
                let action = click(&mut surfaces, button, &form.contents[content]);
                actions.push(action.message(TIME));
            }
            actions
        })
        .boxed()
}

fn request_of(form: &Form, number: usize) -> ElicitationRequest {
    let params = format!(r#"{{"message":"m","requestedSchema":{}}}"#, form.schema);
    let params = Payload::parse(params).unwrap();
    let question = Question::read("elicitation/create", &params).unwrap();
    let id = Payload::parse(number.to_string()).unwrap();
    ElicitationRequest::new(question)
        .id(id)
        .input_request(format!("q-{number}"), None)
}

fn shown(request: &ElicitationRequest, version: Version) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in surface_of_request(request, "q", Some("Server"), version).unwrap() {
        surfaces.apply(&message).unwrap();
    }
    surfaces
}

fn form_in(surfaces: &Surfaces, revision: Revision) -> SurfaceForm {
    let surface = surfaces.iter().next().unwrap();
    form_of_surface(&surface.resolve(&Host::new()).unwrap(), revision).unwrap()
}

/// Enters a content into the surface of a request as a user of a client of A2UI does, and clicks a button.
fn click(surfaces: &mut Surfaces, button: &str, content: &str) -> a2ui::surface::ClientEvent {
    let form = form_in(surfaces, Revision::Mcp2025_11);
    let content = Payload::parse(content).unwrap();
    let entered: Vec<Payload> = content.members().map(|(_, value)| value).collect();
    let names: Vec<String> = content
        .members()
        .map(|(name, _)| name.into_owned())
        .collect();
    let mut values = BTreeMap::new();
    for field in &form.fields {
        // A property whose name is not one in a path has a substitute.
        let place = names.iter().position(|name| *name == field.name);
        let place = place.or_else(|| {
            let index: usize = field
                .name
                .strip_prefix("field_")?
                .trim_end_matches('_')
                .parse()
                .ok()?;
            let own = ["name", "a b", "x.y", "0", "naïve", "k/l", "~t", "name_2"][index];
            names.iter().position(|name| name == own)
        });
        let value = match place {
            Some(place) => SubmittedValue::Json(entered[place].clone()),
            None if field.had_value => SubmittedValue::Empty,
            None => continue,
        };
        values.insert(field.key.clone(), value);
    }
    if button != "accept" {
        values.clear();
    }
    let key = button.into();
    match surfaces.submit("q", &key, &values, &Host::new()).unwrap() {
        ClientAction::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

fn json(payload: &Payload) -> serde_json::Value {
    serde_json::from_str(payload.text()).unwrap()
}

proptest! {
    #![proptest_config(config())]

    /// R3: each content that a form allows comes back from the surface of its request, in every version.
    #[test]
    fn every_valid_content_is_the_answer_of_its_surface(form in form(false), content in 0_usize..2) {
        let content = &form.contents[content];
        let request = request_of(&form, 7);
        for version in [Version::V0_9, Version::V0_10, Version::V1_0June, Version::V1_0] {
            let mut surfaces = shown(&request, version);
            let action = click(&mut surfaces, "accept", content);
            let answer = result_of_action(&action.message(TIME)).unwrap();
            let AnswerOutcome::Result(result) = answer.outcome else { panic!() };
            let expected = json(&Payload::parse(content).unwrap());
            prop_assert_eq!(json(result.accepted_content().unwrap()), expected, "{}", form.schema);
        }
    }

    /// R4: an answer to the form of a surface is the action that a client of A2UI sends after the same entries.
    #[test]
    fn an_answer_is_the_action_of_a_client_with_the_same_entries(form in form(false), content in 0_usize..2) {
        let request = request_of(&form, 7);
        let content = &form.contents[content];
        let mut by_client = shown(&request, Version::V0_9);
        let clicked = click(&mut by_client, "accept", content);
        for revision in [Revision::Mcp2025_11, Revision::Mcp2026_07, Revision::Acp1, Revision::Acp2] {
            let mut surfaces = shown(&request, Version::V0_9);
            let own = form_in(&surfaces, revision);
            let entered = Payload::parse(content).unwrap();
            let names: Vec<_> = entered.members().map(|(_, value)| value).collect();
            let listed = own.fields.iter().filter(|field| is_in(field.name.as_str(), &entered, &form));
            let values = Payload::object(listed.map(|field| field.name.as_str()).zip(&names));
            let answered = own.answer(&mut surfaces, &ElicitResult::accept(values), &Host::new()).unwrap();
            let Some(ClientAction::Event(answered)) = answered else { panic!() };
            prop_assert_eq!(json(&answered.context), json(&clicked.context));
            prop_assert_eq!(
                surfaces.get("q").unwrap().data_model().to_payload().as_ref().map(json),
                by_client.get("q").unwrap().data_model().to_payload().as_ref().map(json)
            );
        }
    }
}

/// Returns `true` if a content has the property of a field.
fn is_in(field: &str, content: &Payload, form: &Form) -> bool {
    let schema = Payload::parse(&form.schema).unwrap();
    let properties: Vec<_> = schema
        .member("properties")
        .unwrap()
        .members()
        .map(|(name, _)| name.into_owned())
        .collect();
    let own = match field
        .strip_prefix("field_")
        .and_then(|index| index.trim_end_matches('_').parse::<usize>().ok())
    {
        Some(index) => properties[index].as_str(),
        None => field,
    };
    content.member(own).is_some()
}
