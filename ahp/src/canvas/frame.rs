//! The frames that host and client send, and the handling of invalid frames.

use super::{CanvasProviderErrorCode, CanvasProviderErrorData, PROVIDER_ERROR};
use crate::{
    envelope::ActionEnvelope,
    error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::{
        JsonRpcAnswer, JsonRpcError, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest,
        JsonRpcVersion, RequestId,
    },
    method::{Action, NotificationMethod, Request},
    strict,
};
use wire::{DecodeError, Payload, Wire};

/// The URI of the root channel.
pub(crate) const ROOT: &str = "ahp-root://";

/// The maximum nesting depth of a forwarded value. This depth is below the limit of a message, because the value is
/// inside other values.
pub(crate) const MAX_KEPT_DEPTH: usize = wire::MAX_DEPTH - 27;

/// Returns `true` if a value can be stored and forwarded; see [`fit`].
pub(crate) fn can_be_kept<T: Wire>(value: &T) -> bool {
    fit(value).is_ok()
}

/// Returns the length of a value that can be stored and forwarded. The error is the reason against the value.
///
/// The value must be encodable, nest no deeper than [`MAX_KEPT_DEPTH`], and be readable by strict readers.
pub(crate) fn fit<T: Wire>(value: &T) -> Result<usize, &'static str> {
    let payload = Payload::encode(value).map_err(|_| "it cannot be encoded")?;
    match strict::fault(payload.text(), MAX_KEPT_DEPTH) {
        Some(reason) => Err(reason),
        None => Ok(payload.text().len()),
    }
}

/// Returns the length of a stored value.
pub(crate) fn len<T: Wire>(value: &T) -> usize {
    payload(value).text().len()
}

/// Returns the JSON of an encodable value: one that was read or passed [`can_be_kept`].
pub(crate) fn payload<T: Wire>(value: &T) -> Payload {
    Payload::encode(value).unwrap_or_else(|_| Payload::null())
}

/// Reads a request by its method.
pub(crate) fn read(request: &JsonRpcRequest) -> Result<Request, JsonRpcError> {
    Request::read(request).map_err(|refusal| invalid(&refusal))
}

/// Creates the error for unreadable parameters.
pub(crate) fn invalid(refusal: &DecodeError) -> JsonRpcError {
    error(error_code::INVALID_PARAMS, &reason(refusal))
}

/// Describes an error without the value, which may contain a URL with a key.
pub(crate) fn reason(refusal: &DecodeError) -> String {
    format!(
        "the value at {:?} breaks the rule {}: {}",
        refusal.pointer.as_str(),
        refusal.rule,
        refusal.hint
    )
}

pub(crate) fn error(code: i64, message: &str) -> JsonRpcError {
    JsonRpcError::new(code, message)
}

pub(crate) fn provider_error(code: CanvasProviderErrorCode, message: &str) -> JsonRpcError {
    let data = CanvasProviderErrorData::new(code, message);
    JsonRpcError::new(PROVIDER_ERROR, message).data(payload(&data))
}

/// Creates the error for an unavailable provider, with this reason.
pub(crate) fn unavailable(reason: &str) -> JsonRpcError {
    provider_error(CanvasProviderErrorCode::ProviderUnavailable, reason)
}

pub(crate) fn request(id: u64, method: &str, params: Payload) -> JsonRpcMessage {
    let id = RequestId::Number(id.into());
    JsonRpcMessage::Request(JsonRpcRequest::new(JsonRpcVersion::V2, id, method).params(params))
}

pub(crate) fn notification(method: &str, params: Payload) -> JsonRpcMessage {
    JsonRpcMessage::Notification(
        JsonRpcNotification::new(JsonRpcVersion::V2, method).params(params),
    )
}

pub(crate) fn action(envelope: &ActionEnvelope) -> JsonRpcMessage {
    notification(Action::NAME, payload(envelope))
}

pub(crate) fn answer(id: RequestId, outcome: Result<Payload, JsonRpcError>) -> JsonRpcMessage {
    JsonRpcAnswer {
        id: Some(id),
        outcome,
    }
    .into()
}

/// Returns the number of our own request that an answer refers to.
pub(crate) fn number(id: &RequestId) -> Option<u64> {
    match id {
        RequestId::Number(number) => number.as_u64(),
        RequestId::Text(_) | RequestId::Null => None,
    }
}

/// Returns the session that a notification `root/sessionRemoved` names.
pub(crate) fn removed_session(notification: &JsonRpcNotification) -> Option<ChannelUri> {
    if notification.method != "root/sessionRemoved" {
        return None;
    }
    let params = notification.params.as_ref()?;
    let session: ChannelUri = params.member("session")?.decode().ok()?;
    if session.kind() != ChannelKind::Session {
        return None;
    }
    Some(session)
}

/// The reaction to a text that is not a valid frame.
#[derive(Debug)]
pub(crate) enum UnreadableFrame {
    /// Send this error to the peer.
    Refuse(JsonRpcMessage),
    /// Treat the request with this id as failed, because its answer is invalid.
    Answer(RequestId),
    /// Ignore the text. The text seems to be a notification, which has no answer.
    Ignore,
}

impl UnreadableFrame {
    /// Decides the reaction by the rules of JSON-RPC 2.0, section 5.1.
    pub(crate) fn from_text(text: &str, refusal: &DecodeError) -> Self {
        let Ok(payload) = wire::decode::<Payload>(text) else {
            let error = error(
                error_code::PARSE_ERROR,
                &format!("the text is not valid JSON: {}", refusal.rule),
            );
            return Self::Refuse(answer(RequestId::Null, Err(error)));
        };
        let stated = payload.member("id");
        let id = stated.as_ref().and_then(|id| id.decode::<RequestId>().ok());
        let is_request = payload.member("method").is_some();
        let is_answer = !is_request
            && (payload.member("result").is_some() || payload.member("error").is_some());
        match id {
            Some(id) if is_answer => Self::Answer(id),
            // A notification has no id.
            None if is_request && stated.is_none() => Self::Ignore,
            id => {
                let error = error(error_code::INVALID_REQUEST, &reason(refusal));
                Self::Refuse(answer(id.unwrap_or(RequestId::Null), Err(error)))
            }
        }
    }
}
