//! What may hold messages: JSON values, one after the other or in a list, up to what closes them.

mod malformed;
mod messages;
mod other_notations;
mod value;

use super::{
    Carrier, Extractor, MARK, Mode, Next,
    buffer::{self, Answer},
};
use crate::repair::{Extent, Repair, RepairKind};
use wire::{Pointer, syntax::Syntax};

/// What holds the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: there is one value, and it begins a line.
    Plain,
    /// A fence, made of so many of such characters.
    Fence { sign: u8, length: usize, is_strict: bool },
    /// `a2ui-json`, or `a2ui` and its like, which hold other notations as well.
    Tag { is_strict: bool },
    /// It has no end but the first thing that is no JSON.
    Delimiter,
}

impl Kind {
    /// Whether everything in it is a message, or at fault.
    fn is_strict(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Fence { is_strict, .. } => is_strict,
            Self::Tag { .. } | Self::Delimiter => true,
        }
    }

    fn carrier(self) -> Carrier {
        match self {
            Self::Plain => Carrier::Plain,
            Self::Fence { .. } => Carrier::Fence,
            Self::Tag { .. } => Carrier::Tag,
            Self::Delimiter => Carrier::Delimiter,
        }
    }
}

/// A block, as far as it was looked at.
#[derive(Clone, Debug)]
pub(super) struct Block {
    kind: Kind,
    /// Where its contents begin.
    head: usize,
    /// Where it is looked at next.
    at: usize,
    inside: Inside,
    /// Whether it holds messages for sure. Nothing of it was given before that.
    is_sure: bool,
    /// Values before that which are no messages, and are not in the list that is open.
    has_others: bool,
    list: Option<List>,
    /// The liberties that were taken between values, for the next message.
    repairs: Vec<Repair>,
}

/// A list that is open.
#[derive(Clone, Debug, Default)]
struct List {
    /// How many elements it had.
    index: usize,
    /// Those that are no messages, if there was no message yet: from where to where, and their indices.
    others: Vec<(usize, usize, usize)>,
    /// Whether there was a message among the elements, so that the others should be some.
    has_messages: bool,
    separator: Separator,
}

/// The comma between two elements of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Separator {
    /// It may be there: the list has just begun, or what is at fault before it may contain it.
    #[default]
    Unknown,
    Due,
    Seen,
}

/// In what a block goes on.
#[derive(Clone, Debug)]
enum Inside {
    /// At its first character that is no blank.
    Start,
    Between,
    /// In a value.
    Value {
        from: usize,
        syntax: Syntax,
        /// Where the last string ends that goes over several lines; 0 if there was none, as in JSON.
        raw: usize,
    },
    /// Behind the only value, of which the rest of the line says whether it stands alone.
    Alone {
        from: usize,
        form: Form,
    },
    /// In a value that is at fault, up to the end that it has if it can be mended.
    Nearly {
        from: usize,
        fault: usize,
        depth: usize,
        extent: Extent,
    },
    /// In a value that is at fault.
    Broken(Broken),
    /// In what is no value, or was too much of one.
    Junk(Junk),
    /// In what is no JSON from its start on.
    Foreign,
    /// In a value that is too long.
    Long(Syntax),
}

/// Whether what was found is valid JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    /// But for line ends in strings.
    RawStrings,
    Broken,
}

impl Form {
    /// The form of a value with strings over several lines, of which the last one ends at `raw`.
    fn of(raw: usize) -> Self {
        if raw == 0 { Self::Json } else { Self::RawStrings }
    }
}

/// A value that is at fault.
#[derive(Clone, Copy, Debug)]
struct Broken {
    from: usize,
    /// Where it is at fault.
    fault: usize,
    /// The column in which it begins.
    column: usize,
    /// In how many brackets it goes on.
    depth: usize,
    is_string: bool,
}

/// What is no value.
#[derive(Clone, Copy, Debug)]
struct Junk {
    from: usize,
    /// Whether more of it has come than may be held, which was said.
    is_long: bool,
}

impl Block {
    /// Whose contents begin there.
    pub(super) fn new(kind: Kind, head: usize) -> Self {
        let (is_sure, has_others) = (false, false);
        let (list, repairs) = (None, Vec::new());
        Self { kind, head, at: head, inside: Inside::Start, is_sure, has_others, list, repairs }
    }

    /// Where text goes on if it begins with what was taken for a message.
    fn behind_bracket(&self) -> usize {
        self.head + usize::from(self.kind == Kind::Plain)
    }

    /// Remembers a liberty for the next message, with the pointer in that message.
    fn took_liberty(&mut self, kind: RepairKind) {
        self.repairs.push(Repair::new(kind, Pointer::root(), &[]));
    }

    /// Takes a comma in the list.
    fn separate(&mut self) {
        let separator =
            self.list.as_mut().map(|list| std::mem::replace(&mut list.separator, Separator::Seen));
        if separator == Some(Separator::Seen) {
            self.took_liberty(RepairKind::TrailingComma);
        }
    }

    /// Begins a value.
    fn begin_value(&mut self) {
        let separator = self.list.as_mut().map(|list| std::mem::take(&mut list.separator));
        if separator == Some(Separator::Due) {
            self.took_liberty(RepairKind::MissingComma);
        }
    }

    /// Ends a value that is whole.
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
    /// Goes on in a block.
    pub(super) fn block(&mut self, mut block: Block, is_end: bool) -> Next {
        match std::mem::replace(&mut block.inside, Inside::Between) {
            Inside::Start => self.start(block, is_end),
            Inside::Between => self.between(block, is_end),
            Inside::Value { from, syntax, raw } => self.value(block, from, (syntax, raw), is_end),
            Inside::Alone { from, form } => self.alone(block, from, form, is_end),
            Inside::Nearly { from, fault, depth, extent } => {
                self.nearly(block, from, (fault, depth), extent, is_end)
            }
            Inside::Broken(broken) => self.broken(block, broken, is_end),
            Inside::Junk(junk) => self.junk(block, junk, is_end),
            Inside::Foreign => self.foreign(block, is_end),
            Inside::Long(syntax) => self.long(block, syntax, is_end),
        }
    }

    /// The block turns out to be text. It is looked at once more as such, from its contents on.
    fn is_text(&mut self, block: &Block) -> Next {
        if let Kind::Fence { sign, length, .. } = block.kind {
            self.fence = Some((sign, length));
            self.text_to(block.head);
            return Next::Go(Mode::Line);
        }
        self.text_to(block.head);
        Next::Go(Mode::Prose(block.behind_bracket()))
    }

    /// How much of what is open may be held.
    fn limit_of(&self, block: &Block, from: usize) -> usize {
        let held = if block.is_sure { from } else { self.buffer.taken() };
        held.saturating_add(self.limit)
    }

    /// The next byte at or behind `at` that is no blank, and where it stands.
    fn next_byte(&self, at: usize) -> (usize, Option<u8>) {
        let rest = self.buffer.from(at);
        let at = at + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        (at, self.buffer.byte(at))
    }

    /// What a block is by how it begins.
    fn start(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if at > self.buffer.taken().saturating_add(self.limit) {
            return self.is_text(&block);
        }
        match (block.kind, byte) {
            (Kind::Fence { is_strict: true, .. }, byte) => match (byte, self.closer(&block, at, is_end)) {
                (None, _) | (_, Some((Answer::Maybe, _))) if !is_end => block.wait(at, Inside::Start),
                (None | Some(b'{' | b'['), _) | (_, Some((Answer::Yes, _))) => {
                    block.is_sure = true;
                    self.buffer.skip_to(block.head);
                    let head = block.head;
                    block.to(head, Inside::Between)
                }
                _ => block.to(at, Inside::Foreign),
            },
            (_, None) if is_end => self.is_text(&block),
            (_, None) => block.wait(at, Inside::Start),
            (_, Some(b'{' | b'[')) => block.to(at, Inside::Between),
            (Kind::Delimiter | Kind::Tag { .. }, Some(b'`')) => {
                match buffer::starts(self.buffer.from(at), "```") {
                    Answer::Yes => block.to(at, Inside::Between),
                    Answer::Maybe if !is_end => block.wait(at, Inside::Start),
                    _ => self.is_text(&block),
                }
            }
            (Kind::Tag { is_strict: true }, Some(b'<')) => match self.closer(&block, at, is_end) {
                Some((Answer::Yes, _)) => block.to(at, Inside::Between),
                Some((Answer::Maybe, _)) if !is_end => block.wait(at, Inside::Start),
                _ => block.to(at, Inside::Foreign),
            },
            (Kind::Tag { .. }, _) => block.to(at, Inside::Foreign),
            _ => self.is_text(&block),
        }
    }

    /// Between values.
    fn between(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if !block.is_sure && at > self.buffer.taken().saturating_add(self.limit) {
            return self.is_text(&block);
        }
        let Some(byte) = byte else {
            return if is_end { self.ends(block, at, at) } else { block.wait(at, Inside::Between) };
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
                let word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '-' | '_');
                let length = rest.len() - rest.trim_start_matches('`').trim_start_matches(word).len();
                if length == rest.len() && !is_end && length <= MARK {
                    return block.wait(at, Inside::Between);
                }
                if sign < 3 || length > MARK {
                    block.to(at, Inside::Junk(Junk { from: at, is_long: false }))
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
                    block.took_liberty(RepairKind::Comment);
                    block.to(at + length, Inside::Between)
                }
                Some(Err(buffer::MoreToCome)) => block.wait(at, Inside::Between),
                None => block.to(at, Inside::Junk(Junk { from: at, is_long: false })),
            },
            _ if block.kind == Kind::Delimiter => self.ends(block, at, at),
            // Words at the start of a line: the list broke off, and text goes on.
            _ if block.kind == Kind::Plain
                && byte.is_ascii_alphabetic()
                && self.buffer.place(at).column == 1 =>
            {
                self.ends(block, at, at)
            }
            _ => block.to(at, Inside::Junk(Junk { from: at, is_long: false })),
        }
    }

    fn value_at(&mut self, mut block: Block, from: usize) -> Next {
        self.strict_is_sure(&mut block, from);
        block.begin_value();
        block.to(from, Inside::Value { from, syntax: Syntax::default(), raw: 0 })
    }

    /// Where everything has to be a message, the first value opens the block.
    fn strict_is_sure(&mut self, block: &mut Block, at: usize) {
        if block.kind.is_strict() && !block.is_sure {
            // Only a mark and blanks stand before it.
            self.buffer.skip_to(at);
            block.is_sure = true;
        }
    }

    /// What closes the block, if it stands there, and how long that is.
    fn closer(&self, block: &Block, at: usize, is_end: bool) -> Option<(Answer, usize)> {
        let byte = self.buffer.byte(at)?;
        match block.kind {
            Kind::Fence { sign, .. } if byte != sign => return None,
            Kind::Tag { .. } if byte != b'<' => return None,
            _ => {}
        }
        let rest = self.buffer.from(at);
        match block.kind {
            Kind::Fence { sign, length, .. } => {
                let run = rest.bytes().take_while(|byte| *byte == sign).count();
                let answer = match run {
                    run if run < length && run == rest.len() => Answer::Maybe,
                    run if run < length => Answer::No,
                    // More of them may follow.
                    run if run == rest.len() && run <= MARK && !is_end => Answer::Maybe,
                    _ => Answer::Yes,
                };
                Some((answer, run))
            }
            Kind::Tag { .. } => {
                let answer = buffer::closes(rest);
                Some((answer, rest.find('>').map_or(rest.len(), |end| end + 1)))
            }
            Kind::Plain | Kind::Delimiter => None,
        }
    }

    /// The block ends: its contents there, and it itself there.
    fn ends(&mut self, mut block: Block, contents: usize, end: usize) -> Next {
        self.close_list(&mut block);
        if !block.is_sure {
            match block.kind {
                // There is nothing between the tags.
                Kind::Tag { is_strict: true } if contents < end => {
                    self.buffer.skip_to(block.head);
                    let place = self.buffer.place(contents);
                    self.message(&mut block, contents, contents, None, None, place);
                }
                Kind::Fence { .. } | Kind::Plain => {
                    self.text_to(end);
                    return Next::Go(Mode::Prose(end));
                }
                _ => return self.is_text(&block),
            }
        }
        self.buffer.skip_to(end);
        match block.kind {
            Kind::Fence { .. } | Kind::Plain => Next::Go(Mode::LineEnd),
            Kind::Tag { .. } | Kind::Delimiter => Next::Go(Mode::Prose(end)),
        }
    }
}
