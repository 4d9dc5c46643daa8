//! Tests with pages on real WebSockets.

use super::{
    SHOP, event,
    page_client::{SiteServer, soon},
    ready,
};
use crate::{
    faces::tool_source::{ToolDocument, ToolSource},
    site::SiteSettings,
};
use agent_ui_text::bridge::Dialect;
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use wire::Payload;

fn add() -> Payload {
    Payload::parse(r#"{"sku":"A1"}"#).unwrap()
}

#[tokio::test]
async fn an_agent_calls_a_page_and_gets_its_signals() {
    let server = SiteServer::start(SiteSettings::default()).await;
    let mut signals = server.site.signals();
    let mut page = server.page(&ready("a", "", SHOP)).await;
    assert_eq!(server.site.tool_names(), ["cart.add", "cart.count"]);
    let arguments = add();
    let (answer, call) = tokio::join!(
        soon(server.site.call("cart.add", &arguments)),
        page.answer(r#"{"items":18446744073709551616}"#)
    );
    assert_eq!(call.member("arguments").unwrap(), add());
    assert_eq!(
        answer.unwrap().output.text(),
        r#"{"items":18446744073709551616}"#
    );
    page.send(&event("a", "e1", "cart.hovered", "1")).await;
    let refused = page.next("action_error").await.unwrap();
    assert!(refused.text().contains("permission_denied"), "{refused}");
    page.send(&event("a", "e2", "cart.left", r#"{"n":1.0}"#))
        .await;
    let signal = soon(signals.next()).await.unwrap();
    let url = signal.url.as_deref();
    assert_eq!(
        (signal.name.as_str(), signal.event.payload.text(), url),
        ("cart.left", r#"{"n":1.0}"#, Some("https://shop.test/a"))
    );
}

#[tokio::test]
async fn a_call_without_an_answer_times_out() {
    let settings = SiteSettings {
        call: Duration::from_millis(100),
        heartbeat: Duration::from_millis(40),
        silence: Duration::from_secs(3),
        ..SiteSettings::default()
    };
    let server = SiteServer::start(settings).await;
    let mut page = server.page(&ready("a", "", SHOP)).await;
    assert_eq!(
        page.next("runtime_status").await.unwrap().text(),
        r#"{"type":"runtime_status"}"#
    );
    let error = soon(server.site.call("cart.add", &add()))
        .await
        .unwrap_err();
    assert_eq!(error.error.code.as_str(), "handler_timeout");
    let call = page.next("action_call").await.unwrap();
    let call = call
        .member("call_id")
        .unwrap()
        .as_str()
        .unwrap()
        .into_owned();
    page.send(&super::output("a", &call, r#"{"items":1}"#))
        .await;
    server.reported("abandoned before this reply").await;
    // The page is silent from now on.
    server.until(|| server.site.pages() == 0).await;
    server.reported("sent nothing for too long").await;
    assert_eq!(server.site.tool_names(), [""; 0]);
}

#[tokio::test]
async fn a_caller_that_stops_waiting_makes_room_for_another_call() {
    let server = SiteServer::start(SiteSettings {
        calls: 1,
        ..SiteSettings::default()
    })
    .await;
    let mut page = server.page(&ready("a", "", SHOP)).await;
    let arguments = add();
    let stopped = server.site.call("cart.add", &arguments);
    assert!(
        tokio::time::timeout(Duration::from_millis(50), stopped)
            .await
            .is_err()
    );
    let (answer, _) = tokio::join!(soon(server.site.call("cart.add", &arguments)), async {
        page.next("action_call").await.unwrap();
        page.answer(r#"{"items":1}"#).await
    });
    answer.unwrap();
}

#[tokio::test]
async fn tools_are_listed_in_the_form_of_each_mcp_version() {
    let server = SiteServer::start(SiteSettings::default()).await;
    let source: &dyn ToolSource = &server.site;
    let mut changes = source.changes();
    let mut page = server.page(&ready("a", "", SHOP)).await;
    soon(changes.changed()).await.unwrap();
    let expected = r#"{"name":"cart.add","description":"Adds an article.","inputSchema":{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"],"additionalProperties":false},"outputSchema":{"type":"object","required":["items"]}}"#;
    for version in [
        Dialect::Mcp2025_06,
        Dialect::Mcp2025_11,
        Dialect::Mcp2026_07,
    ] {
        let tools = source.tools(version);
        assert_eq!((tools.len(), tools[0].text()), (2, expected), "{version}");
        let arguments = add();
        let (result, _) = tokio::join!(
            soon(source.call(version, "cart.add", &arguments)),
            page.answer(r#"{"items":1}"#)
        );
        let result = result.unwrap();
        assert_eq!(
            result.content.text(),
            r#"[{"type":"text","text":"{\"items\":1}"}]"#
        );
        assert_eq!(
            (result.structured.unwrap().text(), result.is_error),
            (r#"{"items":1}"#, false)
        );
        let wrong = soon(source.call(version, "cart.add", &Payload::empty_object()))
            .await
            .unwrap();
        assert!(
            wrong.is_error && wrong.content.text().contains("invalid_input"),
            "{wrong:?}"
        );
        assert_eq!(
            soon(source.call(version, "cart.steal", &arguments)).await,
            None
        );
    }
    page.send(r#"{"type":"runtime_removed","runtime_id":"a"}"#)
        .await;
    soon(changes.changed()).await.unwrap();
    assert_eq!(source.tools(Dialect::Mcp2025_11), []);
}

#[tokio::test]
async fn tool_descriptions_name_the_documents_of_context_blocks() {
    let server = SiteServer::start(SiteSettings::default()).await;
    let source: &dyn ToolSource = &server.site;
    let mut changes = source.changes();
    let contexts = r#""context":[
        {"id":"cart","title":"The cart","body":"Count before you add.","available_tools":["cart.add"]},
        {"id":"empty","title":"Nothing"},
        {"id":"elsewhere","body":"x","load_when":{"url_contains":"/other"}}],"tools""#;
    let manifest = SHOP.replacen("\"tools\"", contexts, 1);
    let _page = server.page(&ready("a", "", &manifest)).await;
    soon(changes.changed()).await.unwrap();
    let document = ToolDocument {
        uri: "actions-json://context/cart".to_owned(),
        name: "cart".to_owned(),
        title: "The cart".to_owned(),
        text: "The cart\n\nCount before you add.\n\nTools: cart.add".to_owned(),
    };
    assert_eq!(source.documents(), [document]);
    let tools = source.tools(Dialect::Mcp2025_11);
    let descriptions: Vec<_> = tools
        .iter()
        .map(|tool| tool.member("description").unwrap())
        .collect();
    let descriptions: Vec<_> = descriptions
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect();
    let add = "Adds an article. Documentation: actions-json://context/cart.";
    assert_eq!(descriptions, [add, "Counts the articles."]);
}

#[tokio::test]
async fn foreign_hosts_and_origins_may_not_connect() {
    let server = SiteServer::start(SiteSettings::default()).await;
    let own = format!("http://{}", server.address);
    let extension = "chrome-extension://abcdefghijklmnop";
    for (path, name, value, status) in [
        ("/extension", "x-none", "", None),
        ("/extension", "origin", own.as_str(), None),
        ("/extension", "origin", "https://evil.test", Some(403)),
        ("/extension", "origin", extension, Some(403)),
        ("/extension", "host", "evil.test", Some(403)),
        ("/fixed/extension", "x-none", "", None),
        ("/fixed/extension", "origin", extension, None),
        (
            "/fixed/extension",
            "origin",
            "moz-extension://0f0e-1a",
            None,
        ),
        ("/fixed/extension", "origin", own.as_str(), Some(403)),
        ("/fixed/extension", "origin", "https://evil.test", Some(403)),
        ("/fixed/extension", "origin", "null", Some(403)),
        (
            "/fixed/extension",
            "origin",
            "chrome-extension://",
            Some(403),
        ),
        (
            "/fixed/extension",
            "origin",
            "chrome-extension://a.evil.test",
            Some(403),
        ),
        ("/fixed/extension", "host", "evil.test", Some(403)),
    ] {
        let refused = server.connect(path, &[(name, value)]).await.err();
        assert_eq!(refused, status, "{path} {name}: {value}");
    }
}

#[tokio::test]
async fn connections_and_frames_are_limited() {
    let settings = SiteSettings {
        connections: 2,
        frame: 4096,
        ..SiteSettings::default()
    };
    let server = SiteServer::start(settings).await;
    let mut page = server.page(&ready("a", "", SHOP)).await;
    let second = server.connect("/extension", &[]).await.unwrap();
    assert_eq!(server.connect("/extension", &[]).await.err(), Some(503));
    page.send(&format!(
        r#"{{"type":"runtime_status","url":"{}"}}"#,
        "x".repeat(5000)
    ))
    .await;
    assert!(
        page.next("action_error").await.is_none(),
        "the connection is closed"
    );
    server.until(|| server.site.tool_names().is_empty()).await;
    drop(second);
    soon(async { while server.connect("/extension", &[]).await.is_err() {} }).await;
}

#[tokio::test]
async fn a_page_that_does_not_read_does_not_affect_others() {
    let settings = SiteSettings {
        queue: 1 << 20,
        calls: 10_000,
        ..SiteSettings::default()
    };
    let server = SiteServer::start(settings).await;
    let slow = server.page(&ready("slow", "", SHOP)).await;
    let mut page = server.page(&ready("b", "", SHOP)).await;
    let long = format!(
        r#"{{"sku":"{}","target_runtime_id":"slow"}}"#,
        "x".repeat(100_000)
    );
    let long = Payload::parse(long).unwrap();
    let mut calls = tokio::task::JoinSet::new();
    // The operating system keeps some megabytes before the queue grows.
    for _ in 0..200 {
        let (site, long) = (server.site.clone(), long.clone());
        calls.spawn(async move { site.call("cart.add", &long).await });
    }
    let arguments = Payload::parse(r#"{"sku":"A1","target_runtime_id":"b"}"#).unwrap();
    let (answer, _) = tokio::join!(
        soon(server.site.call("cart.add", &arguments)),
        page.answer(r#"{"items":1}"#)
    );
    answer.unwrap();
    // The slow page is disconnected, so it cannot be called any more.
    server.until(|| server.site.connection_count() == 1).await;
    drop((slow, calls));
}

#[tokio::test]
async fn a_page_that_sends_too_fast_waits() {
    let server = SiteServer::start(SiteSettings {
        frames: 50,
        ..SiteSettings::default()
    })
    .await;
    let mut signals = server.site.signals();
    let mut page = server.page(&ready("a", "", SHOP)).await;
    let start = tokio::time::Instant::now();
    for id in 0..75 {
        page.0
            .feed(Message::text(event(
                "a",
                &format!("e{id}"),
                "cart.left",
                "1",
            )))
            .await
            .unwrap();
    }
    page.0.flush().await.unwrap();
    for _ in 0..75 {
        soon(signals.next()).await.unwrap();
    }
    let elapsed = start.elapsed();
    assert!(elapsed > Duration::from_millis(400), "{elapsed:?}");
    let _ = page.0.close(None).await;
    while page.0.next().await.is_some_and(|frame| frame.is_ok()) {}
}
