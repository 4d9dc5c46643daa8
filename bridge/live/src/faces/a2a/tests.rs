//! Tests with scripted agents, over the routes and over real connections.

mod agents;
mod answers;
mod errors;
mod remote;
mod replays;
mod scripted;

use super::{A2aSettings, routes};
use crate::{
    gateway::{Gateway, GatewaySettings, agent::Agent, store::MemoryStore},
    server::request_guard::RequestGuard,
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

/// The extension for A2UI 0.9.
const V0_9: &str = "https://a2ui.org/a2a-extension/a2ui/v0.9";

/// Returns the routes of a face for these agents.
fn face(agents: Vec<Arc<dyn Agent>>) -> Router {
    face_of(Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    ))
}

fn face_of(gateway: Gateway) -> Router {
    let settings = A2aSettings {
        url: "http://localhost/a2a".to_owned(),
    };
    routes(gateway, RequestGuard::default(), settings)
}

/// A client of one version of A2A that reads A2UI 0.9.
#[derive(Clone, Copy)]
struct Client {
    version: Option<&'static str>,
    extension: Option<&'static str>,
}

const NEW: Client = Client {
    version: Some("1.0"),
    extension: Some(V0_9),
};
const OLD: Client = Client {
    version: None,
    extension: Some(V0_9),
};

impl Client {
    fn is_new(self) -> bool {
        self.version.is_some()
    }

    async fn post(self, face: &Router, body: String) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::post("/")
            .header("host", "localhost")
            .header("content-type", "application/json");
        if let Some(version) = self.version {
            request = request.header("A2A-Version", version);
        }
        if let Some(extension) = self.extension {
            request = request.header(
                if self.is_new() {
                    "A2A-Extensions"
                } else {
                    "X-A2A-Extensions"
                },
                extension,
            );
        }
        let response = face
            .clone()
            .oneshot(request.body(Body::from(body)).unwrap())
            .await
            .unwrap();
        let (head, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 24).await.unwrap();
        (
            head.status,
            head.headers,
            String::from_utf8(bytes.to_vec()).unwrap(),
        )
    }

    /// Calls a method by its name in A2A 1.0 or 0.3.
    async fn call(self, face: &Router, names: (&str, &str), params: Value) -> Value {
        let method = if self.is_new() { names.0 } else { names.1 };
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let (status, _, answer) = self.post(face, body.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(
            (&answer["jsonrpc"], &answer["id"]),
            (&json!("2.0"), &json!(7))
        );
        answer
    }

    fn message(self, id: &str, context: Option<&str>, parts: Value) -> Value {
        let role = if self.is_new() { "ROLE_USER" } else { "user" };
        let mut message = json!({ "messageId": id, "role": role, "parts": parts });
        if !self.is_new() {
            message["kind"] = json!("message");
        }
        if let Some(context) = context {
            message["contextId"] = json!(context);
        }
        json!({ "message": message })
    }

    /// Sends a message, and returns the task.
    async fn send(self, face: &Router, id: &str, context: Option<&str>, parts: Value) -> Value {
        let params = self.message(id, context, parts);
        let answer = self
            .call(face, ("SendMessage", "message/send"), params)
            .await;
        assert_eq!(answer["error"], Value::Null, "{answer}");
        if self.is_new() {
            answer["result"]["task"].clone()
        } else {
            answer["result"].clone()
        }
    }

    /// Sends a message, and returns the events.
    async fn stream(
        self,
        face: &Router,
        id: &str,
        context: Option<&str>,
        parts: Value,
    ) -> Vec<Value> {
        let params = self.message(id, context, parts);
        self.events(face, ("SendStreamingMessage", "message/stream"), params)
            .await
    }

    async fn events(self, face: &Router, names: (&str, &str), params: Value) -> Vec<Value> {
        let method = if self.is_new() { names.0 } else { names.1 };
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let (status, headers, text) = self.post(face, body.to_string()).await;
        assert_eq!(
            (status, headers["content-type"].to_str().unwrap()),
            (StatusCode::OK, "text/event-stream"),
            "{text}"
        );
        assert!(!text.contains('\r'));
        text.split_terminator("\n\n")
            .filter(|frame| !frame.starts_with(':'))
            .map(|frame| {
                serde_json::from_str::<Value>(frame.strip_prefix("data: ").unwrap()).unwrap()["result"]
                    .clone()
            })
            .collect()
    }
}

/// Returns the parts of a task or an event.
fn parts(of: &Value) -> Vec<Value> {
    let of = of
        .get("statusUpdate")
        .or_else(|| of.get("task"))
        .unwrap_or(of);
    of["status"]["message"]["parts"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// Returns the A2UI messages in the parts of tasks or events.
fn messages<'a>(of: impl IntoIterator<Item = &'a Value>) -> Vec<Value> {
    let data = of
        .into_iter()
        .flat_map(parts)
        .filter_map(|part| part.get("data").cloned());
    data.flat_map(|data| {
        data.as_array()
            .cloned()
            .unwrap_or_else(|| vec![data.clone()])
    })
    .collect()
}

/// Returns the texts in the parts of tasks or events.
fn texts<'a>(of: impl IntoIterator<Item = &'a Value>) -> Vec<String> {
    let texts = of
        .into_iter()
        .flat_map(parts)
        .filter_map(|part| Some(part.get("text")?.as_str()?.to_owned()));
    texts.collect()
}

/// Returns the message types of A2UI messages, each with its surface.
fn keys(messages: &[Value]) -> Vec<String> {
    let key = |message: &Value| {
        let (name, body) = message
            .as_object()
            .unwrap()
            .iter()
            .find(|(name, _)| *name != "version")
            .unwrap();
        format!("{name} {}", body["surfaceId"].as_str().unwrap_or("-"))
    };
    messages.iter().map(key).collect()
}

/// Creates a part with a text.
fn text(text: &str) -> Value {
    json!([{ "text": text }])
}

/// Creates a part with a click on a surface.
fn click(surface: &str, name: &str) -> Value {
    let action = json!({
        "name": name, "surfaceId": surface, "sourceComponentId": "root",
        "timestamp": "2026-05-18T15:30:00Z", "context": {},
    });
    json!([{ "data": { "version": "v0.9", "action": action }, "metadata": { "mimeType": "application/json+a2ui" } }])
}
