//! Content that travels through the channel of its canvas. AHP canvas proposal, content reading.

use super::{
    CallId, ConnectionId, Host, HostError, Output, Shown,
    calls::{Asked, Purpose},
    receive::Answer,
};
use crate::{
    canvas::{CanvasReadResourceParams, CanvasReadResourceResult, CanvasResourceContent, frame},
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, RequestId},
    uri::ContentAddress,
};
use std::fmt;
use wire::Payload;

/// What the host holds of a canvas.
#[derive(Default)]
pub(super) struct Contents(Vec<CanvasResourceContent>);

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|content| &content.uri)).finish()
    }
}

impl Host {
    /// Gives contents of an open canvas to the host, all of them: what it held before is replaced. It answers for them
    /// itself; for others the program is asked.
    ///
    /// # Errors
    /// If there is no such canvas, or they cannot be sent.
    pub fn hold(
        &mut self,
        channel: &ChannelUri,
        contents: Vec<CanvasResourceContent>,
    ) -> Result<(), HostError> {
        if !frame::can_be_kept(&contents) {
            return Err(HostError::Unwritable);
        }
        let canvas = self.canvases.get_mut(channel);
        canvas.ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?.contents = Contents(contents);
        Ok(())
    }

    /// The program answers [`Output::Read`].
    ///
    /// # Errors
    /// If nothing is asked for under that number, or the answer cannot be sent. In the latter case the question
    /// stands.
    pub fn answer_read(
        &mut self,
        call: CallId,
        answer: Result<CanvasReadResourceResult, JsonRpcError>,
    ) -> Result<Vec<Output>, HostError> {
        let purpose = self.calls.get(&call).map(|call| &call.purpose);
        match purpose.ok_or(HostError::UnknownCall(call))? {
            Purpose::Read { .. } if answer.as_ref().is_ok_and(|answer| !frame::can_be_kept(answer)) => {
                Err(HostError::Unwritable)
            }
            Purpose::Read { .. } => {
                let answer = answer.map(|result| frame::payload(&result));
                Ok(self.answer_reader(call, answer).into_iter().collect())
            }
            _ => Err(HostError::OtherAnswer(call)),
        }
    }

    pub(super) fn read(
        &mut self,
        from: ConnectionId,
        id: &RequestId,
        params: CanvasReadResourceParams,
        out: &mut Vec<Output>,
    ) -> Result<Answer, JsonRpcError> {
        let out_of_scope =
            || frame::error(error_code::NOT_FOUND, "no canvas that you follow has such content");
        let follows = self.follows(from, &params.channel);
        let sees = follows.is_some_and(|(there, follows)| follows && there.shown == Shown::Proposal);
        let canvas = self.canvases.get(&params.channel).filter(|_| sees).ok_or_else(out_of_scope)?;
        let address = ContentAddress::parse(params.uri.as_str()).map_err(|_| out_of_scope())?;
        if *address.instance_id() != canvas.state.instance_id {
            return Err(out_of_scope());
        }
        let is_it = |content: &&CanvasResourceContent| {
            ContentAddress::parse(content.uri.as_str()).is_ok_and(|held| held == address)
        };
        let held: Vec<_> = canvas.contents.0.iter().filter(is_it).cloned().collect();
        if !held.is_empty() {
            return Ok(Answer::Now(frame::payload(&CanvasReadResourceResult::new(held))));
        }
        let CanvasReadResourceParams { channel, uri, .. } = params;
        let purpose = Purpose::Read { channel: channel.clone(), asker: from, id: id.clone() };
        let call = self.begin(Asked::Program, purpose);
        out.push(Output::Read { call, channel, uri });
        Ok(Answer::Later)
    }

    /// The canvas is closed: who waits for content of it waits in vain.
    pub(super) fn refuse_reads(&mut self, closed: &ChannelUri, out: &mut Vec<Output>) {
        let reads = self.calls.iter().filter_map(|(id, call)| match &call.purpose {
            Purpose::Read { channel, .. } if channel == closed => Some(*id),
            _ => None,
        });
        for call in reads.collect::<Vec<_>>() {
            let closed = frame::error(error_code::NOT_FOUND, "this canvas is closed");
            out.extend(self.answer_reader(call, Err(closed)));
        }
    }

    fn answer_reader(&mut self, call: CallId, answer: Result<Payload, JsonRpcError>) -> Option<Output> {
        match self.calls.remove(&call)?.purpose {
            Purpose::Read { asker, id, .. } => {
                Some(Output::Send { to: asker, message: frame::answer(id, answer) })
            }
            _ => None,
        }
    }
}
