#![allow(clippy::unwrap_used)]

mod elicitation;

use super::McpAgent;
use crate::{
    faces::mcp::{McpSettings, routes, tests},
    gateway::{
        AgentDescription, ClientContent, ClientMessage, Gateway, GatewaySettings, Session,
        Snapshot, TurnOutcome, Update, agent::Agent, store::MemoryStore,
    },
    server::request_guard::RequestGuard,
};
use agent_ui_text::bridge::Dialect;
use std::{fs, sync::Arc, time::Duration};
use tokio::{net::TcpListener, time::timeout};

const SOON: Duration = Duration::from_secs(10);

/// Starts a gateway with the agent, and returns a session.
async fn session(agent: McpAgent) -> Session {
    let agents: Vec<Arc<dyn Agent>> = vec![Arc::new(agent)];
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(50),
        first_answer: Duration::from_secs(2),
        ..GatewaySettings::default()
    };
    let gateway = Gateway::start(agents, Arc::new(MemoryStore::new()), settings);
    let session = gateway.session("main").await.unwrap();
    assert_eq!(session.idle().wait().await, TurnOutcome::Ended);
    session
}

async fn snapshot(session: &Session) -> Snapshot {
    session.snapshot(Dialect::A2ui0_9).await.unwrap()
}

async fn act(session: &Session, name: &str) -> TurnOutcome {
    let message = format!(
        r#"{{"version":"v0.9","action":{{"name":"{name}","surfaceId":"desk","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{{"n":7}}}}}}"#
    );
    let content = ClientContent::A2ui {
        message,
        dialect: Dialect::A2ui0_9,
    };
    session
        .send(ClientMessage::new("test", content))
        .await
        .unwrap()
        .wait()
        .await
}

async fn say(session: &Session, text: &str) -> TurnOutcome {
    let message = ClientMessage::new("test", ClientContent::Text(text.to_owned()));
    session.send(message).await.unwrap().wait().await
}

/// Waits until a surface contains a text.
async fn until(session: &Session, part: &str) {
    let found = async {
        loop {
            let (snapshot, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
            if format!("{snapshot:?}").contains(part) {
                return;
            }
            updates.next().await;
        }
    };
    if timeout(SOON, found).await.is_err() {
        panic!("{part} is not in {:?}", snapshot(session).await);
    }
}

/// Serves an agent over MCP. Returns the address and the gateway.
async fn server() -> (String, Gateway) {
    serve(tests::gateway()).await
}

async fn serve(gateway: Gateway) -> (String, Gateway) {
    let routes = routes(
        gateway.clone(),
        RequestGuard::default(),
        McpSettings::default(),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let routes = axum::Router::new().nest("/mcp", routes);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (url, gateway)
}

#[tokio::test]
async fn a_server_over_http_works_as_an_agent() {
    let (url, _) = server().await;
    let session = session(McpAgent::http("shop", &*url)).await;
    let shown = snapshot(&session).await;
    assert_eq!(shown.surfaces.len(), 1, "{shown:?}");
    assert!(
        shown.surfaces[0]
            .messages
            .iter()
            .any(|message| message.contains(r#"{"z":1.50,"a":1}"#))
    );

    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(act(&session, "go").await, TurnOutcome::Ended);
    // The surface that exists is not created again.
    while let Some(update) = updates.try_next() {
        let Update::Message(message) = update else {
            continue;
        };
        assert!(!message.text.contains("createSurface"), "{}", message.text);
    }
    assert!(format!("{:?}", snapshot(&session).await).contains(r#"\"got\":{\"n\":7}"#));
    assert_eq!(act(&session, "add").await, TurnOutcome::Ended);
    assert_eq!(snapshot(&session).await.surfaces.len(), 2);
    assert_eq!(act(&session, "end").await, TurnOutcome::Ended);
    assert_eq!(snapshot(&session).await.surfaces.len(), 1);
    let TurnOutcome::Failed(reason) = act(&session, "other").await else {
        panic!()
    };
    assert!(reason.contains("does not know the action"), "{reason}");
    assert_eq!(say(&session, "hello").await, TurnOutcome::Ended);
    let texts: Vec<_> = snapshot(&session)
        .await
        .texts
        .into_iter()
        .map(|text| text.text)
        .collect();
    assert_eq!(texts, ["hello", "You said hello."]);
}

#[tokio::test]
async fn a_server_describes_itself_and_the_face_repeats_it() {
    let description = AgentDescription {
        name: Some("Boats".to_owned()),
        description: Some("Books boat trips".to_owned()),
        skills: Vec::new(),
    };
    let settings = GatewaySettings {
        description,
        ..GatewaySettings::default()
    };
    let inner = Gateway::start(Vec::new(), Arc::new(MemoryStore::new()), settings);
    let (url, _) = serve(inner).await;
    let agents: Vec<Arc<dyn Agent>> = vec![Arc::new(McpAgent::http("shop", url))];
    let outer = Gateway::start(
        agents,
        Arc::new(MemoryStore::new()),
        GatewaySettings::default(),
    );
    let _session = outer.session("main").await.unwrap();
    let described = outer.describe().await;
    assert_eq!(described.name.as_deref(), Some("Boats"));
    assert_eq!(described.description.as_deref(), Some("Books boat trips"));
    let client = tests::Client::with(outer);
    let params = serde_json::json!({"protocolVersion": "2025-11-25"});
    let result = client.post("initialize", params).await.json().await["result"].clone();
    assert_eq!(result["serverInfo"]["title"], "Boats");
    assert_eq!(result["serverInfo"]["description"], "Books boat trips");
    assert!(
        result["instructions"]
            .as_str()
            .unwrap()
            .starts_with("Boats: Books boat trips. An agent")
    );
}

/// A server of one revision, as a program for Node. It has one resource, and the tool `book` changes this resource and
/// notifies the client.
const SERVER: &str = r#"
const modern = process.argv[2] === 'modern';
let n = 0, listen;
const say = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const surface = () => JSON.stringify([
  { version: 'v0.9', createSurface: { surfaceId: 'desk', catalogId: 'c' } },
  { version: 'v0.9', updateComponents: { surfaceId: 'desk', components: [{ id: 'root', component: 'Text', text: 'Desk' }] } },
  { version: 'v0.9', updateDataModel: { surfaceId: 'desk', value: { booked: n } } }]);
const book = { name: 'book', inputSchema: { type: 'object', properties: { n: { type: 'number' } } } };
const ask = { name: 'ask', inputSchema: { type: 'object', properties: { question: { type: 'string' } } } };
const methods = {
  initialize: () => modern ? undefined : { protocolVersion: '2025-06-18', capabilities: { tools: {}, resources: { subscribe: true } }, serverInfo: { name: 's', version: '1' } },
  'server/discover': () => modern ? { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {} } } : undefined,
  'tools/list': ({ cursor }) => cursor ? { tools: [ask] } : { tools: [book], nextCursor: 'x' },
  'resources/list': () => ({ resources: [{ uri: 'a2ui://desk', name: 'desk', mimeType: 'application/a2ui+json' }, { uri: 'file:///x', name: 'x' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'application/a2ui+json', text: surface() }] }),
  'resources/subscribe': () => ({}),
  'tools/call': ({ name, arguments: { n: more, question } }) => {
    if (name === 'ask') return { content: [{ type: 'text', text: `${process.env.AGENT_UI_SESSION}: ${question}?` }] };
    n += more;
    say({ method: 'notifications/resources/updated', params: { uri: 'a2ui://desk' } });
    return { content: [{ type: 'text', text: 'booked' }] };
  },
};
console.error('ready');
console.log('a line that is not JSON-RPC');
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const known = modern === (params?._meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28');
  const result = known && methods[method]?.(params ?? {});
  if (modern && method === 'subscriptions/listen') return;
  if (params?.name === 'book' && n > 21) process.exit(1);
  say(result ? { id, result } : { id, error: { code: -32601, message: 'unknown' } });
});
"#;

#[tokio::test]
async fn servers_of_both_eras_work_as_agents_over_lines() {
    if std::process::Command::new("node")
        .arg("--version")
        .output()
        .is_err()
    {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server.cjs");
    fs::write(&program, SERVER).unwrap();
    for era in ["modern", "old"] {
        let command = format!("node {} {era}", program.display());
        let agent = McpAgent::command("desk", command).on_error_line(|agent, line| {
            assert_eq!((agent, line), ("desk", "ready"));
        });
        let session = session(agent).await;
        until(&session, r#"\"booked\":0"#).await;
        assert_eq!(say(&session, "Who").await, TurnOutcome::Ended, "{era}");
        assert_eq!(snapshot(&session).await.texts[1].text, "main: Who?");
        // The action is named as a tool, and the notification announces the change.
        assert_eq!(act(&session, "book").await, TurnOutcome::Ended, "{era}");
        until(&session, r#"\"booked\":7"#).await;
        let TurnOutcome::Failed(reason) = act(&session, "none").await else {
            panic!()
        };
        assert!(
            reason.contains("neither a tool `agent_ui_action` nor a tool `none`"),
            "{reason}"
        );
        for _ in 0..2 {
            assert_eq!(act(&session, "book").await, TurnOutcome::Ended, "{era}");
        }
        until(&session, r#"\"booked\":21"#).await;
        // The process ends instead of answering. It may have received the call, so another one does not get it.
        let TurnOutcome::Failed(reason) = act(&session, "book").await else {
            panic!()
        };
        assert_eq!(reason, "the agent cannot be reached", "{era}");
        assert_eq!(act(&session, "book").await, TurnOutcome::Ended, "{era}");
        until(&session, r#"\"booked\":7"#).await;
        assert_eq!(snapshot(&session).await.surfaces.len(), 1);
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_reported() {
    let session = session(McpAgent::http("none", "ftp://shop.test")).await;
    let TurnOutcome::Failed(reason) = say(&session, "Hi").await else {
        panic!()
    };
    assert_eq!(reason, "the agent cannot be used");
}
