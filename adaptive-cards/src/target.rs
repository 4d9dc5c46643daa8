//! The readers for which a card is validated.

use crate::{CardHost, CardVersion};

/// The readers for which a card is validated: every host, the hosts of one version, or one host.
///
/// ```
/// use agent_ui_adaptive_cards::{CardHost, ValidationTarget};
///
/// assert_eq!(ValidationTarget::from_name("1.4"), Some(ValidationTarget::Version(4)));
/// assert_eq!(ValidationTarget::from_name("teams"), Some(ValidationTarget::Host(CardHost::Teams)));
/// assert_eq!(ValidationTarget::from_name("latest"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValidationTarget {
    /// The hosts that know the version that the card states.
    #[default]
    Any,
    /// The hosts that know this minor version of Adaptive Cards 1.
    Version(u32),
    /// The users of one host.
    Host(CardHost),
}

impl ValidationTarget {
    /// Returns the target with this name: a published version, such as `1.5`, or the name of a host, such as `teams`.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(host) = CardHost::from_name(name) {
            return Some(Self::Host(host));
        }
        let known = CardVersion::KNOWN.contains(&name);
        let (_, minor) = CardVersion::from(name).numbers().filter(|_| known)?;
        Some(Self::Version(minor))
    }

    /// Returns the host, if the target is one.
    pub fn host(self) -> Option<CardHost> {
        match self {
            Self::Host(host) => Some(host),
            Self::Any | Self::Version(_) => None,
        }
    }
}
