//! The turns of an agent during one tool call, and what they have changed.

use super::{changes::Changes, service::Service};
use crate::{
    faces::DIALECT,
    gateway::{ClientMessage, Session, Snapshot, Turn, TurnOutcome, Updates},
};
use futures_util::future::{Either, select};
use std::pin::pin;
use tokio::time::{Instant, timeout_at};

/// The state of a session during a tool call.
pub(super) struct ToolTurn {
    pub(super) session: Session,
    pub(super) updates: Updates,
    pub(super) changes: Changes,
    pub(super) outcome: TurnOutcome,
    /// The surfaces and texts after the latest turn.
    pub(super) snapshot: Snapshot,
    /// The number of the last entry before the call.
    pub(super) since: u64,
    /// Sentences for the model about the questions of the call.
    pub(super) notes: Vec<String>,
}

impl ToolTurn {
    /// Begins with the current state of a session.
    pub(super) async fn begin(session: Session) -> Result<Self, String> {
        let (snapshot, updates) = session
            .subscribe(DIALECT)
            .await
            .map_err(|error| error.to_string())?;
        Ok(Self {
            session,
            updates,
            changes: Changes::default(),
            outcome: TurnOutcome::Ended,
            since: snapshot.seq,
            snapshot,
            notes: Vec::new(),
        })
    }

    /// Continues a call that has begun after the entry `since`. Everything may have changed since.
    pub(super) fn continue_from(&mut self, since: u64) {
        self.since = since;
        self.changes.is_incomplete = true;
        self.changes.find_missed_texts(&self.snapshot, since);
    }

    /// Sends a message of the user, and waits for the answer.
    pub(super) async fn send(
        &mut self,
        service: &Service,
        message: ClientMessage,
    ) -> Result<(), String> {
        let turn = self.session.send(message).await;
        let turn = turn.map_err(|error| error.to_string())?;
        self.advance(service, turn).await
    }

    /// Waits for the end of a turn, and takes a snapshot.
    pub(super) async fn advance(&mut self, service: &Service, turn: Turn) -> Result<(), String> {
        self.outcome = self.wait(service, turn).await;
        let snapshot = self.session.snapshot(DIALECT).await;
        self.snapshot = snapshot.map_err(|error| error.to_string())?;
        while let Some(update) = self.updates.try_next() {
            self.changes.add(update);
        }
        self.changes.settle(self.snapshot.seq);
        self.changes.find_missed_texts(&self.snapshot, self.since);
        Ok(())
    }

    /// Waits for the end of a turn, and reads all updates meanwhile so that none is missed.
    async fn wait(&mut self, service: &Service, mut turn: Turn) -> TurnOutcome {
        let end = Instant::now() + service.settings.wait;
        let mut ended = pin!(timeout_at(end, turn.wait()));
        loop {
            let update = match select(ended, pin!(self.updates.next())).await {
                Either::Left((outcome, _)) => return outcome.unwrap_or(TurnOutcome::TimedOut),
                Either::Right((update, rest)) => {
                    ended = rest;
                    update
                }
            };
            match update {
                Some(update) => self.changes.add(update),
                None => return TurnOutcome::Failed("the session has ended".to_owned()),
            }
        }
    }
}
