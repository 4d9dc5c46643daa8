//! The end of a gateway: first it refuses further messages, then all turns end.

use super::{
    Gateway,
    turn::{Turn, TurnOutcome},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, sync::watch, time::timeout};

/// The reason for clients whose turns are running when the store becomes unavailable.
const AWAY: &str = "the session cannot be stored at the moment; the answer may come later";

/// The phase of a gateway, from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum GatewayPhase {
    /// The gateway accepts messages.
    #[default]
    Running,
    /// Turns that have begun continue. Further messages are refused.
    Draining,
    /// All turns have ended or failed.
    Stopped,
}

/// The phase of a gateway, and its open turns.
#[derive(Default)]
pub(super) struct Drain {
    phase: watch::Sender<GatewayPhase>,
    /// The number of turns that have not ended yet.
    open: Arc<watch::Sender<usize>>,
}

impl Drain {
    /// Returns a receiver for the phase.
    pub(super) fn phase(&self) -> watch::Receiver<GatewayPhase> {
        self.phase.subscribe()
    }

    pub(super) fn is_running(&self) -> bool {
        *self.phase.borrow() == GatewayPhase::Running
    }

    /// Returns a turn that fails when the gateway stops. `is_awaited` is `true` if only a waiting client is interested
    /// in the turn. If the store becomes unavailable, the client is informed immediately, and a client that only wants
    /// to see the surfaces receives the current ones.
    pub(super) fn follow(
        &self,
        runtime: &Handle,
        turn: Turn,
        is_awaited: bool,
        mut away: watch::Receiver<Option<Instant>>,
    ) -> Turn {
        if turn.outcome.borrow().is_some() {
            return turn;
        }
        let Turn {
            seq,
            outcome: mut inner,
            longest,
        } = turn;
        let (ended, outcome) = watch::channel(None);
        let open = CountedTurn::begin(&self.open);
        let mut phase = self.phase.subscribe();
        runtime.spawn(async move {
            let _open = open;
            let reason = TurnOutcome::Failed("the program is stopping".to_owned());
            let result = tokio::select! {
                // If the session ends, the client learns it because the sender is dropped.
                end = inner.wait_for(Option::is_some) => end.ok().and_then(|end| end.clone()),
                _ = phase.wait_for(|phase| *phase == GatewayPhase::Stopped) => Some(reason),
                () = ended.closed(), if is_awaited => None,
                Ok(_) = away.wait_for(Option::is_some) => Some(match is_awaited {
                    true => TurnOutcome::Ended,
                    false => TurnOutcome::Failed(AWAY.to_owned()),
                }),
            };
            if let Some(result) = result {
                ended.send_replace(Some(result));
            }
        });
        Turn {
            seq,
            outcome,
            longest,
        }
    }
}

/// A turn that has not ended. It is counted until it is dropped.
struct CountedTurn(Arc<watch::Sender<usize>>);

impl CountedTurn {
    fn begin(open: &Arc<watch::Sender<usize>>) -> Self {
        open.send_modify(|open| *open += 1);
        Self(Arc::clone(open))
    }
}

impl Drop for CountedTurn {
    fn drop(&mut self) {
        self.0.send_modify(|open| *open = open.saturating_sub(1));
    }
}

impl Gateway {
    /// Refuses further messages, and waits until all turns have ended, at most for `limit`. Turns that are still open
    /// then fail.
    ///
    /// Faces observe this through [`phase`](Self::phase).
    pub async fn drain(&self, limit: Duration) {
        let Drain { phase, open } = &self.shared.drain;
        phase.send_if_modified(|phase| {
            let is_new = *phase == GatewayPhase::Running;
            if is_new {
                *phase = GatewayPhase::Draining;
            }
            is_new
        });
        // The gateway keeps the sender. At the end of the time, the other turns fail.
        let _ = timeout(limit, open.subscribe().wait_for(|open| *open == 0)).await;
        phase.send_replace(GatewayPhase::Stopped);
    }

    /// Returns a receiver for the phase.
    pub fn phase(&self) -> watch::Receiver<GatewayPhase> {
        self.shared.drain.phase()
    }

    /// Waits until the gateway has stopped. Endless event streams then end.
    pub async fn wait_until_stopped(&self) {
        // The gateway keeps the sender.
        let _ = self
            .phase()
            .wait_for(|phase| *phase == GatewayPhase::Stopped)
            .await;
    }
}
