//! A test in which two users call every route of every face with each other's ids, before and after a restart. Neither
//! sees any data of the other.

use super::{
    super::users::{CookieKey, JwtUsers, TokenRules, Users, test_tokens::TestIssuer},
    *,
};
use crate::{
    faces::{
        a2a::{self, A2aSettings},
        aap_pages::{self, AapSettings},
        ag_ui,
        ahp_canvases::{AhpCanvases, AhpSettings, PageDelivery},
        ai_sdk,
        mcp::{self, McpSettings},
        provider::Store,
        session_page::{self, PageSettings},
    },
    gateway::{
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        store::{SessionStore, SqliteStore},
    },
    page::Assets,
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};
/// The session names that both users use.
const SESSIONS: [&str; 2] = ["main", "user:ann/main"];
/// The time for which an event stream is read.
const LOOK: Duration = Duration::from_millis(400);

/// An agent that shows the texts of its user and the key of its session.
struct Notes;

struct NotesConnection {
    output: AgentOutput,
    /// The task that creates the surface. Texts are only shown on the new surface.
    first: Option<tokio::task::JoinHandle<()>>,
}

impl Agent for Notes {
    fn name(&self) -> &str {
        "notes"
    }
    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }
    fn is_spontaneous(&self) -> bool {
        true
    }
    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let (first, note) = (output.clone(), surface(session));
        let first = tokio::spawn(async move { first.messages(&note).await });
        Box::new(NotesConnection {
            output,
            first: Some(first),
        })
    }
}

impl AgentConnection for NotesConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            if let Some(first) = self.first.take() {
                first.await.unwrap();
            }
            for said in input
                .text
                .into_iter()
                .chain(input.messages.iter().map(ToString::to_string))
            {
                self.output.text(&format!("noted: {said}")).await;
                let value = Value::from(said);
                let update = json!({"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/said","value":value}});
                self.output.messages(&update.to_string()).await;
            }
            Ok(TurnEnd::Ended)
        })
    }
}

fn surface(session: &str) -> String {
    let button =
        json!({"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}});
    let text = json!({"id":"t","component":"Text","text":format!("notes of {session}")});
    let create = json!({"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}});
    let update =
        json!({"version":"v0.9","updateComponents":{"surfaceId":"s","components":[button, text]}});
    format!("{create}\n{update}")
}

/// A server with all faces, in a runtime that ends with the server.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    runtime: Runtime,
}

impl Server {
    fn start(folder: &Path, issuer: &TestIssuer) -> Self {
        let runtime = Runtime::new().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let keys = folder.join("keys.json");
        fs::write(&keys, issuer.key_set()).unwrap();
        let users = Users::Tokens {
            tokens: JwtUsers::from_file(&keys, TokenRules::default()).unwrap(),
            cookies: CookieKey::of_secret("a secret"),
        };
        let address = runtime.block_on(async {
            let token = Some(TOKEN.parse().unwrap());
            let limits = FrontLimits {
                drain: Duration::ZERO,
                ..FrontLimits::default()
            };
            let settings = FrontSettings {
                token,
                users: Some(users),
                limits,
                ..FrontSettings::default()
            };
            let mut front = Front::bind(settings).await.unwrap();
            let store = Arc::new(SqliteStore::open(folder.join("sessions.db")).unwrap());
            let settings = GatewaySettings {
                has_users: true,
                ..GatewaySettings::default()
            };
            let gateway = Gateway::start(vec![Arc::new(Notes)], store, settings);
            mount_all(&mut front, &gateway, folder.to_owned());
            let address = front.local_address().unwrap();
            tokio::spawn(async move { front.serve(&gateway, stopped.map(drop)).await });
            address
        });
        Self {
            address,
            stop,
            runtime,
        }
    }

    /// Stops the server and releases its store.
    fn stop(self) {
        let _ = self.stop.send(());
        self.runtime.shutdown_timeout(PATIENCE);
    }
}

/// Adds all faces that have sessions, like the real program.
fn mount_all(front: &mut Front, gateway: &Gateway, folder: PathBuf) {
    let guard = front.guard();
    let routes = guard.clone();
    front.mount_face("ag-ui", gateway, move |gateway| {
        Some(ag_ui::routes(gateway, routes.clone()))
    });
    let routes = guard.clone();
    front.mount_face("ai-sdk", gateway, move |gateway| {
        Some(ai_sdk::routes(gateway, routes.clone()))
    });
    let settings = A2aSettings {
        url: front.url("a2a"),
    };
    front.mount(
        ".well-known",
        a2a::card_routes(gateway.clone(), guard.clone(), &settings),
    );
    let routes = guard.clone();
    front.mount_face("a2a", gateway, move |gateway| {
        Some(a2a::routes(gateway, routes.clone(), settings.clone()))
    });
    let routes = guard.clone();
    front.mount_face("mcp", gateway, move |gateway| {
        Some(mcp::routes(gateway, routes.clone(), McpSettings::default()))
    });
    let session = || "main".to_owned();
    let (address, delivery) = (front.url("ahp"), PageDelivery::Address);
    let settings = AhpSettings {
        session: session(),
        address,
        delivery,
        assets: ASSETS,
        images: false,
    };
    let routes = guard.clone();
    front.mount_face("ahp", gateway, move |gateway| {
        Some(
            AhpCanvases::start(gateway, &routes, settings.clone())
                .unwrap()
                .routes(),
        )
    });
    let routes = guard.clone();
    front.mount_face("aap", gateway, move |gateway| {
        let store = Store::of_user(&folder, gateway.user()?).unwrap();
        let settings = AapSettings {
            session: session(),
            store,
            notify: None,
            assets: ASSETS,
            images: false,
        };
        Some(aap_pages::routes(gateway, &routes, settings))
    });
    front.mount_face("page", gateway, move |gateway| {
        let settings = PageSettings {
            assets: ASSETS,
            images: false,
            source: None,
        };
        Some(session_page::routes(gateway, guard.clone(), settings))
    });
}

/// A request of the walk.
#[derive(Clone, Debug)]
struct Step {
    method: &'static str,
    path: String,
    headers: String,
    body: String,
}

impl Step {
    fn get(path: impl Into<String>) -> Self {
        Self {
            method: "GET",
            path: path.into(),
            headers: String::new(),
            body: String::new(),
        }
    }

    fn post(path: impl Into<String>, body: &Value) -> Self {
        let headers = "Content-Type: application/json\r\n".to_owned();
        Self {
            method: "POST",
            path: path.into(),
            headers,
            body: body.to_string(),
        }
    }

    fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push_str(&format!("{name}: {value}\r\n"));
        self
    }
}

/// A client of the server.
struct Browser {
    address: SocketAddr,
    /// The headers that name the user.
    user: String,
    runtime: Runtime,
}

impl Browser {
    fn new(server: &Server, user: String) -> Self {
        Self {
            address: server.address,
            user,
            runtime: Runtime::new().unwrap(),
        }
    }

    fn of_token(server: &Server, token: &str) -> Self {
        Self::new(server, format!("Authorization: Bearer {token}\r\n"))
    }

    /// Sends a request, and returns the status and the answer. A stream is read only briefly.
    fn ask(&self, step: &Step) -> (u16, String) {
        self.ask_until(step, &[])
    }

    /// Sends a request. A stream is read until it contains all these texts, or briefly if there are none.
    fn ask_until(&self, step: &Step, texts: &[&str]) -> (u16, String) {
        let Step {
            method,
            path,
            headers,
            body,
        } = step;
        let (address, user) = (self.address, &self.user);
        let request = format!(
            "{method} /{TOKEN}{path} HTTP/1.1\r\nHost: {address}\r\n{user}{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let request = request.replace(&format!("/{TOKEN}/../"), "/");
        let answer = self.runtime.block_on(async {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let (mut answer, mut part) = (Vec::new(), vec![0; 1 << 16]);
            // The head of an answer takes longer than a pause in a stream.
            let mut wait = PATIENCE;
            let end = tokio::time::Instant::now() + PATIENCE;
            while let Ok(Ok(length)) = timeout(wait, stream.read(&mut part)).await {
                if length == 0 {
                    break;
                }
                answer.extend_from_slice(&part[..length]);
                let answer = String::from_utf8_lossy(&answer);
                let has_all = texts.iter().all(|text| answer.contains(text));
                let left = end.saturating_duration_since(tokio::time::Instant::now());
                wait = if has_all && answer.contains("text/event-stream") {
                    LOOK
                } else {
                    left
                };
            }
            answer
        });
        let answer = String::from_utf8_lossy(&answer).into_owned();
        (
            answer
                .get(9..12)
                .and_then(|status| status.parse().ok())
                .unwrap_or(0),
            answer,
        )
    }

    /// Connects to AHP. Returns the status, and all frames that arrive within a short time.
    fn watch_canvases(&self) -> (u16, String) {
        self.runtime.block_on(async {
            let url = format!("ws://{}/{TOKEN}/ahp", self.address);
            let mut request = url.into_client_request().unwrap();
            if let Some((name, value)) = self.user.trim().split_once(": ") {
                let name: axum::http::HeaderName = name.parse().unwrap();
                request.headers_mut().insert(name, value.parse().unwrap());
            }
            let stream = TcpStream::connect(self.address).await.unwrap();
            let mut socket = match tokio_tungstenite::client_async(request, stream).await {
                Ok((socket, _)) => socket,
                Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                    return (answer.status().as_u16(), String::new());
                }
                Err(error) => panic!("{error}"),
            };
            let begin = json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
                "channel":"ahp-root://","protocolVersions":["1.0.0"],"clientId":"walk",
                "initialSubscriptions":["ahp-session:/agent-ui","ahp-chat:/agent-ui"]}});
            // The canvas is open when the first answers have come.
            let subscribe =
                json!({"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"channel":"ahp-canvas:/s"}});
            let mut frames = String::new();
            for request in [begin, subscribe] {
                socket.send(Message::text(request.to_string())).await.unwrap();
                while let Ok(Some(Ok(frame))) = timeout(LOOK, socket.next()).await {
                    frames.push_str(&frame.to_string());
                }
            }
            (101, frames)
        })
    }
}

/// The ids of a user, which the other user tries to use.
#[derive(Debug, Default)]
struct Ids {
    task: String,
    mcp: String,
    /// The path of the page of a canvas.
    page: String,
}

/// Sends a text through every face, and returns the ids that the user received.
fn use_every_face(browser: &Browser, said: &str) -> Ids {
    let mut ids = Ids::default();
    let (status, run) = browser.ask(&ag_ui_run("main", "r", said));
    assert!(status == 200 && run.contains("RUN_FINISHED"), "{run}");
    let (status, chat) = browser.ask(&ai_sdk_chat("/ai-sdk", "main", "u", said));
    assert!(status == 200 && chat.contains("[DONE]"), "{chat}");
    let (_, sent) = browser.ask(&a2a_call("SendMessage", "1.0", said, ""));
    let task = sent
        .split_once("\"task\":{\"id\":\"")
        .unwrap_or_else(|| panic!("{sent}"))
        .1;
    ids.task = task.split('"').next().unwrap().to_owned();
    let (_, begun) = browser.ask(&mcp_call(
        "initialize",
        "",
        &json!({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"w","version":"1"}}),
    ));
    let id = begun
        .split_once("mcp-session-id: ")
        .unwrap_or_else(|| panic!("{begun}"))
        .1;
    ids.mcp = id.split("\r\n").next().unwrap().to_owned();
    let show = json!({"name":"agent_ui_show","arguments":{"text":said}});
    let (_, shown) = browser.ask(&mcp_call("tools/call", &ids.mcp, &show));
    assert!(shown.contains(said), "{shown}");
    let (_, posted) = browser.ask(&Step::post("/page/main/actions", &click(said)));
    assert!(posted.starts_with("HTTP/1.1 204"), "{posted}");
    let (_, recorded) = browser.ask(&interaction(said));
    assert!(recorded.starts_with("HTTP/1.1 201"), "{recorded}");
    let (_, frames) = browser.watch_canvases();
    let address = frames
        .split_once(&format!("/{TOKEN}/ahp/pages/"))
        .unwrap_or_else(|| panic!("{frames}"))
        .1;
    ids.page = format!("/ahp/pages/{}", address.split('/').next().unwrap());
    ids
}

fn ag_ui_run(thread: &str, run: &str, said: &str) -> Step {
    let message = json!({"id":run,"role":"user","content":said});
    let input = json!({"threadId":thread,"runId":run,"state":{},"messages":[message],"tools":[],"context":[],"forwardedProps":{}});
    Step::post("/ag-ui", &input)
}

fn ai_sdk_chat(path: &str, chat: &str, id: &str, said: &str) -> Step {
    let part = json!({"type":"text","text":said});
    let message = json!({"id":id,"role":"user","parts":[part]});
    Step::post(path, &json!({"id":chat,"messages":[message]}))
}

fn a2a_call(method: &str, version: &str, said: &str, task: &str) -> Step {
    let role = if version == "1.0" {
        "ROLE_USER"
    } else {
        "user"
    };
    let message = json!({"messageId":format!("{said}{method}"),"contextId":"main","role":role,"parts":[{"kind":"text","text":said}]});
    let params = json!({"message":message,"id":task,"taskId":task});
    let call = json!({"jsonrpc":"2.0","id":1,"method":method,"params":params});
    Step::post("/a2a", &call).header("A2A-Version", version)
}

fn mcp_call(method: &str, session: &str, params: &Value) -> Step {
    let call = json!({"jsonrpc":"2.0","id":1,"method":method,"params":params});
    let step = Step::post("/mcp", &call).header("Accept", "application/json, text/event-stream");
    if session.is_empty() {
        step
    } else {
        step.header("Mcp-Session-Id", session)
    }
}

fn stateless_mcp_call(method: &str, params: &Value) -> Step {
    let mut params = params.clone();
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}});
    let name = params["name"]
        .as_str()
        .or(params["uri"].as_str())
        .unwrap_or_default()
        .to_owned();
    let step = mcp_call(method, "", &params);
    let step = step
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method);
    if name.is_empty() {
        step
    } else {
        step.header("Mcp-Name", &name)
    }
}

fn click(said: &str) -> Value {
    json!({"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{"said":said}}})
}

fn interaction(said: &str) -> Step {
    let body =
        json!({"canvasFile":"notes.html","action":"go","element":"button","data":{"said":said}});
    Step::post("/aap/api/agents/agent-ui/canvas/interactions", &body)
}

/// Returns the requests for each route in the code, by its file and path. They contain the ids of another user.
fn walk(ids: &Ids, said: &str) -> BTreeMap<(&'static str, &'static str), Vec<Step>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let each = |path: &dyn Fn(&str) -> Step| {
        SESSIONS
            .map(|session| path(&session.replace('/', "%2F")))
            .to_vec()
    };
    let pages = |rest: &str| Step::get(format!("{}/{rest}", ids.page));
    let api = "/aap/api/agents/agent-ui/canvas";
    let mut walk = BTreeMap::from([
        (
            ("faces/ag_ui/face.rs", "/"),
            SESSIONS
                .map(|session| ag_ui_run(session, "other", said))
                .to_vec(),
        ),
        (
            ("faces/ai_sdk/face.rs", "/"),
            SESSIONS
                .map(|session| ai_sdk_chat("/ai-sdk", session, "other", said))
                .to_vec(),
        ),
        (
            ("faces/ai_sdk/face.rs", "/api/chat"),
            SESSIONS
                .map(|session| ai_sdk_chat("/ai-sdk/api/chat", session, "other", said))
                .to_vec(),
        ),
        (
            ("faces/ai_sdk/face.rs", "/{chat}/stream"),
            each(&|session| Step::get(format!("/ai-sdk/{session}/stream"))),
        ),
        (
            ("faces/ai_sdk/face.rs", "/api/chat/{chat}/stream"),
            each(&|session| Step::get(format!("/ai-sdk/api/chat/{session}/stream"))),
        ),
        (
            ("faces/a2a/face.rs", "/agent-card.json"),
            vec![
                Step::get("/a2a/.well-known/agent-card.json"),
                Step::get("/.well-known/agent-card.json"),
            ],
        ),
        (
            ("faces/a2a/face.rs", "/agent.json"),
            vec![Step::get("/a2a/.well-known/agent.json")],
        ),
        (
            ("faces/session_page.rs", "/{session}"),
            each(&|session| Step::get(format!("/page/{session}"))),
        ),
        (
            ("faces/session_page.rs", "/{session}/"),
            each(&|session| Step::get(format!("/page/{session}/"))),
        ),
        (
            ("faces/session_page.rs", "/{session}/steps"),
            each(&|session| Step::get(format!("/page/{session}/steps"))),
        ),
        (
            ("faces/session_page.rs", "/{session}/actions"),
            each(&|session| Step::post(format!("/page/{session}/actions"), &click(said))),
        ),
        (
            ("server/page_routes/routes.rs", "/{page}/"),
            vec![pages("")],
        ),
        (
            ("server/page_routes/routes.rs", "/{page}/steps"),
            vec![pages("steps")],
        ),
        (
            ("server/page_routes/routes.rs", "/{page}/actions"),
            vec![Step::post(format!("{}/actions", ids.page), &click(said))],
        ),
        (
            (
                "faces/provider/routes.rs",
                "/api/agents/{id}/canvas/interactions",
            ),
            vec![
                interaction(said),
                Step::get(format!("{api}/interactions?limit=100")),
            ],
        ),
        (
            ("faces/provider/routes.rs", "/api/agents/{id}/canvas"),
            vec![
                Step::get(api),
                Step::get(format!("{api}?file=a2ui%2Fs.html")),
            ],
        ),
        (
            ("faces/provider/routes.rs", "/agents/{id}/canvas"),
            vec![Step::get("/aap/agents/agent-ui/canvas")],
        ),
        (
            ("server/front/routes.rs", "/health"),
            vec![Step::get("/../health")],
        ),
        (
            ("server/front/routes.rs", "/ready"),
            vec![Step::get("/../ready")],
        ),
        // This face has no users: the program refuses it.
        (("site/routes.rs", "/"), vec![Step::get("/extension")]),
        (
            ("site/routes.rs", "/extension"),
            vec![Step::get("/../extension")],
        ),
        // Its requests are those of `watch_canvases`.
        (("peers/host/routes.rs", "/"), Vec::new()),
    ]);
    let mut calls = Vec::new();
    let methods = fs::read_to_string(sources.join("faces/a2a/method.rs")).unwrap();
    let (_, methods) = methods.split_once("const NAMES").unwrap();
    for method in methods.split("Method::").skip(1) {
        let names: Vec<&str> = method.split('"').skip(1).step_by(2).take(2).collect();
        let [new, old] = names[..] else { continue };
        calls.extend([
            a2a_call(new, "1.0", said, &ids.task),
            a2a_call(old, "0.3", said, &ids.task),
        ]);
    }
    assert!(calls.len() > 20, "{calls:?}");
    walk.insert(("faces/a2a/face.rs", "/"), calls);
    let methods = fs::read_to_string(sources.join("faces/mcp/call.rs")).unwrap();
    let methods = methods
        .split_once("match (method")
        .unwrap()
        .1
        .split_once("_ => {")
        .unwrap()
        .0;
    let methods: BTreeSet<&str> = methods
        .split("(\"")
        .skip(1)
        .filter_map(|text| text.split('"').next())
        .filter(|name| name.contains('/') || *name == "ping" || *name == "initialize")
        .collect();
    assert!(methods.len() > 9, "{methods:?}");
    let mut calls = vec![
        Step::get("/mcp")
            .header("Accept", "text/event-stream")
            .header("Mcp-Session-Id", &ids.mcp),
        Step {
            method: "DELETE",
            ..Step::get("/mcp").header("Mcp-Session-Id", &ids.mcp)
        },
    ];
    for method in methods {
        for session in SESSIONS.iter().copied().chain([ids.mcp.as_str()]) {
            let uri = format!("a2ui://{}/s", session.replace('/', "%2F"));
            let params = match method {
                "tools/call" => json!({"name":"agent_ui_show","arguments":{"session":session}}),
                "subscriptions/listen" => {
                    json!({"notifications":{"resourcesListChanged":true,"resourceSubscriptions":[uri]}})
                }
                "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
                    json!({"uri":uri})
                }
                _ => json!({}),
            };
            calls.extend([
                mcp_call(method, &ids.mcp, &params),
                stateless_mcp_call(method, &params),
            ]);
        }
    }
    walk.insert(("faces/mcp/http.rs", "/"), calls);
    walk
}

/// Returns the file and the path of every route in the code.
fn routes_in_code() -> BTreeSet<(String, String)> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (BTreeSet::new(), vec![sources.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if name == "tests" || name.starts_with("test_") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let code = text
                .split_once("mod tests {")
                .map_or(&*text, |(code, _)| code);
            let file = path
                .strip_prefix(&sources)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            let code = code
                .lines()
                .map(str::trim)
                .filter(|line| !line.starts_with("//"));
            // rustfmt may put the path on a line of its own.
            let code: String = code.collect();
            for route in code.split(".route(\"").skip(1) {
                found.insert((file.clone(), route.split('"').next().unwrap().to_owned()));
            }
        }
    }
    found
}

/// Calls every route with the ids of the other user, and checks that no answer contains data of that user.
fn see_nothing(browser: &Browser, ids: &Ids, said: &str, other: &str) {
    let hidden = [format!("{other}-secret"), format!("notes of user:{other}/")];
    let check = |what: &str, answer: &str| {
        for hidden in &hidden {
            assert!(!answer.contains(hidden), "{what}: {answer}");
        }
    };
    for (route, steps) in walk(ids, said) {
        for step in steps {
            let (status, answer) = browser.ask(&step);
            assert!(
                status != 401 && status != 0 && status != 500,
                "{route:?} {step:?}: {answer}"
            );
            check(&format!("{route:?} {step:?}"), &answer);
            if route.0 == "server/page_routes/routes.rs" || route.0 == "site/routes.rs" {
                assert_eq!(status, 404, "{step:?}");
            }
        }
    }
    let (status, frames) = browser.watch_canvases();
    assert_eq!(status, 101);
    check("the canvases", &frames);
}

/// Checks that a user still sees all their own texts.
fn see_own(browser: &Browser, ids: &Ids, name: &str, run: &str) {
    let (said, notes) = (
        format!("{name}-secret"),
        format!("notes of user:{name}/main"),
    );
    // After a restart, the agent creates its surface anew, so its user says it again at first.
    let (_, run) = browser.ask_until(&ag_ui_run("main", run, &said), &[&said, &notes]);
    assert!(run.contains(&said) && run.contains(&notes), "{run}");
    let (_, shown) = browser.ask_until(&Step::get("/page/main/steps"), &[&said, &notes]);
    assert!(shown.contains(&said) && shown.contains(&notes), "{shown}");
    let show = json!({"name":"agent_ui_show","arguments":{}});
    let (_, shown) = browser.ask(&mcp_call("tools/call", &ids.mcp, &show));
    assert!(shown.contains(&said), "{shown}");
    let (_, listed) = browser.ask(&Step::get(
        "/aap/api/agents/agent-ui/canvas/interactions?limit=100",
    ));
    assert!(listed.contains(&said), "{listed}");
    let (_, page) = browser.ask(&Step::get(
        "/aap/api/agents/agent-ui/canvas?file=a2ui%2Fs.html",
    ));
    assert!(page.contains(&notes), "{page}");
    let (_, frames) = browser.watch_canvases();
    assert!(frames.contains("/ahp/pages/"), "{frames}");
}

#[test]
fn users_are_isolated_on_every_route() {
    let (ann, bob) = ("ann-secret", "bob-secret");
    let known: BTreeSet<(String, String)> = walk(&Ids::default(), ann)
        .into_keys()
        .map(|(file, path)| (file.to_owned(), path.to_owned()))
        .collect();
    // The requests for bots are signed by their platform, so a user cannot send them.
    let mut routes = routes_in_code();
    routes
        .retain(|(file, _)| !file.starts_with("faces/slack/") && !file.starts_with("faces/teams/"));
    assert_eq!(
        routes, known,
        "a route without a request of the walk, or the other way round"
    );

    let folder = tempfile::tempdir().unwrap();
    let issuer = TestIssuer::new("k1");
    let server = Server::start(folder.path(), &issuer);
    let [of_ann, of_bob] =
        ["ann", "bob"].map(|name| Browser::of_token(&server, &issuer.token(name)));
    let ids_of_ann = use_every_face(&of_ann, ann);
    let ids_of_bob = use_every_face(&of_bob, bob);
    see_nothing(&of_bob, &ids_of_ann, bob, "ann");
    see_nothing(&of_ann, &ids_of_bob, ann, "bob");
    see_own(&of_ann, &ids_of_ann, "ann", "again");
    see_own(&of_bob, &ids_of_bob, "bob", "again");

    // Nothing but the status of the server is there for others.
    let stranger = Browser::new(&server, String::new());
    let wrong = Browser::of_token(&server, &TestIssuer::new("k1").token("ann"));
    for (route, steps) in walk(&ids_of_ann, bob) {
        let is_open = matches!(route, ("server/front/routes.rs", _) | ("site/routes.rs", _));
        for step in steps {
            for (browser, words) in [
                (&stranger, "the request must name its user"),
                (&wrong, "the token is not valid"),
            ] {
                let (status, answer) = browser.ask(&step);
                assert!(
                    is_open || (status == 401 && answer.contains(words)),
                    "{step:?}: {answer}"
                );
                assert!(
                    is_open || answer.contains("www-authenticate: Bearer"),
                    "{answer}"
                );
                assert!(!answer.contains(ann), "{answer}");
            }
        }
    }
    assert_eq!(
        (stranger.watch_canvases().0, wrong.watch_canvases().0),
        (401, 401)
    );
    server.stop();

    let server = Server::start(folder.path(), &issuer);
    let [of_ann, of_bob] =
        ["ann", "bob"].map(|name| Browser::of_token(&server, &issuer.token(name)));
    see_nothing(&of_bob, &ids_of_ann, bob, "ann");
    see_own(&of_ann, &ids_of_ann, "ann", "after the restart");
    see_own(&of_bob, &ids_of_bob, "bob", "after the restart");
    server.stop();
    let stored = SqliteStore::open(folder.path().join("sessions.db"))
        .unwrap()
        .sessions()
        .unwrap();
    assert!(
        stored
            .iter()
            .all(|session| session.starts_with("user:ann/") || session.starts_with("user:bob/")),
        "{stored:?}"
    );
}
