//! Errors reported by a renderer.

use crate::{
    CallId, SurfaceId,
    coded::{self, coded},
    rules,
};
use std::borrow::Cow;
use wire::{Field, Finding, Pointer, Validate};

wire::word! {
    /// The codes of [`ValidationFailed`].
    ///
    /// Specification: [A2UI 1.0, Standard validation error format](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#standard-validation-error-format).
    pub closed enum ValidationFailedCode {
        /// A message violates a rule.
        ValidationFailed = "VALIDATION_FAILED",
        /// A component is the child of a component type that does not allow it.
        UnallowedParent = "UNALLOWED_PARENT",
        /// A component contains a child of a type that it does not allow.
        UnallowedChild = "UNALLOWED_CHILD",
    }
}

wire::object! {
    /// Reports that a message of the agent violates a rule.
    ///
    /// Specification: [A2UI 1.0, Standard validation error format](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#standard-validation-error-format).
    pub struct ValidationFailed {
        /// The kind of the violated rule.
        code: ValidationFailedCode,
        /// The surface of the message.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer to the invalid value.
        path: String,
        /// An explanation for developers, and for the model that wrote the message.
        message: String,
    }
    /// Reports any other error, in a surface or in a function called by the agent.
    ///
    /// Specification: [A2UI 1.0, `error`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#error).
    pub struct GenericError {
        /// A code other than those of a failed validation.
        code: String,
        /// An explanation for developers.
        message: String,
        /// The surface in which the error occurred, if any.
        surface_id as "surfaceId"?: Field<SurfaceId>,
        /// The call in which the error occurred, if any.
        function_call_id as "functionCallId"?: Field<CallId>,
    }
}

coded! {
    /// An error reported by a renderer. Its `code` determines the variant.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::Error, wire};
    ///
    /// let error: Error = wire::decode(r#"{"code":"UNALLOWED_CHILD","surfaceId":"s","path":"/components/0","message":"m"}"#)?;
    /// assert!(matches!(error, Error::ValidationFailed(_)));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, `error`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#error).
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

impl Validate for ValidationFailed {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "an error of a failed validation", at, found);
    }
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => error.findings(at, found),
            Self::Generic(error) => {
                let code = Some(Cow::Borrowed(error.code.as_str()));
                coded::check_generic_code(ValidationFailedCode::WORDS, code, at, found);
                rules::not_null(&error.surface_id, "surfaceId", at, found);
                rules::not_null(&error.function_call_id, "functionCallId", at, found);
                let surface = ("surfaceId", !error.surface_id.is_absent());
                let call = ("functionCallId", !error.function_call_id.is_absent());
                rules::exactly_one(surface, call, at, found);
            }
        }
    }
}
