//! Marks in inputs that are not part of their text.

use crate::repair::repair_rule;
use bridge::aap::lenient::RepairKind;
use wire::{Finding, Pointer};

/// The character before each text of a [JSON text sequence](https://www.rfc-editor.org/rfc/rfc7464). It counts as
/// whitespace.
pub const RECORD: u8 = 0x1E;

/// The byte order mark, which is skipped at the start of an input.
pub const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns the notice that a byte order mark was skipped.
pub fn mark() -> Finding {
    let (_, message) = repair_rule(RepairKind::ByteOrderMark);
    Finding::info(RepairKind::ByteOrderMark.as_str(), Pointer::root(), message)
}
