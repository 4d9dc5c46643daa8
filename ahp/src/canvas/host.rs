//! The host's side: who provides what, what is open, and what everybody is told.
//!
//! A [`Host`] is a state machine. It is given what arrived on a connection ([`receive`](Host::receive)) and what the
//! program wants ([`open`](Host::open), [`update`](Host::update), …), and says what to do about it: frames to send, and
//! requests to the program itself. It reads no clock, draws no lots and waits for nothing. Frames of one connection are
//! to be handed over and sent in order; between connections there is no order.
//!
//! Three kinds of client are served side by side. One that declared the capability `canvas` sees canvases as the
//! proposal has them; one without it that speaks the release sees a projection, in the chat that belongs to the session
//! ([`add_chat`](Host::add_chat)); any other sees sessions without canvases.
//!
//! What the proposal leaves open is decided so:
//!
//! - Canvases of a client have its `clientId` for `extensionId`. Of two declarations of the same kind in a session the
//!   first one counts, and the host's own come first.
//! - The channel of a canvas is made of its instance id; where another canvas has that channel, `~2` and so on
//!   follows. The program may give a channel instead.
//! - A canvas is stale as long as its client is away or does not declare its kind. When the kind is declared again, the
//!   client is asked to open the canvas with what it was opened with.
//! - A provider that answers a close request with an error keeps its canvas open. One that is gone is not asked, and one
//!   that does not answer in time counts as gone ([`advance`](Host::advance)).
//! - A message is accepted from whoever follows the canvas, and from its provider. It reaches all who follow the canvas,
//!   and its provider.
//! - What a client says reaches others only if every reader takes it: its numbers are doubles, its strings whole
//!   characters, no member occurs twice, and what the release knows of a client has the release's types. Else it is
//!   rejected, or its request refused. A client without `tools` is given none.
//! - An action on a session that is not there is not heard.
//! - A relative address of content is one relative to the page of its canvas. A fragment is no part of an address, and
//!   content that is held without a query is the same under every query.
//!
//! The host keeps what was published: what clients do with canvases it understands itself, and of everything else the
//! program says how the channel stands after it ([`After`]). What it keeps is bounded ([`Limits`]), and one client does
//! not use up what another one needs. Time is what the program says it is ([`advance`](Host::advance)).
//!
//! ```
//! # use agent_ui_ahp as ahp;
//! use ahp::canvas::{
//!     CanvasOpenParams, CanvasOpenResult, CanvasUpdated, ProviderAnswer, ProviderRequest, ServerSource, SessionCanvasDeclaration,
//!     SessionState, host::{ConnectionId, Host, Outcome, HostOutput},
//! };
//!
//! let mut host = Host::new(["0.6.0"]);
//! host.add_session("ahp-session:/1", SessionState::new())?;
//! let plan = SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "WithoutCanvases the way.", ServerSource::new());
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
//! // The client is gone; its connection is forgotten, and what is open stays open.
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
pub use publish::After;
pub(crate) use publish::{OF_CHAT, OF_SESSION};

/// The host's side of any number of connections and sessions. See the [module](self).
#[derive(Debug)]
pub struct Host {
    versions: Vec<Version>,
    server_seq: u64,
    log: Log,
    sessions: BTreeMap<ChannelUri, Session>,
    canvases: BTreeMap<ChannelUri, Canvas>,
    /// The chats that show the canvases of a session to clients of the release.
    chats: BTreeMap<ChannelUri, Chat>,
    connections: BTreeMap<ConnectionId, Connection>,
    /// The clients that presented themselves, for when they are back.
    clients: BTreeMap<ClientId, KnownClient>,
    /// How many times a client has left.
    departures: u64,
    calls: BTreeMap<CallId, Call>,
    next_call: u64,
    /// The members of the root's state.
    root: Option<Extra>,
    /// What the answer to `initialize` has beside.
    greeting: Extra,
    limits: Limits,
    now: Duration,
}

#[derive(Debug)]
struct Session {
    state: SessionState,
    /// The kinds that the host itself provides.
    own: Vec<SessionCanvasDeclaration>,
    own_size: usize,
    /// The channels of its open canvases, in the order of opening.
    open: Vec<ChannelUri>,
    chat: Option<ChannelUri>,
    /// What its entry in the list of sessions has beside its state.
    summary: Extra,
    /// How long its clients are.
    sizes: BTreeMap<ClientId, usize>,
    /// The number of the latest action when it was added. Who has seen less than that does not know this session.
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
    /// The number of the first action that knows of it. Who has seen less than that does not know this canvas.
    since: u64,
    contents: content::Contents,
    /// How long its state is.
    size: usize,
}

impl Host {
    /// A host that speaks these versions, and later ones that are compatible with them, as AHP wants it of hosts:
    /// `1.0.0` stands for all of `1.…`, `0.6.0` for `0.6.…`. A malformed version is left out. AHP, versioning.
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
            greeting: Extra::new(),
            limits: Limits::default(),
            now: Duration::ZERO,
        }
    }

    /// How much is kept, and for how long; [`Limits::default`] if this is not called.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How many actions are kept for clients that come back: [`Limits::actions`].
    #[must_use]
    pub fn keep(mut self, actions: usize) -> Self {
        self.limits.actions = actions;
        self
    }

    /// Adds a session. Its lists of canvases are the host's from now on; everything else of the state is kept.
    ///
    /// # Errors
    /// If there is one, or the state cannot be sent or is too long.
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
        self.fits(&state, self.limits.session)?;
        self.sessions.insert(session, Session::new(state, self.server_seq));
        Ok(())
    }

    /// How a session stands, as clients with the capability see it.
    pub fn session_state(&self, session: &ChannelUri) -> Option<&SessionState> {
        self.sessions.get(session).map(|session| &session.state)
    }

    /// How an open canvas stands.
    pub fn canvas_state(&self, channel: &ChannelUri) -> Option<&CanvasState> {
        self.canvases.get(channel).map(|canvas| &canvas.state)
    }

    /// The channels of the open canvases of all sessions.
    pub fn canvases(&self) -> impl Iterator<Item = &ChannelUri> {
        self.canvases.keys()
    }

    /// The number of the latest action.
    pub fn server_seq(&self) -> u64 {
        self.server_seq
    }
}
