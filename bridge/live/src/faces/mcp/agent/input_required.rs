//! Answers of servers that first need input of the user, and the input with which a request is sent again.
//!
//! Specification: [MCP 2026-07-28, elicitation](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation).

use super::{incoming::PeerError, question_surface, questions::Questions};
use crate::faces::mcp::asking::ELICIT;
use futures_util::future::join_all;
use wire::{Payload, json_rpc::JsonRpcError};

/// The error code with which servers of 2025-11-25 ask the user to visit an address before a request.
const URL_REQUIRED: i64 = -32042;
/// The maximum number of questions in one answer.
const QUESTIONS: usize = crate::limits::OPEN_QUESTIONS;

/// The input that a server needs before it answers a request.
#[derive(Debug, PartialEq)]
pub(super) struct InputRequired {
    /// The questions for the user: the key of the server, and the parameters of `elicitation/create`.
    questions: Vec<(String, Payload)>,
    /// The state that the server gets back unchanged.
    state: Option<Payload>,
    /// The error that stays if the user declines. Without it, the server gets the answers.
    refusal: Option<JsonRpcError>,
}

impl InputRequired {
    /// Reads a result. Returns `None` if the result is complete.
    pub(super) fn of_result(result: &Payload) -> Result<Option<Self>, PeerError> {
        let kind = result.member("resultType");
        match kind.as_ref().and_then(Payload::as_str).as_deref() {
            None | Some("complete") => return Ok(None),
            Some("input_required") => {}
            Some(kind) => {
                let message = format!("the server answers with the unknown result type `{kind}`");
                return Err(PeerError::Permanent(message));
            }
        }
        let mut questions = Vec::new();
        let requests = result.member("inputRequests");
        for (key, request) in requests.iter().flat_map(Payload::members) {
            let method = request.member("method");
            let method = method.as_ref().and_then(Payload::as_str);
            match method.as_deref() {
                Some(ELICIT) => {}
                method => {
                    let method = method.unwrap_or_default();
                    return Err(PeerError::Permanent(format!(
                        "the server asks for `{method}` as input `{key}`, and only `{ELICIT}` is supported"
                    )));
                }
            }
            let params = request.member("params");
            questions.push((
                key.into_owned(),
                params.unwrap_or_else(Payload::empty_object),
            ));
            check_count(questions.len())?;
        }
        let state = result
            .member("requestState")
            .filter(|state| !state.is_null());
        if questions.is_empty() && state.is_none() {
            let message = "the server asks for input without `inputRequests` and `requestState`";
            return Err(PeerError::Permanent(message.to_owned()));
        }
        Ok(Some(Self {
            questions,
            state,
            refusal: None,
        }))
    }

    /// Reads an error that names addresses for the user. Returns `None` for other errors.
    pub(super) fn of_error(error: &JsonRpcError) -> Option<Self> {
        if error.code != URL_REQUIRED {
            return None;
        }
        let stated = error.data.as_ref()?.member("elicitations")?;
        let questions: Vec<_> = stated
            .elements()
            .enumerate()
            .map(|(position, params)| (position.to_string(), params))
            .collect();
        if questions.is_empty() || check_count(questions.len()).is_err() {
            return None;
        }
        Some(Self {
            questions,
            state: None,
            refusal: Some(error.clone()),
        })
    }

    /// Asks the user all questions at once. Returns the parameters to add to the repeated request.
    pub(super) async fn answers(
        self,
        questions: &Questions,
    ) -> Result<Vec<(&'static str, Payload)>, PeerError> {
        let asked = self
            .questions
            .iter()
            .map(|(_, params)| questions.ask(params, None));
        let mut results = Vec::new();
        for result in join_all(asked).await {
            results.push(result.map_err(|error| {
                PeerError::Permanent(format!("a question of the server cannot be shown: {error}"))
            })?);
        }
        if let Some(refusal) = self.refusal {
            return match results.iter().all(question_surface::is_accepted) {
                true => Ok(Vec::new()),
                false => Err(PeerError::Rpc(refusal)),
            };
        }
        let keys = self.questions.iter().map(|(key, _)| key.as_str());
        let mut params = Vec::new();
        if !results.is_empty() {
            params.push(("inputResponses", Payload::object(keys.zip(&results))));
        }
        params.extend(self.state.map(|state| ("requestState", state)));
        Ok(params)
    }
}

fn check_count(count: usize) -> Result<(), PeerError> {
    if count <= QUESTIONS {
        return Ok(());
    }
    let message = format!("the server asks more than {QUESTIONS} questions at once");
    Err(PeerError::Permanent(message))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(result: &str) -> Result<Option<InputRequired>, String> {
        InputRequired::of_result(&Payload::parse(result).unwrap())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn other_kinds_of_input_are_refused_by_name() {
        assert_eq!(read(r#"{"content":[]}"#), Ok(None));
        assert_eq!(read(r#"{"resultType":"complete"}"#), Ok(None));
        for (result, reason) in [
            (
                r#"{"resultType":"input_required","inputRequests":{"c":{"method":"sampling/createMessage"}}}"#,
                "the server asks for `sampling/createMessage` as input `c`, and only `elicitation/create` is supported",
            ),
            (
                r#"{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}},"requestState":"s"}"#,
                "the server asks for `roots/list` as input `r`, and only `elicitation/create` is supported",
            ),
            (
                r#"{"resultType":"input_required","inputRequests":{}}"#,
                "the server asks for input without `inputRequests` and `requestState`",
            ),
            (
                r#"{"resultType":"later"}"#,
                "the server answers with the unknown result type `later`",
            ),
        ] {
            assert_eq!(read(result), Err(reason.to_owned()));
        }
    }

    #[test]
    fn an_answer_may_contain_only_a_state() {
        let required = read(r#"{"resultType":"input_required","requestState":"a\u0062"}"#);
        let required = required.unwrap().unwrap();
        assert_eq!(required.questions, []);
        assert_eq!(required.state.unwrap().text(), r#""a\u0062""#);
    }
}
