//! The handling of the host's answers to requests of the client.

use super::{Client, ClientOutput, Profile};
use crate::{
    canvas::{CanvasReadResourceResult, frame},
    error_code,
    ids::ChannelUri,
    json_rpc::{JsonRpcError, RequestId},
    link::{self, Answer},
    subscription::SubscribeResult,
};
use wire::{DecodeError, Payload};

impl<P: Profile> Client<P> {
    /// Handles an answer of the host. An answer without a pending request is ignored.
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
                self.handle_subscription(&channel, answer, out)
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
        channel: &ChannelUri,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<ClientOutput>,
    ) {
        if !self.is_wanted(channel) {
            // The client left the channel while the answer was on its way.
            if answer.is_ok() {
                out.push(ClientOutput::Send(link::leave(channel)));
            }
            return;
        }
        let result = match answer {
            Ok(result) => result,
            Err(error) => {
                self.link.wanted.remove(channel);
                self.mirrors.remove(channel);
                out.push(ClientOutput::Refused {
                    channel: Some(channel.clone()),
                    error,
                });
                return;
            }
        };
        if let Err(error) = self.take_result(channel, &result, out) {
            self.report_unreadable(channel, error, out);
        }
    }

    /// Returns `true` if the program follows the channel, or if the client itself follows it as a listed canvas.
    pub(super) fn is_wanted(&self, channel: &ChannelUri) -> bool {
        self.link.wanted.contains(channel)
            || (P::FOLLOWS_LISTED && self.listed_canvases().contains(channel))
    }

    /// Stores the state in the answer to a subscription. The kind of the channel determines the type of the state.
    fn take_result(
        &mut self,
        channel: &ChannelUri,
        result: &Payload,
        out: &mut Vec<ClientOutput>,
    ) -> Result<(), DecodeError> {
        if channel.kind() == P::LIST_KIND {
            match P::read_list(result)? {
                Some((resource, seq, list)) if resource == *channel => {
                    self.store_list(channel, seq, list, out);
                }
                _ => self.follow_other(channel),
            }
            return Ok(());
        }
        let result: SubscribeResult = result.decode()?;
        match result.snapshot.into_value() {
            Some(snapshot) if snapshot.resource == *channel => self.take(&snapshot, out),
            _ => self.follow_other(channel),
        }
        Ok(())
    }
}
