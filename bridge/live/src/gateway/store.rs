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

/// One event of a session. The entries of a session, in order, are all that is needed to build it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum LogEntry {
    /// A message of an agent, in its version of A2UI. The surface id is the one that clients see.
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
    /// A message of a client.
    Input {
        /// The name of the agent that receives it.
        agent: String,
        /// The key by which the client names the message, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The message for the agent.
        input: AgentInput,
        /// The [id](SessionStore::program) of the program that has accepted it, if several programs share the store.
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
    /// An agent uses a surface id that another agent owns. Clients see its surface under another id.
    Renamed {
        /// The name of the agent.
        agent: String,
        /// The surface id of the agent.
        inside: String,
        /// The surface id that clients see.
        outside: String,
    },
    /// Everything before this entry is contained in the entries after it.
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

/// Keeps the entries of sessions. The methods may block.
///
/// The kind of an error tells what follows:
///
/// | [`io::ErrorKind`] | meaning |
/// |---|---|
/// | `ResourceBusy` | Another program has changed the session, which must be loaded again |
/// | `NotConnected`, `TimedOut` | The store is away. It fails for all sessions until it [can be used](Self::check) again |
/// | `StorageFull`, `PermissionDenied` | The store works, and refuses to write more, or refuses this user |
pub trait SessionStore: Send + Sync {
    /// Returns the entries of a session with their numbers, which increase. A session without entries does not exist.
    ///
    /// # Errors
    /// Returns an error if the entries cannot be read.
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>>;

    /// Adds entries to a session: all of them or none. They are kept when the method returns. `first` is the number of the
    /// first entry, and greater than that of every earlier one.
    ///
    /// # Errors
    /// Returns an error if the entries are not kept.
    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()>;

    /// Replaces all entries of a session that have a smaller number than `first` by these, in one step.
    ///
    /// # Errors
    /// Returns an error if the entries are not replaced.
    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()>;

    /// Returns the names of all sessions.
    ///
    /// # Errors
    /// Returns an error if the names cannot be read.
    fn sessions(&self) -> io::Result<Vec<String>>;

    /// Deletes the sessions that were not used for this time, and returns their names. A session is used when it is loaded or changed, and
    /// now if it is one of `in_use`.
    ///
    /// The default is for stores whose sessions do not expire.
    ///
    /// # Errors
    /// Returns an error if sessions cannot be deleted.
    fn delete_expired(&self, keep: Duration, in_use: &[String]) -> io::Result<Vec<String>> {
        let _ = (keep, in_use);
        Ok(Vec::new())
    }

    /// Returns `false` if another program has added entries to a session, so that it must be loaded again. `next` is the number
    /// of the next entry as the caller knows it.
    ///
    /// Stores that several programs share implement this. The default is for stores of one program, and returns `true`.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read. The caller then goes on with the session that it has.
    fn is_current(&self, session: &str, next: u64) -> io::Result<bool> {
        let _ = (session, next);
        Ok(true)
    }

    /// Returns `true` if the store is reached over a network, so that it can be away.
    fn is_remote(&self) -> bool {
        false
    }

    /// Asks a remote store whether it works.
    ///
    /// # Errors
    /// Returns an error if the store is away.
    fn check(&self) -> io::Result<()> {
        Ok(())
    }

    /// Returns the id of this program, which no other program has, if several programs share the store.
    fn program(&self) -> Option<&str> {
        None
    }

    /// Asks another program whether it still works on an input of a session. A program that has ended does not.
    ///
    /// # Errors
    /// Returns an error if the program cannot be asked.
    fn is_in_work(&self, program: &str, session: &str, input: &str) -> io::Result<bool> {
        let _ = (program, session, input);
        Ok(false)
    }

    /// Sets the function that answers this question of other programs. Its arguments are the session and the input. It may block.
    fn answer_programs(&self, answer: WorkAnswer) {
        let _ = answer;
    }
}

/// Returns `true` if this program works on an input of a session.
pub type WorkAnswer = Arc<dyn Fn(&str, &str) -> bool + Send + Sync>;

/// A store in memory. Its sessions end with the program.
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
