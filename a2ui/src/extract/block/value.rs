//! The values of a block, one at a time.

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

/// The maximum distance from a line end in a string to the end of the string, in bytes.
const LONGEST_RAW: usize = 4 << 10;

impl Extractor {
    /// Reads a value that starts at `from`.
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
            // The depth is checked at line ends, so that it does not depend on how the text is split.
            let rest = self.buffer.bytes(at, self.buffer.end().min(limit));
            if rest.is_empty() {
                break Progress::Incomplete;
            }
            let length = rest
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(rest.len(), |end| end + 1);
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
                    // The syntax treats the line end as an ordinary character.
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
            Progress::Complete(end) if block.kind == Kind::Plain && block.list.is_none() => block
                .to(
                    end,
                    Inside::Alone {
                        from,
                        form: Form::of(raw),
                    },
                ),
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
                let fault = if let Progress::Invalid(fault) = seen {
                    fault
                } else {
                    at
                };
                let is_message = recognise::is_like_a_message(self.buffer.slice(from, fault));
                let is_plain = block.kind == Kind::Plain && !block.is_sure && !is_message;
                let opens = if is_plain {
                    recognise::opens_a_message(self.buffer.from(from))
                } else {
                    Answer::Yes
                };
                match opens {
                    Answer::Yes => {}
                    Answer::Maybe if !is_end => {
                        return block.wait(fault, Inside::Value { from, syntax, raw });
                    }
                    _ => return Next::Go(Mode::Prose(block.after_bracket())),
                }
                let (depth, extent) = (syntax.depth(), Extent::default());
                if from >= self.unrepairable && !self.is_in_place_of_name(from, fault) {
                    return block.to(
                        from,
                        Inside::NearlyJson {
                            from,
                            fault,
                            depth,
                            extent,
                        },
                    );
                }
                self.divide(block, from, fault, depth)
            }
        }
    }

    /// Returns the end of the string in which a line end occurs at `fault`. Returns `Ok(None)` if this is an error, and
    /// `Err` if more text is needed.
    ///
    /// If a model writes a line end in a string, the closing quote is followed by a comma or bracket. If the string was
    /// not closed, the next quote opens another string and is followed by other text.
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

    /// Processes the rest of the line after a value that starts the line.
    pub(super) fn alone(
        &mut self,
        mut block: Block,
        from: usize,
        form: Form,
        is_end: bool,
    ) -> Next {
        let end = block.at;
        let rest = self.buffer.from(end);
        // A comma can separate messages on different lines.
        let comma = usize::from(rest.starts_with(','));
        let behind = rest.get(comma..).unwrap_or_default();
        let blanks = comma + buffer::blanks(behind);
        let next = rest.as_bytes().get(blanks).copied();
        let line_ends = buffer::line_ends(behind);
        if line_ends == Answer::Maybe && !is_end && blanks <= MARK {
            return block.wait(end, Inside::Alone { from, form });
        }
        let is_alone =
            line_ends != Answer::No || (blanks <= MARK && matches!(next, Some(b'{' | b'[')));
        if is_alone && comma == 0 {
            self.give(&mut block, from, end, form);
        } else if is_alone && recognise::is_like_a_message(self.buffer.slice(from, end)) {
            self.give(&mut block, from, end + 1, Form::Malformed);
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

    /// Reports a value that exceeds the limit.
    pub(super) fn too_much(
        &mut self,
        mut block: Block,
        from: usize,
        syntax: Option<Syntax>,
        at: usize,
    ) -> Next {
        let is_message = recognise::is_like_a_message(self.buffer.slice(from, at));
        if !block.kind.is_strict() && !is_message {
            if !block.is_sure {
                if let Kind::Fence { sign, length, .. } = block.kind {
                    self.fence = Some((sign, length));
                }
                self.text_to(at);
                return Next::Go(Mode::Prose(self.buffer.start().max(block.after_bracket())));
            }
        } else {
            self.mark_sure(&mut block, from);
            let place = self.buffer.place(from);
            let list = block
                .list
                .as_ref()
                .map(|list| Pointer::root().element(list.index));
            self.too_long(block.kind.carrier(), place, list.unwrap_or_default());
        }
        if let Some(list) = &mut block.list {
            list.index += 1;
        }
        match syntax {
            Some(syntax) => block.to(at, Inside::Long(syntax)),
            None => block.to(
                at,
                Inside::Junk(Junk {
                    from,
                    is_long: true,
                }),
            ),
        }
    }

    /// Skips the rest of a value that is too long.
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
            Progress::Invalid(_) => block.to(
                end,
                Inside::Junk(Junk {
                    from: end,
                    is_long: true,
                }),
            ),
        }
    }
}
