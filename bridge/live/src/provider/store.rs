//! Pages and records on a disk: one file a record, which never changes.

use aap::{AgentId, CanvasFileInfo, CanvasPath, InteractionFileName, storage};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::{
    ambient_authority,
    fs::{Dir, File, OpenOptions},
};
use chrono::{DateTime, SecondsFormat, Utc};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    io::{self, Read, Write},
    path::Path,
    time::Duration,
};
use wire::{Number, Payload, Timestamp};

/// How large a record or a page may be that is read, in bytes.
pub const MAX_FILE: u64 = 8 << 20;
/// How many bytes the records of one list may take.
pub const MAX_LIST: usize = 64 << 20;
/// How many pages are listed, and how deep their folders are looked through.
pub const MAX_PAGES: usize = 10_000;
const MAX_FOLDERS: usize = 32;
/// How a file is called that is still being written: no record ends so.
const PART: &str = ".part";
/// After how long nobody can be writing such a file any more.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The folder of a user, below which every agent has its pages and its records. AAP 1.0, "Storage".
///
/// No link is followed below it, whoever put it there: where one stands there is nothing.
#[derive(Debug)]
pub struct Store {
    home: Dir,
}

/// The newest records of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewestRecords {
    /// What is in them, the newest first.
    pub records: Vec<Payload>,
    /// The names of the files that cannot be read as a record, and why.
    pub unreadable: Vec<(String, String)>,
}

impl Store {
    /// The store in a folder that is there.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(home: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self { home: Dir::open_ambient_dir(home, ambient_authority())? })
    }

    /// Whether the agent has a folder.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn has(&self, agent: &AgentId) -> io::Result<bool> {
        let canvas = storage::canvas_dir(agent);
        let folder = canvas.rsplit_once('/').map_or(&*canvas, |(folder, _)| folder);
        Ok(self.folder(folder)?.is_some())
    }

    /// Stores a record under its name. When this returns it is on the disk: written to a name of its own, synced, linked to its name,
    /// and the folder synced.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is such a record: none is ever replaced. Any other failure of the disk; the record
    /// may be there then.
    pub fn insert(&self, agent: &AgentId, name: &InteractionFileName, text: &str) -> io::Result<()> {
        let folder = self.create_folder(&storage::interactions_dir(agent))?;
        let name = name.to_string();
        let part = format!(".{name}{PART}");
        let mut file = folder.open_with(&part, OpenOptions::new().write(true).create_new(true))?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        let linked = written.and_then(|()| folder.hard_link(&part, &folder, &name));
        // What is left is no record, and is taken away later.
        let _ = folder.remove_file(&part);
        linked?;
        sync(&folder)
    }

    /// The newest records, by their names. One that cannot be read takes the place of one that can, as for the real provider.
    ///
    /// Of the others nothing but the names is read.
    ///
    /// # Errors
    /// If the folder cannot be read, or the records would take more than [`MAX_LIST`] bytes.
    pub fn newest(&self, agent: &AgentId, limit: usize) -> io::Result<NewestRecords> {
        let mut newest = NewestRecords::default();
        let Some(folder) = self.folder(&storage::interactions_dir(agent))? else { return Ok(newest) };
        // The oldest of the newest is on top.
        let mut names: BinaryHeap<Reverse<String>> = BinaryHeap::new();
        for entry in folder.entries()? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') && name.ends_with(PART) {
                let age =
                    entry.metadata().and_then(|data| data.modified()).map(|time| time.into_std().elapsed());
                if age.is_ok_and(|age| age.is_ok_and(|age| age > ABANDONED)) {
                    let _ = folder.remove_file(&name);
                }
            } else if name.ends_with(".json") && limit > 0 {
                if names.len() < limit {
                    names.push(Reverse(name));
                } else if names.peek().is_some_and(|oldest| name > oldest.0) {
                    names.pop();
                    names.push(Reverse(name));
                }
            }
        }
        let mut bytes = 0;
        for Reverse(name) in names.into_sorted_vec() {
            match read(&folder, &name)
                .and_then(|text| Payload::parse(wire::without_layout(&text)).map_err(io::Error::other))
            {
                Ok(record) => {
                    bytes += record.text().len();
                    if bytes > MAX_LIST {
                        let message = format!("these records take more than {MAX_LIST} bytes; ask for fewer");
                        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
                    }
                    newest.records.push(record);
                }
                Err(error) => newest.unreadable.push((name, error.to_string())),
            }
        }
        Ok(newest)
    }

    /// The pages of an agent, that which was changed last first. At most [`MAX_PAGES`] are looked at.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn pages(&self, agent: &AgentId) -> io::Result<Vec<CanvasFileInfo>> {
        let mut found = Vec::new();
        let mut open: Vec<(String, Dir)> = Vec::new();
        open.extend(self.folder(&storage::canvas_dir(agent))?.map(|folder| (String::new(), folder)));
        let mut seen = 0;
        while let Some((path, folder)) = open.pop() {
            for entry in folder.entries()? {
                let entry = entry?;
                seen += 1;
                if seen > MAX_PAGES {
                    open.clear();
                    break;
                }
                let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else {
                    continue;
                };
                let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                if kind.is_dir() && path.split('/').count() < MAX_FOLDERS {
                    if let Ok(folder) = folder.open_dir_nofollow(&name) {
                        open.push((path, folder));
                    }
                } else if kind.is_file() && CanvasPath::parse(&path).is_ok() {
                    let data = entry.metadata()?;
                    let modified = data.modified()?.into_std();
                    let size = Number::from(data.len());
                    found.push((modified, CanvasFileInfo::new(name, path, size, text_of(modified.into()))));
                }
            }
        }
        found.sort_by(|(a, page), (b, other)| b.cmp(a).then_with(|| page.path.cmp(&other.path)));
        Ok(found.into_iter().map(|(_, page)| page).collect())
    }

    /// The text of a page; `None` if there is none. A link, a folder, a pipe and a file of more than [`MAX_FILE`] bytes are no pages.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn page(&self, agent: &AgentId, path: &CanvasPath) -> io::Result<Option<String>> {
        let (below, name) = path.as_str().rsplit_once('/').unwrap_or(("", path.as_str()));
        let folder = match below {
            "" => storage::canvas_dir(agent),
            below => format!("{}/{below}", storage::canvas_dir(agent)),
        };
        let Some(folder) = self.folder(&folder)? else { return Ok(None) };
        match read(&folder, name) {
            // Where something else stands, there is no page.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::FileTooLarge) =>
            {
                Ok(None)
            }
            read => if_present(read),
        }
    }

    /// A folder below the home, if it is there.
    fn folder(&self, path: &str) -> io::Result<Option<Dir>> {
        let mut folder = self.home.try_clone()?;
        for segment in path.split('/') {
            // Nothing has a longer name, and the system would call that a failure.
            if segment.len() > CanvasPath::MAX_SEGMENT_BYTES {
                return Ok(None);
            }
            match folder.open_dir_nofollow(segment) {
                Ok(below) => folder = below,
                // A link, or anything else that is not a folder.
                Err(_) if folder.symlink_metadata(segment).is_ok_and(|data| !data.is_dir()) => {
                    return Ok(None);
                }
                Err(error) => return if_present(Err(error)),
            }
        }
        Ok(Some(folder))
    }

    /// The same, made where it is not.
    fn create_folder(&self, path: &str) -> io::Result<Dir> {
        let mut folder = self.home.try_clone()?;
        for segment in path.split('/') {
            folder = match if_present(folder.open_dir_nofollow(segment))? {
                Some(below) => below,
                None => {
                    match folder.create_dir(segment) {
                        // Somebody else was quicker.
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                        made => {
                            made?;
                            sync(&folder)?;
                        }
                    }
                    folder.open_dir_nofollow(segment)?
                }
            };
        }
        Ok(folder)
    }
}

/// The time as AAP writes it.
pub(super) fn text_of(time: DateTime<Utc>) -> Timestamp {
    Timestamp::from(time.to_rfc3339_opts(SecondsFormat::Millis, true))
}

fn sync(folder: &Dir) -> io::Result<()> {
    // The handle of a folder may be one that only leads to it.
    folder.open(".")?.sync_all()
}

fn read(folder: &Dir, name: &str) -> io::Result<String> {
    let not_a_file = || io::Error::new(io::ErrorKind::InvalidInput, "this is not a file");
    // Opening a device may do something.
    if !folder.symlink_metadata(name)?.is_file() {
        return Err(not_a_file());
    }
    // By now a link or a pipe may stand there, and opening a pipe would wait for a writer.
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.open_with(name, &options)?;
    if !file.metadata()?.is_file() {
        return Err(not_a_file());
    }
    let (mut text, limit) = (String::new(), MAX_FILE + 1);
    let read = <File as Read>::take(file, limit).read_to_string(&mut text)?;
    if read as u64 == limit {
        let message = format!("there are more than {MAX_FILE} bytes in it");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

/// What is not there is no failure.
fn if_present<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
