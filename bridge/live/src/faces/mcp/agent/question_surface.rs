//! The surface of a question, and the answer that a client's message gives.

use crate::faces::closed_surface::SURFACE_CLOSED;
use wire::Payload;

/// The reason for which a client's message does not answer a question.
#[derive(Debug, PartialEq)]
pub(super) enum QuestionProblem {
    /// The message is not an answer.
    NotAnAnswer(String),
    /// The values are not valid, for these reasons.
    Invalid(Vec<String>),
}

pub(super) fn messages(
    _params: &Payload,
    _surface: &str,
    _server: &str,
) -> Result<Vec<String>, String> {
    Err("x".into())
}

pub(super) fn result(message: &Payload, _params: &Payload) -> Result<Payload, QuestionProblem> {
    if is_closing(message) {
        return Ok(answer("cancel"));
    }
    Err(QuestionProblem::Invalid(vec![]))
}

pub(super) fn problem_messages(_surface: &str, _reasons: &[String]) -> Vec<String> {
    vec![]
}

/// Creates an `ElicitResult` without content.
pub(super) fn answer(action: &str) -> Payload {
    Payload::object([("action", &Payload::string(action))])
}

/// Returns `true` if the user has accepted a question.
pub(super) fn is_accepted(result: &Payload) -> bool {
    text_of(result, "action").as_deref() == Some("accept")
}

/// Returns the surface that a client's action or error concerns.
pub(super) fn surface_of(message: &Payload) -> Option<String> {
    let body = ["action", "userAction", "error"]
        .iter()
        .find_map(|key| message.member(key))?;
    text_of(&body, "surfaceId")
}

/// Returns `true` if a message states that the user has closed its surface.
pub(super) fn is_closing(message: &Payload) -> bool {
    let error = message.member("error");
    let code = error.and_then(|error| text_of(&error, "code"));
    code.as_deref() == Some(SURFACE_CLOSED)
}

fn text_of(object: &Payload, name: &str) -> Option<String> {
    Some(object.member(name)?.as_str()?.into_owned())
}
