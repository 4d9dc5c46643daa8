//! The client's copies of chat and canvas states.

use super::{Client, ClientOutput};
use crate::{
    ReduceOutcome,
    canvas::host::{OF_CHAT, StateAfter},
    envelope::ActionEnvelope,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcError,
    link::ActionEffect,
    subscription::{Snapshot, SubscribeResult},
    v1_0::{
        CanvasAction, CanvasState, ChatAction, ChatState, SnapshotState, reduce_canvas, reduce_chat,
    },
};
use std::collections::BTreeSet;
use wire::Payload;

/// A state, with the number of the last action that it includes.
#[derive(Debug)]
pub(super) struct Mirror {
    state: MirrorState,
    seq: u64,
}

#[derive(Debug)]
enum MirrorState {
    Chat(Box<ChatState>),
    Canvas(Box<CanvasState>),
    /// A state that the program keeps itself.
    Other,
}

impl Mirror {
    pub(super) fn chat(&self) -> Option<&ChatState> {
        match &self.state {
            MirrorState::Chat(chat) => Some(chat),
            _ => None,
        }
    }

    pub(super) fn canvas(&self) -> Option<&CanvasState> {
        match &self.state {
            MirrorState::Canvas(canvas) => Some(canvas),
            _ => None,
        }
    }
}

impl Client {
    /// Sets the state of a chat after an action that this client does not know ([`ClientOutput::Action`]).
    ///
    /// Call this before the next frame is received. Otherwise the chat keeps its original members, except for the list
    /// of canvases. States of other channels are not kept.
    pub fn set_after(&mut self, chat: &ChannelUri, after: StateAfter) {
        if let Some(Mirror {
            state: MirrorState::Chat(state),
            ..
        }) = self.mirrors.get_mut(chat)
        {
            after.apply(&mut state.extra, OF_CHAT);
        }
    }

    pub(super) fn handle_subscription(
        &mut self,
        channel: ChannelUri,
        answer: Result<Payload, JsonRpcError>,
        out: &mut Vec<ClientOutput>,
    ) {
        if !self.link.wanted.contains(&channel) && !self.listed_canvases().contains(&channel) {
            // The client left the channel while the answer was in transit, and must now unsubscribe.
            if answer.is_ok() {
                self.mirrors.insert(
                    channel.clone(),
                    Mirror {
                        state: MirrorState::Other,
                        seq: 0,
                    },
                );
                self.leave(&channel, out);
            }
            return;
        }
        let snapshot = match answer.map(|result| result.decode::<SubscribeResult>()) {
            Ok(Ok(result)) => result
                .snapshot
                .into_value()
                .filter(|snapshot| snapshot.resource == channel),
            Ok(Err(error)) => {
                self.mirrors.remove(&channel);
                out.push(ClientOutput::ReadError {
                    channel: Some(channel),
                    error: Some(error),
                });
                return;
            }
            Err(error) => {
                self.link.wanted.remove(&channel);
                self.mirrors.remove(&channel);
                out.push(ClientOutput::Refused {
                    channel: Some(channel),
                    error,
                });
                return;
            }
        };
        match snapshot {
            Some(snapshot) => self.take(&snapshot, out),
            None => drop(self.mirrors.insert(
                channel,
                Mirror {
                    state: MirrorState::Other,
                    seq: self.link.last_seen,
                },
            )),
        }
        self.follow_listed(out);
    }

    /// Stores the state in a snapshot.
    pub(super) fn take(&mut self, snapshot: &Snapshot, out: &mut Vec<ClientOutput>) {
        let channel = snapshot.resource.clone();
        self.link.last_seen = self.link.last_seen.max(snapshot.from_seq);
        let state = match SnapshotState::read(snapshot) {
            Ok(SnapshotState::Chat(chat)) => {
                out.push(ClientOutput::ChatChanged(channel.clone()));
                MirrorState::Chat(Box::new(chat))
            }
            Ok(SnapshotState::Canvas(canvas)) => {
                out.push(ClientOutput::CanvasChanged(channel.clone()));
                MirrorState::Canvas(Box::new(canvas))
            }
            Ok(SnapshotState::Other) => {
                out.push(ClientOutput::Snapshot(snapshot.clone()));
                MirrorState::Other
            }
            Err(error) => {
                self.mirrors.remove(&channel);
                out.push(ClientOutput::ReadError {
                    channel: Some(channel),
                    error: Some(error),
                });
                return;
            }
        };
        self.mirrors.insert(
            channel,
            Mirror {
                state,
                seq: snapshot.from_seq,
            },
        );
    }

    /// Handles an action of the host. Repeated actions are ignored.
    pub(super) fn handle_action(&mut self, envelope: ActionEnvelope, out: &mut Vec<ClientOutput>) {
        let channel = envelope.channel.clone();
        let seen = self.mirrors.get_mut(&channel).map(|mirror| &mut mirror.seq);
        match self.link.receive_action(&envelope, seen) {
            ActionEffect::Nothing => return,
            ActionEffect::Rejected { client_seq, reason } => {
                out.push(ClientOutput::Rejected {
                    channel,
                    client_seq,
                    reason,
                });
                return;
            }
            ActionEffect::Happened(own) => {
                out.extend(own.map(|client_seq| ClientOutput::Accepted {
                    channel: channel.clone(),
                    client_seq,
                }));
            }
        }
        match self.apply(&channel, &envelope, out) {
            Ok(true) => {}
            Ok(false) => out.push(ClientOutput::Action(envelope)),
            Err(error) => out.push(ClientOutput::ReadError {
                channel: Some(channel),
                error: Some(error),
            }),
        }
    }

    /// Applies an action to the state of its channel. Returns `false` if the action is unrelated to canvases.
    fn apply(
        &mut self,
        channel: &ChannelUri,
        envelope: &ActionEnvelope,
        out: &mut Vec<ClientOutput>,
    ) -> Result<bool, wire::DecodeError> {
        let mirror = self.mirrors.get_mut(channel);
        match channel.kind() {
            ChannelKind::Chat => {
                let action: ChatAction = envelope.action.decode()?;
                if let ChatAction::Unknown(_) = action {
                    return Ok(false);
                }
                if let Some(Mirror {
                    state: MirrorState::Chat(chat),
                    ..
                }) = mirror
                {
                    if reduce_chat(chat, &action) == ReduceOutcome::Applied {
                        out.push(ClientOutput::ChatChanged(channel.clone()));
                        self.follow_listed(out);
                    }
                }
                Ok(true)
            }
            ChannelKind::Canvas => {
                let action: CanvasAction = envelope.action.decode()?;
                if let CanvasAction::Unknown(_) = action {
                    return Ok(false);
                }
                if let Some(Mirror {
                    state: MirrorState::Canvas(canvas),
                    ..
                }) = mirror
                {
                    if reduce_canvas(canvas, &action) == ReduceOutcome::Applied {
                        out.push(ClientOutput::CanvasChanged(channel.clone()));
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Returns the canvases that the followed chats list.
    fn listed_canvases(&self) -> BTreeSet<ChannelUri> {
        let chats = self.mirrors.values().filter_map(Mirror::chat);
        let canvases = chats.flat_map(|chat| chat.canvases.get()).flatten();
        canvases.map(|canvas| canvas.resource.clone()).collect()
    }

    /// Follows all listed canvases, and leaves those that are neither listed nor wanted.
    pub(super) fn follow_listed(&mut self, out: &mut Vec<ClientOutput>) {
        if !self.is_connected() {
            return;
        }
        let listed = self.listed_canvases();
        let gone: Vec<ChannelUri> = self
            .canvases()
            .filter(|canvas| !listed.contains(*canvas) && !self.link.wanted.contains(*canvas))
            .cloned()
            .collect();
        for canvas in gone {
            self.leave(&canvas, out);
            out.push(ClientOutput::Removed(canvas));
        }
        for canvas in listed {
            if !self.mirrors.contains_key(&canvas) && !self.link.is_asked(&canvas) {
                out.push(ClientOutput::Send(self.link.follow(&canvas)));
            }
        }
    }

    /// Forgets a channel that no longer exists.
    pub(super) fn remove(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.link.wanted.remove(channel) | self.mirrors.remove(channel).is_some() {
            out.push(ClientOutput::Removed(channel.clone()));
        }
    }
}
