//! The file that replaces standard output (`--output`).

use crate::{args::Command, exit::Exit};
use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A file that stays as it is until something is written to it, or the run ends well.
pub(crate) struct OutputFile {
    path: PathBuf,
    file: File,
    /// `true` if the file did not exist before.
    is_new: bool,
    /// `true` once the earlier contents were removed.
    is_begun: bool,
}

impl OutputFile {
    /// Opens the file of `--output`, after checking that the command does not read it.
    pub(crate) fn open(path: &Path, command: &Command) -> Result<Self, Exit> {
        ensure_not_input(path, command)?;
        let is_new = !path.exists();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| Exit::Output(with_path(path, &error)))?;
        Ok(Self { path: path.to_owned(), file, is_new, is_begun: false })
    }

    /// Removes the earlier contents before the first write.
    fn begin(&mut self) -> io::Result<()> {
        if !self.is_begun {
            self.is_begun = true;
            // Devices and pipes have no contents to remove.
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
            }
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.begin().and_then(|()| self.file.write(bytes));
        written.map_err(|error| with_path(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.begin().and_then(|()| self.file.flush());
        flushed.map_err(|error| with_path(&self.path, &error))
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        // A run that ended before any output leaves no empty file.
        if self.is_new && !self.is_begun {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Adds the path of an output to an error about it.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Refuses an output that the command also reads, because its contents would be lost before they are read.
pub(crate) fn ensure_not_input(output: &Path, command: &Command) -> Result<(), Exit> {
    let Some(identity) = FileIdentity::of(output) else { return Ok(()) };
    let output_path = output.display();
    for (flag, path) in command.input_paths() {
        if path.is_dir() {
            let is_json = output
                .extension()
                .is_some_and(|own| own.eq_ignore_ascii_case("json") || own.eq_ignore_ascii_case("jsonl"));
            let folder = identity.path.parent().map(Path::to_owned);
            if flag.is_empty() && is_json && folder.is_some() && folder == path.canonicalize().ok() {
                return Err(Exit::Usage(format!(
                    "--output {output_path}: this file is in the folder {}, which is the input; use another folder",
                    path.display()
                )));
            }
        }
        if FileIdentity::of(path).is_some_and(|input| input.is_same_file(&identity)) {
            let input = if flag.is_empty() { "the input".to_owned() } else { format!("the file of {flag}") };
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
    /// The device and the number of an existing file, which its hard links share.
    number: Option<(u64, u64)>,
}

impl FileIdentity {
    /// Returns the identity of an existing or future file; `None` for anything else, such as a terminal.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if path.exists() {
            let path = path.canonicalize().ok().filter(|path| path.is_file())?;
            let number = number(&path);
            return Some(Self { path, number });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(Self { path: folder.canonicalize().ok()?.join(path.file_name()?), number: None })
    }

    /// Returns `true` if both are the same file, by its path or as hard links.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        self.path == other.path || self.number.is_some() && self.number == other.number
    }
}

/// Returns the device and the number of a file.
#[cfg(unix)]
fn number(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Returns `None`: other systems do not tell the number of a file.
#[cfg(not(unix))]
fn number(_: &Path) -> Option<(u64, u64)> {
    None
}
