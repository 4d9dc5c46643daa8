//! The end of a gateway: at first it accepts no further message, and then all turns end.

use super::{
    Gateway,
    turn::{Turn, TurnOutcome},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, sync::watch, time::timeout};

/// The reason for clients whose turns run when the store goes away.
const AWAY: &str = "the session cannot be stored at the moment; the answer may come later";

/// The phase of a gateway: if it accepts messages, and if it waits for answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum GatewayPhase {
    /// The gateway accepts messages.
    #[default]
    Running,
    /// Turns that have begun go on. Further messages are refused.
    Draining,
    /// All turns have ended, or failed.
    Stopped,
}

/// The phase of a gateway, and its open turns.
#[derive(Default)]
pub(super) struct Drain {
    phase: watch::Sender<GatewayPhase>,
    /// The number of turns that have not ended.
    open: Arc<watch::Sender<usize>>,
}

impl Drain {
    /// Returns the phase, and its changes.
    pub(super) fn phase(&self) -> watch::Receiver<GatewayPhase> {
        self.phase.subscribe()
    }

    pub(super) fn is_running(&self) -> bool {
        *self.phase.borrow() == GatewayPhase::Running
    }

    /// Returns a turn that fails when the gateway stops. `is_awaited` is `true` if it matters only while a client waits for it.
    /// If the store goes away, the client learns it at once, and a client that only looks sees what there is.
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

/// A turn that has not ended. It counts until it is dropped.
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
    /// Refuses further messages, and waits until all turns have ended, at most for `limit`. Then the other turns fail.
    ///
    /// Faces learn this from [`phase`](Self::phase).
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

    /// Returns the phase, and its changes.
    pub fn phase(&self) -> watch::Receiver<GatewayPhase> {
        self.shared.drain.phase()
    }

    /// Waits until the gateway has stopped. Event streams that have no end of their own end then.
    pub async fn wait_until_stopped(&self) {
        // The gateway keeps the sender.
        let _ = self
            .phase()
            .wait_for(|phase| *phase == GatewayPhase::Stopped)
            .await;
    }
}
