//! The definitions of the tools.
//!
//! Specification: [MCP 2025-11-25, tools](https://modelcontextprotocol.io/specification/2025-11-25/server/tools).

use super::{app::APP_URI, results::introduction};
use crate::gateway::AgentDescription;
use wire::Payload;

/// The tool that shows the surfaces of a session.
pub(super) const SHOW: &str = "agent_ui_show";
/// The tool that sends an action of the user.
pub(super) const ACTION: &str = "agent_ui_action";

const SESSION: &str = r#"{"type":"string","description":"The session, as the first part of the URI of its surfaces. By default, the client's own session; a client of MCP 2026-07-28 over HTTP states the session that the first result names."}"#;

/// Returns the tools as a JSON list, which is the same in all revisions.
pub(super) fn list(described: &AgentDescription) -> String {
    let introduction = introduction(described);
    let text = |text: &str| Payload::string(&format!("{introduction}{text}"));
    let title = |text: &str| match &described.name {
        Some(name) => Payload::string(&format!("{name}: {text}")),
        None => Payload::string(text),
    };
    let meta = format!(
        r#"{{"ui":{{"resourceUri":"{APP_URI}","visibility":["model","app"]}},"ui/resourceUri":"{APP_URI}"}}"#
    );
    let show = format!(
        r#"{{"name":"{SHOW}","title":{},"description":{},"inputSchema":{{"type":"object","properties":{{"text":{{"type":"string","description":"A message of the user to the agent."}},"session":{SESSION}}},"additionalProperties":false}},"annotations":{{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":true}},"_meta":{meta}}}"#,
        title("Show surfaces"),
        text(
            "Shows the surfaces that the agent has created: forms, lists and other interactive views. With `text`, first sends the agent this message of the user and waits for its answer."
        ),
    );
    let action = format!(
        r#"{{"name":"{ACTION}","title":{},"description":{},"inputSchema":{{"type":"object","properties":{{"version":{{"type":"string","description":"The version of A2UI, v0.9.","enum":["v0.9"]}},"action":{{"type":"object","description":"The action, as in an A2UI message.","properties":{{"name":{{"type":"string","description":"The name of the action, as the component states it."}},"surfaceId":{{"type":"string"}},"sourceComponentId":{{"type":"string","description":"The id of the component."}},"timestamp":{{"type":"string","description":"The time of the action in ISO 8601. By default, now."}},"context":{{"type":"object","description":"The values that the component sends with the action."}}}},"required":["name","surfaceId","sourceComponentId"]}},"dataModel":{{"type":"object","description":"The data models of the surfaces, as the object a2uiClientDataModel."}},"session":{SESSION},"after":{{"type":"integer","description":"The number of the last result that an app has shown. The result then also contains the messages since that result.","minimum":0}}}},"required":["action"],"additionalProperties":false}},"annotations":{{"readOnlyHint":false,"openWorldHint":true}},"_meta":{meta}}}"#,
        title("Act on a surface"),
        text(
            "Sends the agent an action of the user on a surface, such as a pressed button, and answers with what has changed."
        ),
    );
    format!("[{show},{action}]")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use agent_ui_text::bridge::{Dialect, mcp_check};

    #[test]
    fn the_tool_list_is_valid_in_every_revision() {
        let stateless = r#","resultType":"complete","ttlMs":0,"cacheScope":"private""#;
        for (dialect, rest) in [
            (Dialect::Mcp2025_06, ""),
            (Dialect::Mcp2025_11, ""),
            (Dialect::Mcp2026_07, stateless),
        ] {
            let description = AgentDescription {
                name: Some("\"Boats\"".to_owned()),
                description: Some("Books boat trips".to_owned()),
                skills: Vec::new(),
            };
            let list = list(&description);
            assert!(
                list.contains(r#""title":"\"Boats\": Show surfaces""#),
                "{list}"
            );
            assert!(
                list.contains(r#""description":"\"Boats\": Books boat trips. Shows the"#),
                "{list}"
            );
            let text = format!(r#"{{"tools":{list}{rest}}}"#);
            assert_eq!(
                mcp_check::check(&text, Some(dialect)).unwrap(),
                [],
                "{dialect}"
            );
        }
    }
}
