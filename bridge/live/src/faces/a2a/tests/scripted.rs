//! Tests with a remote agent that answers by a script, and of the requests that it receives.

use super::{NEW, messages, text, texts};
use crate::{
    faces::a2a::A2aAgent,
    gateway::{Gateway, GatewaySettings, store::MemoryStore},
};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use tokio::net::TcpListener;

/// An answer of the script.
enum Step {
    Status(u16),
    /// The result of a request.
    Result(Value),
    Error(i64),
    /// The result as JSON.
    Text(String),
    /// The results of a stream, with CR LF.
    Events(Vec<Value>),
}

struct Script {
    card: Value,
    steps: Mutex<VecDeque<Step>>,
    asked: Mutex<Vec<(Value, HeaderMap)>>,
}

impl Script {
    /// Serves the script. Returns the script and a face for its agent.
    async fn serve(streaming: bool, version: &str, steps: Vec<Step>) -> (Arc<Self>, Router) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let interface = json!({ "url": format!("{url}/rpc"), "tenant": "t1", "protocolBinding": "JSONRPC", "protocolVersion": version });
        let card = json!({ "supportedInterfaces": [interface], "capabilities": { "streaming": streaming, "extensions": [{ "uri": super::V0_9 }] } });
        let script = Arc::new(Self {
            card,
            steps: Mutex::new(steps.into()),
            asked: Mutex::default(),
        });
        let routes = Router::new()
            .route(
                "/.well-known/agent-card.json",
                get(async |State(script): State<Arc<Self>>| script.card.to_string()),
            )
            .route("/rpc", post(Self::answer))
            .with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let agent = A2aAgent::new("remote", url).header("authorization", "Bearer 1");
        let gateway = Gateway::start(
            vec![Arc::new(agent)],
            Arc::new(MemoryStore::new()),
            GatewaySettings::default(),
        );
        (script, super::face_of(gateway))
    }

    async fn answer(State(script): State<Arc<Self>>, headers: HeaderMap, body: String) -> Response {
        let request: Value = serde_json::from_str(&body).unwrap();
        let id = request["id"].clone();
        script.asked.lock().unwrap().push((request, headers));
        let step = script
            .steps
            .lock()
            .unwrap()
            .pop_front()
            .expect("the script is at its end");
        let of =
            |result: Value| json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
        match step {
            Step::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
            Step::Result(result) => of(result).into_response(),
            Step::Text(result) => {
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_response()
            }
            Step::Error(code) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": "no" } })
                    .to_string()
                    .into_response()
            }
            Step::Events(results) => {
                let frames: String = results
                    .into_iter()
                    .map(|result| format!("data: {}\r\n\r\n", of(result)))
                    .collect();
                ([(CONTENT_TYPE, "text/event-stream")], frames).into_response()
            }
        }
    }

    /// Returns the methods that were called.
    fn methods(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked
            .iter()
            .map(|(request, _)| request["method"].as_str().unwrap().to_owned())
            .collect()
    }

    fn asked(&self, index: usize) -> Value {
        self.asked.lock().unwrap()[index].0["params"].clone()
    }
}

fn message(id: &str, words: &str) -> Value {
    json!({ "role": "ROLE_AGENT", "messageId": id, "contextId": "own", "parts": [{ "text": words }] })
}

fn task(state: &str, said: Option<Value>) -> Value {
    json!({ "id": "t", "contextId": "own", "status": { "state": state, "message": said } })
}

#[tokio::test]
async fn an_unfinished_task_is_polled() {
    let steps = vec![
        Step::Result(json!({ "task": task("TASK_STATE_WORKING", Some(message("1", "one"))) })),
        Step::Result(task("TASK_STATE_WORKING", Some(message("1", "one")))),
        Step::Result(task("TASK_STATE_COMPLETED", Some(message("2", "two")))),
    ];
    let (script, face) = Script::serve(false, "1.0", steps).await;
    assert_eq!(
        texts([&NEW.send(&face, "1", None, text("hello")).await]),
        ["one", "two"]
    );
    assert_eq!(script.methods(), ["SendMessage", "GetTask", "GetTask"]);
    assert_eq!(script.asked(1), json!({ "tenant": "t1", "id": "t" }));
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_continued() {
    for (version, methods) in [
        ("1.0", ["SendStreamingMessage", "SubscribeToTask"]),
        ("0.3", ["message/stream", "tasks/resubscribe"]),
    ] {
        let update = |said: Value| json!({ "statusUpdate": { "taskId": "t", "contextId": "own", "status": { "state": "TASK_STATE_WORKING", "message": said } } });
        let piece = |words: &str| json!({ "artifactUpdate": { "taskId": "t", "artifact": { "artifactId": "a", "parts": [{ "text": words }] }, "append": true } });
        let steps = vec![
            Step::Events(vec![
                json!({ "task": task("TASK_STATE_SUBMITTED", None) }),
                update(message("1", "one")),
                piece("tw"),
            ]),
            Step::Events(vec![
                json!({ "task": task("TASK_STATE_WORKING", Some(message("1", "one"))) }),
                piece("o"),
                json!({ "statusUpdate": { "taskId": "t", "status": { "state": "TASK_STATE_COMPLETED" } } }),
            ]),
        ];
        let (script, face) = Script::serve(true, version, steps).await;
        assert_eq!(
            texts([&NEW.send(&face, "1", None, text("hello")).await]),
            ["one", "two"]
        );
        assert_eq!(script.methods(), methods);
    }
}

#[tokio::test]
async fn an_answer_without_an_end_reaches_a_limit() {
    let words = "x".repeat(8 << 20);
    let piece = json!({ "artifactUpdate": { "taskId": "t", "artifact": { "artifactId": "a", "parts": [{ "text": words }] }, "append": true } });
    // A stream that breaks off is continued, and the pieces are one text.
    let steps = (0..3)
        .map(|_| Step::Events(vec![piece.clone(); 4]))
        .collect();
    let (script, face) = Script::serve(true, "1.0", steps).await;
    let task = NEW.send(&face, "1", None, text("hello")).await;
    assert_eq!(task["status"]["state"], json!("TASK_STATE_FAILED"));
    assert_eq!(
        texts([&task]).last().unwrap(),
        "the answer of the agent is too long"
    );
    assert_eq!(
        script.methods(),
        ["SendStreamingMessage", "SubscribeToTask"]
    );
}

#[tokio::test]
async fn a_context_that_the_agent_refuses_is_left_out() {
    let steps = vec![
        Step::Error(-32602),
        Step::Result(json!({ "message": message("1", "one") })),
        Step::Result(json!({ "message": message("2", "two") })),
    ];
    let (script, face) = Script::serve(false, "1.0", steps).await;
    assert_eq!(
        texts([&NEW.send(&face, "1", Some("c"), text("hello")).await]),
        ["one"]
    );
    assert_eq!(
        texts([&NEW.send(&face, "2", Some("c"), text("hello")).await]),
        ["two"]
    );
    let contexts: Vec<_> = (0..3)
        .map(|index| script.asked(index)["message"]["contextId"].clone())
        .collect();
    assert!(
        contexts[0].as_str().is_some_and(|own| own.len() == 32),
        "{contexts:?}"
    );
    assert_eq!(contexts[1..], [Value::Null, json!("own")]);
}

#[tokio::test]
async fn a_task_that_requires_input_gets_the_next_message() {
    let steps = vec![
        Step::Result(
            json!({ "task": task("TASK_STATE_INPUT_REQUIRED", Some(message("1", "how many?"))) }),
        ),
        Step::Error(-32001),
        Step::Result(json!({ "message": message("2", "again") })),
        Step::Result(json!({ "message": message("3", "bye") })),
    ];
    let (script, face) = Script::serve(false, "1.0", steps).await;
    for (id, expected) in [("1", "how many?"), ("2", "again"), ("3", "bye")] {
        assert_eq!(
            texts([&NEW.send(&face, id, Some("c"), text("two")).await]),
            [expected]
        );
    }
    let tasks: Vec<_> = (0..4)
        .map(|index| script.asked(index)["message"]["taskId"].clone())
        .collect();
    assert_eq!(tasks, [Value::Null, json!("t"), Value::Null, Value::Null]);
}

#[tokio::test]
async fn a_message_is_delivered_again_after_a_temporary_error() {
    let (script, face) = Script::serve(
        false,
        "1.0",
        vec![
            Step::Status(503),
            Step::Result(json!({ "message": message("1", "one") })),
        ],
    )
    .await;
    assert_eq!(
        texts([&NEW.send(&face, "1", Some("c"), text("hello")).await]),
        ["one"]
    );
    let (first, second) = (script.asked(0), script.asked(1));
    assert_eq!(first, second);
    let headers = script.asked.lock().unwrap()[0].1.clone();
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!(
        [
            header("a2a-version"),
            header("a2a-extensions"),
            header("authorization")
        ],
        ["1.0", super::V0_9, "Bearer 1"]
    );
}

#[tokio::test]
async fn a_permanent_error_ends_the_turn() {
    for (step, words) in [
        (Step::Status(401), "the agent answered with an error (401)"),
        (Step::Error(-32603), "the agent answered with an error"),
        (
            Step::Result(json!({ "other": 1 })),
            "the agent gave an answer that cannot be read",
        ),
        (
            Step::Result(json!({ "task": task("TASK_STATE_AUTH_REQUIRED", None) })),
            "authentication",
        ),
    ] {
        let (_, face) = Script::serve(false, "1.0", vec![step]).await;
        let task = NEW.send(&face, "1", None, text("hello")).await;
        assert_eq!(task["status"]["state"], json!("TASK_STATE_FAILED"));
        assert!(texts([&task])[0].contains(words), "{task}");
    }
    let deep = format!(
        r#"{{"task":{}{}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let (_, face) = Script::serve(false, "1.0", vec![Step::Text(deep)]).await;
    assert_eq!(
        NEW.send(&face, "1", None, text("hello")).await["status"]["state"],
        json!("TASK_STATE_FAILED")
    );
    // The text of the agent about its failure is not lost.
    let update = json!({ "statusUpdate": { "taskId": "t", "status": { "state": "TASK_STATE_FAILED", "message": message("1", "no tables") } } });
    let (_, face) = Script::serve(true, "1.0", vec![Step::Events(vec![update])]).await;
    let task = NEW.send(&face, "1", None, text("hello")).await;
    assert_eq!(
        texts([&task]),
        ["no tables", "the task of the agent failed"]
    );
}

#[tokio::test]
async fn wrapped_data_is_read() {
    let delete = json!([
        { "version": "v0.9", "createSurface": { "surfaceId": "s", "catalogId": "c" } },
        { "version": "v0.9", "updateComponents": { "surfaceId": "s", "components": [{ "id": "root", "component": "Text", "text": "a" }] } },
    ]);
    let part = json!({ "kind": "data", "data": { "value": delete }, "metadata": { "mimeType": "application/json+a2ui", "data_part_compat": true } });
    let answer = json!({ "kind": "message", "role": "agent", "messageId": "1", "parts": [part] });
    let (script, face) = Script::serve(false, "0.3", vec![Step::Result(answer)]).await;
    assert_eq!(
        messages([&NEW.send(&face, "1", None, text("hello")).await]).len(),
        2
    );
    assert_eq!(
        script.asked(0)["configuration"],
        json!({ "blocking": true })
    );
}
