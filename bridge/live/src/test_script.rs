//! Agents that a test scripts, and a gateway in front of one.
#![allow(clippy::unwrap_used)]

use crate::gateway::{
    Gateway, GatewayReport, GatewaySettings,
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    store::MemoryStore,
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::net::TcpListener;

/// The surface of a 0.8 agent, and the messages that 0.9 clients receive.
pub(crate) const OLD: &str = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go"}}}},{"id":"t","component":{"Text":{"text":{"literalString":"Go"}}}}]}}
{"beginRendering":{"surfaceId":"s","root":"b"}}"#;
/// A click on the button of the surface.
pub(crate) const ACTION: &str = r#"{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}"#;

/// An agent with one answer per input. An answer that is not JSON becomes a text.
#[derive(Clone, Default)]
pub(crate) struct Script {
    pub(crate) answers: Arc<Mutex<VecDeque<Result<String, AgentError>>>>,
    pub(crate) received: Arc<Mutex<Vec<AgentInput>>>,
}

impl Script {
    pub(crate) fn new(answers: &[&str]) -> Self {
        let answers = answers
            .iter()
            .map(|&answer| Ok(answer.to_owned()))
            .collect();
        Self {
            answers: Arc::new(Mutex::new(answers)),
            ..Self::default()
        }
    }

    pub(crate) fn received(&self) -> Vec<AgentInput> {
        self.received.lock().unwrap().clone()
    }
}

impl Agent for Script {
    fn name(&self) -> &str {
        "script"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(ScriptConnection(self.clone(), output))
    }
}

struct ScriptConnection(Script, AgentOutput);

impl AgentConnection for ScriptConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            // The script has no answer to a correction.
            if input
                .messages
                .iter()
                .any(|message| message.member("error").is_some())
            {
                return Ok(TurnEnd::Ended);
            }
            self.0.received.lock().unwrap().push(input);
            let answer = self.0.answers.lock().unwrap().pop_front();
            match answer.transpose()? {
                Some(text) if text.starts_with('{') => self.1.messages(&text).await,
                Some(text) => self.1.text(&text).await,
                None => {}
            }
            Ok(TurnEnd::Ended)
        })
    }
}

/// The reports of a gateway.
pub(crate) type Reports = Arc<Mutex<Vec<GatewayReport>>>;

/// Starts a gateway with one agent.
pub(crate) fn gateway(agent: impl Agent + 'static) -> (Gateway, Reports) {
    let reports: Reports = Arc::default();
    let reported = Arc::clone(&reports);
    let settings = GatewaySettings {
        report: Arc::new(move |report| reported.lock().unwrap().push(report.clone())),
        turn_silence: Duration::from_millis(50),
        ..GatewaySettings::default()
    };
    (
        Gateway::start(
            vec![Arc::new(agent)],
            Arc::new(MemoryStore::new()),
            settings,
        ),
        reports,
    )
}

/// An agent that receives all messages and never answers.
pub(crate) struct Silent(pub(crate) Arc<Mutex<usize>>);

impl Agent for Silent {
    fn name(&self) -> &str {
        "silent"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _session: &str, _output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(Self(Arc::clone(&self.0)))
    }
}

impl AgentConnection for Silent {
    fn deliver(&mut self, _input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        *self.0.lock().unwrap() += 1;
        Box::pin(std::future::pending())
    }
}

/// Serves routes below `/face`, and returns their address.
pub(crate) async fn serve(routes: axum::Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/face", listener.local_addr().unwrap());
    let routes = axum::Router::new().nest("/face", routes);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}
