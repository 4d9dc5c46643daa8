//! The turn that waits for the work of a link. A question of the server ends the turn; its answer waits for the rest.

use crate::gateway::agent::AgentError;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The outcome of the work for a message.
pub(super) type WorkOutcome = Result<(), AgentError>;

/// The work of a link, and the turn that waits for its end.
#[derive(Default)]
pub(super) struct WaitingTurn(Mutex<Work>);

#[derive(Default)]
struct Work {
    is_running: bool,
    done: Option<oneshot::Sender<WorkOutcome>>,
}

impl WaitingTurn {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that work begins, and the turn that waits for it.
    pub(super) fn begin(&self, done: Option<oneshot::Sender<WorkOutcome>>) {
        let mut work = self.work();
        work.is_running = true;
        work.done = done;
    }

    pub(super) fn is_running(&self) -> bool {
        self.work().is_running
    }

    /// Lets another turn wait for the running work. Returns `None` if there is nothing to wait for.
    pub(super) fn join(&self) -> Option<oneshot::Receiver<WorkOutcome>> {
        let mut work = self.work();
        if !work.is_running {
            return None;
        }
        let (done, outcome) = oneshot::channel();
        work.done = Some(done);
        Some(outcome)
    }

    /// Records the end of the work. Returns the error if no turn waits for it.
    pub(super) fn finish(&self, outcome: WorkOutcome) -> Option<AgentError> {
        let done = {
            let mut work = self.work();
            work.is_running = false;
            work.done.take()
        };
        let unseen = match done {
            Some(done) => done.send(outcome).err()?,
            None => outcome,
        };
        unseen.err()
    }
}
