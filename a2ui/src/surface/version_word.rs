//! The `version` members of the messages for one surface.

use crate::{Notation, Version, v0_9, v0_10, v1_0};

/// The `version` member of one message of the agent. A surface can receive messages with several versions.
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

    /// Returns the `version` member. For messages without this member, returns `v0.8`.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::V0_8 => "v0.8",
            Self::V0_9(word) => word.as_str(),
            Self::V0_10(word) => word.as_str(),
            Self::V1_0(word) => word.as_str(),
        }
    }

    /// Returns the notation that the version implies, or `None` if it depends on the components.
    pub(super) fn notation(self) -> Option<Notation> {
        match self {
            Self::V0_8 => Some(Notation::Bound),
            Self::V0_9(_) | Self::V0_10(_) => Some(Notation::Plain),
            Self::V1_0(word) => (!word.is_candidate()).then_some(Notation::At),
        }
    }

    /// Returns `true` if messages of both versions can be applied to one surface. Only 0.8 cannot be combined with other
    /// versions, because its messages and roots differ.
    pub(super) fn is_compatible_with(self, other: Self) -> bool {
        (self == Self::V0_8) == (other == Self::V0_8)
    }
}
