//! MCP servers that communicate over the standard streams of a command.

use super::incoming::{
    ErrorLines, FromServer, Incoming, PeerError, PeerNotice, answer_question, sort,
};
use crate::{
    agents::command::{
        CommandEnvironment,
        process::{ProcessGroup, spawn},
    },
    peers::transport::lines::line,
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncBufRead, AsyncRead, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin},
    sync::oneshot,
    task::JoinSet,
    time::timeout,
};
use wire::json_rpc::{JsonRpcAnswer, JsonRpcRequest, RequestId};

/// The maximum length of a message in bytes.
const LINE: usize = crate::limits::COMMAND_LINE;
/// The maximum length of a line on standard error in bytes. The rest is discarded.
const ERROR_LINE: usize = 8 << 10;
/// The maximum time in which the process must read a message.
const READ: Duration = crate::limits::COMMAND_READ;

type Waiting = Arc<Mutex<Option<BTreeMap<RequestId, oneshot::Sender<JsonRpcAnswer>>>>>;

/// A process. Dropping this value kills the process and its children.
pub(super) struct CommandPeer {
    input: Arc<tokio::sync::Mutex<ChildStdin>>,
    /// The requests that wait for an answer. `None` after the process has closed its output.
    waiting: Waiting,
    _readers: JoinSet<()>,
    _group: ProcessGroup,
    _child: Child,
}

impl CommandPeer {
    /// Starts the process.
    pub(super) fn start(
        command: &str,
        environment: &CommandEnvironment,
        session: &str,
        incoming: Incoming,
        error_lines: ErrorLines,
    ) -> Result<Self, PeerError> {
        let mut child = spawn(command, environment, Some(session)).map_err(not_started)?;
        let group = ProcessGroup(child.id());
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("it has no standard streams"));
        };
        let input = Arc::new(tokio::sync::Mutex::new(input));
        let waiting: Waiting = Arc::new(Mutex::new(Some(BTreeMap::new())));
        let mut readers = JoinSet::new();
        readers.spawn(read(
            BufReader::new(output),
            Arc::clone(&waiting),
            Arc::clone(&input),
            incoming,
        ));
        if let Some(errors) = child.stderr.take() {
            readers.spawn(pass_error_lines(errors, error_lines));
        }
        Ok(Self {
            input,
            waiting,
            _readers: readers,
            _group: group,
            _child: child,
        })
    }

    /// Sends a request, and waits for its answer.
    pub(super) async fn request(
        &self,
        request: &JsonRpcRequest,
    ) -> Result<JsonRpcAnswer, PeerError> {
        let (done, answer) = oneshot::channel();
        match &mut *lock(&self.waiting) {
            Some(waiting) => drop(waiting.insert(request.id.clone(), done)),
            None => return Err(ended()),
        }
        let sent = self.send(&request.to_line()).await;
        let answered = match sent {
            Ok(()) => answer.await.map_err(|_| ended()),
            Err(error) => Err(error),
        };
        if let Some(waiting) = &mut *lock(&self.waiting) {
            waiting.remove(&request.id);
        }
        answered
    }

    /// Sends one line.
    pub(super) async fn send(&self, text: &str) -> Result<(), PeerError> {
        write(&self.input, text).await
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ended() -> PeerError {
    PeerError::Temporary("the command has ended".to_owned())
}

async fn write(input: &tokio::sync::Mutex<ChildStdin>, text: &str) -> Result<(), PeerError> {
    let text = format!("{text}\n");
    let written = async {
        let mut input = input.lock().await;
        input.write_all(text.as_bytes()).await?;
        input.flush().await
    };
    match timeout(READ, written).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(ended()),
        Err(_) => Err(PeerError::Temporary(
            "the command does not read its standard input".to_owned(),
        )),
    }
}

/// Reads the messages of the process until it closes its output.
async fn read(
    mut from: impl AsyncBufRead + Unpin,
    waiting: Waiting,
    input: Arc<tokio::sync::Mutex<ChildStdin>>,
    incoming: Incoming,
) {
    while let Ok(Some(line)) = line(&mut from, LINE).await {
        let is_gone = match sort(&String::from_utf8_lossy(&line)) {
            Some(FromServer::Response(response)) => {
                let id = response.id.as_ref();
                let done = id.and_then(|id| lock(&waiting).as_mut()?.remove(id));
                // The request may have been given up.
                let _ = done.map(|done| done.send(response));
                false
            }
            Some(FromServer::Notification(notification)) => incoming
                .notices
                .send(PeerNotice::Notification(notification))
                .await
                .is_err(),
            Some(FromServer::Request(answer)) => write(&input, &answer).await.is_err(),
            Some(FromServer::Question(request)) => {
                let (questions, input) = (Arc::clone(&incoming.questions), Arc::clone(&input));
                // The question ends with its connection, so the task needs no owner.
                tokio::spawn(async move {
                    let answer = answer_question(&questions, request).await;
                    // Without a reader, the command has ended.
                    let _ = write(&input, &answer).await;
                });
                false
            }
            Some(FromServer::QuestionNotice(notice)) => {
                notice.apply(&incoming.questions).await;
                false
            }
            // Lines that are not messages are ignored, as the log of a server may be.
            None => false,
        };
        if is_gone {
            break;
        }
    }
    *lock(&waiting) = None;
}

/// Passes on the lines that the process writes to standard error.
async fn pass_error_lines(errors: impl AsyncRead + Unpin, receive: ErrorLines) {
    let mut from = BufReader::new(errors);
    while let Ok(Some(mut read)) = line(&mut from, ERROR_LINE).await {
        read.truncate(ERROR_LINE);
        receive(&String::from_utf8_lossy(&read));
    }
}

fn not_started(reason: impl std::fmt::Display) -> PeerError {
    PeerError::Unsent(format!("the command cannot be run: {reason}"))
}
