//! The root object of a manifest. actions.json v1, root object.

use crate::signal::Signal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use wire::{Field, Finding, Number, Payload, PayloadKind, Pointer, Validate, decode::Refusal};

/// The version of a manifest. The specification knows the integer 1; published manifests also have texts of their own.
/// actions.json v1, root object.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::manifest::Version;
///
/// assert!(wire::decode::<Version>("1")?.is_v1());
/// assert!(!wire::decode::<Version>(r#""0.1.0-working""#)?.is_v1());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Version {
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
}

impl Version {
    /// Whether it is the integer 1.
    pub fn is_v1(&self) -> bool {
        matches!(self, Self::Number(number) if number.as_str() == "1")
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        if let Some(number) = Number::of(&payload) {
            return Ok(Self::Number(number));
        }
        if payload.kind() == PayloadKind::String {
            return payload.decode().map(Self::Text).map_err(wire::decode::nested_error);
        }
        Err(Refusal::wrong_type(payload.kind(), "a number or a string").into_error())
    }
}

wire::special! {
    Version,
    schema: |_generator| wire::schemars::json_schema!({"type": ["number", "string"]}),
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            Just(Version::Number(Number::from(1))),
            Number::strategy(level).prop_map(Version::Number),
            String::strategy(level).prop_map(Version::Text),
        ]
        .boxed()
    },
}

wire::object! {
    /// A manifest: what a site lets an agent do. actions.json v1, root object.
    ///
    /// What concerns the events of a page is typed; the other sections (`tools` among them, which every manifest has)
    /// are kept as they came, in `extra`.
    pub struct Manifest {
        /// `actions.json`.
        protocol?: Field<String>,
        /// 1.
        version?: Field<Version>,
        /// The events that the page may send.
        signals?: Field<Vec<Signal>>,
    }
}

impl Manifest {
    /// What `protocol` says.
    pub const PROTOCOL: &'static str = "actions.json";

    /// The declared signals, in order.
    pub fn signals_declared(&self) -> &[Signal] {
        self.signals.get().map_or(&[], Vec::as_slice)
    }
}

impl Validate for Manifest {
    /// Judges by the letter of the specification, by which most published manifests fail.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if self.protocol.get().is_none_or(|protocol| protocol != Self::PROTOCOL) {
            let message = "This manifest does not name the protocol `actions.json`.";
            found.push(Finding::error("V1", at.member("protocol"), message).hint("\"actions.json\""));
        }
        if !self.version.get().is_some_and(Version::is_v1) {
            let message = "This manifest does not have the version 1.";
            found.push(Finding::error("V2", at.member("version"), message).hint("the integer 1"));
        }
        if self.extra.get("tools").is_none_or(|tools| tools.kind() != PayloadKind::Array) {
            let message = "This manifest has no list of tools.";
            found.push(
                Finding::error("V3", at.member("tools"), message).hint("a list, if need be an empty one"),
            );
        }
        self.signals_declared_once(&at.member("signals"), found);
    }
}

impl Manifest {
    fn signals_declared_once(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut names = BTreeSet::new();
        for (index, signal) in self.signals_declared().iter().enumerate() {
            let at = at.element(index);
            if !names.insert(signal.name.as_str()) {
                let message = "A signal of this name stands further up.";
                found.push(Finding::error("V5", at.member("name"), message).hint("a name of its own"));
            }
            signal.findings(&at, found);
        }
    }
}
