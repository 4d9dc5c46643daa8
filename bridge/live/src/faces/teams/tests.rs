#![allow(clippy::unwrap_used)]

use super::*;
use crate::{
    faces::chat_bot::test_platform::{
        ApiDouble, BOOKED, DELETION, FORM, face_reports, find, received, send, wait_for_report,
    },
    gateway::agent::Agent,
    server::{
        front::users::test_tokens::{encode, in_seconds},
        request_guard::RequestGuard,
    },
    test_script::{Reports, Script, Silent, gateway},
};
use axum::{
    Router,
    http::{Method, StatusCode},
};
use ring::{
    rand::SystemRandom,
    signature::{RSA_PKCS1_SHA256, RSA_PKCS1_SHA512, RsaKeyPair},
};
use rustls_pki_types::{PrivatePkcs8KeyDer, pem::PemObject};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

const APP: &str = "11111111-2222-3333-4444-555555555555";

fn rsa_key() -> RsaKeyPair {
    let pem = include_bytes!("../../server/front/users/test_rsa_key.pem");
    let der = PrivatePkcs8KeyDer::from_pem_slice(pem).unwrap();
    RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).unwrap()
}

/// A bot in front of a double of the Bot Connector.
struct TestBot {
    face: Router,
    connector: ApiDouble,
    address: String,
    reports: Reports,
}

impl TestBot {
    async fn start(agent: impl Agent + 'static) -> Self {
        let (connector, address) = ApiDouble::start().await;
        let (gateway, reports) = gateway(agent);
        let key = rsa_key();
        let public = ring::rsa::PublicKeyComponents::<Vec<u8>>::from(key.public());
        let keys = json!({"keys":[{"kty":"RSA","use":"sig","kid":"k1","n":encode(&public.n),"e":encode(&public.e),"endorsements":["msteams"]}]});
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), keys.to_string()).unwrap();
        let mut hosts = default_hosts();
        hosts.add("127.0.0.1".parse().unwrap());
        let settings = TeamsSettings {
            keys: file.path().to_str().unwrap().to_owned(),
            token_url: format!("{address}/token"),
            hosts,
            ..TeamsSettings::new(APP.to_owned(), "pass word&".parse().unwrap())
        };
        let bot = TeamsBot::start(settings).await.unwrap();
        Self {
            face: bot.routes(gateway, &RequestGuard::default()),
            connector,
            address,
            reports,
        }
    }

    fn claims(&self) -> Value {
        json!({"iss":"https://api.botframework.com","aud":APP,"exp":in_seconds(600),"nbf":in_seconds(-60),"serviceurl":self.address})
    }

    async fn post_as(&self, token: &str, activity: &Value) -> (StatusCode, String) {
        let headers = [("authorization", format!("Bearer {token}"))];
        send(&self.face, "/messages", &headers, &activity.to_string()).await
    }

    async fn post(&self, activity: &Value) -> (StatusCode, String) {
        let token = sign(&json!({"alg":"RS256","kid":"k1"}), &self.claims());
        self.post_as(&token, activity).await
    }

    fn activity(&self, id: &str, rest: Value) -> Value {
        let mut activity = json!({
            "id":id,"serviceUrl":format!("{}/", self.address),"channelId":"msteams",
            "conversation":{"id":"19:a@thread"},"from":{"id":"29:u"},"recipient":{"id":"28:bot"},
        });
        let members = activity.as_object_mut().unwrap();
        let Value::Object(rest) = rest else { panic!() };
        members.extend(rest);
        activity
    }

    fn text(&self, id: &str, text: &str) -> Value {
        self.activity(id, json!({"type":"message","text":text}))
    }

    /// Returns a click on the button of a posted card, with the entered name.
    fn execute(&self, id: &str, posted: &Value, name: &str) -> Value {
        let data = data_of(posted, name);
        let action = json!({"type":"Action.Execute","id":"go","verb":"book","data":data});
        let value = json!({"action":action,"trigger":"manual"});
        let rest =
            json!({"type":"invoke","name":"adaptiveCard/action","value":value,"replyToId":"m2"});
        self.activity(id, rest)
    }

    fn submit(&self, id: &str, posted: &Value, name: &str) -> Value {
        let rest =
            json!({"type":"message","text":"","value":data_of(posted, name),"replyToId":"m2"});
        self.activity(id, rest)
    }
}

/// Returns the data that a click on the button of a posted card sends.
fn data_of(posted: &Value, name: &str) -> Value {
    let mut data = find(posted, "data").unwrap().clone();
    data["name"] = json!(name);
    data
}

fn sign(header: &Value, claims: &Value) -> String {
    let key = rsa_key();
    let signed = format!(
        "{}.{}",
        encode(header.to_string()),
        encode(claims.to_string())
    );
    let mut signature = vec![0; key.public().modulus_len()];
    let padding = match header["alg"].as_str() {
        Some("RS512") => &RSA_PKCS1_SHA512,
        _ => &RSA_PKCS1_SHA256,
    };
    key.sign(
        padding,
        &SystemRandom::new(),
        signed.as_bytes(),
        &mut signature,
    )
    .unwrap();
    format!("{signed}.{}", encode(signature))
}

const OK: (StatusCode, String) = (StatusCode::OK, String::new());
const ACTIVITIES: &str = "/v3/conversations/19%3Aa%40thread/activities";

#[tokio::test]
async fn only_tokens_of_the_bot_framework_for_this_bot_are_accepted() {
    let agent = Script::default();
    let bot = TestBot::start(agent.clone()).await;
    let header = json!({"alg":"RS256","kid":"k1"});
    let activity = bot.activity("1", json!({"type":"typing"}));
    let with = |name: &str, value: Value| {
        let mut claims = bot.claims();
        claims[name] = value;
        sign(&header, &claims)
    };
    // The clock of the issuer may differ by five minutes.
    assert_eq!(
        bot.post_as(&with("exp", json!(in_seconds(-280))), &activity)
            .await,
        OK
    );
    let right = sign(&header, &bot.claims());
    let (signed, _) = right.rsplit_once('.').unwrap();
    let none = format!(
        "{}.{}.",
        encode(r#"{"alg":"none","kid":"k1"}"#),
        encode(bot.claims().to_string())
    );
    for token in [
        with("iss", json!("https://evil.test")),
        with("iss", Value::Null),
        with("aud", json!("other")),
        with("aud", Value::Null),
        with("exp", json!(in_seconds(-400))),
        with("exp", Value::Null),
        with("nbf", json!(in_seconds(400))),
        with("serviceurl", json!("https://smba.trafficmanager.net/emea")),
        with("serviceurl", json!("")),
        sign(&json!({"alg":"RS256","kid":"k2"}), &bot.claims()),
        sign(&json!({"alg":"RS512","kid":"k1"}), &bot.claims()),
        sign(&json!({"alg":"HS256","kid":"k1"}), &bot.claims()),
        format!("{signed}.AAAA"),
        none,
        String::new(),
    ] {
        let (status, body) = bot.post_as(&token, &activity).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{token}");
        assert_eq!(body, "the token is not valid\n");
    }
    let (status, _) = send(&bot.face, "/messages", &[], &activity.to_string()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        bot.post(&json!({"type":"typing"})).await.0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(bot.post(&json!([])).await.0, StatusCode::BAD_REQUEST);
    let reports = face_reports(&bot.reports).join("\n");
    for reason in [
        "issuer",
        "audience",
        "expired",
        "`k2` is unknown",
        "RS512",
        "serviceurl",
        "no token",
    ] {
        assert!(reports.contains(reason), "{reason}: {reports}");
    }
}

#[tokio::test]
async fn an_execute_is_answered_with_the_new_card() {
    let agent = Script::new(&[FORM, BOOKED, DELETION]);
    let bot = TestBot::start(agent.clone()).await;
    assert_eq!(bot.post(&bot.text("1", "hi")).await, OK);
    let posted = bot.connector.wait(ACTIVITIES, 1).await;
    assert_eq!(posted.method, Method::POST);
    let token = bot.connector.calls("/token").remove(0).body;
    assert_eq!(
        token,
        format!(
            "grant_type=client_credentials&client_id={APP}&client_secret=pass+word%26&scope=https%3A%2F%2Fapi.botframework.com%2F.default"
        )
    );
    assert_eq!(posted.headers["authorization"], "Bearer token-1");
    assert_eq!(posted.body["from"], json!({"id":"28:bot"}));

    let (status, body) = bot.post(&bot.execute("2", &posted.body, "Ada")).await;
    assert_eq!(status, StatusCode::OK);
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(answer["statusCode"], 200);
    assert_eq!(answer["type"], "application/vnd.microsoft.card.adaptive");
    assert!(answer["value"].to_string().contains("Booked"), "{answer}");
    let action = received(&agent, 2).await;
    assert!(
        action.contains(r#""name":"book""#) && action.contains(r#"{"name":"Ada"}"#),
        "{action}"
    );
    let replaced = bot.connector.wait(&format!("{ACTIVITIES}/m2"), 1).await;
    assert_eq!(replaced.method, Method::PUT);

    // After the deletion, a text takes the place of the card, and clicks get a text.
    bot.post(&bot.text("3", "delete it")).await;
    for count in 2.. {
        let replaced = bot.connector.wait(&format!("{ACTIVITIES}/m2"), count).await;
        if replaced.body["text"]
            .as_str()
            .is_some_and(|text| text.contains("removed"))
        {
            break;
        }
    }
    let (_, body) = bot.post(&bot.execute("4", &posted.body, "Ada")).await;
    assert!(
        body.contains("activity.message") && body.contains("no longer"),
        "{body}"
    );
}

#[tokio::test]
async fn repeated_activities_act_once() {
    let agent = Script::new(&[FORM]);
    let bot = TestBot::start(agent.clone()).await;
    for _ in 0..2 {
        assert_eq!(bot.post(&bot.text("1", "hi")).await, OK);
    }
    let posted = bot.connector.wait(ACTIVITIES, 1).await.body;
    let click = bot.execute("2", &posted, "Ada");
    let (first, second) = tokio::join!(bot.post(&click), bot.post(&click));
    assert_eq!((first.0, second.0), (StatusCode::OK, StatusCode::OK));
    bot.post(&bot.execute("3", &posted, "Grace")).await;
    received(&agent, 3).await;
    assert_eq!(agent.received().len(), 3);
}

#[tokio::test]
async fn failing_checks_and_wrong_keys_are_answered_with_a_text() {
    let agent = Script::new(&[FORM]);
    let bot = TestBot::start(agent.clone()).await;
    bot.post(&bot.text("1", "hi")).await;
    let posted = bot.connector.wait(ACTIVITIES, 1).await.body;
    let (_, body) = bot.post(&bot.execute("2", &posted, "")).await;
    assert!(body.contains("Please enter a name."), "{body}");
    assert_eq!(bot.post(&bot.submit("3", &posted, "")).await, OK);
    for count in 2.. {
        let text = bot.connector.wait(ACTIVITIES, count).await.body;
        if text["text"] == "Please enter a name." {
            break;
        }
    }
    let mut foreign = bot.execute("4", &posted, "Ada");
    foreign["conversation"]["id"] = json!("19:b@thread");
    let mut unknown = bot.execute("5", &posted, "Ada");
    unknown["value"]["action"]["data"]["a2ui"]["surfaceId"] = json!("trip");
    for wrong in [foreign, unknown] {
        let (status, body) = bot.post(&wrong).await;
        assert_eq!(status, StatusCode::OK);
        assert!(body.contains("does not belong"), "{body}");
    }
    wait_for_report(&bot.reports, "belongs to no surface").await;
    assert_eq!(agent.received().len(), 1);
}

#[tokio::test]
async fn slow_agents_do_not_delay_the_answer() {
    /// An agent that shows a form, and does not answer clicks.
    struct Slow(Script, Arc<Mutex<usize>>);
    impl Agent for Slow {
        fn name(&self) -> &str {
            "slow"
        }
        fn dialect(&self) -> agent_ui_text::bridge::DialectOrProtocol {
            self.0.dialect()
        }
        fn connect(
            &self,
            session: &str,
            output: crate::gateway::agent::AgentOutput,
        ) -> Box<dyn crate::gateway::agent::AgentConnection> {
            let shown = output.clone();
            tokio::spawn(async move { shown.messages(FORM).await });
            Silent(Arc::clone(&self.1)).connect(session, output)
        }
    }
    let bot = TestBot::start(Slow(Script::default(), Arc::default())).await;
    let start = Instant::now();
    assert_eq!(bot.post(&bot.text("1", "hi")).await, OK);
    assert!(start.elapsed() < Duration::from_secs(1));
    let posted = bot.connector.wait(ACTIVITIES, 1).await.body;
    let start = Instant::now();
    let (status, body) = bot.post(&bot.execute("2", &posted, "Ada")).await;
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(status, StatusCode::OK);
    assert!(body.contains("The answer follows."), "{body}");
}

#[tokio::test]
async fn limits_and_failures_of_the_connector_are_waited_for_or_reported() {
    let agent = Script::new(&[FORM, "one"]);
    let bot = TestBot::start(agent.clone()).await;
    {
        let mut answers = bot.connector.answers.lock().unwrap();
        answers.push_back((401, None, json!({})));
        answers.push_back((429, Some(1), json!({})));
        answers.push_back((201, None, json!({"id":"m9"})));
        answers.push_back((403, None, json!({})));
    }
    let start = Instant::now();
    bot.post(&bot.text("1", "hi")).await;
    let third = bot.connector.wait(ACTIVITIES, 3).await;
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(bot.connector.calls("/token").len(), 2);
    assert!(find(&third.body, "attachments").is_some());
    bot.post(&bot.text("2", "again")).await;
    wait_for_report(&bot.reports, "403").await;
}

#[tokio::test]
async fn unknown_types_and_foreign_services_are_reported() {
    let agent = Script::new(&["hello"]);
    let bot = TestBot::start(agent.clone()).await;
    for _ in 0..2 {
        let invoke = bot.activity("1", json!({"type":"invoke","name":"task/fetch"}));
        assert_eq!(bot.post(&invoke).await, OK);
        assert_eq!(
            bot.post(&bot.activity("2", json!({"type":"new"}))).await,
            OK
        );
    }
    assert_eq!(
        face_reports(&bot.reports),
        [
            "the invoke `task/fetch` is ignored",
            "the activity `new` is ignored"
        ]
    );
    let mut claims = bot.claims();
    claims["serviceurl"] = json!("https://evil.test");
    let token = sign(&json!({"alg":"RS256","kid":"k1"}), &claims);
    let mut text = bot.text("3", "hi");
    text["serviceUrl"] = json!("https://evil.test");
    assert_eq!(bot.post_as(&token, &text).await, OK);
    wait_for_report(&bot.reports, "`evil.test` is not one of the hosts").await;
}
