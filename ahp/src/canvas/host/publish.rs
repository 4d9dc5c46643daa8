//! The application of actions, which changes a state, sends the action to clients, and stores it for returning
//! clients.

use super::{
    Host, HostError, HostOutput,
    log::{LogEntry, OVERHEAD},
    release,
};
use crate::{
    canvas::{
        ActiveClientSet, CanvasAction, SessionAction, StateAction, frame, reduce, reduce_session,
    },
    envelope::{ActionEnvelope, ActionOrigin},
    ids::{ChannelKind, ChannelUri, ClientId},
};
use std::sync::Arc;
use wire::{Extra, Field, Payload};

/// An action to apply.
pub(super) struct Change {
    pub(super) channel: ChannelUri,
    pub(super) action: Action,
    pub(super) origin: Option<ActionOrigin>,
    /// The client that receives the action without following the channel, in addition to the origin.
    pub(super) also: Option<ClientId>,
}

pub(super) enum Action {
    Canvas(CanvasAction),
    Session(SessionAction),
    Other(Payload),
}

impl Change {
    pub(super) fn of_session(session: &ChannelUri, action: SessionAction) -> Self {
        Self {
            channel: session.clone(),
            action: Action::Session(action),
            origin: None,
            also: None,
        }
    }

    pub(super) fn of_canvas(channel: &ChannelUri, action: CanvasAction) -> Self {
        Self {
            channel: channel.clone(),
            action: Action::Canvas(action),
            origin: None,
            also: None,
        }
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

/// The state of a channel after an action that the program publishes.
///
/// The host does not know the meaning of such an action, so the program passes the resulting state. Clients that
/// follow the channel later receive it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateAfter {
    /// The action does not change the state.
    Unchanged,
    /// New values of these members. `None` removes a member.
    Members(Vec<(String, Option<Payload>)>),
    /// The new state. Members that the host manages (clients and canvases) are not affected.
    Whole(Payload),
}

impl StateAfter {
    /// Creates a change of one member.
    pub fn member(name: impl Into<String>, value: Payload) -> Self {
        Self::Members(vec![(name.into(), Some(value))])
    }

    /// Applies the change to the members of a state, except for the members in `own`.
    pub(crate) fn apply(self, extra: &mut Extra, own: &[&str]) {
        match self {
            Self::Unchanged => {}
            Self::Members(members) => {
                for (name, value) in members {
                    if own.contains(&&*name) {
                        continue;
                    }
                    match value {
                        Some(value) => drop(extra.insert(name, value)),
                        None => drop(extra.remove(&name)),
                    }
                }
            }
            Self::Whole(state) => {
                let members = state
                    .members()
                    .map(|(name, value)| (Box::<str>::from(&*name), value));
                *extra = members
                    .filter(|(name, _)| !own.contains(&&**name))
                    .collect();
            }
        }
    }
}

/// The members of a session that host and clients manage themselves.
pub(crate) const OF_SESSION: &[&str] = &["activeClients", "canvases", "openCanvases"];
/// The members of a chat that host and clients manage themselves.
pub(crate) const OF_CHAT: &[&str] = &["canvases"];

impl Host {
    /// Applies an action that is unrelated to canvases, on the root, a session or a chat.
    ///
    /// The host sends the action to all followers of the channel. It numbers and stores the action like its own
    /// actions. `after` is the resulting state, for clients that follow the channel later.
    ///
    /// ```
    /// use agent_ui_ahp::{canvas::{SessionState, host::{StateAfter, Host}}, wire::{self, Payload}};
    ///
    /// let mut host = Host::new(["1.0.0"]);
    /// let session = "ahp-session:/1".into();
    /// host.add_session("ahp-session:/1", wire::decode(r#"{"title":"Museum"}"#)?)?;
    /// let action = Payload::parse(r#"{"type":"session/titleChanged","title":"Night at the museum"}"#)?;
    /// host.publish(&session, action, StateAfter::member("title", Payload::string("Night at the museum")), None)?;
    /// let title = host.session_state(&session).unwrap().extra.get("title").unwrap();
    /// assert_eq!(title.text(), r#""Night at the museum""#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the channel does not exist, or if the action or the state cannot be sent or is too long.
    /// Also returns an error if the host itself sends the action or manages a changed member.
    pub fn publish(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
        after: StateAfter,
        origin: Option<ActionOrigin>,
    ) -> Result<Vec<HostOutput>, HostError> {
        if !self.has_state(channel) {
            return Err(HostError::UnknownSession(channel.clone()));
        }
        self.checked_size(&action, self.limits.message)?;
        if !matches!(action.decode(), Ok(StateAction::Unknown(_))) || release::is_own(&action) {
            return Err(HostError::OwnAction);
        }
        self.set_after(channel, after)?;
        let mut out = Vec::new();
        let action = Action::Other(action);
        self.change(
            Change {
                channel: channel.clone(),
                action,
                origin,
                also: None,
            },
            &mut out,
        );
        Ok(out)
    }

    pub(super) fn change(&mut self, change: Change, out: &mut Vec<HostOutput>) {
        self.server_seq = self.server_seq.saturating_add(1);
        let release = self.apply(&change);
        let Change {
            channel,
            action,
            origin,
            also,
        } = change;
        let numbered = NumberedAction {
            seq: self.server_seq,
            origin: origin.as_ref(),
        };
        let whole = numbered.envelope(&channel, action.payload());
        let others = match action.without_canvases() {
            WithoutCanvases::All => Some(whole.clone()),
            WithoutCanvases::Part(action) => Some(numbered.envelope(&channel, action)),
            WithoutCanvases::Nothing => None,
        };
        let release = match release {
            Some((channel, action)) => Some(numbered.envelope(&channel, action)),
            None => others.clone(),
        };
        let origin = origin.map(|origin| origin.client_id);
        let published = LogEntry {
            seq: self.server_seq,
            direct: origin.into_iter().chain(also).collect(),
            proposal: Some(whole),
            release,
            others,
        };
        self.tell(published, out);
    }

    /// Notifies the origin of a dispatch that it was rejected.
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
        let Some(known) = self.clients.get_mut(&client) else {
            return;
        };
        if let Some(to) = known.connection {
            out.push(HostOutput::Send {
                to,
                message: Arc::new(frame::action(&envelope)),
            });
        }
        known.rejections.push(envelope, self.limits.rejections);
    }

    fn tell(&mut self, published: LogEntry, out: &mut Vec<HostOutput>) {
        // Clients that receive the same envelope share one frame.
        let mut frames: Vec<(&Arc<ActionEnvelope>, Arc<_>)> = Vec::new();
        for (to, connection) in &self.connections {
            let Some(envelope) = published.envelope_for(connection) else {
                continue;
            };
            let known = frames
                .iter()
                .find(|(other, _)| Arc::ptr_eq(other, envelope));
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
        self.log
            .push(published, self.limits.actions, self.limits.log);
    }

    /// Applies an action to the state with the same reducers as clients.
    ///
    /// Returns the action for clients of AHP 1.0, if it differs from the action for clients without canvases.
    fn apply(&mut self, change: &Change) -> Option<(ChannelUri, Payload)> {
        match &change.action {
            Action::Canvas(action) => {
                let canvas = self.canvases.get_mut(&change.channel)?;
                let before = release::canvas_state(&canvas.state);
                reduce(&mut canvas.state, action);
                canvas.size = frame::len(&canvas.state) + OVERHEAD;
                let after = release::canvas_state(&canvas.state);
                if before == after {
                    return None;
                }
                Some((change.channel.clone(), release::state_changed(after)))
            }
            Action::Session(action) => {
                let session = self.sessions.get_mut(&change.channel)?;
                let before = release::references(&session.state);
                reduce_session(&mut session.state, action);
                session.weigh(action);
                let after = release::references(&session.state);
                if before == after {
                    return None;
                }
                Some((session.chat.clone()?, release::canvases_changed(after)))
            }
            Action::Other(_) => None,
        }
    }
}

/// The number and the origin of an action, which all its forms have.
struct NumberedAction<'o> {
    seq: u64,
    origin: Option<&'o ActionOrigin>,
}

impl NumberedAction<'_> {
    fn envelope(&self, channel: &ChannelUri, action: Payload) -> Arc<ActionEnvelope> {
        let envelope = ActionEnvelope::new(channel.clone(), action, self.seq);
        Arc::new(match self.origin {
            Some(origin) => envelope.origin(origin.clone()),
            None => envelope,
        })
    }
}

/// The form of an action for clients without canvases.
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
            | Self::Session(
                SessionAction::CanvasesChanged(_) | SessionAction::OpenCanvasesChanged(_),
            ) => WithoutCanvases::Nothing,
            Self::Session(SessionAction::ActiveClientSet(action)) => {
                let mut action = action.clone();
                action.active_client.canvas_providers = Field::Absent;
                WithoutCanvases::Part(frame::payload(&SessionAction::from(action)))
            }
            // Clients without canvases know the action by its new name.
            Self::Session(SessionAction::ActiveClientChanged(action)) => {
                match action.active_client.get() {
                    Some(client) => {
                        let mut client = client.clone();
                        client.canvas_providers = Field::Absent;
                        WithoutCanvases::Part(frame::payload(&SessionAction::from(
                            ActiveClientSet::new(client),
                        )))
                    }
                    None => WithoutCanvases::Nothing,
                }
            }
            Self::Session(_) | Self::Other(_) => WithoutCanvases::All,
        }
    }
}

/// Returns `true` for the channel of a canvas, a session or a chat.
pub(super) fn can_hold_canvases(channel: &ChannelUri) -> bool {
    matches!(
        channel.kind(),
        ChannelKind::Canvas | ChannelKind::Session | ChannelKind::Chat
    )
}
