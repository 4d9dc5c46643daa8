//! Reads the messages of a session into its entries.

use super::write::{CURRENT, FIRST, FORMAT, KIND, LONGEST, PART, WRITE, WriteKind};
use async_nats::HeaderMap;
use live::gateway::store::LogEntry;
use std::io;

/// The end of a session in the view of a program.
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
        let headers = MessageHeaders { sequence, headers };
        let format = headers.get(FORMAT)?;
        if format != CURRENT {
            let reason = format!("the format is {format}, and this program reads {CURRENT}");
            return Err(invalid(sequence, reason));
        }
        let id = headers.get(WRITE)?;
        let (part, count) = headers.part()?;
        let Some(mut write) = self.write_of_part(id, part, sequence) else {
            return Ok(());
        };
        if write.text.len().saturating_add(payload.len()) > LONGEST {
            let reason = format!("the write has more than {LONGEST} bytes");
            return Err(invalid(sequence, reason));
        }
        write.text.extend_from_slice(payload);
        write.next += 1;
        if part < count {
            self.incomplete = Some(write);
            return Ok(());
        }
        self.add_write(&write, start, &headers)
    }

    /// Returns the write that a part belongs to; `None` if the part must be ignored.
    fn write_of_part(&mut self, id: &str, part: usize, sequence: u64) -> Option<IncompleteWrite> {
        match self.incomplete.take() {
            Some(write) if write.id == id && write.next == part => Some(write),
            // A later part without its first part belongs to a write that lost against another one.
            _ if part != 1 => None,
            _ => Some(IncompleteWrite {
                id: id.to_owned(),
                sequence,
                next: 1,
                text: Vec::new(),
            }),
        }
    }

    /// Adds the entries of a write. `headers` are those of its last part, and `start` is the sequence of the first message of the
    /// session.
    fn add_write(
        &mut self,
        write: &IncompleteWrite,
        start: u64,
        headers: &MessageHeaders<'_>,
    ) -> io::Result<()> {
        let sequence = headers.sequence;
        let kind = headers.get(KIND)?;
        let first = headers.first_entry()?;
        let entries: Vec<LogEntry> = serde_json::from_slice(&write.text)
            .map_err(|error| invalid(sequence, format!("the payload has no entries: {error}")))?;
        if first <= self.position.number {
            let last = self.position.number;
            let reason = format!("the first entry is {first}, after entry {last}");
            return Err(invalid(sequence, reason));
        }
        if kind == WriteKind::Snapshot.as_str() {
            // A snapshot replaces all entries before it, whose messages may be deleted.
            self.entries.clear();
            self.outdated_before = (start < write.sequence).then_some(write.sequence);
        } else if kind != WriteKind::Entries.as_str() {
            let reason = format!("`{KIND}` is `{kind}`, which is not known");
            return Err(invalid(sequence, reason));
        }
        let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        self.position.number = first.saturating_add(count).saturating_sub(1);
        self.entries.extend((first..).zip(entries));
        Ok(())
    }
}

/// The headers of a message of the stream.
struct MessageHeaders<'h> {
    /// The sequence of the message, for errors.
    sequence: u64,
    headers: &'h HeaderMap,
}

impl<'h> MessageHeaders<'h> {
    fn get(&self, name: &str) -> io::Result<&'h str> {
        match self.headers.get(name) {
            Some(value) => Ok(value.as_str()),
            None => Err(invalid(
                self.sequence,
                format!("the header `{name}` is missing"),
            )),
        }
    }

    /// Reads the number of the part, and the number of all parts.
    fn part(&self) -> io::Result<(usize, usize)> {
        let part = self.get(PART)?;
        read_part(part).ok_or_else(|| {
            let reason = format!("`{PART}` is `{part}`, and must be as in `1/1`");
            invalid(self.sequence, reason)
        })
    }

    /// Reads the number of the first entry.
    fn first_entry(&self) -> io::Result<u64> {
        let first = self.get(FIRST)?;
        first.parse().map_err(|_| {
            let reason = format!("`{FIRST}` is `{first}`, and must be a number");
            invalid(self.sequence, reason)
        })
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
