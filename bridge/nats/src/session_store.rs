//! Sessions of a [gateway](live::gateway) on NATS JetStream, which several programs share.
//!
//! A [`NatsStore`] keeps each session on one subject of a stream. Every message on the subject contains entries, or a part of them:
//!
//! | part of the message | content |
//! |---|---|
//! | subject | `ui.serve.<session>` in the stream `ui_serve`, for the name `ui`; see [`session_token`](crate::session_token) |
//! | `Agent-UI-Format` | `1` |
//! | `Agent-UI-Kind` | `entries` for entries that follow the earlier ones, `snapshot` for entries that replace them |
//! | `Agent-UI-First` | the number of the first entry |
//! | `Agent-UI-Write` | an id of the write, which all its parts have |
//! | `Agent-UI-Part` | `1/1`, or the number of the part and of all parts if the entries exceed the payload limit of the server |
//! | payload | a JSON array of [`LogEntry`] values; with several parts, the parts of its text |
//!
//! - All entries of a call are stored, or none: parts count only when the last part is stored.
//! - The server accepts a message only after the one that its writer has seen (`Nats-Expected-Last-Subject-Sequence`). If two
//!   programs use the same session, one of them gets an error and loads the session again. Entries never interleave.
//! - If the answer of the server is lost, the store reads the current state from the server. Nothing is stored twice.
//! - Settings are values of the key-value bucket `ui_serve_settings`.
//!
//! The stream has no limits of age and size. Its default is one replica. Change this on the server, for example with
//! `nats stream edit ui_serve --replicas 3`.
//!
//! ```no_run
//! use agent_ui_nats::{
//!     live::gateway::{Gateway, GatewaySettings},
//!     session_store::{NatsStore, StoreAddress},
//! };
//! use std::sync::Arc;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let address: StoreAddress = "nats://127.0.0.1:4222/ui".parse()?;
//! let store = NatsStore::connect(&address, None)?;
//! let gateway = Gateway::start(Vec::new(), Arc::new(store), GatewaySettings::default());
//! let session = gateway.session("main").await?;
//! # Ok(()) }
//! ```

mod address;
mod connection;
mod entry_log;
mod server_thread;
mod violations;
mod write;

pub use address::{InvalidStoreAddress, StoreAddress};

use connection::Connection;
use entry_log::LogPosition;
use live::gateway::store::{LogEntry, SessionStore, WorkAnswer};
use lru::LruCache;
use server_thread::ServerThread;
use std::{
    fmt, io,
    num::NonZeroUsize,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use write::{Write, WriteKind};

/// The number of sessions whose positions are cached. The positions of other sessions are read from the server.
const POSITIONS: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The default time limit of a request to the server.
pub const REQUEST_TIME: Duration = Duration::from_millis(1500);

/// The name of the session that a probe of the store reads. The session need not exist.
const ASKED: &str = "main";

/// A store of sessions on a NATS server. See the [module documentation](self).
///
/// Its methods block. Every thread may call them, even inside a runtime. The time limit of each request is [`REQUEST_TIME`]. The connection
/// has its own thread, and is restored whenever it is lost.
pub struct NatsStore {
    connection: Arc<Connection>,
    thread: ServerThread,
    positions: Mutex<LruCache<String, SharedPosition>>,
}

/// The position of a session, if known. The lock is held while the session is read or written.
type SharedPosition = Arc<Mutex<Option<LogPosition>>>;

impl fmt::Debug for NatsStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsStore")
            .field("stream", &self.connection.stream_name())
            .finish_non_exhaustive()
    }
}

impl NatsStore {
    /// Connects to a server, and creates the stream and the bucket if they do not exist. `credentials` is a file with the JWT and the key
    /// of a user.
    ///
    /// # Errors
    /// Returns an error if no server answers within 5 s, refuses the user, or has no JetStream.
    pub fn connect(address: &StoreAddress, credentials: Option<&Path>) -> io::Result<Self> {
        Self::connect_within(address, credentials, REQUEST_TIME)
    }

    /// Connects like [`connect`](Self::connect), with another time limit for the later requests. Clients wait for at most this time.
    ///
    /// # Errors
    /// Returns the errors of [`connect`](Self::connect).
    pub fn connect_within(
        address: &StoreAddress,
        credentials: Option<&Path>,
        limit: Duration,
    ) -> io::Result<Self> {
        let thread = ServerThread::start()?;
        let (address, credentials) = (address.clone(), credentials.map(Path::to_owned));
        let connection = thread
            .run(async move { Connection::open(&address, credentials.as_deref(), limit).await })?;
        let positions = Mutex::new(LruCache::new(POSITIONS));
        Ok(Self {
            connection: Arc::new(connection),
            thread,
            positions,
        })
    }

    /// Returns a setting. The name consists of ASCII letters, digits, `-` and `_`.
    ///
    /// # Errors
    /// Returns an error if the server cannot be read.
    pub fn setting(&self, name: &str) -> io::Result<Option<String>> {
        let (connection, name) = (Arc::clone(&self.connection), name.to_owned());
        self.thread
            .run(async move { connection.setting(&name).await })
    }

    /// Sets a setting.
    ///
    /// # Errors
    /// Returns an error if the server cannot be written.
    pub fn set_setting(&self, name: &str, value: &str) -> io::Result<()> {
        let connection = Arc::clone(&self.connection);
        let (name, value) = (name.to_owned(), value.to_owned());
        self.thread
            .run(async move { connection.set_setting(&name, &value).await })
    }

    /// Returns a setting. A missing setting gets this value. All programs that call this at the same time get the same value.
    ///
    /// # Errors
    /// Returns an error if the server cannot be read or written.
    pub fn setting_or_insert(&self, name: &str, value: &str) -> io::Result<String> {
        let connection = Arc::clone(&self.connection);
        let (name, value) = (name.to_owned(), value.to_owned());
        self.thread
            .run(async move { connection.setting_or_insert(&name, value).await })
    }

    fn position(&self, session: &str) -> SharedPosition {
        // Each change is one call, so the cache is consistent even after a panic.
        let mut positions = self
            .positions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(positions.get_or_insert_mut(session.to_owned(), SharedPosition::default))
    }

    fn read(&self, session: &str) -> io::Result<(Vec<(u64, LogEntry)>, LogPosition)> {
        let (connection, session) = (Arc::clone(&self.connection), session.to_owned());
        self.thread
            .run(async move { connection.read(&session).await })
    }

    fn write(
        &self,
        session: &str,
        kind: WriteKind,
        first: u64,
        entries: &[LogEntry],
    ) -> io::Result<()> {
        let shared = self.position(session);
        let mut known = lock(&shared);
        // After an error, the position is unknown and is read again.
        let before = match known.take() {
            Some(position) => position,
            None => self.read(session)?.1,
        };
        if first <= before.number {
            return Err(conflict(session));
        }
        let write = Write::new(kind, first, entries)?;
        let (connection, name) = (Arc::clone(&self.connection), session.to_owned());
        let written = self
            .thread
            .run(async move { connection.write(&name, &write, before.sequence).await });
        let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        let number = first.saturating_add(count).saturating_sub(1);
        *known = Some(LogPosition {
            sequence: written?,
            number,
        });
        Ok(())
    }
}

impl SessionStore for NatsStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        let shared = self.position(session);
        let mut known = lock(&shared);
        *known = None;
        let (entries, position) = self.read(session)?;
        *known = Some(position);
        Ok(entries)
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        self.write(session, WriteKind::Entries, first, entries)
    }

    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.write(session, WriteKind::Snapshot, first, entries)
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        let connection = Arc::clone(&self.connection);
        self.thread.run(async move { connection.sessions().await })
    }

    fn is_current(&self, session: &str, next: u64) -> io::Result<bool> {
        let shared = self.position(session);
        let known = lock(&shared);
        let Some(position) = *known else {
            return Ok(true);
        };
        if next != position.number.saturating_add(1) {
            return Ok(false);
        }
        let (connection, session) = (Arc::clone(&self.connection), session.to_owned());
        Ok(self
            .thread
            .run(async move { connection.last_sequence(&session).await })?
            == position.sequence)
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn check(&self) -> io::Result<()> {
        let connection = Arc::clone(&self.connection);
        self.thread
            .run(async move { connection.last_sequence(ASKED).await.map(drop) })
    }

    fn program(&self) -> Option<&str> {
        Some(self.connection.program())
    }

    fn is_in_work(&self, program: &str, session: &str, input: &str) -> io::Result<bool> {
        let connection = Arc::clone(&self.connection);
        let (program, session, input) = (program.to_owned(), session.to_owned(), input.to_owned());
        self.thread
            .run(async move { connection.is_in_work(&program, &session, &input).await })
    }

    fn answer_programs(&self, answer: WorkAnswer) {
        self.thread
            .spawn(Arc::clone(&self.connection).answer_programs(answer));
    }
}

fn lock(position: &Mutex<Option<LogPosition>>) -> MutexGuard<'_, Option<LogPosition>> {
    // After a panic, the position is unknown and is read again.
    position.lock().unwrap_or_else(|poisoned| {
        let mut known = poisoned.into_inner();
        *known = None;
        known
    })
}

/// Returns the error for a write that conflicts with a write of another program.
fn conflict(session: &str) -> io::Error {
    let message = format!(
        "another program has changed session `{session}` on the server; load the session again"
    );
    io::Error::new(io::ErrorKind::ResourceBusy, message)
}
