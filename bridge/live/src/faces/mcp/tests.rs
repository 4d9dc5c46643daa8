#![allow(clippy::unwrap_used)]

mod elicitation;
mod failing_store;
mod revisions;
mod sessions;

use super::{McpSettings, routes, serve_lines};
use crate::{
    gateway::{
        Gateway, GatewaySettings,
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        store::{MemoryStore, SessionStore},
    },
    server::request_guard::RequestGuard,
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use axum::{
    Router,
    body::{Body, BodyDataStream, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode},
};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex},
    time::timeout,
};
use tower::ServiceExt;

/// An agent with one surface. The action `go` changes the data, `fill` makes it long, `add` creates a second surface,
/// `end` deletes it, and `stray` causes a refused message. The agent also answers texts; for `stray`, a refused message
/// comes first.
struct Desk;

impl Agent for Desk {
    fn name(&self) -> &str {
        "desk"
    }
    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }
    fn is_spontaneous(&self) -> bool {
        true
    }
    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let first = output.clone();
        tokio::spawn(async move { first.messages(&surface("desk", "1.50")).await });
        Box::new(DeskConnection(output))
    }
}

struct DeskConnection(AgentOutput);

impl AgentConnection for DeskConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            if let Some(text) = input.text {
                if text == "stray" {
                    self.0.messages(STRAY).await;
                }
                self.0.text(&format!("You said {text}.")).await;
            }
            for message in input.messages {
                let Some(action) = message.member("action") else {
                    continue;
                };
                match action.member("name").unwrap().as_str().as_deref() {
                    Some("go") => {
                        let value = action.member("context").unwrap();
                        let update = format!(
                            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"desk","path":"/got","value":{value}}}}}"#
                        );
                        self.0.messages(&update).await;
                    }
                    Some("fill") => {
                        let value = "x".repeat(70_000);
                        let update = format!(
                            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"desk","path":"/fill","value":"{value}"}}}}"#
                        );
                        self.0.messages(&update).await;
                    }
                    Some("stray") => self.0.messages(STRAY).await,
                    Some("add") => self.0.messages(&surface("extra", "2")).await,
                    Some("end") => {
                        self.0
                            .messages(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"extra"}}"#)
                            .await;
                    }
                    _ => return Err(AgentError::permanent("the agent does not know the action")),
                }
            }
            Ok(TurnEnd::Ended)
        })
    }
}

/// A message about a surface that does not exist.
const STRAY: &str = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"other","value":1}}"#;

fn surface(id: &str, number: &str) -> String {
    format!(
        r#"[{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"c"}}}},{{"version":"v0.9","updateComponents":{{"surfaceId":"{id}","components":[{{"id":"root","component":"Text","text":"Shop"}}]}}}},{{"version":"v0.9","updateDataModel":{{"surfaceId":"{id}","value":{{"z":{number},"a":1}}}}}}]"#
    )
}

pub(super) fn gateway() -> Gateway {
    gateway_on(Arc::new(MemoryStore::new()))
}

fn gateway_on(store: Arc<dyn SessionStore>) -> Gateway {
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(30),
        ..GatewaySettings::default()
    };
    Gateway::start(vec![Arc::new(Desk)], store, settings)
}

pub(super) struct Client {
    routes: Router,
    headers: Vec<(&'static str, String)>,
    meta: Option<Value>,
}

pub(super) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Body,
}

impl Answer {
    pub(super) async fn json(self) -> Value {
        let bytes = to_bytes(self.body, 1 << 22).await.unwrap();
        serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{error}: {bytes:?}"))
    }
}

const JSON: [(&str, &str); 2] = [
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
];

impl Client {
    fn new() -> Self {
        Self::with(gateway())
    }

    pub(super) fn with(gateway: Gateway) -> Self {
        let routes = routes(gateway, RequestGuard::default(), McpSettings::default());
        Self {
            routes,
            headers: Vec::new(),
            meta: None,
        }
    }

    /// Creates a client of 2026-07-28.
    fn stateless() -> Self {
        Self::stateless_with(gateway())
    }

    fn stateless_with(gateway: Gateway) -> Self {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let headers = vec![("mcp-protocol-version", "2026-07-28".to_owned())];
        Self {
            headers,
            meta: Some(meta),
            ..Self::with(gateway)
        }
    }

    /// Creates a client of 2025-11-25 that has sent `initialize`.
    async fn initialized() -> Self {
        Self::initialized_with(gateway()).await
    }

    async fn initialized_with(gateway: Gateway) -> Self {
        Self::of_version(gateway, "2025-11-25").await
    }

    /// Creates a client that has sent `initialize` with this version.
    async fn of_version(gateway: Gateway, version: &str) -> Self {
        let mut client = Self::with(gateway);
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let answer = client.post("initialize", params).await;
        assert_eq!(answer.status, StatusCode::OK);
        let id = answer.headers["mcp-session-id"]
            .to_str()
            .unwrap()
            .to_owned();
        assert_eq!(answer.json().await["result"]["protocolVersion"], version);
        client.headers = vec![
            ("mcp-session-id", id),
            ("mcp-protocol-version", version.to_owned()),
        ];
        let notice = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(
            client.send(Method::POST, &JSON, notice).await.status,
            StatusCode::ACCEPTED
        );
        client
    }

    async fn send(&self, method: Method, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri("/")
            .header("host", "localhost");
        let own = self
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()));
        for (name, value) in own.chain(headers.iter().copied()) {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let (parts, body) = self
            .routes
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .into_parts();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(super) async fn post(&self, method: &str, mut params: Value) -> Answer {
        let mut headers = JSON.to_vec();
        let name = params["name"]
            .as_str()
            .or(params["uri"].as_str())
            .map(str::to_owned);
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
            headers.push(("mcp-method", method));
            headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
        }
        let body =
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        self.send(Method::POST, &headers, &body).await
    }

    async fn result(&self, method: &str, params: Value) -> Value {
        let answer = self.post(method, params).await;
        assert_eq!(answer.status, StatusCode::OK);
        let json = answer.json().await;
        assert!(json["result"].is_object(), "{json}");
        json["result"].clone()
    }

    async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }
}

fn action(name: &str) -> Value {
    let action = json!({"name": name, "surfaceId": "desk", "sourceComponentId": "root", "context": {"n": 7}});
    json!({ "action": action })
}

/// Returns the arguments of an action in a session.
fn action_in(session: &str, name: &str) -> Value {
    let mut arguments = action(name);
    arguments["session"] = session.into();
    arguments
}

#[tokio::test]
async fn a_client_with_a_session_shows_surfaces_and_acts() {
    let client = Client::initialized().await;
    let shown = client.call("agent_ui_show", json!({})).await;
    assert_eq!(shown["content"][0]["text"], "Surface desk:\n- Text Shop");
    let resource = &shown["content"][1]["resource"];
    assert_eq!(resource["mimeType"], "application/a2ui+json");
    let text = resource["text"].as_str().unwrap();
    assert!(
        text.starts_with('[') && text.contains(r#"{"z":1.50,"a":1}"#),
        "{text}"
    );
    let uri = resource["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("a2ui://") && uri.ends_with("/desk"),
        "{uri}"
    );
    assert_eq!(shown.get("resultType"), None);

    let mut arguments = action("go");
    arguments["after"] = shown["_meta"]["agent-ui/seq"].clone();
    let acted = client.call("agent_ui_action", arguments).await;
    assert_eq!(acted.get("isError"), None, "{acted}");
    assert_eq!(acted["content"][1]["resource"]["uri"], uri);
    assert!(
        acted["content"][1]["resource"]["text"]
            .as_str()
            .unwrap()
            .contains(r#""got":{"n":7}"#)
    );
    // The app has shown everything before, so the new messages are enough.
    let updates = acted["_meta"]["agent-ui/updates"].as_str().unwrap();
    let update = r#"[{"version":"v0.9","updateDataModel":{"surfaceId":"desk","path":"/got","value":{"n":7}}}]"#;
    assert_eq!(updates, update);

    let read = client.result("resources/read", json!({ "uri": uri })).await;
    assert_eq!(
        read["contents"][0]["text"],
        acted["content"][1]["resource"]["text"]
    );
    let added = client.call("agent_ui_action", action("add")).await;
    assert_eq!(added["content"].as_array().unwrap().len(), 2);
    assert_eq!(added["_meta"].get("agent-ui/updates"), None);
    let listed = client.result("resources/list", json!({})).await;
    let names: Vec<_> = listed["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names.last().unwrap().as_str(), Some("extra"), "{listed}");
    let ended = client.call("agent_ui_action", action("end")).await;
    assert_eq!(ended["content"][0]["text"], "Surface extra was deleted.");
    assert!(
        ended["content"][1]["resource"]["text"]
            .as_str()
            .unwrap()
            .contains("deleteSurface")
    );
}

#[tokio::test]
async fn a_client_learns_that_messages_were_refused() {
    let client = Client::initialized().await;
    client.call("agent_ui_show", json!({})).await;
    let reason = "a message of the agent was refused: no agent owns surface `other`";
    let whole = client.call("agent_ui_action", action("stray")).await;
    let failure = json!(format!("The agent failed: {reason}"));
    assert_eq!(
        (&whole["isError"], &whole["content"][0]["text"]),
        (&json!(true), &failure)
    );
    let part = client.call("agent_ui_show", json!({"text": "stray"})).await;
    assert_eq!(part.get("isError"), None, "{part}");
    let text = part["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("You said stray.") && text.ends_with(&format!("Note: {reason}")),
        "{text}"
    );
}

#[tokio::test]
async fn a_client_without_a_session_states_everything_in_each_request() {
    let client = Client::stateless();
    let discovered = client.result("server/discover", json!({})).await;
    assert_eq!(discovered["supportedVersions"][0], "2026-07-28");
    assert_eq!(discovered["resultType"], "complete");
    let tools = client.result("tools/list", json!({})).await;
    assert_eq!(
        tools["tools"][1]["_meta"]["ui"]["resourceUri"],
        "ui://agent-ui/app.html"
    );
    assert_eq!(tools["cacheScope"], "private");
    let said = client
        .call("agent_ui_show", json!({"text": "hello", "session": "s 1"}))
        .await;
    assert_eq!(
        said["content"][0]["text"],
        "You said hello.\n\nSurface desk:\n- Text Shop"
    );
    assert_eq!(said["_meta"]["agent-ui/texts"], json!(["You said hello."]));
    assert_eq!(said["content"][1]["resource"]["uri"], "a2ui://s%201/desk");
    assert_eq!(
        client.post("ping", json!({})).await.status,
        StatusCode::NOT_FOUND
    );
    let missing = client
        .post("resources/read", json!({"uri": "a2ui://main/none"}))
        .await;
    assert_eq!(missing.json().await["error"]["code"], -32602);
}

#[tokio::test]
async fn mistakes_in_calls_are_explained_to_the_model() {
    let client = Client::initialized().await;
    client.call("agent_ui_show", json!({})).await;
    for (tool, arguments, reason) in [
        ("agent_ui_action", json!({}), "`action` must be an object"),
        (
            "agent_ui_action",
            json!({"action": {}, "version": "v1.0"}),
            "`version` must be",
        ),
        (
            "agent_ui_show",
            json!({"text": 1}),
            "`text` must be a string",
        ),
        ("agent_ui_show", json!({"txt": "a"}), "no argument `txt`"),
        (
            "agent_ui_show",
            json!({"session": ""}),
            "the name of a session",
        ),
        (
            "agent_ui_action",
            json!({"action": {"name": "go", "surfaceId": "none", "sourceComponentId": "b"}}),
            "none",
        ),
        (
            "agent_ui_action",
            action("other"),
            "does not know the action",
        ),
    ] {
        let result = client.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(reason), "{arguments}: {text}");
    }
    let unknown = client
        .post("tools/call", json!({"name": "other"}))
        .await
        .json()
        .await;
    assert_eq!(unknown["error"]["code"], -32602);
    let missing = client
        .post("resources/read", json!({"uri": "a2ui://main/none"}))
        .await
        .json()
        .await;
    assert_eq!(missing["error"]["code"], -32002);
}

#[tokio::test]
async fn http_statuses_match_the_kind_of_error() {
    let client = Client::new();
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let accept = ("accept", "application/json, text/event-stream");
    let json_type = ("content-type", "application/json");
    for (method, headers, body, status) in [
        (
            Method::POST,
            vec![accept, ("content-type", "text/plain")],
            ping,
            415,
        ),
        (
            Method::POST,
            vec![("accept", "application/json"), json_type],
            ping,
            406,
        ),
        (Method::POST, JSON.to_vec(), ping, 400),
        (Method::POST, JSON.to_vec(), "{", 400),
        (
            Method::POST,
            [JSON.to_vec(), vec![("mcp-session-id", "x")]].concat(),
            ping,
            404,
        ),
        (
            Method::POST,
            [JSON.to_vec(), vec![("origin", "https://other.test")]].concat(),
            ping,
            403,
        ),
        (Method::GET, vec![accept], "", 400),
        (Method::GET, vec![accept, ("mcp-session-id", "x")], "", 404),
        (Method::GET, vec![("mcp-session-id", "x")], "", 406),
        (
            Method::GET,
            vec![accept, ("mcp-protocol-version", "2026-07-28")],
            "",
            405,
        ),
        (Method::DELETE, vec![("mcp-session-id", "x")], "", 404),
        (Method::PUT, vec![], "", 405),
    ] {
        let answer = client.send(method.clone(), &headers, body).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {headers:?}");
    }
    let long = " ".repeat((1 << 20) + 1);
    assert_eq!(
        client.send(Method::POST, &JSON, &long).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );

    let mut client = Client::initialized().await;
    assert_eq!(
        client.send(Method::POST, &JSON, ping).await.status,
        StatusCode::OK
    );
    client.headers[1].1 = "2025-06-18".to_owned();
    assert_eq!(
        client.send(Method::POST, &JSON, ping).await.status,
        StatusCode::BAD_REQUEST
    );
    client.headers.pop();
    assert_eq!(
        client.send(Method::DELETE, &[], "").await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        client.send(Method::POST, &JSON, ping).await.status,
        StatusCode::NOT_FOUND
    );

    let mut client = Client::stateless();
    client.headers.clear();
    let mismatch = client.post("tools/list", json!({})).await;
    assert_eq!(mismatch.status, StatusCode::BAD_REQUEST);
    assert_eq!(mismatch.json().await["error"]["code"], -32020);
    client.meta.as_mut().unwrap()["io.modelcontextprotocol/protocolVersion"] = "2027-01-01".into();
    let unsupported = client.post("tools/list", json!({})).await;
    assert_eq!(unsupported.status, StatusCode::BAD_REQUEST);
    let error = unsupported.json().await["error"].clone();
    assert_eq!(
        (&error["code"], &error["data"]["requested"]),
        (&json!(-32022), &json!("2027-01-01"))
    );
}

/// Returns the next JSON value of an event stream.
async fn event(stream: &mut BodyDataStream) -> Value {
    let chunk = timeout(Duration::from_secs(5), stream.next())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let text = std::str::from_utf8(&chunk).unwrap();
    serde_json::from_str(text.strip_prefix("data: ").unwrap()).unwrap()
}

#[tokio::test]
async fn clients_are_notified_of_changes() {
    let client = Client::initialized().await;
    let shown = client.call("agent_ui_show", json!({})).await;
    let uri = shown["content"][1]["resource"]["uri"].clone();
    let answer = client
        .send(Method::GET, &[("accept", "text/event-stream")], "")
        .await;
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let mut stream = answer.body.into_data_stream();
    client
        .result("resources/subscribe", json!({ "uri": uri }))
        .await;
    client.call("agent_ui_action", action("go")).await;
    let notice = event(&mut stream).await;
    assert_eq!(notice["method"], "notifications/resources/updated");
    assert_eq!(notice["params"]["uri"], uri);
    client.call("agent_ui_action", action("add")).await;
    loop {
        let notice = event(&mut stream).await;
        if notice["method"] == "notifications/resources/list_changed" {
            break;
        }
    }
    assert_eq!(
        client.send(Method::DELETE, &[], "").await.status,
        StatusCode::NO_CONTENT
    );
    let end = timeout(Duration::from_secs(5), async {
        while stream.next().await.is_some() {}
    })
    .await;
    assert!(end.is_ok());
}

#[tokio::test]
async fn each_subscription_is_a_stream_of_one_request() {
    let client = Client::stateless();
    client
        .call("agent_ui_show", json!({"session": "main"}))
        .await;
    let filter =
        json!({"resourceSubscriptions": ["a2ui://main/desk"], "resourcesListChanged": true});
    let answer = client
        .post("subscriptions/listen", json!({ "notifications": filter }))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let mut stream = answer.body.into_data_stream();
    let first = event(&mut stream).await;
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(first["params"]["notifications"], filter);
    assert_eq!(
        first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        1
    );
    client
        .call("agent_ui_action", action_in("main", "go"))
        .await;
    let notice = event(&mut stream).await;
    let params =
        json!({"uri": "a2ui://main/desk", "_meta": {"io.modelcontextprotocol/subscriptionId": 1}});
    assert_eq!(notice["params"], params);
}

#[tokio::test]
async fn a_line_client_can_use_both_protocol_eras() {
    let (client, server) = duplex(1 << 16);
    let (reader, writer) = tokio::io::split(server);
    let serving = tokio::spawn(serve_lines(
        gateway(),
        McpSettings::default(),
        BufReader::new(reader),
        writer,
    ));
    let (reader, mut to) = tokio::io::split(client);
    let mut lines = BufReader::new(reader).lines();
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    for (request, expected) in [
        ("x", r#"{"jsonrpc":"2.0","error":{"code":-32700"#.to_owned()),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600"#.to_owned(),
        ),
        (
            &format!(r#"{{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{{{meta}}}}}"#),
            r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","supportedVersions":["2026-07-28""#
                .to_owned(),
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{"protocolVersion":"2025-06-18""#.to_owned(),
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"agent_ui_show"}}"#,
            r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"Surface desk:"#
                .to_owned(),
        ),
    ] {
        to.write_all(format!("{request}\n").as_bytes()).await.unwrap();
        let line = timeout(Duration::from_secs(5), lines.next_line()).await.unwrap().unwrap().unwrap();
        assert!(line.starts_with(&expected), "{request}: {line}");
    }
    // A client that is gone ends the server, after the last answer.
    to.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}\n")
        .await
        .unwrap();
    to.shutdown().await.unwrap();
    let line = timeout(Duration::from_secs(5), lines.next_line())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert_eq!(line, r#"{"jsonrpc":"2.0","id":4,"result":{}}"#);
    timeout(Duration::from_secs(5), serving)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
}
