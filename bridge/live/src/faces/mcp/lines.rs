//! MCP over lines of text, for example the standard streams of a process.

use super::{
    McpSettings,
    batch::Batch,
    call::{Filter, McpCall},
    client_state::ClientState,
    connection::Connection,
    message,
    notice_stream::acknowledgement,
    notifier::{Notice, Notifier},
    revision::{self, Revision},
    running_calls::cancelled_call,
    service::Service,
};
use crate::{
    gateway::Gateway,
    peers::transport::{ReceiveFrames, ReceivedFrame, lines::LineReader},
};
use std::{collections::BTreeMap, io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufRead, AsyncWrite, AsyncWriteExt, BufReader, stdin, stdout},
    sync::mpsc::{Receiver, Sender, channel},
    task::JoinHandle,
    time::timeout,
};
use wire::{
    Payload,
    json_rpc::{
        INVALID_REQUEST, JsonRpcAnswer, JsonRpcError, JsonRpcNotification, JsonRpcRequest,
        ReceivedMessage, RequestId,
    },
};

/// The maximum length of a message in bytes.
const LINE: usize = 1 << 20;
/// The maximum number of requests that are answered simultaneously.
const REQUESTS: usize = 32;
/// The maximum number of messages that wait for the client.
const AHEAD: usize = 32;
/// The time limit for the last answers after the client has closed its stream.
const GOODBYE: Duration = Duration::from_secs(5);

/// Serves one client over streams of lines, until the client closes its stream or the gateway stops.
///
/// ```no_run
/// use agent_ui_live::{gateway::{Gateway, GatewaySettings, store::MemoryStore}, faces::mcp::{self, McpSettings}};
/// use std::sync::Arc;
/// use tokio::io::{BufReader, stdin, stdout};
///
/// # async fn run() -> std::io::Result<()> {
/// let gateway = Gateway::start(Vec::new(), Arc::new(MemoryStore::new()), GatewaySettings::default());
/// mcp::serve_lines(gateway, McpSettings::default(), BufReader::new(stdin()), stdout()).await
/// # }
/// ```
///
/// # Errors
/// Returns an error if the client no longer reads its answers.
pub async fn serve_lines(
    gateway: Gateway,
    settings: McpSettings,
    reader: impl AsyncBufRead + Unpin + Send,
    writer: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let (to, from) = channel(AHEAD);
    let writing = tokio::spawn(write(writer, from));
    let stateless = Arc::new(ClientState::new(Some(settings.session.clone())));
    let stopping = gateway.clone();
    let mut client = LineClient {
        service: Service::new(gateway, settings),
        stateless,
        connection: None,
        to,
        tasks: BTreeMap::new(),
        notices: None,
    };
    let mut reader = LineReader::new(reader, LINE);
    loop {
        let received = tokio::select! {
            received = reader.receive() => received,
            () = stopping.wait_until_stopped() => break,
        };
        let ReceivedFrame::Text(line) = received else {
            break;
        };
        if writing.is_finished() {
            break;
        }
        client.receive(&line).await;
    }
    client.finish().await;
    match timeout(GOODBYE, writing).await {
        Ok(Ok(written)) => written,
        // The client does not read.
        _ => Ok(()),
    }
}

/// Serves one client over the standard streams of this process, until the client closes standard input or the gateway
/// stops.
///
/// # Errors
/// Returns an error if the client no longer reads its answers.
pub async fn serve_standard_streams(gateway: Gateway, settings: McpSettings) -> io::Result<()> {
    serve_lines(gateway, settings, BufReader::new(stdin()), stdout()).await
}

async fn write(mut writer: impl AsyncWrite + Unpin, mut lines: Receiver<String>) -> io::Result<()> {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        writer.write_all(line.as_bytes()).await?;
        writer.flush().await?;
    }
    Ok(())
}

struct LineClient {
    service: Service,
    /// The state for requests that state their own revision.
    stateless: Arc<ClientState>,
    /// The connection since `initialize`, for clients before 2026-07-28.
    connection: Option<Arc<Connection>>,
    to: Sender<String>,
    /// The tasks of running requests and of open subscriptions.
    tasks: BTreeMap<RequestId, JoinHandle<()>>,
    /// The task that sends notifications to a client before 2026-07-28.
    notices: Option<JoinHandle<()>>,
}

impl LineClient {
    /// Processes one line of the client.
    async fn receive(&mut self, line: &str) {
        if line.len() > LINE {
            let error = JsonRpcError::new(
                INVALID_REQUEST,
                format!("the message is longer than {LINE} bytes"),
            );
            return self.send(None, Err(error)).await;
        }
        if let Some(connection) = &self.connection {
            if connection.revision.has_batches() && Batch::is_batch(line) {
                let connection = Arc::clone(connection);
                return self.answer_batch(connection, line).await;
            }
        }
        match message::read(line) {
            Ok(ReceivedMessage::Request(request)) => self.answer(request).await,
            Ok(ReceivedMessage::Notification(notification)) => self.notice(&notification),
            Ok(ReceivedMessage::Answer(answer)) => {
                if let Some(connection) = &self.connection {
                    connection.requests.resolve(answer);
                }
            }
            Err(invalid) => self.send(invalid.id, Err(invalid.error)).await,
        }
    }

    /// Answers a request, usually in a task of its own.
    async fn answer(&mut self, request: JsonRpcRequest) {
        self.tasks.retain(|_, task| !task.is_finished());
        let params = request.params_or_empty();
        let JsonRpcRequest { id, method, .. } = request;
        if self.tasks.contains_key(&id) {
            let error =
                JsonRpcError::new(INVALID_REQUEST, "a request with this id is being answered");
            return self.send(Some(id), Err(error)).await;
        }
        if self.tasks.len() >= REQUESTS {
            return self.send(Some(id), Err(too_many_requests())).await;
        }
        if revision::stated(&params).is_some() {
            match self.start_stateless(&id, &method, &params) {
                Ok(task) => drop(self.tasks.insert(id, task)),
                Err(error) => self.send(Some(id), Err(error)).await,
            }
            return;
        }
        if method == "initialize" {
            if let Err(error) = self.initialize(&params) {
                return self.send(Some(id), Err(error)).await;
            }
        }
        let Some(connection) = self.connection.clone() else {
            // A client of both eras takes this for an answer of an old server, and sends `initialize`.
            let message = "the request has no `_meta` with its protocol version, and `initialize` was not sent";
            let error = JsonRpcError::new(INVALID_REQUEST, message);
            return self.send(Some(id), Err(error)).await;
        };
        let (service, to) = (self.service.clone(), self.to.clone());
        let answered = Some(id.clone());
        let task = tokio::spawn(async move {
            let asking = Some(to.clone());
            let outcome = connection.answer(&service, &method, &params, asking).await;
            send_answer(&to, answered, outcome).await;
        });
        self.tasks.insert(id, task);
    }

    /// Starts the task that answers a request with its own revision. Clients send such requests since 2026-07-28.
    fn start_stateless(
        &self,
        id: &RequestId,
        method: &str,
        params: &Payload,
    ) -> Result<JoinHandle<()>, JsonRpcError> {
        let revision = revision::check_meta(params)?;
        let call = McpCall::read(method, params, revision)?;
        let (service, to, id) = (self.service.clone(), self.to.clone(), id.clone());
        if let McpCall::Listen(filter) = call {
            return Ok(tokio::spawn(subscribe(service, to, id, filter)));
        }
        let client = Arc::clone(&self.stateless);
        Ok(tokio::spawn(async move {
            let outcome = service.answer(call, revision, &client, None).await;
            send_answer(&to, Some(id), outcome).await;
        }))
    }

    /// Starts the connection of a client before 2026-07-28.
    fn initialize(&mut self, params: &Payload) -> Result<(), JsonRpcError> {
        let Ok(McpCall::Initialize { version, abilities }) =
            McpCall::read("initialize", params, Revision::V2025_11)
        else {
            return Err(JsonRpcError::invalid_params(
                "`protocolVersion` must be a string",
            ));
        };
        let session = self.service.settings.session.clone();
        let revision = Revision::negotiate(&version);
        let connection =
            Connection::new(&self.service, revision, session).with_abilities(abilities);
        self.connection = Some(Arc::new(connection));
        Ok(())
    }

    /// Answers a batch with one line. The batch counts as one request, with the id of its first request.
    async fn answer_batch(&mut self, connection: Arc<Connection>, line: &str) {
        self.tasks.retain(|_, task| !task.is_finished());
        let batch = match Batch::read(line) {
            Ok(batch) => batch,
            Err(error) => return self.send(None, Err(error)).await,
        };
        for notification in &batch.notifications {
            self.notice(notification);
        }
        if self.tasks.len() >= REQUESTS {
            return self.send(None, Err(too_many_requests())).await;
        }
        let first = batch.requests.first().map(|request| request.id.clone());
        let (service, to) = (self.service.clone(), self.to.clone());
        let task = tokio::spawn(async move {
            if let Some(answers) = batch.answer(&connection, &service).await {
                // Without a receiver, the client has disconnected.
                let _ = to.send(answers).await;
            }
        });
        if let Some(first) = first {
            self.tasks.insert(first, task);
        }
    }

    /// Processes a notification of the client.
    fn notice(&mut self, notification: &JsonRpcNotification) {
        match (notification.method.as_str(), &self.connection) {
            ("notifications/initialized", Some(connection)) if self.notices.is_none() => {
                let notices = connection
                    .notifier
                    .open(connection.state.session.as_deref());
                self.notices = Some(tokio::spawn(forward(notices, self.to.clone(), None)));
            }
            _ => {
                let id = cancelled_call(notification);
                if let Some(task) = id.and_then(|id| self.tasks.remove(&id)) {
                    task.abort();
                }
            }
        }
    }

    async fn send(&self, id: Option<RequestId>, outcome: Result<Payload, JsonRpcError>) {
        send_answer(&self.to, id, outcome).await;
    }

    /// Waits for the last answers, and ends all streams.
    async fn finish(mut self) {
        if let Some(task) = self.notices.take() {
            task.abort();
        }
        if let Some(connection) = &self.connection {
            connection.requests.give_up();
        }
        for task in std::mem::take(&mut self.tasks).into_values() {
            let abort = task.abort_handle();
            if timeout(GOODBYE, task).await.is_err() {
                abort.abort();
            }
        }
    }
}

async fn send_answer(
    to: &Sender<String>,
    id: Option<RequestId>,
    outcome: Result<Payload, JsonRpcError>,
) {
    // If the client does not read, the writer has ended.
    let _ = to.send(JsonRpcAnswer { id, outcome }.to_line()).await;
}

fn too_many_requests() -> JsonRpcError {
    JsonRpcError::new(
        INVALID_REQUEST,
        format!("the server answers at most {REQUESTS} requests at a time"),
    )
}

/// Answers a `subscriptions/listen` request until the client cancels it, or the gateway stops.
async fn subscribe(service: Service, to: Sender<String>, id: RequestId, filter: Filter) {
    let (acknowledged, meta) = acknowledgement(&id, &filter);
    let notifier = Notifier::new(&service, filter);
    let notices = notifier.open(Some(&service.settings.session));
    notifier.ready().await;
    if to.send(acknowledged.to_line()).await.is_ok() {
        tokio::select! {
            () = forward(notices, to, Some(meta)) => {}
            () = service.gateway.wait_until_stopped() => {}
        }
    }
}

async fn forward(mut notices: Receiver<Notice>, to: Sender<String>, meta: Option<Payload>) {
    while let Some(notice) = notices.recv().await {
        if to
            .send(notice.notification(meta.as_ref()).to_line())
            .await
            .is_err()
        {
            return;
        }
    }
}
