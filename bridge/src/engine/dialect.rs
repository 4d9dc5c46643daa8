//! The names of the protocols and their versions.

use std::{fmt, str::FromStr};

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
    /// A2UI 1.0 as it was in August 2026, in the plain notation: `{"path": …}`.
    A2ui1_0Aug,
    /// A2UI 1.0 as it was in September 2026, with marked values: `{"@path": …}`.
    A2ui1_0Sep,
    /// A2UI 1.0 since November 2026, with marked values and keys: `@checks`, and the word `1.0`.
    A2ui1_0,
    /// The AHP Canvas proposal.
    AhpCanvas,
    /// AHP canvases as released in 1.0.
    Ahp1_0,
    /// actions.json v1 and its bridge protocol.
    ActionsJson,
    /// Tool definitions of the Model Context Protocol, as of 2025-06-18.
    Mcp2025_06,
    /// Those as of 2025-11-25: of the same shapes.
    Mcp2025_11,
    /// Those as of 2026-07-28: results say that they are complete and how long they hold, and a tool gives any value.
    Mcp2026_07,
    /// Calls of functions in the Responses API.
    Responses,
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
    Responses,
}

impl Dialect {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Aap, "aap@1.0"),
        (Self::A2ui0_8, "a2ui@0.8"),
        (Self::A2ui0_9, "a2ui@0.9"),
        (Self::A2ui0_9_1, "a2ui@0.9.1"),
        (Self::A2ui0_10, "a2ui@0.10"),
        (Self::A2ui1_0June, "a2ui@1.0-june"),
        (Self::A2ui1_0Aug, "a2ui@1.0-aug"),
        (Self::A2ui1_0Sep, "a2ui@1.0-sep"),
        (Self::A2ui1_0, "a2ui@1.0"),
        (Self::AhpCanvas, "ahp@canvas"),
        (Self::Ahp1_0, "ahp@1.0"),
        (Self::ActionsJson, "actions-json@1"),
        (Self::Mcp2025_06, "mcp@2025-06-18"),
        (Self::Mcp2025_11, "mcp@2025-11-25"),
        (Self::Mcp2026_07, "mcp@2026-07-28"),
        (Self::Responses, "responses@1"),
    ];

    /// The name: `aap@1.0`, `a2ui@0.9` and so on.
    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(dialect, _)| *dialect == self).map_or("", |(_, name)| name)
    }

    /// The dialect of that name: one of those of [`as_str`](Self::as_str), or a protocol alone, which stands for the dialect that
    /// is written where none is asked for.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::Dialect;
    ///
    /// assert_eq!(Dialect::from_name("aap"), Some(Dialect::Aap));
    /// assert_eq!(Dialect::from_name("a2ui@1.0"), Some(Dialect::A2ui1_0));
    /// assert_eq!(Dialect::from_name("a2ui"), Some(Dialect::A2ui0_9));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok().map(|named: Named| named.dialect)
    }

    /// The dialect of exactly that name.
    pub(crate) fn from_full_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(dialect, _)| dialect)
    }

    /// Dialects whose messages have the same shapes: the two words of A2UI 0.9, those of 0.10 and June, the three notations of
    /// 1.0, and the tools of MCP in 2025.
    pub(crate) fn shape(self) -> Self {
        match self {
            Self::A2ui0_9_1 => Self::A2ui0_9,
            Self::A2ui1_0June => Self::A2ui0_10,
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => Self::A2ui1_0,
            Self::Mcp2025_11 => Self::Mcp2025_06,
            other => other,
        }
    }

    /// The version of its messages, if it is one of A2UI.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        match self {
            Self::A2ui0_8 => Some(a2ui::Version::V0_8),
            Self::A2ui0_9 | Self::A2ui0_9_1 => Some(a2ui::Version::V0_9),
            Self::A2ui0_10 => Some(a2ui::Version::V0_10),
            Self::A2ui1_0June => Some(a2ui::Version::V1_0June),
            Self::A2ui1_0Aug | Self::A2ui1_0Sep | Self::A2ui1_0 => Some(a2ui::Version::V1_0),
            _ => None,
        }
    }

    /// The dialect that an A2UI message states. Under the word `v1.0` that of August: which one it is, only its surface shows.
    pub(crate) fn of_message(message: &a2ui::Message) -> Self {
        use a2ui::Message;
        let word = match message {
            Message::V1_0Agent(message) => message.version,
            Message::V1_0Renderer(message) => message.version,
            other => return Self::of_version(other.version()),
        };
        if word.is_candidate() { Self::A2ui1_0Aug } else { Self::A2ui1_0 }
    }

    /// The dialect in which a surface was written.
    pub(crate) fn of_surface(surface: &a2ui::surface::Surface) -> Self {
        match surface.version() {
            a2ui::Version::V1_0 => Self::of_notation(surface.notation()),
            version => Self::of_version(version),
        }
    }

    fn of_version(version: a2ui::Version) -> Self {
        let all = Self::ALL.into_iter().map(|(dialect, _)| dialect);
        all.into_iter().find(|dialect| dialect.a2ui_version() == Some(version)).unwrap_or(Self::A2ui0_9)
    }

    /// The 1.0 that is written in a notation.
    pub(crate) fn of_notation(notation: a2ui::Notation) -> Self {
        match notation {
            a2ui::Notation::At => Self::A2ui1_0,
            a2ui::Notation::AtValues => Self::A2ui1_0Sep,
            _ => Self::A2ui1_0Aug,
        }
    }

    /// The notation in which it is written.
    pub(crate) fn notation(self) -> a2ui::Notation {
        match self {
            Self::A2ui0_8 => a2ui::Notation::Bound,
            Self::A2ui1_0Sep => a2ui::Notation::AtValues,
            Self::A2ui1_0 => a2ui::Notation::At,
            _ => a2ui::Notation::Plain,
        }
    }

    /// The word that its messages state, if it is a 1.0 since August 2026.
    pub(crate) fn word_of_1_0(self) -> a2ui::v1_0::Version {
        match self {
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => a2ui::v1_0::Version::V1_0Candidate,
            _ => a2ui::v1_0::Version::V1_0,
        }
    }

    /// Whether what was kept of a message in the other dialect is right in this one: the same shapes in the same notation.
    pub(crate) fn has_fields_of(self, other: Self) -> bool {
        self.shape() == other.shape() && self.notation() == other.notation()
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
            | Self::A2ui1_0Aug
            | Self::A2ui1_0Sep
            | Self::A2ui1_0 => Protocol::A2ui,
            Self::AhpCanvas | Self::Ahp1_0 => Protocol::Ahp,
            Self::ActionsJson => Protocol::ActionsJson,
            Self::Mcp2025_06 | Self::Mcp2025_11 | Self::Mcp2026_07 => Protocol::Mcp,
            Self::Responses => Protocol::Responses,
        }
    }
}

/// A dialect that was asked for: a version of a protocol, or the protocol alone.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Dialect, Named, Protocol};
///
/// assert_eq!("a2ui@0.8".parse::<Named>()?, Dialect::A2ui0_8.into());
/// assert_eq!("a2ui".parse::<Named>()?, Protocol::A2ui.into());
/// assert!("a2ui@7".parse::<Named>().unwrap_err().contains("a2ui@0.8"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The dialect; of the protocol alone, the one that is written.
    pub dialect: Dialect,
    /// Whether the version was named. If not, each message decides, as far as it comes from there.
    pub exact: bool,
}

impl From<Dialect> for Named {
    fn from(dialect: Dialect) -> Self {
        Self { dialect, exact: true }
    }
}

impl From<Protocol> for Named {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Aap => Dialect::Aap.into(),
            Protocol::ActionsJson => Dialect::ActionsJson.into(),
            Protocol::Responses => Dialect::Responses.into(),
            Protocol::Mcp => Self { dialect: Dialect::Mcp2025_06, exact: false },
            Protocol::A2ui => Self { dialect: Dialect::A2ui0_9, exact: false },
            Protocol::Ahp => Self { dialect: Dialect::AhpCanvas, exact: false },
        }
    }
}

impl FromStr for Named {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let protocol = PROTOCOLS.into_iter().find(|(_, known)| *known == name);
        let dialect = || Dialect::from_full_name(name).map(Self::from);
        protocol.map(|(protocol, _)| protocol.into()).or_else(dialect).ok_or_else(|| {
            let protocols = PROTOCOLS.map(|(_, name)| name).join(", ");
            let dialects = Dialect::ALL.map(|(_, name)| name).join(", ");
            format!("expected one of {protocols}, {dialects}")
        })
    }
}

impl Named {
    /// The protocol.
    pub fn protocol(self) -> Protocol {
        self.dialect.protocol()
    }

    /// The version of A2UI that messages have to be of; `None` if any will do.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        self.dialect.a2ui_version().filter(|_| self.exact)
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let protocol = PROTOCOLS.into_iter().find(|(known, _)| *known == self.protocol());
        match protocol {
            Some((_, name)) if !self.exact => f.write_str(name),
            _ => f.write_str(self.dialect.as_str()),
        }
    }
}

const PROTOCOLS: [(Protocol, &str); 6] = [
    (Protocol::Aap, "aap"),
    (Protocol::A2ui, "a2ui"),
    (Protocol::Ahp, "ahp"),
    (Protocol::ActionsJson, "actions-json"),
    (Protocol::Mcp, "mcp"),
    (Protocol::Responses, "responses"),
];

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_shown() {
        for (dialect, name) in Dialect::ALL {
            assert_eq!((dialect.to_string().as_str(), Dialect::from_name(name)), (name, Some(dialect)));
        }
        for (protocol, name) in PROTOCOLS {
            let named = Named::from(protocol);
            let shown = if named.exact { named.dialect.as_str() } else { name };
            assert_eq!((named.to_string().as_str(), name.parse()), (shown, Ok(named)));
        }
    }
}
