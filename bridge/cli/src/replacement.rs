//! Replaces a file in one step. A reader finds either the old or the complete new contents, even after a crash or a
//! signal.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The number of symbolic links that are followed, as on Linux.
const LINKS: usize = 40;

/// The number of names that are tried for a temporary file.
const NAMES: usize = 1000;

/// The start and the end of the names of temporary files.
const PREFIX: &str = ".agent-ui-";
const SUFFIX: &str = ".new";

/// The temporary files of this process. A signal removes them.
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Replaces the contents of a file. Pipes and devices are written directly.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let Some(path) = replaceable(path) else {
        return fs::write(path, contents);
    };
    let mut new = Replacement::begin(path)?;
    new.file.write_all(contents)?;
    new.finish()
}

/// Checks that a file can be replaced, without changing it.
pub(crate) fn ensure_replaceable(path: &Path) -> io::Result<()> {
    match replaceable(path) {
        Some(path) => Replacement::begin(path).map(drop),
        None => Ok(()),
    }
}

/// Returns the file to which a path leads through symbolic links. Returns `None` for a pipe, a device, a folder or an
/// open descriptor.
pub(crate) fn replaceable(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        // If the folder does not exist, the caller fails to create the file and reports the error.
        let Ok(folder) = folder_of(&path).canonicalize() else {
            return Some(path);
        };
        // Descriptors such as `/dev/stdout` are links to files that another process has opened.
        if folder == Path::new("/dev") || folder.starts_with("/proc") {
            return None;
        }
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) if !path.exists() || path.is_file() => return Some(path),
            Err(_) => return None,
        }
    }
    Some(path)
}

/// Removes the temporary files and ends the process. Other threads cannot replace a file in the meantime.
pub(crate) fn exit_without_replacing(status: u8) -> ! {
    let temporary_files = temporary_files();
    for path in temporary_files.iter() {
        // The process ends, so a failure cannot be reported.
        let _ = fs::remove_file(path);
    }
    std::process::exit(status.into())
}

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY_FILES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The new contents of a file, in a temporary file next to it. Without [`Replacement::finish`], the file is unchanged.
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
}

impl Replacement {
    /// Creates the temporary file. `path` is the result of [`replaceable`].
    pub(crate) fn begin(path: PathBuf) -> io::Result<Self> {
        // A file that must not be written must not be replaced either.
        let old = match OpenOptions::new().write(true).open(&path) {
            Ok(old) => Some(old.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let created = match create_in(folder_of(&path)) {
            // A writable file can be in a folder that is not writable.
            Err(_) if old.is_some() => create_in(&std::env::temp_dir()),
            created => created,
        };
        let (temporary, file) = created?;
        let new = Self {
            path,
            temporary,
            file,
        };
        if let Some(old) = old {
            keep_owner(&new.file, &old);
            new.file.set_permissions(old.permissions())?;
        }
        Ok(new)
    }

    /// Returns the temporary file.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Replaces the file.
    pub(crate) fn finish(self) -> io::Result<()> {
        // After a crash of the system, the new name must not lead to missing contents.
        self.file.sync_data()?;
        let mut temporary_files = temporary_files();
        // A file that cannot be renamed, such as a mount point, is overwritten.
        if fs::rename(&self.temporary, &self.path).is_err() {
            if let Err(error) = fs::copy(&self.temporary, &self.path) {
                temporary_files.retain(|path| *path != self.temporary);
                let message = format!(
                    "{error}; the new contents are in {}",
                    self.temporary.display()
                );
                return Err(io::Error::new(error.kind(), message));
            }
            // The contents are complete even if the temporary file stays.
            let _ = fs::remove_file(&self.temporary);
        }
        temporary_files.retain(|path| *path != self.temporary);
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let mut temporary_files = temporary_files();
        // A finished replacement has no temporary file.
        if let Some(index) = temporary_files
            .iter()
            .position(|path| *path == self.temporary)
        {
            temporary_files.swap_remove(index);
            // A drop cannot report a failure.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Returns `true` for the names of temporary files, which [`create_in`] creates.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// Creates a temporary file with a new name.
fn create_in(folder: &Path) -> io::Result<(PathBuf, File)> {
    let mut temporary_files = temporary_files();
    for number in 0..NAMES {
        let path = folder.join(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => {
                let file = created?;
                temporary_files.push(path.clone());
                return Ok((path, file));
            }
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Gives a new file the owner of the old file, if the system permits it.
#[cfg(unix)]
fn keep_owner(new: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_kept = new
        .metadata()
        .is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    if !is_kept {
        // Without the permission, the new file belongs to the user of the program.
        let _ = fchown(new, Some(old.uid()), Some(old.gid()));
    }
}

/// Does nothing: a new file gets its owner from its folder.
#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}
