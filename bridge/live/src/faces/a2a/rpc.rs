//! The requests, answers and errors of A2A over JSON-RPC.

use agent_ui_text::bridge::a2ui::a2a::A2aVersion;
use std::borrow::Cow;
use wire::{
    Payload,
    json_rpc::{
        INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, InvalidMessage, JsonRpcAnswer,
        JsonRpcError, JsonRpcRequest, JsonRpcVersion, METHOD_NOT_FOUND, PARSE_ERROR,
        ReceivedMessage, RequestId,
    },
};

/// The domain of the reasons in error details.
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
            Self::Parse => PARSE_ERROR,
            Self::InvalidRequest => INVALID_REQUEST,
            Self::MethodNotFound => METHOD_NOT_FOUND,
            Self::InvalidParams => INVALID_PARAMS,
            Self::Internal => INTERNAL_ERROR,
            Self::TaskNotFound => -32001,
            Self::TaskNotCancelable => -32002,
            Self::PushNotificationNotSupported => -32003,
            Self::UnsupportedOperation => -32004,
            Self::ContentTypeNotSupported => -32005,
            Self::ExtendedCardNotConfigured => -32007,
            Self::VersionNotSupported => -32009,
        }
    }

    /// Returns the reason that A2A 1.0 adds to its specific errors.
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
        Self {
            kind,
            message: message.into(),
        }
    }
}

/// Reads a request. If its id cannot be read, the error has the id null.
pub(super) fn read_request(body: &str) -> Result<JsonRpcRequest, (RequestId, RpcError)> {
    match ReceivedMessage::read(body) {
        Ok(ReceivedMessage::Request(request)) => Ok(request),
        // Every method has an answer, so a request without an id gets one with the id null.
        Ok(ReceivedMessage::Notification(notification)) => {
            let mut request =
                JsonRpcRequest::new(JsonRpcVersion::V2, RequestId::Null, notification.method);
            request.params = notification.params;
            Ok(request)
        }
        Ok(ReceivedMessage::Answer(answer)) => {
            let error = RpcError::new(ErrorKind::InvalidRequest, "the request has no `method`");
            Err((answer.id.unwrap_or(RequestId::Null), error))
        }
        Err(InvalidMessage { id, error }) => {
            let is_json = error.code != PARSE_ERROR;
            let kind = if is_json {
                ErrorKind::InvalidRequest
            } else {
                ErrorKind::Parse
            };
            Err((
                id.unwrap_or(RequestId::Null),
                RpcError::new(kind, error.message),
            ))
        }
    }
}

/// Writes the answer with a result.
pub(super) fn success(id: &RequestId, result: Payload) -> String {
    JsonRpcAnswer {
        id: Some(id.clone()),
        outcome: Ok(result),
    }
    .to_line()
}

/// Writes the answer with an error. A2A 1.0 adds details to its specific errors.
pub(super) fn failure(id: &RequestId, error: &RpcError, a2a: A2aVersion) -> String {
    let mut answered = JsonRpcError::new(error.kind.code(), &*error.message);
    if let Some(reason) = error.kind.reason().filter(|_| a2a == A2aVersion::V1_0) {
        let details = Payload::object([
            (
                "@type",
                &Payload::string("type.googleapis.com/google.rpc.ErrorInfo"),
            ),
            ("reason", &Payload::string(reason)),
            ("domain", &Payload::string(DOMAIN)),
            ("metadata", &Payload::empty_object()),
        ]);
        answered = answered.data(Payload::array([&details]));
    }
    JsonRpcAnswer {
        id: Some(id.clone()),
        outcome: Err(answered),
    }
    .to_line()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_each_request_is_read() {
        let id = |body: &str| {
            read_request(body)
                .map(|request| request.id)
                .map_err(|(id, error)| (id, error.kind))
        };
        let big = r#"{"jsonrpc":"2.0","id":12345678901234567890,"method":"m","params":{"a":1.0}}"#;
        assert_eq!(id(big).unwrap().to_payload().text(), "12345678901234567890");
        assert_eq!(
            read_request(big).unwrap().params_or_empty().text(),
            r#"{"a":1.0}"#
        );
        assert_eq!(id(r#"{"jsonrpc":"2.0","method":"m"}"#), Ok(RequestId::Null));
        for (body, found, kind) in [
            ("{", RequestId::Null, ErrorKind::Parse),
            ("[]", RequestId::Null, ErrorKind::InvalidRequest),
            (
                r#"{"jsonrpc":"1.0","id":"a","method":"m"}"#,
                "a".into(),
                ErrorKind::InvalidRequest,
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a"}"#,
                "a".into(),
                ErrorKind::InvalidRequest,
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","result":1}"#,
                "a".into(),
                ErrorKind::InvalidRequest,
            ),
        ] {
            assert_eq!(id(body), Err((found, kind)), "{body}");
        }
    }

    #[test]
    fn only_a2a_1_0_adds_the_reason_of_an_error() {
        let error = RpcError::new(ErrorKind::TaskNotFound, "there is no task `t`");
        let id = RequestId::from("1");
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
