//! Tests of gateways whose sessions move between programs.

use super::{connect, server::Server};
use agent_ui_text::bridge::{Dialect, DialectOrProtocol, Protocol};
use live::gateway::{
    ClientContent, ClientMessage, Gateway, GatewayError, GatewayReportKind, GatewaySettings,
    Session, Turn, TurnOutcome, Update,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    store::SessionStore,
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// The pause of the agent before it answers a text that begins with `slow`.
pub(super) const PAUSE: Duration = Duration::from_millis(400);
pub(super) const SHOWN: Dialect = Dialect::A2ui0_9;

/// An agent that creates a surface named after each text. The agent never answers a text that begins with `wait`, and answers a text that
/// begins with `slow` after a pause. A surface whose name begins with `large` has more than 8 kB.
#[derive(Clone, Default)]
pub(super) struct Clerk {
    waits: bool,
    received: Arc<Mutex<Vec<String>>>,
}

impl Clerk {
    pub(super) fn received(&self) -> Vec<String> {
        self.received.lock().unwrap().clone()
    }
}

impl Agent for Clerk {
    fn name(&self) -> &str {
        "clerk"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(Desk {
            clerk: self.clone(),
            output,
        })
    }
}

struct Desk {
    clerk: Clerk,
    output: AgentOutput,
}

impl AgentConnection for Desk {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            let action = input
                .messages
                .first()
                .map(|message| message.text().to_owned());
            let said = input.text.or(action).unwrap_or_default();
            if self.clerk.waits && said.starts_with("wait") {
                std::future::pending::<()>().await;
            }
            self.clerk.received.lock().unwrap().push(format!(
                "{} {}",
                input.id,
                said.chars().take(9).collect::<String>()
            ));
            if said.starts_with("slow") {
                tokio::time::sleep(PAUSE).await;
            }
            let shown = if said.starts_with("large") {
                "x".repeat(8192)
            } else {
                said.clone()
            };
            let create = format!(
                r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{said}","catalogId":"c","sendDataModel":true}}}}
{{"version":"v0.9","updateComponents":{{"surfaceId":"{said}","components":[{{"id":"root","component":"Text","text":"{shown}"}}]}}}}"#
            );
            if !said.starts_with('{') {
                self.output.messages(&create).await;
            }
            Ok(TurnEnd::Ended)
        })
    }
}

pub(super) fn gateway(server: &Server, clerk: &Clerk) -> Gateway {
    gateway_on(connect(server), clerk).0
}

/// Returns a gateway and the list of its reports.
pub(super) fn gateway_on(
    store: impl SessionStore + 'static,
    clerk: &Clerk,
) -> (Gateway, Arc<Mutex<Vec<GatewayReportKind>>>) {
    let reports: Arc<Mutex<Vec<GatewayReportKind>>> = Arc::default();
    let reported = Arc::clone(&reports);
    let settings = GatewaySettings {
        report: Arc::new(move |report| reported.lock().unwrap().push(report.kind.clone())),
        ..GatewaySettings::default()
    };
    (
        Gateway::start(vec![Arc::new(clerk.clone())], Arc::new(store), settings),
        reports,
    )
}

pub(super) fn text(text: &str, id: &str) -> ClientMessage {
    let message = ClientMessage::new("test", ClientContent::Text(text.to_owned()));
    ClientMessage {
        id: Some(id.to_owned()),
        ..message
    }
}

fn action(surface: &str) -> ClientMessage {
    let message = format!(
        r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"{surface}","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{{}}}}}}"#
    );
    ClientMessage::new(
        "test",
        ClientContent::A2ui {
            message,
            dialect: SHOWN,
        },
    )
}

pub(super) async fn ended(turn: Result<Turn, GatewayError>) {
    assert_eq!(turn.unwrap().wait().await, TurnOutcome::Ended);
}

/// Returns the ids of the surfaces, and the texts of the users.
pub(super) async fn shown(session: &Session) -> (Vec<String>, Vec<String>) {
    let snapshot = session.snapshot(SHOWN).await.unwrap();
    let surfaces = snapshot.surfaces.into_iter().map(|surface| surface.id);
    (
        surfaces.collect(),
        snapshot.texts.into_iter().map(|text| text.text).collect(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_moves_between_programs_without_loss() {
    let Some(server) = Server::start() else {
        return;
    };
    let (one, two) = (Clerk::default(), Clerk::default());
    let (first, second) = (gateway(&server, &one), gateway(&server, &two));
    let session = first.session("chat").await.unwrap();
    ended(session.send(text("a", "1")).await).await;
    let (_, mut updates) = session.subscribe(SHOWN).await.unwrap();

    let moved = second.session("chat").await.unwrap();
    assert_eq!(shown(&moved).await, shown(&session).await);
    ended(moved.send(action("a")).await).await;
    ended(moved.send(text("b", "2")).await).await;
    // A message that a client repeats at the other program is delivered once.
    ended(moved.send(text("a", "1")).await).await;

    let back = first.session("chat").await.unwrap();
    assert_eq!(
        shown(&back).await,
        (
            vec!["a".to_owned(), "b".to_owned()],
            vec!["a".to_owned(), "b".to_owned()]
        )
    );
    // A client that stayed connected takes a new snapshot.
    assert!(matches!(updates.next().await, Some(Update::Lagged)));
    ended(back.send(text("c", "3")).await).await;
    assert_eq!(one.received(), ["chat/1 a", "chat/11 c"]);
    assert_eq!(two.received(), [r#"chat/5 {"version"#, "chat/7 b"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_with_ids_are_stored_once() {
    const CLIENTS: usize = 3;
    const MESSAGES: usize = 12;
    let Some(mut server) = Server::start() else {
        return;
    };
    let clerks = [Clerk::default(), Clerk::default()];
    let gateways = [gateway(&server, &clerks[0]), gateway(&server, &clerks[1])];
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let gateways = gateways.clone();
            tokio::spawn(async move {
                for message in 0..MESSAGES {
                    let name = format!("{client}-{message}");
                    let mut attempt = client + message;
                    // Each attempt may reach another program.
                    while send(&gateways[attempt % 2], &name).await.is_err() {
                        attempt += 1;
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let server = tokio::task::spawn_blocking(move || {
        server.kill();
        server.restart();
        server
    });
    let _server = server.await.unwrap();
    for client in clients {
        client.await.unwrap();
    }
    for gateway in &gateways {
        while gateway.is_store_away() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let session = gateway.session("chat").await.unwrap();
        let (_, texts) = shown(&session).await;
        assert_eq!(texts.len(), CLIENTS * MESSAGES, "{texts:?}");
        for client in 0..CLIENTS {
            let own = texts
                .iter()
                .filter(|text| text.starts_with(&format!("{client}-")));
            let expected = (0..MESSAGES).map(|message| format!("{client}-{message}"));
            assert!(own.cloned().eq(expected), "{texts:?}");
        }
    }
}

async fn send(gateway: &Gateway, name: &str) -> Result<Turn, GatewayError> {
    gateway.session("chat").await?.send(text(name, name)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_program_delivers_the_messages_of_a_killed_one() {
    let Some(server) = Server::start() else {
        return;
    };
    let killed = Clerk {
        waits: true,
        ..Clerk::default()
    };
    let first = gateway(&server, &killed);
    let session = first.session("chat").await.unwrap();
    ended(session.send(text("a", "1")).await).await;
    let _waiting = session.send(text("wait", "2")).await.unwrap();
    let _behind = session.send(text("b", "3")).await.unwrap();
    drop((session, first));

    let clerk = Clerk::default();
    let second = gateway(&server, &clerk);
    let moved = second.session("chat").await.unwrap();
    let end = tokio::time::Instant::now() + Duration::from_secs(20);
    while clerk.received().len() < 2 {
        assert!(tokio::time::Instant::now() < end, "{:?}", clerk.received());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    moved.idle().wait().await;
    assert_eq!(clerk.received(), ["chat/5 wait", "chat/6 b"]);
    assert_eq!(shown(&moved).await.0, ["a", "wait", "b"]);
    assert_eq!(killed.received(), ["chat/1 a"]);
}
