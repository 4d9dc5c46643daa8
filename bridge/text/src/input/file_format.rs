//! Recognises inputs that are not JSON in UTF-8 by their first bytes: compressed data, documents, images, UTF-16.

mod text_format;

use super::{BeforeRead, Failure, MASK};
use std::{
    fmt,
    io::{self, Cursor, ErrorKind, Read},
};
use wire::{DecodeError, DecodeRule, decode::ReadError};

/// The number of bytes per read.
const CHUNK: usize = 4 << 10;
/// The number of leading bytes in which a NUL marks binary data.
const BINARY_HEAD: usize = 512;

/// An opened input, with the format that its first bytes show.
pub struct OpenedFile {
    /// The reader of the text in UTF-8.
    pub reader: Box<dyn Read + Send>,
    /// The format of the input.
    pub format: FileFormat,
}

impl fmt::Debug for OpenedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenedFile")
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Text in UTF-8, judging by the first bytes.
    Text,
    /// Text in UTF-16, which the reader decodes.
    Utf16,
    /// Text of another format, which may contain A2UI messages.
    OtherText(ForeignFormat),
    /// Text without any bracket of JSON.
    Prose,
    /// A format without readable messages.
    Foreign(ForeignFormat),
}

impl FileFormat {
    /// Returns the format if documents cannot be read from the input. Messages are not searched in text.
    pub fn without_messages(self) -> Option<ForeignFormat> {
        match self {
            Self::Foreign(format) | Self::OtherText(format) => Some(format),
            Self::Prose => Some(PROSE),
            Self::Text | Self::Utf16 => None,
        }
    }
}

/// An unsupported format: its description, and the way to obtain JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignFormat {
    description: &'static str,
    hint: &'static str,
}

impl ForeignFormat {
    /// Returns the error for an input of this format.
    pub fn error(self) -> DecodeError {
        ReadError::new(
            DecodeRule::Syntax,
            format_args!("the input is {}", self.description),
            self.hint,
        )
        .into()
    }
}

const ARCHIVE: &str = "unpack the archive and name the files in it";
const IMAGE: &str = "write the message in JSON; images are not read";
const MEDIA: &str = "write the message in JSON; audio and video files are not read";

/// The signatures of unsupported formats, with the hint for each.
const SIGNATURES: [(&[u8], ForeignFormat); 23] = [
    (
        b"\x1F\x8B",
        ForeignFormat {
            description: "compressed with gzip",
            hint: "unpack it with `gzip -dc FILE`",
        },
    ),
    (
        b"\x28\xB5\x2F\xFD",
        ForeignFormat {
            description: "compressed with zstd",
            hint: "unpack it with `zstd -dc FILE`",
        },
    ),
    (
        b"\xFD7zXZ\0",
        ForeignFormat {
            description: "compressed with xz",
            hint: "unpack it with `xz -dc FILE`",
        },
    ),
    (
        b"BZh",
        ForeignFormat {
            description: "compressed with bzip2",
            hint: "unpack it with `bzip2 -dc FILE`",
        },
    ),
    (
        b"\x04\x22\x4D\x18",
        ForeignFormat {
            description: "compressed with lz4",
            hint: "unpack it with `lz4 -dc FILE`",
        },
    ),
    (b"\x78\x9C", ZLIB),
    (b"\x78\x01", ZLIB),
    (b"\x78\xDA", ZLIB),
    (
        b"PK\x03\x04",
        ForeignFormat {
            description: "a zip archive",
            hint: ARCHIVE,
        },
    ),
    (
        b"PK\x05\x06",
        ForeignFormat {
            description: "an empty zip archive",
            hint: ARCHIVE,
        },
    ),
    (
        b"7z\xBC\xAF\x27\x1C",
        ForeignFormat {
            description: "a 7z archive",
            hint: ARCHIVE,
        },
    ),
    (
        b"Rar!\x1A",
        ForeignFormat {
            description: "a rar archive",
            hint: ARCHIVE,
        },
    ),
    (
        b"%PDF-",
        ForeignFormat {
            description: "a PDF document",
            hint: "copy the messages out of the document as JSON",
        },
    ),
    (
        b"\x89PNG",
        ForeignFormat {
            description: "a PNG image",
            hint: IMAGE,
        },
    ),
    (
        b"\xFF\xD8\xFF",
        ForeignFormat {
            description: "a JPEG image",
            hint: IMAGE,
        },
    ),
    (
        b"GIF8",
        ForeignFormat {
            description: "a GIF image",
            hint: IMAGE,
        },
    ),
    (
        b"RIFF",
        ForeignFormat {
            description: "a RIFF file, as WebP images and WAV sounds are",
            hint: MEDIA,
        },
    ),
    (
        b"OggS",
        ForeignFormat {
            description: "an Ogg file",
            hint: MEDIA,
        },
    ),
    (b"\x00\x00\xFE\xFF", UTF_32),
    (b"\xFF\xFE\x00\x00", UTF_32),
    (
        b"SQLite format 3\0",
        ForeignFormat {
            description: "an SQLite database",
            hint: "export its rows as JSON",
        },
    ),
    (
        b"\x7FELF",
        ForeignFormat {
            description: "a program",
            hint: "name a file with JSON; programs are not read",
        },
    ),
    (
        b"\xD0\xCF\x11\xE0",
        ForeignFormat {
            description: "an Office document",
            hint: "save it as plain text in JSON",
        },
    ),
];
const ZLIB: ForeignFormat = ForeignFormat {
    description: "compressed with zlib",
    hint: "unpack it with `pigz -dzc FILE`",
};
const UTF_32: ForeignFormat = ForeignFormat {
    description: "text in UTF-32",
    hint: "convert it with `iconv -f UTF-32 -t UTF-8 FILE`",
};
const BINARY: ForeignFormat = ForeignFormat {
    description: "binary data",
    hint: "name a file with JSON in UTF-8",
};
const HTML: ForeignFormat = ForeignFormat {
    description: "an HTML page",
    hint: "extract the messages from the page as JSON; if the page is an error of a server, repeat the request",
};
const XML: ForeignFormat = ForeignFormat {
    description: "an XML document",
    hint: "write the message in JSON",
};
const PROSE: ForeignFormat = ForeignFormat {
    description: "text without JSON",
    hint: "write a message in JSON",
};

/// Reads the first bytes of an input and detects its format. `before` runs before each read.
pub fn open(
    mut reader: Box<dyn Read + Send>,
    before: BeforeRead<'_>,
) -> Result<OpenedFile, Failure> {
    let mut head = Vec::new();
    let mut is_at_end = false;
    let format = loop {
        if let Some(format) = detect_format(&head, is_at_end) {
            break format;
        }
        before()?;
        is_at_end = fill(&mut *reader, &mut head).map_err(Failure::Read)? == 0;
    };
    let reader: Box<dyn Read + Send> = Box::new(Cursor::new(head).chain(reader));
    let reader = if format == FileFormat::Utf16 {
        Box::new(Utf16::new(reader))
    } else {
        reader
    };
    Ok(OpenedFile { reader, format })
}

/// Appends more bytes to the buffer. Returns their number.
fn fill(reader: &mut dyn Read, buffer: &mut Vec<u8>) -> io::Result<usize> {
    let known = buffer.len();
    buffer.resize(known + CHUNK, 0);
    let read = loop {
        match reader.read(buffer.get_mut(known..).unwrap_or_default()) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    buffer.truncate(known + *read.as_ref().unwrap_or(&0));
    read
}

/// Detects the format of an input that starts with these bytes. Returns `None` if more bytes are needed.
fn detect_format(head: &[u8], is_at_end: bool) -> Option<FileFormat> {
    if head.is_empty() {
        return if is_at_end {
            Some(FileFormat::Text)
        } else {
            None
        };
    }
    for (signature, foreign) in &SIGNATURES {
        if head.starts_with(signature) {
            return Some(FileFormat::Foreign(*foreign));
        }
    }
    let mut signatures = SIGNATURES.iter();
    if !is_at_end && signatures.any(|(signature, _)| signature.starts_with(head)) {
        return None;
    }
    // Four bytes show whether the text is UTF-16 or UTF-32.
    if head.len() < 4 && !is_at_end && head.iter().any(|byte| !byte.is_ascii() || *byte == 0) {
        return None;
    }
    if is_utf32(head) {
        return Some(FileFormat::Foreign(UTF_32));
    }
    if is_utf16(head) {
        return Some(FileFormat::Utf16);
    }
    let start = head.get(..head.len().min(BINARY_HEAD)).unwrap_or_default();
    if start.contains(&0)
        && std::str::from_utf8(start).is_err_and(|error| error.error_len().is_some())
    {
        return Some(FileFormat::Foreign(BINARY));
    }
    let head = head
        .strip_prefix(super::MARK)
        .unwrap_or(head)
        .trim_ascii_start();
    if head.first() == Some(&b'<') {
        return detect_markup(head, is_at_end);
    }
    text_format::detect_format(head, is_at_end)
}

/// Returns `true` if these bytes start a JSON text in UTF-32 without a byte order mark.
fn is_utf32(head: &[u8]) -> bool {
    matches!(*head, [first, 0, 0, 0, ..] | [0, 0, 0, first, ..] if b"{[ \r\n\t".contains(&first))
}

/// Returns `true` if these bytes start a text in UTF-16: with a byte order mark, or with JSON.
fn is_utf16(head: &[u8]) -> bool {
    match *head {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => {
            b"{[ \r\n\t".contains(&first) && second != 0
        }
        _ => false,
    }
}

/// Detects the format of a text that begins with `<`. Returns `None` if more bytes are needed.
fn detect_markup(mut head: &[u8], is_at_end: bool) -> Option<FileFormat> {
    const STARTS: [(&[u8], ForeignFormat); 9] = [
        (b"<!doctype html", HTML),
        (b"<html", HTML),
        (b"<head>", HTML),
        (b"<body", HTML),
        (b"<title>", HTML),
        (b"<div", HTML),
        (b"<h1", HTML),
        (b"<center>", HTML),
        (b"<?xml", XML),
    ];
    // Comments may precede the first element. If they fill a chunk, the input counts as text, so that they are searched
    // only once.
    let is_long = head.len() >= CHUNK;
    while head.starts_with(b"<!--") {
        let after = match memchr::memmem::find(head, b"-->") {
            Some(end) => head.get(end + 3..).unwrap_or_default().trim_ascii_start(),
            None => &[],
        };
        match after.first() {
            Some(b'<') => head = after,
            Some(_) => return Some(FileFormat::Text),
            None if is_at_end || is_long => return Some(FileFormat::Text),
            None => return None,
        }
    }
    for (start, foreign) in STARTS {
        let known = head.len().min(start.len());
        let is_like = head
            .iter()
            .zip(start)
            .all(|(byte, expected)| byte.eq_ignore_ascii_case(expected));
        if is_like && known == start.len() {
            return Some(FileFormat::OtherText(foreign));
        }
        if is_like && !is_at_end {
            return None;
        }
    }
    Some(FileFormat::Text)
}

/// A decoder of UTF-16. A lone surrogate becomes a character that JSON does not allow, so the JSON reader reports its
/// place.
struct Utf16 {
    reader: Box<dyn Read + Send>,
    is_big_endian: Option<bool>,
    /// Bytes that are not decoded yet.
    raw: Vec<u8>,
    /// Decoded text that was not returned yet, from `at`.
    text: Vec<u8>,
    at: usize,
}

impl Utf16 {
    fn new(reader: Box<dyn Read + Send>) -> Self {
        Self {
            reader,
            is_big_endian: None,
            raw: Vec::new(),
            text: Vec::new(),
            at: 0,
        }
    }

    /// Decodes the available bytes, except a high surrogate whose second half has not arrived.
    fn decode(&mut self, is_at_end: bool) {
        if self.is_big_endian.is_none() && (self.raw.len() >= 2 || is_at_end) {
            let is_big_endian = matches!(*self.raw, [0xFE, 0xFF, ..] | [0, ..]);
            if matches!(*self.raw, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]) {
                self.raw.drain(..2);
            }
            self.is_big_endian = Some(is_big_endian);
        }
        let Some(is_big_endian) = self.is_big_endian else {
            return;
        };
        let mut units: Vec<u16> = self
            .raw
            .chunks_exact(2)
            .map(|pair| match *pair {
                [high, low] if is_big_endian => u16::from_be_bytes([high, low]),
                [low, high] => u16::from_le_bytes([low, high]),
                _ => 0,
            })
            .collect();
        if !is_at_end
            && units
                .last()
                .is_some_and(|last| (0xD800..0xDC00).contains(last))
        {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        let mut text: String = char::decode_utf16(units)
            .map(|unit| unit.unwrap_or(MASK))
            .collect();
        if is_at_end && !std::mem::take(&mut self.raw).is_empty() {
            text.push(MASK);
        }
        (self.text, self.at) = (text.into_bytes(), 0);
    }
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() && !buffer.is_empty() {
            let read = fill(&mut *self.reader, &mut self.raw)?;
            self.decode(read == 0);
            if read == 0 && self.text.is_empty() {
                return Ok(0);
            }
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        let (Some(from), Some(to)) = (rest.get(..length), buffer.get_mut(..length)) else {
            return Ok(0);
        };
        to.copy_from_slice(from);
        self.at += length;
        Ok(length)
    }
}
