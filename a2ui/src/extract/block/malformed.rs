//! Values of a block that are not valid JSON.

use super::{
    super::{Extractor, Mode, Next, buffer::Answer, recognise},
    Block, Form, Inside, Junk, Kind, MalformedValue,
};
use crate::repair::{Extent, RepairKind, RepairedJson, repair_json};
use wire::syntax::Progress;

/// Returns `true` if the repairs did not change brackets, which could merge two messages.
fn has_same_brackets(repaired: &RepairedJson) -> bool {
    let is_bracket = |kind| {
        matches!(
            kind,
            RepairKind::MissingBracket | RepairKind::ExtraBracket | RepairKind::Truncated
        )
    };
    !repaired
        .repairs
        .iter()
        .any(|repair| is_bracket(repair.kind))
}

impl Extractor {
    /// Reads a malformed value up to its closing bracket. If the value is repairable, it ends there. Values inside an
    /// unrepairable one are not tried again.
    pub(super) fn nearly_json(
        &mut self,
        mut block: Block,
        from: usize,
        (fault, depth): (usize, usize),
        mut extent: Extent,
        is_end: bool,
    ) -> Next {
        let limit = self.limit_of(&block, from).min(self.buffer.end());
        let end = match extent.read(self.buffer.bytes(from, limit)) {
            Progress::Complete(length) => from + length,
            Progress::Incomplete if !is_end && limit == self.buffer.end() => {
                return block.wait(
                    limit,
                    Inside::NearlyJson {
                        from,
                        fault,
                        depth,
                        extent,
                    },
                );
            }
            seen => {
                self.unrepairable = if let Progress::Invalid(length) = seen {
                    from + length
                } else {
                    limit
                };
                return self.divide(block, from, fault, depth);
            }
        };
        if !repair_json(self.buffer.slice(from, end))
            .is_some_and(|repaired| has_same_brackets(&repaired))
        {
            self.unrepairable = end;
            return self.divide(block, from, fault, depth);
        }
        if block.kind == Kind::Plain && block.list.is_none() {
            return block.to(
                end,
                Inside::Alone {
                    from,
                    form: Form::Malformed,
                },
            );
        }
        self.give(&mut block, from, end, Form::Malformed);
        block.end_value();
        block.to(end, Inside::Between)
    }

    /// Ends an unrepairable value before the line where another value begins.
    pub(super) fn divide(
        &mut self,
        mut block: Block,
        from: usize,
        fault: usize,
        depth: usize,
    ) -> Next {
        // A later line that looks like the start of a value counts as one.
        let column = self.buffer.place(from).column;
        let passed = self.buffer.slice(from, fault);
        let lines = passed.match_indices('\n').map(|(end, _)| from + end);
        let mut lines = lines.filter(|end| self.starts_value_after(column, *end) == Answer::Yes);
        let next = lines.next();
        if let Some(end) = next {
            self.give(&mut block, from, end, Form::Malformed);
            return self.after_malformed(block, end);
        }
        block.to(
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

    /// Returns `true` if an object begins at the error where a name is expected, so closing brackets are missing.
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

    pub(super) fn after_malformed(&mut self, block: Block, end: usize) -> Next {
        if block.kind == Kind::Plain && block.list.is_none() {
            return Next::Go(Mode::LineEnd);
        }
        block.to(end, Inside::Between)
    }

    /// Reads a malformed value up to its closing bracket, the end of the block, or the start of another value.
    pub(super) fn malformed_value(
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
                return self.too_much(block, from, None, at);
            }
            let mut may_end = Answer::No;
            match self.buffer.byte(at) {
                None => may_end = if is_end { Answer::Yes } else { Answer::Maybe },
                Some(b'\\') if malformed.is_string => match self.buffer.byte(at + 1) {
                    None => may_end = Answer::Maybe,
                    Some(b'\n') => {}
                    Some(_) => at += 1,
                },
                Some(b'"') => malformed.is_string = !malformed.is_string,
                Some(b'\n') => {
                    may_end = self.starts_value_after(malformed.column, at);
                    malformed.is_string = false;
                }
                Some(_) if malformed.is_string => {}
                Some(b'{' | b'[') => {
                    // If a message starts where no value is allowed, the previous message was not closed.
                    if at == malformed.fault && (block.kind != Kind::Plain || block.list.is_some())
                    {
                        may_end = recognise::opens_a_message(self.buffer.from(at));
                    }
                    malformed.depth += usize::from(may_end == Answer::No);
                }
                Some(b'}' | b']') if malformed.depth <= 1 => break at + 1,
                Some(b'}' | b']') => malformed.depth -= 1,
                Some(_) => {
                    may_end = self
                        .closer(&block, at, is_end)
                        .map_or(Answer::No, |(answer, _)| answer)
                }
            }
            match may_end {
                Answer::Yes => break at,
                Answer::Maybe if !is_end => return block.wait(at, Inside::Malformed(malformed)),
                _ => at += 1,
            }
        };
        let text = self.buffer.slice(from, end).trim_end();
        let is_one_of_a_list = end == malformed.fault && block.list.is_some();
        let end = match text.strip_suffix(',').filter(|_| is_one_of_a_list) {
            Some(text) => from + text.len(),
            None => end,
        };
        self.give(&mut block, from, end, Form::Malformed);
        self.after_malformed(block, end)
    }

    /// Reads text that is not a value, up to the end of the line or the next possible value.
    pub(super) fn junk(&mut self, mut block: Block, junk: Junk, is_end: bool) -> Next {
        let Junk { from, is_long } = junk;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let mut may_end = Answer::No;
        while may_end == Answer::No {
            if at >= limit && at < self.buffer.end() && !is_long {
                return self.too_much(block, from, None, at);
            }
            may_end = match self.buffer.byte(at) {
                None if is_end => Answer::Yes,
                None => Answer::Maybe,
                Some(b'\n') => Answer::Yes,
                Some(b'{' | b'[') if at > from => Answer::Yes,
                Some(b',' | b']') if at > from && block.list.is_some() => Answer::Yes,
                Some(_) => match self.closer(&block, at, is_end) {
                    Some((Answer::Maybe, _)) if is_end => Answer::No,
                    closer => closer.map_or(Answer::No, |(answer, _)| answer),
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
            self.give(&mut block, from, at, Form::Malformed);
        }
        self.after_malformed(block, at)
    }
}
