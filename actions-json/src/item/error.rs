//! The item `action_error`.

use super::{CallId, RuntimeId};
use crate::check;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The code of an error. The listed codes are stable; runtimes also use many codes of their own.
    ///
    /// Specification: [Stable Error Codes](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#stable-error-codes).
    pub open enum ErrorCode {
        /// No declared action has the requested name.
        UnknownAction = "unknown_action",
        /// The input does not match its schema.
        InvalidInput = "invalid_input",
        /// The runtime is not connected or not ready.
        RuntimeNotReady = "runtime_not_ready",
        /// The operation is not permitted.
        PermissionDenied = "permission_denied",
        /// Several runtimes match the selectors.
        AmbiguousRuntime = "ambiguous_runtime",
        /// No runtime matches the selectors.
        RuntimeNotFound = "runtime_not_found",
        /// The host does not support the capability.
        CapabilityUnavailable = "capability_unavailable",
        /// The page does not have the handler.
        MissingHandler = "missing_handler",
        /// The handler failed while running.
        HandlerFailed = "handler_failed",
        /// The handler exceeded its timeout.
        HandlerTimeout = "handler_timeout",
        /// The result does not match its schema.
        InvalidResult = "invalid_result",
        /// No element of the page matches the target.
        TargetNotFound = "target_not_found",
        /// The page is not in the required state.
        StateMismatch = "state_mismatch",
        /// The page no longer matches the manifest.
        DriftDetected = "drift_detected",
        /// The operation would be unsafe in this state.
        UnsafeState = "unsafe_state",
        /// The connection failed before delivery.
        TransportFailed = "transport_failed",
    }
}

wire::word! {
    /// The severity of an error. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`action_error`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_error).
    pub open enum ErrorSeverity {
        /// The error is informational only.
        Info = "info",
        /// The error does not prevent further work.
        Minor = "minor",
        /// The operation fails until something changes.
        Major = "major",
        /// All further work must stop.
        Critical = "critical",
    }
}

wire::object! {
    /// The details of an error: a code for programs and a message for people.
    ///
    /// Specification: [`action_error`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_error).
    pub struct ErrorDetails {
        /// The error code, for programs.
        code: ErrorCode,
        /// The message, for people and models.
        message: String,
        /// The severity of the error.
        severity?: Field<ErrorSeverity>,
        /// `true` if another attempt can succeed.
        recoverable?: Field<bool>,
        /// Structured data about the error.
        evidence?: Option<Payload>,
    }

    /// A failed call or another failed operation.
    ///
    /// Specification: [`action_error`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_error).
    pub struct ActionError by "type" = "action_error" {
        /// The call that failed; absent for other errors.
        call_id?: Field<CallId>,
        /// The page where the error occurred.
        runtime_id?: Field<RuntimeId>,
        /// The details of the error.
        error: ErrorDetails,
    }
}

impl Validate for ErrorDetails {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Field::Value(ErrorSeverity::Other(_)) = self.severity {
            check::unknown_word(at.member("severity"), ErrorSeverity::WORDS, found);
        }
    }
}

impl Validate for ActionError {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.error.findings(&at.member("error"), found);
    }
}
