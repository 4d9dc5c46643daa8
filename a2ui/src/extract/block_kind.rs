//! The kinds of blocks, by their delimiters.

use super::Carrier;

/// The delimiters of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// No delimiters: a single value at the start of a line.
    Plain,
    /// A fence of `length` characters `sign`.
    Fence {
        sign: u8,
        length: usize,
        is_strict: bool,
    },
    /// Tags such as `a2ui-json`, whose content must be messages, or `a2ui`, which other notations use as well.
    Tag { is_strict: bool },
    /// Tags around a part of an A2A message. The part need not contain A2UI.
    DataPart,
    /// A delimiter; the block ends at the first text that is not JSON.
    Delimiter,
}

impl BlockKind {
    /// Returns `true` if everything in the block must be a message.
    pub(super) fn is_strict(self) -> bool {
        match self {
            Self::Plain | Self::DataPart => false,
            Self::Fence { is_strict, .. } => is_strict,
            Self::Tag { .. } | Self::Delimiter => true,
        }
    }

    pub(super) fn carrier(self) -> Carrier {
        match self {
            Self::Plain => Carrier::Plain,
            Self::Fence { .. } => Carrier::Fence,
            Self::Tag { .. } | Self::DataPart => Carrier::Tag,
            Self::Delimiter => Carrier::Delimiter,
        }
    }
}
