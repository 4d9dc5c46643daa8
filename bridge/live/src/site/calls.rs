//! Tool calls, and the site as a source of MCP tools.

use super::{
    Site, SiteState,
    contexts::{self, PageContext},
    effects::{CallAnswer, Effect},
    mcp_tools::McpTools,
};
use crate::{
    faces::tool_source::{ToolDocument, ToolResult, ToolSource},
    gateway::agent::BoxFuture,
};
use agent_ui_text::bridge::{
    Dialect,
    actions_json::item::{ActionError, CallId, ErrorCode, ErrorDetails, Item},
    mcp::Tool,
};
use std::sync::Arc;
use tokio::sync::{oneshot, watch};
use uuid::Uuid;
use wire::Payload;

impl Site {
    /// Calls a tool, and waits for the page's answer. The answer matches the `result_schema` of the tool.
    ///
    /// Dropping the future stops the waiting, but the page still performs the call.
    ///
    /// # Errors
    /// Returns the error of the page, of the checks before the call, or `handler_timeout`.
    pub async fn call(&self, name: &str, arguments: &Payload) -> CallAnswer {
        let call_id = CallId::from(Uuid::new_v4().to_string());
        let (sender, answer) = oneshot::channel();
        self.change(
            |state, now| match state.pages.call(call_id.clone(), name, arguments, now) {
                Ok(effects) => {
                    state.answers.insert(call_id.clone(), sender);
                    let effects = match state.can_send(&effects) {
                        true => effects,
                        false => {
                            state.pages.abandon(&call_id);
                            Effect::failed(not_delivered(&call_id))
                                .into_iter()
                                .collect()
                        }
                    };
                    (Ok(()), effects)
                }
                Err(error) => (Err(error), Vec::new()),
            },
        )?;
        let _waiting = WaitingCall {
            site: self,
            call_id: &call_id,
        };
        answer
            .await
            .unwrap_or_else(|_| Err(Box::new(not_delivered(&call_id))))
    }

    /// Returns the tools of all ready pages as this version of MCP defines them, in order of connection.
    ///
    /// The execution of a tool is omitted, because only its page needs it. Tools that MCP cannot express are omitted
    /// and reported.
    pub fn tools(&self, version: Dialect) -> Vec<Tool> {
        self.mcp_tools(version).tools().cloned().collect()
    }

    fn mcp_tools(&self, version: Dialect) -> Arc<McpTools> {
        self.change(|state, _| {
            if let Some(known) = state.mcp_tools.get(&version) {
                return (Arc::clone(known), Vec::new());
            }
            let (tools, reports) = McpTools::new(state.pages.tools(), version);
            let tools = Arc::new(tools);
            state.mcp_tools.insert(version, Arc::clone(&tools));
            (tools, reports.into_iter().map(Effect::Report).collect())
        })
    }
}

impl SiteState {
    /// Returns `true` if the connections for all items are open.
    fn can_send(&self, effects: &[Effect]) -> bool {
        effects.iter().all(|effect| match effect {
            Effect::Send { connection, .. } => self
                .connections
                .get(connection)
                .is_some_and(|outgoing| outgoing.is_open()),
            _ => true,
        })
    }
}

fn not_delivered(call_id: &CallId) -> ActionError {
    let message = "the call cannot be sent to the page";
    ActionError::new(ErrorDetails::new(ErrorCode::TransportFailed, message).recoverable(true))
        .call_id(call_id.clone())
}

/// A guard that stops waiting for a call when it is dropped.
struct WaitingCall<'s> {
    site: &'s Site,
    call_id: &'s CallId,
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        let mut state = self.site.state();
        if state.answers.remove(self.call_id).is_some() {
            state.pages.abandon(self.call_id);
        }
    }
}

impl ToolSource for Site {
    fn tools(&self, version: Dialect) -> Vec<Payload> {
        let contexts = self.state().pages.contexts();
        let tools = self.mcp_tools(version);
        tools
            .tools()
            .filter_map(|tool| contexts::with_documents(tool, &contexts))
            .collect()
    }

    fn documents(&self) -> Vec<ToolDocument> {
        self.state()
            .pages
            .contexts()
            .iter()
            .map(PageContext::document)
            .collect()
    }

    fn call<'a>(
        &'a self,
        version: Dialect,
        name: &'a str,
        arguments: &'a Payload,
    ) -> BoxFuture<'a, Option<ToolResult>> {
        Box::pin(async move {
            let tools = self.mcp_tools(version);
            let name = tools.name_on_pages(name)?;
            let answer: Item = match Site::call(self, name, arguments).await {
                Ok(output) => output.into(),
                Err(error) => (*error).into(),
            };
            Some(super::mcp_tools::result(answer, version))
        })
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }
}
