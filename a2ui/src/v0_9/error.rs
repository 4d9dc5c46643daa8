//! What went wrong in a client.

use crate::{SurfaceId, rules};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Finding, Payload, Pointer, Validate, decode::Refusal};

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

/// What went wrong in a client. Which of the two it is, its `code` says. A2UI 0.9, client to server, `error`.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::v0_9::Error;
///
/// let error: Error = wire::decode(r#"{"code":507,"surfaceId":"s","message":"full","free":0.0}"#)?;
/// assert!(matches!(error, Error::Generic(_)));
/// let error = wire::decode::<Error>(r#"{"code":"VALIDATION_FAILED","surfaceId":"s","message":"m"}"#).unwrap_err();
/// assert_eq!(error.pointer.as_str(), "/path");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The code is `VALIDATION_FAILED`.
    ValidationFailed(ValidationFailed),
    /// Any other code.
    Generic(GenericError),
}

impl From<ValidationFailed> for Error {
    fn from(error: ValidationFailed) -> Self {
        Self::ValidationFailed(error)
    }
}

impl From<GenericError> for Error {
    fn from(error: GenericError) -> Self {
        Self::Generic(error)
    }
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

fn is_validation_failed(code: &Payload) -> bool {
    code.as_str().is_some_and(|code| code == ValidationFailedCode::ValidationFailed.as_str())
}

impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::ValidationFailed(error) => error.serialize(serializer),
            Self::Generic(error) => error.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Error {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload = Payload::deserialize(deserializer)?;
        if !payload.is_object() {
            return Err(Refusal::wrong_type(payload.kind(), "an object (Error)").into_error());
        }
        let code = payload.members().find(|(name, _)| name == "code");
        let error = if code.is_some_and(|(_, code)| is_validation_failed(&code)) {
            payload.decode().map(Self::ValidationFailed)
        } else {
            payload.decode().map(Self::Generic)
        };
        error.map_err(wire::decode::nested_error)
    }
}

wire::special! {
    Error,
    schema: |generator| {
        let failed = generator.subschema_for::<ValidationFailed>();
        let generic = generator.subschema_for::<GenericError>();
        let is_failed = wire::schemars::json_schema!({"properties": {"code": {"const": "VALIDATION_FAILED"}}});
        wire::schemars::json_schema!({"type": "object", "if": is_failed, "then": failed, "else": generic})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            ValidationFailed::strategy(level).prop_map(Self::ValidationFailed),
            GenericError::strategy(level)
                .prop_filter("another code", |error| !is_validation_failed(&error.code))
                .prop_map(Self::Generic),
        ]
        .boxed()
    },
}

impl Validate for Error {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::ValidationFailed(error) => {
                rules::closed(&error.extra, "an error of the code `VALIDATION_FAILED`", at, found);
            }
            Self::Generic(error) if is_validation_failed(&error.code) => {
                let message = "`VALIDATION_FAILED` is the code of another error, which has a `path`";
                found.push(Finding::error("code", at.member("code"), message));
            }
            Self::Generic(_) => {}
        }
    }
}
