//! The statements of AAP 1.0: one test for each line of the table in the documentation of the crate, in the same order.

#![allow(clippy::unwrap_used, missing_docs)]

use aap::{
    CanvasMessage, CanvasPath, ErrorBody, ErrorCode, Interaction, InteractionFileName,
    InteractionMessage, ListQuery, ListResponse, Notification, SubmitRequest, SubmitResponse, Verb,
    page, provider, storage,
};
use agent_ui_aap as aap;
use wire::{DecodeRule, Payload, Validate};

const ID: &str = "0b0a7c6e-3d52-4e0c-9a55-3f1f4f0c9f11";
const TIME: &str = "2026-07-02T06:05:04.003Z";

fn record() -> Interaction {
    let data = Payload::parse(r#"{"seat":"4A"}"#).unwrap();
    Interaction::create(
        ID,
        TIME,
        SubmitRequest::new("select", "trips/oslo.html")
            .element("seat")
            .data(data),
    )
}

fn rules<T: Validate>(value: &T) -> Vec<&'static str> {
    value
        .validate()
        .into_iter()
        .map(|finding| finding.rule)
        .collect()
}

/// Returns the broken rules of a record in which a member is missing or has another value.
fn without(member: &str, value: Option<&str>) -> Result<Vec<&'static str>, DecodeRule> {
    let whole = Payload::encode(&record()).unwrap();
    let value = value.map(|value| Payload::parse(value).unwrap());
    let members: Vec<_> = whole
        .members()
        .filter_map(|(name, old)| {
            if name == member {
                Some((name, value.clone()?))
            } else {
                Some((name, old))
            }
        })
        .collect();
    let text = Payload::object(members.iter().map(|(name, value)| (&**name, value)));
    text.decode::<Interaction>()
        .map(|record| rules(&record))
        .map_err(|error| error.rule)
}

// Statement: a provider puts a bridge into every page, which defines `window.maestro`
#[test]
fn the_bridge_defines_maestro_and_is_injected_into_every_page() {
    assert!(page::BRIDGE.starts_with("<script>window.maestro={send(action,element,data){"));
    for html in ["", "<p>", "<!doctype html><head>", "<!-- <head> -->"] {
        assert_eq!(page::with_bridge(html).matches(page::BRIDGE).count(), 1);
    }
}

// Statement: `send` posts `type`, `action`, `element` and `data` to the parent, null for missing values
#[test]
fn send_posts_type_action_element_and_data_to_the_parent() {
    assert!(page::BRIDGE.contains(
        "window.parent.postMessage({type:\"canvas:interaction\",action,element:element||null,data:data||null},\"*\")"
    ));
    let text = r#"{"type":"canvas:interaction","action":"select","element":null,"data":null}"#;
    let message: CanvasMessage = wire::decode(text).unwrap();
    assert_eq!(wire::encode(&message).unwrap(), text);
}

// Statement: pages run in a sandboxed frame
#[test]
fn pages_run_in_a_sandboxed_frame() {
    assert_eq!(page::SANDBOX, "allow-scripts");
    assert!(page::CONTENT_SECURITY_POLICY.contains("sandbox allow-scripts"));
}

// Statement: `type` is required and always `canvas:interaction`
#[test]
fn the_type_of_a_message_is_required_and_constant() {
    assert_eq!(
        wire::decode::<CanvasMessage>(r#"{"action":"a"}"#)
            .unwrap_err()
            .rule,
        DecodeRule::Missing
    );
    let other: CanvasMessage = wire::decode(r#"{"type":"canvas:ready"}"#).unwrap();
    assert!(!matches!(other, CanvasMessage::Interaction(_)));
    let text = wire::encode(&CanvasMessage::from(InteractionMessage::new("click"))).unwrap();
    assert!(text.contains(r#""type":"canvas:interaction""#));
}

// Statement: `action` is a required string
#[test]
fn the_action_of_a_message_is_a_required_string() {
    let read = |text: &str| wire::decode::<CanvasMessage>(text).map_err(|error| error.rule);
    assert_eq!(
        read(r#"{"type":"canvas:interaction"}"#),
        Err(DecodeRule::Missing)
    );
    assert_eq!(
        read(r#"{"type":"canvas:interaction","action":7}"#),
        Err(DecodeRule::Type)
    );
    assert_eq!(rules(&Verb::from("")), ["empty-action"]);
}

// Statement: `element` is an optional string
#[test]
fn the_element_of_a_message_is_an_optional_string() {
    let read = |member: &str| {
        wire::decode::<InteractionMessage>(&format!(r#"{{"action":"a"{member}}}"#))
            .map_err(|error| error.rule)
    };
    for member in ["", r#","element":null"#, r#","element":"save""#] {
        assert!(read(member).is_ok(), "{member}");
    }
    assert_eq!(read(r#","element":7"#), Err(DecodeRule::Type));
}

// Statement: `data` is an optional object
#[test]
fn the_data_of_a_message_is_an_optional_object() {
    let judged = |data: &str| {
        rules(&SubmitRequest::new("click", "a.html").data(Payload::parse(data).unwrap()))
    };
    assert_eq!(rules(&SubmitRequest::new("click", "a.html")), [""; 0]);
    assert_eq!(judged("{}"), [""; 0]);
    assert_eq!(
        (judged("[]"), judged("7")),
        (vec!["non-object-data"], vec!["non-object-data"])
    );
}

// Statement: eight actions are standard
#[test]
fn eight_actions_are_standard() {
    for verb in [
        "click", "submit", "change", "select", "toggle", "dismiss", "navigate", "custom",
    ] {
        assert!(Verb::from(verb).is_standard(), "{verb}");
    }
    assert!(!Verb::from("Click").is_standard());
}

// Statement: others are allowed
#[test]
fn other_actions_are_allowed() {
    for verb in ["archive", "zoom-in", "Ablehnen", "click "] {
        assert!(SubmitRequest::new(verb, "a.html").check().is_ok(), "{verb}");
    }
}

// Statement: seven members
#[test]
fn a_record_has_seven_members() {
    let text = wire::encode(&record()).unwrap();
    let members: Vec<String> = Payload::parse(&text)
        .unwrap()
        .members()
        .map(|(name, _)| name.into_owned())
        .collect();
    assert_eq!(
        members,
        [
            "id",
            "timestamp",
            "canvasFile",
            "action",
            "element",
            "data",
            "summary"
        ]
    );
    assert_eq!(wire::decode::<Interaction>(&text).unwrap(), record());
    assert_eq!(rules(&record()), [""; 0]);
}

// Statement: `id` is a required UUID
#[test]
fn the_id_of_a_record_is_a_required_uuid() {
    assert_eq!(without("id", None), Err(DecodeRule::Missing));
    assert_eq!(without("id", Some("\"7\"")), Ok(vec!["not-a-uuid"]));
}

// Statement: `timestamp` is required, in ISO 8601
#[test]
fn the_timestamp_of_a_record_is_required_iso_8601() {
    assert_eq!(without("timestamp", None), Err(DecodeRule::Missing));
    assert_eq!(
        without("timestamp", Some("\"yesterday\"")),
        Ok(vec!["not-a-timestamp"])
    );
}

// Statement: `canvasFile` is a required relative path
#[test]
fn the_canvas_file_of_a_record_is_a_required_relative_path() {
    assert_eq!(without("canvasFile", None), Err(DecodeRule::Missing));
    for path in ["/a.html", "../a.html", "a/../../b.html"] {
        assert!(CanvasPath::parse(path).is_err(), "{path}");
        assert!(SubmitRequest::new("click", path).check().is_err(), "{path}");
    }
    assert!(CanvasPath::parse("reports/week 7.html").is_ok());
}

// Statement: `action` is required
#[test]
fn the_action_of_a_record_is_required() {
    assert_eq!(without("action", None), Err(DecodeRule::Missing));
}

// Statement: `element` and `data` are optional
#[test]
fn element_and_data_of_a_record_are_optional() {
    for member in ["element", "data"] {
        assert_eq!(without(member, None), Ok(vec!["summary-mismatch"]));
        assert_eq!(without(member, Some("null")), Ok(vec!["summary-mismatch"]));
    }
}

// Statement: `summary` is required, for users
#[test]
fn a_record_requires_a_summary_for_people() {
    assert_eq!(without("summary", None), Err(DecodeRule::Missing));
    assert_eq!(
        record().summary,
        r#"User select 'seat' on trips/oslo.html with data: {"seat":"4A"}"#
    );
    let example = record().summarize(aap::SummaryStyle::SpecExample);
    assert_eq!(
        example,
        "User select 'seat' on trips/oslo.html with data: {seat: 4A}"
    );
}

// Statement: the folder of the records
#[test]
fn records_are_kept_below_the_home_of_the_user() {
    let agent = aap::AgentId::parse("bo").unwrap();
    assert_eq!(
        storage::interactions_dir(&agent),
        ".aimaestro/agents/bo/canvas/interactions"
    );
}

// Statement: the name of a file: time and id, `:` and `.` as `-`
#[test]
fn a_file_is_named_by_time_and_id() {
    let name = record().file_name().unwrap().to_string();
    assert_eq!(name, format!("2026-07-02T06-05-04-003Z-{ID}.json"));
    assert_eq!(
        name.parse::<InteractionFileName>().unwrap(),
        record().file_name().unwrap()
    );
}

// Statement: one file per interaction; the storage must not change it
#[test]
fn each_interaction_has_its_own_file() {
    let name = |id: &str| InteractionFileName::new(TIME, id).unwrap().to_string();
    assert_ne!(name(ID), name(&ID.replace("0b0a", "0b0b")));
}

// Statement: the order by name is the order by time
#[test]
fn files_sorted_by_name_are_sorted_by_time() {
    let times = [
        "0001-01-01T00:00:00.000Z",
        "2026-07-02T06:05:04.003Z",
        "2026-07-02T06:05:04.010Z",
        "2026-07-02T06:05:05.000Z",
        "9999-12-31T23:59:59.999Z",
    ];
    let names: Vec<String> = times
        .iter()
        .map(|time| InteractionFileName::new(*time, ID).unwrap().to_string())
        .collect();
    assert!(names.is_sorted());
    // Records with other forms of a time do not get a file name.
    assert!(InteractionFileName::new("2026-07-02T06:05:04Z", ID).is_err());
}

// Statement: `POST`: the submitted members, and the answer with 201
#[test]
fn an_interaction_is_submitted_with_action_page_element_and_data() {
    let text = r#"{"action":"submit","element":"save","canvasFile":"a.html","data":{}}"#;
    let request: SubmitRequest = wire::decode(text).unwrap();
    let recorded = provider::record(ID, TIME, &Payload::encode(&request).unwrap()).unwrap();
    let answer = SubmitResponse::new(recorded.record.id, recorded.record.summary);
    let expected = format!(r#"{{"id":"{ID}","summary":"User submit 'save' on a.html"}}"#);
    assert_eq!(wire::encode(&answer).unwrap(), expected);
}

// Statement: 400 `missing_field`
#[test]
fn a_missing_action_is_answered_with_400() {
    let request = Payload::parse(r#"{"canvasFile":"a.html"}"#).unwrap();
    let answer = provider::record(ID, TIME, &request)
        .unwrap_err()
        .answer()
        .unwrap();
    assert_eq!(
        (answer.error.status(), answer.error.as_str()),
        (Some(400), "missing_field")
    );
    assert_eq!(answer.message.get().unwrap(), "action is required");
}

// Statement: 404 `not_found`
#[test]
fn an_unknown_agent_is_answered_with_404() {
    let answer = ErrorBody::agent_not_found("xyz");
    assert_eq!(
        (answer.error.status(), answer.error),
        (Some(404), ErrorCode::NotFound)
    );
    assert_eq!(answer.message.get().unwrap(), "Agent 'xyz' not found");
}

// Statement: `GET`: the records, up to a limit
#[test]
fn records_are_listed_up_to_a_limit() {
    assert_eq!("limit=50".parse(), Ok(ListQuery::new(50)));
    let text = format!(
        r#"{{"interactions":[{}]}}"#,
        wire::encode(&record()).unwrap()
    );
    assert_eq!(
        wire::decode::<ListResponse>(&text).unwrap().interactions,
        [record()]
    );
}

// Statement: `[CANVAS] <canvasFile>: <summary>`; sending it must not affect storage
#[test]
fn a_notification_names_page_and_summary() {
    let line = Notification::for_record(&record());
    assert_eq!(
        line.as_str(),
        format!("[CANVAS] trips/oslo.html: {}", record().summary)
    );
}
