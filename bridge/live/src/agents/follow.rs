//! A reader that follows a growing file.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

/// The interval between checks for new data.
const EVERY: Duration = Duration::from_millis(150);
/// The pause after which a line without an end counts as complete.
const QUIET: Duration = Duration::from_millis(400);
/// The number of bytes that are remembered from the start and the end of the read data. They identify the file.
const KNOWN: usize = 64 << 10;

/// Reads a file to its end, and then reads all appended data.
///
/// Reading ends when the file is truncated or replaced (see [`is_replaced`](Self::is_replaced)), or when `interest` is
/// dropped. The file counts as replaced if it is shorter than the read data, or if the first or last 64 KiB of this
/// data have changed. This is checked whenever the length or the modification time changes. If the file is missing for
/// a while, the reader waits for it.
///
/// The last line of a file often has no line end. If nothing follows for a while and the line looks like a complete
/// value, the reader inserts a line end, and later skips the real one. If the line continues instead, the line numbers
/// after it are too high by one.
#[derive(Debug)]
pub struct Follow {
    path: PathBuf,
    is_replaced: Arc<AtomicBool>,
    /// A reference to the interest in the file. Reading ends after the value is dropped.
    interest: Weak<()>,
    file: File,
    /// The number of bytes that were read.
    read: u64,
    /// The first and the last of these bytes.
    first: Vec<u8>,
    last: Vec<u8>,
    /// The state of the file at the last comparison, if it proves that the file is unchanged.
    seen: Option<FileStamp>,
    line: Line,
    since: Instant,
    /// `true` if a line end was inserted, and the real line end may still follow.
    is_early: bool,
}

/// The length and the modification time of a file.
type FileStamp = (u64, Option<SystemTime>);

/// The state of the current line, parsed as JSON.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The number of open brackets, minus the closed ones.
    depth: i64,
    is_string: bool,
    is_escape: bool,
    /// The last byte that is not whitespace.
    last: Option<u8>,
}

impl Line {
    /// Updates the state of the line with further bytes.
    fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => *self = Self::default(),
                _ if self.is_escape => self.is_escape = false,
                b'\\' if self.is_string => self.is_escape = true,
                b'"' => self.is_string = !self.is_string,
                b'{' | b'[' if !self.is_string => self.depth += 1,
                b'}' | b']' if !self.is_string => self.depth -= 1,
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.last = Some(*byte);
            }
        }
    }

    /// Returns `true` if the line ends like a complete value, code fence or tag.
    fn is_whole(self) -> bool {
        !self.is_string && self.depth <= 0 && matches!(self.last, Some(b'}' | b']' | b'`' | b'>'))
    }
}

impl Follow {
    /// Opens a file, and reads it until `interest` is dropped.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    ///
    /// ```
    /// use agent_ui_live::agents::follow::Follow;
    /// use std::{io::Read, sync::Arc};
    ///
    /// let interest = Arc::new(());
    /// let mut file = Follow::new("Cargo.toml", Arc::downgrade(&interest))?;
    /// assert!(file.read(&mut [0; 9])? > 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(path: impl AsRef<Path>, interest: Weak<()>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let file = File::open(&path)?;
        let is_replaced = Arc::default();
        let (first, last) = (Vec::new(), Vec::new());
        let (line, since) = (Line::default(), Instant::now());
        Ok(Self {
            path,
            is_replaced,
            interest,
            file,
            read: 0,
            first,
            last,
            seen: None,
            line,
            since,
            is_early: false,
        })
    }

    /// Returns a flag that becomes `true` when reading ends because the file was replaced.
    pub fn is_replaced(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_replaced)
    }

    /// Opens the current file again if it still starts with the read data. Otherwise returns `false`.
    fn reopen_if_same(&mut self) -> io::Result<bool> {
        let metadata = match fs::metadata(&self.path) {
            // Another process may be replacing the file at the moment.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            metadata => metadata?,
        };
        let seen = (metadata.len(), metadata.modified().ok());
        if self.seen == Some(seen) {
            return Ok(true);
        }
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            file => file?,
        };
        let last = u64::try_from(self.last.len()).unwrap_or(u64::MAX);
        for (at, known) in [
            (0, &self.first),
            (self.read.saturating_sub(last), &self.last),
        ] {
            file.seek(SeekFrom::Start(at))?;
            let mut current = vec![0; known.len()];
            match file.read_exact(&mut current) {
                Ok(()) if current == *known => {}
                Ok(()) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        // Another file may contain the same bytes.
        file.seek(SeekFrom::Start(self.read))?;
        // The clock of a file system is coarse, so another write may have the same time as a recent one.
        let age = seen.1.and_then(|modified| modified.elapsed().ok());
        self.seen = age.filter(|age| *age > EVERY).map(|_| seen);
        self.file = file;
        Ok(true)
    }

    /// Remembers the start and the end of the read data.
    fn keep(&mut self, bytes: &[u8]) {
        let room = KNOWN - self.first.len();
        self.first
            .extend_from_slice(bytes.get(..room.min(bytes.len())).unwrap_or_default());
        self.last.extend_from_slice(bytes);
        self.last.drain(..self.last.len().saturating_sub(KNOWN));
        self.read += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    }
}

impl Read for Follow {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() || self.is_replaced.load(Ordering::Relaxed) {
            return Ok(0);
        }
        loop {
            // The rest of a replaced file is not part of this input.
            if !self.reopen_if_same()? {
                self.is_replaced.store(true, Ordering::Relaxed);
                return Ok(0);
            }
            let mut length = self.file.read(into)?;
            let bytes = into.get_mut(..length).unwrap_or_default();
            if length > 0 {
                self.since = Instant::now();
                self.keep(bytes);
                self.line.read(bytes);
                if std::mem::take(&mut self.is_early) {
                    length -= remove_line_end(bytes);
                }
                // Nothing is left of a line end that was inserted before.
                if length == 0 {
                    continue;
                }
                return Ok(length);
            }
            if !self.is_early && self.line.is_whole() && self.since.elapsed() >= QUIET {
                (self.is_early, self.line) = (true, Line::default());
                if let Some(first) = into.first_mut() {
                    *first = b'\n';
                }
                return Ok(1);
            }
            if self.interest.strong_count() == 0 {
                return Ok(0);
            }
            thread::sleep(EVERY);
        }
    }
}

/// Removes a line end at the start of the data. Returns the length of the line end.
fn remove_line_end(bytes: &mut [u8]) -> usize {
    let length = match bytes {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    };
    bytes.copy_within(length.., 0);
    length
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::{io::Write, sync::mpsc};

    /// A file, and a thread that reads it.
    struct WatchedFile {
        path: PathBuf,
        lines: mpsc::Receiver<String>,
        is_replaced: Arc<AtomicBool>,
        _interest: Arc<()>,
    }

    impl WatchedFile {
        fn new(name: &str, text: &str) -> Self {
            let path = Path::new(&std::env::temp_dir())
                .join(format!("agent-ui-follow-{}-{name}", std::process::id()));
            fs::write(&path, text).unwrap();
            let interest = Arc::new(());
            let mut follow = Follow::new(&path, Arc::downgrade(&interest)).unwrap();
            let is_replaced = follow.is_replaced();
            let (sender, lines) = mpsc::channel();
            thread::spawn(move || {
                let mut piece = [0; 1 << 10];
                while let Some(length) = follow.read(&mut piece).ok().filter(|length| *length > 0) {
                    let piece = String::from_utf8_lossy(&piece[..length]).into_owned();
                    if sender.send(piece).is_err() {
                        break;
                    }
                }
            });
            Self {
                path,
                lines,
                is_replaced,
                _interest: interest,
            }
        }

        fn append(&self, text: &str) {
            let mut file = fs::OpenOptions::new()
                .append(true)
                .open(&self.path)
                .unwrap();
            file.write_all(text.as_bytes()).unwrap();
        }

        /// Receives `length` bytes from the reader.
        fn hear(&self, length: usize) -> String {
            let mut heard = String::new();
            while heard.len() < length {
                heard += &self.lines.recv_timeout(Duration::from_secs(10)).unwrap();
            }
            heard
        }

        /// Returns `true` if the reader receives nothing for a while.
        fn is_quiet(&self) -> bool {
            self.lines
                .recv_timeout(4 * QUIET)
                .is_err_and(|error| error == mpsc::RecvTimeoutError::Timeout)
        }

        fn ends(&self) -> bool {
            while self.lines.recv_timeout(Duration::from_secs(10)).is_ok() {}
            self.is_replaced.load(Ordering::Relaxed)
        }
    }

    impl Drop for WatchedFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.path);
        }
    }

    #[test]
    fn appended_lines_arrive_when_complete() {
        let watched = WatchedFile::new("append", "{\"a\":1}\n");
        assert_eq!(watched.hear(8), "{\"a\":1}\n");
        watched.append("{\"b\":[{}");
        assert_eq!(watched.hear(8), "{\"b\":[{}");
        assert!(watched.is_quiet());
        watched.append("]}\n");
        assert_eq!(watched.hear(3), "]}\n");
    }

    #[test]
    fn an_unterminated_last_line_is_completed_once() {
        let ended = |end: &str| {
            let watched = WatchedFile::new(&format!("last-{}", end.len()), "{\"a\":\"}\"}");
            assert_eq!(watched.hear(10), "{\"a\":\"}\"}\n");
            assert!(watched.is_quiet());
            watched.append(&format!("{end}{{}}\n"));
            assert_eq!(watched.hear(3), "{}\n");
        };
        let open = |name: &str, text: &str| {
            let watched = WatchedFile::new(name, text);
            assert_eq!(watched.hear(text.len()), text);
            assert!(watched.is_quiet(), "{name}");
        };
        // Each of these waits for data that does not arrive.
        thread::scope(|scope| {
            for end in ["\n", "\r\n"] {
                scope.spawn(move || ended(end));
            }
            for (name, text) in [
                ("string", "{\n\"a\":\"}"),
                ("open", "{\"a\":{}"),
                ("words", "one"),
            ] {
                scope.spawn(move || open(name, text));
            }
        });
    }

    #[test]
    fn reading_ends_when_the_file_is_truncated_or_replaced() {
        let text = "{\"a\":1}\n{\"a\":2}\n";
        type Change = fn(&Path, &str);
        let cases: [(&str, Change); 3] = [
            ("cut", |path, text| fs::write(path, &text[..8]).unwrap()),
            ("written", |path, text| {
                fs::write(path, text.replace('1', "3") + text).unwrap()
            }),
            ("renamed", |path, text| {
                let other = path.with_extension("new");
                fs::write(&other, text.replace('2', "3")).unwrap();
                fs::rename(other, path).unwrap();
            }),
        ];
        for (name, change) in cases {
            let watched = WatchedFile::new(name, text);
            assert_eq!(watched.hear(text.len()), text, "{name}");
            change(&watched.path, text);
            assert!(watched.ends(), "{name}");
        }
    }

    #[test]
    fn reading_continues_in_a_new_file_with_the_same_beginning() {
        let watched = WatchedFile::new("same", "{}\n");
        assert_eq!(watched.hear(3), "{}\n");
        fs::remove_file(&watched.path).unwrap();
        thread::sleep(2 * EVERY);
        let other = watched.path.with_extension("new");
        fs::write(&other, "{}\n[]\n").unwrap();
        fs::rename(other, &watched.path).unwrap();
        assert_eq!(watched.hear(3), "[]\n");
        assert!(!watched.is_replaced.load(Ordering::Relaxed));
    }

    #[test]
    fn reading_ends_when_the_receiver_is_dropped() {
        let path =
            std::env::temp_dir().join(format!("agent-ui-follow-{}-interest", std::process::id()));
        fs::write(&path, "").unwrap();
        let mut follow = Follow::new(&path, Weak::new()).unwrap();
        assert_eq!(follow.read(&mut [0; 9]).unwrap(), 0);
        assert!(!follow.is_replaced().load(Ordering::Relaxed));
        fs::remove_file(&path).unwrap();
    }
}
