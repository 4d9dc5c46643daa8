//! Reads the messages of a session.

use super::write::{CURRENT, FIRST, FORMAT, KIND, LONGEST, PART, WRITE, WriteKind};
use async_nats::HeaderMap;
use live::gateway::store::LogEntry;
use std::io;

/// The end of a session as a program knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LogPosition {
    /// The sequence of the last message in the stream; 0 if there is none.
    pub(super) sequence: u64,
    /// The number of the last entry; 0 if there is none.
    pub(super) number: u64,
}

/// The entries of a session, from its messages in order.
#[derive(Debug, Default)]
pub(super) struct EntryLog {
    pub(super) entries: Vec<(u64, LogEntry)>,
    pub(super) position: LogPosition,
    /// The sequence of the latest snapshot, if messages before it still exist.
    pub(super) outdated_before: Option<u64>,
    /// The sequence of the first message.
    start: Option<u64>,
    incomplete: Option<IncompleteWrite>,
}

/// A write whose last part was not read yet.
#[derive(Debug)]
struct IncompleteWrite {
    id: String,
    /// The sequence of the first part.
    sequence: u64,
    next: usize,
    text: Vec<u8>,
}

impl EntryLog {
    /// Adds the next message of the session.
    pub(super) fn add(
        &mut self,
        sequence: u64,
        headers: &HeaderMap,
        payload: &[u8],
    ) -> io::Result<()> {
        self.position.sequence = sequence;
        let start = *self.start.get_or_insert(sequence);
        let header = |name: &str| {
            let value = headers.get(name).map(|value| value.as_str());
            value.ok_or_else(|| invalid(sequence, format!("it has no header `{name}`")))
        };
        let format = header(FORMAT)?;
        if format != CURRENT {
            let reason = format!("it has format {format}, and this program reads {CURRENT}");
            return Err(invalid(sequence, reason));
        }
        let id = header(WRITE)?;
        let part = header(PART)?;
        let (part, count) = read_part(part).ok_or_else(|| {
            invalid(
                sequence,
                format!("`{PART}` is `{part}`, and must be as in `1/1`"),
            )
        })?;
        let mut write = match self.incomplete.take() {
            Some(write) if write.id == id && write.next == part => write,
            // The writer of a part without its predecessor has lost against another one.
            _ if part != 1 => return Ok(()),
            _ => IncompleteWrite {
                id: id.to_owned(),
                sequence,
                next: 1,
                text: Vec::new(),
            },
        };
        if write.text.len().saturating_add(payload.len()) > LONGEST {
            return Err(invalid(
                sequence,
                format!("its write has more than {LONGEST} bytes"),
            ));
        }
        write.text.extend_from_slice(payload);
        write.next += 1;
        if part < count {
            self.incomplete = Some(write);
            return Ok(());
        }
        let kind = header(KIND)?;
        let first = header(FIRST)?;
        let first: u64 = first.parse().map_err(|_| {
            invalid(
                sequence,
                format!("`{FIRST}` is `{first}`, and must be a number"),
            )
        })?;
        let entries: Vec<LogEntry> = serde_json::from_slice(&write.text)
            .map_err(|error| invalid(sequence, format!("its payload has no entries: {error}")))?;
        if first <= self.position.number {
            let reason = format!(
                "its first entry is {first}, after entry {}",
                self.position.number
            );
            return Err(invalid(sequence, reason));
        }
        match kind {
            kind if kind == WriteKind::Entries.as_str() => {}
            kind if kind == WriteKind::Snapshot.as_str() => {
                self.entries.clear();
                self.outdated_before = Some(write.sequence).filter(|sequence| start < *sequence);
            }
            kind => {
                return Err(invalid(
                    sequence,
                    format!("`{KIND}` is `{kind}`, which is not known"),
                ));
            }
        }
        let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        self.position.number = first.saturating_add(count).saturating_sub(1);
        self.entries.extend((first..).zip(entries));
        Ok(())
    }
}

/// Reads the number of a part and of all parts, as in `1/3`.
fn read_part(text: &str) -> Option<(usize, usize)> {
    let (part, count) = text.split_once('/')?;
    let (part, count) = (part.parse().ok()?, count.parse().ok()?);
    (1..=count).contains(&part).then_some((part, count))
}

fn invalid(sequence: u64, reason: impl std::fmt::Display) -> io::Error {
    let message = format!("message {sequence} of the stream cannot be read: {reason}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
