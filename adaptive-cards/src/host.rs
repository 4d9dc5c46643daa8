//! The hosts that show cards.

use crate::card::CardVersion;
use std::fmt;

/// A host whose limits are known.
///
/// ```
/// use agent_ui_adaptive_cards::CardHost;
///
/// assert_eq!(CardHost::from_name("web-chat"), Some(CardHost::WebChat));
/// assert!(CardHost::TeamsWebhook.has_execute() && !CardHost::TeamsWebhook.has_submit());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CardHost {
    /// A bot in Teams.
    Teams,
    /// An incoming webhook of Teams.
    TeamsWebhook,
    /// An actionable message in Outlook.
    Outlook,
    /// Bot Framework Web Chat.
    WebChat,
}

impl CardHost {
    /// All known hosts.
    pub const ALL: [Self; 4] = [
        Self::Teams,
        Self::TeamsWebhook,
        Self::Outlook,
        Self::WebChat,
    ];

    /// Returns the host with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|host| host.as_str() == name)
    }

    /// Returns the name, such as `teams-webhook`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Teams => "teams",
            Self::TeamsWebhook => "teams-webhook",
            Self::Outlook => "outlook",
            Self::WebChat => "web-chat",
        }
    }

    /// Returns the highest version that the host shows.
    pub fn version(self) -> &'static str {
        match self {
            Self::Teams | Self::TeamsWebhook => "1.5",
            Self::Outlook => "1.4",
            Self::WebChat => "1.6",
        }
    }

    /// Returns the minor part of the highest version that the host shows.
    pub(crate) fn minor_version(self) -> u32 {
        let version = CardVersion::from(self.version());
        version.numbers().map_or(0, |(_, minor)| minor)
    }

    /// Returns the name of the host for sentences, such as `a webhook of Teams`.
    pub fn title(self) -> &'static str {
        match self {
            Self::Teams => "Teams",
            Self::TeamsWebhook => "a webhook of Teams",
            Self::Outlook => "Outlook",
            Self::WebChat => "Web Chat",
        }
    }

    /// Returns `true` if the host runs `Action.Submit`.
    pub fn has_submit(self) -> bool {
        matches!(self, Self::Teams | Self::WebChat)
    }

    /// Returns `true` if the host runs `Action.Execute`.
    pub fn has_execute(self) -> bool {
        !matches!(self, Self::WebChat)
    }

    /// Returns `true` if the host shows elements without a version, such as `Icon` and `Badge`.
    pub fn has_hub_elements(self) -> bool {
        matches!(self, Self::Teams | Self::TeamsWebhook)
    }

    /// Returns the greatest number of bytes of a message with the card.
    pub fn max_bytes(self) -> Option<usize> {
        match self {
            Self::Teams => Some(100_000),
            Self::TeamsWebhook => Some(28_000),
            Self::Outlook | Self::WebChat => None,
        }
    }

    /// Returns the number of buttons in one row that the host shows outside of a menu.
    pub fn max_actions(self) -> Option<usize> {
        match self {
            Self::Teams | Self::TeamsWebhook => Some(6),
            Self::Outlook | Self::WebChat => None,
        }
    }
}

impl fmt::Display for CardHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
