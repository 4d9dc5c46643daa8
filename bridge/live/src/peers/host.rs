//! An AHP host that clients reach over WebSocket and over lines.
//!
//! The host runs the state machine [`ahp::canvas::host`], and adds connections, a clock, and events for the program.
//! Each WebSocket frame is one JSON-RPC message, as text or as UTF-8 bytes. AHP does not define a path or a
//! subprotocol. [`Host::serve_lines`] reads and writes one message per line, for clients at the other end of a pipe.
//!
//! - A client that is too slow or silent is disconnected, but may return. It never delays other clients. See
//!   [`ConnectionLimits`]. A client that does not send `initialize` in time is disconnected, too
//!   ([`Settings::handshake_timeout`]).
//! - If a client initializes a second connection, its first one is closed.
//! - Requests with a foreign `Host` or `Origin` are refused with status 403. Otherwise every page in a browser could
//!   be a client. Connections above [`Settings::connections`] are refused with status 503.
//! - The host has no authentication. If you need authentication, add a layer to the [routes](Host::routes).
//! - While more than 256 [events](Events) wait for the program, the host receives nothing from clients.
//!
//! ```no_run
//! use agent_ui_live::peers::host::{Event, Host, Settings};
//! use agent_ui_live::ahp::canvas::{self, CanvasOpenParams, CanvasOpenResult, ProviderAnswer, ServerSource, SessionCanvasDeclaration, SessionState};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let mut museum = canvas::host::Host::new(["1.0.0"]);
//! museum.add_session("ahp-session:/1", SessionState::new())?;
//! let plan = SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "Shows the way.", ServerSource::new());
//! museum.declare(&"ahp-session:/1".into(), vec![plan])?;
//!
//! let (host, mut events) = Host::start(museum, Settings::default());
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! println!("ws://{}", listener.local_addr()?);
//! let server = axum::serve(listener, host.routes());
//! tokio::spawn(async move { server.await });
//!
//! // The agent opens a canvas, which the program itself provides.
//! let opening = host.begin(|host| host.open(CanvasOpenParams::new("ahp-session:/1", "plan", "museum", "east")))?;
//! while let Some(event) = events.next().await {
//!     match event {
//!         Event::Provide(asked) => asked.answer(Ok(ProviderAnswer::Open(CanvasOpenResult::new().title("East wing"))))?,
//!         Event::Message { from, .. } => println!("{from} sent a message"),
//!         _ => {}
//!     }
//! }
//! # Ok(()) }
//! ```

mod event;
mod routes;
mod state;
#[cfg(test)]
mod tests;

#[doc(inline)]
pub use crate::peers::{
    events::Events,
    transport::{ConnectionEnd, ConnectionLimits},
};
pub use event::{ContentRead, Event, ProviderCall};

use crate::{
    peers::{
        connection,
        events::{Room, channel},
        transport::{ReceiveFrames, SendFrames, lines},
    },
    server::request_guard::OriginPattern,
};
use ahp::{
    canvas::{
        CallId,
        host::{ConnectionId, HostError, HostOutput, Outcome},
    },
    error_code,
    json_rpc::JsonRpcError,
};
use futures_util::future::{Either, pending, select};
use state::HostState;
use std::{
    fmt,
    pin::pin,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};
use tokio::{
    io::{AsyncBufRead, AsyncWrite},
    sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch},
    time::{Instant, sleep, timeout, timeout_at},
};

/// The addresses and limits of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The host names of the server, without ports. The default is `localhost`, `127.0.0.1` and `[::1]`.
    pub hosts: Vec<String>,
    /// Other origins whose pages may connect, for example `https://app.test`. Pages of the server itself are always
    /// allowed. The default is none.
    pub origins: Vec<OriginPattern>,
    /// The maximum number of connections. The default is 64.
    pub connections: usize,
    /// The time within which a WebSocket client must send `initialize`. The default is 30 seconds.
    pub handshake_timeout: Duration,
    /// The limits of each connection.
    pub limits: ConnectionLimits,
}

impl Default for Settings {
    fn default() -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"]
            .map(str::to_owned)
            .to_vec();
        Self {
            hosts,
            origins: Vec::new(),
            connections: 64,
            handshake_timeout: Duration::from_secs(30),
            limits: ConnectionLimits::default(),
        }
    }
}

/// A running host. All clones refer to the same host. See the [module documentation](self).
#[derive(Clone)]
pub struct Host {
    shared: Arc<HostShared>,
}

struct HostShared {
    settings: Settings,
    state: Mutex<HostState>,
    room: Room,
    started: Instant,
    /// The time at which the host's clock must be advanced next.
    due: watch::Sender<Option<Instant>>,
    /// One permit for each allowed connection.
    permits: Arc<Semaphore>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

/// A call that has begun and will have an outcome.
#[derive(Debug)]
pub struct Call {
    id: CallId,
    ended: oneshot::Receiver<Result<Outcome, JsonRpcError>>,
}

impl Call {
    /// Returns the id of the call, which is needed to [cancel](ahp::canvas::host::Host::cancel) the call.
    pub fn id(&self) -> CallId {
        self.id
    }

    /// Returns the outcome if the call has ended.
    pub(crate) fn try_outcome(mut self) -> Option<Result<Outcome, JsonRpcError>> {
        self.ended.try_recv().ok()
    }

    /// Waits for the outcome of the call.
    ///
    /// # Errors
    /// Returns the provider's error, or an error if the host shuts down first.
    pub async fn outcome(self) -> Result<Outcome, JsonRpcError> {
        match self.ended.await {
            Ok(outcome) => outcome,
            Err(_) => Err(JsonRpcError::new(
                error_code::INTERNAL_ERROR,
                "the host has stopped",
            )),
        }
    }
}

impl Host {
    /// Starts a host. Its clock runs in the current tokio runtime.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn start(host: ahp::canvas::host::Host, settings: Settings) -> (Self, Events<Event>) {
        let (events_out, room, events) = channel();
        let (due, is_due) = watch::channel(None);
        let permits = Arc::new(Semaphore::new(settings.connections));
        let state = Mutex::new(HostState::new(host, events_out));
        let shared = Arc::new(HostShared {
            settings,
            state,
            room,
            started: Instant::now(),
            due,
            permits,
        });
        tokio::spawn(keep_time(Arc::downgrade(&shared), is_due));
        (Self { shared }, events)
    }

    /// Calls a method of the host, such as `publish` or `update`, and performs the outputs.
    ///
    /// # Errors
    /// Returns the error of the method.
    pub fn apply(
        &self,
        what: impl FnOnce(&mut ahp::canvas::host::Host) -> Result<Vec<HostOutput>, HostError>,
    ) -> Result<(), HostError> {
        self.with(|state, host| {
            let out = what(&mut state.host)?;
            state.perform(out, host);
            Ok(())
        })
    }

    /// Begins a call that opens, uses or closes a canvas, and performs the outputs.
    ///
    /// # Errors
    /// Returns the error of the method.
    pub fn begin(
        &self,
        what: impl FnOnce(&mut ahp::canvas::host::Host) -> Result<(CallId, Vec<HostOutput>), HostError>,
    ) -> Result<Call, HostError> {
        self.with(|state, host| {
            let (id, out) = what(&mut state.host)?;
            let ended = state.expect_outcome(id);
            state.perform(out, host);
            Ok(Call { id, ended })
        })
    }

    /// Reads from the state of the host.
    pub fn inspect<T>(&self, what: impl FnOnce(&ahp::canvas::host::Host) -> T) -> T {
        self.with(|state, _| what(&state.host))
    }

    /// Serves a client over two streams until it disconnects, with one UTF-8 message per line.
    ///
    /// Lines may end in CR LF. AHP mentions standard streams as a transport, but does not define a format. Returns
    /// `None` if there are too many connections, or if the host has stopped.
    pub async fn serve_lines<R, W>(&self, from: R, to: W) -> Option<ConnectionEnd>
    where
        R: AsyncBufRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        let permit = self.admit()?;
        let reader = lines::LineReader::new(from, self.shared.settings.limits.message);
        Some(self.serve(permit, reader, lines::Writer(to), None).await)
    }

    /// Stops the host and closes all connections.
    ///
    /// Each connection closes after its waiting frames are sent, but no later than after `patience`. Pending calls
    /// fail, no client can connect, and the [events](Events) end.
    pub async fn shutdown(&self, patience: Duration) {
        self.with(|state, _| state.stop());
        let all = u32::try_from(self.shared.settings.connections).unwrap_or(u32::MAX);
        if timeout(patience, self.shared.permits.acquire_many(all))
            .await
            .is_err()
        {
            self.with(|state, _| state.abort_all());
            // The permits are closed only below, so this cannot fail.
            let _ = self.shared.permits.acquire_many(all).await;
        }
        self.shared.permits.close();
    }

    /// Closes all connections without waiting for them.
    #[cfg(feature = "gateway")]
    pub(crate) fn stop(&self) {
        self.with(|state, _| state.stop());
    }

    fn admit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.shared.permits).try_acquire_owned().ok()
    }

    /// Runs a connection from start to end.
    async fn serve<H: ReceiveFrames, S: SendFrames>(
        &self,
        permit: OwnedSemaphorePermit,
        receiver: H,
        sender: S,
        pings: Option<&ConnectionLimits>,
    ) -> ConnectionEnd {
        let (outgoing, waiting) = connection::queue(&self.shared.settings.limits);
        let Some(id) = self.with(|state, _| state.enter(outgoing)) else {
            return ConnectionEnd::Stopped;
        };
        let mut present = ConnectionGuard {
            host: self,
            id,
            why: ConnectionEnd::Gone,
        };
        let room = self.shared.room.clone();
        let receive = |text: &str| {
            self.with(|state, host| {
                let out = state.host.receive_text(id, text);
                state.perform(out, host);
            });
        };
        let running = pin!(connection::run(
            receiver, sender, waiting, pings, room, receive
        ));
        let late = pin!(async {
            match pings {
                Some(_) => sleep(self.shared.settings.handshake_timeout).await,
                None => pending().await,
            }
        });
        present.why = match select(running, late).await {
            Either::Left((why, _)) => why,
            Either::Right(((), running)) => {
                self.with(|state, _| state.abort_unless_presented(id));
                running.await
            }
        };
        let why = present.why;
        drop(present);
        drop(permit);
        why
    }

    /// Calls a function with the current state. The clock is advanced first.
    fn with<T>(&self, what: impl FnOnce(&mut HostState, &Self) -> T) -> T {
        // The host checks every request before it changes anything, so the state is consistent even after a panic.
        let mut state = self
            .shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let late = state.host.advance(self.shared.started.elapsed());
        state.perform(late, self);
        let done = what(&mut state, self);
        let due = state
            .host
            .next_timeout()
            .and_then(|due| self.shared.started.checked_add(due));
        drop(state);
        self.shared
            .due
            .send_if_modified(|known| std::mem::replace(known, due) != due);
        done
    }
}

/// Removes the connection from the host when it is dropped.
struct ConnectionGuard<'a> {
    host: &'a Host,
    id: ConnectionId,
    why: ConnectionEnd,
}

impl Drop for ConnectionGuard<'_> {
    fn drop(&mut self) {
        self.host
            .with(|state, host| state.leave(self.id, self.why, host));
    }
}

/// Advances the host's clock whenever a timeout is due, while the host exists.
async fn keep_time(shared: Weak<HostShared>, mut due: watch::Receiver<Option<Instant>>) {
    loop {
        let at = *due.borrow_and_update();
        let Some(at) = at else {
            if due.changed().await.is_err() {
                return;
            }
            continue;
        };
        match timeout_at(at, due.changed()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return,
            Err(_) => {
                let Some(shared) = shared.upgrade() else {
                    return;
                };
                Host { shared }.with(|_, _| ());
            }
        }
    }
}
