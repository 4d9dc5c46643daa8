//! A loopback server for pages, which receive steps and send actions.
//!
//! | route | description |
//! |---|---|
//! | `GET /<token>/` | the page |
//! | `GET /<token>/steps` | Server-Sent Events: `step` with an `id` of `<generation>.<number>` and a [`Step`](crate::page::Step) as its data, `reset` before all steps are sent again, `end` after the last step |
//! | `POST /<token>/actions` | accepts JSON of at most 1 MiB; answers 204, or an error status with `{"error"}` |
//!
//! Each page has its own unguessable token. Requests with a foreign `Host` or `Origin` are refused with status 403, so
//! that no other page in the browser can reach the server under any name.
//!
//! A page has at most 128 event streams, and the server has at most 256 connections. Further requests get status 503. Actions wait
//! while others with together 8 MiB are answered. A connection without a request is closed after 30 s, and an action whose body takes
//! longer gets status 408. All steps are stored, up to 256 MiB for all pages.

mod page_table;
mod pages;
mod routes;
mod steps;
#[cfg(test)]
mod tests;

pub use page_table::Page;
pub use pages::Pages;
#[cfg(feature = "gateway")]
pub(crate) use pages::live_policy;
#[cfg(feature = "gateway")]
pub(crate) use routes::{
    action_answer, document_response, read_action, refuse, refuse_for, step_stream,
};

use crate::{
    connections::{ServerLimits, serve},
    page::{Assets, Data},
};
use axum::Router;
use futures_util::future;
use std::{convert::Infallible, fmt, io, net::Ipv4Addr, thread};
use tokio::{
    net::TcpListener,
    runtime::{self, Handle},
    sync::oneshot,
};

/// The maximum length of an action in bytes.
pub(crate) const BODY: usize = crate::limits::PAGE_BODY;
/// The maximum number of event streams of a page.
const STREAMS: usize = crate::limits::CANVAS_PAGE_STREAMS;
/// The memory for the actions that are answered at the same time, in bytes. Further ones wait.
const ACTION_BYTES: usize = crate::limits::CANVAS_PAGE_BYTES;

/// An event of a server.
#[derive(Debug)]
pub enum ServerEvent {
    /// A page sent an action.
    Posted(PostedAction),
    /// The user pressed Ctrl-C to stop the program.
    Stopped,
}

/// An action that waits for its answer.
#[derive(Debug)]
pub struct PostedAction {
    /// The [address](Page::address) of the page that sent the action.
    pub page: String,
    /// The body of the request.
    pub text: String,
    answer: oneshot::Sender<Result<(), String>>,
}

impl PostedAction {
    /// Answers the action: it was accepted, or was refused for this reason.
    pub fn answer(self, answer: Result<(), String>) {
        // The page may be closed already.
        let _ = self.answer.send(answer);
    }
}

/// A running server. Dropping it stops the server and removes its pages.
pub struct Server {
    host: String,
    pages: Pages,
    runtime: Handle,
    /// Stops the server when it is dropped.
    _stop: oneshot::Sender<Infallible>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}

/// The pages that may embed this page in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePolicy {
    /// No page may embed it.
    Never,
    /// Every page that knows the address may embed it.
    Anywhere,
}

impl Server {
    /// Starts a server at a port, or at any free port if `port` is 0. `happened` is called in its own thread, and may
    /// block.
    ///
    /// # Errors
    /// Returns an error if the port is in use.
    pub fn start(
        port: u16,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::run(port, Router::new, happened, ServerLimits::default())
    }

    /// Starts a server for pages and for other routes below `path`. `others` is called inside the runtime of the
    /// server.
    ///
    /// # Errors
    /// Returns an error if the port is in use.
    pub fn start_with_routes(
        port: u16,
        path: &str,
        others: impl FnOnce() -> Router,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::run(
            port,
            || Router::new().nest(path, others()),
            happened,
            ServerLimits::default(),
        )
    }

    fn run(
        port: u16,
        others: impl FnOnce() -> Router,
        happened: impl Fn(ServerEvent) + Clone + Send + Sync + 'static,
        bounds: ServerLimits,
    ) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let handle = runtime.handle().clone();
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let host = listener.local_addr()?.to_string();
        let origin = format!("http://{host}");
        let tell = happened.clone();
        let pages = Pages::new(origin.as_str(), move |posted| {
            tell(ServerEvent::Posted(posted))
        });
        let routes = {
            let _running = runtime.enter();
            routes::protect(pages.routes(), host.clone(), origin).merge(others())
        };
        let (stop, stopped) = oneshot::channel();
        thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || {
                runtime.block_on(async move {
                    let server = tokio::spawn(serve(listener, routes, bounds));
                    tokio::spawn(report_interrupts(happened));
                    let _ = future::select(server, stopped).await;
                });
                // Event streams never end by themselves.
                runtime.shutdown_background();
            })?;
        Ok(Self {
            host,
            pages,
            runtime: handle,
            _stop: stop,
        })
    }

    /// Returns the host name and the port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the async runtime, which runs as long as the server.
    pub fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Adds a page, which is served until it is dropped.
    ///
    /// # Errors
    /// Returns an error if the system has no random source.
    pub fn add_page(&self, assets: &Assets, data: Data, framed: FramePolicy) -> io::Result<Page> {
        self.pages.add(assets, data, framed)
    }
}

/// Returns an unguessable token for a path: 128 bits as hexadecimal digits.
///
/// # Errors
/// Returns an error if the system has no random source.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns `true` if a text has the form of a [`token`].
#[cfg(feature = "gateway")]
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == 32
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Reports the first Ctrl-C as an event, and exits at the second.
async fn report_interrupts(happened: impl Fn(ServerEvent) + Send + 'static) {
    if tokio::signal::ctrl_c().await.is_ok() {
        thread::spawn(move || happened(ServerEvent::Stopped));
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}
