//! What may hold messages: JSON values, one after the other or in a list, up to what closes them.

mod foreign;

use super::{
    Carrier, Finder, Found, Held, MARK, Mode, Next,
    carried::{self, Part},
    likeness,
    source::{self, Answer},
};
use crate::repair::{Extent, Mended, RepairKind, mend};
use wire::{
    MAX_DEPTH, Pointer,
    syntax::{Seen, Syntax},
};

/// How far behind a line end in a string its end is looked for, in bytes.
const LONGEST_RAW: usize = 4 << 10;

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

/// Tells whether a text was mended without a change of its brackets, which could make two messages one.
fn has_its_brackets(mended: &Mended) -> bool {
    let is_bracket =
        |kind| matches!(kind, RepairKind::MissingBracket | RepairKind::ExtraBracket | RepairKind::Truncated);
    !mended.repairs.iter().any(|repair| is_bracket(repair.kind))
}

impl Block {
    /// Whose contents begin there.
    pub(super) fn new(kind: Kind, head: usize) -> Self {
        let (is_sure, has_others) = (false, false);
        Self { kind, head, at: head, inside: Inside::Start, is_sure, has_others, list: None }
    }

    /// Where text goes on if it begins with what was taken for a message.
    fn behind_bracket(&self) -> usize {
        self.head + usize::from(self.kind == Kind::Plain)
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

impl Finder {
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
        let held = if block.is_sure { from } else { self.source.taken() };
        held.saturating_add(self.limit)
    }

    /// The next byte at or behind `at` that is no blank, and where it stands.
    fn next_byte(&self, at: usize) -> (usize, Option<u8>) {
        let rest = self.source.from(at);
        let at = at + rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        (at, self.source.byte(at))
    }

    /// What a block is by how it begins.
    fn start(&mut self, mut block: Block, is_end: bool) -> Next {
        let (at, byte) = self.next_byte(block.at);
        if at > self.source.taken().saturating_add(self.limit) {
            return self.is_text(&block);
        }
        match (block.kind, byte) {
            (Kind::Fence { is_strict: true, .. }, byte) => match (byte, self.closer(&block, at, is_end)) {
                (None, _) | (_, Some((Answer::Maybe, _))) if !is_end => block.wait(at, Inside::Start),
                (None | Some(b'{' | b'['), _) | (_, Some((Answer::Yes, _))) => {
                    block.is_sure = true;
                    self.source.skip_to(block.head);
                    let head = block.head;
                    block.to(head, Inside::Between)
                }
                _ => block.to(at, Inside::Foreign),
            },
            (_, None) if is_end => self.is_text(&block),
            (_, None) => block.wait(at, Inside::Start),
            (_, Some(b'{' | b'[')) => block.to(at, Inside::Between),
            (Kind::Delimiter | Kind::Tag { .. }, Some(b'`')) => {
                match source::starts(self.source.from(at), "```") {
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
        if !block.is_sure && at > self.source.taken().saturating_add(self.limit) {
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
                && source::starts(self.source.from(at), "```") != Answer::No =>
            {
                let rest = self.source.from(at);
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
            b',' if block.list.is_some() => block.to(at + 1, Inside::Between),
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
            b'/' if block.list.is_some() => match source::comment(self.source.from(at), is_end) {
                Some(Ok(length)) => block.to(at + length, Inside::Between),
                Some(Err(source::MoreToCome)) => block.wait(at, Inside::Between),
                None => block.to(at, Inside::Junk(Junk { from: at, is_long: false })),
            },
            _ if block.kind == Kind::Delimiter => self.ends(block, at, at),
            // Words at the start of a line: the list broke off, and text goes on.
            _ if block.kind == Kind::Plain
                && byte.is_ascii_alphabetic()
                && self.source.place(at).column == 1 =>
            {
                self.ends(block, at, at)
            }
            _ => block.to(at, Inside::Junk(Junk { from: at, is_long: false })),
        }
    }

    fn value_at(&mut self, mut block: Block, from: usize) -> Next {
        self.strict_is_sure(&mut block, from);
        block.to(from, Inside::Value { from, syntax: Syntax::default(), raw: 0 })
    }

    /// Where everything has to be a message, the first value opens the block.
    fn strict_is_sure(&mut self, block: &mut Block, at: usize) {
        if block.kind.is_strict() && !block.is_sure {
            // Only a mark and blanks stand before it.
            self.source.skip_to(at);
            block.is_sure = true;
        }
    }

    /// What closes the block, if it stands there, and how long that is.
    fn closer(&self, block: &Block, at: usize, is_end: bool) -> Option<(Answer, usize)> {
        let byte = self.source.byte(at)?;
        match block.kind {
            Kind::Fence { sign, .. } if byte != sign => return None,
            Kind::Tag { .. } if byte != b'<' => return None,
            _ => {}
        }
        let rest = self.source.from(at);
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
                let answer = source::closes(rest);
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
                    self.source.skip_to(block.head);
                    let place = self.source.place(contents);
                    self.message(&block, contents, contents, None, None, place);
                }
                Kind::Fence { .. } | Kind::Plain => {
                    self.text_to(end);
                    return Next::Go(Mode::Prose(end));
                }
                _ => return self.is_text(&block),
            }
        }
        self.source.skip_to(end);
        match block.kind {
            Kind::Fence { .. } | Kind::Plain => Next::Go(Mode::LineEnd),
            Kind::Tag { .. } | Kind::Delimiter => Next::Go(Mode::Prose(end)),
        }
    }

    /// In a value that begins there.
    fn value(&mut self, mut block: Block, from: usize, so_far: (Syntax, usize), is_end: bool) -> Next {
        let (mut syntax, mut raw) = so_far;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let seen = loop {
            // The depth is looked at where a line ends, wherever the text is cut.
            let rest = self.source.bytes(at, self.source.end().min(limit));
            if rest.is_empty() {
                break Seen::More;
            }
            let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
            let line = rest.get(..length).unwrap_or_default();
            match syntax.read(line) {
                Seen::Whole(length) => break Seen::Whole(at + length),
                Seen::Fault(length) => {
                    let fault = at + length;
                    match self.string_goes_on(fault, raw, is_end) {
                        Ok(Some(end)) => raw = end,
                        Ok(None) => break Seen::Fault(fault),
                        Err(()) => return block.wait(fault, Inside::Value { from, syntax, raw }),
                    }
                    // For the syntax the line end is a character as any other.
                    syntax.read(b" ");
                    at = fault + 1;
                }
                Seen::More if line.ends_with(b"\n") && syntax.depth() > MAX_DEPTH => {
                    break Seen::Fault(at + length - 1);
                }
                Seen::More => at += length,
            }
        };
        match seen {
            Seen::Whole(end) if block.kind == Kind::Plain && block.list.is_none() => {
                block.to(end, Inside::Alone { from, form: Form::of(raw) })
            }
            Seen::Whole(end) => {
                self.give(&mut block, from, end, Form::of(raw));
                block.to(end, Inside::Between)
            }
            Seen::More if at >= limit && at < self.source.end() => {
                self.too_much(block, from, Some(syntax), at)
            }
            Seen::More if !is_end => block.wait(at, Inside::Value { from, syntax, raw }),
            Seen::More | Seen::Fault(_) => {
                let fault = if let Seen::Fault(fault) = seen { fault } else { at };
                let is_message = likeness::is_like_a_message(self.source.between(from, fault));
                let is_plain = block.kind == Kind::Plain && !block.is_sure && !is_message;
                let opens =
                    if is_plain { likeness::opens_a_message(self.source.from(from)) } else { Answer::Yes };
                match opens {
                    Answer::Yes => {}
                    Answer::Maybe if !is_end => {
                        return block.wait(fault, Inside::Value { from, syntax, raw });
                    }
                    _ => return Next::Go(Mode::Prose(block.behind_bracket())),
                }
                let (depth, extent) = (syntax.depth(), Extent::default());
                if from >= self.unmended {
                    return block.to(from, Inside::Nearly { from, fault, depth, extent });
                }
                self.divide(block, from, fault, depth)
            }
        }
    }

    /// Reads a value at fault up to where its brackets are closed. If it can be mended, it ends there. What begins in one that cannot is
    /// not tried again.
    fn nearly(
        &mut self,
        mut block: Block,
        from: usize,
        (fault, depth): (usize, usize),
        mut extent: Extent,
        is_end: bool,
    ) -> Next {
        let limit = self.limit_of(&block, from).min(self.source.end());
        let end = match extent.read(self.source.bytes(from, limit)) {
            Seen::Whole(length) => from + length,
            Seen::More if !is_end && limit == self.source.end() => {
                return block.wait(limit, Inside::Nearly { from, fault, depth, extent });
            }
            seen => {
                self.unmended = if let Seen::Fault(length) = seen { from + length } else { limit };
                return self.divide(block, from, fault, depth);
            }
        };
        if !mend(self.source.between(from, end)).is_some_and(|mended| has_its_brackets(&mended)) {
            self.unmended = end;
            return self.divide(block, from, fault, depth);
        }
        if block.kind == Kind::Plain && block.list.is_none() {
            return block.to(end, Inside::Alone { from, form: Form::Broken });
        }
        self.give(&mut block, from, end, Form::Broken);
        block.to(end, Inside::Between)
    }

    /// Ends a value that is at fault there and cannot be mended before the line with which another value begins.
    fn divide(&mut self, mut block: Block, from: usize, fault: usize, depth: usize) -> Next {
        // What looks like the start of another value on a later line is one.
        let column = self.source.place(from).column;
        let passed = self.source.between(from, fault);
        let lines = passed.match_indices('\n').map(|(end, _)| from + end);
        let mut lines = lines.filter(|end| self.goes_on_behind(column, *end) == Answer::Yes);
        let next = lines.next();
        if let Some(end) = next {
            self.give(&mut block, from, end, Form::Broken);
            return self.behind_broken(block, end);
        }
        block.to(fault, Inside::Broken(Broken { from, fault, column, depth, is_string: false }))
    }

    /// Where the string ends in which a line ends at `fault`; nothing if that is at fault, an error if more has to come to tell.
    ///
    /// A model that writes a line end into a string closes the string later, in front of a comma or a bracket. A string that it did not
    /// close seems to end with the next quote that opens one, behind which other things stand.
    fn string_goes_on(&self, fault: usize, raw: usize, is_end: bool) -> Result<Option<usize>, ()> {
        if self.source.byte(fault) != Some(b'\n') {
            return Ok(None);
        }
        if fault < raw {
            return Ok(Some(raw));
        }
        let rest = self.source.bytes(fault, fault + LONGEST_RAW);
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

    /// Whether the line behind this line end begins a value, no further to the right than that column.
    fn goes_on_behind(&self, column: usize, end: usize) -> Answer {
        let rest = self.source.from(end + 1);
        let indent = rest.bytes().take(column).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match rest.as_bytes().get(indent) {
            _ if indent >= column => Answer::No,
            Some(b'{' | b'[') => Answer::Yes,
            None => Answer::Maybe,
            _ => Answer::No,
        }
    }

    fn behind_broken(&mut self, block: Block, end: usize) -> Next {
        if block.kind == Kind::Plain && block.list.is_none() {
            return Next::Go(Mode::LineEnd);
        }
        block.to(end, Inside::Between)
    }

    /// In a value that is at fault: up to where its brackets are closed, the block is, or another value begins.
    fn broken(&mut self, mut block: Block, mut broken: Broken, is_end: bool) -> Next {
        let from = broken.from;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let end = loop {
            if at >= limit && at < self.source.end() {
                return self.too_much(block, from, None, at);
            }
            let mut may_end = Answer::No;
            match self.source.byte(at) {
                None => may_end = if is_end { Answer::Yes } else { Answer::Maybe },
                Some(b'\\') if broken.is_string => match self.source.byte(at + 1) {
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
                        may_end = likeness::opens_a_message(self.source.from(at));
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
        let text = self.source.between(from, end).trim_end();
        let is_one_of_a_list = end == broken.fault && block.list.is_some();
        let end = match text.strip_suffix(',').filter(|_| is_one_of_a_list) {
            Some(text) => from + text.len(),
            None => end,
        };
        self.give(&mut block, from, end, Form::Broken);
        self.behind_broken(block, end)
    }

    /// In what is no value: up to the end of the line, or what may be something else.
    fn junk(&mut self, mut block: Block, junk: Junk, is_end: bool) -> Next {
        let Junk { from, is_long } = junk;
        let limit = self.limit_of(&block, from);
        let mut at = block.at;
        let mut may_end = Answer::No;
        while may_end == Answer::No {
            if at >= limit && at < self.source.end() && !is_long {
                return self.too_much(block, from, None, at);
            }
            may_end = match self.source.byte(at) {
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
            self.source.skip_to(at);
        }
        if may_end == Answer::Maybe {
            return block.wait(at, Inside::Junk(junk));
        }
        if !is_long {
            self.give(&mut block, from, at, Form::Broken);
        }
        self.behind_broken(block, at)
    }

    /// Behind a value that begins a line.
    fn alone(&mut self, mut block: Block, from: usize, form: Form, is_end: bool) -> Next {
        let end = block.at;
        let rest = self.source.from(end);
        // A comma separates a message from the next one.
        let comma = usize::from(rest.starts_with(','));
        let behind = rest.get(comma..).unwrap_or_default();
        let blanks = comma + source::blanks(behind);
        let next = rest.as_bytes().get(blanks).copied();
        let line_ends = source::line_ends(behind);
        if line_ends == Answer::Maybe && !is_end && blanks <= MARK {
            return block.wait(end, Inside::Alone { from, form });
        }
        let is_alone = line_ends != Answer::No || (blanks <= MARK && matches!(next, Some(b'{' | b'[')));
        if is_alone && comma == 0 {
            self.give(&mut block, from, end, form);
        } else if is_alone && likeness::is_like_a_message(self.source.between(from, end)) {
            self.give(&mut block, from, end + 1, Form::Broken);
        }
        if !block.is_sure {
            self.text_to(end);
            return Next::Go(Mode::Prose(end));
        }
        match next {
            Some(b'{' | b'[') => {
                self.source.skip_to(end + blanks);
                Next::Go(Mode::Block(Block::new(Kind::Plain, end + blanks)))
            }
            _ => Next::Go(Mode::LineEnd),
        }
    }

    /// More of a value has come than may be held.
    fn too_much(&mut self, mut block: Block, from: usize, syntax: Option<Syntax>, at: usize) -> Next {
        let is_message = likeness::is_like_a_message(self.source.between(from, at));
        if !block.kind.is_strict() && !is_message {
            if !block.is_sure {
                if let Kind::Fence { sign, length, .. } = block.kind {
                    self.fence = Some((sign, length));
                }
                self.text_to(at);
                return Next::Go(Mode::Prose(self.source.taken().max(block.behind_bracket())));
            }
        } else {
            self.sure(&mut block, from);
            let place = self.source.place(from);
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
    fn long(&mut self, block: Block, mut syntax: Syntax, is_end: bool) -> Next {
        let start = block.at;
        let rest = self.source.bytes(start, self.source.end());
        let seen = syntax.read(rest);
        let end = match seen {
            Seen::More => self.source.end(),
            Seen::Whole(length) | Seen::Fault(length) => start + length,
        };
        self.source.skip_to(end);
        match seen {
            Seen::More if is_end => {
                self.source.skip_to(end);
                Next::Wait(Mode::Line)
            }
            Seen::More => block.wait(end, Inside::Long(syntax)),
            _ if block.kind == Kind::Plain && block.list.is_none() => Next::Go(Mode::LineEnd),
            Seen::Whole(_) => block.to(end, Inside::Between),
            Seen::Fault(_) => block.to(end, Inside::Junk(Junk { from: end, is_long: true })),
        }
    }

    /// From here on the block is known to hold messages; what stands before that is text.
    fn sure(&mut self, block: &mut Block, from: usize) {
        if block.is_sure {
            return self.source.skip_to(from);
        }
        block.is_sure = true;
        self.source.skip_to(block.head);
        let list = block.list.as_mut().map(|list| std::mem::take(&mut list.others));
        if block.has_others || list.is_some_and(|others| !others.is_empty()) {
            self.text_to(from);
        }
        self.source.skip_to(from);
    }

    /// Values of a list in which no message was found are not known to be any.
    fn close_list(&mut self, block: &mut Block) {
        let list = block.list.take();
        block.has_others |= list.is_some_and(|list| !list.others.is_empty());
    }

    /// Gives what stands there: messages, something in the place of one, or text.
    fn give(&mut self, block: &mut Block, from: usize, end: usize, form: Form) {
        let text = self.source.between(from, end).trim_end().to_owned();
        let end = from + text.len();
        let index = block.list.as_mut().map(|list| {
            list.index += 1;
            list.index - 1
        });
        let mended = || if form == Form::Json { None } else { mend(&text) };
        // Without a list around it, a value at fault was only taken for one because it begins as a message.
        let is_meant = form == Form::Broken && block.kind == Kind::Plain && !block.is_sure;
        let is_message = (is_meant && text.starts_with('{'))
            || likeness::is_like_a_message(&text)
            || mended().is_some_and(|mended| likeness::is_like_a_message(&mended.text));
        let has_messages = block.list.as_ref().is_some_and(|list| list.has_messages);
        if block.kind.is_strict() || is_message || has_messages && index.is_some() {
            let others = block.list.as_mut().map(|list| {
                list.has_messages |= is_message;
                std::mem::take(&mut list.others)
            });
            for (from, end, index) in others.unwrap_or_default() {
                self.sure(block, from);
                let place = self.source.place(from);
                self.message(block, from, end, Some(index), None, place);
                self.source.skip_to(end);
            }
            self.sure(block, from);
            let place = self.source.place(from);
            let parts = if block.kind.is_strict() && form == Form::Json && !is_message {
                self.parts(&text)
            } else {
                Vec::new()
            };
            if parts.is_empty() {
                self.activities.forget_deleted(&text);
                self.message(block, from, end, index, None, place);
            }
            self.give_parts(block, parts, from, index);
            self.source.skip_to(end);
            return;
        }
        let repeated = self.activities.repeated;
        let parts = if form == Form::Json { self.parts(&text) } else { Vec::new() };
        if !parts.is_empty() || self.activities.repeated > repeated {
            self.sure(block, from);
            self.give_parts(block, parts, from, index);
            self.source.skip_to(end);
        } else if block.is_sure {
            self.source.skip_to(from);
            self.text_to(end);
        } else if let (Some(list), Some(index)) = (&mut block.list, index) {
            list.others.push((from, end, index));
        } else {
            block.has_others = true;
        }
    }

    /// What a value that is no message carries.
    fn parts(&mut self, text: &str) -> Vec<Part> {
        carried::parts(text, &mut self.activities, self.limit, self.nested)
    }

    fn give_parts(&mut self, block: &Block, parts: Vec<Part>, from: usize, index: Option<usize>) {
        for part in parts {
            let place = self.source.place(from + part.offset);
            self.message(block, from, from, index, Some(part), place);
        }
    }

    fn message(
        &mut self,
        block: &Block,
        from: usize,
        end: usize,
        index: Option<usize>,
        part: Option<Part>,
        place: super::Place,
    ) {
        let root = index.map_or_else(Pointer::root, |index| Pointer::root().element(index));
        let part = part.unwrap_or_else(|| {
            let text = self.source.between(from, end).trim_end().to_owned();
            Part::new(0, Pointer::root(), None, Ok(text))
        });
        self.found.push(Found::Message(Held::of(part, block.kind.carrier(), place, &root)));
    }
}
