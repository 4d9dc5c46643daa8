//! Errors reported by a client.

use super::{ValidationFailed, ValidationFailedCode};
use crate::{
    CallId, SurfaceId,
    coded::{self, coded},
    rules,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Reports an error other than a failed validation, in a surface or in a function called by the agent.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `error`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#error).
    pub struct GenericError {
        /// A code other than `VALIDATION_FAILED`. The schema defines no type for it.
        code: Payload,
        /// An explanation for developers.
        message: String,
        /// The surface in which the error occurred, if any.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// The call in which the error occurred, if any.
        function_call_id as "functionCallId"?: Field<CallId>,
    }
}

coded! {
    /// An error reported by a client. Its `code` determines the variant.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::Error, wire};
    ///
    /// let error: Error = wire::decode(r#"{"code":"INVALID_FUNCTION_CALL","functionCallId":"c1","message":"no such function"}"#)?;
    /// assert!(error.surface_id().is_none());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0 of June 2026, `error`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#error).
    pub enum Error { ValidationFailed, GenericError, codes: ValidationFailedCode::WORDS }
}

impl Error {
    /// Returns the id of the surface in which the error occurred, if any.
    pub fn surface_id(&self) -> Option<&SurfaceId> {
        match self {
            Self::ValidationFailed(error) => Some(&error.surface_id),
            Self::Generic(error) => error.surface_id.get(),
        }
    }
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => error.findings(at, found),
            Self::Generic(error) => {
                coded::check_generic_code(
                    ValidationFailedCode::WORDS,
                    error.code.as_str(),
                    at,
                    found,
                );
                rules::not_null(&error.surface_id, "surfaceId", at, found);
                rules::not_null(&error.function_call_id, "functionCallId", at, found);
                let surface = ("surfaceId", !error.surface_id.is_absent());
                let call = ("functionCallId", !error.function_call_id.is_absent());
                rules::exactly_one(surface, call, at, found);
            }
        }
    }
}
