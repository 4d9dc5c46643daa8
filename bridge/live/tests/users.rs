//! Tests over real sockets that many users who click in the same second all receive their answers. The test prints the
//! response times.
//!
//! `USERS` sets the number of users of each face, by default 100. With 1,000 in a release build, 99 % must have their answers within
//! two seconds: `USERS=1000 cargo test --release -p agent-ui-live --all-features --test users -- --nocapture`.

#![cfg(feature = "gateway")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs
)]

use agent_ui_live::{
    faces::{
        ag_ui,
        session_page::{self, PageSettings},
    },
    gateway::{
        Gateway, GatewaySettings,
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        store::MemoryStore,
    },
    page::Assets,
    server::front::{Front, FrontSettings, raise_open_files},
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::{env, future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{Barrier, oneshot},
    task::JoinHandle,
    time::{Instant, timeout},
};

const TOKEN: &str = "0123456789abcdef";
const SHOW: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"ready"}]}}"#;
const ANSWER: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"t","component":"Text","text":"answered"}]}}"#;
const ACTION: &str = r#"{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}"#;
/// The patience of a test.
const PATIENCE: Duration = Duration::from_secs(120);

/// An agent that shows a button in each session, and answers each click.
struct Counter;

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

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let shown = output.clone();
        tokio::spawn(async move { shown.messages(SHOW).await });
        Box::new(Desk(output))
    }
}

struct Desk(AgentOutput);

impl AgentConnection for Desk {
    fn deliver(&mut self, _input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            self.0.messages(ANSWER).await;
            Ok(TurnEnd::Ended)
        })
    }
}

/// A connection of a user, with its received but unread data.
struct Connection {
    stream: TcpStream,
    received: String,
}

impl Connection {
    async fn open(server: SocketAddr) -> Self {
        let stream = TcpStream::connect(server).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream,
            received: String::new(),
        }
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) {
        let length = body.len();
        let request = format!(
            "{method} /{TOKEN}/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
    }

    /// Reads up to the first occurrence of a text. Returns everything up to its end.
    async fn until(&mut self, wanted: &str) -> String {
        let mut part = vec![0; 16 << 10];
        loop {
            if let Some(at) = self.received.find(wanted) {
                let rest = self.received.split_off(at + wanted.len());
                return std::mem::replace(&mut self.received, rest);
            }
            let length = timeout(PATIENCE, self.stream.read(&mut part))
                .await
                .expect("no answer")
                .unwrap();
            assert!(
                length > 0,
                "the connection has ended without {wanted}: {}",
                self.received
            );
            self.received
                .push_str(std::str::from_utf8(&part[..length]).unwrap());
        }
    }
}

/// Runs the users of a face. After all users have reached the barrier, they click. Prints the durations of their
/// answers.
async fn click_at_once<F: Future<Output = Duration> + Send + 'static>(
    face: &str,
    users: usize,
    user: impl Fn(usize, Arc<Barrier>) -> F,
) {
    let barrier = Arc::new(Barrier::new(users));
    let tasks: Vec<JoinHandle<Duration>> = (0..users)
        .map(|number| tokio::spawn(user(number, Arc::clone(&barrier))))
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.push(task.await.expect("each user gets an answer"));
    }
    times.sort_unstable();
    let at = |share: usize| times[(users * share).div_ceil(100) - 1];
    println!(
        "{users} users of {face}: 50 % have their answers within {:?}, 99 % within {:?}",
        at(50),
        at(99)
    );
    if !cfg!(debug_assertions) {
        assert!(at(99) < Duration::from_secs(2), "the answers take too long");
    }
}

/// Acts as a user of a page, with an event stream and a second connection for the click.
async fn page_user(server: SocketAddr, number: usize, barrier: Arc<Barrier>) -> Duration {
    let mut steps = Connection::open(server).await;
    steps
        .send("GET", &format!("page/page-{number}/steps"), "")
        .await;
    assert!(steps.until("ready").await.starts_with("HTTP/1.1 200"));
    let mut clicks = Connection::open(server).await;
    barrier.wait().await;
    let began = Instant::now();
    let click = format!(r#"{{"version":"v0.9","action":{ACTION}}}"#);
    clicks
        .send("POST", &format!("page/page-{number}/actions"), &click)
        .await;
    let accepted = clicks.until("\r\n\r\n").await;
    assert!(accepted.starts_with("HTTP/1.1 204"), "{accepted}");
    steps.until("answered").await;
    began.elapsed()
}

/// Acts as a user of an AG-UI client, with a run that opens the session and a run with the click.
async fn ag_ui_user(server: SocketAddr, number: usize, barrier: Arc<Barrier>) -> Duration {
    let body = |run: &str, more: &str| {
        format!(
            r#"{{"threadId":"run-{number}","runId":"{run}","state":{{}},"messages":[],"tools":[],"context":[],"forwardedProps":{{{more}}}}}"#
        )
    };
    let mut runs = Connection::open(server).await;
    runs.send("POST", "ag-ui", &body("open", "")).await;
    let opened = runs.until("\r\n0\r\n\r\n").await;
    assert!(
        opened.contains("ready") && opened.contains("RUN_FINISHED"),
        "{opened}"
    );
    barrier.wait().await;
    let began = Instant::now();
    runs.send(
        "POST",
        "ag-ui",
        &body(
            "click",
            &format!(r#""a2uiAction":{{"userAction":{ACTION}}}"#),
        ),
    )
    .await;
    let answered = runs.until("\r\n0\r\n\r\n").await;
    assert!(
        answered.contains("answered") && answered.contains("RUN_FINISHED"),
        "{answered}"
    );
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_users_who_click_simultaneously_are_answered() {
    let users = env::var("USERS").map_or(100, |users| users.parse().unwrap());
    raise_open_files();
    let agents: Vec<Arc<dyn Agent>> = vec![Arc::new(Counter)];
    let gateway = Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    let settings = FrontSettings {
        token: Some(TOKEN.parse().unwrap()),
        ..FrontSettings::default()
    };
    let mut front = Front::bind(settings).await.unwrap();
    let assets = Assets {
        script: "",
        style: "",
        licenses: "",
        components: None,
    };
    let pages = PageSettings {
        assets,
        images: false,
        source: None,
    };
    front.mount(
        "page",
        session_page::routes(gateway.clone(), front.guard(), pages),
    );
    front.mount("ag-ui", ag_ui::routes(gateway.clone(), front.guard()));
    let server = front.local_address().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let inner = gateway.clone();
    let served = tokio::spawn(async move {
        front
            .serve(&inner, async {
                let _ = stopped.await;
            })
            .await;
    });
    click_at_once("pages", users, |number, barrier| {
        page_user(server, number, barrier)
    })
    .await;
    click_at_once("AG-UI", users, |number, barrier| {
        ag_ui_user(server, number, barrier)
    })
    .await;
    let metrics = gateway.metrics().prometheus();
    let all = users * 2;
    for expected in [
        format!("agent_ui_inputs_total {all}\n"),
        format!("agent_ui_delivered_inputs_total {all}\n"),
        "agent_ui_failed_inputs_total 0\n".to_owned(),
        "agent_ui_lagged_clients_total 0\n".to_owned(),
    ] {
        assert!(metrics.contains(&expected), "{expected}{metrics}");
    }
    let began = Instant::now();
    stop.send(()).unwrap();
    served.await.unwrap();
    println!("stopped within {:?}", began.elapsed());
}
