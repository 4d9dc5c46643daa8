//! Records in memory, for providers without a folder.

use super::MAX_LIST;
use aap::AgentId;
use std::{
    collections::BTreeMap,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};
use wire::Payload;

/// The maximum number of records.
const RECORDS: usize = 1000;

/// The newest records of all agents.
#[derive(Debug, Default)]
pub(super) struct MemoryRecords {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The records by name and agent. Names begin with the time.
    records: BTreeMap<(String, AgentId), Payload>,
    bytes: usize,
}

impl MemoryRecords {
    /// Adds a record, and removes the oldest ones if there are too many.
    ///
    /// # Errors
    /// Returns an error if the record exists or is not JSON.
    pub(super) fn insert(&self, agent: &AgentId, name: String, text: &str) -> io::Result<()> {
        let record = Payload::parse(wire::without_layout(text)).map_err(io::Error::other)?;
        let mut kept = self.lock();
        let key = (name, agent.clone());
        if kept.records.contains_key(&key) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        kept.bytes += record.text().len();
        kept.records.insert(key, record);
        while kept.records.len() > RECORDS || kept.bytes > MAX_LIST {
            let Some((_, oldest)) = kept.records.pop_first() else {
                break;
            };
            kept.bytes -= oldest.text().len();
        }
        Ok(())
    }

    /// Returns the newest records of an agent, newest first.
    pub(super) fn newest(&self, agent: &AgentId, limit: usize) -> Vec<Payload> {
        let kept = self.lock();
        let records = kept.records.iter().rev().filter(|((_, of), _)| of == agent);
        records
            .take(limit)
            .map(|(_, record)| record.clone())
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // The number of bytes may be too large after a panic, which only removes records early.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_newest_records_are_kept() {
        let (ann, bo) = (
            AgentId::parse("ann").unwrap(),
            AgentId::parse("bo").unwrap(),
        );
        let records = MemoryRecords::default();
        for n in 0..RECORDS {
            records
                .insert(&ann, format!("{n:04}"), &format!("{{\"n\":{n}}}"))
                .unwrap();
        }
        records.insert(&bo, "0000".to_owned(), "{}").unwrap();
        assert!(records.insert(&bo, "0000".to_owned(), "{}").is_err());
        let texts = |limit: usize| -> Vec<String> {
            records
                .newest(&ann, limit)
                .iter()
                .map(|record| record.text().to_owned())
                .collect()
        };
        assert_eq!(texts(2), [r#"{"n":999}"#, r#"{"n":998}"#]);
        // The oldest record of all agents made room.
        assert_eq!(texts(5000).len(), 999);
        assert_eq!(records.newest(&bo, 10).len(), 1);
    }
}
