//! The names of the protocols and their versions.

use std::{fmt, str::FromStr};

/// Defines [`Dialect`] and [`Protocol`] from one table: each protocol, its default dialect, and its dialects.
macro_rules! dialects {
    ($($Protocol:ident $protocol:literal writes $Written:ident {
        $($(#[$meta:meta])* $Dialect:ident $name:literal,)*
    })*) => {
        /// A protocol in one version. The name is the one on the command line and in a [`Carry`](crate::Carry).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Dialect {
            $($( $(#[$meta])* $Dialect, )*)*
        }

        /// A protocol in any of its versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        #[non_exhaustive]
        pub enum Protocol {
            $( $Protocol, )*
        }

        impl Dialect {
            /// All dialects, grouped by protocol.
            pub const ALL: &[Self] = &[$($( Self::$Dialect, )*)*];

            /// Returns the name, such as `aap@1.0` or `a2ui@0.9`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($( Self::$Dialect => $name, )*)*
                }
            }

            /// Returns the protocol of the dialect.
            pub fn protocol(self) -> Protocol {
                match self {
                    $( $( Self::$Dialect )|* => Protocol::$Protocol, )*
                }
            }
        }

        impl Protocol {
            const ALL: &[Self] = &[$( Self::$Protocol, )*];

            fn as_str(self) -> &'static str {
                match self {
                    $( Self::$Protocol => $protocol, )*
                }
            }
        }

        impl From<Protocol> for DialectOrProtocol {
            fn from(protocol: Protocol) -> Self {
                match protocol {
                    $( Protocol::$Protocol => {
                        Self { dialect: Dialect::$Written, exact: [$( Dialect::$Dialect ),*].len() == 1 }
                    } )*
                }
            }
        }
    };
}

dialects! {
    Aap "aap" writes Aap {
        /// Agent Action Protocol 1.0 (AAP).
        Aap "aap@1.0",
    }
    A2ui "a2ui" writes A2ui0_9 {
        /// A2UI version 0.8.
        A2ui0_8 "a2ui@0.8",
        /// A2UI version 0.9.
        A2ui0_9 "a2ui@0.9",
        /// A2UI 0.9.1: the messages of 0.9 with another version text.
        A2ui0_9_1 "a2ui@0.9.1",
        /// A2UI 0.10, a draft.
        A2ui0_10 "a2ui@0.10",
        /// A2UI 1.0 as of June 2026: the messages of 0.10.
        A2ui1_0June "a2ui@1.0-june",
        /// A2UI 1.0 as of August 2026, in plain notation: `{"path": …}`.
        A2ui1_0Aug "a2ui@1.0-aug",
        /// A2UI 1.0 as of September 2026, with marked values: `{"@path": …}`.
        A2ui1_0Sep "a2ui@1.0-sep",
        /// A2UI 1.0 since November 2026, with marked values and keys (`@checks`) and the version text `1.0`.
        A2ui1_0 "a2ui@1.0",
    }
    Ahp "ahp" writes AhpCanvas {
        /// The AHP Canvas proposal.
        AhpCanvas "ahp@canvas",
        /// Canvases of released AHP 1.0.
        Ahp1_0 "ahp@1.0",
    }
    ActionsJson "actions-json" writes ActionsJson {
        /// actions.json v1 with its bridge protocol.
        ActionsJson "actions-json@1",
    }
    Mcp "mcp" writes Mcp2025_06 {
        /// Tools of the Model Context Protocol, version 2025-06-18.
        Mcp2025_06 "mcp@2025-06-18",
        /// Tools of the Model Context Protocol, version 2025-11-25, with the same shapes as 2025-06-18.
        Mcp2025_11 "mcp@2025-11-25",
        /// Tools of the Model Context Protocol, version 2026-07-28: results state completeness and lifetime, and tools
        /// return any value.
        Mcp2026_07 "mcp@2026-07-28",
    }
    Responses "responses" writes Responses {
        /// Function calls of the Responses API.
        Responses "responses@1",
    }
}

impl Dialect {
    /// Finds a dialect by its [name](Self::as_str). The name of a protocol alone selects its default dialect.
    ///
    /// ```
    /// use agent_ui_bridge::Dialect;
    ///
    /// assert_eq!(Dialect::from_name("aap"), Some(Dialect::Aap));
    /// assert_eq!(Dialect::from_name("a2ui@1.0"), Some(Dialect::A2ui1_0));
    /// assert_eq!(Dialect::from_name("a2ui"), Some(Dialect::A2ui0_9));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok().map(|named: DialectOrProtocol| named.dialect)
    }

    /// Finds a dialect by its full name.
    pub(crate) fn from_full_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dialect| dialect.as_str() == name)
    }

    /// Returns the representative of all dialects with the same message shapes: 0.9 and 0.9.1, 0.10 and June's 1.0, the
    /// three notations of 1.0, and MCP's versions of 2025.
    pub(crate) fn shape(self) -> Self {
        match self {
            Self::A2ui0_9_1 => Self::A2ui0_9,
            Self::A2ui1_0June => Self::A2ui0_10,
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => Self::A2ui1_0,
            Self::Mcp2025_11 => Self::Mcp2025_06,
            other => other,
        }
    }

    /// Returns the A2UI version of the dialect's messages, if it is an A2UI dialect.
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

    /// Returns the dialect that an A2UI message states. For the version `v1.0` this is August's dialect; only the surface
    /// shows the actual notation.
    pub(crate) fn of_message(message: &a2ui::Message) -> Self {
        use a2ui::Message;
        let word = match message {
            Message::V1_0Agent(message) => message.version,
            Message::V1_0Renderer(message) => message.version,
            other => return Self::of_version(other.version()),
        };
        if word.is_candidate() { Self::A2ui1_0Aug } else { Self::A2ui1_0 }
    }

    /// Returns the dialect in which a surface was written.
    pub(crate) fn of_surface(surface: &a2ui::surface::Surface) -> Self {
        match surface.version() {
            a2ui::Version::V1_0 => Self::of_notation(surface.notation()),
            version => Self::of_version(version),
        }
    }

    fn of_version(version: a2ui::Version) -> Self {
        let of_version = |dialect: &Self| dialect.a2ui_version() == Some(version);
        Self::ALL.iter().copied().find(of_version).unwrap_or(Self::A2ui0_9)
    }

    /// Returns the dialect of A2UI 1.0 with this notation.
    pub(crate) fn of_notation(notation: a2ui::Notation) -> Self {
        match notation {
            a2ui::Notation::At => Self::A2ui1_0,
            a2ui::Notation::AtValues => Self::A2ui1_0Sep,
            _ => Self::A2ui1_0Aug,
        }
    }

    /// Returns the A2UI notation of the dialect.
    pub(crate) fn notation(self) -> a2ui::Notation {
        match self {
            Self::A2ui0_8 => a2ui::Notation::Bound,
            Self::A2ui1_0Sep => a2ui::Notation::AtValues,
            Self::A2ui1_0 => a2ui::Notation::At,
            _ => a2ui::Notation::Plain,
        }
    }

    /// Returns the version text of a dialect of A2UI 1.0 since August 2026.
    pub(crate) fn word_of_1_0(self) -> a2ui::v1_0::Version {
        match self {
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => a2ui::v1_0::Version::V1_0Candidate,
            _ => a2ui::v1_0::Version::V1_0,
        }
    }

    /// Returns `true` if carried fields of the other dialect fit this one: the shapes and the notation are the same.
    pub(crate) fn has_fields_of(self, other: Self) -> bool {
        self.shape() == other.shape() && self.notation() == other.notation()
    }
}

/// A dialect, or a protocol without a version.
///
/// ```
/// use agent_ui_bridge::{Dialect, DialectOrProtocol, Protocol};
///
/// assert_eq!("a2ui@0.8".parse::<DialectOrProtocol>()?, Dialect::A2ui0_8.into());
/// assert_eq!("a2ui".parse::<DialectOrProtocol>()?, Protocol::A2ui.into());
/// assert!("a2ui@7".parse::<DialectOrProtocol>().unwrap_err().contains("a2ui@0.8"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DialectOrProtocol {
    /// The dialect; for a protocol without a version, its default dialect.
    pub dialect: Dialect,
    /// `true` if the version was named. If not, each message of this protocol determines its own version.
    pub exact: bool,
}

impl From<Dialect> for DialectOrProtocol {
    fn from(dialect: Dialect) -> Self {
        Self { dialect, exact: true }
    }
}

impl FromStr for DialectOrProtocol {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let protocol = Protocol::ALL.iter().find(|protocol| protocol.as_str() == name);
        let dialect = || Dialect::from_full_name(name).map(Self::from);
        protocol.map(|protocol| (*protocol).into()).or_else(dialect).ok_or_else(|| {
            let protocols = Protocol::ALL.iter().map(|protocol| protocol.as_str());
            let all: Vec<&str> =
                protocols.chain(Dialect::ALL.iter().map(|dialect| dialect.as_str())).collect();
            format!("expected one of {}", all.join(", "))
        })
    }
}

impl DialectOrProtocol {
    /// Returns the protocol of the dialect.
    pub fn protocol(self) -> Protocol {
        self.dialect.protocol()
    }

    /// Returns the notation in which to read messages of A2UI 1.0. Returns `None` if no dialect of 1.0 was named; then
    /// the notation is detected for each surface.
    ///
    /// ```
    /// use agent_ui_bridge::{DialectOrProtocol, Protocol, a2ui::Notation};
    ///
    /// assert_eq!("a2ui@1.0-sep".parse::<DialectOrProtocol>()?.notation(), Some(Notation::AtValues));
    /// assert_eq!(DialectOrProtocol::from(Protocol::A2ui).notation(), None);
    /// # Ok::<(), String>(())
    /// ```
    pub fn notation(self) -> Option<a2ui::Notation> {
        let is_1_0 = self.a2ui_version() == Some(a2ui::Version::V1_0);
        is_1_0.then(|| self.dialect.notation())
    }

    /// Returns the required A2UI version of messages; `None` if any version is accepted.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        self.dialect.a2ui_version().filter(|_| self.exact)
    }
}

impl fmt::Display for DialectOrProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.exact { self.dialect.as_str() } else { self.protocol().as_str() })
    }
}

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
        for dialect in Dialect::ALL {
            let name = dialect.to_string();
            assert_eq!((&*name, Dialect::from_name(&name)), (dialect.as_str(), Some(*dialect)));
        }
        for protocol in Protocol::ALL {
            let named = DialectOrProtocol::from(*protocol);
            assert_eq!((protocol.as_str().parse(), named.protocol()), (Ok(named), *protocol));
            assert_eq!(named.to_string().parse(), Ok(named));
        }
    }
}
