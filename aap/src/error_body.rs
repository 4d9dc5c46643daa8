//! Error bodies of a provider.

use wire::{Field, Payload};

wire::word! {
    /// The machine-readable code of an error, a string.
    ///
    /// The vocabulary is open. The specification shows two codes. The published provider uses more codes and, in one
    /// of its modes, writes sentences instead of codes.
    ///
    /// Specification: [AAP 1.0, submit interaction](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#submit-interaction).
    pub open enum ErrorCode {
        /// A required member is missing or empty.
        MissingField = "missing_field",
        /// The agent or the page does not exist.
        NotFound = "not_found",
        /// The request is invalid.
        InvalidRequest = "invalid_request",
        /// The provider failed. The published provider also sends it for invalid JSON.
        InternalError = "internal_error",
    }
}

wire::object! {
    /// The body of a response with status 4xx or 5xx.
    ///
    /// Specification: [AAP 1.0, submit interaction](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/05-transport.md#submit-interaction).
    pub struct ErrorBody {
        /// The machine-readable code of the error.
        error: ErrorCode,
        /// The description of the error, for users. The published provider omits it in one of its modes.
        message?: Field<String>,
        /// The member of the request that the error is about.
        field?: Field<String>,
        /// Further free-form details.
        details?: Option<Payload>,
    }
}

impl ErrorCode {
    /// Returns the HTTP status that the published provider sends with the code; `None` for an unknown code.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::MissingField | Self::InvalidRequest => Some(400),
            Self::NotFound => Some(404),
            Self::InternalError => Some(500),
            Self::Other(_) => None,
        }
    }
}

impl ErrorBody {
    /// Creates the body for a member that is missing, null, empty, zero or `false` (status 400).
    ///
    /// ```
    /// use agent_ui_aap::wire;
    ///
    /// assert_eq!(
    ///     wire::encode(&agent_ui_aap::ErrorBody::missing_field("action"))?,
    ///     r#"{"error":"missing_field","message":"action is required","field":"action"}"#
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn missing_field(field: &str) -> Self {
        Self::new(ErrorCode::MissingField)
            .message(format!("{field} is required"))
            .field(field)
    }

    /// Creates the body for an unknown agent (status 404).
    pub fn agent_not_found(agent: &str) -> Self {
        Self::new(ErrorCode::NotFound).message(format!("Agent '{agent}' not found"))
    }

    /// Creates the body for an unknown page (status 404).
    pub fn canvas_file_not_found(file: &str) -> Self {
        Self::new(ErrorCode::NotFound).message(format!("Canvas file '{file}' not found"))
    }

    /// Creates the body for a page path that is absolute or contains `..` (status 400).
    pub fn invalid_file_path() -> Self {
        Self::new(ErrorCode::InvalidRequest).message("Invalid file path")
    }

    /// Creates the body for a page path that does not end with `.html` or `.htm` (status 400).
    pub fn not_html() -> Self {
        Self::new(ErrorCode::InvalidRequest).message("Only .html and .htm files are supported")
    }

    /// Creates the body for a failure of the provider (status 500).
    pub fn internal_error(message: &str) -> Self {
        Self::new(ErrorCode::InternalError).message(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observed_provider_bodies_are_read_and_written_back() {
        for text in [
            r#"{"error":"missing_field","message":"action is required"}"#,
            r#"{"error":"missing_field","message":"canvasFile is required","field":"canvasFile"}"#,
            r#"{"error":"not_found","message":"Agent 'xyz' not found"}"#,
            r#"{"error":"internal_error","message":"Unexpected end of JSON input"}"#,
            r#"{"error":"Internal server error"}"#,
            r#"{"error":"Not found"}"#,
            r#"{"error":"invalid_request","message":"m","field":"f","details":{"a":[1.0]}}"#,
            r#"{"error":"x","message":null,"details":null,"later":1}"#,
        ] {
            let body: ErrorBody = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&body).unwrap(), text);
        }
        assert!(wire::decode::<ErrorBody>("{}").is_err());
    }

    #[test]
    fn the_bodies_of_the_real_provider_can_be_built() {
        let text = |body: ErrorBody| wire::encode(&body).unwrap();
        assert_eq!(
            text(ErrorBody::missing_field("canvasFile")),
            r#"{"error":"missing_field","message":"canvasFile is required","field":"canvasFile"}"#
        );
        assert_eq!(
            text(ErrorBody::agent_not_found("xyz")),
            r#"{"error":"not_found","message":"Agent 'xyz' not found"}"#
        );
        assert_eq!(
            text(ErrorBody::canvas_file_not_found("x")),
            r#"{"error":"not_found","message":"Canvas file 'x' not found"}"#
        );
        assert_eq!(
            text(ErrorBody::invalid_file_path()),
            r#"{"error":"invalid_request","message":"Invalid file path"}"#
        );
        assert_eq!(
            text(ErrorBody::not_html()),
            r#"{"error":"invalid_request","message":"Only .html and .htm files are supported"}"#
        );
    }

    #[test]
    fn codes_have_the_status_of_the_real_provider() {
        let statuses: Vec<_> = ErrorCode::WORDS
            .iter()
            .map(|word| ErrorCode::from(*word).status())
            .collect();
        assert_eq!(statuses, [Some(400), Some(404), Some(400), Some(500)]);
        assert_eq!(ErrorCode::from("Internal server error").status(), None);
    }
}
