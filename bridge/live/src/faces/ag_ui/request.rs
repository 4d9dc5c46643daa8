//! The request of a client in a run: an action, a text of the user, or neither if the client only wants to see the
//! surfaces.

use super::{FACE, Message, RunAgentInput};
use crate::{
    faces::{
        DIALECT,
        client_action::{
            catalog_capabilities, convert_action, other_basic_catalog, read_action, read_data_model,
        },
    },
    gateway::{ClientContent, ClientMessage},
};
use agent_ui_text::bridge::a2ui::ClientDataModel;
use wire::Payload;

/// The description of the context entry that contains a client's catalog. Servers compare the whole text.
pub(super) const CATALOG_CONTEXT: &str = "A2UI Component Schema \u{2014} available components for generating UI surfaces. Use these component names and properties when creating A2UI operations.";
/// The start of this description in all versions of the clients.
const CATALOG_CONTEXT_START: &str = "A2UI Component Schema";
/// The tool that the published middleware calls for each action.
const ACTION_TOOL: &str = "log_a2ui_event";
/// The prefix of the ids of texts that the face sends. Clients repeat these texts in later runs.
pub(super) const TEXT_ID: &str = "agent-ui-text-";

/// The reason why the message of a client is refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RefusedRequest {
    pub(super) reason: String,
    /// The id of the message in the conversation, which the client repeats in every later run.
    pub(super) message: Option<String>,
}

impl From<String> for RefusedRequest {
    fn from(reason: String) -> Self {
        Self {
            reason,
            message: None,
        }
    }
}

/// Returns the message that a run delivers to an agent, or `None` if the client only wants to see the surfaces.
///
/// An action has precedence over a text, because clients repeat all texts in every run.
pub(super) fn client_message(
    input: &RunAgentInput,
) -> Result<Option<ClientMessage>, RefusedRequest> {
    let action = input
        .forwarded_prop("a2uiAction")
        .map(|action| read_action(&action, "forwardedProps.a2uiAction"))
        .transpose()?;
    let (content, id) = if let Some(message) = action {
        let run = input.run_id.get().map(|run| format!("ag-ui/run/{run}"));
        (
            ClientContent::A2ui {
                message,
                dialect: DIALECT,
            },
            run,
        )
    } else if let Some((message, call)) = find_logged_action(input) {
        (
            ClientContent::A2ui {
                message,
                dialect: DIALECT,
            },
            Some(format!("ag-ui/call/{call}")),
        )
    } else if let Some(message) = find_user_message(input) {
        let text = read_text(message).map_err(|reason| RefusedRequest {
            reason,
            message: message.id.get().cloned(),
        })?;
        (
            ClientContent::Text(text),
            message.id.get().map(|id| format!("ag-ui/message/{id}")),
        )
    } else {
        return Ok(None);
    };
    let mut message = ClientMessage::new(FACE, content);
    message.id = id;
    message.data_model = data_model(input)?;
    message.capabilities = capabilities(input);
    Ok(Some(message))
}

/// Returns the text of a user's message. A message with parts of other types is refused, because agents receive only
/// its text.
fn read_text(message: &Message) -> Result<String, String> {
    if let Some(other) = message.first_other_part() {
        return Err(format!(
            "the message of the user has a part of the type `{other}`; agents receive texts and A2UI messages only"
        ));
    }
    let text = message.text().filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| {
        "the message of the user has no text, and agents receive nothing else".to_owned()
    })
}

/// Returns the action in the last two messages, which AG-UI's published middleware adds: a tool call and its result.
/// Also returns the id of the call.
fn find_logged_action(input: &RunAgentInput) -> Option<(String, String)> {
    let mut latest = input.messages().rev();
    let result = latest.next().filter(|message| message.has_role("tool"))?;
    let id = result.tool_call_id.get()?;
    let calls = latest.next()?.tool_calls.get()?;
    let call = calls
        .iter()
        .find(|call| call.id.get() == Some(id))?
        .function
        .get()?;
    if call.name.get().is_none_or(|name| name != ACTION_TOOL) {
        return None;
    }
    let body = Payload::parse(call.arguments.get()?)
        .ok()
        .filter(Payload::is_object)?;
    Some((convert_action(&body), id.clone()))
}

/// Returns the user's latest message after the latest message of an agent. Texts that the face sent do not count as
/// agent messages.
fn find_user_message(input: &RunAgentInput) -> Option<&Message> {
    for message in input.messages().rev() {
        if is_of_face(message) {
            continue;
        }
        if message.has_role("user") {
            return Some(message);
        }
        if message.has_role("assistant") {
            return None;
        }
    }
    None
}

fn is_of_face(message: &Message) -> bool {
    match message.id.get() {
        Some(id) => id.starts_with(TEXT_ID),
        None => false,
    }
}

/// Returns the client's data models, if the client sends them.
fn data_model(input: &RunAgentInput) -> Result<Option<ClientDataModel>, String> {
    let mut model = input.forwarded_prop("a2uiClientDataModel");
    if model.is_none() {
        let action = input.forwarded_prop("a2uiAction");
        model = action.and_then(|action| action.member("a2uiClientDataModel"));
    }
    let Some(model) = model else {
        return Ok(None);
    };
    read_data_model(&model).map(Some)
}

/// Returns the client's capabilities: from its properties, or from the catalog in its context.
fn capabilities(input: &RunAgentInput) -> Option<Payload> {
    if let Some(sent) = input.forwarded_prop("a2uiClientCapabilities") {
        return Some(sent);
    }
    let catalog = catalog(input)?;
    let id = catalog.member("catalogId")?;
    Some(catalog_capabilities(&id, &catalog))
}

/// Returns the catalog in the context, as `{"catalogId","components"}`.
fn catalog(input: &RunAgentInput) -> Option<Payload> {
    let mut context = input.context.get()?.iter();
    let entry = context.find(|entry| match entry.description.get() {
        Some(description) => description.starts_with(CATALOG_CONTEXT_START),
        None => false,
    })?;
    Payload::parse(entry.value.get()?)
        .ok()
        .filter(Payload::is_object)
}

/// Returns the id that the client uses for the basic catalog, if it differs from A2UI 0.9's id.
pub(super) fn basic_catalog(input: &RunAgentInput) -> Option<String> {
    other_basic_catalog(&catalog(input)?.member("catalogId")?.as_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The basic catalog id that the published AG-UI renderer registers.
    const OLD_BASIC: &str = "https://a2ui.org/specification/v0_9/basic_catalog.json";

    fn read(rest: &str) -> RunAgentInput {
        wire::decode(&format!(r#"{{"threadId":"t","runId":"r"{rest}}}"#)).unwrap()
    }

    fn message(rest: &str) -> ClientMessage {
        client_message(&read(rest)).unwrap().unwrap()
    }

    fn a2ui(message: &ClientMessage) -> &str {
        match &message.content {
            ClientContent::A2ui { message, .. } => message,
            ClientContent::Text(text) => panic!("{text}"),
        }
    }

    #[test]
    fn an_action_is_read_from_the_forwarded_properties_and_from_the_messages_of_the_middleware() {
        let body = r#"{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-01-01T00:00:00Z","context":{"n":1.50}}"#;
        let expected = format!(r#"{{"version":"v0.9","action":{body}}}"#);
        let logged = format!(
            r#"{{"id":"m1","role":"user","content":"Hello"}},{{"id":"m2","role":"assistant","content":"","toolCalls":[{{"id":"c","type":"function","function":{{"name":"log_a2ui_event","arguments":{}}}}}]}},{{"id":"m3","role":"tool","toolCallId":"c","content":"User performed action"}}"#,
            Payload::string(body).text()
        );
        let forwarded = format!(r#","forwardedProps":{{"a2uiAction":{{"userAction":{body}}}}}"#);
        let both = message(&format!(r#","messages":[{logged}]{forwarded}"#));
        assert_eq!(
            (a2ui(&both), both.id.as_deref()),
            (&*expected, Some("ag-ui/run/r"))
        );
        let only = message(&format!(r#","messages":[{logged}]"#));
        assert_eq!(
            (a2ui(&only), only.id.as_deref()),
            (&*expected, Some("ag-ui/call/c"))
        );
        // A later text is the news.
        let later = message(&format!(
            r#","messages":[{logged},{{"id":"m4","role":"user","content":"And now?"}}]"#
        ));
        assert!(matches!(&later.content, ClientContent::Text(text) if text == "And now?"));
        let whole = message(&format!(r#","forwardedProps":{{"a2uiAction":{expected}}}"#));
        assert_eq!(a2ui(&whole), expected);
    }

    #[test]
    fn missing_action_members_are_added() {
        let action = r#","forwardedProps":{"a2uiAction":{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","context":null,"dataContextPath":"/x"}}}"#;
        let message = message(action);
        let body = Payload::parse(a2ui(&message))
            .unwrap()
            .member("action")
            .unwrap();
        assert_eq!(body.member("context").unwrap().text(), "{}");
        assert!(body.member("timestamp").is_some() && body.member("dataContextPath").is_none());
        let error =
            client_message(&read(r#","forwardedProps":{"a2uiAction":{"name":"go"}}"#)).unwrap_err();
        assert!(error.reason.contains("no member `userAction`"), "{error:?}");
    }

    #[test]
    fn the_latest_text_of_the_user_is_the_message() {
        let user = r#"{"id":"m1","role":"user","content":[{"type":"text","text":"Hello"}]}"#;
        let own = r#"{"id":"agent-ui-text-7","role":"assistant","content":"Hi"}"#;
        let other = r#"{"id":"m2","role":"assistant","content":"Hi"}"#;
        for (messages, expected) in [
            (user.to_owned(), true),
            (format!("{user},{own}"), true),
            (format!("{user},{other}"), false),
            (String::new(), false),
        ] {
            let found = client_message(&read(&format!(r#","messages":[{messages}]"#))).unwrap();
            assert_eq!(found.is_some(), expected, "{messages}");
            if let Some(found) = found {
                assert!(matches!(&found.content, ClientContent::Text(text) if text == "Hello"));
                assert_eq!(found.id.as_deref(), Some("ag-ui/message/m1"));
            }
        }
        for (content, reason) in [
            (r#"[{"type":"image"}]"#, "the type `image`"),
            (
                r#"[{"type":"text","text":"Look"},{"type":"image"}]"#,
                "the type `image`",
            ),
            (r#"[{"type":"text","text":" "}]"#, "no text"),
            (r#""""#, "no text"),
        ] {
            let messages =
                format!(r#","messages":[{{"id":"m1","role":"user","content":{content}}}]"#);
            let refused = client_message(&read(&messages)).unwrap_err();
            assert!(refused.reason.contains(reason), "{}", refused.reason);
            assert_eq!(refused.message.as_deref(), Some("m1"));
        }
        assert!(
            client_message(&read(
                r#","messages":null,"tools":null,"forwardedProps":null"#
            ))
            .unwrap()
            .is_none()
        );
    }

    #[test]
    fn the_catalog_in_the_context_becomes_the_capabilities() {
        let with = |id: &str| {
            let catalog = format!(r#"{{"catalogId":"{id}","components":{{"Dial":{{}}}}}}"#);
            let catalog = Payload::string(&catalog);
            read(&format!(
                r#","messages":[{{"id":"m","role":"user","content":"x"}}],"context":[{{"description":"A2UI Component Schema - all","value":{}}}]"#,
                catalog.text()
            ))
        };
        let capabilities = |id: &str| capabilities(&with(id)).unwrap().text().to_owned();
        assert_eq!(
            capabilities("https://x.test/c"),
            r#"{"v0.9":{"supportedCatalogIds":["https://x.test/c"],"inlineCatalogs":[{"catalogId":"https://x.test/c","components":{"Dial":{}}}]}}"#
        );
        let basic = r#"{"v0.9":{"supportedCatalogIds":["https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"]}}"#;
        assert_eq!(capabilities(OLD_BASIC), basic);
        assert_eq!(basic_catalog(&with(OLD_BASIC)).as_deref(), Some(OLD_BASIC));
        assert_eq!(basic_catalog(&with("https://x.test/c")), None);
    }
}
