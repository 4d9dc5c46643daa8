use super::{
    face::{Face, Run},
    *,
};
use crate::{
    gateway::{ClientContent, ClientMessage, GatewayReport, GatewayReportKind, agent::AgentError},
    server::request_guard::RequestGuard,
    test_script::{ACTION, OLD, Script, Silent, gateway, serve},
};
use axum::{
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;
use wire::Payload;

async fn post(face: &axum::Router, body: &str) -> (StatusCode, String) {
    let request = Request::post("/")
        .header("host", "localhost")
        .body(Body::from(body.to_owned()))
        .unwrap();
    let response = face.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// Returns the data of the events of a run. Each frame has one line of data and ends with two line feeds.
async fn run(face: &axum::Router, rest: &str) -> Vec<String> {
    let (status, text) = post(face, &format!(r#"{{"threadId":"t",{rest}}}"#)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    assert!(!text.contains('\r') && text.ends_with("\n\n"), "{text:?}");
    let frames = text.strip_suffix("\n\n").unwrap().split("\n\n");
    // Comments keep a slow connection alive.
    frames
        .filter(|frame| !frame.starts_with(':'))
        .map(|frame| frame.strip_prefix("data: ").unwrap().to_owned())
        .collect()
}

fn kinds(events: &[String]) -> Vec<String> {
    let kind = |event: &String| wire::decode::<Event>(event).unwrap().tag().to_owned();
    events.iter().map(kind).collect()
}

fn user(id: &str, text: &str) -> String {
    format!(r#""messages":[{{"id":"{id}","role":"user","content":"{text}"}}]"#)
}

fn act(run: &str) -> String {
    format!(r#""runId":"{run}","forwardedProps":{{"a2uiAction":{{"userAction":{ACTION}}}}}"#)
}

#[tokio::test]
async fn a_client_shows_a_surface_acts_and_returns() {
    let change = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"t","component":{"Text":{"text":{"literalString":"Gone"}}}}]}}"#;
    let agent = Script::new(&[OLD, change, "Bye."]);
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());

    let first = run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    assert_eq!(
        kinds(&first),
        ["RUN_STARTED", "ACTIVITY_SNAPSHOT", "RUN_FINISHED"]
    );
    assert_eq!(
        first[0],
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"1"}"#
    );
    assert!(first[1].starts_with(r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"a2ui-surface-s","activityType":"a2ui-surface","content":{"a2ui_operations":[{"version":"v0.9","createSurface":{"surfaceId":"s""#), "{}", first[1]);
    assert_eq!(
        first[2],
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"1"}"#
    );

    // The surface comes first, and then the change.
    let second = run(&face, &format!("{},{}", act("2"), user("m1", "Hello"))).await;
    assert_eq!(
        kinds(&second),
        [
            "RUN_STARTED",
            "ACTIVITY_SNAPSHOT",
            "ACTIVITY_DELTA",
            "RUN_FINISHED"
        ]
    );
    assert_eq!(second[1], first[1]);
    assert!(
        second[2].contains(
            r#""path":"/a2ui_operations/-","value":{"version":"v0.9","updateComponents""#
        ),
        "{}",
        second[2]
    );

    // The same run again delivers nothing.
    let again = run(&face, &format!("{},{}", act("2"), user("m1", "Hello"))).await;
    assert_eq!(
        kinds(&again),
        ["RUN_STARTED", "ACTIVITY_SNAPSHOT", "RUN_FINISHED"]
    );
    assert!(again[1].contains("Gone"));

    let third = run(&face, &format!(r#""runId":"3",{}"#, user("m2", "Thanks"))).await;
    let expected = [
        "RUN_STARTED",
        "ACTIVITY_SNAPSHOT",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
    ];
    // The text `Hello` is not in the messages of this client.
    assert_eq!(kinds(&third)[..5], expected);
    assert!(third[2].ends_with(r#""role":"user"}"#) && third[3].ends_with(r#""delta":"Hello"}"#));
    assert_eq!(
        kinds(&third)[5..],
        [&expected[2..], &["RUN_FINISHED"][..]].concat()
    );
    assert!(
        third[5].ends_with(r#""role":"assistant"}"#) && third[6].ends_with(r#""delta":"Bye."}"#)
    );

    let received = agent.received();
    let texts: Vec<_> = received.iter().map(|input| input.text.as_deref()).collect();
    assert_eq!(texts, [Some("Hello"), None, Some("Thanks")]);
    assert_eq!(
        received[1].messages[0].text(),
        r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#
    );
}

#[tokio::test]
async fn a_deleted_surface_disappears_from_the_clients() {
    let agent = Script::new(&[OLD, r#"{"deleteSurface":{"surfaceId":"s"}}"#]);
    let (gateway, _) = gateway(agent);
    let face = routes(gateway.clone(), RequestGuard::default());
    run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    let deleted = r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"a2ui-surface-s","activityType":"a2ui-surface","content":{"a2ui_operations":[{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}]},"replace":true}"#;
    let second = run(&face, &act("2")).await;
    assert_eq!(second[second.len() - 2], deleted);
    // A client that was away still has the activity.
    let third = run(&face, r#""runId":"3""#).await;
    assert_eq!(third[1], deleted);
    // Another face of the same gateway has not shown it.
    let fresh = run(&routes(gateway, RequestGuard::default()), r#""runId":"4""#).await;
    assert!(!fresh.contains(&deleted.to_owned()));
}

#[tokio::test]
async fn run_errors_state_their_cause() {
    let agent = Script::default();
    agent
        .answers
        .lock()
        .unwrap()
        .push_back(Err(AgentError::permanent("the desk is closed")));
    let (gateway, reports) = gateway(agent);
    let face = routes(gateway, RequestGuard::default());
    let (status, text) = post(&face, "{").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        text.starts_with(r#"{"error":"the body is not a RunAgentInput: "#),
        "{text}"
    );
    assert_eq!(
        post(&face, r#"{"runId":"r"}"#).await.0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        post(&face, &" ".repeat((4 << 20) + 1)).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );

    let unknown = run(&face, &act("1")).await;
    assert_eq!(kinds(&unknown), ["RUN_STARTED", "RUN_ERROR"]);
    assert!(
        unknown[1].contains("`s`") && unknown[1].ends_with(r#""code":"REFUSED"}"#),
        "{}",
        unknown[1]
    );
    let failed = run(&face, &format!(r#""runId":"2",{}"#, user("m1", "Hello"))).await;
    assert_eq!(
        failed[1],
        r#"{"type":"RUN_ERROR","message":"the desk is closed","code":"AGENT_FAILED"}"#
    );
    let none = post(&face, r#"{"threadId":"","runId":"r"}"#).await.1;
    assert!(
        none.contains("RUN_ERROR") && none.contains("the name of a session"),
        "{none}"
    );
    let reports = reports.lock().unwrap();
    let is_error = |report: &&GatewayReport| matches!(report.kind, GatewayReportKind::Agent { .. });
    assert_eq!(reports.iter().filter(is_error).count(), 1);
}

#[tokio::test]
async fn a_client_learns_that_messages_were_refused() {
    let wrong = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"other","value":1}}"#;
    let mixed = format!("{OLD}\n{wrong}");
    let (gateway, _) = gateway(Script::new(&[wrong, &mixed]));
    let face = routes(gateway, RequestGuard::default());
    let reason = "a message of the agent was refused: no agent owns surface `other`";
    let all = run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    assert_eq!(
        all[1],
        format!(r#"{{"type":"RUN_ERROR","message":"{reason}","code":"AGENT_FAILED"}}"#)
    );
    let part = run(&face, &format!(r#""runId":"3",{}"#, user("m2", "Again"))).await;
    assert_eq!(kinds(&part).last().unwrap(), "RUN_FINISHED");
    let note = format!(
        r#"{{"type":"CUSTOM","name":"{REFUSED_MESSAGES}","value":{{"message":"{reason}"}}}}"#
    );
    assert!(
        part.contains(&note) && kinds(&part).contains(&"ACTIVITY_SNAPSHOT".to_owned()),
        "{part:?}"
    );
}

#[tokio::test]
async fn a_message_with_an_image_is_refused_once() {
    let agent = Script::new(&[OLD]);
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());
    let message = r#"{"id":"m1","role":"user","content":[{"type":"text","text":"What is this?"},{"type":"image","source":{"type":"url","value":"https://a.test/b.png"}}]}"#;
    let first = run(&face, &format!(r#""runId":"1","messages":[{message}]"#)).await;
    assert_eq!(kinds(&first), ["RUN_STARTED", "RUN_ERROR"]);
    assert!(
        first[1].contains("`image`") && first[1].contains("REFUSED"),
        "{}",
        first[1]
    );
    // The client repeats the message in each run, also when it only opens the conversation.
    let second = run(&face, &format!(r#""runId":"2","messages":[{message}]"#)).await;
    assert_eq!(kinds(&second), ["RUN_STARTED", "RUN_FINISHED"]);
    let text = r#"{"id":"m2","role":"user","content":"Hello"}"#;
    let third = run(
        &face,
        &format!(r#""runId":"3","messages":[{message},{text}]"#),
    )
    .await;
    assert_eq!(kinds(&third).last().unwrap(), "RUN_FINISHED");
    let texts: Vec<_> = agent
        .received()
        .iter()
        .map(|input| input.text.clone())
        .collect();
    assert_eq!(texts, [Some("Hello".to_owned())]);
}

#[tokio::test]
async fn numbers_beyond_double_precision_are_reported() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"path":"/n"}}]}}
{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":12345678901234567890}}"#;
    let (gateway, reports) = gateway(Script::new(&[surface]));
    let face = routes(gateway, RequestGuard::default());
    let events = run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    assert!(
        events.concat().contains("12345678901234567890"),
        "{events:?}"
    );
    let reports = reports.lock().unwrap();
    let is_number = |report: &GatewayReport| matches!(&report.kind, GatewayReportKind::Carrier { face: "ag-ui", finding } if finding.rule == "carrier/double");
    assert!(reports.iter().any(is_number), "{reports:?}");
}

#[tokio::test]
async fn a_gateway_is_an_agent_of_another_gateway() {
    let change = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"t","component":{"Text":{"text":{"literalString":"Gone"}}}}]}}"#;
    let again = format!("{{\"deleteSurface\":{{\"surfaceId\":\"s\"}}}}\n{OLD}");
    let agent = Script::new(&[OLD, "Hi.", change, &again]);
    let (inner, _) = gateway(agent.clone());
    let url = serve(routes(inner, RequestGuard::default())).await;
    let (outer, reports) = gateway(AgUiAgent::new("remote", url));
    let face = routes(outer.clone(), RequestGuard::default());

    let first = run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    assert_eq!(
        kinds(&first),
        ["RUN_STARTED", "ACTIVITY_SNAPSHOT", "RUN_FINISHED"]
    );
    let second = run(&face, &format!(r#""runId":"2",{}"#, user("m2", "And?"))).await;
    assert!(
        second
            .iter()
            .any(|event| event.ends_with(r#""delta":"Hi."}"#)),
        "{second:?}"
    );
    let third = run(&face, &act("3")).await;
    assert!(third[third.len() - 2].contains("Gone"), "{third:?}");
    let fourth = run(&face, &act("4")).await;
    assert!(!fourth[fourth.len() - 2].contains("Gone"), "{fourth:?}");
    assert_eq!(fourth[fourth.len() - 2], first[1]);

    let received = agent.received();
    assert_eq!(received.len(), 4);
    assert!(
        received[2].messages[0]
            .text()
            .starts_with(r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b""#)
    );
    // The surfaces that the remote gateway shows again in each run do no harm.
    assert_eq!(
        reports
            .lock()
            .unwrap()
            .iter()
            .map(|report| format!("{report:?}"))
            .collect::<Vec<_>>(),
        [""; 0]
    );
    let snapshot = outer
        .session("t")
        .await
        .unwrap()
        .snapshot(agent_ui_text::bridge::Dialect::A2ui0_9)
        .await
        .unwrap();
    assert_eq!(
        snapshot
            .texts
            .iter()
            .map(|text| &*text.text)
            .collect::<Vec<_>>(),
        ["Hello", "And?", "Hi."]
    );
}

#[tokio::test]
async fn events_that_clients_do_not_see_are_counted_and_reported_once() {
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"rooms"}"#;
    let events = [
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
        r#"{"type":"STATE_SNAPSHOT","snapshot":{"n":1}}"#,
        r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/m","value":2}]}"#,
        call,
        r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}"#,
        r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
        r#"{"type":"REASONING_START","messageId":"q"}"#,
        r#"{"type":"CUSTOM","name":"x","value":1}"#,
        r#"{"type":"STEP_STARTED","stepName":"s"}"#,
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
    ];
    let body: String = events
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect();
    let answer =
        axum::routing::post(move || async { ([("content-type", "text/event-stream")], body) });
    let url = serve(axum::Router::new().route("/", answer)).await;
    let (gateway, reports) = gateway(AgUiAgent::new("remote", url));
    let face = routes(gateway.clone(), RequestGuard::default());
    for id in ["1", "2"] {
        run(&face, &format!(r#""runId":"{id}",{}"#, user(id, "Hello"))).await;
    }
    let reports = reports.lock().unwrap();
    let kinds: Vec<_> = reports
        .iter()
        .map(|report| match &report.kind {
            GatewayReportKind::Message { diagnostic, .. } => (
                diagnostic.rule.clone(),
                diagnostic
                    .message
                    .split(", which clients")
                    .next()
                    .unwrap()
                    .to_owned(),
            ),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        "shared state",
        "calls of tools",
        "reasoning",
        "custom events",
    ];
    let expected = expected.map(|kind| ("serve/event".into(), format!("the agent sends {kind}")));
    assert_eq!(kinds, expected);
    assert!(
        gateway
            .metrics()
            .prometheus()
            .contains("agent_ui_unshown_events_total 10")
    );
}

#[tokio::test]
async fn texts_among_missed_updates_are_delivered() {
    let (gateway, _) = gateway(Script::new(&["one"]));
    let session = gateway.session("t").await.unwrap();
    let hello = ClientMessage::new(FACE, ClientContent::Text("Hello".to_owned()));
    let mut turn = session.send(hello).await.unwrap();
    turn.wait().await;
    let input = wire::decode(r#"{"threadId":"t","runId":"1"}"#).unwrap();
    let (sink, response) = crate::sse::response();
    let mut run = Run::new(Face::new(gateway, 1 << 20), sink, &input);
    // The client was too slow for the updates of its turn, and then for some others.
    for _ in 0..2 {
        run.stream.start_again(&session, turn.seq()).await.unwrap();
    }
    drop(run);
    let text = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8(text.to_vec()).unwrap();
    assert_eq!(
        (
            text.matches(r#""delta":"one""#).count(),
            text.matches("Hello").count()
        ),
        (1, 0),
        "{text}"
    );
}

#[tokio::test]
async fn a_remote_agent_that_sends_too_much_in_a_turn_fails() {
    let text = Payload::string(&"x".repeat(1 << 20));
    let event = format!("data: {{\"type\":\"CUSTOM\",\"name\":\"x\",\"value\":{text}}}\n\n");
    let sent = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let answer = axum::routing::post(move || async move {
        let start =
            "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n".to_owned();
        let endless = std::iter::once(start).chain(std::iter::repeat_with(move || {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            event.clone()
        }));
        let body = Body::from_stream(futures_util::stream::iter(endless.map(Ok::<_, Infallible>)));
        ([("content-type", "text/event-stream")], body)
    });
    let url = serve(axum::Router::new().route("/", answer)).await;
    let (gateway, reports) = gateway(AgUiAgent::new("remote", url));
    let events = run(
        &routes(gateway, RequestGuard::default()),
        &format!(r#""runId":"1",{}"#, user("1", "Hello")),
    )
    .await;
    let failure = r#"{"type":"RUN_ERROR","message":"the answer of the agent is too long","code":"AGENT_FAILED"}"#;
    assert_eq!(events.last().unwrap(), failure);
    let sent = sent.load(std::sync::atomic::Ordering::Relaxed);
    assert!((64..96).contains(&sent), "{sent} MiB were sent");
    let is_error = |report: &&GatewayReport| matches!(report.kind, GatewayReportKind::Agent { .. });
    assert_eq!(reports.lock().unwrap().iter().filter(is_error).count(), 1);
}

#[tokio::test]
async fn a_part_of_an_a2a_message_in_a_text_is_shown() {
    let part = r#"<a2a_datapart_json>{"kind":"data","metadata":{"mimeType":"application/json+a2ui"},"data":@}</a2a_datapart_json>"#;
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi"}]}}"#;
    let text = format!(
        "Look: {}{}",
        part.replace('@', create),
        part.replace('@', update)
    );
    let events = [
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#.to_owned(),
        format!(
            r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":{}}}"#,
            Payload::string(&text)
        ),
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#.to_owned(),
    ];
    let body: String = events
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect();
    let answer =
        axum::routing::post(move || async { ([("content-type", "text/event-stream")], body) });
    let url = serve(axum::Router::new().route("/", answer)).await;
    let (gateway, reports) = gateway(AgUiAgent::new("remote", url));
    run(
        &routes(gateway.clone(), RequestGuard::default()),
        &format!(r#""runId":"1",{}"#, user("1", "Hello")),
    )
    .await;
    let snapshot = gateway
        .session("t")
        .await
        .unwrap()
        .snapshot(agent_ui_text::bridge::Dialect::A2ui0_9)
        .await
        .unwrap();
    assert_eq!(snapshot.surfaces[0].messages, [create, update]);
    assert_eq!(snapshot.texts.last().unwrap().text, "Look:");
    assert!(reports.lock().unwrap().is_empty(), "{reports:?}");
}

#[tokio::test]
async fn data_models_and_capabilities_reach_the_remote_agent() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":true}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}}"#;
    let agent = Script::new(&[surface]);
    let (inner, _) = gateway(agent.clone());
    let url = serve(routes(inner, RequestGuard::default())).await;
    let (outer, _) = gateway(AgUiAgent::new("remote", url));
    let face = routes(outer, RequestGuard::default());
    run(&face, &format!(r#""runId":"1",{}"#, user("m1", "Hello"))).await;
    let model = r#"{"version":"v0.9","surfaces":{"s":{"n":1.50},"foreign":{}}}"#;
    let capabilities = r#"{"v0.9":{"supportedCatalogIds":["c"]}}"#;
    let forwarded = format!(
        r#""runId":"2","forwardedProps":{{"a2uiAction":{{"userAction":{ACTION}}},"a2uiClientDataModel":{model},"a2uiClientCapabilities":{capabilities}}}"#
    );
    let events = run(&face, &forwarded).await;
    assert_eq!(kinds(&events).last().unwrap(), "RUN_FINISHED");
    let received = &agent.received()[1];
    assert_eq!(
        received.messages[0].text(),
        format!(r#"{{"version":"v0.9","action":{ACTION}}}"#)
    );
    assert_eq!(
        received.data_model.as_ref().unwrap().text(),
        r#"{"version":"v0.9","surfaces":{"s":{"n":1.50}}}"#
    );
    assert_eq!(received.capabilities.as_ref().unwrap().text(), capabilities);
    let wrong = forwarded.replace(model, "[]").replace("\"2\"", "\"3\"");
    let events = run(&face, &wrong).await;
    assert!(
        events[1].contains("`a2uiClientDataModel` cannot be read"),
        "{events:?}"
    );
}

#[tokio::test]
async fn runs_release_their_body_memory_while_they_wait() {
    let received = Arc::default();
    let (gateway, _) = gateway(Silent(Arc::clone(&received)));
    // Together, the inputs are longer than the memory. Without a stated length, each counts as it comes.
    let face = face::routes_with_memory(gateway, RequestGuard::default(), 1 << 20);
    let mut streams = Vec::new();
    for thread in 0..100 {
        let text = "x".repeat(60 << 10);
        let body = format!(
            r#"{{"threadId":"t{thread}","runId":"1",{}}}"#,
            user("m", &text)
        );
        let chunks: Vec<_> = body
            .into_bytes()
            .chunks(8 << 10)
            .map(|chunk| Ok::<_, Infallible>(chunk.to_vec()))
            .collect();
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        let request = Request::post("/")
            .header("host", "localhost")
            .body(body)
            .unwrap();
        let answer = timeout(Duration::from_secs(20), face.clone().oneshot(request)).await;
        let answer = answer.expect("the run waits for others").unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        streams.push(answer);
    }
    timeout(Duration::from_secs(20), async {
        while *received.lock().unwrap() < 100 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the agent receives all messages");
}

#[tokio::test]
async fn a_client_that_disconnects_ends_its_run() {
    let agent = Script::default();
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());
    // The agent does not answer this run.
    let body = format!(r#"{{"threadId":"t","runId":"1",{}}}"#, user("m1", "wait"));
    for _ in 0..200 {
        let request = Request::post("/")
            .header("host", "localhost")
            .body(Body::from(body.clone()))
            .unwrap();
        let response = face.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        drop(response);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(agent.received().len() <= 1);
}
