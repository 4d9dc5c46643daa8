//! Recovers the readable elements of a message list that is not valid JSON.

use crate::{
    input::{self, Input, MASK, OwnedInput, SourceForm},
    json,
    place::Place,
    protocol,
};
use bridge::{DialectOrProtocol, Protocol, a2ui::repair};
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    syntax::{Progress, Syntax},
    token::{self, TokenKind, Tokens},
};

/// Splits a document that is not JSON into several. For a list, these are the elements before the fault, the error, and
/// the separable elements after it. Any other document is one error.
pub fn parts<'a>(
    named: DialectOrProtocol,
    input: &Input<'a>,
    error: DecodeError,
) -> Box<dyn Iterator<Item = OwnedInput> + 'a> {
    let masked = match error.rule {
        DecodeRule::Encoding => input.mask_invalid_utf8(),
        _ => None,
    };
    let Some(text) = masked else {
        return Box::new(parts_of_text(named, input, error));
    };
    // The invalid UTF-8 may not be the first fault.
    let first = match json::syntax_error(&text) {
        Some(other) if (other.line, other.column) < (error.line, error.column) => other,
        _ => error,
    };
    let input = Input::new(input.start.clone(), Ok(&text));
    let parts: Vec<_> = parts_of_text(named, &input, first).map(unmask).collect();
    Box::new(parts.into_iter())
}

/// Replaces a part that is not UTF-8 by its error.
fn unmask(part: OwnedInput) -> OwnedInput {
    let input = part.input();
    let Ok(text) = &input.text else {
        return part;
    };
    let Some((before, _)) = text.split_once(MASK) else {
        return part;
    };
    match input::text(&[before.as_bytes(), b"\xFF"].concat()) {
        Err(error) => OwnedInput::new(input.start.clone(), Err(error)),
        Ok(_) => part.clone(),
    }
}

fn parts_of_text<'a>(
    named: DialectOrProtocol,
    input: &Input<'a>,
    error: DecodeError,
) -> impl Iterator<Item = OwnedInput> + use<'a> {
    let is_of_text = matches!(error.rule, DecodeRule::Syntax | DecodeRule::Encoding);
    let list = FaultyList::of(named, input).filter(|list| is_of_text && list.has_others());
    let fault = match &list {
        Some(list) => list.with_element(input, error),
        None => input.with_document_start(error),
    };
    let mut first_parts = Vec::new();
    if let Some(list) = &list {
        if list.whole > 0 {
            let front = OwnedInput::new(input.start.clone(), Ok(list.front()));
            first_parts.push(front.with_source(SourceForm::Recovered));
        }
    }
    // An element that can be repaired counts as readable.
    let is_repaired = match &list {
        Some(list) => list.after_fault().can_repair_at(list.fault),
        None => false,
    };
    if !is_repaired {
        let fault = OwnedInput::new(input.start.clone(), Err(fault));
        first_parts.push(fault.remainder(input.is_truncated()));
    }
    // Each place is counted from the one before, in a single pass.
    let (mut place, mut at) = (input.start.clone(), 0);
    let after_fault = list
        .into_iter()
        .flat_map(|list| list.after_fault().map(move |element| (list.text, element)))
        .map(move |(text, element)| {
            (place, at) = (place.after(text.slice(at, element.from)), element.from);
            element_part(place.clone(), text, &element)
        });
    first_parts.into_iter().chain(after_fault)
}

/// Returns a readable element as a document of its own.
fn element_part(start: Place, text: FaultyText<'_>, element: &ReadableElement) -> OwnedInput {
    let element_text = text.slice(element.from, element.end).trim_ascii_end();
    // In a repaired list, a list in place of a message would not be read.
    let source = if element_text.starts_with('[') {
        SourceForm::Recovered
    } else {
        SourceForm::Literal
    };
    OwnedInput::new(start, Ok(element_text.to_owned()))
        .remainder(element.is_remainder)
        .with_source(source)
}

/// A list that contains a fault.
struct FaultyList<'a> {
    text: FaultyText<'a>,
    /// The pointer of the list.
    pointer: Pointer,
    /// The number of elements before the fault.
    whole: usize,
    /// The end of the last element before the fault.
    end: usize,
    /// The start of the faulty element, or of the text where an element is expected.
    fault: usize,
    /// `true` for A2UI, whose messages can be repaired.
    can_repair: bool,
}

impl<'a> FaultyList<'a> {
    fn of(named: DialectOrProtocol, input: &Input<'a>) -> Option<Self> {
        let text = FaultyText(input.text.as_ref().ok()?);
        let (pointer, at) = match text.byte(0)? {
            b'[' => (Pointer::root(), 0),
            _ => text.list(named)?,
        };
        let can_repair = named.protocol() == Protocol::A2ui;
        let fault = text.after_blanks(at + 1);
        let mut list = Self {
            text,
            pointer,
            whole: 0,
            end: at + 1,
            fault,
            can_repair,
        };
        while let Ok(end) = text.end_of_value(list.fault) {
            if !Payload::is_json(text.slice(list.fault, end)) {
                break;
            }
            list.whole += 1;
            (list.end, list.fault) = (end, text.after_blanks(end));
            if text.byte(list.fault) != Some(b',') {
                break;
            }
            list.fault = text.after_blanks(list.fault + 1);
        }
        // A fault before the list does not concern it, and the text before it may show that the object is not a list.
        let front = list.front();
        let is_list = list.pointer.is_root() || protocol::is_message_list(named, &front);
        if is_list && Payload::is_json(&front) {
            Some(list)
        } else {
            None
        }
    }

    /// Returns the document with only the elements before the fault, each at its place.
    fn front(&self) -> String {
        let end = if self.pointer.is_root() { "]" } else { "]}" };
        self.text.slice(0, self.end).to_owned() + end
    }

    /// Returns `true` if elements other than the faulty one can be read.
    fn has_others(&self) -> bool {
        self.whole > 0 || self.after_fault().next().is_some()
    }

    fn after_fault(&self) -> ElementsAfterFault<'a> {
        let Self {
            text,
            fault,
            can_repair,
            ..
        } = *self;
        ElementsAfterFault {
            text,
            fault,
            from: fault,
            index: self.whole,
            is_lost: false,
            can_repair,
            is_remainder: false,
        }
    }

    /// Adds the number and place of the faulty element to the error.
    fn with_element(&self, input: &Input<'_>, mut error: DecodeError) -> DecodeError {
        let (text, index) = (self.text, self.whole);
        match text.byte(self.fault) {
            // The list is complete, and the fault is after it.
            Some(b']') if !text.slice(self.end, self.fault).contains(',') => {
                return input.with_document_start(error);
            }
            Some(b']') => error = input.with_document_start(error),
            None => {
                error.message =
                    format!("the list is truncated before element {index} (counted from 0)")
            }
            Some(_) => {
                let begin = input.start.after(text.slice(0, self.fault));
                let (line, column) = (begin.line, begin.column);
                let element = format!(
                    "element {index} of the list (counted from 0), which starts on line {line}, column {column}"
                );
                error.message = if error.is_at_end() {
                    format!("{element}, is truncated")
                } else {
                    format!("{}, in {element}", error.message)
                };
            }
        }
        let mut after = self.after_fault();
        // The iterator knows only at its end whether elements are lost.
        after.by_ref().for_each(drop);
        if after.is_lost {
            error.message += &format!("; the elements from {} on were not read", after.index);
        }
        error.pointer = self.pointer.element(index);
        error
    }
}

/// An iterator over the readable elements after the fault.
struct ElementsAfterFault<'a> {
    text: FaultyText<'a>,
    fault: usize,
    /// The start of the next element.
    from: usize,
    /// The index of the next element.
    index: usize,
    /// `true` if further elements cannot be separated.
    is_lost: bool,
    can_repair: bool,
    /// `true` if an element was skipped, so that later text may be part of it.
    is_remainder: bool,
}

/// The range of a readable element. `is_remainder` is `true` if it may be part of an earlier unreadable element.
struct ReadableElement {
    from: usize,
    end: usize,
    is_remainder: bool,
}

impl ElementsAfterFault<'_> {
    /// Returns `true` if the next element is the faulty one and can be repaired.
    fn can_repair_at(mut self, fault: usize) -> bool {
        self.can_repair && self.next().is_some_and(|element| element.from == fault)
    }

    /// Skips a faulty element, and returns its end. If later elements cannot be separated, marks them as lost.
    fn skip_faulty(&mut self, from: usize, fault: usize) -> usize {
        let text = self.text;
        let next = text.next_element(from, fault);
        let next = next.or_else(|| text.after_brackets(from));
        self.from = next.unwrap_or(text.0.len());
        self.is_lost = next.is_none() && text.slice(fault, text.0.len()).contains(['{', '[']);
        // The comma is part of the list.
        let element = text.slice(from, self.from).trim_ascii_end();
        from + element.strip_suffix(',').unwrap_or(element).len()
    }
}

impl Iterator for ElementsAfterFault<'_> {
    type Item = ReadableElement;

    fn next(&mut self) -> Option<ReadableElement> {
        let text = self.text;
        while !matches!(text.byte(self.from), None | Some(b']')) {
            let from = self.from;
            self.index += 1;
            let (end, is_whole) = match text.end_of_value(from) {
                Ok(end) => {
                    self.from = text.after_comma(end);
                    (end, true)
                }
                Err(fault) => (self.skip_faulty(from, fault), false),
            };
            let element = text.slice(from, end);
            let is_after_fault = from > self.fault;
            // The faulty element is reported, unless only the comma before it is missing. Later elements are passed on in
            // any case, so that their own errors are reported.
            let is_readable = is_after_fault
                || Payload::is_json(element)
                || (self.can_repair && !is_whole && repair::repair_json(element).is_some());
            if is_readable {
                let is_remainder = self.is_remainder;
                // After an unreadable element, later text may be part of it.
                self.is_remainder |= !is_whole && is_after_fault;
                return Some(ReadableElement {
                    from,
                    end,
                    is_remainder,
                });
            }
            self.is_remainder = true;
        }
        // The apparent end of the list may be inside the faulty element.
        self.is_lost |= !text.is_end_of_list(self.from);
        None
    }
}

/// A text with functions on its offsets.
#[derive(Clone, Copy)]
struct FaultyText<'a>(&'a str);

impl<'a> FaultyText<'a> {
    /// Returns the pointer and the offset of the message list in an object.
    fn list(self, named: DialectOrProtocol) -> Option<(Pointer, usize)> {
        let (mut depth, mut last) = (0_usize, None);
        for token in Tokens::new(self.0) {
            match (token.kind, last.take()) {
                (TokenKind::ArrayStart, Some(name))
                    if protocol::is_message_list(named, &format!("{{{name}:[]}}")) =>
                {
                    return Some((Pointer::root().member(&token::name(name)), token.at));
                }
                (TokenKind::Name, _) if depth == 1 => last = Some(token.text),
                (TokenKind::ObjectStart | TokenKind::ArrayStart, _) => depth += 1,
                (TokenKind::ObjectEnd | TokenKind::ArrayEnd, _) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    /// Returns `true` if the text after this offset only closes the list, or the object that contains it.
    fn is_end_of_list(self, at: usize) -> bool {
        // Elements with invalid UTF-8 are refused one by one.
        let rest = self.slice(at, self.0.len()).replace(MASK, "?");
        rest.is_empty()
            || Payload::is_json(&format!("[{rest}"))
            || Payload::is_json(&format!("{{\"\":[{rest}"))
    }

    fn slice(self, from: usize, to: usize) -> &'a str {
        self.0.get(from..to).unwrap_or_default()
    }

    fn after_blanks(self, at: usize) -> usize {
        let rest = self.slice(at, self.0.len());
        at + rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len()
    }

    /// Returns the start of the element after one that ends at `end`.
    fn after_comma(self, end: usize) -> usize {
        let at = self.after_blanks(end);
        if self.byte(at) == Some(b',') {
            self.after_blanks(at + 1)
        } else {
            at
        }
    }

    /// Returns the end of the value that starts at `from`. If the value is faulty, the error is the offset of the
    /// fault.
    fn end_of_value(self, from: usize) -> Result<usize, usize> {
        let rest = self.slice(from, self.0.len());
        match Syntax::default().read(rest.as_bytes()) {
            Progress::Complete(length) => Ok(from + length),
            Progress::Invalid(length) => Err(from + length),
            Progress::Incomplete => Err(self.0.len()),
        }
    }

    /// Finds the closing bracket of a faulty element, and returns the start of the next element or the end of the list.
    /// All text after the bracket must be valid, because an extra quote in the faulty element would change its meaning.
    fn after_brackets(self, from: usize) -> Option<usize> {
        let end = self.end_of_brackets(from)?;
        let at = self.after_comma(end);
        let is_separated = at > end || self.byte(at) == Some(b']');
        if is_separated && self.is_end_of_list(at) {
            Some(at)
        } else {
            None
        }
    }

    /// Returns the offset after the bracket that closes the value at `from`.
    fn end_of_brackets(self, from: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for token in Tokens::new(self.slice(from, self.0.len())) {
            match token.kind {
                TokenKind::ObjectStart | TokenKind::ArrayStart => depth += 1,
                TokenKind::ObjectEnd | TokenKind::ArrayEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(from + token.at + token.text.len());
            }
        }
        None
    }

    /// Returns the start of the element after a faulty one. The start is found if elements begin on lines of their own
    /// with deeper content, or if only the end of the faulty element is missing.
    fn next_element(self, from: usize, fault: usize) -> Option<usize> {
        let mut lines = self.slice(from, self.0.len()).split_inclusive('\n');
        let first = lines.next().filter(|line| is_alone(line))?;
        let second = lines.clone().next()?;
        let mut at = from + first.len();
        let line = self.slice(0, from).rfind('\n').map_or(0, |end| end + 1);
        // The first element may follow the bracket of its list.
        let indent = match self.slice(line, from) {
            before if before.trim().is_empty() => before,
            before if fault < at && before.trim_end().ends_with('[') => {
                second.split(|c: char| !c.is_ascii_whitespace()).next()?
            }
            _ => return None,
        };
        let is_deeper = match second.strip_prefix(indent) {
            Some(rest) => rest.starts_with([' ', '\t']),
            None => false,
        };
        let is_separable = fault < at || is_deeper;
        for line in lines {
            let place = at + indent.len();
            if let Some(rest) = line.strip_prefix(indent) {
                let may_begin = place == fault || (place > fault && is_separable);
                if may_begin && rest.starts_with(['{', '[']) {
                    return Some(place);
                }
            }
            at += line.len();
        }
        None
    }
}

/// Returns `true` if the line starts an element and contains no other element.
fn is_alone(line: &str) -> bool {
    let mut depth = 0_usize;
    for token in Tokens::new(line) {
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => depth += 1,
            TokenKind::ObjectEnd | TokenKind::ArrayEnd if depth > 1 => depth -= 1,
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                let after = line.get(token.at + 1..).unwrap_or_default();
                return matches!(after.trim(), "" | "," | "]" | "]}");
            }
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{json, place::Place};
    use proptest::prelude::*;
    use serde_json::Value;

    fn element(id: usize) -> Value {
        serde_json::json!({"a": [{"b": "},{},{"}, [id]], "c": {"d": "e, f: ["}, "id": id})
    }

    /// Formats a list, and returns the range of each element.
    fn list(count: usize, layout: usize, name: bool) -> (String, Vec<(usize, usize)>) {
        let (open, close) = if name {
            ("{\"interactions\":[", "]}")
        } else {
            ("[", "]")
        };
        let (mut text, mut places) = (open.to_owned(), Vec::new());
        let (between, end) = [("", ""), ("\n", "\n"), ("\n  ", "\n"), ("\n    ", "\n")][layout];
        for id in 0..count {
            let element = match layout {
                3 => serde_json::to_string_pretty(&element(id))
                    .unwrap()
                    .replace('\n', "\n    "),
                _ => element(id).to_string(),
            };
            text = text + if id > 0 { "," } else { "" } + between;
            places.push((text.len(), text.len() + element.len()));
            text += &element;
        }
        (text + end + close, places)
    }

    proptest! {
        #[test]
        fn a_faulty_element_never_hides_another_one_silently(
            count in 1..6_usize,
            layout in 0..4_usize,
            name: bool,
            which: prop::sample::Index,
            at: prop::sample::Index,
            put in prop::sample::select(vec!["", "\"", "{", "}", "[", "]", ",", ":", "x", " 7"]),
            is_cut: bool,
        ) {
            let (mut text, places) = list(count, layout, name);
            let which = which.index(count);
            let (from, end) = places[which];
            let at = from + at.index(end - from);
            text.replace_range(at..if is_cut { text.len() } else { at + 1 }, put);
            let Some(error) = json::syntax_error(&text) else { return Ok(()) };
            let input = Input::new(Place { file: None, line: 1, column: 1 }, Ok(&text));
            let parts: Vec<OwnedInput> = parts(Protocol::Aap.into(), &input, error).collect();
            // If no element can be read, the document is refused.
            let (mut ids, mut is_reported, mut strays) = (Vec::new(), parts.len() == 1, 0);
            for part in &parts {
                match &part.input().text {
                    Err(error) => is_reported |= error.message.contains("were not read"),
                    Ok(text) => {
                        let value: Value = serde_json::from_str(text).unwrap_or_default();
                        let listed = value.get("interactions").unwrap_or(&value).as_array();
                        let one = [value.clone()];
                        let elements = listed.map_or(&one[..], Vec::as_slice);
                        ids.extend(elements.iter().filter_map(|one| one.get("id")?.as_u64()));
                        let id = |one: &Value| one.get("id")?.as_u64().and_then(|id| usize::try_from(id).ok());
                        let is_whole = |one: &&Value| id(one).is_some_and(|id| **one == self::element(id));
                        strays += elements.iter().filter(|one| one.is_object() && !is_whole(one)).count();
                    }
                }
            }
            // An extra bracket may turn the faulty text into an element, but never affects others.
            prop_assert!(strays < 2, "{text}\n{parts:#?}");
            let is_there = |id: &usize| ids.contains(&u64::try_from(*id).unwrap());
            prop_assert!((0..which).all(|id| is_there(&id)), "{text}\n{ids:?}");
            let others = if is_cut { which } else { count };
            prop_assert!(is_reported || (0..others).filter(|id| *id != which).all(|id| is_there(&id)), "{text}\n{ids:?}");
        }
    }
}
