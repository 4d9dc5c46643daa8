//! The kind of a message, from the members that identify it.

use std::borrow::Cow;
use wire::{DecodeRule, Payload, Reader, decode::ReadError, token};

/// The members that identify the kind of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MessageShape<'t> {
    /// A request or a notification with this method.
    Method(Cow<'t, str>),
    /// A request with the answers to an earlier result.
    Retry,
    /// An answer with an error.
    Error,
    /// An answer that asks for input.
    InputRequired,
    /// An answer with the outcome of a permission request.
    Outcome,
    /// An answer with an action, or any other result.
    Answer,
    /// A result that asks for input, without its frame.
    BareInputRequired,
    /// The answers without their frame.
    BareResponses,
    /// Members that identify no message.
    Other,
}

impl<'t> MessageShape<'t> {
    /// Returns the kind of the next value without reading it.
    pub(crate) fn of(reader: &Reader<'t>) -> Self {
        if let Some(method) = reader.peek_member("method") {
            let params = reader.peek_member("params").unwrap_or_default();
            if has(params, "inputResponses") || has(params, "requestState") {
                return Self::Retry;
            }
            return Self::Method(text(method).unwrap_or(Cow::Borrowed(method)));
        }
        if reader.peek_member("error").is_some() {
            return Self::Error;
        }
        if let Some(result) = reader.peek_member("result") {
            return Self::of_result(result);
        }
        // Without the member, a result is complete.
        if reader.peek_member("resultType").is_some() {
            return Self::BareInputRequired;
        }
        if reader.peek_member("inputResponses").is_some() {
            return Self::BareResponses;
        }
        Self::Other
    }

    fn of_result(result: &str) -> Self {
        if has(result, "resultType") {
            return Self::InputRequired;
        }
        if has(result, "outcome") {
            return Self::Outcome;
        }
        Self::Answer
    }

    /// Creates the error for a message of another kind.
    pub(crate) fn unknown(self, reader: &mut Reader<'_>, expected: &str, hint: &str) -> ReadError {
        if reader
            .kind()
            .is_ok_and(|kind| kind != wire::PayloadKind::Object)
        {
            return reader.mismatch("an object");
        }
        let found = match &self {
            Self::Method(method) => format!("the method {}", Payload::string(method).text()),
            _ => "other members".to_owned(),
        };
        let error = ReadError::new(
            DecodeRule::Key,
            format_args!("expected {expected}, found {found}"),
            hint,
        );
        match self {
            Self::Method(_) => error.at("method"),
            _ => error,
        }
    }
}

/// Returns `true` if the text is an object with this member.
fn has(text: &str, name: &str) -> bool {
    if !text.starts_with('{') {
        return false;
    }
    token::children(text).any(|child| child.name.is_some_and(|own| token::name(own) == name))
}

/// Returns the text of a member that is a string, without reading the object.
pub(crate) fn text_member<'t>(reader: &Reader<'t>, name: &str) -> Option<Cow<'t, str>> {
    text(reader.peek_member(name)?)
}

fn text(json: &str) -> Option<Cow<'_, str>> {
    json.starts_with('"').then(|| token::string(json))
}

#[cfg(test)]
mod tests {
    use crate::mcp::McpMessage;

    #[test]
    fn members_that_a_server_adds_to_an_answer_keep_its_kind() {
        let text = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept","inputRequests":{}}}"#;
        let message: Result<McpMessage, _> = wire::decode(text);
        assert!(
            matches!(message, Ok(McpMessage::Response(_))),
            "{message:?}"
        );
    }
}
