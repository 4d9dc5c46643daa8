//! Errors reported by a client.

use crate::{
    SurfaceId,
    coded::{self, coded},
    rules,
};
use wire::{Finding, Payload, Pointer, Validate};

wire::word! {
    /// The code of [`ValidationFailed`].
    ///
    /// Specification: [A2UI 0.9, Standard validation error format](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#standard-validation-error-format).
    pub closed enum ValidationFailedCode {
        /// The validation of a message failed.
        ValidationFailed = "VALIDATION_FAILED",
    }
}

wire::object! {
    /// Reports that a message of the agent violates a rule.
    ///
    /// Specification: [A2UI 0.9, Standard validation error format](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#standard-validation-error-format).
    pub struct ValidationFailed {
        /// The constant `VALIDATION_FAILED`.
        code: ValidationFailedCode,
        /// The surface of the message.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer to the invalid value.
        path: String,
        /// An explanation for developers, and for the model that wrote the message.
        message: String,
    }
    /// Reports any other error.
    ///
    /// Specification: [A2UI 0.9, client to server schema, `error`](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_9/json/client_to_server.json).
    pub struct GenericError {
        /// A code other than `VALIDATION_FAILED`. The schema defines no type for it.
        code: Payload,
        /// The surface in which the error occurred.
        surface_id as "surfaceId": SurfaceId,
        /// An explanation for developers.
        message: String,
    }
}

coded! {
    /// An error reported by a client. Its `code` determines the variant.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::Error, wire};
    ///
    /// let error: Error = wire::decode(r#"{"code":507,"surfaceId":"s","message":"full","free":0.0}"#)?;
    /// assert!(matches!(error, Error::Generic(_)));
    /// let error = wire::decode::<Error>(r#"{"code":"VALIDATION_FAILED","surfaceId":"s","message":"m"}"#).unwrap_err();
    /// assert_eq!(error.pointer.as_str(), "/path");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, client to server schema, `error`](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_9/json/client_to_server.json).
    pub enum Error { ValidationFailed, GenericError, codes: ValidationFailedCode::WORDS }
}

impl Error {
    /// Returns the id of the surface in which the error occurred.
    pub fn surface_id(&self) -> &SurfaceId {
        match self {
            Self::ValidationFailed(error) => &error.surface_id,
            Self::Generic(error) => &error.surface_id,
        }
    }
}

impl Validate for ValidationFailed {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(
            &self.extra,
            "an error with the code `VALIDATION_FAILED`",
            at,
            found,
        );
    }
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => error.findings(at, found),
            Self::Generic(error) => coded::check_generic_code(
                ValidationFailedCode::WORDS,
                error.code.as_str(),
                at,
                found,
            ),
        }
    }
}
