//! The file that replaces standard output (`--output`).

use crate::{
    args::Command,
    descriptor,
    exit::Exit,
    folder,
    replacement::{Replacement, replaceable},
};
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The file of `--output`. An earlier file is unchanged until the output is complete.
pub(crate) struct OutputFile {
    path: PathBuf,
    destination: Destination,
    /// `true` if there is an earlier file.
    is_existing: bool,
}

/// The destinations of an output.
enum Destination {
    /// A file that is replaced when the output is complete.
    Replacement(Replacement),
    /// A pipe or a device, which is written at once.
    Stream(File),
}

impl OutputFile {
    /// Opens the file of `--output`, after checking that the command does not read it.
    pub(crate) fn open(path: &Path, command: &Command) -> Result<Self, Exit> {
        ensure_not_input(path, command)?;
        let is_existing = path.exists();
        let opened = match replaceable(path) {
            Some(path) => Replacement::begin(path).map(Destination::Replacement),
            None => open_stream(path).map(Destination::Stream),
        };
        let destination = opened.map_err(|error| Exit::Output(with_path(path, &error)))?;
        Ok(Self {
            path: path.to_owned(),
            destination,
            is_existing,
        })
    }

    /// Returns a writer of the output.
    pub(crate) fn writer(&self) -> Result<Box<dyn Write>, Exit> {
        let file = match &self.destination {
            Destination::Replacement(replacement) => replacement.file(),
            Destination::Stream(file) => file,
        };
        let file = file
            .try_clone()
            .map_err(|error| Exit::Output(with_path(&self.path, &error)))?;
        Ok(Box::new(OutputWriter {
            path: self.path.clone(),
            file,
        }))
    }

    /// Returns the path of the earlier file if no output was written to replace it.
    pub(crate) fn unchanged(&self) -> Option<&Path> {
        let Destination::Replacement(replacement) = &self.destination else {
            return None;
        };
        let is_empty = replacement
            .file()
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0);
        match self.is_existing && is_empty {
            true => Some(&self.path),
            false => None,
        }
    }

    /// Replaces the earlier file with the complete output.
    pub(crate) fn finish(self) -> Result<(), Exit> {
        match self.destination {
            Destination::Replacement(replacement) => replacement
                .finish()
                .map_err(|error| Exit::Output(with_path(&self.path, &error))),
            Destination::Stream(_) => Ok(()),
        }
    }
}

/// A writer whose errors name the file.
struct OutputWriter {
    path: PathBuf,
    file: File,
}

impl Write for OutputWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file
            .write(bytes)
            .map_err(|error| with_path(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file
            .flush()
            .map_err(|error| with_path(&self.path, &error))
    }
}

/// Opens a pipe, a device or a descriptor.
fn open_stream(path: &Path) -> io::Result<File> {
    descriptor::open_writable(path).unwrap_or_else(|| OpenOptions::new().append(true).open(path))
}

/// Adds the path of an output to an error about it.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Refuses an output that the command also reads, because its contents would be lost before they are read.
pub(crate) fn ensure_not_input(output: &Path, command: &Command) -> Result<(), Exit> {
    // A pipe or a device has no contents that could be lost.
    let Some(identity) = FileIdentity::of(output) else {
        return Ok(());
    };
    let output_path = output.display();
    for (flag, path) in command.input_paths() {
        if flag.is_empty() && identity.is_read_with_folder(path) {
            return Err(Exit::Usage(format!(
                "--output {output_path}: this file is in the folder {}, which is the input; use another folder",
                path.display()
            )));
        }
        if FileIdentity::of(path).is_some_and(|input| input.is_same_file(&identity)) {
            let input = if flag.is_empty() {
                "the input".to_owned()
            } else {
                format!("the file of {flag}")
            };
            return Err(Exit::Usage(format!(
                "--output {output_path}: this is {input}, which would be overwritten; use a different file"
            )));
        }
    }
    Ok(())
}

/// The identity of an existing or future regular file.
pub(crate) struct FileIdentity {
    /// The canonical path of the file.
    pub(crate) path: PathBuf,
    /// The device and inode numbers of an existing file, which its hard links share.
    number: Option<(u64, u64)>,
}

impl FileIdentity {
    /// Returns the identity of an existing or future file; `None` for anything else, such as a terminal.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if path.exists() {
            let path = path.canonicalize().ok().filter(|path| path.is_file())?;
            let number = file_number(&path);
            return Some(Self { path, number });
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        Some(Self {
            path: folder.canonicalize().ok()?.join(path.file_name()?),
            number: None,
        })
    }

    /// Returns `true` if a command that reads the folder also reads the file.
    fn is_read_with_folder(&self, folder: &Path) -> bool {
        if !folder.is_dir() {
            return false;
        }
        let Ok(folder) = folder.canonicalize() else {
            return false;
        };
        match self.path.strip_prefix(folder) {
            Ok(below) => folder::is_input_file(below),
            Err(_) => false,
        }
    }

    /// Returns `true` if both are the same file: by path, or as hard links.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        self.path == other.path || self.number.is_some() && self.number == other.number
    }
}

/// Returns the device and inode numbers of a file.
#[cfg(unix)]
fn file_number(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata()
        .ok()
        .map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Returns `None`, because other systems do not provide these numbers.
#[cfg(not(unix))]
fn file_number(_: &Path) -> Option<(u64, u64)> {
    None
}
