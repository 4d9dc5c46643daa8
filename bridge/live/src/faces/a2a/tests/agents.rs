//! Scripted agents for the tests.

use crate::gateway::agent::{
    Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd,
};
use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// An agent that follows a script.
///
/// | text | answer |
/// |---|---|
/// | `show X` | creates the surface `X`, and says `X is there` |
/// | `wait` | says `wait`, and ends its turn after `released` |
/// | `wait with X` | creates the surface `X` before that |
/// | `fail` | fails |
/// | `stray` | sends a message that is refused |
/// | `stray words` | says `words` after that |
///
/// An action becomes the data of its surface.
#[derive(Clone)]
pub(super) struct Desk {
    name: &'static str,
    /// A surface that the agent creates when it is connected.
    own: Option<&'static str>,
    pub(super) inputs: Arc<Mutex<Vec<AgentInput>>>,
    pub(super) released: Arc<Notify>,
}

impl Desk {
    pub(super) fn new(name: &'static str, own: Option<&'static str>) -> Arc<Self> {
        Arc::new(Self {
            name,
            own,
            inputs: Arc::default(),
            released: Arc::default(),
        })
    }

    /// Returns what the agent received, as JSON.
    pub(super) fn received(&self) -> Vec<AgentInput> {
        self.inputs.lock().unwrap().clone()
    }
}

impl Agent for Desk {
    fn name(&self) -> &str {
        self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        if let Some(own) = self.own {
            let output = output.clone();
            tokio::spawn(async move { output.messages(&created(own)).await });
        }
        Box::new(DeskConnection {
            desk: self.clone(),
            output,
        })
    }
}

/// Returns the messages that create a surface.
pub(super) fn created(id: &str) -> String {
    let catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    format!(
        r#"[{{"version":"v0.9","createSurface":{{"surfaceId":"{id}","catalogId":"{catalog}","sendDataModel":true}}}},
            {{"version":"v0.9","updateComponents":{{"surfaceId":"{id}","components":[{{"id":"root","component":"Text","text":{{"path":"/said"}}}}]}}}}]"#
    )
}

struct DeskConnection {
    desk: Desk,
    output: AgentOutput,
}

impl AgentConnection for DeskConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async move {
            self.desk.inputs.lock().unwrap().push(input.clone());
            if let Some(text) = &input.text {
                if let Some(surface) = text.strip_prefix("show ") {
                    self.output.messages(&created(surface)).await;
                    self.output.text(&format!("{surface} is there")).await;
                }
                if let Some(surface) = text.strip_prefix("wait with ") {
                    self.output.messages(&created(surface)).await;
                }
                if text.starts_with("wait") {
                    self.output.text("wait").await;
                    self.desk.released.notified().await;
                }
                if text.starts_with("stray") {
                    let stray = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"other","path":"/said","value":1}}"#;
                    self.output.messages(stray).await;
                }
                if let Some(words) = text.strip_prefix("stray ") {
                    self.output.text(words).await;
                }
                if text == "fail" {
                    return Err(AgentError::permanent("the desk is closed"));
                }
            }
            for message in &input.messages {
                let Some(action) = message.member("action") else {
                    continue;
                };
                let (surface, name) = (
                    action.member("surfaceId").unwrap(),
                    action.member("name").unwrap(),
                );
                let update = format!(
                    r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":{surface},"path":"/said","value":{name}}}}}"#
                );
                self.output.messages(&update).await;
            }
            Ok(TurnEnd::Ended)
        })
    }
}
