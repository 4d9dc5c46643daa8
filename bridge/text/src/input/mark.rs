//! Marks in inputs that are not part of their text.

use wire::{Finding, Pointer};

/// The character before each text of a [JSON text sequence](https://www.rfc-editor.org/rfc/rfc7464). It counts as
/// whitespace.
pub const RECORD: u8 = 0x1E;

/// The byte order mark, which is skipped at the start of an input.
pub const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The sentence about a byte order mark.
pub(crate) const MARK_SKIPPED: &str = "the leading byte order mark is skipped";

/// Returns the notice that a byte order mark was skipped.
pub fn mark() -> Finding {
    Finding::info("byte-order-mark", Pointer::root(), MARK_SKIPPED)
}
