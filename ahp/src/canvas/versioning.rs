//! Since when canvases are part of AHP. AHP canvas proposal, versioning and compatibility.
//!
//! Everything in the proposal is additive: new members are optional, and who does not know an action or a method passes
//! it over. It builds on AHP 0.5.1 and names 0.6.0 as an example of the version that would have it; the numbers here are
//! those of the proposal. The releases since then have none of it, so the version alone says nothing:
//! [`can_use`] asks for the capability as well.

use crate::{connection::ClientCapabilities, version::Version};

/// The version that the proposal builds on.
pub const BASELINE: &str = "0.5.1";

/// The actions of the proposal and the version in which each starts.
pub const ACTION_INTRODUCED_IN: [(&str, &str); 5] = [
    ("session/canvasesChanged", "0.6.0"),
    ("session/openCanvasesChanged", "0.6.0"),
    ("canvas/updated", "0.6.0"),
    ("canvas/closeRequested", "0.6.0"),
    ("canvas/message", "0.6.0"),
];

/// The methods of the proposal and the version in which each starts.
pub const METHOD_INTRODUCED_IN: [(&str, &str); 4] = [
    ("canvasOpen", "0.6.0"),
    ("canvasInvokeAction", "0.6.0"),
    ("canvasClose", "0.6.0"),
    ("canvasReadResource", "0.6.0"),
];

/// Whether an action or a method of the proposal may travel between peers that agreed on this version and of which the
/// client declared these capabilities. Of what the proposal does not name, nothing is known: no.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::{canvas::{self, versioning::can_use}, connection::{CanvasCapability, ClientCapabilities}};
///
/// let capabilities = ClientCapabilities::new().canvas(CanvasCapability::new());
/// assert!(can_use("canvas/updated", "0.6.0", &capabilities));
/// assert!(!can_use("canvas/updated", "0.5.1", &capabilities), "the version is too old");
/// assert!(!can_use("canvas/updated", "0.6.0", &ClientCapabilities::new()), "nobody shows canvases");
/// ```
pub fn can_use(name: &str, version: &str, capabilities: &ClientCapabilities) -> bool {
    let introduced =
        ACTION_INTRODUCED_IN.iter().chain(&METHOD_INTRODUCED_IN).find(|(known, _)| *known == name);
    capabilities.supports_canvases() && introduced.is_some_and(|(_, since)| is_since(version, since))
}

/// Whether `version` is `since` or a later one. A malformed version is not.
fn is_since(version: &str, since: &str) -> bool {
    match (Version::parse(version), Version::parse(since)) {
        (Some(version), Some(since)) => version >= since,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{canvas::StateAction, connection::CanvasCapability, method::Request};

    #[test]
    fn ahp_85_what_the_proposal_adds_is_younger_than_what_it_builds_on() {
        for (name, since) in ACTION_INTRODUCED_IN.iter().chain(&METHOD_INTRODUCED_IN) {
            assert!(is_since(since, BASELINE) && !is_since(BASELINE, since), "{name}");
        }
        for (version, newer) in [("0.6.0", true), ("0.10.0", true), ("1.0.0", true), ("0.5.9", false)] {
            assert_eq!(is_since(version, "0.6.0"), newer, "{version}");
        }
        for none in ["", "1", "1.0", "1.0.0.0", "1.0.x", "+1.0.0", "1..0", "99999999999999999999.0.0"] {
            assert!(!is_since(none, "0.0.0"), "{none}");
        }
    }

    #[test]
    fn ahp_86_the_tables_name_the_five_actions_and_the_four_methods() {
        for (action, _) in ACTION_INTRODUCED_IN {
            assert!(StateAction::TAGS.contains(&action), "{action}");
        }
        for (method, _) in METHOD_INTRODUCED_IN {
            assert!(Request::METHODS.contains(&method), "{method}");
        }
        let mut names: Vec<_> =
            ACTION_INTRODUCED_IN.iter().chain(&METHOD_INTRODUCED_IN).map(|(name, _)| name).collect();
        names.dedup();
        assert_eq!(names.len(), 9);
    }

    #[test]
    fn ahp_87_version_and_capability_are_both_needed() {
        let shows = ClientCapabilities::new().canvas(CanvasCapability::new());
        let not = ClientCapabilities::new();
        for (name, version, capabilities, may) in [
            ("canvasOpen", "0.6.0", &shows, true),
            ("canvas/message", "1.0.0", &shows, true),
            ("canvasOpen", "0.5.1", &shows, false),
            ("canvasOpen", "0.6.0", &not, false),
            ("canvas/stateChanged", "1.0.0", &shows, false),
        ] {
            assert_eq!(can_use(name, version, capabilities), may, "{name} {version}");
        }
    }
}
