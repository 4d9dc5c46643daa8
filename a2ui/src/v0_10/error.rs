//! What went wrong in a client.

use super::{ValidationFailed, ValidationFailedCode};
use crate::{
    CallId, SurfaceId,
    coded::{self, coded},
    rules,
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Anything but a failed validation went wrong: on a surface, or in a function that the agent called. A2UI 0.10, client to
    /// server, `error`, generic.
    pub struct GenericError {
        /// Any code but `VALIDATION_FAILED`. The schema gives it no type.
        code: Payload,
        /// For people.
        message: String,
        /// The surface, if it happened on one.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// The call, if it happened in one.
        function_call_id as "functionCallId"?: Field<CallId>,
    }
}

coded! {
    /// What went wrong in a client. Which of the two it is, its `code` says. A2UI 0.10, client to server, `error`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::Error, wire};
    ///
    /// let error: Error = wire::decode(r#"{"code":"INVALID_FUNCTION_CALL","functionCallId":"c1","message":"no such function"}"#)?;
    /// assert!(error.surface_id().is_none());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub enum Error { ValidationFailed, GenericError, codes: ValidationFailedCode::WORDS }
}

impl Error {
    /// The surface in which it went wrong, if it was one.
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
                coded::not_generic(ValidationFailedCode::WORDS, error.code.as_str(), at, found);
                rules::not_null(&error.surface_id, "surfaceId", at, found);
                rules::not_null(&error.function_call_id, "functionCallId", at, found);
                let surface = ("surfaceId", !error.surface_id.is_absent());
                let call = ("functionCallId", !error.function_call_id.is_absent());
                rules::exactly_one(surface, call, at, found);
            }
        }
    }
}
