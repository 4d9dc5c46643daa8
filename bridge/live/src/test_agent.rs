//! A gateway with one agent that a test controls.
#![allow(clippy::unwrap_used)]

use crate::gateway::{
    Gateway, GatewayReport, GatewaySettings,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    store::{MemoryStore, SessionStore},
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::{
    future::Future,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout,
};

/// A surface with a button whose checks need a name.
pub(crate) const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","theme":{"agentDisplayName":"Museum"}}}"#;
pub(crate) const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"a"}]}}"#;
pub(crate) const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
pub(crate) const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;

/// Replaces surface `s` by surface `t` in a message.
pub(crate) fn other(text: &str) -> String {
    text.replace("\"surfaceId\":\"s\"", "\"surfaceId\":\"t\"")
}

/// Waits for a future that must be ready soon.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what).await.unwrap()
}

/// A gateway with the agent `museum`.
pub(crate) struct TestAgent {
    pub(crate) gateway: Gateway,
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) reports: Arc<Mutex<Vec<GatewayReport>>>,
    output: Arc<Mutex<Option<AgentOutput>>>,
    received: UnboundedReceiver<AgentInput>,
}

impl TestAgent {
    pub(crate) fn new() -> Self {
        Self::with(Arc::default())
    }

    /// Starts a gateway on the store of another gateway.
    pub(crate) fn with(store: Arc<MemoryStore>) -> Self {
        let (received_in, received) = unbounded_channel();
        let output: Arc<Mutex<Option<AgentOutput>>> = Arc::default();
        let agent = Museum {
            output: Arc::clone(&output),
            received: received_in,
        };
        let reports: Arc<Mutex<Vec<GatewayReport>>> = Arc::default();
        let reported = Arc::clone(&reports);
        let settings = GatewaySettings {
            report: Arc::new(move |report| reported.lock().unwrap().push(report.clone())),
            ..GatewaySettings::default()
        };
        let gateway = Gateway::start(
            vec![Arc::new(agent)],
            Arc::clone(&store) as Arc<dyn SessionStore>,
            settings,
        );
        Self {
            gateway,
            store,
            reports,
            output,
            received,
        }
    }

    /// Sends messages in the session `main`, and returns after they are stored.
    pub(crate) async fn say(&self, messages: &[&str]) {
        let _session = self.gateway.session("main").await.unwrap();
        let output = self.output.lock().unwrap().clone().unwrap();
        for message in messages {
            output.messages(message).await;
        }
    }

    /// Announces in the session `main` that the agent is away or back.
    pub(crate) async fn set_away(&self, is_away: bool) {
        let output = self.output.lock().unwrap().clone().unwrap();
        output.set_away(is_away).await;
    }

    /// Returns the next message that the agent receives.
    pub(crate) async fn hear(&mut self) -> String {
        let input = soon(self.received.recv()).await.unwrap();
        input.messages.first().unwrap().text().to_owned()
    }

    /// Returns `true` if the agent has received no further message.
    pub(crate) fn is_quiet(&self) -> bool {
        self.received.is_empty()
    }

    /// Returns the rules of the refused client messages.
    pub(crate) fn refused(&self) -> Vec<String> {
        use crate::gateway::GatewayReportKind::Input;
        let reports = self.reports.lock().unwrap();
        let rules = reports.iter().filter_map(|report| match &report.kind {
            Input { diagnostic, .. } => Some(diagnostic.rule.clone()),
            _ => None,
        });
        rules.collect()
    }
}

struct Museum {
    output: Arc<Mutex<Option<AgentOutput>>>,
    received: UnboundedSender<AgentInput>,
}

impl Agent for Museum {
    fn name(&self) -> &str {
        "museum"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        *self.output.lock().unwrap() = Some(output);
        Box::new(Desk(self.received.clone()))
    }
}

struct Desk(UnboundedSender<AgentInput>);

impl AgentConnection for Desk {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        let _ = self.0.send(input);
        Box::pin(async { Ok(TurnEnd::Ended) })
    }
}
