//! JSON-RPC envelopes, and the errors of A2A.

use agent_ui_text::bridge::a2ui::a2a::A2aVersion;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use wire::{Payload, PayloadKind};

/// The domain of the reasons in the details of an error.
const DOMAIN: &str = "a2a-protocol.org";

/// The kind of an error in an answer.
///
/// Specification: [A2A, JSON-RPC error codes](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorKind {
    Parse,
    InvalidRequest,
    MethodNotFound,
    InvalidParams,
    Internal,
    TaskNotFound,
    TaskNotCancelable,
    PushNotificationNotSupported,
    UnsupportedOperation,
    ContentTypeNotSupported,
    ExtendedCardNotConfigured,
    VersionNotSupported,
}

impl ErrorKind {
    /// Returns the code of the error.
    pub(super) fn code(self) -> i64 {
        match self {
            Self::Parse => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::Internal => -32603,
            Self::TaskNotFound => -32001,
            Self::TaskNotCancelable => -32002,
            Self::PushNotificationNotSupported => -32003,
            Self::UnsupportedOperation => -32004,
            Self::ContentTypeNotSupported => -32005,
            Self::ExtendedCardNotConfigured => -32007,
            Self::VersionNotSupported => -32009,
        }
    }

    /// Returns the reason that A2A 1.0 adds to its own errors.
    fn reason(self) -> Option<&'static str> {
        Some(match self {
            Self::TaskNotFound => "TASK_NOT_FOUND",
            Self::TaskNotCancelable => "TASK_NOT_CANCELABLE",
            Self::PushNotificationNotSupported => "PUSH_NOTIFICATION_NOT_SUPPORTED",
            Self::UnsupportedOperation => "UNSUPPORTED_OPERATION",
            Self::ContentTypeNotSupported => "CONTENT_TYPE_NOT_SUPPORTED",
            Self::ExtendedCardNotConfigured => "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
            Self::VersionNotSupported => "VERSION_NOT_SUPPORTED",
            Self::Parse
            | Self::InvalidRequest
            | Self::MethodNotFound
            | Self::InvalidParams
            | Self::Internal => return None,
        })
    }
}

/// An error in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RpcError {
    pub(super) kind: ErrorKind,
    pub(super) message: Cow<'static, str>,
}

impl RpcError {
    pub(super) fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// A request of JSON-RPC.
#[derive(Debug)]
pub(super) struct RpcRequest {
    /// The id as JSON text; null if the request has none.
    pub(super) id: Payload,
    pub(super) method: String,
    /// The parameters; an empty object if the request has none.
    pub(super) params: Payload,
}

impl RpcRequest {
    /// Reads a request. The id in the error is null if it cannot be read.
    pub(super) fn read(body: &str) -> Result<Self, (Payload, RpcError)> {
        let invalid =
            |id: Payload, message: &'static str| (id, RpcError::new(ErrorKind::InvalidRequest, message));
        let request = Payload::parse(body).map_err(|error| {
            (Payload::null(), RpcError::new(ErrorKind::Parse, format!("the body is not JSON: {error}")))
        })?;
        match request.kind() {
            PayloadKind::Object => {}
            PayloadKind::Array => {
                return Err(invalid(
                    Payload::null(),
                    "lists of requests are not supported; send one request",
                ));
            }
            _ => return Err(invalid(Payload::null(), "the request must be an object")),
        }
        let id = request.member("id").unwrap_or_else(Payload::null);
        if !matches!(id.kind(), PayloadKind::String | PayloadKind::Number | PayloadKind::Null) {
            return Err(invalid(Payload::null(), "`id` must be a string or a number"));
        }
        if request.member("jsonrpc").and_then(|version| version.as_str().map(Cow::into_owned)).as_deref()
            != Some("2.0")
        {
            return Err(invalid(id, "`jsonrpc` must be `2.0`"));
        }
        let Some(method) = request.member("method").and_then(|method| method.as_str().map(Cow::into_owned))
        else {
            return Err(invalid(id, "`method` must be a string"));
        };
        let params = request.member("params").filter(|params| !params.is_null());
        Ok(Self { id, method, params: params.unwrap_or_else(Payload::empty_object) })
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    jsonrpc: &'static str,
    id: &'a Payload,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject<'a>>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: i64,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<[ErrorInfo; 1]>,
}

#[derive(Serialize)]
struct ErrorInfo {
    #[serde(rename = "@type")]
    kind: &'static str,
    reason: &'static str,
    domain: &'static str,
    metadata: NoMetadata,
}

#[derive(Serialize)]
struct NoMetadata {}

/// Writes the answer with a result.
pub(super) fn success(id: &Payload, result: &Payload) -> String {
    write(&Answer { jsonrpc: "2.0", id, result: Some(result), error: None })
}

/// Writes the answer with an error. A2A 1.0 adds details to its own errors.
pub(super) fn failure(id: &Payload, error: &RpcError, a2a: A2aVersion) -> String {
    let reason = error.kind.reason().filter(|_| a2a == A2aVersion::V1_0);
    let data = reason.map(|reason| {
        let kind = "type.googleapis.com/google.rpc.ErrorInfo";
        [ErrorInfo { kind, reason, domain: DOMAIN, metadata: NoMetadata {} }]
    });
    let error = ErrorObject { code: error.kind.code(), message: &error.message, data };
    write(&Answer { jsonrpc: "2.0", id, result: None, error: Some(error) })
}

fn write(answer: &Answer<'_>) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// The answer of an agent.
#[derive(Debug, Deserialize)]
pub(super) struct RpcAnswer {
    #[serde(default)]
    pub(super) result: Option<Payload>,
    #[serde(default)]
    pub(super) error: Option<AnsweredError>,
}

/// The error in the answer of an agent.
#[derive(Debug, Deserialize)]
pub(super) struct AnsweredError {
    #[serde(default)]
    pub(super) code: Option<i64>,
    #[serde(default)]
    pub(super) message: Option<String>,
}

/// Writes a request.
pub(super) fn request(id: &str, method: &str, params: &Payload) -> String {
    let id = Payload::string(id);
    let (version, method) = (Payload::string("2.0"), Payload::string(method));
    Payload::object([("jsonrpc", &version), ("id", &id), ("method", &method), ("params", params)])
        .text()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_keeps_its_id_as_it_is() {
        let read = |body: &str| RpcRequest::read(body);
        let request =
            read(r#"{"jsonrpc":"2.0","id":12345678901234567890,"method":"m","params":{"a":1.0}}"#).unwrap();
        assert_eq!((request.id.text(), request.method.as_str()), ("12345678901234567890", "m"));
        assert_eq!(request.params.text(), r#"{"a":1.0}"#);
        assert_eq!(read(r#"{"jsonrpc":"2.0","method":"m"}"#).unwrap().id.text(), "null");
        for (body, id, kind) in [
            ("{", "null", ErrorKind::Parse),
            ("[]", "null", ErrorKind::InvalidRequest),
            ("7", "null", ErrorKind::InvalidRequest),
            (r#"{"id":"a","method":"m"}"#, "\"a\"", ErrorKind::InvalidRequest),
            (r#"{"jsonrpc":"1.0","id":"a","method":"m"}"#, "\"a\"", ErrorKind::InvalidRequest),
            (r#"{"jsonrpc":"2.0","id":"a"}"#, "\"a\"", ErrorKind::InvalidRequest),
            (r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, "null", ErrorKind::InvalidRequest),
        ] {
            let (found, error) = read(body).unwrap_err();
            assert_eq!((found.text(), error.kind), (id, kind), "{body}");
        }
    }

    #[test]
    fn only_a2a_1_0_adds_the_reason_of_an_error() {
        let error = RpcError::new(ErrorKind::TaskNotFound, "there is no task `t`");
        let id = Payload::string("1");
        assert_eq!(
            failure(&id, &error, A2aVersion::V0_3),
            r#"{"jsonrpc":"2.0","id":"1","error":{"code":-32001,"message":"there is no task `t`"}}"#
        );
        assert!(
            failure(&id, &error, A2aVersion::V1_0)
                .contains(r#""reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org""#)
        );
        let error = RpcError::new(ErrorKind::MethodNotFound, "m");
        assert!(!failure(&id, &error, A2aVersion::V1_0).contains("data"));
    }
}
