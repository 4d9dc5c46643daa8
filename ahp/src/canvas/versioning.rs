//! The AHP versions that include canvases, according to the Canvas proposal.
//!
//! The proposal only adds to AHP: its members are optional, and peers ignore unknown actions and methods. The
//! proposal builds on AHP 0.5.1, and names 0.6.0 as an example of the first version with canvases. This module uses
//! the numbers of the proposal. Later releases of AHP do not include the proposal, so the version alone is not
//! sufficient, and [`can_use`] also requires the capability.
//!
//! Specification: [AHP canvas proposal, § 11 Versioning](https://github.com/microsoft/agent-host-protocol/issues/297).

use crate::{connection::ClientCapabilities, version::Version};

/// The actions of the proposal, each with the first version that includes the action.
pub(crate) const ACTION_INTRODUCED_IN: [(&str, &str); 5] = [
    ("session/canvasesChanged", "0.6.0"),
    ("session/openCanvasesChanged", "0.6.0"),
    ("canvas/updated", "0.6.0"),
    ("canvas/closeRequested", "0.6.0"),
    ("canvas/message", "0.6.0"),
];

/// The methods of the proposal, each with the first version that includes the method.
pub(crate) const METHOD_INTRODUCED_IN: [(&str, &str); 4] = [
    ("canvasOpen", "0.6.0"),
    ("canvasInvokeAction", "0.6.0"),
    ("canvasClose", "0.6.0"),
    ("canvasReadResource", "0.6.0"),
];

/// Returns `true` if peers may send an action or a method of the proposal.
///
/// The negotiated version must include the name, and the client must have declared the capability. For names outside
/// the proposal, the result is `false`.
///
/// ```
/// use agent_ui_ahp::{canvas::{self, versioning::can_use}, connection::{CanvasCapability, ClientCapabilities}};
///
/// let capabilities = ClientCapabilities::new().canvas(CanvasCapability::new());
/// assert!(can_use("canvas/updated", "0.6.0", &capabilities));
/// assert!(!can_use("canvas/updated", "0.5.1", &capabilities), "the version is too old");
/// assert!(!can_use("canvas/updated", "0.6.0", &ClientCapabilities::new()), "the client does not show canvases");
/// ```
pub fn can_use(name: &str, version: &str, capabilities: &ClientCapabilities) -> bool {
    let introduced = ACTION_INTRODUCED_IN
        .iter()
        .chain(&METHOD_INTRODUCED_IN)
        .find(|(known, _)| *known == name);
    capabilities.supports_canvases()
        && introduced.is_some_and(|(_, since)| is_since(version, since))
}

/// Returns `true` if `version` is `since` or later. For a malformed version, the result is `false`.
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

    /// The AHP version that the proposal builds on.
    const BASELINE: &str = "0.5.1";

    #[test]
    fn ahp_85_the_proposal_is_newer_than_its_baseline() {
        for (name, since) in ACTION_INTRODUCED_IN.iter().chain(&METHOD_INTRODUCED_IN) {
            assert!(
                is_since(since, BASELINE) && !is_since(BASELINE, since),
                "{name}"
            );
        }
        for (version, newer) in [
            ("0.6.0", true),
            ("0.10.0", true),
            ("1.0.0", true),
            ("0.5.9", false),
        ] {
            assert_eq!(is_since(version, "0.6.0"), newer, "{version}");
        }
        for none in [
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "1.0.x",
            "+1.0.0",
            "1..0",
            "99999999999999999999.0.0",
        ] {
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
        let mut names: Vec<_> = ACTION_INTRODUCED_IN
            .iter()
            .chain(&METHOD_INTRODUCED_IN)
            .map(|(name, _)| name)
            .collect();
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
            assert_eq!(
                can_use(name, version, capabilities),
                may,
                "{name} {version}"
            );
        }
    }
}
