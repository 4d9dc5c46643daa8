//! `action_error`.

use super::{CallId, RuntimeId};
use crate::check;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// What went wrong. The listed codes are stable; runtimes use many of their own. actions.json v1, error codes.
    pub open enum ErrorCode {
        /// No such action is declared.
        UnknownAction = "unknown_action",
        /// The input does not fit its schema.
        InvalidInput = "invalid_input",
        /// The runtime is not there yet.
        RuntimeNotReady = "runtime_not_ready",
        /// It is not allowed.
        PermissionDenied = "permission_denied",
        /// Several runtimes fit.
        AmbiguousRuntime = "ambiguous_runtime",
        /// No runtime fits.
        RuntimeNotFound = "runtime_not_found",
        /// The host cannot do that.
        CapabilityUnavailable = "capability_unavailable",
        /// The page has no such handler.
        MissingHandler = "missing_handler",
        /// The handler failed.
        HandlerFailed = "handler_failed",
        /// The handler took too long.
        HandlerTimeout = "handler_timeout",
        /// The result does not fit its schema.
        InvalidResult = "invalid_result",
        /// Nothing on the page fits the target.
        TargetNotFound = "target_not_found",
        /// The page is not in the state that was asked for.
        StateMismatch = "state_mismatch",
        /// The page is no longer what the manifest describes.
        DriftDetected = "drift_detected",
        /// It would not be safe in this state.
        UnsafeState = "unsafe_state",
        /// The connection failed.
        TransportFailed = "transport_failed",
    }
}

wire::word! {
    /// How bad it is. The list is closed; other words are kept and are findings. actions.json v1, `action_error`.
    pub open enum ErrorSeverity {
        /// Worth knowing.
        Info = "info",
        /// It goes on.
        Minor = "minor",
        /// It does not go on like this.
        Major = "major",
        /// It has to stop.
        Critical = "critical",
    }
}

wire::object! {
    /// What went wrong. actions.json v1, `action_error`.
    pub struct ErrorDetails {
        /// For programs.
        code: ErrorCode,
        /// For people and models.
        message: String,
        /// How bad it is.
        severity?: Field<ErrorSeverity>,
        /// Whether trying again can help.
        recoverable?: Field<bool>,
        /// What was seen.
        evidence?: Option<Payload>,
    }

    /// Something went wrong. actions.json v1, `action_error`.
    pub struct ActionError by "type" = "action_error" {
        /// With which call.
        call_id?: Field<CallId>,
        /// On which page.
        runtime_id?: Field<RuntimeId>,
        /// What.
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
