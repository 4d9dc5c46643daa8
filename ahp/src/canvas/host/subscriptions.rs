//! The subscriptions of clients, and the snapshots that they receive.

use super::{ClientView, Connection, ConnectionId, Host, clients::limit_reached};
use crate::{
    canvas::{
        SessionState,
        frame::{self, ROOT},
    },
    error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcError,
    subscription::{Snapshot, SubscribeResult},
};
use wire::{Field, Payload};

impl Host {
    pub(super) fn subscribe(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
    ) -> Result<Payload, JsonRpcError> {
        let mut result = SubscribeResult::new();
        if let Some(snapshot) = self.follow(from, channel)? {
            result = result.snapshot(snapshot);
        }
        Ok(frame::payload(&result))
    }

    /// Subscribes a client to a channel, and returns the snapshot.
    ///
    /// The root channel has no snapshot before the program sets its state.
    pub(super) fn follow(
        &mut self,
        from: ConnectionId,
        channel: &ChannelUri,
    ) -> Result<Option<Snapshot>, JsonRpcError> {
        let snapshot = match self.connections.get(&from) {
            Some(connection)
                if connection.subscriptions.len() >= self.limits.subscriptions
                    && !connection.subscriptions.contains(channel) =>
            {
                return Err(limit_reached("the client follows too many channels"));
            }
            Some(connection) => self.snapshot(connection.view, channel),
            None => None,
        };
        if snapshot.is_none() && *channel != *ROOT {
            let code = match channel.kind() {
                ChannelKind::Session => error_code::SESSION_NOT_FOUND,
                _ => error_code::NOT_FOUND,
            };
            return Err(frame::error(code, "the channel does not exist"));
        }
        if let Some(connection) = self.connections.get_mut(&from) {
            connection.subscriptions.insert(channel.clone());
        }
        Ok(snapshot)
    }

    /// Returns the state of a channel in the form for a client; `None` if the channel does not exist in this form.
    pub(super) fn snapshot(&self, view: ClientView, channel: &ChannelUri) -> Option<Snapshot> {
        let state = if let Some(session) = self.sessions.get(channel) {
            match view {
                ClientView::Proposal => frame::payload(&session.state),
                ClientView::Release | ClientView::Nothing => {
                    frame::payload(&without_canvases(&session.state))
                }
            }
        } else if let Some(chat) = self.chats.get(channel) {
            match view {
                ClientView::Release => frame::payload(&self.chat_state(channel)?),
                ClientView::Proposal | ClientView::Nothing => frame::payload(&chat.state),
            }
        } else if *channel == *ROOT {
            self.root_state()?
        } else {
            let canvas = self.canvases.get(channel)?;
            match view {
                ClientView::Proposal => frame::payload(&canvas.state),
                // For clients of AHP 1.0, a canvas exists only if a chat lists the canvas.
                ClientView::Release if self.sessions.get(&canvas.session)?.chat.is_none() => {
                    return None;
                }
                ClientView::Release => frame::payload(&self.release_state(channel)?),
                ClientView::Nothing => return None,
            }
        };
        Some(Snapshot::new(channel.clone(), state, self.server_seq))
    }

    /// Returns the client of a connection. The flag is `true` if the client follows the channel.
    pub(super) fn follows(
        &self,
        from: ConnectionId,
        channel: &ChannelUri,
    ) -> Option<(&Connection, bool)> {
        let connection = self.connections.get(&from)?;
        Some((connection, connection.subscriptions.contains(channel)))
    }
}

/// Returns a session in the form for clients without canvases.
fn without_canvases(state: &SessionState) -> SessionState {
    let mut state = state.clone();
    state.canvases = Field::Absent;
    state.open_canvases = Field::Absent;
    if let Field::Value(clients) = &mut state.active_clients {
        for client in clients {
            client.canvas_providers = Field::Absent;
        }
    }
    state
}
