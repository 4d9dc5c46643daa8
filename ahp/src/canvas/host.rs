//! The host, which merges declarations, keeps the states of sessions and canvases, and sends them to its clients.
//!
//! A [`Host`] is a state machine without I/O, clock or randomness. The program passes received frames to
//! [`receive`](Host::receive), and calls other methods for its own requests, such as [`open`](Host::open) and
//! [`update`](Host::update). Each call returns the outputs to perform: frames to send, and requests to the program
//! itself. Frames of one connection must be passed in and sent in order. Frames of different connections have no
//! order.
//!
//! A host serves three kinds of client at the same time ([`ClientView`]):
//!
//! - A client with the capability `canvas` gets the canvases of the proposal.
//! - A client that speaks AHP 1.0 without the capability gets the canvases of the release, in the chat of the session
//!   ([`add_chat`](Host::add_chat)).
//! - All other clients get sessions without canvases.
//!
//! The proposal leaves some decisions open. The host decides as follows:
//!
//! - The `extensionId` of a client's canvases is its `clientId`. If a session has several declarations of the same
//!   kind, the first one applies, and the host's own declarations precede those of clients.
//! - The channel of a canvas is derived from its instance id. If another canvas has that channel, `~2`, `~3` and so on
//!   is appended. The program may choose the channel instead.
//! - A canvas is stale while its client is away or does not declare its kind. When the kind is declared again, the
//!   host asks the client to reopen the canvas with the original input.
//! - A provider that answers a close request with an error keeps its canvas open. The host does not ask a disconnected
//!   provider, and treats one without a timely answer as disconnected ([`advance`](Host::advance)).
//! - The provider of a canvas and each of its followers may send messages. A message is sent to the provider and to all
//!   followers.
//! - The host forwards only values that strict readers accept: numbers are finite doubles, strings contain no lone
//!   surrogates, member names are unique, and the members of a client have the types of AHP 1.0. It rejects other
//!   actions and refuses other requests. A client without `tools` gets an empty list.
//! - Actions on a session that does not exist are ignored.
//! - A relative content URI is resolved against the page of its canvas. The fragment is ignored. Content that is
//!   stored without a query answers every query.
//!
//! The host keeps the states that it publishes. It reduces canvas actions itself. For all other actions, the program
//! passes the resulting state ([`StateAfter`]). [`Limits`] bound the stored data for each client and each session, so that
//! one client cannot exhaust the memory of another. The program passes the time to [`advance`](Host::advance).
//!
//! ```
//! use agent_ui_ahp::canvas::{
//!     CanvasOpenParams, CanvasOpenResult, CanvasUpdated, ProviderAnswer, ProviderRequest, ServerSource, SessionCanvasDeclaration,
//!     SessionState, host::{ConnectionId, Host, Outcome, HostOutput},
//! };
//! use agent_ui_ahp::wire;
//!
//! let mut host = Host::new(["0.6.0"]);
//! host.add_session("ahp-session:/1", SessionState::new())?;
//! let plan = SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "Shows the way.", ServerSource::new());
//! host.declare(&"ahp-session:/1".into(), vec![plan])?;
//!
//! // A client connects and follows the session.
//! let client = ConnectionId(1);
//! host.receive_text(client, r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"channel":"ahp-root://",
//!     "protocolVersions":["0.6.0"],"clientId":"tablet","capabilities":{"canvas":{}},
//!     "initialSubscriptions":["ahp-session:/1"]}}"#);
//!
//! // The agent opens a canvas. The host itself provides it, so the program is asked, and answers.
//! let (call, asked) = host.open(CanvasOpenParams::new("ahp-session:/1", "plan", "museum", "east"))?;
//! assert!(matches!(&asked[..], [HostOutput::Provide { request: ProviderRequest::Open(_), .. }]));
//! let done = host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new().title("East wing"))))?;
//! let [HostOutput::Send { to, message }, HostOutput::Done { outcome: Ok(Outcome::Opened(channel)), .. }] = &done[..] else {
//!     panic!("the catalogue, and the outcome")
//! };
//! assert_eq!(*to, client);
//! assert!(wire::encode(&**message)?.contains(r#""channel":"ahp-canvas:/east""#));
//!
//! // It changes: so does the catalogue, which the client follows.
//! assert_eq!(host.update(channel, CanvasUpdated::new().title("West wing"))?.len(), 1);
//! assert_eq!(host.canvas_state(channel).unwrap().title.get().unwrap(), "West wing");
//!
//! // The client disconnects. Its canvases would become stale; the host's own stay open.
//! assert!(host.disconnect(client).is_empty());
//! assert_eq!(host.session_state(&"ahp-session:/1".into()).unwrap().open_canvases.get().unwrap().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calls;
mod clients;
mod clock;
mod connection;
mod content;
mod declarations;
mod dispatch;
mod error;
mod handshake;
mod limits;
mod list;
mod log;
mod open;
mod output;
mod publish;
mod receive;
mod recovery;
mod release;
mod resume;
mod shape;
mod state;
mod subscriptions;
#[cfg(test)]
mod tests;
mod update;

use super::{CallId, CanvasState, SessionCanvasDeclaration, SessionState};
use crate::{
    ids::{ChannelUri, ClientId},
    v1_0,
    version::Version,
};
use calls::Call;
use clients::KnownClient;
use connection::Connection;
use log::Log;
use std::{collections::BTreeMap, time::Duration};
use wire::{Extra, Field};

pub use connection::{ClientView, ConnectionId};
pub use error::HostError;
pub use limits::Limits;
pub(crate) use output::FrameKind;
pub use output::{HostOutput, Outcome};
pub use publish::StateAfter;
pub(crate) use publish::{OF_CHAT, OF_SESSION};

/// The host's side of all connections and sessions. See the [module documentation](self).
#[derive(Debug)]
pub struct Host {
    versions: Vec<Version>,
    server_seq: u64,
    log: Log,
    sessions: BTreeMap<ChannelUri, Session>,
    canvases: BTreeMap<ChannelUri, Canvas>,
    /// The chats that show the canvases of a session to clients of AHP 1.0.
    chats: BTreeMap<ChannelUri, Chat>,
    connections: BTreeMap<ConnectionId, Connection>,
    /// All known clients, including disconnected ones.
    clients: BTreeMap<ClientId, KnownClient>,
    /// The number of disconnections so far, which orders disconnected clients.
    departures: u64,
    calls: BTreeMap<CallId, Call>,
    next_call: u64,
    /// The members of the root state.
    root: Option<Extra>,
    /// Additional members of the answer to `initialize`.
    initialize_members: Extra,
    limits: Limits,
    now: Duration,
}

#[derive(Debug)]
struct Session {
    state: SessionState,
    /// The kinds of canvas that the host itself provides.
    own: Vec<SessionCanvasDeclaration>,
    own_size: usize,
    /// The channels of the open canvases, in the order of opening.
    open: Vec<ChannelUri>,
    chat: Option<ChannelUri>,
    /// The members that only the entry in the list of sessions has.
    summary: Extra,
    /// The sizes of the clients' entries in bytes.
    sizes: BTreeMap<ClientId, usize>,
    /// The number of the latest action when the session was added. A client that has only received actions up to this
    /// number does not know the session.
    since: u64,
}

#[derive(Debug)]
struct Chat {
    session: ChannelUri,
    state: v1_0::ChatState,
    since: u64,
}

#[derive(Debug)]
struct Canvas {
    session: ChannelUri,
    state: CanvasState,
    /// The number of the latest action when the canvas was opened. A client that has only received actions up to this
    /// number does not know the canvas.
    since: u64,
    contents: content::Contents,
    /// The size of the state in bytes.
    size: usize,
}

impl Host {
    /// Creates a host that speaks these versions, and all later compatible versions.
    ///
    /// AHP requires that a host with version `1.0.0` accepts every `1.x` version, and with `0.6.0` every `0.6.x`
    /// version. Malformed versions are ignored.
    pub fn new<'a>(versions: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            versions: versions.into_iter().filter_map(Version::parse).collect(),
            server_seq: 0,
            log: Log::default(),
            sessions: BTreeMap::new(),
            canvases: BTreeMap::new(),
            chats: BTreeMap::new(),
            connections: BTreeMap::new(),
            clients: BTreeMap::new(),
            departures: 0,
            calls: BTreeMap::new(),
            next_call: 1,
            root: None,
            initialize_members: Extra::new(),
            limits: Limits::default(),
            now: Duration::ZERO,
        }
    }

    /// Sets the limits of stored data and waiting times. The default is [`Limits::default`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the number of actions that are stored for returning clients ([`Limits::actions`]).
    #[must_use]
    pub fn keep_actions(mut self, actions: usize) -> Self {
        self.limits.actions = actions;
        self
    }

    /// Adds a session. The host manages its canvas lists, and all other members of the state are preserved.
    ///
    /// # Errors
    /// Returns an error if the session exists, or if the state cannot be sent or is too long.
    pub fn add_session(
        &mut self,
        session: impl Into<ChannelUri>,
        mut state: SessionState,
    ) -> Result<(), HostError> {
        let session = session.into();
        if self.sessions.contains_key(&session) {
            return Err(HostError::SessionExists(session));
        }
        state.canvases = Field::Value(Vec::new());
        state.open_canvases = Field::Value(Vec::new());
        self.checked_size(&state, self.limits.session)?;
        self.sessions
            .insert(session, Session::new(state, self.server_seq));
        Ok(())
    }

    /// Returns the state of a session in the form for clients with the capability.
    pub fn session_state(&self, session: &ChannelUri) -> Option<&SessionState> {
        self.sessions.get(session).map(|session| &session.state)
    }

    /// Returns the state of an open canvas.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.canvases.get(channel).map(|canvas| &canvas.state)
    }

    /// Returns the channels of all open canvases.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.canvases.keys()
    }

    /// Returns the number of the latest action.
    pub fn server_seq(&self) -> u64 {
        self.server_seq
    }
}
