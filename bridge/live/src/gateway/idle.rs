//! Unused sessions leave memory, and their agents end. The store keeps these sessions.

use super::{Gateway, GatewayShared, OpenSessions, open_session::OpenSession};
use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};
use tracing::info;

/// The longest pause between two checks of the sessions.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

impl Gateway {
    /// Ends sessions that clients have not used for the time in the settings, while the gateway exists.
    pub(super) fn watch_idle_sessions(&self) {
        let Some(idle) = self.shared.settings.idle else {
            return;
        };
        self.repeat(end_idle_sessions, idle, LONGEST_PAUSE);
    }
}

fn end_idle_sessions(sessions: &OpenSessions, shared: &GatewayShared, idle: Duration) {
    // While the store is away, a session in memory is all that clients can see of it.
    if shared.store.is_away() || !shared.can_reconnect() {
        return;
    }
    for session in sessions.take_idle(idle) {
        info!(
            session = session.name(),
            "no client uses the session, so its agents end"
        );
    }
}

impl OpenSessions {
    /// Removes and returns the sessions that were not used for this time. Their agents end when the sessions are
    /// dropped.
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
