//! The state of a running host, and the code that performs its outputs.

use super::{ContentRead, Event, Host, ProviderCall};
use crate::peers::{connection::Outgoing, events::EventSender, transport::ConnectionEnd};
use ahp::{
    canvas::{
        CallId,
        host::{ConnectionId, HostOutput, Outcome},
    },
    json_rpc::{JsonRpcError, JsonRpcMessage},
};
use axum::body::Bytes;
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::oneshot;

/// The state machine, its connections, and the pending calls.
pub(super) struct HostState {
    pub(super) host: ahp::canvas::host::Host,
    connections: BTreeMap<ConnectionId, Outgoing>,
    next: u64,
    calls: BTreeMap<CallId, oneshot::Sender<Result<Outcome, JsonRpcError>>>,
    /// The sender of events, or `None` after the host has stopped.
    events_out: Option<EventSender<Event>>,
}

impl HostState {
    pub(super) fn new(host: ahp::canvas::host::Host, events_out: EventSender<Event>) -> Self {
        Self {
            host,
            connections: BTreeMap::new(),
            next: 1,
            calls: BTreeMap::new(),
            events_out: Some(events_out),
        }
    }

    /// Adds a connection, unless the host has stopped.
    pub(super) fn enter(&mut self, outgoing: Outgoing) -> Option<ConnectionId> {
        self.events_out.as_ref()?;
        let id = ConnectionId(self.next);
        self.next += 1;
        self.connections.insert(id, outgoing);
        Some(id)
    }

    /// Removes a connection that ended.
    pub(super) fn leave(&mut self, id: ConnectionId, why: ConnectionEnd, host: &Host) {
        self.connections.remove(&id);
        let out = self.host.disconnect(id);
        self.perform(out, host);
        self.tell(Event::Ended {
            connection: id,
            why,
        });
    }

    /// Registers a receiver for the outcome of a call.
    pub(super) fn expect_outcome(
        &mut self,
        call: CallId,
    ) -> oneshot::Receiver<Result<Outcome, JsonRpcError>> {
        let (end, ended) = oneshot::channel();
        self.calls.insert(call, end);
        ended
    }

    /// Closes all connections, and drops all pending calls.
    pub(super) fn stop(&mut self) {
        self.calls.clear();
        self.events_out = None;
        self.connections
            .values()
            .for_each(|outgoing| outgoing.close(ConnectionEnd::Stopped));
    }

    /// Ends a client's connection if the client has not sent `initialize`.
    pub(super) fn abort_unless_presented(&self, id: ConnectionId) {
        let mut clients = self.host.clients();
        if clients.any(|client| self.host.connection_of(client) == Some(id)) {
            return;
        }
        if let Some(outgoing) = self.connections.get(&id) {
            outgoing.abort(ConnectionEnd::Silent);
        }
    }

    /// Ends all connections immediately.
    pub(super) fn abort_all(&mut self) {
        self.connections
            .values()
            .for_each(|outgoing| outgoing.abort(ConnectionEnd::Stopped));
    }

    /// Performs the outputs of the state machine: sends frames, and passes events to the program.
    pub(super) fn perform(&mut self, out: Vec<HostOutput>, host: &Host) {
        let mut last = None;
        for output in out {
            match output {
                HostOutput::Send { to, message } => {
                    // The host never sends a message that cannot be encoded.
                    if let Some(text) = encode(&message, &mut last) {
                        self.send(to, text);
                    }
                }
                HostOutput::Drop { connection } => {
                    self.close(connection, ConnectionEnd::TakenOver);
                }
                HostOutput::Unsupported { connection } => {
                    self.close(connection, ConnectionEnd::Unsupported);
                }
                HostOutput::Done { call, outcome } => match self.calls.remove(&call) {
                    // The receiver may have been dropped.
                    Some(waits) => drop(waits.send(outcome)),
                    None => self.tell(Event::Done { call, outcome }),
                },
                HostOutput::Provide { call, request } => {
                    self.tell(Event::Provide(ProviderCall::new(host, call, request)));
                }
                HostOutput::Read { call, channel, uri } => {
                    self.tell(Event::Read(ContentRead::new(host, call, channel, uri)));
                }
                HostOutput::Message {
                    channel,
                    from,
                    message,
                } => self.tell(Event::Message {
                    channel,
                    from,
                    message,
                }),
                HostOutput::Dispatched { from, params } => {
                    self.tell(Event::Dispatched { from, params })
                }
                HostOutput::Presented { connection, client } => {
                    self.tell(Event::Presented { connection, client });
                }
                _ => {}
            }
        }
    }

    /// Sends a frame. If the client is too slow, its connection is removed.
    fn send(&mut self, to: ConnectionId, text: Bytes) {
        if let Some(outgoing) = self.connections.get(&to) {
            if !outgoing.send(text) {
                self.connections.remove(&to);
            }
        }
    }

    fn close(&mut self, connection: ConnectionId, why: ConnectionEnd) {
        if let Some(outgoing) = self.connections.remove(&connection) {
            outgoing.close(why);
        }
    }

    fn tell(&self, event: Event) {
        if let Some(events_out) = &self.events_out {
            events_out.tell(event);
        }
    }
}

/// Encodes a message. If the host sends the same message to several clients in succession, it is encoded only once.
fn encode(
    message: &Arc<JsonRpcMessage>,
    last: &mut Option<(Arc<JsonRpcMessage>, Bytes)>,
) -> Option<Bytes> {
    if let Some((known, text)) = last {
        if Arc::ptr_eq(known, message) {
            return Some(text.clone());
        }
    }
    let text = Bytes::from(wire::encode(&**message).ok()?);
    *last = Some((Arc::clone(message), text.clone()));
    Some(text)
}
