//! The tasks of a face. Each message of a client starts one.

use super::{
    content::{Content, PartContent},
    negotiation::Negotiated,
    rpc::{ErrorKind, RpcError},
    task_state::TaskState,
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tokio::sync::watch;

/// The maximum length of the answer of one task in bytes: 16 MiB.
const ANSWER: usize = 16 << 20;
/// The maximum number of tasks that run at once.
const RUNNING: usize = crate::limits::RUNNING_TASKS;
/// The maximum number of tasks that are kept.
const TASKS: usize = 1024;
/// The maximum total length of all stored messages and answers in bytes: 64 MiB.
const ANSWERS: usize = 64 << 20;

/// Content with the number of its session entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    pub(super) seq: u64,
    pub(super) content: Content,
}

/// The user's message that a task answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UserMessage {
    pub(super) id: String,
    pub(super) parts: Vec<PartContent>,
}

impl UserMessage {
    /// Returns the length of the message in bytes.
    fn len(&self) -> usize {
        self.parts.iter().map(PartContent::len).sum()
    }
}

/// A task: the answer to one message of a client.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) context: String,
    pub(super) negotiated: Option<Negotiated>,
    pub(super) request: UserMessage,
    progress: Mutex<TaskProgress>,
    changed: watch::Sender<u64>,
    /// The number of responses that are being sent.
    responses: AtomicUsize,
    /// `true` after a client has received the whole answer.
    received: AtomicBool,
    /// `true` if the answer is sent as a stream, in which each message has an id.
    pub(super) is_streamed: AtomicBool,
}

/// The progress of a task.
#[derive(Debug)]
struct TaskProgress {
    state: TaskState,
    /// The messages of the answer.
    batches: Vec<Vec<Numbered>>,
    bytes: usize,
    /// The reason why the task failed.
    reason: Option<String>,
}

/// A task at one moment.
#[derive(Debug)]
pub(super) struct TaskView {
    pub(super) state: TaskState,
    pub(super) reason: Option<String>,
    pub(super) batches: Vec<Vec<Numbered>>,
}

impl Task {
    pub(super) fn new(
        id: String,
        context: String,
        negotiated: Option<Negotiated>,
        request: UserMessage,
        is_streamed: bool,
    ) -> Self {
        let progress = TaskProgress {
            state: TaskState::Working,
            batches: Vec::new(),
            bytes: 0,
            reason: None,
        };
        Self {
            id,
            context,
            negotiated,
            request,
            progress: Mutex::new(progress),
            changed: watch::Sender::new(0),
            responses: AtomicUsize::new(0),
            received: AtomicBool::new(false),
            is_streamed: AtomicBool::new(is_streamed),
        }
    }

    fn progress(&self) -> MutexGuard<'_, TaskProgress> {
        // Each change leaves the progress consistent, even after a panic.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message to the answer. Returns `false` if the task has ended, or ends now because its answer is too long.
    pub(super) fn add(&self, batch: Vec<Numbered>) -> bool {
        let mut progress = self.progress();
        if progress.state.is_final() {
            return false;
        }
        if batch.is_empty() {
            return true;
        }
        progress.bytes += batch
            .iter()
            .map(|numbered| numbered.content.len())
            .sum::<usize>();
        if progress.bytes > ANSWER {
            drop(progress);
            self.end(
                TaskState::Failed,
                Some(format!("the answer is longer than {ANSWER} bytes")),
            );
            return false;
        }
        progress.batches.push(batch);
        drop(progress);
        self.changed.send_modify(|changes| *changes += 1);
        true
    }

    /// Ends the task. Returns `false` if the task had already ended.
    pub(super) fn end(&self, state: TaskState, reason: Option<String>) -> bool {
        let mut progress = self.progress();
        if progress.state.is_final() {
            return false;
        }
        (progress.state, progress.reason) = (state, reason);
        drop(progress);
        self.changed.send_modify(|changes| *changes += 1);
        true
    }

    /// Returns the state and the messages of the answer, starting with the message number `from`.
    pub(super) fn view(&self, from: usize) -> TaskView {
        let progress = self.progress();
        let batches = progress.batches.get(from..).unwrap_or_default().to_vec();
        TaskView {
            state: progress.state,
            reason: progress.reason.clone(),
            batches,
        }
    }

    pub(super) fn is_final(&self) -> bool {
        self.progress().state.is_final()
    }

    /// Returns the length of the message and its answer in bytes.
    fn len(&self) -> usize {
        self.request.len() + self.progress().bytes
    }

    /// Returns a receiver that sees all changes after this call.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Waits until the task has ended.
    pub(super) async fn ended(&self) {
        let mut changes = self.changes();
        while !self.is_final() {
            // The sender lives as long as the task.
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Counts a response as open until the guard is dropped.
    pub(super) fn response(self: &Arc<Self>) -> TaskResponse {
        self.responses.fetch_add(1, Ordering::SeqCst);
        TaskResponse(Arc::clone(self))
    }

    /// Returns `true` if a client has received the whole answer.
    pub(super) fn is_received(&self) -> bool {
        self.received.load(Ordering::SeqCst)
    }

    /// Returns `true` if the task has ended and its answer was lost: no client has received all of it, and no response
    /// is being sent.
    pub(super) fn is_lost(&self) -> bool {
        self.is_final() && !self.is_received() && self.responses.load(Ordering::SeqCst) == 0
    }
}

/// A response that sends the answer of a task.
#[derive(Debug)]
pub(super) struct TaskResponse(pub(super) Arc<Task>);

impl TaskResponse {
    /// Records that the client has received the whole answer.
    pub(super) fn complete(self) {
        self.0.received.store(true, Ordering::SeqCst);
    }
}

impl Drop for TaskResponse {
    fn drop(&mut self) {
        self.0.responses.fetch_sub(1, Ordering::SeqCst);
    }
}

/// All tasks that a face knows.
#[derive(Debug, Default)]
pub(super) struct TaskTable {
    tasks: BTreeMap<String, Arc<Task>>,
    /// The ids of the tasks, oldest first.
    order: VecDeque<String>,
    /// The ids of the tasks, by the context and the id of their message.
    by_message: BTreeMap<(String, String), String>,
}

impl TaskTable {
    pub(super) fn find(&self, id: &str) -> Result<Arc<Task>, RpcError> {
        self.tasks.get(id).cloned().ok_or_else(|| {
            RpcError::new(
                ErrorKind::TaskNotFound,
                "no task has this id; a task is forgotten some time after its end, and when the program stops",
            )
        })
    }

    /// Returns the task of a message that was already sent.
    pub(super) fn of_message(&self, context: &str, message: &str) -> Option<Arc<Task>> {
        let id = self
            .by_message
            .get(&(context.to_owned(), message.to_owned()))?;
        self.tasks.get(id).cloned()
    }

    /// Returns an error if too many tasks are running.
    pub(super) fn ensure_room(&self) -> Result<(), RpcError> {
        let running = self.tasks.values().filter(|task| !task.is_final()).count();
        if running < RUNNING {
            return Ok(());
        }
        let message = format!("{RUNNING} tasks are running; send the message again later");
        Err(RpcError::new(ErrorKind::Internal, message))
    }

    /// Adds a task, and removes the oldest tasks that have ended.
    pub(super) fn insert(&mut self, task: &Arc<Task>, message: &str) {
        self.by_message
            .insert((task.context.clone(), message.to_owned()), task.id.clone());
        self.tasks.insert(task.id.clone(), Arc::clone(task));
        self.order.push_back(task.id.clone());
        let mut bytes: usize = self.tasks.values().map(|task| task.len()).sum();
        let mut kept = VecDeque::new();
        while self.tasks.len() > TASKS || bytes > ANSWERS {
            let Some(id) = self.order.pop_front() else {
                break;
            };
            match self.tasks.get(&id) {
                Some(oldest) if oldest.is_final() => {
                    bytes = bytes.saturating_sub(oldest.len());
                    self.tasks.remove(&id);
                    self.by_message.retain(|_, of| *of != id);
                }
                _ => kept.push_back(id),
            }
        }
        kept.append(&mut self.order);
        self.order = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(id: &str) -> Arc<Task> {
        Arc::new(Task::new(
            id.to_owned(),
            "c".to_owned(),
            None,
            UserMessage::default(),
            false,
        ))
    }

    fn text(length: usize) -> Vec<Numbered> {
        vec![Numbered {
            seq: 1,
            content: Content::Text("a".repeat(length)),
        }]
    }

    #[test]
    fn a_task_ends_once() {
        let task = task("t");
        assert!(task.add(text(1)) && !task.is_final());
        assert!(task.end(TaskState::Canceled, None));
        assert!(!task.end(TaskState::Completed, None) && !task.add(text(1)));
        let view = task.view(0);
        assert_eq!(
            (view.state, view.batches.len(), task.view(1).batches.len()),
            (TaskState::Canceled, 1, 0)
        );
    }

    #[test]
    fn an_answer_that_is_too_long_fails() {
        let task = task("t");
        assert!(task.add(text(ANSWER)) && !task.add(text(1)));
        assert_eq!(task.view(0).state, TaskState::Failed);
    }

    #[test]
    fn an_answer_without_a_receiver_is_lost() {
        let task = task("t");
        assert!(!task.is_lost());
        let response = task.response();
        task.end(TaskState::Completed, None);
        assert!(!task.is_lost());
        drop(response);
        assert!(task.is_lost());
        task.response().complete();
        assert!(!task.is_lost());
    }

    #[test]
    fn the_oldest_ended_tasks_are_forgotten() {
        let mut table = TaskTable::default();
        let running = task("running");
        table.insert(&running, "m");
        for number in 0..TASKS {
            let task = task(&format!("t{number}"));
            task.end(TaskState::Completed, None);
            table.insert(&task, &format!("m{number}"));
        }
        assert!(
            table.find("running").is_ok() && table.find("t0").is_err() && table.find("t1").is_ok()
        );
        assert!(table.of_message("c", "m0").is_none() && table.of_message("c", "m1").is_some());
        assert_eq!(table.order.len(), TASKS);
        table.ensure_room().unwrap();
        for number in 1..RUNNING {
            table.insert(&task(&format!("r{number}")), "m");
        }
        assert_eq!(table.ensure_room().unwrap_err().kind, ErrorKind::Internal);
    }
}
