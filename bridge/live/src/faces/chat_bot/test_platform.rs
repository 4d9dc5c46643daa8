//! A double of the APIs of platforms, and what their tests share.
#![allow(clippy::unwrap_used)]

use crate::{
    gateway::GatewayReportKind,
    test_script::{Reports, Script},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use serde_json::Value;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{net::TcpListener, time::sleep};
use tower::ServiceExt;

/// A form with a required name.
pub(in crate::faces) const FORM: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[{"id":"root","component":"Column","children":["title","name","go"]},{"id":"title","component":"Text","text":"Your trip"},{"id":"name","component":"TextField","label":"Name","value":{"path":"/name"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Please enter a name."}]},{"id":"go","component":"Button","child":"label","action":{"event":{"name":"book","context":{"name":{"path":"/name"}}}}},{"id":"label","component":"Text","text":"Book"}]}}"#;
/// A change of the form.
pub(in crate::faces) const BOOKED: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[{"id":"title","component":"Text","text":"Booked"}]}}"#;
/// The deletion of the form.
pub(in crate::faces) const DELETION: &str =
    r#"{"version":"v0.9","deleteSurface":{"surfaceId":"trip"}}"#;

/// A request that the double has received.
#[derive(Clone, Debug)]
pub(in crate::faces) struct ApiCall {
    pub(in crate::faces) method: Method,
    pub(in crate::faces) path: String,
    pub(in crate::faces) headers: HeaderMap,
    pub(in crate::faces) body: Value,
}

/// An answer of the double: a status, a pause in seconds, and a body.
pub(in crate::faces) type ApiAnswer = (u16, Option<u32>, Value);

/// A double of the API of a platform.
#[derive(Clone, Default)]
pub(in crate::faces) struct ApiDouble {
    calls: Arc<Mutex<Vec<ApiCall>>>,
    /// The next answers. Afterwards, each answer contains the number of the call as its ids.
    pub(in crate::faces) answers: Arc<Mutex<VecDeque<ApiAnswer>>>,
}

impl ApiDouble {
    /// Starts the double. Returns its address.
    pub(in crate::faces) async fn start() -> (Self, String) {
        let double = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(answer).with_state(double.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (double, address)
    }

    /// Returns all calls whose path contains a text.
    pub(in crate::faces) fn calls(&self, path: &str) -> Vec<ApiCall> {
        let calls = self.calls.lock().unwrap();
        let wanted = calls.iter().filter(|call| call.path.contains(path));
        wanted.cloned().collect()
    }

    /// Waits for this number of calls, and returns the last one.
    pub(in crate::faces) async fn wait(&self, path: &str, count: usize) -> ApiCall {
        for _ in 0..400 {
            let calls = self.calls(path);
            if calls.len() >= count {
                return calls[count - 1].clone();
            }
            sleep(Duration::from_millis(20)).await;
        }
        let all = self.calls.lock().unwrap();
        panic!("{count} calls of {path} in {all:#?}")
    }
}

async fn answer(State(double): State<ApiDouble>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let call = ApiCall {
        method: head.method,
        path: head.uri.path().to_owned(),
        headers: head.headers,
        body: serde_json::from_slice(&body)
            .unwrap_or_else(|_| String::from_utf8_lossy(&body).into_owned().into()),
    };
    let is_token = call.path == "/token";
    let number = {
        let mut calls = double.calls.lock().unwrap();
        calls.push(call);
        calls.len()
    };
    if is_token {
        let token = serde_json::json!({"access_token":format!("token-{number}"),"expires_in":3600});
        return token.to_string().into_response();
    }
    let scripted = double.answers.lock().unwrap().pop_front();
    let (status, pause, body) = scripted.unwrap_or_else(|| {
        let body =
            serde_json::json!({"ok":true,"ts":format!("{number}.0"),"id":format!("m{number}")});
        (200, None, body)
    });
    let mut response = (StatusCode::from_u16(status).unwrap(), body.to_string()).into_response();
    if let Some(pause) = pause {
        response.headers_mut().insert(RETRY_AFTER, pause.into());
    }
    response
}

/// Sends a request to a face. Returns the status and the body.
pub(in crate::faces) async fn send(
    face: &Router,
    path: &str,
    headers: &[(&str, String)],
    body: &str,
) -> (StatusCode, String) {
    let mut request = axum::http::Request::builder()
        .method("POST")
        .uri(path)
        .header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Body::from(body.to_owned())).unwrap();
    let response = face.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// Waits until the agent has received this number of inputs. Returns the last one as text.
pub(in crate::faces) async fn received(agent: &Script, count: usize) -> String {
    for _ in 0..400 {
        let inputs = agent.received();
        if let Some(input) = inputs.get(count - 1) {
            let message = input.messages.first();
            return message.map_or_else(
                || format!("{:?}", input.text),
                |message| message.text().to_owned(),
            );
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{count} inputs in {:?}", agent.received().len())
}

/// Returns the problems of a face that were reported.
pub(in crate::faces) fn face_reports(reports: &Reports) -> Vec<String> {
    let reports = reports.lock().unwrap();
    let texts = reports.iter().filter_map(|report| match &report.kind {
        GatewayReportKind::Face { finding, .. } => Some(finding.message.clone()),
        _ => None,
    });
    texts.collect()
}

/// Waits until a problem of a face that contains a text was reported.
pub(in crate::faces) async fn wait_for_report(reports: &Reports, text: &str) {
    for _ in 0..400 {
        if face_reports(reports)
            .iter()
            .any(|report| report.contains(text))
        {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("no report {text}: {:?}", face_reports(reports))
}

/// Returns the first member with a name anywhere in a value.
pub(in crate::faces) fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members
            .get(name)
            .or_else(|| members.values().find_map(|value| find(value, name))),
        Value::Array(elements) => elements.iter().find_map(|value| find(value, name)),
        _ => None,
    }
}
