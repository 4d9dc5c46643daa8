//! How an action happens: the state changes, everybody who may see it is told, and it is kept for who is away.

use super::{
    Host, HostError, HostOutput,
    log::{LogEntry, OVERHEAD},
    release,
};
use crate::{
    canvas::{ActiveClientSet, CanvasAction, SessionAction, StateAction, frame, reduce, reduce_session},
    envelope::{ActionEnvelope, ActionOrigin},
    ids::{ChannelKind, ChannelUri, ClientId},
};
use std::sync::Arc;
use wire::{Extra, Field, Payload};

/// An action that is to happen.
pub(super) struct Change {
    pub(super) channel: ChannelUri,
    pub(super) action: Action,
    pub(super) origin: Option<ActionOrigin>,
    /// Who is told even without following the channel, beside the origin.
    pub(super) also: Option<ClientId>,
}

pub(super) enum Action {
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

/// How a channel stands after an action that the program publishes.
///
/// The host does not know what such actions mean, so the program says it; else those who come later would see the
/// channel as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum After {
    /// As before: the action leaves no trace in the state.
    Same,
    /// These members of the state are so now; one without a value is gone.
    Members(Vec<(String, Option<Payload>)>),
    /// So, as a whole. What the host itself keeps of a session or a chat (the clients in it, and the canvases) stays as it
    /// is.
    Whole(Payload),
}

impl After {
    /// This one member is so now.
    pub fn member(name: impl Into<String>, value: Payload) -> Self {
        Self::Members(vec![(name.into(), Some(value))])
    }

    /// Changes what the program says of a state. Members with these names are not the program's, and stay.
    pub(crate) fn apply(self, extra: &mut Extra, kept: &[&str]) {
        match self {
            Self::Same => {}
            Self::Members(members) => {
                for (name, value) in members.into_iter().filter(|(name, _)| !kept.contains(&&**name)) {
                    match value {
                        Some(value) => drop(extra.insert(name, value)),
                        None => drop(extra.remove(&name)),
                    }
                }
            }
            Self::Whole(state) => {
                let members = state.members().map(|(name, value)| (Box::<str>::from(&*name), value));
                *extra = members.filter(|(name, _)| !kept.contains(&&**name)).collect();
            }
        }
    }
}

/// The members of a session that host and clients keep themselves.
pub(crate) const OF_SESSION: &[&str] = &["activeClients", "canvases", "openCanvases"];
/// The member of a chat that they keep.
pub(crate) const OF_CHAT: &[&str] = &["canvases"];

impl Host {
    /// Makes an action happen that does not concern canvases, on the root or on a session or a chat that was added:
    /// everybody who follows the channel is told, it is numbered and kept like all others, and the state is then as
    /// `after` says, for those who come later.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::canvas::{SessionState, host::{After, Host}};
    /// use wire::Payload;
    ///
    /// let mut host = Host::new(["1.0.0"]);
    /// let session = "ahp-session:/1".into();
    /// host.add_session("ahp-session:/1", wire::decode(r#"{"title":"Museum"}"#)?)?;
    /// let action = Payload::parse(r#"{"type":"session/titleChanged","title":"Night at the museum"}"#)?;
    /// host.publish(&session, action, After::member("title", Payload::string("Night at the museum")), None)?;
    /// let title = host.session_state(&session).unwrap().extra.get("title").unwrap();
    /// assert_eq!(title.text(), r#""Night at the museum""#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such channel, the action or the state cannot be sent or is too long, or they are the host's own.
    pub fn publish(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
        after: After,
        origin: Option<ActionOrigin>,
    ) -> Result<Vec<HostOutput>, HostError> {
        if !self.has_state(channel) {
            return Err(HostError::UnknownSession(channel.clone()));
        }
        self.fits(&action, self.limits.message)?;
        if !matches!(action.decode(), Ok(StateAction::Unknown(_))) || release::is_own(&action) {
            return Err(HostError::OwnAction);
        }
        self.set_after(channel, after)?;
        let mut out = Vec::new();
        let action = Action::Other(action);
        self.change(Change { channel: channel.clone(), action, origin, also: None }, &mut out);
        Ok(out)
    }

    pub(super) fn change(&mut self, change: Change, out: &mut Vec<HostOutput>) {
        self.server_seq = self.server_seq.saturating_add(1);
        let release = self.apply(&change);
        let Change { channel, action, origin, also } = change;
        let envelope = |channel: &ChannelUri, action: Payload| {
            let envelope = ActionEnvelope::new(channel.clone(), action, self.server_seq);
            Arc::new(match &origin {
                Some(origin) => envelope.origin(origin.clone()),
                None => envelope,
            })
        };
        let whole = envelope(&channel, action.payload());
        let others = match action.without_canvases() {
            WithoutCanvases::All => Some(whole.clone()),
            WithoutCanvases::Part(action) => Some(envelope(&channel, action)),
            WithoutCanvases::Nothing => None,
        };
        let published = LogEntry {
            seq: self.server_seq,
            direct: origin.iter().map(|origin| origin.client_id.clone()).chain(also).collect(),
            proposal: Some(whole),
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
        out: &mut Vec<HostOutput>,
    ) {
        self.server_seq = self.server_seq.saturating_add(1);
        let client = origin.client_id.clone();
        let envelope = ActionEnvelope::new(channel.clone(), action, self.server_seq)
            .origin(origin)
            .rejection_reason(reason);
        let Some(known) = self.clients.get_mut(&client) else { return };
        if let Some(to) = known.connection {
            out.push(HostOutput::Send { to, message: Arc::new(frame::action(&envelope)) });
        }
        known.rejections.push(envelope, self.limits.rejections);
    }

    fn tell(&mut self, published: LogEntry, out: &mut Vec<HostOutput>) {
        // The same frame for all who are told the same.
        let mut frames: Vec<(&Arc<ActionEnvelope>, Arc<_>)> = Vec::new();
        for (to, connection) in &self.connections {
            let Some(envelope) = published.envelope_for(connection) else { continue };
            let known = frames.iter().find(|(made, _)| Arc::ptr_eq(made, envelope));
            let message = match known {
                Some((_, message)) => Arc::clone(message),
                None => {
                    let message = Arc::new(frame::action(envelope));
                    frames.push((envelope, message.clone()));
                    message
                }
            };
            out.push(HostOutput::Send { to: *to, message });
        }
        self.log.push(published, self.limits.actions, self.limits.log);
    }

    /// Changes the state, by the reducers that clients use. Gives what clients of the release are told, where that is
    /// something else than what those without canvases are told.
    fn apply(&mut self, change: &Change) -> Option<(ChannelUri, Payload)> {
        match &change.action {
            Action::Canvas(action) => {
                let canvas = self.canvases.get_mut(&change.channel)?;
                let before = release::canvas_state(&canvas.state);
                reduce(&mut canvas.state, action);
                canvas.size = frame::len(&canvas.state) + OVERHEAD;
                let after = release::canvas_state(&canvas.state);
                (before != after).then(|| (change.channel.clone(), release::state_changed(after)))
            }
            Action::Session(action) => {
                let session = self.sessions.get_mut(&change.channel)?;
                let before = release::references(&session.state);
                reduce_session(&mut session.state, action);
                session.weigh(action);
                let after = release::references(&session.state);
                let chat = session.chat.clone().filter(|_| before != after)?;
                Some((chat, release::canvases_changed(after)))
            }
            Action::Other(_) => None,
        }
    }
}

/// What clients are told that are shown no canvases.
enum WithoutCanvases {
    All,
    Part(Payload),
    Nothing,
}

impl Action {
    fn payload(&self) -> Payload {
        match self {
            Self::Canvas(action) => frame::payload(action),
            Self::Session(action) => frame::payload(action),
            Self::Other(action) => action.clone(),
        }
    }

    fn without_canvases(&self) -> WithoutCanvases {
        match self {
            Self::Canvas(_)
            | Self::Session(SessionAction::CanvasesChanged(_) | SessionAction::OpenCanvasesChanged(_)) => {
                WithoutCanvases::Nothing
            }
            Self::Session(SessionAction::ActiveClientSet(action)) => {
                let mut action = action.clone();
                action.active_client.canvas_providers = Field::Absent;
                WithoutCanvases::Part(frame::payload(&SessionAction::from(action)))
            }
            // They know it by the name that it has had since.
            Self::Session(SessionAction::ActiveClientChanged(action)) => match action.active_client.get() {
                Some(client) => {
                    let mut client = client.clone();
                    client.canvas_providers = Field::Absent;
                    WithoutCanvases::Part(frame::payload(&SessionAction::from(ActiveClientSet::new(client))))
                }
                None => WithoutCanvases::Nothing,
            },
            Self::Session(_) | Self::Other(_) => WithoutCanvases::All,
        }
    }
}

/// Whether this channel could be that of a canvas, a session or a chat.
pub(super) fn can_hold_canvases(channel: &ChannelUri) -> bool {
    matches!(channel.kind(), ChannelKind::Canvas | ChannelKind::Session | ChannelKind::Chat)
}
