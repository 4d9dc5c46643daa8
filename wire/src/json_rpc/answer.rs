//! The successful or failed answer to a request.

use super::{
    INTERNAL_ERROR, JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcResponse,
    JsonRpcVersion, RequestId, line,
};
use crate::{Payload, without_layout};

/// The successful or failed answer to a request.
///
/// If the request could not be read, the id is absent, as in MCP. JSON-RPC itself uses null as the id in this case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRpcAnswer {
    /// The id of the request.
    pub id: Option<RequestId>,
    /// The result of the request, or the error if the request failed.
    pub outcome: Result<Payload, JsonRpcError>,
}

impl JsonRpcAnswer {
    /// Reads an answer tolerantly. The version, the id, and the code and message of an error may be absent. Returns
    /// `None` if the object has a method, or neither a result nor an error.
    pub fn from_payload(answer: &Payload) -> Option<Self> {
        if answer.member("method").is_some() {
            return None;
        }
        let id = answer.member("id").and_then(|id| id.decode().ok());
        // Some servers write null for the error of a successful request.
        let error = answer.member("error").filter(|error| !error.is_null());
        let outcome = match error {
            Some(error) => Err(tolerant_error(&error)),
            None => Ok(answer.member("result")?),
        };
        Some(Self { id, outcome })
    }

    /// Writes the answer on one line.
    pub fn to_line(&self) -> String {
        match (&self.id, &self.outcome) {
            (None, Err(error)) => {
                let error = Payload::build(|writer| crate::Wire::write(error, writer));
                let members = [("jsonrpc", &Payload::string("2.0")), ("error", &error)];
                without_layout(Payload::object(members).text()).into_owned()
            }
            _ => line(&JsonRpcMessage::from(self.clone())),
        }
    }
}

fn tolerant_error(error: &Payload) -> JsonRpcError {
    let code = error
        .member("code")
        .and_then(|code| code.text().parse().ok());
    let message = error
        .member("message")
        .and_then(|message| Some(message.as_str()?.into_owned()));
    let message = message.unwrap_or_else(|| "the error has no message".to_owned());
    JsonRpcError {
        data: error.member("data"),
        ..JsonRpcError::new(code.unwrap_or(INTERNAL_ERROR), message)
    }
}

impl From<JsonRpcAnswer> for JsonRpcMessage {
    /// Converts the answer to a message. An absent id becomes null.
    fn from(answer: JsonRpcAnswer) -> Self {
        let id = answer.id.unwrap_or(RequestId::Null);
        match answer.outcome {
            Ok(result) => JsonRpcResponse::new(JsonRpcVersion::V2, id, result).into(),
            Err(error) => JsonRpcErrorResponse::new(JsonRpcVersion::V2, id, error).into(),
        }
    }
}

impl From<JsonRpcResponse> for JsonRpcAnswer {
    fn from(response: JsonRpcResponse) -> Self {
        Self {
            id: Some(response.id),
            outcome: Ok(response.result),
        }
    }
}

impl From<JsonRpcErrorResponse> for JsonRpcAnswer {
    fn from(response: JsonRpcErrorResponse) -> Self {
        Self {
            id: Some(response.id),
            outcome: Err(response.error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::PARSE_ERROR, *};

    fn read(text: &str) -> Option<JsonRpcAnswer> {
        JsonRpcAnswer::from_payload(&Payload::parse(text).unwrap())
    }

    #[test]
    fn an_answer_without_an_id_omits_it() {
        let answer = JsonRpcAnswer {
            id: None,
            outcome: Err(JsonRpcError::new(PARSE_ERROR, "no JSON")),
        };
        let text = answer.to_line();
        assert_eq!(
            text,
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"no JSON"}}"#
        );
        assert_eq!(read(&text), Some(answer));
    }

    #[test]
    fn answers_keep_their_ids_and_fit_on_one_line() {
        let text = "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{\n \"n\": 1e999}}";
        assert_eq!(
            read(text).unwrap().to_line(),
            r#"{"jsonrpc":"2.0","id":1.0,"result":{"n":1e999}}"#
        );
        let text = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-3,"message":"m","data":null}}"#;
        assert_eq!(read(text).unwrap().to_line(), text);
    }

    #[test]
    fn missing_members_of_answers_are_tolerated() {
        let outcome =
            |text: &str| read(text).map(|answer| answer.outcome.map_err(|error| error.to_string()));
        assert_eq!(
            outcome(r#"{"result":7,"error":null}"#),
            Some(Ok(Payload::parse("7").unwrap()))
        );
        let error = outcome(r#"{"error":{}}"#);
        assert_eq!(
            error,
            Some(Err("the error has no message (code -32603)".to_owned()))
        );
        assert_eq!(outcome(r#"{"id":1}"#), None);
        assert_eq!(outcome(r#"{"id":1,"method":"m","result":1}"#), None);
    }
}
