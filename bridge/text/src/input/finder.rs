//! Finds the values of pointers in a text.

use std::iter::Enumerate;
use wire::{
    Pointer,
    token::{self, Child, Children},
};

/// A search that remembers its last position, so that values looked up in text order cost one pass.
#[derive(Default)]
pub(super) struct Finder<'a> {
    /// The containers on the path to the last value.
    levels: Vec<PathLevel<'a>>,
    last: TextPosition,
}

/// A container on the path to a value.
struct PathLevel<'a> {
    /// The name or index of the child on the path.
    segment: String,
    /// The offset of that child.
    at: usize,
    text: &'a str,
    /// The children after that child.
    rest: Enumerate<Children<'a>>,
}

/// A position in a text.
#[derive(Clone, Copy, Default)]
pub(super) struct TextPosition {
    /// The number of bytes before the position.
    pub(super) at: usize,
    /// The number of lines that end before the position.
    pub(super) lines: usize,
    /// The offset of the start of the line.
    pub(super) line_at: usize,
}

impl<'a> Finder<'a> {
    /// Returns the position of a value, or of the object in which it is missing. Every call must pass the same text.
    pub(super) fn find(&mut self, text: &'a str, pointer: &Pointer) -> TextPosition {
        let (Ok(at) | Err(at)) = self.offset(text, pointer);
        self.last = self.last.advance_to(text, at);
        self.last
    }

    /// Returns the position of an offset.
    pub(super) fn spot(&mut self, text: &str, at: usize) -> TextPosition {
        self.last = self.last.advance_to(text, at);
        self.last
    }

    /// Returns the text of a value, or `None` if it is missing.
    pub(super) fn value(&mut self, text: &'a str, pointer: &Pointer) -> Option<&'a str> {
        let at = self.offset(text, pointer).ok()?;
        match pointer.segments().count().checked_sub(1) {
            Some(last) => Some(self.levels.get(last)?.text),
            None => text.get(at..),
        }
    }

    /// Returns the offset of a value. If it is missing, the error is the offset of the object that lacks it.
    fn offset(&mut self, text: &'a str, pointer: &Pointer) -> Result<usize, usize> {
        let mut at = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
        for (depth, segment) in pointer.segments().enumerate() {
            // Other values have no children. A string is not searched, because it can be long.
            if !matches!(text.as_bytes().get(at), Some(b'{' | b'[')) {
                return Err(at);
            }
            let known = self.levels.get(depth);
            if let Some(level) = known.filter(|level| level.segment == segment) {
                at = level.at;
                continue;
            }
            let after_last = known.map(|level| level.rest.clone());
            let found = match after_last.and_then(|rest| find_child(rest, &segment)) {
                Some(found) => Some(found),
                None => {
                    let all = token::children(text.get(at..).unwrap_or_default());
                    find_child(all.enumerate(), &segment)
                }
            };
            let Some((child, rest)) = found else {
                return Err(at);
            };
            at += child.at;
            self.levels.truncate(depth);
            self.levels.push(PathLevel {
                segment: segment.into_owned(),
                at,
                text: child.text,
                rest,
            });
        }
        Ok(at)
    }
}

/// Returns the child with a name or index, and the children after it.
fn find_child<'a>(
    mut children: Enumerate<Children<'a>>,
    segment: &str,
) -> Option<(Child<'a>, Enumerate<Children<'a>>)> {
    let (_, child) = children.find(|(index, child)| match child.name {
        Some(quoted) => token::name(quoted) == segment,
        None => segment.parse() == Ok(*index),
    })?;
    Some((child, children))
}

impl TextPosition {
    /// Returns the position of another offset by counting from this position.
    fn advance_to(self, text: &str, at: usize) -> Self {
        let Self {
            at: last,
            lines,
            line_at,
        } = self;
        if at >= last {
            let passed = bytes(text, last, at);
            let line_at = memchr::memrchr(b'\n', passed).map_or(line_at, |end| last + end + 1);
            return Self {
                at,
                lines: lines + memchr::memchr_iter(b'\n', passed).count(),
                line_at,
            };
        }
        if at >= line_at {
            return Self { at, lines, line_at };
        }
        let lines = lines - memchr::memchr_iter(b'\n', bytes(text, at, last)).count();
        Self {
            at,
            lines,
            line_at: memchr::memrchr(b'\n', bytes(text, 0, at)).map_or(0, |end| end + 1),
        }
    }
}

fn bytes(text: &str, from: usize, to: usize) -> &[u8] {
    text.as_bytes().get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_lookup_does_not_depend_on_earlier_lookups(
            looked in prop::collection::vec("(/[ab012]){0,3}", 1..12),
        ) {
            let text = "\n {\"a\": [1,\n {\"a\": 1, \"b\":\n[0, 1, {}]},\n [[],{\"0\":2}]], \"0\": {\"b\": [ ]},\n\n\"b\":[{},{}]} ";
            let mut finder = Finder::default();
            for pointer in looked {
                let pointer = Pointer::parse(&pointer).unwrap();
                let spot = finder.find(text, &pointer);
                let before = &text[..token::offset(text, &pointer)];
                prop_assert_eq!(spot.at, before.len(), "{}", pointer);
                let value = token::value_at(text.trim_start(), &pointer);
                prop_assert_eq!(finder.value(text, &pointer), value);
                prop_assert_eq!(spot.lines, before.matches('\n').count());
                prop_assert_eq!(spot.line_at, before.rfind('\n').map_or(0, |end| end + 1));
            }
        }
    }
}
