//! Sessions that clients do not use: they leave memory, and their agents end. The store keeps them.

use super::{Gateway, GatewayShared, OpenSessions, open_session::OpenSession};
use std::{
    sync::{Arc, PoisonError, Weak},
    time::Duration,
};
use tokio::time::sleep;
use tracing::info;

/// The shortest and the longest pause between two looks at the sessions.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(10));

impl Gateway {
    /// Ends sessions that clients do not use for the time of the settings, as long as the gateway exists.
    pub(super) fn watch_idle_sessions(&self) {
        let Some(idle) = self.shared.settings.idle else { return };
        let (sessions, shared) = (Arc::downgrade(&self.sessions), Arc::downgrade(&self.shared));
        self.shared.runtime.spawn(end_idle_sessions(sessions, shared, idle));
    }
}

async fn end_idle_sessions(sessions: Weak<OpenSessions>, shared: Weak<GatewayShared>, idle: Duration) {
    let pause = (idle / 8).clamp(PAUSES.0, PAUSES.1);
    loop {
        sleep(pause).await;
        let (Some(sessions), Some(shared)) = (sessions.upgrade(), shared.upgrade()) else { return };
        // While the store is away, a session in memory is all that clients can see of it.
        if shared.store.is_away() || !shared.can_reconnect() {
            continue;
        }
        for session in sessions.take_idle(idle) {
            info!(session = session.name(), "no client uses the session, so its agents end");
        }
    }
}

impl OpenSessions {
    /// Removes the sessions that were not used for this time, and returns them. Their agents end when they are dropped.
    pub(super) fn take_idle(&self, idle: Duration) -> Vec<Arc<OpenSession>> {
        let mut open = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        let mut ended = Vec::new();
        open.retain(|_, session| {
            // A session in use is idle from the end of this use on.
            if !session.is_unused() {
                session.touch();
            }
            let is_idle = session.last_used().elapsed() >= idle;
            if is_idle {
                ended.push(Arc::clone(session));
            }
            !is_idle
        });
        ended
    }
}
