//! Sessions in an SQLite database.

use super::{LogEntry, SessionStore};
use crate::server::user::split_session_key;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::{
    fmt, io,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The version of the database tables.
const FORMAT: i64 = 1;
/// The time for which the store waits while another program uses the database. For example, that program may be ending.
const BUSY: Duration = Duration::from_secs(1);

/// A store in a single SQLite file with the journal mode WAL. Entries are on the disk when [`SessionStore::append`]
/// returns.
///
/// The store also contains named settings of the program.
///
/// ```
/// use agent_ui_live::gateway::store::{LogEntry, SessionStore, SqliteStore};
///
/// # let folder = tempfile::tempdir()?;
/// let file = folder.path().join("sessions.db");
/// let store = SqliteStore::open(&file)?;
/// store.append("main", 1, &[LogEntry::Text { agent: "clerk".to_owned(), text: "Hello".to_owned() }])?;
/// store.set_setting("token", "5f2c")?;
/// drop(store);
///
/// let store = SqliteStore::open(&file)?;
/// assert_eq!(store.load("main")?.len(), 1);
/// assert_eq!(store.setting("token")?.as_deref(), Some("5f2c"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct SqliteStore {
    connection: Mutex<Connection>,
}

/// A session in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// The key of the session: its name, preceded by the name of its user if it has one.
    pub key: String,
    /// The time of its last use.
    pub used: SystemTime,
    /// The number of its entries.
    pub entries: u64,
    /// The length of its entries in bytes.
    pub bytes: u64,
}

impl StoredSession {
    /// Returns the name of the user to whom the session belongs, if there is one.
    pub fn user(&self) -> Option<String> {
        split_session_key(&self.key).0
    }

    /// Returns the name of the session that its clients use.
    pub fn name(&self) -> &str {
        split_session_key(&self.key).1
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").finish_non_exhaustive()
    }
}

impl SqliteStore {
    /// Opens a database file, and creates the file if it does not exist. On Unix, only the owner can read the file
    /// afterwards. While the store is open, no other program can use the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, is in use, is not a database of this program, or has a later format.
    pub fn open(file: impl AsRef<Path>) -> io::Result<Self> {
        let file = file.as_ref();
        create_private(file)?;
        let connection = Connection::open(file).map_err(failed)?;
        connection.busy_timeout(BUSY).map_err(failed)?;
        connection
            .pragma_update(None, "locking_mode", "exclusive")
            .map_err(failed)?;
        connection
            .pragma_update(None, "journal_mode", "wal")
            .map_err(failed)?;
        connection
            .pragma_update(None, "synchronous", "full")
            .map_err(failed)?;
        let format: i64 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(failed)?;
        if format > FORMAT {
            let message =
                format!("the database has format {format}, and this program reads {FORMAT}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        connection
            .execute_batch(&format!(
                "BEGIN IMMEDIATE;
                 CREATE TABLE IF NOT EXISTS entries (
                     session TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL,
                     PRIMARY KEY (session, number)) WITHOUT ROWID;
                 CREATE TABLE IF NOT EXISTS uses (session TEXT PRIMARY KEY, used INTEGER NOT NULL) WITHOUT ROWID;
                 CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                 PRAGMA user_version = {FORMAT};
                 COMMIT;"
            ))
            .map_err(failed)?;
        // Now the file is known as a database of this program.
        make_private(file);
        // A session of unknown use is used now, so that it does not expire at once.
        let add = "INSERT OR IGNORE INTO uses SELECT DISTINCT session, ?1 FROM entries";
        connection
            .execute(add, [milliseconds_now()])
            .map_err(failed)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// Opens an existing database file like [`open`](Self::open).
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is a database of another program, or cannot be
    /// [opened](Self::open).
    pub fn open_existing(file: impl AsRef<Path>) -> io::Result<Self> {
        let file = file.as_ref();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        std::fs::File::open(file)?;
        let connection = Connection::open_with_flags(file, flags).map_err(failed)?;
        connection.busy_timeout(BUSY).map_err(failed)?;
        let format: i64 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(failed)?;
        if format == 0 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the file is not a store of `agent-ui serve`",
            ));
        }
        drop(connection);
        Self::open(file)
    }

    /// Returns all sessions, most recently used first.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn stored_sessions(&self) -> io::Result<Vec<StoredSession>> {
        let connection = self.lock();
        let select = "SELECT session, count(*), sum(length(CAST(entry AS BLOB))), \
                      (SELECT used FROM uses WHERE uses.session = entries.session) AS used \
                      FROM entries GROUP BY session ORDER BY used DESC, session";
        let mut select = connection.prepare(select).map_err(failed)?;
        let rows = select.query_map([], |row| {
            let used: Option<i64> = row.get(3)?;
            let used = u64::try_from(used.unwrap_or_default()).unwrap_or_default();
            Ok(StoredSession {
                key: row.get(0)?,
                used: UNIX_EPOCH + Duration::from_millis(used),
                entries: u64::try_from(row.get::<_, i64>(1)?).unwrap_or_default(),
                bytes: u64::try_from(row.get::<_, i64>(2)?).unwrap_or_default(),
            })
        });
        rows.map_err(failed)?
            .map(|row| row.map_err(failed))
            .collect()
    }

    /// Deletes the sessions with these keys. After an error, none is deleted.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub fn delete_sessions(&self, keys: &[String]) -> io::Result<()> {
        delete(&mut self.lock(), keys)
    }

    /// Returns a setting.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub fn setting(&self, name: &str) -> io::Result<Option<String>> {
        let connection = self.lock();
        let found = connection.query_row(
            "SELECT value FROM settings WHERE name = ?1",
            [name],
            |row| row.get(0),
        );
        found.optional().map_err(failed)
    }

    /// Sets a setting.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub fn set_setting(&self, name: &str, value: &str) -> io::Result<()> {
        let set =
            "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2";
        self.lock().execute(set, [name, value]).map_err(failed)?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A transaction that a panic ended is rolled back.
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds entries in one transaction. If `replaces` is `true`, all earlier entries are deleted.
    fn write(
        &self,
        session: &str,
        first: u64,
        entries: &[LogEntry],
        replaces: bool,
    ) -> io::Result<()> {
        let mut connection = self.lock();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        if replaces {
            let delete = "DELETE FROM entries WHERE session = ?1 AND number < ?2";
            transaction
                .execute(delete, params![session, number(first)?])
                .map_err(failed)?;
        }
        {
            let insert = "INSERT INTO entries VALUES (?1, ?2, ?3)";
            let mut insert = transaction.prepare_cached(insert).map_err(failed)?;
            for (at, entry) in (first..).zip(entries) {
                let entry = serde_json::to_string(entry)?;
                insert
                    .execute(params![session, number(at)?, entry])
                    .map_err(failed)?;
            }
        }
        mark_used(&transaction, session).map_err(failed)?;
        transaction.commit().map_err(failed)
    }
}

/// Records that a session is being used now.
fn mark_used(connection: &Connection, session: &str) -> rusqlite::Result<()> {
    let set = "INSERT INTO uses VALUES (?1, ?2) ON CONFLICT (session) DO UPDATE SET used = ?2";
    connection
        .prepare_cached(set)?
        .execute(params![session, milliseconds_now()])
        .map(drop)
}

fn delete(connection: &mut Connection, keys: &[String]) -> io::Result<()> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    for table in ["entries", "uses"] {
        let delete = format!("DELETE FROM {table} WHERE session = ?1");
        for key in keys {
            transaction.execute(&delete, [key]).map_err(failed)?;
        }
    }
    transaction.commit().map_err(failed)
}

impl SessionStore for SqliteStore {
    fn load(&self, session: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        let connection = self.lock();
        let select = "SELECT number, entry FROM entries WHERE session = ?1 ORDER BY number";
        let mut select = connection.prepare_cached(select).map_err(failed)?;
        let rows = select
            .query_map([session], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })
            .map_err(failed)?;
        let entries = rows.map(|row| {
            let (at, entry) = row.map_err(failed)?;
            let at = u64::try_from(at).map_err(io::Error::other)?;
            Ok((at, serde_json::from_str(&entry)?))
        });
        let entries: Vec<(u64, LogEntry)> = entries.collect::<io::Result<_>>()?;
        if !entries.is_empty() {
            // A full disk does not keep a session from being read.
            let _ = mark_used(&connection, session);
        }
        Ok(entries)
    }

    fn append(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.write(session, first, entries, false)
    }

    fn replace(&self, session: &str, first: u64, entries: &[LogEntry]) -> io::Result<()> {
        self.write(session, first, entries, true)
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        let connection = self.lock();
        let mut select = connection
            .prepare("SELECT DISTINCT session FROM entries")
            .map_err(failed)?;
        let rows = select.query_map([], |row| row.get(0)).map_err(failed)?;
        rows.map(|row| row.map_err(failed)).collect()
    }

    fn delete_expired(&self, keep: Duration, in_use: &[String]) -> io::Result<Vec<String>> {
        let mut connection = self.lock();
        for session in in_use {
            let set = "UPDATE uses SET used = ?2 WHERE session = ?1";
            connection
                .execute(set, params![session, milliseconds_now()])
                .map_err(failed)?;
        }
        let keep = i64::try_from(keep.as_millis()).unwrap_or(i64::MAX);
        let mut select = connection
            .prepare("SELECT session FROM uses WHERE used <= ?1")
            .map_err(failed)?;
        let rows = select
            .query_map([milliseconds_now().saturating_sub(keep)], |row| row.get(0))
            .map_err(failed)?;
        let expired: Vec<String> = rows.collect::<rusqlite::Result<_>>().map_err(failed)?;
        drop(select);
        if !expired.is_empty() {
            delete(&mut connection, &expired)?;
        }
        Ok(expired)
    }
}

/// Returns the milliseconds since 1970.
fn milliseconds_now() -> i64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

fn number(at: u64) -> io::Result<i64> {
    i64::try_from(at).map_err(io::Error::other)
}

/// Converts a database error to the kinds that [`SessionStore`] documents.
fn failed(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let message = "another program uses the database; stop it, or give each program a file of its own";
            io::Error::new(io::ErrorKind::ResourceBusy, message)
        }
        // A write that the system refuses, such as one beyond a quota, has the same cause.
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
            let message =
                format!("the database cannot be written, as its disk may be full: {error}");
            io::Error::new(io::ErrorKind::StorageFull, message)
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!("the database cannot be written: {error}"),
            )
        }
        _ => io::Error::other(error),
    }
}

/// Creates a file that only its owner can read, because sessions contain the input of users.
fn create_private(file: &Path) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Removes the rights of others to an existing file. A file of another user is left unchanged.
fn make_private(file: &Path) {
    #[cfg(unix)]
    let _ = std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    let _ = file;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_database_has_one_open_store_and_one_reader() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.db");
        std::fs::write(&file, "").unwrap();
        let store = SqliteStore::open(&file).unwrap();
        store
            .append("main", 1, &[LogEntry::Checkpoint { keys: Vec::new() }])
            .unwrap();
        let error = SqliteStore::open(&file).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy, "{error}");
        #[cfg(unix)]
        {
            let mode =
                std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        drop(store);
        assert_eq!(
            SqliteStore::open(&file)
                .unwrap()
                .load("main")
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn a_full_disk_is_reported_as_a_store_refusal() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("sessions.db")).unwrap();
        let long = LogEntry::Text {
            agent: "a".to_owned(),
            text: "x".repeat(1 << 20),
        };
        let pages: i64 = store
            .lock()
            .query_row("PRAGMA page_count", [], |row| row.get(0))
            .unwrap();
        store
            .lock()
            .pragma_update(None, "max_page_count", pages)
            .unwrap();
        let error = store.append("main", 1, &[long]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
        // Stored entries can still be read.
        assert!(store.load("main").unwrap().is_empty());
    }

    #[test]
    fn sessions_that_are_not_used_expire() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.db");
        let store = SqliteStore::open(&file).unwrap();
        let keep = Duration::from_millis(600);
        let entries = [LogEntry::Text {
            agent: "a".to_owned(),
            text: "Hello".to_owned(),
        }];
        for session in ["unused", "loaded", "changed", "open"] {
            store.append(session, 1, &entries).unwrap();
        }
        std::thread::sleep(keep);
        store.load("loaded").unwrap();
        store.append("changed", 2, &entries).unwrap();
        assert_eq!(
            store.delete_expired(keep, &["open".to_owned()]).unwrap(),
            ["unused"]
        );
        let mut left = store.sessions().unwrap();
        left.sort();
        assert_eq!(left, ["changed", "loaded", "open"]);
        // The store of an earlier program knows no uses.
        store.lock().execute("DELETE FROM uses", []).unwrap();
        drop(store);
        let store = SqliteStore::open_existing(&file).unwrap();
        assert!(store.delete_expired(keep, &[]).unwrap().is_empty());
        let listed = store.stored_sessions().unwrap();
        let counts: Vec<_> = listed
            .iter()
            .map(|stored| (&*stored.key, stored.entries))
            .collect();
        assert_eq!(counts, [("changed", 2), ("loaded", 1), ("open", 1)]);
        store
            .delete_sessions(&["changed".to_owned(), "open".to_owned()])
            .unwrap();
        assert_eq!(store.sessions().unwrap(), ["loaded"]);
    }

    #[test]
    fn only_existing_stores_are_opened_as_existing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.db");
        assert_eq!(
            SqliteStore::open_existing(&file).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
        assert!(!file.exists());
        std::fs::write(&file, "").unwrap();
        assert_eq!(
            SqliteStore::open_existing(&file).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
        std::fs::write(&file, "not a database").unwrap();
        assert!(SqliteStore::open_existing(&file).is_err());
    }
}
