//! Tests of servers that ask the user.

use super::*;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A server that asks the user before it answers a call, as a program for Node. Its arguments are the transport and the
/// era. `steps` are the questions of each tool.
const SERVER: &str = r#"
const [, , transport, era] = process.argv;
const modern = era === 'modern';
const form = (message, properties, required = []) => ({ mode: 'form', message, requestedSchema: { type: 'object', properties, required } });
const name = form('Who are you?', { name: { type: 'string', minLength: 2 } }, ['name']);
const age = form('How old are you?', { age: { type: 'integer', minimum: 18 } }, ['age']);
const visit = { mode: 'url', message: 'Please sign in.', url: 'https://shop.test/sign-in', elicitationId: 'e1' };
const steps = { who: [{ a: name }], both: [{ a: name, b: age }], twice: [{ a: name }, { b: age }], visit: [{ v: visit }], state: [{}, {}], forever: Array(100).fill({}) };
const tools = [...Object.keys(steps), 'sample', 'cancelled', 'completed', 'required', 'plain', 'die'].map(tool => ({ name: tool, inputSchema: { type: 'object', properties: {} } }));
let next = 100, done = false;
const answers = new Map();
const waiting = new Map();
const text = value => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
async function call({ name: tool, inputResponses, requestState }, { say, ask }) {
  if (tool === 'plain') return text('plain');
  if (tool === 'die') { await ask(name); process.exit(1); }
  if (tool === 'cancelled') {
    const [id] = ask(name, true);
    await new Promise(passed => setTimeout(passed, 300));
    say({ method: 'notifications/cancelled', params: { requestId: id } });
    return text('given up');
  }
  if (tool === 'completed') {
    const [, answer] = ask(visit, true);
    await new Promise(passed => setTimeout(passed, 300));
    say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    return text(await answer);
  }
  if (tool === 'required') {
    if (done) return text('signed in');
    done = true;
    throw { code: -32042, message: 'sign in first', data: { elicitations: [visit] } };
  }
  if (!modern) {
    const got = {};
    for (const step of steps[tool]) await Promise.all(Object.entries(step).map(async ([key, params]) => { got[key] = await ask(params); }));
    return text(got);
  }
  if (tool === 'sample') return { resultType: 'input_required', inputRequests: { s: { method: 'sampling/createMessage', params: {} } } };
  // The state is opaque for the client: a number with an escaped letter.
  const { step, got } = requestState ? answers.get(requestState) : { step: 0, got: {} };
  Object.assign(got, inputResponses);
  if (step === steps[tool].length) return { resultType: 'complete', ...text(got) };
  const state = `é ${next += 1}`;
  answers.set(state, { step: step + 1, got });
  const requests = Object.entries(steps[tool][step]).map(([key, params]) => [key, { method: 'elicitation/create', params }]);
  return { resultType: 'input_required', ...(requests.length && { inputRequests: Object.fromEntries(requests) }), requestState: state };
}
const capabilities = { tools: {}, resources: {} };
const mimeType = 'application/a2ui+json';
const menu = JSON.stringify([
  { version: 'v0.9', createSurface: { surfaceId: 'menu', catalogId: 'c' } },
  { version: 'v0.9', updateComponents: { surfaceId: 'menu', components: [{ id: 'root', component: 'Text', text: 'Menu' }] } }]);
const methods = {
  'resources/list': () => ({ resources: [{ uri: 'a2ui://menu', name: 'menu', mimeType }], ...(modern && { resultType: 'complete' }) }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType, text: menu }], ...(modern && { resultType: 'complete' }) }),
  initialize: () => { if (modern) throw { code: -32601, message: 'unknown' }; return { protocolVersion: era, capabilities, serverInfo: { name: 's', title: 'The <shop>', version: '1' } }; },
  'server/discover': () => ({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'The <shop>', version: '1' } } }),
  'tools/list': () => ({ tools, ...(modern && { resultType: 'complete' }) }),
  'tools/call': call,
};
async function receive(message, send) {
  const say = sent => send({ jsonrpc: '2.0', ...sent });
  if (message.method === undefined) {
    waiting.get(message.id)?.(message.result ?? { error: message.error });
    return;
  }
  if (message.id === undefined) return;
  const ask = (params, withId) => {
    const id = next += 1;
    const answer = new Promise(answered => waiting.set(id, answered));
    say({ id, method: 'elicitation/create', params });
    return withId ? [id, answer] : answer;
  };
  try {
    say({ id: message.id, result: await methods[message.method](message.params ?? {}, { say, ask }) });
  } catch (error) {
    say({ id: message.id, error: { code: error.code ?? -32603, message: error.message, data: error.data } });
  }
}
if (transport === 'lines') {
  const send = message => process.stdout.write(JSON.stringify(message) + '\n');
  require('node:readline').createInterface({ input: process.stdin }).on('line', line => receive(JSON.parse(line), send));
} else {
  const server = require('node:http').createServer(async (asked, answer) => {
    if (asked.method !== 'POST') return answer.writeHead(405).end();
    const chunks = [];
    for await (const chunk of asked) chunks.push(chunk);
    const message = JSON.parse(Buffer.concat(chunks));
    if (message.method === undefined || message.id === undefined) {
      answer.writeHead(202).end();
      return receive(message, () => {});
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    await receive(message, sent => answer.write(`data: ${JSON.stringify(sent)}\n\n`));
    answer.end();
  });
  server.listen(0, '127.0.0.1', () => require('node:fs').writeFileSync(process.argv[4], `http://127.0.0.1:${server.address().port}/`));
}
"#;

struct AskingServer {
    session: Session,
    _folder: tempfile::TempDir,
    _process: Option<Killed>,
}

struct Killed(std::process::Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

fn program() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server.cjs");
    fs::write(&program, SERVER).unwrap();
    (folder, program)
}

/// Starts a server of an era over lines or HTTP, as the agent of a session. Returns `None` without Node.
async fn start(transport: &str, era: &str) -> Option<AskingServer> {
    let node = std::process::Command::new("node").arg("--version").output();
    node.ok()?;
    let (folder, program) = program();
    if transport == "lines" {
        let agent = McpAgent::command("desk", format!("node {} lines {era}", program.display()));
        let session = session(agent).await;
        until(&session, "Menu").await;
        return Some(AskingServer {
            session,
            _folder: folder,
            _process: None,
        });
    }
    let address = folder.path().join("address");
    let mut command = std::process::Command::new("node");
    let command = command.arg(program).args(["http", era]).arg(&address);
    let process = Killed(command.spawn().unwrap());
    let url = loop {
        match fs::read_to_string(&address) {
            Ok(url) if url.ends_with('/') => break url,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let session = session(McpAgent::http("desk", url)).await;
    until(&session, "Menu").await;
    Some(AskingServer {
        session,
        _folder: folder,
        _process: Some(process),
    })
}

/// The servers of each revision and transport.
const SERVERS: [(&str, &str); 5] = [
    ("lines", "2025-06-18"),
    ("lines", "2025-11-25"),
    ("http", "2025-11-25"),
    ("lines", "modern"),
    ("http", "modern"),
];

impl AskingServer {
    /// Calls a tool of the server by an action on its menu.
    async fn call(&self, tool: &str) -> TurnOutcome {
        let message = json!({"version": "v0.9", "action": {"name": tool, "surfaceId": "menu", "sourceComponentId": "root", "timestamp": "2026-05-18T15:30:00Z", "context": {}}});
        self.send(&message).await
    }

    async fn send(&self, message: &Value) -> TurnOutcome {
        let content = ClientContent::A2ui {
            message: message.to_string(),
            dialect: Dialect::A2ui0_9,
        };
        let message = ClientMessage::new("test", content);
        match self.session.send(message).await {
            Ok(mut turn) => turn.wait().await,
            Err(error) => TurnOutcome::Failed(error.to_string()),
        }
    }

    /// Returns the ids of all surfaces except the menu, and their messages as one text.
    async fn surfaces(&self) -> Vec<(String, String)> {
        let surfaces = snapshot(&self.session).await.surfaces;
        let named = surfaces.into_iter().filter(|surface| surface.id != "menu");
        named
            .map(|surface| (surface.id, surface.messages.join("\n")))
            .collect()
    }

    /// Returns the only question.
    async fn question(&self) -> (String, String) {
        let mut surfaces = self.surfaces().await;
        assert_eq!(surfaces.len(), 1, "{surfaces:?}");
        surfaces.remove(0)
    }

    /// Clicks the button of a question, as a client does that has entered this content.
    async fn click(&self, question: &(String, String), event: &str, content: Value) -> TurnOutcome {
        let message = click_of(question, event, content);
        self.send(&message).await
    }

    async fn texts(&self) -> Vec<Value> {
        let texts = snapshot(&self.session).await.texts;
        let agents = texts.into_iter();
        agents
            .map(|text| serde_json::from_str(&text.text).unwrap())
            .collect()
    }
}

fn click_of((surface, messages): &(String, String), event: &str, content: Value) -> Value {
    let components = messages.lines().flat_map(|line| {
        let message: Value = serde_json::from_str(line).unwrap();
        let components = message["updateComponents"]["components"].as_array();
        components.cloned().unwrap_or_default()
    });
    let mut buttons = components.filter(|component| component["action"]["event"]["name"] == event);
    let button = buttons
        .next()
        .unwrap_or_else(|| panic!("{event}: {messages}"));
    let mut context = button["action"]["event"]["context"].clone();
    if context.get("content").is_some() {
        context["content"] = content;
    }
    json!({"version": "v0.9", "action": {"name": event, "surfaceId": surface, "sourceComponentId": button["id"], "timestamp": "2026-05-18T15:30:00Z", "context": context}})
}

const ACCEPT: &str = "elicitation.accept";

#[tokio::test]
async fn a_question_of_a_server_is_a_surface_until_it_is_answered() {
    for (transport, era) in SERVERS {
        let Some(server) = start(transport, era).await else {
            return;
        };
        // The turn ends with the question, although the server still works on the call.
        assert_eq!(server.call("who").await, TurnOutcome::Ended, "{era}");
        let question = server.question().await;
        assert!(question.1.contains("The <shop>"), "{}", question.1);
        assert!(question.1.contains("Who are you?"), "{}", question.1);
        // The form shows why an answer is not valid.
        let short = json!({"name": "A"});
        assert_eq!(
            server.click(&question, ACCEPT, short).await,
            TurnOutcome::Ended
        );
        let again = server.question().await;
        assert_eq!(again.0, question.0);
        assert!(again.1.contains("elicitation-problems"), "{}", again.1);
        let name = json!({"name": "Ada"});
        let outcome = server.click(&again, ACCEPT, name.clone()).await;
        assert_eq!(outcome, TurnOutcome::Ended, "{transport} {era}");
        let expected = json!({"a": {"action": "accept", "content": name}});
        assert_eq!(server.texts().await, [expected], "{transport} {era}");
        assert_eq!(server.surfaces().await, []);
        // A second click comes too late.
        let late = server
            .click(&question, ACCEPT, json!({"name": "Eve"}))
            .await;
        assert!(matches!(late, TurnOutcome::Failed(_)), "{late:?}");
    }
}

/// Returns the message with which a client closes a surface.
fn closed(surface: &str) -> Value {
    let message = crate::faces::closed_surface::closed_message(surface, "closed");
    serde_json::from_str(&message).unwrap()
}

#[tokio::test]
async fn declined_and_closed_questions_have_no_content() {
    for (transport, era) in SERVERS {
        let Some(server) = start(transport, era).await else {
            return;
        };
        for (event, action) in [
            ("elicitation.decline", "decline"),
            ("elicitation.cancel", "cancel"),
            ("", "cancel"),
        ] {
            server.call("who").await;
            let question = server.question().await;
            let outcome = match event {
                "" => server.send(&closed(&question.0)).await,
                event => server.click(&question, event, json!({})).await,
            };
            assert_eq!(outcome, TurnOutcome::Ended, "{transport} {era} {event}");
            let texts = server.texts().await;
            assert_eq!(
                texts.last(),
                Some(&json!({"a": {"action": action}})),
                "{event}"
            );
            assert_eq!(server.surfaces().await, []);
        }
        // A closed surface of the server itself is not an error.
        assert_eq!(server.send(&closed("menu")).await, TurnOutcome::Ended);
    }
}

#[tokio::test]
async fn several_questions_are_answered_in_any_order() {
    for (transport, era) in SERVERS {
        let Some(server) = start(transport, era).await else {
            return;
        };
        for (tool, at_once) in [("both", true), ("twice", false)] {
            assert_eq!(server.call(tool).await, TurnOutcome::Ended);
            let find = async |text: &str| {
                let shown = async {
                    loop {
                        let surfaces = server.surfaces().await;
                        let found = surfaces.into_iter().find(|(_, all)| all.contains(text));
                        match found {
                            Some(found) => return found,
                            None => tokio::time::sleep(Duration::from_millis(20)).await,
                        }
                    }
                };
                timeout(SOON, shown).await.unwrap()
            };
            let age = json!({"age": 20});
            let name = json!({"name": "Ada"});
            if at_once {
                let question = find("How old").await;
                server.click(&question, ACCEPT, age.clone()).await;
                server
                    .click(&find("Who are").await, ACCEPT, name.clone())
                    .await;
            } else {
                server
                    .click(&find("Who are").await, ACCEPT, name.clone())
                    .await;
                let question = find("How old").await;
                let young = json!({"age": 17});
                server.click(&question, ACCEPT, young).await;
                assert!(find("How old").await.1.contains("elicitation-problems"));
                server.click(&question, ACCEPT, age.clone()).await;
            }
            let expected = json!({"a": {"action": "accept", "content": name}, "b": {"action": "accept", "content": age}});
            let answered = async {
                while server.texts().await.last() != Some(&expected) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            };
            let is_answered = timeout(SOON, answered).await;
            assert!(
                is_answered.is_ok(),
                "{transport} {era} {tool}: {:?}",
                server.texts().await
            );
            assert_eq!(server.surfaces().await, [], "{transport} {era} {tool}");
        }
    }
}

#[tokio::test]
async fn other_messages_are_refused_while_a_call_waits_for_its_answer() {
    let Some(server) = start("lines", "2025-11-25").await else {
        return;
    };
    server.call("who").await;
    let waits = TurnOutcome::Failed("the agent waits for the answer to its question".to_owned());
    assert_eq!(server.call("plain").await, waits);
    let question = server.question().await;
    // A message that is not an answer leaves the question open.
    let mut other = click_of(&question, ACCEPT, json!({}));
    other["action"]["name"] = "other".into();
    assert!(matches!(server.send(&other).await, TurnOutcome::Failed(_)));
    // A client cannot change the schema of the question.
    let mut lie = click_of(&question, ACCEPT, json!({"name": ""}));
    let stated = lie["action"]["context"]["elicitation"].as_str().unwrap();
    let stated = stated.replace("\"minLength\":2", "\"minLength\":0");
    lie["action"]["context"]["elicitation"] = stated.into();
    server.send(&lie).await;
    let question = server.question().await;
    assert!(question.1.contains("elicitation-problems"));
    server
        .click(&question, "elicitation.decline", json!({}))
        .await;
    assert_eq!(server.call("plain").await, TurnOutcome::Ended);
    assert_eq!(server.texts().await.last(), Some(&json!("plain")));
}

#[tokio::test]
async fn a_server_can_withdraw_and_complete_its_questions() {
    for transport in ["lines", "http"] {
        let Some(server) = start(transport, "2025-11-25").await else {
            return;
        };
        for (tool, text) in [
            ("cancelled", json!("given up")),
            ("completed", json!({"action": "accept"})),
        ] {
            assert_eq!(server.call(tool).await, TurnOutcome::Ended);
            let answered = async {
                while server.texts().await.last() != Some(&text) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            };
            assert!(timeout(SOON, answered).await.is_ok(), "{transport} {tool}");
            assert_eq!(server.surfaces().await, [], "{transport} {tool}");
        }
    }
}

#[tokio::test]
async fn a_question_about_an_address_shows_the_address_and_its_server() {
    for (transport, era) in SERVERS {
        let Some(server) = start(transport, era).await else {
            return;
        };
        server.call("visit").await;
        let question = server.question().await;
        for part in [
            "https://shop.test/sign-in",
            "shop.test",
            "openUrl",
            "The <shop>",
        ] {
            assert!(question.1.contains(part), "{era}: {}", question.1);
        }
        assert_eq!(
            server.click(&question, ACCEPT, json!({})).await,
            TurnOutcome::Ended
        );
        assert_eq!(
            server.texts().await,
            [json!({"v": {"action": "accept"}})],
            "{era}"
        );
        if era != "2025-11-25" {
            continue;
        }
        // The call is repeated after the visit that its error requires.
        server.call("required").await;
        let question = server.question().await;
        assert_eq!(
            server.click(&question, ACCEPT, json!({})).await,
            TurnOutcome::Ended
        );
        assert_eq!(server.texts().await.last(), Some(&json!("signed in")));
    }
}

#[tokio::test]
async fn a_declined_visit_leaves_the_error_of_the_server() {
    let Some(server) = start("lines", "2025-11-25").await else {
        return;
    };
    server.call("required").await;
    let question = server.question().await;
    let outcome = server
        .click(&question, "elicitation.decline", json!({}))
        .await;
    let TurnOutcome::Failed(reason) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(reason.contains("sign in first"), "{reason}");
}

#[tokio::test]
async fn requests_for_other_input_fail_and_states_are_returned() {
    for transport in ["lines", "http"] {
        let Some(server) = start(transport, "modern").await else {
            return;
        };
        let outcome = server.call("sample").await;
        assert!(matches!(&outcome, TurnOutcome::Failed(_)), "{outcome:?}");
        assert_eq!(server.surfaces().await, []);
        assert_eq!(server.call("state").await, TurnOutcome::Ended);
        assert_eq!(server.texts().await, [json!({})]);
        // A server that always asks again does not stop its agent.
        let outcome = server.call("forever").await;
        assert!(matches!(&outcome, TurnOutcome::Failed(_)), "{outcome:?}");
        assert_eq!(server.call("plain").await, TurnOutcome::Ended);
    }
}

#[tokio::test]
async fn the_questions_of_a_server_that_ends_disappear() {
    let Some(server) = start("lines", "2025-11-25").await else {
        return;
    };
    server.call("die").await;
    let question = server.question().await;
    let outcome = server
        .click(&question, ACCEPT, json!({"name": "Ada"}))
        .await;
    assert!(matches!(outcome, TurnOutcome::Failed(_)), "{outcome:?}");
    assert_eq!(server.surfaces().await, []);
    // The next process works.
    assert_eq!(server.call("plain").await, TurnOutcome::Ended);
}
