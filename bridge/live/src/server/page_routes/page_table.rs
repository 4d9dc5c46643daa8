//! The pages of a server, by their tokens, with their steps.

use super::{PostedAction, steps::Log};
use crate::{page::Step, server::accept::BodyMemory};
use axum::body::Bytes;
use std::{
    collections::BTreeMap,
    fmt, io,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicUsize},
};
use tokio::sync::Semaphore;

/// A page of a server. Dropping this value removes the page.
pub struct Page {
    pub(super) shared: Arc<PagesShared>,
    pub(super) token: String,
    pub(super) address: String,
    pub(super) log: Arc<Log>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").finish_non_exhaustive()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.shared.pages().remove(&self.token);
        self.log.close();
    }
}

impl Page {
    /// Returns the address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Adds a step.
    ///
    /// # Errors
    /// Returns an error if the size limit is reached, or if the step cannot be encoded.
    pub fn step(&self, step: &Step) -> io::Result<()> {
        self.log.push(step.line()?)
    }

    /// Removes all steps, including those in browsers that show the page.
    pub fn reset(&self) {
        self.log.reset();
    }
}

/// The state that all requests share.
pub(super) struct PagesShared {
    pub(super) base: String,
    /// The pages by their tokens.
    pub(super) pages: Mutex<BTreeMap<String, Arc<ServedPage>>>,
    /// The total size of the stored steps in bytes.
    pub(super) bytes: Arc<AtomicUsize>,
    pub(super) actions: BodyMemory,
    pub(super) posted: Box<dyn Fn(PostedAction) + Send + Sync>,
}

/// A page, in the form in which the server stores it.
pub(super) struct ServedPage {
    pub(super) document: Bytes,
    pub(super) policy: String,
    pub(super) log: Arc<Log>,
    pub(super) streams: Arc<Semaphore>,
}

impl PagesShared {
    pub(super) fn address(&self, token: &str) -> String {
        format!("{}/{token}/", self.base)
    }

    pub(super) fn pages(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ServedPage>>> {
        // The map is consistent even after a panic.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn page(&self, token: &str) -> Option<Arc<ServedPage>> {
        self.pages().get(token).cloned()
    }
}
