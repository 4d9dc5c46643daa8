#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::gateway::{
    GatewaySettings,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    store::MemoryStore,
};
use crate::test_agent::{CLICK, CREATE, TestAgent, UPDATE, other, soon};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use axum::body::{Body, BodyDataStream, to_bytes};
use futures_util::StreamExt;
use serde_json::Value;
use tower::ServiceExt;

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};

fn pages(agent: &TestAgent) -> Router {
    let settings = PageSettings {
        assets: ASSETS,
        images: false,
        source: None,
    };
    let pages = routes(agent.gateway.clone(), RequestGuard::default(), settings);
    Router::new().nest("/page", pages)
}

async fn ask(pages: &Router, method: &str, path: &str, body: &str) -> Response {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1:7");
    let request = request
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()));
    soon(pages.clone().oneshot(request.unwrap())).await.unwrap()
}

async fn text(response: Response) -> (u16, String) {
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(body.into()).unwrap())
}

/// The events of a stream.
struct Events {
    body: BodyDataStream,
    read: String,
}

impl Events {
    async fn open(pages: &Router) -> Self {
        let response = ask(pages, "GET", "/page/main/steps", "").await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            body: response.into_body().into_data_stream(),
            read: String::new(),
        }
    }

    /// Returns the next event and its data.
    async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let (kind, data) = event.split_once('\n').unwrap();
                let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
                let event = (kind.strip_prefix("event: ").unwrap().to_owned(), data);
                self.read = rest.to_owned();
                return event;
            }
            let part = soon(self.body.next()).await.unwrap().unwrap();
            self.read.push_str(std::str::from_utf8(&part).unwrap());
        }
    }

    /// Returns the kinds of the messages of the next step.
    async fn messages(&mut self) -> Vec<String> {
        let (kind, step) = self.next().await;
        assert_eq!(kind, "step", "{step}");
        step["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(key)
            .collect()
    }
}

fn key(message: &Value) -> String {
    message
        .as_object()
        .unwrap()
        .keys()
        .find(|key| *key != "version")
        .unwrap()
        .clone()
}

#[tokio::test]
async fn a_page_shows_the_session_and_later_updates() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    agent.say(&[CREATE, UPDATE]).await;
    let mut events = Events::open(&pages).await;
    assert_eq!(events.next().await.0, "reset");
    assert_eq!(
        events.messages().await,
        ["createSurface", "updateComponents"]
    );
    // A message in a newer version loses a field, and one that applies to no surface is refused.
    agent
        .say(&[r#"{"version":"v1.0","createSurface":{"surfaceId":"new","catalogId":"c","surfaceProperties":{}}}"#])
        .await;
    let (_, step) = events.next().await;
    assert_eq!(
        (key(&step["messages"][0]).as_str(), &step["file"]),
        ("createSurface", &"museum".into())
    );
    agent.say(&[&UPDATE.replace("\"s\"", "\"none\"")]).await;
    let (_, step) = events.next().await;
    assert!(
        step["refused"][0]["message"]
            .as_str()
            .unwrap()
            .contains("none"),
        "{step}"
    );
    assert_eq!(step["refused"][0]["file"], "museum");
    // A browser that connects again begins with everything.
    let mut again = Events::open(&pages).await;
    assert_eq!(again.next().await.0, "reset");
    assert_eq!(
        again.messages().await,
        ["createSurface", "updateComponents", "createSurface"]
    );
}

#[tokio::test]
async fn the_page_lists_losses() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    let mut events = Events::open(&pages).await;
    assert_eq!(events.next().await.0, "reset");
    assert_eq!(events.messages().await, Vec::<String>::new());
    agent
        .say(&[
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}}"#,
            r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"TextField","label":"Name","placeholder":"First name"}]}}"#,
        ])
        .await;
    events.messages().await;
    let (_, step) = events.next().await;
    let loss = &step["losses"][0];
    assert_eq!(
        (
            &loss["surface"],
            &loss["file"],
            loss["from"].as_str().unwrap()
        ),
        (
            &"s".into(),
            &"museum".into(),
            "/updateComponents/components/0/placeholder"
        )
    );
    // A page that is opened later lists the same loss.
    let mut later = Events::open(&pages).await;
    later.next().await;
    assert_eq!(later.next().await.1["losses"][0]["from"], loss["from"]);
}

#[tokio::test]
async fn an_action_is_answered_after_it_is_stored() {
    let mut agent = TestAgent::new();
    let pages = pages(&agent);
    agent.say(&[CREATE, UPDATE]).await;
    let before = agent.gateway.metrics().prometheus();
    let (status, _) = text(ask(&pages, "POST", "/page/main/actions", CLICK).await).await;
    assert_eq!(status, 204);
    assert_eq!(agent.hear().await, CLICK);
    assert_ne!(agent.gateway.metrics().prometheus(), before);

    // The data model travels next to the action, and an error is passed on once.
    let error = r#"{"version":"v0.9","error":{"code":"VALIDATION_FAILED","surfaceId":"s","path":"/","message":"m"}}"#;
    let with_model = format!(
        r#"{{"parts":[{{"kind":"data","data":{CLICK}}}],"metadata":{{"a2uiClientDataModel":{{"version":"v0.9","surfaces":{{"s":{{"n":1}}}}}}}}}}"#
    );
    for body in [error, error, &with_model] {
        assert_eq!(
            text(ask(&pages, "POST", "/page/main/actions", body).await)
                .await
                .0,
            204,
            "{body}"
        );
    }
    assert_eq!(agent.hear().await, error);
    assert_eq!(agent.hear().await, CLICK);
    assert!(agent.is_quiet());
}

#[tokio::test]
async fn wrong_actions_are_refused_with_a_reason() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    agent.say(&[CREATE, UPDATE]).await;
    for (path, body, status, why) in [
        ("/page/main/actions", "{}", 422, "expected {"),
        ("/page/main/actions", "[", 422, "expected {"),
        ("/page/main/actions", r#"{"parts":[]}"#, 422, "no `data`"),
        ("/page/main/actions", &other(CLICK), 422, "`t`"),
        ("/page/main/actions", UPDATE, 422, ""),
        ("/page/other/actions", CLICK, 422, "`s`"),
        (
            &format!("/page/{}/actions", "x".repeat(300)),
            CLICK,
            400,
            "name",
        ),
    ] {
        let answer = text(ask(&pages, "POST", path, body).await).await;
        assert!(
            answer.0 == status && answer.1.contains(why),
            "{path} {body}: {answer:?}"
        );
    }
    assert!(agent.is_quiet());
    assert!(!agent.refused().is_empty());
}

#[tokio::test]
async fn the_page_is_protected_and_named_after_its_session() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    let response = ask(&pages, "GET", "/page/a%2Fb/", "").await;
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("connect-src 'self'"),
        "{policy}"
    );
    assert!(text(response).await.1.contains(r#""name":"a/b""#));
    let moved = ask(&pages, "GET", "/page/a%2Fb", "").await;
    assert_eq!(
        (
            moved.status().as_u16(),
            moved.headers()["location"].to_str().unwrap()
        ),
        (308, "./a%2Fb/")
    );
    for path in ["/page/main/", "/page/main/steps", "/page/main/actions"] {
        for header in [("host", "evil.test"), ("origin", "http://evil.test")] {
            let mut request = Request::get(path);
            if header.0 != "host" {
                request = request.header("host", "127.0.0.1:7");
            }
            let request = request
                .header(header.0, header.1)
                .body(Body::empty())
                .unwrap();
            assert_eq!(
                soon(pages.clone().oneshot(request)).await.unwrap().status(),
                403,
                "{path} {header:?}"
            );
        }
    }
}

#[tokio::test]
async fn event_streams_are_limited() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    let mut open = Vec::new();
    for _ in 0..SESSION_STREAMS {
        open.push(Events::open(&pages).await);
    }
    let refused = ask(&pages, "GET", "/page/main/steps", "").await;
    assert!(refused.headers().contains_key("retry-after"));
    let (status, answer) = text(refused).await;
    assert!(status == 503 && answer.contains("1024"), "{answer}");
    // Other sessions have streams of their own, up to the limit of all.
    let mut others = Vec::new();
    for other in 0..STREAMS - SESSION_STREAMS {
        others.push(ask(&pages, "GET", &format!("/page/{}/steps", other % 4), "").await);
    }
    assert!(others.iter().all(|steps| steps.status() == 200));
    let (status, answer) = text(ask(&pages, "GET", "/page/other/steps", "").await).await;
    assert!(status == 503 && answer.contains("4096"), "{answer}");
    open.pop();
    Events::open(&pages).await;
}

#[tokio::test]
async fn a_browser_that_is_too_slow_receives_everything_again() {
    let agent = TestAgent::new();
    let pages = pages(&agent);
    agent.say(&[CREATE, UPDATE]).await;
    let mut events = Events::open(&pages).await;
    for n in 0..3 {
        let texts: Vec<String> = (0..500)
            .map(|m| UPDATE.replace("\"a\"", &format!("\"{n} {m}\"")))
            .collect();
        agent.say(&[&texts.join("\n")]).await;
    }
    let mut resets = 0;
    loop {
        let (kind, step) = events.next().await;
        resets += usize::from(kind == "reset");
        if step.to_string().contains("2 499") {
            break;
        }
    }
    assert_eq!(resets, 2);
}

/// An agent that shows a surface in each session, and counts the clicks of all sessions.
#[derive(Clone, Default)]
struct Counter(Arc<std::sync::atomic::AtomicUsize>);

impl Agent for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    fn connect(&self, _: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        tokio::spawn(async move { output.messages(&format!("{CREATE}\n{UPDATE}")).await });
        Box::new(self.clone())
    }
}

impl AgentConnection for Counter {
    fn deliver(&mut self, _: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Box::pin(std::future::ready(Ok(TurnEnd::Ended)))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_simultaneous_clicks_are_delivered() {
    let counter = Counter::default();
    let agents: Vec<Arc<dyn Agent>> = vec![Arc::new(counter.clone())];
    let gateway = Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    let pages = routes(
        gateway,
        RequestGuard::default(),
        PageSettings {
            assets: ASSETS,
            images: false,
            source: None,
        },
    );
    let pages = Router::new().nest("/page", pages);
    let mut open = Vec::new();
    for user in 0..1000 {
        open.push(ask(&pages, "GET", &format!("/page/{user}/steps"), "").await);
    }
    assert!(open.iter().all(|steps| steps.status() == 200));
    let clicks: Vec<_> = (0..1000)
        .map(|user| {
            let pages = pages.clone();
            tokio::spawn(async move {
                let began = std::time::Instant::now();
                let status = ask(&pages, "POST", &format!("/page/{user}/actions"), CLICK)
                    .await
                    .status();
                (status.as_u16(), began.elapsed())
            })
        })
        .collect();
    let mut times = Vec::new();
    for click in clicks {
        let (status, time) = click.await.unwrap();
        assert_eq!(status, 204);
        times.push(time);
    }
    times.sort_unstable();
    println!("99 % of 1,000 clicks are accepted within {:?}", times[989]);
    soon(async {
        while counter.0.load(std::sync::atomic::Ordering::Relaxed) < 1000 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
}
