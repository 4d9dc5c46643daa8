//! A session in one version of A2UI.

use super::{
    GatewayReportKind,
    updates::{RefusedMessage, SurfaceMessage, SurfaceState, Update},
};
use agent_ui_text::{
    Diagnostic, MessageNote, TextBridge, TranslateOptions, Translation,
    bridge::{
        Dialect, DialectOrProtocol, Protocol,
        a2ui::{Message, ownership::Owners, surface::Surfaces},
    },
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tokio::sync::broadcast;

/// The number of updates that wait for a client. A client that is slower takes a new snapshot.
const UPDATES: usize = crate::limits::MISSED_UPDATES;

/// The maximum length of the messages that wait for the clients of one version, in bytes.
const QUEUE: usize = crate::limits::MISSED_BYTES;

/// The maximum number of remembered losses of a surface.
const LOSSES: usize = 300;

/// The surfaces of all agents in one version, and the bridges that translate them.
#[derive(Debug)]
pub(super) struct View {
    dialect: Dialect,
    /// The bridges, by the dialect of the agents.
    bridges: BTreeMap<DialectOrProtocol, TextBridge>,
    /// The surfaces as clients have them.
    shown: Surfaces,
    /// The losses by surface.
    losses: BTreeMap<String, Vec<MessageNote>>,
    updates: broadcast::Sender<Update>,
    queue: QueueLength,
    /// The rules of losses that were reported, by agent.
    reported: BTreeSet<(String, String)>,
}

impl View {
    pub(super) fn new(dialect: Dialect) -> Self {
        let updates = broadcast::Sender::new(UPDATES);
        Self {
            dialect,
            bridges: BTreeMap::new(),
            shown: Surfaces::new(),
            losses: BTreeMap::new(),
            updates,
            queue: QueueLength::default(),
            reported: BTreeSet::new(),
        }
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }

    pub(super) fn has_clients(&self) -> bool {
        self.updates.receiver_count() > 0
    }

    /// Sends an update to the clients. If more waits for a slow client than memory allows, all clients take a new snapshot.
    pub(super) fn publish(&mut self, update: Update) {
        let length = match &update {
            Update::Message(message) => message.text.len(),
            Update::Text(text) => text.text.len(),
            _ => 0,
        };
        // Sending fails only if there are no clients.
        let _ = self.updates.send(update);
        if self.queue.add(length, self.updates.len()) <= QUEUE {
            return;
        }
        // These take the places of the messages.
        for _ in 0..UPDATES {
            let _ = self.updates.send(Update::Lagged);
        }
        self.queue = QueueLength::default();
    }

    /// Returns the bridge for agents of a dialect.
    fn bridge(
        &mut self,
        from: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> Result<&mut TextBridge, Box<Diagnostic>> {
        use std::collections::btree_map::Entry;
        match self.bridges.entry(from) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                // Messages of any version are translated to this one, and those of this version are checked only.
                let is_same = from == DialectOrProtocol::from(self.dialect);
                let from = if is_same { Protocol::A2ui.into() } else { from };
                Ok(place.insert(TextBridge::new(from, self.dialect.into(), options.clone())?))
            }
        }
    }

    /// Translates a message of an agent, and sends the results to the clients.
    pub(super) fn forward(
        &mut self,
        seq: u64,
        agent: &str,
        from: DialectOrProtocol,
        text: &str,
        options: &TranslateOptions,
    ) -> ForwardedMessage {
        let mut forwarded = ForwardedMessage::default();
        let made = match self.bridge(from, options) {
            Ok(bridge) => bridge.forward(text, None),
            Err(diagnostic) => Err(diagnostic),
        };
        let Translation {
            messages,
            notes,
            refusals,
            ..
        } = match made {
            Ok(made) => made,
            Err(diagnostic) => {
                let mut made = Translation::default();
                made.refusals.push(*diagnostic);
                made
            }
        };
        let mut losses: Vec<MessageNote> = notes
            .into_iter()
            .filter(|note| note.note.is_loss(false))
            .collect();
        forwarded.lost = losses.len();
        for note in &losses {
            if self
                .reported
                .insert((agent.to_owned(), note.note.rule.to_string()))
            {
                let (agent, dialect, note) = (agent.to_owned(), self.dialect, note.clone());
                forwarded.reports.push(GatewayReportKind::Lost {
                    agent,
                    dialect,
                    note,
                });
            }
        }
        for (index, text) in messages.into_iter().enumerate() {
            let is_last = |note: &MessageNote| note.message.is_none_or(|message| message == index);
            let (own, others): (Vec<MessageNote>, _) = losses.into_iter().partition(is_last);
            losses = others;
            let read = Message::read_as(&text, self.dialect.a2ui_version()).ok();
            let surface = read
                .as_ref()
                .and_then(Message::surface_id)
                .map(|id| id.as_str().to_owned());
            if let Some(message) = &read {
                // Clients apply the message by the same rules, and refuse it like this.
                let _ = self.shown.apply(message);
                self.remember_losses(message, &own);
            }
            self.publish(Update::Message(SurfaceMessage {
                seq,
                agent: agent.to_owned(),
                surface,
                text,
                losses: own,
            }));
        }
        for diagnostic in refusals {
            let agent = agent.to_owned();
            forwarded.reports.push(GatewayReportKind::Message {
                agent: agent.clone(),
                diagnostic: diagnostic.clone(),
            });
            self.publish(Update::Refused(RefusedMessage {
                seq,
                agent,
                diagnostic,
            }));
        }
        forwarded
    }

    /// Remembers what the surface of a message does not show, as long as the surface exists.
    fn remember_losses(&mut self, message: &Message, losses: &[MessageNote]) {
        let Some(surface) = message.surface_id() else {
            return;
        };
        if matches!(message.key(), "createSurface" | "deleteSurface") {
            self.losses.remove(surface.as_str());
        }
        if losses.is_empty() || self.shown.get(surface.as_str()).is_none() {
            return;
        }
        let known = self.losses.entry(surface.as_str().to_owned()).or_default();
        for loss in losses {
            let is_same = |other: &MessageNote| {
                other.note.rule == loss.note.rule && other.note.from == loss.note.from
            };
            if known.len() < LOSSES && !known.iter().any(is_same) {
                known.push(loss.clone());
            }
        }
    }

    /// Translates a message of a client into the dialect of an agent.
    pub(super) fn backward(
        &mut self,
        to: DialectOrProtocol,
        text: &str,
        options: &TranslateOptions,
    ) -> Result<Translation, Box<Diagnostic>> {
        self.bridge(to, options)?.backward(text, None)
    }

    /// Returns the surfaces, in order of creation.
    pub(super) fn surfaces(&self, owners: &Owners) -> Vec<SurfaceState> {
        let state = |surface: &agent_ui_text::bridge::a2ui::surface::Surface| {
            let id = surface.surface_id();
            let messages = surface.messages();
            SurfaceState {
                id: id.as_str().to_owned(),
                agent: owners.owner(id.as_str()).unwrap_or_default().to_owned(),
                // Messages that were read can be written.
                messages: messages
                    .iter()
                    .filter_map(|message| wire::encode(message).ok())
                    .collect(),
                losses: self.losses.get(id.as_str()).cloned().unwrap_or_default(),
            }
        };
        self.shown.iter().map(state).collect()
    }
}

/// The lengths of the updates that wait for clients, oldest first.
#[derive(Debug, Default)]
struct QueueLength {
    lengths: VecDeque<usize>,
    all: usize,
}

impl QueueLength {
    /// Adds the latest update, after which this many wait. Returns the length of all that wait.
    fn add(&mut self, length: usize, waiting: usize) -> usize {
        self.lengths.push_back(length);
        self.all += length;
        while self.lengths.len() > waiting {
            self.all -= self.lengths.pop_front().unwrap_or_default();
        }
        self.all
    }
}

/// What became of a message of an agent.
#[derive(Debug, Default)]
pub(super) struct ForwardedMessage {
    /// The number of fields that the version cannot hold.
    pub(super) lost: usize,
    /// What is reported about it.
    pub(super) reports: Vec<GatewayReportKind>,
}
