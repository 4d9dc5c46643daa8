//! The rules of questions and answers in all protocols.

use super::{
    by_revision::{ValidateIn, report_unknown_member, validate},
    format::{is_web, scheme},
};
use crate::{
    answer::{ElicitAction, ElicitResult},
    frame::{
        CompleteMethod, ElicitRequest, ElicitResponse, ElicitationComplete, ErrorResponse,
        MISSING_CLIENT_CAPABILITY, URL_ELICITATION_REQUIRED,
    },
    params::{ElicitParams, FormParams, UrlParams},
    revision::Revision,
};
use wire::{
    Field, Finding, Fix, List, Payload, PayloadKind, Pointer, Tolerant, json_rpc::RequestId,
};

validate!(
    ElicitParams,
    FormParams,
    UrlParams,
    ElicitResult,
    ElicitRequest,
    ElicitResponse,
    ElicitationComplete,
    ErrorResponse,
);

/// The members that state the scope of a question in ACP.
struct Scope<'a> {
    session_id: &'a Field<String>,
    tool_call_id: &'a Field<String>,
    request_id: &'a Tolerant<RequestId>,
    task: &'a Option<Payload>,
}

impl Scope<'_> {
    /// Reports a scope that ACP lacks, and one that MCP does not define.
    fn findings(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(revision) = revision else { return };
        if revision != Revision::Mcp2025_11 {
            report_unknown_member(self.task.is_some(), "task", revision, at, found);
        }
        let is_stated = [
            ("sessionId", !self.session_id.is_absent()),
            ("toolCallId", !self.tool_call_id.is_absent()),
            ("requestId", !self.request_id.is_absent()),
        ];
        if !revision.is_acp() {
            for (name, is_stated) in is_stated {
                report_unknown_member(is_stated, name, revision, at, found);
            }
            return;
        }
        let is_of_session = self.session_id.get().is_some();
        if is_of_session == is_id(self.request_id) {
            let message = match is_of_session {
                true => "the question belongs to a session and to a request",
                false => "the question belongs to neither a session nor a request",
            };
            let finding = Finding::error("elicit-scope", at.clone(), message);
            found.push(finding.hint("state either `sessionId` or `requestId`"));
        }
    }
}

/// Returns `true` for an id that an answer can repeat.
fn is_id(id: &Tolerant<RequestId>) -> bool {
    id.get().is_some_and(|id| *id != RequestId::Null)
}

impl ValidateIn for FormParams {
    /// Reports `elicit-mode`, `elicit-scope` and `elicit-revision`, and the findings of the form.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(revision) = revision {
            let is_unknown = !self.mode.is_absent() && !revision.has_mode();
            report_unknown_member(is_unknown, "mode", revision, at, found);
            if self.mode.get().is_none() && revision.needs_mode() {
                let message = format!("{} requires the mode of a question", revision.title());
                found.push(
                    Finding::error("elicit-mode", at.clone(), message)
                        .hint("add `\"mode\": \"form\"`")
                        .fix(Fix::Add("mode".to_owned(), "\"form\"".to_owned())),
                );
            }
        }
        let scope = Scope {
            session_id: &self.session_id,
            tool_call_id: &self.tool_call_id,
            request_id: &self.request_id,
            task: &self.task,
        };
        scope.findings(revision, at, found);
        self.requested_schema
            .findings_in(revision, &at.member("requestedSchema"), found);
    }
}

impl ValidateIn for UrlParams {
    /// Reports `elicit-mode`, `elicit-url`, `elicit-scope` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let scope = Scope {
            session_id: &self.session_id,
            tool_call_id: &self.tool_call_id,
            request_id: &self.request_id,
            task: &self.task,
        };
        scope.findings(revision, at, found);
        if let Some(revision) = revision {
            if !revision.has_url_mode() {
                let message = format!("{} has no URL mode", revision.title());
                let finding = Finding::error("elicit-mode", at.member("mode"), message);
                found.push(finding.hint("ask in form mode, or use a later revision"));
            } else if !revision.has_elicitation_id() {
                let is_stated = !self.elicitation_id.is_absent();
                report_unknown_member(is_stated, "elicitationId", revision, at, found);
            } else if self.elicitation_id.get().is_none() {
                let message = format!("{} requires an id in URL mode", revision.title());
                let finding = Finding::error("elicit-url", at.member("elicitationId"), message);
                found.push(finding.hint("add an `elicitationId`, unique among the open questions"));
            }
        }
        let at = at.member("url");
        match scheme(&self.url) {
            Some(scheme) if is_web(scheme) => {}
            Some(scheme) => {
                let message =
                    format!("clients may refuse to open an address with the scheme `{scheme}`");
                found.push(Finding::warning("elicit-url", at, message).hint("use `https`"));
            }
            None => {
                let message = "the text is not an absolute address";
                let finding = Finding::error("elicit-url", at, message);
                found.push(finding.hint("write an address like `https://example.com/sign-in`"));
            }
        }
    }
}

impl ValidateIn for ElicitParams {
    /// Reports `elicit-mode` for unknown modes, and the findings of the known ones.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Form(params) => params.findings_in(revision, at, found),
            Self::Url(params) => params.findings_in(revision, at, found),
            Self::Other(_) => {
                let message = format!("the mode `{}` is unknown", self.mode());
                let at = at.member("mode");
                // ACP lets clients skip unknown modes.
                let finding = match revision {
                    Some(revision) if !revision.is_acp() => {
                        Finding::error("elicit-mode", at, message)
                    }
                    _ => Finding::warning("elicit-mode", at, message),
                };
                found.push(finding.hint("use `form` or `url`"));
            }
        }
    }
}

impl ValidateIn for ElicitRequest {
    /// Reports `elicit-revision`, and the findings of the question.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let has_frame = !self.jsonrpc.is_absent();
        match revision {
            Some(revision) if !revision.has_requests() && has_frame => {
                let message = format!("a server of {} sends no requests", revision.title());
                let finding = Finding::error("elicit-revision", at.member("method"), message);
                found.push(finding.hint("put the question into `inputRequests` of a result"));
            }
            Some(revision) if revision.has_requests() => self.judge_frame(at, found),
            _ => {}
        }
        self.params
            .findings_in(revision, &at.member("params"), found);
    }
}

impl ElicitRequest {
    /// Reports what a frame of JSON-RPC lacks.
    fn judge_frame(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if !is_id(&self.id) {
            let message = "a question without `id` gets no answer";
            let finding = Finding::error("elicit-frame", at.clone(), message);
            found.push(finding.hint("add `\"jsonrpc\": \"2.0\"` and an `id`"));
            return;
        }
        match self.id.get() {
            Some(RequestId::Number(number)) if number.as_i64().is_none() => {
                let message = format!(
                    "the id is {}, but clients accept only strings and integers of 64 bits",
                    number.as_str()
                );
                let finding = Finding::error("elicit-frame", at.member("id"), message);
                found.push(finding.hint("use a string or an integer"));
            }
            _ => {}
        }
        if self.jsonrpc.is_absent() {
            let message = "the question does not state the version of JSON-RPC";
            let finding = Finding::error("elicit-frame", at.clone(), message);
            found.push(
                finding
                    .hint("add `\"jsonrpc\": \"2.0\"`")
                    .fix(Fix::Add("jsonrpc".to_owned(), "\"2.0\"".to_owned())),
            );
        }
    }
}

impl ValidateIn for ElicitResult {
    /// Reports `elicit-action`, `elicit-content` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(revision) = revision.filter(|revision| !revision.has_result_meta()) {
            report_unknown_member(self.meta.is_some(), "_meta", revision, at, found);
        }
        if let ElicitAction::Other(_) = &self.action {
            let action = self.action.as_str();
            let message = format!("the action `{action}` is unknown, so it accepts nothing");
            let at = at.member("action");
            let finding = match revision {
                Some(revision) if revision.is_acp() => {
                    Finding::warning("elicit-action", at, message)
                }
                _ => Finding::error("elicit-action", at, message),
            };
            found.push(finding.hint("use `accept`, `decline` or `cancel`"));
        }
        let Some(content) = self.content.as_ref().filter(|content| !content.is_null()) else {
            return;
        };
        let at = at.member("content");
        if self.action != ElicitAction::Accept {
            let message = format!("the content of the answer `{}` is ignored", self.action);
            let finding = Finding::warning("elicit-content", at.clone(), message);
            found.push(finding.hint("remove `content`").fix(Fix::Remove));
        }
        judge_content(content, revision, &at, found);
    }
}

/// Reports content that no form asks for: null, nested objects, and lists of other values than strings.
fn judge_content(
    content: &Payload,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if !content.is_object() {
        let message = format!(
            "the content of an answer is an object, and this is {}",
            content.kind()
        );
        let finding = Finding::error("elicit-content", at.clone(), message);
        found.push(finding.hint("write the values by name, `{\"name\": …}`"));
        return;
    }
    // Most revisions permit the same values.
    let permitting = revision.unwrap_or(Revision::Mcp2025_11);
    for (name, value) in content.members() {
        if permitting.has_answer_value(&value) {
            continue;
        }
        let at = at.member(&name);
        if Revision::Mcp2025_11.has_answer_value(&value) {
            let message = format!("{} has no lists in answers", permitting.title());
            let finding = Finding::error("elicit-revision", at, message);
            found.push(finding.hint("use a later revision"));
            continue;
        }
        let found_kind = match value.kind() {
            PayloadKind::Array => "an array of other values than strings".to_owned(),
            kind => kind.to_string(),
        };
        let message = format!("a value of an answer cannot be {found_kind}");
        let finding = Finding::error("elicit-content", at, message);
        found.push(finding.hint("use a string, a number, a boolean or a list of strings"));
    }
}

impl ValidateIn for ElicitResponse {
    /// Reports `elicit-revision`, and the findings of the answer.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(revision) = revision.filter(|revision| !revision.has_requests()) {
            let message = format!(
                "a client of {} answers in its next request",
                revision.title()
            );
            let finding = Finding::error("elicit-revision", at.member("result"), message);
            found
                .push(finding.hint("put the answer into `inputResponses` of the repeated request"));
        }
        self.result
            .findings_in(revision, &at.member("result"), found);
    }
}

impl ValidateIn for ElicitationComplete {
    /// Reports `elicit-revision` for a revision without the notification, or with another method.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(revision) = revision else { return };
        let at = at.member("method");
        if !revision.has_elicitation_id() {
            let message = format!("{} has no notification of completion", revision.title());
            found.push(Finding::error("elicit-revision", at, message).hint("remove the message"));
            return;
        }
        let method = match revision.is_acp() {
            true => CompleteMethod::Acp,
            false => CompleteMethod::Mcp,
        };
        if self.method != method {
            let message = format!(
                "the method of {} is `{}`",
                revision.title(),
                method.as_str()
            );
            let finding = Finding::error("elicit-revision", at, message);
            found.push(
                finding
                    .hint(format_args!("use `{}`", method.as_str()))
                    .fix(Fix::string(method.as_str())),
            );
        }
    }
}

impl ValidateIn for ErrorResponse {
    /// Reports `elicit-error` for data that the code requires, and the findings of the elicitations in the data.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let at = at.member("error").member("data");
        let data = self.error.data.get();
        let code = self.error.code.as_i64();
        if code == Some(URL_ELICITATION_REQUIRED) {
            let elicitations = data.and_then(|data| data.elicitations.get());
            let at = at.member("elicitations");
            let Some(elicitations) = elicitations.filter(|elicitations| !elicitations.is_empty())
            else {
                let message = format!("the error {URL_ELICITATION_REQUIRED} lists no elicitations");
                let finding = Finding::error("elicit-error", at, message);
                found.push(finding.hint("add the elicitations that the user must complete"));
                return;
            };
            judge_elicitations(elicitations, revision, &at, found);
        }
        let is_missing = data.is_none_or(|data| data.required_capabilities.get().is_none());
        if code == Some(MISSING_CLIENT_CAPABILITY) && is_missing {
            let message = format!("the error {MISSING_CLIENT_CAPABILITY} names no capability");
            let finding =
                Finding::error("elicit-error", at.member("requiredCapabilities"), message);
            found.push(finding.hint("add the capability that the client lacks"));
        }
    }
}

/// Reports the elicitations in the data of an error that cannot be read, and the findings of the others.
fn judge_elicitations(
    elicitations: &List<UrlParams>,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    for (index, entry) in elicitations.entries().enumerate() {
        let at = at.element(index);
        let error = match entry {
            Ok(params) => {
                params.findings_in(revision, &at, found);
                continue;
            }
            Err(odd) => odd.decode::<UrlParams>().err(),
        };
        if let Some(error) = error {
            let message = format!("the elicitation cannot be read: {}", error.message);
            let finding = Finding::error("elicit-error", at.join(&error.pointer), message);
            found.push(finding.hint(error.hint));
        }
    }
}
