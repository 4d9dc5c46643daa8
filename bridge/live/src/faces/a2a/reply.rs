//! Replies of agents: messages, tasks and updates of any version of A2A.
//!
//! Specification: [A2A, SendMessageResponse and StreamResponse](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use super::task_state::TaskState;
use serde::{Deserialize, de::DeserializeOwned};
use wire::Payload;

/// A message from an agent or a user.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ReplyMessage {
    pub(super) message_id: Option<String>,
    pub(super) context_id: Option<String>,
    pub(super) task_id: Option<String>,
    role: Option<String>,
    pub(super) parts: Option<Vec<Payload>>,
}

impl ReplyMessage {
    /// Returns `true` if the message comes from the client itself.
    pub(super) fn is_of_user(&self) -> bool {
        matches!(self.role.as_deref(), Some("user" | "ROLE_USER"))
    }
}

/// The status of a task.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct ReplyStatus {
    state: Option<String>,
    pub(super) message: Option<ReplyMessage>,
}

impl ReplyStatus {
    pub(super) fn state(&self) -> Option<TaskState> {
        self.state.as_deref().and_then(TaskState::find)
    }
}

/// A result (artifact) of a task.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ReplyArtifact {
    pub(super) artifact_id: Option<String>,
    pub(super) parts: Option<Vec<Payload>>,
}

/// A task of the agent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ReplyTask {
    pub(super) id: Option<String>,
    pub(super) context_id: Option<String>,
    pub(super) status: Option<ReplyStatus>,
    pub(super) artifacts: Option<Vec<ReplyArtifact>>,
    pub(super) history: Option<Vec<ReplyMessage>>,
}

/// A change of the status of a task.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StatusUpdate {
    pub(super) task_id: Option<String>,
    pub(super) context_id: Option<String>,
    pub(super) status: Option<ReplyStatus>,
    /// `true` for the last event of a stream in A2A 0.3.
    #[serde(rename = "final")]
    pub(super) is_final: Option<bool>,
}

/// A new artifact of a task, or a further piece of one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ArtifactUpdate {
    pub(super) task_id: Option<String>,
    pub(super) context_id: Option<String>,
    pub(super) artifact: ReplyArtifact,
    pub(super) append: Option<bool>,
    pub(super) last_chunk: Option<bool>,
}

/// One answer, or one event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    Message(ReplyMessage),
    Task(ReplyTask),
    Status(StatusUpdate),
    Artifact(ArtifactUpdate),
}

impl Reply {
    /// Reads the result of a request. In A2A 1.0, a member that names the kind contains the object. In 0.3, the result
    /// is the object.
    pub(super) fn read(result: &Payload) -> Result<Self, String> {
        for name in ["task", "message", "statusUpdate", "artifactUpdate"] {
            if let Some(object) = result.member(name).filter(Payload::is_object) {
                return Self::read_kind(name, &object);
            }
        }
        let kind = result
            .member("kind")
            .and_then(|kind| kind.as_str().map(|kind| kind.into_owned()));
        let kind = match kind.as_deref() {
            Some("task") => "task",
            Some("message") => "message",
            Some("status-update") => "statusUpdate",
            Some("artifact-update") => "artifactUpdate",
            _ if has(result, "messageId") => "message",
            _ if has(result, "artifact") => "artifactUpdate",
            _ if has(result, "taskId") && has(result, "status") => "statusUpdate",
            _ if has(result, "id") && has(result, "status") => "task",
            _ => return Err("the agent answered neither with a message nor with a task".to_owned()),
        };
        Self::read_kind(kind, result)
    }

    fn read_kind(kind: &str, object: &Payload) -> Result<Self, String> {
        match kind {
            "task" => read(object).map(Self::Task),
            "message" => read(object).map(Self::Message),
            "statusUpdate" => read(object).map(Self::Status),
            _ => read(object).map(Self::Artifact),
        }
    }

    /// Returns the ids of the context and of the task.
    pub(super) fn ids(&self) -> (Option<&str>, Option<&str>) {
        let (context, task) = match self {
            Self::Message(message) => (&message.context_id, &message.task_id),
            Self::Task(task) => (&task.context_id, &task.id),
            Self::Status(update) => (&update.context_id, &update.task_id),
            Self::Artifact(update) => (&update.context_id, &update.task_id),
        };
        (
            context.as_deref().filter(|id| !id.is_empty()),
            task.as_deref().filter(|id| !id.is_empty()),
        )
    }

    /// Returns the state of the task, if the reply states it.
    pub(super) fn state(&self) -> Option<TaskState> {
        match self {
            Self::Task(task) => task.status.as_ref()?.state(),
            Self::Status(update) => update.status.as_ref()?.state(),
            Self::Message(_) | Self::Artifact(_) => None,
        }
    }
}

fn read<T: DeserializeOwned>(object: &Payload) -> Result<T, String> {
    object
        .deserialize()
        .map_err(|error| format!("the answer of the agent cannot be read: {error}"))
}

fn has(result: &Payload, name: &str) -> bool {
    result.member(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str) -> Reply {
        Reply::read(&Payload::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn replies_of_both_versions_are_read_alike() {
        for (new, old) in [
            (
                r#"{"message":{"role":"ROLE_AGENT","messageId":"m","contextId":"c","parts":[]}}"#,
                r#"{"kind":"message","role":"ROLE_AGENT","messageId":"m","contextId":"c","parts":[]}"#,
            ),
            (
                r#"{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}"#,
                r#"{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"kind":"task"}"#,
            ),
            (
                r#"{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}"#,
                r#"{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"kind":"status-update"}"#,
            ),
            (
                r#"{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":true}}"#,
                r#"{"kind":"artifact-update","taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[]},"append":true}"#,
            ),
        ] {
            assert_eq!(reply(new), reply(old));
            // Some servers of 0.3 leave out the kind.
            let without = old
                .replace(r#""kind":"message","#, "")
                .replace(r#","kind":"task""#, "");
            let without = without
                .replace(r#","kind":"status-update""#, "")
                .replace(r#""kind":"artifact-update","#, "");
            assert_eq!(reply(&without), reply(old));
        }
    }

    #[test]
    fn a_task_state_is_read_in_both_versions() {
        for state in ["TASK_STATE_INPUT_REQUIRED", "input-required"] {
            let task = reply(&format!(
                r#"{{"id":"t","contextId":"","status":{{"state":"{state}","message":null}}}}"#
            ));
            assert_eq!(task.state(), Some(TaskState::InputRequired));
            assert_eq!(task.ids(), (None, Some("t")));
        }
    }

    #[test]
    fn unexpected_answers_are_errors() {
        let read = |text: &str| Reply::read(&Payload::parse(text).unwrap()).unwrap_err();
        assert!(read("{}").contains("neither with a message nor with a task"));
        assert!(read(r#"{"task":{"id":7}}"#).contains("cannot be read"));
    }
}
