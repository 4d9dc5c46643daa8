//! MCP servers over Streamable HTTP.

use super::incoming::{FromServer, Incoming, PeerError, PeerNotice, answer_question, sort};
use crate::{
    agents::http_client::{HttpClient, HttpError, HttpResponse},
    faces::mcp::{
        headers::{METHOD_HEADER, NAME_HEADER, SESSION_HEADER, VERSION_HEADER, encode},
        message, revision,
    },
};
use axum::http::{Method, StatusCode};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};
use wire::{
    Payload,
    json_rpc::{JsonRpcAnswer, JsonRpcRequest, ReceivedMessage, RequestId},
};

/// The maximum length of a message in bytes.
const MESSAGE: usize = 8 << 20;
/// The first and the longest pause before a stream is opened again.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
const ACCEPT: &str = "application/json, text/event-stream";

/// A server, with its stated session and revision.
pub(super) struct HttpPeer {
    client: HttpClient,
    url: String,
    incoming: Incoming,
    state: Mutex<HttpState>,
}

#[derive(Default)]
struct HttpState {
    session: Option<String>,
    revision: Option<String>,
    /// The task that reads notifications, if one was started.
    stream: Option<JoinHandle<()>>,
}

impl Drop for HttpPeer {
    fn drop(&mut self) {
        let mut state = self.state();
        if let Some(stream) = state.stream.take() {
            stream.abort();
        }
        let session = state.session.take();
        drop(state);
        // The server may forget the session.
        if let (Some(session), Ok(runtime)) = (session, tokio::runtime::Handle::try_current()) {
            let (client, url) = (self.client.clone(), self.url.clone());
            runtime.spawn(async move {
                let headers = [(SESSION_HEADER, session.as_str())];
                // After an error, the server ends the session by itself at some time.
                let _ = client.request(Method::DELETE, &url, &headers, None).await;
            });
        }
    }
}

impl HttpPeer {
    pub(super) fn new(url: String, incoming: Incoming) -> Self {
        Self {
            client: HttpClient::new(),
            url,
            incoming,
            state: Mutex::default(),
        }
    }

    pub(super) fn set_revision(&self, name: &str) {
        self.state().revision = Some(name.to_owned());
    }

    fn state(&self) -> MutexGuard<'_, HttpState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request, and waits for its answer.
    pub(super) async fn request(
        self: &Arc<Self>,
        request: &JsonRpcRequest,
    ) -> Result<JsonRpcAnswer, PeerError> {
        let response = self.post(request).await?;
        if request.method == "initialize" {
            if let Some(session) = response.header(SESSION_HEADER) {
                self.state().session = Some(session.to_owned());
            }
        }
        if response.has_type("text/event-stream") && response.status.is_success() {
            return self.answer_in(response, &request.id).await;
        }
        let (status, is_json) = (response.status, response.has_type("application/json"));
        if status == StatusCode::NOT_FOUND && self.state().session.is_some() {
            return Err(PeerError::SessionEnded);
        }
        if status.is_success() || (status.is_client_error() && is_json) {
            let text = response.text(MESSAGE).await.map_err(failed)?;
            return match message::read(&text) {
                Ok(ReceivedMessage::Answer(response)) => Ok(response),
                _ => Err(PeerError::Permanent(format!(
                    "{} answers {status} without JSON-RPC",
                    self.url
                ))),
            };
        }
        match response.successful().await {
            Err(error) => Err(failed(error)),
            Ok(_) => Err(PeerError::Permanent(format!(
                "{} gives no answer",
                self.url
            ))),
        }
    }

    /// Sends a notification or an answer to the server.
    pub(super) async fn send(&self, text: &str) -> Result<(), PeerError> {
        let stated = self.stated();
        let mut headers = vec![("accept", ACCEPT)];
        stated.add_to(&mut headers);
        let response = self
            .client
            .post(&self.url, &headers, text.to_owned())
            .await
            .map_err(failed)?;
        response.successful().await.map(|_| ()).map_err(failed)
    }

    fn stated(&self) -> StatedHeaders {
        let state = self.state();
        StatedHeaders {
            session: state.session.clone(),
            revision: state.revision.clone(),
        }
    }

    /// Sends a request, with the headers that repeat parts of its body.
    async fn post(&self, request: &JsonRpcRequest) -> Result<HttpResponse, PeerError> {
        let stated = self.stated();
        let mut headers = vec![("accept", ACCEPT)];
        stated.add_to(&mut headers);
        let params = request.params_or_empty();
        let name = params.member("name").or_else(|| params.member("uri"));
        let name = name.as_ref().and_then(Payload::as_str);
        let name = name.map(|name| encode(&name));
        if revision::stated(&params).is_some() {
            headers.push((METHOD_HEADER, &request.method));
            if let Some(name) = &name {
                headers.push((NAME_HEADER, name));
            }
        }
        self.client
            .post(&self.url, &headers, request.to_line())
            .await
            .map_err(failed)
    }

    /// Reads the answer to a request from a stream. The notifications before it are passed on.
    async fn answer_in(
        self: &Arc<Self>,
        response: HttpResponse,
        id: &RequestId,
    ) -> Result<JsonRpcAnswer, PeerError> {
        let mut events = response.events();
        while let Some(event) = events.next().await {
            let event = event.map_err(|error| PeerError::Temporary(error.to_string()))?;
            match sort(&event.data) {
                Some(FromServer::Response(response)) if response.id.as_ref() == Some(id) => {
                    return Ok(response);
                }
                Some(other) => self.pass_on(other).await?,
                None => {}
            }
        }
        Err(PeerError::Temporary(format!(
            "the stream of {} ended without an answer",
            self.url
        )))
    }

    /// Passes on a message of the server that is not the answer to a request of the stream.
    async fn pass_on(self: &Arc<Self>, message: FromServer) -> Result<(), ReceiverGone> {
        match message {
            FromServer::Response(_) => {}
            FromServer::Notification(notification) => {
                let notice = PeerNotice::Notification(notification);
                let sent = self.incoming.notices.send(notice).await;
                return sent.map_err(|_| ReceiverGone);
            }
            FromServer::Request(answer) => {
                // After an error, the next message may reach the server.
                let _ = self.send(&answer).await;
            }
            FromServer::Question(request) => {
                let peer = Arc::clone(self);
                // The end of the link closes the question, and the server gets this answer before its session ends.
                tokio::spawn(async move {
                    let answer = answer_question(&peer.incoming.questions, request).await;
                    // A server that cannot be reached has given up its question.
                    let _ = peer.send(&answer).await;
                });
            }
            FromServer::QuestionNotice(notice) => notice.apply(&self.incoming.questions).await,
        }
        Ok(())
    }

    /// Starts to read the notifications of a server before 2026-07-28.
    pub(super) fn listen(self: &Arc<Self>) {
        self.read_stream(None);
    }

    /// Starts to read the notifications for a `subscriptions/listen` request. The stream of an earlier request ends.
    pub(super) fn subscribe(self: &Arc<Self>, request: JsonRpcRequest) {
        self.read_stream(Some(request));
    }

    fn read_stream(self: &Arc<Self>, request: Option<JsonRpcRequest>) {
        let reader = StreamReader {
            peer: Arc::downgrade(self),
            client: self.client.clone(),
            url: self.url.clone(),
            notices: self.incoming.notices.clone(),
            request,
        };
        let task = tokio::spawn(reader.run());
        if let Some(before) = self.state().stream.replace(task) {
            before.abort();
        }
    }
}

/// The headers that state the session and the revision of a request.
struct StatedHeaders {
    session: Option<String>,
    revision: Option<String>,
}

impl StatedHeaders {
    fn add_to<'a>(&'a self, headers: &mut Vec<(&'static str, &'a str)>) {
        if let Some(session) = &self.session {
            headers.push((SESSION_HEADER, session));
        }
        if let Some(revision) = &self.revision {
            headers.push((VERSION_HEADER, revision));
        }
    }
}

/// Reads the notifications of a server from successive streams, while the peer exists.
struct StreamReader {
    peer: Weak<HttpPeer>,
    client: HttpClient,
    url: String,
    notices: tokio::sync::mpsc::Sender<PeerNotice>,
    /// The request that opens a stream. If absent, `GET` opens it (before 2026-07-28).
    request: Option<JsonRpcRequest>,
}

/// The session that received notifications has ended.
struct ReceiverGone;

impl From<ReceiverGone> for PeerError {
    fn from(_: ReceiverGone) -> Self {
        Self::Temporary("the session that waits for the answer has ended".to_owned())
    }
}

impl StreamReader {
    /// Opens one stream after the other, and passes on their notifications.
    async fn run(self) {
        let mut pause = PAUSES.0;
        let mut is_first = true;
        loop {
            let Some(peer) = self.peer.upgrade() else {
                return;
            };
            let opened = self.open(&peer).await;
            drop(peer);
            match opened {
                Ok(response)
                    if response.status.is_success() && response.has_type("text/event-stream") =>
                {
                    if !is_first && self.notices.send(PeerNotice::Interrupted).await.is_err() {
                        return;
                    }
                    pause = PAUSES.0;
                    if self.pass_on(response).await.is_err() {
                        return;
                    }
                }
                // The server has no such stream, or does not know the session.
                Ok(response) if response.status.is_client_error() => return,
                _ => {}
            }
            is_first = false;
            sleep(pause).await;
            pause = pause.saturating_mul(2).min(PAUSES.1);
        }
    }

    async fn open(&self, peer: &HttpPeer) -> Result<HttpResponse, PeerError> {
        if let Some(request) = &self.request {
            return peer.post(request).await;
        }
        let stated = peer.stated();
        let mut headers = vec![("accept", "text/event-stream")];
        stated.add_to(&mut headers);
        self.client
            .request(Method::GET, &self.url, &headers, None)
            .await
            .map_err(failed)
    }

    /// Passes on the notifications and questions of a stream until it ends.
    async fn pass_on(&self, response: HttpResponse) -> Result<(), ReceiverGone> {
        let mut events = response.events();
        while let Some(Ok(event)) = events.next().await {
            let Some(message) = sort(&event.data) else {
                continue;
            };
            let peer = self.peer.upgrade().ok_or(ReceiverGone)?;
            peer.pass_on(message).await?;
        }
        Ok(())
    }
}

fn failed(error: HttpError) -> PeerError {
    match &error {
        unsent if unsent.is_unsent() => PeerError::Unsent(error.to_string()),
        passing if passing.is_temporary() => PeerError::Temporary(error.to_string()),
        _ => PeerError::Permanent(error.to_string()),
    }
}
