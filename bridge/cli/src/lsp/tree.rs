//! A tolerant reader of JSON: a tree of the values of a text that may be half-written.
//!
//! The reader accepts any text. It assumes missing commas, closing brackets and values, because the cursor is usually where
//! the text is incomplete.

use super::documents::TextFormat;
use std::ops::Range;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    /// A number, a literal, or a word that is not JSON.
    Word,
    /// The place after a colon at which the value is missing.
    Missing,
}

/// The index of a value in its [`Tree`].
pub(super) type ValueId = usize;

/// A value of the text.
#[derive(Clone, Debug)]
pub(super) struct TreeValue {
    pub(super) kind: Kind,
    /// The bytes of the value. An object or array without an end reaches to the end of its block or line.
    pub(super) range: Range<usize>,
    /// The name of the member with this value, with its quotes.
    pub(super) name: Option<Range<usize>>,
    pub(super) parent: Option<ValueId>,
    /// The index of the first value after this one and those inside it.
    next: ValueId,
    /// `true` if the value has its closing bracket or quote.
    pub(super) is_closed: bool,
}

/// The values of a text in the order in which they start.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    text: &'t str,
    values: Vec<TreeValue>,
}

impl<'t> Tree<'t> {
    /// Reads all values of a text.
    pub(super) fn of(text: &'t str, format: TextFormat) -> Self {
        let mut reader = TreeReader {
            text,
            values: Vec::new(),
            open: Vec::new(),
            name: None,
            expects_value: false,
            ends_with_line: format == TextFormat::JsonLines,
        };
        match format {
            TextFormat::Markdown => {
                for block in blocks(text) {
                    reader.read(block);
                }
            }
            TextFormat::Json | TextFormat::JsonLines => reader.read(0..text.len()),
        }
        Self {
            text,
            values: reader.values,
        }
    }

    pub(super) fn get(&self, id: ValueId) -> Option<&TreeValue> {
        self.values.get(id)
    }

    /// Returns the innermost value at an offset, or the value whose name is there.
    pub(super) fn at(&self, offset: usize) -> Option<ValueId> {
        let mut found = None;
        for (id, value) in self.values.iter().enumerate() {
            let is_on_name = match &value.name {
                Some(name) => name.start < offset && offset < self.end_of_name(name),
                None => false,
            };
            let Range { start, end } = value.range;
            let is_inside = match value.kind {
                Kind::Word | Kind::Missing => start <= offset && offset <= end,
                _ if value.is_closed => start < offset && offset < end,
                _ => start < offset && offset <= end,
            };
            // Later values are inside earlier ones or after them.
            if is_on_name || is_inside {
                found = Some(id);
            }
        }
        found
    }

    /// Returns the offset before which the cursor is on a name. A name without its closing quote also has its end.
    pub(super) fn end_of_name(&self, name: &Range<usize>) -> usize {
        let text = self.text.get(name.clone()).unwrap_or_default();
        match text.len() > 1 && text.ends_with('"') {
            true => name.end,
            false => name.end + 1,
        }
    }

    /// Returns the members or elements of a value.
    pub(super) fn children(&self, id: ValueId) -> impl Iterator<Item = (ValueId, &TreeValue)> {
        let end = self.values.get(id).map_or(0, |value| value.next);
        let mut next = id + 1;
        std::iter::from_fn(move || {
            let child = next;
            let value = self.values.get(child).filter(|_| child < end)?;
            next = value.next;
            Some((child, value))
        })
    }

    /// Returns the member of an object with this name.
    pub(super) fn member(&self, id: ValueId, name: &str) -> Option<ValueId> {
        let mut children = self.children(id);
        children
            .find(|(child, _)| self.name(*child) == Some(name))
            .map(|(child, _)| child)
    }

    /// Returns the name of the member with this value, without its quotes. Names with escapes are not those of a protocol.
    pub(super) fn name(&self, id: ValueId) -> Option<&'t str> {
        let range = self.values.get(id)?.name.clone()?;
        Some(self.text.get(range)?.trim_matches('"'))
    }

    /// Returns the content of a string without its quotes.
    pub(super) fn string(&self, id: ValueId) -> Option<&'t str> {
        let value = self.values.get(id)?;
        let text = self.text.get(value.range.clone())?;
        match value.kind {
            Kind::String => Some(text.trim_matches('"')),
            _ => None,
        }
    }

    /// Returns the value and the values around it, from the innermost to the outermost.
    pub(super) fn ancestors(&self, id: ValueId) -> impl Iterator<Item = ValueId> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let current = next?;
            next = self.values.get(current)?.parent;
            Some(current)
        })
    }

    /// Returns the names and indices that lead from one value down to another.
    pub(super) fn path(&self, from: ValueId, to: ValueId) -> Vec<String> {
        let mut path = Vec::new();
        for id in self.ancestors(to).take_while(|id| *id != from) {
            path.push(match (self.name(id), self.values.get(id)) {
                (Some(name), _) => name.to_owned(),
                (
                    None,
                    Some(TreeValue {
                        parent: Some(parent),
                        ..
                    }),
                ) => self
                    .children(*parent)
                    .take_while(|(child, _)| *child != id)
                    .count()
                    .to_string(),
                _ => continue,
            });
        }
        path.reverse();
        path
    }

    /// Returns all objects of the text.
    pub(super) fn objects(&self) -> impl Iterator<Item = ValueId> {
        let values = self.values.iter().enumerate();
        values
            .filter(|(_, value)| value.kind == Kind::Object)
            .map(|(id, _)| id)
    }

    /// Returns the text of a value.
    pub(super) fn text_of(&self, id: ValueId) -> Option<&'t str> {
        self.text.get(self.values.get(id)?.range.clone())
    }
}

/// A reader of one text.
struct TreeReader<'t> {
    text: &'t str,
    values: Vec<TreeValue>,
    /// The objects and arrays that have no end yet.
    open: Vec<ValueId>,
    /// The name whose value comes next.
    name: Option<Range<usize>>,
    /// `true` after a colon.
    expects_value: bool,
    /// `true` if every line is a text of its own.
    ends_with_line: bool,
}

impl TreeReader<'_> {
    /// Reads the values of a part of the text.
    fn read(&mut self, part: Range<usize>) {
        let bytes = self.text.as_bytes();
        let mut at = part.start;
        // The last byte that is not whitespace.
        let mut last = b'\n';
        while at < part.end {
            let Some(byte) = bytes.get(at).copied() else {
                break;
            };
            let start = at;
            at += 1;
            match byte {
                b'\n' if self.ends_with_line => {
                    self.close_all(start);
                    last = byte;
                    continue;
                }
                byte if byte.is_ascii_whitespace() => continue,
                b'{' | b'[' => {
                    // A bracket at the start of a line that nothing continues begins the next message.
                    let is_first = start == part.start || bytes.get(start - 1) == Some(&b'\n');
                    if is_first && !matches!(last, b',' | b'[' | b':') {
                        self.close_all(start);
                    }
                    let kind = if byte == b'{' {
                        Kind::Object
                    } else {
                        Kind::Array
                    };
                    let id = self.push(kind, start..part.end);
                    self.open.push(id);
                }
                b'}' | b']' => self.close(byte, at),
                b'"' => {
                    at = end_of_string(bytes, at, part.end);
                    self.string(start..at);
                }
                b':' => {
                    self.expects_value = true;
                    at = self.skip_blanks(at, part.end);
                    if self.is_value_missing(at, part.end) {
                        self.push(Kind::Missing, start + 1..at);
                    }
                }
                b',' => self.forget_name(start),
                _ => {
                    at = end_of_word(bytes, at, part.end);
                    self.push(Kind::Word, start..at);
                }
            }
            last = byte;
        }
        self.close_all(part.end);
    }

    fn skip_blanks(&self, mut at: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        while at < end && bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            if self.ends_with_line && bytes.get(at) == Some(&b'\n') {
                break;
            }
            at += 1;
        }
        at
    }

    /// Returns `true` if no value starts at the offset, which follows a colon.
    fn is_value_missing(&self, at: usize, end: usize) -> bool {
        let byte = self.text.as_bytes().get(at).filter(|_| at < end);
        matches!(byte, None | Some(b',' | b'}' | b']' | b'\n'))
    }

    fn push(&mut self, kind: Kind, range: Range<usize>) -> ValueId {
        let text = self.text.get(range.clone()).unwrap_or_default();
        let is_closed = kind == Kind::String && text.len() > 1 && text.ends_with('"');
        self.values.push(TreeValue {
            is_closed,
            next: self.values.len() + 1,
            kind,
            range,
            name: self.name.take(),
            parent: self.open.last().copied(),
        });
        self.expects_value = false;
        self.values.len() - 1
    }

    /// Adds a string, which is a name inside an object, unless it follows a colon.
    fn string(&mut self, range: Range<usize>) {
        let parent = self.open.last().and_then(|id| self.values.get(*id));
        let is_in_object = parent.is_some_and(|parent| parent.kind == Kind::Object);
        if is_in_object && !self.expects_value {
            self.forget_name(range.start);
            self.name = Some(range);
        } else {
            self.push(Kind::String, range);
        }
    }

    /// Adds the member whose name has no value.
    fn forget_name(&mut self, at: usize) {
        if self.name.is_some() {
            self.push(Kind::Missing, at..at);
        }
    }

    /// Closes the innermost object or array with this bracket, and those inside it.
    fn close(&mut self, bracket: u8, end: usize) {
        self.forget_name(end - 1);
        let kind = if bracket == b'}' {
            Kind::Object
        } else {
            Kind::Array
        };
        let is_it = |id: &ValueId| self.values.get(*id).is_some_and(|value| value.kind == kind);
        let Some(index) = self.open.iter().rposition(is_it) else {
            return;
        };
        let next = self.values.len();
        for (depth, id) in self.open.drain(index..).enumerate() {
            if let Some(value) = self.values.get_mut(id) {
                // Those inside have no bracket of their own.
                value.range.end = if depth == 0 { end } else { end - 1 };
                value.is_closed = depth == 0;
                value.next = next;
            }
        }
    }

    fn close_all(&mut self, end: usize) {
        self.forget_name(end);
        let next = self.values.len();
        for id in self.open.drain(..) {
            if let Some(value) = self.values.get_mut(id) {
                value.range.end = end;
                value.next = next;
            }
        }
        self.expects_value = false;
    }
}

/// Returns the offset after a string, which ends at its quote or at the end of the line.
fn end_of_string(bytes: &[u8], mut at: usize, end: usize) -> usize {
    while at < end {
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 2,
            Some(b'\n' | b'\r') => return at,
            _ => at += 1,
        }
    }
    end
}

fn end_of_word(bytes: &[u8], mut at: usize, end: usize) -> usize {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",:{}[]\"".contains(byte);
    while at < end && !bytes.get(at).is_none_or(is_end) {
        at += 1;
    }
    at
}

/// Returns the parts of a text that contain JSON: fenced blocks, `<a2ui-json>` elements, and lines that begin with a bracket.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let (mut blocks, mut start, mut at) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        let content = line.trim();
        let is_fence = content.starts_with("```") || content.starts_with("~~~");
        let opens = is_fence || content.contains("<a2ui-json>");
        let closes = is_fence || content.contains("</a2ui-json>");
        match start {
            Some(from) if closes => {
                let tag = line.find("</a2ui-json>").unwrap_or(0);
                blocks.push(from..begin + tag);
                start = None;
            }
            Some(_) => {}
            None if opens => {
                let tag = line
                    .find("<a2ui-json>")
                    .map(|tag| begin + tag + "<a2ui-json>".len());
                let from = tag.unwrap_or(end);
                match line.find("</a2ui-json>") {
                    Some(close) if !is_fence => blocks.push(from..begin + close),
                    _ => start = Some(from),
                }
            }
            None if content.starts_with(['{', '[']) => blocks.push(begin..end),
            None => {}
        }
    }
    blocks.extend(start.map(|from| from..text.len()));
    blocks.retain(|block| block.start <= block.end);
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path to the value at the mark `|`, and its kind.
    fn at_mark(marked: &str, format: TextFormat) -> (String, Option<Kind>) {
        let offset = marked.find('|').unwrap();
        let text = marked.replacen('|', "", 1);
        let tree = Tree::of(&text, format);
        let Some(id) = tree.at(offset) else {
            return (String::new(), None);
        };
        let root = tree.ancestors(id).last().unwrap();
        (tree.path(root, id).join("/"), Some(tree.values[id].kind))
    }

    #[test]
    fn half_written_texts_have_a_value_at_the_cursor() {
        for (marked, path, kind) in [
            (r#"{"a":{"b":"x|y"}}"#, "a/b", Kind::String),
            (r#"{"a":{"b|":1}}"#, "a/b", Kind::Word),
            (r#"{"a":[1,{"b":2|"#, "a/1/b", Kind::Word),
            (r#"{"a":{"b":"x|"#, "a/b", Kind::String),
            (r#"{"a":{"b": |}}"#, "a/b", Kind::Missing),
            (r#"{"a":{"b":1,|}}"#, "a", Kind::Object),
            (r#"{"a":{|"#, "a", Kind::Object),
            ("{\"a\":{\"b\":\"x|\n\"c\":1}}", "a/b", Kind::String),
            ("{\"a\":[\"x\",|]}", "a", Kind::Array),
            ("{\"a\":{\"|\n}}", "a/", Kind::Missing),
            ("{\"a\":[{\"b\":1]|}", "", Kind::Object),
        ] {
            let found = at_mark(marked, TextFormat::Json);
            assert_eq!(found, (path.to_owned(), Some(kind)), "{marked}");
        }
    }

    #[test]
    fn a_broken_line_does_not_affect_the_next_one() {
        let marked = "{\"a\":{\"b\":\n{\"c\":{\"d\":|1}}";
        assert_eq!(
            at_mark(marked, TextFormat::JsonLines),
            ("c/d".to_owned(), Some(Kind::Word))
        );
        let marked = "{\"a\":{\"b\":1\n{\"c\":{\"d\":|1}}";
        assert_eq!(
            at_mark(marked, TextFormat::Json),
            ("c/d".to_owned(), Some(Kind::Word))
        );
    }

    #[test]
    fn blocks_of_other_texts_are_read() {
        for marked in [
            "# A\n\n```json\n{\"a\":{\"b\":|1}}\n```\ntext {",
            "text <a2ui-json>{\"a\":{\"b\":|1}}</a2ui-json> text",
            "<a2ui-json>\n{\"a\":{\"b\":|1\n",
            "text\n{\"a\":{\"b\":|1}}\ntext",
        ] {
            assert_eq!(
                at_mark(marked, TextFormat::Markdown),
                ("a/b".to_owned(), Some(Kind::Word)),
                "{marked}"
            );
        }
        let (_, kind) = at_mark("text \"|a\"", TextFormat::Markdown);
        assert_eq!(kind, None);
    }

    #[test]
    fn any_text_is_read() {
        for text in [
            "",
            "}",
            "]]]",
            ":::",
            "\"",
            "{\"\\",
            "{{{{",
            "[,,]",
            "{\"a\"\"b\":}",
            "\u{FEFF}{é",
        ] {
            for format in [
                TextFormat::Json,
                TextFormat::JsonLines,
                TextFormat::Markdown,
            ] {
                let tree = Tree::of(text, format);
                for offset in 0..=text.len() {
                    if let Some(id) = tree.at(offset) {
                        assert!(tree.get(id).is_some());
                        let root = tree.ancestors(id).last().unwrap();
                        tree.path(root, id);
                    }
                }
            }
        }
    }
}
