//! How an action happens: the state changes, everybody who may see it is told, and it is kept for who is away.

use super::{Connection, Host, HostError, Output, Shown, release};
use crate::{
    canvas::{CanvasAction, SessionAction, StateAction, frame, reduce, reduce_session},
    envelope::{ActionEnvelope, ActionOrigin},
    ids::{ChannelKind, ChannelUri, ClientId},
};
use std::{collections::VecDeque, fmt};
use wire::{Field, Payload};

/// An action that is to happen.
pub(super) struct Change {
    channel: ChannelUri,
    action: Action,
    origin: Option<ActionOrigin>,
    /// Who is told even without following the channel, beside the origin.
    also: Option<ClientId>,
}

enum Action {
    Canvas(CanvasAction),
    Session(SessionAction),
    Other(Payload),
}

impl Change {
    pub(super) fn of_session(session: &ChannelUri, action: SessionAction) -> Self {
        Self { channel: session.clone(), action: Action::Session(action), origin: None, also: None }
    }

    pub(super) fn of_canvas(channel: &ChannelUri, action: CanvasAction) -> Self {
        Self { channel: channel.clone(), action: Action::Canvas(action), origin: None, also: None }
    }

    pub(super) fn by(mut self, origin: ActionOrigin) -> Self {
        self.origin = Some(origin);
        self
    }

    pub(super) fn also_to(mut self, client: Option<ClientId>) -> Self {
        self.also = client;
        self
    }
}

/// An action that happened, or a rejection, as each kind of client is told.
pub(super) struct Published {
    pub(super) seq: u64,
    /// A rejection: nobody but the origin is told.
    rejection: bool,
    /// Who is told without following the channel.
    direct: Vec<ClientId>,
    proposal: Option<ActionEnvelope>,
    release: Option<ActionEnvelope>,
    others: Option<ActionEnvelope>,
}

impl Published {
    /// What a client is told of it, if anything.
    pub(super) fn envelope_for(&self, connection: &Connection) -> Option<&ActionEnvelope> {
        let envelope = match connection.shown {
            Shown::Proposal => &self.proposal,
            Shown::Release => &self.release,
            Shown::Nothing => &self.others,
        };
        let envelope = envelope.as_ref()?;
        let follows = !self.rejection && connection.subscriptions.contains(&envelope.channel);
        (follows || self.direct.contains(&connection.client)).then_some(envelope)
    }
}

impl fmt::Debug for Published {
    /// Without the action, which may hold an address with a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channel = self.proposal.as_ref().map(|envelope| &envelope.channel);
        f.debug_struct("Published").field("seq", &self.seq).field("channel", &channel).finish_non_exhaustive()
    }
}

/// The latest actions, for clients that come back.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) entries: VecDeque<Published>,
    pub(super) limit: usize,
    /// The number of the last action that is not kept any more.
    pub(super) forgotten: u64,
}

impl Default for Log {
    fn default() -> Self {
        Self { entries: VecDeque::new(), limit: 1024, forgotten: 0 }
    }
}

impl Log {
    fn push(&mut self, published: Published) {
        self.entries.push_back(published);
        while self.entries.len() > self.limit {
            self.forgotten = self.entries.pop_front().map_or(self.forgotten, |oldest| oldest.seq);
        }
    }
}

impl Host {
    /// Makes an action happen that does not concern canvases, on a session or a chat that was added: everybody who
    /// follows the channel is told, and it is numbered and kept like all others. The states that the host holds do not
    /// change by it.
    ///
    /// # Errors
    /// If there is no such channel, the action cannot be sent, or it is one that the host itself brings about.
    pub fn publish(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
        origin: Option<ActionOrigin>,
    ) -> Result<Vec<Output>, HostError> {
        if !self.sessions.contains_key(channel) && !self.chats.contains_key(channel) {
            return Err(HostError::UnknownSession(channel.clone()));
        }
        if !frame::can_be_kept(&action) {
            return Err(HostError::Unwritable);
        }
        if !matches!(action.decode(), Ok(StateAction::Unknown(_))) || release::is_own(&action) {
            return Err(HostError::OwnAction);
        }
        let mut out = Vec::new();
        let action = Action::Other(action);
        self.change(Change { channel: channel.clone(), action, origin, also: None }, &mut out);
        Ok(out)
    }

    pub(super) fn change(&mut self, change: Change, out: &mut Vec<Output>) {
        self.server_seq = self.server_seq.saturating_add(1);
        let release = self.apply(&change);
        let Change { channel, action, origin, also } = change;
        let envelope = |channel: &ChannelUri, action: Payload| {
            let envelope = ActionEnvelope::new(channel.clone(), action, self.server_seq);
            match &origin {
                Some(origin) => envelope.origin(origin.clone()),
                None => envelope,
            }
        };
        let others = action.without_canvases().map(|action| envelope(&channel, action));
        let published = Published {
            seq: self.server_seq,
            rejection: false,
            direct: origin.iter().map(|origin| origin.client_id.clone()).chain(also).collect(),
            proposal: Some(envelope(&channel, action.payload())),
            release: release.map(|(channel, action)| envelope(&channel, action)).or_else(|| others.clone()),
            others,
        };
        self.tell(published, out);
    }

    /// Tells the origin of a dispatch that it has no effect. AHP canvas proposal, validation.
    pub(super) fn reject(
        &mut self,
        origin: ActionOrigin,
        channel: &ChannelUri,
        action: Payload,
        reason: &str,
        out: &mut Vec<Output>,
    ) {
        self.server_seq = self.server_seq.saturating_add(1);
        let direct = vec![origin.client_id.clone()];
        let envelope = ActionEnvelope::new(channel.clone(), action, self.server_seq)
            .origin(origin)
            .rejection_reason(reason);
        let (proposal, release, others) = (Some(envelope.clone()), Some(envelope.clone()), Some(envelope));
        let seq = self.server_seq;
        self.tell(Published { seq, rejection: true, direct, proposal, release, others }, out);
    }

    fn tell(&mut self, published: Published, out: &mut Vec<Output>) {
        for (to, connection) in &self.connections {
            if let Some(envelope) = published.envelope_for(connection) {
                out.push(Output::Send { to: *to, message: frame::action(envelope) });
            }
        }
        self.log.push(published);
    }

    /// Changes the state, by the reducers that clients use. Gives what clients of the release are told, where that is
    /// something else than what those without canvases are told.
    fn apply(&mut self, change: &Change) -> Option<(ChannelUri, Payload)> {
        match &change.action {
            Action::Canvas(action) => {
                let canvas = self.canvases.get_mut(&change.channel)?;
                let before = release::canvas_state(&canvas.state);
                reduce(&mut canvas.state, action);
                let after = release::canvas_state(&canvas.state);
                (before != after).then(|| (change.channel.clone(), release::state_changed(after)))
            }
            Action::Session(action) => {
                let session = self.sessions.get_mut(&change.channel)?;
                let before = release::references(&session.state);
                reduce_session(&mut session.state, action);
                let after = release::references(&session.state);
                let chat = session.chat.clone().filter(|_| before != after)?;
                Some((chat, release::canvases_changed(after)))
            }
            Action::Other(_) => None,
        }
    }
}

impl Action {
    fn payload(&self) -> Payload {
        match self {
            Self::Canvas(action) => frame::payload(action),
            Self::Session(action) => frame::payload(action),
            Self::Other(action) => action.clone(),
        }
    }

    /// As clients are told that are shown no canvases.
    fn without_canvases(&self) -> Option<Payload> {
        match self {
            Self::Canvas(_)
            | Self::Session(SessionAction::CanvasesChanged(_) | SessionAction::OpenCanvasesChanged(_)) => {
                None
            }
            Self::Session(SessionAction::ActiveClientSet(action)) => {
                let mut action = action.clone();
                action.active_client.canvas_providers = Field::Absent;
                Some(frame::payload(&SessionAction::from(action)))
            }
            Self::Session(SessionAction::ActiveClientChanged(action)) => {
                let mut action = action.clone();
                if let Field::Value(client) = &mut action.active_client {
                    client.canvas_providers = Field::Absent;
                }
                Some(frame::payload(&SessionAction::from(action)))
            }
            Self::Session(_) | Self::Other(_) => Some(self.payload()),
        }
    }
}

/// Whether this channel could be that of a canvas, a session or a chat.
pub(super) fn concerns_canvases(channel: &ChannelUri) -> bool {
    matches!(channel.kind(), ChannelKind::Canvas | ChannelKind::Session | ChannelKind::Chat)
}
