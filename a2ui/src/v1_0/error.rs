//! What went wrong in a renderer.

use crate::{
    CallId, SurfaceId,
    coded::{self, coded},
    rules,
};
use std::borrow::Cow;
use wire::{Field, Finding, Pointer, Validate};

wire::word! {
    /// The codes of [`ValidationFailed`].
    pub closed enum ValidationFailedCode {
        /// A message breaks a rule.
        ValidationFailed = "VALIDATION_FAILED",
        /// A component stands in one whose children it may not be.
        UnallowedParent = "UNALLOWED_PARENT",
        /// A component holds one that it may not hold.
        UnallowedChild = "UNALLOWED_CHILD",
    }
}

wire::object! {
    /// A message of the agent broke a rule. A2UI 1.0, renderer to agent, `error`, validation failed.
    pub struct ValidationFailed {
        /// Which kind of rule.
        code: ValidationFailedCode,
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer to what is wrong.
        path: String,
        /// For people, and for the model that wrote the message.
        message: String,
    }
    /// Anything else went wrong: on a surface, or in a function that the agent called. A2UI 1.0, renderer to agent, `error`,
    /// generic.
    pub struct GenericError {
        /// Any other code.
        code: String,
        /// For people.
        message: String,
        /// The surface, if it happened on one.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// The call, if it happened in one.
        function_call_id as "functionCallId"?: Field<CallId>,
    }
}

coded! {
    /// What went wrong in a renderer. Which of the two it is, its `code` says. A2UI 1.0, renderer to agent, `error`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::Error, wire};
    ///
    /// let error: Error = wire::decode(r#"{"code":"UNALLOWED_CHILD","surfaceId":"s","path":"/components/0","message":"m"}"#)?;
    /// assert!(matches!(error, Error::ValidationFailed(_)));
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

impl Validate for ValidationFailed {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "an error of a failed validation", at, found);
    }
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => error.findings(at, found),
            Self::Generic(error) => {
                let code = Some(Cow::Borrowed(error.code.as_str()));
                coded::not_generic(ValidationFailedCode::WORDS, code, at, found);
                rules::not_null(&error.surface_id, "surfaceId", at, found);
                rules::not_null(&error.function_call_id, "functionCallId", at, found);
                let surface = ("surfaceId", !error.surface_id.is_absent());
                let call = ("functionCallId", !error.function_call_id.is_absent());
                rules::exactly_one(surface, call, at, found);
            }
        }
    }
}
