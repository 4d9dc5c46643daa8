//! The clients that are known to the host.

use super::{ClientView, ConnectionId, Host, HostError, log::Rejections};
use crate::{
    canvas::frame,
    connection::{ClientCapabilities, InitializeParams, InitializeResult},
    error_code,
    ids::ClientId,
    json_rpc::JsonRpcError,
    subscription::Snapshot,
};
use wire::{Extra, Payload};

/// A client that sent `initialize`. The host remembers the client after a disconnection.
#[derive(Debug)]
pub(super) struct KnownClient {
    pub(super) view: ClientView,
    capabilities: Option<ClientCapabilities>,
    /// The current connection of the client.
    pub(super) connection: Option<ConnectionId>,
    /// The value of `departures` when the client disconnected.
    left: u64,
    pub(super) rejections: Rejections,
}

impl Host {
    /// Returns the form in which a known client gets canvases.
    pub fn client_view(&self, client: &ClientId) -> Option<ClientView> {
        self.clients.get(client).map(|known| known.view)
    }

    /// Returns the last declared capabilities of a client. Capabilities unrelated to canvases are in `extra`.
    pub fn capabilities(&self, client: &ClientId) -> Option<&ClientCapabilities> {
        self.clients.get(client)?.capabilities.as_ref()
    }

    /// Returns the current connection of a client.
    pub fn connection_of(&self, client: &ClientId) -> Option<ConnectionId> {
        self.clients.get(client)?.connection
    }

    /// Returns the connected clients.
    pub fn clients(&self) -> impl Iterator<Item = &ClientId> {
        self.connections
            .values()
            .map(|connection| &connection.client)
    }

    /// Sets additional members of later answers to `initialize`, such as `serverInfo`, `_meta` and
    /// `defaultDirectory`.
    ///
    /// # Errors
    /// Returns an error if the host itself sets one of these members, or if the members cannot be sent.
    pub fn set_initialize_members(&mut self, members: Extra) -> Result<(), HostError> {
        if let Some((name, _)) = members
            .iter()
            .find(|(name, _)| matches!(*name, "protocolVersion" | "serverSeq" | "snapshots"))
        {
            return Err(HostError::OwnMember(name.to_owned()));
        }
        let text: Vec<_> = members.iter().collect();
        self.checked_size(&Payload::object(text), self.limits.message)?;
        self.initialize_members = members;
        Ok(())
    }

    pub(super) fn welcome(&self, version: &str, snapshots: Vec<Snapshot>) -> Payload {
        let mut result = InitializeResult::new(version, self.server_seq, snapshots);
        result.extra = self.initialize_members.clone();
        result.meta = result.extra.remove("_meta");
        frame::payload(&result)
    }

    /// Checks that the limits allow a client with these parameters.
    pub(super) fn admit(&self, params: &InitializeParams) -> Result<(), JsonRpcError> {
        let capabilities = match params.capabilities.get() {
            Some(capabilities) => frame::fit(capabilities).map_err(|reason| {
                frame::error(
                    error_code::INVALID_PARAMS,
                    &format!("the capabilities are refused: {reason}"),
                )
            })?,
            None => 0,
        };
        if params.client_id.as_str().len() + capabilities > self.limits.handshake {
            return Err(limit_reached(
                "the id and the capabilities of this client are too long",
            ));
        }
        let full = self.clients.len() >= self.limits.clients;
        if full && !self.clients.contains_key(&params.client_id) && self.longest_away().is_none() {
            return Err(limit_reached("too many clients are connected"));
        }
        self.check_follow_limit(params.initial_subscriptions.get().map_or(0, Vec::len))
    }

    /// Checks that a client may follow this number of channels.
    pub(super) fn check_follow_limit(&self, channels: usize) -> Result<(), JsonRpcError> {
        if channels > self.limits.subscriptions {
            return Err(limit_reached("the client follows too many channels"));
        }
        Ok(())
    }

    /// Adds a client. Above the limit, forgets the clients that have been disconnected for the longest time.
    pub(super) fn remember(
        &mut self,
        client: &ClientId,
        view: ClientView,
        capabilities: Option<ClientCapabilities>,
    ) {
        let known = KnownClient {
            view,
            capabilities,
            connection: None,
            left: 0,
            rejections: Rejections::default(),
        };
        self.clients.insert(client.clone(), known);
        while self.clients.len() > self.limits.clients {
            // The new client is not connected yet, but must not be forgotten.
            let forgotten = self.longest_away_but(Some(client));
            match forgotten {
                Some(forgotten) => drop(self.clients.remove(&forgotten)),
                None => break,
            }
        }
    }

    pub(super) fn mark_away(&mut self, client: &ClientId) {
        self.departures = self.departures.saturating_add(1);
        if let Some(known) = self.clients.get_mut(client) {
            known.connection = None;
            known.left = self.departures;
        }
    }

    fn longest_away(&self) -> Option<ClientId> {
        self.longest_away_but(None)
    }

    fn longest_away_but(&self, spared: Option<&ClientId>) -> Option<ClientId> {
        let away = self
            .clients
            .iter()
            .filter(|(id, known)| known.connection.is_none() && Some(*id) != spared);
        away.min_by_key(|(_, known)| known.left)
            .map(|(id, _)| id.clone())
    }
}

/// Creates the error for a reached limit.
pub(super) fn limit_reached(message: &str) -> JsonRpcError {
    frame::error(error_code::LIMIT, message)
}
