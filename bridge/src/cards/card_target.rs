//! The version and the host for which a card is written.

use super::rules;
use crate::Refusal;
use adaptive_cards::{CardVersion, Host};
use wire::Pointer;

/// The number of buttons that hosts show side by side by default.
const COMMON_ACTIONS: usize = 5;

/// The version and the host for which a card is written.
///
/// A card contains only what its version has. Without a host, a card suits every host of its version.
///
/// ```
/// use agent_ui_bridge::{adaptive_cards::Host, cards::CardTarget};
///
/// assert_eq!(CardTarget::host(Host::Outlook).version.as_str(), "1.4");
/// assert_eq!(CardTarget::version("1.2").host, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardTarget {
    /// The version of the card, such as `1.5`.
    pub version: CardVersion,
    /// The host that shows the card, if it is known.
    pub host: Option<Host>,
}

impl CardTarget {
    /// Targets all hosts that show a version.
    pub fn version(version: impl Into<CardVersion>) -> Self {
        Self {
            version: version.into(),
            host: None,
        }
    }

    /// Targets one host, with the latest version that it shows. Outlook also needs an `originator`, which the program that
    /// sends the card adds.
    pub fn host(host: Host) -> Self {
        Self {
            version: CardVersion::from(host.version()),
            host: Some(host),
        }
    }

    /// Refuses a version that does not exist.
    pub(super) fn ensure_known(&self) -> Result<(), Refusal> {
        let version = self.version.as_str();
        if CardVersion::KNOWN.contains(&version) {
            return Ok(());
        }
        let message = format!("version {version:?} of Adaptive Cards does not exist");
        Err(
            Refusal::rule_broken(rules::VERSION, Pointer::root(), message)
                .hint(format!("use one of {}", CardVersion::KNOWN.join(", "))),
        )
    }

    /// Returns `true` if the version is 1.`minor` or later.
    pub(super) fn is_at_least(&self, minor: u32) -> bool {
        self.version
            .numbers()
            .is_some_and(|numbers| numbers >= (1, minor))
    }

    /// Returns `true` if buttons may stand in the body. Otherwise they stand below it.
    pub(super) fn has_action_sets(&self) -> bool {
        self.is_at_least(2)
    }

    /// Returns `true` if the host shows the elements without a version, such as icons.
    pub(super) fn has_hub_elements(&self) -> bool {
        self.host.is_some_and(Host::has_hub_elements)
    }

    pub(super) fn has_execute(&self) -> bool {
        self.is_at_least(4) && self.host.is_none_or(Host::has_execute)
    }

    pub(super) fn has_submit(&self) -> bool {
        self.host.is_none_or(Host::has_submit)
    }

    /// Returns the number of buttons that a host shows side by side.
    pub(super) fn max_actions(&self) -> usize {
        match self.host {
            Some(host) => host.max_actions().unwrap_or(usize::MAX),
            None => COMMON_ACTIONS,
        }
    }

    /// Returns `true` if the host shows further buttons in a menu.
    pub(super) fn has_action_menu(&self) -> bool {
        self.host.is_some() && self.is_at_least(5)
    }

    pub(super) fn max_bytes(&self) -> usize {
        self.host.and_then(Host::max_bytes).unwrap_or(usize::MAX)
    }
}
