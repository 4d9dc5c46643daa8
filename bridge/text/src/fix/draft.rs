//! A file and its changes, line by line.

use crate::place::Place;
use std::{fmt::Write, ops::Range, path::PathBuf};

/// The number of unchanged lines that a diff shows around a change.
const CONTEXT: usize = 3;

/// An edit: the replacement of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced bytes.
    pub range: Range<usize>,
    /// The text that takes their place.
    pub text: String,
}

impl Edit {
    /// Creates the smallest edit that changes the old text into the new one. The old text starts at offset `start`.
    pub(super) fn minimal(old: &str, new: &str, start: usize) -> Self {
        let mut front = count_equal(old.bytes(), new.bytes());
        while !(old.is_char_boundary(front) && new.is_char_boundary(front)) {
            front -= 1;
        }
        let (old, new) = (
            old.get(front..).unwrap_or_default(),
            new.get(front..).unwrap_or_default(),
        );
        let mut back = count_equal(old.bytes().rev(), new.bytes().rev());
        while !(old.is_char_boundary(old.len() - back) && new.is_char_boundary(new.len() - back)) {
            back -= 1;
        }
        let range = start + front..start + front + old.len() - back;
        Self {
            range,
            text: new.get(..new.len() - back).unwrap_or_default().to_owned(),
        }
    }
}

/// Returns the number of items at the start of both iterators that are equal.
fn count_equal<T: PartialEq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// A changed text together with its original.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The path of the file; `None` for standard input.
    pub path: Option<PathBuf>,
    pieces: Vec<DraftLines>,
}

/// Lines with their original and current text.
#[derive(Clone, Debug)]
struct DraftLines {
    old: Vec<u8>,
    /// The current text; `None` if it is unchanged.
    new: Option<Vec<u8>>,
}

impl DraftLines {
    fn text(&self) -> &[u8] {
        self.new.as_deref().unwrap_or(&self.old)
    }
}

impl Draft {
    /// Creates the draft of a text without changes. `path` is `None` for a text without a file.
    pub fn new(path: Option<PathBuf>, text: &[u8]) -> Self {
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        Self {
            path,
            pieces: lines
                .map(|line| DraftLines {
                    old: line.to_vec(),
                    new: None,
                })
                .collect(),
        }
    }

    /// Returns `true` if the place is in this text.
    pub fn has_place(&self, place: &Place) -> bool {
        let name = self.path.as_ref().map(|path| path.to_string_lossy());
        name.as_deref() == place.file.as_deref()
    }

    /// Returns the current text.
    pub fn text(&self) -> Vec<u8> {
        self.pieces
            .iter()
            .flat_map(DraftLines::text)
            .copied()
            .collect()
    }

    /// Returns `true` if the current text differs from the original.
    pub fn is_changed(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| piece.new.as_ref().is_some_and(|new| *new != piece.old))
    }

    /// Returns the edits that turn the original text into the current one. They are sorted and do not overlap.
    pub fn edits(&self) -> Vec<Edit> {
        let (mut edits, mut at) = (Vec::new(), 0);
        for DraftLines { old, new } in &self.pieces {
            if let Some(new) = new.as_ref().filter(|new| *new != old) {
                // Corrections change only documents that are UTF-8.
                if let (Ok(old), Ok(new)) = (std::str::from_utf8(old), std::str::from_utf8(new)) {
                    edits.push(Edit::minimal(old, new, at));
                }
            }
            at += old.len();
        }
        edits
    }

    /// Returns the offset of each piece of the current text, with the number of its first line in the original.
    pub(super) fn original_lines(&self) -> Vec<(usize, usize)> {
        let (mut at, mut line) = (0, 1);
        let mut lines = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            lines.push((at, line));
            at += piece.text().len();
            line += memchr::memchr_iter(b'\n', &piece.old).count();
        }
        lines
    }

    /// Applies edits that are sorted and do not overlap. Their ranges refer to the text before all of them.
    pub fn apply(&mut self, edits: Vec<Edit>) {
        let mut pieces = std::mem::take(&mut self.pieces).into_iter().peekable();
        let mut edits = edits.into_iter().peekable();
        let mut at = 0;
        while let Some(mut piece) = pieces.next() {
            let start = at;
            at += piece.text().len();
            let mut piece_edits = Vec::new();
            let mut text = None;
            // An insertion at the end of the text belongs to the last piece.
            let is_last = pieces.peek().is_none();
            while let Some(edit) = edits.next_if(|edit| edit.range.start < at || is_last) {
                let text = text.get_or_insert_with(|| piece.text().to_vec());
                // An edit over several lines joins them into one piece.
                while edit.range.end > at {
                    let Some(next) = pieces.next() else { break };
                    at += next.text().len();
                    text.extend_from_slice(next.text());
                    piece.old.extend_from_slice(&next.old);
                }
                piece_edits.push(edit);
            }
            let changed = text.map(|text| apply_edits(&text, start, piece_edits));
            piece.new = changed.or(piece.new);
            self.pieces.push(piece);
        }
    }

    /// Formats the changes as a unified diff, with the name of the file in its header.
    pub fn diff(&self, name: &str) -> String {
        let mut text = format!("--- {name}\n+++ {name}\n");
        let lines = self.diff_lines();
        let mut rest = lines.as_slice();
        // The number of the first remaining line in both texts.
        let (mut old, mut new) = (1, 1);
        while let Some(first) = rest.iter().position(DiffLine::is_changed) {
            let begin = first.saturating_sub(CONTEXT);
            let mut end = first + 1;
            while let Some(next) = rest.get(end..).and_then(|rest| {
                rest.iter()
                    .take(2 * CONTEXT + 1)
                    .position(DiffLine::is_changed)
            }) {
                end += next + 1;
            }
            let end = (end + CONTEXT).min(rest.len());
            let (before, after) = rest.split_at(end);
            let (skipped, hunk) = before.split_at(begin);
            old += count_without(skipped, '+');
            new += count_without(skipped, '-');
            let (olds, news) = (count_without(hunk, '+'), count_without(hunk, '-'));
            // Writing to a string does not fail.
            let _ = writeln!(text, "@@ -{old},{olds} +{new},{news} @@");
            for run in hunk.chunk_by(|one, next| one.is_changed() == next.is_changed()) {
                // Removed lines precede added lines.
                let (added, others): (Vec<&DiffLine<'_>>, Vec<_>) =
                    run.iter().partition(|line| line.sign == '+');
                others
                    .into_iter()
                    .chain(added)
                    .for_each(|line| line.write(&mut text));
            }
            (old, new, rest) = (old + olds, new + news, after);
        }
        text
    }

    /// Returns the lines of the diff.
    fn diff_lines(&self) -> Vec<DiffLine<'_>> {
        let mut lines = Vec::new();
        for piece in &self.pieces {
            let old = split_lines(&piece.old);
            let new = match &piece.new {
                Some(new) => split_lines(new),
                None => old.clone(),
            };
            let front = count_equal(old.iter(), new.iter());
            let (front, old) = old.split_at(front);
            let (_, new) = new.split_at(front.len());
            let back = count_equal(old.iter().rev(), new.iter().rev());
            let (removed, back) = old.split_at(old.len() - back);
            let (added, _) = new.split_at(new.len() - back.len());
            for (sign, texts) in [(' ', front), ('-', removed), ('+', added), (' ', back)] {
                lines.extend(texts.iter().map(|text| DiffLine { sign, text }));
            }
        }
        lines
    }
}

/// Applies edits to a text that starts at offset `start` of the whole.
fn apply_edits(text: &[u8], start: usize, edits: Vec<Edit>) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len());
    let mut at = 0;
    for Edit { range, text: new } in edits {
        changed.extend_from_slice(text.get(at..range.start - start).unwrap_or_default());
        changed.extend_from_slice(new.as_bytes());
        at = range.end - start;
    }
    changed.extend_from_slice(text.get(at..).unwrap_or_default());
    changed
}

fn split_lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Counts the lines without a sign.
fn count_without(lines: &[DiffLine<'_>], sign: char) -> usize {
    lines.iter().filter(|line| line.sign != sign).count()
}

/// A line of a diff.
struct DiffLine<'t> {
    sign: char,
    text: &'t [u8],
}

impl DiffLine<'_> {
    fn is_changed(&self) -> bool {
        self.sign != ' '
    }

    fn write(&self, diff: &mut String) {
        diff.push(self.sign);
        *diff += &String::from_utf8_lossy(self.text);
        if !self.text.ends_with(b"\n") {
            *diff += "\n\\ No newline at end of file\n";
        }
    }
}
