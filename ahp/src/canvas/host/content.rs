//! Content that travels through the channel of its canvas. AHP canvas proposal, content reading.

use super::{
    CallId, ClientView, ConnectionId, Host, HostError, HostOutput,
    calls::{CallTarget, Purpose},
    clients::limit_reached,
    log::OVERHEAD,
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
pub(super) struct Contents {
    all: Vec<CanvasResourceContent>,
    size: usize,
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all.iter().map(|content| &content.uri)).finish()
    }
}

impl Host {
    /// Gives contents of an open canvas to the host, all of them: what it held before is replaced. It answers for them
    /// itself; for others the program is asked.
    ///
    /// # Errors
    /// If there is no such canvas, or they cannot be sent or are too long.
    pub fn hold(
        &mut self,
        channel: &ChannelUri,
        contents: Vec<CanvasResourceContent>,
    ) -> Result<(), HostError> {
        let size = self.fits(&contents, self.limits.contents)?;
        let session = self.session_of(channel)?;
        let open = self.sessions.get(&session).into_iter().flat_map(|session| &session.open);
        let others = open.filter(|open| *open != channel).filter_map(|open| self.canvases.get(open));
        if others.map(|canvas| canvas.contents.size).sum::<usize>() + size > self.limits.contents {
            return Err(HostError::TooLong { limit: self.limits.contents });
        }
        if let Some(canvas) = self.canvases.get_mut(channel) {
            canvas.contents = Contents { all: contents, size };
        }
        Ok(())
    }

    /// The program answers [`HostOutput::Read`].
    ///
    /// # Errors
    /// If nothing is asked for under that number, or the answer cannot be sent or is too long. In the latter case the
    /// question stands.
    pub fn answer_read(
        &mut self,
        call: CallId,
        answer: Result<CanvasReadResourceResult, JsonRpcError>,
    ) -> Result<Vec<HostOutput>, HostError> {
        let answer = answer.map(|result| (self.fits(&result, self.limits.contents), result));
        let purpose = self.calls.get(&call).map(|call| &call.purpose);
        match purpose.ok_or(HostError::UnknownCall(call))? {
            Purpose::Read { .. } => {
                let answer = match answer {
                    Ok((fits, result)) => fits.map(|_| Ok(frame::payload(&result)))?,
                    Err(error) => Err(error),
                };
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
        out: &mut Vec<HostOutput>,
    ) -> Result<Answer, JsonRpcError> {
        let out_of_scope =
            || frame::error(error_code::NOT_FOUND, "no canvas that you follow has such content");
        let follows = self.follows(from, &params.channel);
        let sees = follows.filter(|(there, follows)| *follows && there.view == ClientView::Proposal);
        let client = sees.map(|(there, _)| there.client.clone()).ok_or_else(out_of_scope)?;
        let canvas = self.canvases.get(&params.channel).ok_or_else(out_of_scope)?;
        let page = canvas.state.url.get().and_then(|url| ContentAddress::parse(url.as_str()).ok());
        let address = match page {
            // What the page refers to, as it stands there.
            Some(page) => page.resolve(params.uri.as_str()),
            None => ContentAddress::parse(params.uri.as_str()),
        };
        let address = address.map_err(|_| out_of_scope())?;
        if *address.instance_id() != canvas.state.instance_id {
            return Err(out_of_scope());
        }
        // A fragment is for whoever shows the content, and is no part of its name. A query is, where somebody makes
        // contents by it; what is held under no query is the same under all.
        let held_as = |wanted: &ContentAddress| {
            let is_it = |content: &&CanvasResourceContent| {
                ContentAddress::parse(content.uri.as_str())
                    .is_ok_and(|held| held.without_fragment() == *wanted)
            };
            canvas.contents.all.iter().filter(is_it).cloned().collect::<Vec<_>>()
        };
        let address = address.without_fragment();
        let mut held = held_as(&address);
        if held.is_empty() {
            held = held_as(&address.without_query());
        }
        let uri = address.uri();
        if !held.is_empty() {
            return Ok(Answer::Now(frame::payload(&CanvasReadResourceResult::new(held))));
        }
        let CanvasReadResourceParams { channel, .. } = params;
        let waiting = self.calls.values().filter(|call| call.asker() == Some(from)).count();
        if waiting >= self.limits.requests {
            return Err(limit_reached("too many requests of this client wait for an answer"));
        }
        let id_len = match id {
            RequestId::Text(text) => text.len(),
            RequestId::Number(number) => number.as_str().len(),
            RequestId::Null => 0,
        };
        let size = OVERHEAD + id_len + uri.as_str().len() + channel.as_str().len();
        if !self.has_client_room(&client, size) {
            return Err(limit_reached("the requests of this client that wait for an answer are too long"));
        }
        let purpose = Purpose::Read { channel: channel.clone(), asker: from, id: id.clone(), size };
        let call = self.begin(CallTarget::Program, purpose);
        out.push(HostOutput::Read { call, channel, uri });
        Ok(Answer::Later)
    }

    /// The canvas is closed: who waits for content of it waits in vain.
    pub(super) fn refuse_reads(&mut self, closed: &ChannelUri, out: &mut Vec<HostOutput>) {
        let reads = self.calls.iter().filter_map(|(id, call)| match &call.purpose {
            Purpose::Read { channel, .. } if channel == closed => Some(*id),
            _ => None,
        });
        for call in reads.collect::<Vec<_>>() {
            let closed = frame::error(error_code::NOT_FOUND, "this canvas is closed");
            out.extend(self.answer_reader(call, Err(closed)));
        }
    }

    pub(super) fn answer_reader(
        &mut self,
        call: CallId,
        answer: Result<Payload, JsonRpcError>,
    ) -> Option<HostOutput> {
        match self.calls.remove(&call)?.purpose {
            Purpose::Read { asker, id, .. } if self.connections.contains_key(&asker) => {
                Some(HostOutput::Send { to: asker, message: frame::answer(id, answer).into() })
            }
            _ => None,
        }
    }
}
