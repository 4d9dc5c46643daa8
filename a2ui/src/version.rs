//! The versions of A2UI, their notations, and the directions of messages.

use crate::{v0_9, v1_0};
use std::fmt;

/// A version of A2UI. Versions whose messages are equal, such as 0.9 and 0.9.1, share a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Version {
    /// A2UI 0.8, whose messages have no `version` member.
    V0_8,
    /// A2UI 0.9 and 0.9.1.
    V0_9,
    /// A2UI 0.10, which was published as a draft only.
    V0_10,
    /// A2UI 1.0 of June 2026, which has the messages of 0.10.
    V1_0June,
    /// A2UI 1.0 since August 2026, in any [notation](crate::Notation).
    V1_0,
}

impl Version {
    /// All versions, oldest first.
    pub const ALL: &'static [Self] = &[
        Self::V0_8,
        Self::V0_9,
        Self::V0_10,
        Self::V1_0June,
        Self::V1_0,
    ];

    /// Returns the values of the `version` member that mean this version.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::V0_8 => &["v0.8"],
            Self::V0_9 => v0_9::Version::WORDS,
            Self::V0_10 => &["v0.10"],
            Self::V1_0June => &["v1.0"],
            Self::V1_0 => &["1.0", "v1.0"],
        }
    }

    /// Returns the version that a `version` member states. If several versions share the value, the latest version is
    /// returned.
    ///
    /// ```
    /// use agent_ui_a2ui::Version;
    ///
    /// assert_eq!(Version::from_word("v0.9.1"), Some(Version::V0_9));
    /// assert_eq!(Version::from_word("v1.0"), Some(Version::V1_0));
    /// assert_eq!(Version::from_word("1.0.0"), Some(Version::V1_0)); // as published readers do
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .rev()
            .find(|version| version.is_called(word))
    }

    /// Returns `true` if `word` states this version, or published readers accept it as this version.
    pub(crate) fn is_called(self, word: &str) -> bool {
        self.words().contains(&word) || self == Self::V1_0 && v1_0::Version::WORDS.contains(&word)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V0_8 => "A2UI 0.8",
            Self::V0_9 => "A2UI 0.9",
            Self::V0_10 => "A2UI 0.10",
            Self::V1_0June => "A2UI 1.0 of June 2026",
            Self::V1_0 => "A2UI 1.0",
        })
    }
}

/// The sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// An agent sends the message to a client.
    Agent,
    /// A client (a renderer, in the terms of 1.0) sends the message to an agent.
    Client,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent => "agent",
            Self::Client => "client",
        })
    }
}

/// The notation of bindings, calls and common component keys in a version of A2UI.
///
/// A2UI 1.0 has three notations. If bindings and calls are marked with `@`, literal objects can have members called
/// `path` and `call`. If keys are marked, catalogs can define properties such as `checks`.
///
/// | edition of 1.0 | `version` | bindings and calls | keys of a component |
/// |---|---|---|---|
/// | August 2026 ([`Plain`](Self::Plain)) | `v1.0` | `path`, `call` | `catalogId`, `accessibility`, `metadata`, `checks` |
/// | September 2026 ([`AtValues`](Self::AtValues)) | `v1.0` | `@path`, `@call` | as in August |
/// | since November 2026 ([`At`](Self::At)) | `1.0` | `@path`, `@call` | `@catalogId`, `@accessibility`, `@metadata`, `@checks` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Bound values: `{"literalString": …}`, `{"path": …}`, or both; no calls. Used by A2UI 0.8.
    Bound,
    /// Plain literals, `{"path": …}` and `{"call": …, "args": …}`. Used by A2UI 0.9, 0.10, and 1.0 until August 2026.
    Plain,
    /// Plain literals, `{"@path": …}` and `{"@call": …, "args": …}`; a literal member called `@k` is written `@@k`.
    /// Used by A2UI 1.0 of September 2026.
    AtValues,
    /// Like `AtValues`, and the common keys of components begin with `@` as well. Used by A2UI 1.0 since November 2026.
    At,
}

impl Notation {
    /// Returns `true` if bindings and calls are written `@path` and `@call`.
    pub fn has_marked_values(self) -> bool {
        matches!(self, Self::AtValues | Self::At)
    }

    /// Returns `true` if the common keys of components are marked, as in `@checks`.
    pub fn has_marked_keys(self) -> bool {
        self == Self::At
    }
}
