//! Repairs of JSON syntax errors that models make.
//!
//! A repaired text is valid JSON, and every change is a [`Repair`] with its offset in the original text. Ambiguous
//! texts are not repaired: for example a truncated number or string, an apostrophe in a single-quoted text, or a
//! message whose remaining members are unknown. General JSON repairers
//! ([`jsonrepair`](https://github.com/josdejong/jsonrepair) and its ports) guess in these cases and do not report
//! their changes, so they are not used here.

mod extent;
mod scalar;
#[cfg(test)]
mod tests;
mod truncation;

pub use extent::Extent;

use super::{Repair, RepairKind, TakeElement};
use crate::Element;
use std::{iter::Peekable, ops::Range, vec};
use wire::{MAX_DEPTH, Payload, Pointer, token};

/// The maximum depth of brackets. It permits a message of the maximum depth in a list in a member `messages`.
const DEEPEST: usize = MAX_DEPTH + 4;

/// The maximum size of all pointers, as a multiple of the size of the text. Further repairs have only an offset,
/// because many repairs below long names could exceed the memory.
const POINTERS: usize = 32;

/// A repaired text with its repairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairedJson {
    /// The text, which is valid JSON.
    pub text: String,
    /// The changes, in the order of the text; never empty.
    pub repairs: Vec<Repair>,
}

/// Repairs a text that is not valid JSON.
///
/// Returns `None` if the text is valid, or if it cannot be repaired without guessing.
///
/// ```
/// use agent_ui_a2ui::repair::repair_json;
///
/// let repaired = repair_json("[{'id': 'root', visible: True,},]").unwrap();
/// assert_eq!(repaired.text, r#"[{"id": "root", "visible": true}]"#);
/// let kinds: Vec<_> = repaired.repairs.iter().map(|repair| repair.kind.as_str()).collect();
/// assert_eq!(
///     kinds,
///     ["single-quotes", "single-quotes", "unquoted-name", "python-literal", "trailing-comma", "trailing-comma"]
/// );
/// assert_eq!((repaired.repairs[3].pointer.as_str(), repaired.repairs[3].offset), ("/0/visible", Some(25)));
/// assert_eq!(repair_json("[1, 2"), None);
/// ```
pub fn repair_json(text: &str) -> Option<RepairedJson> {
    let mut repairer = JsonRepairer::new(text);
    repairer.run()?;
    repairer.end()?;
    let JsonRepairer { out, repairs, .. } = repairer;
    // A missing bracket and an extra one together mean a misplaced bracket.
    let is_misplaced = has_kind(&repairs, RepairKind::MissingBracket)
        && has_kind(&repairs, RepairKind::ExtraBracket);
    if repairs.is_empty() || is_misplaced {
        return None;
    }
    // Copied parts such as numbers were not checked, so the result is validated.
    if !Payload::is_json(&out) {
        return None;
    }
    Some(RepairedJson { text: out, repairs })
}

fn has_kind(repairs: &[Repair], kind: RepairKind) -> bool {
    repairs.iter().any(|repair| repair.kind == kind)
}

/// Copies a text, and repairs the copy in the process. Methods return `None` if the text cannot be repaired without
/// guessing.
struct JsonRepairer<'a> {
    text: &'a str,
    /// The offset of the next input byte.
    at: usize,
    out: String,
    open: Vec<Open>,
    expects: Expects,
    /// The end of the last value, name or bracket in `out`.
    written: usize,
    /// The position, in `out` and in the text, of a comma that no value or name has followed yet.
    comma: Option<(usize, usize)>,
    /// `true` if the end of the text cuts off a value or a name.
    is_cut: bool,
    /// `true` if the last string spans several lines.
    has_raw_line_end: bool,
    /// The repairs of the current string, word or name.
    noted: Vec<RepairKind>,
    repairs: Vec<Repair>,
    /// The number of bytes left for the pointers of further repairs.
    room: usize,
}

/// An open bracket.
#[derive(Default)]
struct Open {
    closer: u8,
    /// The last name in an object, with quotes, as a range of `out`.
    name: Range<usize>,
    /// The index of the current element in an array.
    index: usize,
    /// The end of the last complete child in `out`, or 0 if there is none.
    whole: usize,
    /// The name of the last complete child, if the bracket is an object.
    whole_name: Range<usize>,
    /// `true` if the bracket is an object with a `version`.
    has_version: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expects {
    Value,
    /// A value, or the end of an empty array.
    FirstElement,
    /// A name, or the end of an empty object.
    FirstName,
    Name,
    Colon,
    /// A comma or a closing bracket.
    Comma,
    /// The end of the text.
    End,
}

impl<'a> JsonRepairer<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            out: String::with_capacity(text.len() + 8),
            open: Vec::new(),
            expects: Expects::Value,
            written: 0,
            comma: None,
            is_cut: false,
            has_raw_line_end: false,
            noted: Vec::new(),
            repairs: Vec::new(),
            room: text.len().saturating_mul(POINTERS),
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Returns the first byte at or after `at` that is not blank.
    fn next_byte(&self, at: usize) -> Option<u8> {
        let rest = self.text.get(at..)?;
        rest.bytes()
            .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    }

    /// Copies the text up to its end, or up to the place where it was cut off.
    fn run(&mut self) -> Option<()> {
        while !self.is_cut {
            let Some(first) = self.rest().chars().next() else {
                break;
            };
            match first {
                ' ' | '\t' | '\r' | '\n' => {
                    self.out.push(first);
                    self.at += 1;
                }
                '/' => self.skip_comment()?,
                '{' | '[' => self.open_bracket(first == '{')?,
                '}' | ']' => self.close_bracket(first)?,
                ',' => self.read_comma()?,
                ':' if self.expects == Expects::Colon => {
                    self.copy(1);
                    self.expects = Expects::Value;
                }
                _ => self.copy_scalar(first)?,
            }
        }
        Some(())
    }

    /// Copies `length` bytes.
    fn copy(&mut self, length: usize) {
        let end = self.at + length;
        self.out
            .push_str(self.text.get(self.at..end).unwrap_or_default());
        (self.at, self.written) = (end, self.out.len());
    }

    /// Removes a comment. Line ends are kept, so that line numbers stay the same.
    fn skip_comment(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let inside = rest.strip_prefix("/*")?;
            inside.find("*/")? + 4
        };
        let comment = rest.get(..length).unwrap_or_default();
        self.record_repair(RepairKind::Comment, self.at, &[]);
        self.out.extend(comment.chars().filter(|c| *c == '\n'));
        self.at += length;
        Some(())
    }

    /// Copies an opening bracket. Brackets and commas that are missing before it are inserted.
    fn open_bracket(&mut self, is_object: bool) -> Option<()> {
        if self.open.len() >= DEEPEST {
            return None;
        }
        // In place of a name, an object is the next element of a list, and the previous one was not closed.
        if self.expects == Expects::Name && is_object {
            self.close_objects()?;
        }
        // Between two values with brackets, a comma is missing.
        if self.expects == Expects::Comma && matches!(self.last_written_byte(), Some(b'}' | b']')) {
            self.insert_comma()?;
        }
        if !matches!(self.expects, Expects::Value | Expects::FirstElement) {
            return None;
        }
        self.comma = None;
        self.copy(1);
        let closer = if is_object { b'}' } else { b']' };
        self.open.push(Open {
            closer,
            ..Open::default()
        });
        self.expects = if is_object {
            Expects::FirstName
        } else {
            Expects::FirstElement
        };
        Some(())
    }

    /// Closes the open objects up to the list that contains them, because an object begins where a name is expected.
    fn close_objects(&mut self) -> Option<()> {
        let (at, _) = self.comma?;
        let list = self.open.iter().rposition(|open| open.closer == b']')?;
        self.insert_closers(list + 1, at);
        self.expects = Expects::Value;
        let list = self.open.last_mut()?;
        list.index += 1;
        Some(())
    }

    /// Closes all brackets from `level` on. The closing brackets are inserted at the position `at` in the output.
    fn insert_closers(&mut self, level: usize, mut at: usize) {
        while self.open.len() > level {
            self.record_repair(RepairKind::MissingBracket, self.at, &[self.closer()]);
            let Some(open) = self.open.pop() else { return };
            self.out.insert(at, char::from(open.closer));
            at += 1;
            self.end_child(at);
        }
    }

    /// Returns the closing bracket of the innermost open bracket.
    fn closer(&self) -> &'static str {
        if self.open.last().is_some_and(|open| open.closer == b'}') {
            "}"
        } else {
            "]"
        }
    }

    /// Copies a closing bracket. Missing brackets before it are inserted; a bracket that closes nothing is removed.
    fn close_bracket(&mut self, closer: char) -> Option<()> {
        self.drop_comma();
        if !matches!(
            self.expects,
            Expects::Comma | Expects::End | Expects::FirstElement | Expects::FirstName
        ) {
            return None;
        }
        let level = self
            .open
            .iter()
            .rposition(|open| char::from(open.closer) == closer);
        match level {
            Some(level) if level + 1 == self.open.len() => {}
            // A bracket in an empty array or object closes nothing else.
            _ if !matches!(self.expects, Expects::Comma | Expects::End) => return None,
            Some(level) => self.insert_closers(level + 1, self.written),
            None => {
                let name = if closer == '}' { "}" } else { "]" };
                self.record_repair(RepairKind::ExtraBracket, self.at, &[name]);
                self.at += 1;
                return Some(());
            }
        }
        self.open.pop();
        self.copy(1);
        self.end_child(self.out.len());
        Some(())
    }

    /// Removes a comma that no value or name follows.
    fn drop_comma(&mut self) {
        let Some((at, offset)) = self.comma.take() else {
            return;
        };
        self.out.remove(at);
        self.expects = if self.open.is_empty() {
            Expects::End
        } else {
            Expects::Comma
        };
        self.record_repair(RepairKind::TrailingComma, offset, &[]);
    }

    /// Copies a comma, which is removed later if no value or name follows it.
    fn read_comma(&mut self) -> Option<()> {
        // A second comma could stand for a missing value.
        if self.comma.is_some() || !matches!(self.expects, Expects::Comma | Expects::End) {
            return None;
        }
        self.comma = Some((self.out.len(), self.at));
        let written = self.written;
        self.copy(1);
        self.written = written;
        match self.open.last_mut() {
            Some(open) if open.closer == b']' => {
                open.index += 1;
                self.expects = Expects::Value;
            }
            Some(_) => self.expects = Expects::Name,
            // Only the end of the text can follow.
            None => {}
        }
        Some(())
    }

    /// Inserts a comma between two values, or before a name.
    fn insert_comma(&mut self) -> Option<()> {
        let open = self.open.last_mut()?;
        let is_list = open.closer == b']';
        open.index += usize::from(is_list);
        self.out.insert(self.written, ',');
        self.expects = if is_list {
            Expects::Value
        } else {
            Expects::Name
        };
        self.record_repair(RepairKind::MissingComma, self.at, &[]);
        Some(())
    }

    /// Returns the last byte of the last value, name or bracket in the output.
    fn last_written_byte(&self) -> Option<u8> {
        self.out
            .as_bytes()
            .get(self.written.checked_sub(1)?)
            .copied()
    }

    /// Ends a value at the position `end` in the output.
    fn end_child(&mut self, end: usize) {
        self.written = end;
        self.expects = Expects::End;
        if let Some(open) = self.open.last_mut() {
            (open.whole, open.whole_name) = (end, open.name.clone());
            open.has_version |= self.out.get(open.name.clone()) == Some("\"version\"");
            self.expects = Expects::Comma;
        }
    }

    /// Returns the name in a range of the output.
    fn read_name(&self, name: &Range<usize>) -> std::borrow::Cow<'_, str> {
        token::name(self.out.get(name.clone()).unwrap_or_default())
    }

    /// Records a repair at an offset of the text.
    fn record_repair(&mut self, kind: RepairKind, offset: usize, names: &[&str]) {
        let mut pointer = Pointer::root();
        let levels = if self.room > 0 {
            self.open.as_slice()
        } else {
            &[]
        };
        for (level, open) in levels.iter().enumerate() {
            // A repair between the members of an object belongs to the object.
            let is_between = level + 1 == self.open.len()
                && !matches!(
                    self.expects,
                    Expects::Value | Expects::FirstElement | Expects::Colon
                );
            match open.closer {
                _ if is_between => {}
                b']' => pointer.push_index(open.index),
                _ => pointer.push(&self.read_name(&open.name)),
            }
        }
        self.room = self.room.saturating_sub(pointer.as_str().len());
        self.repairs.push(Repair {
            offset: Some(offset),
            ..Repair::new(kind, pointer, names)
        });
    }
}

/// The repairs of a text, which are assigned to the elements of the document. Each repair goes to the element that
/// contains it, or else to the preceding element. Repairs and elements are in the order of the text.
pub(super) struct SyntaxRepairs<'t> {
    repairs: Peekable<vec::IntoIter<Repair>>,
    /// The place of the list that contains the elements, with a slash.
    list: Option<String>,
    /// The last element, to which further repairs may be assigned.
    last: Option<Element>,
    take: TakeElement<'t>,
}

impl<'t> SyntaxRepairs<'t> {
    /// Creates the repairs of a text. `take` receives the elements with their repairs.
    pub(super) fn new(repairs: Vec<Repair>, take: TakeElement<'t>) -> Self {
        Self {
            repairs: repairs.into_iter().peekable(),
            list: None,
            last: None,
            take,
        }
    }

    /// Adds the next element, and passes on the one before it.
    pub(super) fn add(&mut self, element: Element) {
        let Some(mut last) = self.last.replace(element) else {
            // The first element shows the place of the list.
            if let Some(first) = &self.last {
                let list = first.pointer.as_str().rsplit_once('/');
                self.list = list.map(|(list, _)| format!("{list}/"));
            }
            return;
        };
        let own = element_index(self.list.as_deref(), &last.pointer);
        let list = self.list.as_deref();
        while let Some(repair) = self
            .repairs
            .next_if(|repair| own >= element_index(list, &repair.pointer))
        {
            last.repairs.push(repair);
        }
        (self.take)(last);
    }

    /// Passes on the last element with the rest of the repairs.
    pub(super) fn finish(self) {
        if let Some(mut last) = self.last {
            last.repairs.extend(self.repairs);
            (self.take)(last);
        }
    }
}

/// Returns the index of the list element that contains a place. `list` ends with a slash.
fn element_index(list: Option<&str>, pointer: &Pointer) -> Option<usize> {
    let path = pointer.as_str().strip_prefix(list?)?;
    path.split('/').next()?.parse().ok()
}
