//! The names of the protocols and their versions.

use std::fmt;

/// A protocol in one of its versions, by the name that stands on the command line and in a [`Carry`](crate::Carry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// AAP 1.0.
    Aap,
    /// A2UI 0.8.
    A2ui0_8,
    /// A2UI 0.9.
    A2ui0_9,
    /// A2UI 0.9.1: the shapes of 0.9, another version text.
    A2ui0_9_1,
    /// A2UI 0.10, a draft.
    A2ui0_10,
    /// A2UI 1.0 as it was in June 2026: the shapes of 0.10.
    A2ui1_0June,
    /// A2UI 1.0 since August 2026, in the plain notation: `{"path": …}`.
    A2ui1_0,
    /// A2UI 1.0 since September 2026, in the other notation: `{"@path": …}`.
    A2ui1_0At,
    /// The AHP Canvas proposal.
    AhpCanvas,
    /// AHP canvases as released in 1.0.
    Ahp1_0,
    /// actions.json v1 and its bridge protocol.
    ActionsJson,
    /// Tool definitions of the Model Context Protocol, as of 2025-06-18.
    Mcp,
}

/// A protocol, whatever its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Protocol {
    ActionsJson,
    Aap,
    A2ui,
    Ahp,
    Mcp,
}

impl Dialect {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Aap, "aap@1.0"),
        (Self::A2ui0_8, "a2ui@0.8"),
        (Self::A2ui0_9, "a2ui@0.9"),
        (Self::A2ui0_9_1, "a2ui@0.9.1"),
        (Self::A2ui0_10, "a2ui@0.10"),
        (Self::A2ui1_0June, "a2ui@1.0-june"),
        (Self::A2ui1_0, "a2ui@1.0"),
        (Self::A2ui1_0At, "a2ui@1.0-at"),
        (Self::AhpCanvas, "ahp@canvas"),
        (Self::Ahp1_0, "ahp@1.0"),
        (Self::ActionsJson, "actions-json@1"),
        (Self::Mcp, "mcp@2025-06-18"),
    ];

    /// The name: `aap@1.0`, `a2ui@0.9` and so on.
    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(dialect, _)| *dialect == self).map_or("", |(_, name)| name)
    }

    /// The dialect of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(dialect, _)| dialect)
    }

    /// The version of its messages, if it is one of A2UI.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        match self {
            Self::A2ui0_8 => Some(a2ui::Version::V0_8),
            Self::A2ui0_9 | Self::A2ui0_9_1 => Some(a2ui::Version::V0_9),
            Self::A2ui0_10 => Some(a2ui::Version::V0_10),
            Self::A2ui1_0June => Some(a2ui::Version::V1_0June),
            Self::A2ui1_0 | Self::A2ui1_0At => Some(a2ui::Version::V1_0),
            Self::Aap | Self::AhpCanvas | Self::Ahp1_0 | Self::ActionsJson | Self::Mcp => None,
        }
    }

    /// The protocol to which it belongs.
    pub fn protocol(self) -> Protocol {
        match self {
            Self::Aap => Protocol::Aap,
            Self::A2ui0_8
            | Self::A2ui0_9
            | Self::A2ui0_9_1
            | Self::A2ui0_10
            | Self::A2ui1_0June
            | Self::A2ui1_0
            | Self::A2ui1_0At => Protocol::A2ui,
            Self::AhpCanvas | Self::Ahp1_0 => Protocol::Ahp,
            Self::ActionsJson => Protocol::ActionsJson,
            Self::Mcp => Protocol::Mcp,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
