//! JSON-RPC 2.0 messages, as MCP uses them.

use wire::{Payload, PayloadKind};

/// The text is not JSON.
pub(super) const PARSE_ERROR: i64 = -32700;
/// The JSON is not a JSON-RPC message.
pub(super) const INVALID_REQUEST: i64 = -32600;
/// The server does not implement the method.
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters do not fit the method.
pub(super) const INVALID_PARAMS: i64 = -32602;
/// The server failed.
pub(super) const INTERNAL_ERROR: i64 = -32603;

/// A message from the other side.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RpcMessage {
    /// A request, which must be answered.
    Request(RpcRequest),
    /// A notification, which has no answer.
    Notification(RpcNotification),
    /// The answer to a request.
    Response(RpcResponse),
}

/// A request of JSON-RPC.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcRequest {
    pub(super) id: RequestId,
    pub(super) method: String,
    /// The parameters; an empty object if there are none.
    pub(super) params: Payload,
}

/// A notification of JSON-RPC.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcNotification {
    pub(super) method: String,
    /// The parameters; an empty object if there are none.
    pub(super) params: Payload,
}

/// An answer. The id is absent if the request could not be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcResponse {
    pub(super) id: Option<RequestId>,
    pub(super) outcome: Result<Payload, RpcError>,
}

/// The id of a request: a string or a number, as JSON text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RequestId(String);

impl RequestId {
    /// Reads an id. MCP does not allow null.
    pub(super) fn read(id: &Payload) -> Option<Self> {
        match id.kind() {
            // Two spellings of a string are the same id.
            PayloadKind::String => Some(Self(Payload::string(&id.as_str()?).text().to_owned())),
            PayloadKind::Number => Some(Self(id.text().to_owned())),
            _ => None,
        }
    }

    /// Creates a numeric id.
    pub(super) fn number(id: u64) -> Self {
        Self(id.to_string())
    }

    /// Returns the id as JSON.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// An error of a request.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message} ({code})")]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    pub(super) data: Option<Payload>,
}

impl RpcError {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(super) fn params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    fn read(error: &Payload) -> Self {
        let code = error.member("code").and_then(|code| code.text().parse().ok());
        let message = error.member("message").and_then(|message| Some(message.as_str()?.into_owned()));
        Self {
            code: code.unwrap_or(INTERNAL_ERROR),
            message: message.unwrap_or_else(|| "the error has no message".to_owned()),
            data: error.member("data"),
        }
    }
}

/// Creates the error for a list of a client whose revision has no batches.
pub(super) fn batches_not_allowed() -> RpcError {
    RpcError::new(INVALID_REQUEST, "the message is a list; send each message on its own")
}

/// A text that is not a message, with the error to answer and the id of the request if it could be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct InvalidMessage {
    pub(super) id: Option<RequestId>,
    pub(super) error: RpcError,
}

impl RpcMessage {
    /// Reads one message. Batches are not supported: MCP removed them in 2025-06-18.
    pub(super) fn read(text: &str) -> Result<Self, InvalidMessage> {
        let invalid = |id, code, message: String| InvalidMessage { id, error: RpcError::new(code, message) };
        let whole = Payload::parse(text)
            .map_err(|error| invalid(None, PARSE_ERROR, format!("the message is not valid JSON: {error}")))?;
        if whole.kind() == PayloadKind::Array {
            return Err(InvalidMessage { id: None, error: batches_not_allowed() });
        }
        let stated = whole.member("id");
        let id = stated.as_ref().and_then(RequestId::read);
        let refuse = |message: &str| Err(invalid(id.clone(), INVALID_REQUEST, message.to_owned()));
        if whole.member("jsonrpc").is_none_or(|version| version.as_str().as_deref() != Some("2.0")) {
            return refuse("the message has no `\"jsonrpc\": \"2.0\"`");
        }
        let Some(method) = whole.member("method") else {
            let outcome = match (whole.member("result"), whole.member("error")) {
                (Some(result), None) => Ok(result),
                (None, Some(error)) => Err(RpcError::read(&error)),
                _ => {
                    return refuse(
                        "the message has no `method`, and not exactly one of `result` and `error`",
                    );
                }
            };
            return Ok(Self::Response(RpcResponse { id, outcome }));
        };
        let Some(method) = method.as_str().map(|method| method.into_owned()) else {
            return refuse("the `method` must be a string");
        };
        // Some clients write null for parameters that they omit.
        let params = whole.member("params").filter(|params| !params.is_null());
        let params = params.unwrap_or_else(Payload::empty_object);
        if !params.is_object() {
            return refuse("the `params` must be an object");
        }
        match (stated, id) {
            (None, _) => Ok(Self::Notification(RpcNotification { method, params })),
            (Some(_), Some(id)) => Ok(Self::Request(RpcRequest { id, method, params })),
            (Some(_), None) => {
                Err(invalid(None, INVALID_REQUEST, "the `id` must be a string or a number".to_owned()))
            }
        }
    }
}

impl RpcRequest {
    /// Writes the request on one line.
    pub(super) fn write(&self) -> String {
        let id = Payload::parse(self.id.text()).unwrap_or_else(|_| Payload::null());
        message([("id", &id), ("method", &Payload::string(&self.method)), ("params", &self.params)])
    }
}

impl RpcNotification {
    /// Creates a notification.
    pub(super) fn new(method: &str, params: Payload) -> Self {
        Self { method: method.to_owned(), params }
    }

    /// Writes the notification on one line.
    pub(super) fn write(&self) -> String {
        message([("method", &Payload::string(&self.method)), ("params", &self.params)])
    }
}

impl RpcResponse {
    /// Writes the answer on one line.
    pub(super) fn write(&self) -> String {
        let id = self.id.as_ref().and_then(|id| Payload::parse(id.text()).ok());
        let (name, value) = match &self.outcome {
            Ok(result) => ("result", result.clone()),
            Err(error) => {
                let code = Payload::build(|writer| writer.raw(&error.code.to_string()));
                let text = Payload::string(&error.message);
                let members =
                    [("code", Some(&code)), ("message", Some(&text)), ("data", error.data.as_ref())];
                ("error", Payload::object(members.into_iter().filter_map(present)))
            }
        };
        let members = [("id", id.as_ref()), (name, Some(&value))];
        message(members.into_iter().filter_map(present))
    }
}

fn present<'a>((name, value): (&'a str, Option<&'a Payload>)) -> Option<(&'a str, &'a Payload)> {
    Some((name, value?))
}

fn message<'a>(members: impl IntoIterator<Item = (&'a str, &'a Payload)>) -> String {
    let version = Payload::string("2.0");
    let whole = Payload::build(|writer| {
        writer.open_object();
        writer.member("jsonrpc", &version);
        for (name, value) in members {
            writer.member(name, value);
        }
        writer.close_object();
    });
    // Free-form values keep their layout, and a line break would end the message on a stream of lines.
    wire::without_layout(whole.text()).into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn messages_keep_their_numbers_and_fit_on_one_line() {
        let text = "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0061\",\"method\":\"m\",\"params\":{\n \"n\": 1.50, \"big\": 12345678901234567890}}";
        let RpcMessage::Request(request) = RpcMessage::read(text).unwrap() else { panic!() };
        assert_eq!(request.id.text(), "\"a\"");
        let line =
            r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"n":1.50,"big":12345678901234567890}}"#;
        assert_eq!(request.write(), line);
    }

    #[test]
    fn errors_name_the_request_if_it_can_be_read() {
        for (text, code, id) in [
            ("{", PARSE_ERROR, None),
            ("[]", INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, INVALID_REQUEST, None),
            (r#"{"id":7,"method":"m"}"#, INVALID_REQUEST, Some("7")),
            (r#"{"jsonrpc":"2.0","id":7,"method":3}"#, INVALID_REQUEST, Some("7")),
            (r#"{"jsonrpc":"2.0","id":7,"method":"m","params":[1]}"#, INVALID_REQUEST, Some("7")),
            (r#"{"jsonrpc":"2.0","id":7}"#, INVALID_REQUEST, Some("7")),
        ] {
            let invalid = RpcMessage::read(text).unwrap_err();
            assert_eq!((invalid.error.code, invalid.id.as_ref().map(RequestId::text)), (code, id), "{text}");
        }
    }

    #[test]
    fn null_parameters_are_absent_parameters() {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#;
        let RpcMessage::Request(request) = RpcMessage::read(text).unwrap() else { panic!() };
        assert_eq!(request.params, Payload::empty_object());
    }

    #[test]
    fn an_answer_without_an_id_omits_it() {
        let outcome = Err(RpcError::new(PARSE_ERROR, "no JSON"));
        let text = RpcResponse { id: None, outcome }.write();
        assert_eq!(text, r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"no JSON"}}"#);
        let RpcMessage::Response(read) = RpcMessage::read(&text).unwrap() else { panic!() };
        assert_eq!(read.outcome.unwrap_err().code, PARSE_ERROR);
    }
}
