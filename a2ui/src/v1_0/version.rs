//! The member `version` of messages.

use wire::{Finding, Pointer};

wire::word! {
    /// The value of the member `version`. The enumeration is closed, because other values mean other messages.
    ///
    /// Specification: [A2UI 1.0, Envelope message structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#envelope-message-structure).
    pub closed enum Version {
        /// A2UI 1.0 since November 2026.
        V1_0 = "1.0",
        /// A2UI 1.0 as a candidate, until October 2026.
        V1_0Candidate = "v1.0",
        /// A value that the specification does not define, but published readers accept as 1.0.
        V1_0_0 = "1.0.0",
        /// A value that the specification does not define, but published readers accept as 1.0.
        UpperV1_0 = "V1.0",
    }
}

impl Version {
    /// Returns `true` if a message with this version can belong to any 1.0 before November 2026.
    pub fn is_candidate(self) -> bool {
        self == Self::V1_0Candidate
    }

    pub(super) fn add_findings(self, at: &Pointer, found: &mut Vec<Finding>) {
        if matches!(self, Self::V1_0_0 | Self::UpperV1_0) {
            let message =
                format_args!("the specification does not define the version `{self}`").to_string();
            let finding = Finding::warning("version-word", at.member("version"), message);
            found.push(finding.hint("write `1.0`: other readers may reject this version"));
        }
    }
}
