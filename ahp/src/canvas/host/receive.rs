//! What arrives on a connection.

use super::{ConnectionId, Host, Output, dispatch::Refused};
use crate::{
    canvas::{ProviderRequest, frame, frame::Garbled},
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, JsonRpcMessage, JsonRpcRequest, RequestId},
    subscription::UnsubscribeParams,
};
use wire::Payload;

/// Whether the answer to a request is there, or comes later.
pub(super) enum Answer {
    Now(Payload),
    Later,
}

impl Host {
    /// The methods that [`receive`](Self::receive) knows. A program that serves more of AHP keeps frames of other
    /// methods to itself: as requests they would be refused, as notifications not heard.
    pub const METHODS: [&'static str; 10] = [
        "initialize",
        "reconnect",
        "ping",
        "subscribe",
        "unsubscribe",
        "dispatchAction",
        "canvasReadResource",
        ProviderRequest::OPEN,
        ProviderRequest::INVOKE_ACTION,
        ProviderRequest::CLOSE,
    ];

    /// A frame arrived, as text. One that cannot be read is answered as JSON-RPC has it, and the next is heard.
    pub fn receive_text(&mut self, from: ConnectionId, text: &str) -> Vec<Output> {
        let refusal = match wire::decode::<JsonRpcMessage>(text) {
            Ok(message) => return self.receive(from, message),
            Err(refusal) => refusal,
        };
        match Garbled::of(text, &refusal) {
            Garbled::Refuse(message) => vec![Output::Send { to: from, message }],
            Garbled::Answer(id) => {
                let mut out = Vec::new();
                let message = "the answer cannot be read";
                self.answered(from, &id, Err(frame::error(error_code::INTERNAL_ERROR, message)), &mut out);
                out
            }
            Garbled::Ignore => Vec::new(),
        }
    }

    /// A frame arrived.
    pub fn receive(&mut self, from: ConnectionId, message: JsonRpcMessage) -> Vec<Output> {
        let mut out = Vec::new();
        match message {
            JsonRpcMessage::Request(request) => self.request(from, request, &mut out),
            JsonRpcMessage::Notification(told) => {
                self.told(from, &told.method, told.params.as_ref(), &mut out);
            }
            JsonRpcMessage::Response(response) => {
                self.answered(from, &response.id, Ok(response.result), &mut out);
            }
            JsonRpcMessage::ErrorResponse(response) => {
                self.answered(from, &response.id, Err(response.error), &mut out);
            }
        }
        out
    }

    fn request(&mut self, from: ConnectionId, request: JsonRpcRequest, out: &mut Vec<Output>) {
        let JsonRpcRequest { id, method, params, .. } = request;
        let mut later = Vec::new();
        let answer = match self.serve(from, &id, &method, params.as_ref(), &mut later) {
            Ok(Answer::Now(result)) => Some(Ok(result)),
            Ok(Answer::Later) => None,
            Err(error) => Some(Err(error)),
        };
        if let Some(answer) = answer {
            out.push(Output::Send { to: from, message: frame::answer(id, answer) });
        }
        out.append(&mut later);
    }

    fn serve(
        &mut self,
        from: ConnectionId,
        id: &RequestId,
        method: &str,
        params: Option<&Payload>,
        out: &mut Vec<Output>,
    ) -> Result<Answer, JsonRpcError> {
        match method {
            "ping" => return Ok(Answer::Now(Payload::null())),
            "initialize" => return self.initialize(from, params, out).map(Answer::Now),
            "reconnect" => return self.reconnect(from, params, out).map(Answer::Now),
            _ if !self.connections.contains_key(&from) => {
                let message = "`initialize` or `reconnect` comes first";
                return Err(frame::error(error_code::INVALID_REQUEST, message));
            }
            _ => {}
        }
        match method {
            "subscribe" => self.subscribe(from, params).map(Answer::Now),
            "canvasReadResource" => self.read(from, id, params, out),
            // A client provides what it declares, and asks nobody: the host's own kinds are the agent's to open.
            _ if ProviderRequest::METHODS.contains(&method) => {
                let message = "this peer provides no canvases to clients";
                Err(frame::error(error_code::PERMISSION_DENIED, message))
            }
            _ => Err(frame::error(error_code::METHOD_NOT_FOUND, "this method is not served here")),
        }
    }

    fn told(&mut self, from: ConnectionId, method: &str, params: Option<&Payload>, out: &mut Vec<Output>) {
        match method {
            "unsubscribe" => {
                if let Ok(params) = frame::read::<UnsubscribeParams>(params) {
                    self.unsubscribe(from, &params.channel, out);
                }
            }
            "dispatchAction" => {
                if let Err(Refused { origin, channel, action, reason }) = self.dispatch(from, params, out) {
                    self.reject(origin, &channel, action, reason, out);
                }
            }
            _ => {}
        }
    }

    fn unsubscribe(&mut self, from: ConnectionId, channel: &ChannelUri, out: &mut Vec<Output>) {
        let Some(connection) = self.connections.get_mut(&from) else { return };
        connection.subscriptions.remove(channel);
        let client = connection.client.clone();
        if self.is_active(channel, &client) {
            self.leave(channel, &client, out);
        }
    }
}
