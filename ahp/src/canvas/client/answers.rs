//! Handling the host's answers to requests of the client.

use super::{Client, ClientOutput};
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
    /// Handles an answer of the host. Answers without a pending request are ignored.
    pub(super) fn handle_answer(
        &mut self,
        id: &RequestId,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<ClientOutput>,
    ) {
        match self.link.resolve(id, answer) {
            Some(Answer::Welcome(snapshots)) => {
                out.push(ClientOutput::Connected);
                self.start_from(&snapshots, out);
            }
            Some(Answer::CaughtUp { missing, actions }) => {
                out.push(ClientOutput::Connected);
                self.catch_up(&missing, actions, out);
            }
            Some(Answer::Again(hello)) => out.push(ClientOutput::Send(hello)),
            Some(Answer::Refused(error)) => out.push(ClientOutput::Refused {
                channel: None,
                error,
            }),
            Some(Answer::ReadError(error)) => {
                out.push(ClientOutput::ReadError {
                    channel: None,
                    error: Some(error),
                });
            }
            Some(Answer::Subscribed(channel, answer)) => {
                self.handle_subscription(channel, answer, out)
            }
            Some(Answer::Call(call, answer)) => {
                let result = answer.and_then(|result| {
                    let read = result.decode::<CanvasReadResourceResult>();
                    read.map_err(|refusal| {
                        frame::error(error_code::INTERNAL_ERROR, &frame::reason(&refusal))
                    })
                });
                out.push(ClientOutput::Content { call, result });
            }
            None => {}
        }
    }

    fn handle_subscription(
        &mut self,
        channel: ChannelUri,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<ClientOutput>,
    ) {
        let result = match answer {
            _ if !self.link.wanted.contains(&channel) => return,
            Ok(result) => result,
            Err(error) => {
                self.link.wanted.remove(&channel);
                self.drop_mirror(&channel);
                out.push(ClientOutput::Refused {
                    channel: Some(channel),
                    error,
                });
                return;
            }
        };
        match read_state(&channel, &result) {
            Ok(Some((seq, state))) => self.show(&channel, seq, state, out),
            Ok(None) => drop(self.others.insert(channel)),
            Err(error) => {
                self.drop_mirror(&channel);
                out.push(ClientOutput::ReadError {
                    channel: Some(channel),
                    error: Some(error),
                });
            }
        }
    }
}

/// Reads the state in the answer to a subscription, with the number of the last action that it includes.
///
/// The kind of the channel determines the type of the state.
fn read_state(
    channel: &ChannelUri,
    result: &Payload,
) -> Result<Option<(u64, SnapshotState)>, DecodeError> {
    if channel.kind() == ChannelKind::Session {
        let result: SessionSubscribeResult = draft::decode(result.text())?;
        let snapshot = result
            .snapshot
            .into_value()
            .filter(|snapshot| snapshot.resource == *channel);
        return Ok(
            snapshot.map(|snapshot| (snapshot.from_seq, SnapshotState::Session(snapshot.state)))
        );
    }
    let result: SubscribeResult = result.decode()?;
    let snapshot = result
        .snapshot
        .get()
        .filter(|snapshot| snapshot.resource == *channel);
    snapshot
        .map(|snapshot| Ok((snapshot.from_seq, SnapshotState::read(snapshot)?)))
        .transpose()
}
