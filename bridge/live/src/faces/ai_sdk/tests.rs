use super::*;
use crate::{
    gateway::{GatewayReport, GatewayReportKind, agent::AgentError},
    server::request_guard::RequestGuard,
    test_script::{ACTION, OLD, Reports, Script, Silent, gateway, serve},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode},
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;
use wire::Payload;

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const ROOT: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"path":"/n"}}]}}"#;

async fn send(face: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    let response = face.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, headers, String::from_utf8(body.to_vec()).unwrap())
}

fn request(method: &str, path: &str, body: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .body(Body::from(body.to_owned()))
        .unwrap()
}

/// Returns the chunks of a stream, which ends with `[DONE]`.
fn chunks(text: &str) -> Vec<String> {
    assert!(!text.contains('\r'), "{text:?}");
    let text = text.strip_suffix("data: [DONE]\n\n").unwrap();
    // Comments keep a slow connection alive.
    text.split_terminator("\n\n")
        .filter(|frame| !frame.starts_with(':'))
        .map(|frame| frame.strip_prefix("data: ").unwrap().to_owned())
        .collect()
}

/// Posts a request of the chat `t`, and returns the chunks of the answer.
async fn ask(face: &Router, rest: &str) -> Vec<String> {
    let body = format!(r#"{{"id":"t","trigger":"submit-message"{rest}}}"#);
    let (status, headers, text) = send(face, request("POST", "/", &body)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    assert_eq!(headers["x-vercel-ai-ui-message-stream"], "v1");
    assert_eq!(headers["content-type"], "text/event-stream");
    chunks(&text)
}

fn kinds(chunks: &[String]) -> Vec<String> {
    let kind = |chunk: &String| wire::decode::<Chunk>(chunk).unwrap().tag().to_owned();
    chunks.iter().map(kind).collect()
}

fn user(id: &str, text: &str) -> String {
    format!(r#"{{"id":"{id}","role":"user","parts":[{{"type":"text","text":"{text}"}}]}}"#)
}

fn assistant(id: &str, parts: &[String]) -> String {
    format!(
        r#"{{"id":"{id}","role":"assistant","parts":[{}]}}"#,
        parts.join(",")
    )
}

fn messages(messages: &[String]) -> String {
    format!(r#","messages":[{}]"#, messages.join(","))
}

/// A message of the user with an action as its part.
fn click(id: &str) -> String {
    format!(
        r#"{{"id":"{id}","role":"user","parts":[{{"type":"data-a2ui-action","data":{{"version":"v0.9","action":{ACTION}}}}}]}}"#
    )
}

const TEXT_KINDS: [&str; 3] = ["text-start", "text-delta", "text-end"];

#[tokio::test]
async fn a_client_shows_a_surface_acts_and_continues() {
    let change = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"t","component":{"Text":{"text":{"literalString":"Gone"}}}}]}}"#;
    let agent = Script::new(&[OLD, change, "Bye."]);
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());

    let hello = user("m1", "Hello");
    let first = ask(&face, &messages(std::slice::from_ref(&hello))).await;
    assert_eq!(kinds(&first), ["start", A2UI_SURFACE, "finish"]);
    assert!(
        first[0].starts_with(r#"{"type":"start","messageId":"agent-ui-message-"#),
        "{}",
        first[0]
    );
    assert!(first[1].starts_with(r#"{"type":"data-a2ui-surface","id":"s","data":{"a2ui_operations":[{"version":"v0.9","createSurface":{"surfaceId":"s""#), "{}", first[1]);
    assert_eq!(first[2], r#"{"type":"finish","finishReason":"stop"}"#);

    // The client has the surface, so only the changed one is sent, with all its messages.
    let shown = assistant("a1", &first[1..2]);
    let conversation = [hello.clone(), shown.clone(), click("m2")];
    let second = ask(&face, &messages(&conversation)).await;
    assert_eq!(kinds(&second), ["start", A2UI_SURFACE, "finish"]);
    let start = first[1].strip_suffix("]}}").unwrap();
    assert!(
        second[1].starts_with(start) && second[1].contains("Gone"),
        "{}",
        second[1]
    );

    // The same message again delivers nothing, and another id of the same action does.
    let again = ask(&face, &messages(&conversation)).await;
    assert_eq!(kinds(&again), ["start", A2UI_SURFACE, "finish"]);
    assert!(again[1].contains("Gone") && !again[1].contains(r#""Go""#));
    let changed = assistant("a2", &second[1..2]);
    let third = ask(&face, &messages(&[hello, shown, changed, click("m3")])).await;
    assert_eq!(kinds(&third)[1..], [&TEXT_KINDS[..], &["finish"]].concat());
    assert!(third[2].ends_with(r#""delta":"Bye."}"#), "{}", third[2]);

    let received = agent.received();
    let texts: Vec<_> = received.iter().map(|input| input.text.as_deref()).collect();
    assert_eq!(texts, [Some("Hello"), None, None]);
    assert_eq!(
        received[1].messages[0].text(),
        r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#
    );
}

#[tokio::test]
async fn an_action_beside_the_messages_continues_the_last_answer() {
    let agent = Script::new(&[OLD, "Done."]);
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());
    let hello = user("m1", "Hello");
    let first = ask(&face, &messages(std::slice::from_ref(&hello))).await;
    let conversation = messages(&[hello, assistant("a1", &first[1..2])]);
    let action = format!(r#"{conversation},"a2uiAction":{{"userAction":{ACTION}}}"#);
    let second = ask(&face, &action).await;
    assert_eq!(second[0], r#"{"type":"start","messageId":"a1"}"#);
    assert_eq!(kinds(&second)[1..4], TEXT_KINDS);
    assert_eq!(agent.received().len(), 2);
}

#[tokio::test]
async fn a_deleted_surface_is_deleted_once_in_the_client() {
    let agent = Script::new(&[OLD, r#"{"deleteSurface":{"surfaceId":"s"}}"#]);
    let (gateway, _) = gateway(agent);
    let face = routes(gateway, RequestGuard::default());
    let hello = user("m1", "Hello");
    let first = ask(&face, &messages(std::slice::from_ref(&hello))).await;
    let shown = assistant("a1", &first[1..2]);
    let second = ask(
        &face,
        &messages(&[hello.clone(), shown.clone(), click("m2")]),
    )
    .await;
    let deleted = r#"{"type":"data-a2ui-surface","id":"s","data":{"a2ui_operations":[{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}]}}"#;
    assert_eq!(second[1], deleted);
    // A client that was away still has the surface.
    let third = ask(&face, &messages(&[hello.clone(), shown.clone()])).await;
    assert_eq!(third[1], deleted);
    let gone = assistant("a2", &second[1..2]);
    let fourth = ask(&face, &messages(&[hello, shown, gone])).await;
    assert_eq!(kinds(&fourth), ["start", "finish"]);
}

#[tokio::test]
async fn the_client_receives_the_id_of_the_basic_catalog_that_it_knows() {
    let old = "https://a2ui.org/specification/v0_9/basic_catalog.json";
    let (gateway, _) = gateway(Script::new(&[OLD, "Hi."]));
    let face = routes(gateway, RequestGuard::default());
    let capabilities =
        format!(r#","a2uiClientCapabilities":{{"v0.9":{{"supportedCatalogIds":["{old}"]}}}}"#);
    let first = messages(&[user("m1", "Hello")]) + &capabilities;
    let first = ask(&face, &first).await;
    assert!(
        first[1].contains(&format!(r#""catalogId":"{old}""#)),
        "{}",
        first[1]
    );
    // The surface in the history has this id, too.
    let shown = assistant("a1", &first[1..2]);
    let second = ask(
        &face,
        &(messages(&[shown, user("m2", "And?")]) + &capabilities),
    )
    .await;
    assert_eq!(kinds(&second)[1..], [&TEXT_KINDS[..], &["finish"]].concat());
}

#[tokio::test]
async fn texts_that_the_client_lacks_are_sent_once() {
    let agent = Script::new(&["one", "two", "three"]);
    let (gateway, _) = gateway(agent);
    let face = routes(gateway, RequestGuard::default());
    ask(&face, &messages(&[user("m1", "a")])).await;
    let said = |chunks: &[String]| {
        let deltas = chunks.iter().filter(|chunk| chunk.contains("delta"));
        let words = deltas.map(|chunk| chunk.rsplit('"').nth(1).unwrap().to_owned());
        words.collect::<Vec<_>>()
    };
    // A new client has no texts, and another one has missed the answer.
    assert_eq!(said(&ask(&face, &messages(&[])).await), ["one"]);
    let text = |text: &str| assistant("a", &[format!(r#"{{"type":"text","text":"{text}"}}"#)]);
    let missed = [user("m1", "a"), text(""), user("m2", "b")];
    assert_eq!(said(&ask(&face, &messages(&missed)).await), ["one", "two"]);
    let all = [user("m1", "a"), text("one"), user("m2", "b"), text("two")];
    assert_eq!(said(&ask(&face, &messages(&all)).await), [""; 0]);
    // This client sends only its last message.
    let last = format!(r#","message":{}"#, user("m3", "c"));
    let only = ask(&face, &last).await;
    assert_eq!(kinds(&only)[1..], [&TEXT_KINDS[..], &["finish"]].concat());
    assert!(only[2].contains("three"), "{only:?}");
}

#[tokio::test]
async fn an_answer_that_is_requested_again_is_a_new_delivery() {
    let agent = Script::new(&["one", "two", "three"]);
    let (gateway, _) = gateway(agent.clone());
    let face = routes(gateway, RequestGuard::default());
    let hello = messages(&[user("m1", "Hello")]);
    ask(&face, &hello).await;
    let body = format!(r#"{{"id":"t","trigger":"regenerate-message"{hello}}}"#);
    let (_, _, text) = send(&face, request("POST", "/api/chat", &body)).await;
    assert!(text.contains("two") && !text.contains("one"), "{text}");
    // A changed message keeps its id.
    let changed = messages(&[user("m1", "Hello again")]) + r#","messageId":"m1""#;
    let changed = ask(&face, &changed).await.concat();
    assert!(
        changed.contains("three") && !changed.contains("two"),
        "{changed}"
    );
    let texts: Vec<_> = agent
        .received()
        .into_iter()
        .map(|input| input.text.unwrap())
        .collect();
    assert_eq!(texts, ["Hello", "Hello", "Hello again"]);
}

#[tokio::test]
async fn errors_state_their_cause() {
    let agent = Script::default();
    let closed = Err(AgentError::permanent("the desk is closed"));
    agent.answers.lock().unwrap().push_back(closed);
    let (gateway, reports) = gateway(agent);
    let face = routes(gateway, RequestGuard::default());
    let (status, headers, text) = send(&face, request("POST", "/", "{")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(headers["content-type"], "text/plain; charset=utf-8");
    assert!(
        text.starts_with("the body is not a request of the AI SDK: "),
        "{text}"
    );
    for (body, expected) in [
        (r#"{"messages":[]}"#.to_owned(), StatusCode::BAD_REQUEST),
        (" ".repeat((8 << 20) + 1), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(send(&face, request("POST", "/", &body)).await.0, expected);
    }
    let long = format!("/{}/stream", "x".repeat(300));
    let (status, _, text) = send(&face, request("GET", &long, "")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(text.contains("the name of a session"), "{text}");

    for (parts, reason) in [
        (
            format!(
                r#"{{"type":"data-a2ui-action","data":{{"version":"v0.9","action":{ACTION}}}}}"#
            ),
            "`s`",
        ),
        (
            r#"{"type":"file","mediaType":"image/png","url":"data:,"}"#.to_owned(),
            "`file`",
        ),
        (r#"{"type":"text","text":" "}"#.to_owned(), "no text"),
        (r#"{"type":"data-a2ui-action"}"#.to_owned(), "`data`"),
        (
            r#"{"type":"data-a2ui-action","data":{}}"#.to_owned(),
            "`userAction`",
        ),
    ] {
        let message = format!(r#"{{"id":"r","role":"user","parts":[{parts}]}}"#);
        let refused = ask(&face, &messages(&[message])).await;
        assert_eq!(kinds(&refused), ["start", "error"], "{refused:?}");
        assert!(refused[1].contains(reason), "{refused:?}");
    }
    let failed = ask(&face, &messages(&[user("m1", "Hello")])).await;
    assert_eq!(
        failed[1],
        r#"{"type":"error","errorText":"the desk is closed"}"#
    );
    let is_error = |report: &&GatewayReport| matches!(report.kind, GatewayReportKind::Agent { .. });
    assert_eq!(reports.lock().unwrap().iter().filter(is_error).count(), 1);
}

#[tokio::test]
async fn a_client_learns_that_messages_were_refused() {
    let wrong = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"other","value":1}}"#;
    let mixed = format!("{OLD}\n{wrong}");
    let (gateway, _) = gateway(Script::new(&[wrong, &mixed]));
    let face = routes(gateway, RequestGuard::default());
    let reason = "a message of the agent was refused: no agent owns surface `other`";
    let all = ask(&face, &messages(&[user("m1", "Hello")])).await;
    assert_eq!(
        all[1],
        format!(r#"{{"type":"error","errorText":"{reason}"}}"#)
    );
    let part = ask(&face, &messages(&[user("m2", "Again")])).await;
    let note = format!(
        r#"{{"type":"data-agent-ui-refused-messages","data":{{"message":"{reason}"}},"transient":true}}"#
    );
    assert!(part.contains(&note), "{part:?}");
    assert_eq!(kinds(&part).last().unwrap(), "finish");
}

fn carrier_rules(reports: &Reports) -> Vec<&'static str> {
    let reports = reports.lock().unwrap();
    let rules = reports.iter().filter_map(|report| match &report.kind {
        GatewayReportKind::Carrier {
            face: "ai-sdk",
            finding,
        } => Some(finding.rule),
        _ => None,
    });
    rules.collect()
}

#[tokio::test]
async fn values_that_javascript_cannot_hold_are_reported_or_left_out() {
    let number = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":12345678901234567890}}"#;
    let hostile = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/m","value":{"\u005f_proto__":{"x":1}}}}"#;
    let surface = [CREATE, ROOT, number, hostile].join("\n");
    let other = surface
        .replace(
            "\"catalogId\"",
            "\"theme\":{\"constructor\":{\"prototype\":1}},\"catalogId\"",
        )
        .replace("\"s\"", "\"t\"");
    let (gateway, reports) = gateway(Script::new(&[&format!("{surface}\n{other}")]));
    let face = routes(gateway, RequestGuard::default());
    let shown = ask(&face, &messages(&[user("m1", "Hello")])).await;
    assert_eq!(
        kinds(&shown),
        ["start", A2UI_SURFACE, A2UI_SURFACE, "finish"]
    );
    let all = shown.concat();
    assert!(
        all.contains(r#""value":12345678901234567890"#) && all.contains(r#""value":{}"#),
        "{all}"
    );
    assert!(
        !all.contains("proto__") && !all.contains("constructor"),
        "{all}"
    );
    let rules = carrier_rules(&reports);
    assert_eq!(rules, ["carrier/double", "carrier/prototype"]);
}

#[tokio::test]
async fn a_running_answer_is_repeated_from_its_start() {
    let received = Arc::default();
    let (gateway, _) = gateway(Silent(Arc::clone(&received)));
    let face = routes(gateway.clone(), RequestGuard::default());
    let none = send(&face, request("GET", "/t/stream", "")).await;
    assert_eq!((none.0, &*none.2), (StatusCode::NO_CONTENT, ""));
    let body = format!(r#"{{"id":"t"{}}}"#, messages(&[user("m1", "Hello")]));
    let first = face
        .clone()
        .oneshot(request("POST", "/", &body))
        .await
        .unwrap();
    wait_for(|| *received.lock().unwrap() == 1).await;
    for path in ["/t/stream", "/api/chat/t/stream"] {
        let running = face
            .clone()
            .oneshot(request("GET", path, ""))
            .await
            .unwrap();
        assert_eq!(running.status(), StatusCode::OK);
        assert_eq!(running.headers()["x-vercel-ai-ui-message-stream"], "v1");
        let mut events = crate::sse::EventReader::new(running.into_body());
        let start = timeout(Duration::from_secs(20), events.next())
            .await
            .unwrap();
        let start = start.unwrap().unwrap().data;
        assert!(
            start.contains(r#""messageId":"agent-ui-message-"#),
            "{start}"
        );
    }
    drop(first);
}

async fn wait_for(is_done: impl Fn() -> bool) {
    timeout(Duration::from_secs(20), async {
        while !is_done() {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn many_changes_are_sent_as_a_short_list() {
    let change = |n: usize| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/n","value":{n}}}}}"#
        )
    };
    let changes: Vec<_> = (0..500).map(change).collect();
    let all = format!("{CREATE}\n{ROOT}\n{}", changes.join("\n"));
    let (gateway, _) = gateway(Script::new(&[&all]));
    let face = routes(gateway, RequestGuard::default());
    let chunks = ask(&face, &messages(&[user("m1", "Hello")])).await;
    let last = chunks.iter().rfind(|chunk| chunk.contains(A2UI_SURFACE));
    let last = last.unwrap();
    assert!(
        last.contains("499") && last.matches("updateDataModel").count() < 70,
        "{last}"
    );
}

#[tokio::test]
async fn a_gateway_is_an_agent_of_another_gateway() {
    let change = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"t","component":{"Text":{"text":{"literalString":"Gone"}}}}]}}"#;
    let agent = Script::new(&[OLD, "Hi.", change]);
    let (inner, _) = gateway(agent.clone());
    let url = serve(routes(inner, RequestGuard::default())).await;
    let (outer, reports) = gateway(AiSdkAgent::new("remote", format!("{url}/api/chat")));
    let face = routes(outer.clone(), RequestGuard::default());

    let first = ask(&face, &messages(&[user("m1", "Hello")])).await;
    assert_eq!(kinds(&first), ["start", A2UI_SURFACE, "finish"]);
    let second = ask(&face, &messages(&[user("m2", "And?")])).await;
    assert!(second.concat().contains(r#""delta":"Hi.""#), "{second:?}");
    let third = ask(&face, &messages(&[click("m3")])).await;
    assert!(third[third.len() - 2].contains("Gone"), "{third:?}");
    let received = agent.received();
    let texts: Vec<_> = received.iter().map(|input| input.text.as_deref()).collect();
    assert_eq!(texts, [Some("Hello"), Some("And?"), None]);
    assert!(
        received[2].messages[0]
            .text()
            .starts_with(r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b""#)
    );
    let reports = reports.lock().unwrap();
    assert!(reports.is_empty(), "{reports:?}");
}

/// Serves an answer with this body.
async fn serve_body(body: impl Into<String>) -> String {
    let body = body.into();
    let answer =
        axum::routing::post(move || async { ([("content-type", "text/event-stream")], body) });
    serve(Router::new().route("/", answer)).await
}

fn stream(chunks: &[&str]) -> String {
    let frames = chunks.iter().map(|chunk| format!("data: {chunk}\n\n"));
    frames.collect()
}

/// Sends a text to an agent that answers with this body. Returns the chunks for the client, and the reports.
async fn ask_remote(body: &str) -> (Vec<String>, Reports) {
    let url = serve_body(body).await;
    let (gateway, reports) = gateway(AiSdkAgent::new("remote", url));
    let face = routes(gateway, RequestGuard::default());
    let chunks = ask(&face, &messages(&[user("m1", "Hello")])).await;
    (chunks, reports)
}

fn details(reports: &Reports) -> Vec<String> {
    let reports = reports.lock().unwrap();
    let details = reports.iter().map(|report| match &report.kind {
        GatewayReportKind::Agent { error, .. } => error.to_string(),
        GatewayReportKind::Message { diagnostic, .. } => diagnostic.message.clone(),
        other => panic!("{other:?}"),
    });
    details.collect()
}

#[tokio::test]
async fn chunks_that_official_clients_refuse_do_not_end_the_answer() {
    let part = format!(
        r#"{{"type":"data-a2ui-surface","id":"s","data":{{"a2ui_operations":[{CREATE},{ROOT}],"__proto__":1}}}}"#
    );
    let (shown, reports) = ask_remote(&stream(&[
        r#"{"type":"new-kind","x":1}"#,
        r#"{"type":"text-delta"}"#,
        "{",
        r#"{"type":"text-delta","id":"1","delta":"Hi"}"#,
        r#"{"type":"new-kind","x":2}"#,
        &part,
        r#"{"type":"reasoning-start","id":"1"}"#,
        r#"{"type":"reasoning-end","id":"1"}"#,
        r#"{"type":"source-url","sourceId":"s","url":"https://a.test/"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"rooms","input":{}}"#,
        r#"{"type":"finish"}"#,
        "[DONE]",
    ]))
    .await;
    assert_eq!(
        kinds(&shown),
        [
            "start",
            A2UI_SURFACE,
            "text-start",
            "text-delta",
            "text-end",
            "finish"
        ]
    );
    let details = details(&reports);
    let expected = [
        "`new-kind`",
        "missing",
        "not a chunk",
        "no `text-start`",
        "sends reasoning",
        "sends sources",
        "sends calls of tools",
    ];
    assert_eq!(details.len(), expected.len(), "{details:?}");
    for (detail, expected) in details.iter().zip(expected) {
        assert!(detail.contains(expected), "{detail}");
    }
}

#[tokio::test]
async fn answers_that_end_badly_fail() {
    let text = [
        r#"{"type":"start"}"#,
        r#"{"type":"text-start","id":"1"}"#,
        r#"{"type":"text-delta","id":"1","delta":"Hi"}"#,
    ];
    let approval = r#"{"type":"tool-approval-request","approvalId":"1","toolCallId":"c"}"#;
    let call = r#"{"type":"tool-input-available","toolCallId":"c","toolName":"pay","input":{}}"#;
    for (body, reason) in [
        (String::new(), "the agent gave no answer"),
        ("0:\"Hello\"\n".to_owned(), "the agent gave no answer"),
        (stream(&text), "the answer of the agent broke off"),
        (
            stream(&[&text[..], &[r#"{"type":"error","errorText":"no model"}"#]].concat()),
            "the agent failed: no model",
        ),
        (
            stream(&[&text[..], &[r#"{"type":"abort","reason":"late"}"#]].concat()),
            "the agent has stopped its answer: late",
        ),
        (
            stream(&[&text[..], &[call, approval, "[DONE]"]].concat()),
            "the agent waits for an approval",
        ),
    ] {
        let (shown, _) = ask_remote(&body).await;
        let last = shown.last().unwrap();
        assert!(
            last.starts_with(&format!(r#"{{"type":"error","errorText":"{reason}"#)),
            "{body} {last}"
        );
        // What was said before is shown.
        assert_eq!(
            shown.concat().contains(r#""delta":"Hi""#),
            body.contains("Hi")
        );
    }
}

#[tokio::test]
async fn parts_after_the_end_of_a_merged_stream_are_read() {
    let (shown, reports) = ask_remote(&stream(&[
        r#"{"type":"finish","finishReason":"stop"}"#,
        r#"{"type":"text-start","id":"1"}"#,
        r#"{"type":"text-delta","id":"1","delta":"Late"}"#,
    ]))
    .await;
    assert!(shown.concat().contains("Late"), "{shown:?}");
    assert_eq!(kinds(&shown).last().unwrap(), "finish");
    assert!(reports.lock().unwrap().is_empty(), "{reports:?}");
}

#[tokio::test]
async fn a_remote_agent_that_sends_too_much_in_a_turn_fails() {
    let text = Payload::string(&"x".repeat(1 << 20));
    let event = format!("data: {{\"type\":\"data-x\",\"data\":{text}}}\n\n");
    let answer = axum::routing::post(move || async move {
        let endless = std::iter::repeat_with(move || Ok::<_, Infallible>(event.clone()));
        let body = Body::from_stream(futures_util::stream::iter(endless));
        ([("content-type", "text/event-stream")], body)
    });
    let url = serve(Router::new().route("/", answer)).await;
    let (gateway, _) = gateway(AiSdkAgent::new("remote", url));
    let face = routes(gateway, RequestGuard::default());
    let shown = ask(&face, &messages(&[user("m1", "Hello")])).await;
    assert_eq!(
        shown.last().unwrap(),
        r#"{"type":"error","errorText":"the answer of the agent is too long"}"#
    );
}

#[tokio::test]
async fn a_remote_agent_receives_the_conversation() {
    let bodies = Arc::new(std::sync::Mutex::new(Vec::<String>::new()));
    let kept = Arc::clone(&bodies);
    let part = format!(
        r#"{{"type":"data-a2ui-surface","id":"s","data":{{"a2ui_operations":[{CREATE},{ROOT}]}}}}"#
    );
    let body = stream(&[
        r#"{"type":"start","messageId":"a1"}"#,
        &part,
        r#"{"type":"text-start","id":"1"}"#,
        r#"{"type":"text-delta","id":"1","delta":"Hi"}"#,
        r#"{"type":"text-end","id":"1"}"#,
        "[DONE]",
    ]);
    let answer = axum::routing::post(move |received: String| async move {
        kept.lock().unwrap().push(received);
        ([("content-type", "text/event-stream")], body)
    });
    let url = serve(Router::new().route("/", answer)).await;
    let (gateway, _) = gateway(AiSdkAgent::new("remote", url));
    let face = routes(gateway, RequestGuard::default());
    ask(&face, &messages(&[user("m1", "Hello")])).await;
    let model = r#""a2uiClientCapabilities":{"v0.9":{"supportedCatalogIds":["c"]}}"#;
    ask(&face, &format!("{},{model}", messages(&[click("m2")]))).await;
    let bodies = bodies.lock().unwrap();
    assert!(
        bodies[0].starts_with(r#"{"id":"t","messages":[{"id":"t/"#)
            && bodies[0].ends_with(r#","role":"user","parts":[{"type":"text","text":"Hello"}]}],"trigger":"submit-message"}"#),
        "{}",
        bodies[0]
    );
    let second: ChatRequest = wire::decode(&bodies[1]).unwrap();
    let roles: Vec<_> = second
        .messages()
        .map(|message| message.role.get().unwrap().as_str())
        .collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    let answer = second.messages().nth(1).unwrap();
    assert_eq!(answer.id.get().unwrap(), "a1");
    let parts: Vec<_> = answer.parts().map(Payload::text).collect();
    assert_eq!(
        parts,
        [&*part, r#"{"type":"text","text":"Hi","state":"done"}"#]
    );
    let action = second.messages().nth(2).unwrap().parts().next().unwrap();
    assert_eq!(
        action.text(),
        format!(r#"{{"type":"data-a2ui-action","data":{{"version":"v0.9","action":{ACTION}}}}}"#)
    );
    assert!(bodies[1].ends_with(&format!("{model}}}")), "{}", bodies[1]);
}
