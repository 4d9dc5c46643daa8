//! Objects that wrap a list of messages, such as `{"name":"…","messages":[…]}`.
//!
//! The messages are added while the object is still being written, so that the object need not be stored.

use super::{
    super::{Extractor, Next, buffer::Answer, recognise},
    Block, BlockKind, Inside, List,
};
use wire::{
    partial::{Part, PartialScanner},
    syntax::{Progress, Syntax},
    token,
};

/// The members of other protocols. An object with one of them is read as a whole.
const OTHERS: [&str; 5] = ["type", "role", "jsonrpc", "id", "version"];

/// The start of an object, up to the member that shows whether the object wraps a list of messages.
#[derive(Clone, Debug)]
pub(super) struct ObjectHead {
    pub(super) from: usize,
    scanner: PartialScanner,
    /// The position of the bracket of the list, if it was found.
    list: Option<usize>,
}

impl ObjectHead {
    pub(super) fn new(from: usize) -> Self {
        Self {
            from,
            scanner: PartialScanner::default(),
            list: None,
        }
    }

    /// Reads names until the list of messages opens. Returns `Some(false)` if the object wraps no list, and `None` if
    /// more text must arrive.
    fn find_list(&mut self, text: &str) -> Option<bool> {
        while let Some(part) = self.scanner.next(text) {
            match part {
                Part::Name(name) if self.scanner.depth() == 1 => {
                    let name = token::name(text.get(name).unwrap_or_default());
                    if OTHERS.contains(&&*name) || recognise::is_message_key(&name) {
                        return Some(false);
                    }
                }
                Part::Opened(at) if self.scanner.path(text) == ["messages", ""] => {
                    self.list = Some(self.from + at);
                    return Some(true);
                }
                _ => {}
            }
        }
        if self.scanner.has_ended() {
            return Some(false);
        }
        None
    }
}

/// The rest of an object after its list of messages.
#[derive(Clone, Debug)]
pub(super) struct ObjectTail(Syntax);

impl ObjectTail {
    pub(super) fn new() -> Self {
        let mut syntax = Syntax::default();
        // The list and the members before it were read already.
        syntax.read(br#"{"messages":[]"#);
        Self(syntax)
    }
}

impl Extractor {
    /// Reads the start of an object. If a list of messages opens, its elements are read one at a time. Any other object is read
    /// as a whole.
    pub(super) fn read_head(
        &mut self,
        mut block: Block,
        mut head: ObjectHead,
        is_end: bool,
    ) -> Next {
        let from = head.from;
        let limit = self.limit_of(&block, from).min(self.buffer.end());
        let may_continue = !is_end && limit == self.buffer.end();
        if head.list.is_none() {
            match head.find_list(self.buffer.slice(from, limit)) {
                Some(true) => {}
                None if may_continue => return block.wait(limit, Inside::Head(head)),
                _ => return self.start_value(block, from),
            }
        }
        let first = head.list.unwrap_or(from) + 1;
        let (at, byte) = self.next_byte(first);
        let opens = match byte {
            None => Answer::Maybe,
            Some(b'{') => recognise::opens_a_message(self.buffer.from(at)),
            Some(_) => Answer::No,
        };
        match opens {
            Answer::Maybe if may_continue => block.wait(at, Inside::Head(head)),
            Answer::Yes => {
                self.mark_strict_sure(&mut block, from);
                block.list = Some(List {
                    is_member: true,
                    ..List::default()
                });
                block.resume_at(first, Inside::Between)
            }
            _ => self.start_value(block, from),
        }
    }

    /// Reads the rest of an object after its list of messages.
    pub(super) fn read_tail(
        &mut self,
        mut block: Block,
        mut tail: ObjectTail,
        is_end: bool,
    ) -> Next {
        let start = block.at;
        let seen = tail.0.read(self.buffer.bytes(start, self.buffer.end()));
        let end = match seen {
            Progress::Incomplete => self.buffer.end(),
            Progress::Complete(length) | Progress::Invalid(length) => start + length,
        };
        if block.is_sure {
            self.buffer.skip_to(end);
        }
        match seen {
            Progress::Incomplete if !is_end => block.wait(end, Inside::Tail(tail)),
            // Without delimiters, the object is the whole block.
            _ if block.kind == BlockKind::Plain => self.end_block(block, end, end),
            _ => {
                block.end_value();
                block.resume_at(end, Inside::Between)
            }
        }
    }
}
