//! The form of canvases for clients of AHP 1.0: a chat that lists canvases, and the states of the canvases.

use super::{Chat, Host, HostError};
use crate::{
    canvas::{CanvasAvailability, CanvasState, SessionState, frame},
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasStateChanged, CanvasesChanged},
};
use wire::{Field, Payload};

impl Host {
    /// Adds the chat in which clients of AHP 1.0 find the canvases of a session. A session has at most one such chat.
    ///
    /// The host manages the list of canvases in the chat's state. All other members are preserved.
    ///
    /// # Errors
    /// Returns an error if the session does not exist or already has a chat, or if the channel is taken. Also returns
    /// an error if the state cannot be sent or is too long.
    pub fn add_chat(
        &mut self,
        session: &ChannelUri,
        chat: impl Into<ChannelUri>,
        state: v1_0::ChatState,
    ) -> Result<(), HostError> {
        let chat = chat.into();
        let state = Chat::new(session.clone(), state, self.server_seq);
        let size = self.checked_size(&state.state, self.limits.session)?;
        self.check_room(session, size)?;
        if self.sessions.contains_key(&chat) || self.chats.contains_key(&chat) {
            return Err(HostError::ChannelTaken(chat));
        }
        let Some(known) = self.sessions.get_mut(session) else {
            return Err(HostError::UnknownSession(session.clone()));
        };
        if let Some(other) = &known.chat {
            return Err(HostError::ChannelTaken(other.clone()));
        }
        known.chat = Some(chat.clone());
        self.chats.insert(chat, state);
        Ok(())
    }

    /// Returns the state of a chat in the form for clients of AHP 1.0.
    pub fn chat_state(&self, chat: &ChannelUri) -> Option<v1_0::ChatState> {
        let chat = self.chats.get(chat)?;
        let session = self.sessions.get(&chat.session)?;
        let mut state = chat.state.clone();
        state.canvases = Field::Value(references(&session.state));
        Some(state)
    }

    /// Returns the state of an open canvas in the form for clients of AHP 1.0. The state has a URL if the canvas is
    /// ready and the URL is absolute, with the scheme `http` or `https`.
    pub fn release_state(&self, channel: &ChannelUri) -> Option<v1_0::CanvasState> {
        self.canvases
            .get(channel)
            .map(|canvas| canvas_state(&canvas.state))
    }
}

pub(super) fn canvas_state(state: &CanvasState) -> v1_0::CanvasState {
    let CanvasState {
        instance_id,
        extension_id,
        canvas_id,
        ..
    } = state.clone();
    let mut shown = v1_0::CanvasState::new(instance_id, extension_id, canvas_id);
    shown.extension_name = present(&state.extension_name);
    shown.title = present(&state.title);
    shown.status = present(&state.status);
    let ready = state.availability == CanvasAvailability::Ready;
    let url = state
        .url
        .get()
        .filter(|url| ready && v1_0::is_absolute_http(url));
    shown.url = url.cloned().map_or(Field::Absent, Field::Value);
    shown
}

/// Replaces a null member with an absent member, because AHP 1.0 omits members without a value.
fn present<T: Clone>(member: &Field<T>) -> Field<T> {
    member.get().cloned().map_or(Field::Absent, Field::Value)
}

pub(super) fn references(session: &SessionState) -> Vec<CanvasReference> {
    let open = session.open_canvases.get().into_iter().flatten();
    open.map(|canvas| CanvasReference::new(canvas.channel.clone()))
        .collect()
}

pub(super) fn state_changed(state: v1_0::CanvasState) -> Payload {
    frame::payload(&v1_0::CanvasAction::from(CanvasStateChanged::new(state)))
}

pub(super) fn canvases_changed(references: Vec<CanvasReference>) -> Payload {
    frame::payload(&v1_0::ChatAction::from(
        CanvasesChanged::new().canvases(references),
    ))
}

/// Returns `true` for an action of AHP 1.0 that the host itself derives from actions of the proposal.
pub(super) fn is_own(action: &Payload) -> bool {
    !matches!(action.decode(), Ok(v1_0::ChatAction::Unknown(_)))
        || !matches!(action.decode(), Ok(v1_0::CanvasAction::Unknown(_)))
}
