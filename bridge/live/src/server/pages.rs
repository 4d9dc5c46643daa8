//! The pages of a server, with their steps and the actions that they send.

use super::{ACTIONS, FramePolicy, PostedAction, STREAMS, routes, steps::Log, token};
use crate::page::{Assets, Data, LIVE, Step, policy};
use axum::{Router, body::Bytes};
use std::{
    collections::BTreeMap,
    fmt, io,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicUsize},
};
use tokio::sync::Semaphore;

/// Pages below a path of any server, without a protection of their own. All clones refer to the same pages.
///
/// The routes are those of the [module documentation](super), without `Host` and `Origin` being checked. A
/// [server](super::Server) adds this check.
#[derive(Clone)]
pub struct Pages {
    shared: Arc<PagesShared>,
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address of a page is a secret.
        f.debug_struct("Pages").finish_non_exhaustive()
    }
}

impl Pages {
    /// Creates pages below an address, such as `http://127.0.0.1:4000/pages`. `posted` is called in its own thread, and
    /// may block.
    pub fn new(base: impl Into<String>, posted: impl Fn(PostedAction) + Send + Sync + 'static) -> Self {
        let shared = PagesShared {
            base: base.into(),
            pages: Mutex::default(),
            bytes: Arc::default(),
            actions: Semaphore::new(ACTIONS),
            posted: Box::new(posted),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the routes, for the address of the pages.
    pub fn routes(&self) -> Router {
        routes::of(Arc::clone(&self.shared))
    }

    /// Adds a page, which is served until it is dropped.
    ///
    /// # Errors
    /// Returns an error if the system has no random source.
    pub fn add(&self, assets: &Assets, mut data: Data, framed: FramePolicy) -> io::Result<Page> {
        data.live = Some(LIVE);
        let log = Arc::new(Log::new(&self.shared.bytes));
        let served = ServedPage {
            document: data.document(assets).into(),
            policy: live_policy(assets, data.images, framed),
            log: Arc::clone(&log),
            streams: Arc::new(Semaphore::new(STREAMS)),
        };
        let token = token()?;
        let address = self.shared.address(&token);
        self.shared.pages().insert(token.clone(), Arc::new(served));
        Ok(Page { shared: Arc::clone(&self.shared), token, address, log })
    }
}

/// Returns the policy of a page that receives steps and sends actions.
pub(crate) fn live_policy(assets: &Assets, images: bool, framed: FramePolicy) -> String {
    let mut policy = policy(assets, images, true);
    if framed == FramePolicy::Never {
        policy.push_str("; frame-ancestors 'none'");
    }
    policy
}

/// A page of a server. Dropping it removes the page.
pub struct Page {
    shared: Arc<PagesShared>,
    token: String,
    address: String,
    log: Arc<Log>,
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

    /// Removes all steps, here and in the browsers that show the page.
    pub fn reset(&self) {
        self.log.reset();
    }

    /// Announces that no further step follows, except after a reset.
    pub fn end(&self) {
        self.log.end();
    }
}

/// The state that all requests share.
pub(super) struct PagesShared {
    base: String,
    /// The pages by their tokens.
    pages: Mutex<BTreeMap<String, Arc<ServedPage>>>,
    /// The total size of the stored steps in bytes.
    bytes: Arc<AtomicUsize>,
    pub(super) actions: Semaphore,
    pub(super) posted: Box<dyn Fn(PostedAction) + Send + Sync>,
}

/// A page, as the server stores it.
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

    fn pages(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ServedPage>>> {
        // The map is consistent even after a panic.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn page(&self, token: &str) -> Option<Arc<ServedPage>> {
        self.pages().get(token).cloned()
    }
}
