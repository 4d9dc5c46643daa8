//! A JSON-RPC frame of any kind.

use super::{
    JsonRpcError, JsonRpcErrorResponse, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse,
    JsonRpcVersion, RequestId,
};
use crate::{
    Extra, Finding, HasType, Payload, Pointer, Reader, Validate, Variant, Wire, Writer,
    decode::{ReadError, ReadResult},
    object::Table,
};

/// A JSON-RPC frame of any kind.
///
/// The members determine the kind of a frame. A frame with `method` and `id` is a request, a frame with `method` alone is
/// a notification, and a frame with `result` or `error` is an answer. A frame with several of `method`, `result` and
/// `error`, or with none of them, is an error.
///
/// ```
/// use agent_ui_wire::json_rpc::JsonRpcMessage;
///
/// let text = r#"{"jsonrpc":"2.0","id":16,"result":null}"#;
/// let message: JsonRpcMessage = agent_ui_wire::decode(text)?;
/// assert!(matches!(message, JsonRpcMessage::Response(_)));
/// assert_eq!(agent_ui_wire::encode(&message).unwrap(), text);
/// assert_eq!(agent_ui_wire::decode::<JsonRpcMessage>(r#"{"jsonrpc":"2.0","id":16}"#).unwrap_err().rule.as_str(), "key");
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
///
/// Specification: [JSON-RPC 2.0, § 2 Conventions](https://www.jsonrpc.org/specification#conventions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonRpcMessage {
    /// A request, which expects an answer.
    Request(JsonRpcRequest),
    /// A notification, which has no answer.
    Notification(JsonRpcNotification),
    /// The answer to a successful request.
    Response(JsonRpcResponse),
    /// The answer to a failed request.
    ErrorResponse(JsonRpcErrorResponse),
}

impl Wire for JsonRpcMessage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut frame = Frame::default();
        let mut extra = Extra::new();
        reader.object(&FRAME, &mut extra, &mut |place, reader| {
            // The places are those of `FRAME.keys`.
            match place {
                0 => frame.jsonrpc = Some(Wire::read(reader)?),
                1 => frame.id = Some(Wire::read(reader)?),
                2 => frame.method = Some(Wire::read(reader)?),
                3 => frame.params = Wire::read(reader)?,
                4 => frame.result = Wire::read(reader)?,
                _ => frame.error = Some(Wire::read(reader)?),
            }
            Ok(())
        })?;
        frame.into_message(extra)
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Request(message) => message.write(writer),
            Self::Notification(message) => message.write(writer),
            Self::Response(message) => message.write(writer),
            Self::ErrorResponse(message) => message.write(writer),
        }
    }
}

/// The members of all kinds of frames. A member has the same type in each kind, so all members can be read before the
/// kind is known.
#[derive(Default)]
struct Frame {
    jsonrpc: Option<JsonRpcVersion>,
    id: Option<RequestId>,
    method: Option<String>,
    params: Option<Payload>,
    result: Option<Payload>,
    error: Option<JsonRpcError>,
}

static FRAME: Table = Table {
    name: "JsonRpcMessage",
    tag: None,
    members: &[],
    keys: &[
        Variant {
            word: "jsonrpc",
            ty: JsonRpcVersion::TYPE,
        },
        Variant {
            word: "id",
            ty: RequestId::TYPE,
        },
        Variant {
            word: "method",
            ty: String::TYPE,
        },
        Variant {
            word: "params",
            ty: Payload::TYPE,
        },
        Variant {
            word: "result",
            ty: Payload::TYPE,
        },
        Variant {
            word: "error",
            ty: JsonRpcError::TYPE,
        },
    ],
};

impl Frame {
    fn into_message(self, mut extra: Extra) -> ReadResult<JsonRpcMessage> {
        let Self {
            jsonrpc,
            id,
            method,
            params,
            result,
            error,
        } = self;
        match (method, result, error) {
            // JSON-RPC 2.0, section 4: a request without an id is a notification.
            (Some(method), None, None) => {
                let jsonrpc = require("jsonrpc", jsonrpc)?;
                let Some(id) = id else {
                    let notification = JsonRpcNotification {
                        jsonrpc,
                        method,
                        params,
                        extra,
                    };
                    return Ok(notification.into());
                };
                let request = JsonRpcRequest {
                    jsonrpc,
                    id,
                    method,
                    params,
                    extra,
                };
                Ok(request.into())
            }
            // JSON-RPC 2.0, section 5: a response has either a result or an error.
            (None, Some(result), None) => {
                keep(&mut extra, params);
                let (jsonrpc, id) = (require("jsonrpc", jsonrpc)?, require("id", id)?);
                Ok(JsonRpcResponse {
                    jsonrpc,
                    id,
                    result,
                    extra,
                }
                .into())
            }
            (None, None, Some(error)) => {
                keep(&mut extra, params);
                let (jsonrpc, id) = (require("jsonrpc", jsonrpc)?, require("id", id)?);
                Ok(JsonRpcErrorResponse {
                    jsonrpc,
                    id,
                    error,
                    extra,
                }
                .into())
            }
            // The specification defines no other combinations.
            (None, None, None) => Err(one_key("none of them")),
            _ => Err(one_key("several of them")),
        }
    }
}

/// Moves the parameters of an answer to the extra members, because the specification does not define parameters there.
fn keep(extra: &mut Extra, params: Option<Payload>) {
    if let Some(params) = params {
        extra.insert("params", params);
    }
}

fn require<T>(name: &str, member: Option<T>) -> ReadResult<T> {
    member.ok_or_else(|| ReadError::missing(name))
}

/// Implements the conversion from each kind of message. `from!(JsonRpcRequest Request);` expands to:
///
/// ```text
/// impl From<JsonRpcRequest> for JsonRpcMessage {
///     fn from(frame: JsonRpcRequest) -> Self { Self::Request(frame) }
/// }
/// ```
macro_rules! from {
    ($($Frame:ident $Variant:ident),*) => { $(
        impl From<$Frame> for JsonRpcMessage {
            fn from(frame: $Frame) -> Self {
                Self::$Variant(frame)
            }
        }
    )* };
}
from!(
    JsonRpcRequest Request, JsonRpcNotification Notification, JsonRpcResponse Response,
    JsonRpcErrorResponse ErrorResponse
);

fn one_key(found: &str) -> ReadError {
    ReadError::mismatch(
        crate::DecodeRule::Key,
        found,
        "exactly one of `method`, `result`, `error`",
    )
}

crate::hand_written! {
    JsonRpcMessage,
    schema: |schemas| {
        let request = schemas.schema_for::<JsonRpcRequest>();
        let notification = schemas.schema_for::<JsonRpcNotification>();
        crate::schema::json!({
            "type": "object",
            "oneOf": [{"required": ["method"]}, {"required": ["result"]}, {"required": ["error"]}],
            "anyOf": [
                {"required": ["method", "id"], "allOf": [request]},
                {"required": ["method"], "not": {"required": ["id"]}, "allOf": [notification]},
                {"required": ["result"], "allOf": [schemas.schema_for::<JsonRpcResponse>()]},
                {"required": ["error"], "allOf": [schemas.schema_for::<JsonRpcErrorResponse>()]},
            ],
        })
    },
    generate: |level| {
        use crate::proptest::prelude::*;
        prop_oneof![
            JsonRpcRequest::strategy(level).prop_map(JsonRpcMessage::Request),
            JsonRpcNotification::strategy(level).prop_map(JsonRpcMessage::Notification),
            JsonRpcResponse::strategy(level).prop_map(JsonRpcMessage::Response),
            JsonRpcErrorResponse::strategy(level).prop_map(JsonRpcMessage::ErrorResponse),
        ]
        .boxed()
    },
}

impl Validate for JsonRpcMessage {
    /// Validates the id. The protocol that uses the message validates the method, the parameters and the error.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let id = match self {
            Self::Request(request) => &request.id,
            Self::Response(response) => &response.id,
            Self::ErrorResponse(_) | Self::Notification(_) => return,
        };
        if *id == RequestId::Null {
            let message = "only an error response may have the id null";
            found.push(
                Finding::warning("null-id", at.member("id"), message)
                    .hint("use the id of the request, or a number"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DecodeRule;

    #[test]
    fn the_kind_of_a_frame_follows_from_its_members() {
        for (text, kind) in [
            (
                r#"{"jsonrpc":"2.0","id":"a","method":"m","params":[1.0]}"#,
                "request",
            ),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "request"),
            (
                r#"{"jsonrpc":"2.0","method":"m","params":{"n":1e999}}"#,
                "notification",
            ),
            (
                r#"{"jsonrpc":"2.0","id":18446744073709551616,"result":{"value":null},"x":1}"#,
                "response",
            ),
            (
                r#"{"jsonrpc":"2.0","id":0,"result":null,"params":[2]}"#,
                "response",
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?","data":null}}"#,
                "error",
            ),
        ] {
            let message: JsonRpcMessage = crate::decode(text).unwrap();
            let found = match message {
                JsonRpcMessage::Request(_) => "request",
                JsonRpcMessage::Notification(_) => "notification",
                JsonRpcMessage::Response(_) => "response",
                JsonRpcMessage::ErrorResponse(_) => "error",
            };
            assert_eq!(
                (found, crate::encode(&message).unwrap().as_str()),
                (kind, text)
            );
        }
    }

    #[test]
    fn an_ambiguous_frame_is_refused() {
        for (text, rule, pointer) in [
            (r#"{"jsonrpc":"2.0","id":1}"#, DecodeRule::Key, ""),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
                DecodeRule::Key,
                "",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#,
                DecodeRule::Key,
                "",
            ),
            (
                r#"{"jsonrpc":"1.0","method":"m"}"#,
                DecodeRule::Value,
                "/jsonrpc",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"m","id":[]}"#,
                DecodeRule::Type,
                "/id",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}"#,
                DecodeRule::Missing,
                "/error/code",
            ),
            (r#"{"id":1,"result":null}"#, DecodeRule::Missing, "/jsonrpc"),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":1,"id":2}"#,
                DecodeRule::Duplicate,
                "/id",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"m","x":1,"x":2}"#,
                DecodeRule::Duplicate,
                "/x",
            ),
            ("[]", DecodeRule::Type, ""),
        ] {
            let error = crate::decode::<JsonRpcMessage>(text).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                (rule, pointer),
                "{text}"
            );
        }
    }

    #[test]
    fn only_an_error_response_may_have_the_id_null() {
        let rules = |members: &str| {
            let text = format!(r#"{{"jsonrpc":"2.0","id":null,{members}}}"#);
            let message: JsonRpcMessage = crate::decode(&text).unwrap();
            message
                .validate()
                .into_iter()
                .map(|found| found.rule)
                .collect::<Vec<_>>()
        };
        assert_eq!(rules(r#""method":"m""#), ["null-id"]);
        assert_eq!(rules(r#""result":1"#), ["null-id"]);
        assert!(rules(r#""error":{"code":1,"message":"m"}"#).is_empty());
    }
}
