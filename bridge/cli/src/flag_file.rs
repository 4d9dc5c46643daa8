//! Files that are named by flags, and the errors about them.

use crate::{
    exit::Exit,
    input::{self, Input},
};
use agent_ui_text::{json, misspellings, place::Place, protocol};
use std::{fmt::Display, path::Path, sync::Arc};
use wire::{DecodeError, Payload, Pointer, Wire};

/// The JSON object that a flag expects in its file.
pub(crate) struct ExpectedContent {
    /// The noun of the content, with its article.
    pub(crate) noun: &'static str,
    /// A short example of the content, which follows the words `as in`.
    pub(crate) example: &'static str,
}

impl ExpectedContent {
    /// Returns the hint for a file with other content.
    pub(crate) fn hint(&self) -> String {
        format!("pass {}, as in {}", self.noun, self.example)
    }

    /// Returns the message and the hint for a file with the content `found`.
    pub(crate) fn instead_of(&self, found: &str) -> (String, String) {
        (
            format!("expected {}, found {found}", self.noun),
            format!("pass one, as in {}", self.example),
        )
    }
}

/// A function that reads a whole file.
type ReadFile = fn(&Path) -> Result<Vec<u8>, Box<dyn Display>>;

/// A file named by a flag, read into memory.
pub(crate) struct FlagFile {
    flag: &'static str,
    name: Arc<str>,
    bytes: Vec<u8>,
}

impl FlagFile {
    /// Reads a file of JSON.
    pub(crate) fn read(flag: &'static str, path: &Path) -> Result<Self, Exit> {
        Self::read_with(flag, path, input::read_file)
    }

    /// Reads a file of JSON, TOML or other text.
    pub(crate) fn read_text(flag: &'static str, path: &Path) -> Result<Self, Exit> {
        Self::read_with(flag, path, input::read_text_file)
    }

    fn read_with(flag: &'static str, path: &Path, read: ReadFile) -> Result<Self, Exit> {
        if path.is_dir() {
            return Err(folder_error(flag, path));
        }
        match read(path) {
            Ok(bytes) => Ok(Self {
                flag,
                name: path.to_string_lossy().into(),
                bytes,
            }),
            Err(error) => Err(Exit::Usage(format!("{flag} {}: {error}", path.display()))),
        }
    }

    /// Returns the file as one document without trailing whitespace, so that truncation is reported on the last line of
    /// text.
    pub(crate) fn input(&self) -> Input<'_> {
        let start = Place {
            file: Some(Arc::clone(&self.name)),
            line: 1,
            column: 1,
        };
        let text = input::text(&self.bytes);
        let unmarked = text.map(|text| text.strip_prefix('\u{FEFF}').unwrap_or(text));
        Input::new(
            start,
            unmarked.map(|text| text.trim_end_matches([' ', '\t', '\r', '\n'])),
        )
    }

    pub(crate) fn text(&self) -> Result<&str, Exit> {
        let input = self.input();
        input
            .text
            .clone()
            .map_err(|error| unreadable(self.flag, &input, &error))
    }

    /// Returns the file as it is, if it is valid UTF-8. [`FlagFile::text`] refuses formats other than JSON.
    pub(crate) fn raw_text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Decodes the document, which is expected to be an object.
    pub(crate) fn value<T: Wire>(&self, expected: &ExpectedContent) -> Result<T, Exit> {
        let text = self.text()?;
        if text.is_empty() {
            return Err(self.wrong(&Pointer::root(), &"the file is empty", &expected.hint()));
        }
        if let Some(error) = json::syntax_error(text) {
            return Err(self.not_json(text, &error, expected));
        }
        let start = text.trim_start();
        if !start.starts_with('{') {
            let found = Payload::parse(start)
                .map(|value| value.kind().to_string())
                .unwrap_or_default();
            return Err(self.foreign(&found, expected));
        }
        wire::decode(text).map_err(|error| unreadable(self.flag, &self.input(), &error))
    }

    /// Returns the usage error for a text that is not one JSON value.
    fn not_json(&self, text: &str, error: &DecodeError, expected: &ExpectedContent) -> Exit {
        let start = text.trim_start();
        // A file of JSON Lines fails after its first line.
        let first_line = start.lines().next().unwrap_or_default();
        if Payload::is_json(first_line) {
            if let Some(found) = describe_message(first_line) {
                return self.foreign(&found, expected);
            }
        }
        match start.starts_with(['{', '[', '"']) {
            true => unreadable(self.flag, &self.input(), error),
            false => self.wrong(&Pointer::root(), &"the file is not JSON", &expected.hint()),
        }
    }

    /// If the document is a message of a protocol, returns the usage error for this content. Otherwise, returns the
    /// error of `other`.
    pub(crate) fn foreign_or(
        &self,
        expected: &ExpectedContent,
        other: impl FnOnce() -> Exit,
    ) -> Exit {
        match self.text().ok().and_then(describe_message) {
            Some(found) => self.foreign(&found, expected),
            None => other(),
        }
    }

    /// Returns the usage error for a document with other content.
    pub(crate) fn foreign(&self, found: &str, expected: &ExpectedContent) -> Exit {
        let (message, hint) = expected.instead_of(found);
        self.wrong(&Pointer::root(), &message, &hint)
    }

    /// Returns the usage error for a place in the document.
    pub(crate) fn wrong(&self, pointer: &Pointer, message: &dyn Display, hint: &str) -> Exit {
        wrong(self.flag, &self.input().at(pointer), pointer, message, hint)
    }
}

/// Describes a document that looks like a message of a protocol.
pub(crate) fn describe_message(text: &str) -> Option<String> {
    if json::is_manifest(text) {
        return Some("an actions.json manifest".to_owned());
    }
    protocol::looks_like(text).map(|name| format!("a message of {name}"))
}

/// Returns the usage error for a folder that is named instead of a file.
pub(crate) fn folder_error(flag: &str, path: &Path) -> Exit {
    Exit::Usage(format!(
        "{flag} {}: this is a folder; name a file",
        path.display()
    ))
}

/// Adds the name of a flag to the error about the file of the flag.
pub(crate) fn with_flag(flag: &str, exit: Exit) -> Exit {
    match exit {
        Exit::Usage(message) => Exit::Usage(format!("{flag} {message}")),
        other => other,
    }
}

/// Returns the usage error for a document that cannot be read.
pub(crate) fn unreadable(flag: &str, input: &Input<'_>, error: &DecodeError) -> Exit {
    unreadable_with_hint(flag, input, error, &|hint| {
        misspellings::hint(input, &error.pointer, hint)
    })
}

/// Returns the usage error for a document that cannot be read. `better_hint` may replace the default hint.
pub(crate) fn unreadable_with_hint(
    flag: &str,
    input: &Input<'_>,
    error: &DecodeError,
    better_hint: &dyn Fn(&str) -> Option<String>,
) -> Exit {
    let DecodeError {
        pointer,
        message,
        hint,
        ..
    } = error;
    let hint = better_hint(hint).unwrap_or_else(|| hint.clone());
    wrong(flag, &input.fault(error), pointer, message, &hint)
}

/// Returns the usage error for a place in a file named by a flag.
pub(crate) fn wrong(
    flag: &str,
    place: &Place,
    pointer: &Pointer,
    message: &dyn Display,
    hint: &str,
) -> Exit {
    let mut text = format!("{flag} {place}: ");
    if !pointer.is_root() {
        text = text + pointer.as_str() + ": ";
    }
    let message = message.to_string();
    if hint.is_empty() {
        text += &message;
    } else {
        text = text + message.trim_end_matches('.') + "; " + hint;
    }
    Exit::Usage(text)
}
