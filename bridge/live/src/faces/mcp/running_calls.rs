//! The running calls of a client over HTTP, which the client may cancel.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Notify;
use wire::json_rpc::{JsonRpcNotification, RequestId};

/// The notification with which a client gives up a call.
const CANCELLED: &str = "notifications/cancelled";

/// The calls of one client that run and may ask its user, by id.
#[derive(Debug, Default)]
pub(super) struct RunningCalls(Mutex<BTreeMap<RequestId, Arc<Notify>>>);

impl RunningCalls {
    fn calls(&self) -> MutexGuard<'_, BTreeMap<RequestId, Arc<Notify>>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a call. The client can cancel it as long as the returned value exists.
    pub(super) fn begin(self: &Arc<Self>, id: &RequestId) -> RunningCall {
        let cancelled = Arc::new(Notify::new());
        self.calls().insert(id.clone(), Arc::clone(&cancelled));
        RunningCall {
            calls: Arc::clone(self),
            id: id.clone(),
            cancelled,
        }
    }

    /// Cancels the call with this id. An id without a running call is ignored, because the call may have ended.
    pub(super) fn cancel(&self, id: &RequestId) {
        if let Some(cancelled) = self.calls().get(id) {
            cancelled.notify_one();
        }
    }
}

/// Returns the id of the call that a notification cancels.
pub(super) fn cancelled_call(notification: &JsonRpcNotification) -> Option<RequestId> {
    if notification.method != CANCELLED {
        return None;
    }
    let id = notification.params_or_empty().member("requestId")?;
    id.decode().ok()
}

/// A call that its client can cancel.
pub(super) struct RunningCall {
    calls: Arc<RunningCalls>,
    id: RequestId,
    cancelled: Arc<Notify>,
}

impl RunningCall {
    /// Waits until the client cancels the call.
    pub(super) async fn cancelled(&self) {
        self.cancelled.notified().await;
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        self.calls.calls().remove(&self.id);
    }
}
