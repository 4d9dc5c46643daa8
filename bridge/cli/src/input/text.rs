//! The text of one document, and the places of its values in the file.

use super::{
    document::Brackets,
    finder::{Finder, TextPosition},
};
use crate::{json, misspellings::parent, repair};
use bridge::a2ui::{
    Element,
    repair::{Repair, Repairer},
};
use std::{borrow::Cow, cell::RefCell, fmt, sync::Arc};
use wire::{DecodeError, DecodeRule, Payload, Pointer, decode::ReadError, token};

/// Where something stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file, if it is one.
    pub(crate) file: Option<Arc<str>>,
    /// The line, from 1; 0 if it stands nowhere.
    pub(crate) line: usize,
    /// The column, in bytes, from 1.
    pub(crate) column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("standard input");
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}

impl Place {
    /// Where a text ends that begins here.
    pub(crate) fn after(&self, text: &str) -> Self {
        let (line, column) = match text.rfind('\n') {
            None => (self.line, self.column + text.len()),
            Some(end) => (self.line + text.matches('\n').count(), text.len() - end),
        };
        Self { file: self.file.clone(), line, column }
    }
}

/// One document.
pub(crate) struct Input<'a> {
    /// Where it starts.
    pub(crate) start: Place,
    /// Its text, or why it has none.
    pub(crate) text: Result<&'a str, DecodeError>,
    /// The repairs that were necessary to find it in its carrier.
    repairs: Cow<'a, [Repair]>,
    /// Whether the text was only taken for a document by its first and last character.
    is_guess: bool,
    /// Whether it stands in a document behind a part that cannot be read, which may have begun outside of it.
    is_remainder: bool,
    /// What it is instead, where that is known.
    bytes: &'a [u8],
    finder: RefCell<Finder<'a>>,
}

/// The same, to be kept or sent elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct OwnedInput {
    start: Place,
    text: Result<String, DecodeError>,
    repairs: Vec<Repair>,
    bytes: Vec<u8>,
    is_remainder: bool,
}

impl OwnedInput {
    pub(crate) fn new(start: Place, text: Result<String, DecodeError>) -> Self {
        Self { start, text, repairs: Vec::new(), bytes: Vec::new(), is_remainder: false }
    }

    /// Says whether it may be, or end in, a part of a message that cannot be read.
    pub(crate) fn remainder(self, is_remainder: bool) -> Self {
        Self { is_remainder, ..self }
    }

    pub(crate) fn input(&self) -> Input<'_> {
        let text = self.text.as_ref().map(String::as_str).map_err(DecodeError::clone);
        let repairs = Cow::Borrowed(self.repairs.as_slice());
        let is_remainder = self.is_remainder;
        Input { repairs, bytes: &self.bytes, is_remainder, ..Input::new(self.start.clone(), text) }
    }
}

impl From<Input<'_>> for OwnedInput {
    fn from(input: Input<'_>) -> Self {
        let bytes = if input.text.is_err() { input.bytes.to_vec() } else { Vec::new() };
        Self {
            start: input.start,
            text: input.text.map(str::to_owned),
            repairs: input.repairs.into_owned(),
            bytes,
            is_remainder: input.is_remainder,
        }
    }
}

impl<'a> Input<'a> {
    pub(crate) fn new(start: Place, text: Result<&'a str, DecodeError>) -> Self {
        Self {
            start,
            text,
            repairs: Cow::Borrowed(&[]),
            is_guess: false,
            is_remainder: false,
            bytes: &[],
            finder: RefCell::default(),
        }
    }

    /// Reads the messages of A2UI in a text of this input. The repairs that were necessary to find the input count among those of the
    /// first message.
    pub(crate) fn read_a2ui(&self, text: &str, repairer: &mut Repairer) -> Result<Vec<Element>, DecodeError> {
        let mut elements = repairer.read(text)?;
        let offsets = || elements.iter().flat_map(|element| &element.repairs).map(|repair| repair.offset);
        if self.is_misjudged(offsets()) {
            if let Some(error) = json::syntax_error(text) {
                return Err(error);
            }
        }
        if let Some(first) = elements.first_mut() {
            first.repairs.splice(..0, self.repairs.iter().cloned());
        }
        Ok(elements)
    }

    /// Tells the reader of messages if this, or what follows it, may be a part of a message that cannot be read.
    pub(crate) fn announce_to(&self, repairer: &mut Repairer) {
        if self.is_remainder || self.text.is_err() && self.is_truncated() {
            repairer.begin_remainder();
        }
    }

    /// Returns whether brackets are open at its end.
    pub(crate) fn is_truncated(&self) -> bool {
        Brackets::are_open_after(self.text.as_ref().map_or(self.bytes, |text| text.as_bytes()))
    }

    /// The repairs that were necessary to find it in its carrier.
    pub(crate) fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The same document, found in a carrier with these repairs.
    pub(super) fn with_repairs(self, repairs: &'a [Repair]) -> Self {
        Self { repairs: Cow::Borrowed(repairs), ..self }
    }

    /// The same document, of which only the first and the last character may tell that it is one.
    pub(super) fn with_guess(self, is_guess: bool) -> Self {
        Self { is_guess, ..self }
    }

    /// Of a document that may be no text.
    pub(crate) fn of(start: Place, bytes: &'a [u8]) -> Self {
        Self { bytes, ..Self::new(start, text(bytes)) }
    }

    /// A text of the same length, if it is none: JSON allows this character nowhere, so that what has such bytes is refused, and places
    /// stay.
    pub(crate) fn mask_invalid_utf8(&self) -> Option<String> {
        self.text.is_err().then(|| {
            let chunks = self.bytes.utf8_chunks();
            chunks
                .map(|chunk| chunk.valid().to_owned() + &MASK.to_string().repeat(chunk.invalid().len()))
                .collect()
        })
    }

    /// The place of a value in it; of one that is missing, that of the object in which it is missing.
    pub(crate) fn at(&self, pointer: &Pointer) -> Place {
        let text = match &self.text {
            Ok(text) if !pointer.is_root() => *text,
            _ => return self.start.clone(),
        };
        let text = strip_mark(text);
        let TextPosition { at, lines, line_at } = self.finder.borrow_mut().find(text, pointer);
        self.below(lines + 1, at - line_at + 1)
    }

    /// Whether the text was only taken for a document, and is none without these repairs.
    pub(crate) fn is_misjudged(&self, mut repairs: impl Iterator<Item = Option<usize>>) -> bool {
        self.is_guess && repairs.any(|offset| offset.is_some())
    }

    /// The offset of a value in the text; of one that is missing, that of the object in which it is missing.
    pub(crate) fn offset(&self, pointer: &Pointer) -> usize {
        let text = self.text.as_ref().ok().copied().unwrap_or_default();
        let rest = strip_mark(text);
        text.len() - rest.len() + self.finder.borrow_mut().find(rest, pointer).at
    }

    /// Returns the place of a repair: of the change, if the syntax was mended, or else of its value.
    pub(crate) fn place_of(&self, repair: &repair::Repair) -> Place {
        let (Ok(text), Some(at)) = (&self.text, repair.offset) else { return self.at(&repair.pointer) };
        let TextPosition { at, lines, line_at } = self.finder.borrow_mut().spot(strip_mark(text), at);
        self.below(lines + 1, at - line_at + 1)
    }

    /// The text of a value, if that is there.
    pub(crate) fn value(&self, pointer: &Pointer) -> Option<&'a str> {
        let text = strip_mark(self.text.as_ref().ok().copied()?);
        self.finder.borrow_mut().value(text, pointer)
    }

    /// The place of a fault. Where the text itself is at fault, its reader knows it; else it is the place of a value.
    pub(crate) fn fault(&self, error: &DecodeError) -> Place {
        let is_of_text = matches!(error.rule, DecodeRule::Syntax | DecodeRule::Encoding);
        if is_of_text && error.line > 0 {
            self.below(error.line, error.column)
        } else {
            self.fault_at(error.rule.as_str(), &error.pointer)
        }
    }

    /// Where a rule is broken. It is the second of two members of one name that breaks one.
    pub(crate) fn fault_at(&self, rule: &str, pointer: &Pointer) -> Place {
        self.second(rule, pointer).map_or_else(|| self.at(pointer), |(place, _)| place)
    }

    /// The text of what breaks it.
    pub(crate) fn fault_value(&self, rule: &str, pointer: &Pointer) -> Option<&'a str> {
        self.second(rule, pointer).map_or_else(|| self.value(pointer), |(_, text)| Some(text))
    }

    /// The place and the text of the second member of a name, if that is what breaks the rule.
    fn second(&self, rule: &str, pointer: &Pointer) -> Option<(Place, &'a str)> {
        let (object, name) = parent(pointer).filter(|_| rule == DecodeRule::Duplicate.as_str())?;
        let text = self.value(&object)?;
        let is_it = |child: &token::Child<'_>| child.name.is_some_and(|own| token::name(own) == name);
        let second = token::children(text).filter(is_it).nth(1)?;
        Some((self.at(&object).after(text.get(..second.start)?), second.text))
    }

    /// A fault, with the place where the document begins if that is on another line.
    pub(crate) fn with_document_start(&self, mut error: DecodeError) -> DecodeError {
        if self.text.is_ok() && error.rule == DecodeRule::Syntax && error.line > 1 {
            let Place { line, column, .. } = self.start;
            error.found = match error.is_at_end() {
                true => format!("the document that begins in line {line}, column {column} breaks off"),
                false => {
                    format!("{}, in the document that begins in line {line}, column {column}", error.found)
                }
            };
        }
        error
    }

    /// A place of the document as one of the file.
    pub(crate) fn below(&self, line: usize, column: usize) -> Place {
        let Place { file, line: first, column: indent } = &self.start;
        let column = if line == 1 { indent + column - 1 } else { column };
        Place { file: file.clone(), line: first + line - 1, column }
    }
}

/// Stands for a byte that is no UTF-8.
pub(crate) const MASK: char = '\u{1A}';

fn strip_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// The text of a document, or why it has none.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, DecodeError> {
    std::str::from_utf8(bytes).map_err(|error| match wire::decode_slice::<Payload>(bytes) {
        Err(error) => error,
        Ok(_) => ReadError::new(DecodeRule::Encoding, error, "UTF-8").into(),
    })
}
