//! Splits a text into documents and finds the end of each, even in invalid JSON.

use super::{BeforeRead, Failure, MARK, RECORD, brackets::Brackets, mark};
use std::{fmt, io::Read};
use wire::{
    Finding, Payload,
    syntax::{Progress, Syntax},
};

/// The number of bytes per read.
const CHUNK: usize = 64 << 10;
/// The maximum length in bytes of text before JSON on the same line, such as a log prefix.
const FRONT: usize = 4 << 10;
/// The maximum length of a document, which bounds the buffer: 1 GiB.
pub(crate) const LONGEST: usize = 1 << 30;
/// The maximum depth of a faulty document whose lines are read again one by one.
const DEEPEST: usize = 64;

/// The check of a line that looks like a complete document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCheck {
    /// The syntax of the line is checked.
    Syntax,
    /// Only the first and the last character are checked.
    Ends,
}

/// The documents of a text.
///
/// A document ends where its JSON value ends. A line that starts with something other than JSON is a document of its
/// own, so that it does not affect the lines after it. A multi-line document that is not JSON ends before the line on
/// which another document seems to start.
pub struct Documents {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The number of bytes in the buffer; the rest is reserved space.
    filled: usize,
    /// The offset in the buffer after the last document.
    at: usize,
    /// The number of input bytes before the buffer.
    passed: u64,
    is_at_end: bool,
    /// `true` once the start was checked for a byte order mark.
    is_begun: bool,
    /// `true` if a byte order mark was skipped but not reported yet.
    has_mark: bool,
    /// The offset in the input of the line end that was found last.
    line_end: u64,
    /// The line and column of `at`, counted from 1.
    line: usize,
    column: usize,
    last: LastDocument,
    /// `true` if the syntax of the next document must be checked.
    is_again: bool,
    /// `true` if text that is nearly JSON is repaired.
    has_repairs: bool,
    /// The offset in the input up to which a repair failed.
    repair_failed_until: u64,
    /// `true` after a document that cannot be repaired. The closing brackets of that document may be on later lines.
    has_fault: bool,
    /// The number of bytes after `at` to read line by line, because they belong to no multi-line document.
    single: usize,
}

impl fmt::Debug for Documents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Documents")
            .field("line", &self.line)
            .field("column", &self.column)
            .finish_non_exhaustive()
    }
}

/// The position of the last document.
#[derive(Clone, Copy, Default)]
struct LastDocument {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    /// `true` if the syntax of the document was not checked.
    is_guess: bool,
    /// `true` if the document is text, such as a log prefix.
    is_text: bool,
}

impl Documents {
    /// Splits the text of a reader.
    pub fn new(reader: Box<dyn Read + Send>) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            filled: 0,
            at: 0,
            passed: 0,
            is_at_end: false,
            is_begun: false,
            has_mark: false,
            line_end: 0,
            line: 1,
            column: 1,
            last: LastDocument::default(),
            is_again: false,
            has_repairs: false,
            repair_failed_until: 0,
            has_fault: false,
            single: 0,
        }
    }

    /// Treats text that can be repaired as a whole as one document, like the reader of A2UI messages.
    pub fn with_repairs(mut self) -> Self {
        self.has_repairs = true;
        self
    }

    /// Starts counting at this offset and line of the input.
    pub fn starting_at(mut self, bytes: u64, line: usize) -> Self {
        (self.passed, self.line, self.is_begun) = (bytes, line, bytes > 0);
        self
    }

    /// Returns the offset and the line after the last document.
    pub fn position(&self) -> (u64, usize) {
        (
            self.passed + u64::try_from(self.at).unwrap_or(u64::MAX),
            self.line,
        )
    }

    /// Advances to the next document. Returns `false` at the end.
    pub fn next(&mut self, check: LineCheck, before: BeforeRead<'_>) -> Result<bool, Failure> {
        if !self.is_begun {
            self.skip_mark(before)?;
        }
        if !self.skip_blanks(before)? {
            return Ok(false);
        }
        if let Some(length) = self.comment_length(before)? {
            let length = self.with_final_comments(length, before)?;
            self.set_last(self.at + length, false);
            return Ok(true);
        }
        let line_end = self.line_end(before)?;
        let is_guess = check == LineCheck::Ends && !std::mem::take(&mut self.is_again);
        let text = self.bytes(self.at, line_end).trim_ascii_end();
        let looks_whole = matches!(
            (text.first(), text.last()),
            (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']'))
        );
        let length = text.len();
        if looks_whole && (is_guess || is_json(text)) {
            let with_comments = self.with_final_comments(length, before)?;
            self.set_last(self.at + with_comments, is_guess && with_comments == length);
        } else if let Some(length) = self.length_of_text(line_end) {
            self.set_last(self.at + length, false);
            self.last.is_text = true;
        } else {
            let length = self.find_end(line_end, before)?;
            let length = self.with_final_comments(length, before)?;
            self.set_last(self.at + length, false);
        }
        Ok(true)
    }

    /// Returns the length of the comment that starts here. If comments are repaired, the message after the comment is
    /// included.
    fn comment_length(&mut self, before: BeforeRead<'_>) -> Result<Option<usize>, Failure> {
        while self.filled - self.at < 2 && self.bytes(self.at, self.filled) == b"/" {
            if !self.fill(before)? {
                return Ok(None);
            }
        }
        let is_block = match self.bytes(self.at, self.filled).get(..2) {
            Some(b"//") => false,
            Some(b"/*") => true,
            _ => return Ok(None),
        };
        if let Some(length) = self.repairable_length(0, before)? {
            return Ok(Some(length));
        }
        if !is_block {
            let end = self.line_end(before)?;
            return Ok(Some(self.bytes(self.at, end).trim_ascii_end().len()));
        }
        self.length_of_block_comment(before).map(Some)
    }

    fn length_of_block_comment(&mut self, before: BeforeRead<'_>) -> Result<usize, Failure> {
        let mut looked = 2;
        loop {
            let rest = self.bytes(self.at + looked, self.filled);
            if let Some(end) = memchr::memmem::find(rest, b"*/") {
                return Ok(looked + end + 2);
            }
            // The end of a comment can be split between two reads.
            looked += rest.len().saturating_sub(1);
            if !self.fill(before)? {
                return Ok(self.bytes(self.at, self.filled).trim_ascii_end().len());
            }
        }
    }

    /// Extends a document of this length by the comments after it, if the input contains nothing else.
    fn with_final_comments(
        &mut self,
        length: usize,
        before: BeforeRead<'_>,
    ) -> Result<usize, Failure> {
        if !self.has_repairs || self.single > 0 {
            return Ok(length);
        }
        loop {
            let rest = self.bytes(self.at + length, self.filled);
            if rest.trim_ascii_start().first() != Some(&b'/') || after_comments(rest).is_some() {
                return Ok(length);
            }
            if !self.fill(before)? {
                return Ok(self.bytes(self.at, self.filled).trim_ascii_end().len());
            }
        }
    }

    /// Returns the length of the text at the start of the line: up to the JSON, or the whole line if it has none.
    fn length_of_text(&self, line_end: usize) -> Option<usize> {
        let line = self.bytes(self.at, line_end).trim_ascii_end();
        if line.first() == Some(&b'{') || line.starts_with(MARK) || starts_with_json(line) {
            return None;
        }
        let text = line.get(..end_of_text(line)?)?.trim_ascii_end();
        // A quote may start a string, and a bracket may open a list that continues after the object.
        let may_be_json = text.contains(&b'"') || count(text, b'[') != count(text, b']');
        if text.is_empty() || may_be_json {
            return None;
        }
        Some(text.len())
    }

    /// Returns the line and column of the document, and its text.
    pub fn last(&self) -> (usize, usize, &[u8]) {
        (
            self.last.line,
            self.last.column,
            self.bytes(self.last.start, self.last.end),
        )
    }

    /// Rewinds to the start of the last document if its syntax was not checked and is invalid. Returns `true` in that
    /// case.
    pub fn rewind_guess(&mut self) -> bool {
        if !self.last.is_guess {
            return false;
        }
        let LastDocument {
            start,
            end,
            line,
            column,
            ..
        } = self.last;
        let mut documents = Syntax::default();
        // The guess was right if the value ends where the document ends. A repair needs the checked document.
        let is_right = matches!(documents.read(self.bytes(start, end)), Progress::Complete(length) if length == end - start);
        if is_right && !self.has_repairs {
            return false;
        }
        (self.at, self.line, self.column) = (start, line, column);
        self.is_again = true;
        if self.single > 0 {
            self.single += end - start;
        }
        true
    }

    fn bytes(&self, start: usize, end: usize) -> &[u8] {
        self.buffer.get(start..end).unwrap_or_default()
    }

    /// Reads more input. Returns `false` at the end.
    fn fill(&mut self, before: BeforeRead<'_>) -> Result<bool, Failure> {
        if self.is_at_end {
            return Ok(false);
        }
        if self.filled - self.at > LONGEST {
            let message = format!(
                "the document on line {} is longer than {LONGEST} bytes",
                self.line
            );
            return Err(Failure::Read(std::io::Error::other(message)));
        }
        before()?;
        if self.at > 0 {
            self.buffer.copy_within(self.at..self.filled, 0);
            self.filled -= self.at;
            self.passed += u64::try_from(self.at).unwrap_or(u64::MAX);
            self.at = 0;
        }
        // Long documents are read in larger pieces.
        let room = self.filled + CHUNK.max(self.filled / 2);
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        let read = loop {
            match self
                .reader
                .read(self.buffer.get_mut(self.filled..room).unwrap_or_default())
            {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.filled += *read.as_ref().unwrap_or(&0);
        self.is_at_end = read.map_err(Failure::Read)? == 0;
        Ok(!self.is_at_end)
    }

    /// Returns `true` if the last document is text rather than JSON.
    pub fn is_text(&self) -> bool {
        self.last.is_text
    }

    /// Returns `true` if JSON follows the last document on its line.
    pub fn is_before_json(&self) -> bool {
        let rest = self
            .bytes(self.at, self.filled)
            .iter()
            .find(|byte| !matches!(byte, b' ' | b'\t'));
        rest.is_some_and(|byte| !matches!(byte, b'\r' | b'\n'))
    }

    /// Returns `true` if the syntax of the last document was not checked.
    pub fn is_guess(&self) -> bool {
        self.last.is_guess
    }

    /// Takes the notice about a skipped byte order mark, which is returned once.
    pub fn take_mark_notice(&mut self) -> Option<Finding> {
        std::mem::take(&mut self.has_mark).then(mark)
    }

    /// Skips a leading byte order mark, which takes no columns.
    fn skip_mark(&mut self, before: BeforeRead<'_>) -> Result<(), Failure> {
        self.is_begun = true;
        loop {
            let start = self.bytes(self.at, self.filled);
            if start.starts_with(MARK) {
                (self.at, self.has_mark) = (self.at + MARK.len(), true);
                return Ok(());
            }
            if !MARK.starts_with(start) || !self.fill(before)? {
                return Ok(());
            }
        }
    }

    /// Skips whitespace. Returns `false` at the end of the input.
    fn skip_blanks(&mut self, before: BeforeRead<'_>) -> Result<bool, Failure> {
        loop {
            let rest = self.bytes(self.at, self.filled);
            if let Some(blanks) = rest
                .iter()
                .position(|byte| !byte.is_ascii_whitespace() && *byte != RECORD)
            {
                self.advance(self.at + blanks);
                return Ok(true);
            }
            self.advance(self.filled);
            if !self.fill(before)? {
                return Ok(false);
            }
        }
    }

    /// Returns the offset in the buffer of the line end that was found last.
    fn known_line_end(&self) -> usize {
        usize::try_from(self.line_end.saturating_sub(self.passed)).unwrap_or_default()
    }

    /// Returns the end of the line that contains `at`, without its line break. The search runs once per line.
    fn line_end(&mut self, before: BeforeRead<'_>) -> Result<usize, Failure> {
        let known = self.known_line_end();
        if known > self.at {
            return Ok(known);
        }
        let end = self.end_of_line(0, before)?;
        self.line_end = self.passed + u64::try_from(end).unwrap_or_default();
        Ok(end)
    }

    /// Returns the end of the line that contains the byte `looked` bytes after `at`.
    fn end_of_line(&mut self, mut looked: usize, before: BeforeRead<'_>) -> Result<usize, Failure> {
        loop {
            let rest = self.bytes(self.at + looked, self.filled);
            if let Some(length) = memchr::memchr(b'\n', rest) {
                return Ok(self.at + looked + length);
            }
            looked += rest.len();
            if !self.fill(before)? {
                return Ok(self.at + looked);
            }
        }
    }

    /// Returns the length of the document that starts at `at`, on a line that ends at `line_end`.
    fn find_end(&mut self, line_end: usize, before: BeforeRead<'_>) -> Result<usize, Failure> {
        let line = line_end - self.at;
        let is_single = self.single > 0;
        let mut syntax = Syntax::default();
        let mut looked = 0;
        loop {
            let end = if is_single {
                self.at + line
            } else {
                self.filled
            };
            match syntax.read(self.bytes(self.at + looked, end)) {
                Progress::Complete(length) => return self.with_comma(looked + length, before),
                Progress::Invalid(length) => {
                    return self.find_faulty_end(line, looked + length, syntax.depth(), before);
                }
                Progress::Incomplete => looked = end - self.at,
            }
            if !is_single && self.fill(before)? {
                continue;
            }
            if syntax.is_whole() {
                return Ok(looked);
            }
            return self.find_faulty_end(line, looked, syntax.depth(), before);
        }
    }

    /// Returns the length of a document with a fault at `fault`, inside `depth` open brackets. `line` is the length of
    /// its first line.
    fn find_faulty_end(
        &mut self,
        line: usize,
        fault: usize,
        depth: usize,
        before: BeforeRead<'_>,
    ) -> Result<usize, Failure> {
        if let Some(length) = self.repairable_length(fault, before)? {
            return Ok(length);
        }
        self.has_fault = true;
        let is_single = self.single > 0;
        let text = self.bytes(self.at, self.at + line).trim_ascii_end();
        let is_of_list = !is_single && text.starts_with(b"[") && text.ends_with(b",");
        if fault <= line && !is_of_list {
            if is_single {
                return Ok(self.length_without_blanks(line));
            }
            return self.length_of_open_line(line, before);
        }
        let (second, is_indented) = self.find_next_line(line);
        let Some(another) = self.find_another_document(fault, second, is_indented) else {
            return self.length_of_faulty_document(fault, is_indented, before);
        };
        // If this many brackets are open, the text after the fault is as unbalanced, so it is read line by line.
        if depth > DEEPEST {
            self.single = self.single.max(fault);
        }
        Ok(self.length_without_blanks(another))
    }

    /// Returns the length of a document with a fault on its first line. Models write comments, line breaks in strings
    /// and unquoted names on any line, so the document continues while brackets are open and no other document starts.
    fn length_of_open_line(
        &mut self,
        line: usize,
        before: BeforeRead<'_>,
    ) -> Result<usize, Failure> {
        let (mut brackets, mut end, mut from) = (Brackets::default(), line, 0);
        loop {
            brackets.read(self.bytes(self.at + from, self.at + end));
            if brackets.depth == 0 {
                break;
            }
            from = end + 1;
            let next = self.end_of_line(from, before)? - self.at;
            let text = self.bytes(self.at + from, self.at + next).trim_ascii_end();
            let Some(first) = text.first() else {
                break;
            };
            let is_in_string = brackets.is_string && !is_open_bracket(Some(first));
            if !is_in_string && !b"\"'}] \t".contains(first) && first.is_ascii() {
                break;
            }
            end = next;
        }
        // A document without an end is reduced to its first line.
        Ok(self.length_without_blanks(if brackets.depth == 0 { end } else { line }))
    }

    /// Returns the length of the document without trailing whitespace, if it must end before this offset.
    fn length_without_blanks(&self, before: usize) -> usize {
        self.bytes(self.at, self.at + before).trim_ascii_end().len()
    }

    /// Returns the start of the next line that is not blank, and `true` if that line is indented.
    fn find_next_line(&self, line: usize) -> (usize, bool) {
        let rest = self.bytes(self.at + line, self.filled);
        let blanks = rest
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let line_end = memchr::memrchr(b'\n', rest.get(..blanks).unwrap_or_default());
        let start = match line_end {
            Some(end) => end + 1,
            None => 0,
        };
        (line + start, start < blanks)
    }

    /// Finds another document that starts inside a faulty one, on a line that starts with a bracket. If the fault is in
    /// or directly after the value on that line, the faulty document was truncated before the line. If the document
    /// continues after the value, the value is part of the document.
    ///
    /// In a document without indentation, other lines start with brackets too, so only the second line counts.
    fn find_another_document(
        &self,
        fault: usize,
        second: usize,
        is_indented: bool,
    ) -> Option<usize> {
        let mut syntax = Syntax::default();
        let (mut another, mut at) = (None, 0);
        for line in self
            .bytes(self.at, self.at + fault)
            .split_inclusive(|byte| *byte == b'\n')
        {
            if another.is_some_and(|(_, depth)| syntax.is_past(depth)) {
                another = None;
            }
            let may_begin = at == second || (is_indented && at > 0);
            if another.is_none() && may_begin && is_open_bracket(line.first()) {
                another = Some((at, syntax.depth()));
            }
            syntax.read(line);
            at += line.len();
        }
        let is_line = self.bytes(self.at, self.at + fault).last() == Some(&b'\n');
        let starts_at_fault =
            is_line && is_open_bracket(self.bytes(self.at + fault, self.filled).first());
        let is_end = self.is_at_end && self.at + fault == self.filled;
        // A faulty value after a comma or a bracket is more likely an element of a list.
        let before_second = self
            .bytes(self.at, self.at + second)
            .trim_ascii_end()
            .last();
        let is_element = !is_indented
            && !is_end
            && !starts_at_fault
            && matches!(before_second, Some(b',' | b'['));
        if let Some((at, depth)) = another {
            let is_part = syntax.is_past(depth) || (is_element && syntax.depth() > depth);
            if !is_part {
                return Some(at);
            }
        }
        if starts_at_fault { Some(fault) } else { None }
    }

    /// Returns the length of a faulty multi-line document, up to the line on which it seems to end.
    ///
    /// In a document without indentation, text after a comma belongs to the document, and a list ends with its own
    /// bracket.
    fn length_of_faulty_document(
        &mut self,
        fault: usize,
        is_indented: bool,
        before: BeforeRead<'_>,
    ) -> Result<usize, Failure> {
        let is_list = !is_indented && self.bytes(self.at, self.filled).first() == Some(&b'[');
        let mut looked = fault;
        loop {
            let rest = self.bytes(self.at + looked, self.filled);
            let Some(length) = memchr::memchr(b'\n', rest) else {
                if !self.fill(before)? {
                    return Ok(self.bytes(self.at, self.filled).trim_ascii_end().len());
                }
                continue;
            };
            let next = rest.get(length + 1);
            // The first byte of the next line must be known.
            if next.is_none() && self.fill(before)? {
                continue;
            }
            let line_end = looked + length;
            let next = self.bytes(self.at + line_end + 1, self.filled).first();
            let is_end = match next {
                Some(b'}') => !is_list,
                next => next == Some(&b']'),
            };
            if is_end {
                return Ok(self.end_of_line(line_end + 1, before)? - self.at);
            }
            // A comma inside a string is not a separator.
            let may_go_on = !is_indented && line_end > fault;
            if is_open_bracket(next) && !(may_go_on && self.has_comma_before(line_end)) {
                return Ok(line_end);
            }
            looked = line_end + 1;
        }
    }

    /// Returns `true` if a comma precedes the byte at this offset of the document.
    fn has_comma_before(&self, offset: usize) -> bool {
        let text = self.bytes(self.at, self.at + offset);
        text.trim_ascii_end().last() == Some(&b',')
    }

    /// Sets the last document to the text from `at` to `end`.
    fn set_last(&mut self, end: usize, is_guess: bool) {
        let (line, column) = (self.line, self.column);
        self.last = LastDocument {
            start: self.at,
            end,
            line,
            column,
            is_guess,
            is_text: false,
        };
        self.advance(end);
    }

    /// Advances to a later offset of the buffer.
    fn advance(&mut self, to: usize) {
        let passed = self.bytes(self.at, to);
        let is_same_line = to <= self.known_line_end();
        let last = if is_same_line {
            None
        } else {
            memchr::memrchr(b'\n', passed)
        };
        match last {
            None => self.column += passed.len(),
            Some(last) => {
                let lines = memchr::memchr_iter(b'\n', passed).count();
                self.column = passed.len() - last;
                self.line += lines;
            }
        }
        self.single = self.single.saturating_sub(to - self.at);
        self.at = to;
    }
}

/// Returns the length of the text before the JSON on a line. The JSON starts with the first object, or with the first
/// bracket if the line begins with a word.
fn end_of_text(line: &[u8]) -> Option<usize> {
    let front = line.get(..line.len().min(FRONT)).unwrap_or_default();
    if let Some(at) = memchr::memchr(b'{', front) {
        if starts_with_json(line.get(at..).unwrap_or_default()) {
            return Some(at);
        }
    }
    if !line.first()?.is_ascii_alphabetic() {
        return None;
    }
    Some(memchr::memchr2(b'{', b'[', line).unwrap_or(line.len()))
}

fn count(text: &[u8], byte: u8) -> usize {
    memchr::memchr_iter(byte, text).count()
}

fn is_open_bracket(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'{' | b'['))
}

/// Returns the offset of the first byte after whitespace and comments. Returns `None` if more text is needed.
pub(super) fn after_comments(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at = text.len() - text.get(at..)?.trim_ascii_start().len();
        let rest = text.get(at..)?;
        at += match rest {
            [] | b"/" => return None,
            [b'/', b'/', ..] => memchr::memchr(b'\n', rest)?,
            [b'/', b'*', inside @ ..] => memchr::memmem::find(inside, b"*/")? + 4,
            _ => return Some(at),
        };
    }
}

fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(Payload::is_json)
}

/// Returns `true` if the text starts with a JSON value.
fn starts_with_json(text: &[u8]) -> bool {
    let mut syntax = Syntax::default();
    let length = match syntax.read(text) {
        Progress::Complete(length) => length,
        // The rest of a long line is not read for each text in it.
        Progress::Invalid(_) => return false,
        Progress::Incomplete => text.len(),
    };
    text.get(..length).is_some_and(is_json)
}

mod repairable;
#[cfg(test)]
mod tests;
