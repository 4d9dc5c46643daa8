//! Requests and dispatches of the client.

use super::{CanvasProposal, Client, ClientError, ClientOutput, Profile};
use crate::{
    canvas::{
        ActiveClientSet, CallId, CanvasCloseRequested, CanvasMessage, CanvasReadResourceParams,
        SessionActiveClient, StateAction, frame,
    },
    ids::{ChannelUri, ContentUri},
    method::{CanvasReadResource, Method},
};
use wire::Payload;

impl Client<CanvasProposal> {
    /// Asks the host to close a canvas.
    ///
    /// Returns the number of the dispatch, which the host later accepts or rejects.
    ///
    /// # Errors
    /// Returns an error if the client is not connected.
    pub fn request_close(
        &mut self,
        channel: &ChannelUri,
    ) -> Result<(u64, Vec<ClientOutput>), ClientError> {
        self.dispatch_action(channel, &CanvasCloseRequested::new().into())
    }

    /// Sends a message on the channel of a canvas: from a view to the provider, or from the provider to the views.
    ///
    /// Returns the number of the dispatch, which the host later accepts or rejects.
    ///
    /// # Errors
    /// Returns an error if the client is not connected, or if the message cannot be sent.
    pub fn message(
        &mut self,
        channel: &ChannelUri,
        payload: Payload,
    ) -> Result<(u64, Vec<ClientOutput>), ClientError> {
        self.dispatch_action(channel, &CanvasMessage::new().payload(payload).into())
    }

    /// Sets the complete declaration of the client in a session.
    ///
    /// The declaration is sent immediately if the client is connected, and again on every later connection. The
    /// client's id is filled in.
    ///
    /// # Errors
    /// Returns an error if the declaration cannot be sent.
    pub fn declare(
        &mut self,
        session: &ChannelUri,
        mut client: SessionActiveClient,
    ) -> Result<Vec<ClientOutput>, ClientError> {
        client.client_id = self.link.id.clone();
        if !frame::can_be_kept(&ActiveClientSet::new(client.clone())) {
            return Err(ClientError::Unwritable);
        }
        self.declared.insert(session.clone(), client.clone());
        let mut out = Vec::new();
        if self.is_connected() {
            self.announce(session, client, &mut out);
        }
        Ok(out)
    }

    /// Requests content of a canvas. The content arrives as [`ClientOutput::Content`].
    ///
    /// # Errors
    /// Returns an error if the client is not connected.
    pub fn read(
        &mut self,
        channel: &ChannelUri,
        uri: impl Into<ContentUri>,
    ) -> Result<(CallId, Vec<ClientOutput>), ClientError> {
        if !self.is_connected() {
            return Err(ClientError::NotConnected);
        }
        let params = CanvasReadResourceParams::new(channel.clone(), uri);
        let call = self.number();
        let request = self
            .link
            .call(CanvasReadResource::NAME, frame::payload(&params), call);
        Ok((call, vec![ClientOutput::Send(request)]))
    }

    fn dispatch_action(
        &mut self,
        channel: &ChannelUri,
        action: &StateAction,
    ) -> Result<(u64, Vec<ClientOutput>), ClientError> {
        self.dispatch(channel, frame::payload(action))
    }
}

impl<P: Profile> Client<P> {
    /// Dispatches an action of the program.
    ///
    /// Returns the number of the dispatch, which the host later [accepts](ClientOutput::Accepted) or
    /// [rejects](ClientOutput::Rejected).
    ///
    /// # Errors
    /// Returns an error if the client is not connected, or if the action cannot be sent.
    pub fn dispatch(
        &mut self,
        channel: &ChannelUri,
        action: Payload,
    ) -> Result<(u64, Vec<ClientOutput>), ClientError> {
        if !self.is_connected() {
            return Err(ClientError::NotConnected);
        }
        if !frame::can_be_kept(&action) {
            return Err(ClientError::Unwritable);
        }
        let (seq, message) = self.link.dispatch(channel, action);
        Ok((seq, vec![ClientOutput::Send(message)]))
    }

    pub(super) fn number(&mut self) -> CallId {
        let call = CallId(self.next_call);
        self.next_call = self.next_call.saturating_add(1);
        call
    }

    pub(super) fn announce(
        &mut self,
        session: &ChannelUri,
        client: SessionActiveClient,
        out: &mut Vec<ClientOutput>,
    ) {
        let action = StateAction::from(ActiveClientSet::new(client));
        out.push(ClientOutput::Send(
            self.link.dispatch(session, frame::payload(&action)).1,
        ));
    }
}
