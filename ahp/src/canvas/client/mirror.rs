//! The client's copies of session and canvas states.

use super::{Client, ClientOutput};
use crate::{
    canvas::{
        CanvasAction, ReduceOutcome, SessionAction, SessionState, SnapshotState,
        host::{OF_SESSION, StateAfter},
        reduce, reduce_session,
    },
    envelope::ActionEnvelope,
    ids::{ChannelKind, ChannelUri},
    link::{self, ActionEffect},
    subscription::Snapshot,
};
use std::collections::BTreeSet;

/// A state, with the number of the last action that it includes.
#[derive(Debug)]
pub(super) struct Mirror<T> {
    pub(super) state: T,
    pub(super) seq: u64,
}

impl Client {
    pub(super) fn take(&mut self, snapshot: &Snapshot, out: &mut Vec<ClientOutput>) {
        let channel = &snapshot.resource;
        match SnapshotState::read(snapshot) {
            Ok(state) => self.show(channel, snapshot.from_seq, state, out),
            Err(error) => {
                self.link.last_seen = self.link.last_seen.max(snapshot.from_seq);
                self.drop_mirror(channel);
                out.push(ClientOutput::ReadError {
                    channel: Some(channel.clone()),
                    error: Some(error),
                });
            }
        }
    }

    /// Sets the state of a session after an action that this client does not know ([`ClientOutput::Action`]).
    ///
    /// Call this before the next frame is received. Otherwise the session keeps its original members, except for its
    /// clients and its canvas lists. States of channels that are not followed are not kept.
    ///
    /// ```
    /// use agent_ui_ahp::canvas::{client::{Client, ClientOutput}, host::StateAfter};
    /// use agent_ui_ahp::wire::{Payload, Pointer};
    ///
    /// let mut client = Client::new("tablet", ["0.6.0"]);
    /// let session = "ahp-session:/1".into();
    /// client.subscribe(&session);
    /// client.connect();
    /// client.receive_text(r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"0.6.0","serverSeq":4,
    ///     "snapshots":[{"resource":"ahp-session:/1","state":{"title":"Day"},"fromSeq":4}]}}"#);
    /// let out = client.receive_text(r#"{"jsonrpc":"2.0","method":"action","params":{"channel":"ahp-session:/1",
    ///     "action":{"type":"session/titleChanged","title":"Night"},"serverSeq":5}}"#);
    /// let [ClientOutput::Action(envelope)] = &out[..] else { panic!("{out:?}") };
    /// let title = envelope.action.get(&Pointer::parse("/title")?).unwrap();
    /// client.set_after(&session, StateAfter::member("title", title));
    /// assert_eq!(client.session_state(&session).unwrap().extra.get("title").unwrap().text(), r#""Night""#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_after(&mut self, session: &ChannelUri, after: StateAfter) {
        if let Some(mirror) = self.sessions.get_mut(session) {
            after.apply(&mut mirror.state.extra, OF_SESSION);
        }
    }

    /// Stores the state of a channel.
    pub(super) fn show(
        &mut self,
        channel: &ChannelUri,
        seq: u64,
        state: SnapshotState,
        out: &mut Vec<ClientOutput>,
    ) {
        self.link.last_seen = self.link.last_seen.max(seq);
        match state {
            SnapshotState::Canvas(state) => {
                self.canvases.insert(channel.clone(), Mirror { state, seq });
                out.push(ClientOutput::CanvasChanged(channel.clone()));
            }
            SnapshotState::Session(state) => {
                let before = self.sessions.insert(channel.clone(), Mirror { state, seq });
                out.push(ClientOutput::SessionChanged(channel.clone()));
                let before = before.map(|mirror| open(&mirror.state)).unwrap_or_default();
                self.close_missing(channel, before, out);
            }
            SnapshotState::Other => {
                self.others.insert(channel.clone());
            }
        }
    }

    /// Handles an action of the host. Repeated actions are ignored.
    pub(super) fn handle_action(&mut self, envelope: ActionEnvelope, out: &mut Vec<ClientOutput>) {
        let channel = envelope.channel.clone();
        let session = self
            .sessions
            .get_mut(&channel)
            .map(|mirror| &mut mirror.seq);
        let canvas = self
            .canvases
            .get_mut(&channel)
            .map(|mirror| &mut mirror.seq);
        match self.link.receive_action(&envelope, session.or(canvas)) {
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
        let applied = match channel.kind() {
            ChannelKind::Canvas => envelope
                .action
                .decode()
                .map(|action| self.on_canvas(&channel, action, &envelope, out)),
            ChannelKind::Session => envelope
                .action
                .decode()
                .map(|action| self.on_session(&channel, action, &envelope, out)),
            _ => {
                out.push(ClientOutput::Action(envelope));
                return;
            }
        };
        if let Err(error) = applied {
            out.push(ClientOutput::ReadError {
                channel: Some(channel),
                error: Some(error),
            });
        }
    }

    fn on_canvas(
        &mut self,
        channel: &ChannelUri,
        action: CanvasAction,
        envelope: &ActionEnvelope,
        out: &mut Vec<ClientOutput>,
    ) {
        let mirror = self.canvases.get_mut(channel);
        match mirror.map(|mirror| reduce(&mut mirror.state, &action)) {
            Some(ReduceOutcome::Applied) => out.push(ClientOutput::CanvasChanged(channel.clone())),
            Some(ReduceOutcome::Invalid) => {
                out.push(ClientOutput::ReadError {
                    channel: Some(channel.clone()),
                    error: None,
                });
            }
            _ => {}
        }
        match action {
            CanvasAction::Message(message) => {
                let from = envelope.origin.get().map(|origin| origin.client_id.clone());
                if from.as_ref() != Some(&self.link.id) {
                    out.push(ClientOutput::Message {
                        channel: channel.clone(),
                        from,
                        message,
                    });
                }
            }
            CanvasAction::Unknown(_) => out.push(ClientOutput::Action(envelope.clone())),
            CanvasAction::Updated(_) | CanvasAction::CloseRequested(_) => {}
        }
    }

    fn on_session(
        &mut self,
        channel: &ChannelUri,
        action: SessionAction,
        envelope: &ActionEnvelope,
        out: &mut Vec<ClientOutput>,
    ) {
        if let Some(mirror) = self.sessions.get_mut(channel) {
            let before = open(&mirror.state);
            if reduce_session(&mut mirror.state, &action) == ReduceOutcome::Applied {
                out.push(ClientOutput::SessionChanged(channel.clone()));
                self.close_missing(channel, before, out);
            }
        }
        if let SessionAction::Unknown(_) = action {
            out.push(ClientOutput::Action(envelope.clone()));
        }
    }

    /// Treats canvases that are no longer listed as closed, and stops following them.
    fn close_missing(
        &mut self,
        session: &ChannelUri,
        before: BTreeSet<ChannelUri>,
        out: &mut Vec<ClientOutput>,
    ) {
        let now = self
            .sessions
            .get(session)
            .map(|mirror| open(&mirror.state))
            .unwrap_or_default();
        for closed in before
            .difference(&now)
            .filter(|channel| channel.kind() == ChannelKind::Canvas)
        {
            if self.link.wanted.contains(closed) {
                out.push(ClientOutput::Send(link::leave(closed)));
            }
            self.remove(closed, out);
        }
    }

    /// Forgets a channel that no longer exists.
    pub(super) fn remove(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.link.wanted.remove(channel) | self.drop_mirror(channel) {
            out.push(ClientOutput::Removed(channel.clone()));
        }
    }

    pub(super) fn drop_mirror(&mut self, channel: &ChannelUri) -> bool {
        self.canvases.remove(channel).is_some()
            | self.sessions.remove(channel).is_some()
            | self.others.remove(channel)
    }
}

/// Returns the channels of the open canvases.
fn open(session: &SessionState) -> BTreeSet<ChannelUri> {
    session
        .open_canvases
        .get()
        .into_iter()
        .flatten()
        .map(|canvas| canvas.channel.clone())
        .collect()
}
