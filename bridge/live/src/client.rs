//! A client of AHP over WebSocket and over lines: a state machine of [`ahp`] with connections that come again.
//!
//! [`Client`] runs the client of the proposal ([`ahp::canvas::client`]) or that of the release ([`ahp::v1_0::client`]). These keep
//! what was seen, and ask for what was missed; here connections are dialled, given up when nothing comes over them, and dialled again
//! after a while that grows and is never quite the same. A connection that another program with the same client id has taken over is
//! not dialled again.
//!
//! ```no_run
//! use agent_ui_live::client::{Client, Event, Settings};
//! use ahp::v1_0::client::ClientOutput;
//!
//! # async fn run() {
//! let kiosk = ahp::v1_0::client::Client::new("kiosk", ["1.0.0"]);
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
mod client_side;
#[cfg(test)]
mod tests;

pub use crate::{
    carrier::{ConnectionEnd, ConnectionLimits},
    events::Events,
};
pub use client_side::ClientSide;

use crate::{
    carrier::{ReceiveFrames, SendFrames, dialled, lines},
    connection::{self, Outgoing},
    events::{EventSender, Room, channel},
};
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

/// How a client reaches its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What the connection may take. A host may send longer messages than a client: the states of everything that is followed come in
    /// one. 64 MiB for a message.
    pub line: ConnectionLimits,
    /// How long the host may take to accept a connection. 10 seconds.
    pub patience: Duration,
    /// How long to wait before a connection is dialled again. It doubles each time that the host does not answer, and is cut by up to a
    /// half, by chance. 200 milliseconds.
    pub first_pause: Duration,
    /// How long to wait at most. 30 seconds.
    pub longest_pause: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            line: ConnectionLimits { message: 64 << 20, ..ConnectionLimits::default() },
            patience: Duration::from_secs(10),
            first_pause: Duration::from_millis(200),
            longest_pause: Duration::from_secs(30),
        }
    }
}

/// What happens at a client. `O` is what its state machine says.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<O> {
    /// What follows from a frame. Never one to send: that is done.
    Output(O),
    /// The connection has ended, or there was none.
    Lost {
        /// Why.
        why: ConnectionLoss,
        /// In how long it is dialled again; `None` if it is not.
        again: Option<Duration>,
    },
}

/// Why there is no connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConnectionLoss {
    /// It has ended.
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

/// A client that is running. All copies of it are the same client. See the [module](self).
pub struct Client<C: ClientSide> {
    shared: Arc<ClientShared<C>>,
}

impl<C: ClientSide> Clone for Client<C> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<C: ClientSide> fmt::Debug for Client<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}

struct ClientShared<C: ClientSide> {
    settings: Settings,
    state: Mutex<ClientState<C>>,
    room: Room,
    is_over: watch::Sender<bool>,
}

struct ClientState<C: ClientSide> {
    client: C,
    /// The connection, if there is one.
    outgoing: Option<Outgoing>,
    reducer: Option<Reducer<C>>,
    /// `None` once the client has stopped.
    events_out: Option<EventSender<Event<C::Output>>>,
}

type Reducer<C> = Box<dyn FnMut(&mut C, &<C as ClientSide>::Output) + Send>;

impl<C: ClientSide> Client<C> {
    /// A client that is not connected yet.
    pub fn new(client: C, settings: Settings) -> (Self, Events<Event<C::Output>>) {
        let (events_out, room, events) = channel();
        let state = ClientState { client, outgoing: None, reducer: None, events_out: Some(events_out) };
        let shared =
            ClientShared { settings, state: Mutex::new(state), room, is_over: watch::Sender::new(false) };
        (Self { shared: Arc::new(shared) }, events)
    }

    /// Says what becomes of each output before the next frame is received: a program that knows more actions than the client reduces them
    /// here, with `set_after`.
    pub fn reduce(&self, reducer: impl FnMut(&mut C, &C::Output) + Send + 'static) {
        self.with(|state| state.reducer = Some(Box::new(reducer)));
    }

    /// Does something with the client: subscribes, declares, … What follows from it is done.
    pub fn apply(&self, what: impl FnOnce(&mut C) -> Vec<C::Output>) {
        self.with(|state| {
            let out = what(&mut state.client);
            state.perform(out);
        });
    }

    /// Does something with the client that may fail, or gives a number.
    ///
    /// # Errors
    /// As the client says.
    pub fn try_apply<T, E>(
        &self,
        what: impl FnOnce(&mut C) -> Result<(T, Vec<C::Output>), E>,
    ) -> Result<T, E> {
        self.with(|state| {
            let (value, out) = what(&mut state.client)?;
            state.perform(out);
            Ok(value)
        })
    }

    /// Looks at how something stands.
    pub fn inspect<T>(&self, what: impl FnOnce(&C) -> T) -> T {
        self.with(|state| what(&state.client))
    }

    /// Dials an address, `ws://…`, and whenever the connection is lost dials it again, until the client is shut down or another program
    /// has taken its place. A client has one connection at a time. `wss` is for a proxy in front, or for [`over_lines`](Self::connect_lines).
    pub async fn follow(&self, url: &str) -> ConnectionEnd {
        let mut backoff = Backoff::new(&self.shared.settings);
        loop {
            let ClientShared { settings, .. } = &*self.shared;
            let dialled = async {
                match timeout(settings.patience, dialled::dial(url, &settings.line)).await {
                    Ok(dialled) => dialled.map_err(io::Error::other),
                    Err(_) => Err(io::ErrorKind::TimedOut.into()),
                }
            };
            let why = match self.unless_over(dialled).await {
                None => return ConnectionEnd::Stopped,
                Some(Ok((receiver, sender))) => {
                    let (why, was_there) = self.over(receiver, sender, Some(&settings.line)).await;
                    if was_there {
                        backoff.reset();
                    }
                    ConnectionLoss::Ended(why)
                }
                Some(Err(error)) => ConnectionLoss::Unreachable(error),
            };
            let is_last = self.is_over() || matches!(why, ConnectionLoss::Ended(ConnectionEnd::TakenOver));
            let pause = backoff.next_pause();
            let last = if self.is_over() { ConnectionEnd::Stopped } else { ConnectionEnd::TakenOver };
            self.with(|state| state.tell(Event::Lost { why, again: (!is_last).then_some(pause) }));
            if is_last || self.unless_over(sleep(pause)).await.is_none() {
                return last;
            }
        }
    }

    /// Talks to a host at the other end of two streams, until one side leaves: one message a line, as
    /// [`serve_lines`](crate::host::Host::serve_lines) has it.
    pub async fn connect_lines<R, W>(&self, from: R, to: W) -> ConnectionEnd
    where
        R: AsyncBufRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        let reader = lines::Reader::new(from, self.shared.settings.line.message);
        let (why, _) = self.over(reader, lines::Writer(to), None).await;
        self.with(|state| state.tell(Event::Lost { why: ConnectionLoss::Ended(why), again: None }));
        why
    }

    /// Ends the connection when everything is sent that waits, and dials no other. The [events](Events) come to their end.
    pub fn shutdown(&self) {
        self.shared.is_over.send_replace(true);
        self.with(|state| {
            state.events_out = None;
            if let Some(outgoing) = &state.outgoing {
                outgoing.close(ConnectionEnd::Stopped);
            }
        });
    }

    /// Runs one connection to its end. Gives why it ended, and whether the host had answered.
    async fn over<H: ReceiveFrames, S: SendFrames>(
        &self,
        hear: H,
        say: S,
        signs: Option<&ConnectionLimits>,
    ) -> (ConnectionEnd, bool) {
        let (outgoing, waiting) = connection::queue(&self.shared.settings.line);
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
        let mut was_there = false;
        let receive = |text: &str| {
            self.with(|state| {
                let out = state.client.receive_text(text);
                was_there |= state.client.is_connected();
                state.perform(out);
            });
        };
        let why = connection::run(hear, say, waiting, signs, room, receive).await;
        drop(present);
        (why, was_there)
    }

    fn is_over(&self) -> bool {
        *self.shared.is_over.borrow()
    }

    /// What comes of it, unless the client is shut down before.
    async fn unless_over<T>(&self, what: impl Future<Output = T>) -> Option<T> {
        let mut is_over = self.shared.is_over.subscribe();
        let over = pin!(is_over.wait_for(|is_over| *is_over));
        match select(over, pin!(what)).await {
            Either::Left(_) => None,
            Either::Right((done, _)) => Some(done),
        }
    }

    fn with<T>(&self, what: impl FnOnce(&mut ClientState<C>) -> T) -> T {
        // Only a reducer could leave something half done, and it can say how everything stands.
        what(&mut self.shared.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A connection is there as long as this is.
struct ConnectionGuard<'a, C: ClientSide> {
    client: &'a Client<C>,
}

impl<C: ClientSide> Drop for ConnectionGuard<'_, C> {
    fn drop(&mut self) {
        self.client.with(|state| {
            state.outgoing = None;
            let out = state.client.disconnect();
            state.perform(out);
        });
    }
}

impl<C: ClientSide> ClientState<C> {
    fn perform(&mut self, out: Vec<C::Output>) {
        for output in out {
            match C::to_send(output) {
                Ok(message) => {
                    // What cannot be written the client does not send; without a connection nothing is asked for.
                    if let (Some(outgoing), Ok(text)) = (&self.outgoing, wire::encode(&message)) {
                        outgoing.send(Bytes::from(text));
                    }
                }
                Err(output) => {
                    if let Some(reducer) = &mut self.reducer {
                        reducer(&mut self.client, &output);
                    }
                    self.tell(Event::Output(output));
                }
            }
        }
    }

    fn tell(&self, event: Event<C::Output>) {
        if let Some(events_out) = &self.events_out {
            events_out.tell(event);
        }
    }
}
