//! Refusals of events that may not reach the agent.

use crate::{
    item::{ActionError, DomEvent, ErrorCode, ErrorDetails},
    schema::Violation,
};
use std::fmt;
use wire::{Payload, Pointer};

/// The reason why an event may not reach the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum AdmissionRefusalKind {
    /// The manifest declares no signal for the event.
    Undeclared,
    /// The manifest declares several signals for the event.
    Ambiguous,
    /// The signal is not directed to the agent.
    WrongDirection,
    /// The signal is not enabled.
    Disabled,
    /// The payload does not match the schema of the signal, or cannot be checked.
    PayloadInvalid,
    /// The schema of the signal cannot be used, so no payload matches it.
    SchemaUnusable,
    /// The signal has a schema, and this program was built without the feature `jsonschema`.
    Unchecked,
}

impl AdmissionRefusalKind {
    /// Returns the name of the kind in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Undeclared => "undeclared",
            Self::Ambiguous => "ambiguous",
            Self::WrongDirection => "wrong-direction",
            Self::Disabled => "disabled",
            Self::PayloadInvalid => "payload-invalid",
            Self::SchemaUnusable => "schema-unusable",
            Self::Unchecked => "unchecked",
        }
    }

    /// Returns the error code of the bridge protocol for such an event.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::Undeclared | Self::Ambiguous => ErrorCode::UnknownAction,
            Self::WrongDirection | Self::Disabled => ErrorCode::PermissionDenied,
            Self::PayloadInvalid | Self::SchemaUnusable => ErrorCode::InvalidInput,
            Self::Unchecked => ErrorCode::CapabilityUnavailable,
        }
    }
}

/// The refusal of an event that may not reach the agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{pointer}: {message} ({})", .kind.as_str())]
pub struct AdmissionRefusal {
    /// The reason for the refusal.
    pub kind: AdmissionRefusalKind,
    /// The place in the event.
    pub pointer: Pointer,
    /// A description for people, without values from the payload.
    pub message: String,
    /// A correct value, or an instruction for fixing the event.
    pub hint: String,
    /// Every place where the payload does not match its schema; empty for other kinds.
    pub violations: Vec<Violation>,
}

impl AdmissionRefusal {
    pub(super) fn new(
        kind: AdmissionRefusalKind,
        pointer: Pointer,
        message: impl fmt::Display,
        hint: impl fmt::Display,
    ) -> Self {
        let (message, hint) = (message.to_string(), hint.to_string());
        Self {
            kind,
            pointer,
            message,
            hint,
            violations: Vec::new(),
        }
    }

    /// Returns the error code of the bridge protocol for such an event.
    pub fn code(&self) -> ErrorCode {
        self.kind.code()
    }

    /// Creates the item that answers the event. Its evidence contains `event_id`, `pointer` and `validation_errors`.
    pub fn action_error(&self, event: &DomEvent) -> ActionError {
        let violations: Vec<Payload> = self.violations.iter().map(Violation::to_evidence).collect();
        let evidence = Payload::object([
            ("event_id", &Payload::string(event.event_id.as_str())),
            ("pointer", &Payload::string(self.pointer.as_str())),
            ("validation_errors", &Payload::array(&violations)),
        ]);
        let error = ErrorDetails::new(self.code(), self.message.as_str()).evidence(evidence);
        ActionError::new(error).runtime_id(event.runtime_id.clone())
    }
}
