//! The handling of received frames.

use super::{ConnectionId, Host, HostOutput, clients::limit_reached, dispatch::RejectedDispatch};
use crate::{
    canvas::frame::{self, UnreadableFrame},
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, RequestId},
    method::{Method, Notification, Reconnect, Request},
    recovery::RecoverParams,
};
use wire::Payload;

/// The answer to a request, if it is available immediately.
pub(super) enum Answer {
    Now(Payload),
    Later,
}

impl Host {
    /// Handles a received frame. An unreadable frame is answered as JSON-RPC requires, and does not affect later
    /// frames.
    ///
    /// A frame longer than [`Limits::message`](super::Limits::message) is not read.
    pub fn receive_text(&mut self, from: ConnectionId, text: &str) -> Vec<HostOutput> {
        if text.len() > self.limits.message {
            let error = limit_reached(&format!(
                "the frame is longer than {} bytes",
                self.limits.message
            ));
            let message = frame::answer(RequestId::Null, Err(error)).into();
            return vec![HostOutput::Send { to: from, message }];
        }
        let refusal = match wire::decode::<JsonRpcMessage>(text) {
            Ok(message) => return self.receive(from, message),
            Err(refusal) => refusal,
        };
        match UnreadableFrame::from_text(text, &refusal) {
            UnreadableFrame::Refuse(message) => vec![HostOutput::Send {
                to: from,
                message: message.into(),
            }],
            UnreadableFrame::Answer(id) => {
                let mut out = Vec::new();
                let message = "the answer is not valid";
                self.handle_answer(
                    from,
                    &id,
                    Err(frame::error(error_code::INTERNAL_ERROR, message)),
                    &mut out,
                );
                out
            }
            UnreadableFrame::Ignore => Vec::new(),
        }
    }

    /// Handles a received frame.
    ///
    /// The host supports `ping` and the methods of [`method`](crate::method). It refuses other requests and ignores
    /// other notifications. A program that serves more of AHP must handle those frames itself.
    pub fn receive(&mut self, from: ConnectionId, message: JsonRpcMessage) -> Vec<HostOutput> {
        let mut out = Vec::new();
        match message {
            JsonRpcMessage::Request(request) => self.request(from, request, &mut out),
            JsonRpcMessage::Notification(notification) => {
                self.handle_notification(from, &notification, &mut out);
            }
            JsonRpcMessage::Response(response) => {
                self.handle_answer(from, &response.id, Ok(response.result), &mut out);
            }
            JsonRpcMessage::ErrorResponse(response) => {
                self.handle_answer(from, &response.id, Err(response.error), &mut out);
            }
        }
        out
    }

    fn request(&mut self, from: ConnectionId, request: JsonRpcRequest, out: &mut Vec<HostOutput>) {
        let mut later = Vec::new();
        let answer = match self.serve(from, &request, &mut later) {
            Ok(Answer::Now(result)) => Some(Ok(result)),
            Ok(Answer::Later) => None,
            Err(error) => Some(Err(error)),
        };
        if let Some(answer) = answer {
            out.push(HostOutput::Send {
                to: from,
                message: frame::answer(request.id, answer).into(),
            });
        }
        out.append(&mut later);
    }

    fn serve(
        &mut self,
        from: ConnectionId,
        request: &JsonRpcRequest,
        out: &mut Vec<HostOutput>,
    ) -> Result<Answer, JsonRpcError> {
        if request.method == "ping" {
            return Ok(Answer::Now(Payload::null()));
        }
        if let Some(params) = &request.params
            && request.method == Reconnect::NAME
            && RecoverParams::is_meant(params)
        {
            let params = params
                .decode()
                .map_err(|refusal| frame::invalid(&refusal))?;
            return self.recover(from, &params, out).map(Answer::Now);
        }
        match frame::read(request)? {
            Request::Initialize(params) => self.initialize(from, params, out).map(Answer::Now),
            Request::Reconnect(params) => self.reconnect(from, &params, out).map(Answer::Now),
            _ if !self.connections.contains_key(&from) => {
                let message = "the first request must be `initialize` or `reconnect`";
                Err(frame::error(error_code::INVALID_REQUEST, message))
            }
            Request::ListSessions(params) => self.list_sessions(&params).map(Answer::Now),
            Request::Subscribe(params) => self.subscribe(from, &params.channel).map(Answer::Now),
            Request::CanvasReadResource(params) => self.read(from, &request.id, params, out),
            // A client cannot call providers, even if it provides canvases. Only the agent opens the canvases of the
            // host itself.
            Request::CanvasOpen(_) | Request::CanvasInvokeAction(_) | Request::CanvasClose(_) => {
                let message = "the host does not provide canvases to clients";
                Err(frame::error(error_code::PERMISSION_DENIED, message))
            }
            Request::Unknown => Err(frame::error(
                error_code::METHOD_NOT_FOUND,
                "the method is not supported",
            )),
        }
    }

    /// Handles a notification. An unreadable notification is ignored, because notifications have no answer.
    fn handle_notification(
        &mut self,
        from: ConnectionId,
        notification: &JsonRpcNotification,
        out: &mut Vec<HostOutput>,
    ) {
        match Notification::read(notification) {
            Ok(Notification::Unsubscribe(params)) => self.unsubscribe(from, &params.channel, out),
            Ok(Notification::DispatchAction(params)) => {
                if let Err(RejectedDispatch {
                    origin,
                    channel,
                    action,
                    reason,
                }) = self.dispatch(from, params, out)
                {
                    self.reject(origin, &channel, action, reason, out);
                }
            }
            Ok(Notification::Action(_) | Notification::Unknown) | Err(_) => {}
        }
    }

    fn unsubscribe(&mut self, from: ConnectionId, channel: &ChannelUri, out: &mut Vec<HostOutput>) {
        let Some(connection) = self.connections.get_mut(&from) else {
            return;
        };
        connection.subscriptions.remove(channel);
        let client = connection.client.clone();
        if self.is_active(channel, &client) {
            self.leave(channel, &client, out);
        }
    }
}
