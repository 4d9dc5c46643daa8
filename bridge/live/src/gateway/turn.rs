//! Turns: the time from an input to the end of the agent's answer.

use std::time::Duration;
use tokio::{sync::watch, time::timeout};

/// The outcome of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnOutcome {
    /// The agent has answered.
    Ended,
    /// The agent failed for this reason.
    Failed(String),
    /// The agent has not answered in time. Its answer may still come.
    TimedOut,
}

impl TurnOutcome {
    /// Returns the name of the outcome in logs.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Self::Ended => "ended",
            Self::Failed(_) => "failed",
            Self::TimedOut => "timed-out",
        }
    }
}

/// A turn of an agent. After the turn has ended, all its updates can be read without waiting.
#[derive(Debug)]
pub struct Turn {
    pub(super) seq: u64,
    pub(super) outcome: watch::Receiver<Option<TurnOutcome>>,
    pub(super) longest: Duration,
}

impl Turn {
    /// Returns the number of the entry that began the turn.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Waits for the end of the turn. Returns its outcome.
    pub async fn wait(&mut self) -> TurnOutcome {
        let ended = timeout(self.longest, self.outcome.wait_for(Option::is_some)).await;
        match ended {
            Ok(Ok(outcome)) => outcome.clone().unwrap_or(TurnOutcome::Ended),
            Ok(Err(_)) => TurnOutcome::Failed("the session has ended".to_owned()),
            Err(_) => TurnOutcome::TimedOut,
        }
    }
}
