//! Work that is repeated while a gateway exists.

use super::{Gateway, GatewayShared, OpenSessions};
use std::{
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::{task::spawn_blocking, time::sleep};

/// The shortest pause before the work is repeated.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);

/// Work on the sessions. The duration is the time in the settings on which the work depends.
type SessionWork = fn(&OpenSessions, &GatewayShared, Duration);

impl Gateway {
    /// Repeats work eight times in the period `time`, or more often if the pauses exceed `longest_pause`.
    pub(super) fn repeat(&self, work: SessionWork, time: Duration, longest_pause: Duration) {
        let pause = (time / 8).clamp(SHORTEST_PAUSE, longest_pause);
        let (sessions, shared) = (Arc::downgrade(&self.sessions), Arc::downgrade(&self.shared));
        self.shared
            .runtime
            .spawn(repeat(sessions, shared, work, time, pause));
    }
}

/// Repeats the work after each pause, until the gateway has been dropped.
async fn repeat(
    sessions: Weak<OpenSessions>,
    shared: Weak<GatewayShared>,
    work: SessionWork,
    time: Duration,
    pause: Duration,
) {
    loop {
        sleep(pause).await;
        let (Some(sessions), Some(shared)) = (sessions.upgrade(), shared.upgrade()) else {
            return;
        };
        // The work may wait for the store. A panic in it has been printed.
        let _ = spawn_blocking(move || work(&sessions, &shared, time)).await;
    }
}
