//! The proposal, through the client's raw entry points. The client does not know canvases of this shape, and passes
//! them on.

use crate::host::{CANVAS, SESSION, Server};
use ahp::canvas::{CanvasState, CanvasUpdated, PROVIDER_ERROR, SessionState, host::Outcome};
use ahp_types::{
    actions::{ActionEnvelope, StateAction},
    commands::ReconnectResult,
    messages::JsonRpcError,
};
use published_ahp::{Client, SessionSubscription, SubscriptionEvent};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use wire::Payload;

/// Initializes a client that displays canvases, and returns the result.
async fn present(client: &Client, name: &str) -> Value {
    let params = json!({
        "channel": "ahp-root://", "protocolVersions": ["1.0.0"], "clientId": name,
        "capabilities": {"canvas": {}}, "initialSubscriptions": [SESSION],
    });
    client.request("initialize", params).await.unwrap()
}

async fn next(subscription: &mut SessionSubscription) -> ActionEnvelope {
    let Some(SubscriptionEvent::Action(envelope)) = subscription.recv().await else {
        panic!("an action")
    };
    envelope
}

/// Returns the action of the next envelope, which must be an envelope that the host sent.
async fn next_of(server: &Server, subscription: &mut SessionSubscription, kind: &str) -> Value {
    let envelope = next(subscription).await;
    let read = serde_json::to_value(&envelope).unwrap();
    let written = server
        .lock()
        .sent
        .iter()
        .filter_map(|frame| frame.get("params"))
        .any(|params| *params == read);
    assert!(written, "{read}");
    assert_eq!(read["action"]["type"], kind);
    read["action"].clone()
}

async fn dispatch(client: &Client, channel: &str, action: Value) -> i64 {
    client
        .dispatch(channel.to_owned(), StateAction::Unknown(action))
        .await
        .unwrap()
        .client_seq
}

fn is_east(state: &Value) -> CanvasState {
    wire::decode(&state.to_string()).unwrap()
}

#[tokio::test]
async fn a_renderer_follows_a_canvas_of_the_host_to_its_end() {
    let server = Server::new();
    let client = server.connect(1).await;
    let hello = present(&client, "tablet").await;
    assert_eq!(hello, server.last_sent("/result"));
    let session: SessionState = wire::decode(&hello["snapshots"][0]["state"].to_string()).unwrap();
    assert_eq!(
        Some(&session),
        server.lock().host.session_state(&SESSION.into())
    );
    let mut session = client.attach_subscription(SESSION).await;

    // The agent opens a canvas, and the client follows it.
    server.open("museum", "plan").await;
    let listed = next_of(&server, &mut session, "session/openCanvasesChanged").await;
    assert_eq!(listed["openCanvases"][0]["channel"], CANVAS);
    let mut canvas = client.attach_subscription(CANVAS).await;
    let followed: Value = client
        .request("subscribe", json!({"channel": CANVAS}))
        .await
        .unwrap();
    assert_eq!(followed, server.last_sent("/result"));
    let state = is_east(&followed["snapshot"]["state"]);
    assert_eq!(
        Some(&state),
        server.lock().host.canvas_state(&CANVAS.into())
    );
    assert_eq!(followed["snapshot"]["state"]["input"], json!({"wing": 1.0}));

    // The host updates fields, and clears one.
    for update in [r#"{"title":"West","status":"open"}"#, r#"{"title":null}"#] {
        let update: CanvasUpdated = wire::decode(update).unwrap();
        server.make(|host| host.update(&CANVAS.into(), update));
        next_of(&server, &mut session, "session/openCanvasesChanged").await;
    }
    assert_eq!(
        next_of(&server, &mut canvas, "canvas/updated").await["title"],
        "West"
    );
    let cleared = next_of(&server, &mut canvas, "canvas/updated").await;
    assert_eq!(cleared, json!({"type": "canvas/updated", "title": null}));

    // Both sides send messages.
    let hello =
        json!({"type": "canvas/message", "payload": {"n": null, "big": 18446744073709551615u64}});
    let seq = dispatch(&client, CANVAS, hello.clone()).await;
    let echo = next(&mut canvas).await;
    assert_eq!(
        (
            serde_json::to_value(&echo.action).unwrap(),
            echo.origin.unwrap().client_seq
        ),
        (hello, seq)
    );
    assert_eq!(server.lock().heard.len(), 1);
    server.make(|host| host.message(&CANVAS.into(), Payload::null()));
    let message = next_of(&server, &mut canvas, "canvas/message").await;
    assert_eq!(message, json!({"type": "canvas/message", "payload": null}));

    // The client reads the content of the canvas.
    let uri = "ahp-canvas-content:/east/page.html";
    let read: Value = client
        .request("canvasReadResource", json!({"channel": CANVAS, "uri": uri}))
        .await
        .unwrap();
    assert_eq!(
        read,
        json!({"contents": [{"uri": uri, "mimeType": "text/html", "text": "<p>"}]})
    );

    // A client may neither update a canvas nor read an unknown resource.
    dispatch(
        &client,
        CANVAS,
        json!({"type": "canvas/updated", "title": "Mine"}),
    )
    .await;
    let rejected = next(&mut canvas).await;
    assert!(rejected.rejection_reason.is_some());
    let refused = client
        .request::<_, Value>("canvasReadResource", json!({"channel": CANVAS, "uri": "x"}))
        .await;
    assert!(refused.unwrap_err().to_string().contains("-32008"));

    // The client asks for the canvas to be closed.
    dispatch(&client, CANVAS, json!({"type": "canvas/closeRequested"})).await;
    next_of(&server, &mut canvas, "canvas/closeRequested").await;
    let listed = next_of(&server, &mut session, "session/openCanvasesChanged").await;
    assert_eq!(listed["openCanvases"], json!([]));
    client.unsubscribe(CANVAS.to_owned()).await.unwrap();
    client.shutdown().await;
}

/// Answers the requests of the host, and records them.
fn provide(client: &Client) -> Arc<Mutex<Vec<(String, Value)>>> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    client.set_server_request_handler(move |method, params| {
        let fails = params["actionName"] == "fail";
        log.lock().unwrap().push((method.clone(), params));
        async move {
            match method.as_str() {
                "canvasOpen" => Ok(json!({"title": "Tour", "url": "https://tours.test/1"})),
                "canvasInvokeAction" if fails => Err(JsonRpcError {
                    code: PROVIDER_ERROR as i32,
                    message: "no".into(),
                    data: Some(json!({"code": "canvas_action_no_handler", "message": "no"})),
                }),
                "canvasInvokeAction" => Ok(json!({"value": null})),
                _ => Ok(Value::Null),
            }
        }
    });
    asked
}

#[tokio::test]
async fn a_client_that_provides_a_canvas_returns_after_losing_its_connection() {
    let server = Server::new();
    let client = server.connect(1).await;
    let asked = provide(&client);
    present(&client, "guide").await;
    let mut session = client.attach_subscription(SESSION).await;
    let tour = json!({"canvasId": "tour", "displayName": "Tour", "description": "Walks along."});
    let join = json!({
        "type": "session/activeClientSet",
        "activeClient": {"clientId": "guide", "tools": [], "canvasProviders": [tour]},
    });
    dispatch(&client, SESSION, join.clone()).await;
    assert!(matches!(
        next(&mut session).await.action,
        StateAction::SessionActiveClientSet(_)
    ));
    let offered = next_of(&server, &mut session, "session/canvasesChanged").await;
    assert_eq!(
        offered["canvases"][1]["source"],
        json!({"kind": "client", "clientId": "guide"})
    );

    // The agent opens the canvas, and invokes an action that succeeds and one that fails.
    server.open("guide", "tour").await;
    let (method, params) = asked.lock().unwrap()[0].clone();
    assert_eq!(method, "canvasOpen");
    assert_eq!(
        params,
        json!({"channel": SESSION, "canvasId": "tour", "extensionId": "guide", "instanceId": "east", "input": {"wing": 1.0}})
    );
    next_of(&server, &mut session, "session/openCanvasesChanged").await;
    let invoked = server
        .finish(|host| host.invoke(&CANVAS.into(), "next", None))
        .await;
    let Ok(Outcome::Invoked(result)) = invoked else {
        panic!("{invoked:?}")
    };
    assert!(result.value.unwrap().is_null());
    let failed = server
        .finish(|host| host.invoke(&CANVAS.into(), "fail", None))
        .await
        .unwrap_err();
    assert_eq!(failed["code"], PROVIDER_ERROR);
    assert_eq!(
        failed["data"],
        json!({"code": "canvas_action_no_handler", "message": "no"})
    );

    // The client reconnects: the host replays the missed actions, and asks it again to open the canvas with the same input.
    let seen = server.lock().host.server_seq();
    client.shutdown().await;
    server.disconnect(1);
    let client = server.connect(2).await;
    let asked = provide(&client);
    let mut session = client.attach_subscription(SESSION).await;
    let back = client
        .reconnect(
            "guide".into(),
            seen as i64,
            vec![SESSION.into(), CANVAS.into()],
        )
        .await
        .unwrap();
    assert_eq!(
        serde_json::to_value(&back).unwrap(),
        server.last_sent("/result")
    );
    let ReconnectResult::Replay(replay) = back else {
        panic!("a replay")
    };
    let happened: Vec<Value> = replay
        .actions
        .iter()
        .map(|envelope| serde_json::to_value(&envelope.action).unwrap()["type"].clone())
        .collect();
    assert_eq!(
        happened,
        [
            "session/activeClientRemoved",
            "session/canvasesChanged",
            "canvas/updated",
            "session/openCanvasesChanged"
        ]
    );
    assert!(replay.missing.is_empty());
    dispatch(&client, SESSION, join).await;
    next(&mut session).await;
    next_of(&server, &mut session, "session/canvasesChanged").await;
    let listed = next_of(&server, &mut session, "session/openCanvasesChanged").await;
    assert_eq!(listed["openCanvases"][0]["availability"], "ready");
    assert_eq!(*asked.lock().unwrap(), [("canvasOpen".to_owned(), params)]);

    // The agent closes the canvas.
    let closed = server.finish(|host| host.close(&CANVAS.into())).await;
    assert_eq!(closed, Ok(Outcome::Closed(CANVAS.into())));
    assert_eq!(asked.lock().unwrap()[1].0, "canvasClose");
    assert_eq!(
        next_of(&server, &mut session, "session/openCanvasesChanged").await["openCanvases"],
        json!([])
    );
    client.shutdown().await;
}
