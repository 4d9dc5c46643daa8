//! Blocks that can contain messages: a sequence or list of JSON values, up to a closing delimiter.

mod malformed;
mod messages;
mod other_notations;
mod value;

use super::{
    Extractor, MARK, Mode, Next,
    block_kind::Kind,
    buffer::{self, Answer},
};
use crate::repair::{Extent, Repair, RepairKind};
use wire::{Pointer, syntax::Syntax};

/// The state of a block that is being read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    kind: Kind,
    /// The start of the content.
    head: usize,
    /// The position where reading resumes.
    at: usize,
    inside: Inside,
    /// `true` if the block is known to contain messages. Nothing of it was returned before that.
    is_sure: bool,
    /// `true` if other values precede the open list.
    has_others: bool,
    list: Option<List>,
    /// The repairs made between values, for the next message.
    repairs: Vec<Repair>,
}

/// The state of an open list.
#[derive(Clone, Debug, Default)]
struct List {
    /// The number of elements so far.
    index: usize,
    /// The elements before the first message that are not messages: start, end and index.
    others: Vec<(usize, usize, usize)>,
    /// `true` if an element was a message, so the others should be messages as well.
    has_messages: bool,
    separator: Separator,
}

/// The state of the comma between two list elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Separator {
    /// A comma is optional: the list has just started, or malformed text before it can contain the comma.
    #[default]
    Unknown,
    Due,
    Seen,
}

/// The state inside a block.
#[derive(Clone, Debug)]
enum Inside {
    /// Before the first character that is not blank.
    Start,
    Between,
    /// In a JSON value.
    Value {
        from: usize,
        syntax: Syntax,
        /// The end of the last string that spans several lines; 0 if there was none, as in valid JSON.
        raw: usize,
    },
    /// After the only value; the rest of the line determines whether it stands alone.
    Alone {
        from: usize,
        form: Form,
    },
    /// In a malformed value, up to the end that it has if it is repairable.
    NearlyJson {
        from: usize,
        fault: usize,
        depth: usize,
        extent: Extent,
    },
    /// In a malformed value that cannot be repaired.
    Malformed(MalformedValue),
    /// In text that is not a value, or in the rest of a value that was too long.
    Junk(Junk),
    /// In text that is not JSON from the start.
    Foreign,
    /// In a value that is too long.
    Long(Syntax),
}

/// The validity of a value as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    /// Valid except for line ends in strings.
    RawStrings,
    Malformed,
}

impl Form {
    /// Returns the form of a value whose last multi-line string ends at `raw`.
    fn of(raw: usize) -> Self {
        if raw == 0 {
            Self::Json
        } else {
            Self::RawStrings
        }
    }
}

/// A malformed value that is being read.
#[derive(Clone, Copy, Debug)]
struct MalformedValue {
    from: usize,
    /// The position of the syntax error.
    fault: usize,
    /// The column where the value starts.
    column: usize,
    /// The number of open brackets.
    depth: usize,
    is_string: bool,
}

/// Text that is not a value.
#[derive(Clone, Copy, Debug)]
struct Junk {
    from: usize,
    /// `true` if the text exceeded the limit, which has been reported.
    is_long: bool,
}

impl Block {
    /// Creates a block whose content starts at `head`.
    pub(super) fn new(kind: Kind, head: usize) -> Self {
        let (is_sure, has_others) = (false, false);
        let (list, repairs) = (None, Vec::new());
        Self {
            kind,
            head,
            at: head,
            inside: Inside::Start,
            is_sure,
            has_others,
            list,
            repairs,
        }
    }

    /// Returns the position where text resumes if the start of a message turns out to be text.
    fn after_bracket(&self) -> usize {
        self.head + usize::from(self.kind == Kind::Plain)
    }

    /// Stores a repair for the next message, with the root of that message as its place.
    fn add_repair(&mut self, kind: RepairKind) {
        self.repairs.push(Repair::new(kind, Pointer::root(), &[]));
    }

    /// Processes a comma in the list.
    fn separate(&mut self) {
        let separator = self
            .list
            .as_mut()
            .map(|list| std::mem::replace(&mut list.separator, Separator::Seen));
        if separator == Some(Separator::Seen) {
            self.add_repair(RepairKind::TrailingComma);
        }
    }

    /// Starts a value, and stores a repair if a comma is missing.
    fn begin_value(&mut self) {
        let separator = self
            .list
            .as_mut()
            .map(|list| std::mem::take(&mut list.separator));
        if separator == Some(Separator::Due) {
            self.add_repair(RepairKind::MissingComma);
        }
    }

    /// Ends a complete value.
    fn end_value(&mut self) {
        if let Some(list) = &mut self.list {
            list.separator = Separator::Due;
        }
    }

    fn to(mut self, at: usize, inside: Inside) -> Next {
        (self.at, self.inside) = (at, inside);
        Next::Go(Mode::Block(self))
    }

    fn wait(mut self, at: usize, inside: Inside) -> Next {
        (self.at, self.inside) = (at, inside);
        Next::Wait(Mode::Block(self))
    }
}

impl Extractor {
    /// Continues a block.
    pub(super) fn block(&mut self, mut block: Block, is_end: bool) -> Next {
        match std::mem::replace(&mut block.inside, Inside::Between) {
            Inside::Start => self.start(block, is_end),
            Inside::Between => self.between_values(block, is_end),
            Inside::Value { from, syntax, raw } => self.value(block, from, (syntax, raw), is_end),
            Inside::Alone { from, form } => self.alone(block, from, form, is_end),
            Inside::NearlyJson {
                from,
                fault,
                depth,
                extent,
            } => self.nearly_json(block, from, (fault, depth), extent, is_end),
            Inside::Malformed(malformed) => self.malformed_value(block, malformed, is_end),
            Inside::Junk(junk) => self.junk(block, junk, is_end),
            Inside::Foreign => self.foreign(block, is_end),
            Inside::Long(syntax) => self.long(block, syntax, is_end),
        }
    }

    /// Treats a block as text, and resumes the search for messages at its content.
    fn treat_as_text(&mut self, block: &Block) -> Next {
        if let Kind::Fence { sign, length, .. } = block.kind {
            self.fence = Some((sign, length));
            self.text_to(block.head);
            return Next::Go(Mode::Line);
        }
        self.text_to(block.head);
        Next::Go(Mode::Prose(block.after_bracket()))
    }

    /// Returns the position at which the open item exceeds the limit.
    fn limit_of(&self, block: &Block, from: usize) -> usize {
        let held = if block.is_sure {
            from
        } else {
            self.buffer.start()
        };
        held.saturating_add(self.limit)
    }

    /// Returns the position and value of the next byte that is not blank.
    fn next_byte(&self, at: usize) -> (usize, Option<u8>) {
        let rest = self.buffer.from(at);
        let at = at + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        (at, self.buffer.byte(at))
    }

    /// Determines the content of a block from its start.
    fn start(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if at > self.buffer.start().saturating_add(self.limit) {
            return self.treat_as_text(&block);
        }
        match (block.kind, byte) {
            (
                Kind::Fence {
                    is_strict: true, ..
                },
                byte,
            ) => match (byte, self.closer(&block, at, is_end)) {
                (None, _) | (_, Some((Answer::Maybe, _))) if !is_end => {
                    block.wait(at, Inside::Start)
                }
                (None | Some(b'{' | b'['), _) | (_, Some((Answer::Yes, _))) => {
                    block.is_sure = true;
                    self.buffer.skip_to(block.head);
                    let head = block.head;
                    block.to(head, Inside::Between)
                }
                _ => block.to(at, Inside::Foreign),
            },
            (_, None) if is_end => self.treat_as_text(&block),
            (_, None) => block.wait(at, Inside::Start),
            (_, Some(b'{' | b'[')) => block.to(at, Inside::Between),
            (Kind::Delimiter | Kind::Tag { .. }, Some(b'`')) => {
                match buffer::starts(self.buffer.from(at), "```") {
                    Answer::Yes => block.to(at, Inside::Between),
                    Answer::Maybe if !is_end => block.wait(at, Inside::Start),
                    _ => self.treat_as_text(&block),
                }
            }
            (Kind::Tag { is_strict: true }, Some(b'<')) => match self.closer(&block, at, is_end) {
                Some((Answer::Yes, _)) => block.to(at, Inside::Between),
                Some((Answer::Maybe, _)) if !is_end => block.wait(at, Inside::Start),
                _ => block.to(at, Inside::Foreign),
            },
            (Kind::Tag { .. }, _) => block.to(at, Inside::Foreign),
            _ => self.treat_as_text(&block),
        }
    }

    /// Processes the text between two values.
    fn between_values(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if !block.is_sure && at > self.buffer.start().saturating_add(self.limit) {
            return self.treat_as_text(&block);
        }
        let Some(byte) = byte else {
            return if is_end {
                self.ends(block, at, at)
            } else {
                block.wait(at, Inside::Between)
            };
        };
        match (self.closer(&block, at, is_end), is_end) {
            (Some((Answer::Yes, length)), _) => return self.ends(block, at, at + length),
            (Some((Answer::Maybe, _)), false) => return block.wait(at, Inside::Between),
            _ => {}
        }
        match byte {
            b'`' if matches!(block.kind, Kind::Tag { .. } | Kind::Delimiter)
                && buffer::starts(self.buffer.from(at), "```") != Answer::No =>
            {
                let rest = self.buffer.from(at);
                let sign = rest.len() - rest.trim_start_matches('`').len();
                let word = |letter: char| {
                    letter.is_ascii_alphanumeric() || matches!(letter, ':' | '-' | '_')
                };
                let length =
                    rest.len() - rest.trim_start_matches('`').trim_start_matches(word).len();
                if length == rest.len() && !is_end && length <= MARK {
                    return block.wait(at, Inside::Between);
                }
                if sign < 3 || length > MARK {
                    block.to(
                        at,
                        Inside::Junk(Junk {
                            from: at,
                            is_long: false,
                        }),
                    )
                } else {
                    block.to(at + length, Inside::Between)
                }
            }
            b',' if block.list.is_some() => {
                block.separate();
                block.to(at + 1, Inside::Between)
            }
            b']' if block.list.is_some() => {
                self.close_list(&mut block);
                if block.kind == Kind::Plain {
                    return self.ends(block, at + 1, at + 1);
                }
                block.to(at + 1, Inside::Between)
            }
            b'[' if block.list.is_none() => {
                let (first, byte) = self.next_byte(at + 1);
                let is_list = match byte {
                    Some(b']') => block.kind != Kind::Plain,
                    byte => byte == Some(b'{'),
                };
                if first - at > MARK {
                    return self.value_at(block, at);
                }
                if byte.is_none() && !is_end {
                    return block.wait(at, Inside::Between);
                }
                if !is_list {
                    return self.value_at(block, at);
                }
                self.strict_is_sure(&mut block, at);
                block.list = Some(List::default());
                block.to(at + 1, Inside::Between)
            }
            b'{' | b'[' => self.value_at(block, at),
            b'/' if block.list.is_some() => match buffer::comment(self.buffer.from(at), is_end) {
                Some(Ok(length)) => {
                    block.add_repair(RepairKind::Comment);
                    block.to(at + length, Inside::Between)
                }
                Some(Err(buffer::MoreToCome)) => block.wait(at, Inside::Between),
                None => block.to(
                    at,
                    Inside::Junk(Junk {
                        from: at,
                        is_long: false,
                    }),
                ),
            },
            _ if block.kind == Kind::Delimiter => self.ends(block, at, at),
            // If a line starts with a word, the list was truncated and text follows.
            _ if block.kind == Kind::Plain
                && byte.is_ascii_alphabetic()
                && self.buffer.place(at).column == 1 =>
            {
                self.ends(block, at, at)
            }
            _ => block.to(
                at,
                Inside::Junk(Junk {
                    from: at,
                    is_long: false,
                }),
            ),
        }
    }

    fn value_at(&mut self, mut block: Block, from: usize) -> Next {
        self.strict_is_sure(&mut block, from);
        block.begin_value();
        block.to(
            from,
            Inside::Value {
                from,
                syntax: Syntax::default(),
                raw: 0,
            },
        )
    }

    /// Marks a strict block as certain at its first value.
    fn strict_is_sure(&mut self, block: &mut Block, at: usize) {
        if block.kind.is_strict() && !block.is_sure {
            // Only a delimiter and blanks precede the value.
            self.buffer.skip_to(at);
            block.is_sure = true;
        }
    }

    /// Checks for the end of the block, and returns the length of the closing delimiter.
    fn closer(&self, block: &Block, at: usize, is_end: bool) -> Option<(Answer, usize)> {
        let byte = self.buffer.byte(at)?;
        match block.kind {
            Kind::Fence { sign, .. } if byte != sign => return None,
            Kind::Tag { .. } | Kind::DataPart if byte != b'<' => return None,
            _ => {}
        }
        let rest = self.buffer.from(at);
        match block.kind {
            Kind::Fence { sign, length, .. } => {
                let run = rest.bytes().take_while(|byte| *byte == sign).count();
                let answer = match run {
                    run if run < length && run == rest.len() => Answer::Maybe,
                    run if run < length => Answer::No,
                    // The run can continue in the next piece.
                    run if run == rest.len() && run <= MARK && !is_end => Answer::Maybe,
                    _ => Answer::Yes,
                };
                Some((answer, run))
            }
            Kind::Tag { .. } | Kind::DataPart => {
                let answer = buffer::closes(rest);
                Some((answer, rest.find('>').map_or(rest.len(), |end| end + 1)))
            }
            Kind::Plain | Kind::Delimiter => None,
        }
    }

    /// Ends a block whose content ends at `contents`. The block including its delimiter ends at `end`.
    fn ends(&mut self, mut block: Block, contents: usize, end: usize) -> Next {
        self.close_list(&mut block);
        if !block.is_sure {
            match block.kind {
                // The tags contain nothing.
                Kind::Tag { is_strict: true } if contents < end => {
                    self.buffer.skip_to(block.head);
                    let place = self.buffer.place(contents);
                    self.message(&mut block, contents, contents, None, None, place);
                }
                Kind::Fence { .. } | Kind::Plain => {
                    self.text_to(end);
                    return Next::Go(Mode::Prose(end));
                }
                _ => return self.treat_as_text(&block),
            }
        }
        self.buffer.skip_to(end);
        match block.kind {
            Kind::Fence { .. } | Kind::Plain => Next::Go(Mode::LineEnd),
            Kind::Tag { .. } | Kind::DataPart | Kind::Delimiter => Next::Go(Mode::Prose(end)),
        }
    }
}
