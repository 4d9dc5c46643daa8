//! Tests of every error code, and of the negotiation of versions.

use super::{
    super::{A2aSettings, card_routes},
    Client, NEW, OLD,
    agents::Desk,
    click, face, face_of, messages, text, texts,
};
use crate::{
    gateway::{Gateway, GatewaySettings, agent::Agent, store::MemoryStore},
    server::request_guard::RequestGuard,
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

/// Sends a request, and returns the code and the reason of its error.
async fn code(client: Client, face: &Router, body: &str) -> (i64, Option<String>) {
    let (status, _, answer) = client.post(face, body.to_owned()).await;
    assert_eq!(status, StatusCode::OK);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    let reason = answer["error"]["data"][0]["reason"]
        .as_str()
        .map(str::to_owned);
    (answer["error"]["code"].as_i64().unwrap(), reason)
}

#[tokio::test]
async fn every_failure_is_answered_with_its_error_code() {
    let face = face(vec![Desk::new("desk", None)]);
    let ended = NEW.send(&face, "m", None, text("hello")).await;
    let (task, context) = (&ended["id"], &ended["contextId"]);
    let request = |method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
    };
    let of_task = json!({ "id": task });
    let further = |task: &Value| json!({ "message": { "messageId": "n", "role": "ROLE_USER", "taskId": task, "contextId": context, "parts": [{ "text": "a" }] } });
    let file = json!({ "message": { "messageId": "n", "role": "user", "parts": [{ "url": "https://example.com/a" }] } });
    let nothing = json!({ "id": "nothing" });
    for (body, expected, reason) in [
        ("{".to_owned(), -32700, None),
        ("[]".to_owned(), -32600, None),
        (
            r#"{"id":1,"method":"SendMessage"}"#.to_owned(),
            -32600,
            None,
        ),
        (request("Send", json!({})), -32601, None),
        (request("SendMessage", json!({})), -32602, None),
        (request("GetTask", json!({})), -32602, None),
        (
            request("GetTask", nothing.clone()),
            -32001,
            Some("TASK_NOT_FOUND"),
        ),
        (
            request("CancelTask", nothing.clone()),
            -32001,
            Some("TASK_NOT_FOUND"),
        ),
        (
            request("SubscribeToTask", nothing),
            -32001,
            Some("TASK_NOT_FOUND"),
        ),
        (
            request("SendMessage", further(&json!("nothing"))),
            -32001,
            Some("TASK_NOT_FOUND"),
        ),
        (
            request("CancelTask", of_task.clone()),
            -32002,
            Some("TASK_NOT_CANCELABLE"),
        ),
        (
            request("CreateTaskPushNotificationConfig", json!({})),
            -32003,
            Some("PUSH_NOTIFICATION_NOT_SUPPORTED"),
        ),
        (
            request("SubscribeToTask", of_task.clone()),
            -32004,
            Some("UNSUPPORTED_OPERATION"),
        ),
        (
            request("SendMessage", further(task)),
            -32004,
            Some("UNSUPPORTED_OPERATION"),
        ),
        (
            request("ListTasks", json!({})),
            -32004,
            Some("UNSUPPORTED_OPERATION"),
        ),
        (
            request("SendMessage", file),
            -32005,
            Some("CONTENT_TYPE_NOT_SUPPORTED"),
        ),
        (
            request("GetExtendedAgentCard", json!({})),
            -32007,
            Some("EXTENDED_AGENT_CARD_NOT_CONFIGURED"),
        ),
        (
            request("message/send", json!({})),
            -32009,
            Some("VERSION_NOT_SUPPORTED"),
        ),
    ] {
        assert_eq!(
            code(NEW, &face, &body).await,
            (expected, reason.map(str::to_owned)),
            "{body}"
        );
    }
    for (method, expected) in [
        ("SendMessage", -32009),
        ("tasks/get", -32602),
        ("tasks/pushNotificationConfig/set", -32003),
    ] {
        assert_eq!(
            code(OLD, &face, &request(method, json!({}))).await.0,
            expected,
            "{method}"
        );
    }
    let unknown = Client {
        version: Some("2.0"),
        extension: None,
    };
    assert_eq!(
        code(unknown, &face, &request("SendMessage", json!({})))
            .await
            .0,
        -32009
    );
    assert!(NEW.call(&face, ("GetTask", ""), of_task).await["error"].is_null());
}

#[tokio::test]
async fn requests_refused_before_json_rpc_get_an_http_status() {
    let agents: Vec<Arc<dyn Agent>> = vec![Desk::new("desk", None)];
    let gateway = Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    let face = face_of(gateway.clone());
    let status = async |request: axum::http::request::Builder, body: Body| {
        face.clone()
            .oneshot(request.body(body).unwrap())
            .await
            .unwrap()
            .status()
    };
    let of = |host: &'static str| Request::post("/").header("host", host);
    assert_eq!(
        status(of("other.example"), Body::empty()).await,
        StatusCode::FORBIDDEN
    );
    let foreign = of("localhost").header("origin", "https://other.example");
    assert_eq!(status(foreign, Body::empty()).await, StatusCode::FORBIDDEN);
    assert_eq!(
        status(of("localhost"), Body::from("a".repeat((1 << 20) + 1))).await,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    let get = Request::get("/").header("host", "localhost");
    assert_eq!(
        status(get, Body::empty()).await,
        StatusCode::METHOD_NOT_ALLOWED
    );
    for name in ["agent-card.json", "agent.json"] {
        let get = |path: String| {
            Request::get(path)
                .header("host", "localhost")
                .body(Body::empty())
                .unwrap()
        };
        let own = face
            .clone()
            .oneshot(get(format!("/.well-known/{name}")))
            .await
            .unwrap();
        assert_eq!(own.status(), StatusCode::OK);
        let settings = A2aSettings {
            url: "http://localhost/a2a".to_owned(),
        };
        let beside = card_routes(gateway.clone(), RequestGuard::default(), &settings);
        let beside = beside.oneshot(get(format!("/{name}"))).await.unwrap();
        let bodies = [own, beside].map(|response| to_bytes(response.into_body(), 1 << 20));
        let [own, beside] = bodies.map(async |body| body.await.unwrap());
        assert_eq!(own.await, beside.await);
    }
}

#[tokio::test]
async fn a_bad_message_is_answered_and_the_others_are_delivered() {
    for client in [NEW, OLD] {
        let desk = Desk::new("desk", None);
        let face = face(vec![desk.clone()]);
        client.send(&face, "1", Some("c"), text("show s")).await;
        let mut parts = click("s", "good").as_array().unwrap().clone();
        let bad = json!({ "version": "v0.9", "action": { "surfaceId": "s" } });
        let foreign = click("stranger", "go")[0]["data"].clone();
        for data in [bad, foreign] {
            parts.push(
                json!({ "kind": "data", "data": data, "metadata": { "mimeType": "application/a2ui+json" } }),
            );
        }
        let task = client.send(&face, "2", Some("c"), json!(parts)).await;
        let failed = if client.is_new() {
            "TASK_STATE_FAILED"
        } else {
            "failed"
        };
        assert_eq!(task["status"]["state"], json!(failed), "{task}");
        let reasons = texts([&task]).pop().unwrap();
        let mut reasons = reasons.lines();
        assert!(
            reasons
                .next()
                .unwrap()
                .starts_with("a message of A2UI cannot be read: "),
            "{task}"
        );
        assert!(reasons.next().unwrap().contains("stranger"), "{task}");
        assert_eq!(reasons.next(), None);
        let answer = messages([&task]);
        assert_eq!(
            answer.iter().find(|message| message.get("error").is_some()),
            None,
            "{task}"
        );
        assert_eq!(
            answer
                .iter()
                .find_map(|message| message.get("updateDataModel"))
                .unwrap()["value"],
            json!("good")
        );
        assert_eq!(desk.received().len(), 2);
    }
}

#[tokio::test]
async fn a_task_fails_when_a_turn_of_it_fails() {
    let face = face(vec![Desk::new("desk", None)]);
    let task = NEW.send(&face, "1", None, text("fail")).await;
    assert_eq!(task["status"]["state"], json!("TASK_STATE_FAILED"));
    assert_eq!(texts([&task]), ["the desk is closed"]);
    let events = OLD.stream(&face, "2", None, text("fail")).await;
    let last = events.last().unwrap();
    assert_eq!(
        (&last["status"]["state"], &last["final"]),
        (&json!("failed"), &json!(true))
    );
    assert_eq!(texts([last]), ["the desk is closed"]);
}

#[tokio::test]
async fn a_client_learns_that_messages_were_refused() {
    let reason = "a message of the agent was refused: no agent owns surface `other`";
    for client in [NEW, OLD] {
        let face = face(vec![Desk::new("desk", None)]);
        let whole = client.send(&face, "1", Some("c"), text("stray")).await;
        assert!(
            whole["status"]["state"]
                .as_str()
                .unwrap()
                .to_lowercase()
                .ends_with("failed"),
            "{whole}"
        );
        assert_eq!(texts([&whole]), [reason]);
        let part = client
            .send(&face, "2", Some("c"), text("stray words"))
            .await;
        assert!(
            part["status"]["state"]
                .as_str()
                .unwrap()
                .to_lowercase()
                .ends_with("completed"),
            "{part}"
        );
        assert_eq!(texts([&part]), ["words", reason]);
        let events = client
            .stream(&face, "3", Some("c"), text("stray words"))
            .await;
        assert_eq!(texts(&events), ["words", reason]);
    }
}

#[tokio::test]
async fn hostile_requests_are_refused() {
    let face = face(vec![Desk::new("desk", None)]);
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let mime_type = r#"{"mimeType":"application/a2ui+json"}"#;
    for params in [
        deep(200_000),
        format!(
            r#"{{"message":{{"messageId":"1","parts":[{}]}}}}"#,
            deep(200_000)
        ),
        format!(
            r#"{{"message":{{"messageId":"2","parts":[{{"data":{},"metadata":{mime_type}}}]}}}}"#,
            deep(200_000)
        ),
        format!(
            r#"{{"message":{{"messageId":"3","parts":[{{"text":"a"}}],"metadata":{}}}}}"#,
            deep(200_000)
        ),
        format!(
            r#"{{"message":{{"messageId":"4","parts":[{{"text":"a"}}],"metadata":{{"a":{}}}}}}}"#,
            deep(200_000)
        ),
        format!(
            r#"{{"message":{{"messageId":"5","contextId":"{}","parts":[{{"text":"a"}}]}}}}"#,
            "c".repeat(1000)
        ),
        r#"{"message":{"messageId":"6","parts":[{"text":"\ud800"}]}}"#.to_owned(),
    ] {
        let body =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{params}}}"#);
        let (status, _, answer) = NEW.post(&face, body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(
            answer.get("result").is_some() != answer.get("error").is_some(),
            "{answer}"
        );
    }
    let (_, _, answer) = NEW.post(&face, deep(500_000)).await;
    assert!(answer.contains("-32600"), "{answer}");
    assert_eq!(
        texts([&NEW.send(&face, "last", None, text("show s")).await]),
        ["s is there"]
    );
}

#[tokio::test]
async fn a_task_fails_when_its_click_is_refused() {
    for client in [NEW, OLD] {
        let desk = Desk::new("desk", None);
        let face = face(vec![desk.clone()]);
        client.send(&face, "1", Some("c"), text("show s")).await;
        let task = client
            .send(&face, "2", Some("c"), click("stranger", "go"))
            .await;
        let events = client
            .stream(&face, "3", Some("c"), click("stranger", "go"))
            .await;
        for ended in [&task, events.last().unwrap()] {
            let of = ended.get("statusUpdate").unwrap_or(ended);
            let state = of["status"]["state"].as_str().unwrap().to_lowercase();
            assert!(state.ends_with("failed"), "{ended}");
            assert!(texts([ended])[0].contains("stranger"), "{ended}");
        }
        assert_eq!(desk.received().len(), 1);
    }
}
