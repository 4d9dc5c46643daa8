//! Documents that are nearly JSON, as models write them.

use super::Documents;
use crate::input::{BeforeRead, Failure};
use bridge::a2ui::{
    repair::{Extent, repair_json},
    v0_8, v0_9, v1_0,
};
use wire::{syntax::Progress, token};

/// The maximum size in bytes of a document that is repaired as a whole, enough for one answer of a model.
const LONGEST: usize = 4 << 20;

impl Documents {
    /// Returns the length of the faulty document that starts here, if it can be repaired as a whole. The end is
    /// searched once. If the repair fails, the documents in the searched text end as usual.
    pub(super) fn repairable_length(
        &mut self,
        fault: usize,
        before: BeforeRead<'_>,
    ) -> Result<Option<usize>, Failure> {
        if !self.has_repairs
            || self.single > 0
            || fault > LONGEST
            || self.offset_after(0) < self.repair_failed_until
        {
            return Ok(None);
        }
        let mut extent = Extent::default();
        let (length, is_closed) = loop {
            match extent.read(self.bytes(self.at, self.filled)) {
                Progress::Complete(length) => break (length, true),
                Progress::Invalid(length) => break (length, false),
                Progress::Incomplete
                    if self.filled - self.at <= LONGEST && self.fill(before)? => {}
                Progress::Incomplete => break (self.filled - self.at, false),
            }
        };
        let text = self.bytes(self.at, self.at + length);
        if is_closed && std::str::from_utf8(text).is_ok_and(is_repaired_message) {
            return self.with_comma(length, before).map(Some);
        }
        self.repair_failed_until = self.offset_after(length);
        Ok(None)
    }

    /// Returns the offset in the input after this many bytes of the document.
    fn offset_after(&self, length: usize) -> u64 {
        self.passed + u64::try_from(self.at + length).unwrap_or(u64::MAX)
    }

    /// Returns the length of a document. Includes the comma before the next document, or the closing brackets at the
    /// end of the line.
    pub(super) fn with_comma(
        &mut self,
        length: usize,
        before: BeforeRead<'_>,
    ) -> Result<usize, Failure> {
        if !self.has_repairs {
            return Ok(length);
        }
        // The end of a line with many documents is searched once.
        let line_end = self.line_end(before)?;
        let is_same_line = self.at + length <= line_end;
        let end = if is_same_line {
            line_end
        } else {
            self.end_of_line(length, before)?
        };
        let after = self.bytes(self.at + length, end).trim_ascii_start();
        let brackets = after.trim_ascii_end();
        if !self.has_fault
            && !brackets.is_empty()
            && brackets.iter().all(|byte| matches!(byte, b'}' | b']'))
        {
            return Ok(end - after.len() + brackets.len() - self.at);
        }
        let Some(next) = after.strip_prefix(b",") else {
            return Ok(length);
        };
        match next.trim_ascii_start().first() {
            None | Some(b'{' | b'[') => Ok(end - after.len() + 1 - self.at),
            Some(_) => Ok(length),
        }
    }
}

/// Returns `true` if the repaired text is a list or a message. Any other object may contain messages on lines of their
/// own.
fn is_repaired_message(text: &str) -> bool {
    let Some(repaired) = repair_json(text) else {
        return false;
    };
    let text = repaired.text.trim_start();
    if text.starts_with('[') {
        return true;
    }
    let mut names = token::children(text).filter_map(|child| child.name);
    names.any(|name| is_message_key(&token::name(name)))
}

fn is_message_key(name: &str) -> bool {
    v0_8::AgentMessage::KEYS.contains(&name)
        || v0_9::AgentMessage::KEYS.contains(&name)
        || v1_0::AgentMessage::KEYS.contains(&name)
}
