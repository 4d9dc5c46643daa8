//! Calls to providers and the answers to the calls.

use super::{ConnectionId, Host, HostError, HostOutput, Outcome};
use crate::{
    canvas::{
        CallId, CanvasInvokeActionResult, CanvasOpenParams, CanvasOpenResult, CanvasProviderSource,
        CanvasState, ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    ids::{CanvasId, ChannelUri, ClientId},
    json_rpc::{JsonRpcError, RequestId},
};
use std::time::Duration;
use wire::{Field, Payload, Wire};

#[derive(Debug)]
pub(super) struct Call {
    pub(super) target: CallTarget,
    pub(super) purpose: Purpose,
    /// The time at which the call fails.
    pub(super) until: Duration,
}

/// The peer that answers a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallTarget {
    Program,
    Client(ConnectionId),
}

#[derive(Debug)]
pub(super) enum Purpose {
    Open(Box<Opening>),
    OpenAgain(ChannelUri),
    InvokeAction(ChannelUri),
    Close(ChannelUri),
    /// Closes a canvas that the provider may have opened too late. The answer is ignored.
    Dismiss,
    /// A renderer waits for content.
    Read {
        channel: ChannelUri,
        asker: ConnectionId,
        id: RequestId,
        /// The size of the requested address in bytes.
        size: usize,
    },
}

/// A canvas that is being opened.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) params: CanvasOpenParams,
    pub(super) channel: Option<ChannelUri>,
    pub(super) extension_name: Field<String>,
    pub(super) display_name: String,
    pub(super) source: CanvasProviderSource,
}

impl Call {
    /// Returns `true` if the call ends with this connection.
    pub(super) fn is_of(&self, connection: ConnectionId) -> bool {
        self.target == CallTarget::Client(connection)
            || matches!(&self.purpose, Purpose::Read { asker, .. } if *asker == connection)
    }

    /// Returns the open canvas that the call reopens or closes.
    pub(super) fn changed_canvas(&self) -> Option<&ChannelUri> {
        match &self.purpose {
            Purpose::OpenAgain(channel) | Purpose::Close(channel) => Some(channel),
            Purpose::Open(_)
            | Purpose::InvokeAction(_)
            | Purpose::Dismiss
            | Purpose::Read { .. } => None,
        }
    }

    /// Returns `true` if the call is about this session or one of these canvases.
    pub(super) fn is_about(&self, session: &ChannelUri, canvases: &[ChannelUri]) -> bool {
        match &self.purpose {
            Purpose::Open(opening) => opening.params.channel == *session,
            Purpose::InvokeAction(channel)
            | Purpose::OpenAgain(channel)
            | Purpose::Close(channel)
            | Purpose::Read { channel, .. } => canvases.contains(channel),
            Purpose::Dismiss => false,
        }
    }

    /// Returns the connection that waits for the answer.
    pub(super) fn asker(&self) -> Option<ConnectionId> {
        match self.purpose {
            Purpose::Read { asker, .. } => Some(asker),
            _ => None,
        }
    }

    /// Returns the size of the call, which counts towards the limit of the asking client.
    pub(super) fn size(&self) -> usize {
        match self.purpose {
            Purpose::Read { size, .. } => size,
            _ => 0,
        }
    }
}

impl Host {
    /// Answers a call to the program's own provider.
    ///
    /// An error should have the code [`PROVIDER_ERROR`](crate::canvas::PROVIDER_ERROR). The agent receives it
    /// unchanged.
    ///
    /// # Errors
    /// Returns an error if no open call has this id, or if the answer does not match the request, cannot be
    /// sent or is too long. In the last three cases the call stays open.
    pub fn answer(
        &mut self,
        call: CallId,
        answer: Result<ProviderAnswer, JsonRpcError>,
    ) -> Result<Vec<HostOutput>, HostError> {
        let reply = match &answer {
            Ok(answer) => answer.result(),
            Err(error) => Payload::encode(error).map_err(|_| HostError::Unwritable)?,
        };
        self.checked_size(&reply, self.limits.message)?;
        let asked = self
            .calls
            .get(&call)
            .filter(|call| call.target == CallTarget::Program);
        let purpose = &asked.ok_or(HostError::UnknownCall(call))?.purpose;
        if matches!(purpose, Purpose::Read { .. } | Purpose::Dismiss) {
            return Err(HostError::OtherAnswer(call));
        }
        if let Ok(answer) = &answer {
            let fits = matches!(
                (purpose, answer),
                (
                    Purpose::Open(_) | Purpose::OpenAgain(_),
                    ProviderAnswer::Open(_)
                ) | (Purpose::InvokeAction(_), ProviderAnswer::InvokeAction(_))
                    | (Purpose::Close(_), ProviderAnswer::Close)
            );
            if !fits {
                return Err(HostError::OtherAnswer(call));
            }
        }
        let mut out = Vec::new();
        self.finish(call, answer, &mut out);
        Ok(out)
    }

    /// Handles an answer of a client. An answer without a pending call is ignored.
    pub(super) fn handle_answer(
        &mut self,
        from: ConnectionId,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<HostOutput>,
    ) {
        let Some(call) = frame::number(id).map(CallId) else {
            return;
        };
        let Some(asked) = self
            .calls
            .get(&call)
            .filter(|call| call.target == CallTarget::Client(from))
        else {
            return;
        };
        let answer = answer.and_then(|result| self.read_answer(&asked.purpose, &result));
        // The error is forwarded unchanged if possible.
        let answer = answer.map_err(|error| match self.check_sendable(&error) {
            Ok(()) => error,
            Err(reason) => frame::error(
                error_code::INTERNAL_ERROR,
                &format!("the provider's error is refused: {reason}"),
            ),
        });
        self.finish(call, answer, out);
    }

    /// Reads the result of a client for a call with this purpose.
    fn read_answer(
        &self,
        purpose: &Purpose,
        result: &Payload,
    ) -> Result<ProviderAnswer, JsonRpcError> {
        if let Err(reason) = self.check_sendable(result) {
            return Err(frame::error(
                error_code::INTERNAL_ERROR,
                &format!("the answer is refused: {reason}"),
            ));
        }
        let read = match purpose {
            Purpose::Open(_) | Purpose::OpenAgain(_) => result
                .decode::<CanvasOpenResult>()
                .map(ProviderAnswer::Open),
            Purpose::InvokeAction(_) => result
                .decode::<CanvasInvokeActionResult>()
                .map(ProviderAnswer::InvokeAction),
            // The answer to a close request should be null. Other values have the same meaning. The answer to a
            // dismissal is ignored, and only the program answers reads.
            Purpose::Close(_) | Purpose::Dismiss | Purpose::Read { .. } => {
                Ok(ProviderAnswer::Close)
            }
        };
        read.map_err(|refusal| frame::error(error_code::INTERNAL_ERROR, &frame::reason(&refusal)))
    }

    /// Checks that a value of a client can be forwarded. The error is the reason against it.
    pub(super) fn check_sendable<T: Wire>(&self, value: &T) -> Result<(), &'static str> {
        if frame::fit(value)? > self.limits.message {
            Err("it is too long")
        } else {
            Ok(())
        }
    }

    /// Ends a call without an answer, and reports this to the waiting peer.
    pub(super) fn fail(&mut self, call: CallId, reason: &str, out: &mut Vec<HostOutput>) {
        match self.calls.get(&call).map(|call| &call.purpose) {
            Some(Purpose::Read { .. }) => {
                let error = frame::error(error_code::NOT_FOUND, reason);
                out.extend(self.answer_reader(call, Err(error)));
            }
            _ => self.finish(call, Err(frame::unavailable(reason)), out),
        }
    }

    pub(super) fn finish(
        &mut self,
        id: CallId,
        answer: Result<ProviderAnswer, JsonRpcError>,
        out: &mut Vec<HostOutput>,
    ) {
        let Some(call) = self.calls.remove(&id) else {
            return;
        };
        let outcome = match (call.purpose, answer) {
            (Purpose::Read { .. } | Purpose::Dismiss, _) => return,
            (_, Err(error)) => Err(error),
            (Purpose::Open(opening), Ok(ProviderAnswer::Open(result))) => {
                self.finish_open(*opening, result, out)
            }
            (Purpose::OpenAgain(channel), Ok(ProviderAnswer::Open(result))) => {
                self.finish_reopen(channel, result, out)
            }
            (Purpose::InvokeAction(_), Ok(ProviderAnswer::InvokeAction(result))) => {
                Ok(Outcome::Invoked(result))
            }
            (Purpose::Close(channel), Ok(_)) => {
                self.remove(&channel, out);
                Ok(Outcome::Closed(channel))
            }
            _ => Err(frame::error(
                error_code::INTERNAL_ERROR,
                "the answer does not match the request",
            )),
        };
        out.push(HostOutput::Done { call: id, outcome });
    }

    /// Sends a request to the program or to a client.
    pub(super) fn ask(
        &mut self,
        target: CallTarget,
        request: ProviderRequest,
        purpose: Purpose,
        out: &mut Vec<HostOutput>,
    ) -> CallId {
        let call = self.begin(target, purpose);
        out.push(match target {
            CallTarget::Program => HostOutput::Provide { call, request },
            CallTarget::Client(to) => {
                let message = frame::request(call.0, request.method(), request.params());
                HostOutput::Send {
                    to,
                    message: message.into(),
                }
            }
        });
        call
    }

    pub(super) fn begin(&mut self, target: CallTarget, purpose: Purpose) -> CallId {
        let call = CallId(self.next_call);
        self.next_call = self.next_call.saturating_add(1);
        let until = self.now.saturating_add(self.limits.answer);
        self.calls.insert(
            call,
            Call {
                target,
                purpose,
                until,
            },
        );
        call
    }

    pub(super) fn session_of(&self, channel: &ChannelUri) -> Result<ChannelUri, HostError> {
        let canvas = self.canvases.get(channel);
        Ok(canvas
            .ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?
            .session
            .clone())
    }

    /// Returns the peer that answers for an open canvas. A canvas that is being reopened or closed is busy.
    pub(super) fn provider_of(&self, channel: &ChannelUri) -> Result<CallTarget, HostError> {
        let canvas = self.canvases.get(channel);
        let canvas = canvas.ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        if self.is_busy(channel) {
            return Err(HostError::Busy);
        }
        let CanvasState {
            provider,
            canvas_id,
            ..
        } = &canvas.state;
        self.answering_target(&canvas.session, provider, canvas_id)
            .ok_or(HostError::Unavailable)
    }

    pub(super) fn answering_target(
        &self,
        session: &ChannelUri,
        source: &CanvasProviderSource,
        canvas_id: &CanvasId,
    ) -> Option<CallTarget> {
        match source {
            CanvasProviderSource::Server(_) => Some(CallTarget::Program),
            CanvasProviderSource::Client(client) => self
                .provider(session, &client.client_id, canvas_id)
                .map(CallTarget::Client),
            CanvasProviderSource::Unknown(_) => None,
        }
    }

    pub(super) fn is_busy(&self, channel: &ChannelUri) -> bool {
        self.calls
            .values()
            .any(|call| call.changed_canvas() == Some(channel))
    }

    /// Returns `true` if the canvas is being reopened.
    pub(super) fn is_opened_again(&self, channel: &ChannelUri) -> bool {
        let mut purposes = self.calls.values().map(|call| &call.purpose);
        purposes.any(|purpose| matches!(purpose, Purpose::OpenAgain(again) if again == channel))
    }

    /// Returns the client that provides an open canvas.
    pub(super) fn client_provider(&self, channel: &ChannelUri) -> Option<&ClientId> {
        match &self.canvases.get(channel)?.state.provider {
            CanvasProviderSource::Client(source) => Some(&source.client_id),
            _ => None,
        }
    }
}
