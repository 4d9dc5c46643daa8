//! What the client asked the host.

use super::{CallId, Client, Output};
use crate::{
    canvas::{CanvasReadResourceResult, frame},
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, RequestId},
    subscription::SubscribeResult,
};
use wire::{Field, Payload};

#[derive(Debug)]
pub(super) enum Asked {
    Initialize,
    Reconnect,
    Subscribe(ChannelUri),
    Read(CallId),
}

impl Client {
    pub(super) fn ask(&mut self, method: &str, params: Payload, asked: Asked, out: &mut Vec<Output>) {
        let id = self.next_request;
        self.next_request = self.next_request.saturating_add(1);
        self.asked.insert(id, asked);
        out.push(Output::Send(frame::request(id, method, params)));
    }

    /// The host answers. What it was not asked, or answered before, is not heard.
    pub(super) fn answered(
        &mut self,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<Output>,
    ) {
        match frame::number(id).and_then(|id| self.asked.remove(&id)) {
            Some(Asked::Initialize) => self.presented(answer, out),
            Some(Asked::Reconnect) => self.welcomed_back(answer, out),
            Some(Asked::Subscribe(channel)) => self.subscribed(channel, answer, out),
            Some(Asked::Read(call)) => {
                let result = answer.and_then(|result| {
                    let read = result.decode::<CanvasReadResourceResult>();
                    read.map_err(|refusal| frame::error(error_code::INTERNAL_ERROR, &frame::reason(&refusal)))
                });
                out.push(Output::Content { call, result });
            }
            None => {}
        }
    }

    fn subscribed(
        &mut self,
        channel: ChannelUri,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<Output>,
    ) {
        let result = match answer {
            _ if !self.wanted.contains(&channel) => return,
            Ok(result) => result.decode::<SubscribeResult>(),
            Err(error) => {
                self.wanted.remove(&channel);
                self.drop_mirror(&channel);
                out.push(Output::Refused { channel: Some(channel), error });
                return;
            }
        };
        match result {
            Ok(SubscribeResult { snapshot: Field::Value(snapshot), .. }) if snapshot.resource == channel => {
                self.take(&snapshot, out);
            }
            Ok(_) => {
                self.others.insert(channel);
            }
            Err(error) => out.push(Output::Unreadable { channel: Some(channel), error: Some(error) }),
        }
    }
}
