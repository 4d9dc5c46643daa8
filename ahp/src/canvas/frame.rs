//! The frames that host and client send, and what to do about one that is none.

use super::{CanvasProviderErrorCode, CanvasProviderErrorData, PROVIDER_ERROR};
use crate::{
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::{
        JsonRpcError, JsonRpcErrorResponse, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest,
        JsonRpcResponse, JsonRpcVersion, RequestId,
    },
    method::{Action, NotificationMethod, Request},
    strict,
};
use wire::{DecodeError, Payload, Wire};

/// The channel of the connection.
pub(crate) const ROOT: &str = "ahp-root://";

/// How deep a value may nest that is kept and sent again inside others: some levels below the limit of a message.
pub(crate) const MAX_KEPT_DEPTH: usize = wire::MAX_DEPTH - 27;

/// Whether a value can be kept and sent again; see [`fit`].
pub(crate) fn can_be_kept<T: Wire>(value: &T) -> bool {
    fit(value).is_ok()
}

/// The length of a value that can be kept and sent again: it can be written, nests no deeper than [`MAX_KEPT_DEPTH`], and
/// every reader takes it. Else, why not.
pub(crate) fn fit<T: Wire>(value: &T) -> Result<usize, &'static str> {
    let payload = Payload::encode(value).map_err(|_| "it cannot be written")?;
    match strict::fault(payload.text(), MAX_KEPT_DEPTH) {
        Some(why) => Err(why),
        None => Ok(payload.text().len()),
    }
}

/// The length of a value that is kept.
pub(crate) fn len<T: Wire>(value: &T) -> usize {
    payload(value).text().len()
}

/// The JSON of a value that was read, or that [`can_be_kept`]; so it is known to serialize.
pub(crate) fn payload<T: Wire>(value: &T) -> Payload {
    Payload::encode(value).unwrap_or_else(|_| Payload::null())
}

/// Reads a request by its method.
pub(crate) fn read(request: &JsonRpcRequest) -> Result<Request, JsonRpcError> {
    Request::read(request).map_err(|refusal| invalid(&refusal))
}

/// The parameters of a request cannot be read.
pub(crate) fn invalid(refusal: &DecodeError) -> JsonRpcError {
    error(error_code::INVALID_PARAMS, &reason(refusal))
}

/// What is wrong, without what stands there: that may be an address with a key.
pub(crate) fn reason(refusal: &DecodeError) -> String {
    format!("{:?} breaks the rule {}; expected {}", refusal.pointer.as_str(), refusal.rule, refusal.expected)
}

pub(crate) fn error(code: i64, message: &str) -> JsonRpcError {
    JsonRpcError::new(code, message)
}

pub(crate) fn provider_error(code: CanvasProviderErrorCode, message: &str) -> JsonRpcError {
    let data = CanvasProviderErrorData::new(code, message);
    JsonRpcError::new(PROVIDER_ERROR, message).data(payload(&data))
}

/// Nobody answers for a canvas any more, for this reason.
pub(crate) fn unavailable(why: &str) -> JsonRpcError {
    provider_error(CanvasProviderErrorCode::ProviderUnavailable, why)
}

pub(crate) fn request(id: u64, method: &str, params: Payload) -> JsonRpcMessage {
    let id = RequestId::Number(id.into());
    JsonRpcMessage::Request(JsonRpcRequest::new(JsonRpcVersion::V2, id, method).params(params))
}

pub(crate) fn notification(method: &str, params: Payload) -> JsonRpcMessage {
    JsonRpcMessage::Notification(JsonRpcNotification::new(JsonRpcVersion::V2, method).params(params))
}

pub(crate) fn action(envelope: &ActionEnvelope) -> JsonRpcMessage {
    notification(Action::NAME, payload(envelope))
}

pub(crate) fn answer(id: RequestId, answer: Result<Payload, JsonRpcError>) -> JsonRpcMessage {
    match answer {
        Ok(result) => JsonRpcMessage::Response(JsonRpcResponse::new(JsonRpcVersion::V2, id, result)),
        Err(error) => JsonRpcMessage::ErrorResponse(JsonRpcErrorResponse::new(JsonRpcVersion::V2, id, error)),
    }
}

/// The number under which we asked, if the answer to a request bears one.
pub(crate) fn number(id: &RequestId) -> Option<u64> {
    match id {
        RequestId::Number(number) => number.as_u64(),
        RequestId::Text(_) | RequestId::Null => None,
    }
}

/// The session that is removed, if that is told. AHP, `root/sessionRemoved`.
pub(crate) fn removed_session(told: &JsonRpcNotification) -> Option<ChannelUri> {
    let params = told.params.as_ref().filter(|_| told.method == "root/sessionRemoved")?;
    let session: ChannelUri = params.member("session")?.decode().ok()?;
    (session.kind() == ChannelKind::Session).then_some(session)
}

/// What follows from a text that is no frame.
#[derive(Debug)]
pub(crate) enum UnreadableFrame {
    /// The peer is told so.
    Refuse(JsonRpcMessage),
    /// It was to be the answer to this request, which has failed therefore.
    Answer(RequestId),
    /// Nothing: what looks like a notification has no answer.
    Ignore,
}

impl UnreadableFrame {
    /// JSON-RPC 2.0, section 5.1.
    pub(crate) fn from_text(text: &str, refusal: &DecodeError) -> Self {
        let Ok(payload) = wire::decode::<Payload>(text) else {
            let error = error(error_code::PARSE_ERROR, &format!("this is no JSON: {}", refusal.rule));
            return Self::Refuse(answer(RequestId::Null, Err(error)));
        };
        let member = |name: &str| payload.member(name);
        let stated = member("id");
        let id = stated.as_ref().and_then(|id| id.decode::<RequestId>().ok());
        let asks = member("method").is_some();
        match id {
            Some(id) if !asks && (member("result").is_some() || member("error").is_some()) => {
                Self::Answer(id)
            }
            None if asks && stated.is_none() => Self::Ignore,
            id => {
                let error = error(error_code::INVALID_REQUEST, &reason(refusal));
                Self::Refuse(answer(id.unwrap_or(RequestId::Null), Err(error)))
            }
        }
    }
}
