//! Requests to a remote agent.

use super::{
    card::Endpoint,
    content::{Content, parts},
    envelope::{MessageForm, written},
    method::Method,
    negotiation::EXTENSIONS,
};
use crate::gateway::agent::AgentInput;
use agent_ui_text::bridge::a2ui::{
    Message, Version,
    a2a::{A2aVersion, ExtensionUri},
};
use serde::Serialize;
use wire::Payload;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SendForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<&'a str>,
    message: MessageForm<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<ConfigurationForm>,
}

/// The configuration of an A2A 0.3 request. It is stated because servers of 0.3 have different defaults. Servers of 1.0
/// wait by default.
#[derive(Serialize)]
struct ConfigurationForm {
    blocking: bool,
}

#[derive(Serialize)]
struct TaskIdForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<&'a str>,
    id: &'a str,
}

/// The ids of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageIds<'a> {
    pub(super) message: &'a str,
    pub(super) context: Option<&'a str>,
    pub(super) task: Option<&'a str>,
}

/// Returns the parameters of a request that sends an input.
pub(super) fn send_params(endpoint: &Endpoint, input: &AgentInput, ids: MessageIds<'_>) -> Payload {
    let a2a = endpoint.a2a;
    let extensions: Vec<_> = select_extensions(endpoint)
        .iter()
        .map(|uri| uri.as_str().to_owned())
        .collect();
    let mut all = Vec::new();
    for message in &input.messages {
        let extension = select_extension(message, endpoint.extension.as_ref());
        all.extend(parts(
            [&Content::A2ui(message.text().to_owned())],
            &extension,
            a2a,
        ));
    }
    if let Some(text) = &input.text {
        all.extend(parts(
            [&Content::Text(text.clone())],
            &ExtensionUri::V0_9,
            a2a,
        ));
    }
    let message = MessageForm {
        context_id: ids.context,
        task_id: ids.task,
        metadata: metadata(input, endpoint),
        extensions: &extensions,
        ..MessageForm::of_user(ids.message, all, a2a)
    };
    let configuration = (a2a != A2aVersion::V1_0).then_some(ConfigurationForm { blocking: true });
    written(&SendForm {
        tenant: endpoint.tenant.as_deref(),
        message,
        configuration,
    })
}

/// Returns the parameters of a request that names a task.
pub(super) fn task_params(endpoint: &Endpoint, task: &str) -> Payload {
    written(&TaskIdForm {
        tenant: endpoint.tenant.as_deref(),
        id: task,
    })
}

/// Returns the headers of a request.
pub(super) fn headers(endpoint: &Endpoint, method: Method) -> Vec<(&'static str, String)> {
    let is_stream = matches!(method, Method::Stream | Method::Subscribe);
    let accept = if is_stream {
        "text/event-stream, application/json"
    } else {
        "application/json"
    };
    let version = if endpoint.a2a == A2aVersion::V1_0 {
        "1.0"
    } else {
        "0.3"
    };
    let extensions: Vec<_> = select_extensions(endpoint)
        .iter()
        .map(|uri| uri.as_str().to_owned())
        .collect();
    let extensions = extensions.join(", ");
    let mut headers = vec![
        ("accept", accept.to_owned()),
        ("a2a-version", version.to_owned()),
    ];
    // Servers of 0.3 know the header with the prefix only.
    if endpoint.a2a != A2aVersion::V1_0 {
        headers.push(("x-a2a-extensions", extensions.clone()));
    }
    headers.push(("a2a-extensions", extensions));
    headers
}

/// Returns the extensions that a request lists: the agent's newest one, or all if its card lists none.
fn select_extensions(endpoint: &Endpoint) -> Vec<ExtensionUri> {
    endpoint
        .extension
        .clone()
        .map_or_else(|| EXTENSIONS.to_vec(), |extension| vec![extension])
}

/// Returns the extension for the version in which a message is written.
fn select_extension(message: &Payload, newest: Option<&ExtensionUri>) -> ExtensionUri {
    let Ok(message) = Message::read(message.text()) else {
        return ExtensionUri::V0_9;
    };
    let own = match message.version() {
        Version::V0_8 => ExtensionUri::V0_8,
        Version::V0_9 => ExtensionUri::V0_9,
        Version::V0_10 => ExtensionUri::V0_10,
        _ => ExtensionUri::V1_0,
    };
    newest
        .filter(|newest| newest.version() == own.version())
        .cloned()
        .unwrap_or(own)
}

/// Returns the client's data models and capabilities. Agents of A2UI 1.0 may read the old or the new names, so both are
/// written.
fn metadata(input: &AgentInput, endpoint: &Endpoint) -> Option<Payload> {
    let is_new = endpoint.extension == Some(ExtensionUri::V1_0);
    let mut members: Vec<(&str, &Payload)> = Vec::new();
    if let Some(capabilities) = &input.capabilities {
        members.push(("a2uiClientCapabilities", capabilities));
        members.extend(is_new.then_some(("a2uiRendererCapabilities", capabilities)));
    }
    if let Some(model) = &input.data_model {
        members.push(("a2uiClientDataModel", model));
        members.extend(is_new.then_some(("a2uiRendererDataModel", model)));
    }
    if members.is_empty() {
        return None;
    }
    Some(Payload::object(members))
}
