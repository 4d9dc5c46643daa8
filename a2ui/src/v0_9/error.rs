//! What went wrong in a client.

use crate::{
    SurfaceId,
    coded::{self, coded},
    rules,
};
use wire::{Finding, Payload, Pointer, Validate};

wire::word! {
    /// The code of [`ValidationFailed`].
    pub closed enum ValidationFailedCode {
        /// The only one.
        ValidationFailed = "VALIDATION_FAILED",
    }
}

wire::object! {
    /// A message of the agent broke a rule. A2UI 0.9, client to server, `error`, validation failed.
    pub struct ValidationFailed {
        /// `VALIDATION_FAILED`
        code: ValidationFailedCode,
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// A JSON Pointer to what is wrong.
        path: String,
        /// For people, and for the model that wrote the message.
        message: String,
    }
    /// Anything else went wrong. A2UI 0.9, client to server, `error`, generic.
    pub struct GenericError {
        /// Any code but `VALIDATION_FAILED`. The schema gives it no type.
        code: Payload,
        /// The surface.
        surface_id as "surfaceId": SurfaceId,
        /// For people.
        message: String,
    }
}

coded! {
    /// What went wrong in a client. Which of the two it is, its `code` says. A2UI 0.9, client to server, `error`.
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
    pub enum Error { ValidationFailed, GenericError, codes: ValidationFailedCode::WORDS }
}

impl Error {
    /// The surface in which it went wrong.
    pub fn surface_id(&self) -> &SurfaceId {
        match self {
            Self::ValidationFailed(error) => &error.surface_id,
            Self::Generic(error) => &error.surface_id,
        }
    }
}

impl Validate for ValidationFailed {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "an error of the code `VALIDATION_FAILED`", at, found);
    }
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => error.findings(at, found),
            Self::Generic(error) => {
                coded::not_generic(ValidationFailedCode::WORDS, error.code.as_str(), at, found)
            }
        }
    }
}
