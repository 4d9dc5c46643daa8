//! A search for the end of a text that [`repair_json`](super::repair_json) may be able to repair.

use super::JsonRepairer;
use wire::syntax::Progress;

/// A search for the end of a nearly valid object or array, in a text that arrives in pieces. Strings can be in single
/// quotes and span several lines, and comments are allowed.
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
    /// The number of bytes read so far.
    read: usize,
    depth: usize,
    inside: Inside,
    last: u8,
    /// The number of bytes that were found to be repairable.
    repairable: usize,
}

/// The context of the next byte.
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
    /// Continues reading. `text` must contain everything since the first bracket of the value.
    ///
    /// Returns a fault after a line if the value cannot be repaired by any continuation. This is checked whenever the
    /// value has doubled in size, so the work is linear.
    pub fn read(&mut self, text: &[u8]) -> Progress {
        while let Some(&byte) = text.get(self.read) {
            self.read += 1;
            if self.read_byte(byte) {
                return Progress::Complete(self.read);
            }
            if byte == b'\n' && self.read / 2 >= self.repairable {
                self.repairable = self.read;
                let so_far = text.get(..self.read).unwrap_or_default();
                if !is_repairable_prefix(so_far, self.inside) {
                    return Progress::Invalid(self.read);
                }
            }
        }
        Progress::Incomplete
    }

    /// Reads one byte, and returns `true` if the value ends with it.
    fn read_byte(&mut self, byte: u8) -> bool {
        let last = std::mem::replace(&mut self.last, byte);
        self.inside = match (self.inside, byte) {
            (Inside::Brackets, b'"' | b'\'') => Inside::String(byte),
            (Inside::Brackets, b'/') if last == b'/' => Inside::LineComment,
            (Inside::Brackets, b'*') if last == b'/' => {
                // The comment ends only with another `*`.
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

/// Returns `true` if a truncated text is repairable with some continuation.
fn is_repairable_prefix(text: &[u8], end: Inside) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    // The text after a comment decides.
    end == Inside::BlockComment || JsonRepairer::new(text).run().is_some()
}
