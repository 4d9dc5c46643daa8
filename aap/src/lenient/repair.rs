//! Repairs of a text, and their kinds.

use std::fmt;
use wire::Pointer;

/// One repair of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The value that was repaired.
    pub pointer: Pointer,
    /// The kind of the repair.
    pub kind: RepairKind,
}

/// The kind of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// A byte order mark before the text was removed.
    ByteOrderMark,
    /// Each lone surrogate in a string was replaced with U+FFFD.
    HalfSurrogate,
    /// A number, boolean, array or object was replaced with its JSON text, because a string is expected. This applies
    /// to `action`, `canvasFile` and `element`, in which the provider stores any value.
    NotAString,
}

impl RepairKind {
    /// Returns the name in reports: `byte-order-mark`, `half-surrogate` or `not-a-string`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::HalfSurrogate => "half-surrogate",
            Self::NotAString => "not-a-string",
        }
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:?}", self.kind, self.pointer.as_str())
    }
}
