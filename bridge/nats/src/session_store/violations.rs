//! The permissions that the user lacks. The server names them apart from the request, which gets no answer.

use async_nats::{Event, ServerError};
use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::Instant;

/// The latest request that the server has refused, with its time. All clones refer to the same one.
#[derive(Clone, Default)]
pub(super) struct Violations(Arc<Mutex<Option<(Instant, String)>>>);

impl Violations {
    /// Notes an event of the connection.
    pub(super) fn note(&self, event: &Event) {
        let Event::ServerError(ServerError::Other(text)) = event else {
            return;
        };
        if text.to_ascii_lowercase().contains("permissions violation") {
            let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *latest = Some((Instant::now(), text.clone()));
        }
    }

    /// Names the missing permission as the reason of an error, if the server has refused something since then.
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
