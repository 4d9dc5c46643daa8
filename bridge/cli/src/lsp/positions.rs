//! Conversion between byte offsets of a text and the positions of the protocol, which count lines and characters.
//!
//! Specification: [Language Server Protocol 3.17, Position](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#position).

use lsp_types::{Position, PositionEncodingKind, Range};
use std::ops;

/// The unit of the characters in positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes, which the client must offer.
    Utf8,
    /// Units of UTF-16, which every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// Chooses UTF-8 if the client offers it.
    pub(super) fn among(offered: &[PositionEncodingKind]) -> Self {
        match offered.contains(&PositionEncodingKind::UTF8) {
            true => Self::Utf8,
            false => Self::Utf16,
        }
    }

    /// Returns the name of the unit in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// Returns the length of a text. A line can have millions of bytes, so this counts bytes instead of characters.
    fn length_of(self, text: &str) -> usize {
        if self == Self::Utf8 {
            return text.len();
        }
        let is_start = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        let starts = text.as_bytes().iter().filter(is_start).count();
        // Characters of four bytes have two units.
        let pairs = text.as_bytes().iter().filter(|byte| **byte >= 0xF0).count();
        starts + pairs
    }

    fn length(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// The offsets at which the lines of a text start. As in the protocol, a line ends with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let is_pair = bytes.get(end..end + 2) == Some(b"\r\n");
            if !is_pair {
                starts.push(end + 1);
            }
        }
        Self(starts)
    }

    /// Returns the text of a line without its end. A line after the last one is empty.
    fn line<'t>(&self, text: &'t str, number: usize) -> (usize, &'t str) {
        let Some(start) = self.0.get(number).copied() else {
            return (text.len(), "");
        };
        let end = self.0.get(number + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end).unwrap_or_default();
        (start, line.trim_end_matches(['\n', '\r']))
    }

    /// Returns the position of an offset. An offset after the text means its end.
    pub(super) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = offset.min(text.len());
        let number = self
            .0
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        let (start, line) = self.line(text, number);
        let before = line.get(..offset.saturating_sub(start)).unwrap_or(line);
        let column = encoding.length_of(before);
        Position::new(saturate(number), saturate(column))
    }

    /// Returns the offset of a position. A character after the line means the end of the line, as the protocol requires,
    /// and a position inside a character means its start.
    pub(super) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let number = usize::try_from(position.line).unwrap_or(usize::MAX);
        let wanted = usize::try_from(position.character).unwrap_or(usize::MAX);
        let (start, line) = self.line(text, number);
        let mut column = 0;
        for (at, character) in line.char_indices() {
            column += encoding.length(character);
            if column > wanted {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Returns the range of some bytes.
    pub(super) fn range(&self, text: &str, bytes: &ops::Range<usize>, encoding: Encoding) -> Range {
        let start = self.position(text, bytes.start, encoding);
        Range::new(start, self.position(text, bytes.end, encoding))
    }
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_the_encoding() {
        let text = "a😀b\r\né\rx\n";
        let lines = Lines::of(text);
        for (offset, utf_8, utf_16) in [
            (0, (0, 0), (0, 0)),
            (1, (0, 1), (0, 1)),
            (5, (0, 5), (0, 3)),
            (6, (0, 6), (0, 4)),
            (8, (1, 0), (1, 0)),
            (10, (1, 2), (1, 1)),
            (11, (2, 0), (2, 0)),
            (12, (2, 1), (2, 1)),
            (13, (3, 0), (3, 0)),
        ] {
            for (encoding, (line, character)) in
                [(Encoding::Utf8, utf_8), (Encoding::Utf16, utf_16)]
            {
                let position = Position::new(line, character);
                assert_eq!(lines.position(text, offset, encoding), position, "{offset}");
                assert_eq!(lines.offset(text, position, encoding), offset, "{offset}");
            }
        }
    }

    #[test]
    fn positions_outside_of_the_text_are_moved_into_it() {
        let text = "a😀b\nc";
        let lines = Lines::of(text);
        let offset =
            |line, character| lines.offset(text, Position::new(line, character), Encoding::Utf16);
        assert_eq!(offset(0, 99), 6);
        assert_eq!(offset(9, 0), 8);
        // The second half of a pair of surrogates.
        assert_eq!(offset(0, 2), 1);
        assert_eq!(
            lines.position(text, 99, Encoding::Utf16),
            Position::new(1, 1)
        );
    }
}
