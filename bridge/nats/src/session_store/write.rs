//! The messages of one write.

use async_nats::HeaderMap;
use live::gateway::store::LogEntry;
use std::io;

pub(super) const FORMAT: &str = "Agent-UI-Format";
pub(super) const KIND: &str = "Agent-UI-Kind";
pub(super) const FIRST: &str = "Agent-UI-First";
pub(super) const WRITE: &str = "Agent-UI-Write";
pub(super) const PART: &str = "Agent-UI-Part";

/// The version of the message format.
pub(super) const CURRENT: &str = "1";
/// The maximum length of the entries of one write: 256 MiB.
pub(super) const LONGEST: usize = 256 << 20;

/// The effect of entries on the entries before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteKind {
    /// The entries follow the earlier ones.
    Entries,
    /// The entries replace all earlier ones.
    Snapshot,
}

impl WriteKind {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Snapshot => "snapshot",
        }
    }
}

/// Entries that are stored together.
#[derive(Debug)]
pub(super) struct Write {
    pub(super) kind: WriteKind,
    first: u64,
    text: Vec<u8>,
}

/// One message of a write.
#[derive(Debug)]
pub(super) struct WritePart<'a> {
    pub(super) headers: HeaderMap,
    pub(super) payload: &'a [u8],
}

impl Write {
    pub(super) fn new(kind: WriteKind, first: u64, entries: &[LogEntry]) -> io::Result<Self> {
        let text = serde_json::to_vec(entries)?;
        if text.len() > LONGEST {
            let message = format!(
                "the entries have {} bytes, and a session stores at most {LONGEST} at once",
                text.len()
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(Self { kind, first, text })
    }

    /// Splits the write into messages whose payloads have at most `longest` bytes.
    pub(super) fn parts(
        &self,
        id: &str,
        longest: usize,
    ) -> impl ExactSizeIterator<Item = WritePart<'_>> {
        let chunks = self.text.chunks(longest.max(1));
        let count = chunks.len();
        let (kind, first, id) = (self.kind.as_str(), self.first.to_string(), id.to_owned());
        chunks.enumerate().map(move |(index, payload)| {
            let mut headers = HeaderMap::new();
            headers.insert(FORMAT, CURRENT);
            headers.insert(KIND, kind);
            headers.insert(FIRST, first.as_str());
            headers.insert(WRITE, id.as_str());
            headers.insert(PART, format!("{}/{count}", index + 1));
            WritePart { headers, payload }
        })
    }
}
