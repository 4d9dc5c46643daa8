//! The event stream of an answer: the surfaces and texts of a session that a client lacks, until the turn of the agent
//! ends.
//!
//! The faces that answer requests with event streams differ in the events, which an [`AnswerCarrier`] writes.

use super::{
    DIALECT,
    surface_operations::{SurfaceChange, SurfaceOperations},
};
use crate::{
    gateway::{
        CarrierLimits, GatewayError, Role, Session, TextEntry, Turn, TurnOutcome, Update, Updates,
        answer_watch::AnswerWatch,
    },
    sse::{EventSink, Gone},
};
use std::time::Duration;
use tokio::time::sleep;

/// The maximum number of updates that are combined.
const TOGETHER: usize = 64;
/// The time during which updates are collected, so that a surface appears together with its data.
const PAUSE: Duration = Duration::from_millis(15);

/// The events of a protocol.
pub(super) trait AnswerCarrier: Send + Sync {
    /// The name of the face in reports.
    const FACE: &'static str;
    /// The limits of the clients.
    const LIMITS: CarrierLimits;

    /// Returns the event for a change of a surface, as JSON.
    fn change_event(&self, change: &SurfaceChange) -> Option<String>;

    /// Returns the events for a text of the conversation, as JSON.
    fn text_events(&self, text: &TextEntry) -> Vec<String>;
}

/// The reason for a stream to end early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The client has disconnected.
    Gone,
    /// The session has ended in this program.
    SessionEnded,
    /// The session cannot be read.
    Gateway(GatewayError),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<GatewayError> for Stop {
    fn from(error: GatewayError) -> Self {
        Self::Gateway(error)
    }
}

/// The event stream of an answer.
pub(super) struct AnswerStream<C> {
    pub(super) carrier: C,
    pub(super) surfaces: SurfaceOperations,
    /// The number of the latest entry whose texts the client has received.
    pub(super) seen: u64,
    sink: EventSink,
}

impl<C: AnswerCarrier> AnswerStream<C> {
    pub(super) fn new(carrier: C, surfaces: SurfaceOperations, sink: EventSink) -> Self {
        Self {
            carrier,
            surfaces,
            seen: 0,
            sink,
        }
    }

    /// Sends one event, which is JSON.
    pub(super) async fn send(&self, event: &str) -> Result<(), Gone> {
        self.sink.send(event).await
    }

    /// Shows all updates until the turn ends, including those that have arrived by then.
    pub(super) async fn follow(
        &mut self,
        session: &Session,
        turn: &mut Turn,
        updates: &mut Updates,
        watch: &mut AnswerWatch,
    ) -> Result<TurnOutcome, Stop> {
        let own = turn.seq();
        let ended = turn.wait();
        tokio::pin!(ended);
        loop {
            let (first, outcome) = tokio::select! {
                update = updates.next() => {
                    if update.is_none() {
                        return Err(Stop::SessionEnded);
                    }
                    sleep(PAUSE).await;
                    (update, None)
                }
                outcome = &mut ended => (updates.try_next(), Some(outcome)),
            };
            self.show_waiting(session, first, own, updates, watch)
                .await?;
            if self.surfaces.are_long() {
                *updates = self.start_again(session, own).await?;
            }
            self.send_surfaces(session).await?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
        }
    }

    /// Shows an update and all updates that wait after it. `own` is the entry number of the client's message.
    async fn show_waiting(
        &mut self,
        session: &Session,
        first: Option<Update>,
        own: u64,
        updates: &mut Updates,
        watch: &mut AnswerWatch,
    ) -> Result<(), Stop> {
        let mut next = first;
        let mut together = 0;
        while let Some(update) = next {
            watch.add(&update);
            match update {
                Update::Lagged => {
                    session.count_lagged();
                    *updates = self.start_again(session, own).await?;
                }
                Update::Message(message) => self.surfaces.apply(&message.text),
                // The client has the text that it sent.
                Update::Text(text) if text.seq == own && text.role == Role::User => {}
                Update::Text(text) => {
                    self.send_surfaces(session).await?;
                    self.send_text(&text).await?;
                    self.seen = text.seq;
                }
                _ => {}
            }
            together += 1;
            if together % TOGETHER == 0 {
                self.send_surfaces(session).await?;
            }
            next = updates.try_next();
        }
        Ok(())
    }

    /// Takes a new snapshot, and sends everything that the client lacks. `own` is the entry number of the client's message.
    pub(super) async fn start_again(
        &mut self,
        session: &Session,
        own: u64,
    ) -> Result<Updates, Stop> {
        let (snapshot, updates) = session.subscribe(DIALECT).await?;
        self.surfaces.replace(&snapshot.surfaces, []);
        self.send_surfaces(session).await?;
        let missed = snapshot.texts.iter().filter(|text| text.seq > self.seen);
        for text in missed.filter(|text| text.seq != own || text.role == Role::Agent) {
            self.send_text(text).await?;
        }
        self.seen = snapshot.seq;
        Ok(updates)
    }

    /// Sends the changes of the surfaces that the client lacks.
    pub(super) async fn send_surfaces(&mut self, session: &Session) -> Result<(), Gone> {
        for change in self.surfaces.changes() {
            let Some(event) = self.carrier.change_event(&change) else {
                continue;
            };
            session.note_carrier(C::FACE, C::LIMITS, &event);
            self.sink.send(&event).await?;
        }
        for operation in self.surfaces.take_stripped() {
            session.note_carrier(C::FACE, C::LIMITS, &operation);
        }
        Ok(())
    }

    /// Sends a text of the conversation.
    pub(super) async fn send_text(&self, text: &TextEntry) -> Result<(), Gone> {
        for event in self.carrier.text_events(text) {
            self.sink.send(&event).await?;
        }
        Ok(())
    }
}
