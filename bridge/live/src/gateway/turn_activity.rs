//! Turns of agents whose protocols have no turns. Texts and marks of the agent determine the end of a turn.

use super::{GatewaySettings, agent_error::AgentError, turn::TurnOutcome};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// A turn of an agent whose protocol has no turns.
///
/// The turn is over when the agent [marks](super::agent::AgentOutput::mark_turn) its end, fails, or is silent for a
/// while. The [settings](GatewaySettings) contain the times.
#[derive(Clone, Debug, Default)]
pub struct OpenTurn {
    pub(super) start: TurnActivity,
    pub(super) needs_no_answer: bool,
}

impl OpenTurn {
    /// Lets the turn end after a silence, even if the agent has not begun to answer.
    #[must_use]
    pub fn without_answer(mut self) -> Self {
        self.needs_no_answer = true;
        self
    }
}

/// An agent's statement about its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnMark {
    /// The agent has fully answered the latest message.
    Ended,
    /// The agent will send more, so silence does not end the turn.
    More,
    /// The agent failed, with unanswered messages.
    Failed(AgentError),
    /// The agent ended by itself. Turns that it has not begun to answer fail.
    Left(AgentError),
}

/// The texts and marks of an agent in a session so far.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnActivity {
    outputs: u64,
    ends: u64,
    failures: u64,
    /// `true` from [`TurnMark::More`] until the turn ends.
    has_more: bool,
    /// `true` after [`TurnMark::Left`].
    has_left: bool,
    /// The latest failure since the agent's latest output.
    failure: Option<AgentError>,
}

impl TurnActivity {
    /// Counts an output of the agent.
    pub(super) fn add_output(&mut self) {
        self.outputs += 1;
        self.failure = None;
    }

    /// Applies a mark of the agent.
    pub(super) fn mark(&mut self, mark: TurnMark) {
        self.has_more = mark == TurnMark::More;
        self.has_left = matches!(mark, TurnMark::Left(_));
        match mark {
            TurnMark::Ended => self.ends += 1,
            TurnMark::More => {}
            TurnMark::Failed(error) | TurnMark::Left(error) => {
                self.failures += 1;
                self.failure = Some(error);
            }
        }
    }

    /// Returns `true` if the agent will show nothing more without a message: it has marked this, has ended, or has
    /// failed.
    pub(super) fn has_finished_start(&self) -> bool {
        let fails = self
            .failure
            .as_ref()
            .is_some_and(|error| !error.is_temporary());
        self.ends > 0 || self.has_left || fails
    }

    /// Returns the failure, if it is permanent or if the agent has sent nothing since.
    pub(super) fn failure(&self) -> Option<&AgentError> {
        self.failure.as_ref()
    }

    /// Returns the failure of a turn that began at `start` and that its agent has ended.
    pub(super) fn failure_since(&self, start: &Self) -> Option<TurnOutcome> {
        let failure = self
            .failure
            .as_ref()
            .filter(|_| self.failures > start.failures)?;
        Some(TurnOutcome::Failed(failure.message().to_owned()))
    }

    /// Returns the outcome of a turn that began at `start`, if the turn has ended.
    fn outcome_since(&self, start: &Self) -> Option<TurnOutcome> {
        if self.ends > start.ends {
            return Some(TurnOutcome::Ended);
        }
        if self.failures == start.failures {
            return None;
        }
        // An agent that answers and ends has done its work.
        if self.has_left && self.outputs > start.outputs {
            return Some(TurnOutcome::Ended);
        }
        let failure = self
            .failure
            .as_ref()
            .map_or("the agent has failed", AgentError::message);
        Some(TurnOutcome::Failed(failure.to_owned()))
    }
}

/// Waits for the end of a turn. Returns its outcome.
pub(super) async fn wait_for_end(
    mut activity: watch::Receiver<TurnActivity>,
    turn: &OpenTurn,
    settings: &GatewaySettings,
) -> TurnOutcome {
    let began = Instant::now();
    let limit = began + settings.turn_limit;
    loop {
        let now = activity.borrow_and_update().clone();
        if let Some(outcome) = now.outcome_since(&turn.start) {
            return outcome;
        }
        let has_answer = now.outputs > turn.start.outputs;
        let silence = match () {
            () if now.has_more => limit,
            () if has_answer || turn.needs_no_answer => Instant::now() + settings.turn_silence,
            () => began + settings.first_answer,
        };
        tokio::select! {
            changed = activity.changed() => {
                if changed.is_err() {
                    return TurnOutcome::Failed("the session has ended".to_owned());
                }
            }
            () = sleep_until(silence.min(limit)) => {
                return if silence < limit { TurnOutcome::Ended } else { TurnOutcome::TimedOut };
            }
        }
    }
}
