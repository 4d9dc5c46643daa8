//! Connects an A2UI 0.8 agent to AG-UI clients, and to an A2UI 1.0 client in the same program.
//!
//! ```text
//! AG-UI clients: POST /ag-ui
//! {"version":"1.0","createSurface":{"surfaceId":"door","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","components":[{"id":"root","component":"Text","text":"Open"}]}}
//! ```
use agent_ui_live::{
    faces::ag_ui,
    gateway::{
        ClientContent, ClientMessage, Gateway, GatewaySettings,
        agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
        store::MemoryStore,
    },
    server::request_guard::RequestGuard,
};
use agent_ui_text::bridge::{Dialect, DialectOrProtocol};
use std::{error::Error, sync::Arc};

/// An agent that shows a door when the user says something.
struct Porter;

impl Agent for Porter {
    fn name(&self) -> &str {
        "porter"
    }
    fn dialect(&self) -> DialectOrProtocol {
        Dialect::A2ui0_8.into()
    }
    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        Box::new(Door(output))
    }
}

struct Door(AgentOutput);

impl AgentConnection for Door {
    fn deliver(&mut self, _input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        Box::pin(async {
            let text = r#"{"surfaceUpdate":{"surfaceId":"door","components":[{"id":"t","component":{"Text":{"text":{"literalString":"Open"}}}}]}}"#;
            self.0.messages(text).await;
            self.0
                .messages(r#"{"beginRendering":{"surfaceId":"door","root":"t"}}"#)
                .await;
            Ok(TurnEnd::Ended)
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = Arc::new(MemoryStore::new());
    let gateway = Gateway::start(vec![Arc::new(Porter)], store, GatewaySettings::default());
    let _routes = axum::Router::new().nest(
        "/ag-ui",
        ag_ui::routes(gateway.clone(), RequestGuard::default()),
    );
    println!("AG-UI clients: POST /ag-ui");

    let session = gateway.session("hall").await?;
    session
        .send(ClientMessage::new(
            "example",
            ClientContent::Text("Hello".to_owned()),
        ))
        .await?
        .wait()
        .await;
    for message in session
        .snapshot(Dialect::A2ui1_0)
        .await?
        .surfaces
        .iter()
        .flat_map(|surface| &surface.messages)
    {
        println!("{message}");
    }
    Ok(())
}
