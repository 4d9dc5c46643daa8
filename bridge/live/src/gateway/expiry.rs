//! Deletion of stored sessions that were not used for a long time.

use super::{Gateway, GatewayShared, OpenSessions};
use std::{sync::PoisonError, time::Duration};
use tracing::info;

/// The longest pause between two checks of the store.
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

impl Gateway {
    /// Deletes expired sessions from the store, immediately and then regularly while the gateway exists. The settings
    /// contain the time after which a session expires.
    pub(super) fn watch_expired_sessions(&self) {
        let Some(keep) = self.shared.settings.keep else {
            return;
        };
        // This precedes the first session, which would be used by being opened.
        delete_expired(&self.sessions, &self.shared, keep);
        self.repeat(delete_expired, keep, LONGEST_PAUSE);
    }
}

fn delete_expired(sessions: &OpenSessions, shared: &GatewayShared, keep: Duration) {
    if shared.store.is_away() {
        return;
    }
    // A session in memory that no client uses expires, too.
    if shared.can_reconnect() {
        drop(sessions.take_idle(keep));
    }
    let open = sessions
        .by_name
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let in_use: Vec<String> = open.keys().cloned().collect();
    drop(open);
    for session in shared.store.delete_expired(keep, &in_use) {
        info!(
            session,
            "the session was not used for a long time, so it is deleted"
        );
    }
}
