//! Stored sessions that were not used for a long time: they are deleted.

use super::{Gateway, GatewayShared, OpenSessions};
use std::{
    sync::{Arc, PoisonError, Weak},
    time::Duration,
};
use tokio::{task::spawn_blocking, time::sleep};
use tracing::info;

/// The shortest and the longest pause between two looks at the store.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(3600));

impl Gateway {
    /// Deletes stored sessions that were not used for the time of the settings: now, and as long as the gateway exists.
    pub(super) fn watch_expired_sessions(&self) {
        let Some(keep) = self.shared.settings.keep else { return };
        // This precedes the first session, which would be used by being opened.
        delete_expired(&self.sessions, &self.shared, keep);
        let (sessions, shared) = (Arc::downgrade(&self.sessions), Arc::downgrade(&self.shared));
        self.shared.runtime.spawn(delete_again_and_again(sessions, shared, keep));
    }
}

async fn delete_again_and_again(sessions: Weak<OpenSessions>, shared: Weak<GatewayShared>, keep: Duration) {
    let pause = (keep / 8).clamp(PAUSES.0, PAUSES.1);
    loop {
        sleep(pause).await;
        let (Some(sessions), Some(shared)) = (sessions.upgrade(), shared.upgrade()) else { return };
        // A panic in the task has been printed.
        let _ = spawn_blocking(move || delete_expired(&sessions, &shared, keep)).await;
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
    let open = sessions.by_name.lock().unwrap_or_else(PoisonError::into_inner);
    let in_use: Vec<String> = open.keys().cloned().collect();
    drop(open);
    for session in shared.store.delete_expired(keep, &in_use) {
        info!(session, "the session was not used for a long time, so it is deleted");
    }
}
