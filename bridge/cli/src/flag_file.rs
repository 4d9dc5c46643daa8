//! Files that are named by flags, and the errors about them.

use crate::{
    input::{self, Input, Place},
    misspellings,
    report::Exit,
};
use std::{fmt::Display, path::Path, sync::Arc};
use wire::{DecodeError, Pointer, Wire};

/// A file named by a flag, read into memory.
pub(crate) struct FlagFile {
    flag: &'static str,
    name: Arc<str>,
    bytes: Vec<u8>,
}

impl FlagFile {
    pub(crate) fn read(flag: &'static str, path: &Path) -> Result<Self, Exit> {
        match input::whole(path) {
            Ok(bytes) => Ok(Self { flag, name: path.to_string_lossy().into(), bytes }),
            Err(error) => Err(Exit::Usage(format!("{flag} {}: {error}", path.display()))),
        }
    }

    /// Returns the file as one document without trailing whitespace, so that truncation is reported on the last line of
    /// text.
    pub(crate) fn input(&self) -> Input<'_> {
        let start = Place { file: Some(Arc::clone(&self.name)), line: 1, column: 1 };
        let text = input::text(&self.bytes);
        let unmarked = text.map(|text| text.strip_prefix('\u{FEFF}').unwrap_or(text));
        Input::new(start, unmarked.map(|text| text.trim_end_matches([' ', '\t', '\r', '\n'])))
    }

    pub(crate) fn text(&self) -> Result<&str, Exit> {
        let input = self.input();
        input.text.clone().map_err(|error| unreadable(self.flag, &input, &error))
    }

    /// Decodes the document. The hint describes the expected content.
    pub(crate) fn value<T: Wire>(&self, hint: &str) -> Result<T, Exit> {
        let text = self.text()?;
        if text.is_empty() {
            return Err(self.wrong(&Pointer::root(), &"the file is empty", hint));
        }
        wire::decode(text).map_err(|error| unreadable(self.flag, &self.input(), &error))
    }

    /// Returns the usage error for a place in the document.
    pub(crate) fn wrong(&self, pointer: &Pointer, message: &dyn Display, hint: &str) -> Exit {
        wrong(self.flag, &self.input().at(pointer), pointer, message, hint)
    }
}

/// Adds the name of the flag to the error about its file.
pub(crate) fn of(flag: &str, exit: Exit) -> Exit {
    match exit {
        Exit::Usage(message) => Exit::Usage(format!("{flag} {message}")),
        other => other,
    }
}

/// Returns the usage error for a document that cannot be read.
pub(crate) fn unreadable(flag: &str, input: &Input<'_>, error: &DecodeError) -> Exit {
    unreadable_but(flag, input, error, &|hint| misspellings::hint(input, &error.pointer, hint))
}

/// Like [`unreadable`], with a function that may replace the default hint.
pub(crate) fn unreadable_but(
    flag: &str,
    input: &Input<'_>,
    error: &DecodeError,
    better_hint: &dyn Fn(&str) -> Option<String>,
) -> Exit {
    let DecodeError { pointer, message, hint, .. } = error;
    let hint = better_hint(hint).unwrap_or_else(|| hint.clone());
    wrong(flag, &input.fault(error), pointer, message, &hint)
}

/// Returns the usage error for a place in a file named by a flag.
pub(crate) fn wrong(flag: &str, place: &Place, pointer: &Pointer, message: &dyn Display, hint: &str) -> Exit {
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
