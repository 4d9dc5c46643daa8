//! The rules of MCP for JSON-RPC messages.

use wire::json_rpc::{INVALID_REQUEST, InvalidMessage, JsonRpcError, ReceivedMessage, RequestId};

/// Reads one message. Its parameters must be an object, and a request's id must not be null.
///
/// Specification: [MCP 2025-11-25, messages](https://modelcontextprotocol.io/specification/2025-11-25/basic#messages).
pub(super) fn read(text: &str) -> Result<ReceivedMessage, InvalidMessage> {
    let message = ReceivedMessage::read(text)
        // An error response may lack the id, but it must not be null.
        .map_err(|invalid| InvalidMessage {
            id: invalid.id.filter(|id| *id != RequestId::Null),
            ..invalid
        })?;
    let (id, params) = match &message {
        ReceivedMessage::Request(request) => (Some(&request.id), request.params_or_empty()),
        ReceivedMessage::Notification(notification) => (None, notification.params_or_empty()),
        ReceivedMessage::Answer(_) => return Ok(message),
    };
    if id == Some(&RequestId::Null) {
        return Err(invalid(None, "the `id` must be a string or a number"));
    }
    if !params.is_object() {
        return Err(invalid(id.cloned(), "the `params` must be an object"));
    }
    Ok(message)
}

fn invalid(id: Option<RequestId>, message: &str) -> InvalidMessage {
    InvalidMessage {
        id,
        error: JsonRpcError::new(INVALID_REQUEST, message),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn null_ids_and_parameters_that_are_not_objects_are_refused() {
        for (text, id) in [
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, None),
            (r#"{"jsonrpc":"2.0","id":null,"method":7}"#, None),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m","params":[1]}"#,
                Some(RequestId::from(7)),
            ),
            (r#"{"jsonrpc":"2.0","method":"m","params":1}"#, None),
        ] {
            let invalid = read(text).unwrap_err();
            assert_eq!(
                (invalid.error.code, invalid.id),
                (INVALID_REQUEST, id),
                "{text}"
            );
        }
        assert!(read(r#"{"jsonrpc":"2.0","id":"a","method":"m","params":null}"#).is_ok());
    }
}
