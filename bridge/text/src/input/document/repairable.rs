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
    /// Returns the length of the document that starts here and has a fault, if it can be repaired as a whole. The end
    /// is searched once; in a document that cannot be repaired, later documents end as usual.
    pub(super) fn repairable_length(
        &mut self,
        fault: usize,
        before: BeforeRead<'_>,
    ) -> Result<Option<usize>, Failure> {
        let offset = |documents: &Self, length: usize| {
            documents.passed + u64::try_from(documents.at + length).unwrap_or(u64::MAX)
        };
        if !self.has_repairs
            || self.single > 0
            || fault > LONGEST
            || offset(self, 0) < self.repair_failed_until
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
        self.repair_failed_until = offset(self, length);
        Ok(None)
    }

    /// Returns the length of a document including the comma that separates it from the next one, or the closing
    /// brackets at the end of its line.
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
        let behind = self.bytes(self.at + length, end).trim_ascii_start();
        let brackets = behind.trim_ascii_end();
        if !self.has_fault
            && !brackets.is_empty()
            && brackets.iter().all(|byte| matches!(byte, b'}' | b']'))
        {
            return Ok(end - behind.len() + brackets.len() - self.at);
        }
        let is_separator = behind.strip_prefix(b",").map(<[u8]>::trim_ascii_start);
        let is_separator =
            is_separator.is_some_and(|next| matches!(next.first(), None | Some(b'{' | b'[')));
        Ok(if is_separator {
            end - behind.len() + 1 - self.at
        } else {
            length
        })
    }
}

/// Returns `true` if the repaired text is a list or a message. Any other object may contain messages on lines of their
/// own.
fn is_repaired_message(text: &str) -> bool {
    repair_json(text).is_some_and(|mended| {
        let text = mended.text.trim_start();
        let keys = [
            v0_8::AgentMessage::KEYS,
            v0_9::AgentMessage::KEYS,
            v1_0::AgentMessage::KEYS,
        ];
        let is_key = |name: &str| keys.iter().any(|keys| keys.contains(&name));
        text.starts_with('[')
            || token::children(text)
                .any(|child| child.name.is_some_and(|name| is_key(&token::name(name))))
    })
}
