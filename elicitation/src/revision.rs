//! The revisions of MCP and ACP, and the features of each.

use std::{fmt, str::FromStr};
use wire::{Payload, PayloadKind};

/// A revision of MCP or ACP.
///
/// ```
/// use agent_ui_elicitation::Revision;
///
/// let revision: Revision = "2025-11-25".parse()?;
/// assert!(revision.has_url_mode() && !revision.has_pattern());
/// # Ok::<(), agent_ui_elicitation::UnknownRevision>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// MCP 2025-06-18: forms only.
    Mcp2025_06,
    /// MCP 2025-11-25: forms and URLs.
    Mcp2025_11,
    /// MCP 2026-07-28: questions in results.
    Mcp2026_07,
    /// The Agent Client Protocol, version 1.
    Acp1,
    /// The Agent Client Protocol, version 2.
    Acp2,
}

/// The error for a name that belongs to no revision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error(
    "`{name}` is not a revision of MCP or ACP; use one of 2025-06-18, 2025-11-25, 2026-07-28, acp@1, acp@2"
)]
pub struct UnknownRevision {
    /// The name that was not found.
    pub name: String,
}

impl UnknownRevision {
    /// Returns the name of the broken rule.
    pub fn rule(&self) -> &'static str {
        "elicit-revision"
    }
}

impl Revision {
    /// All revisions in a fixed order.
    pub const ALL: [Self; 5] = [
        Self::Mcp2025_06,
        Self::Mcp2025_11,
        Self::Mcp2026_07,
        Self::Acp1,
        Self::Acp2,
    ];

    /// Returns the name: the date of an MCP revision, or `acp@1` and `acp@2`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mcp2025_06 => "2025-06-18",
            Self::Mcp2025_11 => "2025-11-25",
            Self::Mcp2026_07 => "2026-07-28",
            Self::Acp1 => "acp@1",
            Self::Acp2 => "acp@2",
        }
    }

    /// Returns the name with the protocol, for messages to users: `MCP 2025-06-18`, `ACP 1`.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mcp2025_06 => "MCP 2025-06-18",
            Self::Mcp2025_11 => "MCP 2025-11-25",
            Self::Mcp2026_07 => "MCP 2026-07-28",
            Self::Acp1 => "ACP 1",
            Self::Acp2 => "ACP 2",
        }
    }

    /// Returns `true` for the versions of ACP.
    pub fn is_acp(self) -> bool {
        matches!(self, Self::Acp1 | Self::Acp2)
    }

    /// Returns `true` if an elicitation is a request of its own. In MCP 2026-07-28 it is part of a result.
    pub fn has_requests(self) -> bool {
        self != Self::Mcp2026_07
    }

    /// Returns `true` if an elicitation can ask the user to open an address.
    pub fn has_url_mode(self) -> bool {
        self != Self::Mcp2025_06
    }

    /// Returns `true` if an elicitation in URL mode has an id.
    pub fn has_elicitation_id(self) -> bool {
        matches!(self, Self::Mcp2025_11 | Self::Acp1 | Self::Acp2)
    }

    /// Returns `true` if the parameters may state their mode.
    pub fn has_mode(self) -> bool {
        self != Self::Mcp2025_06
    }

    /// Returns `true` if form mode must be stated, too.
    pub fn needs_mode(self) -> bool {
        self.is_acp()
    }

    /// Returns `true` if a property of the type `array` is a multiple choice.
    pub fn has_multiple_choice(self) -> bool {
        self != Self::Mcp2025_06
    }

    /// Returns `true` if options can have titles by `oneOf` and `anyOf`.
    pub fn has_titled_options(self) -> bool {
        self != Self::Mcp2025_06
    }

    /// Returns `true` if the titles of options can be in `enumNames`.
    pub fn has_enum_names(self) -> bool {
        !self.is_acp()
    }

    /// Returns `true` if properties other than booleans can have a default.
    pub fn has_defaults(self) -> bool {
        self != Self::Mcp2025_06
    }

    /// Returns `true` if a text can have a pattern.
    pub fn has_pattern(self) -> bool {
        self.is_acp()
    }

    /// Returns `true` if a form can have a title and a description.
    pub fn has_form_title(self) -> bool {
        self.is_acp()
    }

    /// Returns `true` if an answer can have metadata.
    pub fn has_result_meta(self) -> bool {
        self != Self::Mcp2026_07
    }

    /// Returns `true` if formats, kinds of options and outcomes may be other words than the defined ones.
    pub fn has_open_words(self) -> bool {
        self == Self::Acp2
    }

    /// Returns `true` if an answer may contain this value. ACP 2 permits every value, and MCP 2025-06-18 no lists.
    ///
    /// ```
    /// use agent_ui_elicitation::{Revision, wire::Payload};
    ///
    /// let list = Payload::parse(r#"["a","b"]"#)?;
    /// assert!(Revision::Mcp2025_11.has_answer_value(&list));
    /// assert!(!Revision::Mcp2025_06.has_answer_value(&list));
    /// # Ok::<(), agent_ui_elicitation::wire::DecodeError>(())
    /// ```
    pub fn has_answer_value(self, value: &Payload) -> bool {
        match value.kind() {
            _ if self == Self::Acp2 => true,
            PayloadKind::String | PayloadKind::Number | PayloadKind::Boolean => true,
            PayloadKind::Array => {
                let mut elements = value.elements();
                self.has_multiple_choice()
                    && elements.all(|element| element.kind() == PayloadKind::String)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Revision {
    type Err = UnknownRevision;

    /// Reads a name, with or without the protocol: `2025-06-18`, `mcp-elicitation@2025-06-18`, `acp@1`.
    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        let name = text.strip_prefix("mcp-elicitation@").unwrap_or(text);
        let known = Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == name);
        known.ok_or_else(|| UnknownRevision {
            name: text.to_owned(),
        })
    }
}
