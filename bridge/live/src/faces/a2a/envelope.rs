//! The objects that a face writes: messages, tasks and updates.
//!
//! Specification: [A2A, Task, Message and TaskStatusUpdateEvent](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use super::task_state::TaskState;
use crate::timestamp::format_now;
use agent_ui_text::bridge::a2ui::a2a::A2aVersion;
use serde::Serialize;
use wire::Payload;

/// A message in the form in which it is written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    pub(super) role: &'static str,
    pub(super) message_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) context_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) task_id: Option<&'a str>,
    pub(super) parts: Vec<Payload>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) metadata: Option<Payload>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) extensions: &'a [String],
}

impl<'a> MessageForm<'a> {
    /// Creates a message from the user.
    pub(super) fn of_user(message_id: &'a str, parts: Vec<Payload>, a2a: A2aVersion) -> Self {
        let role = if a2a == A2aVersion::V1_0 {
            "ROLE_USER"
        } else {
            "user"
        };
        Self::new(role, message_id, parts, a2a)
    }

    /// Creates a message from the agent.
    pub(super) fn of_agent(message_id: &'a str, parts: Vec<Payload>, a2a: A2aVersion) -> Self {
        let role = if a2a == A2aVersion::V1_0 {
            "ROLE_AGENT"
        } else {
            "agent"
        };
        Self::new(role, message_id, parts, a2a)
    }

    fn new(role: &'static str, message_id: &'a str, parts: Vec<Payload>, a2a: A2aVersion) -> Self {
        let kind = old_kind("message", a2a);
        Self {
            kind,
            role,
            message_id,
            context_id: None,
            task_id: None,
            parts,
            metadata: None,
            extensions: &[],
        }
    }
}

/// Returns the member `kind`, which A2A 1.0 removed.
fn old_kind(kind: &'static str, a2a: A2aVersion) -> Option<&'static str> {
    if a2a != A2aVersion::V1_0 {
        Some(kind)
    } else {
        None
    }
}

#[derive(Debug, Serialize)]
struct StatusForm<'a> {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<MessageForm<'a>>,
    timestamp: String,
}

impl<'a> StatusForm<'a> {
    fn now(state: TaskState, message: Option<MessageForm<'a>>, a2a: A2aVersion) -> Self {
        let timestamp = format_now();
        Self {
            state: state.name(a2a),
            message,
            timestamp,
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TaskForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    id: &'a str,
    context_id: &'a str,
    status: StatusForm<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<MessageForm<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct StatusUpdateForm<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    task_id: &'a str,
    context_id: &'a str,
    status: StatusForm<'a>,
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    is_final: Option<bool>,
}

/// Writes a task.
pub(super) fn task(
    id: &str,
    context_id: &str,
    state: TaskState,
    message: Option<MessageForm<'_>>,
    history: Vec<MessageForm<'_>>,
    a2a: A2aVersion,
) -> Payload {
    let status = StatusForm::now(state, message, a2a);
    written(&TaskForm {
        kind: old_kind("task", a2a),
        id,
        context_id,
        status,
        history,
    })
}

/// Writes an update of the status of a task.
pub(super) fn status_update(
    task_id: &str,
    context_id: &str,
    state: TaskState,
    message: Option<MessageForm<'_>>,
    a2a: A2aVersion,
) -> Payload {
    let is_final = (a2a != A2aVersion::V1_0).then_some(state.is_final());
    let status = StatusForm::now(state, message, a2a);
    written(&StatusUpdateForm {
        kind: old_kind("status-update", a2a),
        task_id,
        context_id,
        status,
        is_final,
    })
}

/// Wraps an object as the result of a method that has several kinds of results. A2A 1.0 names the kind.
pub(super) fn as_result(name: &str, object: Payload, a2a: A2aVersion) -> Payload {
    if a2a == A2aVersion::V1_0 {
        Payload::object([(name, &object)])
    } else {
        object
    }
}

pub(super) fn written<T: Serialize>(form: &T) -> Payload {
    // The forms contain texts and JSON only.
    Payload::serialize_from(form).unwrap_or_else(|_| Payload::empty_object())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_written_in_the_form_of_each_version() {
        let message = |a2a| MessageForm {
            task_id: Some("t"),
            context_id: Some("c"),
            ..MessageForm::of_agent(
                "m",
                vec![Payload::parse(r#"{"data":[1.0,1e999]}"#).unwrap()],
                a2a,
            )
        };
        let written = |a2a| {
            let text = status_update("t", "c", TaskState::Completed, Some(message(a2a)), a2a)
                .text()
                .to_owned();
            text.split(r#","timestamp":""#).next().unwrap().to_owned()
        };
        assert_eq!(
            written(A2aVersion::V1_0),
            r#"{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","message":{"role":"ROLE_AGENT","messageId":"m","contextId":"c","taskId":"t","parts":[{"data":[1.0,1e999]}]}"#
        );
        assert_eq!(
            written(A2aVersion::V0_3),
            r#"{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"completed","message":{"kind":"message","role":"agent","messageId":"m","contextId":"c","taskId":"t","parts":[{"data":[1.0,1e999]}]}"#
        );
        let old = status_update("t", "c", TaskState::Working, None, A2aVersion::V0_3);
        assert!(old.text().ends_with(r#""},"final":false}"#), "{old}");
        let task = task(
            "t",
            "c",
            TaskState::Submitted,
            None,
            Vec::new(),
            A2aVersion::V0_3,
        );
        assert!(task.text().starts_with(
            r#"{"kind":"task","id":"t","contextId":"c","status":{"state":"submitted""#
        ));
    }
}
