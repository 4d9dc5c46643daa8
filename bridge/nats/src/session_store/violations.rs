//! The permissions that the user lacks. The server reports them separately, and leaves the request without an answer.

use async_nats::{Event, ServerError};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::Instant;

/// The latest request that the server has refused, with its time. All clones share the value.
#[derive(Clone, Default)]
pub(super) struct Violations(Arc<Mutex<Option<(Instant, String)>>>);

impl Violations {
    /// Records a refused request from an event of the connection.
    pub(super) fn note(&self, event: &Event) {
        let Event::ServerError(ServerError::Other(text)) = event else {
            return;
        };
        if text.to_ascii_lowercase().contains("permissions violation") {
            let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *latest = Some((Instant::now(), text.clone()));
        }
    }

    /// Adds the missing permission to an error, if the server has refused a request since that time.
    pub(super) fn explain(&self, since: Instant, error: io::Error) -> io::Error {
        let latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some((at, text)) if *at >= since && error.kind() != io::ErrorKind::ResourceBusy => {
                let message = format!("the user of NATS lacks a permission: {text}");
                io::Error::new(io::ErrorKind::PermissionDenied, message)
            }
            _ => error,
        }
    }
}
