//! The input files in a folder and its subfolders.

use crate::{exit::Exit, replacement};
use std::{
    ffi::OsStr,
    fmt,
    fs::DirEntry,
    io,
    path::{Path, PathBuf},
};

/// The extensions of the files that are read in a folder, in any case.
const EXTENSIONS: [&str; 4] = ["json", "jsonl", "ndjson", "json5"];

/// The names of the files that are read in a folder, for messages.
pub(crate) const FILE_NAMES: &str = "*.json, *.jsonl, *.ndjson and *.json5";

/// The contents of a folder.
#[derive(Default)]
pub(crate) struct FolderContents {
    /// The input files in the folder and its subfolders, in name order.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) unread: UnreadEntries,
}

/// The files and folders in a folder that are not read.
#[derive(Debug, Default)]
pub(crate) struct UnreadEntries {
    files: usize,
    folders: usize,
    /// The first entry in name order, as an example.
    first: Option<PathBuf>,
}

/// The kinds of entries of a folder.
enum EntryKind {
    InputFile,
    OtherFile,
    Subfolder,
    OtherFolder,
}

/// Lists the input files in a folder and its subfolders. Linked folders, hidden names and `node_modules` are not read.
///
/// # Errors
/// Returns a usage error if a folder cannot be read.
pub(crate) fn read(folder: &Path) -> Result<FolderContents, Exit> {
    let mut contents = FolderContents::default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = folder
            .read_dir()
            .map_err(|error| unreadable(&folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(&folder, &error))?;
            if replacement::is_temporary(&entry.file_name()) {
                continue;
            }
            match entry_kind(&entry) {
                EntryKind::InputFile => contents.files.push(entry.path()),
                EntryKind::Subfolder => folders.push(entry.path()),
                EntryKind::OtherFile => contents.unread.add(UnreadEntries::of_file(entry.path())),
                EntryKind::OtherFolder => {
                    contents.unread.add(UnreadEntries::of_folder(entry.path()))
                }
            }
        }
    }
    contents.files.sort_unstable();
    Ok(contents)
}

fn unreadable(folder: &Path, error: &io::Error) -> Exit {
    Exit::Usage(format!("{}: {error}", folder.display()))
}

/// Returns `true` if a command that reads a folder also reads the file at this path below the folder.
pub(crate) fn is_input_file(below_folder: &Path) -> bool {
    has_input_extension(below_folder) && !below_folder.iter().any(is_skipped_name)
}

fn entry_kind(entry: &DirEntry) -> EntryKind {
    let (path, is_skipped) = (entry.path(), is_skipped_name(&entry.file_name()));
    let is_input_name = !is_skipped && has_input_extension(&path);
    match path.metadata() {
        // A link may lead to a folder that contains this one.
        Ok(metadata) if metadata.is_dir() && (is_skipped || path.is_symlink()) => {
            EntryKind::OtherFolder
        }
        Ok(metadata) if metadata.is_dir() => EntryKind::Subfolder,
        // A pipe would block.
        Ok(metadata) if !metadata.is_file() => EntryKind::OtherFile,
        // A broken link causes an error when it is opened.
        Ok(_) | Err(_) if is_input_name => EntryKind::InputFile,
        Ok(_) | Err(_) => EntryKind::OtherFile,
    }
}

fn has_input_extension(path: &Path) -> bool {
    let Some(own_extension) = path.extension() else {
        return false;
    };
    EXTENSIONS
        .iter()
        .any(|extension| own_extension.eq_ignore_ascii_case(extension))
}

/// Returns `true` for the names of hidden files and folders, and of installed packages.
fn is_skipped_name(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name == "node_modules"
}

/// Returns the sort key of an example. Skipped names come last.
fn example_order(path: &Path) -> (bool, &Path) {
    (path.file_name().is_some_and(is_skipped_name), path)
}

impl UnreadEntries {
    fn of_file(path: PathBuf) -> Self {
        Self {
            files: 1,
            folders: 0,
            first: Some(path),
        }
    }

    fn of_folder(path: PathBuf) -> Self {
        Self {
            files: 0,
            folders: 1,
            first: Some(path),
        }
    }

    /// Adds the entries of the same or another folder.
    pub(crate) fn add(&mut self, other: Self) {
        self.files += other.files;
        self.folders += other.folders;
        let paths = [self.first.take(), other.first].into_iter().flatten();
        self.first = paths.min_by(|one, other| example_order(one).cmp(&example_order(other)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns the number of files and folders.
    pub(crate) fn count(&self) -> usize {
        self.files + self.folders
    }
}

/// Formats a number of entries with their noun.
fn format_count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 other {noun}"),
        _ => format!("{count} other {noun}s"),
    }
}

/// Formats the numbers and an example: ``2 other files and 1 other folder (such as `notes.txt`)``.
impl fmt::Display for UnreadEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.files, self.folders) {
            (files, 0) => f.write_str(&format_count(files, "file"))?,
            (0, folders) => f.write_str(&format_count(folders, "folder"))?,
            (files, folders) => {
                write!(
                    f,
                    "{} and {}",
                    format_count(files, "file"),
                    format_count(folders, "folder")
                )?;
            }
        }
        match &self.first {
            Some(only) if self.count() == 1 => write!(f, " (`{}`)", only.display()),
            Some(first) => write!(f, " (such as `{}`)", first.display()),
            None => Ok(()),
        }
    }
}
