#![allow(clippy::unwrap_used)]

use super::*;
use crate::{
    faces::chat_bot::test_platform::{
        ApiDouble, BOOKED, DELETION, FORM, face_reports, find, received, send, wait_for_report,
    },
    gateway::{GatewayReportKind, agent::Agent},
    server::request_guard::RequestGuard,
    test_script::{Reports, Script, Silent, gateway},
};
use axum::{Router, http::StatusCode};
use ring::hmac;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::time::sleep;

const SECRET: &str = "8f742231b10e8888abcd99yyyzzz85a5";
const MODAL: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[{"id":"root","component":"Modal","trigger":"open","content":"form"},{"id":"open","component":"Button","child":"opener","action":{"event":{"name":"open"}}},{"id":"opener","component":"Text","text":"Plan"},{"id":"form","component":"Column","children":["name","go"]},{"id":"name","component":"TextField","label":"Name","value":{"path":"/name"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Please enter a name."}]},{"id":"go","component":"Button","variant":"primary","child":"label","action":{"event":{"name":"book","context":{"name":{"path":"/name"}}}}},{"id":"label","component":"Text","text":"Book"}]}}"#;

/// A bot in front of a double of Slack.
struct TestBot {
    face: Router,
    slack: ApiDouble,
    address: String,
    reports: Reports,
}

impl TestBot {
    async fn start(agent: impl Agent + 'static) -> Self {
        let (slack, address) = ApiDouble::start().await;
        let (gateway, reports) = gateway(agent);
        let mut hosts = default_hosts();
        hosts.add("127.0.0.1".parse().unwrap());
        let settings = SlackSettings {
            api: format!("{address}/api/"),
            hosts,
            ..SlackSettings::new(SECRET.parse().unwrap(), "xoxb-1".parse().unwrap())
        };
        Self {
            face: routes(gateway, &RequestGuard::default(), settings),
            slack,
            address,
            reports,
        }
    }

    async fn post(&self, path: &str, body: &str) -> (StatusCode, String) {
        send(&self.face, path, &signed(SECRET, 0, body), body).await
    }

    async fn event(&self, event: &Value) -> (StatusCode, String) {
        self.post("/events", &event.to_string()).await
    }

    async fn interact(&self, payload: &Value) -> (StatusCode, String) {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("payload", &payload.to_string())
            .finish();
        self.post("/interactions", &body).await
    }

    /// Returns a click on the button of a message, with the entered name.
    fn click(&self, message: &Value, user: &str, time: &str, name: Value) -> Value {
        json!({
            "type":"block_actions","team":{"id":"T1"},"user":{"id":user,"team_id":"T1"},
            "container":{"type":"message","message_ts":"1.0","channel_id":"D1"},
            "trigger_id":"trigger","response_url":format!("{}/response", self.address),
            "message":{"ts":"1.0"},
            "actions":[{"type":"button","block_id":"root","action_id":"go","action_ts":time,"value":find(message, "value").unwrap()}],
            "state":{"values":{"name":{"v":{"type":"plain_text_input","value":name}}}},
        })
    }
}

/// Returns the headers of a request that was signed some seconds ago.
fn signed(secret: &str, age: u64, body: &str) -> Vec<(&'static str, String)> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let time = now.as_secs() - age;
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("v0:{time}:{body}").as_bytes());
    let hex: String = tag
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    vec![
        ("x-slack-request-timestamp", time.to_string()),
        ("x-slack-signature", format!("v0={hex}")),
    ]
}

fn direct(id: &str, text: &str) -> Value {
    json!({
        "type":"event_callback","team_id":"T1","event_id":id,
        "event":{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":text,"ts":"1.0"},
    })
}

const OK: (StatusCode, String) = (StatusCode::OK, String::new());

#[tokio::test]
async fn only_requests_that_slack_has_signed_are_read() {
    let bot = TestBot::start(Script::default()).await;
    let challenge = json!({"type":"url_verification","challenge":"3eZbrw1a"}).to_string();
    let answer = bot.post("/events", &challenge).await;
    assert_eq!(answer, (StatusCode::OK, "3eZbrw1a".to_owned()));
    for headers in [
        signed("other", 0, &challenge),
        signed(SECRET, 301, &challenge),
        signed(SECRET, 0, "{}"),
        Vec::new(),
    ] {
        for path in ["/events", "/interactions"] {
            let (status, _) = send(&bot.face, path, &headers, &challenge).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED);
        }
    }
    let reports = face_reports(&bot.reports);
    assert_eq!(reports.len(), 3, "{reports:?}");
    assert!(!reports.concat().contains(SECRET));
    assert_eq!(bot.post("/events", "{").await.0, StatusCode::BAD_REQUEST);
    assert_eq!(
        bot.post("/interactions", "a=b").await.0,
        StatusCode::BAD_REQUEST
    );
    let long = format!("payload={}", "x".repeat(1 << 20));
    assert_eq!(
        bot.post("/interactions", &long).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[tokio::test]
async fn a_click_changes_the_message_of_its_surface() {
    let agent = Script::new(&[FORM, BOOKED, DELETION, "Bye & **all**."]);
    let bot = TestBot::start(agent.clone()).await;
    assert_eq!(bot.event(&direct("Ev1", "hi &amp; bye")).await, OK);
    assert!(received(&agent, 1).await.contains("hi & bye"));
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await;
    assert_eq!(posted.headers["authorization"], "Bearer xoxb-1");
    assert_eq!(posted.body["channel"], "D1");
    assert!(
        posted.body["text"].as_str().unwrap().contains("Your trip"),
        "{}",
        posted.body
    );

    let click = bot.click(&posted.body, "U1", "5.1", json!("Ada"));
    assert_eq!(bot.interact(&click).await, OK);
    let action = received(&agent, 2).await;
    assert!(
        action.contains(r#""name":"book""#) && action.contains(r#"{"name":"Ada"}"#),
        "{action}"
    );
    let mut updated = bot.slack.wait("/api/chat.update", 1).await;
    if !updated.body.to_string().contains("Booked") {
        // The entered value was shown first.
        updated = bot.slack.wait("/api/chat.update", 2).await;
    }
    assert!(
        updated.body.to_string().contains("Booked"),
        "{}",
        updated.body
    );
    assert!(updated.body.to_string().contains("Ada"), "{}", updated.body);
    assert_eq!(
        (&updated.body["ts"], &updated.body["channel"]),
        (&json!("1.0"), &json!("D1"))
    );

    let before = bot.slack.calls("/api/chat.update").len();
    assert_eq!(bot.event(&direct("Ev2", "delete it")).await, OK);
    let deleted = bot.slack.wait("/api/chat.update", before + 1).await;
    assert!(
        deleted.body["text"].as_str().unwrap().contains("removed"),
        "{}",
        deleted.body
    );
    // A click on the deleted surface gets a text.
    let click = bot.click(&posted.body, "U1", "6.1", json!("Ada"));
    assert_eq!(bot.interact(&click).await, OK);
    let gone = bot.slack.wait("/response", 1).await;
    assert_eq!(gone.body["response_type"], "ephemeral");
    assert!(
        gone.body["text"].as_str().unwrap().contains("no longer"),
        "{}",
        gone.body
    );
    bot.event(&direct("Ev3", "bye")).await;
    let text = bot.slack.wait("/api/chat.postMessage", 2).await;
    assert!(
        text.body["blocks"].to_string().contains("Bye"),
        "{}",
        text.body
    );
    assert_eq!(agent.received().len(), 4);
}

#[tokio::test]
async fn repeated_requests_act_once_and_users_act_independently() {
    let agent = Script::new(&[FORM]);
    let bot = TestBot::start(agent.clone()).await;
    for _ in 0..3 {
        assert_eq!(bot.event(&direct("Ev1", "hi")).await, OK);
    }
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await.body;
    let click = bot.click(&posted, "U1", "5.1", json!("Ada"));
    let other = bot.click(&posted, "U2", "5.1", json!("Grace"));
    let (first, second) = tokio::join!(bot.interact(&click), bot.interact(&other));
    assert_eq!((first, second), (OK, OK));
    assert_eq!(bot.interact(&click).await, OK);
    received(&agent, 3).await;
    sleep(Duration::from_millis(300)).await;
    let received = agent.received();
    assert_eq!(received.len(), 3);
    let all: String = received
        .iter()
        .flat_map(|input| &input.messages)
        .map(|message| message.text().to_owned())
        .collect();
    assert!(all.contains("Ada") && all.contains("Grace"), "{all}");
}

#[tokio::test]
async fn a_failing_check_is_shown_to_its_user_only() {
    let agent = Script::new(&[FORM]);
    let bot = TestBot::start(agent.clone()).await;
    bot.event(&direct("Ev1", "hi")).await;
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await.body;
    let click = bot.click(&posted, "U1", "5.1", Value::Null);
    assert_eq!(bot.interact(&click).await, OK);
    let problem = bot.slack.wait("/response", 1).await.body;
    assert_eq!(
        problem,
        json!({"response_type":"ephemeral","replace_original":false,"text":"Please enter a name."})
    );
    // Without an address for answers, the Web API shows the text.
    let mut click = bot.click(&posted, "U1", "5.2", Value::Null);
    click.as_object_mut().unwrap().remove("response_url");
    bot.interact(&click).await;
    let problem = bot.slack.wait("/api/chat.postEphemeral", 1).await.body;
    assert_eq!(
        problem,
        json!({"channel":"D1","user":"U1","text":"Please enter a name."})
    );
    assert_eq!(agent.received().len(), 1);
}

#[tokio::test]
async fn unknown_keys_and_foreign_addresses_are_refused() {
    let agent = Script::new(&[FORM]);
    let bot = TestBot::start(agent.clone()).await;
    bot.event(&direct("Ev1", "hi")).await;
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await.body;
    let click = bot.click(&posted, "U1", "5.1", json!("Ada"));
    let mut foreign = click.clone();
    foreign["container"]["channel_id"] = json!("D2");
    let mut unknown = click.clone();
    unknown["actions"][0]["value"] = json!("AAAAAAAAAAAAAAAAAAAAAA.trip");
    unknown["actions"][0]["action_ts"] = json!("5.2");
    for (number, wrong) in [foreign, unknown].iter().enumerate() {
        assert_eq!(bot.interact(wrong).await, OK);
        let refused = bot.slack.wait("/response", number + 1).await.body;
        assert!(
            refused["text"]
                .as_str()
                .unwrap()
                .contains("does not belong"),
            "{refused}"
        );
    }
    wait_for_report(&bot.reports, "belongs to no surface").await;
    let mut elsewhere = bot.click(&posted, "U1", "5.3", Value::Null);
    elsewhere["response_url"] = json!("https://evil.test/secret");
    bot.interact(&elsewhere).await;
    wait_for_report(&bot.reports, "`evil.test` is not one of the hosts").await;
    let mut button = bot.click(&posted, "U1", "5.4", json!("Ada"));
    button["actions"][0]["action_id"] = json!("other");
    bot.interact(&button).await;
    let refused = bot.slack.wait("/response", 3).await.body;
    assert!(
        refused["text"].as_str().unwrap().contains("`other`"),
        "{refused}"
    );
    assert_eq!(agent.received().len(), 1);
    assert!(!face_reports(&bot.reports).concat().contains("secret"));
}

#[tokio::test]
async fn unknown_types_are_ignored_and_reported_once() {
    let agent = Script::default();
    let bot = TestBot::start(agent.clone()).await;
    for _ in 0..2 {
        assert_eq!(bot.event(&json!({"type":"new_thing"})).await, OK);
        assert_eq!(bot.interact(&json!({"type":"shortcut"})).await, OK);
        assert_eq!(bot.interact(&json!({"type":"block_actions"})).await, OK);
    }
    let reports = face_reports(&bot.reports);
    assert_eq!(
        reports,
        [
            "the event `new_thing` is ignored",
            "the interaction `shortcut` is ignored"
        ]
    );
    assert_eq!(agent.received().len(), 0);
}

#[tokio::test]
async fn a_surface_that_slack_cannot_show_becomes_a_text() {
    let secret = FORM.replace(
        r#""label":"Name""#,
        r#""label":"Name","variant":"obscured""#,
    );
    let bot = TestBot::start(Script::new(&[&secret])).await;
    bot.event(&direct("Ev1", "hi")).await;
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await.body;
    assert!(
        posted.to_string().contains("cannot be shown here"),
        "{posted}"
    );
    let reports = bot.reports.lock().unwrap();
    let is_named = reports.iter().any(|report| match &report.kind {
        GatewayReportKind::Carrier { finding, .. } => finding.message.contains("`trip`"),
        _ => false,
    });
    assert!(is_named, "{reports:?}");
}

#[tokio::test]
async fn slow_agents_do_not_delay_the_answer() {
    let bot = TestBot::start(Silent(Arc::default())).await;
    let start = Instant::now();
    assert_eq!(bot.event(&direct("Ev1", "hi")).await, OK);
    assert_eq!(bot.event(&direct("Ev2", "hi")).await, OK);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn limits_and_failures_of_slack_are_waited_for_or_reported() {
    let agent = Script::new(&[FORM, "one", "two"]);
    let bot = TestBot::start(agent.clone()).await;
    {
        let mut answers = bot.slack.answers.lock().unwrap();
        answers.push_back((429, Some(1), json!({"ok":false,"error":"ratelimited"})));
        answers.push_back((500, None, json!({})));
        answers.push_back((200, None, json!({"ok":true,"ts":"9.0"})));
        answers.push_back((200, None, json!({"ok":false,"error":"channel_not_found"})));
    }
    let start = Instant::now();
    bot.event(&direct("Ev1", "hi")).await;
    let third = bot.slack.wait("/api/chat.postMessage", 3).await;
    assert!(start.elapsed() >= Duration::from_secs(2));
    assert!(find(&third.body, "value").is_some());
    bot.event(&direct("Ev2", "again")).await;
    wait_for_report(&bot.reports, "channel_not_found").await;
    bot.event(&direct("Ev3", "again")).await;
    let text = bot.slack.wait("/api/chat.postMessage", 5).await.body;
    assert!(text.to_string().contains("two"), "{text}");
}

#[tokio::test]
async fn a_modal_opens_and_shows_the_reasons_of_failing_checks() {
    let agent = Script::new(&[MODAL]);
    let bot = TestBot::start(agent.clone()).await;
    bot.event(&direct("Ev1", "hi")).await;
    let posted = bot.slack.wait("/api/chat.postMessage", 1).await.body;
    let mut click = bot.click(&posted, "U1", "5.1", Value::Null);
    click["state"]["values"] = json!({});
    click["actions"][0]["action_id"] = find(&posted, "action_id").unwrap().clone();
    assert_eq!(bot.interact(&click).await, OK);
    let opened = bot.slack.wait("/api/views.open", 1).await.body;
    assert_eq!(opened["trigger_id"], "trigger");
    let view = &opened["view"];
    let submission = |name: Value| {
        json!({
            "type":"view_submission","team":{"id":"T1"},"user":{"id":"U1"},
            "view":{
                "id":"V1","hash":"h1","type":"modal","callback_id":view["callback_id"],
                "private_metadata":view["private_metadata"],
                "state":{"values":{"name":{"v":{"type":"plain_text_input","value":name}}}},
            },
        })
    };
    let (status, body) = bot.interact(&submission(Value::Null)).await;
    assert_eq!(status, StatusCode::OK);
    let errors: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        errors,
        json!({"response_action":"errors","errors":{"name":"Please enter a name."}})
    );
    assert_eq!(bot.interact(&submission(json!("Ada"))).await, OK);
    assert!(received(&agent, 2).await.contains("Ada"));
    // A view of another conversation is refused.
    let mut foreign = submission(json!("Ada"));
    let metadata = foreign["view"]["private_metadata"]
        .as_str()
        .unwrap()
        .replace(":D1", ":D2");
    foreign["view"]["private_metadata"] = json!(metadata);
    let (_, body) = bot.interact(&foreign).await;
    assert!(
        body.contains("update") && body.contains("does not belong"),
        "{body}"
    );
    assert_eq!(agent.received().len(), 2);
}
