//! Selects the tool for a client's message.

use crate::gateway::agent::AgentInput;
use agent_ui_text::bridge::mcp::Tool;
use wire::{Payload, PayloadKind};

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ToolCall {
    pub(super) name: String,
    pub(super) arguments: Payload,
}

/// The tools of a server, and their roles.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub(super) tools: Vec<Tool>,
    /// The name of the tool that receives actions.
    pub(super) action_tool: String,
    /// The session for stateless servers, if their tools have an argument for it.
    pub(super) session: Option<String>,
}

impl Tools {
    fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Returns the call that shows the surfaces, if the server has a tool for this.
    pub(super) fn show(&self, text: Option<&str>) -> Option<ToolCall> {
        let tool = self.find(crate::faces::mcp::tools::SHOW)?;
        let text = text.map(|text| ("text", Payload::string(text)));
        Some(self.call(tool, text.into_iter().collect()))
    }

    /// Returns the calls for a message of a client, in order.
    ///
    /// # Errors
    /// Returns the reason if the server cannot receive the message.
    pub(super) fn calls_for(&self, input: &AgentInput) -> Result<Vec<ToolCall>, String> {
        let actions = input
            .messages
            .iter()
            .map(|message| self.call_for_message(message, input));
        actions
            .chain(input.text.iter().map(|text| self.call_for_text(text)))
            .collect()
    }

    /// Returns the call for an A2UI message of the client.
    fn call_for_message(&self, message: &Payload, input: &AgentInput) -> Result<ToolCall, String> {
        let action = message
            .member("action")
            .or_else(|| message.member("userAction"));
        let action = action.ok_or("an MCP server receives actions only")?;
        let name = action
            .member("name")
            .and_then(|name| Some(name.as_str()?.into_owned()));
        let name = name.unwrap_or_default();
        if let Some(tool) = self.find(&self.action_tool) {
            let mut arguments: Vec<_> = message
                .members()
                .map(|(name, value)| (name.into_owned(), value))
                .collect();
            let model = input.data_model.clone();
            if let Some(model) = model.filter(|_| property(tool, "dataModel").is_some()) {
                arguments.push(("dataModel".to_owned(), model));
            }
            let arguments = arguments
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect();
            return Ok(self.call(tool, arguments));
        }
        let context = action.member("context").filter(Payload::is_object);
        let arguments = context.unwrap_or_else(Payload::empty_object);
        match self.find(&name) {
            Some(_) => Ok(ToolCall { name, arguments }),
            None => Err(format!(
                "the server has neither a tool `{}` nor a tool `{name}`",
                self.action_tool
            )),
        }
    }

    /// Returns the call for a text of the user.
    fn call_for_text(&self, text: &str) -> Result<ToolCall, String> {
        if let Some(tool) = self
            .find(crate::faces::mcp::tools::SHOW)
            .filter(|tool| property(tool, "text").is_some())
        {
            return Ok(self.call(tool, vec![("text", Payload::string(text))]));
        }
        let mut fitting = self
            .tools
            .iter()
            .filter_map(|tool| Some((tool, find_only_string(tool)?)));
        match (fitting.next(), fitting.next()) {
            (Some((tool, name)), None) => {
                let arguments = Payload::object([(name.as_str(), &Payload::string(text))]);
                Ok(ToolCall {
                    name: tool.name.clone(),
                    arguments,
                })
            }
            (None, _) => {
                Err("the server has no tool with one argument that is a string".to_owned())
            }
            (Some(_), Some(_)) => {
                Err("the server has several tools with one argument that is a string".to_owned())
            }
        }
    }

    /// Creates a call. The session is added to the arguments if the tool accepts it.
    fn call(&self, tool: &Tool, mut arguments: Vec<(&str, Payload)>) -> ToolCall {
        if let Some(session) = self
            .session
            .as_ref()
            .filter(|_| property(tool, "session").is_some())
        {
            arguments.push(("session", Payload::string(session)));
        }
        let arguments = arguments.iter().map(|(name, value)| (*name, value));
        ToolCall {
            name: tool.name.clone(),
            arguments: Payload::object(arguments),
        }
    }
}

fn property(tool: &Tool, name: &str) -> Option<Payload> {
    tool.input_schema.member("properties")?.member(name)
}

/// Returns the name of a tool's only argument, if this argument is a string.
fn find_only_string(tool: &Tool) -> Option<String> {
    let properties = tool.input_schema.member("properties")?;
    let mut properties = properties.members();
    let (name, schema) = properties.next()?;
    let kind = schema
        .member("type")
        .filter(|kind| kind.kind() == PayloadKind::String)?;
    let is_string = kind.as_str().as_deref() == Some("string");
    if is_string && properties.next().is_none() {
        Some(name.into_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn tools(list: &[(&str, &str)]) -> Tools {
        let read = |(name, properties): &(&str, &str)| {
            let text = format!(
                r#"{{"name":"{name}","inputSchema":{{"type":"object","properties":{{{properties}}}}}}}"#
            );
            wire::decode(&text).unwrap()
        };
        let tools = list.iter().map(read).collect();
        Tools {
            tools,
            action_tool: "agent_ui_action".to_owned(),
            session: Some("main".to_owned()),
        }
    }

    fn called(tools: &Tools, message: Option<&str>, text: Option<&str>) -> Result<String, String> {
        let messages = message
            .map(|message| Payload::parse(message).unwrap())
            .into_iter()
            .collect();
        let input = AgentInput {
            messages,
            text: text.map(str::to_owned),
            ..AgentInput::default()
        };
        let calls = tools.calls_for(&input)?;
        Ok(calls
            .iter()
            .map(|call| format!("{} {}", call.name, call.arguments.text()))
            .collect())
    }

    const ACTION: &str =
        r#"{"version":"v0.9","action":{"name":"book","surfaceId":"s","context":{"n":1.50}}}"#;

    #[test]
    fn actions_go_to_the_action_tool_or_to_the_tool_of_their_name() {
        let both = tools(&[
            ("book", ""),
            ("agent_ui_action", r#""action":{},"session":{}"#),
        ]);
        let expected = r#"agent_ui_action {"version":"v0.9","action":{"name":"book","surfaceId":"s","context":{"n":1.50}},"session":"main"}"#;
        assert_eq!(called(&both, Some(ACTION), None).unwrap(), expected);
        assert_eq!(
            called(&tools(&[("book", "")]), Some(ACTION), None).unwrap(),
            r#"book {"n":1.50}"#
        );
        assert!(called(&tools(&[("other", "")]), Some(ACTION), None).is_err());
        assert!(called(&both, Some(r#"{"version":"v0.9","error":{}}"#), None).is_err());
    }

    #[test]
    fn texts_go_to_the_only_tool_with_a_text_parameter() {
        let string = r#""q":{"type":"string"}"#;
        let one = tools(&[("ask", string), ("other", r#""n":{"type":"number"}"#)]);
        assert_eq!(called(&one, None, Some("Hi")).unwrap(), r#"ask {"q":"Hi"}"#);
        assert!(
            called(
                &tools(&[("ask", string), ("say", string)]),
                None,
                Some("Hi")
            )
            .is_err()
        );
        assert!(
            called(
                &tools(&[("ask", r#""a":{"type":"string"},"b":{}"#)]),
                None,
                Some("Hi")
            )
            .is_err()
        );
        let show = tools(&[
            ("ask", string),
            ("agent_ui_show", r#""text":{},"session":{}"#),
        ]);
        let expected = r#"agent_ui_show {"text":"Hi","session":"main"}"#;
        assert_eq!(called(&show, None, Some("Hi")).unwrap(), expected);
    }
}
