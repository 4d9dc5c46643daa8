//! Values of a block that are not JSON.

use super::{
    super::{Extractor, Mode, Next, buffer::Answer, recognise},
    Block, Broken, Form, Inside, Junk, Kind,
};
use crate::repair::{Extent, RepairKind, RepairedJson, repair_json};
use wire::syntax::Progress;

/// Tells whether a text was mended without a change of its brackets, which could make two messages one.
fn has_its_brackets(mended: &RepairedJson) -> bool {
    let is_bracket =
        |kind| matches!(kind, RepairKind::MissingBracket | RepairKind::ExtraBracket | RepairKind::Truncated);
    !mended.repairs.iter().any(|repair| is_bracket(repair.kind))
}

impl Extractor {
    /// Reads a value at fault up to where its brackets are closed. If it can be mended, it ends there. What begins in one that cannot is
    /// not tried again.
    pub(super) fn nearly(
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
                return block.wait(limit, Inside::Nearly { from, fault, depth, extent });
            }
            seen => {
                self.unmended = if let Progress::Invalid(length) = seen { from + length } else { limit };
                return self.divide(block, from, fault, depth);
            }
        };
        if !repair_json(self.buffer.between(from, end)).is_some_and(|mended| has_its_brackets(&mended)) {
            self.unmended = end;
            return self.divide(block, from, fault, depth);
        }
        if block.kind == Kind::Plain && block.list.is_none() {
            return block.to(end, Inside::Alone { from, form: Form::Broken });
        }
        self.give(&mut block, from, end, Form::Broken);
        block.end_value();
        block.to(end, Inside::Between)
    }

    /// Ends a value that is at fault there and cannot be mended before the line with which another value begins.
    pub(super) fn divide(&mut self, mut block: Block, from: usize, fault: usize, depth: usize) -> Next {
        // What looks like the start of another value on a later line is one.
        let column = self.buffer.place(from).column;
        let passed = self.buffer.between(from, fault);
        let lines = passed.match_indices('\n').map(|(end, _)| from + end);
        let mut lines = lines.filter(|end| self.goes_on_behind(column, *end) == Answer::Yes);
        let next = lines.next();
        if let Some(end) = next {
            self.give(&mut block, from, end, Form::Broken);
            return self.behind_broken(block, end);
        }
        block.to(fault, Inside::Broken(Broken { from, fault, column, depth, is_string: false }))
    }

    /// Tells whether an object begins at the fault where a name belongs, so that brackets before it are missing.
    pub(super) fn stands_for_a_name(&self, from: usize, fault: usize) -> bool {
        let before = self.buffer.between(from, fault).trim_end();
        self.buffer.byte(fault) == Some(b'{') && before.ends_with([',', '{'])
    }

    /// Whether the line behind this line end begins a value, no further to the right than that column.
    fn goes_on_behind(&self, column: usize, end: usize) -> Answer {
        let rest = self.buffer.from(end + 1);
        let indent = rest.bytes().take(column).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match rest.as_bytes().get(indent) {
            _ if indent >= column => Answer::No,
            Some(b'{' | b'[') => Answer::Yes,
            None => Answer::Maybe,
            _ => Answer::No,
        }
    }

    pub(super) fn behind_broken(&mut self, block: Block, end: usize) -> Next {
        if block.kind == Kind::Plain && block.list.is_none() {
            return Next::Go(Mode::LineEnd);
        }
        block.to(end, Inside::Between)
    }

    /// In a value that is at fault: up to where its brackets are closed, the block is, or another value begins.
    pub(super) fn broken(&mut self, mut block: Block, mut broken: Broken, is_end: bool) -> Next {
        let from = broken.from;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let end = loop {
            if at >= limit && at < self.buffer.end() {
                return self.too_much(block, from, None, at);
            }
            let mut may_end = Answer::No;
            match self.buffer.byte(at) {
                None => may_end = if is_end { Answer::Yes } else { Answer::Maybe },
                Some(b'\\') if broken.is_string => match self.buffer.byte(at + 1) {
                    None => may_end = Answer::Maybe,
                    Some(b'\n') => {}
                    Some(_) => at += 1,
                },
                Some(b'"') => broken.is_string = !broken.is_string,
                Some(b'\n') => {
                    may_end = self.goes_on_behind(broken.column, at);
                    broken.is_string = false;
                }
                Some(_) if broken.is_string => {}
                Some(b'{' | b'[') => {
                    // A message where none can stand: the one before it was not closed.
                    if at == broken.fault && (block.kind != Kind::Plain || block.list.is_some()) {
                        may_end = recognise::opens_a_message(self.buffer.from(at));
                    }
                    broken.depth += usize::from(may_end == Answer::No);
                }
                Some(b'}' | b']') if broken.depth <= 1 => break at + 1,
                Some(b'}' | b']') => broken.depth -= 1,
                Some(_) => may_end = self.closer(&block, at, is_end).map_or(Answer::No, |(answer, _)| answer),
            }
            match may_end {
                Answer::Yes => break at,
                Answer::Maybe if !is_end => return block.wait(at, Inside::Broken(broken)),
                _ => at += 1,
            }
        };
        let text = self.buffer.between(from, end).trim_end();
        let is_one_of_a_list = end == broken.fault && block.list.is_some();
        let end = match text.strip_suffix(',').filter(|_| is_one_of_a_list) {
            Some(text) => from + text.len(),
            None => end,
        };
        self.give(&mut block, from, end, Form::Broken);
        self.behind_broken(block, end)
    }

    /// In what is no value: up to the end of the line, or what may be something else.
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
            self.give(&mut block, from, at, Form::Broken);
        }
        self.behind_broken(block, at)
    }
}
