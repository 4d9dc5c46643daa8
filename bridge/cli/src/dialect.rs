//! Protocols as they are named on the command line.

use bridge::{Dialect, Protocol};
use std::str::FromStr;

/// A protocol that was asked for: a version of it, or the protocol alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The version; of the protocol alone, the one that is written.
    pub(crate) dialect: Dialect,
    /// Whether the version was named.
    pub(crate) exact: bool,
}

const NAMES: [(&str, Dialect, bool); 13] = [
    ("aap", Dialect::Aap, true),
    ("a2ui", Dialect::A2ui0_9, false),
    ("a2ui@0.8", Dialect::A2ui0_8, true),
    ("a2ui@0.9", Dialect::A2ui0_9, true),
    ("a2ui@0.9.1", Dialect::A2ui0_9_1, true),
    ("a2ui@0.10", Dialect::A2ui0_10, true),
    ("a2ui@1.0", Dialect::A2ui1_0, true),
    ("a2ui@1.0-at", Dialect::A2ui1_0At, true),
    ("a2ui@1.0-june", Dialect::A2ui1_0June, true),
    ("ahp", Dialect::AhpCanvas, false),
    ("ahp@canvas", Dialect::AhpCanvas, true),
    ("ahp@1.0", Dialect::Ahp1_0, true),
    ("mcp", Dialect::Mcp, true),
];

impl FromStr for Named {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "actions-json" {
            return Ok(Self { dialect: Dialect::ActionsJson, exact: true });
        }
        let known = NAMES.into_iter().find(|(known, _, _)| *known == name);
        let known = known.map(|(_, dialect, exact)| Self { dialect, exact });
        known.ok_or_else(|| {
            let names = NAMES.map(|(known, _, _)| known).join(", ");
            format!("expected one of {names}, actions-json")
        })
    }
}

impl Named {
    pub(crate) fn protocol(self) -> Protocol {
        self.dialect.protocol()
    }

    /// The version of A2UI that messages have to be of; `None` if any will do.
    pub(crate) fn a2ui_version(self) -> Option<bridge::a2ui::Version> {
        self.dialect.a2ui_version().filter(|_| self.exact)
    }
}
