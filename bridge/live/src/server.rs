//! A server on loopback for pages, which get steps and give actions.
//!
//! | route | is |
//! |---|---|
//! | `GET /<token>/` | the page |
//! | `GET /<token>/steps` | Server-Sent Events: `step` with an `id` of `<generation>.<number>` and a [`Step`] as its data, `reset` when everything starts again, `end` when nothing more comes |
//! | `POST /<token>/actions` | takes JSON of at most 1 MiB; 204, or a status with `{"error"}` |
//!
//! Every page has a token of its own, which cannot be guessed. Requests for another `Host`, and from a page of another `Origin`, are
//! refused with 403, so that no other page in the same browser reaches it, by whatever name. There are at most 16 streams of events for
//! a page, 8 actions on their way and 256 connections; beyond that the answer is 503. A connection on which no request comes within 30 s
//! is closed, and an action whose body takes longer is answered with 408. All steps are kept, up to 256 MiB for all pages.

mod routes;
mod steps;
#[cfg(test)]
mod tests;

use crate::{
    connections::{ServerLimits, serve},
    page::{Assets, Data, Live, Step, policy},
};
use axum::{Router, body::Bytes};
use futures_util::future;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    fmt, io,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicUsize},
    thread,
};
use steps::Log;
use tokio::{
    net::TcpListener,
    runtime::{self, Handle},
    sync::{Semaphore, oneshot},
};

/// How long an action may be, in bytes.
const BODY: usize = 1 << 20;
/// How many streams of events there may be at once.
const STREAMS: usize = 16;
/// How many actions may be on their way at once.
const ACTIONS: usize = 8;

/// What happens at a server.
#[derive(Debug)]
pub enum ServerEvent {
    /// The page sent an action.
    Posted(PostedAction),
    /// The user wants the program to stop: Ctrl-C.
    Stopped,
}

/// An action that waits for its answer.
#[derive(Debug)]
pub struct PostedAction {
    /// The [address](Page::address) of the page that sent it.
    pub page: String,
    /// What came.
    pub text: String,
    answer: oneshot::Sender<Result<(), String>>,
}

impl PostedAction {
    /// Answers: it was taken, or why not.
    pub fn answer(self, answer: Result<(), String>) {
        // The page may be gone by now.
        let _ = self.answer.send(answer);
    }
}

/// A server that is running. It stops when this is dropped, and its pages with it.
pub struct Server {
    shared: Arc<ServerShared>,
    runtime: Handle,
    /// Stops it by going away.
    _stop: oneshot::Sender<Infallible>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("host", &self.shared.host).finish_non_exhaustive()
    }
}

/// Who may show a page in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePolicy {
    /// Nobody.
    Never,
    /// Whoever knows its address.
    Anywhere,
}

impl Server {
    /// Serves pages at a port; 0 takes any that is free. What happens there is told in a thread of its own, which may wait.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn start(
        port: u16,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::run(port, Router::new, happened, ServerLimits::default())
    }

    /// Serves pages beside other routes, which are made where its runtime is running, and lie below a path.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn start_with_routes(
        port: u16,
        path: &str,
        others: impl FnOnce() -> Router,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::run(port, || Router::new().nest(path, others()), happened, ServerLimits::default())
    }

    fn run(
        port: u16,
        others: impl FnOnce() -> Router,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
        bounds: ServerLimits,
    ) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let host = listener.local_addr()?.to_string();
        let shared = Arc::new(ServerShared {
            origin: format!("http://{host}"),
            host,
            pages: Mutex::default(),
            bytes: Arc::default(),
            actions: Semaphore::new(ACTIONS),
            happened: Box::new(happened.clone()),
        });
        let routes = {
            let _running = runtime.enter();
            routes::of(Arc::clone(&shared)).merge(others())
        };
        let (stop, stopped) = oneshot::channel();
        thread::Builder::new().name("server".to_owned()).spawn(move || {
            runtime.block_on(async move {
                let server = tokio::spawn(serve(listener, routes, bounds));
                tokio::spawn(report_interrupts(happened));
                let _ = future::select(server, stopped).await;
            });
            // Streams of events have no end to wait for.
            runtime.shutdown_background();
        })?;
        Ok(Self { shared, runtime: handle, _stop: stop })
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        &self.shared.host
    }

    /// Where what is asynchronous runs, as long as the server does.
    pub fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Adds a page. It goes away when it is dropped.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn add_page(&self, assets: &Assets, mut data: Data, framed: FramePolicy) -> io::Result<Page> {
        data.live = Some(Live { steps: "steps", actions: "actions" });
        let mut policy = policy(assets, data.images, true);
        if framed == FramePolicy::Never {
            policy.push_str("; frame-ancestors 'none'");
        }
        let log = Arc::new(Log::new(&self.shared.bytes));
        let served = ServedPage {
            document: data.document(assets).into(),
            policy,
            log: Arc::clone(&log),
            streams: Arc::new(Semaphore::new(STREAMS)),
        };
        let token = token()?;
        let address = address(&self.shared.origin, &token);
        self.shared.pages().insert(token.clone(), Arc::new(served));
        Ok(Page { shared: Arc::clone(&self.shared), token, address, log })
    }
}

/// A page of a server. It is gone when this is dropped.
pub struct Page {
    shared: Arc<ServerShared>,
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
    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Adds a step.
    ///
    /// # Errors
    /// If there is no more room, or it has a name that JSON cannot hold.
    pub fn step(&self, step: &Step) -> io::Result<()> {
        self.log.push(wire::without_layout(&serde_json::to_string(step)?).into_owned())
    }

    /// Forgets all steps, and has those who see the page forget them.
    pub fn reset(&self) {
        self.log.reset();
    }

    /// Says that no step comes any more, but for a reset.
    pub fn end(&self) {
        self.log.end();
    }
}

fn address(origin: &str, token: &str) -> String {
    format!("{origin}/{token}/")
}

/// What nobody can guess, for a path: 128 bits, as hexadecimal digits.
///
/// # Errors
/// If the system has no randomness.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Tells that the user wants to stop; whoever wants it twice does not want to wait.
async fn report_interrupts(happened: impl Fn(ServerEvent) + Send + 'static) {
    if tokio::signal::ctrl_c().await.is_ok() {
        thread::spawn(move || happened(ServerEvent::Stopped));
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}

/// What all requests share.
struct ServerShared {
    host: String,
    origin: String,
    /// The pages by their tokens.
    pages: Mutex<BTreeMap<String, Arc<ServedPage>>>,
    /// How many bytes their steps take.
    bytes: Arc<AtomicUsize>,
    actions: Semaphore,
    happened: Box<dyn Fn(ServerEvent) + Send + Sync>,
}

/// A page as it is served.
struct ServedPage {
    document: Bytes,
    policy: String,
    log: Arc<Log>,
    streams: Arc<Semaphore>,
}

impl ServerShared {
    fn pages(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ServedPage>>> {
        // Nothing that is half done is ever in it.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn page(&self, token: &str) -> Option<Arc<ServedPage>> {
        self.pages().get(token).cloned()
    }
}
