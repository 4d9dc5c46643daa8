//! One value of a block, up to its end.

use super::{
    super::{
        Extractor, MARK, Mode, Next,
        buffer::{self, Answer},
        recognise,
    },
    Block, Form, Inside, Junk, Kind,
};
use crate::repair::Extent;
use wire::{
    MAX_DEPTH, Pointer,
    syntax::{Progress, Syntax},
};

/// How far behind a line end in a string its end is looked for, in bytes.
const LONGEST_RAW: usize = 4 << 10;

impl Extractor {
    /// In a value that begins there.
    pub(super) fn value(
        &mut self,
        mut block: Block,
        from: usize,
        so_far: (Syntax, usize),
        is_end: bool,
    ) -> Next {
        let (mut syntax, mut raw) = so_far;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let seen = loop {
            // The depth is looked at where a line ends, wherever the text is cut.
            let rest = self.buffer.bytes(at, self.buffer.end().min(limit));
            if rest.is_empty() {
                break Progress::Incomplete;
            }
            let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
            let line = rest.get(..length).unwrap_or_default();
            match syntax.read(line) {
                Progress::Complete(length) => break Progress::Complete(at + length),
                Progress::Invalid(length) => {
                    let fault = at + length;
                    match self.string_goes_on(fault, raw, is_end) {
                        Ok(Some(end)) => raw = end,
                        Ok(None) => break Progress::Invalid(fault),
                        Err(()) => return block.wait(fault, Inside::Value { from, syntax, raw }),
                    }
                    // For the syntax the line end is a character as any other.
                    syntax.read(b" ");
                    at = fault + 1;
                }
                Progress::Incomplete if line.ends_with(b"\n") && syntax.depth() > MAX_DEPTH => {
                    break Progress::Invalid(at + length - 1);
                }
                Progress::Incomplete => at += length,
            }
        };
        match seen {
            Progress::Complete(end) if block.kind == Kind::Plain && block.list.is_none() => {
                block.to(end, Inside::Alone { from, form: Form::of(raw) })
            }
            Progress::Complete(end) => {
                self.give(&mut block, from, end, Form::of(raw));
                block.end_value();
                block.to(end, Inside::Between)
            }
            Progress::Incomplete if at >= limit && at < self.buffer.end() => {
                self.too_much(block, from, Some(syntax), at)
            }
            Progress::Incomplete if !is_end => block.wait(at, Inside::Value { from, syntax, raw }),
            Progress::Incomplete | Progress::Invalid(_) => {
                let fault = if let Progress::Invalid(fault) = seen { fault } else { at };
                let is_message = recognise::is_like_a_message(self.buffer.between(from, fault));
                let is_plain = block.kind == Kind::Plain && !block.is_sure && !is_message;
                let opens =
                    if is_plain { recognise::opens_a_message(self.buffer.from(from)) } else { Answer::Yes };
                match opens {
                    Answer::Yes => {}
                    Answer::Maybe if !is_end => {
                        return block.wait(fault, Inside::Value { from, syntax, raw });
                    }
                    _ => return Next::Go(Mode::Prose(block.behind_bracket())),
                }
                let (depth, extent) = (syntax.depth(), Extent::default());
                if from >= self.unmended && !self.stands_for_a_name(from, fault) {
                    return block.to(from, Inside::Nearly { from, fault, depth, extent });
                }
                self.divide(block, from, fault, depth)
            }
        }
    }

    /// Where the string ends in which a line ends at `fault`; nothing if that is at fault, an error if more has to come to tell.
    ///
    /// A model that writes a line end into a string closes the string later, in front of a comma or a bracket. A string that it did not
    /// close seems to end with the next quote that opens one, behind which other things stand.
    fn string_goes_on(&self, fault: usize, raw: usize, is_end: bool) -> Result<Option<usize>, ()> {
        if self.buffer.byte(fault) != Some(b'\n') {
            return Ok(None);
        }
        if fault < raw {
            return Ok(Some(raw));
        }
        let rest = self.buffer.bytes(fault, fault + LONGEST_RAW);
        let is_all = is_end || rest.len() == LONGEST_RAW;
        let mut bytes = rest.iter().enumerate();
        let quote = loop {
            match bytes.next() {
                Some((_, b'\\')) => drop(bytes.next()),
                Some((at, b'"')) => break at,
                Some(_) => {}
                None if is_all => return Ok(None),
                None => return Err(()),
            }
        };
        match bytes.find(|(_, byte)| !byte.is_ascii_whitespace()) {
            Some((_, b',' | b'}' | b']')) => Ok(Some(fault + quote)),
            None if !is_all => Err(()),
            _ => Ok(None),
        }
    }

    /// Behind a value that begins a line.
    pub(super) fn alone(&mut self, mut block: Block, from: usize, form: Form, is_end: bool) -> Next {
        let end = block.at;
        let rest = self.buffer.from(end);
        // A comma separates a message from the next one.
        let comma = usize::from(rest.starts_with(','));
        let behind = rest.get(comma..).unwrap_or_default();
        let blanks = comma + buffer::blanks(behind);
        let next = rest.as_bytes().get(blanks).copied();
        let line_ends = buffer::line_ends(behind);
        if line_ends == Answer::Maybe && !is_end && blanks <= MARK {
            return block.wait(end, Inside::Alone { from, form });
        }
        let is_alone = line_ends != Answer::No || (blanks <= MARK && matches!(next, Some(b'{' | b'[')));
        if is_alone && comma == 0 {
            self.give(&mut block, from, end, form);
        } else if is_alone && recognise::is_like_a_message(self.buffer.between(from, end)) {
            self.give(&mut block, from, end + 1, Form::Broken);
        }
        if !block.is_sure {
            self.text_to(end);
            return Next::Go(Mode::Prose(end));
        }
        match next {
            Some(b'{' | b'[') => {
                self.buffer.skip_to(end + blanks);
                Next::Go(Mode::Block(Block::new(Kind::Plain, end + blanks)))
            }
            _ => Next::Go(Mode::LineEnd),
        }
    }

    /// More of a value has come than may be held.
    pub(super) fn too_much(
        &mut self,
        mut block: Block,
        from: usize,
        syntax: Option<Syntax>,
        at: usize,
    ) -> Next {
        let is_message = recognise::is_like_a_message(self.buffer.between(from, at));
        if !block.kind.is_strict() && !is_message {
            if !block.is_sure {
                if let Kind::Fence { sign, length, .. } = block.kind {
                    self.fence = Some((sign, length));
                }
                self.text_to(at);
                return Next::Go(Mode::Prose(self.buffer.taken().max(block.behind_bracket())));
            }
        } else {
            self.sure(&mut block, from);
            let place = self.buffer.place(from);
            let list = block.list.as_ref().map(|list| Pointer::root().element(list.index));
            self.too_long(block.kind.carrier(), place, list.unwrap_or_default());
        }
        if let Some(list) = &mut block.list {
            list.index += 1;
        }
        match syntax {
            Some(syntax) => block.to(at, Inside::Long(syntax)),
            None => block.to(at, Inside::Junk(Junk { from, is_long: true })),
        }
    }

    /// Passes over the rest of a value that is too long.
    pub(super) fn long(&mut self, block: Block, mut syntax: Syntax, is_end: bool) -> Next {
        let start = block.at;
        let rest = self.buffer.bytes(start, self.buffer.end());
        let seen = syntax.read(rest);
        let end = match seen {
            Progress::Incomplete => self.buffer.end(),
            Progress::Complete(length) | Progress::Invalid(length) => start + length,
        };
        self.buffer.skip_to(end);
        match seen {
            Progress::Incomplete if is_end => {
                self.buffer.skip_to(end);
                Next::Wait(Mode::Line)
            }
            Progress::Incomplete => block.wait(end, Inside::Long(syntax)),
            _ if block.kind == Kind::Plain && block.list.is_none() => Next::Go(Mode::LineEnd),
            Progress::Complete(_) => block.to(end, Inside::Between),
            Progress::Invalid(_) => block.to(end, Inside::Junk(Junk { from: end, is_long: true })),
        }
    }
}
