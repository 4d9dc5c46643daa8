//! The progress of a long run, on one line of the terminal that is drawn again and again.

use crate::{
    streams::Terminal,
    terminal_text::{CLEAR, group_digits, shorten},
};
use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The time before the line appears.
const DELAY: Duration = Duration::from_secs(1);
/// The time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(200);

/// The progress of a run.
#[derive(Debug)]
pub(super) struct Progress {
    start: Instant,
    /// The time of the next update.
    next: Instant,
    is_visible: bool,
    documents: u64,
    /// The number of bytes that were read from files.
    bytes: Arc<AtomicU64>,
    /// The total size of all files in bytes; 0 if it is unknown.
    total: u64,
    files: usize,
    opened: usize,
}

impl Progress {
    /// Starts with the sizes of all files.
    pub(super) fn start(sizes: &mut dyn Iterator<Item = u64>) -> Self {
        let (start, mut files, mut total) = (Instant::now(), 0, 0);
        for size in sizes {
            files += 1;
            total += size;
        }
        let bytes = Arc::default();
        Self {
            start,
            next: start + DELAY,
            is_visible: false,
            documents: 0,
            bytes,
            total,
            files,
            opened: 0,
        }
    }

    /// Returns a reader that counts the bytes of the next file.
    pub(super) fn count_bytes(&mut self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        self.opened += 1;
        Box::new(CountingReader {
            reader,
            bytes: Arc::clone(&self.bytes),
        })
    }

    /// Counts a document. Returns the line if it is time to draw it.
    pub(super) fn advance(&mut self, terminal: Terminal) -> Option<String> {
        self.documents += 1;
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        self.next = now + INTERVAL;
        self.is_visible = true;
        // The last column stays empty, because some terminals start a new line after it.
        Some(
            CLEAR.to_owned()
                + &shorten(
                    &self.format_line(now - self.start),
                    terminal.columns.saturating_sub(1),
                ),
        )
    }

    /// Returns `true` if the line is visible and must be cleared. Afterwards it counts as cleared.
    pub(super) fn take_visible(&mut self) -> bool {
        std::mem::take(&mut self.is_visible)
    }

    fn format_line(&self, elapsed: Duration) -> String {
        let Self {
            documents,
            total,
            files,
            opened,
            ..
        } = self;
        let mut line = if *files > 1 {
            format!("file {opened} of {files}, ")
        } else {
            String::new()
        };
        let bytes = self.bytes.load(Ordering::Relaxed);
        match (bytes.saturating_mul(100)).checked_div(*total) {
            Some(percent) => line += &format!("{}% of {}, ", percent.min(100), format_size(*total)),
            None if bytes > 0 => line += &format!("{}, ", format_size(bytes)),
            None => {}
        }
        let millis = u64::try_from(elapsed.as_millis())
            .unwrap_or(u64::MAX)
            .max(1);
        let rate = documents.saturating_mul(1000) / millis;
        line + &format!(
            "{} documents, {} per second",
            group_digits(*documents),
            group_digits(rate)
        )
    }
}

/// Formats a number of bytes.
fn format_size(bytes: u64) -> String {
    let (mut whole, mut tenths, mut unit) = (bytes, 0, "bytes");
    for larger in ["kB", "MB", "GB", "TB"] {
        if whole < 1000 {
            break;
        }
        (whole, tenths, unit) = (whole / 1000, whole % 1000 / 100, larger);
    }
    if whole < 10 && unit != "bytes" {
        format!("{whole}.{tenths} {unit}")
    } else {
        format!("{whole} {unit}")
    }
}

/// A reader that counts bytes.
struct CountingReader {
    reader: Box<dyn Read + Send>,
    bytes: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes
            .fetch_add(u64::try_from(read).unwrap_or_default(), Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Terminal = Terminal {
        columns: 80,
        has_color: false,
    };

    #[test]
    fn the_line_contains_files_bytes_and_documents() {
        let mut progress = Progress::start(&mut [600_000_u64, 1_400_000].into_iter());
        let mut reader = progress.count_bytes(Box::new(io::repeat(b' ').take(500_000)));
        io::copy(&mut reader, &mut io::sink()).unwrap();
        progress.documents = 12_345;
        assert_eq!(
            progress.format_line(Duration::from_millis(1500)),
            "file 1 of 2, 25% of 2.0 MB, 12,345 documents, 8,230 per second"
        );
        let of_standard_input = Progress::start(&mut std::iter::empty());
        assert_eq!(
            of_standard_input.format_line(Duration::ZERO),
            "0 documents, 0 per second"
        );
    }

    #[test]
    fn the_line_is_delayed_and_redrawn_at_intervals() {
        let mut progress = Progress::start(&mut std::iter::empty());
        assert_eq!(progress.advance(TERMINAL), None);
        assert!(!progress.take_visible());
        progress.next = progress.start;
        assert!(
            progress
                .advance(TERMINAL)
                .is_some_and(|line| line.starts_with("\r\u{1b}[K2 documents"))
        );
        assert_eq!(progress.advance(TERMINAL), None);
        assert!(progress.take_visible() && !progress.take_visible());
    }

    #[test]
    fn the_line_fits_the_terminal() {
        let mut progress = Progress::start(&mut [u64::MAX].into_iter());
        progress.next = progress.start;
        let narrow = Terminal {
            columns: 20,
            ..TERMINAL
        };
        let line = progress.advance(narrow).unwrap();
        assert_eq!(line.strip_prefix(CLEAR).unwrap().chars().count(), 19);
    }

    #[test]
    fn sizes_have_units_and_counts_have_digit_groups() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(group_digits),
            ["0", "999", "1,000", "1,234,567"]
        );
        let sizes = [0, 999, 1000, 9999, 12_345, 812_000_000, u64::MAX];
        let expected = [
            "0 bytes",
            "999 bytes",
            "1.0 kB",
            "9.9 kB",
            "12 kB",
            "812 MB",
            "18446744 TB",
        ];
        assert_eq!(sizes.map(format_size), expected);
    }
}
