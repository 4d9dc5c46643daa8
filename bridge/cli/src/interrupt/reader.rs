//! A reader whose reads end when the user presses Ctrl-C.

use super::Interrupt;
use std::{
    fmt,
    io::{self, Cursor, Read},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

/// The maximum number of bytes that are read at once.
const PART: usize = 64 << 10;

/// The interval at which a waiting read checks for Ctrl-C.
const CHECK: Duration = Duration::from_millis(100);

/// The error of a read that Ctrl-C has ended. Its kind is not [`io::ErrorKind::Interrupted`], because callers repeat
/// reads that fail with that kind.
#[derive(Debug)]
struct ReadInterrupted;

impl fmt::Display for ReadInterrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ctrl-C has ended the read")
    }
}

impl std::error::Error for ReadInterrupted {}

/// Returns `true` if Ctrl-C has ended a read.
pub(crate) fn is_interruption(error: &io::Error) -> bool {
    error
        .get_ref()
        .is_some_and(|error| error.is::<ReadInterrupted>())
}

/// A reader of an input that may block for any time. Another thread reads the input from the first read on.
pub(super) struct InterruptibleReader {
    interrupt: Arc<Interrupt>,
    /// The input, until the first read.
    input: Option<Box<dyn Read + Send>>,
    /// The parts of the input, from the first read on. The sender is dropped at the end of the input.
    parts: Option<Receiver<io::Result<Vec<u8>>>>,
    part: Cursor<Vec<u8>>,
}

impl InterruptibleReader {
    pub(super) fn new(input: Box<dyn Read + Send>, interrupt: Arc<Interrupt>) -> Self {
        Self {
            interrupt,
            input: Some(input),
            parts: None,
            part: Cursor::default(),
        }
    }

    /// Waits for the next part. An empty part is the end of the input.
    fn next_part(&mut self) -> io::Result<Vec<u8>> {
        if let Some(input) = self.input.take() {
            let (sender, parts) = sync_channel(1);
            thread::Builder::new().spawn(move || send_parts(input, &sender))?;
            self.parts = Some(parts);
        }
        let Some(parts) = &self.parts else {
            return Ok(Vec::new());
        };
        loop {
            if self.interrupt.notice() {
                return Err(io::Error::other(ReadInterrupted));
            }
            match parts.recv_timeout(CHECK) {
                Ok(part) => return part,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
            }
        }
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.part.read(buffer)?;
        if length > 0 || buffer.is_empty() {
            return Ok(length);
        }
        self.part = Cursor::new(self.next_part()?);
        self.part.read(buffer)
    }
}

/// Reads an input and sends its parts, until its end, an error, or the end of the receiver.
fn send_parts(mut input: Box<dyn Read + Send>, parts: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut part = vec![0; PART];
        let part = match input.read(&mut part) {
            Ok(0) => return,
            Ok(length) => {
                part.truncate(length);
                Ok(part)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = part.is_err();
        if parts.send(part).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    /// An input whose first read is interrupted. Its further reads yield a part, yield an error, and block.
    struct Fails(u8);

    impl Read for Fails {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => (&b"ab"[..]).read(buffer),
                3 => Err(io::ErrorKind::InvalidData.into()),
                _ => loop {
                    thread::park();
                },
            }
        }
    }

    fn reader(input: impl Read + Send + 'static) -> (InterruptibleReader, Arc<Interrupt>) {
        let interrupt = Arc::<Interrupt>::default();
        (
            InterruptibleReader::new(Box::new(input), Arc::clone(&interrupt)),
            interrupt,
        )
    }

    #[test]
    fn the_whole_input_is_read() {
        let text = "0123456789".repeat(PART / 4);
        let (mut reader, _) = reader(Cursor::new(text.clone()));
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert!(read == text);
        assert_eq!(reader.read(&mut [0; 4]).unwrap(), 0);
    }

    #[test]
    fn errors_follow_the_bytes_that_precede_them() {
        let (mut reader, _) = reader(Fails(0));
        let mut buffer = [0; 4];
        assert_eq!(reader.read(&mut buffer[..1]).unwrap(), 1);
        assert_eq!(reader.read(&mut buffer[1..]).unwrap(), 1);
        let error = reader.read(&mut buffer).unwrap_err();
        assert_eq!(
            (error.kind(), is_interruption(&error)),
            (io::ErrorKind::InvalidData, false)
        );
        assert_eq!(reader.read(&mut buffer).unwrap(), 0);
    }

    #[test]
    fn ctrl_c_ends_a_read_that_blocks() {
        let (mut reader, interrupt) = reader(Fails(3));
        let read = thread::spawn(move || reader.read(&mut [0; 4]).unwrap_err());
        interrupt
            .requested
            .store(crate::interrupt::STATUS, Ordering::SeqCst);
        assert!(is_interruption(&read.join().unwrap()));
        assert!(interrupt.is_noticed.load(Ordering::SeqCst));
    }
}
