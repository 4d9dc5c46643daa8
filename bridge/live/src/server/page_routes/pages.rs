//! Pages below a path of a server.

use super::{
    ACTION_BYTES, BODY, FramePolicy, PostedAction, STREAMS,
    page_table::{Page, PagesShared, ServedPage},
    routes,
    steps::Log,
    token,
};
use crate::{
    page::{Assets, Data, LIVE, policy},
    server::accept::BodyMemory,
};
use axum::Router;
use std::{
    fmt, io,
    sync::{Arc, Mutex},
};
use tokio::sync::Semaphore;

/// Pages below a path of any server. They have no protection of their own. All clones refer to the same pages.
///
/// The [module documentation](super) lists the routes. They do not check `Host` and `Origin`; the server must add this
/// check.
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
    /// Creates pages below an address, such as `http://127.0.0.1:4000/pages`. `posted` is called in a separate thread,
    /// and may block.
    pub fn new(
        base: impl Into<String>,
        posted: impl Fn(PostedAction) + Send + Sync + 'static,
    ) -> Self {
        let shared = PagesShared {
            base: base.into(),
            pages: Mutex::default(),
            bytes: Arc::default(),
            actions: BodyMemory::new(ACTION_BYTES, BODY),
            posted: Box::new(posted),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Returns the routes, for the address of the pages.
    pub fn routes(&self) -> Router {
        routes::of(Arc::clone(&self.shared))
    }

    /// Adds a page. The page is served until the returned value is dropped.
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
        Ok(Page {
            shared: Arc::clone(&self.shared),
            token,
            address,
            log,
        })
    }
}

/// Returns the Content Security Policy of a page that receives steps and sends actions.
pub(crate) fn live_policy(assets: &Assets, images: bool, framed: FramePolicy) -> String {
    let mut policy = policy(assets, images, true);
    if framed == FramePolicy::Never {
        policy.push_str("; frame-ancestors 'none'");
    }
    policy
}
