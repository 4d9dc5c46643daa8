//! Finds where a text ends that [`repair_json`](super::repair_json) may be able to mend.

use super::JsonRepairer;
use wire::syntax::Progress;

/// The end of an object or array that is nearly JSON, in a text that comes in pieces: its strings may be in single quotes and go over
/// several lines, and it may have comments.
///
/// ```
/// use agent_ui_a2ui::{repair::Extent, wire::syntax::Progress};
///
/// let mut extent = Extent::default();
/// assert_eq!(extent.read(b"{'id': '}', // the end: }"), Progress::Incomplete);
/// assert_eq!(extent.read(b"{'id': '}', // the end: }\n} more"), Progress::Complete(27));
/// assert_eq!(Extent::default().read(b"{oops: oops\n}"), Progress::Invalid(12));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// The number of bytes that were read.
    read: usize,
    depth: usize,
    inside: Inside,
    last: u8,
    /// The number of bytes that may be mended.
    mendable: usize,
}

/// The part of a text in which the next byte is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Brackets,
    String(u8),
    Escape(u8),
    LineComment,
    BlockComment,
}

impl Extent {
    /// Reads on. The text is all that has come of the value, from its first bracket on, and perhaps more.
    ///
    /// It is at fault behind a line that cannot be mended, whatever follows. Each time when it has become twice as long, this is found
    /// out, so all of this is linear.
    pub fn read(&mut self, text: &[u8]) -> Progress {
        while let Some(&byte) = text.get(self.read) {
            self.read += 1;
            if self.ends_with(byte) {
                return Progress::Complete(self.read);
            }
            if byte == b'\n' && self.read / 2 >= self.mendable {
                self.mendable = self.read;
                let text = text.get(..self.read).and_then(|text| std::str::from_utf8(text).ok());
                if !text.is_some_and(|text| may_be_mended(text, self.inside)) {
                    return Progress::Invalid(self.read);
                }
            }
        }
        Progress::Incomplete
    }

    /// Reads one byte. Tells whether the value ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        let last = std::mem::replace(&mut self.last, byte);
        self.inside = match (self.inside, byte) {
            (Inside::Brackets, b'"' | b'\'') => Inside::String(byte),
            (Inside::Brackets, b'/') if last == b'/' => Inside::LineComment,
            (Inside::Brackets, b'*') if last == b'/' => {
                // Another `*` is necessary to end it.
                self.last = b' ';
                Inside::BlockComment
            }
            (Inside::Brackets, b'{' | b'[') => {
                self.depth += 1;
                Inside::Brackets
            }
            (Inside::Brackets, b'}' | b']') => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            (Inside::String(quote), b'\\') => Inside::Escape(quote),
            (Inside::String(quote), byte) if byte == quote => Inside::Brackets,
            (Inside::Escape(quote), _) => Inside::String(quote),
            (Inside::LineComment, b'\n') => Inside::Brackets,
            (Inside::BlockComment, b'/') if last == b'*' => {
                self.last = b' ';
                Inside::Brackets
            }
            (inside, _) => inside,
        };
        false
    }
}

/// Tells whether a text that breaks off can be mended with some continuation.
fn may_be_mended(text: &str, end: Inside) -> bool {
    // What stands behind a comment decides.
    end == Inside::BlockComment || JsonRepairer::new(text).run().is_some()
}
