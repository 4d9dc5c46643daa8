//! The frames in which everything travels: JSON-RPC 2.0, as AHP uses it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Finding, Number, Payload, PayloadKind, Pointer, Validate, decode::Refusal, token};

wire::word! {
    /// What every frame says first.
    pub closed enum JsonRpcVersion {
        /// JSON-RPC 2.0.
        V2 = "2.0",
    }
}

/// Relates an answer to its request: a number or a text, or null in an answer to something that could not be read.
/// JSON-RPC 2.0, section 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestId {
    /// A number, as AHP peers send it.
    Number(Number),
    /// A text.
    Text(String),
    /// Unknown.
    Null,
}

wire::object! {
    /// Asks for something. JSON-RPC 2.0, section 4.
    pub struct JsonRpcRequest {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Relates the answer.
        id: RequestId,
        /// What is asked for.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// Tells something. JSON-RPC 2.0, section 4.1.
    pub struct JsonRpcNotification {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// What is told.
        method: String,
        /// The parameters of the method.
        params?: Option<Payload>,
    }

    /// Answers a request. JSON-RPC 2.0, section 5.
    pub struct JsonRpcResponse {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Which request.
        id: RequestId,
        /// The result; where there is nothing to say, null.
        result: Payload,
    }

    /// Answers a request that failed. JSON-RPC 2.0, section 5.
    pub struct JsonRpcErrorResponse {
        /// 2.0.
        jsonrpc: JsonRpcVersion,
        /// Which request.
        id: RequestId,
        /// Why.
        error: JsonRpcError,
    }

    /// Why a request failed. JSON-RPC 2.0, section 5.1.
    pub struct JsonRpcError {
        /// For programs.
        code: i64,
        /// For people.
        message: String,
        /// More, depending on the code.
        data?: Option<Payload>,
    }
}

/// Any frame. Which one it is follows from its members: `method` and `id` make a request, `method` alone a
/// notification, `result` or `error` an answer. Both of them, or neither, are an error.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::json_rpc::JsonRpcMessage;
///
/// let text = r#"{"jsonrpc":"2.0","id":16,"result":null}"#;
/// let message: JsonRpcMessage = wire::decode(text)?;
/// assert!(matches!(message, JsonRpcMessage::Response(_)));
/// assert_eq!(wire::encode(&message).unwrap(), text);
/// assert_eq!(wire::decode::<JsonRpcMessage>(r#"{"jsonrpc":"2.0","id":16}"#).unwrap_err().rule.as_str(), "key");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonRpcMessage {
    /// Asks for something.
    Request(JsonRpcRequest),
    /// Tells something.
    Notification(JsonRpcNotification),
    /// Answers.
    Response(JsonRpcResponse),
    /// Answers that it failed.
    ErrorResponse(JsonRpcErrorResponse),
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::Null => serializer.serialize_unit(),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        match payload.kind() {
            PayloadKind::Null => Ok(Self::Null),
            PayloadKind::String => payload.decode().map(Self::Text).map_err(wire::decode::nested_error),
            PayloadKind::Number => payload.decode().map(Self::Number).map_err(wire::decode::nested_error),
            other => Err(Refusal::wrong_type(other, "a number, a string or null").into_error()),
        }
    }
}

impl Serialize for JsonRpcMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Request(message) => message.serialize(serializer),
            Self::Notification(message) => message.serialize(serializer),
            Self::Response(message) => message.serialize(serializer),
            Self::ErrorResponse(message) => message.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for JsonRpcMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        if !payload.is_object() {
            return Err(Refusal::wrong_type(payload.kind(), "an object (JsonRpcMessage)").into_error());
        }
        let has = |name: &str| {
            let mut members = token::children(payload.text()).filter_map(|child| child.name);
            members.any(|member| token::string(member) == name)
        };
        let message = match (has("method"), has("result"), has("error")) {
            (true, false, false) if has("id") => payload.decode().map(Self::Request),
            (true, false, false) => payload.decode().map(Self::Notification),
            (false, true, false) => payload.decode().map(Self::Response),
            (false, false, true) => payload.decode().map(Self::ErrorResponse),
            (false, false, false) => return Err(one_key("none of them")),
            _ => return Err(one_key("several of them")),
        };
        message.map_err(wire::decode::nested_error)
    }
}

fn one_key<E: serde::de::Error>(found: &str) -> E {
    Refusal::new(wire::DecodeRule::Key, found, "exactly one of `method`, `result`, `error`").into_error()
}

wire::special! {
    RequestId,
    schema: |_generator| wire::schemars::json_schema!({"type": ["number", "string", "null"]}),
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            3 => Number::strategy(level).prop_map(RequestId::Number),
            2 => String::strategy(level).prop_map(RequestId::Text),
            1 => Just(RequestId::Null),
        ]
        .boxed()
    },
}

wire::special! {
    JsonRpcMessage,
    schema: |generator| {
        let request = generator.subschema_for::<JsonRpcRequest>();
        let notification = generator.subschema_for::<JsonRpcNotification>();
        wire::schemars::json_schema!({
            "type": "object",
            "oneOf": [{"required": ["method"]}, {"required": ["result"]}, {"required": ["error"]}],
            "anyOf": [
                {"required": ["method", "id"], "allOf": [request]},
                {"required": ["method"], "not": {"required": ["id"]}, "allOf": [notification]},
                {"required": ["result"], "allOf": [generator.subschema_for::<JsonRpcResponse>()]},
                {"required": ["error"], "allOf": [generator.subschema_for::<JsonRpcErrorResponse>()]},
            ],
        })
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            JsonRpcRequest::strategy(level).prop_map(JsonRpcMessage::Request),
            JsonRpcNotification::strategy(level).prop_map(JsonRpcMessage::Notification),
            JsonRpcResponse::strategy(level).prop_map(JsonRpcMessage::Response),
            JsonRpcErrorResponse::strategy(level).prop_map(JsonRpcMessage::ErrorResponse),
        ]
        .boxed()
    },
}

impl Validate for JsonRpcError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(data) = self.data.as_ref().filter(|_| self.code == crate::canvas::PROVIDER_ERROR) else {
            return;
        };
        if let Err(error) = data.decode::<crate::canvas::CanvasProviderErrorData>() {
            let at = at.member("data").join(&error.pointer);
            found.push(Finding::error("provider-error-data", at, error.found).hint(error.expected));
        }
    }
}

impl Validate for JsonRpcMessage {
    /// Judges the frame; the parameters are judged by the type of their method.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let id = match self {
            Self::Request(request) => &request.id,
            Self::Response(response) => &response.id,
            Self::ErrorResponse(response) => return response.error.findings(&at.member("error"), found),
            Self::Notification(_) => return,
        };
        if *id == RequestId::Null {
            let message = "Only an error can answer something without an id.";
            found.push(Finding::warning("null-id", at.member("id"), message).hint("a number"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::DecodeRule;

    #[test]
    fn a_frame_is_told_by_its_members_and_kept_to_the_letter() {
        for (text, kind) in [
            (r#"{"jsonrpc":"2.0","id":"a","method":"m","params":[1.0]}"#, "request"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, "request"),
            (r#"{"jsonrpc":"2.0","method":"m","params":{"n":1e999}}"#, "notification"),
            (r#"{"jsonrpc":"2.0","id":18446744073709551616,"result":{"value":null},"x":1}"#, "response"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?","data":null}}"#, "error"),
        ] {
            let message: JsonRpcMessage = wire::decode(text).unwrap();
            let found = match message {
                JsonRpcMessage::Request(_) => "request",
                JsonRpcMessage::Notification(_) => "notification",
                JsonRpcMessage::Response(_) => "response",
                JsonRpcMessage::ErrorResponse(_) => "error",
            };
            assert_eq!((found, wire::encode(&message).unwrap().as_str()), (kind, text));
        }
    }

    #[test]
    fn a_frame_that_is_two_things_or_none_is_refused() {
        for (text, rule, pointer) in [
            (r#"{"jsonrpc":"2.0","id":1}"#, DecodeRule::Key, ""),
            (r#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#, DecodeRule::Key, ""),
            (r#"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#, DecodeRule::Key, ""),
            (r#"{"jsonrpc":"1.0","method":"m"}"#, DecodeRule::Value, "/jsonrpc"),
            (r#"{"jsonrpc":"2.0","method":"m","id":[]}"#, DecodeRule::Type, "/id"),
            (r#"{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}"#, DecodeRule::Missing, "/error/code"),
            (r#"{"id":1,"result":null}"#, DecodeRule::Missing, "/jsonrpc"),
            ("[]", DecodeRule::Type, ""),
        ] {
            let error = wire::decode::<JsonRpcMessage>(text).unwrap_err();
            assert_eq!((error.rule, error.pointer.as_str()), (rule, pointer), "{text}");
        }
    }

    #[test]
    fn the_data_of_a_provider_error_is_judged() {
        let rules = |text: &str| {
            let message: JsonRpcMessage = wire::decode(text).unwrap();
            message.validate().into_iter().map(|f| (f.rule, f.pointer.to_string())).collect::<Vec<_>>()
        };
        let error = |code: i64, data: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m","data":{data}}}}}"#)
        };
        let at = || "/error/data/message".to_owned();
        assert_eq!(rules(&error(-32012, r#"{"code":"gone","message":"m"}"#)), []);
        assert_eq!(rules(&error(-32012, r#"{"code":"gone"}"#)), [("provider-error-data", at())]);
        assert_eq!(rules(&error(-32008, r#"{"code":"gone"}"#)), []);
        assert_eq!(rules(r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#), [("null-id", "/id".to_owned())]);
    }
}
