//! Messages from clients to the face.

use super::{
    content::PartContent,
    negotiation::Negotiated,
    rpc::{ErrorKind, RpcError},
    task::UserMessage,
};
use crate::gateway::ClientContent;
use agent_ui_text::bridge::{
    Dialect,
    a2ui::{ClientDataModel, Message, Version, a2a::MessageMetadata},
};
use axum::http::HeaderMap;
use serde::Deserialize;
use wire::Payload;

/// The maximum number of A2UI messages in one request.
const MESSAGES: usize = 1000;

/// The parameters of a request that sends a message.
#[derive(Debug, Deserialize)]
struct SendParams {
    message: SentMessage,
    #[serde(default)]
    configuration: Option<Configuration>,
    #[serde(default)]
    metadata: Option<Payload>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SentMessage {
    message_id: String,
    #[serde(default)]
    context_id: Option<String>,
    #[serde(default)]
    task_id: Option<String>,
    #[serde(default)]
    role: Option<String>,
    parts: Vec<Payload>,
    #[serde(default)]
    metadata: Option<Payload>,
    #[serde(default)]
    extensions: Option<Vec<String>>,
}

impl SentMessage {
    /// Checks the rules for messages that the types do not express.
    fn check(&self) -> Result<(), RpcError> {
        if self.message_id.is_empty() {
            return Err(invalid(
                "`message.messageId` is empty; give every message its own id",
            ));
        }
        // A2A 1.0 names roles differently than 0.3.
        if matches!(self.role.as_deref(), Some("agent" | "ROLE_AGENT")) {
            return Err(invalid(
                "`message.role` is that of an agent; clients send messages of the user",
            ));
        }
        if self.parts.is_empty() {
            return Err(invalid(
                "`message.parts` is empty; send a text, or data with A2UI messages",
            ));
        }
        Ok(())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Configuration {
    /// `true` for an immediate answer, in A2A 1.0.
    return_immediately: Option<bool>,
    history_length: Option<u32>,
    /// `false` for an immediate answer, in A2A 0.3.
    blocking: Option<bool>,
}

/// The parameters of a request that names a task.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TaskParams {
    id: String,
    #[serde(default)]
    history_length: Option<u32>,
}

/// A client's message in the form that the gateway needs.
#[derive(Debug)]
pub(super) struct Inbound {
    pub(super) context_id: Option<String>,
    pub(super) task_id: Option<String>,
    pub(super) negotiated: Option<Negotiated>,
    /// The parts in the form in which the history repeats them.
    pub(super) request: UserMessage,
    /// The contents of the parts, in order.
    pub(super) contents: Vec<InboundContent>,
    pub(super) data_model: Option<ClientDataModel>,
    pub(super) capabilities: Option<Payload>,
    /// `true` if the client wants the answer before the task has ended.
    pub(super) is_immediate: bool,
    /// The maximum number of messages in the history of the task.
    pub(super) history_length: Option<usize>,
}

/// One A2UI message or one text.
#[derive(Debug)]
pub(super) enum InboundContent {
    /// Content for the session.
    Valid(ClientContent),
    /// The reason why an A2UI message cannot be read.
    Invalid(String),
}

impl Inbound {
    /// Reads the parameters of a request.
    pub(super) fn read(params: &Payload, headers: &HeaderMap) -> Result<Self, RpcError> {
        let SendParams {
            message,
            configuration,
            metadata,
        } = params.deserialize().map_err(|error| {
            invalid(format!(
                "`params` cannot be read: {error}; a message has `messageId`, `role` and `parts`"
            ))
        })?;
        message.check()?;
        let metadata = [message.metadata, metadata].into_iter().flatten();
        let metadata = metadata
            .map(|metadata| read_metadata(&metadata))
            .collect::<Result<Vec<_>, _>>()?;
        let mut negotiated =
            Negotiated::select(headers, message.extensions.as_deref().unwrap_or_default());
        let parts = read_parts(&message.parts, negotiated.is_some())?;
        let count: usize = parts.iter().map(count_messages).sum();
        if count > MESSAGES {
            let reason = format!(
                "`message.parts` has more than {MESSAGES} messages of A2UI; send fewer at once"
            );
            return Err(invalid(reason));
        }
        // A client that sends A2UI reads it, too.
        negotiated = negotiated.or_else(|| parts.iter().find_map(find_version));
        let request = UserMessage {
            id: message.message_id,
            parts: parts.clone(),
        };
        let contents = parts
            .into_iter()
            .flat_map(|part| contents(&part, negotiated.as_ref()))
            .collect();
        let (models, capabilities): (Vec<_>, Vec<_>) = metadata.into_iter().unzip();
        let configuration = configuration.unwrap_or_default();
        Ok(Self {
            context_id: message.context_id.filter(|id| !id.is_empty()),
            task_id: message.task_id.filter(|id| !id.is_empty()),
            negotiated,
            request,
            contents,
            data_model: models.into_iter().flatten().next(),
            capabilities: capabilities.into_iter().flatten().next(),
            is_immediate: configuration.return_immediately == Some(true)
                || configuration.blocking == Some(false),
            history_length: configuration
                .history_length
                .and_then(|length| usize::try_from(length).ok()),
        })
    }
}

/// Reads the id of a task from the parameters of a request.
pub(super) fn task_id(params: &Payload) -> Result<String, RpcError> {
    let params: TaskParams = params
        .deserialize()
        .map_err(|error| invalid(format!("`params` must name a task by `id`: {error}")))?;
    Ok(params.id)
}

/// Reads the maximum number of messages in the history of a task.
pub(super) fn history_length(params: &Payload) -> Option<usize> {
    let params: TaskParams = params.deserialize().ok()?;
    usize::try_from(params.history_length?).ok()
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> RpcError {
    RpcError::new(ErrorKind::InvalidParams, message)
}

/// Reads the data models and the capabilities from the metadata.
fn read_metadata(
    metadata: &Payload,
) -> Result<(Option<ClientDataModel>, Option<Payload>), RpcError> {
    let read: MessageMetadata = metadata
        .decode()
        .map_err(|error| invalid(format!("`metadata` cannot be read: {error}")))?;
    let model = read.data_models().next().cloned();
    let names = ["a2uiClientCapabilities", "a2uiRendererCapabilities"];
    let capabilities = names
        .into_iter()
        .find_map(|name| metadata.member(name).filter(Payload::is_object));
    Ok((model, capabilities))
}

/// Reads the parts. Parts that are neither text nor A2UI are refused, because no agent would receive them.
fn read_parts(parts: &[Payload], assume_a2ui: bool) -> Result<Vec<PartContent>, RpcError> {
    let mut contents = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        let place = format!("`message.parts[{index}]`");
        match PartContent::read(part, assume_a2ui) {
            Ok(PartContent::Other(what)) => {
                let message =
                    format!("{place} is {what}; this agent receives texts and A2UI messages only");
                return Err(RpcError::new(ErrorKind::ContentTypeNotSupported, message));
            }
            Ok(content) => contents.push(content),
            Err(error) => return Err(invalid(format!("{place} cannot be read: {error}"))),
        }
    }
    Ok(contents)
}

/// Counts the A2UI messages in a part, up to one more than a request may have.
fn count_messages(part: &PartContent) -> usize {
    match part {
        PartContent::A2ui(data) => list_messages(data).count(),
        PartContent::Text(_) | PartContent::Other(_) => 0,
    }
}

/// Returns the version of A2UI in which a part is written.
fn find_version(part: &PartContent) -> Option<Negotiated> {
    let PartContent::A2ui(data) = part else {
        return None;
    };
    let message = list_messages(data).find_map(|message| Message::read(message.text()).ok())?;
    Negotiated::of_dialect(select_dialect(message.version(), None))
}

/// Returns the dialect for a version. The negotiated dialect is used if it has this version.
fn select_dialect(version: Version, negotiated: Option<&Negotiated>) -> Dialect {
    if let Some(negotiated) = negotiated {
        if negotiated.dialect.a2ui_version() == Some(version) {
            return negotiated.dialect;
        }
    }
    // The last dialect of a version is its latest edition, except that 0.9 is more common than 0.9.1.
    for dialect in Dialect::ALL.iter().rev() {
        if dialect.a2ui_version() == Some(version) && *dialect != Dialect::A2ui0_9_1 {
            return *dialect;
        }
    }
    Dialect::A2ui0_9
}

/// Returns the contents of a part for the session.
fn contents(part: &PartContent, negotiated: Option<&Negotiated>) -> Vec<InboundContent> {
    match part {
        PartContent::Text(text) => vec![InboundContent::Valid(ClientContent::Text(text.clone()))],
        PartContent::A2ui(data) => list_messages(data)
            .map(|message| read_message(&message, negotiated))
            .collect(),
        // These were refused before.
        PartContent::Other(_) => Vec::new(),
    }
}

/// Returns the messages in the data of a part: the elements of a list or of the member `messages`, or the data itself.
fn list_messages(data: &Payload) -> Box<dyn Iterator<Item = Payload>> {
    let list = if is_list(data) {
        Some(data.clone())
    } else {
        data.member("messages").filter(is_list)
    };
    match list {
        // The iterator borrows from the list.
        Some(list) => Box::new(
            list.elements()
                .take(MESSAGES + 1)
                .collect::<Vec<_>>()
                .into_iter(),
        ),
        None => Box::new(std::iter::once(data.clone())),
    }
}

fn is_list(value: &Payload) -> bool {
    value.text().starts_with('[')
}

fn read_message(message: &Payload, negotiated: Option<&Negotiated>) -> InboundContent {
    match Message::read(message.text()) {
        Ok(read) => InboundContent::Valid(ClientContent::A2ui {
            message: message.text().to_owned(),
            dialect: select_dialect(read.version(), negotiated),
        }),
        Err(error) => InboundContent::Invalid(format!("a message of A2UI cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"n":12345678901234567890}}}"#;

    fn read(message: &str, extension: Option<&str>) -> Result<Inbound, RpcError> {
        let params =
            Payload::parse(format!(r#"{{"message":{{"messageId":"m",{message}}}}}"#)).unwrap();
        let mut headers = HeaderMap::new();
        if let Some(extension) = extension {
            let uri = format!("https://a2ui.org/a2a-extension/a2ui/v{extension}");
            headers.insert("a2a-extensions", uri.parse().unwrap());
        }
        Inbound::read(&params, &headers)
    }

    fn data(data: &str) -> String {
        format!(r#"{{"data":{data},"metadata":{{"mimeType":"application/a2ui+json"}}}}"#)
    }

    #[test]
    fn messages_keep_their_text() {
        let parts = format!(
            r#""role":"ROLE_USER","parts":[{},{{"text":"Hello"}}]"#,
            data(&format!("[{CLICK}]"))
        );
        let inbound = read(&parts, Some("0.9.1")).unwrap();
        let contents: Vec<_> = inbound
            .contents
            .iter()
            .map(|content| format!("{content:?}"))
            .collect();
        assert_eq!(contents.len(), 2);
        let InboundContent::Valid(ClientContent::A2ui { message, dialect }) = &inbound.contents[0]
        else {
            panic!()
        };
        assert_eq!((message.as_str(), *dialect), (CLICK, Dialect::A2ui0_9_1));
        assert!(contents[1].contains("Hello"));
    }

    #[test]
    fn a_client_that_sends_a2ui_also_receives_it() {
        let parts = format!(r#""parts":[{}]"#, data(CLICK));
        assert_eq!(
            read(&parts, None).unwrap().negotiated.unwrap().dialect,
            Dialect::A2ui0_9
        );
        assert_eq!(
            read(&parts, Some("1.0"))
                .unwrap()
                .negotiated
                .unwrap()
                .dialect,
            Dialect::A2ui1_0
        );
        assert_eq!(
            read(r#""parts":[{"text":"a"}]"#, None).unwrap().negotiated,
            None
        );
    }

    #[test]
    fn a_bad_message_is_answered_and_the_others_are_processed() {
        let bad = r#"{"version":"v0.9","action":{"surfaceId":"s"}}"#;
        let parts = format!(r#""parts":[{}]"#, data(&format!("[{bad},{CLICK},7]")));
        let inbound = read(&parts, Some("0.9")).unwrap();
        let [
            InboundContent::Invalid(first),
            InboundContent::Valid(_),
            InboundContent::Invalid(last),
        ] = inbound.contents.as_slice()
        else {
            panic!("{inbound:?}")
        };
        assert!(
            first.starts_with("a message of A2UI cannot be read: "),
            "{first}"
        );
        assert!(
            last.starts_with("a message of A2UI cannot be read: "),
            "{last}"
        );
    }

    #[test]
    fn metadata_is_read_under_old_and_new_names() {
        for (model, capabilities) in [
            ("a2uiClientDataModel", "a2uiClientCapabilities"),
            ("a2uiRendererDataModel", "a2uiRendererCapabilities"),
        ] {
            let metadata = format!(
                r#""metadata":{{"{model}":{{"version":"v0.9","surfaces":{{"s":{{"n":1.0}}}}}},"{capabilities}":{{"v0.9":{{"supportedCatalogIds":["c"]}}}}}},"parts":[{{"text":"a"}}]"#
            );
            let inbound = read(&metadata, None).unwrap();
            assert_eq!(
                inbound
                    .data_model
                    .unwrap()
                    .surfaces
                    .get("s")
                    .unwrap()
                    .text(),
                r#"{"n":1.0}"#
            );
            assert_eq!(
                inbound.capabilities.unwrap().text(),
                r#"{"v0.9":{"supportedCatalogIds":["c"]}}"#
            );
        }
    }

    #[test]
    fn a_request_has_a_limited_number_of_messages() {
        let zeros = |count: usize| data(&format!("[{}]", vec!["0"; count].join(",")));
        let inbound = read(&format!(r#""parts":[{}]"#, zeros(MESSAGES)), None).unwrap();
        assert_eq!(inbound.contents.len(), MESSAGES);
        let lists = [zeros(200_000), format!("{},{}", zeros(MESSAGES), zeros(1))];
        for parts in lists {
            let error = read(&format!(r#""parts":[{parts}]"#), None).unwrap_err();
            assert!(
                error.message.contains("more than 1000 messages of A2UI"),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn errors_name_the_wrong_parameter() {
        for (message, kind, words) in [
            (
                r#""parts":[]"#,
                ErrorKind::InvalidParams,
                "`message.parts` is empty",
            ),
            (
                r#""role":"agent","parts":[{"text":"a"}]"#,
                ErrorKind::InvalidParams,
                "`message.role`",
            ),
            (
                r#""parts":[7]"#,
                ErrorKind::InvalidParams,
                "`message.parts[0]` cannot be read",
            ),
            (
                r#""parts":"a""#,
                ErrorKind::InvalidParams,
                "`params` cannot be read",
            ),
            (
                r#""metadata":{"a2uiClientDataModel":7},"parts":[{"text":"a"}]"#,
                ErrorKind::InvalidParams,
                "`metadata` cannot be read",
            ),
            (
                r#""parts":[{"text":"a"},{"url":"https://example.com/a"}]"#,
                ErrorKind::ContentTypeNotSupported,
                "`message.parts[1]` is a part with `url`",
            ),
            (
                r#""parts":[{"data":{"a":1}}]"#,
                ErrorKind::ContentTypeNotSupported,
                "data without `metadata.mimeType`",
            ),
        ] {
            let error = read(message, None).unwrap_err();
            assert_eq!(error.kind, kind, "{message}");
            assert!(error.message.contains(words), "{}", error.message);
        }
        assert_eq!(
            task_id(&Payload::empty_object()).unwrap_err().kind,
            ErrorKind::InvalidParams
        );
        assert_eq!(
            task_id(&Payload::parse(r#"{"id":"t","historyLength":0}"#).unwrap()).unwrap(),
            "t"
        );
    }
}
