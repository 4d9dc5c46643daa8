//! What the client asked the host.

use super::{Client, Output};
use crate::{
    canvas::{CanvasReadResourceResult, SessionSubscribeResult, SnapshotState, frame},
    draft, error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::{JsonRpcError, RequestId},
    link::Answer,
    subscription::SubscribeResult,
};
use wire::{DecodeError, Payload};

impl Client {
    /// The host answers. What it was not asked, or answered before, is not heard.
    pub(super) fn answered(
        &mut self,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<Output>,
    ) {
        match self.link.answered(id, answer) {
            Some(Answer::Welcome(snapshots)) => {
                out.push(Output::Connected);
                self.start_from(&snapshots, out);
            }
            Some(Answer::CaughtUp { missing, actions }) => {
                out.push(Output::Connected);
                self.catch_up(&missing, actions, out);
            }
            Some(Answer::Again(hello)) => out.push(Output::Send(hello)),
            Some(Answer::Refused(error)) => out.push(Output::Refused { channel: None, error }),
            Some(Answer::Unreadable(error)) => {
                out.push(Output::Unreadable { channel: None, error: Some(error) });
            }
            Some(Answer::Subscribed(channel, answer)) => self.subscribed(channel, answer, out),
            Some(Answer::Call(call, answer)) => {
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
            _ if !self.link.wanted.contains(&channel) => return,
            Ok(result) => result,
            Err(error) => {
                self.link.wanted.remove(&channel);
                self.drop_mirror(&channel);
                out.push(Output::Refused { channel: Some(channel), error });
                return;
            }
        };
        match shown(&channel, &result) {
            Ok(Some((seq, state))) => self.show(&channel, seq, state, out),
            Ok(None) => drop(self.others.insert(channel)),
            Err(error) => {
                self.drop_mirror(&channel);
                out.push(Output::Unreadable { channel: Some(channel), error: Some(error) });
            }
        }
    }
}

/// How the channel stands that was asked for, and since which action. What was asked for says what the state is.
fn shown(channel: &ChannelUri, result: &Payload) -> Result<Option<(u64, SnapshotState)>, DecodeError> {
    if channel.kind() == ChannelKind::Session {
        let result: SessionSubscribeResult = draft::decode(result.text())?;
        let snapshot = result.snapshot.into_value().filter(|snapshot| snapshot.resource == *channel);
        return Ok(snapshot.map(|snapshot| (snapshot.from_seq, SnapshotState::Session(snapshot.state))));
    }
    let result: SubscribeResult = result.decode()?;
    let snapshot = result.snapshot.get().filter(|snapshot| snapshot.resource == *channel);
    snapshot.map(|snapshot| Ok((snapshot.from_seq, SnapshotState::read(snapshot)?))).transpose()
}
