//! Mends the JSON syntax that models get wrong.
//!
//! A mended text is valid JSON, and every change is a [`Repair`] with its offset in the text as it was given. A text that could mean
//! two things stays broken: a number or a string that the end cuts off, an apostrophe in a text in single quotes, a message whose
//! remaining members are unknown. General JSON repairers ([`jsonrepair`](https://github.com/josdejong/jsonrepair) and its ports) guess
//! there, and do not say what they changed; that is why this is not one of them.

mod extent;
mod scalar;
#[cfg(test)]
mod tests;
mod truncation;

pub use extent::Extent;

use super::{Repair, RepairKind};
use crate::Element;
use std::ops::Range;
use wire::{MAX_DEPTH, Payload, Pointer, token};

/// The depth of brackets that is mended: a message, in a list, in a member `messages`.
const DEEPEST: usize = MAX_DEPTH + 4;

/// The size of all pointers, as a multiple of the text. Further repairs have only an offset: the pointers of many repairs below long
/// names could be longer than any memory.
const POINTERS: usize = 32;

/// A text that was mended, and its repairs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairedJson {
    /// The text, which is valid JSON.
    pub text: String,
    /// The changes, in the order of the text; never empty.
    pub repairs: Vec<Repair>,
}

/// Mends a text that is not valid JSON.
///
/// Returns `None` if the text is valid, or if it cannot be mended without guessing.
///
/// ```
/// use agent_ui_a2ui::repair::repair_json;
///
/// let mended = repair_json("[{'id': 'root', visible: True,},]").unwrap();
/// assert_eq!(mended.text, r#"[{"id": "root", "visible": true}]"#);
/// let kinds: Vec<_> = mended.repairs.iter().map(|repair| repair.kind.as_str()).collect();
/// assert_eq!(
///     kinds,
///     ["single-quotes", "single-quotes", "unquoted-name", "python-literal", "trailing-comma", "trailing-comma"]
/// );
/// assert_eq!((mended.repairs[3].pointer.as_str(), mended.repairs[3].offset), ("/0/visible", Some(25)));
/// assert_eq!(repair_json("[1, 2"), None);
/// ```
pub fn repair_json(text: &str) -> Option<RepairedJson> {
    let mut mender = JsonRepairer::new(text);
    mender.run()?;
    mender.end()?;
    let JsonRepairer { out, repairs, .. } = mender;
    let has = |kind| repairs.iter().any(|repair: &Repair| repair.kind == kind);
    // A bracket too few in one place and one too many in another is one in the wrong place.
    let is_misplaced = has(RepairKind::MissingBracket) && has(RepairKind::ExtraBracket);
    // The reader of the text decides about what was copied, such as numbers.
    (!repairs.is_empty() && !is_misplaced && Payload::is_json(&out))
        .then_some(RepairedJson { text: out, repairs })
}

/// Copies a text, and mends it on the way.
struct JsonRepairer<'a> {
    text: &'a str,
    /// The offset of what is looked at next.
    at: usize,
    out: String,
    open: Vec<Open>,
    expects: Expects,
    /// The place in `out` behind the last value, name or bracket.
    written: usize,
    /// The comma behind which nothing came yet: its place in `out` and in the text.
    comma: Option<(usize, usize)>,
    /// Whether the end of the text cuts off a value or a name.
    is_cut: bool,
    /// Whether the last string went over several lines.
    has_raw_line_end: bool,
    /// The repairs of the string, word or name that is read.
    noted: Vec<RepairKind>,
    repairs: Vec<Repair>,
    /// The number of bytes that the pointers of further repairs may have.
    room: usize,
}

/// A bracket that is open.
struct Open {
    closer: u8,
    /// The last name in an object, with its quotes, by its place in `out`.
    name: Range<usize>,
    /// The index of the element in an array.
    index: usize,
    /// The place in `out` behind the last child that is whole; 0 if there is none.
    whole: usize,
    /// The name of that child, in an object.
    whole_name: Range<usize>,
    /// Whether it is an object that states its `version`.
    has_version: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expects {
    Value,
    /// A value, or the end of an array without elements.
    FirstElement,
    /// A name, or the end of an object without members.
    FirstName,
    Name,
    Colon,
    /// A comma, or a closing bracket.
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

    /// Returns the next byte at or behind `at` that is not a blank.
    fn next_byte(&self, at: usize) -> Option<u8> {
        let rest = self.text.get(at..)?;
        rest.bytes().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    }

    fn run(&mut self) -> Option<()> {
        while let Some(first) = self.rest().chars().next().filter(|_| !self.is_cut) {
            match first {
                ' ' | '\t' | '\r' | '\n' => {
                    self.out.push(first);
                    self.at += 1;
                }
                '/' => self.comment()?,
                '{' | '[' => self.opens(first == '{')?,
                '}' | ']' => self.closes(first)?,
                ',' => self.separates()?,
                ':' if self.expects == Expects::Colon => {
                    self.copy(1);
                    self.expects = Expects::Value;
                }
                _ => self.scalar(first)?,
            }
        }
        Some(())
    }

    /// Copies so many bytes.
    fn copy(&mut self, length: usize) {
        let end = self.at + length;
        self.out.push_str(self.text.get(self.at..end).unwrap_or_default());
        (self.at, self.written) = (end, self.out.len());
    }

    /// Leaves out a comment. Its line ends stay, so that lines keep their numbers.
    fn comment(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let inside = rest.strip_prefix("/*")?;
            inside.find("*/")? + 4
        };
        let comment = rest.get(..length).unwrap_or_default();
        self.repaired(RepairKind::Comment, self.at, &[]);
        self.out.extend(comment.chars().filter(|c| *c == '\n'));
        self.at += length;
        Some(())
    }

    fn opens(&mut self, is_object: bool) -> Option<()> {
        if self.open.len() >= DEEPEST {
            return None;
        }
        if self.expects == Expects::Name && is_object {
            self.close_objects()?;
        }
        if self.expects == Expects::Comma && matches!(self.last_written(), Some(b'}' | b']')) {
            self.missing_comma()?;
        }
        if !matches!(self.expects, Expects::Value | Expects::FirstElement) {
            return None;
        }
        self.comma = None;
        self.copy(1);
        let closer = if is_object { b'}' } else { b']' };
        self.open.push(Open { closer, name: 0..0, index: 0, whole: 0, whole_name: 0..0, has_version: false });
        self.expects = if is_object { Expects::FirstName } else { Expects::FirstElement };
        Some(())
    }

    /// An object begins where a name is due: the objects around it should have ended, up to the list that holds them.
    fn close_objects(&mut self) -> Option<()> {
        let (at, _) = self.comma?;
        let list = self.open.iter().rposition(|open| open.closer == b']')?;
        self.insert_closers(list + 1, at);
        self.expects = Expects::Value;
        let list = self.open.last_mut()?;
        list.index += 1;
        Some(())
    }

    /// Closes everything from that level on, in front of the place `at` of the output.
    fn insert_closers(&mut self, level: usize, mut at: usize) {
        while self.open.len() > level {
            self.repaired(RepairKind::MissingBracket, self.at, &[self.closer()]);
            let Some(open) = self.open.pop() else { return };
            self.out.insert(at, char::from(open.closer));
            at += 1;
            self.child_is_whole(at);
        }
    }

    fn closer(&self) -> &'static str {
        if self.open.last().is_some_and(|open| open.closer == b'}') { "}" } else { "]" }
    }

    fn closes(&mut self, closer: char) -> Option<()> {
        self.drop_comma();
        if !matches!(self.expects, Expects::Comma | Expects::FirstElement | Expects::FirstName) {
            return None;
        }
        let is_it = |open: &Open| char::from(open.closer) == closer;
        match self.open.iter().rposition(is_it) {
            Some(level) if level + 1 == self.open.len() => {}
            _ if self.expects != Expects::Comma => return None,
            Some(level) => self.insert_closers(level + 1, self.written),
            None => {
                self.repaired(RepairKind::ExtraBracket, self.at, &[if closer == '}' { "}" } else { "]" }]);
                self.at += 1;
                return Some(());
            }
        }
        self.open.pop();
        self.copy(1);
        self.child_is_whole(self.out.len());
        Some(())
    }

    /// Leaves out the comma behind which nothing comes.
    fn drop_comma(&mut self) {
        let Some((at, offset)) = self.comma.take() else { return };
        self.out.remove(at);
        self.expects = if self.open.is_empty() { Expects::End } else { Expects::Comma };
        self.repaired(RepairKind::TrailingComma, offset, &[]);
    }

    fn separates(&mut self) -> Option<()> {
        // A second comma could stand for a value that is missing.
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
            // Only the end of the text may follow.
            None => {}
        }
        Some(())
    }

    /// Puts a comma between two values, or in front of a name.
    fn missing_comma(&mut self) -> Option<()> {
        let open = self.open.last_mut()?;
        let is_list = open.closer == b']';
        open.index += usize::from(is_list);
        self.out.insert(self.written, ',');
        self.expects = if is_list { Expects::Value } else { Expects::Name };
        self.repaired(RepairKind::MissingComma, self.at, &[]);
        Some(())
    }

    fn last_written(&self) -> Option<u8> {
        self.out.as_bytes().get(self.written.checked_sub(1)?).copied()
    }

    /// A value ends at the place `end` of the output.
    fn child_is_whole(&mut self, end: usize) {
        self.written = end;
        self.expects = Expects::End;
        if let Some(open) = self.open.last_mut() {
            (open.whole, open.whole_name) = (end, open.name.clone());
            open.has_version |= self.out.get(open.name.clone()) == Some("\"version\"");
            self.expects = Expects::Comma;
        }
    }

    /// Returns the name at that place of the output.
    fn name(&self, name: &Range<usize>) -> std::borrow::Cow<'_, str> {
        token::name(self.out.get(name.clone()).unwrap_or_default())
    }

    /// Remembers a repair of what stands at `offset` of the text.
    fn repaired(&mut self, kind: RepairKind, offset: usize, names: &[&str]) {
        let mut pointer = Pointer::root();
        let levels = if self.room > 0 { self.open.as_slice() } else { &[] };
        for (level, open) in levels.iter().enumerate() {
            // What stands between the members of an object belongs to the object.
            let is_between = level + 1 == self.open.len()
                && !matches!(self.expects, Expects::Value | Expects::FirstElement | Expects::Colon);
            match open.closer {
                _ if is_between => {}
                b']' => pointer.push_index(open.index),
                _ => pointer.push(&self.name(&open.name)),
            }
        }
        self.room = self.room.saturating_sub(pointer.as_str().len());
        self.repairs.push(Repair { offset: Some(offset), ..Repair::new(kind, pointer, names) });
    }
}

/// Adds the repairs of a text to the elements in which they are, or else to the one before. Both are in the order of the text.
pub(super) fn add_to(elements: &mut [Element], repairs: Vec<Repair>) {
    let list = elements.first().and_then(|first| first.pointer.as_str().rsplit_once('/'));
    let list = list.map(|(list, _)| format!("{list}/"));
    let index = |pointer: &Pointer| -> Option<usize> {
        pointer.as_str().strip_prefix(list.as_deref()?)?.split('/').next()?.parse().ok()
    };
    let mut at = 0;
    for repair in repairs {
        let place = index(&repair.pointer);
        let is_before = |element: &Element| index(&element.pointer) < place;
        while at + 1 < elements.len() && elements.get(at).is_some_and(is_before) {
            at += 1;
        }
        if let Some(element) = elements.get_mut(at) {
            element.repairs.push(repair);
        }
    }
}
