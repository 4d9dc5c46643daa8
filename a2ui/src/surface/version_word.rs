//! The words by which the messages of a surface state their version.

use crate::{Notation, Version, v0_9, v0_10, v1_0};

/// The word of one message of the agent. On one surface several may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VersionWord {
    V0_8,
    V0_9(v0_9::Version),
    V0_10(v0_10::Version),
    V1_0(v1_0::Version),
}

impl VersionWord {
    pub(super) fn version(self) -> Version {
        match self {
            Self::V0_8 => Version::V0_8,
            Self::V0_9(_) => Version::V0_9,
            Self::V0_10(v0_10::Version::V0_10) => Version::V0_10,
            Self::V0_10(v0_10::Version::V1_0) => Version::V1_0June,
            Self::V1_0(_) => Version::V1_0,
        }
    }

    /// The word as it is written; `v0.8`, where none is.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::V0_8 => "v0.8",
            Self::V0_9(word) => word.as_str(),
            Self::V0_10(word) => word.as_str(),
            Self::V1_0(word) => word.as_str(),
        }
    }

    /// The notation for which it stands; none where the components have to show it.
    pub(super) fn notation(self) -> Option<Notation> {
        match self {
            Self::V0_8 => Some(Notation::Bound),
            Self::V0_9(_) | Self::V0_10(_) => Some(Notation::Plain),
            Self::V1_0(word) => (!word.is_candidate()).then_some(Notation::At),
        }
    }

    /// Whether both are of versions whose messages may meet on one surface: all but 0.8, whose messages and roots are others.
    pub(super) fn is_compatible_with(self, other: Self) -> bool {
        (self == Self::V0_8) == (other == Self::V0_8)
    }
}
