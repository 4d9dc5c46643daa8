//! The rules of messages of MCP.

use super::by_revision::{ValidateIn, validate};
use crate::{
    mcp::{
        InputRequest, InputRequests, InputRequiredResponse, InputRequiredResult, InputResponse,
        InputResponses, McpMessage, RetryParams, RetryRequest,
    },
    revision::Revision,
};
use wire::{Finding, Pointer};

validate!(
    InputRequests,
    InputResponses,
    InputRequiredResult,
    InputRequiredResponse,
    RetryParams,
    RetryRequest,
    McpMessage
);

/// Reports a part of MCP 2026-07-28 in an earlier revision.
fn judge_revision(revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
    let Some(revision) = revision.filter(|revision| *revision != Revision::Mcp2026_07) else {
        return;
    };
    let message = format!(
        "{} asks for input by requests, not in results",
        revision.title()
    );
    let finding = Finding::error("elicit-revision", at.clone(), message);
    found.push(finding.hint("send `elicitation/create`, or use MCP 2026-07-28"));
}

impl ValidateIn for InputRequiredResult {
    /// Reports `input-required` and `elicit-revision`, and the findings of the questions.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        judge_revision(revision, at, found);
        let requests = self.input_requests.get();
        if requests.is_none() && self.request_state.get().is_none() {
            let message = "the result asks for nothing and has no state";
            let finding = Finding::error("input-required", at.clone(), message);
            found.push(finding.hint("add `inputRequests` or `requestState`"));
        }
        // An error about the revision would be repeated for each question.
        let revision = revision.filter(|revision| !revision.has_requests());
        if let Some(requests) = requests {
            requests.findings_in(revision, &at.member("inputRequests"), found);
        }
    }
}

impl ValidateIn for InputRequests {
    /// Reports the findings of the questions.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        for (key, request) in self.0.iter() {
            if let InputRequest::Elicit(elicitation) = request {
                let at = at.member(key).member("params");
                elicitation.params.findings_in(revision, &at, found);
            }
        }
    }
}

impl ValidateIn for InputResponses {
    /// Reports the findings of the answers.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        for (key, response) in self.0.iter() {
            if let InputResponse::Elicit(result) = response {
                result.findings_in(revision, &at.member(key), found);
            }
        }
    }
}

impl ValidateIn for InputRequiredResponse {
    /// Reports the findings of the result.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        self.result
            .findings_in(revision, &at.member("result"), found);
    }
}

impl ValidateIn for RetryParams {
    /// Reports `elicit-revision`, and the findings of the answers.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        judge_revision(revision, at, found);
        let revision = revision.filter(|revision| !revision.has_requests());
        if let Some(responses) = self.input_responses.get() {
            responses.findings_in(revision, &at.member("inputResponses"), found);
        }
    }
}

impl ValidateIn for RetryRequest {
    /// Reports the findings of the parameters.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        self.params
            .findings_in(revision, &at.member("params"), found);
    }
}

impl ValidateIn for McpMessage {
    /// Reports the findings of the message.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Request(message) => message.findings_in(revision, at, found),
            Self::Response(message) => message.findings_in(revision, at, found),
            Self::Complete(message) => message.findings_in(revision, at, found),
            Self::Error(message) => message.findings_in(revision, at, found),
            Self::InputRequired(message) => message.findings_in(revision, at, found),
            Self::BareInputRequired(result) => result.findings_in(revision, at, found),
            Self::Retry(message) => message.findings_in(revision, at, found),
            Self::BareResponses(params) => params.findings_in(revision, at, found),
        }
    }
}
