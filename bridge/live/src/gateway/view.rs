//! The surfaces of a session in one version of A2UI.

use super::{
    GatewayReportKind,
    accepted_message::AcceptedMessage,
    findings::{ComponentIds, ForwardSink, LostField, SurfaceFinding, with_shown_ids},
    updates::{MessageProblems, RefusedMessage, SurfaceMessage, SurfaceState, Update},
};
use agent_ui_text::{
    Diagnostic, Place, TextBridge, TranslateOptions, Translation,
    bridge::{
        Dialect, DialectOrProtocol, Protocol,
        a2ui::{Message, ownership::Owners, surface::Surfaces},
    },
    input::Input,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tokio::sync::broadcast;

/// The number of updates that may wait for a client. Slower clients must take a new snapshot.
const UPDATES: usize = crate::limits::MISSED_UPDATES;

/// The maximum length of the messages that wait for the clients of one version, in bytes.
const QUEUE: usize = crate::limits::MISSED_BYTES;

/// The maximum number of remembered losses of a surface.
const LOSSES: usize = crate::limits::PAGE_PROBLEMS;

/// The surfaces of all agents in one version, with the bridges that translate them.
#[derive(Debug)]
pub(super) struct View {
    dialect: Dialect,
    /// The bridges, by the dialect of the agents.
    bridges: BTreeMap<DialectOrProtocol, TextBridge>,
    /// The surfaces in the state that clients have received.
    shown: Surfaces,
    /// The lost fields by surface.
    losses: BTreeMap<String, Vec<LostField>>,
    /// The component ids that differ from the agents' ids.
    ids: ComponentIds,
    updates: broadcast::Sender<Update>,
    queue: QueueLength,
    /// The agent and rule of each loss that was already reported.
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
            ids: ComponentIds::new(),
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

    /// Sends an update to the clients. If the updates for slow clients exceed the memory limit, all clients must take a
    /// new snapshot.
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
            // Sending fails only if there are no clients.
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
        message: &AcceptedMessage,
        options: &TranslateOptions,
    ) -> ForwardedMessage {
        let results = self.collect(from, options, |bridge, sink| {
            let (place, text) = match &message.source {
                Some(source) => (source.place.clone(), &source.text),
                None => (Place::default(), &message.text),
            };
            let Ok(()) = bridge.forward_document(&Input::new(place, Ok(text)), sink);
        });
        self.publish_results(seq, agent, message.dialect, results)
    }

    /// Ends the messages of an agent. Messages that wait for others are sent or refused now.
    pub(super) fn finish(
        &mut self,
        seq: u64,
        agent: &str,
        from: DialectOrProtocol,
        options: &TranslateOptions,
    ) -> ForwardedMessage {
        let results = self.collect(from, options, |bridge, sink| {
            let Ok(()) = bridge.finish_document(sink);
        });
        self.publish_results(seq, agent, None, results)
    }

    /// Collects the results of a bridge.
    fn collect(
        &mut self,
        from: DialectOrProtocol,
        options: &TranslateOptions,
        translate: impl FnOnce(&mut TextBridge, &mut ForwardSink<'_>),
    ) -> ForwardResults {
        let mut ids = std::mem::take(&mut self.ids);
        let mut sink = ForwardSink::new(&mut ids);
        match self.bridge(from, options) {
            Ok(bridge) => translate(bridge, &mut sink),
            Err(diagnostic) => sink.refused.push(*diagnostic),
        }
        let results = ForwardResults {
            messages: sink.messages,
            lost: sink.lost,
            refused: sink.refused,
        };
        self.ids = ids;
        results
    }

    /// Sends the results of a bridge to the clients. `source` is the version of the agent's message.
    fn publish_results(
        &mut self,
        seq: u64,
        agent: &str,
        source: Option<Dialect>,
        results: ForwardResults,
    ) -> ForwardedMessage {
        let mut forwarded = ForwardedMessage::default();
        let ForwardResults {
            messages,
            lost,
            refused,
        } = results;
        self.report_lost(agent, &lost, &mut forwarded);
        for (text, losses) in messages {
            self.report_lost(agent, &losses, &mut forwarded);
            let surface = self.apply(&text, &losses);
            self.publish(Update::Message(SurfaceMessage {
                seq,
                agent: agent.to_owned(),
                surface,
                source,
                text,
                losses,
            }));
        }
        if !lost.is_empty() {
            self.publish(Update::Problems(MessageProblems {
                agent: agent.to_owned(),
                losses: lost,
                findings: Vec::new(),
            }));
        }
        for diagnostic in refused {
            forwarded.reports.push(GatewayReportKind::Message {
                agent: agent.to_owned(),
                diagnostic: diagnostic.clone(),
            });
            let refused = RefusedMessage {
                seq,
                agent: agent.to_owned(),
                diagnostic,
            };
            forwarded.refused.push(refused.clone());
            self.publish(Update::Refused(refused));
        }
        forwarded
    }

    /// Applies a translated message to the surfaces that clients have. Returns the surface of the message.
    fn apply(&mut self, text: &str, losses: &[LostField]) -> Option<String> {
        let message = Message::read_as(text, self.dialect.a2ui_version()).ok()?;
        // Clients apply the message by the same rules, and refuse it like this.
        let _ = self.shown.apply(&message);
        self.remember_losses(&message, losses);
        Some(message.surface_id()?.as_str().to_owned())
    }

    /// Counts lost fields. Each rule is reported once per agent.
    fn report_lost(&mut self, agent: &str, lost: &[LostField], forwarded: &mut ForwardedMessage) {
        forwarded.lost += lost.len();
        for LostField { note, .. } in lost {
            let rule = (agent.to_owned(), note.rule.to_string());
            if self.reported.insert(rule) {
                forwarded.reports.push(GatewayReportKind::Lost {
                    agent: agent.to_owned(),
                    dialect: self.dialect,
                    note: note.clone(),
                });
            }
        }
    }

    /// Sends findings about an agent's messages to the clients.
    pub(super) fn publish_findings(&mut self, agent: &str, findings: &[SurfaceFinding]) {
        let findings = self.with_shown_ids(findings.to_vec());
        self.publish(Update::Problems(MessageProblems {
            agent: agent.to_owned(),
            losses: Vec::new(),
            findings,
        }));
    }

    /// Replaces the component ids in findings by those that clients see.
    pub(super) fn with_shown_ids(&self, findings: Vec<SurfaceFinding>) -> Vec<SurfaceFinding> {
        with_shown_ids(&self.ids, findings)
    }

    /// Remembers the lost fields of a message for as long as its surface exists.
    fn remember_losses(&mut self, message: &Message, losses: &[LostField]) {
        let Some(surface) = message.surface_id() else {
            return;
        };
        if matches!(message.key(), "createSurface" | "deleteSurface") {
            self.losses.remove(surface.as_str());
        }
        if message.key() == "deleteSurface" {
            self.ids.retain(|(id, _), _| id != surface.as_str());
        }
        if losses.is_empty() || self.shown.get(surface.as_str()).is_none() {
            return;
        }
        let known = self.losses.entry(surface.as_str().to_owned()).or_default();
        for loss in losses {
            let is_known = known.iter().any(|other| {
                other.note.rule == loss.note.rule && other.note.from == loss.note.from
            });
            if known.len() < LOSSES && !is_known {
                known.push(loss.clone());
            }
        }
    }

    /// Translates a message of a client to the dialect of an agent.
    pub(super) fn backward(
        &mut self,
        to: DialectOrProtocol,
        text: &str,
        options: &TranslateOptions,
    ) -> Result<Translation, Box<Diagnostic>> {
        self.bridge(to, options)?.backward(text, None)
    }

    /// Returns the surfaces in the order of their creation.
    pub(super) fn surfaces(&self, owners: &Owners) -> Vec<SurfaceState> {
        self.shown
            .iter()
            .map(|surface| {
                let id = surface.surface_id().as_str();
                SurfaceState {
                    id: id.to_owned(),
                    agent: owners.owner(id).unwrap_or_default().to_owned(),
                    // Messages that were read can be written.
                    messages: surface
                        .messages()
                        .iter()
                        .filter_map(|message| wire::encode(message).ok())
                        .collect(),
                    losses: self.losses.get(id).cloned().unwrap_or_default(),
                }
            })
            .collect()
    }
}

/// The results of a bridge for one message of an agent.
struct ForwardResults {
    /// The messages for clients, each with the fields that it does not show.
    messages: Vec<(String, Vec<LostField>)>,
    /// The lost fields of messages without a result.
    lost: Vec<LostField>,
    refused: Vec<Diagnostic>,
}

/// The lengths of the updates that wait for clients, oldest first.
#[derive(Debug, Default)]
struct QueueLength {
    lengths: VecDeque<usize>,
    all: usize,
}

impl QueueLength {
    /// Adds the latest update. `waiting` is the number of updates that wait after this. Returns the total length of all
    /// waiting updates.
    fn add(&mut self, length: usize, waiting: usize) -> usize {
        self.lengths.push_back(length);
        self.all += length;
        while self.lengths.len() > waiting {
            self.all -= self.lengths.pop_front().unwrap_or_default();
        }
        self.all
    }
}

/// The result of forwarding a message of an agent.
#[derive(Debug, Default)]
pub(super) struct ForwardedMessage {
    /// The number of fields that the clients' version cannot represent.
    pub(super) lost: usize,
    /// The messages that were refused.
    pub(super) refused: Vec<RefusedMessage>,
    /// The reports about the message.
    pub(super) reports: Vec<GatewayReportKind>,
}
