//! The tools of other tool sources.

use super::{results::McpResult, revision::Revision, service::Service, tool_calls::failed, tools};
use crate::gateway::AgentDescription;
use std::collections::BTreeSet;
use tokio::time::{Instant, timeout_at};
use wire::json_rpc::JsonRpcError;
use wire::{DecodeError, Payload};

impl Service {
    /// Returns `true` if the list of tools can change.
    pub(super) fn has_sources(&self) -> bool {
        !self.settings.tools.0.is_empty()
    }

    /// Lists the tools of the face, followed by those of the sources. Names are unique.
    pub(super) fn list_tools(
        &self,
        revision: Revision,
        described: &AgentDescription,
    ) -> Result<Payload, DecodeError> {
        let own = Payload::parse(tools::list(described))?;
        let mut names = BTreeSet::new();
        let further = self
            .settings
            .tools
            .0
            .iter()
            .flat_map(|source| source.tools(revision.dialect()));
        let all = own.elements().chain(further);
        let all: Vec<_> = all
            .filter(|tool| names.insert(tool.member("name").map(|name| name.text().to_owned())))
            .collect();
        Ok(Payload::array(&all))
    }

    /// Calls a tool of a source, with the time limit from the settings.
    pub(super) async fn call_source(
        &self,
        name: &str,
        arguments: &Payload,
        revision: Revision,
    ) -> Result<McpResult, JsonRpcError> {
        let end = Instant::now() + self.settings.wait;
        for source in &self.settings.tools.0 {
            let Ok(result) =
                timeout_at(end, source.call(revision.dialect(), name, arguments)).await
            else {
                let seconds = self.settings.wait.as_secs();
                return Ok(failed(&format!(
                    "the tool has not answered within {seconds} s"
                )));
            };
            let Some(result) = result else { continue };
            let mut answer = McpResult::new().with("content", &result.content);
            if let Some(structured) = &result.structured {
                answer = answer.with("structuredContent", structured);
            }
            return Ok(if result.is_error {
                answer.with("isError", &true)
            } else {
                answer
            });
        }
        Err(JsonRpcError::invalid_params(format!(
            "the tool `{name}` does not exist"
        )))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{
        faces::{
            mcp::{
                McpSettings,
                call::{Filter, McpCall},
                client_state::ClientState,
                notifier::{Notice, Notifier},
            },
            tool_source::{ToolDocument, ToolResult, ToolSource, ToolSources},
        },
        gateway::{Gateway, GatewaySettings, agent::BoxFuture, store::MemoryStore},
    };
    use agent_ui_text::bridge::Dialect;
    use std::{sync::Arc, time::Duration};
    use tokio::{sync::watch, time::timeout};

    /// A source whose only tool has the number of changes as its name.
    struct Numbered(watch::Sender<u64>);

    impl ToolSource for Numbered {
        fn tools(&self, version: Dialect) -> Vec<Payload> {
            let names = [format!("tool_{}", *self.0.borrow()), tools::SHOW.to_owned()];
            let tool = |name| {
                let description = Payload::string(version.as_str());
                Payload::object([
                    ("name", &Payload::string(name)),
                    ("description", &description),
                ])
            };
            names.iter().map(|name| tool(name)).collect()
        }

        fn call<'a>(
            &'a self,
            version: Dialect,
            name: &'a str,
            arguments: &'a Payload,
        ) -> BoxFuture<'a, Option<ToolResult>> {
            Box::pin(async move {
                let result = ToolResult::error(&format!("{} {arguments}", version.as_str()));
                (name == "tool_0").then_some(result)
            })
        }

        fn documents(&self) -> Vec<ToolDocument> {
            let [uri, name, title, text] =
                ["x://doc", "doc", "A document", "Read this."].map(str::to_owned);
            vec![ToolDocument {
                uri,
                name,
                title,
                text,
            }]
        }

        fn changes(&self) -> watch::Receiver<u64> {
            self.0.subscribe()
        }
    }

    fn service(source: Arc<Numbered>) -> Service {
        let gateway = Gateway::start(
            Vec::new(),
            Arc::new(MemoryStore::new()),
            GatewaySettings::default(),
        );
        let tools = ToolSources(vec![source]);
        Service::new(
            gateway,
            McpSettings {
                tools,
                ..McpSettings::default()
            },
        )
    }

    #[tokio::test]
    async fn the_tools_of_a_source_are_listed_and_called() {
        let service = service(Arc::new(Numbered(watch::channel(0).0)));
        let client = ClientState::new(Some("main".to_owned()));
        let list = service
            .answer(McpCall::ListTools, Revision::V2025_06, &client, None)
            .await
            .unwrap();
        let names: Vec<_> = list
            .member("tools")
            .unwrap()
            .elements()
            .map(|tool| tool.member("name").unwrap())
            .collect();
        assert_eq!(
            names.iter().map(Payload::text).collect::<Vec<_>>(),
            [r#""agent_ui_show""#, r#""agent_ui_action""#, r#""tool_0""#]
        );
        let call = |name: &str| McpCall::RunTool {
            name: name.to_owned(),
            arguments: Payload::empty_object(),
            abilities: Default::default(),
            input: Default::default(),
        };
        let result = service
            .answer(call("tool_0"), Revision::V2025_11, &client, None)
            .await
            .unwrap();
        assert_eq!(
            result.text(),
            r#"{"content":[{"type":"text","text":"mcp@2025-11-25 {}"}],"isError":true}"#
        );
        assert_eq!(
            service
                .answer(call("tool_1"), Revision::V2025_11, &client, None)
                .await
                .unwrap_err()
                .code,
            -32602
        );
        let started = service
            .answer(McpCall::Discover, Revision::V2026_07, &client, None)
            .await
            .unwrap();
        assert!(
            started.text().contains(r#""tools":{"listChanged":true}"#),
            "{started}"
        );
        let list = service
            .answer(McpCall::ListTools, Revision::V2026_07, &client, None)
            .await
            .unwrap();
        assert!(list.text().contains(r#""ttlMs":0"#), "{list}");
    }

    #[tokio::test]
    async fn the_documents_of_a_source_are_resources() {
        let service = service(Arc::new(Numbered(watch::channel(0).0)));
        let client = ClientState::new(None);
        let list = service
            .answer(McpCall::ListResources, Revision::V2025_11, &client, None)
            .await
            .unwrap();
        let document =
            r#"{"uri":"x://doc","name":"doc","title":"A document","mimeType":"text/plain"}"#;
        assert!(list.text().contains(document), "{list}");
        let read = McpCall::ReadResource {
            uri: "x://doc".to_owned(),
        };
        let read = service
            .answer(read, Revision::V2025_11, &client, None)
            .await
            .unwrap();
        let contents =
            r#"{"contents":[{"uri":"x://doc","mimeType":"text/plain","text":"Read this."}]}"#;
        assert_eq!(read.text(), contents);
    }

    #[tokio::test]
    async fn clients_that_ask_are_notified_of_changed_tools() {
        let source = Arc::new(Numbered(watch::channel(0).0));
        let service = service(Arc::clone(&source));
        let wanting = Notifier::new(
            &service,
            Filter {
                tools_changed: true,
                ..Filter::default()
            },
        );
        let other = Notifier::new(&service, Filter::default());
        let (mut wanted, mut unwanted) = (wanting.open(Some("main")), other.open(Some("main")));
        for _ in 0..2 {
            source.0.send_modify(|changes| *changes += 1);
            let notice = timeout(Duration::from_secs(10), wanted.recv())
                .await
                .unwrap()
                .unwrap();
            assert_eq!(notice, Notice::ToolsChanged);
            assert!(
                notice
                    .notification(None)
                    .to_line()
                    .contains("notifications/tools/list_changed")
            );
        }
        assert!(unwanted.try_recv().is_err());
        // A change before a stream opens is not missed.
        let late = Notifier::new(
            &service,
            Filter {
                tools_changed: true,
                ..Filter::default()
            },
        );
        source.0.send_modify(|changes| *changes += 1);
        let mut wanted = late.open(Some("main"));
        assert_eq!(
            timeout(Duration::from_secs(10), wanted.recv())
                .await
                .unwrap(),
            Some(Notice::ToolsChanged)
        );
    }
}
