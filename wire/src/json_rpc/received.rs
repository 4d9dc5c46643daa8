//! Messages of a peer, and errors in response to invalid messages.

use super::{
    INVALID_REQUEST, JsonRpcAnswer, JsonRpcError, JsonRpcMessage, JsonRpcNotification,
    JsonRpcRequest, PARSE_ERROR, RequestId,
};
use crate::{Payload, PayloadKind, decode};

/// A message that a peer sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceivedMessage {
    /// A request, which must be answered.
    Request(JsonRpcRequest),
    /// A notification, which has no answer.
    Notification(JsonRpcNotification),
    /// The answer to a request.
    Answer(JsonRpcAnswer),
}

/// A text that is not a message, with the error response to it. The id of the request is included if it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidMessage {
    /// The id of the request.
    pub id: Option<RequestId>,
    /// The error of the response, [`PARSE_ERROR`] or [`INVALID_REQUEST`].
    pub error: JsonRpcError,
}

impl From<JsonRpcMessage> for ReceivedMessage {
    fn from(message: JsonRpcMessage) -> Self {
        match message {
            JsonRpcMessage::Request(request) => Self::Request(request),
            JsonRpcMessage::Notification(notification) => Self::Notification(notification),
            JsonRpcMessage::Response(response) => Self::Answer(response.into()),
            JsonRpcMessage::ErrorResponse(response) => Self::Answer(response.into()),
        }
    }
}

impl ReceivedMessage {
    /// Reads one message. A batch is an error. Callers that support batches read each element separately.
    ///
    /// An error in an answer may lack its code, its message, and the id of the request.
    ///
    /// # Errors
    /// Returns the error to answer if the text is not a message.
    pub fn read(text: &str) -> Result<Self, InvalidMessage> {
        let refusal = match decode::<JsonRpcMessage>(text) {
            Ok(message) => return Ok(message.into()),
            Err(refusal) => refusal,
        };
        let whole = match Payload::parse(text) {
            Ok(whole) => whole,
            Err(error) => {
                let message = format!("the message is not valid JSON: {error}");
                return Err(InvalidMessage {
                    id: None,
                    error: JsonRpcError::new(PARSE_ERROR, message),
                });
            }
        };
        if whole.kind() == PayloadKind::Array {
            return Err(InvalidMessage {
                id: None,
                error: JsonRpcError::batch(),
            });
        }
        if states_version_2(&whole) {
            if let Some(answer) = JsonRpcAnswer::from_payload(&whole) {
                return Ok(Self::Answer(answer));
            }
        }
        let message = format!("the message is not valid JSON-RPC 2.0: {refusal}");
        Err(InvalidMessage {
            id: whole.member("id").and_then(|id| id.decode().ok()),
            error: JsonRpcError::new(INVALID_REQUEST, message),
        })
    }
}

fn states_version_2(message: &Payload) -> bool {
    match message.member("jsonrpc") {
        Some(version) => version.as_str().as_deref() == Some("2.0"),
        None => false,
    }
}

impl JsonRpcError {
    /// Creates the error for a batch in a protocol without batches.
    pub fn batch() -> Self {
        Self::new(
            INVALID_REQUEST,
            "the message is a list; send each message on its own",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_their_numbers_and_fit_on_one_line() {
        let text = "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0061\",\"method\":\"m\",\"params\":{\n \"n\": 1.50, \"big\": 12345678901234567890}}";
        let ReceivedMessage::Request(request) = ReceivedMessage::read(text).unwrap() else {
            panic!()
        };
        assert_eq!(request.id, RequestId::from("a"));
        let line = r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"n":1.50,"big":12345678901234567890}}"#;
        assert_eq!(request.to_line(), line);
    }

    #[test]
    fn errors_name_the_request_if_it_can_be_read() {
        for (text, code, id) in [
            ("{", PARSE_ERROR, None),
            ("[]", INVALID_REQUEST, None),
            ("7", INVALID_REQUEST, None),
            (
                r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
                INVALID_REQUEST,
                None,
            ),
            (r#"{"id":7,"method":"m"}"#, INVALID_REQUEST, Some("7")),
            (
                r#"{"jsonrpc":"1.0","id":"a","method":"m"}"#,
                INVALID_REQUEST,
                Some("\"a\""),
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":3}"#,
                INVALID_REQUEST,
                Some("null"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":3}"#,
                INVALID_REQUEST,
                Some("7"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m","method":"n"}"#,
                INVALID_REQUEST,
                Some("7"),
            ),
            (r#"{"jsonrpc":"2.0","id":7}"#, INVALID_REQUEST, Some("7")),
            (r#"{"id":7,"result":1}"#, INVALID_REQUEST, Some("7")),
        ] {
            let invalid = ReceivedMessage::read(text).unwrap_err();
            let found = invalid.id.map(|id| id.to_payload().text().to_owned());
            assert_eq!((invalid.error.code, found.as_deref()), (code, id), "{text}");
        }
    }

    #[test]
    fn null_parameters_are_read_as_absent() {
        for params in ["", r#","params":null"#] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list"{params}}}"#);
            let ReceivedMessage::Request(request) = ReceivedMessage::read(&text).unwrap() else {
                panic!()
            };
            assert_eq!(request.params_or_empty(), Payload::empty_object());
        }
    }

    #[test]
    fn an_error_without_an_id_is_an_answer() {
        let text = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}"#;
        let ReceivedMessage::Answer(answer) = ReceivedMessage::read(text).unwrap() else {
            panic!()
        };
        assert_eq!(
            (answer.id, answer.outcome.unwrap_err().code),
            (None, -32600)
        );
    }
}
