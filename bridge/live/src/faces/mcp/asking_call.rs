//! A tool call over HTTP that may ask the user. Its response is JSON, or a stream of events if there is a question.

use super::{
    connection::Connection, json_response::respond, running_calls::RunningCall, service::Service,
};
use crate::sse::{self, EventSink};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use std::{pin::Pin, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use wire::{
    Payload,
    json_rpc::{JsonRpcAnswer, JsonRpcError, JsonRpcRequest, RequestId},
};

/// The maximum number of messages that wait for the client.
const AHEAD: usize = 8;

type Outcome = Result<Payload, JsonRpcError>;

/// A running call.
pub(super) struct AskingCall {
    id: RequestId,
    /// Ends the call when the client cancels it.
    running: RunningCall,
    service: Service,
    outcome: Pin<Box<dyn Future<Output = Outcome> + Send>>,
    /// The requests and notifications for the client.
    lines: mpsc::Receiver<String>,
}

impl AskingCall {
    pub(super) fn new(
        connection: Arc<Connection>,
        service: Service,
        request: JsonRpcRequest,
    ) -> Self {
        let (to, lines) = mpsc::channel(AHEAD);
        let params = request.params_or_empty();
        let JsonRpcRequest { id, method, .. } = request;
        let running = connection.calls.begin(&id);
        let answering = service.clone();
        let outcome = async move {
            connection
                .answer(&answering, &method, &params, Some(to))
                .await
        };
        Self {
            id,
            running,
            service,
            outcome: Box::pin(outcome),
            lines,
        }
    }

    /// Waits for the outcome or for the first question, and begins the response.
    pub(super) async fn answer(mut self, places: Arc<Semaphore>) -> Response {
        let first = tokio::select! {
            biased;
            outcome = &mut self.outcome => return respond(StatusCode::OK, Some(self.id), outcome),
            Some(line) = self.lines.recv() => line,
            // A cancelled call gets no answer.
            () = self.running.cancelled() => return StatusCode::ACCEPTED.into_response(),
        };
        let Ok(place) = places.try_acquire_owned() else {
            // Without a stream, the client cannot be asked, and gets the result without its questions.
            drop(self.lines);
            return respond(StatusCode::OK, Some(self.id), self.outcome.await);
        };
        let (sink, response) = sse::response();
        tokio::spawn(self.run(sink, first, place));
        response
    }

    /// Sends the questions and the answer. If the client disconnects or cancels the call, the call is given up.
    async fn run(mut self, sink: EventSink, first: String, place: OwnedSemaphorePermit) {
        let gateway = self.service.gateway.clone();
        let mut next = Some(first);
        loop {
            if let Some(line) = next.take() {
                if sink.send(&line).await.is_err() {
                    break;
                }
            }
            tokio::select! {
                biased;
                line = self.lines.recv(), if !self.lines.is_closed() => next = line,
                outcome = &mut self.outcome => {
                    self.finish(&sink, outcome).await;
                    break;
                }
                () = sink.closed() => break,
                () = self.running.cancelled() => break,
                () = gateway.wait_until_stopped() => break,
            }
        }
        drop(place);
    }

    /// Sends the remaining notifications and the answer.
    async fn finish(mut self, sink: &EventSink, outcome: Outcome) {
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.try_recv() {
            lines.push(line);
        }
        let id = Some(self.id);
        lines.push(JsonRpcAnswer { id, outcome }.to_line());
        for line in lines {
            // A client that has disconnected does not need the answer.
            if sink.send(&line).await.is_err() {
                return;
            }
        }
    }
}
