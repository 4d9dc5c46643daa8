//! The rules of messages of ACP.

use super::by_revision::{ValidateIn, report_unknown_member, validate};
use crate::{
    acp::{
        AcpMessage, PermissionKind, PermissionOutcome, PermissionRequest, PermissionResponse,
        PermissionResult, RequestPermission,
    },
    revision::Revision,
};
use std::collections::BTreeSet;
use wire::{Finding, Pointer, Tolerant};

validate!(
    RequestPermission,
    PermissionRequest,
    PermissionResult,
    PermissionResponse,
    AcpMessage
);

impl ValidateIn for RequestPermission {
    /// Reports `permission-request`, `permission-options` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        match &self.session_id {
            Tolerant::Value(_) => {}
            Tolerant::Absent => report_missing("sessionId", "ACP", at, found),
            Tolerant::Invalid(_) => {
                let message = "the id of a session is a string";
                let finding = Finding::error("permission-request", at.member("sessionId"), message);
                found.push(finding.hint("use the `sessionId` of the session"));
            }
        }
        match revision {
            Some(Revision::Acp1) if self.tool_call.get().is_none() => {
                report_missing("toolCall", "ACP 1", at, found);
            }
            Some(Revision::Acp2) if self.title.get().is_none() => {
                report_missing("title", "ACP 2", at, found);
            }
            _ => {}
        }
        if let Some(revision) = revision {
            let is_second = revision == Revision::Acp2;
            let of_first = !self.tool_call.is_absent() && is_second;
            report_unknown_member(of_first, "toolCall", revision, at, found);
            for (name, is_stated) in [
                ("title", !self.title.is_absent()),
                ("description", !self.description.is_absent()),
                ("subject", !self.subject.is_absent()),
            ] {
                report_unknown_member(is_stated && !is_second, name, revision, at, found);
            }
        }
        self.judge_options(revision, &at.member("options"), found);
    }
}

impl RequestPermission {
    fn judge_options(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if self.options.is_empty() {
            let message = "a permission request without options has no answer";
            let finding = Finding::error("permission-options", at.clone(), message);
            found.push(finding.hint("add at least one option"));
        }
        let mut seen = BTreeSet::new();
        for (index, option) in self.options.iter().enumerate() {
            let at = at.element(index);
            if !seen.insert(option.option_id.as_str()) {
                let message = format!("the request has another option `{}`", option.option_id);
                let finding = Finding::error("permission-options", at.member("optionId"), message);
                found.push(finding.hint("give each option its own id"));
            }
            judge_kind(&option.kind, revision, &at.member("kind"), found);
        }
    }
}

/// Reports an unknown kind of an option. Clients of ACP 1 refuse it. In ACP 2, kinds of agents begin with `_`.
fn judge_kind(
    kind: &PermissionKind,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let PermissionKind::Other(_) = kind else {
        return;
    };
    let word = kind.as_str();
    let is_closed = revision == Some(Revision::Acp1);
    if word.starts_with('_') && !is_closed {
        return;
    }
    let message = format!("the kind `{word}` is unknown");
    let words = PermissionKind::WORDS.join(", ");
    let (at, rule) = (at.clone(), "permission-options");
    found.push(match is_closed {
        true => Finding::error(rule, at, message).hint(format_args!("use one of {words}")),
        false => Finding::warning(rule, at, message).hint(format_args!(
            "use one of {words}, or a kind of your own that begins with `_`"
        )),
    });
}

fn report_missing(name: &str, protocol: &str, at: &Pointer, found: &mut Vec<Finding>) {
    let message = format!("{protocol} requires `{name}` in a permission request");
    let finding = Finding::error("permission-request", at.clone(), message);
    found.push(finding.hint(format_args!("add `{name}`")));
}

impl ValidateIn for PermissionRequest {
    /// Reports the findings of the parameters.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        self.params
            .findings_in(revision, &at.member("params"), found);
    }
}

impl ValidateIn for PermissionResult {
    /// Reports `permission-outcome` for an unknown outcome, which ACP 1 does not permit.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if let PermissionOutcome::Unknown(outcome) = &self.outcome {
            let message = format!(
                "the outcome `{}` is unknown, so it permits nothing",
                outcome.tag()
            );
            let at = at.member("outcome").member("outcome");
            let finding = match revision {
                Some(Revision::Acp1) => Finding::error("permission-outcome", at, message),
                _ => Finding::warning("permission-outcome", at, message),
            };
            found.push(finding.hint("use `selected` or `cancelled`"));
        }
    }
}

impl ValidateIn for PermissionResponse {
    /// Reports the findings of the result.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        self.result
            .findings_in(revision, &at.member("result"), found);
    }
}

impl ValidateIn for AcpMessage {
    /// Reports the findings of the message. Session updates have no rules beyond their shape.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Request(message) => message.findings_in(revision, at, found),
            Self::Response(message) => message.findings_in(revision, at, found),
            Self::Complete(message) => message.findings_in(revision, at, found),
            Self::Error(message) => message.findings_in(revision, at, found),
            Self::Permission(message) => message.findings_in(revision, at, found),
            Self::PermissionResponse(message) => message.findings_in(revision, at, found),
            Self::Update(_) => {}
        }
    }
}
