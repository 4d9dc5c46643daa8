//! The values of a block, one at a time.

use super::{
    super::{
        Extractor, MARK, Mode, Next, OpenFence,
        buffer::{self, Answer},
        recognise,
    },
    Block, BlockKind, Form, Inside, Junk, NearlyJson, OpenValue,
};
use crate::repair::Extent;
use wire::{
    MAX_DEPTH,
    syntax::{Progress, Syntax},
};

/// The maximum distance from a line end in a string to the end of the string, in bytes.
const LONGEST_RAW: usize = 4 << 10;

/// The point up to which a value was read.
enum ReadTo {
    /// The end of the value.
    End(usize),
    /// The end of the text so far, or the limit, inside the value.
    Available(usize),
    /// A syntax error.
    Fault(usize),
    /// A line end in a string, where more text must arrive to decide whether the string goes on.
    RawLineEnd(usize),
}

/// The string around a line end, which JSON does not allow in strings.
enum RawString {
    /// The string goes on to its quote at this position.
    EndsAt(usize),
    /// The string was not closed.
    Fault,
    /// More text must arrive to decide.
    Unknown,
}

impl Extractor {
    /// Continues a value.
    pub(super) fn continue_value(
        &mut self,
        block: Block,
        mut value: OpenValue,
        is_end: bool,
    ) -> Next {
        let from = value.from;
        let limit = self.limit_of(&block, from);
        match self.read_value(&mut value, block.at, limit, is_end) {
            ReadTo::End(end) => self.complete_value(block, from, end, Form::of(value.raw)),
            ReadTo::RawLineEnd(at) => block.wait(at, Inside::Value(value)),
            ReadTo::Available(at) if at >= limit && at < self.buffer.end() => {
                self.report_oversized_value(block, from, Some(value.syntax), at)
            }
            ReadTo::Available(at) if !is_end => block.wait(at, Inside::Value(value)),
            ReadTo::Available(fault) | ReadTo::Fault(fault) => {
                self.handle_invalid_value(block, value, fault, is_end)
            }
        }
    }

    /// Reads a value from `at` on, line by line.
    fn read_value(
        &self,
        value: &mut OpenValue,
        mut at: usize,
        limit: usize,
        is_end: bool,
    ) -> ReadTo {
        let available = self.buffer.end().min(limit);
        loop {
            let rest = self.buffer.bytes(at, available);
            if rest.is_empty() {
                return ReadTo::Available(at);
            }
            let line = match rest.iter().position(|byte| *byte == b'\n') {
                Some(end) => rest.get(..=end).unwrap_or_default(),
                None => rest,
            };
            match value.syntax.read(line) {
                Progress::Complete(length) => return ReadTo::End(at + length),
                Progress::Incomplete => {
                    // The depth is checked at line ends, so that it does not depend on how the text is split.
                    if line.ends_with(b"\n") && value.syntax.depth() > MAX_DEPTH {
                        return ReadTo::Fault(at + line.len() - 1);
                    }
                    at += line.len();
                }
                Progress::Invalid(length) => {
                    let fault = at + length;
                    match self.find_raw_string_end(fault, value.raw, is_end) {
                        RawString::EndsAt(end) => value.raw = end,
                        RawString::Fault => return ReadTo::Fault(fault),
                        RawString::Unknown => return ReadTo::RawLineEnd(fault),
                    }
                    // The syntax treats the line end as an ordinary character.
                    value.syntax.read(b" ");
                    at = fault + 1;
                }
            }
        }
    }

    /// Ends a value that is valid JSON or repairable.
    pub(super) fn complete_value(
        &mut self,
        mut block: Block,
        from: usize,
        end: usize,
        form: Form,
    ) -> Next {
        if block.is_single_value() {
            return block.resume_at(end, Inside::Alone { from, form });
        }
        self.add_value(&mut block, from, end, form);
        block.end_value();
        block.resume_at(end, Inside::Between)
    }

    /// Processes a value with a syntax error at `fault`.
    fn handle_invalid_value(
        &mut self,
        block: Block,
        value: OpenValue,
        fault: usize,
        is_end: bool,
    ) -> Next {
        let from = value.from;
        let is_plain = block.kind == BlockKind::Plain && !block.is_sure;
        // Without delimiters, malformed JSON is text unless it starts like a message.
        if is_plain && !recognise::is_like_a_message(self.buffer.slice(from, fault)) {
            match recognise::opens_a_message(self.buffer.from(from)) {
                Answer::Yes => {}
                Answer::Maybe if !is_end => return block.wait(fault, Inside::Value(value)),
                _ => return Next::Go(Mode::Prose(block.after_bracket())),
            }
        }
        let depth = value.syntax.depth();
        // Values inside an unrepairable one are not tried again, so that the work stays linear.
        if from < self.unrepairable || self.is_in_place_of_name(from, fault) {
            return self.end_before_next_value(block, from, fault, depth);
        }
        let nearly = NearlyJson {
            from,
            fault,
            depth,
            extent: Extent::default(),
        };
        block.resume_at(from, Inside::NearlyJson(nearly))
    }

    /// Finds the end of the string that contains the line end at `fault`. `raw` is the end of the last multi-line
    /// string.
    ///
    /// If a model writes a line end in a string, a comma or bracket follows the closing quote. If the string was not
    /// closed, the next quote opens another string, and other text follows it.
    fn find_raw_string_end(&self, fault: usize, raw: usize, is_end: bool) -> RawString {
        if self.buffer.byte(fault) != Some(b'\n') {
            return RawString::Fault;
        }
        if fault < raw {
            return RawString::EndsAt(raw);
        }
        let rest = self.buffer.bytes(fault, fault + LONGEST_RAW);
        let is_all = is_end || rest.len() == LONGEST_RAW;
        // If all of the text in reach is there, more text does not change the answer.
        let undecided = if is_all {
            RawString::Fault
        } else {
            RawString::Unknown
        };
        let mut bytes = rest.iter().enumerate();
        let quote = loop {
            match bytes.next() {
                Some((_, b'\\')) => drop(bytes.next()),
                Some((at, b'"')) => break at,
                Some(_) => {}
                None => return undecided,
            }
        };
        match bytes.find(|(_, byte)| !byte.is_ascii_whitespace()) {
            Some((_, b',' | b'}' | b']')) => RawString::EndsAt(fault + quote),
            Some(_) => RawString::Fault,
            None => undecided,
        }
    }

    /// Processes the rest of the line after a value that starts the line.
    pub(super) fn read_after_value(
        &mut self,
        mut block: Block,
        from: usize,
        form: Form,
        is_end: bool,
    ) -> Next {
        let end = block.at;
        if self.ends_with_json {
            self.add_value(&mut block, from, end, form);
            if block.is_sure {
                return Next::Go(Mode::LineEnd);
            }
            self.return_text(end);
            return Next::Go(Mode::Prose(end));
        }
        let rest = self.buffer.from(end);
        // A comma can separate messages on different lines.
        let comma = usize::from(rest.starts_with(','));
        let after_comma = rest.get(comma..).unwrap_or_default();
        let blanks = comma + buffer::count_blanks(after_comma);
        let next = rest.as_bytes().get(blanks).copied();
        let line_ends = buffer::line_ends(after_comma);
        if line_ends == Answer::Maybe && !is_end && blanks <= MARK {
            return block.wait(end, Inside::Alone { from, form });
        }
        // Messages can follow each other on one line, but a message before text is only quoted.
        let is_before_value = blanks <= MARK && matches!(next, Some(b'{' | b'['));
        if line_ends != Answer::No || is_before_value {
            if comma == 0 {
                self.add_value(&mut block, from, end, form);
            } else if recognise::is_like_a_message(self.buffer.slice(from, end)) {
                // The comma goes with the message as malformed data, which a repair reads.
                self.add_value(&mut block, from, end + 1, Form::Malformed);
            }
        }
        if !block.is_sure {
            self.return_text(end);
            return Next::Go(Mode::Prose(end));
        }
        match next {
            Some(b'{' | b'[') => {
                self.buffer.skip_to(end + blanks);
                Next::Go(Mode::Block(Block::new(BlockKind::Plain, end + blanks)))
            }
            _ => Next::Go(Mode::LineEnd),
        }
    }

    /// Reports a value that exceeds the limit.
    pub(super) fn report_oversized_value(
        &mut self,
        mut block: Block,
        from: usize,
        syntax: Option<Syntax>,
        at: usize,
    ) -> Next {
        let is_message = recognise::is_like_a_message(self.buffer.slice(from, at));
        // Everything in a strict block must be a message.
        if block.kind.is_strict() || is_message {
            self.mark_sure(&mut block, from);
            let place = self.buffer.place(from);
            let pointer = block.pointer(block.list.as_ref().map(|list| list.index));
            self.report_too_long(block.kind.carrier(), place, pointer);
        } else if !block.is_sure {
            if let BlockKind::Fence { sign, length, .. } = block.kind {
                self.fence = Some(OpenFence { sign, length });
            }
            self.return_text(at);
            return Next::Go(Mode::Prose(self.buffer.start().max(block.after_bracket())));
        }
        block.next_index();
        match syntax {
            Some(syntax) => block.resume_at(at, Inside::Long(syntax)),
            None => block.resume_at(
                at,
                Inside::Junk(Junk {
                    from,
                    is_long: true,
                }),
            ),
        }
    }

    /// Skips the rest of a value that is too long.
    pub(super) fn skip_long_value(
        &mut self,
        block: Block,
        mut syntax: Syntax,
        is_end: bool,
    ) -> Next {
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
            _ if block.is_single_value() => Next::Go(Mode::LineEnd),
            Progress::Complete(_) => block.resume_at(end, Inside::Between),
            Progress::Invalid(_) => block.resume_at(
                end,
                Inside::Junk(Junk {
                    from: end,
                    is_long: true,
                }),
            ),
        }
    }
}
