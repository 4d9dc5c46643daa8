//! Tests of repeated messages, lost answers, and interrupted streams.

use super::{Client, NEW, OLD, agents::Desk, click, face, face_of, keys, messages, text, texts};
use crate::gateway::{Gateway, GatewaySettings, store::MemoryStore};
use axum::{Router, body::Body, http::Request};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;
use tower::ServiceExt;

/// Begins a stream, and reads its events until the agent says `wait`.
async fn begin(
    client: Client,
    face: &Router,
    names: (&str, &str),
    params: Value,
) -> (Vec<Value>, axum::body::BodyDataStream) {
    let method = if client.is_new() { names.0 } else { names.1 };
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let mut request = Request::post("/").header("host", "localhost");
    if let Some(version) = client.version {
        request = request.header("a2a-version", version);
    }
    let request = request.header("a2a-extensions", client.extension.unwrap_or_default());
    let response = face
        .clone()
        .oneshot(request.body(Body::from(body.to_string())).unwrap())
        .await
        .unwrap();
    let mut stream = response.into_body().into_data_stream();
    let mut all = String::new();
    while !(all.contains("\"wait\"") && all.ends_with("\n\n")) {
        let piece = timeout(Duration::from_secs(10), stream.next())
            .await
            .expect("no event")
            .unwrap()
            .unwrap();
        all.push_str(std::str::from_utf8(&piece).unwrap());
    }
    let read = |frame: &str| {
        serde_json::from_str::<Value>(frame.strip_prefix("data: ").unwrap()).unwrap()["result"]
            .clone()
    };
    (all.split_terminator("\n\n").map(read).collect(), stream)
}

/// Reads the remaining events of a stream.
async fn rest(mut stream: axum::body::BodyDataStream) -> Vec<Value> {
    let mut all = String::new();
    while let Some(piece) = timeout(Duration::from_secs(10), stream.next())
        .await
        .expect("no end")
    {
        all.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
    }
    let read = |frame: &str| {
        serde_json::from_str::<Value>(frame.strip_prefix("data: ").unwrap()).unwrap()["result"]
            .clone()
    };
    all.split_terminator("\n\n").map(read).collect()
}

#[tokio::test]
async fn a_repeated_message_reaches_the_agent_once() {
    let desk = Desk::new("desk", None);
    let face = face(vec![desk.clone()]);
    let first = NEW.send(&face, "1", Some("c"), text("show s")).await;
    let again = NEW.send(&face, "1", Some("c"), text("show s")).await;
    assert_eq!(
        (&first["id"], messages([&first])),
        (&again["id"], messages([&again]))
    );
    let events = NEW.stream(&face, "1", Some("c"), text("show s")).await;
    assert_eq!(messages(&events), messages([&first]));
    assert_eq!(desk.received().len(), 1);
    let other = NEW.send(&face, "1", Some("d"), text("show s")).await;
    assert_ne!(first["id"], other["id"]);
    assert_eq!(desk.received().len(), 2);
}

#[tokio::test]
async fn a_restarted_face_sends_existing_surfaces_once() {
    let store = Arc::new(MemoryStore::new());
    let desk = Desk::new("desk", None);
    let restarted = || {
        let gateway = Gateway::start(
            vec![desk.clone()],
            Arc::clone(&store) as _,
            GatewaySettings::default(),
        );
        face_of(gateway)
    };
    OLD.send(&restarted(), "1", Some("c"), text("show s")).await;
    let face = restarted();
    let task = OLD.send(&face, "2", Some("c"), click("s", "go")).await;
    assert_eq!(
        keys(&messages([&task])),
        [
            "deleteSurface s",
            "createSurface s",
            "updateComponents s",
            "updateDataModel s"
        ]
    );
    let task = OLD.send(&face, "3", Some("c"), click("s", "on")).await;
    assert_eq!(keys(&messages([&task])), ["updateDataModel s"]);
    // The message of the first program is known.
    let task = OLD.send(&restarted(), "1", Some("c"), text("show s")).await;
    assert_eq!(
        keys(&messages([&task]))[..2],
        ["deleteSurface s", "createSurface s"]
    );
    assert_eq!(desk.received().len(), 3);
}

#[tokio::test]
async fn a_lost_answer_is_sent_again() {
    let desk = Desk::new("desk", None);
    let face = face(vec![desk.clone()]);
    let stream = ("SendStreamingMessage", "message/stream");
    OLD.send(&face, "1", Some("c"), text("show s")).await;
    let (_, stream) = begin(
        OLD,
        &face,
        stream,
        OLD.message("2", Some("c"), text("wait")),
    )
    .await;
    drop(stream);
    desk.released.notify_one();
    let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
    let mut number = 3;
    // The face sees that the client is gone when the task ends.
    let task = loop {
        let task = OLD
            .send(&face, &number.to_string(), Some("c"), click("s", "go"))
            .await;
        number += 1;
        if messages([&task]).len() > 1 || tokio::time::Instant::now() > deadline {
            break task;
        }
    };
    let keys = keys(&messages([&task]));
    assert_eq!(keys[..2], ["deleteSurface s", "createSurface s"]);
    assert!(
        keys.iter().any(|key| key == "updateComponents s"),
        "{keys:?}"
    );
}

#[tokio::test]
async fn a_client_subscribes_to_a_task_again() {
    for client in [NEW, OLD] {
        let desk = Desk::new("desk", None);
        let face = face(vec![desk.clone()]);
        client.send(&face, "1", Some("c"), text("show s")).await;
        let (events, stream) = begin(
            client,
            &face,
            ("SendStreamingMessage", "message/stream"),
            client.message("2", Some("c"), text("wait with t")),
        )
        .await;
        assert_eq!(texts(&events), ["wait"]);
        let id = if client.is_new() {
            &events[0]["task"]["id"]
        } else {
            &events[0]["id"]
        };
        drop(stream);
        let (events, stream) = begin(
            client,
            &face,
            ("SubscribeToTask", "tasks/resubscribe"),
            json!({ "id": id }),
        )
        .await;
        // The surface of the task itself is not sent twice.
        assert_eq!(
            keys(&messages(&events)),
            [
                "deleteSurface s",
                "createSurface s",
                "updateComponents s",
                "deleteSurface t",
                "createSurface t",
                "updateComponents t"
            ]
        );
        assert_eq!(texts(&events), ["wait"]);
        // A click while the task runs is delivered after it, and each answer has its own update.
        let clicked = {
            let face = face.clone();
            tokio::spawn(async move { client.send(&face, "3", Some("c"), click("s", "go")).await })
        };
        desk.released.notify_one();
        let events = rest(stream).await;
        let clicked = clicked.await.unwrap();
        let (streamed, answered) = (messages(&events), messages([&clicked]));
        assert_eq!(keys(&[streamed, answered].concat()), ["updateDataModel s"]);
        let task = client
            .call(&face, ("GetTask", "tasks/get"), json!({ "id": id }))
            .await;
        let state = &task["result"]["status"]["state"];
        assert!(
            state == "TASK_STATE_COMPLETED" || state == "completed",
            "{task}"
        );
    }
}

#[tokio::test]
async fn a_canceled_task_ends_while_its_agent_continues() {
    let desk = Desk::new("desk", None);
    let face = face(vec![desk.clone()]);
    let message = NEW.message("1", Some("c"), text("wait"));
    let (events, stream) = begin(NEW, &face, ("SendStreamingMessage", ""), message).await;
    let id = &events[0]["task"]["id"];
    let canceled = NEW
        .call(&face, ("CancelTask", ""), json!({ "id": id }))
        .await;
    assert_eq!(
        canceled["result"]["status"]["state"],
        json!("TASK_STATE_CANCELED")
    );
    let events = rest(stream).await;
    assert_eq!(
        events.last().unwrap()["statusUpdate"]["status"]["state"],
        json!("TASK_STATE_CANCELED")
    );
    desk.released.notify_one();
    let task = NEW.send(&face, "2", Some("c"), text("show s")).await;
    assert_eq!(
        keys(&messages([&task])),
        ["createSurface s", "updateComponents s"]
    );
}

#[tokio::test]
async fn a_nonblocking_client_polls_the_task() {
    let desk = Desk::new("desk", None);
    let face = face(vec![desk.clone()]);
    for (client, configuration) in [
        (NEW, json!({ "returnImmediately": true })),
        (OLD, json!({ "blocking": false })),
    ] {
        let mut params = client.message("1", None, text("wait"));
        params["configuration"] = configuration;
        let answer = client
            .call(&face, ("SendMessage", "message/send"), params)
            .await;
        let task = answer["result"]
            .get("task")
            .unwrap_or(&answer["result"])
            .clone();
        assert_eq!(
            task["status"]["state"],
            json!(if client.is_new() {
                "TASK_STATE_WORKING"
            } else {
                "working"
            })
        );
        desk.released.notify_one();
        let ended = async {
            loop {
                let task = client
                    .call(&face, ("GetTask", "tasks/get"), json!({ "id": task["id"] }))
                    .await;
                let state = task["result"]["status"]["state"]
                    .as_str()
                    .unwrap()
                    .to_owned();
                if state == "TASK_STATE_COMPLETED" || state == "completed" {
                    break task;
                }
                tokio::task::yield_now().await;
            }
        };
        let task = timeout(Duration::from_secs(10), ended).await.unwrap();
        assert_eq!(texts([&task["result"]]), ["wait"]);
    }
}
