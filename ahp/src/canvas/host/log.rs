//! The stored actions and rejections for returning clients.

use super::{ClientView, Connection};
use crate::{
    envelope::ActionEnvelope,
    ids::{ChannelUri, ClientId},
};
use std::{collections::VecDeque, fmt, sync::Arc};

/// An applied action, in its forms for the kinds of clients.
pub(super) struct LogEntry {
    pub(super) seq: u64,
    /// The clients that receive the action without following the channel.
    pub(super) direct: Vec<ClientId>,
    pub(super) proposal: Option<Arc<ActionEnvelope>>,
    pub(super) release: Option<Arc<ActionEnvelope>>,
    pub(super) others: Option<Arc<ActionEnvelope>>,
}

impl LogEntry {
    /// Returns the form of the action for this client, if the client receives it.
    pub(super) fn envelope_for(&self, connection: &Connection) -> Option<&Arc<ActionEnvelope>> {
        let envelope = match connection.view {
            ClientView::Proposal => &self.proposal,
            ClientView::Release => &self.release,
            ClientView::Nothing => &self.others,
        };
        let envelope = envelope.as_ref()?;
        let follows = connection.subscriptions.contains(&envelope.channel);
        (follows || self.direct.contains(&connection.client)).then_some(envelope)
    }

    /// Returns the stored size in bytes. Shared envelopes count once.
    fn size(&self) -> usize {
        let mut size = OVERHEAD
            + self
                .direct
                .iter()
                .map(|client| client.as_str().len())
                .sum::<usize>();
        let mut counted: Vec<&Arc<ActionEnvelope>> = Vec::new();
        for envelope in [&self.proposal, &self.release, &self.others]
            .into_iter()
            .flatten()
        {
            if !counted.iter().any(|known| Arc::ptr_eq(known, envelope)) {
                counted.push(envelope);
                size += envelope_size(envelope);
            }
        }
        size
    }
}

/// The approximate overhead of a stored value, in bytes.
pub(super) const OVERHEAD: usize = 128;

fn envelope_size(envelope: &ActionEnvelope) -> usize {
    let ActionEnvelope {
        channel,
        action,
        origin,
        ..
    } = envelope;
    let origin = origin
        .get()
        .map_or(0, |origin| origin.client_id.as_str().len());
    OVERHEAD + channel.as_str().len() + action.text().len() + origin
}

impl fmt::Debug for LogEntry {
    /// Formats the entry without the action, which may contain a URL with a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let channel: Option<&ChannelUri> = self.proposal.as_ref().map(|envelope| &envelope.channel);
        f.debug_struct("LogEntry")
            .field("seq", &self.seq)
            .field("channel", &channel)
            .finish_non_exhaustive()
    }
}

/// The latest actions, oldest first.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) entries: VecDeque<LogEntry>,
    size: usize,
    /// The number of the last removed action.
    pub(super) forgotten: u64,
}

impl Log {
    pub(super) fn push(&mut self, published: LogEntry, actions: usize, bytes: usize) {
        self.size += published.size();
        self.entries.push_back(published);
        while self.entries.len() > actions || self.size > bytes {
            let Some(oldest) = self.entries.pop_front() else {
                break;
            };
            self.size -= oldest.size();
            self.forgotten = oldest.seq;
        }
    }
}

/// The rejections that a client received. They are separate from the log, so that they do not displace actions.
#[derive(Default)]
pub(super) struct Rejections {
    pub(super) entries: VecDeque<ActionEnvelope>,
    size: usize,
    pub(super) forgotten: u64,
}

impl Rejections {
    pub(super) fn push(&mut self, envelope: ActionEnvelope, bytes: usize) {
        self.size += envelope_size(&envelope);
        self.entries.push_back(envelope);
        while self.size > bytes {
            let Some(oldest) = self.entries.pop_front() else {
                break;
            };
            self.size -= envelope_size(&oldest);
            self.forgotten = oldest.server_seq;
        }
    }
}

impl fmt::Debug for Rejections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.entries.iter().map(|envelope| envelope.server_seq))
            .finish()
    }
}
