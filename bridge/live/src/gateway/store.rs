//! The stores that keep sessions.

#[cfg(feature = "sqlite")]
mod sqlite;

#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteStore, StoredSession};

use super::agent::AgentInput;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use wire::Payload;

/// An event of a session. A session can be rebuilt from its entries in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum LogEntry {
    /// A message of an agent in its version of A2UI. The surface id is the one that clients see.
    Message {
        /// The name of the agent.
        agent: String,
        /// The message of A2UI.
        message: Payload,
    },
    /// A text that an agent says.
    Text {
        /// The name of the agent.
        agent: String,
        /// The text of the agent.
        text: String,
    },
    /// A message of a client to an agent.
    Input {
        /// The name of the agent that receives the message.
        agent: String,
        /// The key of the message, if the client states one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The message for the agent.
        input: AgentInput,
        /// The [id](SessionStore::program) of the program that has accepted the message, if several programs share the
        /// store.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        program: Option<String>,
    },
    /// The turn of an input has ended, or failed.
    Ended {
        /// The id of the input.
        input: String,
        /// The reason, if the turn has failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failure: Option<String>,
    },
    /// A name for a surface whose id another agent already owns. Clients see the surface under the other id.
    Renamed {
        /// The name of the agent.
        agent: String,
        /// The surface id of the agent.
        inside: String,
        /// The surface id that clients see.
        outside: String,
    },
    /// A checkpoint: the entries after it contain everything before it.
    Checkpoint {
        /// The keys of the latest inputs of clients.
        keys: Vec<String>,
    },
}

impl LogEntry {
    /// Returns the approximate length of the entry in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Message { message, .. } => message.text().len(),
            Self::Text { text, .. } => text.len(),
            Self::Input { input, .. } => {
                let model = input
                    .data_model
                    .as_ref()
                    .map_or(0, |model| model.text().len());
                let messages: usize = input
                    .messages
                    .iter()
                    .map(|message| message.text().len())
                    .sum();
                model + messages + input.text.as_ref().map_or(0, String::len)
            }
            Self::Ended { .. } | Self::Renamed { .. } | Self::Checkpoint { .. } => 0,
        }
    }
}

/// A store for the entries of sessions. The methods may block.
///
/// The kind of an error determines the reaction:
///
/// | [`io::ErrorKind`] | meaning |
/// |---|---|
/// | `ResourceBusy` | Another program has changed the session, which must be loaded again |
/// | `NotConnected`, `TimedOut` | The store is unavailable for all sessions until a [check](Self::check) succeeds |
/// | `StorageFull`, `PermissionDenied` | The store works, but refuses to write more, or refuses this user |
pub trait SessionStore: Send + Sync {
    /// Returns the entries of a session with their numbers, which increase. A session without entries does not exist.
    ///
    /// # Errors
    /// Returns an error if the entries cannot be read.
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>>;

    /// Adds entries to a session, either all or none. They are durable when the method returns. `first` is the number
    /// of the first entry, which is greater than all earlier numbers.
    ///
    /// # Errors
    /// Returns an error if the entries are not stored.
    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()>;

    /// Replaces all entries of a session whose number is less than `first` by these entries, in one step.
    ///
    /// # Errors
    /// Returns an error if the entries are not replaced.
    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()>;

    /// Returns the names of all sessions.
    ///
    /// # Errors
    /// Returns an error if the names cannot be read.
    fn sessions(&self) -> io::Result<Vec<String>>;

    /// Deletes the sessions that were not used for the time `keep`, and returns their names. Loading or changing a
    /// session counts as a use. Sessions in `in_use` count as used now.
    ///
    /// The default is for stores whose sessions do not expire.
    ///
    /// # Errors
    /// Returns an error if sessions cannot be deleted.
    fn delete_expired(&self, keep: Duration, in_use: &[String]) -> io::Result<Vec<String>> {
        let _ = (keep, in_use);
        Ok(Vec::new())
    }

    /// Returns `false` if another program has added entries to a session. The session must then be loaded again. `next`
    /// is the number that the caller expects for the next entry.
    ///
    /// Stores that several programs share implement this method. The default returns `true`, for stores of a single
    /// program.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read. The caller then continues with its current session.
    fn is_current(&self, session: &str, next: u64) -> io::Result<bool> {
        let _ = (session, next);
        Ok(true)
    }

    /// Returns `true` if the store is reached over a network, so that it can become unavailable.
    fn is_remote(&self) -> bool {
        false
    }

    /// Checks that a remote store is available.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    fn check(&self) -> io::Result<()> {
        Ok(())
    }

    /// Returns the unique id of this program, if several programs share the store.
    fn program(&self) -> Option<&str> {
        None
    }

    /// Returns `true` if another program is still processing an input of a session. Returns `false` if that program has
    /// ended.
    ///
    /// # Errors
    /// Returns an error if the program cannot be asked.
    fn is_in_work(&self, program: &str, session: &str, input: &str) -> io::Result<bool> {
        let _ = (program, session, input);
        Ok(false)
    }

    /// Sets the function that answers the same question of other programs. Its arguments are the session and the input.
    /// It may block.
    fn answer_programs(&self, answer: WorkAnswer) {
        let _ = answer;
    }
}

/// A function that returns `true` if this program is processing an input of a session.
pub type WorkAnswer = Arc<dyn Fn(&str, &str) -> bool + Send + Sync>;

/// A store in memory. Its sessions are lost when the program ends.
#[derive(Debug, Default)]
pub struct MemoryStore {
    sessions: Mutex<BTreeMap<String, KeptSession>>,
}

/// A session in memory.
#[derive(Debug)]
struct KeptSession {
    entries: Vec<(u64, LogEntry)>,
    used: Instant,
}

impl Default for KeptSession {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            used: Instant::now(),
        }
    }
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, KeptSession>> {
        // Each change is one call, so the map is consistent even after a panic.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionStore for MemoryStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        let mut sessions = self.lock();
        let Some(kept) = sessions.get_mut(session) else {
            return Ok(Vec::new());
        };
        kept.used = Instant::now();
        Ok(kept.entries.clone())
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        let mut sessions = self.lock();
        let kept = sessions.entry(session.to_owned()).or_default();
        kept.entries.extend((first..).zip(entries.iter().cloned()));
        kept.used = Instant::now();
        Ok(())
    }

    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        let entries = (first..).zip(entries.iter().cloned()).collect();
        self.lock().insert(
            session.to_owned(),
            KeptSession {
                entries,
                used: Instant::now(),
            },
        );
        Ok(())
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        Ok(self.lock().keys().cloned().collect())
    }

    fn delete_expired(&self, keep: Duration, in_use: &[String]) -> io::Result<Vec<String>> {
        let mut sessions = self.lock();
        for name in in_use {
            if let Some(kept) = sessions.get_mut(name) {
                kept.used = Instant::now();
            }
        }
        let mut expired = Vec::new();
        sessions.retain(|name, kept| {
            let is_expired = kept.used.elapsed() >= keep;
            if is_expired {
                expired.push(name.clone());
            }
            !is_expired
        });
        Ok(expired)
    }
}
