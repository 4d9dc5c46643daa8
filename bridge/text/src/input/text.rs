//! The text of one document, and the places of its values in the file.

use super::{
    brackets::Brackets,
    finder::{Finder, TextPosition},
};
use crate::{
    json::{self, parent},
    limits::MAX_FINDINGS,
    place::Place,
    repair,
};
use bridge::a2ui::{
    Element,
    repair::{Repair, Repairer},
};
use std::{borrow::Cow, cell::RefCell, fmt};
use wire::{DecodeError, DecodeRule, Payload, Pointer, decode::ReadError, token};

/// A document of an input.
pub struct Input<'a> {
    /// The place of the first byte of the document.
    pub start: Place,
    /// The text of the document, or the error if it cannot be read.
    pub text: Result<&'a str, DecodeError>,
    /// The repairs that were needed to extract the document from its carrier.
    repairs: Cow<'a, [Repair]>,
    /// `true` if the syntax of the text was not checked.
    is_guess: bool,
    /// `true` if the text follows an unreadable part of the same document, and may have started inside that part.
    is_remainder: bool,
    source: SourceForm,
    /// The bytes of a document that is not UTF-8.
    bytes: &'a [u8],
    finder: RefCell<Finder<'a>>,
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("start", &self.start)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

/// The A2UI messages of a document.
#[derive(Debug)]
pub(crate) struct A2uiElements {
    /// The messages and errors, of which at most [`MAX_FINDINGS`] are elements that cannot be read.
    pub(crate) elements: Vec<Element>,
    /// The number of further elements that cannot be read, and the place of the first one.
    pub(crate) omitted: Option<(Pointer, usize)>,
}

/// The relation of a document to the text at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceForm {
    /// The document is the text at its place.
    #[default]
    Literal,
    /// The document is in a string, or was assembled from other members.
    Carried,
    /// The document is the readable part of a list that is not JSON.
    Recovered,
    /// The document is decoded from UTF-16.
    Utf16,
}

/// An owned copy of an [`Input`], to be kept or sent to another thread.
#[derive(Clone, Debug)]
pub struct OwnedInput {
    start: Place,
    text: Result<String, DecodeError>,
    repairs: Vec<Repair>,
    bytes: Vec<u8>,
    is_remainder: bool,
    source: SourceForm,
}

impl OwnedInput {
    /// Creates a document from its text, or from the error if it cannot be read.
    pub fn new(start: Place, text: Result<String, DecodeError>) -> Self {
        let source = SourceForm::Literal;
        Self {
            start,
            text,
            repairs: Vec::new(),
            bytes: Vec::new(),
            is_remainder: false,
            source,
        }
    }

    /// Sets whether the document may be part of an unreadable message, or end in one.
    pub fn remainder(self, is_remainder: bool) -> Self {
        Self {
            is_remainder,
            ..self
        }
    }

    /// Sets the relation of the document to the text at its place.
    pub fn with_source(self, source: SourceForm) -> Self {
        Self { source, ..self }
    }

    /// Borrows the document.
    pub fn input(&self) -> Input<'_> {
        let text = self
            .text
            .as_ref()
            .map(String::as_str)
            .map_err(DecodeError::clone);
        let repairs = Cow::Borrowed(self.repairs.as_slice());
        let (is_remainder, source) = (self.is_remainder, self.source);
        Input {
            repairs,
            bytes: &self.bytes,
            is_remainder,
            source,
            ..Input::new(self.start.clone(), text)
        }
    }
}

impl From<Input<'_>> for OwnedInput {
    fn from(input: Input<'_>) -> Self {
        let bytes = if input.text.is_err() {
            input.bytes.to_vec()
        } else {
            Vec::new()
        };
        Self {
            start: input.start,
            text: input.text.map(str::to_owned),
            repairs: input.repairs.into_owned(),
            bytes,
            is_remainder: input.is_remainder,
            source: input.source,
        }
    }
}

impl<'a> Input<'a> {
    /// Creates a document from its text, or from the error if it cannot be read.
    pub fn new(start: Place, text: Result<&'a str, DecodeError>) -> Self {
        Self {
            start,
            text,
            repairs: Cow::Borrowed(&[]),
            is_guess: false,
            is_remainder: false,
            source: SourceForm::Literal,
            bytes: &[],
            finder: RefCell::default(),
        }
    }

    /// Reads the A2UI messages in a text of this input. The repairs of the carrier are added to those of the first
    /// message.
    pub(crate) fn read_a2ui(
        &self,
        text: &str,
        repairer: &mut Repairer,
    ) -> Result<A2uiElements, DecodeError> {
        let (mut elements, mut unreadable) = (Vec::<Element>::new(), 0);
        let mut omitted: Option<(Pointer, usize)> = None;
        repairer.read_each(text, &mut |element| {
            // Each error is a finding, so those beyond the limit are counted. Repairs may be applied nevertheless.
            let is_error = element.result.is_err() && element.repairs.is_empty();
            if is_error && unreadable >= MAX_FINDINGS {
                omitted.get_or_insert((element.pointer, 0)).1 += 1;
                return;
            }
            unreadable += usize::from(is_error);
            elements.push(element);
        })?;
        let repairs = elements.iter().flat_map(|element| &element.repairs);
        if self.is_wrong_guess(repairs.map(|repair| repair.offset)) {
            if let Some(error) = json::syntax_error(text) {
                return Err(error);
            }
        }
        if let Some(first) = elements.first_mut() {
            first.repairs.splice(..0, self.repairs.iter().cloned());
        }
        Ok(A2uiElements { elements, omitted })
    }

    /// Notifies the reader if this text, or the text after it, may be part of an unreadable message.
    pub fn announce_to(&self, repairer: &mut Repairer) {
        if self.is_remainder || self.text.is_err() && self.is_truncated() {
            repairer.begin_remainder();
        }
    }

    /// Returns `true` if brackets are open at the end of the text.
    pub fn is_truncated(&self) -> bool {
        Brackets::are_open_after(match &self.text {
            Ok(text) => text.as_bytes(),
            Err(_) => self.bytes,
        })
    }

    /// Returns the repairs that were needed to extract the document from its carrier.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Returns the text of a document that needs no repair and is the literal text at its place.
    pub fn as_text(&self) -> Option<&'a str> {
        let is_plain =
            self.source == SourceForm::Literal && self.repairs.is_empty() && !self.is_remainder;
        self.text.as_ref().ok().copied().filter(|_| is_plain)
    }

    /// Returns the relation of the document to the text at its place.
    pub fn source(&self) -> SourceForm {
        self.source
    }

    /// Sets the relation of the document to the text at its place.
    pub(super) fn with_source(self, source: SourceForm) -> Self {
        Self { source, ..self }
    }

    /// Sets the repairs of the carrier.
    #[cfg(feature = "extraction")]
    pub(super) fn with_repairs(self, repairs: &'a [Repair]) -> Self {
        Self {
            repairs: Cow::Borrowed(repairs),
            ..self
        }
    }

    /// Creates a document that was extracted from its carrier. `is_quoted` if the text at its place differs from the
    /// document.
    #[cfg(feature = "extraction")]
    pub(crate) fn extracted(
        start: Place,
        text: Result<&'a str, DecodeError>,
        repairs: &'a [Repair],
        is_quoted: bool,
    ) -> Self {
        let source = match is_quoted {
            true => SourceForm::Carried,
            false => SourceForm::Literal,
        };
        Self::new(start, text)
            .with_repairs(repairs)
            .with_source(source)
    }

    /// Sets whether the syntax of the document was not checked.
    pub(super) fn with_guess(self, is_guess: bool) -> Self {
        Self { is_guess, ..self }
    }

    /// Creates a document from bytes that may not be UTF-8.
    pub fn of(start: Place, bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            ..Self::new(start, text(bytes))
        }
    }

    /// Returns a text of the same length if the document is not UTF-8. The replacement character is invalid in JSON, so
    /// faulty parts are refused and places stay correct.
    pub fn mask_invalid_utf8(&self) -> Option<String> {
        self.text.is_err().then(|| {
            let chunks = self.bytes.utf8_chunks();
            chunks
                .map(|chunk| {
                    chunk.valid().to_owned() + &MASK.to_string().repeat(chunk.invalid().len())
                })
                .collect()
        })
    }

    /// Returns the place of a value, or of the object in which it is missing.
    pub fn at(&self, pointer: &Pointer) -> Place {
        let text = match &self.text {
            Ok(text) if !pointer.is_root() => *text,
            _ => return self.start.clone(),
        };
        let text = strip_mark(text);
        let TextPosition { at, lines, line_at } = self.finder.borrow_mut().find(text, pointer);
        self.place_in_file(lines + 1, at - line_at + 1)
    }

    /// Returns `true` if the syntax of the text was not checked and the text is invalid without these repairs.
    pub fn is_wrong_guess(&self, mut repairs: impl Iterator<Item = Option<usize>>) -> bool {
        self.is_guess && repairs.any(|offset| offset.is_some())
    }

    /// Returns the offset of a value in the text, or of the object in which it is missing.
    pub fn offset(&self, pointer: &Pointer) -> usize {
        let text = self.text.as_ref().ok().copied().unwrap_or_default();
        let rest = strip_mark(text);
        text.len() - rest.len() + self.finder.borrow_mut().find(rest, pointer).at
    }

    /// Returns the place of a repair: the changed text for a repair of the syntax, otherwise the repaired value.
    pub fn place_of(&self, repair: &repair::Repair) -> Place {
        let (Ok(text), Some(at)) = (&self.text, repair.offset) else {
            return self.at(&repair.pointer);
        };
        let TextPosition { at, lines, line_at } =
            self.finder.borrow_mut().spot(strip_mark(text), at);
        self.place_in_file(lines + 1, at - line_at + 1)
    }

    /// Returns the text of a value, or `None` if it is missing.
    pub fn value(&self, pointer: &Pointer) -> Option<&'a str> {
        let text = strip_mark(self.text.as_ref().ok().copied()?);
        self.finder.borrow_mut().value(text, pointer)
    }

    /// Returns the place of an error. For invalid JSON, the reader reports the place; otherwise it is the place of a
    /// value.
    pub fn fault(&self, error: &DecodeError) -> Place {
        let is_of_text = matches!(error.rule, DecodeRule::Syntax | DecodeRule::Encoding);
        if is_of_text && error.line > 0 {
            self.place_in_file(error.line, error.column)
        } else {
            self.fault_at(error.rule.as_str(), &error.pointer)
        }
    }

    /// Returns the place at which a rule is broken. For repeated members, this is the place of the second member.
    pub fn fault_at(&self, rule: &str, pointer: &Pointer) -> Place {
        self.second(rule, pointer)
            .map_or_else(|| self.at(pointer), |(place, _)| place)
    }

    /// Returns the text of the value that breaks a rule.
    pub fn fault_value(&self, rule: &str, pointer: &Pointer) -> Option<&'a str> {
        self.second(rule, pointer)
            .map_or_else(|| self.value(pointer), |(_, text)| Some(text))
    }

    /// Returns the place and text of the second member with a name, if the rule forbids repeated members.
    fn second(&self, rule: &str, pointer: &Pointer) -> Option<(Place, &'a str)> {
        let (object, name) = parent(pointer).filter(|_| rule == DecodeRule::Duplicate.as_str())?;
        let text = self.value(&object)?;
        let is_it =
            |child: &token::Child<'_>| child.name.is_some_and(|own| token::name(own) == name);
        let second = token::children(text).filter(is_it).nth(1)?;
        Some((
            self.at(&object).after(text.get(..second.start)?),
            second.text,
        ))
    }

    /// Adds the start of the document to an error on a later line.
    pub fn with_document_start(&self, mut error: DecodeError) -> DecodeError {
        if self.text.is_ok() && error.rule == DecodeRule::Syntax && error.line > 1 {
            let Place { line, column, .. } = self.start;
            error.message = match error.is_at_end() {
                true => format!(
                    "the document that starts on line {line}, column {column}, is truncated"
                ),
                false => {
                    format!(
                        "{}, in the document that starts on line {line}, column {column}",
                        error.message
                    )
                }
            };
        }
        error
    }

    /// Converts a line and column of the document into a place of the file.
    pub fn place_in_file(&self, line: usize, column: usize) -> Place {
        let Place {
            file,
            line: first,
            column: indent,
        } = &self.start;
        let column = if line == 1 {
            indent + column - 1
        } else {
            column
        };
        Place {
            file: file.clone(),
            line: first + line - 1,
            column,
        }
    }
}

/// The replacement for bytes that are not UTF-8.
pub const MASK: char = '\u{1A}';

fn strip_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// Decodes UTF-8, or returns the error.
pub fn text(bytes: &[u8]) -> Result<&str, DecodeError> {
    std::str::from_utf8(bytes).map_err(|error| match wire::decode_slice::<Payload>(bytes) {
        Err(error) => error,
        Ok(_) => ReadError::new(DecodeRule::Encoding, error, "encode the text as UTF-8").into(),
    })
}
