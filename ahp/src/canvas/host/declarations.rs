//! The declared kinds of canvas, and the resulting availability of canvases.

use super::{ClientView, ConnectionId, Host, HostError, HostOutput, Session, publish::Change};
use crate::{
    canvas::{
        CanvasAvailability, CanvasProviderSource, CanvasUpdated, CanvasesChanged,
        ClientCanvasDeclaration, ClientSource, OpenCanvasRef, OpenCanvasesChanged, ServerSource,
        SessionCanvasDeclaration,
    },
    ids::{CanvasId, ChannelUri, ClientId, ExtensionId},
};
use std::collections::BTreeSet;
use wire::Field;

impl Host {
    /// Sets all kinds of canvas that the program itself provides in a session. Open canvases are not affected.
    ///
    /// # Errors
    /// Returns an error if the session does not exist, or if a declaration cannot be sent or is too long.
    pub fn declare(
        &mut self,
        session: &ChannelUri,
        mut declarations: Vec<SessionCanvasDeclaration>,
    ) -> Result<Vec<HostOutput>, HostError> {
        for declaration in &mut declarations {
            declaration.source = ServerSource::new().into();
        }
        let size = self.checked_size(&declarations, self.limits.message)?;
        let before = self.sessions.get(session).map_or(0, |known| known.own_size);
        self.check_room(session, size.saturating_sub(before))?;
        let known = self.sessions.get_mut(session);
        let known = known.ok_or_else(|| HostError::UnknownSession(session.clone()))?;
        known.own = declarations;
        known.own_size = size;
        let mut out = Vec::new();
        self.refresh(session, &mut out);
        Ok(out)
    }

    /// Updates all values that depend on connected clients and their declarations: the list of kinds, the
    /// availability of canvases, reopen requests, and the list of open canvases.
    pub(super) fn refresh(&mut self, session: &ChannelUri, out: &mut Vec<HostOutput>) {
        let Some(known) = self.sessions.get(session) else {
            return;
        };
        let offered = self.all_declarations(known);
        let open = known.open.clone();
        if known.state.canvases.get() != Some(&offered) {
            self.change(
                Change::of_session(session, CanvasesChanged::new().canvases(offered).into()),
                out,
            );
        }
        for channel in open {
            let Some(state) = self.canvas_state(&channel) else {
                continue;
            };
            let CanvasProviderSource::Client(source) = &state.provider else {
                continue;
            };
            let is_stale = state.availability == CanvasAvailability::Stale;
            match self.provider(session, &source.client_id, &state.canvas_id) {
                Some(connection) if is_stale => self.reopen_from(&channel, connection, out),
                None if !is_stale => {
                    let stale = CanvasUpdated::new().availability(CanvasAvailability::Stale);
                    self.change(Change::of_canvas(&channel, stale.into()), out);
                }
                _ => {}
            }
        }
        self.publish_open_list(session, out);
    }

    /// Publishes the list of open canvases if it changed.
    pub(super) fn publish_open_list(&mut self, session: &ChannelUri, out: &mut Vec<HostOutput>) {
        let Some(known) = self.sessions.get(session) else {
            return;
        };
        let open: Vec<OpenCanvasRef> = known
            .open
            .iter()
            .filter_map(|channel| self.reference(channel))
            .collect();
        if known.state.open_canvases.get() != Some(&open) {
            self.change(
                Change::of_session(
                    session,
                    OpenCanvasesChanged::new().open_canvases(open).into(),
                ),
                out,
            );
        }
    }

    fn reference(&self, channel: &ChannelUri) -> Option<OpenCanvasRef> {
        let state = self.canvas_state(channel)?.clone();
        let mut reference = OpenCanvasRef::new(
            state.instance_id,
            channel.clone(),
            state.canvas_id,
            state.extension_id,
            state.availability,
        );
        reference.extension_name = state.extension_name;
        reference.title = state.title;
        Some(reference)
    }

    /// Returns the connection of the client that provides this kind of canvas in a session.
    pub(super) fn provider(
        &self,
        session: &ChannelUri,
        client: &ClientId,
        canvas_id: &CanvasId,
    ) -> Option<ConnectionId> {
        let offered = self.sessions.get(session)?.state.canvases.get()?;
        let declared = offered.iter().any(|offer| {
            offer.canvas_id == *canvas_id
                && matches!(&offer.source, CanvasProviderSource::Client(source) if source.client_id == *client)
        });
        self.connection_of(client).filter(|_| declared)
    }

    /// Returns `true` if the published state lists the client as active in the session.
    pub(super) fn is_active(&self, session: &ChannelUri, client: &ClientId) -> bool {
        let clients = self
            .sessions
            .get(session)
            .and_then(|known| known.state.active_clients.get());
        clients.is_some_and(|clients| clients.iter().any(|active| active.client_id == *client))
    }

    /// Returns the kinds of the host itself, and those of all connected clients with the capability.
    fn all_declarations(&self, session: &Session) -> Vec<SessionCanvasDeclaration> {
        let mut offered = session.own.clone();
        for client in session.state.active_clients.get().into_iter().flatten() {
            let known = self
                .clients
                .get(&client.client_id)
                .filter(|known| known.connection.is_some());
            if known.is_some_and(|known| known.view == ClientView::Proposal) {
                let declared = client.canvas_providers.get().into_iter().flatten();
                offered.extend(
                    declared
                        .map(|declaration| to_session_declaration(&client.client_id, declaration)),
                );
            }
        }
        let mut kinds = BTreeSet::new();
        offered.retain(|offer| kinds.insert((offer.extension_id.clone(), offer.canvas_id.clone())));
        offered
    }
}

/// Converts a client's declaration to an entry in the session's list. Unknown members are preserved, unless the host
/// sets members of the same name.
fn to_session_declaration(
    client: &ClientId,
    declaration: &ClientCanvasDeclaration,
) -> SessionCanvasDeclaration {
    let ClientCanvasDeclaration {
        canvas_id,
        display_name,
        description,
        input_schema,
        actions,
        mut extra,
    } = declaration.clone();
    let source = ClientSource::new(client.clone());
    let mut folded = SessionCanvasDeclaration::new(
        ExtensionId::from(client.as_str()),
        canvas_id,
        display_name,
        description,
        source,
    );
    for added in ["extensionId", "extensionName", "source"] {
        extra.remove(added);
    }
    folded.input_schema = input_schema;
    folded.actions = match actions {
        Field::Null => Field::Absent,
        actions => actions,
    };
    folded.extra = extra;
    folded
}
