//! The answers of a face: tasks, and streams of their updates.

use super::{
    content::{Content, parts},
    context,
    envelope::{self, MessageForm},
    rpc,
    task::{Numbered, Task, TaskResponse, TaskView},
    task_state::TaskState,
};
use crate::{
    gateway::Snapshot,
    sse::{EventSink, Gone},
};
use agent_ui_text::bridge::{
    Dialect,
    a2ui::a2a::{A2aVersion, ExtensionUri},
};
use std::sync::{Arc, atomic::Ordering};
use wire::{Payload, json_rpc::RequestId};

/// The answer to a request about a task.
pub(super) struct Answer {
    pub(super) task: Arc<Task>,
    pub(super) a2a: A2aVersion,
    /// The id of the request.
    pub(super) rpc_id: RequestId,
    /// The maximum number of messages in the history of the task. `None` means no limit.
    pub(super) history_length: Option<usize>,
}

/// The surfaces of a session at one moment.
pub(super) struct Replay {
    /// The number of the latest entry that the surfaces contain.
    seq: u64,
    messages: Vec<Content>,
}

impl Replay {
    pub(super) fn new(dialect: Dialect, snapshot: &Snapshot) -> Self {
        let messages = context::anew(dialect, &snapshot.surfaces)
            .map(Content::A2ui)
            .collect();
        Self {
            seq: snapshot.seq,
            messages,
        }
    }

    /// Sends the surfaces, if there are any.
    async fn send(&self, answer: &Answer, sink: &EventSink) -> Result<(), Gone> {
        if self.messages.is_empty() {
            return Ok(());
        }
        let id = format!("{}/replay/{}", answer.task.id, self.seq);
        let messages: Vec<_> = self.messages.iter().collect();
        sink.send(&answer.status(TaskState::Working, &id, &messages))
            .await
    }
}

impl Answer {
    /// Returns the answer to a message: the task with the agent's whole answer in its status.
    pub(super) fn task(&self) -> String {
        let task = self.write_task(&self.task.view(0));
        self.result("task", task)
    }

    /// Returns the answer to a question about the task: the task itself, without a member that names its kind.
    pub(super) fn bare_task(&self) -> String {
        let task = self.write_task(&self.task.view(0));
        rpc::success(&self.rpc_id, task)
    }

    fn result(&self, name: &str, object: Payload) -> String {
        rpc::success(&self.rpc_id, envelope::as_result(name, object, self.a2a))
    }

    fn extension(&self) -> &ExtensionUri {
        self.task
            .negotiated
            .as_ref()
            .map_or(&ExtensionUri::V0_9, |negotiated| &negotiated.extension)
    }

    fn extensions(&self) -> Vec<String> {
        self.task
            .negotiated
            .iter()
            .map(|negotiated| negotiated.extension.as_str().to_owned())
            .collect()
    }

    /// Writes a task. If the answer was streamed, its earlier messages go into the history. Otherwise the status
    /// message contains the whole answer.
    fn write_task(&self, view: &TaskView) -> Payload {
        let Self { task, a2a, .. } = self;
        let extensions = self.extensions();
        let reason = view.reason.clone().map(Content::Text);
        let ids: Vec<_> = (0..view.batches.len())
            .map(|index| self.message_id(index))
            .collect();
        let is_streamed = task.is_streamed.load(Ordering::SeqCst);
        let mut history = vec![self.write_user_message(&extensions)];
        let (last_id, last) = match view.batches.split_last() {
            Some((last, earlier)) if is_streamed => {
                let earlier = ids.iter().zip(earlier);
                history.extend(
                    earlier.map(|(id, batch)| self.message(id, contents(batch), &extensions)),
                );
                (
                    ids.last().cloned().unwrap_or_default(),
                    contents(last).collect::<Vec<_>>(),
                )
            }
            _ => (
                format!("{}/answer", task.id),
                view.batches
                    .iter()
                    .flat_map(|batch| contents(batch))
                    .collect(),
            ),
        };
        let last: Vec<_> = last.into_iter().chain(&reason).collect();
        let message = (!last.is_empty()).then(|| self.message(&last_id, last, &extensions));
        envelope::task(
            &task.id,
            &task.context,
            view.state,
            message,
            self.keep_latest(history),
            *a2a,
        )
    }

    /// Returns the latest messages of a history, at most as many as the client requested.
    fn keep_latest<'a>(&self, mut history: Vec<MessageForm<'a>>) -> Vec<MessageForm<'a>> {
        let omitted = self
            .history_length
            .map_or(0, |length| history.len().saturating_sub(length));
        history.split_off(omitted)
    }

    /// Returns the message of the user that the task answers.
    fn write_user_message<'a>(&'a self, extensions: &'a [String]) -> MessageForm<'a> {
        let request = &self.task.request;
        let parts = request
            .parts
            .iter()
            .filter_map(|part| part.write(self.extension(), self.a2a))
            .collect();
        MessageForm {
            task_id: Some(&self.task.id),
            context_id: Some(&self.task.context),
            extensions,
            ..MessageForm::of_user(&request.id, parts, self.a2a)
        }
    }

    fn message<'a>(
        &'a self,
        id: &'a str,
        contents: impl IntoIterator<Item = &'a Content>,
        extensions: &'a [String],
    ) -> MessageForm<'a> {
        MessageForm {
            task_id: Some(&self.task.id),
            context_id: Some(&self.task.context),
            extensions,
            ..MessageForm::of_agent(id, parts(contents, self.extension(), self.a2a), self.a2a)
        }
    }

    fn message_id(&self, index: usize) -> String {
        format!("{}/{index}", self.task.id)
    }

    /// Writes an event with the new status of the task.
    fn status(&self, state: TaskState, id: &str, contents: &[&Content]) -> String {
        let extensions = self.extensions();
        let message =
            (!contents.is_empty()).then(|| self.message(id, contents.iter().copied(), &extensions));
        let update =
            envelope::status_update(&self.task.id, &self.task.context, state, message, self.a2a);
        self.result("statusUpdate", update)
    }
}

fn contents(batch: &[Numbered]) -> impl Iterator<Item = &Content> {
    batch.iter().map(|numbered| &numbered.content)
}

/// Sends the task, and everything that its answer contains, until it has ended.
///
/// Messages whose effect is already in the replayed surfaces are omitted.
pub(super) async fn stream(
    answer: Answer,
    response: TaskResponse,
    sink: EventSink,
    replay: Option<Replay>,
) {
    let mut changes = answer.task.changes();
    let extensions = answer.extensions();
    let task = envelope::task(
        &answer.task.id,
        &answer.task.context,
        TaskState::Working,
        None,
        answer.keep_latest(vec![answer.write_user_message(&extensions)]),
        answer.a2a,
    );
    if sink.send(&answer.result("task", task)).await.is_err() {
        return;
    }
    if let Some(replay) = &replay {
        if replay.send(&answer, &sink).await.is_err() {
            return;
        }
    }
    let mut next = 0;
    loop {
        let view = answer.task.view(next);
        for batch in &view.batches {
            let new: Vec<&Content> = batch
                .iter()
                .filter(|numbered| !is_replayed(numbered, replay.as_ref()))
                .map(|numbered| &numbered.content)
                .collect();
            let id = answer.message_id(next);
            next += 1;
            if new.is_empty() {
                continue;
            }
            let status = answer.status(TaskState::Working, &id, &new);
            if sink.send(&status).await.is_err() {
                return;
            }
        }
        if view.state.is_final() {
            let reason = view.reason.map(Content::Text);
            let reason: Vec<_> = reason.iter().collect();
            let id = answer.message_id(next);
            let status = answer.status(view.state, &id, &reason);
            if sink.send(&status).await.is_ok() {
                response.complete();
            }
            return;
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = sink.closed() => return,
        }
    }
}

/// Returns `true` if the replay already contains the effect of a message. A replay contains no texts.
fn is_replayed(numbered: &Numbered, replay: Option<&Replay>) -> bool {
    match (&numbered.content, replay) {
        (Content::Text(_), _) | (_, None) => false,
        (_, Some(replay)) => numbered.seq <= replay.seq,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{content::PartContent, task::UserMessage},
        *,
    };

    #[test]
    fn streamed_messages_are_in_the_history() {
        let task = |is_streamed, history_length| {
            let request = UserMessage {
                id: "m".to_owned(),
                parts: vec![PartContent::Text("zero".to_owned())],
            };
            let task = Task::new("t".to_owned(), "c".to_owned(), None, request, is_streamed);
            for words in ["one", "two", "three"] {
                assert!(task.add(vec![Numbered {
                    seq: 1,
                    content: Content::Text(words.to_owned())
                }]));
            }
            task.end(TaskState::Completed, None);
            let rpc_id = RequestId::Null;
            Answer {
                task: Arc::new(task),
                a2a: A2aVersion::V1_0,
                rpc_id,
                history_length,
            }
        };
        let said = |answer: &Answer| {
            let answer: serde_json::Value = serde_json::from_str(&answer.bare_task()).unwrap();
            let texts = |message: &serde_json::Value| {
                let parts = message["parts"].as_array().unwrap().iter();
                parts
                    .map(|part| part["text"].as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            let task = &answer["result"];
            let history = task["history"]
                .as_array()
                .map_or_else(Vec::new, |history| history.iter().flat_map(texts).collect());
            (
                history.join(" "),
                texts(&task["status"]["message"]).join(" "),
            )
        };
        let of = |history: &str, status: &str| (history.to_owned(), status.to_owned());
        assert_eq!(said(&task(true, None)), of("zero one two", "three"));
        assert_eq!(said(&task(true, Some(1))), of("two", "three"));
        assert_eq!(said(&task(true, Some(0))), of("", "three"));
        assert_eq!(said(&task(false, None)), of("zero", "one two three"));
        assert_eq!(said(&task(false, Some(0))), of("", "one two three"));
    }
}
