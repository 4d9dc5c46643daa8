//! Requests of the server to a client, which answers them with later messages.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::oneshot;
use wire::{
    Payload,
    json_rpc::{JsonRpcAnswer, JsonRpcRequest, JsonRpcVersion, RequestId},
};

type Waiting = BTreeMap<RequestId, oneshot::Sender<JsonRpcAnswer>>;

/// The requests to one client that wait for their answers.
#[derive(Debug, Default)]
pub(super) struct ServerRequests {
    next: AtomicU64,
    waiting: Mutex<Waiting>,
}

impl ServerRequests {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Each change is one call, so the map is consistent even after a panic.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a request. Its answer is awaited as long as the returned value exists.
    pub(super) fn create(&self, method: &str, params: Payload) -> WaitingRequest<'_> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = RequestId::from(&*format!("agent-ui-{number}"));
        let request = JsonRpcRequest::new(JsonRpcVersion::V2, id, method).params(params);
        let (done, answer) = oneshot::channel();
        self.waiting().insert(request.id.clone(), done);
        WaitingRequest {
            requests: self,
            request,
            answer,
        }
    }

    /// Gives up all requests, because the client is gone.
    pub(super) fn give_up(&self) {
        // A request without its channel ends.
        self.waiting().clear();
    }

    /// Passes on an answer of the client. An answer to no request, or a second one, is ignored.
    pub(super) fn resolve(&self, answer: JsonRpcAnswer) {
        let done = answer.id.as_ref().and_then(|id| self.waiting().remove(id));
        // The request may have been given up.
        let _ = done.map(|done| done.send(answer));
    }
}

/// A request that waits for its answer.
pub(super) struct WaitingRequest<'a> {
    requests: &'a ServerRequests,
    pub(super) request: JsonRpcRequest,
    pub(super) answer: oneshot::Receiver<JsonRpcAnswer>,
}

impl Drop for WaitingRequest<'_> {
    fn drop(&mut self) {
        self.requests.waiting().remove(&self.request.id);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn answer(id: &RequestId) -> JsonRpcAnswer {
        JsonRpcAnswer {
            id: Some(id.clone()),
            outcome: Ok(Payload::empty_object()),
        }
    }

    #[tokio::test]
    async fn each_request_gets_only_its_first_answer() {
        let requests = ServerRequests::default();
        let mut first = requests.create("m", Payload::empty_object());
        let mut second = requests.create("m", Payload::empty_object());
        assert_ne!(first.request.id, second.request.id);
        requests.resolve(answer(&RequestId::from("unknown")));
        requests.resolve(JsonRpcAnswer {
            id: None,
            ..answer(&first.request.id)
        });
        requests.resolve(answer(&second.request.id));
        requests.resolve(answer(&second.request.id));
        assert!((&mut second.answer).await.is_ok());
        assert!(first.answer.try_recv().is_err());
        let given_up = first.request.id.clone();
        drop((first, second));
        requests.resolve(answer(&given_up));
        assert!(requests.waiting().is_empty());
    }
}
