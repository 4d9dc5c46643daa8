//! Open descriptors that another program passes on, as a shell does with `3< file`.
//!
//! The path `/dev/fd/3` would open the file again. If the file is a named pipe whose writer has ended, this waits for
//! another writer, and the contents of the pipe are lost. Therefore the descriptor itself is used.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Opens a file for reading. A pipe that is named by its descriptor is not opened again.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    match descriptor_number(path) {
        Some(number) if !path.is_file() => duplicate(number),
        _ => File::open(path),
    }
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the open descriptor that a path names, for writing.
pub(crate) fn open_writable(path: &Path) -> Option<io::Result<File>> {
    descriptor_number(path).map(duplicate)
}

/// Converts the number of a descriptor into its path. Other paths are returned unchanged.
pub(crate) fn path_of_number(path: &Path) -> PathBuf {
    let name = path.to_str().unwrap_or_default();
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    match is_number {
        true => Path::new("/dev/fd").join(name),
        false => path.to_owned(),
    }
}

/// Returns the number of the descriptor that a path names.
fn descriptor_number(path: &Path) -> Option<i32> {
    let path = path.to_str()?;
    match path {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        _ => path
            .strip_prefix("/dev/fd/")
            .or_else(|| path.strip_prefix("/proc/self/fd/"))?
            .parse()
            .ok(),
    }
}

/// Returns another descriptor of the same open file.
#[cfg(unix)]
fn duplicate(number: i32) -> io::Result<File> {
    use filedescriptor::{Error, FileDescriptor};
    let duplicate = FileDescriptor::dup(&number).and_then(|descriptor| descriptor.as_file());
    duplicate.map_err(|error| match error {
        Error::Dup { source, .. } => source,
        other => io::Error::other(other),
    })
}

/// Returns an error, because other systems have no numbers for open files.
#[cfg(not(unix))]
fn duplicate(_: i32) -> io::Result<File> {
    Err(io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_descriptors() {
        for (path, expected) in [
            ("/dev/stdin", Some(0)),
            ("/dev/fd/12", Some(12)),
            ("/proc/self/fd/3", Some(3)),
            ("/dev/fd/x", None),
            ("/dev/fd/3/x", None),
            ("3", None),
        ] {
            assert_eq!(descriptor_number(Path::new(path)), expected, "{path}");
        }
        assert_eq!(path_of_number(Path::new("3")), Path::new("/dev/fd/3"));
        assert_eq!(path_of_number(Path::new("3.json")), Path::new("3.json"));
    }

    #[test]
    #[cfg(unix)]
    fn a_closed_descriptor_is_an_error() {
        assert!(open(Path::new("/dev/fd/987654")).is_err());
        assert!(open_writable(Path::new("/dev/fd/987654")).is_some_and(|file| file.is_err()));
    }
}
