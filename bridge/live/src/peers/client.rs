//! An AHP client that reconnects automatically, over WebSocket or over lines.
//!
//! [`Client`] runs a client of the crate `ahp` ([`ahp::client`]), for the Canvas proposal or for AHP 1.0. That state
//! machine remembers received messages, and requests missed ones. This module connects, ends silent connections, and
//! reconnects after a growing, randomised pause. If another program with the same client id takes over the connection,
//! the client does not reconnect.
//!
//! ```no_run
//! use agent_ui_live::peers::client::{Client, Event, Settings};
//! use agent_ui_live::ahp::client::{self, Ahp1_0, ClientOutput};
//!
//! # async fn run() {
//! let kiosk = client::Client::<Ahp1_0>::new("kiosk", ["1.0.0"]);
//! let (client, mut events) = Client::new(kiosk, Settings::default());
//! client.apply(|client| client.subscribe(&"ahp-chat:/1".into()));
//! let following = client.clone();
//! tokio::spawn(async move { following.follow("ws://127.0.0.1:4000/").await });
//! while let Some(event) = events.next().await {
//!     match event {
//!         Event::Output(ClientOutput::CanvasChanged(canvas)) => {
//!             client.inspect(|client| println!("{canvas} is {:?}", client.canvas_state(&canvas)));
//!         }
//!         Event::Lost { why, .. } => println!("{why}"),
//!         _ => {}
//!     }
//! }
//! # }
//! ```

mod backoff;
#[cfg(test)]
mod tests;

#[doc(inline)]
pub use crate::peers::{
    events::Events,
    transport::{ConnectionEnd, ConnectionLimits},
};

use crate::peers::{
    connection::{self, Outgoing},
    events::{EventSender, Room, channel},
    transport::{ReceiveFrames, SendFrames, lines, websocket_client},
};
use ahp::client::{ClientOutput, Profile};
use axum::body::Bytes;
use backoff::Backoff;
use futures_util::future::{Either, select};
use std::{
    fmt, io,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncBufRead, AsyncWrite},
    sync::watch,
    time::{sleep, timeout},
};

/// The limits and pauses of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The limits of the connection. The default message limit is 64 MiB, because a host may send the states of all
    /// followed channels in one message.
    pub limits: ConnectionLimits,
    /// The time in which the host must accept a connection. The default is 10 seconds.
    pub connect_timeout: Duration,
    /// The first pause before a reconnection. The default is 200 milliseconds.
    ///
    /// The pause doubles each time the host does not answer. Each pause is shortened randomly by up to a half.
    pub first_pause: Duration,
    /// The longest pause before a reconnection. The default is 30 seconds.
    pub longest_pause: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: ConnectionLimits {
                message: 64 << 20,
                ..ConnectionLimits::default()
            },
            connect_timeout: Duration::from_secs(10),
            first_pause: Duration::from_millis(200),
            longest_pause: Duration::from_secs(30),
        }
    }
}

/// An event of a client.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// An output of the state machine, other than a frame to send.
    Output(ClientOutput),
    /// The connection ended or could not be made.
    Lost {
        /// The reason for the loss.
        why: ConnectionLoss,
        /// The pause before the next attempt, or `None` if there is none.
        again: Option<Duration>,
    },
}

/// The reason why the client is not connected.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectionLoss {
    /// The connection ended.
    Ended(ConnectionEnd),
    /// The host could not be reached.
    Unreachable(io::Error),
}

impl fmt::Display for ConnectionLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(why) => why.fmt(f),
            Self::Unreachable(error) => write!(f, "the host cannot be reached: {error}"),
        }
    }
}

/// A running client. All clones refer to the same client. See the [module documentation](self).
pub struct Client<P: Profile> {
    shared: Arc<ClientShared<P>>,
}

impl<P: Profile> Clone for Client<P> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
        }
    }
}

impl<P: Profile> fmt::Debug for Client<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

struct ClientShared<P: Profile> {
    settings: Settings,
    state: Mutex<ClientState<P>>,
    room: Room,
    is_over: watch::Sender<bool>,
}

struct ClientState<P: Profile> {
    client: ahp::client::Client<P>,
    /// The current connection.
    outgoing: Option<Outgoing>,
    reducer: Option<Reducer<P>>,
    /// The sender of events; `None` after the client has stopped.
    events_out: Option<EventSender<Event>>,
}

type Reducer<P> = Box<dyn FnMut(&mut ahp::client::Client<P>, &ClientOutput) + Send>;

impl<P: Profile> Client<P> {
    /// Creates a client without a connection.
    pub fn new(client: ahp::client::Client<P>, settings: Settings) -> (Self, Events<Event>) {
        let (events_out, room, events) = channel();
        let state = ClientState {
            client,
            outgoing: None,
            reducer: None,
            events_out: Some(events_out),
        };
        let shared = ClientShared {
            settings,
            state: Mutex::new(state),
            room,
            is_over: watch::Sender::new(false),
        };
        (
            Self {
                shared: Arc::new(shared),
            },
            events,
        )
    }

    /// Sets a function that handles each output before the next frame is received. Here, a program can reduce actions
    /// that the client does not support, with `set_after`.
    pub fn reduce(
        &self,
        reducer: impl FnMut(&mut ahp::client::Client<P>, &ClientOutput) + Send + 'static,
    ) {
        self.with(|state| state.reducer = Some(Box::new(reducer)));
    }

    /// Calls a method of the client, such as `subscribe`, and performs the outputs.
    pub fn apply(&self, what: impl FnOnce(&mut ahp::client::Client<P>) -> Vec<ClientOutput>) {
        self.with(|state| {
            let out = what(&mut state.client);
            state.perform(out);
        });
    }

    /// Calls a method of the client that can fail or returns a value, and performs the outputs.
    ///
    /// # Errors
    /// Returns the error of the method.
    pub fn try_apply<T, E>(
        &self,
        what: impl FnOnce(&mut ahp::client::Client<P>) -> Result<(T, Vec<ClientOutput>), E>,
    ) -> Result<T, E> {
        self.with(|state| {
            let (value, out) = what(&mut state.client)?;
            state.perform(out);
            Ok(value)
        })
    }

    /// Reads from the state of the client.
    pub fn inspect<T>(&self, what: impl FnOnce(&ahp::client::Client<P>) -> T) -> T {
        self.with(|state| what(&state.client))
    }

    /// Connects to an address, `ws://…`, and reconnects whenever the connection is lost.
    ///
    /// Returns when the client is shut down, or when another program takes its place. A client has one connection at a
    /// time. For `wss`, use a proxy or [`connect_lines`](Self::connect_lines).
    pub async fn follow(&self, url: &str) -> ConnectionEnd {
        let mut backoff = Backoff::new(&self.shared.settings);
        loop {
            let ClientShared { settings, .. } = &*self.shared;
            let dialled = async {
                match timeout(
                    settings.connect_timeout,
                    websocket_client::dial(url, &settings.limits),
                )
                .await
                {
                    Ok(dialled) => dialled.map_err(io::Error::other),
                    Err(_) => Err(io::ErrorKind::TimedOut.into()),
                }
            };
            let why = match self.unless_over(dialled).await {
                None => return ConnectionEnd::Stopped,
                Some(Ok((receiver, sender))) => {
                    let (why, was_connected) = self
                        .run_connection(receiver, sender, Some(&settings.limits))
                        .await;
                    if was_connected {
                        backoff.reset();
                    }
                    ConnectionLoss::Ended(why)
                }
                Some(Err(error)) => ConnectionLoss::Unreachable(error),
            };
            let is_last =
                self.is_over() || matches!(why, ConnectionLoss::Ended(ConnectionEnd::TakenOver));
            let pause = backoff.next_pause();
            let last = if self.is_over() {
                ConnectionEnd::Stopped
            } else {
                ConnectionEnd::TakenOver
            };
            self.with(|state| {
                state.tell(Event::Lost {
                    why,
                    again: (!is_last).then_some(pause),
                })
            });
            if is_last || self.unless_over(sleep(pause)).await.is_none() {
                return last;
            }
        }
    }

    /// Connects to a host over two streams until one side disconnects, with one message per line as in
    /// [`serve_lines`](crate::peers::host::Host::serve_lines).
    ///
    /// ```
    /// use agent_ui_live::ahp::{canvas::host, client::{self, CanvasProposal}};
    /// use agent_ui_live::{peers::{client::{self as ahp_client, Client}, host::{self as ahp_host, ConnectionEnd, Host}}};
    /// use tokio::io::{BufReader, duplex, split};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// let (host, _events) = Host::start(host::Host::new(["1.0.0"]), ahp_host::Settings::default());
    /// let (client, mut events) = Client::new(client::Client::<CanvasProposal>::new("kiosk", ["1.0.0"]), ahp_client::Settings::default());
    /// let (one, other) = duplex(4096);
    /// tokio::spawn(async move {
    ///     let (from, to) = split(one);
    ///     host.serve_lines(BufReader::new(from), to).await
    /// });
    /// let following = client.clone();
    /// let connection = tokio::spawn(async move {
    ///     let (from, to) = split(other);
    ///     following.connect_lines(BufReader::new(from), to).await
    /// });
    /// assert!(matches!(events.next().await, Some(ahp_client::Event::Output(client::ClientOutput::Connected))));
    /// client.shutdown();
    /// assert!(matches!(connection.await?, ConnectionEnd::Stopped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn connect_lines<R, W>(&self, from: R, to: W) -> ConnectionEnd
    where
        R: AsyncBufRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        let reader = lines::LineReader::new(from, self.shared.settings.limits.message);
        let (why, _) = self.run_connection(reader, lines::Writer(to), None).await;
        self.with(|state| {
            state.tell(Event::Lost {
                why: ConnectionLoss::Ended(why),
                again: None,
            })
        });
        why
    }

    /// Stops the client. The connection closes after all waiting frames are sent, and the [events](Events) end.
    pub fn shutdown(&self) {
        self.shared.is_over.send_replace(true);
        self.with(|state| {
            state.events_out = None;
            if let Some(outgoing) = &state.outgoing {
                outgoing.close(ConnectionEnd::Stopped);
            }
        });
    }

    /// Runs one connection to its end. Returns the reason, and `true` if the host accepted the client.
    async fn run_connection<H: ReceiveFrames, S: SendFrames>(
        &self,
        receiver: H,
        sender: S,
        pings: Option<&ConnectionLimits>,
    ) -> (ConnectionEnd, bool) {
        let (outgoing, waiting) = connection::queue(&self.shared.settings.limits);
        self.with(|state| {
            if state.events_out.is_none() {
                outgoing.close(ConnectionEnd::Stopped);
            }
            state.outgoing = Some(outgoing);
            let hello = state.client.connect();
            state.perform(hello);
        });
        let present = ConnectionGuard { client: self };
        let room = self.shared.room.clone();
        let mut was_connected = false;
        let receive = |text: &str| {
            self.with(|state| {
                let out = state.client.receive_text(text);
                was_connected |= state.client.is_connected();
                state.perform(out);
            });
        };
        let why = connection::run(receiver, sender, waiting, pings, room, receive).await;
        drop(present);
        (why, was_connected)
    }

    fn is_over(&self) -> bool {
        *self.shared.is_over.borrow()
    }

    /// Awaits a future. Returns `None` if the client is shut down first.
    async fn unless_over<T>(&self, what: impl Future<Output = T>) -> Option<T> {
        let mut is_over = self.shared.is_over.subscribe();
        let over = pin!(is_over.wait_for(|is_over| *is_over));
        match select(over, pin!(what)).await {
            Either::Left(_) => None,
            Either::Right((done, _)) => Some(done),
        }
    }

    fn with<T>(&self, what: impl FnOnce(&mut ClientState<P>) -> T) -> T {
        // Only a reducer could leave an inconsistent state, and it can replace the whole state later.
        what(
            &mut self
                .shared
                .state
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }
}

/// Disconnects the client when it is dropped.
struct ConnectionGuard<'a, P: Profile> {
    client: &'a Client<P>,
}

impl<P: Profile> Drop for ConnectionGuard<'_, P> {
    fn drop(&mut self) {
        self.client.with(|state| {
            state.outgoing = None;
            let out = state.client.disconnect();
            state.perform(out);
        });
    }
}

impl<P: Profile> ClientState<P> {
    fn perform(&mut self, out: Vec<ClientOutput>) {
        for output in out {
            match output {
                ClientOutput::Send(message) => {
                    // The client never sends a message that cannot be encoded. Without a connection, nothing is sent.
                    if let (Some(outgoing), Ok(text)) = (&self.outgoing, wire::encode(&message)) {
                        outgoing.send(Bytes::from(text));
                    }
                }
                output => {
                    if let Some(reducer) = &mut self.reducer {
                        reducer(&mut self.client, &output);
                    }
                    self.tell(Event::Output(output));
                }
            }
        }
    }

    fn tell(&self, event: Event) {
        if let Some(events_out) = &self.events_out {
            events_out.tell(event);
        }
    }
}
