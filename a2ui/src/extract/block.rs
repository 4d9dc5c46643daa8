//! Blocks that can contain messages: a sequence or list of JSON values, up to a closing delimiter.

mod malformed;
mod messages;
mod other_notations;
mod value;
mod wrapper;

use super::{
    Extractor, MARK, Mode, Next, OpenFence,
    block_kind::BlockKind,
    buffer::{self, Answer},
};
use crate::repair::{Extent, Repair, RepairKind};
use wire::{Pointer, syntax::Syntax};
use wrapper::{ObjectHead, ObjectTail};

/// The state of a block that is being read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    kind: BlockKind,
    /// The start of the content.
    head: usize,
    /// The position where reading resumes.
    at: usize,
    inside: Inside,
    /// `true` if the block is known to contain messages. Before that, no part of the block is returned.
    is_sure: bool,
    /// `true` if other values precede the open list.
    has_others: bool,
    list: Option<List>,
    /// The repairs made between values. The next message takes them.
    repairs: Vec<Repair>,
}

/// The state of an open list.
#[derive(Clone, Debug, Default)]
struct List {
    /// The number of elements so far.
    index: usize,
    /// The elements before the first message that are not messages, each with start, end and index.
    others: Vec<(usize, usize, usize)>,
    /// `true` if any element was a message, so that the other elements should be messages, too.
    has_messages: bool,
    separator: Separator,
    /// `true` if the list is the member `messages` of an object.
    is_member: bool,
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
    /// In an object, before the member that shows whether the object wraps a list of messages.
    Head(ObjectHead),
    /// In an object that wraps a list of messages, after the list.
    Tail(ObjectTail),
    /// In a JSON value.
    Value(OpenValue),
    /// After the only value of the block, where the rest of the line determines whether the value stands alone.
    Alone {
        from: usize,
        form: Form,
    },
    /// In a malformed value that may be repairable, while its end is searched.
    NearlyJson(NearlyJson),
    /// In a malformed value that cannot be repaired.
    Malformed(MalformedValue),
    /// In text that is not a value, or in the rest of a value that was too long.
    Junk(Junk),
    /// In text that is not JSON from the start.
    Foreign,
    /// In a value that is too long.
    Long(Syntax),
}

/// A JSON value that is being read.
#[derive(Clone, Debug)]
struct OpenValue {
    from: usize,
    syntax: Syntax,
    /// The end of the last string that spans several lines, or 0 if there was none, as in valid JSON.
    raw: usize,
}

/// A malformed value that may be repairable.
#[derive(Clone, Debug)]
struct NearlyJson {
    from: usize,
    /// The position of the syntax error.
    fault: usize,
    /// The number of open brackets at the error.
    depth: usize,
    extent: Extent,
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
    /// Returns the form of a value. `raw` is the end of its last multi-line string, or 0 if there is none.
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
    pub(super) fn new(kind: BlockKind, head: usize) -> Self {
        Self {
            kind,
            head,
            at: head,
            inside: Inside::Start,
            is_sure: false,
            has_others: false,
            list: None,
            repairs: Vec::new(),
        }
    }

    /// Returns the position where text resumes if the start of a supposed message turns out to be text.
    fn after_bracket(&self) -> usize {
        self.head + usize::from(self.kind == BlockKind::Plain)
    }

    /// Returns `true` if the block is a single value at the start of a line.
    fn is_single_value(&self) -> bool {
        self.kind == BlockKind::Plain && self.list.is_none()
    }

    /// Stores a repair for the next message. Its place is the root of that message.
    fn add_repair(&mut self, kind: RepairKind) {
        self.repairs.push(Repair::new(kind, Pointer::root(), &[]));
    }

    /// Records a comma in the list. A second comma in a row is a repair.
    fn record_comma(&mut self) {
        let Some(list) = &mut self.list else { return };
        let before = std::mem::replace(&mut list.separator, Separator::Seen);
        if before == Separator::Seen {
            self.add_repair(RepairKind::TrailingComma);
        }
    }

    /// Starts a value, and stores a repair if a comma is missing.
    fn begin_value(&mut self) {
        let Some(list) = &mut self.list else { return };
        let before = std::mem::take(&mut list.separator);
        if before == Separator::Due {
            self.add_repair(RepairKind::MissingComma);
        }
    }

    /// Ends a complete value.
    fn end_value(&mut self) {
        if let Some(list) = &mut self.list {
            list.separator = Separator::Due;
        }
    }

    /// Counts an element of the list, and returns its index. Returns `None` outside a list.
    fn next_index(&mut self) -> Option<usize> {
        let list = self.list.as_mut()?;
        list.index += 1;
        Some(list.index - 1)
    }

    /// Returns the pointer of a list element in its document, or the root outside a list.
    fn pointer(&self, index: Option<usize>) -> Pointer {
        let Some(index) = index else {
            return Pointer::root();
        };
        match &self.list {
            Some(List {
                is_member: true, ..
            }) => Pointer::root().member("messages").element(index),
            _ => Pointer::root().element(index),
        }
    }

    /// Continues the block at a position, in another state.
    fn resume_at(mut self, at: usize, inside: Inside) -> Next {
        (self.at, self.inside) = (at, inside);
        Next::Go(Mode::Block(self))
    }

    /// Continues the block with text that is not a value.
    fn resume_in_junk(self, from: usize) -> Next {
        let junk = Junk {
            from,
            is_long: false,
        };
        self.resume_at(from, Inside::Junk(junk))
    }

    /// Waits for more text at a position.
    fn wait(mut self, at: usize, inside: Inside) -> Next {
        (self.at, self.inside) = (at, inside);
        Next::Wait(Mode::Block(self))
    }
}

/// The part of a block whose end has not arrived, by its start.
#[derive(Clone, Copy)]
pub(super) enum UnfinishedPart {
    /// A valid value so far, which is a message if its members are those of a message.
    Message(usize),
    /// A list of messages, after its last element.
    List(usize),
    /// A value that may turn out to be text.
    Other(usize),
}

impl Block {
    /// Returns the part of the block whose end has not arrived. If `ends_with_json`, text after a value does not change its
    /// meaning.
    pub(super) fn unfinished(&self, ends_with_json: bool) -> Option<UnfinishedPart> {
        match &self.inside {
            Inside::Value(value) => {
                // Without delimiters, text after the value on its line makes it a quotation.
                let may_be_text = self.is_single_value() && !ends_with_json;
                if may_be_text || value.raw > 0 {
                    return Some(UnfinishedPart::Other(value.from));
                }
                Some(UnfinishedPart::Message(value.from))
            }
            Inside::Head(head) => Some(UnfinishedPart::Other(head.from)),
            Inside::Tail(_) if self.is_sure => Some(UnfinishedPart::List(self.at)),
            Inside::Between if self.list.is_some() && self.is_sure => {
                Some(UnfinishedPart::List(self.at))
            }
            _ => None,
        }
    }
}

impl Extractor {
    /// Continues a block.
    pub(super) fn continue_block(&mut self, mut block: Block, is_end: bool) -> Next {
        match std::mem::replace(&mut block.inside, Inside::Between) {
            Inside::Start => self.start_block(block, is_end),
            Inside::Between => self.read_between_values(block, is_end),
            Inside::Head(head) => self.read_head(block, head, is_end),
            Inside::Tail(tail) => self.read_tail(block, tail, is_end),
            Inside::Value(value) => self.continue_value(block, value, is_end),
            Inside::Alone { from, form } => self.read_after_value(block, from, form, is_end),
            Inside::NearlyJson(nearly) => self.read_nearly_json(block, nearly, is_end),
            Inside::Malformed(malformed) => self.read_malformed_value(block, malformed, is_end),
            Inside::Junk(junk) => self.read_junk(block, junk, is_end),
            Inside::Foreign => self.read_foreign(block, is_end),
            Inside::Long(syntax) => self.skip_long_value(block, syntax, is_end),
        }
    }

    /// Treats a block as text, and resumes the search for messages at its content.
    fn treat_as_text(&mut self, block: &Block) -> Next {
        self.return_text(block.head);
        if let BlockKind::Fence { sign, length, .. } = block.kind {
            self.fence = Some(OpenFence { sign, length });
            return Next::Go(Mode::Line);
        }
        Next::Go(Mode::Prose(block.after_bracket()))
    }

    /// Returns the position at which the open item exceeds the limit.
    fn limit_of(&self, block: &Block, from: usize) -> usize {
        // Until the block is known to contain messages, everything before the item is stored as well.
        let stored_from = if block.is_sure {
            from
        } else {
            self.buffer.start()
        };
        stored_from.saturating_add(self.limit)
    }

    /// Returns the position and value of the next byte that is not blank.
    fn next_byte(&self, at: usize) -> (usize, Option<u8>) {
        let rest = self.buffer.from(at);
        let at = at + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        (at, self.buffer.byte(at))
    }

    /// Determines the content of a block from its start.
    fn start_block(&mut self, block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if at > self.buffer.start().saturating_add(self.limit) {
            return self.treat_as_text(&block);
        }
        if let BlockKind::Fence {
            is_strict: true, ..
        } = block.kind
        {
            return self.start_strict_fence(block, at, is_end);
        }
        if byte.is_none() && !is_end {
            return block.wait(at, Inside::Start);
        }
        match (block.kind, byte) {
            (_, None) => self.treat_as_text(&block),
            (_, Some(b'{' | b'[')) => block.resume_at(at, Inside::Between),
            // A fence can be inside the tags, or after the delimiter.
            (BlockKind::Delimiter | BlockKind::Tag { .. }, Some(b'`')) => {
                match buffer::starts_with(self.buffer.from(at), "```") {
                    Answer::Yes => block.resume_at(at, Inside::Between),
                    Answer::Maybe if !is_end => block.wait(at, Inside::Start),
                    _ => self.treat_as_text(&block),
                }
            }
            (BlockKind::Tag { is_strict: true }, Some(b'<')) => {
                match self.find_closer(&block, at, is_end) {
                    Some((Answer::Yes, _)) => block.resume_at(at, Inside::Between),
                    Some((Answer::Maybe, _)) if !is_end => block.wait(at, Inside::Start),
                    _ => block.resume_at(at, Inside::Foreign),
                }
            }
            (BlockKind::Tag { .. }, _) => block.resume_at(at, Inside::Foreign),
            _ => self.treat_as_text(&block),
        }
    }

    /// Determines the content of a fence that names `a2ui`. Content other than JSON is an error, but an empty fence
    /// is allowed.
    fn start_strict_fence(&mut self, mut block: Block, at: usize, is_end: bool) -> Next {
        let is_certain = match (self.buffer.byte(at), self.find_closer(&block, at, is_end)) {
            (None, _) | (_, Some((Answer::Maybe, _))) if !is_end => {
                return block.wait(at, Inside::Start);
            }
            (None | Some(b'{' | b'['), _) | (_, Some((Answer::Yes, _))) => true,
            _ => false,
        };
        if !is_certain {
            return block.resume_at(at, Inside::Foreign);
        }
        block.is_sure = true;
        let head = block.head;
        self.buffer.skip_to(head);
        block.resume_at(head, Inside::Between)
    }

    /// Reads the text between two values.
    fn read_between_values(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if !block.is_sure && at > self.buffer.start().saturating_add(self.limit) {
            return self.treat_as_text(&block);
        }
        let Some(byte) = byte else {
            if !is_end {
                return block.wait(at, Inside::Between);
            }
            return self.end_block(block, at, at);
        };
        // The closing delimiter also ends a list that was not closed.
        match self.find_closer(&block, at, is_end) {
            Some((Answer::Yes, length)) => return self.end_block(block, at, at + length),
            Some((Answer::Maybe, _)) if !is_end => return block.wait(at, Inside::Between),
            _ => {}
        }
        let is_in_list = block.list.is_some();
        match byte {
            b'`' if self.is_inner_fence(&block, at) => self.skip_inner_fence(block, at, is_end),
            b',' if is_in_list => {
                block.record_comma();
                block.resume_at(at + 1, Inside::Between)
            }
            b']' if block.list.as_ref().is_some_and(|list| list.is_member) => {
                self.close_list(&mut block);
                block.resume_at(at + 1, Inside::Tail(ObjectTail::new()))
            }
            b']' if is_in_list => {
                self.close_list(&mut block);
                // Without delimiters, the list is the whole block.
                if block.kind == BlockKind::Plain {
                    return self.end_block(block, at + 1, at + 1);
                }
                block.resume_at(at + 1, Inside::Between)
            }
            b'[' if !is_in_list => self.read_opening_bracket(block, at, is_end),
            b'{' if !is_in_list => block.resume_at(at, Inside::Head(ObjectHead::new(at))),
            b'{' | b'[' => self.start_value(block, at),
            b'/' if is_in_list => self.skip_comment_in_list(block, at, is_end),
            _ if self.is_text_after_block(&block, at, byte) => self.end_block(block, at, at),
            _ => block.resume_in_junk(at),
        }
    }

    /// Returns `true` if a fence starts, or may start, inside tags or after a delimiter.
    fn is_inner_fence(&self, block: &Block, at: usize) -> bool {
        matches!(block.kind, BlockKind::Tag { .. } | BlockKind::Delimiter)
            && buffer::starts_with(self.buffer.from(at), "```") != Answer::No
    }

    /// Skips the mark of a fence inside the block, with its language.
    fn skip_inner_fence(&mut self, block: Block, at: usize, is_end: bool) -> Next {
        let rest = self.buffer.from(at);
        let language = rest.trim_start_matches('`');
        let sign = rest.len() - language.len();
        let length = rest.len() - language.trim_start_matches(is_of_language).len();
        if length == rest.len() && !is_end && length <= MARK {
            return block.wait(at, Inside::Between);
        }
        if sign < 3 || length > MARK {
            return block.resume_in_junk(at);
        }
        block.resume_at(at + length, Inside::Between)
    }

    /// Reads a bracket outside a list. The bracket opens a list of objects, or any other array.
    fn read_opening_bracket(&mut self, mut block: Block, at: usize, is_end: bool) -> Next {
        let (first, byte) = self.next_byte(at + 1);
        if first - at > MARK {
            return self.start_value(block, at);
        }
        let is_list = match byte {
            None if !is_end => return block.wait(at, Inside::Between),
            Some(b'{') => true,
            // An empty list at the start of a line need not be one of messages.
            Some(b']') => block.kind != BlockKind::Plain,
            _ => false,
        };
        if !is_list {
            return self.start_value(block, at);
        }
        self.mark_strict_sure(&mut block, at);
        block.list = Some(List::default());
        block.resume_at(at + 1, Inside::Between)
    }

    /// Skips a comment between the elements of a list.
    fn skip_comment_in_list(&mut self, mut block: Block, at: usize, is_end: bool) -> Next {
        match buffer::measure_comment(self.buffer.from(at), is_end) {
            Some(Ok(length)) => {
                block.add_repair(RepairKind::Comment);
                block.resume_at(at + length, Inside::Between)
            }
            Some(Err(buffer::MoreToCome)) => block.wait(at, Inside::Between),
            None => block.resume_in_junk(at),
        }
    }

    /// Returns `true` if a byte that cannot start a value belongs to the text after the block. This applies to blocks
    /// without a closing delimiter.
    fn is_text_after_block(&mut self, block: &Block, at: usize, byte: u8) -> bool {
        match block.kind {
            BlockKind::Delimiter => true,
            // If a line starts with a word, the list was truncated and text follows.
            BlockKind::Plain => byte.is_ascii_alphabetic() && self.buffer.place(at).column == 1,
            BlockKind::Fence { .. } | BlockKind::Tag { .. } | BlockKind::DataPart => false,
        }
    }

    /// Starts to read a JSON value.
    fn start_value(&mut self, mut block: Block, from: usize) -> Next {
        self.mark_strict_sure(&mut block, from);
        block.begin_value();
        let value = OpenValue {
            from,
            syntax: Syntax::default(),
            raw: 0,
        };
        block.resume_at(from, Inside::Value(value))
    }

    /// Marks a strict block as certain at its first value.
    fn mark_strict_sure(&mut self, block: &mut Block, at: usize) {
        if block.kind.is_strict() && !block.is_sure {
            // Only a delimiter and blanks precede the value.
            self.buffer.skip_to(at);
            block.is_sure = true;
        }
    }

    /// Checks for the end of the block, and returns the length of the closing delimiter.
    fn find_closer(&self, block: &Block, at: usize, is_end: bool) -> Option<(Answer, usize)> {
        let byte = self.buffer.byte(at)?;
        match block.kind {
            BlockKind::Fence { sign, length, .. } if byte == sign => {
                Some(self.find_closing_fence(sign, length, at, is_end))
            }
            BlockKind::Tag { .. } | BlockKind::DataPart if byte == b'<' => {
                let rest = self.buffer.from(at);
                let length = match rest.find('>') {
                    Some(end) => end + 1,
                    None => rest.len(),
                };
                Some((buffer::closes_tag(rest), length))
            }
            _ => None,
        }
    }

    /// Checks for the end of a fence: a run of the same character that is at least as long as the opening run
    /// ([CommonMark, Fenced code blocks](https://spec.commonmark.org/0.31.2/#fenced-code-blocks)).
    fn find_closing_fence(
        &self,
        sign: u8,
        length: usize,
        at: usize,
        is_end: bool,
    ) -> (Answer, usize) {
        let rest = self.buffer.from(at);
        let run = rest.bytes().take_while(|byte| *byte == sign).count();
        let may_continue = run == rest.len();
        let answer = if run < length {
            if may_continue {
                Answer::Maybe
            } else {
                Answer::No
            }
        } else if may_continue && run <= MARK && !is_end {
            Answer::Maybe
        } else {
            Answer::Yes
        };
        (answer, run)
    }

    /// Ends a block whose content ends at `contents`. Its delimiter ends at `end`.
    fn end_block(&mut self, mut block: Block, contents: usize, end: usize) -> Next {
        self.close_list(&mut block);
        if !block.is_sure {
            match block.kind {
                // The tags contain nothing.
                BlockKind::Tag { is_strict: true } if contents < end => {
                    self.buffer.skip_to(block.head);
                    self.add_value_as_message(&mut block, contents, contents, None);
                }
                BlockKind::Fence { .. } | BlockKind::Plain => {
                    self.return_text(end);
                    return Next::Go(Mode::Prose(end));
                }
                _ => return self.treat_as_text(&block),
            }
        }
        self.buffer.skip_to(end);
        match block.kind {
            BlockKind::Fence { .. } | BlockKind::Plain => Next::Go(Mode::LineEnd),
            BlockKind::Tag { .. } | BlockKind::DataPart | BlockKind::Delimiter => {
                Next::Go(Mode::Prose(end))
            }
        }
    }
}

/// Returns `true` if a character can be part of the language of a fence.
fn is_of_language(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, ':' | '-' | '_')
}
