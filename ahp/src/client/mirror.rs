//! The client's copies of the states of channels.

use super::{Ahp1_0, CanvasProposal, Client, ClientOutput, Profile};
use crate::{
    ReduceOutcome,
    canvas::{SessionState, host::StateAfter},
    draft,
    envelope::ActionEnvelope,
    ids::{ChannelKind, ChannelUri},
    link::{self, ActionEffect},
    subscription::Snapshot,
    v1_0::ChatState,
};
use std::collections::BTreeSet;
use wire::DecodeError;

/// The copy of a state, with the number of the last action that it includes.
#[derive(Debug)]
pub(super) struct Mirror<P: Profile> {
    state: MirrorState<P>,
    seq: u64,
}

#[derive(Debug)]
enum MirrorState<P: Profile> {
    List(Box<P::List>),
    Canvas(Box<P::Canvas>),
    /// A state that only the program keeps.
    Other,
}

impl<P: Profile> Mirror<P> {
    fn list(&self) -> Option<&P::List> {
        match &self.state {
            MirrorState::List(list) => Some(list),
            _ => None,
        }
    }

    fn list_mut(&mut self) -> Option<&mut P::List> {
        match &mut self.state {
            MirrorState::List(list) => Some(list),
            _ => None,
        }
    }

    fn canvas(&self) -> Option<&P::Canvas> {
        match &self.state {
            MirrorState::Canvas(canvas) => Some(canvas),
            _ => None,
        }
    }

    fn canvas_mut(&mut self) -> Option<&mut P::Canvas> {
        match &mut self.state {
            MirrorState::Canvas(canvas) => Some(canvas),
            _ => None,
        }
    }
}

impl Client<CanvasProposal> {
    /// Returns the state of a followed session.
    ///
    /// The lists of canvases and the clients are up to date. All other members have the values that the program last
    /// set with [`set_after`](Self::set_after).
    pub fn session_state(&self, session: &ChannelUri) -> Option<&SessionState> {
        self.mirrors.get(session)?.list()
    }

    /// Returns the channels of the followed sessions.
    pub fn sessions(&self) -> impl Iterator<Item = &ChannelUri> {
        let mirrors = self.mirrors.iter();
        mirrors
            .filter(|(_, mirror)| mirror.list().is_some())
            .map(|(channel, _)| channel)
    }
}

impl Client<Ahp1_0> {
    /// Returns the state of a followed chat.
    ///
    /// The list of canvases is up to date. All other members have the values that the program last set with
    /// [`set_after`](Self::set_after).
    pub fn chat_state(&self, chat: &ChannelUri) -> Option<&ChatState> {
        self.mirrors.get(chat)?.list()
    }
}

impl<P: Profile> Client<P> {
    /// Returns the state of a followed canvas.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&P::Canvas> {
        self.mirrors.get(channel)?.canvas()
    }

    /// Returns the channels of the followed canvases.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        let mirrors = self.mirrors.iter();
        mirrors
            .filter(|(_, mirror)| mirror.canvas().is_some())
            .map(|(channel, _)| channel)
    }

    /// Sets the state of a session or chat after an action that this client does not know ([`ClientOutput::Action`]).
    ///
    /// Call this method before the next frame is received. Otherwise the state keeps its original members, except for
    /// those about canvases and clients. The client does not keep states of other channels.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::host::StateAfter, client::{CanvasProposal, Client, ClientOutput}};
    /// use agent_ui_ahp::wire::{Payload, Pointer};
    ///
    /// let mut client = Client::<CanvasProposal>::new("tablet", ["0.6.0"]);
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
    pub fn set_after(&mut self, list: &ChannelUri, after: StateAfter) {
        if let Some(state) = self.mirrors.get_mut(list).and_then(Mirror::list_mut) {
            after.apply(P::extra(state), P::LIST_MEMBERS);
        }
    }

    /// Stores the state in a snapshot.
    pub(super) fn take(&mut self, snapshot: &Snapshot, out: &mut Vec<ClientOutput>) {
        let (channel, text) = (&snapshot.resource, snapshot.state.text());
        let stored = match channel.kind() {
            kind if kind == P::LIST_KIND => draft::decode(text)
                .map(|list| self.store_list(channel, snapshot.from_seq, list, out)),
            ChannelKind::Canvas => draft::decode(text)
                .map(|canvas| self.store_canvas(channel, snapshot.from_seq, canvas, out)),
            _ => {
                self.store(channel, snapshot.from_seq, MirrorState::Other);
                out.push(ClientOutput::Snapshot(snapshot.clone()));
                return;
            }
        };
        if let Err(error) = stored {
            self.link.last_seen = self.link.last_seen.max(snapshot.from_seq);
            self.report_unreadable(channel, error, out);
        }
    }

    /// Follows a channel whose state only the program keeps.
    pub(super) fn follow_other(&mut self, channel: &ChannelUri) {
        self.store(channel, self.link.last_seen, MirrorState::Other);
    }

    /// Stores the state of a channel that lists canvases.
    pub(super) fn store_list(
        &mut self,
        channel: &ChannelUri,
        seq: u64,
        list: P::List,
        out: &mut Vec<ClientOutput>,
    ) {
        let before = self.listed_canvases();
        self.store(channel, seq, MirrorState::List(Box::new(list)));
        out.push(P::list_changed(channel.clone()));
        self.follow_changes(&before, out);
    }

    fn store_canvas(
        &mut self,
        channel: &ChannelUri,
        seq: u64,
        canvas: P::Canvas,
        out: &mut Vec<ClientOutput>,
    ) {
        self.store(channel, seq, MirrorState::Canvas(Box::new(canvas)));
        out.push(ClientOutput::CanvasChanged(channel.clone()));
    }

    fn store(&mut self, channel: &ChannelUri, seq: u64, state: MirrorState<P>) {
        self.link.last_seen = self.link.last_seen.max(seq);
        self.mirrors.insert(channel.clone(), Mirror { state, seq });
    }

    /// Discards the state of a channel that cannot be read. The client still follows the channel.
    pub(super) fn report_unreadable(
        &mut self,
        channel: &ChannelUri,
        error: DecodeError,
        out: &mut Vec<ClientOutput>,
    ) {
        self.mirrors.remove(channel);
        out.push(ClientOutput::ReadError {
            channel: Some(channel.clone()),
            error: Some(error),
        });
    }

    /// Handles an action of the host. A repeated action is ignored.
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
        let outcome = match channel.kind() {
            kind if kind == P::LIST_KIND => self.change_list(&channel, &envelope, out),
            ChannelKind::Canvas => self.change_canvas(&channel, &envelope, out),
            _ => Ok(ReduceOutcome::OutOfScope),
        };
        match outcome {
            Ok(ReduceOutcome::OutOfScope) => out.push(ClientOutput::Action(envelope)),
            Ok(ReduceOutcome::Invalid) => out.push(ClientOutput::ReadError {
                channel: Some(channel),
                error: None,
            }),
            Ok(ReduceOutcome::Applied | ReduceOutcome::NoOp) => {}
            Err(error) => out.push(ClientOutput::ReadError {
                channel: Some(channel),
                error: Some(error),
            }),
        }
    }

    fn change_list(
        &mut self,
        channel: &ChannelUri,
        envelope: &ActionEnvelope,
        out: &mut Vec<ClientOutput>,
    ) -> Result<ReduceOutcome, DecodeError> {
        let before = self.listed_canvases();
        let list = self.mirrors.get_mut(channel).and_then(Mirror::list_mut);
        let outcome = P::reduce_list(list, &envelope.action)?;
        if outcome == ReduceOutcome::Applied {
            out.push(P::list_changed(channel.clone()));
            self.follow_changes(&before, out);
        }
        Ok(outcome)
    }

    fn change_canvas(
        &mut self,
        channel: &ChannelUri,
        envelope: &ActionEnvelope,
        out: &mut Vec<ClientOutput>,
    ) -> Result<ReduceOutcome, DecodeError> {
        let canvas = self.mirrors.get_mut(channel).and_then(Mirror::canvas_mut);
        let (outcome, message) = P::reduce_canvas(canvas, &envelope.action)?;
        if outcome == ReduceOutcome::Applied {
            out.push(ClientOutput::CanvasChanged(channel.clone()));
        }
        let from = envelope.origin.get().map(|origin| origin.client_id.clone());
        if let Some(message) = message.filter(|_| from.as_ref() != Some(&self.link.id)) {
            out.push(ClientOutput::Message {
                channel: channel.clone(),
                from,
                message,
            });
        }
        Ok(outcome)
    }

    /// Returns the canvases that the followed channels list.
    pub(super) fn listed_canvases(&self) -> BTreeSet<ChannelUri> {
        let lists = self.mirrors.values().filter_map(Mirror::list);
        lists.flat_map(P::listed).collect()
    }

    /// Stops following the canvases that are no longer listed, and follows those that the profile requires. `before`
    /// contains the canvases that were listed before the change.
    pub(super) fn follow_changes(
        &mut self,
        before: &BTreeSet<ChannelUri>,
        out: &mut Vec<ClientOutput>,
    ) {
        let listed = self.listed_canvases();
        for closed in self.closed_canvases(before, &listed) {
            self.leave(&closed, out);
            self.remove(&closed, out);
        }
        if !P::FOLLOWS_LISTED || !self.is_connected() {
            return;
        }
        for canvas in listed {
            if !self.mirrors.contains_key(&canvas) && !self.link.is_asked(&canvas) {
                out.push(ClientOutput::Send(self.link.follow(&canvas)));
            }
        }
    }

    fn closed_canvases(
        &self,
        before: &BTreeSet<ChannelUri>,
        listed: &BTreeSet<ChannelUri>,
    ) -> Vec<ChannelUri> {
        if !P::FOLLOWS_LISTED {
            return before
                .difference(listed)
                .filter(|channel| channel.kind() == ChannelKind::Canvas)
                .cloned()
                .collect();
        }
        // A canvas that the program itself follows stays, because an unfollowed chat may still list it.
        self.canvases()
            .filter(|canvas| !listed.contains(*canvas) && !self.link.wanted.contains(*canvas))
            .cloned()
            .collect()
    }

    /// Notifies the host that the client leaves a channel whose state has arrived. If the state is still on its way,
    /// the client leaves the channel when the state arrives.
    pub(super) fn leave(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.is_connected() && self.mirrors.contains_key(channel) {
            out.push(ClientOutput::Send(link::leave(channel)));
        }
    }

    /// Forgets a channel that no longer exists.
    pub(super) fn remove(&mut self, channel: &ChannelUri, out: &mut Vec<ClientOutput>) {
        if self.link.wanted.remove(channel) | self.mirrors.remove(channel).is_some() {
            out.push(ClientOutput::Removed(channel.clone()));
        }
    }
}
