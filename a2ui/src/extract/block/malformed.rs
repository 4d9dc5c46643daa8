//! Values of a block that are not valid JSON.

use super::{
    super::{Extractor, Mode, Next, buffer::Answer, recognise},
    Block, Form, Inside, Junk, MalformedValue, NearlyJson,
};
use crate::repair::{RepairKind, RepairedJson, repair_json};
use wire::syntax::Progress;

/// Returns `true` if the repairs did not change brackets. Changed brackets could merge two messages.
fn has_same_brackets(repaired: &RepairedJson) -> bool {
    !repaired.repairs.iter().any(|repair| {
        matches!(
            repair.kind,
            RepairKind::MissingBracket | RepairKind::ExtraBracket | RepairKind::Truncated
        )
    })
}

/// The role of a byte in a malformed value.
enum ByteRole {
    /// The byte belongs to the value.
    Inside,
    /// The byte and the byte after it belong to the value.
    Escape,
    /// The value ends with the byte.
    Closes,
    /// The value ends before the byte.
    Follows,
    /// More text must arrive to decide.
    Unknown,
}

impl From<Answer> for ByteRole {
    /// Converts an answer, where `Yes` means that the value ends before the byte.
    fn from(ends: Answer) -> Self {
        match ends {
            Answer::Yes => Self::Follows,
            Answer::No => Self::Inside,
            Answer::Maybe => Self::Unknown,
        }
    }
}

impl Extractor {
    /// Reads a malformed value up to its closing bracket, and adds it as a message if it is repairable. Values inside
    /// an unrepairable value are not tried again.
    pub(super) fn read_nearly_json(
        &mut self,
        block: Block,
        mut nearly: NearlyJson,
        is_end: bool,
    ) -> Next {
        let from = nearly.from;
        let limit = self.limit_of(&block, from).min(self.buffer.end());
        self.unrepairable = match nearly.extent.read(self.buffer.bytes(from, limit)) {
            Progress::Incomplete if !is_end && limit == self.buffer.end() => {
                return block.wait(limit, Inside::NearlyJson(nearly));
            }
            Progress::Complete(length) => {
                let end = from + length;
                let repaired = repair_json(self.buffer.slice(from, end));
                if repaired.is_some_and(|repaired| has_same_brackets(&repaired)) {
                    return self.complete_value(block, from, end, Form::Malformed);
                }
                end
            }
            Progress::Incomplete => limit,
            Progress::Invalid(length) => from + length,
        };
        self.end_before_next_value(block, from, nearly.fault, nearly.depth)
    }

    /// Ends an unrepairable value before the line where another value begins.
    pub(super) fn end_before_next_value(
        &mut self,
        mut block: Block,
        from: usize,
        fault: usize,
        depth: usize,
    ) -> Next {
        let column = self.buffer.place(from).column;
        if let Some(end) = self.find_value_line(column, from, fault) {
            self.add_value(&mut block, from, end, Form::Malformed);
            return self.continue_after_malformed(block, end);
        }
        block.resume_at(
            fault,
            Inside::Malformed(MalformedValue {
                from,
                fault,
                column,
                depth,
                is_string: false,
            }),
        )
    }

    /// Returns the first line end before the error after which another value seems to start.
    fn find_value_line(&self, column: usize, from: usize, fault: usize) -> Option<usize> {
        // A later line that looks like the start of a value counts as one.
        for (length, _) in self.buffer.slice(from, fault).match_indices('\n') {
            if self.starts_value_after(column, from + length) == Answer::Yes {
                return Some(from + length);
            }
        }
        None
    }

    /// Returns `true` if the error is a `{` where a member name is expected. Closing brackets are then probably
    /// missing.
    pub(super) fn is_in_place_of_name(&self, from: usize, fault: usize) -> bool {
        let before = self.buffer.slice(from, fault).trim_end();
        self.buffer.byte(fault) == Some(b'{') && before.ends_with([',', '{'])
    }

    /// Checks whether the line after a line end starts a value, indented no further than `column`.
    fn starts_value_after(&self, column: usize, end: usize) -> Answer {
        let rest = self.buffer.from(end + 1);
        let indent = rest
            .bytes()
            .take(column)
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        match rest.as_bytes().get(indent) {
            _ if indent >= column => Answer::No,
            Some(b'{' | b'[') => Answer::Yes,
            None => Answer::Maybe,
            _ => Answer::No,
        }
    }

    /// Continues after malformed text. A block that consists of a single value ends there.
    pub(super) fn continue_after_malformed(&mut self, block: Block, end: usize) -> Next {
        if block.is_single_value() {
            return Next::Go(Mode::LineEnd);
        }
        block.resume_at(end, Inside::Between)
    }

    /// Reads a malformed value up to its closing bracket, the end of the block, or the start of another value.
    pub(super) fn read_malformed_value(
        &mut self,
        mut block: Block,
        mut malformed: MalformedValue,
        is_end: bool,
    ) -> Next {
        let from = malformed.from;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let end = loop {
            if at >= limit && at < self.buffer.end() {
                return self.report_oversized_value(block, from, None, at);
            }
            match self.determine_role(&block, &mut malformed, at, is_end) {
                ByteRole::Follows => break at,
                ByteRole::Closes => break at + 1,
                ByteRole::Escape => at += 2,
                ByteRole::Unknown if !is_end => {
                    return block.wait(at, Inside::Malformed(malformed));
                }
                ByteRole::Inside | ByteRole::Unknown => at += 1,
            }
        };
        // The comma before the next element separates the two.
        let text = self.buffer.slice(from, end).trim_end();
        let end = match text.strip_suffix(',') {
            Some(text) if end == malformed.fault && block.list.is_some() => from + text.len(),
            _ => end,
        };
        self.add_value(&mut block, from, end, Form::Malformed);
        self.continue_after_malformed(block, end)
    }

    /// Checks whether a bracket in a malformed value opens the next message.
    fn opens_next_message(&self, block: &Block, malformed: &MalformedValue, at: usize) -> Answer {
        // If a message starts where no value is allowed, the previous message was not closed.
        if at != malformed.fault || block.is_single_value() {
            return Answer::No;
        }
        recognise::opens_a_message(self.buffer.from(at))
    }

    /// Determines the role of the next byte of a malformed value.
    fn determine_role(
        &self,
        block: &Block,
        malformed: &mut MalformedValue,
        at: usize,
        is_end: bool,
    ) -> ByteRole {
        let Some(byte) = self.buffer.byte(at) else {
            return if is_end {
                ByteRole::Follows
            } else {
                ByteRole::Unknown
            };
        };
        match byte {
            // An escaped quote does not end the string.
            b'\\' if malformed.is_string => match self.buffer.byte(at + 1) {
                None => ByteRole::Unknown,
                Some(b'\n') => ByteRole::Inside,
                Some(_) => ByteRole::Escape,
            },
            b'"' => {
                malformed.is_string = !malformed.is_string;
                ByteRole::Inside
            }
            b'\n' => {
                // JSON allows no line end in a string, so the string was not closed.
                malformed.is_string = false;
                self.starts_value_after(malformed.column, at).into()
            }
            _ if malformed.is_string => ByteRole::Inside,
            b'{' | b'[' => match self.opens_next_message(block, malformed, at) {
                Answer::No => {
                    malformed.depth += 1;
                    ByteRole::Inside
                }
                opens => opens.into(),
            },
            b'}' | b']' if malformed.depth <= 1 => ByteRole::Closes,
            b'}' | b']' => {
                malformed.depth -= 1;
                ByteRole::Inside
            }
            _ => match self.find_closer(block, at, is_end) {
                Some((answer, _)) => answer.into(),
                None => ByteRole::Inside,
            },
        }
    }

    /// Reads text that is not a value, up to the end of the line or the next possible value.
    pub(super) fn read_junk(&mut self, mut block: Block, junk: Junk, is_end: bool) -> Next {
        let Junk { from, is_long } = junk;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let mut may_end = Answer::No;
        while may_end == Answer::No {
            // A text that is too long is reported once.
            if at >= limit && at < self.buffer.end() && !is_long {
                return self.report_oversized_value(block, from, None, at);
            }
            may_end = match self.buffer.byte(at) {
                None if is_end => Answer::Yes,
                None => Answer::Maybe,
                Some(b'\n') => Answer::Yes,
                // Another value, or the separator before the next element, ends the text.
                Some(b'{' | b'[') if at > from => Answer::Yes,
                Some(b',' | b']') if at > from && block.list.is_some() => Answer::Yes,
                Some(_) => match self.find_closer(&block, at, is_end) {
                    None => Answer::No,
                    Some((Answer::Maybe, _)) if is_end => Answer::No,
                    Some((answer, _)) => answer,
                },
            };
            at += usize::from(may_end == Answer::No);
        }
        if is_long {
            self.buffer.skip_to(at);
        }
        if may_end == Answer::Maybe {
            return block.wait(at, Inside::Junk(junk));
        }
        if !is_long {
            self.add_value(&mut block, from, at, Form::Malformed);
        }
        self.continue_after_malformed(block, at)
    }
}
