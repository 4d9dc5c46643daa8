//! Pages and records on a disk. Each record is an immutable file.

mod memory;

use crate::timestamp::format_time;
use aap::{AgentId, CanvasFileInfo, CanvasPath, InteractionFileName, storage};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::{
    ambient_authority,
    fs::{Dir, DirEntry, File, OpenOptions},
};
use memory::MemoryRecords;
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};
use wire::{Number, Payload, Timestamp};

/// The maximum size of a record or page that is read, in bytes.
pub(crate) const MAX_FILE: u64 = 8 << 20;
/// The maximum total size of the records in a list, in bytes.
pub(crate) const MAX_LIST: usize = 64 << 20;
/// The maximum number of pages that are listed, and the maximum depth of their folders.
pub(crate) const MAX_PAGES: usize = 10_000;
const MAX_FOLDERS: usize = 32;
/// The suffix of unfinished files. Names of records never have this suffix.
const PART: &str = ".part";
/// The age after which an unfinished file counts as abandoned.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The home folder of a user, with the pages and records of every agent.
///
/// Links below the folder are never followed, and count as missing files. All clones share the same records.
///
/// ```
/// use agent_ui_live::{aap::{AgentId, Interaction, SubmitRequest, provider}, faces::provider::Store};
///
/// # let home = tempfile::tempdir()?;
/// # let home = home.path();
/// let store = Store::open(home)?;
/// let ann = AgentId::parse("ann")?;
/// let (id, time) = ("f6554697-47fd-4d67-8db9-291b9f7f3476", "2026-11-21T04:36:20.639Z");
/// let record = Interaction::create(id, time, SubmitRequest::new("click", "loans.html"));
/// store.insert(&ann, &record.file_name()?, &provider::stored_text(&record)?)?;
/// assert_eq!(store.newest(&ann, 10)?.records.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Specification: [AAP 1.0, § 4 Storage](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md).
#[derive(Clone, Debug)]
pub struct Store {
    place: Arc<StorePlace>,
}

/// The place in which records are stored.
#[derive(Debug)]
enum StorePlace {
    Disk(Dir),
    Memory(MemoryRecords),
}

/// The newest records of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewestRecords {
    /// The records, newest first.
    pub records: Vec<Payload>,
    /// The names of files that cannot be read as records, each with the reason.
    pub unreadable: Vec<(String, String)>,
}

impl Store {
    /// Opens the store in an existing folder.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be opened.
    pub fn open(home: impl AsRef<Path>) -> io::Result<Self> {
        let home = Dir::open_ambient_dir(home, ambient_authority())?;
        Ok(Self {
            place: Arc::new(StorePlace::Disk(home)),
        })
    }

    /// Opens the store of a user below a folder, and creates it if it does not exist. The store's name is derived from
    /// the name of the user, because some file systems cannot distinguish all user names.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created or opened.
    #[cfg(feature = "gateway")]
    pub fn of_user(folder: impl AsRef<Path>, user: &crate::gateway::User) -> io::Result<Self> {
        use sha2::{Digest, Sha256};
        let digest = Sha256::digest(user.name());
        let name: String = digest
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let home = folder.as_ref().join("users").join(name);
        std::fs::create_dir_all(&home)?;
        Self::open(home)
    }

    /// Creates a store in memory, which has every agent and no pages. It contains the 1,000 newest records with at most
    /// 64 MiB in total. They are lost when the program ends.
    pub fn in_memory() -> Self {
        Self {
            place: Arc::new(StorePlace::Memory(MemoryRecords::default())),
        }
    }

    /// Returns `true` if the agent has a folder.
    ///
    /// # Errors
    /// Returns an error if the file system fails.
    pub fn has(&self, agent: &AgentId) -> io::Result<bool> {
        if let StorePlace::Memory(_) = *self.place {
            return Ok(true);
        }
        let canvas = storage::canvas_dir(agent);
        let folder = canvas
            .rsplit_once('/')
            .map_or(&*canvas, |(folder, _)| folder);
        Ok(self.folder(folder)?.is_some())
    }

    /// Stores a record under its name, durably.
    ///
    /// The record is written to a temporary file, synced and linked to its name, and then the folder is synced.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the record exists, because records are never replaced. After any
    /// other error, the record may have been stored.
    pub fn insert(
        &self,
        agent: &AgentId,
        name: &InteractionFileName,
        text: &str,
    ) -> io::Result<()> {
        let name = name.to_string();
        let home = match &*self.place {
            StorePlace::Disk(home) => home,
            StorePlace::Memory(records) => return records.insert(agent, name, text),
        };
        let folder = create_folder(home, &storage::interactions_dir(agent))?;
        let part = format!(".{name}{PART}");
        let mut file = folder.open_with(&part, OpenOptions::new().write(true).create_new(true))?;
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all());
        let linked = written.and_then(|()| folder.hard_link(&part, &folder, &name));
        // If this fails, the temporary file is removed later.
        let _ = folder.remove_file(&part);
        linked?;
        sync(&folder)
    }

    /// Returns the newest records, ordered by name. Only these records are read from the disk.
    ///
    /// Unreadable records count towards the limit, as in the reference provider.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read, or if the records exceed 64 MiB.
    pub fn newest(&self, agent: &AgentId, limit: usize) -> io::Result<NewestRecords> {
        let mut newest = NewestRecords::default();
        if let StorePlace::Memory(records) = &*self.place {
            newest.records = records.newest(agent, limit);
            return Ok(newest);
        }
        let Some(folder) = self.folder(&storage::interactions_dir(agent))? else {
            return Ok(newest);
        };
        let mut bytes = 0;
        for name in newest_names(&folder, limit)? {
            match read_record(&folder, &name) {
                Ok(record) => {
                    bytes += record.text().len();
                    if bytes > MAX_LIST {
                        let message =
                            format!("the records exceed {MAX_LIST} bytes; request fewer records");
                        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
                    }
                    newest.records.push(record);
                }
                Err(error) => newest.unreadable.push((name, error.to_string())),
            }
        }
        Ok(newest)
    }

    /// Returns the pages of an agent, most recently changed first. At most 10,000 entries are inspected.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn pages(&self, agent: &AgentId) -> io::Result<Vec<CanvasFileInfo>> {
        let mut found = Vec::new();
        let mut open: Vec<(String, Dir)> = Vec::new();
        if let Some(folder) = self.folder(&storage::canvas_dir(agent))? {
            open.push((String::new(), folder));
        }
        let mut seen = 0;
        'folders: while let Some((path, folder)) = open.pop() {
            for entry in folder.entries()? {
                let entry = entry?;
                seen += 1;
                if seen > MAX_PAGES {
                    break 'folders;
                }
                let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type())
                else {
                    continue;
                };
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}/{name}")
                };
                if kind.is_dir() && path.split('/').count() < MAX_FOLDERS {
                    if let Ok(folder) = folder.open_dir_nofollow(&name) {
                        open.push((path, folder));
                    }
                } else if kind.is_file() && CanvasPath::parse(&path).is_ok() {
                    let data = entry.metadata()?;
                    let modified = data.modified()?.into_std();
                    let size = Number::from(data.len());
                    let page = CanvasFileInfo::new(name, path, size, timestamp_of(modified));
                    found.push((modified, page));
                }
            }
        }
        found.sort_by(|(a, page), (b, other)| b.cmp(a).then_with(|| page.path.cmp(&other.path)));
        Ok(found.into_iter().map(|(_, page)| page).collect())
    }

    /// Returns the text of a page, or `None` if it does not exist.
    ///
    /// Links, folders, pipes and files of more than 8 MiB do not count as pages.
    ///
    /// # Errors
    /// Returns an error if the page cannot be read.
    pub fn page(&self, agent: &AgentId, path: &CanvasPath) -> io::Result<Option<String>> {
        let (below, name) = path
            .as_str()
            .rsplit_once('/')
            .unwrap_or(("", path.as_str()));
        let folder = match below {
            "" => storage::canvas_dir(agent),
            below => format!("{}/{below}", storage::canvas_dir(agent)),
        };
        let Some(folder) = self.folder(&folder)? else {
            return Ok(None);
        };
        match read(&folder, name) {
            // The path is not a regular file, or the file is too large.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput | io::ErrorKind::FileTooLarge
                ) =>
            {
                Ok(None)
            }
            read => none_if_missing(read),
        }
    }

    /// Opens a folder below the home folder, if it exists.
    fn folder(&self, path: &str) -> io::Result<Option<Dir>> {
        let StorePlace::Disk(home) = &*self.place else {
            return Ok(None);
        };
        let mut folder = home.try_clone()?;
        for segment in path.split('/') {
            // No file has a longer name, and the system would report an error.
            if segment.len() > CanvasPath::MAX_SEGMENT_BYTES {
                return Ok(None);
            }
            match folder.open_dir_nofollow(segment) {
                Ok(below) => folder = below,
                // The path is a link, or another file that is not a folder.
                Err(_)
                    if folder
                        .symlink_metadata(segment)
                        .is_ok_and(|data| !data.is_dir()) =>
                {
                    return Ok(None);
                }
                Err(error) => return none_if_missing(Err(error)),
            }
        }
        Ok(Some(folder))
    }
}

/// Opens a folder below the home folder, and creates it if it is missing.
fn create_folder(home: &Dir, path: &str) -> io::Result<Dir> {
    let mut folder = home.try_clone()?;
    for segment in path.split('/') {
        if let Some(below) = none_if_missing(folder.open_dir_nofollow(segment))? {
            folder = below;
            continue;
        }
        match folder.create_dir(segment) {
            Ok(()) => sync(&folder)?,
            // Another process created the folder first.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
        folder = folder.open_dir_nofollow(segment)?;
    }
    Ok(folder)
}

/// Returns the names of the newest records, in order. Abandoned files are removed on the way.
fn newest_names(folder: &Dir, limit: usize) -> io::Result<Vec<String>> {
    // The heap has the oldest of the newest names on top.
    let mut names: BinaryHeap<Reverse<String>> = BinaryHeap::new();
    for entry in folder.entries()? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') && name.ends_with(PART) {
            if is_abandoned(&entry) {
                // A file that cannot be removed is tried again with the next list.
                let _ = folder.remove_file(&name);
            }
            continue;
        }
        if !name.ends_with(".json") || limit == 0 {
            continue;
        }
        if names.len() >= limit {
            match names.peek() {
                Some(oldest) if name > oldest.0 => drop(names.pop()),
                _ => continue,
            }
        }
        names.push(Reverse(name));
    }
    let names = names.into_sorted_vec().into_iter();
    Ok(names.map(|Reverse(name)| name).collect())
}

/// Returns `true` if an unfinished file has not been written to for a long time.
fn is_abandoned(entry: &DirEntry) -> bool {
    let Ok(modified) = entry.metadata().and_then(|data| data.modified()) else {
        return false;
    };
    // The clock of the file system may be ahead.
    match modified.into_std().elapsed() {
        Ok(age) => age > ABANDONED,
        Err(_) => false,
    }
}

fn read_record(folder: &Dir, name: &str) -> io::Result<Payload> {
    let text = read(folder, name)?;
    Payload::parse(wire::without_layout(&text)).map_err(io::Error::other)
}

/// Formats a time as an AAP timestamp.
pub(crate) fn timestamp_of(time: SystemTime) -> Timestamp {
    Timestamp::from(format_time(time))
}

fn sync(folder: &Dir) -> io::Result<()> {
    // The folder's own handle may not support syncing.
    folder.open(".")?.sync_all()
}

/// Reads a regular file. Links and other special files are refused.
fn read(folder: &Dir, name: &str) -> io::Result<String> {
    // Opening a device may have an effect.
    if !folder.symlink_metadata(name)?.is_file() {
        return Err(not_a_regular_file());
    }
    // The file may have been replaced by a link or a pipe. Opening a pipe would block until it has a writer.
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.open_with(name, &options)?;
    if !file.metadata()?.is_file() {
        return Err(not_a_regular_file());
    }
    let (mut text, limit) = (String::new(), MAX_FILE + 1);
    let read = <File as Read>::take(file, limit).read_to_string(&mut text)?;
    if read as u64 == limit {
        let message = format!("the file is longer than {MAX_FILE} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

fn not_a_regular_file() -> io::Error {
    let message = "the path is not a regular file";
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Converts the error of a missing file to `None`.
fn none_if_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
