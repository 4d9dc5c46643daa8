//! A host of AHP that is reached by WebSocket and by lines: [`ahp::canvas::host`] with connections, a clock, and room for a program.
//!
//! Everything is decided there; here it is carried. A WebSocket frame is one JSON-RPC message, as text or as the bytes of one; AHP
//! fixes neither a path nor a subprotocol. [`Host::serve_lines`] has a message a line, for clients at the other end of a pipe.
//!
//! - A client that is too slow, or says nothing, is dropped and may come back; it never holds up another one. See [`ConnectionLimits`]. So is one
//!   that does not present itself ([`Settings::greeting`]).
//! - A client that presents itself on a second connection is dropped from the first one.
//! - Requests for another `Host` are refused with 403, and so are pages of another `Origin`, or any page in a browser could be a client;
//!   503 where there are [`Settings::connections`] already.
//! - There are no accounts here. Who needs more puts a layer in front of the [routes](Host::routes).
//! - While more than 256 [events](Events) wait for the program, nothing more is received from clients.
//!
//! ```no_run
//! use agent_ui_live::host::{Event, Host, Settings};
//! use ahp::canvas::{CanvasOpenParams, CanvasOpenResult, ProviderAnswer, ServerSource, SessionCanvasDeclaration, SessionState};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let mut museum = ahp::canvas::host::Host::new(["1.0.0"]);
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
//!         Event::Message { from, .. } => println!("{from} says something"),
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

pub use crate::{
    carrier::{ConnectionEnd, ConnectionLimits},
    events::Events,
};
pub use event::{ContentRead, Event, ProviderCall};

use crate::{
    carrier::{ReceiveFrames, SendFrames, lines},
    connection,
    events::{Room, channel},
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

/// How a host is reached, and by how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The names under which the server is reached, without ports. `localhost`, `127.0.0.1` and `[::1]`.
    pub hosts: Vec<String>,
    /// Pages of which other origins may be clients: `https://app.test`. Pages of the server itself always may. None.
    pub origins: Vec<String>,
    /// How many connections there may be at once. 64.
    pub connections: usize,
    /// How long a client may take to present itself over a WebSocket. 30 seconds.
    pub greeting: Duration,
    /// What each of them may take.
    pub line: ConnectionLimits,
}

impl Default for Settings {
    fn default() -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        Self {
            hosts,
            origins: Vec::new(),
            connections: 64,
            greeting: Duration::from_secs(30),
            line: ConnectionLimits::default(),
        }
    }
}

/// A host that is running. All copies of it are the same host. See the [module](self).
#[derive(Clone)]
pub struct Host {
    shared: Arc<HostShared>,
}

struct HostShared {
    settings: Settings,
    state: Mutex<HostState>,
    room: Room,
    started: Instant,
    /// When the clock has something to do.
    due: watch::Sender<Option<Instant>>,
    /// One for each connection there may be.
    permits: Arc<Semaphore>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}

/// Something that was begun, and ends.
#[derive(Debug)]
pub struct Call {
    id: CallId,
    ended: oneshot::Receiver<Result<Outcome, JsonRpcError>>,
}

impl Call {
    /// Its number, by which it can be [cancelled](ahp::canvas::host::Host::cancel).
    pub fn id(&self) -> CallId {
        self.id
    }

    /// How it ended, if it has.
    pub fn try_outcome(mut self) -> Option<Result<Outcome, JsonRpcError>> {
        self.ended.try_recv().ok()
    }

    /// How it ended.
    ///
    /// # Errors
    /// As the provider says, or if the host is shut down before.
    pub async fn outcome(self) -> Result<Outcome, JsonRpcError> {
        let stopped = || JsonRpcError::new(error_code::INTERNAL_ERROR, "the host has stopped");
        self.ended.await.unwrap_or_else(|_| Err(stopped()))
    }
}

impl Host {
    /// Starts a host, which has its clock in the runtime of tokio that is running.
    ///
    /// # Panics
    /// If none is running.
    pub fn start(host: ahp::canvas::host::Host, settings: Settings) -> (Self, Events<Event>) {
        let (events_out, room, events) = channel();
        let (due, is_due) = watch::channel(None);
        let permits = Arc::new(Semaphore::new(settings.connections));
        let state = Mutex::new(HostState::new(host, events_out));
        let shared = Arc::new(HostShared { settings, state, room, started: Instant::now(), due, permits });
        tokio::spawn(keep_time(Arc::downgrade(&shared), is_due));
        (Self { shared }, events)
    }

    /// Does something with the host: publishes, updates, adds a session, … What follows from it is done.
    ///
    /// # Errors
    /// As the host says.
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

    /// Begins something that has an end: opens, uses or closes a canvas.
    ///
    /// # Errors
    /// As the host says.
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

    /// Looks at how something stands.
    pub fn inspect<T>(&self, what: impl FnOnce(&ahp::canvas::host::Host) -> T) -> T {
        self.with(|state, _| what(&state.host))
    }

    /// Serves a client at the other end of two streams, until it leaves: one message a line, UTF-8. Lines that end in CR LF are read as
    /// well; AHP names standard streams as a transport and leaves their form open.
    ///
    /// `None` if there are too many connections, or the host has stopped.
    pub async fn serve_lines<R, W>(&self, from: R, to: W) -> Option<ConnectionEnd>
    where
        R: AsyncBufRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        let permit = self.admit()?;
        let reader = lines::Reader::new(from, self.shared.settings.line.message);
        Some(self.serve(permit, reader, lines::Writer(to), None).await)
    }

    /// Ends all connections when everything is sent that waits for their clients, though not later than after this time. What was begun and
    /// has not ended fails. Nobody can connect any more, and the [events](Events) come to their end.
    pub async fn shutdown(&self, patience: Duration) {
        self.with(|state, _| state.stop());
        let all = u32::try_from(self.shared.settings.connections).unwrap_or(u32::MAX);
        if timeout(patience, self.shared.permits.acquire_many(all)).await.is_err() {
            self.with(|state, _| state.abort_all());
            let _ = self.shared.permits.acquire_many(all).await;
        }
        self.shared.permits.close();
    }

    fn admit(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.shared.permits).try_acquire_owned().ok()
    }

    /// Runs a connection from its beginning to its end.
    async fn serve<H: ReceiveFrames, S: SendFrames>(
        &self,
        permit: OwnedSemaphorePermit,
        hear: H,
        say: S,
        signs: Option<&ConnectionLimits>,
    ) -> ConnectionEnd {
        let (outgoing, waiting) = connection::queue(&self.shared.settings.line);
        let Some(id) = self.with(|state, _| state.enter(outgoing)) else { return ConnectionEnd::Stopped };
        let mut present = ConnectionGuard { host: self, id, why: ConnectionEnd::Gone };
        let room = self.shared.room.clone();
        let receive = |text: &str| {
            self.with(|state, host| {
                let out = state.host.receive_text(id, text);
                state.perform(out, host);
            });
        };
        let running = pin!(connection::run(hear, say, waiting, signs, room, receive));
        let late = pin!(async {
            match signs {
                Some(_) => sleep(self.shared.settings.greeting).await,
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

    /// Does something with the host at the time that it is.
    fn with<T>(&self, what: impl FnOnce(&mut HostState, &Self) -> T) -> T {
        // The host checks before it changes anything, so that nothing half done is ever in it.
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        let late = state.host.advance(self.shared.started.elapsed());
        state.perform(late, self);
        let done = what(&mut state, self);
        let due = state.host.next_timeout().and_then(|due| self.shared.started.checked_add(due));
        drop(state);
        self.shared.due.send_if_modified(|known| std::mem::replace(known, due) != due);
        done
    }
}

/// A connection is there as long as this is.
struct ConnectionGuard<'a> {
    host: &'a Host,
    id: ConnectionId,
    why: ConnectionEnd,
}

impl Drop for ConnectionGuard<'_> {
    fn drop(&mut self) {
        self.host.with(|state, host| state.leave(self.id, self.why, host));
    }
}

/// Tells the host when it is late, for as long as it is there.
async fn keep_time(shared: Weak<HostShared>, mut due: watch::Receiver<Option<Instant>>) {
    loop {
        let at = *due.borrow_and_update();
        let is_there = match at {
            None => due.changed().await.is_ok(),
            Some(at) => match timeout_at(at, due.changed()).await {
                Ok(changed) => changed.is_ok(),
                Err(_) => match shared.upgrade() {
                    Some(shared) => {
                        Host { shared }.with(|_, _| ());
                        true
                    }
                    None => false,
                },
            },
        };
        if !is_there {
            return;
        }
    }
}
