//! Error messages that a client sends to the agent.

use crate::{
    CallId, Message, SurfaceId, Version, detect, surface::SurfaceError, v0_8, v0_9, v0_10, v1_0,
};
use wire::{DecodeError, Extra, Field, Finding, Payload, Pointer};

/// The content of an error message, independent of the version.
///
/// If a rule of the protocol was broken, the code is `VALIDATION_FAILED` and there is a `path`. 1.0 also has
/// `UNALLOWED_PARENT` and `UNALLOWED_CHILD`, which older versions do not define. Other errors can have any code, and
/// `path` is an additional member.
///
/// ```
/// use agent_ui_a2ui::{Message, report::Report, v0_9, wire};
///
/// let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"component":"Text"}]}}"#;
/// let error = Message::read(text).unwrap_err();
/// let report = Report::decode_error(text, &error).v0_9(v0_9::Version::V0_9)?;
/// assert_eq!(
///     wire::encode(&report)?,
///     r#"{"version":"v0.9","error":{"code":"VALIDATION_FAILED","surfaceId":"s","path":"/components/0/id","message":"the required member `id` is missing; add the member `id`"}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Specification: [A2UI 0.9, Standard validation error format](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#standard-validation-error-format).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The error code for programs.
    pub code: String,
    /// The id of the surface with the error.
    pub surface_id: Option<SurfaceId>,
    /// The id of the agent's call in which the error occurred.
    pub call_id: Option<CallId>,
    /// A JSON Pointer into the body of the agent's message, or `None` if the error is not in a message.
    pub path: Option<String>,
    /// A description for people, and for the model that wrote the message.
    pub message: String,
}

/// The error for a report without the surface or call that the version of A2UI requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("an error message of {version} must name {what}")]
pub struct MissingAddress {
    /// The version that requires the surface or call.
    pub version: Version,
    what: &'static str,
}

const VALIDATION_FAILED: &str = "VALIDATION_FAILED";

/// The rules of [`Surfaces::apply`](crate::surface::Surfaces::apply) that depend on the existing surfaces. All other
/// rules depend on the message alone.
const RULES_OF_FITTING: &[&str] = &[
    "surface-exists",
    "unknown-surface",
    "surface-version",
    "surface-id-reused",
    "too-many-surfaces",
    "too-many-bytes",
    "client-message",
    "write-through-primitive",
    "not-an-index",
    "index-gap",
    "limit",
];

impl Report {
    /// Creates a report about an error in the client. Any code is allowed; by convention, codes are in capital
    /// letters.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let (code, message) = (code.into(), message.into());
        Self {
            code,
            surface_id: None,
            call_id: None,
            path: None,
            message,
        }
    }

    /// Creates a report about a message of the agent that breaks a rule.
    pub fn finding(surface_id: impl Into<SurfaceId>, finding: &Finding) -> Self {
        let code = match finding.rule {
            "unallowed-parent" => "UNALLOWED_PARENT",
            "unallowed-child" => "UNALLOWED_CHILD",
            _ => VALIDATION_FAILED,
        };
        let report = Self::new(code, join_hint(&finding.message, &finding.hint));
        report.at(&finding.pointer).on_surface(surface_id)
    }

    /// Creates a report about a message of the agent that cannot be read. The surface id is taken from the text of
    /// the message, if the text contains one.
    pub fn decode_error(text: &str, error: &DecodeError) -> Self {
        let report = Self::new(VALIDATION_FAILED, join_hint(&error.message, &error.hint));
        let surface_id = match Payload::parse(text) {
            Ok(message) => find_named_surface(&message),
            Err(_) => None,
        };
        Self {
            surface_id,
            ..report.at(&error.pointer)
        }
    }

    /// Creates a report about a message of the agent that cannot be applied. If the message does not fit the existing
    /// surfaces, the code is the name of the rule in capitals, such as `UNKNOWN_SURFACE`. Otherwise, the message
    /// breaks a rule of the protocol.
    pub fn surface_error(surface_id: impl Into<SurfaceId>, error: &SurfaceError) -> Self {
        let message = join_hint(&error.message, &error.hint);
        let code = if RULES_OF_FITTING.contains(&error.rule) {
            error.rule.to_uppercase().replace('-', "_")
        } else {
            VALIDATION_FAILED.to_owned()
        };
        Self::new(code, message)
            .at(&error.pointer)
            .on_surface(surface_id)
    }

    /// Sets the place in the agent's message.
    #[must_use]
    pub fn at(mut self, pointer: &Pointer) -> Self {
        self.path = Some(to_body_path(pointer));
        self
    }

    /// Sets the surface with the error.
    #[must_use]
    pub fn on_surface(mut self, surface_id: impl Into<SurfaceId>) -> Self {
        self.surface_id = Some(surface_id.into());
        self
    }

    /// Sets the agent's call in which the error occurred. Versions before 0.10 have no calls.
    #[must_use]
    pub fn in_call(mut self, call_id: impl Into<CallId>) -> Self {
        self.call_id = Some(call_id.into());
        self
    }

    /// Returns the error message in a version of A2UI. Its `version` is the first value that the version defines.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, Version, report::Report, surface::Surfaces, wire};
    ///
    /// let message = Message::read(r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1}}"#)?;
    /// let error = Surfaces::new().apply(&message).unwrap_err();
    /// let report = Report::surface_error("s", &error);
    /// assert_eq!(report.code, "UNKNOWN_SURFACE");
    /// assert_eq!(report.to_message(Version::V0_9)?.key(), "error");
    ///
    /// // An error in a call of the agent names the call.
    /// let report = Report::new("NO_CAMERA", "there is no camera").in_call("f1");
    /// assert!(wire::encode(&report.to_message(Version::V0_10)?)?.contains(r#""functionCallId":"f1""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the version requires a surface or a call, and the report has none.
    pub fn to_message(&self, version: Version) -> Result<Message, MissingAddress> {
        Ok(match version {
            Version::V0_8 => self.v0_8().into(),
            Version::V0_9 => self.v0_9(v0_9::Version::V0_9)?.into(),
            Version::V0_10 => self.v0_10(v0_10::Version::V0_10)?.into(),
            Version::V1_0June => self.v0_10(v0_10::Version::V1_0)?.into(),
            Version::V1_0 => self.v1_0()?.into(),
        })
    }

    /// Returns the message of A2UI 0.8. Errors of 0.8 have no fixed members, so the message contains all known
    /// values.
    pub fn v0_8(&self) -> v0_8::ClientMessage {
        let mut error = v0_8::Error::new();
        let members = [
            ("code", Some(self.code.as_str())),
            ("surfaceId", self.surface_id.as_ref().map(SurfaceId::as_str)),
            ("functionCallId", self.call_id.as_ref().map(CallId::as_str)),
            ("path", self.path.as_deref()),
            ("message", Some(self.message.as_str())),
        ];
        for (name, member) in members {
            if let Some(text) = member {
                error.extra.insert(name, Payload::string(text));
            }
        }
        v0_8::ClientMessage::new(error)
    }

    /// Returns the message of A2UI 0.9 or 0.9.1.
    ///
    /// # Errors
    /// Returns an error if no surface is known.
    pub fn v0_9(&self, version: v0_9::Version) -> Result<v0_9::ClientMessage, MissingAddress> {
        let surface_id = self.surface(Version::V0_9)?;
        let error: v0_9::Error = if self.is_validation() {
            let code = v0_9::ValidationFailedCode::ValidationFailed;
            v0_9::ValidationFailed::new(code, surface_id, self.path(), self.message.clone()).into()
        } else {
            let code = Payload::string(&self.code);
            let mut error = v0_9::GenericError::new(code, surface_id, self.message.clone());
            error.extra = self.additional_members();
            error.into()
        };
        Ok(v0_9::ClientMessage::new(version, error))
    }

    /// Returns the message of A2UI 0.10, or of the 1.0 of June 2026.
    ///
    /// # Errors
    /// Returns an error if neither a surface nor a call is known.
    pub fn v0_10(&self, version: v0_10::Version) -> Result<v0_10::ClientMessage, MissingAddress> {
        let error: v0_10::Error = if self.is_validation() && self.call_id.is_none() {
            let code = v0_10::ValidationFailedCode::ValidationFailed;
            let surface_id = self.surface(Version::V0_10)?;
            v0_10::ValidationFailed::new(code, surface_id, self.path(), self.message.clone()).into()
        } else {
            let mut error =
                v0_10::GenericError::new(Payload::string(self.code()), self.message.clone());
            (error.surface_id, error.function_call_id) = self.address(Version::V0_10)?;
            error.extra = self.additional_members();
            error.into()
        };
        Ok(v0_10::ClientMessage::new(version, error))
    }

    /// Returns the message of A2UI 1.0.
    ///
    /// # Errors
    /// Returns an error if neither a surface nor a call is known.
    pub fn v1_0(&self) -> Result<v1_0::RendererMessage, MissingAddress> {
        let error: v1_0::Error = if self.is_validation() && self.call_id.is_none() {
            let code = v1_0::ValidationFailedCode::from_word(&self.code)
                .unwrap_or(v1_0::ValidationFailedCode::ValidationFailed);
            let surface_id = self.surface(Version::V1_0)?;
            v1_0::ValidationFailed::new(code, surface_id, self.path(), self.message.clone()).into()
        } else {
            let mut error = v1_0::GenericError::new(self.code(), self.message.clone());
            (error.surface_id, error.function_call_id) = self.address(Version::V1_0)?;
            error.extra = self.additional_members();
            error.into()
        };
        Ok(v1_0::RendererMessage::new(v1_0::Version::V1_0, error))
    }

    /// Returns `true` if a rule of the protocol was broken.
    fn is_validation(&self) -> bool {
        v1_0::ValidationFailedCode::from_word(&self.code).is_some()
    }

    /// Returns the path of the error. An empty path means the whole message, and is used if the path is unknown.
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// Returns the additional members of a generic error.
    fn additional_members(&self) -> Extra {
        let mut extra = Extra::default();
        if let Some(path) = &self.path {
            extra.insert("path", Payload::string(path));
        }
        extra
    }

    /// Returns the code of a generic error. Codes for broken rules require a surface, so an error in a call gets
    /// another code.
    fn code(&self) -> &str {
        if self.is_validation() {
            "INVALID_FUNCTION_CALL"
        } else {
            &self.code
        }
    }

    /// Returns the surface, or an error if the report has none.
    fn surface(&self, version: Version) -> Result<SurfaceId, MissingAddress> {
        self.surface_id.clone().ok_or(MissingAddress {
            version,
            what: "a surface",
        })
    }

    /// Returns the call, or the surface if there is no call, but never both.
    fn address(
        &self,
        version: Version,
    ) -> Result<(Field<SurfaceId>, Field<CallId>), MissingAddress> {
        match (&self.call_id, &self.surface_id) {
            (Some(call_id), _) => Ok((Field::Absent, Field::Value(call_id.clone()))),
            (None, Some(surface_id)) => Ok((Field::Value(surface_id.clone()), Field::Absent)),
            (None, None) => Err(MissingAddress {
                version,
                what: "a surface or a call",
            }),
        }
    }
}

/// Joins the message of an error and its hint into one sentence.
fn join_hint(message: &str, hint: &str) -> String {
    if hint.is_empty() {
        message.to_owned()
    } else {
        format!("{message}; {hint}")
    }
}

/// Returns the surface id in the body of a message.
fn find_named_surface(message: &Payload) -> Option<SurfaceId> {
    for (_, body) in message.members() {
        for (name, id) in body.members() {
            if name != "surfaceId" {
                continue;
            }
            if let Ok(id) = id.decode() {
                return Some(id);
            }
            break;
        }
    }
    None
}

/// Converts a pointer to a path of an error message, which starts at the body of the agent's message.
fn to_body_path(pointer: &Pointer) -> String {
    let mut segments = pointer.segments().skip_while(|segment| {
        segment == "messages"
            || (!segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let key = segments.next().unwrap_or_default();
    if !detect::is_key(&key) {
        return pointer.as_str().to_owned();
    }
    let mut path = Pointer::root();
    segments.for_each(|segment| path.push(&segment));
    path.as_str().to_owned()
}

#[cfg(test)]
mod tests;
