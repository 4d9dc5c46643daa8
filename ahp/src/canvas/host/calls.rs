//! What somebody was asked and has not answered.

use super::{ConnectionId, Host, HostError, Outcome, Output};
use crate::{
    canvas::{
        CallId, CanvasInvokeActionResult, CanvasOpenParams, CanvasOpenResult, CanvasProviderSource,
        ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, RequestId},
};
use wire::{Field, Payload};

#[derive(Debug)]
pub(super) struct Call {
    pub(super) asked: Asked,
    pub(super) purpose: Purpose,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Program,
    Client(ConnectionId),
}

#[derive(Debug)]
pub(super) enum Purpose {
    Open(Box<Opening>),
    OpenAgain(ChannelUri),
    InvokeAction,
    Close(ChannelUri),
    /// A renderer waits for content.
    Read {
        channel: ChannelUri,
        asker: ConnectionId,
        id: RequestId,
    },
}

/// A canvas that is about to be open.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) params: CanvasOpenParams,
    pub(super) channel: Option<ChannelUri>,
    pub(super) extension_name: Field<String>,
    pub(super) display_name: String,
    pub(super) source: CanvasProviderSource,
}

impl Call {
    /// Whether it ends with that connection.
    pub(super) fn is_of(&self, connection: ConnectionId) -> bool {
        self.asked == Asked::Client(connection)
            || matches!(&self.purpose, Purpose::Read { asker, .. } if *asker == connection)
    }

    /// The open canvas that it changes.
    pub(super) fn moves(&self) -> Option<&ChannelUri> {
        match &self.purpose {
            Purpose::OpenAgain(channel) | Purpose::Close(channel) => Some(channel),
            Purpose::Open(_) | Purpose::InvokeAction | Purpose::Read { .. } => None,
        }
    }
}

impl Host {
    /// The program's own provider answers. An error is best one of
    /// [`PROVIDER_ERROR`](crate::canvas::PROVIDER_ERROR); the agent gets it as it is.
    ///
    /// # Errors
    /// If nothing is asked for under that number, or the answer is none to what is asked. In the latter case the
    /// question stands.
    pub fn answer(
        &mut self,
        call: CallId,
        answer: Result<ProviderAnswer, JsonRpcError>,
    ) -> Result<Vec<Output>, HostError> {
        let asked = self.calls.get(&call).filter(|call| call.asked == Asked::Program);
        let purpose = &asked.ok_or(HostError::UnknownCall(call))?.purpose;
        if matches!(purpose, Purpose::Read { .. }) {
            return Err(HostError::OtherAnswer(call));
        }
        if let Ok(answer) = &answer {
            let fits = matches!(
                (purpose, answer),
                (Purpose::Open(_) | Purpose::OpenAgain(_), ProviderAnswer::Open(_))
                    | (Purpose::InvokeAction, ProviderAnswer::InvokeAction(_))
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

    /// A client answers. What it was not asked, or answered before, is not heard.
    pub(super) fn answered(
        &mut self,
        from: ConnectionId,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<Output>,
    ) {
        let Some(call) = frame::number(id).map(CallId) else { return };
        let Some(asked) = self.calls.get(&call).filter(|call| call.asked == Asked::Client(from)) else {
            return;
        };
        let answer = answer.and_then(|result| {
            let read = match &asked.purpose {
                Purpose::Open(_) | Purpose::OpenAgain(_) => {
                    result.decode::<CanvasOpenResult>().map(ProviderAnswer::Open)
                }
                Purpose::InvokeAction => {
                    result.decode::<CanvasInvokeActionResult>().map(ProviderAnswer::InvokeAction)
                }
                // It ought to be null, and means the same if it is not.
                Purpose::Close(_) | Purpose::Read { .. } => Ok(ProviderAnswer::Close),
            };
            read.map_err(|refusal| frame::error(error_code::INTERNAL_ERROR, &frame::reason(&refusal)))
        });
        self.finish(call, answer, out);
    }

    /// Nobody will answer any more.
    pub(super) fn fail(&mut self, call: CallId, out: &mut Vec<Output>) {
        self.finish(call, Err(frame::unavailable()), out);
    }

    pub(super) fn finish(
        &mut self,
        id: CallId,
        answer: Result<ProviderAnswer, JsonRpcError>,
        out: &mut Vec<Output>,
    ) {
        let Some(call) = self.calls.remove(&id) else { return };
        let outcome = match (call.purpose, answer) {
            (Purpose::Read { .. }, _) => return,
            (_, Err(error)) => Err(error),
            (Purpose::Open(opening), Ok(ProviderAnswer::Open(result))) => self.opened(*opening, result, out),
            (Purpose::OpenAgain(channel), Ok(ProviderAnswer::Open(result))) => {
                self.opened_again(channel, result, out)
            }
            (Purpose::InvokeAction, Ok(ProviderAnswer::InvokeAction(result))) => Ok(Outcome::Invoked(result)),
            (Purpose::Close(channel), Ok(_)) => {
                self.remove(&channel, out);
                Ok(Outcome::Closed(channel))
            }
            _ => Err(frame::error(error_code::INTERNAL_ERROR, "this is an answer to something else")),
        };
        out.push(Output::Done { call: id, outcome });
    }

    /// Asks the program or a client.
    pub(super) fn ask(
        &mut self,
        asked: Asked,
        request: ProviderRequest,
        purpose: Purpose,
        out: &mut Vec<Output>,
    ) -> CallId {
        let call = self.begin(asked, purpose);
        out.push(match asked {
            Asked::Program => Output::Provide { call, request },
            Asked::Client(to) => {
                Output::Send { to, message: frame::request(call.0, request.method(), request.params()) }
            }
        });
        call
    }

    pub(super) fn begin(&mut self, asked: Asked, purpose: Purpose) -> CallId {
        let call = CallId(self.next_call);
        self.next_call = self.next_call.saturating_add(1);
        self.calls.insert(call, Call { asked, purpose });
        call
    }
}
