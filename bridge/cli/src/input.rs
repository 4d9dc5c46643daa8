//! JSON Lines, or one document.

use crate::{args::Source, report::Exit};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
};
use wire::{DecodeError, Payload};

/// One input: a line, or the whole text.
pub(crate) struct Input {
    /// The line on which it starts, from 1.
    pub(crate) line: usize,
    /// Its text, or why it has none.
    pub(crate) text: Result<String, DecodeError>,
}

/// The inputs of a source. Lines are read one by one; blank ones are skipped.
///
/// If the first line that is not blank is no complete JSON value, the whole source is taken for one document; and if that is
/// none either, for lines after all.
pub(crate) fn read(source: &Source) -> Result<Box<dyn Iterator<Item = Result<Input, Exit>>>, Exit> {
    let mut lines = Lines { reader: open(source)?, line: 0 };
    let Some(first) = lines.next_bytes()? else {
        return Ok(Box::new(std::iter::empty()));
    };
    if is_complete(&first.1) {
        let first = Ok(input(first.0, first.1));
        let rest = std::iter::from_fn(move || match lines.next_bytes() {
            Ok(line) => line.map(|(line, bytes)| Ok(input(line, bytes))),
            Err(error) => Some(Err(error)),
        });
        return Ok(Box::new(std::iter::once(first).chain(rest)));
    }
    let (line, mut whole) = first;
    whole.push(b'\n');
    lines.reader.read_to_end(&mut whole).map_err(|error| Exit::Usage(error.to_string()))?;
    if is_complete(&whole) {
        return Ok(Box::new(std::iter::once(Ok(input(line, whole)))));
    }
    let lines = whole.split(|byte| *byte == b'\n').enumerate().filter(|(_, bytes)| !is_blank(bytes));
    let inputs: Vec<_> = lines.map(|(after, bytes)| Ok(input(line + after, bytes.to_vec()))).collect();
    Ok(Box::new(inputs.into_iter()))
}

/// The whole text of a file.
pub(crate) fn whole(path: &std::path::Path) -> Result<String, Exit> {
    std::fs::read_to_string(path).map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))
}

fn open(source: &Source) -> Result<Box<dyn BufRead>, Exit> {
    match &source.file {
        Some(path) if path.as_os_str() != "-" => {
            let file =
                File::open(path).map_err(|error| Exit::Usage(format!("{}: {error}", path.display())))?;
            Ok(Box::new(BufReader::new(file)))
        }
        _ => Ok(Box::new(BufReader::new(io::stdin()))),
    }
}

struct Lines {
    reader: Box<dyn BufRead>,
    line: usize,
}

impl Lines {
    fn next_line(&mut self) -> Result<Option<(usize, Vec<u8>)>, Exit> {
        let mut bytes = Vec::new();
        let read = self.reader.read_until(b'\n', &mut bytes);
        if read.map_err(|error| Exit::Usage(error.to_string()))? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        Ok(Some((self.line, bytes)))
    }

    /// The next line that is not blank.
    fn next_bytes(&mut self) -> Result<Option<(usize, Vec<u8>)>, Exit> {
        while let Some((line, bytes)) = self.next_line()? {
            if !is_blank(&bytes) {
                return Ok(Some((line, bytes)));
            }
        }
        Ok(None)
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

fn is_complete(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    Payload::is_json(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}

fn input(line: usize, mut bytes: Vec<u8>) -> Input {
    // It grew by doubling, and stays as long as its message is looked at.
    bytes.shrink_to_fit();
    let text = match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => match wire::decode_slice::<Payload>(error.as_bytes()) {
            Err(error) => Err(error),
            Ok(payload) => Ok(payload.text().to_owned()),
        },
    };
    Input { line, text }
}
